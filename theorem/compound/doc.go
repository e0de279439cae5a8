// Package compound has properties of compound programs, the paper's C, and the substitution of
// arguments for parameters in them.
package compound
