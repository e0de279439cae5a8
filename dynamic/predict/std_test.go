package predict

import (
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// TestStdLimit: a trace of MaxStd events is read, and one more is refused at its line.
func TestStdLimit(t *testing.T) {
	text := strings.Repeat("A|r(x)|1\n", MaxStd)
	if s, err := ReadStd(text); err != nil || len(s.Lines) != MaxStd {
		t.Errorf("at the limit: %v", err)
	}
	if _, err := ReadStd(text + "A|r(x)|1\n"); err == nil || !strings.HasPrefix(err.Error(), "line 10001: ") {
		t.Errorf("above the limit: %v", err)
	}
}

func TestIsStd(t *testing.T) {
	for text, want := range map[string]bool{
		"A|w(x)|1": true, "# one\n\nT1|acq(l)": true, "": false, "trace   1": false, "{ x := y; } || { }": false, "A|w|1": false,
	} {
		if IsStd(text) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}

// TestConflictsLimit: conflicts beyond the limit are counted.
func TestConflictsLimit(t *testing.T) {
	tr := written(t, "A write x; A write x; B write x")
	for limit, want := range map[int][2]int{2: {2, 0}, 1: {1, 1}} {
		all, more, _ := tr.Conflicts(Predictors(nil, nil), limit)
		if len(all) != want[0] || more != want[1] {
			t.Errorf("limit %d: %d listed and %d more", limit, len(all), more)
		}
	}
}

// TestReentrantStd: an inner section is not written, since RAPID's locks are not re-entrant.
func TestReentrantStd(t *testing.T) {
	core := iltest.Core(t, "{ lock(); lock(); arg1.f := arg1; unlock(); unlock(); } || { x := new(); }")
	in := semantics.Init{Objects: []string{"o"}, Cells: [][3]string{{"o", "f", "o"}}, Stacks: [2]map[string]string{{"arg1": "o"}, {}}}
	x, err := execution.Begin(core, core.Pairs()[0], in)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		x.Step(semantics.A)
	}
	tr, err := OfSteps(x)
	if err != nil {
		t.Fatal(err)
	}
	const want = "A|acq(lock)|1\nA|w(o.f)|1\nA|rel(lock)|1\n"
	if got, err := WriteStd(tr); err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
}
