package cli

import (
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
	"wobbly/witness/reconstruct"
)

// sites finds the statements of a program by the position of their access, so
// that a report can point into the source.
type sites struct {
	core    *il.Core
	builder *reconstruct.Builder
	found   map[siteKey]site
	done    map[*il.Unit]bool
}

type siteKey struct {
	at   il.Pos
	kind il.AccessKind
}

// site is a load or store and the body that holds it.
type site struct {
	span report.Span
	unit *il.Unit
	stmt il.Stmt
}

func newSites(core *il.Core, b *reconstruct.Builder) *sites {
	return &sites{core: core, builder: b, found: map[siteKey]site{}, done: map[*il.Unit]bool{}}
}

// side makes the neutral form of one side of a report.
func (s *sites) side(x abstract.Side) report.Side {
	calls := s.builder.Calls(x)
	side := report.Side{
		Unit: x.Unit.Name, At: s.core.Source.At(x.At), Kind: x.Kind.String(),
		Path: string(x.Path), Lock: x.Lock, Calls: s.positions(calls),
		Span: report.Span{At: x.At, End: x.At}, Above: x.At,
	}
	if at, ok := s.site(x, calls); ok {
		side.Span, side.Above = at.span, at.unit.Body.At
	}
	return side
}

// positions prints where calls stand.
func (s *sites) positions(calls []*il.Call) []string {
	at := make([]string, len(calls))
	for i, c := range calls {
		at[i] = s.core.Source.At(c.At)
	}
	return at
}

// site is the statement of an access, which stands in the unit that the last
// of the calls enters.
func (s *sites) site(x abstract.Side, calls []*il.Call) (site, bool) {
	u := x.Unit
	if n := len(calls); n > 0 {
		u = s.core.Methods[calls[n-1].Method]
	}
	if !s.done[u] {
		s.done[u] = true
		il.Walk(u.Body, func(st il.Stmt) { s.enter(u, st) })
	}
	at, ok := s.found[siteKey{x.At, x.Kind}]
	return at, ok
}

func (s *sites) enter(u *il.Unit, st il.Stmt) {
	switch st := st.(type) {
	case *il.Load:
		s.found[siteKey{st.At, il.Read}] = site{pathSpan(s.core.Source, st.Src, st.Src.At), u, st}
	case *il.Store:
		s.found[siteKey{st.At, il.Write}] = site{pathSpan(s.core.Source, st.Dst, st.At), u, st}
	}
}

// pathSpan is where a path stands in the source. A path that is written with
// spaces or comments inside is underlined up to the end of its root.
func pathSpan(src *il.Source, e il.Expr, at il.Pos) report.Span {
	if at < 0 {
		return report.Span{At: 0, End: 0}
	}
	n := len(e.Root)
	if strings.HasPrefix(src.Text[at:], e.String()) {
		n = len(e.String())
	}
	return report.Span{At: at, End: at + il.Pos(n)}
}
