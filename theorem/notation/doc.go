// Package notation writes commands, traces, states and abstract states as the paper
// does, and says in what the two sides of an equation differ.
package notation
