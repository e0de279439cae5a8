// Package query is the one small language in which people ask about states and
// executions of a program C1 || C2: to evaluate and watch, to set breakpoints and
// run until something holds, and to say what a lesson's goal is.
//
//	s := query.NewScope(core, pair, nil)
//	e, errs := s.Parse("race(b.f) and switches <= 1", query.Break)
//	e.Holds(&view)        // in one state
//	e.Explain(&view)      // the same with the values of all parts
//	e.Judge(ctx, situation) // goals: executions and the history too
//
// # The language
//
//	expression = or { "=>" or }                    to the right
//	or         = and { "or" and }
//	and        = not { "and" not }
//	not        = { "not" } comparison
//	comparison = operand [ ("==" | "!=" | "<" | "<=" | ">" | ">=") operand ]
//	operand    = "(" expression ")" | value | condition | goal
//
//	value      = path | number | position | thread | "nobody"
//	           | "lock" "." ("owner" | "depth")
//	           | thread "." ("depth" | "line" | "at" | "steps")
//	           | "steps" | "switches" | "last" | "objects"
//	path       = [ thread "." ] name { "." field }
//	thread     = "A" | "B"
//	position   = number ":" number                 line and column, as in 3:5
//
//	condition  = "true" | "false"
//	           | thread ("ended" | "blocked" | "waits" | "chooses")
//	           | thread "at" position
//	           | thread ("reads" | "writes") [ cell ]
//	           | "race" [ "(" cell ")" | "at" position position ]
//	           | "changed" value
//	           | "reaches" "(" value "," value ")"
//	cell       = path with a field | "." field
//
//	goal       = ("always" | "never" | "possible") "(" expression ")" [ "from" "all" ]
//	           | "no" "race" [ "from" "all" ]
//	           | "count" "(" ("schedules" | "finals" | "races") ")"
//	           | "visited" "(" (expression | "finals") { "," ... } ")"
//
// A path b.f is what f of b holds: an object. A.b is the variable b of thread A
// in the call that A is executing, and b alone is that of the thread in focus, if
// there is one. In A reads b.f it is A's, and in race(b.f) that of either thread.
// Names of objects, o1 and others that the initial state gives, begin paths too.
// Where a name is also a word of the language or an object, backquotes make it
// the variable: `steps`, A.`line`.
//
//   - lock.owner is who holds the lock, a thread or nobody; lock.depth how often,
//     and A.depth how often A does.
//   - A.at is where A stands, A.line its line; A at 3:5 is A.at == 3:5. A thread
//     stands before its next command, before an if or while that it has not
//     resolved, or at a closing brace.
//   - steps is the number of steps so far, and A.steps how many are A's; switches
//     how often a step was made by another thread than the step before; last who
//     made the last one; objects the number of objects in the heap. A choice is
//     no step.
//   - A ended: A has nothing left to do. A waits: A's next step needs the lock,
//     and B holds it. A blocked: A waits, or no rule lets it go on, which happens
//     to ill-formed programs only. A chooses: A stands before an if or while.
//   - A reads b.f, A writes b.f: A's next step is a load, or store, of the cell of
//     b.f. Without a cell, of any; with .f, of any object's f.
//   - race: both threads stand before accesses of one cell, one of them a store
//     (Definition 3.6); with a cell, of that one; with positions, at these, in
//     either order.
//   - changed x: the value of x is not what it was before the last step or choice.
//   - reaches(x, y): fields lead from object x to object y, or the two are one.
//   - x => y is not x or y.
//
// always(x), never(x) and possible(x) are about all executions from the initial
// state of the Situation, or, with from all, from every well-behaved one, which
// can be asked of races only; no race is never(race). count(schedules) is the
// number of complete interleavings, count(finals) that of the states in which
// neither thread can go on, and count(races) that of the pairs of accesses that
// race. visited(x, y) is true if the history has a state for each, and
// visited(finals) if it has every final state. Final states are told apart by
// what the threads can see: two that differ only in the names of objects, or in
// objects that no thread reaches, are one, as which of two new objects was made
// first leaves no trace in them. Goals do not nest; what stands
// in them beside these is about the present state.
//
// Compared are objects, threads and positions (==, !=) and numbers (all six).
// There is no arithmetic. A variable that has not been assigned has no value, nor has
// an object that has not been made. That is no error: a comparison with it is false,
// whatever the sign, so that A.x != B.x says more than not A.x == B.x. Conditions of a state are true or false. Goals are
// also unknown, where a search was cut; connectives then follow Kleene.
//
// # Searches
//
// Races are left to package explore. For other conditions, search.go walks through
// the configurations that package semantics leads to, choices as moves of their
// own, and tells them apart by Config.Key and by what the condition can see beyond
// it (facts.go): which objects it names, who moved last, what has changed, and
// counters, up to the greatest number that they are compared with. So an answer
// that is not unknown is exact, and a program whose reachable heap is bounded is
// searched to the end even if it runs for ever. In a program that violates an
// assumption, which package explore must not be given, races are searched so too.
//
// The package transcribes no figure, and adds no step of its own. It assumes that
// views hold configurations of the scope's program. It leaves out arithmetic,
// quantifiers over objects, and conditions of more than one state but changed.
//
// Deviations from the paper: those of package semantics.
package query
