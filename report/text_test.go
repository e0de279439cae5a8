package report

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/glossary"
	"wobbly/witness"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want []string
	}{
		{"", 10, nil},
		{"one two three", 7, []string{"one two", "three"}},
		{"one twotwotwotwo three", 7, []string{"one", "twotwotwotwo", "three"}},
		{"変数 変数 x", 9, []string{"変数 変数", "x"}},
	} {
		if got := (Style{}).wrap(c.text, c.n); !slices.Equal(got, c.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestBeside(t *testing.T) {
	near := beside([]string{"a", "bb"}, []string{"c", "d", "e"})
	want := []string{
		"a" + strings.Repeat(" ", 38) + "c", "bb" + strings.Repeat(" ", 37) + "d",
		strings.Repeat(" ", 39) + "e",
	}
	if !slices.Equal(near, want) {
		t.Errorf("beside = %q, want %q", near, want)
	}
	wide := strings.Repeat("x", 50)
	if got := beside([]string{wide}, []string{"c"}); len(got) != 1 || got[0] != wide+"  c" {
		t.Errorf("beside of a wide line and a short one = %q, want %q", got, wide+"  c")
	}
	if got := beside([]string{wide}, []string{wide}); !slices.Equal(got, []string{wide, "", wide}) {
		t.Errorf("beside of two wide lines = %q, want %q", got, []string{wide, "", wide})
	}
}

func TestShortPath(t *testing.T) {
	long := "root" + strings.Repeat(".field", 20) + ".last"
	want := "root.field.field.field.(+16).field.last"
	if got := ShortPath(long); got != want {
		t.Errorf("ShortPath = %q, want %q", got, want)
	}
	for _, whole := range []string{"b", "b.f.g.h.i.j.k.l.m.n", strings.Repeat("x", 100) + ".f.g"} {
		if got := ShortPath(whole); got != whole {
			t.Errorf("ShortPath(%s) = %s, want the whole path", whole, got)
		}
	}
}

func TestBrief(t *testing.T) {
	for digits, want := range map[string]string{
		"7": "7", "123456789012345": "123456789012345", "1234567890123456": "about 1.23e15",
	} {
		if got := brief(digits); got != want {
			t.Errorf("brief(%s) = %s, want %s", digits, got, want)
		}
	}
	list := []witness.Step{{Do: witness.Run, Steps: "1" + strings.Repeat("0", 30)}, {Do: "lock()"}}
	if got := StepCount(list); got != "about 1.00e30 steps" {
		t.Errorf("StepCount = %q, want %q", got, "about 1.00e30 steps")
	}
	if got := StepCount(list[1:]); got != "1 step" {
		t.Errorf("StepCount of one = %q, want %q", got, "1 step")
	}
	if got := StepCount([]witness.Step{{Do: witness.Run, Steps: "junk"}}); got != "1 step" {
		t.Errorf("StepCount of junk = %q, want %q", got, "1 step")
	}
}

func TestFold(t *testing.T) {
	var turn []row
	for i := range maxRows {
		turn = append(turn, row{number: fmt.Sprint(i), text: fmt.Sprint(i)})
	}
	if got := fold(turn); len(got) != maxRows {
		t.Errorf("%d rows are folded to %d, want all of them", maxRows, len(got))
	}
	turn = append(turn, row{text: "a choice"}, row{number: "99", text: "last"})
	got := fold(turn)
	if len(got) != headRows+1+tailRows || got[headRows].text != "... 4 more ..." ||
		got[len(got)-1].text != "last" {
		t.Errorf("fold = %+v, want the first %d and last %d rows around \"... 4 more ...\"", got,
			headRows, tailRows)
	}
}

// TestInitialWords checks the words for initial states, among them states other than the special
// ones.
func TestInitialWords(t *testing.T) {
	for _, c := range []struct {
		in   witness.Init
		want string
	}{
		{witness.Init{}, "Initial state: no parameters. There are no fields."},
		{witness.Init{
			Objects: []string{"o1", "o2"}, Cells: [][3]string{{"o1", "f", "o1"}, {"o2", "f", "o2"}},
			A: witness.StackOf(map[string]string{"x": "o2"}),
			B: witness.StackOf(map[string]string{"y": "o1"}),
		}, "Initial state: B.y is o1. A.x is o2. o2.f holds o2; every other cell holds o1."},
		{witness.Init{
			Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}},
			A: witness.StackOf(map[string]string{"a": "o1", "b": "o1", "c": "o1", "d": "o1"}),
			B: witness.StackOf(map[string]string{"a": "o1", "b": "o1", "c": "o1"}),
		}, "Initial state: A.a, A.b, A.c, A.d, B.a and 2 more are the same object o1. " +
			"Every cell holds o1."},
	} {
		if got := initialWords(&witness.Witness{Init: c.in}); got != c.want {
			t.Errorf("initialWords = %q, want %q", got, c.want)
		}
	}
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

// errFull is the error of failing.
var errFull = errors.New("full")

// Write implements io.Writer.
func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestGlossaryText checks that the text begins with the words of the first group.
func TestGlossaryText(t *testing.T) {
	var b strings.Builder
	if err := GlossaryText(&b, nil); err != nil ||
		!strings.HasPrefix(b.String(), glossary.Groups()[0].Title+"\n  ") {
		t.Errorf("GlossaryText: %v, %s; want the title of the first group at the start", err,
			b.String())
	}
}

// TestQuestionText checks that the answer, the votes and the finding follow the choices.
func TestQuestionText(t *testing.T) {
	q := &LessonQuestion{
		Text: "Why?", Choices: []string{"So."}, Said: "Right.", Voted: "a 3", Because: "It is.",
		Found: "Once.",
	}
	var b strings.Builder
	err := Text(&b, Style{}, LessonQuestionText(q, 2))
	const want = "  Question  2. Why?\n" +
		"            a  So.\n" +
		"            Right.\n" +
		"  Votes     a 3\n" +
		"  Why       It is.\n" +
		"            Once.\n"
	if err != nil || strings.TrimLeft(b.String(), "\n") != want {
		t.Errorf("LessonQuestionText: %v, %q; want %q", err, b.String(), want)
	}
}

// TestWriteErrorsStop checks that a writer which fails ends every format early with its error.
func TestWriteErrorsStop(t *testing.T) {
	src := il.NewSource("f", "m(b) { x := b.f; }")
	side := Side{
		Unit: "m", At: "1:8", Kind: "read", Path: "b.f", Calls: []string{},
		Location: Location{Span: Span{12, 15}},
	}
	asked := 0
	var endless iter.Seq[Race] = func(yield func(Race) bool) {
		for {
			asked++
			if asked > 10_000 ||
				!yield(Race{ID: "R1", Left: side, Right: side, Verdict: Refuted}) {
				return
			}
		}
	}
	doc := &Check{
		File: "f", Source: src,
		Found: Found{
			Races: endless, Filtered: func(func(Filtered) bool) {}, TotalRaces: exact.Of(1),
		},
	}
	for name, write := range map[string]func(io.Writer) (Tally, error){
		"text":  func(w io.Writer) (Tally, error) { return checkText(w, Style{}, doc) },
		"json":  func(w io.Writer) (Tally, error) { return CheckJSON(w, doc) },
		"short": func(w io.Writer) (Tally, error) { return checkShort(w, Style{}, doc) },
	} {
		asked = 0
		if _, err := write(&failing{left: 5000}); !errors.Is(err, errFull) || asked > 1000 {
			t.Errorf("%s: error %v after %d races, want %v after at most 1000", name, err, asked,
				errFull)
		}
	}
}

// TestInterrupted checks that a document which ends early says so as JSON and as text.
func TestInterrupted(t *testing.T) {
	doc := &Check{
		File: "f", Source: il.NewSource("f", ""), Interrupted: func() bool { return true },
		Found: Found{
			Races: func(func(Race) bool) {}, Filtered: func(func(Filtered) bool) {},
			TotalRaces: exact.Of(3),
		},
	}
	var b strings.Builder
	tally, err := CheckJSON(&b, doc)
	if err != nil || !tally.Interrupted || !strings.Contains(b.String(), `"interrupted":true`) {
		t.Errorf("CheckJSON = %+v, %v, %s; want interrupted", tally, err, b.String())
	}
	b.Reset()
	if err := Text(&b, Style{}, tally); err != nil {
		t.Fatal(err)
	}
	const want = "3 races: 0 confirmed, 0 refuted, 3 not listed. 0 candidate pairs filtered. " +
		"Interrupted: this is not everything.\n"
	if b.String() != want {
		t.Errorf("the summary = %q, want %q", b.String(), want)
	}
}

// TestVerbatim: paragraphs are wrapped, and lines that begin with a space are kept.
func TestVerbatim(t *testing.T) {
	p := &page{}
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"ten cells.", "ten cells."},
		{"ten cells..", "ten|cells.."},
		{" a line of more than ten", " a line of more than ten"},
		{"one\n\ntwo or more\n x  y\nend", "one||two or|more| x  y|end"},
	} {
		if got := strings.Join(p.verbatim(tt.text, 10), "|"); got != tt.want {
			t.Errorf("verbatim(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}
