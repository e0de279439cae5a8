package dpor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics"
)

// bruteForce enumerates all interleavings with the readable semantics and returns the normal forms
// of their classes and the number of different executions that end without a deadlock. It
// determines what an event touches by itself, from Figures 5 and 6.
func bruteForce(t testing.TB, core *il.Core, p il.Pair, in semantics.Init,
	n semantics.Bound) (classes map[string]bool, executions int) {
	t.Helper()
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	classes = map[string]bool{}
	seen := map[string]bool{}
	w := writer{}
	for e := range semantics.Interleavings(k, n) {
		end := "" // where a deadlock is: choices may lead to several after the same steps
		if waits, ok := semantics.Deadlock(e.Last); ok {
			end = fmt.Sprint("waits before ", waits[a].Pos(), " and ", waits[b].Pos())
		} else if !e.Last.Done() {
			t.Fatalf("an execution does not end\n%s", core.Source.Text)
		}
		events := w.events(t, k, e.Moves)
		word := text(events) + end
		if !seen[word] {
			seen[word] = true
			classes[text(normalForm(events))+end] = true
			if e.Last.Done() {
				executions++
			}
		}
	}
	return classes, executions
}

// An event is a step: its label, and what it shares with steps of the other thread. A cell is
// written as the name of its object and its field.
type event struct {
	thread semantics.Tid
	label  string
	reads  []string
	writes string
	outer  int // 1 + the slot of a lock that it takes from 0 or back to 0
}

// depends reports whether two events depend on each other: they are of one thread, or one writes a
// cell of the other, or both acquire or release one lock.
func (e event) depends(f event) bool {
	return e.thread == f.thread || e.outer > 0 && e.outer == f.outer ||
		e.writes != "" && (e.writes == f.writes || slices.Contains(f.reads, e.writes)) ||
		f.writes != "" && slices.Contains(e.reads, f.writes)
}

// normalForm returns Foata's normal form: the events that depend on none before them, A's first,
// then the events that depend only on those, and so on. Equivalent sequences have the same normal
// form.
func normalForm(events []event) []event {
	level := make([]int, len(events))
	last := 0
	for i, e := range events {
		for j, f := range events[:i] {
			if e.depends(f) {
				level[i] = max(level[i], level[j]+1)
			}
		}
		last = max(last, level[i])
	}
	var form []event
	for l := 0; l <= last; l++ {
		for _, i := range semantics.Tids {
			for j, e := range events {
				if level[j] == l && e.thread == i {
					form = append(form, e)
				}
			}
		}
	}
	return form
}

// text writes events in order.
func text(events []event) string {
	var s strings.Builder
	for _, e := range events {
		fmt.Fprintf(&s, "%v %s;", e.thread, e.label)
	}
	return s.String()
}

// A writer turns moves into events. It labels commands in the order in which it meets them.
type writer struct{ label map[il.Command]int }

func (w *writer) events(t testing.TB, k semantics.Config, moves []semantics.Move) []event {
	t.Helper()
	objects := map[semantics.Loc]string{} // names, by thread and number, of those made on the way
	var made [2]int
	var out []event
	for _, m := range moves {
		e := w.event(k, m, objects)
		var takes []semantics.Take
		for _, c := range m.Choices {
			takes = append(takes, c.Take)
		}
		next, again, stuck := semantics.Next(k, m.Thread, takes...)
		if stuck != nil || again.Command != m.Command {
			t.Fatalf("Next repeats %v as %v (stuck: %v)", m.Command, again.Command, stuck)
		}
		if _, ok := m.Command.(*il.New); ok {
			made[m.Thread]++
			objects[semantics.Loc(next.H.Size())] = fmt.Sprint(m.Thread, made[m.Thread])
		}
		slot, level := il.SlotOf(m.Command), next.Threads[m.Thread].L
		if was := k.Threads[m.Thread].L; was != level && was.Locks() != level.Locks() {
			e.outer = 1 + slot
		}
		out = append(out, e)
		k = next
	}
	return out
}

// event returns m in k as an event, apart from the lock.
func (w *writer) event(k semantics.Config, m semantics.Move,
	objects map[semantics.Loc]string) event {
	if w.label == nil {
		w.label = map[il.Command]int{}
	}
	if _, ok := w.label[m.Command]; !ok {
		w.label[m.Command] = len(w.label)
	}
	e := event{thread: m.Thread, label: fmt.Sprint(w.label[m.Command])}
	cells := func(path il.Expr) (names []string) {
		for n := 1; n <= len(path.Fields); n++ {
			prefix := il.Expr{Root: path.Root, Fields: path.Fields[:n]}
			at, _ := semantics.Address(prefix, k.Threads[m.Thread].S.Top, k.H)
			object := objects[at.Loc]
			if object == "" {
				object = at.Loc.String()
			}
			names = append(names, object+"."+at.Field)
		}
		return names
	}
	switch c := m.Command.(type) {
	case *il.Load:
		e.reads = cells(c.Src)
	case *il.Store:
		all := cells(c.Dst)
		e.reads, e.writes = all[:len(all)-1], all[len(all)-1]
	case il.Push:
		for _, x := range c.Call.Args {
			e.reads = append(e.reads, cells(x)...)
		}
	}
	return e
}
