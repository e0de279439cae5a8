package query

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// operand reads one value or condition that needs no parentheses.
func (p *parser) operand() node {
	switch t := p.peek(); {
	case t.kind == numberToken:
		return p.number()
	case t.kind == quotedToken:
		p.advance()
		return p.path(&path{span: t.span, root: rootFocus, name: t.text})
	case t.kind == nameToken:
		return p.word()
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
		return p.missing()
	}
}

// missing reports that something else is in the place of an operand.
func (p *parser) missing() node {
	const label = "expected a value or a condition"
	t := p.peek()
	switch {
	case t.kind == endToken && p.next == 0:
		p.report(Unexpected, t.span, "the expression is empty",
			label, "write a path such as A.b, or a condition such as race")
	case t.kind == endToken:
		p.report(Unexpected, p.afterLast(), "the expression ends too early", label, "")
	case isArithmetic(t):
		p.arithmetic(t)
	default:
		p.report(Unexpected, t.span, label+", found "+t.shown(), "", "")
	}
	if t.kind == strayToken || t.kind == signToken && !t.is(")") && !t.is(",") && !t.is("=>") {
		p.advance()
		p.skip()
	}
	return &bad{t.span}
}

// number reads a number, or a position such as 3:5.
func (p *parser) number() node {
	t := p.peek()
	n := p.digits()
	if !p.accept(":") {
		return &literal{t.span, Value{Kind: numberKind, Number: n}}
	}
	if p.peek().kind != numberToken {
		p.report(Unexpected, p.afterLast(), "a position without its column",
			"expected a number", "write line:column, as in 3:5")
		return &bad{p.since(t)}
	}
	col := p.digits()
	return &literal{p.since(t), positionOf(il.Position{Line: int(n), Col: int(col)})}
}

func (p *parser) digits() int64 {
	t := p.advance()
	if len(strings.TrimLeft(t.text, "0")) > maxDigits {
		p.report(tooLarge, t.span,
			"the number has more than "+strconv.Itoa(maxDigits)+" digits", "", "")
		return 0
	}
	n, _ := strconv.ParseInt(t.text, 10, 64) // cannot fail: at most maxDigits digits
	return n
}

func (p *parser) position() (*literal, bool) {
	if p.peek().kind != numberToken {
		p.report(Unexpected, p.afterLast(), "a position is missing",
			"expected line:column, as in 3:5", "")
		return nil, false
	}
	n, ok := p.number().(*literal)
	if ok && n.value.Kind == positionKind {
		return n, true
	}
	if ok {
		p.report(Unexpected, n.span, "a number is not a position",
			"expected line:column, as in 3:5", "")
	}
	p.skip()
	return nil, false
}

