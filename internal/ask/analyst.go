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
	x := &analyst{}
	return advice.Analysis{Lines: x.lines, About: x.about}
}

// mostOfW is how many elements of a set a screen gets.
const mostOfW = 200

// analyst answers what the screens ask the analysis. It keeps what it has worked
// out for the program that was asked about last.
type analyst struct {
	mu   sync.Mutex
	core *il.Core
	sets *abstract.Sets
	err  error

	found *Findings // on all pairs, nil until it is asked for
}

// of is the analysis of a program, as sets.
func (x *analyst) of(core *il.Core) (*abstract.Sets, error) {
	if x.core != core {
		x.core, x.found = core, nil
		x.sets, x.err = abstract.AnalyzeSets(core, abstract.Options{})
	}
	return x.sets, x.err
}

// lines is what Figure 7 does at each statement of a unit.
func (x *analyst) lines(_ context.Context, core *il.Core, u *il.Unit) (advice.Unit, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	sets, err := x.of(core)
	if err != nil {
		return advice.Unit{}, err
	}
	l := lines{core: core, sets: sets, unit: u}
	end := l.block(u.Body, abstract.Bottom())
	return advice.Unit{Lines: l.all, End: stateOf(end)}, nil
}

// about is what RacerDX says of two accesses of a pair.
func (x *analyst) about(ctx context.Context, core *il.Core, pair il.Pair, s il.Sites) (advice.Pair, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, err := x.of(core); err != nil {
		return advice.Pair{}, err
	}
	if x.found == nil {
		var err error
		if x.found, err = Plain().Findings(ctx, core, nil); err != nil {
			return advice.Pair{}, err
		}
	}
	units := [2]string{pair.Left.Name, pair.Right.Name}
	is := func(side report.Side, i int) bool {
		return side.Unit == units[i] && side.At == core.Source.At(s[i].At) && side.Kind == s[i].Kind.String()
	}
	answer := x.found.Pair(ctx, core.Source.Position(s[0].At), core.Source.Position(s[1].At))
	for _, p := range answer.Pairs {
		if is(p.Left.Side, 0) && is(p.Right.Side, 1) || is(p.Left.Side, 1) && is(p.Right.Side, 0) {
			out := advice.Pair{ID: p.ID, Race: p.Reported, Verdict: p.Verdict}
			for _, t := range p.Tests {
				out.Tests = append(out.Tests, advice.Test{Name: t.Name, Holds: t.Holds, Finding: t.Finding})
			}
			return out, nil
		}
	}
	why := x.found.WhyNot(s, pair)
	return advice.Pair{Verdict: "not reported: " + why.Text}, nil
}

type lines struct {
	core *il.Core
	sets *abstract.Sets
	unit *il.Unit
	all  []advice.Line
}

// block goes through statements, each from what the ones before it make of d, and
// gives what they all make of it.
func (l *lines) block(b *il.Block, d abstract.D) abstract.D {
	for _, s := range b.List() {
		after := l.sets.Apply(l.unit, &il.Block{Stmts: []il.Stmt{s}}, d)
		l.line(s, d, after)
		for _, inside := range il.Blocks(s) {
			l.block(inside, d)
		}
		d = after
	}
	return d
}

// line is one statement.
func (l *lines) line(s il.Stmt, before, after abstract.D) {
	x := advice.Line{Stmt: s, At: l.core.Source.Position(s.Pos()), Lock: after.L.Depth(), Before: stateOf(before)}
	x.Text, x.Rule = ruleOf(s)
	if x.Rule == "" {
		return
	}
	for _, e := range after.Wobbly() {
		if !before.W.Has(e) {
			x.W = append(x.W, string(e))
		}
	}
	for _, a := range after.Accesses() {
		if !before.A.Has(a) {
			kind := "R"
			if a.Kind == il.Write {
				kind = "W"
			}
			x.A = append(x.A, fmt.Sprintf("(%s, %s, %d)", a.Path, kind, a.Lock))
		}
	}
	x.W, x.A = capped(x.W), capped(x.A)
	l.all = append(l.all, x)
}

// capped is the first elements of a set, and how many more there are.
func capped(all []string) []string {
	if len(all) <= mostOfW {
		return all
	}
	return append(all[:mostOfW:mostOfW], fmt.Sprintf("and %d more", len(all)-mostOfW))
}

// stateOf is an abstract state for a screen.
func stateOf(d abstract.D) advice.State {
	x := advice.State{Lock: d.L.Depth(), A: d.A.Len()}
	for _, e := range d.Wobbly() {
		if len(x.W) == mostOfW {
			x.More = d.W.Len() - mostOfW
			break
		}
		x.W = append(x.W, string(e))
	}
	return x
}

// ruleOf is a statement in core form, and the rule of Figure 7 for it.
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
