package check_test

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
)

// names returns the names of units, separated by blanks.
func names(units []*il.Unit) string {
	var out []string
	for _, u := range units {
		out = append(out, u.Name)
	}
	return strings.Join(out, " ")
}

// TestCore checks the units, their order and the other parts of cores.
func TestCore(t *testing.T) {
	const class = `
private top(b) { mid(b, b.f); leaf(); }
mid(b, c) { leaf(); b.zeta := c; }
leaf() { }
other(x) { mid(x, x); }
init { o1.alpha = o2; A.b = o1 }
`
	const parallel = `
m(b) { b.f := b; }
{ m(arg2); arg10 := arg2; } || { x := arg1.g; }
`
	tests := []struct {
		name, text                     string
		units, order, formals, fields  string
		threads, pairs, privates, init bool
	}{
		{name: "a class", text: class,
			units: "top mid leaf other", order: "leaf mid top other",
			formals: "b|b c||x", fields: "alpha f zeta", pairs: true, privates: true, init: true},
		{name: "a parallel composition", text: parallel,
			units: "m A B", order: "m A B",
			formals: "b|arg2 arg10|arg1", fields: "f g", threads: true, pairs: true},
		{name: "methods after the blocks", text: `{ m(); } || { } m() { n(); } n() { }`,
			units: "A B m n", order: "n m A B", formals: "|||", threads: true, pairs: true},
		{name: "only private methods", text: `private m(b) { x := b.f; }`,
			units: "m", order: "m", formals: "b", fields: "f", privates: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			core := coreOf(t, tt.text, check.Options{})
			var formals []string
			privates := false
			for i, u := range core.Units {
				formals = append(formals, strings.Join(u.Formals, " "))
				privates = privates || u.Private
				if u.Index != i || u.Thread == (core.Methods[u.Name] == u) || u.Body == nil {
					t.Errorf("unit %d: %+v", i, u)
				}
			}
			for _, c := range []struct{ what, got, want string }{
				{"units", names(core.Units), tt.units},
				{"order", names(core.Order), tt.order},
				{"formals", strings.Join(formals, "|"), tt.formals},
				{"fields", strings.Join(core.Fields, " "), tt.fields},
			} {
				if c.got != c.want {
					t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
				}
			}
			for _, c := range []struct {
				what      string
				got, want bool
			}{
				{"threads", core.Threads[0] != nil && core.Threads[1] != nil, tt.threads},
				{"pairs", len(core.Pairs()) > 0, tt.pairs},
				{"privates", privates, tt.privates},
				{"init", core.Init != nil, tt.init},
				{"source", core.Source != nil && core.Program.Source == core.Source, true},
			} {
				if c.got != c.want {
					t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
				}
			}
		})
	}
}

// TestUnitPositions: the position of a method is that of its name, and the position of a thread
// block that of its brace.
func TestUnitPositions(t *testing.T) {
	core := coreOf(t, "private m() { }\n{ } || { }", check.Options{})
	for i, want := range []string{"1:9", "2:1", "2:8"} {
		if got := core.Source.At(core.Units[i].At); got != want {
			t.Errorf("%s is at %s, want %s", core.Units[i].Name, got, want)
		}
	}
}

// TestOnlyMethodsAreNormalised: thread blocks pass no formals, so argument normal form does not
// apply to them.
func TestOnlyMethodsAreNormalised(t *testing.T) {
	core := coreOf(t, `m(arg1) { arg1.f := arg1; } { arg1.f := arg1; } || { }`, check.Options{})
	if _, ok := core.Units[0].Body.Stmts[0].(*il.Copy); !ok {
		t.Errorf("the method begins with %T, want a copy", core.Units[0].Body.Stmts[0])
	}
	if _, ok := core.Units[1].Body.Stmts[0].(*il.Store); !ok {
		t.Errorf("thread A begins with %T, want the store", core.Units[1].Body.Stmts[0])
	}
}

