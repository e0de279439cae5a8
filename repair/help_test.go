package repair

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/il"
)

// read reads a legal text.
func read(t testing.TB, text string) *Program {
	t.Helper()
	p, errs := Read(il.NewSource("t.il", text))
	if len(errs) > 0 {
		t.Fatalf("reading a legal text: %s: %s\n%s", errs[0].Code, errs[0].Message, text)
	}
	return p
}

// example returns a shipped program.
func example(t testing.TB, name string) *Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(text))
}

// site returns the access whose statement begins with the first occurrence of a text. With
// "before>text", it is the first one after the first occurrence of before.
func site(t testing.TB, p *Program, text string, kind il.AccessKind) il.Site {
	t.Helper()
	from := 0
	if before, rest, ok := strings.Cut(text, ">"); ok {
		from, text = strings.Index(p.Source.Text, before)+len(before), rest
	}
	at := strings.Index(p.Source.Text[from:], text)
	if at < 0 {
		t.Fatalf("%q is not in the text", text)
	}
	return il.Site{At: il.Pos(from + at), Kind: kind}
}

// race returns the race of two accesses, which site finds. In a program of several pairs of units,
// the pair is that of the units in which they are.
func race(t testing.TB, p *Program, left, right string, kinds [2]il.AccessKind) Race {
	t.Helper()
	pair := p.Core.Pairs()[0]
	if len(p.Core.Pairs()) > 1 {
		containing := func(text string) *il.Unit {
			pos := site(t, p, text, il.Read).At
			for _, u := range p.Core.Units {
				if u.Body.At <= pos && pos < u.Body.End {
					return u
				}
			}
			return nil
		}
		pair = il.Pair{Left: containing(left), Right: containing(right)}
		if pair.Left.Index > pair.Right.Index {
			t.Fatal("the left unit comes after the right one")
		}
	}
	return Race{
		Pair: pair, Sites: pair.Sites(site(t, p, left, kinds[0]), site(t, p, right, kinds[1])),
	}
}

var background = context.Background()
