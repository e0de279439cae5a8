package chord

import (
	"context"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Analysis analyzes the pairs of a file. It is safe for concurrent use.
type Analysis struct {
	core     *il.Core
	opts     Options
	units    []*facts
	accesses []*Access         // of the file, in the order of their sites
	ofField  [][]int32         // accesses by field
	ofUnit   [][]int32         // accesses by unit, in the order of facts.accesses
	index    map[il.Site]int32 // in accesses
}

// New reads the statements of a file, which may be recursive. It fails if the options are not valid
// or a unit does not balance its locking.
func New(core *il.Core, opts Options) (*Analysis, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.MaxWords == 0 {
		opts.MaxWords = defaultMaxWords
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
		f, err := readFacts(core, u, fields)
		if err != nil {
			return nil, err
		}
		a.units = append(a.units, f)
		for i := range f.accesses {
			a.accesses = append(a.accesses, &f.accesses[i])
		}
	}
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
	return a, nil
}

// Pair analyzes one program C1 || C2 of the file. The error is errTooLarge.
func (a *Analysis) Pair(pair il.Pair) (*Result, error) {
	return a.PairContext(context.Background(), pair)
}

// PairContext is Pair, but ends when ctx does. The error is errTooLarge or that of ctx.
func (a *Analysis) PairContext(ctx context.Context, pair il.Pair) (*Result, error) {
	p := &points{
		domain: domain{
			k: a.opts.K, contexts: []Context{nil},
			contextIDs: map[string]int32{"": 0}, objectIDs: map[objectKey]int32{},
		},
		units: a.units, fields: len(a.core.Fields), nodes: make([]node, 1),
		instIDs: map[instanceKey]int32{}, callIDs: map[call]struct{}{},
	}
	left := p.addRoot(pair.Left, a.opts.Harness)
	roots := [2]int32{left, p.addRoot(pair.Right, a.opts.Harness)}
	if !p.solve(ctx, a.opts.MaxWords) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, errTooLarge{
			Left: pair.Left.Name, Right: pair.Right.Name, K: a.opts.K, Words: a.opts.MaxWords,
			Contexts: len(p.instances), Objects: len(p.objects),
		}
	}
	r := &Result{Analysis: a, pair: pair, points: p, escaped: p.escape()}
	graph := p.graph()
	if a.opts.Keep.Has(Reachable) {
		r.sides[0] = r.side(roots[:], graph)
		r.sides[1] = r.sides[0]
		return r, nil
	}
	r.sides[0] = r.side(roots[:1], graph)
	r.sides[1] = r.sides[0]
	if pair.Left != pair.Right {
		r.sides[1] = r.side(roots[1:], graph)
	}
	return r, nil
}
