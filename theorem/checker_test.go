package theorem_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/witness"
	checker "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// replays tells whether package semantics can go the way that a witness says,
// and ends in the race it claims. It reads the witness as the format is
// documented: choices are explicit on every step.
func replays(c *il.Core, w *witness.Witness) bool {
	p := il.Pair{Left: unit(c, w.Units[0]), Right: unit(c, w.Units[1])}
	k, err := semantics.NewConfig(c, p, semantics.Init{
		Objects: w.Init.Objects, Cells: w.Init.Cells, Stacks: [2]map[string]string{w.Init.A, w.Init.B},
	})
	if err != nil || semantics.WellBehaved(k) != nil {
		return false
	}
	for _, s := range w.Steps {
		i := semantics.A
		if s.Thread == "B" {
			i = semantics.B
		}
		next, move, stuck := semantics.Next(k, i, takes(s.Choices)...)
		if stuck != nil || !says(c, move.Command, &s) || !chose(c, move.Choices, s.Choices) {
			return false
		}
		k = next
	}
	for i, a := range [2]witness.Access{w.Race.A, w.Race.B} {
		for _, take := range takes(a.Choices) {
			next, stuck := semantics.Choose(k, semantics.Tid(i), take)
			if stuck != nil {
				return false
			}
			k = next
		}
		if !chose(c, k.Threads[i].Chosen, a.Choices) {
			return false
		}
	}
	r, ok := semantics.Race(k)
	if !ok {
		return false
	}
	for i, a := range [2]witness.Access{w.Race.A, w.Race.B} {
		cell := r[i].Cell
		named := [2]string{object(w, cell.Loc), cell.Field}
		if c.Source.At(r[i].Command.Pos()) != a.At || r[i].Kind.String() != a.Kind || named != w.Race.Cell {
			return false
		}
	}
	return true
}

func unit(c *il.Core, name string) *il.Unit {
	if c.Threads[0] != nil {
		return c.Threads[slices.Index([]string{"A", "B"}, name)]
	}
	return c.Methods[name]
}

// object names a location: initial objects come first, in order.
func object(w *witness.Witness, l semantics.Loc) string {
	if i := int(l) - 1; i >= 0 && i < len(w.Init.Objects) {
		return w.Init.Objects[i]
	}
	return "fresh"
}

func takes(choices []witness.Choice) []semantics.Take {
	var all []semantics.Take
	for _, c := range choices {
		all = append(all, semantics.Take(c.Take))
	}
	return all
}

func chose(c *il.Core, got []semantics.Choice, want []witness.Choice) bool {
	return slices.EqualFunc(got, want, func(g semantics.Choice, w witness.Choice) bool {
		return c.Source.At(g.At.Pos()) == w.At && string(g.Take) == w.Take
	})
}

