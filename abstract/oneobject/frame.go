package oneobject

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/poll"
	"wobbly/internal/slice"
)

type explorer struct {
	*program
	frames map[string]*frame // by unit and memory at the entry
	states int               // that may still be explored
	poll   poll.Context
	cut    string // a limit that may have left something out
}

// program is what the exploration of all units has in common.
type program struct {
	core    *il.Core
	options Options
	graphs  []*flow.Graph   // by Unit.Index
	live    [][]flow.VarSet // by Unit.Index and node
	locks   [][]il.Level    // by Unit.Index and node: counted from the unit's entry
	fields  map[string]int  // the numbers of the fields
	// doubtful are the fields that some unit may leave dirty: those into which it stores, if the
	// form continues after a publication.
	doubtful fieldSet
}

// newProgram prepares the exploration of core. The error is one of package paths.
func newProgram(core *il.Core, o Options) (*program, error) {
	graphs, err := paths.Graphs(core)
	if err != nil {
		return nil, err
	}
	p := &program{
		core: core, options: o.withDefaults(), graphs: graphs, fields: map[string]int{},
		live: make([][]flow.VarSet, len(graphs)), locks: make([][]il.Level, len(graphs)),
	}
	for i, f := range core.Fields {
		p.fields[f] = i
	}
	for i, g := range graphs {
		p.live[i] = g.Liveness(il.Def)
		p.locks[i] = make([]il.Level, len(g.Nodes))
		for n, node := range g.Nodes {
			if node.Stmt != nil {
				p.locks[i][n] = core.LevelAt(node.Stmt)
			}
		}
		for _, a := range il.Accesses(g.Unit.Body) {
			if a.Kind == il.Write && p.options.Form == Published {
				p.doubtful = p.doubtful.With(p.fields[a.Field()])
			}
		}
	}
	return p, nil
}

// explore explores a unit until ctx ends. If a limit may have left something out, cut names it.
func (p *program) explore(ctx context.Context, u *il.Unit) (whole *frame, cut string) {
	const pollInterval = 256
	x := &explorer{
		program: p, frames: map[string]*frame{}, states: p.options.MaxStates,
		poll: poll.Every(pollInterval, ctx),
	}
	whole = x.frame(u, memory{values: make([]value, len(u.Formals))})
	return whole, x.cut
}

// frame is the exploration of a method from an entry. It implements paths.Frame.
type frame struct {
	graph  *flow.Graph
	states []state
	exits  []int32 // the states at the end of the method
	calls  []*frame
	found  []found
}

func (f *frame) StepTo(state int32) paths.Step { return f.states[state].Step }
func (f *frame) Stmt(state int32) il.Stmt      { return f.graph.Nodes[f.states[state].node].Stmt }
func (f *frame) Callee(call int32) paths.Frame { return f.calls[call-1] }
func (f *frame) Found(index int32) paths.Found { return f.found[index].Found }

func (f *frame) value(s *state, x string) *value { return &s.values[f.graph.Slot(x)] }

// found is an access of o in a frame.
type found struct {
	kind
	paths.Found
	access il.Access
	steps  int // to just before the access
}

// kind is the identity of an access of a unit, regardless of the path to it.
type kind struct {
	site il.Site
	lock il.Level // counted from the frame's entry
	// dirty and relied are as in memory. fixed are the fields of o on the path of the access
	// itself, which must not change until both threads are at their accesses.
	dirty, relied, fixed fieldSet
	locking
}

// builder explores one frame, shortest paths first.
type builder struct {
	*explorer
	*frame
	unit  int // Unit.Index
	queue paths.Queue
	seen  map[string][]locking // by node and memory; without named locks, empty lists
	known map[kind]int         // index in found
}

// frame explores a method from an entry, once. The values of entry are those of the formals,
// followed by its objects.
func (e *explorer) frame(u *il.Unit, entry memory) *frame {
	key := string(binary.AppendUvarint(nil, uint64(u.Index))) + entry.key()
	if f, ok := e.frames[key]; ok {
		return f
	}
	b := &builder{
		explorer: e, frame: &frame{graph: e.graphs[u.Index]}, unit: u.Index,
		seen: map[string][]locking{}, known: map[kind]int{},
	}
	e.frames[key] = b.frame
	n := len(u.Formals)
	values := slice.Repeat(unknown, len(b.graph.Vars)+len(entry.values)-n)
	copy(values, entry.values[:n])
	copy(values[len(b.graph.Vars):], entry.values[n:])
	entry.values = values
	b.put(state{memory: entry, node: b.graph.Entry, Step: paths.Step{From: -1}})
	for !b.queue.Empty() && !e.exhausted() {
		b.expand(int32(b.queue.Next()))
	}
	return b.frame
}

