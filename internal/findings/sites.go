package findings

import (
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

// levels are the lock levels at the statements of a program, counted from the entry of the unit as
// in Figure 7.
type levels struct {
	core    *il.Core
	maximum int                  // L-hat, which limits the level of each lock; 0 for no limit
	limited map[il.Stmt]il.Level // the levels under the limit
}

func (l *levels) at(s il.Stmt) il.Level {
	if l.maximum == 0 {
		return l.core.LevelAt(s)
	}
	if l.limited == nil {
		l.limited = map[il.Stmt]il.Level{}
		for _, u := range l.core.Units {
			l.walk(u.Body, il.Level{})
		}
	}
	return l.limited[s]
}

// walk follows a level through a block and returns the level at its end. Branches can end at
// different levels, because of the limit.
func (l *levels) walk(b *il.Block, level il.Level) il.Level {
	for _, s := range b.List() {
		l.limited[s] = level
		level = level.After(s).Capped(l.maximum).Max(il.Level{})
		var end il.Level
		blocks := il.Blocks(s)
		for _, inner := range blocks {
			end = end.Max(l.walk(inner, level))
		}
		if len(blocks) != 2 { // only an if cannot skip all of its blocks
			end = end.Max(level)
		}
		level = end
	}
	return level
}

// add is Figure 7's add(L, L') = min(L + L', L-hat).
func (l *levels) add(x, y il.Level) il.Level { return x.Plus(y).Capped(l.maximum) }

// Limits of the search for pairs that only the lock keeps apart. It fills a table in a text and
// must be quick.
const (
	maxAccesses = 4096    // of all units together
	maxLooked   = 1 << 18 // pairs of accesses
)

// excluded looks for pairs of accesses on the same fields, one of them a write, that the lock
// condition keeps apart. It lists at most limit pairs.
func (f *Findings) excluded(limit int) report.Excluded {
	sides, complete := f.sidesOfPairs()
	e := report.Excluded{Complete: complete, Accesses: len(sides)}
	looked := 0
	for i, x := range sides {
		for _, y := range sides[i:] {
			if looked == maxLooked {
				e.Complete = false
				return e
			}
			looked++
			if !f.isPair(x.Unit, y.Unit) {
				continue
			}
			excluded, crossing := f.excludes(x, y)
			if !excluded {
				continue
			}
			e.Found++
			if len(e.Pairs) < limit {
				e.Pairs = append(e.Pairs,
					report.ExcludedPair{Left: f.side(x), Right: f.side(y), Crossing: crossing})
			}
		}
	}
	return e
}

// sidesOfPairs lists the accesses of the methods that programs are built from, in order, up to a
// bound. complete reports whether these are all.
func (f *Findings) sidesOfPairs() (sides []abstract.Side, complete bool) {
	complete = true
	for _, u := range f.core.Units {
		if !f.core.IsUnitOfPairs(u) ||
			f.par.Only != nil && u != f.par.Only.Left && u != f.par.Only.Right {
			continue
		}
		list := f.result.Accesses(u, maxAccesses-len(sides))
		for _, x := range list {
			sides = append(sides, abstract.Side{Unit: u, Access: x})
		}
		if _, n := f.result.Size(u); n.Exceeds(len(list)) {
			return sides, false
		}
	}
	return sides, complete
}

// isPair reports whether two methods, in file order, form one of the programs of the question.
func (f *Findings) isPair(left, right *il.Unit) bool {
	if !f.core.IsUnitOfPairs(left) || !f.core.IsUnitOfPairs(right) {
		return false
	}
	if f.par.Only != nil {
		return left == f.par.Only.Left && right == f.par.Only.Right
	}
	return f.core.Threads[0] == nil || left != right
}

// excludes reports whether only locks keep two accesses from being a candidate pair, and whether
// the reason is that the histories of all paths to them cross.
func (f *Findings) excludes(x, y abstract.Side) (excluded, crossing bool) {
	o := f.par.Options
	a, b := x.Access, y.Access
	a.History, b.History = il.History{}, il.History{}
	conflict := abstract.Conflict(a, b, o.Mode, o.Condition)
	if conflict && len(f.core.Locks) > 0 {
		histories := [2][]il.History{f.histories(x), f.histories(y)}
		compatible, _ := Compatible(f.core, [2]string{}, [2]il.Level{a.Lock, b.Lock}, histories)
		return !compatible, !compatible
	}
	a.Lock, b.Lock = il.Level{}, il.Level{}
	return !conflict && abstract.Conflict(a, b, o.Mode, o.Condition), false
}

// maxElements bounds the elements that mapToCallers returns; there can be exponentially many.
const maxElements = 1000

// element is an element of A of a unit, or an access that the unit drops, with the calls that lead
// down to it.
type element struct {
	abstract.Side
	calls   []*il.Call // outermost first
	dropped bool       // the path does not begin with a formal of the unit
}

type callSite struct {
	unit *il.Unit
	call *il.Call
}

// mapToCallers follows an access up the calls to every summary that contains it, and to the methods
// that drop it, those with the fewest calls first. cut reports whether it stopped at its bound.
func (f *Findings) mapToCallers(x *site) (all []element, cut bool) {
	callers := map[string][]callSite{}
	for _, u := range f.core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				callers[c.Method] = append(callers[c.Method], callSite{u, c})
			}
		})
	}
	seen := map[abstract.Side]bool{}
	var queue []element
	push := func(e element) {
		e.dropped = e.Unit.Formal(e.Path.Root()) < 0
		if !seen[e.Side] {
			seen[e.Side] = true
			queue = append(queue, e)
		}
	}
	push(element{Side: abstract.Side{Unit: x.unit, Access: abstract.Access{
		At: x.At, Kind: x.Kind, Path: abstract.ExprOf(x.Path), Lock: f.lock.at(x.stmt),
	}}})
	for i := 0; i < len(queue); i++ {
		if i == maxElements {
			return queue[:i], true
		}
		if queue[i].dropped {
			continue
		}
		for _, c := range callers[queue[i].Unit.Name] {
			push(f.inCaller(queue[i], c))
		}
	}
	return queue, false
}

