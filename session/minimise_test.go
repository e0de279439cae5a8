package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// TestMinimise checks that the shortened schedule leads to the same race, that none of its moves
// can be left out, and that no order of its moves has fewer switches.
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
				t.Fatalf("Minimise() of %s = %s, want a schedule to the same race that is not longer",
					s.Schedule(), m.Schedule)
			}
			for i := range m.Schedule {
				if keeps(slices.Delete(slices.Clone(m.Schedule), i, i+1)) {
					t.Fatalf("Minimise() = %s, which does not need move %d", m.Schedule, i)
				}
			}
			if len(m.Schedule) <= 12 {
				if fewest := fewestByForce(m.Schedule, keeps); fewest != m.Schedule.Switches() {
					t.Fatalf("Minimise() = %s, which has more than %d switches", m.Schedule, fewest)
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
		t.Errorf("%d races, %d shortened, %d with fewer switches; want at least 100, 10 and 50",
			tried, shorter, calmer)
	}
}

// fewestByForce returns the smallest number of switches of any order of the threads' moves that
// leads to the race.
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

// TestMinimiseLoops checks that an execution of loops is reduced to one without iterations, and
// that the result says what each move is for.
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
	var got []string
	for _, n := range m.Needs {
		got = append(got, n.Text)
	}
	want := []string{
		"Without the choice of exit at 2:11, A never reaches x.f := x at 2:56: " +
			"A chooses at 2:11: go round the loop, or leave it.",
		"Without step 1, A never reaches x.f := x at 2:56.",
		"Without the choice of exit at 3:12, B never reaches v := x.f at 3:33.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the needs are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	const refusal = `the condition "a thread ends" does not hold in the present state`
	if _, err := s.minimiseTo(Ends()); fmt.Sprint(err) != refusal {
		t.Errorf("minimiseTo(Ends()) = %v, want %q", err, refusal)
	}
}

// TestMinimiseTo checks minimiseTo with a condition on the heap.
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
	const need = "Without step 1, A never reaches m := new() at 1:33."
	if err != nil || m.Schedule.String() != "A2" || len(m.Needs) == 0 || m.Needs[0].Text != need {
		t.Errorf("minimiseTo = %s, %+v, %v; want A2 and %q", m.Schedule, m.Needs, err, need)
	}
}

// TestMinimiseManyOrders checks that the order of moves is kept if there are more orders than a
// search may visit, and that Fewest is false then.
func TestMinimiseManyOrders(t *testing.T) {
	for _, tt := range []struct {
		steps    int // of each thread
		fewest   bool
		switches int
	}{{10, true, 1}, {145, false, 2}} {
		body := strings.Repeat("y := x; ", tt.steps) + "x.f := y"
		s := begin(t, "left(x) { "+body+" } right(x) { "+body+" }", "left", "right")
		s.must(t, fmt.Sprintf("A1 B%d A%d", tt.steps, tt.steps-1))
		m, err := s.Minimise()
		if err != nil {
			t.Fatal(err)
		}
		if moves := 2 * tt.steps; !m.Complete || len(m.Schedule) != moves || len(m.Needs) != moves {
			t.Errorf("%d steps of each: complete %t, %d moves, %d needs; want complete, %d, %[5]d",
				tt.steps, m.Complete, len(m.Schedule), len(m.Needs), moves)
		}
		if m.Fewest != tt.fewest || m.Schedule.Switches() != tt.switches {
			t.Errorf("%d steps of each: fewest %t, %d switches; want %t, %d", tt.steps, m.Fewest,
				m.Schedule.Switches(), tt.fewest, tt.switches)
		}
	}
}

// TestMinimiseGivesUp checks that Complete is false for a trace that is too long to try everything,
// and that the result is not longer than before.
func TestMinimiseGivesUp(t *testing.T) {
	text := "left(x) { " + strings.Repeat("y := x.g; ", 1500) + " x.f := x } right(x) { z := x.f }"
	s := begin(t, text, "left", "right")
	body := s.Unit(a).Body.Stmts
	last := body[len(body)-1]
	racesAtEnd := Condition{
		"A races with its last statement",
		func(v View) bool { return v.now.race && v.now.config.Threads[a].Point.Stmt() == last },
	}
	r := s.Seek(racesAtEnd, semantics.Limits{Iterations: semantics.Unbounded})
	if !r.OK() {
		t.Fatalf("no execution leads to a race at A's end: %s", r.Text)
	}
	m, err := s.Minimise()
	if err != nil || m.Complete || len(m.Needs) != 0 || len(m.Schedule) != s.At() {
		t.Errorf("Minimise() = complete %t, %d moves, %d needs, %v; want incomplete, %d, none",
			m.Complete, len(m.Schedule), len(m.Needs), err, s.At())
	}
}
