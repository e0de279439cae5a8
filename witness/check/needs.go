package check

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
)

// This file computes the demands of a run on the values of its formals, each formal by itself.
//
// A run could be executed on the quotient heap for each tuple of argument values. But there may be
// exponentially many: methods that permute n formals have n! tuples. However, a command is refused
// because of the values of at most two variables, and each of these comes from one formal:
//
//   - The shortest execution of a method has no branches, and the heap of the quotient never
//     changes. So the value of a variable is the initial value of one formal, after some loads, or
//     it is sink: a fresh object, or a value loaded from one. The formal and the loads do not
//     depend on the values (see outline).
//   - Only stores are refused. b.f := x succeeds if and only if
//     (1) if b.f is guarded, then x is the value that it must keep, and
//     (2) if x must be guarded, then b.f is a guarded cell that keeps x.
//     The value of b alone decides whether (1) demands something, and then x must be one object;
//     the value of x alone decides whether (2) does, and then b must be one of the objects that
//     hold x in this field.
//
// So if formal i of a method holds v, then the stores of the run, including those in calls, demand
// that each other formal holds one of some values. These demands are the entry (method, i, v), and
// a run succeeds if and only if for each of its formals the others meet the demands of the entry.
// An entry is made by one walk over the uses of the formal in the text, from the entries of the
// methods that are called. With k backbone objects there are at most k entries for each formal of
// each method, and all entries together take k walks over the text, plus the time for the demands:
// at most one set of values for each other formal, which each store and call may intersect once.

// outline is the shortest execution of a method on the quotient heap.
type outline struct {
	parts []part // by formal
	calls []calling
	// unbound reports whether a variable without a value is read. Assumption A3 excludes that, but
	// the checker does not rely on it.
	unbound bool
}

// origin is the source of a value: the value with this number in the part of a formal, or sink if
// formal is negative.
type origin struct{ formal, value int }

// noFormal is the origin of fresh objects and of values loaded from them.
var noFormal = origin{formal: -1}

// part is the part of the execution that depends on the value of one formal.
type part struct {
	loads  []load // the values that come from it: number 0 is the value of the formal itself
	stores []storing
	passes []passing
}

// load is the value to which the value number from leads along fields.
type load struct {
	from   int
	fields []string
}

// storing is a store. It is in the parts of the base and of the stored value.
type storing struct {
	base  origin
	field string
	value origin
}

// calling is a call with its arguments.
type calling struct {
	callee *il.Unit
	args   []origin
}

// passing is a value passed as an argument.
type passing struct {
	call     int // the index in outline.calls
	position int // the index of the argument
	value    int // the number of the value in the part
}

// outlineOf follows the values of the formals of u through a list of commands.
func (c *Checker) outlineOf(u *il.Unit, commands []il.Stmt) *outline {
	out := &outline{parts: make([]part, len(u.Formals))}
	vars := make(map[string]origin, len(u.Formals))
	for i, x := range u.Formals {
		vars[x] = origin{formal: i}
		out.parts[i].loads = []load{{}}
	}
	variable := func(x string) origin {
		o, ok := vars[x]
		if !ok {
			out.unbound = true
			return noFormal
		}
		return o
	}
	follow := func(root string, fields []string) origin {
		o := variable(root)
		if o.formal < 0 || len(fields) == 0 {
			return o
		}
		p := &out.parts[o.formal]
		p.loads = append(p.loads, load{from: o.value, fields: fields})
		return origin{formal: o.formal, value: len(p.loads) - 1}
	}
	for _, command := range commands {
		switch s := command.(type) {
		case *il.Copy:
			vars[s.Dst] = variable(s.Src)
		case *il.Load:
			vars[s.Dst] = follow(s.Src.Root, s.Src.Fields)
		case *il.Store:
			last := len(s.Dst.Fields) - 1
			store := storing{
				base: follow(s.Dst.Root, s.Dst.Fields[:last]), field: s.Dst.Fields[last],
				value: variable(s.Src),
			}
			if i := store.base.formal; i >= 0 {
				out.parts[i].stores = append(out.parts[i].stores, store)
			}
			if i := store.value.formal; i >= 0 && i != store.base.formal {
				out.parts[i].stores = append(out.parts[i].stores, store)
			}
		case *il.New:
			vars[s.Dst] = noFormal
		case *il.Lock, *il.Unlock: // see mayRun
		case *il.Call:
			call := calling{callee: c.core.Methods[s.Method], args: make([]origin, len(s.Args))}
			for position, e := range s.Args {
				o := follow(e.Root, e.Fields)
				call.args[position] = o
				if o.formal >= 0 {
					p := &out.parts[o.formal]
					p.passes = append(p.passes,
						passing{call: len(out.calls), position: position, value: o.value})
				}
			}
			out.calls = append(out.calls, call)
			out.unbound = out.unbound || c.shortests[call.callee].outline.unbound
		default:
			panic(il.Unknown(s))
		}
	}
	return out
}

// entry has the demands of a run if one formal of its method refers to one backbone object.
type entry struct {
	never   bool       // whether the run is refused for all values of the other formals
	demands []demanded // at most one for each formal, in order
}

// demanded requires a formal to refer to one of some backbone objects.
type demanded struct {
	formal int
	among  []value
}

// compare orders demands by their formals, for a binary search.
func (d demanded) compare(formal int) int { return d.formal - formal }

// entryKey is the identity of an entry of one quotient.
type entryKey struct {
	method *il.Unit
	formal int
	value  value
}

