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

// A planted statement tells of an instance what a test wants it to.
type planted struct {
	conclusion error
	met        bool
}

func (p planted) Conclusion() error { return p.conclusion }
func (p planted) String() string    { return "a planted instance" }

var errFalse = errors.New("planted to be false")

// plant makes a statement with one instance for each case that tell chooses.
func plant(name string, floor float64,
	tell func(c *engine.Case) (planted, bool)) *engine.Statement {
	return &engine.Statement{
		Name: name, Title: "Planted", Cite: "a test", Words: "Nothing.", Symbols: "⊤", Floor: floor,
		Hypotheses: []engine.Hypothesis{{Name: "met", Text: "It is met.",
			Met: func(x engine.Instance) bool { return x.(planted).met }}},
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			if x, ok := tell(c); ok {
				visit(x)
			}
			return nil
		},
	}
}

func always(x planted) func(*engine.Case) (planted, bool) {
	return func(*engine.Case) (planted, bool) { return x, true }
}

// The planted statements, one for each verdict.
var (
	truth     = plant("truth", 0.9, always(planted{nil, true}))
	falsehood = plant("falsehood", 0, always(planted{errFalse, true}))
	// false where there is a lock
	locked = plant("locked", 0, func(c *engine.Case) (planted, bool) {
		return planted{errFalse, false}, strings.Contains(c.Core.Source.Text, "lock()")
	})
	idle  = plant("idle", 0.5, func(*engine.Case) (planted, bool) { return planted{}, false })
	stuck = plant("stuck", 0, always(planted{engine.BoundError{Limit: "too much"}, true}))
)

// run runs a command of theorem on planted statements.
func run(
	ctx context.Context, command func(a *console.App) error,
) (code console.Exit, stdout, stderr string) {
	var out, errs bytes.Buffer
	a := &console.App{
		Ctx: ctx, Sys: console.System{Stdin: strings.NewReader("m(a) { lock(); a.f := a; unlock(); }"), Stdout: &out, Stderr: &errs},
	}
	a.Out = console.NewOutput(&out, 1<<12)
	a.Fail(command(a))
	a.Out.Flush()
	return a.Exit, out.String(), errs.String()
}

func fuzzing(cases uint64) theoremFuzzCmd { return theoremFuzzCmd{Cases: &cases, Seed: 1} }

// TestTheoremFuzzExits: theorem fuzz exits according to its results.
func TestTheoremFuzzExits(t *testing.T) {
	for _, c := range []struct {
		name    string
		cases   uint64
		without []string
		all     []*engine.Statement
		want    console.Exit
		says    string
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
		if code != c.want || !strings.Contains(strings.Join(strings.Fields(out), " "), c.says) ||
			errs != "" {
			t.Errorf("%s: exit %d, %s%s", c.name, code, out, errs)
		}
		holdsColumns(t, out)
	}
}

// TestTheoremFuzzSaves: a refutation is shrunk and written to a file that
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
		t.Fatalf("exit %d, %v, %v, %s%s", code, files, err, out, errs)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile(`^// statement: locked\n// case seed: (\d+)\n// without: met\n`).FindSubmatch(text)
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
		t.Errorf("the file does not refute it again: exit %d, %s", code, out)
	}
	f.Save = files[0] // no directory
	if code, out, errs := run(context.Background(), func(a *console.App) error {
		return f.run(a, []*engine.Statement{locked})
	}); code != console.ExitUsage ||
		!strings.Contains(errs, "cannot save a refutation") ||
		!strings.Contains(out, "locked is refuted") {
		t.Errorf("exit %d, %s", code, errs)
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
	if code != console.ExitInconclusive ||
		!strings.HasSuffix(out, "\n64 cases from seed 1: 0 of 1 statement refuted. Interrupted: this is not\neverything.\n") {
		t.Errorf("exit %d, %s", code, out)
	}

	interrupted, refutes := context.WithCancel(context.Background())
	f.JSON = true
	code, out, _ = run(interrupted, func(a *console.App) error {
		return f.run(a,
			[]*engine.Statement{plant("last", 0,
				func(*engine.Case) (planted, bool) {
					refutes()
					return planted{errFalse, true}, true
				})})
	})
	if code != console.ExitViolated || !strings.Contains(out, `"ended":"refuted"`) ||
		!strings.Contains(out, `"shrunk":false`) {
		t.Errorf("a refutation before an interrupt: exit %d, %s", code, out)
	}

	// What was interrupted may still look at f.
	timed := theoremFuzzCmd{Seed: 1, Time: time.Nanosecond}
	if code, out, _ := run(context.Background(), func(a *console.App) error {
		return timed.run(a, []*engine.Statement{truth})
	}); code != console.ExitNothing || !strings.Contains(out, "The time was up") {
		t.Errorf("exit %d, %s", code, out)
	}
	timed = fuzzing(1_000_000)
	timed.Time = time.Nanosecond
	if code, _, _ := run(context.Background(), func(a *console.App) error {
		return timed.run(a, []*engine.Statement{truth})
	}); code != console.ExitInconclusive {
		t.Errorf("cases that --time left out: exit %d", code)
	}
}

