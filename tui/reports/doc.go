// Package reports is the screen Reports: the reports of the analysis on all pairs
// of the file, whose witnesses it opens in Step.
package reports
