package flow

import (
	"context"
	"testing"

	"wobbly/internal/iltest"
)

// TestFollowIsInterrupted: following a name stops when the context ends.
func TestFollowIsInterrupted(t *testing.T) {
	core := iltest.Core(t, "m(p) { x := p.f; x.g := x; }")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{t.Context(), cancelled} {
		x := analysisOf(t, core)
		x.ctx = ctx
		states := 1000
		f := x.follow(core.Methods["m"], name{root: 0}, &states)
		exits := len(f.whole.exits)
		if interrupted := ctx.Err() != nil; interrupted != (states == 0) ||
			interrupted != (exits == 0) {
			t.Errorf("interrupted %t: %d states are left and %d exits found, "+
				"want none of both if and only if interrupted", interrupted, states, exits)
		}
	}
}
