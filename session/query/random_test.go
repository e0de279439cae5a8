package query

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// A maker makes random expressions for a scope.
type maker struct {
	*rand.Rand
	s *Scope
	// goals means that the expressions are parts of goals, in which no thread is in focus.
	goals bool
}

// pick returns a random element of a list.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// condition returns a random condition of a state.
func (m *maker) condition(depth int) node {
	if depth > 0 && m.IntN(3) > 0 {
		switch m.IntN(4) {
		case 0:
			return &not{x: m.condition(depth - 1)}
		default:
			return &connective{
				op: pick(m.Rand, []string{"and", "or", "=>"}), l: m.condition(depth - 1),
				r: m.condition(depth - 1),
			}
		}
	}
	switch m.IntN(11) {
	case 0:
		return &literal{value: holds(m.IntN(2) == 0)}
	case 1:
		return &apply{of: m.tid(), term: findTerm(threadWord, pick(m.Rand, termNames(threadWord)))}
	case 2:
		i := m.tid()
		return &does{of: i, kind: il.AccessKind(m.IntN(2)), cell: m.cell(i)}
	case 3:
		return &race{cell: m.cell(m.tid())}
	case 4:
		return m.raceAt()
	case 5:
		return &changed{x: m.varying()}
	case 6:
		return &apply{term: findTerm(aCall, "reaches"), args: []node{m.path(), m.path()}}
	case 7:
		i := m.tid()
		return &comparison{
			op: pick(m.Rand, comparisons[:2]), l: &apply{term: atTerm, of: i},
			r: &literal{value: positionOf(pick(m.Rand, m.s.stops[i]))},
		}
	case 8, 9:
		return &comparison{op: pick(m.Rand, comparisons), l: m.number(), r: m.number()}
	default:
		return m.equation()
	}
}

func (m *maker) tid() semantics.Tid { return semantics.Tid(m.IntN(2)) }

// equation compares two objects or two threads.
func (m *maker) equation() node {
	op := pick(m.Rand, comparisons[:2])
	if m.IntN(3) == 0 {
		return &comparison{
			op: op,
			l: pick(m.Rand,
				[]*apply{{term: findTerm(ofLock, "owner")}, {term: findTerm(aWord, "last")}}),
			r: &literal{value: threadValue(Who(m.IntN(3)))},
		}
	}
	return &comparison{op: op, l: m.path(), r: m.path()}
}

// number returns a literal or a quantity.
func (m *maker) number() node {
	if m.IntN(2) == 0 {
		return &literal{value: numberOf(m.IntN(9))}
	}
	return m.quantity(numberKind)
}

// quantity returns a term of a kind.
func (m *maker) quantity(k Kind) node {
	ofKind := slice.Filter(terms, func(t *term) bool { return t.kind == k && t.count == nil })
	n := &apply{term: pick(m.Rand, ofKind)}
	if n.term.form == ofThread {
		n.of = m.tid()
	}
	return n
}

// varying returns a value that can change.
func (m *maker) varying() node {
	if m.IntN(3) == 0 {
		return m.quantity(pick(m.Rand, []Kind{numberKind, threadKind, positionKind}))
	}
	for {
		if p := m.path(); !isConstant(p) {
			return p
		}
	}
}

// path returns an object, variable or cell.
func (m *maker) path() *path {
	p := &path{}
	switch i := m.tid(); {
	case m.IntN(4) == 0 || len(m.s.vars[i]) == 0:
		p.root, p.object = rootObject, semantics.Loc(1+m.IntN(4))
		p.name = p.object.String()
	case m.IntN(3) > 0 || m.goals:
		p.root, p.of, p.name = rootThread, i, pick(m.Rand, m.s.vars[i])
	default:
		p.root, p.name = rootFocus, pick(m.Rand, m.s.vars[i])
	}
	for len(m.s.core.Fields) > 0 && len(p.fields) < 2 && m.IntN(2) == 0 {
		p.fields = append(p.fields, pick(m.Rand, m.s.core.Fields))
	}
	return p
}

