package semantics

import "wobbly/il"

// Rule names an inference rule of Figure 5 or 6. It travels with each event,
// so that coverage and displays can tell which rules a run has used.
type Rule string

// The rules. Figure 5's rules for C; c and for calls have no step of their
// own: the former is a Point that goes on, the latter is a push, the callee's
// body and a pop.
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
	ruleLoop Rule = "Fig5-while-loop" // while * goes round once more
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

// RuleOf is the rule of Figure 5 that executes c.
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
