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

// Options are all that lines know of the world.
type Options struct {
	Program  *screen.Program
	Controls *command.Controls // without a session
	Files    screen.Files
	ASCII    bool   // nothing but ASCII in the lines
	Prompt   string // before each line that is awaited
}

// MaxLine is how many bytes a line may have.
const MaxLine = 1 << 20

// Run reads a word, does what the key of that name does,
// and answers with a block of lines that ends in an empty one. There are no
// escape sequences, no cursor and no columns, so that it can be listened to and
// piped. It ends with the input, at the word quit, or when the context ends. The error is one of
// reading, or of a program that cannot be opened.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) (screen.Farewell, error) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	p := &runner{ctx: ctx, o: o, out: w, x: o.Controls}
	p.x.Voice.NoRace = "Step on, or begin with --race R1"
	if o.Program == nil {
		return screen.Farewell{}, errors.New("there is no program to step through")
	}
	if err := p.open(o.Program); err != nil {
		return screen.Farewell{}, err
	}
	p.state()
	return p.read(in)
}

// read does what the lines say.
func (p *runner) read(in io.Reader) (screen.Farewell, error) {
	lines, failed := linesFrom(p.ctx, in)
	for !p.quit {
		p.out.WriteString(p.o.Prompt) // an error stays until Flush
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
		s.Buffer(nil, MaxLine)
		for s.Scan() {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
		failed <- LineError(s.Err())
	}()
	return lines, failed
}

// LineError says of a line that is too long what its limit is.
func LineError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d MB", MaxLine>>20)
	}
	return err
}

// runner is the state of a run.
type runner struct {
	ctx     context.Context
	o       Options
	out     *bufio.Writer
	program *screen.Program
	x       *command.Controls
	bye     screen.Farewell
	quit    bool
}

// open begins with a program. What was watched, and the seed, stay.
func (p *runner) open(program *screen.Program) error {
	s, err := session.New(program.Core, program.Pair, program.Init)
	if err != nil {
		return err
	}
	p.program, p.x.Session, p.x.File = program, s, program.File
	p.printf("%s: thread A runs %s, thread B runs %s.", program.File, session.UnitText(program.Pair.Left), session.UnitText(program.Pair.Right))
	p.printf("Type a or b to step a thread, help for all words.")
	if program.Note != "" {
		p.printf("%s", command.Sentence(errors.New(program.Note)))
	}
	if r := s.Play(program.Schedule); len(program.Schedule) > 0 {
		p.printf("%s", r.Text)
	}
	return nil
}

// printf prints a line. Control characters of the program's text do no harm.
func (p *runner) printf(format string, args ...any) {
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
func (p *runner) line(text string) {
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
		p.printf("%s; help lists all words.", strings.TrimSuffix(command.Sentence(err), "."))
		p.end()
		return
	}
	p.answer(c.Run(p.ctx, p.x, arg))
}

// help lists all words.
func (p *runner) help() {
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
func (p *runner) answer(a command.Answer) {
	if a.Link != "" {
		p.bye.Copied = a.Link
	}
	if a.Saved != "" {
		p.bye.Saved = append(p.bye.Saved, a.Saved)
	}
	for _, text := range a.Spoken() {
		p.printf("%s", text)
	}
	switch {
	case a.Open != nil:
		p.follow(a.Open)
	case a.Shows():
		p.state()
	default:
		p.end()
	}
}

// follow goes on where a link leads.
func (p *runner) follow(o *command.Opening) {
	if o.Note != "" {
		p.printf("%s", o.Note)
	}
	if err := p.open(p.program.At(o.Session)); err != nil {
		p.printf("Not done: %s", command.Sentence(err))
		p.end()
		return
	}
	p.state()
}

// end ends a block.
func (p *runner) end() { p.printf("") }

// state shows the present state: where it is, what both threads do next, what is
// special. The memory is shown by words of its own.
func (p *runner) state() {
	for _, text := range p.x.Spoken() {
		p.printf("%s", text)
	}
	p.end()
}

func (p *runner) farewell() screen.Farewell {
	w := p.o.Files.Resume(p.program, p.x.Session)
	p.bye.File, p.bye.Schedule, p.bye.Link = p.program.File, w.Schedule, w.Link
	p.bye.Resume = strings.Replace(w.Command, "wobbly step ", "wobbly step --plain ", 1)
	if w.Saved != "" {
		p.bye.Saved = append(p.bye.Saved, w.Saved)
	}
	p.bye.Predicted = p.x.Predictions.Score()
	p.bye.DropLong()
	return p.bye
}
