package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// root is the repository's root, seen from this package.
const root = "../.."

// module is the module path of the project.
const module = "wobbly"

// A sourceFile is a Go file of the repository.
type sourceFile struct {
	path string // from the root, with slashes
	test bool
	tree *ast.File
}

// dir returns the folder of f, from the root.
func (f sourceFile) dir() string { return path.Dir(f.path) }

// parsed parses every Go file of the repository once, for all tests.
var parsed = sync.OnceValues(func() (files []sourceFile, err error) {
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
				name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		files = append(files, sourceFile{
			path: filepath.ToSlash(rel),
			test: strings.HasSuffix(name, "_test.go"),
			tree: tree,
		})
		return err
	})
	return files, err
})

// sources returns all Go files of the repository, tests included, sorted by path.
func sources(t *testing.T) []sourceFile {
	t.Helper()
	files, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// code returns the Go files of the repository that are not tests.
func code(t *testing.T) (files []sourceFile) {
	t.Helper()
	for _, f := range sources(t) {
		if !f.test {
			files = append(files, f)
		}
	}
	return files
}
