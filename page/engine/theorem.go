package engine

import (
	"cmp"

	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/coverage"
	"wobbly/theorem/engine"
)

// statements answers theorem.list.
func (c *call) statements(struct{}) ([]byte, int, error) {
	return documentOf(report.Statements{List: ask.Statements(theorem.Statements())}, 0)
}

func (c *call) switches(struct{}) (switchList, error) {
	return switchList{slice.Map(theorem.Switches(), func(s *engine.Switch) switchRow {
		x := ask.Switch(s)
		return switchRow{
			Name: x.Name, Kind: x.Kind, Text: x.Text, Statement: x.Statement, Needed: x.Needed,
			Step: x.Step,
		}
	})}, nil
}

func (c *call) fuzz(p fuzzAsk) ([]byte, int, error) {
	chosen, err := ask.ChooseStatements(theorem.Statements(), p.Names)
	if err != nil {
		return nil, 0, err
	}
	q := ask.Fuzzing{
		Cases: cmp.Or(p.Cases, ask.DefaultCases), Seed: cmp.Or(p.Seed, 1), First: p.First,
		Workers: 1, Without: p.Without,
	}
	if err := q.Without.Check(chosen); err != nil {
		return nil, 0, err
	}
	q.Each = c.fuzzMeter(q.Cases)
	x, err := ask.Fuzz(c.ctx, chosen, q)
	if err != nil {
		return nil, 0, err
	}
	exit := 0
	for _, e := range x.Exits(q) {
		exit = max(exit, e)
	}
	return documentOf(x.Document, exit)
}

// fuzzMeter returns a function that reports the progress of a run, and how often each rule was
// used. The run has one worker, which works on one batch after the other.
func (c *call) fuzzMeter(cases uint64) func(*engine.Tally) {
	m := c.meter("fuzz", "")
	before := map[string]uint64{} // uses of each rule in the batches that are done
	var done uint64
	var part *engine.Tally // of the batch that is running
	return func(t *engine.Tally) {
		if part != nil && part != t {
			done += part.Cases
			for rule, n := range part.Coverage {
				before[rule] += uint64(n)
			}
		}
		part = t
		m.count(done+t.Cases, cases, func() []shareCount {
			return slice.Map(coverage.Rules(), func(r string) shareCount {
				return shareCount{r, before[r] + uint64(t.Coverage[r])}
			})
		})
	}
}

func (c *call) breaks(p breakAsk) ([]byte, int, error) {
	size := or(p.Size, ask.DefaultBreakSize)
	if err := notNegative("size", size); err != nil {
		return nil, 0, err
	}
	if size > ask.MaxBreakSize {
		return nil, 0, refuse("message", "size is at most %d", ask.MaxBreakSize)
	}
	if len(p.Names) == 0 {
		return nil, 0,
			hinted(refuse("message", "there is no switch to break the theorem with"),
				"theorem.switches lists them")
	}
	d := &report.TheoremBreak{
		Seed: cmp.Or(p.Seed, 1), Cases: cmp.Or(p.Cases, ask.DefaultBreakCases), Size: size,
		Switches: []report.BrokenRow{},
	}
	worst := 0
	for _, name := range p.Names {
		s, err := ask.ChooseSwitch(name)
		if err != nil {
			return nil, 0, err
		}
		m := c.meter("break", s.Name)
		row, _, exit := ask.Break(c.ctx, s, engine.Breaking{
			Seed: d.Seed, Cases: d.Cases, Size: d.Size,
			Progress: func(b *engine.Broken) { m.count(b.Drawn+b.Enumerated, 0, nil) },
		})
		d.Switches, worst = append(d.Switches, *row), max(worst, exit)
	}
	return documentOf(d, worst)
}
