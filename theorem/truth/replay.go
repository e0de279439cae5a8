package truth

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/notation"
	"wobbly/witness"
)

// TakesOf is how choices of a witness are resolved.
func TakesOf(choices []witness.Choice) []semantics.Take {
	var all []semantics.Take
	for _, c := range choices {
		all = append(all, semantics.Take(c.Take))
	}
	return all
}

// Replay executes a witness in package semantics: nil if that can go the way
// which the witness says, and ends in the race it claims. It reads the witness
// as the format is documented, with all choices given, and is held against the
// checker, which shares no code with it.
func Replay(core *il.Core, w *witness.Witness) error {
	p := il.Pair{Left: unitNamed(core, w.Units[0]), Right: unitNamed(core, w.Units[1])}
	k, err := semantics.NewConfig(core, p, semantics.Init{
		Objects: w.Init.Objects, Cells: w.Init.Cells, Stacks: [2]map[string]string{w.Init.A, w.Init.B},
	})
	if err == nil {
		err = semantics.WellBehaved(k)
	}
	if err != nil {
		return err
	}
	for n, s := range w.Steps {
		if k, err = replayStep(core, k, &s); err != nil {
			return fmt.Errorf("step %d: %w", n+1, err)
		}
	}
	return replayRace(core, k, w)
}

// unitNamed is the unit that a witness names.
func unitNamed(core *il.Core, name string) *il.Unit {
	if core.Threads[0] != nil {
		return core.Threads[slices.Index([]string{"A", "B"}, name)]
	}
	return core.Methods[name]
}

func replayStep(core *il.Core, k semantics.Config, s *witness.Step) (semantics.Config, error) {
	i := semantics.A
	if s.Thread == "B" {
		i = semantics.B
	}
	next, move, stuck := semantics.Next(k, i, TakesOf(s.Choices)...)
	switch {
	case stuck != nil:
		return k, errors.New(stuck.String())
	case !says(core, move.Command, s):
		return k, fmt.Errorf("thread %v stands before %s", i, notation.Command(move.Command))
	case !chose(core, move.Choices, s.Choices):
		return k, errors.New("the choices stand elsewhere")
	}
	return next, nil
}

// says tells whether a step names a command.
func says(core *il.Core, command il.Command, s *witness.Step) bool {
	if core.Source.At(command.Pos()) != s.At {
		return false
	}
	switch command := command.(type) {
	case il.Push:
		var args []string
		for _, e := range command.Call.Args {
			args = append(args, e.String())
		}
		return s.Do == witness.Push && slices.Equal(args, s.Args)
	case il.Pop:
		return s.Do == witness.Pop && len(s.Args) == 0
	default:
		return il.Text(command.(il.Stmt)) == s.Do && len(s.Args) == 0
	}
}

func chose(core *il.Core, got []semantics.Choice, want []witness.Choice) bool {
	return slices.EqualFunc(got, want, func(g semantics.Choice, w witness.Choice) bool {
		return core.Source.At(g.At.Pos()) == w.At && string(g.Take) == w.Take
	})
}

// replayRace looks for the claimed race where the steps end.
func replayRace(core *il.Core, k semantics.Config, w *witness.Witness) error {
	claimed := [2]witness.Access{w.Race.A, w.Race.B}
	for i, a := range claimed {
		for _, take := range TakesOf(a.Choices) {
			next, stuck := semantics.Choose(k, semantics.Tid(i), take)
			if stuck != nil {
				return errors.New(stuck.String())
			}
			k = next
		}
		if !chose(core, k.Threads[i].Chosen, a.Choices) {
			return errors.New("the choices before an access stand elsewhere")
		}
	}
	race, ok := semantics.Race(k)
	if !ok {
		return errors.New("the steps do not end in a race")
	}
	for i, a := range claimed {
		x := race[i]
		cell := [2]string{objectNamed(w, x.Cell.Loc), x.Cell.Field}
		if core.Source.At(x.Command.Pos()) != a.At || x.Kind.String() != a.Kind || cell != w.Race.Cell {
			return fmt.Errorf("the race is another one: thread %v has a %s of %s.%s next", semantics.Tid(i), x.Kind, cell[0], cell[1])
		}
	}
	return nil
}

// objectNamed names a location: initial objects come first, in order.
func objectNamed(w *witness.Witness, l semantics.Loc) string {
	if i := int(l) - 1; i >= 0 && i < len(w.Init.Objects) {
		return w.Init.Objects[i]
	}
	return fmt.Sprintf("o%d", l)
}
