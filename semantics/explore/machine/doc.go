// Package machine is the step function of Figures 5 and 6 in the layout of the
// search engines: a pair of units compiled to graphs of control states, and a
// configuration that is executed in place and undone. Package semantics is the
// same transition system written to be read; tests hold this one against it.
//
//   - flow.go: a unit as a flow graph
//   - effects.go: what commands may do from a program point on
//   - program.go, control.go: a pair of units; control states, of which the next
//     command is resolved, since ifs and whiles take no step
//   - machine.go, execute.go: the configuration, and its successors
//   - initial.go: given initial states
//   - footprint.go: what the next command does to what the threads share
//   - candidates.go: the pairs of accesses that may race, as far as the text tells
//
// # Initial values
//
// A lazy machine begins without a heap: formals of the two units and cells of
// initial objects have no value until a command reads them. Execute then says
// which address it is, and whoever runs the machine picks a value for it.
//
// # Deviations from the paper
//
//  1. Those of package semantics (G1 to G17).
//  2. Loops without a command in their body are left at once; going round
//     takes no step and changes nothing.
//  3. Programs are those that package check accepts. In others, reading a local
//     that has no value is stuck, even in x := y, which Figure 5 lets pass.
//  4. There are two threads, and values are objects.
package machine
