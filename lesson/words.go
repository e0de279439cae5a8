package lesson

import (
	"cmp"
	"regexp"
	"strings"

	"wobbly/internal/text"
)

// Sentence puts a goal or must of the task in words: the sentence of the lesson's file, or
// one made from the formula if that is simple, or else the formula itself.
func (t *Task) Sentence(goal string) string {
	return cmp.Or(t.sentences[goal], mustInWords(goal), inWords(goal))
}

// atoms are the conditions that inWords can put in words.
var atoms = []struct {
	form  *regexp.Regexp
	words string
}{
	{regexp.MustCompile(`^([AB]) ended$`), "$1 has ended"},
	{regexp.MustCompile(`^not ([AB]) ended$`), "$1 has not ended"},
	{regexp.MustCompile(`^([AB]) waits$`), "$1 waits for the lock"},
	{regexp.MustCompile(`^([AB]) at (\d+)(:\d+)?$`), "$1 is about to execute line $2"},
	{regexp.MustCompile(`^race$`), "A and B are about to race"},
	{regexp.MustCompile(`^race\(\.(\w+)\)$`), "A and B are about to race on a field $1"},
	{regexp.MustCompile(`^race\(([\w.]+)\)$`), "A and B are about to race on $1"},
	{regexp.MustCompile(`^switches <= 1$`), "there was at most 1 context switch"},
	{regexp.MustCompile(`^switches <= (\d+)$`), "there were at most $1 context switches"},
	{regexp.MustCompile(`^([\w.]+) == ([\w.]+)$`), "$1 is $2"},
	{regexp.MustCompile(`^([\w.]+) != ([\w.]+)$`), "$1 is not $2"},
}

// searches are the goals about executions that inWords can put in words: what is before
// the condition and after it.
var searches = []struct{ before, after, words string }{
	{"possible(", ")", "Some schedule reaches a state in which "},
	{"possible(", ") from all", "From some initial state, some schedule reaches a state in which "},
	{"never(", ")", "No schedule reaches a state in which "},
	{"never(", ") from all", "From no initial state does a schedule reach a state in which "},
}

// inWords puts a goal in words if it is a conjunction of atoms, or a search for one. It
// returns other goals as they are.
func inWords(goal string) string {
	switch goal {
	case "visited(finals)":
		return "Every final state of the program has been visited."
	case "no race":
		return "There is no race from the initial state."
	case "no race from all":
		return "There is no race from any initial state."
	}
	for _, s := range searches {
		rest, ok := strings.CutPrefix(goal, s.before)
		if x, fits := strings.CutSuffix(rest, s.after); ok && fits {
			if words := conjunction(x); words != "" {
				return s.words + words + "."
			}
		}
	}
	if words := conjunction(goal); words != "" {
		return strings.ToUpper(words[:1]) + words[1:] + "."
	}
	return goal
}

// conjunction puts a conjunction of atoms in words; it returns "" for anything else.
func conjunction(goal string) string {
	var parts []string
	for x := range strings.SplitSeq(goal, " and ") {
		words := ""
		for _, a := range atoms {
			if m := a.form.FindStringSubmatchIndex(x); m != nil {
				words = string(a.form.ExpandString(nil, a.words, x, m))
				break
			}
		}
		if words == "" {
			return ""
		}
		parts = append(parts, words)
	}
	return text.And(parts)
}

// mustInWords puts a constraint in words; it returns "" for a text that is none.
func mustInWords(must string) string {
	m, known, err := constraintOf(must)
	if !known || err != nil {
		return ""
	}
	switch {
	case must == "keep statements":
		return "Apart from lock(), unlock() and synchronized, the program is unchanged."
	case must == "keep statements in any order":
		return "Each method has the statements that it had, in any order; besides that, only locks have changed."
	case must == "reports none":
		return "RacerDX reports no race."
	case must == "reports some":
		return "RacerDX reports a race."
	case must == "filtered none":
		return "RacerDX filters no pair of accesses."
	case must == "filtered some":
		return "RacerDX filters a pair of accesses because a path is wobbly."
	case m.kind == mustAtMost:
		return "The program has at most " + text.Count(m.n, "statement") + "."
	case m.kind == mustKeep && m.n > 0:
		return "Besides locks, at most " + text.Count(m.n, "statement") + " may be missing, and nothing may be new."
	case m.kind == mustFalse:
		return "Without the condition " + m.without.String() + ", RacerDX reports a pair that never races."
	}
	return ""
}
