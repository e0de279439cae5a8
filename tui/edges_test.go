package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/lesson"
	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/home"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
)

// row returns row n of the screen.
func row(a *app, n int) string { return strings.Split(textOf(a.render()), "\n")[n] }

// TestTabs: with a race and a branch, all screens are named from 120 columns on. With less room,
// names are left out from the end. A click on a number goes to its screen.
func TestTabs(t *testing.T) {
	const all = "  1 Step  2 Reports  3 Explore  4 Analysis  5 Theorem "
	for _, tt := range []struct {
		width      int
		want, also string
	}{
		{200, " burble.il" + all, "state 1/1  branch 2 of 2  lock: free"},
		{120, " burble.il" + all, "state 1/1  branch 2 of 2  lock: free"},
		{90, " burble.il" + all, "state 1/1  branch 2 of 2"},
		{68, " burble.il  1 Step 2 Reports 3 Explore 4 5 ", "state 1/1  branch 2 of 2"},
		{60, " burble.il  1 Step 2 Reports 3 4 5 ", "state 1/1  branch 2 of 2"},
		{48, " burble.il  1 Step 2 3 ", "state 1/1  branch 2 of 2"},
		{40, " burble.il     state 1/1  branch 2 of 2 ", ""},
	} {
		a := start(t, at(t, burble(t), "A"),
			Options{Terminal: Terminal{NoColor: true, Width: tt.width, Height: 24}})
		press(t, a, "left", "b")
		if head := row(a, 0); !strings.HasPrefix(head, tt.want) ||
			!strings.HasSuffix(strings.TrimRight(head, " "), tt.also) {
			t.Errorf("width %d: the head is %q, want prefix %q and suffix %q", tt.width, head,
				tt.want, tt.also)
		}
	}
	a := start(t, burble(t), Options{Terminal: Terminal{NoColor: true, Width: 40, Height: 24}})
	for press(t, a, "2"); a.width <= 120; a.Update(tea.WindowSizeMsg{
		Width: a.width + 1, Height: 24,
	}) {
		if head := row(a, 0); strings.Contains(head, "5 Theorem") &&
			!strings.Contains(head, "5 Theorem  ") {
			t.Errorf("%d columns: the last name touches the heading: %q", a.width, head)
		}
	}
	a = start(t, at(t, burble(t), "A"),
		Options{Terminal: Terminal{NoColor: true, Width: 120, Height: 24}})
	press(t, a, "left", "b", "a")
	if head := row(a, 0); !strings.HasPrefix(head, " burble.il"+all) ||
		!strings.Contains(head, "!! RACE on o1.f  state 2/2  branch 2 of 2") {
		t.Errorf("with a race, the header is %q; want all screens and the race", head)
	}
	a = start(t, burble(t), Options{Terminal: Terminal{NoColor: true, Width: 80, Height: 24}})
	x := strings.Index(row(a, 0), " 3 ") + 1
	a.Update(tea.MouseClickMsg{X: x, Y: 0, Button: tea.MouseLeft})
	if a.at != screen.Explore {
		t.Errorf("a click on 3 goes to %s, want Explore", screen.Names[a.at])
	}
}

// TestLowerBorder: whatever the status line says, and however many rows it takes, the frames of all
// screens are closed at all sizes. A text that does not fit ends in a sign.
func TestLowerBorder(t *testing.T) {
	heights, widths := []int{12, 16, 20, 24, 36, 40}, []int{screen.TwoColumns, 80, 100, 120, 200}
	if !quick.All {
		heights, widths = []int{12, 24}, []int{screen.TwoColumns, 80, 200}
	}
	for _, s := range scenes {
		a := s.make(t, Options{Terminal: Terminal{NoColor: true}})
		if len(a.layers) > 0 {
			continue
		}
		for _, w := range widths {
			for _, h := range heights {
				for _, words := range []int{0, 2, 4} {
					a.Update(tea.WindowSizeMsg{Width: w, Height: h})
					a.Say(strings.Repeat(strings.Repeat("word ", w/5), words) + "end.")
					for n := screen.Home; n < screen.Count; n++ {
						a.at = n
						checkEdge(t, a,
							fmt.Sprintf("%s, %s, %dx%d, %d rows", s.name, screen.Names[n], w, h,
								len(a.statusLines())))
					}
				}
			}
		}
	}
}

