// Package chord is the race detection of "Effective Static Race Detection for Java" (Naik, Aiken,
// Whaley, PLDI 2006) on IL: all pairs of accesses that might race, narrowed in stages. RacerDX
// (package abstract) reports real races only, and misses some; this analysis misses none, and also
// reports pairs that do not race.
//
// The stages, for one program C1 || C2, each a relation between accesses:
//
//	Original   the same field, one of them a write, anywhere in the file
//	Reachable  the left one in code of C1, the right one in code of C2
//	Aliasing   what their bases may point to has an object in common
//	Escaping   one that may be shared between the threads
//	Unlocked   not all call paths to both of them hold the lock
//
// They use three analyses: points-to sets with the call graph, k-object-sensitive and
// flow-insensitive (points.go), call paths (paths.go), and the objects that escape (escape.go).
// Whether the lock is held follows from the call paths. Each rule is written as a Horn clause above
// the code that applies it. For example, with k = 0:
//
//	m(a) { x := new(); x.f := a; n(x); }      a -> {h0}   x -> {new@1:8}   b -> {new@1:8}
//	private n(b) { b.g := b; }                new@1:8.f -> {new@1:8, h0}
//
// In m || m the accesses to f and g are of new@1:8, which no shared object leads to. So Aliasing
// keeps the pairs and Escaping drops them.
//
// No race is missed: if C1 || C2 races at (p, q) by Definition 3.6 of the true positives paper,
// every stage keeps (p, q), for every k, with the harness Environment. Map initial objects to h0,
// and every other object to the new() and the context that made it. Then the points-to sets
// over-approximate variables and cells in every configuration; an object that both threads hold was
// initial, or stored into one that both can reach; and by A2 the lock level at an access is the sum
// along its call path.
//
// Assumptions: balanced locking (A2; New refuses other files) and definite assignment (A3).
// Recursion (A5) is allowed: contexts and objects are bounded by k, and call paths are searched,
// not listed.
//
// # Cost
//
// The relations are bit sets with a work list, not those of a Datalog engine, which was 60 to 800
// times slower on the same clauses (github.com/google/mangle v0.3.0). 10,000 statements in two
// blocks in which everything is stored everywhere take about 4 s. With k > 0 and calls such a
// program has too many facts and is refused (Options.MaxWords). A class of 10,000 statements in
// methods, each of its 104,196 pairs analyzed by itself, takes 10 s with k = 0 and 13 s with k = 2.
//
// # Deviations from the paper
//
//  1. IL has instance fields only: the static fields and array elements of Figure 5 have no
//     counterpart, and h0 is not their object but that of the initial heap.
//  2. The threads are those of one program: the pair of roots is (C1, C2), not all pairs of calls
//     of the harness, and what is analysed is what these two reach. A pair of accesses is ordered,
//     the left one of C1, except in a self pair. There are no annotations to exclude pairs, fields
//     or objects.
//  3. The harness makes one object for all initial ones, so that every initial state is covered;
//     the paper's own is the harness Variables, which misses races.
//  4. The receiver is the first formal. Methods without formals and thread blocks have none and run
//     in the empty context. A call has one callee, so the call graph on the fly decides only what
//     is called and in which contexts.
//  5. With k = 0 the paper's common domain of objects and contexts would have one element. Contexts
//     then are empty, and objects are distinguished by their new(). For k > 0 an object is a string of
//     at most k allocation sites, and the context of what is called on it.
//  6. A statement accesses a path of several fields. Its base, the path without the last one, is a
//     variable of the paper; reads on the path are not accesses (Definition 3.6).
//  7. The fields of a new object point to itself.
//  8. There is one lock, so locks need no points-to sets: the unsoundness of the fourth stage
//     (Section 2.4, item 1) is gone, and the two forms of UnlockedPairs in Figure 9 are the same.
//  9. The call paths to an access are those of its thread, not of all threads as in Q of Figure 9:
//     another thread that reaches the access without the lock does not keep a pair.
//  10. Accesses in constructors are not left out (Section 2.4, item 3).
package chord
