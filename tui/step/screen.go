package step

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/analysis"
	"wobbly/tui/draw"
	"wobbly/tui/pairs"
	"wobbly/tui/repair"
	"wobbly/tui/screen"
)

// The names of the panes.
const (
	paneHeap     = "heap"
	paneLocals   = "locals"
	paneNext     = "next"
	paneTrace    = "trace"
	paneAnalysis = "analysis"
)

// stepPanes lists the panes in the order of Tab. The first one has the initial focus.
var stepPanes = []string{paneNext, paneTrace, screen.PaneA, screen.PaneB, paneHeap, paneLocals}

// detail selects the objects that the heap shows.
type detail int

const (
	full       detail = iota
	onlyDiff          // those that the last move changed
	onlyShared        // those that both threads can reach
	details           // the number of details
)

// String describes the objects, for the status line.
func (d detail) String() string {
	return [...]string{
		"all objects", "what the last move changed", "what both threads can reach",
	}[d]
}

// Screen is the screen Step. See the package comment.
type Screen struct {
	h        screen.Host
	s        *session.Session
	analyses *analysis.Known
	pairs    *pairs.Chooser

	chosen int            // the highlighted row of the pane next
	cursor [2]int         // the highlighted line of each code pane, relative to its present line
	cell   int            // the highlighted cell, among those that the heap shows
	scroll map[string]int // how far the user has scrolled each pane, by name
	detail detail
	folded bool // whether the trace folds local steps
	auto   autoplay

	// ReportedRace goes to a reported race. It may be nil.
	ReportedRace func() tea.Cmd

	x      *command.Controls     // the input of session commands
	vars   map[*il.Unit][]string // a cache of WrittenVariables
	repair *repair.Repairer
}

// New returns the screen for the open program, and gives its session to the controls x.
func New(h screen.Host, x *command.Controls, known *analysis.Known, pairs *pairs.Chooser) *Screen {
	s := &Screen{
		h: h, s: h.Session(), x: x, analyses: known, pairs: pairs, repair: repair.New(h, x.Repairs),
		scroll: map[string]int{}, vars: map[*il.Unit][]string{},
	}
	x.Session, x.File, x.Focus = s.s, h.Program().File, s.focusThread
	x.Voice = command.Voice{
		Call:   func(c *command.Command) string { return c.Keys[0] },
		NoRace: "2 lists the races that are reported",
	}
	x.Closed = func(name command.Name) screen.Refusal {
		return command.When(h.Playing() && (name == command.Fix || name == command.Shrink),
			repair.InLesson)
	}
	return s
}

func (s *Screen) Enter() tea.Cmd { return nil }

func (s *Screen) Panes() []string {
	if s.analysed() {
		return append(stepPanes[:len(stepPanes):len(stepPanes)], paneAnalysis)
	}
	return stepPanes
}

// Paste implements screen.Paster. Pasted text is a schedule or a link.
func (s *Screen) Paste(text string) tea.Cmd {
	return s.run(command.Find(command.Paste), strings.TrimSpace(text))
}

func (s *Screen) Command() string {
	l := command.LinkOf(s.h.Program().File, s.h.Session())
	return "wobbly step --plain " + text.ShellWord(s.h.Program().File) + " --schedule " +
		text.ShellWord(l.String())
}

func (s *Screen) act(r session.Result) tea.Cmd {
	s.h.Report(r)
	s.anew()
	return nil
}

// anew resets highlights and scrolling for another state.
func (s *Screen) anew() {
	s.chosen, s.cursor = 0, [2]int{}
	clear(s.scroll)
}

func (s *Screen) step(i semantics.Tid) tea.Cmd {
	return s.run(command.Find([2]command.Name{command.StepA, command.StepB}[i]), "")
}

