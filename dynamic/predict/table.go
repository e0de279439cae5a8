package predict

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
)

// Truth is the races of a pair of units by Definition 3.6, as found by the exact search.
type Truth struct {
	Real map[il.Sites]bool
	Cut  string // a limit that may have left some out; empty if none has
}

// Judge searches all executions of a pair of units for the races of Definition 3.6. The error is
// that of explore.Search. If ctx ends, the search is cut.
func Judge(ctx context.Context, core *il.Core, p il.Pair, o explore.Options) (*Truth, error) {
	r, err := explore.Search(ctx, core, p, explore.Fitted(core, p, o))
	if err != nil {
		return nil, err
	}
	t := &Truth{Real: map[il.Sites]bool{}, Cut: string(r.Cut)}
	for _, x := range r.Races {
		s := x.Sites()
		t.Real[p.Sites(s[0], s[1])] = true
	}
	return t, nil
}

// Row has the numbers of a predictor.
type Row struct {
	Method, Variant string
	Reported        int   // how many pairs of sites are reported
	False           int   // how many of these are not races by Definition 3.6
	Found           []int // how many races are reported within each of Table.Points
	Wrong           []int // how many reports within each of Table.Points are false
	Limited         int   // for how many executions predictions are incomplete
}

// Table sums up the reports of predictors on many pairs of units.
type Table struct {
	Points     []int // the numbers of runs at which Row.Found and Row.Wrong are sampled
	Programs   int
	Pairs      int // the number of pairs of units whose races are known
	LeftOut    int // the number of pairs of units whose exact search was cut
	Executions int
	Cut        int // the number of executions that a limit ended
	Races      int // the number of pairs of sites that race by Definition 3.6
	Witnesses  int // how many the checker accepts: one for each report of a sound predictor
	Rows       []Row
}

func NewTable(o *Survey) *Table {
	t := &Table{Points: pointsOf(o.Runs)}
	for _, p := range o.Predictors {
		t.Rows = append(t.Rows, Row{
			Method: p.Name, Variant: p.Variant.String(),
			Found: make([]int, len(t.Points)), Wrong: make([]int, len(t.Points)),
		})
	}
	return t
}

// Plus adds another table of the same survey.
func (t *Table) Plus(o *Table) {
	t.Programs += o.Programs
	t.Pairs += o.Pairs
	t.LeftOut += o.LeftOut
	t.Executions += o.Executions
	t.Cut += o.Cut
	t.Races += o.Races
	t.Witnesses += o.Witnesses
	for i := range t.Rows {
		r, s := &t.Rows[i], &o.Rows[i]
		r.Reported += s.Reported
		r.False += s.False
		r.Limited += s.Limited
		for k := range r.Found {
			r.Found[k] += s.Found[k]
			r.Wrong[k] += s.Wrong[k]
		}
	}
}

// Recall returns the share of the races that a row has found at a point; 1 if there are no races.
func (t *Table) Recall(r *Row, point int) float64 {
	if t.Races == 0 {
		return 1
	}
	return float64(r.Found[point]) / float64(t.Races)
}

// Add adds a study. If its truth was cut, none of its reports is judged.
func (t *Table) Add(s *Study, truth *Truth) {
	t.Executions += s.Runs
	t.Cut += s.Cut
	for i, n := range s.Limited {
		t.Rows[i].Limited += n
	}
	if truth.Cut != "" {
		t.LeftOut++
		return
	}
	t.Pairs++
	t.Races += len(truth.Real)
	for _, f := range s.Findings {
		for i, by := range f.By {
			if by.First == 0 {
				continue
			}
			r := &t.Rows[i]
			r.Reported++
			counts := r.Found
			if !truth.Real[f.Sites] {
				r.False++
				counts = r.Wrong
			}
			for k, n := range t.Points {
				if by.First <= n {
					counts[k]++
				}
			}
		}
	}
}

// Proof returns a witness of a finding, from the first run in which a sound predictor reports it.
// It is a defect, returned as an error, if there is none or the checker rejects it.
func (o *Survey) Proof(
	core *il.Core, checker *check.Checker, s *Study, f *Finding, predictor int,
) (*witness.Witness, error) {
	p, by := o.Predictors[predictor], f.By[predictor]
	t := Of(o.Execution(core, s.Pair, by.First))
	order, ok := p.Reorder(t, by.Race)
	if !ok {
		return nil, fmt.Errorf("run %d: there is no reordering", by.First)
	}
	w, err := t.Witness(order, by.Race)
	if err == nil {
		err = checker.Check(w)
	}
	if err != nil {
		return nil, fmt.Errorf("run %d: %w", by.First, err)
	}
	return w, nil
}

// Defects lists the reports of sound predictors that have no accepted witness, or that a complete
// search does not find. accepted is the number of accepted witnesses.
func (o *Survey) Defects(core *il.Core, s *Study, truth *Truth) (defects []string, accepted int) {
	checker := check.New(core)
	for k := range s.Findings {
		f := &s.Findings[k]
		for i, p := range o.Predictors {
			if f.By[i].First == 0 || !p.Sound() {
				continue
			}
			report := fmt.Sprintf("%s reports %s %s / %s %s", p.Name,
				core.Source.At(f.Sites[0].At), f.Sites[0].Kind, core.Source.At(f.Sites[1].At),
				f.Sites[1].Kind)
			if _, err := o.Proof(core, checker, s, f, i); err != nil {
				defects = append(defects,
					fmt.Sprintf("%s, and its witness is refused: %s", report, err))
				continue
			}
			accepted++
			if truth.Cut == "" && !truth.Real[f.Sites] {
				defects = append(defects, report+", which the exact search does not find")
			}
		}
	}
	return defects, accepted
}

// Tabulate adds the pairs of units of a program to a table, until ctx ends, and lists defects.
func (o *Survey) Tabulate(
	ctx context.Context, core *il.Core, search explore.Options, t *Table,
) (defects []string) {
	t.Programs++
	for _, p := range core.Pairs() {
		truth, err := Judge(ctx, core, p, search)
		if err != nil {
			return defects
		}
		s := o.Watch(ctx, core, p)
		if ctx.Err() != nil {
			return defects
		}
		t.Add(s, truth)
		more, accepted := o.Defects(core, s, truth)
		t.Witnesses += accepted
		defects = append(defects, more...)
	}
	return defects
}
