package ask

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/session/advice"
)

// Advice answers the questions of a session about the analysis.
func Advice() advice.Analysis {
	a := &analyst{}
	return advice.Analysis{Lines: a.lines, About: a.about}
}

// maxElements is how many elements of a set a screen shows.
const maxElements = 200

// An analyst remembers its results for the last program.
type analyst struct {
	mu    sync.Mutex
	core  *il.Core
	sets  *abstract.Sets
	err   error     // of sets
	found *Findings // on all pairs; nil until first needed
}

// analyze computes the sets of a program. The caller holds the lock.
func (a *analyst) analyze(core *il.Core) error {
	if a.core != core {
		a.core, a.found = core, nil
		a.sets, a.err = abstract.AnalyzeSets(core, abstract.Options{})
	}
	return a.err
}

// lines returns what Figure 7 does at each statement of a unit.
func (a *analyst) lines(_ context.Context, core *il.Core, u *il.Unit) (advice.Unit, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.analyze(core); err != nil {
		return advice.Unit{}, err
	}
	var out advice.Unit
	out.End = stateOf(core, a.block(&out, u, u.Body, abstract.Bottom()))
	return out, nil
}

// block adds the lines of a block that is reached with d, and returns what holds at its end.
func (a *analyst) block(out *advice.Unit, u *il.Unit, b *il.Block, d abstract.D) abstract.D {
	for _, s := range b.List() {
		after := a.sets.Apply(u, &il.Block{Stmts: []il.Stmt{s}}, d)
		if text, rule := ruleOf(s); rule != "" {
			line := advice.Line{
				Stmt: s, At: a.core.Source.Position(s.Pos()), Lock: a.core.Written(after.L),
				Before: stateOf(a.core, d), Text: text, Rule: rule,
			}
			line.W, line.A = added(a.core, d, after)
			out.Lines = append(out.Lines, line)
		}
		for _, inner := range il.Blocks(s) {
			a.block(out, u, inner, d)
		}
		d = after
	}
	return d
}

// added lists the elements of W and A that a statement adds.
func added(core *il.Core, before, after abstract.D) (w, a []string) {
	for _, e := range after.Wobbly() {
		if !before.W.Has(e) {
			w = append(w, string(e))
		}
	}
	for _, x := range after.Accesses() {
		if !before.A.Has(x) {
			kind := "R"
			if x.Kind == il.Write {
				kind = "W"
			}
			lock := core.Written(x.Lock)
			if strings.Contains(lock, ", ") {
				lock = "{" + lock + "}"
			}
			a = append(a, fmt.Sprintf("(%s, %s, %s)", x.Path, kind, lock))
		}
	}
	for _, set := range []*[]string{&w, &a} {
		if n := len(*set) - maxElements; n > 0 {
			*set = append((*set)[:maxElements:maxElements], fmt.Sprintf("and %d more", n))
		}
	}
	return w, a
}

func stateOf(core *il.Core, d abstract.D) advice.State {
	x := advice.State{Lock: core.Written(d.L), A: d.A.Len()}
	for _, e := range d.Wobbly() {
		if len(x.W) == maxElements {
			x.More = d.W.Len() - maxElements
			break
		}
		x.W = append(x.W, string(e))
	}
	return x
}

// ruleOf returns a statement in core form and the rule of Figure 7 for it; no rule for skip.
func ruleOf(s il.Stmt) (text, rule string) {
	switch s := s.(type) {
	case *il.Skip:
		return "", ""
	case *il.If:
		return il.Text(s), "if"
	case *il.While:
		return il.Text(s), "while"
	case *il.Call:
		return il.Text(s), "call"
	case il.Command: // both figures name their rules after it
		return il.SourceText(il.StmtOf(s)), strings.TrimPrefix(string(semantics.RuleOf(s)), "Fig5-")
	default:
		panic(il.Unknown(s))
	}
}

// about reports whether RacerDX reports two accesses of a pair, and why.
func (a *analyst) about(ctx context.Context, core *il.Core, pair il.Pair,
	s il.Sites) (advice.Pair, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.analyze(core); err != nil {
		return advice.Pair{}, err
	}
	if a.found == nil {
		var err error
		if a.found, err = Plain().Findings(ctx, core, nil); err != nil {
			return advice.Pair{}, err
		}
	}
	out := a.verdict(ctx, pair, s)
	sites := pair.Sites(s[0], s[1])
	for _, x := range Separate(ctx, core, &pair, core.Source.Position(s[0].At),
		func(x il.Sites) bool { return x == sites }) {
		if x != nil {
			out.Never = x.Reason()
		}
	}
	return out, nil
}

// verdict says whether and why RacerDX reports two accesses.
func (a *analyst) verdict(ctx context.Context, pair il.Pair, s il.Sites) advice.Pair {
	src, units := a.core.Source, [2]string{pair.Left.Name, pair.Right.Name}
	is := func(side report.Side, i int) bool {
		return side.Unit == units[i] && side.At == src.At(s[i].At) &&
			side.Kind == s[i].Kind.String()
	}
	for _, p := range a.found.Pair(ctx, src.Position(s[0].At), src.Position(s[1].At)).Pairs {
		if is(p.Left.Side, 0) && is(p.Right.Side, 1) || is(p.Left.Side, 1) && is(p.Right.Side, 0) {
			out := advice.Pair{ID: p.ID, Race: p.Reported, Verdict: p.Verdict}
			for _, t := range p.Tests {
				out.Tests = append(out.Tests,
					advice.Test{Name: t.Name, Holds: t.Holds, Finding: t.Finding})
			}
			return out
		}
	}
	return advice.Pair{Verdict: "not reported: " + a.found.WhyNot(s, pair).Text}
}
