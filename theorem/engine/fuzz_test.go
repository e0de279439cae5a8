package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/campaign"
	"wobbly/theorem/coverage"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// instance has a given conclusion. It meets the hypothesis "met" if met is true.
type instance struct {
	met        bool
	conclusion error
}

func (x instance) Conclusion() error { return x.conclusion }
func (x instance) String() string    { return "planted" }

// planted returns a statement with the hypothesis "met" and the given instances.
func planted(name string, instances func(c *engine.Case) []instance) *engine.Statement {
	return &engine.Statement{
		Name: name,
		Hypotheses: []engine.Hypothesis{{Name: "met",
			Met: func(x engine.Instance) bool { return x.(instance).met }}},
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			for _, x := range instances(c) {
				if !visit(x) {
					return nil
				}
			}
			return nil
		},
	}
}

var errPlanted = errors.New("planted")

// TestVacuous: a statement is vacuous below its floor, and without cases.
func TestVacuous(t *testing.T) {
	for _, tt := range []struct {
		verdicts [engine.Refuted + 1]uint64
		want     bool
	}{
		{[engine.Refuted + 1]uint64{}, true},
		{[engine.Refuted + 1]uint64{engine.NotMet: 2, engine.Bounded: 1, engine.Holds: 1}, false},
		{[engine.Refuted + 1]uint64{engine.NotMet: 3, engine.Bounded: 1, engine.Holds: 1}, true},
	} {
		r := engine.Result{Statement: &engine.Statement{Floor: 0.25}, Verdicts: tt.verdicts}
		if got := r.Vacuous(); got != tt.want {
			t.Errorf("Vacuous with the verdicts %v = %t, want %t", tt.verdicts, got, tt.want)
		}
	}
}

// countStores returns the number of stores in the program of c.
func countStores(c *engine.Case) int {
	stores := 0
	for _, u := range c.Core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if _, ok := s.(*il.Store); ok {
				stores++
			}
		})
	}
	return stores
}

// large returns the instances of a statement that programs with at least three stores refute.
func large(c *engine.Case) []instance {
	if countStores(c) >= 3 {
		return []instance{{true, nil}, {true, errPlanted}}
	}
	return []instance{{true, nil}}
}

// TestDetours: each run has programs in which a thread stores a new object into a cell, stores into
// that field by another name, and loads the cell again. The generator hardly ever produces these by
// chance.
func TestDetours(t *testing.T) {
	const cases = 4096
	f, found := fuzzing(cases), 0
	for k := range uint64(cases) {
		p, _ := f.Program(f.CaseSeed(k))
		core, errs := check.Program(p, check.Options{})
		if len(errs) > 0 {
			t.Fatalf("case %d is illegal: %v", k, errs)
		}
		if slices.ContainsFunc(core.Units,
			func(u *il.Unit) bool { return comesBack(u.Body.List()) }) {
			found++
		}
	}
	if found < cases/64 {
		t.Errorf("%d of %d programs have a detour, want at least %d", found, cases, cases/64)
	}
}

// comesBack reports whether a list contains n := new(); a.f := n; b.f := y; x := a.f.
func comesBack(list []il.Stmt) bool {
	for ; len(list) >= 4; list = list[1:] {
		alloc, isNew := list[0].(*il.New)
		first, isStore := list[1].(*il.Store)
		second, isSecond := list[2].(*il.Store)
		load, isLoad := list[3].(*il.Load)
		if !isNew || !isStore || !isSecond || !isLoad {
			continue
		}
		otherName := second.Dst.Root != first.Dst.Root &&
			slices.Equal(second.Dst.Fields, first.Dst.Fields)
		if first.Src == alloc.Dst && load.Src.Equal(first.Dst) && otherName {
			return true
		}
	}
	return false
}

// fuzzing returns a run of so many cases.
func fuzzing(cases uint64) engine.Fuzzing {
	return engine.Fuzzing{Cases: cases, Seed: 3, Gen: draw.Options()}
}

// TestFuzzWithWorkers: the tally is the same on any number of workers.
func TestFuzzWithWorkers(t *testing.T) {
	tally := func(workers int) *engine.Tally {
		f := fuzzing(300)
		f.Workers = workers
		return engine.Fuzz(context.Background(), []*engine.Statement{planted("large", large)}, f)
	}
	one, three := tally(1), tally(3)
	if one.Cases != 300 || one.Results[0].Failure == nil {
		t.Errorf("%d cases with the failure %v, want 300 and a failure", one.Cases,
			one.Results[0].Failure)
	}
	if one.Drawn.Programs != 300 || len(one.Coverage) == 0 {
		t.Errorf("%d programs cover %d rules, want 300 and some", one.Drawn.Programs,
			len(one.Coverage))
	}
	for _, x := range []*engine.Tally{one, three} {
		x.Results[0].Statement = nil // has functions, which are never equal
	}
	if !reflect.DeepEqual(one, three) {
		t.Errorf("one worker tallies %+v\nthree tally %+v", one, three)
	}
}