// exhausted reports whether no more states may be explored, and records why.
func (e *explorer) exhausted() bool {
	switch {
	case e.poll.Step():
		e.cut = "interrupted"
	case e.states <= 0:
		e.cut = fmt.Sprintf("more than %d states", e.options.MaxStates)
	default:
		return false
	}
	return true
}

// put adds a state, unless there is one like it. What its dead variables hold is dropped.
func (b *builder) put(s state) {
	live := b.live[b.unit][s.node]
	for v := range b.graph.Vars {
		if !live.Has(int32(v)) {
			s.values[v] = unknown
		}
	}
	s.compact()
	if len(s.cells) > b.options.MaxObjects {
		b.cut = fmt.Sprintf("more than %d new objects at once", b.options.MaxObjects)
		return
	}
	key := string(binary.AppendUvarint(nil, uint64(s.node))) + s.key()
	// Frames are explored by the length of paths, so a state that was seen has a path no longer.
	before, seen := b.seen[key]
	within := func(l locking) bool { return l.within(s.locking) }
	switch {
	case len(b.core.Locks) == 0 && seen, slices.ContainsFunc(before, within):
		return
	case len(b.core.Locks) == 0:
		b.seen[key] = nil
	default:
		b.seen[key] = append(before, s.locking)
	}
	s.steps = min(s.steps, paths.Far)
	b.queue.Put(s.steps, len(b.frame.states))
	b.frame.states = append(b.frame.states, s)
}

// expand adds the states that follow the one with number at, and notes its access.
func (b *builder) expand(at int32) {
	b.explorer.states--
	s := &b.frame.states[at]
	n := &b.graph.Nodes[s.node]
	next := state{Step: paths.Step{From: at}, memory: s.clone(), node: n.Next, steps: s.steps + 1}
	switch c := n.Stmt.(type) {
	case nil:
		b.exits = append(b.exits, at)
		return
	case *il.Copy:
		*b.value(&next, c.Dst) = *b.value(&next, c.Src)
	case *il.Load:
		b.access(at, c)
		*b.value(&next, c.Dst) = b.walk(&next, c.Src)
		if next.relied != s.relied { // it may also not rely on the value that it reads
			other := next
			other.memory = s.clone()
			*b.value(&other, c.Dst) = unknown
			b.put(other)
		}
	case *il.Store:
		b.access(at, c)
		a, _ := il.AccessOf(c)
		to, v := b.walk(&next, a.Base()), *b.value(&next, c.Src)
		if to <= 0 && v > 0 && b.options.Form == Private {
			return
		}
		next.store(to, b.fields[a.Field()], v)
		next.published = next.published || to <= 0 && v != initial && len(b.core.Locks) > 0
	case *il.New:
		if b.options.Form == NoNew {
			return
		}
		o := value(len(next.cells) + 1)
		next.cells = append(next.cells, slice.Repeat(o, len(b.fields)))
		*b.value(&next, c.Dst) = o
	case *il.Lock, *il.Unlock:
		if len(b.core.Locks) > 0 {
			next.history = s.history.After(b.locks[b.unit][s.node], c)
		}
	case *il.If, *il.While:
		next.steps = s.steps
		other := next
		other.memory, other.node, other.Second = s.clone(), n.Alt, true
		b.put(other)
	case *il.Call:
		b.call(at, c)
		return
	default:
		panic(il.Unknown(c))
	}
	b.put(next)
}

// walk returns the value of a path, and adds the fields on which it relies to the state.
func (b *builder) walk(s *state, e il.Expr) value {
	v := *b.value(s, e.Root)
	for _, f := range e.Fields {
		v = s.load(v, b.fields[f])
	}
	s.relied = s.relied.Intersect(b.doubtful)
	return v
}

