package compact

import (
	"cmp"
	"container/heap"

	"wobbly/abstract"
	"wobbly/internal/slice"
)

// ListRaces lists at most limit races, those first chosen whose paths have the
// fewest fields together, in the order of Report.Compare.
func (m *endings) ListRaces(limit int) []abstract.Report { return m.list(race, limit) }

// ListFiltered does the same for the filtered pairs.
func (m *endings) ListFiltered(limit int) []abstract.Report { return m.list(filtered, limit) }

// list draws pairs from sums, shortest first. These are at first pairs of
// classes, whose sum is that of their shortest paths; one of them that has the
// verdict becomes the pairs of its accesses.
func (m *endings) list(v verdict, limit int) []abstract.Report {
	all := []abstract.Report{}
	total := m.races
	if v == filtered {
		total = m.filtered
	}
	if !total.Exceeds(limit) {
		limit = int(total.Big().Int64())
	}
	if limit == 0 {
		return all
	}
	l := m.newLister()
	for len(all) < limit {
		x := heap.Pop(&l.queue).(sum)
		l.push(x.sums, x.i, x.j+1)
		if x.j == x.sums.first(x.i) {
			l.push(x.sums, x.i+1, x.sums.first(x.i+1))
		}
		left, right := x.sums.left, x.sums.right
		if left.classes == nil {
			all = append(all, m.report(v, left.ending, left.access(x.i), right.ending, right.access(x.j)))
			continue
		}
		c, d := left.classes[x.i], right.classes[x.j]
		if w, ok := m.relate(c.ending, d.ending); ok && w == v {
			l.push(&sums{l.accesses(0, c), l.accesses(m.second(), d), c == d}, 0, 0)
		}
	}
	slice.Sort(all, abstract.Report.Compare)
	return all
}

// second is the side of the right accesses.
func (m *endings) second() int {
	if m.same {
		return 0
	}
	return 1
}

// report is the report on two accesses.
func (m *endings) report(v verdict, c ending, l abstract.Side, d ending, r abstract.Side) abstract.Report {
	if m.same && l.Compare(r) > 0 {
		l, r = r, l
	}
	return abstract.Report{
		Left: l, Right: r, Race: v == race,
		Loose: v == race && max(c.need, d.need) > 0,
		Rest:  abstract.Rest(l.Access, r.Access),
	}
}

// sums is the pairs of an element of the left row with one of the right row, in
// the order of the sum of their lengths.
type sums struct {
	left, right *row
	once        bool // the rows are one, and each unordered pair is wanted once
}

// first is where the partners of the i-th element begin.
func (s *sums) first(i int) int {
	if s.once {
		return i
	}
	return 0
}

// sum is a pair of elements of two rows.
type sum struct {
	*sums
	i, j   int
	fields int32 // of both
}

// lister holds the pairs that may be next. Of the pairs with one left element
// the next is there, and behind the first of them the first with the next left
// element.
type lister struct {
	m     *endings
	queue sumQueue
	rows  map[*endClass]*row
	ups   [2]*ups
}

type sumQueue []sum

func (q sumQueue) Len() int           { return len(q) }
func (q sumQueue) Less(i, j int) bool { return q[i].fields < q[j].fields }
func (q sumQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *sumQueue) Push(x any)        { *q = append(*q, x.(sum)) }

func (q *sumQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	(*q)[last] = sum{}
	*q = (*q)[:last]
	return x
}

// newLister relates the classes with one last field, sort by sort.
func (m *endings) newLister() *lister {
	l := &lister{m: m, rows: map[*endClass]*row{}}
	rows := map[int32]*[2][sorts]*row{}
	var fields []int32
	m.eachClass(func(side int, c *endClass) {
		f := m.a.words.end(c.word, 1)
		if rows[f] == nil {
			rows[f] = &[2][sorts]*row{}
			fields = append(fields, f)
		}
		at := &rows[f][side][c.sort()]
		if *at == nil {
			*at = &row{}
		}
		(*at).classes = append((*at).classes, c)
	})
	for _, f := range fields {
		for side := range rows[f] {
			for _, r := range rows[f][side] {
				if r != nil {
					slice.SortStable(r.classes, func(c, d *endClass) int { return cmp.Compare(c.near, d.near) })
				}
			}
		}
		l.relate(rows[f])
	}
	return l
}

// relate pushes the first pair of each two rows of classes that may be reported.
func (l *lister) relate(rows *[2][sorts]*row) {
	for s, left := range rows[0] {
		for t, right := range rows[l.m.second()] {
			if left != nil && right != nil && l.m.conflict(s, t) && !(l.m.same && s > t) {
				l.push(&sums{left, right, left == right}, 0, 0)
			}
		}
	}
}

// push adds a pair, if there is one.
func (l *lister) push(s *sums, i, j int) {
	a, ok := s.left.length(i)
	b, too := s.right.length(j)
	if ok && too {
		heap.Push(&l.queue, sum{s, i, j, a + b})
	}
}

// accesses is the row of the accesses of a class.
func (l *lister) accesses(side int, c *endClass) *row {
	if r := l.rows[c]; r != nil {
		return r
	}
	if l.ups[side] == nil {
		l.ups[side] = newUps(l.m.sides[side])
	}
	r := &row{ending: c.ending, search: l.ups[side].search(c)}
	l.rows[c] = r
	return r
}

// row is elements by length: classes, or the accesses of one class as far as
// they were asked for.
type row struct {
	classes []*endClass // nil for a row of accesses
	ending  ending
	search  *upSearch
	sides   []abstract.Side
}

// length is the number of fields of the i-th element, if there is one.
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

// access is the i-th element of a row of accesses, after length.
func (r *row) access(i int) abstract.Side { return r.sides[i] }
