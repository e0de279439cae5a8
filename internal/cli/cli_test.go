package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
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

// execute runs wobbly in this process.
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
		// What was found in time is printed, and says that it is not everything.
		code, stdout, stderr := execute(ctx, "m(a) { x := new(); a.f := x; }", args...)
		if code != int(console.ExitInconclusive) && code != int(console.ExitFound) ||
			code == int(console.ExitInconclusive) &&
				!strings.Contains(strings.ToLower(stdout+stderr), "interrupted") {
			t.Errorf("%v: exit %d, %s%s", args, code, stdout, stderr)
		}
	}
}

// TestInterruptedSearch: results from before an interrupt are kept, also in a run over random
// programs.
func TestInterruptedSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	out := &cancelling{cancel: cancel, after: 1}
	var errs bytes.Buffer
	walk := "m(a) { while * { a := a.g; }; a.f := a; } n(a) { a.f := new(); }"
	a := &console.App{
		Ctx: ctx, Sys: console.System{
			Args:  []string{"explore", "--max-states", "0", "--json", "-"},
			Stdin: strings.NewReader(walk), Stdout: out, Stderr: &errs,
		}, Out: console.NewOutput(out, 16),
	}
	a.Fail(wobblyProgram().dispatch(a))
	a.Out.Flush()
	if a.Exit != console.ExitInconclusive && a.Exit != console.ExitFound ||
		!strings.Contains(out.String(), `"cut":"interrupted"`) {
		t.Errorf("exit %d, %s, %s", a.Exit, out.String(), errs.String())
	}
	code, text, _ := execute(ctx, "", "crosscheck", "--random", "1000")
	if code != int(console.ExitInconclusive) || !strings.HasPrefix(text, "real races") ||
		!strings.HasSuffix(text, "Interrupted: this is not everything.\n") {
		t.Errorf("exit %d, %q", code, text)
	}
}

// TestInterruptedOnTheWay interrupts a run after its first races, which are kept.
func TestInterruptedOnTheWay(t *testing.T) {
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
		t.Errorf("exit %d, the text ends with %q, %s", code, text[max(0, len(text)-200):],
			errs.String())
	}
}

// cancelling is a writer that stops the run after some writes.
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

// TestPanic: a panic anywhere is an internal error, exit 70.
func TestPanic(t *testing.T) {
	for _, w := range []io.Writer{panicking{}, panicking{}} {
		var errs bytes.Buffer
		code := runWobbly(context.Background(),
			console.System{Args: []string{"version"}, Stdout: w, Stderr: &errs})
		if code != int(console.ExitInternal) ||
			!strings.Contains(errs.String(), "internal error: out of order\nPlease report") {
			t.Errorf("exit %d, %s", code, errs.String())
		}
	}
	a := &console.App{Ctx: context.Background()}
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r, "aside\n") {
			t.Errorf("the panic of another goroutine is %q", r)
		}
	}()
	console.Await(a, func() int { panic("aside") })
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("out of order") }

// TestClosedPipe: a closed pipe is not an error message.
func TestClosedPipe(t *testing.T) {
	var errs bytes.Buffer
	code := runWobbly(context.Background(),
		console.System{Args: []string{"version"}, Stdout: closed{}, Stderr: &errs})
	if code != int(console.ExitUsage) || errs.Len() > 0 {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}

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
			t.Errorf("%s: exit %d, %s", f, code, stderr)
		}
		if _, again, _ := execute(context.Background(), "", "check", f); again != text {
			t.Errorf("%s: two runs differ", f)
		}
		holdsWidth(t, f, text)
		_, ascii, _ := execute(context.Background(), "", "check", "--ascii", f)
		holdsWidth(t, f, ascii)
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
			t.Errorf("%s: exit %d, %s", f, code, stderr)
		}
		holdsWidth(t, f, text)
		_, doc, _ := execute(context.Background(), "", "explore", "--max-states", "3000", "--json",
			"--workers", "1", f)
		if _, again, _ := execute(context.Background(), "", "explore", "--max-states", "3000", "--json", "--workers", "3", f); again != doc {
			t.Errorf("%s: two runs differ", f)
		}
		if code, out, _ := execute(context.Background(), doc, "replay", "-"); code != 0 ||
			strings.Contains(out, "refused") {
			t.Errorf("%s: replay exits with %d: %s", f, code, out)
		}
		code, text, stderr = execute(context.Background(), "", "crosscheck",
			"--max-states", "3000", f)
		if code != 0 && code != 3 || stderr != "" {
			t.Errorf("%s: crosscheck exits with %d, %s%s", f, code, text, stderr)
		}
		holdsWidth(t, f, text)
	}
}

// holdsWidth finds lines of more than 80 columns, but for those that must hold
// a name or command in full.
func holdsWidth(t *testing.T, file, text string) {
	t.Helper()
	for _, l := range strings.Split(text, "\n") {
		if lipgloss.Width(l) > 80 && !strings.Contains(l, "wobbly ") &&
			!strings.HasPrefix(l, file) {
			t.Errorf("%s: a line of %d columns: %s", file, lipgloss.Width(l), l)
		}
	}
}

// TestFlagWithoutValue: a flag of any type at the end of the line says what it lacks.
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
			t.Errorf("%s: exit %d, %s%s", line, code, out, stderr)
		}
	}
}

