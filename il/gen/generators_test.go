package gen

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/quick"
)

// statementwise has the generators without idioms, with a hash of the programs of their first 500
// seeds.
var statementwise = map[string]string{
	"default": "cb80ca405356e870",
	"small":   "2200739b4e6f5f40",
	"sharing": "27c85fcf91b4b5ea",
	"even":    "ac3c356da066a98e",
	"dense":   "3b9f632ba5c04adf",
}

// TestGeneratorsStay: published figures depend on the programs of seeds, so these must not change.
func TestGeneratorsStay(t *testing.T) {
	found := 0
	for _, d := range Generators() {
		want, ok := statementwise[d.Name]
		if !ok {
			continue
		}
		found++
		sum := sha256.New()
		for seed := range uint64(500) {
			_, _ = io.WriteString(sum, d.Program(seed).Source.Text)
		}
		if got := fmt.Sprintf("%x", sum.Sum(nil)[:8]); got != want {
			t.Errorf("the programs of %s have the hash %s, want %s", d.Name, got, want)
		}
	}
	if found != len(statementwise) {
		t.Errorf("%d generators were tested, want %d", found, len(statementwise))
	}
}

func TestFindGenerator(t *testing.T) {
	for _, d := range Generators() {
		if x, ok := FindGenerator(d.Name); !ok || x.Options != d.Options || x.Doc == "" {
			t.Errorf("FindGenerator(%q) = %+v, %t, want %+v", d.Name, x, ok, d)
		}
	}
	if d, ok := FindGenerator("none"); ok {
		t.Errorf("FindGenerator(none) = %+v, want none", d)
	}
}

// TestDrawnProgramsAreLegal: both implementations of legality accept random programs, with and
// without sugar, and with little room and few names.
func TestDrawnProgramsAreLegal(t *testing.T) {
	for _, d := range Generators() {
		core := d.Options
		core.Sugar, core.Sync = 0, 0
		cramped := d.Options
		cramped.Statements, cramped.Locals, cramped.Fields, cramped.Depth = 3, 1, 1, 1
		for name, o := range map[string]Options{"": d.Options, "core": core, "cramped": cramped} {
			for seed := range uint64(quick.Cases(400)) {
				p := Program(Rand(seed), o)
				mustBeLegal(t, p)
				mustBePlaced(t, p)
				if !legal(p) {
					t.Fatalf("%s %s, seed %d: package check accepts what legal refuses:\n%s",
						d.Name, name, seed, p.Source.Text)
				}
				if name != "core" {
					continue
				}
				_, errs := check.Program(p, check.Options{Strict: true})
				if s := Measure(p); len(errs) > 0 || s.Sugar+s.Syncs > 0 {
					t.Fatalf("%s, seed %d: sugar %v\n%s", d.Name, seed, errs, p.Source.Text)
				}
			}
		}
	}
}

// An idiom is a pattern of statements. holds reports whether a list, which is not empty, begins with
// it.
type idiom struct {
	name  string
	holds func(p *il.Program, list []il.Stmt) bool
}

var idiomatic = []idiom{
	{"result", resultAt}, {"build", buildAt}, {"once", onceAt}, {"walk", walkAt},
	{"build by a call", builtByCallAt}, {"detour", detourAt},
}

// resultAt looks for x := new(); m(x, ...); y := x.f, where m ends with a store into that cell.
func resultAt(p *il.Program, list []il.Stmt) bool {
	if len(list) < 3 {
		return false
	}
	box, made := list[0].(*il.New)
	call, called := list[1].(*il.Call)
	load, read := list[2].(*il.Load)
	if !made || !called || !read || len(call.Args) == 0 || !call.Args[0].Equal(il.Var(box.Dst)) ||
		load.Src.Root != box.Dst {
		return false
	}
	for _, u := range unitsOf(p) {
		if u.method != nil && u.method.Name == call.Method {
			body := u.block.List()
			if len(body) == 0 {
				return false
			}
			last, ok := body[len(body)-1].(*il.Store)
			return ok && last.Dst.Equal(il.Path(u.formals[0], load.Src.Fields...))
		}
	}
	return false
}