// word reads an operand that begins with a word of the language or a name.
func (p *parser) word() node {
	t := p.advance()
	switch t.text {
	case "A":
		return p.thread(t, semantics.A)
	case "B":
		return p.thread(t, semantics.B)
	case "nobody":
		return &literal{t.span, threadValue(nobody)}
	case "true", "false":
		return &literal{t.span, holds(t.text == "true")}
	case "lock":
		return p.lock(t)
	case "race":
		return p.race(t)
	case "changed":
		x := p.operand()
		return &changed{t.span.to(x.where()), x}
	case "always", "never", "possible":
		open, ok := p.open(t, t.text+"(race)")
		if !ok {
			return &bad{t.span}
		}
		n := &over{span: t.span, quantifier: t.text, x: p.expression()}
		p.close(open)
		return p.fromAll(n)
	case "no":
		return p.noRace(t)
	case "count":
		return p.count(t)
	case "visited":
		open, ok := p.open(t, "visited(race, A ended)")
		if !ok {
			return &bad{t.span}
		}
		list := p.list(open)
		return &visited{p.since(t), list}
	case "finals":
		return &finals{t.span}
	case "and", "or":
		p.next-- // it is not an operand
		return p.missing()
	case "not":
		p.next--
		p.report(Unexpected, t.span, `"not" needs parentheses here`, "",
			"put parentheses around it, as in (not race)")
		return &bad{p.not().where()}
	}
	if term := findTerm(aWord, t.text); term != nil {
		if s := p.peek(); term.kind == threadKind && (s.is("A") || s.is("B")) {
			p.advance()
			p.report(Unexpected, s.span, t.text+" "+s.text+" is not a condition", "",
				"write "+t.text+" == "+s.text)
			return &bad{t.span.to(s.span)}
		}
		return p.withoutFields(&apply{span: t.span, term: term}, t.text, "`"+t.text+"`")
	}
	if term := findTerm(aCall, t.text); term != nil {
		return p.call(t, term)
	}
	if p.peek().is("(") {
		calls := slices.Concat([]string{"race"}, termNames(aCall), []string{"count", "visited"},
			quantifiers)
		p.report(unknownName, t.span, t.text+" is not a function", "",
			didYouMean(t.text, calls, "there are "+strings.Join(calls, ", ")))
		p.list(p.advance())
		return &bad{p.since(t)}
	}
	n := &path{span: t.span, name: t.text}
	if l, ok := p.s.names.Loc(t.text); ok || isShaped(t.text) {
		n.root, n.object = rootObject, l
	}
	return p.path(n)
}

func (p *parser) call(t token, term *term) node {
	open, ok := p.open(t, term.example)
	if !ok {
		return &bad{t.span}
	}
	list := p.list(open)
	at := p.since(t)
	if len(list) != len(term.args) {
		count := []string{"no value", "one value", "two values"}[len(term.args)]
		p.report(Unexpected, at, t.text+" takes "+count, "", "write it as in "+term.example)
		return &bad{at}
	}
	return &apply{span: at, term: term, args: list}
}

func (p *parser) path(n *path) node {
	for p.accept(".") {
		if k := p.peek().kind; k != nameToken && k != quotedToken {
			p.report(Unexpected, p.afterLast(), "a dot without a field",
				"expected the name of a field", "")
			return &bad{n.span.to(p.last().span)}
		}
		t := p.advance()
		n.fields = append(n.fields, t.text)
		n.End = t.End
	}
	return n
}

// withoutFields returns n, or reports a field after it. The text is that of n, and variable is how
// to write the variable of that name.
func (p *parser) withoutFields(n *apply, text, variable string) node {
	if !p.peek().is(".") {
		return n
	}
	p.report(wrongKind, n.span, text+" is "+n.term.kind.String()+" and has no fields", "",
		"for the variable write "+variable)
	p.path(&path{})
	return &bad{n.span.to(p.last().span)}
}

func (p *parser) lock(t token) node {
	lock, ok := p.lockName(t)
	if !ok {
		p.skip()
		return &bad{p.since(t)}
	}
	text := lockText(lock)
	fix := "write " + text + ".owner or " + text + ".depth"
	if !p.accept(".") {
		p.report(Unexpected, p.since(t), text+" alone is not a value", "", fix)
		return &bad{p.since(t)}
	}
	next := p.peek()
	if term := findTerm(ofLock, next.text); term != nil && next.kind == nameToken {
		p.advance()
		return p.withoutFields(&apply{span: p.since(t), term: term, lock: lock}, text+"."+next.text,
			"`lock`."+next.text)
	}
	p.report(Unexpected, next.span, lock.Words()+" has an owner and a depth, nothing else", "",
		didYouMean(next.text, termNames(ofLock), fix))
	if next.kind == nameToken && !isConnective(next) {
		p.advance()
	}
	return &bad{p.since(t)}
}

