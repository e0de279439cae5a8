package reconstruct

import (
	"wobbly/il"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// thread records the steps of one thread as it executes the text of its unit.
type thread struct {
	b        *Builder
	name     string // A or B
	compress bool   // a complete call is one step, Run
	steps    []witness.Step
	choices  []witness.Choice // since the last step
}

// runTo executes a unit along a call path, up to just before the access.
func (t *thread) runTo(u *il.Unit, path hop) {
	for {
		t.runBefore(u.Body, path.to.stmt)
		call, ok := path.to.stmt.(*il.Call)
		if !ok {
			return
		}
		t.push(call)
		u, path = t.b.core.Methods[call.Method], t.b.callPaths.find(path.next)
	}
}

// runBefore executes a block up to just before a statement inside it.
func (t *thread) runBefore(b *il.Block, stop il.Stmt) {
	for _, s := range b.List() {
		if s == stop {
			return
		}
		for k, inner := range il.Blocks(s) {
			if contains(inner, stop) {
				t.choose(s, takeInto(s, k))
				t.runBefore(inner, stop)
				return
			}
		}
		t.complete(s)
	}
}

// takeInto is the choice that enters block k of an if or a while.
func takeInto(s il.Stmt, k int) string {
	if _, loop := s.(*il.While); loop {
		return witness.Loop
	}
	return [2]string{witness.Then, witness.Else}[k]
}

// contains reports whether a statement is inside a block, by their positions.
func contains(b *il.Block, s il.Stmt) bool {
	return b != nil && b.At < s.Pos() && s.Pos() <= b.End
}

// complete executes a statement on a shortest path from its beginning to its end.
func (t *thread) complete(s il.Stmt) {
	switch s := s.(type) {
	case *il.Skip:
	case il.Command:
		l := t.b.label(s)
		t.add(l.at, l.text)
	case *il.If:
		branch := t.b.callPaths.costs.cheaper(s).block
		take := witness.Then
		if branch != s.Then {
			take = witness.Else
		}
		t.choose(s, take)
		t.completeBlock(branch)
	case *il.While:
		t.choose(s, witness.Exit)
	case *il.Call:
		if t.compress {
			t.step(s, witness.Run)
			cost := t.b.callPaths.costs.stmt(s)
			t.last().Steps = cost.String()
			return
		}
		t.push(s)
		t.completeBlock(t.b.core.Methods[s.Method].Body)
		t.step(s, witness.Pop)
	default:
		panic(il.Unknown(s))
	}
}

// completeBlock executes a block on a shortest path.
func (t *thread) completeBlock(b *il.Block) {
	for _, s := range b.List() {
		t.complete(s)
	}
}

func (t *thread) push(c *il.Call) {
	t.step(c, witness.Push)
	_, t.last().Args = execution.Do(il.Push{Call: c})
}

// last is the step that was recorded last.
func (t *thread) last() *witness.Step { return &t.steps[len(t.steps)-1] }

// step records a step at a statement, with the choices that led there.
func (t *thread) step(s il.Stmt, do string) { t.add(t.b.core.Source.At(s.Pos()), do) }

// add records a step, with the choices that led there.
func (t *thread) add(at, do string) {
	t.steps = append(t.steps, witness.Step{Thread: t.name, At: at, Do: do, Choices: t.choices})
	t.choices = nil
}

func (t *thread) choose(s il.Stmt, take string) {
	t.choices = append(t.choices, witness.Choice{At: t.b.core.Source.At(s.Pos()), Take: take})
}

// label is how a witness writes a simple command: its position, and its text.
type label struct {
	stmt     il.Stmt
	at, text string
}

const (
	maxScannedLabels = 16      // are searched one by one
	maxKeptLabels    = 1 << 16 // are kept beside these; others are made each time
)

// label returns the label of a command. It is made once, as long as labels are kept.
func (b *Builder) label(c il.Command) label {
	s := il.StmtOf(c)
	for i := range b.labels {
		if b.labels[i].stmt == s {
			return b.labels[i]
		}
	}
	if l, ok := b.moreLabels[s]; ok {
		return l
	}
	l := label{s, b.core.Source.At(s.Pos()), il.CommandText(c)}
	switch {
	case b.labels == nil:
		b.labels = append(make([]label, 0, maxScannedLabels/2), l)
	case len(b.labels) < maxScannedLabels:
		b.labels = append(b.labels, l)
	case b.moreLabels == nil:
		b.moreLabels = map[il.Stmt]label{s: l}
	case len(b.moreLabels) < maxKeptLabels:
		b.moreLabels[s] = l
	}
	return l
}
