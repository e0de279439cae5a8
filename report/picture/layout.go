package picture

import (
	"wobbly/il"
	"wobbly/semantics"
)

// layout is that of a story: all measures that its states share, so that
// nothing moves from one state to the next.
type layout struct {
	*Story
	o Options

	vars   map[*il.Unit][]string       // that are written in each unit that is executed, in order
	index  map[*il.Unit]map[string]int // where they stand there, if they are more than are shown
	given  [2][]string                 // the variables of the threads' own units, with what else the initial state gives them
	stacks [][2][]frame                // of each state, as they are drawn

	pane  [2]box // the code of each thread
	lines int    // of code in a pane

	widest int    // name of an object, in cells
	memory box    // without its height, see memoryOf
	frameW int    // of the boxes of call stacks
	stackY [2]int // where the call stack of each thread begins
	stackH int    // of both call stacks together

	graph   *layered // nil if there are never few enough objects for arrows
	records grid     // for more

	width int
}

// Limits of what is shown.
const (
	mostLines  = 14 // of code
	mostFrames = 6  // of a call stack
	mostRows   = 32 // of variables in a frame
	widestPane = 56 // in cells
	widestName = 24 // of variables and fields
	paneTop    = 84
	gap        = 16 // between panes
	column     = 72 // between the columns of the memory
	header     = 24 // of a box
)

// newLayout measures a story.
func newLayout(s *Story, o Options) *layout {
	sh := &layout{Story: s, o: o, vars: map[*il.Unit][]string{}, index: map[*il.Unit]map[string]int{}}
	most := s.Scenes[len(s.Scenes)-1].H.Size() // objects never go away
	sh.stack()
	sh.widest = sh.widestObject()
	sh.measureFrames()
	if least := s.Scenes[0].H.Size(); least <= o.arrows() {
		sh.graph = sh.layered()
	}
	paneW := sh.measureCode()
	memory := sh.frameW
	if sh.graph != nil {
		memory = max(memory, sh.graph.width())
	}
	memory += 2 * pad
	w := max(2*paneW+gap, memory, titleCell*cells(visible(s.title())))
	if most > o.arrows() {
		sh.records = sh.grid(most, w-2*pad-sh.frameW-column/2)
		w = max(w, 2*pad+sh.frameW+column/2+sh.records.width())
	}
	sh.arrange(w)
	return sh
}

// arrange gives the panels their places within a width between margins.
func (sh *layout) arrange(w int) {
	paneH := header + sh.lines*row + 2*row + 3*pad
	paneW := (w - gap) / 2
	for i := range sh.pane {
		sh.pane[i] = box{margin + i*(paneW+gap), paneTop, paneW, paneH}
	}
	top := paneTop + paneH + gap
	sh.memory = box{margin, top, w, 0}
	sh.width = w + 2*margin
}

// memoryOf is the panel of the memory in state n. It has one height in the
// states with arrows, and another one in those with records.
func (sh *layout) memoryOf(n int) box {
	b := sh.memory
	b.h = sh.stackH
	if sh.small(n) {
		b.h = max(b.h, sh.graph.height)
	} else {
		b.h = max(b.h, sh.records.height())
	}
	b.h += header + 2*pad
	return b
}

// memoryWidth is how wide what is drawn of the memory in state n is.
func (sh *layout) memoryWidth(n int) int {
	if sh.small(n) {
		return max(sh.frameW, sh.graph.width())
	}
	return sh.frameW + column/2 + sh.records.width()
}

// heightOf is the height of the picture of state n.
func (sh *layout) heightOf(n int) int { return sh.memoryOf(n).bottom() + margin }

// widestObject is the width of the longest name of an object, in cells.
func (sh *layout) widestObject() int {
	most := 3
	for l := range sh.Scenes[len(sh.Scenes)-1].H.Size() {
		most = max(most, cells(sh.shown(sh.Name(semantics.Loc(l+1)))))
	}
	return most
}

// shown is a name as boxes show it.
func (sh *layout) shown(name string) string { return clip(name, widestName) }

// value is what a variable or cell shows.
func (sh *layout) value(l semantics.Loc, ok bool) string {
	if !ok {
		return "-"
	}
	return sh.shown(sh.Name(l))
}