// TestFuzzRepeatsACase: a refuting case, run alone by its number, is refuted in the same way.
func TestFuzzRepeatsACase(t *testing.T) {
	s := planted("large", large)
	first := engine.Fuzz(context.Background(), []*engine.Statement{s},
		fuzzing(300)).Results[0].Failure
	if first == nil {
		t.Fatal("none of 300 cases is refuted")
	}
	f := fuzzing(1)
	f.First = first.Case
	again := engine.Fuzz(context.Background(), []*engine.Statement{s}, f).Results[0].Failure
	if again == nil || again.CaseSeed != first.CaseSeed ||
		il.Format(again.Program) != il.Format(first.Program) {
		t.Errorf("case %d again fails with %+v\nand first with %+v", first.Case, again, first)
	}
}

// TestFuzzStops: a run ends with the first round that refutes a statement, or with its context, and
// keeps its counts.
func TestFuzzStops(t *testing.T) {
	refuted := engine.Fuzz(context.Background(), []*engine.Statement{planted("large", large)},
		fuzzing(0))
	if !refuted.Refuted() || refuted.Cut || refuted.Cases == 0 {
		t.Errorf("Fuzz = %+v, want it refuted and not cut", refuted)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	slow := planted("slow", func(*engine.Case) []instance {
		n++
		if n == 100 {
			cancel()
		}
		return []instance{{true, nil}}
	})
	cut := engine.Fuzz(ctx, []*engine.Statement{slow}, fuzzing(0))
	if !cut.Cut || cut.Refuted() || cut.Cases < 100 || cut.Cases > 200 {
		t.Errorf("Fuzz of a cancelled context = %+v, want it cut after 100 to 200 cases", cut)
	}
	if got := cut.Results[0].Instances; got != cut.Cases {
		t.Errorf("%d instances of %d cases, want one of each", got, cut.Cases)
	}
}

// TestFuzzResumes: resuming a tally that was saved as JSON, any number of times, gives the tally of
// a single run.
func TestFuzzResumes(t *testing.T) {
	for name, c := range map[string]struct {
		statement   *engine.Statement
		cases, ends uint64
	}{
		"holds": {planted("holds",
			func(c *engine.Case) []instance { return make([]instance, c.Seed%3) }), 700, 700},
		"refuted": {planted("large", large), 5000, 2048},
	} {
		statements := []*engine.Statement{c.statement}
		bytes := func(x *engine.Tally) string {
			text, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		want := engine.Fuzz(context.Background(), statements, fuzzing(c.cases))
		if want.Cases != c.ends || want.Refuted() != (name == "refuted") {
			t.Fatalf("%s: %d cases, refuted %t, want %d", name, want.Cases, want.Refuted(), c.ends)
		}
		for _, stops := range [][]uint64{{13}, {13, 14, 64}, {300, 650}, {c.ends}} {
			var tally *engine.Tally
			for _, n := range append(stops, c.cases) {
				f := fuzzing(n)
				f.Tally = tally
				text := bytes(engine.Fuzz(context.Background(), statements, f))
				tally = new(engine.Tally)
				err := errors.Join(json.Unmarshal([]byte(text), tally), tally.Resume(statements))
				if err != nil {
					t.Fatal(err)
				}
			}
			if got := bytes(tally); got != bytes(want) {
				t.Errorf("%s, resumed after %d: %s\nwant %s", name, stops, got, bytes(want))
			}
		}
	}
}

// TestResumeRefuses: a tally that does not fit the statements, or itself, is refused.
func TestResumeRefuses(t *testing.T) {
	tally := engine.Fuzz(context.Background(), []*engine.Statement{planted("large", large)},
		fuzzing(10))
	if err := tally.Resume(nil); err == nil {
		t.Error("Resume of a tally of one statement, without statements, succeeds")
	}
	tally.Results[0].Verdicts[engine.Holds]++
	if err := tally.Resume([]*engine.Statement{planted("large", large)}); err == nil {
		t.Error("Resume of a tally with more verdicts than cases succeeds")
	}
}

// TestFuzzWithout: a hypothesis that is switched off is not checked, and verdicts are counted.
func TestFuzzWithout(t *testing.T) {
	all := []*engine.Statement{
		planted("unmet", func(*engine.Case) []instance { return []instance{{false, errPlanted}} }),
		planted("stuck",
			func(*engine.Case) []instance {
				return []instance{{true, engine.BoundError{Limit: "too far"}}}
			}),
		planted("none", func(*engine.Case) []instance { return nil }),
	}
	f := fuzzing(20)
	tally := engine.Fuzz(context.Background(), all, f)
	for i, v := range []engine.Verdict{engine.NotMet, engine.Bounded, engine.NotMet} {
		if r := tally.Results[i]; r.Verdicts[v] != 20 || r.Share() != 0 || tally.Refuted() {
			t.Errorf("%s: %+v, want only the verdict %v", all[i].Name, r, v)
		}
	}
	f.Without = []string{"met"}
	tally = engine.Fuzz(context.Background(), all, f)
	if tally.Results[0].Verdicts[engine.Refuted] != 20 ||
		tally.Results[1].Verdicts[engine.Bounded] != 20 {
		t.Errorf("without a hypothesis: %+v, want 20 refuted and 20 bounded", tally.Results)
	}
}

// TestShrinkKeepsTheRefutation: the shrunk program refutes the statement with its own seed.
func TestShrinkKeepsTheRefutation(t *testing.T) {
	s := planted("large", large)
	f := engine.Fuzz(context.Background(), []*engine.Statement{s}, fuzzing(300)).Results[0].Failure
	small := f.Shrink(s)
	text := il.Format(small.Program)
	if small.Case != f.Case || small.Why != errPlanted.Error() || strings.Count(text, ":=") != 3 {
		t.Errorf("Shrink of case %d = %+v, want the same case, with three statements:\n%s", f.Case,
			small, text)
	}
	f = &engine.Failure{Program: small.Program, CaseSeed: 1, Why: "not now"}
	if got := f.Shrink(planted("none", func(*engine.Case) []instance { return nil })); got != f {
		t.Errorf("Shrink of a failure that cannot be repeated = %+v, want it unchanged", got)
	}
}

// TestFuzzPanics: a panic in a case is raised in the caller of Fuzz, with the case and its program.
func TestFuzzPanics(t *testing.T) {
	f := fuzzing(10)
	p, _ := f.Program(f.CaseSeed(0))
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r,
			"case 0 of seed 3\n"+il.Format(p)+": planted\n") {
			t.Errorf("Fuzz panics with %q, want the case and its program", r)
		}
	}()
	engine.Fuzz(context.Background(),
		[]*engine.Statement{planted("broken", func(*engine.Case) []instance { panic("planted") })},
		f)
}

