package parse

import (
	"reflect"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/quick"
)

// stmtsOf returns the statements of m(a) {...}, which begin at offset 6.
func stmtsOf(t *testing.T, text string) []il.Stmt {
	t.Helper()
	p, diags := File(il.NewSource("", "m(a) {"+text+"}"))
	if len(diags) > 0 {
		t.Fatalf("parsing %q: %v", text, diags)
	}
	return p.Decls[0].(*il.Method).Body.Stmts
}

// TestStatements: each form of statement becomes the expected tree, positions included.
func TestStatements(t *testing.T) {
	path := func(at il.Pos, root string, fields ...string) il.Expr {
		return il.Expr{Root: root, Fields: fields, At: at}
	}
	block := func(at, end il.Pos, stmts ...il.Stmt) *il.Block {
		return &il.Block{At: at, End: end, Stmts: stmts}
	}
	for _, row := range []struct {
		text string
		want []il.Stmt
	}{
		{"", nil},
		{"skip", []il.Stmt{&il.Skip{At: 6}}},
		{"x := y", []il.Stmt{&il.Copy{At: 6, Dst: "x", Src: "y", SrcAt: 11}}},
		{"x:=a.f.g", []il.Stmt{&il.Load{At: 6, Dst: "x", Src: path(9, "a", "f", "g")}}},
		{"a . f /**/ . g := y",
			[]il.Stmt{&il.Store{At: 6, Dst: path(6, "a", "f", "g"), Src: "y", SrcAt: 24}}},
		{"a.f := b.g", []il.Stmt{&il.Move{At: 6, Dst: path(6, "a", "f"), Src: path(13, "b", "g")}}},
		{"x := new()", []il.Stmt{&il.New{At: 6, Dst: "x"}}},
		{"a.f := new ( )", []il.Stmt{&il.NewAt{At: 6, Dst: path(6, "a", "f")}}},
		{"lock();unlock()", []il.Stmt{&il.Lock{At: 6}, &il.Unlock{At: 13}}},
		{"k();init(a, b.f)", []il.Stmt{
			&il.Call{At: 6, Method: "k"},
			&il.Call{At: 10, Method: "init", Args: []il.Expr{path(15, "a"), path(18, "b", "f")}},
		}},
		{"if * {}", []il.Stmt{&il.If{At: 6, Then: block(11, 12)}}},
		{"if * then {skip} else {}",
			[]il.Stmt{&il.If{At: 6, Then: block(16, 21, &il.Skip{At: 17}), Else: block(28, 29)}}},
		{"while * do {skip} while * {};", []il.Stmt{
			&il.While{At: 6, Body: block(17, 22, &il.Skip{At: 18})},
			&il.While{At: 24, Body: block(32, 33)},
		}},
		{"synchronized{skip}skip", []il.Stmt{
			&il.Synchronized{At: 6, Body: block(18, 23, &il.Skip{At: 19})},
			&il.Skip{At: 24},
		}},
		{"return := été\n_1 :=\nreturn.A\n;", []il.Stmt{
			&il.Copy{At: 6, Dst: "return", Src: "été", SrcAt: 16},
			&il.Load{At: 22, Dst: "_1", Src: path(28, "return", "A")},
		}},
	} {
		if got := stmtsOf(t, row.text); !reflect.DeepEqual(got, row.want) {
			t.Errorf("%q\n got %#v\nwant %#v", row.text, got, row.want)
		}
	}
}

// TestDeclarations checks the declarations and comments of a file, with their positions.
func TestDeclarations(t *testing.T) {
	const text = byteOrderMark + "// one\r\nprivate m(a, b) {}\r\n" +
		"{} || {} /* two\r\n */ init() {} init { A.x = o1; o1.f = o2\r\nB.y = A }// three  "
	src := il.NewSource("", text)
	p, diags := File(src)
	if len(diags) > 0 {
		t.Fatalf("parsing: %v", diags)
	}
	want := &il.Program{
		Source: src,
		Decls: []il.Decl{
			&il.Method{
				At: 11, NameAt: 19, Private: true, Name: "m",
				Formals: []il.Formal{{Name: "a", At: 21}, {Name: "b", At: 24}},
				Body:    &il.Block{At: 27, End: 28},
			},
			&il.Parallel{At: 31, Blocks: [2]*il.Block{{At: 31, End: 32}, {At: 37, End: 38}}},
			&il.Method{At: 52, NameAt: 52, Name: "init", Body: &il.Block{At: 59, End: 60}},
			&il.Init{
				At: 62, End: 98,
				Cells: []il.Cell{{At: 79, Object: "o1", Field: "f", Value: "o2", ValueAt: 86}},
				Bindings: []il.Binding{
					{At: 69, Thread: 0, Variable: "x", VariableAt: 71, Value: "o1", ValueAt: 75},
					{At: 90, Thread: 1, Variable: "y", VariableAt: 92, Value: "A", ValueAt: 96},
				},
			},
		},
		Comments: []il.Comment{
			{At: 3, Text: "// one"}, {At: 40, Text: "/* two\r\n */"}, {At: 99, Text: "// three"},
		},
	}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got\n%s%#v\n%v", il.Format(p), p.Decls, p.Comments)
	}
	if at := src.At(3); at != "1:1" {
		t.Errorf("the character behind the byte order mark is at %s", at)
	}
}

