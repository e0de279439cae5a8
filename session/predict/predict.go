package predict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
)

// Question is something to predict in a state of a session.
type Question struct {
	Text    string   // sentences, the last one with a question mark
	Answers []Answer // at least two, with different words
	Right   int      // index of the right one
	// Because explains the right answer in sentences, given the state after the step that the
	// question is about, or else the present one. It may be nil.
	Because func(session.View) string
}

// Answer is a possible answer.
type Answer struct {
	Word string // as it is typed, without blanks: "x=o1"
	Text string // the same as a clause: "x holds o1"
}

// Of returns the index of the answer with a word, if there is one.
func (q *Question) Of(word string) (int, bool) {
	i := slices.IndexFunc(q.Answers, func(a Answer) bool { return a.Word == word })
	return max(0, i), i >= 0
}

// Words lists the answers as they are typed.
func (q *Question) Words() string {
	return strings.Join(slice.Map(q.Answers, func(a Answer) string { return a.Word }), ", ")
}

// list collects the answers to a question, each once.
type list struct{ answers []Answer }

func (l *list) add(word, text string) {
	if !slices.ContainsFunc(l.answers, func(a Answer) bool { return a.Word == word }) {
		l.answers = append(l.answers, Answer{word, text})
	}
}

// question returns the question with these answers. ok is false if there is only one answer.
func (l *list) question(text, right string) (Question, bool) {
	q := Question{Text: text, Answers: l.answers}
	q.Right, _ = q.Of(right)
	return q, len(l.answers) > 1
}

// maxObjects limits the objects that are offered as answers, besides the right one.
const maxObjects = 3

// objects returns the first few of n objects and those given, in their order.
func objects(n int, given ...semantics.Loc) []semantics.Loc {
	all := slices.Clone(given)
	for l := 1; l <= min(n, maxObjects); l++ {
		all = append(all, semantics.Loc(l))
	}
	slice.Sort(all, cmp.Compare)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(l semantics.Loc) bool { return l < 1 })
}

func yesNo(key, text string, yes bool) Question {
	q := Question{Text: text, Answers: []Answer{{key + "=yes", "yes"}, {key + "=no", "no"}}}
	if !yes {
		q.Right = 1
	}
	return q
}

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
	q = yesNo("later", "The threads may run in any order from here. Can they reach a race?", ok)
	q.Because = func(session.View) string {
		if !ok {
			return allSeen(found)
		}
		return fmt.Sprintf("%s leads to one.", found.Schedule)
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

// End asks for the value of a variable when both threads have ended, and whether it depends on the
// schedule. If the question cannot be asked, why is a sentence with the reason; otherwise it is
// empty.
func End(s *session.Session, i semantics.Tid, name string) (q Question, why string) {
	if s.Now().Done() {
		return q, bothEnded
	}
	full, size := i.String()+"."+name, s.Now().Heap().Size()
	// Objects made by new() have different names in different executions, so they only count as
	// fresh.
	value := func(k semantics.Config) string {
		top := k.Threads[i].S.Top
		switch l := top.At(name); {
		case !top.Assigned(name):
			return without
		case int(l) > size:
			return fresh
		default:
			return s.Names().Of(l)
		}
	}
	clause := func(value string) string {
		switch value {
		case depends:
			return "it depends on the schedule"
		case fresh:
			return full + " holds an object that is created on the way"
		case without:
			return full + " has no value"
		}
		return full + " holds " + value
	}
	first, ok := s.Nearest(session.EndsBoth(), s.SeekLimits())
	switch {
	case !ok && first.Cut:
		return q, tooMany(first)
	case !ok:
		return q, "On no way from here do both threads end."
	}
	right := value(first.Config)
	endsOtherwise := func(v session.View) bool { return v.Done() && value(v.Config()) != right }
	other, differs := s.Nearest(
		session.Condition{Name: "it ends otherwise", Holds: endsOtherwise}, s.SeekLimits())
	if !differs && other.Cut {
		return q, tooMany(other)
	}
	because := allSeen(other)
	if differs {
		shown := func(moves schedule.Schedule, k semantics.Config) string {
			return fmt.Sprintf("After %s %s.", moves, clause(value(k)))
		}
		because = shown(first.Schedule, first.Config) + " " + shown(other.Schedule, other.Config)
		right = depends
	}
	var l list
	var given []semantics.Loc
	if o, ok := s.Names().Loc(right); ok {
		given = append(given, o)
	}
	for _, o := range objects(size, given...) {
		l.add(full+"="+s.Names().Of(o), clause(s.Names().Of(o)))
	}
	for _, v := range []string{fresh, without, depends} {
		l.add(full+"="+v, clause(v))
	}
	q, _ = l.question("What does "+full+" hold when both threads have ended?", full+"="+right)
	q.Because = func(session.View) string { return because }
	return q, ""
}
