package flow

import (
	"fmt"

	"wobbly/internal/text"
)

// Sentences say why the report is a race.
func (r Report) Sentences() []string {
	begin := fmt.Sprintf("Let A's %s and B's %s lead to one object in the beginning.", r.Left.Name, r.Right.Name)
	if r.Left.Name.Len() == 0 && r.Right.Name.Len() == 0 {
		begin = fmt.Sprintf("Let A's %s and B's %s be one object in the beginning.", r.Left.Name, r.Right.Name)
	}
	return []string{begin, fmt.Sprintf("A, after %s, and B, after %s, come to walk %s from it, whatever the other does meanwhile.",
		text.Count(r.Left.Step, "step"), text.Count(r.Right.Step, "step"), r.Left.Rest)}
}
