package report

import (
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// checkGitHub prints an annotation for each report: a command of GitHub Actions, which
// shows it beside the line. A place of the other access is in the message.
func checkGitHub(w io.Writer, _ Style, c *Check) (Tally, error) {
	p, t := &page{w: w}, c.tally()
	for r := range c.Races {
		t.count(r)
		p.annotation(strings.Replace(verdicts[r.Verdict].level, "note", "notice", 1), c.Source, r.Left.Span, r.ID+" "+verdictWord(c, r), fmt.Sprintf("%s (with %s)", PairSentence(r.Left, r.Right), r.Right.At))
		if p.err != nil {
			return t, p.err
		}
	}
	t.Interrupted = c.interrupted()
	return t, p.err
}

// errorsGitHub prints an annotation for each error.
func errorsGitHub(w io.Writer, src *il.Source, list diag.List) error {
	p := &page{w: w}
	for _, d := range list {
		text := d.Message
		if d.Fix != "" {
			text += "\nfix: " + d.Fix
		}
		p.annotation("error", src, Span{d.At, max(d.At, d.End)}, string(d.Code), text)
	}
	return p.err
}

// annotation prints one command. Its values cannot end it: what would is encoded.
func (p *page) annotation(word string, src *il.Source, at Span, title, text string) {
	from, to := src.Position(at.At), src.Position(at.End)
	value := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	p.line("::%s file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,title=%s::%s", word, value.Replace(src.Name),
		from.Line, to.Line, from.Col, max(to.Col, 1), value.Replace(title), message.Replace(text))
}
