package hb

import (
	"iter"
	"slices"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Race is the indices of two conflicting accesses that are unordered. First comes before Second.
type Race struct{ First, Second int }

// Races yields the pairs of conflicting accesses that the order leaves unordered, by their second
// access, and for each of these from the nearest to the farthest first access.
//
// It compares the second access with those of the other thread that follow the last event its clock
// knows. All earlier ones are ordered, because the known events of a thread are a prefix. So the
// time is linear in events and comparisons, and all of these but those of reads yield races.
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

// Report summarizes the races of a pair of sites: their number, and the first of them.
type Report struct {
	Sites il.Sites
	Race  Race
	Count int
}

// BySites groups races by sites, and sorts these.
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

// Reports returns the races of an execution, grouped by sites.
func Reports(x *dynamic.Execution) []Report {
	return BySites(x.Pair, x.Events, Races(x.Events, Of(x.Events)))
}
