package check

import (
	"sync/atomic"

	"wobbly/il"
	"wobbly/internal/parallel"
)

// stretchSize is how many units are checked, and lowered, at a time.
const stretchSize = 64

// stretch is the units from..to-1, in file order.
type stretch struct{ from, to int }

func stretches(units int) int { return (units + stretchSize - 1) / stretchSize }

func stretchOf(i, units int) stretch {
	return stretch{i * stretchSize, min((i+1)*stretchSize, units)}
}

// workers returns the number of workers for a program, each with at least 4 stretches.
func workers(units int) int { return parallel.Workers(stretches(units), 4) }

// checkBodies walks the bodies of all units, and lowers them as long as nothing is wrong; it
// reports whether it has lowered all. Suggestions draw on one budget in the order of the text, so
// if several workers find an error, one walks the program again in that order.
func (c *checker) checkBodies(workers int) (lowered bool) {
	if workers > 1 && c.checkTogether(workers) {
		return !c.partial
	}
	c.calls.edges, c.calls.first = c.calls.edges[:0], c.calls.first[:0]
	b := body{checker: c}
	b.checkStretch(stretch{0, len(c.units)})
	return !c.partial && len(c.errs) == 0
}

// checkTogether has workers check the bodies, and reports whether nothing is wrong with them. If
// something is, it reports no error.
func (c *checker) checkTogether(workers int) bool {
	var wrong atomic.Bool
	bodies := make([]body, workers)
	for w := range bodies {
		own := *c
		own.errs, own.fields, own.locks = nil, names{}, names{}
		bodies[w].checker = &own
	}
	n := len(c.units)
	parallel.InOrder(workers, stretches(n), func(w, i int) callGraph {
		b := &bodies[w]
		b.calls = callGraph{}
		if !wrong.Load() {
			b.checkStretch(stretchOf(i, n))
		}
		if len(b.errs) > 0 {
			wrong.Store(true)
		}
		return b.calls
	}, func(_ int, g callGraph) {
		before := int32(len(c.calls.edges))
		for _, first := range g.first {
			c.calls.first = append(c.calls.first, before+first)
		}
		c.calls.edges = append(c.calls.edges, g.edges...)
	})
	for _, b := range bodies {
		for _, f := range b.fields.list() {
			c.fields.add(f)
		}
		for _, l := range b.checker.locks.list() {
			c.locks.add(l)
		}
	}
	return !wrong.Load()
}

// checkStretch checks the bodies of some units, in file order, and lowers those with
// sugar before the first error.
func (b *body) checkStretch(s stretch) {
	for i := s.from; i < s.to; i++ {
		u := &b.units[i]
		b.calls.first = append(b.calls.first, int32(len(b.calls.edges)))
		b.check(u, b.sources[i])
		if b.sugar && !b.partial && len(b.errs) == 0 {
			u.Body = b.lower(u)
		}
	}
}

// lower is il.Lower for a unit. Only methods are brought into argument normal form, unless the
// options say no: a thread block passes no formals.
func (c *checker) lower(u *il.Unit) *il.Block {
	if u.Thread || c.noANF {
		return il.Lower(u.Body, nil)
	}
	return il.Lower(u.Body, u.Formals)
}
