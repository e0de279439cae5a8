package theorem

import (
	"strconv"
	"strings"

	words "wobbly/internal/text"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Layout of Theorem: from which width on the panes stand beside each other, and
// how wide the list of statements is then.
const (
	theoremWide   = 70
	theoremColumn = 30 // at least
)

// Draw implements screen.Screen.
func (s *Screen) Draw(c draw.Canvas) {
	if why := s.unavailable(); why != "" {
		draw.Explain(draw.Box(c, screen.Border(s.h, s.h.Focused()), "Theorem", ""), why)
		return
	}
	if (s.h.Zoomed() || c.W < theoremWide) || c.H < 14 {
		switch s.h.Focused() {
		case paneStatements:
			s.drawStatements(c)
		case paneStatement:
			s.drawStatement(c)
		default:
			s.drawFuzzing(c)
		}
		return
	}
	column := s.column(c.W)
	s.drawStatements(c.Part(0, 0, column, c.H))
	right := c.Part(column, 0, c.W-column, c.H)
	_, words := s.said(right.W)
	wants := len(words) + 3 + len(s.switches(right.W-8))
	rows := draw.Share(right.H, []draw.Need{{Least: 7, Most: wants}, {Least: 6, Most: 6}}, 1)
	s.drawStatement(right.Part(0, 0, right.W, rows[0]))
	s.drawFuzzing(right.Part(0, rows[0], right.W, right.H-rows[0]))
}

// column is how wide the list of statements is where w columns are there for all: as wide as
// the longest title wants, and less than half.
func (s *Screen) column(w int) int {
	wants := 0
	for _, x := range s.statements() {
		wants = max(wants, max(draw.Cells(x.Name), nameColumn)+draw.Cells(x.Title))
	}
	return max(theoremColumn, min(wants+7, w*9/20))
}

// nameColumn is how wide the column of the names is at least.
const nameColumn = 6

func (s *Screen) drawStatements(c draw.Canvas) {
	border := screen.Border(s.h, paneStatements)
	in := draw.Box(c, border, "statements", "")
	s.list.Idle = s.h.Focused() != paneStatements
	below := s.list.Draw(in, len(s.statements()), func(c draw.Canvas, i int) {
		x := s.statements()[i]
		c.Clipped(c.Text(0, 0, draw.Plain|draw.Strong, draw.Pad(x.Name, nameColumn)+" "), 0, draw.Plain, x.Title)
	}, nil)
	draw.Below(c, border, below)
}

// said is what stands in the edge of the pane of the statement, and what in it: the title goes into the
// pane where it is longer than the edge.
func (s *Screen) said(w int) (edge string, lines []string) {
	x := s.chosen()
	edge = x.Name + "  " + x.Title
	if draw.Cells(edge)+2 > w-4 {
		edge, lines = x.Name, append(draw.Wrap(x.Title+".", w-4), "")
	}
	return edge, append(lines, draw.Wrap(x.Words, w-4)...)
}

// drawStatement draws what the statement says, and its switches.
func (s *Screen) drawStatement(c draw.Canvas) {
	edge, words := s.said(c.W)
	border := screen.Border(s.h, paneStatement)
	in := draw.Box(c, border, edge, s.chosen().Cite)
	switches := s.switches(in.W - 6)
	lines := draw.Cut(words, in.H-min(len(switches), in.H/2)-1, in.W-2)
	draw.Lines(in, lines, 0)
	part := in.Part(0, len(lines)+1, in.W, in.H-len(lines)-1)
	here := 0
	for n, w := range switches {
		if w.of == s.hypothesis.At {
			here = n
		}
	}
	top := draw.Scroll(here, len(switches), part.H)
	for y := range min(part.H, len(switches)-top) {
		s.drawSwitch(part.Row(y), switches[top+y])
	}
	draw.Below(c, border, len(switches)-top-part.H)
}

// switchLine is a line of the text of a hypothesis.
type switchLine struct {
	of    int
	first bool
	text  string
}

func (s *Screen) switches(w int) []switchLine {
	var lines []switchLine
	for i, h := range s.chosen().Hypotheses {
		for n, text := range draw.Wrap(h.Name+": "+h.Text, w-1) {
			lines = append(lines, switchLine{i, n == 0, text})
		}
	}
	return lines
}

func (s *Screen) drawSwitch(c draw.Canvas, w switchLine) {
	mark := "    "
	if h := s.chosen().Hypotheses[w.of]; w.first {
		mark = "[x] "
		if s.isOff(h) {
			mark = "[ ] "
		}
	}
	l := draw.Plain
	if s.isOff(s.chosen().Hypotheses[w.of]) {
		l = draw.Faint
	}
	c.Clipped(c.Text(2, 0, draw.Key, mark), 0, l, w.text)
	if w.of == s.hypothesis.At && s.h.Focused() == paneStatement {
		if w.first {
			c.Text(0, 0, draw.Plain|draw.Strong, ">")
		}
		c.Paint(0, 0, draw.Inverse)
	}
}

// tally is the numbers of the run in a line.
func (s *Screen) tally() string {
	o := s.sum
	return words.Count(o.Cases, "case") + ": holds " + strconv.FormatUint(o.Holds, 10) + ", not met " + strconv.FormatUint(o.NotMet, 10) +
		", undecided " + strconv.FormatUint(o.Bounded, 10) + ", refuted " + strconv.FormatUint(o.Refuted, 10) + "."
}

// coverage says which rules the run used.
func (s *Screen) coverage() string {
	var unused []string
	for _, r := range s.sum.Rules {
		if r.Used == 0 {
			unused = append(unused, r.Rule)
		}
	}
	text := "Coverage: " + strconv.Itoa(len(s.sum.Rules)-len(unused)) + " of " + strconv.Itoa(len(s.sum.Rules)) + " rules used"
	if len(unused) > 0 {
		text += "; never: " + strings.Join(unused, ", ")
	}
	return text + "."
}

// drawFuzzing draws the tally, the coverage and the counterexample.
func (s *Screen) drawFuzzing(c draw.Canvas) {
	border := screen.Border(s.h, paneFuzzing)
	in := draw.Box(c, border, "fuzzing, seed "+strconv.FormatUint(s.seed, 10), s.Heading())
	draw.Below(c, border, draw.Lines(in, draw.Paragraphs(s.fuzzing(), in.W-2), s.top))
}

// fuzzing is the text of the pane.
func (s *Screen) fuzzing() []string {
	if why := s.noFuzz(); why != "" {
		return []string{why}
	}
	text := []string{"d checks the statement on random programs, with the hypotheses that are marked x."}
	if s.sum.Cases > 0 || s.ended != "" {
		text = []string{s.tally()}
	}
	if len(s.sum.Rules) > 0 && s.sum.Found == nil {
		text = append(text, s.coverage())
	}
	if s.ended != "" && s.sum.Found == nil {
		text = append(text, s.ended)
	}
	if r := s.sum.Found; r != nil {
		text = append(text, refutationText(r)...)
		text = append(text, "", s.coverage())
	}
	return text
}

// refutationText shows a counterexample.
func refutationText(r *Refutation) []string {
	text := []string{"Refuted by a program of " + words.Count(r.Statements, "statement") + ", shrunk from " + strconv.Itoa(r.From) + "; enter opens it in Step.", ""}
	for l := range strings.Lines(r.Program) {
		text = append(text, "  "+strings.TrimRight(l, "\n"))
	}
	text = append(text, "")
	if r.Instance != "" {
		text = append(text, r.Instance)
	}
	text = append(text, r.Why)
	if r.Repeat != "" {
		text = append(text, "Again: "+r.Repeat)
	}
	return text
}
