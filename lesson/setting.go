package lesson

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/session"
)

// setting loads the program, the pair and the initial state of a task. It returns false if that
// fails.
func (p *parser) setting(t *Task) bool {
	if t.Program == "" {
		p.bad(t.at, fmt.Sprintf("task %d has no program:", t.Number),
			`name one of the lesson's files, as in "program: push.il"`)
		return false
	}
	if a, ok := t.raw["allow"]; ok {
		if a.text != check.A2.String() {
			p.wrong(a, "allow: can only be A2, which lets locking be unbalanced")
		}
		t.allow = true
	}
	f, ok := p.l.File(t.Program)
	if !ok {
		p.wrong(t.raw["program"], "the lesson has no file %s", t.Program)
		return false
	}
	core, errs := load(f.Name, f.Text, t.allow)
	if len(errs) > 0 {
		for _, d := range errs {
			at := core.Source.Position(d.At)
			at.Line += f.Line - 1
			p.bad(at, fmt.Sprintf("%s: %s: %s", f.Name, d.Code, d.Message), d.Fix)
		}
		return false
	}
	t.core = core
	return p.pair(t) && p.heap(t)
}

// load parses and checks a program. If allow, it may lock without unlocking (A2). If there are
// errors, the program has only its source.
func load(name, text string, allow bool) (*il.Core, diag.List) {
	src := il.NewSource(name, text)
	prog, errs := parse.File(src)
	if len(errs) > 0 || prog == nil {
		return &il.Core{Source: src}, errs
	}
	o := check.Options{}
	if allow {
		o.Tolerate = check.A2
	}
	core, errs := check.Program(prog, o)
	if len(errs) > 0 {
		return &il.Core{Source: src}, errs
	}
	return core, nil
}

// pair finds the pair of units: from pair:, or the only one of the program.
func (p *parser) pair(t *Task) bool {
	e, ok := t.raw["pair"]
	if !ok {
		all := t.core.Pairs()
		if len(all) == 0 || len(all) > 1 && t.Kind != Analysis {
			p.bad(t.at, fmt.Sprintf("task %d has no pair:, and %s stands for %d programs", t.Number,
				t.Program, len(all)), `write one as in "pair: m,n"`)
			return false
		}
		t.pair = all[0]
		return true
	}
	pair, err := pairOf(t.core, e.text)
	if err != nil {
		p.wrong(e, "%s", err)
		return false
	}
	t.pair = pair
	return true
}

// pairOf parses a pair of units such as "m,n".
func pairOf(core *il.Core, text string) (il.Pair, error) {
	m, n, ok := strings.Cut(text, ",")
	if !ok {
		return il.Pair{}, fmt.Errorf(`%q names no pair; write one as in "m,n"`, text)
	}
	return session.PairOf(core, strings.TrimSpace(m), strings.TrimSpace(n))
}

// heap finds the initial state: from heap:, from the program's init block, or a default for tasks
// in which the student chooses it or it does not matter.
func (p *parser) heap(t *Task) bool {
	text := session.HeapFile
	e, isGiven := t.raw["heap"]
	switch {
	case isGiven:
		text = e.text
	case t.core.Init != nil:
	case t.Kind == Play:
		p.bad(t.at, fmt.Sprintf("task %d has no heap:, and %s no init block", t.Number, t.Program),
			"")
		return false
	case t.Kind.heapIsChosen():
		text = session.HeapDifferent
	default:
		text = session.HeapOne
	}
	if t.Kind == Analysis {
		return true
	}
	init, err := session.ParseInit(t.core, t.pair, text)
	if err == nil {
		_, err = session.New(t.core, t.pair, init)
	}
	if err != nil {
		if !isGiven {
			e = t.raw["program"]
		}
		p.wrong(e, "%s", err)
		return false
	}
	t.init = init
	return true
}

func (k Kind) heapIsChosen() bool { return k == Heap || k == Witness }
