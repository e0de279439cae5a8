package machine

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// compiled compiles the last pair of a text.
func compiled(t *testing.T, text string, o Options) *Program {
	t.Helper()
	core := iltest.Core(t, text)
	g, err := Compile(core, core.Pairs()[len(core.Pairs())-1], o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// all makes every control state of thread i, and names each after what it does.
func all(t *testing.T, g *Program, i int) (names []string, controls []*Control) {
	t.Helper()
	g.ExpandSome()
	if !g.Closed() {
		t.Fatal("the program has too many control states")
	}
	for _, c := range g.Controls(i)[1:] {
		name := "end"
		switch s := g.Command(c).(type) {
		case nil:
		case il.Push:
			name = "push"
		case il.Pop:
			name = "pop"
		case il.Stmt:
			name = il.Text(s)
		}
		names, controls = append(names, name), append(controls, c)
	}
	return names, controls
}

// words writes effects as in "ra wb lock", which reads a, writes b and takes a lock.
func (p *Program) words(e Effects) string {
	var out []string
	for i, f := range p.core.Fields {
		if e.Reads>>i&1 != 0 {
			out = append(out, "r"+f)
		}
		if e.Writes>>i&1 != 0 {
			out = append(out, "w"+f)
		}
	}
	if e.Locks != 0 {
		out = append(out, "lock")
	}
	return strings.Join(out, " ")
}

// TestEffects: the effects of the command, of all commands to the end, and of those before the next
// lock(), which may be in a call.
func TestEffects(t *testing.T) {
	g := compiled(t, `
private locks(b) { v := b; b.p := v; lock(); b.q := v; unlock(); }
private may(b) { if * { v := b; lock(); b.q := v; unlock(); } else { skip; } }
{ x := arg1.a.b; locks(arg1.c); arg1.d.e := x; may(arg1); y := arg1.h; } || { skip; }`,
		Options{Unroll: -1})
	want := map[string][3]string{ // Effects, Future, UntilLock
		"x := arg1.a.b": {"ra rb", "ra rb rc rd we rh wp wq lock", "ra rb rc wp"},
		"push":          {"rc", "rc rd we rh wp wq lock", "rc wp"},
		"b.p := v":      {"wp", "rd we rh wp wq lock", "wp"},
		"arg1.d.e := x": {"rd we", "rd we rh wq lock", "rd we rh"},
		"y := arg1.h":   {"rh", "rh", "rh"},
		"end":           {"", "", ""},
	}
	names, controls := all(t, g, 0)
	met := 0
	for k, c := range controls {
		w, ok := want[names[k]]
		if !ok || names[k] == "push" && len(c.Args[0].Path) == 0 {
			continue
		}
		met++
		if got := [3]string{g.words(c.Effects), g.words(c.Future), g.words(c.UntilLock)}; got != w {
			t.Errorf("%s: effects, future and until lock are %q, want %q", names[k], got, w)
		}
	}
	if met < len(want) {
		t.Errorf("%d control states, want at least %d", met, len(want))
	}
	// After the lock() in the call, everything to the end counts; before it, nothing that follows.
	for k, c := range controls {
		switch names[k] {
		case "lock()":
			if c.UntilLock != (Effects{}) || c.Effects.Locks != 1 {
				t.Errorf("at lock(): UntilLock %+v, locks %b, want none, 1", c.UntilLock,
					c.Effects.Locks)
			}
		case "pop":
			if first := len(c.Parent.Args[0].Path) > 0; c.Level.Held() ||
				(c.Future.Writes == 0) == first || (c.Future.Locks == 1) != first {
				t.Errorf("at pop (of locks: %t): level %d, Future %+v", first, c.Level, c.Future)
			}
		}
	}
}

func TestConflicts(t *testing.T) {
	const a, b = 1, 2
	tests := []struct {
		x, y Effects
		want bool
	}{
		{Effects{Reads: a}, Effects{Reads: a}, false},
		{Effects{Reads: a}, Effects{Writes: a}, true},
		{Effects{Writes: a}, Effects{Writes: a}, true},
		{Effects{Writes: a}, Effects{Writes: b, Reads: b}, false},
		{Effects{Locks: 1}, Effects{Locks: 1}, false},
	}
	for _, tt := range tests {
		if tt.x.Conflicts(tt.y) != tt.want || tt.y.Conflicts(tt.x) != tt.want {
			t.Errorf("%+v.Conflicts(%+v), or the reverse, is not %t", tt.x, tt.y, tt.want)
		}
	}
}

// TestLive: registers that count are in order and include those of the frames below; those that
// nothing reads are left out.
func TestLive(t *testing.T) {
	g := compiled(t,
		`private m(p, q) { z := p; p.f := z; r := q; } { y := arg1; x := arg2; m(x, y); `+
			`x := y.f; } || { skip; }`, Options{Unroll: -1})
	names, controls := all(t, g, 0)
	want := map[string]struct {
		live string
		idle bool
	}{
		"y := arg1": {"arg1 arg2", false},
		"x := arg2": {"arg2 y", false},
		"push":      {"x y", false},
		"z := p":    {"p q y", false},
		"r := q":    {"q y", true},
		"p.f := z":  {"p q y z", false},
		"x := y.f":  {"y", true},
		"end":       {"", false},
	}
	for k, c := range controls {
		w, ok := want[names[k]]
		if !ok {
			continue
		}
		var live []string
		for _, f := range []*Control{c, c.Parent} {
			if f == nil {
				continue
			}
			for _, x := range f.unit.Vars {
				if slices.Contains(c.Live, f.unit.register(x, f.base)) {
					live = append(live, x)
				}
			}
		}
		slices.Sort(live)
		if got := strings.Join(live, " "); got != w.live || c.Idle != w.idle {
			t.Errorf("%s: live %q, idle %t; want %q, %t", names[k], got, c.Idle, w.live, w.idle)
		}
		own := slices.IndexFunc(c.Live, func(r Address) bool { return r < c.base })
		if own < 0 {
			own = len(c.Live)
		}
		if !slices.IsSorted(c.Live[:own]) {
			t.Errorf("%s: the registers of the frame are not sorted: %v", names[k], c.Live)
		}
	}
	dead := compiled(t, `{ y := arg1; x := y; } || { skip; }`, Options{Unroll: -1, Dead: true})
	if _, c := all(t, dead, 0); len(c[len(c)-1].Live) != 3 {
		t.Errorf("%d variables count at the end, want all 3", len(c[len(c)-1].Live))
	}
}

// TestClear: a register of the callee counts although it has no value yet: the push clears it.
func TestClear(t *testing.T) {
	g := compiled(t, `private m(p) { z := p; p.f := z; } { m(arg1); } || { skip; }`,
		Options{Unroll: -1, Dead: true})
	names, controls := all(t, g, 0)
	push := controls[slices.Index(names, "push")]
	if len(push.Args) != 1 || !slices.Equal(push.Clear, []Address{push.Args[0].Dst + 1}) {
		t.Errorf("push passes %v and clears %v, want one argument and the register after it",
			push.Args, push.Clear)
	}
}

// TestCandidates: the candidates are the pairs that may race according to the text, until a race of
// them is found.
func TestCandidates(t *testing.T) {
	g := compiled(t,
		`private w(b) { v := b; b.f := v; }
		{ x := arg1.f; arg1.g := x; lock(); arg1.f := x; unlock(); lock(); w(arg1); unlock(); }
		|| { y := arg1.f; arg1.g := y; lock(); arg1.f := y; unlock(); }`, Options{Unroll: -1})
	type place struct {
		thread int
		name   string
	}
	controls := map[place]*Control{}
	for i := range 2 {
		names, cs := all(t, g, i)
		for k, c := range cs {
			controls[place{i, names[k]}] = c
		}
	}
	pairs := map[[2]string]bool{}
	for a, c := range controls {
		for b, d := range controls {
			if a.thread == 0 && b.thread == 1 && c.Access() && d.Access() {
				h := g.Candidates()
				if h.mask[g.Bit(g.Sites(0)[c.Site])]>>g.Bit(g.Sites(1)[d.Site])&1 != 0 {
					pairs[[2]string{a.name, b.name}] = true
				}
			}
		}
	}
	want := [][2]string{
		{"x := arg1.f", "arg1.f := y"}, {"arg1.f := x", "y := arg1.f"},
		{"arg1.g := x", "arg1.g := y"},
		{"b.f := v", "y := arg1.f"}, {"b.f := v", "arg1.f := y"}, // the lock is the caller's
	}
	for _, p := range want {
		if !pairs[p] {
			t.Errorf("%q is not a candidate", p)
		}
		delete(pairs, p)
	}
	if len(pairs) > 0 {
		t.Errorf("%v are candidates", pairs)
	}
	h := g.Candidates()
	first := [2]*Control{g.Starts(0)[0], g.Starts(1)[0]}
	for k, p := range want {
		if h.None(first[0], first[1]) {
			t.Errorf("no candidates are left before race %d", k+1)
		}
		race := Sites{controls[place{0, p[0]}].Site, controls[place{1, p[1]}].Site}
		h.Found(race)
		h.Found(race) // once more changes nothing
	}
	if !h.None(first[0], first[1]) {
		t.Error("candidates are left after all were found")
	}
	if h := g.Candidates(); !h.None(controls[place{0, "end"}], first[1]) {
		t.Error("there are candidates although a thread has ended")
	}
}

// TestSharedBits: finding one pair removes no other whose accesses have the same bits.
func TestSharedBits(t *testing.T) {
	g := compiled(t, "m(b) { x := b.g; "+strings.Repeat("b.f := x; ", 66)+"}", Options{Unroll: -1})
	g.ExpandSome()
	h := g.Candidates()
	first := [2]*Control{g.Starts(0)[0], g.Starts(1)[0]}
	for a := 1; a <= 66; a++ { // site 0 is the load
		for b := 1; b <= 66; b++ {
			if h.None(first[0], first[1]) {
				t.Fatalf("no candidate is left before %d, %d", a, b)
			}
			h.Found(Sites{int32(a), int32(b)})
		}
	}
	if !h.None(first[0], first[1]) {
		t.Error("candidates are left after all were found")
	}
}

// TestLazy: a lazy machine asks for formals and cells, not for other registers, and not for the
// value of a variable that is not read.
func TestLazy(t *testing.T) {
	g := compiled(t, "m(b) { x := b.f; y := b.g; z := b; x.f := z; }", Options{Unroll: -1})
	m := In(g, nil)
	m.At[0] = g.Starts(0)[0]
	if need := m.Execute(0); need != g.Formal(0, 0) {
		t.Fatalf("Execute needs register %d, want the formal", need)
	}
	o := m.Discover()
	m.Define(g.Formal(0, 0), o)
	cell := m.Cell(o, 0)
	if need := m.Execute(0); need != cell {
		t.Fatalf("Execute needs register %d, want the cell %d", need, cell)
	}
	m.Define(cell, o)
	for _, want := range []Address{Done, Done, Done} { // y counts nowhere
		if need := m.Execute(0); need != want {
			t.Fatalf("Execute of %v = %d, want %d", m.g.Command(m.At[0]), need, want)
		}
		m.At[0] = m.Next(0)[0]
	}
	if !m.Known(o) || m.Fresh(o) || m.Value(m.Cell(o, 1)) != 0 {
		t.Errorf("the object has the cells %v, want only f known", m.Cells(o))
	}
	x := m.At[0].Dst
	m.Put(x, 0)
	if need := m.Execute(0); need != Stuck {
		t.Errorf("Execute of %v without a value of the local = %d, want %d", g.Command(m.At[0]),
			need, Stuck)
	}
	given := In(g, &semantics.Init{
		Objects: []string{"o"}, Stacks: [2]map[string]string{{"b": "o"}, {"b": "o"}},
	})
	given.At[0] = g.Starts(0)[0]
	given.Put(g.Formal(0, 0), 0)
	if need := given.Execute(0); need != Stuck {
		t.Errorf("Execute of a machine that is not lazy, without the formal = %d, want %d", need,
			Stuck)
	}
}

// TestFound: objects of a found initial state keep their order, with fresh ones last. An unknown
// cell holds its own object, an unknown formal the first one.
func TestFound(t *testing.T) {
	g := compiled(t, "m(b, c) { x := b.f; x := b.g; c.f := x; }", Options{Unroll: -1})
	m := In(g, nil)
	var f Found
	names := []int{f.Object(false), f.Object(true), f.Object(false)}
	for _, n := range names {
		if o := m.Add(int32(n)); int(o) != n+1 {
			t.Fatalf("Add(%d) = %d, want %d", n, o, n+1)
		}
	}
	f.Define(m, g.Formal(1, 1), 2, names)
	f.Define(m, m.Cell(1, 1), 2, names)
	before := f.Clone()
	f.Define(m, m.Cell(3, 0), 0, names)
	for o, want := range []semantics.Loc{1, 3, 2} {
		if got := f.Loc(o); got != want {
			t.Errorf("object %d is %v, want %v", o, got, want)
		}
	}
	in := f.Init(g, g.Pair())
	if !slices.Equal(in.Objects, []string{"o1", "o2"}) {
		t.Errorf("the initial state has the objects %q, want o1, o2", in.Objects)
	}
	if a, b := in.Stacks[0], in.Stacks[1]; a["b"] != "o1" || a["c"] != "o1" || b["b"] != "o1" ||
		b["c"] != "o2" {
		t.Errorf("the initial state has the stacks %v, want o2 in c of B and else o1", in.Stacks)
	}
	want := [][3]string{
		{"o1", "f", "o1"}, {"o1", "g", "o2"}, {"o2", "f", "o1"}, {"o2", "g", "o2"},
	}
	if !slices.Equal(in.Cells, want) {
		t.Errorf("the initial state has the cells %v, want %v", in.Cells, want)
	}
	if in := before.Init(g, g.Pair()); in.Cells[2] != [3]string{"o2", "f", "o2"} {
		t.Errorf("the copy has changed: %v", in.Cells)
	}
}
