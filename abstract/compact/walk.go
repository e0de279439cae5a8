package compact

import (
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/recent"
)

// walk outlines one unit after another, by the transfer functions of Figure 7.
type walk struct {
	a       *Analysis
	ranks   map[string]int32 // of fields; shared with other walks
	recent  recent.Table[int32]
	formals map[string]int32 // of the unit; nil if they are few
	// callees is set if the lock levels of callees are known. Otherwise they are assumed to be 0.
	callees bool
	site    uint32             // the next one
	index   map[draftKey]int32 // see outline.child
	out     *outline
}

func newWalk(a *Analysis, ranks map[string]int32) *walk {
	return &walk{a: a, ranks: ranks, index: map[draftKey]int32{}}
}

// outline computes [[C]]# <∅, 0, ∅>, except that it only records where the summaries of callees are
// applied.
func (w *walk) outline(u *il.Unit, out *outline) {
	const fewFormals, manyNodes = 8, 1 << 10
	w.out, w.site, w.formals = out, w.a.first[u.Index], nil
	out.unit, out.calls = u, false
	out.nodes, out.more, out.grafts = out.nodes[:0], out.more[:0], out.grafts[:0]
	for range u.Formals {
		out.nodes = append(out.nodes, draft{})
	}
	if len(u.Formals) > fewFormals {
		w.formals = make(map[string]int32, len(u.Formals))
		for i, f := range u.Formals {
			w.formals[f] = int32(i)
		}
	}
	if len(w.index) > manyNodes { // clearing it would cost as much for each later unit
		w.index = map[draftKey]int32{}
	}
	clear(w.index)
	out.lock = w.block(u.Body, il.Level{})
	out.sortChildren()
}

// formal returns the index of a formal, or -1 for another variable.
func (w *walk) formal(name string) int32 {
	if w.formals == nil {
		return int32(slices.Index(w.out.unit.Formals, name))
	}
	if i, ok := w.formals[name]; ok {
		return i
	}
	return -1
}

// locate returns the node of the path formal.fields.
func (w *walk) locate(formal int32, fields []string) int32 {
	node := formal
	for _, f := range fields {
		rank, found := w.recent.At(f)
		if !found {
			*rank = w.ranks[f]
		}
		node = w.out.child(node, *rank, w.index)
	}
	return node
}

// touch adds an expression to the given sets that the form keeps, if its root is a formal.
func (w *walk) touch(e il.Expr, as touch) {
	if formal := w.formal(e.Root); formal >= 0 {
		w.out.nodes[w.locate(formal, e.Fields)].touch |= as & w.a.form.kept
	}
}

// source touches a variable whose value a command uses.
func (w *walk) source(name string) { w.touch(il.Expr{Root: name}, wobbly) }

// target touches a variable that a command assigns.
func (w *walk) target(name string) { w.touch(il.Expr{Root: name}, wobbly|written) }

// block outlines a block that begins at lock level l, and returns the level at its end.
func (w *walk) block(b *il.Block, l il.Level) il.Level {
	for _, s := range b.List() {
		l = w.stmt(s, l)
	}
	return l
}

// stmt outlines a statement, as block does.
func (w *walk) stmt(s il.Stmt, l il.Level) il.Level {
	switch s := s.(type) {
	case *il.Skip:
	case *il.Copy:
		w.target(s.Dst)
		w.source(s.Src)
	case *il.Load:
		w.target(s.Dst)
		w.access(il.Access{Site: il.Site{At: s.At, Kind: il.Read}, Path: s.Src}, wobbly, l)
	case *il.Store:
		w.access(il.Access{Site: il.Site{At: s.At, Kind: il.Write}, Path: s.Dst}, wobbly|written, l)
		w.source(s.Src)
	case *il.New:
		w.target(s.Dst)
	case *il.Lock:
		return l.After(s).Capped(w.a.opts.Cap)
	case *il.Unlock:
		return l.After(s).Max(il.Level{})
	case *il.If:
		return w.block(s.Then, l).Max(w.block(s.Else, l))
	case *il.While:
		return l.Max(w.block(s.Body, l))
	case *il.Call:
		callee := w.a.core.Methods[s.Method]
		w.out.calls = true
		for i, e := range s.Args {
			if formal := w.formal(e.Root); formal >= 0 {
				g := graft{
					node: w.locate(formal, e.Fields), root: w.a.from[callee.Index] + int32(i),
					lock: packed(l),
				}
				w.out.grafts = append(w.out.grafts, g)
			}
		}
		if len(s.Args) > 1 && w.a.form.prefixArguments {
			prefixArguments(s.Args, func(e il.Expr) { w.touch(e, wobbly) })
		}
		if w.callees {
			return l.Plus(w.a.Lock(callee)).Capped(w.a.opts.Cap)
		}
	default:
		panic(il.Unknown(s))
	}
	return l
}

// access touches and records the path of the next site.
func (w *walk) access(x il.Access, as touch, l il.Level) {
	w.a.sites[w.site] = x.Site
	if w.a.own != nil {
		w.a.own[w.site] = int32(len(x.Path.Fields))
	}
	if formal := w.formal(x.Path.Root); formal >= 0 {
		node := w.locate(formal, x.Path.Fields)
		p := payload{lock: packed(l), set: single(w.site, x.Kind)}
		d := &w.out.nodes[node]
		d.touch |= as & w.a.form.kept
		if d.accs.set == 0 {
			d.accs = p
		} else {
			w.out.more = append(w.out.more, access{node, p})
		}
	}
	w.site++
}

// prefixArguments calls visit with WB(e1, ..., en) = {e_i | ∃ j ≠ i. e_i ⪯ e_j}.
func prefixArguments(args []il.Expr, visit func(il.Expr)) {
	const few = 8
	if len(args) <= few {
		for i, e := range args {
			for j, o := range args {
				if i != j && e.IsPrefixOf(o) {
					visit(e)
					break
				}
			}
		}
		return
	}
	times := map[abstract.Expr]int{} // the number of arguments of which an expression is a prefix
	for _, e := range args {
		x := abstract.ExprOf(e)
		times[x]++
		for p := range x.ProperPrefixes() {
			times[p]++
		}
	}
	for _, e := range args {
		if times[abstract.ExprOf(e)] > 1 {
			visit(e)
		}
	}
}
