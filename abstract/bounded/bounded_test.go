package bounded

import (
	"cmp"
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

// reports lists what is reported of the pairs of a program, as "3/5" by lines, and the
// limits that were met.
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

// known is a program with what is reported with no switch, with one and with two; with three the
// same, or what more is said to be.
type known struct {
	name, text string
	want       [3]string
	three      string
}

// programs are small.
var programs = []known{
	{"at once", "{\narg1.f := arg1;\n} || {\nx := arg1.f;\n}", [3]string{"2/4", "2/4", "2/4"}, ""},
	{"behind a step", "{\nx := new(); arg1.f := x;\n} || {\ny := new();\narg1.f := y;\n}",
		[3]string{"", "2/5", "2/5"}, ""},
	{"published", "{\nn := new(); arg1.f := n;\nn.g := n;\n} || {\nx := arg1.f;\nx.g := x;\n}",
		[3]string{"2/5", "2/5 3/6", "2/5 3/6"}, ""},
	{"two switches",
		"{\nx := arg1.f; y := new();\nx.g := y;\ny.h := y;\n} || {\nn := new(); arg1.f := n;\nm := n.g;\nm.h := m;\n}",
		[3]string{"2/6", "2/6 3/7", "2/6 3/7 4/8"}, ""},
	{"through a box", "{\nb := new(); b.g := arg1; y := b.g;\ny.f := y;\n} || {\nx := arg1.f;\n}",
		[3]string{"3/5", "3/5", "3/5"}, ""},
	{"locked", "{\nlock(); x := new();\narg1.f := x;\nunlock();\n} || {\nlock();\ny := arg1.f;\nunlock();\n}", [3]string{"", "", ""}, ""},
	{"locked twice",
		"{\nlock(); lock(); x := new();\nunlock(); arg1.f := x;\nunlock();\n} || {\nlock();\ny := arg1.f;\nunlock();\n}", [3]string{"", "", ""}, ""},
	{"locked once", "{\nlock(); x := new();\narg1.f := x;\nunlock();\n} || {\ny := arg1.f;\n}",
		[3]string{"3/6", "3/6", "3/6"}, ""},
	{"the way changes behind the first", "m(a) {\nx := new(); a.g := x;\na.g.f := x;\n}",
		[3]string{"", "2/2 3/3", "2/2 3/3"}, ""},
	{"a loop of z",
		"{\nx := arg1.f;\narg1.g := x;\ny := arg1.f;\n} || {\nn := new();\narg1.g := n;\narg1.g.f := n;\n}", [3]string{"", "3/7 4/8", "3/7 4/8"}, ""},
	{"in a callee", "m(a) {\nn(a.f);\n}\nprivate n(b) {\nx := new();\nb.g := x;\n}",
		[3]string{"", "6/6", "6/6"}, ""},
	{"a branch",
		"{\nif * { x := arg1; } else { x := new(); }\nx.f := x;\n} || {\narg1.f := arg1;\n}",
		[3]string{"3/5", "3/5", "3/5"}, ""},
	{"other names", "{\nx := arg1.f;\nx.g := x;\n} || {\narg1.g := arg1;\n}",
		[3]string{"3/5", "3/5", "3/5"}, ""},
	{"a name that is overwritten",
		"{\narg1.f := arg1; x := arg1.f;\nx.g := x;\n} || {\ny := new();\narg1.g := y;\n}",
		[3]string{"", "3/6", "3/6"}, ""},
	{"a choice at once",
		"{\nif * { x := new(); } else { y := arg1.f; x := y; }\nwhile * { x := x.f; }\nx.g := x;\n} || {\nif * { skip; } else { arg1.f := arg1; }\narg1.g := arg1;\n}", [3]string{"2/6 3/6 4/7", "2/6 3/6 4/7", "2/6 3/6 4/7"}, ""},
	{"what comes later in other cases",
		"{\nif * { arg1.f := arg1; arg1.h := arg1; } else { n := new(); arg1.f := n; y := arg1;\ny.g := y; }\n} || {\nif * { x := arg1.f; } else { x := arg1; x := arg1; }\nx.g := x;\n}", [3]string{"2/5 2/5", "2/5 2/5 3/6", "2/5 2/5 3/6"}, ""},
	{"a name that is overwritten and given away",
		"{\nx := arg1.f; n := new();\narg1.f := n; x.h := arg1;\nn.k := n;\n} || {\ny := arg1.h; w := y.f;\nw.k := w;\n}", [3]string{"3/6", "3/6 3/6 4/7", "3/6 3/6 4/7"}, ""},
	{"left behind the lock",
		"{\nlock(); n := new(); arg1.f := n; unlock();\ny := n.g;\ny.h := y;\n} || {\nlock(); m := arg1.f; k := new();\nm.g := k; unlock();\nk.h := k;\n}", [3]string{"", "3/7", "3/7 4/8"}, ""},
	{"left in a callee",
		"a1(p) {\nb := new(); b.k := p;\nput(p, b);\nz := b.v;\ny := z.g;\ny.h := y;\n}\nprivate put(p, b) {\nn := new(); if * { skip; } else { b.v := n; }\np.f := n; n := n;\n}\nb1(q) {\nm := q.f; k := new();\nm.g := k;\nk.h := k;\n}", [3]string{"10/13", "10/10 5/14 10/13 14/14", "10/10 5/14 6/15 10/13 14/14"}, ""},
	{"left in a callee before a choice",
		"a1(p) {\nb := new(); b.k := p;\nput(p, b);\nz := b.v;\ny := z.g;\ny.h := y;\n}\nprivate put(p, b) {\nn := new(); if * { skip; } else { b.v := n; }\np.f := n; if * { n := n; } else { n := p; }\n}\nb1(q) {\nm := q.f; k := new();\nm.g := k;\nk.h := k;\n}", [3]string{"10/13", "10/10 5/14 10/13 14/14", "10/10 5/14 6/15 10/13 14/14"}, ""},
	{"told apart, and the same again",
		"{\nif * { arg1.f := arg1; n := new(); arg1.k := n;\nn.g := n; } else { m := new(); arg1.f := m; arg1.k := m;\nm.h := m; }\n} || {\nx := arg1.f;\ny := arg1.k;\ny.g := y;\ny.h := y;\n}", [3]string{"2/6 3/6", "2/6 2/7 3/8 3/6 3/7 4/9", "2/6 2/7 3/8 3/6 3/7 4/9"}, ""},
	{"what is forgotten",
		"{\nif * { x := arg1.f; } else { y := arg1; }\nx := new();\nz := x; arg1.f := z; arg1.g := x;\n} || {\ny := arg1.f; arg1.g := y;\n}", [3]string{"4/6", "4/6 4/6", "4/6 4/6"}, ""},
	{"a loop that makes and forgets",
		"{\nwhile * { x := new(); y := x; }\nlock(); arg1.g := arg1; unlock();\narg1.f := arg1;\n} || {\nlock(); arg1.g := arg1; unlock();\narg1.f := arg1;\n}", [3]string{"", "4/7", "4/7"}, ""},
	{"locked in a callee",
		"a(p) {\nlock();\nn(p);\nunlock();\n}\nprivate n(p) {\nx := new();\np.f := x;\n}",
		[3]string{"", "", ""}, ""},
	{"reads", "{\nx := arg1.f;\n} || {\ny := arg1.f;\n}", [3]string{"", "", ""}, ""},
	{"three switches", "m(a) {\na.f := a; n := new();\na.f := n;\nx := a.f;\nx.f := x;\n}",
		[3]string{"", "2/2 2/3 2/4 3/3 3/4", "2/2 2/3 2/4 3/3 3/4 3/5 5/5"},
		"2/2 2/3 2/4 3/3 3/4 3/5 4/5 5/5"},
	{"two formals",
		"{\nn := new(); arg1.f := n;\narg1.f.f := arg1;\n} || {\narg1.f := arg2;\narg1.f := arg2;\n}", [3]string{"2/5", "2/5 2/6 3/6", "2/5 2/6 3/6"}, ""},
	{"a choice without a step",
		"{\nlock(); x := new();\narg1.f.g := x;\nunlock();\n} || {\nif * { y := new(); } else { if * { skip; } else { skip; } }\ny := arg1.g;\n}", [3]string{"3/7", "3/7", "3/7"}, ""},
	{"three formals",
		"{\nn := new(); arg1.f := n;\narg2.f := arg4; arg3.f := n;\ny := arg1.f;\ny.g := y;\n} || {\narg1.g := arg1;\n}", [3]string{"5/7", "5/7", "5/7"}, ""},
	{"written to what was published",
		"{\nn := new(); arg1.f := n; q := new(); n.g := q; u := q.r;\nu.h := u;\n} || {\nm := arg1.f; w := m.g; v := new(); w.r := v;\nv.h := v;\n}", [3]string{"2/5", "2/5 2/5 2/5", "2/5 2/5 2/5 3/6"}, ""},
	{"written to what leads on from what was published",
		"{\nn := new(); q := new(); n.g := q; arg1.f := n; p := new(); q.s := p; u := p.r;\nu.h := u;\n} || {\nm := arg1.f; w := m.g; w := w.s; v := new(); w.r := v;\nv.h := v;\n}", [3]string{"2/5", "2/5 2/5 2/5", "2/5 2/5 2/5 3/6"}, ""},
	{"an argument of what was published",
		"m(a) {\na.f := new();\na.f := a;\n}\nn(a) {\na.f := new();\nx := a.f;\nm(x.f);\n}",
		[3]string{
			"", "2/2 2/3 3/3 2/6 2/7 3/6 3/7 6/6 6/7",
			"2/2 2/3 3/3 2/6 2/7 3/6 3/7 2/2 2/3 6/6 6/7",
		}, "2/2 2/3 3/3 2/6 2/7 3/6 3/7 2/2 2/3 3/3 6/6 6/7"},
}

func TestReports(t *testing.T) {
	for _, x := range programs {
		for k, want := range append(x.want[:], cmp.Or(x.three, x.want[2])) {
			got, cuts := reports(t, x.text, Options{Switches: k})
			if strings.Join(got, " ") != want || len(cuts) > 0 {
				t.Errorf("%s, %d switches: %v, want %s; %v", x.name, k, got, want, cuts)
			}
		}
	}
}

// TestSwitches: each report has the number of switches that suffice.
func TestSwitches(t *testing.T) {
	i := slices.IndexFunc(programs, func(x known) bool { return x.name == "three switches" })
	core := iltest.Core(t, programs[i].text)
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
		t.Errorf("%v switches, want %v", got, want)
	}
}

