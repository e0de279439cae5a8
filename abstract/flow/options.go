package flow

import (
	"cmp"
	"slices"
)

// Clause is a part of the analysis that can be switched off, to see what breaks.
type Clause uint16

// The clauses are described in Clauses and RelyClauses.
const (
	ClauseCells Clause = 1 << iota
	ClausePublic
	ClauseCopies
	ClauseLoads
	ClauseArguments
	ClauseFresh
	ClauseSameRest
	ClauseOneWrites
	ClauseLock
	ClauseRely
	ClauseForget
	ClauseBase
)

// ClauseText names a clause and states it.
type ClauseText struct {
	Clause     Clause
	Name, Text string
}

// Clauses lists the clauses of Theorem 2f.
var Clauses = []ClauseText{
	{ClauseCells, "cells",
		"a cell of one of the thread's own objects holds what was last stored into it"},
	{ClausePublic, "public",
		"an own object that the other thread can find is not known, nor what it leads to"},
	{ClauseCopies, "copies", "a variable that another is copied to has its name from then on"},
	{ClauseLoads, "loads",
		"a variable that is assigned what a path leads to has the path's name from then on"},
	{ClauseArguments, "arguments", "the formals of a callee have the names of the actuals"},
	{ClauseFresh, "fresh", "a variable that is assigned a fresh object has no name"},
	{ClauseSameRest, "same-rest",
		"both paths have the same fields after the object where they meet"},
	{ClauseOneWrites, "one-writes", "one of the accesses writes"},
	{ClauseLock, "lock",
		"one of the accesses holds no lock; with named locks, their lock sets are compatible"},
}

// RelyClauses lists the clauses of Theorem 2g: those of Theorem 2f, and three about public cells.
var RelyClauses = append(slices.Clip(Clauses), []ClauseText{
	{ClauseRely, "interference",
		"neither thread stores, but into its own objects, into a field that the other relies on"},
	{ClauseForget, "forget",
		"after a store into an unknown object, nothing is known of this field of public objects"},
	{ClauseBase, "base",
		"if a store's object is known by relying on fields, so is this field of other objects then"},
}...)

// Options configures the analysis. A limit of 0 means its default.
type Options struct {
	// Rely selects Theorem 2g instead of 2f.
	Rely bool
	// Without is the set of clauses that are switched off.
	Without Clause

	// MaxFields bounds the fields of a name in units with loops; 8 by default.
	MaxFields int
	// MaxNames bounds the names of a unit; 4096 by default.
	MaxNames int
	// MaxStates bounds the states of a unit, summed over its names; 1,048,576 by default.
	MaxStates int
	// MaxVariants bounds, with Rely, the states at one point that differ in what is known of public
	// objects; 4 by default.
	MaxVariants int
	// MaxFresh bounds, with Rely, the objects that a thread has made and knows; 32 by default.
	MaxFresh int
}

func (o Options) without(c Clause) bool { return o.Without&c != 0 }

func (o Options) withDefaults() Options {
	o.MaxFields = cmp.Or(o.MaxFields, 8)
	o.MaxNames = cmp.Or(o.MaxNames, 4096)
	o.MaxStates = cmp.Or(o.MaxStates, 1<<20)
	o.MaxFresh = cmp.Or(o.MaxFresh, 32)
	o.MaxVariants = cmp.Or(o.MaxVariants, 4)
	return o
}
