package language_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
	"wobbly/internal/ask"
	"wobbly/internal/language"
)

// open opens a text without its mark, ^, and returns the position of the mark.
func open(t testing.TB, text string) (*language.Document, il.Pos) {
	t.Helper()
	before, after, ok := strings.Cut(text, "^")
	if !ok {
		t.Fatalf("no mark in %q", text)
	}
	return language.Open("t.il", before+after, nil), il.Pos(len(before))
}

// spanTexts returns the line, the column and the text of each span.
func spanTexts(d *language.Document, spans []language.Span) string {
	var all []string
	for _, s := range spans {
		p := d.Position(s.At, language.UTF8)
		all = append(all, fmt.Sprintf("%d:%d %s", p.Line+1, p.Character+1, d.Text()[s.At:s.End]))
	}
	return strings.Join(all, ", ")
}

const burble = `meps(b) {
  synchronized {
    x := b.f;
  }
}

reps(b) {
  v := new();
  b.f := v;
}
`

func TestDefinition(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"m(b) { ^n(b) }\nprivate n(c) { x := c.f }", "2:9 n"},
		{"m(b) { x := ^b.f }", "1:3 b"},
		{"m(b) { x := b.f; y := b.g; x := y; b.f := ^x }", "1:8 x, 1:28 x"},
		{"m(b) { x := b.f^; b.f := x; b . /* c */ f := x; b.f.g := x }", "1:20 f, 1:40 f"},
		{"{ x := ^arg1.f } || { arg1.f := arg1 }", "1:8 arg1"},
		{"m(b) { x := b.f }\ninit { A.^b = o1 }", "1:3 b"},
		{"m(b) { skip }\nn(b) { skip }\ninit { A.^b = o1 }", "1:3 b, 2:3 b"},
		{"m(b) { if^ * { skip } }", ""},
		{"m(b) { n(^", ""},
	} {
		d, at := open(t, x.text)
		if got := spanTexts(d, d.Definition(at)); got != x.want {
			t.Errorf("%q: Definition = %q, want %q", x.text, got, x.want)
		}
	}
}

// TestReferences: want has the role (0 for a read or a declaration) and the place of each
// occurrence.
func TestReferences(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"^m(b) { n(b) }\nn(b) { m(b.f.m) }", "0 1:1, 0 2:8"},
		{"m(b) { ^b := b.f; if * { x := b } }\nn(b) { b := b }", "0 1:3, 2 1:8, 0 1:13, 0 1:30"},
		{"m(b) { x := b.^f; b.g.f.f := x }", "0 1:15, 0 1:22, 2 1:24"},
		{"{ x := arg1 } || { x := ^arg1 }", "0 1:25"},
		{"m(a) { skip }\ninit { ^o1.f = o2; o2.f = o1; A.a = o1 }", "0 2:8, 0 2:26, 0 2:36"},
	} {
		d, at := open(t, x.text)
		var all []string
		for _, o := range d.References(at, true) {
			role := o.Role
			if role == symbol.Declares {
				role = 0
			}
			p := d.Position(o.At, language.UTF8)
			all = append(all, fmt.Sprintf("%d %d:%d", role, p.Line+1, p.Character+1))
		}
		if got := strings.Join(all, ", "); got != x.want {
			t.Errorf("%q: References = %q, want %q", x.text, got, x.want)
		}
	}
	d, at := open(t, "m(^b) { x := b }")
	if got := d.References(at, false); len(got) != 1 {
		t.Errorf("References without declarations = %v, want 1", got)
	}
}

