package lesson

import (
	"context"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/session/query"
)

// condition recognises a wrong move. In a program task it begins with constraints, each perhaps
// negated, which an expression can follow.
type condition struct {
	clauses []clause
	// text is the expression, which may be empty, and from its offset in when:, in bytes.
	text string
	from int
}

// A clause is a constraint or its negation.
type clause struct {
	Constraint
	negated bool
}

// conditionOf parses when: of a wrong move. The error is about a malformed constraint.
func (k Kind) conditionOf(text string) (c condition, err error) {
	c.text = text
	for k == Program && c.text != "" {
		head, rest, more := strings.Cut(c.text, " and ")
		must, negated := strings.CutPrefix(head, "not ")
		m, known, err := parseConstraint(must)
		if !known || err != nil {
			return c, err
		}
		c.clauses = append(c.clauses, clause{m, negated})
		if !more {
			rest = ""
		}
		c.from += len(c.text) - len(rest)
		c.text = rest
	}
	return c, nil
}

// condition checks when: of a wrong move.
func (p *parser) condition(t *Task, s *query.Scope, e entry) {
	c, err := t.Kind.conditionOf(e.text)
	switch {
	case err != nil:
		p.wrong(e, "when: %s", err)
	case c.text != "":
		p.expressionFrom(s, e, c.from)
	}
}

// circumstances are a situation with the program in which it occurs, which may be the student's.
type circumstances struct {
	core  *il.Core
	pair  il.Pair
	scope *query.Scope
	in    query.Situation
}

func (t *Task) recognises(ctx context.Context, w *Wrong, cs circumstances) bool {
	c, err := t.Kind.conditionOf(w.When)
	if err != nil {
		return false
	}
	for _, m := range c.clauses {
		truth := m.check(ctx, t, cs.core, cs.pair).Truth
		if truth == query.Unknown || (truth == query.True) == m.negated {
			return false
		}
	}
	if c.text == "" {
		return true
	}
	g, err := goalOn(cs.scope, c.text)
	return err == nil && g.judge(ctx, cs.in).Truth == query.True
}

// says returns the answer to the first wrong move that was made, or "".
func (t *Task) says(ctx context.Context, cs circumstances) string {
	for i := range t.Wrongs {
		if t.recognises(ctx, &t.Wrongs[i], cs) {
			return t.Wrongs[i].Says
		}
	}
	return ""
}

// The values of also:, further places to which the answer to a wrong move applies.
const (
	alsoStart = "start" // at the start of the task
	alsoTrace = "way"   // on the path of the solution
)

// lintEarly reports a wrong move whose when: also holds at the start of the task or on the path of
// its solution, where no wrong move was made, unless also: says so. For answer sheets, when: names
// an element and so is never early.
func (p *parser) lintEarly(ctx context.Context, t *Task, w *Wrong) {
	if t.Kind == Analysis {
		return
	}
	holds := map[string]string{}
	for _, point := range t.waypoints() {
		_, known := holds[point.also]
		if !known && t.recognises(ctx, w, point.circumstances) {
			holds[point.also] = point.where
		}
	}
	for _, also := range []string{alsoStart, alsoTrace} {
		where, early := holds[also]
		switch {
		case early && w.Also != also:
			p.bad(w.when.position(0), "when: is true "+where,
				"describe the move more exactly, or add also: "+also+" if the text also fits there")
		case !early && w.Also == also:
			p.wrong(w.at, "also: %s, but when: is false there", also)
		}
	}
}

// waypoint is a situation in which no wrong move was made.
type waypoint struct {
	circumstances
	also  string // the value of also: for the waypoint
	where string // the place in words
}

// waypoints lists the start of the task and the states on the path of its solution in which it is
// not done yet.
func (t *Task) waypoints() []waypoint {
	start := waypoint{also: alsoStart, where: "where the task begins"}
	in, situation, err := t.startOf(t.core, t.pair)
	if err != nil {
		return nil
	}
	start.circumstances = circumstances{
		core: t.core, pair: t.pair, scope: scopeOf(t.core, t.pair, in), in: situation,
	}
	all := []waypoint{start}
	if !t.Kind.Steps() {
		return all
	}
	key := t.Key()
	if key.Heap != "" {
		if in, err = t.chosen(key.Heap); err != nil {
			return all
		}
	}
	scope := scopeOf(t.core, t.pair, in)
	var visited visits
	for n, text := range key.Schedules {
		s, err := t.run(in, text)
		if err != nil {
			return all
		}
		path := trail(s)
		if n == len(key.Schedules)-1 {
			path = path[:len(path)-1]
		}
		for k, v := range path {
			visited.add(path[k : k+1])
			if k > 0 {
				all = append(all, waypoint{
					circumstances: circumstances{
						core: t.core, pair: t.pair, scope: scope,
						in: query.Situation{Now: v, History: visited.snapshot(), Init: &in},
					},
					also:  alsoTrace,
					where: fmt.Sprintf("on the way of the solution, after %s", s.Schedule()[:k]),
				})
			}
		}
	}
	return all
}
