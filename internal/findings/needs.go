package findings

import (
	"fmt"

	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/needs"
)

// NeedsOf returns what the race of an accepted witness needs of the initial state: of any analyzer
// and any search. The error says why that is not known.
func NeedsOf(p *needs.Program, w *witness.Witness) (*report.Needs, error) {
	n, err := p.Of(w)
	if err != nil {
		return nil, err
	}
	return &report.Needs{Equations: slice.Map(n.Equations, needs.Equation.String), Grade: n.Grade.String()}, nil
}

// NeedsSentences says what a race needs, or why that is not known.
func NeedsSentences(p *needs.Program, w *witness.Witness, err error) []string {
	var n *report.Needs
	if err == nil {
		n, err = NeedsOf(p, w)
	}
	if err != nil {
		return []string{fmt.Sprintf("What the race needs of the initial state is not known: %s.", err)}
	}
	return []string{n.Sentence()}
}
