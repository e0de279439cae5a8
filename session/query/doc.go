// Package query is a small language for questions about states and executions of a program
// C1 || C2: expressions to evaluate and watch, breakpoints, and goals of lessons.
//
//	s := query.NewScope(core, pair, nil)
//	e, errs := s.Parse("race(b.f) and switches <= 1", query.Break)
//	e.Holds(&view)          // in one state
//	e.Explain(&view)        // the same, with the values of all parts
//	e.Judge(ctx, situation) // goals: executions and the history too
//
// # The language
//
//	expression = or { "=>" or }                    right-associative
//	or         = and { "or" and }
//	and        = not { "and" not }
//	not        = { "not" } comparison
//	comparison = operand [ ("==" | "!=" | "<" | "<=" | ">" | ">=") operand ]
//	operand    = "(" expression ")" | value | condition | goal
//
//	value      = path | number | position | thread | "nobody"
//	           | "lock" [ "(" name ")" ] "." ("owner" | "depth")
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
// The terms (lock.owner, A.depth, steps, A ended, reaches, count(finals), ...) are the rows of a
// table, terms. Everything else has a syntax of its own.
//
// The value of a path b.f is the object to which the field f of b refers. A.b is the variable b of
// thread A in the call that A is executing, and b alone is that of the thread in focus, if there is
// one. In A reads b.f it is A's, and in race(b.f) that of either thread. Names of objects, o1 and
// others that the initial state gives, begin paths too. If a name is also a word of the language or
// an object, backquotes make it the variable: `steps`, A.`line`.
//
//   - lock.owner is the thread that holds the lock, or nobody; lock.depth is how often it
//     holds the lock, and A.depth how often A does. These are about the lock without a name;
//     lock(m).owner and lock(m).depth are about lock m.
//   - A.at is the position of A, and A.line its line; A at 3:5 is A.at == 3:5. A thread is before
//     its next command, before an if or while that it has not resolved, or at a closing brace.
//   - steps is the number of steps so far, and A.steps the number of A's; switches is the number of
//     steps that another thread made than the step before; last is the thread that made the last
//     step; objects is the number of objects in the heap. A choice is not a step.
//   - A ended: A has nothing left to do. A waits: A's next step needs the lock, and B holds it. A
//     blocked: A waits, or no rule applies to it, which happens only in ill-formed programs. A
//     chooses: A is at an if or while.
//   - A reads b.f, A writes b.f: A's next step is a load, or store, of the cell of b.f.
//     Without a cell, of any cell; with .f, of any object's f.
//   - race: both threads are about to access one cell, and one of them to store (Definition 3.6);
//     with a cell, they access that one; with positions, they are at these, in either order.
//   - changed x: the value of x is not what it was before the last step or choice.
//   - reaches(x, y): fields lead from object x to object y, or the two are the same.
//   - x => y is not x or y.
//
// always(x), never(x) and possible(x) are about all executions from the initial state of the
// Situation or, with from all, which is only for races, from every well-behaved one; no race is
// never(race). count(schedules) is the number of complete interleavings, count(finals) that of the
// states in which neither thread can take a step, and count(races) that of the pairs of accesses
// that race. visited(x, y) is true if the history has a state for each, and visited(finals) if it
// has every final state. Final states that differ only in the names of objects, or in objects that
// no thread reaches, count as one. Goals do not nest; the other parts of a goal are about the
// present state.
//
// Objects, threads and positions can be compared by == and !=, numbers by all six signs.
// There is no arithmetic. A variable that has not been assigned has no value, nor has an object
// that has not been made. A comparison with no value is false, whatever the sign, so A.x != B.x is
// stronger than not A.x == B.x. Conditions of a state are true or false. Goals are unknown if a
// search reached a limit; connectives then follow Kleene's three-valued logic.
//
// # Searches
//
// Package explore searches for races. For other conditions, search.go enumerates the configurations
// that package semantics reaches, with choices as moves. It distinguishes them by Config.Key and by
// the facts on which the condition depends: the objects that it names, the thread that moved last,
// changes, and counters up to the largest number that they are compared with. So an answer that is
// not unknown is exact, and a search ends if the reachable heap is bounded, even if the program can
// run for ever. The races of a program that violates an assumption are searched in the same way,
// because package explore relies on the assumptions.
//
// Views must have configurations of the scope's program. There are no quantifiers over objects, and
// no conditions about more than one state except changed.
package query
