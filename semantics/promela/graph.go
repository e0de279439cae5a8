package promela

import "wobbly/il"

// graph is the control graph of a thread with all calls inlined.
type graph struct {
	points []*point // those before the commands, in text order, and the one at the end
	starts []*point // those where the thread may be before its first step
	frames []*frame // the thread's own first, then in the order of first calls
	level  il.Level // the highest level, at the deepest nesting of lock()

	transitions int // how many resolved successors the points have, counted by resolve
}

// point is a program point: before a command, at the end of the thread, or in between, where
// control passes without a step.
type point struct {
	number   int        // counted from 1; 0 for a point in between
	command  il.Command // nil at the end and in between
	frame    *frame     // the frame in which the command is executed
	callee   *frame     // the frame that a push makes or a pop drops
	next     []*point   // the points to which control goes directly
	resolved []*point   // the numbered points where the thread may be after the command
}

// frame is a frame of the thread's stack, identified by its depth and its method: there is never
// more than one of these at a time.
type frame struct {
	depth int
	unit  *il.Unit
	vars  map[string]string // the model's name of each variable
	order []string          // the variables, formals first, then in text order
}

// flatten inlines the calls of u. It follows the statements of Figure 4 in the tree instead of the
// control of package semantics.
func flatten(core *il.Core, u *il.Unit) *graph {
	b := &builder{core: core, graph: &graph{}, made: map[frameKey]*frame{}}
	start := &point{}
	f := b.frame(0, u)
	end := b.point(nil, f, b.block(u.Body, f, start))
	b.number(end)
	b.graph.starts = resolved(start)
	return b.graph
}

type builder struct {
	core  *il.Core
	graph *graph
	made  map[frameKey]*frame
	level il.Level // the level at the place reached
}

type frameKey struct {
	depth int
	unit  *il.Unit
}

func (b *builder) frame(depth int, u *il.Unit) *frame {
	key := frameKey{depth, u}
	if b.made[key] == nil {
		f := &frame{depth: depth, unit: u}
		b.made[key] = f
		b.graph.frames = append(b.graph.frames, f)
	}
	return b.made[key]
}

// point adds a point after others.
func (b *builder) point(c il.Command, f *frame, from ...*point) *point {
	p := &point{command: c, frame: f}
	for _, q := range from {
		q.next = append(q.next, p)
	}
	return p
}

func (b *builder) number(p *point) *point {
	b.graph.points = append(b.graph.points, p)
	p.number = len(b.graph.points)
	return p
}

// command adds the point before c, with a number.
func (b *builder) command(c il.Command, f *frame, from *point) *point {
	return b.number(b.point(c, f, from))
}

// block appends the statements of blk and returns the point from which control continues.
func (b *builder) block(blk *il.Block, f *frame, from *point) *point {
	for _, s := range blk.List() {
		from = b.stmt(s, f, from)
	}
	return from
}

// stmt appends a statement and returns the point from which control continues.
func (b *builder) stmt(s il.Stmt, f *frame, from *point) *point {
	switch s := s.(type) {
	case *il.Skip:
		return from
	case *il.If:
		choice := b.point(nil, f, from)
		then := b.block(s.Then, f, choice)
		return b.point(nil, f, then, b.block(s.Else, f, choice))
	case *il.While:
		head := b.point(nil, f, from)
		last := b.block(s.Body, f, head)
		last.next = append(last.next, head)
		return head
	case *il.Call:
		m := b.core.Methods[s.Method]
		callee := b.frame(f.depth+1, m)
		push := b.command(il.Push{Call: s, Callee: m}, f, from)
		pop := b.command(il.Pop{Call: s, Callee: m}, f, b.block(m.Body, callee, push))
		push.callee, pop.callee = callee, callee
		return pop
	case il.Command:
		b.level = b.level.After(s)
		b.graph.level = b.graph.level.Max(b.level)
		return b.command(s, f, from)
	default:
		panic(il.Unknown(s))
	}
}

// resolve finds the points that may follow each command. It returns false if they exceed the limit.
func (g *graph) resolve(limit int) bool {
	for _, p := range g.points {
		if p.command != nil {
			p.resolved = resolved(p)
		}
		g.transitions += len(p.resolved)
		if g.transitions > limit {
			return false
		}
	}
	return true
}

// resolved lists the numbered points that control can reach from p without a step, each once.
func resolved(p *point) []*point {
	var found []*point
	seen := map[*point]bool{}
	pending := [][]*point{p.next}
	for len(pending) > 0 {
		last := len(pending) - 1
		if len(pending[last]) == 0 {
			pending = pending[:last]
			continue
		}
		q := pending[last][0]
		pending[last] = pending[last][1:]
		switch {
		case seen[q]:
		case q.number > 0:
			found = append(found, q)
		default:
			pending = append(pending, q.next)
		}
		seen[q] = true
	}
	return found
}

// sizes has the size of each method's flat form.
type sizes map[*il.Unit]size

// size is the most that one execution of a method needs, including calls.
type size struct {
	commands int    // how many the inlined text has, with push and pop; at most maxTransitions+1
	news     int    // how often new() is executed, at most unbounded
	loop     il.Pos // a loop that allocates, if news is unbounded
}

// unbounded stands for more objects than any model can have.
const unbounded = 1 << 20

// measure visits callees before callers, so that it does not descend into calls: inlining may be
// exponential.
func measure(core *il.Core) sizes {
	all := sizes{}
	for _, u := range core.Order {
		all[u] = all.block(core, u.Body)
	}
	return all
}

func (all sizes) block(core *il.Core, b *il.Block) size {
	var z size
	for _, s := range b.List() {
		z = z.then(all.stmt(core, s))
	}
	return z
}

func (all sizes) stmt(core *il.Core, s il.Stmt) size {
	switch s := s.(type) {
	case *il.Skip:
		return size{}
	case *il.New:
		return size{commands: 1, news: 1}
	case il.Command:
		return size{commands: 1}
	case *il.If:
		return all.block(core, s.Then).or(all.block(core, s.Else))
	case *il.While:
		z := all.block(core, s.Body)
		if z.news > 0 {
			z.news, z.loop = unbounded, s.At
		}
		return z
	case *il.Call:
		return size{commands: 2}.then(all[core.Methods[s.Method]])
	default:
		panic(il.Unknown(s))
	}
}

// then returns the size of s followed by y.
func (s size) then(y size) size {
	if s.news < unbounded {
		s.loop = y.loop
	}
	s.news = min(s.news+y.news, unbounded)
	s.commands = min(s.commands+y.commands, maxTransitions+1)
	return s
}

// or returns the size of two branches, of which an execution takes one.
func (s size) or(y size) size {
	both := s.then(y)
	both.news = max(s.news, y.news)
	return both
}
