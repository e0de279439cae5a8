package chord

import (
	"context"

	"wobbly/abstract/lattice"
	"wobbly/il"
	"wobbly/internal/poll"
)

// points is the alias analysis with the call graph, computed together for one pair. It is the least
// relations
//
//	P(e, c, h)           in context c of its unit, e may point to h
//	H(h, f, h')          field f of h may point to h'
//	calls(i, c, m, c')   call site i, reached in context c, calls m in context c'
//	reach(m, c)          m runs in context c
//
// that satisfy the rules written at addRoot and apply. Each set of P (for e and c) and each set of
// H (for h and f) is a node; rules whose premise is another set are edges between nodes. The fixed
// point is semi-naive: a node in the queue has news, elements that the rules have not seen yet.
type points struct {
	domain
	units     []*facts // by unit
	nodes     []node   // nodes[0] is none
	queue     []int32
	instances []instance
	calls     []call
	cells     [][]int32 // by object and field, the node of H; 0 if there is none
	fields    int
	instIDs   map[instanceKey]int32
	callIDs   map[call]struct{}
	words     int // of memory, approximately, without domain
}

// node is a set of P or of H.
type node struct {
	all, news lattice.Subset
	to        []int32 // nodes that contain this one
	instance  int32   // of P; -1 for H
	expr      int32   // of P; the field for H
}

// instance is a unit in a context.
type instance struct {
	*facts
	context int32
	first   int32 // node of expression 0
}

type instanceKey struct{ unit, context int32 }

// call is an edge of the call graph, by the number of the fact in the caller.
type call struct{ from, fact, to int32 }

// The memory in words, besides the sets themselves, including entries in maps and the room in
// slices that grow.
const (
	nodeWords     = 14 // 10, and the queue
	callWords     = 8
	instanceWords = 16 // with the call paths to it
)

// solve applies the rules until they derive nothing new. It returns false if that takes more than
// maxWords, or ctx ends.
func (p *points) solve(ctx context.Context, maxWords int) bool {
	begun := 0 // the number of instances to which begin was applied
	stopped := poll.Every(1<<10, ctx)
	for head := 0; p.words+p.domain.words <= maxWords && !stopped.Step(); {
		switch {
		case begun < len(p.instances):
			p.begin(int32(begun))
			begun++
		case head < len(p.queue):
			at := p.queue[head]
			head++
			news := p.nodes[at].news
			p.nodes[at].news = nil
			p.words -= cap(news)
			for _, m := range p.nodes[at].to {
				p.flow(news, m)
			}
			if i := p.nodes[at].instance; i >= 0 {
				p.apply(i, p.nodes[at].expr, news)
			}
			if 2*head > cap(p.queue) {
				p.queue = p.queue[:copy(p.queue, p.queue[head:])]
				head = 0
			}
		default:
			p.queue = nil
			return true
		}
	}
	return false
}

// addRoot returns the harness: the unit of a thread runs, its formals pointing to objects of the
// harness. A thread block has no receiver.
//
//	reach(m, c)       :- root(m), c = receiver(harness(1)).
//	P(arg_i, c, h)    :- root(m), h = harness(i).
func (p *points) addRoot(u *il.Unit, harness Harness) int32 {
	objects := make([]int32, len(u.Formals))
	for i, x := range u.Formals {
		n, ok := il.FormalIndex(x)
		if !u.Thread || !ok {
			n = i + 1
		}
		from := Alloc{At: il.NoPos}
		if harness == Variables {
			from.Formal = n
		}
		objects[i] = p.object(from, 0)
	}
	context := int32(0)
	if !u.Thread && len(objects) > 0 {
		context = p.receivers[objects[0]]
	}
	i := p.reach(u, context)
	for f, h := range objects {
		p.add(p.formal(i, f), h)
	}
	return i
}

// begin applies the rules that have only reach and facts as premises: s: x := new() and i: m().
//
//	P(x, c, (s, c))     :- reach(m, c), new(x, s) in m.
//	calls(i, c, m', ()) :- reach(m, c), call(i, m') in m.
func (p *points) begin(i int32) {
	in := p.instances[i]
	for _, s := range in.news {
		p.add(in.first+s.dst, p.object(Alloc{At: s.at}, in.context))
	}
	for _, c := range in.plain {
		p.call(i, c, in.facts.calls[c].callee, 0)
	}
}

// apply applies the rules that have P(e, c, h) as a premise, for new objects h: x := e, the value
// of a path, e.f := x, and i: m(e, ..., en). In a call each object of the receiver has the call run
// in its own context, with itself as the receiver.
//
//	P(x, c, h)         :- P(e, c, h), copy(x, e).
//	P(e.f, c, h')      :- P(e, c, h), H(h, f, h'), path(e, f, e.f).
//	H(h, f, h')        :- P(e, c, h), P(x, c, h'), store(e, f, x).
//	calls(i, c, m, c') :- P(e, c, h), call(i, m, e..en), c' = receiver(h).
//	reach(m, c')       :- calls(i, c, m, c').
//	P(arg_1, c', h)    :- P(e, c, h), call(i, m, e..en), c' = receiver(h).
//	P(arg_j, c', h)    :- calls(i, c, m, c'), P(ej, c, h), call(i, m, e..en), j > 1.
func (p *points) apply(i, expr int32, news lattice.Subset) {
	in := p.instances[i]
	e := &in.exprs[expr]
	for _, x := range e.copies {
		p.flow(news, in.first+x)
	}
	for _, ef := range e.paths {
		f := in.exprs[ef].field
		news.Each(func(h int32) { p.edge(p.cell(h, f), in.first+ef) })
	}
	for _, s := range e.stores {
		store := in.stores[s]
		news.Each(func(h int32) { p.edge(in.first+store.src, p.cell(h, store.field)) })
	}
	for _, fact := range e.calls {
		c := &in.facts.calls[fact]
		news.Each(func(h int32) {
			to, isNew := p.call(i, fact, c.callee, p.receivers[h])
			p.add(p.formal(to, 0), h)
			for j := 1; isNew && j < len(c.args); j++ {
				p.edge(in.first+c.args[j], p.formal(to, j))
			}
		})
	}
}

