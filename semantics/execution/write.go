package execution

import (
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/witness"
)

// Witness returns the witness of the race or deadlock at the end of e, if there is one.
func (e *Execution) Witness() (*witness.Witness, bool) {
	race, races := e.Race()
	src, k := e.Core.Source, e.Last()
	pair, deadlock := semantics.Deadlock(k)
	if !races && !deadlock {
		return nil, false
	}
	access := func(i semantics.Tid) witness.Access {
		return witness.Access{
			At: src.At(race[i].Command.Pos()), Kind: race[i].Kind.String(),
			Choices: ChoicesOf(src, k.Threads[i].Chosen),
		}
	}
	w := &witness.Witness{
		Schema:  witness.Schema,
		Program: witness.Digest(src.Text),
		File:    src.Name,
		Units:   [2]string{e.Pair.Left.Name, e.Pair.Right.Name},
		Init:    InitOf(e.Init),
		Steps:   StepsOf(src, e.Moves),
	}
	if deadlock {
		waiting := func(i semantics.Tid) witness.Waiting {
			return witness.Waiting{
				At: src.At(pair[i].At), Choices: ChoicesOf(src, k.Threads[i].Chosen),
			}
		}
		w.Deadlock = witness.Deadlock{A: waiting(semantics.A), B: waiting(semantics.B)}
		return w, true
	}
	cell := CellOf(e.Init, race[semantics.A].Cell)
	w.Race = witness.Race{Cell: cell, A: access(semantics.A), B: access(semantics.B)}
	return w, true
}

// StepsOf writes moves as the steps of a witness.
func StepsOf(src *il.Source, moves []semantics.Move) []witness.Step {
	steps := make([]witness.Step, 0, len(moves))
	for _, m := range moves {
		s := witness.Step{
			Thread: m.Thread.String(), At: src.At(m.Command.Pos()),
			Choices: ChoicesOf(src, m.Choices),
		}
		s.Do, s.Args = Do(m.Command)
		steps = append(steps, s)
	}
	return steps
}

// Do returns the name of a command in witnesses, and the actual arguments of a push.
func Do(c il.Command) (do string, args []string) {
	if push, ok := c.(il.Push); ok {
		for _, e := range push.Call.Args {
			args = append(args, e.String())
		}
		return witness.Push, args
	}
	if _, ok := c.(il.Pop); ok {
		return witness.Pop, nil
	}
	return il.Text(il.StmtOf(c)), nil
}

// ChoicesOf writes choices as those of a witness.
func ChoicesOf(src *il.Source, all []semantics.Choice) []witness.Choice {
	return slice.Map(all, func(c semantics.Choice) witness.Choice {
		return witness.Choice{At: src.At(c.At.Pos()), Take: string(c.Take)}
	})
}

// InitOf writes an initial state as that of a witness.
func InitOf(in semantics.Init) witness.Init {
	return witness.Init{
		Objects: in.Objects, Cells: in.Cells,
		A: witness.StackOf(in.Stacks[semantics.A]), B: witness.StackOf(in.Stacks[semantics.B]),
	}
}

// CellOf names a cell as witnesses do, by object and field.
func CellOf(in semantics.Init, a semantics.Addr) [2]string {
	return [2]string{ObjectOf(in, a.Loc), a.Field}
}

// ObjectOf names an object of an execution from an initial state, as witnesses do: objects made on
// the way continue the numbers of the initial ones, in the order of their creation, skipping names
// that are taken.
func ObjectOf(in semantics.Init, l semantics.Loc) string {
	n := len(in.Objects)
	if int(l) <= n {
		return in.Objects[l-1]
	}
	k, name := n, ""
	for range int(l) - n {
		for k++; ; k++ {
			if name = "o" + strconv.Itoa(k); !slices.Contains(in.Objects, name) {
				break
			}
		}
	}
	return name
}
