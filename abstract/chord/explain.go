package chord

import (
	"wobbly/abstract/lattice"
	"wobbly/il"
)

// Explanation says of a pair of sites how far it gets, and why no further or
// what is left of it.
type Explanation struct {
	Sites  il.Sites
	Access [2]Access
	Last   Stage // that keeps the pair; no meaning with NoConflict
	Why    Why
}

// Why is the reason of an explanation. Its members are listed below and nowhere
// else; a type switch over it ends in a default that panics with il.Unknown.
type Why interface{ isWhy() }

type (
	// NoConflict is no original pair: the fields differ, or both are reads.
	NoConflict struct{ Fields, Reads bool }

	// NotReached was removed by Reachable.
	NotReached struct{ Side [2]bool } // the thread does not reach its access

	// Disjoint was removed by Aliasing: no object is in both points-to sets,
	// each in all contexts in which the thread reaches the access.
	Disjoint struct{ PointsTo [2][]Object }

	// Confined was removed by Escaping: none of the objects in common may be
	// shared between threads. If Aliasing keeps all pairs, there may be none in
	// common, and on one side at least none is shared.
	Confined struct {
		PointsTo [2][]Object
		Common   []Object
	}

	// Guarded was removed by Unlocked: where both may access one shared
	// object, all call paths to both accesses hold the lock. Object and Paths
	// are an example; a path is a shortest one.
	Guarded struct{ Example }

	// Remains was removed by no stage. The example has a path without a lock
	// on a side at least, unless Unlocked keeps all pairs.
	Remains struct{ Example }
)

func (NoConflict) isWhy() {}
func (NotReached) isWhy() {}
func (Disjoint) isWhy()   {}
func (Confined) isWhy()   {}
func (Guarded) isWhy()    {}
func (Remains) isWhy()    {}

// Example is how the two threads get to an object.
type Example struct {
	Object *Object      // that both access; nil if stages that keep all pairs leave none in common
	Chain  []Cell       // fields through which it is reached from an object of the harness, if it is shared
	Paths  [2]*CallPath // nil if the thread does not reach its access and Reachable keeps all pairs
}

// Explain explains any pair of loads and stores of the file; false if a site is
// none. In a self pair it explains the pair with the lesser site on the left.
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
	x.Why = r.why(i, j, x.Last)
	return x, true
}

// why is the reason why an original pair gets as far as last.
func (r *Result) why(i, j int32, last Stage) Why {
	x, y := r.sides[0].of(i), r.sides[1].of(j)
	if last == Original {
		return NotReached{[2]bool{x < 0, y < 0}}
	}
	a, b := &r.sides[0].reached[x], &r.sides[1].reached[y]
	switch last {
	case Reachable:
		return Disjoint{[2][]Object{r.points.list(a.union()), r.points.list(b.union())}}
	case Aliasing:
		p, q := a.union(), b.union()
		return Confined{[2][]Object{r.points.list(p), r.points.list(q)}, r.points.list(p.And(q))}
	case Escaping:
		return Guarded{r.example(a, b, last)}
	case Unlocked:
		return Remains{r.example(a, b, last)}
	default:
		panic(il.Unknown(last))
	}
}

// union is what the base points to in all contexts.
func (x *reach) union() lattice.Subset {
	all := append(lattice.Subset(nil), x.base[free]...)
	all.AddAll(x.base[held])
	return all
}

// example is how a pair gets as far as last: in the first two groups of contexts
// in which it does, those with free call paths first, by the first object.
func (r *Result) example(a, b *reach, last Stage) Example {
	for g := range a.any {
		for h := range b.any {
			if a.any[g] && b.any[h] && r.lastIn(a.base[g], b.base[h], g == held && h == held) == last {
				return r.exampleIn(a, b, g, h)
			}
		}
	}
	panic("chord: no contexts keep the pair")
}

// exampleIn is an example of access a in group g and access b in group h. Its
// object is a shared one if there is one.
func (r *Result) exampleIn(a, b *reach, g, h int) Example {
	var x Example
	common := a.base[g].And(b.base[h])
	object := r.points.least(common.And(r.escaped.shared))
	if object < 0 {
		object = r.points.least(common)
	}
	if object >= 0 {
		x.Object, x.Chain = &r.points.objects[object], r.chain(object)
	}
	x.Paths = [2]*CallPath{r.pathTo(r.sides[0], a.access, g, object), r.pathTo(r.sides[1], b.access, h, object)}
	return x
}

// pathTo is a shortest call path to an access in a context of a group, in which
// the base points to object unless that is -1.
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
