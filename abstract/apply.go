package abstract

import "wobbly/il"

// Apply is [[C]]# D for a block C with the formals of u: Figure 7 from any
// abstract state, not only from <∅, 0, ∅>. At calls it takes the summaries of s.
// d is not changed.
func (s *Sets) Apply(u *il.Unit, b *il.Block, d D) D {
	done := make(map[*il.Unit]D, len(s.core.Units))
	for _, m := range s.core.Units {
		done[m] = s.sums[m.Index]
	}
	t := transfer{s.opts.rules(), s.core, u, done}
	return t.block(b, t.prepare(d.Clone()))
}
