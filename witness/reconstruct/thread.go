package reconstruct

import (
	"wobbly/il"
	control "wobbly/il/flow"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// thread records the steps of one thread as it executes the text of its unit.
type thread struct {
	b        *Builder
	name     string // "A" or "B"
	compress bool   // whether a complete call is one step, Run
	steps    []witness.Step
	choices  []witness.Choice // the choices since the last step
}

// trace is the remaining execution of a thread. If ends is true, it ends after a number of steps,
// with these decisions at ifs and whiles. Otherwise it is complete, and the shortest by costs.
type trace struct {
	ends      bool
	decisions []control.Decision
	steps     int

	costs *control.Costs
}

// done reports whether the trace has ended.
func (tr *trace) done() bool { return tr.ends && tr.steps == 0 && len(tr.decisions) == 0 }

// decide reports whether the trace takes the then-branch of s, or enters it if it is a loop.
func (tr *trace) decide(s il.Stmt) (first bool) {
	if !tr.ends {
		return tr.costs.First(s)
	}
	if len(tr.decisions) == 0 || tr.decisions[0].At != s {
		panic("reconstruct: the trace has no decision for this statement")
	}
	first = tr.decisions[0].First
	tr.decisions = tr.decisions[1:]
	return first
}

// runTo executes the call path to a target, which exists, up to just before its end.
func (t *thread) runTo(to target) {
	for {
		path := t.b.callPaths.find(to)
		for _, l := range t.b.callPaths.before(to, path.to) {
			if l.inside {
				t.choose(l.stmt, l.first)
			} else {
				t.followStmt(l.stmt, &trace{costs: l.costs})
			}
		}
		call, ok := path.to.stmt.(*il.Call)
		if !ok {
			return
		}
		t.push(call)
		to = path.next
	}
}

// follow executes a block along a trace, and reports whether the trace ends in it.
func (t *thread) follow(b *il.Block, tr *trace) bool {
	for _, s := range b.List() {
		if tr.done() || t.followStmt(s, tr) {
			return true
		}
	}
	return tr.done()
}

// followStmt executes a statement along a trace, and reports whether the trace ends in it.
func (t *thread) followStmt(s il.Stmt, tr *trace) bool {
	switch s := s.(type) {
	case *il.Skip:
	case il.Command:
		l := t.b.label(s)
		t.add(l.at, l.text)
		tr.steps--
	case *il.If:
		first := tr.decide(s)
		t.choose(s, first)
		if first {
			return t.follow(s.Then, tr)
		}
		return t.follow(s.Else, tr)
	case *il.While:
		for tr.decide(s) {
			t.choose(s, true)
			if t.follow(s.Body, tr) {
				return true
			}
		}
		t.choose(s, false)
	case *il.Call:
		if t.compress {
			t.step(s, witness.Run)
			t.last().Steps = tr.costs.Of(s).String()
			break
		}
		t.push(s)
		tr.steps--
		if t.follow(t.b.core.Methods[s.Method].Body, tr) {
			return true
		}
		t.step(s, witness.Pop)
		tr.steps--
	default:
		panic(il.Unknown(s))
	}
	return false
}

func (t *thread) push(c *il.Call) {
	t.step(c, witness.Push)
	_, t.last().Args = execution.Do(il.Push{Call: c})
}

// last returns the step that was recorded last.
func (t *thread) last() *witness.Step { return &t.steps[len(t.steps)-1] }

// step records a step at a statement, with the choices that led there.
func (t *thread) step(s il.Stmt, do string) { t.add(t.b.core.Source.At(s.Pos()), do) }

// add is like step for a position and a text.
func (t *thread) add(at, do string) {
	t.steps = append(t.steps, witness.Step{Thread: t.name, At: at, Do: do, Choices: t.choices})
	t.choices = nil
}

// choose records the choice at an if or a while: first says whether the thread enters its first
// block.
func (t *thread) choose(s il.Stmt, first bool) {
	take, _ := semantics.TakeOf(s, first)
	t.choices = append(t.choices,
		witness.Choice{At: t.b.core.Source.At(s.Pos()), Take: string(take)})
}

// label is a simple command as a witness writes it: its position and its text.
type label struct{ at, text string }

// maxLabels is the maximum number of labels that are cached.
const maxLabels = 1 << 16

// label returns the label of a command.
func (b *Builder) label(c il.Command) label {
	s := il.StmtOf(c)
	l, ok := b.labels[s]
	if !ok {
		l = label{b.core.Source.At(s.Pos()), il.CommandText(c)}
		if len(b.labels) < maxLabels {
			b.labels[s] = l
		}
	}
	return l
}
