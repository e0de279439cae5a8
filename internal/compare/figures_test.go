package compare

import (
	"context"
	"reflect"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
	"wobbly/internal/iltest"
)

// TestFigures: a program counted by hand.
func TestFigures(t *testing.T) {
	core := iltest.Core(t, `m(a) { x := a.f; a.f.g := new(); }
n(b) { lock(); b.f := new(); unlock(); }`)
	got := FiguresOf(context.Background(), core, analyzers.DefaultOptions())
	want := &Figures{
		Programs: 1, Statements: 7,
		// RacerD: a.f.g twice over in m || m, and a.f against b.f; RacerDX loses the former.
		Reports: [2]uint64{2, 1}, Paths: [2]uint64{3, 2},
		Lost: Judged{Real: 1}, RacerD: Judged{Real: 2}, Chord: Judged{Real: 2},
		ChordLines: 2, CommonLines: 2,
		// (load, store) and (store, store) of f, (store, store) of g; the store of f is locked.
		Stages: [5]uint64{3, 3, 3, 3, 2},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	sum := &Figures{}
	sum.Plus(got)
	sum.Plus(got)
	if sum.Programs != 2 || sum.Reports[0] != 4 || sum.Paths[1] != 4 || sum.Lost.All() != 2 || sum.Stages[4] != 4 || sum.ChordLines != 4 {
		t.Errorf("%+v", sum)
	}
	o := analyzers.DefaultOptions()
	o.Search.MaxStates = 1
	if cut := FiguresOf(context.Background(), core, o); cut.Cut != 1 || cut.Chord.Unknown != 2 || cut.Chord.False > 0 {
		t.Errorf("%+v", cut)
	}
}

// TestRandomFigures: the sums do not depend on the workers.
func TestRandomFigures(t *testing.T) {
	d, _ := gen.FindDrawing("small")
	one, failures := RandomFigures(context.Background(), Draw{Drawing: d, Seed: 5, Programs: 40, Crew: campaign.Here(1)}, FiguresOf, analyzers.DefaultOptions())
	two, _ := RandomFigures(context.Background(), Draw{Drawing: d, Seed: 5, Programs: 40, Crew: campaign.Here(2)}, FiguresOf, analyzers.DefaultOptions())
	if !reflect.DeepEqual(one, two) || one.Programs != 40 || one.Reports[0] <= one.Reports[1] || one.Stages[0] <= one.Stages[4] || len(failures) > 0 {
		t.Errorf("%+v, %+v, %v", one, two, failures)
	}
}

// TestMob: what Chord leaves of a program, by RaceMob's verdicts.
func TestMob(t *testing.T) {
	core := iltest.Core(t, "{ lock(); arg1.f := new(); unlock(); x := arg1.g; } || { lock(); y := arg1.f; unlock(); arg1.g := y; z := new(); z.g := z; }")
	f := RaceMobOf(context.Background(), core, analyzers.DefaultOptions())
	if m := f.Mob; m.Candidates != 1 || m.CoEnabled != 1 || m.UnorderedOnly+m.Ordered+m.Timeout+m.Unknown != 0 || f.Statements != 11 ||
		m.Runs == 0 || m.Steps < m.Monitored || m.Monitored == 0 || m.Runs < m.Steered || m.Steered < m.TimedOut {
		t.Errorf("%+v", f)
	}
	sum := &Figures{}
	sum.Plus(f)
	sum.Plus(f)
	if sum.Mob.Candidates != 2 || sum.Mob.Runs != 2*f.Mob.Runs || sum.Mob.Monitored != 2*f.Mob.Monitored || sum.Mob.TimedOut != 2*f.Mob.TimedOut {
		t.Errorf("%+v", sum.Mob)
	}
}

// TestAlarms: an alarm stands where some pair of units has it, and its verdict is the best
// that one of them has.
func TestAlarms(t *testing.T) {
	core := iltest.Core(t, `a(p) { put(p); } b(p) { lock(); put(p); unlock(); }
private put(p) { p.f := new(); }`)
	f := FiguresOf(context.Background(), core, analyzers.DefaultOptions())
	if f.Chord != (Judged{Real: 1}) || f.RacerD != (Judged{Real: 1}) || f.Stages[4] != 1 || f.ChordLines != 1 {
		t.Errorf("%+v", f)
	}
	s := il.Sites{{At: 3}, {At: 1}}
	for _, x := range []struct {
		verdicts []Verdict
		want     Verdict
	}{
		{[]Verdict{unrealVerdict, unknownVerdict}, unknownVerdict}, {[]Verdict{unknownVerdict, unrealVerdict}, unknownVerdict},
		{[]Verdict{realVerdict, unknownVerdict}, realVerdict}, {[]Verdict{unknownVerdict, realVerdict, unrealVerdict}, realVerdict},
	} {
		c := counter{Figures: &Figures{}, alarms: map[il.Sites]*alarm{}}
		for _, v := range x.verdicts {
			c.alarm(&Row{Sites: s, Reports: make([][]analyzers.Report, 3)}, v)
		}
		if a := c.alarms[il.Sites{s[1], s[0]}]; len(c.alarms) != 1 || a == nil || a.truth != x.want {
			t.Errorf("%v: %+v, want %v", x.verdicts, c.alarms, x.want)
		}
	}
}
