package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/session/advice"
	"wobbly/tui/screen"
)

// burbleRepair proposes to put a statement under the lock, and to read a copy, for the race of
// burble.
var burbleRepair = advice.Repairs{
	Remove: func(_ context.Context, core *il.Core, _ il.Pair, s il.Sites) (advice.Repair, error) {
		if core.Source.At(s[1].At) != "32:3" {
			return advice.Repair{}, errors.New("the search was stopped")
		}
		const old = "  b.f := fortyTwo;\n"
		const now = "  synchronized {\n    b.f := fortyTwo;\n  }\n"
		changed := changedBy(core, old, now)
		table := []string{
			"                           before  after", "the race, in any schedule  yes     no",
		}
		diff := []string{
			"--- burble.il", "+++ burble.il", "@@ -31,3 +31,5 @@", "   fortyTwo := new();",
			"-  b.f := fortyTwo;", "+  synchronized {", "+    b.f := fortyTwo;", "+  }", " }",
		}
		const title = "meps reads at 26:5, reps writes at 32:3"
		return advice.Repair{Title: title, Proposals: []advice.Proposal{
			{Title: "put b.f := fortyTwo at 32:3 in reps under the lock", Diff: diff, Table: table,
				Core: changed},
			{Title: "read seen instead of b.f at 26:5 in meps", Diff: diff, Table: table,
				Core: changed,
				Notes: []string{
					"seen may be older than b.f at 26:5, because the other thread may have " +
						"written since.",
				}},
		}}, nil
	},
	Shrink: func(context.Context, *il.Core) (advice.Repair, error) {
		return advice.Repair{Title: "Is the lock too big?",
			Text: []string{
				"The lock region at 25:3 in meps:", "  26:5  out := b.f",
				"        stays: out := b.f at 26:5 races as it is, in meps || reps; repair that " +
					"first",
			}}, nil
	},
}

// changedBy returns a program with a part of its text replaced.
func changedBy(core *il.Core, old, now string) *il.Core {
	p, errs := parse.File(il.NewSource(core.Source.Name,
		strings.Replace(core.Source.Text, old, now, 1)))
	if len(errs) > 0 {
		panic(errs[0].Message)
	}
	changed, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		panic(errs[0].Message)
	}
	return changed
}

// TestRepair goes from a race to the changed program, which replays those of the moves that fit
// and has no race.
func TestRepair(t *testing.T) {
	a := start(t, burble(t), Options{Repair: burbleRepair, Terminal: Terminal{NoColor: true}})
	press(t, a, "f")
	if !a.refused || !strings.Contains(a.status, "not a racing state") {
		t.Errorf("f in a state without a race: status %q, want a refusal", a.status)
	}
	press(t, a, "a", "b", "b", "left", "f")
	shows := func(n string) bool {
		return strings.Contains(textOf(a.render()), "Proposal "+n+" of 2")
	}
	if len(a.layers) != 1 || !shows("1") {
		t.Fatalf("f opens %d layers, status %q; want proposal 1 of 2", len(a.layers), a.status)
	}
	before := a.program
	press(t, a, "n")
	if !shows("2") || !strings.Contains(textOf(a.render()), "seen may be older") {
		t.Errorf("n does not lead to proposal 2:\n%s", textOf(a.render()))
	}
	press(t, a, "n", "x")
	if !shows("1") || !a.refused {
		t.Errorf("n and x do not lead to proposal 1 and a refusal; status %q", a.status)
	}
	press(t, a, "esc")
	if len(a.layers) != 0 || a.program != before {
		t.Fatalf("esc leaves %d layers and %s, want the program as before", len(a.layers),
			a.program.File)
	}
	press(t, a, "f", "enter")
	if a.program == before || a.program.File != "burble-fixed.il" ||
		a.session.Schedule().String() != "A B" ||
		!strings.Contains(a.status, "which no file holds yet, after the same moves.") {
		t.Errorf("enter opens %s at %s: %s", a.program.File, a.session.Schedule(), a.status)
	}
	if a.session.Now().Races() {
		t.Error("the changed program still races after the same moves")
	}
	if bye := a.farewell(); bye.Resume != "" || bye.Unsaved != "burble-fixed.il" {
		t.Errorf("farewell() = %+v, want burble-fixed.il unsaved", bye)
	}
	press(t, a, "f")
	if !a.refused {
		t.Errorf("f in the repaired program: status %q, want a refusal", a.status)
	}
}

