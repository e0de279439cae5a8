package unordered

import (
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// Check accepts an execution of p as evidence that its accesses a, of the left unit, and b, of the
// right unit, race, or returns an error that says why not. It executes every step with package
// semantics and computes happens-before with a vector clock for each thread; it shares nothing with
// the search.
func Check(core *il.Core, p il.Pair, a, b il.Site, x *Execution) error {
	if x == nil {
		return errors.New("there is no execution")
	}
	k, err := semantics.NewConfig(core, p, x.Init)
	if err != nil {
		return err
	}
	if err := semantics.WellBehaved(k); err != nil {
		return err
	}
	last := len(x.Steps) - 1
	if x.First < 0 || x.First >= last {
		return fmt.Errorf("step %d of %d cannot be the first of two accesses", x.First+1, last+1)
	}
	var c clocks
	var first, second event
	for n, s := range x.Steps {
		if s.Thread > semantics.B {
			return fmt.Errorf("step %d: there is no thread %d", n+1, s.Thread)
		}
		next, e, err := step(k, s)
		if err != nil {
			return fmt.Errorf("step %d: %w", n+1, err)
		}
		c.step(s.Thread, k.Threads[s.Thread].L, e.command)
		e.time = c.of[s.Thread]
		switch n {
		case x.First:
			first = e
		case last:
			second = e
		}
		k = next
	}
	return races(a, b, first, second)
}

type event struct {
	thread  semantics.Tid
	command il.Command
	site    il.Site
	access  bool
	cell    semantics.Addr // the cell of an access
	time    clock          // the time of its thread after the step
}

func step(k semantics.Config, s execution.Turn) (semantics.Config, event, error) {
	k, stuck := semantics.Choose(k, s.Thread, s.Decisions...)
	if stuck != nil {
		return k, event{}, errors.New(stuck.String())
	}
	e := event{thread: s.Thread}
	if a, ok := semantics.NextAccess(k, s.Thread); ok {
		e.site, e.access = il.SiteOf(a.Command)
		e.cell = a.Cell
	}
	next, m, stuck := semantics.Next(k, s.Thread)
	if stuck != nil {
		return k, event{}, errors.New(stuck.String())
	}
	e.command = m.Command
	return next, e, nil
}

// races returns an error unless two steps, the later one second, are the accesses a and b and race.
func races(a, b il.Site, first, second event) error {
	left, right := first, second
	if first.thread == semantics.B {
		left, right = second, first
	}
	switch {
	case !first.access || !second.access:
		return errors.New("one of the two steps is neither a load nor a store")
	case left.thread == right.thread:
		return errors.New("the two accesses are of one thread")
	case left.site != a || right.site != b:
		return errors.New("the two accesses are at other places than claimed")
	case a.Kind == il.Read && b.Kind == il.Read:
		return errors.New("the two accesses are loads")
	case left.cell != right.cell:
		return fmt.Errorf("one access is of %s, the other of %s", left.cell, right.cell)
	case first.time[first.thread] <= second.time[first.thread]:
		return errors.New("the first access happens before the second")
	}
	return nil
}

// A clock is a vector time: how many steps of each thread happen before a step or are it.
type clock [2]int

// clocks are the times of the threads and of each lock's last release, by slot.
type clocks struct {
	of   [2]clock
	lock [il.MaxLocks + 1]clock
}

// step records a step of thread i, with lock level l before it. It orders lock() after unlock().
func (c *clocks) step(i semantics.Tid, l il.Level, command il.Command) {
	c.of[i][i]++
	lock := &c.lock[il.SlotOf(command)]
	switch {
	case l.Takes(command):
		for j := range lock {
			c.of[i][j] = max(c.of[i][j], lock[j])
		}
	case l.Frees(command):
		*lock = c.of[i]
	}
}
