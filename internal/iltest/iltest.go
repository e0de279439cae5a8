// Package iltest has programs for the tests of several packages: from text, and random ones.
package iltest

import (
	"runtime/debug"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
)

// Tests build many small trees and end soon: with the default of 100, garbage collection takes a
// quarter of their time.
func init() {
	if percent := debug.SetGCPercent(1600); percent != 100 {
		debug.SetGCPercent(percent) // set by GOGC
	}
}

// Core returns the program of a text, which must be legal.
func Core(t testing.TB, text string) *il.Core {
	t.Helper()
	p, errs := parse.File(il.NewSource("t.il", text))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	return Checked(t, p)
}

// Checked returns the core of a tree, which must be legal.
func Checked(t testing.TB, p *il.Program) *il.Core {
	t.Helper()
	c, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, p.Source.Text)
	}
	return c
}

// Tolerated returns the core of a text that may violate some assumptions.
func Tolerated(t testing.TB, text string, a check.Assumption) *il.Core {
	t.Helper()
	p, errs := parse.File(il.NewSource("t.il", text))
	if len(errs) == 0 {
		var c *il.Core
		if c, errs = check.Program(p, check.Options{Tolerate: a}); c != nil {
			return c
		}
	}
	t.Fatalf("%v\n%s", errs, text)
	return nil
}

// One in this many programs of Random is degenerate.
const degenerateEvery = 16

// Random visits the programs of the seeds 0 to n-1 that the generator draws with the given
// options. Every sixteenth program is degenerate, whatever the options say.
func Random(t testing.TB, n int, o gen.Options, visit func(c *il.Core)) {
	t.Helper()
	for seed := range uint64(n) {
		mix := o
		if seed%degenerateEvery == degenerateEvery-1 {
			mix.Degenerate = 1
		}
		visit(Checked(t, gen.Program(gen.Rand(seed), mix)))
	}
}
