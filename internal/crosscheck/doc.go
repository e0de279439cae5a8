// Package crosscheck is a view of package compare: an analysis of which every report
// is a race by a theorem, beside the exact search. It tells which of the reports are
// real, which real races are not reported and why, and whether something is reported
// that cannot happen, which the theorem excludes.
//
// Every race of the search carries a witness that witness/check has accepted.
// Analysis and search share nothing but the syntax trees. What is compared is pairs of
// sites: the analysis speaks of paths, an execution of cells, and a site (a
// position with read or write) is what both have. In a self pair, where the
// threads can be exchanged, a pair of sites is unordered.
//
// Where the search was cut, a report that it has not found is unknown, never
// impossible.
package crosscheck
