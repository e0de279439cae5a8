package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/internal/text"
)

// page writes lines of text. After the first error, which is kept, it writes nothing more.
type page struct {
	Style
	w   io.Writer
	err error
}

// line writes a line without blanks at its end.
func (p *page) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, strings.TrimRight(fmt.Sprintf(format, args...), " ")+"\n")
	}
}

// when returns a text if a condition holds, and otherwise "".
func when(condition bool, format string, args ...any) string {
	if !condition {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// spaced writes a line and then an empty one.
func (p *page) spaced(format string, args ...any) {
	p.line(format, args...)
	p.line("")
}

func (p *page) painted(r role, format string, args ...any) {
	p.line("%s", p.paint(r, fmt.Sprintf(format, args...)))
}

func (p *page) lines(indent int, lines []string) {
	for _, l := range lines {
		p.line("%*s%s", indent, "", l)
	}
}

// prose writes a text broken into indented lines.
func (p *page) prose(indent int, format string, args ...any) {
	p.lines(indent, p.wrap(fmt.Sprintf(format, args...), width-indent))
}

// para writes the same as prose, and then an empty line.
func (p *page) para(indent int, format string, args ...any) {
	p.prose(indent, format, args...)
	p.line("")
}

// block writes indented lines, and then an empty one.
func (p *page) block(indent int, lines []string) {
	p.lines(indent, lines)
	p.line("")
}

// between writes an empty line before part i of several, unless it is the first.
func (p *page) between(i int) {
	if i > 0 {
		p.line("")
	}
}

// hanging writes a label and a text after it, with a hanging indentation.
func (p *page) hanging(label, s string) {
	for i, l := range p.wrap(s, width-len(label)) {
		if i > 0 {
			label = fmt.Sprintf("%*s", len(label), "")
		}
		p.line("%s%s", label, l)
	}
}

// groups writes a name and a text for each of n rows, below the title of their group.
func (p *page) groups(n int, row func(i int) (group, name, text string)) {
	wide, last := 0, ""
	for i := range n {
		_, name, _ := row(i)
		wide = max(wide, cells(name))
	}
	for i := range n {
		group, name, text := row(i)
		if i == 0 || group != last {
			p.between(i)
			p.line("%s", p.paint(bold, group))
		}
		last = group
		p.hanging("  "+pad(name, wide)+"  ", text)
	}
}

// command writes a command below a label, broken before its flags. If the text is empty, the
// command would be too long.
func (p *page) command(text string) {
	if text == "" {
		p.labelled("", "Its schedule is too long for this page: --json has it.")
		return
	}
	const end = " \\"
	words, flags, _ := strings.Cut(text, " --")
	line := strings.Repeat(" ", labelWidth) + words
	for flag := range strings.SplitSeq(flags, " --") {
		if flag = "--" + flag; cells(line)+1+cells(flag)+len(end) <= width {
			line += " " + flag
			continue
		}
		p.line("%s", line+end)
		indent := labelWidth + 2
		if indent+cells(flag)+len(end) > width {
			// The description of a heap needs the room.
			indent = 4
		}
		line = strings.Repeat(" ", indent) + flag
	}
	p.line("%s", line)
}

// heading returns the beginning of the text about a pair of units: "a.il: meps || reps:".
func (p *page) heading(file, left, right string) string {
	return p.paint(bold, fmt.Sprintf("%s: %s || %s:", FileName(file), left, right))
}

func (p *page) defects(all []string) {
	for _, x := range all {
		p.prose(0, "%s", p.paint(alarm, "DEFECT: "+x))
	}
}

// interruptedWords ends the last line of a document, which is unfinished if interrupted is true.
func interruptedWords(interrupted bool) string {
	return when(interrupted, " Interrupted: this is not everything.")
}

// shortenedWords counts the runs that a limit of steps has ended.
func shortenedWords(steps, runs int, what string) string {
	return when(runs > 0, " The limit of %s ended %s early: there may be more.",
		text.Count(steps, "step"), text.Count(runs, what))
}

// labelWidth is the indentation of text next to a label.
const labelWidth = 12

// label writes lines with a word in the margin of the first.
func (p *page) label(word string, lines []string) {
	for i, l := range lines {
		if i > 0 {
			word = ""
		}
		p.line("  %s%s", p.paint(bold, word)+strings.Repeat(" ", labelWidth-2-len(word)), l)
	}
}

// labelled writes a paragraph with a word in the margin.
func (p *page) labelled(word, format string, args ...any) {
	p.label(word, p.wrap(fmt.Sprintf(format, args...), width-labelWidth))
}

// labelledList writes a paragraph for each text, with a word in the margin of the first.
func (p *page) labelledList(word string, texts []string) {
	for _, t := range texts {
		p.labelled(word, "%s", t)
		word = ""
	}
}

// beside puts two blocks of lines next to each other if there is room, and otherwise below each
// other.
func beside(left, right []string) []string {
	const room, gap, middle = width - 2, 2, 39
	l, r := widest(left), widest(right)
	if l+gap+r > room {
		return append(append(left[:len(left):len(left)], ""), right...)
	}
	start := max(l+gap, min(middle, room-r))
	rows := make([]string, max(len(left), len(right)))
	for i := range rows {
		if i < len(left) {
			rows[i] = left[i]
		}
		if i < len(right) {
			rows[i] = pad(rows[i], start) + right[i]
		}
	}
	return rows
}

// widest returns the number of cells of the longest line.
func widest(lines []string) int {
	wide := 0
	for _, l := range lines {
		wide = max(wide, cells(l))
	}
	return wide
}

// share returns a percentage, or "" if the whole is 0.
func share(part, whole uint64) string {
	return when(whole > 0, "%.1f%%", 100*float64(part)/float64(whole))
}

// alignFrom pads the columns from the given one on the left.
func alignFrom(first int, rows [][]string) [][]string {
	for col := first; col < len(rows[0]); col++ {
		wide := 0
		for _, r := range rows {
			wide = max(wide, len(r[col]))
		}
		for _, r := range rows {
			r[col] = strings.Repeat(" ", wide-len(r[col])) + r[col]
		}
	}
	return rows
}

func table(rows [][]string) []string { return measure.Columns(rows) }

func (p *page) faults(all []Fault) {
	for _, f := range all {
		p.painted(alarm, "seed %d:", f.Seed)
		for _, w := range f.What {
			p.prose(2, "%s", w)
		}
		p.lines(2, text.Lines(f.Program))
		p.spaced("  Repeat: %s", f.Repeat)
	}
}

// Fault is a random program that shows a defect.
type Fault struct {
	Seed    uint64   `json:"seed"`
	What    []string `json:"what"`
	Program string   `json:"program"`
	// Repeat is the command that shows it again.
	Repeat string `json:"repeat"`
}

// StdinName is the file name of standard input.
const StdinName = "-"

// FileName returns the name of a source for people.
func FileName(name string) string {
	if name == StdinName {
		return "<stdin>"
	}
	return Visible(name)
}

// enumerate returns "a, b and c". Of a long list it gives the first names, and the number of
// others.
func enumerate(names []string) string {
	const maxNames = 6
	if n := len(names); n > maxNames {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNames-1], ", "), n-maxNames+1)
	}
	return text.And(names)
}

