package engine

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/session/schedule"
)

// maxSessions is how many sessions may be open at a time, and how many lessons.
const maxSessions = 64

// stepping is a session together with what the engine keeps for it between messages.
type stepping struct {
	number   int
	controls *command.Controls
	note     string     // says how it was opened
	saved    *savedFile // the file that the last command saved, or nil
	advice   advice.Analysis
	game     *playing   // the lesson that it belongs to; nil for none
	meter    *meter     // of the command that is running; nil between commands
	claim    *claimView // the claim that it was opened for; nil for none
}

// sessions are the open sessions by number. Numbers are never used again.
type sessions struct {
	open map[int]*stepping
	last int
}

// add opens a session under a new number.
func (h *Handler) add(s *session.Session, file, note string) (*stepping, error) {
	if len(h.sessions.open) >= maxSessions {
		return nil, hinted(refuse("session", "there are %d sessions open", maxSessions),
			"session.close closes one")
	}
	if h.sessions.open == nil {
		h.sessions.open = map[int]*stepping{}
	}
	h.sessions.last++
	x := &stepping{number: h.sessions.last, note: note, advice: ask.Advice()}
	x.controls = &command.Controls{
		Session: s, File: file, Seed: 1, Analysis: x.advice, Repairs: ask.Repairs(x.searched),
		Files: command.Files{Save: x.save, Tool: "wobbly " + h.o.Version},
		Voice: command.Voice{NoRace: "Step on, or open the witness of a report"},
	}
	h.sessions.open[x.number] = x
	return x, nil
}

// searched reports the progress of a search for repairs.
func (s *stepping) searched(p ask.Progress) {
	if s.meter != nil {
		s.meter.Progress(p)
	}
}

// save keeps a file until the command is answered: the page offers it as a download.
func (s *stepping) save(name string, data []byte) (string, error) {
	s.saved = &savedFile{name, string(data)}
	return name, nil
}

func (c *call) session(number int) (*stepping, error) {
	x, ok := c.h.sessions.open[number]
	if !ok {
		return nil, hinted(refuse("session", "there is no session %d", number),
			"session.open begins one")
	}
	return x, nil
}

func (c *call) openSession(p openAsk) (view, error) {
	if p.Claim != nil {
		return c.openClaim(p)
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return view{}, err
	}
	return c.openAt(p, core, nil)
}

// openAt opens a session where the message says; claim is what it is opened for, nil for none.
func (c *call) openAt(p openAsk, core *il.Core, claim *claimView) (view, error) {
	o := ask.Opening{
		Pair: p.Pair, Heap: p.Heap, Schedule: p.Schedule, Race: p.Race, Sites: p.Sites,
		Progress: c.meter("open", "search").Progress,
	}
	if p.Analysis != "" {
		x, err := (&analysisOptions{Analysis: p.Analysis}).words().Analyzer()
		if err != nil {
			return view{}, err
		}
		o.Of = x
	}
	s, changed, err := o.Open(c.ctx, core)
	if err != nil {
		return view{}, err
	}
	note := ""
	if changed {
		note = "The program has changed since, but every step still fits."
	}
	if p.At != nil {
		if r := s.Go(*p.At); !r.OK() {
			note = strings.TrimSpace(note + " " + r.Text)
		}
	}
	if err := restore(s, p.Schedules); err != nil {
		return view{}, err
	}
	x, err := c.h.add(s, core.Source.Name, note)
	if err != nil {
		return view{}, err
	}
	x.claim = claim
	x.controls.Watches, x.controls.Until = append(x.controls.Watches, p.Watches...), p.Until
	if p.Seed != nil {
		x.controls.Seed = *p.Seed
	}
	return c.view(x, p.Theme)
}

// restore adds the branches that a session had before its worker ended to the trace that has been
// replayed already.
func restore(s *session.Session, schedules []string) error {
	if len(schedules) == 0 {
		return nil
	}
	all := make([]schedule.Schedule, len(schedules))
	for i, text := range schedules {
		var err error
		if all[i], err = schedule.Parse(text); err != nil {
			return err
		}
	}
	if r := s.Restore(all, s.At()); !r.OK() {
		return refuse("session", "%s", strings.TrimSuffix(r.Text, "."))
	}
	return nil
}

// do answers session.do.
func (c *call) do(p doAsk) (doneView, error) {
	x, err := c.session(p.Session)
	if err != nil {
		return doneView{}, err
	}
	answer, err := c.command(x, p.Line, p.Name, p.Arg)
	if err != nil {
		return doneView{}, err
	}
	v, err := c.view(x, p.Theme)
	return doneView{answer, v}, err
}

// maxLine is the maximum length of a command line, in bytes.
const maxLine = 1 << 20

