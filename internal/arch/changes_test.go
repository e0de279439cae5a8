package arch

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// changes reads the lists of ARCHITECTURE.md, "To change something": for each title, the
// files and folders to touch.
func changes(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\n## To change something\n")
	section, _, _ := strings.Cut(after, "\n## ")
	lists := map[string][]string{}
	quoted := regexp.MustCompile("`([^`]+)`")
	for _, part := range strings.Split(section, "\n### ")[1:] {
		title, list, _ := strings.Cut(part, "\n")
		for _, m := range quoted.FindAllStringSubmatch(list, -1) {
			if strings.ContainsAny(m[1], "/.") {
				lists[title] = append(lists[title], m[1])
			}
		}
	}
	return lists
}

// TestChanges checks that all eight lists are there and that whatever they name exists.
func TestChanges(t *testing.T) {
	lists := changes(t)
	for _, title := range []string{
		"A statement of IL", "A rule of the analysis", "A mode of the analysis", "An analyzer",
		"A theorem statement", "A screen", "An output format", "A campaign",
	} {
		if len(lists[title]) < 3 {
			t.Errorf("%s: the list names %v, want at least 3 files", title, lists[title])
		}
		for _, name := range lists[title] { // files and folders
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
				t.Errorf("%s: %v", title, err)
			}
		}
		delete(lists, title)
	}
	for title := range lists {
		t.Errorf("%s: this test does not expect the list", title)
	}
}

// dependents gives, for a kind of change, the syntax which shows that a file has to be touched.
var dependents = map[string]struct {
	why     string // what such a file does, as a predicate
	depends func(pkg string, n ast.Node) bool
}{
	"A statement of IL": {
		why: "has a case for a simple statement",
		depends: func(pkg string, n ast.Node) bool {
			c, ok := n.(*ast.CaseClause)
			return ok && slices.ContainsFunc(c.List, func(e ast.Expr) bool {
				star, ok := e.(*ast.StarExpr)
				return ok && (selects(star.X, "il", "New") || pkg == "il" && isIdent(star.X, "New"))
			})
		},
	},
	"A mode of the analysis": {
		why: "has an entry for a mode",
		depends: func(pkg string, n ast.Node) bool {
			kv, ok := n.(*ast.KeyValueExpr)
			return ok &&
				(selects(kv.Key, "abstract", "CommonSuffix") ||
					pkg == "abstract" && isIdent(kv.Value, "CommonSuffix"))
		},
	},
	"An output format": {
		why: "names the writers of check",
		depends: func(pkg string, n ast.Node) bool {
			kv, ok := n.(*ast.KeyValueExpr)
			return ok && pkg == "report" && isIdent(kv.Value, "checkShort")
		},
	},
	"A screen": {
		why:     "makes a screen",
		depends: func(_ string, n ast.Node) bool { return isCallOf(n, "reports", "New") },
	},
	"An analyzer": {
		why:     "lists an analyzer",
		depends: func(_ string, n ast.Node) bool { return isCall(n, "chordUnlocked") },
	},
	"A theorem statement": {
		why:     "lists statements",
		depends: func(_ string, n ast.Node) bool { return isCallOf(n, "section6", "Statements") },
	},
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func selects(e ast.Expr, pkg, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == name && isIdent(s.X, pkg)
}

// isCallOf reports whether n calls a function of another package.
func isCallOf(n ast.Node, pkg, name string) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && selects(c.Fun, pkg, name)
}

// isCall reports whether n calls a function of its own package.
func isCall(n ast.Node, name string) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && isIdent(c.Fun, name)
}

// TestChangesAreComplete checks that each file that contains the syntax of a kind of change is
// listed, by itself or by its folder, and that there are such files.
func TestChangesAreComplete(t *testing.T) {
	lists := changes(t)
	found := map[string]int{}
	for _, f := range code(t) {
		for title, x := range dependents {
			if !contains(f.tree, x.depends) {
				continue
			}
			found[title]++
			listed := func(name string) bool { return name == f.path || name == f.dir() }
			if !slices.ContainsFunc(lists[title], listed) {
				t.Errorf("%s: %s %s, but ARCHITECTURE.md does not list it", title, f.path, x.why)
			}
		}
	}
	for title := range dependents {
		if found[title] == 0 {
			t.Errorf("%s: no file contains the syntax that the test looks for", title)
		}
	}
}

// contains reports whether match is true for a node of f.
func contains(f *ast.File, match func(pkg string, n ast.Node) bool) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		found = found || n != nil && match(f.Name.Name, n)
		return !found
	})
	return found
}
