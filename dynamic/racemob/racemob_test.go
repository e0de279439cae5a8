package racemob

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/witness/check"
)

// everything lists all pairs of sites of a program as candidates.
func everything(core *il.Core) []Candidate {
	var all []Candidate
	for _, p := range core.Pairs() {
		for _, s := range ConflictingSites(core, p) {
			all = append(all, Candidate{p, s})
		}
	}
	return all
}

// job returns the job that validates every pair of sites of a program.
func job(t testing.TB, core *il.Core, change func(*Policy)) *Job {
	t.Helper()
	p := DefaultPolicy()
	if change != nil {
		change(&p)
	}
	j, err := NewJob(core, everything(core), p)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// example returns a program of the repository.
func example(t testing.TB, name string) *il.Core {
	t.Helper()
	for _, f := range examples.All() {
		if f.Name == name+".il" {
			return iltest.Core(t, f.Text)
		}
	}
	t.Fatalf("there is no example %s", name)
	return nil
}

// lines writes each candidate with its lines and cause.
func lines(l *List) []string {
	var all []string
	for _, e := range l.Entries {
		at := func(p int) int { return l.Job.Core.Source.Position(e.Sites[p].At).Line }
		all = append(all,
			fmt.Sprintf("%s/%s %d/%d %s", e.Pair.Left.Name, e.Pair.Right.Name, at(0),
				at(1), e.Cause))
	}
	return all
}

func TestExamples(t *testing.T) {
	for name, want := range map[string][]string{
		"burble": {
			"meps/reps 26/32 race", "meps/beps 26/38 timeout", "reps/reps 32/32 race",
			"reps/beps 32/38 timeout", "beps/beps 38/38 timeout",
		},
		"publication": {"A/B 19/23 race", "A/B 20/22 race"},
		"lock-both":   {"get/set 17/23 no-race", "set/set 23/23 no-race"},
	} {
		l := Do(context.Background(), job(t, example(t, name), nil))
		if got := lines(l); !slices.Equal(got, want) || !l.Complete {
			t.Errorf("the list of %s: %q, want %q", name, got, want)
		}
	}
}

// TestUnknown: a candidate that no run reaches is unknown. Without steering, so is one whose
// accesses never use the same cell.
func TestUnknown(t *testing.T) {
	core := iltest.Core(t,
		"m(a) { x := new(); x.f := a; } n(a) { if * { if * { if * { if * { a.f := a; } } } } }")
	few := func(p *Policy) { p.Runs, p.Timeouts = 3, nil }
	l := Do(context.Background(), job(t, core, few))
	for _, want := range []string{"m/m 1/1 not-aliasing", "n/n 1/1 context"} {
		if !slices.Contains(lines(l), want) {
			t.Errorf("the list is %q, want %q in it", lines(l), want)
		}
	}
}

// TestAccidental: without steering, the lock seems to order two accesses that it does not order
// (Figure 1 of the paper). Steering finds the other order.
func TestAccidental(t *testing.T) {
	core := iltest.Core(t,
		`{ arg1.f := arg1; `+strings.Repeat("lock(); unlock(); ", 20)+`} || { `+
			strings.Repeat("lock(); unlock(); ", 20)+`arg1.f := arg1; }`)
	few := func(p *Policy) { p.Runs = 6 }
	unsteered := Do(context.Background(),
		job(t, core, func(p *Policy) { few(p); p.Timeouts = nil }))
	steered := Do(context.Background(), job(t, core, few))
	if c := unsteered.Entries[0].Cause; c != ByNoRace {
		t.Errorf("without steering: cause %s, want %s", c, ByNoRace)
	}
	if e := steered.Entries[0]; e.Cause != byRace || !e.Race.Steered || e.Plain {
		t.Errorf("with steering: cause %s, plain %t, %+v; want a race of a steered run", e.Cause,
			e.Plain, e.Race)
	}
}

// TestPublication: a race by happens-before need not be one by Definition 3.6 (property 3 of the
// package comment): in publication, one pair of accesses is never co-enabled.
func TestPublication(t *testing.T) {
	l := Do(context.Background(), job(t, example(t, "publication"), nil))
	for n, want := range []bool{false, true} {
		run, ok := l.Evidence(n)
		if !ok || !run.Observation(n).races() {
			t.Fatalf("candidate %d has no evidence", n)
		}
		if _, met := run.Meeting(n); met != want {
			t.Errorf("%s: co-enabled %v, want %v", lines(l)[n], met, want)
		}
	}
}

// TestEvidences: each true race that has a run is listed once, with its own evidence. Races that
// one run shows are listed together.
func TestEvidences(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); a.f := x; a.f := x; y := a.f; a.f := x; }")
	l := Do(context.Background(), job(t, core, nil))
	seen, runs := map[int]bool{}, map[Task]*Run{}
	for _, shared := range l.Shared() {
		for n, e := range l.Again(shared) {
			alone, same := l.Evidence(n)
			if seen[n] || !e.Same || !same || e.Task != alone.Task || !e.Observation(n).races() {
				t.Errorf("candidate %d: Again yields %+v, Evidence returns %+v", n, e, alone)
			}
			if first := runs[e.Task]; first != nil && first != e.Run {
				t.Errorf("candidate %d: the run of %+v is done again", n, e.Task)
			}
			seen[n], runs[e.Task] = true, e.Run
		}
	}
	if len(seen) != len(l.TrueRaces()) || len(seen) < 5 || len(runs) == len(seen) {
		t.Errorf("%d candidates in %d runs, want all %d true races, in fewer runs", len(seen),
			len(runs), len(l.TrueRaces()))
	}
}

