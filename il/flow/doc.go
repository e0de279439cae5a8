// Package flow computes facts about the order in which a method is executed, from its text: its
// flow graph, the commands that come next once choices are resolved, the variables that are live at
// a point, and the objects that variables may refer to. The exact search, its unordered variant,
// RacerDX+ and the damaged worlds use it. It knows syntax only: no states, no effects and no races.
//
// Four packages deliberately have a flow graph of their own, as independent checks of this one:
// witness/check (the trusted checker), semantics/promela (the model for Spin), il/gen/legal.go (the
// generator's own idea of legality), and semantics itself, whose points are continuations, as in
// Figure 5.
//
// The staged analysis (abstract/chord) also keeps its own points-to analysis: its contexts are
// objects, and it builds its call graph while solving, within a bound on memory. Here all
// constraints are known beforehand.
package flow
