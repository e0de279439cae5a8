package session

import (
	"slices"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/law"
	"wobbly/semantics"
	"wobbly/session/effect"
	"wobbly/session/schedule"
)

// branching returns the options of a generator of programs with choices, calls and locks, so that
// most sessions have all kinds of steps.
func branching() gen.Options {
	o := gen.Default()
	o.If, o.While, o.Call, o.Lock, o.Sync, o.New = 0.15, 0.1, 0.2, 0.1, 0.1, 0.1
	return o
}

// randomSession begins a session of a random pair from a random state, and makes up to n random
// moves. It is nil if the program has no pair.
func randomSession(x *law.Case, n int) *Session {
	pairs := x.Core.Pairs()
	if len(pairs) == 0 {
		return nil
	}
	p := pairs[x.Rand.IntN(len(pairs))]
	s := start(x, x.Core, p, randomInit(x.Rand, x.Core, p))
	s.wander(x.Rand.Uint64(), n)
	return s
}

// TestUndoAfterStep checks that undoing any step leads back to the same state and history, and
// redoing it to the state after the step. A step along the recorded trace must add nothing to the
// history, and undoing it must drop nothing.
func TestUndoAfterStep(t *testing.T) {
	l := law.Law{
		Runs: 400, Gen: branching(),
		Floors: law.Floors{"went": 0.9, "chose": 0.3, "forked": 0.5, "followed": 0.5},
	}
	l.Check(t, func(x *law.Case) {
		s := randomSession(x, 30)
		if s == nil {
			return
		}
		for range 10 {
			s.Left(x.Rand.IntN(s.Len() + 1))
			i := semantics.Tid(x.Rand.IntN(2))
			v, shape, at := s.Now(), s.shape(), s.At()
			forks := len(s.branches)
			r := s.Step(i)
			if r.Stop == AtChoice {
				takes := r.Options
				r = s.Choose(i, takes[x.Rand.IntN(len(takes))].Take)
				x.LabelIf(r.OK(), "chose")
			}
			if !r.OK() {
				continue
			}
			x.LabelIf(s.shape() == shape, "followed")
			x.Label("went")
			x.LabelIf(len(s.branches) > forks, "forked")
			after, done := s.Now(), s.shape()
			s.sound(x)
			if !s.Undo().OK() {
				x.Fatalf("%s by %s cannot be undone", r.Text, i)
			}
			s.sound(x)
			if s.At() != at || s.Now() != v || s.shape() != shape {
				x.Fatalf("undoing %q leads from\n%sto\n%s at %d, not to %d of\n%s",
					r.Text, done, s.shape(), s.At(), at, shape)
			}
			if !s.Redo().OK() || s.Now() != after || s.shape() != done {
				x.Fatalf("redoing %q leads to\n%snot to\n%s", r.Text, s.shape(), done)
			}
		}
	})
}

// TestTextsLeadBack checks that a schedule, a link and a trace file, printed and parsed, lead to
// the state in which they were made.
func TestTextsLeadBack(t *testing.T) {
	l := law.Law{
		Runs: 400, Gen: branching(), Floors: law.Floors{"some moves": 0.85, "choices": 0.4},
	}
	l.Check(t, func(x *law.Case) {
		s := randomSession(x, 50)
		if s == nil {
			return
		}
		s.Left(s.Len() / 3)
		want := s.Now()
		same := func(how string, got *Session) {
			v := got.Now()
			if v.Config().Key() != want.Config().Key() || v.At() != want.At() ||
				v.Steps() != want.Steps() || v.Switches() != want.Switches() {
				x.Fatalf("%s leads to another state", how)
			}
		}
		x.LabelIf(s.At() > 0, "some moves")
		chooses := func(m schedule.Move) bool { return m.Do != schedule.Step }
		x.LabelIf(slices.ContainsFunc(s.Schedule(), chooses), "choices")
		moves, err := schedule.Parse(s.Schedule().String())
		if err != nil {
			x.Fatal(err)
		}
		fresh := start(x, s.core, s.pair, s.init)
		if r := fresh.Paste(moves); !r.OK() {
			x.Fatalf("Paste(%s) is refused: %s", moves, r.Text)
		}
		same("the schedule", fresh)

		link, err := schedule.ParseLink(s.Link().String())
		if err != nil {
			x.Fatal(err)
		}
		opened, changed, err := OpenLink(s.core, link)
		if changed || err != nil {
			x.Fatalf("OpenLink(%s): changed %t, error %v; want neither", link, changed, err)
		}
		same("the link", opened)

		trace, err := schedule.ParseTrace(s.Trace("test", "").String())
		if err != nil {
			x.Fatal(err)
		}
		opened, changed, err = OpenTrace(s.core, trace)
		if changed || err != nil {
			x.Fatalf("OpenTrace: changed %t, error %v; want neither", changed, err)
		}
		same("the trace", opened)
		if got := opened.Trace("test", "").String(); got != s.Trace("test", "").String() {
			x.Fatalf("the trace changed to\n%s", got)
		}
		if r := opened.Undo(); r.Stop != atEdge {
			x.Fatalf("Undo of a session that was just opened = %+v, want a refusal", r)
		}
	})
}

