package query

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// Limits of a text. No expression that a person has written comes near them.
const (
	longestText = 8192 // bytes
	deepest     = 100  // parentheses, calls and lists inside each other
	mostDigits  = 9    // of a number
	mostErrors  = 20   // that are reported
)

// parser reads an expression by recursive descent: one function for each rule of
// the grammar in the package comment.
type parser struct {
	s      *Scope
	text   string
	read   int // bytes that are tokens
	tokens []token
	next   int // in tokens
	depth  int
	errs   diag.List

	tooDeep bool // the text is not read to its end
}

// parse reads the whole text.
func (p *parser) parse() node {
	if len(p.text) > longestText {
		p.report(tooLarge, span{longestText, longestText},
			"the expression is longer than "+strconv.Itoa(longestText)+" bytes", "it has to end before this", "")
		return &bad{}
	}
	p.lex()
	n := p.expression()
	for p.peek().kind != endToken {
		p.surplus()
		n = &bad{n.where().to(p.last().span)}
	}
	return n
}

// surplus reports what follows a complete expression, and looks for errors
// in the rest.
func (p *parser) surplus() {
	t := p.peek()
	switch {
	case t.is(")"):
		p.report(unclosed, t.span, "a closing parenthesis without its partner", "", "remove it")
	case isArithmetic(t):
		p.arithmetic(t)
	default:
		p.report(Unexpected, t.span, t.shown()+" follows a complete expression", "expected and, or, => or the end",
			didYouMean(t.text, slices.Values([]string{"and", "or"}), ""))
	}
	p.advance()
	p.skip()
	if t := p.peek(); isConnective(t) {
		p.advance()
		p.expression()
	}
}

func isConnective(t token) bool {
	return t.kind != quotedToken && (t.is("and") || t.is("or") || t.is("=>"))
}

func isArithmetic(t token) bool {
	return t.kind == signToken && strings.Contains("+-*/%", t.text)
}

// arithmetic reports a sign of arithmetic.
func (p *parser) arithmetic(t token) {
	p.report(noArithmetic, t.span, "there is no arithmetic", "", "compare with a number, as in steps > 3")
}

// Tokens.

func (p *parser) peek() token { return p.tokens[p.next] }

// second is the token behind the next one.
func (p *parser) second() token { return p.tokens[min(p.next+1, len(p.tokens)-1)] }

// last is the token that was read last.
func (p *parser) last() token { return p.tokens[max(p.next-1, 0)] }

// advance reads a token; the end is never passed.
func (p *parser) advance() token {
	t := p.peek()
	if t.kind != endToken {
		p.next++
	}
	return t
}

// accept reads a word or sign if it is next.
func (p *parser) accept(text string) bool {
	if p.peek().is(text) {
		p.advance()
		return true
	}
	return false
}

// behind is the empty stretch behind the token that was read last.
func (p *parser) behind() span {
	end := p.last().End
	if p.next == 0 {
		end = p.peek().At
	}
	return span{end, end}
}

// skip goes on to the next place where an expression may continue.
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

// The grammar.

// expression reads or { "=>" or }, from the right.
func (p *parser) expression() node {
	if p.depth == deepest {
		t := p.peek()
		p.report(tooLarge, t.span, "parentheses inside each other, more than "+strconv.Itoa(deepest)+" deep", "", "")
		p.next, p.tooDeep = len(p.tokens)-1, true
		return &bad{t.span}
	}
	p.depth++
	defer func() { p.depth-- }()
	list := []node{p.or()}
	for p.accept("=>") {
		list = append(list, p.or())
	}
	n := list[len(list)-1]
	for _, l := range slices.Backward(list[:len(list)-1]) {
		n = &connective{l.where().to(n.where()), "=>", l, n}
	}
	return n
}

// or reads and { "or" and }.
func (p *parser) or() node { return p.chain("or", p.and) }

// and reads not { "and" not }.
func (p *parser) and() node { return p.chain("and", p.not) }

