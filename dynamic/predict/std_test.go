package predict

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// TestStdLimit: a trace of MaxStd events is read, and one more is an error at its line.
func TestStdLimit(t *testing.T) {
	text := strings.Repeat("A|r(x)|1\n", MaxStd)
	if s, err := ReadStd(text); err != nil || len(s.Lines) != MaxStd {
		t.Errorf("ReadStd of %d events: %+v, %v", MaxStd, s, err)
	}
	want := fmt.Sprintf("line %d: ", MaxStd+1)
	if _, err := ReadStd(text + "A|r(x)|1\n"); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("ReadStd of one more: error %v, want %q", err, want)
	}
}

// TestStdLocks: a trace may have MaxStdLocks locks. One more is an error, and so is a step that
// would give a lock to both threads.
func TestStdLocks(t *testing.T) {
	var text strings.Builder
	for n := range MaxStdLocks {
		fmt.Fprintf(&text, "A|acq(l%d)|1\n", n)
	}
	most := text.String() + "B|w(x)|1\n"
	if s, err := ReadStd(most); err != nil || len(s.Locks) != MaxStdLocks ||
		s.Trace.Events()[MaxStdLocks-1].Slot != MaxStdLocks-1 {
		t.Errorf("ReadStd of %d locks: %+v, %v", MaxStdLocks, s, err)
	}
	deepest := strings.Repeat("A|acq(m)|1\n", il.MaxDepth)
	if _, err := ReadStd("A|acq(l)|1\n" + deepest); err != nil {
		t.Errorf("ReadStd of a lock held %d times: error %v", il.MaxDepth, err)
	}
	for _, tt := range []struct{ text, want string }{
		{most + "B|acq(new)|1\n",
			fmt.Sprintf("predictors support %d locks, and this is one more", MaxStdLocks)},
		{most + "B|acq(l3)|1\n", "the other thread holds the lock"},
		{most + "B|rel(l3)|1\n", "the thread does not hold the lock"},
		{"A|acq(l)|1\n" + deepest + "A|acq(m)|1\n",
			fmt.Sprintf("the thread holds the lock %d times already", il.MaxDepth)},
	} {
		want := fmt.Sprintf("line %d: %s", strings.Count(tt.text, "\n"), tt.want)
		if _, err := ReadStd(tt.text); err == nil || err.Error() != want {
			t.Errorf("ReadStd: error %v, want %s", err, want)
		}
	}
}

func TestIsStd(t *testing.T) {
	for text, want := range map[string]bool{
		"A|w(x)|1": true, "# one\n\nT1|acq(l)": true, "": false, "trace   1": false,
		"{ x := y; } || { }": false, "A|w|1": false,
	} {
		if got := IsStd(text); got != want {
			t.Errorf("IsStd(%q) = %t, want %t", text, got, want)
		}
	}
}

// TestConflictsLimit: conflicts beyond the limit are counted.
func TestConflictsLimit(t *testing.T) {
	tr := written(t, "A write x; A write x; B write x")
	for limit, want := range map[int][2]int{2: {2, 0}, 1: {1, 1}} {
		all, more, cut := tr.Conflicts(Predictors(nil, nil), limit)
		if slices.Contains(cut, true) {
			t.Errorf("limit %d: the predictors are cut: %v", limit, cut)
		}
		if len(all) != want[0] || more != want[1] {
			t.Errorf("limit %d: %d conflicts and %d more, want %d and %d", limit, len(all), more,
				want[0], want[1])
		}
	}
}

// TestReentrantStd: inner critical sections are not written, because RAPID's locks are not
// re-entrant. Locks keep their names.
func TestReentrantStd(t *testing.T) {
	core := iltest.Core(t,
		"{ lock(); lock(); lock(m); arg1.f := arg1; unlock(m); unlock(); unlock(); } || "+
			"{ x := new(); }")
	in := semantics.Init{
		Objects: []string{"o"}, Cells: [][3]string{{"o", "f", "o"}},
		Stacks: [2]map[string]string{{"arg1": "o"}, {}},
	}
	x, err := execution.Begin(core, core.Pairs()[0], in)
	if err != nil {
		t.Fatal(err)
	}
	for range 7 {
		if stuck := x.Step(semantics.A); stuck != nil {
			t.Fatalf("a step of A: %v", stuck)
		}
	}
	tr, err := OfSteps(x)
	if err != nil {
		t.Fatal(err)
	}
	const want = "A|acq(lock)|1\nA|acq(m)|1\nA|w(o.f)|1\nA|rel(m)|1\nA|rel(lock)|1\n"
	if got, err := WriteStd(tr); err != nil || got != want {
		t.Errorf("WriteStd = %q, %v, want %q", got, err, want)
	}
}

// TestVariants: each variant is listed once.
func TestVariants(t *testing.T) {
	if got := fmt.Sprint(Variants); got != "[printed prefixes]" {
		t.Errorf("Variants is %s, want [printed prefixes]", got)
	}
}
