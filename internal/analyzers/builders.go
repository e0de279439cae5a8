package analyzers

import (
	"wobbly/il"
	"wobbly/internal/parallel"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// builders make the witnesses of a program, each goroutine by one of its own.
type builders struct {
	parallel.Own[*reconstruct.Builder]
}

func buildersOf(core *il.Core) *builders {
	return &builders{parallel.Own[*reconstruct.Builder]{Make: func() *reconstruct.Builder { return reconstruct.New(core) }}}
}

func (by *builders) made(how func(b *reconstruct.Builder) (*witness.Witness, error)) (w *witness.Witness, err error) {
	by.With(func(b *reconstruct.Builder) { w, err = how(b) })
	return w, err
}
