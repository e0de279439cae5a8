package promela

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// value returns [[e]] of Definition 3.1 as an expression, and the statements that must be executed
// before it. The value of a path is the cell, which can be assigned too. Inner cells are read one
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

// step returns the command of p in Promela: the rule of Figure 5, and for lock() the one of Figure
// 6.
func (w *writer) step(t *thread, p *point) string {
	f := p.frame
	switch c := p.command.(type) {
	case *il.Copy:
		return f.vars[c.Dst] + " = " + f.vars[c.Src]
	case *il.Load:
		before, value := w.value(c.Src, f, "p")
		return sequence(append(before, f.vars[c.Dst]+" = "+value))
	case *il.Store:
		before, cell := w.value(c.Dst, f, "p")
		return sequence(append(before, cell+" = "+f.vars[c.Src]))
	case *il.New:
		x := f.vars[c.Dst]
		var b strings.Builder
		if t.cut {
			fmt.Fprintf(&b, "n_%s < %d -> ", t.id, t.news)
		}
		fmt.Fprintf(&b, "n_%s++; %s = %d + n_%s", t.id, x, w.before(t), t.id)
		for _, name := range w.core.Fields {
			fmt.Fprintf(&b, "; %s[%s] = %s", w.fields[name], x, x)
		}
		return b.String()
	case *il.Lock:
		return fmt.Sprintf("%s == 0 -> %s++", w.lock(c, t.id.Other()), w.lock(c, t.id))
	case *il.Unlock:
		return w.lock(c, t.id) + "--"
	case il.Push:
		var set []string
		for i, e := range c.Call.Args {
			before, value := w.value(e, p.frame, "p")
			set = append(append(set, before...), p.callee.vars[c.Callee.Formals[i]]+" = "+value)
		}
		return sequence(set)
	case il.Pop: // the variables are 0 again, as they were before the push
		reset := func(x string) string { return p.callee.vars[x] + " = 0" }
		return sequence(slice.Map(p.callee.order, reset))
	default:
		panic(il.Unknown(c))
	}
}

// lock returns the variable that counts how often a thread holds the lock of a command.
func (w *writer) lock(c il.Command, i semantics.Tid) string {
	return w.locks[2*il.SlotOf(c)+int(i)]
}

// sequence executes the statements in order.
func sequence(statements []string) string {
	if len(statements) == 0 {
		return "skip"
	}
	return strings.Join(statements, "; ")
}

func commandText(c il.Command) string {
	if il.FrameChange(c) != 0 {
		return il.CommandText(c) + " of " + il.Text(il.StmtOf(c))
	}
	return il.CommandText(c)
}
