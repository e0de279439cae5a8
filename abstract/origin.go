package abstract

import (
	"wobbly/il"
)

// The rules of Figure 7 that put an expression into W, by name.
const (
	RuleWobblyWrite = "wobbly: target of an assignment"
	ruleWobblyRead  = "wobbly: source of an assignment"
	rulePrefixArg   = "call: an actual that is a prefix of another"
)

// Origin is the reason why an expression is in W: the calls that lead from the unit down to a
// statement, outermost first, and the rule by which that statement puts the expression into W.
type Origin struct {
	Calls []*il.Call
	Unit  *il.Unit // of Stmt
	Stmt  il.Stmt  // a simple command, or a call to which Expr and an extension of it are passed
	Expr  Expr     // in terms of Unit
	Rule  string
}

// Origins finds on demand why an expression is in the W of a unit, or in Wr, without computing the
// sets. Answers are memoized. They are those of a mode with every clause of Figure 7, for a program
// without recursion.
type Origins struct {
	rules *rules
	core  *il.Core
	units map[*il.Unit]*unitTouches
	memo  map[originKey]origin
}

// originKey is a question: why is expr in a set of unit?
type originKey struct {
	unit *il.Unit
	expr Expr
	set  originSet
}

type originSet uint8

const (
	inW  originSet = iota
	inWr           // the targets of commands, whatever the mode
)

// origin is the first step to the nearest touch, which is depth calls further down: 0 means a touch
// in the unit itself, -1 that there is none.
type origin struct {
	depth int
	call  *il.Call
	next  originKey
}

// unitTouches has the touches of one method's own statements.
type unitTouches struct {
	first [inWr + 1]map[Expr]touch // the first statement in text order
	calls []*il.Call
}

// touch is a statement that puts an expression into a set, by a rule.
type touch struct {
	stmt il.Stmt
	rule string
}

func OriginsOf(core *il.Core, m Mode) *Origins {
	return &Origins{
		rules: Options{Mode: m}.rules(), core: core,
		units: map[*il.Unit]*unitTouches{}, memo: map[originKey]origin{},
	}
}

// Touch returns the origin of e in the W of u with the fewest calls, the first of these in the
// text. It reports false if e is not in W.
func (o *Origins) Touch(u *il.Unit, e Expr) (Origin, bool) {
	return o.trace(originKey{unit: u, expr: e, set: inW})
}

// Write returns the origin of e in the Wr of u: a command that assigns to it.
func (o *Origins) Write(u *il.Unit, e Expr) (Origin, bool) {
	return o.trace(originKey{unit: u, expr: e, set: inWr})
}

// trace follows an origin down to the statement.
func (o *Origins) trace(key originKey) (Origin, bool) {
	if key.unit.Formal(key.expr.Root()) < 0 {
		return Origin{}, false
	}
	at := o.find(key)
	if at.depth < 0 {
		return Origin{}, false
	}
	var calls []*il.Call
	for at.depth > 0 {
		calls = append(calls, at.call)
		key, at = at.next, o.find(at.next)
	}
	t := o.touches(key.unit).first[key.set][key.expr]
	return Origin{Calls: calls, Unit: key.unit, Stmt: t.stmt, Expr: key.expr, Rule: t.rule}, true
}

// find returns the first step to the nearest touch. A call leads to the touches of its callee that
// have the actual in place of the formal.
func (o *Origins) find(key originKey) origin {
	if at, ok := o.memo[key]; ok {
		return at
	}
	own := o.touches(key.unit)
	if _, ok := own.first[key.set][key.expr]; ok {
		return origin{}
	}
	best := origin{depth: -1}
	for _, c := range own.calls {
		callee := o.core.Methods[c.Method]
		for i, e := range c.Args {
			actual := ExprOf(e)
			if !actual.IsPrefixOf(key.expr) {
				continue
			}
			expr := Expr(callee.Formals[i]) + key.expr[len(actual):]
			next := originKey{unit: callee, expr: expr, set: key.set}
			at := o.find(next)
			if at.depth >= 0 && (best.depth < 0 || at.depth+1 < best.depth) {
				best = origin{depth: at.depth + 1, call: c, next: next}
			}
		}
	}
	o.memo[key] = best
	return best
}

// touches returns the touches of u's own statements, which it collects at the first call.
func (o *Origins) touches(u *il.Unit) *unitTouches {
	if t, ok := o.units[u]; ok {
		return t
	}
	t := &unitTouches{first: [...]map[Expr]touch{inW: {}, inWr: {}}}
	add := func(set originSet, e Expr, s il.Stmt, rule string) {
		if _, ok := t.first[set][e]; !ok {
			t.first[set][e] = touch{s, rule}
		}
	}
	il.Walk(u.Body, func(s il.Stmt) {
		if c, ok := s.(*il.Call); ok {
			t.calls = append(t.calls, c)
			for _, e := range o.rules.prefixArguments(c.Args, il.Expr.IsPrefixOf) {
				add(inW, e, s, rulePrefixArg)
			}
			return
		}
		if il.IsChoice(s) {
			return
		}
		touched := o.rules.touched(s)
		for _, e := range touched.List() {
			if e.Target() {
				add(inW, e.Expr, s, RuleWobblyWrite)
				add(inWr, e.Expr, s, RuleWobblyWrite)
			} else {
				add(inW, e.Expr, s, ruleWobblyRead)
			}
		}
	})
	o.units[u] = t
	return t
}
