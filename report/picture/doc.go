// Package picture draws executions of an IL program for documents, slides and handouts. State draws
// one state as SVG, Memory the memory of a state, and Trace the whole trace. Page writes an HTML
// page that steps through the story in a browser.
//
// A Story is a sequence of configurations of package semantics with the moves between them. New
// makes it from an execution, so that every step, every race and every reason to wait is one of
// package semantics, and nothing is drawn that a witness merely claims. Package witness/check
// decides whether a witness is right.
//
// A picture shows:
//
//   - Code: for each thread the method that it executes. Its next statement is marked by >, bold
//     type and an underline. If a line stands for several commands, the next one is written below
//     in core form.
//   - Memory: the call stacks and the objects, with arrows from variables and cells to the objects
//     that they hold. The name of the object is also written at the beginning of the arrow.
//   - The lock: a double line around the thread that holds it, and the depth.
//   - What the last step wrote, marked by * and bold type.
//   - A race (Definition 3.6): !!, bold type and the only red of the picture.
//
// Colour repeats these marks and never replaces one.
//
// # Choices
//
// Choosing a branch of an if or a while is not a step (G1 of docs/theory.md). In the states of a
// story the choices before the next steps are made, so that a race shows in the state in which both
// accesses are next. If the execution ends before a thread chooses, the choice is drawn with ?.
//
// # Layout
//
// A story has one layout for all of its states, so that objects keep their places from step to
// step. (The trace shows the initial memory only, and has a layout for that.) A few objects have a
// layered layout, in columns by the distance from the variables. It does not use a library for
// graph drawing: arrows begin at rows inside boxes, one layout serves a sequence of graphs, and
// most cells of a fresh object point to the object itself. For a dozen boxes, each of the usual
// phases (layers, order, lanes for long edges) takes a few lines. More objects become records in a
// grid, without arrows.
//
// # Assumptions
//
// The widths of texts are those of a monospaced font whose characters are no wider than 8/13 of its
// size. Texts with characters other than ASCII state their width. All coordinates are whole
// numbers, and the same story gives the same bytes.
//
// Compressed witnesses, whose single steps stand for complete calls, cannot be drawn.
package picture