func TestRename(t *testing.T) {
	for _, x := range []struct{ text, name, want string }{
		{"m(b) { n(^b); b := b.b }\nn(b) { skip }", "c", "m(c) { n(c); c := c.b }\nn(b) { skip }"},
		{"m(b) { ^n(b) }\nn(b) { skip }", "größe", "m(b) { größe(b) }\ngröße(b) { skip }"},
		{"m(b) { skip }\nn(b) { skip }\ninit { A.^b = o1 }", "c",
			"m(c) { skip }\nn(c) { skip }\ninit { A.c = o1 }"},
		{"m(b) { x := b.^f }\ninit { o.f = o }", "g", "m(b) { x := b.g }\ninit { o.g = o }"},
		{"m(b) { x := ^b.f; y := b.f }", "x", "x is already the name of a parameter here"},
		{"m(b) { x := b.^f; y := b.g }", "g", "g is already the name of a field here"},
		{"m(b) { ^n(b) }\nn(b) { skip }", "m", "m is already the name of a method here"},
		{"m(b) { ^n(b) }\nn(b) { skip }", "push", "m(b) { push(b) }\npush(b) { skip }"},
		{"{ x^ := arg1.f } || { skip }", "arg2", "arg2 would be a parameter, and x is a local"},
		{"{ x := ^arg1.f } || { skip }", "y", "y would be a local, and arg1 is a parameter"},
		{"m(b) { lock(^p); unlock(p) }", "this",
			"with the name this the program would have syntax errors"},
		{"m(b) { x := ^b.f }", "while", "while is a keyword and cannot be used as a name"},
		{"m(b) { x := ^b.f }", "2x",
			"a name has letters, digits and _, and does not begin with a digit"},
		{"m(b) { x := ^b.f }", "a b",
			"a name has letters, digits and _, and does not begin with a digit"},
		{"m(b) { x := ^b.f }", "",
			"a name has letters, digits and _, and does not begin with a digit"},
		{"m(b) { x := ^b.f }", "b", "m(b) { x := b.f }"},
		{"m(b) { x := ^b.f; y = }", "c",
			"the program has errors that may hide names; fix them first"},
		{"m(b) { x ^:= b.f }", "c", "there is no name here"},
	} {
		d, at := open(t, x.text)
		if at > 0 && d.Text()[at:at+1] == ":" {
			at++
		}
		edits, err := d.Rename(at, x.name)
		got := language.Apply(d.Text(), edits)
		if err != nil {
			got = err.Error()
		}
		if got != x.want {
			t.Errorf("%q: Rename to %q = %q, want %q", x.text, x.name, got, x.want)
		}
	}
}

// TestRenameEverywhere renames each name of each example and back. The program and its reports stay
// the same.
func TestRenameEverywhere(t *testing.T) {
	renamed := 0
	for _, x := range examples.All() {
		d := language.Open(x.Name, x.Text, nil)
		seen := map[*symbol.Symbol]bool{}
		names := symbol.Of(parsed(t, x.Text))
		for _, o := range names.All() {
			if seen[o.Symbol] || len(seen) > 8 {
				continue
			}
			seen[o.Symbol] = true
			name := o.Symbol.Name + "_renamed"
			if i, ok := il.FormalIndex(o.Symbol.Name); ok {
				name = fmt.Sprintf("arg%d", i+70)
			}
			edits, err := d.Rename(o.At, name)
			if err != nil {
				t.Errorf("%s: renaming %s: %v", x.Name, o.Symbol.Name, err)
				continue
			}
			now := language.Open(x.Name, language.Apply(x.Text, edits), nil)
			back, err := now.Rename(edits[0].At, o.Symbol.Name)
			if err != nil || language.Apply(now.Text(), back) != x.Text {
				t.Errorf("%s: renaming %s and back: error %v, or another text", x.Name,
					o.Symbol.Name, err)
			}
			if before, after := raceLines(t, d), raceLines(t, now); !slices.Equal(before, after) {
				t.Errorf("%s: the races after renaming %s are %v, want %v", x.Name, o.Symbol.Name,
					after, before)
			}
			renamed++
		}
	}
	if renamed < 200 {
		t.Errorf("%d names were renamed, want at least 200", renamed)
	}
}

// raceLines returns the numbers and lines of the races.
func raceLines(t *testing.T, d *language.Document) []string {
	t.Helper()
	list, err := d.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, x := range list {
		all = append(all, fmt.Sprintf("%s %d", x.Race, d.Position(x.At, language.UTF8).Line))
	}
	return all
}

// parsed returns the program of a text without errors.
func parsed(t testing.TB, text string) *il.Program {
	t.Helper()
	p, errs := parse.File(il.NewSource("t.il", text))
	if len(errs) > 0 {
		t.Fatalf("parsing t.il: %v", errs)
	}
	return p
}

// TestEveryNameIsFound: the occurrences of names in an example are its name tokens, except init and
// the threads in it.
func TestEveryNameIsFound(t *testing.T) {
	for _, x := range examples.All() {
		names := symbol.Of(parsed(t, x.Text))
		for token := range parse.Tokens(x.Text) {
			text := x.Text[token.At:token.End]
			if text == "init" || text == "A" || text == "B" {
				continue
			}
			o, ok := names.At(token.At)
			found := ok && o.At == token.At && o.End == token.End && o.Symbol.Name == text
			if want := token.Kind == parse.NameToken; found != want {
				t.Errorf("%s: %q at %d is an occurrence of a name: %t, want %t", x.Name, text,
					token.At, found, want)
			}
		}
	}
}

