package section5

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

func lemma56() *engine.Statement {
	return &engine.Statement{
		Name: "5.6", Title: "Path access existence", Cite: "Lemma 5.6 (POPL 2019)",
		Words: "If alpha(T) records an access to a path at a lock level, then some trace of T " +
			"has a shortest prefix of which exec records it: the prefix ends with that load or " +
			"store, at that level, and the substitutions at that point turn its path " +
			"into the recorded one.",
		Symbols: "q = ⟨c, L⟩ ∈ α(T)_A ⟹ ∃ τ' ⪯ τ ∈ T. exec τ̂' (⊥, ε) = (⟨_, _, A⟩, θ) ∧ q ∈ A " +
			"∧ last(τ') = ⟨c', _, _, L⟩ ∧ {π'}^θ = {π}",
		Printed: "Printed with \"π ∈ A\", where A is a set of pairs and not the A of " +
			"alpha(T). Alpha counts levels from 0, so that T must begin there (G31: " +
			"without \"from-0\").",
		Hypotheses: []engine.Hypothesis{
			engine.On("from-0", "Every trace of T begins at lock level 0.",
				func(x *recordedAccess) bool { return x.from0 }),
		},
		Floor:     0.65,
		Instances: drawRecorded,
	}
}

// recordedAccess is an instance of Lemma 5.6: an access q in the abstraction of traces.
type recordedAccess struct {
	executed
	c     *engine.Case
	q     abstract.Access
	from0 bool // whether the traces begin at level 0
}

// drawRecorded visits, for each of three random units, some accesses in α of up to three traces.
// The traces of the third unit begin at level 1.
func drawRecorded(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.Rand()
	for i := range 3 {
		t := executed{unit: draw.Unit(r, c.Core)}
		from0 := i < 2
		k := draw.Start(r, c.Core, t.unit)
		if !from0 {
			k.Threads[semantics.A].L = il.LevelOf(1)
		}
		for range 1 + r.IntN(3) {
			x := draw.Walk(r, k, walkSteps)
			if r.IntN(3) == 0 {
				x = x.Cut(r.IntN(len(x.Moves) + 1))
			}
			t.runs = append(t.runs, x)
		}
		all := alpha(t.unit, c.Analysis, t.commands()).Accesses()
		for _, q := range draw.SomeOf(r, all) {
			if !visit(&recordedAccess{executed: t, c: c, q: q, from0: from0}) {
				return nil
			}
		}
	}
	return nil
}

func (r *recordedAccess) Conclusion() error {
	err := errors.New("exec records it of no trace of T") // or why the last trace does not show it
	exec := abstract.Exec{Unit: r.unit, Options: r.c.Analysis}
	for _, t := range r.runs {
		commands := t.Commands()
		// The shortest prefix for which exec records q: A only grows along a trace.
		n := sort.Search(len(commands)+1, func(n int) bool {
			d, _ := exec.Run(commands[:n], abstract.Bottom(), nil)
			return d.A.Has(r.q)
		})
		if n > len(commands) {
			continue
		}
		if err = r.checkPrefix(t.Cut(n)); err == nil {
			return nil
		}
	}
	return err
}

// checkPrefix returns an error if one of the lemma's claims about τ' is false.
func (r *recordedAccess) checkPrefix(prefix *draw.Run) error {
	t := prefix.Commands()
	if len(t) == 0 {
		return errors.New("exec records it of the empty trace")
	}
	var a abstract.Access
	last, ok := t[len(t)-1].(il.Stmt)
	if ok {
		a, ok = abstract.Accessed(last)
	}
	if !ok || a.At != r.q.At || a.Kind != r.q.Kind {
		return fmt.Errorf("the shortest prefix that shows it, %s, does not end with that %s",
			notation.Trace(t), r.q.Kind)
	}
	if l := prefix.Level(); l != r.q.Lock {
		return fmt.Errorf("%s ends at level %v, not %v", notation.Trace(t), l, r.q.Lock)
	}
	_, theta := abstract.Exec{Unit: r.unit, Options: r.c.Analysis}.Run(t, abstract.Bottom(), nil)
	path := a.Path // a.Path^θ, since every root on the way is a parameter
	for _, s := range slices.Backward(theta) {
		path = path.Subst(s)
	}
	if path != r.q.Path {
		return fmt.Errorf("%s is %s at the end of %s, not %s", a.Path, path,
			notation.Trace(t), r.q.Path)
	}
	return nil
}

func (r *recordedAccess) String() string {
	return fmt.Sprintf("in %s, %s, q = %s", r.unit.Name, r.executed,
		notation.Access(r.c.Core.Source, r.q))
}
