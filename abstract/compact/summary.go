package compact

import (
	"fmt"
	"slices"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/parallel"
)

// Analysis holds the summaries of every unit of a program.
type Analysis struct {
	core *il.Core
	opts abstract.Options
	form form
	// mayMeet is the lock condition of the reports.
	mayMeet func(l1, l2 il.Level) bool

	sites  []il.Site // in text order
	first  []uint32  // the first site of each unit, by Unit.Index; one more at the end
	own    []int32   // fields of each site's path as it is written; of the modes Plus and CommonSuffix, else nil
	words  *words    // of these paths; of mode CommonSuffix, else nil
	label  []int32   // see owned
	owns   sync.Map  // from setID to []ownCount: what ownedOf has found
	tries  *tries
	roots  []nodeID   // of the formals of all units, unit after unit
	from   []int32    // where in roots each unit's begin, by Unit.Index; one more at the end
	locks  []il.Level // L at the end of each unit
	uneven bool       // some unit ends at another level than it begins with, against A2
	totals *totals    // of W
	writes *totals    // of Wr
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
	return analyzeWithin(core, opts, 0, workers(core))
}

// analyzeWithin is Analyze by so many workers and with a limit on trie nodes; 0
// stands for a limit that only programs reach whose summaries share too little.
func analyzeWithin(core *il.Core, opts abstract.Options, most, workers int) (_ *Analysis, err error) {
	if asSets(core, opts) {
		panic("compact: literal readings, clauses switched off, recursion and modes without a shared form are answered by package abstract")
	}
	a := &Analysis{core: core, opts: opts, form: forms[opts.Mode], mayMeet: opts.LockCondition(), locks: make([]il.Level, len(core.Units))}
	a.numberSites(workers)
	if most == 0 {
		most = 1<<22 + 16*len(a.sites)
	}
	defer recovered(most, &err)
	a.tries = newTries(newSets(), opts.Cap, most, 2*len(a.sites))
	a.summarize(workers)
	a.totals, a.writes = newTotals(a.tries, wobbly), newTotals(a.tries, written)
	return a, nil
}

// stretchSize is how many units a worker takes at a time.
const stretchSize = 64

// stretches is how many there are.
func (a *Analysis) stretches() int { return (len(a.core.Units) + stretchSize - 1) / stretchSize }

// stretch is the i-th of them.
func stretch(units []*il.Unit, i int) []*il.Unit {
	return units[i*stretchSize : min((i+1)*stretchSize, len(units))]
}

// workers is how many goroutines summarise a program.
func workers(core *il.Core) int { return parallel.Workers(len(core.Units), 4*stretchSize) }

// numberSites numbers the loads and stores of the program in text order; a
// load comes before the store of the same position. What stands there the
// outlines say.
func (a *Analysis) numberSites(workers int) {
	a.first = make([]uint32, len(a.core.Units)+1)
	parallel.Each(workers, a.stretches(), func(_, i int) {
		for _, u := range stretch(a.core.Units, i) {
			a.first[u.Index+1] = uint32(il.CountAccesses(u.Body))
		}
	})
	for i := range a.core.Units {
		a.first[i+1] += a.first[i]
	}
	n := a.first[len(a.core.Units)]
	a.sites = make([]il.Site, n)
	if a.form.ownFields {
		a.own = make([]int32, n)
		a.label = a.own
	}
	if a.form.endings {
		a.labelWords()
	}
}

// labelWords numbers the own words of all sites.
func (a *Analysis) labelWords() {
	a.words, a.label = newWords(), make([]int32, 0, len(a.sites))
	for _, u := range a.core.Units {
		for _, x := range il.Accesses(u.Body) {
			a.label = append(a.label, a.words.of(x.Path.Fields))
		}
	}
}

// summarize outlines units side by side, and finishes them in call order. What
// comes of it does not depend on the number of workers.
func (a *Analysis) summarize(workers int) {
	a.from = make([]int32, len(a.core.Units)+1)
	for i, u := range a.core.Units {
		a.from[i+1] = a.from[i] + int32(len(u.Formals))
	}
	a.roots = make([]nodeID, a.from[len(a.core.Units)])
	ranks := a.ranks()
	walks := make([]*walk, max(1, workers))
	for w := range walks {
		walks[w] = newWalk(a, ranks)
	}
	parallel.InOrder(workers, a.stretches(), func(w, i int) *outlines {
		units := stretch(a.core.Order, i)
		all := spare.Get().(*outlines)
		all.outlines = slices.Grow(all.outlines[:0], len(units))[:len(units)]
		for k, u := range units {
			walks[w].outline(u, &all.outlines[k])
		}
		return all
	}, func(_ int, all *outlines) {
		for k := range all.outlines {
			a.finish(&all.outlines[k], ranks)
		}
		spare.Put(all)
	})
}

// outlines are those of a stretch of units.
type outlines struct{ outlines []outline }

// spare are outlines whose memory is used again.
var spare = sync.Pool{New: func() any { return &outlines{} }}

// ranks is the place of each field among all.
func (a *Analysis) ranks() map[string]int32 {
	ranks := make(map[string]int32, len(a.core.Fields))
	for i, f := range a.core.Fields {
		ranks[f] = int32(i)
	}
	return ranks
}

// rootsOf is the tries of u's formals.
func (a *Analysis) rootsOf(u *il.Unit) []nodeID {
	return a.roots[a.from[u.Index]:a.from[u.Index+1]]
}

// Lock is the L component of u's summary.
func (a *Analysis) Lock(u *il.Unit) il.Level { return a.locks[u.Index] }
