package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"charm.land/lipgloss/v2"

	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/session/query"
)

// execute runs wobbly in this process, with a standard input.
func execute(ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = runWobbly(ctx,
		console.System{Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs})
	return code, out.String(), errs.String()
}

// TestInterrupted: an interrupted run says so and exits with 3.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"check", "-"}, {"analyze", "-"}, {"check", "--json", "-"}, {"explore", "-"},
		{"crosscheck", "-"},
	} {
		// Results that were found in time are printed, with a remark that they are incomplete.
		code, stdout, stderr := execute(ctx, "m(a) { x := new(); a.f := x; }", args...)
		if code != int(console.ExitInconclusive) && code != int(console.ExitFound) ||
			code == int(console.ExitInconclusive) &&
				!strings.Contains(strings.ToLower(stdout+stderr), "interrupted") {
			t.Errorf("wobbly %q: exit %d, %s%s; want exit %d and the interrupt", args, code, stdout,
				stderr, console.ExitInconclusive)
		}
	}
}

// TestInterruptedSearch: results from before an interrupt are kept, also in a run over random
// programs.
func TestInterruptedSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	out := &cancelling{cancel: cancel, after: 1}
	var errs bytes.Buffer
	const walk = "m(a) { while * { a := a.g; }; a.f := a; } n(a) { a.f := new(); }"
	a := &console.App{
		Ctx: ctx,
		Sys: console.System{
			Args:  []string{"explore", "--max-states", "0", "--json", "-"},
			Stdin: strings.NewReader(walk), Stdout: out, Stderr: &errs,
		},
		Out: console.NewOutput(out, 16),
	}
	a.Fail(wobblyProgram().dispatch(a))
	a.Out.Flush()
	if a.Exit != console.ExitInconclusive && a.Exit != console.ExitFound ||
		!strings.Contains(out.String(), `"cut":"interrupted"`) {
		t.Errorf("explore: exit %d, %s, %s; want a search that was interrupted", a.Exit,
			out.String(), errs.String())
	}
	code, text, _ := execute(ctx, "", "crosscheck", "--random", "1000")
	if code != int(console.ExitInconclusive) || !strings.HasPrefix(text, "real races") ||
		!strings.HasSuffix(text, "Interrupted: this is not everything.\n") {
		t.Errorf("crosscheck: exit %d, %q; want exit %d, the table and the interrupt", code, text,
			console.ExitInconclusive)
	}
}

// TestInterruptedAfterRaces interrupts a run after its first races, which are kept.
func TestInterruptedAfterRaces(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	out := &cancelling{cancel: cancel, after: 2}
	var errs bytes.Buffer
	many := "m(a) { x := new(); " + strings.Repeat("a.f := x; ", 300) + "}"
	code := runWobbly(ctx,
		console.System{
			Args: []string{"check", "--limit", "10000", "-"}, Stdin: strings.NewReader(many),
			Stdout: out, Stderr: &errs,
		})
	text := out.String()
	if code != int(console.ExitInconclusive) || !strings.Contains(text, "[R1]") ||
		!strings.HasSuffix(text, "filtered. Interrupted: this is not everything.\n") {
		t.Errorf("exit %d, the text ends with %q, errors %q; want exit %d, R1 and the interrupt",
			code, text[max(0, len(text)-200):], errs.String(), console.ExitInconclusive)
	}
}

// A cancelling is a buffer that calls cancel at a write, the after-th.
type cancelling struct {
	bytes.Buffer
	cancel func()
	after  int
}

func (c *cancelling) Write(p []byte) (int, error) {
	c.after--
	if c.after == 0 {
		c.cancel()
	}
	return c.Buffer.Write(p)
}

// TestPanic: a panic is an internal error.
func TestPanic(t *testing.T) {
	var errs bytes.Buffer
	code := runWobbly(context.Background(),
		console.System{Args: []string{"version"}, Stdout: panicking{}, Stderr: &errs})
	if code != int(console.ExitInternal) ||
		!strings.Contains(errs.String(), "internal error: out of order\nPlease report") {
		t.Errorf("exit %d, errors %q; want exit %d and an internal error", code, errs.String(),
			console.ExitInternal)
	}
}

// TestPanicInBackground: Await panics if its function does in another goroutine.
func TestPanicInBackground(t *testing.T) {
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r, "aside\n") {
			t.Errorf("Await panics with %q, want prefix %q", r, "aside\n")
		}
	}()
	console.Await(&console.App{Ctx: context.Background()}, func() int { panic("aside") })
}

// panicking is a writer that panics.
type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("out of order") }

