package explore

import (
	"slices"

	"wobbly/il"
)

// Program is a pair of units compiled for execution. The control of each
// thread is a graph of control states, as if every call were written out in
// place; control states come into being when they are first needed (see Expand).
type Program struct {
	core    *il.Core
	pair    il.Pair
	fields  []string
	width   int32 // cells of an object; 1 where there are no fields
	flows   map[*il.Unit]*flow
	threads [2]thread
	heap    int32            // the first register that is a cell: those of A and of B come before
	bits    map[il.Stmt]uint // of the loads and stores: see hopes
	keep    bool             // locals that are never read again keep states apart
}

// thread is the code of one thread.
type thread struct {
	unit     *il.Unit
	base     int32 // of its registers
	controls []*Control
	index    map[place]int32
	sites    []il.Stmt // loads and stores of the control states so far
	siteOf   map[il.Stmt]int32
	expanded int // control states up to here are ready
}

// place identifies a control state.
type place struct {
	parent int32 // the control state of the open call, or none
	node   int32
	level  int32
}

// opcode says what a control state does next.
type opcode uint8

const (
	opEnd opcode = iota
	opCopy
	opLoad
	opStore
	opNew
	opLock
	opUnlock
	opPush
	opPop
)

// Control is a control state of one thread: its stack of program points with
// the next command resolved, and the level of the lock.
type Control struct {
	id     int32
	op     opcode
	free   bool  // L = 0 before and after the command
	level  int32 // L before the command
	dst    int32 // register that is written; of a store, the root of the path
	src    int32 // register that is read; of a load, the root of the path
	path   []int32
	site   int32
	args   []argument
	clear  []int32  // of a push: registers that hold nothing yet but count as live
	live   []int32  // registers that count
	all    accesses // what the thread may do from here on
	until  accesses // the same, before it locks
	own    accesses // what the next command does
	flow   *flow
	node   int32
	base   int32
	parent *Control
	rest   rest       // of a push
	next   []*Control // after the command, one for each way to resolve what follows
	from   int32      // the node that next is settled from
	cut    bool       // a bound leaves out some of next
	idle   bool       // the variable that is written counts nowhere after the command
	ready  bool       // next is known
}

// argument is an actual argument of a push: a path, and the callee's register.
type argument struct {
	root int32
	path []int32
	dst  int32
}

// field is the field of the access that c is.
func (c *Control) field() int32 { return c.path[len(c.path)-1] }

// access tells whether the next command is a load or store.
func (c *Control) access() bool { return c.op == opLoad || c.op == opStore }

// Compile prepares l || r for execution with at most unroll rounds of each
// loop each time it is reached; a negative number stands for no bound. The
// error is ErrUnroll.
func Compile(core *il.Core, p il.Pair, unroll int) (*Program, error) {
	return compile(core, p, unroll, false)
}

func compile(core *il.Core, p il.Pair, unroll int, keep bool) (*Program, error) {
	g := &Program{core: core, pair: p, fields: core.Fields, width: max(1, int32(len(core.Fields))), flows: map[*il.Unit]*flow{}, keep: keep}
	g.number()
	for _, u := range g.reached() {
		f, err := newFlow(u, unroll)
		if err != nil {
			return nil, err
		}
		g.flows[u] = f
		f.regs = int32(len(f.slots))
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				f.regs = max(f.regs, int32(len(f.slots))+g.callee(c.Method).regs)
			}
		})
		f.liveness(keep)
		f.futures(g)
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		g.threads[i] = thread{unit: u, base: g.heap, index: map[place]int32{}, siteOf: map[il.Stmt]int32{}}
		g.heap += g.flows[u].regs
	}
	for i := range g.threads {
		g.enter(i)
	}
	return g, nil
}

