package analyzers

func predictors() []*Analyzer { return nil }
