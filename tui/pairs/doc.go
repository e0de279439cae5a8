// Package pairs is which pair of units of a file runs, and from which initial
// state: what there is to choose from, on which pairs races are reported, and how
// another one is opened above the one that is open.
package pairs