func (s *Screen) ask(i semantics.Tid, options []semantics.Choice) {
	var list []screen.Option
	for _, c := range options {
		b := command.BranchOf(c.Take)
		list = append(list, screen.Option{
			Key: b.Key, Sign: b.Sign, Text: b.Word + " (" + i.String() + b.Sign + ")",
			Do: func() tea.Cmd { return s.choose(i, c.Take) },
		})
	}
	screen.Choose(s.h, s.s.Now().Next(i).Text, list)
	s.h.Say("")
}

// guessing reports whether the user predicts steps, which hides their effects in the panes.
func (s *Screen) guessing() bool { return s.x.Predictions != nil && s.x.Predictions.Before }

func (s *Screen) quiz(q *command.Question) {
	give := "choose"
	if q.Counts {
		give = "answer"
	}
	s.h.Say("")
	var answers []screen.Option
	for i, o := range q.Options {
		choose := func() tea.Cmd {
			c, arg, err := command.Parse(o.Line)
			if err != nil {
				return nil // the table knows its own lines
			}
			return s.run(c, arg)
		}
		answers = append(answers,
			screen.Option{Key: cmp.Or(o.Letter, text.Letter(i)), Text: o.Text, Do: choose})
	}
	screen.Quiz(s.h, q.Text, give, answers)
}

func (s *Screen) choose(i semantics.Tid, t semantics.Take) tea.Cmd {
	return s.act(s.s.Choose(i, t))
}

// A nextRow is a row of the pane next: a step that a thread can take, or why it is blocked.
type nextRow struct {
	thread semantics.Tid
	next   session.Next
	key    string // "a"; "" if the thread is blocked
	mark   string // "#" if it is blocked, "?" for a choice
	text   string
	do     func() tea.Cmd
}

// nextRows returns the rows of the pane next in the present state. A finished thread has none.
func (s *Screen) nextRows() []nextRow {
	var rows []nextRow
	for _, i := range semantics.Tids {
		n := s.s.Now().Next(i)
		row := nextRow{
			thread: i, next: n, text: s.x.NextText(n), do: func() tea.Cmd { return s.step(i) },
		}
		switch n.Stop {
		case session.Went:
			row.key, row.mark = command.ThreadWord(i), " "
			rows = append(rows, row)
		case session.AtChoice:
			for _, c := range n.Options {
				b := command.BranchOf(c.Take)
				row.key, row.mark = command.ThreadWord(i)+b.Key, "?"
				row.text = i.String() + " " + b.Text + ", at " + n.Where + "."
				row.do = func() tea.Cmd { return s.choose(i, c.Take) }
				rows = append(rows, row)
			}
		case session.Waits, session.Faulty:
			row.mark = "#"
			rows = append(rows, row)
		default: // the title says that it has ended
		}
	}
	if len(rows) == 0 {
		rows = append(rows,
			nextRow{mark: ".", text: "Both threads have ended.", next: s.s.Now().Next(semantics.A),
				do: func() tea.Cmd { return s.step(semantics.A) }})
	}
	return rows
}

func (s *Screen) move(by int) tea.Cmd {
	switch pane := s.h.Focused(); pane {
	case paneNext:
		s.chosen = draw.Clamp(s.chosen+by, len(s.nextRows()))
		s.h.Say("Enter: " + s.nextRows()[s.chosen].text)
	case paneTrace:
		return s.act(s.slideRows(by))
	case screen.PaneA, screen.PaneB:
		i := screen.ThreadOf(pane)
		here, first, last := s.span(i)
		s.cursor[i] = max(first, min(here+s.cursor[i]+by, last)) - here
		s.h.Say("Enter runs " + i.String() + " to the highlighted line.")
	case paneHeap:
		s.moveCell(by)
	case paneLocals: // drawing limits it to the lines that there are
		s.scroll[pane] += by
	default:
		s.scroll[pane] = max(0, s.scroll[pane]+by)
	}
	return nil
}

// slideRows goes to another row of the trace, or reports its end.
func (s *Screen) slideRows(by int) session.Result {
	rows := s.rows()
	switch to := rows.of(s.s.At()) + by; {
	case to >= 0 && to < rows.count():
		return s.s.Go(rows.at(to).last)
	case by < 0:
		return s.s.Left(-by)
	}
	return s.s.Right(by)
}

