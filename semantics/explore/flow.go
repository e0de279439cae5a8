package explore

import (
	"errors"
	"math/bits"

	"wobbly/il"
)

// maxNodes bounds the flow graph of a unit in which rounds of loops are written
// out: nested loops multiply.
const maxNodes = 1 << 18

// ErrUnroll is returned where the bound on rounds makes the program too large:
// nested loops are written out, and each multiplies what is inside.
var ErrUnroll = errors.New("the bound on rounds, written out over nested loops, makes the program too large")

// flow is the control flow of a unit: what is executed after what.
type flow struct {
	unit  *il.Unit
	nodes []node
	entry int32
	slots map[string]int32 // of variables in a frame; the formals come first
	regs  int32            // registers of this frame and of all frames of calls in it
	words int              // of a set of slots
	ways  [][]int32        // memo of settle
}

// node is a simple command, a call, an if, a while, or the end of the unit,
// which is node 0 and has no statement. Under an unroll bound the rounds of a
// loop are nodes of their own.
type node struct {
	stmt il.Stmt
	next int32    // after a command or call; the then-branch; the loop body, or none
	alt  int32    // the else-branch; after the loop
	cut  bool     // a while that may not go round again because of the bound
	live []uint64 // slots that may be read before they are written, from here on
	all  accesses // from here to the end of the unit
	free accesses // from here to the next lock() or the end
	thru bool     // the end can be reached without a lock()
}

const (
	endNode int32 = 0
	none    int32 = -1
)

// slot is the place of a variable in a frame.
func (f *flow) slot(x string) int32 {
	s, ok := f.slots[x]
	if !ok {
		s = int32(len(f.slots))
		f.slots[x] = s
	}
	return s
}

// newFlow makes the flow graph of u with at most unroll rounds of each loop
// each time it is reached, all of them where unroll is negative.
func newFlow(u *il.Unit, unroll int) (*flow, error) {
	f := &flow{unit: u, nodes: make([]node, 1, 1+len(u.Body.List())), slots: map[string]int32{}}
	for _, x := range u.Formals {
		f.slot(x)
	}
	entry, ok := f.block(u.Body, endNode, unroll)
	if !ok {
		return nil, ErrUnroll
	}
	f.entry = entry
	f.ways = make([][]int32, len(f.nodes))
	return f, nil
}

// block adds the nodes of b and gives the one where b begins; after b control
// goes to after. It fails when there are too many.
func (f *flow) block(b *il.Block, after int32, unroll int) (int32, bool) {
	list := b.List()
	for i := len(list) - 1; i >= 0; i-- {
		var ok bool
		if after, ok = f.stmt(list[i], after, unroll); !ok {
			return after, false
		}
	}
	return after, true
}

func (f *flow) stmt(s il.Stmt, after int32, unroll int) (int32, bool) {
	switch s := s.(type) {
	case *il.Skip:
		return after, true
	case *il.If:
		then, ok := f.block(s.Then, after, unroll)
		if !ok {
			return none, false
		}
		els, ok := f.block(s.Else, after, unroll)
		return f.add(node{stmt: s, next: then, alt: els}), ok
	case *il.While:
		return f.loop(s, after, unroll)
	case *il.Copy, *il.Load, *il.Store, *il.New, *il.Lock, *il.Unlock, *il.Call:
		il.EachVar(s, func(x string, _ il.Pos) { f.slot(x) })
		return f.add(node{stmt: s, next: after, alt: none}), true
	default:
		panic(il.Unknown(s))
	}
}

// loop adds a while. Rounds without a command lead nowhere new, so a body that
// holds none is not entered.
func (f *flow) loop(s *il.While, after int32, unroll int) (int32, bool) {
	if !hasCommand(s.Body) {
		return f.add(node{stmt: s, next: none, alt: after}), true
	}
	if unroll < 0 {
		head := f.add(node{stmt: s, alt: after})
		body, ok := f.block(s.Body, head, unroll)
		f.nodes[head].next = body
		return head, ok
	}
	head := f.add(node{stmt: s, next: none, alt: after, cut: true})
	for range unroll {
		body, ok := f.block(s.Body, head, unroll)
		if !ok {
			return none, false
		}
		head = f.add(node{stmt: s, next: body, alt: after})
		if len(f.nodes) > maxNodes {
			return none, false
		}
	}
	return head, true
}

// hasCommand tells whether a step can be taken inside b.
func hasCommand(b *il.Block) bool {
	found := false
	il.Walk(b, func(s il.Stmt) {
		switch s.(type) {
		case *il.Skip, *il.If, *il.While:
		default:
			found = true
		}
	})
	return found
}

func (f *flow) add(n node) int32 {
	f.nodes = append(f.nodes, n)
	return int32(len(f.nodes) - 1)
}

// branches tells whether control passes n without a step, one way or the other.
func (n *node) branches() bool {
	switch n.stmt.(type) {
	case *il.If, *il.While:
		return true
	default:
		return false
	}
}

