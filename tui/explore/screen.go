package explore

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/session"
	"wobbly/tui/screen"
)

// Options is what the caller gives the screen Explore.
type Options struct {
	States int // to look at, to begin with; 0 for DefaultStates. The key + looks at ten times as many
}

// DefaultStates is how many states Explore looks at, to begin with.
const DefaultStates = 2000

// maxStates is how far the key + goes.
const maxStates = 200_000

// exploreScreen lists the states that can be reached from the present one.
type exploreScreen struct {
	h     screen.Host
	work  screen.Worker
	list  screen.List
	limit int
	only  bool // racing states only

	from  session.View // where the search began
	asked bool
	got   *exploredSpace // nil before the first search
	shown []int          // indices of got.states
}

// New makes the screen.
func New(h screen.Host, o Options) screen.Screen {
	e := &exploreScreen{h: h, limit: o.States}
	if e.limit <= 0 {
		e.limit = DefaultStates
	}
	e.work = screen.Worker{H: h, To: screen.Explore}
	e.list.Head = e.head
	return e
}

// head is the heading above row i: how far its states are, where those of the row before are
// nearer.
func (e *exploreScreen) head(i int) string {
	steps := e.got.states[e.shown[i]].steps
	switch {
	case i > 0 && e.got.states[e.shown[i-1]].steps == steps:
		return ""
	case steps == 0:
		return "where the search began"
	}
	return words.Count(steps, "step") + " away"
}

// Panes implements screen.Screen.
func (e *exploreScreen) Panes() []string { return []string{"states"} }

// Command implements screen.Screen.
func (e *exploreScreen) Command() string {
	return "wobbly explore " + words.ShellWord(e.h.Program().File)
}

// Heading implements screen.Screen.
func (e *exploreScreen) Heading() string {
	if e.got == nil {
		return ""
	}
	return words.Count(len(e.got.states), "state") + ", " + strconv.Itoa(e.got.races) + " racing"
}

// Enter searches from the present state, if it has not been done.
func (e *exploreScreen) Enter() tea.Cmd {
	if e.asked && e.from.Index() == e.h.Session().Now().Index() && e.from.Config().Key() == e.h.Session().Now().Config().Key() {
		return nil
	}
	return e.search()
}

func (e *exploreScreen) search() tea.Cmd {
	e.asked, e.from, e.got, e.shown, e.list.At = true, e.h.Session().Now(), nil, nil, 0
	start, limit := e.from.Config(), e.limit
	return e.work.Start(
		func() string { return "Looking at up to " + strconv.Itoa(limit) + " states..." },
		func(ctx context.Context) tea.Msg { return survey(ctx, start, limit) })
}

// Update implements screen.Screen.
func (e *exploreScreen) Update(msg tea.Msg) tea.Cmd {
	msg, ok := e.work.Result(msg)
	if !ok {
		return nil
	}
	e.work.Finish()
	if t, ok := msg.(*exploredSpace); ok {
		e.got = t
		e.choose()
	}
	return nil
}

// choose makes the list of what is shown.
func (e *exploreScreen) choose() {
	e.shown, e.list.At = nil, 0
	for i, s := range e.got.states {
		if s.races || !e.only {
			e.shown = append(e.shown, i)
		}
	}
}

// Keys implements screen.Screen.
func (e *exploreScreen) Keys() []screen.Binding {
	return screen.Join([]screen.Binding{
		{Keys: []string{"enter"}, Hint: "go there", Help: "go to the highlighted state in Step", Do: e.visit, Off: e.empty},
		{Keys: []string{"n"}, Hint: "next race", Help: "to the next racing state of the list", Do: screen.Does(func() { e.race(1) }), Off: e.noRace},
		{Keys: []string{"N"}, Help: "to the previous racing state of the list", Do: screen.Does(func() { e.race(-1) }), Off: e.noRace},
		{Keys: []string{"o"}, Hint: "only races", Help: "show racing states only, or all", Do: screen.Does(e.filter), Off: e.unsearched},
		{Keys: []string{"+"}, Hint: "more", Help: "search again with ten times as many states", Do: e.more, Off: e.noMore},
		{Keys: []string{"."}, Help: "search again, in what the file holds now", Do: func() tea.Cmd { return e.h.Reload(e.search) }},
	}, e.list.Keys(func() int { return len(e.shown) }, e.empty))
}

func (e *exploreScreen) unsearched() string {
	if e.got == nil {
		return "Nothing has been searched yet; . does."
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
	case e.limit >= maxStates:
		return "More than " + strconv.Itoa(maxStates) + " states are for the command wobbly explore."
	}
	return ""
}

func (e *exploreScreen) more() tea.Cmd {
	e.limit = min(10*e.limit, maxStates)
	return e.search()
}

func (e *exploreScreen) filter() {
	e.only = !e.only
	e.choose()
	if e.only {
		e.h.Say("Racing states only; o shows all.")
	} else {
		e.h.Say("All states that were looked at.")
	}
}

// race highlights the next racing state in a direction, going round, which is said.
func (e *exploreScreen) race(by int) {
	n := len(e.shown)
	for i := 1; i <= n; i++ {
		at := ((e.list.At+by*i)%n + n) % n
		if e.got.states[e.shown[at]].races {
			e.sayRound(at, by)
			e.list.At = at
			return
		}
	}
}

// sayRound says where the next racing state in a direction, at, is none that lies there.
func (e *exploreScreen) sayRound(at, by int) {
	switch {
	case at == e.list.At:
		e.h.Say("This is the only racing state of the list.")
	case by > 0 && at < e.list.At:
		e.h.Say("That was the last racing state of the list; this is the first one.")
	case by < 0 && at > e.list.At:
		e.h.Say("That was the first racing state of the list; this is the last one.")
	default:
		e.h.Say("")
	}
}

// visit goes to the highlighted state: from where the search began, the shortest
// way there.
func (e *exploreScreen) visit() tea.Cmd {
	x, s := e.got.states[e.shown[e.list.At]], e.h.Session()
	if r := s.GoTo(e.from.Index()); !r.OK() {
		e.h.Report(r)
		return nil
	}
	way := x.path()
	r := e.h.Report(s.Play(way))
	if len(way) > 0 && !r.OK() {
		return nil
	}
	text := "Here the search began."
	if len(way) > 0 {
		text = words.Count(way.Steps(), "step") + " from where the search began: " + way.String() + "."
	}
	cmd := e.h.Show(screen.Step)
	e.h.Say(text)
	return cmd
}

// verdict says how far the search went, and what it counted.
func (t *exploredSpace) verdict() string {
	n := len(t.states)
	text := fmt.Sprintf("Looked at %s; %d racing, %d with both threads at their ends, %d stuck. ", words.Count(n, "state"), t.races, t.ended, t.stuck)
	switch {
	case t.stopped:
		return text + "Stopped: there are more states."
	case t.cut:
		return text + fmt.Sprintf("The limit of %d states was met: there are more.", t.limit)
	}
	return text + "Exhaustive: there are no others. " + schedulesText(t.schedules) + " Every state between two steps counts; wobbly explore and the repairs merge those that no race tells apart, and count fewer."
}

// schedulesText says how many schedules there are.
func schedulesText(n *big.Int) string {
	if n == nil {
		return "Schedules are without number: some state leads back to itself."
	}
	return words.Count(n, "schedule") + " to the end, those through the same states counted once."
}
