package cli

import (
	"fmt"

	"wobbly/internal/compare"
)

// compareState is how far comparisons on random programs have come, by generator.
type compareState struct {
	*unfinished[map[string]*compare.Stretch[*compare.Totals]]
}

// load reads the state to continue. It is nil if none is kept.
func (c *compareCmd) load() (*compareState, error) {
	s, err := goOn[map[string]*compare.Stretch[*compare.Totals]](c.State, fmt.Sprintf("--seed %d%s", c.Seed, c.again()))
	if s == nil {
		return nil, err
	}
	if s.Run == nil {
		s.Run = map[string]*compare.Stretch[*compare.Totals]{}
	}
	return &compareState{s}, nil
}

// begun returns what has been compared of a generator's programs, or nil for nothing.
func (s *compareState) begun(d compare.Draw, o compare.Options) (*compare.Stretch[*compare.Totals], error) {
	x := s.Run[d.Drawing.Name]
	switch {
	case x == nil:
		return nil, nil
	case x.Programs > d.Programs:
		return nil, usage(fmt.Sprintf("--random %d, or more to go on.", x.Programs), "--state %s: it has %d programs of %s", s.file, x.Programs, d.Drawing.Name)
	}
	if err := d.Check(x, o); err != nil {
		return nil, usage("", "--state %s: %s: %s", s.file, d.Drawing.Name, err)
	}
	for i := range x.Failures {
		x.Failures[i].Program = d.Drawing.Program(x.Failures[i].Seed)
	}
	return x, nil
}
