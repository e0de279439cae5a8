package tui

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
)

// keys implements screen.
func (s *stepScreen) keys() []binding {
	return also(s.stepKeys(), s.traceKeys(), s.searchKeys(), s.textKeys())
}

// stepKeys make moves.
func (s *stepScreen) stepKeys() []binding {
	return []binding{
		{keys: []string{"a"}, hint: "step A", help: "step thread A; where it has to choose, you are asked", do: func() tea.Cmd { return s.step(semantics.A) }, off: s.cannot(semantics.A)},
		{keys: []string{"b"}, hint: "step B", help: "step thread B", do: func() tea.Cmd { return s.step(semantics.B) }, off: s.cannot(semantics.B)},
		{keys: []string{"A"}, help: "run A until it waits, ends, has to choose, or would touch a cell that B can reach", do: s.does(func() session.Result { return s.s.RunAlone(semantics.A) }), off: s.cannot(semantics.A)},
		{keys: []string{"B"}, help: "run B likewise", do: s.does(func() session.Result { return s.s.RunAlone(semantics.B) }), off: s.cannot(semantics.B)},
		{keys: []string{"enter"}, help: "do what is highlighted: a choice, or run to a line of code", do: s.enterKey},
		{keys: []string{"down", "j"}, help: "down in the focused pane: choices, lines, cells, states", do: func() tea.Cmd { return s.move(1) }},
		{keys: []string{"up", "k"}, help: "up in the focused pane", do: func() tea.Cmd { return s.move(-1) }},
		{keys: []string{"u"}, hint: "undo", help: "undo the last move, or all moves that one key made", do: s.does(s.s.Undo)},
		{keys: []string{"ctrl+r"}, help: "redo", do: s.does(s.s.Redo)},
		{keys: []string{"r"}, help: "a random run from here; the seed is shown, \":seed 7\" sets it", do: s.random},
		{keys: []string{"R"}, help: "restart: back to the first state; what you do next begins a new branch", do: s.does(s.s.First), off: s.atStart},
		{keys: []string{"P"}, help: "choose another pair of units of the file; esc comes back to this one as it is", do: s.a.choosePair, off: s.a.onePair},
		{keys: []string{"H"}, help: "choose another initial state; esc comes back to this one as it is", do: s.a.chooseHeap, off: s.a.onePlace},
	}
}

// cannot says why a thread makes no step.
func (s *stepScreen) cannot(i semantics.Tid) func() string {
	return func() string {
		if n := s.s.Now().Next(i); n.Stop != session.Went && n.Stop != session.AtChoice {
			return n.Text
		}
		return ""
	}
}

// traceKeys look at other states.
func (s *stepScreen) traceKeys() []binding {
	return []binding{
		{keys: []string{"left", "h"}, hint: "back", help: "back along the recorded trace; changes nothing", do: s.does(func() session.Result { return s.s.Left(1) })},
		{keys: []string{"right", "l"}, hint: "on", help: "forward along the recorded trace", do: s.does(func() session.Result { return s.s.Right(1) })},
		{keys: []string{"pgup"}, help: "back by 10", do: s.does(func() session.Result { return s.s.Left(10) })},
		{keys: []string{"pgdown"}, help: "forward by 10", do: s.does(func() session.Result { return s.s.Right(10) })},
		{keys: []string{"home", "0"}, help: "the first state", do: s.does(s.s.First)},
		{keys: []string{"end", "$"}, help: "the last state", do: s.does(s.s.Last)},
		{keys: []string{"["}, help: "the previous branch at the last fork", do: s.does(s.s.PreviousBranch), off: s.noFork},
		{keys: []string{"]"}, help: "the next branch at the last fork", do: s.does(s.s.NextBranch), off: s.noFork},
		{keys: []string{"g"}, help: "go to a state: 12, 2.14 (branch 2), or r for the first race", do: s.goTo},
		{keys: []string{"n"}, hint: "race", help: "the next racing state of the trace", do: s.does(s.s.NextRace)},
		{keys: []string{"N"}, help: "the previous racing state", do: s.does(s.s.PreviousRace)},
		{keys: []string{"o"}, help: "the trace folds local steps, those that touch neither a cell nor the lock, or shows all", do: does(s.toggleFold)},
	}
}

func (s *stepScreen) atStart() string {
	if s.s.At() == 0 {
		return "This is the first state."
	}
	return ""
}

func (s *stepScreen) noFork() string {
	if len(s.s.Branches()) < 2 {
		return "There is one branch only. Go back and make another move, and there are two."
	}
	return ""
}

// goTo asks for a state and goes there.
func (s *stepScreen) goTo() tea.Cmd {
	s.a.ask("go to state", "", func(text string) tea.Cmd { return s.act(goTo(s.s, text)) })
	return nil
}

