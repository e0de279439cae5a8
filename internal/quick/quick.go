// Package quick makes `go test ./...` quick: most tests on random programs try a tenth of their
// cases there, and all with the build tag full, which .ci/run sets.
//
// A tenth finds most mistakes at once. Each of these tests tries hundreds of cases, and each law of
// the project is tested by several of them. What occurs in one case of a thousand, .ci/run finds.
package quick

// All reports whether the build tag full is set: a test whose input grows in steps leaves the last
// one out without it.
const All = share == 1

// Cases returns n with the build tag full, and a tenth of it, rounded up, without. It is for
// numbers of cases, sizes of inputs, and floors on how many cases must have been interesting. A
// limit of the project is never scaled: it has a test at the limit and one beyond it.
func Cases(n int) int { return (n + share - 1) / share }
