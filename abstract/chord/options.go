package chord

import (
	"errors"
	"fmt"
)

// Harness models the callers of the two methods. It makes the arguments and the initial heap.
type Harness uint8

const (
	// Environment stands for every initial state: one abstract object for all initial objects,
	// whose fields point to it.
	Environment Harness = iota
	// Variables is the harness of the paper (Section 2.1), as if each arg_i had a class of its own:
	// one object for each arg_i, made by new(). It leaves out the initial states in which arg_i and
	// arg_j are aliases or lead to each other, and so misses races.
	Variables
)

func (h Harness) String() string {
	if h == Variables {
		return "variables"
	}
	return "environment"
}

// Options configures the analysis. The zero value distinguishes objects by allocation site only,
// and stands for every initial state.
type Options struct {
	// K bounds the allocation sites of a context.
	K       int
	Harness Harness
	// Keep lists stages that keep all their pairs. With Reachable, each thread is assumed to reach
	// what either thread reaches, and all other code with empty points-to sets. With Aliasing,
	// Escaping requires that each base may point to a shared object, not both to the same.
	Keep Stages

	// MaxWords limits the memory of the alias analysis of a pair, approximately, in words of 8
	// bytes; the default is 64 Mi. Garbage takes as much again.
	MaxWords int
}

const defaultMaxWords = 1 << 26 // half a gibibyte

func (o Options) check() error {
	switch {
	case o.K < 0:
		return fmt.Errorf("k of k-object sensitivity is %d; it is 0 or more", o.K)
	case o.Keep&^switchable != 0:
		return errors.New("only the stages " + switchable.String() + " can keep all pairs")
	case o.MaxWords < 0:
		return fmt.Errorf("the limit of the points-to sets is %d words; it is 0 or more",
			o.MaxWords)
	}
	return nil
}

// errUnbalanced is the error of a unit whose locking is not balanced (A2), so that the lock level
// at an access is not a constant.
type errUnbalanced struct{ Unit string }

func (e errUnbalanced) Error() string {
	return fmt.Sprintf("%s does not balance lock() and unlock() in each block", e.Unit)
}

// errTooLarge is the error of a pair whose alias analysis takes more than Options.MaxWords.
type errTooLarge struct {
	Left, Right string // names of the units
	K           int
	Words       int // the limit
	// Found by then: units in contexts, a unit counted once for each, and objects.
	Contexts, Objects int
}

func (e errTooLarge) Error() string {
	hint := ""
	if e.K > 0 {
		hint = "; a smaller k needs less"
	}
	return fmt.Sprintf("the alias analysis of %s || %s takes more than %d words with k = %d (%d "+
		"objects, %d units in contexts)%s",
		e.Left, e.Right, e.Words, e.K, e.Objects, e.Contexts, hint)
}
