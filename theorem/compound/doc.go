// Package compound has questions about compound programs, the paper's C, and the
// substitution of actuals for formals in them.
package compound
