package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/report"
	"wobbly/witness"
)

const methods = "m(a) { a.f := new(); } n(a) { x := a.f; } private p(a) { skip; }"

// checked checks a text with an analyzer.
func checked(t *testing.T, text string, words Analysis, pair string,
	strict bool) (*report.Check, error) {
	t.Helper()
	if words.Limit == 0 {
		words.Limit = MaxListed
	}
	a, err := words.Analyzer()
	if err != nil {
		t.Fatal(err)
	}
	a.o.Share = 0
	core, err := Load(context.Background(), il.NewSource("f.il", text), strict)
	if err != nil {
		return nil, err
	}
	return Check(context.Background(), core, Checking{Analyzer: a, Pair: pair})
}

// TestCheck: the document has the name of its analyzer, and its reports on the requested pair.
func TestCheck(t *testing.T) {
	for _, a := range analyzers.All() {
		all, mixed := 2, 1
		switch a.Name {
		case "bounded-0":
			all = 1 // m beside itself races where each has made its object: the thread changes
		case "newfree":
			all, mixed = 0, 0 // all stores are of new objects
		}
		for pair, want := range map[string]int{"": all, "n,m": mixed, "n,n": 0} {
			d, err := checked(t, methods, Analysis{Name: a.Name}, pair, false)
			if err != nil {
				t.Fatalf("%s: %v", a.Name, err)
			}
			races := slices.Collect(d.Races)
			if len(races) != want || d.TotalRaces.String() != fmt.Sprint(want) || d.File != "f.il" {
				t.Errorf("%s, pair %q: %d races of %q, %s in all, want %d", a.Name, pair,
					len(races), d.File, d.TotalRaces, want)
			}
			for i, r := range races {
				if r.Verdict != report.Confirmed || r.ID != fmt.Sprint("R", i+1) ||
					r.Left.Unit != "m" {
					t.Errorf("%s: report %d = %+v, want it confirmed, of m", a.Name, i, r)
				}
			}
			if d.Judged() != (a.Summaries == nil) || a.As == nil && d.Analysis != a.Name {
				t.Errorf("%s: the document is of %s, judged: %t", a.Name, d.Analysis, d.Judged())
			}
		}
	}
}

// TestOptions: the limit, the length of witnesses and the lock condition reach the analysis.
func TestOptions(t *testing.T) {
	d, err := checked(t, methods, Analysis{Limit: 1}, "", false)
	if err != nil || len(slices.Collect(d.Races)) != 1 || d.TotalRaces.String() != "2" {
		t.Errorf("checked with limit 1 = %+v, %v; want 1 of 2 races", d, err)
	}
	const calls = "m(a) { p(a); a.f := new(); } private p(a) { x := a; }"
	for steps, compressed := range map[int]bool{10_000: false, 0: true} {
		words := Analysis{Parameters: map[string]any{"max-steps": steps}}
		d, err := checked(t, calls, words, "", false)
		if err != nil {
			t.Fatal(err)
		}
		for r := range d.Races {
			if r.Witness.Compressed != compressed {
				t.Errorf("at most %d steps: a witness is compressed: %t, want %t", steps,
					r.Witness.Compressed, compressed)
			}
		}
	}
	for name, want := range map[string]string{"racerdx": "or", "racerdx-sum": "sum"} {
		d, err := checked(t, methods, Analysis{Name: name}, "", false)
		if err != nil || d.Condition != want {
			t.Errorf("%s: checked = %+v, %v; want the condition %s", name, d, err, want)
		}
	}
}

// TestExitOf: what was found is more important than what was cut, unless it is undecided.
func TestExitOf(t *testing.T) {
	for _, tt := range []struct {
		counts report.Tally
		want   int
	}{
		{report.Tally{}, ExitNothing},
		{report.Tally{Incomplete: true}, ExitInconclusive},
		{report.Tally{Found: true}, ExitFound},
		{report.Tally{Found: true, Undecided: 1, Incomplete: true}, ExitInconclusive},
		{report.Tally{Found: true, Undecided: 1, Confirmed: 1, Incomplete: true}, ExitFound},
		{report.Tally{Deadlocks: 1, Incomplete: true}, ExitFound},
		{report.Tally{Confirmed: 1}, ExitNothing},
		{report.Tally{Deadlocks: 1, Interrupted: true}, ExitInconclusive},
		{report.Tally{Defect: true, Interrupted: true}, ExitViolated},
	} {
		if got := ExitOf(tt.counts); got != tt.want {
			t.Errorf("ExitOf(%+v) = %d, want %d", tt.counts, got, tt.want)
		}
	}
}

