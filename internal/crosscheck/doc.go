// Package crosscheck compares an analysis whose reports are proved to be races with the exact
// search. It is a view of package compare: it lists which reports are real, which real races are
// not reported and why, and any report of an impossible race, which would refute the proof.
//
// Every race of the search has a witness that witness/check has accepted. Analysis and search
// share nothing but the syntax trees. They are compared by pairs of sites: the analysis is about
// paths, an execution about cells, and a site (a position with read or write) belongs to both.
// If the two threads run the same method, a pair of sites is unordered.
//
// If the search was cut, a report that it has not found is unknown, never impossible.
package crosscheck
