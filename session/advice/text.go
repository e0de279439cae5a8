package advice

import (
	"fmt"
	"slices"
	"strings"

	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
)

// Row returns the index of the line of the statement at a point, or the number of lines at the end
// of the unit.
func (u Unit) Row(p semantics.Point) int {
	isHere := func(l Line) bool { return l.Stmt != nil && l.Stmt == p.Stmt() }
	if n := slices.IndexFunc(u.Lines, isHere); n >= 0 {
		return n
	}
	return len(u.Lines)
}

// Conclusion returns the verdict on the pair, as in "Both: reported as the race R1."
func (p Pair) Conclusion() string { return "Both: " + p.Verdict }

// Certified says why the accesses never race. Never must not be empty.
func (p Pair) Certified() string { return "They cannot race (certified): " + p.Never }

// Text returns the conclusion, followed by a line for each condition, and by the certificate of
// absence.
func (p Pair) Text() []string {
	text := []string{p.Conclusion()}
	for _, t := range p.Tests {
		answer := "yes"
		if !t.Holds {
			answer = "NO "
		}
		text = append(text, fmt.Sprintf("  %s  %-8s%s", answer, t.Name, t.Finding))
	}
	if p.Never != "" {
		text = append(text, p.Certified())
	}
	return text
}

// Text describes the analysis at the position of thread i in a state, and the rule of Figure 7 that
// comes next.
func (u Unit) Text(v session.View, i semantics.Tid) []string {
	p := v.Config().Threads[i].Point
	before := u.End
	text := []string{i.String() + ", at the end of " + session.Signature(p.Unit()) + ":"}
	n := u.Row(p)
	if n < len(u.Lines) {
		before = u.Lines[n].Before
		text[0] = i.String() + ", in " + session.Signature(p.Unit()) + " before " +
			u.Lines[n].Text + " at " + u.Lines[n].At.String() + ":"
	}
	more := ""
	if before.More > 0 {
		more = fmt.Sprintf(" and %d more", before.More)
	}
	text = append(text, "  W = "+Set(before.W)+more,
		fmt.Sprintf("  L = %s, counted from the entry of %s; the thread %s",
			before.Lock, p.Unit().Name, holdsText(v, i)),
		"  A has "+words.Count(before.A, "element"))
	if n < len(u.Lines) {
		l := u.Lines[n]
		text = append(text,
			fmt.Sprintf("  rule %s: W += %s, L = %s, A += %s", l.Rule, Set(l.W), l.Lock, Set(l.A)))
	}
	return text
}

// holdsText says which locks thread i holds, as in "holds the lock x1" or "holds m, l".
func holdsText(v session.View, i semantics.Tid) string {
	if len(v.Session().Core().Locks) > 0 {
		return "holds " + v.Session().Core().Written(v.Level(i))
	}
	return "holds the lock x" + v.Level(i).String()
}

// Set returns a list as a set, such as "{x, b.f}".
func Set(list []string) string { return "{" + strings.Join(list, ", ") + "}" }

// Added returns additions to a set, such as "W += {x}", or "" if there are none.
func Added(name string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return name + " += " + Set(list)
}
