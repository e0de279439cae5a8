package world

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
)

// limits bounds the search of a random program.
var limits = Limits{States: 1000}

// each visits those of n random programs whose search in the paper's world is complete, with the
// races there.
func each(t *testing.T, n uint64, visit func(core *il.Core, p il.Pair, paper Found)) {
	t.Helper()
	for seed := range n {
		o := small()
		if seed%2 == 1 {
			o = calling()
		}
		core := iltest.Core(t, gen.Text(seed, o))
		p := pairOf(core, seed)
		if f := (World{}).Races(core, p, limits); f.Complete {
			visit(core, p, f)
		}
	}
}

// TestOnlyLess: the switches that drop an assumption only remove races, and so does G13. Each of
// them removes some.
func TestOnlyLess(t *testing.T) {
	removed := map[string]int{} // the number of races, by switch
	each(t, 1200, func(core *il.Core, p il.Pair, paper Found) {
		for _, s := range Switches() {
			if s.Name == "G3" || s.Name == "G12" {
				continue
			}
			f := s.World.Races(core, p, limits)
			if !f.Complete {
				continue
			}
			for _, r := range f.Races {
				if !slices.Contains(paper.Races, r) {
					t.Fatalf("%s adds a race: %s\n%s", s.Name, sites(core, []Race{r}),
						core.Source.Text)
				}
			}
			removed[s.Name] += len(paper.Races) - len(f.Races)
		}
	})
	t.Log(removed)
	for _, s := range Switches() {
		if removed[s.Name] == 0 && s.Name != "G3" && s.Name != "G12" {
			t.Errorf("%s removed no race", s.Name)
		}
	}
}

// TestNothingWhereNothing: a switch changes nothing in a program without the feature that it
// concerns, and worlds without a common object have no race.
func TestNothingWhereNothing(t *testing.T) {
	covered := map[string]int{} // the number of races in the paper's world, by case
	each(t, 700, func(core *il.Core, p il.Pair, paper Found) {
		text := core.Source.Text
		expect := func(name string, applies bool, w World, want []Race) {
			if !applies {
				return
			}
			f := w.Races(core, p, limits)
			if f.Complete && !slices.Equal(f.Races, want) {
				t.Fatalf("%s: Races = \n%swant\n%s%s", name, sites(core, f.Races),
					sites(core, want), text)
			}
			covered[name] += len(paper.Races)
		}
		locks, branches := 0, false
		for _, u := range core.Units {
			il.Walk(u.Body, func(s il.Stmt) {
				switch s.(type) {
				case *il.Lock:
					locks++
				case *il.If, *il.While:
					branches = true
				}
			})
		}
		expect("no new", !strings.Contains(text, "new"), World{NullCells: true, FreeAtPop: true},
			paper.Races)
		expect("no such field", true, World{AbsentField: "nosuch"}, paper.Races)
		expect("one lock", locks <= 1, World{NonReentrant: true, CappedLock: 1}, paper.Races)
		expect("high cap", true, World{CappedLock: 50}, paper.Races)
		expect("no branch", !branches, World{FirstBranch: true}, paper.Races)
		expect("apart", true, World{Unshared: true}, nil)
		expect("G1", true, World{EmptySkip: true}, nil)
	})
	t.Log(covered)
	for name, n := range covered {
		if n < 30 {
			t.Errorf("%s: only %d races in the paper's world, want 30", name, n)
		}
	}
}

