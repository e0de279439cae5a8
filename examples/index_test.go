package examples_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// update says whether to write the lists.
var update = flag.Bool("update", false, "rewrite the lists in README.md")

// The lists in README.md are between a begin and an end line with their name.
const beginList, endList = "<!-- begin %s -->\n", "<!-- end %s -->\n"

// TestIndex checks that README.md lists every example, with the first line of its header.
func TestIndex(t *testing.T) {
	const file = "README.md"
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(old)
	for _, list := range []struct{ name, pattern string }{
		{"legal", "*.il"}, {"theory", "theory/*.il"}, {"illegal", "illegal/*.il"},
	} {
		text, err = replaceList(text, list.name, index(load(t, list.pattern), false))
		if err != nil {
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

// TestQuotedHeader checks that the header that README.md explains is that of burble.il.
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

// index returns a list of links to the examples with their titles and, if withSources, their
// sources.
func index(all []example, withSources bool) string {
	var b strings.Builder
	b.WriteString("\n")
	for _, x := range all {
		fmt.Fprintf(&b, "- [%s](%s): %s", path.Base(x.name), x.name, escape(x.title))
		if withSources {
			fmt.Fprintf(&b, " (%s)", escape(x.from))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	return b.String()
}

// escape escapes the characters that are markup in Markdown.
func escape(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;").Replace(s)
}

// replaceList returns text with list between the begin and end lines with a name.
func replaceList(text, name, list string) (string, error) {
	begin, end := fmt.Sprintf(beginList, name), fmt.Sprintf(endList, name)
	head, rest, ok := strings.Cut(text, begin)
	if !ok {
		return "", fmt.Errorf("no line %q", begin)
	}
	_, tail, ok := strings.Cut(rest, end)
	if !ok {
		return "", fmt.Errorf("no line %q", end)
	}
	return head + begin + list + end + tail, nil
}
