package picture

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics"
)

// layout has the measures that all states of a story share, so that nothing moves from one state to
// the next.
type layout struct {
	*Story
	o Options

	vars map[*il.Unit][]string
	// own has the variables of the threads' units, with those of the initial state.
	own    [2][]string
	stacks [][2][]frame

	// pane is the place for the code of each thread, and lines the number of lines in it.
	pane  [2]box
	lines int

	// widest is the width of the longest name of an object, in cells.
	widest int
	// memory is the panel of the memory without its height, see memoryOf.
	memory box
	frameW int
	// stackY is where the call stack of each thread begins, and stackH the height of both together.
	stackY [2]int
	stackH int

	// graph has the objects of states with arrows. It is nil if there are always too many for
	// arrows.
	graph   *layered
	records grid

	width int
}

// Limits.
const (
	maxLines  = 14
	maxFrames = 6
	// maxRows is the maximum number of variables in a frame.
	maxRows = 32
	// maxPane is the maximum width of a pane, in cells.
	maxPane = 56
	// maxName is the maximum width of the name of a variable or field, in cells.
	maxName = 24
)

// Distances.
const (
	// paneTop is the upper edge of the panes, and gap the distance between them.
	paneTop = 84
	gap     = 16
	// column is the distance between the columns of the memory.
	column = 72
	// header is the height of the title of a box.
	header = 24
)

func newLayout(s *Story, o Options) *layout {
	sh := &layout{Story: s, o: o, vars: map[*il.Unit][]string{}, widest: 3}
	// Objects never go away, so the last state has all of them.
	objects := s.Scenes[len(s.Scenes)-1].H.Size()
	for l := range objects {
		sh.widest = max(sh.widest, cells(sh.shown(semantics.Loc(l+1))))
	}
	for _, i := range semantics.Tids {
		written := sh.variables(sh.unit(i))
		sh.own[i] = slices.Clip(written)
		known := slice.Set(written)
		for x := range sh.Scenes[0].Threads[i].S.Top.Vars() {
			if !known[x] {
				sh.own[i] = append(sh.own[i], x)
			}
		}
	}
	sh.stacks = make([][2][]frame, len(sh.Scenes))
	for n := range sh.Scenes {
		for _, i := range semantics.Tids {
			sh.stacks[n][i] = sh.frames(n, i)
		}
	}
	sh.measureFrames()
	memory := sh.frameW
	if s.Scenes[0].H.Size() <= o.arrows() {
		sh.graph = sh.layered()
		memory = max(memory, sh.graph.width())
	}
	paneW := sh.measureCode()
	w := max(2*paneW+gap, memory+2*pad, titleCell*cells(report.Visible(s.title())))
	if objects > o.arrows() {
		sh.records = sh.grid(objects, w-2*pad-sh.frameW-column/2)
		w = max(w, 2*pad+sh.frameW+column/2+sh.records.width())
	}
	paneH := header + sh.lines*row + 2*row + 3*pad
	paneW = (w - gap) / 2
	for i := range sh.pane {
		sh.pane[i] = box{margin + i*(paneW+gap), paneTop, paneW, paneH}
	}
	sh.memory = box{margin, paneTop + paneH + gap, w, 0}
	sh.width = w + 2*margin
	return sh
}

// memoryOf returns the panel of the memory in state n. It has one height in the states with arrows,
// and another one in those with records.
func (sh *layout) memoryOf(n int) box {
	b := sh.memory
	if sh.small(n) {
		b.h = max(sh.stackH, sh.graph.height)
	} else {
		b.h = max(sh.stackH, sh.records.height())
	}
	b.h += header + 2*pad
	return b
}

// memoryWidth returns the width of the memory in state n.
func (sh *layout) memoryWidth(n int) int {
	if sh.small(n) {
		return max(sh.frameW, sh.graph.width())
	}
	return sh.frameW + column/2 + sh.records.width()
}

func (sh *layout) heightOf(n int) int { return sh.memoryOf(n).bottom() + margin }

func (sh *layout) shown(l semantics.Loc) string { return clip(sh.Name(l), maxName) }

// value returns the text of a value, or a dash if there is none.
func (sh *layout) value(l semantics.Loc, ok bool) string {
	if !ok {
		return "-"
	}
	return sh.shown(l)
}
