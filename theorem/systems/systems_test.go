package systems

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/racerd"
	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/dynamic/predict"
	"wobbly/dynamic/racemob"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
	"wobbly/theorem/positives"
	"wobbly/theorem/truth"
)

// TestSystemHold: no case refutes a statement, and each is decided for enough cases.
func TestSystemHold(t *testing.T) { casetest.Hold(t, Statements()) }

// TestSystemNeed: without a needed hypothesis, a statement is refuted by an instance that violates
// the hypothesis.
func TestSystemNeed(t *testing.T) { casetest.Need(t, Statements(), 12000, casetest.ByGenerator) }

// TestSystemDoNotNeed: instances that violate only an unneeded hypothesis occur, and satisfy the
// statement.
func TestSystemDoNotNeed(t *testing.T) { casetest.DoNotNeed(t, Statements(), casetest.ByGenerator) }

// TestSameSystem: a case always gives the same instances, even after others were checked.
func TestSameSystem(t *testing.T) { casetest.Same(t, Statements()) }

// TestSystemTexts: every statement has all its texts.
func TestSystemTexts(t *testing.T) { casetest.Complete(t, Statements()) }

// TestChains: the chains of newChains have the races that each method predicts alone, and are cut
// if one of the methods is.
func TestChains(t *testing.T) {
	predicted := 0
	// compare checks the chains of an execution, and reports whether the last one was cut.
	compare := func(c *engine.Case, x *predict.Trace) (cut bool) {
		t.Helper()
		for _, v := range predict.Variants {
			for i, got := range newChains(c, x, v) {
				var want [4][]hb.Race
				cut = false
				for n, name := range [4]string{
					[2]string{"shb", "hb"}[i], "syncp", "m2", predict.Maximal.Name,
				} {
					for _, p := range predict.Predictors([]string{name}, nil) {
						if p.Variant == v || name == "hb" {
							cut = p.Races(x,
								func(r hb.Race) bool {
									want[n] = append(want[n], r)
									return true
								}) || cut
						}
					}
					predicted += len(want[n])
				}
				if fmt.Sprint(got.races) != fmt.Sprint(want) || got.cut != cut ||
					got.variant != v || got.least != [2]string{"shb", "hb"}[i] {
					t.Fatalf("%s %s: %v, cut %v, want %v, %v\n%v", got.variant, got.least,
						got.races, got.cut, want, cut, x.Execution.Events)
				}
			}
		}
		return cut
	}
	casetest.Cases(t, quick.Cases(300), func(c *engine.Case) bool {
		eachRecorded(c, func(x *predict.Trace) bool { compare(c, x); return true })
		return true
	})
	if predicted < quick.Cases(2000) {
		t.Errorf("only %d races were predicted", predicted)
	}
	loads := strings.Repeat("x := arg1.f; ", 460)
	c := casetest.Of(t, "{ "+loads+"} || { "+loads+"}")
	if !compare(c,
		predict.Of(dynamic.Draw(c.Core, c.Core.Pairs()[0], c.Rand(), dynamic.DefaultLimits()))) {
		t.Error("the chains of a long execution are not cut")
	}
}

// TestChainBreaks: a chain holds if each method reports what the one before it reports, and M2 what
// some reordering shows.
func TestChainBreaks(t *testing.T) {
	c := casetest.Of(t, "{ arg1.f := arg1; } || { arg1.f := arg1; }")
	x := &chain{
		c: c, trace: predict.Of(dynamic.Draw(c.Core, c.Core.Pairs()[0], c.Rand(),
			dynamic.DefaultLimits())),
	}
	for reported := range 1 << len(x.races) {
		for i := range x.races {
			x.races[i] = nil
			if reported>>i&1 != 0 {
				x.races[i] = []hb.Race{{First: 0, Second: 1}}
			}
		}
		holds := slices.Contains([]int{0b0000, 0b1100, 0b1110, 0b1111}, reported)
		if err := x.Conclusion(); (err == nil) != holds {
			t.Errorf("methods %04b report a race: %v, want that it holds: %t", reported, err, holds)
		}
	}
}

// TestSystemHoldWithNamedLocks is TestSystemHold for programs that name locks.
func TestSystemHoldWithNamedLocks(t *testing.T) { casetest.HoldWithNamedLocks(t, Statements()) }

