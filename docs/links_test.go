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
			target := file
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))
			}
			links++
			if !anchors(read(t, target))[m[2]] {
				t.Errorf("%s: %s has no section #%s", file, target, m[2])
			}
		}
	}
	const minLinks = 30
	if links < minLinks {
		t.Errorf("%d links to sections, want at least %d", links, minLinks)
	}
}

// notInAnchor matches the characters of a heading that its anchor leaves out.
var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// anchors returns the anchors that GitHub derives from a document's headings.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(text) {
		marks, title, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && strings.Trim(marks, "#") == "" {
			title = notInAnchor.ReplaceAllString(strings.ToLower(title), "")
			all[strings.ReplaceAll(title, " ", "-")] = true
		}
	}
	return all
}
