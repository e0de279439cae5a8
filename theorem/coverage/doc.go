// Package coverage counts which rules of Figures 5 to 8, and of the reporting
// condition, a program uses.
package coverage