// TestDiagnosticsAreThoseOfCheck: the marked races of each example are those of check, with the
// same numbers and at both accesses.
func TestDiagnosticsAreThoseOfCheck(t *testing.T) {
	for _, x := range examples.All() {
		d := language.Open(x.Name, x.Text, nil)
		list, err := d.Diagnostics(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		analyzer, err := ask.Analysis{Limit: 100}.Analyzer()
		if err != nil {
			t.Fatal(err)
		}
		source := il.NewSource(x.Name, x.Text)
		core, err := ask.Load(context.Background(), source, false)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := ask.Check(context.Background(), core, ask.Checking{Analyzer: analyzer})
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for r := range doc.Races {
			left, right := source.At(r.Left.Span.At), source.At(r.Right.Span.At)
			want = append(want, r.ID+" "+left+" "+right)
			if r.Left.Span != r.Right.Span {
				want = append(want, r.ID+" "+right+" "+left)
			}
		}
		var deadlocks []string
		for _, y := range list {
			places := fmt.Sprintf(" %s %s", source.At(y.At), source.At(y.Related[0].At))
			if y.Code == "deadlock" {
				deadlocks = append(deadlocks, y.Race+places)
			} else {
				got = append(got, y.Race+places)
			}
		}
		if len(deadlocks) != 2*len(doc.Deadlocks) {
			t.Errorf("%s: the marked deadlocks are %q, want two marks for each of %d", x.Name,
				deadlocks, len(doc.Deadlocks))
		}
		for _, y := range doc.Deadlocks {
			want := y.ID + " " + y.Left.At + " " + y.Right.At
			if !slices.Contains(deadlocks, want) {
				t.Errorf("%s: the marked deadlocks %q lack %q", x.Name, deadlocks, want)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the marked races are %q, want %q", x.Name, got, want)
		}
		lenses, err := d.Lenses(context.Background())
		if err != nil || len(lenses) != len(got)+len(deadlocks) {
			t.Errorf("%s: %d lenses, %v; want one for each of %d diagnostics", x.Name,
				len(lenses), err, len(got)+len(deadlocks))
		}
	}
}

func TestDiagnostics(t *testing.T) {
	d := language.Open("b.il", burble, nil)
	list, err := d.Diagnostics(context.Background())
	if err != nil || len(list) != 3 {
		t.Fatalf("Diagnostics = %+v, %v; want 3", list, err)
	}
	if x := list[0]; x.Race != "R1" || x.Severity != language.Warning ||
		x.Message != "R1: meps reads, reps writes b.f (with 9:3)" ||
		d.Text()[x.At:x.End] != "b.f" || len(x.Related) != 1 ||
		x.Related[0].Message != "reps writes b.f here" {
		t.Errorf("the diagnostic = %+v, want the race R1 with its other side", x)
	}
	d = language.Open("e.il", "m(b) {\n  x = b.f;\n  y := ;\n}\n", nil)
	list, err = d.Diagnostics(context.Background())
	if err != nil || len(list) != 2 || list[0].Code != "E0010" ||
		list[0].Severity != language.Error || list[0].Fix == "" {
		t.Errorf("Diagnostics = %+v, %v; want 2, with E0010 and its fix first", list, err)
	}
}

// TestWarning: a legal program is analysed with its warnings, and each has its page as hover.
func TestWarning(t *testing.T) {
	d, at := open(t, "m(p) { synchronized (^p) { p.f := p } }\nn(p) { p.f := p }")
	list, err := d.Diagnostics(t.Context())
	if err != nil || len(list) != 1 || list[0].Severity != language.Warning ||
		list[0].Code != "W0001" {
		t.Errorf("Diagnostics = %+v, %v; want the warning W0001", list, err)
	}
	h, ok, err := d.Hover(t.Context(), at, il.NoPos)
	if !ok || err != nil || !strings.HasPrefix(h.Text(), "W0001: ") {
		t.Errorf("Hover over the warning = %q, %t, %v; want the page of W0001", h.Text(), ok, err)
	}
}

// TestManyRaces: races that are not marked are counted.
func TestManyRaces(t *testing.T) {
	d := language.Open("m.il", "m(b) { v := new(); "+strings.Repeat("b.f := v; ", 30)+"}", nil)
	list, err := d.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	const want = "there are 465 races, of which 100 are marked; wobbly check lists them"
	if len(list) == 0 || list[len(list)-1].Message != want {
		t.Errorf("Diagnostics = %+v, want %q last", list, want)
	}
}

// TestHover: the text at the mark, ^, contains want, and is empty if want is.
func TestHover(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{strings.Replace(burble, "meps", "m^eps", 1), "method meps(b)"},
		{strings.Replace(burble, "reps", "reps^", 1), "9:3  write  b.f   0     b.f := v"},
		{strings.Replace(burble, "x := b.f", "x := b^.f", 1), "b: a parameter of meps(b)"},
		{strings.Replace(burble, "x := b.f", "x := b.^f", 1),
			"in A of meps: read b.f under the lock"},
		{strings.Replace(burble, "x := b.f", "x := b.f^", 1),
			"with 9:3 b.f := v: reported as the race R1."},
		{strings.Replace(burble, "x := b.f", "x := b.f^", 1), "f: a field. Written at 9:5."},
		{strings.Replace(burble, "v := new", "^v := new", 1),
			"v: a local of reps(b). Written at 8:3."},
		{strings.Replace(burble, "v := new", "v ^:= new", 1), "a fresh object."},
		{strings.Replace(burble, "v := new", "v := ^new", 1), "fresh object"},
		{strings.Replace(burble, "sync", "^sync", 1), "lock(); ..; unlock()."},
		{"m(b) { while ^* { skip } }", "A nondeterministic condition"},
		{"m(b) { while* { ^skip } }", "nothing; takes no step"},
		{"m(b) { x := b.f^; y = b }", "The program has an error, so it is not analysed."},
		{"m(b) { x ^= b.f }", "E0010"},
		{"{ skip } |^| { skip }", "two threads"},
		{"m(b) { skip }\ninit { ^o1.f = o2 }", "o1: an object of the initial state."},
		{"m(b) { lock(k); unlock(^k) }\nn(c) { synchronized (k) { } }",
			"k: a lock, shared by the whole file. Taken at 1:8, 2:8."},
		{"m(b) { n := new(); n.f := b; x := n.^f; }",
			"Cannot race with 1:20 n.f := b: At 1:20, A (m) accesses an object that it made at " +
				"1:8 (n := new()) and that no other thread can reach then."},
		{"m(b) { x := b.f; y := x.^f; y.f := y; }",
			"Open, without a certificate of absence: with 1:28 y.f := y."},
		{"m(b) { lock(); b.^f := b; unlock(); }",
			"Cannot race with 1:16 b.f := b: Both accesses are always under the lock."},
		{"m(b) { skip ^ }", ""},
	} {
		d, at := open(t, x.text)
		h, ok, err := d.Hover(context.Background(), at, il.NoPos)
		got := ""
		for _, p := range h.Parts {
			got += p.Text + "\n"
		}
		if err != nil || ok != (x.want != "") || !strings.Contains(got, x.want) ||
			ok && (h.At > at || h.End < at) {
			t.Errorf("%q: Hover = %q, %v; want %q", x.text, got, err, x.want)
		}
		if strings.Contains(got, "reported as the race R1.") && strings.Contains(got, "Open") {
			t.Errorf("%q: Hover calls a reported race open: %q", x.text, got)
		}
	}
}

// TestHoverAgainst: hover compares an access with the selected one.
func TestHoverAgainst(t *testing.T) {
	d, at := open(t, strings.Replace(burble, "x := b.f", "x := b.^f", 1))
	selected := il.Pos(strings.Index(d.Text(), "b.f := v"))
	h, ok, err := d.Hover(context.Background(), at, selected)
	if err != nil || !ok || !strings.Contains(h.Markdown(), "=> reported as the race R1.") ||
		!strings.Contains(h.Markdown(), "```text\n") {
		t.Errorf("Hover against b.f := v = %s, %v; want R1", h.Markdown(), err)
	}
	h, _, err = d.Hover(context.Background(), at, at)
	if err != nil || !strings.Contains(h.Markdown(), "not reported: both only read.") {
		t.Errorf("Hover against itself = %s, %v; want that both only read", h.Markdown(), err)
	}
}

func TestMarkdownIsEscaped(t *testing.T) {
	h := language.Hover{Parts: []language.Part{{Text: "a_b*[x](y)<i>`"}}}
	if got, want := h.Markdown(), "a\\_b\\*\\[x\\](y)\\<i\\>\\`"; got != want {
		t.Errorf("Markdown() = %s, want %s", got, want)
	}
}

// TestComplete: the completions at the mark, ^, include those of want, and none of not.
func TestComplete(t *testing.T) {
	for _, x := range []struct{ text, want, not string }{
		{"m(b) { x := b.f; ^ }", "b x m synchronized lock unlock if while skip", "f"},
		{"m(b) { x := b.f; sy^ }", "b x m synchronized", "sy"},
		{"m(b) { x := b.f; y := b.^ }", "f", "b"},
		{"m(b) { x := b.f; y := ^ }", "b x y new()", "if m"},
		{"m(b) { x := b.f; n(^b) }\nn(c) { z := c }", "b x", "c z n if"},
		{"m(b) { x := b.f; }\n^", "method private threads init", "b if"},
		{"m(b) { x := b.f; }\ninit { o1.f = o1; ^ }", "o1 A B", "f b"},
		{"m(b) { x := b.f; }\ninit { o1.^ }", "f b", "o1"},
		{"m(b) { lock(); x := b.f // a^\n }", "", "b x if"},
		{"m(b) { if * {\n x := b.f; ^", "b x if", "f"},
		{"{ x := arg1.f; ^ } || { y := arg2 }", "x arg1", "y arg2 f"},
		{"m(b) { x ^", "", "b if"},
		{"m(b) { lock(one); unlock(one); lock(^); }", "one", "b m"},
		{"m(b) { lock(one); unlock(one); synchronized (^) { } }", "one", "b m"},
		{"m(b) { lock(one); unlock(one); m(^) }", "b", "one"},
	} {
		d, at := open(t, x.text)
		span, list := d.Complete(at)
		var labels []string
		for _, c := range list {
			labels = append(labels, c.Label)
			if c.Insert == "" || c.Detail == "" {
				t.Errorf("%q: the completion %+v has no text or detail", x.text, c)
			}
		}
		for _, w := range strings.Fields(x.want) {
			if !slices.Contains(labels, w) {
				t.Errorf("%q: the completions %q lack %s", x.text, labels, w)
			}
		}
		for _, w := range strings.Fields(x.not) {
			if slices.Contains(labels, w) {
				t.Errorf("%q: the completions %q include %s", x.text, labels, w)
			}
		}
		if span.At > at || span.End < at {
			t.Errorf("%q: the span is %v, want it to contain %d", x.text, span, at)
		}
	}
}

// TestFormat: the edits produce the output of wobbly fmt and touch nothing else.
func TestFormat(t *testing.T) {
	for _, text := range []string{
		"m( b ) {x := b.f}", burble, strings.Replace(burble, "v := new", "v  :=  new", 1),
		"m(b) { skip }\r\n\r\nn(b) { skip }", "// c", "", "\n\n\nm(b) {\n  skip;\n}",
	} {
		d := language.Open("f.il", text, nil)
		edits, err := d.Format()
		if want := il.WithLineEnds(il.Format(parsed(t, text)), il.LineEnd(text)); err != nil ||
			language.Apply(text, edits) != want {
			t.Errorf("%q: Format makes it %q, %v; want %q", text, language.Apply(text, edits), err,
				want)
		}
		if len(edits) > 1 {
			t.Errorf("%q: Format = %v, want at most one edit", text, edits)
		}
		for _, e := range edits {
			if strings.HasPrefix(text, "meps") && text[e.At:e.End] != "  v  :=  new();\n" {
				t.Errorf("%q: the edit replaces %q, want only the line that changes", text,
					text[e.At:e.End])
			}
		}
	}
	for _, formatted := range []string{burble, strings.ReplaceAll(burble, "\n", "\r\n")} {
		d := language.Open("f.il", formatted, nil)
		if edits, err := d.Format(); err != nil || len(edits) > 0 {
			t.Errorf("Format of the formatted text %q = %v, %v; want no edits", formatted, edits,
				err)
		}
	}
	if edits, err := language.Open("f.il", "m(b) { x = b }", nil).Format(); err == nil {
		t.Errorf("Format of a program with errors = %v, want an error", edits)
	}
}

// TestPosition: positions in the encodings of editors agree with those of the standard library.
func TestPosition(t *testing.T) {
	const text = "a\U0001F600ü\r\nxyz\rb\n\n\ufeffé\xff!\U00010000"
	d := language.Open("p.il", text, nil)
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	for i, begin := 0, 0; i < len(lines); i++ {
		for j := 0; j <= len(lines[i]); j++ {
			head := lines[i][:j]
			if j < len(lines[i]) && lines[i][j]&0xC0 == 0x80 {
				continue // inside a character
			}
			pos := il.Pos(begin + j)
			for e, want := range map[language.Encoding]int{
				language.UTF8: j, language.UTF16: len(utf16.Encode([]rune(head))),
				language.UTF32: len([]rune(head)),
			} {
				p := d.Position(pos, e)
				if p != (language.Position{Line: i, Character: want}) {
					t.Errorf("Position(%d, %d) = %v, want %d:%d", pos, e, p, i, want)
				}
				if back := d.Offset(p, e); back != pos {
					t.Errorf("Offset(%v, %d) = %d, want %d", p, e, back, pos)
				}
			}
		}
		begin += len(lines[i]) + 1
		if i == 0 {
			begin++ // of \r\n
		}
	}
	for p, want := range map[language.Position]il.Pos{
		{Line: 0, Character: 99}: 7, {Line: 0, Character: 2}: 1, {Line: 99}: il.Pos(len(text)),
		{Line: -1}: 0, {Line: 1, Character: -5}: 9,
	} {
		if got := d.Offset(p, language.UTF16); got != want {
			t.Errorf("Offset(%v, UTF16) = %d, want %d", p, got, want)
		}
	}
	if p := d.Position(9999, language.UTF8); p.Line != 4 {
		t.Errorf("Position(9999) = %v, want line 4", p)
	}
}

// fixable are the codes whose page has an example with a fix that a machine can make.
const fixable = "E0001 E0002 E0003 E0004 E0005 E0007 E0008 E0009 E0010 E0012 E0013 E0014 E0015 " +
	"E0017 E0018 E0019 E0025 E0026 E0027 E0028 E0030 E0040 E0044 W0001"

// TestActions: each offered fix removes the error on the page of its code.
func TestActions(t *testing.T) {
	var offered []string
	for _, page := range diag.Pages() {
		d := language.Open("p.il", page.Bad, nil)
		for _, a := range d.Actions(language.Span{At: 0, End: il.Pos(len(page.Bad))}) {
			offered = append(offered, a.Of.Code)
			now := language.Open("p.il", language.Apply(page.Bad, a.Edits), nil)
			if len(now.Errors()) >= len(d.Errors()) ||
				!strings.HasPrefix(a.Title, a.Of.Code+": "+a.Of.Fix) {
				t.Errorf("%s: the action %q leaves the errors %v, want fewer than %d", page.Code,
					a.Title, now.Errors(), len(d.Errors()))
			}
		}
	}
	slices.Sort(offered)
	if got := strings.Join(slices.Compact(offered), " "); got != fixable {
		t.Errorf("the codes with an action are %s, want %s", got, fixable)
	}
}

// TestFixes: what each kind of fix does to a text.
func TestFixes(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"m(b) { x = b }", "m(b) { x := b }"},
		{"m(b) { x <- b }", "m(b) { x := b }"},
		{"m(b) { while (b) { skip } }", "m(b) { while * { skip } }"},
		{"m(b) { if { skip } }", "m(b) { if * { skip } }"},
		{"m(b) { if * x := b.f; else { skip } }", "m(b) { if * { x := b.f; } else { skip } }"},
		{"m(b) { b.n(b) }\nn(b, c) { skip }", "m(b) { n(b, b) }\nn(b, c) { skip }"},
		{"m(b) { b.f.n() }\nn(b) { skip }", "m(b) { n(b.f) }\nn(b) { skip }"},
		{"m(b) { x := new Foo(b) }", "m(b) { x := new() }"},
		{"m(b) { x := new }", "m(b) { x := new() }"},
		{"m(b) { skip(); lock; unlock() }", "m(b) { skip; lock; unlock() }"},
		{"m(b) { lock(b); unlock() }", "m(b) { lock(b); unlock(b) }"},
		{"m(b) { lock(m); lock(n); unlock(m); unlock() }",
			"m(b) { lock(m); lock(n); unlock(m); unlock(n) }"},
		{"m(b) { synchronized(b.f) { skip } }", "m(b) { synchronized { skip } }"},
		{"m(b) { x := b return x; }", "m(b) { x := b; return x; }"},
		{"m(b) { x := b; return x; }", "m(b) { x := b;  }"},
		{"void m(b) { skip }", "m(b) { skip }"},
		{"m { skip }", "m() { skip }"},
		{"{ skip } { skip }", "{ skip } || { skip }"},
		{"{ skip } | { skip }", "{ skip } || { skip }"},
		{"m(b) { lock(); x := b.f; }", "m(b) { lock(); x := b.f; unlock(); }"},
		{"m(b) {\n  lock();\n}\n", "m(b) {\n  lock();\n  unlock();\n}\n"},
		{"m(b) { unlock(); x := b.f; }", "m(b) {  x := b.f; }"},
		{"m(b) { sett(b) }\nset(b) { skip }", "m(b) { set(b) }\nset(b) { skip }"},
		{"m(b) { value := b.f; x := valeu }", "m(b) { value := b.f; x := value }"},
		{"m(b) { skip }\ninit { o1.f := o1 }", "m(b) { skip }\ninit { o1.f = o1 }"},
		{"m(bloop) { skip }\ninit { A.blop = o1 }", "m(bloop) { skip }\ninit { A.bloop = o1 }"},
		{"m(b) { n(b b) }\nn(b, c) { skip }", "m(b) { n(b, b) }\nn(b, c) { skip }"},
	} {
		d := language.Open("m.il", x.text, nil)
		actions := d.Actions(language.Span{At: 0, End: il.Pos(len(x.text))})
		if len(actions) == 0 {
			t.Errorf("%q: no actions for %v, want one", x.text, d.Errors())
		} else if got := language.Apply(x.text, actions[0].Edits); got != x.want {
			t.Errorf("the first action makes %q %q, want %q", x.text, got, x.want)
		}
	}
}

