package enum

import "wobbly/il"

// statement tries every statement that can come here. Like all methods that try something, it
// returns false if yield stopped the walk.
func (w *walker) statement() bool {
	return w.placed == w.size || w.locks() && w.unlocks() && w.loops() && w.branches() &&
		w.news() && w.copies() && w.loads() && w.stores() && w.calls()
}

// node returns the memory for a statement of kind k at this point.
func (w *walker) node(k kind) *node {
	n := &w.tree.nodes[w.placed]
	n.kind = k
	return n
}

// fits reports whether a statement of kind k leaves enough room: held is the number of locks to
// release after it, and unless it is a call, everything that B has no room for needs a call before
// B ends.
func (w *walker) fits(held int, k kind) bool {
	remaining, need := w.size-w.placed-1, w.held+held
	if w.unit == 1 {
		room := 2*w.sizeOfA - w.placed - 1
		if remaining > room && w.methods == 0 && k != callKind {
			need++
		}
		remaining = min(remaining, room)
	}
	return need <= remaining
}

// put puts a statement at the end of the text, unless its programs are not to be visited.
func (w *walker) put(n *node, s il.Stmt) bool {
	if !w.choose() || w.placed+1 == w.cut && !w.shard.has(w.choices) {
		return false
	}
	b := w.blocks[len(w.blocks)-1].block
	b.Stmts = append(b.Stmts, s)
	w.tokens = append(w.tokens, &n.token)
	w.placed++
	return true
}

// remove undoes put.
func (w *walker) remove() {
	b := w.blocks[len(w.blocks)-1].block
	b.Stmts = b.Stmts[:len(b.Stmts)-1]
	w.tokens = w.tokens[:len(w.tokens)-1]
	w.placed--
}

// extend tries the texts that continue with a statement.
func (w *walker) extend(n *node, s il.Stmt) bool {
	if !w.put(n, s) {
		return true
	}
	ok := w.walk()
	w.remove()
	return ok
}

// enter is extend for a statement with blocks; b is the first of them.
func (w *walker) enter(n *node, s il.Stmt, b open) bool {
	if !w.put(n, s) {
		return true
	}
	b.block.At = before(w.placed)
	w.blocks = append(w.blocks, b)
	ok := w.walk()
	w.blocks = w.blocks[:len(w.blocks)-1]
	w.remove()
	return ok
}

func (w *walker) locks() bool {
	if w.o.NoLocks || !w.fits(1, lockKind) {
		return true
	}
	n := w.node(lockKind)
	return w.count(1, n, &n.lock)
}

// unlocks tries unlock(), which releases a lock of its own block.
func (w *walker) unlocks() bool {
	if w.blocks[len(w.blocks)-1].held == 0 || !w.fits(-1, unlockKind) {
		return true
	}
	n := w.node(unlockKind)
	return w.count(-1, n, &n.unlock)
}

// count is extend for a statement that changes the number of held locks.
func (w *walker) count(locks int, n *node, s il.Stmt) bool {
	top := len(w.blocks) - 1
	w.held += locks
	w.blocks[top].held += locks
	ok := w.extend(n, s)
	w.blocks[top].held -= locks
	w.held -= locks
	return ok
}

func (w *walker) loops() bool {
	if w.o.NoLoops || !w.fits(0, loopKind) {
		return true
	}
	n := w.node(loopKind)
	return w.enter(n, &n.loop, open{kind: loopBody, block: &n.blocks[0], atEntry: w.assigned})
}

func (w *walker) branches() bool {
	if w.o.NoBranches || !w.fits(0, branchKind) {
		return true
	}
	n := w.node(branchKind)
	then := open{kind: thenBranch, block: &n.blocks[0], atEntry: w.assigned, branches: n}
	return w.enter(n, &n.branch, then)
}

func (w *walker) news() bool {
	return w.targets(newKind, func(n *node) bool {
		n.new.Dst = w.name(n.dst)
		w.assign(n.dst)
		return w.extend(n, &n.new)
	})
}

func (w *walker) copies() bool {
	return w.targets(copyKind, func(n *node) bool {
		n.copy.Dst = w.name(n.dst)
		return w.sources(n, func() bool {
			n.copy.Src = w.name(n.src)
			w.assign(n.dst)
			return w.extend(n, &n.copy)
		})
	})
}

func (w *walker) loads() bool {
	return w.targets(loadKind, func(n *node) bool {
		n.load.Dst = w.name(n.dst)
		it := w.exprs(1)
		for it.next(w) {
			w.write(n, 0, &it, &n.load.Src)
			w.assign(n.dst)
			if !w.extend(n, &n.load) {
				return it.done(w, false)
			}
		}
		return it.done(w, true)
	})
}

func (w *walker) stores() bool {
	if !w.fits(0, storeKind) {
		return true
	}
	n, it := w.node(storeKind), w.exprs(1)
	for it.next(w) {
		w.write(n, 0, &it, &n.store.Dst)
		ok := w.sources(n, func() bool {
			if n.src >= 0 && w.unit >= threads {
				return true // a method stores no formal: that is sugar for a copy and a store
			}
			n.store.Src = w.name(n.src)
			return w.extend(n, &n.store)
		})
		if !ok {
			return it.done(w, false)
		}
	}
	return it.done(w, true)
}

// targets tries the variables that a statement of kind k may assign, and calls more for each.
func (w *walker) targets(k kind, more func(n *node) bool) bool {
	if !w.fits(0, k) {
		return true
	}
	n, saved := w.node(k), w.scope
	for i := range saved.targets() {
		n.dst = saved.target(i)
		w.mention(n.dst)
		ok := more(n)
		w.scope = saved
		if !ok {
			return false
		}
	}
	return true
}

// sources tries the variables that refer to an object here, and calls more for each.
func (w *walker) sources(n *node, more func() bool) bool {
	saved := w.scope
	for i := range saved.sources() {
		v, ok := saved.source(i)
		if !ok {
			continue
		}
		n.src = v
		w.mention(v)
		ok = more()
		w.scope = saved
		if !ok {
			return false
		}
	}
	return true
}

func (w *walker) name(v variable) string { return w.tree.name(&w.tree.units[w.unit], v) }
