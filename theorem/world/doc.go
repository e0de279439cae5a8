// Package world decides races in worlds where an assumption of the paper is dropped, or where
// one of its printed definitions is read literally. If RacerDX reports a pair of accesses that
// no interleaving from any initial state makes race in such a world, the report is false there:
// the assumption is needed, or the literal reading is not what the authors meant.
//
// # Input and output
//
// A World is a set of switches; the zero World is the paper's, as docs/theory.md settles it.
// CanRace takes a world, a pair of units that run in parallel (thread A and thread B) and one
// access of each. It answers Races, NoRace or Bounded, with a sentence that explains the answer.
// NoRace is exact. If a limit cut anything off and no race was found, the answer is Bounded.
//
// The package transcribes Figures 5 and 6 and Definition 3.6 independently of package semantics,
// because it is the oracle for worlds that semantics does not have; tests compare the two in the
// world they share. It is meant for programs of a few statements, and is exact also for programs
// that violate A2 (balanced locks), A3 (assignment before use) or A5 (no recursion).
//
// # The algorithm
//
//  1. World.rules (rules.go) turns the switches into a value of type rules: Figure 5, Figure 6
//     and Definition 3.6 as functions, of which each switch replaces those it is about.
//  2. machine.compile (code.go) translates both units, and the methods they call, into flow
//     graphs with numbered variables and fields. A data-flow fixpoint (control.go) computes for
//     every point which effects may still follow: an access, an unlock, the end of the unit.
//  3. search.run (search.go) explores configurations (state.go) breadth first. For each one it
//     records which access each thread is about to perform, and asks the rules whether the two
//     race; then it executes one command of one thread (step.go) in every possible way.
//  4. CanRace (explain.go) reads the verdict off what the search recorded. To explain that there
//     is no race it looks in this order: an access is never reached, both only read, a thread is
//     stuck at its access, the two are never pending together, or never address the same cell.
//
// # All initial states at once
//
// The initial state is never chosen as a whole. A parameter of the two units, or a cell of an
// object of the initial heap, starts out open. When it is read, the search branches over every
// initial object known so far, and one new object whose own cells are open. Objects made by
// new() are not candidates, because the initial heap cannot point at them. A place that is
// written before it is read never gets an initial value. For
//
//	A: { y := arg1.f; y.g := y; } || B: { z := arg1.f; z.g := z; }
//
// thread A reads its arg1 and branches once (a new object o1), then o1.f, and branches twice;
// thread B reads its own arg1, and may choose o1 or another object:
//
//	A.arg1 ?  B.arg1 ?                    initially nothing is known
//	   └─ A.arg1 = o1                     A evaluates arg1
//	        ├─ o1.f = o1                  A evaluates arg1.f
//	        └─ o1.f = o2
//	             ├─ B.arg1 = o1           B loads o1.f = o2: y.g and z.g are the same cell, a race
//	             ├─ B.arg1 = o2
//	             └─ B.arg1 = o3
//
// # Reductions, and why they lose nothing
//
//   - Two states are equal if they differ only in the names of objects and in objects that are
//     unreachable. An unreachable initial object is kept while one of its cells is known,
//     because an open place may still turn out to hold it.
//   - A variable that is dead (written before it is read again) has no value, and a value read
//     into it need not be chosen.
//   - If the next command of a thread touches nothing shared (x := y, x := new(), pop(), push()
//     of variables, unlock() at a level above 0), only that thread moves: every path to a race
//     has to execute the command, and may as well do so first.
//   - A thread that can no longer access the heap or release the lock is parked: its
//     steps could only hinder the other thread.
//   - A call that cannot return on any path discards the stack below it, and a call that is the
//     last command of a method discards that method's frame. So recursion that never returns and
//     tail recursion are decided exactly. Other recursion is followed to a limited depth.
//
// The cost is the number of states, which is exponential in the number of commands and of
// initial objects; Limits bounds it.
//
// # Deviations from the paper, in the zero World too
//
//  1. Those of package semantics (G1 to G17 in docs/theory.md). As there, x := y, π := x and
//     push(x) copy nil from a variable without a value, and a path through nil has no address.
//  2. The steps of a thread before it gets stuck have happened. In Figure 5 a program that gets
//     stuck has no trace, so nothing in it would race.
//  3. The package panics on a call whose method or arity does not fit; no assumption concerns
//     such programs.
package world
