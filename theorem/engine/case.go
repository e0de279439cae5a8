package engine

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
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

	statement string       // that is being checked
	needed    []Hypothesis // that an instance must meet to be looked at; nil while all are visited
	sets      []setsIn     // few: there are few modes
	known     map[any]any  // nil until something is
}

// NewCase makes a case of a program. The seed decides what is drawn.
func NewCase(core *il.Core, seed uint64) *Case {
	return &Case{Core: core, Seed: seed}
}

// Once is what compute gives for a case. It is computed when it is first asked
// for, and then known by its key, which is of a type of its own.
func Once[V any](c *Case, key any, compute func() V) V {
	if v, ok := c.known[key]; ok {
		return v.(V)
	}
	v := compute()
	if c.known == nil {
		c.known = map[any]any{}
	}
	c.known[key] = v
	return v
}

// Rand is the source of the statement that is being checked.
func (c *Case) Rand() *rand.Rand { return c.RandFor(c.statement) }

// RandFor is the source of a statement, or of what several of them share.
func (c *Case) RandFor(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(c.Seed, h.Sum64()))
}

// Sets is the analysis in the set form of Figure 7.
func (c *Case) Sets() (*abstract.Sets, error) { return c.SetsIn(c.Analysis.Mode) }

// SetsIn is the analysis in the set form, in a mode.
func (c *Case) SetsIn(m abstract.Mode) (*abstract.Sets, error) {
	for _, s := range c.sets {
		if s.mode == m {
			return s.sets, nil
		}
	}
	s, err := abstract.AnalyzeSets(c.Core, c.Options(m))
	if err != nil {
		return nil, BoundError{Limit: err.Error()}
	}
	c.sets = append(c.sets, setsIn{m, s})
	return s, nil
}

// maxRelated bounds the pairs of accesses among which reports are looked for in the set
// form, where all are gone through.
const maxRelated = 1 << 18

// Reports is what the analysis in the set form reports on the case. The error is a
// BoundError.
func (c *Case) Reports(s *abstract.Sets) (abstract.Reported, error) {
	pairs := 0
	for _, p := range c.Core.Pairs() {
		if pairs += s.Summary(p.Left).A.Len() * s.Summary(p.Right).A.Len(); pairs > maxRelated {
			return nil, BoundError{Limit: fmt.Sprintf("a program has more than %d pairs of accesses", maxRelated)}
		}
	}
	r, err := s.Reports(nil)
	if err != nil {
		return nil, BoundError{Limit: err.Error()}
	}
	return r, nil
}

// setsIn is the analysis of a case in a mode.
type setsIn struct {
	mode abstract.Mode
	sets *abstract.Sets
}

// Options is the options of the analysis in a mode.
func (c *Case) Options(m abstract.Mode) abstract.Options {
	o := c.Analysis
	o.Mode = m
	return o
}

// Unlimited is a number of steps that no witness is compressed for.
const Unlimited = 1 << 30

// SetsUnder is Sets under other options.
func (c *Case) SetsUnder(opts abstract.Options) (*abstract.Sets, error) {
	if opts == c.Analysis {
		return c.Sets()
	}
	s, err := abstract.AnalyzeSets(c.Core, opts)
	if err != nil {
		return nil, BoundError{Limit: err.Error()}
	}
	return s, nil
}

// Forms are the forms of a system to look at in a case: the one that Case.Variant
// names, or else the first one and one that is drawn. A drawn one that violates a
// hypothesis which instances must meet is left out: none of them would be looked at.
func Forms[F any](c *Case, r *rand.Rand, all []F, name func(F) string) []F {
	if c.Variant == "" {
		drawn := all[1+r.IntN(len(all)-1)]
		if c.ruledOut(name(drawn)) {
			return all[:1:1]
		}
		return []F{all[0], drawn}
	}
	for _, f := range all {
		if name(f) == c.Variant {
			return []F{f}
		}
	}
	panic("theorem: there is no form " + c.Variant)
}

// ruledOut tells whether a form violates a hypothesis that instances must meet.
func (c *Case) ruledOut(form string) bool {
	return slices.ContainsFunc(c.needed, func(h Hypothesis) bool { return h.Form == form })
}
