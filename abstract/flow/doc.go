// Package flow is RacerDX+ along single traces of a unit: the flow-sensitive analyses of Theorems
// 2f and 2g of docs/theory.md, where the proofs are. Like package abstract it never looks at an
// interleaving: each thread is followed alone.
//
// Input is a program whose methods do not call themselves. Output is, for each unit, its accesses
// with the name from which each is reached (Accesses), the limit that may have left some out (Cut),
// and, for each pair of units, the accesses that race (Reports).
//
// # Theorem 2f
//
// A name v.f1...fm is a path from a formal. In the initial state that the theorem chooses, it leads
// to an object z. The objects before z on the path are the thread's own, and so is one more, e, to
// which all other formals and cells lead. The other thread has a name and objects of its own; the
// two have only z in common. For the name p.f.g:
//
//	p ──> 0 ──f──> 1 ──g──> z = 2        everything else ──> e = 3
//
// Along a trace the thread has a value for each variable and for each cell of its own objects: 0,
// 1, z or e, or none if nothing is known. Copies, loads and arguments pass values on; x :=
// new() leaves x without a value; a store changes a cell. An own object that is stored into an
// object that is not the thread's own becomes public, with all that it leads to: the other thread
// may reach it, so nothing is known about its cells from then on. For example, with the name p.f.g:
//
//	command     x     y     0.f   1.g
//	x := p.f    1           1     z
//	y := x.g    1     z     1     z
//	y.h := x    1     z     1     public   an access of z with the rest .h
//	u := x.g                               u has no value
//
// What is known stays true whatever the other thread does. So an access whose path leads by z, with
// the fields r left to walk, |r| >= 1, leads by z in every interleaving. Two accesses are reported
// if both lead by z with the same r, one of them writes, and one holds no lock.
//
// # The algorithm
//
//  1. The names of a unit are followed, shortest first, beginning with its formals (flow.go). A
//     name is extended by the fields that the unit walks from its end.
//  2. To follow a name is to explore the control points of the unit with their values, a finite
//     graph, shortest paths first (follow.go). Methods are explored once for each entry. Lists of
//     values are interned (lists.go).
//  3. Of the accesses that were found at one site, lock level and rest, those with the shortest
//     path are kept.
//  4. Pairs of accesses with the same rest are reported (report.go).
//
// # Theorem 2g
//
// With Options.Rely a thread knows more (memory.go). Objects that it makes are its own until they
// are public, and their cells hold them initially. Cells of public objects, among them z and the
// object o to which its cells lead, stay known too; but a value that is read from such a cell
// relies on its field: on the other thread storing into this field of its own objects only. The
// thread in turn is charged with the fields that it stores into elsewhere. Two accesses are
// reported if neither thread stores into a field that the other relies on. The thread need not walk
// from z to the accessed object: it is enough that known cells lead there from z by the rest of the
// other access.
//
// The theorem chooses a set of fields beforehand. Here each value carries the set that it relies on
// and so stands for all choices disjoint from it, and one exploration answers for all pairs of
// units.
//
// # Several locks
//
// Both theorems speak of every interleaving of two traces. So by Lemma S, "one holds no lock" can
// be replaced by "compatible" if the program names locks: no lock is held at both accesses, and the
// histories of the traces do not cross (il.History). The history of a trace is part of what it
// stores into (sets.go): among states that know the same, only those matter whose sets and
// histories contain no other's.
//
// # Limits
//
// Everything that is left out only loses reports. Result.Cut says whether it may have.
//
//  1. In units with loops, names have at most Options.MaxFields fields, or as many as the longest
//     path of a summary of package abstract. While they might find more, they have as many as all
//     statements of the unit walk, up to maxReach (limit.go).
//  2. Options.MaxNames and Options.MaxStates bound the names and states of a unit.
//
// Under Options.Rely:
//
//  3. Cells of fields that no command reads are not followed.
//  4. After an iteration of a loop nothing is known of public objects, and what the thread has made
//     since the entry of the method counts as public.
//  5. Beyond fewStates states for a name, at most Options.MaxVariants states of a point with the
//     same objects in the variables know anything of public objects; further ones are widened like
//     those of 4. Options.MaxFresh bounds the objects that the thread has made and knows.
//  6. Names are extended with the knowledge of Theorem 2f. Names that only the knowledge of Theorem
//     2g shows, such as those that lead through an object that the unit has made, are followed too
//     in units without loops; in others a cut says so.
package flow