// checkEdge checks that the row above the status line ends a frame, and how the status line ends.
// what names the case in messages.
func checkEdge(t *testing.T, a *app, what string) {
	t.Helper()
	rows := strings.Split(textOf(a.render()), "\n")
	last := rows[a.height-2-len(a.statusLines())]
	if strings.HasPrefix(last, " trace ") { // the trace of Step in a line
		last = rows[a.height-3-len(a.statusLines())]
	}
	if !strings.HasPrefix(last, "└") || !strings.HasSuffix(last, "┘") {
		t.Fatalf("%s: the last row is %q\n%s", what, last, strings.Join(rows, "\n"))
	}
	if said := strings.TrimRight(rows[a.height-2], " "); !strings.HasSuffix(said, "end.") &&
		!strings.HasSuffix(said, "...") {
		t.Fatalf("%s: the status line ends %q, want end. or an ellipsis", what, said)
	}
}

// TestCut: a text that is cut ends in an ellipsis, within the width.
func TestCut(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		n, w  int
		want  []string
	}{
		{[]string{"a", "b"}, 2, 9, []string{"a", "b"}},
		{[]string{"a", "b", "c"}, 2, 9, []string{"a", "b ..."}},
		{[]string{"abcdefghi", "b"}, 1, 9, []string{"abcdef..."}},
		{[]string{"abcde", "b"}, 1, 9, []string{"abcde ..."}},
		{[]string{"a", "b"}, 0, 9, []string{"a ..."}},
		{nil, 0, 9, nil},
	} {
		if got := draw.Cut(tt.lines, tt.n, tt.w); !slices.Equal(got, tt.want) {
			t.Errorf("Cut(%q, %d, %d) = %q, want %q", tt.lines, tt.n, tt.w, got, tt.want)
		}
	}
	for n, want := range map[int]string{-1: "", 0: "", 3: "↓ 3 more"} {
		if got := draw.More(n); got != want {
			t.Errorf("More(%d) = %q, want %q", n, got, want)
		}
	}
}

// TestWhyIsMarked: if the reason why a state races does not fit completely, it is marked as cut.
func TestWhyIsMarked(t *testing.T) {
	for h := 12; h < 30; h++ {
		a := start(t, at(t, burble(t), "A B"),
			Options{Terminal: Terminal{NoColor: true, Width: 80, Height: h}})
		shown := textOf(a.render())
		if i := strings.Index(shown, "Why: Race on o1.f"); i >= 0 &&
			!strings.Contains(shown[i:], "does not ask for it here.") &&
			!strings.Contains(shown[i:], "...") {
			t.Errorf("80x%d cuts the reason without a mark:\n%s", h, shown)
		}
	}
}

// TestExploreHasHeads names the columns of the states if there is room.
func TestExploreHasHeads(t *testing.T) {
	for _, tt := range []struct {
		w, h int
		want bool
	}{{60, 20, true}, {80, 24, true}, {200, 60, true}, {40, 12, false}} {
		a := start(t, burble(t),
			Options{Terminal: Terminal{NoColor: true, Width: tt.w, Height: tt.h}})
		press(t, a, "3")
		shown := textOf(a.render())
		head := strings.Contains(shown, "   away state      schedule ") &&
			strings.Contains(shown, "at line")
		if head != tt.want {
			t.Errorf("%dx%d names the columns: %t, want %t\n%s", tt.w, tt.h, head, tt.want, shown)
		}
	}
}

// TestOwnersStayDistinct: a shortened name of a variable cannot be confused with another name.
func TestOwnersStayDistinct(t *testing.T) {
	p := program(t, "m.il",
		"m(l) {\n  n := new();\n  n.next := l;\n  fortyTwo := l;\n}\n", "m", "m")
	for w := 40; w < 130; w++ {
		a := start(t, at(t, p, "A3 B3"),
			Options{Terminal: Terminal{NoColor: true, Width: w, Height: 24}})
		for line := range strings.SplitSeq(textOf(a.render()), "\n") {
			_, owners, held := strings.Cut(line, "<- ")
			if held && (strings.HasPrefix(owners, "A.") || strings.HasPrefix(owners, "B.")) &&
				strings.Contains(owners[:min(10, len(owners))], "...") {
				t.Errorf("%d columns: the name of a variable is cut in %q", w, line)
			}
		}
	}
}

