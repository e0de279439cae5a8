package compare

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
)

// maxProofs bounds the reports of a prover on a pair of units.
const maxProofs = 10_000

// addProvers adds the analyzers whose proofs settle reports of others.
func (j *judge) addProvers(o analyzers.Options) {
	o.Limit = maxProofs
	for _, x := range analyzers.All() {
		if !x.Settles {
			continue
		}
		j.provers = append(j.provers, &prover{x, sync.OnceValue(func() analyzers.Run {
			run, err := x.Start(j.core, o)
			if err != nil {
				return nil
			}
			return run
		})})
	}
}

// prove judges a report by the analyzer's own witness.
func (j *judge) prove(v *judgement) {
	w, err := v.report.Prove()
	if err != nil {
		v.verdict, v.reason = report.Unknown, err.Error()
		return
	}
	v.verdict, v.witness = report.Confirmed, w
	if err := j.check(w); err != nil {
		v.verdict, v.reason = report.Refuted, err.Error()
	}
}

// check checks a witness with the independent checker.
func (j *judge) check(w *witness.Witness) (err error) {
	j.checkers.With(func(c *check.Checker) { err = c.Check(w) })
	return err
}

// A prover is an analyzer whose reports all have witnesses. It may prove races that the search does
// not reach.
type prover struct {
	analyzer *analyzers.Analyzer
	start    func() analyzers.Run // starts it at the first call; nil if it has no answer
}

// proof is an accepted witness of a pair of sites, by a prover.
type proof struct {
	witness *witness.Witness
	// byHeld maps the paths and lock levels of the judged reports to the prover's report with the
	// same ones, or nil.
	byHeld map[[2]analyzers.Held]*analyzers.Report
}

// proofs checks a prover's witness for each reported pair of sites that is not proved yet. An
// accepted witness makes its row real.
func (j *judge) proofs(ctx context.Context, x *Pair) map[il.Sites]*proof {
	all := map[il.Sites]*proof{}
	for _, by := range j.provers {
		if decided(x, all) || ctx.Err() != nil {
			break
		}
		answer, err := try(ctx, j.o.Background, func() (a analyzers.Answer, err error) {
			if run := by.start(); run != nil {
				a, err = run(ctx, x.Pair)
			}
			return a, err
		})
		if err != nil {
			continue
		}
		found := map[il.Sites]*proof{}
		for _, r := range answer.Reports {
			if ctx.Err() != nil {
				break
			}
			k, known := findRow(x.Rows, r.Sites)
			if !known || !x.Rows[k].Has(0) || all[r.Sites] != nil {
				continue
			}
			p := found[r.Sites]
			if p == nil {
				p = j.proof(by, x, &x.Rows[k], &r)
			}
			if p == nil {
				continue
			}
			found[r.Sites] = p
			if same, ok := p.byHeld[*r.Held]; ok && same == nil {
				p.byHeld[*r.Held] = &r
			}
		}
		maps.Copy(all, found)
	}
	return all
}

// proof returns the proof by a prover's report, or nil if its witness is too long or refused.
func (j *judge) proof(by *prover, x *Pair, row *Row, r *analyzers.Report) *proof {
	w, err := r.Prove()
	if err != nil {
		return nil // too long
	}
	if err := j.check(w); err != nil {
		x.Strange = append(x.Strange, fmt.Sprintf("%s reports %s, and its witness is refused: %s",
			by.analyzer.Name, sitesText(j.core, r.Sites), err))
		return nil
	}
	p := &proof{w, map[[2]analyzers.Held]*analyzers.Report{}}
	for i := range row.Reports[0] {
		if h := row.Reports[0][i].Held; h != nil {
			p.byHeld[*h] = nil
		}
	}
	row.Truth[analyzers.Coenabled] = Real
	return p
}

// decided reports whether all rows that the judged analyzer reports are proved.
func decided(x *Pair, all map[il.Sites]*proof) bool {
	return !slices.ContainsFunc(x.Rows, func(r Row) bool { return r.Has(0) && all[r.Sites] == nil })
}
