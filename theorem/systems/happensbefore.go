package systems

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/semantics/explore"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/positives"
	"wobbly/theorem/truth"
)

func unordered() *engine.Statement {
	return &engine.Statement{
		Name: "unordered", Title: "Races are unordered by happens-before",
		Cite: "Definition 3.6 (POPL 2019), and happens-before (package unordered)",
		Words: "For every pair of sites that the exact search finds to race by Definition 3.6, " +
			"the other exact search finds an execution that makes both accesses, to one cell and " +
			"unordered by happens-before. An independent check accepts that execution. " +
			positives.Sampled,
		Symbols: "races(C1 ∥ C2) ⊆ unordered(C1 ∥ C2)",
		Printed: "Not all pairs of accesses can be made back to back: if the paths of two stores " +
			"lead through a field with the name of their last one, either store can lead the " +
			"other to another cell.",
		Hypotheses: []engine.Hypothesis{
			engine.On("unmoved",
				"At most one access is a store through a field with the name of its last one.",
				func(x *meetingRace) bool { return !x.moved() }).
				Because("The second access: after either store the other is to another cell.").
				Drawn(draw.Circling),
		},
		Floor: 0.1,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachRace(c,
				func(p il.Pair, race *explore.Race) bool { return visit(&meetingRace{c, p, race}) })
		},
	}
}

// meetingRace is an instance about a race by Definition 3.6.
type meetingRace struct {
	c    *engine.Case
	pair il.Pair
	race *explore.Race
}

// moved reports whether both accesses are stores whose path contains its last field twice.
func (m *meetingRace) moved() bool {
	moves := func(s il.Stmt) bool {
		store, ok := s.(*il.Store)
		if !ok {
			return false
		}
		n := len(store.Dst.Fields) - 1
		return slices.Contains(store.Dst.Fields[:n], store.Dst.Fields[n])
	}
	return moves(m.race.Left.Stmt) && moves(m.race.Right.Stmt)
}

func (m *meetingRace) Conclusion() error {
	return truth.IsUnordered(m.c, m.pair, m.race.Sites())
}

func (m *meetingRace) String() string {
	return "the race of " + notation.Sites(m.c.Core, m.pair, m.race.Sites())
}

func happensBefore() *engine.Statement {
	return &engine.Statement{
		Name: "hb", Title: "Happens-before reports what is unordered",
		Cite: "package hb, after FastTrack (PLDI 2009)",
		Words: "If the detector with vector clocks reports two accesses of a drawn " +
			"execution, both threads access one cell, one of them by a write, " +
			"and happens-before, followed event by event, leaves them unordered. The exact " +
			"search finds their sites. " + positives.Sampled,
		Symbols:   "hb(τ∥) ⊆ {(i, j) | i ∥ j in τ∥}, sites(hb(τ∥)) ⊆ unordered(C1 ∥ C2)",
		Floor:     0.1,
		Instances: eachDetected,
	}
}

// detected is an instance about a report of happens-before on an execution.
type detected struct {
	c      *engine.Case
	run    *dynamic.Execution
	report hb.Report
}

var drawnLimits = dynamic.Limits{Steps: draw.MaxSteps, Rounds: 2}

func eachDetected(c *engine.Case, visit func(engine.Instance) bool) error {
	p, ok, err := positives.Probed(c)
	if !ok {
		return err
	}
	x := dynamic.Draw(c.Core, p, c.Rand(), drawnLimits)
	for _, r := range hb.Reports(x) {
		if !visit(&detected{c: c, run: x, report: r}) {
			break
		}
	}
	return nil
}

func (d *detected) Conclusion() error {
	i, j := d.report.Race.First, d.report.Race.Second
	switch a, b := d.run.Events[i], d.run.Events[j]; {
	case !a.Conflicts(b):
		return fmt.Errorf("%v and %v do not conflict", a, b)
	case dynamic.Sites(d.run.Pair, a, b) != d.report.Sites:
		return errors.New("the accesses are at other sites")
	case orderedFrom(d.run.Events, i)[j]:
		return fmt.Errorf("event %d happens before event %d", i, j)
	}
	return truth.IsUnordered(d.c, d.run.Pair, d.report.Sites)
}

func (d *detected) String() string {
	return "the report of " + notation.Sites(d.c.Core, d.run.Pair, d.report.Sites) +
		", of the execution " + fmt.Sprint(d.run.Events)
}

// orderedFrom returns for each event whether event i happens before it, by the definition, without
// clocks. A thread knows of i after the event itself, or after acquiring a lock released by a
// thread that knew of i.
func orderedFrom(events []dynamic.Event, i int) []bool {
	knows := [2]bool{} // by thread
	knows[events[i].Thread] = true
	released := map[int]bool{} // by slot, whether the last thread that released the lock knew
	ordered := make([]bool, len(events))
	for j := i; j < len(events); j++ {
		t := events[j].Thread
		switch {
		case events[j].Frees():
			released[events[j].Slot] = knows[t]
		case events[j].Takes():
			knows[t] = knows[t] || released[events[j].Slot]
		}
		ordered[j] = j > i && knows[t]
	}
	return ordered
}
