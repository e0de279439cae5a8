package abstract_test

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
)

// ExampleAnalyzeSets prints the summary of a method (what is wobbly and what it accesses) and the
// reports that follow from two summaries.
func ExampleAnalyzeSets() {
	p, _ := parse.File(il.NewSource("m.il",
		"m(b) { x := new(); b.f := x; } n(b) { lock(); x := b.f; unlock(); }"))
	core, _ := check.Program(p, check.Options{})
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		panic(err)
	}
	for _, u := range core.Units {
		fmt.Println(u.Name, sets.Wobbly(u, 10))
		for _, a := range sets.Accesses(u, 10) {
			fmt.Println(" ", core.Source.At(a.At), a.Kind, a.Path, a.Lock)
		}
	}
	reported, err := sets.Reports(nil)
	if err != nil {
		panic(err)
	}
	for _, r := range reported.ListRaces(10) {
		fmt.Println(r.Left.Unit.Name, r.Left.Kind, r.Right.Unit.Name, r.Right.Kind, r.Left.Path)
	}
	// Output:
	// m [b.f]
	//   1:20 write b.f 0
	// n [b.f]
	//   1:47 read b.f 1
	// m write m write b.f
	// m write n read b.f
}