// access notes an access if its object is o.
func (b *builder) access(at int32, stmt il.Stmt) {
	s := &b.frame.states[at]
	a, _ := il.AccessOf(stmt)
	path := state{memory: s.memory}
	path.own, path.relied = "", "" // so that every field of o on the path is relied on
	if b.walk(&path, a.Base()) != initial {
		return
	}
	after := state{memory: s.memory}
	b.walk(&after, a.Base())
	b.note(found{
		kind: kind{
			site: a.Site, lock: b.locks[b.unit][s.node], locking: s.locking,
			dirty: s.dirty, relied: after.relied, fixed: path.relied,
		},
		Found: paths.Found{State: at}, access: a, steps: s.steps,
	})
}

// note keeps the shortest path to each kind of access.
func (b *builder) note(a found) {
	i, ok := b.known[a.kind]
	switch {
	case ok && b.found[i].steps <= a.steps:
	case ok:
		b.found[i] = a
	case len(b.found) >= b.options.MaxFound:
		b.cut = fmt.Sprintf("more than %d accesses", b.options.MaxFound)
	default:
		b.known[a.kind] = len(b.found)
		b.found = append(b.found, a)
	}
}

// call explores a method, notes its accesses, and continues after each of its exits.
func (b *builder) call(at int32, c *il.Call) {
	s := b.frame.states[at] // a copy: put moves the states
	before := state{memory: s.clone()}
	args := make([]value, len(c.Args))
	for i, e := range c.Args {
		args[i] = b.walk(&before, e)
	}
	callee := b.core.Methods[c.Method]
	entry, passed := before.enter(args)
	below := b.explorer.frame(callee, entry)
	b.calls = append(b.calls, below)
	call := int32(len(b.calls))
	level := b.locks[b.unit][s.node]
	for i, a := range below.found {
		a.locking = before.call(level, a.lock, a.locking)
		a.lock = level.Plus(a.lock)
		a.steps = min(a.steps+s.steps+1, paths.Far)
		a.relied = before.relied.Union(a.relied)
		a.Found = paths.Found{State: at, Below: below, Index: int32(i)}
		b.note(a)
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		next := state{
			Step: paths.Step{From: at, Call: call, Exit: exit},
			node: b.graph.Nodes[s.node].Next, steps: s.steps + 2 + end.steps,
			memory: before.leave(passed, &end.memory, len(below.graph.Vars)),
		}
		next.locking = before.call(level, il.Level{}, end.locking)
		b.put(next)
	}
}

// enter returns the memory of a method that is called with args, and the private objects that are
// passed, by their numbers in the method.
func (m *memory) enter(args []value) (entry memory, passed []value) {
	entry = m.clone()
	entry.relied, entry.locking = "", locking{}
	entry.values = slices.Clone(args)
	reached := m.reached(args...)
	for v := value(1); int(v) <= len(m.cells); v++ {
		if reached[v] {
			entry.values = append(entry.values, v)
		}
	}
	before := slices.Clone(entry.values[len(args):])
	entry.compact() // which numbers objects in the order of the arguments
	passed = make([]value, len(before))
	for i, v := range before {
		passed[entry.values[len(args)+i]-1] = v
	}
	for i := range passed {
		entry.values[len(args)+i] = value(i + 1)
	}
	return entry, passed
}

// leave returns the memory after a call that was entered with the objects passed and ended with
// end. From index hidden on, the values of end are the present numbers of these objects.
func (m *memory) leave(passed []value, end *memory, hidden int) memory {
	out := m.clone()
	out.dirty, out.own = end.dirty, end.own
	out.relied = m.relied.Union(end.relied)
	// The objects of end follow those of m, under new numbers.
	moved := func(v value) value {
		if v > 0 {
			v += value(len(m.cells))
		}
		return v
	}
	became := map[value]value{}
	for i, v := range passed {
		became[v] = moved(end.values[hidden+i])
	}
	rename := func(list []value) {
		for i, v := range list {
			if to, ok := became[v]; ok {
				list[i] = to
			}
		}
	}
	rename(out.values)
	for _, row := range out.cells {
		rename(row)
	}
	for _, row := range end.cells {
		row = slices.Clone(row)
		for i, v := range row {
			row[i] = moved(v)
		}
		out.cells = append(out.cells, row)
	}
	return out
}
