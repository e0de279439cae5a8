package bounded

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/slice"
)

// reports lists the reports of the pairs of a program by lines, as "3/5", and the limits that were
// met.
func reports(t *testing.T, text string, o Options) (all, cuts []string) {
	t.Helper()
	core := iltest.Core(t, text)
	r, err := Analyze(core, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range core.Pairs() {
		list, limits := r.Reports(t.Context(), p)
		for _, x := range list {
			line := func(at il.Pos) int { return core.Source.Position(at).Line }
			all = append(all, fmt.Sprintf("%d/%d", line(x.Sites[0].At), line(x.Sites[1].At)))
		}
		cuts = append(cuts, limits...)
	}
	return all, cuts
}

// known is a program with its reports and numbers of explored states, both by the number of
// switches. More switches than want has entries add no report. The numbers of states were recorded,
// so that a change of what is merged is noticed.
type known struct {
	name   string
	states [MaxSwitches + 1]int
	want   []string
	text   string
}

func (k known) reports(switches int) string { return k.want[min(switches, len(k.want)-1)] }

var programs = []known{
	{"without a step", [...]int{6, 6, 6, 6}, []string{"2/4"}, `{
arg1.f := arg1;
} || {
x := arg1.f;
}`},
	{"after a step", [...]int{0, 4, 4, 4}, []string{"", "2/5"}, `{
x := new(); arg1.f := x;
} || {
y := new();
arg1.f := y;
}`},
	{"published", [...]int{5, 13, 13, 13}, []string{"2/5", "2/5 3/6"}, `{
n := new(); arg1.f := n;
n.g := n;
} || {
x := arg1.f;
x.g := x;
}`},
	{"two switches", [...]int{6, 24, 78, 78}, []string{"2/6", "2/6 3/7", "2/6 3/7 4/8"}, `{
x := arg1.f; y := new();
x.g := y;
y.h := y;
} || {
n := new(); arg1.f := n;
m := n.g;
m.h := m;
}`},
	{"through a box", [...]int{6, 6, 6, 6}, []string{"3/5"}, `{
b := new(); b.g := arg1; y := b.g;
y.f := y;
} || {
x := arg1.f;
}`},
	{"locked", [...]int{0, 6, 40, 108}, []string{""}, `{
lock(); x := new();
arg1.f := x;
unlock();
} || {
lock();
y := arg1.f;
unlock();
}`},
	{"locked twice", [...]int{0, 6, 42, 114}, []string{""}, `{
lock(); lock(); x := new();
unlock(); arg1.f := x;
unlock();
} || {
lock();
y := arg1.f;
unlock();
}`},
	{"locked once", [...]int{6, 6, 6, 6}, []string{"3/6"}, `{
lock(); x := new();
arg1.f := x;
unlock();
} || {
y := arg1.f;
}`},
	{"the last thread changes the path", [...]int{0, 5, 5, 5}, []string{"", "2/2 3/3"}, `m(a) {
x := new(); a.g := x;
a.g.f := x;
}`},
	{"z alone", [...]int{5, 23, 69, 147}, []string{"", "3/7 4/8"}, `{
x := arg1.f;
arg1.g := x;
y := arg1.f;
} || {
n := new();
arg1.g := n;
arg1.g.f := n;
}`},
	{"in a callee", [...]int{0, 19, 19, 19}, []string{"", "6/6"}, `m(a) {
n(a.f);
}
private n(b) {
x := new();
b.g := x;
}`},
	{"a branch", [...]int{8, 8, 8, 8}, []string{"3/5"}, `{
if * { x := arg1; } else { x := new(); }
x.f := x;
} || {
arg1.f := arg1;
}`},
	{"other names", [...]int{10, 10, 10, 10}, []string{"3/5"}, `{
x := arg1.f;
x.g := x;
} || {
arg1.g := arg1;
}`},
	{"a name overwritten", [...]int{0, 4, 4, 4}, []string{"", "3/6"}, `{
arg1.f := arg1; x := arg1.f;
x.g := x;
} || {
y := new();
arg1.g := y;
}`},
	{"a choice first", [...]int{273, 273, 273, 273}, []string{"2/6 3/6 4/7"}, `{
if * { x := new(); } else { y := arg1.f; x := y; }
while * { x := x.f; }
x.g := x;
} || {
if * { skip; } else { arg1.f := arg1; }
arg1.g := arg1;
}`},
	{"later in other cases", [...]int{29, 47, 47, 47}, []string{"2/5 2/5", "2/5 2/5 3/6"}, `{
if * { arg1.f := arg1; arg1.h := arg1; } else { n := new(); arg1.f := n; y := arg1;
y.g := y; }
} || {
if * { x := arg1.f; } else { x := arg1; x := arg1; }
x.g := x;
}`},
	{"a name overwritten and given away", [...]int{19, 39, 39, 39},
		[]string{"3/6", "3/6 3/6 4/7"}, `{
x := arg1.f; n := new();
arg1.f := n; x.h := arg1;
n.k := n;
} || {
y := arg1.h; w := y.f;
w.k := w;
}`},
	{"handed over under the lock", [...]int{0, 30, 104, 262}, []string{"", "3/7", "3/7 4/8"}, `{
lock(); n := new(); arg1.f := n; unlock();
y := n.g;
y.h := y;
} || {
lock(); m := arg1.f; k := new();
m.g := k; unlock();
k.h := k;
}`},
	{"handed over in a callee", [...]int{0, 16, 62, 242},
		[]string{"10/13", "10/10 5/14 10/13 14/14", "10/10 5/14 6/15 10/13 14/14"}, `a1(p) {
b := new(); b.k := p;
put(p, b);
z := b.v;
y := z.g;
y.h := y;
}
private put(p, b) {
n := new(); if * { skip; } else { b.v := n; }
p.f := n; n := n;
}
b1(q) {
m := q.f; k := new();
m.g := k;
k.h := k;
}`},
	{"handed over in a callee before a choice", [...]int{0, 16, 62, 242},
		[]string{"10/13", "10/10 5/14 10/13 14/14", "10/10 5/14 6/15 10/13 14/14"}, `a1(p) {
b := new(); b.k := p;
put(p, b);
z := b.v;
y := z.g;
y.h := y;
}
private put(p, b) {
n := new(); if * { skip; } else { b.v := n; }
p.f := n; if * { n := n; } else { n := p; }
}
b1(q) {
m := q.f; k := new();
m.g := k;
k.h := k;
}`},
	{"distinguished, and the same again", [...]int{33, 54, 54, 54},
		[]string{"2/6 3/6", "2/6 2/7 3/8 3/6 3/7 4/9"}, `{
if * { arg1.f := arg1; n := new(); arg1.k := n;
n.g := n; } else { m := new(); arg1.f := m; arg1.k := m;
m.h := m; }
} || {
x := arg1.f;
y := arg1.k;
y.g := y;
y.h := y;
}`},
	{"objects forgotten", [...]int{18, 26, 26, 26}, []string{"4/6", "4/6 4/6"}, `{
if * { x := arg1.f; } else { y := arg1; }
x := new();
z := x; arg1.f := z; arg1.g := x;
} || {
y := arg1.f; arg1.g := y;
}`},
	{"a loop that makes and forgets", [...]int{0, 13, 55, 154}, []string{"", "4/7"}, `{
while * { x := new(); y := x; }
lock(); arg1.g := arg1; unlock();
arg1.f := arg1;
} || {
lock(); arg1.g := arg1; unlock();
arg1.f := arg1;
}`},
	{"locked in a callee", [...]int{0, 2, 17, 47}, []string{""}, `a(p) {
lock();
n(p);
unlock();
}
private n(p) {
x := new();
p.f := x;
}`},
	{"reads", [...]int{0, 0, 0, 0}, []string{""}, `{
x := arg1.f;
} || {
y := arg1.f;
}`},
	{"three switches", [...]int{0, 8, 52, 208},
		[]string{
			"",
			"2/2 2/3 2/4 3/3 3/4",
			"2/2 2/3 2/4 3/3 3/4 3/5 5/5",
			"2/2 2/3 2/4 3/3 3/4 3/5 4/5 5/5",
		}, `m(a) {
a.f := a; n := new();
a.f := n;
x := a.f;
x.f := x;
}`},
	{"two formals", [...]int{10, 32, 94, 222}, []string{"2/5", "2/5 2/6 3/6"}, `{
n := new(); arg1.f := n;
arg1.f.f := arg1;
} || {
arg1.f := arg2;
arg1.f := arg2;
}`},
	{"a choice without a step", [...]int{14, 14, 14, 14}, []string{"3/7"}, `{
lock(); x := new();
arg1.f.g := x;
unlock();
} || {
if * { y := new(); } else { if * { skip; } else { skip; } }
y := arg1.g;
}`},
	{"three formals", [...]int{120, 155, 155, 155}, []string{"5/7"}, `{
n := new(); arg1.f := n;
arg2.f := arg4; arg3.f := n;
y := arg1.f;
y.g := y;
} || {
arg1.g := arg1;
}`},
	{"a store to a published object", [...]int{8, 41, 78, 78},
		[]string{"2/5", "2/5 2/5 2/5", "2/5 2/5 2/5 3/6"}, `{
n := new(); arg1.f := n; q := new(); n.g := q; u := q.r;
u.h := u;
} || {
m := arg1.f; w := m.g; v := new(); w.r := v;
v.h := v;
}`},
	{"a store beyond a published object", [...]int{10, 61, 144, 494},
		[]string{"2/5", "2/5 2/5 2/5", "2/5 2/5 2/5 3/6"}, `{
n := new(); q := new(); n.g := q; arg1.f := n; p := new(); q.s := p; u := p.r;
u.h := u;
} || {
m := arg1.f; w := m.g; w := w.s; v := new(); w.r := v;
v.h := v;
}`},
	{"a published object as an argument", [...]int{0, 12, 126, 584},
		[]string{
			"",
			"2/2 2/3 3/3 2/6 2/7 3/6 3/7 6/6 6/7",
			"2/2 2/3 3/3 2/6 2/7 3/6 3/7 2/2 2/3 6/6 6/7",
			"2/2 2/3 3/3 2/6 2/7 3/6 3/7 2/2 2/3 3/3 6/6 6/7",
		}, `m(a) {
a.f := new();
a.f := a;
}
n(a) {
a.f := new();
x := a.f;
m(x.f);
}`},
}

// programNamed returns the known program with a name.
func programNamed(name string) known {
	return programs[slices.IndexFunc(programs, func(x known) bool { return x.name == name })]
}

func TestReports(t *testing.T) {
	for _, x := range programs {
		for k := range MaxSwitches + 1 {
			list, cuts := reports(t, x.text, Options{Switches: k})
			got := strings.Join(list, " ")
			if want := x.reports(k); got != want || len(cuts) > 0 {
				t.Errorf("%s, %d switches: reports %q and cuts %q, want %q and no cuts",
					x.name, k, got, cuts, want)
			}
		}
	}
}

// TestSwitches: each report has the number of switches that suffice.
func TestSwitches(t *testing.T) {
	core := iltest.Core(t, programNamed("three switches").text)
	r, err := Analyze(core, Options{Switches: MaxSwitches})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := r.Reports(t.Context(), core.Pairs()[0])
	var got []int
	for _, x := range all {
		got = append(got, x.Switches())
	}
	if want := []int{1, 1, 1, 1, 1, 2, 3, 2}; !slices.Equal(got, want) {
		t.Errorf("the switches of the reports are %v, want %v", got, want)
	}
}

// TestTogether: names are grouped if they lead to the meeting object together.
func TestTogether(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"m(p) { p.f := p; }", ""},
		{"m(p, q) { p.f := p; }", ""},
		{"m(p, q) { p.f := q; }", "p q"},
		{
			"m(p, q, r) { x := p.f.g; x.f := q; r.f := r; }",
			"p q, p r, q r, p q r, q p.f, q p.f.g, r p.f, r p.f.g",
		},
	} {
		core := iltest.Core(t, tt.text)
		x, err := newSearch(core, Options{}.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		u := core.Methods["m"]
		got := strings.Join(slice.Map(x.several(x.summary(u)).starts, func(q *start) string {
			return strings.Join(slice.Map(x.exprs(u, q),
				func(e abstract.Expr) string { return string(e) }), " ")
		}), ", ")
		if got != tt.want {
			t.Errorf("%s: grouped names %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestStart checks what a thread knows at the start, given its names. No name may be a prefix of
// another.
func TestStart(t *testing.T) {
	u := iltest.Core(t, "m(p, q) { p.f := q; }").Methods["m"]
	q := newStart(u, name{0, []uint16{1, 2}}, name{0, []uint16{1, 3}}, name{1, nil})
	if q.objects() != 3 || q.heads[0] != 1 || q.heads[1] != shared {
		t.Errorf("a start with 3 names has %d objects and heads %v, want 3 objects and heads 1, %d",
			q.objects(), q.heads, shared)
	}
	for _, c := range []struct {
		o     object
		field uint16
		holds object
	}{{1, 1, 2}, {1, 2, 0}, {2, 2, shared}, {2, 3, shared}, {2, 1, 0}, {0, 1, 0}, {3, 1, 3}} {
		if got := q.cell(c.o, c.field); got != c.holds {
			t.Errorf("cell(%d, %d) = %d, want %d", c.o, c.field, got, c.holds)
		}
	}
	short, long := name{0, []uint16{1}}, name{0, []uint16{1, 2}}
	if newStart(u, short, long) != nil || newStart(u, long, short) != nil ||
		newStart(u, short, short) != nil {
		t.Error("newStart accepts a name that is a prefix of another")
	}
}

// TestExploration checks the number of states explored, which depends on merging and on the shares
// of the budget.
func TestExploration(t *testing.T) {
	for _, x := range programs {
		for k, want := range x.states {
			if got := explored(t, x.text, k); got != want {
				t.Errorf("%s, %d switches: %d states, want %d", x.name, k, got, want)
			}
		}
	}
}

// explored returns the number of states that are explored for the last pair of a program, besides
// those of the prefixes.
func explored(t *testing.T, text string, k int) int {
	t.Helper()
	core := iltest.Core(t, text)
	r, err := Analyze(core, Options{Switches: k})
	if err != nil {
		t.Fatal(err)
	}
	states := 0
	for _, p := range core.Pairs() {
		w := new(stages).races(r.search, p, r.search.options.Switches)
		states = 2*r.search.options.MaxStates - w.remaining[0] - w.remaining[1]
	}
	return states
}

// TestNodes: a node takes two bytes.
func TestNodes(t *testing.T) {
	first := make([]uint16, 300)
	for i := range first {
		first[i] = uint16(i)
	}
	c := heapCase{nodes: packUint16s(first)}
	for _, n := range []uint16{0, 1, 255, 256, 299} {
		o := shared | object(n)
		if got := c.node(o); got != n {
			t.Errorf("node(%d) = %d, want %d", o, got, n)
		}
		if got, ok := c.find(n); !ok || got != o {
			t.Errorf("find(%d) = %d, %t, want %d, true", n, got, ok, o)
		}
	}
	if o, ok := c.find(300); ok {
		t.Errorf("find(300) = %d, want no object", o)
	}
}

// TestClauses: without any one clause, some report changes.
func TestClauses(t *testing.T) {
	for _, c := range Clauses {
		differs := slices.ContainsFunc(programs, func(x known) bool {
			got, _ := reports(t, x.text, Options{Switches: 1, Without: c.Clause})
			return strings.Join(got, " ") != x.reports(1)
		})
		if !differs {
			t.Errorf("without the clause %s (%s), the reports are the same", c.Name, c.Text)
		}
	}
}

// TestLimits: a limit that may have caused something to be missed is named.
func TestLimits(t *testing.T) {
	const list = `m(a) { while * { a := a.f; } a.g := a; }
		n(a) { lock(); a.g := a; unlock(); }
		p(a) { lock(); while * { a := a.f; } a.g := a; unlock(); }`
	const name = `{ lock(); x := arg1.f.g; x.h := x; unlock(); } ||
		{ lock(); arg1.h := arg1; unlock(); }`
	const objects = `{
		while * { x := new(); x.f := arg1; arg1 := x; }
		x := new(); x.f := x; arg2.f := arg1;
	} || { lock(); y := arg1.f.f; y.f := y; unlock(); }`
	// It has three pairs of accesses, of which the first two race.
	const pairs = "m(a) { a.f := a; a.f := a; }"
	for _, tt := range []struct {
		want, text string
		o          Options
	}{
		{"names of more than 8 fields", list, Options{Switches: 1}},
		{"more than 1 names", name, Options{MaxNames: 1, Switches: 1}},
		{"more than 2 objects", objects, Options{MaxObjects: 2, Switches: 1}},
		{"more than 3 states", objects, Options{MaxStates: 3, Switches: 1}},
		{"more than 2 pairs of accesses of the same field", pairs, Options{MaxPairs: 2}},
	} {
		_, cuts := reports(t, tt.text, tt.o)
		if !strings.Contains(strings.Join(cuts, ", "), tt.want) {
			t.Errorf("%s: the limits met are %q, want %q among them", tt.text, cuts, tt.want)
		}
	}
}

// TestInterrupted: an interrupted search ends soon and says so.
func TestInterrupted(t *testing.T) {
	core := iltest.Core(t,
		`{ while * { x := new(); x.f := arg1; arg1 := x; x := arg1.g; arg2.f := x; } } ||
		{ while * { x := arg1.f; arg1.g := x; arg1 := x; } }`)
	r, err := Analyze(core, Options{Switches: 2})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, cuts := r.Reports(ctx, core.Pairs()[0])
	if !slices.Contains(cuts, "an interrupt") {
		t.Errorf("Reports with a cancelled context returns the cuts %q, want an interrupt among them",
			cuts)
	}
}

// TestRefused: a number of switches out of range is an error.
func TestRefused(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; }")
	for _, k := range []int{-1, MaxSwitches + 1} {
		if _, err := Analyze(core, Options{Switches: k}); err == nil {
			t.Errorf("Analyze accepts %d switches, want an error", k)
		}
	}
}

// TestExecution checks the execution of a report: its thread order, its field and its sentences.
func TestExecution(t *testing.T) {
	core := iltest.Core(t, programNamed("two switches").text)
	r, err := Analyze(core, Options{Switches: 2})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := r.Reports(t.Context(), core.Pairs()[0])
	last := all[len(all)-1]
	e, err := last.Execution()
	if err != nil {
		t.Fatalf("the execution of the last report: %v", err)
	}
	if last.Switches() != 2 || len(e.Turns) != 3 || e.Field != "h" {
		t.Fatalf("the last report has %d switches, %d turns and field %q, want 2, 3 and h",
			last.Switches(), len(e.Turns), e.Field)
	}
	want := []string{
		"B takes 2 steps, then A takes 3 steps, then B takes 1 step. " +
			"Now both are about to access the same cell.",
	}
	if got := e.Sentences(); !slices.Equal(got, want) {
		t.Errorf("Sentences() = %q, want %q", got, want)
	}
}

// BenchmarkBounded analyzes a method of 1,000 statements paired with itself, with one switch.
func BenchmarkBounded(b *testing.B) {
	core := iltest.Core(b, gen.Large(1000, 1000, 1))
	for b.Loop() {
		r, err := Analyze(core, Options{Switches: 1})
		if err != nil {
			b.Fatal(err)
		}
		all, cuts := r.Reports(b.Context(), core.Pairs()[0])
		b.ReportMetric(float64(len(all)), "reports")
		b.ReportMetric(float64(len(cuts)), "limits")
	}
}
