// Package proof says how each statement that wobbly checks is known: which theorems of the Coq text
// in this directory prove it, or that it is proved on paper only, or tested only. The text itself
// is not part of the program; what it states is, in statements.txt, which a test makes from it.
package proof
