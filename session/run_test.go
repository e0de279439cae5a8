package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// TestConditions checks in which states of a recorded trace each condition holds, and that Forward
// and Back stop at these states, except where they begin.
func TestConditions(t *testing.T) {
	s := begin(t, `
private set(o, v) { w := v; o.f := w }
left(x) { if * { set(x, x) } lock(); y := x.f; unlock() }
right(x) { lock(); lock(); unlock(); unlock(); x.f := x }
`, "left", "right")
	s.must(t, "A+3 A B5 A B A2")
	ofB := s.Unit(b).Body.Stmts
	cell := semantics.Addr{Loc: 1, Field: "f"}
	tests := []struct {
		until Condition
		want  []int
	}{
		{Races(), []int{11}},
		{SwitchesThread(), []int{6, 11, 12, 13}},
		{s.Touches(cell), []int{4, 12, 13}},
		{s.touchesPath(b, il.Expr{Root: "x", Fields: []string{"f"}}), []int{4, 12, 13}},
		{s.touchesPath(a, il.Expr{Root: "o", Fields: []string{"f"}}), []int{4}},
		{s.Writes(cell), []int{4, 12}},
		{s.Meets(cell), []int{3, 10, 11}},
		{Locks(), []int{6, 7, 8, 9, 11, 14}},
		{Chooses(), []int{0}},
		{Blocks(), []int{6}},
		{Ends(), []int{12, 14}},
		{EndsBoth(), []int{14}},
		{s.reaches(b, ofB[4].Pos()), []int{9}},
		{assigns(a, 1, "w"), []int{3}},
		{assigns(a, 1, "o"), []int{2}},
		{assigns(a, 0, "y"), []int{13}},
		{assigns(b, 0, "t'1"), []int{10}},
		{assigns(b, 0, "y"), nil},
	}
	stops := func(move func(Condition) Result, c Condition) (at []int) {
		for move(c).OK() {
			at = append(at, s.At())
		}
		return at
	}
	except := func(states []int, state int) []int {
		return slice.Filter(states, func(n int) bool { return n != state })
	}
	for _, tt := range tests {
		var holds []int
		for n := range s.Len() + 1 {
			if v, _ := s.State(n); tt.until.Holds(v) {
				holds = append(holds, n)
			}
		}
		if !slices.Equal(holds, tt.want) {
			t.Errorf("%s: holds in %v, want %v", tt.until.Name, holds, tt.want)
		}
		s.First()
		if got := stops(s.Forward, tt.until); !slices.Equal(got, except(tt.want, 0)) {
			t.Errorf("%s: Forward stops at %v, want %v", tt.until.Name, got, except(tt.want, 0))
		}
		s.Last()
		back := stops(s.Back, tt.until)
		slices.Reverse(back)
		if want := except(tt.want, s.Len()); !slices.Equal(back, want) {
			t.Errorf("%s: Back stops at %v, want %v", tt.until.Name, back, want)
		}
	}
	if _, ok := s.State(s.Len() + 1); ok {
		t.Errorf("State(%d) returns a state after the last one", s.Len()+1)
	}
}

// TestAssignsDepth checks that assigns distinguishes variables with the same name in different
// frames, whether a command or a call assigns them.
func TestAssignsDepth(t *testing.T) {
	s := begin(t, `
private inner(o) { w := o }
private outer(o) { w := o; inner(o) }
left(x) { w := x; outer(x) }
right(x) { skip }
`, "left", "right")
	s.must(t, "A5")
	for _, tt := range []struct {
		name string
		want []int // the state after the assignment, by depth; -1 for none
	}{
		{"w", []int{1, 3, 5}},
		{"o", []int{-1, 2, 4}},
	} {
		for depth, want := range tt.want {
			for n := range s.Len() + 1 {
				v, _ := s.State(n)
				if got := v.assigns(a, depth, tt.name); got != (n == want) {
					t.Errorf("the move to state %d assigns %s with %d frames below: %t, want %t", n,
						tt.name, depth, got, n == want)
				}
			}
		}
	}
}

