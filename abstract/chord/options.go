package chord

import (
	"errors"
	"fmt"
)

// Harness is what stands for the callers of the two units: it makes the objects
// that they are called with, and the initial heap.
type Harness uint8

// The harnesses.
const (
	// Environment stands for every initial state: one abstract object for all
	// initial objects, whose fields point to it.
	Environment Harness = iota
	// Variables is the harness of the paper (Section 2.1) as far as IL, which
	// has no types, can say it: a variable for each arg_i, as if each had a
	// class of its own; one object for each variable, made by new(); and both
	// units called with the variables. It leaves out the initial states in
	// which arg_i and arg_j are aliases or lead to each other, and with them
	// races.
	Variables
)

// String is the harness's name.
func (h Harness) String() string {
	if h == Variables {
		return "variables"
	}
	return "environment"
}

// Options are the parameters of the analysis. The zero value tells objects
// apart by allocation site only, and stands for every initial state.
type Options struct {
	K       int // of k-object sensitivity: how many allocation sites a context has at most
	Harness Harness
	// Keep is the stages that keep all pairs they get. With Reachable in it, a
	// thread is taken to reach what either thread reaches, and other code
	// besides, which has points-to sets without elements. With Aliasing in it,
	// Escaping asks that each base may point to a shared object, not both to
	// the same.
	Keep Stages

	// MaxWords is how much memory the alias analysis of a pair may hold, in words of 8
	// bytes, about: sets, edges, contexts and the rest; 0 for 64 Mi. Until it is
	// collected, garbage takes as much again.
	MaxWords int
}

// maxWords is the default of Options.MaxWords: half a gibibyte.
const maxWords = 1 << 26

// check tells what is wrong with the options.
func (o Options) check() error {
	switch {
	case o.K < 0:
		return fmt.Errorf("k of k-object sensitivity is %d; it is 0 or more", o.K)
	case o.Keep&^switchable != 0:
		return errors.New("only the stages " + switchable.String() + " can keep all pairs")
	case o.MaxWords < 0:
		return fmt.Errorf("the limit of the points-to sets is %d words; it is 0 or more", o.MaxWords)
	}
	return nil
}

// errUnbalanced says that the locking of a unit is not balanced (A2), so that the
// lock level at an access is not a constant.
type errUnbalanced struct{ Unit string }

// Error implements error.
func (e errUnbalanced) Error() string {
	return fmt.Sprintf("%s does not balance lock() and unlock() in each block; lock levels are not defined then", e.Unit)
}

// errTooLarge says that the alias analysis of a pair takes more room than
// Options.MaxWords allows.
type errTooLarge struct {
	Left, Right string // names of the units
	K           int
	Words       int // the limit
	Contexts    int // in which units had been reached by then, a unit counted once for each
	Objects     int // that had been found by then
}

// Error implements error.
func (e errTooLarge) Error() string {
	hint := ""
	if e.K > 0 {
		hint = "; a smaller k needs less"
	}
	return fmt.Sprintf("the alias analysis of %s || %s takes more than %d words with k = %d (%d objects, %d units in contexts so far)%s",
		e.Left, e.Right, e.Words, e.K, e.Objects, e.Contexts, hint)
}
