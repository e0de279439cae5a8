package execution_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/witness"
	"wobbly/witness/check"
)

const text = `inner(b) { if * { b.f := b; } else { skip; } t := b.f; }
{ x := new(); inner(x); while * { arg1.f := x; } y := arg1.f; }
|| { lock(); unlock(); arg1.f := arg1; }`

// given is a state in which both formals hold o1.
var given = semantics.Init{
	Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}},
	Stacks: [2]map[string]string{{"arg1": "o1"}, {"arg1": "o1"}},
}

func begin(t *testing.T) *execution.Execution {
	t.Helper()
	core := iltest.Core(t, text)
	x, err := execution.Begin(core, core.Pairs()[0], given)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// racing returns an execution that enters the loop once and ends in the race of y := arg1.f with
// arg1.f := arg1.
func racing(t *testing.T) *execution.Execution {
	t.Helper()
	x := begin(t)
	turns := []execution.Turn{
		{Thread: semantics.A}, // x := new()
		{Thread: semantics.B}, // lock()
		{Thread: semantics.A}, // push
		{Thread: semantics.B}, // unlock()
		// The store b.f := b is a copy and a store.
		{Thread: semantics.A, Decisions: []semantics.Take{semantics.Then}},
		{Thread: semantics.A},
		{Thread: semantics.A}, // t := b.f
		{Thread: semantics.A}, // pop
		{Thread: semantics.A, Decisions: []semantics.Take{semantics.Loop}}, // arg1.f := x
	}
	r, err := execution.Replay(x.Core, x.Pair, x.Init, turns,
		[2][]semantics.Take{{semantics.Exit}, nil})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// same reports whether two executions make the same moves to the same end.
func same(x, y *execution.Execution) bool {
	equal := func(m, n semantics.Move) bool {
		return m.Thread == n.Thread && m.Command == n.Command && m.Rule == n.Rule &&
			slices.Equal(m.Choices, n.Choices)
	}
	return slices.EqualFunc(x.Moves, y.Moves, equal) && len(x.Configs) == len(x.Moves)+1 &&
		len(y.Configs) == len(y.Moves)+1 &&
		x.Last().Key() == y.Last().Key() && maps.Equal(x.Init.Stacks[0], y.Init.Stacks[0])
}

func TestStepAndChoose(t *testing.T) {
	x := begin(t)
	start := x.Last().Key()
	if stuck := x.Choose(semantics.A, semantics.Then); stuck == nil ||
		stuck.Reason != semantics.NoChoice {
		t.Errorf("Choose before a command: %v, want %v", stuck, semantics.NoChoice)
	}
	if stuck := x.Step(semantics.A, semantics.Then); stuck == nil || len(x.Moves) != 0 ||
		x.Last().Key() != start {
		t.Errorf("Step with a choice that is not there: %v, %d moves; want no change", stuck,
			len(x.Moves))
	}
	for range 2 {
		if stuck := x.Step(semantics.A); stuck != nil {
			t.Fatalf("a step of A: %v", stuck)
		}
	}
	before := x.Last().Key()
	if stuck := x.Choose(semantics.A, semantics.Then, semantics.Then); stuck == nil ||
		x.Last().Key() != before {
		t.Errorf("Choose with one choice too many: %v; want no change", stuck)
	}
	if stuck := x.Choose(semantics.A, semantics.Else); stuck != nil || x.Last().Key() == before ||
		len(x.Moves) != 2 || len(x.Configs) != 3 {
		t.Errorf("after a choice: %v, %d moves, %d configurations, want 2 and 3", stuck,
			len(x.Moves), len(x.Configs))
	}
}

// TestManyChoices: making all choices before a command at once allocates their list only once.
func TestManyChoices(t *testing.T) {
	const depth = 1000
	core := iltest.Core(t,
		"{\n"+strings.Repeat("if * {\n", depth)+"arg1.f := arg1;\n"+strings.Repeat("}\n", depth)+
			"} || { arg1.f := arg1; }")
	p := core.Pairs()[0]
	x, err := execution.Begin(core, p, given)
	if err != nil {
		t.Fatal(err)
	}
	takes := slices.Repeat([]semantics.Take{semantics.Then}, depth)
	var all, each semantics.Config
	atOnce := testing.AllocsPerRun(1,
		func() { all, _ = semantics.Choose(x.Last(), semantics.A, takes...) })
	oneByOne := testing.AllocsPerRun(1, func() {
		each = x.Last()
		for _, t := range takes {
			each, _ = semantics.Choose(each, semantics.A, t)
		}
	})
	one, other := all.Threads[semantics.A], each.Threads[semantics.A]
	if len(one.Chosen) != depth || !slices.Equal(one.Chosen, other.Chosen) ||
		all.Key() != each.Key() {
		t.Errorf("%d choices at once, %d one by one, want %d equal ones", len(one.Chosen),
			len(other.Chosen), depth)
	}
	if atOnce > oneByOne-depth+1 {
		t.Errorf("%.0f allocations, one by one %.0f, want %d less", atOnce, oneByOne, depth-1)
	}
}

// TestPrefix: moves added to a prefix do not change the execution.
func TestPrefix(t *testing.T) {
	x := racing(t)
	key, moves := x.Last().Key(), len(x.Moves)
	p := x.Prefix(3)
	if len(p.Moves) != 3 || len(p.Configs) != 4 || p.Last().Key() != x.Configs[3].Key() {
		t.Errorf("a prefix of 3 moves has %d, and %d configurations", len(p.Moves), len(p.Configs))
	}
	third, move := x.Configs[3].Key(), x.Moves[3]
	if p.Choose(semantics.A, semantics.Else) != nil || p.Step(semantics.A) != nil ||
		x.Configs[3].Key() != third || x.Last().Key() != key || len(x.Moves) != moves ||
		x.Moves[3].Command != move.Command {
		t.Error("a step of the prefix changed the execution")
	}
	if whole := x.Prefix(moves); !same(whole, x) {
		t.Error("the prefix of all moves is not the execution")
	}
}

func TestReplay(t *testing.T) {
	x := racing(t)
	var turns []execution.Turn
	for _, m := range x.Moves {
		turns = append(turns, execution.TurnOf(m))
	}
	again, err := execution.Replay(x.Core, x.Pair, x.Init, turns,
		[2][]semantics.Take{{semantics.Exit}, nil})
	if err != nil || !same(again, x) {
		t.Errorf("Replay of its own moves gives another execution (%v)", err)
	}
	tests := []struct {
		turns []execution.Turn
		last  [2][]semantics.Take
		in    semantics.Init
		want  string
	}{
		{turns: []execution.Turn{
			{Thread: semantics.B},
			{Thread: semantics.A, Decisions: []semantics.Take{semantics.Loop}},
		}, in: given, want: "step 2, thread A: "},
		{last: [2][]semantics.Take{nil, {semantics.Then}}, in: given,
			want: "the last choices of thread B: "},
		{in: semantics.Init{Objects: []string{"o", "o"}}, want: "object o is listed twice"},
	}
	for _, tt := range tests {
		if _, err := execution.Replay(x.Core, x.Pair, tt.in, tt.turns, tt.last); err == nil ||
			!strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Replay of %v: error %v, want one that begins with %q", tt.turns, err, tt.want)
		}
	}
}

// TestReplayRefuses: schedules that the semantics does not allow are refused, with a reason.
func TestReplayRefuses(t *testing.T) {
	core := iltest.Core(t, `
m(b) {
  lock();
  b.f := b;
  unlock();
}

n(b) {
  while * { x := b.f; }
}`)
	pair := func(right string) il.Pair {
		p, ok := execution.PairOf(core, [2]string{"m", right})
		if !ok {
			t.Fatal("no pair")
		}
		return p
	}
	in := given
	in.Stacks = [2]map[string]string{{"b": "o1"}, {"b": "o1"}}
	partial := in
	partial.Cells = nil
	a, b := execution.Turn{Thread: semantics.A}, execution.Turn{Thread: semantics.B}
	tests := []struct {
		name     string
		right    string
		in       semantics.Init
		schedule []execution.Turn
		last     [2][]semantics.Take
		want     string
	}{
		{"blocked", "m", in, []execution.Turn{a, b}, [2][]semantics.Take{},
			"step 2, thread B: the other thread holds the lock"},
		{"at the end", "m", in, []execution.Turn{a, a, a, a, a}, [2][]semantics.Take{},
			"step 5, thread A: at the end"},
		{"no choice made", "n", in, []execution.Turn{b}, [2][]semantics.Take{},
			"step 1, thread B: a branch or loop has to be resolved first"},
		{"wrong choice", "n", in,
			[]execution.Turn{{Thread: semantics.B, Decisions: []semantics.Take{semantics.Then}}},
			[2][]semantics.Take{}, "step 1, thread B: no such choice here"},
		{"no choice there", "n", in,
			[]execution.Turn{a, {Thread: semantics.A, Decisions: []semantics.Take{semantics.Loop}}},
			[2][]semantics.Take{}, "step 2, thread A: no such choice here"},
		{"wrong last choice", "n", in, []execution.Turn{a},
			[2][]semantics.Take{nil, {semantics.Else}},
			"the last choices of thread B: no such choice here"},
		{"no cell", "m", partial, []execution.Turn{a, a, a}, [2][]semantics.Take{},
			"step 3, thread A: no cell there: b.f"},
	}
	for _, tt := range tests {
		_, err := execution.Replay(core, pair(tt.right), tt.in, tt.schedule, tt.last)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: Replay: %v, want %s", tt.name, err, tt.want)
		}
	}
	if _, ok := execution.PairOf(core, [2]string{"m", "none"}); ok {
		t.Error("PairOf accepts a unit that does not exist")
	}
}