// TestClosedPipe: writing to a closed pipe ends the run without an error message.
func TestClosedPipe(t *testing.T) {
	var errs bytes.Buffer
	code := runWobbly(context.Background(),
		console.System{Args: []string{"version"}, Stdout: closed{}, Stderr: &errs})
	if code != int(console.ExitUsage) || errs.Len() > 0 {
		t.Errorf("exit %d, errors %q; want exit %d without errors", code, errs.String(),
			console.ExitUsage)
	}
}

// closed is a writer to a closed pipe.
type closed struct{}

func (closed) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Err: syscall.EPIPE}
}

// TestExamplesOfTheRepository checks every example: its exit code, that two runs print the same
// bytes, the width of the text, and that replay accepts the JSON.
func TestExamplesOfTheRepository(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.il"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, f := range files {
		code, text, stderr := execute(context.Background(), "", "check", f)
		if code > 1 || stderr != "" {
			t.Errorf("check %s: exit %d, errors %q; want 0 or 1 without errors", f, code, stderr)
		}
		if _, again, _ := execute(context.Background(), "", "check", f); again != text {
			t.Errorf("check %s prints\n%s\nand then\n%s", f, text, again)
		}
		checkWidth(t, f, text)
		_, ascii, _ := execute(context.Background(), "", "check", "--ascii", f)
		checkWidth(t, f, ascii)
		_, doc, _ := execute(context.Background(), "", "check", "--json", f)
		if code, out, _ := execute(context.Background(), doc, "replay", "-"); code != 0 ||
			strings.Contains(out, "refused") {
			t.Errorf("%s: replay exits with %d: %s", f, code, out)
		}
	}
}

// TestExploreExamples searches every example up to a small limit: its exit code, that runs with
// different numbers of workers print the same bytes, the width of the text, and that replay accepts
// the JSON. Crosscheck finds no impossible report.
func TestExploreExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.il"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, f := range files {
		code, text, stderr := execute(context.Background(), "", "explore",
			"--max-states", "3000", f)
		if code != 0 && code != 1 && code != 3 || stderr != "" {
			t.Errorf("explore %s: exit %d, errors %q; want 0, 1 or 3 without errors", f, code,
				stderr)
		}
		checkWidth(t, f, text)
		_, doc, _ := execute(context.Background(), "", "explore", "--max-states", "3000", "--json",
			"--workers", "1", f)
		_, again, _ := execute(context.Background(), "", "explore", "--max-states", "3000",
			"--json", "--workers", "3", f)
		if again != doc {
			t.Errorf("explore --json %s prints\n%s\nwith one worker and\n%s\nwith three", f, doc,
				again)
		}
		if code, out, _ := execute(context.Background(), doc, "replay", "-"); code != 0 ||
			strings.Contains(out, "refused") {
			t.Errorf("%s: replay exits with %d: %s", f, code, out)
		}
		code, text, stderr = execute(context.Background(), "", "crosscheck",
			"--max-states", "3000", f)
		if code != 0 && code != 3 || stderr != "" {
			t.Errorf("crosscheck %s: exit %d, %s%s; want 0 or 3 without errors", f, code, text,
				stderr)
		}
		checkWidth(t, f, text)
	}
}

// checkWidth checks that lines have at most 80 columns, except those that must have a name or
// command in full.
func checkWidth(t *testing.T, file, text string) {
	t.Helper()
	for _, l := range strings.Split(text, "\n") {
		if lipgloss.Width(l) > 80 && !strings.Contains(l, "wobbly ") &&
			!strings.HasPrefix(l, file) {
			t.Errorf("%s: a line has %d columns, want at most 80: %s", file, lipgloss.Width(l), l)
		}
	}
}

// TestFlagWithoutValue: a flag of any type at the end of the line is an error.
func TestFlagWithoutValue(t *testing.T) {
	for _, line := range []string{
		"check --pair", "step --race", "lesson check 1 - --task", "check --limit",
		"compare --random", "show -o",
	} {
		words := strings.Fields(line)
		code, out, stderr := execute(t.Context(), "", words...)
		flag := words[len(words)-1]
		if flag == "-o" {
			flag = "--output"
		}
		if code != int(console.ExitUsage) || out != "" ||
			!strings.HasPrefix(stderr, "wobbly: "+flag+" needs a value\nSee: wobbly help ") {
			t.Errorf("wobbly %s: exit %d, %s%s; want exit %d and that %s needs a value", line, code,
				out, stderr, console.ExitUsage, flag)
		}
	}
}

