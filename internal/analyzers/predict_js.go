package analyzers

// The page has no predictors; see predict.go.

func predictors() []*Analyzer { return nil }
