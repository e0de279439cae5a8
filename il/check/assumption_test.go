package check_test

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/internal/quick"
)

// TestViolated checks what the programs of TestDroppedAssumptions and others violate, and which
// errors remain even if everything is tolerated.
func TestViolated(t *testing.T) {
	tests := []struct{ text, violated, rest string }{
		{`m(b) { x := b.f; }`, "", ""},
		{`{ if * { unlock(); y := new(); arg1.f := y; lock(); } else { } } || { }`, "A2", ""},
		{`{ if * { lock(); } else { } arg1.f := arg1; if * { unlock(); } else { } } || { }`,
			"A2", ""},
		{`m() { unlock(); lock(); } { lock(); m(); unlock(); } || { }`, "A2", ""},
		{`m(b) { while * { synchronized { lock(); } } }`, "A2", ""},
		{`m(arg1) { y := new(); x.f := y; arg1.f := y; }`, "A3", ""},
		{`m(b) { if * { x := b; } y := x; y := x; }`, "A3", ""},
		{`r() { r(); } { r(); x := arg1.f; } || { }`, "A5", ""},
		{`m() { unlock(); k(); } k() { x := y; m(); }`, "A2,A3,A5", ""},
		{`m(a, a) { x := y; } k() { m(); lock(); }`, "A2,A3", "1:6 E0034 1:27 E0031"},
		{`m() { x := arg1; }`, "", "1:12 E0038"},
		{``, "", "1:1 E0045"},
	}
	for _, tt := range tests {
		p := program(t, tt.text)
		violated, rest := check.Violated(p)
		got := strings.Join(codes(p.Source, rest), " ")
		if violated.String() != tt.violated || got != tt.rest {
			t.Errorf("Violated of %s = %q, %q, want %q, %q", tt.text, violated, got, tt.violated,
				tt.rest)
		}
		core, errs := check.Program(p, check.Options{Tolerate: violated})
		if got := strings.Join(codes(p.Source, errs), " "); got != tt.rest {
			t.Errorf("%s: if %s are tolerated, the errors are %q, want %q", tt.text, violated, got,
				tt.rest)
		}
		if hasCore := core != nil; hasCore != (tt.rest == "") {
			t.Errorf("%s: if %s are tolerated, there is a core: %t, want %t", tt.text, violated,
				hasCore, tt.rest == "")
		}
	}
}

// TestTolerate: tolerating an assumption removes exactly the errors with its codes. If no other
// errors remain, there is a core, which is valid except for what was tolerated.
func TestTolerate(t *testing.T) {
	tolerated, recursive := 0, 0
	for seed := range uint64(randomPrograms / 3) {
		p := randomProgram(seed)
		_, all := check.Program(p, check.Options{})
		violated, rest := check.Violated(p)
		for a := check.Assumption(0); a < 1<<len(check.Assumptions); a++ {
			core, errs := check.Program(p, check.Options{Tolerate: a})
			want := slices.Clone(all)
			for _, x := range check.Assumptions {
				if a&x.Assumption != 0 {
					for _, code := range x.Codes {
						want = slices.DeleteFunc(want,
							func(d diag.Diagnostic) bool { return d.Code == code })
					}
				}
			}
			if got := codes(p.Source, errs); !slices.Equal(got, codes(p.Source, want)) {
				t.Fatalf("seed %d: if %s are tolerated, the errors are %v, want %v", seed, a, got,
					codes(p.Source, want))
			}
			if legal := len(rest) == 0 && violated&^a == 0; legal != (core != nil) {
				t.Fatalf("seed %d violates %s; if %s are tolerated, there is a core: %t, want %t",
					seed, violated, a, core != nil, legal)
			}
			if core == nil {
				continue
			}
			if core.Recursive != (violated&check.A5 != 0) {
				t.Fatalf("seed %d violates %s, and Recursive = %t", seed, violated, core.Recursive)
			}
			for _, u := range core.Units {
				checkLowered(t, u)
			}
			checkRecursiveOrder(t, core)
			if t.Failed() {
				t.Fatalf("seed %d, tolerating %s", seed, a)
			}
			tolerated++
			if core.Recursive {
				recursive++
			}
		}
	}
	if tolerated < randomPrograms/10 || recursive < quick.Cases(300) {
		t.Errorf("%d programs were tolerated and %d of them recursive, want at least %d and %d",
			tolerated, recursive, randomPrograms/10, quick.Cases(300))
	}
}

