package driver

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"wobbly/semantics/explore/machine"
)

// grid is the layout of two threads of n steps each, as in the package comment: a state is the
// number of steps of each thread, and its part is A's. A level is a diagonal. Each of its states
// has two predecessors, or one at the edge.
type grid struct {
	n     int
	level int
	races map[[2]int]machine.Sites // where sites race

	looked    int
	added     []atomic.Int64 // by part: how many states of the next level it has
	failLevel int            // the level that the layout cannot hold; 0 for none
	scale     int            // how many steps Waiting pretends that a state takes
	afterFill func()
	sequence  []string // of calls that are not made by workers
}

func newGrid(n int) *grid {
	return &grid{
		n: n, races: map[[2]int]machine.Sites{}, added: make([]atomic.Int64, n+1), scale: 1,
	}
}

// front lists A's steps in the states of a level.
func (g *grid) front(level int) (steps []int) {
	for a := max(0, level-g.n); a <= min(level, g.n); a++ {
		steps = append(steps, a)
	}
	return steps
}

func (g *grid) Start() int { return 1 }

func (g *grid) Round(int) int {
	g.sequence = append(g.sequence, fmt.Sprint("round ", g.level))
	return len(g.front(g.level))
}

func (g *grid) Look(int, int) {}

func (g *grid) Failed() bool { return g.failLevel > 0 && g.level == g.failLevel }

func (g *grid) Hits() (hits []Hit) {
	for _, a := range g.front(g.level) {
		if sites, ok := g.races[[2]int{a, g.level - a}]; ok {
			hits = append(hits, Hit{Sites: sites, At: Ref(a), Steps: g.level})
		}
	}
	return hits
}

func (g *grid) Plan() int { return len(g.front(g.level + 1)) }

func (g *grid) Waiting(part int) int { return g.scale * (g.n - part%2) }

func (g *grid) Fill(_, part, room int) (int, bool) {
	if g.afterFill != nil {
		defer g.afterFill()
	}
	if room == 0 {
		return 0, false
	}
	g.added[g.front(g.level + 1)[part]].Add(1)
	return 1, true
}

func (g *grid) Advance() bool {
	g.looked += len(g.front(g.level))
	g.level++
	return len(g.front(g.level)) > 0
}

func (g *grid) Counts() Counts {
	return Counts{Looked: uint64(g.looked), Depth: g.level, Memory: 1}
}

func (g *grid) search(ctx context.Context, o Options) (*Search, *Goal) {
	goal := NewGoal(nil, nil)
	return New(ctx, g, goal, o), goal
}

// TestSearch: a search visits every state, level by level, and keeps the first hit of each pair of
// sites.
func TestSearch(t *testing.T) {
	for workers := range 4 {
		g := newGrid(9)
		first, second := machine.Sites{0, 1}, machine.Sites{1, 0}
		g.races[[2]int{3, 2}], g.races[[2]int{2, 3}], g.races[[2]int{4, 4}] = first, second, first
		s, goal := g.search(context.Background(), Options{Workers: workers})
		s.Run()
		if s.States != 100 || !s.Ended || s.Cuts != 0 || g.looked != 100 || g.level != 19 {
			t.Errorf("%d workers: %d states, %d visited, level %d, cuts %b; want 100, 100, "+
				"19, none", workers, s.States, g.looked, g.level, s.Cuts)
		}
		want := []Hit{{second, 2, 5}, {first, 3, 5}}
		if !slices.Equal(goal.Hits(), want) {
			t.Errorf("%d workers: hits %v, want %v", workers, goal.Hits(), want)
		}
		for a := range g.added {
			if n := int(g.added[a].Load()); a > 0 && n != 10 {
				t.Errorf("%d workers: part %d was filled %d times, want 10", workers, a, n)
			}
		}
	}
}

// TestLimitOnStates: the limit on states is met exactly, by any number of workers, and cuts the
// search only if it is met.
func TestLimitOnStates(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		for limit := 1; limit <= 103; limit++ {
			g := newGrid(9)
			s, _ := g.search(context.Background(), Options{Workers: workers, MaxStates: limit})
			s.Run()
			met := limit <= 100 // even if it is met with the last state, which is not visited
			if s.States != min(limit, 100) || met != (s.Cuts == CutStates) || s.Ended == met {
				t.Errorf("%d workers, limit %d: %d states, ended %t, cuts %b", workers, limit,
					s.States, s.Ended, s.Cuts)
			}
			if s.Next() {
				t.Fatalf("%d workers, limit %d: Next = true after the end", workers, limit)
			}
		}
	}
}

