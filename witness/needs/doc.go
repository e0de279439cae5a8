// Package needs computes what a race needs of its initial state: equations between access
// paths, such as A.arg1 = B.arg1.
//
// The input is a witness that the checker has accepted. The output is equations that hold in its
// initial state and suffice: from any state that satisfies them and in which everything else is
// different, the same schedule ends in the same race. None of them is redundant.
//
// The race needs that the two accesses address one cell at the end. What an execution does in
// between does not depend on the heap, because the schedule resolves every choice and the lock
// is not an object. So only the flow of values matters, from the initial state to the objects
// that the two accesses address:
//
//   - A variable or cell that is read before it is written yields an initial value, which has the
//     path by which the execution reached it.
//   - A value that is read from a cell which was written before depends on one equation: the
//     object was known by one path to the thread that wrote, and by another path to the
//     thread that reads. If both paths are the same, there is nothing to require.
//   - The race depends on one more: the paths of the two objects that the accesses address.
//
// For example,
//
//	{ n := new(); arg1.f := n; arg2.f := arg3; x := arg1.f; x.g := x; } || { arg1.g := arg1; }
//
// can race in x.g and arg1.g. x comes from the cell arg1.f, which was written as arg2.f last.
// This needs A.arg1 = A.arg2. The value was arg3, so the race needs A.arg3 = B.arg1.
//
// These equations suffice unless other values interfere. In a state with more different objects
// than the witness, such a value may be another object, and a store through it may then hit a cell
// that matters. So the execution is repeated from the state that the equations alone describe
// (state.go). If the accesses do not meet there, the equations of everything that was read are
// added; with them, the execution is that of the witness except for the names of objects. Finally,
// equations are dropped as long as the accesses meet.
//
// The number of equations is at most the cyclomatic number of what is read, plus one for the
// meeting of the two threads. The time is linear in the steps of the witness for each equation.
package needs
