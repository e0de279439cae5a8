package session

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// The short texts of initial states, as links and trace files hold them.
const (
	HeapOne       = "one"       // OneObject
	HeapDifferent = "different" // AllDifferent
	HeapFile      = "file"      // FileInit
)

// InitText is the short text of an initial state that New accepts: one of the
// words above, or what it holds,
//
//	o1,o2,o1.f=o2,A.b=o1,B.b=o1
//
// first the objects, then the cells that hold another object than their own,
// then the formals. HeapFile is not used: the text shall not depend on more
// than it has to. ParseInit reads it.
func InitText(core *il.Core, p il.Pair, in semantics.Init) string {
	text := InitList(p, in)
	switch text {
	case InitList(p, OneObject(core, p)):
		return HeapOne
	case InitList(p, AllDifferent(core, p)):
		return HeapDifferent
	}
	return text
}

// InitList is an initial state as a list, whatever it holds; ParseInit reads it.
func InitList(p il.Pair, in semantics.Init) string {
	parts := slices.Clone(in.Objects)
	cells := slices.Clone(in.Cells)
	order := map[string]int{}
	for i, o := range in.Objects {
		order[o] = i
	}
	slice.SortStable(cells, func(c, d [3]string) int {
		if c[0] != d[0] {
			return order[c[0]] - order[d[0]]
		}
		return strings.Compare(c[1], d[1])
	})
	for _, c := range cells {
		if c[0] != c[2] {
			parts = append(parts, c[0]+"."+c[1]+"="+c[2])
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			if o, ok := in.Stacks[i][x]; ok {
				parts = append(parts, semantics.Tid(i).String()+"."+x+"="+o)
			}
		}
	}
	return strings.Join(parts, ",")
}

// ParseInit reads the text of an initial state: a word, or a list as InitText
// has it. Objects need not be listed, and what is said last counts. New has to
// say whether the state is complete.
func ParseInit(core *il.Core, p il.Pair, text string) (semantics.Init, error) {
	switch strings.TrimSpace(text) {
	case HeapOne:
		return OneObject(core, p), nil
	case HeapDifferent:
		return AllDifferent(core, p), nil
	case HeapFile:
		in, ok := FileInit(core, p)
		if !ok {
			return in, fmt.Errorf("the file has no init block")
		}
		return in, nil
	}
	in := semantics.Init{Stacks: [2]map[string]string{{}, {}}}
	e := initEditor{core, p, &in}
	for part := range strings.SplitSeq(strings.ReplaceAll(strings.TrimRight(text, ",; "), ";", ","), ",") {
		if strings.TrimSpace(part) == "" {
			return semantics.Init{}, fmt.Errorf("initial state: one, different, or a list such as o1,o2,o1.f=o2,A.x=o1, with nothing left out")
		}
		place, object, isCell := strings.Cut(strings.TrimSpace(part), "=")
		var err error
		if isCell {
			err = e.set(strings.TrimSpace(place), strings.TrimSpace(object))
		} else {
			err = e.need(place)
		}
		if err != nil {
			return semantics.Init{}, fmt.Errorf("initial state: %w", err)
		}
	}
	return in, nil
}
