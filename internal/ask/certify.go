//go:build !js

// Not in the page, to keep first visits small.

package ask

import (
	"context"
	"fmt"
	"slices"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/witness/absence"
)

// Certified finds certificates of absence.
var Certified Certify = compare.Certify

// Absent lists pairs of accesses that never race.
func Absent(ctx context.Context, core *il.Core, p il.Pair) []il.Sites {
	return compare.Absent(ctx, core, p)
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

// Replay returns the line about a certificate and its exit, ExitNothing if it is accepted. It has the
// words of second in the line, which is asked about a certificate of this program unless the checker
// gave up. The error is ErrInterrupted or that of second.
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

// NoCertificate returns the line about a pair of accesses that has no certificate, or one for another
// text than that of the file.
func NoCertificate(n Certificate, file string) report.ReplayLine {
	line := report.ReplayLine{ID: n.ID, Reason: "the pair carries no certificate"}
	if n.Document != nil {
		line.Reason = fmt.Sprintf("the certificate is for another source text than that of %s, which it names", report.FileName(file))
	}
	return line
}

// Separations returns, for each pair of methods that reaches the accesses at two positions, why the
// accesses never race, if there is a certificate.
func Separations(ctx context.Context, core *il.Core, only *il.Pair, p, q il.Position) (all []report.Separation) {
	left, _ := findings.Standing(core, p)
	right, _ := findings.Standing(core, q)
	meant := func(a, b il.Site) bool { return slices.Contains(left, a) && slices.Contains(right, b) }
	checker := absence.NewChecker(core)
	for _, units := range core.PairsOf(only) {
		var finder *absence.Finder
		for s := range racemob.ConflictsOf(core, units).All() {
			if !meant(s[0], s[1]) && !meant(s[1], s[0]) {
				continue
			}
			if finder == nil {
				var err error
				if finder, err = absence.NewFinder(ctx, core, units, maxSeparating); err != nil {
					return nil
				}
			}
			c := finder.Absent(ctx, s)
			if c == nil {
				continue
			}
			if r, err := checker.Reason(ctx, c); err == nil {
				all = append(all, separation(core, units, s, r))
			}
		}
	}
	return all
}

// maxSeparating bounds the work for one pair of units, about a second.
const maxSeparating = 1 << 22

func separation(core *il.Core, p il.Pair, s il.Sites, r absence.Reason) report.Separation {
	x := report.Separation{Units: [2]string{p.Left.Name, p.Right.Name}}
	if r.Locked {
		x.Under = "the lock"
		if len(core.Locks) > 0 {
			x.Under = "the same lock"
		}
	}
	made := func(all []il.Pos) []report.Made {
		return slice.Map(all, func(at il.Pos) report.Made {
			return report.Made{At: core.Source.At(at), Text: newText(core, at)}
		})
	}
	for i, o := range r.Objects {
		x.At[i] = core.Source.At(s[i].At)
		x.Objects[i] = report.Objects{
			Initial: o.Initial, Private: made(o.Private),
			Public: [2][]report.Made{made(o.Public[0]), made(o.Public[1])},
		}
	}
	return x
}

func newText(core *il.Core, at il.Pos) (text string) {
	for _, u := range core.Units {
		il.Any(u.Body, func(s il.Stmt) bool {
			if s.Pos() == at && il.Allocates(s) {
				text = il.SourceText(s)
			}
			return text != ""
		})
	}
	return text
}
