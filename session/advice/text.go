package advice

import (
	"fmt"
	"slices"
	"strings"

	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
)

// Row is the row of the statement that stands at a point; behind all at the
// unit's end.
func (u Unit) Row(p semantics.Point) int {
	if n := slices.IndexFunc(u.Lines, func(l Line) bool { return l.Stmt != nil && l.Stmt == p.Stmt() }); n >= 0 {
		return n
	}
	return len(u.Lines)
}

// Conclusion is "Both: reported as the race R1."
func (x Pair) Conclusion() string { return "Both: " + x.Verdict }

// Text is what the analysis says of two accesses.
func (x Pair) Text() []string {
	text := []string{x.Conclusion()}
	for _, t := range x.Tests {
		answer := "yes"
		if !t.Holds {
			answer = "NO "
		}
		text = append(text, fmt.Sprintf("  %s  %-8s%s", answer, t.Name, t.Finding))
	}
	return text
}

// Text is what the analysis knows of a thread's place, with all of W.
func (x Unit) Text(v session.View, i semantics.Tid) []string {
	p := v.Config().Threads[i].Point
	before, text := x.End, []string{i.String() + ", at the end of " + session.Signature(p.Unit()) + ":"}
	n := x.Row(p)
	if n < len(x.Lines) {
		before = x.Lines[n].Before
		text[0] = i.String() + ", in " + session.Signature(p.Unit()) + " before " + x.Lines[n].Text + " at " + x.Lines[n].At.String() + ":"
	}
	more := ""
	if before.More > 0 {
		more = fmt.Sprintf(" and %d more", before.More)
	}
	text = append(text, "  W = "+Set(before.W)+more,
		fmt.Sprintf("  L = %d, counted from the entry of %s; the thread holds the lock x%d", before.Lock, p.Unit().Name, v.Depth(i)),
		"  A has "+words.Count(before.A, "element"))
	if n < len(x.Lines) {
		l := x.Lines[n]
		text = append(text, fmt.Sprintf("  rule %s: W += %s, L = %d, A += %s", l.Rule, Set(l.W), l.Lock, Set(l.A)))
	}
	return text
}

// Set is "{x, b.f}".
func Set(list []string) string { return "{" + strings.Join(list, ", ") + "}" }

// Added is "W += {x}", empty where nothing is added.
func Added(name string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return name + " += " + Set(list)
}
