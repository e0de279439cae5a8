package console

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"wobbly/internal/ask"
	"wobbly/report"
)

// An unfinished is the progress of a long run, in the file of --state. A later run with the same
// flags continues from it, and has the results of one uninterrupted run.
//
// The file is one JSON object. Its first member is the digest of the rest, so that an edited or
// damaged file is rejected.
type unfinished[T any] struct {
	// Build identifies this build of wobbly, because another one may count differently.
	Build string `json:"build"`
	// Flags are those that affect the counts; the length of the run is not among them.
	Flags string `json:"flags"`
	Run   T      `json:"run"`

	file string
	// saved is the time of the last attempt to save, and failed whether it failed.
	saved  time.Time
	failed bool
}

// MaxUnfinished limits the size of a state file, in bytes.
const MaxUnfinished = 64 << 20

// GoOn reads a run that was started with the same flags from a file. The result is an empty run if
// the file does not exist, and nil if no file is named. GoOn also tries to write the file, before
// hours of work depend on that.
func GoOn[T any](file, flags string) (*unfinished[T], error) {
	if file == "" {
		return nil, nil
	}
	s := &unfinished[T]{Build: Identity(), Flags: flags, file: file, saved: time.Now()}
	text, err := ReadRegular(Files{}, file, MaxUnfinished)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// a new run
	case err != nil:
		return nil, Usage("", "--state: %s", err)
	default:
		if err := s.decode(text); err != nil {
			return nil, err
		}
	}
	if err := TryReplacing(file); err != nil {
		return nil, Usage("Nothing was run. Name a file that can be written.", "--state: %s", err)
	}
	return s, nil
}

// decode reads the run from the text of a state file.
func (s *unfinished[T]) decode(text []byte) error {
	body, digest := splitDigest(text)
	var saved unfinished[T]
	err := json.Unmarshal(body, &saved)
	file := report.FileName(s.file)
	switch {
	case err != nil && digest == "":
		return Usage("Use another file, or remove it to start again.",
			"--state: %s is not a state file, or it is damaged", file)
	case err == nil && saved.Build != s.Build:
		return Usage("Use another file, or the same build.",
			"--state %s: it was written by another build of wobbly", file)
	case err != nil || digest != digestOf(body):
		return Usage("Restore it, use another file, or remove it to start again.",
			"--state %s: it was edited or damaged", file)
	case saved.Flags != s.Flags:
		return Usage("Use another file, or the same flags.",
			"--state %s: it was started with %s", file, saved.Flags)
	}
	s.Run = saved.Run
	return nil
}

// The beginning of a state file, around its digest.
const (
	beforeDigest = `{"digest":"`
	afterDigest  = `",`
)

// splitDigest separates the digest from the text of a state file. If there is none, it returns ""
// and the text unchanged.
func splitDigest(text []byte) (body []byte, digest string) {
	rest, ok := bytes.CutPrefix(text, []byte(beforeDigest))
	if !ok || len(rest) < 2*sha256.Size {
		return text, ""
	}
	body, ok = bytes.CutPrefix(rest[2*sha256.Size:], []byte(afterDigest))
	if !ok {
		return text, ""
	}
	return append([]byte("{"), body...), string(rest[:2*sha256.Size])
}

// digestOf returns the SHA-256 of a text in hexadecimal digits.
func digestOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// saveInterval is the time between two saves of a run.
const saveInterval = 20 * time.Second

// SaveNowAndThen saves the run if the last save is old enough. It returns the error of the first of
// several attempts that fail, for example because the disk is full. The run should continue.
func (s *unfinished[T]) SaveNowAndThen() error {
	if s == nil || time.Since(s.saved) < saveInterval {
		return nil
	}
	reported := s.failed
	err := s.Save()
	s.failed = err != nil
	if reported {
		return nil
	}
	return err
}

// Save writes the file atomically.
func (s *unfinished[T]) Save() error {
	if s == nil {
		return nil
	}
	s.saved = time.Now()
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return ReplaceFile(s.file, beforeDigest+digestOf(body)+afterDigest+string(body[1:]))
}

// ProcessName identifies this process among those of all machines.
func ProcessName() string {
	host, _ := os.Hostname() // "" if it is unknown
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

// Identity identifies the build that server and workers must share. A build without a version, or
// with changed files, is identified by the digest of its executable.
var Identity = sync.OnceValue(func() string {
	return identityOf(ask.BuildModule(), func() (io.ReadCloser, error) {
		path, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return os.Open(path)
	})
})

// identityOf is Identity for a version and the executable that program opens.
func identityOf(version string, program func() (io.ReadCloser, error)) string {
	if version != "(devel)" && !strings.HasSuffix(version, "+dirty") {
		return version
	}
	f, err := program()
	if err != nil {
		return fmt.Sprintf("%s of %s", version, ProcessName()) // unique
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Sprintf("%s of %s", version, ProcessName())
	}
	return version + " " + hex.EncodeToString(h.Sum(nil)[:6])
}
