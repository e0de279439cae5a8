package rdit

import (
	"slices"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Completion is an execution with other bodies of the missing methods whose recorded events are
// those of the original one.
type Completion struct {
	Execution *dynamic.Execution
	Of        *Trace
	At        []int // the event of each element of the trace; -1 as in Item
}

// Complete returns the most synchronized completion of a trace: one that orders exactly the pairs
// of accesses that Maximal orders. The missing bodies are unchanged except for lock() and unlock();
// around each of their statements there is the loop
//
//	while * { lock(); unlock(); }
//
// which iterates at each moment at which maximal synchronizes. In a program of several locks, an
// if * in this loop chooses one.
func (t *Trace) Complete() *Completion {
	core := synchronizing(t.Execution.Core, t.Missing)
	x, err := dynamic.Begin(core, il.Pair{
		Left:  core.Units[t.Execution.Pair.Left.Index],
		Right: core.Units[t.Execution.Pair.Right.Index],
	}, t.Execution.Init)
	if err != nil {
		panic(err) // the state fitted the program with other bodies
	}
	c := completer{Completion: Completion{Execution: x, Of: t}, completing: newCompleting(t)}
	for y, it := range c.Items {
		at := -1
		if it.At >= 0 {
			c.upTo(it.At)
			at = len(c.Execution.Events) - 1
		}
		c.At = append(c.At, at)
		c.pass(y)
		for i, n := range c.syncs() {
			takes := append([]semantics.Take{semantics.Loop}, slice.Repeat(semantics.Else, n)...)
			if n < len(c.locks)-1 {
				takes = append(takes, semantics.Then)
			}
			c.do(i, takes...)
			c.do(i)
		}
	}
	c.upTo(len(t.Execution.Events) - 1)
	x.Cut = !t.Execution.Ended() // a thread that waits in the original may continue here
	return &c.Completion
}

// synchronizing returns the program with the missing bodies that Complete describes.
func synchronizing(core *il.Core, m Missing) *il.Core {
	c := *core
	c.Units = make([]*il.Unit, len(core.Units))
	for i, u := range core.Units {
		v := *u
		if m.Has(u) {
			v.Body = withLoops(u.Body, core.LocksTaken())
		}
		c.Units[i] = &v
	}
	c.Methods = make(map[string]*il.Unit, len(core.Methods))
	for name, u := range core.Methods {
		c.Methods[name] = c.Units[u.Index]
	}
	c.Order = make([]*il.Unit, len(core.Order))
	for i, u := range core.Order {
		c.Order[i] = c.Units[u.Index]
	}
	for i, u := range core.Threads {
		if u != nil {
			c.Threads[i] = c.Units[u.Index]
		}
	}
	return &c
}

// withLoops returns a block without lock() and unlock(), with a syncLoop around each statement.
func withLoops(b *il.Block, locks []il.LockRef) *il.Block {
	out := &il.Block{}
	if b != nil {
		out.At, out.End = b.At, b.End
	}
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Lock, *il.Unlock:
			continue
		case *il.If:
			branches := &il.If{
				At: s.At, Then: withLoops(s.Then, locks), Else: withLoops(s.Else, locks),
			}
			out.Stmts = append(out.Stmts, syncLoop(locks), branches)
		case *il.While:
			out.Stmts = append(out.Stmts, syncLoop(locks),
				&il.While{At: s.At, Body: withLoops(s.Body, locks)})
		default:
			out.Stmts = append(out.Stmts, syncLoop(locks), s)
		}
	}
	out.Stmts = append(out.Stmts, syncLoop(locks))
	return out
}

// syncLoop returns while * { lock(); unlock(); } of any of some locks. Only it has no position.
func syncLoop(locks []il.LockRef) *il.While {
	var body *il.Block
	for _, l := range slices.Backward(locks) {
		sync := &il.Block{At: il.NoPos, End: il.NoPos, Stmts: []il.Stmt{
			&il.Lock{At: il.NoPos, LockRef: l}, &il.Unlock{At: il.NoPos, LockRef: l},
		}}
		if body != nil {
			choice := &il.If{At: il.NoPos, Then: sync, Else: body}
			sync = &il.Block{At: il.NoPos, End: il.NoPos, Stmts: []il.Stmt{choice}}
		}
		body = sync
	}
	return &il.While{At: il.NoPos, Body: body}
}

// completer executes a completion together with the walk that draws its edges.
type completer struct {
	Completion
	*completing
	choices [2][]semantics.Take // those of the original execution that were not made yet, by thread
	next    int                 // the next event of the original execution
}

// upTo makes the original steps up to and including an event, except the locks of missing code.
func (c *completer) upTo(event int) {
	for ; c.next <= event; c.next++ {
		m := c.Of.Execution.Moves[c.next]
		for _, choice := range m.Choices {
			c.choices[m.Thread] = append(c.choices[m.Thread], choice.Take)
		}
		e := c.Of.Execution.Events[c.next]
		locks := e.Kind == dynamic.Acquire || e.Kind == dynamic.Release
		if !locks || !c.Missing.Has(e.In) {
			c.do(m.Thread, c.decisions(m.Thread)...)
		}
	}
}

// decisions returns the choices before the next command of thread i: it leaves the added loops, and
// resolves the others as in the original execution.
func (c *completer) decisions(i semantics.Tid) []semantics.Take {
	var takes []semantics.Take
	for at := c.Execution.Last().Threads[i].Point; ; {
		choices := at.Choices()
		if len(choices) == 0 {
			return takes
		}
		take := semantics.Exit
		if choices[0].At.Pos() != il.NoPos {
			take, c.choices[i] = c.choices[i][0], c.choices[i][1:]
		}
		next, ok := at.Resolve(take)
		if !ok {
			panic("rdit: a choice cannot be repeated")
		}
		takes, at = append(takes, take), next
	}
}

func (c *completer) do(i semantics.Tid, takes ...semantics.Take) {
	if stuck := c.Execution.Step(i, takes...); stuck != nil {
		panic("rdit: a step cannot be repeated: " + stuck.String())
	}
}
