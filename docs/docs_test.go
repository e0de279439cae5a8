// Package docs_test compares the documents of the project with the code: it runs the programs in
// them, and checks that the names, links and error codes in them exist.
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
	line int    // the line of the opening fence
	kind string // the text after the opening fence, such as "il"
	text string
}

// String returns the place of the block.
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
	inBlock := false
	for i, line := range strings.SplitAfter(string(text), "\n") {
		switch rest, isFence := strings.CutPrefix(strings.TrimSpace(line), fence); {
		case isFence && inBlock:
			inBlock = false
		case isFence:
			inBlock = true
			all = append(all, block{file: file, line: i + 1, kind: rest})
		case inBlock:
			all[len(all)-1].text += line
		}
	}
	if inBlock {
		t.Errorf("%s: the code block has no closing fence", all[len(all)-1])
	}
	return all
}

// documents lists the Markdown files of docs, of the project's root and of examples.
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

// TestPrograms checks the programs in all documents. A block marked il is legal. One marked
// il-error has exactly the errors with the codes that follow, in order. One marked il-core is the
// result of lowering the il block before it.
func TestPrograms(t *testing.T) {
	const minPrograms = 20
	n := 0
	for _, file := range documents(t) {
		var last *il.Core
		for _, b := range blocks(t, file) {
			kind, codes, _ := strings.Cut(b.kind, " ")
			switch kind {
			case "il":
				last = b.checkLegal(t)
				n++
			case "il-error":
				b.checkErrors(t, codes)
				n++
			case "il-core":
				b.checkLowered(t, last)
				n++
			}
		}
	}
	if n < minPrograms {
		t.Errorf("the documents contain %d programs, want at least %d", n, minPrograms)
	}
}

// core parses and checks the program in b.
func (b block) core() (*il.Core, diag.List) {
	p, errs := parse.File(il.NewSource(b.file, b.text))
	if len(errs) > 0 {
		return nil, errs
	}
	return check.Program(p, check.Options{})
}

// checkLegal checks that the program in b is legal, and returns it, or nil if it is not.
func (b block) checkLegal(t *testing.T) *il.Core {
	t.Helper()
	core, errs := b.core()
	for _, e := range errs {
		t.Errorf("%s has the error %s: %s", b, e.Code, e.Message)
	}
	return core
}

// checkErrors checks that the errors of the program in b have the codes in want, which are
// separated by blanks.
func (b block) checkErrors(t *testing.T, want string) {
	t.Helper()
	_, errs := b.core()
	var got []string
	for _, e := range errs {
		got = append(got, string(e.Code))
	}
	if strings.Join(got, " ") != want || want == "" {
		t.Errorf("%s: errors %q, want %q", b, strings.Join(got, " "), want)
	}
}

// checkLowered checks that b is the core form of the program before it.
func (b block) checkLowered(t *testing.T, core *il.Core) {
	t.Helper()
	if core == nil {
		t.Errorf("%s: there is no legal program before it", b)
		return
	}
	var want strings.Builder
	if err := il.PrintCore(&want, core); err != nil {
		t.Fatal(err)
	}
	if b.text != want.String() {
		t.Errorf("%s: core form\n%s\nwant\n%s", b, b.text, want.String())
	}
}

// TestGrammar checks that language.md contains the parser's grammar.
func TestGrammar(t *testing.T) {
	shown := 0
	for _, b := range blocks(t, "language.md") {
		if b.kind != "ebnf" {
			continue
		}
		shown++
		if got, want := strings.TrimSpace(b.text), strings.TrimSpace(parse.Grammar()); got != want {
			t.Errorf("%s: grammar\n%s\nwant\n%s", b, got, want)
		}
	}
	if shown != 1 {
		t.Errorf("language.md shows %d grammars, want 1", shown)
	}
}

// TestErrorCodes checks that every error code in a block marked il-error has a page.
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
