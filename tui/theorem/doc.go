// Package theorem is the screen Theorem: statements with their hypotheses as
// switches, checked on random programs; the counterexample opens in Step.
package theorem
