package language

import "context"

// Lens is a race at one of its accesses, for commands about it.
type Lens struct {
	Span
	Race  string // R1
	Title string // "race R1 with 10:3"
}

// Lenses lists the races of a legal program, each at both of its accesses. The error is that of
// package ask.
func (d *Document) Lenses(ctx context.Context) ([]Lens, error) {
	a, err := d.analyse(ctx)
	if err != nil || a == nil {
		return nil, err
	}
	var all []Lens
	for _, r := range a.races {
		all = append(all, Lens{Span(r.Left.Span), r.ID, "race " + r.ID + " with " + r.Right.At})
		if r.Left.Span != r.Right.Span {
			all = append(all, Lens{Span(r.Right.Span), r.ID, "race " + r.ID + " with " + r.Left.At})
		}
	}
	return all, nil
}
