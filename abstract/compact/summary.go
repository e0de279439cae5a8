package compact

import (
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
)

// Analysis holds the summaries of every unit of a program.
type Analysis struct {
	core   *il.Core
	opts   abstract.Options
	form   form
	sites  []il.Site // in text order
	own    []int32   // fields of each site's path as it is written; of the modes Plus and CommonSuffix, else nil
	words  *words    // of these paths; of mode CommonSuffix, else nil
	label  []int32   // see owned
	owns   map[setID][]ownCount
	tries  *tries
	roots  []nodeID // of the formals of all units, unit after unit
	from   []int32  // where in roots each unit's begin, by Unit.Index; one more at the end
	locks  []int    // L at the end of each unit
	totals *totals  // of W
	writes *totals  // of Wr
}

// errTooLarge says that the shared form of the summaries outgrew its limit:
// the program is one of those whose sets share too little.
type errTooLarge struct{ Nodes int }

// recovered turns a panic with tooLarge into errTooLarge.
func recovered(most int, err *error) {
	switch x := recover().(type) {
	case nil:
	case tooLarge:
		*err = errTooLarge{most}
	default:
		panic(x)
	}
}

// Error implements error.
func (e errTooLarge) Error() string {
	return fmt.Sprintf("the analysis stopped at its limit of %d trie nodes: the summaries of this program share too little", e.Nodes)
}

// Analyze computes the summaries of Figure 7, each unit once and callees first.
// What Run answers as sets belongs to package abstract. The error is
// errTooLarge or nil.
func Analyze(core *il.Core, opts abstract.Options) (*Analysis, error) {
	return analyzeWithin(core, opts, 0)
}

// analyzeWithin is Analyze with a limit on trie nodes; 0 stands for a limit
// that only programs reach whose summaries share too little.
func analyzeWithin(core *il.Core, opts abstract.Options, most int) (_ *Analysis, err error) {
	if asSets(core, opts) {
		panic("compact: literal readings, clauses switched off, recursion and modes without a shared form are answered by package abstract")
	}
	a := &Analysis{core: core, opts: opts, form: forms[opts.Mode], locks: make([]int, len(core.Units))}
	a.collectSites()
	if most == 0 {
		most = 1<<22 + 16*len(a.sites)
	}
	defer recovered(most, &err)
	a.tries = newTries(newSets(func(s uint32) int { return int(a.sites[s].Kind) }), opts.Cap, most, 2*len(a.sites))
	a.summarize()
	a.totals, a.writes = newTotals(a.tries, wobbly), newTotals(a.tries, written)
	return a, nil
}

// collectSites numbers the loads and stores of the program in text order; a
// load comes before the store of the same position.
func (a *Analysis) collectSites() {
	if a.form.ownFields {
		a.own, a.owns = []int32{}, map[setID][]ownCount{}
	}
	if a.form.endings {
		a.words = newWords()
	}
	for _, u := range a.core.Units {
		for _, x := range il.Accesses(u.Body) {
			a.sites = append(a.sites, x.Site)
			if a.own != nil {
				a.own = append(a.own, int32(len(x.Path.Fields)))
			}
			if a.words != nil {
				a.label = append(a.label, a.words.of(x.Path.Fields))
			}
		}
	}
	a.sites, a.own = slices.Clip(a.sites), slices.Clip(a.own)
	if a.words == nil {
		a.label = a.own
	}
}

func (a *Analysis) summarize() {
	a.from = make([]int32, len(a.core.Units)+1)
	for i, u := range a.core.Units {
		a.from[i+1] = a.from[i] + int32(len(u.Formals))
	}
	a.roots = make([]nodeID, a.from[len(a.core.Units)])
	first := a.firstSites()
	w := newWalk(a)
	var roots []nodeID
	for _, u := range a.core.Order {
		roots = w.unit(u, first[u.Index], roots[:0])
		copy(a.roots[a.from[u.Index]:], roots)
		a.tries.forget()
	}
}

// firstSites is the number of the first site of each unit.
func (a *Analysis) firstSites() []uint32 {
	first := make([]uint32, len(a.core.Units))
	n := 0
	for i, u := range a.core.Units {
		first[i] = uint32(n)
		for n < len(a.sites) && u.Body != nil && a.sites[n].At <= u.Body.End {
			n++
		}
	}
	return first
}

// rootsOf is the tries of u's formals.
func (a *Analysis) rootsOf(u *il.Unit) []nodeID {
	return a.roots[a.from[u.Index]:a.from[u.Index+1]]
}