// TestOrderedFrom compares the definition of happens-before with vector clocks, for one lock and
// for several.
func TestOrderedFrom(t *testing.T) {
	ordered, unordered := 0, 0
	casetest.Cases(t, 1000, func(c *engine.Case) bool {
		if len(c.Core.Pairs()) == 0 {
			return true // all methods are private
		}
		if n := positives.Named(c); n != nil && c.Seed%2 == 0 {
			c = n
		}
		x := dynamic.Draw(c.Core, c.Core.Pairs()[0], c.Rand(), drawnLimits)
		clocks := hb.Of(x.Events)
		for i := range x.Events {
			for j, got := range orderedFrom(x.Events, i) {
				if want := clocks.Before(i, j); got != want {
					t.Fatalf("event %d is before %d: %t, want %t\n%v", i, j, got, want, x.Events)
				}
				switch {
				case x.Events[i].Thread == x.Events[j].Thread:
				case got:
					ordered++
				default:
					unordered++
				}
			}
		}
		return true
	})
	if ordered < 2000 || unordered < 20_000 {
		t.Errorf("across threads %d pairs are ordered, %d are not; want 2000 and 20,000", ordered,
			unordered)
	}
}

// TestDetectedRefute: the conclusion is false for reports that happens-before does not make.
func TestDetectedRefute(t *testing.T) {
	c := casetest.Of(t,
		`{ lock(); arg1.f := arg1; unlock(); x := arg1.f; } ||
{ lock(); arg1.f := arg1; unlock(); x := arg1.g; }`)
	p := c.Core.Pairs()[0]
	x, err := dynamic.Begin(c.Core, p, semantics.Init{
		Objects: []string{"o"}, Cells: [][3]string{{"o", "f", "o"}, {"o", "g", "o"}},
		Stacks: [2]map[string]string{{"arg1": "o"}, {"arg1": "o"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range semantics.Tids {
		for x.Step(i) == nil {
		}
	}
	eventAt := map[string]int{}
	for n, e := range x.Events {
		eventAt[e.String()] = n
	}
	for _, tt := range []struct{ first, second, why string }{
		{"A write o1.f", "B write o1.f", "happens before"},
		{"A read o1.f", "B write o1.f", ""},
		{"A write o1.f", "A read o1.f", "do not conflict"},
		{"A write o1.f", "B read o1.g", "do not conflict"},
	} {
		race := hb.Race{First: eventAt[tt.first], Second: eventAt[tt.second]}
		sites := dynamic.Sites(p, x.Events[race.First], x.Events[race.Second])
		err := (&detected{c, x, hb.Report{Sites: sites, Race: race}}).Conclusion()
		if (err == nil) != (tt.why == "") || err != nil && !strings.Contains(err.Error(), tt.why) {
			t.Errorf("a report of %s and %s: %v, want %q", tt.first, tt.second, err, tt.why)
		}
	}
	race := hb.Race{First: eventAt["A read o1.f"], Second: eventAt["B write o1.f"]}
	err = (&detected{c, x, hb.Report{Race: race}}).Conclusion()
	if err == nil || err.Error() != "the accesses are at other sites" {
		t.Errorf("a report of another race: %v, want that its accesses are at other sites", err)
	}
}

// TestEvidenceOfUnordered: IsUnordered refuses an execution that does not show the race, and a
// report of a detector is false if the search finds no race.
func TestEvidenceOfUnordered(t *testing.T) {
	c := casetest.Of(t, `{ arg1.f := arg1; } || { arg1.f := arg1; }`)
	p := c.Core.Pairs()[0]
	r, err := truth.Unordered(c, p)
	if err != nil || len(r.Races) != 1 {
		t.Fatalf("Unordered = %+v, %v, want one race", r, err)
	}
	all := casetest.Instances(t, c, happensBefore())
	if len(all) == 0 {
		t.Fatal("happens-before has no instance")
	}
	if err := all[0].Conclusion(); err != nil {
		t.Fatalf("the race has no evidence: %v", err)
	}
	r.Races[0].Execution.First++
	if err := truth.IsUnordered(c, p, r.Races[0].Sites()); err == nil ||
		!strings.Contains(err.Error(), "is refused") {
		t.Errorf("IsUnordered of a spoilt execution: %v, want a refusal", err)
	}
	r.Races = nil
	if err := all[0].Conclusion(); err == nil ||
		!strings.Contains(err.Error(), "no execution from any state") {
		t.Errorf("Conclusion without races: %v, want that no execution shows it", err)
	}
}

// TestMoved: a race is moved if both accesses are stores that may redirect each other's paths.
func TestMoved(t *testing.T) {
	for text, want := range map[string]bool{
		`{ arg1.f.f := arg1; } || { arg2.f.f := arg2; }`:       true,
		`{ arg1.f.g.f := arg1; } || { arg2.f.g.g.f := arg2; }`: true,
		`{ arg1.f.f := arg1; } || { arg2.f := arg2; }`:         false,
		`{ arg1.f := arg1; } || { arg2.f.f := arg2; }`:         false,
		`{ arg1.f.f := arg1; } || { x := arg2.f.f; }`:          false,
		`{ arg1.g.f := arg1; } || { arg2.g.f := arg2; }`:       false,
	} {
		c := casetest.Of(t, text)
		p := c.Core.Pairs()[0]
		found := false
		for _, race := range truth.Search(c, p).Races {
			found = true
			if (&meetingRace{c, p, &race}).moved() != want {
				t.Errorf("%s: moved = %t, want %t", text, !want, want)
			}
		}
		if !found {
			t.Errorf("%s: the search finds no race", text)
		}
	}
}

// TestKept checks the error of kept for pairs that a stage of Chord drops, and the forms that
// theorem4 visits.
func TestKept(t *testing.T) {
	c := casetest.Of(t,
		`m(a) {
  x := new(); lock(); a.f := x; unlock();
  z := new(); z.g := x; y := new(); y.g := x; y.h := x;
}
n(a) { x := new(); a.h := x; a.i := x; }`)
	m := c.Core.Methods["m"]
	p := il.Pair{Left: m, Right: m}
	siteOf := map[string]il.Site{}
	for _, u := range c.Core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if s, ok := s.(*il.Store); ok {
				siteOf[il.Text(s)], _ = il.SiteOf(s)
			}
		})
	}
	for _, tt := range []struct{ left, right, why string }{
		{"a.f := x", "a.f := x", "the stage after escaping drops it"},
		{"y.g := x", "y.g := x", "the stage after aliasing drops it"},
		{"z.g := x", "y.g := x", "the stage after reachable drops it"},
		{"y.h := x", "a.h := x", "the stage after original drops it"},
		{"y.h := x", "a.i := x", "is not an original pair"},
	} {
		err := kept(c, chordForm{}, p, p.Sites(siteOf[tt.left], siteOf[tt.right]))
		if err == nil || !strings.HasSuffix(err.Error(), tt.why) {
			t.Errorf("kept(%s, %s): %v, want %q", tt.left, tt.right, err, tt.why)
		}
	}
	n := c.Core.Methods["n"]
	p = il.Pair{Left: n, Right: n}
	site := siteOf["a.h := x"]
	if err := kept(c, chordForm{}, p, p.Sites(site, site)); err != nil {
		t.Errorf("kept of a pair that every stage keeps: %v", err)
	}
	forms := map[chordForm]bool{}
	race := casetest.Of(t, "{ arg1.f := arg1; } || { arg1.f := arg1; }")
	for _, x := range casetest.Instances(t, race, theorem4()) {
		forms[x.(keptRace).form] = true
	}
	if len(forms) != 2*(maxContext+1) {
		t.Errorf("theorem4 visits the forms %v, want %d", forms, 2*(maxContext+1))
	}
}

// damagedSystems lists, for conclusions that no hypothesis guards, changes to instances that make
// the conclusion false, with the error why. A damage function returns false if it cannot change the
// instance.
var damagedSystems = []struct {
	name   string
	of     *engine.Statement
	damage func(x engine.Instance) bool
	why    string
}{
	{"says too much", racemobRun(),
		func(x engine.Instance) bool { return flipped(x.(*firstHit), false) },
		"the run says unordered true"},
	{"says too little", racemobRun(),
		func(x engine.Instance) bool { return flipped(x.(*firstHit), true) },
		"the run says unordered false"},
	{"names others", racemobRun(), func(x engine.Instance) bool {
		s := x.(*firstHit)
		if _, ok := s.run.Accesses[s.candidate]; ok {
			s.run.Accesses[s.candidate] = [2]int{0, 0}
			return true
		}
		return false
	}, "which do not race"},
	{"orders nothing", racemobRun(), func(x engine.Instance) bool {
		s := x.(*firstHit)
		for i, seen := range s.run.Seen {
			if seen.Candidate == s.candidate && seen.Ordered && !seen.Unordered {
				s.run.Seen[i].Ordered = false
				return true
			}
		}
		return false
	}, "ordered false; by the events it is false, true"},
	{"of another candidate", racemobList(), func(x engine.Instance) bool {
		l := x.(*listed)
		run, ok := l.list.Evidence(l.n)
		for n, c := range l.job.Candidates {
			if ok && n != l.n && !run.Observation(n).Unordered {
				l.entry.Candidate = c
				return true
			}
		}
		return false
	}, "does not make the accesses unordered"},
	{"no certificate", racemobCoEnabled(), func(x engine.Instance) bool {
		l := x.(coEnabled)
		if l.entry.Race != nil {
			l.entry.Race.Steps++
		}
		return l.entry.Race != nil
	}, "differs when it is repeated"},
	{"not the same again", racemobList(), func(x engine.Instance) bool {
		l := x.(*listed)
		if l.entry.Race != nil {
			l.entry.Race.Steps++
		}
		return l.entry.Race != nil
	}, "differs when it is repeated"},
	{"another completion", maximal(), func(x engine.Instance) bool {
		for i := range x.(*completed).trace.Pairs {
			p := &x.(*completed).trace.Pairs[i]
			if p.MayLock ^= 1; p.MayLock != 0 {
				return true
			}
		}
		return false
	}, "the completion looks different"},
}

// flipped changes a run that says of its candidate unordered, or not, to the opposite. It returns
// false if the run does not say so.
func flipped(x *firstHit, unordered bool) bool {
	for i, s := range x.run.Seen {
		if s.Candidate == x.candidate && s.Unordered == unordered {
			x.run.Seen[i].Unordered = !unordered
			return true
		}
	}
	return false
}

// TestSystemsRefute: a damaged instance refutes its statement.
func TestSystemsRefute(t *testing.T) {
	for _, d := range damagedSystems {
		found := 0
		casetest.Cases(t, 800, func(c *engine.Case) bool {
			for _, x := range casetest.Instances(t, c, d.of) {
				if x.Conclusion() != nil || !d.damage(x) {
					continue
				}
				found++
				if err := x.Conclusion(); err == nil || !strings.Contains(err.Error(), d.why) {
					t.Errorf("%s, %s: Conclusion: %v, want %q\n%v", d.of.Name, d.name, err,
						d.why, x)
				}
				break
			}
			return found < 20
		})
		if found < 5 {
			t.Errorf("%s, %s: only %d instances could be damaged, want 5", d.of.Name, d.name, found)
		}
	}
}

// TestForms: the requested form is checked; otherwise the first one and another.
func TestForms(t *testing.T) {
	c := casetest.Of(t, `m(a) { x := a.f }`)
	name := func(s racerd.Switch) string { return s.Name }
	seen := map[string]int{}
	for seed := range uint64(400) {
		two := engine.Forms(engine.NewCase(c.Core, seed), engine.NewCase(c.Core, seed).Rand(),
			racerdForms(), name)
		if len(two) != 2 || two[0].Name != "racerd" || two[1].Name == "racerd" {
			t.Fatalf("Forms = %v, want racerd and another one", two)
		}
		seen[two[1].Name]++
	}
	if len(seen) != len(racerd.Switches) {
		t.Errorf("Forms chooses %v, want %d forms", seen, len(racerd.Switches))
	}
	c.Variant = "sum"
	one := engine.Forms(c, c.Rand(), racerdForms(), name)
	if len(one) != 1 || one[0].Name != "sum" {
		t.Errorf("Forms of the variant sum = %v, want it alone", one)
	}
	for _, v := range rditForms() {
		if v.Name == rdit.Naive.Name || v.Name == rdit.Truth.Name {
			t.Errorf("rditForms has %s, which promises nothing", v.Name)
		}
	}
}

// TestNewHive: a hive has some, but not all, pairs of conflicting accesses of the program.
func TestNewHive(t *testing.T) {
	all, few := 0, 0
	casetest.Cases(t, 400, func(c *engine.Case) bool {
		h, ok, err := newHive(c, true)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			p, _, _ := positives.Probed(c)
			all += len(racemob.ConflictingSites(c.Core, p))
			few += len(h.job.Candidates)
		}
		return true
	})
	if few < 200 || all <= few {
		t.Errorf("the hives have %d of %d pairs, want at least 200, but not all", few, all)
	}
}

