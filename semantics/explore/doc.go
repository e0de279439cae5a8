// Package explore is the exact oracle: it decides Definition 3.6 for a pair of
// units by looking at every interleaving of Figure 6, from one given initial
// state or from all well-behaved ones at once. Package semantics is the same
// transition system written to be read; tests hold this one against it.
//
// The parts, bottom up:
//
//   - flow.go, control.go: units as flow graphs, threads as graphs of control
//     states. A control state is a stack of program points of which the next
//     command is resolved: ifs and whiles take no step.
//   - machine.go, footprint.go: a configuration that is executed in place and
//     undone. Other engines of this package run on it too.
//   - canon.go, fast.go: the canonical layout of configurations.
//   - store.go: the set of states met, exact or as fingerprints.
//   - expand.go: races and successors of a state; lazy initialisation.
//   - future.go, reduce.go, prune.go: what need not be looked at. ahead.go tells
//     the same to package unordered, which searches on these machines.
//   - search.go, breadth.go, depth.go, random.go, replay.go: the strategies.
//   - flat.go and what it leads to: the flat layout, in which breadth-first
//     searches from a given initial state are made, where it is possible. Before
//     the search, flatgraph.go looks at the control states, flatpoints.go at what
//     variables and cells may hold, flatfuture.go at what threads may touch, and
//     flataction.go compiles the commands. flatsearch.go and flatlevel.go are the
//     search, flatbucket.go and flatstore.go its states, flatworker.go the inner
//     loop, flatreduce.go the reduction, flatresult.go the way back to a witness.
//   - trail.go, certificate.go: from a state back to a witness.
//   - count.go: the number of interleavings, without a search.
//
// # States
//
// In the canonical layout, two configurations are one state if they agree up to
// the names of objects, objects that no thread can reach, and locals that are not
// read again before they are written. Such configurations race at the same sites
// and have the same future: commands do not look at names, reach objects only
// from registers, and a register that is not read has no influence. The levels of
// the lock are part of the control states. So a loop whose reachable heap is
// bounded has finitely many states.
//
// In the flat layout, two configurations are one state if they agree on the
// control states and on the values, by name, of the locals and cells that count
// there. A local counts if it may be read before it is written, and a cell if a
// command ahead of either thread may read it, unless into a local that does not
// count. Which cells a path may come to is known from a points-to analysis of the
// whole program (cells by object and field, locals by call, in any order of
// commands). The argument is the same: what is not read has no influence. An
// object has the name that it has in the initial state, or else the thread and
// the greatest number of new() that any way to its own new() executes. No
// execution makes two objects of one name, for the number grows along every way.
// A value that is the same in all executions is left out. So configurations that
// differ only in what is read no more are one state, more often than in the
// canonical layout; those that differ only in the names of objects, or in objects
// that the text may reach but no thread does, are two. The races, the lengths of
// their witnesses, and whether there are ends are the same.
//
// The flat layout needs a given initial state, breadth-first order, no bound on
// switches, a bound on the number of objects that can be told from the control
// states (no new() in a loop of which the rounds have no bound), at most 256
// objects (and no more than Options.MaxObjects allows), 4096 cells, 4096 control
// states of a thread, 2^20 pairs of them, and states of 32 words. Every such
// program has finitely many states in it. Where a search meets Options.MaxStates,
// it is begun anew in the canonical layout, which may need fewer: no search is cut
// there that would not be cut without the flat layout.
//
// # All initial states
//
// A lazy state has places without a value: formals of the two units, and cells
// of initial objects. It stands for all configurations that some values of
// these places give. When a command reads such a place, the search branches
// over every initial object known so far and a new one of which nothing is
// known; objects made by new() are no candidates, since the initial heap
// cannot point at them. A well-behaved initial state is a choice of all these
// values, and each is made at most once, when it first matters; so each run
// from a well-behaved state is a run of the lazy search, and each run of the
// lazy search gives an initial state, which its witness shows. A place that is
// written before it is read needs no value, and neither does one that is read
// into a variable that is not read again.
//
// An initial object that nothing reaches may still be what an open place
// holds. It is kept while a place that is reached is open and something is
// known of it. If nothing is known, it is dropped: picking it is picking a new
// one. Where no place is open, initial objects are like all others.
//
// # The reduction
//
// With Options.Reduce only one thread moves from a state in which its next
// command c (1) is enabled and stays so, (2) commutes with every command that
// the other thread can execute before c, and (3) races with none of them. Take
// a way from such a state to one that races. The thread stands before c and c
// does not race, by (3), so c is executed on the way; by (1) and (2) it can be
// moved to the front, which leaves the racing state and the number of steps as
// they are. By induction on the length of the way, every racing state that is
// reachable remains so, with as short a way: no pair of sites is lost, and
// shortest witnesses are as short as before. The same holds for states in which
// both threads have ended. The argument is about concrete runs, so it holds for
// lazy states too, which stand for sets of them. The conditions hold for
//
//   - x := y, x := new(), pop, and push of variables: they touch registers and
//     fresh objects only;
//   - unlock(), and lock() at a level above 0: meanwhile the other thread is at
//     level 0, and neither takes anything away from it;
//   - lock() at level 0 if the other thread is at level 0 and has no lock()
//     ahead: nothing of it depends on the lock;
//   - loads, stores and push of paths that read no field which the other thread
//     may write, and write none which it may read or write, from its present
//     control state to its end; to its next lock() only, if the thread holds
//     the lock, since the other one stops there until c is executed;
//   - the same commands if all objects whose cells they touch are out of the
//     other thread's reach. They stay so until the first thread moves. In a
//     lazy state every initial object counts as in reach.
//
// In the flat layout the last two are about cells, not fields: commands that touch
// no cell which the other thread may touch, one of the two to write, as far as the
// points-to analysis tells; and those where each such cell is one of an object
// that the other thread cannot reach through cells that it may read.
//
// # Pruning
//
// With Options.Prune a state is left out if no race lies ahead of it that was
// not seen yet, as far as the text tells: no pair of accesses, one ahead of
// each thread, has the same last field and a store, unless both stand under a
// lock() of their own unit, where the lock level is above 0 whoever calls. What
// lies ahead is computed on the flow graphs; races only ever get seen, so what
// is hopeless stays so. All pairs that race are found, each as early as without
// pruning: the states on a shortest way to its first sighting have it ahead.
// The numbers of states and of ends are those of what was met. Where a bound on
// rounds leaves something out nothing is pruned: what lies ahead is known within
// the bound only.
//
// # Deviations from the paper
//
//  1. Those of package semantics (G1 to G17).
//  2. Loops without a command in their body are left at once; going round
//     takes no step and changes nothing.
//  3. Programs are those that package check accepts. In others, reading a local
//     that has no value is stuck, even in x := y, which Figure 5 lets pass.
//  4. Among initial objects that are kept although nothing reaches them, the
//     order is that of their discovery. States that differ in this order only
//     are looked at twice.
//  5. Options.Fingerprint in the flat layout compares states of the same control
//     states only, by a hash function drawn from a family in which any two states
//     collide with probability 2^-64. The bound Result.Missed is a theorem over
//     the draw, up to the fingerprint 0, which is counted as 1; the draw is the
//     same in every search. In the canonical layout it takes hashes to be as good
//     as random.
//
// Left out: more than two threads, and values other than objects.
package explore
