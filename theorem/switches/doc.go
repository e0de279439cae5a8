// Package switches lists what can be switched off: assumptions of the paper, readings of its
// definitions and clauses of the analysis, each of which breaks Theorem 1 by a report that no
// execution shows (package world decides races where an assumption does not hold); and the
// hypotheses of statements.
package switches
