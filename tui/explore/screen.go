// Package explore is the screen Explore. It searches the states reachable from the present one, and
// lists them, the nearest first, with the number of races and of schedules.
package explore

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// FirstStates limits the first search. The key + searches ten times as many, up to maxStates.
const (
	FirstStates = 2000
	maxStates   = 200_000
)

type exploreScreen struct {
	h     screen.Host
	work  screen.Worker
	list  screen.List // of shown
	limit int         // of the states of a search
	only  bool        // whether only racing states are shown

	from  session.View // the state in which the last search began
	asked bool         // whether a search has begun
	got   *space       // the result of the last search, or nil
	shown []int        // indices of got.states
	marks int          // the width of the column with the marks of states
}

// New returns the screen.
func New(h screen.Host) screen.Screen {
	e := &exploreScreen{h: h, limit: FirstStates, work: screen.Worker{H: h}}
	e.list.Head = e.head
	return e
}

// head returns the heading above row i, if it is the first row at its distance.
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

func (e *exploreScreen) Panes() []string { return []string{"states"} }
func (e *exploreScreen) Command() string {
	return "wobbly explore " + words.ShellWord(e.h.Program().File)
}
func (e *exploreScreen) Heading() string {
	if e.got == nil {
		return ""
	}
	return words.Count(len(e.got.states), "state") + ", " + strconv.Itoa(e.got.races) + " racing"
}

// Enter searches from the present state, unless the last search began there.
func (e *exploreScreen) Enter() tea.Cmd {
	now := e.h.Session().Now()
	if e.asked && e.from.Index() == now.Index() && e.from.Config().Key() == now.Config().Key() {
		return nil
	}
	return e.search()
}

func (e *exploreScreen) search() tea.Cmd {
	e.asked, e.from, e.got, e.shown, e.list.At = true, e.h.Session().Now(), nil, nil, 0
	start, limit := e.from.Config(), e.limit
	label := "Looking at up to " + strconv.Itoa(limit) + " states..."
	return e.work.Start(func() string { return label }, func(ctx context.Context) screen.Then {
		got := survey(ctx, start, limit)
		return screen.Does(func() {
			e.work.Finish()
			e.got, e.marks = got, minMarks
			for cell := range got.raced {
				e.marks = min(max(e.marks, draw.Cells(e.raceMark(cell))+1), maxMarks)
			}
			e.choose()
		})
	})
}

// choose sets e.shown, and highlights the first state.
func (e *exploreScreen) choose() {
	e.shown, e.list.At = nil, 0
	for i, s := range e.got.states {
		if s.races || !e.only {
			e.shown = append(e.shown, i)
		}
	}
}

func (e *exploreScreen) Keys() []screen.Binding {
	race := func(by int) func() tea.Cmd { return screen.Does(func() { e.race(by) }) }
	return screen.Join([]screen.Binding{
		{Keys: []string{"enter"}, Hint: "go there", Do: e.visit, Off: e.empty,
			Help: "go to the highlighted state in Step"},
		{Keys: []string{"n"}, Hint: "next race", Do: race(1), Off: e.noRace,
			Help: "to the next racing state of the list"},
		{Keys: []string{"N"}, Do: race(-1), Off: e.noRace,
			Help: "to the previous racing state of the list"},
		{Keys: []string{"o"}, Hint: "only races", Do: screen.Does(e.filter), Off: e.unsearched,
			Help: "show racing states only, or all"},
		{Keys: []string{"+"}, Hint: "more", Help: "search again with ten times as many states",
			Off: e.noMore,
			Do: func() tea.Cmd {
				e.limit = min(10*e.limit, maxStates)
				return e.search()
			}},
		{Keys: []string{"."}, Do: func() tea.Cmd { return e.h.Reload(e.search) },
			Help: "search again, in the file as it is now"},
	}, e.list.Keys(func() int { return len(e.shown) }, e.empty))
}

// unsearched, empty, noRace and noMore return why keys cannot be used now.
func (e *exploreScreen) unsearched() screen.Refusal {
	return command.When(e.got == nil, "Nothing has been searched yet.").Then(".", "searches")
}

func (e *exploreScreen) empty() screen.Refusal {
	return cmp.Or(e.unsearched(),
		command.When(len(e.shown) == 0, "None of these states races.").Then("o", "shows all"))
}

func (e *exploreScreen) noRace() screen.Refusal {
	return cmp.Or(command.When(e.got != nil && e.got.races == 0, "No racing state is in the list."),
		e.empty())
}

func (e *exploreScreen) noMore() screen.Refusal {
	return cmp.Or(
		command.When(e.got != nil && !e.got.cut && !e.got.stopped, "There are no more states: "+
			"the search was exhaustive."),
		command.When(e.limit >= maxStates,
			"More than "+strconv.Itoa(maxStates)+" states are for the command wobbly explore."))
}

// filter shows racing states only, or all again.
func (e *exploreScreen) filter() {
	e.only = !e.only
	e.choose()
	if e.only {
		e.h.Say("Racing states only; o shows all.")
	} else {
		e.h.Say("All states that were looked at.")
	}
}

// race highlights the next racing state, or the previous one if by is -1.
func (e *exploreScreen) race(by int) {
	n := len(e.shown)
	for i := 1; i <= n; i++ {
		at := ((e.list.At+by*i)%n + n) % n
		if !e.got.states[e.shown[at]].races {
			continue
		}
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
		e.list.At = at
		return
	}
}

