package predict

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/witness/check"
)

// recorded returns the trace of an execution of text by a schedule of threads, as in "AAB". The
// initial state has the given objects, as in "o1 o2", cells, as in "o1.f=o2", and formals, as in
// "A:arg1=o1".
func recorded(t *testing.T, text, objects, cells, formals, schedule string) *Trace {
	t.Helper()
	core := iltest.Core(t, text)
	in := semantics.Init{Objects: strings.Fields(objects), Stacks: [2]map[string]string{{}, {}}}
	for _, c := range strings.Fields(cells) {
		in.Cells = append(in.Cells,
			[3]string(strings.FieldsFunc(c, func(r rune) bool { return r == '.' || r == '=' })))
	}
	for _, f := range strings.Fields(formals) {
		name, o, _ := strings.Cut(f[2:], "=")
		in.Stacks[f[0]-'A'][name] = o
	}
	x, err := dynamic.Begin(core, core.Pairs()[0], in)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range schedule {
		if stuck := x.Step(semantics.Tid(c - 'A')); stuck != nil {
			t.Fatalf("a step of thread %c: %v", c, stuck)
		}
	}
	return Of(x)
}

// TestPathReads: events list the cells that they read in addition to the one that they access.
func TestPathReads(t *testing.T) {
	tr := recorded(t,
		"m(p) { skip; } { arg1.f.g := arg1; m(arg1.f); x := arg1.f.g.f; } || { arg1.f := arg1; }",
		"o1 o2", "o1.f=o2 o1.g=o1 o2.f=o1 o2.g=o2", "A:arg1=o1 B:arg1=o1", "AAAAB")
	v := tr.views[prefixes]
	var got []string
	for i := range v.events {
		line := ""
		for _, a := range pathCells(tr.Execution, i) {
			line += " " + a.String()
		}
		got = append(got, v.events[i].String()+":"+line)
	}
	want := "A write o2.g: o1.f|A call m: o1.f|A return m:|A read o1.f: o1.f o2.g|B write o1.f:"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("the events and their path reads are\n%s, want\n%s", s, want)
	}
	if own := v.reads[3]; len(own) != 3 || own[1].from != 0 || own[2].from != initial ||
		len(v.paths[3]) != 2 {
		t.Errorf("the load reads %v, want o1.f, o2.g of event 0 and o1.f initially", own)
	}
}

// turning is examples/theory/turned-path.il: B keeps what A has published, and redirects the path
// before it writes there.
const turning = "{ z := new(); arg1.f := z; arg1.f.g := z; } || " +
	"{ x := arg1.f; y := new(); arg1.f := y; x.g := x; }"

// TestPrintedIsFalse: the theorems as printed promise a race. The promised reordering can be
// executed, but neither it nor any other execution ends in a race.
func TestPrintedIsFalse(t *testing.T) {
	tr := recorded(t, turning, "o1", "o1.f=o1 o1.g=o1", "A:arg1=o1 B:arg1=o1", "AABABBB")
	race := hb.Race{First: 3, Second: 6}
	for _, p := range Predictors(nil, nil) {
		var got []hb.Race
		p.Races(tr, func(r hb.Race) bool { got = append(got, r); return true })
		if want := p.Variant == printed; slices.Contains(got, race) != want {
			t.Errorf("%s %s reports %v: with %v %t, want %t", p.Name, p.Variant, got, race, !want,
				want)
		}
		if p.Variant == printed && p.reorder != nil {
			order, _ := p.Reorder(tr, race)
			if w, err := tr.Witness(order, race); !errors.Is(err, errNoRace) {
				t.Errorf("%s: Witness = %v, %v, want the error %v", p.Name, w, err, errNoRace)
			}
		}
	}
	x := tr.Execution
	truth, err := Judge(context.Background(), x.Core, x.Pair, exact())
	if err != nil || truth.Cut != "" || len(truth.Real) == 0 ||
		truth.Real[dynamic.Sites(x.Pair, x.Events[3], x.Events[6])] {
		t.Errorf("Judge = %v, %v, want real races without the predicted one", truth, err)
	}
}

// exact returns the options of a search that small programs need.
func exact() explore.Options {
	o := explore.Defaults()
	o.Reduce, o.Prune, o.MaxStates, o.MaxObjects = true, true, 20_000, 32
	return o
}

// smallPrograms returns options for small programs of methods.
func smallPrograms() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods = 5, 2
	o.Longer, o.Lock, o.Sync = 0.6, 0.15, 0.15
	return o
}

// densePrograms returns options for programs with many accesses through long paths.
func densePrograms() gen.Options {
	o := gen.Default()
	o.Threads, o.Methods, o.Formals, o.Statements = 0.7, 2, 2, 4
	o.Fields, o.Locals, o.Path = 2, 1, 3
	o.Sync, o.Lock = 0.2, 0.1
	o.If, o.While, o.Call = 0.05, 0.02, 0.15
	o.Store, o.Sugar, o.Longer, o.LocalRoot = 0.7, 0.5, 0.6, 0.3
	return o
}

