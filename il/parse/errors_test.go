package parse

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/quick"
)

// codesAt returns the errors of a text as "line:col code".
func codesAt(text string) []string {
	src := il.NewSource("", text)
	_, diags := File(src)
	var out []string
	for _, d := range diags {
		out = append(out, src.At(d.At)+" "+string(d.Code))
	}
	return out
}

// TestErrors: each row is a text and all of its errors.
func TestErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		// Characters and comments.
		{"m(a) { x := a @ b; y := a }", "1:15 E0001"},
		{"m(a) { t'1 := a; y := a }", "1:9 E0001"},
		{"m(a) { x := a && b; y := a | b }", "1:15 E0001, 1:28 E0001"},
		{"m(a) { x := a\u00a0; y := a }", "1:14 E0001"},
		{"@#$%", "1:1 E0001"},
		{"m(e\u0301te\u0301) { \u0301 := x }", "1:12 E0001"},
		{"m(a) { x := \x00 a; y = a }", "1:13 E0002, 1:20 E0010"},
		{"\xff\xfem() {}", "1:1 E0002"},
		{"m(a) { x := a; /* oops\n}", "1:16 E0003"},
		{"m(a) { x := a; }\n/*/", "2:1 E0003"},
		{"/*", "1:1 E0003"},

		// Braces.
		{"m(a) {\n  x := a;\n", "2:10 E0004"},
		{"m(a) {\n  if * {\n    x := a;\n}\nn(b) {\n  x = b;\n}\n", "4:2 E0004, 6:5 E0010"},
		{"m(a) {\n  x := a\nprivate n3() { x = b }", "2:9 E0004, 3:18 E0010"},
		{"m(a) {\n  if * {\n    x := a;\n  }\n\ninit {\n  A.a := o1;\n}\n", "4:4 E0004, 7:7 E0021"},
		{"m(a) {\n  init {\n  }\n}", "2:3 E0011"},
		{"{ skip } || { skip", "1:19 E0004"},
		{"init { o1.f = o2", "1:17 E0004"},
		{"{", "1:2 E0004"},
		{"m(a) {\n  x := a; }\n}\nn() {}\n", "3:1 E0005"},
		{"}", "1:1 E0005"},
		{"} } }", "1:1 E0005"},
		{"m(a) {\n  x := a; }\n  y := a;\n  lock();\n}\nn() { x = y }\n", "3:3 E0006, 6:9 E0010"},
		{"x := y;\nm(a);\nm(a) { y := a }", "1:1 E0006"},
		{"if * { x = y }", "1:1 E0006, 1:10 E0010"},
		{"foo", "1:1 E0006"},
		{"42 m() {}", "1:1 E0006"},
		{"m(a) x := a; y := x; if * { skip } }\nn() { x = y }", "1:5 E0007, 2:9 E0010"},
		{"m(a)", "1:5 E0007"},
		{"m(a) {\n  if *\n    x := a;\n  else y := a;\n  while * x := a\n}\n",
			"2:7 E0007, 5:10 E0007"},
		{"m(a) {\n  if *\n    x := a;\n  }\n  y := a;\n}\nn() { x = y }\n", "2:7 E0007, 7:9 E0010"},
		{"m(a) { if * {} else if * { x = a } else { y = a } }",
			"1:20 E0007, 1:30 E0010, 1:45 E0010"},
		{"m(a) { { x = a } y := a }", "1:8 E0011, 1:12 E0010"},
		{"m(a) {\n  n2(b) { x = b }\n}\n", "2:3 E0011, 2:13 E0010"},
		{"m(a) {\n  private n() { x = b }\n}\n", "2:3 E0011, 2:19 E0010"},

		// Lists.
		{"m(a,) { n(a,); n(,); n(a b); n(a; x = a }",
			"1:4 E0008, 1:12 E0008, 1:18 E0008, 1:26 E0008, 1:33 E0008, 1:37 E0010"},
		{"m(a) {\n n(a\n y := a\n n(a,\n}", "2:5 E0008, 5:1 E0008"},
		{"m(a: T) { x = a }", "1:3 E0008, 1:13 E0010"},
		{"m(int a, 3) { x = a }", "1:3 E0008, 1:17 E0010"},
		{"m(3) {}", "1:3 E0008"},
		{"m(a { x = a }", "1:4 E0008, 1:9 E0010"},
		{"m(a b,\n c) { n(a b,\n c); x = a }", "1:5 E0008, 2:11 E0008, 3:8 E0010"},

		// Names.
		{"m(lock) { new := a; x := if; lock := a; x.do := a }",
			"1:3 E0009, 1:11 E0009, 1:26 E0009, 1:30 E0009, 1:43 E0009"},
		{"m(a) { n(if); x := lock(); if := a }\nlock(a) { x = a }",
			"1:10 E0009, 1:20 E0009, 1:28 E0009, 2:1 E0009, 2:13 E0010"},
		{"private if() {}", "1:9 E0009"},
		{"init { o1.if = o2; o1.f = do }", "1:11 E0009, 1:27 E0009"},

		// Assignments and statements.
		{"m(a) { x = a; x == a; x : a; x <- a; b.f = a }",
			"1:10 E0010, 1:17 E0010, 1:25 E0010, 1:32 E0010, 1:42 E0010"},
		{"m(a) { x := a := b; x a; x; a.b; a.b c; x + a }",
			"1:15 E0011, 1:21 E0011, 1:27 E0011, 1:32 E0011, 1:38 E0011, 1:43 E0001"},
		{"m(a) { x := ; x :=\n }", "1:12 E0011, 1:19 E0011"},
		{"m(a) { x := (a); (x) := a; 3; then }", "1:13 E0011, 1:18 E0011, 1:28 E0011, 1:31 E0011"},
		{"m(a) { x := a y := a; lock() unlock(); m(a) skip }",
			"1:15 E0013, 1:30 E0013, 1:45 E0013"},
		{"m(a) { ; x := a;; if * {};;; }\n;\nm() {};",
			"1:8 E0014, 1:17 E0014, 1:27 E0014, 2:1 E0014, 3:7 E0014"},
		{"m(a) { x := 3; x := \"abc\"; b.f := 0x3f; n(1) }",
			"1:13 E0015, 1:21 E0015, 1:35 E0015, 1:43 E0015"},
		{"m(a) { x := m(a); x := a.m(b); n(k(a)) }", "1:13 E0016, 1:27 E0016, 1:35 E0016"},
		{"m(a) { x := new Foo(); x := new Foo(a, b); x := new; x := new(a); new(); n(new()) }",
			"1:17 E0017, 1:33 E0017, 1:52 E0017, 1:63 E0017, 1:67 E0017, 1:76 E0017"},
		{"m(a) { return; return a\n return }", "1:8 E0018, 1:16 E0018, 2:2 E0018"},
		{"m(a) { synchronised { x = a } whlie * { x = b } fi * { } }",
			"1:8 E0019, 1:25 E0010, 1:31 E0019, 1:43 E0010, 1:49 E0019"},
		{"m(a) { if * {} els { } skp; unlok; wihle (a) { x = a } }",
			"1:16 E0019, 1:24 E0019, 1:29 E0019, 1:36 E0019, 1:50 E0010"},
		{"privat m2(a) { x = a }", "1:1 E0019, 1:18 E0010"},
		{"m(a) { else { x = a } else if * { x = a } }", "1:8 E0024, 1:17 E0010, 1:37 E0010"},
		{"m(a) { x := a.; x. := a; x..f := a; a.3 := x; a.f. := x; n(a.) }",
			"1:14 E0025, 1:18 E0025, 1:27 E0025, 1:38 E0025, 1:50 E0025, 1:61 E0025"},
		{"m(a) { lock m; synchronized (if) { lock (x); unlock(this); } unlock m; synchronized m { } lock(while); }",
			"1:13 E0026, 1:30 E0009, 1:53 E0026, 1:69 E0026, 1:85 E0026, 1:96 E0009"},
		{"m(a) { lock; unlock; lock(a.b); skip(); synchronized(a.b) { x = a } lock }",
			"1:12 E0026, 1:20 E0026, 1:28 E0026, 1:37 E0026, 1:55 E0026, 1:63 E0010, 1:73 E0026"},
		// an operator after a statement without a value
		{"m(a) { lock() as x; unlock() }", "1:15 E0013, 1:18 E0011"},
		{"m(a) { a.m(b); a.f.m(); }", "1:8 E0028, 1:16 E0028"},

		// Conditions.
		{"m(a) { if (a == b) { x = a; } while (true) { } if a == b { x = y } }",
			"1:11 E0012, 1:24 E0010, 1:37 E0012, 1:51 E0012, 1:62 E0010"},
		{"m(a) { if { } while x := a; if (*) {} }", "1:10 E0012, 1:21 E0012, 1:32 E0012"},
		{"m(a) { if (a.b(c)) x := a; if\nx := a }", "1:11 E0012, 1:30 E0012"},

		// Declarations.
		{"{ skip } || { skip } || { x = y }", "1:22 E0020, 1:29 E0010"},
		{"{ skip }", "1:1 E0020"},
		{"{ skip } { skip }", "1:9 E0020"},
		{"{ skip } | { skip }", "1:10 E0020"},
		{"{ skip } || m() { skip }", "1:12 E0020"},
		{"m() { skip } || { skip }", "1:14 E0020"},
		{"|| { skip }", "1:1 E0020"},
		{"m() { skip || skip }", "1:12 E0011"},
		{"m() { skip; || skip }", "1:13 E0020"},
		{"init { o1.f = o2; o1 = o2; o1.f := o2; o1.f.g = o3; 3; ;; }",
			"1:21 E0021, 1:33 E0021, 1:44 E0021, 1:53 E0021, 1:56 E0014"},
		{"init { A.b = 0; o1.f = 3; o1.f = \"x\"; o1.f = o2 o2.f = o1 }",
			"1:14 E0015, 1:24 E0015, 1:34 E0015, 1:49 E0013"},
		{"init {\n o1.f = o2\n x(\n}\nm() { x = y }", "3:3 E0021, 5:9 E0010"},
		{"void m(a) { x = a }\nprivate static void foo() { x = y }",
			"1:1 E0027, 1:15 E0010, 2:9 E0027, 2:31 E0010"},
		{"m(a) {\n  whlie *x := new();", "1:1 E0006, 2:3 E0019, 2:21 E0004"},
		{"m3 { x = y }\nprivate { x = y }\nprivate",
			"1:3 E0027, 1:8 E0010, 2:9 E0027, 2:13 E0010, 3:8 E0027"},
		{"class Foo { m(a) { x := a; } }", "1:1 E0027"},
	} {
		if got := strings.Join(codesAt(row.text), ", "); got != row.want {
			t.Errorf("%q\n got %s\nwant %s", row.text, got, row.want)
		}
	}
}