// checkRecursiveOrder expects Order to be a permutation of Units, in which a caller precedes its
// callee only if the callee calls the caller in turn.
func checkRecursiveOrder(t *testing.T, core *il.Core) {
	t.Helper()
	place := map[*il.Unit]int{}
	for i, u := range core.Order {
		place[u] = i
	}
	if len(place) != len(core.Units) || len(core.Order) != len(core.Units) {
		t.Errorf("Order has %d units, %d of them different, want %d", len(core.Order), len(place),
			len(core.Units))
	}
	for _, u := range core.Order {
		for _, callee := range callees(core, u) {
			if place[callee] >= place[u] && !calls(core, callee, u, map[*il.Unit]bool{}) {
				t.Errorf("Order has %s before %s, which does not call it", u.Name, callee.Name)
			}
		}
	}
}

// callees returns the callees of u, once for each call.
func callees(core *il.Core, u *il.Unit) []*il.Unit {
	var all []*il.Unit
	il.Walk(u.Body, func(s il.Stmt) {
		if c, ok := s.(*il.Call); ok {
			all = append(all, core.Methods[c.Method])
		}
	})
	return all
}

// calls reports whether u is v or calls v, directly or not.
func calls(core *il.Core, u, v *il.Unit, seen map[*il.Unit]bool) bool {
	if u == v {
		return true
	}
	seen[u] = true
	return slices.ContainsFunc(callees(core, u), func(callee *il.Unit) bool {
		return !seen[callee] && calls(core, callee, v, seen)
	})
}

// TestOrderOfRecursion: the order of a recursive program is that of a depth-first search.
func TestOrderOfRecursion(t *testing.T) {
	for text, want := range map[string]string{
		`r() { r(); }`:                                                "r",
		`a() { b(); } b() { c(); } c() { a(); }`:                      "c b a",
		`a() { b(); c(); } b() { a(); } c() { }`:                      "b c a",
		`d() { } a() { b(); } b() { a(); d(); } { a(); } || { b(); }`: "d b a A B",
	} {
		if got := names(coreOf(t, text, check.Options{Tolerate: check.A5}).Order); got != want {
			t.Errorf("Order of %s = %q, want %q", text, got, want)
		}
	}
}

func TestANF(t *testing.T) {
	tests := []struct {
		text        string
		anf, strong bool // of the program as written
	}{
		{
			`m(b) { x := b.f; b.f := x; m2(b, b.f, x); y := new(); lock(); unlock(); skip; } ` +
				`m2(b, c, d) { }`,
			true, true,
		},
		{`m(b) { b.f := b; }`, false, false},
		{`m(b, c) { b.f := c; }`, false, false},
		{`m(b, c) { if * { } else { while * { b.f := c; } } }`, false, false},
		{`m(b) { x := b; }`, true, false},
		{`m(b) { x := new(); b := x; }`, true, false},
		{`m(b) { b := b.f; }`, true, false},
		{`m(b) { b := new(); }`, true, false},
		{`{ arg1.f := arg2; arg1 := new(); } || { x := arg1; }`, true, true},
		{`m(b) { synchronized { b.f := b.g; } b.f := new(); }`, true, true},
	}
	for _, tt := range tests {
		core := coreOf(t, tt.text, check.Options{NoANF: true})
		anf, strong := check.ANF(core), check.StrongANF(core)
		if anf != tt.anf || strong != tt.strong {
			t.Errorf("%s: ANF and StrongANF = %t and %t, want %t and %t", tt.text, anf, strong, tt.anf,
				tt.strong)
		}
		lowered := coreOf(t, tt.text, check.Options{})
		anf, strong = check.ANF(lowered), check.StrongANF(lowered)
		if !anf || strong != tt.strong {
			t.Errorf("%s, lowered: ANF and StrongANF = %t and %t, want true and %t", tt.text, anf,
				strong, tt.strong)
		}
	}
}
