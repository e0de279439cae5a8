package tui

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
)

// longestInput is the longest line that Plain reads.
const longestInput = 1 << 20

// Plain is Run by lines: it reads a word, does what the key of that name does,
// and answers with a block of lines that ends in an empty one. There are no
// escape sequences, no cursor and no columns, so that it can be listened to and
// piped. It ends with the input or at the word quit. The error is one of
// reading, or of a program that cannot be opened.
func Plain(in io.Reader, out io.Writer, o Options) (Farewell, error) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	p := &plainly{o: o, out: w, seed: o.Seed}
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
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestInput)
	for !p.quit {
		if err := p.out.Flush(); err != nil {
			return p.farewell(), err
		}
		if !lines.Scan() {
			break
		}
		p.line(strings.TrimSpace(lines.Text()))
	}
	return p.farewell(), lines.Err()
}

// plainly is the state of Plain.
type plainly struct {
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
	for _, r := range text {
		switch {
		case isControl(r):
			r = '?'
		case p.o.ASCII && r > '~':
			s, _ := asASCII(string(r), 1)
			r = rune(s[0])
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
			if n == name {
				w.do(p, strings.TrimSpace(rest))
				return
			}
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
	l := linkOf(p.program, p.s)
	p.bye.File = p.program.File
	p.bye.Schedule = p.s.Schedule().String()
	p.bye.Link = l.String()
	p.bye.Resume = resume(p.program, l)
	return p.bye
}
