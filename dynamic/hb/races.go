package hb

import (
	"iter"
	"slices"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Race is a pair of conflicting accesses that are unordered, by their indices.
// First comes before Second in the execution.
type Race struct{ First, Second int }

// Races visits all races: the pairs of conflicting accesses that the order leaves unordered, by
// their second access, and for each of these from the nearest to the farthest first access.
//
// Of the accesses of the other thread it compares those that come behind what the second one's
// clock knows. All before them are ordered, because what is known of a thread is a prefix of it. So
// it takes time linear in events and comparisons, and all but reads before reads are races.
func Races(events []dynamic.Event, o *Order) iter.Seq[Race] {
	return func(yield func(Race) bool) {
		made := map[semantics.Addr]*[2][]int{} // the accesses of each cell by each thread
		for j, e := range events {
			if !e.IsAccess() {
				continue
			}
			cell := made[e.Cell]
			if cell == nil {
				cell = new([2][]int)
				made[e.Cell] = cell
			}
			known := o.clocks[j][e.Thread.Other()]
			for _, i := range slices.Backward(cell[e.Thread.Other()]) {
				if i <= known {
					break
				}
				if e.Conflicts(events[i]) && !yield(Race{i, j}) {
					return
				}
			}
			cell[e.Thread] = append(cell[e.Thread], j)
		}
	}
}

// Report is what is said of a pair of sites: how many races there are between
// accesses that they make, and the first of these.
type Report struct {
	Sites il.Sites
	Race  Race
	Count int
}

// BySites sums races up by their sites, which it sorts.
func BySites(p il.Pair, events []dynamic.Event, races iter.Seq[Race]) []Report {
	at := map[il.Sites]int{}
	var reports []Report
	for r := range races {
		s := dynamic.Sites(p, events[r.First], events[r.Second])
		i, ok := at[s]
		if !ok {
			i = len(reports)
			at[s] = i
			reports = append(reports, Report{Sites: s, Race: r})
		}
		reports[i].Count++
	}
	slice.Sort(reports, func(a, b Report) int { return a.Sites.Compare(b.Sites) })
	return reports
}

// Reports is what Races says of an execution, by sites.
func Reports(x *dynamic.Execution) []Report {
	return BySites(x.Pair, x.Events, Races(x.Events, Of(x.Events)))
}
