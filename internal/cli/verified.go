package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/witness"
)

// verifiedFlag asks for a second opinion.
type verifiedFlag struct {
	Verified bool `help:"Ask what is extracted from the Coq text too (make verified); where it differs, say so and exit with 4."`
}

// The extracted command is wobbly-verified beside wobbly itself, or on the path, unless a
// variable names it.
const (
	verifiedName     = "wobbly-verified"
	verifiedVariable = "WOBBLY_VERIFIED"
)

// secondOpinion is the extracted command while it runs, and how often it has disagreed. nil stands
// for a run without one.
type secondOpinion struct {
	*ask.SecondOpinion
	a      *app
	differ int
	stop   func()
}

// second starts the extracted command if --verified asks for it and it knows the analyzer.
func (f verifiedFlag) second(a *app, x *ask.Analyzer) (*secondOpinion, error) {
	if !f.Verified {
		return nil, nil
	}
	if err := x.Verified(); err != nil {
		return nil, failed(err)
	}
	return a.secondOpinion()
}

// secondOpinion starts the extracted command. Its caller ends it.
func (a *app) secondOpinion() (*secondOpinion, error) {
	path, err := a.verifiedPath()
	if err != nil {
		return nil, err
	}
	run := exec.CommandContext(a.ctx, path)
	in, err1 := run.StdinPipe()
	out, err2 := run.StdoutPipe()
	if err := errors.Join(err1, err2, run.Start()); err != nil {
		return nil, noVerified(err.Error())
	}
	waiting := func() (done func()) {
		return a.watch("").steadily(func(since time.Duration) string {
			return fmt.Sprintf("the verified command is at work for %s; Ctrl+C ends it", since.Round(time.Second))
		})
	}
	return &secondOpinion{SecondOpinion: ask.NewSecondOpinion(in, out, waiting), a: a, stop: func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = run.Wait()
	}}, nil
}

// end ends the command.
func (s *secondOpinion) end() {
	if s != nil {
		s.stop()
	}
}

// verifiedPath finds the extracted command.
func (a *app) verifiedPath() (string, error) {
	if path := a.getenv(verifiedVariable); path != "" {
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
	return usage("make verified builds it from proof/ (Debian: coq, ocaml-nox); "+verifiedVariable+" names it where it is elsewhere",
		"there is no verified command to ask: %s", why)
}

// failed gives an error of the second opinion its exit: without an answer nothing is known.
func (s *secondOpinion) failed(err error) error {
	var none *ask.NoOpinion
	if !errors.As(err, &none) {
		return failed(err)
	}
	select { // Ctrl+C ends the command too, perhaps before it is known here
	case <-s.a.ctx.Done():
		return errInterrupted
	case <-time.After(patience / 5):
		return failure{exit: exitInconclusive, text: err.Error()}
	}
}

// disagrees prints differences and makes the exit 4.
func (s *secondOpinion) disagrees(what string, differences []string) error {
	s.differ += len(differences)
	if len(differences) > 0 {
		s.a.found(exitViolated)
	}
	for _, d := range differences {
		if err := report.Line(s.a.stderr(), "disagreement: "+what+": "+d); err != nil {
			return err
		}
	}
	return nil
}

// onWitness returns in words what the extracted checker says of a witness that wobbly accepts or
// refuses; empty without a second opinion. A disagreement is printed at once.
func (s *secondOpinion) onWitness(core *il.Core, w *witness.Witness, id string, accepted bool) (string, error) {
	if s == nil {
		return "", nil
	}
	verdict, reason, err := s.Witness(core, w)
	if err != nil {
		return "", s.failed(err)
	}
	says := map[bool]string{true: "accepts", false: "refuses"}
	words := "the verified checker " + says[verdict] + " it"
	if reason != "" {
		words += " (" + reason + ")"
	}
	if verdict == accepted {
		return words + " too", nil
	}
	what := "the witness"
	if id != "" {
		what = id
	}
	return words, s.disagrees(what, []string{"wobbly " + says[accepted] + " the witness, and " + words})
}

// comparison compares the races of a document with a second opinion while they are printed.
type comparison struct {
	second    *secondOpinion
	core      *il.Core
	races     []report.Race // without their witnesses
	witnesses int           // that were judged
	err       error         // of the first that was not
}

// race has the witness of a race judged.
func (c *comparison) race(r report.Race) {
	if r.Witness != nil && r.Verdict != report.Unknown && c.err == nil {
		c.witnesses++
		_, c.err = c.second.onWitness(c.core, r.Witness, r.ID, r.Verdict == report.Confirmed)
	}
	r.Witness = nil
	c.races = append(c.races, r)
}

// end compares the reports of a document that has been printed. If say, it prints that they agree.
func (c *comparison) end(q ask.Checking, doc *report.Check, say bool) error {
	if c.err != nil {
		return c.err
	}
	complete := !doc.TotalRaces.Exceeds(len(c.races)) && len(doc.Cut) == 0
	x, err := c.second.Reports(c.core, q.Pair, q.Analyzer, c.races, complete, c.second.disagrees)
	switch {
	case err != nil:
		return c.second.failed(err)
	case !say:
		return nil
	}
	words := "no analysis of this name is extracted"
	if x.Extracted {
		words = "the extracted analysis reports the same (" + text.Count(x.Same, "pair") + " of positions)"
		if x.More > 0 {
			words += fmt.Sprintf(", but for %s: it knows nothing of objects that are made in a loop, and follows no path through an object that a unit has made", text.Count(x.More, "report"))
		}
		words += listedOnly(complete)
	}
	return c.second.agrees("%s; of the witnesses, the extracted checker accepts the same (%d)", words, c.witnesses)
}

// summaries compares summaries that have been printed. If say, it prints that they agree.
func (s *secondOpinion) summaries(core *il.Core, x *ask.Analyzer, units []report.Unit, say bool) error {
	complete := true
	for i, u := range units {
		complete = complete && u.Total == nil
		differences, err := s.Summary(core, core.Units[i], x, u)
		if err != nil {
			return s.failed(err)
		}
		if err := s.disagrees(u.Name, differences); err != nil {
			return err
		}
	}
	if !say {
		return nil
	}
	return s.agrees("the extracted analysis says the same (%s)%s", text.CountOf(len(units), "summary", "summaries"), listedOnly(complete))
}

// agrees prints at the end of a text that there was no difference.
func (s *secondOpinion) agrees(format string, args ...any) error {
	if s.differ > 0 {
		return nil
	}
	return report.Line(s.a.text(), fmt.Sprintf("verified: "+format, args...))
}

// listedOnly says that only a part was compared, unless that is complete.
func listedOnly(complete bool) string {
	if complete {
		return ""
	}
	return "; of what is not listed nothing is said"
}
