package predict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// Std is a trace in the std format of RAPID, with a line for each event of the form
//
//	thread|operation|location
//
// where the operation is r(x), w(x), acq(l) or rel(l), and the location may be left out. The
// predictors support two threads that run from the beginning and MaxStdLocks locks; traces with
// more, and with fork and join, are rejected.
type Std struct {
	Threads [2]string
	Locks   []string // the locks, in the order of their first events
	Lines   []string // the line of each event, trimmed
	Trace   *Trace
}

// The limits of a trace that ReadStd reads.
const (
	MaxStd      = 10_000          // the number of events
	MaxStdLocks = il.MaxLocks + 1 // the number of locks
)

// IsStd reports whether the first line of a text that is not a comment has the form of an event.
func IsStd(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			_, _, _, ok := cutStd(line)
			return ok
		}
	}
	return false
}

// cutStd splits a line into its thread, its operation, and the variable or lock.
func cutStd(line string) (thread, op, operand string, ok bool) {
	thread, rest, ok := strings.Cut(line, "|")
	action, _, _ := strings.Cut(rest, "|")
	op, operand, open := strings.Cut(strings.TrimSpace(action), "(")
	operand, closed := strings.CutSuffix(operand, ")")
	thread, operand = strings.TrimSpace(thread), strings.TrimSpace(operand)
	return thread, op, operand, ok && open && closed && thread != "" && operand != ""
}

// stdKinds has the kinds of the operations.
var stdKinds = map[string]dynamic.Kind{
	"r": dynamic.Read, "w": dynamic.Write, "acq": dynamic.Acquire, "rel": dynamic.Release,
}

// ReadStd reads a trace. Blank lines and those that begin with # do not count. Errors name lines.
func ReadStd(text string) (*Std, error) {
	s := &Std{}
	var events []dynamic.Event
	var levels [2]il.Level
	number := 0
	fail := func(format string, args ...any) error {
		return fmt.Errorf("line %d: "+format, append([]any{number}, args...)...)
	}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		thread, op, operand, ok := cutStd(line)
		kind, known := stdKinds[op]
		switch {
		case !ok:
			return nil, fail("an event is thread|operation|location, such as T1|w(x)|12")
		case op == "fork" || op == "join" || op == "begin" || op == "end":
			return nil, fail("predictors support two threads that run from the beginning: no %s",
				op)
		case !known:
			return nil, fail("the operation is none of r, w, acq and rel")
		case len(events) == MaxStd:
			return nil, fail("a trace has at most %d events", MaxStd)
		}
		e := dynamic.Event{Kind: kind, At: il.NoPos}
		if e.Thread, ok = s.thread(thread); !ok {
			return nil, fail("this is a third thread, and predictors support two")
		}
		own, other := &levels[e.Thread], levels[e.Thread.Other()]
		switch kind {
		case dynamic.Acquire, dynamic.Release:
			e.Slot = s.slot(operand)
			switch {
			case e.Slot == MaxStdLocks:
				return nil, fail("predictors support %d locks, and this is one more", MaxStdLocks)
			case kind == dynamic.Release && own.DepthOf(e.Slot) == 0:
				return nil, fail("the thread does not hold the lock")
			case other.DepthOf(e.Slot) > 0:
				return nil, fail("the other thread holds the lock")
			case kind == dynamic.Acquire && e.Slot > 0 && own.DepthOf(e.Slot) == il.MaxDepth:
				return nil, fail("the thread holds the lock %d times already", il.MaxDepth)
			}
		default:
			e.Cell = semantics.Addr{Loc: 1, Field: operand}
		}
		*own = e.After(*own)
		e.Level = *own
		events, s.Lines = append(events, e), append(s.Lines, line)
	}
	s.Trace = newTrace(nil, events, make([][]semantics.Addr, len(events)))
	return s, nil
}

// thread returns the thread with a name, which may be new. It returns false for a third one.
func (s *Std) thread(name string) (semantics.Tid, bool) {
	for _, t := range semantics.Tids {
		if s.Threads[t] == "" {
			s.Threads[t] = name
		}
		if s.Threads[t] == name {
			return t, true
		}
	}
	return 0, false
}

// slot returns the slot of a lock, which may be new.
func (s *Std) slot(lock string) int {
	if i := slices.Index(s.Locks, lock); i >= 0 {
		return i
	}
	s.Locks = append(s.Locks, lock)
	return len(s.Locks) - 1
}

// WriteStd writes a trace in the std format: its accesses, and the events that take or release
// locks. The unnamed lock is called lock, which cannot be the name of another one. The location is
// the line of the program. The format cannot express an access that also reads the path to its
// cell; the error names the first step that does.
func WriteStd(t *Trace) (string, error) {
	var b strings.Builder
	x := t.Execution
	for i, e := range x.Events {
		op := ""
		switch {
		case t.ReadsPath(i):
			return "", fmt.Errorf("step %d, at %s, also reads the path to its cell, "+
				"for which the format has no event", i+1, x.Core.Source.At(e.At))
		case e.IsAccess():
			kind := "r"
			if e.Kind == dynamic.Write {
				kind = "w"
			}
			op = fmt.Sprintf("%s(%s)", kind, t.CellName(i))
		case e.Takes():
			op = "acq(" + cmp.Or(x.Core.LockName(e.Slot), "lock") + ")"
		case e.Frees():
			op = "rel(" + cmp.Or(x.Core.LockName(e.Slot), "lock") + ")"
		default:
			continue
		}
		fmt.Fprintf(&b, "%s|%s|%d\n", e.Thread, op, x.Core.Source.Position(e.At).Line)
	}
	return b.String(), nil
}

// CellName returns the name of the cell of access i.
func (t *Trace) CellName(i int) string {
	e := t.Events()[i]
	if t.Execution == nil {
		return e.Cell.Field
	}
	c := execution.CellOf(t.Execution.Init, e.Cell)
	return c[0] + "." + c[1]
}
