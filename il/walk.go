package il

import "slices"

// Blocks lists the blocks inside a statement, in text order. An if always has two; the second one
// is nil if there is no else.
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

// Map rebuilds b: change returns the statements that replace a statement, and whether they differ
// from it. It is called in text order, except that a statement comes after those inside it, which
// are in their new form by then; its list is copied before the next call. Unchanged blocks and
// statements are shared with b, which is not modified.
func Map(b *Block, change func(Stmt) (others []Stmt, changed bool)) *Block {
	if b == nil {
		return nil
	}
	var out []Stmt
	changed := false
	for i, s := range b.Stmts {
		now, changedInside := mapInside(s, change)
		others, replaced := change(now)
		if !changed && (changedInside || replaced) {
			changed = true
			out = append(make([]Stmt, 0, len(b.Stmts)+2*len(others)), b.Stmts[:i]...)
		}
		switch {
		case replaced:
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

// HasSteps reports whether b has anything besides skips and choices.
func HasSteps(b *Block) bool {
	return Any(b, func(s Stmt) bool {
		_, skip := s.(*Skip)
		return !skip && !IsChoice(s)
	})
}