// TestManyErrorsInOneRun: independent errors are all found, each at its place, and nothing else.
func TestManyErrorsInOneRun(t *testing.T) {
	const text = `// nine errors
first(a) {
  x = a.f;
  if (a == x) {
    x := 3;
  }
  lock() x := a.f; unlock();
}

second(a, b {
  synchronised {
    y := a.;
  }
  b.f := second(a, b);
}

third(a) {
  return a;
}
`
	want := []string{
		"3:5 E0010", "4:6 E0012", "5:10 E0015", "7:10 E0013", "10:12 E0008", "11:3 E0019",
		"12:11 E0025", "14:10 E0016", "18:3 E0018",
	}
	if got := codesAt(text); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// TestDiagnostic: diagnostics have all their parts as they are shown.
func TestDiagnostic(t *testing.T) {
	src := il.NewSource("", "m(a) {\n  whlie * {\n    x := a;\n  }\n\nn(b) {\n  x := b\n}\n")
	_, diags := File(src)
	want := diag.List{
		{Code: "E0019", At: 9, End: 14, Message: "whlie is not a word of IL",
			Label: "did you mean while?", Fix: "write while",
			Edits: []diag.Edit{{At: 9, End: 14, Text: "while"}}},
		{Code: "E0004", At: 34, End: 34, Message: `missing "}" before the next declaration`,
			Label: `expected "}"`, Fix: `close the block with "}"`,
			Edits: []diag.Edit{{At: 34, End: 34, Text: "\n}"}},
			Notes: []diag.Note{{At: 5, End: 6,
				Message: "this block is not closed, or its \"}\" closes another one"}}},
	}
	if !reflect.DeepEqual(diags, want) {
		t.Errorf("got  %+v\nwant %+v", diags, want)
	}
}

// checkDiagnostics checks that every diagnostic has all that a report shows, within the text.
func checkDiagnostics(t testing.TB, src *il.Source, diags diag.List) {
	t.Helper()
	for i, d := range diags {
		if _, ok := diag.Explain(d.Code); !ok {
			t.Errorf("no page for %s", d.Code)
		}
		if d.Message == "" || d.Label == "" ||
			strings.HasSuffix(strings.TrimSuffix(d.Message, "..."), ".") || len(d.Message) > 200 {
			t.Errorf("incomplete: %+v", d)
		}
		for _, c := range d.Message + d.Label + d.Fix {
			if !unicode.IsPrint(c) {
				t.Errorf("not printable: %+q", d.Message+d.Label+d.Fix)
				break
			}
		}
		if d.At < 0 || d.End < d.At || int(d.End) > len(src.Text) {
			t.Errorf("outside the text: %+v", d)
		}
		if i > 0 && d.At < diags[i-1].At {
			t.Errorf("out of order: %+v before %+v", diags[i-1], d)
		}
	}
	if len(diags) > maxDiagnostics {
		t.Errorf("%d diagnostics, want at most %d", len(diags), maxDiagnostics)
	}
}

// TestSyntaxPages: the pages are true. The bad program has exactly that error, and the good one has
// none.
func TestSyntaxPages(t *testing.T) {
	seen := 0
	for _, page := range diag.Pages() {
		if page.Code >= "E0030" || page.Code == diag.TooDeep || page.Code == diag.TooLarge {
			continue
		}
		seen++
		t.Run(string(page.Code), func(t *testing.T) {
			src := il.NewSource("", page.Bad)
			_, diags := File(src)
			checkDiagnostics(t, src, diags)
			for _, d := range diags {
				if d.Code != page.Code {
					t.Errorf("the bad program has %s: %s", d.Code, d.Message)
				}
			}
			if len(diags) == 0 {
				t.Error("the bad program has no error")
			}
			if _, diags := File(il.NewSource("", page.Good)); len(diags) > 0 {
				t.Errorf("the good program has %v", diags)
			}
			if page.Title == "" || page.Text == "" {
				t.Error("the page is empty")
			}
		})
	}
	if seen != 26 {
		t.Errorf("%d pages have examples of syntax, want 26", seen)
	}
}

// TestManyErrors: of many errors the first are kept and the others counted.
func TestManyErrors(t *testing.T) {
	for _, n := range []int{20, 21, 50, 100_000} {
		src := il.NewSource("", strings.Repeat("m(a) { x = a }\n", n))
		_, diags := File(src)
		if len(diags) != maxDiagnostics {
			t.Fatalf("%d errors: %d diagnostics, want %d", n, len(diags), maxDiagnostics)
		}
		for i, d := range diags {
			var notes []diag.Note
			if more := n - maxDiagnostics; i == maxDiagnostics-1 && more > 0 {
				notes = []diag.Note{{At: d.At, End: d.End,
					Message: fmt.Sprintf("and %d more", more)}}
			}
			at, want := src.At(d.At), fmt.Sprintf("%d:10", i+1)
			if at != want || !reflect.DeepEqual(d.Notes, notes) {
				t.Errorf("%d errors: number %d is at %s with notes %v, want %s and %v",
					n, i, at, d.Notes, want, notes)
			}
		}
	}
}

// TestSameResultOnAnyNumberOfProcessors: a text that is read in parts gives the same result on one
// processor and on four.
func TestSameResultOnAnyNumberOfProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	legal := flat(quick.Cases(40_000))
	for i, text := range []string{
		legal,
		strings.Replace(legal, ";", "; /* c */ x = y;", 30),
		"}\x00" + legal[:len(legal)/2] + "if {" + legal[len(legal)/2:],
	} {
		src := il.NewSource("", text)
		runtime.GOMAXPROCS(1)
		want, wantDiags := parseFile(src, maxSize, 0)
		runtime.GOMAXPROCS(4)
		got, diags := parseFile(src, maxSize, 0)
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(diags, wantDiags) {
			t.Errorf("text %d has the errors %v on 4 processors, %v on one, or the programs differ",
				i, diags, wantDiags)
		}
	}
}

