package racerd

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// named are programs of the papers, and small ones that show how far RacerD's ownership goes. Each
// has what RacerD and RacerDX report, and what they leave out, a line for a pair: the units, then
// the two accesses as kind, path and level. Comments say who is right.
var named = []struct {
	name, text          string
	races, filtered     []string // of RacerD
	dxRaces, dxFiltered []string // of RacerDX
}{
	{
		// Figure 2 of the POPL paper. beps writes an object of its own: it is owned
		// for RacerD, and b is wobbly for RacerDX. Both are right.
		name: "Burble",
		text: `
			meps(b) { synchronized { out := b.f } }
			reps(b) { fortyTwo := new(); b.f := fortyTwo }
			beps(b) { b := new(); twoThreeNine := new(); b.f := twoThreeNine }`,
		races: []string{
			"meps, reps: read b.f 1 / write b.f 0",
			"reps, reps: write b.f 0 / write b.f 0"},
		filtered: []string{
			"meps, beps: read b.f 1 / write b.f 0 (right owned)",
			"reps, beps: write b.f 0 / write b.f 0 (right owned)",
			"beps, beps: write b.f 0 / write b.f 0 (left owned, right owned)"},
		dxRaces: []string{
			"meps, reps: read b.f 1 / write b.f 0",
			"reps, reps: write b.f 0 / write b.f 0"},
		dxFiltered: []string{
			"meps, beps: read b.f 1 / write b.f 0",
			"reps, beps: write b.f 0 / write b.f 0",
			"beps, beps: write b.f 0 / write b.f 0"},
	},
	{
		// Figure 3 of the POPL paper as printed: the write goes a field further than
		// gwop's read. Both analyses leave out the write with itself, and are right.
		name: "Wurble",
		text: `
			qwop(w) { zwup(w.x) }
			gwop(w) { synchronized { out := w.x.g } }
			private zwup(w) {
				synchronized { out := w.x.g } w := new(); twentyOne := new(); w.g.f := twentyOne
			}`,
		filtered: []string{"qwop, qwop: write w.x.g.f 0 / write w.x.g.f 0 (left " +
			"owned, right owned)"},
		dxFiltered: []string{"qwop, qwop: write w.x.g.f 0 / write w.x.g.f 0"},
	},
	{
		// The same as Section 2.2 describes it: zwup writes w.g. The object is owned in
		// the callee already, whatever its caller passes.
		name: "Wurble as meant",
		text: `
			qwop(w) { zwup(w.x) }
			gwop(w) { synchronized { out := w.x.g } }
			private zwup(w) { synchronized { out := w.x.g } w := new(); v := new(); w.g := v }`,
		filtered: []string{
			"qwop, qwop: write w.x.g 0 / write w.x.g 0 (left owned, right owned)",
			"qwop, gwop: write w.x.g 0 / read w.x.g 1 (left owned)"},
		dxFiltered: []string{
			"qwop, qwop: write w.x.g 0 / write w.x.g 0",
			"qwop, gwop: write w.x.g 0 / read w.x.g 1"},
	},
	{
		// POPL, Section 7.2.2, first family: one actual is a prefix of another, which
		// makes it wobbly. RacerD is right, RacerDX loses two real races.
		name: "this.foo(this.f)",
		text: `
			bar(this) { foo(this, this.f); v := new(); this.h := v }
			get(this) { out := this.h }
			private foo(this, x) { out := x.g }`,
		races: []string{
			"bar, bar: write this.h 0 / write this.h 0",
			"bar, get: write this.h 0 / read this.h 0"},
		dxFiltered: []string{
			"bar, bar: write this.h 0 / write this.h 0",
			"bar, get: write this.h 0 / read this.h 0"},
	},
	{
		// POPL, Section 7.2.2, second family: the constructor of an inner class stores
		// this, which makes it wobbly. RacerD is right, RacerDX loses two real races.
		name: "inner class",
		text: `
			bar(this) { i := new(); Inner(i, this); v := new(); this.h := v }
			get(this) { out := this.h }
			private Inner(inner, this) { inner.outer := this }`,
		races: []string{
			"bar, bar: write this.h 0 / write this.h 0",
			"bar, get: write this.h 0 / read this.h 0"},
		dxFiltered: []string{
			"bar, bar: write this.h 0 / write this.h 0",
			"bar, get: write this.h 0 / read this.h 0"},
	},
	{
		// Figure 1 of the POPL paper.
		name: "Dodo",
		text: `
			zap(d) { synchronized { out := d.dee } }
			zup(d) { v := new(); d.dee := v }`,
		races: []string{
			"zap, zup: read d.dee 1 / write d.dee 0",
			"zup, zup: write d.dee 0 / write d.dee 0"},
		dxRaces: []string{
			"zap, zup: read d.dee 1 / write d.dee 0",
			"zup, zup: write d.dee 0 / write d.dee 0"},
	},
	{
		// Figure 7 of the OOPSLA paper. The builder is owned where useBuilder passes it,
		// so only setX with itself is left. Both are right.
		name: "Builder",
		text: `
			private make(ret) { b := new(); ret.builder := b }
			setX(this, x) { t := x; this.x := t }
			useBuilder(this) { ret := new(); make(ret); b1 := ret.builder; one := new(); setX(b1, one) }`,
		races:   []string{"setX, setX: write this.x 0 / write this.x 0"},
		dxRaces: []string{"setX, setX: write this.x 0 / write this.x 0"},
	},
	{
		// Figure 8 of the OOPSLA paper, with a reader. The write through a local is a
		// race with peek that neither reports: the local roots its path.
		name: "multiOwn",
		text: `
			private multiOwn(o1, o2) {
				if * { local := o1 } else { local := o2 } seven := new(); local.f := seven
			}
			useMultiOwn(x) { y := new(); synchronized { multiOwn(x, y) } }
			peek(x) { out := x.f }`,
	},
	{
		// The same with the formal itself instead of a local: RacerD carries the
		// condition OwnedIf({0, 1}) to its caller, where x is left of it, and reports the
		// race. For RacerDX o1 is wobbly.
		name: "multiOwn with a formal",
		text: `
			private multiOwn(o1, o2) { if * { o1 := o2 } seven := new(); o1.f := seven }
			useMultiOwn(x) { y := new(); synchronized { multiOwn(x, y) } }
			peek(x) { out := x.f }`,
		races:      []string{"useMultiOwn, peek: write x.f 1 / read x.f 0"},
		dxFiltered: []string{"useMultiOwn, peek: write x.f 1 / read x.f 0"},
	},
	{
		// OOPSLA, Section 5.2.3: an object stays owned though it has been leaked. The
		// second write of m races with k's read, and RacerD takes it for owned. For
		// RacerDX a is wobbly. Neither is right.
		name: "a leaked object",
		text: `
			m(a) { x := new(); a.f := x; a := x; a.g := x }
			k(b) { y := b.f; b := y; z := b.g }`,
		races: []string{"m, m: write a.f 0 / write a.f 0", "m, k: write a.f 0 / read b.f 0"},
		filtered: []string{
			"m, m: write a.g 0 / write a.g 0 (left owned, right owned)",
			"m, k: write a.g 0 / read b.g 0 (left owned)"},
		dxFiltered: []string{
			"m, m: write a.f 0 / write a.f 0",
			"m, m: write a.g 0 / write a.g 0",
			"m, k: write a.f 0 / read b.f 0",
			"m, k: write a.g 0 / read b.g 0"},
	},
	{
		// A callee's effect on ownership is discarded (Figure 5(E)), so RacerD does not
		// know that n's second a is fresh. The write of n with itself is reported, and is
		// no race: a false positive.
		name: "a callee that makes its argument's field fresh",
		text: `
			private m(a) { x := new(); a.f := x }
			n(a) { lock(); m(a); a := a.f; unlock(); y := new(); a.g := y }`,
		races:      []string{"n, n: write a.g 0 / write a.g 0"},
		dxFiltered: []string{"n, n: write a.g 0 / write a.g 0"},
	},
	{
		// An alias: z.f is owned, but arg2.f is the same cell. No race, and RacerD reports
		// one.
		name: "an alias",
		text: `
			{ lock(); x := new(); z := arg2; z.f := x; arg1 := arg2.f; unlock(); arg1.g := x } ||
			{ lock(); x := new(); z := arg2; z.f := x; arg1 := arg2.f; unlock(); arg1.g := x }`,
		races:      []string{"A, B: write arg1.g 0 / write arg1.g 0"},
		dxFiltered: []string{"A, B: write arg1.g 0 / write arg1.g 0"},
	},
}

