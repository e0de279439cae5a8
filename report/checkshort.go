package report

import (
	"fmt"
	"io"
)

// checkShort prints one line for each report.
func checkShort(w io.Writer, _ Style, c *Check) (Tally, error) {
	p, t := &page{w: w}, c.tally()
	for r := range c.Races {
		t.count(r)
		p.line("%s", shortHead(c, r))
		if p.err != nil {
			return t, p.err
		}
	}
	t.Interrupted = c.interrupted()
	return t, p.err
}

// shortHead is the line that names a report.
func shortHead(c *Check, r Race) string {
	return fmt.Sprintf("%s:%s: %s: %s (with %s) [%s %s]", FileName(c.File), r.Left.At, verdictWord(c, r), PairSentence(r.Left, r.Right), r.Right.At, r.ID, r.Verdict)
}

// verdicts are all verdicts: what a report that is judged is called, and how grave it is
// in SARIF.
var verdicts = map[string]struct{ word, level string }{
	Confirmed:  {"race", "error"},
	Refuted:    {"refuted report", "error"},
	Unknown:    {"report, not decided", "warning"},
	Impossible: {"false alarm", "note"},
	Outside:    {"report beside the definition", "note"},
}

// verdictWord is the word for a report with its verdict.
func verdictWord(c *Check, r Race) string {
	if c.Judged() {
		return verdicts[r.Verdict].word
	}
	return headline(r.Verdict)
}
