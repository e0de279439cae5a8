package step

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Keys returns the session commands, and the keys that concern panes.
func (s *Screen) Keys() []screen.Binding {
	lesson := s.h.Playing()
	moves := screen.Join(
		s.bound(command.StepA, command.StepB, command.RunA, command.RunB),
		[]screen.Binding{
			{Keys: []string{"enter"}, Do: s.enterKey,
				Help: "do what is highlighted: a choice, or run to a line of code"},
			{Keys: []string{"down", "j"}, Do: func() tea.Cmd { return s.move(1) },
				Help: "down in the focused pane: choices, lines, cells, states"},
			{Keys: []string{"up", "k"}, Do: func() tea.Cmd { return s.move(-1) },
				Help: "up in the focused pane"},
		},
		s.bound(command.Undo, command.Redo, command.Random, command.Restart),
		[]screen.Binding{
			{Keys: []string{"P"}, Help: "choose another pair of methods of the file; esc comes " +
				"back to this one as it is",
				Do: s.pairs.ChoosePair, Off: s.pairs.Single, Unlisted: lesson},
		})
	if !lesson { // a lesson has an H of its own
		moves = append(moves, screen.Binding{Keys: []string{"H"}, Do: s.pairs.ChooseHeap,
			Help: "choose another initial state; esc comes back to this one as it is"})
	}
	next := s.does(command.NextRace, s.nextRace)
	next.Help = "the next racing state of the trace; else a race that the analysis reports"
	others := append(
		s.bound(command.Left, command.Right, command.FarLeft, command.FarRight, command.First,
			command.Last,
			command.PreviousBranch, command.NextBranch, command.Go),
		next,
		s.does(command.PreviousRace,
			func() tea.Cmd { return s.do(command.Find(command.PreviousRace)) }),
		screen.Binding{Keys: []string{"ctrl+p"}, Do: s.play, Off: s.noPlay,
			Help: "play the recorded trace from here to its end; again, or any move: stop"},
		screen.Binding{Keys: []string{"o"}, Do: screen.Does(s.toggleFold),
			Help: "the trace folds local steps, those that touch neither a cell nor the lock, " +
				"or shows all"})
	finding := screen.Join(
		s.bound(command.Predict, command.Beside, command.Until, command.Continue, command.Back),
		[]screen.Binding{s.does(command.LastWrite, s.lastWrite)},
		s.bound(command.Minimise),
		[]screen.Binding{
			{Keys: []string{"v"}, Do: screen.Does(s.nextDetail),
				Help: "the heap shows all, what changed, or what both threads can reach"},
			s.does(command.Explain, s.explain),
			unlisted(s.does(command.Fix, s.fix), lesson),
			unlisted(s.does(command.Shrink, s.repair.Shrink), lesson),
		},
		s.bound(command.Watch, command.Eval))
	texts := append(s.bound(command.Schedule, command.Paste, command.Save),
		screen.Binding{Keys: []string{"x"}, Do: s.askExport, Off: s.cannotExport,
			Help: "export this state or trace"})
	return screen.Join(screen.Grouped("Moves", moves),
		screen.Grouped("Looking at other states", others),
		screen.Grouped("Finding, comparing, explaining", finding),
		screen.Grouped("Texts in and out", texts))
}

// unlisted returns b, without its place in help and hints if in a lesson.
func unlisted(b screen.Binding, lesson bool) screen.Binding {
	if lesson {
		b.Unlisted, b.Hint = true, ""
	}
	return b
}

func (s *Screen) bound(names ...command.Name) []screen.Binding {
	return slice.Map(names, func(name command.Name) screen.Binding {
		return s.does(name, func() tea.Cmd { return s.do(command.Find(name)) })
	})
}

// does returns the binding of a session command with another action.
func (s *Screen) does(name command.Name, do func() tea.Cmd) screen.Binding {
	c := command.Find(name)
	return screen.Binding{Keys: c.Keys, Hint: c.Hint, Help: c.Help, Do: do,
		Off: func() screen.Refusal { return c.Why(s.x) }}
}

