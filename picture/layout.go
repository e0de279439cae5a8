package picture

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// layout is that of a story: all measures that its states share, so that
// nothing moves from one state to the next.
type layout struct {
	*Story
	o Options

	vars map[*il.Unit][]string // of each unit that is executed, in order

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
	widestPane = 56 // in cells
	widestName = 24 // of variables and fields
	paneTop    = 84
	gap        = 16 // between panes
	column     = 72 // between the columns of the memory
	header     = 24 // of a box
)

// newLayout measures a story.
func newLayout(s *Story, o Options) *layout {
	sh := &layout{Story: s, o: o, vars: map[*il.Unit][]string{}}
	most := 0
	for i := range s.Scenes {
		most = max(most, s.Scenes[i].H.Size())
		for _, t := range s.Scenes[i].Threads {
			for a := range t.Point.Activations() {
				sh.variables(a.Unit)
			}
		}
	}
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

// variables are those of a unit.
func (sh *layout) variables(u *il.Unit) []string {
	if sh.vars[u] == nil {
		sh.vars[u] = u.Variables()
	}
	return sh.vars[u]
}

// frame is a frame of a call stack as it is drawn.
type frame struct {
	unit   *il.Unit
	call   *il.Call // that began it, nil for the thread's unit
	vars   semantics.Frame
	depth  int // 0 is the thread's unit
	hidden int // frames that this one stands for instead of itself
	top    bool
}

// frames lists the call stack of a thread, the thread's unit first. Of a deep
// one the middle is left out.
func frames(t semantics.Thread) []frame {
	var list []frame
	s := t.S
	for a := range t.Point.Activations() {
		list = append(list, frame{unit: a.Unit, call: a.Call, vars: s.Top})
		s = s.Rest
	}
	slices.Reverse(list)
	for i := range list {
		list[i].depth, list[i].top = i, i == len(list)-1
	}
	if n := len(list); n > mostFrames {
		gap := frame{depth: 1, hidden: n - mostFrames + 1}
		list = append([]frame{list[0], gap}, list[n-mostFrames+2:]...)
	}
	return list
}

// rowsOf are the variables of a frame with their objects: those of its unit,
// and whatever else the initial state gives it.
func (sh *layout) rowsOf(f frame) []string {
	if f.hidden > 0 {
		return nil
	}
	list := sh.variables(f.unit)
	for x := range f.vars.Vars() {
		if !slices.Contains(list, x) {
			list = append(list[:len(list):len(list)], x)
		}
	}
	return list
}

// frameHeight is the height of a frame's box.
func (sh *layout) frameHeight(f frame) int { return header + row*len(sh.rowsOf(f)) }

// frameTitle names a frame.
func (sh *layout) frameTitle(i semantics.Tid, f frame) string {
	if f.hidden > 0 {
		return "… " + text.Count(f.hidden, "frame")
	}
	title := i.String() + " " + f.unit.Name
	if f.unit.Thread {
		title = f.unit.Name
	}
	if f.call != nil {
		title += " from " + sh.Core.Source.At(f.call.At)
	}
	return clip(title, widestName+12)
}

// stackHeight is the largest height of a thread's call stack in the story.
func (sh *layout) stackHeight(i semantics.Tid) int {
	most := 0
	for n := range sh.Scenes {
		most = max(most, sh.stackHeightIn(n, i))
	}
	return most
}

func (sh *layout) stackHeightIn(n int, i semantics.Tid) int {
	return slice.Sum(frames(sh.Scenes[n].Threads[i]), func(f frame) int { return sh.frameHeight(f) + pad })
}

// measureFrames finds the width of frames, and where B's call stack begins.
func (sh *layout) measureFrames() {
	sh.stackY[semantics.B] = sh.stackHeight(semantics.A) + pad
	sh.stackH = sh.stackY[semantics.B] + sh.stackHeight(semantics.B)
	most := 12
	for n := range sh.Scenes {
		for _, i := range semantics.Tids {
			for _, f := range frames(sh.Scenes[n].Threads[i]) {
				most = max(most, gutter+cells(sh.frameTitle(i, f)))
				for _, x := range sh.rowsOf(f) {
					most = max(most, gutter+cells(clip(x, widestName))+2+sh.widest)
				}
			}
		}
	}
	sh.frameW = most*cell + 2*pad
}

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
