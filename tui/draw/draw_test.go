package draw

import (
	"slices"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"
)

// shown is what stands on a frame without colours.
func shown(f *Frame) string { return f.Render(NewColours("", false)) }

func plain(f *Frame) []string {
	var rows []string
	for y := range f.height {
		row := ""
		for _, c := range f.cells[y*f.width : (y+1)*f.width] {
			row += c.text
		}
		rows = append(rows, row)
	}
	return rows
}

func want(t *testing.T, f *Frame, rows ...string) {
	t.Helper()
	if got := plain(f); !slices.Equal(got, rows) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(rows, "\n"))
	}
}

// TestCanvasCutsOff draws beyond each edge of a canvas.
func TestCanvasCutsOff(t *testing.T) {
	f := NewFrame(6, 4, false)
	c := f.All().Part(1, 1, 4, 2)
	c.Text(-1, 0, Plain, "abcdef")
	c.Text(2, 1, Plain, "xyz")
	c.Text(0, 2, Plain, "below")
	c.Text(0, -1, Plain, "above")
	want(t, f, "      ", " bcde ", "   xy ", "      ")
	if p := f.All().Part(4, 3, 9, 9); p.W != 2 || p.H != 1 {
		t.Errorf("a part has %d x %d cells, want 2 x 1", p.W, p.H)
	}
}

// TestWideCharacters overwrites each half of a wide character.
func TestWideCharacters(t *testing.T) {
	f := NewFrame(5, 3, false)
	for y := range 3 {
		f.All().Text(1, y, Plain, "世界")
	}
	f.All().Text(2, 0, Plain, "x")
	f.All().Text(1, 1, Plain, "x")
	f.All().Text(3, 2, Plain, "x")
	want(t, f, "  x界", " x 界", " 世x ")
	if got := f.All().Text(4, 0, Plain, "世"); got != 6 {
		t.Errorf("behind a wide character that is cut off: column %d, want 6", got)
	}
}

// TestControlCharacters: no text can control the terminal.
func TestControlCharacters(t *testing.T) {
	f := NewFrame(6, 1, false)
	f.All().Text(0, 0, Plain, "a\tb\x1b\x7f")
	want(t, f, "a  b??")
	if Cells("a\tb") != 4 {
		t.Errorf("a tab takes two cells: %d", Cells("a\tb"))
	}
}

func TestASCII(t *testing.T) {
	f := NewFrame(8, 1, true)
	f.All().Text(0, 0, Plain, "│世→")
	for _, r := range shown(f) {
		if r > 0x7f {
			t.Errorf("%q is on a screen of ASCII", r)
		}
	}
}

func TestClipPadWrap(t *testing.T) {
	for n, want := range map[int]string{
		0: "", 2: "..", 3: "...", 5: "ab...", 6: "abcdef", 7: "abcdef",
	} {
		if got := Clip("abcdef", n); got != want {
			t.Errorf("Clip to %d: %q, want %q", n, got, want)
		}
	}
	if got := Clip("世界人", 5); got != "世..." {
		t.Errorf("Clip = %q, want %q", got, "世...")
	}
	if Pad("世", 4) != "世  " || Pad("long", 2) != "long" {
		t.Error("Pad")
	}
	if got := Wrap("a bc  def", 4); !slices.Equal(got, []string{"a bc", "def"}) {
		t.Errorf("Wrap = %q, want %q", got, []string{"a bc", "def"})
	}
	if got := Wrap("abcdef g", 3); !slices.Equal(got, []string{"abcdef", "g"}) {
		t.Errorf("a long word is broken: %q", got)
	}
	if got, want := Paragraphs([]string{"a b", "", "  as it is"}, 1),
		[]string{"a", "b", "", "  as it is"}; !slices.Equal(got,
		want) {
		t.Errorf("Paragraphs = %q, want %q", got, want)
	}
}

// TestGrid draws two frames that share a line.
func TestGrid(t *testing.T) {
	f := NewFrame(7, 5, false)
	g := NewGrid(f.All())
	g.Frame(0, 0, 4, 3, false)
	g.Frame(3, 0, 4, 3, true)
	g.Frame(0, 2, 7, 3, false)
	g.Draw()
	want(t, f, "┌──┬──┐", "│  │  │", "├──┴──┤", "│     │", "└─────┘")
	if !g.heavy[3] || g.heavy[1] {
		t.Error("the heavy frame is another one")
	}
}

func TestBox(t *testing.T) {
	f := NewFrame(16, 3, false)
	in := Box(f.All(), Plain, "left", "right")
	want(t, f, "┌─ left ───────┐", "│              │", "└──────────────┘")
	if top := plain(f)[0]; !strings.Contains(top, " left ") || strings.Contains(top, "right") {
		t.Errorf("%q: the right title has no room here", top)
	}
	if in.W != 14 || in.H != 1 {
		t.Errorf("inside are %d x %d cells", in.W, in.H)
	}
	f = NewFrame(18, 3, false)
	Box(f.All(), Plain, "left", "right")
	if top := plain(f)[0]; !strings.Contains(top, " right ") {
		t.Errorf("%q lacks the right title", top)
	}
}

