package check

import (
	"fmt"

	"wobbly/il"
	"wobbly/il/diag"
)

// body checks the statements of one unit after another, by calls of check, which reuse its tables.
type body struct {
	*checker
	unit  *il.Unit
	sugar bool // the unit has sugar, or may have some
	vars  variables
	locks lockStack
}

func (b *body) check(u *il.Unit, s source) {
	b.unit, b.sugar = u, false
	// A table that grew large is dropped: clearing it would cost its size for every further method.
	const maxReused = 64
	v := &b.vars
	if len(v.index) > maxReused {
		v.index = nil
	} else {
		clear(v.index)
	}
	v.all, v.log, v.meets = v.all[:0], v.log[:0], 0
	if u.Thread {
		for _, f := range u.Formals {
			b.vars.declare(f, il.NoPos)
		}
	}
	for _, f := range s.formals() {
		if first, again := b.vars.declare(f.Name, f.At); again {
			e := b.report(diag.DuplicateFormal, f.At, f.Name,
				fmt.Sprintf("parameter %s of %s is declared again", f.Name, u.Name))
			e.Label = "every parameter needs a name of its own"
			e.Fix = "rename one of the two"
			note(e, first, f.Name, "the first declaration is here")
		}
	}
	switch {
	case s.broken: // missing statements would look like mistakes
	case u.Thread:
		b.block(s.body, threadBlock)
	default:
		b.block(s.body, methodBody)
	}
}

// block checks the statements of a block, and that its locks are balanced.
func (b *body) block(blk *il.Block, name blockName) {
	if blk == nil {
		return
	}
	outer := b.locks.frame
	b.locks.frame = frame{base: len(b.locks.held), name: name}
	for _, s := range blk.Stmts {
		b.stmt(s)
	}
	// WF-lock for the end of a block: net = 0.
	for _, l := range b.locks.held[b.locks.base:] {
		if l.excused {
			continue
		}
		message := fmt.Sprintf("lock(%s) is still held at the end of the %s", l.name, b.locks.name)
		e := b.report(diag.LockHeldAtEnd, l.at, "lock", message)
		e.Label = fmt.Sprintf("no unlock(%s) of this block matches it", l.name)
		e.Fix = fmt.Sprintf("add unlock(%s) before the closing brace, or use synchronized { ... }",
			l.name)
		e.Edits = b.unlockBefore(blk.End, l.name)
		note(e, blk.End, "}", fmt.Sprintf("the %s ends here", b.locks.name))
	}
	b.locks.held, b.locks.frame = b.locks.held[:b.locks.base], outer
}

// stmt checks a statement: first what it uses, then what it assigns.
func (b *body) stmt(s il.Stmt) {
	switch s := s.(type) {
	case *il.Skip:
	case *il.Copy:
		b.use(s.Src, s.SrcAt)
		b.assign(s.Dst, s.At)
	case *il.Load:
		b.expr(s.Src)
		b.assign(s.Dst, s.At)
	case *il.Store:
		b.expr(s.Dst)
		if formal := b.use(s.Src, s.SrcAt); formal && !b.unit.Thread {
			b.noteSugar(s.Dst, s.Src)
		}
	case *il.New:
		b.assign(s.Dst, s.At)
	case *il.Lock: // net + 1
		b.noteLock(s.Lock)
		b.locks.held = append(b.locks.held, heldLock{at: s.At, name: s.Lock})
	case *il.Unlock: // net - 1, and min must stay at least 0
		b.unlock(s)
	case *il.If:
		// Afterwards, the variables that both branches assign are assigned. An absent branch assigns
		// nothing.
		from := len(b.vars.log)
		b.block(s.Then, thenBranch)
		mid := len(b.vars.log)
		b.vars.undo(from, thenBranch)
		b.block(s.Else, elseBranch)
		b.vars.meet(from, mid)
	case *il.While: // the body may not run at all
		from := len(b.vars.log)
		b.block(s.Body, loopBody)
		b.vars.undo(from, loopBody)
		b.vars.log = b.vars.log[:from]
	case *il.Call:
		b.call(s)
	case *il.Move:
		b.expr(s.Dst)
		b.expr(s.Src)
		b.noteSugar(s.Dst, brief(s.Src))
	case *il.NewAt:
		b.expr(s.Dst)
		b.noteSugar(s.Dst, "new()")
	case *il.Synchronized:
		b.sugar = true
		if b.strict {
			e := b.report(diag.SugarRefused, s.At, "synchronized", "synchronized { ... } is sugar")
			e.Label, e.Fix = "refused by --strict", "write lock(); ...; unlock()"
		}
		b.noteLock(s.Lock)
		b.block(s.Body, synchronizedBody)
	default:
		panic(il.Unknown(s))
	}
}

// expr checks an expression and notes its fields.
func (b *body) expr(e il.Expr) {
	b.use(e.Root, e.At)
	for _, f := range e.Fields {
		b.fields.add(f)
	}
}

// noteSugar notes that the assignment dst := src is sugar, which is an error in strict mode.
func (b *body) noteSugar(dst il.Expr, src string) {
	b.sugar = true
	if !b.strict {
		return
	}
	message := fmt.Sprintf("%s := %s is sugar", brief(dst), src)
	e := b.report(diag.SugarRefused, dst.At, dst.Root, message)
	e.Label = "refused by --strict"
	e.Fix = fmt.Sprintf("write t := %s; %s := t, with a new local t", src, brief(dst))
}

// brief returns the text of an expression, without its middle if it is long.
func brief(e il.Expr) string {
	const maxFields = 6
	n := len(e.Fields)
	if n <= maxFields {
		return e.String()
	}
	return e.Root + "." + e.Fields[0] + "..." + e.Fields[n-1]
}