// cell returns a cell as thread i or either may name it, or nil.
func (m *maker) cell(i semantics.Tid) *path {
	if len(m.s.core.Fields) == 0 || m.IntN(3) == 0 {
		return nil
	}
	f := pick(m.Rand, m.s.core.Fields)
	if m.IntN(3) == 0 || len(m.s.vars[i]) == 0 {
		return &path{root: rootAny, fields: []string{f}}
	}
	return &path{root: rootFocus, name: pick(m.Rand, m.s.vars[i]), fields: []string{f}}
}

// raceAt returns "race at" two accesses, or "race" if there are none.
func (m *maker) raceAt() node {
	var at [2][]il.Position
	for _, i := range semantics.Tids {
		for _, p := range m.s.stops[i] {
			if m.s.positions[i][p] {
				at[i] = append(at[i], p)
			}
		}
	}
	if len(at[0]) == 0 || len(at[1]) == 0 {
		return &race{}
	}
	return &race{at: []*literal{
		{value: positionOf(pick(m.Rand, at[0]))}, {value: positionOf(pick(m.Rand, at[1]))},
	}}
}

// goal returns a random goal.
func (m *maker) goal(depth int) node {
	m.goals = true
	if depth > 0 && m.IntN(2) == 0 {
		return &connective{
			op: pick(m.Rand, []string{"and", "or", "=>"}), l: m.goal(depth - 1),
			r: m.goal(depth - 1),
		}
	}
	switch m.IntN(4) {
	case 0:
		return &over{quantifier: "never", x: &race{}, all: m.IntN(2) == 0}
	case 1:
		return &comparison{
			op: pick(m.Rand, comparisons),
			l:  &apply{term: findTerm(counted, pick(m.Rand, termNames(counted)))},
			r:  &literal{value: numberOf(m.IntN(30))},
		}
	case 2:
		return &visited{list: []node{&finals{}, m.condition(1)}}
	default:
		return &over{quantifier: pick(m.Rand, quantifiers), x: m.condition(2)}
	}
}

// forScopes visits n random programs, each with its own source of randomness and a random initial
// state.
func forScopes(t *testing.T, n int, visit func(m *maker, in semantics.Init)) {
	t.Helper()
	seed := uint64(0)
	iltest.Random(t, n, randomPrograms(), func(core *il.Core) {
		seed++
		if len(core.Pairs()) == 0 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		pair := pick(r, core.Pairs())
		m := &maker{Rand: r, s: NewScope(core, pair, nil)}
		visit(m, randomInit(r, core, pair))
	})
}

// randomInit returns a random initial state of two or three objects.
func randomInit(r *rand.Rand, core *il.Core, pair il.Pair) semantics.Init {
	in := semantics.Init{
		Objects: []string{"o1", "o2", "o3"}[:2+r.IntN(2)], Stacks: [2]map[string]string{{}, {}},
	}
	for _, o := range in.Objects {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{o, f, pick(r, in.Objects)})
		}
	}
	for i, u := range [2]*il.Unit{pair.Left, pair.Right} {
		for _, x := range u.Formals {
			in.Stacks[i][x] = pick(r, in.Objects)
		}
	}
	return in
}

// walk visits the views of a random run of at most n moves.
func walk(r *rand.Rand, s *Scope, in semantics.Init, n int, visit func(*View)) {
	k, err := semantics.NewConfig(s.core, s.pair, in)
	if err != nil {
		panic(err)
	}
	v := Begin(k)
	for range n {
		here := v
		visit(&here)
		var successors []View
		for next := range here.Successors() {
			successors = append(successors, next)
		}
		if len(successors) == 0 {
			return
		}
		v = pick(r, successors)
	}
}

