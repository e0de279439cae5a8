// Package notation formats commands, traces, states and abstract states as the paper does, and the
// differences between the two sides of an equation.
package notation
