package report

import (
	"fmt"
	"io"
)

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
		p.line("%s:%s: deadlock: %s (with %s) [%s %s]", FileName(c.File), d.Left.At,
			DeadlockSentence(d), d.Right.At, d.ID, d.Verdict)
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