// joinEnds joins a list. Of more than limit elements, it shows a few at the beginning and the end.
func joinEnds(list []string, limit, head, tail int) string {
	if n := len(list); n > limit {
		list = slices.Concat(list[:head], []string{fmt.Sprintf("... %d more ...", n-head-tail)},
			list[n-tail:])
	}
	return strings.Join(list, ", ")
}

// brief shortens a long decimal number: "about 3.45e17".
func brief(digits string) string {
	const maxDigits = 15
	if len(digits) <= maxDigits {
		return digits
	}
	return fmt.Sprintf("about %s.%se%d", digits[:1], digits[1:3], len(digits)-1)
}

// width is the number of columns that text keeps to where it can.
const width = 80

// Style says how text may look.
type Style struct {
	Color bool
	// ASCII says that the output goes through ASCII, so that lines are broken after the
	// transcription.
	ASCII bool
}

// role is the meaning of a piece of text, for its colour.
type role uint8

// The roles. alarm is for races and errors, good for what was accepted, and threadA and threadB are
// for the two sides of a pair.
const (
	plain role = iota
	bold
	faint
	alarm
	good
	threadA
	threadB
)

func sideRole(i int) role { return threadA + role(i) }

func pad(s string, n int) string { return measure.Pad(s, n) }

// clip cuts text without escape sequences to n cells.
func clip(s string, n int) string { return measure.Clip(s, max(n, 3), "...") }

// wrap breaks text at spaces into lines of at most n cells. A longer word has a line of its own.
func (s Style) wrap(text string, n int) []string {
	if s.ASCII {
		text = InASCII(text)
	}
	return measure.Wrap(text, n)
}

// measure counts cells.
var measure = text.Measure(cells)

// Unwrap joins lines of a text of this package that were broken only to fit the width, so that they
// can be broken again at another width. Lines with another indentation stay apart, and so do those
// that would have fitted on one.
func Unwrap(lines []string) []string {
	var out []string
	last := "" // the last line as it was broken
	for _, l := range lines {
		if n := len(out) - 1; n >= 0 && broken(last, l) {
			out[n] += " " + strings.TrimLeft(l, " ")
		} else {
			out = append(out, l)
		}
		last = l
	}
	return out
}

// broken reports whether a line continues in the next one only because of the width.
func broken(line, next string) bool {
	text := strings.TrimLeft(next, " ")
	word, _, _ := strings.Cut(text, " ")
	same := len(next)-len(text) == len(line)-len(strings.TrimLeft(line, " "))
	return same && word != "" && strings.TrimLeft(line, " ") != "" &&
		cells(line)+1+cells(word) > width
}