// TestHelp: every command has help with an example, which says where the exit codes are listed and
// is at most 80 columns wide. The help of wobbly fits on a page, and first names wobbly without
// arguments and with a file.
func TestHelp(t *testing.T) {
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		checkHelp(t, p)
	}
	text := new(shell).command("wobbly", []string{"--help"}, "").out
	checkWidth(t, "", text)
	checkWidth(t, "", new(shell).command(HiveName, []string{"--help"}, "").out)
	if n := strings.Count(text, "\n"); n > 40 {
		t.Errorf("the help of wobbly has %d lines, want at most 40", n)
	}
	last := 0
	for _, want := range []string{
		"\n  wobbly  ", "\n  wobbly FILE  ", "\n  lesson  ", "\n  step  ", "\n  serve  ",
		"\n  check  ", "\n  explain  ", "\n  explore  ", "\n  fix  ", "\n  show  ", "\n  theorem  ",
	} {
		i := strings.Index(text, want)
		if i < last {
			t.Errorf("the help of wobbly lacks %q, or has it too early:\n%s", want, text)
		}
		last = i
	}
}

// TestHelpCountsLessons: the help of lesson names the last lesson of the list.
func TestHelpCountsLessons(t *testing.T) {
	list := new(shell).command("wobbly", []string{"lesson"}, "").out
	help := new(shell).command("wobbly", []string{"lesson", "--help"}, "").out
	rows := regexp.MustCompile(`(?m)^ *(\d+)  `).FindAllStringSubmatch(list, -1)
	if len(rows) == 0 {
		t.Fatalf("the list has no lessons:\n%s", list)
	}
	last := rows[len(rows)-1][1]
	if !strings.Contains(strings.Join(strings.Fields(help), " "), "to "+last+" about the theory") {
		t.Errorf("the last lesson is %s, and the help says:\n%s", last, help)
	}
}

// TestWithCommand: a file alone means step or check, depending on the terminal, and no argument
// means Home.
func TestWithCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"check", "plain"} {
		if err := os.WriteFile(name, []byte("m() {}"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		args, terminal, pipe string
	}{
		{"", "step", ""},
		{"a.il", "step a.il", "check a.il"},
		{"a.trace", "step a.trace", "check a.trace"},
		{"-", "step -", "check -"},
		{"plain", "step plain", "check plain"},
		{"--ascii --color never a.il --pair m,n", "step --ascii --color never a.il --pair m,n",
			"check --ascii --color never a.il --pair m,n"},
		{"a.il b.il", "check a.il b.il", "check a.il b.il"},
		{"check", "check", "check"},
		{"check a.il", "check a.il", "check a.il"},
		{"--ascii check a.il", "--ascii check a.il", "--ascii check a.il"},
		{"frobnicate", "frobnicate", "frobnicate"},
		{"--help", "--help", "--help"},
		{"--color", "--color", "--color"},
	} {
		for terminal, want := range map[bool]string{true: x.terminal, false: x.pipe} {
			got := strings.Join(wobblyProgram().withCommand(strings.Fields(x.args), terminal), " ")
			if got != want {
				t.Errorf("withCommand(%q, %t) = %q, want %q", x.args, terminal, got, want)
			}
		}
		got := strings.Join(Hive().withCommand(strings.Fields(x.args), true), " ")
		if got != x.args {
			t.Errorf("withCommand(%q, true) of wobbly-hive = %q, want no change", x.args, got)
		}
	}
}

// TestGroups: each command except help is in one group.
func TestGroups(t *testing.T) {
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		groups := map[string]int{"help": 1} // the number of groups with a command
		for _, g := range p.Groups {
			for name := range strings.FieldsSeq(g.Names) {
				groups[name]++
			}
		}
		for _, c := range p.Commands {
			if groups[c.Name] != 1 {
				t.Errorf("%s: %s is in %d groups, want 1", p.Name, c.Name, groups[c.Name])
			}
		}
		if len(groups) != len(p.Commands) {
			t.Errorf("%s: the groups have %d commands, want %d", p.Name, len(groups),
				len(p.Commands))
		}
	}
}

// checkHelp is TestHelp for one program.
func checkHelp(t *testing.T, p *Program) {
	t.Helper()
	help := func(args ...string) string { return new(shell).command(p.Name, args, "").out }
	all := subcommands(p.parser(&console.App{Name: p.Name}, p.ordered(), new(globals),
		new(bool)).Model.Node)
	for _, n := range all {
		path := pathOf(n)
		m, ok := p.readManuals()[path]
		if !ok || m.text == "" || len(m.examples) == 0 {
			t.Errorf("the manual of %q is %+v, want a text and examples", path, m)
		}
		words := strings.Fields(path)
		text := help(append([]string{"help"}, words...)...)
		if !strings.HasSuffix(text, "\nExit codes: "+p.Name+" help exit\n") {
			t.Errorf("the help of %s does not name that of the exit codes", path)
		}
		for _, below := range n.Children {
			if !strings.Contains(text, "\n  "+below.Name+" ") {
				t.Errorf("the help of %s does not name %s", path, below.Name)
			}
		}
		checkWidth(t, "", text)
		if again := help(append(words, "--help")...); again != text ||
			!strings.HasPrefix(text, "usage: "+p.Name+" "+path) {
			t.Errorf("%s --help prints\n%s\nwant, as help does,\n%s", path, again, text)
		}
		if lines := strings.Split(text, "\n"); len(m.examples) > 0 &&
			lines[1] != "for example: "+m.examples[0].line {
			t.Errorf("the help of %s has the line %q, want the first example", path, lines[1])
		}
	}
	exits := strings.Join(strings.Fields(help("help", "exit")), " ")
	for _, e := range console.Exits {
		if !strings.Contains(exits, fmt.Sprintf(" %d %s", e.Exit, e.Text)) {
			t.Errorf("%s help exit does not list %d:\n%s", p.Name, e.Exit, exits)
		}
	}
	if len(p.readManuals()) != len(all) {
		t.Errorf("%s has %d manuals, want one for each of %d commands", p.Name,
			len(p.readManuals()), len(all))
	}
}

