package racerd

import (
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// Explanation explains why a snapshot is in the A of a unit with its ownership: by a chain of calls
// down to the access, with the lookups in E at each step. If the snapshot is Owned, every chain is;
// if not, this one is not.
type Explanation struct {
	Side
	Calls []*il.Call // from the unit down to the access, outermost first
	Steps []step     // of Calls, and of the access
}

// step is a statement of a chain: a call, or at the end the load or store (with Options.PrefixReads
// also the call that reads an argument).
type step struct {
	Unit      *il.Unit // of Stmt
	Stmt      il.Stmt
	Access    Access    // in terms of Unit
	Ownership Ownership // of the access, by this chain
	Facts     []fact    // from which Ownership follows; none if it was already Owned in the callee
}

// fact is the ownership of an expression.
type fact struct {
	Formal    string        // of the callee, for which Expr is passed; empty at the access itself
	Expr      abstract.Expr // the argument, or the path to the accessed object
	Prefix    abstract.Expr // of Expr, whose entry was found; Expr itself if there is none
	Ownership Ownership
	// Since are the assignments from which it comes, earliest first; none for the initial value of
	// a formal.
	Since []*assignment
}

// aspect is a part of a snapshot's ownership: the index of a formal on which it depends, or one of
// the following.
type aspect int

const (
	present aspect = -1 - iota // the snapshot is there at all
	unowned                    // it is Unowned
)

func (a aspect) of(o Ownership) bool {
	switch a {
	case present:
		return true
	case unowned:
		return o == Unowned
	default:
		return o.depends(int(a))
	}
}

// Explain explains why a is in the A of u. It reports false if a is not. The chain is the first in
// text order of the shortest ones.
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
	x := Explanation{Side: Side{Unit: u, Access: a, Ownership: o}}
	for at := r.origin(question{unit: u, access: a, about: about}); at != nil; at = at.from {
		x.Steps = append(x.Steps, step{
			Unit: at.unit, Stmt: at.stmt, Access: at.access, Ownership: at.ownership,
			Facts: slice.Map(at.decisive(), lookedUp.fact),
		})
	}
	slices.Reverse(x.Steps)
	for _, step := range x.Steps[:len(x.Steps)-1] {
		x.Calls = append(x.Calls, step.Stmt.(*il.Call))
	}
	return x, true
}

// A question is where an aspect of a unit's snapshot comes from.
type question struct {
	unit   *il.Unit
	access Access
	about  aspect
}

// answer is a recording that has the wanted aspect, and the answer one call up.
type answer struct {
	question
	recording
	from *answer
}

// origin searches breadth first for a shortest chain from a question down the calls to an access.
// There is one, because summaries are made in finitely many steps.
func (r *Result) origin(q question) *answer {
	type open struct {
		question
		from *answer
	}
	seen := map[question]bool{}
	for queue := []open{{q, nil}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, x := range r.recorded(at.unit)[at.access] {
			if !at.about.of(x.ownership) {
				continue
			}
			next := &answer{question: at.question, recording: x, from: at.from}
			if x.inner == nil {
				return next
			}
			for _, about := range at.about.inner(x) {
				q := question{unit: x.inner.Unit, access: x.inner.Access, about: about}
				if !seen[q] {
					seen[q] = true
					queue = append(queue, open{q, next})
				}
			}
		}
	}
	panic("unreachable: no statement records the snapshot")
}

// inner lists the aspects of a callee's snapshot from which x follows at a call.
func (a aspect) inner(r recording) []aspect {
	if a == present || a == unowned && r.inner.Ownership == Unowned {
		return []aspect{a}
	}
	var all []aspect
	for _, i := range r.inner.Ownership.list() {
		if a.of(r.lookups[i].Ownership) {
			all = append(all, aspect(i))
		}
	}
	return all
}

// Sentences returns the explanation in English, a sentence for each fact.
func (e Explanation) Sentences(source *il.Source) []string {
	last := e.Steps[len(e.Steps)-1]
	verb := "reads"
	if e.Kind == il.Write {
		verb = "writes"
	}
	all := []string{fmt.Sprintf("%s %s %s at %s.", last.Unit.Name, verb, last.Access.Path,
		source.At(e.At))}
	for i, step := range slices.Backward(e.Steps) {
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

// verdict returns the sentence for the first step of a chain that is not Owned.
func verdict(s step) string {
	if s.Ownership == Unowned {
		return fmt.Sprintf("Nothing says that %s owns the object.", s.Unit.Name)
	}
	var names string
	for _, i := range s.Ownership.list() {
		names += ", " + s.Unit.Formals[i]
	}
	return fmt.Sprintf("So %s owns the object only if it is given objects of its own (%s), "+
		"which nothing ensures.", s.Unit.Name, names[2:])
}

// sentences returns the fact in English: how it came about, and at last the fact itself.
func (f fact) sentences(s step, source *il.Source) []string {
	var all []string
	at := func(s il.Stmt) string { return il.Text(s) + " at " + source.At(s.Pos()) }
	if f.Formal != "" {
		all = append(all,
			fmt.Sprintf("%s, in %s, passes %s as %s.", at(s.Stmt), s.Unit.Name, f.Expr, f.Formal))
	}
	for _, a := range f.Since {
		all = append(all, fmt.Sprintf("%s: %s.", at(a.Stmt), a.Ownership.in(s.Unit.Formals)))
	}
	as := ""
	if f.Prefix != f.Expr && f.Ownership != Unowned {
		as = fmt.Sprintf(", as %s is", f.Prefix)
	}
	return append(all,
		fmt.Sprintf("%s is %s in %s%s.", f.Expr, f.Ownership.in(s.Unit.Formals), s.Unit.Name, as))
}
