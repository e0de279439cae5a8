package engine

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
)

// Case is a program on which statements are checked, with a seed for everything random. It caches
// results that several statements need. It must not be used concurrently.
type Case struct {
	Core *il.Core
	// Seed determines the states, traces and commands that are drawn. Each statement draws from its
	// own source, so its instances do not depend on the other statements of the run.
	Seed     uint64
	Analysis abstract.Options
	// Variant names the form of another system that statements check; see Forms. If it is empty,
	// they choose forms at random.
	Variant string

	// statement is the name of the statement that visits the case, and of its random source.
	statement string
	// needed lists the hypotheses that an instance must meet to count. It is nil if all count.
	needed []Hypothesis
	// cache has the results of Once. All copies of a case share it.
	cache map[any]any
}

// NewCase returns a case of a program.
func NewCase(core *il.Core, seed uint64) *Case {
	return &Case{Core: core, Seed: seed, cache: map[any]any{}}
}

// visitedBy returns a copy of the case for the statement that visits it.
func (c *Case) visitedBy(statement string, needed []Hypothesis) *Case {
	d := *c
	d.statement, d.needed = statement, needed
	return &d
}

// VisitedLike returns a copy of c for the statement that visits o, with the same Variant as o.
func (c *Case) VisitedLike(o *Case) *Case {
	d := c.visitedBy(o.statement, o.needed)
	d.Variant = o.Variant
	return d
}

// Once returns the result of compute, which it calls at most once for a case and a key. The type of
// the key should be unexported, so that no other package uses an equal key. The result must not
// depend on the statement that visits the case.
func Once[V any](c *Case, key any, compute func() V) V {
	if v, ok := c.cache[key]; ok {
		return v.(V)
	}
	v := compute()
	c.cache[key] = v
	return v
}

// OnceErr is like Once for a function that can fail. It keeps the error too.
func OnceErr[V any](c *Case, key any, compute func() (V, error)) (V, error) {
	type result struct {
		value V
		err   error
	}
	r := Once(c, key, func() result {
		v, err := compute()
		return result{v, err}
	})
	return r.value, r.err
}

// Rand returns the random source of the statement that is being checked.
func (c *Case) Rand() *rand.Rand { return c.RandFor(c.statement) }

// RandFor returns the random source of a statement, or of a topic that several statements share. It
// depends only on the seed of the case and the name, and begins anew at each call.
func (c *Case) RandFor(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(c.Seed, h.Sum64()))
}

// Sets returns the analysis in the set form, with the options of the case. The error is a
// BoundError.
func (c *Case) Sets() (*abstract.Sets, error) { return c.SetsIn(c.Analysis.Mode) }

// SetsIn returns the analysis in the set form, in a mode. The error is a BoundError.
func (c *Case) SetsIn(m abstract.Mode) (*abstract.Sets, error) {
	type key struct{ abstract.Mode }
	return OnceErr(c, key{m}, func() (*abstract.Sets, error) { return c.analyze(c.Options(m)) })
}

// SetsUnder returns the analysis in the set form under other options. The error is a BoundError.
func (c *Case) SetsUnder(o abstract.Options) (*abstract.Sets, error) {
	if o == c.Analysis {
		return c.Sets()
	}
	return c.analyze(o)
}

// analyze runs the analysis, without remembering the result. The error is a BoundError.
func (c *Case) analyze(o abstract.Options) (*abstract.Sets, error) {
	s, err := abstract.AnalyzeSets(c.Core, o)
	if err != nil {
		return nil, BoundError{Limit: err.Error()}
	}
	return s, nil
}

// Options returns the options of the analysis in a mode.
func (c *Case) Options(m abstract.Mode) abstract.Options {
	o := c.Analysis
	o.Mode = m
	return o
}

// maxRelated limits the number of pairs of accesses, all of which Sets.Reports visits.
const maxRelated = 1 << 18

// Reports returns the reports of the analysis in the set form. The error is a BoundError.
func (c *Case) Reports(s *abstract.Sets) (abstract.Reported, error) {
	related := 0
	for _, p := range c.Core.Pairs() {
		related += s.Summary(p.Left).A.Len() * s.Summary(p.Right).A.Len()
		if related > maxRelated {
			limit := fmt.Sprintf("a program has more than %d pairs of accesses", maxRelated)
			return nil, BoundError{Limit: limit}
		}
	}
	r, err := s.Reports(nil)
	if err != nil {
		return nil, BoundError{Limit: err.Error()}
	}
	return r, nil
}

// Unlimited is a value for a limit that no case reaches.
const Unlimited = 1 << 30

// Forms returns those of all forms of a system that a case checks: the one that Case.Variant names,
// or else the first and a random other one. The latter is omitted if it violates a hypothesis that
// instances must meet, because then none of its instances would count. all must have at least two
// elements, and Case.Variant must name one of them.
func Forms[F any](c *Case, r *rand.Rand, all []F, name func(F) string) []F {
	if c.Variant == "" {
		drawn := all[1+r.IntN(len(all)-1)]
		if slices.ContainsFunc(c.needed, func(h Hypothesis) bool { return h.Form == name(drawn) }) {
			return all[:1:1]
		}
		return []F{all[0], drawn}
	}
	i := slices.IndexFunc(all, func(f F) bool { return name(f) == c.Variant })
	if i < 0 {
		panic("theorem: there is no form " + c.Variant)
	}
	return all[i : i+1 : i+1]
}
