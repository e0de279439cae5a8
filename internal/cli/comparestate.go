package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"time"

	"wobbly/internal/compare"
)

// compareState is how far comparisons on random programs have come, in a file.
type compareState struct {
	Build    string                                       `json:"build"` // of wobbly, since another one may count otherwise
	Flags    string                                       `json:"flags"` // that the counts depend on, but for the number of programs
	Drawings map[string]*compare.Stretch[*compare.Totals] `json:"drawings"`

	file  string
	saved time.Time
}

// load reads the state to go on with. It is nil where none is kept.
func (c *compareCmd) load() (*compareState, error) {
	if c.State == "" {
		return nil, nil
	}
	s := &compareState{
		Build: identity(), Flags: fmt.Sprintf("--seed %d%s", c.Seed, c.again()),
		Drawings: map[string]*compare.Stretch[*compare.Totals]{}, file: c.State, saved: time.Now(),
	}
	text, err := os.ReadFile(c.State)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	before := &compareState{}
	if err == nil {
		err = json.Unmarshal(text, before)
	}
	switch {
	case err != nil:
		return nil, usage("", "--state: %s", err)
	case before.Build != s.Build:
		return nil, usage("Take another file, or the build that has begun.", "--state %s: it was begun by another build of wobbly", c.State)
	case before.Flags != s.Flags:
		return nil, usage("Take another file, or those flags.", "--state %s: it was begun with %s", c.State, before.Flags)
	}
	maps.Copy(s.Drawings, before.Drawings)
	return s, nil
}

// begun is what there is of a draw already, nil for nothing.
func (s *compareState) begun(d compare.Draw, o compare.Options) (*compare.Stretch[*compare.Totals], error) {
	x := s.Drawings[d.Drawing.Name]
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

// saveNowAndThen saves the state if that was not done for a while.
func (s *compareState) saveNowAndThen() error {
	if time.Since(s.saved) < savePatience {
		return nil
	}
	return s.save()
}

// save writes the state, so that an interruption leaves the old one or the new.
func (s *compareState) save() error {
	s.saved = time.Now()
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return replaceFile(s.file, string(text))
}
