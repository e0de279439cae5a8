// Package compact computes the summaries and reports of Figure 7 without
// writing their sets down.
//
// The set form of package abstract can be exponential: a chain of methods, each
// calling the next with x.f and with x.g, has 2^n paths. Here the expressions
// of W and the paths of A that start at one formal form a trie over fields,
// and equal subtries are one node (hash-consing), so that applying a summary is
// grafting: the trie of a callee's formal is hung, unchanged and shared, under
// the path of the actual. A node also says whether the expression that ends
// there is wobbly (in the modes Plus and CommonSuffix, also whether it is written), and which accesses
// its path has: for each lock level a set of sites, itself a shared Patricia
// tree.
//
// Figure 7 is affine in what is known of callees. So units are outlined first, by
// several goroutines: what their own statements touch and access, and whose
// summaries are hung where (builder.go). These are then added in call order, by
// one goroutine, so that the store needs no lock and is the same however many
// there are.
//
// Questions are answered on the shared form: whether there is a race, how many
// there are, and which have the shortest paths; reports are listed lazily.
// Counting memoises over the product of the tries of all units, determinised:
// programs exist for which every deterministic form is exponential (counting
// the words of an acyclic nondeterministic automaton is #P-complete, and every
// such automaton is a call graph), so no method avoids that; chains of calls
// with a few fields, the case at hand, stay linear.
//
// All modes of the analysis but one are answered by this product: what the touched
// prefixes of a word ask of the accesses there is a number, the word's need
// (needs.go), of which the unstable paths of Figure 7 are the simplest case. Mode
// CommonSuffix, which reports most, does without the product, and takes polynomial time in
// the size of the tries: the needs and the own fields of two accesses decide, and
// not how they are reached (suffix.go).
//
// Assumptions: a program without recursion (il/check). No deviations of its
// own; literal readings, programs with a clause switched off and recursive ones
// are answered by the set form only.
package compact