// lockName reads the name of a lock in parentheses after the word lock, if there is one.
func (p *parser) lockName(t token) (l il.LockRef, ok bool) {
	open, locks := p.peek(), p.s.core.Locks
	if !p.accept("(") {
		return l, true
	}
	name := p.peek()
	if name.kind == nameToken || name.kind == quotedToken {
		p.advance()
	} else {
		p.report(Unexpected, name.span, name.shown()+" is not the name of a lock", "",
			"write it as in lock(m).owner")
		p.skip()
	}
	p.close(open)
	switch n := slices.Index(locks, name.text); {
	case n >= 0:
		return il.LockRef{Lock: name.text, Slot: n + 1}, p.last().is(")")
	case len(locks) == 0:
		p.report(unknownName, p.since(t), "this program has only the lock without a name",
			"", "write lock.owner or lock.depth")
	default:
		p.report(unknownName, name.span, "the program has no lock "+name.text, "",
			didYouMean(name.text, locks, "it takes "+strings.Join(locks, ", ")))
	}
	return l, false
}

func (p *parser) race(t token) node {
	switch next := p.peek(); {
	case next.is("("):
		p.advance()
		cell, ok := p.cell()
		p.close(next)
		if !ok {
			return &bad{p.since(t)}
		}
		return &race{span: p.since(t), cell: cell}
	case next.is("at"):
		p.advance()
		n := &race{span: t.span}
		for range 2 {
			at, ok := p.position()
			if !ok {
				return &bad{p.since(t)}
			}
			n.at = append(n.at, at)
			n.End = at.End
		}
		return n
	case next.is("on"):
		p.advance()
		p.report(Unexpected, next.span, `"on" cannot follow race`, "",
			"write race(b.f) for a race on the cell of b.f")
		p.skip()
		return &bad{t.span.to(next.span)}
	default:
		return &race{span: t.span}
	}
}

// cell reads a path with a field, or a field alone.
func (p *parser) cell() (*path, bool) {
	t := p.peek()
	if t.is(".") {
		n, ok := p.path(&path{span: t.span, root: rootAny}).(*path)
		if ok && len(n.fields) > 1 {
			p.report(noCell, n.span, "a cell of any object has one field", "",
				"write ."+n.fields[len(n.fields)-1])
			ok = false
		}
		return n, ok
	}
	switch n := p.operand().(type) {
	case *path:
		if len(n.fields) > 0 {
			return n, true
		}
		p.report(noCell, n.span, p.s.print(n)+" is not a cell of an object",
			"expected a path with a field", "add a field, as in "+p.s.print(n)+".f")
	case *bad:
	default:
		p.report(noCell, p.since(t), "this is not a cell of an object",
			"expected a path with a field, as in b.f", "")
	}
	return nil, false
}

// thread reads what may follow A or B: a term, a variable, a condition of the thread, or nothing.
func (p *parser) thread(t token, i semantics.Tid) node {
	next := p.peek()
	word := findTerm(threadWord, next.text)
	switch {
	case next.is("."):
		p.advance()
		return p.ofThread(t, i)
	case next.is("at"):
		p.advance()
		return p.atPosition(t, i)
	case next.is("reads"), next.is("writes"):
		return p.does(t, i)
	case next.kind == nameToken && word != nil:
		p.advance()
		return &apply{span: p.since(t), term: word, of: i}
	case next.kind != nameToken || isConnective(next):
		return &literal{t.span, threadValue(whoIs(i))}
	}
	p.advance()
	all := append(termNames(threadWord), "at", "reads", "writes")
	fix := didYouMean(next.text, all, "a thread is followed by one of "+strings.Join(all, ", "))
	if next.text == "is" {
		fix = "leave it out, as in " + t.text + " ended"
		if s := p.peek(); s.kind == nameToken && findTerm(threadWord, s.text) != nil {
			p.advance()
		}
	}
	p.report(Unexpected, next.span, `"`+next.text+`" cannot follow `+t.text, "", fix)
	if !isConnective(p.peek()) {
		p.skip()
	}
	return &bad{t.span.to(next.span)}
}

