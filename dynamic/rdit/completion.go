package rdit

import (
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
)

// Completion is an execution that looks the same as another one to those who do
// not see the missing methods, in which these have other bodies.
type Completion struct {
	Execution *dynamic.Execution
	Of        *Trace
	At        []int // of each element of the trace, the event; -1 as in Item
}

// Complete makes the most synchronized completion of a trace: one that orders
// all pairs of accesses that Maximal orders, and no others. The missing bodies
// do what they did, but for lock() and unlock(), and around each of their
// statements they may execute lock(); unlock() any number of times:
//
//	while * { lock(); unlock(); }
//
// They do so at each moment at which maximal does.
func (t *Trace) Complete() *Completion {
	core := synchronizing(t.Execution.Core, t.Missing)
	x, err := dynamic.Begin(core, il.Pair{
		Left: core.Units[t.Execution.Pair.Left.Index], Right: core.Units[t.Execution.Pair.Right.Index],
	}, t.Execution.Init)
	if err != nil {
		panic(err) // the state fitted the program with other bodies
	}
	c := completer{Completion: Completion{Execution: x, Of: t}, completing: newCompleting(t)}
	c.run()
	return &c.Completion
}

// synchronizing is a program with the missing bodies that Complete describes.
func synchronizing(core *il.Core, m Missing) *il.Core {
	c := *core
	c.Units = make([]*il.Unit, len(core.Units))
	for i, u := range core.Units {
		v := *u
		if m.Has(u) {
			v.Body = withLoops(u.Body)
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

// withLoops is a block without lock() and unlock(), with a loop that may take the
// lock before each statement and at the end.
func withLoops(b *il.Block) *il.Block {
	out := &il.Block{}
	if b != nil {
		out.At, out.End = b.At, b.End
	}
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Lock, *il.Unlock:
			continue
		case *il.If:
			out.Stmts = append(out.Stmts, syncLoop(), &il.If{At: s.At, Then: withLoops(s.Then), Else: withLoops(s.Else)})
		case *il.While:
			out.Stmts = append(out.Stmts, syncLoop(), &il.While{At: s.At, Body: withLoops(s.Body)})
		default:
			out.Stmts = append(out.Stmts, syncLoop(), s)
		}
	}
	out.Stmts = append(out.Stmts, syncLoop())
	return out
}

// syncLoop is such a loop. It stands nowhere, by which it is known.
func syncLoop() *il.While {
	return &il.While{At: il.NoPos, Body: &il.Block{At: il.NoPos, End: il.NoPos, Stmts: []il.Stmt{
		&il.Lock{At: il.NoPos}, &il.Unlock{At: il.NoPos},
	}}}
}

// completer runs a completion beside the walk that draws its edges.
type completer struct {
	Completion
	*completing
	pending [2][]semantics.Take // of the execution, that the thread has still to make
	next    int                 // event of the execution
}

// run makes the steps of the execution, but for the locks of missing code, and
// behind each element of the trace those that synchronize.
func (c *completer) run() {
	for y, it := range c.Items {
		if it.At >= 0 {
			c.upTo(it.At)
		}
		at := it.At
		if at >= 0 {
			at = len(c.Execution.Events) - 1
		}
		c.At = append(c.At, at)
		c.step(y)
		for _, i := range rounds {
			if c.sync(i) {
				c.do(i, semantics.Loop)
				c.do(i)
			}
		}
	}
	c.upTo(len(c.Of.Execution.Events) - 1)
	c.Execution.Cut = c.Of.Execution.Cut
}

// upTo makes the steps up to and with an event of the execution.
func (c *completer) upTo(event int) {
	for ; c.next <= event; c.next++ {
		m := c.Of.Execution.Moves[c.next]
		for _, choice := range m.Choices {
			c.pending[m.Thread] = append(c.pending[m.Thread], choice.Take)
		}
		if e := c.Of.Execution.Events[c.next]; e.Kind != dynamic.Acquire && e.Kind != dynamic.Release || !c.Missing.Has(e.In) {
			c.do(m.Thread, c.decisions(m.Thread)...)
		}
	}
}

// decisions are how thread i gets to its next command: it leaves the loops that were
// added, and resolves other choices as it did.
func (c *completer) decisions(i semantics.Tid) []semantics.Take {
	var takes []semantics.Take
	for at := c.Execution.Last().Threads[i].Point; ; {
		choices := at.Choices()
		if len(choices) == 0 {
			return takes
		}
		take := semantics.Exit
		if choices[0].At.Pos() != il.NoPos {
			take, c.pending[i] = c.pending[i][0], c.pending[i][1:]
		}
		next, ok := at.Resolve(take)
		if !ok {
			panic("rdit: a choice cannot be made again")
		}
		takes, at = append(takes, take), next
	}
}

// do makes a step.
func (c *completer) do(i semantics.Tid, takes ...semantics.Take) {
	if stuck := c.Execution.Step(i, takes...); stuck != nil {
		panic("rdit: a step cannot be made again: " + stuck.String())
	}
}