// buildAt looks for x := new(), statements about x, and the store of x elsewhere.
func buildAt(_ *il.Program, list []il.Stmt) bool {
	made, ok := list[0].(*il.New)
	if !ok {
		return false
	}
	for i, s := range list[1:] {
		publishes := func(s il.Stmt) bool {
			store, ok := s.(*il.Store)
			return ok && store.Src == made.Dst && store.Dst.Root != made.Dst
		}
		if il.Any(&il.Block{Stmts: []il.Stmt{s}}, publishes) {
			return i > 0
		}
		about := false
		il.EachExpr(s, func(e il.Expr) { about = about || e.Root == made.Dst })
		if !about {
			return false
		}
	}
	return false
}

// builtByCallAt looks for a build in which a method fills the object.
func builtByCallAt(p *il.Program, list []il.Stmt) bool {
	if !buildAt(p, list) {
		return false
	}
	call, ok := list[1].(*il.Call)
	return ok && call.Args[0].Equal(il.Var(list[0].(*il.New).Dst))
}

// onceAt looks for x := π, and a store to π in a branch and under the lock.
func onceAt(_ *il.Program, list []il.Stmt) bool {
	load, ok := list[0].(*il.Load)
	if !ok || len(list) < 2 {
		return false
	}
	branch, ok := list[1].(*il.If)
	if !ok {
		return false
	}
	locks, stores := false, false
	il.Walk(branch.Then, func(s il.Stmt) {
		_, synchronized := s.(*il.Synchronized)
		locks = locks || synchronized || il.Acquires(s)
		store, ok := s.(*il.Store)
		stores = stores || ok && locks && store.Dst.Equal(load.Src)
	})
	return stores
}

// walkAt looks for a load, and a load from the same variable or a copy of it.
func walkAt(_ *il.Program, list []il.Stmt) bool {
	load, ok := list[0].(*il.Load)
	if !ok || len(list) < 2 {
		return false
	}
	switch s := list[1].(type) {
	case *il.Load:
		return s.Src.Root == load.Dst
	case *il.Copy:
		return s.Src == load.Dst
	}
	return false
}

// detourAt looks for n := new(); a.f := n; b.f := y; x := a.f.
func detourAt(_ *il.Program, list []il.Stmt) bool {
	if len(list) < 4 {
		return false
	}
	made, ok := list[0].(*il.New)
	way, ok1 := list[1].(*il.Store)
	back, ok2 := list[2].(*il.Store)
	load, ok3 := list[3].(*il.Load)
	return ok && ok1 && ok2 && ok3 && way.Src == made.Dst && back.Dst.Root != way.Dst.Root &&
		load.Src.Equal(way.Dst) && back.Dst.Fields[len(back.Dst.Fields)-1] == way.Dst.Fields[0]
}

// in reports whether a program has the idiom.
func (i idiom) in(p *il.Program) bool {
	found := false
	viewOf(p).eachBlock(func(_ int, b *il.Block) {
		for k := range b.List() {
			found = found || i.holds(p, b.Stmts[k:])
		}
	})
	return found
}

// openCalls returns how many calls are open at once in the units of pairs.
func openCalls(p *il.Program) int {
	bodies := map[string]*il.Block{}
	for _, u := range unitsOf(p) {
		if u.method != nil {
			bodies[u.method.Name] = u.block
		}
	}
	var below func(b *il.Block) int
	below = func(b *il.Block) (deepest int) {
		il.Walk(b, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				deepest = max(deepest, 1+below(bodies[c.Method]))
			}
		})
		return deepest
	}
	deepest := 0
	for _, u := range unitsOf(p) {
		if u.thread || !u.method.Private {
			deepest = max(deepest, below(u.block))
		}
	}
	return deepest
}

