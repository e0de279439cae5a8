//go:build !js

// Not in the page, to keep first visits small.

package ask

import (
	"context"
	"encoding/json"
	"fmt"

	"wobbly/il"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/report"
	"wobbly/witness/absence"
	"wobbly/witness/needs"
)

// Certified finds certificates of absence, and lists them as documents, and the races beyond the
// analyzer with their witnesses.
func Certified(ctx context.Context, core *il.Core, q compare.Certifying) *report.Pairs {
	q.Beyond = true
	q.Evidence = func(*absence.Checker) compare.Describer {
		encoder := absence.NewEncoder(core)
		return func(_ context.Context, c *absence.Certificate, x *report.CertifiedPair) {
			d, err := encoder.Document(c)
			if err != nil {
				panic(err) // the units are those of c
			}
			if x.Certificate, err = json.Marshal(d); err != nil {
				panic(err) // it has only strings
			}
		}
	}
	x := compare.Certify(ctx, core, q)
	if len(x.Proved) == 0 {
		return x
	}
	program := needs.New(core)
	for i := range x.Proved {
		r := &x.Proved[i]
		r.ID = fmt.Sprintf("B%d", i+1)
		r.Needs, _ = findings.NeedsOf(program, r.Witness)
		if name := core.Source.Name; name != report.StdinName {
			r.Witness.File = name
		}
	}
	return x
}

// Certificate is a certificate of absence and the program it names.
type Certificate = absence.Named

// Certificates reads a single certificate, or those in a document of check; alone reports which of
// the two the text is.
func Certificates(text []byte) (all []Certificate, alone bool, err error) {
	all, err = absence.ReadAll(text)
	return all, absence.IsDocument(text), err
}

// A CertificateReplayer checks the certificates of one program.
type CertificateReplayer struct {
	file    string
	decoder *absence.Decoder
	checker *absence.Checker
}

// NewCertificateReplayer returns a CertificateReplayer for the program of a file.
func NewCertificateReplayer(core *il.Core, file string) *CertificateReplayer {
	return &CertificateReplayer{file, absence.NewDecoder(core), absence.NewChecker(core)}
}

// Replay checks a certificate and returns the line about it with the exit code, ExitNothing if it
// is accepted. Unless the certificate is unreadable or the checker gives up, Replay calls second
// with the checker's answer and adds its words to the line. The error is ErrInterrupted or that of
// second.
func (r *CertificateReplayer) Replay(
	ctx context.Context, n Certificate, second func(accepted bool) (string, error),
) (line report.ReplayLine, exit int, err error) {
	line.ID = n.ID
	c, err := r.decoder.Certificate(n)
	if err != nil {
		line.Reason = err.Error()
		return line, ExitViolated, nil
	}
	refused := r.checker.Check(ctx, c)
	switch {
	case ctx.Err() != nil:
		return line, ExitInconclusive, ErrInterrupted
	case absence.GaveUp(refused):
		line.GaveUp, line.Reason = true, refused.Error()
		return line, ExitInconclusive, nil
	}
	if line.Verified, err = second(refused == nil); err != nil {
		return line, ExitNothing, err
	}
	if refused != nil {
		line.Reason = refused.Error()
		return line, ExitViolated, nil
	}
	line.Accepted, line.Absent, line.Units, line.File = true, true, c.Units, r.file
	for i, s := range n.Sites {
		line.At[i] = s.At
	}
	return line, ExitNothing, nil
}

// NoCertificate returns the line about a pair of accesses that has no certificate, or one for
// another text than that of the file.
func NoCertificate(n Certificate, file string) report.ReplayLine {
	line := report.ReplayLine{ID: n.ID, Reason: "the pair carries no certificate"}
	if n.Document != nil {
		line.Reason = fmt.Sprintf(
			"the certificate is for another source text than that of %s, which it names",
			report.FileName(file))
	}
	return line
}
