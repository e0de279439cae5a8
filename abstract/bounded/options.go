package bounded

// Clause is a part of the analysis that can be switched off, to see what breaks.
type Clause uint8

// The clauses.
const (
	ClauseWaits     Clause = 1 << iota // lock() waits while the other thread holds the lock
	ClauseLeaves                       // what a thread has written is what it leaves to the other one
	ClauseOneWrites                    // one access writes
	ClauseTogether                     // several names of a thread may lead to the meeting object
)

// Clauses lists every clause with its name and what it says.
var Clauses = []struct {
	Clause     Clause
	Name, Text string
}{
	{ClauseWaits, "waits", "while the other thread holds the lock, a thread does not take it"},
	{ClauseLeaves, "leaves", "at a context switch the cells that both threads can get at hold what the first thread has stored into them"},
	{ClauseOneWrites, "one-writes", "one of the accesses writes"},
	{ClauseTogether, "together", "several formals of a thread may lead to the meeting object, each by itself or together"},
}

// Options are the parameters of the analysis. The zero value is without a context
// switch.
type Options struct {
	Without  Clause // clauses switched off
	Switches int    // context switches before the race, at most MaxSwitches

	MaxFields  int // of a name of a unit with loops; 0 for 8
	MaxNames   int // of a unit, and sets of them; 0 for 4096
	MaxObjects int // that a thread has made and still knows; 0 for 32
	MaxStates  int // of a unit by itself, and of a pair of units, shared out among their names; 0 for 262,144
	MaxPairs   int // of accesses of the same field, of a pair of units, the first ones of the text; 0 for 1,048,576
}

// MaxSwitches bounds Options.Switches.
const MaxSwitches = 3

// without tells whether the clause c is switched off.
func (o Options) without(c Clause) bool { return o.Without&c != 0 }

// complete puts the limits in that are left open.
func (o Options) complete() Options {
	for _, x := range []struct {
		limit *int
		usual int
	}{{&o.MaxFields, 8}, {&o.MaxNames, 4096}, {&o.MaxObjects, 32}, {&o.MaxStates, 1 << 18}, {&o.MaxPairs, 1 << 20}} {
		if *x.limit == 0 {
			*x.limit = x.usual
		}
	}
	return o
}
