package tui

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session/advice"
)

// analyses is what the analysis has said of the program that is open.
type analyses struct {
	h     host
	o     advice.Analysis
	units map[*il.Unit]analysed
	pairs map[il.Sites]related
	busy  bool
}

type analysed struct {
	advice.Unit
	err error
}

type related struct {
	advice.Pair
	err error
}

func newAnalyses(h host, o advice.Analysis) *analyses {
	x := &analyses{h: h, o: o}
	x.forget()
	return x
}

// forget forgets all: another program is open.
func (x *analyses) forget() {
	x.units, x.pairs, x.busy = map[*il.Unit]analysed{}, map[il.Sites]related{}, false
}

// there tells whether there is an analysis.
func (x *analyses) there() bool { return x.o.Lines != nil }

// unitDone and pairDone are results that have come.
type (
	unitDone struct {
		u *il.Unit
		r analysed
	}
	pairDone struct {
		s il.Sites
		r related
	}
)

// ask asks for the analysis of units, and of two accesses if sites is not nil, as
// far as it is not known: one question at a time. The answer comes to a screen's
// update, which hands it to take.
func (x *analyses) ask(to number, units []*il.Unit, sites *il.Sites) tea.Cmd {
	if x.busy || !x.there() {
		return nil
	}
	core, pair, o := x.h.Program().Core, x.h.Program().Pair, x.o
	for _, u := range units {
		if _, known := x.units[u]; !known {
			x.busy = true
			return x.h.Background(to, func(ctx context.Context) tea.Msg {
				r, err := o.Lines(ctx, core, u)
				return unitDone{u, analysed{r, err}}
			})
		}
	}
	if sites == nil || o.About == nil {
		return nil
	}
	if _, known := x.pairs[*sites]; known {
		return nil
	}
	x.busy = true
	return x.h.Background(to, func(ctx context.Context) tea.Msg {
		r, err := o.About(ctx, core, pair, *sites)
		return pairDone{*sites, related{r, err}}
	})
}

// take keeps an answer, and tells whether the message was one.
func (x *analyses) take(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case unitDone:
		x.units[msg.u] = msg.r
	case pairDone:
		x.pairs[msg.s] = msg.r
	default:
		return false
	}
	x.busy = false
	return true
}
