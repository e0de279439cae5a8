package picture

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// commandText returns a command as the trace names it.
func commandText(c il.Command) string {
	if pop, ok := c.(il.Pop); ok {
		return "return from " + pop.Callee.Name
	}
	return il.SourceText(il.StmtOf(c))
}

// sentence describes the step that led to state n.
func (s *Story) sentence(n int) string {
	m := s.Scenes[n].Move
	if m == nil {
		return "The initial state: nothing has been executed."
	}
	return fmt.Sprintf("%s %s (line %d).", m.Thread, m.Effect, m.At.Line)
}

// upcoming describes what a thread does next.
type upcoming struct {
	glyph string // "", "!!", "#" or "?"
	text  string // the command, or the choice
	note  string // its effect, or why it cannot be made
}

// next says what thread i does next in state n.
func (s *Story) next(n int, i semantics.Tid) upcoming {
	st := &s.Scenes[n]
	p := st.Threads[i].Point
	if p.Done() {
		return upcoming{text: "(end)", note: "has ended"}
	}
	c, ok := p.Command()
	if !ok {
		takes := slice.Map(p.Choices(), func(c semantics.Choice) string { return string(c.Take) })
		return upcoming{glyph: "?", text: il.Text(p.Stmt()), note: "a choice: " + strings.Join(takes, " or ")}
	}
	o := upcoming{text: commandText(c)}
	stuck := semantics.Enabled(st.Config, i)
	switch {
	case stuck != nil && stuck.Reason.Waits():
		o.glyph, o.note = "#", fmt.Sprintf("waits: %s holds the lock, depth %d", i.Other(), st.Threads[i.Other()].L)
	case stuck != nil:
		o.glyph, o.note = "#", "stuck: "+stuck.String()
	default:
		o.note = "will " + s.names.Will(st.Config, i)
	}
	if st.Race != nil {
		o.glyph = "!!"
	}
	return o
}

func verb(k il.AccessKind) string {
	if k == il.Write {
		return "writes"
	}
	return "reads"
}

// owner returns the thread that holds the lock in state n and its level, which is zero if the lock
// is free.
func (s *Story) owner(n int) (i semantics.Tid, level il.Level) {
	for _, i := range semantics.Tids {
		if l := s.Scenes[n].Threads[i].L; l.Held() {
			return i, l
		}
	}
	return semantics.A, il.Level{}
}

// raceWords describes the race in state n. It returns "" if there is none.
func (s *Story) raceWords(n int) string {
	r := s.Scenes[n].Race
	if r == nil {
		return ""
	}
	return fmt.Sprintf("RACE on %s: A %s, B %s", s.names.Cell(r[semantics.A].Cell), verb(r[semantics.A].Kind), verb(r[semantics.B].Kind))
}

// title names the program and the pair. It leaves out folders, which are private.
func (s *Story) title() string {
	file := s.Core.Source.Name
	switch {
	case file == "-":
		file = "standard input"
	case strings.HasPrefix(file, "/"), strings.HasPrefix(file, `\\`), len(file) > 2 && file[1] == ':':
		file = file[strings.LastIndexAny(file, `/\`)+1:]
	}
	return fmt.Sprintf("%s: %s || %s", file, signature(s.Pair.Left), signature(s.Pair.Right))
}

// signature returns "meps(b)" for a method, and the name of a thread block.
func signature(u *il.Unit) string {
	if u.Thread {
		return u.Name
	}
	return u.Name + "(" + strings.Join(u.Formals, ", ") + ")"
}

// alternative describes a state in words, for readers who do not see the picture.
func (s *Story) alternative(n int) string {
	st := &s.Scenes[n]
	parts := []string{s.sentence(n)}
	for _, i := range semantics.Tids {
		o := s.next(n, i)
		parts = append(parts, fmt.Sprintf("%s: next is %s at line %d (%s).", i, o.text, s.line(st.Threads[i].Point.Pos()), o.note))
		for x, l := range st.Threads[i].S.Top.Vars() {
			if il.IsTemporary(x) {
				continue
			}
			parts = append(parts, fmt.Sprintf("%s.%s is %s.", i, x, s.Name(l)))
		}
	}
	for a, l := range st.H.Cells() {
		parts = append(parts, fmt.Sprintf("%s is %s.", s.names.Cell(a), s.Name(l)))
	}
	if i, level := s.owner(n); level.Held() {
		parts = append(parts, fmt.Sprintf("%s holds the lock, depth %d.", i, level))
	} else {
		parts = append(parts, "The lock is free.")
	}
	if r := s.raceWords(n); r != "" {
		parts = append(parts, r+".")
	}
	return strings.Join(parts, " ")
}
