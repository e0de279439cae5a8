package unordered

import (
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// movable reports whether a pair may meet although no execution makes both accesses to one cell:
// two stores to paths that lead through a field with the name of their last one. Otherwise one of
// the two can be made first, right before the other, without moving the other's path away.
func movable(core *il.Core, s il.Sites) bool {
	through := 0
	for _, u := range core.Units {
		il.Walk(u.Body, func(c il.Stmt) {
			store, ok := c.(*il.Store)
			if !ok {
				return
			}
			site, _ := il.SiteOf(store)
			fields := store.Dst.Fields
			for k := range s {
				if s[k] == site && slices.Contains(fields[:len(fields)-1], fields[len(fields)-1]) {
					through++
				}
			}
		})
	}
	return through == 2
}

// TestContainsDefinition36: pairs that race by Definition 3.6 are found, except stores that move
// each other's paths away; and there are more.
func TestContainsDefinition36(t *testing.T) {
	const limit = 4000
	var programs, racy, strict, cut, moved, searched int
	for seed := range uint64(quick.Cases(1500)) {
		o := [...]gen.Options{gen.Default(), gen.Tiny(), loopFree(8)}[seed%3]
		if seed%3 == 2 {
			o.Fields, o.Path = 1, 3
		}
		core := iltest.Checked(t, gen.Program(gen.Rand(1<<42+seed), o))
		p := core.Pairs()[0]
		options := Defaults()
		options.MaxStates = limit
		r := mustSearch(t, core, p, options)
		meet, all := coEnabled(t, core, p, reduced(limit))
		if !r.Complete || !all {
			cut++
		}
		got := sitesOf(r)
		for _, s := range minus(meet, got) {
			if r.Complete && !movable(core, s) {
				t.Fatalf("seed %d: lost %q\n%s", seed, texts(core, []il.Sites{s}), core.Source.Text)
			}
			moved++
		}
		if r.Complete && all {
			programs++
			racy += min(1, len(meet))
			strict += min(1, len(minus(got, meet)))
		}
		if len(r.Races) > r.Drawn {
			searched++
		}
	}
	t.Logf("%d programs, %d of them with races, %d with more pairs than races, %d were cut, "+
		"%d races are of stores that move each other; "+
		"%d with pairs that no drawn execution shows",
		programs, racy, strict, cut, moved, searched)
	if programs < quick.Cases(1200) || racy < quick.Cases(800) || strict < quick.Cases(20) {
		t.Error("too few of the programs are interesting")
	}
}
