package semantics

import "wobbly/il"

// Stuck says why a command has no successor: no rule of Figure 5 or 6 applies. It is a result about
// the program, not an error of ours; a nil *Stuck means that a rule applied.
type Stuck struct {
	Reason  Reason
	Command il.Command // the command that cannot be executed; nil for AtEnd and AtChoice
	Expr    il.Expr    // for noAddress, noValue: the shortest prefix of the path without a value
}

// Reason is a kind of Stuck.
type Reason uint8

// The reasons. A well-formed program is only ever stuck for LockHeld.
const (
	noAddress    Reason = iota // the path of a load or store has no address in dom(h)
	noValue                    // an argument of a call has no value
	unlockAtZero               // unlock() at L = 0
	noCaller                   // pop() of the only frame
	LockHeld                   // Figure 6's condition: the other thread holds the lock
	AtEnd                      // no command is left
	AtChoice                   // an if or while has to be resolved first
	NoChoice                   // the choice asked for is not offered
)

// Waits reports whether a step of the other thread can end being stuck.
func (r Reason) Waits() bool { return r == LockHeld }

// Faults reports whether the program itself is at fault: it violates an assumption of the paper
// (A2, A3, or a heap that is not full).
func (r Reason) Faults() bool { return r <= noCaller }

var reasons = [...]string{
	noAddress:    "no cell there",
	noValue:      "argument without a value",
	unlockAtZero: "unlock() without a lock()",
	noCaller:     "pop() without a caller",
	LockHeld:     "the other thread holds the lock",
	AtEnd:        "at the end",
	AtChoice:     "a branch or loop has to be resolved first",
	NoChoice:     "no such choice here",
}

// String returns the reason in a few words.
func (r Reason) String() string { return reasons[r] }

// String returns the reason and, if there is one, the expression at fault.
func (s *Stuck) String() string {
	if take, ok := s.Command.(*il.Lock); ok && s.Reason == LockHeld {
		return "the other thread holds " + take.Words()
	}
	if s.Expr.Root == "" {
		return s.Reason.String()
	}
	return s.Reason.String() + ": " + s.Expr.String()
}

// undefined returns the shortest prefix of e that has no value: with its last field dropped it
// names the object that lacks the field.
func undefined(e il.Expr, s Frame, h Heap) il.Expr {
	for n := 1; n < len(e.Fields); n++ {
		p := il.Expr{Root: e.Root, Fields: e.Fields[:n], At: e.At}
		if _, ok := Value(p, s, h); !ok {
			return p
		}
	}
	return e
}
