// Package machine is the step function of Figures 5 and 6 for search engines: a pair of units
// compiled to graphs of control states, and a configuration that is executed in place and undone.
// Package semantics is the same transition system written to be read; tests compare the two.
//
//   - unit.go: a unit as a flow graph; effects.go: what commands may do from a program point on
//   - program.go, control.go: a pair of units; control states, whose next command is resolved,
//     since ifs and whiles take no step
//   - machine.go, execute.go: the configuration and its successors
//   - initial.go: given initial states; picks.go, found.go: initial values that are picked
//   - footprint.go: what the next command does to what the threads share
//   - candidates.go: the pairs of accesses that may race, judged by the text
//
// # Initial values
//
// A lazy machine begins without a heap: formals of the two units and cells of initial objects have
// no value until a command reads them. Execute then returns the address: the caller picks a value.
//
// # Deviations from the paper
//
//  1. Those of package semantics (G1 to G17).
//  2. Loops without a command in their body are left at once: an iteration takes no step and
//     changes nothing.
//  3. Programs are those that package check accepts. In others, reading a local that has no value
//     is stuck, even in x := y, which Figure 5 allows.
//  4. There are two threads, and values are objects.
package machine
