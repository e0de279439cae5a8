// Package flat is the flat layout of states, and the breadth-first search in it:
// from a given initial state, where the number of objects has a bound that is known
// beforehand.
//
//   - shape.go: what the control states tell; points.go: what variables and cells
//     may hold; effects.go: what threads may touch
//   - layout.go: whether there is a layout, and which value is where
//   - action.go: commands compiled for it
//   - search.go, level.go: the search; bucket.go, records.go: its states
//   - worker.go: the inner loop; reduce.go: the reduction
//   - result.go: what was found, and the path to it
//
// # States
//
// Two configurations are one state if they agree on the control states and on the
// values, by name, of the locals and cells that count there. A local counts if it
// may be read before it is written, and a cell if a command to come of either
// thread may read it, unless into a local that does not count. Which cells a path
// may come to is known from a points-to analysis of the whole program (cells by
// object and field, locals by call, in any order of commands). What is not read
// has no influence, so such configurations have the same future.
//
// An object has the name that it has in the initial state, or else the thread and
// the greatest number of new() that any path to its own new() executes. No
// execution makes two objects of one name, for the number grows along every path.
// A value that is the same in all executions is left out. So configurations that
// differ only in what is read no more are one state, more often than in the
// canonical layout; those that differ only in the names of objects, or in objects
// that the text may reach but no thread does, are two. The races, the lengths of
// their witnesses, and whether there are ends are the same.
//
// # Limits
//
// The layout needs a bound on the number of objects that can be told from the
// control states (no new() in a loop of which the rounds have no bound), at most
// 256 objects, 4096 cells, 4096 control states of a thread, 2^20 pairs of them, and
// states of 32 words. Every such program has finitely many states in it.
//
// # The reduction
//
// It is that of package explore, with cells instead of fields: a thread suffices if
// its next command touches no cell that the other thread may touch, one of the two
// to write, as far as the points-to analysis tells; or if each such cell is one of
// an object that the other thread cannot reach through cells that it may read.
//
// # Deviations
//
//  1. Options.Fingerprint compares states of the same control states only, by a
//     hash function drawn from a family in which any two states collide with
//     probability 2^-64. Search.Missed is a theorem over the draw, up to the
//     fingerprint 0, which is counted as 1; the draw is the same in every search.
package flat
