package recent

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTable: a lookup returns the latest value stored for the name, and frequent names stay in the
// cache.
func TestTable(t *testing.T) {
	var names []string
	for i := range 3000 {
		names = append(names, fmt.Sprint("f", i), strings.Repeat("x", i%40),
			fmt.Sprint("a long name ", i))
	}
	var table Table[string]
	r := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		name := names[r.IntN(len(names))]
		value, found := table.At(name)
		if found && *value != name+"!" {
			t.Fatalf("At(%q) = %q, want %q", name, *value, name+"!")
		}
		*value = name + "!"
	}
	if len(table.slots) != maxSlots {
		t.Errorf("%d slots for thousands of names, want %d", len(table.slots), maxSlots)
	}
	var few Table[int]
	missed := 0
	for i := range 24_000 {
		value, found := few.At(fmt.Sprint("f", i%240))
		if !found {
			missed++
		}
		*value = i
	}
	if missed > 6000 {
		t.Errorf("%d of 24,000 lookups of 240 names failed, want at most a quarter", missed)
	}
}

// TestSmall: a few names take little memory, and the empty name is never found.
func TestSmall(t *testing.T) {
	var table Table[int]
	for range 10 {
		for _, name := range []string{"", "f", "g", "next"} {
			if _, found := table.At(name); found && name == "" {
				t.Error("the empty name is found")
			}
		}
	}
	if len(table.slots) != fewSlots {
		t.Errorf("%d slots for four names, want %d", len(table.slots), fewSlots)
	}
}
