package switches

import (
	"cmp"
	"fmt"

	"wobbly/theorem/engine"
)

// OfHypotheses are the hypotheses of statements: each is a switch.
func OfHypotheses(statements []*engine.Statement) []*engine.Switch {
	var all []*engine.Switch
	for _, s := range statements {
		for _, h := range s.Hypotheses {
			all = append(all, &engine.Switch{
				Name: s.Name + ":" + h.Name, Kind: engine.LemmaCondition, Statement: s.Name, Needed: !h.Unneeded,
				Text: "not required: " + h.Text, Step: cmp.Or(h.Step, fmt.Sprintf("%s itself: %s", s.Cite, s.Title)),
				Off: engine.Off{Variant: h.Form}, Drawing: h.Drawing, Refute: engine.Without(s, h.Name),
			})
		}
	}
	return all
}
