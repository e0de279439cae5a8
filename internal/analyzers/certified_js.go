package analyzers

// The page has no search for certificates; see certified.go.

func openPairs() []*Analyzer       { return nil }
func withinOpenPairs() []Inclusion { return nil }