// TestRulesAreNamedOnce: rules have different names, and a run counts only rules.
func TestRulesAreNamedOnce(t *testing.T) {
	rules := coverage.Rules()
	if sorted := slices.Sorted(slices.Values(rules)); len(slices.Compact(sorted)) != len(rules) {
		t.Error("a rule is listed twice")
	}
	covered := engine.Fuzz(context.Background(), nil, fuzzing(500)).Coverage
	for r := range covered {
		if !slices.Contains(rules, r) {
			t.Errorf("%s is counted but not a rule", r)
		}
	}
	if uncovered := covered.Uncovered(); len(uncovered)+len(covered) != len(rules) {
		t.Errorf("%d rules are covered and %v are not, want %d together", len(covered), uncovered,
			len(rules))
	}
}

// TestProgress: progress is reported after each batch of 64 cases, or of fewer if there are many
// statements.
func TestProgress(t *testing.T) {
	for _, tt := range []struct{ workers, statements, reports, first int }{
		{1, 1, 10, 64}, {3, 1, 10, 64}, {2, 66, 38, 16}, {2, 1000, 75, 8},
	} {
		f := fuzzing(600)
		f.Workers = tt.workers
		var seen []uint64
		f.Progress = func(t *engine.Tally) { seen = append(seen, t.Cases) }
		statements := slices.Repeat([]*engine.Statement{planted("p",
			func(*engine.Case) []instance { return []instance{{true, nil}} })}, tt.statements)
		sum := engine.Fuzz(context.Background(), statements, f)
		if len(seen) != tt.reports || !slices.IsSorted(seen) {
			t.Fatalf("%+v: progress at the cases %v, want %d in order", tt, seen, tt.reports)
		}
		if seen[0] > uint64(tt.first) || seen[tt.reports-1] != 600 || sum.Cases != 600 {
			t.Errorf("%+v: progress at the cases %v, and %d cases in all; want 600", tt, seen,
				sum.Cases)
		}
	}
}

