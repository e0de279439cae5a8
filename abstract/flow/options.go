package flow

// Clause is a part of the analysis that can be switched off, to see what breaks.
type Clause uint16

// The clauses.
const (
	ClauseCells     Clause = 1 << iota // a store into a cell of an own object changes what it holds
	ClausePublic                       // own objects that are stored elsewhere are public
	ClauseCopies                       // x := y hands a name on
	ClauseLoads                        // x := π hands a name on
	ClauseArguments                    // a push hands names on
	ClauseFresh                        // x := new() takes the name of x away
	ClauseSameRest                     // both accesses end with the same rest
	ClauseOneWrites                    // one access writes
	ClauseLock                         // one access holds no lock
)

// Clauses lists every clause with its name and what it says.
var Clauses = []struct {
	Clause     Clause
	Name, Text string
}{
	{ClauseCells, "cells", "what is stored into a cell of one of the thread's own objects is what it holds from then on"},
	{ClausePublic, "public", "an own object that is stored where the other thread can find it is no longer known, nor what it leads to"},
	{ClauseCopies, "copies", "a variable that another is copied to has its name from then on"},
	{ClauseLoads, "loads", "a variable that is assigned what a path leads to has the path's name from then on"},
	{ClauseArguments, "arguments", "the formals of a callee have the names of the actuals"},
	{ClauseFresh, "fresh", "a variable that is assigned a fresh object has no name"},
	{ClauseSameRest, "same-rest", "both paths have the same fields behind the object where they meet"},
	{ClauseOneWrites, "one-writes", "one of the accesses writes"},
	{ClauseLock, "lock", "one of the accesses holds no lock"},
}

// Options are the parameters of the analysis. The zero value is as docs/plus.md
// has it.
type Options struct {
	Without Clause // clauses switched off

	MaxFields int // of a name of a unit with loops; 0 for 8
	MaxNames  int // of a unit; 0 for 4096
	MaxStates int // of a unit, summed over its names; 0 for a million
}

// without tells whether the clause c is switched off.
func (o Options) without(c Clause) bool { return o.Without&c != 0 }

// complete puts the limits in that are left open.
func (o Options) complete() Options {
	for _, x := range []struct {
		limit *int
		usual int
	}{{&o.MaxFields, 8}, {&o.MaxNames, 4096}, {&o.MaxStates, 1 << 20}} {
		if *x.limit == 0 {
			*x.limit = x.usual
		}
	}
	return o
}
