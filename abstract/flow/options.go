package flow

import "slices"

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
	ClauseRely                         // neither thread stores into what the other relies on
	ClauseForget                       // a store into an object that is not known is forgotten nowhere
	ClauseBase                         // a store relies on what its base relies on
)

// ClauseText is a clause with its name and what it says.
type ClauseText struct {
	Clause     Clause
	Name, Text string
}

// Clauses lists the clauses of Theorem 2f.
var Clauses = []ClauseText{
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

// RelyClauses lists those of Theorem 2g: the same, and what is said of cells that the
// other thread can get at.
var RelyClauses = append(slices.Clip(Clauses), []ClauseText{
	{ClauseRely, "interference", "neither thread stores, but into its own objects, into a field that the other relies on"},
	{ClauseForget, "forget", "after a store into an object that is not known, nothing is known of this field of objects that the other thread can get at"},
	{ClauseBase, "base", "after a store whose object is known by relying on fields, this field of other objects is known by relying on these too"},
}...)

// Options are the parameters of the analysis. The zero value is as docs/plus.md
// has it.
type Options struct {
	Rely    bool   // Theorem 2g instead of 2f
	Without Clause // clauses switched off

	MaxFields   int // of a name of a unit with loops; 0 for 8
	MaxNames    int // of a unit; 0 for 4096
	MaxStates   int // of a unit, summed over its names; 0 for a million
	MaxVariants int // of what is known of objects that the other thread can get at, where it relies; 0 for 4
	MaxFresh    int // objects of its own making that a thread knows at a time, where it relies; 0 for 32
}

// without tells whether the clause c is switched off.
func (o Options) without(c Clause) bool { return o.Without&c != 0 }

// complete puts the limits in that are left open.
func (o Options) complete() Options {
	for _, x := range []struct {
		limit *int
		usual int
	}{{&o.MaxFields, 8}, {&o.MaxNames, 4096}, {&o.MaxStates, 1 << 20}, {&o.MaxFresh, 32}, {&o.MaxVariants, 4}} {
		if *x.limit == 0 {
			*x.limit = x.usual
		}
	}
	return o
}
