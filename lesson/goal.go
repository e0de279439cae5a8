package lesson

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
)

// goal is an expression of a lesson, parsed for the program on which it is judged.
type goal struct {
	text string
	expr *query.Expr
}

// scopeOf returns the names that goals on a program can use. Without a session, the objects have no
// names.
func scopeOf(core *il.Core, pair il.Pair, init semantics.Init) *query.Scope {
	if s, err := session.New(core, pair, init); err == nil {
		return query.NewScope(core, pair, s.Names())
	}
	return query.NewScope(core, pair, nil)
}

// goalOn parses a goal for the program of a scope, which may be the student's.
func goalOn(s *query.Scope, text string) (goal, error) {
	x, errs := s.Parse(text, query.Goal)
	if len(errs) > 0 {
		return goal{}, errors.New(reason(errs[0]))
	}
	return goal{text, x}, nil
}

func reason(d diag.Diagnostic) string {
	if d.Fix == "" {
		return d.Message
	}
	return d.Message + "; " + d.Fix
}

// expression checks that an entry is a goal.
func (p *parser) expression(s *query.Scope, e entry) { p.expressionFrom(s, e, 0) }

func (p *parser) expressionFrom(s *query.Scope, e entry, from int) {
	_, errs := s.Parse(e.text[from:], query.Goal)
	for _, d := range errs {
		p.bad(e.position(from+int(d.At)), e.key+": "+d.Message, d.Fix)
	}
}

// maxStates is the maximum number of states that a search for a goal visits.
const maxStates = 200_000

// boundKey is the context key of the limit that Bounded sets.
type boundKey struct{}

// Bounded returns a context that limits the states that each search of a check visits. A goal whose
// search reaches the limit is undecided. The package's own limits still apply.
func Bounded(ctx context.Context, states int) context.Context {
	return context.WithValue(ctx, boundKey{}, states)
}

// boundOf returns the smaller one of a limit and that of Bounded.
func boundOf(ctx context.Context, limit int) int {
	if n, ok := ctx.Value(boundKey{}).(int); ok {
		return min(n, limit)
	}
	return limit
}

func (g goal) judge(ctx context.Context, in query.Situation) Finding {
	in.MaxStates = boundOf(ctx, maxStates)
	t := g.expr.Judge(ctx, in)
	f := Finding{Goal: g.text, Truth: t.Value.Truth, Why: t.Why}
	if f.Truth != query.True {
		f.Why = whyOf(t)
	}
	if f.Truth == query.False {
		f.Shown = shownBy(t)
		for _, l := range t.Lines() {
			f.Visits = cmp.Or(f.Visits, l.Value.Visits)
		}
	}
	return f
}

// shownBy returns a session at the state that refutes a goal, or nil.
func shownBy(t *query.Tree) *session.Session {
	for _, l := range t.Lines() {
		if l.Shown == nil {
			continue
		}
		if s, err := session.OpenExecution(l.Shown); err == nil {
			return s
		}
	}
	return nil
}

// whyOf returns a clause with the reason for a goal's value, its own or those of the parts that
// decide it.
func whyOf(t *query.Tree) string { return strings.Join(reasons(t), "; ") }

// reasons returns the reasons that whyOf joins, without duplicates.
func reasons(t *query.Tree) []string {
	if t.Why != "" {
		return []string{t.Why}
	}
	var all []string
	add := func(reason string) {
		if !slices.Contains(all, reason) {
			all = append(all, reason)
		}
	}
	negates := len(t.Kids) == 1 && strings.HasPrefix(t.Text, "not ")
	for _, k := range t.Kids {
		if k.Value.Kind != query.Condition {
			if k.Value.Kind != query.None {
				add(k.Text + " is " + k.Value.String())
			}
			continue
		}
		if k.Value.Truth != t.Value.Truth && !negates {
			continue
		}
		why := reasons(k)
		switch {
		case len(why) == 0:
			add(k.Text + " is " + k.Value.String())
		case len(k.Kids) == 0:
			add(k.Text + " is " + k.Value.String() + ": " + why[0])
		default:
			for _, reason := range why {
				add(reason)
			}
		}
	}
	return all
}

// trail returns the states of a session's trace, up to the present one, as goals see them.
func trail(s *session.Session) []*query.View {
	v, _ := s.State(0)
	first := query.Begin(v.Config())
	all := []*query.View{&first}
	for n := 1; n <= s.At(); n++ {
		v, _ := s.State(n)
		all = append(all, after(all[n-1], v))
	}
	return all
}

// after converts a state to the form that goals are evaluated on, given the state before it.
func after(before *query.View, v session.View) *query.View {
	next := before.Chosen(v.Config())
	if e, _ := v.Last(); e.Command != nil {
		next = before.Stepped(e.Thread, v.Config())
	}
	return &next
}

// visits is the set of states that a student has visited, in order.
type visits struct {
	seen map[string]bool
	list []*query.View
}

// add adds the states that are not in the set. States that were reached with other numbers of steps
// or context switches are different.
func (vs *visits) add(views []*query.View) {
	if vs.seen == nil {
		vs.seen = map[string]bool{}
	}
	for _, v := range views {
		key := fmt.Sprint(v.Steps, v.Switches, v.Last) + pinned(v.Config)
		if !vs.seen[key] {
			vs.seen[key] = true
			vs.list = append(vs.list, v)
		}
	}
}

// all iterates over the states, including those that are added before the iteration ends.
func (vs *visits) all() iter.Seq[*query.View] { return slices.Values(vs.list) }

// snapshot iterates over the states that are in the set now.
func (vs *visits) snapshot() iter.Seq[*query.View] { return slices.Values(slices.Clone(vs.list)) }