// TestBackTo checks that BackToWrite and BackToAssignment go to the last write of a cell or
// variable, and that the session stays if there is none.
func TestBackTo(t *testing.T) {
	s := begin(t, `
private set(o, v) { o.f := v; w := new(); w := o }
left(x) { y := x; set(y, y); set(x, x) }
right(x) { x.f := x }
`, "left", "right")
	s.must(t, "A5 B A5")
	cell := semantics.Addr{Loc: 1, Field: "f"}
	tests := []struct {
		from int
		back func() Result
		want string // the number of the state, and the text of the result
	}{
		{11, func() Result { return s.BackToWrite(cell) },
			"4 State 4 of 11. A writes o1 into o1.f (o.f), which held it already."},
		{4, func() Result { return s.BackToWrite(cell) },
			"4 From here back to the start there is no state where a thread writes o1.f."},
		{11, func() Result { return s.BackToAssignment(a, "o") },
			"9 State 9 of 11. A enters set(o = o1, v = o1)."},
		{9, func() Result { return s.BackToAssignment(a, "o") },
			"9 A's variable o was not given a value earlier in this call."},
		{7, func() Result { return s.BackToAssignment(a, "w") },
			"5 State 5 of 11. A makes the object o2: w = o2."},
		{5, func() Result { return s.BackToAssignment(a, "w") },
			"5 A's variable w was not given a value earlier in this call."},
		{8, func() Result { return s.BackToAssignment(a, "y") },
			"1 State 1 of 11. A copies x into y: y = o1."},
		{8, func() Result { return s.BackToAssignment(b, "x") },
			"8 From here back to the start B does not assign x."},
		{8, func() Result { return s.BackToAssignment(b, "zz") },
			"8 B's variable zz has no value here."},
	}
	for _, tt := range tests {
		s.Go(tt.from)
		r := tt.back()
		if got := fmt.Sprint(s.At(), " ", r.Text); got != tt.want {
			t.Errorf("from %d: %s\nwant %s", tt.from, got, tt.want)
		}
		if moved := s.At() != tt.from; r.OK() != moved {
			t.Errorf("from %d: OK is %t, moved is %t", tt.from, r.OK(), moved)
		}
	}
}

// TestRunThread checks that RunThread stops before the first step, after its own first one, that
// accesses an object that the other thread can reach.
func TestRunThread(t *testing.T) {
	stops := map[Stop]int{}
	randomSessions(t, 80, func(s *Session, r *randv) {
		s.wander(r.Uint64(), r.IntN(10))
		from, i := s.At(), semantics.Tid(r.IntN(2))
		res := s.RunThread(i)
		stops[res.Stop]++
		if res.Moves != s.At()-from {
			t.Fatalf("the result says %d moves, from state %d to %d", res.Moves, from, s.At())
		}
		for n := from + 1; n <= s.At(); n++ {
			v, _ := s.State(n)
			shared := touchesAny(v.s.event(v.before.config, v.now.move, 0).Command, v.before.config,
				i, reach(v.before.config, i.Other()))
			if v.now.move.Thread != i || shared && n > from+1 {
				t.Fatalf("RunThread(%s) did not stop before this step: %s", i, v.Say())
			}
		}
		next := s.Now().Next(i)
		shared := slices.ContainsFunc(next.Cells, func(c semantics.Addr) bool {
			others := s.Now().Reach(i.Other())
			return others[c.Loc-1]
		})
		if res.Stop != next.Stop || res.OK() && !shared || res.Text == "" {
			t.Fatalf("RunThread(%s) = %+v, want it to stop as the next step, %+v", i, res, next)
		}
	})
	if stops[Went] < 10 || stops[AtChoice] < 10 || stops[Ended] < 10 {
		t.Errorf("runs by their Stop: %v; want at least 10 of Went, AtChoice and Ended", stops)
	}
}

// TestRunLimit checks that a run stops at its limit, even in a loop.
func TestRunLimit(t *testing.T) {
	s := begin(t, "m(x) { while * { x.f := x } }", "m", "m")
	asked := 0
	var watched []int
	s.Watch(func(done int) { watched = append(watched, done) })
	r := s.Run(func(v View) (schedule.Move, bool) {
		asked++
		if len(v.Next(a).Options) > 0 {
			return schedule.Move{Thread: a, Do: schedule.Plus}, true
		}
		return schedule.Move{Thread: a}, true
	}, EndsBoth())
	want := "Stopped after 10000 moves; until now there was no state where both threads have ended."
	if r.Stop != atLimit || r.Moves != maxRun || asked != maxRun || r.Text != want ||
		s.Len() != maxRun {
		t.Errorf("Run = %+v after %d choices of a move, want %d moves", r, asked, maxRun)
	}
	if len(watched) != maxRun/32 || watched[0] != 32 {
		t.Errorf("Watch was called after %v moves, want every 32", watched)
	}
	if r := s.Undo(); r.Moves != maxRun || s.Len() != 0 {
		t.Errorf("Undo = %+v with %d moves left, want all moves undone", r, s.Len())
	}
}

