package chord

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract/lattice"
	"wobbly/il"
)

// Stage is one of the relations that narrow each other, in order.
type Stage uint8

// The stages, with what each requires of a pair in addition to those before it.
const (
	Original  Stage = iota // accesses of one field, at least one of them a write (Figure 5)
	Reachable              // the left one in code of thread 1, the right one of thread 2 (Figure 6)
	Aliasing               // their bases may point to one object (Figure 7)
	Escaping               // that may be shared between threads (Figure 8)
	Unlocked               // not all call paths to both hold the lock (Figure 9)
)

var stages = [...]string{"original", "reachable", "aliasing", "escaping", "unlocked"}

func (s Stage) String() string { return stages[s] }

func AllStages() []Stage { return []Stage{Original, Reachable, Aliasing, Escaping, Unlocked} }

// Stages is a set of stages.
type Stages uint8

func StagesOf(list ...Stage) Stages {
	var s Stages
	for _, x := range list {
		s |= 1 << x
	}
	return s
}

func (s Stages) Has(x Stage) bool { return s&(1<<x) != 0 }

func (s Stages) String() string {
	var names []string
	for _, x := range AllStages() {
		if s.Has(x) {
			names = append(names, x.String())
		}
	}
	return strings.Join(names, ",")
}

// ParseStages parses names separated by commas. Original is not accepted, because it keeps all
// pairs.
func ParseStages(s string) (Stages, error) {
	var all Stages
	for name := range strings.SplitSeq(s, ",") {
		i := slices.IndexFunc(AllStages(), func(x Stage) bool {
			return switchable.Has(x) && strings.EqualFold(x.String(), name)
		})
		if i < 0 {
			return 0, fmt.Errorf("unknown stage %q: there are %s",
				name, strings.ReplaceAll(switchable.String(), ",", ", "))
		}
		all |= StagesOf(Stage(i))
	}
	return all, nil
}

// switchable are the stages that Options.Keep may name.
const switchable = Stages(1<<Reachable | 1<<Aliasing | 1<<Escaping | 1<<Unlocked)

// original is the premise of the first stage.
//
//	OriginalPairs(p, q) :- access(p, f), access(q, f), write(p).
//	OriginalPairs(p, q) :- access(p, f), access(q, f), write(q).
func (r *Result) original(i, j int32) bool {
	a, b := r.accesses[i], r.accesses[j]
	return a.field == b.field && (a.Kind == il.Write || b.Kind == il.Write)
}

// last returns the last stage that keeps an original pair.
func (r *Result) last(i, j int32) Stage {
	x, y := r.sides[0].index(i), r.sides[1].index(j)
	if x < 0 || y < 0 {
		return Original
	}
	return r.lastOf(&r.sides[0].reached[x], &r.sides[1].reached[y])
}

// lastOf returns the last stage that keeps an original pair of reached accesses in some two
// contexts (the primed relations of the paper).
func (r *Result) lastOf(a, b *reach) Stage {
	best := Original
	for g := range a.exists {
		for h := range b.exists {
			if a.exists[g] && b.exists[h] {
				best = max(best, r.lastIn(a.base[g], b.base[h], r.locked(a, b, g, h)))
			}
		}
	}
	return best
}

// lastIn returns the last stage that keeps a pair of accesses in contexts in which their bases
// point to a and b. If locked is set, all call paths to both hold the lock. If Aliasing keeps all
// pairs, Escaping requires a shared object of each.
//
//	ReachablePairs'(p, c, q, d) :- OriginalPairs(p, q), way1(p, c), way2(q, d).
//	AliasingPairs'(p, c, q, d)  :- ReachablePairs'(p, c, q, d), P(p, c, h), P(q, d, h).
//	EscapingPairs'(p, c, q, d)  :- AliasingPairs'(p, c, q, d), P(p, c, h), P(q, d, h), E(h).
//	UnlockedPairs'(p, c, q, d)  :- EscapingPairs'(p, c, q, d), free(p, c).
//	UnlockedPairs'(p, c, q, d)  :- EscapingPairs'(p, c, q, d), free(q, d).
func (r *Result) lastIn(a, b lattice.Subset, locked bool) Stage {
	keep, shared := r.opts.Keep, r.escaped.shared
	switch {
	case !keep.Has(Aliasing) && !a.Meets(b):
		return Reachable
	case keep.Has(Escaping): // whatever they share
	case keep.Has(Aliasing) && !(a.Meets(shared) && b.Meets(shared)),
		!keep.Has(Aliasing) && !a.MeetsIn(b, shared):
		return Aliasing
	}
	if !keep.Has(Unlocked) && locked {
		return Escaping
	}
	return Unlocked
}
