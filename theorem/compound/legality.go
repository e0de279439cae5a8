package compound

import (
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
)

// Legality decides A2 (balanced locks) and A3 (assignment before use) for compound programs and the
// methods that they call. It asks package check.
type Legality struct {
	core   *il.Core
	levels map[*il.Unit]LockLevels
}

// NewLegality returns a Legality for a program.
func NewLegality(core *il.Core) *Legality { return &Legality{core, map[*il.Unit]LockLevels{}} }

// Balanced reports whether b satisfies A2.
func (g *Legality) Balanced(b *il.Block) bool {
	violated, _ := g.ask(b, nil)
	return violated&check.A2 == 0
}

// Assigned reports whether b satisfies A3: every variable is in given, so that it has a value
// before b, or is assigned before it is used.
func (g *Legality) Assigned(b *il.Block, given map[string]bool) bool {
	violated, others := g.ask(b, given)
	return violated&check.A3 == 0 && len(others) == 0 // an undefined parameter is in others
}

// ask checks a program that consists of a method with the given parameters and the body b, and of
// the methods that b calls, directly or not.
func (g *Legality) ask(b *il.Block, formals map[string]bool) (check.Assumption, diag.List) {
	c := &il.Method{Name: "C'", Body: b} // a name that no source can contain
	for _, x := range slices.Sorted(maps.Keys(formals)) {
		c.Formals = append(c.Formals, il.Formal{Name: x})
	}
	p := &il.Program{Source: g.core.Source, Decls: []il.Decl{c}}
	var direct []*il.Unit
	il.Walk(b, func(s il.Stmt) {
		if call, ok := s.(*il.Call); ok {
			direct = append(direct, g.core.Methods[call.Method])
		}
	})
	called := g.core.Reachable(direct...)
	for _, d := range g.core.Program.Decls {
		if m, ok := d.(*il.Method); ok && slices.Contains(called, g.core.Methods[m.Name]) {
			p.Decls = append(p.Decls, m)
		}
	}
	return check.Violated(p)
}

// LockLevels describes the lock level along a block that is entered at level 0.
type LockLevels struct {
	Net       il.Level // the level at the end
	Low, High il.Level // the lowest and the highest level on the way
	Inside    bool     // whether every inner block and every callee is balanced
}

// Balanced reports whether the block ends at the level at which it began and never goes below.
func (l LockLevels) Balanced() bool { return l.Net == (il.Level{}) && l.Low == (il.Level{}) }

// Levels computes the lock levels along b and the methods it calls.
func (g *Legality) Levels(b *il.Block) LockLevels {
	levels := LockLevels{Inside: true}
	addInner := func(l LockLevels) {
		levels.High = levels.High.Max(levels.Net.Plus(l.High))
		levels.Inside = levels.Inside && l.Balanced() && l.Inside
	}
	for _, s := range b.List() {
		levels.Net = levels.Net.After(s)
		levels.Low, levels.High = levels.Low.Min(levels.Net), levels.High.Max(levels.Net)
		if call, ok := s.(*il.Call); ok {
			callee := g.core.Methods[call.Method]
			if _, ok := g.levels[callee]; !ok {
				g.levels[callee] = LockLevels{Inside: true} // ends the recursion
				g.levels[callee] = g.Levels(callee.Body)
			}
			addInner(g.levels[callee])
		}
		for _, inner := range il.Blocks(s) {
			addInner(g.Levels(inner))
		}
	}
	return levels
}
