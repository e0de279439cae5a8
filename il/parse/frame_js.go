package parse

// framed is nothing here: batches in the order of the text are what the production file
// of the grammar says. Elsewhere participle reads that production; a page would have to
// load all of participle for it, and the regular expressions that it needs, a twentieth
// of its engine.
func framed([]*batch) {}