// frequencies returns which percentage of the programs of a generator have each feature or idiom.
func frequencies(o Options, programs uint64) map[string]int {
	n := map[string]int{}
	count := func(name string, holds bool) {
		if holds {
			n[name]++
		}
	}
	for seed := range programs {
		p := Program(Rand(seed), o)
		s := Measure(p)
		count("call", s.Calls > 0)
		count("loop", s.Loops > 0)
		count("branch", s.Branches > 0)
		count("lock", s.Locks+s.Syncs > 0)
		count("depth 3", openCalls(p) >= 3)
		count("prefix argument", s.PrefixArgs > 0)
		count("assigned formal", s.Reassigned > 0)
		for _, i := range idiomatic {
			count(i.name, i.in(p))
		}
	}
	for name := range n {
		n[name] = share(n[name], int(programs))
	}
	return n
}

// TestGeneratorsHaveTheirIdioms: each generator has its idiom, and the last one has all.
func TestGeneratorsHaveTheirIdioms(t *testing.T) {
	least := map[string]map[string]int{
		"default":   {"call": 30, "loop": 30, "branch": 40, "lock": 50},
		"boxes":     {"call": 60, "result": 40},
		"builders":  {"build": 50, "walk": 35, "build by a call": 8},
		"once":      {"once": 40, "lock": 60},
		"aliases":   {"walk": 60},
		"deep":      {"call": 60, "depth 3": 30},
		"detours":   {"detour": 35},
		"arguments": {"call": 60, "prefix argument": 30, "assigned formal": 50},
		"programs": {
			"call": 65, "loop": 24, "branch": 44, "lock": 48, "depth 3": 8, "result": 20,
			"build": 28, "once": 6, "walk": 44,
		},
	}
	for _, d := range Generators() {
		got := frequencies(d.Options, 1000)
		for what, n := range least[d.Name] {
			if got[what] < n {
				t.Errorf("%s: %d %% of the programs have a %s, want at least %d %%", d.Name,
					got[what], what, n)
			}
		}
	}
}

// TestIdiomsHaveOptions: without its option, an idiom occurs only by chance.
func TestIdiomsHaveOptions(t *testing.T) {
	for name, turnOff := range map[string]func(*Options){
		"result":  func(o *Options) { o.Result = 0 },
		"build":   func(o *Options) { o.Build = 0 },
		"once":    func(o *Options) { o.Once = 0 },
		"walk":    func(o *Options) { o.Walk = 0 },
		"depth 3": func(o *Options) { o.Onward = 0 },
	} {
		o := optionsOf("programs")
		turnOff(&o)
		with, without := frequencies(optionsOf("programs"), 500)[name], frequencies(o, 500)[name]
		if 3*without > 2*with {
			t.Errorf("%s: in %d %% of the programs without its option and in %d %% with it, want at "+
				"most two thirds", name, without, with)
		}
	}
}

// TestShrinkIdioms: programs with an idiom shrink to the size of the idiom.
func TestShrinkIdioms(t *testing.T) {
	for _, tt := range []struct {
		idiom
		size int // in statements
	}{{idiomatic[0], 4}, {idiomatic[1], 3}, {idiomatic[2], 4}, {idiomatic[3], 2}} {
		remaining := 12
		for seed := uint64(0); remaining > 0; seed++ {
			p := Program(Rand(seed), optionsOf("programs"))
			if !tt.in(p) {
				continue
			}
			remaining--
			small := Shrink(p, tt.in)
			mustBeLegal(t, small)
			if n := Measure(small).Statements; n > tt.size {
				t.Errorf("%s: the shrunk program has %d statements, want at most %d:\n%s", tt.name, n,
					tt.size, small.Source.Text)
			}
			if !tt.in(small) {
				t.Errorf("%s: the shrunk program lacks the idiom:\n%s", tt.name, small.Source.Text)
			}
		}
	}
}

