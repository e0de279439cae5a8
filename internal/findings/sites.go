package findings

import (
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// sites finds loads and stores by position, and knows the lock level at every
// statement inside its unit. Units are read when first needed.
type sites struct {
	core  *il.Core
	cap   int // L-hat, 0 for none
	found map[siteKey]*site
	depth map[il.Stmt]int
	done  map[*il.Unit]bool
}

type siteKey struct {
	at   il.Pos
	kind il.AccessKind
}

// site is a load or store and the unit whose body holds it.
type site struct {
	unit *il.Unit
	stmt il.Stmt
	path il.Expr
	kind il.AccessKind
}

func newSites(core *il.Core, limit int) *sites {
	return &sites{core: core, cap: limit, found: map[siteKey]*site{}, depth: map[il.Stmt]int{}, done: map[*il.Unit]bool{}}
}

// of is the site of an access, which stands in the unit that the last of the
// calls enters.
func (s *sites) of(x abstract.Side, calls []*il.Call) (*site, bool) {
	u := x.Unit
	if n := len(calls); n > 0 {
		u = s.core.Methods[calls[n-1].Method]
	}
	s.enter(u)
	at, ok := s.found[siteKey{x.At, x.Kind}]
	return at, ok
}

// enter reads the body of a unit.
func (s *sites) enter(u *il.Unit) {
	if !s.done[u] {
		s.done[u] = true
		s.block(u, u.Body, 0)
	}
}

// block follows the lock level l through a block, as Figure 7 does, and returns
// the level at its end. Only under a cap can the branches differ.
func (s *sites) block(u *il.Unit, b *il.Block, l int) int {
	for _, st := range b.List() {
		s.depth[st] = l
		switch st := st.(type) {
		case *il.Lock:
			l = s.add(l, 1)
		case *il.Unlock:
			l = max(l-1, 0)
		case *il.Load:
			s.found[siteKey{st.At, il.Read}] = &site{u, st, st.Src, il.Read}
		case *il.Store:
			s.found[siteKey{st.At, il.Write}] = &site{u, st, st.Dst, il.Write}
		case *il.If:
			l = max(s.block(u, st.Then, l), s.block(u, st.Else, l))
		case *il.While:
			l = max(l, s.block(u, st.Body, l))
		}
	}
	return l
}

// add is Figure 7's add(L, L') = min(L + L', L-hat).
func (s *sites) add(l, l2 int) int {
	if s.cap > 0 {
		return min(l+l2, s.cap)
	}
	return l + l2
}

// span is where the accessed path stands in the source. Of a path written with
// spaces or comments inside it is the root.
func (x *site) span(src *il.Source) report.Span {
	at := x.path.At
	if x.kind == il.Write {
		at = x.stmt.Pos()
	}
	n := len(x.path.Root)
	if strings.HasPrefix(src.Text[at:], x.path.String()) {
		n = len(x.path.String())
	}
	return report.Span{At: at, End: at + il.Pos(n)}
}

// find is the access at a position, wherever it stands; nil where there is none.
func (s *sites) find(k siteKey) *site {
	if s.found[k] == nil {
		for _, u := range s.core.Units {
			s.enter(u)
		}
	}
	return s.found[k]
}