// TestTogether: names are grouped if they lead to the meeting object together.
func TestTogether(t *testing.T) {
	for text, want := range map[string]string{
		"m(p) { p.f := p; }":                             "",
		"m(p, q) { p.f := p; }":                          "",
		"m(p, q) { p.f := q; }":                          "p q",
		"m(p, q, r) { x := p.f.g; x.f := q; r.f := r; }": "p q, p r, q r, p q r, q p.f, q p.f.g, r p.f, r p.f.g",
	} {
		core := iltest.Core(t, text)
		x, err := newSearch(core, Options{}.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		u := core.Methods["m"]
		got := slice.Map(x.several(x.summary(u)).starts, func(q *start) string {
			return strings.Join(slice.Map(x.exprs(u, q),
				func(e abstract.Expr) string { return string(e) }), " ")
		})
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: grouped names %s, want %s", text, strings.Join(got, ", "), want)
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
			t.Errorf("the field %d of %d holds %d, want %d", c.field, c.o, got, c.holds)
		}
	}
	short, long := name{0, []uint16{1}}, name{0, []uint16{1, 2}}
	if newStart(u, short, long) != nil || newStart(u, long, short) != nil ||
		newStart(u, short, short) != nil {
		t.Error("a name that begins with another one")
	}
}

// TestExploration checks the number of states explored, which depends on merging and on the shares
// of the budget.
func TestExploration(t *testing.T) {
	for name, want := range map[string][3]int{
		"at once":                          {6, 6, 6},
		"behind a step":                    {0, 4, 4},
		"published":                        {5, 13, 13},
		"two switches":                     {6, 24, 78},
		"through a box":                    {6, 6, 6},
		"locked":                           {0, 6, 40},
		"locked twice":                     {0, 6, 42},
		"locked once":                      {6, 6, 6},
		"the way changes behind the first": {0, 5, 5},
		"a loop of z":                      {5, 23, 69},
		"in a callee":                      {0, 19, 19},
		"a branch":                         {8, 8, 8},
		"other names":                      {10, 10, 10},
		"a name that is overwritten":       {0, 4, 4},
		"a choice at once":                 {273, 273, 273},
		"what comes later in other cases":  {29, 47, 47},
		"a name that is overwritten and given away": {19, 39, 39},
		"left behind the lock":                      {0, 30, 104},
		"what is forgotten":                         {18, 26, 26},
		"left in a callee":                          {0, 16, 62},
		"told apart, and the same again":            {33, 54, 54},
		"reads":                                     {0, 0, 0},
	} {
		for _, x := range programs {
			if x.name != name {
				continue
			}
			for k, n := range want {
				if got := explored(t, x.text, k); got != n {
					t.Errorf("%s, %d switches: %d states, want %d", name, k, got, n)
				}
			}
		}
	}
}

