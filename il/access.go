package il

import "iter"

// Access is a load or a store: its cell, its kind and its position.
type Access struct {
	Site
	Path Expr // π; the cell is that of its last field
}

// Node is a Stmt or a Command.
type Node interface{ Pos() Pos }

// Field returns the field that is accessed, the last one of the path.
func (a Access) Field() string { return a.Path.Fields[len(a.Path.Fields)-1] }

// Base returns the path without its last field. Its value is the object that is accessed.
func (a Access) Base() Expr {
	n := len(a.Path.Fields) - 1
	return Expr{Root: a.Path.Root, Fields: a.Path.Fields[:n:n], At: a.Path.At}
}

// Conflicts reports whether two accesses can race, judged by their own text alone: they access the
// same field, and one of them writes.
func (a Access) Conflicts(b Access) bool {
	return a.Field() == b.Field() && (a.Kind == Write || b.Kind == Write)
}

// Accesses yields the loads and stores of b and of the blocks inside, in text order, each with its
// statement.
func Accesses(b *Block) iter.Seq2[Stmt, Access] {
	return func(yield func(Stmt, Access) bool) {
		Any(b, func(s Stmt) bool {
			a, ok := AccessOf(s)
			return ok && !yield(s, a)
		})
	}
}

// CountAccesses returns the number of loads and stores in b and the blocks inside.
func CountAccesses(b *Block) (n int) {
	for range Accesses(b) {
		n++
	}
	return n
}

// Acquires reports whether n is a lock().
func Acquires(n Node) bool { _, ok := n.(*Lock); return ok }

// Releases reports whether n is an unlock().
func Releases(n Node) bool { _, ok := n.(*Unlock); return ok }

// Allocates reports whether n is a new().
func Allocates(n Node) bool { _, ok := n.(*New); return ok }

// FrameChange returns the change of the number of frames on a thread's stack: 1 for push, -1 for
// pop, 0 for all other statements and commands.
func FrameChange(n Node) int {
	switch n.(type) {
	case Push:
		return 1
	case Pop:
		return -1
	default:
		return 0
	}
}

// StmtOf returns the statement of a command: the call for a push or pop, otherwise the command
// itself.
func StmtOf(c Command) Stmt {
	switch c := c.(type) {
	case Push:
		return c.Call
	case Pop:
		return c.Call
	case Stmt:
		return c
	default:
		panic(Unknown(c))
	}
}
