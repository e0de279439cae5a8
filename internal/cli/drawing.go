package cli

import (
	"wobbly/il/gen"
	"wobbly/internal/slice"
)

// drawingFlag chooses how random programs are drawn.
type drawingFlag struct {
	Drawing string `help:"How to draw random programs: ${drawings} (docs/comparators.md). Left out: as is usual here." complete:"drawings" placeholder:"NAME"`
}

// drawingOf is the drawing of a name.
func drawingOf(name string) (gen.Drawing, error) {
	d, ok := gen.FindDrawing(name)
	if !ok {
		return d, noSuch("drawing", name, drawingNames())
	}
	return d, nil
}

// drawingNames lists the drawings by name.
func drawingNames() []string {
	return slice.Map(gen.Drawings(), func(d gen.Drawing) string { return d.Name })
}