// TestNothingPanics sends every request about absurd texts.
func TestNothingPanics(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := strings.Fields("m ( b ) { } x := b.f ; lock() if * else while || init o1 . = " +
		"// /* */ \xff ü \U0001F600 private A.b synchronized")
	for range 300 {
		var b strings.Builder
		for range random.IntN(40) {
			b.WriteString(pieces[random.IntN(len(pieces))])
			b.WriteString([]string{"", " ", "\n", "\r\n"}[random.IntN(4)])
		}
		askAll(t, b.String(), random)
	}
}

// askAll sends each request once, at random positions.
func askAll(t testing.TB, text string, random *rand.Rand) {
	t.Helper()
	d := language.Open("r.il", text, nil)
	pos := il.Pos(random.IntN(len(text) + 1))
	ctx := context.Background()
	d.Diagnostics(ctx)
	d.Lenses(ctx)
	d.Hover(ctx, pos, il.NoPos)
	d.Hover(ctx, pos, il.Pos(random.IntN(len(text)+1)))
	d.Definition(pos)
	d.References(pos, true)
	d.Complete(pos)
	d.Signature(pos)
	d.Folds()
	d.Hints(ctx, language.Span{At: 0, End: il.Pos(len(text))})
	if u, ok := d.UnitAt(pos); ok {
		d.Callers(u)
		d.Callees(u)
	}
	if edits, err := d.Rename(pos, "renamed"); err == nil {
		language.Apply(text, edits)
	}
	if edits, err := d.Format(); err == nil {
		language.Apply(text, edits)
	}
	for _, a := range d.Actions(language.Span{At: 0, End: il.Pos(len(text))}) {
		language.Apply(text, a.Edits)
	}
}

