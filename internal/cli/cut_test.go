package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"wobbly/internal/cli/console"
	"wobbly/internal/quick"
	"wobbly/report"
)

// The programs of TestEveryFormatNamesTheCut, by file. In cut.il the bounded analysis gives
// up on the list walk, in race.il there is a race as well. In walk.il, the exact search needs
// more than two states. No execution of calls.il ends within three steps.
var cutPrograms = map[string]string{
	"cut.il": "m(l) { lock(); c := l.head; while * { c := c.next } c.next := c; unlock(); }\n",
	"race.il": "m(l) { lock(); c := l.head; while * { c := c.next } c.next := c; unlock(); }\n" +
		"n(l) { l.head := l; }\n",
	"walk.il": "m(a) { while * { a := a.g; }; a.f := a; }\nn(a) { a.f := new(); }\n",
	"calls.il": "private p(a) { while * { x := a.f; a := x } }\n" +
		"m(a) { p(a); a.f := a }\nn(a) { p(a); a.f := new() }\n",
	// A solution of task 4.1 that is too large to be examined.
	"hand/ada/4.1.txt": "insert(l) { n := new(); t := l.head; n.next := t; l.head := n; }\n// " +
		strings.Repeat("x", 20_000) + "\n",
	// Another one, for which a search needs too many states.
	"4.1.il": "insert(l) {\n  synchronized {\n    n := new();\n    t := l.head;\n" +
		"    while * { k := new(); k.next := t; t := k }\n    n.next := t;\n" +
		"    l.head := n;\n  }\n}\n",
}

// A cutRun is a command that a limit cuts.
type cutRun struct {
	// line is the command line without the flag of the format.
	line string
	exit console.Exit
	// names maps each format of the command to a part of its output that names the cut, with single
	// spaces between words.
	names map[string]string
}

// same maps several formats to one text.
func same(text string, formats ...string) map[string]string {
	names := map[string]string{}
	for _, f := range formats {
		names[f] = text
	}
	return names
}

// tooLong is how commands name the cut of cut.il.
const tooLong = "bounded (m has names of more than 8 fields)"

// cutRuns has at least one run of each command that has several formats and can be cut.
var cutRuns = []cutRun{
	{"check --analysis bounded cut.il", console.ExitInconclusive,
		same("m || m: "+tooLong, "text", "short", "json", "sarif", "github")},
	{"check --analysis bounded race.il", console.ExitFound,
		same("m || m: "+tooLong, "text", "short", "json", "sarif", "github")},
	{"check --analysis racerd --limit 0 walk.il", console.ExitFound, map[string]string{
		"text": "Showing 0 of 3 reports", "short": "0 of 3 reports are listed",
		"json":  `"races":[],"filtered":[],"total":{"races":"3"`,
		"sarif": "0 of 3 reports are listed", "github": "0 of 3 reports are listed",
	}},
	{"analyze --limit 1 walk.il", console.ExitNothing,
		map[string]string{"text": "In all 3 wobbly expressions", "json": `"total":{"wobbly":"3"`}},
	{"explore --max-states 2 walk.il", console.ExitInconclusive,
		map[string]string{"text": "The limit of 2 states was reached", "json": `"cut":"states"`}},
	{"crosscheck --max-states 2 walk.il", console.ExitInconclusive,
		map[string]string{"text": "cut (states)", "json": `"cut":"states"`}},
	{"compare --analyzers bounded cut.il", console.ExitInconclusive, map[string]string{
		"text": "bounded was cut (m has names of more than 8 fields)",
		"json": `"cut":[{"analyzer":"bounded","why":"m has names of more than 8 fields"`,
		"csv":  tooLong,
	}},
	{"compare --analyzers racerdx --max-states 2 walk.il", console.ExitInconclusive,
		map[string]string{
			"text": "a search or an analysis was cut: walk.il: m || m",
			"json": `"cut":[{"analyzer":"oracle","why":"states"`, "csv": "oracle (states)",
		}},
	{"compare --analyzers racerdx --max-states 2 walk.il", console.ExitInconclusive,
		map[string]string{"text": "Races: 0 of 3 candidates; 3 not known, as a search was cut."}},
	{"compare --random 3 --max-states 1 --analyzers racerdx", console.ExitInconclusive,
		map[string]string{
			"text": "left out of all counts", "json": `"left_out":`, "csv": ",left_out,",
		}},
	{"racemob run --candidates chord --limit 0 walk.il", console.ExitInconclusive,
		map[string]string{"text": "There may be more candidates (limit)", "json": `"cut":"limit"`}},
	{"racemob run --run-steps 1 walk.il", console.ExitInconclusive,
		map[string]string{"text": "The limit of 1 step ended", "json": `"cut_runs":90`}},
	{"rdit --run-steps 3 calls.il", console.ExitInconclusive, map[string]string{
		"text": "The limit of 3 steps ended 300 executions early", "json": `"cut":300`,
	}},
	{"rdit --run-steps 3 --share 0.5 calls.il", console.ExitInconclusive,
		map[string]string{
			"text": "The limit of 3 steps ended 300 runs early", "json": `"cut":300`,
		}},
	{"predict --run-steps 3 --runs 4 calls.il", console.ExitInconclusive,
		map[string]string{
			"text": "The limit of 3 steps ended 12 executions early", "json": `"cut":12`,
		}},
	{"predict --max-states 2 walk.il", console.ExitFound, map[string]string{
		"text": "3 races predicted; an exact search was cut, so there may be more.",
		"json": `"search":"states"`,
	}},
	{"predict --max-states 2 --schedule A walk.il", console.ExitInconclusive, map[string]string{
		"text": "The exact search was cut (states): it may have missed races.",
		"json": `"search":"states"`,
	}},
	{"fix --max-states 1 walk.il", console.ExitNothing,
		map[string]string{"text": "A bound cut a search (states)", "json": `"cut":"states"`}},
	{"grade hand", console.ExitInconclusive,
		same("programs of more than 16 KB are not checked", "text", "json", "csv")},
	{"grade --submission hand/ada", console.ExitInconclusive, map[string]string{
		"text":         "programs of more than 16 KB are not checked",
		"json":         "programs of more than 16 KB are not checked",
		"csv":          "programs of more than 16 KB are not checked",
		"gradescope":   "It is not known whether the task is done: a search was cut.",
		"prairielearn": "It is not known whether the task is done: a search was cut.",
	}},
}

