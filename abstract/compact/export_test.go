package compact

// AnalyzeWithin lets the tests of this package from outside set the limit.
var AnalyzeWithin = analyzeWithin
