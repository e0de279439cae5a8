package query

import (
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// thread reads what may follow A or B: a quantity, a variable, a condition of
// the thread, or nothing.
func (p *parser) thread(t token, i semantics.Tid) node {
	next := p.peek()
	switch {
	case next.is("."):
		p.advance()
		return p.ofThread(t, i)
	case next.is("at"):
		p.advance()
		return p.atPosition(t, i)
	case next.is("reads"), next.is("writes"):
		return p.does(t, i)
	case next.kind == nameToken && slices.Contains(statuses, next.text):
		p.advance()
		return &status{t.span.to(next.span), i, next.text}
	case next.kind == nameToken && !isConnective(next):
		return p.unknownStatus(t, i)
	default:
		return &who{t.span, whoIs(i)}
	}
}

// unknownStatus reports a word behind a thread.
func (p *parser) unknownStatus(t token, i semantics.Tid) node {
	next := p.advance()
	all := append(slices.Clone(statuses), "at", "reads", "writes")
	fix := didYouMean(next.text, slices.Values(all), "a thread is followed by one of "+strings.Join(all, ", "))
	if next.text == "is" {
		fix = "leave it out, as in " + t.text + " ended"
		if s := p.peek(); s.kind == nameToken && slices.Contains(statuses, s.text) {
			p.advance()
		}
	}
	p.report(Unexpected, next.span, `"`+next.text+`" means nothing behind `+t.text, "", fix)
	if !isConnective(p.peek()) {
		p.skip()
	}
	return &bad{t.span.to(next.span)}
}

// ofThread reads what follows the dot behind A or B.
func (p *parser) ofThread(t token, i semantics.Tid) node {
	next := p.peek()
	if next.kind != nameToken && next.kind != quotedToken {
		p.report(Unexpected, p.behind(), "a dot without a variable", "expected the name of a variable", "")
		return &bad{t.span.to(p.last().span)}
	}
	p.advance()
	at := t.span.to(next.span)
	if q := attributeOf(next); q != 0 {
		return p.withoutFields(&measure{at, q, i}, t.text+"."+next.text, t.text+".`"+next.text+"`")
	}
	return p.path(&path{span: at, root: rootThread, of: i, name: next.text})
}

// attributeOf is the quantity that a token names behind a thread and a dot, 0 if
// it names none.
func attributeOf(t token) quantity {
	if t.kind == quotedToken {
		return 0
	}
	for q := range quantities {
		if quantity(q).ofThread() && quantities[q].text == "."+t.text {
			return quantity(q)
		}
	}
	return 0
}

// withoutFields is a quantity, behind which no field may stand.
func (p *parser) withoutFields(n *measure, text, variable string) node {
	if !p.peek().is(".") {
		return n
	}
	p.report(wrongKind, n.span, text+" is "+quantities[n.what].kind.String()+" and has no fields", "",
		"for the variable write "+variable)
	p.path(&path{})
	return &bad{n.span.to(p.last().span)}
}

// atPosition reads the position behind A at.
func (p *parser) atPosition(t token, i semantics.Tid) node {
	at := span{t.At, p.last().End}
	if p.peek().kind == nameToken && p.peek().text == "line" {
		return p.onLine(t)
	}
	if p.peek().kind == numberToken && !p.second().is(":") {
		return p.onLine(t)
	}
	pos, ok := p.positionOperand()
	if !ok {
		return &bad{t.span.to(p.last().span)}
	}
	return &comparison{t.span.to(pos.span), "==", &measure{at, threadAt, i}, pos}
}

// onLine reports A at 3 and A at line 3.
func (p *parser) onLine(t token) node {
	at := p.peek().span
	p.accept("line")
	fix := "write " + t.text + ".line == 3"
	if n := p.peek(); n.kind == numberToken {
		p.advance()
		at = at.to(n.span)
		fix = "write " + t.text + ".line == " + n.text
	}
	p.report(Unexpected, at, "a line is no position", "expected line:column", fix)
	return &bad{t.span.to(at)}
}

// positionOperand reads a literal position.
func (p *parser) positionOperand() (*positionTerm, bool) {
	if p.peek().kind != numberToken {
		p.report(Unexpected, p.behind(), "a position is missing", "expected line:column, as in 3:5", "")
		return nil, false
	}
	switch n := p.number().(type) {
	case *positionTerm:
		return n, true
	case *number:
		p.report(Unexpected, n.span, "a number is no position", "expected line:column, as in 3:5", "")
	}
	p.skip()
	return nil, false
}

// does reads reads or writes, and the cell if one follows.
func (p *parser) does(t token, i semantics.Tid) node {
	verb := p.advance()
	n := &does{span: t.span.to(verb.span), of: i, kind: il.Read}
	if verb.text == "writes" {
		n.kind = il.Write
	}
	next := p.peek()
	if next.kind == quotedToken || next.is(".") || next.kind == nameToken && !isConnective(next) && !next.is("from") {
		cell, ok := p.cell()
		if !ok {
			return &bad{t.span.to(p.last().span)}
		}
		n.cell, n.End = cell, cell.End
	}
	return n
}
