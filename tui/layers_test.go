package tui

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/report"
	"wobbly/session"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
)

// layerKeys lists the keys that lead to each kind of layer, from a racing state of burble.
var layerKeys = []struct {
	name string
	keys []string
}{
	{"page", []string{"e"}},
	{"help", []string{"?"}},
	{"pairs", []string{"P"}},
	{"export", []string{"x"}},
	{"question", []string{"I"}},
	{"proposals", []string{"f"}},
	{"beside", []string{"|", "B", "space", "A", "enter"}},
}

// atLayer returns the app with a layer above Step, at 60x20.
func atLayer(t *testing.T, keys []string) *app {
	t.Helper()
	o := screenOptions(t)
	o.Width, o.Height = 60, 20
	o.Save = func(string, []byte) (string, error) { return "", nil }
	o.Exports = []screen.Export{{Name: "svg",
		Write: func(*session.Session) ([]byte, error) { return nil, nil }}}
	a := start(t, at(t, burble(t), "A B"), o)
	for _, k := range keys {
		if prompted(a) && k != "enter" {
			a.Update(keyOf(k))
			continue
		}
		press(t, a, k)
	}
	if a.Top() == nil {
		t.Fatalf("%q leads to no layer:\n%s", keys, textOf(a.render()))
	}
	return a
}

// TestLayersRefuse: a key that a layer does not know gets a visible answer, which goes away with
// the layer. Earlier refusals are not shown there.
func TestLayersRefuse(t *testing.T) {
	for _, tt := range layerKeys {
		a := atLayer(t, tt.keys)
		if a.refused || strings.Contains(textOf(a.render()), "\n! ") {
			t.Errorf("%s: the refusal %q is shown before a key was refused", tt.name, a.status)
		}
		press(t, a, "~")
		shown := textOf(a.render())
		checkSize(t, shown, 60, 20)
		if !a.refused || a.Top() == nil || !strings.Contains(shown, "\n! ") {
			t.Errorf("%s: ~ is not answered: %q\n%s", tt.name, a.status, shown)
		}
		press(t, a, "esc")
		if a.Top() != nil || a.refused || a.status != "" {
			t.Errorf("%s: esc leaves the layer open, or the status %q", tt.name, a.status)
		}
	}
	a := atLayer(t, []string{"esc", "~", "e"})
	if a.refused {
		t.Errorf("the page shows the earlier refusal %q", a.status)
	}
}

// TestLayersExplainTheirKeys: ? shows the keys of the layer, and only those, and leads back to it.
func TestLayersExplainTheirKeys(t *testing.T) {
	for _, tt := range layerKeys {
		a := atLayer(t, tt.keys)
		below := a.Top()
		if tt.name == "help" {
			continue
		}
		press(t, a, "?")
		h, ok := a.Top().(*help)
		if !ok {
			t.Errorf("%s: ? shows no help", tt.name)
			continue
		}
		for _, b := range below.Keys() {
			if !inHelp(h, b) {
				t.Errorf("%s: the help lacks %s", tt.name, b.Label(false))
			}
		}
		if shown := textOf(a.render()); strings.Contains(shown, "step thread A") {
			t.Errorf("%s: keys are shown that do nothing here:\n%s", tt.name, shown)
		}
		press(t, a, "?")
		if a.Top() != below {
			t.Errorf("%s: the second ? does not lead back to the layer", tt.name)
		}
	}
}

// TestBusyAnswers: while work is under way, a key that has to wait is answered next to the
// progress. The answer goes away when the work ends.
func TestBusyAnswers(t *testing.T) {
	a := onScreen(t, screenOptions(t), "5", 80, 24)
	_, cmd := a.Update(keyOf("d"))
	press(t, a, "x")
	const want = "\n Esc stops this first. Checking 6.10"
	if shown := textOf(a.render()); !strings.Contains(shown, want) {
		t.Errorf("the screen lacks %q:\n%s", want, shown)
	}
	runAll(a, cmd)
	if a.refused || strings.Contains(a.status, "Esc stops") {
		t.Errorf("status = %q, refused %t; want neither after the search", a.status, a.refused)
	}
}

// TestPromptsSayWhatTheyTake: an empty prompt shows an example, which goes away with the first
// character. Earlier messages above it are not cut.
func TestPromptsSayWhatTheyTake(t *testing.T) {
	for _, tt := range []struct{ key, want string }{
		{":", "value of:   such as b.f"},
		{"w", "watch:   such as b.f"},
		{"g", "go to state:   such as 12"},
		{"/", "run until:   such as race"},
		{"p", "schedule:   such as A2 B"},
		{"|", "beside:   such as A2 B"},
	} {
		a := start(t, burble(t), Options{Terminal: Terminal{NoColor: true, Width: 80, Height: 24}})
		press(t, a, "A", "B")
		if n := len(a.statusLines()); n != 2 {
			t.Fatalf("the status line has %d rows, want 2", n)
		}
		press(t, a, tt.key)
		shown := textOf(a.render())
		if !strings.Contains(shown, "\n"+tt.want) || strings.Contains(shown, "Stopped before") {
			t.Errorf("%s: the prompt lacks %q, or the earlier message is cut:\n%s", tt.key, tt.want,
				shown)
		}
		typed(t, a, "q")
		if shown := textOf(a.render()); strings.Contains(shown, "such as") {
			t.Errorf("%s: the example stays\n%s", tt.key, shown)
		}
	}
}

