package tui

import (
	"slices"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
)

// The pane "analysis" of Step shows what the analysis knows before the statement
// at which each thread stands, and what that statement adds.

// analysed tells whether the pane is there: there is an analysis, and no lesson
// keeps it closed.
func (s *stepScreen) analysed() bool {
	return s.a.analyses != nil && s.a.analyses.there() && s.a.closed(screenAnalysis) == ""
}

// wants asks for what the pane shows.
func (s *stepScreen) wants() tea.Cmd {
	if !s.analysed() || s.a.tooSmall() {
		return nil
	}
	k := s.s.Now().Config()
	var units []*il.Unit
	for _, i := range threads {
		units = append(units, k.Threads[i].Point.Unit())
	}
	var sites *il.Sites
	if x, ok := nextSites(s.s.Pair(), k); ok {
		sites = &x
	}
	return s.a.analyses.ask(screenStep, units, sites)
}

// nextSites are the accesses before which both threads stand, if they do.
func nextSites(pair il.Pair, k semantics.Config) (il.Sites, bool) {
	var s il.Sites
	for _, i := range threads {
		a, ok := semantics.NextAccess(k, i)
		if !ok {
			return s, false
		}
		s[i], _ = il.SiteOf(a.Command)
	}
	return pair.Sites(s[0], s[1]), true
}

// drawAnalysis draws the pane.
func (s *stepScreen) drawAnalysis(c canvas, v session.View) {
	lines := s.analysisLines(v, c.w-2)
	top := max(0, min(s.scroll[paneAnalysis], len(lines)-c.h))
	for y := range min(c.h, len(lines)-top) {
		c.line(1, y, lines[top+y])
	}
}

// analysisLines is what the pane shows at width w.
func (s *stepScreen) analysisLines(v session.View, w int) []line {
	var all []line
	for _, i := range threads {
		all = append(all, s.threadAnalysis(v, i, w)...)
	}
	return append(all, s.pairAnalysis(v, w)...)
}

// threadAnalysis is the abstract state before the statement at which a thread
// stands, and what the statement adds to it.
func (s *stepScreen) threadAnalysis(v session.View, i semantics.Tid, w int) []line {
	p := v.Config().Threads[i].Point
	head := line{{of(i) | strong, i.String() + "  "}}
	x, known := s.a.analyses.units[p.Unit()]
	switch {
	case !known:
		head.add(lookFaint, "analysing "+signature(p.Unit())+"...")
		return []line{head}
	case x.err != nil:
		head.add(lookFaint, sentence(x.err))
		return []line{head}
	}
	before, adds := x.End, []line(nil)
	if n := rowOf(x.Lines, p); n < len(x.Lines) {
		l := x.Lines[n]
		before = l.Before
		head.add(lookFaint, l.At.String()+"  ")
		head.add(of(i), l.Text)
		adds = addsLines(l, w)
	} else {
		head.add(lookFaint, s.s.Core().Source.At(p.Pos())+"  ")
		head.add(of(i), "end of "+p.Unit().Name)
	}
	if len(v.Frames(i)) > 1 {
		head.add(lookFaint, "  (from the entry of "+p.Unit().Name+")")
	}
	return slices.Concat([]line{head}, stateLines(before, w), adds)
}

// stateLines are W, as much as fits, and L, of an abstract state.
func stateLines(x AnalysisState, w int) []line {
	lock := "L = " + itoa(x.Lock)
	room := w - 4 - len("W = {}   ") - len(lock)
	shown, n := "", 0
	for n < len(x.W) {
		next := shown + x.W[n]
		if n > 0 {
			next = shown + ", " + x.W[n]
		}
		if rest := len(x.W) + x.More - n - 1; rest > 0 && cells(next)+len(", +99 more") > room || cells(next) > room {
			break
		}
		shown = next
		n++
	}
	if rest := len(x.W) + x.More - n; rest > 0 {
		if n > 0 {
			shown += ", "
		}
		shown += "+" + itoa(rest) + " more"
	}
	return []line{{{lookPlain, "   W = {" + shown + "}   "}, {lookLock, lock}}}
}

// mostAdded is on how many lines at most is shown what a statement adds.
const mostAdded = 5

