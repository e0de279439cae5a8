package ask

import (
	"context"
	"iter"
	"slices"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/witness/absence"
)

// Reasoned finds certificates of absence like Certified, and lists why they hold. If it lists
// anything, the caller has searched too, and other races are left to that search.
func Reasoned(ctx context.Context, core *il.Core, q compare.Certifying) *report.Pairs {
	q.Beyond = q.Limit == 0
	q.Evidence = func(checker *absence.Checker) compare.Describer {
		return func(ctx context.Context, c *absence.Certificate, x *report.CertifiedPair) {
			if r, err := checker.Reason(ctx, c); err == nil {
				x.Why = separation(core, c.Units, c.Sites, r).Reason()
			}
		}
	}
	return compare.Certify(ctx, core, q)
}

// maxSeparating bounds the work of one answer of Separate, about a second.
const maxSeparating = 1 << 22

// Separate yields the wanted pairs of conflicting accesses, of all pairs of methods or of one, that
// have an access at a position. Each comes with the reason why the two never race, or nil if no
// certificate was found.
func Separate(
	ctx context.Context, core *il.Core, only *il.Pair, at il.Position, wanted func(il.Sites) bool,
) iter.Seq2[il.Sites, *report.Separation] {
	sites, _ := findings.AccessesAt(core, at)
	has := func(s il.Sites) bool {
		return slices.Contains(sites, s[0]) || slices.Contains(sites, s[1])
	}
	reaches := map[*il.Unit]bool{}
	for _, u := range core.Units {
		reaches[u] = slices.ContainsFunc(sites, func(s il.Site) bool {
			stmt, _ := core.AccessAt(s)
			return slices.Contains(core.Reachable(u), core.UnitOf(stmt))
		})
	}
	return func(yield func(il.Sites, *report.Separation) bool) {
		checker, work := absence.NewChecker(core), 0
		for _, units := range core.PairsOf(only) {
			if !reaches[units.Left] && !reaches[units.Right] {
				continue
			}
			var finder *absence.Finder
			for s := range racemob.ConflictsOf(core, units).All() {
				if !has(s) || !wanted(s) {
					continue
				}
				if finder == nil && work < maxSeparating && ctx.Err() == nil {
					finder, _ = absence.NewFinder(ctx, core, units, maxSeparating-work)
				}
				if !yield(s, separate(ctx, core, finder, checker, s)) {
					return
				}
			}
			if finder != nil {
				work += finder.Work()
			}
		}
	}
}

// separate returns why two accesses never race. It is nil if no certificate was found, or there is
// no finder.
func separate(ctx context.Context, core *il.Core, finder *absence.Finder, checker *absence.Checker,
	s il.Sites) *report.Separation {
	if finder == nil {
		return nil
	}
	c := finder.Absent(ctx, s)
	if c == nil {
		return nil
	}
	r, err := checker.Reason(ctx, c)
	if err != nil {
		return nil
	}
	return separation(core, c.Units, s, r)
}

// Separations returns, for each pair of methods that reaches the accesses at two positions, why the
// accesses never race, if there is a certificate.
func Separations(ctx context.Context, core *il.Core, only *il.Pair, p,
	q il.Position) (all []report.Separation) {
	left, _ := findings.AccessesAt(core, p)
	right, _ := findings.AccessesAt(core, q)
	between := func(s il.Sites) bool {
		return slices.Contains(left, s[0]) && slices.Contains(right, s[1]) ||
			slices.Contains(left, s[1]) && slices.Contains(right, s[0])
	}
	for _, x := range Separate(ctx, core, only, p, between) {
		if x != nil {
			all = append(all, *x)
		}
	}
	return all
}

func separation(core *il.Core, units [2]string, s il.Sites, r absence.Reason) *report.Separation {
	x := &report.Separation{Units: units}
	if r.Locked {
		x.Under = "the lock"
		if len(core.Locks) > 0 {
			x.Under = "the same lock"
		}
	}
	allocations := func(all []il.Pos) []report.Made {
		return slice.Map(all, func(at il.Pos) report.Made {
			return report.Made{At: core.Source.At(at), Text: newText(core, at)}
		})
	}
	for i, o := range r.Objects {
		x.At[i] = core.Source.At(s[i].At)
		x.Objects[i] = report.Objects{
			Initial: o.Initial, Private: allocations(o.Private),
			Public: [2][]report.Made{allocations(o.Public[0]), allocations(o.Public[1])},
		}
	}
	return x
}

// newText returns the text of the allocation at a position.
func newText(core *il.Core, at il.Pos) (text string) {
	for _, u := range core.Units {
		il.Any(u.Body, func(s il.Stmt) bool {
			if s.Pos() == at && il.Allocates(s) {
				text = il.SourceText(s)
			}
			return text != ""
		})
	}
	return text
}
