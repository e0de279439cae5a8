package gen

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/internal/quick"
)

// mustParse parses a text that must be legal.
func mustParse(t testing.TB, text string) *il.Program {
	t.Helper()
	p, errs := parse.File(il.NewSource("test.il", text))
	if len(errs) > 0 {
		t.Fatalf("parsing: %s: %s\n%s", p.Source.At(errs[0].At), errs[0].Message, abridged(text))
	}
	if _, errs = check.Program(p, check.Options{}); len(errs) > 0 {
		t.Fatalf("checking: %s: %s\n%s", p.Source.At(errs[0].At), errs[0].Message, abridged(text))
	}
	return p
}

// abridged returns the beginning of a long text.
func abridged(text string) string {
	if len(text) > 1000 {
		return text[:1000] + "..."
	}
	return text
}

// sameTree returns the differences of two trees, including positions, "" if there are none.
func sameTree(a, b *il.Program) string {
	if reflect.DeepEqual(a.Decls, b.Decls) { // much faster
		return ""
	}
	return cmp.Diff(a.Decls, b.Decls, cmpopts.EquateEmpty())
}

// TestTextParsesToTheTree: parsing the text of a program gives the program, including positions.
func TestTextParsesToTheTree(t *testing.T) {
	for name, o := range mixes {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(quick.Cases(150)) {
				p := Program(Rand(seed), o)
				if diff := sameTree(p, mustParse(t, p.Source.Text)); diff != "" {
					t.Fatalf("seed %d (-drawn +parsed):\n%s\n%s", seed, diff, p.Source.Text)
				}
			}
		})
	}
}

// TestPlace: Positioned gives a tree the positions of its canonical text.
func TestPlace(t *testing.T) {
	const text = `
// A comment.
get(buffer,arg1){ t := buffer.next.next ; synchronized { buffer.f:=new() } }
{ if * then { skip } else { } while * do { lock(); get(arg1, arg2.f); unlock() } } ||
{ arg1.f := arg2; arg1.g := arg1.f; x := arg1 }
init { o1.f = o2; A.arg1 = o1 }
`
	const want = `get(buffer, arg1) {
  t := buffer.next.next;
  synchronized {
    buffer.f := new();
  }
}

{
  if * {
    skip;
  } else {}
  while * {
    lock();
    get(arg1, arg2.f);
    unlock();
  }
} || {
  arg1.f := arg2;
  arg1.g := arg1.f;
  x := arg1;
}

init {
  o1.f = o2;
  A.arg1 = o1;
}
`
	p := il.Positioned(mustParse(t, text))
	if p.Source.Text != want {
		t.Errorf("the text is\n%s\nwant\n%s", p.Source.Text, want)
	}
	if diff := sameTree(p, mustParse(t, want)); diff != "" {
		t.Errorf("(-placed +parsed):\n%s", diff)
	}
	got := il.Positioned(mustParse(t, "m() { }\ninit { }")).Source.Text
	if want := "m() {}\n\ninit {}\n"; got != want {
		t.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
}

// TestPlaceDeepNesting: Positioned indents like il.Format, even where indentation stops.
func TestPlaceDeepNesting(t *testing.T) {
	p := il.Positioned(mustParse(t, Nest(100)))
	if p.Source.Text != il.Format(p) {
		t.Errorf("the text is\n%s\nwant, by il.Format,\n%s", p.Source.Text, il.Format(p))
	}
}

func TestLarge(t *testing.T) {
	for _, tt := range []struct{ statements, perMethod, methods int }{
		{1, 10, 1}, {9, 10, 1}, {20, 10, 2}, {1000, 10, 100}, {1234, 10, 123}, {500, 1, 500},
		{700, 100, 7}, {20000, 10, 2000},
	} {
		text := Large(tt.statements, tt.perMethod, 1)
		p := mustParse(t, text)
		if m := Measure(p); m.Statements != tt.statements || m.Methods != tt.methods {
			t.Errorf("Large(%d, %d) has %d statements in %d methods, want %d in %d", tt.statements,
				tt.perMethod, m.Statements, m.Methods, tt.statements, tt.methods)
		}
		if il.Format(p) != text {
			t.Errorf("Large(%d, %d) is not in canonical style", tt.statements, tt.perMethod)
		}
		if text != Large(tt.statements, tt.perMethod, 1) {
			t.Errorf("Large(%d, %d) gives two texts", tt.statements, tt.perMethod)
		}
	}
	if Large(100, 10, 1) == Large(100, 10, 2) {
		t.Error("Large with seeds 1 and 2 returns the same text")
	}
	if Large(0, 0, 1) == "" {
		t.Error("Large(0, 0) is empty, want one statement")
	}
}

// TestLargeIsAMix: Large looks like ordinary code: it has some of everything, and nothing
// dominates.
func TestLargeIsAMix(t *testing.T) {
	const statements = 20000
	p := mustParse(t, Large(statements, 10, 1))
	m := Measure(p)
	for name, n := range map[string]int{
		"lock": m.Locks, "synchronized": m.Syncs, "if": m.Branches, "while": m.Loops,
		"call": m.Calls, "copy": m.Copies, "new": m.News, "sugar": m.Sugar,
	} {
		if n < statements/200 || n > statements/4 {
			t.Errorf("%d of %d statements are %s, want from a 200th to a quarter", n, statements,
				name)
		}
	}
	if m.Loads+m.Stores < statements/3 || m.Stores < m.Loads/4 {
		t.Errorf("there are %d loads and %d stores, want a third of %d in all and a fifth of them "+
			"stores", m.Loads, m.Stores, statements)
	}
	if m.Private < m.Methods/5 || m.Private > m.Methods/2 {
		t.Errorf("%d of %d methods are private, want from a fifth to a half", m.Private, m.Methods)
	}
	if m.Fields < 100 || m.LongestPath < 2 || m.Reassigned == 0 || m.DupArgs == 0 ||
		m.PrefixArgs == 0 {
		t.Errorf("Measure = %+v, want many fields and some of the rest", m)
	}
	if d := callDepth(t, p); d < 4 || d > groupSize {
		t.Errorf("the longest call chain has %d methods, want 4 to %d", d, groupSize)
	}
}

// callDepth returns the number of methods in the longest chain of calls.
func callDepth(t *testing.T, p *il.Program) int {
	t.Helper()
	core, _ := check.Program(p, check.Options{})
	depth, deepest := map[string]int{}, 0
	for _, u := range core.Order {
		depth[u.Name] = 1
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				depth[u.Name] = max(depth[u.Name], 1+depth[c.Method])
			}
		})
		deepest = max(deepest, depth[u.Name])
	}
	return deepest
}

