package tui

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
)

// mostLocals is how many rows of a thread's frames the locals ask for.
const mostLocals = 6

// localsWants is how many rows the locals take at width w.
func (s *stepScreen) localsWants(v session.View, w int) int {
	n := 1 + len(s.watches)
	for _, i := range threads {
		n += len(s.frameLines(v, i, mostLocals, w))
	}
	return n
}

// drawLocals draws the lock, the watches, and of each thread the frames, the
// innermost first.
func (s *stepScreen) drawLocals(c canvas, v session.View) {
	room := max(2, c.h-1-len(s.watches))
	b := len(s.frameLines(v, semantics.B, room, c.w))
	all := s.frameLines(v, semantics.A, max(room-b, room/2), c.w)
	all = append(all, s.frameLines(v, semantics.B, max(1, room-len(all)), c.w)...)
	all = append(all, lockLine(v))
	all = append(all, s.watchLines(v)...)
	top := max(0, min(s.scroll[paneLocals], len(all)-c.h))
	for y := range min(c.h, len(all)-top) {
		c.line(1, y, all[top+y])
	}
}

// frameLines are a thread's frames in at most h rows, each of which takes as many
// as it needs at width w.
func (s *stepScreen) frameLines(v session.View, i semantics.Tid, h, w int) []line {
	t := v.Config().Threads[i]
	x := v.Effects()
	var all []line
	vars := t.S
	for a := range t.Point.Activations() {
		if len(all) >= h {
			all[h-1].add(lookFaint, "(+ callers)")
			break
		}
		name := "   "
		if len(all) == 0 {
			name = i.String() + "  "
		}
		l := line{{of(i) | strong, name}}
		if !a.Unit.Thread {
			l.add(lookFaint, a.Unit.Name+"  ")
		}
		top := len(all) == 0 && x.Local != nil && x.Local.Thread == i || len(all) == 0 && x.Pushed != nil && movedBy(v, i)
		all = append(all, s.variables(l, v, a.Unit, vars.Top, x, top, w)...)
		vars = vars.Rest
	}
	return all[:min(len(all), h)]
}

func movedBy(v session.View, i semantics.Tid) bool {
	e, ok := v.Last()
	return ok && e.Thread == i
}

// variables lists the variables of a frame behind the beginning of a line.
func (s *stepScreen) variables(l line, v session.View, u *il.Unit, f semantics.Frame, x session.Effects, top bool, w int) []line {
	var all []line
	begin := l.cells()
	put := func(look look, text string) {
		if l.cells()+cells(text) > w-1 && l.cells() > begin {
			all = append(all, l)
			l = line{{lookPlain, pad("", min(begin, 3))}}
		}
		l.add(look, text)
	}
	for _, name := range s.lines.variables(u) {
		text, look := name+" = -   ", lookFaint
		if f.Assigned(name) {
			text, look = name+" = "+v.Name(f.At(name)), lookPlain
			if top && (x.Pushed != nil || x.Local.Name == name) {
				text, look = text+" *", lookChanged
			}
			text += "   "
		}
		put(look, text)
	}
	for name, loc := range f.Vars() {
		if isFresh(name) {
			put(lookFaint, name+" = "+v.Name(loc)+"   ")
		}
	}
	return append(all, l)
}

// lockLine says who holds the lock, how often, and who waits.
func lockLine(v session.View) line {
	l := line{{lookLock | strong, "lock  "}}
	i, held := v.Owner()
	if held {
		l.add(lookLock, "owner "+i.String()+"   ")
	} else {
		l.add(lookPlain, "free   ")
	}
	switch c := v.Effects().Lock; {
	case c != nil:
		l.add(lookChanged, "depth "+itoa(c.Old)+" -> "+itoa(c.New)+" *")
	case held:
		l.add(lookLock, "depth "+itoa(v.Depth(i)))
	}
	if held && v.Next(i.Other()).Stop == session.Waits {
		l.add(lookLock|strong, "   # "+i.Other().String()+" waits")
	}
	return l
}

// watchLines are the watched expressions with their values.
func (s *stepScreen) watchLines(v session.View) []line {
	if len(s.watches) == 0 {
		return nil
	}
	var all []line
	scope := scope(s.s)
	q := queryView(v, s.focusThread())
	for _, w := range s.watches {
		text := w + ": not here"
		if e, errs := scope.Parse(w, query.Watch); len(errs) == 0 {
			text = valueText(e, &q)
		}
		all = append(all, line{{lookKey, "watch "}, {lookPlain, text}})
	}
	return all
}
