package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/internal/iltest"
	"wobbly/report"
)

// interruptAt runs wobbly, and interrupts it when it polls its context for the n-th time. It waits
// until the run ends.
func interruptAt(t *testing.T, n int, stdin string,
	args ...string) (code int, stdout, stderr string) {
	t.Helper()
	c := iltest.NewCountdown(t, n)
	defer c.End()
	var out, errs bytes.Buffer
	a := &console.App{
		Ctx: c, Stop: c.End,
		Sys: console.System{
			Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
		},
		Out: console.NewOutput(&out, 1<<16),
	}
	code = a.Guarded(func() error { return wobblyProgram().dispatch(a) })
	return code, out.String(), errs.String()
}

// TestPredictInterrupted: at any time, an interrupt leaves either a complete document that says
// what is missing, or no document and an exit code that says so.
func TestPredictInterrupted(t *testing.T) {
	const program = "m(a) { x := new(); a.f := x; a.f := x; }\n" +
		"n(a) { y := a.f; lock(); y := a.f; unlock(); }"
	complete, partial := 0, 0
	for n := 0; n < 400; n += 1 + n/8 {
		code, out, stderr := interruptAt(t, n, program, "predict", "--runs", "20", "--json", "-")
		if out == "" {
			if code != int(console.ExitInconclusive) || stderr != "wobbly: interrupted\n" {
				t.Errorf("interrupted at poll %d: exit %d, errors %q; want exit %d and the "+
					"interrupt", n, code, stderr, console.ExitInconclusive)
			}
			continue
		}
		d := &report.Predict{}
		if err := json.Unmarshal([]byte(out), d); err != nil || stderr != "" {
			t.Fatalf("interrupted at poll %d: Unmarshal: %v, errors %q", n, err, stderr)
		}
		switch {
		case !d.Interrupted && code == int(console.ExitFound) && len(d.Pairs) == 3:
			complete++
		case d.Interrupted && code == int(console.ExitInconclusive) && d.Table.Executions <= 60:
			partial++
		default:
			t.Errorf("interrupted at poll %d: exit %d, %s; want a complete document or one that "+
				"says that it is not", n, code, out)
		}
	}
	if complete == 0 || partial < 10 {
		t.Errorf("%d runs were complete and %d partial, want at least 1 and 10", complete, partial)
	}
	_, out, _ := interruptAt(t, 40, program, "predict", "--runs", "20", "-")
	if !strings.HasSuffix(unwrapped(out), "Interrupted: this is not everything.") {
		t.Errorf("the interrupted study does not end in \"this is not everything\":\n%s", out)
	}
}

// TestPredictRandomInterrupted: the same for random programs, each of which counts as a whole or
// not at all.
func TestPredictRandomInterrupted(t *testing.T) {
	partial := 0
	// The number of polls for one program depends on the machine.
	for n := 0; n < 300 || partial == 0 && n < 1_000_000; n += 1 + n/4 {
		code, out, stderr := interruptAt(t, n, "", "predict", "--random", "100000000", "--runs",
			"3", "--json")
		d := &report.Predict{}
		if err := json.Unmarshal([]byte(out), d); err != nil ||
			code != int(console.ExitInconclusive) || !d.Interrupted || stderr != "" {
			t.Errorf("interrupted at poll %d: Unmarshal: %v, exit %d, %s%s; want an interrupted "+
				"document and exit %d", n, err, code, out, stderr, console.ExitInconclusive)
		}
		if d.Table.Programs > 0 {
			partial++
		}
	}
	if partial == 0 {
		t.Error("no interrupted run has a program, want at least one")
	}
}

