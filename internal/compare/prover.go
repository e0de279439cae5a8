package compare

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/witness"
)

// prover is an analyzer whose reports all have witnesses. It may prove races that the search does
// not reach. It is started when it is first needed.
type prover struct {
	analyzer *analyzers.Analyzer
	begun    func() analyzers.Run // returns nil if it has no answer
}

// proof is an accepted witness of a pair of sites, by a prover.
type proof struct {
	witness *witness.Witness
	same    map[[2]analyzers.Held]*analyzers.Report // the prover's, by the paths and lock levels of judged reports
}

// proofs has the checker look at a prover's witness for each pair of sites that is reported and not
// proved yet. A witness that is accepted makes its row real.
func (j *judge) proofs(ctx context.Context, x *Pair) map[il.Sites]*proof {
	all := map[il.Sites]*proof{}
	for _, by := range j.provers {
		if decided(x, all) || ctx.Err() != nil {
			break
		}
		answer, err := try(ctx, j.o.Background, func() (a analyzers.Answer, err error) {
			if run := by.begun(); run != nil {
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
				if p = j.proof(by, x, &x.Rows[k], &r); p == nil {
					continue
				}
				found[r.Sites] = p
			}
			if known, ok := p.same[*r.Held]; ok && known == nil {
				p.same[*r.Held] = &r
			}
		}
		maps.Copy(all, found)
	}
	return all
}

// proof returns the proof that a prover's report is, or nil if its witness is too long or refused.
func (j *judge) proof(by *prover, x *Pair, row *Row, r *analyzers.Report) *proof {
	w, err := r.Prove()
	if err != nil {
		return nil // too long
	}
	if err := j.check(w); err != nil {
		x.Strange = append(x.Strange, fmt.Sprintf("%s reports %s, and its witness is refused: %s", by.analyzer.Name, j.sites(r.Sites), err))
		return nil
	}
	p := &proof{w, map[[2]analyzers.Held]*analyzers.Report{}}
	for i := range row.Reports[0] {
		if h := row.Reports[0][i].Held; h != nil {
			p.same[*h] = nil
		}
	}
	row.Truth[analyzers.Coenabled] = Real
	return p
}

// decided reports whether all reported rows are proved.
func decided(x *Pair, all map[il.Sites]*proof) bool {
	return !slices.ContainsFunc(x.Rows, func(r Row) bool { return r.Has(0) && all[r.Sites] == nil })
}
