package tui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	game "wobbly/lesson"
	"wobbly/session"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
)

// firstPair returns burble with the pair that opens if none is named: meps || meps, which has no
// race.
func firstPair(t *testing.T) *screen.Program {
	return program(t, "burble.il", example(t, "burble.il"), "meps", "meps")
}

// TestPairs goes from a pair without a race to one with a race: the status names the races of the
// file, P chooses a pair, and Esc goes back to the first pair and its trace.
func TestPairs(t *testing.T) {
	a := start(t, firstPair(t), screenOptions(t))
	runCmd(a, a.Wants())
	const want = "2 races: R1 meps/reps b.f, R2 meps/beps b.f; n goes to the first, 2 lists them."
	if a.status != want {
		t.Errorf("status %q, want %q", a.status, want)
	}
	if shown := textOf(a.render()); !strings.Contains(shown, "P: pair 1 of 6") {
		t.Errorf("the screen lacks %q:\n%s", "P: pair 1 of 6", shown)
	}
	press(t, a, "a", "a", "P")
	shown := textOf(a.render())
	for _, want := range []string{"meps || reps   !! 1 race", "beps || beps   no race reported"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the list of pairs lacks %q:\n%s", want, shown)
		}
	}
	press(t, a, "down", "enter", "a", "b")
	if !a.session.Now().Races() || a.session.Pair().Right.Name != "reps" {
		t.Fatalf("after P: %s at %s, want a race of meps || reps",
			session.PairNames(a.session.Pair()), a.session.Schedule())
	}
	press(t, a, "esc")
	if a.session.Pair().Right.Name != "meps" || a.session.Schedule().String() != "A2" ||
		a.at != screen.Step {
		t.Errorf("esc leads to %s at %s, want meps || meps at A2",
			session.PairNames(a.session.Pair()), a.session.Schedule())
	}
	if bye := a.farewell(); len(bye.Also) != 1 || !strings.Contains(bye.Also[0], "(meps,reps)") ||
		!strings.Contains(bye.Resume, "(meps,meps)") {
		t.Errorf("farewell() = %+v, want (meps,meps) to resume and (meps,reps) too", bye)
	}
	press(t, a, "P", "enter")
	if len(a.below) != 0 || !strings.Contains(a.status, "already open") {
		t.Errorf("choosing the open pair: %d programs below, status %q; want none", len(a.below),
			a.status)
	}
}

// TestReopenPair chooses a pair that is already open: it keeps its history.
func TestReopenPair(t *testing.T) {
	a := start(t, firstPair(t), screenOptions(t))
	press(t, a, "a", "P", "down", "enter", "a", "b", "P", "up", "enter")
	if a.session.Schedule().String() != "A" || len(a.below) != 1 {
		t.Errorf("the first pair again: at %s, %d programs below; want A and 1",
			a.session.Schedule(), len(a.below))
	}
	press(t, a, "esc")
	if a.session.Schedule().String() != "A B" || len(a.below) != 0 {
		t.Errorf("after esc: at %s, %d programs below; want A B and none", a.session.Schedule(),
			len(a.below))
	}
}

// TestOnePair: P is refused if there is only one pair.
func TestOnePair(t *testing.T) {
	a := start(t, program(t, "m.il", "m(b) { b.f := b; }", "m", "m"), Options{})
	press(t, a, "P")
	if !a.refused || !strings.Contains(a.status, "one pair only") {
		t.Errorf("P: status = %q, refused %t; want one pair only", a.status, a.refused)
	}
	if strings.Contains(textOf(a.render()), "pair 1 of 1") {
		t.Errorf("the only pair is counted:\n%s", textOf(a.render()))
	}
}

// initText returns the initial state of the open program.
func initText(a *app) string {
	return session.InitText(a.program.Core, a.session.Pair(), a.session.Init())
}