// TestNamed checks the reports of both analyses on the named programs.
func TestNamed(t *testing.T) {
	for _, n := range named {
		t.Run(n.name, func(t *testing.T) {
			c := iltest.Core(t, n.text)
			x, err := analyze(t, c, Options{}).Reports(nil)
			if err != nil {
				t.Fatal(err)
			}
			var races, filtered []string
			for _, r := range x.ListRaces(99) {
				races = append(races,
					line(r.Left.Unit, r.Right.Unit, r.Left.Access.Access, r.Right.Access.Access))
			}
			for _, r := range x.ListFiltered(99) {
				l := line(r.Left.Unit, r.Right.Unit, r.Left.Access.Access, r.Right.Access.Access)
				filtered = append(filtered, fmt.Sprintf("%s (%s)", l, r.Without))
			}
			sets, err := abstract.AnalyzeSets(c, abstract.Options{})
			if err != nil {
				t.Fatal(err)
			}
			dx, err := sets.Reports(nil)
			if err != nil {
				t.Fatal(err)
			}
			list := func(reports []abstract.Report) (lines []string) {
				for _, r := range reports {
					lines = append(lines,
						line(r.Left.Unit, r.Right.Unit, r.Left.Access, r.Right.Access))
				}
				return lines
			}
			for _, x := range []struct {
				what      string
				want, got []string
			}{
				{"races of RacerD", n.races, races},
				{"filtered by RacerD", n.filtered, filtered},
				{"races of RacerDX", n.dxRaces, list(dx.ListRaces(99))},
				{"filtered by RacerDX", n.dxFiltered, list(dx.ListFiltered(99))},
			} {
				if d := cmp.Diff(x.want, x.got); d != "" {
					t.Errorf("%s (-want +got):\n%s", x.what, d)
				}
			}
		})
	}
}

// line prints a pair as named has it.
func line(l, r *il.Unit, a, b abstract.Access) string {
	one := func(a abstract.Access) string { return fmt.Sprintf("%s %s %d", a.Kind, a.Path, a.Lock) }
	return strings.Join([]string{l.Name + ", " + r.Name + ": " + one(a), one(b)}, " / ")
}
