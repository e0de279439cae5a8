// Package picture draws executions of an IL program, for documents, slides
// and handouts: one state as SVG (State), the whole trace as SVG (Trace), and
// one HTML page that steps through the story in a browser (Page).
//
// A Story is a sequence of configurations of package semantics with the moves
// between them. New makes it of an execution, so that every step, every race and
// every reason to wait is one of package semantics. Nothing is drawn that a
// witness merely claims. Whether a witness is right is for package witness/check
// to say.
//
// What a picture shows:
//
//   - Code: of each thread the method it executes, its next statement marked
//     by >, bold type and an underline. A line with sugar stands for several
//     commands; what is next is written below in core form.
//   - Memory: the call stacks and the objects, with arrows from variables and
//     cells to the objects they hold. Every arrow's object is also written
//     where the arrow begins.
//   - The lock: who holds it and at which depth, drawn as a double line.
//   - What the last step wrote, marked by * and bold type.
//   - A race (Definition 3.6): !!, bold type and the only red of the picture.
//
// Colour adds to these marks and replaces none of them.
//
// # Choices
//
// Resolving an if or a while takes no step (G1 of docs/paper.md). A state of a
// story therefore stands behind the choices that the execution makes next: its
// threads stand before commands, so that a race shows in the state in which
// both accesses are next. Where the execution says nothing more of a thread, the
// thread may stand before a choice, drawn with ?.
//
// # Layout
//
// A story has one layout for all of its states, so that nothing jumps from one
// step to the next: objects keep their place. (The trace shows the initial memory
// alone, and lays out nothing else.) With few objects the layout is a
// layered one, in columns by the distance from the variables. It is made here,
// not by a library for graph drawing: arrows begin at rows inside boxes, one
// layout serves a sequence of graphs, most cells of a fresh object point to
// the object itself, and each of the usual phases (layers, order, lanes for
// long edges) is a few lines for a dozen boxes. With more objects, records in a
// grid replace the arrows.
//
// # What it relies on
//
// Widths of texts are estimated for a monospaced font whose characters are no
// wider than 8/13 of its size; texts with characters beyond ASCII carry their
// width with them. All coordinates are whole numbers, and the same story gives
// the same bytes.
//
// There are no deviations from the paper: what happens is decided elsewhere.
//
// Left out: compressed witnesses, whose single steps stand for complete calls
// (FromWitness refuses them).
package picture
