package gen

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
)

// Garble exports garble to the tests in package gen_test.
func Garble(r *rand.Rand, p *il.Program) *il.Program { return il.Positioned(garble(r, p)) }

// Legal exports legal.
func Legal(p *il.Program) bool { return legal(p) }

// legal reports whether p is legal.
func legal(p *il.Program) bool { _, ok := judge(p, 0); return ok }

// violated returns the assumptions that p violates, and whether it is legal otherwise.
func violated(p *il.Program) (check.Assumption, bool) {
	return judge(p, check.A2|check.A3|check.A5)
}

// Violated exports violated.
func Violated(p *il.Program) (check.Assumption, bool) { return violated(p) }

// SmallerOrRenamed reports whether n is smaller than p, or as small with other names.
func SmallerOrRenamed(n, p *il.Program) bool {
	order := slices.Compare(cost(n), cost(p))
	return order < 0 || order == 0 && n.Source.Text != p.Source.Text
}
