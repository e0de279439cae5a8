package findings

import (
	"cmp"
	"context"
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/report"
)

// maxPairs bounds how many combinations of elements are explained.
const maxPairs = 1000

// answered is an answer about one access together with its elements.
type answered struct {
	report.AccessAnswer
	kept []element // in units that programs are built from
}

// Access lists the summaries that contain the access at a position. There are two accesses if sugar
// is both a load and a store, and none if something else is there.
func (f *Findings) Access(p il.Position) []report.AccessAnswer {
	return slice.Map(f.accessesAt(p),
		func(x answered) report.AccessAnswer { return x.AccessAnswer })
}

// Pair says why the accesses at two positions are, or are not, reported.
func (f *Findings) Pair(_ context.Context, p, q il.Position) report.PairAnswer {
	var out report.PairAnswer
	ps := f.accessesAt(p)
	qs := ps
	if p != q {
		qs = f.accessesAt(q)
	}
	for _, x := range ps {
		out.Accesses = append(out.Accesses, x.AccessAnswer)
	}
	if p != q {
		for _, x := range qs {
			out.Accesses = append(out.Accesses, x.AccessAnswer)
		}
	}
	var pairs [][2]element
	pairs, out.Cut = f.combine(ps, qs)
	for _, x := range pairs {
		out.Pairs = append(out.Pairs, f.explain(x[0], x[1]))
	}
	nearestFirst(out.Pairs)
	return out
}

// nearestFirst sorts pairs by how many of their tests fail.
func nearestFirst(all []report.Pair) {
	failures := func(p report.Pair) int {
		return len(slice.Filter(p.Tests, func(t report.Test) bool { return !t.Holds }))
	}
	slice.SortStable(all,
		func(a, b report.Pair) int { return cmp.Compare(failures(a), failures(b)) })
}

// combine lists the combinations of elements in two methods of one program, each unordered pair
// once. cut reports whether it stopped at its bound.
func (f *Findings) combine(ps, qs []answered) (pairs [][2]element, cut bool) {
	seen := map[[2]abstract.Side]bool{}
	right := elementsOf(qs)
	for _, x := range elementsOf(ps) {
		for _, y := range right {
			l, r := x, y
			if l.Side.Compare(r.Side) > 0 {
				l, r = r, l
			}
			key := [2]abstract.Side{l.Side, r.Side}
			if !f.isPair(l.Unit, r.Unit) || seen[key] {
				continue
			}
			if len(pairs) == maxPairs {
				return pairs, true
			}
			seen[key] = true
			pairs = append(pairs, [2]element{l, r})
		}
	}
	return pairs, false
}

func elementsOf(list []answered) []element {
	var all []element
	for _, x := range list {
		all = append(all, x.kept...)
	}
	return all
}

func (f *Findings) accessesAt(p il.Position) []answered {
	stmt, unit := f.statementAt(p)
	if stmt == nil {
		return []answered{{AccessAnswer: report.AccessAnswer{Site: f.nothingAt(p)}}}
	}
	all := slice.Map(sitesAt(f.core, stmt), f.answer)
	if len(all) == 0 {
		all = []answered{{AccessAnswer: report.AccessAnswer{Site: f.noAccess(p, stmt, unit)}}}
	}
	return all
}

// answer follows one access to the summaries that contain it.
func (f *Findings) answer(x *site) answered {
	a := answered{AccessAnswer: report.AccessAnswer{Site: f.describe(x)}}
	var elements []element
	elements, a.Cut = f.mapToCallers(x)
	for _, e := range elements {
		switch {
		case e.dropped:
			a.Dropped = append(a.Dropped,
				report.Dropped{
					Unit: e.Unit.Name, Path: string(e.Path), Calls: f.positions(e.calls),
				})
		case f.asked(e.Unit):
			a.kept = append(a.kept, e)
			a.Elements = append(a.Elements, f.derivation(e.Side, e.calls))
		}
	}
	if len(a.kept) == 0 && len(a.Dropped) == 0 {
		a.Site.Remarks = append(a.Site.Remarks, fmt.Sprintf(
			"It is in no summary that a pair is built from: nothing that was asked about calls %s.",
			x.unit.Name))
	}
	return a
}

