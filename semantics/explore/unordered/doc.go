// Package unordered is an exact oracle for the data race as detectors that watch executions mean
// it: a pair of sites of two units races if some execution of Figure 6, from some well-behaved
// initial state or from a given one, makes an access at each, of one cell, at least one of them a
// store, that happens-before leaves unordered. Happens-before is the transitive closure of the
// order of the steps of each thread and of the order of an unlock() and the next lock(). The two
// accesses need not be next to each other, as Definition 3.6 has it. Package explore decides that
// one.
//
//   - search.go: Search; options.go: what goes in and comes out
//   - check.go: Check, which accepts or refuses an execution as evidence
//   - site.go, pointsto.go, candidates.go: the pairs that the text allows
//   - draw.go: pairs from drawn executions
//   - slice.go, toprogram.go: the program without what matters to no pair that is left
//   - code.go, point.go, mover.go: the machine of package explore, one step at a time
//   - first.go: what is known once the first access of a pair has been made
//   - reduce.go, canon.go, store.go: what need not be looked at; states
//   - trail.go: from a state back to an execution
//
// # The search
//
// An execution shows a pair by two of its steps, e and a later one. The search guesses e: behind
// every access it goes on twice, with and without a first access to watch. Let t be the thread of
// e, and u the other one. What u does is behind e in happens-before from the first lock() of u on
// that follows an unlock() of t at or behind e. Between a lock() of t and the unlock() that belongs
// to it u cannot lock. So a lock() of u is that one if and only if t held the lock at e, or has
// taken it since; inner levels make no difference. This one bit (first.closed) and the name of e
// are all that a state has to carry. A step of u that accesses the cell of e shows a pair; a lock()
// of u behind closed ends the path.
//
// The initial state comes into being as it is read, as in package explore: where a step needs a
// value that is not known, the search branches over the initial objects there are and a new one.
//
// # States
//
// Two states are one if they agree up to the names of objects, and up to what nothing to come
// reads: registers that are not live, objects that nothing leads to, and cells of fields that no
// command to come reads. That is all that the threads may do to their ends. Behind a first access
// it is all that t may do, and what u may do before it is ordered. A cell is read where a path goes
// through it or a load ends in it. What is not read has no influence on the addresses of accesses;
// control depends on nothing.
//
// If the object of the first access is none that u can come to by what it may do, nothing is left
// to be found. It counts as reached while it is initial and something may yet be given it; objects
// of new() are only where a register or a cell says.
//
// # What need not be looked at
//
// Pairs that the text rules out. Accesses of different fields; two loads; accesses of objects that
// a points-to analysis tells apart; and two accesses where either thread always holds the lock: the
// sections are ordered, and so are the accesses.
//
// Pairs that were found. A state is hopeless if no candidate pair can come from it: one access of
// each thread, or behind a first access one that is a candidate with it, of u before it is ordered.
// Pairs only ever cease to be candidates, so what is hopeless stays so. Most pairs are found before
// the search begins, in executions that are drawn; the draw is the same every time.
//
// Slices. The search is of the program without the commands that do not matter to the pairs that
// are left. What matters is, first, the accesses of these pairs, then the variables and fields that
// their addresses depend on, and what these depend on, in any order of commands; and lock() and
// unlock(), if both threads have a lock(). What an access of a pair stores or loads need not
// matter. Executions of the slice are those of the program with steps left out. From an execution
// of the program, those that do not matter can be deleted: no value that matters changes, no lock()
// waits longer, and happens-before between what remains is the same; without lock() in one of the
// threads nobody ever waits and nothing is ordered. Conversely, where the slice has a step, the
// thread can first make the steps of the program that come before it, whichever side the choices
// take that the slice does not have: the program is legal, so none of them is stuck, and none of
// them locks if locks matter. This is what toProgram does. Loops without anything that matters are
// left at once.
//
// A thread that rests. Behind a first access t may stop for good if it writes no field, in all that
// it may do, that u reads before it is ordered: deleting its steps from a path to the second access
// leaves one. (If t holds the lock, then u does not lock on that path, because that would be
// ordered.)
//
// # The reduction
//
// From a state in which the next command c of a thread is enabled, stays so, and commutes with
// everything that the other thread may do before c, only this thread moves. Commuting is about what
// is read: two stores to one cell that nothing to come reads commute, and so do a store and a load
// into a variable that is not read. The conditions are otherwise those of package explore, without
// the one that c does not race: two accesses that were made race in either order, if nothing comes
// between them.
//
// Claim: a pair that can be found from a state can be found by a step of such a thread. Let w be a
// path from the state that ends with the second access. If c is on w, move it to the front. The
// addresses of all accesses are as before. The steps that c is moved over are of the other thread;
// if c is lock() or unlock(), they are none of these. So happens-before is as before, but c may be
// an access itself: then it now comes before steps that came before it. It does not happen before
// them, since its thread does nothing in between. And what is left of w is shorter. If c is not on
// w, then no step of its thread is. Without a first access that cannot be, since both threads make
// an access on w; nor can it be for u, which makes the last one. For t, put c in front of w: it
// changes no address, and orders nothing before the last step, for if c is lock(), u does not lock
// any more, or only behind closed, where w does not go. Then w is no shorter, but t is nearer to
// its end, if of the ways to resolve the choices behind c we follow the one that leads there
// soonest, which leaves every loop. So induction on the length of w, and then on the number of
// commands from t to its end, proves the claim.
//
// # Relation to Definition 3.6
//
// Where both threads stand before conflicting accesses of one cell, make both. Nothing orders them.
// The second one is of the same cell still unless the first one is a store, and the path of the
// second leads through the cell that it stores to. If that goes both ways, both are stores and both
// paths lead through a field of the name of their last one, as in y.g.g := z: then the threads
// meet, but whoever goes first moves the path of the other one away, and it can be that no
// execution makes both accesses to one cell. With this exception the races of Definition 3.6 are
// among those of this package. There are more here, as where an object is published: what its maker
// stored to it before and what others do to it later are unordered, but cannot be brought together.
//
// # Deviations and what is left out
//
//  1. Those of package semantics (G1 to G17) and of package explore.
//  2. The paper has no happens-before. It is Lamport's, for the one lock of the language, without
//     edges for anything else: reading what another thread has written orders nothing.
//  3. Accesses are loads and stores, of the cell that the path addresses when the command is
//     executed. Cells on the way there, and those of arguments, are read without being accessed.
//  4. A search that meets a bound says so, even where what the bound left out holds no pair; but
//     never if all pairs are found that the text allows. With a bound on rounds, loops that matter
//     to no pair do not count.
//  5. The executions are not the shortest ones. Those of more steps than LongestExecution are not
//     written down: Result.Long counts them.
package unordered
