package check

import (
	"wobbly/il"
	"wobbly/witness"
)

// A Checker checks witnesses of one program. It caches facts about methods and reuses its memory,
// so that many witnesses of a large program are cheap. It is not safe for concurrent use; two
// checkers may share a core.
type Checker struct {
	core *il.Core
	play replay // the replay of the current or the last witness

	digest    string            // the digest of the source text; empty until needed
	codes     []code            // by Unit.Index; each compiled when a thread first enters the unit
	positions map[string]il.Pos // the results of position from column farRight on; may be nil
	owns      map[il.Site]int   // the results of ownOf; nil until needed

	// The following fields are nil until there is a run.

	shortests map[*il.Unit]*shortest
	elses     map[*il.If]bool                // the ifs whose else-branch is the shorter one
	entries   map[string]map[entryKey]*entry // by the shape of the quotient
	kept      int                            // the number of entries
}

// New returns a checker for a program that il/check found legal.
func New(core *il.Core) *Checker { return &Checker{core: core} }

// Check returns nil if and only if it accepts w. Otherwise the error is a *Refusal.
func (c *Checker) Check(w *witness.Witness) error {
	if w == nil {
		return refuse(Document, "there is no witness")
	}
	if r := c.check(w); r != nil {
		r.Total = len(w.Steps)
		return r
	}
	return nil
}

// check is Check without Refusal.Total.
func (c *Checker) check(w *witness.Witness) *Refusal {
	if w.Schema != witness.Schema {
		return refuse(Document, "the schema is %s, and this checker knows %q", quote(w.Schema),
			witness.Schema)
	}
	if c.digest == "" {
		c.digest = witness.Digest(c.core.Source.Text)
	}
	if w.Program != c.digest {
		return refuse(Program, "the witness is for another source text: it names the digest %s",
			quote(w.Program))
	}
	units, r := c.units(w.Units)
	if r != nil {
		return r
	}
	play, r := c.start(w, units)
	if r != nil {
		return r
	}
	for i := range w.Steps {
		if r := play.step(&w.Steps[i]); r != nil {
			r.Step = i + 1
			return r
		}
	}
	if w.Deadlock.None() {
		r = play.race(&w.Race)
	} else {
		r = play.deadlock(w)
	}
	if r != nil {
		r.Step = len(w.Steps) + 1
	}
	return r
}

// units returns the two units of a witness: the blocks of C1 || C2, or two methods of the
// class that are not private, in file order.
func (c *Checker) units(names [2]string) ([2]*il.Unit, *Refusal) {
	if c.core.Threads[0] != nil {
		if names != letters {
			return c.core.Threads, refuse(Units,
				"the units of C1 || C2 are A and B, not %s and %s", quote(names[0]),
				quote(names[1]))
		}
		return c.core.Threads, nil
	}
	var units [2]*il.Unit
	for i, name := range names {
		u := c.core.Methods[name]
		switch {
		case u == nil:
			return units, refuse(Units, "the program has no method %s", quote(name))
		case !c.core.IsUnitOfPairs(u):
			return units, refuse(Units, "%s is private, so no thread executes it on its own", name)
		}
		units[i] = u
	}
	if units[1].Index < units[0].Index {
		return units,
			refuse(Units, "%s comes before %s in the file, so it is the unit of thread A",
				names[1], names[0])
	}
	return units, nil
}

func (c *Checker) code(u *il.Unit) *code {
	if c.codes == nil {
		c.codes = make([]code, len(c.core.Units))
	}
	k := &c.codes[u.Index]
	if k.nodes == nil {
		k.compile(u)
	}
	return k
}

// farRight is the column from which positions are cached: in a text that is not ASCII, finding one
// far to the right is slow.
const farRight = 256

// position parses a position of a witness. It returns NoPos if the source text has no such place.
func (c *Checker) position(at string) il.Pos {
	if p, ok := c.positions[at]; ok {
		return p
	}
	line, col, ok := lineAndColumn(at)
	if !ok {
		return il.NoPos
	}
	p, _ := c.core.Source.Offset(il.Position{Line: line, Col: col}) // NoPos if there is none
	if col > farRight {
		if c.positions == nil {
			c.positions = map[string]il.Pos{}
		}
		c.positions[at] = p
	}
	return p
}

func (c *Checker) at(s il.Stmt) string { return c.core.Source.At(s.Pos()) }
