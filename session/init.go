package session

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// PairOf is the pair of units with these names, and why there is none. The
// units may be given in any order, and twice the same.
func PairOf(core *il.Core, left, right string) (il.Pair, error) {
	var p il.Pair
	for i, name := range [2]string{left, right} {
		at := slices.IndexFunc(core.Units, func(u *il.Unit) bool { return u.Name == name && core.IsUnitOfPairs(u) })
		if at < 0 {
			return il.Pair{}, fmt.Errorf("the file has no unit %s; its units are %s", text.Name(name), strings.Join(unitNames(core), ", "))
		}
		if i == 0 {
			p.Left = core.Units[at]
		} else {
			p.Right = core.Units[at]
		}
	}
	if p.Left.Thread && (p.Left != core.Threads[0] || p.Right != core.Threads[1]) {
		return il.Pair{}, fmt.Errorf("the file is one program, A and B, not %s and %s", text.Name(left), text.Name(right))
	}
	return p, nil
}

func unitNames(core *il.Core) []string {
	var names []string
	for _, u := range core.Units {
		if core.IsUnitOfPairs(u) {
			names = append(names, u.Name)
		}
	}
	return names
}

// admissible says which object of an initial state has a name that cannot be
// written down, or which variable is no formal of its unit.
func admissible(in semantics.Init, p il.Pair) error {
	for _, o := range in.Objects {
		if !plainName(o) {
			return fmt.Errorf("%s cannot be the name of an object", text.Quote(o))
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range slices.Sorted(maps.Keys(in.Stacks[i])) {
			if u.Formal(x) < 0 {
				return fmt.Errorf("the initial state gives %s.%s a value, but %s is no formal of %s", semantics.Tid(i), text.Name(x), text.Name(x), u.Name)
			}
		}
	}
	return nil
}

// FileInit is the state of the file's init block, and whether it has one. Of
// its variables, those that are formals of the pair are taken.
func FileInit(core *il.Core, p il.Pair) (semantics.Init, bool) {
	if core.Init == nil {
		return semantics.Init{}, false
	}
	in := semantics.GivenInit(core.Init, core.Fields)
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		maps.DeleteFunc(in.Stacks[i], func(x, _ string) bool { return u.Formal(x) < 0 })
	}
	return in, true
}

// OneObject is the state with a single object, which every formal and every
// cell holds.
func OneObject(core *il.Core, p il.Pair) semantics.Init {
	return formals(core, p, func(int) int { return 1 })
}

// AllDifferent is the state in which every formal holds an object of its own,
// whose cells hold it: o1, o2, ... for those of A and then those of B.
func AllDifferent(core *il.Core, p il.Pair) semantics.Init {
	return formals(core, p, func(n int) int { return n })
}

// formals makes the state in which the nth formal holds object number(n), and
// each object itself. There is at least one object.
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

// initEditor changes an initial state.
type initEditor struct {
	core *il.Core
	pair il.Pair
	in   *semantics.Init
}

// set gives a place a value.
func (e initEditor) set(place, object string) error {
	base, name, ok := strings.Cut(place, ".")
	switch {
	case !ok || base == "" || name == "":
		return fmt.Errorf("%s is neither a cell such as o1.f nor a formal such as A.b", text.Quote(place))
	case base == "A" || base == "B":
		return e.bind(base, name, object)
	}
	if _, ok := slices.BinarySearch(e.core.Fields, name); !ok {
		return fmt.Errorf("the program has no field %s", text.Name(name))
	}
	for _, o := range []string{base, object} {
		if err := e.known(o); err != nil {
			return err
		}
	}
	for i, c := range e.in.Cells {
		if c[0] == base && c[1] == name {
			e.in.Cells[i][2] = object
			return nil
		}
	}
	e.in.Cells = append(e.in.Cells, [3]string{base, name, object})
	return nil
}

func (e initEditor) bind(thread, name, object string) error {
	i, u := 0, e.pair.Left
	if thread == "B" {
		i, u = 1, e.pair.Right
	}
	if u.Formal(name) < 0 {
		return fmt.Errorf("%s has no formal %s; its formals are (%s)", u.Name, text.Name(name), strings.Join(u.Formals, ", "))
	}
	if err := e.known(object); err != nil {
		return err
	}
	e.in.Stacks[i][name] = object
	return nil
}

// known adds an object that a cell or a formal names. One that is not called as objects
// are has to be listed before, so that a slip makes none.
func (e initEditor) known(object string) error {
	number, numbered := strings.CutPrefix(object, "o")
	if _, err := strconv.ParseUint(number, 10, 31); plainName(object) && (!numbered || err != nil) && !slices.Contains(e.in.Objects, object) {
		return fmt.Errorf("there is no object %s; objects are called o1, o2, ..., and others are listed first, as in %s,A.x=%s", text.Name(object), object, object)
	}
	return e.need(object)
}

// need adds an object if it is not there.
func (e initEditor) need(object string) error {
	switch {
	case !plainName(object):
		return fmt.Errorf("%s cannot be the name of an object", text.Quote(object))
	case !slices.Contains(e.in.Objects, object):
		addObject(e.in, e.core.Fields, object)
	}
	return nil
}

// plainName tells whether an object may have a name: one that can be told from
// threads and from what stands around it in texts.
func plainName(name string) bool {
	reserved := name == "" || name == "A" || name == "B" || name == "nil"
	return !reserved && !strings.ContainsAny(name, ".,=():") && strings.IndexFunc(name, odd) < 0
}

func odd(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }

// FirstInit is the initial state to begin a pair with: that of the file's init
// block if it fits, else one object that everything holds.
func FirstInit(core *il.Core, p il.Pair) semantics.Init {
	if in, ok := FileInit(core, p); ok {
		if _, err := New(core, p, in); err == nil {
			return in
		}
	}
	return OneObject(core, p)
}
