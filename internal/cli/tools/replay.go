package tools

import (
	"bytes"
	"cmp"
	"errors"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/opinion"
	"wobbly/report"
	"wobbly/witness"
)

// replayCmd is `wobbly replay`.
type replayCmd struct {
	Witness string `arg:"" name:"WITNESS.json" help:"A witness, or a document of check, explore, crosscheck, predict or racemob --json with witnesses in it; - is standard input."`
	File    string `arg:"" name:"FILE" optional:"" help:"The program. Left out: the file that each witness names, in its folder or below the working directory."`
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
		if err := console.NotAWitness(c.Witness, string(text)); err != nil {
			return err
		}
		return refuse(a, report.ReplayLine{Reason: report.FileName(c.Witness) + ":" + format.Error()})
	}
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return report.Line(a.Text(), "nothing to replay: the document holds no race")
	}
	r := replay{a: a, from: c.Witness, file: c.File, replayers: map[string]*ask.Replayer{}}
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
	a         *console.App
	from      string // the file of the witnesses
	file      string // of the program of all of them; empty for the one that each names
	replayers map[string]*ask.Replayer
	second    *opinion.Opinion
}

// one checks one witness and prints the verdict.
func (r *replay) one(n witness.Named) error {
	w := n.Witness
	if w == nil {
		return refuse(r.a, ask.NoReplay(n, ""))
	}
	replayer, name, err := r.replayer(w)
	switch {
	case err != nil:
		return err
	case replayer == nil:
		return refuse(r.a, ask.NoReplay(n, name))
	}
	line, code, err := replayer.Replay(n, func(accepted bool) (string, error) {
		return r.second.OnWitness(replayer.Core, w, n.ID, accepted)
	})
	if err != nil {
		return err
	}
	r.a.Found(console.Exit(code))
	return r.a.Show(line)
}

// replayer loads the program of a witness, from the file that is given or else from the
// one that the witness names. It is nil if that has another text.
func (r *replay) replayer(w *witness.Witness) (x *ask.Replayer, name string, err error) {
	if name = cmp.Or(r.file, w.File); name == "" {
		return nil, "", console.Usage("Name it: wobbly replay WITNESS.json FILE", "the witness does not say which file its program is in")
	}
	if x := r.replayers[name]; x != nil {
		return x, name, nil
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
	core, err := ask.Load(r.a.Ctx, src, false)
	if err != nil {
		return nil, name, r.a.Refused(err, false)
	}
	r.replayers[name] = ask.NewReplayer(core, name)
	return r.replayers[name], name, nil
}
