package compound

import (
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
)

// Legality decides A2 and A3 for compound programs, together with the methods that
// they call: it asks package check.
type Legality struct {
	core   *il.Core
	levels map[*il.Unit]LockLevels
}

// NewLegality is about compound programs that call methods of core.
func NewLegality(core *il.Core) *Legality { return &Legality{core, map[*il.Unit]LockLevels{}} }

// Balanced is A2.
func (g *Legality) Balanced(b *il.Block) bool {
	violated, _ := g.ask(b, nil)
	return violated&check.A2 == 0
}

// Assigned is A3: no variable is used in b before it is assigned, given those that
// have a value before.
func (g *Legality) Assigned(b *il.Block, have map[string]bool) bool {
	violated, others := g.ask(b, have)
	return violated&check.A3 == 0 && len(others) == 0 // to name a formal that is not there is another error
}

// ask says what a program of the methods that b calls, and of b as the body of a
// method of these formals, violates.
func (g *Legality) ask(b *il.Block, formals map[string]bool) (check.Assumption, diag.List) {
	c := &il.Method{Name: "C'", Body: b} // which no source can write
	for _, x := range slices.Sorted(maps.Keys(formals)) {
		c.Formals = append(c.Formals, il.Formal{Name: x})
	}
	p := &il.Program{Source: g.core.Source, Decls: []il.Decl{c}}
	called := g.called(b)
	for _, d := range g.core.Program.Decls {
		if m, ok := d.(*il.Method); ok && slices.Contains(called, g.core.Methods[m.Name]) {
			p.Decls = append(p.Decls, m)
		}
	}
	return check.Violated(p)
}

// called lists the methods that b calls, and those that they call.
func (g *Legality) called(b *il.Block) []*il.Unit {
	var direct []*il.Unit
	il.Walk(b, func(s il.Stmt) {
		if call, ok := s.(*il.Call); ok {
			direct = append(direct, g.core.Methods[call.Method])
		}
	})
	return g.core.Reachable(direct...)
}

// LockLevels describes how the lock level moves through a block that is entered at level 0.
type LockLevels struct {
	Net       il.Level // at the end
	Low, High il.Level // the extremes on the way
	Inside    bool     // every inner block is balanced
}

// Levels follows the lock level through b, and through what it calls.
func (g *Legality) Levels(b *il.Block) LockLevels {
	at := LockLevels{Inside: true}
	for _, s := range b.List() {
		at.Net = at.Net.After(s)
		at.Low, at.High = at.Low.Min(at.Net), at.High.Max(at.Net)
		if call, ok := s.(*il.Call); ok {
			at.enter(g.unit(g.core.Methods[call.Method]))
		}
		for _, inside := range il.Blocks(s) {
			at.enter(g.Levels(inside))
		}
	}
	return at
}

// enter takes account of a block inside.
func (l *LockLevels) enter(b LockLevels) {
	l.High = l.High.Max(l.Net.Plus(b.High))
	l.Inside = l.Inside && b.Balanced() && b.Inside
}

// Balanced reports whether the block ends at the level at which it began and never goes below.
func (l LockLevels) Balanced() bool { return l.Net == (il.Level{}) && l.Low == (il.Level{}) }

// unit is Levels for the body of a method.
func (g *Legality) unit(u *il.Unit) LockLevels {
	l, ok := g.levels[u]
	if !ok {
		g.levels[u] = LockLevels{Inside: true} // while a recursive one is looked at
		l = g.Levels(u.Body)
		g.levels[u] = l
	}
	return l
}