// asTrees compares expressions without the positions of their parts.
var asTrees = cmp.Options{
	cmpopts.IgnoreTypes(span{}),
	cmp.Comparer(func(a, b *term) bool { return a == b }),
	cmp.AllowUnexported(literal{}, path{}, apply{}, comparison{}, does{}, race{}, changed{}, not{},
		connective{}, over{}, visited{}, finals{}, Value{}),
}

// TestPrintParse checks that a printed expression is parsed as an equal one.
func TestPrintParse(t *testing.T) {
	kinds := map[string]bool{}
	forScopes(t, 40, func(m *maker, _ semantics.Init) {
		for range 60 {
			m.goals = false
			use, n := Watch, m.condition(4)
			if m.IntN(3) == 0 {
				use, n = Goal, m.goal(2)
			}
			text := m.s.print(n)
			e, errs := m.s.Parse(text, use)
			if len(errs) > 0 {
				t.Fatalf("Parse(%q), which print wrote, reports %s in\n%s", text, said(errs),
					m.s.core.Source.Text)
			}
			if d := cmp.Diff(n, e.node, asTrees); d != "" {
				t.Fatalf("Parse(%q) differs from the tree that was printed (-want +got):\n%s",
					text, d)
			}
			collect(n, kinds)
		}
	})
	if len(kinds) != 12 {
		t.Errorf("the expressions have %d kinds of parts, want 12: %v", len(kinds), kinds)
	}
}

// collect adds the kinds of the parts of n to kinds.
func collect(n node, kinds map[string]bool) {
	kinds[fmt.Sprintf("%T", n)] = true
	for _, k := range kids(n) {
		collect(k, kinds)
	}
}

// TestLaws checks that connectives obey the laws of logic in states of random runs.
func TestLaws(t *testing.T) {
	laws := []struct{ name, l, r string }{
		{"double negation", "not not (%[1]s)", "%[1]s"},
		{"de Morgan", "not ((%[1]s) and (%[2]s))", "not (%[1]s) or not (%[2]s)"},
		{"de Morgan's other", "not ((%[1]s) or (%[2]s))", "not (%[1]s) and not (%[2]s)"},
		{"implication", "(%[1]s) => (%[2]s)", "not (%[1]s) or (%[2]s)"},
		{"contraposition", "(%[1]s) => (%[2]s)", "not (%[2]s) => not (%[1]s)"},
		{"commutation", "(%[1]s) and (%[2]s)", "(%[2]s) and (%[1]s)"},
		{"absorption", "(%[1]s) or (%[1]s) and (%[2]s)", "%[1]s"},
		{"distribution", "(%[1]s) and ((%[2]s) or (%[3]s))",
			"(%[1]s) and (%[2]s) or (%[1]s) and (%[3]s)"},
		{"neutral", "true and (%[1]s)", "false or (%[1]s)"},
	}
	forScopes(t, 30, func(m *maker, in semantics.Init) {
		x, y, z := m.s.print(m.condition(2)), m.s.print(m.condition(2)), m.s.print(m.condition(2))
		walk(m.Rand, m.s, in, 12, func(v *View) {
			for _, law := range laws {
				l := m.s.mustParse(t, fmt.Sprintf(law.l+"%[4]s", x, y, z, ""), Watch)
				r := m.s.mustParse(t, fmt.Sprintf(law.r+"%[4]s", x, y, z, ""), Watch)
				if l.Eval(v) != r.Eval(v) {
					t.Fatalf("%s: %s is %s, %s is %s", law.name, l, l.Eval(v), r, r.Eval(v))
				}
			}
		})
	})
}

// TestKleene checks the connectives of truths: with false < unknown < true, "and" is the minimum
// and "or" the maximum.
func TestKleene(t *testing.T) {
	order := []Truth{False, Unknown, True}
	for i, a := range order {
		if a.negate() != order[2-i] {
			t.Errorf("not %s is %s, want %s", a, a.negate(), order[2-i])
		}
		for j, b := range order {
			if got, want := a.and(b), order[min(i, j)]; got != want {
				t.Errorf("%s and %s is %s, want %s", a, b, got, want)
			}
			if got, want := a.or(b), order[max(i, j)]; got != want {
				t.Errorf("%s or %s is %s, want %s", a, b, got, want)
			}
		}
	}
}

