// Package section5 has the lemmas of Section 5 (POPL 2019), in the form of docs/theory.md: 5.3, 5.9
// and 5.10 about executions and lock levels, and 5.5 to Theorem 5.15, by which the analysis loses
// nothing against the abstraction of the traces. Each says how the printed form differs.
package section5

import "wobbly/theorem/engine"

// Completeness lists the lemmas about alpha and about [[.]]#, up to Theorem 5.15: the analysis
// loses nothing against the abstraction of the traces.
func Completeness() []*engine.Statement {
	return []*engine.Statement{
		lemma55(), galois(), lemma56(), lemma57(), lemma58(), lemma511(),
		lemma513(), lemma513Nested(), lemma514(), theorem515(),
	}
}

// Soundness lists the lemmas about executions and about lock levels: 5.3, 5.9 and 5.10.
func Soundness() []*engine.Statement {
	return []*engine.Statement{lemma53(), lemma59(), lemma510()}
}
