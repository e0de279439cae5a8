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

// outside returns the programs that others thought of.
func outside(t *testing.T) []example {
	t.Helper()
	all := load(t, "outside/*/*.il")
	if len(all) < 100 {
		t.Errorf("%d programs from outside, want more", len(all))
	}
	return all
}

// TestOutside compares the "expect lines" headers with what the analyzers and the exact searches
// report on programs from other authors. A line LINES: NAME .. lists all lines that these analyzers
// report, or none. "all" stands for all analyzers, and "given" for the exact search from the file's
// initial state. If an exact search differs from the author's marks, a line "differs:" says why.
// The flag -update rewrites the lines.
func TestOutside(t *testing.T) {
	for _, x := range outside(t) {
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
			if differs := exactDiffers(f) || !agree; differs != (f.Differs != "") {
				t.Errorf("the exact search differs from the marks: %v; \"differs:\" says %q",
					differs, f.Differs)
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

// marked asks all analyzers.
func (x example) marked(t *testing.T, src *il.Source) markedFile {
	t.Helper()
	p, errs := parse.File(src)
	if len(errs) > 0 {
		t.Fatal(x.errors(errs))
	}
	if got := il.Format(p); got != src.Text {
		t.Errorf("not in canonical format, which is:\n%s", got)
	}
	core := iltest.Core(t, src.Text)
	o := compare.Options{Analyzers: analyzers.All(), Analysis: analyzers.DefaultOptions()}
	return markedLines(context.Background(), core, o)
}

// exactDiffers reports whether an exact search for Definition 3.6 is of another opinion than the
// marks about some line.
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

// deadlockMarks counts the lines with a verdict on deadlocks, "author: deadlock" or "author: no
// deadlock", and reports whether they agree with what wobbly finds: the lines at which a thread
// waits in a deadlock are those marked as one.
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

// answerLines renders what is expected: the analyzers that report the same lines
// together, in the order of the list.
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
		who := strings.Join(names[text], " ")
		if len(texts) == 1 {
			who = "all"
		}
		all = append(all, text+": "+who)
	}
	return all
}

// rewrite writes the expected lines into the file. The numbers change with them, so it is
// done until they stay.
func (x example) rewrite(t *testing.T) {
	t.Helper()
	text := x.src.Text
	for range 4 {
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
	if text, err = replaceTable(text, "papers", list); err != nil {
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
