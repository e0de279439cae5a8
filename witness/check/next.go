package check

import (
	"sort"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/witness"
)

// next returns the node that a step of thread i executes: the command or call at its position, or
// the end of the method for a pop. It refuses the step unless the thread can reach the node without
// a step, by the choices of the step if it lists any.
func (r *replay) next(i int, s *witness.Step) (int, *Refusal) {
	says := func() string { return "executes " + quote(s.Do) }
	return r.reach(i, s.At, s.Choices, says, func(n int) bool { return r.does(i, n, s.Do) })
}

// does reports whether do, the Do of a step, is one that executes node n of thread i.
func (r *replay) does(i, n int, do string) bool {
	switch text := r.do(i, n); text {
	case witness.Pop:
		return do == text
	case witness.Push:
		return do == text || do == witness.Run
	default:
		return il.SameText(text, do)
	}
}

// do returns the text of a step that executes node n of thread i.
func (r *replay) do(i, n int) string {
	code := r.top(i).code
	switch code.nodes[n].stmt.(type) {
	case nil:
		return witness.Pop
	case *il.Call:
		return witness.Push
	default:
		return code.text(n)
	}
}

// pos returns the position of node n of thread i. The end of a method has the position of the call
// that returns; the end of a thread's first frame has none.
func (r *replay) pos(i, n int) il.Pos {
	if stmt := r.top(i).code.nodes[n].stmt; stmt != nil {
		return stmt.Pos()
	}
	if call := r.caller(i); call != nil {
		return call.Pos()
	}
	return il.NoPos
}

// caller returns the call that opened the top frame, or nil for the thread's first frame.
func (r *replay) caller(i int) il.Stmt {
	below := len(r.threads[i]) - 2
	if below < 0 {
		return nil
	}
	f := &r.threads[i][below]
	return f.code.nodes[f.node].stmt
}

// reach returns the only node at a position that thread i can reach without a step. It refuses if
// there is none, or if wanted returns false for it. In the reason, the result of says describes
// what the thread does there according to the witness.
func (r *replay) reach(
	i int, at string, choices []witness.Choice, says func() string, wanted func(n int) bool,
) (int, *Refusal) {
	pos := r.c.position(at)
	if pos == il.NoPos {
		return 0, refuse(Form, "%s is not a position of the program", quote(at))
	}
	claim := func() string { return "the witness says " + letters[i] + " " + says() + " at " + at }
	if len(choices) > 0 {
		n, no := r.follow(i, choices)
		if no == nil && (r.pos(i, n) != pos || !wanted(n)) {
			no = refuse(Choices, "%s, but its choices lead to %s", claim(), r.describe(i, n))
		}
		return n, no
	}
	f := r.top(i)
	found := -1
	f.code.visit(f.node, func(n int) bool {
		if r.pos(i, n) == pos {
			found = n
		}
		return found >= 0
	})
	switch {
	case found < 0:
		return 0, refuse(Command, "%s, but %s", claim(), r.nexts(i))
	case !wanted(found):
		return 0, refuse(Command, "%s, but %s's next command there is %s", claim(), letters[i],
			r.name(i, found))
	}
	return found, nil
}

// follow returns the node to which choices lead thread i. Each choice must be at the thread's
// current if or while, and the last one must lead to a node that is neither.
func (r *replay) follow(i int, choices []witness.Choice) (int, *Refusal) {
	f := r.top(i)
	n := f.node
	for k, choice := range choices {
		node := &f.code.nodes[n]
		if !node.branches() {
			return 0, refuse(Choices, "choice %d (%s at %s) is left over: %s is already at %s",
				k+1, quote(choice.Take), location(choice.At), letters[i], r.describe(i, n))
		}
		if r.c.position(choice.At) != node.stmt.Pos() {
			return 0, refuse(Choices, "choice %d is of %s, but %s is at %s",
				k+1, location(choice.At), letters[i], r.describe(i, n))
		}
		first, second := witness.Then, witness.Else
		if _, loop := node.stmt.(*il.While); loop {
			first, second = witness.Loop, witness.Exit
		}
		switch choice.Take {
		case first:
			n = int(node.next)
		case second:
			n = int(node.alt)
		default:
			return 0, refuse(Choices, "choice %d takes %s at %s, where there are only %q and %q",
				k+1, quote(choice.Take), choice.At, first, second)
		}
	}
	if f.code.nodes[n].branches() {
		return 0, refuse(Choices, "the choices end before %s", r.describe(i, n))
	}
	return n, nil
}

// nexts lists the nodes that thread i may execute next: all if there are at most five, otherwise
// four and the number of others.
func (r *replay) nexts(i int) string {
	const maxNamed = 4
	f := r.top(i)
	var reached []int
	f.code.visit(f.node, func(n int) bool {
		reached = append(reached, n)
		return false
	})
	order := func(n int) int { // the place in the text; the end is last
		if n == end {
			return len(r.c.core.Source.Text) + 1
		}
		return int(f.code.nodes[n].stmt.Pos())
	}
	sort.Slice(reached, func(m, n int) bool { return order(reached[m]) < order(reached[n]) })
	var names []string
	for _, n := range reached {
		if len(names) == maxNamed && len(reached) > maxNamed+1 {
			names = append(names, strconv.Itoa(len(reached)-maxNamed)+" others")
			break
		}
		names = append(names, r.describe(i, n))
	}
	switch {
	case len(names) > 1:
		last := len(names) - 1
		return letters[i] + "'s next command is " + strings.Join(names[:last], ", ") + " or " +
			names[last]
	case reached[0] == end && r.caller(i) == nil:
		return letters[i] + " has reached " + names[0]
	default:
		return letters[i] + "'s next command is " + names[0]
	}
}

// describe returns the name of a node of thread i and its position.
func (r *replay) describe(i, n int) string {
	if pos := r.pos(i, n); pos != il.NoPos {
		return r.name(i, n) + " at " + r.c.core.Source.At(pos)
	}
	return r.name(i, n)
}

// name returns words for a node of thread i: a command, a branch, or the end.
func (r *replay) name(i, n int) string {
	f := r.top(i)
	switch stmt := f.code.nodes[n].stmt.(type) {
	case nil:
		if call := r.caller(i); call != nil {
			return "the pop of " + il.Text(call)
		}
		return "the end of " + f.code.unit.Name
	case *il.If:
		return "the if"
	case *il.While:
		return "the while"
	case *il.Call:
		return "the call " + il.Text(stmt)
	default:
		return il.Text(stmt)
	}
}

// list formats the arguments of a push, as the witness has them, at most eight of them.
func list(args []string) string {
	const maxListed = 8
	if len(args) == 0 {
		return "no arguments"
	}
	quoted := make([]string, 0, len(args))
	for k, a := range args {
		if k == maxListed {
			quoted = append(quoted, "and "+strconv.Itoa(len(args)-k)+" more")
			break
		}
		quoted = append(quoted, quote(a))
	}
	return strings.Join(quoted, ", ")
}
