package predict

import (
	"fmt"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session"
)

// bothEnded says why there is no question at the end.
const bothEnded = "Both threads have ended."

// Later asks whether a race is reachable from the present state. If it cannot ask the question, it
// returns a sentence with the reason, and otherwise "".
func Later(s *session.Session) (q Question, why string) {
	if s.Now().Done() {
		return q, bothEnded
	}
	found, ok := s.Nearest(session.Races(), s.SeekLimits())
	if !ok && found.Cut {
		return q, tooMany(found)
	}
	q = yesNo("later", "The threads may run in any order from here. Can they reach a race?",
		"yes, they can", "no, they cannot", ok)
	q.Because = func(session.View) string {
		if !ok {
			return allSeen(found)
		}
		return fmt.Sprintf("The schedule %s leads to one.", found.Schedule)
	}
	return q, ""
}

func tooMany(found session.Found) string {
	return fmt.Sprintf("This cannot be judged: there are more states ahead than "+
		"the limit, %d.", found.States)
}

func allSeen(found session.Found) string {
	return fmt.Sprintf("All %d states from here on were looked at.", found.States)
}

// Variables lists the variables of a thread's unit about which End can ask, in the order of
// the text.
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

// Final values of a variable that are not objects of the present state.
const (
	depends = "depends" // the value depends on the schedule
	fresh   = "new"     // the value is an object that is made after the present state
	noValue = "none"    // the variable is never assigned
)

// A variable is a variable of a thread whose final value is asked for.
type variable struct {
	s      *session.Session
	thread semantics.Tid
	name   string
}

func (v variable) String() string { return v.thread.String() + "." + v.name }

// value returns the variable's value in a later state. Objects made by new() have different names
// in different executions, so they only count as fresh.
func (v variable) value(k semantics.Config) string {
	top := k.Threads[v.thread].S.Top
	switch l := top.At(v.name); {
	case !top.Assigned(v.name):
		return noValue
	case int(l) > v.s.Now().Heap().Size():
		return fresh
	default:
		return v.s.Names().Of(l)
	}
}

// clause says which value the variable has, or that it depends on the schedule.
func (v variable) clause(value string) string {
	switch value {
	case depends:
		return "it depends on the schedule"
	case fresh:
		return v.String() + " holds an object that is created on the way"
	case noValue:
		return v.String() + " has no value"
	default:
		return v.String() + " holds " + value
	}
}

// End asks for the value of a variable when both threads have ended, and whether it depends on the
// schedule. If it cannot ask the question, it returns a sentence with the reason, and otherwise "".
func End(s *session.Session, i semantics.Tid, name string) (q Question, why string) {
	if s.Now().Done() {
		return q, bothEnded
	}
	asked := variable{s, i, name}
	first, ok := s.Nearest(session.EndsBoth(), s.SeekLimits())
	switch {
	case !ok && first.Cut:
		return q, tooMany(first)
	case !ok:
		return q, "From here the threads cannot both end."
	}
	right := asked.value(first.Config)
	other, differs := s.Nearest(session.Condition{
		Name:  "it ends otherwise",
		Holds: func(v session.View) bool { return v.Done() && asked.value(v.Config()) != right },
	}, s.SeekLimits())
	if !differs && other.Cut {
		return q, tooMany(other)
	}
	because := allSeen(other)
	if differs {
		because = fmt.Sprintf("After %s %s. After %s %s.", first.Schedule, asked.clause(right),
			other.Schedule, asked.clause(asked.value(other.Config)))
		right = depends
	}
	return asked.question(right, because), ""
}

func (v variable) question(right, because string) Question {
	var given []semantics.Loc
	if o, ok := v.s.Names().Loc(right); ok {
		given = append(given, o)
	}
	values := slice.Map(objects(v.s.Now().Heap().Size(), given...), v.s.Names().Of)
	var l list
	for _, value := range append(values, fresh, noValue, depends) {
		l.add(v.String()+"="+value, v.clause(value))
	}
	q, _ := l.question("What does "+v.String()+" hold when both threads have ended?",
		v.String()+"="+right)
	q.Because = func(session.View) string { return because }
	return q
}
