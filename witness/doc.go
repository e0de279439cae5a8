// Package witness is the certificate of a race and its format: an initial state, a
// schedule, and the racing state that it ends in (Definition 3.6). Package reconstruct makes
// witnesses from reports, as the proof of Theorem 6.10 does; package check accepts or
// refuses them by the source text alone.
//
// Read, ReadAll and the MarshalJSON methods move witnesses in and out of JSON. Reading is
// strict: what is accepted has every required key once, and with its right type. ReadAll
// also reads documents of several commands, and keeps what they say of each race, so that
// Named.Mismatch can compare it with what the witness shows.
//
// # Names of objects
//
// The initial objects are named by Init.Objects, usually o1 to ok. An object that a step makes by
// new() has no name in the steps. Where one is needed, in Race.Cell, the numbering of the k initial
// objects goes on: the fresh objects are o<k+1>, o<k+2>, ... in the order of their allocation along
// the steps, both threads counted together. A name that an initial object has is left out.
//
// # Cells whose object is not determined
//
// In a compressed witness the object of Race.Cell may be Undetermined, "?" (unless an initial
// object has that name). Then the witness claims that both accesses are of one cell with that
// field, but not which object it is of: runs may have changed the cells on the way to it. The
// checker convinces itself that both threads walk the same fields from the same object.
//
// # Choices
//
// A step may list how its thread resolved each if and while between its last step and this
// one: all of them, in order, or none. If it lists none, the reader finds the path, which is
// unique except for iterations of loops that execute no command.
package witness
