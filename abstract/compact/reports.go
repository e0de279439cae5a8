package compact

import (
	"sync/atomic"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/parallel"
)

// reports answers questions about the reports of one or all programs of a
// file.
type reports struct {
	p     *product // of the word of no fields
	units [2][]*il.Unit
	start stateID
	first map[int32]location // the states behind one field
}

// location is a state of a product.
type location struct {
	p  *product
	id stateID
}

// Reports relates the units of every program that the file stands for, or of
// one pair only. The error is errTooLarge or nil.
func (a *Analysis) Reports(only *il.Pair) (abstract.Reported, error) {
	workers := parallel.Workers(len(a.roots), 1<<10)
	if a.form.endings {
		return a.byEndings(only, workers)
	}
	return a.inProduct(only, workers)
}

// inProduct is Reports for the forms that relate equal words of fields.
func (a *Analysis) inProduct(only *il.Pair, workers int) (*reports, error) {
	return a.within(1<<24+16*len(a.tries.nodes), a.unitsOf(only), workers)
}

// within is inProduct for the units of both sides and with a limit on entries. Several
// workers may make some of them twice; where they meet the limit, one has to tell
// whether it is reached.
func (a *Analysis) within(most int, units [2][]*il.Unit, workers int) (*reports, error) {
	r := a.relate(most, units, workers)
	if r == nil && workers > 1 {
		r = a.relate(most, units, 1)
	}
	if r == nil {
		return nil, errTooLarge{most}
	}
	return r, nil
}

// relate is within, but nil at the limit.
func (a *Analysis) relate(most int, units [2][]*il.Unit, workers int) *reports {
	l := &limit{most: int64(most)}
	defer l.stop()
	r := &reports{units: units}
	r.p = newProduct(a, units[1] == nil, l, len(a.roots))
	r.start = r.p.cons(r.entries(workers))
	if !r.share(workers) {
		return nil
	}
	return r
}

// share resolves the first state. Workers take the fields that lead on from it, and
// each has a product of its own for what is behind them. What is behind one field is the same in
// whatever product it is; but what is behind fields of different workers is made
// twice. It is false where there are more entries than the limit allows.
func (r *reports) share(workers int) bool {
	e := r.p.entries(r.start)
	fields, moves := r.p.moves(e, workers)
	products, located := make([]*product, workers), make([]location, len(fields))
	for w := range products {
		products[w] = newProduct(r.p.a, r.p.same, r.p.limit, (len(r.p.a.roots)+len(r.p.a.tries.nodes))/workers)
	}
	var x answer
	parallel.Each(workers, 1+len(fields), func(w, i int) {
		defer r.p.limit.stop()
		switch p := products[w]; {
		case r.p.limit.reached():
		case i == 0:
			x = r.p.at(e)
		default:
			p.from(fields[i-1], moves[i-1], func(id stateID) { located[i-1] = location{p, id} })
		}
	})
	if r.p.limit.reached() {
		return false
	}
	r.first = make(map[int32]location, len(fields))
	for i, at := range located {
		if at.p != nil {
			x.below(&at.p.state[at.id])
			r.first[fields[i]] = at
		}
	}
	r.p.resolved(r.start, x)
	return true
}

// move is a step whose key no product has given yet.
type move struct {
	to    nodeID
	need  int32
	times uint32
	side  uint8
}

// moves are the steps from a state, by field, and the fields in order. Workers take a part
// of the entries each.
func (p *product) moves(e sides, workers int) (fields []int32, moves [][]move) {
	next := make([][]uint32, workers) // how many steps of its part lead along each field; then, where the next one is put
	parallel.Do(workers, func(w int) {
		count := make([]uint32, len(p.a.core.Fields))
		p.eachEdge(e.part(w, workers), func(_ int, _ entry, _ int32, to edge) { count[to.field]++ })
		next[w] = count
	})
	n := uint32(0)
	from := make([]uint32, len(p.a.core.Fields)+1)
	for f := range p.a.core.Fields {
		for _, place := range next {
			place[f], n = n, n+place[f]
		}
		from[f+1] = n
	}
	all := make([]move, n)
	parallel.Do(workers, func(w int) {
		place := next[w]
		p.eachEdge(e.part(w, workers), func(side int, x entry, need int32, to edge) {
			all[place[to.field]] = move{to.to, need, x.times, uint8(side)}
			place[to.field]++
		})
	})
	for f := range p.a.core.Fields {
		if from[f] < from[f+1] {
			fields, moves = append(fields, int32(f)), append(moves, all[from[f]:from[f+1]])
		}
	}
	return fields, moves
}

// eachEdge visits the edges from the nodes of a state, with the need of what they lead to.
func (p *product) eachEdge(e sides, visit func(side int, x entry, need int32, to edge)) {
	for side, entries := range e {
		for _, x := range entries {
			need := p.needs.further(x.key)
			for _, to := range p.a.tries.below(p.needs.node(x.key)) {
				visit(side, x, need, to)
			}
		}
	}
}

// from resolves the state that moves along a field lead to, where a pair can still meet.
func (p *product) from(field int32, moves []move, found func(stateID)) {
	p.steps = p.steps[:0]
	for _, m := range moves {
		p.steps = append(p.steps, p.step(field, int(m.side), m.to, m.need, m.times))
	}
	steps := p.steps
	sortSteps(steps)
	p.follow(steps, func(next sides) {
		id := p.cons(next)
		p.resolve(id)
		found(id)
	})
}

// limit is how many entries products may have together.
type limit struct {
	most int64
	n    atomic.Int64
}

// add counts some, and panics with tooLarge where they are too many.
func (l *limit) add(n int) {
	if l.n.Add(int64(n)) > l.most {
		panic(tooLarge{})
	}
}

// reached tells whether there were too many.
func (l *limit) reached() bool { return l.n.Load() > l.most }

// stop is deferred, and ends the panic of add.
func (l *limit) stop() {
	switch x := recover().(type) {
	case nil, tooLarge:
	default:
		panic(x)
	}
}

// unitsOf is the units of both sides for a program, or for all of the file. The
// right side is empty where all pairs of one side are asked for.
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

// Races is the exact number of races.
func (r *reports) Races() exact.Nat { return r.p.state[r.start].reports[race] }

// Filtered is the exact number of pairs left out because a proper prefix is
// wobbly.
func (r *reports) Filtered() exact.Nat { return r.p.state[r.start].reports[filtered] }

// ListRaces lists at most limit races, chosen by shortest path first, in the
// order of Report.Compare.
func (r *reports) ListRaces(limit int) []abstract.Report { return r.list(race, limit) }

// ListFiltered does the same for the filtered pairs.
func (r *reports) ListFiltered(limit int) []abstract.Report { return r.list(filtered, limit) }