// command runs a line, or a command by name.
func (c *call) command(x *stepping, line, name, arg string) (answerView, error) {
	if len(line)+len(arg) > maxLine {
		return answerView{}, refuse("message", "a line has at most %d bytes", maxLine)
	}
	x.saved = nil
	var do *command.Command
	var err error
	if name != "" {
		if do, err = findCommand(name); err != nil {
			return answerView{}, err
		}
	} else if do, arg, err = command.Parse(line); err != nil {
		return refusedAnswer(strings.TrimSuffix(command.Sentence(err), ".") +
			"; the table of commands lists all words."), nil
	}
	if len(do.Words) == 0 && arg != "" {
		return refusedAnswer("This command takes no argument."), nil
	}
	if closed := x.controls.Closed; closed != nil && closed(do.Name).Refuses() {
		return refusedAnswer(closed(do.Name).String()), nil
	}
	a := c.run(x, do, arg)
	if full := c.ctx.problem(); full != nil && !a.OK() {
		return answerView{}, &refusal{*full}
	}
	if a.Open != nil {
		if x.game != nil {
			return refusedAnswer("A line that leads elsewhere is not followed in a lesson."), nil
		}
		x.controls.Session, x.note, x.claim = a.Open.Session, a.Open.Note, nil
	}
	return answerOf(x, do, a), nil
}

func findCommand(name string) (*command.Command, error) {
	var known []string
	for _, row := range command.Table() {
		if string(row.Name) == name {
			return row, nil
		}
		known = append(known, string(row.Name))
	}
	return nil, unknown("command", name, known)
}

func (c *call) run(x *stepping, do *command.Command, arg string) command.Answer {
	s := x.controls.Session
	x.meter = c.meter("session", strings.ReplaceAll(string(do.Name), "-", " "))
	s.Watch(x.meter.moves)
	defer func() {
		s.Watch(nil)
		x.meter = nil
	}()
	return do.Run(c.ctx, x.controls, arg)
}

// refusedAnswer returns the answer of a command that did nothing.
func refusedAnswer(why string) answerView {
	v := emptyAnswer()
	v.Text, v.Plain = why, []string{"Not done: " + why}
	return v
}

// emptyAnswer returns an answer whose lists are empty, not null.
func emptyAnswer() answerView {
	return answerView{
		Lead: []string{}, Lines: []string{}, Rows: [][2]string{}, Options: []option{},
		Programs: []proposed{}, Plain: []string{},
	}
}

func answerOf(x *stepping, do *command.Command, a command.Answer) answerView {
	s := x.controls.Session
	v := answerView{
		OK: a.OK(), Name: string(do.Name), Text: a.Short(), Lead: list(a.Lead), Title: a.Title,
		Lines: list(a.Lines), Rows: list(a.Rows), Asks: a.Asks, Moves: a.Moves, Link: a.Link,
		Saved: x.saved, Plain: a.Spoken(), Options: []option{}, Programs: []proposed{},
	}
	// The page shows the text after the headline, which begins with the same words.
	v.Text = strings.TrimPrefix(v.Text, fmt.Sprintf("State %d of %d. ", s.At(), s.Len()))
	if q := a.Question; q != nil {
		v.Question = &asked{
			Text: q.Text, Counts: q.Counts,
			Answers: slice.Map(q.Options,
				func(o command.Option) askedAnswer { return askedAnswer{o.Text, o.Line} }),
		}
	}
	if a.Open != nil {
		v.Text = strings.TrimSpace(a.Open.Note + "Opened where the line leads.")
	}
	for _, o := range a.Options {
		v.Options = append(v.Options, optionOf(a.Thread.String(), o.Take))
	}
	return v
}

func (c *call) viewSession(p sessionAsk) (view, error) {
	x, err := c.session(p.Session)
	if err != nil {
		return view{}, err
	}
	return c.view(x, p.Theme)
}

func (c *call) closeSession(p sessionAsk) (struct{}, error) {
	x, err := c.session(p.Session)
	if err != nil {
		return struct{}{}, err
	}
	if x.game != nil {
		return struct{}{}, refuse("session", "session %d is of a lesson", p.Session)
	}
	delete(c.h.sessions.open, p.Session)
	return struct{}{}, nil
}

const (
	maxPicture = 2000 // moves in a picture of a whole trace
	maxWindow  = 2000 // moves in one answer to session.trace
)

func (c *call) traceOf(p traceAsk) (traceView, error) {
	x, err := c.session(p.Session)
	if err != nil {
		return traceView{}, err
	}
	if p.To-p.From > maxWindow {
		return traceView{}, refuse("message", "at most %d moves are told at a time", maxWindow)
	}
	return traceBetween(x.controls.Session, p.From, p.To), nil
}

// list returns l, or an empty list for nil, which JSON would write as null.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
