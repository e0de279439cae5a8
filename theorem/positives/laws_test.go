package positives

import (
	"context"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/law"
	"wobbly/semantics/explore"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// TestReportsAreRaces compares Theorem 1 with the exact search directly: each report is a pair of
// sites that race in some execution from some well-behaved state. The statement "oracle", which
// says the same, is not refuted.
func TestReportsAreRaces(t *testing.T) {
	var oracle *engine.Statement
	for _, s := range Confirmations() {
		if s.Name == "oracle" {
			oracle = s
		}
	}
	o := gen.Default()
	o.Statements, o.Methods = 6, 2
	l := law.Law{
		Runs: 400, Gen: o,
		Floors: law.Floors{
			"a report": 0.4, "a path of two fields": 0.05, "a filtered pair": 0.12, "decided": 0.1,
		},
	}
	l.Check(t, func(x *law.Case) {
		sets, err := abstract.AnalyzeSets(x.Core, abstract.Options{})
		if err != nil {
			x.Fatal(err)
		}
		reported, err := sets.Reports(nil)
		if err != nil {
			x.Fatal(err)
		}
		races := map[il.Pair]map[il.Sites]bool{}
		for _, r := range reported.ListRaces(1 << 20) {
			p := truth.ProgramOf(r)
			if races[p] == nil {
				races[p] = searchedSites(x, p)
			}
			if sites := p.Sites(truth.SiteOf(r.Left), truth.SiteOf(r.Right)); !races[p][sites] {
				x.Fatalf("the report %v is not a race", r)
			}
			x.Label("a report")
			x.LabelIf(r.Left.Path.Len() > 1, "a path of two fields")
		}
		x.LabelIf(!reported.Filtered().IsZero(), "a filtered pair")
		switch v := oracle.Check(engine.NewCase(x.Core, x.Rand.Uint64())); v.Verdict {
		case engine.Refuted:
			x.Fatalf("the statement oracle is refuted: %s: %s", v.Counterexample, v.Why)
		case engine.Holds:
			x.Label("decided")
		}
	})
}

// searchedSites returns the sites of p at which the exact search finds a race, before it is done or
// reaches its limit.
func searchedSites(x *law.Case, p il.Pair) map[il.Sites]bool {
	const states = 200_000
	o := explore.Defaults()
	o.MaxStates, o.Prune = states, true
	r, err := explore.Search(context.Background(), x.Core, p, explore.Fitted(x.Core, p, o))
	if err != nil {
		x.Fatal(err)
	}
	sites := map[il.Sites]bool{}
	for i := range r.Races {
		s := r.Races[i].Sites()
		sites[p.Sites(s[0], s[1])] = true
	}
	return sites
}
