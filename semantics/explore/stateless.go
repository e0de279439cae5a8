package explore

import (
	"wobbly/il"
	"wobbly/semantics"
)

// This file is what engines outside the package need besides Machine: a
// machine in a given state, the names of commands, and the identity of states.

// CompileApart is Compile, but variables that are never read again count as
// long as their frame is there, so that Keys tells more states apart.
func CompileApart(core *il.Core, p il.Pair, unroll int) (*Program, error) {
	return compile(core, p, unroll, true)
}

// Command is what c executes next, nil at the end of the thread.
func (g *Program) Command(c *Control) il.Command { return g.command(c) }

// MachineIn makes a machine in the initial state in, whose threads stand before
// their units. The error says why in is no well-behaved state of the program.
func (g *Program) MachineIn(in *semantics.Init) (*Machine, error) {
	if _, err := g.given(&Options{Init: Given, Start: in}); err != nil {
		return nil, err
	}
	m := NewMachine(g, false)
	m.load(in)
	return m, nil
}

// Keys tells states apart. The zero Keys is ready; it is for one goroutine.
type Keys struct{ codec codec }

// Append appends bytes to out that are the same for two machines of a program
// only if these differ at most in the names of objects and in what no thread
// can reach or read any more.
func (k *Keys) Append(out []byte, m *Machine) []byte { return k.codec.encode(out, m, 0) }
