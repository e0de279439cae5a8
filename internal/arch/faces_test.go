package arch

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// The faces of wobbly are its user interfaces and the public API. They get answers only from
// internal/ask, so that the same question has the same answer everywhere.
var faces = []string{
	"wobbly/internal/cli/...", "wobbly/tui/...", "wobbly/page/engine", "wobbly/internal/lsp",
	"wobbly/internal/serve/...", "wobbly",
}

// behind lists the packages that internal/ask uses to answer questions about programs. A face may
// import only values: syntax, configurations, witnesses, sessions, statements of the theorem,
// documents.
var behind = []string{
	"wobbly/il/check", "wobbly/abstract/...", "wobbly/dynamic/...", "wobbly/repair/...",
	"wobbly/semantics/explore/...", "wobbly/semantics/execution", "wobbly/semantics/promela",
	"wobbly/semantics/cprogram",
	"wobbly/witness/check", "wobbly/witness/reconstruct", "wobbly/witness/needs",
	"wobbly/internal/analyzers", "wobbly/internal/findings", "wobbly/internal/compare",
	"wobbly/internal/crosscheck", "wobbly/internal/verified",
}

// A study counts over many programs, or over many executions of one. Its document is about the
// analyzers themselves, and no other face has it, so its command does the study.
var studies = []struct {
	files   string // a pattern for the names of the command line's files
	imports []string
}{
	{"compare*.go", []string{"wobbly/internal/analyzers", "wobbly/internal/compare"}},
	{"crosscheck*.go", []string{"wobbly/internal/compare", "wobbly/internal/crosscheck"}},
	{"predict*.go",
		[]string{
			"wobbly/dynamic", "wobbly/dynamic/predict", "wobbly/internal/analyzers",
			"wobbly/internal/compare", "wobbly/semantics/execution", "wobbly/semantics/explore",
			"wobbly/witness/check",
		}},
	{"rdit*.go",
		[]string{
			"wobbly/dynamic", "wobbly/dynamic/hb", "wobbly/dynamic/rdit",
			"wobbly/internal/analyzers", "wobbly/internal/compare", "wobbly/semantics/execution",
		}},
	{"racemob*.go",
		[]string{
			"wobbly/dynamic/racemob", "wobbly/internal/analyzers", "wobbly/semantics/execution",
			"wobbly/witness/check",
		}},
	{"shown.go", []string{"wobbly/dynamic"}},          // shows the executions of predict and rdit
	{"study.go", []string{"wobbly/internal/compare"}}, // the framework of all these
}

// allowed reports whether a file of a package may import a package. If only the exception for a
// study allows it, study is the exception.
func allowed(pkg, file, imported string) (study string, ok bool) {
	if !matches(pkg, faces) || !matches(imported, behind) {
		return "", true
	}
	for _, s := range studies {
		if named, _ := path.Match(s.files, file); named && matches(pkg, faces[:1]) &&
			slices.Contains(s.imports, imported) {
			return s.files, true
		}
	}
	return "", false
}

// TestFacesAsk: except for studies, a face imports no package in behind. Each exception is used.
func TestFacesAsk(t *testing.T) {
	used := map[string]bool{}
	for _, f := range code(t) {
		for _, i := range f.tree.Imports {
			p := strings.Trim(i.Path.Value, `"`)
			study, ok := allowed(path.Join(module, f.dir()), path.Base(f.path), p)
			if !ok {
				t.Errorf("%s imports %s, but a face may only ask internal/ask", f.path, p)
			}
			if study != "" {
				used[study+" "+p] = true
			}
		}
	}
	for _, s := range studies {
		for _, p := range s.imports {
			if !used[s.files+" "+p] {
				t.Errorf("studies: no file of %s imports %s", s.files, p)
			}
		}
	}
}

// TestFacesRuleBites tries imports that are allowed, and some that are not.
func TestFacesRuleBites(t *testing.T) {
	for _, x := range []struct {
		pkg, file, imported string
		want                bool
	}{
		{"wobbly/internal/cli", "check.go", "wobbly/internal/compare", false},
		{"wobbly/internal/cli/find", "check.go", "wobbly/abstract/flow", false},
		{"wobbly/internal/cli", "compare.go", "wobbly/internal/compare", true},
		{"wobbly/internal/cli/research", "comparerandom.go", "wobbly/internal/compare", true},
		{"wobbly/internal/cli", "compare.go", "wobbly/internal/findings", false},
		{"wobbly/page/engine", "compare.go", "wobbly/internal/compare", false},
		{"wobbly/tui/step", "screen.go", "wobbly/semantics/explore", false},
		{"wobbly/tui/step", "screen.go", "wobbly/semantics", true},
		{"wobbly/internal/lsp", "sync.go", "wobbly/repair", false},
		{"wobbly/internal/serve/web", "web.go", "wobbly/internal/ask", true},
		{"wobbly/internal/ask", "check.go", "wobbly/internal/findings", true},
	} {
		if _, ok := allowed(x.pkg, x.file, x.imported); ok != x.want {
			t.Errorf("allowed(%s, %s, %s) = %t, want %t", x.pkg, x.file, x.imported, ok, x.want)
		}
	}
}
