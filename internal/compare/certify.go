package compare

import (
	"context"
	"fmt"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/parallel"
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

// Certify classifies each pair of conflicting accesses of a program, or of one pair of its units.
// The first case that applies counts: the verdicts confirm a race; the checker accepts a certificate
// of absence; the verdicts rule a race out; with beyond, the checker accepts a witness of
// analyzers.Collapse; otherwise the pair is open. Certified, Proved and Undecided hold at most list
// pairs each. Pairs that were not reached are open, and Unexamined counts them: the limit was
// reached, ctx ended, or the program is recursive.
func Certify(
	ctx context.Context, core *il.Core, only *il.Pair, known report.Verdicts,
	list int, evidence Evidence, beyond bool,
) *report.Pairs {
	c := &certifier{
		core: core, known: known, list: list, evidence: evidence,
		fields:   map[*il.Unit]map[string]onField{},
		checkers: parallel.Own[*check.Checker]{Make: func() *check.Checker { return check.New(core) }},
	}
	if beyond {
		c.collapse = analyzers.Collapse(core)
	}
	units := [2][]*il.Unit{}
	for _, u := range core.Units {
		if core.IsUnitOfPairs(u) {
			units[0] = append(units[0], u)
		}
	}
	same := only == nil && core.Threads[0] == nil // all pairs of one list
	switch {
	case only != nil:
		units = [2][]*il.Unit{{only.Left}, {only.Right}}
	case same:
		units[1] = units[0]
	default:
		units = [2][]*il.Unit{{core.Threads[0]}, {core.Threads[1]}}
	}
	for _, side := range units {
		for _, u := range side {
			c.fields[u] = c.fieldsOf(u)
		}
	}
	x := &report.Pairs{}
	work := 0
	going, stop := context.WithCancel(ctx)
	defer stop()
	parallel.InOrder(parallel.Workers(len(units[0]), 1), len(units[0]), func(_, i int) *row {
		if going.Err() != nil {
			return &row{}
		}
		right := units[1]
		if same {
			right = right[i:]
		}
		return c.row(going, units[0][i], right)
	}, func(_ int, r *row) {
		if work > maxCertifying {
			stop()
			return
		}
		work += r.work
		x.Races += r.races
		x.Absent += r.absent
		x.Searched += r.searched
		x.Open += r.open
		x.Beyond += r.beyond
		x.Proved = append(x.Proved, r.proved[:min(len(r.proved), list-len(x.Proved))]...)
		x.Certified = append(x.Certified, r.certified[:min(len(r.certified), list-len(x.Certified))]...)
		x.Undecided = append(x.Undecided, r.undecided[:min(len(r.undecided), list-len(x.Undecided))]...)
	})
	x.Unexamined = c.conflicts(units, same) - x.Races - x.Absent - x.Searched - x.Open
	x.Open += x.Unexamined
	for i := range x.Certified {
		x.Certified[i].ID = fmt.Sprintf("A%d", i+1)
	}
	return x
}

// An Evidence returns a function that describes a certificate, which the checker has accepted, in a
// CertifiedPair. That function is not safe for concurrent use.
type Evidence func(*il.Core) func(context.Context, *absence.Checker, *absence.Certificate, *report.CertifiedPair)

// Absent lists the pairs of accesses of a program C1 || C2 that have a certificate of absence which the
// checker accepts. It works no longer than Certify.
func Absent(ctx context.Context, core *il.Core, p il.Pair) (all []il.Sites) {
	finder, err := absence.NewFinder(ctx, core, p, maxCertifying)
	if err != nil {
		return nil
	}
	checker := absence.NewChecker(core)
	looked := 0
	for s := range racemob.ConflictsOf(core, p).All() {
		if looked++; looked+finder.Work() > maxCertifying || ctx.Err() != nil {
			break
		}
		if c := finder.Absent(ctx, s); c != nil && checker.Check(ctx, c) == nil {
			all = append(all, s)
		}
	}
	return all
}

// certifier looks for certificates for the pairs of units of a program. Several goroutines may use it.
type certifier struct {
	core     *il.Core
	known    report.Verdicts
	list     int
	evidence Evidence
	fields   map[*il.Unit]map[string]onField
	collapse func(context.Context, il.Pair, il.Sites) *witness.Witness // nil without beyond
	checkers parallel.Own[*check.Checker]
}

// onField counts the accesses of a field that a unit and its callees have.
type onField struct{ all, reads int }

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

// conflicts counts the pairs of accesses to one field, at least one a write, of all pairs of units.
func (c *certifier) conflicts(units [2][]*il.Unit, same bool) (n int) {
	sums := [2]map[string]onField{{}, {}}
	for i, side := range units {
		for _, u := range side {
			for f, k := range c.fields[u] {
				sum := sums[i][f]
				sums[i][f] = onField{sum.all + k.all, sum.reads + k.reads}
			}
		}
	}
	unordered := func(n int) int { return n * (n + 1) / 2 }
	if !same && units[0][0] == units[1][0] { // a unit with itself
		for _, k := range sums[0] {
			n += unordered(k.all) - unordered(k.reads)
		}
		return n
	}
	for f, k := range sums[0] {
		n += k.all*sums[1][f].all - k.reads*sums[1][f].reads
	}
	if !same {
		return n
	}
	// Now each pair of two units is counted twice, and a unit with itself in both orders of the sites.
	for _, u := range units[0] {
		for _, k := range c.fields[u] {
			n += k.all - k.reads
		}
	}
	return n / 2
}

// row is the counts and lists of the pairs of units that have one left unit.
type row struct {
	races, absent, searched, open int
	beyond                        int // of the races, those that are not among the verdicts
	certified                     []report.CertifiedPair
	proved                        []report.Race
	undecided                     []report.OpenPair
	work                          int
}

// row looks at one left unit with some right ones, until it has worked too much.
func (c *certifier) row(ctx context.Context, left *il.Unit, right []*il.Unit) *row {
	r := &row{}
	checker, describe := absence.NewChecker(c.core), c.evidence(c.core)
	where := analyzers.NewCallPaths(c.core)
	for _, u := range right {
		r.work += 1 + len(c.fields[left])
		p := il.Pair{Left: left, Right: u}
		if !c.conflict(p) {
			continue
		}
		var finder *absence.Finder
		worked := 0
		for s := range racemob.ConflictsOf(c.core, p).All() {
			if r.work+worked > maxCertifying || ctx.Err() != nil {
				r.work += worked
				return r
			}
			r.work++
			if c.known.Of(p, s) == report.Confirmed {
				r.races++
				continue
			}
			if finder == nil {
				var err error
				if finder, err = absence.NewFinder(ctx, c.core, p, maxCertifying); err != nil {
					return r
				}
			}
			certificate := finder.Absent(ctx, s)
			worked = finder.Work()
			switch {
			case certificate != nil && checker.Check(ctx, certificate) == nil:
				r.absent++
				if len(r.certified) < c.list {
					x := report.CertifiedPair{OpenPair: c.open(p, s, where)}
					describe(ctx, checker, certificate, &x)
					r.certified = append(r.certified, x)
				}
			case c.known.Of(p, s) == report.Impossible:
				r.searched++
			default:
				w := c.prove(ctx, p, s)
				switch {
				case ctx.Err() != nil:
					return r
				case w == nil:
					r.open++
					if len(r.undecided) < c.list {
						r.undecided = append(r.undecided, c.open(p, s, where))
					}
				default:
					r.races++
					r.beyond++
					r.work += workPerWitness + len(w.Steps)
					if len(r.proved) < c.list {
						x := c.open(p, s, where)
						r.proved = append(r.proved, report.Race{
							Left: x.Left, Right: x.Right, Verdict: report.Confirmed, Witness: w,
						})
					}
				}
			}
		}
		r.work += worked
	}
	return r
}

// prove returns an accepted witness of two accesses, or nil.
func (c *certifier) prove(ctx context.Context, p il.Pair, s il.Sites) *witness.Witness {
	if c.collapse == nil {
		return nil
	}
	w := c.collapse(ctx, p, s)
	c.checkers.With(func(k *check.Checker) {
		if k.Check(w) != nil {
			w = nil
		}
	})
	return w
}

// conflict reports whether two units have accesses that conflict.
func (c *certifier) conflict(p il.Pair) bool {
	right := c.fields[p.Right]
	for f, k := range c.fields[p.Left] {
		if n, ok := right[f]; ok && (k.all > k.reads || n.all > n.reads) {
			return true
		}
	}
	return false
}

func (c *certifier) open(p il.Pair, s il.Sites, where *analyzers.CallPaths) report.OpenPair {
	ends := where.Ends(p, s)
	return report.OpenPair{Left: sideOf(c.core, p.Left, s[0], ends[0]), Right: sideOf(c.core, p.Right, s[1], ends[1])}
}