// slowRuns are more of them, which take seconds and are left to the build tag full.
var slowRuns = []cutRun{
	{"lesson check 4 --task 1 4.1.il", console.ExitFound,
		same("the search was bounded after", "text", "json")},
}

// uncut lists the other commands with several formats. The subcommands of theorem have a test of
// their own, because no small program cuts a real statement. The others have no limit.
var uncut = []string{
	"analyzers", "explain", "lesson list", "lesson lint", "theorem list", "theorem show",
	"theorem check", "theorem fuzz", "theorem break", "theorem enumerate",
}

// TestEveryFormatNamesTheCut runs every command with several formats on a program that reaches a
// limit. All formats must say so, because an exit code is easily overlooked.
func TestEveryFormatNamesTheCut(t *testing.T) {
	dir := t.TempDir()
	for name, text := range cutPrograms {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	runs, untested := cutRuns, slices.Clone(uncut)
	if quick.All {
		runs = slices.Concat(runs, slowRuns)
	} else {
		untested = append(untested, "lesson check")
	}
	formatsByPath := formatsOf(t)
	tested := map[[2]string]bool{} // by path and format
	for _, r := range runs {
		for format, want := range r.names {
			args := append(strings.Fields(r.line), formatFlags(r.line, format)...)
			code, out, stderr := execute(context.Background(), "", args...)
			if code != int(r.exit) {
				t.Errorf("wobbly %q: exit %d, want %d: %s", args, code, r.exit, stderr)
			}
			if !strings.Contains(out, want) && !strings.Contains(unwrapped(out), want) {
				t.Errorf("wobbly %q prints no %q:\n%s", args, want, out)
			}
			for path := range formatsByPath {
				if strings.HasPrefix(r.line, path+" ") {
					tested[[2]string{path, format}] = true
				}
			}
		}
	}
	for path, formats := range formatsByPath {
		for _, f := range formats {
			if !tested[[2]string{path, f}] && !slices.Contains(untested, path) {
				t.Errorf("wobbly %s is not run with the format %s on a program that is cut",
					path, f)
			}
		}
	}
}

// formatFlags returns the flags that choose a format of a command.
func formatFlags(line, format string) []string {
	switch command := strings.Fields(line)[0]; {
	case command == "check" || command == "grade":
		return []string{"--format", format}
	case format == "text":
		return nil
	default:
		return []string{"--" + format}
	}
}

// formatsOf maps the path of each command with several formats to the formats that its flags have.
func formatsOf(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	var visit func(n *kong.Node)
	visit = func(n *kong.Node) {
		formats := []string{"text"}
		for _, f := range n.Flags {
			switch f.Name {
			case "json", "csv":
				formats = append(formats, f.Name)
			case "format":
				formats = append(formats, f.EnumSlice()...)
			}
		}
		slices.Sort(formats)
		formats = slices.Compact(formats)
		if n.Leaf() && len(formats) > 1 {
			path := pathOf(n)
			all[cmp.Or(map[string]string{"racemob": "racemob run"}[path], path)] = formats
		}
		for _, child := range n.Children {
			visit(child)
		}
	}
	a := &console.App{}
	visit(wobblyProgram().parser(a, wobblyProgram().ordered(), new(globals), new(bool)).Model.Node)
	if len(all) < 15 || !slices.Contains(all["check"], report.CheckFormats[1].Name) {
		t.Fatalf("the commands and their formats are %v, want at least 15 with check", all)
	}
	return all
}

// TestUnansweredFile cuts the analysis of one of two files. The log of both and the annotations say
// that this file has no result.
func TestUnansweredFile(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for format, want := range map[string]string{
		"sarif":  `"executionSuccessful":false`,
		"github": "::warning file=-,title=incomplete::",
	} {
		code, out, _ := execute(ctx, "m(a) { a.f := a; }", "check", "--format", format, "-", "-")
		if code != int(console.ExitInconclusive) || !strings.Contains(out, want) {
			t.Errorf("check --format %s: exit %d, %s; want exit %d and %q", format, code, out,
				console.ExitInconclusive, want)
		}
	}
}

// TestStatelessCut limits the stateless search, which runs after the search for races. Both formats
// say that its numbers are incomplete, even if the search for races is complete.
func TestStatelessCut(t *testing.T) {
	const block = "{ arg1.f := arg1; arg1.g := arg1; arg1.h := arg1 }"
	const program = block + " || " + block + "\ninit {\nA.arg1 = o1\nB.arg1 = o1\n}"
	for _, format := range []string{"", "--json"} {
		for states, cut := range map[string]bool{"6": true, "100": false} {
			args := append([]string{
				"explore", "--init", "given", "--stateless", "--max-states", states,
			}, strings.Fields(format+" -")...)
			_, out, _ := execute(context.Background(), program, args...)
			reported := strings.Contains(unwrapped(out), "but was cut (executions)") ||
				strings.Contains(out, `"stateless_cut":"executions"`)
			if reported != cut {
				t.Errorf("wobbly %q reports a cut: %t, want %t: %s", args, reported, cut, out)
			}
		}
	}
}
