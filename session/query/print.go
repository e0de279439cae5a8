package query

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
)

// Levels of binding, the loosest first. A part is put in parentheses where it
// binds looser than its place asks for.
const (
	levelImplies = iota
	levelOr
	levelAnd
	levelNot
	levelComparison
	levelOperand
)

// levels are those of the connectives.
var levels = map[string]int{"=>": levelImplies, "or": levelOr, "and": levelAnd}

// print is the canonical text of a part.
func (s *Scope) print(n node) string {
	p := printer{s: s}
	p.at(levelImplies, n)
	return p.out.String()
}

type printer struct {
	s   *Scope
	out strings.Builder
}

func (p *printer) put(texts ...string) {
	for _, t := range texts {
		p.out.WriteString(t)
	}
}

// level is how tightly a part binds.
func level(n node) int {
	switch n := n.(type) {
	case *connective:
		return levels[n.op]
	case *not:
		return levelNot
	case *comparison:
		if n.isAt() {
			return levelOperand
		}
		return levelComparison
	default:
		return levelOperand
	}
}

// at prints n where something of the given level may stand.
func (p *printer) at(l int, n node) {
	if level(n) < l {
		p.put("(")
		p.node(n)
		p.put(")")
		return
	}
	p.node(n)
}

// isAt tells whether a comparison is written A at 3:5.
func (n *comparison) isAt() bool {
	m, ok := n.l.(*measure)
	_, literal := n.r.(*positionTerm)
	return ok && m.what == threadAt && n.op == "==" && literal
}

func (p *printer) node(n node) {
	switch n := n.(type) {
	case *number:
		p.put(strconv.FormatInt(n.n, 10))
	case *positionTerm:
		p.put(n.at.String())
	case *who:
		p.put(n.who.String())
	case *path:
		p.path(n)
	case *measure:
		p.measure(n)
	case *count:
		p.put("count(", n.what, ")")
	case *truth:
		p.put(strconv.FormatBool(n.value))
	case *comparison:
		p.comparison(n)
	case *status:
		p.put(n.of.String(), " ", n.what)
	case *does:
		p.does(n)
	case *race:
		p.race(n)
	case *changed:
		p.put("changed ")
		p.at(levelOperand, n.x)
	case *reaches:
		p.call("reaches", n.from, n.to)
	case *not:
		p.put("not ")
		p.at(levelNot, n.x)
	case *connective:
		p.binary(n)
	case *over:
		p.over(n)
	case *visited:
		p.call("visited", n.list...)
	case *finals:
		p.put("finals")
	case *bad:
		p.put("?")
	default:
		panic(il.Unknown(n))
	}
}

func (p *printer) path(n *path) {
	switch n.root {
	case rootThread:
		p.put(n.of.String(), ".", quoted(n.name, slices.Contains(attributes, n.name)))
	case rootFocus:
		p.put(quoted(n.name, p.s.isTaken(n.name)))
	default:
		p.put(n.name)
	}
	for _, f := range n.fields {
		p.put(".", f)
	}
}

// quoted puts a name in backquotes where it has to be.
func quoted(name string, needed bool) string {
	if needed {
		return "`" + name + "`"
	}
	return name
}

func (p *printer) measure(n *measure) {
	if n.what.ofThread() {
		p.put(n.of.String())
	}
	p.put(quantities[n.what].text)
}

func (p *printer) comparison(n *comparison) {
	if n.isAt() {
		p.put(n.l.(*measure).of.String(), " at ")
		p.node(n.r)
		return
	}
	p.at(levelOperand, n.l)
	p.put(" ", n.op, " ")
	p.at(levelOperand, n.r)
}

func (p *printer) does(n *does) {
	p.put(n.of.String(), " ", n.kind.String(), "s")
	if n.cell != nil {
		p.put(" ")
		p.path(n.cell)
	}
}

func (p *printer) race(n *race) {
	p.put("race")
	switch {
	case n.cell != nil:
		p.put("(")
		p.path(n.cell)
		p.put(")")
	case n.at != nil:
		p.put(" at ", n.at[0].at.String(), " ", n.at[1].at.String())
	}
}

// call prints word(x, ...).
func (p *printer) call(word string, list ...node) {
	p.put(word, "(")
	for i, x := range list {
		if i > 0 {
			p.put(", ")
		}
		p.at(levelImplies, x)
	}
	p.put(")")
}

// binary prints x => y to the right, x and y and x or y to the left.
func (p *printer) binary(n *connective) {
	l := levels[n.op]
	left, right := l, l+1
	if n.op == "=>" {
		left, right = l+1, l
	}
	p.at(left, n.l)
	p.put(" ", n.op, " ")
	p.at(right, n.r)
}

func (p *printer) over(n *over) {
	if r, ok := n.x.(*race); ok && n.quantifier == "never" && r.cell == nil && r.at == nil {
		p.put("no race")
	} else {
		p.call(n.quantifier, n.x)
	}
	if n.all {
		p.put(" from all")
	}
}
