package racemob

import (
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/witness"
)

// Steps writes moves as the steps of a witness.
func Steps(core *il.Core, moves []semantics.Move) []witness.Step {
	steps := make([]witness.Step, 0, len(moves))
	for _, m := range moves {
		steps = append(steps, step(core, m))
	}
	return steps
}

func step(core *il.Core, m semantics.Move) witness.Step {
	s := witness.Step{Thread: m.Thread.String(), At: core.Source.At(m.Command.Pos()), Choices: choices(core, m.Choices)}
	switch c := m.Command.(type) {
	case il.Push:
		s.Do = witness.Push
		for _, e := range c.Call.Args {
			s.Args = append(s.Args, e.String())
		}
	case il.Pop:
		s.Do = witness.Pop
	case il.Stmt:
		s.Do = il.Text(c)
	default:
		panic(il.Unknown(c))
	}
	return s
}

func choices(core *il.Core, all []semantics.Choice) []witness.Choice {
	var list []witness.Choice
	for _, c := range all {
		list = append(list, witness.Choice{At: core.Source.At(c.At.Pos()), Take: string(c.Take)})
	}
	return list
}

// InitOf writes an initial state as that of a witness.
func InitOf(in semantics.Init) witness.Init {
	return witness.Init{Objects: in.Objects, Cells: in.Cells, A: in.Stacks[semantics.A], B: in.Stacks[semantics.B]}
}

// Witness is the certificate that a candidate races in the sense of Definition
// 3.6, nil if the run does not show it.
func (r *Run) Witness(candidate int) *witness.Witness {
	m, ok := r.Meeting(candidate)
	if !ok {
		return nil
	}
	x, k := r.Execution, m.Config
	race, ok := semantics.Race(k)
	if !ok {
		panic("racemob: where the threads have met they do not race")
	}
	access := func(i semantics.Tid) witness.Access {
		s := siteOf(race[i])
		return witness.Access{At: x.Core.Source.At(s.At), Kind: s.Kind.String(), Choices: choices(x.Core, k.Threads[i].Chosen)}
	}
	w := &witness.Witness{
		Schema:  witness.Schema,
		Program: witness.Digest(x.Core.Source.Text),
		File:    x.Core.Source.Name,
		Units:   [2]string{x.Pair.Left.Name, x.Pair.Right.Name},
		Init:    InitOf(x.Init),
		Steps:   Steps(x.Core, m.Moves),
		Race: witness.Race{
			Cell: Cell(x.Init, race[semantics.A].Cell),
			A:    access(semantics.A), B: access(semantics.B),
		},
	}
	w.Seal = w.Sum()
	return w
}

// Cell names a cell as witnesses do: objects that were made on the way go on
// with the numbers of the initial ones, in the order in which they were made.
func Cell(in semantics.Init, a semantics.Addr) [2]string {
	n := len(in.Objects)
	if int(a.Loc) <= n {
		return [2]string{in.Objects[a.Loc-1], a.Field}
	}
	k, name := n, ""
	for range int(a.Loc) - n {
		for k++; ; k++ {
			if name = "o" + strconv.Itoa(k); !slices.Contains(in.Objects, name) {
				break
			}
		}
	}
	return [2]string{name, a.Field}
}