// TestIdiomsKeepToTheirRoom: units have no more statements and no deeper blocks than the options
// allow.
func TestIdiomsKeepToTheirRoom(t *testing.T) {
	for _, size := range []int{1, 2, 3, 5, 8, 13} {
		for depth := range 4 {
			o := optionsOf("programs")
			o.Statements, o.Depth = size, depth
			for seed := range uint64(200) {
				p := Program(Rand(seed), o)
				if s := Measure(p); s.Depth > depth || depth == 0 && s.Locks > 0 {
					t.Fatalf("blocks are %d deep with %d locks, want at most %d:\n%s", s.Depth,
						s.Locks, depth, p.Source.Text)
				}
				for _, u := range unitsOf(p) {
					if n := sizeOf(u.block.List()); n > size || n == 0 {
						t.Fatalf("a unit has %d statements, want 1 to %d:\n%s", n, size,
							p.Source.Text)
					}
				}
			}
		}
	}
}

// TestMethodsWithResults: methods with results are private and do not use their box before the end,
// and a class still has a public method.
func TestMethodsWithResults(t *testing.T) {
	results := 0
	for seed := range uint64(300) {
		g := newGenerator(Rand(seed), optionsOf("boxes"))
		p := g.program()
		public, withResult := len(p.Decls)-len(g.methods), 0
		for i, m := range g.methods {
			if !m.Private {
				public++
			}
			if !g.hasResult(i) {
				continue
			}
			if !m.Private {
				withResult++
			}
			results++
			body, box := m.Body.List(), m.Formals[0].Name
			last, ok := body[len(body)-1].(*il.Store)
			if !ok || !last.Dst.Equal(il.Path(box, g.result)) {
				t.Fatalf("%s does not store a result at its end:\n%s", m.Name,
					il.Positioned(p).Source.Text)
			}
			for _, s := range body[:len(body)-1] {
				if il.Any(&il.Block{Stmts: []il.Stmt{s}},
					func(s il.Stmt) bool { return slices.Contains(varsOf(s), box) }) {
					t.Fatalf("%s uses its box before the end:\n%s", m.Name,
						il.Positioned(p).Source.Text)
				}
			}
		}
		if public == 0 || withResult > 0 && public > 1 {
			t.Fatalf("%d units are public, %d of them with a result, want another one public:\n%s",
				public, withResult, il.Positioned(p).Source.Text)
		}
	}
	if results < 200 {
		t.Errorf("%d methods have a result, want at least 200", results)
	}
}

// TestAnotherLocal: an allocation does not overwrite the variable at which its path begins.
func TestAnotherLocal(t *testing.T) {
	for seed := range uint64(50) {
		b := body{
			generator: newGenerator(Rand(seed), optionsOf("builders")),
			locals:    []string{"x", "y", "z"},
		}
		if i, ok := b.another(il.Path("y", "f")); !ok || b.locals[i] == "y" || b.assigned != 0 {
			t.Errorf("another(y.f) = %d, %t, want x or z, not yet assigned", i, ok)
		}
		b.locals = b.locals[1:2]
		if i, ok := b.another(il.Path("y", "f")); ok {
			t.Errorf("another(y.f) with y alone = %d, want none", i)
		}
		if i, ok := b.another(il.Path("a", "f")); !ok || i != 0 {
			t.Errorf("another(a.f) with y alone = %d, %t, want 0", i, ok)
		}
	}
}

// varsOf returns the variables that s itself names.
func varsOf(s il.Stmt) (names []string) {
	il.EachVar(s, func(name string, _ il.Pos) { names = append(names, name) })
	return names
}

// optionsOf returns the options of a generator.
func optionsOf(generator string) Options {
	d, ok := FindGenerator(generator)
	if !ok {
		panic("no generator " + generator)
	}
	return d.Options
}
