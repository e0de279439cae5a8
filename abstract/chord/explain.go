package chord

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
)

// Example shows how the two threads reach one object.
type Example struct {
	// Object is accessed by both. It is nil if stages that keep all pairs kept this one without an
	// object.
	Object *Object
	// Chain leads to the object from one of the harness, if it is shared.
	Chain []Cell
	// Paths are the call paths of the threads; nil if a thread does not reach its access, because
	// Reachable keeps all pairs.
	Paths [2]*CallPath
}

// Cell is a field of an abstract object.
type Cell struct {
	Object Object
	Field  string
}

// Example explains why all stages keep a pair of sites, with shortest call paths. It reports false
// if some stage removes the pair. The sites of a self pair may have any order.
func (r *Result) Example(s il.Sites) (Example, bool) {
	if r.pair.Left == r.pair.Right && s[0].Compare(s[1]) > 0 {
		s[0], s[1] = s[1], s[0]
	}
	if last, ok := r.Last(s); !ok || last != Unlocked {
		return Example{}, false
	}
	a := &r.sides[0].reached[r.sides[0].index(r.index[s[0]])]
	b := &r.sides[1].reached[r.sides[1].index(r.index[s[1]])]
	for g := range a.exists {
		for h := range b.exists {
			if !a.exists[g] || !b.exists[h] ||
				r.lastIn(a.base[g], b.base[h], r.locked(a, b, g, h)) != Unlocked {
				continue
			}
			common := a.base[g].And(b.base[h])
			object := r.points.least(common.And(r.escaped.shared))
			if object < 0 {
				object = r.points.least(common)
			}
			x := Example{Paths: [2]*CallPath{
				r.pathTo(r.sides[0], a.access, g, object),
				r.pathTo(r.sides[1], b.access, h, object),
			}}
			if object >= 0 {
				x.Object = &r.points.objects[object]
				for n := r.escaped.from[object]; n >= 0; n = r.escaped.from[object] {
					object = r.escaped.owner[object]
					x.Chain = append(x.Chain,
						Cell{r.points.objects[object], r.core.Fields[r.points.nodes[n].expr]})
				}
				slices.Reverse(x.Chain)
			}
			return x, true
		}
	}
	panic("unreachable: no contexts keep the pair")
}

// pathTo returns a shortest call path to an access in a context of a group, in which the base
// points to object unless that is -1. It returns nil if there is none.
func (r *Result) pathTo(s *side, access int32, group int, object int32) *CallPath {
	a, over := r.accesses[access], s.all
	if group == free {
		over = s.free
	}
	for _, i := range over.order {
		in := r.points.instances[i]
		pointsTo := func(o int32) bool { return r.points.nodes[in.first+a.base].all.Has(o) }
		if in.unit == a.Unit && s.group(i, a) == group && (object < 0 || pointsTo(object)) {
			return r.points.path(over, i, a)
		}
	}
	return nil
}

// Text names the object that both may access, how it is shared, and the call paths.
func (e Example) Text(core *il.Core) string {
	src := core.Source
	object := ""
	if e.Object != nil {
		object = "Both may access " + e.Object.text(src)
		for i, c := range e.Chain {
			if i == 0 {
				object += ", reached as " + c.Object.text(src)
			}
			object += "." + c.Field
		}
		object += ". "
	}
	return object + "Call paths: " + e.Paths[0].text(core) + " and " + e.Paths[1].text(core) + "."
}

// text returns the path as units with the positions of the calls, and its lock level: "m, n called
// at 3:5 (lock level 1)", or "(locks g, m)" if the program names locks.
func (p *CallPath) text(core *il.Core) string {
	if p == nil {
		return "none"
	}
	var b strings.Builder
	b.WriteString(p.Root.Name)
	for _, c := range p.Calls {
		fmt.Fprintf(&b, ", %s called at %s", c.Callee.Name, core.Source.At(c.At))
	}
	level := "lock level"
	if len(core.Locks) > 0 {
		level = "locks"
	}
	fmt.Fprintf(&b, " (%s %s)", level, core.Written(p.Level))
	return b.String()
}
