package report

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/witness"
)

// race prints one race: what it is, both places, the witness, and why.
func (p *page) race(c *Check, r Race) {
	place, word := fmt.Sprintf("%s:%s:", FileName(c.File), r.Left.At), headline(r.Verdict)+":"
	text, more, id := raceSentence(r), ", and nothing orders them", " ["+r.ID+"]"
	switch r.Verdict {
	case Confirmed:
	case Unknown:
		more = ", and its witness was not judged"
	default:
		more = ", but no witness of it was accepted"
	}
	if cells(place)+cells(word)+cells(text)+cells(more)+cells(id)+2 <= width || r.Verdict != Confirmed {
		text += more
	}
	p.line("%s %s %s", p.paint(bold, place), p.paint(alarm, word), p.paint(bold, text+id))
	p.line("")
	p.lines(2, beside(p.location(c, r, 0), p.location(c, r, 1)))
	p.line("")
	if r.Witness != nil {
		p.witness(c, r)
	}
	if r.Verdict == Confirmed {
		p.labelled("Why", "%s", why(r))
	}
	if r.Needs != nil {
		p.labelled("Needs", "%s", strings.TrimPrefix(r.Needs.line(), "Needs "))
	}
	p.labelled("Found by", "%s", foundBy(c, r))
	if r.Verdict != Confirmed || r.Witness.Compressed {
		p.labelled("Checked", "%s", checked(c, r))
	}
}

// raceSentence is "A (meps) reads and B (reps) writes b.f".
func raceSentence(r Race) string {
	l, m := thread(0, r.Left), thread(1, r.Right)
	switch {
	case r.Left.Path != r.Right.Path:
		return fmt.Sprintf("%s %ss %s and %s %ss %s", l, r.Left.Kind, ShortPath(r.Left.Path), m, r.Right.Kind, ShortPath(r.Right.Path))
	case r.Left.Kind == r.Right.Kind:
		return fmt.Sprintf("%s and %s both %s %s", l, m, r.Left.Kind, ShortPath(r.Left.Path))
	default:
		return fmt.Sprintf("%s %ss and %s %ss %s", l, r.Left.Kind, m, r.Right.Kind, ShortPath(r.Left.Path))
	}
}

// side is the left (0) or right (1) side of a race.
func (r Race) side(i int) Side {
	if i == 0 {
		return r.Left
	}
	return r.Right
}

// location shows one of the two places with its source line.
func (p *page) location(c *Check, r Race, i int) []string {
	s := r.side(i)
	label := s.Kind + "s " + ShortPath(s.Path)
	if r.Witness != nil && r.Verdict == Confirmed {
		label = s.Kind + "s " + cell(r.Witness.Race.Cell)
	}
	lines := []string{p.paint(sideRole(i), fmt.Sprintf("(%d) %s", i+1, thread(i, s))) + ", " + lockWords(s)}
	if chain := callChain(s.Calls); chain != "" {
		for _, l := range p.wrap(chain, width-6) {
			lines = append(lines, "    "+l)
		}
	}
	above := c.Source.Position(s.Above).Line < c.Source.Position(s.Span.At).Line-1
	return append(lines, p.excerpt(c.Source, s.Span, label, sideRole(i), gutterFor(c.Source, s.Span.At)+1, width-2, above)...)
}

// cell is o1.f.
func cell(c [2]string) string { return c[0] + "." + c[1] }

// why says why the last state of the witness is a race (Definition 3.6).
func why(r Race) string {
	writes := "both threads write it"
	for i := range 2 {
		if r.side(1-i).Kind == il.Read.String() {
			writes = letters[i] + " writes it"
		}
	}
	lock := "Neither thread holds the lock."
	for i := range 2 {
		if l := r.side(i).Lock; l > 0 {
			lock = fmt.Sprintf("A lock helps only if both threads acquire it: %s holds it here, %s does not.", letters[i], letters[1-i])
		}
	}
	if r.Left.Locks != nil {
		lock = "No lock is held by both."
	}
	one := "the same cell " + cell(r.Witness.Race.Cell)
	if r.Witness.Race.Cell[0] == witness.Undetermined {
		one = fmt.Sprintf("the same cell %s, of an object that a compressed witness does not determine", cell(r.Witness.Race.Cell))
	}
	return fmt.Sprintf("Both threads can take their next step now. Both are about to access %s, and %s. %s", one, writes, lock)
}

// foundBy says which rule reported the race.
func foundBy(c *Check, r Race) string {
	locks := fmt.Sprintf("of the lock depths, %d and %d, one is 0", r.Left.Lock, r.Right.Lock)
	switch {
	case c.Condition == "sum":
		locks = fmt.Sprintf("the lock depths, %d and %d, are at most 1 together", r.Left.Lock, r.Right.Lock)
	case r.Left.Locks != nil:
		locks = "no lock is held at both, and the ways there do not cross"
	case r.Left.Lock == r.Right.Lock:
		locks = "both lock depths are 0"
	}
	reading := c.Title
	if c.Literal {
		reading = fmt.Sprintf("A literal reading of %s, which the corrected analysis does not follow", c.Title)
	}
	return fmt.Sprintf("%s: %s, and %s.", reading, r.Premise, locks)
}

func checked(c *Check, r Race) string {
	if r.Verdict == Unknown {
		return "Not decided: " + r.Reason + "."
	}
	if r.Verdict != Confirmed {
		text := "Refused: " + r.Reason + "."
		if !c.Literal {
			text += " This contradicts the True Positives Theorem: a defect of wobbly or of the theorem. Please report it together with the program."
		}
		return text
	}
	return fmt.Sprintf("The witness is compressed (%s in full): the independent checker checked each complete call once.",
		StepCount(r.Witness.Steps))
}

// raceEnd says once for all races that are shown what was checked, and how to go on. The first of them
// is r; replayed of them have a witness that the independent checker accepted.
func (p *page) raceEnd(c *Check, r Race, shown, replayed int) {
	if replayed > 0 {
		accepted := "the witness of each race"
		if shown == 1 {
			accepted = "the witness"
		} else if replayed < shown {
			accepted = text.CountOf(replayed, "witness", "witnesses")
		}
		p.labelled("Checked", "The independent checker replayed and accepted %s. A witness is one execution; other schedules were not explored (wobbly explore does that).", accepted)
	}
	if c.Name == "" {
		p.line("")
		return
	}
	lines := []string{fmt.Sprintf("wobbly explain %s %s%s", c.Name, r.ID, c.Flags)}
	if r.Verdict == Confirmed && c.Numbered {
		lines = append(lines, fmt.Sprintf("wobbly step %s --race %s%s", c.Name, r.ID, c.Flags), fmt.Sprintf("wobbly fix %s %s%s", c.Name, r.ID, c.Flags))
	}
	if r.Witness != nil {
		lines = append(lines, fmt.Sprintf("wobbly check --json %s%s | wobbly replay - %s", c.Name, c.Flags, c.Name))
	}
	if shown > 1 {
		lines = append(lines, "The other races are shown in the same way, by their numbers.")
	}
	p.label("Next", lines)
	p.line("")
}
