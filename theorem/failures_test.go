package theorem_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// TestFailures replays the refutations in testdata/failures, written by `wobbly theorem fuzz
// --save`. If a statement or wobbly was wrong at that time, it must not be refuted again. If a
// hypothesis was missing, it must still be refuted without it, which shows that the hypothesis is
// needed, and not be refuted with all of them.
func TestFailures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "failures", "*.il"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are %d saved refutations, and the error is %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		saved, err := readSaved(string(text))
		if err != nil {
			t.Errorf("reading %s: %v", f, err)
			continue
		}
		if o := replay(t, saved, nil); o.Verdict == engine.Refuted {
			t.Errorf("%s: %s is refuted: %s: %s", f, saved.Statement, o.Counterexample, o.Why)
		}
		if o := replay(t, saved, saved.Without); len(saved.Without) > 0 &&
			o.Verdict != engine.Refuted {
			t.Errorf("%s: %s is no longer refuted without %v", f, saved.Statement, saved.Without)
		}
	}
}

// replay checks a saved case with its seed and the 99 that follow: since the code that chooses
// instances may have changed, another seed may be needed for the same instance.
func replay(t *testing.T, s engine.Saved, without []string) (o engine.Outcome) {
	t.Helper()
	const seeds = 100
	statement, ok := theorem.Find(s.Statement)
	if !ok {
		t.Fatalf("there is no statement %s", s.Statement)
	}
	for _, w := range s.Without {
		if !slices.ContainsFunc(statement.Hypotheses,
			func(h engine.Hypothesis) bool { return h.Name == w }) {
			t.Fatalf("%s has no hypothesis %s", s.Statement, w)
		}
	}
	core := iltest.Core(t, s.Program)
	for i := range uint64(seeds) {
		o = statement.Check(engine.NewCase(core, s.Seed+i), without...)
		if o.Verdict == engine.Refuted {
			return o
		}
	}
	return o
}

// TestSaved: a refutation is read back as it was written, and an incomplete one is refused.
func TestSaved(t *testing.T) {
	const program = "m() {}\n"
	for _, want := range []engine.Saved{
		{Statement: "5.7", Seed: 1<<64 - 1, Note: "Instance: two\n  lines\n\nWhy: so"},
		{Statement: "5.13-nested", Seed: 0, Without: []string{"flat", "strong-ANF"}, Note: ""},
	} {
		want.Program = program
		text := want.String()
		got, err := readSaved(text)
		if err != nil || got.Program != text {
			t.Errorf("readSaved(%q) = %+v, %v, want its whole text", text, got, err)
		}
		if !strings.HasSuffix(text, "\n\n"+program) {
			t.Errorf("the text %q does not end in the program", text)
		}
		got.Program, want.Note = want.Program, strings.ReplaceAll(want.Note, "\n  ", "\n")
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("readSaved = %+v, want %+v", got, want)
		}
		if again, err := readSaved(got.String()); err != nil || again.String() == "" {
			t.Errorf("reading a refutation again: %v", err)
		}
	}
	for _, text := range []string{
		"", program, "// statement: 5.7\n" + program, "// case seed: 3\n" + program,
		"// statement: 5.7\n// case seed: x\n",
		"\n// statement: 5.7\n// case seed: 3\n", // not at the head
	} {
		if s, err := readSaved(text); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
}

// readSaved parses the result of Saved.String. The Program of its result is the whole text.
func readSaved(text string) (engine.Saved, error) {
	s := engine.Saved{Program: text}
	var note []string
	seeded := false
	for line := range strings.Lines(text) {
		line, comment := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !comment {
			break
		}
		line = strings.TrimSpace(line)
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "statement":
			s.Statement = value
		case "case seed":
			n, err := strconv.ParseUint(value, 10, 64)
			if err != nil {
				return s, fmt.Errorf("the case seed %q is no number", value)
			}
			s.Seed, seeded = n, true
		case "without":
			s.Without = strings.Split(value, ", ")
		default:
			note = append(note, line)
		}
	}
	s.Note = strings.Join(note, "\n")
	if s.Statement == "" || !seeded {
		return s, errors.New("the comment at the head names no statement or no case seed")
	}
	return s, nil
}
