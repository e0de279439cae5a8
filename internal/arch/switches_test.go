package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// switchHomes lists the packages that may switch over the sum types of package il: il itself,
// the semantics, the analyses, and what is independent of these by design. Other packages get
// facts about the syntax from il (Def, Uses, AccessOf, Acquires, FrameChange, Blocks, Map,
// Core.LevelAt, ...) or il/flow.
var switchHomes = []string{
	"il/...",             // the language itself
	"semantics",          // Figure 5
	"abstract/...",       // Figures 7 and 8, and the other analyses' rules
	"witness/check",      // independent of the rest
	"witness/absence",    // the same
	"semantics/promela",  // the same
	"internal/verified",  // the same: programs as the extracted functions read them
	"semantics/cprogram", // another language, statement for statement
}

// switchPackages gives the number of type switches allowed in each other package. The numbers may
// only decrease.
var switchPackages = map[string]int{
	"dynamic/rdit":                1,
	"internal/findings":           2,
	"internal/iltest":             1,
	"internal/ask":                1,
	"lesson":                      1,
	"semantics/explore/machine":   1,
	"semantics/explore/unordered": 2,
	"session":                     1,
	"session/effect":              3,
	"theorem/compound":            1,
	"theorem/coverage":            1,
	"theorem/section5":            1,
	"theorem/world":               2,
	"witness/reconstruct":         1,
}

// sums are the sealed interfaces of package il.
var sums = []string{"Stmt", "Command", "Decl", "Node"}

// TestTypeSwitchesOverIL checks that each package has as many type switches as switchPackages says.
func TestTypeSwitchesOverIL(t *testing.T) {
	members := membersOf(t)
	found, total := map[string]int{}, 0
	for _, f := range code(t) {
		if n := typeSwitches(f.tree, members); n > 0 && !matches(f.dir(), switchHomes) {
			found[f.dir()] += n
			total += n
		}
	}
	for dir, n := range found {
		if limit := switchPackages[dir]; n > limit {
			t.Errorf("%s has %d type switches over il's sum types, %d are allowed: "+
				"get the fact from il or il/flow", dir, n, limit)
		}
	}
	for dir, limit := range switchPackages {
		if found[dir] < limit {
			t.Errorf("%s has %d type switches over il's sum types, fewer than the %d allowed: "+
				"lower the limit", dir, found[dir], limit)
		}
	}
	t.Logf("%d type switches outside the homes: %v", total, found)
}

// membersOf lists the names of the members of the sums: the receivers of the
// marker methods in package il.
func membersOf(t *testing.T) []string {
	t.Helper()
	members := slices.Clone(sums)
	for _, f := range code(t) {
		if f.dir() != "il" {
			continue
		}
		for _, d := range f.tree.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil &&
				slices.Contains([]string{"isStmt", "isCommand", "isDecl"}, m.Name.Name) {
				members = append(members, typeName(m.Recv.List[0].Type))
			}
		}
	}
	slices.Sort(members)
	if members = slices.Compact(members); len(members) < 20 {
		t.Fatalf("only %d members were found: %v", len(members), members)
	}
	return members
}

// typeSwitches counts the type switches of a file with a case for a member, as il.Name.
func typeSwitches(f *ast.File, members []string) int {
	n := 0
	ast.Inspect(f, func(x ast.Node) bool {
		if s, ok := x.(*ast.TypeSwitchStmt); ok &&
			slices.ContainsFunc(s.Body.List, func(c ast.Stmt) bool {
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

// typeName returns a type as it is written, without a star.
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

// TestTypeSwitchesAreSeen: typeSwitches counts only switches with a case for a member.
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
		{"switch d.(type) { case *il.Method: }; switch s.(type) { case *il.Skip: " +
			"switch s.(type) { case *il.Move: } }", 3},
		{"switch s.(type) { case int, *Load, *ast.If: }", 0},
		{"switch s.(type) { case il.Pos, *il.Core: }", 0},
		{"_, ok := s.(*il.While); switch ok { case true: }", 0},
	}
	for _, tt := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), "",
			fmt.Sprintf("package p; func f() { %s }", tt.body), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := typeSwitches(f, members); got != tt.want {
			t.Errorf("%s: %d type switches, want %d", tt.body, got, tt.want)
		}
	}
}
