package bounded

// clause is a part of the analysis that can be switched off, to see what breaks.
type clause uint8

// The clauses.
const (
	clauseWaits     clause = 1 << iota // lock() waits while the other thread holds the lock
	clauseLeaves                       // what a thread has written is what it leaves to the other one
	clauseOneWrites                    // one access writes
)

// clauses lists every clause with its name and what it says.
var clauses = []struct {
	clause     clause
	name, text string
}{
	{clauseWaits, "waits", "while the other thread holds the lock, a thread does not take it"},
	{clauseLeaves, "leaves", "at a context switch the cells that both threads can get at hold what the first thread has stored into them"},
	{clauseOneWrites, "one-writes", "one of the accesses writes"},
}

// Options are the parameters of the analysis. The zero value is without a context
// switch.
type Options struct {
	without  clause // clauses switched off
	Switches int    // context switches before the race, at most MaxSwitches

	MaxFields  int // of a name of a unit with loops; 0 for 8
	MaxNames   int // of a unit; 0 for 4096
	MaxObjects int // that a thread has made and still knows; 0 for 32
	MaxStates  int // of a unit by itself, and of a pair of units, shared out among their names; 0 for 262,144
}

// MaxSwitches bounds Options.Switches.
const MaxSwitches = 2

// leftOut tells whether the clause c is switched off.
func (o Options) leftOut(c clause) bool { return o.without&c != 0 }

// complete puts the limits in that are left open.
func (o Options) complete() Options {
	for _, x := range []struct {
		limit *int
		usual int
	}{{&o.MaxFields, 8}, {&o.MaxNames, 4096}, {&o.MaxObjects, 32}, {&o.MaxStates, 1 << 18}} {
		if *x.limit == 0 {
			*x.limit = x.usual
		}
	}
	return o
}
