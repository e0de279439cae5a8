package rdit

import (
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
)

type Mark uint8

const (
	recorded      Mark = iota // an access, lock() or unlock() of recorded code
	methodBegin               // recorded code calls a missing method
	methodEnd                 // that call returns
	callbackBegin             // missing code calls a recorded method
	callbackEnd               // that call returns
)

// Item is an element of a trace, besides its event.
type Item struct {
	Mark Mark
	Pair int // the BarrierPair of a methodBegin or methodEnd; otherwise -1
	At   int // the index of the event in the execution; -1 for the call of a thread's own unit
}

// BarrierPair is a call of a missing method from recorded code.
type BarrierPair struct {
	Thread  semantics.Tid
	Method  *il.Unit
	At      il.Pos // the position of the call, or of the thread's own unit
	Begin   int    // the index of the methodBegin
	End     int    // the index of the methodEnd; the number of elements if there is none
	Reach   Reach  // the objects that the arguments reach when the call begins
	MayLock uint16 // the locks that missing code in the call may take: a bit for the slot of each
}

// Trace is an execution with missing events, as a detector sees it. Events and Items are parallel.
type Trace struct {
	Execution *dynamic.Execution // only the variant Truth uses its events
	Missing   Missing
	// Events has the recorded events and, for marks, the events of the call or return.
	Events []dynamic.Event
	Items  []Item
	Pairs  []BarrierPair // in the order of their beginnings
}

// InProgress reports whether the call had not ended when the execution did.
func (t *Trace) InProgress(p *BarrierPair) bool { return p.End == len(t.Events) }

// Observe returns the trace of an execution without the events of missing methods. An event belongs
// to the method whose frame is the innermost when it happens: call and return of a method belong to
// the caller and the callee, respectively.
func Observe(x *dynamic.Execution, m Missing) *Trace {
	o := observer{Trace: &Trace{Execution: x, Missing: m}}
	for i, u := range [2]*il.Unit{x.Pair.Left, x.Pair.Right} {
		f := frame{missing: m.Has(u), pair: -1}
		t := semantics.Tid(i)
		if f.missing { // the thread's own unit
			k := x.Configs[0]
			var roots []semantics.Loc
			for _, l := range k.Threads[t].S.Top.Vars() {
				roots = append(roots, l)
			}
			call := dynamic.Event{Thread: t, Kind: dynamic.Call, At: u.At, In: u, Callee: u}
			f.pair = o.begin(-1, call, reach(k.H, roots))
		}
		o.frames[t] = []frame{f}
	}
	for i, e := range x.Events {
		frames := &o.frames[e.Thread]
		top := (*frames)[len(*frames)-1]
		switch e.Kind {
		case dynamic.Call:
			f := frame{missing: m.Has(e.Callee), pair: -1}
			if f.missing && !top.missing {
				k := o.Execution.Configs[i]
				var roots []semantics.Loc
				for _, arg := range o.Execution.Moves[i].Command.(il.Push).Call.Args {
					l, ok := semantics.Value(arg, k.Threads[e.Thread].S.Top, k.H)
					if !ok {
						panic("rdit: an argument of a call has no value")
					}
					roots = append(roots, l)
				}
				f.pair = o.begin(i, e, reach(k.H, roots))
			} else if !f.missing && top.missing {
				o.add(Item{Mark: callbackBegin, Pair: -1, At: i}, e)
			}
			*frames = append(*frames, f)
		case dynamic.Return:
			*frames = (*frames)[:len(*frames)-1]
			if caller := (*frames)[len(*frames)-1]; top.pair >= 0 {
				o.end(i, top.pair, e)
			} else if !top.missing && caller.missing {
				o.add(Item{Mark: callbackEnd, Pair: -1, At: i}, e)
			}
		case dynamic.Local:
		default:
			if !top.missing {
				o.add(Item{Mark: recorded, Pair: -1, At: i}, e)
			}
		}
	}
	for _, t := range semantics.Tids {
		if f := o.frames[t][0]; f.pair >= 0 && x.Ended() { // the thread's own unit has ended
			p := o.Pairs[f.pair]
			o.end(-1, f.pair, dynamic.Event{
				Thread: t, Kind: dynamic.Return, At: p.At, In: p.Method, Callee: p.Method,
			})
		}
	}
	for i := range o.Pairs {
		if o.Pairs[i].End < 0 {
			o.Pairs[i].End = len(o.Items)
		}
	}
	return o.Trace
}

type observer struct {
	*Trace
	frames [2][]frame // the open calls of each thread
}

// frame is an open call.
type frame struct {
	missing bool
	pair    int // the BarrierPair; -1 if the call is not one
}

func (o *observer) add(i Item, e dynamic.Event) {
	o.Items = append(o.Items, i)
	o.Events = append(o.Events, e)
}

// begin opens a BarrierPair and returns its index.
func (o *observer) begin(i int, e dynamic.Event, r Reach) int {
	n := len(o.Pairs)
	o.Pairs = append(o.Pairs, BarrierPair{
		Thread: e.Thread, Method: e.Callee, At: e.At,
		Begin: len(o.Items), End: -1,
		Reach: r, MayLock: o.Missing.MayLock(e.Callee),
	})
	o.add(Item{Mark: methodBegin, Pair: n, At: i}, e)
	return n
}

func (o *observer) end(i, pair int, e dynamic.Event) {
	o.Pairs[pair].End = len(o.Items)
	o.add(Item{Mark: methodEnd, Pair: pair, At: i}, e)
}

// Corpus returns the options of the tables' random programs: two thread blocks, and methods that
// call each other, lock often and share one field, so that it matters which of them are missing.
func Corpus() gen.Options {
	o := gen.WithoutSugar()
	o.Threads, o.Statements, o.Methods, o.Fields = 1, 10, 5, 1
	o.Call, o.Lock, o.If, o.While = 0.35, 0.25, 0.04, 0.03
	return o
}
