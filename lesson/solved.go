package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
)

// Solution returns the attempt that solved the present task. ok is false if the task is not done.
func (g *Game) Solution() (a Attempt, ok bool) {
	if r := g.taskRecord(); r.Done && r.Solution != nil {
		return *r.Solution, true
	}
	return Attempt{}, false
}

// Solved returns a session that shows how the present task was solved: the final state of a play or
// witness task, the chosen initial state of a heap task, or the start of the student's program. It
// is nil if the task is not done or is an analysis task.
func (g *Game) Solved() *session.Session {
	a, ok := g.Solution()
	if !ok {
		return nil
	}
	s, err := g.Task().open(a)
	if err != nil { // a resumed record can have any solution
		return nil
	}
	return s
}

// open returns a session at the state to which an attempt leads.
func (t *Task) open(a Attempt) (*session.Session, error) {
	switch t.Kind {
	case Play:
		if err := checkRuns(a.Schedules); err != nil {
			return nil, err
		}
		if len(a.Schedules) == 0 {
			return nil, errors.New("there is no schedule")
		}
		return t.run(t.init, a.Schedules[len(a.Schedules)-1])
	case Heap:
		in, err := t.chosen(a.Heap)
		if err != nil {
			return nil, err
		}
		return t.begin(in)
	case Witness:
		if a.Witness != nil {
			s, err := session.OpenWitness(t.core, a.Witness)
			if err == nil && s.Pair() != t.pair {
				err = errors.New("the witness is of another pair")
			}
			return s, err
		}
		if len(a.Schedules) != 1 {
			return nil, errors.New("a witness has one schedule")
		}
		in, err := t.chosen(a.Heap)
		if err != nil {
			return nil, err
		}
		return t.run(in, a.Schedules[0])
	case Program:
		core, errs := load(t.Program, a.Program, false)
		if len(errs) > 0 {
			return nil, errors.New(errs[0].Message)
		}
		pairs := t.pairsOf(core)
		if len(pairs) != 1 {
			return nil, fmt.Errorf("the program stands for %s", text.Count(len(pairs), "pair"))
		}
		in, _, err := t.startOf(core, pairs[0])
		if err != nil {
			return nil, err
		}
		return session.New(core, pairs[0], in)
	case Analysis:
		return nil, errors.New("an answer sheet has no state")
	default:
		panic(fmt.Sprintf("unreachable: kind %d", t.Kind))
	}
}

// pairsOf returns the pairs of another program on which the goals of a program task may be met: the
// task's pair if the program has its methods, or else all pairs.
func (t *Task) pairsOf(core *il.Core) []il.Pair {
	if pair, err := session.PairOf(core, t.pair.Left.Name, t.pair.Right.Name); err == nil {
		return []il.Pair{pair}
	}
	return core.Pairs()
}

// Moves returns the initial state and the schedules of an attempt on one line, as ParseAttempt
// reads them. It is empty if the attempt has neither.
func (a Attempt) Moves() string {
	parts := a.Schedules
	if a.Heap != "" {
		parts = append([]string{a.Heap}, parts...)
	}
	return strings.Join(parts, " | ")
}

// Listing returns the program of the task without a final init block, which Start describes.
func (t *Task) Listing() string {
	text := t.core.Source.Text
	if d := t.core.Init; d != nil && strings.TrimSpace(text[min(int(d.End)+1, len(text)):]) == "" {
		text = strings.TrimRight(text[:d.At], " \n") + "\n"
	}
	return text
}

// Start describes an initial state in words: the variables of the threads, and the cells that
// differ from those of a new object.
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

// Asked lists the goals and constraints as formulas or, in tasks that have neither, what an attempt
// is compared with. Sentence puts each in words.
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

// Formulas lists the goals and constraints as they are in the file.
func (t *Task) Formulas() []string {
	return append(slices.Clone(t.Goals),
		slice.Map(t.Musts, func(m Constraint) string { return m.Text })...)
}

// partsText lists the parts of the answer sheet, as in "W, L, A".
func (t *Task) partsText() string {
	words := slice.Map(t.Parts, func(p Part) string { return p.String() })
	return strings.Join(words, ", ")
}

func (t *Task) witnessGoal() string {
	return fmt.Sprintf("The checker accepts your witness of the race between %s and %s.", t.Race[0],
		t.Race[1])
}