// TestBothOrders: the literal reading reports a race although both accesses always hold the lock
// (property 4 of the package comment).
func TestBothOrders(t *testing.T) {
	core := example(t, "lock-both")
	alone := func(p *Policy) { p.Users, p.Seed = 1, 2 }
	literal := Do(context.Background(),
		job(t, core, func(p *Policy) { alone(p); p.BothOrders = true }))
	want := []string{"get/set 17/23 both-orders", "set/set 23/23 both-orders"}
	if got := lines(literal); !slices.Equal(got, want) {
		t.Errorf("with BothOrders: %q, want %q", got, want)
	}
	if n := len(literal.TrueRaces()); n != 2 {
		t.Errorf("with BothOrders: %d true races, want 2", n)
	}
	if _, ok := literal.Evidence(0); ok {
		t.Error("with BothOrders: Evidence(0) exists")
	}
	if l := Do(context.Background(), job(t, core, alone)); len(l.TrueRaces()) > 0 {
		t.Errorf("without BothOrders: %q, want no true race", lines(l))
	}
}

// TestOtherCell: the first of two accesses can move the second one to another cell. The stores of
// x.f.f and w.f.f race by Definition 3.6, because both threads are about to store to the cell x.f
// of a fresh object that holds itself. But no execution makes both stores on one cell, so
// happens-before does not apply.
func TestOtherCell(t *testing.T) {
	core := iltest.Core(t,
		"{ x := new(); arg1.g := x; z := new(); x.f.f := z; } || "+
			"{ w := arg1.g; u := new(); w.f.f := u; }")
	j := job(t, core, nil)
	const stores = 1
	met := 0
	for a := range 500 {
		r := j.Run(Task{Candidate: stores, Assignment: a})
		s := r.Observation(stores)
		if s.Executed != [2]bool{} {
			t.Fatalf("both are made on one cell: %+v", s)
		}
		if s.CoEnabled {
			met++
			if err := check.New(core).Check(r.Witness(stores)); err != nil {
				t.Errorf("the witness of a run with both threads at the accesses: %v", err)
			}
		}
	}
	if met == 0 {
		t.Error("the threads never meet")
	}
}

