package picture

import (
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics"
)

// Trace writes the trace of a story as an SVG document: the initial memory, and below it a lane for
// each thread from top to bottom, with the commands, a double bar while a thread holds a lock, and
// the changes from one thread to the other. It ends with what both threads would do next, and
// whether that races. The error is that of w or of o.Ended.
func Trace(w io.Writer, s *Story, o Options) error {
	t := newTrace(s, o)
	words, err := s.traceWords(o)
	if err != nil {
		return err
	}
	t.draw()
	title := fmt.Sprintf("%s, the trace of %s", s.title(), text.Count(len(s.Scenes)-1, "step"))
	return t.canvas.write(w, o, t.width, t.height, title, words)
}

// traceWords describes the trace in words. The error is that of o.Ended.
func (s *Story) traceWords(o Options) (string, error) {
	var parts []string
	for n := range s.Scenes {
		if err := o.ended(); err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf("%d: %s", n, s.sentence(n)))
	}
	if r := s.alarmWords(len(s.Scenes) - 1); r != "" {
		parts = append(parts, r+".")
	}
	return strings.Join(parts, " "), nil
}

// newTrace returns the drawing of a trace, with a layout of the memory of the first state alone, so
// that it has no room for more. A race of that state is not marked there.
func newTrace(s *Story, o Options) *trace {
	first := *s
	first.Scenes = []Scene{{Config: s.Scenes[0].Config}}
	return &trace{Story: s, o: o, canvas: newCanvas(), memory: newLayout(&first, o)}
}

type trace struct {
	*Story
	o Options
	// memory is the layout of the initial state.
	memory *layout

	width  int
	height int
	canvas *canvas
	beats  []beat
	// number is the width of the column of step numbers, in pixels.
	number int
	laneW  int
	// top is the upper edge of the first row.
	top   int
	group *group
}

// beatH is the height of a row of the trace.
const beatH = 24

func (t *trace) draw() {
	t.beats = t.Story.beats(orDefault(t.o.Fold, 40))
	t.measure()
	t.canvas.group(slot{layerHeader, 0, 0}).text(margin, 10, "title",
		clip(report.Visible(t.title()), (t.width-2*margin)/titleCell))
	b := t.memoryBox()
	g := t.canvas.group(slot{layerHeader, 2, 0})
	g.rect(b, "panel", "")
	g.text(b.x+pad, b.y+2, "bold", "initial memory")
	g.text(b.right()-pad, b.y+2, "muted end", t.memory.hubNote(0))
	t.memory.drawMemory(t.canvas, 0, point{b.x + pad, b.y + header + pad})
	heads := t.canvas.group(slot{layerTrace, 0, 0})
	heads.text(margin, t.top-beatH, "muted", "step")
	for _, i := range semantics.Tids {
		heads.text(t.line(i)-cell/2, t.top-beatH, "bold "+letters[i],
			clip(threadTitle(i, t.unit(i)), maxLane))
		t.lane(i)
	}
	for k := range t.beats {
		t.group = t.canvas.group(slot{layerTrace, 1, k})
		t.beat(k)
	}
	t.canvas.group(slot{layerTrace, 2, 0}).text(margin, t.height-margin-row, "muted",
		t.traceLegend())
}

// threadTitle names a thread and the method that it runs: "A  meps(b)".
func threadTitle(i semantics.Tid, u *il.Unit) string {
	if u.Thread {
		return i.String()
	}
	return i.String() + "  " + signature(u)
}

// maxLane is the room for commands in a lane, in cells.
const maxLane = 44

// laneInset is the distance from the left edge of a lane to its texts. The line is halfway.
const laneInset = 28

func (t *trace) measure() {
	last := len(t.Scenes) - 1
	lane := max(20, cells(t.alarmWords(last))/2)
	for _, b := range t.beats {
		lane = max(lane, cells(b.text))
	}
	for _, i := range semantics.Tids {
		o := t.next(last, i)
		lane = max(lane, cells(o.text)+6, cells(marked(o))+5, cells(signature(t.unit(i)))+3)
	}
	t.number = px(fmt.Sprint(last)) + px("!!  ") + pad
	t.laneW = laneInset + min(lane, maxLane)*cell + gap
	memory := t.memoryBox()
	t.top = memory.bottom() + gap + 2*beatH
	inner := max(memory.w, t.number+2*t.laneW, titleCell*cells(report.Visible(t.title())),
		px(t.traceLegend()))
	t.width = inner + 2*margin
	t.height = t.top + len(t.beats)*beatH + 2*beatH + 2*margin + row
}

func (t *trace) memoryBox() box {
	m := t.memory
	w, h := m.frameW, m.stackY[semantics.B]
	for _, i := range semantics.Tids {
		m.eachFrame(0, i, func(_ int, f frame, y int) { h = max(h, y+m.frameHeight(f)) })
	}
	if m.small(0) {
		for l := range m.Scenes[0].H.Size() {
			b := m.graph.box(semantics.Loc(l + 1))
			w, h = max(w, b.right()+column), max(h, b.bottom()+nodeGap/2)
		}
	} else {
		w += column/2 + m.records.width()
		h = max(h, m.records.box(semantics.Loc(m.Scenes[0].H.Size()), 0).bottom())
	}
	note := px("initial memory    " + m.hubNote(0))
	return box{margin, 48, max(w+2*pad, note+2*pad), header + h + 2*pad}
}