// TestHeaps chooses an initial state from the list, types one, and types an invalid one.
func TestHeaps(t *testing.T) {
	a := start(t, burble(t), Options{})
	press(t, a, "a", "H", "down", "enter")
	if got := initText(a); got != session.HeapDifferent {
		t.Errorf("the initial state = %s, want %s", got, session.HeapDifferent)
	}
	press(t, a, "H", "end", "enter")
	if !prompted(a) || !strings.Contains(textOf(a.render()), "initial state: o1,o2,A.b=o1,B.b=o2") {
		t.Fatalf("H: the layers are %#v, want a prompt with the initial state", a.layers)
	}
	press(t, a, "ctrl+u")
	typed(t, a, "o1,o2,o1.f=o2,A.b=o1,B.b=o1")
	press(t, a, "enter")
	const want = "The initial state is: o1,o2,o1.f=o2,A.b=o1,B.b=o1. " +
		"Esc goes back to the one before."
	if a.status != want {
		t.Errorf("status = %q, want %q", a.status, want)
	}
	press(t, a, "b")
	if got := initText(a); got != "o1,o2,o1.f=o2,A.b=o1,B.b=o1" || len(a.below) != 2 {
		t.Errorf("the initial state = %s, %d programs below; want the typed one, and 2", got,
			len(a.below))
	}
	press(t, a, "H", "end", "enter", "ctrl+u", "z", "enter")
	if !a.refused || len(a.below) != 2 {
		t.Errorf("z: status = %q, refused %t, %d programs below; want a refusal and 2", a.status,
			a.refused, len(a.below))
	}
	press(t, a, "esc", "esc", "esc")
	if a.session.Schedule().String() != "A" || len(a.below) != 0 {
		t.Errorf("esc leads to %s with %d programs below, want A and none", a.session.Schedule(),
			len(a.below))
	}
}

// TestReportsOfAllPairs opens a report of another pair, and goes back to Reports and the student's
// trace.
func TestReportsOfAllPairs(t *testing.T) {
	a := start(t, firstPair(t), screenOptions(t))
	press(t, a, "a", "a", "2")
	shown := textOf(a.render())
	for _, want := range []string{"reports on all 6 pairs", "2 races, 1 filtered"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the screen Reports lacks %q:\n%s", want, shown)
		}
	}
	press(t, a, "enter")
	if !a.session.Now().Races() || a.session.Pair().Right.Name != "reps" || a.at != screen.Step ||
		!strings.Contains(a.status, "R1, meps || reps") {
		t.Fatalf("enter: %s, status %q; want a race of meps || reps in Step",
			session.PairNames(a.session.Pair()), a.status)
	}
	press(t, a, "2")
	if got := a.screens[screen.Reports].Heading(); got != "2 races, 1 filtered" {
		t.Errorf("back on Reports, the heading is %q, want 2 races, 1 filtered", got)
	}
	press(t, a, "esc", "esc")
	if a.session.Pair().Right.Name != "meps" || a.session.Schedule().String() != "A2" ||
		a.at != screen.Reports {
		t.Errorf("esc leads to %s at %s on %s, want meps || meps at A2 on Reports",
			session.PairNames(a.session.Pair()), a.session.Schedule(), screen.Names[a.at])
	}
	press(t, a, "f", "enter")
	if a.program.File != "burble-fixed.il" || a.session.Pair().Right.Name != "reps" {
		t.Errorf("f: %s, %s, status %q; want burble-fixed.il with reps", a.program.File,
			session.PairNames(a.session.Pair()), a.status)
	}
}

// TestManyReports: Reports lists the first reports and says how many there are.
func TestManyReports(t *testing.T) {
	o := screenOptions(t)
	few := o.Reports.Reports
	o.Reports.Reports = func(ctx context.Context, core *il.Core) (reports.List, error) {
		all, err := few(ctx, core)
		all.Races, all.Filtered = "12035", "2000"
		return all, err
	}
	a := start(t, burble(t), o)
	press(t, a, "2")
	if shown := textOf(a.render()); a.refused ||
		!strings.Contains(shown, "first 2 of 12035 races, first 1 of 2000 filtered") {
		t.Errorf("refused %t, want 2 of 12035 races and 1 of 2000 filtered in\n%s", a.refused,
			shown)
	}
}