// TestHelp: every command has help with an example, which says where the exit codes are listed and
// is at most 80 columns wide. The help of wobbly fits on a page, and first names wobbly without
// arguments and with a file.
func TestHelp(t *testing.T) {
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		holdsHelp(t, p)
	}
	text := new(shell).command("wobbly", []string{"--help"}, "").out
	holdsWidth(t, "", text)
	holdsWidth(t, "", new(shell).command(HiveName, []string{"--help"}, "").out)
	if n := strings.Count(text, "\n"); n > 40 {
		t.Errorf("the help of wobbly has %d lines", n)
	}
	last := 0
	for _, want := range []string{
		"\n  wobbly  ", "\n  wobbly FILE  ", "\n  lesson  ", "\n  step  ", "\n  serve  ",
		"\n  check  ", "\n  explain  ", "\n  explore  ", "\n  fix  ", "\n  show  ", "\n  theorem  ",
	} {
		at := strings.Index(text, want)
		if at < last {
			t.Errorf("%q is not there, or too early", want)
		}
		last = at
	}
}

// TestHelpCountsLessons: the help of lesson names the last lesson of the list.
func TestHelpCountsLessons(t *testing.T) {
	list := new(shell).command("wobbly", []string{"lesson"}, "").out
	help := new(shell).command("wobbly", []string{"lesson", "--help"}, "").out
	rows := regexp.MustCompile(`(?m)^ *(\d+)  `).FindAllStringSubmatch(list, -1)
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
				t.Errorf("%q on a terminal (%t): %q, want %q", x.args, terminal, got, want)
			}
		}
		got := strings.Join(Hive().withCommand(strings.Fields(x.args), true), " ")
		if got != x.args {
			t.Errorf("%q of wobbly-hive: %q", x.args, got)
		}
	}
}

// TestGroups: each command except help is in one group.
func TestGroups(t *testing.T) {
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		in := map[string]int{"help": 1}
		for _, g := range p.Groups {
			for name := range strings.FieldsSeq(g.Names) {
				in[name]++
			}
		}
		for _, c := range p.Commands {
			if in[c.Name] != 1 {
				t.Errorf("%s: %s is in %d groups", p.Name, c.Name, in[c.Name])
			}
		}
		if len(in) != len(p.Commands) {
			t.Errorf("%s has %d commands, and its groups have %d", p.Name, len(p.Commands), len(in))
		}
	}
}

// holdsHelp is TestHelp for one program.
func holdsHelp(t *testing.T, p *Program) {
	t.Helper()
	help := func(args ...string) string { return new(shell).command(p.Name, args, "").out }
	all := subcommands(p.parser(&console.App{Name: p.Name}, p.ordered(), new(globals),
		new(bool)).Model.Node)
	for _, n := range all {
		path := pathOf(n)
		m, ok := p.readManuals()[path]
		if !ok || m.text == "" || len(m.examples) == 0 {
			t.Errorf("%s has no manual", path)
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
		holdsWidth(t, "", text)
		if again := help(append(words, "--help")...); again != text ||
			!strings.HasPrefix(text, "usage: "+p.Name+" "+path) {
			t.Errorf("%s --help is not help %s", path, path)
		}
		if lines := strings.Split(text, "\n"); len(m.examples) > 0 &&
			lines[1] != "for example: "+m.examples[0].line {
			t.Errorf("the help of %s has the line %q, want the first example", path, lines[1])
		}
	}
	exits := strings.Join(strings.Fields(help("help", "exit")), " ")
	for _, e := range console.Exits {
		if !strings.Contains(exits, fmt.Sprintf(" %d %s", e.Exit, e.Text)) {
			t.Errorf("%s help exit does not list %d", p.Name, e.Exit)
		}
	}
	if len(p.readManuals()) != len(all) {
		t.Error("there is a manual of no command")
	}
}

// TestPageExamples: every code of diagnostics of programs and of expressions is explained. The
// wrong example has that error (a program may have others after it), and the right one has none.
func TestPageExamples(t *testing.T) {
	_, list, _ := execute(context.Background(), "", "explain")
	codes := regexp.MustCompile(`(?m)^  ([EW][0-9]{4})  .`).FindAllStringSubmatch(list, -1)
	if len(codes) != len(ask.Pages()) || !strings.Contains(list, "\n  E0101  ") {
		t.Errorf("the list of codes is %q", list)
	}
	for _, m := range codes {
		code := m[1]
		exit, text, stderr := execute(context.Background(), "", "explain", code)
		shown := strings.Contains(text, diag.Code(code).Severity()+"["+code+"]") || !strings.Contains(text, "\nWrong\n")
		if exit != 0 || !shown {
			t.Errorf("explain %s exits with %d and shows no such error: %s%s", code, exit,
				text, stderr)
		}
		if code >= string(query.Unexpected) && code[0] == 'E' &&
			strings.Count(text, "error[") != strings.Count(text, "error["+code+"]") {
			t.Errorf("explain %s shows another error too: %s", code, text)
		}
	}
}

// TestUsageOf: the form of a command line has what the command takes, and help lists only groups of
// flags that the command has.
func TestUsageOf(t *testing.T) {
	p := wobblyProgram()
	app := p.parser(&console.App{Name: p.Name}, p.ordered(), new(globals), new(bool)).Model
	for _, tt := range []struct{ path, usage, flags string }{
		{"check", "wobbly check [FLAGS] FILE...", "Flags; Less common flags; Flags of every command"},
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
}

// TestManualsAreWhole: every example of a manual is shown.
func TestManualsAreWhole(t *testing.T) {
	for _, p := range []*Program{wobblyProgram(), Hive()} {
		for path, m := range p.readManuals() {
			text, err := manualTexts.ReadFile(p.Manuals + "/" +
				strings.ReplaceAll(path, " ", "_") + ".txt")
			if n := strings.Count("\n"+string(text), "\n$ "); err != nil || n != len(m.examples) {
				t.Errorf("%s shows %d of %d examples: %v", path, len(m.examples), n, err)
			}
		}
	}
}
