package hb

import (
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
)

// recording makes lists of events that obey Figure 6 from small numbers.
type recording struct {
	events []dynamic.Event
	levels [2]il.Level
}

// add appends the event that a number stands for, if the lock admits it.
func (r *recording) add(n byte) {
	e := dynamic.Event{Thread: semantics.Tid(n & 1), At: il.Pos(len(r.events))}
	slot := int(n >> 6)
	t := e.Thread
	switch n >> 1 & 7 {
	case 0, 1, 2:
		e.Kind = dynamic.Read
	case 3, 4:
		e.Kind = dynamic.Write
	case 5:
		if r.levels[t.Other()].DepthOf(slot) > 0 {
			return
		}
		e.Kind, e.Slot = dynamic.Acquire, slot
	case 6:
		if r.levels[t].DepthOf(slot) == 0 {
			return
		}
		e.Kind, e.Slot = dynamic.Release, slot
	}
	if e.IsAccess() {
		e.Cell = semantics.Addr{Loc: 1 + semantics.Loc(n>>4&1), Field: []string{"f", "g"}[n>>5&1]}
	}
	r.levels[t] = e.After(r.levels[t])
	e.Level = r.levels[t]
	r.events = append(r.events, e)
}

// random returns a recording of up to n events, with up to four locks.
func random(r *rand.Rand, n int) []dynamic.Event {
	var list recording
	codes := 64 * (1 + r.IntN(4)*r.IntN(2))
	for range n {
		list.add(byte(r.IntN(codes)))
	}
	return list.events
}

// relation returns happens-before by definition: program order and the edges of the locks, closed
// transitively.
func relation(events []dynamic.Event) [][]bool {
	n := len(events)
	r := make([][]bool, n)
	for i := range r {
		r[i] = make([]bool, n)
		for j := i + 1; j < n; j++ {
			next := !slices.ContainsFunc(events[i+1:j], func(e dynamic.Event) bool {
				return e.Kind == dynamic.Acquire && e.Slot == events[j].Slot
			})
			r[i][j] = events[i].Thread == events[j].Thread ||
				next && events[i].Kind == dynamic.Release && events[j].Kind == dynamic.Acquire &&
					events[i].Slot == events[j].Slot
		}
	}
	closeUp(r)
	return r
}

