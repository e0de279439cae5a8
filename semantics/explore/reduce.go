package explore

// alone is a thread of which the steps suffice from the present state on, or
// -1: see the reduction in doc.go.
func (x *expander) alone() int {
	if !x.o.Reduce {
		return -1
	}
	for i := range 2 {
		if x.apart(i) {
			return i
		}
	}
	return -1
}

// apart tells whether the next command of thread i commutes with everything
// that the other thread may do before it, and races with none of that.
func (x *expander) apart(i int) bool {
	c, d := x.m.at[i], x.m.at[1-i]
	switch c.op {
	case opEnd:
		return false
	case opCopy, opNew, opPop:
		return true
	case opUnlock:
		return c.level > 0
	case opLock:
		return c.level > 0 || d.level == 0 && !d.all.locks
	}
	others := d.all
	if c.level > 0 { // the other thread stops before it locks
		others = d.until
	}
	return !c.own.conflicts(others) || x.private(i)
}

// private tells whether every object whose cells the next command of thread i
// reads or writes is one that the other thread cannot reach.
func (x *expander) private(i int) bool {
	m, k := x.m, &x.codec
	c := m.at[i]
	k.begin(m)
	for _, r := range m.at[1-i].live {
		k.number(m.mem[r])
	}
	if m.lazy { // the other thread may yet be given any initial object
		for o := int32(1); o <= m.n; o++ {
			if m.made[o-1] == 0 {
				k.number(o)
			}
		}
	}
	k.follow(m, 0)
	root := c.src
	if c.op == opStore {
		root = c.dst
	}
	private := true
	if c.op == opPush {
		for a := range c.args {
			private = private && x.unreached(c.args[a].root, c.args[a].path)
		}
	} else {
		private = x.unreached(root, c.path)
	}
	k.end()
	return private
}

// unreached tells whether no object on a path has been met.
func (x *expander) unreached(root Place, path []int32) bool {
	at := root
	for _, f := range path {
		v := x.m.mem[at]
		if v == 0 || x.codec.num[v] != 0 {
			return false
		}
		at = x.m.cell(v, f)
	}
	return true
}