// elsewhere returns a runner that does shards as JSON, the last one first, as remote workers may.
// The functions in spoil change a document; the job's Check must refuse the result.
func elsewhere(t *testing.T, spoil map[string]func(document string) string) campaign.Runner {
	return func(ctx context.Context, c campaign.Campaign) {
		e, err := c.Remote()
		if err != nil {
			t.Fatal(err)
		}
		for !e.Log.Over() {
			shards := map[uint64][]byte{}
			for n, shard, ok := e.Log.Next(); ok; n, shard, ok = e.Log.Next() {
				shards[n] = shard
			}
			for _, n := range slices.Backward(slices.Sorted(maps.Keys(shards))) {
				document, err := e.Do(ctx, shards[n])
				if err == nil {
					err = e.Check(shards[n], document)
				}
				if err != nil {
					t.Fatal(err)
				}
				if parts := e.Parts(shards[n]); parts != nil {
					var documents [][]byte
					for _, p := range parts {
						d, err := e.Do(ctx, p)
						if err != nil {
							t.Fatal(err)
						}
						documents = append(documents, d)
					}
					if joined := e.Join(documents); string(joined) != string(document) {
						t.Errorf("shard %s in parts: %s, want %s", shards[n], joined, document)
					}
				}
				for name, f := range spoil {
					if spoiled := f(string(document)); spoiled != string(document) &&
						e.Check(shards[n], []byte(spoiled)) == nil {
						t.Errorf("%s: Check accepts %s for %s", name, spoiled, shards[n])
					}
				}
				e.Log.Put(n, document)
			}
		}
	}
}

// spoilt returns a function that replaces the first occurrence of old by new.
func spoilt(old, new string) func(string) string {
	return func(document string) string { return strings.Replace(document, old, new, 1) }
}

// TestFuzzElsewhere: over JSON, the tally and the refuted programs are the same, and a modified
// document is not accepted.
func TestFuzzElsewhere(t *testing.T) {
	statements := []*engine.Statement{planted("large", large), third(func() {})}
	want := engine.Fuzz(context.Background(), statements, fuzzing(300))
	f := fuzzing(300)
	f.Runner = elsewhere(t, map[string]func(string) string{
		"other cases":      spoilt(`"Cases":`, `"Cases":1`),
		"another case":     spoilt(`"Failure":{"Case":`, `"Failure":{"Case":1`),
		"another seed":     spoilt(`"CaseSeed":`, `"CaseSeed":1`),
		"another instance": spoilt(`"Instance":"planted"`, `"Instance":"made up"`),
		"another reason":   spoilt(`"Why":"planted"`, `"Why":"made up"`),
		"a made-up failure": spoilt(`"Failure":null`,
			`"Failure":{"Case":1,"CaseSeed":1,"Instance":"planted","Why":"planted"}`),
		"another verdict":     spoilt(`"Verdicts":[`, `"Verdicts":[1`),
		"a statement too few": func(string) string { return `{"Cases":64,"Results":[]}` },
	})
	got := engine.Fuzz(context.Background(), statements, f)
	if want.Results[0].Failure == nil {
		t.Fatal("the local run refutes nothing")
	}
	if got.Results[0].Failure == nil || il.Format(got.Results[0].Failure.Program) !=
		il.Format(want.Results[0].Failure.Program) {
		t.Fatalf("the remote run fails with %+v, want %+v", got.Results[0].Failure,
			want.Results[0].Failure)
	}
	for _, x := range []*engine.Tally{got, want} {
		for i := range x.Results {
			x.Results[i].Statement = nil // has functions, which are never equal
		}
		x.Results[0].Failure.Program = nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the remote run has the tally\n%+v\nwant\n%+v", got, want)
	}
}

// TestEnumerateElsewhere is TestFuzzElsewhere for enumerations.
func TestEnumerateElsewhere(t *testing.T) {
	statements := []*engine.Statement{third(func() {})}
	want := enumerate(t, context.Background(), engine.Enumeration{Statements: statements})
	runner := elsewhere(t, map[string]func(string) string{
		"other programs":   spoilt(`"Programs":[`, `"Programs":[1`),
		"more sizes":       spoilt(`"Programs":[`, `"Programs":[0,`),
		"other verdicts":   spoilt(`"third":[`, `"third":[1`),
		"more verdicts":    spoilt(`"third":[`, `"third":[0,`),
		"other statements": spoilt(`"third":[`, `"fourth":[`),
		"another cursor":   spoilt(`"Cursor":"`, `"Cursor":"x`),
	})
	got := enumerate(t, context.Background(),
		engine.Enumeration{Statements: statements, Runner: runner})
	if !reflect.DeepEqual(got, want) || !got.Complete {
		t.Errorf("the remote run has the result\n%+v\nwant\n%+v", got, want)
	}
}
