package compare

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/findings"
)

// access is a load or store with the field that it accesses.
type access struct {
	il.Site
	field string
}

// candidates lists the rows of a program, sorted.
func candidates(core *il.Core, p il.Pair) []il.Sites {
	left, right := accesses(core, p.Left), accesses(core, p.Right)
	var all []il.Sites
	for _, l := range left {
		for _, r := range right {
			if l.field == r.field && (l.Kind == il.Write || r.Kind == il.Write) {
				all = append(all, p.Sites(l.Site, r.Site))
			}
		}
	}
	slices.SortFunc(all, il.Sites.Compare)
	return slices.Compact(all)
}

// accesses lists the loads and stores that a unit can come to.
func accesses(core *il.Core, u *il.Unit) []access {
	var all []access
	for _, u := range findings.Reached(core, u) {
		il.Walk(u.Body, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Load:
				all = append(all, access{il.Site{At: s.At, Kind: il.Read}, s.Src.Fields[len(s.Src.Fields)-1]})
			case *il.Store:
				all = append(all, access{il.Site{At: s.At, Kind: il.Write}, s.Dst.Fields[len(s.Dst.Fields)-1]})
			}
		})
	}
	return all
}