func TestWitness(t *testing.T) {
	x := racing(t)
	w, ok := x.Witness()
	if !ok {
		t.Fatal("no race")
	}
	if err := check.New(x.Core).Check(w); err != nil {
		t.Errorf("the checker refuses the witness: %v", err)
	}
	if w.File != "t.il" || w.Race.Cell != [2]string{"o1", "f"} {
		t.Errorf("file %s, cell %v, want t.il, o1.f", w.File, w.Race.Cell)
	}
	back, err := execution.FromWitness(x.Core, w, 100)
	if err != nil || !same(back, x) {
		t.Errorf("FromWitness of its witness gives another execution (%v)", err)
	}
	for i := range w.Steps {
		if s := &w.Steps[i]; s.Do != witness.Pop && s.Do != witness.Push {
			s.Do = strings.NewReplacer(" := ", ":=", "(", " ( ", ".", "\t.").Replace(s.Do)
		}
		for k := range w.Steps[i].Args {
			w.Steps[i].Args[k] += " "
		}
	}
	back, err = execution.FromWitness(x.Core, w, 100)
	if err != nil || !same(back, x) {
		t.Errorf("FromWitness with other spaces gives another execution (%v)", err)
	}
	if _, ok := x.Prefix(2).Witness(); ok {
		t.Error("an execution without a race has a witness")
	}
}

