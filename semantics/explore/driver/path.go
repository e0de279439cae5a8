package driver

import (
	"wobbly/semantics"
	"wobbly/semantics/explore/machine"
)

// A Path is an execution that led the search to a state, executed again in a machine.
type Path struct {
	Given *semantics.Init // the initial state, or nil if Found describes it
	machine.Found
	Starts  [2]*machine.Control // where the threads begin
	Steps   []Step
	Machine *machine.Machine // in the last state
	// Names[i] is the number in Found of object i+1 of Machine.
	Names []int
}

// A Step is a step of a path: a thread executes the command of a control state.
type Step struct {
	Thread   int
	From, To *machine.Control
}

// NewPath starts a path at m. given is its initial state, or nil if the search ranges over all.
func NewPath(m *machine.Machine, given *semantics.Init) *Path {
	p := &Path{Given: given, Starts: m.At, Machine: m}
	for range m.Objects() {
		p.Names = append(p.Names, p.Object(false))
	}
	return p
}

// Pick records that an address of the machine got an initial value.
func (p *Path) Pick(k machine.Pick) {
	if int(k.Object) > len(p.Names) {
		p.Names = append(p.Names, p.Object(false))
	}
	p.Define(p.Machine, k.At, p.Names[k.Object-1], p.Names)
}

// Step records a step of thread i, whose command the machine has executed.
func (p *Path) Step(i int, from, to *machine.Control) {
	if int(p.Machine.Objects()) > len(p.Names) {
		p.Names = append(p.Names, p.Object(true))
	}
	p.Steps = append(p.Steps, Step{Thread: i, From: from, To: to})
}

// Renumber records that the machine renumbers its objects: objects lists those that remain, by
// their old numbers.
func (p *Path) Renumber(objects []int32) {
	names := make([]int, len(objects))
	for k, o := range objects {
		names[k] = p.Names[o-1]
	}
	p.Names = names
}
