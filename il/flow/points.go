package flow

import "math/bits"

// MaxObjects limits the objects that a points-to analysis distinguishes.
const MaxObjects = 256

// ObjectSet is a set of objects, numbered from 0 and fewer than MaxObjects.
type ObjectSet [MaxObjects / 64]uint64

func (s *ObjectSet) Add(o int32) { s[o/64] |= 1 << (o % 64) }

func (s *ObjectSet) Has(o int32) bool { return s[o/64]>>(o%64)&1 != 0 }

// Join adds the objects of t and reports whether any is new.
func (s *ObjectSet) Join(t ObjectSet) (grown bool) {
	for i, w := range t {
		grown = grown || w&^s[i] != 0
		s[i] |= w
	}
	return grown
}

// Meets reports whether an object is in both sets.
func (s *ObjectSet) Meets(t *ObjectSet) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// Size returns the number of objects in the set.
func (s *ObjectSet) Size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Each visits the objects of the set, in order.
func (s *ObjectSet) Each(visit func(o int32)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(int32(i*64 + bits.TrailingZeros64(w)))
		}
	}
}

// PointsTo is a points-to analysis in the style of Andersen: the least sets of objects that satisfy
// inclusion constraints, independent of the order of the commands. The caller decides what an
// object is and which variables are distinguished. Fields are numbered from 0.
type PointsTo struct {
	fields  int32
	vars    []ObjectSet
	cells   []ObjectSet // by object and field
	assigns []assign
	stores  []store
}

// assign is dst ⊇ root.path.
type assign struct {
	dst, root int32
	path      []int32
}

// store is root.path.field ⊇ src.
type store struct {
	root  int32
	path  []int32
	field int32
	src   int32
}

// NewPointsTo returns an analysis of objects with fields, whose cells are empty, and no variables.
func NewPointsTo(objects, fields int32) *PointsTo {
	return &PointsTo{fields: fields, cells: make([]ObjectSet, objects*fields)}
}

// Var adds a variable with an empty set.
func (p *PointsTo) Var() int32 {
	p.vars = append(p.vars, ObjectSet{})
	return int32(len(p.vars) - 1)
}

// Hold adds an object to the set of a variable.
func (p *PointsTo) Hold(v, object int32) { p.vars[v].Add(object) }

// HoldCell adds an object to the set of a cell.
func (p *PointsTo) HoldCell(object, field, value int32) { p.Cell(object, field).Add(value) }

// Assign adds the constraint that variable dst receives the value of a path with this root.
func (p *PointsTo) Assign(dst, root int32, path ...int32) {
	p.assigns = append(p.assigns, assign{dst: dst, root: root, path: path})
}

// Store adds the constraint that the cell of a path, which has at least one field, receives the
// value of variable src.
func (p *PointsTo) Store(root int32, path []int32, src int32) {
	last := len(path) - 1
	p.stores = append(p.stores, store{root: root, path: path[:last], field: path[last], src: src})
}

// Solve computes the sets. More constraints may be added before another call.
func (p *PointsTo) Solve() {
	for changed := true; changed; {
		changed = false
		for _, c := range p.assigns {
			changed = p.vars[c.dst].Join(p.Value(c.root, c.path)) || changed
		}
		for _, c := range p.stores {
			objects := p.Value(c.root, c.path)
			objects.Each(func(o int32) {
				changed = p.Cell(o, c.field).Join(p.vars[c.src]) || changed
			})
		}
	}
}

// Of returns the objects that a variable may refer to.
func (p *PointsTo) Of(v int32) *ObjectSet { return &p.vars[v] }

// Cell returns the objects that a cell may refer to.
func (p *PointsTo) Cell(object, field int32) *ObjectSet { return &p.cells[object*p.fields+field] }

// Value returns the objects that a path may lead to.
func (p *PointsTo) Value(root int32, path []int32) ObjectSet {
	now := p.vars[root]
	for _, f := range path {
		var next ObjectSet
		now.Each(func(o int32) { next.Join(*p.Cell(o, f)) })
		now = next
	}
	return now
}
