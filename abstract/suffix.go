package abstract

import "strings"

// RacerDX+ for paths that meet (mode CommonSuffix) relates paths whose fields differ, as when a.f
// and b are one object and a.f.g is accessed as b.g too: Theorem 2m of docs/theory.md.
//
// Let π1 = v1.q1.r and π2 = v2.q2.r be the paths of two accesses, with a common rest r that is not
// empty and no longer than what either path is written with at its access. If v1.q1 and v2.q2 are
// intact, each in the summary of its unit, there is a state in which both lead to one object and
// keep doing so; from there both threads follow r in one heap, at one moment.
//
// Prefixes of intact expressions are intact, so the longest r is the weakest condition: a pair is
// reported iff the premise holds for the longest r. If all fields agree, this is mode Plus.

// Rest returns the longest |r| of two accesses: the number of last fields that their paths have in
// common, among the own fields of both.
func Rest(a, b Access) int {
	f, g := a.Path, b.Path
	own := min(a.Own(), b.Own())
	for n := range own {
		i, j := f.lastDot(), g.lastDot()
		if f[i:] != g[j:] {
			return n
		}
		f, g = f[:i], g[:j]
	}
	return own
}

// lastDot returns the index of the dot of the last field.
func (e Expr) lastDot() int { return strings.LastIndexByte(string(e), '.') }

// commonSuffix is the premise of Theorem 2m: the parts before r, with |q1| and |q2| fields, must be
// intact.
var commonSuffix = premise{
	fields: sameLast,
	held: func(a, b Access) (left, right int) {
		n := Rest(a, b)
		return a.Path.Len() - n, b.Path.Len() - n
	},
	stays: D.intact, weaker: true, rest: Rest,
}
