package flat

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// WithSymbols limits the symbols of layouts to n while do runs, so that states run out of them.
func WithSymbols(n int32, do func()) {
	was := maxSymbols
	maxSymbols = n
	defer func() { maxSymbols = was }()
	do()
}

// Accesses returns random loads and stores of cells of arg1 and arg2, as a text. What is stored are
// arg1 to arg4. The accesses at the end make the values of the cells matter.
func Accesses(r *rand.Rand) string {
	var w strings.Builder
	for range 5 {
		cell := fmt.Sprintf("arg%d.f%d", 1+r.IntN(2), r.IntN(2))
		if x := fmt.Sprint("x", r.IntN(2)); r.IntN(2) == 0 {
			fmt.Fprintf(&w, "%s := %s; ", x, cell)
			continue
		}
		fmt.Fprintf(&w, "%s := arg%d; ", cell, 1+r.IntN(4))
	}
	for k := range 2 {
		fmt.Fprintf(&w, "y := arg%d.f%d; y := y.f%d; y.g := y; ", 1+r.IntN(2), k, r.IntN(2))
	}
	return w.String()
}
