package cli

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/internal/pipeline"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// placeFlags say where to stand in an execution of a program.
type placeFlags struct {
	Pair     string `help:"The pair of units to run, such as m,n. Left out: the first one." placeholder:"M,N"`
	Heap     string `help:"The initial state: file (its init block), one (one object), different, or a list such as o1,o2,o1.f=o2,A.b=o1,B.b=o1. Left out: file if there is an init block, else one." placeholder:"HEAP"`
	Schedule string `help:"Go on from the end of a schedule such as 'A2 B A+', or of a link that begins with wobbly:." placeholder:"S"`
	Trace    string `help:"Go on from the end of a trace file." placeholder:"FILE"`
	Race     string `help:"Go on from the racing state of a report of wobbly check, such as R1." placeholder:"ID"`
}

// session opens the program where the flags say. The note says what is to be
// known about it; it may be empty.
func (f placeFlags) session(a *app, core *il.Core) (s *session.Session, note string, err error) {
	switch {
	case f.Race != "" && (f.Schedule != "" || f.Trace != "" || f.Heap != "" || f.Pair != ""),
		f.Trace != "" && (f.Schedule != "" || f.Heap != "" || f.Pair != ""):
		return nil, "", usage("", "--race and --trace say all there is to say: give nothing beside them")
	case f.Race != "":
		w, err := f.witness(a, core)
		if err != nil {
			return nil, "", err
		}
		s, err = session.OpenWitness(core, w)
		return s, "", doesNotFit(err)
	case f.Trace != "":
		return f.trace(a, core)
	case schedule.IsLink(f.Schedule):
		return f.link(core)
	default:
		s, err = f.start(core)
		return s, "", err
	}
}

// start opens the program at the end of a schedule in its short form.
func (f placeFlags) start(core *il.Core) (*session.Session, error) {
	p, err := f.pair(core)
	if err != nil {
		return nil, err
	}
	in, err := f.init(core, *p)
	if err != nil {
		return nil, err
	}
	s, err := session.New(core, *p, in)
	if err != nil {
		return nil, doesNotFit(err)
	}
	moves, err := schedule.Parse(f.Schedule)
	if err != nil {
		return nil, doesNotFit(err)
	}
	if r := s.Paste(moves); !r.OK() && len(moves) > 0 {
		return nil, usage("", "--schedule: %s", r.Text)
	}
	return s, nil
}

func (f placeFlags) pair(core *il.Core) (*il.Pair, error) {
	p, err := pairFlag{f.Pair}.pair(core)
	if err != nil || p != nil {
		return p, err
	}
	return &core.Pairs()[0], nil
}

func (f placeFlags) init(core *il.Core, p il.Pair) (semantics.Init, error) {
	heap := f.Heap
	if heap == "" {
		heap = session.HeapOne
		if in, ok := session.FileInit(core, p); ok {
			if _, err := session.New(core, p, in); err == nil {
				heap = session.HeapFile
			}
		}
	}
	in, err := session.ParseInit(core, p, heap)
	if err != nil {
		return in, usage("Such as one, different, file, or o1,o2,o1.f=o2,A.b=o1.", "--heap: %s", err)
	}
	return in, nil
}

func (f placeFlags) link(core *il.Core) (*session.Session, string, error) {
	if f.Heap != "" || f.Pair != "" {
		return nil, "", usage("", "a link says the pair and the initial state: give no --heap and no --pair beside it")
	}
	l, err := schedule.ParseLink(f.Schedule)
	if err != nil {
		return nil, "", doesNotFit(err)
	}
	s, changed, err := session.OpenLink(core, l)
	return s, changedNote(changed), doesNotFit(err)
}

func (f placeFlags) trace(a *app, core *il.Core) (*session.Session, string, error) {
	text, err := a.read(f.Trace)
	if err != nil {
		return nil, "", err
	}
	t, err := schedule.ParseTrace(string(text))
	if err != nil {
		return nil, "", doesNotFit(err)
	}
	s, changed, err := session.OpenTrace(core, t)
	return s, changedNote(changed), doesNotFit(err)
}

func changedNote(changed bool) string {
	if changed {
		return "the program has changed since, but every step still fits"
	}
	return ""
}

// witness is that of a report.
func (f placeFlags) witness(a *app, core *il.Core) (*witness.Witness, error) {
	races, err := a.races(core)
	if err != nil {
		return nil, err
	}
	var known []string
	for x := range races {
		if strings.EqualFold(x.ID, f.Race) {
			return x.Witness, nil
		}
		known = append(known, x.ID)
	}
	hint := "RacerDX reports no race of this program."
	if len(known) > 0 {
		const most = 10
		if len(known) > most {
			known = append(known[:most:most], "...")
		}
		hint = "There are " + strings.Join(known, " ") + "."
	}
	return nil, usage(hint, "there is no report %q", f.Race)
}

// races are the races that wobbly check lists without flags, numbered as there.
// Each is worked out when it is come to.
func (a *app) races(core *il.Core) (iter.Seq[report.Race], error) {
	f, err := a.reportsOf(core)
	if err != nil {
		return nil, err
	}
	return f.Check(a.interrupted).Races, nil
}

// maxListed is how many races wobbly check lists, and maxWitness from how many
// steps on it keeps a witness compressed.
const (
	maxListed  = 10_000
	maxWitness = 10_000
)

// plain is the analysis without flags.
var plain = abstract.Options{Condition: abstract.Or}

// reportsOf is what wobbly check finds without flags, on all pairs: so the reports
// have the same numbers everywhere.
func (a *app) reportsOf(core *il.Core) (*findings.Findings, error) {
	f, err := pipeline.Find(a.ctx, core, findings.Parameters{Options: plain, Limit: maxListed, MaxSteps: maxWitness})
	return f, failed(err)
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
