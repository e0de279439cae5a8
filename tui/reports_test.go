package tui

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/session"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	"wobbly/tui/theorem"
	"wobbly/witness"
)

// screenOptions returns data about burble for all screens except Step.
func screenOptions(t testing.TB) Options {
	t.Helper()
	return Options{
		Reports: reports.Options{Reports: burbleReports(raceOf(t))}, Analysis: burbleAnalysis,
		Repair: burbleRepair, Theorem: theorem.Options{Statements: twoStatements, Fuzz: fuzzer(t)},
		Terminal: Terminal{NoColor: true},
	}
}

// raceOf returns a witness of the race of burble, if all formals hold one object.
func raceOf(t testing.TB) *witness.Witness {
	t.Helper()
	p := burble(t)
	s, err := session.New(p.Core, p.Pair, p.Init)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Seek(session.Races(), s.SeekLimits()); !r.OK() {
		t.Fatalf("no execution leads to a race: %s", r.Text)
	}
	w, err := s.Witness()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// burbleReports lists the reports on burble: two races, of which the first has the witness w, and a
// filtered pair.
func burbleReports(w *witness.Witness) func(context.Context, *il.Core) (reports.List, error) {
	read := reports.Side{
		Unit: "meps", At: il.Position{Line: 26, Col: 12}, Kind: il.Read, Path: "b.f", Locks: 1,
	}
	write := reports.Side{
		Unit: "reps", At: il.Position{Line: 32, Col: 3}, Kind: il.Write, Path: "b.f", Locks: 0,
	}
	own := reports.Side{
		Unit: "beps", At: il.Position{Line: 38, Col: 3}, Kind: il.Write, Path: "b.f", Locks: 0,
	}
	return func(_ context.Context, core *il.Core) (reports.List, error) {
		pair := func(l, r string) il.Pair {
			p, err := session.PairOf(core, l, r)
			if err != nil { // the program is not burble
				return core.Pairs()[0]
			}
			return p
		}
		return reports.List{Items: []reports.Item{
			{ID: "F1", Pair: pair("reps", "beps"), Sides: [2]reports.Side{write, own},
				Reason: "b.f is wobbly in beps: b is assigned at line 36."},
			{ID: "R1", Pair: pair("meps", "reps"), Race: true, Sides: [2]reports.Side{read, write},
				Verdict: "CONFIRMED", Reason: "A witness was replayed by the checker.",
				Witness: func(context.Context) (*witness.Witness, error) { return w, nil }},
			{ID: "R2", Pair: pair("meps", "beps"), Race: true, Sides: [2]reports.Side{read, own},
				Verdict: "NOT REPRODUCED WITHIN BOUND", Reason: "No schedule of 10 steps races.",
				Witness: func(context.Context) (*witness.Witness, error) {
					return nil, errors.New("the bound was met")
				}},
		}}, nil
	}
}

// onScreen returns the app at a size, after a key that leads to a screen.
func onScreen(t *testing.T, o Options, key string, width, height int) *app {
	t.Helper()
	o.Width, o.Height = width, height
	a := start(t, burble(t), o)
	press(t, a, key)
	return a
}

// screenScenes lists the states of the other screens that have a golden.
var screenScenes = []struct {
	name string
	keys []string
}{
	{"reports", []string{"2"}},
	{"reports-filtered", []string{"2", "end"}},
	{"explore", []string{"3", "n"}},
	{"analysis", []string{"1", "a", "b", "4"}},
	{"theorem", []string{"5", "tab", "space"}},
	{"theorem-refuted", []string{"5", "tab", "space", "d"}},
}

// TestScreenGoldens compares the other screens with their goldens.
func TestScreenGoldens(t *testing.T) {
	for _, scene := range screenScenes {
		checkScene(t, "screen-"+scene.name, func(t *testing.T, on Terminal) *app {
			o := screenOptions(t)
			o.Terminal = on
			a := onScreen(t, o, "1", on.Width, on.Height)
			press(t, a, scene.keys...)
			return a
		})
	}
}

// TestScreensHaveTheWidth draws every screen after random keys at random sizes, with data and
// without.
func TestScreensHaveTheWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	keys := strings.Fields(
		"tab z down down up pgdown end home space f e esc n o + h p c 1 enter b a s")
	for round := range quick.Cases(40) {
		o := Options{Terminal: Terminal{NoColor: true, ASCII: round%2 == 0}}
		if round%4 != 0 {
			o = screenOptions(t)
		}
		a := start(t, burble(t), o)
		for range 40 {
			switch r.IntN(3) {
			case 0:
				press(t, a, "esc", strconv.Itoa(2+r.IntN(5)))
			case 1:
				a.Update(tea.WindowSizeMsg{Width: 40 + r.IntN(180), Height: 12 + r.IntN(60)})
			}
			press(t, a, keys[r.IntN(len(keys))])
			checkSize(t, a.render(), a.width, a.height)
			click := tea.MouseClickMsg{
				X: r.IntN(a.width), Y: 1 + r.IntN(a.height-2), Button: tea.MouseLeft,
			}
			a.Update(click)
			a.Update(tea.MouseWheelMsg{X: click.X, Y: click.Y, Button: tea.MouseWheelDown})
			if t.Failed() {
				t.Fatalf("the screen of another width is\n%s", textOf(a.render()))
			}
		}
	}
}

// TestScreensSayWhatTheyLack opens the screens without data: each shows a sentence.
func TestScreensSayWhatTheyLack(t *testing.T) {
	for key, want := range map[string]string{
		"2": "No analysis came with this session", "4": "No analysis came with this session",
		"5": "No statements came with this session", "6": "No lesson is open",
	} {
		a := onScreen(t, Options{Terminal: Terminal{NoColor: true}}, key, 80, 24)
		if shown := textOf(a.render()); !strings.Contains(shown, want) {
			t.Errorf("screen %s does not say %q:\n%s", key, want, shown)
		}
	}
}