// TestTheoremFuzzRepeats: the command that a refutation names shows it again.
func TestTheoremFuzzRepeats(t *testing.T) {
	f := fuzzing(500)
	f.Without, f.JSON = []string{"met"}, true
	_, out, _ := run(context.Background(),
		func(a *console.App) error { return f.run(a, []*engine.Statement{truth, locked}) })
	d := readFuzz(t, out)
	x := d.Results[1].Failure
	if x == nil || !x.Shrunk || x.Statements > x.From {
		t.Fatalf("the failure is %+v, want it shrunk", x)
	}
	want := fmt.Sprintf("wobbly theorem fuzz locked --without met --seed 1 --first %d --cases 1",
		x.Case)
	if x.Repeat != want {
		t.Errorf("%s, want %s", x.Repeat, want)
	}
	one := uint64(1)
	f.First, f.Cases, f.Names = x.Case, &one, []string{"locked"}
	_, out, _ = run(context.Background(),
		func(a *console.App) error { return f.run(a, []*engine.Statement{truth, locked}) })
	if y := readFuzz(t, out).Results[0].Failure; y == nil || y.Program != x.Program ||
		y.CaseSeed != x.CaseSeed {
		t.Errorf("%+v, and again %+v", x, y)
	}
}

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
		says string
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
		if code != c.want || !strings.Contains(out, c.says) || errs != "" {
			t.Errorf("exit %d, %s%s", code, out, errs)
		}
		holdsColumns(t, out)
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
		t.Errorf("exit %d, %s%s", code, out, errs)
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
	said := strings.Join(strings.Fields(out), " ")
	const want = "1 program: 0 refuted, 1 held, 0 bounded, 0 with hypotheses not met, 2 not checked. Interrupted: this is not everything."
	if code != console.ExitInconclusive || !strings.HasSuffix(said, want) {
		t.Errorf("exit %d, %s", code, out)
	}
}

// TestFuzzProgress: the progress line counts cases and names the least tested statement.
func TestFuzzProgress(t *testing.T) {
	tally := engine.Fuzz(context.Background(), []*engine.Statement{truth, idle},
		engine.Fuzzing{Cases: 64, Seed: 1, Gen: draw.Options()})
	const want = "64 of 640 cases, 32/s, 18s left; least tested: idle 0%, truth 100%"
	if got := fuzzProgress(tally, 0, 640, 2*time.Second); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fuzzProgress(tally, 0, 0, 2*time.Second); !strings.HasPrefix(got,
		"64 cases, 32/s; least") {
		t.Errorf("fuzzProgress = %q, want 64 cases, 32/s", got)
	}
	for _, s := range tally.Results {
		many := &engine.Tally{Cases: 64, Results: slices.Repeat([]engine.Result{s}, 30)}
		if got := fuzzProgress(many, 0, 640, 2*time.Second); len(got) > 79 ||
			!strings.Contains(got, s.Statement.Name+" ") {
			t.Errorf("%d columns: %s", len(got), got)
		}
	}
}

// TestVerdictWords: documents use the same words for verdicts as the library.
func TestVerdictWords(t *testing.T) {
	for v := engine.NotMet; v <= engine.Refuted; v++ {
		if verdictWord(v) != v.String() {
			t.Errorf("%s is %q in documents", v, verdictWord(v))
		}
	}
}

// holdsColumns finds lines of more than 80 columns, except those with a command.
func holdsColumns(t *testing.T, text string) {
	t.Helper()
	for l := range strings.SplitSeq(text, "\n") {
		if lipgloss.Width(l) > 80 && !strings.Contains(l, "wobbly ") {
			t.Errorf("a line of %d columns: %s", lipgloss.Width(l), l)
		}
	}
}
