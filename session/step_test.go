package session

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/semantics"
)

// TestByHand checks a session by hand: each line has an operation, the state that it leads to, and
// its text.
func TestByHand(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	x := begin(t, loops, "left", "right")
	tests := []struct {
		s    *Session
		do   func() Result
		stop Stop
		// at is the place and the length of the trace: "1.2/3".
		at   string
		text string
	}{
		{s, s.Undo, atEdge, "1.0/0", "There is nothing to undo."},
		{s, s.Redo, atEdge, "1.0/0", "There is nothing to redo."},
		{s, func() Result { return s.Left(1) }, atEdge, "1.0/0", "This is the start."},
		{s, func() Result { return s.Right(1) }, atEdge, "1.0/0", "This is the end of the trace."},
		{s, func() Result { return s.Step(a) }, Went, "1.1/1", "A takes the lock: depth 0 -> 1."},
		{s, func() Result { return s.Step(b) }, Went, "1.2/2", "B makes the object o2: n = o2."},
		{s, func() Result { return s.Step(b) }, Went, "1.3/3",
			"B writes o2 into o1.f (b.f), which held o1."},
		{s, func() Result { return s.Left(1) }, Went, "1.2/3",
			"State 2 of 3. B makes the object o2: n = o2."},
		{s, func() Result { return s.Step(b) }, Went, "1.3/3",
			"B writes o2 into o1.f (b.f), which held o1."},
		{s, func() Result { return s.Left(1) }, Went, "1.2/3",
			"State 2 of 3. B makes the object o2: n = o2."},
		{s, func() Result { return s.Step(a) }, Went, "2.3/3",
			"A reads o1.f (b.f) into out: out = o1."},
		{s, func() Result { return s.Step(a) }, Went, "2.4/4",
			"A gives the lock back: depth 1 -> 0."},
		{s, func() Result { return s.Step(a) }, Ended, "2.4/4", "A has ended."},
		{s, s.PreviousBranch, Went, "1.3/3", "Branch 1, 1 of 2 at state 2."},
		{s, s.PreviousBranch, Went, "2.3/4", "Branch 2, 2 of 2 at state 2."},
		{s, s.NextBranch, Went, "1.3/3", "Branch 1, 1 of 2 at state 2."},
		{s, s.Undo, Went, "2.3/3", "Undone: A unlock() at 4:3."},
		{s, s.Redo, Went, "2.4/4", "Redone: A unlock() at 4:3."},
		{s, s.First, Went, "1.0/4", "State 0 of 4. This is the start."},
		{s, s.NextBranch, atEdge, "1.0/4", "There is no fork between here and the start."},
		{s, s.NextRace, Went, "1.2/4", "State 2 of 4. B makes the object o2: n = o2."},
		{s, s.NextRace, atEdge, "1.2/4",
			"From here to the end of the trace there is no state where the threads race."},
		{s, func() Result { return s.Go(9) }, Refused, "1.2/4",
			"There is no state 9: the trace has the states 0 to 4."},
		{s, func() Result { return s.GoTo(Index{2, 4}) }, Went, "2.4/4",
			"State 4 of 4. A gives the lock back: depth 1 -> 0."},
		{s, func() Result { return s.GoTo(Index{2, 2}) }, Refused, "2.4/4",
			"There is no state 2.2."},
		{s, func() Result { return s.Choose(b, semantics.Then) }, Refused, "2.4/4",
			"B has nothing to choose here. B will write o2 into o1.f (b.f), at 8:3."},

		{x, func() Result { return x.Step(a) }, AtChoice, "1.0/0",
			"A chooses at 3:3: go round the loop, or leave it?"},
		{x, func() Result { return x.Step(a, semantics.Then) }, Refused, "1.0/0",
			"A cannot choose then here. A chooses at 3:3: go round the loop, or leave it?"},
		{x, func() Result { return x.Step(a, semantics.Loop) }, Went, "1.2/2",
			"A enters set(o = o1, v = o1)."},
		{x, func() Result { return x.Step(a) }, Went, "1.3/3", "A evaluates v, which is o1."},
		{x, func() Result { return x.Step(a) }, Went, "1.4/4",
			"A writes o1 into o1.f (o.f), which held it already."},
		{x, func() Result { return x.Step(a) }, Went, "1.5/5", "A leaves set and is back in left."},
		{x, func() Result { return x.Step(a, semantics.Exit) }, AtChoice, "1.6/6",
			"A chooses at 4:3: then or else?"},
		{x, func() Result { return x.Choose(a, semantics.Then) }, Went, "1.7/7",
			"A takes the then-branch at 4:3."},
		{x, func() Result { return x.Step(b, semantics.Loop) }, Went, "1.9/9",
			"B takes the lock: depth 0 -> 1."},
		{x, func() Result { return x.Step(a) }, Waits, "1.9/9",
			"A waits before lock() at 4:10 until B gives the lock back: B holds it, depth 1."},
		{x, x.Undo, Went, "1.7/7", "Undone: 2 moves."},
		{x, x.Undo, Went, "1.6/6", "Undone: A if * then at 4:3."},
	}
	for n, tt := range tests {
		r := tt.do()
		at := tt.s.Now().Index().String() + "/" + strconv.Itoa(tt.s.Len())
		if r.Stop != tt.stop || r.Text != tt.text || at != tt.at {
			t.Fatalf("operation %d: %d at %s, %q\nwant %d at %s, %q", n, r.Stop, at, r.Text,
				tt.stop, tt.at, tt.text)
		}
	}
}

