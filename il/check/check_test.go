package check_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

// program parses a text that has no syntax error.
func program(t testing.TB, text string) *il.Program {
	t.Helper()
	p, errs := parse.File(il.NewSource("test.il", text))
	if len(errs) > 0 {
		t.Fatalf("syntax error at %s: %s\n%s", p.Source.At(errs[0].At), errs[0].Message, text)
	}
	return p
}

// coreOf checks a legal text.
func coreOf(t testing.TB, text string, o check.Options) *il.Core {
	t.Helper()
	p := program(t, text)
	core, errs := check.Program(p, o)
	if len(errs) > 0 {
		t.Fatalf("want a legal program, got errors\n%s\n%s", show(p.Source, errs), text)
	}
	return core
}

// show prints diagnostics in full.
func show(s *il.Source, errs diag.List) string {
	var b strings.Builder
	for _, e := range errs {
		fmt.Fprintf(&b, "%s-%s %s %s\n", s.At(e.At), s.At(e.End), e.Code, e.Message)
		if e.Label != "" {
			fmt.Fprintf(&b, "\tlabel: %s\n", e.Label)
		}
		for _, n := range e.Notes {
			fmt.Fprintf(&b, "\tnote %s-%s: %s\n", s.At(n.At), s.At(n.End), n.Message)
		}
		if e.Fix != "" {
			fmt.Fprintf(&b, "\tfix: %s\n", e.Fix)
		}
	}
	return b.String()
}

