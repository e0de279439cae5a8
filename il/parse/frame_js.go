package parse

// framed submits the batches of a file in order, as the production file of the grammar
// says. Elsewhere participle reads that production; a page would have to load all of
// participle for it, and the regular expressions that it needs, a twentieth of its engine.
func framed(all []*batch, submit func(*batch)) {
	for _, b := range all {
		submit(b)
	}
}
