package picture

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// frame is a frame of a call stack as it is drawn.
type frame struct {
	unit   *il.Unit
	call   *il.Call // that began it, nil for the thread's unit
	vars   semantics.Frame
	depth  int      // 0 is the thread's unit
	hidden int      // frames that this one stands for instead of itself
	names  []string // of the variables that are shown
	others int      // variables that are not shown
	top    bool
}

// stack finds the frames of all states.
func (sh *layout) stack() {
	for _, i := range semantics.Tids {
		t := &sh.Scenes[0].Threads[i]
		written := sh.variables(sh.unit(i))
		sh.given[i] = slices.Clip(written)
		known := slice.Set(written)
		for x := range t.S.Top.Vars() {
			if !known[x] {
				sh.given[i] = append(sh.given[i], x)
			}
		}
	}
	sh.stacks = make([][2][]frame, len(sh.Scenes))
	for n := range sh.Scenes {
		for _, i := range semantics.Tids {
			sh.stacks[n][i] = sh.frames(n, i)
		}
	}
}

// variables are those that are written in a unit.
func (sh *layout) variables(u *il.Unit) []string {
	list, known := sh.vars[u]
	if !known {
		list = u.WrittenVariables()
		sh.vars[u] = list
	}
	return list
}

// frames lists the call stack of a thread, the thread's unit first. Of a deep
// one the middle is left out.
func (sh *layout) frames(n int, i semantics.Tid) []frame {
	t := &sh.Scenes[n].Threads[i]
	var list []frame // the innermost ones
	var last frame   // the thread's unit
	depth, s := 0, t.S
	for a := range t.Point.Activations() {
		last = frame{unit: a.Unit, call: a.Call, vars: s.Top, top: depth == 0}
		if depth < mostFrames {
			list = append(list, last)
		}
		depth, s = depth+1, s.Rest
	}
	for k := range list {
		list[k].depth = depth - 1 - k
	}
	for k := range list {
		sh.choose(&list[k], n, i, list[:k])
	}
	if depth > mostFrames {
		sh.choose(&last, n, i, list)
		list = append(list[:mostFrames-2:mostFrames-2], frame{depth: 1, hidden: depth - mostFrames + 1}, last)
	}
	slices.Reverse(list)
	return list
}

// choose finds which variables a frame shows: all of the thread's own unit or of the method, or
// of very many the ones about the place where the frame stands.
func (sh *layout) choose(f *frame, n int, i semantics.Tid, above []frame) {
	f.names = sh.variables(f.unit)
	if f.depth == 0 {
		f.names = sh.given[i]
	}
	if len(f.names) <= mostRows {
		return
	}
	at := sh.about(f, n, i, above)
	from := min(at/mostRows*mostRows, len(f.names)-mostRows)
	f.names, f.others = f.names[from:from+mostRows], len(f.names)-mostRows
}

// about is the place in the list of its variables at which a frame of more variables than are shown
// stands: the one that the last step assigned, or else the last one of the statement that is next.
func (sh *layout) about(f *frame, n int, i semantics.Tid, above []frame) int {
	index := sh.indices(f.unit)
	if m := sh.Scenes[n].Move; f.top && m != nil && m.Thread == i && m.effects.Local != nil {
		if at, written := index[m.effects.Local.Name]; written {
			return at
		}
	}
	var next il.Stmt
	if f.top {
		next = sh.Scenes[n].Threads[i].Point.Stmt()
	} else if call := above[len(above)-1].call; call != nil {
		next = call
	}
	at := 0
	il.EachVar(next, func(x string, _ il.Pos) { at = max(at, index[x]) })
	return at
}

// indices is where each variable of a unit stands among those that are written in it.
func (sh *layout) indices(u *il.Unit) map[string]int {
	list, known := sh.index[u]
	if !known {
		list = map[string]int{}
		for at, x := range sh.variables(u) {
			list[x] = at
		}
		sh.index[u] = list
	}
	return list
}

// rows is how many rows a frame has: one for each variable, and one that counts those that are not shown.
func (f frame) rows() int { return len(f.names) + min(f.others, 1) }

// frameHeight is the height of a frame's box.
func (sh *layout) frameHeight(f frame) int { return header + row*f.rows() }

// othersText counts the variables that a frame does not show.
func (f frame) othersText() string { return "… " + text.Count(f.others, "more variable") }

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
	return slice.Sum(sh.stacks[n][i], func(f frame) int { return sh.frameHeight(f) + pad })
}

// measureFrames finds the width of frames, and where B's call stack begins.
func (sh *layout) measureFrames() {
	sh.stackY[semantics.B] = sh.stackHeight(semantics.A) + pad
	sh.stackH = sh.stackY[semantics.B] + sh.stackHeight(semantics.B)
	most := 12
	for n := range sh.Scenes {
		for _, i := range semantics.Tids {
			for _, f := range sh.stacks[n][i] {
				most = max(most, gutter+cells(sh.frameTitle(i, f)))
				for _, x := range f.names {
					most = max(most, gutter+cells(clip(x, widestName))+2+sh.widest)
				}
				if f.others > 0 {
					most = max(most, gutter+cells(f.othersText()))
				}
			}
		}
	}
	sh.frameW = most*cell + 2*pad
}
