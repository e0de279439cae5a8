package session

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
)

// Next is what a thread will do next, or why it will not.
type Next struct {
	Thread  semantics.Tid
	Stop    Stop               // Went: it can step; AtChoice, Waits, Faulty, Ended
	Command il.Command         // what it executes, also while it waits; nil at a choice and at the end
	Label   string             // Command as people read it, as an Event has it
	Rule    semantics.Rule     // of the command
	At      il.Pos             // where the thread stands
	Where   string             // At as "24:3"
	Do      string             // the command, "lock()", or the head of the if or while; empty at the end
	Cells   []semantics.Addr   // that the command will read or write, the access itself last
	Access  *semantics.Access  // the load or store that comes, nil if none does
	Options []semantics.Choice // at a choice
	Stuck   *semantics.Stuck   // why it will not step
	Races   bool               // its access and the other thread's race in this state
	Forever bool               // it waits, and the other thread will never give the lock back
	Text    string             // a sentence
}

// Next is what thread i will do next.
func (v View) Next(i semantics.Tid) Next {
	k := v.now.config
	p := k.Threads[i].Point
	n := Next{Thread: i, At: p.Pos(), Where: v.s.core.Source.At(p.Pos()), Races: v.now.race}
	if c, ok := p.Command(); ok {
		n.Command, n.Rule, n.Do, n.Label = c, semantics.RuleOf(c), il.CommandText(c), labelOf(c)
		n.At, n.Where = c.Pos(), v.s.core.Source.At(c.Pos())
		n.Cells = touched(c, k, i)
	} else if n.Options = p.Choices(); len(n.Options) > 0 {
		n.Do = il.Text(p.Stmt())
	}
	if a, ok := semantics.NextAccess(k, i); ok {
		n.Access = &a
	}
	n.Stuck = semantics.Enabled(k, i)
	n.Stop = stopOf(n.Stuck)
	n.Forever = n.Stop == Waits && v.neverFrees(i.Other())
	n.Text = v.s.sayNext(k, n)
	return n
}

// stopOf is the end of an operation in which a thread is stuck; nil is none.
func stopOf(stuck *semantics.Stuck) Stop {
	switch {
	case stuck == nil:
		return Went
	case stuck.Reason == semantics.AtEnd:
		return Ended
	case stuck.Reason == semantics.AtChoice:
		return AtChoice
	case stuck.Reason.Waits():
		return Waits
	case stuck.Reason == semantics.NoChoice:
		return Refused
	default:
		return Faulty
	}
}

// neverFrees tells whether thread i cannot go on, so that it keeps the lock.
func (v View) neverFrees(i semantics.Tid) bool {
	switch stopOf(semantics.Enabled(v.now.config, i)) {
	case Ended, Faulty:
		return true
	}
	return false
}

// touched lists the cells that the next command of thread i reads or writes,
// the access itself last.
func touched(c il.Command, k semantics.Config, i semantics.Tid) []semantics.Addr {
	if a, ok := il.AccessOf(c); ok {
		return effect.Cells(a.Path, k, i)
	}
	var all []semantics.Addr
	if push, ok := c.(il.Push); ok {
		for _, e := range push.Call.Args {
			all = append(all, effect.Cells(e, k, i)...)
		}
	}
	return all
}

// Reach tells of each object whether thread i can come to it from the
// variables of its frames: Reach[l-1] of the object l.
func (v View) Reach(i semantics.Tid) []bool { return reach(v.now.config, i) }

func reach(k semantics.Config, i semantics.Tid) []bool {
	seen := make([]bool, k.H.Size())
	var waiting []semantics.Loc
	visit := func(l semantics.Loc) {
		if k.H.Has(l) && !seen[l-1] {
			seen[l-1] = true
			waiting = append(waiting, l)
		}
	}
	for s := range k.Threads[i].S.Frames() {
		for _, l := range s.Vars() {
			visit(l)
		}
	}
	for len(waiting) > 0 {
		l := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, f := range k.H.Fields() {
			if to, ok := k.H.At(semantics.Addr{Loc: l, Field: f}); ok {
				visit(to)
			}
		}
	}
	return seen
}

// NextSites are the accesses before which both threads stand, if they do.
func (v View) NextSites() (il.Sites, bool) {
	var s il.Sites
	for _, i := range semantics.Tids {
		a, ok := semantics.NextAccess(v.now.config, i)
		if !ok {
			return s, false
		}
		s[i], _ = il.SiteOf(a.Command)
	}
	return v.s.pair.Sites(s[0], s[1]), true
}
