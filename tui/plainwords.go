package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
)

// plainWord is a row of the table of words that Plain understands.
type plainWord struct {
	names string // separated by blanks; the first is the one that the help shows
	args  string
	help  string
	do    func(p *plainly, rest string)
}

// plainWords are all words.
func plainWords() []plainWord {
	return slices.Concat(moveWords, walkWords, lookWords, fileWords, []plainWord{{"? help", "", "this list", (*plainly).help}})
}

// operation makes a word's action of an operation of the session.
func operation(f func(*session.Session) session.Result) func(*plainly, string) {
	return func(p *plainly, _ string) { p.did(f(p.s)) }
}

// by makes a word's action of an operation with a number, 1 if none is given.
func by(f func(*session.Session, int) session.Result) func(*plainly, string) {
	return func(p *plainly, rest string) {
		if n, ok := p.number(rest); ok {
			p.did(f(p.s, n))
		}
	}
}

// times makes a word's action of an operation that is done so many times, once if
// no number is given.
func times(f func(*session.Session) session.Result) func(*plainly, string) {
	return by(func(s *session.Session, n int) session.Result {
		r := f(s)
		for done := 1; r.OK() && done < n; done++ {
			next := f(s)
			if !next.OK() {
				next.Text = fmt.Sprintf("%d of %d times. %s", done, n, next.Text)
				next.Moves += r.Moves
				return next
			}
			next.Moves += r.Moves
			r = next
		}
		return r
	})
}

// number is the number that stands behind a word, 1 if none does.
func (p *plainly) number(rest string) (int, bool) {
	if rest == "" {
		return 1, true
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		p.refuse(fmt.Sprintf("%q is no number from 1 on.", rest))
		return 0, false
	}
	return n, true
}

var moveWords = []plainWord{
	{"a", "N", "step thread A, once or N times", func(p *plainly, rest string) { p.steps(semantics.A, rest) }},
	{"b", "N", "step thread B", func(p *plainly, rest string) { p.steps(semantics.B, rest) }},
	{"A run-a", "", "run A until it waits, ends, has to choose, or would touch a cell that B can reach",
		operation(func(s *session.Session) session.Result { return s.RunAlone(semantics.A) })},
	{"B run-b", "", "run B likewise", operation(func(s *session.Session) session.Result { return s.RunAlone(semantics.B) })},
	{"then", "a or b", "take the then-branch", choice(semantics.Then)},
	{"else", "a or b", "take the else-branch", choice(semantics.Else)},
	{"loop", "a or b", "go round the loop", choice(semantics.Loop)},
	{"exit", "a or b", "leave the loop", choice(semantics.Exit)},
	{"u undo", "N", "undo the last move, or the last N", times((*session.Session).Undo)},
	{"redo", "N", "redo", times((*session.Session).Redo)},
	{"r random", "SEED", "a random run from here", (*plainly).random},
	{"m minimise", "", "the shortest way to this race that leaving out moves gives", (*plainly).minimise},
}

var walkWords = []plainWord{
	{"left h", "N", "back along the recorded trace", by((*session.Session).Left)},
	{"right l", "N", "forward along the recorded trace", by((*session.Session).Right)},
	{"first home R", "", "the first state", operation((*session.Session).First)},
	{"last end", "", "the last state", operation((*session.Session).Last)},
	{"g go", "STATE", "go to a state: 12, 2.14 (branch 2), or r for the first race", func(p *plainly, rest string) { p.did(goTo(p.s, rest)) }},
	{"[ previous-branch", "", "the previous branch at the last fork", operation((*session.Session).PreviousBranch)},
	{"] next-branch", "", "the next branch at the last fork", operation((*session.Session).NextBranch)},
	{"n next-race", "", "the next racing state of the trace", operation((*session.Session).NextRace)},
	{"N previous-race", "", "the previous racing state", operation((*session.Session).PreviousRace)},
	{"/ until", "CONDITION", "set the condition of c and C: " + conditionHelp, (*plainly).setUntil},
	{"c continue", "", "on to where the condition holds", func(p *plainly, _ string) {
		p.goOn(func(c session.Condition) session.Result { return goForward(p.s, c) })
	}},
	{"C back", "", "back to where the condition held", func(p *plainly, _ string) { p.goOn(p.s.Back) }},
	{"W write", "CELL", "back to the last write of a cell, o1.f, or of a variable, A.x", func(p *plainly, rest string) {
		if rest == "" {
			p.refuse("Say of what: write o1.f, or write A.x.")
			return
		}
		p.did(lastWrite(p.s, rest))
	}},
}

