// Package predict predicts races from one recorded execution: the conflicting accesses that could
// be brought together by reordering its steps.
//
// # Events and reorderings
//
// A trace is the events of an execution (package dynamic), and for each read the write that it read
// from. In a correct reordering each thread executes a prefix of its events, each lock is held by
// at most one thread at a time, and each read reads from the same write as in the trace. A pair of
// conflicting accesses is predicted if both are next after a correct reordering. What they
// themselves would read there does not matter.
//
// Methods lists the methods, whose papers Method.Cite names:
//
//   - HB is package hb, for comparison. Only its first race is certain to be real.
//   - SHB orders reads after the writes that they read from, so all of its races are real: delaying
//     the first access shows the race.
//   - WCP orders critical sections only if they conflict. Its theorem is also about the first race,
//     and allows a deadlock instead.
//   - SyncP finds every race that can be shown with critical sections in their order.
//   - M2 closes a partial order, which with two threads decides the question.
//   - Maximal tries all reorderings, up to a limit of states.
//
// On every trace SHB is within SyncP, that within M2, and M2 is Maximal.
//
// # On IL the printed theorems are false
//
// Definition 3.6 requires a configuration in which both threads are about to access the same cell,
// through their paths. In
//
//	{ z := new(); arg1.f := z; arg1.f.g := z; } ||
//	{ x := arg1.f; y := new(); arg1.f := y; x.g := x; }
//
// let both arg1 be one object, and let B load after A's second step, and continue when A is done.
// The events of the last stores are writes of one cell, z.g, that nothing orders. So SHB reports
// them, and promises that A's store can be made just before B's. But then A's store is no longer to
// z.g: B has redirected its path, arg1.f. No execution from any state races there.
//
// The event of an access does not record that it read the cells on its path, those of the proper
// prefixes (Definition 3.1); nor does that of a call record those of its arguments. The variant
// prefixes records them, and a correct reordering preserves what they read. Then an event
// atomically reads several cells and writes one. The paths of the two racing accesses are a special
// case: they must be as they were at the end, when both threads are about to access. So each method
// has one more condition, and
//
//	SHB(prefixes) ⊆ SyncP(prefixes) ⊆ M2(prefixes) = Maximal(prefixes) ⊆ races of Definition 3.6
//
// The last inclusion holds because the reordering can be executed: from the same initial state,
// each thread with the branches that it took. By induction each step reads the same object in each
// cell, because the same write was the last one. Only fresh objects have other numbers. So
// Trace.Witness makes a witness of each report of a sound predictor, and the checker accepts it.
//
// WCP with prefixes counts reads of prefixes as reads. It stays unsound, because its theorem is
// about the first race.
//
// # What is missed
//
// SyncP with prefixes is the printed algorithm, which keeps reordered events in the order of the
// trace. At the end, a path may need a value that is overwritten in this order. Another order, with
// the same order of critical sections, may keep the value; only M2 finds that.
//
// A predictor sees one execution: one initial state, and one path through each branch and loop. In
// IL no branch depends on what is read, so more could be predicted by ignoring what was read;
// package explore does that.
//
// # Deviations from the papers
//
//  1. There are two threads, and locks are re-entrant: critical sections of a lock are those from
//     depth 0 to depth 0.
//  2. All methods examine all pairs of accesses, like package hb, and not only the last access of
//     each thread.
//  3. SyncP and M2 are decided pair by pair, without the techniques by which their papers handle
//     traces of millions of events.
package predict
