package chord

import (
	"context"

	"wobbly/abstract/lattice"
	"wobbly/il"
)

// points is the alias analysis with the call graph, computed together for one
// pair: the least relations
//
//	P(e, c, h)           in context c of its unit, e may point to h
//	H(h, f, h')          field f of h may point to h'
//	calls(i, c, m, c')   call site i, reached in context c, calls m in context c'
//	reach(m, c)          m runs in context c
//
// that the rules ruleRoot to rulePlainCall derive. Each set of P (for e and c)
// and each set of H (for h and f) is a node; rules whose premise is another set
// are edges between nodes. The fixed point is semi-naive: a node in the queue has
// news, elements that the rules have not seen yet, and only these go through
// the rules.
type points struct {
	domain
	units     []*facts // by unit
	nodes     []node
	queue     []int32
	instances []instance
	calls     []call
	cells     [][]int32 // by object and field, the node of H; 0 where there is none, nil for an object without any
	fields    int
	instIDs   map[instanceKey]int32
	callIDs   map[call]struct{}
	begun     int // instances whose rules without other premises have been applied
	words     int // of memory that is held besides that of domain, about
}

// node is a set of P or of H.
type node struct {
	all, news lattice.Subset
	to        []int32 // nodes that contain this one
	instance  int32   // of P; -1 of H
	expr      int32   // of P; of H the field
}

// instance is a unit in a context.
type instance struct {
	*facts
	context int32
	first   int32 // node of expression 0
}

type instanceKey struct{ unit, context int32 }

// call is an edge of the call graph: the call number fact of an instance.
type call struct{ from, fact, to int32 }

// newPoints holds nothing yet.
func newPoints(units []*facts, fields, k int) *points {
	return &points{
		domain: newDomain(k), units: units, fields: fields,
		nodes:   make([]node, 1), // so that 0 is none
		instIDs: map[instanceKey]int32{},
		callIDs: map[call]struct{}{},
	}
}

