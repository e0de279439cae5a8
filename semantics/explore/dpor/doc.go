// Package dpor is a stateless engine with optimal dynamic partial-order reduction: from a given
// initial state it executes exactly one execution of each Mazurkiewicz class, keeps nothing but the
// execution at hand, and finds every race of Definition 3.6 that any interleaving of Figure 6
// shows. Explore does this; Classes counts the classes in another way, to compare with it.
//
// The algorithm is Optimal-DPOR by Abdulla, Aronis, Jonsson and Sagonas (Optimal dynamic partial
// order reduction, POPL 2014; Source sets, JACM 2017), made simpler by there being two threads.
// Sleep sets are Godefroid's.
//
//   - point.go, stepper.go: package machine, one step at a time
//   - execution.go: the execution at hand, happens-before, wakeup trees
//   - explore.go: Explore, and Definition 3.6
//   - classes.go: Classes
//
// # Executions and classes
//
// A thread is before a command; choices (if and while) are resolved together with the step
// before them and are no steps. An execution is a sequence of steps, each a thread and a command,
// after which no step is left: both threads have ended, which is what explore.Interleavings counts,
// or they deadlock. A legal program has no other maximal sequences: locks are balanced in every
// block (A2), so a thread that holds a lock gives it back unless it waits for another one, and
// nothing else keeps a thread from going on. With one lock no execution deadlocks.
//
// Two steps depend on each other if they are of one thread, if one writes a cell that the other
// reads or writes, or if both are lock() or unlock() of the same lock. A step reads the cells on
// the way to the one that it accesses, and a push those of its arguments. An object is named by its
// thread and how many that thread had made, so new() depends on nothing. Two neighbouring steps of
// different threads that do not depend on each other can be exchanged: both orders can be executed,
// they touch the same cells, and lead to one state. A class is what can be got from an execution by
// such exchanges. Happens-before is the partial order that all executions of a class have in
// common: the transitive closure of the order of dependent steps. Executions with different choices
// are of different classes if they differ in a command, or in the lock() at which a thread waits
// when they end.
//
// Let us call an execution canonical if in it no step of B is directly followed by a step of A that
// is independent of it. (Canonical executions are the lexicographic normal forms of Anisimov and
// Knuth, with A before B. In general these must not hold a factor b u a with a < b and a
// independent of b u; with two threads u is of B only, and the last letter of b u decides.) So each
// class has exactly one canonical execution.
//
// That b and a cannot be exchanged because a is a lock() that b's unlock() admits is a dependence
// as well. Where a thread takes one lock again, only the outermost steps matter: inner ones come
// between them, and the other thread's steps of this lock do not.
//
// # Classes
//
// Classes counts canonical executions. Whether a step of A may follow a step of B depends on these
// two steps only. So the number of ways to go on from a state depends on the state and on one bit:
// is A's next command independent of B's last one? Then A sleeps. States are merged as in package
// explore, so the cost is that of a search with states, not that of the executions.
//
// # Explore
//
// Explore executes the canonical executions depth first, in lexicographic order. At a state in
// which A is awake and enabled, A goes first. What then remains are the executions that go on with
// B while A's next command a sleeps, up to the first step b of B that depends on a; after b, A is
// awake. A run of B that does not come to such a b leads to no canonical execution: with sleep sets
// alone it would be begun and given up. To know the runs that do, the engine collects them in the
// wakeup tree of the state. They all are runs of B alone, of which none is a proper prefix of
// another (each ends with the first step that depends on a), and they part where B chooses
// differently: so the tree of sequences of steps in general is a tree of B's choices here.
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
// Where A waits for a lock, B goes on unconditionally, until it gives that back, which wakes A, or
// waits too, which is a deadlock. Where A has ended, B goes on to its end.
//
// Claim: the executions explored are the canonical ones, each once, and none is given up.
//
// Only canonical ones, each once: A steps only where it is awake, that is, after a step of A, at
// the beginning, or after a step of B that it depends on (where A waits for a lock, such a step
// is its unlock()). Different branches of the search differ in a step. None given up: in the tree
// every run ends with a step that wakes A. Where A is awake the search can go on to the end or to a
// deadlock, since otherwise one of the threads is enabled.
//
// All of them, by induction on the number of steps to come: let A be awake in state s, and w a
// canonical way to go on. If w begins with A's next command a, or a is not enabled, this is the
// induction hypothesis for the next state. Otherwise w = v b w', where v b is a run of B that ends
// with the first step that depends on a. There is one: if a is in w, the step of B directly before
// it; if not, a is a lock() at which A waits when w ends in a deadlock, and B has taken the lock in
// w. From s, a and then v can be executed, and then b. Or a and b are lock() of one lock; then A
// can go on up to its unlock(), and then B with b, or A comes to wait for another lock that B has
// taken in v, which is a deadlock, since B waits at b. By the hypothesis some execution of the
// class of this one, continued in any way, is explored from s. In it B takes the steps v, and then
// b or waits at b; no step of v happens after a; the last step of A that b depends on is a, or one
// of the section that a begins, because all executions of the class have the same happens-before.
// So v b is in the tree of s when the search comes back to s. The search then goes along v b, and
// the induction hypothesis holds for the state after it. Loops are bounded and calls are not
// recursive, so executions are finite.
//
// # Races
//
// Explore looks at every state that it comes to: does it race? That finds nothing that is not
// reachable. It finds every racing pair of every interleaving: let u lead to a state k in which A
// stands before a and B before b, accesses of one cell, one of them a store. Neither touches a
// lock, so both orders can be executed. Continue u b a to an execution, and take the canonical one
// c of its class. In a canonical execution a step of B happens before the next step of A after it,
// if there is one: the last step of B on the way there does, by definition, and the others come
// before that one in their thread. In c, the next step of A after b is a: it is none of u, as
// these come before b in u b a, and a depends on b. Every step of B before a in c happens before a,
// so it is of u b. And what A does before a is of u. So a in c follows directly on b, and what
// precedes b are the steps of u, in an equivalent order: they lead to k, which the search comes to.
// The proof asks for no more than that a and b depend on each other, so the answer does not hang on
// which execution represents a class. That matters, because the address of an access may change
// when the other one is executed first.
//
// # Cost
//
// Memory is one execution and the wakeup trees along it. Looking for the race of a step of B takes
// the steps of A since the clock, at most; noting it takes B's steps since. So time is at most
// quadratic in the length of an execution, times the number of classes; steps that executions share
// are executed once.
//
// # Deviations and what is left out
//
//  1. One initial state, not all. In a lazy search the reader of an open address chooses among the
//     objects that both threads have discovered so far, so that the same choice has another form in
//     another order, and a class would be one for each initial heap. Races from all initial states
//     are explore.Search's.
//  2. Loops need a bound on rounds; without one there are infinitely many classes. With a bound, a
//     result is marked as cut (explore.CutUnroll).
//  3. Dependence is about cells, not values: two stores of one value to one cell depend on each
//     other.
//  4. Steps of Figure 6 that change nothing that threads share (copies, new(), pops) are steps, as
//     they are in explore.Interleavings. They are independent of everything and so never make
//     another class.
//  5. A blocked execution is still counted, although there is none: the counter is the check that
//     the algorithm is optimal.
//  6. A program that package check does not accept can leave a thread waiting forever. The claims
//     above do not cover it; the answer is errStuck where such a state is met.
package dpor
