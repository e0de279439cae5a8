package analysis

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session/advice"
	"wobbly/tui/screen"
)

// Known is what the analysis has said of the program that is open.
type Known struct {
	h     screen.Host
	o     advice.Analysis
	Units map[*il.Unit]analysed
	Pairs map[il.Sites]related
	busy  bool
}

type analysed struct {
	advice.Unit
	Err error
}

type related struct {
	advice.Pair
	Err error
}

// NewKnown knows nothing yet.
func NewKnown(h screen.Host, o advice.Analysis) *Known {
	x := &Known{h: h, o: o}
	x.Forget()
	return x
}

// Forget forgets all: another program is open.
func (x *Known) Forget() {
	x.Units, x.Pairs, x.busy = map[*il.Unit]analysed{}, map[il.Sites]related{}, false
}

// There tells whether there is an analysis.
func (x *Known) There() bool { return x.o.Lines != nil }

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

// Ask asks for the analysis of units, and of two accesses if sites is not nil, as
// far as it is not known: one question at a time. The answer comes to a screen's
// update, which hands it to take.
func (x *Known) Ask(to screen.Number, units []*il.Unit, sites *il.Sites) tea.Cmd {
	if x.busy || !x.There() {
		return nil
	}
	core, pair, o := x.h.Program().Core, x.h.Program().Pair, x.o
	for _, u := range units {
		if _, known := x.Units[u]; !known {
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
	if _, known := x.Pairs[*sites]; known {
		return nil
	}
	x.busy = true
	return x.h.Background(to, func(ctx context.Context) tea.Msg {
		r, err := o.About(ctx, core, pair, *sites)
		return pairDone{*sites, related{r, err}}
	})
}

// Take keeps an answer, and tells whether the message was one.
func (x *Known) Take(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case unitDone:
		x.Units[msg.u] = msg.r
	case pairDone:
		x.Pairs[msg.s] = msg.r
	default:
		return false
	}
	x.busy = false
	return true
}
