package compound

import (
	"maps"

	"wobbly/il"
)

// Legality decides A2 and A3 for compound programs, together with the methods
// they call.
type Legality struct {
	core    *il.Core
	levels  map[*il.Unit]LockLevels
	assigns map[*il.Unit]bool
}

func NewLegality(core *il.Core) *Legality {
	return &Legality{core, map[*il.Unit]LockLevels{}, map[*il.Unit]bool{}}
}

// LockLevels says how the lock level moves through a block, from 0: where it ends,
// the lowest and the highest level, and whether all blocks inside are balanced.
type LockLevels struct {
	net, Low, High int
	Inside         bool
}

// Balanced is A2.
func (l LockLevels) Balanced() bool { return l.net == 0 && l.Low >= 0 && l.Inside }

// Block follows the level through b.
func (g *Legality) Block(b *il.Block) LockLevels {
	at := LockLevels{Inside: true}
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Lock:
			at.net++
			at.High = max(at.High, at.net)
		case *il.Unlock:
			at.net--
			at.Low = min(at.Low, at.net)
		case *il.If:
			at.enter(g.Block(s.Then))
			at.enter(g.Block(s.Else))
		case *il.While:
			at.enter(g.Block(s.Body))
		case *il.Call:
			at.enter(g.unit(g.core.Methods[s.Method]))
		}
	}
	return at
}

// enter takes account of a block inside.
func (l *LockLevels) enter(b LockLevels) {
	l.High = max(l.High, l.net+b.High)
	l.Inside = l.Inside && b.Balanced()
}

// unit is block for the body of a method.
func (g *Legality) unit(u *il.Unit) LockLevels {
	l, ok := g.levels[u]
	if !ok {
		g.levels[u] = LockLevels{Inside: true} // while a recursive one is looked at
		l = g.Block(u.Body)
		g.levels[u] = l
	}
	return l
}

// Assigned is A3: no variable is used in b before it is assigned, given those
// that have a value before. These grow by what b assigns.
func (g *Legality) Assigned(b *il.Block, have map[string]bool) bool {
	for _, s := range b.List() {
		if !g.uses(s, have) {
			return false
		}
	}
	return true
}

// uses is assigned for one statement.
func (g *Legality) uses(s il.Stmt, have map[string]bool) bool {
	ok := true
	switch s := s.(type) {
	case *il.Skip, *il.Lock, *il.Unlock:
	case *il.Copy:
		ok = have[s.Src]
		have[s.Dst] = true
	case *il.Load:
		ok = have[s.Src.Root]
		have[s.Dst] = true
	case *il.Store:
		ok = have[s.Dst.Root] && have[s.Src]
	case *il.New:
		have[s.Dst] = true
	case *il.If:
		then, els := maps.Clone(have), maps.Clone(have)
		ok = g.Assigned(s.Then, then) && g.Assigned(s.Else, els)
		for x := range then {
			if els[x] {
				have[x] = true
			}
		}
	case *il.While:
		ok = g.Assigned(s.Body, maps.Clone(have))
	case *il.Call:
		for _, e := range s.Args {
			ok = ok && have[e.Root]
		}
		ok = ok && g.unitAssigned(g.core.Methods[s.Method])
	default:
		panic(il.Unknown(s))
	}
	return ok
}

// unitAssigned is A3 for the body of a method.
func (g *Legality) unitAssigned(u *il.Unit) bool {
	ok, known := g.assigns[u]
	if !known {
		g.assigns[u] = true // while a recursive one is looked at
		ok = g.Assigned(u.Body, Formals(u))
		g.assigns[u] = ok
	}
	return ok
}
