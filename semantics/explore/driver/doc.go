// Package driver searches the states of a pair of units, for all layouts of states: a Layout holds
// the states that were met and finds the successors of many at a time, a Goal has the pairs of
// accesses that are looked for, and a Search decides which worker does what next, and when it ends.
//
//   - search.go: the rounds of a search, its workers, limits and progress
//   - layout.go: the methods of a layout; path.go: the execution on which a state was reached
//   - goal.go: the races that are looked for, and those found
//   - cuts.go: why a search stops early
//   - reduce.go: which commands commute in all layouts
//   - fingerprints.go: a set of hashes, for layouts that keep these instead of states
//
// # Input and output
//
// In: a layout with its initial states, a goal, and limits. Out: for each pair of sites that races,
// the first state in which it does (Goal.Hits), from which the layout makes an execution (Path);
// counts (Layout.Counts); and whether every state was visited (Search.Ended) or why not
// (Search.Cuts, Counts.Cuts).
//
// # A round
//
// States are divided into parts: shards by a hash of the state in package canonical, buckets by the
// control states of both threads in package flat. The frontier is the set of states that were met
// but not visited. A round visits some of them:
//
//  1. It checks the context and the limit on states. Either may end the search.
//  2. Round: the layout chooses states of the frontier, in some of its parts.
//  3. Look: workers visit the parts, concurrently. Do sites race there that the goal still looks
//     for? The goal does not change in this step.
//  4. Hits: the races are added in the order of the parts; from now on pruning takes them into
//     account.
//  5. Plan: the layout returns the parts to which the steps from the chosen states lead.
//  6. Fill: workers add new states to these parts, group after group. Between groups progress is
//     reported, and near the limit on states one worker continues alone.
//  7. Advance: the chosen states leave the frontier. If it is empty, the search has ended.
//
// In a breadth-first search a round never goes beyond a level, the states as many steps from the
// start. For two threads of two commands each, with a state for each pair of program points,
//
//	                 A moves ->
//	B moves    (0,0)    (1,0)    (2,0)        level 0: (0,0)
//	  |                                       level 1: (1,0) (0,1)
//	  v        (0,1)    (1,1)    (2,1)        level 2: (2,0) (1,1) (0,2)
//	                                          level 3: (2,1) (1,2)
//	           (0,2)    (1,2)    (2,2)        level 4: (2,2)
//
// the second round visits (1,0) and (0,1), plans to fill (2,0), (1,1) and (0,2), finds (1,1) twice
// and keeps it once, with the step by which it was reached first, and advances to level 2. A
// depth-first search is the same with rounds of one state, the one that was met last.
//
// # Invariants
//
//   - What a round does depends on the states alone: parts are visited and filled in any order and
//     by any worker with the same result, and what joins them (Hits, the number of new states)
//     follows the order of the parts. So states, races, paths and counts are the same for any
//     number of workers.
//   - A state is added once. Its path is by the step that added it, so paths of a breadth-first
//     search are shortest.
//   - A goal only shrinks, so what is hopeless stays so, and pruning loses no pair.
//   - Whatever is left out is in the cuts.
//
// # Cost
//
// A search calls its layout a few times for each part of a round, and never for each state, unless
// a round is one state. So layouts can work on many states at a time: their cache misses overlap.
package driver
