// Package crosscheck holds RacerDX against the oracle: which of its reports
// are real, which real races it does not report and why, and whether it reports
// what cannot happen, which the true positives theorem excludes.
//
// The oracle is package semantics/explore from all initial states: an exact
// search whose every race carries a witness that witness/check has accepted.
// Analysis and oracle share nothing but the syntax trees. What is compared is
// pairs of sites: RacerDX speaks of paths, an execution of cells, and a site (a
// position with read or write) is what both have. In a self pair, where the
// threads can be exchanged, a pair of sites is unordered.
//
// Where the oracle was cut, a report that it has not found is unknown, never
// impossible.
package crosscheck