// TestFromWitnessRefuses: a witness that does not fit the program is refused, here and by the
// checker.
func TestFromWitnessRefuses(t *testing.T) {
	x := racing(t)
	fresh := func() *witness.Witness { w, _ := x.Witness(); return w }
	steps := func(change func(s []witness.Step)) func(*witness.Witness) {
		return func(w *witness.Witness) { change(w.Steps) }
	}
	tests := []struct {
		damage func(*witness.Witness)
		want   string
	}{
		{func(w *witness.Witness) { w.Program = "" }, "another program"},
		{func(w *witness.Witness) { w.Units[1] = "inner" }, "no pair of units"},
		{func(w *witness.Witness) { w.Init.Objects = append(w.Init.Objects, "o1") },
			"listed twice"},
		{steps(func(s []witness.Step) { s[0].Thread = "C" }), `step 1: there is no thread "C"`},
		{steps(func(s []witness.Step) { s[0].At = "2:4" }), "step 1: thread A does not reach"},
		{steps(func(s []witness.Step) { s[0].Do = "y := new()" }),
			"step 1: thread A does not reach"},
		{steps(func(s []witness.Step) { s[2].Args = []string{"y"} }),
			`step 3: the arguments are ["x"]`},
		{steps(func(s []witness.Step) { s[2].Args = nil }), "step 3: the arguments"},
		{steps(func(s []witness.Step) { s[2].Do = witness.Pop }),
			"step 3: thread A does not reach"},
		{steps(func(s []witness.Step) { s[4].Choices[0].Take = "else" }),
			"step 5: the choices do not lead"},
		{steps(func(s []witness.Step) { s[4].Choices[0].Take = "loop" }),
			"step 5: thread A is not at"},
		{steps(func(s []witness.Step) { s[4].Choices[0].At = "1:1" }),
			"step 5: thread A is not at"},
		{func(w *witness.Witness) { w.Steps = w.Steps[:7] }, "the access of thread A"},
		{func(w *witness.Witness) { w.Steps = w.Steps[1:] }, "step 2"},
		{func(w *witness.Witness) { w.Race.B.At = "1:1" }, "the access of thread B"},
		{func(w *witness.Witness) { w.Race.A.Kind = "write" }, "the access of thread A"},
		{func(w *witness.Witness) { w.Race.A.Choices[0].Take = "loop" }, "the access of thread A"},
		{func(w *witness.Witness) { w.Race.Cell[0] = "o2" },
			"the race is another one: thread A has a read of o1.f next"},
		{func(w *witness.Witness) { w.Race.Cell[1] = "g" }, "the race is another one"},
		{func(w *witness.Witness) { w.Race.A.Kind = "y := arg1.f" }, "the race is another one"},
	}
	for i, tt := range tests {
		w := fresh()
		tt.damage(w)
		if _, err := execution.FromWitness(x.Core, w, 100); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("FromWitness with damage %d: error %v, want one with %q", i, err, tt.want)
		}
		w.Seal = w.Sum()
		if check.New(x.Core).Check(w) == nil {
			t.Errorf("the checker accepts the witness with damage %d", i)
		}
	}
	w := fresh()
	w.Race.Cell[0] = witness.Undetermined
	if _, err := execution.FromWitness(x.Core, w, 100); err != nil {
		t.Errorf("an object that is not determined: %v", err)
	}
	if _, err := execution.FromWitness(x.Core, w, 11); err != nil {
		t.Errorf("9 steps and 2 choices before them within 11: %v", err)
	}
	if _, err := execution.FromWitness(x.Core, w, 10); !errors.Is(err, execution.ErrTooLong) {
		t.Errorf("9 steps and 2 choices before them within 10: error %v, want %v", err,
			execution.ErrTooLong)
	}
}

