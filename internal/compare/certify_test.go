package compare

import (
	"context"
	"strings"
	"testing"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/report"
	"wobbly/witness/absence"
	"wobbly/witness/check"
)

func noEvidence(*absence.Checker) Describer {
	return func(context.Context, *absence.Certificate, *report.CertifiedPair) {}
}

// TestCertifyRefused: a certificate that the checker refuses is a defect, and its pair is open.
func TestCertifyRefused(t *testing.T) {
	core := iltest.Core(t, "m(b) { x := b.f; x.g := x; }")
	c := &certifier{
		core: core, Certifying: Certifying{Limit: 10, Evidence: noEvidence},
		paths: analyzers.NewCallPaths(core),
	}
	u := core.Units[0]
	p := il.Pair{Left: u, Right: u}
	for s := range racemob.ConflictsOf(core, p).All() {
		r := c.row(t.Context(), u, nil)
		r.classify(t.Context(), p, s, &absence.Certificate{Units: [2]string{"m", "none"}})
		if r.Open != 1 || len(r.Defects) != 1 ||
			!strings.Contains(r.Defects[0], "refuses the certificate") {
			t.Errorf("%d open pairs and the defects %q, want 1 and a refused certificate", r.Open,
				r.Defects)
		}
	}
}

// TestCertifyBeyond: a pair that no verdict and no certificate decides is a race if both accesses
// meet on a heap with one object. Its witness may have 4,096 steps.
func TestCertifyBeyond(t *testing.T) {
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
		{"{ n := new(); x := arg1.f; x.f := n; n.g := n; } || { x := arg1.f; y := x.f; y.g := y; }",
			2, 0, 1, 3},
		{walk(2048), 1, 0, 0, 1},
		{walk(2049), 0, 0, 1, 1},
	} {
		core := iltest.Core(t, test.text)
		for _, beyond := range []bool{true, false} {
			x := Certify(t.Context(), core,
				Certifying{Limit: 10, Evidence: noEvidence, Beyond: beyond})
			races, open := test.races, test.open
			if !beyond {
				races, open = 0, test.without
			}
			if x.Races != races || x.Beyond != races || len(x.Proved) != races ||
				x.Absent != test.absent || x.Open != open {
				t.Errorf("%.80s, beyond %v: %+v, want %d races, %d certificates and %d open",
					test.text, beyond, x, races, test.absent, open)
			}
			for _, r := range x.Proved {
				if err := check.New(core).Check(r.Witness); err != nil ||
					r.Verdict != report.Confirmed {
					t.Errorf("%.80s: the witness is refused: %v, or the verdict is %s", test.text,
						err, r.Verdict)
				}
			}
		}
	}
}
