package rdit

import "wobbly/il/gen"

// Corpus is the mix of programs that the tables are made of: two thread blocks,
// and methods that call each other, lock often and share one field, so that it
// matters which of them are missing.
func Corpus() gen.Options {
	o := gen.WithoutSugar()
	o.Threads, o.Statements, o.Methods, o.Fields = 1, 10, 5, 1
	o.Call, o.Lock, o.If, o.While = 0.35, 0.25, 0.04, 0.03
	return o
}
