package unordered

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// toProgram makes an execution of a slice one of the program that it was cut from:
// before each step its thread makes those that the slice has left out. It is nil
// if it is too long.
func (s *slice) toProgram(core *il.Core, p il.Pair, x Execution) *Execution {
	k, err := semantics.NewConfig(core, p, x.Init)
	if err != nil {
		panic(err) // it was made for the program
	}
	c := completion{slice: s, k: k, out: Execution{Init: x.Init}}
	for n, step := range x.Steps {
		for takes := step.Decisions; !c.step(step.Thread, &takes); {
			if len(c.out.Steps) > LongestExecution {
				return nil
			}
		}
		if n == x.First {
			c.out.First = len(c.out.Steps) - 1
		}
	}
	return &c.out
}

// completion is an execution of the program in the making. It keeps the present
// configuration only, since the execution may be long.
type completion struct {
	*slice
	k   semantics.Config
	out Execution
}

// step makes one step of thread i, and tells whether the slice has it too. takes
// are the choices that it has, and are used up.
func (c *completion) step(i semantics.Tid, takes *[]semantics.Take) (kept bool) {
	turn := execution.Turn{Thread: i}
	for {
		at := c.k.Threads[i].Point
		choices := at.Choices()
		if len(choices) == 0 {
			break
		}
		take := choices[0].Take // of a loop to leave it
		if c.kept[at.Stmt()] {
			take, *takes = (*takes)[0], (*takes)[1:]
		}
		c.k, _ = semantics.Choose(c.k, i, take)
		turn.Decisions = append(turn.Decisions, take)
	}
	next, move, stuck := semantics.Next(c.k, i)
	if stuck != nil {
		panic("unordered: what a slice leaves out cannot be executed: " + stuck.String())
	}
	c.k = next
	c.out.Steps = append(c.out.Steps, turn)
	return c.kept[il.StmtOf(move.Command)]
}
