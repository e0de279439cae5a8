// Package laws has what is true of the analysis whatever it reports: summaries only
// add, the lattice and monotony, inlining, and that the shared form and the text of
// a program stand for what they stand for.
package laws