// reached lists the units of the pair and what they call, callees first.
func (g *Program) reached() []*il.Unit {
	wanted := map[*il.Unit]bool{g.pair.Left: true, g.pair.Right: true}
	var units []*il.Unit
	for _, u := range slices.Backward(g.core.Order) {
		if !wanted[u] {
			continue
		}
		units = append(units, u)
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				wanted[g.core.Methods[c.Method]] = true
			}
		})
	}
	slices.Reverse(units)
	return units
}

func (g *Program) callee(method string) *flow { return g.flows[g.core.Methods[method]] }

// enter makes the control states in which thread i may begin: the successors of
// a control state that stands before its unit, number 0.
func (g *Program) enter(i int) {
	t := &g.threads[i]
	f := g.flows[t.unit]
	start := &Control{id: 0, op: opEnd, flow: f, node: none, base: t.base, ready: true, free: true}
	t.controls = append(t.controls, start)
	g.settle(i, start, f, f.entry, t.base, nil, 0)
}

// Starts lists the control states in which thread i may begin.
func (g *Program) Starts(i int) []*Control { return g.threads[i].controls[0].next }

// Expand makes the control states that may follow c, a control state of thread
// i. It must be called once for each before Machine executes its command, and
// never by two goroutines at once.
func (g *Program) Expand(i int, c *Control) {
	if c.ready {
		return
	}
	c.ready = true
	next, f := c.flow.nodes[c.node].next, c.flow
	switch c.op {
	case opEnd:
	case opPush:
		callee := g.callee(c.flow.nodes[c.node].stmt.(*il.Call).Method)
		base := c.base + int32(len(f.slots))
		g.settle(i, c, callee, callee.entry, base, c, c.level)
	case opPop:
		call := c.parent
		g.settle(i, c, call.flow, call.flow.nodes[call.node].next, call.base, call.parent, c.level)
	case opLock:
		g.settle(i, c, f, next, c.base, c.parent, c.level+1)
	case opUnlock:
		g.settle(i, c, f, next, c.base, c.parent, c.level-1)
	default:
		g.settle(i, c, f, next, c.base, c.parent, c.level)
	}
}

// settle makes the control states after c: those to which node from of f leads
// in the frame at base, called from parent.
func (g *Program) settle(i int, c *Control, f *flow, from, base int32, parent *Control, level int32) {
	c.from, c.cut = from, f.cuts(from)
	for _, n := range f.settle(from) {
		c.next = append(c.next, g.control(i, f, n, base, parent, level))
	}
}

// control is the control state of thread i at a node.
func (g *Program) control(i int, f *flow, n, base int32, parent *Control, level int32) *Control {
	t := &g.threads[i]
	at := place{parent: none, node: n, level: level}
	if parent != nil {
		at.parent = parent.id
	}
	if id, ok := t.index[at]; ok {
		return t.controls[id]
	}
	c := &Control{
		id: int32(len(t.controls)), flow: f, node: n, base: base, parent: parent, level: level,
		live: members(f.nodes[n].live, base), all: f.nodes[n].all, until: f.nodes[n].free, site: none,
	}
	g.decode(t, c)
	c.free = c.free && level == 0
	c.inherit()
	t.index[at] = c.id
	t.controls = append(t.controls, c)
	return c
}

// inherit adds to c what counts in the frames below: what is live after each
// open call, and what happens after it.
func (c *Control) inherit() {
	if c.parent == nil {
		return
	}
	r := &c.parent.rest
	c.live = append(c.live, r.live...)
	c.all = c.all.union(r.all)
	if c.flow.nodes[c.node].thru {
		c.until = c.until.union(r.until)
	}
}

// rest is what counts after an open call, in its frame and in those below.
type rest struct {
	live       []int32
	all, until accesses
}

// resume computes the rest of the push c.
func (c *Control) resume() {
	after := &c.flow.nodes[c.flow.nodes[c.node].next]
	c.rest = rest{live: members(after.live, c.base), all: after.all, until: after.free}
	if c.parent == nil {
		return
	}
	below := &c.parent.rest
	c.rest.live = append(c.rest.live, below.live...)
	c.rest.all = c.rest.all.union(below.all)
	if after.thru {
		c.rest.until = c.rest.until.union(below.until)
	}
}

