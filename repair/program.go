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

	tree    *il.Program
	ordinal []il.Stmt // all statements except those of locks, in the order of the text
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
				p.ordinal = append(p.ordinal, s)
			}
		})
	}
	slice.SortStable(p.ordinal, func(a, b il.Stmt) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return p, nil
}

// edited returns the program with another text, or nil if that is not legal.
func (p *Program) edited(text string) *Program {
	q, _ := Read(il.NewSource(p.Source.Name, text))
	return q
}

// body returns the body of a unit in the text, and unit the unit of a body.
func (p *Program) body(u *il.Unit) *il.Block {
	bodies := p.tree.Bodies()
	return bodies[slices.IndexFunc(bodies, func(b *il.Block) bool { return b.End == u.Body.End })]
}

func (p *Program) unit(body *il.Block) *il.Unit {
	i := slices.IndexFunc(p.Core.Units, func(u *il.Unit) bool { return u.Body.End == body.End })
	return p.Core.Units[i]
}

// number returns the place of the statement at a position among all; -1 if there is none.
func (p *Program) number(at il.Pos) int {
	i, ok := slices.BinarySearchFunc(p.ordinal, at, func(s il.Stmt, at il.Pos) int { return cmp.Compare(s.Pos(), at) })
	if !ok {
		return -1
	}
	return i
}

// spot is a statement of the text: the block that holds it and its place there,
// and the body around both.
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
			i, ok := slices.BinarySearchFunc(b.Stmts, at, func(s il.Stmt, at il.Pos) int { return cmp.Compare(s.Pos(), at) })
			if ok {
				return spot{body, b, i}, true
			}
			b = holder(b, i-1, at)
		}
	}
	return spot{}, false
}

// holder returns the block inside statement i of b that a position is in.
func holder(b *il.Block, i int, at il.Pos) *il.Block {
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

// trimmed returns the offset to without the blanks and comments before it, but at least from.
func (p *Program) trimmed(from, to int) int {
	text, comments := p.Source.Text, p.tree.Comments
	for to > from {
		if strings.IndexByte(" \t\n\r", text[to-1]) >= 0 {
			to--
			continue
		}
		n, _ := slices.BinarySearchFunc(comments, to, func(c il.Comment, to int) int { return cmp.Compare(int(c.At), to) })
		if n == 0 || int(comments[n-1].At)+len(comments[n-1].Text) != to {
			break
		}
		to = int(comments[n-1].At)
	}
	return to
}
