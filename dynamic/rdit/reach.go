package rdit

import (
	"math/bits"
	"slices"

	"wobbly/semantics"
)

// Reach is the set of objects that a BarrierPair reaches, as a bit set: bit l-1 is object l.
type Reach []uint64

// reach returns the objects that paths from the roots lead to.
func reach(h semantics.Heap, roots []semantics.Loc) Reach {
	r := make(Reach, (h.Size()+63)/64)
	for pending := slices.Clone(roots); len(pending) > 0; {
		l := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if !h.Has(l) || r.Has(l) {
			continue
		}
		r[(l-1)/64] |= 1 << ((l - 1) % 64)
		for _, f := range h.Fields() {
			if v, ok := h.At(semantics.Addr{Loc: l, Field: f}); ok {
				pending = append(pending, v)
			}
		}
	}
	return r
}

func (r Reach) Has(l semantics.Loc) bool {
	i := int(l-1) / 64
	return l > semantics.Nil && i < len(r) && r[i]&(1<<((l-1)%64)) != 0
}

// Common returns the least object of both sets, or nil if they are disjoint.
func (r Reach) Common(s Reach) semantics.Loc {
	for i := range min(len(r), len(s)) {
		if both := r[i] & s[i]; both != 0 {
			return semantics.Loc(64*i + bits.TrailingZeros64(both) + 1)
		}
	}
	return semantics.Nil
}

func (r Reach) Locs() []semantics.Loc {
	var out []semantics.Loc
	for l := semantics.Loc(1); int(l) <= 64*len(r); l++ {
		if r.Has(l) {
			out = append(out, l)
		}
	}
	return out
}
