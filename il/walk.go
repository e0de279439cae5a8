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
