package language

import "context"

// Lens is a report, marked at one of its accesses, and what can be done with it: step
// to its racing state, explain it, look for a repair.
type Lens struct {
	Span
	Race  string // R1
	With  string // the place of the other access, line:column
	Title string // "race R1 with 10:3"
}

// Lenses lists the reports of a legal program, each at both of its accesses. The
// error is that of package ask.
func (d *Document) Lenses(ctx context.Context) ([]Lens, error) {
	a, err := d.analyse(ctx)
	if err != nil || a == nil {
		return nil, err
	}
	var all []Lens
	for _, r := range a.races {
		all = append(all, Lens{Span{r.Left.Span.At, r.Left.Span.End}, r.ID, r.Right.At, "race " + r.ID + " with " + r.Right.At})
		if r.Left.Span != r.Right.Span {
			all = append(all, Lens{Span{r.Right.Span.At, r.Right.Span.End}, r.ID, r.Left.At, "race " + r.ID + " with " + r.Left.At})
		}
	}
	return all, nil
}
