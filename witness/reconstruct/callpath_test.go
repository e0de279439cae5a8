package reconstruct

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il"
)

// TestHasPath: hasPath returns true just if the paths are equal.
func TestHasPath(t *testing.T) {
	paths := []il.Expr{
		il.Path("a", "f"), il.Path("a", "g"), il.Path("ab", "f"), il.Path("a", "ff"),
		il.Path("a", "f", "g"),
		il.Path("a", "f", "f"), il.Path("a", "fg"), il.Path("b", "f"), il.Path("a", "f", "g", "h"),
	}
	for _, x := range paths {
		for _, y := range paths {
			want := x.Equal(y)
			load, store := &il.Load{Dst: "z", Src: y}, &il.Store{Dst: y, Src: "z"}
			if hasPath(load, abstract.ExprOf(x)) != want ||
				hasPath(store, abstract.ExprOf(x)) != want {
				t.Errorf("hasPath of an access of %s and %s: want %t", y, x, want)
			}
		}
	}
}
