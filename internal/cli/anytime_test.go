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

// cutShort runs wobbly until it has asked n times whether the run has ended. It waits for
// whatever does not hear.
func cutShort(t *testing.T, n int, stdin string, args ...string) (code int, stdout, stderr string) {
	c := iltest.NewCountdown(t, n)
	defer c.End()
	var out, errs bytes.Buffer
	a := &console.App{
		Ctx: c, Stop: c.End,
		Sys: console.System{
			Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
		}, Out: console.NewOutput(&out, 1<<16),
	}
	code = a.Guarded(func() error { return wobblyProgram().dispatch(a) })
	return code, out.String(), errs.String()
}

// TestPredictInterrupted: at any time, an interrupt leaves either a complete document that says
// what is missing, or no document and an exit code that says so.
func TestPredictInterrupted(t *testing.T) {
	const program = "m(a) { x := new(); a.f := x; a.f := x; }\n" +
		"n(a) { y := a.f; lock(); y := a.f; unlock(); }"
	whole, kept := 0, 0
	for n := 0; n < 400; n += 1 + n/8 {
		code, out, stderr := cutShort(t, n, program, "predict", "--runs", "20", "--json", "-")
		if out == "" {
			if code != int(console.ExitInconclusive) || stderr != "wobbly: interrupted\n" {
				t.Errorf("asked %d times: exit %d, %q", n, code, stderr)
			}
			continue
		}
		d := &report.Predict{}
		if err := json.Unmarshal([]byte(out), d); err != nil || stderr != "" {
			t.Fatalf("asked %d times: %v, %s", n, err, stderr)
		}
		switch {
		case !d.Interrupted && code == int(console.ExitFound) && len(d.Pairs) == 3:
			whole++
		case d.Interrupted && code == int(console.ExitInconclusive) && d.Table.Executions <= 60:
			kept++
		default:
			t.Errorf("asked %d times: exit %d, %s", n, code, out)
		}
	}
	if whole == 0 || kept < 10 {
		t.Errorf("%d runs were whole, and %d were interrupted on the way", whole, kept)
	}
	_, out, _ := cutShort(t, 40, program, "predict", "--runs", "20", "-")
	if said := strings.Join(strings.Fields(out), " "); !strings.HasSuffix(said,
		"Interrupted: this is not everything.") {
		t.Errorf("the interrupted study does not end in \"this is not everything\":\n%s", out)
	}
}

// TestPredictRandomInterrupted: the same for random programs, each of which counts as a whole or
// not at all.
func TestPredictRandomInterrupted(t *testing.T) {
	kept := 0
	// how often it asks for a program depends on the machine
	for n := 0; n < 300 || kept == 0 && n < 1_000_000; n += 1 + n/4 {
		code, out, stderr := cutShort(t, n, "", "predict", "--random", "100000000", "--runs",
			"3", "--json")
		d := &report.Predict{}
		if err := json.Unmarshal([]byte(out), d); err != nil ||
			code != int(console.ExitInconclusive) || !d.Interrupted || stderr != "" {
			t.Errorf("asked %d times: %v, exit %d, %s%s", n, err, code, out, stderr)
		}
		if d.Table.Programs > 0 {
			kept++
		}
	}
	if kept == 0 {
		t.Error("nothing is ever kept")
	}
}

// TestExportInterrupted: at any time, an interrupt leaves either the whole model, or none and an
// exit code that says so.
func TestExportInterrupted(t *testing.T) {
	const program = "init { A.a = o1; B.a = o1; o1.f = o1 }\n" +
		"m(a) { if * { x := a.f; } else { a.f := a; } }"
	code, want, stderr := execute(t.Context(), program, "export", "--promela", "-")
	if code != int(console.ExitNothing) || want == "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	none := 0
	for n := range 20 {
		code, out, stderr := cutShort(t, n, program, "export", "--promela", "-")
		switch {
		case code == int(console.ExitNothing) && out == want:
		case code == int(console.ExitInconclusive) && out == "" &&
			stderr == "wobbly: interrupted\n":
			none++
		default:
			t.Errorf("asked %d times: exit %d, %q, %s", n, code, out, stderr)
		}
	}
	if none == 0 {
		t.Error("no run was interrupted")
	}
}

