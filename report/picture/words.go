package picture

import (
	"cmp"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

func commandText(c il.Command) string {
	if pop, ok := c.(il.Pop); ok {
		return "return from " + pop.Callee.Name
	}
	return il.SourceText(il.StmtOf(c))
}

func (s *Story) sentence(n int) string {
	m := s.Scenes[n].Move
	if m == nil {
		return "The initial state: nothing has been executed."
	}
	return fmt.Sprintf("%s %s (line %d).", m.Thread, m.Effect, m.At.Line)
}

type upcoming struct {
	// glyph is "", "!!" for a race, "#" if the thread cannot go on, or "?" for a choice.
	glyph string
	text  string
	// note is its effect, or why it cannot be made.
	note string
}

func (s *Story) next(n int, i semantics.Tid) upcoming {
	st := &s.Scenes[n]
	p := st.Threads[i].Point
	if p.Done() {
		return upcoming{text: "(end)", note: "has ended"}
	}
	c, ok := p.Command()
	if !ok {
		takes := slice.Map(p.Choices(), func(c semantics.Choice) string { return string(c.Take) })
		return upcoming{
			glyph: "?", text: il.Text(p.Stmt()), note: "a choice: " + strings.Join(takes, " or "),
		}
	}
	o := upcoming{text: commandText(c)}
	stuck := semantics.Enabled(st.Config, i)
	switch {
	case stuck != nil && stuck.Reason.Waits():
		o.glyph, o.note = "#", s.waits(n, i, c)
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

// waits says for which lock thread i waits before the command c in state n.
func (s *Story) waits(n int, i semantics.Tid, c il.Command) string {
	if lock, ok := c.(*il.Lock); ok && len(s.Core.Locks) > 0 {
		return fmt.Sprintf("waits: %s holds %s", i.Other(), lock.Words())
	}
	return fmt.Sprintf("waits: %s holds the lock, depth %d", i.Other(),
		s.Scenes[n].Threads[i.Other()].L.Depth())
}

// holds says which locks a level holds: "depth 2" if the program names no lock, otherwise "m, l".
// It is empty if no lock is held.
func (s *Story) holds(l il.Level) string {
	if l.Held() && len(s.Core.Locks) == 0 {
		return fmt.Sprintf("depth %d", l.Depth())
	}
	return s.Core.LevelText(l)
}

// lockHolders returns the threads that hold locks in state n, and a text for each: "A, depth 1", or
// "A: m, l" and "B: gate".
func (s *Story) lockHolders(n int) (of []semantics.Tid, texts []string) {
	for _, i := range semantics.Tids {
		l := s.Scenes[n].Threads[i].L
		if !l.Held() {
			continue
		}
		text := i.String() + ": " + s.holds(l)
		if len(s.Core.Locks) == 0 {
			text = i.String() + ", " + s.holds(l)
		}
		of, texts = append(of, i), append(texts, text)
	}
	return of, texts
}

// lockText says which thread holds which locks in state n. It returns "free" if none does.
func (s *Story) lockText(n int) string {
	_, texts := s.lockHolders(n)
	return cmp.Or(strings.Join(texts, "; "), "free")
}

// alarm returns the mark of a race or a deadlock in state n. It returns "" if there is neither.
func (s *Story) alarm(n int) string {
	switch {
	case s.Scenes[n].Race != nil:
		return "!!"
	case s.Scenes[n].Deadlock != nil:
		return "##"
	}
	return ""
}

// alarmWords describes the race or the deadlock in state n. It returns "" if there is neither.
func (s *Story) alarmWords(n int) string {
	if d := s.Scenes[n].Deadlock; d != nil {
		return fmt.Sprintf("DEADLOCK: A waits for %s, which B holds; B waits for %s, which A holds",
			d[semantics.A].Words(), d[semantics.B].Words())
	}
	r := s.Scenes[n].Race
	if r == nil {
		return ""
	}
	return fmt.Sprintf("RACE on %s: A %s, B %s",
		s.names.Cell(r[semantics.A].Cell), verb(r[semantics.A].Kind), verb(r[semantics.B].Kind))
}

// title names the program and the pair. It leaves out folders, which are private.
func (s *Story) title() string {
	file := s.Core.Source.Name
	switch {
	case file == "-":
		file = "standard input"
	case strings.HasPrefix(file, "/"), strings.HasPrefix(file, `\\`),
		len(file) > 2 && file[1] == ':':
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
		parts = append(parts, fmt.Sprintf("%s: next is %s at line %d (%s).",
			i, o.text, s.line(st.Threads[i].Point.Pos()), o.note))
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
	holders, _ := s.lockHolders(n)
	for _, i := range holders {
		if l := st.Threads[i].L; len(s.Core.Locks) == 0 {
			parts = append(parts, fmt.Sprintf("%s holds the lock, %s.", i, s.holds(l)))
		} else {
			parts = append(parts, fmt.Sprintf("%s holds %s.", i, s.holds(l)))
		}
	}
	if holders == nil && len(s.Core.Locks) > 0 {
		parts = append(parts, "All locks are free.")
	} else if holders == nil {
		parts = append(parts, "The lock is free.")
	}
	if r := s.alarmWords(n); r != "" {
		parts = append(parts, r+".")
	}
	return strings.Join(parts, " ")
}
