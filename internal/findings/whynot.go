package findings

import (
	"fmt"
	"slices"

	"wobbly/il"
)

// The reasons for which RacerDX does not report a race.
const (
	// ReasonWobbly: a proper prefix of a path is in W, or in modes that count captured fields, a
	// path is not intact.
	ReasonWobbly = "wobbly"
	ReasonLocal  = "local"  // an access was never recorded: its path begins with a local
	ReasonFields = "fields" // the paths do not have the fields in common that the mode requires
	reasonLock   = "lock"   // the locks keep the accesses apart
	ReasonLimit  = "limit"  // the pair passes all tests, and a limit left out its report
)

// Reasons lists the reasons except ReasonLimit, the most telling first.
var Reasons = []string{ReasonWobbly, ReasonLocal, ReasonFields, reasonLock}

// A Why says why RacerDX does not report a pair of sites.
type Why struct {
	Reason string // one of Reasons, or ReasonLimit
	Text   string // a sentence
}

// WhyNot says why two sites, of the left and the right method, are not reported. An access can be
// in A by several call paths, and so have several reasons; the result is the first of Reasons that
// applies.
func (f *Findings) WhyNot(s [2]il.Site, p il.Pair) Why {
	var kept [2][]element
	var dropped []element
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		x := siteAt(f.core, s[i])
		if x == nil {
			continue
		}
		reached := f.core.Reachable(u)
		all, _ := f.mapToCallers(x)
		for _, e := range all {
			switch {
			case e.dropped && slices.Contains(reached, e.Unit):
				dropped = append(dropped, e)
			case !e.dropped && e.Unit == u:
				kept[i] = append(kept[i], e)
			}
		}
	}
	why := f.whyNotPairs(kept)
	if why.Reason != ReasonWobbly && len(dropped) > 0 {
		e := dropped[0]
		why = Why{ReasonLocal,
			fmt.Sprintf("the access at %s has the path %s in %s, and %s is not a parameter there.",
				f.core.Source.At(e.At), e.Path, e.Unit.Name, e.Path.Root())}
	}
	return why
}

// whyNotPairs returns the first of Reasons that applies to a pair of recorded elements, one of each
// list.
func (f *Findings) whyNotPairs(kept [2][]element) Why {
	best := Why{ReasonLocal, "an access is in no summary of its unit."}
	if len(kept[0]) > 0 && len(kept[1]) > 0 {
		best = Why{ReasonLimit, "a limit left out its report."}
	}
	rank := len(Reasons)
	looked := 0
	for _, l := range kept[0] {
		for _, r := range kept[1] {
			if looked == maxPairs {
				return best
			}
			looked++
			if why, ok := f.whyNotPair(l, r); ok && slices.Index(Reasons, why.Reason) < rank {
				best, rank = why, slices.Index(Reasons, why.Reason)
			}
		}
	}
	return best
}

// whyNotPair returns the first test that two elements fail, and false if they pass all.
func (f *Findings) whyNotPair(l, r element) (Why, bool) {
	if t := f.premise.fields(l.Side, r.Side); !t.Holds {
		return Why{ReasonFields, t.Finding}, true
	}
	if t := f.lockTest(l.Side, r.Side); !t.Holds {
		return Why{reasonLock, t.Finding}, true
	}
	pair := f.explain(l, r)
	if t := pair.Tests[len(pair.Tests)-1]; !t.Holds {
		return Why{ReasonWobbly, t.Finding}, true
	}
	return Why{}, false
}
