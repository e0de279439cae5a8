package findings

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// site is an access with its statement and the unit whose body holds it.
type site struct {
	il.Access
	unit *il.Unit
	stmt il.Stmt
}

// siteAt returns the access at a site, or nil.
func siteAt(core *il.Core, at il.Site) *site {
	s, ok := core.AccessAt(at)
	if !ok {
		return nil
	}
	a, _ := il.AccessOf(s)
	return &site{a, core.UnitOf(s), s}
}

func siteOf(a abstract.Access) il.Site { return il.Site{At: a.At, Kind: a.Kind} }

// sitesAt lists the accesses of a statement: two where sugar is both a load and a store.
func sitesAt(core *il.Core, s il.Stmt) []*site {
	var all []*site
	for _, kind := range []il.AccessKind{il.Read, il.Write} {
		if x := siteAt(core, il.Site{At: s.Pos(), Kind: kind}); x != nil {
			all = append(all, x)
		}
	}
	return all
}

// span returns the source range of the accessed path. For a path with spaces or comments in it, it
// is the root only.
func (x *site) span(src *il.Source) report.Span {
	at := x.Path.At
	if x.Kind == il.Write {
		at = x.stmt.Pos()
	}
	n := len(x.Path.Root)
	if strings.HasPrefix(src.Text[at:], x.Path.String()) {
		n = len(x.Path.String())
	}
	return report.Span{At: at, End: at + il.Pos(n)}
}

// AccessesAt returns the accesses at a position with their descriptions, for analyzers without
// summaries. If there are none, the one description is of the statement there, if any.
func AccessesAt(core *il.Core, p il.Position) (sites []il.Site, descriptions []report.Site) {
	stmt, unit := statementAt(core, p)
	if stmt == nil {
		return nil, []report.Site{nothingAt(core, p)}
	}
	for _, x := range sitesAt(core, stmt) {
		sites, descriptions = append(sites, x.Site), append(descriptions, describe(core, x))
	}
	if len(sites) == 0 {
		descriptions = []report.Site{noAccess(core, p, stmt, unit)}
	}
	return sites, descriptions
}

func describe(core *il.Core, x *site) report.Site {
	return report.Site{
		At: core.Source.At(x.stmt.Pos()), Span: x.span(core.Source), Text: il.SourceText(x.stmt),
		Within: x.unit.Name,
	}
}

// LocationOf returns where an access is in the source.
func LocationOf(core *il.Core, s il.Site) report.Location {
	x := siteAt(core, s)
	if x == nil {
		return report.Location{Span: report.Span{At: s.At, End: s.At}, Above: s.At}
	}
	return report.Location{Span: x.span(core.Source), Above: x.unit.Body.At}
}

// statementAt returns the statement that begins at a position, or the last one that begins before
// it on its line, or nil.
func statementAt(core *il.Core, p il.Position) (il.Stmt, *il.Unit) {
	var best il.Stmt
	var holder *il.Unit
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			at := core.Source.Position(s.Pos())
			if at.Line == p.Line && at.Col <= p.Col && (best == nil || s.Pos() > best.Pos()) {
				best, holder = s, u
			}
		})
	}
	return best, holder
}

// nothingAt says that there is no statement at a position.
func nothingAt(core *il.Core, p il.Position) report.Site {
	return report.Site{Remarks: []string{
		fmt.Sprintf("There is no statement at %s.", p), nearest(core, p),
	}}
}

// noAccess describes what is at a position instead of an access.
func noAccess(core *il.Core, p il.Position, s il.Stmt, u *il.Unit) report.Site {
	out := report.Site{
		At: core.Source.At(s.Pos()), Span: report.Span{At: s.Pos(), End: s.Pos() + 1},
		Text: written(core.Source, s), Within: u.Name,
	}
	what := "This is not an access: only loads x := a.f and stores a.f := x access a cell."
	if c, ok := s.(*il.Call); ok {
		what = fmt.Sprintf("A call is not an access, nor is evaluating its arguments (Definition "+
			"3.6); the accesses are in the body of %s, from %s on.",
			c.Method, core.Source.At(core.Methods[c.Method].Body.At))
	}
	out.Remarks = []string{what, nearest(core, p)}
	return out
}

// nearest names the accesses before and after a position.
func nearest(core *il.Core, p il.Position) string {
	var before, after *site
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			for _, x := range sitesAt(core, s) {
				switch {
				case core.Source.Position(s.Pos()).Before(p):
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
		return "The first access is " + named(core, after) + "."
	case after == nil:
		return "The last access is " + named(core, before) + "."
	default:
		return fmt.Sprintf("The nearest accesses are %s and %s.", named(core, before),
			named(core, after))
	}
}

// named returns the position of an access with its statement in parentheses.
func named(core *il.Core, x *site) string {
	return fmt.Sprintf("%s (%s)", core.Source.At(x.stmt.Pos()), il.SourceText(x.stmt))
}
