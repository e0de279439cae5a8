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

// Strategy is the order in which a search looks at states.
type Strategy uint8

const (
	// Breadth looks at states in the order of their distance from the initial ones, so that
	// witnesses are as short as can be.
	Breadth Strategy = iota
	// Depth goes on from the state found last.
	Depth
	// Random makes Options.Runs runs from initial states, each step drawn. It is never complete.
	Random
)

// String is the word of the command line.
func (s Strategy) String() string { return [...]string{"breadth", "depth", "random"}[s] }

// Unbounded is for Limits.Unroll and Limits.Switches: no bound.
const Unbounded = -1

// Options say what a search looks at, and how. Begin with Defaults: the zero Options enter no loop
// and never change from one thread to the other.
type Options struct {
	Init  Init
	Start *semantics.Init // with Given: the initial state; nil for the file's init block
	Limits

	// Fingerprint remembers hashes of states instead of states.
	Fingerprint bool
	// Reduce leaves out interleavings that lead to no other race. ReduceFlat does so in a search
	// from all initial states in the flat layout only, where a loop has finitely many states.
	Reduce, ReduceFlat bool
	// Prune leaves out states after which no race can come that was not seen, unless Unroll leaves
	// something out.
	Prune bool

	Strategy Strategy
	// Layout is the one to search in, also where a limit cuts the search there that it might not
	// meet in another. The empty Layout is the one that fits.
	Layout Layout
	Sampling

	// Workers is the number of goroutines, with Breadth. The result does not depend on it.
	Workers int
	// Progress is called now and then by the goroutine of Search; it may be nil. The number of
	// states falls where a search begins anew.
	Progress func(Progress)
}

// Limits are what a search may leave out. The result says so.
type Limits struct {
	Unroll     int // rounds of each loop each time it is reached; Unbounded for all
	Switches   int // how often to go on with the other thread; Unbounded for always
	MaxStates  int // states to meet, a few more may be met; 0 for no limit
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
		Limits: Limits{Unroll: Unbounded, Switches: Unbounded}, Sampling: Sampling{Runs: 1000}, Workers: 1,
	}
}

// Progress is how far a search has come.
type Progress = driver.Progress

// maxSwitches keeps the number of switches in a value of a state.
const maxSwitches = 1 << 22

// check refuses options that make no sense together.
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
	case o.Fingerprint && o.Strategy == Depth:
		return errors.New("a depth-first search keeps its states: it has no fingerprints")
	}
	return nil
}

// given is the initial state of a search from a given one; nil for all.
func (o *Options) given(g *machine.Program) (*semantics.Init, error) {
	if o.Init == All {
		return nil, nil
	}
	return g.Given(o.Start)
}

// maxObjects is how many objects a state may have.
func (o *Options) maxObjects(given *semantics.Init) int32 {
	if o.MaxObjects <= 0 {
		return canonical.MaxObjects
	}
	most := o.MaxObjects
	if given != nil {
		most += len(given.Objects)
	}
	return int32(min(most, canonical.MaxObjects))
}

// Fitted is o without what would not help with a pair. In a loop the reduction can go on with one
// thread for ever, into ever larger states, where the unreduced search meets the small ones of both
// threads first, so only the flat layout keeps it; a bound on switches and random runs cannot be
// reduced; nothing can be pruned of random runs, or where a bound on rounds leaves something out;
// and without a loop the number of objects bounds itself.
func Fitted(core *il.Core, p il.Pair, o Options) Options {
	loop, random := core.HasLoop(p.Left, p.Right), o.Strategy == Random
	o.ReduceFlat = (o.Reduce || o.ReduceFlat) && !random && o.Switches < 0
	o.Reduce = o.Reduce && !loop && !random && o.Switches < 0
	o.Prune = o.Prune && !random && (!loop || o.Unroll < 0)
	if !loop {
		o.MaxObjects = 0
	}
	return o
}
