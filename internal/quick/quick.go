// Package quick makes `go test ./...` quick: most tests on random programs try only a tenth of
// their cases, unless the build tag full is set, as .ci/run does.
//
// A tenth finds most mistakes at once. Each of these tests tries hundreds of cases, and each law of
// the project is tested by several of them. The full run finds what occurs once in a thousand.
package quick

// All reports whether the build tag full is set: a test whose input grows in steps leaves the last
// one out without it.
const All = share == 1

// Cases returns n with the build tag full, and a tenth of it, rounded up, without. It is for
// numbers of cases, sizes of inputs, and floors on how many cases must have been interesting. A
// limit of the project is never scaled: it has a test at the limit and one beyond it.
func Cases(n int) int { return (n + share - 1) / share }