// do runs a command, after asking for its argument if it has one.
func (s *Screen) do(c *command.Command) tea.Cmd {
	if c.Arg.Prompt == "" {
		return s.run(c, "")
	}
	text := ""
	if c.Arg.Begin != nil {
		text = c.Arg.Begin(s.x)
	}
	screen.AskWithExample(s.h, c.Arg.Prompt, c.Arg.Such, text, func(text string) (tea.Cmd, error) {
		return s.try(c, strings.TrimSpace(text))
	})
	return nil
}

// try runs a command with a typed argument; "" cancels. An error leaves the prompt open.
func (s *Screen) try(c *command.Command, arg string) (tea.Cmd, error) {
	if arg == "" {
		return nil, nil
	}
	if c.Name == command.Eval {
		if cmd, done, err := s.word(arg); done {
			return cmd, err
		}
	}
	return s.answer(c.Do(s.h.Context(), s.x, arg))
}

// answer shows the answer of a command, or returns a refusal as an error.
func (s *Screen) answer(a command.Answer) (tea.Cmd, error) {
	if !a.OK() && a.Moves == 0 && !a.Asks {
		return nil, errors.New(a.Short())
	}
	return s.show(a), nil
}

// word runs a line typed for an expression that is a command: quit, help, or a command with its
// argument. done is false if the line is an expression, or looks like one: a name followed by a
// sign, such as b := c. The error says why nothing was done.
func (s *Screen) word(line string) (cmd tea.Cmd, done bool, err error) {
	switch line {
	case "q", "quit":
		return s.h.Leave(), true, nil
	case "?", "help":
		s.h.Help()
		return nil, true, nil
	}
	c, arg, err := command.Parse(line)
	if err != nil || c.Name == command.State || strings.IndexAny(arg, "=:<>!.") == 0 {
		return nil, false, nil
	}
	if command.Find(command.Eval).Do(s.h.Context(), s.x, line).OK() {
		return nil, false, nil
	}
	cmd, err = s.answer(c.Run(s.h.Context(), s.x, arg))
	return cmd, true, err
}

func (s *Screen) run(c *command.Command, arg string) tea.Cmd {
	return s.show(c.Do(s.h.Context(), s.x, arg))
}

// show shows the answer of a command: in the status line, and if needed in a layer.
func (s *Screen) show(a command.Answer) tea.Cmd {
	if a.State {
		s.anew()
	}
	switch text := a.Short(); {
	case text == "":
	case a.OK():
		s.h.Say(text)
	default:
		s.h.Refuse(text)
	}
	if a.Saved != "" {
		s.h.Bye().Saved = append(s.h.Bye().Saved, a.Saved)
	}
	switch {
	case a.Open != nil:
		s.open(a.Open)
	case a.Link != "":
		s.h.Bye().Copied = a.Link
		s.h.Say("Copied: " + a.Link)
		return tea.SetClipboard(a.Link)
	case a.Beside != nil:
		s.h.Push(&sideBySide{h: s.h, c: a.Beside, row: max(a.Beside.Parts, 0)})
	case a.Question != nil:
		s.quiz(a.Question)
	case a.Asks:
		s.ask(a.Thread, a.Options)
	case len(a.Rows) > 0 && a.OK():
		const column = 24
		screen.Tell(s.h, a.Title, slice.Map(a.Rows, func(r [2]string) string {
			return draw.Pad(r[0], column) + "  " + r[1]
		}))
	case len(a.Lines) > 0:
		screen.Tell(s.h, a.Title, a.Lines)
	}
	return nil
}

func (s *Screen) fix() tea.Cmd {
	sites, _ := s.s.Now().NextSites()
	return s.repair.Remove(s.s.Pair(), sites)
}

// focusThread returns the thread whose variables an expression means: that of the focused code
// pane, or else the one that moved last.
func (s *Screen) focusThread() semantics.Tid {
	if s.h.Focused() == screen.PaneB {
		return semantics.B
	}
	if e, ok := s.s.Now().Last(); ok && s.h.Focused() != screen.PaneA {
		return e.Thread
	}
	return semantics.A
}

// lastWrite goes back to the last write of the highlighted cell, or of a variable that it asks for.
func (s *Screen) lastWrite() tea.Cmd {
	c := command.Find(command.LastWrite)
	if cell, ok := s.selected(); ok && s.h.Focused() != paneLocals {
		return s.run(c, s.s.Names().Cell(cell))
	}
	return s.do(c)
}

