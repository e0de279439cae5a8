package unordered

import (
	"slices"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/machine"
)

// A code is a pair of units ready to be executed from some initial states.
type code struct {
	core    *il.Core
	units   il.Pair
	g       *machine.Program
	start   *semantics.Init // the initial state; nil for all
	threads [2]*thread
	sets    map[uint64][]int32 // see fieldsOf
}

type thread struct {
	sites  []site
	siteOf map[il.Stmt]int32 // the indices in sites
	points []*point          // by the number of the control state; nil if not needed so far
	ended  *point            // the point without a command
}

// A site is a load or store that a thread can reach.
type site struct {
	il.Access
	stmt   il.Stmt
	number int32          // the number of the field
	bit    uint           // machine.Program.Bit
	lock   il.Level       // the lowest level at which the thread comes there
	base   flow.ObjectSet // the objects whose cells it may access
}

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
	to := newPointsTo(core, c.g, p)
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		t := &thread{siteOf: map[il.Stmt]int32{}}
		for u, entry := range core.EntryLevels(u) {
			for s, a := range il.Accesses(u.Body) {
				t.siteOf[s] = int32(len(t.sites))
				t.sites = append(t.sites, site{
					Access: a, stmt: s, number: c.g.FieldIndex(a.Field()), bit: c.g.Bit(s),
					lock: entry.Plus(core.LevelAt(s)), base: to.value(i, u, a.Base()),
				})
			}
		}
		c.setThread(i, t)
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

// setThread makes t the code of thread i.
func (c *code) setThread(i int, t *thread) {
	c.threads[i] = t
	t.ended = c.point(i, c.g.Controls(i)[0])
}

// narrowed compiles a slice of c. Sites keep their numbers.
func (c *code) narrowed(s *programSlice, unroll int) (*code, error) {
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
		d.setThread(i, t)
	}
	return d, nil
}

// mover returns a mover before both units, without a visitor.
func (c *code) mover() mover {
	x := mover{code: c, machine: machine.In(c.g, c.start)}
	for i, t := range c.threads {
		x.move(i, t.ended)
	}
	return x
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

// A point is a control state of a thread with the facts that the search needs.
type point struct {
	*machine.Control
	site   int32           // the index of an access in thread.sites, or -1
	needed machine.Effects // Effects without reads of cells whose value does not matter
	holds  uint16          // a bit for the slot of each lock that is held
	// beforeLock is what the thread may do before its next lock(), and after it too if locks have
	// names: there may be other locks that do not matter.
	beforeLock machine.Effects
	next       []*point
	expanded   bool // whether next is known
}

func (c *code) point(i int, at *machine.Control) *point {
	t := c.threads[i]
	for len(t.points) <= int(at.ID) {
		t.points = append(t.points, nil)
	}
	p := t.points[at.ID]
	if p == nil {
		p = &point{Control: at, site: -1, needed: at.Effects, beforeLock: at.UntilLock}
		if len(c.core.Locks) > 0 {
			p.beforeLock = at.Future
		}
		for slot := range len(c.core.Locks) + 1 {
			if at.Level.DepthOf(slot) > 0 {
				p.holds |= 1 << slot
			}
		}
		t.points[at.ID] = p
		if at.Access() {
			p.site = t.siteOf[c.g.Sites(i)[at.Site]]
			if at.Idle { // the value of the cell does not matter
				p.needed.Reads = c.g.Fields(t.sites[p.site].Base().Fields)
			}
		}
	}
	return p
}
