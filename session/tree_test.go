package session

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// randv is the source of random numbers.
type randv = rand.Rand

// must drops the second result of a lookup that cannot fail.
func must[T any](x T, _ bool) T { return x }

// sound checks every state of the recorded trace against the semantics, and the consistency of the
// tree.
func (s *Session) sound(t testing.TB) {
	t.Helper()
	if s.at < 0 || s.at > s.Len() || s.on.end() != s.Len() || s.open != nil {
		t.Fatalf("state %d of %d, branch ends at %d, open action %v, want a state of the branch "+
			"and no open action", s.at, s.Len(), s.on.end(), s.open)
	}
	moves := schedule.Schedule{}
	for n := 1; n <= s.Len(); n++ {
		e := s.path[n]
		moves = append(moves, e.move)
		k, stuck := play(s.path[n-1].config, e.move)
		_, race := semantics.Race(k)
		if stuck != nil || k.Key() != e.config.Key() || e.race != race {
			t.Fatalf("state %d is not what the move leads to", n)
		}
		if b := s.on.holder(n); b.entries[n-b.from-1] != e {
			t.Fatalf("branch %d does not hold state %d", b.number, n)
		}
		if v := s.view(n); v.Steps() != moves.Steps() || v.Switches() != moves.Switches() ||
			e.before != s.path[n-1] {
			t.Fatalf("state %d: %d steps, %d switches, want %d and %d after state %d", n,
				v.Steps(), v.Switches(), moves.Steps(), moves.Switches(), n-1)
		}
		if before, ok := s.view(n).Before(); !ok || before != s.view(n-1) {
			t.Fatalf("before state %d is %s, want %s", n, before.Index(), s.view(n-1).Index())
		}
	}
	forks := 0
	for _, all := range s.forks {
		forks += len(all)
	}
	if forks != len(s.branches)-1 || !slices.Contains(s.branches, s.on) {
		t.Fatalf("%d forks, want one less than the %d branches, with the present one among them",
			forks, len(s.branches))
	}
	for _, b := range s.branches {
		if b.parent != nil &&
			(len(b.entries) == 0 || b.from > b.parent.end() || b.parent.parent != nil &&
				b.from <= b.parent.from) {
			t.Fatalf("branch %d has %d moves and begins at state %d.%d, want at least one move, "+
				"and a state of that branch", b.number, len(b.entries), b.parent.number, b.from)
		}
	}
}

// shape returns the whole history as a text. Equal trees have equal texts.
func (s *Session) shape() string {
	out := ""
	for _, b := range s.branches {
		out += describeBranch(b) + "\n"
	}
	return out
}

// describeBranch returns the number, the beginning and the moves of a branch.
func describeBranch(b *branch) string {
	var moves schedule.Schedule
	for _, e := range b.entries {
		moves = append(moves, e.move)
	}
	from := Index{0, b.from}
	if b.parent != nil {
		from.Branch = b.parent.number
	}
	return Index{b.number, 0}.String() + " " + from.String() + ": " + moves.String()
}

// operate does a random operation.
func (s *Session) operate(r *rand.Rand) Result {
	i := semantics.Tid(r.IntN(2))
	takes := []semantics.Take{semantics.Then, semantics.Else, semantics.Exit, semantics.Loop}
	n := r.IntN(12)
	ops := []func() Result{
		func() Result { return s.Step(i) },
		func() Result { return s.Step(i, takes[r.IntN(4)]) },
		func() Result { return s.Choose(i, takes[r.IntN(4)]) },
		func() Result { return s.Left(n) },
		func() Result { return s.Right(n) },
		func() Result { return s.Go(n) },
		s.First, s.Last, s.Undo, s.Redo, s.NextBranch, s.PreviousBranch, s.NextRace, s.PreviousRace,
		func() Result { return s.GoTo(Index{n, r.IntN(20)}) },
		func() Result { return s.RunThread(i) },
		func() Result {
			s.wander(r.Uint64(), n)
			return Result{Text: "wandered"}
		},
		func() Result { return s.Run(random(r.Uint64()), Locks()) },
		func() Result {
			return s.Seek(Races(), semantics.Limits{Iterations: semantics.Unbounded, States: 30})
		},
		func() Result {
			return s.Play(schedule.Schedule{{Thread: i}, {Thread: i, Do: schedule.Plus}})
		},
		func() Result { return s.Paste(s.Schedule()) },
		func() Result { return s.BackToAssignment(i, "x") },
		func() Result { return s.Back(SwitchesThread()) },
		func() Result { return s.Forward(Blocks()) },
	}
	return ops[r.IntN(len(ops))]()
}

