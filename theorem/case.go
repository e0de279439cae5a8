package theorem

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/semantics"
)

// Case is a program on which statements are checked, with everything that is
// drawn for it besides. What several statements need is computed once.
type Case struct {
	Core *il.Core
	// Seed decides what is drawn: states, traces, commands. Each statement draws
	// from a source of its own, so that it does not matter which others are
	// checked.
	Seed uint64
	// Analysis says under which options the analysis side is computed.
	Analysis abstract.Options
	// Variant is the form of another system that the statements about it look at,
	// by name; "" if they draw it.
	Variant string

	statement string
	sets      map[abstract.Mode]*abstract.Sets
	compact   map[abstract.Mode]abstract.Result
	traces    map[*il.Unit]traceList
	known     *evidence // of races
}

// Limits of what is looked at in a case. What is beyond them is Bounded.
const (
	maxTraces  = 2000   // syntactic traces of a unit
	maxSteps   = 400    // of a trace that is drawn
	maxReports = 20     // of a case, those with the shortest paths
	maxStates  = 20_000 // of a search
)

// NewCase makes a case of a program. The seed decides what is drawn.
func NewCase(core *il.Core, seed uint64) *Case {
	return &Case{
		Core: core, Seed: seed,
		sets: map[abstract.Mode]*abstract.Sets{}, compact: map[abstract.Mode]abstract.Result{}, traces: map[*il.Unit]traceList{},
	}
}

// rand is the source of the statement that is being checked.
func (c *Case) rand() *rand.Rand { return c.randFor(c.statement) }

// randFor is the source of a statement, or of what several of them share.
func (c *Case) randFor(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(c.Seed, h.Sum64()))
}

// Sets is the analysis in the set form of Figure 7.
func (c *Case) Sets() (*abstract.Sets, error) { return c.setsIn(c.Analysis.Mode) }

// setsIn is the analysis in the set form, in a mode.
func (c *Case) setsIn(m abstract.Mode) (*abstract.Sets, error) {
	if c.sets[m] == nil {
		s, err := abstract.AnalyzeSets(c.Core, c.in(m))
		if err != nil {
			return nil, BoundError{err.Error()}
		}
		c.sets[m] = s
	}
	return c.sets[m], nil
}

// sharedIn is the analysis in the shared form of package compact, in a mode.
func (c *Case) sharedIn(m abstract.Mode) (abstract.Result, error) {
	if c.compact[m] == nil {
		a, err := compact.Run(c.Core, c.in(m))
		if err != nil {
			return nil, BoundError{err.Error()}
		}
		c.compact[m] = a
	}
	return c.compact[m], nil
}

// in is the options of the analysis in a mode.
func (c *Case) in(m abstract.Mode) abstract.Options {
	o := c.Analysis
	o.Mode = m
	return o
}

// Races are the reports of the case, those with the shortest paths. The error is
// a BoundError; where it says that there are more than maxReports, the list is
// good nevertheless.
func (c *Case) Races() ([]abstract.Report, error) {
	s, err := c.Sets()
	if err != nil {
		return nil, err
	}
	r, err := s.Reports(nil)
	if err != nil {
		return nil, BoundError{err.Error()}
	}
	if r.Races().Exceeds(maxReports) {
		err = BoundError{fmt.Sprintf("a program has more than %d reports", maxReports)}
	}
	return r.ListRaces(maxReports), err
}

// traceList is the syntactic traces of a unit.
type traceList struct {
	all      []semantics.SyntacticTrace
	complete bool // there are no more within the bound on rounds
}

// Traces are the syntactic traces of u with at most one round of each loop. The
// error says that there are too many.
func (c *Case) Traces(u *il.Unit) ([]semantics.SyntacticTrace, error) {
	t, ok := c.traces[u]
	if !ok {
		t = c.enumerate(u)
		c.traces[u] = t
	}
	if !t.complete {
		return nil, BoundError{"a unit has too many traces"}
	}
	return t.all, nil
}

func (c *Case) enumerate(u *il.Unit) (t traceList) {
	for s := range semantics.SyntacticTraces(c.Core, u, 1) {
		if len(t.all) == maxTraces {
			return t
		}
		t.all = append(t.all, s)
	}
	t.complete = true
	return t
}
