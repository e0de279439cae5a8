package findings

import (
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// site is a load or store, and where it stands.
type site struct {
	il.Access
	unit *il.Unit // whose body holds it
	stmt il.Stmt
}

// siteAt is the access at a site, wherever it stands; nil where there is none.
func siteAt(core *il.Core, at il.Site) *site {
	s, ok := core.AccessAt(at)
	if !ok {
		return nil
	}
	a, _ := il.AccessOf(s)
	return &site{a, core.UnitOf(s), s}
}

func siteOf(a abstract.Access) il.Site { return il.Site{At: a.At, Kind: a.Kind} }

// sitesAt lists the accesses of a statement: two where sugar is both a load and a
// store.
func sitesAt(core *il.Core, s il.Stmt) []*site {
	var all []*site
	for _, kind := range []il.AccessKind{il.Read, il.Write} {
		if x := siteAt(core, il.Site{At: s.Pos(), Kind: kind}); x != nil {
			all = append(all, x)
		}
	}
	return all
}

// span is where the accessed path stands in the source. Of a path written with
// spaces or comments inside it is the root.
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

// levels are the lock levels at the statements of a program, inside their units, as
// Figure 7 counts them: under a cap L-hat not all that are open are counted.
type levels struct {
	core   *il.Core
	cap    int // L-hat, 0 for none
	capped map[il.Stmt]il.Level
}

// newLevels counts up to cap; 0 for no cap.
func newLevels(core *il.Core, cap int) *levels { return &levels{core: core, cap: cap} }

// at is the level at a statement.
func (l *levels) at(s il.Stmt) il.Level {
	if l.cap == 0 {
		return l.core.LevelAt(s)
	}
	if l.capped == nil {
		l.capped = map[il.Stmt]il.Level{}
		for _, u := range l.core.Units {
			l.block(u.Body, il.Level{})
		}
	}
	return l.capped[s]
}

// block follows a level through a block and returns that at its end. Only under a cap
// can the branches differ.
func (l *levels) block(b *il.Block, level il.Level) il.Level {
	for _, s := range b.List() {
		l.capped[s] = level
		level = level.After(s).Capped(l.cap).Max(il.Level{})
		var end il.Level
		blocks := il.Blocks(s)
		for _, inner := range blocks {
			end = end.Max(l.block(inner, level))
		}
		if len(blocks) != 2 { // of an if, one is taken
			end = end.Max(level)
		}
		level = end
	}
	return level
}

// add is Figure 7's add(L, L') = min(L + L', L-hat).
func (l *levels) add(x, y il.Level) il.Level { return x.Plus(y).Capped(l.cap) }

// Bounds of the search for pairs that the lock keeps apart: it fills a table in
// a text and must not take long.
const (
	maxAccesses = 4096    // of all units together
	maxLooked   = 1 << 18 // pairs of them
)

// excluded looks for pairs of accesses on the same fields, one of them a
// write, that the lock condition keeps apart.
func (f *Findings) excluded(most int) report.Excluded {
	sides, complete := f.sidesOfPairs()
	e := report.Excluded{Complete: complete, Accesses: len(sides)}
	looked := 0
	for i, x := range sides {
		for _, y := range sides[i:] {
			if looked++; looked > maxLooked {
				e.Complete = false
				return e
			}
			if !f.isPair(x.Unit, y.Unit) || !f.excludes(x.Access, y.Access) {
				continue
			}
			if e.Found++; len(e.Pairs) < most {
				e.Pairs = append(e.Pairs, report.ExcludedPair{Left: f.side(x), Right: f.side(y)})
			}
		}
	}
	return e
}

// sidesOfPairs lists the accesses of the units that programs are built from,
// in order, up to a bound; it tells whether these are all.
func (f *Findings) sidesOfPairs() (sides []abstract.Side, complete bool) {
	complete = true
	for _, u := range f.core.Units {
		if !f.core.IsUnitOfPairs(u) || f.par.Only != nil && u != f.par.Only.Left && u != f.par.Only.Right {
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

// isPair tells whether two units, in file order, form a program that was asked
// for.
func (f *Findings) isPair(left, right *il.Unit) bool {
	if !f.core.IsUnitOfPairs(left) || !f.core.IsUnitOfPairs(right) {
		return false
	}
	if f.par.Only != nil {
		return left == f.par.Only.Left && right == f.par.Only.Right
	}
	return f.core.Threads[0] == nil || left != right
}

// excludes tells whether nothing but the lock keeps two accesses from being a
// candidate pair.
func (f *Findings) excludes(a, b abstract.Access) bool {
	o := f.par.Options
	conflict := abstract.Conflict(a, b, o.Mode, o.Condition)
	a.Lock, b.Lock = il.Level{}, il.Level{}
	return !conflict && abstract.Conflict(a, b, o.Mode, o.Condition)
}
