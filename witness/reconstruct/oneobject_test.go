package reconstruct

import (
	"errors"
	"testing"

	"wobbly/abstract/oneobject"
	"wobbly/il/gen"
	"wobbly/internal/law"
	"wobbly/witness/check"
)

// TestOneObject: the independent checker accepts the witness of every report of package oneobject.
// A witness may have exactly the allowed number of steps.
func TestOneObject(t *testing.T) {
	o := gen.Default()
	o.Reassign, o.StoreFormal, o.LocalRoot = 0.3, 0.4, 0.4
	l := law.Law{Runs: 150, Gen: o, Floors: law.Floors{"a publication": 0.1, "a call": 0.05}}
	l.Check(t, func(x *law.Case) {
		b, c := New(x.Core), check.New(x.Core)
		for _, form := range []oneobject.Form{
			oneobject.NoNew, oneobject.Private, oneobject.Published,
		} {
			r, err := oneobject.Analyze(x.Core, oneobject.Options{Form: form})
			if err != nil {
				x.Fatal(err)
			}
			for _, p := range x.Core.Pairs() {
				all, _ := r.Reports(t.Context(), p)
				for _, report := range all {
					steps := report.Ends[0].Step + report.Ends[1].Step
					w, err := b.OneObject(report, steps)
					if err != nil {
						x.Fatal(err)
					}
					if err := c.Check(w); err != nil {
						x.Fatalf("form %d: the checker refuses %v: %v", form, report.Sites(), err)
					}
					x.LabelIf(form == oneobject.Published && published(t, b, report),
						"a publication")
					x.LabelIf(len(report.Ends[0].Calls()) > 0, "a call")
					var long TooLongError
					if _, err = b.OneObject(report, steps-1); !errors.As(err, &long) ||
						long != (TooLongError{steps, steps - 1}) {
						x.Fatalf("OneObject within %d of %d steps = %v, want a TooLongError",
							steps-1, steps, err)
					}
				}
			}
		}
	})
}

// published reports whether the form without publications does not reach an access of a report.
func published(t *testing.T, b *Builder, report oneobject.Report) bool {
	r, err := oneobject.Analyze(b.core, oneobject.Options{Form: oneobject.Private})
	if err != nil {
		return false
	}
	for _, end := range report.Ends {
		list, _ := r.Accesses(t.Context(), end.Unit)
		found := false
		for _, a := range list {
			found = found || a.Site == end.Site
		}
		if !found {
			return true
		}
	}
	return false
}
