package compact

import (
	"cmp"

	"wobbly/abstract"
	"wobbly/internal/slice"
)

// ListRaces lists at most limit races, those whose paths have the fewest fields together, in the
// order of Report.Compare.
func (e *endings) ListRaces(limit int) []abstract.Report { return e.list(race, limit) }

func (e *endings) ListFiltered(limit int) []abstract.Report { return e.list(filtered, limit) }

// list takes pairs from a queue, shortest first. Initially they are pairs of classes, as long as
// their shortest paths. A pair of classes with the wanted verdict is replaced by pairs of accesses.
func (e *endings) list(v verdict, limit int) []abstract.Report {
	all := []abstract.Report{}
	total := e.races
	if v == filtered {
		total = e.filtered
	}
	limit = total.UpTo(limit)
	if limit == 0 {
		return all
	}
	l := e.newLister()
	for len(all) < limit {
		x := l.queue.pop()
		l.push(x.rows, x.i, x.j+1)
		if x.j == x.rows.firstPartner(x.i) {
			l.push(x.rows, x.i+1, x.rows.firstPartner(x.i+1))
		}
		left, right := x.rows.left, x.rows.right
		if left.classes != nil {
			c, d := left.classes[x.i], right.classes[x.j]
			if w, ok := e.relate(c.ending, d.ending); ok && w == v {
				l.push(&rowPair{
					left: l.accesses(0, c), right: l.accesses(e.right(), d), same: c == d,
				}, 0, 0)
			}
			continue
		}
		a, b := left.sides[x.i], right.sides[x.j]
		if e.same && a.Compare(b) > 0 {
			a, b = b, a
		}
		all = append(all, abstract.Report{
			Left: a, Right: b, Race: v == race,
			Loose: v == race && max(left.ending.need, right.ending.need) > 0,
			Rest:  abstract.Rest(a.Access, b.Access),
		})
	}
	slice.Sort(all, abstract.Report.Compare)
	return all
}

// row has elements by length: classes, or the accesses of one class that have been found.
type row struct {
	classes []*endClass // nil for a row of accesses

	// In a row of accesses, sides has those that were found, and search finds more.
	ending ending
	search *upSearch
	sides  []abstract.Side
}

// length returns the number of fields of the i-th element, if there is one.
func (r *row) length(i int) (int32, bool) {
	if r.classes != nil {
		if i < len(r.classes) {
			return r.classes[i].near, true
		}
		return 0, false
	}
	for i >= len(r.sides) {
		s, ok := r.search.next()
		if !ok {
			return 0, false
		}
		r.sides = append(r.sides, s)
	}
	return int32(r.sides[i].Path.Len()), true
}

// rowPair represents the pairs of an element of the left row and one of the right row. If the rows
// are the same, each unordered pair is wanted once.
type rowPair struct {
	left, right *row
	same        bool
}

// firstPartner returns the first element of the right row that is paired with the i-th one of the
// left.
func (p *rowPair) firstPartner(i int) int {
	if p.same {
		return i
	}
	return 0
}

// pairItem is the pair of the i-th element of the left row and the j-th one of the right.
type pairItem struct {
	rows   *rowPair
	i, j   int
	fields int32 // of both paths
}

// lister queues the pairs that may be next: for each left element its next pair, and for the newest
// left element also the first pair of the one after it.
type lister struct {
	e      *endings
	queue  queue[pairItem]
	rows   map[*endClass]*row
	upward [2]*upward
}

// newLister queues the first pair of every two rows of classes that have the same last field and
// that may be reported by their categories.
func (e *endings) newLister() *lister {
	l := &lister{e: e, rows: map[*endClass]*row{}}
	l.queue.less = func(a, b *pairItem) bool { return a.fields < b.fields }
	byField := map[int32]*[2][categories]*row{}
	var fields []int32
	e.eachClass(func(side int, c *endClass) {
		f := e.a.words.end(c.word, 1)
		if byField[f] == nil {
			byField[f] = &[2][categories]*row{}
			fields = append(fields, f)
		}
		r := &byField[f][side][c.category()]
		if *r == nil {
			*r = &row{}
		}
		(*r).classes = append((*r).classes, c)
	})
	for _, f := range fields {
		rows := byField[f]
		for side := range rows {
			for _, r := range rows[side] {
				if r != nil {
					slice.SortStable(r.classes,
						func(c, d *endClass) int { return cmp.Compare(c.near, d.near) })
				}
			}
		}
		for s, left := range rows[0] {
			for t, right := range rows[e.right()] {
				if left != nil && right != nil && e.conflict(s, t) && !(e.same && s > t) {
					l.push(&rowPair{left: left, right: right, same: left == right}, 0, 0)
				}
			}
		}
	}
	return l
}

// push queues a pair if both of its elements exist.
func (l *lister) push(rows *rowPair, i, j int) {
	a, leftOK := rows.left.length(i)
	b, rightOK := rows.right.length(j)
	if leftOK && rightOK {
		l.queue.push(pairItem{rows: rows, i: i, j: j, fields: a + b})
	}
}

func (l *lister) accesses(side int, c *endClass) *row {
	if r := l.rows[c]; r != nil {
		return r
	}
	if l.upward[side] == nil {
		l.upward[side] = newUpward(l.e.sides[side])
	}
	r := &row{ending: c.ending, search: l.upward[side].search(c)}
	l.rows[c] = r
	return r
}
