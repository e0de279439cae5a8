package tui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"wobbly/report"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/draw"
)

// longestInput is the longest line that Plain reads.
const longestInput = 1 << 20

// Plain is Run by lines: it reads a word, does what the key of that name does,
// and answers with a block of lines that ends in an empty one. There are no
// escape sequences, no cursor and no columns, so that it can be listened to and
// piped. It ends with the input, at the word quit, or when the context ends. The error is one of
// reading, or of a program that cannot be opened.
func Plain(ctx context.Context, in io.Reader, out io.Writer, o Options) (Farewell, error) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	p := &plainly{ctx: ctx, o: o, out: w, x: o.controls()}
	p.x.Voice.NoRace = "Step on, or begin with --race R1"
	if o.Program == nil {
		return Farewell{}, errors.New("there is no program to step through")
	}
	if err := p.open(o.Program); err != nil {
		return Farewell{}, err
	}
	p.state()
	return p.read(in)
}

// read does what the lines say.
func (p *plainly) read(in io.Reader) (Farewell, error) {
	lines, failed := linesFrom(p.ctx, in)
	for !p.quit {
		if err := p.out.Flush(); err != nil {
			return p.farewell(), err
		}
		select {
		case <-p.ctx.Done():
			return p.farewell(), nil
		case text, ok := <-lines:
			if !ok {
				return p.farewell(), <-failed
			}
			p.line(strings.TrimSpace(text))
		}
	}
	return p.farewell(), nil
}

// linesFrom reads lines beside the loop, so that waiting for one can be given up.
// At the end of the input, or of reading, lines is closed, and failed says why.
func linesFrom(ctx context.Context, in io.Reader) (lines chan string, failed chan error) {
	lines, failed = make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		s := bufio.NewScanner(in)
		s.Buffer(nil, longestInput)
		for s.Scan() {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
		failed <- s.Err()
	}()
	return lines, failed
}

// plainly is the state of Plain.
type plainly struct {
	ctx     context.Context
	o       Options
	out     *bufio.Writer
	program *Program
	x       *command.Controls
	bye     Farewell
	quit    bool
}

// open begins with a program. What was watched, and the seed, stay.
func (p *plainly) open(program *Program) error {
	s, err := session.New(program.Core, program.Pair, program.Init)
	if err != nil {
		return err
	}
	p.program, p.x.Session, p.x.File = program, s, program.File
	p.printf("%s: thread A runs %s, thread B runs %s.", program.File, session.UnitText(program.Pair.Left), session.UnitText(program.Pair.Right))
	p.printf("Type a or b to step a thread, help for all words.")
	if program.Note != "" {
		p.printf("%s", sentence(errors.New(program.Note)))
	}
	if r := s.Play(program.Schedule); len(program.Schedule) > 0 {
		p.printf("%s", r.Text)
	}
	return nil
}

// printf prints a line. Control characters of the program's text do no harm.
func (p *plainly) printf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if p.o.ASCII {
		text = report.InASCII(text)
	}
	for _, r := range text {
		if draw.IsControl(r) {
			r = '?'
		}
		p.out.WriteRune(r) // errors stay with the writer
	}
	p.out.WriteByte('\n')
}

// line does what one line says.
func (p *plainly) line(text string) {
	switch text {
	case "?", "help":
		p.help()
		return
	case "q", "quit":
		p.quit = true
		return
	}
	c, arg, err := command.Parse(text)
	if err != nil {
		p.printf("%s; help lists all words.", strings.TrimSuffix(sentence(err), "."))
		p.end()
		return
	}
	p.answer(c.Run(p.ctx, p.x, arg))
}

// help lists all words.
func (p *plainly) help() {
	for _, c := range command.Table() {
		if len(c.Words) > 0 {
			p.printf("%s", c.Text())
		}
	}
	p.printf("q or quit: leave.")
	p.printf("? or help: this list.")
	p.end()
}

// answer prints what a command did.
func (p *plainly) answer(a command.Answer) {
	for _, text := range a.Lead {
		p.printf("%s", text)
	}
	for _, row := range a.Rows {
		p.printf("%s: %s", row[0], row[1])
	}
	for _, text := range a.Lines {
		if text != "" {
			p.printf("%s", text)
		}
	}
	if a.Link != "" {
		p.bye.Copied = a.Link
	}
	if a.Saved != "" {
		p.bye.Saved = append(p.bye.Saved, a.Saved)
	}
	switch {
	case a.Open != nil:
		p.follow(a.Open)
	case a.Asks:
		p.options(a)
	case !a.OK() && a.Moves == 0:
		p.printf("Not done: %s", a.Text)
		p.end()
	default:
		if a.Text != "" {
			p.printf("%s", a.Text)
		}
		if a.State {
			p.state()
			return
		}
		p.end()
	}
}

// options says how a thread that has to choose can go on.
func (p *plainly) options(a command.Answer) {
	p.printf("%s", a.Text)
	for _, c := range a.Options {
		p.printf("%s %s: %s %s", c.Take, command.ThreadWord(a.Thread), a.Thread, command.BranchOf(c.Take).Text)
	}
	p.end()
}

// follow goes on where a link leads.
func (p *plainly) follow(o *command.Opening) {
	if o.Note != "" {
		p.printf("%s", o.Note)
	}
	if err := p.open(programOf(p.program, o.Session)); err != nil {
		p.printf("Not done: %s", sentence(err))
		p.end()
		return
	}
	p.state()
}

// end ends a block.
func (p *plainly) end() { p.printf("") }

// state shows the present state: where it is, what both threads do next, what is
// special. The memory is shown by words of its own.
func (p *plainly) state() {
	v := p.x.Session.Now()
	p.printf("%s", command.Headline(p.x.Session))
	for _, i := range threads {
		p.printf("%s: %s", command.ThreadWord(i), v.Next(i).Text)
	}
	if r, ok := v.Race(); ok {
		p.printf("%s %s", r.Text, v.WhyLock())
	}
	for n := range p.x.Watches {
		if value, err := p.x.Watch(n); err == nil {
			p.printf("Watch: %s", value)
		}
	}
	p.end()
}

func (p *plainly) farewell() Farewell {
	w := p.o.wayBack(p.program, p.x.Session)
	p.bye.File, p.bye.Schedule, p.bye.Link = p.program.File, w.schedule, w.link
	p.bye.Resume = strings.Replace(w.resume, "wobbly step ", "wobbly step --plain ", 1)
	if w.saved != "" {
		p.bye.Saved = append(p.bye.Saved, w.saved)
	}
	if len(p.bye.Copied) > longestWord {
		p.bye.Copied = ""
	}
	return p.bye
}
