package bounded

import "cmp"

// Clause is a part of the analysis that can be switched off, to see what breaks.
type Clause uint8

// The clauses are described in Clauses.
const (
	ClauseWaits Clause = 1 << iota
	ClauseLeaves
	ClauseOneWrites
	ClauseTogether
)

// Clauses lists every clause with its name and the statement that it makes.
var Clauses = []struct {
	Clause     Clause
	Name, Text string
}{
	{ClauseWaits, "waits", "while the other thread holds the lock, a thread does not take it"},
	{ClauseLeaves, "leaves",
		"at a context switch public cells hold what the first thread has stored into them"},
	{ClauseOneWrites, "one-writes", "one of the accesses writes"},
	{ClauseTogether, "together",
		"several formals of a thread may lead to the meeting object, each by itself or together"},
}

// Options configures the analysis. The zero value allows no context switch; a limit of 0 means its
// default.
type Options struct {
	// Without is the set of clauses that are switched off.
	Without Clause
	// Switches is the number of context switches before the race, at most MaxSwitches.
	Switches int

	// MaxFields bounds the fields of a name, in units with loops; 8 by default.
	MaxFields int
	// MaxNames bounds the names of a unit, and the sets of names; 4096 by default.
	MaxNames int
	// MaxObjects bounds the objects that a thread has made and still knows; 32 by default.
	MaxObjects int
	// MaxStates bounds the states of a unit by itself, and those of a pair of units. The starts
	// have equal shares of them. It is 262,144 by default.
	MaxStates int
	// MaxPairs bounds the pairs of accesses of one field in a pair of units; 1,048,576 by default.
	// If there are more, only the first ones in the text are searched.
	MaxPairs int
}

// MaxSwitches bounds Options.Switches.
const MaxSwitches = 3

func (o Options) without(c Clause) bool { return o.Without&c != 0 }

func (o Options) withDefaults() Options {
	o.MaxFields = cmp.Or(o.MaxFields, 8)
	o.MaxNames = cmp.Or(o.MaxNames, 4096)
	o.MaxObjects = cmp.Or(o.MaxObjects, 32)
	o.MaxStates = cmp.Or(o.MaxStates, 1<<18)
	o.MaxPairs = cmp.Or(o.MaxPairs, 1<<20)
	return o
}
