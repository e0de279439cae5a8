package semantics

import "wobbly/il"

// Rule names an inference rule of Figure 5 or 6. Events carry it, for coverage and display.
type Rule string

// The rules. Figure 5's rules for C; c and for calls are not steps: the former is a Point that
// continues, the latter is a push, the callee's body and a pop.
const (
	RuleCopy   Rule = "Fig5-copy"   // x := y
	RuleLoad   Rule = "Fig5-load"   // x := π
	RuleStore  Rule = "Fig5-store"  // π := x
	RuleNew    Rule = "Fig5-new"    // x := new()
	RuleLock   Rule = "Fig5-lock"   // lock()
	RuleUnlock Rule = "Fig5-unlock" // unlock()
	RulePush   Rule = "Fig5-push"   // push(e1, ..., en)
	RulePop    Rule = "Fig5-pop"    // pop()

	ruleThen Rule = "Fig5-if-then"    // if * takes its first branch
	ruleElse Rule = "Fig5-if-else"    // if * takes its second branch
	ruleLoop Rule = "Fig5-while-loop" // while * iterates once more
	ruleExit Rule = "Fig5-while-exit" // while * ends

	ruleLeft  Rule = "Fig6-left"  // thread A executes its next command
	ruleRight Rule = "Fig6-right" // thread B executes its next command
)

// Rules lists all rules, those of Figure 5 first.
func Rules() []Rule {
	return []Rule{
		RuleCopy, RuleLoad, RuleStore, RuleNew, RuleLock, RuleUnlock, RulePush, RulePop,
		ruleThen, ruleElse, ruleLoop, ruleExit,
		ruleLeft, ruleRight,
	}
}

// RuleOf returns the rule of Figure 5 that executes c.
func RuleOf(c il.Command) Rule {
	switch c := c.(type) {
	case *il.Copy:
		return RuleCopy
	case *il.Load:
		return RuleLoad
	case *il.Store:
		return RuleStore
	case *il.New:
		return RuleNew
	case *il.Lock:
		return RuleLock
	case *il.Unlock:
		return RuleUnlock
	case il.Push:
		return RulePush
	case il.Pop:
		return RulePop
	default:
		panic(il.Unknown(c))
	}
}

// Step is [[c]]⟨S, h, L⟩ of Figure 5, whose sets have at most one element up to the choice of a
// fresh location: the successor, or the reason why there is none. S must not be nil.
func Step(c il.Command, st State) (State, *Stuck) {
	s, h := st.S.Top, st.H
	switch c := c.(type) {
	case *il.Copy: // Fig5-copy
		//	[[x := y]]⟨s::S, h, L⟩ = ⟨s[x ↦ s(y)]::S, h, L⟩
		return st.assign(c.Dst, s.At(c.Src)), nil
	case *il.Load: // Fig5-load
		//	⌊π⌋ ∈ dom(h)
		//	------------------------------------------------
		//	[[x := π]]⟨s::S, h, L⟩ = ⟨s[x ↦ h(⌊π⌋)]::S, h, L⟩
		l, ok := Value(c.Src, s, h)
		if !ok {
			return State{}, noCell(c, c.Src, st)
		}
		return st.assign(c.Dst, l), nil
	case *il.Store: // Fig5-store
		//	⌊π⌋ ∈ dom(h)
		//	------------------------------------------------
		//	[[π := x]]⟨s::S, h, L⟩ = ⟨s::S, h[⌊π⌋ ↦ s(x)], L⟩
		a, ok := cell(c.Dst, s, h)
		if !ok {
			return State{}, noCell(c, c.Dst, st)
		}
		st.H = h.With(a, s.At(c.Src))
		return st, nil
	case *il.New: // Fig5-new
		//	l ∉ locn(h), l ≠ nil
		//	------------------------------------------------------------------------
		//	[[x := new()]]⟨s::S, h, L⟩ = ⟨s[x ↦ l]::S, h ∪ {(l, f) ↦ l | f ∈ Field}, L⟩
		var l Loc
		l, st.H = h.New()
		return st.assign(c.Dst, l), nil
	case *il.Lock: // Fig5-lock, without the printed cap (deviation 2); Figure 6 makes it wait
		//	[[lock()]]⟨S, h, L⟩ = ⟨S, h, L+1⟩
		st.L = st.L.After(c)
		return st, nil
	case *il.Unlock: // Fig5-unlock
		//	L > 0
		//	-----------------------------------
		//	[[unlock()]]⟨S, h, L⟩ = ⟨S, h, L-1⟩
		if st.L.Lacks(c) {
			return State{}, &Stuck{Reason: unlockAtZero, Command: c}
		}
		st.L = st.L.After(c)
		return st, nil
	case il.Push: // Fig5-push, the middle part of the rule for calls (deviations 3 and 4)
		//	[[e1]], ..., [[en]] defined in s, h
		//	------------------------------------------------------------------------------
		//	[[push(e1..en)]]⟨s::S, h, L⟩ = ⟨s_nil[arg1 ↦ [[e1]]]..[argn ↦ [[en]]]::s::S, h, L⟩
		var callee Frame
		for i, e := range c.Call.Args {
			l, ok := Value(e, s, h)
			if !ok {
				return State{}, &Stuck{Reason: noValue, Command: c, Expr: undefined(e, s, h)}
			}
			callee = callee.With(c.Callee.Formals[i], l)
		}
		st.S = &Stack{Top: callee, Rest: st.S}
		return st, nil
	case il.Pop: // Fig5-pop
		//	S not empty
		//	-----------------------------------
		//	[[pop()]]⟨s::S, h, L⟩ = ⟨S, h, L⟩
		if st.S.Rest == nil {
			return State{}, &Stuck{Reason: noCaller, Command: c}
		}
		st.S = st.S.Rest
		return st, nil
	default:
		panic(il.Unknown(c))
	}
}

// assign is ⟨s[x ↦ l]::S, h, L⟩.
func (s State) assign(x string, l Loc) State {
	s.S = &Stack{Top: s.S.Top.With(x, l), Rest: s.S.Rest}
	return s
}

func noCell(c il.Command, e il.Expr, st State) *Stuck {
	return &Stuck{Reason: noAddress, Command: c, Expr: undefined(e, st.S.Top, st.H)}
}
