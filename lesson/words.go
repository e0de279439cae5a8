package lesson

import (
	"cmp"
	"strings"

	"wobbly/internal/text"
)

// Sentence puts a goal or constraint of the task in words: the sentence of the lesson's file, or
// one made from a simple formula, or else the formula itself.
func (t *Task) Sentence(goal string) string {
	return cmp.Or(t.sentences[goal], mustInWords(goal), inWords(goal))
}

// atomInWords puts a simple condition in words. It returns "" for others.
func atomInWords(atom string) string {
	if atom == "race" {
		return "A and B are about to race"
	}
	if on, ok := strings.CutPrefix(atom, "race("); ok {
		on, ok = strings.CutSuffix(on, ")")
		field, isField := strings.CutPrefix(on, ".")
		switch {
		case ok && isField && isPath(field) && !strings.Contains(field, "."):
			return "A and B are about to race on a field " + field
		case ok && isPath(on):
			return "A and B are about to race on " + on
		}
		return ""
	}
	w := strings.Split(atom, " ")
	thread := w[0] == "A" || w[0] == "B"
	switch {
	case len(w) == 2 && thread && w[1] == "ended":
		return w[0] + " has ended"
	case len(w) == 2 && thread && w[1] == "waits":
		return w[0] + " waits for a lock"
	case len(w) == 3 && w[0] == "not" && w[2] == "ended" && (w[1] == "A" || w[1] == "B"):
		return w[1] + " has not ended"
	case len(w) == 3 && thread && w[1] == "at":
		line, column, hasColumn := strings.Cut(w[2], ":")
		if isNumber(line) && (!hasColumn || isNumber(column)) {
			return w[0] + " is about to execute line " + line
		}
	case len(w) == 3 && w[0] == "switches" && w[1] == "<=" && w[2] == "1":
		return "there was at most 1 context switch"
	case len(w) == 3 && w[0] == "switches" && w[1] == "<=" && isNumber(w[2]):
		return "there were at most " + w[2] + " context switches"
	case len(w) == 3 && isPath(w[0]) && w[1] == "==" && isPath(w[2]):
		return w[0] + " is " + w[2]
	case len(w) == 3 && isPath(w[0]) && w[1] == "!=" && isPath(w[2]):
		return w[0] + " is not " + w[2]
	}
	return ""
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isPath reports whether s looks like a variable or a path such as b.f.
func isPath(s string) bool {
	outside := func(r rune) bool {
		return r != '.' && r != '_' && !('0' <= r && r <= '9') && !('a' <= r && r <= 'z') &&
			!('A' <= r && r <= 'Z')
	}
	return s != "" && !strings.ContainsFunc(s, outside)
}

// searches has the forms of goals about executions that inWords can put in words: the text before
// and after the condition, and the words before those of the condition.
var searches = []struct{ before, after, words string }{
	{"possible(", ")", "Some schedule reaches a state in which "},
	{"possible(", ") from all", "From some initial state, some schedule reaches a state in which "},
	{"never(", ")", "No schedule reaches a state in which "},
	{"never(", ") from all", "From no initial state does a schedule reach a state in which "},
}

// inWords puts a goal in words if it is a conjunction of atoms, or a search for one. It returns
// other goals unchanged.
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
		rest, hasBefore := strings.CutPrefix(goal, s.before)
		condition, hasAfter := strings.CutSuffix(rest, s.after)
		if !hasBefore || !hasAfter {
			continue
		}
		if words := conjunctionInWords(condition); words != "" {
			return s.words + words + "."
		}
	}
	if words := conjunctionInWords(goal); words != "" {
		return strings.ToUpper(words[:1]) + words[1:] + "."
	}
	return goal
}

// conjunctionInWords puts a conjunction of atoms in words. It returns "" for other goals.
func conjunctionInWords(goal string) string {
	var parts []string
	for atom := range strings.SplitSeq(goal, " and ") {
		words := atomInWords(atom)
		if words == "" {
			return ""
		}
		parts = append(parts, words)
	}
	return text.And(parts)
}

// mustInWords puts a constraint in words. It returns "" for other texts.
func mustInWords(must string) string {
	m, known, err := parseConstraint(must)
	if !known || err != nil {
		return ""
	}
	switch {
	case must == "keep statements":
		return "Apart from lock(), unlock() and synchronized, the program is unchanged."
	case must == "keep statements in any order":
		return "Each method has the statements that it had, in any order; besides that, only " +
			"locks have changed."
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
		return "Besides locks, at most " + text.Count(m.n, "statement") +
			" may be missing, and nothing may be new."
	case m.kind == mustFalse:
		return "Without the condition " + m.without.String() +
			", RacerDX reports a pair that never races."
	}
	return ""
}
