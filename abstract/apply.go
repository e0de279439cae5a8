package abstract

import "wobbly/il"

// Apply returns [[C]]# D for a block C with the formals of u: Figure 7 from any abstract state.
// Calls use the summaries of s. d is not changed.
func (s *Sets) Apply(u *il.Unit, b *il.Block, d D) D {
	t := transfer{s.opts.rules(), s.core, u, s.sums}
	return t.block(b, t.prepare(d.Clone()))
}
