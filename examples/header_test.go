package examples_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// header is what the comments at the top of an example say, in the terms in
// which the test renders what it finds: the lines are compared as texts.
type header struct {
	title, from string
	expect      map[string][]string // by the word behind "expect", in file order
	truth       map[string][]string // by what stands behind "truth"
	strict      bool                // check with check.Options.Strict
}

// The words that may stand behind "expect" and "truth".
var (
	expectWords = []string{
		"units", "summary", "sizes", "race", "filtered", "deadlock", "literal", "analysis", "rdit",
		"predict", "compressed", "error", "lines",
	}
	truthWords = []string{"race", "no race", "no races", "not searched"}
)

// none is what an expectation says when there is nothing of its kind.
const none = "none"

// readHeader reads the lines before the first blank one. The first two give
// the title and the source; of the others, those that begin with "expect",
// "truth" or "check" speak to the test, and the rest to people.
func readHeader(name, text string) (header, error) {
	h := header{expect: map[string][]string{}, truth: map[string][]string{}}
	var ok bool
	for i, line := range strings.Split(text, "\n") {
		if line == "" {
			break
		}
		line, ok = strings.CutPrefix(line, "//")
		if !ok {
			return h, fmt.Errorf("line %d: the header has to be // comments, "+
				"with a blank line behind it", i+1)
		}
		if err := h.line(i, name, strings.TrimPrefix(line, " ")); err != nil {
			return h, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if h.title == "" || h.from == "" {
		return h, fmt.Errorf("the header has to begin with // %s: TITLE and // from: SOURCE", name)
	}
	return h, nil
}

func (h *header) line(i int, name, line string) error {
	first, rest, _ := strings.Cut(line, " ")
	switch {
	case i == 0:
		h.title = behind(line, name+": ")
	case i == 1:
		h.from = behind(line, "from: ")
	case first == "expect":
		return store(h.expect, expectWords, rest)
	case first == "truth":
		return store(h.truth, truthWords, rest)
	case line == "check: strict":
		h.strict = true
	}
	return nil
}

// behind is what stands behind the prefix of line, or nothing if it has none.
func behind(line, prefix string) string {
	rest, ok := strings.CutPrefix(line, prefix)
	if !ok {
		return ""
	}
	return rest
}

// store files "word: text" or "word" under its word.
func store(to map[string][]string, words []string, line string) error {
	word, text, _ := strings.Cut(line, ":")
	if !slices.Contains(words, word) {
		return fmt.Errorf("%q is none of: %s", word, strings.Join(words, ", "))
	}
	to[word] = append(to[word], strings.TrimSpace(text))
	return nil
}

// sites drops the reason behind a pair of sites: "m 3 read / n 7 write: why".
func sites(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i], _, _ = strings.Cut(l, ": ")
	}
	return out
}

// difference says which lines of want are missing from got, and which lines of got are not in want.
func difference(got, want []string) string {
	var b strings.Builder
	for _, l := range want {
		if !slices.Contains(got, l) {
			fmt.Fprintf(&b, "\n\texpected, but not found: %s", l)
		}
	}
	for _, l := range got {
		if !slices.Contains(want, l) {
			fmt.Fprintf(&b, "\n\tfound, but not expected: %s", l)
		}
	}
	if b.Len() == 0 && len(got) != len(want) {
		fmt.Fprintf(&b, "\n\t%d lines expected and %d found: some line stands twice",
			len(want), len(got))
	}
	return b.String()
}

// TestHeaderRefusals: an incorrect header line is an error and is not taken for a remark.
func TestHeaderRefusals(t *testing.T) {
	const good = "// x.il: title\n// from: source\n//\n// Text.\n// expect race: none\n\nm() {}\n"
	h, err := readHeader("x.il", good)
	if err != nil || h.title != "title" || h.from != "source" ||
		!slices.Equal(h.expect["race"], []string{none}) {
		t.Fatalf("readHeader = %+v, %v; want title, source and no race", h, err)
	}
	for _, bad := range []struct{ old, new string }{
		{"x.il", "y.il"},
		{"// from: ", "// by: "},
		{"from: source", "from:"},
		{"expect race", "expect rcae"},
		{"expect race", "truth rcae"},
		{"\n\nm()", "\nm()"},
	} {
		text := strings.Replace(good, bad.old, bad.new, 1)
		if _, err := readHeader("x.il", text); err == nil {
			t.Errorf("accepted with %q for %q", bad.new, bad.old)
		}
	}
}