// TestDroppedAssumptions: a program that violates an assumption is rejected by the rule for that
// assumption, or by the grammar.
func TestDroppedAssumptions(t *testing.T) {
	tests := []struct{ assumption, text, want string }{
		{"A2, min >= 0", `{ if * { unlock(); arg1.f := arg1; lock(); } } || { }`,
			"1:10 E0039 1:36 E0040"},
		{"A2, net = 0 in branches", `{ if * { lock(); } if * { unlock(); } } || { }`,
			"1:10 E0040 1:27 E0039"},
		{"A2, a callee below its entry", `m() { unlock(); lock(); } { m(); } || { }`,
			"1:7 E0039 1:17 E0040"},
		{"A2, reentrancy is kept", `{ lock(); lock(); unlock(); unlock(); } || { }`, ""},
		{"A3", `m(arg1) { y := new(); x.f := y; arg1.f := y; }`, "1:23 E0041"},
		{"A5", `r() { r(); } { r(); x := arg1.f; } || { }`, "1:7 E0032"},
		{"A4, destruction", `{ free(arg1); } || { }`, "1:3 E0030"},
		{"ANF is not needed", `m(arg1, arg2) { arg1.f := arg2; }`, ""},
	}
	for _, tt := range tests {
		p := program(t, tt.text)
		_, errs := check.Program(p, check.Options{})
		if got := strings.Join(codes(p.Source, errs), " "); got != tt.want {
			t.Errorf("a program that violates %s has the errors %q, want %q", tt.assumption, got,
				tt.want)
		}
	}
}

// TestBrokenBodies: a Broken declaration keeps its head but not its body, and there is no core.
func TestBrokenBodies(t *testing.T) {
	method := &il.Method{Name: "m", Broken: true, Formals: []il.Formal{{Name: "b"}},
		Body: block(&il.Unlock{}, &il.Call{Method: "unknown"}, &il.Copy{Dst: "x", Src: "arg9"})}
	threads := &il.Parallel{Broken: true, Blocks: [2]*il.Block{block(&il.Lock{}), nil}}
	caller := func(args ...il.Expr) *il.Method {
		call := &il.Call{Method: "m", Args: args}
		return &il.Method{Name: "n", Formals: []il.Formal{{Name: "b"}}, Body: block(call)}
	}
	bindings := &il.Init{Bindings: []il.Binding{{Thread: 0, Variable: "arg1", Value: "o1"}}}
	tests := []struct {
		name  string
		decls []il.Decl
		want  string
	}{
		{"its calls fit", []il.Decl{method, caller(il.Var("b"))}, ""},
		{"a call does not fit", []il.Decl{method, caller()}, "1:1 E0031"},
		{"the same name twice", []il.Decl{method, method}, "1:1 E0033"},
		{"the formals of a broken block are not known", []il.Decl{threads, bindings}, ""},
	}
	for _, tt := range tests {
		p := &il.Program{Source: il.NewSource("x.il", ""), Decls: tt.decls}
		core, errs := check.Program(p, check.Options{})
		if got := strings.Join(codes(p.Source, errs), " "); got != tt.want || core != nil {
			t.Errorf("%s: the errors are %q and the core %v, want %q and none", tt.name, got, core,
				tt.want)
		}
	}
}

// TestIncomplete: if the parser found errors, a unit may be missing because of them. The rest is
// checked as usual, but there is no core.
func TestIncomplete(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"m() { }", ""},
		{"m() { n(); }", "1:7 E0030"},
		{"init { }", ""},
	} {
		p := program(t, tt.text)
		core, errs := check.Program(p, check.Options{Incomplete: true})
		if got := strings.Join(codes(p.Source, errs), " "); got != tt.want || core != nil {
			t.Errorf("%q: the errors are %q and the core %v, want %q and none", tt.text, got, core,
				tt.want)
		}
	}
}

func block(stmts ...il.Stmt) *il.Block { return &il.Block{Stmts: stmts} }

