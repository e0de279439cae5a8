package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinks: the targets of links in shipped documents are shipped too.
func TestLinks(t *testing.T) {
	root := os.DirFS("../..")
	isShipped := func(file string) bool {
		return slices.ContainsFunc(shipped,
			func(s string) bool { return file == s || strings.HasPrefix(file, s+"/") })
	}
	link := regexp.MustCompile(`\]\(([^)\s#]+)`)
	links := 0
	for _, top := range shipped {
		err := fs.WalkDir(root, top, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".md") {
				return err
			}
			text, err := fs.ReadFile(root, file)
			if err != nil {
				return err
			}
			for _, m := range link.FindAllStringSubmatch(string(text), -1) {
				if strings.Contains(m[1], ":") {
					continue
				}
				links++
				linked := path.Join(path.Dir(file), m[1])
				if _, err := fs.Stat(root, linked); err != nil || !isShipped(linked) {
					t.Errorf("%s has a link to %s, want a file that is shipped", file, linked)
				}
			}
			return nil
		})
		if err != nil {
			t.Errorf("walking %s: %v", top, err)
		}
	}
	if links < 50 {
		t.Errorf("%d links, want at least 50", links)
	}
}
