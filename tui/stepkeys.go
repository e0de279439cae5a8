package tui

import (
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session/command"
	"wobbly/tui/draw"
)

// keys implements screen.
func (s *stepScreen) keys() []binding {
	return also(s.stepKeys(), s.traceKeys(), s.searchKeys(), s.textKeys())
}

// stepKeys make moves.
func (s *stepScreen) stepKeys() []binding {
	return also(
		s.bound(command.StepA, command.StepB, command.RunA, command.RunB),
		[]binding{
			{keys: []string{"enter"}, help: "do what is highlighted: a choice, or run to a line of code", do: s.enterKey},
			{keys: []string{"down", "j"}, help: "down in the focused pane: choices, lines, cells, states", do: func() tea.Cmd { return s.move(1) }},
			{keys: []string{"up", "k"}, help: "up in the focused pane", do: func() tea.Cmd { return s.move(-1) }},
		},
		s.bound(command.Undo, command.Redo, command.Random, command.Restart),
		[]binding{
			{keys: []string{"P"}, help: "choose another pair of units of the file; esc comes back to this one as it is", do: s.pairs.choosePair, off: s.pairs.one},
			{keys: []string{"H"}, help: "choose another initial state; esc comes back to this one as it is", do: s.pairs.chooseHeap, off: s.pairs.fixed},
		})
}

// traceKeys look at other states.
func (s *stepScreen) traceKeys() []binding {
	return also(
		s.bound(command.Left, command.Right, command.FarLeft, command.FarRight, command.First, command.Last,
			command.PreviousBranch, command.NextBranch, command.Go, command.NextRace, command.PreviousRace),
		[]binding{{keys: []string{"o"}, help: "the trace folds local steps, those that touch neither a cell nor the lock, or shows all", do: does(s.toggleFold)}})
}

// searchKeys go to where something holds, and tell.
func (s *stepScreen) searchKeys() []binding {
	return also(
		s.bound(command.Until, command.Continue, command.Back),
		[]binding{s.does(command.LastWrite, s.lastWrite)},
		s.bound(command.Minimise),
		[]binding{
			{keys: []string{"v"}, help: "the heap shows all, what changed, or what both threads can reach", do: does(s.nextDetail)},
			s.does(command.Explain, s.explain),
			s.does(command.Fix, s.fix),
			s.does(command.Shrink, s.repair.shrink),
		},
		s.bound(command.Watch, command.Eval))
}

// textKeys take texts in and out.
func (s *stepScreen) textKeys() []binding {
	return also(
		s.bound(command.Schedule, command.Paste, command.Save),
		[]binding{{keys: []string{"x"}, help: "export this state or trace", do: s.askExport, off: s.cannotExport}})
}

// bound are the keys of commands of the session.
func (s *stepScreen) bound(names ...command.Name) []binding {
	var table []binding
	for _, name := range names {
		table = append(table, s.does(name, func() tea.Cmd { return s.do(command.Find(name)) }))
	}
	return table
}

// does binds the keys of a command of the session to what this screen does then.
func (s *stepScreen) does(name command.Name, do func() tea.Cmd) binding {
	c := command.Find(name)
	return binding{keys: c.Keys, hint: c.Hint, help: c.Help, do: do, off: func() string { return c.Why(s.x) }}
}

// do does a command, and asks first for what it wants to know.
func (s *stepScreen) do(c *command.Command) tea.Cmd {
	if c.Arg.Prompt == "" {
		return s.run(c, "")
	}
	text := ""
	if c.Arg.Begin != nil {
		text = c.Arg.Begin(s.x)
	}
	ask(s.h, c.Arg.Prompt, text, func(text string) tea.Cmd { return s.run(c, strings.TrimSpace(text)) })
	return nil
}

// run does a command and shows what it did.
func (s *stepScreen) run(c *command.Command, arg string) tea.Cmd {
	return s.show(c.Do(s.h.Context(), s.x, arg))
}

// show shows what a command did.
func (s *stepScreen) show(a command.Answer) tea.Cmd {
	if a.State {
		s.anew()
	}
	if text := a.Short(); text != "" {
		s.say(text, a.OK())
	}
	if a.Saved != "" {
		s.h.Bye().Saved = append(s.h.Bye().Saved, a.Saved)
	}
	switch {
	case a.Open != nil:
		s.open(a.Open)
	case a.Link != "":
		return s.copy(a.Link)
	case a.Asks:
		s.ask(a.Thread, a.Options)
	case len(a.Rows) > 0 && a.OK():
		tell(s.h, a.Title, columns(a.Rows))
	case len(a.Lines) > 0:
		tell(s.h, a.Title, a.Lines)
	}
	return nil
}

// say says what was done, or why it was not.
func (s *stepScreen) say(text string, done bool) {
	if done {
		s.h.Say(text)
	} else {
		s.h.Refuse(text)
	}
}

// labelColumn is how wide the first of two columns is.
const labelColumn = 24

// columns are rows of two columns as lines.
func columns(rows [][2]string) []string {
	var lines []string
	for _, r := range rows {
		lines = append(lines, draw.Pad(r[0], labelColumn)+"  "+r[1])
	}
	return lines
}

// fix asks for a repair of the race at hand.
func (s *stepScreen) fix() tea.Cmd {
	sites, _ := s.s.Now().NextSites()
	return s.repair.remove(s.s.Pair(), sites)
}

// focusThread is the thread whose variables expressions mean: that of the
// focused code pane, else the one that moved last.
func (s *stepScreen) focusThread() semantics.Tid {
	if s.h.Focused() == paneB {
		return semantics.B
	}
	if e, ok := s.s.Now().Last(); ok && s.h.Focused() != paneA {
		return e.Thread
	}
	return semantics.A
}

// lastWrite goes back to the last write of the highlighted cell; in the pane of
// the locals it asks what is meant.
func (s *stepScreen) lastWrite() tea.Cmd {
	c := command.Find(command.LastWrite)
	if cell, ok := s.selected(); ok && s.h.Focused() != paneLocals {
		return s.run(c, s.s.Names().Cell(cell))
	}
	return s.do(c)
}

func (s *stepScreen) noCell() string {
	if _, ok := s.selected(); !ok {
		return "The heap shows no cell here."
	}
	return ""
}

func (s *stepScreen) nextDetail() {
	s.detail = (s.detail + 1) % details
	s.cell = 0
	s.h.Say("The heap shows " + s.detail.String() + ".")
}

func (s *stepScreen) explain() tea.Cmd {
	if s.h.Focused() == paneAnalysis {
		s.explainAnalysis()
		return nil
	}
	return s.run(command.Find(command.Explain), "")
}