// TestPageExamples: every code of diagnostics of programs and of expressions is explained. The
// wrong example has that error (a program may have others after it), and the right one has none.
func TestPageExamples(t *testing.T) {
	_, list, _ := execute(context.Background(), "", "explain")
	codes := regexp.MustCompile(`(?m)^  ([EW][0-9]{4})  .`).FindAllStringSubmatch(list, -1)
	if len(codes) != len(ask.Pages()) || !strings.Contains(list, "\n  E0101  ") {
		t.Errorf("explain lists %d codes, want %d, with E0101:\n%s", len(codes), len(ask.Pages()),
			list)
	}
	for _, m := range codes {
		code := m[1]
		exit, text, stderr := execute(context.Background(), "", "explain", code)
		hasExample := strings.Contains(text, "\nWrong\n")
		hasError := strings.Contains(text, diag.Code(code).Severity()+"["+code+"]")
		if exit != 0 || hasExample && !hasError {
			t.Errorf("explain %s: exit %d, want 0 and an example with the error: %s%s", code, exit,
				text, stderr)
		}
		if code >= string(query.Unexpected) && code[0] == 'E' &&
			strings.Count(text, "error[") != strings.Count(text, "error["+code+"]") {
			t.Errorf("the example of explain %s has another error too: %s", code, text)
		}
	}
}

// TestUsageOf: the form of a command line has what the command takes, and help lists only groups of
// flags that the command has.
func TestUsageOf(t *testing.T) {
	p := wobblyProgram()
	app := p.parser(&console.App{Name: p.Name}, p.ordered(), new(globals), new(bool)).Model
	for _, tt := range []struct{ path, usage, flags string }{
		{"check", "wobbly check [FLAGS] FILE...",
			"Flags; Less common flags; Flags of every command"},
		{"theorem", "wobbly theorem COMMAND ...", "Flags of every command"},
		{"version", "wobbly version", "Flags of every command"},
	} {
		n := commandOf(app.Node, tt.path)
		if got := usageOf(n); got != tt.usage {
			t.Errorf("the usage of %s is %q, want %q", tt.path, got, tt.usage)
		}
		var groups []string
		for _, g := range p.help(app, n).Flags {
			groups = append(groups, g.Title)
		}
		if got := strings.Join(groups, "; "); got != tt.flags {
			t.Errorf("the flags of %s are in %q, want %q", tt.path, got, tt.flags)
		}
	}
}

// TestParseManual: a manual is parsed into paragraphs and examples, with their purpose and exit
// code.
func TestParseManual(t *testing.T) {
	got := parseManual("One\ntwo.\n\nThree.\n\n# What for.\n$ wobbly x # y\nexit 3\n\n$ wobbly z\n")
	want := manual{
		"One\ntwo.\n\nThree.",
		[]example{
			{"wobbly x # y", "What for.", console.ExitInconclusive},
			{"wobbly z", "", console.ExitNothing},
		},
	}
	if got.text != want.text || !slices.Equal(got.examples, want.examples) {
		t.Errorf("parseManual = %+v, want %+v", got, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("parseManual of a manual with a misspelt exit does not panic")
		}
	}()
	parseManual("$ wobbly x\nexits 3\n")
}

// TestManualExamples: every example in the text of a manual is parsed as one.
func TestManualExamples(t *testing.T) {
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		for path, m := range p.readManuals() {
			text, err := manualTexts.ReadFile(p.Manuals + "/" +
				strings.ReplaceAll(path, " ", "_") + ".txt")
			if n := strings.Count("\n"+string(text), "\n$ "); err != nil || n != len(m.examples) {
				t.Errorf("the manual %q has %d examples, %v; want %d", path, len(m.examples), err,
					n)
			}
		}
	}
}
