package canonical

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/poll"
	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// layout is a space in some order.
type layout interface {
	driver.Layout
	Path(h driver.Hit) *driver.Path
}

// search is a finished search.
type search struct {
	*driver.Search
	layout
	goal *driver.Goal
}

// An order makes a space in an order.
type order func(ctx context.Context, p Problem, o Options) layout

func breadth(ctx context.Context, p Problem, o Options) layout { return NewBreadth(ctx, p, o) }
func depth(ctx context.Context, p Problem, o Options) layout   { return NewDepth(ctx, p, o) }

var orders = map[string]order{"breadth": breadth, "depth": depth}

// run searches in an order to the end, or to a limit.
func (newLayout order) run(g *machine.Program, given *semantics.Init, o Options) search {
	if o.MaxObjects == 0 {
		o.MaxObjects = MaxObjects
	}
	goal := driver.NewGoal(nil, nil)
	l := newLayout(context.Background(), Problem{Program: g, Given: given, Goal: goal}, o)
	s := driver.New(context.Background(), l, goal, driver.Options{MaxStates: o.MaxStates})
	s.Run()
	return search{Search: s, layout: l, goal: goal}
}

// sites lists the sites that race, sorted.
func (s search) sites() (all []machine.Sites) {
	for _, h := range s.goal.Hits() {
		all = append(all, h.Sites)
	}
	slices.SortFunc(all, func(p, q machine.Sites) int { return slices.Compare(p[:], q[:]) })
	return all
}

// programs calls do with random programs and, for every other one, a given initial state.
func programs(t *testing.T, n uint64,
	do func(seed uint64, g *machine.Program, given *semantics.Init)) {
	t.Helper()
	for seed := range n {
		core := iltest.Core(t, gen.Text(seed, exploretest.Small()))
		pair := exploretest.Pair(core, seed)
		g, err := machine.Compile(core, pair, machine.Options{Unroll: 1})
		if err != nil {
			t.Fatal(err)
		}
		var given *semantics.Init
		if seed%2 == 0 {
			in := semantics.RandomInit(rand.New(rand.NewPCG(seed, 1)), core, pair, 2)
			given = &in
		}
		do(seed, g, given)
	}
}

// TestOrders: both orders visit the same states and find the same races, even if they leave a state
// after a successor or two and resume it later.
func TestOrders(t *testing.T) {
	searches := 0
	programs(t, 120, func(seed uint64, g *machine.Program, given *semantics.Init) {
		want := order(breadth).run(g, given, Options{Switches: -1, MaxStates: 5000})
		if !want.Ended {
			return
		}
		c := want.Counts()
		if int(c.Looked) != want.States || c.Ends == 0 || c.StuckEnds+c.Deadlocks > 0 {
			t.Fatalf("seed %d: %+v of %d states, want all visited and none stuck", seed, c,
				want.States)
		}
		for work := range 4 {
			for name, order := range orders {
				got := order.run(g, given, Options{Switches: -1, Work: work})
				d := got.Counts()
				if got.States != want.States || d.Looked != c.Looked ||
					d.Transitions != c.Transitions || d.Ends != c.Ends || d.Cuts != c.Cuts {
					t.Fatalf("seed %d, %s, %d successors: %+v, want %+v", seed, name, work, d, c)
				}
				if !slices.Equal(got.sites(), want.sites()) ||
					name == "breadth" && d.Depth != c.Depth {
					t.Fatalf("seed %d, %s, %d successors: %v, want %v", seed, name, work,
						got.sites(), want.sites())
				}
				searches++
			}
		}
	})
	if searches < 500 {
		t.Errorf("%d searches, want at least 500", searches)
	}
}

// TestPaths: a path to a hit consists of steps of the program and ends in a state in which the
// accesses meet. With fingerprints it is the same path.
func TestPaths(t *testing.T) {
	paths := 0
	never := poll.Every(math.MaxInt, context.Background())
	programs(t, 80, func(seed uint64, g *machine.Program, given *semantics.Init) {
		for name, order := range orders {
			s := order.run(g, given, Options{Switches: -1, MaxStates: 2000})
			var same search
			if name == "breadth" {
				same = order.run(g, given,
					Options{Switches: -1, MaxStates: 2000, Fingerprint: true})
			}
			for k, h := range s.goal.Hits() {
				p := s.Path(h)
				at := p.Starts
				for _, step := range p.Steps {
					if at[step.Thread] != step.From || !slices.Contains(step.From.Next, step.To) {
						t.Fatalf("seed %d, %s: a step of thread %d that the program does not have",
							seed, name, step.Thread)
					}
					at[step.Thread] = step.To
				}
				_, meet := p.Machine.Meet(nil, machine.AnyKnown,
					&driver.Tries{Poll: &never, Max: math.MaxUint64})
				if at != p.Machine.At || !machine.Conflict(at[0], at[1]) || !meet ||
					len(p.Steps) != h.Steps {
					t.Fatalf("seed %d, %s: the path of %d steps does not lead to the race after %d",
						seed, name, len(p.Steps), h.Steps)
				}
				if name == "breadth" &&
					!slices.Equal(same.Path(same.goal.Hits()[k]).Steps, p.Steps) {
					t.Fatalf("seed %d: another path with fingerprints", seed)
				}
				paths++
			}
		}
	})
	if paths < 60 {
		t.Errorf("%d paths, want at least 60", paths)
	}
}

