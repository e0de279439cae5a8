package compare

import (
	"context"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
	"wobbly/internal/quick"
)

// TestGeneratorsHaveRaces: programs of each generator have races, most of which are decided. No
// precise analysis has a false report, and no inclusion fails.
func TestGeneratorsHaveRaces(t *testing.T) {
	o := options("flow", "rely", "bounded-0", "bounded", "bounded-2", "bounded-3", "oracle")
	for _, d := range gen.Generators() {
		total, failures := Draw{
			Generator: d, Seed: 11, Programs: uint64(max(quick.Cases(40), 6)),
			Runner: campaign.Local(2),
		}.Sweep(o).Run(context.Background())
		for _, f := range failures {
			t.Errorf("%s, seed %d: %v\n%s", d.Name, f.Seed, f.What, f.Program.Source.Text)
		}
		real := total.Real[analyzers.Coenabled]
		if real < total.Programs/2 || 3*total.LeftOut > total.Pairs {
			t.Errorf("%s: %d races, %d of %d pairs of units left out", d.Name, real, total.LeftOut,
				total.Pairs)
		}
		t.Logf("%s: %d races in %d programs, %d of %d pairs of units left out", d.Name, real,
			total.Programs, total.LeftOut, total.Pairs)
	}
}
