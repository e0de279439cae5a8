// Package dpor is a stateless engine with optimal dynamic partial-order reduction: from a given
// initial state it executes exactly one execution of each Mazurkiewicz class, keeps only the
// current one, and finds every race of Definition 3.6 that any interleaving of Figure 6 shows.
// Explore does this; Classes counts the classes by a different method, as a check.
//
// The algorithm is Optimal-DPOR by Abdulla, Aronis, Jonsson and Sagonas (Optimal dynamic partial
// order reduction, POPL 2014; Source sets, JACM 2017), for two threads. Sleep sets are Godefroid's.
//
//   - point.go, stepper.go: package machine, one step at a time
//   - execution.go: the current execution, happens-before, wakeup trees
//   - explore.go: Explore, and Definition 3.6
//   - classes.go: Classes
//
// # Executions and classes
//
// A thread is before a command; choices (if and while) are resolved together with the step before
// them and are not steps. An execution is a sequence of steps, each a thread and a command, after
// which no step is possible: both threads have ended, which is what explore.Interleavings counts,
// or they deadlock. A legal program has no other maximal sequences: locks are balanced in every
// block (A2), so a thread that holds a lock releases it unless it waits for another one, and
// nothing else blocks a thread. With one lock no execution deadlocks.
//
// Two steps depend on each other if they belong to the same thread, if one writes a cell that the
// other reads or writes, or if both are lock() or unlock() of the same lock. A step reads the cells
// on the way to the one that it accesses, and a push those of its arguments. An object is named by
// its thread and how many that thread had made, so new() depends on nothing. Two neighbouring
// independent steps of different threads can be exchanged: both orders can be executed, touch the
// same cells, and lead to one state. A class is everything that can be obtained from an execution
// by such exchanges. Happens-before is the partial order that all executions of a class have in
// common: the transitive closure of the order of dependent steps. Executions with different choices
// are in different classes if they differ in a command, or in the lock() at which a thread waits
// when they end.
//
// An execution is canonical if no step of B is directly followed by a step of A that is independent
// of it. (Canonical executions are the lexicographic normal forms of Anisimov and Knuth, with A
// before B. In general these must not contain a factor b u a with a < b and a independent of b u;
// with two threads u consists of steps of B only, and the last letter of b u decides.) So each
// class has exactly one canonical execution.
//
// If b and a cannot be exchanged because a is a lock() that b's unlock() admits, that is also a
// dependence. If a thread takes one lock again, only the outermost steps matter: inner ones are
// between them, and the other thread's steps of this lock are not.
//
// # Classes
//
// Classes counts canonical executions. Whether a step of A may follow a step of B depends on these
// two steps only. So the number of continuations of a state depends on the state and on one bit: is
// A's next command independent of B's last one? Then A sleeps. States are merged as in package
// explore, so the cost is that of a search with states, not that of the executions.
//
// # Explore
//
// Explore executes the canonical executions depth first, in lexicographic order. At a state in
// which A is awake and enabled, A goes first. What then remains are the executions that continue
// with B while A's next command a sleeps, up to the first step b of B that depends on a; after b, A
// is awake. A run of B without such a b leads to no canonical execution: with sleep sets alone it
// would be begun and abandoned. To know which runs have one, the engine collects them in the wakeup
// tree of the state. All of them are runs of B alone, none is a proper prefix of another (each ends
// with the first step that depends on a), and they part where B chooses differently. So the general
// tree of sequences of steps is here a tree of B's choices.
//
// The tree is filled while the executions that begin with a are explored. When B executes a step b,
// let a be the last step of A that b depends on, if it does not already happen before an earlier
// step of B (the clock of a state says which do). Then a and b are a reversible race: B's steps
// between them do not happen after a, and with b after them form a run from the state before a. If
// b is a lock(), then what it depends on is the unlock() that it waited for; the state to go back
// to is that before the outermost lock() of this section, provided that nothing that B did since
// happens after that. In a deadlock, the lock() at which B waits has not been executed, and has the
// same race with the section that A is in. The other direction, a step of A that depends on an
// earlier one of B, needs nothing: A was first where it could be.
//
// If A waits for a lock, B continues unconditionally until it releases the lock, which wakes A, or
// waits too, which is a deadlock. If A has ended, B continues to its end.
//
// Claim: the executions explored are the canonical ones, each once, and none is given up.
//
// Only canonical ones, each once: A steps only where it is awake, that is, after a step of A, at
// the beginning, or after a step of B that it depends on (where A waits for a lock, such a step is
// its unlock()). Different branches of the search differ in a step. None given up: in the tree
// every run ends with a step that wakes A. Where A is awake the search can continue to the end or
// to a deadlock, because otherwise one of the threads is enabled.
//
// All of them, by induction on the number of steps to come: let A be awake in state s, and w a
// canonical continuation. If w begins with A's next command a, or a is not enabled, this is the
// induction hypothesis for the next state. Otherwise w = v b w', where v b is a run of B that ends
// with the first step that depends on a. There is one: if a is in w, the step of B directly before
// it; if not, a is a lock() at which A waits when w ends in a deadlock, and B has taken the lock in
// w. From s, a and then v can be executed, and then b. Or a and b are lock() of one lock; then A
// can continue up to its unlock(), and then B with b, or A comes to wait for another lock that B
// has taken in v, which is a deadlock, because B waits at b. By the hypothesis some execution of
// the class of this one, continued in any way, is explored from s. In it B takes the steps v, and
// then b or waits at b; no step of v happens after a; the last step of A that b depends on is a, or
// one of the section that a begins, because all executions of the class have the same
// happens-before. So v b is in the tree of s when the search comes back to s. The search then goes
// along v b, and the induction hypothesis holds for the state after it. Loops are bounded and calls
// are not recursive, so executions are finite.
//
// # Races
//
// Explore checks every state that it reaches for a race, so it finds nothing unreachable. It finds
// every racing pair of every interleaving: let u lead to a state k in which A is before a and B
// before b, accesses of one cell, one of them a store. Neither touches a lock, so both orders can
// be executed. Continue u b a to an execution, and take the canonical execution c of its class. In
// a canonical execution a step of B happens before the next step of A after it, if there is one:
// the last step of B before it does, by definition, and the others precede that one in their
// thread. In c, the next step of A after b is a: it is none of u, because these come before b in u
// b a, and a depends on b. Every step of B before a in c happens before a, so it is in u b. And A's
// steps before a are in u. So a in c directly follows b, and the steps before b are those of u, in
// an equivalent order: they lead to k, which the search reaches. The proof needs only that a and b
// depend on each other, so the answer does not depend on which execution represents a class. That
// matters, because the address of an access may change when the other one is executed first.
//
// # Cost
//
// Memory is one execution and the wakeup trees along it. Looking for the race of a step of B
// examines at most the steps of A since the clock; recording it takes B's steps since. So time is
// at most quadratic in the length of an execution, times the number of classes; steps that
// executions share are executed once.
//
// # Deviations and limits
//
//  1. One initial state, not all. In a lazy search the reader of an open address chooses among the
//     objects that both threads have discovered so far, so that the same choice has another form in
//     another order, and a class would be one for each initial heap. Races from all initial states
//     are explore.Search's.
//  2. Loops need a bound on iterations; without one there are infinitely many classes. With a
//     bound, a result is marked as cut (explore.CutUnroll).
//  3. Dependence is about cells, not values: two stores of one value to one cell depend on each
//     other.
//  4. Steps of Figure 6 that change nothing that threads share (copies, new(), pops) are steps, as
//     they are in explore.Interleavings. They are independent of everything and so never make
//     another class.
//  5. Blocked executions are counted although there are none: the counter checks that the algorithm
//     is optimal.
//  6. A program that package check rejects can make a thread wait forever. The claims above do not
//     cover it; if such a state is met, the error is errStuck.
package dpor
