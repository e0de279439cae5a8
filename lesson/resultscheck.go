package lesson

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/session/query"
)

// answers computes the right answer sheet, with all parts.
func (t *Task) answers() (Results, error) {
	sets, err := abstract.AnalyzeSets(t.core, abstract.Options{})
	if err != nil {
		return nil, err
	}
	s := Results{"": {}}
	for _, u := range t.core.Units {
		d := sets.Summary(u)
		s[u.Name] = map[Part][]string{partW: {}, partL: {d.L.String()}, partA: {}}
		for _, e := range d.Wobbly() {
			s[u.Name][partW] = append(s[u.Name][partW], string(e))
		}
		for _, a := range d.Accesses() {
			text := fmt.Sprintf("%s %s %s %d", t.core.Source.At(a.At), a.Kind, a.Path, a.Lock)
			s[u.Name][partA] = append(s[u.Name][partA], text)
		}
		partW.sort(s[u.Name][partW])
		partA.sort(s[u.Name][partA])
	}
	list, err := reportsOf(t.core, t.only(), abstract.Options{})
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		part := PartFiltered
		if r.Race {
			part = PartReports
		}
		pair, err := part.canonical(pairText(t.core, r))
		if err != nil {
			return nil, err
		}
		s[""][part] = append(s[""][part], pair)
	}
	for _, part := range []Part{PartReports, PartFiltered} {
		part.sort(s[""][part])
		s[""][part] = slices.Compact(s[""][part])
	}
	return s, nil
}

// only returns the pair whose reports count, or nil if the reports of all pairs count.
func (t *Task) only() *il.Pair {
	if _, given := t.raw["pair"]; given || t.Kind != Analysis {
		return &t.pair
	}
	return nil
}

// A mistake is an element that is missing from an answer sheet, or that is wrongly in it.
type mistake struct {
	unit    string
	part    Part
	element string
	missing bool
}

// String returns the mistake in the form of when: of a wrong answer sheet, such as "beps W b".
func (m mistake) String() string {
	return strings.TrimSpace(m.unit + " " + m.part.String() + " " + m.element)
}

// mistakes lists the differences between two answer sheets in the parts that the task asks for.
func (t *Task) mistakes(have, want Results) []mistake {
	var all []mistake
	for _, unit := range append(t.unitNames(), "") {
		for _, p := range t.Parts {
			if p.ofPair() != (unit == "") {
				continue
			}
			h, w := have[unit][p], want[unit][p]
			for _, x := range w {
				if !slices.Contains(h, x) {
					all = append(all, mistake{unit: unit, part: p, element: x, missing: true})
				}
			}
			for _, x := range h {
				if !slices.Contains(w, x) {
					all = append(all, mistake{unit: unit, part: p, element: x})
				}
			}
		}
	}
	return all
}

// checkResults compares an answer sheet with the results of the analysis. It counts the missing
// elements without naming them, so that the student can still find them.
func (t *Task) checkResults(text string) Verdict {
	var v Verdict
	have, err := t.ParseResults(text)
	if err != nil {
		return refused(err)
	}
	want, err := t.answers()
	if err != nil {
		v.add(Finding{Goal: "the analysis", Truth: query.Unknown, Why: err.Error()})
		return v
	}
	wrong := t.mistakes(have, want)
	for _, unit := range append(t.unitNames(), "") {
		for _, p := range t.Parts {
			if p.ofPair() == (unit == "") {
				v.add(t.cell(unit, p, wrong))
			}
		}
	}
	for i := range t.Wrongs {
		isMade := func(m mistake) bool { return m.String() == t.Wrongs[i].When }
		if slices.ContainsFunc(wrong, isMade) {
			v.Says = t.Wrongs[i].Says
			break
		}
	}
	return v
}

func (t *Task) cell(unit string, p Part, wrong []mistake) Finding {
	f := Finding{Goal: strings.TrimSpace(p.String() + " of " + unit)}
	if unit == "" {
		f.Goal = p.String()
	}
	var reasons []string
	missing := 0
	for _, m := range wrong {
		switch {
		case m.unit != unit || m.part != p:
		case m.missing:
			missing++
		default:
			reasons = append(reasons, t.superfluous(m))
		}
	}
	if missing > 0 && p != partL {
		reasons = append([]string{text.Count(missing, "element") + " missing"}, reasons...)
	}
	f.decide(len(reasons) == 0 && missing == 0, strings.Join(reasons, "; "))
	return f
}

func (t *Task) superfluous(m mistake) string {
	switch m.part {
	case partL:
		return m.element + " is not the level at the end"
	case partW:
		u := t.unit(m.unit)
		if root := abstract.Expr(m.element).Root(); u.Formal(root) < 0 {
			return fmt.Sprintf("%s is not in W: %s is not a parameter of %s", m.element,
				root, u.Name)
		}
		return fmt.Sprintf("%s is not in W: no statement of %s assigns or copies it", m.element,
			u.Name)
	case partA:
		return m.element + " is not in A" + t.notAccessed(m)
	case PartReports:
		return m.element + " is not reported"
	default:
		return m.element + " is not filtered"
	}
}

// unit returns the unit with a name, which must exist.
func (t *Task) unit(name string) *il.Unit {
	i := slices.IndexFunc(t.core.Units, func(u *il.Unit) bool { return u.Name == name })
	return t.core.Units[i]
}

// notAccessed returns a colon and the reason why an element is not in A, or "" if it is unknown.
func (t *Task) notAccessed(m mistake) string {
	u := t.unit(m.unit)
	words := strings.Fields(m.element)
	if root := abstract.Expr(words[2]).Root(); u.Formal(root) < 0 {
		return fmt.Sprintf(": %s is not a parameter of %s", root, u.Name)
	}
	want, err := t.answers()
	if err != nil {
		return ""
	}
	for _, x := range want[m.unit][partA] {
		w := strings.Fields(x)
		switch {
		case w[0] != words[0] || w[2] != words[2]:
		case w[1] != words[1]:
			return ": it is not a " + words[1]
		case w[3] != words[3]:
			return ": the lock level is different there"
		}
	}
	return ""
}
