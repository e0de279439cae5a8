package parse_test

import (
	"fmt"

	"wobbly/il"
	"wobbly/il/parse"
)

func ExampleFile() {
	p, errs := parse.File(il.NewSource("m.il", "m(b) { x := b.f; b.g := x; }"))
	fmt.Println(len(errs))
	fmt.Print(il.Format(p))

	src := il.NewSource("wrong.il", "m(b) { x = b.f; }")
	_, errs = parse.File(src)
	for _, d := range errs {
		fmt.Println(src.At(d.At), d.Code)
	}
	// Output:
	// 0
	// m(b) {
	//   x := b.f;
	//   b.g := x;
	// }
	// 1:10 E0010
}