// TestEachObserved: a trace and a variant are one instance, however many reports they have.
func TestEachObserved(t *testing.T) {
	many := 0
	casetest.Cases(t, quick.Cases(300), func(c *engine.Case) bool {
		seen := map[string]bool{}
		if err := eachObserved(c, func(i engine.Instance) bool {
			x := i.(*observed)
			key := fmt.Sprintf("%p %s", x.trace, x.variant.Name)
			if seen[key] {
				t.Errorf("%s is visited twice", x)
			}
			seen[key] = true
			reports := 0
			for range x.variant.Run(x.trace).Races() {
				reports++
			}
			if reports == 0 {
				t.Errorf("%s has no report", x)
			}
			many += min(1, reports/2)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		return true
	})
	if many == 0 {
		t.Error("no trace has two reports")
	}
}

// TestMaxPredicted: at most maxPredicted races of an execution and a predictor are visited.
func TestMaxPredicted(t *testing.T) {
	most := 0
	casetest.Cases(t, 300, func(c *engine.Case) bool {
		races := map[string]int{}
		if err := eachPredicted(c, func(i engine.Instance) bool {
			x := i.(*predicted)
			key := fmt.Sprintf("%p %s", x.trace, predictorName(x.by))
			races[key]++
			most = max(most, races[key])
			return true
		}); err != nil {
			t.Fatal(err)
		}
		return most < maxPredicted
	})
	if most != maxPredicted {
		t.Errorf("up to %d races of an execution are instances, want %d", most, maxPredicted)
	}
}