// steps returns the number of steps of each method, calls included. There must be no branches.
func steps(t *testing.T, p *il.Program) map[string]int {
	t.Helper()
	core, _ := check.Program(p, check.Options{})
	n := map[string]int{}
	for _, u := range core.Order {
		for _, s := range u.Body.Stmts {
			n[u.Name]++
			if c, ok := s.(*il.Call); ok {
				n[u.Name] += n[c.Method] + 1 // push, the body, pop
			}
		}
	}
	return n
}

func TestDoubling(t *testing.T) {
	for name, family := range map[string]func(int) string{
		"chain": DoublingChain, "fields": DoublingFields, "races": DoublingRaces,
	} {
		for _, depth := range []int{0, 1, 2, 20} {
			p := mustParse(t, family(depth))
			if m := Measure(p); m.Methods != depth+2 || m.Private != depth+1 ||
				m.Calls != 2*depth+1 {
				t.Errorf("%s of %d: %+v", name, depth, m)
			}
		}
	}
	for _, depth := range []int{0, 1, 5, 20} {
		all := steps(t, mustParse(t, DoublingChain(depth)))
		// The write is the last step of top.
		if got, want := all["top"]-1, 5<<depth-1; got != want {
			t.Errorf("depth %d: there are %d steps before the write, want %d", depth, got, want)
		}
	}
	mustParse(t, DoublingChain(60))
	if text := DoublingFields(1); !strings.Contains(text, "m0(a.f); m0(a.g);") {
		t.Errorf("DoublingFields(1) is\n%s\nwant the arguments a.f and a.g", text)
	}
}

func TestFamilies(t *testing.T) {
	for _, n := range []int{1, 2, 3, 1000} {
		if m := Measure(mustParse(t, DeepChain(n))); m.Methods != n || m.Private != n-1 ||
			m.Calls != n-1 {
			t.Errorf("DeepChain(%d): %+v", n, m)
		}
		if d := callDepth(t, mustParse(t, DeepChain(n))); d != n {
			t.Errorf("DeepChain(%d) is %d deep", n, d)
		}
		if m := Measure(mustParse(t, Nest(n))); m.Depth != n || m.Branches+m.Loops != n ||
			m.Stores != 1 {
			t.Errorf("Nest(%d): %+v", n, m)
		}
		if m := Measure(mustParse(t, LongPath(n))); m.LongestPath != n || m.Stores != 1 {
			t.Errorf("LongPath(%d): %+v", n, m)
		}
		if m := Measure(mustParse(t, Flat(n))); m.Statements != n || m.Methods != 1 {
			t.Errorf("Flat(%d): %+v", n, m)
		}
	}
	if m := Measure(mustParse(t, Flat(1001))); m.Loads != 500 || m.Stores != 500 || m.Fields != 64 {
		t.Errorf("Flat(1001): %+v", m)
	}
	if m := Measure(mustParse(t, Nest(0))); m.Stores != 1 {
		t.Errorf("Nest(0): %+v", m)
	}
}

// TestShrunkTextParsesToTheTree: results of the shrinker are also parsed to the same trees.
func TestShrunkTextParsesToTheTree(t *testing.T) {
	for _, p := range programsThat(has(&il.Load{}, &il.Call{}, &il.Unlock{}), 10) {
		small := Shrink(p, has(&il.Load{}, &il.Call{}, &il.Unlock{}))
		if diff := sameTree(small, mustParse(t, small.Source.Text)); diff != "" {
			t.Errorf("(-shrunk +parsed):\n%s\n%s", diff, small.Source.Text)
		}
	}
}

func BenchmarkLarge(b *testing.B) {
	const statements = 100_000
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(int64(len(Large(statements, 10, 1))))
	}
	b.ReportMetric(float64(b.N*statements)/b.Elapsed().Seconds(), "statements/s")
}