// TestContextEnds: a search ends with its context, for the context's reason, whatever it is doing
// and whatever else would end it.
func TestContextEnds(t *testing.T) {
	dead, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	interrupted, interrupt := context.WithCancelCause(context.Background())
	interrupt(nil)
	full, fill := context.WithCancelCause(context.Background())
	fill(ErrMemory)
	for want, ctx := range map[Cuts]context.Context{
		CutTimeout: dead, CutInterrupt: interrupted, CutMemory: full,
	} {
		g := newGrid(9)
		s, _ := g.search(ctx, Options{MaxStates: 1})
		s.Run()
		if s.States != 1 || s.Cuts != want || s.Ended || len(g.sequence) > 0 {
			t.Errorf("context done before Run: %d states, cuts %b, want 1, %b", s.States, s.Cuts,
				want)
		}
	}
	for workers := 1; workers <= 3; workers++ {
		ctx, cancel := context.WithCancel(context.Background())
		g := newGrid(9)
		var filled atomic.Int64
		g.afterFill = func() {
			if filled.Add(1) == 20 {
				cancel()
			}
		}
		s, _ := g.search(ctx, Options{Workers: workers, MaxStates: 21})
		s.Run()
		if s.Cuts != CutInterrupt || s.Ended || s.States > 28 {
			t.Errorf("%d workers: %d states, cuts %b, want at most 28, %b", workers, s.States,
				s.Cuts, CutInterrupt)
		}
	}
}

// refusing is a grid of which no part can be filled.
type refusing struct{ *grid }

func (r refusing) Fill(int, int, int) (int, bool) { return 0, false }

// TestFillFails: if a part cannot be filled, the reason is the failure of the layout, the end of
// the context, or else the limit on states.
func TestFillFails(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		g := newGrid(9)
		s := New(context.Background(), refusing{grid: g}, NewGoal(nil, nil),
			Options{Workers: workers})
		s.Next()
		if s.Next() || s.Cuts != CutStates || s.Ended {
			t.Errorf("%d workers: cuts %b, ended %t, want %b, false", workers, s.Cuts, s.Ended,
				CutStates)
		}
	}
}

// TestLayoutFails: a layout that fails ends the search: the round finds nothing and cuts nothing.
func TestLayoutFails(t *testing.T) {
	g := newGrid(9)
	g.failLevel = 4
	g.races[[2]int{2, 2}] = machine.Sites{0, 0}
	s, goal := g.search(context.Background(), Options{})
	s.Run()
	if s.Ended || s.Cuts != 0 || g.level != 4 || len(goal.Hits()) != 0 {
		t.Errorf("ended %t, cuts %b, level %d, hits %v; want false, 0, 4, none", s.Ended, s.Cuts,
			g.level, goal.Hits())
	}
}

// dense is a grid in which each point stands for many states.
type dense struct {
	*grid
	each int
}

func (d dense) Fill(w, part, room int) (int, bool) {
	added, ok := d.grid.Fill(w, part, room)
	return d.each * added, ok
}

// TestProgress: progress is reported after some rounds, after some groups of a round with many
// steps, and after many states.
func TestProgress(t *testing.T) {
	for _, tt := range []struct{ scale, each, want int }{
		{1, 1, 18 / progressRounds},
		{groupSteps, 1, 99 / progressRounds}, // each part is a group
		{1, progressStates, 18},
	} {
		g := newGrid(9)
		g.scale = tt.scale
		var reports []Progress
		o := Options{Progress: func(p Progress) { reports = append(reports, p) }}
		New(context.Background(), dense{g, tt.each}, NewGoal(nil, nil), o).Run()
		if len(reports) != tt.want {
			t.Errorf("%+v: %d reports, want %d", tt, len(reports), tt.want)
		}
		for k, p := range reports {
			if p.Frontier == 0 || p.Frontier > p.States ||
				k > 0 && p.States <= reports[k-1].States {
				t.Errorf("%+v: report %d is %+v", tt, k, p)
			}
		}
	}
}
