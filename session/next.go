package session

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
)

// Next is a thread's next action, or why it has none.
type Next struct {
	Thread semantics.Tid
	// Stop is Went if the thread can take a step, and otherwise AtChoice, Waits, Faulty or Ended.
	Stop Stop
	// Command is the thread's next command, also while the thread waits. It is nil at a choice and
	// at the end.
	Command il.Command
	// Label is Command as people read it, as in an Event.
	Label string
	Rule  semantics.Rule
	// At is the position of the thread, and Where the same as text, such as "24:3".
	At    il.Pos
	Where string
	// Do is the text of Command, or the head of the if or while. It is empty at the end.
	Do string
	// Cells has the cells that the command will read or write, the access itself last.
	Cells []semantics.Addr
	// Access is the load or store that comes next, or nil.
	Access  *semantics.Access
	Options []semantics.Choice
	// Stuck says why the thread cannot take a step. It is nil if it can.
	Stuck *semantics.Stuck
	// Races means that the next accesses of both threads race.
	Races    bool
	Wants    il.LockRef
	Deadlock bool
	// Forever means that the thread waits, and the other one will never release the lock.
	Forever bool
	Text    string
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
	if n.Stop == Waits { // a holder that cannot take a step keeps the lock
		n.Wants = wants(k, i)
		holder := stopOf(semantics.Enabled(k, i.Other()))
		n.Deadlock = holder == Waits
		n.Forever = n.Deadlock || holder == Ended || holder == Faulty
	}
	n.Text = v.s.sayNext(k, n)
	return n
}

// wants returns the lock that the next command of thread i takes.
func wants(k semantics.Config, i semantics.Tid) il.LockRef {
	c, _ := k.Command(i)
	if lock, ok := c.(*il.Lock); ok {
		return lock.LockRef
	}
	return il.LockRef{}
}

// stopOf returns the Stop for the reason why a thread is stuck, or Went if the reason is nil.
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

// touched lists the cells that the command c of thread i reads or writes, the access itself last.
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
