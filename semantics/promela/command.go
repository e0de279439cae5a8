package promela

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// value returns [[e]] of Definition 3.1 as an expression, and the statements that must be executed
// before it. The value of a path is the cell, which can also be assigned. Inner cells are read one
// after the other into a scratch variable, because Spin refuses arrays indexed by themselves.
//
//	x          A_x
//	x.f        h_f[A_x]
//	x.f.g      p = h_f[A_x]; and then h_g[p]
//	x.f.g.f    p = h_f[A_x]; p = h_g[p]; and then h_f[p]
func (w *writer) value(e il.Expr, f *frame, scratch string) (before []string, value string) {
	value = f.vars[e.Root]
	for i, field := range e.Fields {
		value = w.fields[field] + "[" + value + "]"
		if i+1 < len(e.Fields) {
			before = append(before, scratch+" = "+value)
			value = scratch
		}
	}
	return before, value
}

// step returns the statements of the command of p: the rule of Figure 5, or for lock() of Figure 6.
func (w *writer) step(t *thread, p *point) (statements []string) {
	vars := p.frame.vars
	switch c := p.command.(type) {
	case *il.Copy:
		return []string{vars[c.Dst] + " = " + vars[c.Src]}
	case *il.Load:
		before, value := w.value(c.Src, p.frame, "p")
		return append(before, vars[c.Dst]+" = "+value)
	case *il.Store:
		before, cell := w.value(c.Dst, p.frame, "p")
		return append(before, cell+" = "+vars[c.Src])
	case *il.New:
		x, count := vars[c.Dst], "n_"+t.id.String()
		next := count + "++"
		if t.cut {
			next = fmt.Sprintf("%s < %d -> %s", count, t.news, next)
		}
		statements = []string{next, fmt.Sprintf("%s = %d + %s", x, w.before(t), count)}
		for _, name := range w.core.Fields {
			statements = append(statements, fmt.Sprintf("%s[%s] = %s", w.fields[name], x, x))
		}
	case *il.Lock:
		return []string{w.lock(c, t.id.Other()) + " == 0 -> " + w.lock(c, t.id) + "++"}
	case *il.Unlock:
		return []string{w.lock(c, t.id) + "--"}
	case il.Push:
		for i, e := range c.Call.Args {
			before, value := w.value(e, p.frame, "p")
			statements = append(statements, before...)
			statements = append(statements, p.callee.vars[c.Callee.Formals[i]]+" = "+value)
		}
	case il.Pop:
		for _, x := range p.callee.order { // as before the push
			statements = append(statements, p.callee.vars[x]+" = 0")
		}
	default:
		panic(il.Unknown(c))
	}
	return statements
}

// lock returns the variable that counts how often a thread holds the lock of a command.
func (w *writer) lock(c il.Command, i semantics.Tid) string {
	return w.locks[2*il.SlotOf(c)+int(i)]
}

// sequence joins statements that are executed in order.
func sequence(statements []string) string {
	if len(statements) == 0 {
		return "skip"
	}
	return strings.Join(statements, "; ")
}

// commandText describes a command; for a push or pop, it includes the call.
func commandText(c il.Command) string {
	if il.FrameChange(c) != 0 {
		return il.CommandText(c) + " of " + il.Text(il.StmtOf(c))
	}
	return il.CommandText(c)
}
