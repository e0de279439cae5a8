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

// maker draws expressions about a scope.
type maker struct {
	*rand.Rand
	s     *Scope
	goals bool // no thread in focus
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// condition draws a condition of a state.
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
			op: op, l: pick(m.Rand,
				[]*apply{{term: findTerm(ofLock, "owner")}, {term: findTerm(aWord, "last")}}), r: &literal{value: threadValue(Who(m.IntN(3)))},
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
	n := &apply{term: pick(m.Rand,
		slice.Filter(terms, func(t *term) bool { return t.kind == k && t.count == nil }))}
	if n.term.form == ofThread {
		n.of = m.tid()
	}
	return n
}

// varying is what may change.
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

// raceAt is race at two accesses, or race where there are none.
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

// goal draws a goal.
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

// forScopes visits random programs with a source of randomness each.
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

// randomInit draws an initial state of two or three objects.
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
		at := v
		visit(&at)
		var to []View
		for next := range at.Successors() {
			to = append(to, next)
		}
		if len(to) == 0 {
			return
		}
		v = pick(r, to)
	}
}

var asTrees = cmp.Options{
	cmpopts.IgnoreTypes(span{}),
	cmp.Comparer(func(a, b *term) bool { return a == b }),
	cmp.AllowUnexported(literal{}, path{}, apply{}, comparison{}, does{}, race{}, changed{}, not{},
		connective{}, over{}, visited{}, finals{}, Value{}),
}

// TestPrintParse: a printed expression is read as an equal one.
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
		t.Errorf("%d kinds of parts were drawn: %v", len(kinds), kinds)
	}
}

// collect notes the kinds of the parts of n.
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

// TestKleene: Kleene's tables follow from minimum and maximum, with false < unknown < true.
func TestKleene(t *testing.T) {
	order := []Truth{False, Unknown, True}
	for i, a := range order {
		if a.negate() != order[2-i] {
			t.Errorf("not %s is %s", a, a.negate())
		}
		for j, b := range order {
			if a.and(b) != order[min(i, j)] || a.or(b) != order[max(i, j)] {
				t.Errorf("%s, %s: and %s, or %s", a, b, a.and(b), a.or(b))
			}
		}
	}
}

// TestCompareBounds: if a count is a lower bound, a comparison is known if all larger numbers
// agree.
func TestCompareBounds(t *testing.T) {
	for _, op := range comparisons {
		for n := range int64(6) {
			for literal := range int64(6) {
				all, some := true, false
				for k := n; k < 12; k++ {
					is := compareNumbers(op, Value{Number: k}, Value{Number: literal}) == True
					all, some = all && is, some || is
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
			is := func(text string, want any) {
				t.Helper()
				if got := m.s.mustParse(t, text, Watch).Eval(v).String(); got != fmt.Sprint(want) {
					t.Fatalf("%s is %s, want %v\n%s", text, got, want, m.s.core.Source.Text)
				}
			}
			k := v.Config
			r, ok := semantics.Race(k)
			is("race", ok)
			if ok {
				races++
				p, q := m.s.at(k, semantics.A), m.s.at(k, semantics.B)
				is(fmt.Sprintf("race at %s %s", q, p), true)
				is("race("+r[0].Cell.String()+")", true)
				is("race(."+r[0].Cell.Field+")", true)
			}
			is("objects", k.H.Size())
			is("A ended and B ended", k.Done())
			is("lock.depth", k.Threads[0].L.Depth()+k.Threads[1].L.Depth())
			for _, i := range semantics.Tids {
				is(i.String()+".line", m.s.core.Source.Position(k.Threads[i].Point.Pos()).Line)
				is(i.String()+".steps", stepsOf(trail, i))
				stuck := semantics.Enabled(k, i)
				is(i.String()+" waits", stuck != nil && stuck.Reason == semantics.LockHeld)
				for x, l := range k.Threads[i].S.Top.Vars() {
					is(m.s.print(&path{root: rootThread, of: i, name: x}), l)
					for _, f := range k.H.Fields() {
						to, _ := semantics.Value(il.Path(x, f), k.Threads[i].S.Top, k.H)
						is(m.s.print(&path{root: rootThread, of: i, name: x, fields: []string{f}}),
							to)
					}
				}
			}
			is("switches", switchesOf(trail))
			for a, l := range k.H.Cells() {
				was := l
				if n := len(trail); n > 1 {
					if old, ok := trail[n-2].Config.H.At(a); ok {
						was = old
					} else {
						was = semantics.Nil // the object is new
					}
				}
				is("changed "+a.String(), was != l)
			}
		})
	})
	if races < 10 {
		t.Errorf("only %d racing states", races)
	}
}

// movers lists who made the steps of a trail.
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

func stepsOf(trail []*View, i semantics.Tid) int {
	return len(slices.DeleteFunc(movers(trail), func(j semantics.Tid) bool { return j != i }))
}

func switchesOf(trail []*View) int {
	who := movers(trail)
	return max(0, len(slices.Compact(who))-1)
}

// TestSearchIsExact compares the search, which merges states, with one that merges none, for random
// conditions that see all parts of a history.
func TestSearchIsExact(t *testing.T) {
	answers := map[Truth]int{}
	history := 0
	forScopes(t, 120, func(m *maker, in semantics.Init) {
		m.goals = true
		for range 6 {
			x := m.condition(2)
			want, all := brute(m.s, in, x, 3000)
			if !all {
				return // a loop, or too many
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
		t.Errorf("too few cases: %v, %d with more than a configuration", answers, history)
	}
}

// brute returns the least number of steps after which x holds, -1 if it never does, and
// whether at most the given number of nodes of the tree of executions say so.
func brute(s *Scope, in semantics.Init, x node, most int) (steps int, all bool) {
	k, err := semantics.NewConfig(s.core, s.pair, in)
	if err != nil {
		panic(err)
	}
	best := -1
	first := Begin(k)
	work := []*View{&first}
	for n := 0; n < len(work); n++ {
		if n == most {
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

// TestJudgeRandom: a verdict on a random goal that is certain with a small bound is the same
// without the bound.
func TestJudgeRandom(t *testing.T) {
	certain := 0
	forScopes(t, 40, func(m *maker, in semantics.Init) {
		var history []*View
		walk(m.Rand, m.s, in, 10, func(v *View) { history = append(history, v) })
		for range 4 {
			e := m.s.mustParse(t, m.s.print(m.goal(2)), Goal)
			situation := Situation{
				Now: history[0], History: historyOf(history...), Init: &in, MaxStates: 20,
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
					setting{m.s, in}.replays(t, l.Shown)
				}
			}
		}
	})
	if certain < 40 {
		t.Errorf("only %d were certain", certain)
	}
}
