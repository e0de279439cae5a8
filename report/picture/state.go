package picture

import (
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/report"
	"wobbly/semantics"
)

// State writes state n of a story as an SVG document: the code of both threads, the memory, the
// lock, and what the last step did. All states of a story that are drawn with arrows have the same
// size, and so have all that are drawn with records. The error is that of w, or says that the story
// has no state n.
func State(w io.Writer, s *Story, n int, o Options) error {
	if err := s.has(n); err != nil {
		return err
	}
	sh := newLayout(s, o)
	title := fmt.Sprintf("%s, state %d of %d", s.title(), n, len(s.Scenes)-1)
	return sh.state(n).write(w, o, sh.width, sh.heightOf(n), title, s.alternative(n))
}

// Memory writes the memory of state n of a story as an SVG document: the variables of both
// threads, the objects, and what the last step wrote. The error is as for State.
func Memory(w io.Writer, s *Story, n int, o Options) error {
	if err := s.has(n); err != nil {
		return err
	}
	sh, c := newLayout(s, o), newCanvas()
	sh.drawMemory(c, n, point{margin, margin})
	title := fmt.Sprintf("the memory in state %d of %d", n, len(s.Scenes)-1)
	return c.write(w, o, sh.memoryWidth(n)+2*margin, sh.memoryOf(n).h-header-2*pad+2*margin, title,
		s.alternative(n))
}

// has returns an error if there is no state n.
func (s *Story) has(n int) error {
	if n < 0 || n >= len(s.Scenes) {
		return fmt.Errorf("there is no state %d: the story has the states 0 to %d", n,
			len(s.Scenes)-1)
	}
	return nil
}

func (sh *layout) state(n int) *canvas {
	c := sh.around(n)
	sh.drawMemory(c, n, sh.memoryAt(n))
	return c
}

// around draws state n without the contents of the memory.
func (sh *layout) around(n int) *canvas {
	c := newCanvas()
	sh.head(c, n)
	for _, i := range semantics.Tids {
		sh.code(c, n, i)
	}
	g := c.group(slot{layerHeader, 2, 0})
	b := sh.memoryOf(n)
	g.rect(b, "panel", "")
	top := b.y + (header-row)/2
	g.text(b.x+pad, top, "bold", "memory")
	g.text(b.right()-pad, top, "muted end", fit(sh.hubNote(n), b.w-2*pad-px("memory  ")))
	return c
}

func (sh *layout) memoryAt(n int) point {
	b := sh.memoryOf(n)
	return point{b.x + pad, b.y + header + pad}
}

// fit shortens a text to a width in pixels.
func fit(s string, width int) string { return clip(s, width/cell) }

// head draws the lines above the panels: the number of the state, what happened, the lock and
// the race, or the legend.
func (sh *layout) head(c *canvas, n int) {
	inner := sh.width - 2*margin
	c.group(slot{layerHeader, 0, 0}).text(margin, 10, "title",
		clip(report.Visible(sh.title()), inner/titleCell))
	g := c.group(slot{layerHeader, 1, 0})
	where := fmt.Sprintf("state %d of %d", n, len(sh.Scenes)-1)
	g.text(margin, 34, "bold", where)
	x := margin + px(where) + 2*cell
	g.text(x, 34, "", fit(sh.sentence(n), sh.width-margin-x))
	const y = 58
	head := "lock: "
	if len(sh.Core.Locks) > 0 {
		head = "locks: "
	}
	g.text(margin, y, "", strings.TrimSpace(head))
	x = margin + px(head)
	holders, texts := sh.lockHolders(n)
	if holders == nil {
		g.text(x, y, "", "free")
		x += px("free")
	}
	for k, i := range holders {
		if k > 0 {
			x += 2 * cell
		}
		g.text(x, y, "bold "+letters[i], texts[k])
		x += px(texts[k])
	}
	x += 3 * cell
	if r := sh.alarmWords(n); r != "" {
		r = fit(sh.alarm(n)+" "+r, sh.width-margin-x-2*pad)
		b := box{x, y - 2, px(r) + 2*pad, row + 2}
		g.rect(b, "tint race", "")
		g.rect(b, "bare race now", ` fill="none"`)
		g.text(x+pad, y, "race bold", r)
	} else if legend := sh.legend(n); px(legend) <= sh.width-margin-x {
		g.text(sh.width-margin, y, "muted end", legend)
	}
}

// measureCode finds how many lines the panes have, and returns their width.
func (sh *layout) measureCode() int {
	widest := 40
	for n := range sh.Scenes {
		for _, i := range semantics.Tids {
			first, last := sh.linesOf(sh.Scenes[n].Threads[i].Point.Unit())
			sh.lines = max(sh.lines, min(last-first+1, maxLines))
			o := sh.next(n, i)
			widest = max(widest, cells(o.text)+9, cells(o.note)+9)
		}
	}
	// The order does not matter for a maximum.
	for u := range sh.vars {
		first, last := sh.linesOf(u)
		for l := first; l <= last && widest < maxPane; l++ {
			widest = max(widest, cells(report.Visible(sh.Core.Source.Line(l)))+sh.numbers()+1)
		}
	}
	return min(widest, maxPane)*cell + 2*pad
}

