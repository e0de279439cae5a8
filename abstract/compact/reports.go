package compact

import (
	"sync/atomic"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/parallel"
)

// Reports relates the units of all pairs, or of one pair only. The error is errTooLarge or nil.
func (a *Analysis) Reports(only *il.Pair) (abstract.Reported, error) {
	return a.reportsBy(parallel.Workers(len(a.roots), 1<<10), only)
}

func (a *Analysis) reportsBy(workers int, only *il.Pair) (abstract.Reported, error) {
	maxSize := 1<<24 + 16*len(a.tries.nodes)
	if a.form.endings {
		return a.byEndings(maxSize, a.unitsOf(only), workers)
	}
	return a.inProduct(maxSize, a.unitsOf(only), workers)
}

// unitsOf returns the units of both sides of a program, or of the whole file. If all pairs of one
// side are wanted the right side is nil.
func (a *Analysis) unitsOf(only *il.Pair) (units [2][]*il.Unit) {
	switch {
	case only == nil && a.core.Threads[0] == nil:
		for _, u := range a.core.Units {
			if a.core.IsUnitOfPairs(u) {
				units[0] = append(units[0], u)
			}
		}
	case only == nil:
		units = [2][]*il.Unit{{a.core.Threads[0]}, {a.core.Threads[1]}}
	case only.Left == only.Right:
		units[0] = []*il.Unit{only.Left}
	case only.Left.Index > only.Right.Index:
		units = [2][]*il.Unit{{only.Right}, {only.Left}}
	default:
		units = [2][]*il.Unit{{only.Left}, {only.Right}}
	}
	return units
}

// reports answers questions about the reports of the forms that relate equal words of fields.
type reports struct {
	p      *product   // of the word of no fields
	owners [2][]owner // by the word of no fields
	start  stateID
	first  map[int32]location // the states after one field
}

// location is a state of a product.
type location struct {
	p  *product
	id stateID
}

// Races returns the exact number of races.
func (r *reports) Races() exact.Nat { return r.p.states[r.start].reports[race] }

func (r *reports) Filtered() exact.Nat { return r.p.states[r.start].reports[filtered] }

// ListRaces lists at most limit races, those with the shortest paths, in the order of
// Report.Compare.
func (r *reports) ListRaces(limit int) []abstract.Report { return r.list(race, limit) }

func (r *reports) ListFiltered(limit int) []abstract.Report { return r.list(filtered, limit) }

// inProduct relates units with a limit on entries. Several workers may make some entries twice; if
// they meet the limit, a single worker decides whether it is reached.
func (a *Analysis) inProduct(
	maxEntries int, units [2][]*il.Unit, workers int,
) (abstract.Reported, error) {
	r := a.relate(maxEntries, units, workers)
	if r == nil && workers > 1 {
		r = a.relate(maxEntries, units, 1)
	}
	if r == nil {
		return nil, errTooLarge{maxEntries}
	}
	return r, nil
}

// relate resolves the first state. Workers divide the fields that lead on from it; each has a
// product of its own for the states after them. A state is the same in any product. relate returns
// nil if there are more entries than maxEntries.
func (a *Analysis) relate(maxEntries int, units [2][]*il.Unit, workers int) *reports {
	l := &limit{max: int64(maxEntries)}
	defer l.recover()
	r := &reports{p: newProduct(a, units[1] == nil, l, len(a.roots))}
	var e sides
	for side := range e {
		r.owners[side] = a.owners(&r.p.needs, units[side])
		e[side] = entriesOf(r.owners[side], workers)
	}
	r.start = r.p.cons(e)
	e = r.p.entries(r.start)
	fields, moves := r.p.moves(e, workers)
	products, located := make([]*product, workers), make([]location, len(fields))
	for w := range products {
		products[w] = newProduct(a, r.p.same, l, (len(a.roots)+len(a.tries.nodes))/workers)
	}
	var x answer
	parallel.Each(workers, 1+len(fields), func(w, i int) {
		defer l.recover()
		if l.reached() {
			return
		}
		if i == 0 {
			x = r.p.here(e)
			return
		}
		p := products[w]
		p.steps = p.steps[:0]
		for _, m := range moves[i-1] {
			p.steps = append(p.steps, p.step(fields[i-1], int(m.side), m.to, m.need, m.times))
		}
		steps := p.steps
		sortSteps(steps)
		p.follow(steps, func(next sides) {
			id := p.cons(next)
			p.resolve(id)
			located[i-1] = location{p, id}
		})
	})
	if l.reached() {
		return nil
	}
	r.first = make(map[int32]location, len(fields))
	for i, l := range located {
		if l.p != nil {
			x.addBelow(&l.p.states[l.id].answer)
			r.first[fields[i]] = l
		}
	}
	r.p.setAnswer(r.start, x)
	return r
}

// move is a step whose key has not been assigned by any product yet.
type move struct {
	to    nodeID
	need  int32
	times uint32
	side  uint8
}

// moves returns the fields along which entries move on, ascending, and the moves along each. It is
// a counting sort by field, in which each worker takes a part of the entries.
func (p *product) moves(e sides, workers int) (fields []int32, moves [][]move) {
	// place has, for each worker and field, first the number of moves, then the position of the
	// next one.
	place := make([][]uint32, workers)
	parallel.Do(workers, func(w int) {
		count := make([]uint32, len(p.a.core.Fields))
		p.eachEdge(e.part(w, workers), func(_ int, _ entry, _ int32, to edge) { count[to.field]++ })
		place[w] = count
	})
	n := uint32(0)
	from := make([]uint32, len(p.a.core.Fields)+1)
	for f := range p.a.core.Fields {
		for _, next := range place {
			next[f], n = n, n+next[f]
		}
		from[f+1] = n
	}
	all := make([]move, n)
	parallel.Do(workers, func(w int) {
		next := place[w]
		p.eachEdge(e.part(w, workers), func(side int, x entry, need int32, to edge) {
			all[next[to.field]] = move{to: to.to, need: need, times: x.times, side: uint8(side)}
			next[to.field]++
		})
	})
	for f := range p.a.core.Fields {
		if from[f] < from[f+1] {
			fields = append(fields, int32(f))
			moves = append(moves, all[from[f]:from[f+1]])
		}
	}
	return fields, moves
}

// limit bounds the entries of all products together.
type limit struct {
	max int64
	n   atomic.Int64
}

// add counts entries. It panics with tooLarge if there are too many.
func (l *limit) add(n int) {
	if l.n.Add(int64(n)) > l.max {
		panic(tooLarge{})
	}
}

func (l *limit) reached() bool { return l.n.Load() > l.max }

// recover ends the panic of add. It must be deferred.
func (l *limit) recover() {
	switch x := recover().(type) {
	case nil, tooLarge:
	default:
		panic(x)
	}
}
