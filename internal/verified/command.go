package verified

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/witness"
)

// Command is a conversation with the extracted command.
type Command struct {
	requests io.Writer
	answers  *bufio.Reader
	program  *Program // the program that was loaded last; nil at the start
	answer   *Answer  // the result of Analyze for that program; nil before the first call
}

// NewCommand starts a conversation over the command's standard input and output.
func NewCommand(requests io.Writer, answers io.Reader) *Command {
	return &Command{requests: requests, answers: bufio.NewReader(answers)}
}

// errEnds is the error of a command that ends before it answers.
var errEnds = errors.New("the verified command ended before it answered")

// ErrLimit is the error of a command that has run out of stack, memory or time, so that its answer
// is unknown.
var ErrLimit = errors.New("the verified command met a limit")

// limits are the reasons that make an error an ErrLimit.
var limits = []string{"out of stack", "out of memory", "out of time"}

// ask returns the answer to a request, both lines without their ends. An answer "error reason" is
// an error.
func (c *Command) ask(request string) (string, error) {
	if _, err := io.WriteString(c.requests, request+"\n"); err != nil {
		return "", fmt.Errorf("%w: %w", errEnds, err)
	}
	line, err := c.answers.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF):
		return "", errEnds
	case err != nil:
		return "", fmt.Errorf("%w: %w", errEnds, err)
	}
	answer := strings.TrimSuffix(line, "\n")
	if reason, failed := strings.CutPrefix(answer, "error "); failed {
		if slices.Contains(limits, reason) {
			return "", fmt.Errorf("%w: %s", ErrLimit, reason)
		}
		return "", fmt.Errorf("the verified command: %s", reason)
	}
	return answer, nil
}

// load sends a program, unless it is the one that was sent last.
func (c *Command) load(p *Program) error {
	if c.program == p {
		return nil
	}
	answer, err := c.ask("program " + p.text)
	switch {
	case err != nil:
		return err
	case answer != "legal":
		return fmt.Errorf("according to the verified command, the program is %s", answer)
	}
	c.program, c.answer = p, nil
	return nil
}

// Verdict is the judgement of a witness.
type Verdict struct {
	Accepted bool
	// Reason says why the witness could not be translated. It is empty if the extracted checker
	// refuses it, which gives no reasons.
	Reason string
}

// Witness has a witness judged. p must be the program of the two units that the witness names.
func (c *Command) Witness(p *Program, w *witness.Witness) (Verdict, error) {
	text, reason := p.witness(w)
	if reason != "" {
		return Verdict{Reason: reason}, nil
	}
	if err := c.load(p); err != nil {
		return Verdict{}, err
	}
	answer, err := c.ask("witness " + text)
	return Verdict{Accepted: answer == "accepted"}, err
}

// Judge is Witness for a witness of any pair of units of a file.
func (c *Command) Judge(core *il.Core, w *witness.Witness) (Verdict, error) {
	for _, pair := range core.Pairs() {
		if pair.Left.Name == w.Units[0] && pair.Right.Name == w.Units[1] {
			if c.program == nil || c.program.core != core || c.program.pair != pair {
				return c.Witness(Encode(core, pair), w)
			}
			return c.Witness(c.program, w)
		}
	}
	return Verdict{Reason: "its units are not a pair of units of the program"}, nil
}