// visit goes to the highlighted state in Step by a shortest path.
func (e *exploreScreen) visit() tea.Cmd {
	to, s := e.got.states[e.shown[e.list.At]], e.h.Session()
	if r := s.GoTo(e.from.Index()); !r.OK() {
		e.h.Report(r)
		return nil
	}
	path := to.path()
	r := e.h.Report(s.Play(path))
	text := "Here the search began."
	if len(path) > 0 {
		if !r.OK() {
			return nil
		}
		text = words.Count(path.Steps(), "step") + " from where the search began: " +
			path.String() + "."
	}
	cmd := e.h.Show(screen.Step)
	e.h.Say(text)
	return cmd
}

func (s *space) verdict() string {
	deadlocks := ""
	if s.deadlocks > 0 {
		deadlocks = ", " + words.Count(s.deadlocks, "deadlock") + " among them"
	}
	text := fmt.Sprintf("Looked at %s; %d racing, %d with both threads at their ends, %d stuck%s. ",
		words.Count(len(s.states), "state"), s.races, s.ended, s.stuck, deadlocks)
	schedules := "Schedules are without number: some state leads back to itself."
	if s.schedules != nil {
		schedules = words.Count(s.schedules, "schedule") + " to the end, counted once if they " +
			"pass through the same states."
	}
	switch {
	case s.stopped:
		return text + "Stopped: there are more states."
	case s.cut:
		return text + fmt.Sprintf("The limit of %d states was met: there are more.", s.limit)
	}
	return text + "Exhaustive: there are no others. " + schedules +
		" Here every state between two steps counts; wobbly explore and the repairs count " +
		"fewer, since they merge states that lead to the same races."
}

const (
	// minHeaded is the least height at which the columns have headings.
	minHeaded = 4
	// wide is the least width at which a row names the racing cell.
	wide = 48
	// maxPath is the number of cells of a path that a row shows.
	maxPath = 40
	// The widths of the first columns, each with a blank at its end.
	stepsColumn = 5
	minMarks    = 11
	maxMarks    = 30
)

func (e *exploreScreen) Draw(c draw.Canvas) {
	border := screen.Border(e.h, "states")
	in := draw.Box(c, border, "states from state "+strconv.Itoa(e.from.At()), e.Heading())
	if e.got == nil {
		draw.Explain(in, e.unsearched().String())
		return
	}
	text := draw.Cut(draw.Wrap(e.got.verdict(), in.W-2), in.H/2, in.W-2)
	draw.Lines(in, text, 0)
	rows := in.Part(0, len(text)+1, in.W, in.H-len(text)-1)
	if len(e.shown) == 0 {
		draw.Explain(rows, e.empty().String())
		return
	}
	if rows.H >= minHeaded && rows.W >= wide {
		head := rows.Part(screen.RowMark, 0, rows.W-screen.RowMark, 1)
		x := head.Text(0, 0, draw.Faint,
			draw.Pad("away", stepsColumn)+draw.Pad("state", e.marks))
		head.Text(x, 0, draw.Faint, "schedule")
		const lines = "at line"
		head.Text(min(x+maxPath+2, head.W-len(lines)), 0, draw.Faint, lines)
		rows = rows.Part(0, 1, rows.W, rows.H-1)
	}
	show := func(c draw.Canvas, i int) { e.drawState(c, e.got.states[e.shown[i]]) }
	draw.Below(c, border, e.list.Draw(rows, len(e.shown), show, e.visit))
}

// raceMark returns the mark of a state that races on a cell: "!! o1.f".
func (e *exploreScreen) raceMark(cell semantics.Addr) string {
	return "!! " + e.h.Session().Names().Cell(cell)
}

// drawState draws distance, marks, path and lines: "4   !! o1.f   A2 B2   A 24 B 31".
func (e *exploreScreen) drawState(c draw.Canvas, r reached) {
	x := c.Text(0, 0, draw.Faint, draw.Pad(strconv.Itoa(r.steps), stepsColumn-1)+" ")
	style, mark := draw.Plain, ""
	switch {
	case r.races:
		style, mark = draw.Race, e.raceMark(r.race[semantics.A].Cell)
	case r.Config.Done():
		style, mark = draw.Good, "= ended"
	case !canStep(r.Config):
		style, mark = draw.Plain|draw.Strong, "# stuck"
		if _, deadlock := semantics.Deadlock(r.Config); deadlock {
			style, mark = draw.Lock|draw.Strong, "# deadlock"
		}
	}
	if c.W < wide {
		x = c.Text(x, 0, style, draw.Pad(mark, 2)[:2]+" ") // only the sign
	} else {
		x = c.Text(x, 0, style, draw.Pad(draw.Clip(mark, e.marks-1), e.marks-1)+" ")
	}
	places := draw.Line{}
	for _, i := range semantics.Tids {
		line := "end"
		if p := r.Config.Threads[i].Point; !p.Done() {
			line = strconv.Itoa(e.h.Program().Core.Source.Position(p.Pos()).Line)
		}
		places.Add(draw.Thread(i), " "+i.String()+" "+line)
	}
	path := r.path().String()
	switch {
	case path == "":
		path = "here"
	case r.steps == 0:
		path = "here, " + path
	}
	room := c.W - x - places.Cells() - 1
	c.Part(x, 0, max(room, 0), 1).Clipped(0, 0, draw.Plain, path)
	c.Line(max(x, x+min(room, maxPath)+1), 0, places)
}
