package check

import "wobbly/il"

// effort is the maximum work of checking the runs of one witness: the number of values that are
// followed and of demands that are compared. The work is polynomial in the program (needs.go), but
// a program of a megabyte can still take hours. Witnesses that package reconstruct makes need far
// less.
const effort = 5_000_000

// work spends n of the remaining effort, and refuses the witness if there is not enough.
func (r *replay) work(n int) *Refusal {
	r.effort -= n
	if r.effort < 0 {
		return refuse(Effort,
			"the checker gives up: the runs of this witness take more than %d steps to check",
			effort)
	}
	return nil
}

// runs checks that the shortest complete execution of a method succeeds on the quotient heap, for
// the values of its formals. A run does not change the quotient.
func (r *replay) runs(method *il.Unit, frame stack) *Refusal {
	passes, no := r.passes(method, &frame)
	if passes || no != nil {
		return no
	}
	// Execute it up to the command that is refused, and name that command.
execute:
	for {
		for _, command := range r.c.shortest(method).commands {
			switch command := command.(type) {
			case *il.Lock, *il.Unlock: // see mayRun
			case *il.Call:
				callee := r.c.core.Methods[command.Method]
				var inner stack
				if inner, no = bind(r.quotient, &frame, command, callee); no != nil {
					break
				}
				if passes, no := r.passes(callee, &inner); no != nil {
					return no
				} else if !passes {
					method, frame = callee, inner
					continue execute
				}
			default:
				no = execute(r.quotient, &frame, command)
			}
			if no != nil {
				no = no.of(il.Text(command) + " at " + r.c.at(command))
				no.Reason = "inside the run, in " + method.Name + ": " + no.Reason
				return no
			}
		}
		panic("unreachable: each command of a refused run goes through")
	}
}

// mayRun reports whether the premise of Figure 6 holds at every step of a balanced run. The run is
// never below the level at its entry, so the premise holds at each step if it holds at the highest
// level.
func (r *replay) mayRun(i int, s *shortest) bool { return r.may(i, r.locks[i].Plus(s.highest)) }