// TestRandomRuns checks that a random run leads to the ends of both threads, and depends only on
// its seed.
func TestRandomRuns(t *testing.T) {
	one, two := begin(t, loops, "left", "right"), begin(t, loops, "left", "right")
	r := one.RunRandom(4)
	two.RunRandom(4)
	if !r.OK() || !one.Now().Done() || one.Schedule().String() != two.Schedule().String() {
		t.Errorf("RunRandom(4) = %+v after %s, and the second time %s; want the same, to both ends",
			r, one.Schedule(), two.Schedule())
	}
	if r := one.RunRandom(4); r.Stop != Ended || r.Text != "Both threads have ended." {
		t.Errorf("RunRandom(4) = %+v, want both threads at their ends", r)
	}
}

// TestSeekExamples checks in the examples that Seek goes to a race as near as the one that the
// search of package semantics finds, or says how far it searched.
func TestSeekExamples(t *testing.T) {
	found, none := 0, 0
	for _, e := range examples.All() {
		core := iltest.Core(t, e.Text)
		for _, p := range core.Pairs() {
			s := start(t, core, p, OneObject(core, p))
			limits := semantics.Limits{Iterations: semantics.Unbounded, States: 3000}
			races, cut, err := semantics.Races(core, p, s.init, limits)
			if err != nil {
				t.Fatal(err)
			}
			if s.Now().Races() { // Seek looks ahead only
				continue
			}
			r := s.Seek(Races(), limits)
			switch {
			case len(races) > 0:
				found++
				want := len(races[0].Moves)
				if !r.OK() || !s.Now().Races() || s.Now().Steps() != want {
					t.Errorf("%s: Seek = %+v, want a race after %d steps", e.Name, r, want)
				}
			case cut:
				if r.Stop != atLimit ||
					!strings.Contains(r.Text, "within the bound of 3000 states") {
					t.Errorf("%s: Seek = %+v, want the bound of 3000 states", e.Name, r)
				}
			default:
				none++
				if r.Stop != atEdge || s.Len() != 0 ||
					!strings.Contains(r.Text, "There is no state ahead where the threads race: ") ||
					!strings.HasSuffix(r.Text, " looked at.") ||
					strings.Contains(r.Text, "all 1 ") {
					t.Errorf("%s: Seek = %+v, want to stay because there is no race", e.Name, r)
				}
			}
		}
	}
	if found < 30 || none < 10 {
		t.Errorf("%d searches find a race and %d find none, want 30 and 10", found, none)
	}
}

// TestSeek checks that Seek describes the race to which it goes, and that Nearest returns the moves
// to a state.
func TestSeek(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	const want = "2 steps from here: A B. Race on o1.f: A can read it now (b.f at 3:3), and B can " +
		"write it now (b.f at 8:3)."
	if r := s.Seek(Races(), s.SeekLimits()); r.Text != want {
		t.Errorf("Seek(Races()) = %q, want %q", r.Text, want)
	}
	found, ok := s.Nearest(EndsBoth(), semantics.Limits{Iterations: 1})
	if !ok || found.Schedule.String() != "A2 B" || found.Cut {
		t.Errorf("Nearest(EndsBoth()) = %+v, %t; want A2 B, without reaching a limit", found, ok)
	}
}

// touchesPath returns the condition that holds after a load or store, by any thread and path, of
// the cell that a path of thread i denoted before it.
func (s *Session) touchesPath(i semantics.Tid, path il.Expr) Condition {
	return Condition{"a thread touches " + i.String() + "." + path.String(), func(v View) bool {
		if v.before == nil {
			return false
		}
		k := v.before.config
		cell, ok := semantics.Address(path, k.Threads[i].S.Top, k.H)
		return ok && s.Touches(cell).Holds(v)
	}}
}

// reaches returns the condition that thread i has just reached a position. If several commands have
// that position, it holds before the first.
func (s *Session) reaches(i semantics.Tid, at il.Pos) Condition {
	return Condition{i.String() + " comes to " + s.core.Source.At(at), func(v View) bool {
		there := v.now.config.Threads[i].Point.Pos() == at
		return there && (v.before == nil || v.before.config.Threads[i].Point.Pos() != at)
	}}
}

// assigns returns a Condition for View.assigns.
func assigns(i semantics.Tid, depth int, name string) Condition {
	return Condition{
		i.String() + " assigns " + name, func(v View) bool { return v.assigns(i, depth, name) },
	}
}
