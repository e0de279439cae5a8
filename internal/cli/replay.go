package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/internal/pipeline"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
)

// replayCmd is `wobbly replay`.
type replayCmd struct {
	Witness string `arg:"" name:"WITNESS.json" help:"A witness, or a JSON document of check, explore, crosscheck, predict or racemob with all of its witnesses; - is standard input."`
	File    string `arg:"" name:"FILE" optional:"" help:"The program; if left out, the file that each witness names, in its folder or below the working directory."`
	verifiedFlag
}

// Run implements the command.
func (c *replayCmd) Run(a *app) error {
	if c.Witness == report.StdinName && c.File == report.StdinName {
		return usage("", "standard input cannot be both the witness and the program")
	}
	text, err := a.read(c.Witness)
	if err != nil {
		return err
	}
	all, err := witness.ReadAll(bytes.NewReader(text))
	var format *witness.FormatError
	if errors.As(err, &format) {
		return a.refuse(report.ReplayLine{Reason: report.FileName(c.Witness) + ":" + format.Error()})
	}
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return report.Line(a.text(), "nothing to replay: the document holds no race")
	}
	r := replay{a: a, from: c.Witness, file: c.File, checkers: map[string]*loaded{}, second: noOpinion}
	if c.Verified {
		if r.second, err = a.startOpinion(); err != nil {
			return err
		}
		defer r.second.end()
	}
	for _, n := range all {
		if err := r.one(n); err != nil {
			return err
		}
	}
	return nil
}

// refuse prints that a witness is refused.
func (a *app) refuse(l report.ReplayLine) error {
	a.found(exitViolated)
	return a.show(l)
}

// replay checks witnesses; programs are loaded once.
type replay struct {
	a        *app
	from     string // the file of the witnesses
	file     string // of the program of all of them; empty for the one that each names
	checkers map[string]*loaded
	second   *secondOpinion
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
		return r.a.refuse(line)
	}
	w := n.Witness
	checker, name, err := r.checker(w)
	if err != nil {
		return err
	}
	if checker == nil {
		line.Reason = fmt.Sprintf("the witness is for another source text than that of %s, which it names", report.FileName(name))
		return r.a.refuse(line)
	}
	refused := checker.Check(w)
	if check.GaveUp(refused) {
		line.GaveUp, line.Reason = true, refused.Error()
		r.a.found(exitInconclusive)
		return r.a.show(line)
	}
	if line.Verified, err = r.second.onWitness(checker.core, w, n.ID, refused == nil); err != nil {
		return err
	}
	if refused != nil {
		line.Reason = refused.Error()
		return r.a.refuse(line)
	}
	// The execution is a race, but the document may say that it is another one.
	if line.Reason = n.Mismatch(); line.Reason != "" {
		return r.a.refuse(line)
	}
	line.Accepted, line.Units, line.At, line.Cell = true, w.Units, [2]string{w.Race.A.At, w.Race.B.At}, w.Race.Cell
	line.Changed = w.Seal != "" && w.Seal != w.Sum()
	line.Steps, line.File = report.StepCount(w.Steps), name
	return r.a.show(line)
}

// checker loads the program of a witness, from the file that is given or else from the
// one that the witness names. It is nil where that has another text.
func (r *replay) checker(w *witness.Witness) (x *loaded, name string, err error) {
	if name = cmp.Or(r.file, w.File); name == "" {
		return nil, "", usage("Name it: wobbly replay WITNESS.json FILE", "the witness does not say which file its program is in")
	}
	if c := r.checkers[name]; c != nil {
		return c, name, nil
	}
	var src *il.Source
	if r.file != "" {
		src, err = r.a.source(name)
	} else {
		src, err = named(w, r.from)
	}
	if err != nil || src == nil {
		return nil, name, err
	}
	core, err := pipeline.Load(r.a.ctx, src, false)
	if err != nil {
		return nil, name, r.a.refused(err, false)
	}
	r.checkers[name] = &loaded{check.New(core), core}
	return r.checkers[name], name, nil
}
