package needs

import "wobbly/witness"

// state is the part of an initial state that an execution has read. Its objects have the numbers 0,
// 1, ...; those that the execution makes have negative ones.
type state struct {
	formals [2]map[string]*node
	paths   []*node // all paths that were read, each after its longest proper prefix

	holds   func(thread int, formal string) int // the object that a formal holds
	content func(object int, field string) int  // the object that a cell holds
}

func (s *state) formal(thread int, name string) *node {
	n, ok := s.formals[thread][name]
	if !ok {
		n = s.add(&node{thread: thread, name: name, object: s.holds(thread, name)})
		s.formals[thread][name] = n
	}
	return n
}

func (s *state) field(of *node, name string) *node {
	n, ok := of.below[name]
	if !ok {
		n = s.add(&node{
			parent: of, name: name, depth: of.depth + 1, object: s.content(of.object, name),
		})
		if of.below == nil {
			of.below = map[string]*node{}
		}
		of.below[name] = n
	}
	return n
}

func (s *state) add(n *node) *node {
	s.paths = append(s.paths, n)
	return n
}

func newState(holds func(int, string) int, content func(int, string) int) *state {
	return &state{formals: [2]map[string]*node{{}, {}}, holds: holds, content: content}
}

func stateOf(init *witness.Init) *state {
	objects := map[string]int{}
	for i, o := range init.Objects {
		objects[o] = i
	}
	cells := map[cell]int{}
	for _, c := range init.Cells {
		cells[cell{objects[c[0]], c[1]}] = objects[c[2]]
	}
	stacks := [2]map[string]string{init.A.Map(), init.B.Map()}
	return newState(
		func(thread int, formal string) int { return objects[stacks[thread][formal]] },
		func(object int, field string) int { return cells[cell{object, field}] },
	)
}

// classes are the objects that paths lead to under equations (congruence closure with union-find).
// Paths lead to different objects unless the equations imply that they are equal.
type classes struct {
	formals [2]map[string]int
	fields  []map[string]int // the objects that the cells of each object hold
	same    []int            // for each object, an equal one, or itself if it represents its class
}

func newClasses(all []Equation) *classes {
	c := &classes{formals: [2]map[string]int{{}, {}}}
	for _, e := range all {
		c.merge(c.object(e.Left), c.object(e.Right))
	}
	return c
}

// object returns the object that a path leads to.
func (c *classes) object(p Path) int {
	o := c.formal(p.Thread, p.Formal)
	for _, f := range p.Fields {
		o = c.field(o, f)
	}
	return o
}

func (c *classes) formal(thread int, name string) int {
	return c.objectNamed(c.formals[thread], name)
}

func (c *classes) field(object int, name string) int {
	return c.objectNamed(c.fields[c.find(object)], name)
}

// objectNamed returns the object with a name in a map, and creates it if there is none.
func (c *classes) objectNamed(objects map[string]int, name string) int {
	o, ok := objects[name]
	if !ok {
		o = len(c.same)
		c.same, c.fields = append(c.same, o), append(c.fields, map[string]int{})
		objects[name] = o
	}
	return c.find(o)
}

// find returns the representative of an object's class.
func (c *classes) find(o int) int {
	for c.same[o] != o {
		c.same[o] = c.same[c.same[o]]
		o = c.same[o]
	}
	return o
}

// merge merges two objects, and the contents of their cells.
func (c *classes) merge(a, b int) {
	for pending := [][2]int{{a, b}}; len(pending) > 0; {
		a, b := c.find(pending[0][0]), c.find(pending[0][1])
		pending = pending[1:]
		if a == b {
			continue
		}
		c.same[b] = a
		for f, o := range c.fields[b] {
			if other, ok := c.fields[a][f]; ok {
				pending = append(pending, [2]int{other, o})
			} else {
				c.fields[a][f] = o
			}
		}
	}
}

// state returns the initial state in which exactly the equations hold.
func (c *classes) state() *state { return newState(c.formal, c.field) }
