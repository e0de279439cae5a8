package chord

import (
	"context"
	"sync"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Analysis is a file made ready for its pairs to be analysed. It may be used by
// several goroutines.
type Analysis struct {
	core     *il.Core
	opts     Options
	units    []*facts
	accesses []*Access // of the file, in the order of their sites
	ofField  [][]int32 // of accesses, by field
	ofUnit   [][]int32 // the same by unit, in the order of facts.accesses
	index    map[il.Site]int32
}

// New reads the statements of a file. The error says what is wrong with the
// options, or is errUnbalanced. The file may be recursive.
func New(core *il.Core, opts Options) (*Analysis, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.MaxWords == 0 {
		opts.MaxWords = maxWords
	}
	a := &Analysis{
		core: core, opts: opts, index: map[il.Site]int32{},
		ofField: make([][]int32, len(core.Fields)), ofUnit: make([][]int32, len(core.Units)),
	}
	fields := make(map[string]int32, len(core.Fields))
	for i, f := range core.Fields {
		fields[f] = int32(i)
	}
	for _, u := range core.Units {
		f, err := factsOf(core, u, fields)
		if err != nil {
			return nil, err
		}
		a.units = append(a.units, f)
		for i := range f.accesses {
			a.accesses = append(a.accesses, &f.accesses[i])
		}
	}
	a.number()
	return a, nil
}

// number sorts the accesses and makes the tables of them.
func (a *Analysis) number() {
	slice.Sort(a.accesses, func(x, y *Access) int { return x.Compare(y.Site) })
	for i, x := range a.accesses {
		a.index[x.Site] = int32(i)
		a.ofField[x.field] = append(a.ofField[x.field], int32(i))
	}
	for u, f := range a.units {
		for _, x := range f.accesses {
			a.ofUnit[u] = append(a.ofUnit[u], a.index[x.Site])
		}
	}
}

// Access is the load or store at a site, and whether there is one.
func (a *Analysis) Access(s il.Site) (Access, bool) {
	i, ok := a.index[s]
	if !ok {
		return Access{}, false
	}
	return *a.accesses[i], true
}

// Pair analyses one program C1 || C2 of the file. The error is errTooLarge.
func (a *Analysis) Pair(pair il.Pair) (*Result, error) {
	return a.PairContext(context.Background(), pair)
}

// PairContext is Pair, and ends early when ctx does. The error is errTooLarge or
// that of ctx.
func (a *Analysis) PairContext(ctx context.Context, pair il.Pair) (*Result, error) {
	p := newPoints(a.units, len(a.core.Fields), a.opts.K)
	roots := [2]int32{p.ruleRoot(pair.Left, a.opts.Harness.alloc)}
	roots[1] = p.ruleRoot(pair.Right, a.opts.Harness.alloc)
	if !p.solve(ctx, a.opts.MaxWords) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, errTooLarge{pair.Left.Name, pair.Right.Name, a.opts.K, a.opts.MaxWords, len(p.instances), len(p.objects)}
	}
	r := &Result{Analysis: a, pair: pair, points: p, escaped: p.escape()}
	r.counts = sync.OnceValue(r.count)
	graph := p.graph()
	r.sides[0] = r.side(roots[:1], graph)
	r.sides[1] = r.sides[0]
	switch {
	case a.opts.Keep.Has(Reachable):
		r.sides[0] = r.side(roots[:], graph)
		r.sides[1] = r.sides[0]
	case pair.Left != pair.Right:
		r.sides[1] = r.side(roots[1:], graph)
	}
	return r, nil
}

// alloc is where the object of a formal comes from.
func (h Harness) alloc(formal int) Alloc {
	if h == Variables {
		return Alloc{At: il.NoPos, Formal: formal}
	}
	return Alloc{At: il.NoPos}
}
