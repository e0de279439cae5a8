package compare

import (
	"slices"

	"wobbly/internal/analyzers"
)

// A Sample is the recall of an analyzer by Definition 3.6 on random programs, and what the pairs of
// units that are left out could change.
type Sample struct {
	Recall
	// Races of pairs that are left out, by whether the analyzer reports them.
	CutFound, CutMissed uint64
	// Candidates of these pairs that lower the recall in the worst case, and that raise it in the
	// best one: undecided candidates, and races that the analyzer may or may not report.
	Lower, Raise uint64
}

func (s *Sample) plus(o Sample) {
	s.Recall.plus(o.Recall)
	s.CutFound += o.CutFound
	s.CutMissed += o.CutMissed
	s.Lower += o.Lower
	s.Raise += o.Raise
}

// bounds returns the least and the greatest recall if nothing were left out.
func (s *Sample) bounds() (low, high string) {
	found, real := s.Found+s.CutFound, s.Real+s.CutFound+s.CutMissed
	return ratio(found, real+s.Lower), ratio(found+s.Raise, real+s.Raise)
}

func (t *Totals) sampleOf(name string) *Sample {
	if t.Samples[name] == nil {
		t.Samples[name] = &Sample{}
	}
	return t.Samples[name]
}

// addSamples adds a pair to the samples. A candidate that has a certificate of absence is decided.
func (t *Totals) addSamples(p *Pair, o Options) {
	certified := slices.IndexFunc(o.Analyzers,
		func(a *analyzers.Analyzer) bool { return a.Name == "absent" })
	if certified >= 0 && !p.Answers[certified].complete() {
		certified = -1
	}
	for i, a := range o.Analyzers {
		if a.Kind == analyzers.Exact || a.Truth != analyzers.Coenabled {
			continue
		}
		s := t.sampleOf(a.Name)
		unfinished := !p.Answers[i].complete()
		for k := range p.Rows {
			r := &p.Rows[k]
			reported, real := r.Has(i), r.Truth[analyzers.Coenabled] == Real
			switch {
			case p.Complete() && real:
				s.Real++
				if reported {
					s.Found++
				}
			case p.Complete() || r.Truth[analyzers.Coenabled] == Unreal:
			case real && reported:
				s.CutFound++
			case real && !unfinished:
				s.CutMissed++
			case certified >= 0 && !r.Has(certified):
			case reported:
				s.Raise++
			case unfinished:
				s.Raise++
				s.Lower++
			default:
				s.Lower++
			}
		}
		if rest := uint64(p.Candidates.Count() - len(p.Rows)); certified < 0 &&
			p.Rest[analyzers.Coenabled] == Undecided {
			s.Lower += rest
			if unfinished {
				s.Raise += rest
			}
		}
	}
}