func TestNextSays(t *testing.T) {
	s := begin(t, `
c(x, y) { lock(); lock(); x.f := y; z := x; unlock(); unlock() }
m(x) { c(x, x.f) }
k(x) { w := new(); x.f.g := w }`, "m", "k")
	var said []string
	for s.Step(a).OK() {
		said = append(said, s.Now().Next(a).Text)
	}
	want := []string{
		"A will take the lock, at 2:11.",
		"A will take the lock again, at 2:19.",
		"A will evaluate y, at 2:27.",
		"A will write o1 into o1.f (x.f), at 2:27.",
		"A will copy x into z, at 2:37.",
		"A will unlock once and keep the lock, at 2:45.",
		"A will give the lock back, at 2:55.",
		"A will leave c, at 3:8.",
		"A has ended.",
	}
	if !slices.Equal(said, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
	s.must(t, "B")
	last := "B will write o2 into o1.g (x.f.g), at 4:20."
	if got := s.Now().Next(b).Text; got != last {
		t.Errorf("got %s, want %s", got, last)
	}
}

// TestStuckForGood checks what is said of a thread that never goes on. Legal programs have none,
// so the core tolerates unbalanced locks.
func TestStuckForGood(t *testing.T) {
	s := beginTolerant(t, "m(x) { lock() } k(x) { lock(); unlock() } u(x) { unlock() }", "m", "k")
	s.must(t, "A")
	n := s.Now().Next(b)
	if want := "B waits for ever: A holds the lock, depth 1, and never goes on."; n.Text != want ||
		!n.Forever || n.Stop != Waits {
		t.Errorf("B's next step = %+v, want to wait for ever: %s", n, want)
	}
	if r := s.Run(random(1), EndsBoth()); r.Stop != Waits ||
		r.Text != "No thread can go on. A has ended. "+n.Text {
		t.Errorf("Run = %+v, want to stop because no thread can go on", r)
	}
	s = beginTolerant(t, "m(x) { lock() } k(x) { lock(); unlock() } u(x) { unlock() }", "u", "k")
	r := s.Step(a)
	want := "A is stuck for good before unlock() at 1:50: unlock() without a lock()."
	if r.Stop != Faulty || r.Text != want {
		t.Errorf("the step of A = %+v, want a fault: %s", r, want)
	}
}
