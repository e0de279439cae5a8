package gen

import (
	"iter"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/text"
)

// Shrink looks for a small legal program for which fails returns true, starting from p. It tries
// ever smaller edits (drop methods, runs of statements, compounds around their bodies, formals with
// their arguments, fields of paths; inline calls; merge methods and names) and keeps those that
// still fail, until no edit helps, nor any two edits together if the program is small. Smaller
// means fewer statements, then fewer names, then simpler statements (shorter paths, fewer
// arguments, no sugar); finally names are made regular if the program then still fails.
//
// The result is a new tree with the positions of its own text (il.Positioned), without comments; p
// is not changed. If p is not legal, or does not fail, the result is a copy of p. The same p and
// fails give the same result if fails is a pure function. An init block is kept or dropped as a
// whole. If p has a pair of units, fails is called only with programs that have one.
func Shrink(p *il.Program, fails func(*il.Program) bool) *il.Program {
	return ShrinkWithin(p, 0, fails)
}

// ShrinkWithin is Shrink among programs that are legal except for the given assumptions, which they
// need not violate.
func ShrinkWithin(
	p *il.Program, tolerated check.Assumption, fails func(*il.Program) bool,
) *il.Program {
	best := plainCopy(p)
	legal := legalLike(best, tolerated)
	if !legal(best) || !fails(best) {
		return best
	}
	s := shrinking{tolerated: tolerated, legal: legal, fails: fails, refused: map[string]bool{}}
	for better := best; better != nil; better = s.byTwoEdits(best) {
		best = s.bySingleEdits(better)
	}
	return s.regular(best)
}

// plainCopy returns a positioned copy of p without comments.
func plainCopy(p *il.Program) *il.Program { return il.Positioned(viewOf(p).rewrite(rewriting{})) }

type shrinking struct {
	tolerated check.Assumption
	legal     func(*il.Program) bool
	fails     func(*il.Program) bool
	refused   map[string]bool // texts of small programs for which fails does not hold
	measured  *il.Program     // the program of cost
	cost      []int
}

// few bounds the statements of a small program, for which all pairs of edits are tried.
const few = 8

// bySingleEdits applies edits to p as long as one helps.
func (s *shrinking) bySingleEdits(p *il.Program) *il.Program {
	for improved := true; improved; {
		improved = false
		v := viewOf(p)
		pending := v.edits(s.tolerated)
		for i := 0; i < len(pending); {
			smaller := s.accept(v.rewrite(pending[i]), p)
			if smaller == nil {
				i++
				continue
			}
			p, improved = smaller, true
			v = viewOf(p)
			pending = v.edits(s.tolerated)
		}
	}
	return p
}

// byTwoEdits looks for two edits that help together, if p is small. It returns nil if there are
// none.
func (s *shrinking) byTwoEdits(p *il.Program) *il.Program {
	v := viewOf(p)
	if len(v.stmts) > few {
		return nil
	}
	seen := map[string]bool{}
	for _, first := range v.edits(s.tolerated) {
		half := il.Positioned(v.rewrite(first))
		if seen[half.Source.Text] {
			continue
		}
		seen[half.Source.Text] = true
		w := viewOf(half)
		for _, second := range w.edits(s.tolerated) {
			if smaller := s.accept(w.rewrite(second), p); smaller != nil {
				return smaller
			}
		}
	}
	return nil
}

// accept returns n in its final form, or nil if n is not legal, is not smaller than p, or does not
// fail.
func (s *shrinking) accept(n, p *il.Program) *il.Program {
	if s.measured != p {
		s.measured, s.cost = p, cost(p)
	}
	if slices.Compare(cost(n), s.cost) >= 0 || !s.legal(n) {
		return nil
	}
	il.Positioned(n)
	if s.refused[n.Source.Text] {
		return nil
	}
	if s.fails(n) {
		return n
	}
	const small = 1000 // bytes
	if len(n.Source.Text) <= small {
		s.refused[n.Source.Text] = true
	}
	return nil
}

// Smaller yields the programs that Shrink would try next from p, for a tester that shrinks by
// itself: repeatedly taking a failing one ends with a program for which Shrink would try nothing
// else.
func Smaller(p *il.Program) iter.Seq[*il.Program] {
	return func(yield func(*il.Program) bool) {
		s := shrinking{legal: legalLike(p, 0), refused: map[string]bool{}}
		stopped := false
		s.fails = func(n *il.Program) bool {
			stopped = stopped || !yield(n)
			return stopped
		}
		v := viewOf(p)
		for _, e := range v.edits(0) {
			s.accept(v.rewrite(e), p)
			if stopped {
				return
			}
		}
		s.byTwoEdits(p)
		if !stopped {
			s.regular(p)
		}
	}
}

// regular gives p regular names: all of them if that still fails, otherwise those of the kinds for
// which it does.
func (s *shrinking) regular(p *il.Program) *il.Program {
	all := ofMethods | ofFields | ofFormals | ofLocals
	for _, kinds := range []naming{all, ofMethods, ofFields, ofFormals, ofLocals} {
		q := il.Positioned(viewOf(p).regular(kinds))
		if q.Source.Text != p.Source.Text && s.legal(q) && s.fails(q) {
			p = q
		}
	}
	return p
}

type naming uint8

const (
	ofMethods naming = 1 << iota
	ofFields
	ofFormals
	ofLocals
)

// regular renames the given kinds to regular names, in the order of occurrence. A program with an
// init block keeps its names.
func (v *view) regular(kinds naming) *il.Program {
	methods, fields := newOrdered(), newOrdered()
	for _, d := range v.program.Decls {
		switch d := d.(type) {
		case *il.Method:
			methods.add(d.Name)
		case *il.Init:
			return v.rewrite(rewriting{})
		}
	}
	for _, f := range v.fields() {
		fields.add(f)
	}
	var w rewriting
	if kinds&ofMethods != 0 {
		w.called = func(m string) string { return methodName(methods.index[m]) }
	}
	if kinds&ofFields != 0 {
		w.field = func(f string) string { return text.ShortName("fghijk", fields.index[f]) }
	}
	renaming := make([]map[string]string, len(v.units))
	for i := range v.units {
		renaming[i] = v.regularVariables(i, kinds)
	}
	w.variable = func(u int, x string) string { return renaming[u][x] }
	return v.rewrite(w)
}

// regularVariables gives the variables of unit u of the given kinds their regular names, unless
// another variable has them.
func (v *view) regularVariables(u int, kinds naming) map[string]string {
	unit, renaming := v.units[u], map[string]string{}
	kept := func(x string) bool {
		if unit.isFormal(x) {
			return kinds&ofFormals == 0
		}
		return kinds&ofLocals == 0
	}
	var taken []string
	for _, x := range v.variables(u) {
		if kept(x) {
			renaming[x] = x
			taken = append(taken, x)
		}
	}
	args := 0
	for _, x := range v.variables(u) {
		switch {
		case kept(x):
		case !unit.isFormal(x):
			renaming[x] = freshName("xyzuvw", &taken)
		case unit.thread:
			renaming[x] = argName(args)
			args++
		default:
			renaming[x] = freshName("abcde", &taken)
		}
	}
	return renaming
}
