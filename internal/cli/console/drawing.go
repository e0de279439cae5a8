package console

import (
	"wobbly/il/gen"
	"wobbly/internal/slice"
)

// DrawingFlag chooses how random programs are drawn.
type DrawingFlag struct {
	Drawing string `help:"The generator of random programs: ${drawings} (docs/evaluation.md). Left out: the usual one of this command." complete:"drawings" placeholder:"NAME" group:"less"`
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
