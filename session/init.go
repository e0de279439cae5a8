package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// PairOf returns the pair of the units with two names, which may be equal. The order of the names
// is free, except for the blocks A and B.
func PairOf(core *il.Core, left, right string) (il.Pair, error) {
	units := slice.Filter(core.Units, core.IsUnitOfPairs)
	find := func(name string) (*il.Unit, error) {
		at := slices.IndexFunc(units, func(u *il.Unit) bool { return u.Name == name })
		if at < 0 {
			names := slice.Map(units, func(u *il.Unit) string { return u.Name })
			return nil, fmt.Errorf("the file has no method %s; it has %s", text.Name(name),
				strings.Join(names, ", "))
		}
		return units[at], nil
	}
	l, err := find(left)
	if err != nil {
		return il.Pair{}, err
	}
	r, err := find(right)
	if err != nil {
		return il.Pair{}, err
	}
	p := il.Pair{Left: l, Right: r}
	if p.Left.Thread && (p.Left != core.Threads[0] || p.Right != core.Threads[1]) {
		return il.Pair{}, fmt.Errorf("the file is one program, A and B, not %s and %s",
			text.Name(left), text.Name(right))
	}
	return p, nil
}

// checkNames returns an error if an object of an initial state has a name that links and traces
// cannot express, or a variable is not a formal parameter of its unit.
func checkNames(in semantics.Init, p il.Pair) error {
	for _, o := range in.Objects {
		if !isPlainName(o) {
			return fmt.Errorf("%s cannot be the name of an object", text.Quote(o))
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range slices.Sorted(maps.Keys(in.Stacks[i])) {
			if u.Formal(x) < 0 {
				return fmt.Errorf("the initial state gives %s.%s a value, but %s is not a "+
					"parameter of %s", semantics.Tid(i), text.Name(x), text.Name(x), u.Name)
			}
		}
	}
	return nil
}

// FileInit returns the state of the file's init block, and reports whether the file has one.
// Variables of the block that are not formal parameters of the pair are ignored.
func FileInit(core *il.Core, p il.Pair) (semantics.Init, bool) {
	if core.Init == nil {
		return semantics.Init{}, false
	}
	return semantics.FileInit(core, p), true
}

// OneObject returns the state with a single object, to which every parameter and every cell refers.
func OneObject(core *il.Core, p il.Pair) semantics.Init {
	return formals(core, p, func(int) int { return 1 })
}

// AllDifferent returns the state in which every parameter refers to an object of its own, whose
// cells refer to the object itself: o1, o2, ... for those of A and then those of B.
func AllDifferent(core *il.Core, p il.Pair) semantics.Init {
	return formals(core, p, func(n int) int { return n })
}

// formals returns the state in which the nth parameter refers to object number(n), and each cell to
// its own object. There is at least one object.
func formals(core *il.Core, p il.Pair, number func(n int) int) semantics.Init {
	in := semantics.Init{}
	n, size := 0, 1
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			n++
			in.Stacks[i][x] = "o" + strconv.Itoa(number(n))
			size = max(size, number(n))
		}
	}
	for k := range size {
		addObject(&in, core.Fields, "o"+strconv.Itoa(k+1))
	}
	return in
}

// addObject adds an object whose cells hold it, as after new().
func addObject(in *semantics.Init, fields []string, name string) {
	in.Objects = append(in.Objects, name)
	for _, f := range fields {
		in.Cells = append(in.Cells, [3]string{name, f, name})
	}
}

// FirstInit returns the default initial state of a pair: that of the file's init block if it fits,
// or else OneObject.
func FirstInit(core *il.Core, p il.Pair) semantics.Init {
	if in, ok := FileInit(core, p); ok {
		if _, err := New(core, p, in); err == nil {
			return in
		}
	}
	return OneObject(core, p)
}

// The names of initial states in links and trace files.
const (
	HeapOne       = "one"       // OneObject
	HeapDifferent = "different" // AllDifferent
	HeapFile      = "file"      // FileInit
)

// InitText returns the shortest text that ParseInit reads as an initial state, which New must
// accept: HeapOne, HeapDifferent, or a list
//
//	o1,o2,o1.f=o2,A.b=o1,B.b=o1
//
// of the objects, then the cells that hold another object than their own, then the formal
// parameters. It is never HeapFile, so that it does not depend on the file's init block.
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

