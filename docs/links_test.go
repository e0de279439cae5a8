package docs_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAnchors checks that each link to a section leads to a heading of that document.
func TestAnchors(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s#:]*)#([^)\s]+)\)`)
	links := 0
	for _, file := range append(documents(t), "../examples/outside/README.md",
		"../proof/README.md") {
		for _, m := range link.FindAllStringSubmatch(folded(t, file), -1) {
			to := file
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))
			}
			links++
			if !anchors(read(t, to))[m[2]] {
				t.Errorf("%s: %s has no section #%s", file, to, m[2])
			}
		}
	}
	if links < 30 {
		t.Errorf("%d links to sections, want at least 30", links)
	}
}

// notInAnchor matches what a heading has and its anchor lacks.
var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// anchors returns the anchors of a document's headings, as GitHub makes them.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(text) {
		if marks, title, ok := strings.Cut(strings.TrimSpace(line), " "); ok &&
			strings.Trim(marks, "#") == "" {
			title = notInAnchor.ReplaceAllString(strings.ToLower(title), "")
			all[strings.ReplaceAll(title, " ", "-")] = true
		}
	}
	return all
}
