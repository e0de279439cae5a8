//go:build !js

// The page has no extracted command to ask.

package ask

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/verified"
	"wobbly/report"
	"wobbly/witness"
)

// A SecondOpinion compares answers with those of the analyses and the checker that are extracted
// from the Coq text. Its errors are *NoOpinion, or those of the functions passed to it.
type SecondOpinion struct {
	command *verified.Command
	waiting func() (done func())
}

// NewSecondOpinion returns a second opinion from the extracted command, which reads from in and
// answers on out. It calls waiting before each question, and the returned function after the
// answer.
func NewSecondOpinion(in io.Writer, out io.Reader, waiting func() (done func())) *SecondOpinion {
	return &SecondOpinion{verified.NewCommand(in, out), waiting}
}

// NoOpinion is the error of a command that gave no answer.
type NoOpinion struct{ Err error }

func (e *NoOpinion) Error() string { return e.Err.Error() }

// asked calls question, which asks the command, and announces the wait for the answer.
func asked[T any](s *SecondOpinion, question func() (T, error)) (T, error) {
	done := s.waiting()
	x, err := question()
	done()
	if err != nil {
		return x, &NoOpinion{err}
	}
	return x, nil
}

// Verified returns a *Refusal if the analyzer is a mode of RacerDX and its mode or a parameter is
// not extracted.
func (a *Analyzer) Verified() error {
	if !a.Summarizes() {
		return nil // the witnesses can still be verified
	}
	o := a.Summaries()
	usual := o.Condition == abstract.Or && o.Cap == 0 && o.Literal == 0
	if usual && slices.Contains(verified.Modes, o.Mode) {
		return nil
	}
	names := slice.Map(verified.Modes, abstract.Mode.String)
	return refuse("", "--verified knows the summaries of %s, as they are corrected: "+
		"without --literal and --cap, and under --condition or", strings.Join(names, ", "))
}

// Witness asks the extracted checker about a witness. The reason may be empty.
func (s *SecondOpinion) Witness(core *il.Core,
	w *witness.Witness) (accepted bool, reason string, err error) {
	accepted, err = asked(s, func() (bool, error) {
		v, err := s.command.Judge(core, w)
		reason = v.Reason
		return v.Accepted, err
	})
	return accepted, reason, err
}

// Certificate asks the extracted checker about a certificate of absence.
func (s *SecondOpinion) Certificate(core *il.Core, n Certificate) (accepted bool, err error) {
	if err := OneLock(core, "--verified"); err != nil {
		return false, err
	}
	pair, err := PairOf(core, n.Units[0]+","+n.Units[1])
	if err != nil {
		return false, err
	}
	if pair.Left.Name != n.Units[0] {
		pair.Left, pair.Right = pair.Right, pair.Left
	}
	text, err := json.Marshal(n.Document)
	if err != nil {
		panic(err) // unreachable: a certificate has only strings
	}
	return asked(s, func() (bool, error) { return s.command.Absent(core, *pair, text) })
}

// Summary compares the summary of a unit by a mode of RacerDX with the extracted one, and lists the
// differences.
func (s *SecondOpinion) Summary(core *il.Core, u *il.Unit, a *Analyzer,
	x report.Unit) ([]string, error) {
	answer, err := asked(s, func() (*verified.Answer, error) {
		return s.command.Analyze(verified.Encode(core, il.Pair{Left: u, Right: u}))
	})
	if err != nil {
		return nil, err
	}
	extracted := answer.Summary(a.Summaries().Mode, 0)
	accesses := slice.Map(x.Accesses, func(a report.Access) string {
		return verified.Access(a.At, a.Path, a.Lock, a.Locks...)
	})
	var all []string
	compare := func(name string, ours, theirs []string) {
		if x.Total != nil { // x lists only some of the elements
			theirs = slice.Filter(theirs, func(e string) bool { return slices.Contains(ours, e) })
		}
		all = append(all, verified.Differences(name, ours, theirs)...)
	}
	compare("element of W", slices.Clone(x.Wobbly), extracted.Wobbly)
	if x.Written != nil {
		compare("element of Wr", slices.Clone(x.Written), extracted.Written)
	}
	compare("element of A", accesses, extracted.Accesses)
	return all, nil
}

// Agreement counts the reports on which the extracted analysis and wobbly agree.
type Agreement struct {
	Extracted bool // there is an extracted analysis of this name
	Deadlocks bool // the deadlocks were compared too
	Same      int  // reports of both
	More      int  // reports of wobbly alone, where the extracted analysis is known to report less
}

// A Listing is what check lists for the pairs of units of a program.
type Listing struct {
	Pair      string // of units; empty for all
	Analyzer  *Analyzer
	Races     []report.Race
	Deadlocks []report.Deadlock
	Complete  bool // no race is left out
}

