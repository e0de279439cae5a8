package world

// World is a concrete semantics, as a set of differences from the paper's. The zero World is the
// paper's semantics with the corrections of docs/theory.md, which numbers them G1, G2 and so on.
// All fields can be combined.
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
	// made by new() are freed when its call returns. A dangling reference can be copied like any
	// other, but a path through it has no address. Locations are not reused.
	FreeAtPop bool

	// FirstBranch violates the assumption that branches are nondeterministic (A6): every if takes
	// its first branch, and no loop body is executed.
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
	// (the other repair of G1): otherwise the first access of a thread would have no previous
	// state, and most such accesses would not race, which is the effect of NonEmpty.
	Stale bool

	// EmptySkip is Figure 5 as printed in G1: [[skip]] is the empty set of traces, and every
	// program begins with skip, so no program has a trace.
	EmptySkip bool

	// CappedLock is Figure 5 as printed in G3: lock() leads from level L to min(L+1, CappedLock),
	// so unlock() can find level 0. 0 means no cap.
	CappedLock int
}

// lastField is the AbsentField that means the last of the program's fields in order.
const lastField = "*"

// Switch is a World with a single difference from the paper's, and what users see of it.
type Switch struct {
	Name string
	// Text is a clause that says how the world differs.
	Text string
	// Assumption is the assumption that the world violates (A1 to A6, open world), or the
	// G-number of the printed definition that it takes literally.
	Assumption string
	World      World
}

// Switches returns the switches, first those that violate an assumption.
func Switches() []Switch {
	return []Switch{
		{Name: "null", Assumption: "A1", World: World{NullCells: true},
			Text: "the cells of a new object hold null"},
		{Name: "absent-field", Assumption: "A1", World: World{AbsentField: lastField},
			Text: "no object has the last field in order"},
		{Name: "non-reentrant", Assumption: "A2", World: World{NonReentrant: true},
			Text: "a thread that locks twice waits for itself"},
		{Name: "free", Assumption: "A4", World: World{FreeAtPop: true},
			Text: "what a method allocates is freed when it returns"},
		{Name: "first-branch", Assumption: "A6", World: World{FirstBranch: true},
			Text: "every if takes its first branch, and no while is entered"},
		{Name: "apart", Assumption: "open world", World: World{Unshared: true},
			Text: "the two threads begin with no object in common"},
		{Name: "G1", Assumption: "G1", World: World{EmptySkip: true},
			Text: "[[skip]] is empty as printed, so that no program has a trace"},
		{Name: "G3", Assumption: "G3", World: World{CappedLock: 1},
			Text: "lock() is capped at level 1 as in Figure 5"},
		{Name: "G12", Assumption: "G12", World: World{Stale: true},
			Text: "addresses are compared one step too early"},
		{Name: "G13", Assumption: "G13", World: World{NonEmpty: true},
			Text: "the racing trace must not be empty"},
	}
}
