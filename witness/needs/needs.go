package needs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/witness"
)

// Path is an access path of the initial state: a formal of a thread, and fields.
type Path struct {
	Thread int // 0 for A, 1 for B
	Formal string
	Fields []string
}

// String returns the path in the form A.arg1.f.
func (p Path) String() string {
	return threads[p.Thread] + "." + strings.Join(append([]string{p.Formal}, p.Fields...), ".")
}

// threads has the names of the threads in a witness.
var threads = [2]string{"A", "B"}

// compare orders paths: thread A's first, then the longer ones, then by text.
func (p Path) compare(q Path) int {
	return cmp.Or(cmp.Compare(p.Thread, q.Thread), cmp.Compare(len(q.Fields), len(p.Fields)),
		cmp.Compare(p.String(), q.String()))
}

// Equation requires that two access paths of the initial state lead to one object. The left path is
// first in the order of paths.
type Equation struct{ Left, Right Path }

// String returns the equation in the form A.arg1 = B.arg1.
func (e Equation) String() string { return e.Left.String() + " = " + e.Right.String() }

// equate returns the equation of p and q, which it puts in order.
func equate(p, q Path) Equation {
	if p.compare(q) > 0 {
		p, q = q, p
	}
	return Equation{Left: p, Right: q}
}

func (e Equation) length() int { return len(e.Left.Fields) + len(e.Right.Fields) }

// compare orders equations: those between paths of one thread first, then the shorter ones.
func (e Equation) compare(o Equation) int {
	return cmp.Or(cmp.Compare(e.Right.Thread-e.Left.Thread, o.Right.Thread-o.Left.Thread),
		cmp.Compare(e.length(), o.length()), e.Left.compare(o.Left), e.Right.compare(o.Right))
}

// errCompressed is the error for a compressed witness, whose steps are not all known.
var errCompressed = errors.New("a compressed witness does not say what each call has read")

// Program computes the needs of witnesses of a program. It is safe for concurrent use.
type Program struct {
	core     *il.Core
	commands map[stepText]*command
}

// stepText identifies a command by Step.At and Step.Do of a witness.
type stepText struct{ at, do string }

// New returns a Program for core.
func New(core *il.Core) *Program {
	p := &Program{core: core, commands: map[stepText]*command{}}
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			at := core.Source.At(s.Pos())
			if call, ok := s.(*il.Call); ok {
				formals := core.Methods[call.Method].Formals
				p.commands[stepText{at, witness.Push}] = &command{
					pushes: true, formals: formals, values: call.Args,
				}
				p.commands[stepText{at, witness.Pop}] = &command{pops: true}
			} else if !il.IsChoice(s) {
				c := &command{}
				c.variable, _ = il.Def(s)
				il.EachExpr(s, func(e il.Expr) { c.values = append(c.values, e) })
				if a, ok := il.AccessOf(s); ok && a.Kind == il.Write {
					c.cell, c.values = &a, c.values[1:] // without the path of the cell
				}
				p.commands[stepText{at, il.Text(s)}] = c
			}
		})
	}
	return p
}

// Of returns the needs of a witness. First come the equations between paths of one thread, its
// aliases, then those between the threads, at least one. If a single equation between two formals
// suffices, the result is the most common one.
//
// The checker must have accepted the witness. Of fails if the witness is compressed, if it depends
// on too many paths, or if a step is not one of the program.
func (p *Program) Of(w *witness.Witness) (Needs, error) {
	x, err := p.read(w)
	if err != nil {
		return Needs{}, err
	}
	all, err := x.equations(w)
	if err != nil {
		return Needs{}, err
	}
	return Needs{Equations: all, Grade: x.grade(all)}, nil
}

// equations returns the equations that the execution of a witness needs, in order.
func (x *execution) equations(w *witness.Witness) ([]Equation, error) {
	objects := [2]map[string]string{w.Init.A.Map(), w.Init.B.Map()}
	one := x.byNames(func(e Equation) bool {
		return objects[e.Left.Thread][e.Left.Formal] == objects[e.Right.Thread][e.Right.Formal]
	})
	if one != nil {
		return one, nil
	}
	initial := stateOf(&w.Init)
	ends := x.run(initial)
	if ends[0].object != ends[1].object {
		return nil, errors.New("the witness does not end in a race")
	}
	all, err := independent(nil, required(ends))
	if err != nil {
		return nil, err
	}
	if !x.races(all) {
		if all, err = independent(all, footprint(initial)); err != nil {
			return nil, err
		}
	}
	all = x.fewest(all, maxRepeated)
	slice.Sort(all, Equation.compare)
	return all, nil
}