// TestDidYouMean: a name is suggested only if it is close, and the closest one wins.
func TestDidYouMean(t *testing.T) {
	tests := []struct {
		declared string // names of methods
		called   string
		want     string
	}{
		{"reset", "rest", "reset"},
		{"reset", "resett", "reset"},
		{"reset", "rseet", "reset"},
		{"reset", "Reset", "reset"},
		{"reset", "reuse", ""},
		{"reset", "tesert", "reset"},
		{"abcdefghi", "abcxyzghi", "abcdefghi"},
		{"abcdefghi", "abwxyzghi", ""},
		{"m", "n", ""},
		{"mk", "nk", ""},
		{"get", "git", "get"},
		{"get got", "git", "get"},
		{"readers reader", "readr", "reader"},
		{"reader readers", "readerz", "reader"},
		{strings.Repeat("x", 64), strings.Repeat("x", 63), strings.Repeat("x", 64)},
		{strings.Repeat("x", 100), strings.Repeat("x", 99), ""},
		{strings.Repeat("x", 85), strings.Repeat("x", 64), strings.Repeat("x", 85)},
		{strings.Repeat("x", 86), strings.Repeat("x", 64), ""},
	}
	for _, tt := range tests {
		text := ""
		for _, m := range strings.Fields(tt.declared) {
			text += m + "() { }\n"
		}
		_, errs := check.Program(program(t, text+"caller1234() { "+tt.called+"(); }"),
			check.Options{})
		want := "not declared in this file"
		if tt.want != "" {
			want = "did you mean " + tt.want + "?"
		}
		if len(errs) != 1 || errs[0].Label != want {
			t.Errorf("a call of %s with the methods %s: errors %+v, want one labelled %q", tt.called,
				tt.declared, errs, want)
		}
	}
}

// TestDidYouMeanVariable: a suggested variable is legal at its place: it is a parameter or was
// assigned before.
func TestDidYouMeanVariable(t *testing.T) {
	tests := []struct{ text, want string }{
		{`m(buffer) { x := bufer; }`, "did you mean buffer?"},
		{`m() { buffer := new(); x := bufer; }`, "did you mean buffer?"},
		{`m() { x := bufer; buffer := new(); }`, "it has no value here"},
		{`m(b) { if * { buffer := b; } x := bufer; }`, "it has no value here"},
		{`{ x := arg1; y := agr1; } || { }`, "did you mean arg1?"},
	}
	for _, tt := range tests {
		_, errs := check.Program(program(t, tt.text), check.Options{})
		if len(errs) != 1 || errs[0].Label != tt.want {
			t.Errorf("%s: errors %+v, want one labelled %q", tt.text, errs, tt.want)
		}
	}
}

func TestDiagnosticsAreInTextOrder(t *testing.T) {
	p := program(t, `m() { n(); lock(); } m() { x := y; } init { A.z = o } k(a, a) { unlock(); }`)
	_, errs := check.Program(p, check.Options{})
	got := codes(p.Source, errs)
	const want = "1:7 E0030 1:12 E0040 1:22 E0033 1:33 E0041 1:47 E0044 1:60 E0034 1:65 E0039"
	if strings.Join(got, " ") != want {
		t.Errorf("the errors are %v, want %v", got, want)
	}
}

// TestNoPosition: a tree whose statements have no position in its source is still rejected.
func TestNoPosition(t *testing.T) {
	for _, stmt := range []il.Stmt{&il.Lock{At: il.NoPos}, &il.Unlock{At: il.NoPos}} {
		body := &il.Block{At: il.NoPos, End: il.NoPos, Stmts: []il.Stmt{stmt}}
		p := program(t, "m() { lock(); }")
		p.Decls = []il.Decl{&il.Method{At: il.NoPos, Name: "m", Body: body}}
		if _, errs := check.Program(p, check.Options{}); len(errs) != 1 {
			t.Errorf("a %T without a position has the errors %v, want one", stmt, errs)
		}
	}
}
