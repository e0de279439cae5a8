package analyzers

import (
	"math/rand/v2"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/dynamic/rdit"
	"wobbly/il"
)

// Missing draws the methods that are not recorded: a share of those of a program.
func Missing(core *il.Core, seed uint64, share float64) rdit.Missing {
	return rdit.Draw(core, rand.New(rand.NewPCG(seed, 0x72646974))).Share(share)
}

// rditOf is a variant of RDIT on executions of which methods are missing.
func rditOf(v rdit.Variant, name, title, doc, claim string, within ...Inclusion) *Analyzer {
	return &Analyzer{
		Name: name, Title: title, Kind: dynamicKind, Truth: Unordered, Parameters: []*Parameter{seed, runs}, Cite: "Rajagopalan, Huang: RDIT (FSE 2015)", Doc: doc, Claim: claim, Within: within,
		Start: func(core *il.Core, o Options) (Run, error) {
			missing := Missing(core, o.Seed, o.Share)
			if len(o.Missing) > 0 {
				var err error
				if missing, err = rdit.Named(core, o.Missing...); err != nil {
					return nil, err
				}
			}
			return watch(core, o, func(x *dynamic.Execution) []hb.Report {
				seen := rdit.Observe(x, missing)
				reports := v.Run(seen).Reports()
				for i, r := range reports {
					reports[i].Race = hb.Race{First: seen.Items[r.Race.First].At, Second: seen.Items[r.Race.Second].At}
				}
				return reports
			}), nil
		},
	}
}

func rditPublished() *Analyzer {
	return rditOf(rdit.Published, "rdit-published", "RDIT as published",
		"Watches the same executions, but for the events of the methods that are missing; calls of these with arguments that reach one object are ordered. "+
			"On IL it reports what only the lock in missing code orders.", "")
}

func rditRepaired() *Analyzer {
	return rditOf(rdit.Repaired, "rdit", "RDIT, repaired",
		"Watches the same executions, but for the events of the methods that are missing. Calls of these are ordered also where they may take the lock, with each other and with the locks that are seen.",
		"Every report is unordered by happens-before in the complete execution that it is of (Theorem 5, docs/comparators.md).",
		within("rdit-max", 11, "Theorem 5: what cannot be excluded is ordered, and more"))
}

func rditMaximal() *Analyzer {
	return rditOf(rdit.Maximal, "rdit-max", "RDIT, maximal",
		"Watches the same executions, but for the events of the methods that are missing. What missing code may have ordered by the lock, at some moment at which it can have been free, is ordered, and nothing else.",
		"Every report is unordered by happens-before in the complete execution that it is of, and in every other one that looks the same without the missing methods; all such pairs are reported (dynamic/rdit).",
		within("hb", 12, "Theorem 5: nothing is reported for lack of events"))
}