// TestScreenKeyTables checks the tables of the screens with data, and of the layer of a worker.
func TestScreenKeyTables(t *testing.T) {
	a := start(t, burble(t), screenOptions(t))
	for n := screen.Reports; n < screen.Count; n++ {
		press(t, a, strconv.Itoa(int(n)))
		checkTable(t, screen.Names[n], a.table())
		help := newHelp(a)
		for _, b := range a.table() {
			if !inHelp(help, b) {
				t.Errorf("%s: %s is not in the help", screen.Names[n], b.Label(false))
			}
		}
	}
	w := screen.Worker{H: a}
	w.Start(func() string { return "" }, func(context.Context) screen.Then { return nil })
	checkTable(t, "busy", screen.Join(a.Top().Keys(), always()))
}

// TestReportOpensItsWitness: enter opens a witness as a branch, or says why there is none.
func TestReportOpensItsWitness(t *testing.T) {
	a := onScreen(t, screenOptions(t), "b", 80, 24)
	press(t, a, "b", "2", "enter") // the steps of B are kept as a branch
	if _, races := a.session.Now().Race(); !races || a.at != screen.Step {
		t.Fatalf("on %s at %s: %s", screen.Names[a.at], a.session.Schedule(), a.status)
	}
	if n := len(a.session.Branches()); n != 2 {
		t.Errorf("%d branches, want the student's own and the witness", n)
	}
	press(t, a, "2", "down", "enter")
	if !a.refused || !strings.Contains(a.status, "The bound was met") {
		t.Errorf("enter on R2: status %q, want that the bound was met", a.status)
	}
	press(t, a, "down", "enter")
	if !a.refused || !strings.Contains(a.status, "F1 has no witness") {
		t.Errorf("enter on F1: status %q, want that it has no witness", a.status)
	}
}

// TestWitnessFromAnotherHeap opens a witness from another initial state in a session of its own,
// and keeps the list of reports.
func TestWitnessFromAnotherHeap(t *testing.T) {
	o := screenOptions(t)
	p := burble(t)
	p.Init = session.AllDifferent(p.Core, p.Pair)
	a := start(t, p, o)
	press(t, a, "2", "enter")
	if _, races := a.session.Now().Race(); !races || a.at != screen.Step {
		t.Fatalf("on %s at %s: %s", screen.Names[a.at], a.session.Schedule(), a.status)
	}
	if got := a.screens[screen.Reports].Heading(); got != "2 races, 1 filtered" {
		t.Errorf("the heading of Reports is %q, want 2 races, 1 filtered", got)
	}
}

// TestReportsCanBeStopped: esc stops the analysis, and other keys wait.
func TestReportsCanBeStopped(t *testing.T) {
	o := Options{Terminal: Terminal{NoColor: true}}
	o.Reports.Reports = func(ctx context.Context, _ *il.Core) (reports.List, error) {
		<-ctx.Done()
		return reports.List{}, nil
	}
	a := start(t, burble(t), o)
	_, cmd := a.Update(keyOf("2"))
	if len(a.layers) != 1 {
		t.Fatalf("%d layers while the analysis runs, want 1", len(a.layers))
	}
	a.Update(keyOf("x"))
	if !a.refused {
		t.Errorf("x while the analysis runs: status %q, want a refusal", a.status)
	}
	a.Update(keyOf("esc"))
	runCmd(a, cmd)
	if len(a.layers) != 0 ||
		!strings.Contains(textOf(a.render()), "stopped before its first report") {
		t.Errorf("esc: %d layers, want none, and the reports stopped:\n%s", len(a.layers),
			textOf(a.render()))
	}
}

// TestReportsFail: the screen says why the analysis failed.
func TestReportsFail(t *testing.T) {
	o := Options{Terminal: Terminal{NoColor: true}}
	o.Reports.Reports = func(context.Context, *il.Core) (reports.List, error) {
		return reports.List{}, errors.New("the summary is too large")
	}
	a := onScreen(t, o, "2", 80, 24)
	if !a.refused || !strings.Contains(textOf(a.render()), "The summary is too large.") {
		t.Errorf("refused %t, want the reason of the failure in\n%s", a.refused, textOf(a.render()))
	}
}

// TestReportIsExplained: e adds the explanation to the text of the pane, for races and filtered
// pairs, or says why there is none.
func TestReportIsExplained(t *testing.T) {
	o := screenOptions(t)
	o.Reports.Explain = func(_ context.Context, _ *il.Core, id string) ([]string, error) {
		if id == "R2" {
			return nil, errors.New("the analysis was stopped")
		}
		return []string{"  NO  stable   b is wobbly in beps (" + id + ")"}, nil
	}
	a := start(t, burble(t), o)
	press(t, a, "2", "e")
	if shown := textOf(a.render()); !strings.Contains(shown, "Verdict: CONFIRMED") ||
		!strings.Contains(shown, "b is wobbly in beps (R1)") {
		t.Errorf("e on R1 lacks the verdict or the explanation:\n%s", shown)
	}
	press(t, a, "esc", "down", "e")
	if !a.refused || !strings.Contains(a.status, "R2 is not explained: The analysis was stopped") {
		t.Errorf("e on R2: status %q, want that the analysis was stopped", a.status)
	}
	press(t, a, "end", "e")
	if shown := textOf(a.render()); !strings.Contains(shown, "Filtered") ||
		!strings.Contains(shown, "b is wobbly in beps (F1)") {
		t.Errorf("e on F1 lacks why it is filtered or the explanation:\n%s", shown)
	}
}