// inCaller returns an element of a callee in terms of a caller.
func (f *Findings) inCaller(e element, c callSite) element {
	x := f.substitute(c.call, e.Path)
	e.calls = append([]*il.Call{c.call}, e.calls...)
	e.Unit, e.Path, e.Lock = c.unit, x.path, f.lock.add(x.lock, e.Lock)
	if f.par.Options.Mode.Captures() {
		e.Captured += abstract.Expr(x.actual).Len()
	}
	return e
}

// AccessesAt returns the accesses at a position with their descriptions, for analyzers without
// summaries. If there are none, the one description is of the statement there, if any.
func AccessesAt(core *il.Core, p il.Position) (sites []il.Site, descriptions []report.Site) {
	f := &Findings{core: core}
	stmt, unit := f.statementAt(p)
	if stmt == nil {
		return nil, []report.Site{f.nothingAt(p)}
	}
	for _, x := range sitesAt(core, stmt) {
		sites, descriptions = append(sites, x.Site), append(descriptions, f.describe(x))
	}
	if len(sites) == 0 {
		descriptions = []report.Site{f.noAccess(p, stmt, unit)}
	}
	return sites, descriptions
}

func (f *Findings) describe(x *site) report.Site {
	return report.Site{
		At: f.at(x.stmt), Span: x.span(f.core.Source), Text: il.SourceText(x.stmt),
		Within: x.unit.Name,
	}
}

// LocationOf is where texts find an access in the source.
func LocationOf(core *il.Core, s il.Site) report.Location {
	x := siteAt(core, s)
	if x == nil {
		return report.Location{Span: report.Span{At: s.At, End: s.At}, Above: s.At}
	}
	return report.Location{Span: x.span(core.Source), Above: x.unit.Body.At}
}

// PairOf explains why two accesses are reported or not, for an analyzer without summaries. The
// premise that one access writes comes first. id is the number of the report, empty if it has none.
func PairOf(p il.Pair, s il.Sites, out report.Pair, id string) report.Pair {
	write := writeTest([2]*il.Unit{p.Left, p.Right}, [2]il.AccessKind{s[0].Kind, s[1].Kind})
	out.Tests = append([]report.Test{write}, out.Tests...)
	return concluded(out, id)
}

// PairsAnswer returns the answer for two positions, for an analyzer without summaries.
func PairsAnswer(sites []report.Site, pairs []report.Pair) report.PairAnswer {
	nearestFirst(pairs)
	out := report.PairAnswer{Pairs: pairs}
	for _, s := range sites {
		out.Accesses = append(out.Accesses, report.AccessAnswer{Site: s})
	}
	return out
}
