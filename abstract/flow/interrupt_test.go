package flow

import (
	"context"
	"testing"

	"wobbly/internal/iltest"
)

// TestFollowIsInterrupted: following a name stops when the context ends.
func TestFollowIsInterrupted(t *testing.T) {
	core := iltest.Core(t, "m(p) { x := p.f; x.g := x; }")
	for _, ended := range []bool{false, true} {
		x, err := newAnalysis(core, Options{}.withDefaults())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		x.ctx = ctx
		if ended {
			cancel()
		}
		states := 1000
		f := x.follow(core.Methods["m"], name{root: 0}, &states)
		if ended != (states == 0) || ended != (len(f.whole.exits) == 0) {
			t.Errorf("ended %v: %d states left, %d exits", ended, states, len(f.whole.exits))
		}
	}
}