// TestCompareBounds checks comparisons of a count that is only a lower bound: the result is known
// if all larger numbers agree.
func TestCompareBounds(t *testing.T) {
	for _, op := range comparisons {
		for n := range int64(6) {
			for literal := range int64(6) {
				all, some := true, false
				for k := n; k < 12; k++ {
					holds := compareNumbers(op, Value{Number: k}, Value{Number: literal}) == True
					all, some = all && holds, some || holds
				}
				want := Unknown
				if all || !some {
					want = truthOf(all)
				}
				l, r := Value{Number: n, AtLeast: true}, Value{Number: literal}
				if got := compareNumbers(op, l, r); got != want {
					t.Errorf("at least %d %s %d is %s, want %s", n, op, literal, got, want)
				}
				flip := map[string]string{
					"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!=",
				}[op]
				if got := compareNumbers(flip, r, l); got != want {
					t.Errorf("%d %s at least %d is %s, want %s", literal, flip, n, got, want)
				}
			}
		}
	}
}

// TestAgreesWithSemantics compares expressions in states of random runs with the functions of
// package semantics and a history kept by the test.
func TestAgreesWithSemantics(t *testing.T) {
	races := 0
	forScopes(t, 120, func(m *maker, in semantics.Init) {
		var trail []*View
		walk(m.Rand, m.s, in, 25, func(v *View) {
			trail = append(trail, v)
			check := func(text string, want any) {
				t.Helper()
				if got := m.s.mustParse(t, text, Watch).Eval(v).String(); got != fmt.Sprint(want) {
					t.Fatalf("%s is %s, want %v\n%s", text, got, want, m.s.core.Source.Text)
				}
			}
			k := v.Config
			r, ok := semantics.Race(k)
			check("race", ok)
			if ok {
				races++
				p, q := m.s.at(k, semantics.A), m.s.at(k, semantics.B)
				check(fmt.Sprintf("race at %s %s", q, p), true)
				check("race("+r[0].Cell.String()+")", true)
				check("race(."+r[0].Cell.Field+")", true)
			}
			check("objects", k.H.Size())
			check("A ended and B ended", k.Done())
			check("lock.depth", k.Threads[0].L.Depth()+k.Threads[1].L.Depth())
			for _, i := range semantics.Tids {
				check(i.String()+".line", m.s.core.Source.Position(k.Threads[i].Point.Pos()).Line)
				check(i.String()+".steps", stepsOf(trail, i))
				stuck := semantics.Enabled(k, i)
				check(i.String()+" waits", stuck != nil && stuck.Reason == semantics.LockHeld)
				for x, l := range k.Threads[i].S.Top.Vars() {
					check(m.s.print(&path{root: rootThread, of: i, name: x}), l)
					for _, f := range k.H.Fields() {
						to, _ := semantics.Value(il.Path(x, f), k.Threads[i].S.Top, k.H)
						p := &path{root: rootThread, of: i, name: x, fields: []string{f}}
						check(m.s.print(p), to)
					}
				}
			}
			check("switches", switchesOf(trail))
			for a, l := range k.H.Cells() {
				was := l
				if n := len(trail); n > 1 {
					if old, ok := trail[n-2].Config.H.At(a); ok {
						was = old
					} else {
						was = semantics.Nil // the object is new
					}
				}
				check("changed "+a.String(), was != l)
			}
		})
	})
	if races < 10 {
		t.Errorf("%d states race, want at least 10", races)
	}
}

// movers lists the threads that made the steps of a trail.
func movers(trail []*View) []semantics.Tid {
	var all []semantics.Tid
	for n := 1; n < len(trail); n++ {
		for _, i := range semantics.Tids {
			if trail[n].Steps[i] > trail[n-1].Steps[i] {
				all = append(all, i)
			}
		}
	}
	return all
}