// TestLimitOnStates: both orders meet the limit on states with hardly any excess; without it there
// are more states.
func TestLimitOnStates(t *testing.T) {
	text := "{ " + strings.Repeat("arg1.f := arg2; x := arg1.g; arg2.g := x; ", 8) + "} || { " +
		strings.Repeat("arg2.f := arg1; y := arg2.g; arg1.g := y; ", 8) + "}"
	core := iltest.Core(t, text)
	g, err := machine.Compile(core, core.Pairs()[0], machine.Options{Unroll: -1})
	if err != nil {
		t.Fatal(err)
	}
	for name, order := range orders {
		for _, limit := range []int{1, 2, 10, 100, 3000} {
			s := order.run(g, nil, Options{Switches: -1, MaxStates: limit})
			if s.Cuts != driver.CutStates || s.Ended || s.States < limit || s.States > limit+40 {
				t.Errorf("%s, limit %d: %d states, cuts %b, want at most 40 more, %b", name, limit,
					s.States, s.Cuts, driver.CutStates)
			}
		}
	}
}

// TestLimitOnObjects: a state may have as many objects as the limit, and no more.
func TestLimitOnObjects(t *testing.T) {
	core := iltest.Core(t,
		"{ x := new(); arg1.f := x; y := new(); x.g := y } || "+
			"{ u := arg1.f; u.g := u } init { A.arg1 = o1; B.arg1 = o1 }")
	g, err := machine.Compile(core, core.Pairs()[0], machine.Options{Unroll: -1})
	if err != nil {
		t.Fatal(err)
	}
	given, err := g.Given(nil)
	if err != nil {
		t.Fatal(err)
	}
	// There are three objects: o1, and two that A makes.
	for objects, want := range map[int32]driver.Cuts{2: driver.CutStateSize, 3: 0, 4: 0} {
		for name, order := range orders {
			s := order.run(g, given, Options{Switches: -1, MaxObjects: objects})
			if s.Counts().Cuts != want || !s.Ended {
				t.Errorf("%s, %d objects: cuts %b, want %b", name, objects, s.Counts().Cuts, want)
			}
		}
	}
}

// TestSwitch: switches between the threads are counted from the second step on.
func TestSwitch(t *testing.T) {
	for _, tt := range []struct {
		threads string
		bound   int
		ok      bool
	}{
		{"A", 0, true}, {"AAA", 0, true}, {"B", 0, true}, {"AB", 0, false}, {"AB", 1, true},
		{"ABBB", 1, true}, {"ABA", 1, false}, {"ABAB", 3, true}, {"BABAB", 3, false},
	} {
		switches, ok := int32(0), true
		for _, thread := range tt.threads {
			if !ok {
				t.Fatalf("%s: the bound of %d was met before the last step", tt.threads, tt.bound)
			}
			switches, ok = Switch(switches, int(thread-'A'), tt.bound)
		}
		if ok != tt.ok {
			t.Errorf("%s is within %d switches: %t, want %t", tt.threads, tt.bound, ok, tt.ok)
		}
	}
}

// TestSuffices: the steps of A suffice or not, depending on what B may touch or reach.
func TestSuffices(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		h          string // the value of o1.h
		want       bool   // whether A's first command suffices
	}{
		{"a load of what the other one stores", "x := arg1.f; arg1.g := x",
			"arg1.f := arg1", "o2", false},
		{"a load of what the other one loads", "x := arg1.f; arg1.g := x",
			"y := arg1.f; y.h := y", "o1", true},
		{"a store of what the other one stores", "arg1.f := arg1", "arg1.f := arg1", "o2", false},
		{"the same field of an object that the other one cannot reach", "arg2.f := arg2",
			"arg1.f := arg1", "o1", true},
		{"the same field of one that it can reach", "arg2.f := arg2",
			"y := arg1.h; y.f := y", "o2", false},
	} {
		core := iltest.Core(t,
			"{ "+tt.a+"; z := arg2.g; z.g := arg1 } || { "+tt.b+
				" } init { A.arg1 = o1; A.arg2 = o2; B.arg1 = o1; o1.h = "+tt.h+" }")
		g, err := machine.Compile(core, core.Pairs()[0], machine.Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		given, err := g.Given(nil)
		if err != nil {
			t.Fatal(err)
		}
		problem := Problem{Program: g, Given: given, Goal: driver.NewGoal(nil, nil)}
		x := newExpander(context.Background(),
			&config{Problem: problem, o: Options{Switches: -1}, room: 1})
		x.m.Load(given)
		x.m.At = [2]*machine.Control{g.Starts(0)[0], g.Starts(1)[0]}
		if got := x.suffices(0); got != tt.want {
			t.Errorf("%s: suffices(0) = %v, want %v", tt.name, got, tt.want)
		}
	}
}
