package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// TestMinimise: the shortened trace leads to the same race, no move of it can be left out, and no
// order of its moves has fewer switches.
func TestMinimise(t *testing.T) {
	tried, shorter, calmer := 0, 0, 0
	for seed := range uint64(60) {
		minimise := func(s *Session, _ *randv) {
			s.wander(seed, 60)
			for s.Last(); s.PreviousRace().OK(); {
				if s.At() > 20 {
					break
				}
			}
			race, ok := s.Now().Race()
			if !ok {
				return
			}
			tried++
			m, err := s.Minimise()
			if err != nil || !m.Complete || !m.Fewest || len(m.Needs) != len(m.Schedule) {
				t.Fatalf("Minimise() = %+v, %v; want the fewest moves and a need for each", m, err)
			}
			if len(m.Schedule) < s.At() {
				shorter++
			}
			if m.Schedule.Switches() < s.Now().Switches() {
				calmer++
			}
			keeps := func(moves schedule.Schedule) bool {
				k, bad := s.fit(s.path[0].config, moves)
				got, ok := semantics.Race(k)
				return bad == nil && ok && got[0].Command == race.Sides[0].Command &&
					got[1].Command == race.Sides[1].Command
			}
			if !keeps(m.Schedule) || len(m.Schedule) > s.At() {
				t.Fatalf("%s is no shorter way than %s", m.Schedule, s.Schedule())
			}
			for i := range m.Schedule {
				if keeps(slices.Delete(slices.Clone(m.Schedule), i, i+1)) {
					t.Fatalf("%s does without move %d", m.Schedule, i)
				}
			}
			if len(m.Schedule) <= 12 {
				if fewest := fewestByForce(m.Schedule, keeps); fewest != m.Schedule.Switches() {
					t.Fatalf("%s has more than %d switches", m.Schedule, fewest)
				}
			}
		}
		if seed < 15 {
			randomSessions(t, 25, minimise)
		}
		for _, pair := range [][2]string{{"left", "right"}, {"left", "left"}, {"right", "right"}} {
			minimise(begin(t, loops, pair[0], pair[1]), nil)
		}
	}
	if tried < 100 || shorter < 10 || calmer < 50 {
		t.Errorf("%d races, %d shortened, %d with fewer switches", tried, shorter, calmer)
	}
}

// fewestByForce tries every order of the threads' moves.
func fewestByForce(moves schedule.Schedule, keeps func(schedule.Schedule) bool) int {
	var queues [2]schedule.Schedule
	for _, m := range moves {
		queues[m.Thread] = append(queues[m.Thread], m)
	}
	best := len(moves)
	for order := range 1 << len(moves) {
		var next [2]int
		var out schedule.Schedule
		for i := range moves {
			j := order >> i & 1
			if next[j] == len(queues[j]) {
				break
			}
			out = append(out, queues[j][next[j]])
			next[j]++
		}
		if len(out) == len(moves) && out.Switches() < best && keeps(out) {
			best = out.Switches()
		}
	}
	return best
}

// TestMinimiseLoops: a long random execution of loops is reduced to one without iterations, and
// each step says what it is for.
func TestMinimiseLoops(t *testing.T) {
	s := begin(t, `
left(x) { while * { y := x.g; while * { z := new() } } x.f := x }
right(x) { while * { w := x.g } v := x.f }
`, "left", "right")
	s.must(t, "A+ B+ A+ B+ A+ A-+ B+ A+ A+ A-- B-0")
	race, ok := s.Now().Race()
	if !ok || race.Text != "Race on o1.f: A can write it now (x.f at 2:56), "+
		"and B can read it now (x.f at 3:33)." {
		t.Fatalf("Race() = %q, %t; want a race of o1.f", race.Text, ok)
	}
	m, err := s.Minimise()
	if err != nil || m.Schedule.String() != "A- B-0" {
		t.Fatalf("Minimise() = %s, %v; want A- B-0", m.Schedule, err)
	}
	var said []string
	for _, n := range m.Needs {
		said = append(said, n.Text)
	}
	want := []string{
		"Without the choice of exit at 2:11, A never reaches x.f := x at 2:56: " +
			"A chooses at 2:11: go round the loop, or leave it.",
		"Without step 1, A never reaches x.f := x at 2:56.",
		"Without the choice of exit at 3:12, B never reaches v := x.f at 3:33.",
	}
	if !slices.Equal(said, want) {
		t.Errorf("got %s", strings.Join(said, "\n"))
	}
	if _, err := s.minimiseTo(Ends()); fmt.Sprint(err) != `the condition "a thread ends" does not hold in the present state` {
		t.Error(err)
	}
}

// TestMinimiseTo: other conditions than races work too, and so does a heap that matters.
func TestMinimiseTo(t *testing.T) {
	s := begin(t,
		"left(x) { n := new(); x.f := n; m := new(); x.g := m } right(x) { y := x.f; z := x.g }",
		"left", "right")
	s.must(t, "A B A B A2")
	cell := semantics.Addr{Loc: 1, Field: "f"}
	m, err := s.minimiseTo(Condition{"o1.f holds o2", func(v View) bool {
		l, _ := v.Heap().At(cell)
		return l == 2
	}})
	if err != nil || m.Schedule.String() != "A2" ||
		m.Needs[0].Text != "Without step 1, A never reaches m := new() at 1:33." {
		t.Errorf("the minimised schedule is %s, %+v, %v; want A2, of which step 1 makes A reach "+
			"m := new()", m.Schedule, m.Needs, err)
	}
}

// TestMinimiseManyOrders: if there are more orders of moves than a search may visit, the order is
// kept, and nobody claims that it has the fewest switches.
func TestMinimiseManyOrders(t *testing.T) {
	for steps, fewest := range map[int]bool{10: true, 145: false} {
		way := strings.Repeat("y := x; ", steps)
		s := begin(t, "left(x) { "+way+"x.f := y } right(x) { "+way+"x.f := y }", "left", "right")
		s.must(t, fmt.Sprintf("A1 B%d A%d", steps, steps-1))
		m, err := s.Minimise()
		if err != nil || !m.Complete || m.Fewest != fewest || len(m.Schedule) != 2*steps ||
			len(m.Needs) != 2*steps {
			t.Errorf("%d steps of each: complete %v, fewest %v, %d moves, %v", steps, m.Complete,
				m.Fewest, len(m.Schedule), err)
		}
		if want := map[bool]int{true: 1, false: 2}[fewest]; m.Schedule.Switches() != want {
			t.Errorf("%d steps of each: %d switches", steps, m.Schedule.Switches())
		}
	}
}

// TestMinimiseGivesUp: a trace that is too long to try everything says so, and is not longer than
// before.
func TestMinimiseGivesUp(t *testing.T) {
	text := "left(x) { " + strings.Repeat("y := x.g; ", 1500) + " x.f := x } right(x) { z := x.f }"
	s := begin(t, text, "left", "right")
	if r := s.Seek(Condition{
		"A is at its end",
		func(v View) bool { return v.now.race && v.now.config.Threads[a].Point.Stmt() == last1(s) },
	},
		semantics.Limits{Iterations: semantics.Unbounded}); !r.OK() {
		t.Fatalf("no execution leads to a race at A's end: %s", r.Text)
	}
	m, err := s.Minimise()
	if err != nil || m.Complete || len(m.Needs) != 0 || len(m.Schedule) != s.At() {
		t.Errorf("complete %v, %d moves, %v", m.Complete, len(m.Schedule), err)
	}
}

func last1(s *Session) il.Stmt {
	all := s.Unit(a).Body.Stmts
	return all[len(all)-1]
}