// TestOffsetBeyond: a position after the end of a line is that end, and one after the last line is
// the end of the text.
func TestOffsetBeyond(t *testing.T) {
	const text = "m(b) {\n  skip;\n}"
	d := language.Open("m.il", text, nil)
	for _, x := range []struct {
		at   language.Position
		want il.Pos
	}{
		{language.Position{Line: 0, Character: 99}, 6},
		{language.Position{Line: 1, Character: 99}, 14},
		{language.Position{Line: 2, Character: 99}, 16},
		{language.Position{Line: 3}, 16},
		{language.Position{Line: 4}, 16},
		{language.Position{Line: -1, Character: 3}, 0},
	} {
		if got := d.Offset(x.at, language.UTF16); got != x.want {
			t.Errorf("Offset(%v, UTF16) = %d, want %d", x.at, got, x.want)
		}
	}
}

// TestActionsInRange: the fixes on offer are those that touch the requested range, including its
// ends.
func TestActionsInRange(t *testing.T) {
	const text = "m(b) { x = b.f; y = b.f; }"
	d := language.Open("m.il", text, nil)
	if len(d.Errors()) != 2 {
		t.Fatalf("Errors() = %v, want 2", d.Errors())
	}
	first, second := d.Errors()[0], d.Errors()[1]
	for _, x := range []struct {
		from, to il.Pos
		want     int
	}{
		{0, first.At - 1, 0},
		{0, first.At, 1},
		{first.End, first.End, 1},
		{first.End + 1, second.At - 1, 0},
		{second.End + 1, il.Pos(len(text)), 0},
		{0, il.Pos(len(text)), 2},
	} {
		if got := d.Actions(language.Span{At: x.from, End: x.to}); len(got) != x.want {
			t.Errorf("Actions from %d to %d = %v, want %d", x.from, x.to, got, x.want)
		}
	}
}

