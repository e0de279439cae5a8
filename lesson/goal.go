package lesson

import (
	"context"
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

// goal is an expression of a lesson, read for the program that it is judged on.
type goal struct {
	text string
	expr *query.Expr
}

// scopeOf is what the goals on a program can speak about.
func scopeOf(core *il.Core, pair il.Pair, init semantics.Init) *query.Scope {
	if s, err := session.New(core, pair, init); err == nil {
		return query.NewScope(core, pair, s.Names())
	}
	return query.NewScope(core, pair, nil)
}

// goalsOn reads goals for a program, which may be another one than the task's.
func goalsOn(s *query.Scope, texts []string) ([]goal, error) {
	var all []goal
	for _, text := range texts {
		x, errs := s.Parse(text, query.Goal)
		if len(errs) > 0 {
			return nil, fmt.Errorf("%s: %s", text, reason(errs[0]))
		}
		all = append(all, goal{text, x})
	}
	return all, nil
}

func reason(d diag.Diagnostic) string {
	if d.Fix == "" {
		return d.Message
	}
	return d.Message + "; " + d.Fix
}

// expression checks an expression of a lesson's file and reports its errors at
// their places.
func (p *parser) expression(s *query.Scope, e entry) { p.expressionFrom(s, e, 0) }

// expressionFrom checks the expression that begins at a byte of an entry's text.
func (p *parser) expressionFrom(s *query.Scope, e entry, from int) {
	_, errs := s.Parse(e.text[from:], query.Goal)
	for _, d := range errs {
		p.bad(e.position(from+int(d.At)), e.key+": "+d.Message, d.Fix)
	}
}

// compared makes a condition of a number.
const compared = " == 0"

// quantity checks an expression that may also be a count.
func (p *parser) quantity(s *query.Scope, e entry) {
	if _, errs := s.Parse(e.text+compared, query.Goal); len(errs) > 0 {
		p.expression(s, e)
	}
}

// maxStates bounds each search that a goal asks for.
const maxStates = 200_000

// boundKey is the key of a smaller bound in a context.
type boundKey struct{}

// Bounded is a context in which each search of a check meets at most so many states, if
// that is less than it may meet anyway. What is cut for that is not decided.
func Bounded(ctx context.Context, states int) context.Context {
	return context.WithValue(ctx, boundKey{}, states)
}

// boundOf is how many states a search may meet.
func boundOf(ctx context.Context, most int) int {
	if n, ok := ctx.Value(boundKey{}).(int); ok {
		return min(n, most)
	}
	return most
}

// judge decides a goal.
func (g goal) judge(ctx context.Context, in query.Situation) Finding {
	in.MaxStates = boundOf(ctx, maxStates)
	t := g.expr.Judge(ctx, in)
	f := Finding{Goal: g.text, Truth: t.Value.Truth, Why: t.Why}
	if f.Truth != query.True {
		f.Why = whyOf(t)
	}
	if f.Truth == query.False {
		f.Shown = shownBy(t)
	}
	return f
}

// shownBy is a session at the state that a search has found against a goal, nil if it
// has found none.
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

// whyOf is a clause that says why a goal is what it is: its own reason, or those
// of the parts that decide it.
func whyOf(t *query.Tree) string {
	if t.Why != "" {
		return t.Why
	}
	var parts []string
	negates := len(t.Kids) == 1 && strings.HasPrefix(t.Text, "not ")
	for _, k := range t.Kids {
		if k.Value.Kind != query.Condition {
			if k.Value.Kind != query.None {
				parts = append(parts, k.Text+" is "+k.Value.String())
			}
			continue
		}
		if k.Value.Truth != t.Value.Truth && !negates {
			continue
		}
		if why := whyOf(k); why != "" && len(k.Kids) == 0 {
			parts = append(parts, k.Text+" is "+k.Value.String()+": "+why)
		} else if why != "" {
			parts = append(parts, why)
		} else {
			parts = append(parts, k.Text+" is "+k.Value.String())
		}
	}
	return strings.Join(slices.Compact(parts), "; ")
}

// trail is the states along a session's trace, up to the present one, as goals
// see them.
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

// after is a state as goals see it, behind the one before it.
func after(before *query.View, v session.View) *query.View {
	next := before.Chosen(v.Config())
	if e, _ := v.Last(); e.Command != nil {
		next = before.Stepped(e.Thread, v.Config())
	}
	return &next
}

// visits collects the states that a student has visited, each once.
type visits struct {
	seen map[string]bool
	list []*query.View
}

func (h *visits) add(views []*query.View) {
	if h.seen == nil {
		h.seen = map[string]bool{}
	}
	for _, v := range views {
		key := fmt.Sprint(v.Steps, v.Switches, v.Last) + pinned(v.Config)
		if !h.seen[key] {
			h.seen[key] = true
			h.list = append(h.list, v)
		}
	}
}

func (h *visits) all() iter.Seq[*query.View] { return slices.Values(h.list) }

// snapshot is what was visited up to now.
func (h *visits) snapshot() iter.Seq[*query.View] { return slices.Values(slices.Clone(h.list)) }