// TestNewJob: invalid candidates and policies are rejected.
func TestNewJob(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; x := a.f; } n(a) { y := a.f; }")
	m, n := core.Units[0], core.Units[1]
	all := everything(core)
	store, load := il.Site{At: 7, Kind: il.Write}, il.Site{At: 17, Kind: il.Read}
	if j, err := NewJob(core, slices.Concat(all, all), DefaultPolicy()); err != nil ||
		len(j.Candidates) != len(all) {
		t.Errorf("NewJob with each candidate twice: error %v, want each once", err)
	}
	for name, c := range map[string]Candidate{
		"not of the unit": {il.Pair{Left: n, Right: n}, il.Sites{store, load}},
		"both read":       {il.Pair{Left: m, Right: m}, il.Sites{load, load}},
		"no such site":    {il.Pair{Left: m, Right: m}, il.Sites{store, {At: 1, Kind: il.Write}}},
		"out of order":    {il.Pair{Left: m, Right: m}, il.Sites{load, store}},
	} {
		if _, err := NewJob(core, []Candidate{c}, DefaultPolicy()); err == nil {
			t.Errorf("NewJob accepts a candidate that is %s", name)
		}
	}
	for name, change := range map[string]func(*Policy){
		"no user":     func(p *Policy) { p.Users = 0 },
		"no run":      func(p *Policy) { p.Runs = 0 },
		"no step":     func(p *Policy) { p.Limits.Steps = 0 },
		"falling τ":   func(p *Policy) { p.Timeouts = []int{2, 1} },
		"negative τ":  func(p *Policy) { p.Timeouts = []int{-1} },
		"less rounds": func(p *Policy) { p.Limits.Rounds = -1 },
	} {
		p := DefaultPolicy()
		change(&p)
		if _, err := NewJob(core, nil, p); err == nil {
			t.Errorf("NewJob accepts a policy with %s", name)
		}
	}
}

// TestAssignments: users take turns, and each is assigned both orders in turn.
func TestAssignments(t *testing.T) {
	for _, users := range []int{1, 2, 3, 10} {
		j := job(t, example(t, "burble"), func(p *Policy) { p.Users = users })
		seen := map[[2]int]int{}
		for a := range 2 * users {
			task := Task{Assignment: a}
			seen[[2]int{j.User(task), j.Order(task)}]++
		}
		if len(seen) != 2*users {
			t.Errorf("%d users: assignments %v, want each user in both orders", users, seen)
		}
	}
}

// TestTimeouts: τ grows in steps, and is 0 without steering.
func TestTimeouts(t *testing.T) {
	for limit, want := range map[int][]int{0: nil, 1: {1}, 3: {1, 2, 3}, 40: {10, 20, 30, 40}} {
		if got := Timeouts(limit); !slices.Equal(got, want) {
			t.Errorf("Timeouts(%d) = %v, want %v", limit, got, want)
		}
	}
	j := job(t, example(t, "burble"), nil)
	for attempt, want := range []int{10, 20, 30, 40, 40} {
		if got := j.Timeout(Task{Attempt: attempt}); got != want {
			t.Errorf("Timeout of attempt %d = %d, want %d", attempt, got, want)
		}
	}
}

// TestAttempts: after a timeout that a greater τ could have avoided, the same user tries again with
// a greater τ.
func TestAttempts(t *testing.T) {
	core := iltest.Core(t,
		"{ x := arg1; "+strings.Repeat("x := arg1; ", 15)+
			" lock(); unlock(); arg1.f := x; } || { arg1.f := arg1; lock(); unlock(); }")
	l := Do(context.Background(),
		job(t, core, func(p *Policy) { p.Timeouts, p.Users = []int{1, 2, 100}, 1 }))
	e := l.Entries[0]
	if e.Race == nil || e.Race.Attempt != 2 || !e.Race.Observation(0).CoEnabled ||
		e.TimedOut != 2 || e.Longest != 0 {
		t.Errorf("%v in %d runs, %d timeouts, %+v; want a race in the attempt after 2 timeouts",
			e.Cause, e.Runs, e.TimedOut, e.Race)
	}
}