// TestForksStay opens a repair and a counterexample from a trace with forks. Esc goes back to the
// trace, and quitting prints the command that resumes it.
func TestForksStay(t *testing.T) {
	a := start(t, burble(t), screenOptions(t))
	press(t, a, "b", "b", "R", "a", "b", "f", "enter", "5", "tab", "space", "d", "enter")
	if a.program.File != "found.il" || len(a.below) != 2 {
		t.Fatalf("%s is open above %d programs, want found.il above 2", a.program.File,
			len(a.below))
	}
	bye := a.farewell()
	if len(bye.Also) != 1 || !strings.HasPrefix(bye.Also[0], "wobbly step burble.il --schedule ") {
		t.Errorf("farewell() = %+v, want burble.il with its schedule too", bye)
	}
	press(t, a, "esc", "esc", "esc")
	if a.program.File != "burble.il" || len(a.session.Branches()) != 2 ||
		a.session.Schedule().String() != "A B" || a.at != screen.Step {
		t.Errorf("esc leads to %s with %d branches at %s on %s, want burble.il with 2 at A B on "+
			"Step", a.program.File, len(a.session.Branches()), a.session.Schedule(),
			screen.Names[a.at])
	}
	press(t, a, "esc")
	if !a.refused {
		t.Errorf("one more esc leads to %s on %s, want a refusal", a.program.File,
			screen.Names[a.at])
	}
}

// TestRepeat: quitting in a counterexample prints the command that finds it again, and does not ask
// whether to save it.
func TestRepeat(t *testing.T) {
	p := burble(t)
	p.NoFile, p.Repeat = true, "wobbly theorem fuzz 6.10 --seed 7"
	a := start(t, p,
		Options{Files: screen.Files{Save: func(name string, _ []byte) (string, error) {
			return name, nil
		}}})
	if bye := a.farewell(); bye.Resume != p.Repeat || bye.Unsaved != "" {
		t.Errorf("farewell() = %+v, want to resume with %q and nothing unsaved", bye, p.Repeat)
	}
	if _, cmd := a.Update(keyOf("q")); cmd == nil || len(a.layers) > 0 {
		t.Error("q asks about a program that can be generated again")
	}
}

// TestUnsaved: q asks about an unsaved program, even if another one was opened from it.
func TestUnsaved(t *testing.T) {
	open := func(saved *[]string, fail bool) *app {
		o := screenOptions(t)
		o.Save = func(name string, _ []byte) (string, error) {
			if fail {
				return "", errors.New("the disk is full")
			}
			*saved = append(*saved, name)
			return name, nil
		}
		a := start(t, at(t, burble(t), "A B"), o)
		press(t, a, "f", "enter", "H", "down", "enter")
		if _, cmd := a.Update(keyOf("q")); cmd != nil || len(a.layers) != 1 ||
			!strings.Contains(textOf(a.render()), "save burble-fixed.il?") {
			t.Fatalf("q does not ask:\n%s", textOf(a.render()))
		}
		return a
	}
	var saved []string
	a := open(&saved, false)
	if _, cmd := a.Update(keyOf("s")); cmd == nil ||
		!slices.Equal(saved, []string{"burble-fixed.il"}) {
		t.Errorf("s saves %q, want burble-fixed.il, and then quits", saved)
	}
	if bye := a.farewell(); bye.Unsaved != "" ||
		!strings.HasPrefix(bye.Resume, "wobbly step burble-fixed.il") || len(bye.Also) != 2 {
		t.Errorf("farewell() = %+v, want burble-fixed.il to resume, nothing unsaved and two more",
			bye)
	}
	saved = nil
	a = open(&saved, false)
	if _, cmd := a.Update(keyOf("n")); cmd == nil || len(saved) > 0 {
		t.Errorf("n saves %q, want nothing, and then quits", saved)
	}
	if bye := a.farewell(); bye.Unsaved != "burble-fixed.il" || len(bye.Also) != 1 {
		t.Errorf("farewell() = %+v, want burble-fixed.il unsaved and one more", bye)
	}
	a = open(&saved, true)
	if _, cmd := a.Update(keyOf("s")); cmd != nil || !a.refused {
		t.Error("it quits although nothing was saved")
	}
}

