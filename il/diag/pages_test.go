package diag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestEveryCodeHasAPage: each code is explained once, in order, and there are no other pages.
func TestEveryCodeHasAPage(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes, explained []Code
	ast.Inspect(file, func(n ast.Node) bool {
		if x, ok := n.(*ast.BasicLit); ok {
			code, _ := strconv.Unquote(x.Value)
			codes = append(codes, Code(code))
		}
		return true
	})
	for _, p := range Pages() {
		explained = append(explained, p.Code)
		q, ok := Explain(p.Code)
		if !ok || q != p || p.Title == "" || p.Text == "" || (p.Bad == "") != (p.Good == "") {
			t.Errorf("the page of %s is %+v", p.Code, q)
		}
		if strings.TrimSpace(p.Text) != p.Text || p.Bad != "" && !strings.HasSuffix(p.Bad, "\n") {
			t.Errorf("%s has lines that are too many or too few", p.Code)
		}
	}
	if len(codes) < 40 || !slices.Equal(codes, explained) {
		t.Errorf("the codes are %q, explained are %q", codes, explained)
	}
	if _, ok := Explain("E9999"); ok {
		t.Error("what is no code is explained")
	}
}

func TestReadPage(t *testing.T) {
	p, err := readPage("E1", "title\n\nOne.\n\nTwo.\n\n-- wrong --\nm( {}\n-- right --\nm() {}\n")
	if want := (Page{"E1", "title", "One.\n\nTwo.", "m( {}\n", "m() {}\n"}); err != nil ||
		p != want {
		t.Errorf("readPage of a page with both texts = %+v, %v, want %+v", p, err, want)
	}
	p, err = readPage("E1", "title\n\nOne.\n")
	if want := (Page{Code: "E1", Title: "title", Text: "One."}); err != nil || p != want {
		t.Errorf("readPage of a page without texts = %+v, %v, want %+v", p, err, want)
	}
	for _, text := range []string{
		"", "title\n", "title\nmore\n\nText.\n", "title\n\nText.\n\n-- wrong --\nm( {}\n",
	} {
		if p, err := readPage("E1", text); err == nil {
			t.Errorf("%q is %+v", text, p)
		}
	}
}