// goTo goes to the state of a text: a number, a place, or r for the first race.
func goTo(s *session.Session, text string) session.Result {
	text = strings.TrimSpace(text)
	if text == "r" {
		return firstRace(s)
	}
	branch, at, dotted := strings.Cut(text, ".")
	if !dotted {
		at = branch
	}
	n, err := strconv.Atoi(at)
	b, err2 := strconv.Atoi(branch)
	switch {
	case err != nil || err2 != nil:
		return session.Result{Stop: session.Refused, Text: fmt.Sprintf("%q is no state: give a number, a place such as 2.14, or r for the first race.", text)}
	case dotted:
		return s.GoTo(session.Place{Branch: b, At: n})
	}
	return s.Go(n)
}

// firstRace goes to the first racing state of the trace.
func firstRace(s *session.Session) session.Result {
	at := s.At()
	s.First()
	if _, races := s.Now().Race(); races {
		return s.Go(0)
	}
	r := s.NextRace()
	if !r.OK() {
		s.Go(at)
	}
	return r
}

// searchKeys go to where something holds.
func (s *stepScreen) searchKeys() []binding {
	return []binding{
		{keys: []string{"/"}, help: "set the condition of c and C: " + conditionHelp, do: s.askUntil},
		{keys: []string{"c"}, help: "on to where the condition holds: along the trace, and from its end by searching", do: func() tea.Cmd { return s.goOn(s.on) }, off: s.noUntil},
		{keys: []string{"C"}, help: "back to where the condition held", do: func() tea.Cmd { return s.goOn(s.s.Back) }, off: s.noUntil},
		{keys: []string{"W"}, help: "back to the last write of the cell that is highlighted in the heap; in the pane of the locals, of a variable", do: s.lastWrite},
		{keys: []string{"m"}, help: "minimise: the shortest way to this race that leaving out moves gives", do: s.minimise, off: s.noRace},
		{keys: []string{"v"}, help: "the heap shows all, what changed, or what both threads can reach", do: does(s.nextDetail)},
		{keys: []string{"e"}, hint: "explain", help: "explain this state: the last move, where what it read came from, what comes, why it races; in the pane of the analysis, that", do: does(s.explain)},
		{keys: []string{"f"}, hint: "fix", help: "propose a repair of this race: a lock region, or a copy of the path; judged by a search of all schedules", do: s.fix, off: s.cannotFix},
		{keys: []string{"F"}, help: "is a lock too big? which statements can leave the lock regions", do: s.repair.shrink, off: s.repair.withoutShrink},
		{keys: []string{"w"}, help: "watch an expression; a watched one is removed", do: s.askWatch},
		{keys: []string{":"}, hint: "eval", help: "the value of an expression, such as b.f or A.b == B.b", do: s.askEval},
	}
}

func (s *stepScreen) noUntil() string {
	if s.until == "" {
		return "There is no condition yet; / sets one."
	}
	return ""
}

// fix asks for a repair of the race at hand.
func (s *stepScreen) fix() tea.Cmd {
	sites, _ := nextSites(s.s.Pair(), s.s.Now().Config())
	return s.repair.remove(s.s.Pair(), sites)
}

func (s *stepScreen) cannotFix() string {
	if why := s.repair.withoutRemove(); why != "" {
		return why
	}
	return s.noRace()
}

func (s *stepScreen) noRace() string {
	return noRaceHere(s.s, "n goes", "N goes", "2 lists the races that are reported")
}

// noRaceHere says that the present state is no racing one, and how to come to
// one; empty if it is. on and back are the words that go to the next and the
// previous one, else is what to do where the trace has none.
func noRaceHere(s *session.Session, on, back, otherwise string) string {
	if s.Now().Races() {
		return ""
	}
	const no = "This is no racing state; "
	for n := s.Len(); n >= 0; n-- {
		if v, _ := s.State(n); !v.Races() {
			continue
		}
		if n > s.At() {
			return no + on + " to one."
		}
		return no + back + " back to one."
	}
	return no + "nor is any other of this trace. " + otherwise + "."
}

// focusThread is the thread whose variables expressions mean: that of the
// focused code pane, else the one that moved last.
func (s *stepScreen) focusThread() semantics.Tid {
	if s.a.focused() == paneB {
		return semantics.B
	}
	if e, ok := s.s.Now().Last(); ok && s.a.focused() != paneA {
		return e.Thread
	}
	return semantics.A
}

func (s *stepScreen) askUntil() tea.Cmd {
	s.a.ask("run until", s.until, func(text string) tea.Cmd {
		if _, err := condition(s.s, s.focusThread(), text); err != nil {
			s.a.refuse(sentence(err))
			return nil
		}
		s.until = strings.TrimSpace(text)
		s.a.say("c goes on to, and C back to, where this holds: " + s.until + ".")
		return nil
	})
	return nil
}

