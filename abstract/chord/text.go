package chord

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Text returns the explanation in a few sentences. The source is that of the file.
func (x Explanation) Text(src *il.Source) string {
	switch w := x.Why.(type) {
	case NoConflict:
		if w.Fields {
			return fmt.Sprintf("The fields differ: %s and %s.", x.Access[0].Field(), x.Access[1].Field())
		}
		return "Both are reads."
	case NotReached:
		switch w.Side {
		case [2]bool{true, false}:
			return "The left thread does not reach its access."
		case [2]bool{false, true}:
			return "The right thread does not reach its access."
		}
		return "Neither thread reaches its access."
	case Disjoint:
		return fmt.Sprintf("%s and %s have no object in common.", x.pointsTo(src, 0, w.PointsTo[0]), x.pointsTo(src, 1, w.PointsTo[1]))
	case Confined:
		if len(w.Common) == 0 {
			return fmt.Sprintf("Of %s or of %s no object may be shared.", x.pointsTo(src, 0, w.PointsTo[0]), x.pointsTo(src, 1, w.PointsTo[1]))
		}
		return fmt.Sprintf("What both may point to is never shared between the threads: %s.", objectsText(src, w.Common))
	case Guarded:
		return "All call paths to both hold the lock, as do " + w.text(src) + "."
	case Remains:
		return w.object(src) + "Call paths: " + w.text(src) + "."
	default:
		panic(il.Unknown(w))
	}
}

// pointsTo returns what the base of a side points to: "x.f (points to h0, new@2:3)".
func (x Explanation) pointsTo(src *il.Source, side int, objects []Object) string {
	return fmt.Sprintf("%s (points to %s)", x.Access[side].Base(), objectsText(src, objects))
}

func objectsText(src *il.Source, objects []Object) string {
	if len(objects) == 0 {
		return "nothing"
	}
	names := slice.Map(objects, func(o Object) string { return o.text(src) })
	return strings.Join(names, ", ")
}

// object names the object that both may access, and how it is shared.
func (e Example) object(src *il.Source) string {
	if e.Object == nil {
		return ""
	}
	text := "Both may access " + e.Object.text(src)
	for i, c := range e.Chain {
		if i == 0 {
			text += ", reached as " + c.Object.text(src)
		}
		text += "." + c.Field
	}
	return text + ". "
}

func (e Example) text(src *il.Source) string {
	return e.Paths[0].text(src) + " and " + e.Paths[1].text(src)
}

// text returns the path as units with the positions of the calls, and its lock level: "m, n called
// at 3:5 (lock level 1)".
func (p *CallPath) text(src *il.Source) string {
	if p == nil {
		return "none"
	}
	var b strings.Builder
	b.WriteString(p.Root.Name)
	for _, c := range p.Calls {
		fmt.Fprintf(&b, ", %s called at %s", c.Callee.Name, src.At(c.At))
	}
	fmt.Fprintf(&b, " (lock level %v)", p.Level)
	return b.String()
}
