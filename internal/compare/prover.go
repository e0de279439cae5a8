package compare

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/witness"
)

// prover is an analyzer of which every report has a witness: it settles races to which
// a search does not come. It is begun when it is needed.
type prover struct {
	analyzer *analyzers.Analyzer
	begun    func() analyzers.Run // nil where it has no answer
}

func newProver(a *analyzers.Analyzer, core *il.Core, o analyzers.Options) *prover {
	return &prover{a, sync.OnceValue(func() analyzers.Run {
		run, err := a.Start(core, o)
		if err != nil {
			return nil
		}
		return run
	})}
}

// reports are those of a pair of units.
func (p *prover) reports(ctx context.Context, aside Aside, pair il.Pair) []analyzers.Report {
	answer, err := try(ctx, aside, func() (a analyzers.Answer, err error) {
		if run := p.begun(); run != nil {
			a, err = run(ctx, pair)
		}
		return a, err
	})
	if err != nil {
		return nil
	}
	return answer.Reports
}

// proof is what a prover says of a pair of sites.
type proof struct {
	witness *witness.Witness                        // which was accepted
	same    map[[2]analyzers.Held]*analyzers.Report // that are of the paths and lock levels of a report that is judged
}

// proofs are the witnesses of the provers for what is reported of a pair of units.
// They make rows real.
func (j *judge) proofs(ctx context.Context, x *Pair) map[il.Sites]*proof {
	all := map[il.Sites]*proof{}
	for _, by := range j.provers {
		if decided(x, all) || ctx.Err() != nil {
			break
		}
		j.proveBy(ctx, by, x, all)
	}
	return all
}

// proveBy has the checker look at a prover's witness for each pair of sites that is
// not proved yet.
func (j *judge) proveBy(ctx context.Context, by *prover, x *Pair, all map[il.Sites]*proof) {
	found := map[il.Sites]*proof{}
	for _, r := range by.reports(ctx, j.o.Aside, x.Pair) {
		if ctx.Err() != nil {
			break
		}
		row := reported(x, r.Sites)
		if row == nil || all[r.Sites] != nil {
			continue
		}
		if p := found[r.Sites]; p != nil {
			p.note(&r)
			continue
		}
		w, err := r.Prove()
		if err != nil {
			continue // too long
		}
		if err := j.check(w); err != nil {
			x.Strange = append(x.Strange, fmt.Sprintf("%s reports %s, and its witness is refused: %s", by.analyzer.Name, j.sites(r.Sites), err))
			continue
		}
		p := &proof{w, map[[2]analyzers.Held]*analyzers.Report{}}
		for i := range row.Reports[0] {
			if h := row.Reports[0][i].Held; h != nil {
				p.same[*h] = nil
			}
		}
		p.note(&r)
		found[r.Sites], row.Truth[analyzers.Coenabled] = p, Real
	}
	maps.Copy(all, found)
}

// note keeps a prover's report if there is one like it to be judged.
func (p *proof) note(r *analyzers.Report) {
	if known, ok := p.same[*r.Held]; ok && known == nil {
		p.same[*r.Held] = r
	}
}

// reported is the row of a pair of sites, if it is reported.
func reported(x *Pair, s il.Sites) *Row {
	k, ok := findRow(x.Rows, s)
	if !ok || !x.Rows[k].Has(0) {
		return nil
	}
	return &x.Rows[k]
}

// decided tells whether all rows that are reported are proved.
func decided(x *Pair, all map[il.Sites]*proof) bool {
	return !slices.ContainsFunc(x.Rows, func(r Row) bool { return r.Has(0) && all[r.Sites] == nil })
}
