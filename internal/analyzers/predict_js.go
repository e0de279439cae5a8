package analyzers

// predictors returns nothing on the page.
func predictors() []*Analyzer { return nil }
