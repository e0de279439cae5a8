package lesson

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/session/query"
)

// content checks the goals, solution, wrong moves and questions of a task.
func (p *parser) content(t *Task) {
	s := scopeOf(t.core, t.pair, t.init)
	before := len(p.errs)
	p.suits(t)
	for _, e := range t.goals {
		p.expression(s, e)
	}
	if t.Kind == Analysis {
		p.fill(t)
		if _, err := t.answers(); err != nil {
			p.wrong(t.raw["program"], "%s", err)
		}
	}
	if t.Kind == Witness {
		p.race(t)
	}
	if len(p.errs) == before {
		p.moves(t, s)
	}
	for i := range t.Questions {
		if q := &t.Questions[i]; q.value.text != "" {
			if _, errs := s.Parse(q.value.text+comparison, query.Goal); len(errs) > 0 {
				p.expression(s, q.value)
			}
		}
		if q := &t.Questions[i]; q.shown.text != "" {
			if _, err := t.openShown(q.shown.text); err != nil {
				p.wrong(q.shown, "shown: %s", err)
			}
		}
	}
}

// suits checks that a task has the entries that its kind needs, and no entry without effect.
func (p *parser) suits(t *Task) {
	goals := len(t.goals) > 0
	switch {
	case (t.Kind == Play || t.Kind == Heap) && !goals,
		t.Kind == Program && !goals && len(t.musts) == 0:
		p.bad(t.at, fmt.Sprintf("task %d has no goal:", t.Number), "")
	case (t.Kind == Analysis || t.Kind == Witness) && goals:
		p.wrong(t.goals[0],
			"a task of kind %s has no goal: the machine knows what is right", t.Kind)
	}
	if t.Kind != Program && len(t.musts) > 0 {
		p.wrong(t.musts[0], "must: belongs to tasks of kind program")
	}
	for _, x := range []struct {
		key   string
		kinds []Kind
	}{
		{"fill", []Kind{Analysis}},
		{"race", []Kind{Witness}},
		{"heap", []Kind{Play, Heap, Program, Witness}},
	} {
		if e, ok := t.raw[x.key]; ok && !slices.Contains(x.kinds, t.Kind) {
			p.wrong(e, "%s: does not belong to a task of kind %s", x.key, t.Kind)
		}
	}
}

// race reads the race: line of a witness task.
func (p *parser) race(t *Task) {
	e, ok := t.raw["race"]
	words := strings.Fields(e.text)
	switch {
	case !ok:
		p.bad(t.at, fmt.Sprintf("task %d has no race:", t.Number),
			`name A's access and B's, as in "race: 3:5 8:3"`)
	case len(words) != 2 || !isPosition(words[0]) || !isPosition(words[1]):
		p.bad(e.position(0), fmt.Sprintf("race: %q are not two positions", e.text),
			`name A's access and B's, as in "race: 3:5 8:3"`)
	default:
		t.Race = [2]string{words[0], words[1]}
		s := scopeOf(t.core, t.pair, t.init)
		if _, errs := s.Parse("race at "+e.text, query.Goal); len(errs) > 0 {
			p.wrong(e, "race: %s", reason(errs[0]))
		}
	}
}

// moves checks the solution and the wrong moves of a task.
func (p *parser) moves(t *Task, s *query.Scope) {
	if t.Kind != Analysis && t.Solution != "" {
		if _, err := t.given(t.Solution); err != nil {
			p.wrong(t.move, "solution: %s", err)
		}
	}
	for _, w := range t.Wrongs {
		if _, err := t.given(w.Move); err != nil && !p.l.exam {
			p.wrong(w.at, "wrong: %s", err)
		}
		switch {
		case w.When == "": // already reported
		case t.Kind == Analysis:
			p.element(t, w.when)
		default:
			p.condition(t, s, w.when)
		}
	}
}

// element checks that when: of a wrong answer sheet names a possible mistake: "UNIT PART ELEMENT",
// or "reports 3:5 / 8:3".
func (p *parser) element(t *Task, e entry) {
	words := strings.Fields(e.text)
	i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(parts, w) })
	if i < 0 || i > 1 || i == len(words)-1 || i == 1 && !slices.Contains(t.unitNames(), words[0]) {
		p.bad(e.position(0), fmt.Sprintf("when: %q names no element of a sheet", e.text),
			`write unit, part and element, as in "beps W b", or "reports 3:5 / 8:3"`)
		return
	}
	part := Part(slices.Index(parts, words[i]))
	if _, err := part.canonical(strings.Join(words[i+1:], " ")); err != nil {
		p.wrong(e, "when: %s", err)
	}
}

// lines counts the lines of a program with code. Comments, the init block, and lines with only a
// closing brace do not count.
func lines(core *il.Core) int {
	from, to := -1, -1
	if d := core.Init; d != nil {
		from, to = core.Source.Position(d.At).Line, core.Source.Position(d.End).Line
	}
	n := 0
	for i := 1; i <= core.Source.Lines(); i++ {
		text := strings.Trim(core.Source.Line(i), " \t}")
		if text == "" || strings.HasPrefix(text, "//") || from <= i && i <= to {
			continue
		}
		n++
	}
	return n
}