// edited returns a copy of core in which each statement of each block is replaced by those that
// edit returns for it, and each unit begins with the statements of head, in reverse order.
func edited(core *il.Core, edit func(il.Stmt) []il.Stmt, head ...func() il.Stmt) *il.Core {
	var block func(b *il.Block) *il.Block
	block = func(b *il.Block) *il.Block {
		out := &il.Block{}
		for _, s := range b.List() {
			for _, s := range edit(s) {
				switch s := s.(type) {
				case *il.If:
					out.Stmts = append(out.Stmts,
						&il.If{At: s.At, Then: block(s.Then), Else: block(s.Else)})
				case *il.While:
					out.Stmts = append(out.Stmts, &il.While{At: s.At, Body: block(s.Body)})
				default:
					out.Stmts = append(out.Stmts, s)
				}
			}
		}
		return out
	}
	c := *core
	c.Units, c.Methods = nil, map[string]*il.Unit{}
	for _, u := range core.Units {
		v := *u
		v.Body = block(u.Body)
		for _, s := range head {
			v.Body.Stmts = append([]il.Stmt{s()}, v.Body.Stmts...)
		}
		c.Units = append(c.Units, &v)
		c.Methods[u.Name] = &v
	}
	return &c
}

// racesOf returns the races of the units of core that correspond to those of p.
func (w World) racesOf(core *il.Core, p il.Pair) Found {
	return w.Races(core,
		il.Pair{Left: core.Units[p.Left.Index], Right: core.Units[p.Right.Index]}, limits)
}

// TestStaleIsSkipAway: with a skip before every access, the addresses one step earlier are the
// right ones.
func TestStaleIsSkipAway(t *testing.T) {
	races, fewer, more := 0, 0, 0
	each(t, 700, func(core *il.Core, p il.Pair, paper Found) {
		skips := edited(core, func(s il.Stmt) []il.Stmt {
			switch s.(type) {
			case *il.Load, *il.Store:
				return []il.Stmt{&il.Skip{At: il.NoPos}, s}
			default:
				return []il.Stmt{s}
			}
		})
		w := World{Stale: true}
		if f := w.racesOf(skips, p); f.Complete {
			if !slices.Equal(f.Races, paper.Races) {
				t.Fatalf("Races with skips = \n%swant\n%s%s", sites(core, f.Races),
					sites(core, paper.Races), core.Source.Text)
			}
			races += len(f.Races)
			without := w.Races(core, p, limits).Races
			fewer += missing(f.Races, without)
			more += missing(without, f.Races)
		}
	})
	t.Logf("%d races; without the skips %d fewer and %d more", races, fewer, more)
	if races < 300 || fewer < 2 || more < 3 {
		t.Errorf("%d races, %d fewer and %d more without skips: want 300, 2 and 3", races, fewer, more)
	}
}

// missing counts the races of a list that are not in another.
func missing(list, other []Race) int {
	n := 0
	for _, r := range list {
		if !slices.Contains(other, r) {
			n++
		}
	}
	return n
}

// TestNonEmptyIsAStepAway: with a command at the beginning, no racing trace is empty.
func TestNonEmptyIsAStepAway(t *testing.T) {
	races, fewer := 0, 0
	each(t, uint64(quick.Cases(700)), func(core *il.Core, p il.Pair, paper Found) {
		later := edited(core, func(s il.Stmt) []il.Stmt { return []il.Stmt{s} }, func() il.Stmt {
			return &il.New{At: il.NoPos, Dst: "fresh"}
		})
		w := World{NonEmpty: true}
		f := w.racesOf(later, p)
		if !slices.Equal(f.Races, paper.Races) {
			t.Fatalf("Races with a step = \n%swant\n%s%s", sites(core, f.Races),
				sites(core, paper.Races), core.Source.Text)
		}
		races += len(f.Races)
		fewer += len(f.Races) - len(w.Races(core, p, limits).Races)
	})
	if races < quick.Cases(300) || fewer < quick.Cases(10) {
		t.Errorf("only %d races, %d of them not without the step", races, fewer)
	}
}

