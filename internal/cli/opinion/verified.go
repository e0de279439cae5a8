// Package opinion compares the answers of wobbly with those of wobbly-verified, the command that is
// extracted from the Coq proof: reports, summaries, and verdicts on witnesses and certificates.
package opinion

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/witness"
)

// VerifiedFlag asks for a second opinion from the verified checker.
type VerifiedFlag struct {
	Verified bool `help:"Also run the code extracted from the Coq proof (make verified). If it disagrees, exit with 4." group:"less"`
}

// The extracted command is wobbly-verified, in the folder of wobbly itself or on the path, unless
// an environment variable names it.
const (
	verifiedName     = "wobbly-verified"
	verifiedVariable = "WOBBLY_VERIFIED"
)

// An Opinion is the running extracted command. A nil Opinion is a run without it.
type Opinion struct {
	*ask.SecondOpinion
	a *console.App
	// disagreements counts those since the last call of Compare.
	disagreements int
	stop          func()
}

// Second starts the extracted command if --verified asks for it and it supports the analyzer.
func (f VerifiedFlag) Second(a *console.App, x *ask.Analyzer) (*Opinion, error) {
	if !f.Verified {
		return nil, nil
	}
	if err := x.Verified(); err != nil {
		return nil, console.Failed(err)
	}
	return Start(a)
}

// Start starts the extracted command. The caller must call End.
func Start(a *console.App) (*Opinion, error) {
	path, err := verifiedPath(a)
	if err != nil {
		return nil, err
	}
	run := exec.CommandContext(a.Ctx, path)
	in, inErr := run.StdinPipe()
	out, outErr := run.StdoutPipe()
	if err := errors.Join(inErr, outErr, run.Start()); err != nil {
		return nil, noVerified(err.Error())
	}
	waiting := func() (done func()) {
		return a.Watch("").Steadily(func(since time.Duration) string {
			return fmt.Sprintf("the verified checker has run for %s; Ctrl+C ends it",
				since.Round(time.Second))
		})
	}
	stop := func() {
		// All answers have arrived, so nothing depends on how the command ends.
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		_ = run.Wait()
	}
	second := ask.NewSecondOpinion(in, out, waiting)
	return &Opinion{SecondOpinion: second, a: a, stop: stop}, nil
}

func (o *Opinion) End() {
	if o != nil {
		o.stop()
	}
}