// turningPrograms returns options for programs like turning.
func turningPrograms() gen.Options {
	o := gen.Default()
	o.Threads, o.Methods, o.Formals, o.Statements = 1, 1, 1, 8
	o.Fields, o.Locals, o.Path = 1, 2, 2
	o.Sync, o.Lock = 0.1, 0
	o.If, o.While, o.Call, o.Copy, o.Reassign = 0, 0, 0, 0, 0
	o.New, o.Store, o.Sugar, o.Longer, o.LocalRoot = 0.25, 0.6, 0.2, 0.4, 0.5
	return o
}

// corpus visits random programs of several generators, half of them with locks that have names.
func corpus(t *testing.T, n int, visit func(core *il.Core, seed uint64)) {
	t.Helper()
	for k, o := range []gen.Options{smallPrograms(), densePrograms(), turningPrograms()} {
		seed := uint64(k) << 32
		iltest.Random(t, n, o, func(core *il.Core) {
			seed++
			if seed%2 == 0 {
				p := gen.NameLocks(gen.Rand(seed), core.Program, "", "m", "n")
				core = iltest.Core(t, p.Source.Text)
			}
			visit(core, seed)
		})
	}
}

// TestExecutions: on random executions, m2 is maximal, and each race of a sound predictor has a
// witness that the independent checker accepts.
func TestExecutions(t *testing.T) {
	var races, witnesses, cut, lost int
	corpus(t, 600, func(core *il.Core, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 5))
		checker := check.New(core)
		for _, p := range core.Pairs() {
			tr := Of(dynamic.Draw(core, p, r, dynamic.Limits{Steps: 60, Rounds: 2}))
			all := map[key][]hb.Race{}
			for _, q := range Predictors(nil, nil) {
				limited := q.Races(tr, func(r hb.Race) bool {
					all[key{q.Name, q.Variant}] = append(all[key{q.Name, q.Variant}], r)
					return true
				})
				if limited {
					cut++
					return
				}
				if !q.Sound() {
					continue
				}
				for _, race := range all[key{q.Name, q.Variant}] {
					order, ok := q.Reorder(tr, race)
					w, err := tr.Witness(order, race)
					if err == nil {
						err = checker.Check(w)
					}
					if err != nil || !ok {
						t.Fatalf("%s: witness of %v: %t, %v\n%s\n%v", q.Name, race, ok, err,
							core.Source.Text, tr.Execution.Events)
					}
					witnesses++
				}
			}
			for _, v := range Variants {
				checkWithin(t, tr.views[v], all[key{"m2", v}], all[key{"maximal", v}])
				checkWithin(t, tr.views[v], all[key{"maximal", v}], all[key{"m2", v}])
				checkWithin(t, tr.views[v], all[key{"syncp", v}], all[key{"m2", v}])
				checkWithin(t, tr.views[v], all[key{"shb", v}], all[key{"syncp", v}])
			}
			races += len(all[key{"m2", prefixes}])
			lost += len(all[key{"m2", printed}]) - len(all[key{"m2", prefixes}])
		}
	})
	t.Logf("%d races, %d witnesses, %d that only hold as printed, %d traces cut", races,
		witnesses, lost, cut)
	if races < 500 || witnesses < 2000 || lost < 250 {
		t.Error("too few races or witnesses")
	}
}

// key is the name of a predictor.
type key struct {
	name    string
	variant Variant
}

// TestTable: sound predictors have no false reports, printed ones have some, and recall grows with
// the number of runs. The exact search decides which reports are false.
func TestTable(t *testing.T) {
	o := &Survey{
		Runs: 20, Seed: 1, Limits: dynamic.DefaultLimits(),
		Predictors: Predictors([]string{"hb", "shb", "wcp", "syncp", "m2"}, nil),
	}
	sum := NewTable(o)
	corpus(t, 120, func(core *il.Core, seed uint64) {
		q := *o
		q.Seed = seed
		if defects := q.Tabulate(context.Background(), core, exact(), sum); len(defects) > 0 {
			t.Fatalf("Tabulate finds the defects %v\n%s", defects, core.Source.Text)
		}
	})
	t.Logf("%+v", *sum)
	for i := range sum.Rows {
		r := &sum.Rows[i]
		sound := o.Predictors[i].Sound()
		if sound != (r.False == 0) {
			t.Errorf("%s %s, sound %t: %d false reports", r.Method, r.Variant, sound, r.False)
		}
		last := len(sum.Points) - 1
		if r.Found[0] >= r.Found[last] {
			t.Errorf("%s %s: recall does not grow: %v", r.Method, r.Variant, r.Found)
		}
		if r.Found[last]+r.False != r.Reported || r.Found[last] > sum.Races {
			t.Errorf("%s %s: %d found and %d false of %d reports and %d races", r.Method, r.Variant,
				r.Found[last], r.False, r.Reported, sum.Races)
		}
	}
}