// TestBrokenMarks: exactly the declarations with errors in them are marked as broken.
func TestBrokenMarks(t *testing.T) {
	p, _ := File(il.NewSource("",
		"m() { x = y }\nn() { x := y }\n{ x } || { skip }\n{ skip } || { skip }\no( { skip }"))
	var got []bool
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			got = append(got, d.Broken)
		case *il.Parallel:
			got = append(got, d.Broken)
		}
	}
	if want := []bool{true, false, true, false, true}; !reflect.DeepEqual(got, want) {
		t.Errorf("broken: %v, want %v", got, want)
	}
}

// TestTooLarge: a text of the limit's size is read, and a larger one has a single error.
func TestTooLarge(t *testing.T) {
	for size, want := range map[int]int{8: 0, 7: 1} {
		p, diags := parseFile(il.NewSource("", "m() { }\n"), size, grammarSize)
		if p == nil || len(diags) != want || want > 0 && diags[0].Code != diag.TooLarge {
			t.Errorf("a text of 8 bytes within %d: %v, want %d errors", size, diags, want)
		}
	}
}

// TestGarbage: damaged programs and garbage give diagnostics that can be shown, and not more of
// them than a person reads.
func TestGarbage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(quick.Cases(2000)) {
		src := il.NewSource("", mutate(r, randomText(seed)))
		_, diags := File(src)
		checkDiagnostics(t, src, diags)
	}
	bytes := make([]byte, 1<<20)
	for i := range bytes {
		if bytes[i] = byte(' ' + r.IntN(0x100-' ')); i%64 == 0 {
			bytes[i] = '\n'
		}
	}
	src := il.NewSource("", string(bytes))
	_, diags := File(src)
	checkDiagnostics(t, src, diags)
	if len(diags) != maxDiagnostics || len(diags[maxDiagnostics-1].Notes) == 0 {
		t.Errorf("garbage gives %v", diags)
	}
}

