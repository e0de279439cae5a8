package check

import (
	"encoding/binary"
	"strings"

	"wobbly/il"
)

// quotient is the heap of compressed witnesses (docs/paper.md, docs/plus.md). It
// is never stored. Of the backbone l0 -f1-> l1 -f2-> ... l<k-1> the first c cells
// are guarded: they hold what they held at first. Some of the objects l0, l1, ...
// l<c> are alone: no cell holds them but the guarded ones. All other objects are
// one value, sink; and so is l<c>, unless it is alone, where another cell holds
// it. A store that would end this is refused, so nothing ever changes.
type quotient struct {
	names  []string // of sink, l0, l1, ... l<c>: by value; names[null] is unused
	fields []string // f1 ... f<c>: the cell (l<i>, fields[i]) holds l<i+1>
	lonely int      // how many of l0, l1, ... are alone, c or c+1
	shape  string   // fields in one text
}

// The values of the quotient: nil, everything that is not told apart, and l0,
// l1, ...
const (
	sink     value = 1
	backbone value = 2 // l0; l<i> is backbone + i
)

// intact tells whether the cell is guarded, and which value it must keep.
func (q *quotient) intact(base value, field string) (value, bool) {
	i := int(base - backbone)
	if i >= 0 && i < len(q.fields) && q.fields[i] == field {
		return base + 1, true
	}
	return null, false
}

func (q *quotient) load(base value, field string) value {
	if v, ok := q.intact(base, field); ok {
		return v
	}
	return sink
}

func (q *quotient) store(base value, field string, v value) *Refusal {
	keep, ok := q.intact(base, field)
	switch {
	case ok && v != keep:
		return refuse(Quotient, "it would overwrite the backbone: %s.%s must keep %s",
			plain(q.names[base]), field, plain(q.names[keep]))
	case !ok && q.alone(v):
		return refuse(Quotient, "it would store the backbone object %s in the field %s of %s",
			plain(q.names[v]), field, q.describe(base))
	}
	return nil
}

// alone tells whether no cell may hold v but a guarded one.
func (q *quotient) alone(v value) bool { return v >= backbone && int(v-backbone) < q.lonely }

func (q *quotient) alloc() value { return sink }

// name names l0 ... l<c>. Which object sink stands for, the quotient does not
// know.
func (q *quotient) name(v value) (string, bool) { return q.names[v], v >= backbone }

func (q *quotient) describe(v value) string {
	switch {
	case v != sink:
		return plain(q.names[v])
	case q.lonely > len(q.fields):
		return "an object off the backbone"
	default:
		return "an unnamed object"
	}
}

// quotient derives the backbone from the initial state, verifies that it is
// the special state of Theorem 6.10's proof, and turns the stacks into values
// of the quotient. The special state has one sink, whose fields all point to
// itself; every other object has at most one field that does not hold the
// sink; and these fields lead from one object, l0, through all the others
// without coming back. All of the backbone is guarded and alone.
func (st *initial) quotient() (*quotient, *Refusal) {
	o, r := st.sink()
	if r != nil {
		return nil, r
	}
	next, first, r := st.links(o)
	if r != nil {
		return nil, r
	}
	q := &quotient{names: []string{"", st.names[o]}}
	renamed := make([]value, len(st.names))
	renamed[o] = sink
	for l := first; l != null; l = next[l].object {
		renamed[l] = value(len(q.names))
		q.names = append(q.names, st.names[l])
		if next[l].object != null {
			q.fields = append(q.fields, next[l].field)
		}
	}
	if len(q.names) != len(st.names) {
		return nil, refuse(Initial, "a compressed witness starts from one backbone, but not all objects but the sink %s are on one", plain(st.names[o]))
	}
	for _, s := range st.stacks {
		for x, v := range s {
			s[x] = renamed[v]
		}
	}
	q.lonely, q.shape = len(q.fields)+1, strings.Join(q.fields, ".")
	return q, nil
}

// guard leaves only the first c cells guarded, and only l0 ... l<c-1> alone.
// There are no more cells than before.
func (q *quotient) guard(c int, stacks [2]stack) {
	c = max(0, min(c, len(q.fields)))
	q.fields, q.names, q.lonely = q.fields[:c], q.names[:int(backbone)+c+1], c
	q.shape = strings.Join(q.fields, ".")
	for _, s := range stacks {
		for x, v := range s {
			if int(v) >= len(q.names) {
				s[x] = sink
			}
		}
	}
}

// length is the number k of backbone objects before guard.
func (q *quotient) length() int { return len(q.names) - int(backbone) }

// sink finds the one object whose fields all point to itself.
func (st *initial) sink() (value, *Refusal) {
	leaves := make([]bool, len(st.names)) // some field points to another object
	for c, v := range st.cells {
		if v != c.object {
			leaves[c.object] = true
		}
	}
	found := null
	for o := value(1); int(o) < len(st.names); o++ {
		switch {
		case leaves[o]:
		case found != null:
			return null, refuse(Initial, "a compressed witness starts from a state with one sink, but both %s and %s point only to themselves",
				plain(st.names[found]), plain(st.names[o]))
		default:
			found = o
		}
	}
	if found == null {
		return null, refuse(Initial, "a compressed witness starts from a state with a sink, but no object points only to itself")
	}
	return found, nil
}

// links finds the backbone cells: next[l] is the field of l that does not hold
// the sink o, and the object it holds. No object is held by two of them, so
// following them from first, which none holds, never comes back.
func (st *initial) links(o value) (next []cell, first value, r *Refusal) {
	next = make([]cell, len(st.names))
	held := make([]bool, len(st.names))
	for _, c := range st.order {
		v := st.cells[c]
		switch {
		case c.object == o || v == o:
			continue
		case next[c.object].object != null:
			return nil, null, refuse(Initial, "a compressed witness starts from one backbone, but two fields of %s do not hold the sink %s",
				plain(st.names[c.object]), plain(st.names[o]))
		case held[v]:
			return nil, null, refuse(Initial, "a compressed witness starts from one backbone, but two cells off the sink hold %s",
				plain(st.names[v]))
		}
		next[c.object], held[v] = cell{v, c.field}, true
	}
	for l := value(1); int(l) < len(st.names); l++ {
		if l != o && !held[l] {
			return next, l, nil
		}
	}
	return nil, null, refuse(Initial, "a compressed witness starts from one backbone, but no object except the sink %s begins one", plain(st.names[o]))
}

// runKey names a run on the quotient: what it does depends only on the
// method, on which backbone values its formals hold, on the guarded fields and
// on how many objects are alone.
type runKey struct {
	shape  string // empty where no formal holds a backbone value: it does not matter then
	lonely int    // and 0
	method *il.Unit
	args   string
}

func (q *quotient) key(method *il.Unit, s stack) runKey {
	k := runKey{method: method}
	var args []byte
	for _, x := range method.Formals {
		args = binary.AppendUvarint(args, uint64(s[x]))
		if s[x] >= backbone {
			k.shape, k.lonely = q.shape, q.lonely
		}
	}
	k.args = string(args)
	return k
}
