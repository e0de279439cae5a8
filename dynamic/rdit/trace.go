package rdit

import (
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
)

// Mark says what an element of a trace stands for.
type Mark uint8

// The marks.
const (
	recorded      Mark = iota // an access, lock() or unlock() of recorded code
	methodBegin               // recorded code calls a missing method
	methodEnd                 // that call returns
	callbackBegin             // missing code calls a recorded method
	callbackEnd               // that call returns
)

// Item is what a trace knows of an element besides the event.
type Item struct {
	Mark Mark
	Pair int // of methodBegin and methodEnd: the BarrierPair; else -1
	At   int // the index of the event in the execution; -1 where a missing unit is the thread's own
}

// BarrierPair is a call of a missing method from recorded code.
type BarrierPair struct {
	Thread  semantics.Tid
	Method  *il.Unit
	At      il.Pos // of the call; of the thread's own unit, where that is declared
	Begin   int    // the methodBegin
	End     int    // the methodEnd; the number of elements while the call is in progress
	Reach   Reach  // what the arguments reach when the call begins
	MayLock bool   // missing code in the call may take the lock
}

// Trace is an execution with missing events: what a detector gets to see of it.
// Events and Items are parallel.
type Trace struct {
	Execution *dynamic.Execution // the truth, which only the variant Truth looks at
	Missing   Missing
	Events    []dynamic.Event // recorded events and marks; of marks, the event of the call or return
	Items     []Item
	Pairs     []BarrierPair // in the order of their beginnings
}

// InProgress reports whether the call had not ended when the execution did.
func (t *Trace) InProgress(p *BarrierPair) bool { return p.End == len(t.Events) }

// Observe is what is seen of an execution without the events of missing methods.
// An event is one of the method whose frame is the innermost when it happens:
// call and return of a method are the caller's and the callee's.
func Observe(x *dynamic.Execution, m Missing) *Trace {
	o := observer{Trace: &Trace{Execution: x, Missing: m}}
	for i, u := range [2]*il.Unit{x.Pair.Left, x.Pair.Right} {
		o.thread(semantics.Tid(i), u)
	}
	for i, e := range x.Events {
		switch e.Kind {
		case dynamic.Call:
			o.call(i, e)
		case dynamic.Return:
			o.ret(i, e)
		case dynamic.Local:
		default:
			if !o.top(e.Thread).missing {
				o.add(Item{recorded, -1, i}, e)
			}
		}
	}
	o.close()
	return o.Trace
}

// observer builds a trace.
type observer struct {
	*Trace
	frames [2][]frame
}

// frame is a call in progress.
type frame struct {
	missing bool
	pair    int // that it is the call of, or -1
}

func (o *observer) top(t semantics.Tid) frame { return o.frames[t][len(o.frames[t])-1] }

func (o *observer) add(i Item, e dynamic.Event) {
	o.Items = append(o.Items, i)
	o.Events = append(o.Events, e)
}

// thread begins a thread, whose own unit may be missing too.
func (o *observer) thread(t semantics.Tid, u *il.Unit) {
	f := frame{o.Missing.Has(u), -1}
	if f.missing {
		k := o.Execution.Configs[0]
		var roots []semantics.Loc
		for _, l := range k.Threads[t].S.Top.Vars() {
			roots = append(roots, l)
		}
		e := dynamic.Event{Thread: t, Kind: dynamic.Call, At: u.At, In: u, Callee: u}
		f.pair = o.begin(-1, e, reach(k.H, roots))
	}
	o.frames[t] = []frame{f}
}

// call adds a mark where recorded code calls missing code, or the reverse.
func (o *observer) call(i int, e dynamic.Event) {
	f := frame{o.Missing.Has(e.Callee), -1}
	switch caller := o.top(e.Thread); {
	case f.missing && !caller.missing:
		f.pair = o.begin(i, e, o.arguments(i, e.Thread))
	case !f.missing && caller.missing:
		o.add(Item{callbackBegin, -1, i}, e)
	}
	o.frames[e.Thread] = append(o.frames[e.Thread], f)
}

// begin opens a BarrierPair and tells its index.
func (o *observer) begin(i int, e dynamic.Event, r Reach) int {
	n := len(o.Pairs)
	o.Pairs = append(o.Pairs, BarrierPair{
		Thread: e.Thread, Method: e.Callee, At: e.At,
		Begin: len(o.Items), End: -1,
		Reach: r, MayLock: o.Missing.MayLock(e.Callee),
	})
	o.add(Item{methodBegin, n, i}, e)
	return n
}

// arguments is what the call that is event i reaches: from the values of its
// arguments, in the heap before it.
func (o *observer) arguments(i int, t semantics.Tid) Reach {
	k := o.Execution.Configs[i]
	var roots []semantics.Loc
	for _, e := range o.Execution.Moves[i].Command.(il.Push).Call.Args {
		l, ok := semantics.Value(e, k.Threads[t].S.Top, k.H)
		if !ok {
			panic("rdit: a call that was made has an argument without a value")
		}
		roots = append(roots, l)
	}
	return reach(k.H, roots)
}

func (o *observer) ret(i int, e dynamic.Event) {
	frames := &o.frames[e.Thread]
	f := o.top(e.Thread)
	*frames = (*frames)[:len(*frames)-1]
	switch caller := o.top(e.Thread); {
	case f.pair >= 0:
		o.end(i, f.pair, e)
	case !f.missing && caller.missing:
		o.add(Item{callbackEnd, -1, i}, e)
	}
}

func (o *observer) end(i, pair int, e dynamic.Event) {
	o.Pairs[pair].End = len(o.Items)
	o.add(Item{methodEnd, pair, i}, e)
}

// close ends the threads whose own unit is missing, where the execution was not
// cut, and marks the calls in progress.
func (o *observer) close() {
	for _, t := range semantics.Tids {
		if f := o.frames[t][0]; f.pair >= 0 && !o.Execution.Cut {
			p := o.Pairs[f.pair]
			o.end(-1, f.pair, dynamic.Event{Thread: t, Kind: dynamic.Return, At: p.At, In: p.Method, Callee: p.Method})
		}
	}
	for i := range o.Pairs {
		if o.Pairs[i].End < 0 {
			o.Pairs[i].End = len(o.Items)
		}
	}
}

// Corpus is the mix of programs that the tables are made of: two thread blocks,
// and methods that call each other, lock often and share one field, so that it
// matters which of them are missing.
func Corpus() gen.Options {
	o := gen.WithoutSugar()
	o.Threads, o.Statements, o.Methods, o.Fields = 1, 10, 5, 1
	o.Call, o.Lock, o.If, o.While = 0.35, 0.25, 0.04, 0.03
	return o
}
