package theorem

// completeness lists the lemmas about alpha and about [[.]]#, up to Theorem
// 5.15: the analysis loses nothing against the abstraction of the traces.
func completeness() []*Statement {
	return []*Statement{
		lemma55(), galois(), lemma56(), lemma57(), lemma58(), lemma511(),
		lemma513(), lemma513Nested(), lemma514(), theorem515(),
	}
}