// explored returns the states that the last search of a program looks at: of pairs of units
// with what they leave.
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
		if got := c.node(shared | object(n)); got != n {
			t.Errorf("node %d is %d", n, got)
		}
		if o, ok := c.find(n); !ok || o != shared|object(n) {
			t.Errorf("node %d is of %d", n, o)
		}
	}
	if _, ok := c.find(300); ok {
		t.Error("a node that is not known is found")
	}
}

// TestClauses: without any one clause, some report changes.
func TestClauses(t *testing.T) {
	for _, c := range Clauses {
		differs := slices.ContainsFunc(programs, func(x known) bool {
			got, _ := reports(t, x.text, Options{Switches: 1, Without: c.Clause})
			return strings.Join(got, " ") != x.want[1]
		})
		if !differs {
			t.Errorf("nothing is reported otherwise without %s: %s", c.Name, c.Text)
		}
	}
}

// TestLimits: a limit that may have caused something to be missed is named.
func TestLimits(t *testing.T) {
	const list = "m(a) {\nwhile * { a := a.f; }\na.g := a;\n}\nn(a) {\nlock(); a.g := a; unlock();\n}"
	const objects = "{\nwhile * { x := new(); x.f := arg1; arg1 := x; }\nx := new(); x.f := x; arg2.f := arg1;\n} || {\nlock(); y := arg1.f.f; y.f := y; unlock();\n}"
	for want, x := range map[string]struct {
		text string
		o    Options
	}{
		"names of more than 8 fields": {list +
			"\np(a) {\nlock(); while * { a := a.f; } a.g := a; unlock();\n}", Options{Switches: 1}},
		"more than 1 names": {"{\nlock(); x := arg1.f.g; x.h := x; unlock();\n} || {\nlock(); arg1.h := arg1; unlock();\n}", Options{MaxNames: 1, Switches: 1}},
		"more than 2 objects": {objects,
			Options{MaxObjects: 2, Switches: 1}},
		"more than 3 states": {objects,
			Options{MaxStates: 3, Switches: 1}},
		// both of which are found
		"more than 2 pairs of accesses of the same field": {"m(a) { a.f := a; a.f := a; }",
			Options{MaxPairs: 2}},
	} {
		if _, cuts := reports(t, x.text, x.o); !strings.Contains(strings.Join(cuts, ", "), want) {
			t.Errorf("%s: the limits met are %q, want %s", x.text, cuts, want)
		}
	}
}

