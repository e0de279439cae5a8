// Package explore is the exact oracle: it answers Definition 3.6 for a pair of units by visiting
// every interleaving of Figure 6, from one given initial state or from all well-behaved ones at
// once. Package semantics is the same transition system written to be read; tests compare the two.
//
// # What comes in and goes out
//
// Search takes a program, two units and Options: the initial states, limits, what may be left out
// without losing a race, and the order of the search. Its Result has the pairs of accesses that
// race, each with a witness, numbers of states, and whether that is all (Complete) or what cut the
// search (Cut). A search that was cut never says that there is no other race.
//
// # Steps
//
//  1. The units are compiled to graphs of control states (package machine).
//  2. A layout is chosen in which states are kept: package canonical has one for every program,
//     package flat a faster one if the number of objects has a bound. See Layouts.
//  3. The driver visits states, round after round (package driver has the algorithm, with a drawn
//     example): it begins with the initial states, finds the races of each state, and adds its new
//     successors, until all states were visited or a limit is met.
//  4. For each pair of sites that raced, Race.Witness executes the path to the first state in which
//     it did, and writes down what the execution knows of its initial state.
//
// The files: options.go and result.go are what goes in and comes out; search.go chooses the layout;
// restart.go searches from all initial states in the flat layout; random.go makes random runs;
// races.go and witness.go turn paths into races and witnesses; sites.go searches one program from
// many initial states; count.go counts interleavings, without a search. Packages unordered and dpor
// search on the same machines for other questions and in other ways.
//
// # Layouts
//
// A layout says what is one state. Breadth-first searches from a given initial state without a
// bound on switches use the flat layout if there is one of no more objects than Limits.MaxObjects
// allows. If such a search meets Limits.MaxStates, it begins anew in the canonical layout, which
// may need fewer: the flat layout never causes a cut.
//
// Breadth-first searches from all initial states begin in the canonical layout. After a thousand
// states they begin anew in the flat layout, if there is one, which nearly always needs far fewer
// (docs/evaluation.md); a limit that cuts them there ends the search. With pruning and reduction,
// the flat search is for what the canonical one has not found, and may begin anew for what it has
// not found itself: see restarts. Result.Layout says which layout has given the answer, and the
// numbers of states are of the last search.
//
// # All initial states
//
// A lazy state has addresses without a value: formals of the two units, and cells of initial
// objects. It stands for all configurations that some values of these addresses give. When a
// command reads such an address, the search branches over every initial object known so far and a
// new one of which nothing is known; objects made by new() are not candidates, since the initial
// heap cannot point to them. A well-behaved initial state is a choice of all these values, and each
// is made at most once, when it first matters; so each run from a well-behaved state is a run of
// the lazy search, and each run of the lazy search gives an initial state, which its witness shows.
// An address that is written before it is read needs no value, and neither does one that is read
// into a variable that is not read again.
//
// # Aliases
//
// The footprint of a run is the formals and the cells of initial objects that it reads before
// anything is written there. It is a graph: the two threads and the initial objects, with an edge
// for each address that is read. Its aliases are its cyclomatic number. They are what an initial
// state has in common besides the object by which the threads meet, so nearly all races exist from
// states without any.
//
// A lazy search makes the graph as it goes: an address that gets a new object adds an edge and an
// object, and one that gets a known object adds an edge only. The first known object joins the two
// threads, which a race needs, and each other one is an alias. So with Limits.Aliases a state has
// the number of known objects that were picked, and a search with Aliases 0, in which this is at
// most one, finds exactly the races without aliases, in a third of the states. The number depends
// on the footprint alone. So the reduction, which keeps the addresses that a run reads first,
// loses none of these races, and neither do pruning and the exchange of threads. At the bound
// nothing is picked that no thread reaches, so such objects are dropped.
//
// If there are other races, Cut is CutAliases whatever the search has found: some known object was
// not picked. If none was left out, the search is complete.
//
// # The reduction
//
// With Options.Reduce only one thread moves from a state in which its next command c (1) is enabled
// and stays so, (2) commutes with every command that the other thread can execute before c, and (3)
// races with none of them: its step is a persistent set. Take a path from such a state to one that
// races. The thread is before c and c does not race, by (3), so c is executed on the path; by (1)
// and (2) it can be moved to the front, which preserves the racing state and the number of steps.
// By induction on the length of the path, every reachable racing state remains reachable, by as
// short a path: no pair of sites is lost, and shortest witnesses stay as short. The same holds for
// states in which both threads have ended. The argument is about concrete runs, so it holds for
// lazy states, which stand for sets of them. The conditions hold for
//
//   - x := y, x := new(), pop, and push of variables: they touch registers and fresh objects only;
//   - unlock(), and lock() at a level above 0: meanwhile the other thread is at level 0, and
//     neither disables one of its commands;
//   - lock() at level 0 if the other thread is at level 0 and has no lock() to come: nothing of it
//     depends on the lock;
//   - loads, stores and push of paths that read no field which the other thread may write, and
//     write none which it may read or write, from its present control state to its end; or to its
//     next lock(), if the thread holds the lock, since the other one stops there until c is
//     executed;
//   - the same commands if the other thread cannot reach any object whose cells they touch. That
//     stays so until the first thread moves. In a lazy state every initial object counts as
//     reached.
//
// driver.Independence decides the first three, and the layouts the last two: package flat about
// cells instead of fields. If both threads execute one unit, it also treats a state and the one
// with the threads exchanged as one.
//
// In a loop the reduction may move one thread forever. That costs nothing if states are finitely
// many; otherwise the unreduced search meets small states of both threads first. So Fitted reduces
// programs with loops in the flat layout only, where a state has a bound.
//
// # Pruning
//
// With Options.Prune a state is left out if the text shows that only races that have been
// found can come after it: there is no candidate pair of accesses of which each thread may still
// make its one. Candidates have the same last field and a store, unless both are under a lock() of
// their own unit, where the lock level is above 0 whoever calls. What threads may still do is
// computed on the flow graphs; candidates only disappear, so what is hopeless stays so. All pairs
// that race are found, each as early as without pruning: the states on a shortest path to its first
// hit can still lead to it. The numbers of states and of ends are of the states that were met. If a
// bound on rounds leaves something out nothing is pruned, since what threads may still do is known
// within the bound only.
//
// # Invariants
//
//   - A race is reported only with a state in which both threads are before accesses of one cell,
//     one of them a store; its path gives the witness.
//   - Complete says that no bound, limit or sample left anything out.
//   - The result does not depend on the number of workers, except if time or an interrupt ends the
//     search.
//
// # Deviations from the paper
//
//  1. Those of package semantics (G1 to G17) and of package machine.
//  2. Packages canonical and flat say what is one state, and what fingerprints mean.
//
// Left out: more than two threads, and values other than objects.
package explore