func says(c *il.Core, command il.Command, s *witness.Step) bool {
	if c.Source.At(command.Pos()) != s.At {
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

// damage changes one thing in a copy of w.
func damage(r *rand.Rand, w *witness.Witness) *witness.Witness {
	c := *w
	c.Seal = ""
	c.Steps = slices.Clone(w.Steps)
	c.Init.Cells = slices.Clone(w.Init.Cells)
	switch n := len(c.Steps); r.IntN(6) {
	case 0:
		if n > 0 {
			i := r.IntN(n)
			c.Steps = slices.Delete(c.Steps, i, i+1)
		}
	case 1:
		if n > 1 {
			i, j := r.IntN(n), r.IntN(n)
			c.Steps[i], c.Steps[j] = c.Steps[j], c.Steps[i]
		}
	case 2:
		if n > 0 {
			s := &c.Steps[r.IntN(n)]
			s.Thread = map[string]string{"A": "B", "B": "A"}[s.Thread]
		}
	case 3:
		x := &c.Init.Cells[r.IntN(len(c.Init.Cells))]
		x[2] = c.Init.Objects[r.IntN(len(c.Init.Objects))]
	case 4: // the threads change places
		c.Units[0], c.Units[1] = w.Units[1], w.Units[0]
		c.Init.A, c.Init.B = w.Init.B, w.Init.A
		c.Race.A, c.Race.B = w.Race.B, w.Race.A
		for i := range c.Steps {
			c.Steps[i].Thread = map[string]string{"A": "B", "B": "A"}[c.Steps[i].Thread]
		}
	case 5: // another interleaving of the same steps
		var a, b []witness.Step
		for _, s := range c.Steps {
			if s.Thread == "A" {
				a = append(a, s)
			} else {
				b = append(b, s)
			}
		}
		c.Steps = c.Steps[:0]
		for len(a)+len(b) > 0 {
			if len(b) == 0 || len(a) > 0 && r.IntN(2) == 0 {
				c.Steps, a = append(c.Steps, a[0]), a[1:]
			} else {
				c.Steps, b = append(c.Steps, b[0]), b[1:]
			}
		}
	}
	return &c
}

// TestCheckerAgrees holds the checker's replay against package semantics, on
// witnesses and on damaged ones, which are mostly refused and sometimes still
// true.
func TestCheckerAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	accepted, refused, still := 0, 0, 0
	iltest.Random(t, 1200, gen.Default(), func(c *il.Core) {
		a, err := compact.Run(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		reports, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		b, k := reconstruct.New(c), checker.New(c)
		for _, report := range reports.ListRaces(5) {
			w, err := b.Witness(report, everything)
			if err != nil {
				t.Fatal(err)
			}
			if err := k.Check(w); err != nil || !replays(c, w) {
				t.Fatalf("%v: checker %v, semantics %v\n%s", report, err, replays(c, w), c.Source.Text)
			}
			accepted++
			for range 4 {
				d := damage(r, w)
				err := k.Check(d)
				if ordered := d.Units != w.Units; ordered && err != nil {
					continue // the checker wants the units in file order
				}
				if (err == nil) != replays(c, d) {
					t.Fatalf("%v: checker %v, semantics %v\n%+v\n%s", report, err, replays(c, d), d, c.Source.Text)
				}
				if err == nil {
					still++
				} else {
					refused++
				}
			}
		}
	})
	if accepted < 1000 || refused < 1000 || still < 500 {
		t.Errorf("vacuous: %d accepted, %d damaged and refused, %d damaged and true", accepted, refused, still)
	}
	t.Logf("%d accepted, %d damaged and refused, %d damaged and true", accepted, refused, still)
}

// TestEveryInterleaving is the stronger half of Theorem 1: whatever the other
// order in which the threads come to their accesses, they race.
func TestEveryInterleaving(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	shown := 0
	iltest.Random(t, 600, gen.Default(), func(c *il.Core) {
		a, err := compact.Run(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		reports, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		b := reconstruct.New(c)
		for _, report := range reports.ListRaces(5) {
			w, err := b.Witness(report, everything)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				k, ok := shuffled(r, c, w)
				if !ok {
					continue // the lock was in the way
				}
				if _, races := semantics.Race(k); !races {
					t.Fatalf("%v: an interleaving without the race\n%s", report, c.Source.Text)
				}
				shown++
			}
		}
	})
	if shown < 1000 {
		t.Errorf("vacuous: %d interleavings", shown)
	}
}

// shuffled executes the steps of a witness in another order, a random thread
// at a time, and then brings both threads before their accesses. It is false
// where a thread waits for ever.
func shuffled(r *rand.Rand, c *il.Core, w *witness.Witness) (semantics.Config, bool) {
	p := il.Pair{Left: unit(c, w.Units[0]), Right: unit(c, w.Units[1])}
	k, _ := semantics.NewConfig(c, p, semantics.Init{
		Objects: w.Init.Objects, Cells: w.Init.Cells, Stacks: [2]map[string]string{w.Init.A, w.Init.B},
	})
	var left [2][]witness.Step
	for _, s := range w.Steps {
		i := slices.Index([]string{"A", "B"}, s.Thread)
		left[i] = append(left[i], s)
	}
	for len(left[0])+len(left[1]) > 0 {
		i := r.IntN(2)
		went := false
		for _, i := range []int{i, 1 - i} {
			if len(left[i]) == 0 {
				continue
			}
			next, _, stuck := semantics.Next(k, semantics.Tid(i), takes(left[i][0].Choices)...)
			if stuck == nil {
				k, left[i], went = next, left[i][1:], true
				break
			}
		}
		if !went {
			return k, false
		}
	}
	for i, a := range [2]witness.Access{w.Race.A, w.Race.B} {
		for _, take := range takes(a.Choices) {
			next, stuck := semantics.Choose(k, semantics.Tid(i), take)
			if stuck != nil {
				return k, false
			}
			k = next
		}
	}
	return k, true
}
