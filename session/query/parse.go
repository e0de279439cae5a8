package query

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/il/diag"
)

// Limits of a text, far above any expression that a person writes.
const (
	maxText   = 8192 // the length of an expression in bytes
	maxDepth  = 100  // the nesting of parentheses, calls and lists
	maxDigits = 9    // the digits of a number
	maxErrors = 20   // the errors that are reported
)

// parser reads an expression by recursive descent, with one function for each rule of the grammar
// in the package comment. Every function reports errors, returns a *bad if there is no part, and
// continues after it.
type parser struct {
	s    *Scope
	text string
	errs diag.List

	// read is the number of bytes of text that are in tokens.
	read   int
	tokens []token

	// next is the index in tokens of the next token.
	next  int
	depth int
	// tooDeep means that maxDepth was exceeded, and the rest of the text was skipped.
	tooDeep bool
}

func (p *parser) parse() node {
	if len(p.text) > maxText {
		p.report(tooLarge, span{maxText, maxText},
			"the expression is longer than "+strconv.Itoa(maxText)+" bytes",
			"it has to end before this", "")
		return &bad{}
	}
	p.lex()
	n := p.expression()
	for p.peek().kind != endToken {
		switch t := p.peek(); {
		case t.is(")"):
			p.report(unclosed, t.span, `")" without a matching "("`, "", "remove it")
		case isArithmetic(t):
			p.arithmetic(t)
		default:
			p.report(Unexpected, t.span, "unexpected "+t.shown()+" after a complete expression",
				"expected and, or, => or the end", didYouMean(t.text, []string{"and", "or"}, ""))
		}
		p.advance()
		p.skip()
		if isConnective(p.peek()) { // there may be errors in the rest
			p.advance()
			p.expression()
		}
		n = &bad{n.where().to(p.last().span)}
	}
	return n
}

func isConnective(t token) bool { return t.is("and") || t.is("or") || t.is("=>") }

func isArithmetic(t token) bool { return t.kind == signToken && strings.Contains("+-*/%", t.text) }

// arithmetic reports an arithmetic sign.
func (p *parser) arithmetic(t token) {
	p.report(noArithmetic, t.span, "expressions have no arithmetic", "",
		"compare with a number, as in steps > 3")
}

func (p *parser) peek() token { return p.tokens[p.next] }

// second returns the token after the next one.
func (p *parser) second() token { return p.tokens[min(p.next+1, len(p.tokens)-1)] }

func (p *parser) last() token { return p.tokens[max(p.next-1, 0)] }

// advance returns the next token and moves to the one after it, but not past the end.
func (p *parser) advance() token {
	t := p.peek()
	if t.kind != endToken {
		p.next++
	}
	return t
}

// accept skips the next token if it is the given word or sign, and reports whether it was.
func (p *parser) accept(text string) bool {
	if p.peek().is(text) {
		p.advance()
		return true
	}
	return false
}

// since returns the span from a token to the token that was read last.
func (p *parser) since(t token) span { return t.span.to(p.last().span) }

func (p *parser) afterLast() span {
	end := p.last().End
	if p.next == 0 {
		end = p.peek().At
	}
	return span{end, end}
}

// skip moves to the next place where an expression may continue.
func (p *parser) skip() {
	for depth := 0; ; p.advance() {
		switch t := p.peek(); {
		case t.kind == endToken, depth == 0 && (isConnective(t) || t.is(",") || t.is(")")):
			return
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		}
	}
}

// expression parses or { "=>" or }. The operator is right-associative.
func (p *parser) expression() node {
	if p.depth == maxDepth {
		t := p.peek()
		p.report(tooLarge, t.span,
			"parentheses are nested more than "+strconv.Itoa(maxDepth)+" deep", "", "")
		p.next, p.tooDeep = len(p.tokens)-1, true
		return &bad{t.span}
	}
	p.depth++
	defer func() { p.depth-- }()
	or := func() node { return p.chain("or", func() node { return p.chain("and", p.not) }) }
	list := []node{or()}
	for p.accept("=>") {
		list = append(list, or())
	}
	n := list[len(list)-1]
	for _, l := range slices.Backward(list[:len(list)-1]) {
		n = &connective{span: l.where().to(n.where()), op: "=>", l: l, r: n}
	}
	return n
}

// chain parses part { word part }.
func (p *parser) chain(word string, part func() node) node {
	n := part()
	for p.accept(word) {
		r := part()
		n = &connective{span: n.where().to(r.where()), op: word, l: n, r: r}
	}
	return n
}

// not parses { "not" } comparison.
func (p *parser) not() node {
	var nots []span
	for p.peek().is("not") {
		nots = append(nots, p.advance().span)
	}
	n := p.comparison()
	for _, at := range slices.Backward(nots) {
		n = &not{at.to(n.where()), n}
	}
	return n
}

var comparisons = []string{"==", "!=", "<=", ">=", "<", ">"}

func isComparison(t token) bool {
	return t.kind == signToken && slices.Contains(comparisons, t.text)
}

// comparison parses operand [ sign operand ].
func (p *parser) comparison() node {
	l := p.operand()
	if !isComparison(p.peek()) {
		return l
	}
	op := p.advance().text
	r := p.operand()
	n := node(&comparison{span: l.where().to(r.where()), op: op, l: l, r: r})
	for isComparison(p.peek()) {
		t := p.advance()
		p.report(Unexpected, t.span, "comparisons cannot be chained", "",
			"write two, as in A.b == o1 and o1 == B.b")
		n = &bad{n.where().to(p.operand().where())}
	}
	return n
}

// open reads the "(" after t, or reports that it is missing with an example of what to write.
func (p *parser) open(t token, example string) (token, bool) {
	next := p.peek()
	if next.is("(") {
		p.advance()
		return next, true
	}
	p.report(Unexpected, p.afterLast(), t.text+" without its parentheses", `expected "("`,
		"write it as in "+example)
	p.skip()
	return next, false
}

// close reads the ")" that belongs to open, or reports that it is missing.
func (p *parser) close(open token) {
	if p.accept(")") || p.tooDeep {
		return
	}
	at, what := p.afterLast(), "the end"
	if t := p.peek(); t.kind != endToken {
		at, what = t.span, t.shown()
	}
	d := p.report(unclosed, at, `expected ")", found `+what, "", "")
	d.Notes = append(d.Notes,
		diag.Note{At: open.At, End: open.End, Message: "this parenthesis is not closed"})
	p.skip()
	p.accept(")")
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
