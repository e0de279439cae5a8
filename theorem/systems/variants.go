package systems

import (
	"wobbly/abstract/racerd"
	"wobbly/dynamic/rdit"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// Variants are the forms of RacerD, of which some violate what Theorem 3 asks for,
// and the variants of RDIT for which Theorem 5 is false.
func Variants() []*engine.Switch {
	return append(racerdSwitches(), rditSwitches()...)
}

func racerdSwitches() []*engine.Switch {
	var all []*engine.Switch
	for _, f := range racerd.Switches {
		s := &engine.Switch{
			Name: "theorem3:" + f.Name, Kind: engine.LemmaCondition, Statement: "theorem3", Needed: f.Violates != "",
			Text: "in RacerD " + f.Text, Off: engine.Off{Variant: f.Name},
			Step: "None fails: the form meets all conditions.", Refute: engine.Without(theorem3()),
		}
		if s.Needed {
			s.Step, s.Refute = "The form does not meet "+f.Violates+".", engine.Without(theorem3(), f.Violates)
		}
		all = append(all, s)
	}
	return all
}

func rditSwitches() []*engine.Switch {
	var all []*engine.Switch
	for _, v := range []struct{ variant, step string }{
		{rdit.Published.Name, "Both are missing, or one: the lock is in no reach."},
		{rdit.First.Name, "Both are missing: the BarrierPairs are not the first of their threads behind each other."},
		{rdit.LockInReach.Name, "One is missing: no edge ties a recorded lock to a BarrierPair."},
	} {
		all = append(all, &engine.Switch{
			Name: "theorem5:" + v.variant, Kind: engine.LemmaCondition, Statement: "theorem5", Needed: true,
			Text: "the variant " + v.variant, Off: engine.Off{Variant: v.variant}, Drawing: draw.Observable, Refute: engine.Without(theorem5(), "repaired"),
			Step: "Theorem 5, its cases: " + v.step,
		})
	}
	return all
}