// call adds an edge of the call graph unless it exists. It returns the callee's instance.
func (p *points) call(from, fact int32, callee *il.Unit, context int32) (to int32, isNew bool) {
	to = p.reach(callee, context)
	c := call{from: from, fact: fact, to: to}
	if _, ok := p.callIDs[c]; ok {
		return to, false
	}
	p.words += callWords
	p.callIDs[c] = struct{}{}
	p.calls = append(p.calls, c)
	return to, true
}

// reach returns the instance of a unit in a context.
func (p *points) reach(u *il.Unit, context int32) int32 {
	key := instanceKey{int32(u.Index), context}
	if i, ok := p.instIDs[key]; ok {
		return i
	}
	i := int32(len(p.instances))
	p.instIDs[key] = i
	in := instance{facts: p.units[u.Index], context: context, first: int32(len(p.nodes))}
	p.instances = append(p.instances, in)
	for e := range in.exprs {
		p.nodes = append(p.nodes, node{instance: i, expr: int32(e)})
	}
	p.words += instanceWords + nodeWords*len(in.exprs)
	return i
}

func (p *points) formal(i int32, f int) int32 {
	return p.instances[i].first + p.instances[i].formals[f]
}

// cell returns the node of H(h, f, _). The fields of every object point to itself at first: those
// of a new one by Figure 5 of the true positives paper, those of an initial one because the object
// stands for all initial ones.
//
//	H(h, f, h).
func (p *points) cell(h, f int32) int32 {
	for int(h) >= len(p.cells) {
		p.cells = append(p.cells, nil)
	}
	row := p.cells[h]
	if row == nil {
		row = make([]int32, p.fields)
		p.cells[h] = row
		p.words += 4 + (p.fields+1)/2
	}
	if row[f] == 0 {
		row[f] = int32(len(p.nodes))
		p.nodes = append(p.nodes, node{instance: -1, expr: f})
		p.words += nodeWords
		p.add(row[f], h)
	}
	return row[f]
}

func (p *points) add(n, h int32) {
	x := &p.nodes[n]
	before, fresh := x.words(), x.news == nil
	if x.all.Add(h) {
		x.news.Add(h)
		p.changed(n, before, fresh)
	}
}

func (n *node) words() int { return cap(n.all) + cap(n.news) }

// edge makes the set of node m contain that of n, from now on.
func (p *points) edge(n, m int32) {
	if n != m {
		x := &p.nodes[n]
		before := cap(x.to)
		x.to = append(x.to, m)
		p.words += (cap(x.to) - before) / 2
		p.flow(p.nodes[n].all, m)
	}
}

// flow adds s to the set of node m.
func (p *points) flow(s lattice.Subset, m int32) {
	x := &p.nodes[m]
	before, fresh := x.words(), x.news == nil
	if x.all.AddNew(s, &x.news) {
		p.changed(m, before, fresh)
	} else {
		p.words += x.words() - before
	}
}

// changed accounts for the growth of a node, and queues it unless it is queued.
func (p *points) changed(n int32, before int, fresh bool) {
	p.words += p.nodes[n].words() - before
	if fresh {
		p.queue = append(p.queue, n)
	}
}

// escape is E, the thread-escape analysis: the objects that may be shared between threads are those
// that the harness makes, which are passed to both, and those that fields lead to from them.
//
//	E(h)  :- h is made by the harness.
//	E(h') :- E(h), H(h, f, h').
type escape struct {
	shared lattice.Subset
	// for each object, the node of H by which it was first reached; -1 if there is none
	from  []int32
	owner []int32 // for each object, the object of that node
}

// escape computes E, breadth first.
func (p *points) escape() *escape {
	e := &escape{from: make([]int32, len(p.objects)), owner: make([]int32, len(p.objects))}
	var queue []int32
	for h, o := range p.objects {
		e.from[h] = -1
		if o.Initial() {
			e.shared.Add(int32(h))
			queue = append(queue, int32(h))
		}
	}
	for head := 0; head < len(queue); head++ {
		h := queue[head]
		if int(h) >= len(p.cells) {
			continue // its fields hold h alone
		}
		for _, n := range p.cells[h] {
			p.nodes[n].all.Each(func(to int32) {
				if e.shared.Add(to) {
					e.from[to], e.owner[to] = n, h
					queue = append(queue, to)
				}
			})
		}
	}
	return e
}
