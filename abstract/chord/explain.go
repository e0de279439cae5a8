package chord

import (
	"wobbly/abstract/lattice"
	"wobbly/il"
)

// Explanation is the last stage that keeps a pair of sites, and why.
type Explanation struct {
	Sites  il.Sites
	Access [2]Access
	Last   Stage // meaningless with NoConflict
	Why    Why
}

// Why is the reason of an explanation: one of the types below. A type switch over it ends in a
// default that panics with il.Unknown.
type Why interface{ isWhy() }

type (
	// NoConflict was not an original pair: the fields differ, or both are reads.
	NoConflict struct{ Fields, Reads bool }

	// NotReached was removed by Reachable.
	NotReached struct{ Side [2]bool } // the thread does not reach its access

	// Disjoint was removed by Aliasing: no object is in both points-to sets, each the union over
	// all contexts in which the thread reaches the access.
	Disjoint struct{ PointsTo [2][]Object }

	// Confined was removed by Escaping: none of the objects in common may be shared between
	// threads. If Aliasing keeps all pairs, there may be none in common.
	Confined struct {
		PointsTo [2][]Object
		Common   []Object
	}

	// Guarded was removed by Unlocked: all call paths to both accesses of one shared object hold
	// the lock. Object and Paths are an example, with shortest paths.
	Guarded struct{ Example }

	// Remains was not removed. At least one path of the example holds no lock, unless Unlocked
	// keeps all pairs.
	Remains struct{ Example }
)

func (NoConflict) isWhy() {}
func (NotReached) isWhy() {}
func (Disjoint) isWhy()   {}
func (Confined) isWhy()   {}
func (Guarded) isWhy()    {}
func (Remains) isWhy()    {}

// Example is how the two threads come to access an object.
type Example struct {
	// Object is accessed by both. It is nil if there is none, since stages keep all pairs.
	Object *Object
	// Chain leads to the object from one of the harness, if it is shared.
	Chain []Cell
	// Paths are nil if the thread does not reach its access, since Reachable keeps all pairs.
	Paths [2]*CallPath
}

// Explain explains a pair of loads and stores of the file. It reports false if a site is neither.
// In a self pair the lesser site is on the left.
func (r *Result) Explain(s il.Sites) (Explanation, bool) {
	if r.pair.Left == r.pair.Right && s[0].Compare(s[1]) > 0 {
		s[0], s[1] = s[1], s[0]
	}
	i, ok := r.index[s[0]]
	j, ok2 := r.index[s[1]]
	if !ok || !ok2 {
		return Explanation{}, false
	}
	a, b := r.accesses[i], r.accesses[j]
	x := Explanation{Sites: s, Access: [2]Access{*a, *b}}
	if !r.original(i, j) {
		x.Why = NoConflict{Fields: a.field != b.field, Reads: a.Kind == il.Read && b.Kind == il.Read}
		return x, true
	}
	x.Last = r.last(i, j)
	left, right := r.sides[0].of(i), r.sides[1].of(j)
	if x.Last == Original {
		x.Why = NotReached{[2]bool{left < 0, right < 0}}
		return x, true
	}
	c, d := &r.sides[0].reached[left], &r.sides[1].reached[right]
	switch x.Last {
	case Reachable:
		x.Why = Disjoint{[2][]Object{r.points.list(c.union()), r.points.list(d.union())}}
	case Aliasing:
		p, q := c.union(), d.union()
		x.Why = Confined{[2][]Object{r.points.list(p), r.points.list(q)}, r.points.list(p.And(q))}
	case Escaping:
		x.Why = Guarded{r.example(c, d, x.Last)}
	case Unlocked:
		x.Why = Remains{r.example(c, d, x.Last)}
	default:
		panic(il.Unknown(x.Last))
	}
	return x, true
}

// union returns what the base points to in all contexts.
func (x *reach) union() lattice.Subset {
	all := append(lattice.Subset(nil), x.base[free]...)
	all.AddAll(x.base[held])
	return all
}

// example returns how a pair is kept by last, in the first two groups of contexts in which it is.
// The object is a shared one if there is one.
func (r *Result) example(a, b *reach, last Stage) Example {
	for g := range a.any {
		for h := range b.any {
			if !a.any[g] || !b.any[h] || r.lastIn(a.base[g], b.base[h], g == held && h == held) != last {
				continue
			}
			var x Example
			common := a.base[g].And(b.base[h])
			object := r.points.least(common.And(r.escaped.shared))
			if object < 0 {
				object = r.points.least(common)
			}
			if object >= 0 {
				x.Object, x.Chain = &r.points.objects[object], r.chain(object)
			}
			x.Paths = [2]*CallPath{
				r.pathTo(r.sides[0], a.access, g, object), r.pathTo(r.sides[1], b.access, h, object),
			}
			return x
		}
	}
	panic("unreachable: no contexts keep the pair")
}

// pathTo returns a shortest call path to an access in a context of a group, in which the base
// points to object unless that is -1.
func (r *Result) pathTo(s *side, access int32, group int, object int32) *CallPath {
	a, over := r.accesses[access], s.all
	if group == free {
		over = s.free
	}
	for _, i := range over.order {
		in := r.points.instances[i]
		if in.unit == a.Unit && s.group(i, a) == group && (object < 0 || r.points.nodes[in.first+a.base].all.Has(object)) {
			return r.points.path(over, i, a)
		}
	}
	return nil
}
