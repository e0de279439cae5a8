package main

import (
	"context"
	"reflect"
	"testing"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/iltest"
)

// Testfigures: a program counted by hand.
func TestFigures(t *testing.T) {
	core := iltest.Core(t, `m(a) { x := a.f; a.f.g := new(); }
n(b) { lock(); b.f := new(); unlock(); }`)
	got := comparisonFigures(context.Background(), core, analyzers.DefaultOptions())
	want := &figures{
		Programs: 1, Statements: 7,
		// RacerD: a.f.g twice over in m || m, and a.f against b.f; RacerDX loses the former.
		Reports: [2]uint64{2, 1}, Paths: [2]uint64{3, 2},
		Lost: judged{Real: 1}, RacerD: judged{Real: 2}, Chord: judged{Real: 2},
		ChordLines: 2, CommonLines: 2,
		// (load, store) and (store, store) of f, (store, store) of g; the store of f is locked.
		Stages: [5]uint64{3, 3, 3, 3, 2},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	sum := &figures{}
	sum.plus(got)
	sum.plus(got)
	if sum.Programs != 2 || sum.Reports[0] != 4 || sum.Paths[1] != 4 || sum.Lost.all() != 2 || sum.Stages[4] != 4 || sum.ChordLines != 4 {
		t.Errorf("%+v", sum)
	}
	o := analyzers.DefaultOptions()
	o.Search.MaxStates = 1
	if cut := comparisonFigures(context.Background(), core, o); cut.Cut != 1 || cut.Chord.Unknown != 2 || cut.Chord.False > 0 {
		t.Errorf("%+v", cut)
	}
}

// TestMob counts the candidates of a program by RaceMob's verdicts.
func TestMob(t *testing.T) {
	core := iltest.Core(t, "{ lock(); arg1.f := new(); unlock(); x := arg1.g; } || { lock(); y := arg1.f; unlock(); arg1.g := y; z := new(); z.g := z; }")
	f := raceMobFigures(context.Background(), core, analyzers.DefaultOptions())
	if m := f.Mob; m.Candidates != 1 || m.CoEnabled != 1 || m.UnorderedOnly+m.Ordered+m.Timeout+m.Unknown != 0 || f.Statements != 11 ||
		m.Runs == 0 || m.Steps < m.Monitored || m.Monitored == 0 || m.Runs < m.Steered || m.Steered < m.TimedOut {
		t.Errorf("%+v", f)
	}
	sum := &figures{}
	sum.plus(f)
	sum.plus(f)
	if sum.Mob.Candidates != 2 || sum.Mob.Runs != 2*f.Mob.Runs || sum.Mob.Monitored != 2*f.Mob.Monitored || sum.Mob.TimedOut != 2*f.Mob.TimedOut {
		t.Errorf("%+v", sum.Mob)
	}
}

// TestAlarms checks that an alarm of several pairs of units counts once, with the best verdict.
func TestAlarms(t *testing.T) {
	core := iltest.Core(t, `a(p) { put(p); } b(p) { lock(); put(p); unlock(); }
private put(p) { p.f := new(); }`)
	f := comparisonFigures(context.Background(), core, analyzers.DefaultOptions())
	if f.Chord != (judged{Real: 1}) || f.RacerD != (judged{Real: 1}) || f.Stages[4] != 1 || f.ChordLines != 1 {
		t.Errorf("%+v", f)
	}
	s := il.Sites{{At: 3}, {At: 1}}
	for _, x := range []struct {
		verdicts []compare.Verdict
		want     compare.Verdict
	}{
		{[]compare.Verdict{compare.Unreal, compare.Undecided}, compare.Undecided}, {[]compare.Verdict{compare.Undecided, compare.Unreal}, compare.Undecided},
		{[]compare.Verdict{compare.Real, compare.Undecided}, compare.Real}, {[]compare.Verdict{compare.Undecided, compare.Real, compare.Unreal}, compare.Real},
	} {
		c := counter{figures: &figures{}, alarms: map[il.Sites]*alarm{}}
		for _, v := range x.verdicts {
			c.alarm(&compare.Row{Sites: s, Reports: make([][]analyzers.Report, 3)}, v)
		}
		if a := c.alarms[il.Sites{s[1], s[0]}]; len(c.alarms) != 1 || a == nil || a.truth != x.want {
			t.Errorf("%v: %+v, want %v", x.verdicts, c.alarms, x.want)
		}
	}
}
