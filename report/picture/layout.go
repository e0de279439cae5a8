package picture

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics"
)

// layout has the measures that all states of a story share, so that nothing moves from one
// state to the next.
type layout struct {
	*Story
	o Options

	vars map[*il.Unit][]string // a cache: the variables in the text of each unit
	// the variables of the threads' units, with those of the initial state
	own    [2][]string
	stacks [][2][]frame // of each state

	pane  [2]box // for the code of each thread
	lines int    // of code in a pane

	widest int    // the width of the longest name of an object, in cells
	memory box    // without its height, see memoryOf
	frameW int    // the width of frames
	stackY [2]int // where the call stack of each thread begins
	stackH int    // the height of both call stacks together

	graph   *layered // nil if there are never few enough objects for arrows
	records grid     // for more objects

	width int
}

// Limits and distances.
const (
	maxLines  = 14 // of code
	maxFrames = 6  // of a call stack
	maxRows   = 32 // variables in a frame
	maxPane   = 56 // the width of a pane, in cells
	maxName   = 24 // cells of the name of a variable or field
	paneTop   = 84
	gap       = 16 // between panes
	column    = 72 // between the columns of the memory
	header    = 24 // of a box
)

func newLayout(s *Story, o Options) *layout {
	sh := &layout{Story: s, o: o, vars: map[*il.Unit][]string{}, widest: 3}
	objects := s.Scenes[len(s.Scenes)-1].H.Size() // objects never go away
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

// memoryOf returns the panel of the memory in state n. It has one height in the states with
// arrows, and another one in those with records.
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

func (sh *layout) memoryWidth(n int) int {
	if sh.small(n) {
		return max(sh.frameW, sh.graph.width())
	}
	return sh.frameW + column/2 + sh.records.width()
}

func (sh *layout) heightOf(n int) int           { return sh.memoryOf(n).bottom() + margin }
func (sh *layout) shown(l semantics.Loc) string { return clip(sh.Name(l), maxName) }

func (sh *layout) value(l semantics.Loc, ok bool) string {
	if !ok {
		return "-"
	}
	return sh.shown(l)
}
