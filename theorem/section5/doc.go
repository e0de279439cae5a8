// Package section5 has the lemmas of Section 5 (POPL 2019): about executions and
// lock levels (5.3, 5.9, 5.10), and from 5.5 to Theorem 5.15, that the analysis
// loses nothing against the abstraction of the traces. docs/paper.md settles them;
// each says what the printed form is where it differs.
package section5
