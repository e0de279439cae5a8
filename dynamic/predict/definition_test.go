package predict

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/semantics"
)

// traceOptions determine random traces.
type traceOptions struct {
	events, cells, slots int     // how many there may be
	nested               bool    // whether a thread always frees the lock that it took last
	locks                float64 // the probability of lock() and unlock()
	along                float64 // the probability of one more read on an event's path
}

// random returns a random trace that obeys Figure 6.
func random(r *rand.Rand, o traceOptions) *Trace {
	var events []dynamic.Event
	var paths [][]semantics.Addr
	var levels [2]il.Level
	var held [2][]int
	cell := func() semantics.Addr {
		return semantics.Addr{Loc: 1, Field: string(rune('f' + r.IntN(o.cells)))}
	}
	for range o.events {
		e := dynamic.Event{Thread: semantics.Tid(r.IntN(2)), At: 0}
		t := e.Thread
		var path []semantics.Addr
		slot := r.IntN(o.slots)
		switch x := r.Float64(); {
		case x < o.locks/2 && levels[t.Other()].DepthOf(slot) == 0:
			e.Kind, e.Slot = dynamic.Acquire, slot
			held[t] = append(held[t], slot)
		case x < o.locks && len(held[t]) > 0:
			k := len(held[t]) - 1
			if !o.nested {
				k = r.IntN(k + 1)
			}
			e.Kind, e.Slot = dynamic.Release, held[t][k]
			held[t] = slices.Delete(held[t], k, k+1)
		default:
			e.Kind = []dynamic.Kind{
				dynamic.Read, dynamic.Write, dynamic.Write, dynamic.Call,
			}[r.IntN(4)]
			if e.IsAccess() {
				e.Cell = cell()
			}
			for r.Float64() < o.along {
				path = append(path, cell())
			}
		}
		levels[t] = e.After(levels[t])
		e.Level = levels[t]
		events, paths = append(events, e), append(paths, path)
	}
	return newTrace(nil, events, paths)
}

// pairs lists the pairs of conflicting accesses that satisfy holds.
func pairs(v *view, holds func(i, j int) bool) (all []hb.Race) {
	for j := range v.events {
		for i := j - 1; i >= 0; i-- {
			if v.events[i].Conflicts(v.events[j]) && holds(i, j) {
				all = append(all, hb.Race{First: i, Second: j})
			}
		}
	}
	return all
}

// relation is a relation on events.
type relation [][]bool

// newRelation returns the relation of the pairs of n events that satisfy holds.
func newRelation(n int, holds func(i, j int) bool) relation {
	r := make(relation, n)
	for i := range r {
		r[i] = make([]bool, n)
		for j := range r[i] {
			r[i][j] = holds(i, j)
		}
	}
	return r
}

