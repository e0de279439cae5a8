package world

// World is the set of differences between a concrete semantics and the paper's. The zero World is
// the paper's own, in the corrected reading. Switches combine freely.
type World struct {
	// NonReentrant violates reentrancy (A2): lock() by the thread that holds the lock waits
	// forever.
	NonReentrant bool

	// NullCells violates the absence of null (A1): the cells of an object made by new() hold null.
	// Null is copied, stored and passed like an object, but a path through it has no address.
	// Initial cells and parameters still hold objects: with null, less could happen.
	NullCells bool

	// AbsentField violates the assumption that every object has every field (A1, G8): no object has
	// the field of this name, so no path over it has an address. lastField stands for the last
	// field of the program in order, "" for none.
	AbsentField string

	// FreeAtPop violates the assumption that memory is never freed (A4): the objects that a method
	// made by new() are freed when its call returns. A dangling reference is copied like any other,
	// but a path through it has no address. Locations are not reused.
	FreeAtPop bool

	// FirstBranch violates the assumption that branches are nondeterministic (A6): every if takes
	// its first branch, and no while is entered.
	FirstBranch bool

	// Unshared violates the open world, in which every well-behaved state is initial (Definition
	// 3.6): the parameters of the two units reach no common object.
	Unshared bool

	// NonEmpty is Definition 3.6 as printed in G13: only configurations that a non-empty trace
	// has reached count.
	NonEmpty bool

	// Stale is Definition 3.6 as printed in G12: last(τ) is the state in which the last command of
	// τ was executed (G11), so the paths of the next commands get their addresses there, in stack
	// frames that may belong to other methods. There arg_i is the frame's own i-th parameter, and a
	// variable that the frame lacks is nil. Every block begins with a skip, which is a step here
	// (the other repair of G1): otherwise most first accesses would not race, which is the subject
	// of NonEmpty.
	Stale bool

	// EmptySkip is Figure 5 as printed in G1: [[skip]] has no trace that could continue, and
	// every program begins with skip, so nothing runs.
	EmptySkip bool

	// CappedLock is Figure 5 as printed in G3: lock() leads from level L to min(L+1, CappedLock),
	// so unlock() can find level 0. 0 means no cap.
	CappedLock int
}

// lastField, as an AbsentField, means the last of the program's fields in order.
const lastField = "*"

type Switch struct {
	Name       string // for the command line
	Text       string // what is different, a short sentence
	Assumption string // dropped (A1 to A6, open world), or the G-number of the reading
	World      World
}

// Switches lists the worlds with one switch set, assumptions first.
func Switches() []Switch {
	return []Switch{
		{"null", "the cells of a new object hold null", "A1", World{NullCells: true}},
		{"absent-field", "no object has the last field in order", "A1",
			World{AbsentField: lastField}},
		{"non-reentrant", "a thread that locks twice waits for itself", "A2",
			World{NonReentrant: true}},
		{"free", "what a method allocates is freed when it returns", "A4", World{FreeAtPop: true}},
		{"first-branch", "every if takes its first branch, and no while is entered", "A6",
			World{FirstBranch: true}},
		{"apart", "the two threads begin with no object in common", "open world",
			World{Unshared: true}},
		{"G1", "[[skip]] is empty as printed, so that no program has a trace", "G1",
			World{EmptySkip: true}},
		{"G3", "lock() is capped at level 1 as in Figure 5", "G3", World{CappedLock: 1}},
		{"G12", "addresses are compared one step too early", "G12", World{Stale: true}},
		{"G13", "the racing trace must not be empty", "G13", World{NonEmpty: true}},
	}
}
