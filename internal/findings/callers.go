package findings

import (
	"wobbly/abstract"
	"wobbly/il"
)

// levels computes the lock levels at the statements of a program, counted from the entry of the
// unit as in Figure 7.
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

// substituted is a path of a callee in terms of its caller.
type substituted struct {
	path           abstract.Expr
	lock           il.Level // the caller's, at the call
	formal, actual string   // the root of the path, and what the call passes for it
}

// substitute returns a path of the called method in terms of the caller.
func (f *Findings) substitute(c *il.Call, path abstract.Expr) substituted {
	theta := abstract.Substitution(f.core.Methods[c.Method], c)
	root := path.Root()
	return substituted{
		path: path.Subst(theta), lock: f.lock.at(c), formal: root, actual: string(theta[root]),
	}
}