// closeUp makes the relation transitive, and returns it.
func (r relation) closeUp() relation {
	for k := range r {
		for i := range r {
			for j := range r {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
	return r
}

// sectionOf returns, for each event, the index of the outermost lock() of the critical section of a
// lock that the event is in, or -1. The lock() and the unlock() belong to their section.
func sectionOf(events []dynamic.Event, slot int) []int {
	in := make([]int, len(events))
	now := [2]int{-1, -1}
	for i, e := range events {
		if e.Takes() && e.Slot == slot {
			now[e.Thread] = i
		}
		in[i] = now[e.Thread]
		if e.Frees() && e.Slot == slot {
			now[e.Thread] = -1
		}
	}
	return in
}

// releaseOf returns the outermost unlock() of the section that begins with event i, or -1.
func releaseOf(events []dynamic.Event, i int) int {
	for k := i; k < len(events); k++ {
		if events[k].Thread == events[i].Thread && events[k].Slot == events[i].Slot &&
			events[k].Frees() {
			return k
		}
	}
	return -1
}

// happens returns happens-before by its definition.
func happens(events []dynamic.Event) relation {
	return newRelation(len(events), func(i, j int) bool {
		return i < j && (events[i].Thread == events[j].Thread ||
			events[i].Frees() && events[j].Kind == dynamic.Acquire &&
				events[i].Slot == events[j].Slot)
	}).closeUp()
}

// shbBy returns the races of SHB by its definition.
func shbBy(v *view) []hb.Race {
	before := happens(v.events)
	for j := range v.events {
		for _, r := range v.reads[j] {
			if r.from >= 0 {
				before[r.from][j] = true
			}
		}
	}
	before.closeUp()
	return pairs(v, func(i, j int) bool {
		for k := j - 1; k >= 0; k-- {
			if v.events[k].Thread == v.events[j].Thread {
				if before[i][k] {
					return false
				}
				break
			}
		}
		for _, r := range v.paths[j] {
			if r.from == i || r.from >= 0 && before[i][r.from] {
				return false
			}
		}
		return pathKept(v, i, j)
	})
}

// pathKept reports whether no event of j's thread between i and j writes on i's path.
func pathKept(v *view, i, j int) bool {
	for k := i + 1; k < j; k++ {
		for _, r := range v.paths[i] {
			if v.events[k].Thread == v.events[j].Thread && v.events[k].Kind == dynamic.Write &&
				v.cells[k] == r.cell {
				return false
			}
		}
	}
	return true
}

// wcpBy returns the races of WCP by its definition; see wcp for the rules (a) to (c).
func wcpBy(v *view) []hb.Race {
	events := v.events
	n := len(events)
	before := happens(events)
	var ins [][]int // the sections of each lock
	for slot := range MaxStdLocks {
		ins = append(ins, sectionOf(events, slot))
	}
	weak := newRelation(n, func(int, int) bool { return false })
	conflict := func(i, j int) bool {
		if events[i].Thread == events[j].Thread {
			return false
		}
		writes := func(k, c int) bool { return events[k].Kind == dynamic.Write && v.cells[k] == c }
		touches := func(k, c int) bool {
			reads := slices.ContainsFunc(v.reads[k], func(r read) bool { return r.cell == c })
			return reads || writes(k, c)
		}
		for c := range v.accesses {
			if writes(i, c) && touches(j, c) || touches(i, c) && writes(j, c) {
				return true
			}
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		put := func(i, j int) {
			if !weak[i][j] {
				weak[i][j], changed = true, true
			}
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				for _, in := range ins {
					if in[i] < 0 || in[j] < 0 || in[i] == in[j] {
						continue
					}
					r := releaseOf(events, in[i])
					if r >= 0 && r < j && conflict(i, j) {
						put(r, j) // (a)
					}
					if s := releaseOf(events, in[j]); r >= 0 && s >= 0 && weak[i][j] {
						put(r, s) // (b)
					}
				}
				for k := range n { // (c)
					if weak[i][j] && before[j][k] {
						put(i, k)
					}
					if before[k][i] && weak[i][j] {
						put(k, j)
					}
				}
			}
		}
	}
	return pairs(v, func(i, j int) bool {
		if weak[i][j] || !pathKept(v, i, j) {
			return false
		}
		for k := i; k < j; k++ {
			for _, r := range v.paths[j] {
				if events[k].Thread == events[i].Thread && events[k].Kind == dynamic.Write &&
					v.cells[k] == r.cell {
					return false
				}
			}
		}
		return true
	})
}

// syncpBy returns the races of SyncP by its definition: it tries all reorderings that keep the
// order of the critical sections of each lock.
func syncpBy(v *view) []hb.Race {
	found, seen := map[hb.Race]bool{}, map[string]bool{}
	var visit func(done [2]int, last []int, acquired [MaxStdLocks]int)
	visit = func(done [2]int, last []int, acquired [MaxStdLocks]int) {
		key := fmt.Sprint(done, last, acquired)
		if seen[key] {
			return
		}
		seen[key] = true
		x := &reordered{done: done, last: last}
		if r, ok := x.race(v); ok {
			found[r] = true
		}
		for _, t := range semantics.Tids {
			y, ok := x.step(v, t)
			if !ok {
				continue
			}
			now := acquired
			if i, _ := x.next(v, t); v.events[i].Takes() {
				if i < acquired[v.events[i].Slot] {
					continue
				}
				now[v.events[i].Slot] = i
			}
			visit(y.done, y.last, now)
		}
	}
	visit([2]int{}, slices.Repeat([]int{initial}, len(v.accesses)), [MaxStdLocks]int{})
	return pairs(v, func(i, j int) bool { return found[hb.Race{First: i, Second: j}] })
}

// racesBy returns the races that a predictor reports on a trace.
func racesBy(t *testing.T, p Predictor, tr *Trace) (all []hb.Race) {
	t.Helper()
	if p.Races(tr, func(r hb.Race) bool { all = append(all, r); return true }) {
		t.Fatalf("%s %s was cut", p.Name, p.Variant)
	}
	return all
}

// eachTrace visits n random traces of several kinds.
func eachTrace(n int, visit func(tr *Trace)) {
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 11))
		visit(random(r, traceOptions{
			events: 4 + r.IntN(14), cells: 1 + r.IntN(4), slots: 1 + r.IntN(3),
			nested: seed%2 == 0, locks: 0.1 + 0.5*r.Float64(), along: 0.4 * r.Float64(),
		}))
	}
}

