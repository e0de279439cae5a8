package flat

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics/explore/machine"
)

// TestExample: the states of the example in the package comment, level by level.
func TestExample(t *testing.T) {
	core := iltest.Core(t,
		"{ x := new(); arg1.f := x; y := arg1.f; y.g := arg1 } || "+
			"{ arg1.f := arg1 } init { A.arg1 = o1; B.arg1 = o1; o1.f = o1; o1.g = o1 }")
	f := layoutOf(t, core, core.Pairs()[0], machine.Options{Unroll: -1}, nil)
	name := func(c *machine.Control) string {
		const fieldG = 1 // the number of g, the second field
		if c.Op == machine.OpStore && c.Path[0] == fieldG {
			return "store g"
		}
		text, ok := map[machine.Opcode]string{
			machine.OpNew: "new", machine.OpStore: "store", machine.OpLoad: "load",
			machine.OpEnd: "end",
		}[c.Op]
		if !ok {
			t.Fatalf("the example has an operation %v", c.Op)
		}
		return text
	}
	isLoad := func(c *machine.Control) bool { return c.Op == machine.OpLoad }
	y := f.threads[0].actions[slices.IndexFunc(f.g.Controls(0), isLoad)].to
	var got []string
	s := f.begin(t.Context(), limits{})
	for more := true; more; more = s.Next() {
		for _, b := range s.active {
			values := map[string]bool{}
			for i := b.frontier.begin; i < b.frontier.end; i++ {
				state := b.frontier.records.at(i, f.words)
				for value, at := range map[string]operand{"f": f.cells[0], "y": y} {
					if at.get(b.mask) != 0 {
						values[fmt.Sprintf("%s = o%d", value, at.get(state)+1)] = true
					}
				}
			}
			line := fmt.Sprintf("%d: %s, %s: %s", s.level, name(b.at[0]), name(b.at[1]),
				strings.Join(slices.Sorted(maps.Keys(values)), ", "))
			got = append(got, line)
		}
	}
	want := []string{
		"0: new, store: f = o1",
		"1: store, store: f = o1",
		"1: new, end: f = o1",
		"2: load, store: f = o2",
		"2: store, end: f = o1",
		"3: store g, store: y = o2",
		"3: load, end: f = o1, f = o2",
		"4: end, store: ",
		"4: store g, end: y = o1, y = o2",
		"5: end, end: ",
	}
	if !slices.Equal(got, want) || s.Counts().Ends != 1 {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