// TestExitOfSearch: a race counts even if the search was cut, and a refused witness before both.
func TestExitOfSearch(t *testing.T) {
	for _, tt := range []struct {
		o    report.Outcome
		want int
	}{
		{report.Outcome{}, ExitNothing},
		{report.Outcome{Pairs: 1}, ExitNothing},
		{report.Outcome{Cut: 1}, ExitInconclusive},
		{report.Outcome{Races: 1, Cut: 1}, ExitFound},
		{report.Outcome{Deadlocks: 1, Cut: 1}, ExitFound},
		{report.Outcome{Refused: 1, Races: 1, Cut: 1}, ExitViolated},
	} {
		if got := ExitOfSearch(tt.o); got != tt.want {
			t.Errorf("ExitOfSearch(%+v) = %d, want %d", tt.o, got, tt.want)
		}
	}
}

// TestAtTheLimit: a limit and a cap may be 0, but not negative.
func TestAtTheLimit(t *testing.T) {
	for n, ok := range map[int]bool{0: true, -1: false} {
		for _, words := range []Analysis{{Limit: n}, {Cap: n}} {
			if _, err := words.Analyzer(); (err == nil) != ok {
				t.Errorf("Analyzer() of %+v: %v, want no error: %t", words, err, ok)
			}
		}
	}
}

// TestCondition: the printed lock condition is the one that was used.
func TestCondition(t *testing.T) {
	for switches, want := range map[string]string{"sum": "sum", "": "or"} {
		words := Analysis{Name: "racerd"}
		if switches != "" {
			words.Parameters = map[string]any{"switches": switches}
		}
		d, err := checked(t, methods, words, "", false)
		if err != nil || d.Condition != want {
			t.Errorf("%s switches: checked = %+v, %v; want the condition %s", switches, d, err,
				want)
		}
	}
}

// TestLoad: the error of an illegal program has its diagnostics, and sugar is rejected on request.
func TestLoad(t *testing.T) {
	var illegal *Illegal
	for _, text := range []string{
		"m(a) { lock(); b.f := a; }", "m(a) {", "m(a) { x := ; skip; }", "m(a) { skip; } }",
	} {
		_, err := checked(t, text, Analysis{}, "", false)
		if !errors.As(err, &illegal) || len(illegal.Errors) == 0 || illegal.Source.Name != "f.il" {
			t.Errorf("checked(%q): %v, want an *Illegal of f.il", text, err)
		}
		if err != nil && !strings.Contains(err.Error(), "f.il") {
			t.Errorf("checked(%q): the error %q does not name the file", text, err)
		}
	}
	const sugar = "m(a) { a.f := a.g; }"
	if _, err := checked(t, sugar, Analysis{}, "", false); err != nil {
		t.Error(err)
	}
	if _, err := checked(t, sugar, Analysis{}, "", true); !errors.As(err, &illegal) {
		t.Errorf("checked(%q), strict: %v, want an *Illegal", sugar, err)
	}
}

// TestPairOf: a pair is found in either order, and the error says what is wrong with its name.
func TestPairOf(t *testing.T) {
	core := iltest.Core(t, methods)
	if p, err := PairOf(core, ""); p != nil || err != nil {
		t.Errorf("PairOf(\"\") = %v, %v; want neither", p, err)
	}
	for _, name := range []string{"m,n", " n , m"} {
		if p, err := PairOf(core, name); err != nil || p.Left.Name != "m" || p.Right.Name != "n" {
			t.Errorf("PairOf(%q) = %v, %v; want m and n", name, p, err)
		}
	}
	accents := iltest.Core(t, "e\u0301te\u0301(b) { b.f := b; }")
	if p, err := PairOf(accents, "\u00e9t\u00e9,e\u0301te\u0301"); err != nil || p == nil {
		t.Errorf("a name with its accents in another form is not found: %v", err)
	}
	threads := iltest.Core(t, "p(a) { skip; } { skip; } || { skip; }")
	for _, x := range []struct {
		core             *il.Core
		name, want, hint string
		known            int
	}{
		{core, "m", "--pair m is not a pair",
			"A pair is two methods with a comma, such as --pair m,n.", 0},
		{core, "m,p", "p is private", "", 0},
		{core, "m,k", `has no method "k"`, "There are m, n and p.", 3},
		{threads, "A,A", "the file is one program", "", 0},
		{threads, "A,p", "p is only called by the threads", "", 0},
	} {
		_, err := PairOf(x.core, x.name)
		var e *Misnamed
		if !errors.As(err, &e) || !strings.Contains(e.Text, x.want) {
			t.Fatalf("PairOf(%q): %+v, want a Misnamed with %q", x.name, err, x.want)
		}
		if !strings.HasPrefix(e.Hint, x.hint) || len(e.Known) != x.known {
			t.Errorf("PairOf(%q): %+v, want the hint %q and %d known names", x.name, e, x.hint,
				x.known)
		}
	}
}

