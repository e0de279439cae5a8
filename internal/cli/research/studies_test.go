package research

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic/racemob"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/il/enum"
	"wobbly/il/gen"
	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/internal/iltest"
	"wobbly/internal/parallel"
	"wobbly/report"
	"wobbly/theorem/engine"
)

// TestExitOfRandomPredict: random programs are inconclusive if more than half of the pairs or of the
// executions were cut.
func TestExitOfRandomPredict(t *testing.T) {
	for _, tt := range []struct {
		name  string
		table report.PredictTable
		want  console.Exit
	}{
		{"half of the pairs", report.PredictTable{Pairs: 5, LeftOut: 5}, console.ExitNothing},
		{"more pairs", report.PredictTable{Pairs: 5, LeftOut: 6}, console.ExitInconclusive},
		{"half of the executions", report.PredictTable{Executions: 4, Cut: 2}, console.ExitNothing},
		{"more executions", report.PredictTable{Executions: 4, Cut: 3}, console.ExitInconclusive},
	} {
		d := &report.Predict{Table: tt.table, Random: &report.PredictRandom{}}
		if got := exitOfPredict(d); got != tt.want {
			t.Errorf("%s: exit = %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestRDITDefects: a false report of a variant that is proved to have none is reported, and the
// exit code is 4. Since none exists, the test makes one up.
func TestRDITDefects(t *testing.T) {
	core := iltest.Core(t,
		"m(p) { lock(); n(p); unlock(); }\nn(p) { p.f := p; }\n"+
			"{ m(arg1); } || { lock(); arg1.f := arg1; unlock(); }")
	missing, err := rdit.Named(core, "m")
	if err != nil {
		t.Fatal(err)
	}
	f := &rditCases{bySites: map[il.Sites][2]*rditCase{}}
	for run := range 20 {
		tr := rdit.Observe(rdit.DefaultSurvey().Replay(core, core.Pairs()[0], run), missing)
		f.checkSound(run, rdit.Repaired, rdit.Naive.Run(tr), rdit.Truth.Run(tr))
		f.checkSound(run, rdit.Repaired, rdit.Repaired.Run(tr), rdit.Truth.Run(tr))
	}
	if len(f.defects) == 0 ||
		!strings.HasPrefix(f.defects[0], "rdit-full has a false report in run ") {
		t.Errorf("defects = %q, want a false report of rdit-full first", f.defects)
	}

	c := &rditCmd{Shares: []float64{0.5}, RunSteps: 10000, Random: 1}
	rows := rdit.Table(c.table(1))
	i := slices.IndexFunc(rows[0].Totals,
		func(x rdit.Total) bool { return x.Variant == rdit.Maximal.Name })
	rows[0].Totals[i].Accesses.False++
	sum, failure := newRDITSum(c.Shares), rditFailure(7, rows)
	sum.plus(&rditSum{rows})
	if failure == nil || rditFailure(7, rdit.Table(c.table(1))) != nil {
		t.Fatalf("rditFailure = %+v, want one for the false report only", failure)
	}
	programs, err := c.sweep()
	if err != nil {
		t.Fatal(err)
	}
	failure.Program = programs.Program(7)
	study := &sweep[*rditSum, *report.RDIT]{programs: programs, again: c.Again()}
	d := &report.RDIT{
		Rows: rditRows(sum.Rows),
		Random: &report.RDITRandom{
			Programs: 1, Failures: study.faults([]compare.Failure{*failure}),
		},
	}
	if e := exitOfRDIT(d); e != console.ExitViolated {
		t.Errorf("exitOfRDIT of a document with a failure = %d, want %d", e, console.ExitViolated)
	}
	var out bytes.Buffer
	if err := report.Text(&out, report.Style{}, d); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"seed 7:\n", "share 0.5: rdit-max has 1 false reports\n",
		"Repeat: wobbly rdit --random 1 --seed 7 --shares 0.5\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	d = &report.RDIT{Defects: []string{"d"}, Total: &report.RDITTotal{}}
	out.Reset()
	if err := report.Text(&out, report.Style{}, d); err != nil ||
		exitOfRDIT(d) != console.ExitViolated || !strings.Contains(out.String(), "DEFECT: d\n") {
		t.Errorf("Text = %v, %s; want DEFECT: d and exit %d", err, out.String(),
			console.ExitViolated)
	}
}

// TestRacemobDocumentInterrupted: true races whose run was not repeated in time are only said to be
// not validated, and the document is incomplete.
func TestRacemobDocumentInterrupted(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); "+strings.Repeat("a.f := x; ", 12)+"}")
	for _, p := range core.Pairs() {
		var candidates []racemob.Candidate
		for s := range racemob.ConflictsOf(core, p).All() {
			candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
		}
		job, err := racemob.NewJob(core, candidates, racemob.DefaultPolicy())
		if err != nil {
			t.Fatal(err)
		}
		list := racemob.Do(t.Context(), job)
		whole, err := racemobDocument(t.Context(), list, "all", "")
		if err != nil || whole.Interrupted || whole.Total.TrueRaces != len(list.TrueRaces()) ||
			whole.Total.TrueRaces < 10 {
			t.Fatalf("racemobDocument = %v, %+v; want all %d true races", err, whole.Total,
				len(list.TrueRaces()))
		}
		maxKnown := 0
		for _, n := range []int{0, 1, 5, 20} {
			d, err := racemobDocument(iltest.NewCountdown(t, n+1), list, "all", "")
			known := 0
			for _, c := range d.Pairs[0].Candidates {
				if c.Race != nil {
					known++
				}
			}
			if err != nil || !d.Interrupted || d.Total.TrueRaces != known || known > n ||
				d.Total.NotValidated != whole.Total.TrueRaces-known ||
				exitOfRaceMob(d) != console.ExitInconclusive {
				t.Errorf("racemobDocument, interrupted after %d runs = %v with %d races, %+v; "+
					"want at most %[1]d races, and the others not validated", n, err, known,
					d.Total)
			}
			maxKnown = max(maxKnown, known)
		}
		if maxKnown < 5 {
			t.Errorf("racemobDocument, interrupted, has at most %d races, want 5 or more", maxKnown)
		}
	}
}

// TestUndecidedStatement: theorem check and theorem fuzz print a statement that a limit leaves
// undecided, with the limit.
func TestUndecidedStatement(t *testing.T) {
	statements := []*engine.Statement{stuck}
	for _, json := range []console.JSONFlag{{JSON: false}, {JSON: true}} {
		check := theoremCheckCmd{Files: []string{"-"}, Draws: 1, Seed: 1, JSONFlag: json}
		fuzz := fuzzing(1)
		fuzz.JSONFlag = json
		for name, c := range map[string]struct {
			command func(*console.App) error
			want    [2]string // in text and in JSON
		}{
			"check": {func(a *console.App) error { return check.run(a, statements) },
				[2]string{
					"stuck is bounded: not decided: too much.", `"limit":"not decided: too much"`,
				}},
			"fuzz": {func(a *console.App) error { return fuzz.run(a, statements) },
				[2]string{"undecided bounded refuted stuck 0.0% 0% 0 1 1 0", `"bounded":1`}},
		} {
			want := c.want[0]
			if json.JSON {
				want = c.want[1]
			}
			_, out, _ := run(context.Background(), c.command)
			if !strings.Contains(unwrapped(out), want) {
				t.Errorf("%s, JSON %t: no %q in %s", name, json.JSON, want, out)
			}
		}
	}
}

// TestCandidates: candidates are the conflicts or the reports of a static analyzer.
func TestCandidates(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := a.f; a.f := new(); }")
	for name, want := range map[string]int{AllPairs: 2, "racerdx": 2, "bounded-0": 1} {
		sites, err := (&RacemobJob{Candidates: name, Limit: 2}).source(t.Context(), core)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if x := sites(core.Pairs()[0]); len(x.sites) != want || x.cut != "" || x.err != nil {
			t.Errorf("the candidates of --candidates %s are %+v, want %d", name, x, want)
		}
	}
	if _, err := (&RacemobJob{Candidates: "oracle"}).source(t.Context(), core); err == nil {
		t.Error("--candidates oracle has no error, want one, since the exact search is no static " +
			"analyzer")
	}
}

// TestWorkersPanic: a panic in a worker of a sweep is an internal error of the run, and names the
// program that caused it.
func TestWorkersPanic(t *testing.T) {
	rdit := rditCmd{Random: 9, Seed: 4, RunSteps: 100, Shares: []float64{0.5}}
	programOfSeed7 := il.Format(gen.Program(rand.New(rand.NewPCG(7, 0)), rdit.table(1).Corpus))
	for name, c := range map[string]struct {
		do    func(a *console.App) error
		cause string
	}{
		"theorem fuzz": {func(a *console.App) error {
			f := fuzzing(10)
			return f.run(a,
				[]*engine.Statement{plant("broken", 0,
					func(*engine.Case) (planted, bool) { panic("out of order") })})
		}, "case 0 of seed 1\nm(a) {\n"},
		"theorem enumerate": {func(a *console.App) error {
			e := &engine.Enumeration{
				Universe: enum.Default(1), Workers: 2,
				Statements: []*engine.Statement{
					plant("broken", 0,
						func(*engine.Case) (planted, bool) { panic("out of order") }),
				},
			}
			_, err := e.Run(a.Ctx)
			return err
		}, "program "},
		"compare, crosscheck, rdit and predict": {func(a *console.App) error {
			x, err := rdit.sweep()
			if err != nil {
				return err
			}
			x.Runner = campaign.Local(3)
			x.One = func(_ context.Context, seed uint64) (*rditSum, *compare.Failure) {
				if seed == 7 {
					panic("out of order")
				}
				return newRDITSum(rdit.Shares), nil
			}
			x.Run(a.Ctx)
			return nil
		}, "the program of seed 7\n" + programOfSeed7 + ": "},
		"searching goroutines": {func(a *console.App) error {
			parallel.Do(3, func(int) { panic("out of order") })
			return nil
		}, ""},
		"work in the background": {func(a *console.App) error {
			_, err := console.TryKept(a, func() (int, error) { panic("out of order") })
			return err
		}, ""},
	} {
		var out, stderr bytes.Buffer
		a := &console.App{
			Ctx: t.Context(), Sys: console.System{Stdout: &out, Stderr: &stderr},
			Out: console.NewOutput(&out, 1<<10),
		}
		code := a.Guarded(func() error { return c.do(a) })
		text := stderr.String()
		if code != int(console.ExitInternal) ||
			!strings.HasPrefix(text, "wobbly: internal error: "+c.cause) ||
			!strings.Contains(text, "out of order\n") ||
			!strings.Contains(text, "studies_test.go") {
			t.Errorf("a panic in %s: exit %d, %s; want exit %d and an internal error in %q", name,
				code, text, console.ExitInternal, c.cause)
		}
	}
}

// TestStudyInterrupted: nothing is kept of a pair that was interrupted, and the document says so.
func TestStudyInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	core := iltest.Core(t, "m(a) { a.f := a; }")
	const want = "Interrupted: this is not everything."
	missing, err := rdit.Named(core, "m")
	if err != nil {
		t.Fatal(err)
	}
	runs := 5000
	w := rditWriter{
		command: &rditCmd{Runs: &runs, RunSteps: 10}, core: core,
		doc: &report.RDIT{Total: &report.RDITTotal{}},
	}
	w.study(&console.App{Ctx: ctx}, core.Pairs()[0], missing)
	var text bytes.Buffer
	if err := report.Text(&text, report.Style{}, w.doc); err != nil ||
		exitOfRDIT(w.doc) != console.ExitInconclusive || len(w.doc.Pairs) > 0 ||
		!strings.HasSuffix(unwrapped(text.String()), want) {
		t.Errorf("Text = %v, %+v, %s; want no pair, and %q at the end", err, w.doc, text.String(),
			want)
	}
}
