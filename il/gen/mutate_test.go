package gen

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/quick"
)

// examples returns the shipped programs.
func examples(t testing.TB) []*il.Program {
	t.Helper()
	files, err := filepath.Glob("../../examples/*.il")
	if err != nil || len(files) < 40 {
		t.Fatalf("there are %d examples (%v), want at least 40", len(files), err)
	}
	var list []*il.Program
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, mustParse(t, string(text)))
	}
	return list
}

// hasReport reports whether RacerDX reports a race in a legal program.
func hasReport(t testing.TB, p *il.Program) bool {
	t.Helper()
	core, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("want a legal program, got errors %v\n%s", errs, p.Source.Text)
	}
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := sets.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return !r.Races().IsZero()
}

// share returns how much n is of all, in percent.
func share(n, all int) int { return 100 * n / all }

// TestMutantsOfExamples: mutants of the shipped programs are legal, and most of them differ.
func TestMutantsOfExamples(t *testing.T) {
	all, changed := 0, 0
	for i, p := range examples(t) {
		text := plainCopy(p).Source.Text
		for seed := range uint64(quick.Cases(40)) {
			n := Mutate(Rand(seed+1000*uint64(i)), p, Default())
			mustBeLegal(t, n)
			mustBePlaced(t, n)
			all++
			if n.Source.Text != text {
				changed++
			}
		}
		if plainCopy(p).Source.Text != text {
			t.Fatalf("Mutate changes its argument:\n%s", text)
		}
	}
	if share(changed, all) < 95 {
		t.Errorf("%d of %d mutants differ from the example, want at least 95 %%", changed, all)
	}
}

func TestMutateIsDeterministic(t *testing.T) {
	differ := map[string]bool{}
	for seed := range uint64(100) {
		p := Program(Rand(1), wide())
		a, b := Mutate(Rand(seed), p, wide()), Mutate(Rand(seed), p, wide())
		if a.Source.Text != b.Source.Text {
			t.Fatalf("Mutate with seed %d returns\n%s\nand then\n%s", seed, a.Source.Text,
				b.Source.Text)
		}
		differ[a.Source.Text] = true
	}
	if len(differ) < 90 {
		t.Errorf("100 seeds give %d different mutants, want at least 90", len(differ))
	}
}

// drawn counts the kinds of edits that are drawn for programs, by name.
func drawn(
	t *testing.T, table []mutation, good func(*il.Program) bool, programs []*il.Program,
) map[string]int {
	t.Helper()
	last := ""
	named := slices.Clone(table)
	for i, k := range table {
		named[i].draw = func(m *mutator, s int) *il.Program {
			last = k.name
			return k.draw(m, s)
		}
	}
	count := map[string]int{}
	for seed := range uint64(3000) {
		p := programs[seed%uint64(len(programs))]
		if newMutator(Rand(seed), p, wide()).draw(named, good) != nil {
			count[last]++
		}
	}
	return count
}

// richPrograms returns programs with calls, pairs of locks, branches and assignments, so that every
// kind of edit has a place.
func richPrograms() []*il.Program {
	return programsThat(func(p *il.Program) bool {
		s := Measure(p)
		return s.Methods > 3 && s.Calls > 0 && s.Locks > 0 && s.Branches > 0 && s.Statements < 60
	}, 60)
}

// TestMutationsAreFair: every kind of edit is drawn about equally often.
func TestMutationsAreFair(t *testing.T) {
	checkFair(t, mutations, drawn(t, mutations, legal, richPrograms()))
}

// checkFair fails the test unless each mutation of a table has about the same count.
func checkFair(t *testing.T, table []mutation, count map[string]int) {
	t.Helper()
	total := 0
	for _, n := range count {
		total += n
	}
	for _, m := range table {
		if n := count[m.name]; n*len(table) < total/3 || n*len(table) > 3*total {
			t.Errorf("%s is drawn %d of %d times, want about a %dth", m.name, n, total, len(table))
		}
	}
	if none := count[""]; none > 0 {
		t.Errorf("no edit was found %d times", none)
	}
}

// TestKindsOfMutation: if only one kind of edit is enabled, its typical result is among the mutants.
func TestKindsOfMutation(t *testing.T) {
	const m, n = "m(a) { x := a.f; n(a, x); } ", "private n(b, c) { b.f := c; } "
	tests := map[string]string{ // a program that must be drawn
		"delete a statement":           "m(a) { x := a.f; } " + n,
		"duplicate a statement":        "m(a) { x := a.f; x := a.f; n(a, x); } " + n,
		"change a variable":            "m(a) { x := a.f; n(a, a); } " + n,
		"change a field":               "m(a) { x := a.g; n(a, x); } " + n,
		"change the length of a path":  "m(a) { x := a.f.f; n(a, x); } " + n,
		"change an argument":           "m(a) { x := a.f; n(x, a); } " + n,
		"change the kind of a command": "m(a) { x := new(); n(a, x); } " + n,
		"wrap statements":              "m(a) { lock(); x := a.f; n(a, x); unlock(); } " + n,
		"inline a call":                "m(a) { x := a.f; a.f := x; } " + n,
		"outline statements":           "m(a) { p(a); } " + n + "private p(a) { x := a.f; n(a, x); }",
		"assign a formal":              m + "private n(b, c) { b.f := c; b := new(); }",
	}
	for _, k := range mutations {
		text, ok := tests[k.name]
		if !ok {
			continue
		}
		delete(tests, k.name)
		p, want := mustParse(t, m+n), il.Format(mustParse(t, text))
		var texts []string
		for seed := range uint64(400) {
			if n := newMutator(Rand(seed), p, wide()).draw([]mutation{k}, legal); n != nil {
				texts = append(texts, n.Source.Text)
			}
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		if !slices.Contains(texts, want) {
			t.Errorf("%s: among %d mutants none is\n%s", k.name, len(texts), want)
		}
	}
	if len(tests) > 0 {
		t.Errorf("the table has no mutations for %v", tests)
	}
}

// TestMutateWithInit: a mutant keeps an init block that fits, and loses one that does not.
func TestMutateWithInit(t *testing.T) {
	p := mustParse(t,
		"m(a) {\n  x := a.f;\n  a.g := x;\n}\n\ninit {\n  o1.f = o1;\n  A.a = o1;\n}\n")
	kept, dropped := 0, 0
	for seed := range uint64(300) {
		n := Mutate(Rand(seed), p, Default())
		mustBeLegal(t, n)
		if _, ok := n.Decls[len(n.Decls)-1].(*il.Init); ok {
			kept++
		} else if !slices.ContainsFunc(n.Decls,
			func(d il.Decl) bool { _, ok := d.(*il.Init); return ok }) {
			dropped++
		}
	}
	if kept < 100 || dropped == 0 {
		t.Errorf("the init block was kept %d times and dropped %d times, want at least 100 and 1",
			kept, dropped)
	}
}

// TestMutateOfNothing: if nothing can be changed, the mutant is a copy.
func TestMutateOfNothing(t *testing.T) {
	p := mustParse(t, "// empty\nm() {}\n")
	for seed := range uint64(50) {
		mustBeLegal(t, Mutate(Rand(seed), p, Options{}))
	}
	if n := newMutator(Rand(1), p, Options{}).draw(mutations[1:], legal); n != nil {
		t.Errorf("an edit gives\n%s", n.Source.Text)
	}
}

func BenchmarkMutate(b *testing.B) {
	list := examples(b)
	r, o := Rand(1), Default()
	i := 0
	for b.Loop() {
		Mutate(r, list[i%len(list)], o)
		i++
	}
}
