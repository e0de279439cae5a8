package query

import (
	"slices"
	"strings"

	"wobbly/semantics"
)

// word reads an operand that begins with a word or a name.
func (p *parser) word() node {
	t := p.advance()
	switch t.text {
	case "A":
		return p.thread(t, semantics.A)
	case "B":
		return p.thread(t, semantics.B)
	case "nobody":
		return &who{t.span, nobody}
	case "true", "false":
		return &truth{t.span, t.text == "true"}
	case "lock":
		return p.lock(t)
	case "steps", "switches", "last", "objects":
		return p.measure(t)
	case "race":
		return p.race(t)
	case "changed":
		x := p.operand()
		return &changed{t.span.to(x.where()), x}
	case "reaches":
		return p.reaches(t)
	case "always", "never", "possible":
		return p.over(t)
	case "no":
		return p.noRace(t)
	case "count":
		return p.count(t)
	case "visited":
		return p.visited(t)
	case "finals":
		return &finals{t.span}
	case "and", "or", "not":
		p.next-- // it was no operand: and, or; not begins one that needs parentheses
		return p.connective(t)
	default:
		return p.name(t)
	}
}

// connective reports and, or or not in the place of an operand.
func (p *parser) connective(t token) node {
	if t.text != "not" {
		return p.missing("expected a value or a condition")
	}
	p.report(Unexpected, t.span, "not stands behind something that is no connective", "", "put parentheses around it, as in (not race)")
	return &bad{p.not().where()}
}

// name reads an operand that begins with a name of the program.
func (p *parser) name(t token) node {
	if p.peek().is("(") {
		return p.unknownCall(t)
	}
	n := &path{span: t.span, name: t.text}
	if l, ok := p.s.names.Loc(t.text); ok || isShaped(t.text) {
		n.root, n.object = rootObject, l
	}
	return p.path(n)
}

// unknownCall reports a name in front of a parenthesis, and reads what follows.
func (p *parser) unknownCall(t token) node {
	calls := append([]string{"race", "reaches", "count", "visited"}, quantifiers...)
	p.report(unknownName, t.span, t.text+" is nothing that parentheses follow", "",
		didYouMean(t.text, slices.Values(calls), "there are "+strings.Join(calls, ", ")))
	p.list(p.advance())
	return &bad{t.span.to(p.last().span)}
}

// path reads the fields behind a root.
func (p *parser) path(n *path) node {
	for p.accept(".") {
		if k := p.peek().kind; k != nameToken && k != quotedToken {
			p.report(Unexpected, p.behind(), "a dot without a field", "expected the name of a field", "")
			return &bad{n.span.to(p.last().span)}
		}
		t := p.advance()
		n.fields = append(n.fields, t.text)
		n.End = t.End
	}
	return n
}

// lock reads lock.owner and lock.depth.
func (p *parser) lock(t token) node {
	const fix = "write lock.owner or lock.depth"
	if !p.accept(".") {
		p.report(Unexpected, t.span, "lock stands alone", "", fix)
		return &bad{t.span}
	}
	next := p.peek()
	for _, q := range []quantity{lockOwner, lockDepth} {
		if next.kind == nameToken && "lock."+next.text == quantities[q].text {
			p.advance()
			return p.withoutFields(&measure{span: t.span.to(next.span), what: q}, quantities[q].text, "`lock`."+next.text)
		}
	}
	p.report(Unexpected, next.span, "the lock has an owner and a depth, nothing else", "",
		didYouMean(next.text, slices.Values([]string{"owner", "depth"}), fix))
	if next.kind == nameToken && !isConnective(next) {
		p.advance()
	}
	return &bad{t.span.to(p.last().span)}
}

// measure reads steps, switches, last and objects.
func (p *parser) measure(t token) node {
	i := slices.IndexFunc(quantities[:], func(q struct {
		text string
		kind Kind
	}) bool {
		return q.text == t.text
	})
	n := &measure{span: t.span, what: quantity(i)}
	if s := p.peek(); n.what == lastMoved && (s.is("A") || s.is("B")) {
		p.advance()
		p.report(Unexpected, s.span, "last is followed by a thread", "", "write last == "+s.text)
		return &bad{t.span.to(s.span)}
	}
	return p.withoutFields(n, t.text, "`"+t.text+"`")
}

// cell reads a path with a field, or a field alone.
func (p *parser) cell() (*path, bool) {
	if t := p.peek(); t.is(".") {
		n, ok := p.path(&path{span: t.span, root: rootAny}).(*path)
		if ok && len(n.fields) > 1 {
			p.report(noCell, n.span, "a cell of any object has one field", "", "write ."+n.fields[len(n.fields)-1])
			ok = false
		}
		return n, ok
	}
	at := p.peek()
	n := p.operand()
	switch n := n.(type) {
	case *path:
		if len(n.fields) > 0 {
			return n, true
		}
		p.report(noCell, n.span, p.s.print(n)+" is no cell of an object", "expected a path with a field", "add a field, as in "+p.s.print(n)+".f")
	case *bad:
	default:
		p.report(noCell, span{at.At, p.last().End}, "this is no cell of an object", "expected a path with a field, as in b.f", "")
	}
	return nil, false
}

// race reads what may follow race.
func (p *parser) race(t token) node {
	switch next := p.peek(); {
	case next.is("("):
		p.advance()
		cell, ok := p.cell()
		p.close(next)
		if !ok {
			return &bad{t.span.to(p.last().span)}
		}
		return &race{span: t.span.to(p.last().span), cell: cell}
	case next.is("at"):
		p.advance()
		return p.raceAt(t)
	case next.is("on"):
		p.advance()
		p.report(Unexpected, next.span, `"on" means nothing behind race`, "", "write race(b.f) for a race on the cell of b.f")
		p.skip()
		return &bad{t.span.to(next.span)}
	default:
		return &race{span: t.span}
	}
}

// raceAt reads the two positions behind race at.
func (p *parser) raceAt(t token) node {
	n := &race{span: t.span}
	for range 2 {
		pos, ok := p.positionOperand()
		if !ok {
			return &bad{t.span.to(p.last().span)}
		}
		n.at = append(n.at, pos)
		n.End = pos.End
	}
	return n
}

// open reads the ( behind a word.
func (p *parser) open(t token, example string) (token, bool) {
	next := p.peek()
	if next.is("(") {
		p.advance()
		return next, true
	}
	p.report(Unexpected, p.behind(), t.text+" without its parentheses", `expected "("`, "write it as in "+example)
	p.skip()
	return next, false
}

// reaches reads reaches(x, y).
func (p *parser) reaches(t token) node {
	const example = "reaches(A.b, B.c)"
	open, ok := p.open(t, example)
	if !ok {
		return &bad{t.span}
	}
	list := p.list(open)
	at := t.span.to(p.last().span)
	if len(list) != 2 {
		p.report(Unexpected, at, "reaches takes two values", "", "write it as in "+example)
		return &bad{at}
	}
	return &reaches{at, list[0], list[1]}
}

// list reads the rest of a list of expressions in parentheses.
func (p *parser) list(open token) []node {
	list := []node{p.expression()}
	for p.accept(",") {
		list = append(list, p.expression())
	}
	p.close(open)
	return list
}