// Wobbly lists the wobbly prefixes of an access's path in the summary of its method, the shortest
// first. A path from a local is in no summary, so it has none.
func (f *Findings) Wobbly(at il.Site) []report.Wobbly {
	x := siteAt(f.core, at)
	if x == nil || x.unit.Formal(x.Path.Root) < 0 {
		return nil
	}
	return f.wobbly(abstract.Side{
		Unit:   x.unit,
		Access: abstract.Access{At: x.At, Kind: x.Kind, Path: abstract.ExprOf(x.Path)},
	}, 0)
}

// asked reports whether the questions include programs built from a method.
func (f *Findings) asked(u *il.Unit) bool {
	if f.par.Only != nil {
		return u == f.par.Only.Left || u == f.par.Only.Right
	}
	return f.core.IsUnitOfPairs(u)
}

// statementAt returns the statement that begins at a position, or the last one that begins before
// it on its line, or nil.
func (f *Findings) statementAt(p il.Position) (il.Stmt, *il.Unit) {
	var best il.Stmt
	var holder *il.Unit
	for _, u := range f.core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			at := f.core.Source.Position(s.Pos())
			if at.Line == p.Line && at.Col <= p.Col && (best == nil || s.Pos() > best.Pos()) {
				best, holder = s, u
			}
		})
	}
	return best, holder
}

// nothingAt says that there is no statement at a position.
func (f *Findings) nothingAt(p il.Position) report.Site {
	return report.Site{Remarks: []string{
		fmt.Sprintf("There is no statement at %s.", p), f.nearest(p),
	}}
}

// noAccess describes what is at a position instead of an access.
func (f *Findings) noAccess(p il.Position, s il.Stmt, u *il.Unit) report.Site {
	out := report.Site{
		At: f.at(s), Span: report.Span{At: s.Pos(), End: s.Pos() + 1},
		Text: written(f.core.Source, s), Within: u.Name,
	}
	what := "This is not an access: only loads x := a.f and stores a.f := x access a cell."
	if c, ok := s.(*il.Call); ok {
		what = fmt.Sprintf("A call is not an access, nor is evaluating its arguments (Definition "+
			"3.6); the accesses are in the body of %s, from %s on.",
			c.Method, f.core.Source.At(f.core.Methods[c.Method].Body.At))
	}
	out.Remarks = []string{what, f.nearest(p)}
	return out
}

// nearest names the accesses before and after a position.
func (f *Findings) nearest(p il.Position) string {
	var before, after *site
	for _, u := range f.core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			for _, x := range sitesAt(f.core, s) {
				switch {
				case f.core.Source.Position(s.Pos()).Before(p):
					before = x
				case after == nil:
					after = x
				}
			}
		})
	}
	switch {
	case before == nil && after == nil:
		return "The program has no access at all."
	case before == nil:
		return "The first access is " + f.named(after) + "."
	case after == nil:
		return "The last access is " + f.named(before) + "."
	default:
		return fmt.Sprintf("The nearest accesses are %s and %s.", f.named(before), f.named(after))
	}
}

func (f *Findings) named(x *site) string {
	return fmt.Sprintf("%s (%s)", f.at(x.stmt), il.SourceText(x.stmt))
}

// Touch says why an expression is, or is not, in W of a unit.
func (f *Findings) Touch(u *il.Unit, e abstract.Expr) report.TouchAnswer {
	out := report.TouchAnswer{
		Unit:   u.Name,
		Prefix: report.Prefix{Expr: string(e), Targets: f.par.Options.Mode.Captures()},
	}
	if w, ok := f.write(u, e); ok && out.Targets {
		out.Written = &w
	}
	if w, ok := f.touch(u, e); ok {
		out.Wobbly = &w
		return out
	}
	if u.Formal(e.Root()) < 0 {
		out.Reason = fmt.Sprintf("%s is not a parameter of %s, and W holds only what "+
			"begins with one (fml).", e.Root(), u.Name)
	} else {
		out.Reason = fmt.Sprintf("neither %s nor a method that it calls touches it.", u.Name)
	}
	return out
}
