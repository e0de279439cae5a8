package tui

import "wobbly/semantics"

func (e *exploreScreen) draw(c canvas) {
	in := box(c, e.a.frameLook("states"), "states from state "+itoa(e.from.At()), e.heading())
	if e.got == nil {
		explain(in, e.unsearched())
		return
	}
	text := wrap(e.got.verdict(), in.w-2)
	if most := max(1, in.h/2); len(text) > most {
		text = text[:most]
		text[most-1] = clip(text[most-1]+" ...", in.w-2)
	}
	drawText(in, text, 0)
	rows := in.part(0, len(text)+1, in.w, in.h-len(text)-1)
	if len(e.shown) == 0 {
		explain(rows, e.empty())
		return
	}
	e.list.draw(rows, len(e.shown), func(c canvas, i int) { e.drawState(c, e.got.states[e.shown[i]]) }, e.visit)
}

// longestWay is how many cells of a row a way takes at most.
const longestWay = 40

// exploreWide is from which width on a row names the racing cell.
const exploreWide = 48

// drawState draws "  4  !! o1.f  A2 B2   A 24 B 31": how many steps away, what is
// special, the way, and where the threads stand.
func (e *exploreScreen) drawState(c canvas, r reached) {
	x := c.text(0, 0, lookFaint, pad(itoa(r.steps), 4)+" ")
	l, mark := e.markOf(r)
	if c.w < exploreWide {
		mark = pad(mark, 2)[:2] // the cell or the word is left out
		x = c.text(x, 0, l, mark+" ")
	} else {
		x = c.text(x, 0, l, pad(mark, 10)+" ")
	}
	places := line{}
	for _, i := range semantics.Tids {
		places.add(of(i), " "+i.String()+" "+e.stand(r.Config, i))
	}
	room := c.w - x - places.cells() - 1
	c.part(x, 0, max(room, 0), 1).clipped(0, 0, lookPlain, wayText(r))
	c.line(max(x, x+min(room, longestWay)+1), 0, places)
}

// wayText is the way to a state, and a word where that is the state where the
// search began, with the choices that are made there.
func wayText(r reached) string {
	way := r.way()
	switch {
	case len(way) == 0:
		return "here"
	case r.steps == 0:
		return "here, " + way.String()
	}
	return way.String()
}

func (e *exploreScreen) markOf(r reached) (look, string) {
	switch {
	case r.races:
		return lookRace, "!! " + e.a.session.Names().Cell(r.race[semantics.A].Cell)
	case r.Config.Done():
		return lookGood, "= ended"
	case !canStep(r.Config):
		return lookPlain | strong, "# stuck"
	}
	return lookPlain, ""
}

// stand is the line before which a thread stands.
func (e *exploreScreen) stand(k semantics.Config, i semantics.Tid) string {
	if k.Threads[i].Point.Done() {
		return "end"
	}
	return itoa(e.a.program.Core.Source.Position(k.Threads[i].Point.Pos()).Line)
}
