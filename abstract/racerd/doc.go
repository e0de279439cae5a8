// Package racerd is the RacerD analysis of "RacerD: Compositional Static Race Detection" (OOPSLA
// 2018) on IL: lock counts, concurrent threads, ownership and access snapshots (Figure 4 there),
// summaries applied at calls (Figure 5), and the reporting rule of Section 5.1. Like package
// abstract, which is RacerDX, it never looks at a state, a heap or an interleaving. Files have the
// names of that package, so that the two can be compared: where RacerDX requires a path to be
// stable, RacerD requires its object not to be owned.
//
// Expressions, accesses, substitution and the lock condition are those of package abstract.
// Commands are those of Figure 4 of the POPL paper: lowering makes two of π := π' and π := new().
//
// Theorem 3 (RacerDX ⊆ RacerD). Every pair of accesses that RacerDX reports is reported here, with
// the same positions, kinds, paths and lock levels, if
//
//	I1  paths match at least as coarsely as in RacerDX: modulo their roots,
//	I2  lock levels are counted as in RacerDX, the condition is no stronger,
//	    and no level is widened that did not change,
//	I3  the ownership of an access is looked up on proper prefixes of its path,
//	    and what is owned on a condition only counts as not owned in a report,
//	I4  formal i starts as OwnedIf({i}), or as Unowned,
//	I5  the composition C1 || C2 is sufficient evidence of concurrency,
//	I6  no access of a formal's path, and no report, is dropped for other reasons.
//
// Proof. RacerDX reports an access with path π = x.f1...fk of a unit if no proper prefix of π is
// touched in it. So no proper prefix is ever assigned, neither in the unit nor, under the names
// that they have there, in the methods through which the access is reached. Hence E never has an
// entry for one, except for the root: OwnedIf({x}), or Unowned (I4). A lookup for the access, which
// is on a proper prefix (I3), finds this or nothing. An actual through which the access is reached
// is a proper prefix of π too, and a callee's condition on its formal becomes the condition on x
// again, or Unowned. So the snapshot is never Owned, and joins keep it so. The other premises are
// those of RacerDX, by I1, I2, I5 and I6. Each condition is a switch (Switches), and without it
// there are programs for which the theorem is false; the tests list them.
//
// Deviations from the OOPSLA paper, and where it leaves something open:
//
//  1. Reports need paths with the same fields after roots that may differ (modulo root): IL has
//     one class, and parameters of one type may be aliases (POPL, Section 2.1). Section 5.1 prints
//     π1 = π2; Options.EqualPaths.
//  2. Figure 5(C) looks an expression up exactly. That contradicts the invariant of Section 5.2.3,
//     by which the suffixes of an owned path are owned. Here the value of an expression is that of
//     its longest prefix which is not Unowned ("deep ownership"), and an access to π.f is recorded
//     with the value of π: the object that is accessed, not the one that is found there.
//     Options.Lookup has the other readings.
//  3. "Widening any two abstract values produces ⊤" would lose every level after a loop. A level
//     becomes ⊤ if the loop's body has changed it, which a balanced body never does;
//     Options.AlwaysWiden is the printed rule.
//  4. The join of ownership environments is not defined. It is the pointwise join of what the two
//     sides say of every expression.
//  5. The paper does not say what reassigning x does to entries for x.f. An assignment to e drops
//     the entries of all extensions of e: they spoke of another object's fields. Options.KeepStale
//     keeps them. Theorem 3 holds either way, because a path with a reassigned prefix is not
//     stable; what changes is which false reports are avoided and which races are lost. An entry
//     also gets stale when a cell is assigned through an alias, or by a callee; there is no alias
//     analysis, and a callee's environment is discarded (Figure 5(E): IL has no return values).
//  6. A is a map from <site, kind, path, lock, thread> to the join of the ownership of all
//     snapshots that agree in these, instead of a set. That makes no difference to reports: a join
//     is Owned if and only if all its members are, and instantiation at a call distributes over
//     joins.
//  7. Snapshots that are Owned can never be reported. They are kept to explain why a pair is left
//     out.
//  8. A path whose root is a local is recorded in its unit, for display, but not in callers, where
//     the local does not exist; Figure 5(F) records it there unchanged. Reports need both paths
//     rooted at formals: another thread cannot use the local of this one as a name.
//  9. Of the threads domain, IL has NoThread and AnyThread. There is no main thread. By default the
//     composition is the evidence, like the annotation @ThreadSafe; Options.Evidence has lock usage
//     alone.
//  10. Section 5.2.4 also takes snapshots of all prefixes of a used path and of the arguments of
//     calls. These are not accesses in the sense of Definition 3.6 of the POPL paper;
//     Options.PrefixReads.
//  11. Section 5.2.5 visits a recursive method twice. Here the summaries of a recursive program are
//     a fixed point, as in package abstract, or there is an error if they grow forever.
//  12. Deduplication is on demand (Options.Dedup), and symmetric: the paper's has a side that it
//     reports on.
//
// Left out, because IL has nothing of the kind: globals, constructors, containers, volatile fields,
// return values and annotations.
package racerd
