package cli

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/session"
	"wobbly/session/schedule"
)

// positionFlags say where to stand in an execution of a program.
type positionFlags struct {
	Pair     string `help:"The pair of units to run, such as m,n. Left out: the first one with a reported race, or else the first one." placeholder:"M,N"`
	Heap     string `help:"The initial state: file (its init block), one (one object), different, or a list such as o1,o2,o1.f=o2,A.b=o1,B.b=o1. Left out: file if there is an init block, else one." complete:"heaps" placeholder:"HEAP"`
	Schedule string `help:"Go on from the end of a schedule such as 'A2 B A+', or of a link that begins with wobbly:." placeholder:"S"`
	Trace    string `help:"Go on from the end of a trace file." placeholder:"FILE"`
	Race     string `help:"Go on from the racing state of a report of wobbly check with the same --pair: R1, or 4:3,9:5." placeholder:"ID"`
}

// session opens the program where the flags say. The note says what is to be
// known about it; it may be empty.
func (f positionFlags) session(a *app, core *il.Core) (s *session.Session, note string, err error) {
	switch {
	case f.Trace != "" && f != positionFlags{Trace: f.Trace}:
		return nil, "", usage("", "a trace says all there is to say: give nothing beside --trace")
	case f.Trace != "":
		return f.trace(a, core)
	default:
		s, changed, err := openAside(a, func() (*session.Session, bool, error) { return f.opening().Open(a.ctx, core) })
		return s, changedNote(changed), notOpened(err)
	}
}

// opening is what the flags say but for a trace file.
func (f positionFlags) opening() ask.Opening {
	return ask.Opening{Pair: f.Pair, Heap: f.Heap, Schedule: f.Schedule, Race: f.Race}
}

func (f positionFlags) trace(a *app, core *il.Core) (*session.Session, string, error) {
	text, err := a.read(f.Trace)
	if err != nil {
		return nil, "", err
	}
	t, err := schedule.ParseTrace(string(text))
	if err != nil {
		return nil, "", doesNotFit(err)
	}
	s, changed, err := openAside(a, func() (*session.Session, bool, error) { return session.OpenTrace(core, t) })
	return s, changedNote(changed), notOpened(err)
}

// openAside opens a session, and gives up when the run is interrupted.
func openAside(a *app, open func() (*session.Session, bool, error)) (*session.Session, bool, error) {
	type opened struct {
		s       *session.Session
		changed bool
	}
	defer a.working("opening")()
	x, err := tryKept(a, func() (opened, error) { s, changed, err := open(); return opened{s, changed}, err })
	return x.s, x.changed, err
}

func changedNote(changed bool) string {
	if changed {
		return "the program has changed since, but every step still fits"
	}
	return ""
}

// notOpened is the error of a session that cannot begin where it should.
func notOpened(err error) error {
	var refused *ask.Refusal
	var name *ask.Misnamed
	var limit *ask.Limit
	var illegal *ask.Illegal
	if errors.As(err, &illegal) || errors.As(err, &refused) || errors.As(err, &name) || errors.As(err, &limit) || errors.Is(err, ask.ErrInterrupted) {
		return failed(err)
	}
	return doesNotFit(err)
}

// doesNotFit is the error of a schedule, link, trace or state that does not fit.
func doesNotFit(err error) error {
	if err == nil {
		return nil
	}
	var e *schedule.Error
	if errors.As(err, &e) {
		return usage(strings.TrimSuffix(e.Caret(), "\n"), "%s", e)
	}
	return usage("", "%s", fmt.Sprint(err))
}
