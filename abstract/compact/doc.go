// Package compact computes the summaries and reports of Figure 7 without writing their sets down,
// which can be exponential: a chain of n methods, each calling the next with x.f and with x.g, has
// 2^n paths.
//
// Input is a program without recursion and a mode of the analysis that has a shared form (forms);
// Run answers other programs and modes as sets, by package abstract. Output are the summaries and
// reports of package abstract: exact counts, and the first elements by length of path.
//
// # Summaries
//
// The expressions of W and the paths of A that start at one formal are a trie over fields. Equal
// subtries are one node (hash-consing), so applying a summary is grafting: the trie of a callee's
// formal is hung, shared, at the path of the argument. A node also has its touch, whether the
// expression that ends there is in W (wobbly) and in Wr (written), and its accesses: for each lock
// level a set of sites, a shared Patricia tree (siteset.go).
//
//	private n(b) { b.g := b; }         b ──> ● ──g──> ◉
//	m(p) { n(p.f); n(p.h); }           p ──> ○ ──f──> ● ──g──> ◉     the nodes of b
//	                                         └───h────┘
//
//	○ neither    ● in W    ◉ in W, and accessed
//
// They are computed in two steps:
//
//  1. Outline (walk.go, outline.go). Figure 7 is affine in what is known of callees. So each unit
//     is first outlined, by several goroutines: what its own statements touch and access, and whose
//     summaries are grafted where.
//  2. Finish (outline.go). Outlines are turned into nodes in call order, callees first, by one
//     goroutine. So the store needs no lock, and is the same for any number of goroutines.
//
// # Reports
//
// Two accesses whose paths have the same fields may be reported. Whether the pair is a race or
// filtered depends on their classes: kind, lock level, own fields, and the need of the word of
// fields that leads there, a number that says how many own fields an access must have to be
// unaffected by what is touched on the way (needs.go).
//
//  3. Count. Figure7, NoWB and Plus determinize the product of the tries of all units (product.go).
//     A state is what one word leads to, from how many formals; the number of reports at and below
//     it is memoized. CommonSuffix compares only the ends of paths, so it needs no product:
//     accesses are counted by ending (reach.go, suffix.go).
//  4. List. A best-first search over the same structures finds the reports with the shortest paths,
//     without visiting others (search.go, listing.go, suffixlist.go, upsearch.go).
//
// # Cost
//
// Summaries take time and space linear in the nodes that are made. The product can be exponential:
// counting the words of an acyclic nondeterministic automaton is #P-complete, and each such
// automaton is a call graph. Chains of calls with a few fields, the common case, stay linear.
// CommonSuffix is polynomial in the size of the tries. Where the nodes or states exceed a limit,
// which only programs reach that share too little, the answer is an error.
package compact
