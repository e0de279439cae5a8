package findings_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/findings"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/report"
)

const many = 1 << 20

func never() bool { return false }

func find(t *testing.T, core *il.Core, o abstract.Options, only *il.Pair) *findings.Findings {
	t.Helper()
	r, err := compact.Run(core, o)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := r.Reports(only)
	if err != nil {
		t.Fatal(err)
	}
	return findings.New(core,
		findings.Parameters{Options: o, Only: only, Limit: many, MaxSteps: 1000}, r, rep)
}

// TestExcluded: of the pairs of methods that were asked for, the accesses are listed that only the
// lock keeps apart.
func TestExcluded(t *testing.T) {
	core := iltest.Core(t,
		"m(a) { lock(); a.f := a; unlock(); } n(a) { lock(); x := a.f; unlock(); }")
	o := abstract.Options{Mode: abstract.NoWB}
	m, n := core.Methods["m"], core.Methods["n"]
	for _, tt := range []struct {
		only *il.Pair
		want int
	}{{nil, 2}, {&il.Pair{Left: m, Right: m}, 1}, {&il.Pair{Left: m, Right: n}, 1},
		{&il.Pair{Left: n, Right: n}, 0}} {
		got := find(t, core, o, tt.only).Found(func() bool { return false }).Excluded(many)
		if len(got.Pairs) != tt.want || got.Found != tt.want || !got.Complete {
			t.Errorf("excluded of %v: %+v, want %d pairs", tt.only, got, tt.want)
		}
	}
}

// TestEveryAnswerAgrees asks about everything in random programs. Each listed report is explained
// as such, and each pair of accesses is explained as reported, filtered or neither, in agreement
// with the lists.
func TestEveryAnswerAgrees(t *testing.T) {
	for _, m := range abstract.Modes {
		t.Run(m.Name, func(t *testing.T) { everyAnswerAgrees(t, m.Mode) })
	}
}

func everyAnswerAgrees(t *testing.T, mode abstract.Mode) {
	kinds := map[string]int{}
	draw := gen.Default()
	draw.Call, draw.Path, draw.Longer, draw.Reassign = 0.2, 3, 0.3, 0.05
	for seed := range uint64(quick.Cases(150)) {
		text := gen.Text(seed, draw)
		core := iltest.Core(t, text)
		o := abstract.Options{
			Mode: mode, Condition: []abstract.Condition{abstract.Or, abstract.Sum}[seed%2],
		}
		f := find(t, core, o, nil)
		listed := agreesWithLists(t, f, text)
		for kind, n := range agreesWithPairs(t, f, core, listed, text) {
			kinds[kind] += n
		}
		if t.Failed() {
			return
		}
	}
	for _, kind := range []string{"R", "F", "fields", "write", "lock", "calls"} {
		if kinds[kind] < quick.Cases(20) {
			t.Errorf("only %d pairs of the kind %q: the test says too little", kinds[kind], kind)
		}
	}
}

// agreesWithLists explains every listed report and returns their identities.
func agreesWithLists(t *testing.T, f *findings.Findings, text string) map[string]string {
	t.Helper()
	listed := map[string]string{}
	doc := f.Found(never)
	for r := range doc.Races {
		listed[identity(r.Left, r.Right)] = r.ID
		p, err := f.Report(r.ID)
		if err != nil || !p.Reported || p.ID != r.ID ||
			identity(p.Left.Side, p.Right.Side) != identity(r.Left, r.Right) {
			t.Errorf("%s is explained as %+v (%v)\n%s", r.ID, p, err, text)
		}
		if r.Verdict != report.Confirmed {
			t.Errorf("%s is %s: %s\n%s", r.ID, r.Verdict, r.Reason, text)
		}
	}
	for x := range doc.Filtered {
		listed[identity(x.Left, x.Right)] = x.ID
		p, err := f.Report(x.ID)
		if last := p.Tests[len(p.Tests)-1].Name; err != nil || p.Reported || p.ID != x.ID ||
			failed(p) != last {
			t.Errorf("%s is explained as %+v (%v)\n%s", x.ID, p, err, text)
		}
		if len(x.Wobbly) == 0 {
			t.Errorf("%s has no wobbly prefix\n%s", x.ID, text)
		}
	}
	return listed
}

// agreesWithPairs asks about every pair of accesses and holds the answers
// against the lists. It counts the answers by kind.
func agreesWithPairs(t *testing.T, f *findings.Findings, core *il.Core, listed map[string]string,
	text string) map[string]int {
	t.Helper()
	kinds, seen := map[string]int{}, map[string]bool{}
	places := accesses(core)
	for i, a := range places {
		for _, b := range places[i:] {
			for _, p := range f.Pair(context.Background(), a, b).Pairs {
				id := identity(p.Left.Side, p.Right.Side)
				seen[id] = true
				kinds[cmp.Or(strings.TrimRight(p.ID, "0123456789"), failed(p))]++
				if len(p.Left.Levels) > 1 {
					kinds["calls"]++
				}
				if p.ID != listed[id] || p.Reported != strings.HasPrefix(p.ID, "R") {
					t.Errorf("%s is explained as %q (%s) and listed as %q\n%s", id, p.ID, p.Verdict,
						listed[id], text)
				}
				for _, d := range []report.Derivation{p.Left, p.Right} {
					if last := d.Levels[len(d.Levels)-1]; last.Path != d.Side.Path ||
						last.Lock != strconv.Itoa(d.Side.Lock) || last.Unit != d.Side.Unit {
						t.Errorf("the levels of %+v end with %+v\n%s", d.Side, last, text)
					}
				}
			}
		}
	}
	for id, name := range listed {
		if !seen[id] {
			t.Errorf("no question finds %s, %s\n%s", name, id, text)
		}
	}
	return kinds
}

