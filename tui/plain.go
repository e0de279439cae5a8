package tui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/session"
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
	p := &plainly{ctx: ctx, o: o, out: w, seed: o.Seed}
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
	s       *session.Session
	seed    uint64
	until   string
	watches []string
	bye     Farewell
	quit    bool
}

func (p *plainly) open(program *Program) error {
	s, err := session.New(program.Core, program.Pair, program.Init)
	if err != nil {
		return err
	}
	p.program, p.s = program, s
	p.printf("%s: thread A runs %s, thread B runs %s.", program.File, unitText(program.Pair.Left), unitText(program.Pair.Right))
	p.printf("Type a or b to step a thread, help for all words.")
	if program.Note != "" {
		p.printf("%s", sentence(errors.New(program.Note)))
	}
	if r := s.Play(program.Schedule); len(program.Schedule) > 0 {
		p.printf("%s", r.Text)
	}
	return nil
}

func unitText(u *il.Unit) string {
	if u.Thread {
		return "block " + u.Name
	}
	return signature(u)
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
	if text == "" {
		p.state()
		return
	}
	name, rest, _ := strings.Cut(text, " ")
	if text[0] == ':' {
		name, rest = ":", text[1:]
	}
	for _, w := range plainWords() {
		for _, n := range strings.Fields(w.names) {
			if n != name {
				continue
			}
			if rest = strings.TrimSpace(rest); rest != "" && w.args == "" {
				p.refuse(fmt.Sprintf("%s takes nothing behind it, and there is %q.", name, rest))
				return
			}
			w.do(p, rest)
			return
		}
	}
	p.printf("There is no word %q; help lists all words.", name)
	p.end()
}

// end ends a block.
func (p *plainly) end() { p.printf("") }

// did says what an operation did, and shows the state.
func (p *plainly) did(r session.Result) {
	if !r.OK() && r.Moves == 0 {
		p.refuse(r.Text)
		return
	}
	p.printf("%s", r.Text)
	p.state()
}

// refuse says why something was not done.
func (p *plainly) refuse(why string) {
	p.printf("Not done: %s", why)
	p.end()
}

// state shows the present state: where it is, what both threads do next, what is
// special. The memory is shown by words of its own.
func (p *plainly) state() {
	v := p.s.Now()
	p.printf("State %d of %d, %s, %s, lock %s.", v.At(), p.s.Len(), plural(v.Steps(), "step"), switchesText(v.Switches()), lockText(v))
	for _, i := range threads {
		p.printf("%s: %s", threadKey(i), v.Next(i).Text)
	}
	if r, ok := v.Race(); ok {
		p.printf("%s %s", r.Text, whyLock(v))
	}
	p.showWatches(v)
	p.end()
}

func (p *plainly) showWatches(v session.View) {
	for _, w := range p.watches {
		if value, err := evaluate(p.s, p.focus(), w); err == nil {
			p.printf("Watch: %s", value)
		}
	}
}

// focus is the thread whose variables expressions mean: the one that moved last.
func (p *plainly) focus() semantics.Tid {
	if e, ok := p.s.Now().Last(); ok {
		return e.Thread
	}
	return semantics.A
}

func (p *plainly) farewell() Farewell {
	w := p.o.wayBack(p.program, p.s)
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
