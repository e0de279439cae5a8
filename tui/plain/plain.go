// Package plain steps through a program by lines, for screen readers and pipes: it reads lines,
// runs the commands that they name (session/command), and answers with lines. It does not use the
// terminal.
package plain

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
	"wobbly/tui/screen"
)

// Options configures Run.
type Options struct {
	Program  *screen.Program
	Controls *command.Controls // without a session
	Files    screen.Files
	ASCII    bool   // whether to write only ASCII characters
	Prompt   string // written before each line is read
}

// MaxLine is the largest number of bytes of a line, including the line feed.
const MaxLine = 1 << 20

// Run reads a command from each line, runs it, and ends each answer with an empty line. Answers
// have no escape sequences and no columns, so that they can be read aloud and piped. Run returns at
// the end of the input, at the word quit, or when the context ends. It fails if the program cannot
// be opened, or if reading or writing fails.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) (screen.Farewell, error) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	r := &runner{ctx: ctx, o: o, out: w, x: o.Controls}
	r.x.Voice.NoRace = "Step on, or begin with --race R1"
	if o.Program == nil {
		return screen.Farewell{}, errors.New("there is no program to step through")
	}
	if err := r.open(o.Program); err != nil {
		return screen.Farewell{}, err
	}
	r.state()
	// Lines are read in a goroutine, so that a wait can be cancelled.
	lines, readErr := make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		s := bufio.NewScanner(in)
		s.Buffer(nil, MaxLine)
		for s.Scan() {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
		readErr <- LineError(s.Err())
	}()
	for !r.quit {
		w.WriteString(o.Prompt) // an error is kept until Flush
		if err := w.Flush(); err != nil {
			return r.farewell(), err
		}
		select {
		case <-ctx.Done():
			return r.farewell(), nil
		case text, ok := <-lines:
			if !ok {
				return r.farewell(), <-readErr
			}
			r.line(strings.TrimSpace(text))
		}
	}
	return r.farewell(), nil
}

// LineError names the limit in the error of a line that is too long.
func LineError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d MB", MaxLine>>20)
	}
	return err
}

type runner struct {
	ctx     context.Context
	o       Options
	out     *bufio.Writer
	program *screen.Program
	x       *command.Controls
	bye     screen.Farewell
	quit    bool
}

// open opens a program. It keeps the watches and the seed.
func (r *runner) open(program *screen.Program) error {
	s, err := session.New(program.Core, program.Pair, program.Init)
	if err != nil {
		return err
	}
	r.program, r.x.Session, r.x.File = program, s, program.File
	r.printf("%s: thread A runs %s, thread B runs %s.", program.File,
		session.UnitText(program.Pair.Left), session.UnitText(program.Pair.Right))
	r.printf("Type a or b to step a thread, help for all words.")
	if program.Note != "" {
		r.printf("%s", command.Sentence(errors.New(program.Note)))
	}
	if x := s.Play(program.Schedule); len(program.Schedule) > 0 {
		r.printf("%s", x.Text)
	}
	return nil
}

// printf prints a line. It replaces control characters, which may come from the program.
func (r *runner) printf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if r.o.ASCII {
		text = report.InASCII(text)
	}
	for _, c := range text {
		if draw.IsControl(c) {
			c = '?'
		}
		r.out.WriteRune(c) // an error is kept until Flush
	}
	r.out.WriteByte('\n')
}

func (r *runner) end() { r.printf("") }

func (r *runner) line(text string) {
	switch text {
	case "?", "help":
		for _, c := range command.Table() {
			if len(c.Words) > 0 {
				r.printf("%s", c.Text())
			}
		}
		r.printf("q or quit: leave.")
		r.printf("? or help: this list.")
		r.end()
		return
	case "q", "quit":
		r.quit = true
		return
	}
	c, arg, err := command.Parse(text)
	if err != nil {
		r.printf("%s; help lists all words.", strings.TrimSuffix(command.Sentence(err), "."))
		r.end()
		return
	}
	r.answer(c.Run(r.ctx, r.x, arg))
}

// answer prints the answer of a command, and opens the program of a link.
func (r *runner) answer(a command.Answer) {
	if a.Link != "" {
		r.bye.Copied = a.Link
	}
	if a.Saved != "" {
		r.bye.Saved = append(r.bye.Saved, a.Saved)
	}
	for _, text := range a.Spoken() {
		r.printf("%s", text)
	}
	if a.Open == nil {
		if a.Shows() {
			r.state()
		} else {
			r.end()
		}
		return
	}
	if a.Open.Note != "" {
		r.printf("%s", a.Open.Note)
	}
	if err := r.open(r.program.At(a.Open.Session)); err != nil {
		r.printf("Not done: %s", command.Sentence(err))
		r.end()
		return
	}
	r.state()
}

// state describes the positions and next steps of the threads.
func (r *runner) state() {
	for _, text := range r.x.Spoken() {
		r.printf("%s", text)
	}
	r.end()
}

func (r *runner) farewell() screen.Farewell {
	w := r.o.Files.Resume(r.program, r.x.Session)
	r.bye.File, r.bye.Schedule, r.bye.Link = r.program.File, w.Schedule, w.Link
	r.bye.Resume = strings.Replace(w.Command, "wobbly step ", "wobbly step --plain ", 1)
	if w.Saved != "" {
		r.bye.Saved = append(r.bye.Saved, w.Saved)
	}
	r.bye.Predicted = r.x.Predictions.Score()
	r.bye.DropLong()
	return r.bye
}
