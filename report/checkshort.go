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
	word := headline(r.Verdict)
	if c.Judged() {
		word = map[string]string{Confirmed: "race", Impossible: "false alarm", Unknown: "report, not decided", Outside: "report beside the definition", Refuted: "refuted report"}[r.Verdict]
	}
	return fmt.Sprintf("%s:%s: %s: %s (with %s) [%s %s]", FileName(c.File), r.Left.At, word, PairSentence(r.Left, r.Right), r.Right.At, r.ID, r.Verdict)
}

// verdictWord is the word for a report with its verdict.
func verdictWord(c *Check, r Race) string {
	if c.Judged() {
		return map[string]string{Confirmed: "race", Impossible: "false alarm", Unknown: "report, not decided", Refuted: "refuted report"}[r.Verdict]
	}
	return headline(r.Verdict)
}
