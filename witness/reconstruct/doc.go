// Package reconstruct turns a report of RacerDX into a witness, following the
// proof of the True Positives Theorem (Theorem 6.10, as Theorem 1 of
// docs/paper.md) as an algorithm.
//
// For a report on paths v1.f1...fk and v2.f1...fk it builds
//
//  1. the special state (state.go): k+1 objects, a backbone o1 ... ok whose cells
//     (oi, fi) lead from one to the next, and a sink, held by every other cell
//     and by every formal but v1 and v2, which hold o1;
//  2. for each thread its call path: the shortest path from the unit's beginning to
//     just before the access, through the calls under which the access has
//     the reported path and lock level. Statements passed over take a shortest
//     path too: the cheaper branch, no round of a loop;
//  3. the schedule: first the thread that holds no lock at its access, then
//     the other.
//
// Stability of both paths keeps the backbone intact, so both threads end
// before accesses of the one cell (ok, fk). Nothing here is trusted: package
// check replays every witness.
//
// The same construction serves the reports of mode Plus (Theorem 2 of
// docs/plus.md). There only the first c cells of the backbone stay, and both
// threads go on from the object behind them in the same heap. Where that may
// lead elsewhere than at first (Report.Loose), the racing cell is found by
// executing the witness in package semantics.
//
// For a report of mode Meet on paths with different fields (Theorem 2m) the special
// state has two backbones, one for each thread, which meet in their last object;
// from there both threads walk the same fields.
//
// A trace can be exponential in the program. Beyond a number of steps a
// witness is kept compressed: a complete call is one step, Run, which stands
// for its shortest execution (the then-branch where both are equal).
package reconstruct
