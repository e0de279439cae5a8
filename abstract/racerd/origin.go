package racerd

import (
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// Explanation says why a snapshot is in the A of a unit with the ownership that
// it has: one chain of calls down to the access, and on each step what was
// looked up in E. If the snapshot is Owned, every chain is; if not, this chain
// is one that is not.
type Explanation struct {
	Side
	Calls []*il.Call // from the unit down to the access, outermost first
	Steps []step     // the same with what happens there; the last one is the access
}

// step is a statement of a chain: a call, or at the end the load or store (with
// Options.PrefixReads also the call that reads an argument).
type step struct {
	Unit      *il.Unit // that holds Stmt
	Stmt      il.Stmt
	Access    Access    // in terms of Unit
	Ownership Ownership // of the access, by this chain
	Facts     []fact    // from which it follows; none where it was Owned in the callee already
}

// fact is what E says of an expression.
type fact struct {
	Formal    string        // of the callee, for which Expr is passed; empty at the access itself
	Expr      abstract.Expr // the actual, or of the accessed path the object that is accessed
	Prefix    abstract.Expr // of Expr, whose entry is the answer; Expr itself where there is none
	Ownership Ownership
	Since     []*given // the assignments that led to it, the earliest first; none for what a formal began with
}

func factOf(formal string, x, prefix il.Expr, h held) fact {
	f := fact{Formal: formal, Expr: abstract.ExprOf(x), Prefix: abstract.ExprOf(prefix), Ownership: h.Ownership}
	for g := h.since; g != nil; g = g.From {
		f.Since = append(f.Since, g)
	}
	slices.Reverse(f.Since)
	return f
}

// watch collects what puts one snapshot into A.
type watch struct {
	access Access
	seen   []recording
}

// recording is a statement that records the snapshot, and for a call the
// callee's snapshot that it comes from.
type recording struct {
	stmt      il.Stmt
	inner     *Access
	ownership Ownership
	facts     []fact // of a call one for each actual
}

func (w *watch) saw(s recording) { w.seen = append(w.seen, s) }

// sawCall notes the callee's snapshots that become the one watched.
func (w *watch) sawCall(t *transfer, c *il.Call, d state, callee *il.Unit, sum state) {
	theta := abstract.Substitution(callee, c)
	for _, inner := range sum.accesses() {
		if a, ok := applied(callee, inner, theta, d); ok && a == w.access {
			actuals, facts := t.passed(c, d, callee)
			w.saw(recording{c, &inner, sum.A[inner].instantiate(actuals), facts})
		}
	}
}

// passed is what E says of the actuals of a call.
func (t *transfer) passed(c *il.Call, d state, callee *il.Unit) ([]held, []fact) {
	actuals := make([]held, len(c.Args))
	facts := make([]fact, len(c.Args))
	for i, e := range c.Args {
		h, p := t.opts.own(d.E, e)
		actuals[i], facts[i] = h, factOf(callee.Formals[i], e, p, h)
	}
	return actuals, facts
}

// aspect is a part of what a snapshot's ownership says: the index of a formal
// on which it depends, or one of the following.
type aspect int

const (
	present aspect = -1 - iota // the snapshot is there at all
	unowned                    // it is Unowned
)

// of tells whether a value has the aspect.
func (x aspect) of(o Ownership) bool {
	switch x {
	case present:
		return true
	case unowned:
		return o == Unowned
	default:
		return o.depends(int(x))
	}
}

// Explain says why a is in the A of u; false if it is not. The chain is a
// shortest one, and the first of these in text order.
func (r *Result) Explain(u *il.Unit, a Access) (Explanation, bool) {
	o, ok := r.sums[u.Index].A[a]
	if !ok {
		return Explanation{}, false
	}
	about := present
	if o == Unowned {
		about = unowned
	} else if o != Owned {
		about = aspect(o.list()[0])
	}
	s := explaining{result: r, seen: map[question]bool{}, recordings: map[question][]recording{}}
	end := s.search(question{u, a, about})
	x := Explanation{Side: Side{u, a, o}}
	for at := end; at != nil; at = at.from {
		x.Steps = append(x.Steps, at.step)
	}
	slices.Reverse(x.Steps)
	for _, step := range x.Steps[:len(x.Steps)-1] {
		x.Calls = append(x.Calls, step.Stmt.(*il.Call))
	}
	return x, true
}

// explaining is a breadth-first search down the calls for the origin of an
// aspect.
type explaining struct {
	result     *Result
	seen       map[question]bool
	recordings map[question][]recording
}

// question asks where an aspect of a unit's snapshot comes from.
type question struct {
	unit   *il.Unit
	access Access
	about  aspect
}

// answer is a step of a chain, and the one above it.
type answer struct {
	step step
	from *answer
}

// search finds the shortest chain from a question to an access. There is one:
// what is in a summary has come there in finitely many steps.
func (s *explaining) search(q question) *answer {
	type open struct {
		question
		from *answer
	}
	for queue := []open{{q, nil}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, x := range s.recordingsOf(at.question) {
			if !at.about.of(x.ownership) {
				continue
			}
			next := &answer{step{at.unit, x.stmt, at.access, x.ownership, x.facts}, at.from}
			if x.inner == nil {
				return next
			}
			callee := s.result.core.Methods[x.stmt.(*il.Call).Method]
			o := s.result.sums[callee.Index].A[*x.inner]
			next.step.Facts = dependencies(o, x.facts)
			for _, about := range at.about.inner(o, x.facts) {
				if q := (question{callee, *x.inner, about}); !s.seen[q] {
					s.seen[q] = true
					queue = append(queue, open{q, next})
				}
			}
		}
	}
	panic("racerd: a snapshot that no statement records")
}

// recordingsOf runs the transfer of a question's unit once more, watching.
func (s *explaining) recordingsOf(q question) []recording {
	key := question{q.unit, q.access, present}
	if found, ok := s.recordings[key]; ok {
		return found
	}
	r := s.result
	w := &watch{access: q.access}
	t := transfer{core: r.core, unit: q.unit, opts: r.opts, sums: r.sums, heads: map[*il.While]state{}, watch: w}
	t.block(q.unit.Body, t.initial())
	s.recordings[key] = w.seen
	return w.seen
}

// inner lists the aspects of a callee's value o that bring about x at a call
// with these actuals.
func (x aspect) inner(o Ownership, actuals []fact) []aspect {
	if x == present || x == unowned && o == Unowned {
		return []aspect{x}
	}
	var all []aspect
	for _, i := range o.list() {
		if x.of(actuals[i].Ownership) {
			all = append(all, aspect(i))
		}
	}
	return all
}

// dependencies are the facts that decide what o is for a caller.
func dependencies(o Ownership, actuals []fact) []fact {
	return slice.Map(o.list(), func(i int) fact { return actuals[i] })
}

// Sentences says the explanation in words, a line for each fact, with positions
// of the source.
func (x Explanation) Sentences(source *il.Source) []string {
	last := x.Steps[len(x.Steps)-1]
	all := []string{fmt.Sprintf("%s %s %s at %s.", last.Unit.Name, verb(x.Kind), last.Access.Path, source.At(x.At))}
	for i, step := range slices.Backward(x.Steps) {
		for _, f := range step.Facts {
			all = append(all, f.sentences(step, source)...)
		}
		if step.Ownership == Owned {
			return append(all, "So the object is taken for one that no other thread can reach.")
		}
		if i == 0 {
			all = append(all, verdict(step))
		}
	}
	return all
}

func verb(k il.AccessKind) string {
	if k == il.Write {
		return "writes"
	}
	return "reads"
}

// verdict closes the explanation of an access that is not owned.
func verdict(s step) string {
	if s.Ownership == Unowned {
		return fmt.Sprintf("Nothing says that %s owns the object.", s.Unit.Name)
	}
	var names string
	for _, i := range s.Ownership.list() {
		names += ", " + s.Unit.Formals[i]
	}
	return fmt.Sprintf("So %s owns the object only if it is given objects of its own (%s), which nothing ensures.", s.Unit.Name, names[2:])
}

// sentences says one fact in words.
func (f fact) sentences(s step, source *il.Source) []string {
	var all []string
	if f.Formal != "" {
		all = append(all, fmt.Sprintf("%s at %s, in %s, passes %s as %s.", il.Text(s.Stmt), source.At(s.Stmt.Pos()), s.Unit.Name, f.Expr, f.Formal))
	}
	for _, g := range f.Since {
		all = append(all, fmt.Sprintf("%s at %s: %s.", il.Text(g.Stmt), source.At(g.Stmt.Pos()), g.Ownership.in(s.Unit.Formals)))
	}
	as := ""
	if f.Prefix != f.Expr && f.Ownership != Unowned {
		as = fmt.Sprintf(", as %s is", f.Prefix)
	}
	return append(all, fmt.Sprintf("%s is %s in %s%s.", f.Expr, f.Ownership.in(s.Unit.Formals), s.Unit.Name, as))
}