// targets are the nodes that control goes to from n.
func (n *node) targets() [2]int32 {
	if n.stmt == nil {
		return [2]int32{none, none}
	}
	return [2]int32{n.next, n.alt}
}

// settle lists the commands, calls and the end of the unit that may come next
// when control is at node from: ifs and whiles take no step. Each is listed
// once, nearest first.
func (f *flow) settle(from int32) []int32 {
	if f.ways[from] == nil {
		f.ways[from] = f.walk(from, func(int32, int32, int) {})
	}
	return f.ways[from]
}

// walk is settle; it shows each node that it comes to, the branch from which it
// does, and which way was taken there.
func (f *flow) walk(from int32, visit func(n, branch int32, way int)) []int32 {
	if !f.nodes[from].branches() {
		return []int32{from}
	}
	var settled []int32
	seen := map[int32]bool{from: true}
	queue := []int32{from}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if !f.nodes[n].branches() {
			settled = append(settled, n)
			continue
		}
		for way, to := range f.nodes[n].targets() {
			if to != none && !seen[to] {
				seen[to] = true
				visit(to, n, way)
				queue = append(queue, to)
			}
		}
	}
	return settled
}

// cuts tells whether the bound forbids another round on the way from a node to
// the next commands.
func (f *flow) cuts(from int32) bool {
	cut := f.nodes[from].cut
	if f.nodes[from].branches() {
		f.walk(from, func(n, _ int32, _ int) { cut = cut || f.nodes[n].cut })
	}
	return cut
}

// choice is how an if or while was resolved.
type choice struct {
	at    il.Stmt
	first bool // then, or another round
}

// choices are those on a shortest way from a node to a command that settle
// lists for it.
func (f *flow) choices(from, to int32) []choice {
	type step struct {
		branch int32
		way    int
	}
	came := map[int32]step{}
	f.walk(from, func(n, branch int32, way int) { came[n] = step{branch, way} })
	var back []choice
	for n := to; n != from; n = came[n].branch {
		s := came[n]
		back = append(back, choice{at: f.nodes[s.branch].stmt, first: s.way == 0})
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}

// liveness computes for every node the slots that may be read from there on
// before they are written. All slots are live throughout where all is set,
// which keeps states apart that only differ in what is never read.
func (f *flow) liveness(all bool) {
	f.words = (len(f.slots) + 63) / 64
	pool := make([]uint64, f.words*len(f.nodes))
	for i := range f.nodes {
		f.nodes[i].live = pool[i*f.words : (i+1)*f.words : (i+1)*f.words]
		if all {
			for s := range len(f.slots) {
				f.nodes[i].live[s/64] |= 1 << (s % 64)
			}
		}
	}
	now := make([]uint64, f.words)
	f.iterate(func(n *node) (changed bool) {
		if all {
			return false
		}
		f.before(n, now)
		for w, set := range now {
			if n.live[w] != set {
				n.live[w] = set
				changed = true
			}
		}
		return changed
	})
}

// iterate updates nodes until nothing changes, to and fro: nodes come after
// what they lead to, but the heads of loops before their bodies.
func (f *flow) iterate(update func(n *node) (changed bool)) {
	for changed := true; changed; {
		changed = false
		for i := range f.nodes {
			changed = update(&f.nodes[i]) || changed
		}
		for i := len(f.nodes) - 1; i >= 0 && changed; i-- {
			update(&f.nodes[i])
		}
	}
}

// liveAfter tells whether a variable may be read after a simple command before
// it is written.
func (f *flow) liveAfter(n int32, x string) bool {
	s := f.slots[x]
	return f.nodes[f.nodes[n].next].live[s/64]>>(s%64)&1 != 0
}

// before computes the slots that are live before n from those live after it.
func (f *flow) before(n *node, live []uint64) {
	clear(live)
	for _, to := range n.targets() {
		if to != none {
			for w, set := range f.nodes[to].live {
				live[w] |= set
			}
		}
	}
	write := func(x string) { s := f.slots[x]; live[s/64] &^= 1 << (s % 64) }
	read := func(x string) { s := f.slots[x]; live[s/64] |= 1 << (s % 64) }
	switch s := n.stmt.(type) {
	case nil, *il.If, *il.While, *il.Lock, *il.Unlock:
	case *il.Copy:
		write(s.Dst)
		read(s.Src)
	case *il.Load:
		write(s.Dst)
		read(s.Src.Root)
	case *il.Store:
		read(s.Dst.Root)
		read(s.Src)
	case *il.New:
		write(s.Dst)
	case *il.Call:
		for _, e := range s.Args {
			read(e.Root)
		}
	default:
		panic(il.Unknown(s))
	}
}

// members lists the slots of a set, each moved by base.
func members(set []uint64, base int32) []int32 {
	var out []int32
	for w, b := range set {
		for ; b != 0; b &= b - 1 {
			out = append(out, base+int32(w*64+bits.TrailingZeros64(b)))
		}
	}
	return out
}