// TestFirstBranchIsAProgram: FirstBranch has the same races as the program in which each if is
// replaced by its first branch and each while is removed.
func TestFirstBranchIsAProgram(t *testing.T) {
	races := 0
	each(t, uint64(quick.Cases(700)), func(core *il.Core, p il.Pair, _ Found) {
		var decided func(s il.Stmt) []il.Stmt
		decided = func(s il.Stmt) []il.Stmt {
			switch s := s.(type) {
			case *il.If:
				var out []il.Stmt
				for _, s := range s.Then.List() {
					out = append(out, decided(s)...)
				}
				return out
			case *il.While:
				return nil
			default:
				return []il.Stmt{s}
			}
		}
		want := World{}.racesOf(edited(core, decided), p)
		got := World{FirstBranch: true}.Races(core, p, limits)
		if want.Complete != got.Complete || !slices.Equal(got.Races, want.Races) {
			t.Fatalf("got\n%swant\n%s%s", sites(core, got.Races), sites(core, want.Races),
				core.Source.Text)
		}
		races += len(got.Races)
	})
	if races < quick.Cases(100) {
		t.Errorf("only %d races were compared", races)
	}
}

// TestCanRaceIsRaces: the verdict on a pair of sites says whether it is listed as a race. A legal
// program in the paper's world is never stuck.
func TestCanRaceIsRaces(t *testing.T) {
	verdicts := map[Verdict]int{}
	each(t, uint64(quick.Cases(250)), func(core *il.Core, p il.Pair, paper Found) {
		m := newMachine(World{}, core, p)
		var accesses [2][]il.Site
		for i := range semantics.Tids {
			for _, u := range m.called(p, semantics.Tid(i)) {
				il.Walk(u.Body, func(s il.Stmt) {
					switch s.(type) {
					case *il.Load, *il.Store:
						accesses[i] = append(accesses[i], siteOf(s))
					}
				})
			}
		}
		for _, l := range accesses[0] {
			for _, r := range accesses[1] {
				v, why := World{}.CanRace(core, p, l, r, limits)
				verdicts[v]++
				if v == Bounded || strings.Contains(why, "stuck") ||
					strings.Contains(why, "never comes") {
					t.Fatalf("CanRace of %s = %v (%s)\n%s", sites(core, []Race{{l, r}}), v, why,
						core.Source.Text)
				}
				if (v == Races) != slices.Contains(paper.Races, Race{l, r}) {
					t.Fatalf("CanRace of %s = %v (%s), but Races lists %s\n%s",
						sites(core, []Race{{l, r}}), v, why, sites(core, paper.Races),
						core.Source.Text)
				}
			}
		}
	})
	if verdicts[Races] < quick.Cases(100) || verdicts[NoRace] < quick.Cases(100) {
		t.Errorf("the verdicts are %v, want more of each", verdicts)
	}
}

// initials visits the initial states of a pair with n objects, at most 3.
func initials(core *il.Core, p il.Pair, n int, visit func(semantics.Init)) {
	in := semantics.Init{Objects: []string{"a", "b", "c"}[:n], Stacks: [2]map[string]string{{}, {}}}
	for _, o := range in.Objects {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{o, f, ""})
		}
	}
	type formal struct {
		thread int
		name   string
	}
	var formals []formal
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			formals = append(formals, formal{i, x})
		}
	}
	var rec func(i int)
	rec = func(i int) {
		if i == len(in.Cells)+len(formals) {
			visit(in)
			return
		}
		for _, o := range in.Objects {
			if i < len(in.Cells) {
				in.Cells[i][2] = o
			} else {
				f := formals[i-len(in.Cells)]
				in.Stacks[f.thread][f.name] = o
			}
			rec(i + 1)
		}
	}
	rec(0)
}

func TestLimits(t *testing.T) {
	text, left, right := marked(t,
		`m(a) { x := new(); y := new(); n(a); x.f := y; «a.f := x; } n(a) { x := a.f; }
		{ lock(); m(arg1); unlock(); } || { lock(); m(arg1); unlock(); }`)
	core := iltest.Core(t, text)
	p := core.Pairs()[0]
	for _, tt := range []struct {
		limits Limits
		want   Verdict
		why    string
	}{
		{Limits{}, NoRace,
			"the threads are never about to make the accesses at the same time, because both " +
				"hold the lock there"},
		{Limits{States: 3}, Bounded, "no race in 3 states, but there are more states"},
		{Limits{Depth: 1}, Bounded, "calls go deeper than was looked at"},
		{Limits{Depth: 2}, NoRace, "both hold the lock there"},
		{Limits{Objects: 2}, Bounded, "states have more objects than was looked at"},
	} {
		v, why := World{}.CanRace(core, p, left, right, tt.limits)
		if v != tt.want || !strings.HasSuffix(why, tt.why) {
			t.Errorf("CanRace within %+v = %v (%s), want %v (%s)", tt.limits, v, why, tt.want,
				tt.why)
		}
		f := World{}.Races(core, p, tt.limits)
		if f.Complete != (tt.want == NoRace) || f.Complete != (f.Why == "") || len(f.Races) > 0 {
			t.Errorf("Races within %+v = %+v, want none, complete: %t", tt.limits, f,
				tt.want == NoRace)
		}
	}
}