// TestFollowWithoutARace: a read and a write of the same field do not race if they access different
// objects.
func TestFollowWithoutARace(t *testing.T) {
	core := iltest.Core(t, "{ x := arg1.f; } || { arg1.f := arg1; }")
	in := semantics.Init{
		Objects: []string{"o1", "o2"}, Cells: [][3]string{{"o1", "f", "o1"}, {"o2", "f", "o2"}},
		Stacks: [2]map[string]string{{"arg1": "o1"}, {"arg1": "o2"}},
	}
	w := &witness.Witness{
		Program: witness.Digest(core.Source.Text), Units: [2]string{"A", "B"},
		Init: execution.InitOf(in),
		Race: witness.Race{
			Cell: [2]string{"o1", "f"}, A: witness.Access{At: "1:3", Kind: "read"},
			B: witness.Access{At: "1:23", Kind: "write"},
		},
	}
	if x, err := execution.Follow(core, w, 0); err != nil || len(x.Moves) != 0 {
		t.Errorf("Follow without steps: %v", err)
	}
	if _, err := execution.FromWitness(core, w, 0); err == nil ||
		!strings.Contains(err.Error(), "do not end in a race") {
		t.Errorf("FromWitness without a race: error %v", err)
	}
}

// TestRun: a run is expanded to its shortest execution: the branch with fewer steps, and no
// iteration of the loop.
func TestRun(t *testing.T) {
	core := iltest.Core(t,
		"deep(b) { if * { x := new(); y := new(); } else { inner(b); } while * { z := new(); } "+
			`if * { v := new(); } else { skip; } inner(b); }
inner(b) { skip; }
{ deep(arg1); y := arg1.f; } || { arg1.f := arg1; }`)
	w := &witness.Witness{
		Schema: witness.Schema, Program: witness.Digest(core.Source.Text),
		Units: [2]string{"A", "B"}, Init: execution.InitOf(given), Compressed: true,
		Steps: []witness.Step{{Thread: "A", At: "3:3", Do: witness.Run, Steps: "6"}},
		Race: witness.Race{
			Cell: [2]string{witness.Undetermined, "f"}, A: witness.Access{At: "3:15", Kind: "read"},
			B: witness.Access{At: "3:35", Kind: "write"},
		},
	}
	w.Seal = w.Sum()
	x, err := execution.FromWitness(core, w, 9)
	if err != nil {
		t.Fatal(err)
	}
	var done []string
	for _, m := range x.Moves {
		do, _ := execution.Do(m.Command)
		done = append(done, do)
	}
	const want = "push x := new() y := new() push pop pop"
	if got := strings.Join(done, " "); got != want {
		t.Errorf("the run is expanded to %q, want %q", got, want)
	}
	if _, err := execution.FromWitness(core, w, 8); !errors.Is(err, execution.ErrTooLong) {
		t.Errorf("6 steps and 3 choices within 8: error %v, want %v", err, execution.ErrTooLong)
	}
}

