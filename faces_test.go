package wobbly_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"testing"
)

// faces is what the names of a package show to whoever uses them.
type faces struct {
	shows   map[string][]ast.Node            // by name: types and fields of its declaration
	methods map[string]map[string][]ast.Node // by type and method: the same
	members map[string][]string              // by type: the constants of it
	of      map[string]string                // by constant: its type
	used    map[string]bool                  // what spread has found
}

// facesOf reads the faces of all packages.
func facesOf(files []goFile) map[string]*faces {
	all := map[string]*faces{}
	for _, f := range files {
		if f.test {
			continue
		}
		if all[f.pkg] == nil {
			all[f.pkg] = &faces{map[string][]ast.Node{}, map[string]map[string][]ast.Node{}, map[string][]string{}, map[string]string{}, nil}
		}
		for _, d := range f.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				all[f.pkg].function(d)
			case *ast.GenDecl:
				all[f.pkg].declaration(d)
			}
		}
	}
	return all
}

func (x *faces) function(d *ast.FuncDecl) {
	if d.Recv == nil {
		x.shows[d.Name.Name] = []ast.Node{d.Type}
		return
	}
	of := receiverOf(d)
	if x.methods[of] == nil {
		x.methods[of] = map[string][]ast.Node{}
	}
	x.methods[of][d.Name.Name] = []ast.Node{d.Type}
}

func (x *faces) declaration(d *ast.GenDecl) {
	last := "" // the type of the constant before
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			x.shows[s.Name.Name] = append(x.shows[s.Name.Name], s.Type)
			if s.TypeParams != nil {
				x.shows[s.Name.Name] = append(x.shows[s.Name.Name], s.TypeParams)
			}
		case *ast.ValueSpec:
			if s.Type != nil || s.Values != nil {
				last = ""
			}
			if t, ok := s.Type.(*ast.Ident); ok {
				last = t.Name
			}
			for _, id := range s.Names {
				if s.Type != nil {
					x.shows[id.Name] = append(x.shows[id.Name], s.Type)
				}
				if d.Tok == token.CONST && last != "" {
					x.members[last] = append(x.members[last], id.Name)
					x.of[id.Name] = last
				}
			}
		}
	}
}

// spread finds all names that are used because of those for which root holds. A
// method is if called holds for its name.
func (x *faces) spread(root, called func(name string) bool) {
	if x.used != nil {
		return
	}
	x.used = map[string]bool{}
	var use func(name string)
	see := func(nodes []ast.Node) {
		for _, n := range nodes {
			shown(n, use)
		}
	}
	use = func(name string) {
		if x.used[name] {
			return
		}
		x.used[name] = true
		see(x.shows[name])
		for _, method := range slices.Sorted(maps.Keys(x.methods[name])) {
			if called(method) {
				see(x.methods[name][method])
			}
		}
		for _, member := range x.members[x.of[name]] {
			use(member)
		}
	}
	for name := range x.shows {
		if root(name) {
			use(name)
		}
	}
	for name := range x.of {
		if root(name) {
			use(name)
		}
	}
}

// shown visits the names that a type is written with, but for what fields with a
// small letter are of.
func shown(n ast.Node, use func(name string)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return false
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if f.Names == nil || slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
					shown(f.Type, use)
				}
			}
			return false
		case *ast.Field:
			shown(n.Type, use)
			return false
		case *ast.Ident:
			use(n.Name)
		}
		return true
	})
}

// TestUnusedNamesAreSeen plants names.
func TestUnusedNamesAreSeen(t *testing.T) {
	files := []goFile{
		fileOf(t, "a", `
			type Used struct { Shown Field; hidden Hidden; Embedded }
			type Field int
			type Hidden int
			type Embedded struct{}
			func (*Used) Called() Result { return 0 }
			func (*Used) Idle() Waste { return 0 }
			type Result int
			type Waste int
			const ( One Kind = iota; Two )
			const Three Kind = 3
			const Four = 4
			type Kind int
			type Lonely int
			func F(x []map[Key]func(*Value)) {}
			type Key int
			type Value struct { Next *Deep }
			type Deep interface { M(Deepest) }
			type Deepest int
			func Idle(Lonely) {}
			const ( Red Colour = 1; Green Colour = 2 )
			type Colour int
			type Alias = Field
		`),
		fileOf(t, "b", `import "wobbly/a"; var _ a.Used; var _ = a.One; func _(x interface{ Idle2() }) { a.F(nil); y.Called() }`),
	}
	want := []string{"a Alias", "a Colour", "a Four", "a Green", "a Hidden", "a Idle", "a Lonely", "a Red", "a Used.Idle", "a Waste"}
	if got := slices.Sorted(maps.Keys(unusedNames(files))); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// fileOf is a file of a package.
func fileOf(t *testing.T, pkg, text string) goFile {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), "", "package p;"+text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return goFile{pkg: pkg, tree: tree}
}
