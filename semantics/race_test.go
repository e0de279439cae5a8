package semantics

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

func TestRace(t *testing.T) {
	// Both threads' x and y hold o1, z holds o2, and u has no value. All cells hold o2, which lacks
	// the field g.
	frameText := "x=1 y=1 z=2"
	h := heap("f g", 2, "1.f=2 1.g=2 2.f=2")
	tests := []struct {
		name string
		a, b il.Stmt
		want string
	}{
		{"write, write", store("x.f", "z"), store("y.f", "z"), "write o1.f, write o1.f"},
		{"read, write", load("v", "x.f"), store("y.f", "z"), "read o1.f, write o1.f"},
		{"write, read", store("x.f", "z"), load("v", "y.f"), "write o1.f, read o1.f"},
		{"two reads", load("v", "x.f"), load("v", "y.f"), ""},
		{"other fields", store("x.f", "z"), store("y.g", "z"), ""},
		{"other objects", store("x.f", "z"), store("z.f", "z"), ""},
		{"other paths, one cell", store("x.f.f", "z"), store("z.f", "z"), "write o2.f, write o2.f"},
		{"a prefix is no access", store("x.f", "z"), load("v", "x.f.f"), ""},
		{"no access", alloc("v"), store("x.f", "z"), ""},
		{"an argument is no access", call("m", "x.f"), store("x.f", "z"), ""},
		{"lock", store("x.f", "z"), lock(), ""},
		{"a choice", store("x.f", "z"), choice(block(store("x.f", "z")), nil), ""},
		{"the end", store("x.f", "z"), skip(), ""},
		// Both addresses are (o2, g), and neither is in dom(h).
		{"no such cell", store("z.g", "z"), store("z.g", "z"), ""},
		{"address of nil", store("u.f", "z"), store("u.f", "z"), ""},
		{"undefined addresses", store("u.f.f", "z"), store("z.g.f", "z"), ""},
	}
	for _, tt := range tests {
		core := parallel(stmts(tt.a), stmts(tt.b), method("m", "x"))
		k := Config{H: h}
		for i := range k.Threads {
			k.Threads[i] = Thread{Point: Begin(core, core.Threads[i]), S: stack(frameText)}
		}
		got := ""
		if r, ok := Race(k); ok {
			got = fmt.Sprintf("%s %s, %s %s", r[A].Kind, r[A].Cell, r[B].Kind, r[B].Cell)
			if r[A].Command.(il.Stmt) != tt.a || r[B].Command.(il.Stmt) != tt.b {
				t.Errorf("%s: Race returns other commands", tt.name)
			}
		}
		if got != tt.want {
			t.Errorf("%s: Race = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// racesFrom lists the races that a search finds from in, as "A's command | B's command", sorted.
func racesFrom(t *testing.T, core *il.Core, p il.Pair, in Init) (races []string) {
	t.Helper()
	found, cut, err := Races(core, p, in, Limits{Iterations: Unbounded})
	if err != nil || cut {
		t.Fatalf("cut %v, error %v", cut, err)
	}
	for _, f := range found {
		races = append(races, word(f.Race[A].Command)+" | "+word(f.Race[B].Command))
	}
	slices.Sort(races)
	return races
}

// racesFromAll lists the races from all initial states with the given numbers of objects, sorted.
func racesFromAll(t *testing.T, core *il.Core, p il.Pair, objects ...int) string {
	t.Helper()
	var all []string
	for _, n := range objects {
		for _, in := range allInits(core, p, n) {
			all = append(all, racesFrom(t, core, p, in)...)
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}

// allInits enumerates the well-behaved initial states with exactly n objects.
func allInits(core *il.Core, p il.Pair, n int) []Init {
	blank := SpecialInit(core, p, make([]string, n-1), [2]string{})
	out := []Init{{Objects: blank.Objects, Stacks: [2]map[string]string{{}, {}}}}
	// extend replaces each state by n, in which one more value is each of the objects.
	extend := func(set func(in *Init, object string)) {
		var more []Init
		for _, in := range out {
			for _, o := range blank.Objects {
				next := in
				next.Cells = slices.Clone(in.Cells)
				next.Stacks = [2]map[string]string{
					maps.Clone(in.Stacks[0]), maps.Clone(in.Stacks[1]),
				}
				set(&next, o)
				more = append(more, next)
			}
		}
		out = more
	}
	for _, c := range blank.Cells {
		extend(func(in *Init, o string) { in.Cells = append(in.Cells, [3]string{c[0], c[1], o}) })
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			extend(func(in *Init, o string) { in.Stacks[i][x] = o })
		}
	}
	return out
}

// TestBurble checks the paper's Figure 2: in burble, meps and reps race, and beps races with
// neither.
func TestBurble(t *testing.T) {
	core := class(
		method("meps", "b", lock(), load("x", "b.f"), unlock()),
		method("reps", "b", alloc("y"), store("b.f", "y")),
		method("beps", "b", alloc("b"), alloc("z"), store("b.f", "z")))
	want := map[string]string{
		"meps reps": "x<b.f | b.f<y",
		"reps reps": "b.f<y | b.f<y",
	}
	for _, p := range core.Pairs() {
		name := p.Left.Name + " " + p.Right.Name
		if got := racesFromAll(t, core, p, 1, 2, 3); got != want[name] {
			t.Errorf("%s: races %q, want %q", name, got, want[name])
		}
	}
	p := il.Pair{Left: core.Methods["meps"], Right: core.Methods["reps"]}
	found, _, err := Races(core, p, aliased(core, p), Limits{Iterations: Unbounded})
	if err != nil || len(found) == 0 {
		t.Fatalf("%d races of meps and reps, error %v, want some", len(found), err)
	}
	var schedule []string
	for _, m := range found[0].Moves {
		schedule = append(schedule, m.Thread.String()+" "+word(m.Command))
	}
	if len(schedule) != 2 || !slices.Contains(schedule, "A lock") ||
		!slices.Contains(schedule, "B y") {
		t.Errorf("schedule %q is not the shortest, one step of each thread", schedule)
	}
	if r, ok := Race(found[0].Config); !ok || !reflect.DeepEqual(r, found[0].Race) {
		t.Error("the racing configuration does not race")
	}
}

// TestSpecimens: programs on which RacerDX reports a false race under a literal reading of the
// paper or without a hypothesis, and programs with races. Each is searched from all initial states
// with two objects.
func TestSpecimens(t *testing.T) {
	y, use := alloc("y"), store("arg1.f", "y")
	pushThenAccess := method("m", "a", alloc("y"), store("a.f", "y"))
	specimens := []struct {
		name    string
		body    []il.Stmt // of both threads
		methods []*il.Unit
		races   string // of the two threads
		stuck   string // why a thread is stuck, other than waiting for the lock
	}{
		{"stores at the very start", stmts(store("arg1.f", "arg2")), nil,
			"arg1.f<arg2 | arg1.f<arg2", ""},
		{"all under the lock", stmts(lock(), y, use, unlock()), nil, "", ""},
		{"private object passed on", stmts(alloc("z"), call("m", "z")),
			[]*il.Unit{pushThenAccess}, "", ""},
		{"shared object passed on", stmts(call("m", "arg1")), []*il.Unit{pushThenAccess},
			"a.f<y | a.f<y", ""},
		{"still locked once", stmts(lock(), lock(), unlock(), y, use, unlock()), nil, "", ""},
		{"released entirely", stmts(lock(), lock(), unlock(), unlock(), y, use), nil,
			"arg1.f<y | arg1.f<y", ""},
		{"after a call", stmts(call("m", "arg1")),
			[]*il.Unit{method("n", ""), method("m", "a", alloc("y"), call("n"), store("a.f", "y"))},
			"a.f<y | a.f<y", ""},
		{"formal given a new object", stmts(call("m", "arg1")),
			[]*il.Unit{method("m", "a", alloc("a"), alloc("y"), store("a.f", "y"))}, "", ""},
		{"path written below a store", stmts(y, store("arg1.f", "y"), store("arg1.f.f", "y")), nil,
			"arg1.f.f<y | arg1.f.f<y, arg1.f<y | arg1.f<y", ""},
		{"branch unlocks first (A2)", stmts(choice(block(unlock(), y, use, lock()), nil)), nil, "",
			"unlock() without a lock()"},
		{"branches that do not balance (A2)", stmts(choice(block(lock()), nil), y, use), nil,
			"arg1.f<y | arg1.f<y", ""},
		{"callee unlocks first (A2)", stmts(lock(), call("m"), unlock(), y, use),
			[]*il.Unit{method("m", "", unlock(), lock())}, "arg1.f<y | arg1.f<y", ""},
		{"local without a value (A3)", stmts(call("m", "arg1")),
			[]*il.Unit{method("m", "a", alloc("y"), store("x.f", "y"), store("a.f", "y"))}, "",
			"no cell there: x.f"},
	}
	for _, tt := range specimens {
		core := parallel(tt.body, tt.body, tt.methods...)
		p := core.Pairs()[0]
		if got := racesFromAll(t, core, p, 2); got != tt.races {
			t.Errorf("%s: races %q, want %q", tt.name, got, tt.races)
		}
		stuck := ""
		for _, in := range allInits(core, p, 2) {
			s := Search{Start: mustConfig(t, core, p, in), Limits: Limits{Iterations: Unbounded}}
			for r := range s.All() {
				for _, i := range Tids {
					why := Enabled(r.Config, i)
					if why == nil || !why.Reason.Faults() {
						continue
					}
					if stuck = why.String(); stuck != tt.stuck {
						t.Fatalf("%s: stuck for %q, want %q", tt.name, stuck, tt.stuck)
					}
				}
			}
		}
		if stuck != tt.stuck {
			t.Errorf("%s: stuck for %q, want %q", tt.name, stuck, tt.stuck)
		}
	}
}

// TestNestedLocksComplete: a body with nested locks has one trace, which is complete, because
// lock() has no cap on L (deviation 2 of the package comment).
func TestNestedLocksComplete(t *testing.T) {
	body := stmts(lock(), lock(), unlock(), alloc("y"), unlock())
	core := parallel(body, body)
	traces := 0
	for tr := range Traces(core, core.Threads[0], State{S: stack("")}, 0) {
		traces++
		if tr.Stuck != nil || len(tr.Steps) != 5 {
			t.Errorf("stuck %v after %d steps, want 5 steps", tr.Stuck, len(tr.Steps))
		}
	}
	if traces != 1 {
		t.Errorf("%d traces, want 1", traces)
	}
}

// TestUnpublishedObject: in a run of A and then B, the accesses of an object that has not been
// published are unordered by happens-before, but the threads are never both about to access it.
func TestUnpublishedObject(t *testing.T) {
	core := parallel(
		stmts(alloc("y"), store("y.g", "y"), store("arg1.f", "y")),
		stmts(load("x", "arg1.f"), store("x.g", "x")))
	const want = "arg1.f<y | x<arg1.f"
	if got := racesFromAll(t, core, core.Pairs()[0], 2); got != want {
		t.Errorf("races %q, want %q", got, want)
	}
}

// TestSpecialInitRaces: although the roots differ and A's own run writes a cell on B's path, the
// special state shows the race.
func TestSpecialInitRaces(t *testing.T) {
	core := parallel(
		stmts(alloc("y"), store("arg1.f", "y"), store("arg2.f.g", "y")),
		stmts(alloc("y"), store("arg1.f.g", "y")))
	p := core.Pairs()[0]
	in := SpecialInit(core, p, []string{"f", "g"}, [2]string{"arg2", "arg1"})
	if err := WellBehaved(mustConfig(t, core, p, in)); err != nil {
		t.Errorf("the special initial state: %v", err)
	}
	const want = "arg2.f.g<y | arg1.f.g<y"
	if got := racesFrom(t, core, p, in); !slices.Contains(got, want) {
		t.Errorf("races %q, want %q among them", got, want)
	}
}

// TestDeadlocks: each pair of commands is found once.
func TestDeadlocks(t *testing.T) {
	p := &il.Lock{LockRef: il.LockRef{Lock: "p", Slot: 1}}
	q := &il.Lock{LockRef: il.LockRef{Lock: "q", Slot: 2}}
	core := parallel(stmts(skip(), p, q), stmts(q, p, skip()))
	pair := core.Pairs()[0]
	in := Init{}
	found, cut, err := Deadlocks(core, pair, in, Limits{Iterations: Unbounded})
	if err != nil || cut || !slices.Equal(found, [][2]*il.Lock{{q, p}}) {
		t.Errorf("Deadlocks = %v, cut %t, %v; want the two commands", found, cut, err)
	}
	if found, cut, err = Deadlocks(core, pair, in,
		Limits{Iterations: Unbounded, States: 2}); err != nil || !cut || len(found) > 0 {
		t.Errorf("Deadlocks with two states = %v, cut %t, %v; want none, cut", found, cut, err)
	}
}
