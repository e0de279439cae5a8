package tools

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/opinion"
	"wobbly/internal/pipeline"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
)

// replayCmd is `wobbly replay`.
type replayCmd struct {
	Witness string `arg:"" name:"WITNESS.json" help:"A witness, or a JSON document of check, explore, crosscheck, predict or racemob with all of its witnesses; - is standard input."`
	File    string `arg:"" name:"FILE" optional:"" help:"The program; if left out, the file that each witness names, in its folder or below the working directory."`
	opinion.VerifiedFlag
}

// Run implements the command.
func (c *replayCmd) Run(a *console.App) error {
	if c.Witness == report.StdinName && c.File == report.StdinName {
		return console.Usage("", "standard input cannot be both the witness and the program")
	}
	text, err := a.Read(c.Witness)
	if err != nil {
		return err
	}
	all, err := witness.ReadAll(bytes.NewReader(text))
	var format *witness.FormatError
	if errors.As(err, &format) {
		return refuse(a, report.ReplayLine{Reason: report.FileName(c.Witness) + ":" + format.Error()})
	}
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return report.Line(a.Text(), "nothing to replay: the document holds no race")
	}
	r := replay{a: a, from: c.Witness, file: c.File, checkers: map[string]*loaded{}, second: opinion.None}
	if c.Verified {
		if r.second, err = opinion.Start(a); err != nil {
			return err
		}
		defer r.second.End()
	}
	for _, n := range all {
		if err := r.one(n); err != nil {
			return err
		}
	}
	return nil
}

// refuse prints that a witness is refused.
func refuse(a *console.App, l report.ReplayLine) error {
	a.Found(console.ExitViolated)
	return a.Show(l)
}

// replay checks witnesses; programs are loaded once.
type replay struct {
	a        *console.App
	from     string // the file of the witnesses
	file     string // of the program of all of them; empty for the one that each names
	checkers map[string]*loaded
	second   *opinion.Opinion
}

// loaded is a program with its checker.
type loaded struct {
	*check.Checker
	core *il.Core
}

// one checks one witness and prints the verdict.
func (r *replay) one(n witness.Named) error {
	line := report.ReplayLine{ID: n.ID}
	if n.Witness == nil {
		line.Reason = "the race carries no witness"
		return refuse(r.a, line)
	}
	w := n.Witness
	checker, name, err := r.checker(w)
	if err != nil {
		return err
	}
	if checker == nil {
		line.Reason = fmt.Sprintf("the witness is for another source text than that of %s, which it names", report.FileName(name))
		return refuse(r.a, line)
	}
	refused := checker.Check(w)
	if check.GaveUp(refused) {
		line.GaveUp, line.Reason = true, refused.Error()
		r.a.Found(console.ExitInconclusive)
		return r.a.Show(line)
	}
	if line.Verified, err = r.second.OnWitness(checker.core, w, n.ID, refused == nil); err != nil {
		return err
	}
	if refused != nil {
		line.Reason = refused.Error()
		return refuse(r.a, line)
	}
	// The execution is a race, but the document may say that it is another one.
	if line.Reason = n.Mismatch(); line.Reason != "" {
		return refuse(r.a, line)
	}
	line.Accepted, line.Units, line.At, line.Cell = true, w.Units, [2]string{w.Race.A.At, w.Race.B.At}, w.Race.Cell
	line.Changed = w.Seal != "" && w.Seal != w.Sum()
	line.Steps, line.File = report.StepCount(w.Steps), name
	return r.a.Show(line)
}

// checker loads the program of a witness, from the file that is given or else from the
// one that the witness names. It is nil where that has another text.
func (r *replay) checker(w *witness.Witness) (x *loaded, name string, err error) {
	if name = cmp.Or(r.file, w.File); name == "" {
		return nil, "", console.Usage("Name it: wobbly replay WITNESS.json FILE", "the witness does not say which file its program is in")
	}
	if c := r.checkers[name]; c != nil {
		return c, name, nil
	}
	var src *il.Source
	if r.file != "" {
		src, err = r.a.Source(name)
	} else {
		src, err = console.Named(w, r.from)
	}
	if err != nil || src == nil {
		return nil, name, err
	}
	core, err := pipeline.Load(r.a.Ctx, src, false)
	if err != nil {
		return nil, name, r.a.Refused(err, false)
	}
	r.checkers[name] = &loaded{check.New(core), core}
	return r.checkers[name], name, nil
}
