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
	// All stands for every well-behaved initial state.
	All Init = iota
	// Given is one initial state: Options.Start, or the file's init block.
	Given
)

// String is the word of the command line.
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
	// are shortest: see Options.Shortest.
	Breadth Strategy = iota
	// Depth visits the state that was found last.
	Depth
	// Random makes Options.Runs random runs from initial states. It is never complete.
	Random
)

// String is the word of the command line.
func (s Strategy) String() string { return [...]string{"breadth", "depth", "random"}[s] }

// Unbounded is a value of Limits.Unroll, Limits.Switches and Limits.Aliases: no bound.
const Unbounded = -1

// Options configure a search. Begin with Defaults: the zero Options enter no loop and never switch
// between the threads.
type Options struct {
	Init  Init
	Start *semantics.Init // with Given: the initial state; nil for the file's init block
	Limits

	// Fingerprint remembers hashes of states instead of states.
	Fingerprint bool
	// Reduce leaves out interleavings that lead to no other race. ReduceFlat does so only in
	// searches from all initial states in the flat layout, where loops have finitely many states.
	Reduce, ReduceFlat bool
	// Prune leaves out states after which only races can come that have been found, unless Unroll
	// leaves something out.
	Prune bool
	// Shortest makes each witness a shortest one. Otherwise a search from all initial states that
	// is pruned, reduced and not small looks first for the races without aliases, and their
	// witnesses are the shortest ones without aliases.
	Shortest bool
	// Absent has pairs of accesses that are known never to race. Prune does not look for them.
	Absent []il.Sites

	Strategy Strategy
	// Layout is the one to search in, even if a limit cuts the search there that would not cut it
	// in the other one. If it is empty, the search chooses.
	Layout Layout
	Sampling

	// Workers is the number of goroutines, with Breadth. The result does not depend on it.
	Workers int
	// Progress is called now and then by the goroutine of Search; it may be nil. The number of
	// states falls when a search begins anew.
	Progress func(Progress)
}

// Limits are what a search may leave out. The result says so.
type Limits struct {
	Unroll     int // rounds of each loop each time it is reached; Unbounded for all
	Switches   int // between the threads; Unbounded for any number
	Aliases    int // of initial states: see the package comment; Unbounded for any number
	MaxStates  int // states to meet, of which there may be a few more; 0 for no limit
	MaxObjects int // objects of a state, besides those of a given initial state; 0 for no limit
}

// Sampling says which random runs are made.
type Sampling struct {
	Seed uint64
	Runs int
}

// Defaults searches everything: all initial states, no bound, exactly.
func Defaults() Options {
	return Options{
		Limits:   Limits{Unroll: Unbounded, Switches: Unbounded, Aliases: Unbounded},
		Sampling: Sampling{Runs: 1000}, Workers: 1,
	}
}

// Progress is how far a search has come.
type Progress = driver.Progress

// maxSwitches bounds Limits.Switches, so that their number fits into a value of a state.
const maxSwitches = 1 << 22

// MaxAliases bounds Limits.Aliases, since a pair of control states has a set of states for each.
const MaxAliases = 16

// check returns an error for options that make no sense together.
func (o *Options) check() error {
	switch {
	case o.Init > Given || o.Strategy > Random:
		return errors.New("no such initial states or strategy")
	case o.Reduce && o.Switches >= 0:
		return errors.New("the reduction cannot be combined with a bound on switches: it leaves out interleavings that switch less")
	case o.Prune && o.Strategy == Random:
		return errors.New("random runs cannot be pruned")
	case o.Reduce && o.Strategy == Random:
		return errors.New("random runs cannot be reduced")
	case o.Switches >= maxSwitches:
		return fmt.Errorf("the bound on switches must be below %d", maxSwitches)
	case o.Aliases >= 0 && o.Init == Given:
		return errors.New("a given initial state has the aliases that it has: only searches from all states bound them")
	case o.Aliases >= 0 && (o.Strategy == Random || o.Switches >= 0):
		return errors.New("a bound on aliases cannot be combined with random runs or a bound on switches")
	case o.Aliases > MaxAliases:
		return fmt.Errorf("the bound on aliases must be at most %d", MaxAliases)
	case o.Fingerprint && o.Strategy == Depth:
		return errors.New("a depth-first search keeps its states: it has no fingerprints")
	}
	return nil
}

// known returns how many known objects an execution may pick as initial values; 0 for any number.
// One of them lets the threads meet, and each of the others is an alias.
func (o *Options) known() int { return max(0, o.Aliases+1) }

// given returns the initial state of a search from a given one; nil for all.
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

// Fitted returns o without what would not help with a pair. In a loop the reduction may move one
// thread forever, into ever larger states, where the unreduced search meets the small states of
// both threads first, so it is used in the flat layout only. Searches with a bound on switches and
// random runs cannot be reduced; random runs, and searches in which a bound on rounds leaves
// something out, cannot be pruned, nor programs that name locks, since a state that is pruned may lead to a
// deadlock; and without a loop there are finitely many objects.
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
