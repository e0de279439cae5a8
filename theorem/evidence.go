package theorem

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/semantics/explore"
	oracle "wobbly/semantics/explore/unordered"
	"wobbly/witness"
	checker "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// evidence is what is known of the races of a case. Witnesses and searches are
// made when they are first asked for, and kept.
type evidence struct {
	builder   *reconstruct.Builder
	checker   *checker.Checker
	witnesses map[abstract.Report]proof
	searches  map[il.Pair]*searched
	racing    map[il.Pair]bool // some witness was accepted
	accesses  [][]considered   // A by Unit.Index
	probe     *probe
	racerd    map[string]map[met]bool // by form
	chord     map[chordOf]*chord.Result
	unordered map[il.Pair]*oracle.Result
	flow      map[flowForm]*flowed
	direct    *Case // the program not brought into ANF; the case itself if there is no difference
}

// proof is a witness, and why there is none or the checker refuses it.
type proof struct {
	witness *witness.Witness
	err     error
}

// searched is what the exact search found for a program C1 || C2.
type searched struct {
	races []explore.Race
	cut   error // a BoundError, if there may be more
}

// evidence of the case.
func (c *Case) evidence() *evidence {
	if c.known == nil {
		c.known = &evidence{
			builder:   reconstruct.New(c.Core),
			checker:   checker.New(c.Core),
			witnesses: map[abstract.Report]proof{},
			searches:  map[il.Pair]*searched{},
			racing:    map[il.Pair]bool{},
			racerd:    map[string]map[met]bool{},
			chord:     map[chordOf]*chord.Result{},
			unordered: map[il.Pair]*oracle.Result{},
			flow:      map[flowForm]*flowed{},
		}
	}
	return c.known
}

// everything is a number of steps that no witness is compressed for.
const everything = 1 << 30

// proof is the witness that the proof of Theorem 6.10 gives for two accesses,
// and what the checker says of it. The accesses need not meet the premises.
func (c *Case) proof(r abstract.Report) proof {
	e := c.evidence()
	r.Race = true // whether or not it is filtered
	p, ok := e.witnesses[r]
	if !ok {
		p.witness, p.err = e.builder.Witness(r, everything)
		if p.err == nil {
			p.err = e.checker.Check(p.witness)
		}
		if p.err == nil {
			e.racing[programOf(r)] = true
		}
		e.witnesses[r] = p
	}
	return p
}

// programOf is C1 || C2 of a report.
func programOf(r abstract.Report) il.Pair { return il.Pair{Left: r.Left.Unit, Right: r.Right.Unit} }

// search is what the exact search finds for a program, from all well-behaved
// initial states.
func (c *Case) search(p il.Pair) *searched {
	e := c.evidence()
	s, ok := e.searches[p]
	if !ok {
		s = c.explore(p)
		e.searches[p] = s
	}
	return s
}

// maxObjects bounds the objects of a state in the search of a program with
// loops; without loops the number bounds itself.
const maxObjects = 12

func (c *Case) explore(p il.Pair) *searched {
	o := explore.Defaults()
	o.MaxStates, o.Prune, o.Reduce = maxStates, true, true
	if hasLoop(c.Core, p) { // where the reduction could go on with one thread for ever
		o.MaxObjects, o.Reduce = maxObjects, false
	}
	r, err := explore.Search(context.Background(), c.Core, p, o)
	switch {
	case err != nil:
		return &searched{cut: BoundError{err.Error()}}
	case !r.Complete:
		return &searched{r.Races, BoundError{"the search for other races was cut: " + string(r.Cut)}}
	default:
		return &searched{races: r.Races}
	}
}

// hasLoop tells whether a program can come to a loop.
func hasLoop(core *il.Core, p il.Pair) bool {
	reached := map[*il.Unit]bool{p.Left: true, p.Right: true}
	for _, u := range slices.Backward(core.Order) { // callers first
		loop := false
		if reached[u] {
			il.Walk(u.Body, func(s il.Stmt) {
				switch s := s.(type) {
				case *il.While:
					loop = true
				case *il.Call:
					reached[core.Methods[s.Method]] = true
				}
			})
		}
		if loop {
			return true
		}
	}
	return false
}

