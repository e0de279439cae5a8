package cli

import (
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"wobbly/report"
)

// unfinished is how far a long run has come, in the file of --state: a later run by the
// same flags goes on from there, and comes to what one run comes to.
type unfinished[T any] struct {
	Build string `json:"build"` // of wobbly, since another one may count otherwise
	Flags string `json:"flags"` // that the counts depend on, but for how far the run is to go
	Run   T      `json:"run"`

	file  string
	saved time.Time
}

// maxUnfinished bounds such a file.
const maxUnfinished = 64 << 20

// goOn reads the run of a file, by its flags. One that is not there has nothing yet; nil
// is for no file.
func goOn[T any](file, flags string) (*unfinished[T], error) {
	if file == "" {
		return nil, nil
	}
	s := &unfinished[T]{Build: identity(), Flags: flags, file: file, saved: time.Now()}
	text, err := readRegular(files{}, file, maxUnfinished)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	var before unfinished[T]
	if err != nil {
		return nil, usage("", "--state: %s", err)
	}
	switch err := json.Unmarshal(text, &before); {
	case err != nil:
		return nil, usage("Take another file, or remove it to begin anew.", "--state: %s is no file that such a run has written, or it was damaged", report.FileName(file))
	case before.Build != s.Build:
		return nil, usage("Take another file, or the build that has begun.", "--state %s: it was begun by another build of wobbly", report.FileName(file))
	case before.Flags != s.Flags:
		return nil, usage("Take another file, or those flags.", "--state %s: it was begun with %s", report.FileName(file), before.Flags)
	}
	s.Run = before.Run
	return s, nil
}

// savePatience is how long a run goes on before it is saved again.
const savePatience = 20 * time.Second

// saveNowAndThen saves the run if that was not done for a while.
func (s *unfinished[T]) saveNowAndThen() error {
	if s == nil || time.Since(s.saved) < savePatience {
		return nil
	}
	return s.save()
}

// save writes the file, so that an interruption leaves the old one or the new.
func (s *unfinished[T]) save() error {
	if s == nil {
		return nil
	}
	s.saved = time.Now()
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return replaceFile(s.file, string(text))
}
