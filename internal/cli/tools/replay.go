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

type replayCmd struct {
	Witness string `arg:"" name:"WITNESS.json" help:"A witness, a certificate of absence, or the --json output of check, explore, crosscheck, predict or racemob; - is standard input."`
	File    string `arg:"" name:"FILE" optional:"" help:"The program. If omitted: the file that each witness names, in the folder of the witness or the working directory."`
	opinion.VerifiedFlag
}

func (c *replayCmd) Run(a *console.App) error {
	if c.Witness == report.StdinName && c.File == report.StdinName {
		return console.Usage("", "standard input cannot be both the witness and the program")
	}
	text, err := a.Read(c.Witness)
	if err != nil {
		return err
	}
	r := replay{a: a, from: c.Witness, file: c.File, programs: map[string]*program{}}
	certificates, alone, err := ask.Certificates(text)
	if alone && err != nil {
		return refuse(a, report.ReplayLine{Reason: report.FileName(c.Witness) + ": " + err.Error()})
	}
	var all []witness.Named
	if !alone {
		all, err = witness.ReadAll(bytes.NewReader(text))
	}
	var format *witness.FormatError
	if errors.As(err, &format) {
		if err := console.NotAWitness(c.Witness, string(text), format); err != nil {
			return err
		}
		return refuse(a,
			report.ReplayLine{Reason: report.FileName(c.Witness) + ":" + format.Error()})
	}
	if err != nil {
		return err
	}
	if len(all)+len(certificates) == 0 {
		return report.Line(a.Text(), "nothing to replay: the document has no races")
	}
	if c.Verified {
		if r.second, err = opinion.Start(a); err != nil {
			return err
		}
		defer r.second.End()
	}
	for _, n := range all {
		if err := r.replayWitness(n); err != nil {
			return err
		}
	}
	for _, n := range certificates {
		if err := r.replayCertificate(n); err != nil {
			return err
		}
	}
	return nil
}

func refuse(a *console.App, l report.ReplayLine) error {
	a.Found(console.ExitViolated)
	return a.Show(l)
}

// A replay checks the witnesses and certificates of the file from. It loads each program once.
type replay struct {
	a    *console.App
	from string
	// file is the program, or empty for the one that each witness names.
	file     string
	programs map[string]*program
	second   *opinion.Opinion
}

type program struct {
	witnesses    *ask.Replayer
	certificates *ask.CertificateReplayer
}

func (r *replay) replayWitness(n witness.Named) error {
	w := n.Witness
	if w == nil {
		return refuse(r.a, ask.NoReplay(n, ""))
	}
	p, name, err := r.program(w.File, w.Program)
	switch {
	case err != nil:
		return err
	case p == nil:
		return refuse(r.a, ask.NoReplay(n, name))
	}
	line, code, err := p.witnesses.Replay(n, func(accepted bool) (string, error) {
		return r.second.OnWitness(p.witnesses.Core, w, n.ID, accepted)
	})
	if err != nil {
		return err
	}
	r.a.Found(console.Exit(code))
	return r.a.Show(line)
}

func (r *replay) replayCertificate(n ask.Certificate) error {
	if n.Document == nil {
		return refuse(r.a, ask.NoCertificate(n, ""))
	}
	p, name, err := r.program(n.File, n.Program)
	switch {
	case err != nil:
		return err
	case p == nil:
		return refuse(r.a, ask.NoCertificate(n, name))
	}
	line, code, err := p.certificates.Replay(r.a.Ctx, n, func(accepted bool) (string, error) {
		return r.second.OnCertificate(p.witnesses.Core, n, accepted)
	})
	if err != nil {
		return console.Failed(err)
	}
	r.a.Found(console.Exit(code))
	return r.a.Show(line)
}

// program loads the program of a witness or certificate from r.file, or else from the file that it
// names. It returns nil if that has another digest.
func (r *replay) program(file, digest string) (_ *program, name string, err error) {
	name = cmp.Or(r.file, file)
	if name == "" {
		return nil, "", console.Usage("Name it: wobbly replay WITNESS.json FILE",
			"the witness does not name its program")
	}
	if p := r.programs[name]; p != nil {
		return p, name, nil
	}
	var src *il.Source
	if r.file != "" {
		src, err = r.a.Source(name)
	} else {
		src, err = console.Named(file, digest, r.from)
	}
	if err != nil || src == nil {
		return nil, name, err
	}
	core, err := ask.Load(r.a.Ctx, src, false)
	if err != nil {
		return nil, name, r.a.Refused(err, false)
	}
	p := &program{
		witnesses:    ask.NewReplayer(core, name),
		certificates: ask.NewCertificateReplayer(core, name),
	}
	r.programs[name] = p
	return p, name, nil
}
