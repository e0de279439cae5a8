// Package opinion asks for the second opinion of --verified: the analyses and the checker that
// are extracted from Coq, as a process.
package opinion

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/internal/pipeline"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/internal/verified"
	"wobbly/report"
	"wobbly/witness"
)

// VerifiedFlag asks for a second opinion.
type VerifiedFlag struct {
	Verified bool `help:"Ask what is extracted from the Coq text too (make verified); where it differs, say so and exit with 4."`
}

// The extracted command is wobbly-verified beside wobbly itself, or on the path, unless a
// variable names it.
const (
	verifiedName     = "wobbly-verified"
	verifiedVariable = "WOBBLY_VERIFIED"
)

// Opinion is the extracted command while it runs, and what it said that differs.
type Opinion struct {
	*verified.Command
	a      *console.App
	differ int // in how many things
	End    func()
}

// secondOpinion starts the extracted command. Who asks for it ends it.
func Start(a *console.App) (*Opinion, error) {
	path, err := verifiedPath(a)
	if err != nil {
		return nil, err
	}
	run := exec.CommandContext(a.Ctx, path)
	in, err1 := run.StdinPipe()
	out, err2 := run.StdoutPipe()
	if err := errors.Join(err1, err2, run.Start()); err != nil {
		return nil, noVerified(err.Error())
	}
	return &Opinion{Command: verified.NewCommand(in, out), a: a, End: func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = run.Wait()
	}}, nil
}

// verifiedPath finds the extracted command.
func verifiedPath(a *console.App) (string, error) {
	if path := a.Getenv(verifiedVariable); path != "" {
		if _, err := exec.LookPath(path); err != nil {
			return "", noVerified(fmt.Sprintf("%s is %s: %v", verifiedVariable, report.FileName(path), errors.Unwrap(err)))
		}
		return path, nil
	}
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), verifiedName)); err == nil {
			return path, nil
		}
	}
	if path, err := exec.LookPath(verifiedName); err == nil {
		return path, nil
	}
	return "", noVerified(verifiedName + " is neither beside wobbly nor on the path")
}

// noVerified is the error where there is no extracted command.
func noVerified(why string) error {
	return console.Usage("make verified builds it from proof/ (Debian: coq, ocaml-nox); "+verifiedVariable+" names it where it is elsewhere",
		"there is no verified command to ask: %s", why)
}

// failed is the error of a command that gives no answer: nothing is known then.
func (s *Opinion) failed(err error) error {
	select { // Ctrl+C ends the command too, perhaps before it is known here
	case <-s.a.Ctx.Done():
		return console.ErrInterrupted
	case <-time.After(console.Patience / 5):
		return console.Failure{Exit: console.ExitInconclusive, Text: err.Error()}
	}
}

// waiting says on a terminal, once a second, that the command is at work, until done.
func (s *Opinion) waiting() (done func()) {
	return s.a.Watch("").Steadily(func(since time.Duration) string {
		return fmt.Sprintf("the verified command is at work for %s; Ctrl+C ends it", since.Round(time.Second))
	})
}

// disagrees tells of differences and makes the exit 4.
func (s *Opinion) disagrees(what string, differences []string) error {
	s.differ += len(differences)
	if len(differences) > 0 {
		s.a.Found(console.ExitViolated)
	}
	for _, d := range differences {
		if err := report.Line(s.a.Stderr(), "disagreement: "+what+": "+d); err != nil {
			return err
		}
	}
	return nil
}

// reported gathers what wobbly reports of a file, to hold it against what is extracted.
type reported struct {
	pairs    map[il.Pair][]string
	programs map[il.Pair]*verified.Program
	core     *il.Core
	listed   int

	witnesses int   // that were judged
	err       error // of the first that was not
}

// OnWitness is what the verified checker says of a witness that wobbly accepts or refuses,
// in words for its line; none where it is not asked. That it says the other is told at
// once.
func (s *Opinion) OnWitness(core *il.Core, w *witness.Witness, id string, accepted bool) (string, error) {
	if s == None {
		return "", nil
	}
	done := s.waiting()
	verdict, err := s.Judge(core, w)
	done()
	if err != nil {
		return "", s.failed(err)
	}
	says := map[bool]string{true: "accepts", false: "refuses"}
	words := "the verified checker " + says[verdict.Accepted] + " it"
	if verdict.Reason != "" {
		words += " (" + verdict.Reason + ")"
	}
	if verdict.Accepted == accepted {
		return words + " too", nil
	}
	what := "the witness"
	if id != "" {
		what = id
	}
	return words, s.disagrees(what, []string{"wobbly " + says[accepted] + " the witness, and " + words})
}

