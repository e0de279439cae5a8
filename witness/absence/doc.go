// Package absence has certificates that two accesses of a program C1 || C2 never race, the checker
// that accepts them, and the search that finds them. Like the checker of witnesses it shares only
// package il with the rest.
//
// # What is certified
//
// The accesses are p of thread A and q of thread B. A certificate is a thread-modular invariant of
// both units: what each thread knows of variables and of its own objects, at each point, given what
// the other one stores into cells that both can reach. If the objects that are accessed at p and at
// q have no name in common, or both accesses are always under a common lock, they do not race.
//
// # Names
//
// A value is a set of names of the objects that it may be:
//
//	initial     any object of the initial state
//	private s   made by this thread at the new() s, and reachable only from its variables and
//	            from private objects
//	public t s  made by thread t at s, and stored where the other thread can find it
//
// An object changes its name once, when it is published, together with all private objects that it
// leads to. All private objects of one site are then renamed together.
//
// # The walk
//
// Both the checker and the search walk through a unit once, in the order of its text (walk.go). A
// state has the names of each variable and of each cell of private objects; what this thread has
// stored into the cells of other objects so far; and facts, which say where paths lead: after
// a.f := x, the path a.f leads to x or to what the other thread stores in such a cell, and no
// longer to an initial object. A method is walked once for each state in which it is entered.
//
// After x := y.f the facts of longer paths y.f.g are known as x.g too; after x := y those of y.g. A
// parameter has them of its argument in the same way (beyond, in facts.go). After a call, the
// caller has the facts about its arguments with which the method ended. If the method assigns a
// parameter p, these are the facts about the variable p@entry, which keeps the value of p at the
// beginning.
//
// Where two branches meet, or a loop begins again, a fact of one side is kept if the other side
// knows enough of the cells on that path: after
//
//	arg1.f := n; if * { arg1 := n; }
//
// the path arg1.f leads to n, since the cells of a new object hold that object. The other thread
// must write no cell on the path but the last: it might put an object there that this thread has
// yet to publish, and of whose cells nothing is known.
//
// A cell of an object that is not private holds what this thread has stored there so far, or what
// the other one stores. Only the stores that the other thread can make before its own access count,
// because in a race both threads are still before their accesses.
//
// # The certificate
//
// It has, for each thread, the stores of the other one on which the thread relies, and a state for
// each loop that the walk meets, in this order. The checker walks both units. At a loop it verifies
// that the certificate's state covers the state before the loop and the state after the body. At
// the end it verifies that the stores before p and before q are among those relied on. The time is
// linear in the certificate and in the number of states in which methods are entered.
//
// # An example
//
//	{ n := new(); n.g := n; arg1.f := n; } || { x := arg1.f; x.g := x; }
//
// The first thread accesses n.g while n is private. The second one accesses an object that is
// initial or public. The two sets have no name in common, so the accesses to g never race, although
// happens-before does not order them.
//
// # Why it is true
//
// By induction over an execution that ends in a race, with the stores of both threads so far: each
// thread's state describes what its variables hold, the stores of each are among those that the
// other one relies on, and no cell of an object that is not private holds a private one. So an
// object that both threads can access has the same name for both. For a checker with the same rules
// this is proved in Coq (proof/Certificate.v), and tests compare the two.
package absence
