package iltest

import (
	"fmt"
	"strings"
)

// Laborious returns a program of 140 kB with one report of mode nowb, whose compressed witness
// exceeds the work limit of package witness/check: the report is on a path of 310 fields, and each
// of 300 methods passes its parameter and the object in its field f on to the method below, 41
// times in all, so that the parameter of each method holds up to 300 different objects.
func Laborious() string {
	const (
		methods = 300 // besides m0
		calls   = 40  // of the method below, with x.f
		length  = 310 // fields of the reported path
	)
	var b strings.Builder
	b.WriteString("private m0(x) { skip; }\n")
	for i := 1; i <= methods; i++ {
		shifted := strings.Repeat(fmt.Sprintf("m%d(x.f); ", i-1), calls)
		fmt.Fprintf(&b, "private m%d(x) { m%d(x); %s}\n", i, i-1, shifted)
	}
	path := "a" + strings.Repeat(".f", length)
	fmt.Fprintf(&b, "u(a) {\n  m%d(a);\n  y := new();\n  %s := y;\n}\n", methods, path)
	return b.String()
}
