package enum

import (
	"cmp"
	"slices"
)

// comparer chooses one program among those that are equal up to renaming. Numbering names by first
// occurrence settles all names. Two choices remain: the order of the threads, and the order of
// those formals of a method that its body does not mention, which permutes the arguments of its
// calls. The chosen program is the one whose text is least, token by token, among all these
// permutations.
type comparer struct {
	w       *walker
	fields  numbering // of the permuted program
	methods numbering // of the permuted program
	formals numbering // of a thread of the permuted program
	columns []column  // by method
	permute bool      // columns are in use
}

// column is an order of the formals of a method.
type column struct {
	tail  []int     // those that the body does not mention, in some order
	order numbering // all: the mentioned ones as they occur, then tail
}

// numbering numbers names by first occurrence.
type numbering struct {
	new []int16 // 1 + the new number, by old number; 0 for none
	old []int16 // by new number
}

func newNumbering(n int) numbering {
	return numbering{new: make([]int16, n), old: make([]int16, 0, n)}
}

func (n *numbering) reset() {
	for _, old := range n.old {
		n.new[old] = 0
	}
	n.old = n.old[:0]
}

// number returns the new number of a name, the next one if the name has not occurred.
func (n *numbering) number(old int16) int16 {
	if n.new[old] == 0 {
		n.old = append(n.old, old)
		n.new[old] = int16(len(n.old))
	}
	return n.new[old] - 1
}

func (c *comparer) init(w *walker) {
	t := w.tree
	*c = comparer{
		w:       w,
		fields:  newNumbering(len(t.fields)),
		methods: newNumbering(len(t.methods)),
		formals: newNumbering(len(t.args)),
	}
	for range t.methods {
		c.columns = append(c.columns, column{order: newNumbering(w.o.Arity)})
	}
}

func (c *comparer) restart() {
	c.fields.reset()
	c.methods.reset()
}

// least reports whether no permutation gives a lesser program.
func (c *comparer) least() bool {
	c.permute = c.w.unordered > 0
	if !c.permute {
		return c.compareProgram(true) >= 0
	}
	for m := range c.w.methods {
		tail := &c.columns[m].tail
		*tail = (*tail)[:0]
		for f := c.w.used[m]; f < c.w.arity[m]; f++ {
			*tail = append(*tail, f)
		}
	}
	c.w.order()
	return c.leastFrom(0, 0)
}

// leastFrom tries the orders of the unmentioned formals of methods m, m+1, ..., except that the
// first i of method m stay.
func (c *comparer) leastFrom(m, i int) bool {
	if m == c.w.methods {
		c.orderColumns()
		isPermuted := func(col column) bool { return !slices.IsSorted(col.tail) }
		changed := slices.ContainsFunc(c.columns[:m], isPermuted)
		return (!changed || c.compareProgram(false) >= 0) &&
			(!c.w.sameSize || c.compareProgram(true) >= 0)
	}
	tail := c.columns[m].tail
	if i >= len(tail) {
		return c.leastFrom(m+1, 0)
	}
	for j := i; j < len(tail); j++ {
		tail[i], tail[j] = tail[j], tail[i]
		ok := c.leastFrom(m, i+1)
		tail[i], tail[j] = tail[j], tail[i]
		if !ok {
			return false
		}
	}
	return true
}

// orderColumns orders the formals of all methods, callees before callers: the order in which a body
// mentions its own formals depends on the order of its callees' formals.
func (c *comparer) orderColumns() {
	for _, u := range c.w.tree.core.Order {
		if u.Thread {
			continue
		}
		col := &c.columns[u.Index-threads]
		col.order.reset()
		for _, t := range c.w.text(u.Index) {
			c.mention(&col.order, t)
		}
		for _, f := range col.tail {
			col.order.number(int16(f))
		}
	}
}

// mention numbers the formals that a statement of a method mentions, as they occur in its text.
func (c *comparer) mention(order *numbering, t *token) {
	formal := func(v variable) {
		if v >= 0 {
			order.number(int16(v))
		}
	}
	switch t.kind {
	case newKind:
		formal(t.dst)
	case copyKind:
		formal(t.dst)
		formal(t.src)
	case loadKind:
		formal(t.dst)
		formal(t.exprs[0].root)
	case storeKind:
		formal(t.exprs[0].root)
		formal(t.src)
	case callKind:
		for i := range t.n {
			formal(t.exprs[c.argument(t.callee, i)].root)
		}
	default: // no variable
	}
}

// argument returns the argument of a call that moves to index i.
func (c *comparer) argument(callee, i int) int {
	if c.permute {
		return int(c.columns[callee].order.old[i])
	}
	return i
}

// compareProgram compares the permuted program with this one; swap exchanges the threads too. It is
// negative if the permuted one is less.
func (c *comparer) compareProgram(swap bool) int {
	c.restart()
	for i := range threads + c.w.methods {
		other := i
		switch {
		case i >= threads:
			other = threads + int(c.methods.old[i-threads])
		case swap:
			other = 1 - i
		}
		if d := c.compareUnit(i, other); d != 0 {
			return d
		}
	}
	return 0
}

// compareUnit compares the unit of the permuted program that is made of unit other with unit this.
func (c *comparer) compareUnit(this, other int) int {
	x, y := c.w.text(this), c.w.text(other)
	formals := &c.formals
	switch {
	case other < threads:
		c.formals.reset()
	case c.permute:
		formals = &c.columns[other-threads].order
	default:
		formals = nil
	}
	return slices.CompareFunc(y, x,
		func(y, x *token) int { return c.compareToken(y, x, formals) })
}

// compareToken compares a token of the permuted program, made of y, with x.
func (c *comparer) compareToken(y, x *token, formals *numbering) int {
	if d := cmp.Compare(y.kind, x.kind); d != 0 {
		return d
	}
	switch x.kind {
	case newKind:
		return c.compareVariable(y.dst, x.dst, formals)
	case copyKind:
		return cmp.Or(c.compareVariable(y.dst, x.dst, formals),
			c.compareVariable(y.src, x.src, formals))
	case loadKind:
		return cmp.Or(c.compareVariable(y.dst, x.dst, formals),
			c.compareExpr(&y.exprs[0], &x.exprs[0], formals))
	case storeKind:
		return cmp.Or(c.compareExpr(&y.exprs[0], &x.exprs[0], formals),
			c.compareVariable(y.src, x.src, formals))
	case callKind:
		callee := int(c.methods.number(int16(y.callee)))
		if d := cmp.Or(cmp.Compare(callee, x.callee), cmp.Compare(y.n, x.n)); d != 0 {
			return d
		}
		for i := range x.n {
			d := c.compareExpr(&y.exprs[c.argument(y.callee, i)], &x.exprs[i], formals)
			if d != 0 {
				return d
			}
		}
		return 0
	default: // locks, unlocks, and begins and ends of blocks
		return 0
	}
}

// compareVariable compares variables. Locals keep their numbers in all permutations, and so do
// formals if the numbering is nil.
func (c *comparer) compareVariable(y, x variable, formals *numbering) int {
	if y >= 0 && formals != nil {
		y = variable(formals.number(int16(y)))
	}
	return cmp.Compare(y, x)
}

func (c *comparer) compareExpr(y, x *expr, formals *numbering) int {
	if d := cmp.Or(c.compareVariable(y.root, x.root, formals), cmp.Compare(y.n, x.n)); d != 0 {
		return d
	}
	for i, f := range y.fields[:y.n] {
		if d := cmp.Compare(c.fields.number(f), x.fields[i]); d != 0 {
			return d
		}
	}
	return 0
}