// TestRandomOperations checks that after any sequence of operations the history is sound, that each
// operation returned a text, that undo leads back to the start, and that redo leads to the same
// tree.
func TestRandomOperations(t *testing.T) {
	branches, deep := 0, 0
	randomSessions(t, 100, func(s *Session, r *rand.Rand) {
		for range 100 {
			before := s.Now()
			key := before.Config().Key()
			res := s.operate(r)
			if res.Text == "" || res.Moves < -200 {
				t.Fatalf("operate = %+v, want a text and at most 200 moves back", res)
			}
			if before.Config().Key() != key {
				t.Fatal("a view has changed")
			}
			s.sound(t)
			if s.Len() > 200 {
				break
			}
		}
		branches += len(s.branches)
		for _, b := range s.branches {
			if b.parent != nil && b.parent.parent != nil {
				deep++
			}
		}
		for s.Redo().OK() {
		}
		tree := s.shape()
		n := 0
		for s.Undo().OK() {
			n++
			s.sound(t)
		}
		if s.at != 0 || s.Len() != 0 || len(s.branches) != 1 {
			t.Fatalf("undo leads to state %d of %d with %d branches, want state 0 of 0 with 1",
				s.at, s.Len(), len(s.branches))
		}
		for range n {
			s.Redo()
			s.sound(t)
		}
		if got := s.shape(); got != tree {
			t.Fatalf("redo makes\n%s, want\n%s", got, tree)
		}
	})
	if branches < 100 || deep < 20 {
		t.Errorf("%d branches, %d of them forks of forks, want at least 100 and 20", branches, deep)
	}
}

// TestUndoFollowed checks that undoing a step along the recorded trace goes back and keeps the
// later moves.
func TestUndoFollowed(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	s.must(t, "A B2")
	s.First()
	for _, tt := range []struct {
		do   func() Result
		at   int
		text string
	}{
		{func() Result { return s.Step(a) }, 1, ""},
		{func() Result { return s.Play(schedule.Schedule{{Thread: b}, {Thread: b}}) }, 3, ""},
		{s.Undo, 1, "Undone: 2 moves."},
		{s.Undo, 0, "Undone: A lock() at 2:3."},
		{s.Redo, 1, "Redone: A lock() at 2:3."},
		{s.Redo, 3, "Redone: 2 moves."},
		{s.Redo, 3, "There is nothing to redo."},
		{s.Undo, 1, "Undone: 2 moves."},
		{s.Undo, 0, "Undone: A lock() at 2:3."},
	} {
		r := tt.do()
		s.sound(t)
		if s.At() != tt.at || s.Len() != 3 || tt.text != "" && r.Text != tt.text {
			t.Fatalf("at %d of %d: %q, want %d of 3, %q", s.At(), s.Len(), r.Text, tt.at, tt.text)
		}
	}
	s.Undo() // the call that made all three moves
	if s.Len() != 0 {
		t.Errorf("%d moves are left, want none", s.Len())
	}
}

// TestRedoAfterFollowed checks that a step along the recorded trace can still be followed by Redo.
func TestRedoAfterFollowed(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	s.Step(a)
	s.Step(b)
	s.Undo()
	s.First()
	s.Step(a)
	if r := s.Redo(); !r.OK() || s.At() != 2 {
		t.Errorf("Redo = %q, at state %d, want state 2", r.Text, s.At())
	}
	s.sound(t)
}

// TestBranchNumbers checks that the number of a branch is not used again after the branch is
// undone.
func TestBranchNumbers(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	s.must(t, "A2")
	s.Go(1)
	s.Step(b)
	s.Undo()
	s.Step(b)
	want := []Branch{
		{1, Index{1, 0}, Index{1, 2}, false},
		{3, Index{1, 1}, Index{3, 2}, true},
	}
	if got := s.Branches(); !slices.Equal(got, want) || s.Branch() != want[1] {
		t.Errorf("branches = %v, the present one %v, want %v, the present one the last", got,
			s.Branch(), want)
	}
	if got := s.Onward(1); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("Onward = %v, want 1 and 3", got)
	}
}

// branched returns, sorted, the schedules of a session that are not a prefix of another one.
func branched(s *Session) []string {
	var all []string
	for _, w := range s.Schedules() {
		text := "/"
		for _, m := range w {
			text += fmt.Sprint(m, "/")
		}
		all = append(all, text)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(slices.Clone(all), func(w string) bool {
		return slices.ContainsFunc(all,
			func(v string) bool { return v != w && strings.HasPrefix(v, w) })
	})
}

// TestRestore checks that Restore rebuilds the whole history from its schedules, at the same state.
func TestRestore(t *testing.T) {
	forks := 0
	randomSessions(t, 100, func(s *Session, r *rand.Rand) {
		for range 60 {
			s.operate(r)
		}
		again, err := New(s.core, s.pair, s.init)
		if err != nil {
			t.Fatal(err)
		}
		again.Restore(s.Schedules(), s.At())
		again.sound(t)
		if !slices.Equal(branched(again), branched(s)) ||
			again.Schedule().String() != s.Schedule().String() {
			t.Fatalf("restored\n%s\nwant\n%s", again.shape(), s.shape())
		}
		if again.Undo().OK() {
			t.Fatal("what was restored can be undone")
		}
		forks += len(s.branches) - 1
	})
	if forks < 100 {
		t.Errorf("%d forks, want at least 100", forks)
	}
}
