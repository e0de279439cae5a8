// Package theorem is where the two sides meet: it relates the concrete
// semantics and the analysis, neither of which knows the other. Its tests hold
// the statements of the paper, as docs/paper.md settles them, against
// random programs.
package theorem