// solve applies the rules until they derive nothing more, or until what is held
// takes more than the given number of words, or ctx ends. It tells whether it was
// done.
func (p *points) solve(ctx context.Context, most int) bool {
	for n, head := 0, 0; p.words+p.domain.words <= most; n++ {
		if n%patience == 0 && ctx.Err() != nil {
			return false
		}
		switch {
		case p.begun < len(p.instances):
			p.begun++
			p.begin(int32(p.begun - 1))
		case head < len(p.queue):
			head++
			p.step(p.queue[head-1])
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

// patience is how many steps are taken before the context is asked again.
const patience = 1 << 10

// begin applies the rules that have only reach(m, c) and facts as premises.
func (p *points) begin(i int32) {
	in := p.instances[i]
	for _, s := range in.news {
		p.ruleNew(in, s)
	}
	for _, c := range in.plain {
		p.rulePlainCall(i, c)
	}
}

// step takes the news of a node through the rules.
func (p *points) step(n int32) {
	news := p.nodes[n].news
	p.nodes[n].news = nil
	p.words -= cap(news)
	for _, m := range p.nodes[n].to {
		p.flow(news, m)
	}
	if i := p.nodes[n].instance; i >= 0 {
		p.rules(i, p.nodes[n].expr, news)
	}
}

// rules applies the rules that have P(e, c, _) as a premise.
func (p *points) rules(i, at int32, news lattice.Subset) {
	in := p.instances[i]
	e := &in.exprs[at]
	for _, x := range e.copies {
		p.ruleCopy(in, x, news)
	}
	for _, ef := range e.paths {
		p.rulePath(in, ef, news)
	}
	for _, s := range e.stores {
		p.ruleStore(in, in.stores[s], news)
	}
	for _, c := range e.calls {
		p.ruleCall(i, c, news)
	}
}

// ruleRoot is the harness: the unit of a thread runs, its formals pointing to
// objects of the harness. A thread block has no receiver.
//
//	reach(m, c)       :- root(m), c = receiver(harness(1)).
//	P(arg_i, c, h)    :- root(m), h = harness(i).
func (p *points) ruleRoot(u *il.Unit, harness func(formal int) Alloc) int32 {
	objects := make([]int32, len(u.Formals))
	for i, x := range u.Formals {
		n, ok := il.FormalIndex(x)
		if !u.Thread || !ok {
			n = i + 1
		}
		objects[i] = p.object(harness(n), 0)
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

// ruleNew is s: x := new().
//
//	P(x, c, (s, c)) :- reach(m, c), new(x, s) in m.
func (p *points) ruleNew(in instance, s newFact) {
	p.add(in.first+s.dst, p.object(Alloc{At: s.at}, in.context))
}

// ruleCopy is x := e.
//
//	P(x, c, h) :- P(e, c, h), copy(x, e).
func (p *points) ruleCopy(in instance, x int32, news lattice.Subset) {
	p.flow(news, in.first+x)
}

// rulePath is the value of a path.
//
//	P(e.f, c, h') :- P(e, c, h), H(h, f, h'), path(e, f, e.f).
func (p *points) rulePath(in instance, ef int32, news lattice.Subset) {
	f := in.exprs[ef].field
	news.Each(func(h int32) { p.edge(p.cell(h, f), in.first+ef) })
}

// ruleStore is e.f := x.
//
//	H(h, f, h') :- P(e, c, h), P(x, c, h'), store(e, f, x).
func (p *points) ruleStore(in instance, s storeFact, news lattice.Subset) {
	news.Each(func(h int32) { p.edge(in.first+s.src, p.cell(h, s.field)) })
}

// ruleCall is i: m(e1, ..., en): each object of the receiver has the call run
// in its own context, with itself as the receiver.
//
//	calls(i, c, m, c') :- P(e1, c, h), call(i, m, e1..en), c' = receiver(h).
//	reach(m, c')       :- calls(i, c, m, c').
//	P(arg_1, c', h)    :- P(e1, c, h), call(i, m, e1..en), c' = receiver(h).
//	P(arg_j, c', h)    :- calls(i, c, m, c'), P(ej, c, h), call(i, m, e1..en), j > 1.
func (p *points) ruleCall(from, fact int32, news lattice.Subset) {
	in := p.instances[from]
	c := &in.facts.calls[fact]
	news.Each(func(h int32) {
		to, first := p.call(from, fact, c.callee, p.receivers[h])
		p.add(p.formal(to, 0), h)
		for j := 1; first && j < len(c.args); j++ {
			p.edge(in.first+c.args[j], p.formal(to, j))
		}
	})
}

// rulePlainCall is i: m().
//
//	calls(i, c, m, ()) :- reach(m', c), call(i, m) in m'.
func (p *points) rulePlainCall(from, fact int32) {
	p.call(from, fact, p.instances[from].facts.calls[fact].callee, 0)
}

// call enters an edge of the call graph and tells whether it is new.
func (p *points) call(from, fact int32, callee *il.Unit, context int32) (to int32, first bool) {
	to = p.reach(callee, context)
	c := call{from, fact, to}
	if _, ok := p.callIDs[c]; ok {
		return to, false
	}
	p.words += callWords
	p.callIDs[c] = struct{}{}
	p.calls = append(p.calls, c)
	return to, true
}

// reach is the instance of a unit in a context.
func (p *points) reach(u *il.Unit, context int32) int32 {
	key := instanceKey{int32(u.Index), context}
	if i, ok := p.instIDs[key]; ok {
		return i
	}
	i := int32(len(p.instances))
	p.instIDs[key] = i
	in := instance{p.units[u.Index], context, int32(len(p.nodes))}
	p.instances = append(p.instances, in)
	for e := range in.exprs {
		p.nodes = append(p.nodes, node{instance: i, expr: int32(e)})
	}
	p.words += instanceWords + nodeWords*len(in.exprs)
	return i
}

// The memory in words that things take besides their sets, with their entries in
// maps, and room in slices that grow.
const (
	nodeWords     = 14 // ten, and the queue
	callWords     = 8
	instanceWords = 16 // and for the call paths to it, once all are known
)

// formal is the node of formal number f (from 0) of an instance.
func (p *points) formal(i int32, f int) int32 {
	return p.instances[i].first + p.instances[i].formals[f]
}

// cell is the node of H(h, f, _). The fields of every object point to itself at
// first: those of a new one by Figure 5 of the true positives paper, those of
// an initial one because the object stands for all initial ones.
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

// add puts h into the set of a node.
func (p *points) add(n, h int32) {
	x := &p.nodes[n]
	before, fresh := x.words(), x.news == nil
	if x.all.Add(h) {
		x.news.Add(h)
		p.changed(n, before, fresh)
	}
}

// words is the memory of the sets of a node.
func (x *node) words() int { return cap(x.all) + cap(x.news) }

// edge makes the set of node m contain that of n, now and in future.
func (p *points) edge(n, m int32) {
	if n != m {
		x := &p.nodes[n]
		before := cap(x.to)
		x.to = append(x.to, m)
		p.words += (cap(x.to) - before) / 2
		p.flow(p.nodes[n].all, m)
	}
}

// flow puts all of s into the set of node m.
func (p *points) flow(s lattice.Subset, m int32) {
	x := &p.nodes[m]
	before, fresh := x.words(), x.news == nil
	if x.all.AddNew(s, &x.news) {
		p.changed(m, before, fresh)
	} else {
		p.words += x.words() - before
	}
}

// changed counts how a node has grown, and queues it if it was not queued.
func (p *points) changed(n int32, before int, fresh bool) {
	p.words += p.nodes[n].words() - before
	if fresh {
		p.queue = append(p.queue, n)
	}
}
