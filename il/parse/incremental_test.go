package parse

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/quick"
)

// checkVersion parses a version both ways and compares: positions, comments and errors included.
func checkVersion(t testing.TB, v *Incremental, text string) *il.Program {
	t.Helper()
	src := il.NewSource("", text)
	want, wantDiags := File(src)
	got, diags := v.File(src)
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(diags, wantDiags) {
		t.Fatalf("after an edit:\n%s\ngot %v\n%s\nwant %v\n%s",
			text, diags, il.Format(got), wantDiags, il.Format(want))
	}
	return got
}

// TestIncrementalAgreesWithFile makes random edits of random programs: most keep them legal, some
// do not, some repair them, and some join or split declarations.
func TestIncrementalAgreesWithFile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	legal, illegal := 0, 0
	for seed := range uint64(quick.Cases(150)) {
		text := randomText(seed) + randomText(seed+1000)
		v := new(Incremental)
		versions := []string{text}
		for range 12 {
			switch r.IntN(4) {
			case 0:
				text = mutate(r, text)
			case 1: // undo
				text = versions[r.IntN(len(versions))]
			case 2:
				i := r.IntN(len(text) + 1)
				text = text[:i] + []string{" ", "\n", "// c\n", "/* c */"}[r.IntN(4)] + text[i:]
			default:
				text = []string{"", "\ufeff", "\n"}[r.IntN(3)] + text + randomText(r.Uint64N(50))
			}
			versions = append(versions, text)
			checkVersion(t, v, text)
			if _, diags := File(il.NewSource("", text)); len(diags) == 0 {
				legal++
			} else {
				illegal++
			}
		}
	}
	if legal < quick.Cases(300) || illegal < quick.Cases(300) {
		t.Errorf("%d versions are legal and %d are not, want at least %d of both",
			legal, illegal, quick.Cases(300))
	}
}

// TestIncrementalParsesOnlyWhatChanged: declarations in front of an edit are the same trees as
// before, those after it are moved, and errors are reported again.
func TestIncrementalParsesOnlyWhatChanged(t *testing.T) {
	text := "a() { x := y; }\nb() { lock(); }\nc() { x := y; }\nd() { x = y }\n"
	v := new(Incremental)
	first := checkVersion(t, v, text)
	second := checkVersion(t, v, strings.Replace(text, "lock()", "skip", 1))
	same := func(i int) bool { return first.Decls[i] == second.Decls[i] }
	if !same(0) || same(1) || same(2) || same(3) {
		t.Errorf("the trees of a to d are the same: %v %v %v %v, want only that of a",
			same(0), same(1), same(2), same(3))
	}
	if len(v.known) != 3 {
		t.Errorf("%d methods are remembered, want the 3 legal ones", len(v.known))
	}
}

// TestMovedMovesEveryPosition: no position of any node is left behind.
func TestMovedMovesEveryPosition(t *testing.T) {
	const text = `// One of each.
private m(a, b) {
  skip; x := y; x := a.f; a.f := x; x := new(); lock(); unlock();
  if * { skip; } else { skip; }
  while * { m(a, b.f); }
  a.f := b.f; a.f := new(); synchronized { skip; }
}
{ skip; } || { skip; }
init { o1.f = o2; A.x = o1; }
`
	v := new(Incremental)
	checkVersion(t, v, text)
	p := checkVersion(t, v, "\n"+text)
	kinds := map[reflect.Type]bool{}
	for _, b := range p.Bodies() {
		il.Walk(b, func(s il.Stmt) { kinds[reflect.TypeOf(s)] = true })
	}
	for _, s := range il.AllStmts {
		if !kinds[reflect.TypeOf(s)] {
			t.Errorf("the program has no %T", s)
		}
	}
}

// TestIncrementalForgets: old versions of a text are not kept alive by what was parsed from them.
func TestIncrementalForgets(t *testing.T) {
	v := new(Incremental)
	freed := make(chan bool, 1)
	var p *il.Program
	for i := range 3 {
		text := strings.Repeat(" ", 1<<16) + fmt.Sprintf("m() { x := y; }\nn%d() { skip; }", i)
		src := il.NewSource("", text)
		if i == 0 {
			runtime.AddCleanup(src, func(c chan bool) { c <- true }, freed)
		}
		p, _ = v.File(src)
	}
	runtime.GC()
	<-freed
	if len(p.Decls) != 2 || len(v.known) != 2 {
		t.Errorf("%d declarations are read and %d methods remembered, want 2 and 2",
			len(p.Decls), len(v.known))
	}
}

// BenchmarkEdit types characters in the middle of a text of 1 MB.
func BenchmarkEdit(b *testing.B) {
	const n = 50_000
	text := flat(n)
	at := len(text)/2 + strings.Index(text[len(text)/2:], "lock()")
	edited := func(i int) *il.Source {
		return il.NewSource("", text[:at]+strings.Repeat(" ", i%2)+text[at:])
	}
	v := new(Incremental)
	v.File(edited(0))
	i := 0
	report(b, n, func() {
		i++
		v.File(edited(i))
	})
}