func verifiedPath(a *console.App) (string, error) {
	if path := a.Getenv(verifiedVariable); path != "" {
		if _, err := exec.LookPath(path); err != nil {
			return "", noVerified(fmt.Sprintf("%s is %s: %v", verifiedVariable,
				report.FileName(path), errors.Unwrap(err)))
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
	return "", noVerified(verifiedName + " is not in the folder of wobbly or on the path")
}

func noVerified(why string) error {
	return console.Usage("make verified builds it from proof/ (Debian: coq, ocaml-nox). If it is "+
		"elsewhere, set "+verifiedVariable+".",
		"there is no verified checker: %s", why)
}

// failed returns an error of the extracted command with its exit: without an answer the result is
// inconclusive.
func (o *Opinion) failed(err error) error {
	var none *ask.NoOpinion
	if !errors.As(err, &none) {
		return console.Failed(err)
	}
	select { // Ctrl+C ends the command too, perhaps before it is known here
	case <-o.a.Ctx.Done():
		return console.ErrInterrupted
	case <-time.After(console.Patience / 5):
		return console.Failure{Exit: console.ExitInconclusive, Text: err.Error()}
	}
}

// disagrees counts and prints the differences about a thing.
func (o *Opinion) disagrees(what string, differences []string) error {
	o.disagreements += len(differences)
	if len(differences) > 0 {
		o.a.Found(console.ExitViolated)
	}
	for _, d := range differences {
		if err := report.Line(o.a.Stderr(), "disagreement: "+what+": "+d); err != nil {
			return err
		}
	}
	return nil
}

// OnWitness describes the extracted checker's verdict on a witness that wobbly accepts or refuses.
// It is empty without a second opinion. A disagreement is printed at once.
func (o *Opinion) OnWitness(core *il.Core, w *witness.Witness, id string,
	accepted bool) (string, error) {
	if o == nil {
		return "", nil
	}
	verdict, reason, err := o.Witness(core, w)
	if err != nil {
		return "", o.failed(err)
	}
	return o.compareVerdicts("the witness", id, accepted, verdict, reason)
}

// OnCertificate describes the extracted checker's verdict on a certificate of absence, like
// OnWitness. The checker may accept one with a wrong claim that nothing needs, which is not a
// disagreement.
func (o *Opinion) OnCertificate(core *il.Core, n ask.Certificate, accepted bool) (string, error) {
	if o == nil {
		return "", nil
	}
	verdict, err := o.Certificate(core, n)
	switch {
	case err != nil:
		return "", o.failed(err)
	case verdict && !accepted:
		return "the verified checker accepts it, without the claims that it does not need", nil
	}
	return o.compareVerdicts("the certificate", n.ID, accepted, verdict, "")
}

// compareVerdicts describes the verdict of the extracted checker. If it is not that of wobbly, it
// prints the disagreement.
func (o *Opinion) compareVerdicts(what, id string, accepted, verdict bool,
	reason string) (string, error) {
	verb := func(accepts bool) string {
		if accepts {
			return "accepts"
		}
		return "refuses"
	}
	words := "the verified checker " + verb(verdict) + " it"
	if reason != "" {
		words += " (" + reason + ")"
	}
	if verdict == accepted {
		return words + " too", nil
	}
	return words, o.disagrees(cmp.Or(id, what),
		[]string{"wobbly " + verb(accepted) + " " + what + ", and " + words})
}

// A Comparison compares the races of a document with a second opinion while they are printed.
type Comparison struct {
	// Core is the program of the document. It must be set before the first race.
	Core *il.Core

	second *Opinion
	// races are the races of the document, without their witnesses.
	races []report.Race
	// witnesses is the number of witnesses that were judged, and err the error of the first that
	// was not.
	witnesses int
	err       error
}

// Compare begins the comparison of a document. Without a second opinion it does nothing.
func (o *Opinion) Compare() *Comparison {
	if o != nil {
		o.disagreements = 0
	}
	return &Comparison{second: o}
}

// Race sends the witness of a race to the extracted checker.
func (c *Comparison) Race(r report.Race) {
	if c.second == nil {
		return
	}
	c.judge(r.ID, r.Witness, r.Verdict)
	r.Witness = nil
	c.races = append(c.races, r)
}

// judge sends the witness of a race or deadlock to the extracted checker.
func (c *Comparison) judge(id string, w *witness.Witness, verdict string) {
	if w != nil && verdict != report.Unknown && c.err == nil {
		c.witnesses++
		_, c.err = c.second.OnWitness(c.Core, w, id, verdict == report.Confirmed)
	}
}

// End compares the reports of a printed document. If verbose is true, it prints that they agree.
func (c *Comparison) End(q ask.Checking, doc *report.Check, verbose bool) error {
	if c.second == nil || c.err != nil {
		return c.err
	}
	for _, d := range doc.Deadlocks {
		c.judge(d.ID, d.Witness, d.Verdict)
	}
	if c.err != nil {
		return c.err
	}
	complete := !doc.TotalRaces.Exceeds(len(c.races)) && len(doc.Cut) == 0
	x, err := c.second.Reports(c.Core, ask.Listing{
		Pair: q.Pair, Analyzer: q.Analyzer, Races: c.races, Deadlocks: doc.Deadlocks,
		Complete: complete,
	}, c.second.disagrees)
	switch {
	case err != nil:
		return c.second.failed(err)
	case !verbose:
		return nil
	}
	words := "no analysis of this name is extracted"
	if len(c.Core.Locks) > 0 {
		words += " for named locks"
	}
	if x.Extracted {
		words = "the extracted analysis reports the same (" + text.Count(x.Same, "pair") +
			" of positions)"
		if x.More > 0 {
			words += fmt.Sprintf(", except for %s: it does not know objects that are made in a "+
				"loop, and follows no path through an object that a unit has made",
				text.Count(x.More, "report"))
		}
		words += listedOnly(complete)
	}
	if x.Deadlocks {
		words += ", and the same deadlocks"
	}
	return c.second.agrees("%s; of the witnesses, the extracted checker accepts the same (%d)",
		words, c.witnesses)
}

// Summaries compares printed summaries, which are those of the first units of core. If verbose is
// true, it prints that they agree.
func (o *Opinion) Summaries(core *il.Core, x *ask.Analyzer, units []report.Unit,
	verbose bool) error {
	complete := true
	for i, u := range units {
		complete = complete && u.Total == nil
		differences, err := o.Summary(core, core.Units[i], x, u)
		if err != nil {
			return o.failed(err)
		}
		if err := o.disagrees(u.Name, differences); err != nil {
			return err
		}
	}
	if !verbose {
		return nil
	}
	return o.agrees("the extracted analysis says the same (%s)%s",
		text.CountOf(len(units), "summary", "summaries"), listedOnly(complete))
}

// agrees prints a formatted sentence, unless there was a disagreement.
func (o *Opinion) agrees(format string, args ...any) error {
	if o.disagreements > 0 {
		return nil
	}
	return report.Line(o.a.Text(), fmt.Sprintf("verified: "+format, args...))
}

// listedOnly returns a remark that only a part was compared, or "" if the list is complete.
func listedOnly(complete bool) string {
	if complete {
		return ""
	}
	return "; only the listed part was compared"
}
