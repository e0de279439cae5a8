package research

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"charm.land/lipgloss/v2"

	"wobbly/internal/cli/console"
	"wobbly/report"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// planted is an instance of a statement of a test.
type planted struct {
	conclusion error // nil if the statement holds of the instance
	met        bool  // the hypothesis is met
}

func (p planted) Conclusion() error { return p.conclusion }
func (p planted) String() string    { return "a planted instance" }

var errFalse = errors.New("planted to be false")

// plant returns a statement with the instance that the function instance returns for a case, or
// with none if it returns false.
func plant(name string, floor float64,
	instance func(c *engine.Case) (planted, bool)) *engine.Statement {
	return &engine.Statement{
		Name: name, Title: "Planted", Cite: "a test", Words: "Nothing.", Symbols: "⊤", Floor: floor,
		Hypotheses: []engine.Hypothesis{{Name: "met", Text: "It is met.",
			Met: func(x engine.Instance) bool { return x.(planted).met }}},
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			if x, ok := instance(c); ok {
				visit(x)
			}
			return nil
		},
	}
}

// always returns a function for plant that returns the same instance for all cases.
func always(x planted) func(*engine.Case) (planted, bool) {
	return func(*engine.Case) (planted, bool) { return x, true }
}

// The planted statements, one for each verdict.
var (
	truth     = plant("truth", 0.9, always(planted{nil, true}))
	falsehood = plant("falsehood", 0, always(planted{errFalse, true}))
	// locked has a false instance in programs with a lock. Its hypothesis is not met.
	locked = plant("locked", 0, func(c *engine.Case) (planted, bool) {
		return planted{errFalse, false}, strings.Contains(c.Core.Source.Text, "lock()")
	})
	idle  = plant("idle", 0.5, func(*engine.Case) (planted, bool) { return planted{}, false })
	stuck = plant("stuck", 0, always(planted{engine.BoundError{Limit: "too much"}, true}))
)

// run runs a command with a program as its standard input.
func run(
	ctx context.Context, command func(a *console.App) error,
) (code console.Exit, stdout, stderr string) {
	var out, errs bytes.Buffer
	a := &console.App{
		Ctx: ctx,
		Sys: console.System{
			Stdin:  strings.NewReader("m(a) { lock(); a.f := a; unlock(); }"),
			Stdout: &out, Stderr: &errs,
		},
	}
	a.Out = console.NewOutput(&out, 1<<12)
	a.Fail(command(a))
	a.Out.Flush()
	return a.Exit, out.String(), errs.String()
}

// unwrapped returns a text with single blanks between its words.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// fuzzing returns the command theorem fuzz with a number of cases.
func fuzzing(cases uint64) theoremFuzzCmd { return theoremFuzzCmd{Cases: &cases, Seed: 1} }

// TestTheoremFuzzExits: theorem fuzz exits according to its results.
func TestTheoremFuzzExits(t *testing.T) {
	for _, c := range []struct {
		name    string
		cases   uint64
		without []string
		all     []*engine.Statement
		want    console.Exit
		text    string // in the output
	}{
		{"nothing refuted", 100, nil, []*engine.Statement{truth, locked}, console.ExitNothing,
			"100 cases from seed 1: 0 of 2 statements refuted."},
		{"too few cases for a floor", 999, nil, []*engine.Statement{idle}, console.ExitNothing,
			"0 of 1 statement refuted."},
		{"below the floor", 1000, nil, []*engine.Statement{truth, idle}, console.ExitInconclusive,
			"refuted; tested on too little: idle."},
		{"bounded", 100, nil, []*engine.Statement{stuck}, console.ExitNothing,
			"0 of 1 statement refuted."},
		{"refuted", 100, nil, []*engine.Statement{truth, falsehood}, console.ExitViolated,
			"falsehood is refuted: case 0 of seed 1."},
		{"refuted without a hypothesis", 200, []string{"met"}, []*engine.Statement{truth, locked},
			console.ExitFound, "locked is refuted, without met: case "},
	} {
		f := fuzzing(c.cases)
		f.Without = c.without
		code, out, errs := run(context.Background(),
			func(a *console.App) error { return f.run(a, c.all) })
		if code != c.want || !strings.Contains(unwrapped(out), c.text) || errs != "" {
			t.Errorf("theorem fuzz, %s: exit %d, %s%s; want exit %d and %q", c.name, code, out,
				errs, c.want, c.text)
		}
		checkColumns(t, out)
	}
}

