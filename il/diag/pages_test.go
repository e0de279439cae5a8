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
		if got, ok := Explain(p.Code); !ok || got != p {
			t.Errorf("Explain(%s) = %+v, %t, want %+v", p.Code, got, ok, p)
		}
		if p.Title == "" || p.Text == "" || (p.Bad == "") != (p.Good == "") {
			t.Errorf("the page of %s is %+v, want a title, a text, and both programs or none",
				p.Code, p)
		}
		if strings.TrimSpace(p.Text) != p.Text || p.Bad != "" && !strings.HasSuffix(p.Bad, "\n") {
			t.Errorf("the page of %s is %q and %q, want no empty lines around the text and a line "+
				"end after the program", p.Code, p.Text, p.Bad)
		}
	}
	if len(codes) < 40 || !slices.Equal(codes, explained) {
		t.Errorf("the codes are %q, and those of the pages %q", codes, explained)
	}
	if p, ok := Explain("E9999"); ok {
		t.Errorf("Explain(E9999) = %+v, want none", p)
	}
}

func TestReadPage(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Page
	}{
		{
			"title\n\nOne.\n\nTwo.\n\n-- wrong --\nm( {}\n-- right --\nm() {}\n",
			Page{
				Code: "E1", Title: "title", Text: "One.\n\nTwo.", Bad: "m( {}\n", Good: "m() {}\n",
			},
		},
		{"title\n\nOne.\n", Page{Code: "E1", Title: "title", Text: "One."}},
	} {
		if p, err := readPage("E1", tt.text); err != nil || p != tt.want {
			t.Errorf("readPage(%q) = %+v, %v, want %+v", tt.text, p, err, tt.want)
		}
	}
	for _, text := range []string{
		"", "title\n", "title\nmore\n\nText.\n", "title\n\nText.\n\n-- wrong --\nm( {}\n",
	} {
		if p, err := readPage("E1", text); err == nil {
			t.Errorf("readPage(%q) = %+v, want an error", text, p)
		}
	}
}
