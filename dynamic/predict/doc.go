// Package predict predicts races from one recorded execution: which conflicting
// accesses would stand side by side, had the steps come in another order.
//
// # Events and reorderings
//
// A trace is the events of an execution (package dynamic), and of each read the write that it read
// from. A correct reordering lets each thread make a prefix of what it made, with each lock held by
// at most one of them, and each read reading from the write that it read from. A pair of
// conflicting accesses is predicted if both stand next after a correct reordering. What they
// themselves would read there does not matter.
//
// Methods lists who predicts, as printed:
//
//   - methodHB is package hb, for comparison. Its first race can be shown.
//   - shb orders reads behind the writes that they read from, and so is right about
//     every race: it can be shown by delaying its first access.
//   - wcp orders critical sections only where they conflict. Its theorem is about the
//     first race, again, and allows a deadlock in its place.
//   - syncp finds all that can be shown with critical sections in their order.
//   - m2 closes a partial order, which with two threads decides the question.
//   - maximal tries all reorderings, up to a limit of states.
//
// On every trace SHB is within SyncP, that within M2, and M2 is Maximal.
//
// # On IL the printed theorems are false
//
// Definition 3.6 asks for a configuration before which both threads stand, with paths
// that lead to one cell. In
//
//	{ z := new(); arg1.f := z; arg1.f.g := z; } || { x := arg1.f; y := new(); arg1.f := y; x.g := x; }
//
// let both arg1 be one object, and let B load behind A's second step, and go on when A is done. The
// events of the last stores are writes of one cell, z.g, that nothing orders. So SHB reports them,
// and promises that A's store can be made just before B's. But A's store is not to z.g any more,
// then: B has turned its path, arg1.f. No execution from any state races there.
//
// What the event of an access does not say is that it has read cells on its path: those of the
// proper prefixes (Definition 3.1); and a call those of its arguments. The variant prefixes records
// them, and a correct reordering keeps what they have read. That makes an event that reads several
// cells and writes one, at one moment. Two of these reads are not like those of a load: the paths
// of the two accesses have to be as they were when the race stands, at the end. So there is one
// condition more in each method, and
//
//	SHB(prefixes) ⊆ SyncP(prefixes) ⊆ M2(prefixes) = Maximal(prefixes) ⊆ races of Definition 3.6
//
// The last inclusion holds since the reordering can be made: from the same initial
// state, each thread with the branches that it took. By induction each step finds in
// each cell that it reads what it found: the same write has written it last, of the
// same object. Fresh objects have other numbers. So Trace.Witness makes a witness of
// each report of a sound predictor, which the independent checker accepts.
//
// WCP with prefixes counts reads of prefixes as reads. It stays unsound, because its
// theorem is about the first race.
//
// # What is missed
//
// SyncP with prefixes is the printed algorithm, which puts what is reordered in the
// order of the trace. Reorderings that keep the order of critical sections and move a
// write before one on a path that is needed at the end are M2's only.
//
// A predictor knows one execution: one initial state, and one way through each branch
// and loop. In IL no branch depends on what is read, so that more could be predicted
// by forgetting what was read; that is what package explore does.
//
// # Deviations from the papers
//
//  1. There are two threads, and locks are re-entrant: critical sections of a lock are
//     those from depth 0 to depth 0.
//  2. Everywhere all pairs of accesses are looked at, as package hb does, and not only
//     the last access of each thread.
//  3. SyncP and M2 are decided pair by pair. What their papers do to make that fast on
//     traces of millions of events is left out.
package predict