// KnowsMode tells whether there is a second opinion on the analysis under these options.
func KnowsMode(o abstract.Options) error {
	if slices.Contains(verified.Modes, o.Mode) && o.Condition == abstract.Or && o.Cap == 0 && o.Literal == (abstract.Options{}).Literal {
		return nil
	}
	return notVerified()
}

// notVerified is the error where an analysis is not extracted.
func notVerified() error {
	names := slice.Map(verified.Modes, func(m abstract.Mode) string { return m.String() })
	return console.Usage("", "--verified knows the summaries of %s, as they are corrected: without --literal and --cap, and under --condition or", strings.Join(names, ", "))
}

// gather makes what is reported of the pairs of units of a file, which are none yet.
func gather(core *il.Core, only *il.Pair) *reported {
	r := &reported{pairs: map[il.Pair][]string{}, programs: map[il.Pair]*verified.Program{}, core: core}
	for _, pair := range core.PairsOf(only) {
		r.pairs[pair], r.programs[pair] = nil, verified.Encode(core, pair)
	}
	return r
}

// passing enters the races that pass, and has the witness of each judged.
func (s *Opinion) passing(r *reported, races iter.Seq[report.Race]) iter.Seq[report.Race] {
	return func(yield func(report.Race) bool) {
		for x := range races {
			r.listed++
			for pair, p := range r.programs {
				if pair.Left.Name == x.Left.Unit && pair.Right.Name == x.Right.Unit {
					r.pairs[pair] = append(r.pairs[pair], p.Pair(x.Left.At, x.Right.At))
				}
			}
			if x.Witness != nil && x.Verdict != report.Unknown && r.err == nil {
				r.witnesses++
				_, r.err = s.OnWitness(r.core, x.Witness, x.ID, x.Verdict == report.Confirmed)
			}
			if !yield(x) {
				return
			}
		}
	}
}

// extracted is what an extracted analysis reports of a pair of units. It may be a part of
// what wobbly does: rely as it is extracted knows nothing of objects that are made in loops,
// and follows no name that leads through an object which the unit has made.
type extracted func(pair il.Pair, p *verified.Program) (reports []string, part bool, err error)

// asks is how the analysis that is asked about is asked for among what is extracted; nil
// if it is not.
func (s *Opinion) asks(q pipeline.Question, core *il.Core) (extracted, error) {
	switch {
	case q.Analyzer.Summaries != nil:
		mode := q.Analyzer.Summaries(q.Options).Mode
		return func(_ il.Pair, p *verified.Program) ([]string, bool, error) {
			answer, err := s.Analyze(p)
			if err != nil {
				return nil, false, err
			}
			return answer.Reports[mode], false, nil
		}, nil
	case q.Analyzer.Name == "racerd" && q.Options.RacerD == racerd.Options{}:
		return func(_ il.Pair, p *verified.Program) ([]string, bool, error) {
			reports, err := s.RacerD(p)
			return reports, false, err
		}, nil
	case q.Analyzer.Name == "flow":
		return asksFlow(core, false, s.Flow)
	case q.Analyzer.Name == "rely":
		return asksFlow(core, true, s.Rely)
	default:
		return nil, nil
	}
}

// asksFlow asks for the reports of flow, or of rely, by names as long as wobbly follows.
func asksFlow(core *il.Core, rely bool, ask func(p *verified.Program, fields int) ([]string, error)) (extracted, error) {
	found, err := flow.Analyze(core, flow.Options{Rely: rely})
	return func(pair il.Pair, p *verified.Program) ([]string, bool, error) {
		reports, err := ask(p, max(found.Longest(pair.Left), found.Longest(pair.Right)))
		part := slices.ContainsFunc([]*il.Unit{pair.Left, pair.Right}, func(u *il.Unit) bool { return core.HasLoop(u) || found.Behind(u) })
		return reports, rely && part, err
	}, err
}

