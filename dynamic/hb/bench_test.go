package hb

import (
	"math/rand/v2"
	"testing"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
)

// long returns a recording of n events over the given number of cells. Of a hundred events, sync
// are critical sections, which a thread finishes before the other one moves.
func long(n, cells, sync int) []dynamic.Event {
	r := rand.New(rand.NewPCG(7, uint64(cells)))
	var events []dynamic.Event
	access := func(t semantics.Tid) {
		e := dynamic.Event{
			Thread: t, Kind: dynamic.Read,
			Cell: semantics.Addr{Loc: 1 + semantics.Loc(r.IntN(cells)), Field: "f"},
		}
		if r.IntN(4) == 0 {
			e.Kind = dynamic.Write
		}
		events = append(events, e)
	}
	for len(events) < n {
		t := semantics.Tids[r.IntN(2)]
		if r.IntN(100) >= sync {
			access(t)
			continue
		}
		events = append(events,
			dynamic.Event{Thread: t, Kind: dynamic.Acquire, Level: il.LevelOf(1)})
		for range 1 + r.IntN(4) {
			access(t)
		}
		events = append(events, dynamic.Event{Thread: t, Kind: dynamic.Release})
	}
	return events[:n]
}

// recordings are the arguments of long for the recordings that the benchmarks use.
var recordings = []struct {
	name        string
	cells, sync int
}{
	{"many-cells", 2000, 10},
	{"few-cells", 20, 10},
	{"few-cells-locked", 20, 90},
	{"one-cell-no-lock", 1, 0},
}

func BenchmarkFastTrack(b *testing.B) {
	bench(b, func(events []dynamic.Event) int { return len(fastTrackRaces(events)) })
}

func BenchmarkRaces(b *testing.B) {
	bench(b, func(events []dynamic.Event) int {
		n := 0
		for range Races(events, Of(events)) {
			n++
		}
		return n
	})
}

func BenchmarkOrder(b *testing.B) {
	bench(b, func(events []dynamic.Event) int { return len(Of(events).clocks) })
}

// bench calls run on each recording, and reports the number that it returns.
func bench(b *testing.B, run func([]dynamic.Event) int) {
	for _, l := range recordings {
		b.Run(l.name, func(b *testing.B) {
			events := long(10_000, l.cells, l.sync)
			n := 0
			b.ReportAllocs()
			for b.Loop() {
				n = run(events)
			}
			b.ReportMetric(float64(n), "found")
		})
	}
}
