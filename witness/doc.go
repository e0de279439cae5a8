// Package witness is the certificate of a race and its format: an initial
// state, a schedule, and the racing state it ends in (Definition 3.6). It is
// vocabulary only. Package reconstruct makes witnesses from reports as the
// proof of Theorem 6.10 does; package check accepts or refuses them against
// the source text alone.
//
// Read, ReadAll and Write move witnesses in and out of JSON. Read is strict:
// what it accepts has every required key once and with its right type.
//
// # Names of objects
//
// The initial objects are named by Init.Objects, usually o1 to ok. An object
// that a step makes by new() has no name in the steps; where one is needed
// (in Race.Cell) the numbering of the k initial objects goes on: the fresh
// objects are o<k+1>, o<k+2>, ... in the order of their allocation along the
// steps, both threads counted together. A name that an initial object bears
// is left out.
//
// # Cells whose object is not determined
//
// In a compressed witness the object of Race.Cell may be Undetermined, "?"
// (unless an initial object bears that name). Then the witness claims that both
// accesses are of one cell with that field, and not of which object: runs may
// have changed the cells on the way to it. The checker convinces itself that
// both threads walk the same fields from the same object.
//
// # Choices
//
// A step may tell how its thread resolved each if and while between its last
// step and this one. Either all of them are listed, in order, or none is:
// then whoever reads the witness finds the way, which exists at most once up to
// rounds of loops in which no command is executed.
package witness
