package report

import (
	"fmt"

	"wobbly/internal/text"
)

// TheoremEnumerate has the results of the statements on all programs of a universe.
type TheoremEnumerate struct {
	Universe string `json:"universe"`
	// Shard is the part of the universe. "1/1" is all of it.
	Shard    string `json:"shard"`
	Complete bool   `json:"complete"`
	// Programs has the number of programs of each size.
	Programs    []uint64           `json:"programs"`
	Results     []EnumeratedResult `json:"statements"`
	Failure     *EnumeratedFailure `json:"refutation,omitempty"`
	Interrupted bool               `json:"interrupted,omitempty"`
	// State is a file to continue from.
	State string `json:"state,omitempty"`
}

// EnumeratedResult is the result of one statement.
type EnumeratedResult struct {
	Statement string `json:"statement"`
	// Holds, NotMet, Bounded and Refuted count programs.
	Holds   uint64 `json:"holds"`
	NotMet  uint64 `json:"not_met"`
	Bounded uint64 `json:"bounded"`
	Refuted uint64 `json:"refuted"`
}

// EnumeratedFailure is a program that refutes a statement.
type EnumeratedFailure struct {
	Statement string `json:"statement"`
	Position  string `json:"place"`
	Program   string `json:"program"`
	Instance  string `json:"instance"`
	Why       string `json:"why"`
}

func (d *TheoremEnumerate) text(p *page) {
	shard := when(d.Shard != "1/1", ", shard %s", d.Shard)
	p.para(0, "Universe: %s%s.", d.Universe, shard)
	rows := [][]string{{"statements", "programs"}}
	for size, n := range d.Programs {
		if n > 0 {
			rows = append(rows, []string{fmt.Sprint(size), fmt.Sprint(n)})
		}
	}
	p.block(2, table(alignFrom(0, rows)))
	rows = [][]string{{"statement", "holds", "hypotheses not met", "bounded", "refuted"}}
	for _, r := range d.Results {
		rows = append(rows, []string{
			r.Statement, fmt.Sprint(r.Holds), fmt.Sprint(r.NotMet), fmt.Sprint(r.Bounded),
			fmt.Sprint(r.Refuted),
		})
	}
	p.block(2, table(alignFrom(1, rows)))
	if f := d.Failure; f != nil {
		p.spaced("%s", p.paint(alarm, f.Statement+" is refuted, at "+f.Position+"."))
		p.block(4, text.Lines(f.Program))
		p.paragraphs("Instance", f.Instance)
		p.paragraphs("Why", f.Why)
		p.line("")
	}
	p.prose(0, "%s", d.verdict())
}

func (d *TheoremEnumerate) verdict() string {
	var sum, refuted, bounded uint64
	for _, n := range d.Programs {
		sum += n
	}
	for _, r := range d.Results {
		refuted += r.Refuted
		bounded += r.Bounded
	}
	switch {
	case refuted > 0:
		return "REFUTED."
	case !d.Complete && d.State != "":
		return fmt.Sprintf("Not complete: %s so far, nothing refuted. The same command continues "+
			"from %s.", text.Count(sum, "program"), FileName(d.State))
	case !d.Complete:
		return fmt.Sprintf("Not complete: %s so far, nothing refuted.", text.Count(sum, "program"))
	case bounded > 0:
		return fmt.Sprintf("Complete: %s, nothing refuted, but a limit left something undecided.",
			text.Count(sum, "program"))
	default:
		return fmt.Sprintf("Complete: nothing is refuted by any of %s.", text.Count(sum, "program"))
	}
}

func (*TheoremEnumerate) schema() string { return TheoremEnumerateSchema }
