package dynamic

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// one returns the initial state of one object, which everything holds.
func one(core *il.Core, p il.Pair) semantics.Init {
	return semantics.RandomInit(rand.New(rand.NewPCG(0, 0)), core, p, 1)
}

// begin returns the execution without steps, from one object.
func begin(t *testing.T, text string) *Execution {
	t.Helper()
	core := iltest.Core(t, text)
	p := core.Pairs()[0]
	x, err := Begin(core, p, one(core, p))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// run makes steps by a schedule: A and B are steps, and the choices before them are + and - for the
// branches of an if, < for another iteration of a loop, and > for its end.
func run(t *testing.T, x *Execution, schedule string) {
	t.Helper()
	choices := map[rune]semantics.Take{
		'+': semantics.Then, '-': semantics.Else, '<': semantics.Loop, '>': semantics.Exit,
	}
	var takes []semantics.Take
	for at, s := range strings.ReplaceAll(schedule, " ", "") {
		if take, ok := choices[s]; ok {
			takes = append(takes, take)
			continue
		}
		if stuck := x.Step(semantics.Tid(s-'A'), takes...); stuck != nil {
			t.Fatalf("step %d of %q: %s", at, schedule, stuck)
		}
		takes = nil
	}
}

// TestEvents checks the event that each kind of step records.
func TestEvents(t *testing.T) {
	x := begin(t, `
inner(p) { y := new(); p.f := y; }
outer(p) { lock(); inner(p); unlock(); }
{ outer(arg1); x := arg1.f; x.g := x; } ||
{ z := arg1; if * { y := z.f; } else { lock(); unlock(); } while * { z := arg1.f.g; } }
`)
	run(t, x, "B AAAAAA A +B AA <B <B")
	want := []string{
		"B local",
		"A call outer", "A acquire", "A call inner", "A local", "A write o1.f", "A return inner",
		"A release",
		"B read o1.f",
		"A return outer", "A read o1.f",
		"B read o2.g", "B read o2.g",
	}
	var got []string
	for _, e := range x.Events {
		got = append(got, e.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the events are\n%q, want\n%q", got, want)
	}
	var in, levels []string
	for _, e := range x.Events {
		in, levels = append(in, e.In.Name), append(levels, fmt.Sprint(e.Level))
	}
	const wantIn = "B A outer outer inner inner outer outer B A A B B"
	if got := strings.Join(in, " "); got != wantIn {
		t.Errorf("the events are in %s, want %s", got, wantIn)
	}
	const wantLevels = "0011111000000"
	if got := strings.Join(levels, ""); got != wantLevels {
		t.Errorf("levels %s, want %s", got, wantLevels)
	}
}

// TestEveryCommandHasAKind: every command has a kind, and accesses have the sites of package il.
func TestEveryCommandHasAKind(t *testing.T) {
	x := begin(t, "m() { skip; }\nn() { m(); skip; }")
	seen := map[Kind]bool{}
	for _, c := range il.AllCommands {
		e := eventOf(x.Last(), x.Last(), semantics.Move{Event: semantics.Event{Command: c}})
		seen[e.Kind] = true
		want, access := il.SiteOf(c)
		if e.IsAccess() != access || access && e.Site() != want {
			t.Errorf("%T: kind %s, site %v, want %v", c, e.Kind, e.Site(), want)
		}
	}
	if len(seen) != int(Return)+1 {
		t.Errorf("the commands have the kinds %v, want all %d", seen, Return+1)
	}
}

// TestStuckStepsAreNone: a stuck step leaves the execution unchanged.
func TestStuckStepsAreNone(t *testing.T) {
	x := begin(t, "{ lock(); unlock(); } || { lock(); unlock(); if * { x := arg1.f; } }")
	run(t, x, "A")
	before := *x
	for _, tt := range []struct {
		thread semantics.Tid
		takes  []semantics.Take
		want   semantics.Reason
	}{
		{semantics.B, nil, semantics.LockHeld},
		{semantics.B, []semantics.Take{semantics.Then}, semantics.NoChoice},
	} {
		if stuck := x.Step(tt.thread, tt.takes...); stuck == nil || stuck.Reason != tt.want {
			t.Errorf("Step(%v, %v) = %v, want %s", tt.thread, tt.takes, stuck, tt.want)
		}
	}
	run(t, x, "ABB")
	if stuck := x.Step(semantics.A); stuck == nil || stuck.Reason != semantics.AtEnd {
		t.Errorf("Step of A at its end: %v, want %v", stuck, semantics.AtEnd)
	}
	if stuck := x.Step(semantics.B); stuck == nil || stuck.Reason != semantics.AtChoice {
		t.Errorf("Step of B before an if: %v, want %v", stuck, semantics.AtChoice)
	}
	if len(before.Events) != 1 || len(x.Events) != 4 {
		t.Errorf("%d and %d events, want 1 and 4", len(before.Events), len(x.Events))
	}
}

// TestConflictsAndSites: two accesses conflict if they have the same cell, different threads, and
// one writes. The left unit's site comes first, or the smaller one if both units are the same.
func TestConflictsAndSites(t *testing.T) {
	f, g := semantics.Addr{Loc: 1, Field: "f"}, semantics.Addr{Loc: 1, Field: "g"}
	read := Event{Kind: Read, Cell: f, At: 7}
	write := Event{Thread: semantics.B, Kind: Write, Cell: f, At: 3}
	same, other, release := write, write, write
	same.Thread, other.Cell, release.Kind = semantics.A, g, Release
	for _, tt := range []struct {
		e    Event
		want bool
	}{{write, true}, {same, false}, {other, false}, {release, false},
		{Event{Thread: semantics.B, Kind: Read, Cell: f}, false}} {
		if read.Conflicts(tt.e) != tt.want || tt.e.Conflicts(read) != tt.want {
			t.Errorf("%s and %s: Conflicts = %t, want %t", read, tt.e, !tt.want, tt.want)
		}
	}
	r, w := il.Site{At: 7}, il.Site{At: 3, Kind: il.Write}
	u, v := &il.Unit{}, &il.Unit{}
	for _, tt := range []struct {
		p    il.Pair
		want il.Sites
	}{{il.Pair{Left: u, Right: v}, il.Sites{r, w}}, {il.Pair{Left: u, Right: u}, il.Sites{w, r}}} {
		if a, b := Sites(tt.p, read, write), Sites(tt.p, write, read); a != tt.want ||
			b != tt.want {
			t.Errorf("sites %v and %v, want %v", a, b, tt.want)
		}
	}
}

// corpus visits random programs and a random source for each.
func corpus(t *testing.T, n int, visit func(core *il.Core, p il.Pair, r *rand.Rand)) {
	t.Helper()
	o := gen.Default()
	o.Lock, o.Call, o.While, o.If = 0.15, 0.2, 0.1, 0.1
	seed := uint64(0)
	iltest.Random(t, n, o, func(core *il.Core) {
		for _, p := range core.Pairs() {
			seed++
			visit(core, p, rand.New(rand.NewPCG(seed, 3)))
		}
	})
}

// TestRecords: an execution consists of steps of the semantics, and its events describe them.
func TestRecords(t *testing.T) {
	var kinds [Return + 1]int
	cut, waited := 0, 0
	corpus(t, 700, func(core *il.Core, p il.Pair, r *rand.Rand) {
		x := Draw(core, p, r, Limits{Steps: 80, Rounds: 2})
		if len(x.Events) != len(x.Moves) || len(x.Configs) != len(x.Events)+1 {
			t.Fatalf("%d events, %d moves, %d configurations", len(x.Events), len(x.Moves),
				len(x.Configs))
		}
		for i, e := range x.Events {
			checkEvent(t, x, i)
			kinds[e.Kind]++
			if k := x.Configs[i]; e.Kind != Acquire && k.Threads[e.Thread.Other()].L.Held() {
				waited++
			}
		}
		checkEnd(t, x, 80)
		if x.Cut {
			cut++
		}
	})
	t.Logf("events by kind %v, %d executions cut, %d steps beside a locked thread", kinds,
		cut, waited)
	if slices.Min(kinds[:]) < 500 || cut < 2 || waited < 500 {
		t.Error("too few events, cut executions or steps beside a locked thread")
	}
}

// checkEnd expects an execution of at most steps steps to end where it was cut, or where no thread
// has a step to make except choices that lead nowhere.
func checkEnd(t *testing.T, x *Execution, steps int) {
	t.Helper()
	if x.Cut && (len(x.Events) != steps || x.Last().Done()) {
		t.Fatalf("cut after %d steps, done %v", len(x.Events), x.Last().Done())
	}
	for _, i := range semantics.Tids {
		if x.Cut {
			break
		}
		stuck := semantics.Enabled(x.Last(), i)
		if stuck == nil || stuck.Reason != semantics.AtEnd && stuck.Reason != semantics.AtChoice {
			t.Fatalf("thread %s is not at its end or at a choice: %v", i, stuck)
		}
	}
}

// checkEvent expects event i to be what the step from configuration i did.
func checkEvent(t *testing.T, x *Execution, i int) {
	t.Helper()
	e, m, k := x.Events[i], x.Moves[i], x.Configs[i]
	var takes []semantics.Take
	for _, c := range m.Choices {
		takes = append(takes, c.Take)
		k, _ = semantics.Choose(k, e.Thread, c.Take)
	}
	after, again, stuck := semantics.Next(x.Configs[i], e.Thread, takes...)
	if stuck != nil || again.Command != m.Command || !reflect.DeepEqual(after, x.Configs[i+1]) {
		t.Fatalf("event %d is not a step of the semantics: %v", i, stuck)
	}
	if e.Thread != m.Thread || e.At != m.Command.Pos() || e.Level != after.Threads[e.Thread].L ||
		e.Level != e.After(k.Threads[e.Thread].L) {
		t.Fatalf("event %d is %+v, which does not describe %v", i, e, m)
	}
	in := k.Threads[e.Thread].Point.Unit()
	if e.Kind == Return {
		in = after.Threads[e.Thread].Point.Unit()
	}
	if e.In != in {
		t.Fatalf("event %d is in %s, want %s", i, e.In.Name, in.Name)
	}
	if _, ok := il.SiteOf(m.Command); ok {
		if a, _ := semantics.NextAccess(k, e.Thread); a.Cell != e.Cell || a.Kind != e.Site().Kind ||
			e.Cell.Loc == semantics.Nil {
			t.Fatalf("event %d accesses %s, want %s", i, e.Cell, a.Cell)
		}
	}
}

// TestDrawIsDeterministic: the same seed gives the same execution, and other seeds give others.
func TestDrawIsDeterministic(t *testing.T) {
	differ := 0
	corpus(t, 60, func(core *il.Core, p il.Pair, r *rand.Rand) {
		draw := func(seed uint64) string {
			x := Draw(core, p, rand.New(rand.NewPCG(seed, 9)), DefaultLimits())
			return fmt.Sprint(x.Init, x.Events, x.Cut)
		}
		once, again, other := draw(1), draw(1), draw(2)
		if once != again {
			t.Fatalf("one seed gives\n%s\nand\n%s", once, again)
		}
		if once != other {
			differ++
		}
	})
	if differ < 50 {
		t.Errorf("%d executions differ with the seed, want at least 50", differ)
	}
}

// TestChanceReachesEverything: random executions reach every order of two steps, both branches, and
// each number of iterations up to the limit but no more.
func TestChanceReachesEverything(t *testing.T) {
	core := iltest.Core(t,
		"{ if * { x := arg1.f; } else { x := arg1.g; } } || "+
			"{ while * { y := arg1.f; while * { } } }")
	p := core.Pairs()[0]
	seen := map[string]int{}
	r := rand.New(rand.NewPCG(4, 4))
	for range 3000 {
		var s strings.Builder
		for _, e := range Draw(core, p, r, Limits{Steps: 100, Rounds: 3}).Events {
			s.WriteString(e.Thread.String() + e.Cell.Field)
		}
		seen[s.String()]++
	}
	want := 0
	for rounds := range 4 {
		want += 2 * (rounds + 1) // two branches, and where A's step comes
	}
	if len(seen) != want {
		t.Errorf("%d different executions, want %d: %v", len(seen), want, seen)
	}
}

// TestReset: the iterations of a loop that an execution left unfinished do not count in the next
// execution.
func TestReset(t *testing.T) {
	core := iltest.Core(t, "{ while * { x := arg1.f; } } || { }")
	p := core.Pairs()[0]
	c := NewChance(rand.New(rand.NewPCG(1, 1)), Limits{Steps: 2, Rounds: 2})
	twice, before := 0, 0
	for range 200 {
		x, err := Begin(core, p, one(core, p))
		if err != nil {
			t.Fatal(err)
		}
		c.Reset()
		x.Finish(c)
		checkEnd(t, x, 2)
		if before == 2 && len(x.Events) == 2 {
			twice++
		}
		before = len(x.Events)
	}
	if twice == 0 {
		t.Error("no execution of two rounds follows another one")
	}
}

// TestWaitingThreadsKeepChoices: a waiting thread keeps its choices. Otherwise the branch that does
// not wait would be taken too often.
func TestWaitingThreadsKeepChoices(t *testing.T) {
	core := iltest.Core(t,
		"{ lock(); "+strings.Repeat("x := arg1.f; ", 40)+
			"unlock(); } || { if * { lock(); unlock(); } else { y := arg1.g; } }")
	p := core.Pairs()[0]
	r := rand.New(rand.NewPCG(2, 2))
	locked := 0
	const n = 1000
	for range n {
		x := Draw(core, p, r, DefaultLimits())
		if slices.ContainsFunc(x.Events,
			func(e Event) bool { return e.Thread == semantics.B && e.Kind == Acquire }) {
			locked++
		}
	}
	if locked < n*4/10 || locked > n*6/10 {
		t.Errorf("%d of %d executions took the lock, want about half", locked, n)
	}
}

// TestRandomInit: random states are well-behaved and have the requested number of objects, each of
// which some formal or cell holds.
func TestRandomInit(t *testing.T) {
	held := map[string]bool{}
	corpus(t, 200, func(core *il.Core, p il.Pair, r *rand.Rand) {
		n := r.IntN(5)
		in := semantics.RandomInit(r, core, p, n)
		x, err := Begin(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		if err := semantics.WellBehaved(x.Last()); err != nil {
			t.Errorf("a random state: %v", err)
		}
		if len(in.Objects) != max(n, 1) {
			t.Errorf("%d objects, want %d", len(in.Objects), n)
		}
		for _, c := range in.Cells {
			held[c[2]] = true
		}
	})
	if len(held) != 4 {
		t.Errorf("cells hold %v, want all four objects", held)
	}
}

// TestBeginRefuses: initial states and pairs that do not fit the program are refused.
func TestBeginRefuses(t *testing.T) {
	core := iltest.Core(t, "{ x := arg1.f; } || { }")
	in := one(core, core.Pairs()[0])
	in.Stacks[0]["arg1"] = "o9"
	if _, err := Begin(core, core.Pairs()[0], in); err == nil {
		t.Error("Begin accepts a state whose formal holds an unknown object")
	}
}
