package needs

import (
	"slices"

	"wobbly/il"
	"wobbly/witness"
)

// Needs are the requirements of a race on its initial state: equations, in order, and their grade.
type Needs struct {
	Equations []Equation
	Grade     Grade
}

// Aliases returns the number of equations besides the one by which the threads meet.
func (n Needs) Aliases() int { return len(n.Equations) - 1 }

// A Grade classifies initial states in which a race exists, from the most common to the most
// special.
type Grade uint8

const (
	Receiver    Grade = iota // the first parameters of the two threads are one object
	SameName                 // parameters of the same name are one object
	Names                    // parameters of different names are one object
	Paths                    // objects to which fields lead are one object
	WithAliases              // more than one equation is needed
)

// Grades lists the grades in order.
func Grades() []Grade { return []Grade{Receiver, SameName, Names, Paths, WithAliases} }

// String returns the word of the command line and of JSON.
func (g Grade) String() string {
	return [...]string{"receiver", "same-names", "names", "paths", "aliases"}[g]
}

// grade returns the grade of equations, one of which is between the threads.
func (x *execution) grade(all []Equation) Grade {
	if len(all) > 1 {
		return WithAliases
	}
	switch e := all[0]; {
	case e.length() > 0:
		return Paths
	case x.receiver(0, e.Left.Formal) && x.receiver(1, e.Right.Formal):
		return Receiver
	case e.Left.Formal == e.Right.Formal:
		return SameName
	default:
		return Names
	}
}

// receiver reports whether a formal is the first parameter of a thread. A block of C1 || C2 has no
// list of parameters: its first one is arg1, whether it occurs there or not.
func (x *execution) receiver(thread int, formal string) bool {
	if u := x.units[thread]; !u.Thread {
		return u.Formals[0] == formal
	}
	return formal == "arg1"
}

// maxGuesses is the maximum number of steps that are executed, for each grade, to find one equation
// between two formals.
const maxGuesses = 1 << 20

// byNames returns an equation between two formals, of the most common grade, for which holds
// returns true and which suffices for the race. It returns nil if there is none, or if that takes
// too long.
func (x *execution) byNames(holds func(Equation) bool) []Equation {
	for _, g := range []Grade{Receiver, SameName, Names} {
		budget := maxGuesses
		for _, a := range x.units[0].Formals {
			for _, b := range x.units[1].Formals {
				all := []Equation{equate(Path{Thread: 0, Formal: a}, Path{Thread: 1, Formal: b})}
				if x.grade(all) != g || !holds(all[0]) {
					continue
				}
				budget -= len(x.steps)
				if budget < 0 {
					return nil
				}
				if x.races(all) {
					return all
				}
			}
		}
	}
	return nil
}

// Least returns the lowest grade of any initial state from which the schedule of a witness ends in
// its race. The error is that of Of.
func (p *Program) Least(w *witness.Witness) (Grade, error) {
	n, err := p.Of(w)
	if err != nil || n.Grade <= Receiver {
		return n.Grade, err
	}
	x, _ := p.read(w) // succeeds, as in Of
	if all := x.byNames(func(Equation) bool { return true }); all != nil {
		return min(n.Grade, x.grade(all)), nil
	}
	return n.Grade, nil
}

// unitsOf returns the units of a witness. If the program lacks one, ok is false.
func (p *Program) unitsOf(w *witness.Witness) (units [2]*il.Unit, ok bool) {
	for i, name := range w.Units {
		k := slices.IndexFunc(p.core.Units, func(u *il.Unit) bool { return u.Name == name })
		if k < 0 {
			return units, false
		}
		units[i] = p.core.Units[k]
	}
	return units, true
}
