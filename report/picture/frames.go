package picture

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
)

type frame struct {
	unit *il.Unit
	// call is the call that began it, or nil for the thread's unit.
	call *il.Call
	vars semantics.Frame
	// depth is the number of frames below it.
	depth int
	// hidden, if positive, says that it stands for that many frames, which are not drawn.
	hidden int
	// names are the names of the variables that are shown, and others is the number of the others.
	names  []string
	others int
	// top says whether it is the innermost frame.
	top bool
}

func (sh *layout) variables(u *il.Unit) []string {
	list, known := sh.vars[u]
	if !known {
		list = u.WrittenVariables()
		sh.vars[u] = list
	}
	return list
}

// frames returns the call stack of a thread, the thread's unit first. The middle of a deep stack is
// left out.
func (sh *layout) frames(n int, i semantics.Tid) []frame {
	t := &sh.Scenes[n].Threads[i]
	var list []frame // the innermost ones
	var last frame   // the thread's unit
	depth, s := 0, t.S
	for a := range t.Point.Activations() {
		last = frame{unit: a.Unit, call: a.Call, vars: s.Top, top: depth == 0}
		if depth < maxFrames {
			list = append(list, last)
		}
		depth, s = depth+1, s.Rest
	}
	for k := range list {
		list[k].depth = depth - 1 - k
		sh.chooseVariables(&list[k], n, i, list[:k])
	}
	if depth > maxFrames {
		sh.chooseVariables(&last, n, i, list)
		list = append(list[:maxFrames-2:maxFrames-2],
			frame{depth: 1, hidden: depth - maxFrames + 1}, last)
	}
	slices.Reverse(list)
	return list
}

// chooseVariables sets the variables that a frame shows: all of the unit, or maxRows of them around
// the one that the last step assigned or else the last one of the next statement. above are the
// frames above it, the innermost first.
func (sh *layout) chooseVariables(f *frame, n int, i semantics.Tid, above []frame) {
	f.names = sh.variables(f.unit)
	if f.depth == 0 {
		f.names = sh.own[i]
	}
	if len(f.names) <= maxRows {
		return
	}
	at := -1
	if m := sh.Scenes[n].Move; f.top && m != nil && m.Thread == i && m.effects.Local != nil {
		at = slices.Index(f.names, m.effects.Local.Name)
	}
	if at < 0 {
		var next il.Stmt
		if f.top {
			next = sh.Scenes[n].Threads[i].Point.Stmt()
		} else if call := above[len(above)-1].call; call != nil {
			next = call
		}
		il.EachVar(next, func(x string, _ il.Pos) { at = max(at, slices.Index(f.names, x)) })
	}
	from := min(max(at, 0)/maxRows*maxRows, len(f.names)-maxRows)
	f.names, f.others = f.names[from:from+maxRows], len(f.names)-maxRows
}

// rows returns the number of rows of a frame: one for each variable, and one that counts those that
// are not shown.
func (f frame) rows() int { return len(f.names) + min(f.others, 1) }

func (sh *layout) frameHeight(f frame) int { return header + row*f.rows() }

func (f frame) othersText() string { return "… " + text.Count(f.others, "more variable") }

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
	return clip(title, maxName+12)
}

// stackHeight returns the largest height of a thread's call stack.
func (sh *layout) stackHeight(i semantics.Tid) int {
	highest := 0
	for n := range sh.Scenes {
		highest = max(highest,
			slice.Sum(sh.stacks[n][i], func(f frame) int { return sh.frameHeight(f) + pad }))
	}
	return highest
}

func (sh *layout) measureFrames() {
	sh.stackY[semantics.B] = sh.stackHeight(semantics.A) + pad
	sh.stackH = sh.stackY[semantics.B] + sh.stackHeight(semantics.B)
	widest := 12
	for n := range sh.Scenes {
		for _, i := range semantics.Tids {
			for _, f := range sh.stacks[n][i] {
				widest = max(widest, gutter+cells(sh.frameTitle(i, f)))
				for _, x := range f.names {
					widest = max(widest, gutter+cells(clip(x, maxName))+2+sh.widest)
				}
				if f.others > 0 {
					widest = max(widest, gutter+cells(f.othersText()))
				}
			}
		}
	}
	sh.frameW = widest*cell + 2*pad
}
