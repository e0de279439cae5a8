package lesson

import (
	"slices"
	"strings"

	"wobbly/il"
)

// These marks enclose the key of a lesson: everything that an exam edition omits.
const (
	keyBegin = "# key"
	keyEnd   = "# end"
)

const examEdition = "edition: exam\n"

// secretKeys are the entries that belong in the key.
var secretKeys = []string{"right", "value", "analysis", "because", "shown", "solution"}

// keys has the numbers, from 1, of the lines of a file that belong to keys.
type keys struct {
	inside map[int]bool // the lines of keys, including the marks
	marks  map[int]bool // the lines "# key" and "# end"
}

func (k keys) holds(line int) bool { return k.inside[line] }

// linesOf splits a file into lines with their "\n". It removes a byte order mark and each "\r"
// before "\n".
func linesOf(text string) []string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return strings.SplitAfter(text, "\n")
}

// keys finds the keys of a file. It reports unpaired marks and, after the head, keys that do not
// contain whole files.
func (p *parser) keys(lines []string) keys {
	k := keys{map[int]bool{}, map[int]bool{}}
	open, files := 0, false
	for i, line := range lines {
		n := i + 1
		at := il.Position{Line: n, Col: 1}
		if _, isFile := marker(line); isFile {
			files = true
		}
		switch markOf(line) {
		case keyBegin:
			if open > 0 {
				p.bad(at, "a key within a key", "end the previous key with "+keyEnd)
			}
			open = n
			k.marks[n] = true
		case keyEnd:
			switch {
			case open == 0:
				p.bad(at, "this ends a key that was not started", "start it with "+keyBegin)
			case files && !(filesFollow(lines[open:]) && filesFollowOrEnd(lines[n:])):
				p.bad(il.Position{Line: open, Col: 1},
					"a key in the files of a lesson must contain whole files",
					"start and end it above a line such as -- NAME --")
			}
			open = 0
			k.marks[n], k.inside[n] = true, true
		}
		k.inside[n] = k.inside[n] || open > 0
	}
	if open > 0 {
		p.bad(il.Position{Line: open, Col: 1}, "the key does not end", "end it with "+keyEnd)
	}
	return k
}

// markOf returns a line without trailing blanks, to be compared with keyBegin and keyEnd.
func markOf(line string) string { return strings.TrimRight(line, " \t\n") }

func filesFollowOrEnd(lines []string) bool {
	return filesFollow(lines) || strings.TrimSpace(strings.Join(lines, "")) == ""
}

// filesFollow reports whether the next nonempty line begins a file or a key of files.
func filesFollow(lines []string) bool {
	for i, line := range lines {
		if _, isFile := marker(line); isFile ||
			markOf(line) == keyBegin && filesFollow(lines[i+1:]) {
			return true
		}
		if strings.TrimSpace(line) != "" {
			return false
		}
	}
	return false
}

// withoutKeys returns a file without its keys. It marks the result as an exam edition unless exam
// says that the file is one. Empty lines after a key of files belong to its last file and are
// removed too, so the file before it has the same text in a lesson and in its exam edition.
func withoutKeys(lines []string, k keys, exam bool) string {
	var b strings.Builder
	if len(k.marks) > 0 && !exam {
		b.WriteString(examEdition)
	}
	inFiles, afterKey := false, false
	for i, line := range lines {
		if _, isFile := marker(line); isFile {
			inFiles = true
		}
		switch {
		case k.holds(i + 1):
			afterKey = inFiles
		case afterKey && strings.TrimSpace(line) == "":
		default:
			afterKey = false
			b.WriteString(line)
		}
	}
	return b.String()
}

// Exam returns the exam edition of a lesson, for graded work: the lesson's file without its keys.
// It reports the errors of both editions, and solutions and right answers outside of a key.
func Exam(name, text string) (string, Errors) {
	p := &parser{file: name}
	l, errs := Parse(name, text)
	if len(errs) > 0 {
		return "", errs
	}
	lines := linesOf(text)
	k := p.keys(lines)
	switch {
	case l.exam:
		p.bad(il.Position{Line: 1, Col: 1}, "this is an exam edition already", "")
	case len(k.marks) == 0:
		p.bad(il.Position{Line: 1, Col: 1}, "the lesson has no key",
			"put solutions and right answers between lines "+keyBegin+" and "+keyEnd)
	}
	p.exposed(l, lines, k)
	edition := withoutKeys(lines, k, false)
	if len(p.errs) == 0 {
		_, p.errs = Parse(name, edition)
	}
	return edition, p.errs
}

// exposed reports entries that should be in a key, and files that only keys and wrong moves name.
func (p *parser) exposed(l *Lesson, lines []string, k keys) {
	head, _ := split(lines, k)
	r := reader{lines: head, secret: k.holds, bad: func(il.Position, string, string) {}}
	for _, e := range r.entries() {
		if !slices.Contains(secretKeys, e.key) || e.secret {
			continue
		}
		fix := "put it between lines " + keyBegin + " and " + keyEnd
		if e.key == "right" && len(e.text) > 1 {
			fix = "make it a choice:, and name it by its letter in a key, as in right: b"
		}
		p.bad(e.at, e.key+": students can read this", fix)
	}
	for _, t := range l.Tasks {
		remains := false
		for _, w := range t.Wrongs {
			remains = remains || !w.at.secret
		}
		if !remains {
			const format = "wrong: is in the key, and task %d has no other; an exam needs one: put " +
				"it below the line %s"
			p.wrong(t.Wrongs[0].at, format, t.Number, keyEnd)
		}
	}
	for _, f := range l.Files {
		isGiven := slices.ContainsFunc(l.Tasks, func(t *Task) bool { return t.Program == f.Name })
		isSolution := slices.ContainsFunc(l.Tasks,
			func(t *Task) bool { return t.Kind == Program && t.Solution == f.Name })
		switch {
		case !isGiven && !f.secret:
			p.bad(il.Position{Line: f.Line - 1, Col: 1}, "only the key needs the file "+f.Name,
				"put it between lines "+keyBegin+" and "+keyEnd)
		case isGiven && !f.secret && isSolution:
			p.bad(il.Position{Line: f.Line - 1, Col: 1},
				"the file "+f.Name+" is the program of one task and the solution of another",
				"give the one another program")
		}
	}
}
