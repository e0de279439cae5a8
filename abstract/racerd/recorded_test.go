package racerd

import (
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/parallel"
)

// TestRecordedOnce: the transfer function of a unit runs once for all of its snapshots.
func TestRecordedOnce(t *testing.T) {
	c := iltest.Core(t, `m(a) { x := a.f; a.f := a; k(a, x) } k(p, q) { y := p.g; q.g := y }`)
	r, m, k := analyze(t, c, Options{}), c.Methods["m"], c.Methods["k"]
	parallel.Each(4, 8, func(_, _ int) { checkExplanations(t, c, r) })
	for _, u := range []*il.Unit{m, k} {
		found := r.recordings.get(u, func() (recorded, int) {
			t.Errorf("the recordings of %s are not kept", u.Name)
			return nil, 0
		})
		if len(found) != r.Size(u) {
			t.Errorf("of %s %d snapshots are recorded, want all %d", u.Name, len(found), r.Size(u))
		}
	}
}

// TestLately: the most recent answers are cached, and the last two for large units, up to a limit.
func TestLately(t *testing.T) {
	units := iltest.Core(t, gen.DeepChain(9)).Units
	for _, x := range []struct {
		what  string
		size  int
		asked []int
		made  int
	}{
		{"all fit", maxRecordings / 9, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 8, 3}, 9},
		{"two large ones", 2 * maxRecordings, []int{0, 1, 0, 1, 1, 0}, 2},
		{"three large ones", 2 * maxRecordings, []int{0, 1, 2, 0}, 4},
	} {
		var l recordingCache
		made := 0
		for _, i := range x.asked {
			l.get(units[i], func() (recorded, int) {
				made++
				return nil, x.size
			})
			recordings, each := max(maxRecordings, x.size), max(1, maxRecordings/x.size)
			if l.size > recordings || len(l.young)+len(l.old) > 2*each {
				t.Errorf("%s: %d recordings of %d and %d units are kept, want at most %d of %d each",
					x.what, l.size, len(l.young), len(l.old), recordings, each)
			}
		}
		if made != x.made {
			t.Errorf("%s: made %d times, want %d", x.what, made, x.made)
		}
	}
}

// TestRecordedSmall: iterations of loops, and calls that differ in irrelevant ways, add no
// recordings.
func TestRecordedSmall(t *testing.T) {
	text := "m(a, b) { while * { while * { x := a.f; k(a, b) } "
	for range 100 {
		text += "b := b.g; k(a, b); "
	}
	c := iltest.Core(t, text+"} } k(p, q) { y := p.f }")
	r := analyze(t, c, Options{})
	found := r.recorded(c.Methods["m"])
	if len(found) == 0 {
		t.Error("no snapshot of m is recorded")
	}
	for a, all := range found {
		if len(all) > 2 {
			t.Errorf("%v is recorded %d times, want at most 2", a, len(all))
		}
	}
}