func (p *parser) chain(word string, part func() node) node {
	n := part()
	for p.accept(word) {
		r := part()
		n = &connective{n.where().to(r.where()), word, n, r}
	}
	return n
}

// not reads { "not" } comparison.
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

// comparison reads operand [ sign operand ].
func (p *parser) comparison() node {
	l := p.operand()
	if !isComparison(p.peek()) {
		return l
	}
	op := p.advance().text
	r := p.operand()
	n := node(&comparison{l.where().to(r.where()), op, l, r})
	for isComparison(p.peek()) {
		t := p.advance()
		p.report(Unexpected, t.span, "comparisons are not chained", "", "write two, as in A.b == o1 and o1 == B.b")
		n = &bad{n.where().to(p.operand().where())}
	}
	return n
}

// operand reads one value or condition that needs no parentheses.
func (p *parser) operand() node {
	switch t := p.peek(); t.kind {
	case numberToken:
		return p.number()
	case quotedToken:
		p.advance()
		return p.path(&path{span: t.span, root: rootFocus, name: t.text})
	case nameToken:
		return p.word()
	default:
		return p.sign()
	}
}

// sign reads an operand that begins with a sign: only a parenthesis does.
func (p *parser) sign() node {
	switch t := p.peek(); {
	case t.is("("):
		p.advance()
		n := p.expression()
		p.close(t)
		return n
	case t.is(".") && p.second().kind == nameToken:
		n := p.path(&path{span: t.span, root: rootAny}).where()
		p.report(Unexpected, n, "a field without its object", "expected a value",
			"write the object too, as in A.b"+p.text[n.At:n.End])
		return &bad{n}
	default:
		return p.missing("expected a value or a condition")
	}
}

// missing reports that something else stands where an operand is wanted.
func (p *parser) missing(label string) node {
	t := p.peek()
	switch {
	case t.kind == endToken && p.next == 0:
		p.report(Unexpected, t.span, "the expression is empty", label, "write a path such as A.b, or a condition such as race")
	case t.kind == endToken:
		p.report(Unexpected, p.behind(), "the expression ends too early", label, "")
	case isArithmetic(t):
		p.arithmetic(t)
	default:
		p.report(Unexpected, t.span, t.shown()+" stands where an operand is wanted", label, "")
	}
	if t.kind == strayToken || t.kind == signToken && !t.is(")") && !t.is(",") && !t.is("=>") {
		p.advance()
		p.skip()
	}
	return &bad{t.span}
}

// close reads the ) that belongs to open.
func (p *parser) close(open token) {
	if p.accept(")") || p.tooDeep {
		return
	}
	at, what := p.behind(), "the end"
	if t := p.peek(); t.kind != endToken {
		at, what = t.span, t.shown()
	}
	d := p.report(unclosed, at, what+` stands where a ")" is missing`, `expected ")"`, "")
	d.Notes = append(d.Notes, diag.Note{At: open.At, End: open.End, Message: "the parenthesis that is open"})
	p.skip()
	p.accept(")")
}

// number reads a number, or a position such as 3:5.
func (p *parser) number() node {
	t := p.peek()
	n := p.digits()
	if !p.accept(":") {
		return &number{t.span, n}
	}
	if p.peek().kind != numberToken {
		p.report(Unexpected, p.behind(), "a position without its column", "expected a number", "write line:column, as in 3:5")
		return &bad{t.span.to(p.last().span)}
	}
	col := p.digits()
	return &positionTerm{t.span.to(p.last().span), il.Position{Line: int(n), Col: int(col)}}
}

func (p *parser) digits() int64 {
	t := p.advance()
	if len(strings.TrimLeft(t.text, "0")) > mostDigits {
		p.report(tooLarge, t.span, "a number of more than "+strconv.Itoa(mostDigits)+" digits", "", "")
		return 0
	}
	n, _ := strconv.ParseInt(t.text, 10, 64) // digits only, and few enough
	return n
}