// TestTooManyObjects: one step of a path may discover more objects than a state can hold.
func TestTooManyObjects(t *testing.T) {
	text, left, right := marked(t,
		"{ x := arg1"+strings.Repeat(".f", 260)+"; «x.g := arg1; } || { «arg1.g := arg1; }")
	core := iltest.Core(t, text)
	w := World{Unshared: true}
	v, why := w.CanRace(core, core.Pairs()[0], left, right, Limits{States: 300})
	if v != Bounded || !strings.HasSuffix(why, "states have more objects than was looked at") {
		t.Errorf("CanRace = %v (%s), want %v because of the objects", v, why, Bounded)
	}
}

// TestCapLetsIn: with a cap of 1, one unlock() after two lock() releases the lock. So the capped
// Figure 5 has a race that the paper's world does not have.
func TestCapLetsIn(t *testing.T) {
	text, left, right := marked(t,
		`m(a) { lock(); lock(); unlock(); «a.f := a; unlock(); } { m(arg1); } || { m(arg1); }`)
	core := iltest.Core(t, text)
	p := core.Pairs()[0]
	for top, want := range []Verdict{NoRace, Races, NoRace, NoRace} {
		if v, why := (World{CappedLock: top}).CanRace(core, p, left, right, Limits{}); v != want {
			t.Errorf("cap %d: CanRace = %v (%s), want %v", top, v, why, want)
		}
	}
}

// TestCorners has one program for each corner case of a world.
func TestCorners(t *testing.T) {
	for _, tt := range []struct {
		name  string
		world World
		text  string
		want  Verdict
		why   string
	}{
		{
			"the last step returns from the frame that made the last call", World{Stale: true},
			"n() {} m(a) { n(); } { m(arg1); «arg1.f := arg1; } || { m(arg1); «arg1.f := arg1; }",
			Races, "",
		}, {
			"a formal is not a local of the same name", World{Stale: true},
			"m(x) {} { x := arg1; m(x); «x.f := x; } || { x := arg1; m(x); «x.f := x; }",
			NoRace, "when both threads are about to make the accesses, their paths had different " +
				"addresses one step earlier, or none",
		}, {
			"a local is one of the same name", World{Stale: true},
			"m(a) { x := a; } { x := arg1; m(x); «x.f := x; } || { x := arg1; m(x); «x.f := x; }",
			Races, "",
		}, {
			"back at the start, but after a step", World{NonEmpty: true},
			"{ while * { x := arg1; } «arg1.f := arg1; } || { «arg1.f := arg1; }",
			Races, "",
		}, {
			"a thread that has nothing else to do still releases the lock",
			World{NullCells: true},
			"{ x := arg1.g; lock(); «x.f := x; unlock(); } || " +
				"{ x := new(); arg1.g := x; lock(); x := x.f; «x.f := x; unlock(); }",
			NoRace, "the threads are never about to make the accesses at the same time, " +
				"because both hold the lock there",
		}, {
			"one of two holds the lock", World{},
			"m(a) { x := new(); «x.f := x; } { lock(); m(arg1); unlock(); } || { m(arg1); }",
			NoRace, "when both threads are about to make the accesses, these use different cells",
		}, {
			"one of two holds the lock, and never at the same time", World{FreeAtPop: true},
			`make(a) { x := new(); a.g := x; }
			{ make(arg1); x := arg1.g; y := x.h; lock(); «arg1.f := y; unlock(); } ||
			{ make(arg1); x := arg1.g; y := x.h; «arg1.f := y; }`,
			NoRace, "the threads are never about to make the accesses at the same time",
		}, {
			"with the lock or without, and never at the same time", World{FreeAtPop: true},
			`make(a) { x := new(); a.g := x; } put(a, y) { «a.f := y; }
			{ make(arg1); x := arg1.g; y := x.h;
			  if * { lock(); put(arg1, y); unlock(); } else { put(arg1, y); } } ||
			{ make(arg1); x := arg1.g; y := x.h; lock(); «arg1.f := y; unlock(); }`,
			NoRace, "the threads are never about to make the accesses at the same time",
		}, {
			"with the lock or without", World{},
			"m(a) { «a.f := a; } { m(arg1); lock(); m(arg1); unlock(); } || " +
				"{ lock(); m(arg1); unlock(); m(arg1); }",
			Races, "",
		},
	} {
		text, left, right := marked(t, tt.text)
		core := iltest.Core(t, text)
		v, why := tt.world.CanRace(core, core.Pairs()[0], left, right, Limits{})
		if v != tt.want || v != Races && why != tt.why {
			t.Errorf("%s: CanRace = %v (%s), want %v (%s)\n%s", tt.name, v, why, tt.want, tt.why,
				text)
		}
	}
}

