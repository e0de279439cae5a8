// Package advice has the answers of the analysis and of the repairs as plain values for sessions
// and screens. These do not depend on either: they call the functions in Analysis and Repairs,
// which their caller provides.
//
//   - Analysis asks about a unit, statement by statement (Unit, Figure 7), and about two
//     accesses (Pair).
//   - Repairs asks how to remove a race, and which statements can leave lock regions
//     (Repair).
package advice
