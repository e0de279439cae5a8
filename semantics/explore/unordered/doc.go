// Package unordered finds exactly the data races in the sense of dynamic detectors: a pair of
// sites of two units races if some execution of Figure 6, from some well-behaved initial state or
// from a given one, makes an access at each, of the same cell and at least one a store, that
// happens-before leaves unordered. Happens-before is the transitive closure of program order and of
// the order of an unlock() and the next lock() of the same lock. The two accesses need not be next
// to each other, as in Definition 3.6, which package explore decides.
//
//   - search.go: Search; options.go: its input and output
//   - check.go: Check, which accepts or refuses an execution as evidence
//   - code.go, pointsto.go, candidates.go: the pairs that the text allows
//   - draw.go: pairs from random executions
//   - slice.go, toprogram.go: the program without commands that matter to no remaining pair
//   - mover.go: the machine of package explore, one step at a time, and the reduction
//   - canon.go, store.go: states; trail.go: from a state back to an execution
//
// # The search
//
// An execution shows a pair by two of its steps, e and a later one. The search guesses e: after
// every access it continues twice, with and without that access as the first one of a pair. Let t
// be the thread of e, and u the other one. What u does is ordered after e from the first lock() of
// u on that follows an unlock() of that lock by t at or after e. Between a lock() of t and its
// unlock(), u cannot take the lock. So a lock() of u is that one if and only if t held the lock at
// e, or has taken it since; nested levels make no difference. This set of locks (first.closed) and
// the name of e are all that a state has to carry. A step of u that accesses the cell of e shows a
// pair; a lock() of u of a lock in closed ends the path.
//
// For example, in { x := new(); x.f := x; arg1.g := x } || { y := arg1.g; y.f := y } the two stores
// to f are never next to each other, because B gets the object only after A has published it. The
// search makes A's store to f the first access, then the store to g, the load, and the store of B
// to the cell of the first access, which nothing orders.
//
// The initial state is picked as it is read, as in package explore: if a step needs an unknown
// value, the search branches over the initial objects and a new one.
//
// # States
//
// Two states are one if they agree up to the names of objects and up to what is never read again:
// registers that are not live, objects that nothing leads to, and cells of fields that no later
// command reads. After a first access, only what t may do and what u may do before it is ordered
// still matters. A cell is read if a path goes through it or a load ends in it. What is not read
// has no influence on the addresses of accesses, and control does not depend on values.
//
// If nothing that u may do can reach the object of the first access, there is nothing left to find.
// An initial object counts as reached while something may still become it; objects of new() are
// only where a register or a cell says.
//
// # What is left out
//
// Pairs that the text rules out: accesses of different fields; two loads; accesses of objects that
// a points-to analysis distinguishes; and two accesses before which both threads always hold the
// lock, so that the sections order them.
//
// Pairs that were found. A state is hopeless if no candidate pair can follow: one access of each
// thread, or after a first access a candidate with it, of u before it is ordered. Candidates only
// disappear, so a hopeless state stays hopeless. Most pairs are found before the search, in random
// executions, which are the same every time.
//
// Slices. The program that is searched lacks the commands that do not matter to the remaining
// pairs. What matters is the accesses of these pairs, then the variables and fields on which their
// addresses depend, and what these depend on, regardless of the order of commands; and lock() and
// unlock() of the locks that both threads take. The value that an access of a pair stores or loads
// need not matter. Executions of the slice are those of the program with steps left out: if steps
// that do not matter are deleted from an execution, no value that matters changes, no lock() waits
// longer, and happens-before between the other steps is the same; a lock that only one thread takes
// is never waited for and orders nothing. Conversely, before a step of the slice, the thread can
// first make the steps of the program before it, with any choices where the slice has none: the
// program is legal, so none of them is stuck, and none of them takes a lock that matters. This is
// what toProgram does. Loops without anything that matters are left at once.
//
// A thread that rests. After a first access t may stop for good if nothing that it may do writes a
// field that u reads before it is ordered: deleting its steps from a path to the second access
// leaves a path. (If t holds a lock, u does not take it on that path, which would order it.)
//
// # The reduction
//
// From a state in which the next command c of a thread is enabled, stays so, and commutes with
// everything that the other thread may do before c, only this thread moves. Commuting concerns only
// what is read: two stores to one cell that is never read again commute, and so do a store and a
// load into a variable that is not read. The other conditions are those of package explore, except
// that c may race: two accesses race in either order if nothing comes between them.
//
// Claim: a pair that can be found from a state can be found by a step of such a thread. Let w be a
// path from the state that ends with the second access. If c is on w, move it to the front. The
// addresses of all accesses stay the same. The steps over which c moves are of the other thread; if
// c is lock() or unlock(), they are neither of its lock. So happens-before stays the same, but if c
// is an access, it now precedes steps that preceded it. It does not happen before them, because its
// thread does nothing in between. And the rest of w is shorter. If c is not on w, no step of its
// thread is. Without a first access that is impossible, because both threads make an access on w,
// and so it is for u, which makes the last one. For t, put c in front of w: it changes no address,
// and orders nothing before the last step, for if c is lock(), u does not take that lock any more,
// or only after closed, where w does not go. Then w is no shorter, but t is nearer to its end, if
// we follow the choices after c that lead there soonest, out of every loop. So induction on the
// length of w, and then on the number of commands from t to its end, proves the claim.
//
// # Relation to Definition 3.6
//
// If both threads are before conflicting accesses of one cell, make both. Nothing orders them. The
// second one is still of the same cell unless the first one is a store and the path of the second
// leads through the cell that it stores to. If that holds both ways, both are stores and both paths
// lead through a field with the name of their last one, as in y.g.g := z: then the threads meet,
// but whichever goes first moves the path of the other one away, and perhaps no execution makes
// both accesses to one cell. With this exception the races of Definition 3.6 are among those of
// this package, which has more, as in the example above.
//
// # Deviations and limits
//
//  1. Those of package semantics (G1 to G17) and of package explore.
//  2. The paper has no happens-before. It is Lamport's, for the locks of the language: reading
//     what another thread has written orders nothing.
//  3. Accesses are loads and stores, of the cell that the path addresses when the command is
//     executed. Cells on the way there, and those of arguments, are read without being accessed.
//  4. A search that meets a bound says so, even if what the bound left out has no pair; but never
//     if all pairs that the text allows are found. With a bound on iterations, loops that matter to
//     no pair do not count.
//  5. The executions are not the shortest ones. Those longer than LongestExecution are not written
//     down; Result.Long counts them.
package unordered
