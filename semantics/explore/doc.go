// Package explore is the exact oracle: it answers Definition 3.6 for a pair of
// units by looking at every interleaving of Figure 6, from one given initial
// state or from all well-behaved ones at once. Package semantics is the same
// transition system written to be read; tests hold this one against it.
//
// It stands on three packages: machine is the step function in the layout of the
// engines, canonical the canonical form of states, flat a faster form of them
// where the number of new() has a bound. Here is what drives them:
//
//   - options.go, result.go: what goes in and comes out
//   - search.go: Search; a strategy decides which states are looked at next
//   - sites.go: searches of one program from many given states, for sites alone
//   - breadth.go, depth.go, random.go, flat.go: the strategies; all.go: in which
//     layout to search from all initial states; rounds.go: begun anew for less
//   - engine.go, expand.go, races.go: searches in the canonical layout: races and
//     successors of a state, lazy initialisation
//   - reduce.go: what need not be looked at
//   - trail.go, certificate.go: from a state back to a witness
//   - count.go: the number of interleavings, without a search
//
// Packages unordered and dpor search on the same machines.
//
// # Layouts
//
// What is one state is said by package canonical. Breadth-first searches from a
// given initial state without a bound on switches use the flat layout where package
// flat has one of no more objects than Limits.MaxObjects allows. Where such a
// search meets Limits.MaxStates, it is begun anew in the canonical layout, which
// may need fewer: no search is cut there that would not be cut without the flat
// layout.
//
// Breadth-first searches from all initial states begin in the canonical layout.
// Where that meets a thousand states and is not at its end, they are begun anew
// in the flat layout, if there is one, which nearly always needs far fewer states
// (docs/PERFORMANCE.md): where a limit cuts it there, there is no other search. Result.Layout
// says which one has given the answer. With pruning and reduction, the flat search is for what the
// canonical one has not found, and may be begun anew for what it has not found itself,
// where less counts for that: see rounds.go. The numbers of states are of the last one.
//
// # All initial states
//
// A lazy state has addresses without a value: formals of the two units, and cells
// of initial objects. It stands for all configurations that some values of
// these addresses give. When a command reads such an address, the search branches
// over every initial object known so far and a new one of which nothing is
// known; objects made by new() are no candidates, since the initial heap
// cannot point at them. A well-behaved initial state is a choice of all these
// values, and each is made at most once, when it first matters; so each run
// from a well-behaved state is a run of the lazy search, and each run of the
// lazy search gives an initial state, which its witness shows. An address that is
// written before it is read needs no value, and neither does one that is read
// into a variable that is not read again.
//
// A state has a successor for each way to pick the values that a command reads, so their
// number grows with every address as that of the partitions of a set does. They are handed
// out in pieces: a state with many is left, what was made is inserted, the limits are looked
// at, and it is gone on with where it was left, which the picks say. The context is asked
// meanwhile, also while it is looked for values that make two accesses meet.
//
// # The reduction
//
// With Options.Reduce only one thread moves from a state in which its next
// command c (1) is enabled and stays so, (2) commutes with every command that
// the other thread can execute before c, and (3) races with none of them. Take
// a path from such a state to one that races. The thread stands before c and c
// does not race, by (3), so c is executed on the path; by (1) and (2) it can be
// moved to the front, which leaves the racing state and the number of steps as
// they are. By induction on the length of the path, every racing state that is
// reachable remains so, with as short a path: no pair of sites is lost, and
// shortest witnesses are as short as before. The same holds for states in which
// both threads have ended. The argument is about concrete runs, so it holds for
// lazy states too, which stand for sets of them. The conditions hold for
//
//   - x := y, x := new(), pop, and push of variables: they touch registers and
//     fresh objects only;
//   - unlock(), and lock() at a level above 0: meanwhile the other thread is at
//     level 0, and neither takes anything away from it;
//   - lock() at level 0 if the other thread is at level 0 and has no lock()
//     to come: nothing of it depends on the lock;
//   - loads, stores and push of paths that read no field which the other thread
//     may write, and write none which it may read or write, from its present
//     control state to its end; to its next lock() only, if the thread holds
//     the lock, since the other one stops there until c is executed;
//   - the same commands if all objects whose cells they touch are out of the
//     other thread's reach. They stay so until the first thread moves. In a
//     lazy state every initial object counts as in reach.
//
// Package flat has the last two about cells instead of fields. From all initial states it
// takes a state of a unit with itself and the one with the threads exchanged for one.
//
// In a loop the reduction can go on with one thread for ever. That costs nothing where
// states are finitely many; where objects without end are met, the unreduced search comes to
// small states of both threads first. So Fitted has programs with loops reduced in the flat
// layout only, where a state has a bound.
//
// # Pruning
//
// With Options.Prune a state is left out if no race can come after it that was
// not seen yet, as far as the text tells: no candidate pair of accesses is left of
// which each thread may still make its one. Candidates have the same last field
// and a store, unless both stand under a lock() of their own unit, where the lock
// level is above 0 whoever calls. What threads may still do is computed on the flow
// graphs; races only ever get seen, so what is hopeless stays so. All pairs that
// race are found, each as early as without pruning: the states on a shortest path
// to its first hit can still come to it. The numbers of states and of ends are
// those of what was met. Where a bound on rounds leaves something out nothing is
// pruned: what threads may still do is known within the bound only.
//
// # Deviations from the paper
//
//  1. Those of package semantics (G1 to G17) and of package machine.
//  2. What is one state, and what fingerprints mean, is said by packages canonical
//     and flat.
//
// Left out: more than two threads, and values other than objects.
package explore
