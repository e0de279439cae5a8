package console

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/ask"
)

// TestAnalysisNames checks that each mode and each analyzer can be chosen by its name, which is
// listed once.
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

// TestWorkersFlag checks that a run has 0 workers only if others can join, and at most maxWorkers.
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

// TestAgain checks that flags that differ from their defaults are written as on a command line.
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
		{command{Runs: 31, MaxSteps: &seven, Shares: []float64{1, 0.5}, AllPairs: true,
			Named: &two},
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

// message returns the text of an error, or "" for none.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSearchFlags checks that no limit is negative, and that 0 is a limit.
func TestSearchFlags(t *testing.T) {
	zero, negative := 0, -1
	for _, tt := range []struct {
		f    SearchFlags
		want string // the error
	}{
		{SearchFlags{}, ""},
		{SearchFlags{Unroll: &zero, Switches: &zero, Workers: maxWorkers}, ""},
		{SearchFlags{Unroll: &negative}, "--unroll must be 0 or more"},
		{SearchFlags{Switches: &negative}, "--switches must be 0 or more"},
		{SearchFlags{MaxStates: -1}, "--max-states must be 0 or more"},
		{SearchFlags{MaxObjects: -1}, "--max-objects must be 0 or more"},
		{SearchFlags{Workers: -1}, "--workers must be 0 or more"},
		{SearchFlags{Workers: maxWorkers + 1}, "--workers must be at most 1024"},
	} {
		if _, err := tt.f.Search(); message(err) != tt.want {
			t.Errorf("Search of %+v: error %v, want %q", tt.f, err, tt.want)
		}
	}
}

// TestSearch checks that a search has the values of its flags, and by default at least one worker.
func TestSearch(t *testing.T) {
	type search struct {
		Full, Fingerprint     bool
		MaxStates, MaxObjects int
	}
	want := search{true, true, 5, 6}
	for _, workers := range []int{0, 1, maxWorkers} {
		s, err := SearchFlags{Full: true, Fingerprint: true, MaxStates: 5, MaxObjects: 6,
			Workers: workers}.Search()
		if err != nil {
			t.Fatal(err)
		}
		if got := (search{s.Full, s.Fingerprint, s.MaxStates, s.MaxObjects}); got != want {
			t.Errorf("Search = %+v, want %+v", got, want)
		}
		if s.Workers < 1 || workers > 0 && s.Workers != workers {
			t.Errorf("%d workers, want %d, or the cores for 0", s.Workers, workers)
		}
	}
}

// TestForFiles checks that files are not split among workers, and not sent to wobbly-hive.
func TestForFiles(t *testing.T) {
	one := 1
	here, elsewhere := &App{}, &App{Elsewhere: &Elsewhere{}}
	for _, tt := range []struct {
		f    WorkersFlag
		a    *App
		want string // the error
	}{
		{WorkersFlag{}, here, ""},
		{WorkersFlag{&one}, here, "--workers is for --random"},
		{WorkersFlag{&one}, elsewhere, "wobbly-hive needs --random N"},
		{WorkersFlag{}, elsewhere, "wobbly-hive needs --random N"},
	} {
		if err := tt.f.ForFiles(tt.a); message(err) != tt.want {
			t.Errorf("ForFiles of %+v, elsewhere %+v: error %v, want %q", tt.f, tt.a.Elsewhere, err,
				tt.want)
		}
	}
}

// TestGeneratorOf checks that each generator is found by its name, and that an unknown name is
// refused.
func TestGeneratorOf(t *testing.T) {
	for _, name := range GeneratorNames() {
		if g, err := GeneratorOf(name); err != nil || g.Name != name {
			t.Errorf("GeneratorOf(%q) = %q, %v", name, g.Name, err)
		}
	}
	_, err := GeneratorOf("defaul")
	if want := `generator "defaul"`; !strings.Contains(message(err), want) {
		t.Errorf("GeneratorOf(%q): error %v, want %q", "defaul", err, want)
	}
}

// TestFileWord checks that a file name is quoted as a word of a shell, except "-".
func TestFileWord(t *testing.T) {
	for name, want := range map[string]string{"-": "-", "a b.il": "'a b.il'"} {
		if got := FileWord(name); got != want {
			t.Errorf("FileWord(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestMaxListed checks that the limit of listed races is that of the flag.
func TestMaxListed(t *testing.T) {
	limit := 3
	if got := (AnalysisFlags{Limit: &limit}).MaxListed(); got != limit {
		t.Errorf("MaxListed = %d, want %d", got, limit)
	}
}

// TestStartFlagGiven checks that only --init given is the state of the file.
func TestStartFlagGiven(t *testing.T) {
	for init, want := range map[string]bool{"all": false, "given": true} {
		if got := (StartFlag{Init: init}).Given(); got != want {
			t.Errorf("Given of --init %s = %t, want %t", init, got, want)
		}
	}
}
