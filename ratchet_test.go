package wobbly_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "shorten the lists in testdata that can be shorter")

// ratchet holds what was found in the repository, with a measure of each, against
// the exceptions that testdata/NAME.txt lists. None may be new or have grown. Those
// that are not needed any more, or not so far, fail too: the lists only get shorter, by
// -update.
func ratchet(t *testing.T, name, why string, found map[string]int) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	listed, err := readExceptions(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		if n, ok := listed[key]; !ok || n < found[key] {
			t.Errorf("%s %d: %s", key, found[key], why)
		}
	}
	shorter, needless := map[string]int{}, 0
	for key, n := range listed {
		f, ok := found[key]
		if ok {
			shorter[key] = min(n, f)
		}
		if !ok || f < n {
			needless++
		}
	}
	switch {
	case *update && needless > 0:
		if err := writeExceptions(file, shorter); err != nil {
			t.Error(err)
		}
	case needless > 0:
		t.Errorf("%s has %d exceptions that nothing needs: go test . -run %s -update", file, needless, t.Name())
	}
}

// readExceptions reads lines of a name, which may have blanks, and a number.
func readExceptions(file string) (map[string]int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	listed := map[string]int{}
	for line := range strings.Lines(string(text)) {
		key, number, _ := cutLast(strings.TrimSpace(line), " ")
		if listed[key], err = strconv.Atoi(number); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return listed, nil
}

func writeExceptions(file string, listed map[string]int) error {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		fmt.Fprintf(&b, "%s %d\n", key, listed[key])
	}
	return os.WriteFile(file, []byte(b.String()), 0o666)
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// goFile is a file of the repository.
type goFile struct {
	path string
	pkg  string // without the module, "." for the root
	test bool
	tree *ast.File
}

var positions = token.NewFileSet()

// parsed is all Go files of the repository, read once.
var parsed = sync.OnceValues(func() (files []goFile, err error) {
	err = filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		tree, err := parser.ParseFile(positions, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		files = append(files, goFile{filepath.ToSlash(file), filepath.ToSlash(filepath.Dir(file)), strings.HasSuffix(name, "_test.go"), tree})
		return err
	})
	return files, err
})

