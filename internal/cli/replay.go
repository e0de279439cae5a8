package cli

import (
	"bytes"
	"cmp"
	"errors"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/report"
	"wobbly/witness"
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
	r := replay{a: a, from: c.Witness, file: c.File, replayers: map[string]*ask.Replayer{}}
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
	return a.show(l)
}

// replay checks witnesses; programs are loaded once.
type replay struct {
	a         *app
	from      string // the file of the witnesses
	file      string // of the program of all of them; empty for the one that each names
	replayers map[string]*ask.Replayer
	second    *secondOpinion
}

// one checks one witness and prints the verdict.
func (r *replay) one(n witness.Named) error {
	w := n.Witness
	if w == nil {
		return r.a.refuse(ask.NoReplay(n, ""))
	}
	replayer, name, err := r.replayer(w)
	switch {
	case err != nil:
		return err
	case replayer == nil:
		return r.a.refuse(ask.NoReplay(n, name))
	}
	line, code, err := replayer.Replay(n, func(accepted bool) (string, error) {
		return r.second.onWitness(replayer.Core, w, n.ID, accepted)
	})
	if err != nil {
		return err
	}
	r.a.found(exit(code))
	return r.a.show(line)
}

// replayer loads the program of a witness, from the file that is given or else from the
// one that the witness names. It is nil if that has another text.
func (r *replay) replayer(w *witness.Witness) (x *ask.Replayer, name string, err error) {
	if name = cmp.Or(r.file, w.File); name == "" {
		return nil, "", usage("Name it: wobbly replay WITNESS.json FILE", "the witness does not say which file its program is in")
	}
	if x := r.replayers[name]; x != nil {
		return x, name, nil
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
	core, err := ask.Load(r.a.ctx, src, false)
	if err != nil {
		return nil, name, r.a.refused(err, false)
	}
	r.replayers[name] = ask.NewReplayer(core, name)
	return r.replayers[name], name, nil
}
