// Package repair proposes changes of a program's text that remove a race, and judges each by what
// it does: the changed text is parsed and checked, every interleaving from every initial state is
// searched (package explore), and RacerDX is run again (package compact). It touches no files: a
// proposal is a text, and what is to be said about it.
//
//   - Remove proposes lock regions that remove one race. If a unit reads the racing path and then
//     writes it, the first region extends from the load to the store, across calls too. The next is
//     the smallest: synchronized around the statement of one access, of the other, of both. If the
//     program names locks, it is a region of one of them that cannot cause a deadlock (Theorem D),
//     preferably one that an access is already under. Proposal.LostUpdate shows what a region
//     permits if it tears an operation apart. If the racing access is a read, Remove also looks for
//     a copy of its path: a variable that has, or can get under a lock that is taken anyway, the
//     value of the path.
//   - Shrink finds the statements that can leave a lock region: those without which the program has
//     no new race and no new deadlock.
//
// # Why a region is enough
//
// A thread before an access inside synchronized holds the lock. Two threads cannot both hold it, so
// two accesses that each have a region of their own never race. One region is enough if the other
// access is already under the lock. A region causes no race: leaving out the steps of the new
// lock() and unlock() turns a run of the changed program into a run of the old one. The number of
// complete interleavings can still grow, because these are steps too.
//
// A copy is another program: its variable may have a value from before a write of the other thread.
// The proposal says so. The copy must not miss a write of its own thread, even in a call: it is
// used only if between it and the access nothing assigns the path's root or stores to a field named
// in the path, of any object. A copy may also have races of its own; then it is not proposed.
//
// # What the answers mean
//
// A race is gone if the search was complete and met no state in which the two accesses race
// (Definition 3.6), or if both have a region of one lock around them in the text; otherwise it is
// unknown if a bound cut the search before it met one. A program without races need not be correct:
// the other thread can still run between two regions.
//
// Races are counted as package explore lists them: a pair is an access of the left unit and one of
// the right, even if both are the same unit. If there are too many interleavings to count, only
// their number is unknown.
//
// Accesses are followed from the old text to the new one by the order of the
// statements, which regions do not change.
//
// Deviations from the paper: those of the packages that judge. Regions are those
// of synchronized, and of lock() and unlock() in one block.
package repair
