package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/parallel"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/absence"
	"wobbly/witness/check"
)

// maxCertifying bounds the work of Certify, for the pairs of units with one left unit and in total:
// about a second. Its unit is that of absence.Finder.Work.
const maxCertifying = 1 << 22

// workPerWitness is how much work it is to build and check a short witness.
const workPerWitness = 32

// Certifying is a question for Certify.
type Certifying struct {
	Only  *il.Pair        // nil for all pairs of units
	Known report.Verdicts // the verdicts of the analyzer and the search
	Limit int             // how many elements each list of the answer has at most

	// Evidence describes accepted certificates. It is called in several goroutines, each with a
	// checker of its own.
	Evidence func(*absence.Checker) Describer

	// Beyond asks for witnesses of open pairs too (analyzers.Collapse).
	Beyond bool
}

// A Describer adds an accepted certificate to the description of its pair.
type Describer func(context.Context, *absence.Certificate, *report.CertifiedPair)

// Certify classifies each pair of conflicting accesses. The first case that applies counts: the
// verdicts confirm a race; the checker accepts a certificate of absence; the verdicts rule a race
// out; the checker accepts a witness; otherwise the pair is open. A certificate or witness that a
// checker refuses is a defect. Pairs that were not reached are open, and Unexamined counts them:
// the limit was reached, ctx ended, or the program is recursive.
func Certify(ctx context.Context, core *il.Core, q Certifying) *report.Pairs {
	c := &certifier{
		core: core, Certifying: q, paths: analyzers.NewCallPaths(core),
		fields: map[*il.Unit]map[string]onField{},
		checkers: parallel.Own[*check.Checker]{Make: func() *check.Checker {
			return check.New(core)
		}},
	}
	if q.Beyond {
		c.collapse = analyzers.Collapse(core)
	}
	var left, right []*il.Unit
	switch {
	case q.Only != nil:
		left, right = []*il.Unit{q.Only.Left}, []*il.Unit{q.Only.Right}
	case core.Threads[0] != nil:
		left, right = core.Threads[:1], core.Threads[1:]
	default:
		left = slice.Filter(core.Units, core.IsUnitOfPairs)
		right = left
	}
	for _, u := range slices.Concat(left, right) {
		if c.fields[u] == nil {
			c.fields[u] = c.fieldsOf(u)
		}
	}
	x := &report.Pairs{Cut: q.Known.Cut}
	work := 0
	going, stop := context.WithCancel(ctx)
	defer stop()
	parallel.InOrder(parallel.Workers(len(left), 1), len(left), func(_, i int) *row {
		if going.Err() != nil {
			return &row{}
		}
		return c.row(going, left[i], right[i:])
	}, func(_ int, r *row) {
		if work > maxCertifying {
			stop()
			return
		}
		work += r.work
		x.Races += r.Races
		x.Absent += r.Absent
		x.Searched += r.Searched
		x.Open += r.Open
		x.Beyond += r.Beyond
		x.Proved = appendUpTo(q.Limit, x.Proved, r.Proved)
		x.Certified = appendUpTo(q.Limit, x.Certified, r.Certified)
		x.Undecided = appendUpTo(q.Limit, x.Undecided, r.Undecided)
		x.Defects = append(x.Defects, r.Defects...)
	})
	all := conflicts(c.sum(left), c.sum(right), slices.Equal(left, right))
	x.Unexamined = all - x.Races - x.Absent - x.Searched - x.Open
	x.Open += x.Unexamined
	for i := range x.Certified {
		x.Certified[i].ID = fmt.Sprintf("A%d", i+1)
	}
	return x
}

// appendUpTo appends elements to a list until it has limit elements.
func appendUpTo[T any](limit int, list, more []T) []T {
	return append(list, more[:min(len(more), limit-len(list))]...)
}

// Absent lists the pairs of accesses of a program C1 || C2 that have a certificate of absence which
// the checker accepts. It works no longer than Certify.
func Absent(ctx context.Context, core *il.Core, p il.Pair) (all []il.Sites) {
	finder, err := absence.NewFinder(ctx, core, p, maxCertifying)
	if err != nil {
		return nil
	}
	checker := absence.NewChecker(core)
	looked := 0
	for s := range racemob.ConflictsOf(core, p).All() {
		looked++
		if looked+finder.Work() > maxCertifying || ctx.Err() != nil {
			break
		}
		if c := finder.Absent(ctx, s); c != nil && checker.Check(ctx, c) == nil {
			all = append(all, s)
		}
	}
	return all
}

// certifier classifies the pairs of accesses of a program. Several goroutines may use it.
type certifier struct {
	core *il.Core
	Certifying
	paths    *analyzers.CallPaths
	fields   map[*il.Unit]map[string]onField
	collapse func(context.Context, il.Pair, il.Sites) *witness.Witness // nil without Beyond
	checkers parallel.Own[*check.Checker]
}

// onField counts the accesses of a field that a unit and its callees have.
type onField struct{ all, reads int }