// TestDefinitions: each method agrees with its definition, and m2 with all reorderings.
func TestDefinitions(t *testing.T) {
	races := map[string]int{}
	more := 0
	eachTrace(quick.Cases(4000), func(tr *Trace) {
		for _, variant := range Variants {
			v := tr.views[variant]
			all := racesBy(t, Predictor{Maximal, variant}, tr)
			for _, tt := range []struct {
				m    Method
				want []hb.Race
			}{{methodSHB, shbBy(v)}, {methodWCP, wcpBy(v)}, {methodM2, all}} {
				got := racesBy(t, Predictor{tt.m, variant}, tr)
				if !slices.Equal(got, tt.want) {
					t.Fatalf("%s %s predicts %v, want %v\n%s", tt.m.Name, variant, got, tt.want,
						show(v))
				}
				races[tt.m.Name+" "+variant.String()] += len(got)
			}
			got, want := racesBy(t, Predictor{methodSyncP, variant}, tr), syncpBy(v)
			if variant == printed && !slices.Equal(got, want) {
				t.Fatalf("syncp printed predicts %v, want %v\n%s", got, want, show(v))
			}
			checkWithin(t, v, got, want)
			more += len(want) - len(got)
			races["syncp "+variant.String()] += len(got)
			checkWithin(t, v, racesBy(t, Predictor{methodSHB, variant}, tr), got)
			checkWithin(t, v, got, all)
			if variant == printed {
				checkWithin(t, v, racesBy(t, Predictor{methodSHB, variant}, tr),
					racesBy(t, Predictor{methodHB, variant}, tr))
			} else {
				checkWithin(t, v, racesBy(t, Predictor{methodSHB, variant}, tr),
					racesBy(t, Predictor{methodSHB, printed}, tr))
				checkWithin(t, v, all, racesBy(t, Predictor{Maximal, printed}, tr))
			}
		}
	})
	t.Logf("%v; sync-preserving, but not in the order of the trace: %d", races, more)
	for _, p := range Predictors(nil, nil) {
		if n := races[p.Name+" "+p.Variant.String()]; p.Name != "hb" && p.Name != "maximal" &&
			n < quick.Cases(1000) {
			t.Errorf("%s %s: %d races, want at least %d", p.Name, p.Variant, n, quick.Cases(1000))
		}
	}
}

// checkWithin fails the test unless sub is a subset of super.
func checkWithin(t *testing.T, v *view, sub, super []hb.Race) {
	t.Helper()
	for _, r := range sub {
		if !slices.Contains(super, r) {
			t.Fatalf("%v is not in %v\n%s", r, super, show(v))
		}
	}
}

// show writes a trace, a line for each event.
func show(v *view) (text string) {
	for i, e := range v.events {
		text += fmt.Sprintf("%d %s level %d cell %d reads %v\n", i, e, e.Level, v.cells[i],
			v.reads[i])
	}
	return text
}

