package racemob

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// TestOrderOfResults: results in any order, even repeated, give the same list (property 5 of the
// package comment).
func TestOrderOfResults(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	iltest.Random(t, quick.Cases(60), gen.Default(), func(core *il.Core) {
		j := job(t, core, func(p *Policy) { p.Runs = 6 })
		want := Do(context.Background(), j)
		h := newHive(j)
		var out []Task
		for !h.Finished() {
			for task, ok := h.Next(); ok; task, ok = h.Next() {
				out = append(out, task)
			}
			r.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
			result := wire(t, j.Run(out[0]).Result)
			for range 1 + r.IntN(2) {
				if err := h.Put(result); err != nil {
					t.Fatal(err)
				}
			}
			out = out[1:]
		}
		got := h.List()
		got.Stats.Duplicates = 0
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\nin another order the list is\n%+v\nwant\n%+v", core.Source.Text, got,
				want)
		}
		if s := got.Stats; s.Issued != s.Done || s.Open != 0 {
			t.Fatalf("%+v, want a result for each issued task and no open candidate", s)
		}
	})
}

// wire returns a result as it comes over the wire.
func wire(t *testing.T, r Result) Result {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Result
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

// TestAlone: if runs look for one candidate only, its verdict does not depend on the other
// candidates.
func TestAlone(t *testing.T) {
	iltest.Random(t, quick.Cases(40), gen.Default(), func(core *il.Core) {
		alone := func(p *Policy) { p.Runs, p.Single, p.Plain = 6, true, false }
		all := Do(context.Background(), job(t, core, alone))
		for _, e := range all.Entries {
			p := DefaultPolicy()
			alone(&p)
			j, err := NewJob(core, []Candidate{e.Candidate}, p)
			if err != nil {
				t.Fatal(err)
			}
			one := Do(context.Background(), j).Entries[0]
			if one.Cause != e.Cause || one.Runs != e.Runs || one.Verdicts != e.Verdicts {
				t.Fatalf("%s\n%v: %s in %d runs, and among others %s in %d", core.Source.Text,
					e.Sites, one.Cause, one.Runs, e.Cause, e.Runs)
			}
		}
	})
}

// TestPut: a result that belongs to no task is rejected and changes nothing.
func TestPut(t *testing.T) {
	j := job(t, example(t, "burble"), nil)
	h := newHive(j)
	task, _ := h.Next()
	good := j.Run(task).Result
	other := good
	other.Steps++
	if err := h.Put(good); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]Result{
		"no such candidate":  {Task: Task{Candidate: 5}},
		"negative candidate": {Task: Task{Candidate: -1}},
		"not handed out":     {Task: Task{Candidate: 1, Assignment: 7}},
		"later attempt":      {Task: Task{Candidate: 1, Attempt: 1}},
		"negative":           {Task: Task{Candidate: 1, Attempt: -1}},
		"contradiction":      other,
	} {
		if err := h.Put(r); err == nil {
			t.Errorf("Put accepts a result with %s", name)
		}
	}
	if err := h.Put(good); err != nil {
		t.Errorf("putting the result again: %v", err)
	}
	if s := h.Stats(); s.Done != 1 || s.Duplicates != 2 {
		t.Errorf("%d done and %d duplicates, want 1 and 2", s.Done, s.Duplicates)
	}
}

