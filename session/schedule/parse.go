package schedule

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wobbly/semantics"
)

// Error says where and why a text is no schedule, link or trace.
type Error struct {
	Text   string // the line at fault
	Line   int    // its number, from 1; 0 where the text is one line only
	Offset int    // the byte of Text at which the fault is
	Reason string // without a full stop
	Fix    string // the likely remedy; empty where none is at hand
}

// Error gives "column 4: reason; fix", columns counting characters from 1.
func (e *Error) Error() string {
	where := fmt.Sprintf("column %d", e.column())
	if e.Line > 0 {
		where = fmt.Sprintf("line %d, column %d", e.Line, e.column())
	}
	if e.Fix == "" {
		return where + ": " + e.Reason
	}
	return where + ": " + e.Reason + "; " + e.Fix
}

// Caret is the line at fault and below it a caret under the fault. Of a long
// line it is the part around the fault.
func (e *Error) Caret() string {
	const before, after = 50, 20
	left, right := []rune(plain(e.Text[:e.Offset])), []rune(plain(e.Text[e.Offset:]))
	if len(left) > before {
		left = append([]rune("..."), left[len(left)-before+3:]...)
	}
	if len(right) > after {
		right = append(right[:after-3:after-3], []rune("...")...)
	}
	return string(left) + string(right) + "\n" + strings.Repeat(" ", len(left)) + "^"
}

// plain makes each character of a text one that can be printed.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

func (e *Error) column() int { return utf8.RuneCountInString(e.Text[:e.Offset]) + 1 }

// Parse reads the short form of a schedule. The error is an *Error. A text
// without tokens is the empty schedule.
func Parse(text string) (Schedule, error) {
	p := &parser{text: text}
	for p.space(); p.at < len(text); p.space() {
		if err := p.token(); err != nil {
			return nil, err
		}
	}
	return p.out, nil
}

// parser reads tokens from left to right.
type parser struct {
	text string
	at   int
	out  Schedule
}

// space skips what may stand between tokens.
func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,", p.text[p.at]) >= 0 {
		p.at++
	}
}

// token reads one thread with its choices and steps.
func (p *parser) token() error {
	begin := p.at
	i, ok := threadOf(p.text[p.at])
	if !ok {
		return p.noThread()
	}
	p.at++
	choices := p.choices(i)
	steps, digits, err := p.number()
	switch {
	case err != nil:
		return err
	case digits == "":
		steps = 1
	case steps == 0 && choices == 0:
		p.at = begin
		return p.fail("0 steps and no choice make no move", "leave "+p.text[begin:begin+1]+"0 out")
	case p.at < len(p.text) && isChoice(p.text[p.at]):
		return p.lateChoice(i, digits)
	}
	if len(p.out)+steps > MaxMoves {
		p.at = begin
		return p.fail(fmt.Sprintf("the schedule has more than %d moves", MaxMoves), "")
	}
	p.out = append(p.out, slices.Repeat(Schedule{{i, Step}}, steps)...)
	return nil
}

// choices reads the signs behind a thread and tells how many there are.
func (p *parser) choices(i semantics.Tid) int {
	n := 0
	for ; p.at < len(p.text) && isChoice(p.text[p.at]); p.at++ {
		do := Plus
		if p.text[p.at] == '-' {
			do = Minus
		}
		p.out = append(p.out, Move{i, do})
		n++
	}
	return n
}

// number reads the digits that stand here, if any do.
func (p *parser) number() (n int, digits string, err error) {
	begin := p.at
	for ; p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9'; p.at++ {
		n = n*10 + int(p.text[p.at]-'0')
		if n > MaxMoves {
			p.at = begin
			return 0, "", p.fail(fmt.Sprintf("a schedule has at most %d moves", MaxMoves), "")
		}
	}
	return n, p.text[begin:p.at], nil
}

// fail makes the error of the place where p stands.
func (p *parser) fail(reason, fix string) error {
	return &Error{Text: p.text, Offset: p.at, Reason: reason, Fix: fix}
}

// noThread refuses what stands where a token should begin.
func (p *parser) noThread() error {
	c, _ := utf8.DecodeRuneInString(p.text[p.at:])
	switch {
	case '0' <= c && c <= '9':
		return p.fail("the number stands alone", "write it behind its thread, as in A2")
	case c == '+' || c == '-':
		return p.fail("the choice stands alone", "write it behind its thread, as in A+")
	case strings.ContainsRune("\u2010\u2011\u2012\u2013\u2014\u2212", c):
		return p.fail("this is not the ASCII minus sign", "write - for else or for leaving a loop")
	case strings.ContainsRune(";:|/.", c):
		return p.fail(fmt.Sprintf("%q does not separate steps", c), "write a blank or a comma")
	}
	return p.fail(fmt.Sprintf("%q is no thread", c), "write A or B")
}

// lateChoice refuses a sign behind a number. It has read the digits.
func (p *parser) lateChoice(i semantics.Tid, digits string) error {
	sign := p.text[p.at : p.at+1]
	fix := fmt.Sprintf("write %s%s %s%s to step first, or %s%s%s to choose first", i, digits, i, sign, i, sign, digits)
	return p.fail("the choice stands behind the number of steps", fix)
}

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