// TestTheoremFuzzSaves: a refutation is shrunk and written to a file. theorem check on the file
// refutes the statement again.
func TestTheoremFuzzSaves(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	f := fuzzing(500)
	f.Without, f.Save = []string{"met"}, dir
	code, out, errs := run(context.Background(),
		func(a *console.App) error { return f.run(a, []*engine.Statement{locked}) })
	files, err := filepath.Glob(filepath.Join(dir, "wobbly-locked-*.il"))
	if code != console.ExitFound || err != nil || len(files) != 1 ||
		!strings.Contains(out, "  Size      2 statements, shrunk from ") {
		t.Fatalf("theorem fuzz --save: exit %d, files %v, %v, %s%s; want exit %d and one file",
			code, files, err, out, errs, console.ExitFound)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile(`^// statement: locked\n// case seed: (\d+)\n// without: met\n`)
	head := heading.FindSubmatch(text)
	if head == nil || !strings.Contains(string(text), errFalse.Error()) {
		t.Fatalf("the saved program lacks its head or the error %q:\n%s", errFalse, text)
	}
	seed, err := strconv.ParseUint(string(head[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	c := theoremCheckCmd{
		Files: files, Draws: 1, Seed: seed, withoutFlag: withoutFlag{[]string{"met"}},
	}
	if code, out, _ := run(context.Background(), func(a *console.App) error {
		return c.run(a, []*engine.Statement{locked})
	}); code != console.ExitFound {
		t.Errorf("theorem check on the saved file: exit %d, %s; want exit %d", code, out,
			console.ExitFound)
	}
	f.Save = files[0] // not a directory
	if code, out, errs := run(context.Background(), func(a *console.App) error {
		return f.run(a, []*engine.Statement{locked})
	}); code != console.ExitUsage ||
		!strings.Contains(errs, "cannot save a refutation") ||
		!strings.Contains(out, "locked is refuted") {
		t.Errorf("theorem fuzz --save on a file: exit %d, %s, %s; want exit %d and the refutation",
			code, errs, out, console.ExitUsage)
	}
}

// TestTheoremFuzzInterrupted: after an interrupt or at the time limit, the tally is kept.
func TestTheoremFuzzInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	drawn := 0
	slow := plant("slow", 0, func(*engine.Case) (planted, bool) {
		drawn++
		if drawn == 10 {
			cancel()
		}
		return planted{nil, true}, true
	})
	f := fuzzing(1_000_000)
	one := 1
	f.Workers = &one
	code, out, _ := run(ctx,
		func(a *console.App) error { return f.run(a, []*engine.Statement{slow}) })
	const first = "64 cases from seed 1: 0 of 1 statement refuted. " +
		"Interrupted: this is not\neverything.\n"
	if code != console.ExitInconclusive || !strings.HasPrefix(out, first) {
		t.Errorf("theorem fuzz, interrupted: exit %d, %s; want exit %d and %q at the beginning", code,
			out, console.ExitInconclusive, first)
	}

	interrupted, interrupt := context.WithCancel(context.Background())
	f.JSON = true
	code, out, _ = run(interrupted, func(a *console.App) error {
		return f.run(a,
			[]*engine.Statement{plant("last", 0,
				func(*engine.Case) (planted, bool) {
					interrupt()
					return planted{errFalse, true}, true
				})})
	})
	if code != console.ExitViolated || !strings.Contains(out, `"ended":"refuted"`) ||
		!strings.Contains(out, `"shrunk":false`) {
		t.Errorf("theorem fuzz, interrupted after a refutation: exit %d, %s; want exit %d and "+
			"the refutation", code, out, console.ExitViolated)
	}

	// The interrupted run may still read f.
	timed := theoremFuzzCmd{Seed: 1, Time: time.Nanosecond}
	if code, out, _ := run(context.Background(), func(a *console.App) error {
		return timed.run(a, []*engine.Statement{truth})
	}); code != console.ExitNothing || !strings.Contains(out, "The time was up") {
		t.Errorf("theorem fuzz --time: exit %d, %s; want exit %d and that the time was up", code,
			out, console.ExitNothing)
	}
	timed = fuzzing(1_000_000)
	timed.Time = time.Nanosecond
	if code, _, _ := run(context.Background(), func(a *console.App) error {
		return timed.run(a, []*engine.Statement{truth})
	}); code != console.ExitInconclusive {
		t.Errorf("theorem fuzz --cases --time, with cases left out: exit %d, want %d", code,
			console.ExitInconclusive)
	}
}

// TestTheoremFuzzRepeats: the command that a refutation names shows it again.
func TestTheoremFuzzRepeats(t *testing.T) {
	f := fuzzing(500)
	f.Without, f.JSON = []string{"met"}, true
	_, out, _ := run(context.Background(),
		func(a *console.App) error { return f.run(a, []*engine.Statement{truth, locked}) })
	d := readFuzz(t, out)
	if len(d.Results) != 2 {
		t.Fatalf("theorem fuzz --json has %d results, want 2: %s", len(d.Results), out)
	}
	x := d.Results[1].Failure
	if x == nil || !x.Shrunk || x.Statements > x.From {
		t.Fatalf("the failure is %+v, want it shrunk", x)
	}
	want := fmt.Sprintf("wobbly theorem fuzz locked --without met --seed 1 --first %d --cases 1",
		x.Case)
	if x.Repeat != want {
		t.Errorf("the failure has the command %s, want %s", x.Repeat, want)
	}
	one := uint64(1)
	f.First, f.Cases, f.Names = x.Case, &one, []string{"locked"}
	_, out, _ = run(context.Background(),
		func(a *console.App) error { return f.run(a, []*engine.Statement{truth, locked}) })
	again := readFuzz(t, out)
	if len(again.Results) == 0 || again.Results[0].Failure == nil {
		t.Fatalf("%s refutes nothing: %s", want, out)
	}
	if y := again.Results[0].Failure; y.Program != x.Program || y.CaseSeed != x.CaseSeed {
		t.Errorf("%s has the failure %+v, want %+v", want, y, x)
	}
}

// readFuzz reads the document of theorem fuzz.
func readFuzz(t *testing.T, text string) (d report.TheoremFuzz) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestTheoremCheckExits: theorem check exits according to its results.
func TestTheoremCheckExits(t *testing.T) {
	for _, c := range []struct {
		all  []*engine.Statement
		off  []string
		want console.Exit
		text string // in the output
	}{
		{[]*engine.Statement{truth, idle, locked}, nil, console.ExitNothing,
			"1 program: 0 refuted, 1 held, 0 bounded, 2 with hypotheses not met."},
		{[]*engine.Statement{truth, stuck}, nil, console.ExitInconclusive,
			"stuck is bounded: not decided: too much."},
		{[]*engine.Statement{stuck, falsehood}, nil, console.ExitViolated,
			"--statement falsehood --seed 4 --draws 1 -"},
		{[]*engine.Statement{truth, locked}, []string{"met"}, console.ExitFound,
			"locked is refuted, without met."},
	} {
		check := theoremCheckCmd{
			Files: []string{"-"}, Draws: 3, Seed: 4, withoutFlag: withoutFlag{c.off},
		}
		code, out, errs := run(context.Background(),
			func(a *console.App) error { return check.run(a, c.all) })
		if code != c.want || !strings.Contains(out, c.text) || errs != "" {
			t.Errorf("theorem check without %v: exit %d, %s%s; want exit %d and %q", c.off, code,
				out, errs, c.want, c.text)
		}
		checkColumns(t, out)
	}
}

// TestTheoremCheckInterrupted: the statements checked before an interrupt are kept.
func TestTheoremCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	draws := 0
	slow := plant("slow", 0, func(*engine.Case) (planted, bool) {
		draws++
		if draws == 3 {
			cancel()
			time.Sleep(time.Millisecond)
		}
		return planted{nil, true}, true
	})
	check := theoremCheckCmd{
		Files: []string{"-", "-"}, Draws: 10, Seed: 1, JSONFlag: console.JSONFlag{JSON: true},
	}
	code, out, errs := run(ctx,
		func(a *console.App) error { return check.run(a, []*engine.Statement{slow}) })
	if code != console.ExitInconclusive || strings.Count(out, "\n") != 1 ||
		!strings.Contains(out, `"interrupted":true`) || !strings.Contains(errs, "interrupted") {
		t.Errorf("theorem check, interrupted: exit %d, %s%s; want exit %d and one incomplete "+
			"document", code, out, errs, console.ExitInconclusive)
	}
}

// TestTheoremCheckInterruptedEarly: if an interrupt comes during the first draw, statements checked
// before it are kept, and the others count as not checked.
func TestTheoremCheckInterruptedEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	slow := plant("slow", 0, func(*engine.Case) (planted, bool) {
		cancel()
		time.Sleep(time.Millisecond)
		return planted{nil, true}, true
	})
	check := theoremCheckCmd{Files: []string{"-"}, Draws: 10, Seed: 1}
	code, out, _ := run(ctx,
		func(a *console.App) error { return check.run(a, []*engine.Statement{truth, slow, idle}) })
	const want = "1 program: 0 refuted, 1 held, 0 bounded, 0 with hypotheses not met, " +
		"2 not checked. Interrupted: this is not everything."
	if code != console.ExitInconclusive || !strings.HasSuffix(unwrapped(out), want) {
		t.Errorf("theorem check, interrupted early: exit %d, %s; want exit %d and %q at the end",
			code, out, console.ExitInconclusive, want)
	}
}

// TestFuzzProgress: the progress line counts cases and names the least tested statement.
func TestFuzzProgress(t *testing.T) {
	tally := engine.Fuzz(context.Background(), []*engine.Statement{truth, idle},
		engine.Fuzzing{Cases: 64, Seed: 1, Gen: draw.Options()})
	const want = "64 of 640 cases, 32/s, 18s left; least tested: idle 0%, truth 100%"
	if got := fuzzProgress(tally, 0, 640, 2*time.Second); got != want {
		t.Errorf("fuzzProgress = %q, want %q", got, want)
	}
	if got := fuzzProgress(tally, 0, 0, 2*time.Second); !strings.HasPrefix(got,
		"64 cases, 32/s; least") {
		t.Errorf("fuzzProgress = %q, want 64 cases, 32/s", got)
	}
	for _, s := range tally.Results {
		many := &engine.Tally{Cases: 64, Results: slices.Repeat([]engine.Result{s}, 30)}
		if got := fuzzProgress(many, 0, 640, 2*time.Second); len(got) > 79 ||
			!strings.Contains(got, s.Statement.Name+" ") {
			t.Errorf("fuzzProgress of 30 statements = %q, %d columns; want at most 79, and a "+
				"statement", got, len(got))
		}
	}
}

// TestVerdictWords: documents use the same words for verdicts as the library.
func TestVerdictWords(t *testing.T) {
	for v := engine.NotMet; v <= engine.Refuted; v++ {
		if verdictWord(v) != v.String() {
			t.Errorf("verdictWord(%s) = %q, want %[1]s", v, verdictWord(v))
		}
	}
}

// checkColumns checks that the lines of a text have at most 80 columns, except those with a
// command.
func checkColumns(t *testing.T, text string) {
	t.Helper()
	for l := range strings.SplitSeq(text, "\n") {
		if lipgloss.Width(l) > 80 && !strings.Contains(l, "wobbly ") {
			t.Errorf("a line of %d columns, want at most 80: %s", lipgloss.Width(l), l)
		}
	}
}
