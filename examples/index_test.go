package examples_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the lists in README.md")

// The lists in README.md are between a begin and an end line with their name.
const beginTable, endTable = "<!-- begin %s -->\n", "<!-- end %s -->\n"

// TestIndex checks that README.md lists every example, with the first line of its header.
func TestIndex(t *testing.T) {
	const file = "README.md"
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(old)
	for _, table := range []struct{ name, pattern string }{{"legal", "*.il"},
		{"theory", "theory/*.il"}, {"illegal", "illegal/*.il"}} {
		if text, err = replaceTable(text, table.name,
			index(load(t, table.pattern), false)); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	switch {
	case text == string(old):
	case *update:
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the lists of %s differ from the headers; go test ./examples -update writes them",
			file)
	}
}

// TestQuotedHeader checks that the header explained in README.md is burble.il's.
func TestQuotedHeader(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(load(t, "burble.il")[0].src.Text, "\n")
	quotes := 0
	for _, line := range strings.Split(string(text), "\n") {
		quote, ok := strings.CutPrefix(line, "    //")
		if !ok {
			continue
		}
		quotes++
		if !slices.Contains(lines, "//"+quote) {
			t.Errorf("README.md quotes a line that burble.il does not have: %s", quote)
		}
	}
	if quotes == 0 {
		t.Error("README.md quotes no header")
	}
}

// index lists examples by their titles, and by their sources if sourced.
func index(all []example, sourced bool) string {
	var b strings.Builder
	b.WriteString("\n")
	for _, x := range all {
		short := x.name[strings.LastIndex(x.name, "/")+1:]
		fmt.Fprintf(&b, "- [%s](%s): %s", short, x.name, escape(x.title))
		if sourced {
			fmt.Fprintf(&b, " (%s)", escape(x.from))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	return b.String()
}

// escape escapes what Markdown would read as markup.
func escape(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;").Replace(s)
}

// replaceTable puts a list between its begin and end lines.
func replaceTable(text, name, table string) (string, error) {
	begin, end := fmt.Sprintf(beginTable, name), fmt.Sprintf(endTable, name)
	head, rest, ok := strings.Cut(text, begin)
	if !ok {
		return "", fmt.Errorf("no line %q", begin)
	}
	_, tail, ok := strings.Cut(rest, end)
	if !ok {
		return "", fmt.Errorf("no line %q", end)
	}
	return head + begin + table + end + tail, nil
}
