package gen

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
)

// What the laws, which are tests of this package from outside, need of it besides.

// Garble is garble.
func Garble(r *rand.Rand, p *il.Program) *il.Program { return il.Positioned(garble(r, p)) }

// Legal is legal.
func Legal(p *il.Program) bool { return legal(p) }

func legal(p *il.Program) bool { _, ok := judge(p, 0); return ok }

func violated(p *il.Program) (check.Assumption, bool) {
	return judge(p, check.A2|check.A3|check.A5)
}

// Violated is violated.
func Violated(p *il.Program) (check.Assumption, bool) { return violated(p) }

// SmallerOrRenamed reports whether n is smaller than p, or as small with other names.
func SmallerOrRenamed(n, p *il.Program) bool {
	order := slices.Compare(cost(n), cost(p))
	return order < 0 || order == 0 && n.Source.Text != p.Source.Text
}
