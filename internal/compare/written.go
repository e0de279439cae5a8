package compare

import (
	"wobbly/il"
	"wobbly/internal/findings"
)

// written is the path of a load or store as it is written, and how many lock()
// of its own unit are open there: what can be said of an access without knowing how
// it is reached.
func written(core *il.Core, root *il.Unit, s il.Site) (path string, lock int) {
	for _, u := range findings.Reached(core, root) {
		depth := 0
		il.Walk(u.Body, func(x il.Stmt) {
			switch x := x.(type) {
			case *il.Lock:
				depth++
			case *il.Unlock:
				depth--
			case *il.Load:
				if s == (il.Site{At: x.At, Kind: il.Read}) {
					path, lock = x.Src.String(), depth
				}
			case *il.Store:
				if s == (il.Site{At: x.At, Kind: il.Write}) {
					path, lock = x.Dst.String(), depth
				}
			}
		})
	}
	return path, lock
}