// addsLines are the rule, and what it adds to A and to W and makes of L, on as
// few lines as hold that. Of much, the last line says that there is more.
func addsLines(l AnalysisLine, w int) []line {
	all := []line{{{lookKey, "   " + l.Rule}}}
	put := func(look look, gap, text string) {
		last := &all[len(all)-1]
		if last.cells()+cells(gap)+cells(text) > w {
			all = append(all, line{{lookPlain, "    "}})
			last = &all[len(all)-1]
		}
		last.add(look, gap+text)
	}
	for _, set := range []struct {
		name  string
		added []string
	}{{"A", l.A}, {"W", l.W}} {
		gap, text := "  ", set.name+" += {"
		for n, x := range set.added {
			if text += x; n+1 < len(set.added) {
				put(lookChanged, gap, text+",")
			} else {
				put(lookChanged, gap, text+"}")
			}
			gap, text = " ", ""
		}
	}
	if l.Lock != l.Before.Lock {
		put(lookLock, "  ", "L = "+itoa(l.Lock))
	}
	if len(all) == 1 && len(all[0]) == 1 {
		put(lookFaint, "  ", "adds nothing")
	}
	if len(all) > mostAdded {
		all = append(all[:mostAdded-1], line{{lookFaint, "     ... (e here tells all)"}})
	}
	return all
}

// pairAnalysis is what the analysis says of the two accesses before which the
// threads stand.
func (s *stepScreen) pairAnalysis(v session.View, w int) []line {
	x, ok := s.related(v)
	if !ok {
		return nil
	}
	l := lookFaint
	if x.Race {
		l = lookRace
	}
	all := []line{nil}
	for n, text := range wrap(verdictText(x), w-2) {
		if n > 0 {
			text = "  " + text
		}
		all = append(all, line{{l, text}})
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

// related is what is known of the accesses before which both threads stand.
func (s *stepScreen) related(v session.View) (PairAnalysis, bool) {
	sites, both := nextSites(s.s.Pair(), v.Config())
	x, known := s.a.analyses.pairs[sites]
	return x.PairAnalysis, both && known && x.err == nil
}

// verdictText is "Both: reported as the race R1."
func verdictText(x PairAnalysis) string { return "Both: " + x.Verdict }

// findingLines are what was found of conditions for reporting, behind a mark.
func findingLines(mark, text string, w int) []line {
	var all []line
	for _, text := range wrap(text, w-len(mark)) {
		all = append(all, line{{lookKey, mark}, {lookPlain, text}})
		mark = strings.Repeat(" ", len(mark))
	}
	return all
}

// explainAnalysis is all that the pane can say.
func (s *stepScreen) explainAnalysis() {
	v := s.s.Now()
	var text []string
	for _, i := range threads {
		if x, known := s.a.analyses.units[v.Config().Threads[i].Point.Unit()]; known && x.err == nil {
			text = append(append(text, analysisText(v, i, x.UnitAnalysis)...), "")
		}
	}
	if x, ok := s.related(v); ok {
		text = append(text, pairText(x)...)
	}
	if len(text) == 0 {
		s.a.refuse("The analysis is not there yet.")
		return
	}
	s.a.tell("the analysis at this point", text)
}

// pairText is what the analysis says of two accesses.
func pairText(x PairAnalysis) []string {
	text := []string{verdictText(x)}
	for _, t := range x.Tests {
		answer := "yes"
		if !t.Holds {
			answer = "NO "
		}
		text = append(text, "  "+answer+"  "+pad(t.Name, 8)+t.Finding)
	}
	return text
}

// analysisText is what the analysis knows of a thread's place, with all of W.
func analysisText(v session.View, i semantics.Tid, x UnitAnalysis) []string {
	p := v.Config().Threads[i].Point
	before, text := x.End, []string{i.String() + ", at the end of " + signature(p.Unit()) + ":"}
	n := rowOf(x.Lines, p)
	if n < len(x.Lines) {
		before = x.Lines[n].Before
		text[0] = i.String() + ", in " + signature(p.Unit()) + " before " + x.Lines[n].Text + " at " + x.Lines[n].At.String() + ":"
	}
	more := ""
	if before.More > 0 {
		more = " and " + itoa(before.More) + " more"
	}
	text = append(text, "  W = "+setText(before.W)+more, "  L = "+itoa(before.Lock)+", counted from the entry of "+p.Unit().Name+
		"; the thread holds the lock x"+itoa(v.Depth(i)), "  A has "+plural(before.A, "element"))
	if n < len(x.Lines) {
		l := x.Lines[n]
		text = append(text, "  rule "+l.Rule+": W += "+setText(l.W)+", L = "+itoa(l.Lock)+", A += "+setText(l.A))
	}
	return text
}
