package findings

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/report"
)

// premise explains what a mode's theorem requires of the paths of two accesses.
type premise struct {
	// fields tests how far the paths must be the same.
	fields func(l, r abstract.Side) report.Test
	// stays tests the premise that the paths do not change.
	stays func(f *Findings, l, r abstract.Side, p report.Pair) report.Test
	// words says in a clause why both hold, where they do.
	words func(l, r abstract.Side) string
}

// premises has the modes to which the rule of premiseOf does not apply.
var premises = map[abstract.Mode]premise{
	abstract.CommonSuffix: {suffixFields, (*Findings).suffixTest, suffixWords},
}

// premiseOf returns the premise of a mode: that of Theorem 2 if the mode considers captured values,
// otherwise that of Theorem 6.10.
func premiseOf(m abstract.Mode) premise {
	if p, ok := premises[m]; ok {
		return p
	}
	if m.Captures() {
		return premise{sameFields, (*Findings).intactTest, intactWords}
	}
	return premise{sameFields, (*Findings).stableTest, stableWords}
}

// sides returns the derivations of a pair on which the premise depends.
func (f *Findings) sides(p report.Pair) []report.Derivation {
	if f.oneSided() {
		return []report.Derivation{p.Left}
	}
	return []report.Derivation{p.Left, p.Right}
}

// sameFields requires equal fields after roots that may differ.
func sameFields(l, r abstract.Side) report.Test {
	_, a := l.Path.Cut()
	_, b := r.Path.Cut()
	t := report.Test{Name: "fields", Holds: a == b}
	if t.Holds {
		t.Finding = fmt.Sprintf("both paths have the fields %s.", a)
	} else {
		t.Finding = fmt.Sprintf("the fields differ: %s and %s.", a, b)
	}
	return t
}

// stableTest returns the stability of Theorem 6.10.
func (f *Findings) stableTest(_, _ abstract.Side, p report.Pair) report.Test {
	for _, d := range f.sides(p) {
		for _, x := range d.Prefixes {
			if x.Wobbly != nil {
				return report.Test{
					Name: "stable", Finding: report.WobblySentence(*x.Wobbly), At: x.Wobbly.At,
				}
			}
		}
	}
	return report.Test{
		Name: "stable", Holds: true, Finding: "no proper prefix of the paths is wobbly.",
	}
}

// stableWords returns the premise of Theorem 6.10 on two paths.
func stableWords(l, r abstract.Side) string {
	if l.Path == r.Path {
		return fmt.Sprintf("%s is stable in both threads (no proper prefix of it is in W)",
			short(l.Path))
	}
	return fmt.Sprintf("%s and %s have the same fields, and both are stable (no proper prefix is "+
		"in W on its side)", short(l.Path), short(r.Path))
}

// short returns a path as texts have it.
func short(path abstract.Expr) string { return report.ShortPath(string(path)) }