// Reports compares a listing with the reports of the extracted analysis. If the listing is not
// complete, extracted races that it lacks are ignored. Reports calls differ for each pair of units
// with differences.
func (s *SecondOpinion) Reports(
	core *il.Core, list Listing, differ func(units string, differences []string) error,
) (Agreement, error) {
	only, err := PairOf(core, list.Pair)
	if err != nil {
		return Agreement{}, err
	}
	reports, err := s.extracted(list.Analyzer, core)
	if err != nil || reports == nil {
		return Agreement{}, err
	}
	x := Agreement{Extracted: true, Deadlocks: len(core.Locks) > 0 && list.Analyzer.Summarizes()}
	for _, p := range core.PairsOf(only) {
		program := verified.Encode(core, p)
		differences, err := s.races(&x, list, p, program, reports)
		if err == nil && x.Deadlocks {
			var more []string
			more, err = s.deadlocks(list.Deadlocks, p, program)
			differences = append(differences, more...)
		}
		if err == nil && len(differences) > 0 {
			err = differ(p.Left.Name+" and "+p.Right.Name, differences)
		}
		if err != nil {
			return x, err
		}
	}
	return x, nil
}

// races compares the listed races of a pair of units, and counts them in x.
func (s *SecondOpinion) races(x *Agreement, list Listing, p il.Pair, program *verified.Program,
	reports extraction) (differences []string, err error) {
	less := false
	extracted, err := asked(s, func() (all []string, err error) {
		all, less, err = reports(p, program)
		return all, err
	})
	if err != nil {
		return nil, err
	}
	var listed []string
	for _, r := range list.Races {
		if p.Left.Name == r.Left.Unit && p.Right.Name == r.Right.Unit {
			listed = append(listed, program.Pair(r.Left.At, r.Right.At))
		}
	}
	if !list.Complete {
		extracted = slice.Filter(extracted,
			func(x string) bool { return slices.Contains(listed, x) })
	}
	if less {
		both := slice.Filter(listed, func(x string) bool { return slices.Contains(extracted, x) })
		x.More += len(listed) - len(both)
		listed = both
	}
	x.Same += len(extracted)
	return verified.Differences("race", listed, extracted), nil
}

// deadlocks compares the listed deadlocks of a pair of units.
func (s *SecondOpinion) deadlocks(list []report.Deadlock, p il.Pair,
	program *verified.Program) (differences []string, err error) {
	var ours []string
	for _, d := range list {
		if p.Left.Name == d.Left.Unit && p.Right.Name == d.Right.Unit {
			ours = append(ours, program.Pair(d.Left.At, d.Right.At))
		}
	}
	answer, err := asked(s, func() (*verified.Answer, error) { return s.command.Analyze(program) })
	if err != nil {
		return nil, err
	}
	return verified.Differences("deadlock", ours, answer.Deadlocks), nil
}

// An extraction returns the reports of an extracted analysis for a pair of methods. less means that
// wobbly may report more: the extracted rely ignores objects made in loops, and follows no name
// through an object that the method has made.
type extraction func(il.Pair, *verified.Program) (reports []string, less bool, err error)

// extracted returns the extraction of an analyzer, or nil if there is none.
func (s *SecondOpinion) extracted(a *Analyzer, core *il.Core) (extraction, error) {
	type query = func(p *verified.Program, longest int) (reports []string, err error)
	along := func(o flow.Options, ask query) (extraction, error) {
		found, err := flow.Analyze(core, o)
		less := func(u *il.Unit) bool { return core.HasLoop(u) || found.Behind(u) }
		return func(p il.Pair, program *verified.Program) ([]string, bool, error) {
			reports, err := ask(program, max(found.Longest(p.Left), found.Longest(p.Right)))
			return reports, o.Rely && (less(p.Left) || less(p.Right)), err
		}, limited(core, err)
	}
	switch {
	case a.Summarizes():
		return func(_ il.Pair, p *verified.Program) ([]string, bool, error) {
			answer, err := s.command.Analyze(p)
			if err != nil {
				return nil, false, err
			}
			return answer.Reports[a.Summaries().Mode], false, nil
		}, nil
	case a.of.Name == "racerd" && a.o.RacerD == racerd.Options{}:
		return func(_ il.Pair, p *verified.Program) ([]string, bool, error) {
			reports, err := s.command.RacerD(p)
			return reports, false, err
		}, nil
	case len(core.Locks) > 0: // flow and rely are extracted for the unnamed lock
		return nil, nil
	case a.of.Name == "flow":
		return along(flow.Options{}, s.command.Flow)
	case a.of.Name == "rely":
		return along(flow.Options{Rely: true}, s.command.Rely)
	default:
		return nil, nil
	}
}
