//go:build unix

package main

import (
	"context"
	"fmt"

	"wobbly/semantics/explore"
)

// allStates is how many states a search from all initial states may meet: there
// are many more.
const allStates = 8_000_000

// allRuns are the ways to search from all initial states that are compared.
var allRuns = []engineRun{
	{"flat", fromAll(explore.Flat, 1)},
	{"flat, 2 workers", fromAll(explore.Flat, 2)},
	{"canonical", fromAll(explore.Canonical, 1)},
	{"canonical, 2 workers", fromAll(explore.Canonical, 2)},
}

// fromAll is an exact search from all initial states in a layout.
func fromAll(in explore.Layout, workers int) func(*explore.Options) {
	return func(o *explore.Options) {
		o.Init, o.Layout, o.Workers, o.MaxStates = explore.All, in, workers, allStates
	}
}

// allOf measures model number i from all initial states.
func (c *comparison) allOf(i int, m model) {
	got := map[string]measurement{}
	for k, r := range allRuns {
		c.progress.next(m.Name + ", " + r.name)
		n, err := c.best(engineWeight, func(ctx context.Context) (measurement, error) { return runEngine(ctx, i, len(engineRuns)+k) })
		if err != nil {
			fmt.Fprintf(c.out, "%-14s %-22s %v\n", m.Name, r.name, err)
			continue
		}
		got[r.name] = n
		n.print(c.out, m.Name, r.name)
	}
	flat, two, canonical := got["flat"], got["flat, 2 workers"], got["canonical"]
	if flat.States > 0 && canonical.States > 0 {
		fmt.Fprintf(c.out, "%-14s flat: %.1f times the states/s of canonical\n", m.Name, flat.rate()/canonical.rate())
	}
	if flat.States > 0 && two.States > 0 {
		fmt.Fprintf(c.out, "%-14s two workers: %.2f times as fast by the clock\n", m.Name, flat.Wall.Seconds()/two.Wall.Seconds())
	}
}
