package schedule

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wobbly/semantics"
)

// Error says where and why a text is not a schedule, link or trace.
type Error struct {
	// Text is the line with the error, and Line its number from 1, or 0 if the text is only a line.
	Text string
	Line int
	// Offset is the offset in Text of the error, in bytes.
	Offset int
	// Reason says what is wrong, without a full stop.
	Reason string
	// Fix is the likely remedy. It may be empty.
	Fix string
}

// Error returns a text such as "column 4: reason; fix". Columns count characters from 1.
func (e *Error) Error() string {
	where := fmt.Sprintf("column %d", utf8.RuneCountInString(e.Text[:e.Offset])+1)
	if e.Line > 0 {
		where = fmt.Sprintf("line %d, %s", e.Line, where)
	}
	if e.Fix == "" {
		return where + ": " + e.Reason
	}
	return where + ": " + e.Reason + "; " + e.Fix
}

// Caret returns the line with the error, and a caret below the error. Of a long line, it returns
// the part around the error.
func (e *Error) Caret() string {
	const before, after = 50, 20
	left, right := []rune(printable(e.Text[:e.Offset])), []rune(printable(e.Text[e.Offset:]))
	if len(left) > before {
		left = append([]rune("..."), left[len(left)-before+3:]...)
	}
	if len(right) > after {
		right = append(right[:after-3:after-3], []rune("...")...)
	}
	return string(left) + string(right) + "\n" + strings.Repeat(" ", len(left)) + "^"
}

// printable replaces control characters and invalid UTF-8.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// Parse parses the short form of a schedule. A text without tokens is the empty schedule. The error
// is an *Error.
func Parse(text string) (Schedule, error) {
	p := &parser{text: text}
	for {
		for p.at < len(text) && strings.IndexByte(" \t\r\n,", text[p.at]) >= 0 {
			p.at++
		}
		if p.at == len(text) {
			return p.out, nil
		}
		if err := p.token(); err != nil {
			return nil, err
		}
	}
}

// A parser parses the short form of a schedule.
type parser struct {
	text string
	at   int // the offset of the next token
	out  Schedule
}

// token reads one thread with its choices and steps.
func (p *parser) token() error {
	begin := p.at
	i, ok := threadOf(p.text[p.at])
	if !ok {
		return p.noThread()
	}
	p.at++
	choices := 0
	for ; p.at < len(p.text) && isChoice(p.text[p.at]); p.at++ {
		do := Plus
		if p.text[p.at] == '-' {
			do = Minus
		}
		p.out = append(p.out, Move{i, do})
		choices++
	}
	steps, number := 0, p.at
	for ; p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9'; p.at++ {
		steps = steps*10 + int(p.text[p.at]-'0')
		if steps > MaxMoves {
			return p.fail(number, fmt.Sprintf("a schedule has at most %d moves", MaxMoves), "")
		}
	}
	digits := p.text[number:p.at]
	switch {
	case digits == "":
		steps = 1
	case steps == 0 && choices == 0:
		return p.fail(begin, "0 steps and no choice make no move",
			"leave "+p.text[begin:begin+1]+"0 out")
	case p.at < len(p.text) && isChoice(p.text[p.at]):
		sign := p.text[p.at : p.at+1]
		fix := fmt.Sprintf("write %s%s %s%s to step first, or %s%s%s to choose first",
			i, digits, i, sign, i, sign, digits)
		return p.fail(p.at, "the choice is after the number of steps", fix)
	}
	if len(p.out)+steps > MaxMoves {
		return p.fail(begin, fmt.Sprintf("the schedule has more than %d moves", MaxMoves), "")
	}
	p.out = append(p.out, slices.Repeat(Schedule{{i, Step}}, steps)...)
	return nil
}

func (p *parser) fail(at int, reason, fix string) error {
	return &Error{Text: p.text, Offset: at, Reason: reason, Fix: fix}
}

func (p *parser) noThread() error {
	c, _ := utf8.DecodeRuneInString(p.text[p.at:])
	reason, fix := fmt.Sprintf("%q is not a thread", c), "write A or B"
	switch {
	case '0' <= c && c <= '9':
		reason, fix = "the number stands alone", "write it after its thread, as in A2"
	case c == '+' || c == '-':
		reason, fix = "the choice stands alone", "write it after its thread, as in A+"
	case strings.ContainsRune("\u2010\u2011\u2012\u2013\u2014\u2212", c):
		reason, fix = "this is not the ASCII minus sign", "write - for else or for leaving a loop"
	case strings.ContainsRune(";:|/.", c):
		reason, fix = fmt.Sprintf("%q does not separate steps", c), "write a blank or a comma"
	}
	return p.fail(p.at, reason, fix)
}

// threadOf returns the thread with a letter, in either case.
func threadOf(c byte) (semantics.Tid, bool) {
	switch c {
	case 'A', 'a':
		return semantics.A, true
	case 'B', 'b':
		return semantics.B, true
	}
	return 0, false
}

func isChoice(c byte) bool { return c == '+' || c == '-' }
