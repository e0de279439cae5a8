// Package flow is what the text of a unit says about the order in which it is
// executed: its flow graph, the commands that come next once choices are
// resolved, the variables that still matter at a point, and the objects that
// variables may hold. The exact search, its unordered variant, RacerDX+ and the
// damaged worlds all read it here. It knows syntax only: no states, no effects
// and no races.
//
// Four packages have a flow graph of their own by design, so that something
// independent exists to hold this one against: witness/check (the trusted
// checker), semantics/promela (the model for Spin), il/gen/legal.go (the
// generator's own idea of legality), and semantics itself, whose points are
// continuations, as in Figure 5.
//
// The staged analysis (abstract/chord) keeps its points-to analysis too: its
// contexts are objects and its call graph comes into being while it is solved,
// under a bound on memory. Here all constraints are known before.
package flow
