package analyzers

func openPairs() []*Analyzer       { return nil }
func withinOpenPairs() []Inclusion { return nil }
