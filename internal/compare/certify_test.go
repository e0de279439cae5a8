package compare

import (
	"context"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/report"
	"wobbly/witness/absence"
	"wobbly/witness/check"
)

// TestCertifyBeyond: a pair that no verdict and no certificate decides is a race if both accesses
// meet on a heap with one object. Its witness may have 4,096 steps.
func TestCertifyBeyond(t *testing.T) {
	none := func(*il.Core) func(
		context.Context, *absence.Checker, *absence.Certificate, *report.CertifiedPair,
	) {
		return func(context.Context, *absence.Checker, *absence.Certificate, *report.CertifiedPair) {}
	}
	walk := func(steps int) string {
		return "m(b) { " + strings.Repeat("y := b; ", steps-2) + "x := b.f; x := x.f; x.g := x; }"
	}
	for _, test := range []struct {
		text                         string
		races, absent, open, without int
	}{
		{"m(b) { x := b.f; x.g := x; }", 1, 0, 0, 1},
		{"m(b) { x := b.f; n := new(); n.g := n; x.g := n; }", 1, 2, 0, 1},
		{"m(b) { lock(); x := b.f; x.g := x; unlock(); }", 0, 1, 0, 0},
		// The other thread must publish its object first.
		{"{ n := new(); x := arg1.f; x.f := n; n.g := n; } || { x := arg1.f; y := x.f; y.g := y; }", 2, 0, 1, 3},
		{walk(2048), 1, 0, 0, 1},
		{walk(2049), 0, 0, 1, 1},
	} {
		core := iltest.Core(t, test.text)
		for _, beyond := range []bool{true, false} {
			x := Certify(t.Context(), core, nil, report.Verdicts{}, 10, none, beyond)
			races, open := test.races, test.open
			if !beyond {
				races, open = 0, test.without
			}
			if x.Races != races || x.Beyond != races || len(x.Proved) != races ||
				x.Absent != test.absent || x.Open != open {
				t.Errorf("%.80s, %v: %+v", test.text, beyond, x)
			}
			for _, r := range x.Proved {
				if err := check.New(core).Check(r.Witness); err != nil || r.Verdict != report.Confirmed {
					t.Errorf("%.80s: %v, %s", test.text, err, r.Verdict)
				}
			}
		}
	}
}
