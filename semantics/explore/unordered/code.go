package unordered

import (
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/machine"
)

// code is a pair of units made ready to be executed from some initial states.
type code struct {
	core    *il.Core
	units   il.Pair
	g       *machine.Program
	start   *semantics.Init // nil for all
	threads [2]*thread
	sets    map[uint64][]int32 // see fieldsOf
}

// newCode compiles p.
func newCode(core *il.Core, p il.Pair, o *Options) (*code, error) {
	c, err := compile(core, p, o.Unroll)
	if err != nil {
		return nil, err
	}
	if o.Init == explore.Given {
		if c.start, err = c.g.Given(o.Start); err != nil {
			return nil, err
		}
	}
	to := newPointsTo(core, p)
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		c.thread(i, newThread(core, c.g, i, u, to))
	}
	return c, nil
}

// compile makes code without threads.
func compile(core *il.Core, p il.Pair, unroll int) (*code, error) {
	g, err := machine.Compile(core, p, machine.Options{Unroll: unroll})
	if err != nil {
		return nil, err
	}
	return &code{core: core, units: p, g: g, sets: map[uint64][]int32{}}, nil
}

// thread makes t the code of thread i.
func (c *code) thread(i int, t *thread) {
	c.threads[i] = t
	t.ended = c.point(i, c.g.Controls(i)[0])
}

// narrowed compiles a slice of c. Sites keep their numbers.
func (c *code) narrowed(s *slice, unroll int) (*code, error) {
	d, err := compile(s.core, s.units, unroll)
	if err != nil {
		return nil, err
	}
	d.start = c.start
	for i, u := range [2]*il.Unit{s.units.Left, s.units.Right} {
		t := &thread{sites: slices.Clone(c.threads[i].sites), siteOf: map[il.Stmt]int32{}}
		for _, u := range s.core.Reachable(u) {
			for stmt := range il.Accesses(u.Body) {
				n := c.threads[i].siteOf[s.from[stmt]]
				t.siteOf[stmt] = n
				t.sites[n].bit = d.g.Bit(stmt)
			}
		}
		d.thread(i, t)
	}
	return d, nil
}

// mover is a mover that stands before both units. Nobody sees what it does.
func (c *code) mover() mover {
	x := mover{code: c, m: machine.In(c.g, c.start)}
	for i, t := range c.threads {
		x.move(i, t.ended)
	}
	return x
}

// lazy tells whether initial values come into being when they are read.
func (c *code) lazy() bool { return c.start == nil }

// init is an initial state of the units p in which an execution of c can be made:
// the given one, or that of what it has found.
func (c *code) init(p il.Pair, found *machine.Found) semantics.Init {
	if c.start != nil {
		return *c.start
	}
	return found.Init(c.g, p)
}

// fieldsOf lists the fields of a set of bits as in machine.Effects.
func (c *code) fieldsOf(set uint64) []int32 {
	fields, ok := c.sets[set]
	if !ok {
		for f := range c.core.Fields {
			if set>>(f%64)&1 != 0 {
				fields = append(fields, int32(f))
			}
		}
		c.sets[set] = fields
	}
	return fields
}
