package compare

import (
	"math"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/findings"
	"wobbly/witness"
	"wobbly/witness/needs"
)

// A Recall counts the races of one grade, and those of them that an analyzer reports. The sums of
// products over programs give an interval: races of one program are alike, so they are not a sample
// of independent ones.
type Recall struct {
	Real, Found uint64
	// The sums over programs of Real*Real, Real*Found, Found*Found.
	RealReal, RealFound, FoundTwice uint64
}

// square sets the sums of products, if r has the counts of one program.
func (r *Recall) square() {
	r.RealReal, r.RealFound, r.FoundTwice = r.Real*r.Real, r.Real*r.Found, r.Found*r.Found
}

func (r *Recall) plus(o Recall) {
	r.Real += o.Real
	r.Found += o.Found
	r.RealReal += o.RealReal
	r.RealFound += o.RealFound
	r.FoundTwice += o.FoundTwice
}

// share returns the share of the races that are reported, and half the width of its 95 % interval,
// by the linearised variance of a ratio over programs. It is empty if there are no races.
func (r *Recall) share() (share string, plusMinus float64) {
	if r.Real == 0 {
		return "", 0
	}
	n, p := float64(r.Real), float64(r.Found)/float64(r.Real)
	squares := float64(r.FoundTwice) - 2*p*float64(r.RealFound) + p*p*float64(r.RealReal)
	const digits = 1e4
	return ratio(r.Found, r.Real), math.Round(digits*1.96*math.Sqrt(max(0, squares))/n) / digits
}

// grades returns the grade of each race of a pair, by rows. A race for which no exact search has a
// witness has no grade.
func (p *Pair) grades(core *il.Core, program *needs.Program, o Options) map[il.Sites]needs.Grade {
	all := map[il.Sites]needs.Grade{}
	straight := findings.NewStraight(program, core, p.Pair)
	for k := range p.Rows {
		w := p.Rows[k].witness(o)
		if w == nil {
			continue
		}
		if g, err := program.Least(straight.Witness(p.Rows[k].Sites, w)); err == nil {
			all[p.Rows[k].Sites] = g
		}
	}
	return all
}

// witness returns the witness of a race by the exact search, or else by an analyzer; nil without
// any.
func (r *Row) witness(o Options) *witness.Witness {
	if r.Truth[analyzers.Coenabled] != Real {
		return nil
	}
	for _, exact := range []bool{true, false} {
		for i, list := range r.Reports {
			if len(list) == 0 || list[0].Prove == nil ||
				(o.Analyzers[i].Kind == analyzers.Exact) != exact {
				continue
			}
			if w, err := list[0].Prove(); err == nil {
				return w
			}
		}
	}
	return nil
}

func (t *Totals) addGrades(p *Pair, grades map[il.Sites]needs.Grade, o Options) {
	for i, a := range o.Analyzers {
		if a.Kind == analyzers.Exact || a.Truth != analyzers.Coenabled || !p.Answers[i].complete() {
			continue
		}
		for k := range p.Rows {
			g, ok := grades[p.Rows[k].Sites]
			if !ok {
				continue
			}
			r := &t.gradesOf(a.Name)[g]
			r.Real++
			if p.Rows[k].Has(i) {
				r.Found++
			}
		}
	}
}

// gradesOf returns the counts of an analyzer by grade.
func (t *Totals) gradesOf(name string) []Recall {
	if t.Grades[name] == nil {
		t.Grades[name] = make([]Recall, len(needs.Grades()))
	}
	return t.Grades[name]
}