var lookWords = []plainWord{
	{"state", "", "the present state", func(p *plainly, _ string) { p.state() }},
	{"heap", "", "all objects", (*plainly).heap},
	{"locals", "", "the variables of both threads, innermost calls first", (*plainly).locals},
	{"code", "", "where both threads stand in the text", (*plainly).code},
	{"trace", "", "all moves of the recorded trace and what they did", (*plainly).trace},
	{"e explain", "", "explain this state", (*plainly).explain},
	{": eval", "EXPRESSION", "the value of an expression, such as b.f or A.b == B.b", (*plainly).eval},
	{"analysis", "", "what the analysis knows before the next statement of each thread, and of their two accesses", (*plainly).analysis},
	{"f fix", "", "propose a repair of this race, judged by a search of all schedules", (*plainly).fix},
	{"F shrink", "", "is a lock too big? which statements can leave the lock regions", (*plainly).shrink},
	{"w watch", "EXPRESSION", "show its value after each action; again to stop", (*plainly).watch},
}

var fileWords = []plainWord{
	{"y schedule", "", "the schedule to here, and the line that leads here", (*plainly).schedule},
	{"p paste", "SCHEDULE", "go where a schedule (A2 B A+) or such a line leads", (*plainly).paste},
	{"S save", "FILE", "save the way here as a trace file", (*plainly).save},
	{"q quit", "", "leave", func(p *plainly, _ string) { p.quit = true }},
}

// steps steps a thread, several times where a number says so, until it cannot or
// has to choose.
func (p *plainly) steps(i semantics.Tid, rest string) {
	n, ok := p.number(rest)
	if !ok {
		return
	}
	for done := 1; done < n; done++ {
		if stop := p.s.Now().Next(i).Stop; stop != session.Went {
			if done > 1 {
				p.printf("%s made %s of %d.", i, plural(done-1, "step"), n)
			}
			break
		}
		p.s.Step(i)
	}
	p.step(i)
}

// step lets a thread go on; where it has to choose, it says how.
func (p *plainly) step(i semantics.Tid) {
	r := p.s.Step(i)
	if r.Stop != session.AtChoice {
		p.did(r)
		return
	}
	p.printf("%s", r.Text)
	for _, c := range r.Options {
		p.printf("%s %s: %s %s", c.Take, threadKey(i), i, takes[c.Take].text)
	}
	p.end()
}

// choice is the word that resolves a choice of the thread that is named, or of
// the only one that has to choose.
func choice(t semantics.Take) func(*plainly, string) {
	return func(p *plainly, rest string) {
		for _, i := range threads {
			named := strings.EqualFold(rest, i.String())
			if named || rest == "" && p.s.Now().Next(i).Stop == session.AtChoice && p.s.Now().Next(i.Other()).Stop != session.AtChoice {
				p.did(p.s.Choose(i, t))
				return
			}
		}
		p.refuse("Say which thread: " + string(t) + " a, or " + string(t) + " b.")
	}
}

func (p *plainly) random(rest string) {
	if rest != "" {
		n, err := strconv.ParseUint(rest, 10, 64)
		if err != nil {
			p.refuse(fmt.Sprintf("%q is no seed: a seed is a number from 0 on.", rest))
			return
		}
		p.seed = n
	}
	r := p.s.RunRandom(p.seed)
	p.printf("Seed %d.", p.seed)
	p.seed++
	p.did(r)
}

func (p *plainly) minimise(string) {
	m, err := p.s.Minimise()
	if err != nil {
		p.refuse(sentence(err))
		return
	}
	for _, n := range m.Needs {
		p.printf("%s %s: %s", n.Event.Thread, n.Event.Label, n.Text)
	}
	p.did(p.s.Paste(m.Schedule))
}

func (p *plainly) setUntil(rest string) {
	if _, err := condition(p.s, p.focus(), rest); err != nil {
		p.refuse(sentence(err))
		return
	}
	p.until = rest
	p.printf("c goes on to, and C back to, where this holds: %s.", rest)
	p.end()
}

func (p *plainly) goOn(f func(session.Condition) session.Result) {
	if p.until == "" {
		p.refuse("There is no condition yet; until sets one.")
		return
	}
	c, err := condition(p.s, p.focus(), p.until)
	if err != nil {
		p.refuse(sentence(err))
		return
	}
	p.did(f(c))
}

