package enum

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
)

// allCalled reports whether every method is called from a thread, directly or not.
func allCalled(c *il.Core) bool {
	called := map[*il.Unit]bool{c.Threads[0]: true, c.Threads[1]: true}
	for _, u := range slices.Backward(c.Order) {
		if called[u] {
			il.Walk(u.Body, func(s il.Stmt) {
				if s, ok := s.(*il.Call); ok {
					called[c.Methods[s.Method]] = true
				}
			})
		}
	}
	return len(called) == len(c.Units)
}

// canonical returns the least of the texts of a program under all orders of its threads, methods and
// formals. In each text, names are numbered as they occur.
func canonical(c *il.Core) string {
	least := ""
	methods := methodsOf(c)
	permutations(len(methods), nil, func(order []int) {
		var list []*il.Unit
		for _, i := range order {
			list = append(list, methods[i])
		}
		columns(list, map[string][]int{}, func(cols map[string][]int) {
			for swap := range 2 {
				threads := []*il.Unit{c.Threads[swap], c.Threads[1-swap]}
				if text := write(append(threads, list...), cols); least == "" || text < least {
					least = text
				}
			}
		})
	})
	return least
}

// written returns one of the texts of canonical.
func written(c *il.Core) string {
	cols := map[string][]int{}
	for _, m := range methodsOf(c) {
		for i := range m.Formals {
			cols[m.Name] = append(cols[m.Name], i)
		}
	}
	return write(append(c.Threads[:], methodsOf(c)...), cols)
}

// methodsOf returns the units that are not threads.
func methodsOf(c *il.Core) []*il.Unit {
	return slices.DeleteFunc(slices.Clone(c.Units), func(u *il.Unit) bool { return u.Thread })
}

// columns visits all orders of the formals of some methods, added to the chosen ones.
func columns(methods []*il.Unit, chosen map[string][]int, visit func(map[string][]int)) {
	if len(methods) == 0 {
		visit(chosen)
		return
	}
	permutations(len(methods[0].Formals), nil, func(order []int) {
		chosen[methods[0].Name] = order
		columns(methods[1:], chosen, visit)
	})
}

// permutations visits the orders of n numbers that begin with the chosen ones.
func permutations(n int, chosen []int, visit func([]int)) {
	if len(chosen) == n {
		visit(chosen)
	}
	for i := range n {
		if !slices.Contains(chosen, i) {
			permutations(n, append(slices.Clip(chosen), i), visit)
		}
	}
}

// write returns the text of units with new names.
func write(units []*il.Unit, columns map[string][]int) string {
	w := writer{columns: columns, fields: map[string]string{}, methods: map[string]string{}}
	for _, u := range units {
		w.unit(u)
	}
	return w.String()
}

// writer writes a program with new names.
type writer struct {
	strings.Builder
	columns map[string][]int // by method: its formals in the order to write them
	fields  map[string]string
	methods map[string]string
	vars    map[string]string
}

// rename returns the new name of a name: the letter with the next number if it has none.
func rename(names map[string]string, name, letter string) string {
	if names[name] == "" {
		names[name] = letter + strconv.Itoa(len(names))
	}
	return names[name]
}

func (w *writer) unit(u *il.Unit) {
	w.vars = map[string]string{}
	if !u.Thread {
		w.WriteString(rename(w.methods, u.Name, "m"))
		for _, i := range w.columns[u.Name] {
			w.variable(u.Formals[i])
		}
	}
	w.block(u.Body)
}

// variable writes a variable. Formals of threads have other letters than locals; those of methods
// differ from locals because they have been named first.
func (w *writer) variable(name string) {
	letter := "x"
	if il.IsFormalName(name) {
		letter = "arg"
	}
	w.WriteString(" " + rename(w.vars, name, letter))
}

func (w *writer) expr(e il.Expr) {
	w.variable(e.Root)
	for _, f := range e.Fields {
		w.WriteString("." + rename(w.fields, f, "f"))
	}
}

func (w *writer) block(b *il.Block) {
	w.WriteString("{")
	for _, s := range b.List() {
		w.WriteString(reflect.TypeOf(s).String())
		w.stmt(s)
		w.WriteString(";")
	}
	w.WriteString("}")
}

func (w *writer) stmt(s il.Stmt) {
	switch s := s.(type) {
	case *il.Lock, *il.Unlock:
	case *il.New:
		w.variable(s.Dst)
	case *il.Copy:
		w.variable(s.Dst)
		w.variable(s.Src)
	case *il.Load:
		w.variable(s.Dst)
		w.expr(s.Src)
	case *il.Store:
		w.expr(s.Dst)
		w.variable(s.Src)
	case *il.If:
		w.block(s.Then)
		w.block(s.Else)
	case *il.While:
		w.block(s.Body)
	case *il.Call:
		w.WriteString(rename(w.methods, s.Method, "m"))
		for _, i := range w.columns[s.Method] {
			w.expr(s.Args[i])
		}
	default:
		panic(il.Unknown(s))
	}
}