// passes reports whether the run of a method succeeds for the values of its formals.
func (r *replay) passes(method *il.Unit, frame *stack) (bool, *Refusal) {
	if r.c.shortest(method).outline.unbound {
		return false, nil
	}
	for i, x := range method.Formals {
		v := frame.of(x)
		if v < backbone {
			continue // no guarded cell is of sink, and any cell may hold it
		}
		e, no := r.entry(entryKey{method: method, formal: i, value: v})
		switch {
		case no != nil:
			return false, no
		case e.never:
			return false, nil
		}
		for _, d := range e.demands {
			if no := r.work(1); no != nil {
				return false, no
			}
			if !slices.Contains(d.among, frame.of(method.Formals[d.formal])) {
				return false, nil
			}
		}
	}
	return true, nil
}

// entry returns the entry with a key. If it does not exist, entry first makes those of the calls
// inside, with an explicit stack because call chains may be long.
func (r *replay) entry(key entryKey) (*entry, *Refusal) {
	if r.entries == nil {
		r.entries = r.c.entriesOf(r.quotient)
	}
	open := []entryKey{key}
	for len(open) > 0 {
		top := open[len(open)-1]
		if r.entries[top] != nil {
			open = open[:len(open)-1]
			continue
		}
		out := r.c.shortest(top.method).outline
		p := &out.parts[top.formal]
		if no := r.work(1 + len(p.loads) + len(p.stores) + len(p.passes)); no != nil {
			return nil, no
		}
		values := r.quotient.values(p, top.value)
		n := len(open)
		for _, pass := range p.passes {
			inside := entryKey{out.calls[pass.call].callee, pass.position, values[pass.value]}
			if inside.value >= backbone && r.entries[inside] == nil {
				open = append(open, inside)
			}
		}
		if len(open) > n {
			continue
		}
		e, no := r.newEntry(out, top.formal, values)
		if no != nil {
			return nil, no
		}
		r.entries[top] = e
		r.c.kept++
	}
	return r.entries[key], nil
}

// values returns the values of a part if its formal holds v.
func (q *quotient) values(p *part, v value) []value {
	values := make([]value, len(p.loads))
	values[0] = v
	for n, l := range p.loads[1:] {
		x := values[l.from]
		for _, f := range l.fields {
			x = q.load(x, f)
		}
		values[n+1] = x
	}
	return values
}

// newEntry returns a new entry of formal i, from the values that come from it and the entries of
// the methods that are called.
func (r *replay) newEntry(out *outline, i int, values []value) (*entry, *Refusal) {
	q, p, e := r.quotient, &out.parts[i], &entry{}
	demand := func(o origin, among []value) *Refusal {
		if o.formal < 0 {
			e.never = true // sink is not a backbone object
			return nil
		}
		// Follow the loads back, to the values of the formal that lead to one of these.
		loads := out.parts[o.formal].loads
		for v := o.value; v > 0 && len(among) > 0; v = loads[v].from {
			for _, f := range slices.Backward(loads[v].fields) {
				if no := r.work(1); no != nil {
					return no
				}
				among = q.holdersOf(among, f)
			}
		}
		k, found := slices.BinarySearchFunc(e.demands, o.formal, demanded.compare)
		if found {
			var both []value
			for _, v := range e.demands[k].among {
				if slices.Contains(among, v) {
					both = append(both, v)
				}
			}
			among = both
			e.demands[k].among = among
		} else {
			e.demands = slices.Insert(e.demands, k, demanded{formal: o.formal, among: among})
		}
		e.never = len(among) == 0
		return r.work(1)
	}
	for _, s := range p.stores {
		if s.base.formal == i {
			if keep, guarded := q.intact(values[s.base.value], s.field); guarded {
				if no := demand(s.value, []value{keep}); no != nil || e.never {
					return e, no
				}
			}
		}
		if s.value.formal == i {
			if x := values[s.value.value]; q.mustBeGuarded(x) {
				if no := demand(s.base, q.holdersOf([]value{x}, s.field)); no != nil || e.never {
					return e, no
				}
			}
		}
	}
	for _, pass := range p.passes {
		if values[pass.value] < backbone {
			continue
		}
		call := &out.calls[pass.call]
		inside := r.entries[entryKey{call.callee, pass.position, values[pass.value]}]
		if inside.never {
			e.never = true
			return e, nil
		}
		for _, d := range inside.demands {
			if no := demand(call.args[d.formal], d.among); no != nil || e.never {
				return e, no
			}
		}
	}
	return e, nil
}

// holdersOf lists the objects whose guarded cell of a field refers to one of some objects.
func (q *quotient) holdersOf(objects []value, field string) []value {
	if q.holders == nil {
		q.holders = make(map[cell][]value, len(q.guarded))
		for i, c := range q.guarded {
			if c.object != null {
				q.holders[c] = append(q.holders[c], backbone+value(i))
			}
		}
	}
	if len(objects) == 1 {
		return q.holders[cell{objects[0], field}]
	}
	var all []value
	for _, x := range objects {
		all = append(all, q.holders[cell{x, field}]...)
	}
	return all
}

// maxKept is the number of entries above which a checker drops all before the next witness.
const maxKept = 1_000_000

// entriesOf returns the entries that were made for earlier witnesses with the same quotient.
func (c *Checker) entriesOf(q *quotient) map[entryKey]*entry {
	if c.entries == nil || c.kept > maxKept {
		c.entries, c.kept = map[string]map[entryKey]*entry{}, 0
	}
	shape := q.shape()
	if c.entries[shape] == nil {
		c.entries[shape] = map[entryKey]*entry{}
	}
	return c.entries[shape]
}

// shape returns a text. No run can distinguish two quotients with the same text.
func (q *quotient) shape() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(q.loose)))
	for _, c := range q.guarded {
		b.WriteByte(' ')
		b.WriteString(c.field)
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(int(c.object)))
	}
	return b.String()
}