// TestExportInterrupted: at any time, an interrupt leaves either the whole model, or none and an
// exit code that says so.
func TestExportInterrupted(t *testing.T) {
	const program = "init { A.a = o1; B.a = o1; o1.f = o1 }\n" +
		"m(a) { if * { x := a.f; } else { a.f := a; } }"
	code, want, stderr := execute(t.Context(), program, "export", "--promela", "-")
	if code != int(console.ExitNothing) || want == "" {
		t.Fatalf("the model without an interrupt: exit %d, %s", code, stderr)
	}
	none := 0
	for n := range 20 {
		code, out, stderr := interruptAt(t, n, program, "export", "--promela", "-")
		switch {
		case code == int(console.ExitNothing) && out == want:
			// complete
		case code == int(console.ExitInconclusive) && out == "" &&
			stderr == "wobbly: interrupted\n":
			none++
		default:
			t.Errorf("interrupted at poll %d: exit %d, %q, %s; want the whole model or none", n,
				code, out, stderr)
		}
	}
	if none == 0 {
		t.Error("no run was interrupted")
	}
}

// TestExportCInterrupted: an interrupt of an export of a C program leaves the whole program, or
// none and an exit code that says so.
func TestExportCInterrupted(t *testing.T) {
	const program = "m(a) { x := new(); a.f := x; a.f := x; }\n" +
		"n(a) { y := a.f; lock(); y := a.f; unlock(); }"
	code, want, stderr := execute(t.Context(), program, "export", "--c", "-")
	if code != int(console.ExitNothing) || want == "" {
		t.Fatalf("the program without an interrupt: exit %d, %s", code, stderr)
	}
	for n := range 40 {
		code, out, stderr := interruptAt(t, n, program, "export", "--c", "-")
		complete := code == int(console.ExitNothing) && out == want
		none := code == int(console.ExitInconclusive) && out == "" &&
			stderr == "wobbly: interrupted\n"
		if !complete && !none {
			t.Errorf("interrupted at poll %d: exit %d, %q, %s; want the whole program or none", n,
				code, out, stderr)
		}
	}
}

// TestShowInterrupted: at any time, even while a page or a trace is drawn, an interrupt leaves
// either the whole picture, or none and an exit code that says so. An existing file is then
// unchanged.
func TestShowInterrupted(t *testing.T) {
	const program = "m(a) { x := new(); a.f := x; a.f := x; }\n" +
		"n(a) { y := a.f; lock(); y := a.f; unlock(); }"
	const steps = 7
	opened := 0 // how often opening polls: the picture of one state polls no more
	for _, form := range []string{"--svg", "--html", "--lanes"} {
		file := filepath.Join(t.TempDir(), "drawing")
		args := []string{"show", form, "--pair", "m,n", "--schedule", "A3B4", "-o", file, "-"}
		code, _, stderr := execute(t.Context(), program, args...)
		if code != int(console.ExitNothing) {
			t.Fatalf("%s without an interrupt: exit %d, %s", form, code, stderr)
		}
		want, none := contents(t, file), 0
		for n := range 40 {
			if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			code, out, stderr := interruptAt(t, n, program, args...)
			switch got := contents(t, file); {
			case code == int(console.ExitNothing) && got == want && out == "":
				// complete
			case code == int(console.ExitInconclusive) && got == "old" && out == "" &&
				stderr == "wobbly: interrupted\n":
				none++
			default:
				t.Errorf("%s, interrupted at poll %d: exit %d, errors %q, file %.200q; want the "+
					"whole picture or the old file", form, n, code, stderr, got)
			}
		}
		switch {
		case form == "--svg":
			opened = none
		case none != opened+steps+1:
			t.Errorf("%s: %d polls leave no drawing, want %d for opening and 1 for each of %d "+
				"states", form, none, opened, steps+1)
		}
	}
}