// goOn goes to where the condition holds.
func (s *stepScreen) goOn(f func(session.Condition) session.Result) tea.Cmd {
	c, err := condition(s.s, s.focusThread(), s.until)
	if err != nil {
		s.a.refuse(sentence(err))
		return nil
	}
	return s.act(f(c))
}

// on goes along the trace, and from its end by searching.
func (s *stepScreen) on(c session.Condition) session.Result { return goForward(s.s, c) }

// goForward goes on to where a condition holds.
func goForward(s *session.Session, c session.Condition) session.Result {
	r := s.Forward(c)
	if r.OK() || s.At() < s.Len() {
		return r
	}
	return s.Seek(c, s.SeekLimits())
}

// lastWrite goes back to the last write of the highlighted cell; in the pane of
// the locals it asks what is meant.
func (s *stepScreen) lastWrite() tea.Cmd {
	if cell, ok := s.selected(); ok && s.a.focused() != paneLocals {
		return s.act(s.s.BackToWrite(cell))
	}
	s.a.ask("back to the last write of", s.focusThread().String()+".", func(text string) tea.Cmd {
		return s.act(lastWrite(s.s, text))
	})
	return nil
}

// lastWrite goes back to the last write of what a text names: a cell, "o1.f", or
// a variable, "A.x".
func lastWrite(s *session.Session, text string) session.Result {
	text = strings.TrimSpace(text)
	for _, i := range threads {
		if name, ok := strings.CutPrefix(text, i.String()+"."); ok {
			return s.BackToAssignment(i, name)
		}
	}
	cell, err := cellOf(s, text)
	if err != nil {
		return session.Result{Stop: session.Refused, Text: sentence(err)}
	}
	return s.BackToWrite(cell)
}

func (s *stepScreen) noCell() string {
	if _, ok := s.selected(); !ok {
		return "The heap shows no cell here."
	}
	return ""
}

func (s *stepScreen) random() tea.Cmd {
	r := s.s.RunRandom(s.seed)
	if r.Moves > 0 && !strings.Contains(r.Text, "seed") {
		r.Text = fmt.Sprintf("A random run of seed %d. %s", s.seed, r.Text)
	}
	s.seed++
	return s.act(r)
}

func (s *stepScreen) minimise() tea.Cmd {
	m, err := s.s.Minimise()
	if err != nil {
		s.a.refuse(sentence(err))
		return nil
	}
	before := s.s.At()
	r := s.s.Paste(m.Schedule)
	s.act(r)
	if !r.OK() {
		return nil
	}
	s.a.say(fmt.Sprintf("Minimised from %s to %d: %s.", plural(before, "move"), len(m.Schedule), m.Schedule))
	if len(m.Needs) > 0 {
		var lines []string
		for _, n := range m.Needs {
			lines = append(lines, draw.Pad(n.Event.Thread.String()+" "+n.Event.Label, 24)+"  "+n.Text)
		}
		s.a.tell("why each move is needed", lines)
	}
	return nil
}

func (s *stepScreen) nextDetail() {
	s.detail = (s.detail + 1) % details
	s.cell = 0
	s.a.say("The heap shows " + s.detail.String() + ".")
}

func (s *stepScreen) explain() {
	if s.a.focused() == paneAnalysis {
		s.explainAnalysis()
		return
	}
	s.a.tell("this state", explanation(s.s.Now()))
}

func (s *stepScreen) askWatch() tea.Cmd {
	s.a.ask("watch", "", func(text string) tea.Cmd {
		text = strings.TrimSpace(text)
		for n, w := range s.watches {
			if w == text {
				s.watches = append(s.watches[:n:n], s.watches[n+1:]...)
				s.a.say("No longer watched: " + text + ".")
				return nil
			}
		}
		value, err := evaluate(s.s, s.focusThread(), text)
		if err != nil {
			s.a.refuse(sentence(err))
			return nil
		}
		s.watches = append(s.watches, text)
		s.a.say("Watched: " + value + ".")
		return nil
	})
	return nil
}

func (s *stepScreen) askEval() tea.Cmd {
	s.a.ask(":", "", func(text string) tea.Cmd {
		if seed, ok := strings.CutPrefix(strings.TrimSpace(text), "seed "); ok {
			return s.setSeed(strings.TrimSpace(seed))
		}
		value, err := evaluate(s.s, s.focusThread(), text)
		if err != nil {
			s.a.refuse(sentence(err))
		} else {
			s.a.say(value)
		}
		return nil
	})
	return nil
}

func (s *stepScreen) setSeed(text string) tea.Cmd {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		s.a.refuse(fmt.Sprintf("%q is no seed: a seed is a number from 0 on.", text))
		return nil
	}
	s.seed = n
	s.a.say(fmt.Sprintf("r makes a random run of seed %d.", n))
	return nil
}
