package findings

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// Summary is the document of analyze: every unit in file order, until stop is
// true. Lists hold at most limit elements.
func Summary(core *il.Core, m abstract.Mode, r abstract.Result, limit int, stop func() bool) *report.Summary {
	title := ""
	if m != abstract.Figure7 {
		title = m.Title()
	}
	return &report.Summary{File: core.Source.Name, Analysis: m.String(), Title: title, Interrupted: stop, Units: func(yield func(report.Unit) bool) {
		for _, u := range core.Units {
			x := UnitSummary(core, m, r, u, limit)
			if stop() || !yield(x) {
				return
			}
		}
	}}
}

// UnitSummary is what Summary says of one unit.
func UnitSummary(core *il.Core, m abstract.Mode, r abstract.Result, u *il.Unit, limit int) report.Unit {
	x := unit(core, r, u, limit)
	if m.Captures() {
		addCaptured(&x, r, u, limit)
	}
	return x
}

// addCaptured adds what the modes Plus and Meet have beside W, L and A: Wr, and the number of
// captured fields of each access.
func addCaptured(x *report.Unit, r abstract.Result, u *il.Unit, limit int) {
	list, n := r.Written(u, limit)
	x.Written = []string{}
	for _, e := range list {
		x.Written = append(x.Written, string(e))
	}
	for i, a := range r.Accesses(u, limit) {
		x.Accesses[i].Captured = &a.Captured
	}
	if x.Total != nil {
		x.Total.Written = n.String()
	}
}

// unit is the neutral form of the summary of a unit.
func unit(core *il.Core, r abstract.Result, u *il.Unit, limit int) report.Unit {
	out := report.Unit{
		Name: u.Name, Formals: append([]string{}, u.Formals...), Wobbly: []string{}, Lock: r.Lock(u).Depth(),
		Accesses: []report.Access{}, Head: report.Head{At: core.Source.At(u.At), Thread: u.Thread, Private: u.Private},
	}
	for _, e := range r.Wobbly(u, limit) {
		out.Wobbly = append(out.Wobbly, string(e))
	}
	for _, x := range r.Accesses(u, limit) {
		out.Accesses = append(out.Accesses, report.Access{
			At: core.Source.At(x.At), Kind: x.Kind.String(), Path: string(x.Path), Lock: x.Lock.Depth(),
			Text: core.Source.SimpleAt(x.At),
		})
	}
	if w, n := r.Size(u); w.Exceeds(len(out.Wobbly)) || n.Exceeds(len(out.Accesses)) {
		out.Total = &report.UnitTotals{Wobbly: w.String(), Accesses: n.String()}
	}
	return out
}

// written is a statement in the words of the source; of one that lowering has put before
// another, all that is written there.
func written(src *il.Source, s il.Stmt) string {
	if name, ok := il.Def(s); ok && il.IsTemporary(name) {
		return src.SimpleAt(s.Pos())
	}
	return il.SourceText(s)
}
