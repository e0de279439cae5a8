// Package flat is the flat layout of states: a few words in which each value that matters has a
// fixed position. It serves breadth-first searches from a given initial state, if the number of
// objects that an execution makes is bounded, and from all, if the number in use is bounded.
//
// Before a search, the program text decides:
//
//   - layout.go: whether there is a layout, and where each value is
//   - shape.go: facts of the control graphs; points.go: what variables and cells may hold;
//     effects.go: what threads may touch; relevance.go: what of a command matters
//   - action.go: commands compiled for the layout
//
// The search, as a layout of package driver:
//
//   - space.go: the states that were met, in buckets by control states, and the levels
//   - bucket.go, records.go: the states of a bucket; history.go, path.go: how they were reached
//   - worker.go: the inner loop; reduce.go: which threads need not move
//   - brancher.go, picks.go: from all initial states, an outcome for each way to pick values;
//     lanes.go, numbering.go: canonical numbers for these, many at a time; symmetry.go: both
//     threads of a unit with itself
//
// # An example
//
// Take { x := new(); a.f := x; y := a.f; y.g := a } || { b.f := b }, where a and b are o1, all of
// whose cells hold o1. Call the object that A makes o2. In all executions a and b hold o1 and x
// holds o2, and nothing reads g, so none of these has a position. What remains are the values of
// o1.f, while A may still read it, and then of y: two bits, in the bucket of the control states.
//
//	level 0   new, store      f = o1
//	level 1   store, store    f = o1              <- new, store by A
//	          new, end        f = o1              <- new, store by B: A sleeps
//	level 2   load, store     f = o2              <- store, store by A
//	          store, end      f = o1              <- store, store by B
//	level 3   store g, store  y = o2              <- load, store by A
//	          load, end       f = o1, f = o2      <- load, store by B, store, end by A
//	level 4   end, store                          <- store g, store by A
//	          store g, end    y = o1, y = o2      <- store g, store by B, load, end by A
//	level 5   end, end                            <- end, store by B, store g, end by A
//
// A bucket pulls its new states along the edges that lead to it from the level before: each edge is
// one command, executed in all states of a bucket, and states are never sent anywhere. (The race of
// the two stores is met at level 1, that of the load and the store at level 2.)
//
// # States from a given initial state
//
// Two configurations are one state if they agree on the control states and on the values, by name,
// of the locals and cells that count. A local counts if it may be read before it is written, and a
// cell if a later command of either thread may read it, except into a local that does not count. A
// points-to analysis of the whole program determines the cells that a path may lead to (cells by
// object and field, locals by call, flow-insensitively). A value that is not read has no influence,
// so such configurations have the same future.
//
// An object has the name that it has in the initial state, or else its thread and the greatest
// number of new() that any path to its own new() executes. No execution makes two objects of one
// name, because the number grows along every path. A value that is the same in all executions is
// left out. So configurations that differ only in what is no longer read are one state, more often
// than in the canonical layout; those that differ only in the names of objects, or in objects that
// the text may reach but no thread does, are two. The races, the lengths of their witnesses, and
// whether there are ends are the same.
//
// # States from all initial states
//
// A formal or a cell of an initial object has no value until a command reads it; its position holds
// 0. What is then read is a symbol: a value that may be any initial object. It is copied, loaded
// and stored like an object. Only when a command needs one of its cells does the search branch:
// everywhere in the state, the symbol becomes one of the initial objects, or a new one. Two
// accesses can meet if one of their objects is a symbol and the other was not made by new(). Deng,
// Lee and Robby call this lazier initialisation (Bogor/Kiasan, 2006). A symbol excludes no object,
// and all other values differ, so a state represents the configurations given by some choice of its
// symbols and missing values; each step of one of these is a step of an outcome, and there are no
// others. A command has an outcome for each way to pick, and a run records which it was.
//
// If fields and locks allow two accesses to race in a pair that is looked for, everything on which
// their addresses depend counts: the variables and cells on the way there, then whatever is copied,
// loaded or stored to these, by control state for variables and by field for cells (relevance.go).
// A value that is read but never dereferenced on such a path has no position and is never picked.
// Control does not depend on values, so without what does not count, a path has the same races.
//
// The points-to analysis has one object for all initial ones, so a state may rename them. They are
// numbered in the order in which they are met: in registers, in cells of objects made by new(), and
// in cells of initial objects that were met, each in the order of positions. Symbols are numbered
// in the same way. An object that nothing leads to is dropped, unless something about it is known
// and a symbol, or something without a value, may still become it, as in package canonical. Objects
// made by new() keep their names and are not dropped, except those of a new() in an unbounded loop.
// To the points-to analysis these are one object; in a state they are numbered like initial
// objects, and dropped if nothing leads to them, because no initial value can be one. If each
// object is still met first where it was, only symbols are renumbered, many at a time.
//
// A state has positions for a certain number of initial objects, objects of loops, and symbols,
// some of which can be released (picker.release). A search that needs more fails (Space.Narrow),
// and its caller starts over with more positions. The witness of a race is from an initial state
// that agrees with the picks of its path and whose other cells hold their own objects: what was not
// picked is arbitrary.
//
// # Limits
//
// From a given initial state, the control states must bound the number of objects (no new() in an
// unbounded loop): objects have names there, and a state is not renumbered. There may be at most
// 256 objects, 4096 cells, 4096 control states of a thread, 2^20 pairs of them, and states of 32
// words. Every such program has finitely many states. From all initial states, a layout has
// positions for at most 32 initial objects and as many of loops, and a command has at most 2^14
// outcomes in one state.
//
// # Threads that need not move
//
// The reduction is that of package explore, with cells instead of fields: a thread suffices if its
// next command touches no cell that the other thread may touch, one of the two to write, according
// to the points-to analysis; or if each such cell is one of an object that the other thread cannot
// reach through cells that it may read. From all initial states it can reach each initial object,
// and what a command touches is known only if that is picked.
//
// Without the reduction, every state is met. But if the next commands of both threads commute, the
// state after both is reached in one order only, and in the other order the second command sleeps
// (Layout.commute). From all initial states, commands that commute lead in both orders to the same
// configurations, but perhaps to different states that represent them. So there may be slightly
// fewer states than with both orders; each configuration is represented just as early.
//
// # Cost
//
// A state takes its words, one or two bytes of history, and 5 to 11 bytes of the hash table.
// Meeting it costs about two cache misses, and those of a batch overlap.
//
// # Deviations
//
//  1. Options.Fingerprint compares states of the same control states only, by a hash function from
//     a family in which any two states collide with probability 2^-64. The bound on a mistake,
//     Counts.Missed, is a theorem over the choice of the function, up to the fingerprint 0, which
//     is treated as 1; the choice is the same in every search.
package flat