// span returns the line of a thread's next statement, and the first and last line of its method.
func (s *Screen) span(i semantics.Tid) (here, first, last int) {
	p := s.s.Now().Config().Threads[i].Point
	first, last = s.linesOf(p.Unit())
	return s.s.Core().Source.Position(p.Pos()).Line, first, last
}

func (s *Screen) enterKey() tea.Cmd {
	switch pane := s.h.Focused(); pane {
	case screen.PaneA, screen.PaneB:
		i := screen.ThreadOf(pane)
		here, _, _ := s.span(i)
		return s.runTo(i, here+s.cursor[i])
	default:
		rows := s.nextRows()
		return rows[draw.Clamp(s.chosen, len(rows))].do()
	}
}

// runTo runs a thread until it reaches a line of its method.
func (s *Screen) runTo(i semantics.Tid, line int) tea.Cmd {
	src, unit := s.s.Core().Source, s.s.Now().Config().Threads[i].Point.Unit()
	if here, _, _ := s.span(i); here == line && s.s.Now().Next(i).Stop != session.Ended {
		s.h.Refuse(i.String() + " is already at line " + strconv.Itoa(line) + "; " +
			command.ThreadWord(i) + " steps it.")
		return nil
	}
	r := s.s.Run(session.Only(i), session.Condition{
		Name: i.String() + " is at line " + strconv.Itoa(line),
		Holds: func(v session.View) bool {
			p := v.Config().Threads[i].Point
			return p.Unit() == unit && src.Position(p.Pos()).Line == line
		},
	})
	// A choice or the lock may still let the thread reach the line.
	if !r.OK() && r.Stop != session.AtChoice && r.Stop != session.Waits && r.Moves > 0 {
		s.s.Undo()
		r = session.Result{Stop: session.Refused,
			Text: i.String() + " does not reach line " + strconv.Itoa(line) +
				" from here, and stays. " + r.Text}
	}
	s.act(r)
	if r.Stop == session.AtChoice && r.Moves == 0 {
		s.ask(i, r.Options)
	}
	return nil
}

// Heading implements screen.Screen: the number of the state, its marks, and the lock.
func (s *Screen) Heading() string { return s.position() + "  " + s.s.Now().LocksText() }

// ShortHeading implements screen.Shortened. The titles of the code panes say who holds the lock.
func (s *Screen) ShortHeading() string { return s.position() }

// Keep copies the watches and searches from the screen of the file's previous text.
func (s *Screen) Keep(old *Screen) {
	if old.x.File == s.x.File {
		s.x.Watches, s.x.Until = old.x.Watches, old.x.Until
		s.detail, s.folded = old.detail, old.folded
	}
}

// position returns the number of the state and its marks: "!! RACE on o1.f  state 3/9".
func (s *Screen) position() string {
	v := s.s.Now()
	text := "state " + strconv.Itoa(v.At()) + "/" + strconv.Itoa(s.s.Len())
	if all := s.s.Branches(); len(all) > 1 {
		text += "  branch " + branchText(all)
	}
	if r, ok := v.Race(); ok {
		text = "!! RACE on " + s.s.Names().Cell(r.Cell) + "  " + text
	}
	if v.Deadlocked() {
		text = "## DEADLOCK  " + text
	}
	return text
}

// branchText names the branch of the trace: "2 of 3". If earlier branches were undone, the number
// of the branch comes first: "4, 2 of 3".
func branchText(all []session.Branch) string {
	at := slices.IndexFunc(all, func(b session.Branch) bool { return b.Current })
	text := strconv.Itoa(at+1) + " of " + strconv.Itoa(len(all))
	if n := all[at].Number; n != at+1 {
		return strconv.Itoa(n) + ", " + text
	}
	return text
}

func (s *Screen) linesOf(u *il.Unit) (first, last int) {
	src := s.s.Core().Source
	return src.Position(u.At).Line, src.Position(u.Body.End).Line
}
