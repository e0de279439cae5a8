// Package advice has the results of the analysis and of repairs as plain values for sessions and
// screens, which do not import either. They call the functions in Analysis and Repairs, which
// their caller provides.
//
//   - The functions of Analysis return the analysis of a unit, statement by statement (Unit, after
//     Figure 7 of the paper), and the verdict on two accesses (Pair).
//   - The functions of Repairs return changes that remove a race, or that take statements out of
//     lock regions (Repair).
package advice
