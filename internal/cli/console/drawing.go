package console

import (
	"wobbly/il/gen"
	"wobbly/internal/slice"
)

// DrawingFlag chooses how random programs are drawn.
type DrawingFlag struct {
	Drawing string `help:"How to draw random programs: ${drawings} (docs/comparators.md). Left out: as is usual here." complete:"drawings" placeholder:"NAME"`
}

// DrawingOf is the drawing of a name.
func DrawingOf(name string) (gen.Drawing, error) {
	d, ok := gen.FindDrawing(name)
	if !ok {
		return d, NoSuch("drawing", name, DrawingNames())
	}
	return d, nil
}

// DrawingNames lists the drawings by name.
func DrawingNames() []string {
	return slice.Map(gen.Drawings(), func(d gen.Drawing) string { return d.Name })
}
