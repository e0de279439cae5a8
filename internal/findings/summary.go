package findings

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// Summary returns the document of analyze: every unit in file order, until stop is true. Lists have
// at most limit elements.
func Summary(core *il.Core, m abstract.Mode, r abstract.Result, limit int,
	stop func() bool) *report.Summary {
	title := ""
	if m != abstract.Figure7 {
		title = m.Title()
	}
	units := func(yield func(report.Unit) bool) {
		for _, u := range core.Units {
			x := summary(core, m, r, u, limit)
			if stop() || !yield(x) {
				return
			}
		}
	}
	return &report.Summary{File: core.Source.Name, Analysis: m.String(), Title: title,
		Interrupted: stop, Units: units}
}

// summary converts the summary of a method. Modes that count captured fields also have Wr.
func summary(core *il.Core, m abstract.Mode, r abstract.Result, u *il.Unit, limit int) report.Unit {
	strings := func(list []abstract.Expr) []string {
		all := []string{}
		for _, e := range list {
			all = append(all, string(e))
		}
		return all
	}
	out := report.Unit{
		Name: u.Name, Formals: append([]string{}, u.Formals...),
		Wobbly: strings(r.Wobbly(u, limit)), Lock: r.Lock(u).Depth(), L: core.Written(r.Lock(u)),
		Accesses: []report.Access{},
		Head:     report.Head{At: core.Source.At(u.At), Thread: u.Thread, Private: u.Private},
	}
	for _, a := range r.Accesses(u, limit) {
		x := report.Access{
			At: core.Source.At(a.At), Kind: a.Kind.String(), Path: string(a.Path),
			Lock: a.Lock.Depth(), Locks: core.HeldNames(a.Lock), Text: core.Source.SimpleAt(a.At),
		}
		if m.Captures() {
			x.Captured = &a.Captured
		}
		out.Accesses = append(out.Accesses, x)
	}
	if w, n := r.Size(u); w.Exceeds(len(out.Wobbly)) || n.Exceeds(len(out.Accesses)) {
		out.Total = &report.UnitTotals{Wobbly: w.String(), Accesses: n.String()}
	}
	if m.Captures() {
		list, n := r.Written(u, limit)
		out.Written = strings(list)
		if out.Total != nil {
			out.Total.Written = n.String()
		}
	}
	return out
}

// written returns a statement as the source has it; for one that lowering has inserted, it returns
// the statement it was made from.
func written(src *il.Source, s il.Stmt) string {
	if name, ok := il.Def(s); ok && il.IsTemporary(name) {
		return src.SimpleAt(s.Pos())
	}
	return il.SourceText(s)
}