// TestPredictionsKeepTheirLetters: the meaning of a letter does not depend on which questions are
// possible in a state.
func TestPredictionsKeepTheirLetters(t *testing.T) {
	for _, moves := range []string{"", "A", "A B", "A3", "B2", "A3 B2"} {
		a := start(t, at(t, burble(t), moves), Options{Terminal: Terminal{NoColor: true}})
		press(t, a, "I")
		shown := textOf(a.render())
		for letter, text := range map[string]string{
			"a": "A's next step", "b": "B's next step", "c": "whether a race",
			"d": "what a variable", "e": "ask before", "f": "the predictions",
		} {
			if strings.Contains(shown, "  "+text) &&
				!strings.Contains(shown, " "+letter+"  "+text) {
				t.Errorf("after %q: the letter of %q is not %s:\n%s", moves, text, letter, shown)
			}
		}
		press(t, a, "f", "enter")
		if a.status != "Nothing was predicted yet." && a.Top() == nil {
			t.Errorf("after %q: f says %q and opens no layer", moves, a.status)
		}
	}
}

// TestUndoneBranches: after a branch was undone, the header counts the remaining ones.
func TestUndoneBranches(t *testing.T) {
	a := start(t, at(t, burble(t), "A2"),
		Options{Terminal: Terminal{NoColor: true, Width: 120, Height: 30}})
	press(t, a, "left", "b", "u", "b")
	if head := row(a, 0); !strings.Contains(head, "branch 3, 2 of 2") {
		t.Errorf("the head = %q, want it to contain %q", head, "branch 3, 2 of 2")
	}
	if got := a.session.Branch(); got != (session.Branch{
		Number: 3, From: session.Index{Branch: 1, At: 1}, End: session.Index{Branch: 3, At: 2},
		Current: true,
	}) {
		t.Errorf("Branch() = %v, want branch 3 from 1.1 to 3.2", got)
	}
}

// TestHiddenLinesAreMarked: a pane without room for all its lines says how many are below, and
// otherwise says nothing.
func TestHiddenLinesAreMarked(t *testing.T) {
	many := twoStatements[0]
	for range 12 {
		many.Hypotheses = append(many.Hypotheses,
			report.Hypothesis{Name: "more", Text: strings.Repeat("One of many. ", 3)})
	}
	o := screenOptions(t)
	o.Theorem.Statements, o.Theorem.Begin = []report.Statement{many}, many.Name
	for n := range 30 {
		o.Theorem.Statements = append(o.Theorem.Statements,
			report.Statement{Name: strconv.Itoa(n), Title: "One of many"})
	}
	o.Reports.Reports = longReports(t)
	for _, tt := range []struct {
		name string
		keys []string
	}{
		{"explore", []string{"3"}},
		{"analysis", []string{"4"}},
		{"statements", []string{"5", "z"}},
		{"hypotheses", []string{"5", "tab", "z"}},
		{"counterexample", []string{"5", "tab", "space", "d", "tab", "z"}},
		{"reports", []string{"2", "z"}},
		{"report", []string{"2", "tab", "z"}},
		{"proposals", []string{"1", "A", "B", "f"}},
		{"help", []string{"1", "?"}},
		{"rows", []string{"1"}},
	} {
		height := 12
		if tt.name == "analysis" {
			height = 20
		}
		a := onScreen(t, o, "1", 60, height)
		press(t, a, tt.keys...)
		if tt.name == "rows" {
			a.Push(&screen.Picker{
				H: a, Rows: 30, Row: func(i, _ int) string { return strconv.Itoa(i) },
			})
		}
		if shown := textOf(a.render()); !more.MatchString(shown) {
			t.Errorf("%s at 60x%d: no row counts the hidden lines:\n%s", tt.name, height, shown)
		}
		a.Update(tea.WindowSizeMsg{Width: 120, Height: 250})
		if shown := textOf(a.render()); more.MatchString(shown) {
			t.Errorf("%s at 120x250: a row counts hidden lines:\n%s", tt.name, shown)
		}
	}
}

// more matches the text that counts hidden lines.
var more = regexp.MustCompile(`↓ [0-9]+ more`)

// longReports lists more reports than a small screen has rows, each with a reason of many lines.
func longReports(t *testing.T) func(context.Context, *il.Core) (reports.List, error) {
	few := burbleReports(raceOf(t))
	return func(ctx context.Context, core *il.Core) (reports.List, error) {
		all, err := few(ctx, core)
		for range 20 {
			x := all.Items[0]
			x.Reason = strings.Repeat("b.f is wobbly in beps: b is assigned at line 36. ", 12)
			all.Items = append(all.Items, x)
		}
		for i := range all.Items {
			all.Items[i].Reason += strings.Repeat(" And so on.", 60)
		}
		return all, err
	}
}
