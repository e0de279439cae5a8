package gen

import (
	"slices"

	"wobbly/il"
)

// view is a program with its parts numbered in text order, as the shrinker's
// edits speak of them.
type view struct {
	program *il.Program
	units   []unit
	stmts   []placed
	number  map[il.Stmt]int // index in stmts
	vars    [][]string      // of each unit, filled by variables
}

// unit is a method body or a thread block.
type unit struct {
	block   *il.Block
	method  *il.Method // nil of a thread block
	formals []string   // the declared ones
	thread  bool
	side    int // of a thread block: 0 for A, 1 for B
}

// placed is a statement and where it stands.
type placed struct {
	stmt    il.Stmt
	unit    int // index in view.units
	partner int // of a lock() or unlock() the number of the other, else its own
}

func viewOf(p *il.Program) *view {
	v := &view{program: p, units: unitsOf(p), number: map[il.Stmt]int{}}
	for i, u := range v.units {
		il.Walk(u.block, func(s il.Stmt) {
			n := len(v.stmts)
			v.number[s] = n
			v.stmts = append(v.stmts, placed{stmt: s, unit: i, partner: n})
		})
		v.match(u.block)
	}
	return v
}

// unitsOf lists the units of p.
func unitsOf(p *il.Program) []unit {
	var list []unit
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			list = append(list, unit{block: d.Body, method: d, formals: formalsOf(d)})
		case *il.Parallel:
			for side, b := range d.Blocks {
				list = append(list, unit{block: b, thread: true, side: side})
			}
		}
	}
	return list
}

// match finds the partners of the locks and unlocks of b and the blocks inside.
func (v *view) match(b *il.Block) {
	var open []int
	for _, s := range b.List() {
		switch n := len(open); {
		case il.Acquires(s):
			open = append(open, v.number[s])
		case il.Releases(s) && n > 0:
			i, j := open[n-1], v.number[s]
			v.stmts[i].partner, v.stmts[j].partner = j, i
			open = open[:n-1]
		}
		for _, inner := range il.Blocks(s) {
			v.match(inner)
		}
	}
}

// eachBlock visits all blocks, with their units.
func (v *view) eachBlock(visit func(u int, b *il.Block)) {
	for i, u := range v.units {
		visit(i, u.block)
	}
	for _, s := range v.stmts {
		for _, b := range il.Blocks(s.stmt) {
			if b != nil {
				visit(s.unit, b)
			}
		}
	}
}

// variables lists the variables of unit u: declared formals, then the others
// as they first occur. The list is not to be changed.
func (v *view) variables(u int) []string {
	if v.vars == nil {
		v.vars = make([][]string, len(v.units))
	}
	if v.vars[u] == nil {
		v.vars[u] = variablesOf(v.units[u])
	}
	return v.vars[u]
}

func variablesOf(u unit) []string {
	list := slices.Clone(u.formals)
	il.Walk(u.block, func(s il.Stmt) {
		il.EachVar(s, func(name string, _ il.Pos) {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		})
	})
	return slices.Clip(list)
}

// fields lists the fields of the program as they first occur.
func (v *view) fields() []string {
	list := newOrdered()
	for _, s := range v.stmts {
		il.EachField(s.stmt, list.add)
	}
	return list.names
}

// ordered is a set of names that remembers their order.
type ordered struct {
	names []string
	index map[string]int
}

func newOrdered() *ordered { return &ordered{index: map[string]int{}} }

func (o *ordered) add(name string) {
	if _, ok := o.index[name]; !ok {
		o.index[name] = len(o.names)
		o.names = append(o.names, name)
	}
}