// required returns the pairs of paths on whose equality the two objects at the end depend.
func required(ends [2]value) (all [][2]*node) {
	meeting := &reason{
		equal: [2]*node{ends[0].path, ends[1].path}, from: [3]*reason{ends[0].why, ends[1].why},
	}
	seen := map[*reason]bool{}
	for pending := []*reason{meeting}; len(pending) > 0; {
		r := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if r == nil || seen[r] {
			continue
		}
		seen[r] = true
		pending = append(pending, r.from[:]...)
		if p, q := r.equal[0], r.equal[1]; p != q {
			p, q = shorter(p, q)
			all = append(all, [2]*node{p, q})
		}
	}
	return all
}

// shorter drops the common last fields of two paths as long as the paths before them lead to one
// object too: their equation implies that of the longer paths.
func shorter(p, q *node) (*node, *node) {
	for p.parent != nil && q.parent != nil && p.name == q.name &&
		p.parent.object == q.parent.object {
		p, q = p.parent, q.parent
	}
	return p, q
}

// footprint returns pairs of paths whose equality determines everything that an execution has read
// of an initial state. Each variable and cell that was read leads to the object of the shortest
// path to it.
func footprint(initial *state) (all [][2]*node) {
	paths := slices.Clone(initial.paths)
	slice.SortStable(paths, func(a, b *node) int { return cmp.Compare(a.depth, b.depth) })
	shortest := map[int]*node{}
	read := map[cell]bool{}
	for _, n := range paths {
		if n.parent != nil {
			c := cell{n.parent.object, n.name}
			if read[c] {
				continue // by another path to the same object
			}
			read[c] = true
		}
		if first, ok := shortest[n.object]; ok {
			all = append(all, [2]*node{first, n})
		} else {
			shortest[n.object] = n
		}
	}
	return all
}

// errLarge is the error for a witness that depends on too many paths.
var errLarge = errors.New("it depends on too many paths")

// maxFields is the maximum sum of the fields of all paths of equations.
const maxFields = 1 << 20

// independent returns all and the equations of pairs, in order, except those that earlier ones
// imply. The error is errLarge.
func independent(all []Equation, pairs [][2]*node) ([]Equation, error) {
	fields := 0
	more := make([]Equation, 0, len(pairs))
	for _, p := range pairs {
		fields += p[0].depth + p[1].depth
		if fields > maxFields {
			return nil, errLarge
		}
		more = append(more, equate(p[0].access(), p[1].access()))
	}
	slice.Sort(more, Equation.compare)
	c := newClasses(all)
	for _, e := range more {
		if left, right := c.object(e.Left), c.object(e.Right); left != right {
			c.merge(left, right)
			all = append(all, e)
		}
	}
	return all, nil
}

// maxRepeated is the maximum work of finding equations that can be dropped: the steps that are
// repeated, and the fields of the equations each time. If it is reached, some equations may be
// redundant, but they suffice.
const maxRepeated = 1 << 22

// fewest returns all without redundant equations. It drops the last ones first, as long as the
// others suffice and the work is less than maxWork.
func (x *execution) fewest(all []Equation, maxWork int) []Equation {
	eachTime := len(x.steps)
	for _, e := range all {
		eachTime += e.length()
	}
	work := 0
	for dropped := true; dropped; {
		dropped = false
		for i := len(all) - 1; i >= 0 && len(all) > 1 && work < maxWork; i-- {
			work += eachTime
			if others := slice.Delete(slices.Clone(all), i); x.races(others) {
				all, dropped = others, true
			}
		}
	}
	return all
}

// races reports whether the execution ends in the race from the state that equations alone
// describe.
func (x *execution) races(all []Equation) bool {
	ends := x.run(newClasses(all).state())
	return ends[0].object == ends[1].object
}

// read converts the steps of a witness to commands of the program.
func (p *Program) read(w *witness.Witness) (*execution, error) {
	if w.Compressed {
		return nil, errCompressed
	}
	units, ok := p.unitsOf(w)
	if !ok {
		return nil, fmt.Errorf("the program has no units %.20q and %.20q", w.Units[0], w.Units[1])
	}
	x := &execution{units: units, steps: make([]step, 0, len(w.Steps))}
	for i, s := range w.Steps {
		c, ok := p.commands[stepText{s.At, s.Do}]
		if !ok {
			return nil, fmt.Errorf("step %d, %.40q at %.20s, is not one of the program", i+1,
				s.Do, s.At)
		}
		x.steps = append(x.steps, step{slices.Index(threads[:], s.Thread), c})
	}
	for i, a := range []witness.Access{w.Race.A, w.Race.B} {
		kind := il.Read
		if a.Kind == il.Write.String() {
			kind = il.Write
		}
		position, _ := il.ParsePosition(a.At)
		at, _ := p.core.Source.Offset(position)
		s, ok := p.core.AccessAt(il.Site{At: at, Kind: kind})
		if !ok {
			return nil, fmt.Errorf("there is no %s at %.20s", kind, a.At)
		}
		access, _ := il.AccessOf(s)
		x.ends[i] = access.Base()
	}
	return x, nil
}
