package il

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// at returns the position of the n-th (from 1) occurrence of what in text.
func at(t *testing.T, text, what string, n int) Pos {
	t.Helper()
	pos := -1
	for range n {
		i := strings.Index(text[pos+1:], what)
		if i < 0 {
			t.Fatalf("no %q in %q", what, text)
		}
		pos += 1 + i
	}
	return Pos(pos)
}

// TestText checks the text of each kind of statement.
func TestText(t *testing.T) {
	want := map[string]Stmt{
		"skip":         &Skip{},
		"x := y":       &Copy{Dst: "x", Src: "y"},
		"x := b.f":     &Load{Dst: "x", Src: Path("b", "f")},
		"b.f.g := t'1": &Store{Dst: Path("b", "f", "g"), Src: "t'1"},
		"x := new()":   &New{Dst: "x"},
		"lock()":       &Lock{},
		"unlock()":     &Unlock{},
		"if *":         &If{},
		"while *":      &While{},
		"m(a, b.f)":    &Call{Method: "m", Args: []Expr{Var("a"), Path("b", "f")}},
		"m()":          &Call{Method: "m"},
		"a.f := b.g":   &Move{Dst: Path("a", "f"), Src: Path("b", "g")},
		"a.f := new()": &NewAt{Dst: Path("a", "f")},
		"synchronized": &Synchronized{},
	}
	kinds := map[reflect.Type]bool{}
	for text, s := range want {
		kinds[reflect.TypeOf(s)] = true
		if got := Text(s); got != text {
			t.Errorf("Text of %T is %q, want %q", s, got, text)
		}
	}
	for _, s := range AllStmts {
		if !kinds[reflect.TypeOf(s)] {
			t.Errorf("no row for %T", s)
		}
	}
}

// TestFormatWithoutSource: a tree without a source, as generators make it, prints in the canonical
// style.
func TestFormatWithoutSource(t *testing.T) {
	body := &Block{Stmts: []Stmt{
		&Load{At: NoPos, Dst: "x", Src: Path("a", "f")},
		&If{At: NoPos, Then: &Block{Stmts: []Stmt{&Skip{At: NoPos}}}, Else: &Block{}},
		&If{At: NoPos, Then: &Block{}},
		&While{
			At: NoPos, Body: &Block{Stmts: []Stmt{&Synchronized{
				At: NoPos, Body: &Block{Stmts: []Stmt{&Call{At: NoPos, Method: "n"}}},
			}}},
		},
	}}
	p := &Program{Decls: []Decl{
		&Method{
			At: NoPos, NameAt: NoPos, Private: true, Name: "m",
			Formals: []Formal{{Name: "a", At: NoPos}, {Name: "b", At: NoPos}},
			Body:    body,
		},
		&Method{At: NoPos, Name: "n", Body: &Block{}},
		&Parallel{
			At: NoPos, Blocks: [2]*Block{{Stmts: []Stmt{&Lock{At: NoPos}, &Unlock{At: NoPos}}}, {}},
		},
		&Init{
			At: NoPos, Cells: []Cell{{At: NoPos, Object: "o1", Field: "f", Value: "o2"}},
			Bindings: []Binding{{At: NoPos, Thread: 1, Variable: "x", Value: "o1"}},
		},
	}}
	const want = `private m(a, b) {
  x := a.f;
  if * {
    skip;
  } else {}
  if * {}
  while * {
    synchronized {
      n();
    }
  }
}

n() {}

{
  lock();
  unlock();
} || {}

init {
  o1.f = o2;
  B.x = o1;
}
`
	if got := Format(p); got != want {
		t.Errorf("Format returns\n%s\nwant\n%s", got, want)
	}
}

// TestFormatWithComments: comments and blank lines come from the source.
func TestFormatWithComments(t *testing.T) {
	const text = `
// file


// of m
m(a) { // opens

  /* first */ x := a; // behind x
  // before lock


  lock(); /* behind
  lock */ // and more
  // at the end
} // behind m
// of n
n() {
  // only this

}
// last
`
	const want = `// file

// of m
m(a) { // opens
  /* first */
  x := a; // behind x
  // before lock

  lock(); /* behind
  lock */ // and more
  // at the end
} // behind m

// of n
n() {
  // only this
}
// last
`
	p := &Program{
		Source: NewSource("", text),
		Decls: []Decl{
			&Method{
				At: at(t, text, "m(a)", 1), Name: "m", Formals: []Formal{{Name: "a"}},
				Body: &Block{
					At: at(t, text, "{", 1), End: at(t, text, "}", 1),
					Stmts: []Stmt{
						&Copy{At: at(t, text, "x :=", 1), Dst: "x", Src: "a"},
						&Lock{At: at(t, text, "lock()", 1)},
					},
				},
			},
			&Method{
				At: at(t, text, "n()", 1), Name: "n",
				Body: &Block{At: at(t, text, "{", 2), End: at(t, text, "}", 2)},
			},
		},
	}
	for _, c := range []string{
		"// file", "// of m", "// opens", "/* first */", "// behind x", "// before lock",
		"/* behind\n  lock */",
		"// and more", "// at the end", "// behind m", "// of n", "// only this", "// last",
	} {
		p.Comments = append(p.Comments, Comment{At: at(t, text, c, 1), Text: c})
	}
	if got := Format(p); got != want {
		t.Errorf("Format returns\n%s\nwant\n%s", got, want)
	}
}