// TestLongSchedule: quitting saves a long schedule as a trace file instead of printing it.
func TestLongSchedule(t *testing.T) {
	text := "m(b) { while * { x := b.f; } }"
	moves := strings.Repeat("A+ B+ ", 300)
	saved := map[string]string{}
	o := Options{
		Files: screen.Files{Save: func(name string, data []byte) (string, error) {
			saved[name] = string(data)
			return name, nil
		}},
	}
	a := start(t, at(t, program(t, "m.il", text, "m", "m"), moves), o)
	press(t, a, "y")
	bye := a.farewell()
	if bye.Resume != "wobbly step m.il --trace m.trace" || bye.Schedule+bye.Link+bye.Copied != "" ||
		len(bye.Saved) != 1 || saved["m.trace"] == "" {
		t.Errorf("farewell() = %+v with %q saved, want the trace m.trace instead of a link", bye,
			saved["m.trace"])
	}
	var out strings.Builder
	bye, err := Plain(t.Context(), strings.NewReader("y\n"), &out,
		Options{
			Program: at(t, program(t, "m.il", text, "m", "m"), moves),
			Files:   screen.Files{Save: o.Save},
		})
	if err != nil || bye.Resume != "wobbly step --plain m.il --trace m.trace" ||
		bye.Link+bye.Copied != "" {
		t.Errorf("Plain = %+v, %v; want the trace m.trace instead of a link", bye, err)
	}
}

// TestPlainEndsWithItsContext: Plain ends with its context even while it waits for a line, and it
// prints the note of a program.
func TestPlainEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := at(t, burble(t), "A")
	p.Note = "the program has changed since"
	var out strings.Builder
	bye, err := Plain(ctx, endless{cancel}, &out, Options{Program: p})
	if err != nil || bye.Schedule != "A" ||
		!strings.HasPrefix(bye.Resume, "wobbly step --plain burble.il --schedule ") {
		t.Errorf("Plain = %+v, %v; want the schedule A, to resume with --schedule", bye, err)
	}
	if !strings.Contains(out.String(), "The program has changed since.\n") {
		t.Errorf("the output lacks the note about the change:\n%s", out.String())
	}
}

// endless is a terminal on which nobody types. Reading from it interrupts the program and blocks.
type endless struct{ interrupt func() }

func (e endless) Read([]byte) (int, error) {
	e.interrupt()
	select {}
}

// TestAnalysisAfterComingBack: after Esc, an unanswered question about the program that was left
// does not block a question about the one before it.
func TestAnalysisAfterComingBack(t *testing.T) {
	a := start(t, burble(t),
		Options{
			Analysis: burbleAnalysis, Terminal: Terminal{NoColor: true, Width: 120, Height: 40},
		})
	other := program(t, "burble.il", example(t, "burble.il"), "meps", "meps")
	if err := a.Visit(other); err != nil {
		t.Fatal(err)
	}
	if _, cmd := a.Update(keyOf("a")); cmd == nil {
		t.Fatal("no analysis was started")
	}
	press(t, a, "esc")
	if len(a.below) > 0 || len(a.analyses.Units) != 2 {
		t.Errorf("after esc, %d programs are below and the analyses of %d methods are known; want "+
			"none and 2", len(a.below), len(a.analyses.Units))
	}
}

// TestLessonName: a lesson without a number has its name.
func TestLessonName(t *testing.T) {
	for number, want := range map[int]string{-1: "mine", 0: "mine", 1: "1", 12: "12"} {
		if got := lessonName(&game.Lesson{Number: number, Name: "mine"}); got != want {
			t.Errorf("lesson %d is named %s, want %s", number, got, want)
		}
	}
}