// TestSnippet: the snippet of two threads becomes a legal program once it is filled in.
func TestSnippet(t *testing.T) {
	holes := strings.NewReplacer("$1", "skip;", "$0", "skip;")
	_, list := language.Open("m.il", "", nil).Complete(0)
	i := slices.IndexFunc(list, func(c language.Completion) bool { return c.Label == "threads" })
	if i < 0 {
		t.Fatalf("Complete = %v, want threads among them", list)
	}
	filled := holes.Replace(list[i].Insert)
	if errs := language.Open("m.il", filled, nil).Errors(); len(errs) > 0 {
		t.Errorf("the snippet, filled in as %q, has the errors %v", filled, errs)
	}
	if !strings.Contains(list[i].Detail, "||") {
		t.Errorf("the detail of the snippet is %q, want ||", list[i].Detail)
	}
}

// TestCompleteMethods completes methods with those of their formals that can be read in a text with
// errors.
func TestCompleteMethods(t *testing.T) {
	d, at := open(t, "m(b) { ^ }\nn(c, d) { skip }\nk() e { skip }")
	_, list := d.Complete(at)
	got := map[string]string{}
	for _, x := range list {
		got[x.Label] = x.Insert + " " + x.Detail
	}
	for name, want := range map[string]string{"n": "n(${1:c}, ${2:d});", "k": "k();"} {
		if !strings.HasPrefix(got[name], want) {
			t.Errorf("the completion of %s is %q, want prefix %q", name, got[name], want)
		}
	}
}

