package dynamic

import (
	"wobbly/il"
	"wobbly/semantics"
)

// Sites is the pair of sites of two accesses, which different threads of l || r
// made.
func Sites(p il.Pair, e, f Event) il.Sites {
	if e.Thread == semantics.B {
		e, f = f, e
	}
	return p.Sites(e.Site(), f.Site())
}
