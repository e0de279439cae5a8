package theorem

// soundness lists the lemmas about executions and about lock levels: 5.3, 5.9
// and 5.10.
func soundness() []*Statement {
	return []*Statement{lemma53(), lemma59(), lemma510()}
}