// decode fills in what c executes.
func (g *Program) decode(t *thread, c *Control) {
	reg := func(x string) int32 { return c.base + c.flow.slots[x] }
	c.free = true
	stmt := c.flow.nodes[c.node].stmt
	if stmt != nil {
		c.own = g.touches(stmt)
	}
	switch s := stmt.(type) {
	case nil:
		if c.parent != nil {
			c.op = opPop
		}
	case *il.Copy:
		c.op, c.dst, c.src = opCopy, reg(s.Dst), reg(s.Src)
		c.idle = !c.flow.liveAfter(c.node, s.Dst)
	case *il.Load:
		c.op, c.dst, c.src, c.path = opLoad, reg(s.Dst), reg(s.Src.Root), g.path(s.Src)
		c.site = t.site(s)
		c.idle = !c.flow.liveAfter(c.node, s.Dst)
	case *il.Store:
		c.op, c.dst, c.src, c.path = opStore, reg(s.Dst.Root), reg(s.Src), g.path(s.Dst)
		c.site = t.site(s)
	case *il.New:
		c.op, c.dst = opNew, reg(s.Dst)
	case *il.Lock:
		c.op, c.free = opLock, false
	case *il.Unlock:
		c.op, c.free = opUnlock, false
	case *il.Call:
		c.op = opPush
		g.arguments(c, s)
		c.resume()
	default:
		panic(il.Unknown(s))
	}
}

// arguments fills in a push.
func (g *Program) arguments(c *Control, s *il.Call) {
	callee := g.callee(s.Method)
	base := c.base + int32(len(c.flow.slots))
	for k, e := range s.Args {
		c.args = append(c.args, argument{c.base + c.flow.slots[e.Root], g.path(e), base + int32(k)})
	}
	for _, r := range members(callee.nodes[callee.entry].live, base) {
		if r >= base+int32(len(s.Args)) {
			c.clear = append(c.clear, r)
		}
	}
}

func (g *Program) path(e il.Expr) []int32 {
	path := make([]int32, len(e.Fields))
	for i, f := range e.Fields {
		k, _ := slices.BinarySearch(g.fields, f)
		path[i] = int32(k)
	}
	return path
}

// site numbers the loads and stores of a thread.
func (t *thread) site(s il.Stmt) int32 {
	n, ok := t.siteOf[s]
	if !ok {
		n = int32(len(t.sites))
		t.sites = append(t.sites, s)
		t.siteOf[s] = n
	}
	return n
}

// command is what c executes next, nil at the end of the thread.
func (g *Program) command(c *Control) il.Command {
	switch c.op {
	case opEnd:
		return nil
	case opPush:
		call := c.flow.nodes[c.node].stmt.(*il.Call)
		return il.Push{Call: call, Callee: g.core.Methods[call.Method]}
	case opPop:
		call := c.parent.flow.nodes[c.parent.node].stmt.(*il.Call)
		return il.Pop{Call: call, Callee: c.flow.unit}
	default:
		return c.flow.nodes[c.node].stmt.(il.Command)
	}
}

// eager is how many control states of a thread are made ahead of a search.
const eager = 1 << 14

// expandSome makes all control states, or of a large program some.
func (g *Program) expandSome() {
	for i := range g.threads {
		t := &g.threads[i]
		for t.expanded < len(t.controls) && t.expanded < eager {
			g.Expand(i, t.controls[t.expanded])
			t.expanded++
		}
	}
}

// closed tells whether all control states are there.
func (g *Program) closed() bool {
	return g.threads[0].expanded == len(g.threads[0].controls) && g.threads[1].expanded == len(g.threads[1].controls)
}

func (g *Program) fieldIndex(name string) int32 {
	i, _ := slices.BinarySearch(g.fields, name)
	return int32(i)
}
