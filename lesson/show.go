package lesson

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Listing returns the text of the task's program without an init block at its end, which
// Start describes.
func (t *Task) Listing() string {
	text := t.core.Source.Text
	if d := t.core.Init; d != nil && strings.TrimSpace(text[min(int(d.End)+1, len(text)):]) == "" {
		text = strings.TrimRight(text[:d.At], " \n") + "\n"
	}
	return text
}

// Start describes an initial state in words: the cells that are not as after new(), and
// the variables of the threads.
func (t *Task) Start(in semantics.Init) string {
	var list []string
	for _, c := range in.Cells {
		if c[0] != c[2] {
			list = append(list, c[0]+"."+c[1]+" = "+c[2])
		}
	}
	rest := "; every cell holds its own object"
	if len(list) > 0 {
		rest = "; every other cell holds its own object"
	}
	for i, u := range [2]*il.Unit{t.pair.Left, t.pair.Right} {
		for _, x := range u.Formals {
			list = append(list, semantics.Tid(i).String()+"."+x+" = "+in.Stacks[i][x])
		}
	}
	return strings.Join(list, ", ") + rest
}

// Asked lists what has to be achieved: goals and musts as the machine judges them, or, in
// tasks that have neither, what an attempt is compared with. Sentence puts each in words.
func (t *Task) Asked() []string {
	all := t.Formulas()
	switch t.Kind {
	case Analysis:
		all = append(all, "Your sheet has what RacerDX computes: "+t.partsText()+".")
	case Witness:
		all = append(all, t.witnessGoal())
	}
	return all
}

// Formulas lists the goals and musts as the file has them.
func (t *Task) Formulas() []string {
	return append(slices.Clone(t.Goals), slice.Map(t.Musts, func(m Constraint) string { return m.Text })...)
}

func (t *Task) partsText() string {
	words := slice.Map(t.Parts, func(p Part) string { return p.String() })
	return strings.Join(words, ", ")
}

func (t *Task) witnessGoal() string {
	return fmt.Sprintf("The checker accepts your witness of the race between %s and %s.", t.Race[0], t.Race[1])
}