// TestCombiningMarks: a name may have accents that are characters of their own, as some systems
// write them. It is another name than the one with accents in its letters, which looks the same, so
// that a text with both has an error. Its fix writes both in one form.
func TestCombiningMarks(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"me\u0301(a) { e\u0301te\u0301 := a.n\u0303_1; x := e\u0301te\u0301; q\u0301 := x; }", ""},
		{
			"m(a) { e\u0301te\u0301 := a; x := e\u0301te\u0301; \u00e9t\u00e9 := x; }",
			"m(a) { \u00e9t\u00e9 := a; x := \u00e9t\u00e9; \u00e9t\u00e9 := x; }",
		},
		{"m(a) { a.\u00e9 := a; /* e\u0301 */ }", ""},
		{"m(a) { \u00e9 := a; x := e\u0301\u0301; }", ""},
	} {
		text, want := x.text, x.want
		_, diags := File(il.NewSource("", text))
		var v Incremental
		if _, again := v.File(il.NewSource("", text)); !reflect.DeepEqual(again, diags) {
			t.Errorf("%q has the errors %v, want %v as File says", text, again, diags)
		}
		if want == "" && len(diags) > 0 {
			t.Errorf("%q has the errors %v, want none", text, diags)
		} else if want != "" && (len(diags) != 1 || applyEdits(text, diags[0]) != want) {
			t.Errorf("%q has the errors %+v, want one whose edits make %q", text, diags, want)
		}
	}
}

