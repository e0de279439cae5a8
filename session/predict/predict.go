package predict

import (
	"slices"
	"strings"

	"wobbly/semantics"
	"wobbly/session"
)

// Question is something to be predicted in a state of a session.
type Question struct {
	Text    string   // what is asked: sentences, the last one with a question mark
	Answers []Answer // at least two, no two with one word
	Right   int      // the one that is true
	// Because says what shows it, in sentences, in the state behind the step that is asked about,
	// or in the present one where none is. It may be empty.
	Because func(session.View) string
}

// Answer is what may be answered.
type Answer struct {
	Word string // as it is typed, without blanks: "x=o1"
	Text string // the same as a clause: "x holds o1"
}

// Of is the answer of a word, and whether there is one.
func (q *Question) Of(word string) (int, bool) {
	for i, a := range q.Answers {
		if a.Word == word {
			return i, true
		}
	}
	return 0, false
}

// Words lists the answers as they are typed.
func (q *Question) Words() string {
	var all []string
	for _, a := range q.Answers {
		all = append(all, a.Word)
	}
	return strings.Join(all, ", ")
}

// list collects the answers to a question, each once.
type list struct{ answers []Answer }

func (l *list) add(word, text string) {
	for _, a := range l.answers {
		if a.Word == word {
			return
		}
	}
	l.answers = append(l.answers, Answer{word, text})
}

// question is what is asked with these answers; false where there is nothing to choose from.
func (l *list) question(text, right string) (Question, bool) {
	q := Question{Text: text, Answers: l.answers}
	q.Right, _ = q.Of(right)
	return q, len(l.answers) > 1
}

// maxObjects is how many objects are offered as answers, beside the right one.
const maxObjects = 3

// objects are the first few of n objects, and those given, in their order.
func objects(n int, given ...semantics.Loc) []semantics.Loc {
	last := semantics.Loc(n)
	for _, l := range given {
		last = max(last, l)
	}
	var all []semantics.Loc
	for l := semantics.Loc(1); l <= last; l++ {
		if int(l) <= min(n, maxObjects) || slices.Contains(given, l) {
			all = append(all, l)
		}
	}
	return all
}

// yesNo is a question that is answered by yes or no.
func yesNo(key, text string, yes bool) Question {
	q := Question{Text: text, Answers: []Answer{{key + "=yes", "yes"}, {key + "=no", "no"}}}
	if !yes {
		q.Right = 1
	}
	return q
}