// nextRace goes to the next racing state of the trace or, outside lessons, to a reported one.
func (s *Screen) nextRace() tea.Cmd {
	a := command.Find(command.NextRace).Do(s.h.Context(), s.x, "")
	if !a.OK() && s.ReportedRace != nil && !s.h.Playing() {
		return s.ReportedRace()
	}
	return s.show(a)
}

func (s *Screen) nextDetail() {
	s.detail = (s.detail + 1) % details
	s.cell = 0
	s.h.Say("The heap shows " + s.detail.String() + ".")
}

func (s *Screen) explain() tea.Cmd {
	if s.h.Focused() == paneAnalysis {
		s.explainAnalysis()
		return nil
	}
	return s.run(command.Find(command.Explain), "")
}

type autoplay struct {
	run int // its number: the pauses of earlier runs are dropped
	at  int // the state that it shows; it ends if the session moves elsewhere
	on  bool
}

// play starts or stops the autoplay. At the end of the trace it starts from the beginning.
func (s *Screen) play() tea.Cmd {
	if s.auto.on && s.auto.at == s.s.At() {
		s.auto.on = false
		s.h.Say("Stopped.")
		return nil
	}
	if s.s.At() == s.s.Len() {
		s.s.First()
		s.anew()
	}
	s.auto = autoplay{run: s.auto.run + 1, at: s.s.At(), on: true}
	s.h.Say("The trace plays; ctrl+p stops it.")
	return s.pause()
}

func (s *Screen) noPlay() screen.Refusal {
	return cmp.Or(
		command.When(s.h.Pause() == nil, "Nothing plays by itself here."),
		command.When(s.s.Len() == 0, "There is no trace yet: a and b make one."))
}

// pause returns a command that waits and then shows the next state, unless the user moved.
func (s *Screen) pause() tea.Cmd {
	run, wait := s.auto.run, s.h.Pause()
	return s.h.Background(func(ctx context.Context) screen.Then {
		wait(ctx)
		return func() tea.Cmd {
			switch {
			case !s.auto.on || run != s.auto.run:
				return nil
			case s.s.At() != s.auto.at || s.h.Front() != screen.Step || s.h.Top() != nil:
				s.auto.on = false
				return nil
			}
			s.act(s.s.Right(1))
			s.auto.at = s.s.At()
			s.auto.on = s.s.At() < s.s.Len()
			if !s.auto.on {
				return nil
			}
			return s.pause()
		}
	})
}

// open goes to the state of a link, in a new session if the pair or initial state differs.
func (s *Screen) open(o *command.Opening) {
	p := s.h.Program().At(o.Session)
	if p.IsOf(s.s) {
		s.act(s.s.Paste(p.Schedule))
	} else if err := s.h.Visit(p); err != nil {
		s.h.Refuse(command.Sentence(err))
		return
	}
	if text, refused := s.h.Status(); o.Note != "" && !refused {
		s.h.Say(o.Note + text)
	}
}

func (s *Screen) cannotExport() screen.Refusal {
	return cmp.Or(command.When(len(s.h.Files().Exports) == 0, "There is nothing to export to."),
		command.CannotSave(s.x))
}

// exportKeys are the keys of the exports, in order.
const exportKeys = "123456789abcdefghijklmnop"

func (s *Screen) askExport() tea.Cmd {
	var list []screen.Option
	exports := s.h.Files().Exports
	for n, e := range exports[:min(len(exports), len(exportKeys))] {
		list = append(list, screen.Option{Key: exportKeys[n : n+1], Text: e.Name,
			Do: func() tea.Cmd { return s.export(e) }})
	}
	screen.Choose(s.h, "export as?", list)
	return nil
}

func (s *Screen) export(e screen.Export) tea.Cmd {
	data, err := e.Write(s.s)
	if err != nil {
		s.h.Refuse("Not exported: " + err.Error() + ".")
		return nil
	}
	screen.Ask(s.h, "save as", screen.Stem(s.h.Program())+e.Suffix,
		func(name string) (tea.Cmd, error) {
			where, err := screen.SaveAs(s.h, name, data)
			if err != nil {
				return nil, err
			}
			s.h.Say("Saved: " + where)
			return nil, nil
		})
	return nil
}