// compareReports holds what is reported against what is extracted. Where not all is
// listed, only that what is listed is extracted too. It tells how many reports are the
// same, and how many wobbly alone has where the extracted ones are a part.
func (s *Opinion) compareReports(r *reported, ask extracted, only *il.Pair, complete bool) (same, more int, err error) {
	for _, pair := range r.core.PairsOf(only) {
		done := s.waiting()
		extracted, part, err := ask(pair, r.programs[pair])
		done()
		if err != nil {
			return same, more, s.failed(err)
		}
		listed := r.pairs[pair]
		if !complete {
			extracted = slices.DeleteFunc(extracted, func(x string) bool { return !slices.Contains(listed, x) })
		}
		if part {
			both := slices.DeleteFunc(slices.Clone(listed), func(x string) bool { return !slices.Contains(extracted, x) })
			more += len(listed) - len(both)
			listed = both
		}
		same += len(extracted)
		if err := s.disagrees(pair.Left.Name+" and "+pair.Right.Name, verified.Differences("race", listed, extracted)); err != nil {
			return same, more, err
		}
	}
	return same, more, nil
}

// None is none.
var None = &Opinion{End: func() {}}

// Attend has what a document lists gathered while it is written. What it gives holds that
// against what is extracted, and says in text that they agree.
func (s *Opinion) Attend(src *il.Source, q pipeline.Question, doc *report.Check) (compare func(say bool) error, err error) {
	if s == None {
		return func(bool) error { return nil }, nil
	}
	core, err := pipeline.Load(s.a.Ctx, src, q.Strict)
	if err != nil {
		return nil, s.a.Refused(err, false)
	}
	only, err := pipeline.PairOf(core, q.Pair)
	if err != nil {
		return nil, console.Failed(err)
	}
	r := gather(core, only)
	s.differ, doc.Races = 0, s.passing(r, doc.Races)
	return func(say bool) error {
		words := "no analysis of this name is extracted"
		ask, err := s.asks(q, core)
		if r.err == nil && err != nil {
			r.err = console.Failed(err)
		}
		if ask != nil && r.err == nil {
			complete := !doc.TotalRaces.Exceeds(r.listed) && len(doc.Cut) == 0
			var same, more int
			same, more, r.err = s.compareReports(r, ask, only, complete)
			words = "the extracted analysis reports the same (" + pairCount(same) + ")" + ownReports(more) + ListedOnly(complete)
		}
		if r.err != nil || !say {
			return r.err
		}
		return s.Agrees("%s; of the witnesses, the extracted checker accepts the same (%d)", words, r.witnesses)
	}, nil
}

// Agrees says at the end of a text that there was no difference.
func (s *Opinion) Agrees(format string, args ...any) error {
	if s.differ > 0 {
		return nil
	}
	return report.Line(s.a.Text(), fmt.Sprintf("verified: "+format, args...))
}

// CompareSummary holds the summary of a unit against what is extracted.
func (s *Opinion) CompareSummary(core *il.Core, u *il.Unit, mode abstract.Mode, x report.Unit) error {
	done := s.waiting()
	answer, err := s.Analyze(verified.Encode(core, il.Pair{Left: u, Right: u}))
	done()
	if err != nil {
		return s.failed(err)
	}
	extracted := answer.Summary(mode, 0)
	accesses := slice.Map(x.Accesses, func(a report.Access) string { return verified.Access(a.At, a.Path, a.Lock) })
	complete := x.Total == nil
	var all []string
	for _, set := range []struct {
		name            string
		goes, extracted []string
		asked           bool
	}{
		{"element of W", slices.Clone(x.Wobbly), extracted.Wobbly, true},
		{"element of Wr", slices.Clone(x.Written), extracted.Written, x.Written != nil},
		{"element of A", accesses, extracted.Accesses, true},
	} {
		if !complete {
			set.extracted = slices.DeleteFunc(set.extracted, func(e string) bool { return !slices.Contains(set.goes, e) })
		}
		if set.asked {
			all = append(all, verified.Differences(set.name, set.goes, set.extracted)...)
		}
	}
	return s.disagrees(u.Name, all)
}

// ownReports says what wobbly alone reports.
func ownReports(more int) string {
	if more == 0 {
		return ""
	}
	return fmt.Sprintf(", but for %s: it knows nothing of objects that are made in a loop, and follows no path through an object that a unit has made", text.Count(more, "report"))
}

// ListedOnly says what is compared where not all is listed.
func ListedOnly(complete bool) string {
	if complete {
		return ""
	}
	return "; of what is not listed nothing is said"
}

// pairCount is "3 pairs of positions".
func pairCount(n int) string { return text.Count(n, "pair") + " of positions" }