// repository is its Go files.
func repository(t *testing.T) []goFile {
	t.Helper()
	files, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

const (
	maxLines  = 59 // of a function
	maxFields = 12 // of a struct of options
)

// TestFunctionsAreShort: no function has 60 lines.
func TestFunctionsAreShort(t *testing.T) {
	found := map[string]int{}
	for _, f := range repository(t) {
		for _, d := range f.tree.Decls {
			x, ok := d.(*ast.FuncDecl)
			if !ok || f.test {
				continue
			}
			lines := positions.Position(x.End()).Line - positions.Position(x.Pos()).Line + 1
			if lines > maxLines {
				found[f.pkg+" "+x.Name.Name] = lines
			}
		}
	}
	ratchet(t, "functions", "a function of 60 lines and more: take it apart", found)
}

// TestOptionsAreFew: no struct of options has more than 12 fields.
func TestOptionsAreFew(t *testing.T) {
	found := map[string]int{}
	for _, f := range repository(t) {
		for _, d := range f.tree.Decls {
			for _, s := range typesOf(d) {
				body, ok := s.Type.(*ast.StructType)
				if ok && !f.test && isOptions(s.Name.Name) && fieldsOf(body) > maxFields {
					found[f.pkg+" "+s.Name.Name] = fieldsOf(body)
				}
			}
		}
	}
	ratchet(t, "options", "a struct of options with more than 12 fields: group them", found)
}

// isOptions tells whether a type is options by its name.
func isOptions(name string) bool {
	name = strings.ToLower(name)
	for _, end := range []string{"options", "flags", "policy", "config"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

func typesOf(d ast.Decl) (types []*ast.TypeSpec) {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, s := range g.Specs {
		if s, ok := s.(*ast.TypeSpec); ok {
			types = append(types, s)
		}
	}
	return types
}

func fieldsOf(s *ast.StructType) (n int) {
	for _, f := range s.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

// TestExportedNamesAreUsed: what is exported is used by another package, be it by
// its tests. Names are compared, not types: a method counts as used where another
// package selects any of its name, and where some interface wants it. With a name,
// what it shows is used too: the types in its signature, in its exported fields and
// in those of its methods that are used, and the other members of its enumeration.
func TestExportedNamesAreUsed(t *testing.T) {
	ratchet(t, "exported", "exported for nobody: a small letter will do", unusedNames(repository(t)))
}

// unusedNames finds the exported names that no other package uses.
func unusedNames(files []goFile) map[string]int {
	used, faces := usesOf(files), facesOf(files)
	found := map[string]int{}
	for _, f := range files {
		if f.test || f.pkg == "." || strings.HasPrefix(f.pkg, "cmd/") {
			continue
		}
		faces[f.pkg].spread(func(name string) bool { return used[name].anyOther(f.pkg, false) }, func(name string) bool { return isWanted(used, f.pkg, name) })
		for _, n := range exportedOf(f.tree) {
			if by := used[n.name]; !(by.anyOther(f.pkg, n.method) || n.method && wanted[n.name] || !n.method && faces[f.pkg].used[n.name]) {
				found[f.pkg+" "+n.of+n.name] = 1
			}
		}
	}
	return found
}

// isWanted tells whether a method of a package is called from outside.
func isWanted(used map[string]users, pkg, method string) bool {
	return wanted[method] || used[method].anyOther(pkg, true)
}

// wanted are methods that interfaces of libraries call.
var wanted = map[string]bool{
	"String": true, "Error": true, "Unwrap": true, "Is": true, "As": true, "Read": true, "Write": true, "Close": true, "Len": true, "Less": true, "Swap": true,
	"MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true, "UnmarshalText": true, "Format": true, "Run": true, "Help": true, "Lex": true, "Symbols": true,
	"Init": true, "Update": true, "View": true, "Parse": true, "Capture": true, "Decode": true, "AfterApply": true, "Validate": true,
}

// users are the packages that select a name: of a package, or of anything.
type users struct{ qualified, selected map[string]bool }

// anyOther tells whether a package other than the given one uses its name.
func (u users) anyOther(pkg string, method bool) bool {
	if !method {
		return u.qualified[pkg]
	}
	for p := range u.selected {
		if p != pkg {
			return true
		}
	}
	return false
}

// usesOf reads who uses which names. For the name of a package, qualified has the
// packages that it is used of; selected has the packages that select it of
// anything, or want it of an interface.
func usesOf(files []goFile) map[string]users {
	all := map[string]users{}
	note := func(name string) users {
		if _, ok := all[name]; !ok {
			all[name] = users{map[string]bool{}, map[string]bool{}}
		}
		return all[name]
	}
	for _, f := range files {
		imported := importedBy(f.tree)
		ast.Inspect(f.tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				u := note(n.Sel.Name)
				u.selected[f.pkg] = true
				if x, ok := n.X.(*ast.Ident); ok && imported[x.Name] != "" && imported[x.Name] != f.pkg {
					u.qualified[imported[x.Name]] = true
				}
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, name := range m.Names {
						note(name.Name).selected["an interface"] = true
					}
				}
			}
			return true
		})
	}
	return all
}

// importedBy maps the names that a file has for packages of the project to these.
func importedBy(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if rest, ok := strings.CutPrefix(p, module+"/"); err == nil && ok {
			name := path.Base(rest)
			if i.Name != nil {
				name = i.Name.Name
			}
			names[name] = rest
		}
	}
	return names
}

// exportedName is a name that other packages can use.
type exportedName struct {
	of, name string // of is the type of a method, with a dot
	method   bool
}

// exportedOf lists the exported names that a file declares.
func exportedOf(f *ast.File) (names []exportedName) {
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, exportedName{name: id.Name})
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			} else if of := receiverOf(d); ast.IsExported(of) && d.Name.IsExported() {
				names = append(names, exportedName{of: of + ".", name: d.Name.Name, method: true})
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id)
					}
				}
			}
		}
	}
	return names
}

// receiverOf is the name of the type of a method.
func receiverOf(d *ast.FuncDecl) string {
	x := d.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y.Name
		default:
			return ""
		}
	}
}
