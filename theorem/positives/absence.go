package positives

import (
	"context"
	"fmt"

	"wobbly/dynamic/racemob"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	"wobbly/witness/absence"
)

// certificates lists the statement about certificates of absence.
func certificates() []*engine.Statement {
	return []*engine.Statement{{
		NamedLocks: true, Name: "absent", Title: "No race where a certificate says so",
		Cite: "Theorem A (docs/theory.md)",
		Words: "If a certificate of absence is found for two accesses of one field, one of " +
			"them a write, then the independent checker accepts it, and the exact search finds " +
			"no race between them from any state.",
		Symbols: "certificate of (c1, c2) ⟹ check(certificate), and no τ∥ ∈ [[C1 ∥ C2]] ζ " +
			"races with c1 and c2 next",
		Floor:     0.1,
		Instances: eachCertificate,
	}}
}

type certifiedAbsent struct {
	sitesOfCase
	certificate *absence.Certificate
	checker     *absence.Checker
}

// maxCertifying limits the work per pair of methods, in the unit of absence.Finder.Work.
const maxCertifying = 1 << 20

func eachCertificate(c *engine.Case, visit func(engine.Instance) bool) error {
	checker := absence.NewChecker(c.Core)
	for _, p := range c.Core.Pairs() {
		finder, err := absence.NewFinder(context.Background(), c.Core, p, maxCertifying)
		if err != nil {
			return engine.BoundError{Limit: err.Error()}
		}
		for s := range racemob.ConflictsOf(c.Core, p).All() {
			x := certifiedAbsent{
				sitesOfCase{c, p, s}, finder.Absent(context.Background(), s), checker,
			}
			if x.certificate != nil && !visit(x) {
				return nil
			}
		}
		if finder.Work() > maxCertifying {
			return engine.BoundError{
				Limit: fmt.Sprintf("certificates of two units take over %d steps", maxCertifying),
			}
		}
	}
	return nil
}

func (x certifiedAbsent) Conclusion() error {
	if err := x.checker.Check(context.Background(), x.certificate); err != nil {
		return fmt.Errorf("the checker refuses the certificate: %w", err)
	}
	return truth.NoRace(x.c, x.units, x.sites)
}
