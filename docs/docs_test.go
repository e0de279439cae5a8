// Package docs_test holds the documents of the project against the code: the
// programs in them are run, and what they name exists.
package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
)

// block is a fenced code block of a document.
type block struct {
	file string
	line int    // of the opening fence
	kind string // what stands behind the opening fence
	text string
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.file, b.line) }

// blocks lists the fenced code blocks of a document.
func blocks(t *testing.T, file string) []block {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const fence = "```"
	var all []block
	open := false
	for i, line := range strings.SplitAfter(string(text), "\n") {
		switch rest, isFence := strings.CutPrefix(strings.TrimSpace(line), fence); {
		case isFence && open:
			open = false
		case isFence:
			open = true
			all = append(all, block{file: file, line: i + 1, kind: rest})
		case open:
			all[len(all)-1].text += line
		}
	}
	if open {
		t.Errorf("%s: a code block without its end", all[len(all)-1])
	}
	return all
}

// documents lists the Markdown files of the project's root and of docs.
func documents(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"*.md", "../*.md", "../examples/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, files...)
	}
	return all
}

// TestPrograms runs the programs of all documents. A block marked il is legal. One marked il-error
// has exactly the errors with the codes that follow, in order. One marked il-core is the result of
// lowering the il block before it.
func TestPrograms(t *testing.T) {
	const least = 20
	n := 0
	for _, file := range documents(t) {
		var last *il.Core
		for _, b := range blocks(t, file) {
			kind, codes, _ := strings.Cut(b.kind, " ")
			switch kind {
			case "il":
				last = b.legal(t)
				n++
			case "il-error":
				b.illegal(t, codes)
				n++
			case "il-core":
				b.checkLowered(t, last)
				n++
			}
		}
	}
	if n < least {
		t.Errorf("the documents hold %d programs, want at least %d", n, least)
	}
}

// core parses and checks the program of b.
func (b block) core() (*il.Core, diag.List) {
	p, errs := parse.File(il.NewSource(b.file, b.text))
	if len(errs) > 0 {
		return nil, errs
	}
	return check.Program(p, check.Options{})
}

func (b block) legal(t *testing.T) *il.Core {
	t.Helper()
	core, errs := b.core()
	for _, e := range errs {
		t.Errorf("%s has the error %s: %s", b, e.Code, e.Message)
	}
	return core
}

func (b block) illegal(t *testing.T, want string) {
	t.Helper()
	_, errs := b.core()
	var got []string
	for _, e := range errs {
		got = append(got, string(e.Code))
	}
	if strings.Join(got, " ") != want || want == "" {
		t.Errorf("%s: errors %v, want %s", b, got, want)
	}
}

func (b block) checkLowered(t *testing.T, core *il.Core) {
	t.Helper()
	if core == nil {
		t.Errorf("%s: no legal program stands before it", b)
		return
	}
	var got strings.Builder
	if err := il.PrintCore(&got, core); err != nil {
		t.Fatal(err)
	}
	if got.String() != b.text {
		t.Errorf("%s: the program before it is lowered to\n%s", b, got.String())
	}
}

// TestGrammar: language.md contains the parser's grammar.
func TestGrammar(t *testing.T) {
	shown := 0
	for _, b := range blocks(t, "language.md") {
		if b.kind != "ebnf" {
			continue
		}
		shown++
		if got, want := strings.TrimSpace(b.text), strings.TrimSpace(parse.Grammar()); got != want {
			t.Errorf("%s: not the grammar, which is\n%s", b, want)
		}
	}
	if shown != 1 {
		t.Errorf("language.md shows %d grammars, want 1", shown)
	}
}

// TestErrorCodes: every error code that a document names has a page.
func TestErrorCodes(t *testing.T) {
	for _, file := range documents(t) {
		for _, b := range blocks(t, file) {
			kind, codes, _ := strings.Cut(b.kind, " ")
			if kind != "il-error" {
				continue
			}
			for _, c := range strings.Fields(codes) {
				if _, ok := diag.Explain(diag.Code(c)); !ok {
					t.Errorf("%s: %s has no page", b, c)
				}
			}
		}
	}
}
