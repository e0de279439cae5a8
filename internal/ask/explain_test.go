package ask

import (
	"testing"

	"wobbly/session/query"
)

// TestGoodExpressions: what the pages of errors of expressions recommend has no error.
func TestGoodExpressions(t *testing.T) {
	for _, p := range query.Pages() {
		good := p
		good.Bad = p.Good
		if _, errs := expressionErrors(good); len(errs) > 0 && errs[0].Code != query.NoFocus {
			t.Errorf("%s: %s has an error: %s", p.Code, p.Good, errs[0].Message)
		}
	}
}
