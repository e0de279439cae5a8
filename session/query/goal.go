package query

import (
	"slices"
	"strings"
)

// over reads always(x), never(x) and possible(x).
func (p *parser) over(t token) node {
	open, ok := p.open(t, t.text+"(race)")
	if !ok {
		return &bad{t.span}
	}
	n := &over{span: t.span, quantifier: t.text, x: p.expression()}
	p.close(open)
	return p.fromAll(n)
}

// fromAll reads from all, if it follows.
func (p *parser) fromAll(n *over) node {
	n.End = p.last().End
	if p.accept("from") {
		n.all = p.accept("all")
		if !n.all {
			p.report(Unexpected, p.behind(), "from is followed by all", `expected "all"`, "write from all, for all initial states")
		}
		n.End = p.last().End
	}
	return n
}

// noRace reads no race.
func (p *parser) noRace(t token) node {
	next := p.peek()
	if !p.accept("race") {
		p.report(Unexpected, p.behind(), "no is followed by race", `expected "race"`, "write no race, or never(...)")
		p.skip()
		return &bad{t.span}
	}
	if s := p.peek(); s.is("(") || s.is("at") {
		p.report(Unexpected, next.span, "no race is about every race", "", "write never(race"+map[bool]string{true: "(...)", false: " at ..."}[s.is("(")]+")")
		p.race(next)
		return &bad{t.span.to(p.last().span)}
	}
	return p.fromAll(&over{span: t.span, quantifier: "never", x: &race{span: next.span}})
}

// count reads count(schedules) and its like.
func (p *parser) count(t token) node {
	open, ok := p.open(t, "count(schedules)")
	if !ok {
		return &bad{t.span}
	}
	what := p.peek()
	known := what.kind == nameToken && slices.Contains(countable, what.text)
	if known {
		p.advance()
	} else {
		p.report(Unexpected, what.span, "this cannot be counted", "",
			didYouMean(what.text, slices.Values(countable), "count one of "+strings.Join(countable, ", ")))
		p.skip()
	}
	p.close(open)
	at := t.span.to(p.last().span)
	if !known {
		return &bad{at}
	}
	return &count{at, what.text}
}

// visited reads visited(x, ...).
func (p *parser) visited(t token) node {
	open, ok := p.open(t, "visited(race, A ended)")
	if !ok {
		return &bad{t.span}
	}
	list := p.list(open)
	return &visited{t.span.to(p.last().span), list}
}
