package analyzers

import (
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/witness"
)

// TestNote: a note names locks, unless the analyzer does not distinguish them.
func TestNote(t *testing.T) {
	core := &il.Core{Locks: []string{"l", "m"}}
	held := [2]Held{{Path: "a.f", Lock: il.LevelOf(0).With(1, 1).With(2, 2)}, {Path: "b.f"}}
	if got, want := note(core, held),
		"a.f under l, m x2 and b.f under none"; got != want {
		t.Errorf("note = %q, want %q", got, want)
	}
	counted := [2]Held{{Path: "a.f", Lock: il.LevelOf(1)}, {Path: "b.f", Top: true}}
	for _, core := range []*il.Core{nil, {}} {
		if got, want := note(core, counted), "a.f under 1 and b.f under ⊤"; got != want {
			t.Errorf("note = %q, want %q", got, want)
		}
	}
}

// TestEndOnHoldsNamedLocks: the end of a thread has all locks that its steps hold.
func TestEndOnHoldsNamedLocks(t *testing.T) {
	core := iltest.Core(t,
		"m(a) { lock(p); lock(); lock(q); unlock(q); lock(p); x := a.f; "+
			"unlock(p); unlock(); unlock(p); }")
	w := &witness.Witness{}
	for _, do := range []string{"lock(p)", "lock()", "lock(q)", "unlock(q)", "lock(p)"} {
		w.Steps = append(w.Steps, witness.Step{Thread: "A", Do: do})
	}
	var site il.Site
	for s := range il.Accesses(core.Methods["m"].Body) {
		site, _ = il.SiteOf(s)
	}
	if got := core.LevelText(NewCallPaths(core).endOn(w, "A", site).Lock); got != "unnamed, p x2" {
		t.Errorf("A holds %s, want unnamed, p x2", got)
	}
}
