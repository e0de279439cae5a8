package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
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

// TestReadSource checks that a release has the time of the last commit, and the documents but no
// code.
func TestReadSource(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{
		"README.md", "docs/guide.md", "docs/docs_test.go", "examples/a.il",
		"examples/testdata/b.il", "internal/c.md",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GIT_COMMITTER_DATE", "2026-01-02T03:04:05+02:00")
	for _, args := range [][]string{
		{"init", "--quiet"},
		{"add", "."},
		{"-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false",
			"commit", "--quiet", "--message", "All"},
	} {
		if _, err := git(t.Context(), root, args...); err != nil {
			t.Fatal(err)
		}
	}
	s, err := readSource(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 1, 2, 1, 4, 5, 0, time.UTC); s.time != want {
		t.Errorf("the time is %v, want %v", s.time, want)
	}
	var got []string
	for _, f := range s.documents {
		got = append(got, f.path+": "+string(f.content))
	}
	want := []string{
		docFolder + "README.md: README.md", docFolder + "docs/guide.md: docs/guide.md",
		docFolder + "examples/a.il: examples/a.il",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the documents are %q, want %q", got, want)
	}
}
