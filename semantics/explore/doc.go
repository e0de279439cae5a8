// Package explore decides exactly which accesses of a pair of units race (Definition 3.6 of the
// paper) by visiting every interleaving of Figure 6, from one given initial state or from all
// well-behaved ones at once. Package semantics, which cites the paper, is the same transition
// system written to be read; tests compare the two.
//
// # Input and output
//
// Search takes a program, two units and Options: the initial states, limits, permitted reductions,
// and the order of the search. Its Result has the pairs of accesses that race, each with a witness,
// numbers of states, and either Complete or the reason why the search was cut (Cut). A search that
// was cut never claims that there are no other races.
//
// # Steps
//
//  1. The units are compiled to graphs of control states (package machine).
//  2. A layout is chosen in which states are kept: package canonical has one for every program,
//     package flat a faster one if the number of objects has a bound. See Layouts.
//  3. The driver visits states in rounds (package driver has the algorithm, with a drawn example):
//     starting with the initial states, it finds the races of each state and adds its new
//     successors, until all states have been visited or a limit is met.
//  4. For each pair of sites that raced, Race.Witness executes the path to the first racing state
//     again and writes down what the execution reveals about its initial state.
//
// The files: options.go and result.go are the interface; search.go chooses the layout; restart.go
// searches from all initial states in the flat layout; random.go makes random runs; races.go and
// witness.go turn paths into races and witnesses; sites.go searches one program from many initial
// states; count.go counts interleavings without a search. Packages unordered and dpor use the same
// machines for other questions and other algorithms.
//
// # Layouts
//
// A layout decides which configurations are one state. Breadth-first searches from a given initial
// state without a bound on switches use the flat layout if there is one with no more objects than
// Limits.MaxObjects. If such a search meets Limits.MaxStates, it starts over in the canonical
// layout, which may need fewer states, so the flat layout never causes a cut.
//
// Breadth-first searches from all initial states begin in the canonical layout. After a thousand
// states they start over in the flat layout, if there is one, which nearly always needs far fewer
// states (docs/evaluation.md); a limit that cuts them there ends the search. With pruning and
// reduction, the flat search only looks for races that the canonical one has not found, and may
// start over for those that it has not found itself; see restarter. Result.Layout says which layout
// gave the answer, and the numbers of states are those of the last search.
//
// # All initial states
//
// In a lazy state some addresses have no value: formals of the two units, and cells of initial
// objects. The state represents all configurations that give values to these addresses. When a
// command reads such an address, the search branches over every initial object known so far and a
// new one about which nothing is known; objects made by new() are not candidates, because the
// initial heap cannot point to them. A well-behaved initial state is a choice of all these values,
// and the search makes each choice at most once, when it first matters. So each run from a
// well-behaved state is a run of the lazy search, and each run of the lazy search has an initial
// state, which its witness shows. An address that is written before it is read needs no value, and
// neither does one that is only read into a variable that is not read again.
//
// # Aliases
//
// The footprint of a run is the set of formals and cells of initial objects that it reads before
// writing them. It is a graph: the nodes are the two threads and the initial objects, and each
// address that is read is an edge. Its number of aliases is its cyclomatic number: what an initial
// state shares besides the object through which the threads meet. Nearly all races exist from
// states without aliases.
//
// A lazy search builds this graph as it runs: an address that gets a new object adds an edge and a
// node, and one that gets a known object adds only an edge. The first known object connects the two
// threads, which a race needs, and each further one is an alias. So with Limits.Aliases a state
// counts the known objects that were picked, and a search with Aliases 0, where there is at most
// one, finds exactly the races without aliases, in a third of the states. The number depends on the
// footprint alone, so the reduction, which keeps the addresses that a run reads first, loses none
// of these races, and neither do pruning and the exchange of threads. At the bound an object that
// no thread reaches cannot be picked, so it is dropped.
//
// If some known object was not picked, Cut is CutAliases, whatever the search has found. Otherwise
// the search is complete.
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
//   - unlock(), and lock() at a level above 0: until then the other thread is at level 0, and
//     neither disables one of its commands;
//   - lock() at level 0 if the other thread is at level 0 and has no later lock(): nothing that it
//     does depends on the lock;
//   - loads, stores and push of paths that read no field which the other thread may write, and
//     write none which it may read or write, from its present control state to its end; or to its
//     next lock(), if the thread holds the lock, because the other one stops there until c is
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
// With Options.Prune a state is left out if the text shows that only known races can follow it:
// there is no candidate pair of accesses of which each thread may still make its own. Candidates
// have the same last field and at least one store, unless both are under a lock() of their own
// unit, where the lock level is above 0 in every call. What threads may still do is computed on the
// flow graphs; candidates only disappear, so no successor of a state that is left out has any. All
// racing pairs are found, each at the same distance as without pruning: the states on a shortest
// path to its first hit can still lead to it. The numbers of states and of ends are those of the
// states that were met. If a bound on iterations leaves something out, nothing is pruned, because
// what threads may still do is only known within the bound.
//
// # Invariants
//
//   - A race is reported only with a state in which both threads are before accesses of one cell,
//     one of them a store; its path gives the witness.
//   - Complete means that no bound, limit or sample left anything out.
//   - The result does not depend on the number of workers, unless time or an interrupt ends the
//     search.
//
// # Deviations from the paper
//
//  1. Those of package semantics (G1 to G17) and of package machine.
//  2. Packages canonical and flat define what is one state, and what fingerprints mean.
//
// Left out: more than two threads, and values other than objects.
package explore