// TestFutile: if the other thread has ended or waits for the one held back, the task goes to the
// next user. If it is only slow, the same user gets a greater τ.
func TestFutile(t *testing.T) {
	slow := strings.Repeat("x := arg1; ", 60)
	for text, futile := range map[string]bool{
		"{ lock(); arg1.f := arg1; unlock(); } || { lock(); arg1.f := arg1; unlock(); }": true,
		"{ arg1.f := arg1; } || { x := new(); x.f := x; }":                               true,
		"{ arg1.f := arg1; " + slow + "} || { y := new(); y.f := y; " + slow + "}":       false,
	} {
		j := job(t, iltest.Core(t, text), func(p *Policy) { p.Timeouts = []int{5, 6} })
		n := 0
		for a := range 100 {
			r := j.Run(Task{Assignment: a}).Result
			if !r.TimedOut {
				continue
			}
			n++
			want := Task{Assignment: a, Attempt: 1}
			if futile {
				want = Task{Assignment: a + 1}
			}
			if r.Futile != futile || j.following(r) != want {
				t.Fatalf("%s\n%+v is followed by %+v, want %+v", text, r, j.following(r), want)
			}
		}
		if n < 10 {
			t.Errorf("%s: %d timeouts, want at least 10", text, n)
		}
	}
}

// TestBetter: if several runs show a race, the list prefers one that shows it by Definition 3.6,
// then one made for the candidate, then the first.
func TestBetter(t *testing.T) {
	j := job(t, example(t, "burble"), nil)
	run := func(of int, coEnabled bool, assignment int) Result {
		return Result{
			Task: Task{Candidate: of, Assignment: assignment},
			Seen: []Observation{{Candidate: 2, CoEnabled: coEnabled, Unordered: true}},
		}
	}
	for _, tt := range []struct{ first, second, want Result }{
		{run(2, false, 0), run(1, true, 0), run(1, true, 0)},
		{run(1, true, 0), run(2, false, 0), run(1, true, 0)},
		{run(1, true, 0), run(2, true, 0), run(2, true, 0)},
		{run(2, false, 0), run(2, false, 1), run(2, false, 0)},
	} {
		tally := newTally()
		for _, r := range []Result{tt.first, tt.second} {
			tally.see(j, &r, r.Seen[0])
		}
		if !tally.Race.equal(tt.want, 2) || tally.Aliased != 2 || tally.cause(j) != byRace {
			t.Errorf("of %+v and %+v the tally keeps %+v", tt.first, tt.second, *tally.Race)
		}
	}
}

// TestOrderedOnly: a run counts as ordered only if it shows no race in either sense.
func TestOrderedOnly(t *testing.T) {
	j := job(t, example(t, "burble"), nil)
	for s, want := range map[Observation]int{
		{Ordered: true}:                                   1,
		{Ordered: true, Unordered: true}:                  0,
		{Ordered: true, CoEnabled: true}:                  0,
		{Unordered: true}:                                 0,
		{Ordered: true, Unordered: true, CoEnabled: true}: 0,
	} {
		tally := newTally()
		tally.see(j, &Result{Seen: []Observation{s}}, s)
		if tally.Ordered != want || tally.Aliased != 1 {
			t.Errorf("%+v: ordered in %d runs, want %d", s, tally.Ordered, want)
		}
	}
}

// TestBoth: in a pair of a unit with itself, either thread can make either access. Both accesses
// are made if each thread makes one of them.
func TestBoth(t *testing.T) {
	core := iltest.Core(t, "m(a) { if * { x := a.f; } else { a.f := a; } }")
	j := job(t, core, nil)
	const crossing = 0 // the load and the store
	if s := j.Candidates[crossing].Sites; s[0].Kind != il.Read || s[1].Kind != il.Write {
		t.Fatalf("candidate %d has the sites %v, want the load and the store", crossing, s)
	}
	var seen [2]int // the number of runs, by the thread of the load
	for a := range 100 {
		run := j.Run(Task{Candidate: crossing, Assignment: a})
		by := [2]int{-1, -1} // the thread of each kind of access
		for _, e := range run.Execution.Events {
			if e.IsAccess() {
				by[e.Site().Kind] = int(e.Thread)
			}
		}
		both := by[il.Read] >= 0 && by[il.Write] >= 0
		if run.Both != both {
			t.Fatalf("run %d: Both = %t, want %t", a, run.Both, both)
		}
		if both {
			seen[by[il.Read]]++
		}
	}
	if seen[0] < 10 || seen[1] < 10 {
		t.Errorf("A loads in %d runs, B in %d, want at least 10 each", seen[0], seen[1])
	}
}