func (sh *layout) linesOf(u *il.Unit) (first, last int) {
	at := u.At
	if u.Thread {
		at = u.Body.At
	}
	return sh.line(at), sh.line(u.Body.End)
}

// numbers returns the cells before the text of a line, for the mark and the number.
func (sh *layout) numbers() int { return 2 + len(fmt.Sprint(sh.Core.Source.Lines())) + 2 }

func (sh *layout) code(c *canvas, n int, i semantics.Tid) {
	b, th := sh.pane[i], &sh.Scenes[n].Threads[i]
	u := th.Point.Unit()
	sh.paneHead(c.group(slot{layerCode, int(i), 0}), n, i, u)
	first, last := sh.linesOf(u)
	at := sh.line(th.Point.Pos())
	count := min(last-first+1, sh.lines)
	from := max(first, min(at-count/2, last-count+1))
	for k := range count {
		y := b.y + header + pad + k*row
		sh.codeLine(c.group(slot{layerCode, int(i), 1 + k}), from+k,
			box{b.x, y, b.w, row}, th.Point, i, from+k == at)
	}
	sh.nextLines(c.group(slot{layerCode, int(i), 1 + sh.lines}), n, i)
}

// paneHead draws the frame of a pane and its title, with a double line while the thread holds
// the lock.
func (sh *layout) paneHead(g *group, n int, i semantics.Tid, u *il.Unit) {
	b := sh.pane[i]
	level := sh.Scenes[n].Threads[i].L
	class, lock := "panel "+letters[i], ""
	if level.Held() {
		class += " now"
		lock = "═ " + sh.holds(level)
		if len(sh.Core.Locks) == 0 {
			lock = "═ lock, " + sh.holds(level)
		}
	}
	g.rect(b, class, "")
	if level.Held() {
		g.rect(box{b.x + 4, b.y + 4, b.w - 8, b.h - 8}, "bare "+letters[i], ` fill="none"`)
	}
	y := b.y + (header-row)/2 + 2
	g.text(b.x+pad+4, y, "bold "+letters[i], fit(threadTitle(i, u), b.w-2*pad-8-px(lock)-cell))
	g.text(b.right()-pad-4, y, "bold end "+letters[i], lock)
}

// codeLine draws a source line. next says whether it has the next statement, which is marked.
func (sh *layout) codeLine(g *group, line int, b box, p semantics.Point, i semantics.Tid,
	next bool) {
	number := fmt.Sprint(line)
	x := b.x + pad + 4
	left := x + sh.numbers()*cell
	class, from, end := "", 0, 0
	if next {
		from, end = sh.span(p.Pos())
		class = "bold"
		g.rect(box{b.x + 6, b.y, b.w - 12, b.h}, "tint "+letters[i], "")
		g.text(x, b.y, "bold "+letters[i], ">")
	}
	g.text(left-2*cell, b.y, strings.TrimSpace("muted end "+class), number)
	e := cut(sh.Core.Source.Line(line), from, end, (b.right()-pad-4-left)/cell)
	g.text(left+e.indent*cell, b.y, class, e.text)
	if next && e.to > e.from {
		g.path(fmt.Sprintf("M%d %dH%d", left+e.from*cell, b.y+row-2, left+e.to*cell), letters[i])
	}
}

// span returns the bytes of the statement at pos in its line, up to its end or to the block
// that it opens.
func (sh *layout) span(pos il.Pos) (from, end int) {
	src := sh.Core.Source
	at := src.Position(pos)
	begin, _ := src.Offset(il.Position{Line: at.Line, Col: 1})
	from = int(pos - begin)
	rest := src.Line(at.Line)[from:]
	end = strings.IndexAny(rest, ";{}")
	if end < 0 {
		end = len(rest)
	}
	return from, from + max(1, len(strings.TrimRight(rest[:end], " \t")))
}

func (sh *layout) nextLines(g *group, n int, i semantics.Tid) {
	b, o := sh.pane[i], sh.next(n, i)
	top := b.bottom() - 2*row - pad
	g.path(fmt.Sprintf("M%d %dH%d", b.x+6, top-pad/2, b.right()-6), "")
	x := b.x + pad + 4
	room := b.w - 2*pad - 8 - px("next    ")
	g.text(x, top, "muted", "next")
	g.text(x+px("next    "), top, "bold", fit(o.text, room))
	class := glyphClass(o.glyph)
	g.text(x+px("next "), top+row, class, o.glyph)
	g.text(x+px("next    "), top+row, class, fit(o.note, room))
}