// Lock is the L component of u's summary.
func (a *Analysis) Lock(u *il.Unit) int { return a.locks[u.Index] }

// walk applies Figure 7's transfer functions to one unit after another.
type walk struct {
	a       *Analysis
	fields  map[string]int32
	formals map[string]int32 // of the unit, where they are many
	unitNow *il.Unit
	site    uint32
	kept    touch // the sets that are kept
	builder builder
	ranks   []int32 // scratch of path
}

func newWalk(a *Analysis) *walk {
	w := &walk{a: a, fields: make(map[string]int32, len(a.core.Fields)), kept: a.form.kept}
	for i, f := range a.core.Fields {
		w.fields[f] = int32(i)
	}
	w.builder = builder{t: a.tries, index: map[draftKey]int32{}}
	return w
}

// unit is [[C]]# <∅, 0, ∅>; it appends the tries of the formals to out.
func (w *walk) unit(u *il.Unit, firstSite uint32, out []nodeID) []nodeID {
	w.unitNow, w.site = u, firstSite
	w.indexFormals(u)
	w.builder.reset(len(u.Formals))
	w.a.locks[u.Index] = w.block(u.Body, 0)
	return w.builder.finish(out, len(u.Formals))
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
		return int32(slices.Index(w.unitNow.Formals, name))
	}
	if i, ok := w.formals[name]; ok {
		return i
	}
	return -1
}

// path is the trie node of a formal-rooted expression, nil for any other
// (fml).
func (w *walk) path(e il.Expr) *draft {
	formal := w.formal(e.Root)
	if formal < 0 {
		return nil
	}
	w.ranks = w.ranks[:0]
	for _, f := range e.Fields {
		w.ranks = append(w.ranks, w.fields[f])
	}
	return w.builder.at(formal, w.ranks)
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
func (w *walk) block(b *il.Block, l int) int {
	for _, s := range b.List() {
		l = w.stmt(s, l)
	}
	return l
}

// stmt adds w_C and a_C + l of one statement (the affine form) and returns the
// lock level after it; a case per rule of Figure 7.
func (w *walk) stmt(s il.Stmt, l int) int {
	switch s := s.(type) {
	case *il.Skip:
	case *il.Copy:
		w.target(s.Dst)
		w.source(s.Src)
	case *il.Load:
		w.target(s.Dst)
		w.access(s.Src, wobbly, l)
	case *il.Store:
		w.access(s.Dst, wobbly|written, l)
		w.source(s.Src)
	case *il.New:
		w.target(s.Dst)
	case *il.Lock:
		return w.add(l, 1)
	case *il.Unlock:
		return max(l-1, 0)
	case *il.If:
		return max(w.block(s.Then, l), w.block(s.Else, l))
	case *il.While:
		return max(l, w.block(s.Body, l))
	case *il.Call:
		return w.call(s, l)
	default:
		panic(il.Unknown(s))
	}
	return l
}

// add is Figure 7's add(L, L') = min(L + L', L-hat).
func (w *walk) add(l, l2 int) int {
	if w.a.opts.Cap > 0 {
		return min(l+l2, w.a.opts.Cap)
	}
	return l + l2
}

// access touches and records the path of the next site.
func (w *walk) access(path il.Expr, as touch, l int) {
	if d := w.path(path); d != nil {
		d.touch |= as & w.kept
		w.builder.access(d, w.site, uint32(l))
	}
	w.site++
}

// call applies the callee's summary: WB(e) where the form has it, and W' and A'
// + L with the actuals grafted in, for actuals that a formal roots.
func (w *walk) call(c *il.Call, l int) int {
	callee := w.a.core.Methods[c.Method]
	roots := w.a.rootsOf(callee)
	for i, e := range c.Args {
		sum := roots[i]
		if sum == 0 || w.formal(e.Root) < 0 {
			continue
		}
		shifted := w.a.tries.shift(sum, uint32(l))
		w.builder.graft(w.path(e), shifted)
	}
	if len(c.Args) > 1 && w.a.form.prefixArguments {
		prefixArguments(c.Args, func(e il.Expr) { w.touch(e, wobbly) })
	}
	return w.add(l, w.a.Lock(callee))
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
		for _, p := range x.ProperPrefixes() {
			times[p]++
		}
	}
	for _, e := range args {
		if times[abstract.ExprOf(e)] > 1 {
			visit(e)
		}
	}
}