// TestStopped: a list made before the end says so and has the results so far.
func TestStopped(t *testing.T) {
	j := job(t, example(t, "burble"), nil)
	h := newHive(j)
	for range 3 {
		task, _ := h.Next()
		if err := h.Put(j.Run(task).Result); err != nil {
			t.Fatal(err)
		}
	}
	l := h.List()
	if l.Complete || l.Entries[0].Runs != 1 || l.Entries[4].Runs != 0 {
		t.Errorf("after 3 results: complete %t, %+v\n%q", l.Complete, l.Stats, lines(l))
	}
	if got := l.Entries[4].Cause; got != ByNotValidated {
		t.Errorf("cause of a candidate without runs = %s, want %s", got, ByNotValidated)
	}
	if again := h.List(); !reflect.DeepEqual(l, again) {
		t.Error("List changes the list")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if l := Do(ctx, j); l.Complete || l.Stats.Done != 0 {
		t.Errorf("Do of a cancelled context: complete %t, %+v", l.Complete, l.Stats)
	}
}

// TestEvidence: a false result is not confirmed when its run is repeated.
func TestEvidence(t *testing.T) {
	const racing, locked = 0, 1 // of the example, meps/reps and meps/beps
	falsify := func(n int, change func(*Result)) *List {
		l := Do(context.Background(), job(t, example(t, "burble"), nil))
		r := Result{Task: Task{Candidate: n}, Seen: []Observation{{Candidate: n, Unordered: true}}}
		if l.Entries[n].Race != nil {
			r = *l.Entries[n].Race
		}
		change(&r)
		l.Entries[n].Race = &r
		return l
	}
	if run, ok := falsify(racing, func(*Result) {}).Evidence(racing); !ok ||
		!run.Observation(racing).races() {
		t.Errorf("a true result is not confirmed: %+v", run.Result)
	}
	for name, l := range map[string]*List{
		"another number of steps": falsify(racing, func(r *Result) { r.Steps++ }),
		"another task":            falsify(racing, func(r *Result) { r.Candidate = locked }),
		"another observation": falsify(racing, func(r *Result) {
			r.Seen = []Observation{{Candidate: racing, CoEnabled: true, Unordered: true,
				Ordered: true}}
		}),
	} {
		if run, ok := l.Evidence(racing); ok || run == nil {
			t.Errorf("a result with %s is confirmed", name)
		}
	}
	if run, ok := falsify(locked, func(*Result) {}).Evidence(locked); ok ||
		run.Observation(locked).races() {
		t.Errorf("a result with a false race is confirmed: %+v", run.Result)
	}
}

// TestBrief: for each candidate, a list keeps the part of a run that concerns it. It still
// recognises a second result that says the same about all candidates.
func TestBrief(t *testing.T) {
	core := iltest.Core(t, "{ arg1.f := arg1; arg1.g := arg1; x := arg1.f; } || "+
		"{ arg1.f := arg1; arg1.g := arg1; }")
	l := Do(context.Background(), job(t, core, nil))
	compared := 0
	for n, e := range l.Entries {
		if e.Race == nil {
			t.Fatalf("candidate %d has no race: %s", n, e.Cause)
		}
		if len(e.Race.Seen) != 1 || e.Race.Plain != nil {
			t.Errorf("candidate %d keeps %+v, want one observation and no Plain", n, *e.Race)
		}
		whole := l.Job.Run(e.Race.Task).Result
		if !e.Race.equal(whole, n) {
			t.Errorf("candidate %d: the result of the same task is not equal", n)
		}
		for i := range whole.Seen {
			other := whole
			other.Seen = slices.Clone(whole.Seen)
			other.Seen[i].Executed[0] = !other.Seen[i].Executed[0]
			compared++
			if e.Race.equal(other, n) {
				t.Errorf("candidate %d: a result that differs in candidate %d is equal", n,
					whole.Seen[i].Candidate)
			}
		}
		other := whole
		other.Plain = append(slices.Clone(whole.Plain), n)
		if e.Race.equal(other, n) {
			t.Errorf("candidate %d: a result with another race by happens-before is equal", n)
		}
	}
	if compared <= 2*len(l.Entries) {
		t.Errorf("%d candidates have %d observations, want more than two each", len(l.Entries),
			compared)
	}
}

// TestEvidencesShared: if one run made several candidates true races, those that it really shows
// are confirmed.
func TestEvidencesShared(t *testing.T) {
	core := iltest.Core(t,
		"{ arg1.f := arg1; arg1.g := arg1; } || { arg1.f := arg1; arg1.g := arg1; }")
	l := Do(context.Background(), job(t, core, nil))
	for _, all := range l.Shared() {
		if len(all) < 2 {
			continue
		}
		for _, wrong := range all {
			right := l.Entries[wrong].Race
			r := *right
			r.Steps++
			l.Entries[wrong].Race = &r
			for n, x := range l.Again(all) {
				if want, _ := l.Evidence(n); x.Same != (n != wrong) ||
					!reflect.DeepEqual(x.Result, want.Result) {
					t.Errorf("candidate %d is confirmed: %t, of %v only %d is wrong", n, x.Same,
						all, wrong)
				}
			}
			l.Entries[wrong].Race = right
		}
		return
	}
	t.Errorf("no run shows two candidates: %v", l.Shared())
}

// TestUnknownCandidates: the parts of a result about unknown candidates are ignored, and the rest
// is used.
func TestUnknownCandidates(t *testing.T) {
	j := job(t, iltest.Core(t, "{ arg1.f := arg1; } || { lock(); arg1.f := arg1; unlock(); }"),
		func(p *Policy) { p.Runs = 2 })
	h := newHive(j)
	for _, n := range []int{-1, len(j.Candidates)} {
		task, _ := h.Next()
		r := Result{
			Task: task, Steps: 1, Plain: []int{n, 0},
			Seen: []Observation{{Candidate: n, Unordered: true}, {Ordered: true}},
		}
		if err := h.Put(r); err != nil {
			t.Fatal(err)
		}
	}
	e := h.List().Entries[0]
	if e.Cause != ByNoRace {
		t.Errorf("Cause = %s, want %s", e.Cause, ByNoRace)
	}
	if e.Ordered != 2 || !e.Plain {
		t.Errorf("ordered in %d runs, plain %t, want 2, true", e.Ordered, e.Plain)
	}
}
