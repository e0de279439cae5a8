package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wobbly/dynamic/rdit"
	"wobbly/il/gen"
	"wobbly/internal/cli/console"
	"wobbly/internal/iltest"
	"wobbly/report"
)

// rditDocument runs rdit on a program and decodes the document that it prints.
func rditDocument(t *testing.T, text string, flags ...string) *report.RDIT {
	t.Helper()
	args := append([]string{"rdit", "--json"}, flags...)
	code, out, stderr := execute(context.Background(), text, args...)
	ok := []console.Exit{console.ExitNothing, console.ExitFound, console.ExitInconclusive}
	if !slices.Contains(ok, console.Exit(code)) || stderr != "" {
		t.Fatalf("rdit --json %q: exit %d, %s; want one of %v", flags, code, stderr, ok)
	}
	d := &report.RDIT{}
	if err := json.Unmarshal([]byte(out), d); err != nil {
		t.Fatal(err)
	}
	return d
}

// randomPrograms returns programs such as those of the table of rdit.
func randomPrograms(n int) []string {
	var texts []string
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 0))
		texts = append(texts, gen.Program(r, rdit.Corpus()).Source.Text)
	}
	return texts
}

// exampleTexts returns the examples of the repository.
func exampleTexts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.il"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d examples, %v; want some", len(files), err)
	}
	var texts []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// TestRDITShowsItsExecutions: each case in a document is true: its initial state and schedule lead
// to the second access, and its step numbers are those of the trace.
func TestRDITShowsItsExecutions(t *testing.T) {
	count := map[string]int{}
	for _, text := range slices.Concat(exampleTexts(t), randomPrograms(40)) {
		d := rditDocument(t, text, "--share", "0.5", "--runs", "10", "--run-steps", "500", "-")
		for _, p := range d.Pairs {
			for _, f := range p.Findings {
				for _, c := range f.Cases {
					count[c.What]++
					checkAnswers(t, c)
					checkExecution(t, text, p.Left+","+p.Right, [2]string{f.Left, f.Right}, c)
				}
			}
		}
	}
	if count[report.FalseReport] < 30 || count[report.MissedRace] < 30 {
		t.Errorf("cases by kind: %v, want 30 of each", count)
	}
}

// checkExecution compares a case at two sites with what show prints about its execution.
func checkExecution(t *testing.T, text, pair string, sites [2]string, c report.RDITCase) {
	t.Helper()
	_, out, stderr := execute(context.Background(), text,
		"show", "--pair", pair, "--heap", c.Heap, "--schedule", c.Schedule, "-")
	_, body, _ := strings.Cut(out, "\n\n")
	lines := strings.Split(strings.TrimSpace(body), "\n")
	if len(lines) != c.Steps[1] || stderr != "" {
		t.Fatalf("%s\nthe case %+v\nhas %d steps, want %d\n%s%s", text, c, len(lines), c.Steps[1],
			out, stderr)
	}
	for i, step := range c.Steps {
		thread, rest, _ := strings.Cut(lines[step-1], " ")
		at, effect, _ := strings.Cut(rest, " ")
		cell := strings.Contains(effect, "s "+c.Cell[0]+"."+c.Cell[1])
		if thread != c.Threads[i] || !slices.Contains(sites[:], at) || !cell {
			t.Errorf("%s\nthe case %+v\nstep %d is of %s at %s, want an access of %s to %v at "+
				"one of %v\n%s", text, c, step, thread, at, c.Threads[i], c.Cell, sites, out)
		}
	}
}

// checkAnswers compares the answers of the variants to a case with its kind.
func checkAnswers(t *testing.T, c report.RDITCase) {
	t.Helper()
	reports := map[bool]int{}
	for _, s := range c.Says {
		reports[s.Reports]++
		if s.Reports != (s.Why == "") {
			t.Errorf("the answer %+v has a reason: %t, want one exactly if it reports nothing", s,
				s.Why != "")
		}
	}
	truth := c.Says[0]
	if truth.Variant != rdit.Truth.Name || truth.Reports != (c.What == report.MissedRace) ||
		reports[!truth.Reports] == 0 || c.Steps[0] >= c.Steps[1] {
		t.Errorf("%+v has the wrong truth first, no other answer, or its steps in the wrong order",
			c)
	}
}

