package predict

import (
	"cmp"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session"
)

// Question is something to predict in a state of a session.
type Question struct {
	// Text consists of sentences, of which the last one is the question.
	Text string
	// Answers has at least two elements, with different words.
	Answers []Answer
	// Right is the index of the right answer.
	Right int
	// Because explains the right answer in sentences, given the state after the step that the
	// question is about, or else the present one. It may be nil.
	Because func(session.View) string
}

// Answer is a possible answer.
type Answer struct {
	Word string // the answer as it is typed, without blanks, such as "x=o1"
	Text string // the answer as a clause, such as "x holds o1"
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

// list collects the answers to a question without duplicates.
type list struct{ answers []Answer }

// add adds an answer, unless there is one with the same word.
func (l *list) add(word, text string) {
	if !slices.ContainsFunc(l.answers, func(a Answer) bool { return a.Word == word }) {
		l.answers = append(l.answers, Answer{word, text})
	}
}

// question returns the question with these answers, given the word of the right one. It returns
// false if there is only one answer.
func (l *list) question(text, right string) (Question, bool) {
	q := Question{Text: text, Answers: l.answers}
	q.Right, _ = q.Of(right)
	return q, len(l.answers) > 1
}

// maxObjects is the maximum number of objects in the answers, besides those of objects' argument.
const maxObjects = 3

// objects returns the first maxObjects of n objects and those given, in ascending order.
func objects(n int, given ...semantics.Loc) []semantics.Loc {
	all := slices.Clone(given)
	for l := 1; l <= min(n, maxObjects); l++ {
		all = append(all, semantics.Loc(l))
	}
	slice.Sort(all, cmp.Compare)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(l semantics.Loc) bool { return l < 1 })
}

func yesNo(key, text, yes, no string, isYes bool) Question {
	q := Question{Text: text, Answers: []Answer{{key + "=yes", yes}, {key + "=no", no}}}
	if !isYes {
		q.Right = 1
	}
	return q
}