// TestRepairSaves saves the changed program and continues in it, without the moves that do not fit.
func TestRepairSaves(t *testing.T) {
	saved := map[string]string{}
	o := Options{
		Repair: burbleRepair,
		Files: screen.Files{Save: func(name string, text []byte) (string, error) {
			if name == "no" {
				return "", errors.New("the disk is full")
			}
			saved[name] = string(text)
			return "/tmp/" + name, nil
		}},
		Terminal: Terminal{NoColor: true},
	}
	a := start(t, at(t, burble(t), "B A"), o)
	press(t, a, "f", "s", "ctrl+u")
	typed(t, a, "no")
	press(t, a, "enter")
	if !a.refused || len(a.layers) != 2 { // the name stays in the prompt
		t.Fatalf("a name that cannot be saved: status %q, %d layers; want the error in the prompt",
			a.status, len(a.layers))
	}
	press(t, a, "esc", "s", "enter")
	if !strings.Contains(saved["burble-fixed.il"], "synchronized {\n    b.f := fortyTwo") ||
		a.program.NoFile ||
		a.program.File != "/tmp/burble-fixed.il" || a.farewell().Unsaved != "" ||
		!strings.Contains(a.farewell().Resume, "/tmp/burble-fixed.il") {
		t.Errorf("saved %q, farewell() = %+v; want burble-fixed.il with synchronized, to resume",
			saved, a.farewell())
	}
	if got := a.session.Schedule().String(); got != "B A" {
		t.Errorf("the saved program is opened after %s, want B A", got)
	}
}

// TestRepairFromReports repairs the highlighted race, and no filtered pair.
func TestRepairFromReports(t *testing.T) {
	a := onScreen(t, screenOptions(t), "2", 80, 24)
	press(t, a, "f")
	if len(a.layers) != 1 {
		t.Fatalf("f opens %d layers, status %q; want one", len(a.layers), a.status)
	}
	press(t, a, "enter")
	if a.at != screen.Step || a.program.File != "burble-fixed.il" {
		t.Errorf("enter opens %s on %s, want burble-fixed.il on Step", a.program.File,
			screen.Names[a.at])
	}
	a = onScreen(t, screenOptions(t), "2", 80, 24)
	press(t, a, "end", "f")
	if !a.refused || !strings.Contains(a.status, "is filtered") {
		t.Errorf("f: status = %q, refused %t; want that it is filtered", a.status, a.refused)
	}
	press(t, a, "up", "f")
	if !a.refused || !strings.Contains(a.status, "The search was stopped") {
		t.Errorf("f: status = %q, refused %t; want that the search was stopped", a.status,
			a.refused)
	}
}

// TestRepairWithout asks for repairs when none are available, and in plain mode.
func TestRepairWithout(t *testing.T) {
	a := start(t, at(t, burble(t), "A B"), Options{})
	for _, k := range []string{"f", "F"} {
		press(t, a, k)
		if !a.refused || !strings.Contains(a.status, "wobbly fix FILE does") {
			t.Errorf("%s: status = %q, refused %t; want wobbly fix FILE", k, a.status, a.refused)
		}
	}
	var out strings.Builder
	words := strings.NewReader("f\na\nb\nfix\nshrink\nanalysis\ntrace\n")
	if _, err := Plain(t.Context(), words, &out, Options{
		Program: burble(t), Repair: burbleRepair, Analysis: burbleAnalysis,
	}); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	for _, want := range []string{"Not done: This is not a racing state",
		"Proposal 2 of 2: read seen", "+    b.f := fortyTwo;", "Is the lock too big?",
		"B, in reps(b) before b.f := fortyTwo at 32:3:", "rule store: W += {b.f}",
		"Both: reported as the race R1."} {
		if !strings.Contains(got, want) {
			t.Errorf("the output lacks %q:\n%s", want, got)
		}
	}
}

// TestRepairShowsSteps: the steps of what a proposal still permits are on consecutive lines, and a
// long one is wrapped.
func TestRepairShowsSteps(t *testing.T) {
	o := Options{Repair: burbleRepair, Terminal: Terminal{NoColor: true, Width: 60, Height: 60}}
	remove := o.Repair.Remove
	o.Repair.Remove = func(
		ctx context.Context, core *il.Core, p il.Pair, s il.Sites,
	) (advice.Repair, error) {
		r, err := remove(ctx, core, p, s)
		for i := range r.Proposals {
			r.Proposals[i].Notes = []string{"It still permits a lost update."}
			r.Proposals[i].Steps = []advice.Step{
				{At: "2:3", Does: "A takes the lock: depth 0 -> 1."},
				{At: "10:12",
					Does: "B reads o1.value (c.value) into v, which is more than a line holds."},
			}
		}
		return r, err
	}
	a := start(t, burble(t), o)
	press(t, a, "a", "b", "f")
	want := []string{
		"│ It still permits a lost update.                          │",
		"│   1  2:3    A takes the lock: depth 0 -> 1.              │",
		"│   2  10:12  B reads o1.value (c.value) into v, which is  │",
		"│             more than a line holds.                      │",
	}
	if shown, want := textOf(a.render()), strings.Join(want, "\n"); !strings.Contains(shown, want) {
		t.Errorf("the repair lacks %q:\n%s", want, shown)
	}
}
