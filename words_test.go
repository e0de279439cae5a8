package wobbly_test

import (
	"go/ast"
	"strings"
	"testing"
	"unicode"
)

// privateWords are words that only this project had for what the field has a term
// for. They are no part of declared names any more; those that are not everyday
// English are in no comment on a declaration either.
var privateWords = map[string]struct {
	term    string
	comment bool // looked for in comments too
}{
	"way":        {"path, or trace", false},
	"ways":       {"paths, or traces", false},
	"hope":       {"candidate pair", true},
	"hopes":      {"candidate pairs", true},
	"ahead":      {"future effects", false},
	"outlook":    {"future effects", true},
	"settle":     {"resolve choices", true},
	"settled":    {"resolved", true},
	"place":      {"program point, location, or position", false},
	"places":     {"program points, locations, or positions", false},
	"takes":      {"branch decisions", false},
	"spine":      {"call path", true},
	"spines":     {"call paths", true},
	"sighting":   {"first hit", true},
	"sightings":  {"first hits", true},
	"apart":      {"independent, or persistent", false},
	"alone":      {"independent, or persistent", false},
	"deed":       {"action", true},
	"deeds":      {"actions", true},
	"staff":      {"worker pool", true},
	"employ":     {"start workers", true},
	"territory":  {"explored space", true},
	"climb":      {"map to callers", true},
	"climbs":     {"maps to callers", true},
	"lift":       {"map to callers, or substitute", false},
	"desk":       {"what it is", true},
	"sheet":      {"what it is", true},
	"look":       {"what it is", false},
	"misfit":     {"what it is", true},
	"ours":       {"what it is", false},
	"everything": {"what it is", false},
}

// TestFieldsWords: declared names, and the comments on them, use the terms of the
// field.
func TestFieldsWords(t *testing.T) {
	found := map[string]int{}
	for _, f := range repository(t) {
		if f.test {
			continue
		}
		for _, name := range declaredBy(f.tree) {
			for _, w := range wordsOf(name) {
				if _, ok := privateWords[w]; ok {
					found[f.pkg+" "+w] = 1
				}
			}
		}
		for _, text := range commentsOn(f.tree) {
			for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
				if privateWords[w].comment {
					found[f.pkg+" "+w] = 1
				}
			}
		}
	}
	ratchet(t, "words", "a word that only this project has: see privateWords for the term", found)
}

// declaredBy lists the names that a file declares: of packages, types, fields,
// methods, functions, constants and variables, but not inside functions.
func declaredBy(f *ast.File) (names []string) {
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			names = append(names, id.Name)
		}
	}
	add(f.Name)
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				add(n.Name)
				return false
			case *ast.FuncLit:
				return false
			case *ast.TypeSpec:
				add(n.Name)
			case *ast.ValueSpec:
				add(n.Names...)
			case *ast.StructType:
				for _, f := range n.Fields.List {
					add(f.Names...)
				}
			case *ast.InterfaceType:
				for _, f := range n.Methods.List {
					add(f.Names...)
				}
			}
			return true
		})
	}
	return names
}

// commentsOn lists the comments on declarations and fields.
func commentsOn(f *ast.File) (texts []string) {
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				texts = append(texts, n.Doc.Text())
				return false
			case *ast.GenDecl:
				texts = append(texts, n.Doc.Text())
			case *ast.TypeSpec:
				texts = append(texts, n.Doc.Text(), n.Comment.Text())
			case *ast.ValueSpec:
				texts = append(texts, n.Doc.Text(), n.Comment.Text())
			case *ast.Field:
				texts = append(texts, n.Doc.Text(), n.Comment.Text())
			}
			return true
		})
	}
	return texts
}

// wordsOf takes a name apart at its capitals, in small letters.
func wordsOf(name string) (words []string) {
	begin := 0
	end := func(i int) {
		if i > begin {
			words = append(words, strings.ToLower(name[begin:i]))
		}
		begin = i
	}
	before := ' '
	for i, r := range name {
		if unicode.IsUpper(r) && !unicode.IsUpper(before) || r == '_' {
			end(i)
		}
		before = r
	}
	end(len(name))
	return words
}

func TestWordsOf(t *testing.T) {
	for name, want := range map[string]string{"settleAll": "settle all", "Place": "place", "atSettled2": "at settled2", "ID": "id", "x": "x", "newHTTPWay": "new httpway"} {
		if got := strings.Join(wordsOf(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
