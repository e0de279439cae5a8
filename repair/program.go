package repair

import (
	"cmp"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/slice"
)

// Program is a legal program with its text as written.
type Program struct {
	Source *il.Source
	Core   *il.Core

	tree  *il.Program
	stmts []il.Stmt // all statements except those of locks, in text order
}

// Read parses and checks a text.
func Read(src *il.Source) (*Program, diag.List) {
	tree, errs := parse.File(src)
	if len(errs) > 0 {
		return nil, errs
	}
	core, errs := check.Program(tree, check.Options{})
	if core == nil || len(errs) > 0 {
		return nil, errs
	}
	p := &Program{Source: src, Core: core, tree: tree}
	for _, b := range p.tree.Bodies() {
		il.Walk(b, func(s il.Stmt) {
			if _, region := s.(*il.Synchronized); !region && !il.Acquires(s) && !il.Releases(s) {
				p.stmts = append(p.stmts, s)
			}
		})
	}
	slice.SortStable(p.stmts, func(a, b il.Stmt) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return p, nil
}

// edited returns the program with another text, or nil if that is not legal.
func (p *Program) edited(text string) *Program {
	q, _ := Read(il.NewSource(p.Source.Name, text))
	return q
}

// body returns the body of a unit in the tree.
func (p *Program) body(u *il.Unit) *il.Block {
	bodies := p.tree.Bodies()
	return bodies[slices.IndexFunc(bodies, func(b *il.Block) bool { return b.End == u.Body.End })]
}

// unit returns the unit of a body in the tree.
func (p *Program) unit(body *il.Block) *il.Unit {
	i := slices.IndexFunc(p.Core.Units, func(u *il.Unit) bool { return u.Body.End == body.End })
	return p.Core.Units[i]
}

// ordinal returns the index in p.stmts of the statement at a position, or -1.
func (p *Program) ordinal(at il.Pos) int {
	if i, ok := stmtAt(p.stmts, at); ok {
		return i
	}
	return -1
}

// stmtAt returns the index of the statement at a position, and whether there is one. If there is
// none, the index is that of the first statement after the position.
func stmtAt(stmts []il.Stmt, at il.Pos) (int, bool) {
	return slices.BinarySearchFunc(stmts, at, func(s il.Stmt, at il.Pos) int {
		return cmp.Compare(s.Pos(), at)
	})
}

// spot is a statement of the text: its body, its innermost block, and its index there.
type spot struct {
	body, block *il.Block
	index       int
}

func (s spot) stmt() il.Stmt { return s.block.Stmts[s.index] }

func (p *Program) find(at il.Pos) (spot, bool) {
	for _, body := range p.tree.Bodies() {
		if at < body.At || body.End <= at {
			continue
		}
		for b := body; b != nil; {
			i, ok := stmtAt(b.Stmts, at)
			if ok {
				return spot{body: body, block: b, index: i}, true
			}
			b = innerBlock(b, i-1, at)
		}
	}
	return spot{}, false
}

// innerBlock returns the block inside statement i of b that contains a position, or nil.
func innerBlock(b *il.Block, i int, at il.Pos) *il.Block {
	if i < 0 {
		return nil
	}
	for _, inner := range il.Blocks(b.Stmts[i]) {
		if inner != nil && inner.At < at && at < inner.End {
			return inner
		}
	}
	return nil
}

// end returns the offset after the text of a statement, including its semicolon.
func (p *Program) end(b *il.Block, i int) int {
	bound := int(b.End)
	if i+1 < len(b.Stmts) {
		bound = int(b.Stmts[i+1].Pos())
	}
	return p.trimmed(int(b.Stmts[i].Pos()), bound)
}

// trimmed skips blanks and comments backwards from to, but not beyond from, and returns the offset.
func (p *Program) trimmed(from, to int) int {
	text, comments := p.Source.Text, p.tree.Comments
	for to > from {
		if strings.IndexByte(" \t\n\r", text[to-1]) >= 0 {
			to--
			continue
		}
		n, _ := slices.BinarySearchFunc(comments, to,
			func(c il.Comment, to int) int { return int(c.At) - to })
		if n == 0 || int(comments[n-1].At)+len(comments[n-1].Text) != to {
			break
		}
		to = int(comments[n-1].At)
	}
	return to
}
