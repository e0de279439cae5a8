package iltest

import (
	"fmt"
	"strings"
)

// Laborious returns a program of 140 kB with one report of mode nowb, whose compressed witness
// exceeds the work limit of package check: in one run of 301 methods, each formal holds 300
// different objects of the backbone, and is passed on 41 times.
func Laborious() string {
	const methods, calls, length = 300, 40, 310
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
