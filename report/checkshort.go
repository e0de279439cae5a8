package report

import (
	"fmt"
	"io"
)

// checkShort prints one line for each report, and one for each limit.
func checkShort(w io.Writer, _ Style, c *Check) (Tally, error) {
	p := &page{w: w}
	t, limits, err := c.write(func(r Race) error {
		p.line("%s", shortHead(c, r))
		return p.err
	})
	if err != nil {
		return t, err
	}
	for _, d := range c.Deadlocks {
		p.line("%s", shortDeadlock(c, d))
	}
	for _, limit := range limits {
		p.line("%s: incomplete: %s", FileName(c.File), limit)
	}
	return t, p.err
}

// shortHead returns the line that names a report.
func shortHead(c *Check, r Race) string {
	return fmt.Sprintf("%s:%s: %s: %s (with %s) [%s %s]", FileName(c.File), r.Left.At,
		verdictWord(c, r), PairSentence(r.Left, r.Right), r.Right.At, r.ID, r.Verdict)
}

// verdicts maps each verdict to the word for a judged report that has it, and to the
// report's level in SARIF.
var verdicts = map[string]struct{ word, level string }{
	Confirmed:  {"race", "error"},
	Refuted:    {"refuted report", "error"},
	Unknown:    {"report, not decided", "warning"},
	Impossible: {"false alarm", "note"},
	Outside:    {"report beside the definition", "note"},
}

func verdictWord(c *Check, r Race) string {
	if c.Judged() {
		return verdicts[r.Verdict].word
	}
	return headline(r.Verdict)
}