// TestExportCInterrupted: an interrupted export of a C program is named, too.
func TestExportCInterrupted(t *testing.T) {
	const program = "m(a) { x := new(); a.f := x; a.f := x; }\n" +
		"n(a) { y := a.f; lock(); y := a.f; unlock(); }"
	code, want, stderr := execute(t.Context(), program, "export", "--c", "-")
	if code != int(console.ExitNothing) || want == "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	for n := range 40 {
		code, out, stderr := cutShort(t, n, program, "export", "--c", "-")
		whole := code == int(console.ExitNothing) && out == want
		if !whole &&
			(code != int(console.ExitInconclusive) || out != "" || stderr != "wobbly: interrupted\n") {
			t.Errorf("asked %d times: exit %d, %q, %s", n, code, out, stderr)
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
	opened := 0 // how often opening asks: the picture of one state asks no more
	for _, form := range []string{"--svg", "--html", "--lanes"} {
		file := filepath.Join(t.TempDir(), "drawing")
		args := []string{"show", form, "--pair", "m,n", "--schedule", "A3B4", "-o", file, "-"}
		code, _, stderr := execute(t.Context(), program, args...)
		if code != int(console.ExitNothing) {
			t.Fatalf("%s: exit %d, %s", form, code, stderr)
		}
		want, none := contents(t, file), 0
		for n := range 40 {
			if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			code, out, stderr := cutShort(t, n, program, args...)
			switch got := contents(t, file); {
			case code == int(console.ExitNothing) && got == want && out == "":
			case code == int(console.ExitInconclusive) && got == "old" && out == "" &&
				stderr == "wobbly: interrupted\n":
				none++
			default:
				t.Errorf("%s, asked %d times: exit %d, %q, %s", form, n, code, stderr, got)
			}
		}
		switch {
		case form == "--svg":
			opened = none
		case none != opened+steps+1:
			t.Errorf("%s: %d times there was no drawing, and %d times no picture of a state: each of the %d states is asked for", form, none, opened, steps+1)
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
			whole, kept := 0, 0
			for n := 0; n < 60; n += 1 + n/8 {
				code, out, stderr := cutShort(t, n, program, "check", "--analysis", analysis,
					"--format", format, "-")
				if code == int(console.ExitFound) && stderr == "" {
					whole++
					continue
				}
				if code != int(console.ExitInconclusive) {
					t.Fatalf("%s, %s, asked %d times: exit %d, %s", analysis, format, n,
						code, stderr)
				}
				kept++
				said := strings.Contains(stderr, "wobbly: interrupted\n")
				switch format {
				case "json", "sarif":
					if out != "" && !json.Valid([]byte(out)) {
						t.Errorf("%s, asked %d times: %s", analysis, n, out)
					}
					said = said || strings.Contains(out, `"interrupted":true`) ||
						strings.Contains(out, `"executionSuccessful":false`)
				case "short", "github":
					said = said || strings.Contains(out, "interrupted")
				case "text":
					said = said ||
						strings.Contains(strings.Join(strings.Fields(out), " "),
							"Interrupted: this is not everything.")
				}
				if !said {
					t.Errorf("%s, %s, asked %d times: it is not said that it is interrupted: %s%s",
						analysis, format, n, out, stderr)
				}
			}
			if whole == 0 || kept == 0 {
				t.Errorf("%s, %s: %d runs were whole, and %d were interrupted", analysis, format,
					whole, kept)
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
	some := 0
	for n := 0; n < 4000; n += 1 + n/2 {
		code, out, _ := cutShort(t, n, b.String(), "explore", "--json", "-")
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
			t.Fatalf("asked %d times: %v, %d pairs", n, err, len(d.Pairs))
		}
		unsearched := 0
		for _, p := range d.Pairs {
			if p.States == 0 {
				unsearched++
			}
			if p.States == 0 && p.Cut != "interrupted" || p.States > 0 && unsearched > 0 {
				t.Errorf("asked %d times: %+v, behind %d that were not searched", n, p, unsearched)
			}
		}
		_, text, _ := cutShort(t, n, b.String(), "explore", "-")
		said := fmt.Sprintf("not searched: %d pair", unsearched)
		if got := strings.Count(text, " || "); strings.Contains(text,
			"not searched: ") != (unsearched > 0) || unsearched > 0 && got >= all {
			t.Errorf("asked %d times: exit %d, %d pairs in the text, want %q", n, code, got, said)
		}
		if unsearched > 0 && unsearched < all {
			some++
		}
		code, out, _ = cutShort(t, n, b.String(), "crosscheck", "--json", "-")
		var x struct {
			Total struct {
				Pairs       int
				Interrupted bool
			}
		}
		if err := json.Unmarshal([]byte(out), &x); err != nil ||
			x.Total.Interrupted != (code == int(console.ExitInconclusive)) ||
			!x.Total.Interrupted && x.Total.Pairs != all {
			t.Errorf("asked %d times: %v, exit %d, %+v", n, err, code, x.Total)
		}
	}
	if some == 0 {
		t.Error("no run ended on the way")
	}
}
