//go:build !js

// Not in the page, to keep first visits small.

package ask

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/internal/compare"
	"wobbly/report"
	"wobbly/witness/absence"
)

// Certified finds certificates of absence.
var Certified Certify = compare.Certify

// Certificate is a certificate of absence as a document has it.
type Certificate = absence.Named

// Certificates reads a certificate on its own, or those in a document of check, and reports which of
// the two the text is. The error says what is wrong with the text.
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

// Replay returns the line about a certificate and its exit, ExitNothing if it is accepted. The error is
// ErrInterrupted.
func (r *CertificateReplayer) Replay(ctx context.Context, n Certificate) (line report.ReplayLine, exit int, err error) {
	line.ID = n.ID
	c, err := r.decoder.Certificate(n)
	if err == nil {
		err = r.checker.Check(ctx, c)
	}
	switch {
	case ctx.Err() != nil:
		return line, ExitInconclusive, ErrInterrupted
	case absence.GaveUp(err):
		line.GaveUp, line.Reason = true, err.Error()
		return line, ExitInconclusive, nil
	case err != nil:
		line.Reason = err.Error()
		return line, ExitViolated, nil
	}
	line.Accepted, line.Absent, line.Units, line.File = true, true, c.Units, r.file
	for i, s := range n.Sites {
		line.At[i] = s.At
	}
	return line, ExitNothing, nil
}

// NoCertificate returns the line about a pair of accesses that has no certificate, or one for another
// text than that of the file.
func NoCertificate(n Certificate, file string) report.ReplayLine {
	line := report.ReplayLine{ID: n.ID, Reason: "the pair carries no certificate"}
	if n.Document != nil {
		line.Reason = fmt.Sprintf("the certificate is for another source text than that of %s, which it names", report.FileName(file))
	}
	return line
}
