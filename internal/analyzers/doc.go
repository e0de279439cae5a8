// Package analyzers lists what answers the question "which pairs of accesses
// race?" for a program C1 || C2: the analyses of package abstract and below, the
// detectors of package dynamic and below, and the exact searches that say who is
// right. Each is a value; drivers iterate over the list.
//
// The common currency is the pair of sites: an analysis speaks of paths, a
// detector of cells, an execution of both, and a site (a position with read or
// write) is what all have. What an analyzer knows besides, a report says: paths and
// lock levels, by which an analysis has several reports of one pair of sites, and how
// the threads come to the accesses (End).
//
// Inclusions lists what is proved of one analyzer's reports against another's:
// the lattice of docs/theory.md, which package compare holds all answers
// against.
package analyzers
