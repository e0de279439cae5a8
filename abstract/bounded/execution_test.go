package bounded

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/iltest"
)

// replay executes a report in whole heaps. It returns an error unless the threads make the steps of
// the report in turn, by its decisions, and are then about to access one cell, in its calls and
// under its lock levels.
func replay(r *reference, x Report, e *Execution) error {
	var names [2]*start
	var decisions [2][]flow.Decision
	for t, s := range e.Sides {
		names[t] = r.start(s)
		decisions[t] = s.Trace()
	}
	c := r.begin(names, e.Loop)
	for _, turn := range e.Turns {
		for range turn.Steps {
			if err := r.decide(&c, turn.Side, &decisions[turn.Side]); err != nil {
				return err
			}
			next, ok := r.execute(c, turn.Side)
			if !ok {
				return fmt.Errorf("thread %d is stuck", turn.Side)
			}
			c = next
		}
	}
	for t, s := range e.Sides {
		if err := r.decide(&c, t, &decisions[t]); err != nil {
			return err
		}
		_, n := c.top(t)
		switch {
		case len(decisions[t]) > 0:
			return fmt.Errorf("%d decisions of thread %d are left", len(decisions[t]), t)
		case n.site != s.Site || s.Site != x.Sites[t]:
			return fmt.Errorf("thread %d is not about to execute its access", t)
		case c.level(t) != s.Lock:
			return fmt.Errorf("thread %d holds the lock %d times, not %d", t, c.level(t), s.Lock)
		case len(c.threads[t]) != len(s.Calls)+1:
			return fmt.Errorf("thread %d has %d open calls, want %d", t, len(c.threads[t])-1,
				len(s.Calls))
		}
		for i, call := range s.Calls {
			if f := c.threads[t][i+1]; f.unit.Name != call.Method {
				return fmt.Errorf("thread %d is in %s, not in %s", t, f.unit.Name, call.Method)
			}
		}
	}
	f, m := c.top(0)
	g, n := c.top(1)
	if c.walk(f, m.path, 1) != c.walk(g, n.path, 1) ||
		r.core.Fields[m.path.fields[len(m.path.fields)-1]] != e.Field {
		return errors.New("the accesses are of different cells")
	}
	return nil
}

// start returns the start of a side, from its names.
func (r *reference) start(s Side) *start {
	var names []name
	for _, e := range s.Names {
		n := name{root: slices.Index(s.Unit.Formals, e.Root())}
		for _, f := range e.Fields() {
			n.fields = append(n.fields, r.fields[f])
		}
		names = append(names, n)
	}
	return newStart(s.Unit, names...)
}

// decide makes the choices that are next in a thread, as its decisions say, and removes these.
func (r *reference) decide(c *config, t int, decisions *[]flow.Decision) error {
	for {
		f, n := c.top(t)
		if n.op != opChoice {
			return nil
		}
		if len(*decisions) == 0 || (*decisions)[0].At != n.stmt {
			return fmt.Errorf("thread %d has no decision at %d", t, n.stmt.Pos())
		}
		f.node = n.alt
		if (*decisions)[0].First {
			f.node = n.next
		}
		*decisions = (*decisions)[1:]
	}
}

// checkExecutions replays the execution of each report of a pair with k switches, and returns the
// number of reports.
func checkExecutions(t *testing.T, core *il.Core, p il.Pair, k int) (reports int) {
	t.Helper()
	r, err := Analyze(core, Options{Switches: k})
	if err != nil {
		t.Fatal(err)
	}
	list, _ := r.Reports(t.Context(), p)
	ref := &reference{program: r.search.program, pair: p}
	for _, x := range list {
		e, err := x.Execution()
		if err == nil && len(e.Turns) > k+1 {
			err = fmt.Errorf("it has %d turns, want at most %d", len(e.Turns), k+1)
		}
		if err == nil {
			err = replay(ref, x, e)
		}
		if err != nil {
			t.Fatalf("%s || %s, %d switches, %v: %v\n%s", p.Left.Name, p.Right.Name, k, x.Sites,
				err, il.Format(core.Program))
		}
	}
	return len(list)
}

// TestExecutions: the execution of each report of the small programs can be replayed, and without
// loops there are no other reports.
func TestExecutions(t *testing.T) {
	reports := 0
	for _, x := range programs {
		core := iltest.Core(t, x.text)
		for k := range MaxSwitches + 1 {
			for _, p := range core.Pairs() {
				reports += checkExecutions(t, core, p, k)
				if k == 0 && !core.HasLoop(p.Left, p.Right) {
					agree(t, core, p)
				}
			}
		}
	}
	if reports < 40 {
		t.Errorf("%d executions were replayed, want at least 40", reports)
	}
}
