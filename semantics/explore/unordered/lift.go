package unordered

import (
	"wobbly/il"
	"wobbly/semantics"
)

// lift makes an execution of a slice one of the program that it was cut from:
// before each step its thread makes those that the slice has left out. It is nil
// if it is too long.
func (s *slice) lift(core *il.Core, p il.Pair, x Execution) *Execution {
	k, err := semantics.NewConfig(core, p, x.Init)
	if err != nil {
		panic(err) // it was made for the program
	}
	l := lifter{slice: s, k: k, out: Execution{Init: x.Init}}
	for n, step := range x.Steps {
		for takes := step.Takes; !l.step(step.Thread, &takes); {
			if len(l.out.Steps) > LongestExecution {
				return nil
			}
		}
		if n == x.First {
			l.out.First = len(l.out.Steps) - 1
		}
	}
	return &l.out
}

// lifter is an execution of the program in the making.
type lifter struct {
	*slice
	k   semantics.Config
	out Execution
}

// step makes one step of thread i, and tells whether the slice has it too. takes
// are the ways to resolve the choices that it has, and are used up.
func (l *lifter) step(i semantics.Tid, takes *[]semantics.Take) (kept bool) {
	step := Step{Thread: i}
	for {
		at := l.k.Threads[i].Point
		choices := at.Choices()
		if len(choices) == 0 {
			break
		}
		take := choices[0].Take // of a loop to leave it
		if l.kept[at.Stmt()] {
			take, *takes = (*takes)[0], (*takes)[1:]
		}
		l.k, _ = semantics.Choose(l.k, i, take)
		step.Takes = append(step.Takes, take)
	}
	next, move, stuck := semantics.Next(l.k, i)
	if stuck != nil {
		panic("unordered: what a slice leaves out cannot be executed: " + stuck.String())
	}
	l.k = next
	l.out.Steps = append(l.out.Steps, step)
	return l.kept[statement(move.Command)]
}

// statement is the statement that a command comes from.
func statement(c il.Command) il.Stmt {
	switch c := c.(type) {
	case il.Push:
		return c.Call
	case il.Pop:
		return c.Call
	default:
		return c.(il.Stmt)
	}
}
