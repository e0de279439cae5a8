// Package coverage counts which rules of Figures 5 to 8, and of the reporting condition, a program
// uses.
package coverage

import (
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/theorem/draw"
)

// Coverage counts, for each name in Rules, how often a rule was used or was refused.
type Coverage map[string]uint64

// The rules of Figures 7 and 8 and of the reporting condition, by name. Those of Figures 5 and 6
// are semantics.Rules, and those of Figure 7 for simple commands are named after them.
const (
	fig7If      = "Fig7-if"
	fig7While   = "Fig7-while"
	fig7Call    = "Fig7-call"
	fig7Prefix  = "Fig7-call WB"              // a prefix argument becomes wobbly
	fig7NoFml   = "Fig7-wobbly refused: fml"  // an element rooted at a local is dropped
	fig7NoAcc   = "Fig7-accs refused: fml"    // an access through a local is dropped
	fig7NoActs  = "Fig7-call refused: fml"    // an argument is rooted at a local
	fig8Push    = "Fig8-push"                 // exec of a push
	fig8Pop     = "Fig8-pop"                  // exec of a pop
	fig8Command = "Fig8-command"              // exec of a simple command
	fig8NoSubst = "Fig8-subst refused: local" // an element that a caller cannot name
	reported    = "Theorem6.10"
	notStable   = "Theorem6.10 refused: wobbly"
	notUnlocked = "Theorem6.10 refused: locks"
	notWriting  = "Theorem6.10 refused: two reads"
	notSame     = "Theorem6.10 refused: fields"
	lockHeld    = "Fig6 refused: lock held"
	racing      = "Definition3.6"
	notRacing   = "Definition3.6 refused: cells" // the accesses are of different objects
)

// figure7 returns the name of the rule of Figure 7 for a simple command.
func figure7(c il.Command) string {
	return strings.Replace(string(semantics.RuleOf(c)), "Fig5", "Fig7", 1)
}

// Rules lists all names that a Coverage may count, in the order of the paper.
func Rules() []string {
	names := slice.Map(semantics.Rules(), func(r semantics.Rule) string { return string(r) })
	names = append(names, lockHeld, racing, notRacing)
	for _, c := range il.AllCommands {
		if il.FrameChange(c) == 0 {
			names = append(names, figure7(c))
		}
	}
	return append(names, fig7If, fig7While, fig7Call, fig7Prefix,
		fig7NoFml, fig7NoAcc, fig7NoActs, fig8Command, fig8Push, fig8Pop, fig8NoSubst,
		reported, notStable, notUnlocked, notWriting, notSame)
}

// Uncovered lists the rules that were never used.
func (c Coverage) Uncovered() []string {
	return slices.DeleteFunc(Rules(), func(r string) bool { return c[r] > 0 })
}

// Add adds the counts of o to c.
func (c Coverage) Add(o Coverage) {
	for r, n := range o {
		c[r] += n
	}
}

// Case counts the rules that a program uses: those of the analysis on its units, and those of the
// semantics on one random interleaving of each pair. If sets is nil, the reporting condition is not
// counted.
func (c Coverage) Case(core *il.Core, sets *abstract.Sets, r *rand.Rand) {
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) { c.statement(u, s) })
	}
	for _, p := range core.Pairs() {
		if sets != nil {
			left, right := sets.Summary(p.Left), sets.Summary(p.Right)
			for a := range left.A.All() {
				for b := range right.A.All() {
					c[premise(left, right, a, b)]++
				}
			}
		}
		c.interleaving(r, draw.Config(core, p, draw.Init(r, core, p)))
	}
}

// statement counts the rules of Figures 7 and 8 for a statement of u.
func (c Coverage) statement(u *il.Unit, s il.Stmt) {
	switch x := s.(type) {
	case *il.Skip:
	case *il.If:
		c[fig7If]++
	case *il.While:
		c[fig7While]++
	case *il.Call:
		c[fig7Call]++
		c[fig8Push]++
		c[fig8Pop]++
		if len(abstract.PrefixArguments(x.Args)) > 0 {
			c[fig7Prefix]++
		}
		for _, e := range x.Args {
			if u.Formal(e.Root) < 0 {
				c[fig7NoActs]++
				c[fig8NoSubst]++
			}
		}
	case il.Command:
		c[figure7(x)]++
		c[fig8Command]++
		touched := abstract.Touched(s)
		for _, e := range touched.List() {
			if u.Formal(e.Root()) < 0 {
				c[fig7NoFml]++
			}
		}
		if a, ok := abstract.Accessed(s); ok && u.Formal(a.Path.Root()) < 0 {
			c[fig7NoAcc]++
		}
	default:
		panic(il.Unknown(s))
	}
}

// premise returns the name of the first premise of the reporting condition that fails for the
// accesses a of l and b of r, or reported.
func premise(l, r abstract.D, a, b abstract.Access) string {
	switch {
	case !slices.Equal(a.Path.Fields(), b.Path.Fields()):
		return notSame
	case a.Kind == il.Read && b.Kind == il.Read:
		return notWriting
	case a.Lock.Excludes(b.Lock):
		return notUnlocked
	case !l.Stable(a.Path) || !r.Stable(b.Path):
		return notStable
	default:
		return reported
	}
}

// interleaving counts the rules of a random interleaving from k.
func (c Coverage) interleaving(r *rand.Rand, k semantics.Config) {
	for range draw.MaxSteps {
		c.meeting(k)
		i := semantics.Tid(r.IntN(2))
		next, move, stuck := semantics.Next(k, i, draw.Resolve(r, k, i)...)
		if stuck != nil {
			if stuck.Reason == semantics.LockHeld {
				c[lockHeld]++
			}
			next, move, stuck = semantics.Next(k, i.Other(), draw.Resolve(r, k, i.Other())...)
		}
		if stuck != nil {
			return
		}
		k = next
		for _, rule := range move.Rules() {
			c[string(rule)]++
		}
	}
}

// meeting counts a race in k, or two accesses that would race if they were of the same object.
func (c Coverage) meeting(k semantics.Config) {
	if _, ok := semantics.Race(k); ok {
		c[racing]++
		return
	}
	a, okA := semantics.NextAccess(k, semantics.A)
	b, okB := semantics.NextAccess(k, semantics.B)
	if okA && okB && a.Cell.Field == b.Cell.Field && (a.Kind == il.Write || b.Kind == il.Write) {
		c[notRacing]++
	}
}
