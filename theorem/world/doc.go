// Package world decides races in worlds where an assumption of the paper does
// not hold, or where one of its printed definitions is read literally. RacerDX
// reports a pair of accesses; if no interleaving from any initial state races
// there in such a world, the report is false there: the assumption is needed,
// or the reading is not what the authors meant.
//
// A World is a set of switches; the zero World is the paper's, as docs/paper.md
// settles it. Races gives the pairs of sites that race, and CanRace answers for
// one pair, with a sentence that says why there is no race. The package
// transcribes Figures 5 and 6 and Definition 3.6 once more, with the switches in
// the rules they concern (step.go, race.go), for programs of a handful of
// statements: it is written to be read, and it is exact where the paper's
// assumptions A2 (balanced locks), A3 (assignment before use) and A5 (no
// recursion) are violated too.
//
// That it repeats the semantics is on purpose: it is the oracle for worlds that
// package semantics does not have, and is held against that package in the world
// that both have. They share syntax, flow graphs and the names of threads, and no
// rule.
//
// The parts, bottom up:
//
//   - world.go: the switches, and the table of their names; rules.go: the rules in
//     which worlds differ, as values, of which a switch replaces what it is about.
//   - code.go, future.go, control.go: units as flow graphs (of package il/flow), the
//     effects that may follow at a point, and where a thread stands with all open
//     calls.
//   - state.go: configurations, and when two are the same.
//   - step.go, race.go: the other rules.
//   - search.go: all that can happen, from all initial states at once.
//   - explain.go: verdicts, and the sentences.
//
// # All initial states
//
// An initial state is never chosen as a whole. A formal of the two units, or a
// cell of an object that was there at the start, is open until it is read; then
// the search branches over all initial objects known so far and a new one, of
// which nothing is known. Objects made by new() are no candidates: the initial
// heap cannot point at them. A place that is written first needs no value.
//
// # What is left out, and why nothing is lost
//
//   - States are looked at once up to the names of objects and to objects that
//     nothing reaches. An initial object that nothing reaches is kept while
//     something is known of it: an open place may still turn out to hold it.
//   - A variable that is not read again before it is written has no value, and
//     what is read into it need not be known.
//   - Where a thread stands before a command that touches nothing shared (x := y,
//     x := new(), pop(), push() of variables, unlock() at a level above 0), only that thread
//     moves. On the way to any race the command has to be executed, and it can as well
//     come first.
//   - A thread with no access ahead, and no lock to give back, stays where it is:
//     whatever it does can only hinder the other one.
//   - A call that can never return, on any path, leaves nothing of the stack
//     below it; a call that is the last thing a method does leaves nothing of
//     that method's frame. So recursion that never returns, and recursion in
//     last place, is decided exactly. Other recursion is followed to a depth.
//
// The answer is Bounded, never NoRace, where a limit left anything out.
//
// Deviations from the paper, in the zero World too:
//
//  1. Those of package semantics (G1 to G17). As there, x := y, π := x and
//     push(x) of a variable without a value copy nil, and a path through nil
//     has no address.
//  2. What a thread does before it gets stuck has happened. In Figure 5 a
//     program that gets stuck has no trace, so that nothing of it would race.
//  3. Where a method is called whose name or arity does not fit, the package
//     panics: no assumption is about that.
package world