// TestPrintCore: the lowered program shows fresh locals and keeps comments and blank lines.
func TestPrintCore(t *testing.T) {
	const text = `m(a) {

  synchronized { // holds it
    a.f := a; // sugar

    a.f := a.g;
  } // let go
}
{ skip } || { arg1.f := new() }
init { o1.f = o1 }
`
	method := &Method{At: 0, Name: "m", Formals: []Formal{{Name: "a"}}, Body: &Block{
		At: at(t, text, "{", 1), End: at(t, text, "}", 2),
		Stmts: []Stmt{&Synchronized{At: at(t, text, "sync", 1), Body: &Block{
			At: at(t, text, "{", 2), End: at(t, text, "}", 1),
			Stmts: []Stmt{
				&Store{At: at(t, text, "a.f", 1), Dst: Path("a", "f"), Src: "a"},
				&Move{At: at(t, text, "a.f", 2), Dst: Path("a", "f"), Src: Path("a", "g")},
			},
		}}},
	}}
	threads := &Parallel{At: at(t, text, "{ skip", 1), Blocks: [2]*Block{
		{At: at(t, text, "{", 3), End: at(t, text, "}", 3),
			Stmts: []Stmt{&Skip{At: at(t, text, "skip", 1)}}},
		{At: at(t, text, "{", 4), End: at(t, text, "}", 4),
			Stmts: []Stmt{&NewAt{At: at(t, text, "arg1", 1), Dst: Path("arg1", "f")}}},
	}}
	init := &Init{
		At: at(t, text, "init", 1), End: at(t, text, "}", 5),
		Cells: []Cell{{At: at(t, text, "o1", 1), Object: "o1", Field: "f", Value: "o1"}},
	}
	p := &Program{Source: NewSource("", text), Decls: []Decl{method, threads, init}}
	for _, c := range []string{"// holds it", "// sugar", "// let go"} {
		p.Comments = append(p.Comments, Comment{At: at(t, text, c, 1), Text: c})
	}
	core := &Core{Program: p, Units: []*Unit{
		{Body: Lower(method.Body, []string{"a"})}, {Body: Lower(threads.Blocks[0], nil)},
		{Body: Lower(threads.Blocks[1], nil)},
	}}
	const want = `m(a) {
  lock(); // holds it
  t'1 := a;
  a.f := t'1; // sugar

  t'2 := a.g;
  a.f := t'2;
  unlock(); // let go
}

{
  skip;
} || {
  t'1 := new();
  arg1.f := t'1;
}

init {
  o1.f = o1;
}
`
	var got strings.Builder
	if err := PrintCore(&got, core); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("PrintCore writes\n%s\nwant\n%s", got.String(), want)
	}
	if p.Decls[0] != Decl(method) || len(method.Body.Stmts) != 1 {
		t.Error("PrintCore changes the program")
	}
}

// TestFormatDeep: indentation ends at a level, so that the text grows with the nesting and not with
// its square.
func TestFormatDeep(t *testing.T) {
	b := &Block{}
	const depth = 5000
	for range depth {
		b = &Block{Stmts: []Stmt{&While{At: NoPos, Body: b}}}
	}
	got := Format(&Program{Decls: []Decl{&Method{At: NoPos, Name: "m", Body: b}}})
	if lines := strings.Count(got, "\n"); lines != 2*depth+1 {
		t.Errorf("Format returns %d lines, want %d", lines, 2*depth+1)
	}
	if limit := 2 * depth * (2*maxIndent + len("while * {\n")); len(got) > limit {
		t.Errorf("Format returns %d bytes, want at most %d", len(got), limit)
	}
}

// TestIndentEnds: level maxIndent is the last one that is indented further than the one before.
func TestIndentEnds(t *testing.T) {
	b := &Block{}
	for range maxIndent + 3 {
		b = &Block{Stmts: []Stmt{&While{At: NoPos, Body: b}}}
	}
	lines := strings.Split(Format(&Program{Decls: []Decl{&Method{At: NoPos, Name: "m", Body: b}}}),
		"\n")
	for level, want := range map[int]int{
		1: 2, maxIndent - 1: 78, maxIndent: 80, maxIndent + 1: 80, maxIndent + 3: 80,
	} {
		if got := strings.Index(lines[level], "while"); got != want {
			t.Errorf("level %d is indented by %d blanks, want %d", level, got, want)
		}
	}
}

// failingWriter is a writer that fails.
type failingWriter struct{}

var errWrite = errors.New("cannot write")

func (failingWriter) Write([]byte) (int, error) { return 0, errWrite }

func TestPrintCoreError(t *testing.T) {
	p := &Program{Decls: []Decl{&Method{Name: "m", Body: &Block{}}}}
	err := PrintCore(failingWriter{}, &Core{Program: p, Units: []*Unit{{Body: &Block{}}}})
	if !errors.Is(err, errWrite) {
		t.Errorf("PrintCore = %v, want %v", err, errWrite)
	}
}

// TestByteOrderMark: a byte order mark is not part of the first line.
func TestByteOrderMark(t *testing.T) {
	s := NewSource("", byteOrderMark+"a\nb")
	for pos, want := range map[Pos]string{
		0: "1:1", 2: "1:1", 3: "1:1", 4: "1:2", 5: "2:1", NoPos: "1:1",
	} {
		if got := s.At(pos); got != want {
			t.Errorf("At(%d) = %s, want %s", pos, got, want)
		}
	}
	if pos, ok := s.Offset(Position{Line: 1, Col: 1}); pos != 3 || !ok {
		t.Errorf("Offset(1:1) = %d, %t, want 3, true", pos, ok)
	}
	if got := s.Line(1); got != "a" {
		t.Errorf("Line(1) = %q, want a", got)
	}
}
