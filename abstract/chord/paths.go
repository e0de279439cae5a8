package chord

import (
	"cmp"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// callPaths has a shortest call path of a thread to each instance that it reaches, over all calls
// or over a subset.
type callPaths struct {
	last  []int32 // by instance: the last call of the path, unreached or isRoot
	order []int32 // the instances reached, nearest first
}

// The values of callPaths.last that are no calls.
const (
	unreached = -1
	isRoot    = -2
)

func (w *callPaths) has(i int32) bool { return w.last[i] != unreached }

// graph returns the calls by caller, in text order.
func (p *points) graph() [][]int32 {
	out := make([][]int32, len(p.instances))
	for c, x := range p.calls {
		out[x.from] = append(out[x.from], int32(c))
	}
	for _, calls := range out {
		slice.SortStable(calls,
			func(c, d int32) int { return cmp.Compare(p.calls[c].fact, p.calls[d].fact) })
	}
	return out
}

// pathsFrom searches breadth first, over the calls that allowed accepts.
//
//	called(m, c)   :- root(m, c).
//	called(m', c') :- called(m, c), calls(i, c, m', c'), i in m, allowed(i).
func (p *points) pathsFrom(roots []int32, graph [][]int32,
	allowed func(*callFact) bool) *callPaths {
	w := &callPaths{last: slice.Repeat[int32](unreached, len(p.instances))}
	enter := func(i, last int32) {
		if !w.has(i) {
			w.last[i] = last
			w.order = append(w.order, i)
		}
	}
	for _, i := range roots {
		enter(i, isRoot)
	}
	for head := 0; head < len(w.order); head++ {
		for _, c := range graph[w.order[head]] {
			if allowed(p.fact(c)) {
				enter(p.calls[c].to, c)
			}
		}
	}
	return w
}

func (p *points) fact(c int32) *callFact {
	x := p.calls[c]
	return &p.instances[x.from].facts.calls[x.fact]
}

// CallPath is a path of a thread to an access in the call graph.
type CallPath struct {
	Root  *il.Unit // of the thread
	Calls []Call
	Level il.Level // at the access: the sum of those of the calls and in its unit
}

// Call is a step of a call path.
type Call struct {
	At     il.Pos
	Callee *il.Unit
}

// path returns the path of w to an access in instance i.
func (p *points) path(w *callPaths, i int32, a *Access) *CallPath {
	to := &CallPath{Level: a.Level}
	for w.last[i] != isRoot {
		c := w.last[i]
		f := p.fact(c)
		to.Calls = append(to.Calls, Call{At: f.at, Callee: f.callee})
		to.Level = to.Level.Plus(f.level)
		i = p.calls[c].from
	}
	slices.Reverse(to.Calls)
	to.Root = p.instances[i].unit
	return to
}