// TestRDITAgreesWithCompare: with --share, rdit uses the same executions and missing methods as the
// analyzers of compare.
func TestRDITAgreesWithCompare(t *testing.T) {
	names := map[string]string{"rdit": rdit.Repaired.Name, "rdit-published": rdit.Published.Name}
	reports := 0
	for _, text := range randomPrograms(40) {
		want, got := map[string]bool{}, map[string]bool{}
		_, out, _ := execute(context.Background(), text,
			"compare", "--analyzers", "rdit,rdit-published", "--max-states", "1", "--share", "0.4",
			"--seed", "3", "--json", "-")
		var c struct{ Files []report.CompareFile }
		if err := json.Unmarshal([]byte(out), &c); err != nil {
			t.Fatal(err)
		}
		for _, p := range c.Files[0].Pairs {
			for _, r := range p.Rows {
				for _, x := range r.Reported {
					if name, ok := names[x.Analyzer]; ok {
						want[fmt.Sprint(name, p.Left, p.Right, r.Left, r.Right)] = true
					}
				}
			}
		}
		for _, p := range rditDocument(t, text, "--share", "0.4", "--seed", "3", "--runs", "20",
			"-").Pairs {
			for _, f := range p.Findings {
				for _, v := range f.Verdicts {
					compared := v.Variant == rdit.Repaired.Name || v.Variant == rdit.Published.Name
					if compared && v.Reported > 0 {
						got[fmt.Sprint(v.Variant, p.Left, p.Right, f.Left, f.Right)] = true
					}
				}
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s\nrdit reports %v, compare %v", text, got, want)
		}
		reports += len(got)
	}
	if reports < 50 {
		t.Errorf("%d reports, want 50", reports)
	}
}

// TestRDITTableIsASum: the table of random programs is the sum of their tables, which are computed
// again from their seeds.
func TestRDITTableIsASum(t *testing.T) {
	const programs = 12
	sum := rditDocument(t, "", "--random", fmt.Sprint(programs), "--seed", "5").Rows
	for n := range programs {
		for i, r := range rditDocument(t, "", "--random", "1", "--seed", fmt.Sprint(5+n)).Rows {
			sum[i].Executions -= r.Executions
			sum[i].Races -= r.Races
			for j, v := range r.Variants {
				sum[i].Variants[j].Reported -= v.Reported
				sum[i].Variants[j].False -= v.False
				sum[i].Variants[j].Accesses.Missed -= v.Accesses.Missed
			}
		}
	}
	for _, r := range sum {
		zero := r.Executions == 0 && r.Races == 0
		for _, v := range r.Variants {
			zero = zero && v.Reported == 0 && v.False == 0 && v.Accesses.Missed == 0
		}
		if !zero {
			t.Errorf("the table minus the sum of the others: %+v, want zeros", r)
		}
	}
}

// TestRDITInterrupted: the results so far are kept, and the output says that they are incomplete.
func TestRDITInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	code, out, _ := execute(ctx, "", "rdit", "--random", "100000000", "--json")
	d := &report.RDIT{}
	if err := json.Unmarshal([]byte(out), d); err != nil {
		t.Fatal(err)
	}
	if code != int(console.ExitInconclusive) || !d.Interrupted || len(d.Rows) == 0 ||
		d.Rows[0].Executions != 4*d.Rows[0].Programs {
		t.Errorf("rdit --random, interrupted: exit %d, %s; want exit %d, with 4 executions per "+
			"program", code, out, console.ExitInconclusive)
	}
	const want = "Interrupted: this is not everything."
	_, out, _ = execute(ctx, "", "rdit", "--random", "3")
	if !strings.HasSuffix(unwrapped(out), want) {
		t.Errorf("the interrupted study ends without %q:\n%s", want, out)
	}
	core := iltest.Core(t, "m(a) { a.f := a; }")
	// A slow machine needs longer for the first execution.
	for patience := 200 * time.Millisecond; ; patience *= 4 {
		soon, stop := context.WithTimeout(context.Background(), patience)
		code, out, stderr := execute(soon, core.Source.Text, "rdit", "-", "--runs",
			"100000000", "--json")
		stop()
		d := &report.RDIT{}
		err := json.Unmarshal([]byte(out), d)
		executed := err == nil && len(d.Rows) > 0 && d.Rows[0].Executions > 0
		if !executed && patience < 20*time.Second {
			continue
		}
		incomplete := code == int(console.ExitInconclusive) && d.Interrupted && stderr == ""
		if !incomplete || !executed {
			t.Errorf("rdit -, interrupted: exit %d, %s%s; want exit %d after an execution", code,
				out, stderr, console.ExitInconclusive)
		}
		break
	}
}

// TestRDITWidth: except for commands, texts are at most 80 columns wide.
func TestRDITWidth(t *testing.T) {
	for _, flags := range [][]string{{"--random", "30"}, {"--share", "0.5", "-"}, {"-"}} {
		for _, text := range randomPrograms(4) {
			_, out, _ := execute(context.Background(), text,
				append([]string{"rdit", "--runs", "10"}, flags...)...)
			checkWidth(t, "<stdin>", out)
		}
	}
}
