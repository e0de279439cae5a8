package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
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

// TestReadSource: a release has the time of the last commit, and the documents but no code.
func TestReadSource(t *testing.T) {
	at, err := git(t.Context(), ".", "log", "-1", "--format=%cI")
	if err != nil {
		t.Skip("not in a repository: ", err)
	}
	want, err := time.Parse(time.RFC3339, at)
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSource(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !s.time.Equal(want) || s.time.Location() != time.UTC {
		t.Errorf("the time is %v, want %v in UTC", s.time, want)
	}
	readme := false
	for _, f := range s.documents {
		readme = readme || f.path == docFolder+"README.md" && len(f.content) > 0
		if strings.HasSuffix(f.path, ".go") || strings.Contains(f.path, "testdata/") {
			t.Errorf("%s is shipped", f.path)
		}
	}
	if !readme {
		t.Error("README.md is not shipped")
	}
}
