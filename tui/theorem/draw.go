package theorem

import (
	"fmt"
	"strconv"
	"strings"

	words "wobbly/internal/text"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

const (
	// wide and tall are the least width and height for three panes, one below the other. On smaller
	// screens the list is next to the others, or only the focused pane is shown.
	wide, tall = 70, 20
	// minBeside is the least width of the other panes next to a list that cuts no title.
	minBeside = 60
	// minColumn is the least width of a list that cuts titles.
	minColumn = 30
	// nameColumn is the least width of the column with the names of statements.
	nameColumn = 6
)

func (s *Screen) Draw(c draw.Canvas) {
	if why := s.unavailable(); why.Refuses() {
		draw.Explain(draw.Box(c, screen.Border(s.h, s.h.Focused()), "Theorem", ""), why.String())
		return
	}
	if s.h.Zoomed() || c.W < wide || c.H < 14 {
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
	titles := 0
	for _, x := range s.o.Statements {
		titles = max(titles, max(draw.Cells(x.Name), nameColumn)+draw.Cells(x.Title))
	}
	column := titles + 7 // for the frame, the mark and blanks
	beside := c.W >= column+minBeside || c.H < tall
	rest := c
	list, grows := draw.Need{Least: 6, Most: 6}, 0 // grows is the pane that gets spare rows
	if s.sum.Found != nil {
		list, grows = draw.Need{Least: 3, Most: 3}, 2
	}
	if beside {
		column = max(minColumn, min(column, c.W-minBeside, c.W/2))
		s.drawStatements(c.Part(0, 0, column, c.H))
		rest = c.Part(column, 0, c.W-column, c.H)
		list, grows = draw.Need{}, 2
	}
	_, lines := s.wording(rest.W)
	rows := draw.Share(rest.H, []draw.Need{
		list,
		{Least: 7, Most: len(lines) + 3 + len(s.switches(rest.W-8))},
		{Least: 4, Most: len(draw.Paragraphs(s.fuzzing(), rest.W-4)) + 2},
	}, grows)
	if !beside {
		s.drawStatements(rest.Part(0, 0, rest.W, rows[0]))
	}
	s.drawStatement(rest.Part(0, rows[0], rest.W, rows[1]))
	s.drawFuzzing(rest.Part(0, rows[0]+rows[1], rest.W, rows[2]))
}

func (s *Screen) drawStatements(c draw.Canvas) {
	border := screen.Border(s.h, paneStatements)
	in := draw.Box(c, border, "statements", "")
	s.list.Idle = s.h.Focused() != paneStatements
	below := s.list.Draw(in, len(s.o.Statements), func(c draw.Canvas, i int) {
		x := s.o.Statements[i]
		c.Clipped(c.Text(0, 0, draw.Plain|draw.Strong, draw.Pad(x.Name, nameColumn)+" "), 0,
			draw.Plain, x.Title)
	}, nil)
	draw.Below(c, border, below)
}

// wording returns the title and lines of the statement's pane. A long title moves to the lines.
func (s *Screen) wording(w int) (edge string, lines []string) {
	x := s.chosen()
	edge = x.Name + "  " + x.Title
	if draw.Cells(edge)+2 > w-4 {
		edge, lines = x.Name, append(draw.Wrap(x.Title+".", w-4), "")
	}
	return edge, append(lines, draw.Wrap(x.Words, w-4)...)
}

func (s *Screen) drawStatement(c draw.Canvas) {
	edge, words := s.wording(c.W)
	border := screen.Border(s.h, paneStatement)
	in := draw.Box(c, border, edge, s.chosen().Cite)
	switches := s.switches(in.W - 6)
	lines := draw.Cut(words, in.H-min(len(switches), in.H/2)-1, in.W-2)
	draw.Lines(in, lines, 0)
	part := in.Part(0, len(lines)+1, in.W, in.H-len(lines)-1)
	here := 0
	for n, w := range switches {
		if w.of == s.hypothesis {
			here = n
		}
	}
	top := draw.Scroll(here, len(switches), part.H)
	for y := range min(part.H, len(switches)-top) {
		s.drawSwitch(part.Row(y), switches[top+y])
	}
	draw.Below(c, border, len(switches)-top-part.H)
}

type switchLine struct {
	of    int  // the index of the hypothesis
	first bool // whether this is the first line, which has the switch
	text  string
}

func (s *Screen) switches(w int) []switchLine {
	var lines []switchLine
	for i, h := range s.chosen().Hypotheses {
		for n, text := range draw.Wrap(h.Name+": "+h.Text, w-1) {
			lines = append(lines, switchLine{of: i, first: n == 0, text: text})
		}
	}
	return lines
}

func (s *Screen) drawSwitch(c draw.Canvas, w switchLine) {
	mark, style := "[x] ", draw.Plain
	if s.isOff(s.chosen().Hypotheses[w.of]) {
		mark, style = "[ ] ", draw.Faint
	}
	if !w.first {
		mark = "    "
	}
	c.Clipped(c.Text(2, 0, draw.Key, mark), 0, style, w.text)
	if w.of == s.hypothesis && s.h.Focused() == paneStatement {
		if w.first {
			c.Text(0, 0, draw.Plain|draw.Strong, ">")
		}
		c.Paint(0, 0, draw.Inverse)
	}
}

func (s *Screen) tally() string {
	o := s.sum
	return fmt.Sprintf("%s: holds %d, not met %d, undecided %d, refuted %d.",
		words.Count(o.Cases, "case"), o.Holds, o.NotMet, o.Bounded, o.Refuted)
}

// coverage returns a sentence on the rules of the semantics and the analysis that the run has used.
func (s *Screen) coverage() string {
	var unused []string
	for _, r := range s.sum.Rules {
		if r.Used == 0 {
			unused = append(unused, r.Rule)
		}
	}
	never := ""
	if len(unused) > 0 {
		never = "; never: " + strings.Join(unused, ", ")
	}
	all := len(s.sum.Rules)
	return fmt.Sprintf("Coverage: %d of %d rules used%s.", all-len(unused), all, never)
}

func (s *Screen) drawFuzzing(c draw.Canvas) {
	border := screen.Border(s.h, paneFuzzing)
	in := draw.Box(c, border, "fuzzing, seed "+strconv.FormatUint(s.seed, 10), s.Heading())
	draw.Below(c, border, draw.Lines(in, draw.Paragraphs(s.fuzzing(), in.W-2), s.top))
}

func (s *Screen) fuzzing() []string {
	if why := s.noFuzz(); why.Refuses() {
		return []string{why.String()}
	}
	text := []string{"Each [x] is a condition of the statement; space switches one off. d looks " +
		"for a random program that refutes the statement."}
	if s.sum.Cases > 0 || s.ended != "" {
		text = []string{s.tally()}
	}
	r := s.sum.Found
	if r == nil {
		if len(s.sum.Rules) > 0 {
			text = append(text, s.coverage())
		}
		if s.ended != "" {
			text = append(text, s.ended)
		}
		return text
	}
	text = append(text,
		fmt.Sprintf("Refuted by a program of %s, shrunk from %d; enter opens it in Step.",
			words.Count(r.Statements, "statement"), r.From), "")
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
	return append(text, "", s.coverage())
}
