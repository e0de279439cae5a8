package compare

import (
	"errors"
	"fmt"

	"wobbly/internal/analyzers"
	"wobbly/internal/text"
	"wobbly/witness/needs"
)

// A Score counts the candidates by whether an analyzer reports them and whether they are real.
type Score struct {
	TruePositives  uint64
	FalsePositives uint64
	FalseNegatives uint64
	TrueNegatives  uint64
	Unknown        uint64 // undecided, or the analyzer was cut
	Failed         uint64 // pairs of units without an answer
	Nanos          int64
}

// Totals has counts over many programs.
type Totals struct {
	Programs uint64
	Pairs    uint64
	LeftOut  uint64 // pairs of units in which something was cut; not counted below
	Rows     uint64
	Real     [2]uint64           // by analyzers.Truth
	Scores   map[string][]Score  // by analyzer; by truth
	Grades   map[string][]Recall // by analyzer; by needs.Grade; of random programs
	Samples  map[string]*Sample  // by analyzer that means Definition 3.6; of random programs
	Included []Included          // in the order of analyzers.Inclusions
	Strange  uint64              // reports that are no candidates, or with a refused witness
}

// Included counts the checks of an inclusion.
type Included struct {
	analyzers.Inclusion
	Pairs      uint64 // of units, where both answered
	Reports    uint64 // of the smaller one
	Violations uint64
}

func NewTotals() *Totals {
	t := &Totals{
		Scores: map[string][]Score{}, Grades: map[string][]Recall{}, Samples: map[string]*Sample{},
	}
	for _, in := range analyzers.Inclusions() {
		t.Included = append(t.Included, Included{Inclusion: in})
	}
	return t
}

func (t *Totals) scoreOf(name string, by analyzers.Truth) *Score {
	if t.Scores[name] == nil {
		t.Scores[name] = make([]Score, len(t.Real))
	}
	return &t.Scores[name][by]
}

// Add adds a pair. If strict is set, a pair in which anything was cut is only counted as left out,
// unless it shows a defect.
func (t *Totals) Add(p *Pair, o Options, strict bool) {
	t.Pairs++
	t.Strange += uint64(len(p.Strange))
	if !p.Complete() {
		t.LeftOut++
		if strict && len(p.Strange)+len(p.Broken) == 0 {
			return
		}
	}
	t.Rows += uint64(p.Candidates.Count())
	for truth := range t.Real {
		for k := range p.Rows {
			if p.Rows[k].Truth[truth] == Real {
				t.Real[truth]++
			}
		}
	}
	t.addScores(p, o)
	t.addInclusions(p, o)
}

func (t *Totals) addScores(p *Pair, o Options) {
	candidates := uint64(p.Candidates.Count())
	for i, a := range o.Analyzers {
		for truth := range t.Real {
			s := t.scoreOf(a.Name, analyzers.Truth(truth))
			s.Nanos += p.Answers[i].Nanos
			if p.Answers[i].Failed != "" {
				s.Failed++
				continue
			}
			for k := range p.Rows {
				s.add(1, p.Rows[k].Has(i), p.Answers[i].Cut != "", p.Rows[k].Truth[truth])
			}
			s.add(candidates-uint64(len(p.Rows)), false, p.Answers[i].Cut != "", p.Rest[truth])
		}
	}
}

func (t *Totals) addInclusions(p *Pair, o Options) {
	for i := range t.Included {
		in := &t.Included[i]
		sub, super, ok := p.checks(in.Inclusion, o)
		if !ok {
			continue
		}
		in.Pairs++
		for k := range p.Rows {
			if p.Rows[k].Has(sub) {
				in.Reports++
				if !p.Rows[k].Has(super) {
					in.Violations++
				}
			}
		}
	}
}

// add counts n candidates. If the analyzer was cut, a missing report is unknown, like a race that a
// cut search has not found.
func (s *Score) add(n uint64, reported, cut bool, truth Verdict) {
	switch {
	case truth == Undecided || cut && !reported:
		s.Unknown += n
	case reported && truth == Real:
		s.TruePositives += n
	case reported:
		s.FalsePositives += n
	case truth == Real:
		s.FalseNegatives += n
	default:
		s.TrueNegatives += n
	}
}

func (s *Score) plus(o Score) {
	s.TruePositives += o.TruePositives
	s.FalsePositives += o.FalsePositives
	s.FalseNegatives += o.FalseNegatives
	s.TrueNegatives += o.TrueNegatives
	s.Unknown += o.Unknown
	s.Failed += o.Failed
	s.Nanos += o.Nanos
}

func (t *Totals) Plus(o *Totals) {
	t.Programs += o.Programs
	t.Pairs += o.Pairs
	t.LeftOut += o.LeftOut
	t.Rows += o.Rows
	t.Strange += o.Strange
	for i := range t.Real {
		t.Real[i] += o.Real[i]
	}
	for name, scores := range o.Scores {
		for truth, s := range scores {
			t.scoreOf(name, analyzers.Truth(truth)).plus(s)
		}
	}
	for name, grades := range o.Grades {
		sums := t.gradesOf(name)
		for g := range grades {
			sums[g].plus(grades[g])
		}
	}
	for name, s := range o.Samples {
		t.sampleOf(name).plus(*s)
	}
	for i := range t.Included {
		t.Included[i].Pairs += o.Included[i].Pairs
		t.Included[i].Reports += o.Included[i].Reports
		t.Included[i].Violations += o.Included[i].Violations
	}
}

// check returns an error if the totals, which may come from elsewhere, cannot be those of a number
// of programs.
func (t *Totals) check(programs uint64) error {
	wrong := fmt.Sprintf("no counts of %s", text.Count(programs, "program"))
	if t == nil || t.Programs != programs || t.LeftOut > t.Pairs ||
		len(t.Included) != len(analyzers.Inclusions()) {
		return errors.New(wrong)
	}
	for name, scores := range t.Scores {
		if _, ok := analyzers.Find(name); !ok || len(scores) != len(t.Real) {
			return fmt.Errorf("%s: %d scores of %q", wrong, len(scores), text.Name(name))
		}
	}
	for name, s := range t.Samples {
		if _, ok := analyzers.Find(name); !ok || s == nil {
			return fmt.Errorf("%s: a sample of %q", wrong, text.Name(name))
		}
	}
	for name, grades := range t.Grades {
		if _, ok := analyzers.Find(name); !ok || len(grades) != len(needs.Grades()) {
			return fmt.Errorf("%s: %d grades of %q", wrong, len(grades), text.Name(name))
		}
	}
	return nil
}
