package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNotation checks that every identifier in NOTATION.md is declared in the file that its row
// names.
func TestNotation(t *testing.T) {
	text := notation(t)
	files := map[string]map[string]bool{}
	const minRows = 80
	rows := 0
	for i, line := range strings.Split(text, "\n") {
		cells := row(line)
		if len(cells) < 3 || cells[0] == "symbol" || cells[0] == "statement" ||
			strings.HasPrefix(cells[0], "---") {
			continue
		}
		rows++
		last := len(cells) - 1
		names, file := quoted(cells[last-1]), strings.Join(quoted(cells[last]), "")
		if strings.HasPrefix(cells[last-1], "none: ") && file == "" {
			continue
		}
		if len(names) == 0 || file == "" {
			t.Errorf("NOTATION.md:%d: neither identifiers and a file, nor none with a reason", i+1)
			continue
		}
		if files[file] == nil {
			files[file] = declared(t, filepath.Join("..", filepath.FromSlash(file)))
		}
		for _, name := range names {
			if !files[file][name] {
				t.Errorf("NOTATION.md:%d: %s declares no %s", i+1, file, name)
			}
		}
	}
	if rows < minRows {
		t.Errorf("NOTATION.md has %d rows, want at least %d", rows, minRows)
	}
}

// TestNotationIsComplete checks that NOTATION.md mentions Figures 4 to 8 and all definitions. The
// numbers missing from Section 5 belong to lemmas.
func TestNotationIsComplete(t *testing.T) {
	text := notation(t)
	for _, want := range strings.Split(`Figure 4, Figure 5, Figure 6, Figure 7, Figure 8,
		Definition 3.1, Definition 3.2, Definition 3.3,
		Definition 3.4, Definition 3.5, Definition 3.6,
		Definition 4.1, Definition 4.2, Definition 4.3,
		Definition 5.1, Definition 5.2, Definition 5.4, Definition 5.12,
		Definition 6.1, Definition 6.2, Definition 6.3, Definition 6.4, Definition 6.5`, ",") {
		want = strings.TrimSpace(want)
		if !regexp.MustCompile(regexp.QuoteMeta(want) + `\b`).MatchString(text) {
			t.Errorf("NOTATION.md does not mention %s", want)
		}
	}
}

// TestNotationLinks checks that the section that a row links to mentions its statement.
func TestNotationLinks(t *testing.T) {
	link := regexp.MustCompile(`\[(.*)\]\(docs/(\w+\.md)#([\w-]+)\)`)
	number := regexp.MustCompile(`(?:Lemma|Lemmas|Theorem) ([0-9A-Z]\w*(?:\.[0-9]+)?)`)
	const minLinks = 25
	links := 0
	for i, line := range strings.Split(notation(t), "\n") {
		cells := row(line)
		if len(cells) != 4 || !strings.Contains(cells[0], "](") {
			continue
		}
		links++
		m := link.FindStringSubmatch(cells[0])
		if m == nil {
			t.Errorf("NOTATION.md:%d: the link has no section", i+1)
			continue
		}
		section := sectionOf(read(t, m[2]), m[3])
		if section == "" {
			t.Errorf("NOTATION.md:%d: %s has no section #%s", i+1, m[2], m[3])
		}
		if n := number.FindStringSubmatch(m[1]); n != nil {
			mention := regexp.MustCompile(`(^|[^\w.])` + regexp.QuoteMeta(n[1]) + `\b`)
			if !mention.MatchString(section) {
				t.Errorf("NOTATION.md:%d: %s#%s does not mention %s", i+1, m[2], m[3], m[1])
			}
		}
	}
	if links < minLinks {
		t.Errorf("NOTATION.md links to %d statements, want at least %d", links, minLinks)
	}
}

// sectionOf returns the section of a document with an anchor, from its heading to the next heading
// of the same or a higher level. It is empty if there is none.
func sectionOf(text, anchor string) string {
	var section strings.Builder
	level := 0
	for line := range strings.Lines(text) {
		if marks, title, ok := strings.Cut(line, "# "); ok && strings.Trim(marks, "#") == "" {
			if level > 0 && len(marks)+1 <= level {
				break
			}
			words := strings.Fields(strings.ToLower(strings.ReplaceAll(title, ",", "")))
			if level == 0 && strings.Join(words, "-") == anchor {
				level = len(marks) + 1
			}
		}
		if level > 0 {
			section.WriteString(line)
		}
	}
	return section.String()
}

// TestCoqReadme checks that proof/README.md lists the files of proof/, and only names that they
// declare.
func TestCoqReadme(t *testing.T) {
	readme := read(t, "../proof/README.md")
	files, err := filepath.Glob("../proof/*.v")
	if err != nil {
		t.Fatal(err)
	}
	const minFiles = 10
	if len(files) < minFiles {
		t.Fatalf("proof/ has %d files, want at least %d", len(files), minFiles)
	}
	all := map[string]bool{}
	for _, f := range files {
		if !strings.Contains(readme, "| `"+filepath.Base(f)+"` |") {
			t.Errorf("proof/README.md does not list %s", filepath.Base(f))
		}
		for name := range declaredCoq(t, f) {
			all[name] = true
		}
	}
	for _, line := range strings.Split(readme, "\n") {
		cells := row(line)
		if len(cells) != 3 && len(cells) != 4 || cells[0] == "file" || cells[0] == "changed" {
			continue
		}
		for _, name := range quoted(cells[2]) {
			if !all[name] {
				t.Errorf("proof/README.md: proof/ has no %s", name)
			}
		}
	}
}