func TestShare(t *testing.T) {
	parts := []Need{{2, 4, 0}, {3, 3, 1}, {2, 9, 2}}
	for _, tt := range []struct {
		rows int
		grow []int
		want []int
	}{
		{7, nil, []int{2, 3, 2}},
		{6, nil, []int{3, 3, 0}},       // the most dispensable part goes
		{4, nil, []int{4, 0, 0}},       // and then the next one
		{1, nil, []int{2, 0, 0}},       // what is not dispensable stays
		{9, nil, []int{3, 3, 3}},       // what is left goes round
		{18, nil, []int{4, 3, 9}},      // nobody wants more
		{18, []int{0}, []int{6, 3, 9}}, // but who may grow gets it
		{19, []int{0, 2}, []int{5, 3, 11}},
	} {
		if got := Share(tt.rows, parts, tt.grow...); !slices.Equal(got, tt.want) {
			t.Errorf("%d rows, grow %v: %v, want %v", tt.rows, tt.grow, got, tt.want)
		}
	}
}

// TestNameTitles: the end of a long name stays visible, whatever its formals, and so does the title
// beside it if there is room.
func TestNameTitles(t *testing.T) {
	f := NewFrame(36, 7, false)
	for y, x := range [][2]string{
		{"transferTheWholeAmountLeft(b)", "no lock"}, {"transferTheWholeAmountRight(b)", "no lock"},
		{"short(b)", "no lock"}, {"transferTheWholeAmountRight(b)", "holds lock x2 and more"},
		{"[transferTheWholeAmountRight(ofTheBank, toTheBank)]", "no lock"},
		{"[short(ofTheFirstBank, toTheSecondBank)]", "no lock"},
		{"thread block of some length, or more", "no lock"},
	} {
		Titles(f.All().Part(0, y, f.width, 1), Plain, NameTitle(x[0], x[1], f.width), x[1])
	}
	want(t, f,
		" transferTh...mountLeft(b)  no lock ",
		" transferTh...ountRight(b)  no lock ",
		" short(b)                   no lock ",
		" transferTheWholeAmountRight(b)     ",
		" [transfe...untRight(...)]  no lock ",
		" [short(ofTheFirstBan...)]  no lock ",
		" thread bloc...th, or more  no lock ")
}

// TestNameTitleLimit: the title at the right gets room if 20 cells remain for the name.
func TestNameTitleLimit(t *testing.T) {
	name := strings.Repeat("n", 40)
	for n, want := range map[int]int{25: 20, 24: 22} {
		if got := Cells(NameTitle(name, "x", n)); got != want {
			t.Errorf("in %d cells, the name gets %d, want %d", n, got, want)
		}
	}
}

// TestShareDropsTheMostDispensable: the most dispensable part is dropped first, wherever it is.
func TestShareDropsTheMostDispensable(t *testing.T) {
	if got := Share(4, []Need{{2, 2, 0}, {2, 2, 2}, {2, 2, 1}}); !slices.Equal(got,
		[]int{2, 0, 2}) {
		t.Errorf("Share = %v, want %v", got, []int{2, 0, 2})
	}
}

// TestMouse: the newest clickable area below the mouse gets the event, if it accepts it.
func TestMouse(t *testing.T) {
	f := NewFrame(4, 4, false)
	got := ""
	does := func(what string) func() tea.Cmd { return func() tea.Cmd { got += what; return nil } }
	f.All().Click(does("all "))
	f.All().Part(1, 1, 2, 2).Click(does("part "))
	f.All().Part(1, 1, 1,
		1).Wheel(func(rows int) tea.Cmd { got += strings.Repeat("w", rows); return nil })
	for _, at := range [][2]int{{1, 1}, {2, 2}, {3, 2}, {2, 3}, {0, 0}} {
		f.Clicked(at[0], at[1])
	}
	f.Wheeled(1, 1, 2)
	f.Wheeled(2, 1, 2)
	if got != "part part all all all ww" {
		t.Errorf("wheeled and clicked parts = %q, want %q", got, "part part all all all ww")
	}
	f.Deaf()
	if f.Clicked(1, 1) != nil || got != "part part all all all ww" {
		t.Errorf("a deaf frame answers: %q", got)
	}
}

func TestPanesThatAreShown(t *testing.T) {
	f := NewFrame(1, 1, false)
	if !f.Shows("heap") {
		t.Error("where no panes are known, all are taken to be shown")
	}
	f.All().Pane("trace")
	if f.Shows("heap") || !f.Shows("trace") {
		t.Error("Shows")
	}
}

func TestScrollAndClamp(t *testing.T) {
	for _, tt := range [][4]int{{0, 10, 4, 0}, {5, 10, 4, 3}, {9, 10, 4, 6}, {1, 2, 4, 0}} {
		if got := Scroll(tt[0], tt[1], tt[2]); got != tt[3] {
			t.Errorf("Scroll(%d, %d, %d) = %d, want %d", tt[0], tt[1], tt[2], got, tt[3])
		}
	}
	for n, want := range map[int]int{-1: 0, 0: 0, 2: 2, 3: 2} {
		if got := Clamp(n, 3); got != want {
			t.Errorf("Clamp(%d, 3) = %d, want %d", n, got, want)
		}
	}
}

// TestThemes: a theme has colours, unless they are switched off.
func TestThemes(t *testing.T) {
	draw := func(theme Theme, dark bool) string {
		f := NewFrame(1, 1, false)
		f.All().Text(0, 0, Race, "!")
		return f.Render(NewColours(theme, dark))
	}
	if draw(Auto, true) != draw(Dark, false) || draw(Auto, false) != draw(Light, true) {
		t.Error("auto is not the theme of the background")
	}
	if strings.Contains(draw(NoColours, true), "38;") {
		t.Errorf("%q has a colour", draw(NoColours, true))
	}
	if !strings.Contains(draw(colourBlind, true), "7") {
		t.Errorf("%q is not inverse", draw(colourBlind, true))
	}
}
