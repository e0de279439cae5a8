// Package rdit detects races in executions with missing events: RDIT (Rajagopalan and Huang, FSE
// 2015) as published, why it is wrong on IL, and two repairs.
//
// # Traces
//
// Some methods are missing (Missing): by name, or a random share. An event is recorded if the
// method in whose frame it happens is not missing. Missing code leaves only two kinds of marks:
// calls of missing methods from recorded code, with their returns (methodBegin and methodEnd), and
// calls of recorded methods from missing code (callbacks). A call of a missing method from recorded
// code is a BarrierPair; it includes the set of objects that its arguments reach when it begins.
// Observe makes the Trace of an execution. Detectors read nothing else, except Truth.
//
// A report is a pair of recorded accesses of one cell by both threads, one of them a write, that a
// variant leaves unordered. It is false if happens-before of the complete execution orders them
// (package hb). A report that is not false need not be a race by Definition 3.6.
//
// # Variants
//
// All variants have program order and the edges from a recorded unlock() to the next recorded
// lock(). Variants lists them:
//
//   - Naive draws no other edges. It misses nothing, and also reports pairs that only missing
//     events order.
//   - Published is Algorithm 1: BarrierPairs p and q of different threads whose reaches intersect
//     touch each other, which is an edge from each element of the one (begin, end, and everything
//     recorded in between) to each later element of the other.
//   - First reads the text next to Algorithm 1 literally: it mentions only the first BarrierPair of
//     each other thread.
//   - LockInReach adds the lock, as an object, to the reach of each BarrierPair that may lock
//     (Missing.MayLock), and likewise each lock that has a name.
//   - Repaired also lets recorded code touch the lock: for a BarrierPair p that may lock there are
//     edges from each recorded unlock() to the later elements of p, and from each element of p to a
//     later recorded lock(). It also includes the BarrierPairs that are in progress when the
//     execution ends.
//   - Maximal ignores reaches: see below.
//   - AllMissing lets all BarrierPairs touch each other, and all recorded locks.
//   - Truth is happens-before of the complete execution.
//
// In the chains AllMissing, Repaired, LockInReach, Published, First, Naive and Repaired, Maximal,
// Truth, Naive, each variant orders everything that the next one orders.
//
// # As published it is wrong on IL
//
// It promises that no report is false if the addresses by which missing code synchronizes are in
// the reaches. In IL the lock is in no reach; the paper concedes this for globals. With
//
//	m(p) { lock(); unlock(); }
//	{ arg1.f := arg1; m(arg2); } || { m(arg2); x := arg1.f; }
//
// m missing, arg1 the same object and arg2 different ones, and A first, Published reports the
// accesses of arg1.f, which the lock orders. LockInReach does not. But it still ignores missing
// code that synchronizes with recorded code. With
//
//	n(p) { y := new(); p.f := y; }
//	m(p) { lock(); n(p); unlock(); }
//	{ m(arg1); } || { lock(); y := new(); arg1.f := y; unlock(); }
//
// and m missing there is only one BarrierPair, so there can be no edge. Both accesses are recorded,
// and both hold the lock; they are not a race by either definition. Third, a call that has not
// returned when the execution ends is not a BarrierPair of Algorithm 1, though its callbacks are
// recorded.
//
// # Theorem: reports of Repaired are not false
//
// For all executions and all sets of missing methods, Repaired orders all recorded accesses that
// happens-before of the complete execution orders.
//
// Proof. Let i be before j in the complete execution. In one thread this is program order.
// Otherwise one edge decides (package hb): there are an unlock() r of i's thread t to level 0 and a
// lock() a of j's thread u with i before r in program order, r before a in the execution, and a
// before j in program order. No other lock() comes between r and a.
//
// If r is missing, it happens in code that is missing, in the innermost BarrierPair p of t that is
// in progress, reached by calls of missing methods only: each call of recorded code would be a
// callback, and the next call of missing code in it a BarrierPair further inside. So p may lock.
// Let x be the last element of t before r. It is the methodBegin of p or comes after it, so that
// it belongs to p. And i is at or before x, since i is an element of the trace. If a is missing, it
// is in a BarrierPair q of u that may lock, for the same reason. Let y be the first element of u
// after a. There is one, because j is recorded. It is at or before the methodEnd of q, if that
// ever comes: no code of u is recorded before q calls back or ends. So it belongs to q. And y is at
// or before j. Now there are four cases:
//
//   - Both are recorded. Then a is the next recorded lock() after r.
//   - r is missing. There is an edge from x, an element of p, to a.
//   - a is missing. There is an edge from r to y, an element of q.
//   - Both are missing. There is an edge from x to y: p and q both may lock.
//
// In each case the edge runs forward, since x, r, a, y occur in this order, and it orders i before
// j. The reaches play no part. ∎
//
// The proof does not require that p or q have ended; it would be wrong to drop them. Elements in
// callbacks belong to all BarrierPairs around them, and those of a call of a missing method in a
// callback to its own as well. Locks are re-entrant: r and a are those that change whether the
// thread has the lock. They are of one lock, and if there are several, "may lock" means "may take
// this one" throughout. A recorded unlock() that leaves the recorded level above 0 is not r, and a
// recorded lock() that finds it above 0 is not a, because missing code is balanced (A2) and never
// lowers the level. So these need no edges, and have none. At the recorded level 0, missing code
// around may or may not have the lock; these have edges.
//
// Maximal, the exact variant, is independent by design: it follows lock levels and missing code
// through the trace by itself, without the reaches and edges of the other variants.
//
// # Theorem: Maximal is exact
//
// A completion of a trace is an execution of a program with other bodies of the missing methods,
// and perhaps more of them, that has the same trace, and in which missing code locks only in
// BarrierPairs that may lock. The detector cannot distinguish completions. Maximal reports a pair
// of accesses if and only if they are unordered in all completions. So its reports are never false,
// and no detector without false reports can report more.
//
// Between two elements of the trace there is a moment. A thread may synchronize at a moment if it
// is in missing code of a BarrierPair that may lock, as the marks show, and neither thread has the
// lock according to the recorded events. Maximal draws the edges that would exist if each thread
// executed lock(); unlock() at each moment at which it may synchronize, in both orders if both may.
//
// Whatever Maximal orders is ordered in some completion, even in a single one for all pairs: let
// missing bodies do what they did except for the lock, with a loop while * { lock(); unlock(); }
// around each statement, and let the loops iterate at these moments. No thread waits: at these
// moments the lock is free according to the recorded events, and missing code never keeps it. The
// other steps do not depend on the lock. Trace.Complete builds this execution. (If a method may
// lock only because it calls another one, its own body has loops here; think of the callee as
// inlined.)
//
// Whatever is ordered in some completion, Maximal orders. Take r and a as above. Until r, thread t
// has the lock, so by the recorded events u has not; and after r its level is 0, so its recorded
// level is 0 too. If r is missing, t is in a BarrierPair that may lock, as above. So it may
// synchronize at this moment. Likewise u at the moment of a. Hence Maximal has an edge from the
// last element of t at or before r, or a later one, to the first element of u at or after a. ∎
//
// So on IL Repaired draws too many edges: those between calls that have only objects in common, and
// some by the lock, from the middle of a callback to an event before its end, or while the other
// thread has the lock. The RDIT paper considers an edge justified if missing code can make it real
// by waiting for a value in a common object. No code of IL does that, because there are no
// conditions (A6). With conditions, an edge from x to y by a common object can be made real if x is
// the last element before missing code of p, and y the first one after missing code of q. There is
// no proof of that. Edges by the lock are implemented and tested.
//
// # Assumptions
//
// Bodies are balanced (A2). The call graph of the missing code is known, and so are the methods
// that may lock.
//
// # Deviations from the paper
//
//  1. There are lock() and unlock(), and no other synchronization.
//  2. Every call of a missing method from recorded code is a BarrierPair, also from callbacks, as
//     the stack of Algorithm 1 implies. For Repaired, edges to and from the outermost ones would
//     suffice if these may lock whenever anything inside may; they would order more.
//  3. Addresses are objects: two calls that reach one object reach its fields. Reaches are those at
//     the methodBegin. Like the paper's, they do not include objects that missing code obtains
//     later, when the other thread stores them in a cell.
//  4. Of the edges of a BarrierPair only those that program order does not imply are drawn.
//  5. The paper's "first BarrierPair" of another thread is the first one that begins later. The
//     first of the whole execution would order only the beginnings of threads.
//  6. Callbacks have marks. Only Maximal needs them.
//  7. The unit of a thread can be missing if it is a method: then it is a BarrierPair from the
//     start, with the values of the formals as arguments, and only its callbacks are recorded.
//     Thread blocks are never missing.
//  8. The approach that the paper calls naive, edges between all missing calls, also has edges to
//     and from recorded locks here (AllMissing). Without them it too has false reports.
//  9. Methods are missing; in the paper's evaluation classes are.
package rdit
