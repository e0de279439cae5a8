package check

// quotient is the heap of compressed witnesses (docs/theory.md). It stores no cells. Each object of
// the backbones is a value of its own. Some of their cells are guarded, at most one of each object:
// they hold what they held at first. All of these objects except at most one are alone: only
// guarded cells hold them. All other objects are one value, sink, and so is the one that is not
// alone if another cell holds it. A store that would violate this is refused, so the quotient never
// changes.
type quotient struct {
	names []string // of sink and the backbone objects, by value; names[null] is unused
	// guarded are the guarded cells, by value from backbone on: a field and the object that it
	// holds. That is null if no cell of the value is guarded.
	guarded []cell
	loose   value            // the object that need not be alone; null if all are alone
	holders map[cell][]value // for holdersOf; nil until needed
}

// The values of the quotient are null, sink, and the backbone objects from backbone on.
const (
	sink     value = 1
	backbone value = 2
)

// intact reports whether a cell is guarded, and returns the value that it must keep.
func (q *quotient) intact(base value, field string) (value, bool) {
	if base < backbone {
		return null, false
	}
	c := q.guarded[base-backbone]
	return c.object, c.object != null && c.field == field
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
	case !ok && q.mustBeGuarded(v):
		return refuse(Quotient, "it would store the backbone object %s in the field %s of %s",
			plain(q.names[v]), field, q.describe(base))
	}
	return nil
}

// mustBeGuarded reports whether v is alone: only guarded cells may hold it.
func (q *quotient) mustBeGuarded(v value) bool { return v >= backbone && v != q.loose }

func (q *quotient) alloc() value { return sink }

// name returns the name of a backbone object. Sink represents several objects.
func (q *quotient) name(v value) (string, bool) { return q.names[v], v >= backbone }

func (q *quotient) describe(v value) string {
	switch {
	case v != sink:
		return plain(q.names[v])
	case q.loose == null:
		return "an object off the backbone"
	default:
		return "an unnamed object"
	}
}

// quotient finds the backbones of the initial state, verifies that it is a special state as in the
// proofs of Theorem 6.10 and of Theorem 2m, and converts the stacks to values of the quotient. A
// special state has one sink, whose fields all point to itself. Every other object has at most one
// field that does not hold the sink. These fields make one backbone of all the others, or two that
// end in one object and have nothing else in common. All cells on them are guarded, and all their
// objects alone.
func (st *initial) quotient() (*quotient, *Refusal) {
	o, r := st.sink()
	if r != nil {
		return nil, r
	}
	next, r := st.links(o)
	if r != nil {
		return nil, r
	}
	order, r := st.backbones(o, next)
	if r != nil {
		return nil, r
	}
	renamed := make([]value, len(st.names))
	renamed[o] = sink
	q := &quotient{names: []string{"", st.names[o]}}
	for _, l := range order {
		renamed[l] = value(len(q.names))
		q.names = append(q.names, st.names[l])
	}
	for _, l := range order {
		q.guarded = append(q.guarded, cell{renamed[next[l].object], next[l].field})
	}
	for i := range st.stacks {
		st.stacks[i].change(func(_ string, v value) value { return renamed[v] })
	}
	return q, nil
}

// guard leaves only the cells of the first c objects of a backbone guarded, and only these objects
// alone. The next one is still a value of its own; those after it become sink. The backbone must
// have more than c objects.
func (q *quotient) guard(c int, stacks *[2]stack) {
	q.names, q.guarded = q.names[:int(backbone)+c+1], q.guarded[:c+1]
	q.guarded[c] = cell{}
	q.loose = backbone + value(c)
	for i := range stacks {
		stacks[i].change(func(_ string, v value) value {
			if int(v) >= len(q.names) {
				return sink
			}
			return v
		})
	}
}

// length returns the number of backbone objects.
func (q *quotient) length() int { return len(q.guarded) }

// meets reports whether there are two backbones. The object where they meet is then the last one.
func (q *quotient) meets() bool {
	last, holders := backbone+value(q.length()-1), 0
	for _, c := range q.guarded {
		if c.object == last {
			holders++
		}
	}
	return holders == 2
}

// sink returns the one object whose fields all point to itself.
func (st *initial) sink() (value, *Refusal) {
	leaves := make([]bool, len(st.names)) // whether an object has a field that holds another one
	for i, v := range st.hold {
		if o := value(1 + i/len(st.fields)); v != o {
			leaves[o] = true
		}
	}
	found := null
	for o := value(1); int(o) < len(st.names); o++ {
		switch {
		case leaves[o]:
		case found != null:
			return null, refuse(Initial,
				"a compressed witness needs one sink, but %s and %s both point only to themselves",
				plain(st.names[found]), plain(st.names[o]))
		default:
			found = o
		}
	}
	if found == null {
		return null, refuse(Initial,
			"a compressed witness needs a sink, but no object points only to itself")
	}
	return found, nil
}

// noBackbone begins the reason for which a state is refused.
const noBackbone = "a compressed witness starts from one backbone or from two that meet, but "

// links returns the backbone cells: next[l] is the field of l that does not hold the sink o,
// and the object that it holds.
func (st *initial) links(o value) (next []cell, r *Refusal) {
	next = make([]cell, len(st.names))
	for _, c := range st.given {
		object, field, v := st.number(c[0]), c[1], st.number(c[2])
		switch {
		case object == o || v == o:
			continue
		case next[object].object != null:
			return nil, refuse(Initial, noBackbone+"two fields of %s do not hold the sink %s",
				plain(st.names[object]), plain(st.names[o]))
		}
		next[object] = cell{v, field}
	}
	return next, nil
}

// backbones lists all objects except the sink o in the order of the links: those of the only
// backbone, or those of one, then those of the other, then the one where they meet.
func (st *initial) backbones(o value, next []cell) (order []value, r *Refusal) {
	held := make([]int, len(st.names)) // the number of links to each object
	for _, c := range next {
		held[c.object]++
	}
	meet, heads := null, []value{}
	for l := value(1); int(l) < len(st.names); l++ {
		switch {
		case l == o:
		case held[l] == 0:
			heads = append(heads, l)
		case held[l] > 1 && (meet != null || held[l] > 2 || next[l].object != null):
			return nil, refuse(Initial,
				noBackbone+"%d cells off the sink hold %s, which is not the end of two",
				held[l], plain(st.names[l]))
		case held[l] > 1:
			meet = l
		}
	}
	switch {
	case len(heads) == 0:
		return nil, refuse(Initial, noBackbone+"no object except the sink %s begins one",
			plain(st.names[o]))
	case len(heads) > 2:
		return nil, refuse(Initial, noBackbone+"%d objects begin one", len(heads))
	case len(heads) == 2 && meet == null:
		return nil, refuse(Initial, noBackbone+"those that begin at %s and %s do not meet",
			plain(st.names[heads[0]]), plain(st.names[heads[1]]))
	}
	for _, l := range heads {
		for ; l != null && l != meet; l = next[l].object {
			order = append(order, l)
		}
	}
	if meet != null {
		order = append(order, meet)
	}
	if len(order) != len(st.names)-2 {
		return nil, refuse(Initial, noBackbone+"not all objects but the sink %s are on them",
			plain(st.names[o]))
	}
	return order, nil
}