// TestAccessesAreTheSummaries compares the answers of Access for every load and store with the sets
// of Figure 7.
func TestAccessesAreTheSummaries(t *testing.T) {
	elements, calls := 0, 0
	for seed := range uint64(400) {
		text := gen.Text(1000+seed, gen.Default())
		core := iltest.Core(t, text)
		o := abstract.Options{Cap: int(seed % 3), Mode: abstract.Modes[seed/3%4].Mode}
		f := find(t, core, o, nil)
		got := map[string]bool{}
		for _, p := range accesses(core) {
			for _, a := range f.Access(p) {
				for _, d := range a.Elements {
					got[key(d.Side)] = true
					calls += min(1, len(d.Side.Calls))
				}
			}
		}
		sets, err := abstract.AnalyzeSets(core, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range core.Units {
			if !core.IsUnitOfPairs(u) {
				continue
			}
			for a := range sets.Summary(u).A.All() {
				k := key(report.Side{
					Unit: u.Name, At: core.Source.At(a.At), Kind: a.Kind.String(),
					Path: string(a.Path), Lock: a.Lock.Depth(),
				})
				if !got[k] {
					t.Errorf("%s is not found\n%s", k, text)
				}
				delete(got, k)
				elements++
			}
		}
		for k := range got {
			t.Errorf("%s is in no summary\n%s", k, text)
		}
		if t.Failed() {
			return
		}
	}
	if elements < 1000 || calls < 100 {
		t.Errorf("%d elements, %d through calls: the test says too little", elements, calls)
	}
}

// TestTouchAnswers compares Touch with the W of each mode, and with the Wr of the modes that have
// it.
func TestTouchAnswers(t *testing.T) {
	in, out, written := 0, 0, 0
	for seed := range uint64(150) {
		text := gen.Text(2000+seed, gen.Default())
		core := iltest.Core(t, text)
		o := abstract.Options{Mode: abstract.Modes[seed%4].Mode}
		f := find(t, core, o, nil)
		sets, err := abstract.AnalyzeSets(core, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range core.Units {
			for _, v := range core.Units {
				for e := range sets.Summary(v).W.All() {
					answer := f.Touch(u, e)
					got := answer.Wobbly != nil
					if want := sets.Summary(u).W.Has(e); got != want {
						t.Errorf("%s in W of %s: %v, want %v\n%s", e, u.Name, got, want, text)
					}
					if want := sets.Summary(u).Wr.Has(e); (answer.Written != nil) != want ||
						answer.Targets != o.Mode.Captures() {
						t.Errorf("%s in Wr of %s: %+v, want %v\n%s", e, u.Name, answer.Written,
							want, text)
					}
					if answer.Written != nil {
						written++
					}
					if got {
						in++
					} else {
						out++
					}
				}
			}
		}
	}
	if in < 100 || out < 100 || written < 20 {
		t.Errorf("%d in, %d not, %d written: the test says too little", in, out, written)
	}
}

// TestStop ends a document early.
func TestStop(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); a.f := x; a.f := x; a.f := x; }")
	f := find(t, core, abstract.Options{}, nil)
	asked := 0
	n := 0
	for range f.Found(func() bool { asked++; return asked > 2 }).Races {
		n++
	}
	if n != 2 {
		t.Errorf("%d races before the stop, want 2", n)
	}
}

// TestProvingIsBounded: the witnesses of a large program, each of which has every field, are made
// until a second or two have passed.
func TestProvingIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("m(a) { x := new()\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "a.f%d := x\n", i)
	}
	core := iltest.Core(t, b.String()+"}")
	v := find(t, core, abstract.Options{}, nil).Found(never).Verdicts()
	n := 0
	for _, sites := range v.Reported {
		n += len(sites)
	}
	if n < 100 || n > 5_000 {
		t.Errorf("%d of 20,000 reports are proved, want some hundreds", n)
	}
}

// TestClimbIsBounded follows an access through a doubling chain.
func TestClimbIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("m0(a) { x := a.h; }\n")
	for i := 1; i <= 60; i++ {
		fmt.Fprintf(&b, "m%d(a) { m%d(a.f); m%d(a.g); }\n", i, i-1, i-1)
	}
	core := iltest.Core(t, b.String())
	r, err := compact.Run(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := r.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	f := findings.New(core, findings.Parameters{Limit: 10, MaxSteps: 10}, r, rep)
	at := il.Position{Line: 1, Col: 9}
	if a := f.Access(at); len(a) != 1 || !a[0].Cut || len(a[0].Elements) == 0 {
		t.Errorf("Access = %d answers, the first %+v; want one that is cut, with elements",
			len(a), a[0].Site)
	}
	if p := f.Pair(context.Background(), at, at); !p.Cut || len(p.Pairs) == 0 {
		t.Errorf("Pair = %d pairs, cut: %v; want some, cut", len(p.Pairs), p.Cut)
	}
}

func failed(p report.Pair) string {
	for _, t := range p.Tests {
		if !t.Holds {
			return t.Name
		}
	}
	return ""
}

func key(s report.Side) string {
	return fmt.Sprintf("%s %s %s %s %d", s.Unit, s.At, s.Kind, s.Path, s.Lock)
}

func identity(l, r report.Side) string { return key(l) + " / " + key(r) }

// accesses lists the positions of all loads and stores.
func accesses(core *il.Core) []il.Position {
	var all []il.Position
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if _, ok := abstract.Accessed(s); ok {
				all = append(all, core.Source.Position(s.Pos()))
			}
		})
	}
	return slices.Compact(all)
}