// TestPoints checks the numbers of runs at which a curve is sampled.
func TestPoints(t *testing.T) {
	for runs, want := range map[int][]int{
		1: {1}, 7: {1, 2, 5, 7}, 10: {1, 2, 5, 10}, 100: {1, 2, 5, 10, 20, 50, 100},
		2e2: {1, 2, 5, 10, 20, 50, 100, 200},
	} {
		if got := pointsOf(runs); !slices.Equal(got, want) {
			t.Errorf("pointsOf(%d) = %v, want %v", runs, got, want)
		}
	}
	if got := pointsOf(math.MaxInt); len(got) != 3*(len(strconv.Itoa(math.MaxInt)))+1 ||
		!slices.IsSorted(got) || got[len(got)-1] != math.MaxInt {
		t.Errorf("pointsOf(math.MaxInt) = %v, want three for each power of 10, sorted, and "+
			"the last", got)
	}
}

// TestFirst: a study has the number of runs that report a pair, and the first of them.
func TestFirst(t *testing.T) {
	core := iltest.Core(t, turning)
	p := core.Pairs()[0]
	o := &Survey{
		Runs: 30, Seed: 3, Limits: dynamic.DefaultLimits(),
		Predictors: Predictors([]string{"shb", "m2"}, nil),
	}
	s := o.Watch(context.Background(), core, p)
	if s.Runs != 30 || len(s.Findings) != 3 {
		t.Fatalf("%d runs with %d findings, want 30 and 3: %+v", s.Runs, len(s.Findings), s)
	}
	for _, f := range s.Findings {
		for i, by := range f.By {
			runs, first := 0, 0
			for run := 30; run > 0; run-- {
				reports, _ := o.Predictors[i].Reports(Of(o.Execution(core, p, run)))
				if slices.ContainsFunc(reports,
					func(r hb.Report) bool { return r.Sites == f.Sites }) {
					runs, first = runs+1, run
				}
			}
			if by.Runs != runs || by.First != first {
				t.Errorf("%s: reported %+v, want %d runs from %d", o.Predictors[i].Name, by, runs,
					first)
			}
		}
	}
}

// TestDefects: a predictor that wrongly claims to be sound is exposed by the witness of its
// reordering.
func TestDefects(t *testing.T) {
	core := iltest.Core(t, turning)
	wrong := Predictor{Method: methodSHB, Variant: prefixes}
	wrong.races = happensBefore
	for _, tt := range []struct {
		p    Predictor
		want int
	}{{wrong, 1}, {Predictor{methodSHB, prefixes}, 0}, {Predictor{methodSHB, printed}, 0}} {
		o := &Survey{
			Runs: 30, Seed: 3, Limits: dynamic.DefaultLimits(), Predictors: []Predictor{tt.p},
		}
		defects := o.Tabulate(context.Background(), core, exact(), NewTable(o))
		if len(defects) != tt.want {
			t.Errorf("Tabulate finds %d defects of %s %s, want %d: %q", len(defects), tt.p.Name,
				tt.p.Variant, tt.want, defects)
		}
	}
}

// TestProof: the proof of a finding is a witness that the checker of its program accepts, and no
// other checker.
func TestProof(t *testing.T) {
	core, other := iltest.Core(t, turning), iltest.Core(t, turning+"\n")
	o := &Survey{
		Runs: 30, Seed: 3, Limits: dynamic.DefaultLimits(),
		Predictors: Predictors([]string{"shb"}, []Variant{prefixes}),
	}
	s := o.Watch(context.Background(), core, core.Pairs()[0])
	if len(s.Findings) == 0 {
		t.Fatal("Watch finds nothing")
	}
	for i := range s.Findings {
		f := &s.Findings[i]
		if w, err := o.Proof(core, check.New(core), s, f, 0); w == nil || err != nil {
			t.Errorf("Proof of %v = %v, %v; want a witness", f.Sites, w, err)
		}
		if w, err := o.Proof(core, check.New(other), s, f, 0); w != nil || err == nil {
			t.Errorf("Proof of %v to another checker = %v, %v; want an error", f.Sites, w, err)
		}
	}
}

// TestLimits: a predictor that exceeds a limit says so, and keeps what it found before.
func TestLimits(t *testing.T) {
	var text strings.Builder
	for range 700 {
		text.WriteString("A write x; B write x; ")
	}
	tr := written(t, text.String())
	for _, m := range []Method{methodM2, Maximal} {
		n := 0
		cut := Predictor{m, printed}.Races(tr, func(hb.Race) bool { n++; return true })
		if !cut || n == 0 {
			t.Errorf("%s: cut %t, %d races; want true, some", m.Name, cut, n)
		}
	}
}
