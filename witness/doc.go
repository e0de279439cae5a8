// Package witness has the certificate of a race and its format: an initial state, a schedule, and
// the racing state in which it ends (Definition 3.6). Package reconstruct makes witnesses from
// reports, as the proof of Theorem 6.10 does; package check accepts or refuses them by the source
// text alone.
//
// Read, ReadAll and the MarshalJSON methods convert witnesses from and to JSON. Reading is strict:
// every required key must be there once and have the right type. ReadAll also reads documents of
// several commands, and keeps the accesses that they name, so that Named.Mismatch can compare them
// with those that the witness shows.
//
// # Names of objects
//
// The initial objects are named by Init.Objects, usually o1 to ok. An object that a step makes by
// new() has no name in the steps. In Race.Cell, which may need one, the numbering of the k initial
// objects continues: the fresh objects are o<k+1>, o<k+2>, ... in the order in which the steps of
// both threads allocate them. A name that an initial object has is left out.
//
// # Cells whose object is not determined
//
// In a compressed witness the object of Race.Cell may be Undetermined, "?" (unless an initial
// object has that name). Then the witness claims that both accesses are of one cell with that
// field, but not the object of the cell: runs may have changed the cells on the path to it. The
// checker verifies that both threads walk the same fields from the same object.
//
// # Choices
//
// A step may list how its thread resolved each if and while since its last step: all of them, in
// order, or none. If it lists none, the reader finds the path, which is unique except for
// iterations of loops that execute no command.
package witness
