package findings

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// wobbly lists the prefixes of a path that spoil it, shortest first: the proper prefixes that are
// in W of its unit. In modes that count captured fields, the prefix q with c fields must be intact:
// there it lists the proper prefixes of q that are in W, and q if it is in Wr.
func (f *Findings) wobbly(s abstract.Side, c int) []report.Wobbly {
	all := []report.Wobbly{}
	q := s.Path
	if f.par.Options.Mode.Captures() {
		q = q.First(c)
	}
	for e := range q.ProperPrefixes() {
		if x, ok := f.touch(s.Unit, e); ok {
			all = append(all, x)
		}
	}
	if f.par.Options.Mode.Captures() {
		if x, ok := f.write(s.Unit, q); ok {
			all = append(all, x)
		}
	}
	return all
}

// touch says why an expression is in W of a unit, under the options in force.
func (f *Findings) touch(u *il.Unit, e abstract.Expr) (report.Wobbly, bool) {
	if sets, ok := f.result.(*abstract.Sets); ok && !sets.Summary(u).W.Has(e) {
		return report.Wobbly{}, false
	}
	o, ok := f.origins.Touch(u, e)
	return f.wobblyBy(u, e, o), ok
}

// write says why an expression is in Wr of a unit, in modes that count captured fields.
func (f *Findings) write(u *il.Unit, e abstract.Expr) (report.Wobbly, bool) {
	if sets, ok := f.result.(*abstract.Sets); ok && !sets.Summary(u).Wr.Has(e) {
		return report.Wobbly{}, false
	}
	o, ok := f.origins.Write(u, e)
	return f.wobblyBy(u, e, o), ok
}

// wobblyBy describes the origin of an expression in W, if it has one.
func (f *Findings) wobblyBy(u *il.Unit, e abstract.Expr, o abstract.Origin) report.Wobbly {
	if o.Stmt == nil {
		return report.Wobbly{}
	}
	x := report.Wobbly{
		Unit: u.Name, Prefix: string(e), At: f.core.Source.At(o.Stmt.Pos()),
		Cause: report.Cause{
			Text: written(f.core.Source, o.Stmt), Within: o.Unit.Name, Expr: string(o.Expr),
			Rule: o.Rule, Action: action(o),
		},
	}
	if len(o.Calls) > 0 {
		x.Calls = f.positions(o.Calls)
	}
	return x
}

// action describes what a statement does with the expression that it puts into W.
func action(o abstract.Origin) string {
	switch s := o.Stmt.(type) {
	case *il.Call:
		return "passes it together with a path that begins with it"
	case *il.Store:
		if o.Rule == abstract.RuleWobblyWrite {
			return "writes it"
		}
		return "stores it"
	case *il.Load:
		if o.Rule == abstract.RuleWobblyWrite {
			return "assigns it"
		}
		return "reads it"
	case *il.Copy:
		if o.Rule == abstract.RuleWobblyWrite {
			return "assigns it"
		}
		return "copies it"
	case *il.New:
		return "assigns it"
	default:
		panic(il.Unknown(s))
	}
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
		out.Reason = fmt.Sprintf("neither %s nor a method that it calls assigns or copies it.",
			u.Name)
	}
	return out
}
