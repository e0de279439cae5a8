package report

import (
	"encoding/json"
	"fmt"

	"wobbly/il"
	"wobbly/internal/text"
)

// Verdicts are what witnesses and searches decide about pairs of accesses.
type Verdicts struct {
	// Reported has the verdicts on reports, Confirmed or Impossible.
	Reported map[il.Pair]map[il.Sites]string
	// Searched has the pairs of units of which an exact search has found all races.
	Searched map[il.Pair]bool
}

// Of returns the verdict on two accesses: Confirmed, Impossible, or empty if there is none.
func (v *Verdicts) Of(p il.Pair, s il.Sites) string {
	if known := v.Reported[p][s]; known != "" || !v.Searched[p] {
		return known
	}
	return Impossible
}

// Add adds a verdict on two accesses, unless they are known to race.
func (v *Verdicts) Add(p il.Pair, s il.Sites, verdict string) {
	if v.Reported == nil {
		v.Reported = map[il.Pair]map[il.Sites]string{}
	}
	if v.Reported[p] == nil {
		v.Reported[p] = map[il.Sites]string{}
	}
	if v.Reported[p][s] != Confirmed {
		v.Reported[p][s] = verdict
	}
}

// Search notes that an exact search has found all races of two units.
func (v *Verdicts) Search(p il.Pair) {
	if v.Searched == nil {
		v.Searched = map[il.Pair]bool{}
	}
	v.Searched[p] = true
}

// Pairs counts the pairs of accesses of one field, at least one of them a write, by what is known
// of them.
type Pairs struct {
	Races  int `json:"races"`  // with a witness that the checker accepted
	Absent int `json:"absent"` // with a certificate of absence that its checker accepted
	Open   int `json:"open"`   // neither is known

	// Searched counts those for which there is no certificate, but a complete search found no race.
	Searched int `json:"searched,omitempty"`
	// Unexamined counts the open ones for which no certificate was looked for.
	Unexamined int `json:"unexamined,omitempty"`

	Certified []CertifiedPair `json:"-"`
	Undecided []OpenPair      `json:"-"`
}

// OpenPair is two accesses.
type OpenPair struct {
	Left  Side `json:"left"`
	Right Side `json:"right"`
}

// CertifiedPair is two accesses that never race, with the certificate.
type CertifiedPair struct {
	ID string `json:"id"`
	OpenPair
	Certificate json.RawMessage `json:"certificate"`
}

// sentence says how many pairs race, never race, or are open. It is empty if there are none.
func (x *Pairs) sentence() string {
	never := x.Absent + x.Searched
	all := x.Races + never + x.Open
	evidence := "certified"
	switch {
	case x.Absent == 0:
		evidence = "by the exact search"
	case x.Searched > 0:
		evidence = fmt.Sprintf("%d certified, %d by the exact search", x.Absent, x.Searched)
	}
	pairs := text.CountOf(all, "pair of accesses", "pairs of accesses")
	switch {
	case all == 0:
		return ""
	case all == 1 && x.Open > 0:
		return "The only pair of accesses is open."
	case all == 1 && never > 0:
		return fmt.Sprintf("The only pair of accesses never races (%s).", evidence)
	case all == 1:
		return "The only pair of accesses races."
	case x.Open > 0:
		words := []string{text.CountOf(x.Races, "races", "race")}
		if x.Races == 0 {
			words[0] = "none is known to race"
		}
		if never > 0 {
			words = append(words, text.CountOf(never, "never does", "never do")+" ("+evidence+")")
		}
		open := text.CountOf(x.Open, "is open", "are open")
		if x.Unexamined > 0 {
			open += fmt.Sprintf(" (%d not examined)", x.Unexamined)
		}
		return fmt.Sprintf("Of %s %s.", pairs, text.And(append(words, open)))
	case never == 0:
		return fmt.Sprintf("Of %s all race.", pairs)
	case x.Races == 0:
		return fmt.Sprintf("Of %s none ever races (%s).", pairs, evidence)
	default:
		return fmt.Sprintf("Of %s %s, and no other (%s).", pairs, text.CountOf(x.Races, "races", "race"), evidence)
	}
}

func (p *page) pairs(x *Pairs) {
	for _, c := range x.Certified {
		p.prose(0, "%s never races: %s (certificate %s).", c.places(), PairSentence(c.Left, c.Right), c.ID)
	}
	for _, o := range x.Undecided {
		p.prose(0, "%s is open: %s.", o.places(), PairSentence(o.Left, o.Right))
	}
	if len(x.Certified)+len(x.Undecided) > 0 {
		p.line("")
	}
	if words := x.sentence(); words != "" {
		p.prose(0, "%s", words)
	}
}

// places is "4:3 / 9:5".
func (o OpenPair) places() string { return o.Left.At + " / " + o.Right.At }
