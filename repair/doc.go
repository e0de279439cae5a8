// Package repair proposes changes of a program's text that remove a race or a deadlock, and judges
// each: the changed text is parsed and checked, every interleaving from every initial state is
// searched (package explore), and RacerDX is run again (package compact). It touches no files: a
// proposal is a text with notes.
//
//   - Remove proposes lock regions that remove one race. If a unit reads the racing path and then
//     writes it, the first region extends from the load to the store, across calls too. The next is
//     the smallest: synchronized around the statement of one access, of the other, of both. If the
//     program names locks, it is a region of one of them that cannot cause a deadlock (Theorem D),
//     preferably one that already protects an access. Proposal.LostUpdate finds an execution in
//     which an update is lost although the race is gone. If the racing access is a read, Remove
//     also looks for a copy of its path: a variable that has the value of the path, or can get it
//     in an existing region.
//   - Shrink finds the statements that can leave a lock region without a new race or deadlock.
//   - Untangle proposes changes that remove a deadlock.
//
// # Why a region is enough
//
// A thread before an access inside synchronized holds the lock. Two threads cannot both hold it, so
// two accesses that each have a region of their own never race. One region is enough if the other
// access is already under the lock. A region adds no race: a run of the changed program without the
// steps of the new lock() and unlock() is a run of the old one. The number of complete
// interleavings can still grow, because these are steps too.
//
// A copy changes the behaviour: its variable may have a value from before a write of the other
// thread. The proposal says so. The copy must not miss a write of its own thread, even in a call:
// it is used only if nothing between it and the access assigns the path's root or stores to a field
// of the path, of any object. A copy that has races of its own is not proposed.
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
// The order of the statements, which regions do not change, relates accesses of the old text to
// those of the new one. Regions are those of synchronized, and of lock() and unlock() in one block.
package repair