// TestLimit: an analysis that reaches a limit has no answer, and says in which file.
func TestLimit(t *testing.T) {
	core := iltest.Core(t, methods)
	cause := errors.New("too large")
	var limit *Limit
	err := limited(core, cause)
	if !errors.As(err, &limit) || !errors.Is(err, cause) ||
		!strings.HasSuffix(err.Error(), ": too large") {
		t.Errorf("limited(core, %v) = %v, want a *Limit with this cause", cause, err)
	}
	if err := limited(core, ErrInterrupted); err != ErrInterrupted {
		t.Errorf("limited(core, ErrInterrupted) = %v", err)
	}
	if err := limited(core, nil); err != nil {
		t.Errorf("limited(core, nil) = %v", err)
	}
}

// TestInterrupted: an interrupted document says so, an interrupted Try returns at once, and Await
// propagates a panic.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	d, err := Check(ctx, iltest.Core(t, methods), Checking{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if n := len(slices.Collect(d.Races)); n != 0 || !d.Interrupted() {
		t.Errorf("after the interrupt: %d races, want none, interrupted: %v", n, d.Interrupted())
	}
	block := make(chan bool)
	defer close(block)
	if _, err := Try(ctx, func() (int, error) { <-block; return 1, nil }); err != ErrInterrupted {
		t.Errorf("Try: %v, want ErrInterrupted", err)
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "planted") {
			t.Errorf("recovered %v, want the planted panic", r)
		}
	}()
	Await(context.Background(), func() int { panic("planted") })
}

// TestLongNames: errors abbreviate names of a megabyte.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	src := il.NewSource("a.il", "m("+long+") { y := "+long[1:]+" }")
	_, err := Load(context.Background(), src, false)
	var illegal *Illegal
	if !errors.As(err, &illegal) {
		t.Fatal(err)
	}
	for _, d := range illegal.Errors {
		if n := len(d.Message) + len(d.Label) + len(d.Fix); n > 1000 {
			t.Errorf("the texts of the error %s have %d bytes, want at most 1000", d.Code, n)
		}
	}
}

// TestReplay: the line about a witness has its race if the checker accepts it, and the reason
// otherwise. A second checker hears the verdict.
func TestReplay(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := new(); }")
	proof, err := WitnessOf(t.Context(), core, "R1")
	if err != nil {
		t.Fatal(err)
	}
	second := func(accepted bool) (string, error) { return fmt.Sprint(accepted), nil }
	r := NewReplayer(core, "t.il")
	line, exit, err := r.Replay(witness.Named{ID: "R1", Witness: proof}, second)
	if err != nil || exit != ExitNothing || !line.Accepted || line.Verified != "true" ||
		line.Cell[0] == "" || line.Reason != "" {
		t.Errorf("Replay of a good witness = %+v, exit %d, %v; want it accepted", line, exit, err)
	}
	bad := *proof
	bad.Steps = bad.Steps[:len(bad.Steps)-1]
	line, exit, err = r.Replay(witness.Named{ID: "R1", Witness: &bad}, second)
	if err != nil || exit != ExitViolated || line.Accepted || line.Verified != "false" ||
		line.Reason == "" {
		t.Errorf("Replay of a witness without its last step = %+v, exit %d, %v; want it refused",
			line, exit, err)
	}
}
