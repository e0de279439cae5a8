package check_test

import (
	"testing"

	"wobbly/il/check"
)

// TestWarnings: a lock with the name of a parameter or a local of the unit that names it is reported
// once, where the unit first names it; a lock with the name of a field or a method is not.
func TestWarnings(t *testing.T) {
	const text = `transfer(p, q) {
  synchronized (p) { synchronized (q) { x := p.f; q.f := x; } }
  lock(p); unlock(p);
}
other(x) { lock(p); lock(f); lock(transfer); unlock(transfer); unlock(f); unlock(p); }
local(a) { b := a; if * { lock(b); unlock(b); } }
`
	const fix = "\tlabel: one lock for every object\n\tfix: give the lock another name, such as "
	const reason = "_lock: an object has no lock of its own\n"
	const want = "2:17-2:18 W0001 p names a lock, not the object in p\n" + fix + "p" + reason +
		"2:36-2:37 W0001 q names a lock, not the object in q\n" + fix + "q" + reason +
		"6:32-6:33 W0001 b names a lock, not the object in b\n" + fix + "b" + reason
	core := coreOf(t, text, check.Options{})
	list := check.Warnings(core)
	if got := show(core.Source, list); got != want {
		t.Fatalf("Warnings returns\n%swant\n%s", got, want)
	}
	edits := list[0].Edits
	if len(edits) != 5 {
		t.Fatalf("p is renamed %d times, want 5 (some of them in other)", len(edits))
	}
	fixed := text
	for i := len(edits) - 1; i >= 0; i-- {
		fixed = fixed[:edits[i].At] + edits[i].Text + fixed[edits[i].End:]
	}
	if list := check.Warnings(coreOf(t, fixed, check.Options{})); len(list) != 2 {
		t.Errorf("with the edits of the first warning there are %d, want 2, of\n%s", len(list), fixed)
	}
	taken := coreOf(t, "m(p) { lock(p); lock(p_lock); unlock(p_lock); unlock(p); }", check.Options{})
	if list := check.Warnings(taken); len(list) != 1 || len(list[0].Edits) > 0 {
		t.Errorf("with p_lock there are %+v, want one warning without edits", list)
	}
}