func TestObjectOf(t *testing.T) {
	in := semantics.Init{Objects: []string{"a", "o3"}}
	var got []string
	for l := range semantics.Loc(5) {
		got = append(got, execution.ObjectOf(in, l+1))
	}
	if want := []string{"a", "o3", "o4", "o5", "o6"}; !slices.Equal(got, want) {
		t.Errorf("objects 1 to 5 are %v, want %v", got, want)
	}
	in.Objects = []string{"o4", "b"}
	got = []string{execution.ObjectOf(in, 3), execution.ObjectOf(in, 4)}
	if want := []string{"o3", "o5"}; !slices.Equal(got, want) {
		t.Errorf("objects 3 and 4 after o4 and b are %v, want %v", got, want)
	}
}

// TestCellOf: new objects continue the numbers of the initial ones.
func TestCellOf(t *testing.T) {
	in := semantics.Init{Objects: []string{"a", "o4", "b"}}
	for loc, want := range map[semantics.Loc]string{1: "a", 2: "o4", 3: "b", 4: "o5", 5: "o6"} {
		got := execution.CellOf(in, semantics.Addr{Loc: loc, Field: "f"})
		if got != [2]string{want, "f"} {
			t.Errorf("CellOf f of %s = %v, want f of %s", loc, got, want)
		}
	}
}

// TestRandomRaces: the executions of races of random programs become witnesses that the checker
// accepts. Reading a witness gives the same execution, even if its choices are left out.
func TestRandomRaces(t *testing.T) {
	o := gen.Default()
	o.Threads, o.If, o.While = 1, 0.2, 0.1
	races := 0
	iltest.Random(t, quick.Cases(150), o, func(core *il.Core) {
		if len(core.Pairs()) == 0 {
			return
		}
		p := core.Pairs()[0]
		in := semantics.SpecialInit(core, p, nil, [2]string{})
		for i := range in.Stacks {
			delete(in.Stacks[i], "")
		}
		found, _, err := semantics.Races(core, p, in, semantics.Limits{Iterations: 1, States: 2000})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range found {
			races++
			roundTrip(t, core, p, in, r)
		}
	})
	if want := quick.Cases(100); races < want {
		t.Errorf("%d races, want at least %d", races, want)
	}
}

// roundTrip turns a race into a witness and reads it again.
func roundTrip(t *testing.T, core *il.Core, p il.Pair, in semantics.Init, r semantics.Finding) {
	t.Helper()
	var turns []execution.Turn
	for _, m := range r.Moves {
		turns = append(turns, execution.TurnOf(m))
	}
	var last [2][]semantics.Take
	for i := range last {
		for _, c := range r.Choices[i] {
			last[i] = append(last[i], c.Take)
		}
	}
	x, err := execution.Replay(core, p, in, turns, last)
	if err != nil {
		t.Fatalf("Replay: %v\n%s", err, core.Source.Text)
	}
	w, ok := x.Witness()
	if !ok || x.Last().Key() != r.Config.Key() {
		t.Fatalf("Replay does not end in the racing configuration\n%s", core.Source.Text)
	}
	if err := check.New(core).Check(w); err != nil {
		t.Fatalf("the checker refuses the witness: %v\n%s", err, core.Source.Text)
	}
	back, err := execution.FromWitness(core, w, 1000)
	if err != nil || !same(back, x) {
		t.Fatalf("FromWitness gives another execution (%v)\n%s", err, core.Source.Text)
	}
	for i := range w.Steps {
		w.Steps[i].Choices = nil
	}
	w.Race.A.Choices, w.Race.B.Choices = nil, nil
	w.Seal = w.Sum()
	if check.New(core).Check(w) != nil {
		return // the steps are ambiguous without the choices
	}
	if back, err = execution.FromWitness(core, w, 1000); err != nil ||
		back.Last().H.Size() != x.Last().H.Size() {
		t.Fatalf("FromWitness without choices gives another execution (%v)\n%s", err,
			core.Source.Text)
	}
}
