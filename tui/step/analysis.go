package step

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// The pane "analysis" shows the abstract state before each next statement, and its effect.

// analysed reports whether the pane is shown: there is an analysis, and no lesson closes it.
func (s *Screen) analysed() bool {
	return s.analyses.There() && !s.h.Closed(screen.Analysis).Refuses()
}

// Wants implements screen.Waiter: it starts the analyses that the pane shows.
func (s *Screen) Wants() tea.Cmd {
	if !s.analysed() {
		return nil
	}
	k := s.s.Now().Config()
	var units []*il.Unit
	for _, i := range semantics.Tids {
		units = append(units, k.Threads[i].Point.Unit())
	}
	var sites *il.Sites
	if x, ok := s.s.Now().NextSites(); ok {
		sites = &x
	}
	return s.analyses.Ask(units, sites)
}

// threadAnalysis shows the abstract state before a thread's next statement, and its effect.
func (s *Screen) threadAnalysis(v session.View, i semantics.Tid, w int) []draw.Line {
	p := v.Config().Threads[i].Point
	head := draw.Line{{Style: draw.Thread(i) | draw.Strong, Text: i.String() + "  "}}
	x, known := s.analyses.Units[p.Unit()]
	switch {
	case !known:
		head.Add(draw.Faint, "analysing "+session.Signature(p.Unit())+"...")
		return []draw.Line{head}
	case x.Err != nil:
		head.Add(draw.Faint, command.Sentence(x.Err))
		return []draw.Line{head}
	}
	unit := x.About
	before, adds := unit.End, []draw.Line(nil)
	if n := unit.Row(p); n < len(unit.Lines) {
		l := unit.Lines[n]
		before = l.Before
		head.Add(draw.Faint, l.At.String()+"  ")
		head.Add(draw.Thread(i), l.Text)
		adds = addsLines(l, w)
	} else {
		head.Add(draw.Faint, s.s.Core().Source.At(p.Pos())+"  ")
		head.Add(draw.Thread(i), "end of "+p.Unit().Name)
	}
	if len(v.Frames(i)) > 1 {
		head.Add(draw.Faint, "  (from the entry of "+p.Unit().Name+")")
	}
	return slices.Concat([]draw.Line{head}, stateLines(before, w), adds)
}

// stateLines shows W and L of a state in a line of w cells, with as many paths of W as fit.
func stateLines(x advice.State, w int) []draw.Line {
	lock := "L = " + x.Lock
	room := w - 4 - len("W = {}   ") - len(lock) // 4 for the margins
	shown, n := "", 0
	for n < len(x.W) {
		next := shown + x.W[n]
		if n > 0 {
			next = shown + ", " + x.W[n]
		}
		if rest := len(x.W) + x.More - n - 1; rest > 0 &&
			draw.Cells(next)+len(", +99 more") > room || draw.Cells(next) > room {
			break
		}
		shown = next
		n++
	}
	if rest := len(x.W) + x.More - n; rest > 0 {
		if n > 0 {
			shown += ", "
		}
		shown += "+" + strconv.Itoa(rest) + " more"
	}
	return []draw.Line{{{Style: draw.Plain, Text: "   W = {" + shown + "}   "},
		{Style: draw.Lock, Text: lock}}}
}

const maxAdded = 5

// addsLines shows the rule of a statement, its additions to A and W, and its L, on as few lines as
// possible. If there are too many, the last line says that there is more.
func addsLines(l advice.Line, w int) []draw.Line {
	all := []draw.Line{{{Style: draw.Key, Text: "   " + l.Rule}}}
	put := func(look draw.Style, gap, text string) {
		last := &all[len(all)-1]
		if last.Cells()+draw.Cells(gap)+draw.Cells(text) > w {
			all = append(all, draw.Line{{Style: draw.Plain, Text: "    "}})
			last = &all[len(all)-1]
		}
		last.Add(look, gap+text)
	}
	for _, set := range []struct {
		name  string
		added []string
	}{{"A", l.A}, {"W", l.W}} {
		gap, text := "  ", set.name+" += {"
		for n, x := range set.added {
			end := ","
			if n+1 == len(set.added) {
				end = "}"
			}
			put(draw.Changed, gap, text+x+end)
			gap, text = " ", ""
		}
	}
	if l.Lock != l.Before.Lock {
		put(draw.Lock, "  ", "L = "+l.Lock)
	}
	if len(all) == 1 && len(all[0]) == 1 {
		put(draw.Faint, "  ", "adds nothing")
	}
	if len(all) > maxAdded {
		all = append(all[:maxAdded-1],
			draw.Line{{Style: draw.Faint, Text: "     ... (e shows all)"}})
	}
	return all
}

// pairAnalysis shows the answer about the next two accesses, and the conditions for a report.
func (s *Screen) pairAnalysis(v session.View, w int) []draw.Line {
	x, ok := s.related(v)
	if !ok {
		return nil
	}
	style := draw.Faint
	if x.Race {
		style = draw.Race
	}
	all := []draw.Line{nil}
	for n, text := range draw.Wrap(x.Conclusion(), w-2) {
		if n > 0 {
			text = "  " + text
		}
		all = append(all, draw.Line{{Style: style, Text: text}})
	}
	var holds []string
	for _, t := range x.Tests {
		if t.Holds {
			holds = append(holds, t.Name)
			continue
		}
		all = append(all, findingLines("   NO  ", t.Name+": "+t.Finding, w)...)
	}
	return append(all, findingLines("   yes ", strings.Join(holds, ", "), w)...)
}

// related returns the answer about the next two accesses.
func (s *Screen) related(v session.View) (advice.Pair, bool) {
	sites, both := v.NextSites()
	x, known := s.analyses.Pairs[sites]
	return x.About, both && known && x.Err == nil
}

// findingLines wraps the text about a condition for a report, with a mark before the first line.
func findingLines(mark, text string, w int) []draw.Line {
	var all []draw.Line
	for _, text := range draw.Wrap(text, w-len(mark)) {
		all = append(all, draw.Line{{Style: draw.Key, Text: mark}, {Style: draw.Plain, Text: text}})
		mark = strings.Repeat(" ", len(mark))
	}
	return all
}

func (s *Screen) explainAnalysis() {
	v := s.s.Now()
	var text []string
	for _, i := range semantics.Tids {
		if x, known := s.analyses.Units[v.Config().Threads[i].Point.Unit()]; known && x.Err == nil {
			text = append(append(text, x.About.Text(v, i)...), "")
		}
	}
	if x, ok := s.related(v); ok {
		text = append(text, x.Text()...)
	}
	if len(text) == 0 {
		s.h.Refuse("The analysis is not there yet.")
		return
	}
	screen.Tell(s.h, "the analysis at this point", text)
}