// InitList is like InitText, but always returns a list.
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

// ParseInit parses the text of an initial state: a name, or a list as in InitText. Objects need not
// be listed, and the last value of a place counts. New checks that the state is complete.
func ParseInit(core *il.Core, p il.Pair, list string) (semantics.Init, error) {
	switch strings.TrimSpace(list) {
	case HeapOne:
		return OneObject(core, p), nil
	case HeapDifferent:
		return AllDifferent(core, p), nil
	case HeapFile:
		in, ok := FileInit(core, p)
		if !ok {
			return in, errors.New("the file has no init block")
		}
		return in, nil
	}
	e := initEditor{core: core, pair: p, in: semantics.Init{Stacks: [2]map[string]string{{}, {}}}}
	list = strings.ReplaceAll(strings.TrimRight(list, ",; "), ";", ",")
	for part := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(part) == "" {
			return semantics.Init{},
				errors.New("initial state: one, different, or a list such as " +
					"o1,o2,o1.f=o2,A.x=o1, with nothing left out")
		}
		place, object, isCell := strings.Cut(strings.TrimSpace(part), "=")
		var err error
		if isCell {
			err = e.set(strings.TrimSpace(place), strings.TrimSpace(object))
		} else {
			err = e.add(place)
		}
		if err != nil {
			return semantics.Init{}, fmt.Errorf("initial state: %w", err)
		}
	}
	return e.in, nil
}

type initEditor struct {
	core *il.Core
	pair il.Pair
	in   semantics.Init
}

// set gives a cell or a formal parameter a value.
func (e *initEditor) set(place, object string) error {
	base, name, ok := strings.Cut(place, ".")
	if !ok || base == "" || name == "" {
		return fmt.Errorf("%s is neither a cell such as o1.f nor a parameter such as A.b",
			text.Quote(place))
	}
	for i, u := range [2]*il.Unit{e.pair.Left, e.pair.Right} {
		if base != semantics.Tid(i).String() {
			continue
		}
		if u.Formal(name) < 0 {
			return fmt.Errorf("%s has no parameter %s; its parameters are (%s)",
				u.Name, text.Name(name), strings.Join(u.Formals, ", "))
		}
		e.in.Stacks[i][name] = object
		return e.refer(object)
	}
	if _, ok := slices.BinarySearch(e.core.Fields, name); !ok {
		return fmt.Errorf("the program has no field %s", text.Name(name))
	}
	for _, o := range []string{base, object} {
		if err := e.refer(o); err != nil {
			return err
		}
	}
	for i, c := range e.in.Cells {
		if c[0] == base && c[1] == name {
			e.in.Cells[i][2] = object
		}
	}
	return nil
}

// refer adds an object that a cell or a parameter names. A name of another form than o1 must be
// listed earlier, so that a typing error does not make an object.
func (e *initEditor) refer(object string) error {
	number, numbered := strings.CutPrefix(object, "o")
	_, err := strconv.ParseUint(number, 10, 31)
	if isPlainName(object) && (!numbered || err != nil) &&
		!slices.Contains(e.in.Objects, object) {
		return fmt.Errorf("there is no object %s; objects are called o1, o2, ..., and others are "+
			"listed first, as in %s,A.x=%s", text.Name(object), object, object)
	}
	return e.add(object)
}

// add adds an object, unless the state has it.
func (e *initEditor) add(object string) error {
	if !isPlainName(object) {
		return fmt.Errorf("%s cannot be the name of an object", text.Quote(object))
	}
	if !slices.Contains(e.in.Objects, object) {
		addObject(&e.in, e.core.Fields, object)
	}
	return nil
}

// isPlainName reports whether an object can have a name. Names of threads cannot be used, and names
// with blanks or with signs that have a meaning in texts.
func isPlainName(name string) bool {
	odd := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	reserved := name == "" || name == "A" || name == "B" || name == "nil"
	return !reserved && !strings.ContainsAny(name, ".,=():") && strings.IndexFunc(name, odd) < 0
}
