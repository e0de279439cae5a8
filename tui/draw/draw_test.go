package draw

import (
	"slices"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"
)

// rendered returns the rendering of a frame without colours.
func rendered(f *Frame) string { return f.Render(NewColours("", false)) }

// plain returns the rows of a frame without styles.
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

// wantRows checks the rows of a frame.
func wantRows(t *testing.T, f *Frame, rows ...string) {
	t.Helper()
	if got := plain(f); !slices.Equal(got, rows) {
		t.Errorf("the frame is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(rows, "\n"))
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
	wantRows(t, f, "      ", " bcde ", "   xy ", "      ")
	for _, tt := range []struct{ x, y, w, h, wantW, wantH int }{
		{4, 3, 9, 9, 2, 1},
		{-2, -1, 3, 3, 1, 2},
		{-2, -1, 2, 1, 0, 0},
		{6, 4, 1, 1, 0, 0},
		{1, 1, -1, -1, 0, 0},
	} {
		if p := f.All().Part(tt.x, tt.y, tt.w, tt.h); p.W != tt.wantW || p.H != tt.wantH {
			t.Errorf("Part(%d, %d, %d, %d) has %d x %d cells, want %d x %d", tt.x, tt.y, tt.w, tt.h,
				p.W, p.H, tt.wantW, tt.wantH)
		}
	}
	if p := f.All().Row(-1); p.H != 0 {
		t.Errorf("Row(-1) has %d rows, want none", p.H)
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
	wantRows(t, f, "  x界", " x 界", " 世x ")
	if got := f.All().Text(4, 0, Plain, "世"); got != 6 {
		t.Errorf("Text of a wide character that is cut off = column %d, want 6", got)
	}
}

// TestControlCharacters: no text can control the terminal.
func TestControlCharacters(t *testing.T) {
	f := NewFrame(6, 1, false)
	f.All().Text(0, 0, Plain, "a\tb\x1b\x7f")
	wantRows(t, f, "a  b??")
	if got := Cells("a\tb"); got != 4 {
		t.Errorf("Cells of a, tab, b = %d, want 4", got)
	}
}

// TestASCII: an ASCII frame shows no other characters.
func TestASCII(t *testing.T) {
	f := NewFrame(8, 1, true)
	f.All().Text(0, 0, Plain, "│世→")
	for _, r := range rendered(f) {
		if r > 0x7f {
			t.Errorf("an ASCII frame shows %q", r)
		}
	}
}

// TestClipPadWrap: texts are measured in cells.
func TestClipPadWrap(t *testing.T) {
	for n, want := range map[int]string{
		0: "", 2: "..", 3: "...", 5: "ab...", 6: "abcdef", 7: "abcdef",
	} {
		if got := Clip("abcdef", n); got != want {
			t.Errorf("Clip(abcdef, %d) = %q, want %q", n, got, want)
		}
	}
	if got := Clip("世界人", 5); got != "世..." {
		t.Errorf("Clip = %q, want %q", got, "世...")
	}
	for s, want := range map[string]string{"世": "世  ", "longer": "longer"} {
		if got := Pad(s, 4); got != want {
			t.Errorf("Pad(%q, 4) = %q, want %q", s, got, want)
		}
	}
	if got := Wrap("a bc  def", 4); !slices.Equal(got, []string{"a bc", "def"}) {
		t.Errorf("Wrap = %q, want %q", got, []string{"a bc", "def"})
	}
	if got := Wrap("abcdef g", 3); !slices.Equal(got, []string{"abcdef", "g"}) {
		t.Errorf("Wrap of a long word = %q, want it whole", got)
	}
	got := Paragraphs([]string{"a b", "", "  as it is"}, 1)
	if want := []string{"a", "b", "", "  as it is"}; !slices.Equal(got, want) {
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
	wantRows(t, f, "┌──┬──┐", "│  │  │", "├──┴──┤", "│     │", "└─────┘")
	if !g.heavy[3] || g.heavy[1] {
		t.Errorf("heavy cells: %v, want those of the second frame", g.heavy)
	}
}

// TestBox: the right title is omitted if it does not fit.
func TestBox(t *testing.T) {
	f := NewFrame(16, 3, false)
	in := Box(f.All(), Plain, "left", "right")
	wantRows(t, f, "┌─ left ───────┐", "│              │", "└──────────────┘")
	if top := plain(f)[0]; !strings.Contains(top, " left ") || strings.Contains(top, "right") {
		t.Errorf("%q: the right title has no room here", top)
	}
	if in.W != 14 || in.H != 1 {
		t.Errorf("the canvas inside has %d x %d cells, want 14 x 1", in.W, in.H)
	}
	f = NewFrame(18, 3, false)
	Box(f.All(), Plain, "left", "right")
	if top := plain(f)[0]; !strings.Contains(top, " right ") {
		t.Errorf("%q lacks the right title", top)
	}
}

// TestShare: rows are shared in the order that the comment of Share gives.
func TestShare(t *testing.T) {
	parts := []Need{
		{Least: 2, Most: 4},
		{Least: 3, Most: 3, Dispensable: 1},
		{Least: 2, Most: 9, Dispensable: 2},
	}
	for _, tt := range []struct {
		rows int
		grow []int
		want []int
	}{
		{7, nil, []int{2, 3, 2}},
		{6, nil, []int{3, 3, 0}},       // the most dispensable part is dropped,
		{4, nil, []int{4, 0, 0}},       // and then the next one
		{1, nil, []int{2, 0, 0}},       // a part that is not dispensable stays
		{9, nil, []int{3, 3, 3}},       // remaining rows go to the parts in turn
		{18, nil, []int{4, 3, 9}},      // no part wants more
		{18, []int{0}, []int{6, 3, 9}}, // a part in grow gets the rest
		{19, []int{0, 2}, []int{5, 3, 11}},
	} {
		if got := Share(tt.rows, parts, tt.grow...); !slices.Equal(got, tt.want) {
			t.Errorf("Share(%d, parts, %v) = %v, want %v", tt.rows, tt.grow, got, tt.want)
		}
	}
}

// TestNameTitles: the end of a long name stays visible, whatever its parameters, and so does the
// title at the right if there is room.
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
	wantRows(t, f,
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
	got := Share(4, []Need{
		{Least: 2, Most: 2},
		{Least: 2, Most: 2, Dispensable: 2},
		{Least: 2, Most: 2, Dispensable: 1},
	})
	if want := []int{2, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("Share = %v, want %v", got, want)
	}
}

// TestMouse: the newest area at the mouse's position that takes an event gets it.
func TestMouse(t *testing.T) {
	f := NewFrame(4, 4, false)
	got := ""
	does := func(what string) func() tea.Cmd { return func() tea.Cmd { got += what; return nil } }
	f.All().Click(does("all "))
	f.All().Part(1, 1, 2, 2).Click(does("part "))
	f.All().Part(1, 1, 1, 1).Wheel(func(rows int) tea.Cmd {
		got += strings.Repeat("w", rows)
		return nil
	})
	for _, at := range [][2]int{{1, 1}, {2, 2}, {3, 2}, {2, 3}, {0, 0}} {
		f.Clicked(at[0], at[1])
	}
	f.Wheeled(1, 1, 2)
	f.Wheeled(2, 1, 2)
	const want = "part part all all all ww"
	if got != want {
		t.Errorf("clicks and wheel reach %q, want %q", got, want)
	}
	f.Deaf()
	if f.Clicked(1, 1); got != want {
		t.Errorf("after Deaf, a click reaches %q", strings.TrimPrefix(got, want))
	}
}

// TestShows: a frame shows the panes that are recorded, or all if none is.
func TestShows(t *testing.T) {
	f := NewFrame(1, 1, false)
	if !f.Shows("heap") {
		t.Error("Shows(heap) = false without recorded panes, want true")
	}
	f.All().Pane("trace")
	if f.Shows("heap") || !f.Shows("trace") {
		t.Errorf("with the pane trace, Shows(heap) = %t and Shows(trace) = %t, want only trace",
			f.Shows("heap"), f.Shows("trace"))
	}
}

// TestScrollAndClamp: results stay within the lines.
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
		t.Error("the theme auto differs from dark on a dark background, or from light on a light")
	}
	if strings.Contains(draw(NoColours, true), "38;") {
		t.Errorf("a race in the theme none is %q, want no colour", draw(NoColours, true))
	}
	if !strings.Contains(draw(colourBlind, true), "7") {
		t.Errorf("a race in the theme colour-blind is %q, want it inverse", draw(colourBlind, true))
	}
}