// TestDeadlock: a deadlock has a number, lenses, an explanation and a repair, like a race.
func TestDeadlock(t *testing.T) {
	d := language.Open("d.il", "a() { lock(m); lock(n); unlock(n); unlock(m); }\n"+
		"b() { lock(n); lock(m); unlock(m); unlock(n); }\n", nil)
	ctx := context.Background()
	list, err := d.Diagnostics(ctx)
	if err != nil || len(list) != 2 || list[0].Race != "D1" {
		t.Fatalf("Diagnostics = %+v, %v; want D1 at both places", list, err)
	}
	lenses, err := d.Lenses(ctx)
	if err != nil || len(lenses) != 2 || lenses[0].Title != "deadlock D1 with 2:16" {
		t.Errorf("Lenses = %+v, %v; want D1 at both places", lenses, err)
	}
	text, err := d.Explain(ctx, "D1")
	if err != nil || !strings.Contains(text, "can deadlock (D1)") {
		t.Errorf("Explain(D1) = %s, %v; want why they can deadlock", text, err)
	}
	repairs, err := d.Repairs(ctx, "D1")
	if err != nil || len(repairs) == 0 {
		t.Fatalf("Repairs(D1) = %+v, %v; want some", repairs, err)
	}
	for _, r := range repairs {
		after := language.Open("d.il", language.Apply(d.Text(), r.Edits), nil)
		if list, err := after.Diagnostics(ctx); err != nil || len(list) != 0 {
			t.Errorf("after %q: %+v, %v; want no diagnostic", r.Title, list, err)
		}
	}
	var refused language.Refused
	if _, err := d.Explain(ctx, "D2"); !errors.As(err, &refused) {
		t.Errorf("Explain(D2) = %v, want a refusal", err)
	}
	if _, err := d.Repairs(ctx, "D2"); !errors.As(err, &refused) || refused == "" {
		t.Errorf("Repairs(D2) = %v, want a refusal", err)
	}
}

// TestExplain: explanations of a report and of a filtered pair, and why there is none.
func TestExplain(t *testing.T) {
	d := language.Open("m.il",
		"m(b) { x := b.f }\nn(b) { y := new(); b.f := y }\nk(b) { b := new(); b.f := b }", nil)
	for id, want := range map[string]string{"R1": "R1: ", "F1": "F1: "} {
		if text, err := d.Explain(context.Background(), id); err != nil ||
			!strings.HasPrefix(text, want) {
			t.Errorf("Explain(%s) = %q, %v; want prefix %q", id, text, err, want)
		}
	}
	broken := language.Open("m.il", "m(b) { x := }", nil)
	for _, x := range []struct {
		d        *language.Document
		id, want string
	}{
		{d, "R9", "R9"},
		{d, "no report at all, but a long text", `there is no report "no report at all, bu"`},
		{broken, "R1", "the program has errors, so it is not analysed"},
	} {
		if text, err := x.d.Explain(context.Background(), x.id); err == nil || text != "" ||
			!strings.Contains(err.Error(), x.want) {
			t.Errorf("Explain(%s) = %q, %v; want the error %q", x.id, text, err, x.want)
		}
	}
}