// TestInterrupted: an interrupted search ends soon and says so.
func TestInterrupted(t *testing.T) {
	core := iltest.Core(t,
		"{\nwhile * { x := new(); x.f := arg1; arg1 := x; x := arg1.g; arg2.f := x; }\n} || {\nwhile * { x := arg1.f; arg1.g := x; arg1 := x; }\n}")
	r, err := Analyze(core, Options{Switches: 2})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, cuts := r.Reports(ctx, core.Pairs()[0])
	if !slices.Contains(cuts, "an interrupt") {
		t.Errorf("Reports of a cancelled context cuts %q, want an interrupt among them", cuts)
	}
}

// TestRefused: a program without an answer is an error.
func TestRefused(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; }")
	for _, k := range []int{-1, MaxSwitches + 1} {
		if _, err := Analyze(core, Options{Switches: k}); err == nil {
			t.Errorf("%d switches", k)
		}
	}
}

// TestExecution checks the execution of a report: its thread order, its field and its sentences.
func TestExecution(t *testing.T) {
	text := programs[3].text
	core := iltest.Core(t, text)
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
		"B takes 2 steps, then A takes 3 steps, then B takes 1 step. Now both are about to access the same cell.",
	}
	if got := e.Sentences(); !slices.Equal(got, want) {
		t.Errorf("Sentences() = %q, want %q", got, want)
	}
}

// BenchmarkBounded is a method of 1,000 statements beside itself, with one context
// switch.
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
