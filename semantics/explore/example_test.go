package explore_test

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/semantics/explore"
)

// The search finds the races of a pair of units from every initial state.
func ExampleSearch() {
	p, err := parse.File(il.NewSource("m.il",
		"m(b) { x := new(); b.f := x; } n(b) { lock(); x := b.f; unlock(); }"))
	if err != nil {
		panic(err)
	}
	core, err := check.Program(p, check.Options{})
	if err != nil {
		panic(err)
	}
	for _, pair := range core.Pairs() {
		o := explore.Fitted(core, pair, explore.Defaults())
		r, err := explore.Search(context.Background(), core, pair, o)
		if err != nil {
			panic(err)
		}
		fmt.Println(pair.Left.Name, pair.Right.Name, r.Complete)
		for _, x := range r.Races {
			fmt.Println(" ", core.Source.At(x.Left.At), x.Left.Kind, core.Source.At(x.Right.At),
				x.Right.Kind, x.Steps)
		}
	}
	// Output:
	// m m true
	//   1:20 write 1:20 write 2
	// m n true
	//   1:20 write 1:47 read 2
	// n n true
}
