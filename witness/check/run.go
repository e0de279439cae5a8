package check

import "wobbly/il"

// effort is how many commands the runs of one witness may make the checker
// look at. What a run does depends on which formals hold which backbone
// objects; a legal program with many formals can be made to meet exponentially
// many such combinations. Witnesses that package reconstruct makes stay far
// below.
const effort = 50_000_000

// activation is a method that is being run.
type activation struct {
	key      runKey
	commands []il.Stmt // what is still to execute
	frame    stack
}

// runs checks that the shortest complete execution of a method goes through on
// the quotient heap, for the given values of its formals. The outcome of each
// combination of method and values is kept, for all witnesses of the program:
// a run leaves the quotient as it was, so the next one like it passes too.
func (r *replay) runs(method *il.Unit, frame stack) *Refusal {
	if r.c.passed == nil {
		r.c.passed = map[runKey]bool{}
	}
	var open []activation
	enter := func(m *il.Unit, f stack) {
		if key := r.quotient.key(m, &f); !r.c.passed[key] {
			open = append(open, activation{key, r.c.shortest(m).commands, f})
		}
	}
	enter(method, frame)
	for len(open) > 0 {
		top := &open[len(open)-1]
		if len(top.commands) == 0 {
			r.c.passed[top.key] = true
			open = open[:len(open)-1]
			continue
		}
		command := top.commands[0]
		top.commands = top.commands[1:]
		if r.effort--; r.effort < 0 {
			return refuse(Effort, "the checker gives up: the runs of this witness take more than %d commands to check", effort)
		}
		var no *Refusal
		switch command := command.(type) {
		case *il.Lock, *il.Unlock: // see mayRun
		case *il.Call:
			var f stack
			callee := r.c.core.Methods[command.Method]
			if f, no = bind(r.quotient, &top.frame, command, callee); no == nil {
				enter(callee, f)
			}
		default:
			no = execute(r.quotient, &top.frame, command)
		}
		if no != nil {
			no = no.of(il.Text(command) + " at " + r.c.at(command))
			no.Reason = "inside the run, in " + top.key.method.Name + ": " + no.Reason
			return no
		}
	}
	return nil
}

// mayRun is Figure 6's premise for every step of a balanced run: thread i goes
// while L_j = 0 or L_i = L_i' = 0. The run never dips below its entry, so with
// L_j > 0 it must start at L_i = 0 and execute no lock().
func (r *replay) mayRun(i int, s *shortest) bool {
	return r.locks[1-i] == 0 || r.locks[i] == 0 && !s.locks
}
