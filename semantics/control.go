package semantics

import (
	"iter"

	"wobbly/il"
)

// Take is a way to resolve a choice. The words are those of the witness format.
type Take string

// The ways to resolve an if (Then, Else) and a while (Exit, Loop).
const (
	Then Take = "then"
	Else Take = "else"
	Exit Take = "exit"
	Loop Take = "loop"
)

// Choice is how an if or a while is resolved. Choices take no step.
type Choice struct {
	At   il.Stmt // *il.If or *il.While
	Take Take
}

// Rule returns the rule of Figure 5 that the choice instantiates.
func (c Choice) Rule() Rule {
	switch c.Take {
	case Then:
		return ruleThen
	case Else:
		return ruleElse
	case Exit:
		return ruleExit
	case Loop:
		return ruleLoop
	default:
		panic(il.Unknown(c.Take))
	}
}

// Point is a program point of one thread: the rest of its program. It is at a command, at a choice,
// or at the end of the thread's method, never at a skip. Points are immutable values.
type Point struct {
	core *il.Core
	top  *segment
}

// segment is a position in a block together with the blocks around it: a continuation. next may be
// len(block.Stmts), the end of the block, only at the end of a unit's body (onward).
type segment struct {
	unit       *il.Unit
	block      *il.Block
	part       part
	call       *il.Call // for a callee's body: the call that entered it
	next       int      // the index of the statement to come
	iterations int      // if that is a while: how many iterations were begun
	up         *segment // where control continues after the block; nil for the thread's unit
}

// part says which block of the statement around it a segment is in.
type part uint8

const (
	wholeBody part = iota // of a unit
	thenBlock
	elseBlock
	loopBody
)

// Begin returns the point before the first statement of u.
func Begin(core *il.Core, u *il.Unit) Point {
	return Point{core, (&segment{unit: u, block: u.Body}).onward()}
}

// stmt returns the next statement, nil at the end of the block.
func (s *segment) stmt() il.Stmt {
	if list := s.block.List(); s.next < len(list) {
		return list[s.next]
	}
	return nil
}

func (s *segment) at(i int) *segment {
	m := *s
	m.next, m.iterations = i, 0
	return &m
}

// enter returns the position at the beginning of block b, after which control continues at up.
func (s *segment) enter(b *il.Block, p part, up *segment) *segment {
	return (&segment{unit: s.unit, block: b, part: p, up: up}).onward()
}

// onward returns the next position at which something happens: past skips, and from the end of an
// inner block to the block around it.
func (s *segment) onward() *segment {
	for {
		i, list := s.next, s.block.List()
		for i < len(list) && isSkip(list[i]) {
			i++
		}
		if i > s.next {
			s = s.at(i)
		}
		if i < len(list) || s.part == wholeBody {
			return s
		}
		s = s.up
	}
}

func isSkip(s il.Stmt) bool {
	_, ok := s.(*il.Skip)
	return ok
}

// Stmt returns the statement at p, or nil at the end of a method's body.
func (p Point) Stmt() il.Stmt { return p.top.stmt() }

// Pos returns the position of p: a statement, or the closing brace of a method.
func (p Point) Pos() il.Pos {
	if s := p.Stmt(); s != nil {
		return s.Pos()
	}
	return p.top.block.End
}

// Unit returns the method whose body p is in.
func (p Point) Unit() *il.Unit { return p.top.unit }

// Done reports whether p is the end of the thread.
func (p Point) Done() bool { return p.Stmt() == nil && p.top.call == nil }

// Command returns the next command, if p is not at a choice or at the end.
func (p Point) Command() (il.Command, bool) {
	switch s := p.Stmt().(type) {
	case nil:
		if p.top.call == nil {
			return nil, false
		}
		return il.Pop{Call: p.top.call, Callee: p.top.unit}, true
	case *il.If, *il.While:
		return nil, false
	case *il.Call:
		return il.Push{Call: s, Callee: p.core.Methods[s.Method]}, true
	case il.Command:
		return s, true
	default:
		panic(il.Unknown(s))
	}
}

// Advance returns the point after the next command, which Command must have.
func (p Point) Advance() Point {
	g := p.top
	c, ok := p.Command()
	if !ok {
		panic("semantics: Advance at a point without a command")
	}
	switch c := c.(type) {
	case il.Push:
		body := &segment{unit: c.Callee, block: c.Callee.Body, call: c.Call, up: g.at(g.next + 1)}
		return Point{p.core, body.onward()}
	case il.Pop:
		return Point{p.core, g.up.onward()}
	default:
		return Point{p.core, g.at(g.next + 1).onward()}
	}
}

// Choices lists the ways to resolve the choice at p, if there is one, with fewer iterations first.
func (p Point) Choices() []Choice {
	cs, _ := p.choicesWithin(Unbounded)
	return cs
}

// choicesWithin is Choices with no more than k iterations of each loop. It also reports whether
// that leaves one out.
func (p Point) choicesWithin(k Bound) (cs []Choice, cut bool) {
	switch s := p.Stmt().(type) {
	case *il.If:
		return []Choice{{s, Then}, {s, Else}}, false
	case *il.While:
		if k.reached(p.top.iterations) {
			return []Choice{{s, Exit}}, true
		}
		return []Choice{{s, Exit}, {s, Loop}}, false
	default:
		return nil, false
	}
}

// TakeOf returns how a choice continues, into its first block or not, and whether at is a choice.
func TakeOf(at il.Stmt, first bool) (t Take, ok bool) {
	switch at.(type) {
	case *il.If:
		if first {
			return Then, true
		}
		return Else, true
	case *il.While:
		if first {
			return Loop, true
		}
		return Exit, true
	default:
		return "", false
	}
}

// Resolve returns the point after the choice at p, if t resolves it.
func (p Point) Resolve(t Take) (Point, bool) {
	g := p.top
	switch s := p.Stmt().(type) {
	case *il.If:
		switch t {
		case Then:
			return Point{p.core, g.enter(s.Then, thenBlock, g.at(g.next+1))}, true
		case Else:
			return Point{p.core, g.enter(s.Else, elseBlock, g.at(g.next+1))}, true
		}
	case *il.While:
		switch t {
		case Exit:
			return Point{p.core, g.at(g.next + 1).onward()}, true
		case Loop:
			head := g.at(g.next)
			head.iterations = g.iterations + 1
			return Point{p.core, g.enter(s.Body, loopBody, head)}, true
		}
	}
	return p, false
}

// Activation is a method in execution and the call that began it, nil for the thread's own method.
type Activation struct {
	Unit *il.Unit
	Call *il.Call
}

// Activations yields the units being executed, one for each frame, the current one first.
func (p Point) Activations() iter.Seq[Activation] {
	return func(yield func(Activation) bool) {
		for g := p.top; g != nil; g = g.up {
			if g.part == wholeBody && !yield(Activation{g.unit, g.call}) {
				return
			}
		}
	}
}
