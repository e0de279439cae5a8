// Package advice is what the analysis and repairs say of a program to those who
// drive a session: plain values, and the questions that bring them as functions.
// Sessions and screens know no analysis and no repair; whoever starts them
// answers the questions.
//
//   - Analysis asks about a unit, statement by statement (Unit, Figure 7), and
//     about two accesses (Pair).
//   - Repairs asks how a race can be removed, and what can leave lock regions
//     (Repair).
package advice
