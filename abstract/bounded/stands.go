package bounded

import (
	"context"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
)

// Stand is how a thread comes to stand before an access by itself, at an object that
// the other thread may know.
type Stand struct {
	Name abstract.Expr // by which it comes to the meeting object in the beginning
	Lock il.Level
}

// Stands lists how a unit comes to stand before an access in the first segment of an
// execution, each way once.
func (r *Result) Stands(ctx context.Context, u *il.Unit, s il.Site) (all []Stand) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.x.ctx = ctx
	for _, m := range r.x.summary(u).one.marks {
		if x := (Stand{r.x.named(u, m.name)[0], m.lock}); m.Site == s && !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}