// TestLongHome: home and end lead to the ends of a long list, and the items below are counted.
func TestLongHome(t *testing.T) {
	o := Options{Terminal: Terminal{NoColor: true, Width: 60, Height: 20}}
	o.Home.Open = func(home.Item) (*screen.Program, error) { return nil, nil }
	for i := range 40 {
		o.Home.Items = append(o.Home.Items,
			home.Item{Group: "Examples", Name: fmt.Sprintf("x%02d", i)})
	}
	a := start(t, nil, o)
	shown := textOf(a.render())
	for _, want := range []string{"↓ 26 more", "> x00"} {
		if !strings.Contains(shown, want) {
			t.Errorf("Home lacks %q:\n%s", want, shown)
		}
	}
	press(t, a, "end")
	if shown := textOf(a.render()); strings.Contains(shown, " more") ||
		!strings.Contains(shown, "> x39") {
		t.Errorf("the end of Home lacks x39 or counts more rows:\n%s", shown)
	}
	press(t, a, "home")
	if shown := textOf(a.render()); !strings.Contains(shown, "> x00") {
		t.Errorf("Home lacks %q:\n%s", "> x00", shown)
	}
}

// TestLessonsAreNear: if no lesson is being played, the screen Lesson leads to the list of lessons.
func TestLessonsAreNear(t *testing.T) {
	_, d := lessonAt(t, 1, 1, nil)
	o := d.options()
	o.Lesson.Open = func(string) (*lesson.Game, error) {
		return lesson.NewGame(shippedLessons(t)[0]), nil
	}
	a := start(t, burble(t), o)
	press(t, a, "6")
	shown := textOf(a.render())
	for _, want := range []string{"Enter goes to Home, which lists the lessons", "enter lessons"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the screen without a lesson lacks %q:\n%s", want, shown)
		}
	}
	press(t, a, "enter")
	if a.at != screen.Home {
		t.Fatalf("enter leads to %s: %q", screen.Names[a.at], a.status)
	}
	press(t, a, "enter")
	if a.lesson == nil || a.at != screen.Lesson {
		t.Errorf("Home leads to %s: %q", screen.Names[a.at], a.status)
	}
	o.Lesson.Open = nil
	a = start(t, burble(t), o)
	press(t, a, "6", "enter")
	if a.at != screen.Lesson || !a.refused {
		t.Errorf("without lessons enter leads to %s: %q", screen.Names[a.at], a.status)
	}
}

// TestHomeKeepsTheLesson: Home highlights the lesson that is played, wherever the highlight was
// before, and what was refused there is not shown in the lesson any more.
func TestHomeKeepsTheLesson(t *testing.T) {
	a, _ := lessonAt(t, 3, 1, func(o *Options) {
		o.Lesson.Open = func(string) (*lesson.Game, error) {
			return nil, errors.New("another lesson")
		}
		for n := range 4 {
			o.Home.Items = append(o.Home.Items,
				home.Item{Group: "Lessons", Name: strconv.Itoa(n + 1), Lesson: true})
		}
	})
	press(t, a, "esc", "up", "6", "esc")
	if shown := textOf(a.render()); a.at != screen.Home || !strings.Contains(shown, "> 3") {
		t.Errorf("screen %v after leaving the lesson, want Home with lesson 3 chosen:\n%s", a.at,
			shown)
	}
	press(t, a, "Z")
	if !a.refused {
		t.Errorf("Z on Home: status %q, want a refusal", a.status)
	}
	press(t, a, "enter")
	if a.at != screen.Lesson || a.status != "" || a.refused {
		t.Errorf("enter leads to %s: %q", screen.Names[a.at], a.status)
	}
}

