package cli

import (
	"bytes"
	"errors"

	"wobbly/il"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
)

// replayCmd is `wobbly replay`.
type replayCmd struct {
	Witness string `arg:"" name:"WITNESS.json" help:"A witness, or a JSON document of check, explore or crosscheck with all of its witnesses; - is standard input."`
	File    string `arg:"" name:"FILE" optional:"" help:"The program; if left out, the file that each witness names."`
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
	r := replay{a: a, file: c.File, checkers: map[string]*loaded{}, second: noOpinion}
	if c.Verified {
		if r.second, err = a.secondOpinion(); err != nil {
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
	return report.ReplayText(a.text(), a.style(a.sys.Stdout), l)
}

// replay checks witnesses; programs are loaded once.
type replay struct {
	a        *app
	file     string // for all witnesses; empty for the file that each names
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
	name := r.file
	if name == "" {
		name = w.File
	}
	if name == "" {
		return usage("Name it: wobbly replay WITNESS.json FILE", "the witness does not say which file its program is in")
	}
	checker, err := r.checker(name)
	if err != nil {
		return err
	}
	refused := checker.Check(w)
	if line.Verified, err = r.second.onWitness(checker.core, w, n.ID, refused == nil); err != nil {
		return err
	}
	if refused != nil {
		line.Reason = refused.Error()
		return r.a.refuse(line)
	}
	line.Accepted, line.Units, line.At, line.Cell = true, w.Units, [2]string{w.Race.A.At, w.Race.B.At}, w.Race.Cell
	line.Changed = w.Seal != "" && w.Seal != w.Sum()
	line.Steps, line.File = report.StepCount(w.Steps), name
	return report.ReplayText(r.a.text(), r.a.style(r.a.sys.Stdout), line)
}

// checker loads a program.
func (r *replay) checker(name string) (*loaded, error) {
	if c := r.checkers[name]; c != nil {
		return c, nil
	}
	core, err := r.a.load(name, false, false)
	if err != nil {
		return nil, err
	}
	r.checkers[name] = &loaded{check.New(core), core}
	return r.checkers[name], nil
}
