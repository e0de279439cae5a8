package explore

import (
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// Init says from which initial states a search starts.
type Init uint8

const (
	// All means every well-behaved initial state.
	All Init = iota
	// Given means Options.Start, or the file's init block.
	Given
)

func (i Init) String() string {
	if i == Given {
		return "given"
	}
	return "all"
}

// A Strategy is the order in which a search visits states.
type Strategy uint8

const (
	// Breadth visits states in the order of their distance from the initial ones, so that witnesses
	// are shortest; see Options.Shortest.
	Breadth Strategy = iota
	// Depth visits the state that was found last.
	Depth
	// Random makes Options.Runs random runs from initial states. It is never complete.
	Random
)

func (s Strategy) String() string { return [...]string{"breadth", "depth", "random"}[s] }

// Unbounded is the value of Limits.Unroll, Limits.Switches and Limits.Aliases for no bound.
const Unbounded = -1

// Options configure a search. Start from Defaults: zero Options enter no loop and never switch.
type Options struct {
	Init  Init
	Start *semantics.Init // with Given: the initial state; nil for that of the file's init block
	Limits

	// Fingerprint remembers hashes of states instead of states.
	Fingerprint bool
	// Reduce leaves out interleavings that lead to no other race. ReduceFlat does so only in
	// searches from all initial states in the flat layout, where loops have finitely many states.
	Reduce, ReduceFlat bool
	// Prune leaves out states after which only known races are possible, unless Unroll cuts.
	Prune bool
	// Shortest makes each witness a shortest one. Otherwise a search from all initial states that
	// is pruned, reduced and not small first looks for races without aliases, whose witnesses are
	// the shortest ones without aliases.
	Shortest bool
	// Absent lists pairs of accesses that are known never to race. Prune does not look for them.
	Absent []il.Sites

	Strategy Strategy
	// Layout is the layout to search in, even if a limit cuts the search there that would not cut
	// it in the other one. If it is empty, the search chooses.
	Layout Layout
	Sampling

	// Workers is the number of goroutines of a Breadth search. The result does not depend on it.
	Workers int
	// Progress, if not nil, is called now and then by the goroutine of Search. The number of states
	// falls when a search starts over.
	Progress func(Progress)
}

// Limits bound a search. The result says what they left out.
type Limits struct {
	// Unroll, Switches and Aliases bound the iterations of a loop each time it is reached, the
	// switches between the threads, and the aliases of an initial state (see the package comment).
	// Each may be Unbounded.
	Unroll, Switches, Aliases int
	MaxStates                 int // how many states to visit, or a few more; 0 for no limit
	// MaxObjects is how many objects a state may have besides given ones; 0 means no limit.
	MaxObjects int
}

// Sampling configures random runs: the same seed makes the same runs.
type Sampling struct {
	Seed uint64
	Runs int
}

// Defaults returns options for an exhaustive search: all initial states, no bound, exact states.
func Defaults() Options {
	return Options{
		Limits:   Limits{Unroll: Unbounded, Switches: Unbounded, Aliases: Unbounded},
		Sampling: Sampling{Runs: 1000}, Workers: 1,
	}
}

// Progress is how far a search has come.
type Progress = driver.Progress

// maxSwitches bounds Limits.Switches so that the number fits into a state.
const maxSwitches = 1 << 22

// MaxAliases bounds Limits.Aliases, because a pair of control states has a set of states for each
// number of aliases.
const MaxAliases = 16

// check rejects options that make no sense together.
func (o *Options) check() error {
	switch {
	case o.Init > Given || o.Strategy > Random:
		return errors.New("no such initial states or strategy")
	case o.Reduce && o.Switches >= 0:
		return errors.New("the reduction cannot be combined with a bound on switches: " +
			"it leaves out interleavings that switch less")
	case o.Prune && o.Strategy == Random:
		return errors.New("random runs cannot be pruned")
	case o.Reduce && o.Strategy == Random:
		return errors.New("random runs cannot be reduced")
	case o.Switches >= maxSwitches:
		return fmt.Errorf("the bound on switches must be below %d", maxSwitches)
	case o.Aliases >= 0 && o.Init == Given:
		return errors.New("a given initial state has the aliases that it has: " +
			"only searches from all states bound them")
	case o.Aliases >= 0 && (o.Strategy == Random || o.Switches >= 0):
		return errors.New("a bound on aliases excludes random runs and a bound on switches")
	case o.Aliases > MaxAliases:
		return fmt.Errorf("the bound on aliases must be at most %d", MaxAliases)
	case o.Fingerprint && o.Strategy == Depth:
		return errors.New("a depth-first search keeps its states: it has no fingerprints")
	}
	return nil
}

// known returns how many known objects an execution may pick as initial values, 0 for any number.
// One of them lets the threads meet, and each further one is an alias.
func (o *Options) known() int { return max(0, o.Aliases+1) }

// given returns the initial state of the search, nil for all.
func (o *Options) given(g *machine.Program) (*semantics.Init, error) {
	if o.Init == All {
		return nil, nil
	}
	return g.Given(o.Start)
}

// maxObjects returns how many objects a state may have.
func (o *Options) maxObjects(given *semantics.Init) int32 {
	if o.MaxObjects <= 0 {
		return canonical.MaxObjects
	}
	n := o.MaxObjects
	if given != nil {
		n += len(given.Objects)
	}
	return int32(min(n, canonical.MaxObjects))
}

// Fitted returns o without the settings that would not help with p. Programs with loops are reduced
// in the flat layout only; see the package comment. Searches with a bound on switches and random
// runs cannot be reduced. Random runs, and searches in which a bound on iterations leaves something
// out, cannot be pruned; neither can programs that name locks, because a pruned state may lead to a
// deadlock. Without a loop there are finitely many objects.
func Fitted(core *il.Core, p il.Pair, o Options) Options {
	loop, random := core.HasLoop(p.Left, p.Right), o.Strategy == Random
	o.ReduceFlat = (o.Reduce || o.ReduceFlat) && !random && o.Switches < 0
	o.Reduce = o.Reduce && !loop && !random && o.Switches < 0
	o.Prune = o.Prune && !random && (!loop || o.Unroll < 0) && len(core.Locks) == 0
	if !loop {
		o.MaxObjects = 0
	}
	return o
}
