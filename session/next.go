package session

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
)

// Next is a thread's next action, or why it has none.
type Next struct {
	Thread semantics.Tid
	Stop   Stop // Went: it can step; AtChoice, Waits, Faulty, Ended
	// what it executes, also while it waits; nil at a choice and at the end
	Command il.Command
	Label   string         // Command as people read it, as in an Event
	Rule    semantics.Rule // of the command
	At      il.Pos         // where the thread is
	Where   string         // At as "24:3"
	// the command, "lock()", or the head of the if or while; empty at the end
	Do       string
	Cells    []semantics.Addr   // that the command will read or write, the access itself last
	Access   *semantics.Access  // the load or store that comes, or nil
	Options  []semantics.Choice // at a choice
	Stuck    *semantics.Stuck   // why it will not step
	Races    bool               // its access and the other thread's race in this state
	Wants    il.LockRef         // for which it waits
	Deadlock bool               // it waits for ever, and so does the other thread
	Forever  bool               // it waits, and the other thread will never release the lock
	Text     string             // a sentence
}

// Next returns the next action of thread i.
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
	if n.Stop == Waits { // a holder that cannot go on keeps the lock
		n.Wants = wants(k, i)
		holder := stopOf(semantics.Enabled(k, i.Other()))
		n.Deadlock = holder == Waits
		n.Forever = n.Deadlock || holder == Ended || holder == Faulty
	}
	n.Text = v.s.sayNext(k, n)
	return n
}

func wants(k semantics.Config, i semantics.Tid) il.LockRef {
	c, _ := k.Command(i)
	if lock, ok := c.(*il.Lock); ok {
		return lock.LockRef
	}
	return il.LockRef{}
}

// stopOf returns the Stop for the reason why a thread is stuck; nil if it is not.
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

// touched lists the cells that the next command of thread i reads or writes, the access
// itself last.
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

// NextSites returns the accesses that the threads are about to make, if both are about to make one.
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
