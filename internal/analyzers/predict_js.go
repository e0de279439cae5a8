package analyzers

// predictors are none on the page.
func predictors() []*Analyzer { return nil }