// TestErrors: each program has exactly the errors planted in it. A line with errors ends in a
// comment "want E0041:3 E0039:9", with the codes and columns in text order.
func TestErrors(t *testing.T) {
	tests := []struct {
		name   string
		strict bool
		text   string
	}{
		{name: "legal", text: `
			m(b) { x := b.f; n(x, b.g.h); }
			n(x, y) { }
		`},
		{name: "unknown methods", text: `
m() {
  n();          // want E0030:3
  if * { k(); } // want E0030:10
  m2(); m2();   // want E0030:3 E0030:9
}
{ t(); } || { } // want E0030:3
`},
		{name: "arity", text: `
zero() { }
two(a, b) { zero(a); } // want E0031:13
m(x) {
  two(x);              // want E0031:3
  two(x, x);
  two(x, x, x);        // want E0031:3
  zero();
}
`},
		{name: "arguments of an illegal call are checked", text: `
m(b) {
  n(x, b, y.f); // want E0030:3 E0041:5 E0041:11
  m(x, y, z);   // want E0031:3 E0032:3 E0041:11
}
`},
		{name: "direct recursion (A5)", text: `
r() { r(); } // want E0032:7
`},
		{name: "a caller and a callee are named once, however many calls", text: `
r() { r(); r(); k(); k(); } // want E0032:7
k() { r(); r(); }           // want E0032:7
`},
		{name: "two cycles through one method", text: `
m() { k(); n(); }
k() { m(); } // want E0032:7
n() { m(); } // want E0032:7
`},
		{name: "a diamond is no cycle", text: `
m() { k(); n(); }
k() { q(); }
n() { q(); k(); }
q() { }
`},
		{name: "threads call methods", text: `
m(b) { m(b); } // want E0032:8
{ m(arg1); } || { m(); } // want E0031:19
`},
		{name: "duplicate declarations", text: `
m(a) { }
n(a, b, a, a) { } // want E0034:9 E0034:12
m() { x.f := x; } // want E0033:1 E0041:7
private m(a) { }  // want E0033:9
k() { m(); }      // want E0031:7
`},
		{name: "many formals", text: `
m(a,b,c,d,e,f,g,h,i,j,k,l,n,o,p,q,r,s,a,t,a) { } // want E0034:39 E0034:43
`},
		{name: "second parallel composition, also checked", text: `
{ } || { }
{ x := y; } || { unlock(); } // want E0035:1 E0041:8 E0039:18
{ } || { }                   // want E0035:1
`},
		{name: "second init block, not checked", text: `
m(b) { }
init { A.b = o }
init { A.c = o }             // want E0036:1
init { }                     // want E0036:1
`},
		{name: "push and pop", text: `
m(push, pop) { push.pop := pop.push; }
n(b) { push(b); pop(); } // want E0030:8 E0030:17
`},
		{name: "methods named push and pop", text: `
push(s, x) { x.next := s.top; s.top := x; }
pop(s) { x := s.top; s.top := x.next; }
m(s) { n := new(); push(s, n); pop(s); }
n(b) { pop(); }      // want E0031:8
`},
		{name: "argN inside a method", text: `
m(arg1, b) { x := arg1; b := arg1; }
n(b) { x := arg1; y := arg1.f; b.g := arg1; } // want E0038:13
k(b) { arg1 := b; arg2 := arg1; }             // want E0038:8 E0038:19
l(arg2) { m(arg1, arg2.f); }                  // want E0038:13
p(b) { arg0 := b; arg01 := arg0; argx := arg0; }
{ x := arg1; arg2 := x; } || { arg7.f := arg8; }
`},
		{name: "locks balance in every block (A2)", text: `
a(b) { lock(); lock(); x := b.f; unlock(); unlock(); }
b(b) { lock(); if * { lock(); unlock(); } else { } unlock(); }
c() { lock(); }                                      // want E0040:7
d() { unlock(); }                                    // want E0039:7
e() { unlock(); lock(); }                            // want E0039:7 E0040:17
f() { lock(); lock(); unlock(); }                    // want E0040:7
g() { lock(); unlock(); unlock(); }                  // want E0039:25
h() { if * { lock(); } }                             // want E0040:14
i() { if * { } else { lock(); } }                    // want E0040:23
j() { while * { lock(); } }                          // want E0040:17
k() { lock(); while * { unlock(); lock(); } unlock(); } // want E0039:25 E0040:35
{ lock(); } || { unlock(); }                         // want E0040:3 E0039:18
`},
		{name: "an unlock() in a branch excuses the lock() outside", text: `
a() { lock(); if * { unlock(); } }                       // want E0039:22
b() { lock(); if * { unlock(); } else { unlock(); } }    // want E0039:22 E0039:41
c() { lock(); lock(); if * { unlock(); } }               // want E0040:7 E0039:30
d() { lock(); if * { unlock(); } unlock(); }             // want E0039:22
e() { lock(); if * { while * { unlock(); } } }           // want E0039:32
`},
		{name: "synchronized is a block", text: `
a(b) { synchronized { lock(); b.f := b; unlock(); } }
c() { synchronized { unlock(); lock(); } }           // want E0039:22 E0040:32
d() { lock(); synchronized { unlock(); } }           // want E0039:30
e() { synchronized { lock(); } unlock(); }           // want E0040:22 E0039:32
f() { synchronized { synchronized { synchronized { } } } }
`},
		{name: "definite assignment (A3)", text: `
a(b) { x := b; y := x; y.f := x; x.f.g := y; }
c(b) { x := x; }                                     // want E0041:13
d(b) { x := x.f; }                                   // want E0041:13
e(b) { x.f := b; }                                   // want E0041:8
f(b) { b.f := x; }                                   // want E0041:15
g(b) { b.f := x.g; x.f := new(); }                   // want E0041:15
h(b) { a(x); a(x.f); a(y); }                         // want E0041:10 E0041:24
i(b) { if * { x := b; } else { x := new(); } y := x; }
j(b) { if * { x := b; } else { y := b; } z := x; z := y; } // want E0041:47 E0041:55
k(b) { if * { x := b; } z := x; }                    // want E0041:30
l(b) { while * { x := b; y := x; } z := x; }         // want E0041:41
m(b) { while * { y := x; x := b; } }                 // want E0041:23
n(b) { x := b; if * { x := new(); } while * { x := b; } y := x; }
o(b) { if * { x := b; } else { y := x; x := b; } z := x; } // want E0041:37
p(b) { if * { if * { x := b; } else { x := b; } } else { while * { x := b; } x := b; } y := x; }
q(b) { if * { if * { x := b; } } else { x := b; } y := x; } // want E0041:56
r(b) { synchronized { x := b; } y := x; }
{ x := arg1; y := x; arg2.f := z; } || { x := y; x.f := arg1; } // want E0041:32 E0041:47
`},
		{name: "each variable once in a unit", text: `
m(b) { y := x; z := x; b.f := x; }                   // want E0041:13
n(b) { y := x; z := y; }                             // want E0041:13
`},
		{name: "a callee assigns nothing", text: `
set(x) { x := new(); }
m() { set(x); y := x; }                              // want E0041:11
`},
		{name: "initial state", text: `
m(b, c) { }
private n(d) { }
init {
  o1.f = o2; o1.g = o2; o2.f = o2
  o1.f = o2                                          // want E0042:3
  A.b = o1; B.b = o9; A.d = o1
  A.b = o2                                           // want E0043:5
  B.x = o1                                           // want E0044:5
  B.x = o1                                           // want E0043:5
}
`},
		{name: "initial state of a parallel composition", text: `
m(b) { }
{ x := arg1; m(arg3); } || { arg2.f := arg2; }
init {
  A.arg1 = o; A.arg3 = o; B.arg2 = o
  A.arg2 = o                                         // want E0044:5
  B.arg1 = o                                         // want E0044:5
  A.b = o                                            // want E0044:5
  A.x = o                                            // want E0044:5
}
`},
		{name: "strict", strict: true, text: `
m(b, c) {
  b.f := c.g;                                        // want E0046:3
  b.f := new();                                      // want E0046:3
  b.f := c;                                          // want E0046:3
  synchronized { b.f := b; }                         // want E0046:3 E0046:18
  x := c; b.f := x; x := b.f; x := new(); lock(); unlock();
  if * { x := b; }
  while * { b.f.g := c.f; }                          // want E0046:13
}
{ arg1.f := arg2; arg1.f := arg2.g; } || { x := arg1; } // want E0046:19
`},
		{name: "not strict", text: `
m(b, c) { b.f := c.g; b.f := new(); b.f := c; synchronized { b.f := b; } }
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := program(t, tt.text)
			core, errs := check.Program(p, check.Options{Strict: tt.strict})
			if got, want := codes(p.Source, errs), planted(t, tt.text); !slices.Equal(got, want) {
				t.Errorf("the errors are %v, want %v\n%s", got, want, show(p.Source, errs))
			}
			if (core == nil) != (len(errs) > 0) {
				t.Errorf("there are %d errors, and there is a core: %t", len(errs), core != nil)
			}
		})
	}
}

// codes returns diagnostics as "line:col code".
func codes(s *il.Source, errs diag.List) []string {
	var out []string
	for _, e := range errs {
		out = append(out, fmt.Sprintf("%s %s", s.At(e.At), e.Code))
	}
	return out
}

// planted returns the errors that the comments of a text ask for, as codes does.
func planted(t *testing.T, text string) []string {
	t.Helper()
	var out []string
	for i, line := range strings.Split(text, "\n") {
		_, list, ok := strings.Cut(line, "// want ")
		if !ok {
			continue
		}
		for _, w := range strings.Fields(list) {
			code, col, ok := strings.Cut(w, ":")
			if !ok {
				t.Fatalf("line %d: no column in %q", i+1, w)
			}
			out = append(out, fmt.Sprintf("%d:%s %s", i+1, col, code))
		}
	}
	return out
}

// TestGolden: the full text of diagnostics agrees with testdata/*.want.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.il")
	if err != nil || len(files) == 0 {
		t.Fatalf("no input: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := program(t, string(text))
		_, errs := check.Program(p, check.Options{Strict: strings.Contains(file, "strict")})
		golden := strings.TrimSuffix(file, ".il") + ".want"
		got := show(p.Source, errs)
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range max(len(gotLines), len(wantLines)) {
			if i >= len(gotLines) || i >= len(wantLines) || gotLines[i] != wantLines[i] {
				t.Errorf("%s: the first difference is in line %d; got from there\n%s", golden, i+1,
					strings.Join(gotLines[min(i, len(gotLines)):], "\n"))
				break
			}
		}
	}
}

// TestCaretsUnderlineNames: the carets of every golden diagnostic are under the code that it is
// about.
func TestCaretsUnderlineNames(t *testing.T) {
	files, err := filepath.Glob("testdata/*.il")
	if err != nil || len(files) == 0 {
		t.Fatalf("no input: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		p := program(t, text)
		_, errs := check.Program(p, check.Options{Strict: strings.Contains(file, "strict")})
		for _, e := range errs {
			if e.Code == diag.NothingToAnalyse {
				continue
			}
			checkIsName(t, text, e.At, e.End)
			for _, n := range e.Notes {
				checkIsName(t, text, n.At, n.End)
			}
		}
	}
}

// checkIsName fails the test if a range is neither a whole word nor a brace.
func checkIsName(t *testing.T, text string, at, end il.Pos) {
	t.Helper()
	word := func(i il.Pos) bool {
		return i >= 0 && int(i) < len(text) &&
			(text[i] == '_' || '0' <= text[i] && text[i] <= '9' ||
				'a' <= text[i]|0x20 && text[i]|0x20 <= 'z')
	}
	got := text[at:end]
	for i := range got {
		if !word(at+il.Pos(i)) && got != "{" && got != "}" {
			t.Errorf("the caret underlines %q", got)
		}
	}
	if got == "" || word(at) && (word(at-1) || word(end)) {
		t.Errorf("the caret underlines %q in %q", got,
			text[max(0, at-5):min(len(text), int(end)+5)])
	}
}

// TestPages: on the page of every code, Bad has exactly that error and Good has none.
func TestPages(t *testing.T) {
	tested := 0
	for _, page := range diag.Pages() {
		if page.Code < "E0030" || page.Code > "E0069" {
			continue
		}
		tested++
		o := check.Options{Strict: page.Code == diag.SugarRefused}
		bad := program(t, page.Bad)
		_, errs := check.Program(bad, o)
		for _, e := range errs {
			if e.Code != page.Code {
				t.Errorf("%s: the bad program has %s", page.Code, e.Code)
			}
		}
		if len(errs) == 0 {
			t.Errorf("%s: the bad program is legal", page.Code)
		}
		if page.Title == "" || len(page.Text) < 100 || strings.HasSuffix(page.Text, "\n") {
			t.Errorf("%s: the title is %q and the text has %d bytes, want a title and at least 100, "+
				"without a line end at the end", page.Code, page.Title, len(page.Text))
		}
		coreOf(t, page.Good, o)
	}
	if tested != 18 {
		t.Errorf("%d pages, want 18", tested)
	}
}

// TestPagesAreOrdered: the codes are in order, and each has one page.
func TestPagesAreOrdered(t *testing.T) {
	pages := diag.Pages()
	for i, p := range pages {
		if i > 0 && pages[i-1].Code >= p.Code {
			t.Errorf("%s comes after %s", p.Code, pages[i-1].Code)
		}
		if found, ok := diag.Explain(p.Code); !ok || found.Title != p.Title {
			t.Errorf("Explain(%s) = %q, %t, want %q", p.Code, found.Title, ok, p.Title)
		}
	}
	if _, ok := diag.Explain("E0000"); ok {
		t.Error("Explain(E0000) finds a page")
	}
}