// TestFreeReachesEverything: after a free, no stack and no cell refers to the object, and nothing
// else has changed.
func TestFreeReachesEverything(t *testing.T) {
	d := freedWith(1, semantics.B)
	s := &state{
		origins: []origin{initialA, d, freedWith(2, semantics.B), freedWith(1, semantics.A)},
		stacks:  [2][]loc{{object, object + 1}, {object + 1, unassigned, object + 2}},
		cells:   []loc{object + 1, unread, object + 1, object + 3},
	}
	free(s, 1, semantics.B)
	want := &state{
		origins: s.origins,
		stacks:  [2][]loc{{object, freed}, {freed, unassigned, object + 2}},
		cells:   []loc{freed, unread, freed, object + 3},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("free leaves %+v\nwant %+v", s, want)
	}
}

func TestSitesThatAreNot(t *testing.T) {
	text, left, right := marked(t, "{ «arg1.f := arg1; } || { x := arg1; «y := x.f; z := x.f; }")
	core := iltest.Core(t, text)
	p := core.Pairs()[0]
	for _, tt := range []struct {
		left, right il.Site
		want        Verdict
		why         string
	}{
		{left, right, Races, "both threads are about to make the accesses, on the same cell"},
		{il.Site{At: 0, Kind: il.Read}, right, NoRace, "thread A has no read at 1:1"},
		{left, il.Site{At: right.At, Kind: il.Write}, NoRace, "thread B has no write at 1:37"},
	} {
		v, why := (World{}).CanRace(core, p, tt.left, tt.right, Limits{})
		if v != tt.want || why != tt.why {
			t.Errorf("CanRace of %v and %v = %v (%s), want %v (%s)", tt.left, tt.right, v, why,
				tt.want, tt.why)
		}
	}
	text, left, right = marked(t, "{ «x := arg1.f; } || { «y := arg1.f; }")
	core = iltest.Core(t, text)
	v, why := (World{}).CanRace(core, core.Pairs()[0], left, right, Limits{})
	if v != NoRace || why != "both accesses only read" {
		t.Errorf("CanRace of two reads = %v (%s), want %v", v, why, NoRace)
	}
}

func BenchmarkRaces(b *testing.B) {
	var cores []*il.Core
	for seed := range uint64(500) {
		cores = append(cores, iltest.Core(b, gen.Text(seed, small())))
	}
	for b.Loop() {
		for i, core := range cores {
			World{}.Races(core, pairOf(core, uint64(i)), limits)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(cores)), "µs/program")
}
