package compact

import (
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/recent"
)

// walk applies Figure 7's transfer functions to one unit after another.
type walk struct {
	a       *Analysis
	ranks   map[string]int32 // of fields; shared with other walks
	recent  recent.Table[int32]
	formals map[string]int32 // of the unit, where they are many
	callees bool             // the lock levels of callees are known, and not taken to be 0
	site    uint32           // the next one
	kept    touch            // the sets that are kept
	index   map[draftKey]int32
	out     *outline
}

func newWalk(a *Analysis, ranks map[string]int32) *walk {
	return &walk{a: a, ranks: ranks, kept: a.form.kept, index: map[draftKey]int32{}}
}

// outline is [[C]]# <∅, 0, ∅> but for the summaries of callees, of which it says
// where they are applied. It takes them to leave the lock level as it was.
func (w *walk) outline(u *il.Unit, out *outline) {
	w.out, w.site = out, w.a.first[u.Index]
	out.reset(u)
	w.indexFormals(u)
	w.clearIndex()
	out.lock = w.block(u.Body, il.Level{})
	out.sortSiblings()
}

// clearIndex empties the table. One that grew large is dropped: clearing it would
// cost its size again for every unit to come.
func (w *walk) clearIndex() {
	const large = 1 << 10
	if len(w.index) > large {
		w.index = map[draftKey]int32{}
	}
	clear(w.index)
}

// indexFormals makes a map of the formals where searching the list is slow.
func (w *walk) indexFormals(u *il.Unit) {
	const few = 8
	w.formals = nil
	if len(u.Formals) > few {
		w.formals = make(map[string]int32, len(u.Formals))
		for i, f := range u.Formals {
			w.formals[f] = int32(i)
		}
	}
}

func (w *walk) formal(name string) int32 {
	if w.formals == nil {
		return int32(slices.Index(w.out.unit.Formals, name))
	}
	if i, ok := w.formals[name]; ok {
		return i
	}
	return -1
}

// path is the node of a formal-rooted expression, nil for any other (fml).
func (w *walk) path(e il.Expr) *draft {
	formal := w.formal(e.Root)
	if formal < 0 {
		return nil
	}
	return &w.out.nodes[w.locate(formal, e.Fields)]
}

// locate is where the node of the path formal.fields is.
func (w *walk) locate(formal int32, fields []string) int32 {
	at := formal
	for _, f := range fields {
		at = w.out.further(at, w.rank(f), w.index)
	}
	return at
}

// rank is the rank of a field.
func (w *walk) rank(field string) int32 {
	rank, found := w.recent.At(field)
	if !found {
		*rank = w.ranks[field]
	}
	return *rank
}

// touch adds a variable or path to W, and to Wr where that is kept.
func (w *walk) touch(e il.Expr, as touch) {
	if d := w.path(e); d != nil {
		d.touch |= as & w.kept
	}
}

// source is a variable whose value a command uses, target one it assigns.
func (w *walk) source(name string) { w.touch(il.Expr{Root: name}, wobbly) }
func (w *walk) target(name string) { w.touch(il.Expr{Root: name}, wobbly|written) }

// block returns the lock level after b.
func (w *walk) block(b *il.Block, l il.Level) il.Level {
	for _, s := range b.List() {
		l = w.stmt(s, l)
	}
	return l
}

// stmt adds w_C and a_C + l of one statement (the affine form) and returns the
// lock level after it; a case per rule of Figure 7.
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
		return w.call(s, l)
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
		at := w.locate(formal, x.Path.Fields)
		w.out.nodes[at].touch |= as & w.kept
		w.out.access(at, payload{lock: packed(l), set: single(w.site, x.Kind)})
	}
	w.site++
}

// call notes where the callee's summary is to be applied: WB(e) where the form
// has it, and W' and A' + L with the actuals grafted in, for actuals that a formal
// roots.
func (w *walk) call(c *il.Call, l il.Level) il.Level {
	callee := w.a.core.Methods[c.Method]
	w.out.calls = true
	for i, e := range c.Args {
		if formal := w.formal(e.Root); formal >= 0 {
			w.out.grafts = append(w.out.grafts, graft{w.locate(formal, e.Fields), w.a.from[callee.Index] + int32(i), packed(l)})
		}
	}
	if len(c.Args) > 1 && w.a.form.prefixArguments {
		prefixArguments(c.Args, func(e il.Expr) { w.touch(e, wobbly) })
	}
	if w.callees {
		return l.Plus(w.a.Lock(callee)).Capped(w.a.opts.Cap)
	}
	return l
}

// prefixArguments visits WB(e1, ..., en) = {e_i | ∃ j ≠ i. e_i ⪯ e_j}.
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
	times := map[abstract.Expr]int{} // in how many arguments an expression is a prefix
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
