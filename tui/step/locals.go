package step

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
)

const maxFrames = 20

// maxLocals is the number of rows requested for the frames of a thread.
const maxLocals = 6

func (s *Screen) localsWants(v session.View, w int) int {
	n := len(lockLines(v)) + len(s.x.Watches)
	for _, i := range semantics.Tids {
		all, _ := s.frameLines(v, i, w)
		n += min(len(all), maxLocals)
	}
	return n
}

// valueCells is the width reserved for a value after the name of its variable.
const valueCells = 18

// drawLocals draws the frames of each thread, the innermost first, then the locks and the watches.
// Frames that do not fit scroll, at first to the last change.
func (s *Screen) drawLocals(c draw.Canvas, v session.View) {
	below := lockLines(v)
	for n, w := range s.x.Watches {
		text, err := s.x.Watch(n)
		if err != nil {
			text = w + ": not here"
		}
		below = append(below,
			draw.Line{{Style: draw.Key, Text: "watch "}, {Style: draw.Plain, Text: text}})
	}
	room := max(2, c.H-len(below))
	var parts [2]window
	for n, i := range semantics.Tids {
		parts[n].lines, parts[n].at = s.frameLines(v, i, c.W)
	}
	b := len(parts[1].lines)
	parts[0].h = min(len(parts[0].lines), max(room-b, room/2))
	parts[1].h = min(b, room-parts[0].h)
	lo, hi := 0, 0
	for _, p := range parts {
		lo, hi = min(lo, -p.begin()), max(hi, len(p.lines)-p.rows()-p.begin())
	}
	s.scroll[paneLocals] = max(lo, min(s.scroll[paneLocals], hi))
	y := 0
	for _, p := range parts {
		p.draw(c.Part(0, y, c.W, p.h), s.scroll[paneLocals])
		y += p.h
	}
	for n, l := range below {
		c.Line(1, y+n, l)
	}
}

type window struct {
	lines []draw.Line
	at    int // the line to show
	h     int // the height in rows
}

// rows returns the number of visible lines. If not all fit, the last row counts the hidden ones.
func (w window) rows() int {
	if len(w.lines) > w.h && w.h > 1 {
		return w.h - 1
	}
	return w.h
}

// begin returns the first visible line until the user scrolls.
func (w window) begin() int { return draw.Scroll(w.at, len(w.lines), w.rows()) }

// draw draws the lines, scrolled by a number of lines from begin.
func (w window) draw(c draw.Canvas, scrolled int) {
	n := len(w.lines)
	top := max(0, min(w.begin()+scrolled, n-w.rows()))
	more := "+" + strconv.Itoa(n-w.rows()) + " more"
	switch {
	case n <= w.h || w.h == 0:
	case w.h == 1:
		c.Right(1, 0, draw.Faint, more)
		c.W -= draw.Cells(more) + 2
	default:
		c.Clipped(1, w.h-1, draw.Faint, "   "+more+" (tab, then down or up)")
	}
	for y := range min(w.rows(), n) {
		c.Line(1, y, w.lines[top+y])
	}
}

// frameLines returns a thread's frames in lines of w cells, and the index of the changed line.
func (s *Screen) frameLines(v session.View, i semantics.Tid, w int) (all []draw.Line, changed int) {
	t := v.Config().Threads[i]
	x := v.Effects()
	vars, n := t.S, 0
	for a := range t.Point.Activations() {
		if n == maxFrames {
			all = append(all, draw.Line{{Style: draw.Faint, Text: "   (+ callers)"}})
			break
		}
		name := "   "
		if n == 0 {
			name = i.String() + "  "
		}
		l := draw.Line{{Style: draw.Thread(i) | draw.Strong, Text: name}}
		if !a.Unit.Thread {
			l.Add(draw.Faint, draw.Shorten(a.Unit.Name, max(w-valueCells/2, valueCells))+"  ")
		}
		e, moved := v.Last()
		changes := n == 0 &&
			(x.Local != nil && x.Local.Thread == i || x.Pushed != nil && moved && e.Thread == i)
		all = append(all, s.variables(l, v, a.Unit, vars.Top, changes, w)...)
		vars = vars.Rest
		n++
	}
	for k, l := range all {
		if slices.ContainsFunc(l, func(r draw.Piece) bool { return r.Style == draw.Changed }) {
			return all, k
		}
	}
	return all, 0
}

// variables appends the variables of a frame of method u to line l, in lines of w cells. changes
// says that the last move changed the frame; the changed variable is then marked.
func (s *Screen) variables(l draw.Line, v session.View, u *il.Unit, f semantics.Frame, changes bool,
	w int) []draw.Line {
	x := v.Effects()
	var all []draw.Line
	indent := min(l.Cells(), 3)
	put := func(look draw.Style, text string) {
		if l.Cells()+draw.Cells(text) > w-1 && l.Cells() > indent {
			all = append(all, l)
			l = draw.Line{{Style: draw.Plain, Text: draw.Pad("", indent)}}
		}
		l.Add(look, text)
	}
	list, known := s.vars[u]
	if !known {
		list = u.WrittenVariables()
		s.vars[u] = list
	}
	for _, name := range list {
		short := draw.Shorten(name, max(w-valueCells, valueCells))
		text, look := short+" = -   ", draw.Faint
		if f.Assigned(name) {
			text, look = short+" = "+v.Name(f.At(name)), draw.Plain
			if changes && (x.Pushed != nil || x.Local.Name == name) {
				text, look = text+" *", draw.Changed
			}
			text += "   "
		}
		put(look, text)
	}
	return append(all, l)
}

// lockLines describes each lock: holder, depth and waiting threads. Free locks share the last line.
func lockLines(v session.View) []draw.Line {
	var lines []draw.Line
	var free []string
	all := v.Locks()
	for _, k := range all {
		if !k.Held && !k.Changed && len(all) > 1 {
			free = append(free, cmp.Or(k.Lock, "()"))
			continue
		}
		lines = append(lines, lockLine(k))
	}
	if len(free) > 0 {
		lines = append(lines, draw.Line{
			{Style: draw.Lock | draw.Strong, Text: "free  "},
			{Style: draw.Plain, Text: strings.Join(free, ", ")},
		})
	}
	return lines
}

// lockLine describes a lock. It omits the depth of a named lock if it is 1.
func lockLine(k session.LockState) draw.Line {
	name := "lock  "
	if k.Lock != "" {
		name = "lock " + k.Lock + "  "
	}
	l := draw.Line{{Style: draw.Lock | draw.Strong, Text: name}}
	deep := k.Lock == "" || max(k.Depth, k.Before) > 1
	holder := "free"
	if k.Held {
		holder = k.Holder.String()
	}
	switch {
	case deep && k.Held:
		l.Add(draw.Lock, holder+", ")
	case deep:
		l.Add(draw.Plain, holder+"   ")
	case k.Changed:
		l.Add(draw.Changed, holder+" *")
	case k.Held:
		l.Add(draw.Lock, holder)
	default:
		l.Add(draw.Plain, holder)
	}
	switch {
	case deep && k.Changed:
		l.Add(draw.Changed, "depth "+strconv.Itoa(k.Before)+" -> "+strconv.Itoa(k.Depth)+" *")
	case deep && k.Held:
		l.Add(draw.Lock, "depth "+strconv.Itoa(k.Depth))
	}
	if k.Waits {
		l.Add(draw.Lock|draw.Strong, "  # "+k.Holder.Other().String()+" waits")
	}
	return l
}