// TestMainTheorems checks that NOTATION.md or proof/README.md mentions every main theorem of
// proof/, whose assumptions Assumptions.v prints.
func TestMainTheorems(t *testing.T) {
	documents := notation(t) + read(t, "../proof/README.md")
	printed := regexp.MustCompile(`(?m)^Print Assumptions (\w+)\.`)
	for _, m := range printed.FindAllStringSubmatch(read(t, "../proof/Assumptions.v"), -1) {
		if !strings.Contains(documents, "`"+m[1]+"`") {
			t.Errorf("neither NOTATION.md nor proof/README.md mentions %s", m[1])
		}
	}
}

// TestStatements checks that the statements of `wobbly theorem` that NOTATION.md names exist, in
// the files that it names.
func TestStatements(t *testing.T) {
	inGo := regexp.MustCompile("\\| `([^` ]+)` in `(theorem/[a-z0-9/]+\\.go)` \\|")
	found := inGo.FindAllStringSubmatch(notation(t), -1)
	known := theoremNames(t)
	for _, m := range found {
		if !known[m[1]] {
			t.Errorf("NOTATION.md: wobbly theorem has no %s", m[1])
		}
		name := regexp.MustCompile(`\bName:\s+"` + regexp.QuoteMeta(m[1]) + `"`)
		if !name.MatchString(read(t, filepath.Join("..", m[2]))) {
			t.Errorf("NOTATION.md: %s is not in %s", m[1], m[2])
		}
	}
	const minStatements = 20
	if len(found) < minStatements {
		t.Errorf("NOTATION.md names the Go files of %d statements, want at least %d", len(found),
			minStatements)
	}
}

// theoremNames returns the names of the statements in the packages of theorem.
func theoremNames(t *testing.T) map[string]bool {
	t.Helper()
	name := regexp.MustCompile(`\bName:\s+"([^"]+)"`)
	names := map[string]bool{}
	err := filepath.WalkDir("../theorem", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		for _, m := range name.FindAllStringSubmatch(read(t, path), -1) {
			names[m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func notation(t *testing.T) string {
	t.Helper()
	return read(t, "../NOTATION.md")
}

// row returns the cells of a line of a Markdown table, and nil for other lines.
func row(line string) []string {
	const escaped, placeholder = `\|`, "\x00"
	line, ok := strings.CutPrefix(strings.ReplaceAll(line, escaped, placeholder), "|")
	if !ok {
		return nil
	}
	cells := strings.Split(strings.TrimSuffix(line, "|"), "|")
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(c), placeholder, "|")
	}
	return cells
}

// quoted returns the texts between backticks.
func quoted(cell string) []string {
	var all []string
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 1 {
			all = append(all, part)
		}
	}
	return all
}

// declared returns the names that a file declares. Those of a Go file are its top-level names and,
// as in T.name, its methods and struct fields. Those of a Coq file are the result of declaredCoq.
func declared(t *testing.T, file string) map[string]bool {
	t.Helper()
	if strings.HasSuffix(file, ".v") {
		return declaredCoq(t, file)
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[receiver(d)+d.Name.Name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				declareSpec(names, s)
			}
		}
	}
	return names
}

// coqName matches a declaration, or the constructor of an inductive type, at the beginning of a
// line.
var coqName = regexp.MustCompile(`(?m)^\s*(?:` +
	`(?:Definition|Fixpoint|Inductive|Record|Lemma|Theorem|Corollary|Example)\s+|\|\s*)` +
	`([A-Za-z_][A-Za-z0-9_']*)`)

// declaredCoq returns the names that coqName finds in a file.
func declaredCoq(t *testing.T, file string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, m := range coqName.FindAllStringSubmatch(read(t, file), -1) {
		names[m[1]] = true
	}
	return names
}

// receiver returns "T." for a method of T or *T, and "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	typ := d.Recv.List[0].Type
	if p, ok := typ.(*ast.StarExpr); ok {
		typ = p.X
	}
	if g, ok := typ.(*ast.IndexExpr); ok {
		typ = g.X
	}
	return fmt.Sprint(typ) + "."
}

// declareSpec adds the names that s declares to names.
func declareSpec(names map[string]bool, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			names[n.Name] = true
		}
	case *ast.TypeSpec:
		names[s.Name.Name] = true
		if st, ok := s.Type.(*ast.StructType); ok {
			for _, f := range st.Fields.List {
				for _, n := range f.Names {
					names[s.Name.Name+"."+n.Name] = true
				}
			}
		}
	}
}
