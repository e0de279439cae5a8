// Package rdit detects races in executions of which events are missing: RDIT (Rajagopalan and
// Huang, FSE 2015) as published, why it is wrong on IL, and two repairs.
//
// # Traces
//
// Some methods are missing (Missing): by name, or a random share. An event is recorded if the
// method in whose frame it happens is not missing. Of missing code only two things are seen: calls
// of missing methods from recorded code, with their returns (methodBegin and methodEnd), and calls
// of recorded methods from missing code (callbacks). A call of a missing method from recorded code
// is a BarrierPair; it includes the set of objects that its arguments reach when it begins. Observe
// makes the Trace of an execution. Detectors read nothing else, except Truth.
//
// A report is a pair of recorded accesses of one cell by both threads, one of them a write, that a
// variant leaves unordered. It is false if happens-before of the complete execution orders them
// (package hb). Whether it is a race in the sense of Definition 3.6 is another question.
//
// # Variants
//
// All variants have program order and the edges from a recorded unlock() to the
// next recorded lock(). Variants lists them:
//
//   - Naive draws no other edges. It misses nothing, and also reports pairs that only missing events
//     order.
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
// Each orders what the next one orders in the chains AllMissing, Repaired,
// LockInReach, Published, First, Naive; and Repaired, Maximal, Truth, Naive.
//
// # As published it is wrong on IL
//
// It promises reports without false ones, if the addresses by which missing code synchronizes are
// in the reaches. In IL the lock is in no reach, which the paper grants for globals. With
//
//	m(p) { lock(); unlock(); }
//	{ arg1.f := arg1; m(arg2); } || { m(arg2); x := arg1.f; }
//
// m missing, arg1 the same object and arg2 different ones, and A first, Published
// reports the accesses of arg1.f, which the lock orders. LockInReach does not. But
// it still says nothing of missing code that synchronizes with recorded code. With
//
//	n(p) { y := new(); p.f := y; }
//	m(p) { lock(); n(p); unlock(); }
//	{ m(arg1); } || { lock(); y := new(); arg1.f := y; unlock(); }
//
// and m missing there is only one BarrierPair, so that there can be no edge. Both
// accesses are recorded, and both hold the lock; they are no race by either
// definition. And third, a call that has not returned when the execution ends is
// no BarrierPair of Algorithm 1, though its callbacks are recorded.
//
// # Theorem: reports of Repaired are not false
//
// For all executions and all sets of missing methods, what happens-before of the
// complete execution orders, of recorded accesses, Repaired orders.
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
// behind a. There is one, because j is recorded. It is at or before the methodEnd of q, if that
// ever comes: no code of u is recorded before q calls back or ends. So it belongs to q. And y is at
// or before j. Now there are four cases:
//
//   - Both are recorded. Then a is the next recorded lock() behind r.
//   - r is missing. There is an edge from x, an element of p, to a.
//   - a is missing. There is an edge from r to y, an element of q.
//   - Both are missing. There is an edge from x to y: p and q both may lock.
//
// In each case the edge runs forward, since x, r, a, y come in this order, and it
// orders i before j. The reaches play no part. ∎
//
// None of this asks that p or q have ended; it would be wrong to drop them. Elements in callbacks
// belong to all BarrierPairs around them, and those of a call of a missing method in a callback to
// its own as well. Locks are re-entrant: r and a are those that change whether the thread has the
// lock. They are of one lock, and if there are several, "may lock" is "may take this one"
// throughout. Where a recorded unlock() leaves the recorded level above 0 it is not r, and where a
// recorded lock() finds it above 0 it is not a, because missing code is balanced (A2) and never
// lowers the level. So these need no edges, and have none. At the recorded level 0, missing code
// around may have the lock or not; these have edges.
//
// Maximal, the exact variant, is independent by design: it follows lock levels
// and missing code through the trace by itself, and shares neither reaches nor
// edges with the variants that it is held against.
//
// # Theorem: Maximal reports what is to be reported
//
// A completion of a trace is an execution of a program with other bodies of the missing methods,
// and perhaps more of them, that makes the same trace, and in which missing code locks only in
// BarrierPairs that may lock. The detector cannot tell completions apart. Maximal reports a pair of
// accesses if and only if they are unordered in all completions. So its reports are never false,
// and no detector without false reports can say more.
//
// Between two elements of the trace there is a moment. Say that a thread may synchronize at a
// moment if it is in missing code of a BarrierPair that may lock, which the marks tell, and neither
// thread has the lock by what is recorded. Maximal draws the edges that would be there if each
// thread executed lock(); unlock() at each moment at which it may synchronize, and both orders
// where both may.
//
// What Maximal orders is ordered in some completion, and even in one for all pairs: let missing
// bodies do what they did but for the lock, with a loop while * { lock(); unlock(); } around each
// statement, and let the loops go round at these moments. Nobody waits: nobody has the lock then by
// what is recorded, and what is not recorded never keeps it. The other steps do not depend on the
// lock. Trace.Complete builds this execution. (Where a method may lock only because it calls
// another one, its own body has loops here; think of the callee as copied into it.)
//
// What is ordered in some completion Maximal orders. Take r and a as above. Until r, thread t has
// the lock, so that by what is recorded u has not; and behind r its level is 0, so that what is
// recorded of it is 0 too. If r is missing, t is in a BarrierPair that may lock, as above. So it
// may synchronize at this moment. Likewise u at the moment of a. Hence Maximal has an edge from the
// last element of t at or before r, or a later one, to the first of u at or behind a. ∎
//
// So on IL the edges of Repaired between calls that have only objects in common are too many, and
// some by the lock as well: from the middle of a callback to something that happens before its end,
// and while somebody else has the lock. The RDIT paper takes an edge for justified if missing code
// can make it real by waiting for a value in a common object. No code of IL does that, because
// there are no conditions (A6). With conditions, an edge from x to y by a common object can be made
// real where x is the last element before missing code of p, and y the first one behind missing
// code of q. That is argued only. Edges by the lock are built, and tested.
//
// # Assumptions
//
// Bodies are balanced (A2). Which methods may lock is known from the call graph of
// the missing code.
//
// # Deviations from the paper
//
//  1. There are lock() and unlock(), and no other synchronization.
//  2. Every call of a missing method from recorded code is a BarrierPair, those
//     from callbacks too: that is what the stack of Algorithm 1 makes of them.
//     Edges to and from the outermost ones alone would do for Repaired if these
//     were asked whether anything inside may lock; they would order more.
//  3. Addresses are objects: two calls that reach one object reach its fields. Reaches are those at
//     the methodBegin. What missing code gets hold of later, because the other thread stores it
//     somewhere, is not in them, nor is it in the paper.
//  4. Of the edges of a BarrierPair only those that program order does not imply are drawn.
//  5. The paper's "first BarrierPair" of another thread is read as the first one
//     that begins later. Read as the first of the whole execution, it would tie
//     only the beginnings of threads together.
//  6. Callbacks have marks. Only Maximal needs them.
//  7. The unit of a thread can be missing where it is a method: then it is a
//     BarrierPair from the start on, with what the formals hold as arguments, and
//     only its callbacks are recorded. Thread blocks are never missing.
//  8. The approach that the paper calls naive, edges between all missing calls, has edges to and
//     from recorded locks here (AllMissing). Without them it has false reports too.
//  9. Methods go missing, where the paper's evaluation has classes.
package rdit
