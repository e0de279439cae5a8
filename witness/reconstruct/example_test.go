package reconstruct_test

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	checker "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// ExampleBuilder_Witness turns a report into an execution that shows the race, which the
// independent checker accepts.
func ExampleBuilder_Witness() {
	p, _ := parse.File(il.NewSource("m.il",
		"m(b) { x := new(); b.f := x; } n(b) { lock(); x := b.f; unlock(); }"))
	core, _ := check.Program(p, check.Options{})
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		panic(err)
	}
	reported, err := sets.Reports(nil)
	if err != nil {
		panic(err)
	}
	builder := reconstruct.New(core)
	for _, r := range reported.ListRaces(10) {
		w, err := builder.Witness(r, 1000)
		if err != nil {
			panic(err)
		}
		fmt.Println(w.Units, w.Race.Cell, checker.New(core).Check(w))
		for _, s := range w.Steps {
			fmt.Println(" ", s.Thread, s.At, s.Do)
		}
	}
	// Output:
	// [m m] [o1 f] <nil>
	//   A 1:8 x := new()
	//   B 1:8 x := new()
	// [m n] [o1 f] <nil>
	//   A 1:8 x := new()
	//   B 1:39 lock()
}
