package analyzers

import (
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/witness"
)

// TestEndOnHoldsNamedLocks: the end of a thread has all locks that its steps hold.
func TestEndOnHoldsNamedLocks(t *testing.T) {
	core := iltest.Core(t, "m(a) { lock(p); lock(); lock(q); unlock(q); lock(p); x := a.f; unlock(p); unlock(); unlock(p); }")
	w := &witness.Witness{}
	for _, do := range []string{"lock(p)", "lock()", "lock(q)", "unlock(q)", "lock(p)"} {
		w.Steps = append(w.Steps, witness.Step{Thread: "A", Do: do})
	}
	var site il.Site
	for s := range il.Accesses(core.Methods["m"].Body) {
		site, _ = il.SiteOf(s)
	}
	if got := core.LevelText(NewCallPaths(core).endOn(w, "A", site).Lock); got != "unnamed, p x2" {
		t.Errorf("A holds %s", got)
	}
}