// race is the race of the search at the sites of r; nil if it found none.
func (s *searched) race(r abstract.Report) *explore.Race {
	return s.at(programOf(r), programOf(r).Sites(siteOf(r.Left), siteOf(r.Right)))
}

// at is the race of the search of p at a pair of sites; nil if it found none.
func (s *searched) at(p il.Pair, sites il.Sites) *explore.Race {
	for i := range s.races {
		if x := sitesOf(&s.races[i]); p.Sites(x[0], x[1]) == sites {
			return &s.races[i]
		}
	}
	return nil
}

// FalseReport tells whether no execution from any well-behaved initial state
// races at the two sites of r, which an analysis under c.Analysis or any other
// reports. First its witness is tried, then the exact search, which has to be
// complete to say so. The error is a BoundError.
func (c *Case) FalseReport(r abstract.Report) (bool, error) {
	if c.proof(r).err == nil {
		return false, nil
	}
	s := c.search(programOf(r))
	if s.race(r) != nil {
		return false, nil
	}
	return s.cut == nil, s.cut
}

// raceless tells whether no execution of the program of r races at all.
func (c *Case) raceless(r abstract.Report) (bool, error) {
	if c.evidence().racing[programOf(r)] || c.proof(r).err == nil {
		return false, nil
	}
	s := c.search(programOf(r))
	if len(s.races) > 0 {
		return false, nil
	}
	return s.cut == nil, s.cut
}

// inDirectForm is the case of the same program with methods that are not
// brought into ANF: π := arg stays as it is.
func (c *Case) inDirectForm() *Case {
	e := c.evidence()
	if e.direct == nil {
		e.direct = c
		if storesFormal(c.Core.Program) {
			core, _ := check.Program(c.Core.Program, check.Options{NoANF: true})
			if core != nil {
				e.direct = NewCase(core, c.Seed)
				e.direct.Analysis, e.direct.Variant = c.Analysis, c.Variant
			}
		}
	}
	return e.direct
}

// inBothForms is the case, and the one in direct form if that is another one.
func (c *Case) inBothForms() []*Case {
	if direct := c.inDirectForm(); direct != c {
		return []*Case{c, direct}
	}
	return []*Case{c}
}

// storesFormal tells whether a method as written stores a formal.
func storesFormal(p *il.Program) bool {
	found := false
	for _, d := range p.Decls {
		m, ok := d.(*il.Method)
		if !ok {
			continue
		}
		il.Walk(m.Body, func(s il.Stmt) {
			if s, ok := s.(*il.Store); ok {
				found = found || slices.ContainsFunc(m.Formals, func(f il.Formal) bool { return f.Name == s.Src })
			}
		})
	}
	return found
}

// considered is an access of a unit, with what Theorems 6.10 and 2 ask of it.
type considered struct {
	abstract.Access
	fields string     // behind the root, as text
	stable bool       // no proper prefix is wobbly, WB left out
	apart  bool       // and if so, nor because of WB
	unit   abstract.D // the summary of its unit in mode Plus
}

// accesses lists A of a unit.
func (c *Case) accesses(u *il.Unit) ([]considered, error) {
	e := c.evidence()
	if e.accesses == nil {
		list, err := c.consider()
		if err != nil {
			return nil, err
		}
		e.accesses = list
	}
	return e.accesses[u.Index], nil
}

func (c *Case) consider() ([][]considered, error) {
	full, err := c.Sets()
	if err != nil {
		return nil, err
	}
	bare, err := c.setsIn(abstract.Plus) // in which there is no WB
	if err != nil {
		return nil, err
	}
	list := make([][]considered, len(c.Core.Units))
	for _, u := range c.Core.Units {
		d, without := full.Summary(u), bare.Summary(u)
		for _, a := range without.Accesses() {
			_, fields := a.Path.Cut()
			stable := without.Stable(a.Path)
			list[u.Index] = append(list[u.Index], considered{a, fields, stable, !stable || d.Stable(a.Path), without})
		}
	}
	return list, nil
}

// errRefused is why a report without a witness is no race at its sites.
func errRefused(p proof) error {
	var none reconstruct.NoSpineError
	var long reconstruct.TooLongError
	if errors.As(p.err, &none) || errors.As(p.err, &long) {
		return fmt.Errorf("there is no witness: %w", p.err)
	}
	return fmt.Errorf("the witness of the proof is refused: %w", p.err)
}
