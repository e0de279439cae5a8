package report

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/text"
	"wobbly/witness"
)

// initialWords describes an initial state: who aliases whom, and what the cells
// hold.
func initialWords(w *witness.Witness) string {
	return "Initial state: " + aliasWords(w.Init) + " " + cellWords(w.Init)
}

// aliasWords groups the formals of both threads by the object they hold.
func aliasWords(in witness.Init) string {
	holders := map[string][]string{}
	for i, stack := range [2]witness.Stack{in.A, in.B} {
		for _, b := range stack {
			holders[b.Object] = append(holders[b.Object], letters[i]+"."+b.Formal)
		}
	}
	var parts []string
	for _, o := range in.Objects {
		switch names := holders[o]; len(names) {
		case 0:
		case 1:
			parts = append(parts, fmt.Sprintf("%s is %s.", names[0], o))
		default:
			parts = append(parts, fmt.Sprintf("%s are the same object %s.", enumerate(names), o))
		}
	}
	if len(parts) == 0 {
		return "no parameters."
	}
	return strings.Join(parts, " ")
}

// enumerate is "a, b and c"; the middle of a long list is left out.
func enumerate(names []string) string {
	const most = 6
	if n := len(names); n > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), n-most+1)
	}
	return text.And(names)
}

// cellWords says what the cells hold: the ones that differ from the most
// frequent object, and that object for all others.
func cellWords(in witness.Init) string {
	if len(in.Cells) == 0 {
		return "There are no fields."
	}
	times := map[string]int{}
	for _, c := range in.Cells {
		times[c[2]]++
	}
	usual := in.Cells[0][2]
	for _, o := range in.Objects {
		if times[o] > times[usual] {
			usual = o
		}
	}
	var others []string
	for _, c := range in.Cells {
		if c[2] != usual {
			others = append(others, fmt.Sprintf("%s.%s holds %s", c[0], c[1], c[2]))
		}
	}
	if len(others) == 0 {
		return fmt.Sprintf("Every cell holds %s.", usual)
	}
	return fmt.Sprintf("%s; every other cell holds %s.", middleOut(others), usual)
}

// middleOut joins a list; the middle of a long one is left out.
func middleOut(list []string) string {
	const most, head, tail = 6, 3, 2
	if n := len(list); n > most {
		list = slices.Concat(list[:head], []string{fmt.Sprintf("... %d more ...", n-head-tail)}, list[n-tail:])
	}
	return strings.Join(list, ", ")
}