// stepsOf counts the steps of a thread in a trail.
func stepsOf(trail []*View, i semantics.Tid) int {
	return len(slices.DeleteFunc(movers(trail), func(j semantics.Tid) bool { return j != i }))
}

// switchesOf counts the context switches in a trail.
func switchesOf(trail []*View) int { return max(0, len(slices.Compact(movers(trail)))-1) }

// TestSearchIsExact compares the search, which merges states, with one that merges none, for random
// conditions that depend on all parts of a history.
func TestSearchIsExact(t *testing.T) {
	answers := map[Truth]int{}
	history := 0
	forScopes(t, 120, func(m *maker, in semantics.Init) {
		m.goals = true
		for range 6 {
			x := m.condition(2)
			want, ok := brute(m.s, in, x, 3000)
			if !ok {
				return // the tree of executions is infinite or too large
			}
			o := &over{quantifier: "possible", x: x}
			j := &judge{
				ctx: context.Background(), s: m.s, in: Situation{Init: &in},
				values: map[node]Value{}, found: map[node]*execution.Execution{},
			}
			found, why := j.findState(o, x)
			if found != truthOf(want >= 0) {
				t.Fatalf("%s: %s, %s; want %d\n%s", m.s.print(x), found, why, want,
					m.s.core.Source.Text)
			}
			if found == True && len(j.found[o].Moves) != want {
				t.Fatalf("%s: found after %d steps, want %d", m.s.print(x),
					len(j.found[o].Moves), want)
			}
			answers[found]++
			if f := m.s.factsOf(x); f.mover || len(f.counters)+len(f.changes)+len(f.named) > 0 {
				history++
			}
		}
	})
	if answers[True] < 50 || answers[False] < 50 || history < 50 {
		t.Errorf("the numbers of answers are %v, with %d conditions on the history; want at least "+
			"50 true, 50 false and 50 on the history", answers, history)
	}
}

// brute returns the smallest number of steps after which x holds, or -1 if it never does. It visits
// the tree of executions, and returns false if that has more than maxNodes nodes.
func brute(s *Scope, in semantics.Init, x node, maxNodes int) (steps int, ok bool) {
	k, err := semantics.NewConfig(s.core, s.pair, in)
	if err != nil {
		panic(err)
	}
	best := -1
	first := Begin(k)
	work := []*View{&first}
	for n := 0; n < len(work); n++ {
		if n == maxNodes {
			return 0, false
		}
		v := work[n]
		total := v.Steps[0] + v.Steps[1]
		e := &evaluator{s: s, v: v}
		if e.truth(x) == True && (best < 0 || total < best) {
			best = total
		}
		for next := range v.Successors() {
			work = append(work, &next)
		}
	}
	return best, true
}

// TestJudgeRandom checks that a verdict on a random goal that is known with a small limit of states
// is the same with a large one.
func TestJudgeRandom(t *testing.T) {
	certain := 0
	forScopes(t, 40, func(m *maker, in semantics.Init) {
		var history []*View
		walk(m.Rand, m.s, in, 10, func(v *View) { history = append(history, v) })
		for range 4 {
			e := m.s.mustParse(t, m.s.print(m.goal(2)), Goal)
			situation := Situation{
				Now: history[0], History: slices.Values(history), Init: &in, MaxStates: 20,
			}
			small := e.Judge(context.Background(), situation)
			situation.MaxStates = 1000
			large := e.Judge(context.Background(), situation)
			if small.Value.Truth != Unknown {
				certain++
				if large.Value.Truth != small.Value.Truth {
					t.Fatalf("with a small bound\n%swith a large one\n%s%s", small, large,
						m.s.core.Source.Text)
				}
			}
			for _, l := range large.Lines() {
				if l.Shown != nil {
					setting{m.s, in}.checkReplay(t, l.Shown)
				}
			}
		}
	})
	if certain < 40 {
		t.Errorf("%d verdicts are known with the small limit, want at least 40", certain)
	}
}
