package session

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics"
)

// TestSources checks the sources of values against the states: the move to the source's state wrote
// the value that was read, and from then on the cell holds it.
func TestSources(t *testing.T) {
	given, written, made := 0, 0, 0
	randomSessions(t, 80, func(s *Session, _ *randv) {
		s.wander(11, 80)
		for n := 1; n <= s.Len(); n++ {
			v := s.view(n)
			x := v.Effects()
			sources := v.sources()
			if len(sources) != len(x.Reads) {
				t.Fatalf("%s: %d sources, want %d", v.Say(), len(sources), len(x.Reads))
			}
			for k, from := range sources {
				if from.Cell != x.Reads[k] || from.State >= n {
					t.Fatalf("%s: the source of cell %d is %+v, want %v from an earlier state "+
						"than %d", v.Say(), k, from, x.Reads[k], n)
				}
				value, _ := s.view(n - 1).Heap().At(from.Cell)
				for m := from.State; m < n; m++ {
					if held, ok := s.view(m).Heap().At(from.Cell); !ok || held != value {
						t.Fatalf("%s: %+v, but in state %d the cell holds %s, want %s",
							v.Say(), from, m, held, value)
					}
				}
				did := s.view(from.State).Effects()
				switch {
				case from.State == 0:
					given++
				case from.Made && did.New == from.Cell.Loc:
					made++
				case !from.Made && did.Cell != nil && did.Cell.Cell == from.Cell:
					written++
				default:
					t.Fatalf("%s: %+v, but that move did %+v", v.Say(), from, did)
				}
			}
			last, ok := v.ReadsFrom()
			if load := x.Access != nil && !x.Wrote; load != ok ||
				ok && last != sources[len(sources)-1] {
				t.Fatalf("%s: ReadsFrom = %+v, %v, want the last of %+v, %v", v.Say(), last, ok,
					sources, load)
			}
		}
	})
	if given < 20 || written < 20 || made < 20 {
		t.Errorf("%d values of the initial state, %d written, %d of new objects, "+
			"want at least 20 of each", given, written, made)
	}
}

// TestLocal checks that a move is local unless its effects touch the heap or the lock.
func TestLocal(t *testing.T) {
	locals := 0
	randomSessions(t, 60, func(s *Session, _ *randv) {
		s.wander(5, 60)
		for n := 1; n <= s.Len(); n++ {
			v := s.view(n)
			x := v.Effects()
			touches := x.Access != nil || len(x.Reads) > 0 || x.Lock != nil
			if v.Local() == touches {
				t.Fatalf("%s: Local = %v, want %v for %+v", v.Say(), v.Local(), !touches, x)
			}
			if v.Local() {
				locals++
			}
		}
		if v := s.view(0); v.Local() {
			t.Fatal("the initial state, which no move led to, is local")
		}
	})
	if locals < 100 {
		t.Errorf("%d local moves, want at least 100", locals)
	}
}

// TestStepsOf counts the steps of each thread. In the states of a search, it counts those of the
// state where the search began.
func TestStepsOf(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	s.must(t, "A B A")
	for n, want := range [][2]int{{0, 0}, {1, 0}, {1, 1}, {2, 1}} {
		v := s.view(n)
		if got := [2]int{v.StepsOf(a), v.StepsOf(b)}; got != want || v.Steps() != want[0]+want[1] {
			t.Errorf("state %d: %v, want %v", n, got, want)
		}
	}
	s.Nearest(Condition{"looking", func(v View) bool {
		if v.StepsOf(a) != 2 || v.StepsOf(b) != 1 {
			t.Errorf("a search counts %d and %d, want 2 and 1", v.StepsOf(a), v.StepsOf(b))
		}
		return false
	}}, s.SeekLimits())
}

// TestSourcesOfAPath checks that a load has a source for each cell on its path.
func TestSourcesOfAPath(t *testing.T) {
	s := begin(t, "m(b) { n := new(); b.f := n; x := b.f.g }", "m", "m")
	for range 3 {
		s.Step(a)
	}
	f, g := semantics.Addr{Loc: 1, Field: "f"}, semantics.Addr{Loc: 2, Field: "g"}
	want := [2]Source{{Cell: f, State: 2}, {Cell: g, State: 1, Made: true}}
	if got := s.Now().sources(); len(got) != 2 || [2]Source(got) != want {
		t.Errorf("sources = %+v, want %+v", got, want)
	}
	if e, _ := s.Now().Last(); e.Rule != semantics.RuleLoad {
		t.Errorf("the last step is %v, want a load", il.Text(e.Command.(il.Stmt)))
	}
}

// TestInitSlips checks that an object must be listed or have a name such as o1, and that semicolons
// may separate the parts like commas.
func TestInitSlips(t *testing.T) {
	core := coreOf("m(b) { x := b.f; }")
	pair := core.Pairs()[0]
	for text, want := range map[string]string{
		"A.b=o1;B.b=o1;":       "one",
		"list,A.b=list,B.b=o1": "list,o1,A.b=list,B.b=o1",
		"A.b=o1,B.b=p": "initial state: there is no object p; objects are called o1, o2, " +
			"..., and others are listed first, as in p,A.x=p",
		"A.b=o1,B.b=o1,q.f=o1": "initial state: there is no object q;",
		"A.b=o1,B.b=o1x":       "initial state: there is no object o1x;",
	} {
		in, err := ParseInit(core, pair, text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = InitText(core, pair, in)
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