// TestReorderings: each reordering by a sound method is correct, and both accesses are next after
// it.
func TestReorderings(t *testing.T) {
	made := map[string]int{}
	eachTrace(2000, func(tr *Trace) {
		for _, p := range Predictors(nil, nil) {
			if p.reorder == nil {
				continue
			}
			v := tr.views[p.Variant]
			for _, r := range racesBy(t, p, tr) {
				made[p.Name+" "+p.Variant.String()]++
				order, ok := p.Reorder(tr, r)
				if err := correct(v, order, r); err != nil || !ok {
					t.Fatalf("%s %s: reordering for %v: %t, %v\n%s", p.Name, p.Variant, r, ok, err,
						show(v))
				}
			}
		}
	})
	t.Log(made)
	if len(made) != 8 {
		t.Errorf("reorderings of %d predictors, want 8", len(made))
	}
}

// correct returns an error if an order of events is not a correct reordering that ends before a
// race.
func correct(v *view, order []int, r hb.Race) error {
	last := map[int]int{}
	var levels [2]il.Level
	var done [2]int
	sees := func(reads []read) bool {
		return !slices.ContainsFunc(reads, func(r read) bool {
			w, ok := last[r.cell]
			if !ok {
				w = initial
			}
			return w != r.from
		})
	}
	for _, i := range order {
		e := v.events[i]
		switch {
		case v.chains[e.Thread][done[e.Thread]] != i:
			return fmt.Errorf("event %d is not the next one of its thread", i)
		case !sees(v.reads[i]):
			return fmt.Errorf("event %d reads from another write", i)
		case e.Kind == dynamic.Acquire && levels[e.Thread.Other()].DepthOf(e.Slot) > 0:
			return fmt.Errorf("event %d takes a lock that is held", i)
		case e.Kind == dynamic.Write:
			last[v.cells[i]] = i
		}
		done[e.Thread]++
		levels[e.Thread] = e.Level
	}
	for _, i := range [2]int{r.First, r.Second} {
		if t := v.events[i].Thread; v.chains[t][done[t]] != i || !sees(v.paths[i]) {
			return fmt.Errorf("event %d is not next, or its path is another one", i)
		}
	}
	return nil
}

// TestFirstOfWCP: if WCP reports a race of a trace with nested sections, some reordering shows a
// race or a deadlock, and with one lock a race.
func TestFirstOfWCP(t *testing.T) {
	first, deadlocks := 0, 0
	for seed := range uint64(quick.Cases(30_000)) {
		r := rand.New(rand.NewPCG(seed, 12))
		slots := 1 + r.IntN(3)
		tr := random(r, traceOptions{
			events: 6 + r.IntN(14), cells: 1 + r.IntN(2), slots: slots,
			nested: true, locks: 0.5 + 0.2*r.Float64(),
		})
		v := tr.views[printed]
		if len(racesBy(t, Predictor{methodWCP, printed}, tr)) == 0 {
			continue
		}
		first++
		if len(racesBy(t, Predictor{Maximal, printed}, tr)) > 0 {
			continue
		}
		deadlocks++
		if slots == 1 || !deadlocksBy(v) {
			t.Fatalf("no reordering shows a race or deadlock\n%s", show(v))
		}
	}
	t.Logf("%d traces with reports, %d of them only deadlock", first, deadlocks)
	if first < quick.Cases(10_000) {
		t.Errorf("%d traces with reports, want at least %d", first, quick.Cases(10_000))
	}
}

// deadlocksBy reports whether some correct reordering ends in a deadlock: each thread waits for a
// lock that the other one holds.
func deadlocksBy(v *view) bool {
	seen := map[[2]int]bool{}
	pending := []*reordered{{last: slices.Repeat([]int{initial}, len(v.accesses))}}
	for len(pending) > 0 {
		x := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		waiting := 0
		for _, t := range semantics.Tids {
			if y, ok := x.step(v, t); ok {
				if !seen[y.done] { // the writes that are read are fixed
					seen[y.done] = true
					pending = append(pending, &y)
				}
			} else if i, ok := x.next(v, t); ok && v.events[i].Takes() {
				waiting++
			}
		}
		if waiting == 2 {
			return true
		}
	}
	return false
}
