package semantics

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// TestFrame compares frames with few and many variables with maps, including older versions of a
// frame.
func TestFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, vars := range []int{0, 1, maxFew, maxFew + 1, 40 * maxFew} {
		var s Frame
		want := map[string]Loc{}
		type old struct {
			s    Frame
			want map[string]Loc
		}
		var before []old
		for step := range 3 * vars {
			if step%(vars/8+1) == 0 {
				before = append(before, old{s, maps.Clone(want)})
			}
			x, l := fmt.Sprintf("v%d", r.IntN(vars)), Loc(r.IntN(9))
			s, want[x] = s.With(x, l), l
		}
		for _, o := range append(before, old{s, want}) {
			checkFrame(t, o.s, o.want)
		}
	}
}

// checkFrame fails the test unless s has exactly the variables and values of want.
func checkFrame(t *testing.T, s Frame, want map[string]Loc) {
	t.Helper()
	var names []string
	for x, l := range s.Vars() {
		names = append(names, x)
		if s.At(x) != l || want[x] != l || !s.Assigned(x) {
			t.Fatalf("%d variables: %s is %v, and %v when all are visited, want %v", len(want), x,
				s.At(x), l, want[x])
		}
	}
	if !slices.Equal(names, slices.Sorted(maps.Keys(want))) || s.len() != len(want) {
		t.Fatalf("len = %d, Vars visits %v, want %d of %v", s.len(), names, len(want), want)
	}
	for range s.Vars() { // it can be left
		break
	}
	if s.Assigned("v") || s.At("zz") != Nil {
		t.Error("a variable without a value has one")
	}
}

// TestFrameShares: binding a variable copies little, however many variables there are.
func TestFrameShares(t *testing.T) {
	var s Frame
	for i := range 20_000 {
		s = s.With(fmt.Sprintf("v%d", i), 1)
	}
	const times = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		s.With("v777", 2)
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / times; got > 4_000 {
		t.Errorf("binding one of 20000 variables takes %d bytes, want at most 4000", got)
	}
}