// contents returns the text of a file.
func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCheckInterrupted interrupts a check at many moments. In every format, the output is complete
// and has what the analyzer found so far, and it or standard error says that it is incomplete.
func TestCheckInterrupted(t *testing.T) {
	const program = "m(a, b) { a.f := b; x := a.f; a.g := b }\nn(a) { x := a.f; a.g := x }"
	for _, analysis := range []string{"chord", "flow", "racerd", "bounded"} {
		for _, format := range []string{"json", "sarif", "text", "short", "github"} {
			complete, partial := 0, 0
			for n := 0; n < 60; n += 1 + n/8 {
				code, out, stderr := interruptAt(t, n, program, "check", "--analysis", analysis,
					"--format", format, "-")
				if code == int(console.ExitFound) && stderr == "" {
					complete++
					continue
				}
				if code != int(console.ExitInconclusive) {
					t.Fatalf("%s, %s, interrupted at poll %d: exit %d, %s; want exit %d", analysis,
						format, n, code, stderr, console.ExitInconclusive)
				}
				partial++
				reported := strings.Contains(stderr, "wobbly: interrupted\n")
				switch format {
				case "json", "sarif":
					if out != "" && !json.Valid([]byte(out)) {
						t.Errorf("%s, interrupted at poll %d: %s, want JSON", analysis, n, out)
					}
					reported = reported || strings.Contains(out, `"interrupted":true`) ||
						strings.Contains(out, `"executionSuccessful":false`)
				case "short", "github":
					reported = reported || strings.Contains(out, "interrupted")
				case "text":
					reported = reported ||
						strings.Contains(unwrapped(out), "Interrupted: this is not everything.")
				}
				if !reported {
					t.Errorf("%s, %s, interrupted at poll %d: the interrupt is not reported: %s%s",
						analysis, format, n, out, stderr)
				}
			}
			if complete == 0 || partial == 0 {
				t.Errorf("%s, %s: %d runs were complete and %d partial, want some of each",
					analysis, format, complete, partial)
			}
		}
	}
}

// TestPairsInterrupted: on a file with many pairs of units, an interrupted explore counts the pairs
// that it did not reach, and lists them in JSON as not searched. crosscheck has the pairs that it
// began and says that there are more.
func TestPairsInterrupted(t *testing.T) {
	var b strings.Builder
	const units, all = 12, 12 * 13 / 2
	for i := range units {
		fmt.Fprintf(&b, "m%d(a) { x := a.f; a.f := x }\n", i)
	}
	partial := 0
	for n := 0; n < 4000; n += 1 + n/2 {
		code, out, _ := interruptAt(t, n, b.String(), "explore", "--json", "-")
		if out == "" {
			continue
		}
		var d struct {
			Pairs []struct {
				States int
				Cut    string
			}
		}
		if err := json.Unmarshal([]byte(out), &d); err != nil || len(d.Pairs) != all {
			t.Fatalf("interrupted at poll %d: Unmarshal: %v, %d pairs, want %d", n, err,
				len(d.Pairs), all)
		}
		unsearched := 0
		for _, p := range d.Pairs {
			if p.States == 0 {
				unsearched++
			}
			if p.States == 0 && p.Cut != "interrupted" || p.States > 0 && unsearched > 0 {
				t.Errorf("interrupted at poll %d: the pair %+v follows %d that were not searched",
					n, p, unsearched)
			}
		}
		_, text, _ := interruptAt(t, n, b.String(), "explore", "-")
		listed := strings.Count(text, " || ")
		if strings.Contains(text, "not searched: ") != (unsearched > 0) ||
			unsearched > 0 && listed >= all {
			t.Errorf("interrupted at poll %d: exit %d, the text lists %d pairs; want fewer than "+
				"%d, and that %d are not searched", n, code, listed, all, unsearched)
		}
		if unsearched > 0 && unsearched < all {
			partial++
		}
		code, out, _ = interruptAt(t, n, b.String(), "crosscheck", "--json", "-")
		var x struct {
			Total struct {
				Pairs       int
				Interrupted bool
			}
		}
		if err := json.Unmarshal([]byte(out), &x); err != nil ||
			x.Total.Interrupted != (code == int(console.ExitInconclusive)) ||
			!x.Total.Interrupted && x.Total.Pairs != all {
			t.Errorf("crosscheck, interrupted at poll %d: Unmarshal: %v, exit %d, %+v; want all "+
				"%d pairs or an interrupt", n, err, code, x.Total, all)
		}
	}
	if partial == 0 {
		t.Error("no run searched some pairs only, want at least one")
	}
}
