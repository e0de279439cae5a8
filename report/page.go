package report

import (
	"fmt"
	"io"
	"strings"

	"wobbly/internal/text"
)

// page writes lines of text. After the first error, which is kept, it writes
// nothing more.
type page struct {
	Style
	w   io.Writer
	err error
}

func (p *page) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, strings.TrimRight(fmt.Sprintf(format, args...), " ")+"\n")
	}
}

// lines writes lines behind an indentation.
func (p *page) lines(indent int, lines []string) {
	for _, l := range lines {
		p.line("%*s%s", indent, "", l)
	}
}

// prose writes a paragraph behind an indentation.
func (p *page) prose(indent int, format string, args ...any) {
	p.lines(indent, p.wrap(fmt.Sprintf(format, args...), width-indent))
}

// heading begins what is said of a program C1 || C2 of a file.
func (p *page) heading(file, left, right string) string {
	return p.paint(bold, fmt.Sprintf("%s: %s || %s:", FileName(file), left, right))
}

// defects prints what shows a defect of wobbly or of a theorem.
func (p *page) defects(all []string) {
	for _, x := range all {
		p.prose(0, "%s", p.paint(alarm, "DEFECT: "+x))
	}
}

// interruptedWords end the last line of what is not finished, which early tells.
func interruptedWords(early bool) string {
	if early {
		return " Interrupted: this is not everything."
	}
	return ""
}

// shortenedWords say of so many runs that a limit of steps has ended them.
func shortenedWords(steps, runs int, what string) string {
	if runs == 0 {
		return ""
	}
	return fmt.Sprintf(" The limit of %d steps ended %s early: there may be more.", steps, text.Count(runs, what))
}

// labelWidth is the indentation of what stands beside a label.
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

// beside puts two blocks of lines next to each other where there is room, and
// else under each other.
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

// widest is the greatest number of cells of a line.
func widest(lines []string) int {
	most := 0
	for _, l := range lines {
		most = max(most, cells(l))
	}
	return most
}
