package report

import (
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// checkGitHub prints an annotation for each report and each limit: a command of GitHub Actions,
// which shows the message next to the line. The message names the position of the other access.
func checkGitHub(w io.Writer, _ Style, c *Check) (Tally, error) {
	p := &page{w: w}
	t, limits, err := c.write(func(r Race) error {
		p.annotation(gitHubLevel(r.Verdict), c.Source, r.Left.Span, r.ID+" "+verdictWord(c, r),
			fmt.Sprintf("%s (with %s)", PairSentence(r.Left, r.Right), r.Right.At))
		return p.err
	})
	if err != nil {
		return t, err
	}
	for _, d := range c.Deadlocks {
		p.annotation(gitHubLevel(d.Verdict), c.Source, d.Left.Span, d.ID+" deadlock",
			fmt.Sprintf("%s (with %s)", DeadlockSentence(d), d.Right.At))
	}
	for _, limit := range limits {
		p.fileAnnotation(c.Source, limit)
	}
	return t, p.err
}

// gitHubLevel returns the level of a verdict. GitHub calls SARIF's note a notice.
func gitHubLevel(verdict string) string {
	level := verdicts[verdict].level
	if level == "note" {
		return "notice"
	}
	return level
}

func errorsGitHub(w io.Writer, src *il.Source, list diag.List) error {
	p := &page{w: w}
	for _, d := range list {
		fix := when(d.Fix != "", "\nfix: %s", d.Fix)
		p.annotation(d.Code.Severity(), src, Span{d.At, max(d.At, d.End)}, string(d.Code),
			d.Message+fix)
	}
	return p.err
}

func unansweredGitHub(w io.Writer, src *il.Source, why string) error {
	p := &page{w: w}
	p.fileAnnotation(src, why)
	return p.err
}

// annotation prints a command about a span, which GitHub marks if it is within one line.
func (p *page) annotation(level string, src *il.Source, at Span, title, message string) {
	from, to := src.Position(at.At), src.Position(at.End)
	p.line("::%s file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,title=%s::%s", level,
		workflowValue.Replace(src.Name), from.Line, to.Line, from.Col, max(to.Col, 1),
		workflowValue.Replace(title), workflowMessage.Replace(message))
}

// fileAnnotation prints a warning that a file's results are incomplete.
func (p *page) fileAnnotation(src *il.Source, message string) {
	p.line("::warning file=%s,title=incomplete::%s", workflowValue.Replace(src.Name),
		workflowMessage.Replace(message))
}

// workflowValue and workflowMessage encode the characters that would end a value or the message of
// a command.
var (
	workflowValue = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A",
		",", "%2C")
	workflowMessage = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
)
