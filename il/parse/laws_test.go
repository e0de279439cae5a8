package parse

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/law"
)

// sugared draws programs with every statement of the language.
func sugared() gen.Options {
	o := gen.Default()
	o.Sugar, o.Sync, o.Lock, o.If, o.While, o.Skip, o.Private = 0.4, 0.1, 0.1, 0.15, 0.1, 0.05, 0.3
	return o
}

// parsedText returns the program of a text, which must be accepted.
func parsedText(t testing.TB, text string) *il.Program {
	t.Helper()
	p, diags := File(il.NewSource("", text))
	if len(diags) > 0 {
		t.Fatalf("refused: %s\n%s", diags[0].Message, text)
	}
	return p
}

// TestPrintThenParse: the text of a tree is parsed as the same tree, positions included.
func TestPrintThenParse(t *testing.T) {
	l := law.Law{Runs: 2000, Gen: sugared(), Floors: law.Floors{"blocks": 0.5, "sugar": 0.6}}
	l.Check(t, func(x *law.Case) {
		p := parsedText(x, il.Format(x.Core.Program))
		if want := x.Core.Program.Decls; !reflect.DeepEqual(p.Decls, want) { // much faster than cmp
			if diff := cmp.Diff(want, p.Decls, cmpopts.EquateEmpty()); diff != "" {
				x.Fatalf("it is parsed as another tree:\n%s", diff)
			}
		}
		m := gen.Measure(p)
		x.LabelIf(m.Branches+m.Loops+m.Syncs > 0, "blocks")
		x.LabelIf(m.Sugar > 0, "sugar")
	})
}

// TestFormatTwice: formatting does not depend on the layout, except for comments, and is
// idempotent, comments included.
func TestFormatTwice(t *testing.T) {
	l := law.Law{
		Runs: 2000, Gen: sugared(),
		Floors: law.Floors{"comments": 0.8, "another layout": 0.95},
	}
	l.Check(t, func(x *law.Case) {
		text := x.Core.Source.Text
		wild := relaid(x.Rand, text, true)
		once := il.Format(parsedText(x, wild))
		if again := il.Format(parsedText(x, once)); again != once {
			x.Fatalf("of the layout\n%s\nformatted once:\n%s\nformatted twice:\n%s", wild,
				once, again)
		}
		bare := relaid(x.Rand, text, false)
		if got := il.Format(parsedText(x, bare)); got != text {
			x.Fatalf("of the layout\n%s\nformatted:\n%s", bare, got)
		}
		x.LabelIf(strings.Contains(once, "// "), "comments")
		x.LabelIf(bare != text, "another layout")
	})
}

// relaid draws another layout of a formatted text without comments: blanks and line ends where
// they mean nothing, and comments if these are wanted. A separator stays between two statements.
func relaid(r *rand.Rand, text string, comments bool) string {
	var b strings.Builder
	gap := func() {
		for r.IntN(4) == 0 {
			b.WriteString([]string{" ", "\t", "  "}[r.IntN(3)])
			if comments && r.IntN(4) == 0 {
				b.WriteString("/* c */")
			}
		}
	}
	for _, line := range strings.SplitAfter(text, "\n") {
		code := strings.TrimSpace(line)
		for i, c := range code {
			if strings.ContainsRune("(),.{}*;", c) && !strings.HasPrefix(code[i:], ".=") {
				gap()
				b.WriteRune(c)
				gap()
				continue
			}
			b.WriteRune(c)
			if c == ' ' {
				gap()
			}
		}
		if comments && r.IntN(6) == 0 {
			b.WriteString(" // a comment")
		}
		b.WriteString([]string{"\n", "\n", "\r\n", "\n  "}[r.IntN(4)])
	}
	return b.String()
}
