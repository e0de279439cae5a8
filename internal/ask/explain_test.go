package ask

import (
	"slices"
	"testing"

	"wobbly/il/diag"
	"wobbly/session/query"
)

// TestBadExamples: the example of a page has the error that the page explains.
func TestBadExamples(t *testing.T) {
	for _, p := range diag.Pages() {
		_, errs := programErrors(p)
		has := slices.ContainsFunc(errs, func(d diag.Diagnostic) bool { return d.Code == p.Code })
		if p.Bad != "" && !has {
			t.Errorf("the wrong example of %s gives %v", p.Code, errs)
		}
	}
}

// TestGoodExpressions: the expressions that the pages of errors recommend have no errors.
func TestGoodExpressions(t *testing.T) {
	for _, p := range query.Pages() {
		good := p
		good.Bad = p.Good
		if _, errs := expressionErrors(good); len(errs) > 0 && errs[0].Code != query.NoFocus {
			t.Errorf("%s: %s has an error: %s", p.Code, p.Good, errs[0].Message)
		}
	}
}
