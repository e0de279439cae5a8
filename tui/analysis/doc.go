// Package analysis is the screen Analysis, which shows what the analysis does in
// the units where the threads stand, and Known, what the analysis has said of the
// program that is open, for this screen and for Step.
package analysis
