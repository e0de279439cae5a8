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

// Later asks whether a race is reachable from the present state. If the question cannot be asked,
// why is a sentence with the reason; otherwise it is empty.
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

// Values of a variable at the end that are not objects of the present state.
const (
	depends = "depends" // on the schedule
	fresh   = "new"     // an object that was made on the way
	without = "none"
)

// variable is a variable of a thread whose value at the end is asked for.
type variable struct {
	s    *session.Session
	of   semantics.Tid
	name string
}

func (x variable) String() string { return x.of.String() + "." + x.name }

// value returns the variable's value in a later state. Objects made by new() have different names
// in different executions, so they only count as fresh.
func (x variable) value(k semantics.Config) string {
	top := k.Threads[x.of].S.Top
	switch l := top.At(x.name); {
	case !top.Assigned(x.name):
		return without
	case int(l) > x.s.Now().Heap().Size():
		return fresh
	default:
		return x.s.Names().Of(l)
	}
}

// clause says which value the variable has, or that it depends on the schedule.
func (x variable) clause(value string) string {
	switch value {
	case depends:
		return "it depends on the schedule"
	case fresh:
		return x.String() + " holds an object that is created on the way"
	case without:
		return x.String() + " has no value"
	default:
		return x.String() + " holds " + value
	}
}

// End asks for the value of a variable when both threads have ended, and whether it depends on the
// schedule. If the question cannot be asked, why is a sentence with the reason; otherwise it is
// empty.
func End(s *session.Session, i semantics.Tid, name string) (q Question, why string) {
	if s.Now().Done() {
		return q, bothEnded
	}
	x := variable{s, i, name}
	first, ok := s.Nearest(session.EndsBoth(), s.SeekLimits())
	switch {
	case !ok && first.Cut:
		return q, tooMany(first)
	case !ok:
		return q, "From here the threads cannot both end."
	}
	right := x.value(first.Config)
	other, differs := s.Nearest(session.Condition{
		Name:  "it ends otherwise",
		Holds: func(v session.View) bool { return v.Done() && x.value(v.Config()) != right },
	}, s.SeekLimits())
	if !differs && other.Cut {
		return q, tooMany(other)
	}
	because := allSeen(other)
	if differs {
		because = fmt.Sprintf("After %s %s. After %s %s.",
			first.Schedule, x.clause(right), other.Schedule, x.clause(x.value(other.Config)))
		right = depends
	}
	return x.question(right, because), ""
}

// question returns the question about the variable, with the right value.
func (x variable) question(right, because string) Question {
	var given []semantics.Loc
	if o, ok := x.s.Names().Loc(right); ok {
		given = append(given, o)
	}
	values := slice.Map(objects(x.s.Now().Heap().Size(), given...), x.s.Names().Of)
	var l list
	for _, v := range append(values, fresh, without, depends) {
		l.add(x.String()+"="+v, x.clause(v))
	}
	q, _ := l.question("What does "+x.String()+" hold when both threads have ended?",
		x.String()+"="+right)
	q.Because = func(session.View) string { return because }
	return q
}