// closeUp makes a relation transitive.
func closeUp(r [][]bool) {
	for k := range r {
		for i := range r {
			for j := range r {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
}

// racesOf lists the races by definition.
func racesOf(events []dynamic.Event, before [][]bool) []Race {
	var races []Race
	for j := range events {
		for i := range j {
			if events[i].Conflicts(events[j]) && !before[i][j] {
				races = append(races, Race{i, j})
			}
		}
	}
	return races
}

// sorted lists races by their second and then by their first accesses.
func sorted(races iter.Seq[Race]) []Race {
	return slices.SortedFunc(races, func(a, b Race) int {
		if a.Second != b.Second {
			return a.Second - b.Second
		}
		return a.First - b.First
	})
}

// tally counts what a test has seen, for its floors.
type tally struct{ lists, races, ordered, tracked int }

// compareThree compares the order, the list of all races and FastTrack on one recording.
func compareThree(t *testing.T, events []dynamic.Event, seen *tally) {
	t.Helper()
	before := relation(events)
	order := Of(events)
	for i := range events {
		for j := range events {
			if order.Before(i, j) != before[i][j] {
				t.Fatalf("Before(%d, %d) = %t, want %t\n%v", i, j, !before[i][j], before[i][j],
					events)
			}
			if order.Unordered(i, j) != (i != j && !before[i][j] && !before[j][i]) {
				t.Fatalf("Unordered(%d, %d) = %t\n%v", i, j, order.Unordered(i, j), events)
			}
			checkEdge(t, events, order, i, j)
		}
	}
	want := racesOf(events, before)
	if got := sorted(Races(events, order)); !slices.Equal(got, want) {
		t.Fatalf("Races: %v, want %v\n%v", got, want, events)
	}
	track := fastTrackRaces(events)
	checkFirsts(t, events, track, want)
	seen.lists++
	seen.races += len(want)
	seen.tracked += len(track)
	for i := range events {
		for j := range events {
			if before[i][j] && events[i].Thread != events[j].Thread {
				seen.ordered++
			}
		}
	}
}

// checkEdge checks Order.Edge of two events against its comment.
func checkEdge(t *testing.T, events []dynamic.Event, o *Order, i, j int) {
	t.Helper()
	e, ok := o.Edge(i, j)
	across := events[i].Thread != events[j].Thread
	if ok != (across && o.Before(i, j)) {
		t.Fatalf("Edge(%d, %d) = %v, %t, want %t\n%v", i, j, e, ok, !ok, events)
	}
	if !ok {
		return
	}
	if events[e.From].Thread != events[i].Thread || events[e.To].Thread != events[j].Thread ||
		i > e.From || e.From >= e.To || e.To > j ||
		events[e.From].Kind != dynamic.Release || events[e.To].Kind != dynamic.Acquire {
		t.Fatalf("Edge(%d, %d) = %v, which does not order them\n%v", i, j, e, events)
	}
}

// checkFirsts compares FastTrack's reports with all races: each is one, and for each cell the first
// ones are at the same access.
func checkFirsts(t *testing.T, events []dynamic.Event, track, all []Race) {
	t.Helper()
	first := func(races []Race) map[semantics.Addr]int {
		m := map[semantics.Addr]int{}
		for _, r := range races {
			c := events[r.First].Cell
			if at, ok := m[c]; !ok || r.Second < at {
				m[c] = r.Second
			}
		}
		return m
	}
	for _, r := range track {
		if !slices.Contains(all, r) {
			t.Fatalf("FastTrack reports %v, which is not a race\n%v", r, events)
		}
	}
	if got, want := first(track), first(all); !reflect.DeepEqual(got, want) {
		t.Fatalf("FastTrack's first races by cell %v, want %v\n%v", got, want, events)
	}
}

// TestRandomRecordings: on random recordings, the order, the list of all races and FastTrack agree
// with the definition.
func TestRandomRecordings(t *testing.T) {
	var seen tally
	for seed := range uint64(quick.Cases(4000)) {
		r := rand.New(rand.NewPCG(seed, 1))
		compareThree(t, random(r, 5+r.IntN(40)), &seen)
	}
	t.Logf("%+v", seen)
	if seen.races < quick.Cases(40_000) || seen.ordered < quick.Cases(30_000) ||
		seen.tracked < quick.Cases(10_000) {
		t.Error("too few races, ordered pairs or reports")
	}
}

// TestExecutions is TestRandomRecordings for executions of programs.
func TestExecutions(t *testing.T) {
	var seen tally
	o := gen.Default()
	o.Lock, o.Call = 0.2, 0.2
	iltest.Random(t, quick.Cases(600), o, func(c *il.Core) {
		r := rand.New(rand.NewPCG(uint64(seen.lists), 2))
		for _, p := range c.Pairs() {
			x := dynamic.Draw(c, p, r, dynamic.Limits{Steps: 60, Rounds: 2})
			compareThree(t, x.Events, &seen)
			checkReports(t, x)
		}
	})
	t.Logf("%+v", seen)
	if seen.races < quick.Cases(1_500) || seen.ordered < quick.Cases(5_000) ||
		seen.tracked < quick.Cases(500) {
		t.Error("too few races, ordered pairs or reports")
	}
}

// TestOrdersOfOtherEdges: New accepts any forward edges, including those from accesses.
func TestOrdersOfOtherEdges(t *testing.T) {
	races := 0
	for seed := range uint64(quick.Cases(2000)) {
		r := rand.New(rand.NewPCG(seed, 8))
		events := random(r, 30)
		var edges []Edge
		want := make([][]bool, len(events))
		for j := range events {
			want[j] = make([]bool, len(events))
			for i := range j {
				switch across := events[i].Thread != events[j].Thread; {
				case !across:
					want[i][j] = true
				case r.IntN(20) == 0:
					want[i][j] = true
					edges = append(edges, Edge{i, j})
				}
			}
		}
		closeUp(want)
		order := New(events, edges)
		for i := range events {
			for j := range events {
				if order.Before(i, j) != want[i][j] {
					t.Fatalf("Before(%d, %d) is %v\n%v\n%v", i, j, !want[i][j], edges, events)
				}
			}
		}
		all := racesOf(events, want)
		if got := sorted(Races(events, order)); !slices.Equal(got, all) {
			t.Fatalf("Races: %v, want %v\n%v\n%v", got, all, edges, events)
		}
		races += len(all)
	}
	if races < quick.Cases(5_000) {
		t.Errorf("%d races, want at least %d", races, quick.Cases(5_000))
	}
}

// checkReports expects the reports of an execution to sum up its races.
func checkReports(t *testing.T, x *dynamic.Execution) {
	t.Helper()
	races := racesOf(x.Events, relation(x.Events))
	reports := Reports(x)
	if !slices.IsSortedFunc(reports, func(a, b Report) int { return a.Sites.Compare(b.Sites) }) {
		t.Fatal("reports are not sorted")
	}
	sum := 0
	for _, r := range reports {
		count := 0
		for _, race := range races {
			if dynamic.Sites(x.Pair, x.Events[race.First], x.Events[race.Second]) == r.Sites {
				count++
			}
		}
		if count != r.Count || !slices.Contains(races, r.Race) ||
			dynamic.Sites(x.Pair, x.Events[r.Race.Second], x.Events[r.Race.First]) != r.Sites {
			t.Fatalf("report %+v, but %d races at its sites", r, count)
		}
		sum += r.Count
	}
	if sum != len(races) {
		t.Fatalf("%d races in reports, want %d", sum, len(races))
	}
}

// TestNewRefusesUnsortedEdges: New refuses unsorted edges, which it would otherwise ignore.
func TestNewRefusesUnsortedEdges(t *testing.T) {
	events := make([]dynamic.Event, 4)
	events[1].Thread, events[2].Thread = semantics.B, semantics.B
	defer func() {
		if recover() == nil {
			t.Error("New does not panic")
		}
	}()
	New(events, []Edge{{0, 2}, {0, 1}})
}

// TestRacesCanBeLeft: the caller may stop the iteration over races early.
func TestRacesCanBeLeft(t *testing.T) {
	events := random(rand.New(rand.NewPCG(1, 1)), 200)
	n := 0
	for range Races(events, Of(events)) {
		n++
		if n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("Races yields %d races, want 3 before the caller stops", n)
	}
}

// FuzzDetectors is TestRandomRecordings for recordings made from the fuzzer's bytes.
func FuzzDetectors(f *testing.F) {
	f.Add([]byte("a race, or none"))
	f.Add([]byte{6, 10, 12, 11, 13, 7})
	f.Add([]byte{0, 1, 6, 7, 10, 10, 12, 12, 11, 1, 13})
	f.Fuzz(func(t *testing.T, data []byte) {
		var list recording
		for _, b := range data[:min(len(data), 60)] {
			list.add(b)
		}
		var seen tally
		compareThree(t, list.events, &seen)
	})
}
