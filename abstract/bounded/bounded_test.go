package bounded

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
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

// programs are small, with what is reported with no switch, with one and with two.
var programs = []struct {
	name, text string
	want       [3]string
}{
	{"at once", "{\narg1.f := arg1;\n} || {\nx := arg1.f;\n}", [3]string{"2/4", "2/4", "2/4"}},
	{"behind a step", "{\nx := new(); arg1.f := x;\n} || {\ny := new();\narg1.f := y;\n}", [3]string{"", "2/5", "2/5"}},
	{"published", "{\nn := new(); arg1.f := n;\nn.g := n;\n} || {\nx := arg1.f;\nx.g := x;\n}", [3]string{"2/5", "2/5 3/6", "2/5 3/6"}},
	{"two switches", "{\nx := arg1.f; y := new();\nx.g := y;\ny.h := y;\n} || {\nn := new(); arg1.f := n;\nm := n.g;\nm.h := m;\n}",
		[3]string{"2/6", "2/6 3/7", "2/6 3/7 4/8"}},
	{"through a box", "{\nb := new(); b.g := arg1; y := b.g;\ny.f := y;\n} || {\nx := arg1.f;\n}", [3]string{"3/5", "3/5", "3/5"}},
	{"locked", "{\nlock(); x := new();\narg1.f := x;\nunlock();\n} || {\nlock();\ny := arg1.f;\nunlock();\n}", [3]string{"", "", ""}},
	{"locked once", "{\nlock(); x := new();\narg1.f := x;\nunlock();\n} || {\ny := arg1.f;\n}", [3]string{"3/6", "3/6", "3/6"}},
	{"the way changes behind the first", "m(a) {\nx := new(); a.g := x;\na.g.f := x;\n}", [3]string{"", "2/2 3/3", "2/2 3/3"}},
	{"a loop of z", "{\nx := arg1.f;\narg1.g := x;\ny := arg1.f;\n} || {\nn := new();\narg1.g := n;\narg1.g.f := n;\n}", [3]string{"", "3/7 4/8", "3/7 4/8"}},
	{"in a callee", "m(a) {\nn(a.f);\n}\nprivate n(b) {\nx := new();\nb.g := x;\n}", [3]string{"", "6/6", "6/6"}},
	{"a branch", "{\nif * { x := arg1; } else { x := new(); }\nx.f := x;\n} || {\narg1.f := arg1;\n}", [3]string{"3/5", "3/5", "3/5"}},
	{"other names", "{\nx := arg1.f;\nx.g := x;\n} || {\narg1.g := arg1;\n}", [3]string{"3/5", "3/5", "3/5"}},
	{"a name that is overwritten", "{\narg1.f := arg1; x := arg1.f;\nx.g := x;\n} || {\ny := new();\narg1.g := y;\n}", [3]string{"", "3/6", "3/6"}},
	{"reads", "{\nx := arg1.f;\n} || {\ny := arg1.f;\n}", [3]string{"", "", ""}},
}

func TestReports(t *testing.T) {
	for _, x := range programs {
		for k, want := range x.want {
			got, cuts := reports(t, x.text, Options{Switches: k})
			if strings.Join(got, " ") != want || len(cuts) > 0 {
				t.Errorf("%s, %d switches: %v, want %s; %v", x.name, k, got, want, cuts)
			}
		}
	}
}

// TestClauses: each clause matters.
func TestClauses(t *testing.T) {
	for _, c := range Clauses {
		differs := slices.ContainsFunc(programs, func(x struct {
			name, text string
			want       [3]string
		}) bool {
			got, _ := reports(t, x.text, Options{Switches: 1, Without: c.Clause})
			return strings.Join(got, " ") != x.want[1]
		})
		if !differs {
			t.Errorf("nothing is reported otherwise without %s: %s", c.Name, c.Text)
		}
	}
}

// TestLimits: what a limit may have left out is named.
func TestLimits(t *testing.T) {
	const list = "m(a) {\nwhile * { a := a.f; }\na.g := a;\n}\nn(a) {\nlock(); a.g := a; unlock();\n}"
	const objects = "{\nwhile * { x := new(); x.f := arg1; arg1 := x; }\nx := new(); x.f := x; arg2.f := arg1;\n} || {\nlock(); y := arg1.f.f; y.f := y; unlock();\n}"
	for want, x := range map[string]struct {
		text string
		o    Options
	}{
		"names of more than 8 fields": {list + "\np(a) {\nlock(); while * { a := a.f; } a.g := a; unlock();\n}", Options{Switches: 1}},
		"more than 1 names":           {"{\nlock(); x := arg1.f.g; x.h := x; unlock();\n} || {\nlock(); arg1.h := arg1; unlock();\n}", Options{MaxNames: 1, Switches: 1}},
		"more than 2 objects":         {objects, Options{MaxObjects: 2, Switches: 1}},
		"more than 3 states":          {objects, Options{MaxStates: 3, Switches: 1}},
	} {
		if _, cuts := reports(t, x.text, x.o); !strings.Contains(strings.Join(cuts, ", "), want) {
			t.Errorf("%v, want %s", cuts, want)
		}
	}
}

// TestInterrupted: a search ends soon when it is told to, and says so.
func TestInterrupted(t *testing.T) {
	core := iltest.Core(t, "{\nwhile * { x := new(); x.f := arg1; arg1 := x; x := arg1.g; arg2.f := x; }\n} || {\nwhile * { x := arg1.f; arg1.g := x; arg1 := x; }\n}")
	r, err := Analyze(core, Options{Switches: 2})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, cuts := r.Reports(ctx, core.Pairs()[0]); !slices.Contains(cuts, "an interrupt") {
		t.Errorf("%v", cuts)
	}
}

// TestRefused: what has no answer is an error.
func TestRefused(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; }")
	for _, k := range []int{-1, MaxSwitches + 1} {
		if _, err := Analyze(core, Options{Switches: k}); err == nil {
			t.Errorf("%d switches", k)
		}
	}
}

// TestExecution: the execution of a report, its turns and names.
func TestExecution(t *testing.T) {
	text := programs[3].text
	core := iltest.Core(t, text)
	r, err := Analyze(core, Options{Switches: 2})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := r.Reports(t.Context(), core.Pairs()[0])
	e, err := all[len(all)-1].Execution()
	if err != nil || all[len(all)-1].Switches() != 2 || len(e.Turns) != 3 || e.Field != "h" {
		t.Fatalf("%+v, %v", e, err)
	}
	want := []string{
		"Let A's arg1 and B's arg1 be one object in the beginning, and let them share nothing else.",
		"B makes 2 steps, then A makes 3 steps, then B makes 1 step: then both stand before their accesses, of one cell.",
	}
	if got := e.Sentences(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
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
