package reconstruct

import (
	"wobbly/il"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// thread writes down the steps of one thread.
type thread struct {
	b        *Builder
	name     string
	compress bool // keep complete calls as Run steps
	steps    []witness.Step
	choices  []witness.Choice // taken since the last step
}

// run follows a call path from turn to turn, to just before the access.
func (t *thread) run(u *il.Unit, at turn) {
	for {
		t.to(u.Body, at.stop.stmt)
		call, ok := at.stop.stmt.(*il.Call)
		if !ok {
			return
		}
		t.push(call)
		u, at = t.b.core.Methods[call.Method], t.b.callPaths.find(at.next)
	}
}

// to executes b up to just before the statement stop inside it.
func (t *thread) to(b *il.Block, stop il.Stmt) {
	for _, s := range b.List() {
		if s == stop {
			return
		}
		for k, inner := range il.Blocks(s) {
			if inside(inner, stop) {
				t.choose(s, takeInto(s, k))
				t.to(inner, stop)
				return
			}
		}
		t.over(s)
	}
}

// takeInto is the take by which a thread enters block k of an if or a while.
func takeInto(s il.Stmt, k int) string {
	if _, loop := s.(*il.While); loop {
		return witness.Loop
	}
	return [2]string{witness.Then, witness.Else}[k]
}

// inside tells by position whether a statement stands in b.
func inside(b *il.Block, s il.Stmt) bool {
	return b != nil && b.At < s.Pos() && s.Pos() <= b.End
}

// over executes s completely, on a shortest path.
func (t *thread) over(s il.Stmt) {
	switch s := s.(type) {
	case *il.Skip:
	case il.Command:
		w := t.b.words(s)
		t.append(w.at, w.do)
	case *il.If:
		branch := t.b.callPaths.costs.cheaper(s).block
		take := witness.Then
		if branch != s.Then {
			take = witness.Else
		}
		t.choose(s, take)
		t.all(branch)
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
		t.all(t.b.core.Methods[s.Method].Body)
		t.step(s, witness.Pop)
	default:
		panic(il.Unknown(s))
	}
}

func (t *thread) all(b *il.Block) {
	for _, s := range b.List() {
		t.over(s)
	}
}

func (t *thread) push(c *il.Call) {
	t.step(c, witness.Push)
	_, t.last().Args = execution.Do(il.Push{Call: c})
}

func (t *thread) last() *witness.Step { return &t.steps[len(t.steps)-1] }

// step records a step at a statement, with the choices on the path there.
func (t *thread) step(s il.Stmt, do string) { t.append(t.b.core.Source.At(s.Pos()), do) }

func (t *thread) append(at, do string) {
	t.steps = append(t.steps, witness.Step{Thread: t.name, At: at, Do: do, Choices: t.choices})
	t.choices = nil
}

// words is how a witness names a simple command: where it stands, and its text.
type words struct {
	stmt   il.Stmt
	at, do string
}

// So many words are looked through, and so many are kept.
const fewNamed, mostNamed = 16, 1 << 16

// words are made once for each command, as long as they are kept.
func (b *Builder) words(c il.Command) words {
	s := il.StmtOf(c)
	for i := range b.named {
		if b.named[i].stmt == s {
			return b.named[i]
		}
	}
	if w, ok := b.others[s]; ok {
		return w
	}
	w := words{s, b.core.Source.At(s.Pos()), il.CommandText(c)}
	switch {
	case b.named == nil:
		b.named = append(make([]words, 0, fewNamed/2), w)
	case len(b.named) < fewNamed:
		b.named = append(b.named, w)
	case b.others == nil:
		b.others = map[il.Stmt]words{s: w}
	case len(b.others) < mostNamed:
		b.others[s] = w
	}
	return w
}

func (t *thread) choose(s il.Stmt, take string) {
	t.choices = append(t.choices, witness.Choice{At: t.b.core.Source.At(s.Pos()), Take: take})
}
