package flat

// WithSymbols has layouts have few symbols while it does something, so that states run out of
// them.
func WithSymbols(most int32, do func()) {
	was := mostSymbols
	mostSymbols = most
	defer func() { mostSymbols = was }()
	do()
}