// TestEmptyFile checks that a file without declarations is no error for the parser.
func TestEmptyFile(t *testing.T) {
	for text, comments := range map[string]int{
		"": 0, " \r\n\t\n": 0, byteOrderMark: 0, "// a\n/* b */": 2,
	} {
		p, diags := File(il.NewSource("", text))
		if len(diags) > 0 || len(p.Decls) > 0 || len(p.Comments) != comments {
			t.Errorf("%q has the declarations %v, %d comments and the errors %v, want %d comments",
				text, p.Decls, len(p.Comments), diags, comments)
		}
	}
}

// TestLineEnds: the form of line ends changes positions only.
func TestLineEnds(t *testing.T) {
	text := flat(100)
	p, _ := File(il.NewSource("", text))
	q, diags := File(il.NewSource("", strings.ReplaceAll(text, "\n", "\r\n")))
	if len(diags) > 0 || il.Format(p) != il.Format(q) || len(p.Decls) != 10 {
		t.Errorf("with \\r\\n: the errors %v and the program\n%s\nwant none and\n%s",
			diags, il.Format(q), il.Format(p))
	}
}

// TestHugeFlatFiles: a million statements are read, in methods and in one block.
func TestHugeFlatFiles(t *testing.T) {
	n := quick.Cases(1_000_000)
	for name, text := range map[string]string{
		"methods": flat(n),
		"block":   "m(a) {" + strings.Repeat("x := a\n", n) + "}",
	} {
		p, diags := File(il.NewSource("", text))
		count := 0
		for _, d := range p.Decls {
			il.Walk(d.(*il.Method).Body, func(il.Stmt) { count++ })
		}
		if count != n || len(diags) > 0 {
			t.Errorf("%s: %d statements and the errors %v, want %d and none", name, count, diags, n)
		}
	}
}

// TestGrammarSize: participle reads texts up to exactly the limit. Around the limit the result is
// the same.
func TestGrammarSize(t *testing.T) {
	if grammarFor(grammarSize, grammarSize) == nil {
		t.Error("there is no grammar for a text of the limit's size")
	}
	if grammarFor(grammarSize+1, grammarSize) != nil {
		t.Error("there is a grammar for a text that is larger than the limit")
	}
	text := flat(quick.Cases(60_000))
	text += strings.Repeat(" ", grammarSize-len(text)-1)
	for _, text := range []string{text, text + "\n", text + "\n\n", text + "}", text + "\n}"} {
		src := il.NewSource("", text)
		p, diags := File(src)
		q, handDiags := parseFile(src, maxSize, -1)
		if !reflect.DeepEqual(p, q) || !reflect.DeepEqual(diags, handDiags) {
			t.Errorf("a text of %d bytes has the errors %v, by hand %v, or the programs differ",
				len(text), diags, handDiags)
		}
	}
}

// TestTokenBuffer: a piece is read in the same way whether its tokens fit into the buffer or not.
func TestTokenBuffer(t *testing.T) {
	for n := bufferSize/2 - 6; n <= bufferSize/2; n++ {
		for lines := range 4 {
			differ(t, "\nm() { /* a */"+strings.Repeat("skip;", n)+strings.Repeat("skip\n", lines)+
				"} // b\n n() { skip }")
		}
	}
	for n := range bufferSize + 10 {
		differ(t, "m() {"+strings.Repeat("lock()/* */\n", n/20)+strings.Repeat("skip\n", n%20)+"}")
	}
}

// nested returns a method with blocks of that depth; the innermost has an error.
func nested(depth int) string {
	return "m() " + strings.Repeat("{ if * ", depth-1) + "{ x = y " + strings.Repeat("}", depth)
}

// TestNesting: blocks nest 10,000 deep and no deeper.
func TestNesting(t *testing.T) {
	many := quick.Cases(1_000_000)
	for depth, want := range map[int]diag.Code{
		9_999: diag.EqualsSign, 10_000: diag.EqualsSign, 10_001: diag.TooDeep, many: diag.TooDeep,
	} {
		_, diags := File(il.NewSource("", nested(depth)))
		if len(diags) != 1 || diags[0].Code != want {
			t.Errorf("nesting of depth %d: %v, want one error %s", depth, diags, want)
		}
	}
	for _, text := range []string{
		strings.Repeat("{", many), "m() {" + strings.Repeat("if *\n", many),
		"m() {" + strings.Repeat("else if * {}\n", many/10),
		"m() {" + strings.Repeat("if * {} else ", many),
	} {
		src := il.NewSource("", text)
		_, diags := File(src)
		if len(diags) == 0 {
			t.Errorf("%q... has no error", text[:20])
		}
		checkDiagnostics(t, src, diags)
	}
}