// fieldsOf counts the accesses of each field that a unit and its callees have.
func (c *certifier) fieldsOf(u *il.Unit) map[string]onField {
	fields := map[string]onField{}
	for _, v := range c.core.Reachable(u) {
		for _, a := range il.Accesses(v.Body) {
			n := fields[a.Field()]
			n.all++
			if a.Kind == il.Read {
				n.reads++
			}
			fields[a.Field()] = n
		}
	}
	return fields
}

// sum adds the accesses of some units.
func (c *certifier) sum(units []*il.Unit) map[string]onField {
	sums := map[string]onField{}
	for _, u := range units {
		for f, n := range c.fields[u] {
			sums[f] = onField{sums[f].all + n.all, sums[f].reads + n.reads}
		}
	}
	return sums
}

// conflicts counts the pairs of an access on the left and one on the right, to one field and at
// least one a write. If the sides are the same, it counts unordered pairs.
func conflicts(left, right map[string]onField, same bool) (n int) {
	for f, l := range left {
		r := right[f]
		if same {
			n += (l.all*(l.all+1) - l.reads*(l.reads+1)) / 2
		} else {
			n += l.all*r.all - l.reads*r.reads
		}
	}
	return n
}

// row is the answer about the pairs of units that have one left unit.
type row struct {
	report.Pairs
	work int // done for these pairs, in units of maxCertifying

	*certifier
	checker  *absence.Checker
	describe Describer
}

// row looks at one left unit with some right ones, until ctx ends or the work exceeds
// maxCertifying.
func (c *certifier) row(ctx context.Context, left *il.Unit, right []*il.Unit) *row {
	checker := absence.NewChecker(c.core)
	r := &row{certifier: c, checker: checker, describe: c.Evidence(checker)}
	for _, u := range right {
		r.work += 1 + len(c.fields[left])
		if conflicts(c.fields[left], c.fields[u], left == u) > 0 &&
			!r.add(ctx, il.Pair{Left: left, Right: u}) {
			break
		}
	}
	return r
}

// add classifies the pairs of accesses of two units, and reports whether it classified all.
func (r *row) add(ctx context.Context, p il.Pair) bool {
	var finder *absence.Finder
	work := 0 // of the finder
	for s := range racemob.ConflictsOf(r.core, p).All() {
		if r.work > maxCertifying || ctx.Err() != nil {
			return false
		}
		r.work++
		if r.Known.Of(p, s) == report.Confirmed {
			r.Races++
			continue
		}
		if finder == nil {
			var err error
			if finder, err = absence.NewFinder(ctx, r.core, p, maxCertifying); err != nil {
				return false
			}
		}
		c := finder.Absent(ctx, s)
		r.work += finder.Work() - work
		work = finder.Work()
		r.classify(ctx, p, s, c)
	}
	return true
}

// classify counts a pair of accesses that the verdicts do not confirm; c is its certificate, or
// nil. It does not count the pair if ctx ends before it has looked for a witness.
func (r *row) classify(ctx context.Context, p il.Pair, s il.Sites, c *absence.Certificate) {
	sides := func(ends [2]analyzers.End) report.OpenPair {
		return report.OpenPair{
			Left:  sideOf(r.core, p.Left, s[0], ends[0]),
			Right: sideOf(r.core, p.Right, s[1], ends[1]),
		}
	}
	if c != nil {
		err := r.checker.Check(ctx, c)
		if err == nil {
			r.Absent++
			if len(r.Certified) < r.Limit {
				x := report.CertifiedPair{OpenPair: sides(r.paths.Ends(p, s))}
				r.describe(ctx, c, &x)
				r.Certified = append(r.Certified, x)
			}
			return
		}
		var refusal absence.Refusal
		if errors.As(err, &refusal) {
			r.refused(p, s, "certificate", err)
		}
	}
	if r.Known.Of(p, s) == report.Impossible {
		r.Searched++
		return
	}
	w := r.prove(ctx, p, s)
	switch {
	case w != nil:
		r.Races++
		r.Beyond++
		r.work += workPerWitness + w.Effort()
		if len(r.Proved) < r.Limit {
			x := sides(r.paths.Shown(w, s))
			r.Proved = append(r.Proved, report.Race{
				Left: x.Left, Right: x.Right, Verdict: report.Confirmed, Witness: w,
			})
		}
	case ctx.Err() == nil:
		r.Open++
		if len(r.Undecided) < r.Limit {
			r.Undecided = append(r.Undecided, sides(r.paths.Ends(p, s)))
		}
	}
}

// prove returns an accepted witness of two accesses, or nil.
func (r *row) prove(ctx context.Context, p il.Pair, s il.Sites) *witness.Witness {
	if r.collapse == nil {
		return nil
	}
	w := r.collapse(ctx, p, s)
	if w == nil || ctx.Err() != nil {
		return nil
	}
	var err error
	r.checkers.With(func(k *check.Checker) { err = k.Check(w) })
	if err == nil {
		return w
	}
	if !check.GaveUp(err) {
		r.refused(p, s, "witness", err)
	}
	return nil
}

// refused records that a checker refuses evidence about two accesses.
func (r *row) refused(p il.Pair, s il.Sites, evidence string, why error) {
	r.Defects = append(r.Defects, fmt.Sprintf("%s || %s: the checker refuses the %s for %s: %s",
		p.Left.Name, p.Right.Name, evidence, sitesText(r.core, s), why))
}
