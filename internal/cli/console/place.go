package console

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/session"
	"wobbly/session/schedule"
)

// PositionFlags say where to stand in an execution of a program.
type PositionFlags struct {
	Pair     string `help:"The pair of units to run, such as m,n. Left out: the first one with a reported race, or else the first one." placeholder:"M,N"`
	Heap     string `help:"The initial state: file (its init block), one (one object), different, or a list such as o1,o2,o1.f=o2,A.b=o1,B.b=o1. Left out: file if there is an init block, else one." complete:"heaps" placeholder:"HEAP"`
	Schedule string `help:"Go on from the end of a schedule such as 'A2 B A+', or of a link that begins with wobbly:." placeholder:"S"`
	Trace    string `help:"Go on from the end of a trace file." placeholder:"FILE"`
	Race     string `help:"Go on from the racing state of a report of wobbly check with the same --pair: R1, or 4:3,9:5." placeholder:"ID"`
}

// Session opens the program where the flags say. The note says what is to be
// known about it; it may be empty.
func (f PositionFlags) Session(a *App, core *il.Core) (s *session.Session, note string, err error) {
	switch {
	case f.Trace != "" && f != PositionFlags{Trace: f.Trace}:
		return nil, "", Usage("", "a trace says all there is to say: give nothing beside --trace")
	case f.Trace != "":
		return f.trace(a, core)
	default:
		s, changed, err := openAside(a, func() (*session.Session, bool, error) { return f.opening().Open(a.Ctx, core) })
		return s, changedNote(changed), NotOpened(err)
	}
}

// opening is what the flags say but for a trace file.
func (f PositionFlags) opening() ask.Opening {
	return ask.Opening{Pair: f.Pair, Heap: f.Heap, Schedule: f.Schedule, Race: f.Race}
}

func (f PositionFlags) trace(a *App, core *il.Core) (*session.Session, string, error) {
	text, err := a.Read(f.Trace)
	if err != nil {
		return nil, "", err
	}
	t, err := schedule.ParseTrace(string(text))
	if err != nil {
		return nil, "", DoesNotFit(err)
	}
	s, changed, err := openAside(a, func() (*session.Session, bool, error) { return session.OpenTrace(core, t) })
	return s, changedNote(changed), NotOpened(err)
}

// openAside opens a session, and gives up when the run is interrupted.
func openAside(a *App, open func() (*session.Session, bool, error)) (*session.Session, bool, error) {
	type opened struct {
		s       *session.Session
		changed bool
	}
	defer a.Working("opening")()
	x, err := TryKept(a, func() (opened, error) { s, changed, err := open(); return opened{s, changed}, err })
	return x.s, x.changed, err
}

func changedNote(changed bool) string {
	if changed {
		return "the program has changed since, but every step still fits"
	}
	return ""
}

// notOpened is the error of a session that cannot begin where it should.
func NotOpened(err error) error {
	var refused *ask.Refusal
	var name *ask.Misnamed
	var limit *ask.Limit
	var illegal *ask.Illegal
	if errors.As(err, &illegal) || errors.As(err, &refused) || errors.As(err, &name) || errors.As(err, &limit) || errors.Is(err, ask.ErrInterrupted) {
		return Failed(err)
	}
	return DoesNotFit(err)
}

// DoesNotFit is the error of a schedule, link, trace or state that does not fit.
func DoesNotFit(err error) error {
	if err == nil {
		return nil
	}
	var e *schedule.Error
	if errors.As(err, &e) {
		return Usage(strings.TrimSuffix(e.Caret(), "\n"), "%s", e)
	}
	return Usage("", "%s", fmt.Sprint(err))
}