// TestHomeSays: Home's first message is in the status line, and what was not saved is reported at
// the end, whether or not a program was opened.
func TestHomeSays(t *testing.T) {
	o := Options{Home: home.Options{
		Items: []home.Item{{Group: "Examples", Name: "x.il"}}, Says: "All is kept.",
	}, Terminal: Terminal{NoColor: true, Width: 80, Height: 24}}
	o.Lesson.Unkept = func() string { return "2 tasks" }
	a, err := newApp(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if shown := textOf(a.render()); !strings.Contains(shown, "\n All is kept. ") {
		t.Errorf("Home lacks %q:\n%s", "\n All is kept. ", shown)
	}
	if got := a.farewell().Unkept; got != "2 tasks" {
		t.Errorf("farewell().Unkept = %q, want %q", got, "2 tasks")
	}
	a = start(t, burble(t), o)
	if got := a.farewell().Unkept; got != "2 tasks" {
		t.Errorf("farewell().Unkept with a program = %q, want %q", got, "2 tasks")
	}
}

// longNames is a program whose units differ in the middle of long names.
const longNames = `protectedWriteOnMainThread(this) { lock(); this.mCount := this; unlock(); }
unprotectedReadOffMainThread(this) { result := this.mCount; }
`

// TestLongNames: a long name is shown by its beginning and its end, and its neighbours stay
// visible: the value of a variable, the position of a report, the number of races of a pair.
func TestLongNames(t *testing.T) {
	p := program(t, "long.il", longNames, "", "")
	p.Pair = p.Core.Pairs()[1]
	p.Init = session.OneObject(p.Core, p.Pair)
	o := Options{Terminal: Terminal{NoColor: true, Width: 80, Height: 30}}
	o.Reports.Reports = func(context.Context, *il.Core) (reports.List, error) {
		side := func(u *il.Unit, k il.AccessKind) reports.Side {
			return reports.Side{
				Unit: u.Name, At: il.Position{Line: 27, Col: 12}, Kind: k, Path: "this.mCount",
			}
		}
		return reports.List{Items: []reports.Item{{
			ID: "R1", Pair: p.Pair, Race: true, Verdict: "CONFIRMED",
			Sides: [2]reports.Side{side(p.Pair.Left, il.Write), side(p.Pair.Right, il.Read)},
		}}}, nil
	}
	for _, w := range []int{60, 80, 100, 120} {
		o.Width = w
		a := start(t, p, o)
		shown := words(textOf(a.render()))
		if !strings.Contains(shown, "this = o1") || strings.Count(shown, "this = ") != 2 ||
			!strings.Contains(shown, "result = -") {
			t.Errorf("%d columns: the value of a variable is missing:\n%s", w, textOf(a.render()))
		}
		press(t, a, "P")
		if shown := textOf(a.render()); !strings.Contains(shown, "!! 1 race") ||
			!strings.Contains(shown, "no race reported") {
			t.Errorf("%d columns: P does not say which pair has a race:\n%s", w, shown)
		}
		press(t, a, "esc", "2")
		line := row(a, 3)
		if !strings.Contains(line, "> R1") || strings.Count(line, "27:12") != 2 ||
			!strings.Contains(line, "W") || !strings.Contains(line, "Thread") {
			t.Errorf("width %d: row 3 = %q, want R1 with both places, W and Thread", w, line)
		}
	}
	for _, tt := range []struct {
		a, b string
		n    int
		want string
	}{
		{"protected", "un", 11, "protected un"}, {"abcdefghijklmnop", "xy", 12, "abcd...nop xy"},
		{"xy", "abcdefghijklmnop", 12, "xy abcd...nop"},
		{"abcdefghijklmnop", "ABCDEFGHIJKLMNOP", 20, "abcd...nop ABCD...NOP"},
		{"ääääääääääää", "ö", 11, "ääää...äää ö"}, {"abcdefghijklmnop", "", 8, "abcde... "},
	} {
		if a, b := draw.ShortenBoth(tt.a, tt.b, tt.n); a+" "+b != tt.want {
			t.Errorf("ShortenBoth(%q, %q, %d) = %q, %q; want %q", tt.a, tt.b, tt.n, a, b, tt.want)
		}
	}
}
