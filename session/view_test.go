package session

import (
	"fmt"
	"testing"

	"wobbly/session/schedule"
)

func TestView(t *testing.T) {
	s := begin(t,
		"private in(o) { lock(); y := o.f; unlock() } m(x) { in(x.f) } k(x) { w := x; w.f := x }",
		"m", "k")
	if s.Core().Source.Name != "t.il" || s.Pair().Left.Name != "m" || len(s.Init().Objects) != 1 ||
		s.Names().Of(1) != "o1" {
		t.Errorf("the session is of %s, unit %s, %d objects, the first %s; want t.il, unit m, one "+
			"object, o1", s.Core().Source.Name, s.Pair().Left.Name, len(s.Init().Objects),
			s.Names().Of(1))
	}
	zero := s.Now()
	s.must(t, "A2 B")
	v := s.Now()
	frames := ""
	for _, f := range v.Frames(a) {
		frames += f.Unit.Name
		for x, l := range f.Vars.Vars() {
			frames += " " + x + "=" + v.Name(l)
		}
		frames += fmt.Sprint(" ", f.Call != nil, "; ")
	}
	if want := "in o=o1 true; m x=o1 false; "; frames != want {
		t.Errorf("frames %s, want %s", frames, want)
	}
	if i, held := v.Owner(); i != a || !held || v.Level(a).Depth() != 1 || v.Level(b).Held() {
		t.Errorf("Owner = %s, %v, want A, true", i, held)
	}
	if _, held := zero.Owner(); held || zero.Say() != "This is the start." ||
		zero.Line() != (schedule.Line{}) || !zero.Effects().None() {
		t.Error("the initial state has changed")
	}
	if v.Session() != s || v.At() != 3 || v.Index() != (Index{1, 3}) || v.Done() {
		t.Errorf("the view is of state %s, move %d, want 1.3 of s, move 3", v.Index(), v.At())
	}
	s.Left(1)
	if s.Schedule().String() != "A2" || s.fullSchedule().String() != "A2 B" {
		t.Errorf("schedules %s and %s, want A2 and A2 B", s.Schedule(), s.fullSchedule())
	}
	want := "the threads do not race in this state"
	if _, err := s.Minimise(); fmt.Sprint(err) != want {
		t.Errorf("Minimise without a race: %v, want %s", err, want)
	}
}

// TestLocks checks that only the lock that the last step took is marked as changed.
func TestLocks(t *testing.T) {
	s := begin(t, "m(x) { lock(p); lock(q); unlock(q); unlock(p) }", "m", "m")
	s.must(t, "A2")
	got := ""
	for _, l := range s.Now().Locks() {
		got += fmt.Sprintf("%s %d to %d, changed %v; ", l.Lock, l.Before, l.Depth, l.Changed)
	}
	if want := "p 1 to 1, changed false; q 0 to 1, changed true; "; got != want {
		t.Errorf("locks of both states = %q, want %q", got, want)
	}
}

// FuzzPaste checks that every text that is a schedule is pasted or refused, without a panic, and
// that what was pasted is then the session's schedule.
func FuzzPaste(f *testing.F) {
	for _, seed := range []string{"A+3 B- A-+", "B+3 A--", "A2", "", "A+9 B+99", "A-0 B-0 A B"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := schedule.Parse(text)
		if err != nil || len(moves) > 2000 {
			return
		}
		s := begin(t, loops, "left", "right")
		s.wander(1, 5)
		r := s.Paste(moves)
		s.sound(t)
		if r.Text == "" || r.OK() && s.Schedule().String() != moves.String() ||
			!r.OK() && s.At() != s.Len() {
			t.Fatalf("Paste(%s) = %+v, at state %d of %d with schedule %s", moves, r, s.At(),
				s.Len(), s.Schedule())
		}
		for s.Undo().OK() {
		}
		s.sound(t)
		if s.Len() != 0 {
			t.Fatalf("%s: undo leads to %s with %d moves, want the start with none", moves,
				s.Now().Index(), s.Len())
		}
	})
}

// fullSchedule returns the whole recorded trace, also what lies ahead.
func (s *Session) fullSchedule() schedule.Schedule { return s.scheduleTo(s.Len()) }

// TestReach checks that a thread reaches the objects of its variables, and those to which their
// fields lead.
func TestReach(t *testing.T) {
	s := begin(t, "m(x) { y := new(); x.f := y; z := new(); y.g := z; w := new() } n(x) { skip }",
		"m", "n")
	s.must(t, "A5")
	v := s.Now()
	if got, want := fmt.Sprint(v.Reach(a)), "[true true true true]"; got != want {
		t.Errorf("A reaches %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(v.Reach(b)), "[true true true false]"; got != want {
		t.Errorf("B reaches %s, want %s", got, want)
	}
}
