package unordered

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// toProgram turns an execution of a slice into one of the program p: before each step, its thread
// makes the steps that the slice left out. It returns nil if the execution is too long.
func (s *programSlice) toProgram(core *il.Core, p il.Pair, x Execution) *Execution {
	k, err := semantics.NewConfig(core, p, x.Init)
	if err != nil {
		panic(err) // it was made for the program
	}
	out := &Execution{Init: x.Init}
	for n, step := range x.Steps {
		takes := step.Decisions // those that this step has not made yet
		for kept := false; !kept; {
			if len(out.Steps) > LongestExecution {
				return nil
			}
			turn := execution.Turn{Thread: step.Thread}
			for {
				at := k.Threads[step.Thread].Point
				choices := at.Choices()
				if len(choices) == 0 {
					break
				}
				take := choices[0].Take // leaves a loop
				if s.kept[at.Stmt()] {
					take, takes = takes[0], takes[1:]
				}
				k, _ = semantics.Choose(k, step.Thread, take)
				turn.Decisions = append(turn.Decisions, take)
			}
			next, move, stuck := semantics.Next(k, step.Thread)
			if stuck != nil {
				panic("unordered: what a slice leaves out cannot be executed: " + stuck.String())
			}
			k, kept = next, s.kept[il.StmtOf(move.Command)]
			out.Steps = append(out.Steps, turn)
		}
		if n == x.First {
			out.First = len(out.Steps) - 1
		}
	}
	return out
}
