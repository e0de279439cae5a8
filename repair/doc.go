// Package repair proposes changes of a program's text that remove a race, and judges each by what
// it does: the changed text is parsed and checked, every interleaving from every initial state is
// searched (package explore), and RacerDX is run again (package compact). It touches no files: a
// proposal is a text, and what is to be said about it.
//
//   - Remove proposes, for one race, lock regions that take it away. Where a unit
//     reads the path that races and then writes it, the first reaches from the load
//     to the store, over calls too. The next is the smallest: synchronized around the
//     statement of one access, of the other, of both. If the program names locks, it is a region of
//     one of them, the one that an access is under already first, that cannot cause a deadlock
//     (Theorem D). Proposal.LostUpdate shows what it
//     permits where it tears an operation apart. Where the racing access is a read, it
//     also looks for a copy of its path: a variable that holds, or is given under a lock that is taken
//     anyway, what the path had.
//   - Shrink asks of every lock region which statements can leave it: those
//     without which the program has no race, and no deadlock, that it did not have.
//
// # Why a region is enough
//
// A thread that stands before an access inside synchronized holds the lock. Two threads cannot both
// hold it, so two accesses of which each has a region of its own never race. One region is enough
// where the other access is under the lock already. A region makes no race: from a run of the
// changed program a run of the old one remains if the steps of the new lock() and unlock() are left
// out. The number of complete interleavings can grow all the same, as these are steps too.
//
// A copy is another program: its variable may hold what the path had before the other thread wrote
// it. That is said with the proposal. What the thread itself has written since, in a call too, it
// must not miss: a copy is taken only where between it and the access nothing assigns the path's
// root, and nothing stores to a field of the path's names, of whatever object. It may also have
// races of its own; a copy that has one is not proposed.
//
// # What the answers mean
//
// A race is gone if the search was complete and met no state in which the two accesses race
// (Definition 3.6), or if both have a region of one lock around them in the text; else it is unknown if a
// bound cut the search before it met one. That a program has no race does not make it right:
// between two regions the other thread can still come in.
//
// Races are counted as package explore lists them: a pair is an access of the left
// unit and one of the right, also where both are one unit. Where the interleavings
// are too many to be counted, only their number is unknown.
//
// Accesses are followed from the old text to the new one by the order of the
// statements, which regions do not change.
//
// Deviations from the paper: those of the packages that judge. Regions are those
// of synchronized, and of lock() and unlock() in one block.
package repair
