package wobbly_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The sums of package il are taken apart where a case for each of their members
// is the matter itself: in il, in the semantics and in the analyses, and in what
// is independent of these by design. Whoever else needs a fact about the syntax
// asks il (Def, Uses, AccessOf, LockChange, FrameChange, Blocks, Map,
// Core.LockDepth, ...) or il/flow.
var switchHomes = []string{
	"il/...",             // the language itself
	"semantics",          // Figure 5
	"abstract/...",       // Figures 7 and 8, and the other analyses' rules
	"witness/check",      // independent of the rest
	"semantics/promela",  // the same
	"internal/verified",  // the same: programs as the extracted functions read them
	"semantics/cprogram", // another language, statement for statement
}

// switchPackages are the other packages with type switches over these sums, and
// how many. The list only gets shorter.
var switchPackages = map[string]int{
	"dynamic/rdit":                1,
	"internal/findings":           2,
	"internal/iltest":             1,
	"internal/service":            1,
	"lesson":                      1,
	"semantics/execution":         1,
	"semantics/explore/machine":   1,
	"semantics/explore/unordered": 2,
	"session":                     1,
	"session/effect":              3,
	"theorem/compound":            1,
	"theorem/coverage":            1,
	"theorem/section5":            1,
	"theorem/world":               2,
	"witness/reconstruct":         3,
}

// sums are the sealed interfaces of package il.
var sums = []string{"Stmt", "Command", "Decl", "Node"}

func TestTypeSwitchesOverIL(t *testing.T) {
	members := membersOf(t)
	found, total := map[string]int{}, 0
	for file, f := range goFiles(t) {
		dir := path.Dir(file)
		if n := typeSwitches(f, members); n > 0 && !matches(dir, switchHomes) {
			found[dir] += n
			total += n
		}
	}
	for dir, n := range found {
		if most := switchPackages[dir]; n > most {
			t.Errorf("%s has %d type switches over il's sums, at most %d are allowed: ask il or il/flow for the fact", dir, n, most)
		}
	}
	for dir, most := range switchPackages {
		if found[dir] < most {
			t.Errorf("%s has only %d type switches over il's sums any more, and not %d: shorten the list", dir, found[dir], most)
		}
	}
	t.Logf("%d type switches outside the homes: %v", total, found)
}

// goFiles are the files of the project that are no tests.
func goFiles(t *testing.T) map[string]*ast.File {
	files := map[string]*ast.File{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		files[filepath.ToSlash(file)] = f
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// membersOf lists the names of the members of the sums: the receivers of the
// marker methods in package il.
func membersOf(t *testing.T) []string {
	members := slices.Clone(sums)
	for file, f := range goFiles(t) {
		if path.Dir(file) != "il" {
			continue
		}
		for _, d := range f.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && slices.Contains([]string{"isStmt", "isCommand", "isDecl"}, f.Name.Name) {
				members = append(members, typeName(f.Recv.List[0].Type))
			}
		}
	}
	slices.Sort(members)
	if members = slices.Compact(members); len(members) < 20 {
		t.Fatalf("only %d members were found: %v", len(members), members)
	}
	return members
}

// typeSwitches counts the type switches of a file with a case for a member, as
// il.Name.
func typeSwitches(f *ast.File, members []string) int {
	n := 0
	ast.Inspect(f, func(x ast.Node) bool {
		if s, ok := x.(*ast.TypeSwitchStmt); ok && slices.ContainsFunc(s.Body.List, func(c ast.Stmt) bool {
			return slices.ContainsFunc(c.(*ast.CaseClause).List, func(e ast.Expr) bool {
				name, ok := strings.CutPrefix(typeName(e), "il.")
				return ok && slices.Contains(members, name)
			})
		}) {
			n++
		}
		return true
	})
	return n
}

// typeName is a type as it is written, without a star.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return typeName(e.X) + "." + e.Sel.Name
	case *ast.Ident:
		return e.Name
	default:
		return ""
	}
}

// TestTypeSwitchesAreSeen plants switches.
func TestTypeSwitchesAreSeen(t *testing.T) {
	members := membersOf(t)
	tests := []struct {
		body string
		want int
	}{
		{"switch s.(type) { case *il.Load: }", 1},
		{"switch s := s.(type) { case nil, *il.If, *il.While: _ = s; default: }", 1},
		{"switch c.(type) { case int: case il.Push: }", 1},
		{"switch c.(type) { case il.Stmt: }", 1},
		{"switch d.(type) { case *il.Method: }; switch s.(type) { case *il.Skip: switch s.(type) { case *il.Move: } }", 3},
		{"switch s.(type) { case int, *Load, *ast.If: }", 0},
		{"switch s.(type) { case il.Pos, *il.Core: }", 0},
		{"_, ok := s.(*il.While); switch ok { case true: }", 0},
	}
	for _, tt := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), "", fmt.Sprintf("package p; func f() { %s }", tt.body), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := typeSwitches(f, members); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.body, got, tt.want)
		}
	}
}
