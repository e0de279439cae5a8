package console

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// PositionFlags name a state of an execution.
type PositionFlags struct {
	Pair string `help:"The two methods to run, such as get,set. If omitted: the first pair with a reported race, or the first pair." placeholder:"M,N" complete:"pairs"`
	ExecutionFlags
}

// ExecutionFlags name an execution of a pair of methods, by its initial state and schedule.
type ExecutionFlags struct {
	Heap     string `help:"The initial state: file (the init block), one (a single object), different (one for each parameter), or a list such as o1,o2,o1.f=o2,A.b=o1,B.b=o1. If omitted: file if there is an init block, else one." complete:"heaps" placeholder:"HEAP"`
	Schedule string `help:"Run this schedule, such as 'A2 B A+' (wobbly explain schedule). A link (wobbly:...), @FILE for a file and @- for standard input are also possible." placeholder:"S"`
	Trace    string `help:"Run this trace file." placeholder:"FILE"`
	Race     string `help:"Go to a race or deadlock that check lists with this --pair: R1, D1, or 4:3,9:5." placeholder:"ID" complete:"races"`
}

// Program loads the program of FILE. If FILE is a trace, or is left out because of --trace, the
// program is the one that the trace names, and the flags are those of the trace.
func (f *PositionFlags) Program(a *App, file string, strict bool) (*il.Core, error) {
	if file == "" {
		file, f.Trace = f.Trace, ""
	}
	src, err := a.Source(file)
	if err != nil {
		return nil, err
	}
	if schedule.IsTrace(src.Text) {
		if *f != (PositionFlags{}) {
			return nil, Usage("Leave out the flags, or name a program.",
				"%s is a trace, which already has a pair, a state and a schedule",
				report.FileName(file))
		}
		if src, err = a.tracedProgram(src); err != nil {
			return nil, err
		}
		f.Trace = file
	}
	core, err := a.Checked(src, strict)
	return core, a.Refused(err, false)
}

// tracedProgram reads the program that a trace names. Its digest must be the one in the trace,
// because a trace from a stranger can name any file.
func (a *App) tracedProgram(trace *il.Source) (*il.Source, error) {
	name := report.FileName(trace.Name)
	t, err := schedule.ParseTrace(trace.Text)
	if err != nil {
		return nil, DoesNotFit(err)
	}
	commandWith := func(file string) string {
		return fmt.Sprintf("wobbly %s %s --trace %s", a.Command, file, FileWord(trace.Name))
	}
	hint := "Name the program: " + commandWith("FILE")
	if t.Program == "" || t.Program == report.StdinName || trace.Name == report.StdinName {
		return nil, Usage(hint, "the trace %s does not name its program", name)
	}
	text, err := readNamed(t.Program, trace.Name)
	if err != nil {
		return nil, Usage(hint, "cannot read %s, which the trace %s names: %s",
			report.FileName(t.Program), name, err)
	}
	found := filepath.Join(filepath.Dir(trace.Name), t.Program)
	if !IsFile(found) {
		found = t.Program
	}
	if witness.Digest(string(text)) != t.Digest {
		return nil, Usage("To try its steps anyway: "+commandWith(FileWord(found)),
			"%s has changed since the trace %s was made", report.FileName(t.Program), name)
	}
	return il.NewSource(found, string(text)), nil
}

// Session opens the program in the state that the flags name. The note, which may be empty, is for
// the user.
func (f PositionFlags) Session(a *App, core *il.Core) (s *session.Session, note string, err error) {
	switch {
	case f.Trace != "" && f != PositionFlags{ExecutionFlags: ExecutionFlags{Trace: f.Trace}}:
		return nil, "", Usage("Leave out --trace, or the other flags.",
			"--trace cannot be used with --pair, --heap, --schedule or --race")
	case f.Trace != "":
		return f.openTrace(a, core)
	}
	if file, ok := strings.CutPrefix(f.Schedule, "@"); ok {
		text, err := a.Read(cmp.Or(file, report.StdinName))
		if err != nil {
			return nil, "", err
		}
		f.Schedule = strings.TrimSpace(string(text))
		if schedule.IsTrace(f.Schedule) {
			return nil, "", Usage("Give it with --trace.", "%s is a trace, not a schedule",
				report.FileName(file))
		}
	}
	q := ask.Opening{Pair: f.Pair, Heap: f.Heap, Schedule: f.Schedule, Race: f.Race}
	s, changed, err := openSession(a,
		func() (*session.Session, bool, error) { return q.Open(a.Ctx, core) })
	return s, changedNote(changed), NotOpened(err)
}

// openTrace is Session for --trace.
func (f PositionFlags) openTrace(a *App, core *il.Core) (*session.Session, string, error) {
	text, err := a.Read(f.Trace)
	if err != nil {
		return nil, "", err
	}
	if !schedule.IsTrace(string(text)) {
		return nil, "", notATrace(f.Trace, string(text))
	}
	t, err := schedule.ParseTrace(string(text))
	if err != nil {
		return nil, "", DoesNotFit(err)
	}
	s, changed, err := openSession(a,
		func() (*session.Session, bool, error) { return session.OpenTrace(core, t) })
	return s, changedNote(changed), NotOpened(err)
}

// notATrace returns the error of a text that should be a trace and is not.
func notATrace(name, source string) error {
	const hint = "To write a trace: wobbly show FILE -o NAME.trace, or x in wobbly step."
	file := report.FileName(name)
	if k := kindOf(name, source); k != nil {
		return Usage(hint, "%s is not a trace, but %s", file, k.name)
	}
	found := "begins with something else"
	if strings.TrimSpace(source) == "" {
		found = "is empty"
	}
	return Failure{
		Exit: ExitIllegal, Hint: hint,
		Text: fmt.Sprintf("%s:1:1: expected the line \"trace 1\" of a trace, but the file %s", file,
			found),
	}
}

// openSession calls open in the background, and gives up when the run is interrupted. changed
// reports whether the program has changed since the execution was saved.
func openSession(
	a *App, open func() (*session.Session, bool, error),
) (s *session.Session, changed bool, err error) {
	type opened struct {
		s       *session.Session
		changed bool
	}
	defer a.Working("opening")()
	x, err := TryKept(a, func() (opened, error) {
		s, changed, err := open()
		return opened{s, changed}, err
	})
	return x.s, x.changed, err
}

func changedNote(changed bool) string {
	if changed {
		return "the program has changed, but every step still fits"
	}
	return ""
}

// NotOpened turns an error of opening a session into one with an exit code.
func NotOpened(err error) error {
	var refused *ask.Refusal
	var name *ask.Misnamed
	var limit *ask.Limit
	var illegal *ask.Illegal
	if errors.As(err, &illegal) || errors.As(err, &refused) || errors.As(err, &name) ||
		errors.As(err, &limit) || errors.Is(err, ask.ErrInterrupted) {
		return Failed(err)
	}
	return DoesNotFit(err)
}

// DoesNotFit turns the error of a schedule, link, trace or state that does not fit the program into
// one with an exit code.
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