// TestNextAgreesWithStep checks that Step does what Next says about a thread.
func TestNextAgreesWithStep(t *testing.T) {
	names := map[Stop]string{Went: "went", AtChoice: "chooses", Waits: "waits", Ended: "ended"}
	l := law.Law{
		Runs: 300, Gen: branching(),
		Floors: law.Floors{"went": 0.9, "chooses": 0.4, "waits": 0.1, "ended": 0.8},
	}
	l.Check(t, func(x *law.Case) {
		s := randomSession(x, 40)
		if s == nil {
			return
		}
		made := len(s.done)
		back := func() {
			for len(s.done) > made {
				s.Undo()
			}
		}
		for n := 0; n <= s.Len(); n++ {
			for _, i := range semantics.Tids {
				s.Go(n)
				v := s.Now()
				next := v.Next(i)
				r := s.Step(i)
				x.LabelIf(names[r.Stop] != "", names[r.Stop])
				if r.Stop != next.Stop || !r.OK() && r.Text != next.Text ||
					(r.Stop == AtChoice) != (len(r.Options) > 0) {
					x.Fatalf("Next says %+v, Step does %+v", next, r)
				}
				if !r.OK() {
					continue
				}
				done := s.Now().Effects()
				cells := slices.Clone(done.Reads)
				if done.Wrote {
					cells = append(cells, *done.Access)
				}
				e, _ := s.Now().Last()
				if !slices.Equal(cells, next.Cells) || e.Command != next.Command ||
					e.Where != next.Where || e.Do != next.Do {
					x.Fatalf("Next says %+v, the step was %+v", next, e)
				}
				if v.now.race != next.Races {
					x.Fatalf("Next says %+v, and the state races: %t", next, v.now.race)
				}
				if next.Races && next.Access.Command != must(v.Race()).Sides[i].Command {
					x.Fatalf("Next says %+v, which is not a side of the race", next)
				}
				back()
			}
		}
	})
}

// TestEffectsAreTheDifference checks that the effects of a step are the difference between the
// states before and after it.
func TestEffectsAreTheDifference(t *testing.T) {
	l := law.Law{
		Runs: 300, Gen: branching(),
		Floors: law.Floors{
			"writes": 0.7, "a call": 0.2, "the lock": 0.3, "a new object": 0.6, "no effect": 0.02,
		},
	}
	l.Check(t, func(x *law.Case) {
		s := randomSession(x, 60)
		if s == nil {
			return
		}
		for n := 1; n <= s.Len(); n++ {
			v, _ := s.State(n)
			e := v.Effects()
			k, l := v.before.config, v.now.config
			for cell, old := range k.H.Cells() {
				now, _ := l.H.At(cell)
				said := e.Cell != nil && e.Cell.Cell == cell
				if old != now && !said || said && (e.Cell.Old != old || e.Cell.New != now) {
					x.Fatalf("%s: cell %s went from %s to %s, said %+v", v.Say(), cell, old,
						now, e.Cell)
				}
			}
			made := l.H.Size() > k.H.Size()
			if made != (e.New != semantics.Nil) || made && !l.H.Has(e.New) {
				x.Fatalf("%s: the heap has a new object: %t, said %s", v.Say(), made, e.New)
			}
			for _, i := range semantics.Tids {
				d := l.Threads[i].L.Depth() - k.Threads[i].L.Depth()
				said := e.Lock != nil && e.Lock.Thread == i
				if said != (d != 0) || said && e.Lock.New.Depth()-e.Lock.Old.Depth() != d {
					x.Fatalf("%s: the level of %s changes by %d, said %+v", v.Say(), i, d, e.Lock)
				}
				frames := effect.Below(l.Threads[i].S) - effect.Below(k.Threads[i].S)
				mine := v.now.move.Thread == i
				if (frames > 0) != (mine && e.Pushed != nil) ||
					(frames < 0) != (mine && e.Popped != nil) {
					x.Fatalf("%s: %d frames, said %+v %+v", v.Say(), frames, e.Pushed, e.Popped)
				}
				if frames != 0 {
					continue
				}
				for name, now := range l.Threads[i].S.Top.Vars() {
					old := k.Threads[i].S.Top
					changed := !old.Assigned(name) || old.At(name) != now
					said := mine && e.Local != nil && e.Local.Name == name
					if changed && !said ||
						said && (e.Local.New != now || e.Local.Old != old.At(name) ||
							e.Local.HadValue != old.Assigned(name)) {
						x.Fatalf("%s: %s.%s is %s, said %+v", v.Say(), i, name, now, e.Local)
					}
				}
			}
			x.LabelIf(e.Cell != nil, "writes")
			x.LabelIf(e.Pushed != nil, "a call")
			x.LabelIf(e.Lock != nil, "the lock")
			x.LabelIf(e.New != semantics.Nil, "a new object")
			last, _ := v.Last()
			x.LabelIf(e.None() && last.Command != nil, "no effect")
		}
	})
}