// x returns the left edge of the lane of a thread.
func (t *trace) x(i semantics.Tid) int { return margin + t.number + int(i)*t.laneW }

func (t *trace) line(i semantics.Tid) int { return t.x(i) + laneInset/2 }

// y returns the middle of row k.
func (t *trace) y(k int) int { return t.top + k*beatH + beatH/2 }

// lane draws the line of a thread, with a bar for each lock while it holds that lock. A bar inside
// another one is narrower.
func (t *trace) lane(i semantics.Tid) {
	g := t.canvas.group(slot{layerTrace, 0, 1 + int(i)})
	x := t.line(i)
	last := len(t.beats) - 1
	g.path(fmt.Sprintf("M%d %dV%d", x, t.y(0), t.y(last)), letters[i])
	held := func(k, lock int) bool { return t.beats[k].levels[i].DepthOf(lock) > 0 }
	// nested returns the number of locks that the thread holds below row k.
	nested := func(k int) (n int) {
		for lock := range len(t.Core.Locks) + 1 {
			if held(k, lock) {
				n++
			}
		}
		return n
	}
	deepest := 1
	for k := range t.beats {
		deepest = max(deepest, min(nested(k), maxNested))
	}
	for lock := range len(t.Core.Locks) + 1 {
		for k := 1; k <= last; k++ {
			if held(k-1, lock) {
				continue
			}
			end := k
			for end < last && held(end, lock) {
				end++
			}
			if end == k {
				continue
			}
			name := strings.TrimSpace(i.String() + " " + t.Core.LockName(lock))
			half := 5 + 3*max(0, deepest-nested(k))
			y := t.y(k)
			g.rect(box{x - half, y, 2 * half, t.y(end) - y}, "bar now "+letters[i],
				` data-lock="`+name+`"`)
		}
	}
}

// maxNested is the number of bars inside each other that differ in width.
const maxNested = 3

func (t *trace) beat(k int) {
	b, y := t.beats[k], t.y(k)
	if k > 0 && b.kind != endBeat && t.beats[k-1].kind != startBeat &&
		t.beats[k-1].thread != b.thread {
		// The execution goes on in the other thread.
		from, to := t.line(b.thread.Other()), t.line(b.thread)
		t.group.path(fmt.Sprintf("M%d %dV%dH%dV%d", from, t.y(k-1)+5, y-beatH/2, to, y-5),
			"dashed switch")
	}
	top := y - row/2
	x := t.x(b.thread) + laneInset
	room := (t.laneW - laneInset - gap) / cell
	switch b.kind {
	case startBeat:
		t.numbered(0, b.alarm, top)
		for _, i := range semantics.Tids {
			t.group.text(t.x(i)+laneInset, top, "muted", "start")
			t.dot(i, y, "head "+letters[i])
		}
	case choiceBeat:
		t.group.text(x, top, "muted", clip(b.text, room))
	case stepBeat:
		// The alarm of the last state is in the last row.
		if b.number == len(t.Scenes)-1 {
			b.alarm = ""
		}
		t.numbered(b.number, b.alarm, top)
		t.group.text(x, top, letters[b.thread], clip(b.text, room))
		t.dot(b.thread, y, "head "+letters[b.thread])
	case foldBeat:
		t.group.text(x, top, "muted", "… "+text.Count(b.hidden, "more step"))
	case endBeat:
		t.end(k)
	}
}

func (t *trace) numbered(n int, alarm string, top int) {
	if alarm != "" {
		t.group.text(margin, top, "race bold", alarm)
	}
	t.group.text(margin+t.number-pad-cell, top, "muted end", fmt.Sprint(n))
}

func (t *trace) dot(i semantics.Tid, y int, class string) {
	fmt.Fprintf(t.group, `<circle cx="%d" cy="%d" r="5" class="%s"/>`, t.line(i), y, class)
}

// end draws row k, the last one: what both threads do next.
func (t *trace) end(k int) {
	last := len(t.Scenes) - 1
	y := t.y(k) - row/2
	alarm := t.beats[k].alarm
	class := "muted"
	if alarm != "" {
		class = "race bold"
		b := box{margin - 4, y - 4, t.number + 2*t.laneW + 4, 3*row + 8}
		t.canvas.group(slot{layerTrace, -1, 0}).rect(b, "tint race", "")
		t.group.rect(b, "bare race now", ` fill="none" data-race="end"`)
		t.group.text(margin, y, class, alarm)
	}
	for _, i := range semantics.Tids {
		o := t.next(last, i)
		x := t.x(i) + laneInset
		t.group.text(x, y, class, clip("next: "+o.text, maxLane))
		t.group.text(x+px("next: "), y+row, class, clip(marked(o), maxLane-6))
		t.dot(i, t.y(k), "head "+letters[i])
	}
	if alarm != "" {
		t.group.text(margin+t.number+laneInset, y+2*row, class,
			clip(t.alarmWords(last), (2*t.laneW-laneInset)/cell-1))
	}
}

// marked returns the note of what comes next, with its glyph if the thread waits or has to choose.
func marked(o upcoming) string {
	if o.glyph == "#" || o.glyph == "?" {
		return o.glyph + " " + o.note
	}
	return o.note
}

func (t *trace) traceLegend() string {
	lock := "the lock"
	if len(t.Core.Locks) > 0 {
		lock = "a lock"
	}
	return "double bar: the thread holds " + lock +
		"   dashed: the other thread goes on   ?: a choice"
}
