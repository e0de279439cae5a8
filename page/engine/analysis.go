package engine

import (
	"strings"

	"wobbly/internal/slice"
	"wobbly/session/advice"
	"wobbly/session/command"
)

func (c *call) analysisOf(p sessionAsk) (analysisView, error) {
	var v analysisView
	x, err := c.session(p.Session)
	if err != nil {
		return v, err
	}
	if closed := x.controls.Closed; closed != nil {
		if why := closed(command.Analysis); why.Refuses() {
			return v, refuse("session", "%s", strings.TrimSuffix(why.String(), "."))
		}
	}
	s := x.controls.Session
	now := s.Now()
	for i := range v.Threads {
		point := now.Config().Threads[i].Point
		u, err := x.advice.Lines(c.ctx, s.Core(), point.Unit())
		if err != nil {
			return v, err
		}
		v.Threads[i] = analysisThread{
			Unit: point.Unit().Name, Row: u.Row(point), End: stateOf(u.End),
			Rows: slice.Map(u.Lines, lineOf),
		}
	}
	if sites, ok := now.NextSites(); ok {
		about, err := x.advice.About(c.ctx, s.Core(), s.Pair(), sites)
		if err != nil {
			return v, err
		}
		verdict := about.Verdict
		if about.Never != "" {
			verdict += ". " + about.Certified()
		}
		tests := slice.Map(about.Tests, func(x advice.Test) analysisTest {
			return analysisTest{Name: x.Name, Holds: x.Holds, Finding: x.Finding}
		})
		v.Pair = &analysisPair{Verdict: verdict, Tests: list(tests)}
	}
	return v, nil
}

func lineOf(l advice.Line) analysisLine {
	return analysisLine{
		Line: l.At.Line, Col: l.At.Col, Text: l.Text, Rule: l.Rule, Before: stateOf(l.Before),
		W: list(l.W), Lock: l.Lock, A: list(l.A),
	}
}

func stateOf(s advice.State) analysisState {
	return analysisState{W: list(s.W), More: s.More, Lock: s.Lock, A: s.A}
}
