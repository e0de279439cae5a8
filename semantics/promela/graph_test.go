package promela

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
)

// TestGraphIsThatOfSemantics walks through the flat control graph and the points of package
// semantics in parallel. Both have the same commands and the same successors.
func TestGraphIsThatOfSemantics(t *testing.T) {
	o := gen.Default()
	o.If, o.While, o.Call, o.Skip, o.Depth = 0.15, 0.15, 0.15, 0.1, 4
	places := 0
	for seed := range uint64(quick.Cases(400)) {
		core, _, _ := program(t, "random.il", gen.Text(seed, o))
		sizes := measure(core)
		for _, u := range core.Units {
			g := flatten(core, u)
			if !g.resolve(maxTransitions) {
				t.Fatalf("seed %d: %s has too many transitions", seed, u.Name)
			}
			if err := checkControl(core, u, g); err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, u.Name, err, core.Source.Text)
			}
			if n := sizes[u].commands; n != len(g.points)-1 {
				t.Errorf("seed %d: %s is measured to have %d commands, and has %d", seed, u.Name, n,
					len(g.points)-1)
			}
			places += len(g.points)
		}
	}
	if places < quick.Cases(5000) {
		t.Errorf("%d places, want at least %d", places, quick.Cases(5000))
	}
}

// checkControl returns an error unless there is a bisimulation that pairs the places of g with the
// settled points of package semantics.
func checkControl(core *il.Core, u *il.Unit, g *graph) error {
	of := map[string]*point{} // the place of each point, by the point's name
	var pending []semantics.Point
	meet := func(from string, points []semantics.Point, places []*point) error {
		byCommand := map[string]*point{}
		for _, p := range places {
			byCommand[commandName(p)] = p
		}
		if len(byCommand) != len(points) || len(places) != len(points) {
			return fmt.Errorf("after %s there are %d places, want %d", from, len(places),
				len(points))
		}
		for _, q := range points {
			p := byCommand[pointName(q)]
			switch known := of[pathName(q)]; {
			case p == nil:
				return fmt.Errorf("after %s there is no %s", from, pointName(q))
			case known == nil:
				of[pathName(q)] = p
				pending = append(pending, q)
			case known != p:
				return fmt.Errorf("after %s, %s is another place than before", from, pointName(q))
			}
		}
		return nil
	}
	if err := meet("the start", settledPoints(semantics.Begin(core, u)), g.starts); err != nil {
		return err
	}
	for len(pending) > 0 {
		q := pending[0]
		pending = pending[1:]
		if q.Done() {
			continue
		}
		places := of[pathName(q)].resolved
		if err := meet(pointName(q), settledPoints(q.Advance()), places); err != nil {
			return err
		}
	}
	if len(of) != len(g.points) {
		return fmt.Errorf("%d of %d places are reached", len(of), len(g.points))
	}
	return nil
}

// settledPoints resolves choices in every way, each point once.
func settledPoints(p semantics.Point) []semantics.Point {
	var found []semantics.Point
	seen := map[string]bool{}
	pending := []semantics.Point{p}
	for len(pending) > 0 {
		p, pending = pending[0], pending[1:]
		if seen[pathName(p)] {
			continue
		}
		seen[pathName(p)] = true
		choices := p.Choices()
		if len(choices) == 0 {
			found = append(found, p)
		}
		for _, c := range choices {
			next, _ := p.Resolve(c.Take)
			pending = append(pending, next)
		}
	}
	return found
}

// pathName identifies a point of a thread by the open calls and the statement.
func pathName(p semantics.Point) string {
	var calls []string
	for a := range p.Activations() {
		calls = append(calls, fmt.Sprintf("%p", a.Call))
	}
	slices.Reverse(calls)
	return strings.Join(calls, ",") + pointName(p)
}

// pointName and commandName distinguish what can be next from one place.
func pointName(p semantics.Point) string {
	c, ok := p.Command()
	if !ok {
		return fmt.Sprintf("%p", p.Stmt())
	}
	return describe(c)
}

func commandName(p *point) string {
	if p.command == nil {
		return fmt.Sprintf("%p", il.Stmt(nil))
	}
	return describe(p.command)
}

// describe identifies a command.
func describe(c il.Command) string {
	switch c := c.(type) {
	case il.Push:
		return fmt.Sprintf("push %p", c.Call)
	case il.Pop:
		return fmt.Sprintf("pop %p", c.Call)
	default:
		return fmt.Sprintf("%p", c)
	}
}
