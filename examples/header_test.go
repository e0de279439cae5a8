package examples_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A header has the expectations in the comments at the top of an example. The test renders its
// results in the same form and compares lines.
type header struct {
	title, from string
	// expect has the lines that begin with "expect", by the next word, in file order.
	expect map[string][]string
	// truth has the lines that begin with "truth", by the text up to the colon.
	truth map[string][]string
	// strict means that the program is checked with check.Options.Strict.
	strict bool
}

// The words that may follow "expect" and "truth".
var (
	expectWords = []string{
		"units", "summary", "sizes", "race", "filtered", "deadlock", "literal", "analysis", "rdit",
		"predict", "compressed", "error", "lines",
	}
	truthWords = []string{"race", "no race", "no races", "not searched"}
)

// none is the text of an expectation that there is nothing of its kind.
const none = "none"

// readHeader reads the lines of the example called name up to the first blank line. The first two
// are the title and the source. Of the others, those that begin with "expect", "truth" or "check"
// are for the test, and the rest is for people.
func readHeader(name, text string) (header, error) {
	h := header{expect: map[string][]string{}, truth: map[string][]string{}}
	var ok bool
	for i, line := range strings.Split(text, "\n") {
		if line == "" {
			break
		}
		line, ok = strings.CutPrefix(line, "//")
		if !ok {
			return h, fmt.Errorf("line %d: the header must consist of // comments and end with "+
				"a blank line", i+1)
		}
		if err := h.addLine(i, name, strings.TrimPrefix(line, " ")); err != nil {
			return h, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if h.title == "" || h.from == "" {
		return h, fmt.Errorf("the header must begin with // %s: TITLE and // from: SOURCE", name)
	}
	return h, nil
}

// addLine adds line i of the header, without its comment marks.
func (h *header) addLine(i int, name, line string) error {
	first, rest, _ := strings.Cut(line, " ")
	switch {
	case i == 0:
		h.title = after(line, name+": ")
	case i == 1:
		h.from = after(line, "from: ")
	case first == "expect":
		return store(h.expect, expectWords, rest)
	case first == "truth":
		return store(h.truth, truthWords, rest)
	case line == "check: strict":
		h.strict = true
	}
	return nil
}

// after returns line without the prefix, or "" if it does not have the prefix.
func after(line, prefix string) string {
	rest, ok := strings.CutPrefix(line, prefix)
	if !ok {
		return ""
	}
	return rest
}

// store adds the text of a line "word: text" or "word" to the entry of word.
func store(entries map[string][]string, words []string, line string) error {
	word, text, _ := strings.Cut(line, ":")
	if !slices.Contains(words, word) {
		return fmt.Errorf("%q is not one of: %s", word, strings.Join(words, ", "))
	}
	entries[word] = append(entries[word], strings.TrimSpace(text))
	return nil
}

// withoutReasons returns the pairs of sites of lines such as "m 3 read / n 7 write: reason".
func withoutReasons(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i], _, _ = strings.Cut(l, ": ")
	}
	return out
}

// difference describes which lines of want are missing from got, and which lines of got are not in
// want. It returns "" if both have the same lines.
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
		fmt.Fprintf(&b, "\n\t%d lines expected and %d found: a line occurs more than once",
			len(want), len(got))
	}
	return b.String()
}

// TestHeaderRefusals checks that an incorrect header line is an error, not a remark.
func TestHeaderRefusals(t *testing.T) {
	const good = "// x.il: title\n// from: source\n//\n// Text.\n// expect race: none\n\nm() {}\n"
	h, err := readHeader("x.il", good)
	if err != nil || h.title != "title" || h.from != "source" ||
		!slices.Equal(h.expect["race"], []string{none}) {
		t.Fatalf("readHeader = %+v, %v; want title, source and no race", h, err)
	}
	for _, change := range []struct{ from, to string }{
		{"x.il", "y.il"},
		{"// from: ", "// by: "},
		{"from: source", "from:"},
		{"expect race", "expect rcae"},
		{"expect race", "truth rcae"},
		{"\n\nm()", "\nm()"},
	} {
		text := strings.Replace(good, change.from, change.to, 1)
		if _, err := readHeader("x.il", text); err == nil {
			t.Errorf("readHeader accepts %q in place of %q", change.to, change.from)
		}
	}
}
