package check

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/spell"
)

// variables are the variables of a method, with those assigned on every path to the current point.
// Entering a branch copies nothing: log lists the assignments since the start of the method, so
// leaving a branch undoes just those in it.
type variables struct {
	all   []variable
	index map[string]int32 // into all, if there are more than fewVariables
	log   []int32          // assigned locals, in the order in which they became so
	meets int32            // how many if statements have been left
}

// variable is what is known of one variable at the current point.
type variable struct {
	name     string
	formal   bool
	assigned bool
	at       il.Pos // of the declaration, or of the assignment that made it assigned
	// lost is the block in which it was assigned last, after which it is no longer assigned on every
	// path; lostAt is the position of that assignment.
	lost   blockName
	lostAt il.Pos
	// error is the index in checker.errs of the error about it, or noError.
	error int32
	// meet is the number of the last if whose then-branch assigned it.
	meet int32
}

const (
	neverLost blockName = 255
	noError   int32     = -1
)

// fewVariables is the largest number of variables that are searched as a list.
const fewVariables = 12

// find returns the index of a variable, or -1.
func (v *variables) find(name string) int32 {
	if len(v.all) > fewVariables {
		if i, ok := v.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range v.all {
		if v.all[i].name == name {
			return int32(i)
		}
	}
	return -1
}

func (v *variables) add(x variable) int32 {
	x.lost, x.error = neverLost, noError
	if v.all == nil {
		v.all = make([]variable, 0, fewVariables/2)
	}
	v.all = append(v.all, x)
	switch n := len(v.all); {
	case n == fewVariables+1:
		if v.index == nil {
			v.index = make(map[string]int32)
		}
		for i := range v.all {
			v.index[v.all[i].name] = int32(i)
		}
	case n > fewVariables:
		v.index[x.name] = int32(n - 1)
	}
	return int32(len(v.all) - 1)
}

// declare adds a formal. If there is one with this name already, it stays, and declare returns its
// position.
func (v *variables) declare(name string, at il.Pos) (first il.Pos, again bool) {
	if i := v.find(name); i >= 0 {
		return v.all[i].at, true
	}
	v.add(variable{name: name, formal: true, assigned: true, at: at})
	return at, false
}

// undo undoes the assignments of log[from:], which were made in a block that may not have run. The
// log does not change.
func (v *variables) undo(from int, in blockName) {
	for _, i := range v.log[from:] {
		v.all[i].lose(in)
	}
}

// lose notes that a variable is not assigned after a block that assigned it.
func (v *variable) lose(in blockName) {
	v.assigned = false
	v.lost, v.lostAt = in, v.at
}

// meet is the join of definite assignment: log[from:mid] was assigned in the then-branch and undone
// since, log[mid:] in the else-branch; only variables in both stay assigned.
func (v *variables) meet(from, mid int) {
	v.meets++
	for _, i := range v.log[from:mid] {
		v.all[i].meet = v.meets
	}
	both := v.log[:from]
	for _, i := range v.log[mid:] {
		x := &v.all[i]
		if x.meet == v.meets {
			both = append(both, i)
			continue
		}
		x.lose(elseBranch)
	}
	v.log = both
}

// variable returns the index of a variable that occurs at a position. A new one is a local.
func (b *body) variable(name string, at il.Pos) int32 {
	if i := b.vars.find(name); i >= 0 {
		return i
	}
	i := b.vars.add(variable{name: name})
	if !b.unit.Thread && il.IsFormalName(name) {
		b.undeclaredFormal(name, at)
		b.vars.all[i].assigned = true // one error is enough
	}
	return i
}

// use checks WF-init for a use of a variable, and reports whether the variable is a formal.
func (b *body) use(name string, at il.Pos) (formal bool) {
	x := &b.vars.all[b.variable(name, at)]
	if !x.assigned && x.error == noError {
		x.error = int32(len(b.errs))
		b.unassigned(x, at)
	}
	return x.formal
}

// assign notes an assignment for WF-init: from here on the variable is assigned.
func (b *body) assign(name string, at il.Pos) {
	i := b.variable(name, at)
	x := &b.vars.all[i]
	if x.assigned {
		return
	}
	if e := x.error; e != noError && len(b.errs[e].Notes) == 0 {
		note(&b.errs[e], at, name, fmt.Sprintf("%s is first assigned here, after its use", name))
	}
	x.assigned, x.at = true, at
	b.vars.log = append(b.vars.log, i)
}

// unassigned reports a use of x before it is assigned on every path there.
func (b *body) unassigned(x *variable, at il.Pos) {
	e := b.report(diag.UseBeforeAssigned, at, x.name, x.name+" is used before it is assigned")
	if x.lost != neverLost {
		e.Label = "not assigned on every path to this use"
		e.Fix = fmt.Sprintf("assign %s on the other paths too", x.name)
		note(e, x.lostAt, x.name,
			fmt.Sprintf("%s is assigned here, but only in the %s", x.name, x.lost))
		return
	}
	switch f, _ := diag.ForeignWord(x.name); f.Role {
	case diag.NullWord:
		e.Message = "IL has no " + x.name
		e.Label, e.Fix = f.Label, "use an object, such as one made by new()"
		return
	case diag.SelfWord:
		e.Label, e.Fix = f.Label, "make "+x.name+" a parameter, as in m("+x.name+
			"), or use another object"
		if !b.unit.Thread {
			formals := slices.Concat([]string{x.name}, b.unit.Formals)
			e.Fix = "make it a parameter: " +
				signature(&il.Unit{Name: b.unit.Name, Formals: formals})
		}
		return
	}
	if s := b.similarVariable(x.name); s != "" {
		e.Label, e.Fix = spell.Question(s), fmt.Sprintf("write %s instead of %s", s, x.name)
		e.Edits = []diag.Edit{{At: e.At, End: e.End, Text: s}}
		return
	}
	parameter := "make it a parameter of " + b.unit.Name
	if b.unit.Thread {
		parameter = "use a parameter: arg1, arg2, ..."
	}
	e.Label, e.Fix = "it has no value here", fmt.Sprintf("assign %s first, or %s",
		x.name, parameter)
}

// similarVariable returns the assigned variable whose name is closest to name.
func (b *body) similarVariable(name string) string {
	return b.similarTo(name, func(yield func(string) bool) {
		for i := range b.vars.all {
			if x := &b.vars.all[i]; x.assigned && !yield(x.name) {
				return
			}
		}
	})
}

// undeclaredFormal reports argN in a method that does not declare it.
func (b *body) undeclaredFormal(name string, at il.Pos) {
	e := b.report(diag.UndeclaredFormal, at, name, name+" is not a parameter of "+b.unit.Name)
	e.Label = "a name of this form must be declared as a parameter"
	e.Fix = fmt.Sprintf("declare it in %s, or rename it", signature(b.unit))
	if similar := b.similarVariable(name); similar != "" {
		e.Fix = fmt.Sprintf("write %s, or declare %s as a parameter too", similar, name)
	}
	note(e, b.unit.At, b.unit.Name, signature(b.unit)+" is declared here")
}
