package predict

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
)

// Later asks whether a race can come from the present state on. why is why this cannot be asked,
// a sentence; empty if it can.
func Later(s *session.Session) (q Question, why string) {
	if s.Now().Done() {
		return q, "Both threads have ended."
	}
	found, ok := s.Nearest(session.Races(), s.SeekLimits())
	if !ok && found.Cut {
		return q, tooMany(found)
	}
	q = yesNo("later", "The threads may go on as they like. Can they come to a race?", ok)
	q.Because = func(session.View) string {
		if !ok {
			return looked(found)
		}
		return fmt.Sprintf("%s leads to one.", found.Schedule)
	}
	return q, ""
}

// tooMany says that a search was cut before it could judge.
func tooMany(found session.Found) string {
	return fmt.Sprintf("This cannot be judged: there are more states ahead than the %d that were looked at.", found.States)
}

// looked says that all states ahead were seen.
func looked(found session.Found) string {
	return fmt.Sprintf("All %d states from here on were looked at.", found.States)
}

// Variables lists those of a thread's unit that End may ask for, in the order of the text.
func Variables(u *il.Unit) []string {
	var all []string
	seen := map[string]bool{}
	il.Walk(u.Body, func(st il.Stmt) {
		if name, ok := il.Def(st); ok && !il.IsTemporary(name) && !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
	})
	return all
}

// End asks what a variable of a thread holds when both threads have ended, and whether that
// depends on the schedule. why is why this cannot be asked, a sentence; empty if it can.
func End(s *session.Session, i semantics.Tid, name string) (q Question, why string) {
	x := &end{s: s, i: i, name: name, size: s.Now().Heap().Size()}
	if s.Now().Done() {
		return q, "Both threads have ended."
	}
	first, ok := s.Nearest(session.EndsBoth(), s.SeekLimits())
	switch {
	case !ok && first.Cut:
		return q, tooMany(first)
	case !ok:
		return q, "On no way from here do both threads end."
	}
	value := x.value(first.Config)
	other, differs := s.Nearest(session.Condition{Name: "it ends otherwise", Holds: func(v session.View) bool {
		return v.Done() && x.value(v.Config()) != value
	}}, s.SeekLimits())
	if !differs && other.Cut {
		return q, tooMany(other)
	}
	right := value
	if differs {
		right = depends
	}
	q = x.question(right)
	q.Because = func(session.View) string {
		if differs {
			return x.shown(first.Schedule, value) + " " + x.shown(other.Schedule, x.value(other.Config))
		}
		return looked(other)
	}
	return q, ""
}

// The ends of a variable that are no object of the present state.
const (
	depends = "depends"
	fresh   = "new"
	without = "none"
)

// end is a variable whose value at the end is asked for.
type end struct {
	s    *session.Session
	i    semantics.Tid
	name string
	size int // objects of the present state
}

// full is the variable with its thread, "A.x".
func (x *end) full() string { return x.i.String() + "." + x.name }

// value is what the variable holds in a state in which both threads have ended. Objects that are
// made on the way have other names on other ways: they are told from the present ones only.
func (x *end) value(k semantics.Config) string {
	top := k.Threads[x.i].S.Top
	switch l := top.At(x.name); {
	case !top.Assigned(x.name):
		return without
	case int(l) > x.size:
		return fresh
	default:
		return x.s.Names().Of(l)
	}
}

// said is such a value as a clause.
func (x *end) said(value string) string {
	switch value {
	case depends:
		return "it depends on who goes when"
	case fresh:
		return x.full() + " holds an object that is made on the way"
	case without:
		return x.full() + " has no value"
	}
	return x.full() + " holds " + value
}

// shown says where a schedule leads.
func (x *end) shown(way schedule.Schedule, value string) string {
	return fmt.Sprintf("After %s %s.", way, x.said(value))
}

func (x *end) question(right string) Question {
	var l list
	var given []semantics.Loc
	if o, ok := x.s.Names().Loc(right); ok {
		given = append(given, o)
	}
	for _, o := range objects(x.size, given...) {
		l.add(x.full()+"="+x.s.Names().Of(o), x.said(x.s.Names().Of(o)))
	}
	for _, v := range []string{fresh, without, depends} {
		l.add(x.full()+"="+v, x.said(v))
	}
	q, _ := l.question("What does "+x.full()+" hold when both threads have ended?", x.full()+"="+right)
	return q
}
