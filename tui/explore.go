package tui

import (
	"context"
	"fmt"
	"math/big"

	"charm.land/bubbletea/v2"

	"wobbly/session"
)

// ExploreOptions is what the caller gives the screen Explore.
type ExploreOptions struct {
	States int // to look at, to begin with; 0 for DefaultStates. The key + looks at ten times as many
}

// DefaultStates is how many states Explore looks at, to begin with.
const DefaultStates = 2000

// mostStates is how far the key + goes.
const mostStates = 200_000

// exploreScreen lists the states that can be reached from the present one.
type exploreScreen struct {
	h     host
	work  worker
	list  list
	limit int
	only  bool // racing states only

	from  session.View // where the search began
	asked bool
	got   *territory // nil before the first search
	shown []int      // indices of got.states
}

func newExplore(h host, o ExploreOptions) screen {
	e := &exploreScreen{h: h, limit: o.States}
	if e.limit <= 0 {
		e.limit = DefaultStates
	}
	e.work = worker{h: h, to: screenExplore}
	return e
}

func (e *exploreScreen) panes() []string { return []string{"states"} }
func (e *exploreScreen) command() string { return "wobbly explore " + quote(e.h.Program().File) }

func (e *exploreScreen) heading() string {
	if e.got == nil {
		return ""
	}
	return plural(len(e.got.states), "state") + ", " + itoa(e.got.races) + " racing"
}

// enter searches from the present state, if it has not been done.
func (e *exploreScreen) enter() tea.Cmd {
	if e.asked && e.from.Place() == e.h.Session().Now().Place() && e.from.Config().Key() == e.h.Session().Now().Config().Key() {
		return nil
	}
	return e.search()
}

func (e *exploreScreen) search() tea.Cmd {
	e.asked, e.from, e.got, e.shown, e.list.at = true, e.h.Session().Now(), nil, nil, 0
	start, limit := e.from.Config(), e.limit
	return e.work.start(
		func() string { return "Looking at up to " + itoa(limit) + " states..." },
		func(ctx context.Context) tea.Msg { return survey(ctx, start, limit) })
}

func (e *exploreScreen) update(msg tea.Msg) tea.Cmd {
	msg, ok := e.work.result(msg)
	if !ok {
		return nil
	}
	e.work.finish()
	if t, ok := msg.(*territory); ok {
		e.got = t
		e.choose()
	}
	return nil
}

// choose makes the list of what is shown.
func (e *exploreScreen) choose() {
	e.shown, e.list.at = nil, 0
	for i, s := range e.got.states {
		if s.races || !e.only {
			e.shown = append(e.shown, i)
		}
	}
}

func (e *exploreScreen) keys() []binding {
	return also([]binding{
		{keys: []string{"enter"}, hint: "go there", help: "go to the highlighted state in Step", do: e.visit, off: e.empty},
		{keys: []string{"n"}, hint: "next race", help: "to the next racing state of the list", do: does(func() { e.race(1) }), off: e.noRace},
		{keys: []string{"N"}, help: "to the previous racing state of the list", do: does(func() { e.race(-1) }), off: e.noRace},
		{keys: []string{"o"}, hint: "only races", help: "show racing states only, or all", do: does(e.filter), off: e.unsearched},
		{keys: []string{"+"}, hint: "more", help: "search again with ten times as many states", do: e.more, off: e.noMore},
		{keys: []string{"r"}, help: "search again", do: e.search},
	}, e.list.keys(func() int { return len(e.shown) }, e.empty))
}

func (e *exploreScreen) unsearched() string {
	if e.got == nil {
		return "Nothing has been searched yet; r does."
	}
	return ""
}

func (e *exploreScreen) empty() string {
	if why := e.unsearched(); why != "" || len(e.shown) > 0 {
		return why
	}
	return "Among the states that were looked at none is a racing one; o shows all."
}

func (e *exploreScreen) noRace() string {
	if e.got != nil && e.got.races == 0 {
		return "No racing state is in the list."
	}
	return e.empty()
}

func (e *exploreScreen) noMore() string {
	switch {
	case e.got != nil && !e.got.cut && !e.got.stopped:
		return "There are no more states: the search was exhaustive."
	case e.limit >= mostStates:
		return "More than " + itoa(mostStates) + " states are for the command wobbly explore."
	}
	return ""
}

func (e *exploreScreen) more() tea.Cmd {
	e.limit = min(10*e.limit, mostStates)
	return e.search()
}

func (e *exploreScreen) filter() {
	e.only = !e.only
	e.choose()
}

// race highlights the next racing state in a direction, going round.
func (e *exploreScreen) race(by int) {
	n := len(e.shown)
	for i := 1; i <= n; i++ {
		at := ((e.list.at+by*i)%n + n) % n
		if e.got.states[e.shown[at]].races {
			e.list.at = at
			return
		}
	}
}

// visit goes to the highlighted state: from where the search began, the shortest
// way there.
func (e *exploreScreen) visit() tea.Cmd {
	x, s := e.got.states[e.shown[e.list.at]], e.h.Session()
	if r := s.GoTo(e.from.Place()); !r.OK() {
		e.h.Report(r)
		return nil
	}
	way := x.way()
	r := e.h.Report(s.Play(way))
	if len(way) > 0 && !r.OK() {
		return nil
	}
	text := "Here the search began."
	if len(way) > 0 {
		text = plural(way.Steps(), "step") + " from where the search began: " + way.String() + "."
	}
	cmd := e.h.Show(screenStep)
	e.h.Say(text)
	return cmd
}

// verdict says how far the search went, and what it counted.
func (t *territory) verdict() string {
	n := len(t.states)
	text := fmt.Sprintf("Looked at %s; %d racing, %d with both threads at their ends, %d stuck. ", plural(n, "state"), t.races, t.ended, t.stuck)
	switch {
	case t.stopped:
		return text + "Stopped: there are more states."
	case t.cut:
		return text + fmt.Sprintf("The limit of %d states was met: there are more.", t.limit)
	}
	return text + "Exhaustive: there are no others. " + schedulesText(t.ways)
}

// schedulesText says how many schedules there are.
func schedulesText(n *big.Int) string {
	if n == nil {
		return "Schedules are without number: some state leads back to itself."
	}
	text := n.String() + " schedules"
	if n.IsInt64() && n.Int64() == 1 {
		text = "1 schedule"
	}
	return text + " to the end, those through the same states counted once."
}
