package schedule

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Trace is a trace file: a schedule with the effect of each move.
type Trace struct {
	// Program is the name of the program's file. It is a hint that nothing checks.
	Program string
	// Digest is the digest of the program's text, in full.
	Digest string
	Units  [2]string
	// Heap is the initial state, in the form of package session.
	Heap string
	// Bound describes the bound of the search that found the trace, for people.
	Bound string
	// Tool is the tool that wrote the file, for people.
	Tool  string
	Lines []Line
}

// Line is a move in a trace file.
type Line struct {
	Thread semantics.Tid
	// At is the position, as in "24:3".
	At string
	// Do is the command, "push(b)" or "pop()", or the choice, such as "if * then".
	Do string
	// Effect describes the effect. It is empty for a choice.
	Effect string
}

// String returns the line in the form of trace files.
func (l Line) String() string {
	text := l.Thread.String() + " " + l.At + " " + l.Do
	if l.Effect != "" {
		text += "  " + l.Effect
	}
	return text
}

// choices has the texts of choices.
var choices = []struct {
	do   string
	take semantics.Take
}{
	{"if * then", semantics.Then},
	{"if * else", semantics.Else},
	{"while * loop", semantics.Loop},
	{"while * exit", semantics.Exit},
}

func (l Line) Move() Move {
	for _, c := range choices {
		if il.SameText(c.do, l.Do) {
			return Choose(l.Thread, c.take)
		}
	}
	return Move{l.Thread, Step}
}

// Schedule returns the schedule of the trace's moves.
func (t *Trace) Schedule() Schedule { return slice.Map(t.Lines, Line.Move) }

// A headerLine is a line of the header.
type headerLine struct {
	key   string
	value *string // the field of the Trace, or nil for the pair
}

// header lists the lines of the header after the version, in order.
func (t *Trace) header() []headerLine {
	return []headerLine{
		{"program", &t.Program}, {"digest", &t.Digest}, {"pair", nil},
		{"heap", &t.Heap}, {"bound", &t.Bound}, {"tool", &t.Tool},
	}
}

func (t *Trace) String() string {
	var out strings.Builder
	line := func(key, value string) {
		value = strings.Join(strings.Fields(value), " ")
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(&out, "%-7s %s\n", key, value)
	}
	line("trace", "1")
	for _, h := range t.header() {
		if h.value == nil {
			line(h.key, t.Units[0]+" "+t.Units[1])
		} else {
			line(h.key, *h.value)
		}
	}
	out.WriteByte('\n')
	for _, l := range t.Lines {
		out.WriteString(l.String() + "\n")
	}
	return out.String()
}

// IsTrace reports whether a text begins as a trace file does.
func IsTrace(text string) bool {
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\nprogram")
	version := (&traceReader{lines: strings.Split(text, "\n")}).header("trace")
	return version != "" && strings.Trim(version, "0123456789") == ""
}

// ParseTrace reads a trace file, with the line ends of any system. The error is an *Error.
func ParseTrace(text string) (*Trace, error) {
	r := &traceReader{lines: strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")}
	t := &Trace{}
	if v := r.header("trace"); v != "1" {
		r.fail(len(r.line)-len(v), "the trace is of version "+v+", and only 1 is known here",
			"use a newer wobbly")
	}
	for _, h := range t.header() {
		value := r.header(h.key)
		switch units := strings.Fields(value); {
		case h.value == nil && len(units) == 2:
			t.Units = [2]string{units[0], units[1]}
		case h.value == nil:
			r.fail(len(r.line)-len(value), "a pair is the names of two methods",
				"write pair meps reps")
		case value != "-":
			*h.value = value
		}
	}
	for r.err == nil && r.next() {
		t.Lines = append(t.Lines, r.move())
	}
	if r.err != nil {
		return nil, r.err
	}
	return t, nil
}

// traceReader reads the lines of a trace file, and keeps the first error.
type traceReader struct {
	lines []string
	// number is the number of the present line, from 1, and line its text without blanks at the
	// ends.
	number int
	line   string
	err    *Error
}

// next goes to the next line that is neither blank nor a comment, and reports whether there is one.
func (r *traceReader) next() bool {
	for r.number < len(r.lines) {
		r.line = strings.TrimSpace(r.lines[r.number])
		r.number++
		if r.line != "" && r.line[0] != '#' {
			return true
		}
	}
	r.line = ""
	return false
}

// fail reports an error in the present line, unless there is one already.
func (r *traceReader) fail(at int, reason, fix string) {
	if r.err == nil {
		r.err = &Error{
			Text: r.line, Line: r.number, Offset: min(at, len(r.line)), Reason: reason, Fix: fix,
		}
	}
}

func (r *traceReader) header(key string) string {
	if r.err != nil {
		return ""
	}
	r.next()
	got, value, _ := strings.Cut(r.line, " ")
	if got != key {
		r.fail(0, "the header line "+key+" is missing",
			"the lines are trace, program, digest, pair, heap, bound, tool, in this order")
	}
	return strings.TrimSpace(value)
}

func (r *traceReader) move() Line {
	thread, rest, _ := strings.Cut(r.line, " ")
	at, rest, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	rest = strings.TrimSpace(rest)
	i, isThread := semantics.A, len(thread) == 1
	if isThread {
		i, isThread = threadOf(thread[0])
	}
	switch {
	case !isThread:
		r.fail(0, "the line does not begin with a thread", "write A or B first")
	case !il.IsPosition(at):
		r.fail(len(thread)+1, "the position is missing", "write it as line:column after the thread")
	case rest == "":
		r.fail(len(r.line), "the command is missing", "write what the thread executes there")
	}
	do, effect := cutEffect(rest)
	return Line{Thread: i, At: at, Do: do, Effect: effect}
}

// cutEffect splits a line into a command and its effect. It splits at the first two blanks that are
// not part of the command: those are next to a sign.
func cutEffect(text string) (do, effect string) {
	for at := 0; ; {
		i := strings.Index(text[at:], "  ")
		if i < 0 {
			return text, ""
		}
		do, effect = text[:at+i], strings.TrimSpace(text[at+i:])
		if !il.GoesOn(do, effect) {
			return do, effect
		}
		at = len(text) - len(effect)
	}
}