// TestMethodHeadWindow: where a "}" is forgotten, a method head begins a declaration if its line
// begins at most window bytes before the brace.
func TestMethodHeadWindow(t *testing.T) {
	for n, want := range map[int]string{window: "1:6 E0004", window + 1: "2:1 E0011, 2:515 E0004"} {
		text := "a() {\nn(" + strings.Repeat("x", n-len("\nn() ")) + ") {}"
		if got := strings.Join(codesAt(text), ", "); got != want {
			t.Errorf("a head of %d bytes: %s, want %s", n, got, want)
		}
	}
}

// TestBrief: of a long stretch of the source a message quotes the beginning.
func TestBrief(t *testing.T) {
	forty := strings.Repeat("é", maxQuoted)
	for text, want := range map[string]string{
		forty: forty, forty + "x": forty + "...", "a \nb": "a ...", "a\x1b[0m": "a\ufffd[0m",
	} {
		if got := brief(text); got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}

// TestNotText: a file that is not a text has one error, at its first byte that is not. A text may
// hold control characters: fewer than 8, or than a twentieth of it, and any number in comments.
func TestNotText(t *testing.T) {
	method := func(controls, size int) string {
		head := "m(a) { " + strings.Repeat("x\x01\n", controls)
		return head + strings.Repeat(" ", size-len(head)-1) + "}"
	}
	for _, x := range []struct {
		text, at string // of the only error; empty if there are others or none
	}{
		{"\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9), "1:1"},
		{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x02\x00\x00\x00\x02\x00\x08", "1:1"},
		{method(8, 160), "1:9"},
		{method(7, 100), ""},
		{method(8, 161), ""},
		{"m(a) { skip; } // " + strings.Repeat("\x00", 20), ""},
	} {
		got := codesAt(x.text)
		if (len(got) == 1) != (x.at != "") || x.at != "" && got[0] != x.at+" E0002" {
			t.Errorf("%q has the errors %q, want only one at %q", x.text, got, x.at)
		}
	}
}
