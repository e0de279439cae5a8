package unordered

import (
	"errors"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// code is a pair of units made ready to be executed from some initial states.
type code struct {
	core    *il.Core
	units   il.Pair
	g       *explore.Program
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
		if c.start, err = given(core, o.Start); err != nil {
			return nil, err
		}
		if _, err = c.g.MachineIn(c.start); err != nil {
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
	g, err := explore.Compile(core, p, unroll)
	if err != nil {
		return nil, err
	}
	return &code{core: core, units: p, g: g, sets: map[uint64][]int32{}}, nil
}

// thread makes t the code of thread i.
func (c *code) thread(i int, t *thread) {
	c.threads[i] = t
	t.ended = c.point(i, explore.NewMachine(c.g, true).Control(i))
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
		for _, u := range reached(s.core, u) {
			il.Walk(u.Body, func(stmt il.Stmt) {
				if n, ok := c.threads[i].siteOf[s.from[stmt]]; ok {
					t.siteOf[stmt] = n
					t.sites[n].bit = d.g.Bit(stmt)
				}
			})
		}
		d.thread(i, t)
	}
	return d, nil
}

// given is the initial state of a search from a given one.
func given(core *il.Core, start *semantics.Init) (*semantics.Init, error) {
	if start != nil {
		return start, nil
	}
	if core.Init == nil {
		return nil, errors.New("the file gives no initial state: it has no init block")
	}
	in := semantics.GivenInit(core.Init, core.Fields)
	return &in, nil
}

// mover is a mover that stands before both units. Nobody sees what it does.
func (c *code) mover() mover {
	x := mover{code: c}
	if c.start == nil {
		x.m = explore.NewMachine(c.g, true)
	} else {
		m, err := c.g.MachineIn(c.start)
		if err != nil {
			panic(err) // newCode has tried it
		}
		x.m = m
	}
	for i, t := range c.threads {
		x.move(i, t.ended)
	}
	return x
}

// lazy tells whether initial values come into being when they are read.
func (c *code) lazy() bool { return c.start == nil }

// fieldsOf lists the fields of a set of bits as in explore.Ahead.
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
