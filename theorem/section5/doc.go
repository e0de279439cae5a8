// Package section5 has the lemmas of Section 5 (POPL 2019), as docs/theory.md settles them: 5.3, 5.9
// and 5.10 about executions and lock levels, and 5.5 to Theorem 5.15, by which the analysis loses
// nothing against the abstraction of the traces. Each says how the printed form differs.
package section5
