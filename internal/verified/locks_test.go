package verified

import (
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/internal/iltest"
)

const lockText = "k(a) {\n  lock(m);\n  lock();\n  unlock();\n  unlock(m);\n}\n"

// TestLocks: the request names the slot of each named lock by its site, and the answer is that of
// each mode and the deadlocks.
func TestLocks(t *testing.T) {
	core := iltest.Core(t, lockText)
	var asks strings.Builder
	c := NewCommand(&asks, strings.NewReader("legal\n0,1||1,1||1,0\n"))
	answer, err := c.Locks(Encode(core, core.Pairs()[0]))
	if err != nil {
		t.Fatal(err)
	}
	if _, request, _ := strings.Cut(asks.String(), "\n"); request != "locks 2 0 1 3 1\n" {
		t.Errorf("asked %q", request)
	}
	one := []string{answer.Reports[abstract.Figure7][0], answer.Reports[abstract.Plus][0], answer.Deadlocks[0]}
	if len(answer.Reports[abstract.NoWB]) != 0 || one[0] != one[2] || one[0] == one[1] {
		t.Errorf("answer %q", one)
	}
}

// TestLocksRefuses: an answer that cannot be about this program is an error.
func TestLocksRefuses(t *testing.T) {
	core := iltest.Core(t, lockText)
	for _, answer := range []string{"", "not nested", "|||", "|||||", "9,0||||", "||||0,9", "||||x", "error out of memory"} {
		c := NewCommand(&strings.Builder{}, strings.NewReader("legal\n"+answer+"\n"))
		if a, err := c.Locks(Encode(core, core.Pairs()[0])); err == nil {
			t.Errorf("%q: %+v", answer, a)
		}
	}
	if !slices.Equal(core.Locks, []string{"m"}) {
		t.Errorf("the program names %q", core.Locks)
	}
}
