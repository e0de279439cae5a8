package lesson

import (
	"strings"
	"unicode/utf8"

	"wobbly/il"
)

// An entry is a line "key: text" of a lesson's head, with its continuation lines.
type entry struct {
	key    string
	at     il.Position // the position of the key
	text   string
	pieces []piece
	secret bool // whether it is inside "# key" and "# end"
}

// A piece is the part of an entry's text that is from one line.
type piece struct {
	offset int         // the offset in the entry's text, in bytes
	at     il.Position // the position of its first character
}

// position returns where the byte at an offset of the entry's text is in the file. An offset past
// the last piece counts on from there, to the end of the text.
func (e *entry) position(offset int) il.Position {
	last := piece{at: e.at}
	for _, p := range e.pieces {
		if p.offset <= offset {
			last = p
		}
	}
	inside := e.text[min(last.offset, len(e.text)):min(offset, len(e.text))]
	return il.Position{Line: last.at.Line, Col: last.at.Col + utf8.RuneCountInString(inside)}
}

// A reader splits the head of a lesson into entries.
type reader struct {
	lines []string
	// secret reports whether a line, counted from 1, is inside "# key" and "# end".
	secret func(line int) bool
	// next is the index in lines of the next line to read.
	next int
	bad  func(at il.Position, message, fix string)
}

// entries reads the lines up to the end, and reports those that are not part of an entry as bad.
func (r *reader) entries() []entry {
	var all []entry
	for r.next < len(r.lines) {
		line := r.lines[r.next]
		at := il.Position{Line: r.next + 1, Col: 1}
		r.next++
		key, value, ok := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case isSpace(line[0]):
			r.bad(at, "an indented line that continues nothing",
				"indent only the continuation of a line such as text:")
		case !ok || !isKey(key):
			r.bad(at, "a line without a key",
				`write it as "key: value", or indent it if it continues the line before`)
		default:
			e := entry{key: key, at: at, secret: r.secret(at.Line)}
			width := utf8.RuneCountInString(strings.TrimLeft(value, " \t"))
			e.add("", strings.TrimSpace(value),
				il.Position{Line: at.Line, Col: 1 + utf8.RuneCountInString(line) - width})
			r.continued(&e)
			all = append(all, e)
		}
	}
	return all
}

// isKey reports whether a text is a word of small letters.
func isKey(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// continued reads the indented lines after a key. An empty line ends a paragraph; a line indented
// further than the first one is kept verbatim.
func (r *reader) continued(e *entry) {
	base, gap := "", false
	for ; r.next < len(r.lines); r.next++ {
		line := strings.TrimRight(r.lines[r.next], " \t")
		switch {
		case line == "":
			gap = true
			continue
		case !isSpace(line[0]):
			return
		}
		text := strings.TrimLeft(line, " \t")
		indent := line[:len(line)-len(text)]
		if base == "" {
			base = indent
		}
		at := il.Position{Line: r.next + 1, Col: len(indent) + 1}
		further := len(indent) > len(base)
		if further {
			text = strings.TrimPrefix(line, base)
			at.Col = len(base) + 1
		}
		e.add(separator(e.text, gap, further), text, at)
		gap = false
	}
}

// separator returns the text between a line and the text before it.
func separator(before string, gap, verbatim bool) string {
	last := before[strings.LastIndexByte(before, '\n')+1:]
	switch {
	case before == "":
		return ""
	case gap:
		return "\n\n"
	case verbatim || strings.HasPrefix(last, " "):
		return "\n"
	default:
		return " "
	}
}

// add appends a text, which is at a position of the file, with what comes before it in the entry.
func (e *entry) add(before, text string, at il.Position) {
	if text == "" {
		return
	}
	e.text += before
	e.pieces = append(e.pieces, piece{len(e.text), at})
	e.text += text
}

// split divides a lesson's file into its head and the files after it, without the marks of keys.
func split(lines []string, k keys) (head []string, files []File) {
	for i, line := range lines {
		if k.marks[i+1] {
			line = ""
		}
		name, isFile := marker(line)
		switch {
		case isFile: // the file begins on the next line; lines are counted from 1
			files = append(files, File{Name: name, Line: i + 2, secret: k.holds(i + 1)})
		case len(files) == 0:
			head = append(head, strings.TrimSuffix(line, "\n"))
		default:
			files[len(files)-1].Text += line
		}
	}
	return head, files
}

// marker returns the name in a line "-- NAME --", and whether the line is one.
func marker(line string) (name string, ok bool) {
	name, ok = strings.CutPrefix(strings.TrimSpace(line), "-- ")
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(name, " --")
	name = strings.TrimSpace(name)
	return name, ok && name != ""
}
