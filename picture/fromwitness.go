package picture

import (
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/witness"
)

// ErrCompressed is the error of FromWitness for a compressed witness: its
// steps stand for complete calls, and a picture shows single steps.
var ErrCompressed = errors.New("the witness is compressed: one of its steps can stand for a complete call, and a picture shows single steps")

// FromWitness replays a witness of a program. The error says what does not fit:
// another program, a compressed witness, a step that cannot be made, or a last
// state that does not race.
func FromWitness(core *il.Core, w *witness.Witness) (*Story, error) {
	p, ok := pairOf(core, w.Units)
	switch {
	case w.Program != witness.Digest(core.Source.Text):
		return nil, errors.New("the witness belongs to another program text")
	case w.Compressed:
		return nil, ErrCompressed
	case !ok:
		return nil, fmt.Errorf("the program has no pair of units %s, %s", w.Units[0], w.Units[1])
	}
	r, err := witnessReplay(core, w)
	if err != nil {
		return nil, err
	}
	s, err := r.run(core, p, semantics.Init{
		Objects: w.Init.Objects,
		Cells:   w.Init.Cells,
		Stacks:  [2]map[string]string{w.Init.A, w.Init.B},
	})
	if err == nil && s.Scenes[len(s.Scenes)-1].Race == nil {
		return nil, errors.New("the last state of the witness does not race")
	}
	return s, err
}

// pairOf finds the units by their names, in the order given.
func pairOf(core *il.Core, names [2]string) (p il.Pair, ok bool) {
	for _, u := range core.Units {
		if !core.IsUnitOfPairs(u) {
			continue
		}
		if u.Name == names[0] {
			p.Left = u
		}
		if u.Name == names[1] {
			p.Right = u
		}
	}
	return p, p.Left != nil && p.Right != nil
}

// witnessReplay turns the steps and the two accesses at the end into aims.
func witnessReplay(core *il.Core, w *witness.Witness) (*replay, error) {
	r := &replay{}
	for n, s := range w.Steps {
		i, ok := threadOf(s.Thread)
		if !ok {
			return nil, fmt.Errorf("step %d: there is no thread %q", n+1, s.Thread)
		}
		r.order = append(r.order, i)
		r.aims[i] = append(r.aims[i], target{core.Source, s.At, s.Do, s.Choices}.find)
	}
	for i, a := range [2]witness.Access{w.Race.A, w.Race.B} {
		r.aims[i] = append(r.aims[i], target{core.Source, a.At, a.Kind, a.Choices}.find)
	}
	return r, nil
}

func threadOf(letter string) (semantics.Tid, bool) {
	for _, i := range semantics.Tids {
		if i.String() == letter {
			return i, true
		}
	}
	return 0, false
}

// target is the command of a witness to which a thread has to come.
type target struct {
	src     *il.Source
	at      string // of the command
	do      string // as in witness.Step, or the kind of access
	choices []witness.Choice
}

// find gives the choices that lead from a point to the target: those that the
// witness lists, or else the fewest. No loop is entered twice: from its head
// the second round leads nowhere that the first did not.
func (t target) find(from semantics.Point) ([]semantics.Take, error) {
	if len(t.choices) > 0 {
		var takes []semantics.Take
		for _, c := range t.choices {
			takes = append(takes, semantics.Take(c.Take))
		}
		return takes, nil
	}
	type way struct {
		p     semantics.Point
		takes []semantics.Take
	}
	seen := map[il.Stmt]bool{}
	for ways := []way{{p: from}}; len(ways) > 0; ways = ways[1:] {
		w := ways[0]
		if t.is(w.p) {
			return w.takes, nil
		}
		if at := w.p.Stmt(); seen[at] {
			continue
		} else {
			seen[at] = true
		}
		for _, c := range w.p.Choices() {
			next, _ := w.p.Resolve(c.Take)
			ways = append(ways, way{next, append(w.takes[:len(w.takes):len(w.takes)], c.Take)})
		}
	}
	return nil, fmt.Errorf("it does not come to %q at %s", t.do, t.at)
}

// is tells whether a thread at p executes the target next.
func (t target) is(p semantics.Point) bool {
	c, ok := p.Command()
	if !ok || t.src.At(c.Pos()) != t.at {
		return false
	}
	switch c := c.(type) {
	case il.Push:
		return t.do == witness.Push
	case il.Pop:
		return t.do == witness.Pop
	case *il.Load:
		return t.do == il.Text(c) || t.do == il.Read.String()
	case *il.Store:
		return t.do == il.Text(c) || t.do == il.Write.String()
	case il.Stmt:
		return t.do == il.Text(c)
	default:
		panic(il.Unknown(c))
	}
}
