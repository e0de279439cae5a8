package cprogram

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// signature returns the name and the formals of a unit's function.
func (w *writer) signature(u *il.Unit, vars *names) string {
	formals := slice.Map(u.Formals,
		func(f string) string { return "struct object *" + vars.cName(f) })
	if formals == nil {
		formals = []string{"void"}
	}
	return w.units.cName(u.Name) + "(" + strings.Join(formals, ", ") + ")"
}

func (w *writer) function(u *il.Unit) {
	b := body{writer: w, vars: newNames("")}
	w.line("static void %s {", w.signature(u, b.vars))
	for _, local := range u.Variables()[len(u.Formals):] {
		w.line("  struct object *%s = 0;", b.vars.cName(local))
	}
	b.block(u.Body, "  ")
	w.line("}")
	w.line("")
}

type body struct {
	*writer
	vars  *names
	calls int // how many calls were written, for the names of their arguments
}

func (b *body) block(block *il.Block, indent string) {
	for _, s := range block.List() {
		b.statement(s, indent)
	}
}

// statement writes a statement, after a directive with its line in the IL program.
func (b *body) statement(s il.Stmt, indent string) {
	if _, ok := s.(*il.Skip); ok {
		return
	}
	b.directive(s.Pos())
	put := func(format string, args ...any) { b.line(indent+format, args...) }
	switch s := s.(type) {
	case *il.Copy:
		put("STEP(%s = %s);", b.vars.cName(s.Dst), b.vars.cName(s.Src))
	case *il.Load:
		put("LOAD(%s, %s);", b.vars.cName(s.Dst), b.value(s.Src))
	case *il.Store:
		put("STORE(%s, %s);", b.value(s.Dst), b.vars.cName(s.Src))
	case *il.New:
		put("STEP(%s = wobbly_new());", b.vars.cName(s.Dst))
	case *il.Lock:
		put("%s;", locking("LOCK", s.LockRef))
	case *il.Unlock:
		put("%s;", locking("UNLOCK", s.LockRef))
	case *il.If:
		put("if (wobbly_choose()) {")
		b.block(s.Then, indent+"  ")
		put("} else {")
		b.block(s.Else, indent+"  ")
		put("}")
	case *il.While:
		put("while (wobbly_choose()) {")
		b.block(s.Body, indent+"  ")
		put("}")
	case *il.Call:
		b.call(s, indent)
	default:
		panic(il.Unknown(s))
	}
}

// directive names the line of the IL program that the next line is from.
func (b *body) directive(p il.Pos) {
	b.line("#line %d %s", b.x.Core.Source.Position(p).Line, quoted(b.file))
}

// locking returns LOCK() or UNLOCK(), or for a lock with a name LOCK_NAMED(n).
func locking(macro string, l il.LockRef) string {
	if l.Slot == 0 {
		return macro + "()"
	}
	return fmt.Sprintf("%s_NAMED(%d)", macro, l.Slot-1)
}

// call writes push(e1, ..., en), the call, and pop().
func (b *body) call(c *il.Call, indent string) {
	var assigned, passed []string
	b.calls++
	for i, e := range c.Args {
		x := fmt.Sprintf("wobbly_%d_%d", b.calls, i+1)
		b.line("%sstruct object *%s;", indent, x)
		assigned, passed = append(assigned, x+" = "+b.value(e)), append(passed, x)
	}
	b.directive(c.Pos())
	b.line("%sSTEP(%s);", indent, strings.Join(assigned, "; "))
	b.directive(c.Pos())
	b.line("%s%s(%s);", indent, b.units.cName(c.Method), strings.Join(passed, ", "))
	b.directive(c.Pos())
	b.line("%sSTEP();", indent)
}

func (b *body) value(e il.Expr) string {
	value := b.vars.cName(e.Root)
	for _, f := range e.Fields {
		value += "->" + b.fields.cName(f)
	}
	return value
}
