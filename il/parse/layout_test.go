package parse

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// TestSameText: il.SameText, which does not parse, and the parser agree on layout, for each
// statement of the examples with blanks inserted and removed anywhere.
func TestSameText(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.il")
	if err != nil || len(files) == 0 {
		t.Fatalf("the examples are %v, error %v, want some", files, err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	different, same := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := File(il.NewSource(file, string(text)))
		for _, d := range p.Decls {
			m, ok := d.(*il.Method)
			if !ok {
				continue
			}
			for _, s := range m.Body.List() {
				if il.Tidy(il.Text(s)) != il.Text(s) {
					t.Errorf("Tidy(%q) = %q, want no change", il.Text(s), il.Tidy(il.Text(s)))
				}
				for range 20 {
					layout := scattered(r, il.Text(s))
					before, after := statementTexts(il.Text(s)), statementTexts(layout)
					want := slices.Equal(before, after)
					if got := il.SameText(il.Text(s), layout); got != want {
						t.Errorf("SameText(%q, %q) = %v, but they are parsed as %q and %q",
							il.Text(s), layout, got, before, after)
					}
					if want {
						same++
					} else {
						different++
					}
				}
			}
		}
	}
	if different < 200 || same < 200 {
		t.Errorf("%d layouts are other statements and %d the same ones, want at least 200 of both",
			different, same)
	}
}

// scattered puts blanks into a text, and takes some out.
func scattered(r *rand.Rand, text string) string {
	var b strings.Builder
	for _, c := range text {
		if c != ' ' || r.IntN(3) > 0 {
			b.WriteRune(c)
		}
		if strings.ContainsRune(".(),: ", c) && r.IntN(3) == 0 || r.IntN(20) == 0 {
			b.WriteString([]string{" ", "\t", "\n", "\r\n", "  "}[r.IntN(5)])
		}
	}
	return b.String()
}

// statementTexts returns the texts of the statements that a text holds, or the text itself if it
// holds none.
func statementTexts(text string) []string {
	for _, head := range []string{"if", "while", "synchronized"} {
		if strings.HasPrefix(text, head) {
			text += " {}"
		}
	}
	p, errs := File(il.NewSource("", "m() {"+text+"}"))
	if len(errs) > 0 {
		return []string{"no statement: " + text}
	}
	var all []string
	for _, s := range p.Decls[0].(*il.Method).Body.List() {
		all = append(all, il.Text(s))
	}
	return all
}
