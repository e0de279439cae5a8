package console

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/ask"
)

// TestAnalysisNames: each mode and each analyzer can be chosen by its name, which is listed once.
func TestAnalysisNames(t *testing.T) {
	names := AnalysisNames()
	sorted := slices.Sorted(slices.Values(names))
	if all := slices.Compact(slices.Clone(sorted)); !slices.Equal(all, sorted) {
		t.Errorf("AnalysisNames = %q, want each name once", names)
	}
	for _, x := range slices.Concat(ask.ModeNames(), ask.AnalyzerNames()) {
		if !slices.Contains(names, x) {
			t.Errorf("AnalysisNames = %q, want %s among them", names, x)
		}
	}
}

// TestWorkersFlag: a run has 0 workers only if others can join, and at most maxWorkers.
func TestWorkersFlag(t *testing.T) {
	here := &App{}
	alone := &App{Elsewhere: &Elsewhere{}}
	joined := &App{Elsewhere: &Elsewhere{Joined: true}}
	for _, tt := range []struct {
		a    *App
		n    int
		want string
	}{
		{here, -1, "--workers must be 0 or more"},
		{here, 0, ""},
		{here, maxWorkers, ""},
		{here, maxWorkers + 1, "--workers must be at most 1024"},
		{alone, 0, "--workers 0 needs --nats"},
		{alone, 1, ""},
		{joined, 0, ""},
		{joined, -1, "--workers must be 0 or more"},
	} {
		err := WorkersFlag{&tt.n}.Check(tt.a)
		var failure Failure
		if errors.As(err, &failure); failure.Text != tt.want {
			t.Errorf("Check of %d workers, elsewhere %+v: %v, want %q", tt.n, tt.a.Elsewhere, err,
				tt.want)
		}
	}
	if err := (WorkersFlag{}).Check(alone); err != nil {
		t.Errorf("Check without the flag: %v, want no error", err)
	}
}

// TestAgain writes the flags that differ from their defaults, as the command line would have them.
func TestAgain(t *testing.T) {
	seven, two := 7, "two words"
	type command struct {
		Runs     int `default:"30"`
		MaxSteps *int
		Shares   []float64 `default:"0.5,0.25"`
		AllPairs bool
		Named    *string `name:"other"`
		Zero     int
	}
	for _, tt := range []struct {
		c    command
		want string
	}{
		{command{Runs: 30, Shares: []float64{0.5, 0.25}}, ""},
		{command{Runs: 0, Shares: []float64{0.5, 0.25}}, " --runs 0"},
		{command{Runs: 31, MaxSteps: &seven, Shares: []float64{1, 0.5}, AllPairs: true, Named: &two},
			" --runs 31 --max-steps 7 --shares 1,0.5 --all-pairs --other 'two words'"},
	} {
		fields := []string{"Runs", "MaxSteps", "Shares", "AllPairs", "Named", "Zero"}
		if got := Again(&tt.c, fields...); got != tt.want {
			t.Errorf("Again = %q, want %q", got, tt.want)
		}
		if got := Again(tt.c, fields[:1]...); !strings.HasPrefix(tt.want, got) {
			t.Errorf("Again of one field = %q, want a prefix of %q", got, tt.want)
		}
	}
}

// TestSearchFlags: no limit is negative, 0 is one, and the workers default to the cores.
func TestSearchFlags(t *testing.T) {
	zero, negative := 0, -1
	for _, tt := range []struct {
		f    SearchFlags
		want string // the error
	}{
		{SearchFlags{}, ""}, {SearchFlags{Unroll: &zero, Switches: &zero, Workers: maxWorkers}, ""},
		{SearchFlags{Unroll: &negative}, "--unroll must be 0 or more"},
		{SearchFlags{Switches: &negative}, "--switches must be 0 or more"},
		{SearchFlags{MaxStates: -1}, "--max-states must be 0 or more"},
		{SearchFlags{MaxObjects: -1}, "--max-objects must be 0 or more"},
		{SearchFlags{Workers: -1}, "--workers must be 0 or more"},
		{SearchFlags{Workers: maxWorkers + 1}, "--workers must be at most 1024"},
	} {
		s, err := tt.f.Search()
		if (err == nil) != (tt.want == "") || err != nil && err.Error() != tt.want {
			t.Errorf("%+v: %v, want %q", tt.f, err, tt.want)
		}
		if want := tt.f.Workers; err == nil && s.Workers != max(want, 1) && want > 0 ||
			err == nil && s.Workers < 1 {
			t.Errorf("%d workers, want %d", s.Workers, want)
		}
	}
	if s, err := (SearchFlags{Full: true, Fingerprint: true, MaxStates: 5, MaxObjects: 6}).Search(); err != nil ||
		!s.Full || !s.Fingerprint || s.MaxStates != 5 || s.MaxObjects != 6 {
		t.Errorf("Search = %+v, %v", s, err)
	}
}

// TestForFiles: files are not split among workers, and not sent to wobbly-hive.
func TestForFiles(t *testing.T) {
	one := 1
	for _, tt := range []struct {
		f    WorkersFlag
		a    *App
		want string
	}{
		{WorkersFlag{}, &App{}, ""}, {WorkersFlag{Workers: &one}, &App{}, "--workers is for --random"},
		{WorkersFlag{Workers: &one}, &App{Elsewhere: &Elsewhere{}}, "wobbly-hive needs --random N"},
		{WorkersFlag{}, &App{Elsewhere: &Elsewhere{}}, "wobbly-hive needs --random N"},
	} {
		if err := tt.f.ForFiles(tt.a); (err == nil) != (tt.want == "") || err != nil && err.Error() != tt.want {
			t.Errorf("ForFiles = %v, want %q", err, tt.want)
		}
	}
}

// TestGeneratorOf finds each generator by its name, and suggests one for another name.
func TestGeneratorOf(t *testing.T) {
	for _, name := range GeneratorNames() {
		if g, err := GeneratorOf(name); err != nil || g.Name != name {
			t.Errorf("GeneratorOf(%s) = %v, %v", name, g.Name, err)
		}
	}
	if _, err := GeneratorOf("defaul"); err == nil || !strings.Contains(err.Error(), `generator "defaul"`) {
		t.Errorf("GeneratorOf(defaul) = %v", err)
	}
	if FileWord("-") != "-" || FileWord("a b.il") != "'a b.il'" {
		t.Errorf("FileWord = %s, %s", FileWord("-"), FileWord("a b.il"))
	}
	limit := 3
	if n := (AnalysisFlags{Limit: &limit}).MaxListed(); n != 3 {
		t.Errorf("MaxListed = %d, want 3", n)
	}
	if (StartFlag{Init: "all"}).Given() || !(StartFlag{Init: "given"}).Given() {
		t.Error("Given is not about --init given")
	}
}