func (p *plainly) heap(string) {
	v := p.s.Now()
	names := p.s.Names()
	roots := rootsOf(v)
	for l := semantics.Loc(1); v.Heap().Has(l); l++ {
		text := names.Of(l) + ":"
		for _, f := range v.Heap().Fields() {
			if to, ok := v.Heap().At(semantics.Addr{Loc: l, Field: f}); ok {
				text += " " + f + " holds " + names.Of(to) + ","
			}
		}
		if len(roots[l]) > 0 {
			text += " held by " + strings.Join(roots[l], ", ") + ","
		}
		p.printf("%s", strings.TrimSuffix(text, ",")+".")
	}
	p.end()
}

func (p *plainly) locals(string) {
	v := p.s.Now()
	for _, i := range threads {
		for _, f := range v.Frames(i) {
			text := i.String() + ", " + unitText(f.Unit) + ":"
			for name, l := range f.Vars.Vars() {
				text += " " + name + " = " + p.s.Names().Of(l) + ","
			}
			p.printf("%s", strings.TrimSuffix(text, ",")+".")
		}
	}
	p.printf("Lock: %s.", lockText(v))
	p.end()
}

func (p *plainly) code(string) {
	src := p.s.Core().Source
	for _, i := range threads {
		at := src.Position(p.s.Now().Config().Threads[i].Point.Pos())
		p.printf("%s stands at line %d, column %d: %s", i, at.Line, at.Col, strings.TrimSpace(src.Line(at.Line)))
	}
	p.end()
}

func (p *plainly) trace(string) {
	for n := range p.s.Len() + 1 {
		v, _ := p.s.State(n)
		text := fmt.Sprintf("State %d", n)
		if n > 0 {
			text += ": " + v.Line().String()
		}
		if from, ok := v.ReadsFrom(); ok {
			text += "  from state " + itoa(from.State)
		}
		if _, ok := v.Race(); ok {
			text += "  race"
		}
		if n == p.s.At() {
			text += "  (here)"
		}
		p.printf("%s", text)
	}
	p.end()
}

func (p *plainly) explain(string) {
	for _, text := range explanation(p.s.Now()) {
		if text != "" {
			p.printf("%s", text)
		}
	}
	p.end()
}

func (p *plainly) eval(rest string) {
	value, err := evaluate(p.s, p.focus(), rest)
	if err != nil {
		p.refuse(sentence(err))
		return
	}
	p.printf("%s", value)
	p.end()
}

func (p *plainly) watch(rest string) {
	for n, w := range p.watches {
		if w == rest {
			p.watches = append(p.watches[:n:n], p.watches[n+1:]...)
			p.printf("No longer watched: %s.", rest)
			p.end()
			return
		}
	}
	if _, err := evaluate(p.s, p.focus(), rest); err != nil {
		p.refuse(sentence(err))
		return
	}
	p.watches = append(p.watches, rest)
	p.state()
}

func (p *plainly) schedule(string) {
	l := linkOf(p.program, p.s)
	p.printf("Schedule: %s", p.s.Schedule())
	p.printf("%s", l)
	p.bye.Copied = l.String()
	p.end()
}

func (p *plainly) paste(rest string) {
	if !schedule.IsLink(rest) {
		p.did(pasteSchedule(p.s, rest))
		return
	}
	program, note, err := openLink(p.program, rest)
	if err != nil {
		p.refuse(sentence(err))
		return
	}
	if note != "" {
		p.printf("%s", note)
	}
	if err := p.open(program); err != nil {
		p.refuse(sentence(err))
		return
	}
	p.state()
}

func (p *plainly) save(name string) {
	switch {
	case p.o.Save == nil:
		p.refuse("Nothing can be saved from here.")
		return
	case name == "":
		p.refuse("Say where: save FILE.")
		return
	}
	where, err := p.o.Save(name, []byte(p.s.Trace(p.o.Tool, "none").String()))
	if err != nil {
		p.refuse(sentence(err))
		return
	}
	p.bye.Saved = append(p.bye.Saved, where)
	p.printf("Saved: %s", where)
	p.end()
}

func (p *plainly) help(string) {
	for _, w := range plainWords() {
		name := strings.Join(strings.Fields(w.names), " or ")
		if w.args != "" {
			name += ", then " + w.args
		}
		p.printf("%s: %s.", name, w.help)
	}
	p.end()
}
