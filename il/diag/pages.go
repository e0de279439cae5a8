package diag

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed pages
var files embed.FS

// Page explains a code: `wobbly explain CODE` prints it.
type Page struct {
	Code  Code
	Title string // a few words, as in a table of contents
	Text  string // the rule, its reason, and the assumption of the paper
	Bad   string // a smallest program that has the error
	Good  string // the same program, corrected
}

// Pages returns the page of every code, in the order of the codes.
func Pages() []Page { return pages() }

// Explain returns the page of a code, if there is one.
func Explain(c Code) (Page, bool) {
	for _, p := range Pages() {
		if p.Code == c {
			return p, true
		}
	}
	return Page{}, false
}

var pages = sync.OnceValue(func() []Page { return ReadPages(files) })

// ReadPages reads pages/CODE.txt for each code, in the order of their names: the title, an empty
// line, the text, and the examples, if any, each below a line with its name. Pages about blocks
// nested too deep and files too large have no examples, which would be too long. It panics if a
// file is damaged: the files are part of the program.
func ReadPages(files embed.FS) []Page {
	entries, err := files.ReadDir("pages")
	if err != nil {
		panic(err)
	}
	all := make([]Page, 0, len(entries))
	for _, e := range entries {
		text, err := files.ReadFile("pages/" + e.Name())
		if err != nil {
			panic(err)
		}
		p, err := readPage(Code(strings.TrimSuffix(e.Name(), ".txt")), string(text))
		if err != nil {
			panic(err)
		}
		all = append(all, p)
	}
	return all
}

// The lines above the examples.
const (
	wrongLine = "\n-- wrong --\n"
	rightLine = "-- right --\n"
)

// readPage parses the text of a page.
func readPage(code Code, text string) (Page, error) {
	title, rest, titled := strings.Cut(text, "\n\n")
	body, examples, shown := strings.Cut(rest, wrongLine)
	bad, good, both := strings.Cut(examples, rightLine)
	if !titled || shown != both || strings.Contains(title, "\n") {
		return Page{}, fmt.Errorf("the page of %s is damaged", code)
	}
	body = strings.TrimSuffix(body, "\n")
	return Page{Code: code, Title: title, Text: body, Bad: bad, Good: good}, nil
}
