package session

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// longSession returns a session with 10,000 moves and a list of more than 1,000 objects.
func longSession(t testing.TB) *Session {
	s := begin(t, `
left(x) { p := x; while * { n := new(); p.f := n; p := n; y := x.g } }
right(x) { while * { lock(); z := x.g; w := z.f; unlock() } }
`, "left", "right")
	n := 0
	r := s.Run(func(v View) (schedule.Move, bool) {
		n++
		i := semantics.Tid(n / 25 % 2)
		if len(v.Config().Threads[i].Point.Choices()) > 0 {
			return schedule.Move{Thread: i, Do: schedule.Plus}, true
		}
		return schedule.Move{Thread: i}, true
	}, Condition{"never", func(View) bool { return false }})
	if r.Stop != atLimit || s.Len() != 10_000 || s.Now().Heap().Size() < 1000 {
		t.Fatalf("Run = %+v with %d moves and %d objects, want 10000 and at least 1000", r,
			s.Len(), s.Now().Heap().Size())
	}
	s.dropUndo()
	return s
}

// BenchmarkOperations measures the operations behind single keys, at the end of a long trace.
func BenchmarkOperations(b *testing.B) {
	s := longSession(b)
	enters, fork := schedule.Move{Thread: semantics.A, Do: schedule.Plus}, 5000
	for s.path[fork+1].move != enters {
		fork++
	}
	ops := []struct {
		name string
		do   func()
	}{
		{"step and undo", func() {
			next := moves(s.Now().Config(), semantics.B)[0]
			if !s.Play(schedule.Schedule{next}).OK() || !s.Undo().OK() {
				b.Fatal("it cannot step")
			}
		}},
		{"fork and undo", func() {
			s.Go(fork)
			if !s.Choose(semantics.A, semantics.Exit).OK() || !s.Undo().OK() || !s.Last().OK() {
				b.Fatal("it cannot fork")
			}
		}},
		{"go", func() { s.Go(17); s.Go(9_983) }},
		{"show", func() {
			v := s.Now()
			v.Say()
			v.Effects()
			v.Next(semantics.A)
			v.Next(semantics.B)
			v.Race()
		}},
		{"reach", func() { s.Now().Reach(semantics.A) }},
		{"back to the first write",
			func() { s.Back(s.Writes(semantics.Addr{Loc: 1, Field: "f"})); s.Last() }},
		{"schedule", func() { _ = s.Schedule().String() }},
		{"run alone", func() { s.Go(1); s.RunThread(semantics.A); s.Last() }},
		{"seek a race", func() {
			s.Seek(Condition{"never", func(View) bool { return false }}, s.SeekLimits())
		}},
	}
	for _, op := range ops {
		b.Run(strings.ReplaceAll(op.name, " ", "-"), func(b *testing.B) {
			for b.Loop() {
				op.do()
			}
		})
	}
}

func BenchmarkTrace10000(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		longSession(b)
	}
}

// TestLongTrace checks that a long trace can be written, opened again and forked.
func TestLongTrace(t *testing.T) {
	s := longSession(t)
	text := s.Trace("test", "").String()
	parsed, err := schedule.ParseTrace(text)
	if err != nil {
		t.Fatal(err)
	}
	opened, _, err := OpenTrace(s.core, parsed)
	if err != nil {
		t.Fatal(err)
	}
	if opened.Now().Config().Key() != s.Now().Config().Key() {
		t.Error("the trace that was opened again ends in another state")
	}
	s.Go(4_000)
	branch := s.Branch().Number
	if e, _ := s.Now().Last(); e.Thread == a {
		s.Step(b, semantics.Exit)
	} else {
		s.Step(a, semantics.Exit)
	}
	if s.Branch().Number == branch || len(s.Branches()) != 2 {
		t.Errorf("after another move at state 4000 the branches are %v, want a second one",
			s.Branches())
	}
	s.PreviousBranch()
	if got := s.Last(); s.At() != 10_000 {
		t.Errorf("the last state is %d, want 10000: %+v", s.At(), got)
	}
}

func ExampleSession() {
	core, pair := parsed("m(b) { lock(); x := b.f; unlock() } k(b) { b.f := b }", "m", "k")
	s, err := New(core, pair, OneObject(core, pair))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Step(semantics.A).Text)
	fmt.Println(s.Step(semantics.B).Text)
	race, _ := s.Now().Race()
	fmt.Println(race.Text)
	fmt.Println(s.Schedule())
	// Output:
	// A takes the lock: depth 0 -> 1.
	// B evaluates b, which is o1.
	// Race on o1.f: A can read it now (b.f at 1:16), and B can write it now (b.f at 1:44).
	// A B
}

// parsed returns a program and a pair of its units.
func parsed(text, left, right string) (*il.Core, il.Pair) {
	core := coreOf(text)
	p, err := PairOf(core, left, right)
	if err != nil {
		panic(err)
	}
	return core, p
}
