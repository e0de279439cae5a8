package compact

import (
	"fmt"
	"slices"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/parallel"
)

// form says how a mode of the analysis is computed in the shared form.
type form struct {
	// prefixArguments is set if calls touch WB(e1, ..., en).
	prefixArguments bool
	kept            touch
	// spoils has the sets that a captured prefix must not be in (needs.go).
	spoils touch
	// ownFields is set if an access has as many own fields as its path is written with, instead of
	// 1.
	ownFields bool
	// endings is set if pairs are related by their endings (suffix.go), not in the product.
	endings bool
}

// forms are the modes that have a shared form. The others are answered as sets.
var forms = map[abstract.Mode]form{
	abstract.Figure7: {prefixArguments: true, kept: wobbly, spoils: wobbly},
	abstract.NoWB:    {kept: wobbly, spoils: wobbly},
	abstract.Plus:    {kept: wobbly | written, spoils: written, ownFields: true},
	abstract.CommonSuffix: {
		kept: wobbly | written, spoils: written, ownFields: true, endings: true,
	},
}

// needsSets reports whether only package abstract can analyze a program: it is recursive or names
// locks, or the options select a literal reading, a switched-off clause or a mode without a shared
// form.
func needsSets(core *il.Core, opts abstract.Options) bool {
	_, shared := forms[opts.Mode]
	return !shared || opts.Literal != 0 || opts.Without != 0 || core.Recursive ||
		len(core.Locks) > 0
}

// Run analyzes a program in the shared form if possible, otherwise as sets. It fails if a limit is
// reached.
func Run(core *il.Core, opts abstract.Options) (abstract.Result, error) {
	var r abstract.Result
	var err error
	if needsSets(core, opts) {
		r, err = abstract.AnalyzeSets(core, opts)
	} else {
		r, err = Analyze(core, opts)
	}
	if err != nil {
		return nil, err // r may hold a nil pointer
	}
	return r, nil
}

// Analysis has the summaries of a program in the shared form. It is an abstract.Result.
type Analysis struct {
	core *il.Core
	opts abstract.Options
	form form
	// mayMeet is the lock condition of the reports.
	mayMeet func(l1, l2 il.Level) bool

	sites []il.Site // in text order
	first []uint32  // the first site of each unit, by Unit.Index; one more at the end
	// own has the number of fields of each site's path as it is written, and words has these paths.
	// They are nil in modes that do not need them.
	own   []int32
	words *words
	// label is own, or with words the word of each site.
	label  []int32
	labels sync.Map // from setID to []labelCount, memoized

	tries  *tries
	roots  []nodeID   // of the formals of all units, unit after unit
	from   []int32    // the first root of each unit, by Unit.Index; one more at the end
	locks  []il.Level // L at the end of each unit, by Unit.Index
	uneven bool       // some unit ends at another level than 0, in violation of A2
	totals *totals    // of W
	writes *totals    // of Wr
}

// errTooLarge is the error of a program whose summaries share too little.
type errTooLarge struct{ limit int }

func (e errTooLarge) Error() string {
	return fmt.Sprintf("the analysis stopped at its limit of %d trie nodes: "+
		"the summaries of this program share too little", e.limit)
}

// recoverTooLarge turns a panic with tooLarge into errTooLarge. It must be deferred.
func recoverTooLarge(maxNodes int, err *error) {
	switch x := recover().(type) {
	case nil:
	case tooLarge:
		*err = errTooLarge{maxNodes}
	default:
		panic(x)
	}
}

// Analyze computes the summaries of Figure 7, each unit once and callees first. The program must
// not be one that Run answers as sets. The error is errTooLarge or nil.
func Analyze(core *il.Core, opts abstract.Options) (*Analysis, error) {
	return analyzeWithin(core, opts, 0, parallel.Workers(len(core.Units), 4*unitsPerTask))
}

// unitsPerTask is the number of units that a worker takes at a time.
const unitsPerTask = 64

// analyzeWithin is Analyze with a limit on nodes; 0 is the usual one.
func analyzeWithin(
	core *il.Core, opts abstract.Options, maxNodes, workers int,
) (_ *Analysis, err error) {
	if needsSets(core, opts) {
		panic("compact: this program and these options need the set form of package abstract")
	}
	n := len(core.Units)
	a := &Analysis{
		core: core, opts: opts, form: forms[opts.Mode], mayMeet: opts.LockCondition(),
		first: make([]uint32, n+1), from: make([]int32, n+1), locks: make([]il.Level, n),
	}
	tasks := (n + unitsPerTask - 1) / unitsPerTask
	task := func(units []*il.Unit, i int) []*il.Unit {
		return units[i*unitsPerTask : min((i+1)*unitsPerTask, len(units))]
	}
	parallel.Each(workers, tasks, func(_, i int) {
		for _, u := range task(core.Units, i) {
			a.first[u.Index+1] = uint32(il.CountAccesses(u.Body))
		}
	})
	for i, u := range core.Units {
		a.first[i+1] += a.first[i]
		a.from[i+1] = a.from[i] + int32(len(u.Formals))
	}
	a.sites, a.roots = make([]il.Site, a.first[n]), make([]nodeID, a.from[n])
	if a.form.ownFields {
		a.own = make([]int32, len(a.sites))
		a.label = a.own
	}
	if a.form.endings {
		a.words = &words{
			nodes: make([]wordNode, 1), index: map[wordKey]int32{}, fields: map[string]int32{},
		}
		a.label = make([]int32, 0, len(a.sites))
		for _, u := range core.Units {
			for _, x := range il.Accesses(u.Body) {
				a.label = append(a.label, a.words.number(x.Path.Fields))
			}
		}
	}
	if maxNodes == 0 { // more than any program needs that shares enough
		maxNodes = 1<<22 + 16*len(a.sites)
	}
	defer recoverTooLarge(maxNodes, &err)
	a.tries = newTries(newSets(), opts.Cap, maxNodes, 2*len(a.sites))
	ranks := make(map[string]int32, len(core.Fields))
	for i, f := range core.Fields {
		ranks[f] = int32(i)
	}
	walks := make([]*walk, max(1, workers))
	for w := range walks {
		walks[w] = newWalk(a, ranks)
	}
	parallel.InOrder(workers, tasks, func(w, i int) *[]outline {
		units := task(core.Order, i)
		all := outlines.Get().(*[]outline)
		*all = slices.Grow((*all)[:0], len(units))[:len(units)]
		for k, u := range units {
			walks[w].outline(u, &(*all)[k])
		}
		return all
	}, func(_ int, all *[]outline) {
		for k := range *all {
			a.finish(&(*all)[k], ranks)
		}
		outlines.Put(all)
	})
	a.totals, a.writes = &totals{tries: a.tries, set: wobbly}, &totals{tries: a.tries, set: written}
	return a, nil
}

// outlines recycles the memory of lists that are finished.
var outlines = sync.Pool{New: func() any { return new([]outline) }}

func (a *Analysis) rootsOf(u *il.Unit) []nodeID {
	return a.roots[a.from[u.Index]:a.from[u.Index+1]]
}

// Lock returns the lock level at the end of u.
func (a *Analysis) Lock(u *il.Unit) il.Level { return a.locks[u.Index] }
