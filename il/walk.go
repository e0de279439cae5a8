package il

import "slices"

// Blocks lists the blocks inside a statement, in text order. Those of an if are
// always two, the second one nil where there is no else.
func Blocks(s Stmt) []*Block {
	blocks, n := inside(s)
	if n == 0 {
		return nil
	}
	return slices.Clone(blocks[:n])
}

// inside is Blocks without a list of its own: so many blocks. Where there are
// fewer than two, the others are absent.
func inside(s Stmt) (blocks [2]*Block, n int) {
	switch s := s.(type) {
	case *If:
		return [2]*Block{s.Then, s.Else}, 2
	case *While:
		return [2]*Block{s.Body}, 1
	case *Synchronized:
		return [2]*Block{s.Body}, 1
	default:
		return blocks, 0
	}
}

// Walk visits the statements of b and of the blocks inside, in text order.
func Walk(b *Block, visit func(Stmt)) {
	for _, s := range b.List() {
		visit(s)
		blocks, n := inside(s)
		for _, inner := range blocks[:n] {
			Walk(inner, visit)
		}
	}
}

// Any reports whether some statement of b or of a block inside has a property.
func Any(b *Block, has func(Stmt) bool) bool {
	for _, s := range b.List() {
		if has(s) {
			return true
		}
		blocks, n := inside(s)
		for _, inner := range blocks[:n] {
			if Any(inner, has) {
				return true
			}
		}
	}
	return false
}

// Map rebuilds b: change gives the statements that stand for a statement, and
// whether they are others than itself. It is asked in text order, but for a
// statement after those of the blocks inside, which are in their new form by
// then, and its list is copied before it is asked again. Blocks and statements in which nothing changes are shared with b, which
// stays as it was.
func Map(b *Block, change func(Stmt) (others []Stmt, changed bool)) *Block {
	if b == nil {
		return nil
	}
	var out []Stmt
	changed := false
	for i, s := range b.Stmts {
		now, inside := mapInside(s, change)
		others, other := change(now)
		if !changed && (inside || other) {
			changed, out = true, append(make([]Stmt, 0, len(b.Stmts)+2*len(others)), b.Stmts[:i]...)
		}
		switch {
		case other:
			out = append(out, others...)
		case changed:
			out = append(out, now)
		}
	}
	if !changed {
		return b
	}
	return &Block{At: b.At, End: b.End, Stmts: out}
}

func mapInside(s Stmt, change func(Stmt) ([]Stmt, bool)) (now Stmt, changed bool) {
	switch s := s.(type) {
	case *If:
		if then, els := Map(s.Then, change), Map(s.Else, change); then != s.Then || els != s.Else {
			return &If{At: s.At, Then: then, Else: els}, true
		}
	case *While:
		if body := Map(s.Body, change); body != s.Body {
			return &While{At: s.At, Body: body}, true
		}
	case *Synchronized:
		if body := Map(s.Body, change); body != s.Body {
			return &Synchronized{At: s.At, Body: body}, true
		}
	}
	return s, false
}

// A Copier copies the parts of a statement for Rebuild.
type Copier interface {
	Variable(name string) string
	Expr(Expr) Expr // a path, or an argument of a call
	Block(*Block) *Block
	Method(name string) string
}

// Rebuild returns a copy of s at the same position, made of the copies of its parts. The parts are
// copied in text order.
func Rebuild(s Stmt, c Copier) Stmt {
	switch s := s.(type) {
	case *Skip:
		return &Skip{At: s.At}
	case *Copy:
		return &Copy{At: s.At, Dst: c.Variable(s.Dst), Src: c.Variable(s.Src), SrcAt: s.SrcAt}
	case *Load:
		return &Load{At: s.At, Dst: c.Variable(s.Dst), Src: c.Expr(s.Src)}
	case *Store:
		return &Store{At: s.At, Dst: c.Expr(s.Dst), Src: c.Variable(s.Src), SrcAt: s.SrcAt}
	case *New:
		return &New{At: s.At, Dst: c.Variable(s.Dst)}
	case *Lock:
		return &Lock{At: s.At}
	case *Unlock:
		return &Unlock{At: s.At}
	case *If:
		return &If{At: s.At, Then: c.Block(s.Then), Else: c.Block(s.Else)}
	case *While:
		return &While{At: s.At, Body: c.Block(s.Body)}
	case *Call:
		n := &Call{At: s.At, Method: c.Method(s.Method)}
		for _, e := range s.Args {
			n.Args = append(n.Args, c.Expr(e))
		}
		return n
	case *Move:
		return &Move{At: s.At, Dst: c.Expr(s.Dst), Src: c.Expr(s.Src)}
	case *NewAt:
		return &NewAt{At: s.At, Dst: c.Expr(s.Dst)}
	case *Synchronized:
		return &Synchronized{At: s.At, Body: c.Block(s.Body)}
	default:
		panic(Unknown(s))
	}
}

// IsChoice reports whether s is resolved, not executed: an if or a while.
func IsChoice(s Stmt) bool {
	switch s.(type) {
	case *If, *While:
		return true
	default:
		return false
	}
}

// HasSteps reports whether a step can be taken inside b: whether it holds more
// than skips and choices.
func HasSteps(b *Block) bool {
	return Any(b, func(s Stmt) bool {
		_, skip := s.(*Skip)
		return !skip && !IsChoice(s)
	})
}
