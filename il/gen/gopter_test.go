package gen

import (
	"github.com/leanovate/gopter"

	"wobbly/il"
)

// Gen makes Program a generator for gopter, of values of type *il.Program.
// Values that fail a property shrink by Shrinker.
func Gen(o Options) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		p := Program(Rand(params.NextUint64()), o)
		return gopter.NewGenResult(p, Shrinker)
	}
}

// Shrinker is the gopter.Shrinker of Gen: a finite stream of legal programs,
// each smaller than the given one, in the order in which Shrink tries them.
func Shrinker(value any) gopter.Shrink {
	p := value.(*il.Program)
	pending := viewOf(p).edits(0)
	return func() (any, bool) {
		for len(pending) > 0 {
			n := pending[0]()
			pending = pending[1:]
			if smaller(n, p) && legal(n) {
				return Positioned(n), true
			}
		}
		return nil, false
	}
}