// ofThread reads a term or a variable of thread i, after the dot.
func (p *parser) ofThread(t token, i semantics.Tid) node {
	next := p.peek()
	if next.kind != nameToken && next.kind != quotedToken {
		p.report(Unexpected, p.afterLast(), "a dot without a variable",
			"expected the name of a variable", "")
		return &bad{p.since(t)}
	}
	p.advance()
	if term := findTerm(ofThread, next.text); term != nil && next.kind == nameToken {
		return p.withoutFields(&apply{span: p.since(t), term: term, of: i}, t.text+"."+next.text,
			t.text+".`"+next.text+"`")
	}
	return p.path(&path{span: p.since(t), root: rootThread, of: i, name: next.text})
}

// atPosition reads the position after "A at". It reports "A at 3" and "A at line 3".
func (p *parser) atPosition(t token, i semantics.Tid) node {
	next := p.peek()
	if next.is("line") || next.kind == numberToken && !p.second().is(":") {
		at := next.span
		p.accept("line")
		fix := "write " + t.text + ".line == 3"
		if n := p.peek(); n.kind == numberToken {
			p.advance()
			at = at.to(n.span)
			fix = "write " + t.text + ".line == " + n.text
		}
		p.report(Unexpected, at, "a line is not a position", "expected line:column", fix)
		return &bad{t.span.to(at)}
	}
	place := &apply{span: p.since(t), term: atTerm, of: i}
	at, ok := p.position()
	if !ok {
		return &bad{p.since(t)}
	}
	return &comparison{span: t.span.to(at.span), op: "==", l: place, r: at}
}

// does parses "reads" or "writes", and the cell if one follows.
func (p *parser) does(t token, i semantics.Tid) node {
	n := &does{of: i, kind: il.Read}
	if p.advance().text == "writes" {
		n.kind = il.Write
	}
	n.span = p.since(t)
	next := p.peek()
	if next.kind == quotedToken || next.is(".") ||
		next.kind == nameToken && !isConnective(next) && !next.is("from") {
		cell, ok := p.cell()
		if !ok {
			return &bad{p.since(t)}
		}
		n.cell, n.End = cell, cell.End
	}
	return n
}

// fromAll reads "from all", if it follows a goal.
func (p *parser) fromAll(n *over) node {
	if p.accept("from") {
		n.all = p.accept("all")
		if !n.all {
			p.report(Unexpected, p.afterLast(), `"from" must be followed by "all"`, "",
				"write from all, for all initial states")
		}
	}
	n.End = p.last().End
	return n
}

func (p *parser) noRace(t token) node {
	next := p.peek()
	if !p.accept("race") {
		p.report(Unexpected, p.afterLast(), `"no" must be followed by "race"`, "",
			"write no race, or never(...)")
		p.skip()
		return &bad{t.span}
	}
	argument := ""
	switch s := p.peek(); {
	case s.is("("):
		argument = "(...)"
	case s.is("at"):
		argument = " at ..."
	default:
		return p.fromAll(&over{span: t.span, quantifier: "never", x: &race{span: next.span}})
	}
	p.report(Unexpected, next.span, "no race takes no cell and no positions", "",
		"write never(race"+argument+")")
	p.race(next)
	return &bad{p.since(t)}
}

func (p *parser) count(t token) node {
	open, ok := p.open(t, "count(schedules)")
	if !ok {
		return &bad{t.span}
	}
	counts := p.peek()
	term := findTerm(counted, counts.text)
	if term == nil || counts.kind != nameToken {
		all := termNames(counted)
		p.report(Unexpected, counts.span, "this cannot be counted", "",
			didYouMean(counts.text, all, "count one of "+strings.Join(all, ", ")))
		p.skip()
		p.close(open)
		return &bad{p.since(t)}
	}
	p.advance()
	p.close(open)
	return &apply{span: p.since(t), term: term}
}
