//go:build full

package lesson

import (
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/internal/iltest"
	"wobbly/session/query"
	"wobbly/witness/reconstruct"
)

// TestGaveUp checks that a witness on which the checker gives up neither solves nor fails a task.
func TestGaveUp(t *testing.T) {
	core := iltest.Core(t, iltest.Laborious())
	result, err := compact.Run(core, abstract.Options{Mode: abstract.NoWB})
	if err != nil {
		t.Fatal(err)
	}
	reported, err := result.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	races := reported.ListRaces(2)
	if len(races) != 1 {
		t.Fatalf("%d reports, want 1", len(races))
	}
	w, err := reconstruct.New(core).Witness(races[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	task := &Task{core: core, Race: [2]string{w.Race.A.At, w.Race.B.At}}
	f := task.checkCertificate("a witness", w)
	if f.Truth != query.Unknown || !strings.Contains(f.Why, "the checker gives up") {
		t.Errorf("checkCertificate = %+v, want unknown because the checker gives up", f)
	}
}
