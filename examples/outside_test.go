package examples_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/iltest"
	"wobbly/report"
)

// TestOutside compares the "expect lines" headers with what the analyzers and the exact searches
// report on programs from other authors. A line "LINES: NAME ..." lists the lines that these
// analyzers report, or "none". The name "all" means all analyzers, and "given" the exact search
// from the file's initial state. If an exact search differs from the author's marks, a line
// "differs:" says why. The flag -update rewrites the lines.
func TestOutside(t *testing.T) {
	const minPrograms = 100
	programs := load(t, "outside/*/*.il")
	if len(programs) < minPrograms {
		t.Errorf("%d programs from outside, want at least %d", len(programs), minPrograms)
	}
	for _, x := range programs {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			f := x.marked(t, x.src)
			deadlocks, agree := x.deadlockMarks(t)
			if len(f.Race)+len(f.NoRace)+deadlocks == 0 {
				t.Error("no line is marked")
			}
			if len(f.Defects) > 0 {
				t.Errorf("defects: %v", f.Defects)
			}
			differs := exactDiffers(f) || !agree
			if differs && f.Differs == "" {
				t.Error("the exact search differs from the marks, want a line \"differs:\"")
			}
			if !differs && f.Differs != "" {
				t.Errorf("the exact search agrees with the marks, but a line says that it differs: %s",
					f.Differs)
			}
			if got := answerLines(f); !slices.Equal(got, x.expect["lines"]) {
				if *update {
					x.rewrite(t)
					return
				}
				t.Errorf("expect lines\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"),
					strings.Join(x.expect["lines"], "\n\t"))
			}
		})
	}
}

// marked runs all analyzers on the program, which must be formatted.
func (x example) marked(t *testing.T, src *il.Source) markedFile {
	t.Helper()
	p, errs := parse.File(src)
	if len(errs) > 0 {
		t.Fatal(x.errors(errs))
	}
	if got := il.Format(p); got != src.Text {
		t.Errorf("the program is not formatted; it should be\n%s", got)
	}
	core := iltest.Core(t, src.Text)
	o := compare.Options{Analyzers: analyzers.All(), Analysis: analyzers.DefaultOptions()}
	return markedLines(context.Background(), core, o)
}

// exactDiffers reports whether an exact search for races (Definition 3.6) disagrees with the mark
// of a line.
func exactDiffers(f markedFile) bool {
	for _, a := range f.Answers {
		if a.Analyzer != "oracle" && a.Analyzer != givenState {
			continue
		}
		for _, l := range f.Race {
			if !slices.Contains(a.Lines, l) && !a.Cut {
				return true
			}
		}
		for _, l := range f.NoRace {
			if slices.Contains(a.Lines, l) {
				return true
			}
		}
	}
	return false
}

// deadlockMarks counts the lines marked "author: deadlock" or "author: no deadlock", and reports
// whether the marks agree with the deadlocks that wobbly finds: if a line is marked, the lines
// marked as deadlocks are those at which a thread waits in one.
func (x example) deadlockMarks(t *testing.T) (marks int, agree bool) {
	t.Helper()
	core := iltest.Core(t, x.src.Text)
	all, err := findings.Deadlocks(core, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]bool{}
	for _, d := range all {
		if d.Verdict != report.Confirmed {
			t.Errorf("%s is %s: %s", d.ID, d.Verdict, d.Reason)
		}
		for _, w := range []report.Waiter{d.Left, d.Right} {
			at, _ := il.ParsePosition(w.At)
			found[at.Line] = true
		}
	}
	agree = true
	for i, line := range strings.Split(x.src.Text, "\n") {
		deadlock := strings.HasSuffix(line, "// author: deadlock")
		if deadlock || strings.HasSuffix(line, "// author: no deadlock") {
			marks++
			agree = agree && found[i+1] == deadlock
		} else if found[i+1] {
			agree = agree && marks == 0
		}
	}
	return marks, agree
}

// answerLines returns the "expect lines" of a file, with analyzers that report the same lines
// grouped, in the order of the first of each group.
func answerLines(f markedFile) []string {
	var texts []string
	names := map[string][]string{}
	for _, a := range f.Answers {
		text := "none"
		if len(a.Lines) > 0 {
			text = strings.Trim(fmt.Sprint(a.Lines), "[]")
		}
		if a.Cut {
			text += " cut"
		}
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], a.Analyzer)
	}
	var all []string
	for _, text := range texts {
		analyzers := strings.Join(names[text], " ")
		if len(texts) == 1 {
			analyzers = "all"
		}
		all = append(all, text+": "+analyzers)
	}
	return all
}

// rewrite writes the expected lines into the file. A change of their number changes the line
// numbers in them, so rewrite repeats until nothing changes, at most maxRounds times.
func (x example) rewrite(t *testing.T) {
	t.Helper()
	const maxRounds = 4
	text := x.src.Text
	for range maxRounds {
		got := answerLines(x.marked(t, il.NewSource(x.src.Name, text)))
		var out []string
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "// expect lines: ") {
				for _, l := range got {
					out = append(out, "// expect lines: "+l)
				}
				got = nil
				continue
			}
			out = append(out, line)
		}
		next := strings.Join(out, "\n")
		if next == text {
			break
		}
		text = next
	}
	if err := os.WriteFile(x.src.Name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestOutsideIndex checks that outside/README.md lists the programs of papers.
func TestOutsideIndex(t *testing.T) {
	file := filepath.Join("outside", "README.md")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(old)
	list := strings.ReplaceAll(index(load(t, "outside/papers/*.il"), true), "](outside/", "](")
	text, err = replaceList(text, "papers", list)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	switch {
	case text == string(old):
	case *update:
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the list of %s differs from the headers; go test ./examples -update writes them",
			file)
	}
}
