package semantics

import (
	"iter"
	"slices"

	"wobbly/il"
)

// Move is an element of a concurrent trace, c ∥ ε or ε ∥ c: one thread's step.
type Move struct {
	Thread Tid
	Event
}

// Rules lists the rules of Figures 5 and 6 the move instantiates.
func (m Move) Rules() []Rule {
	if m.Thread == A {
		return append(m.Event.Rules(), ruleLeft)
	}
	return append(m.Event.Rules(), ruleRight)
}

// Enabled reports whether thread i may execute its next command: nil, or the reason why not.
func Enabled(k Config, i Tid) *Stuck {
	_, _, stuck := advance(k, i)
	return stuck
}

// Next resolves the next choices of thread i, one for each of takes, and then executes its next
// command: rule Fig6-left or Fig6-right.
//
//	⟨S_i', h', L_i'⟩ ∈ [[c]]⟨S_i, h, L_i⟩
//	L_j = 0 ∨ L_i = L_i' = 0 (il.Level.Admits)
//	-------------------------------------------------------------
//	⟨.., S_i, .., h, .., L_i, ..⟩ goes to ⟨.., S_i', .., h', .., L_i', ..⟩
func Next(k Config, i Tid, takes ...Take) (Config, Move, *Stuck) {
	k, stuck := Choose(k, i, takes...)
	if stuck != nil {
		return Config{}, Move{}, stuck
	}
	c, after, stuck := advance(k, i)
	if stuck != nil {
		return Config{}, Move{}, stuck
	}
	th := k.Threads[i]
	move := Move{i, Event{Choices: th.Chosen, Command: c, Rule: RuleOf(c)}}
	k.H = after.H
	k.Threads[i] = Thread{Point: th.Point.Advance(), S: after.S, L: after.L}
	return k, move, nil
}

// advance returns the premise of both rules of Figure 6: the next command of thread i with the next
// state, or the reason why there is none.
func advance(k Config, i Tid) (il.Command, State, *Stuck) {
	p := k.Threads[i].Point
	c, ok := p.Command()
	switch {
	case !ok && p.Done():
		return nil, State{}, &Stuck{Reason: AtEnd}
	case !ok:
		return nil, State{}, &Stuck{Reason: AtChoice}
	}
	before := k.State(i)
	after, stuck := Step(c, before)
	if stuck != nil {
		return nil, State{}, stuck
	}
	if !k.Threads[i.Other()].L.Admits(before.L, after.L) {
		return nil, State{}, &Stuck{Reason: LockHeld, Command: c}
	}
	return c, after, nil
}

// Interleaving is a maximal concurrent trace with its last configuration.
type Interleaving struct {
	Moves []Move
	Last  Config
	Cut   bool // whether the bound forbade another iteration somewhere on the way
}

// Interleavings enumerates the longest elements of [[C1 || C2]] from k with at most n iterations of
// each loop: every way to resolve the choices, and for each every order in which the threads can
// execute their commands. An interleaving whose Last is not Done ends where neither thread can
// move. The order is depth-first: choices as in Choices, and A's steps before B's.
func Interleavings(k Config, n Bound) iter.Seq[Interleaving] {
	return func(yield func(Interleaving) bool) {
		pending := []*node{{config: k}}
		for len(pending) > 0 {
			at := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			next := at.successors(n)
			if len(next) == 0 &&
				!yield(Interleaving{Moves: at.moves(), Last: at.config, Cut: at.cut}) {
				return
			}
			slices.Reverse(next)
			pending = append(pending, next...)
		}
	}
}

// node is a configuration and how it was reached.
type node struct {
	config Config
	move   Move  // the step that reached it, if step
	from   *node // the node before; nil at the start
	step   bool  // whether it was reached by a move, not by resolving a choice
	cut    bool  // whether the bound forbade another iteration on the way
}

// atChoice returns the first thread that is at a choice, if any.
func (n *node) atChoice() (Tid, bool) {
	for _, i := range Tids {
		if len(n.config.Threads[i].Point.Choices()) > 0 {
			return i, true
		}
	}
	return A, false
}

// successors lists the successors of n. Choices come first, thread A's before B's: they do not
// depend on the state, so this order loses nothing and counts nothing twice.
func (n *node) successors(k Bound) []*node {
	if i, ok := n.atChoice(); ok {
		return n.resolutions(i, k)
	}
	var out []*node
	for _, i := range Tids {
		if config, move, stuck := Next(n.config, i); stuck == nil {
			out = append(out, &node{config: config, move: move, from: n, step: true, cut: n.cut})
		}
	}
	return out
}

func (n *node) resolutions(i Tid, k Bound) []*node {
	choices, cut := n.config.Threads[i].Point.choicesWithin(k)
	var out []*node
	for _, c := range choices {
		config, _ := Choose(n.config, i, c.Take)
		out = append(out, &node{config: config, from: n, cut: n.cut || cut})
	}
	return out
}

// moves lists the steps that lead to n.
func (n *node) moves() []Move {
	var out []Move
	for ; n != nil; n = n.from {
		if n.step {
			out = append(out, n.move)
		}
	}
	slices.Reverse(out)
	return out
}
