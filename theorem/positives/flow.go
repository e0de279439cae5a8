package positives

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/truth"
	"wobbly/witness/reconstruct"
)

const citeFlow = "Theorem 2f (docs/plus.md)"

// flowSteps says of each clause of package flow what fails without it.
var flowSteps = map[flow.Clause]string{
	flow.ClauseCells:     "Preservation, (C): the cell holds what was stored last, and not what it is said to hold.",
	flow.ClausePublic:    "Preservation, (P): what it is stored into holds it too, and who finds it there stores into its cells unseen.",
	flow.ClauseCopies:    "Preservation, (P): the copy holds an own object and does not say so, so a store through it goes unseen.",
	flow.ClauseLoads:     "Preservation, (P): the variable holds an own object and does not say so, so a store through it goes unseen.",
	flow.ClauseArguments: "Preservation, (P): the formal holds an own object and does not say so, so a store of the callee goes unseen.",
	flow.ClauseFresh:     "Preservation, (V): the variable holds the fresh object, and not what it is said to hold.",
	flow.ClauseSameRest:  "At the accesses: from z on the two threads walk different fields.",
	flow.ClauseOneWrites: "Definition 3.6: one of the two accesses must write.",
	flow.ClauseLock:      "Realisability: both threads hold the lock at their accesses.",
}

// flowConditions are the clauses of package flow but some as hypotheses: that the
// form that made a report has not left them out.
func flowConditions(but flow.Clause) []engine.Hypothesis {
	var all []engine.Hypothesis
	for _, c := range flow.Clauses {
		if c.Clause&but != 0 {
			continue
		}
		kept := func(x byWays) bool { return x.reported().form.without != c.Clause }
		text := strings.ToUpper(c.Text[:1]) + c.Text[1:] + "."
		all = append(all, engine.On(c.Name, text, kept).Of(c.Name).Because(flowSteps[c.Clause]))
	}
	return all
}

// theorem2f is the True Positives Theorem for single ways.
func theorem2f() *engine.Statement {
	return &engine.Statement{
		Name: "theorem2f", Title: "True positives along single ways", Cite: citeFlow,
		Words: "If some way through each unit comes to an access of which all that the thread knows says that its path comes by the object where the " +
			"threads meet, with the same fields left; one of the accesses is a write; and one holds no lock: then the program races at the sites of these " +
			"accesses from some well-behaved state. Forms of the analysis are as it is and without one of its clauses; for those the witness is tried, and " +
			"where it is refused the exact search.",
		Symbols: "τi of Ci comes by vi.qi to the access ci with the rest r ≠ ε, one ci a store, L1 = 0 ∨ L2 = 0 " +
			"⟹ ∃ζ, τ∥ ∈ [[C1 ∥ C2]] ζ that races with c1 and c2 next",
		Hypotheses: flowConditions(0),
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachFlow(c, func(x *flowReport) bool { return visit(flowRace{x}) })
		},
	}
}

// flowRace is an instance of theorem2f.
type flowRace struct{ *flowReport }

// Conclusion is that the program races at the two sites.
func (x flowRace) Conclusion() error {
	p := x.proof()
	if p.Err == nil {
		return nil
	}
	var limit engine.BoundError
	if err := truth.Races(x.in, x.units, x.sites()); err == nil || errors.As(err, &limit) {
		return err
	}
	return fmt.Errorf("no execution from any state races at these sites; %w", truth.Refused(p))
}

// flowWitness is Theorem 2f as the program uses it.
func flowWitness() *engine.Statement {
	return &engine.Statement{
		Name: "flow-witness", Title: "Every report along single ways has a witness", Cite: "proof of " + citeFlow,
		Words: "For every report of RacerDX+, flow-sensitive, the construction of the proof gives an execution from the state with two threads apart, " +
			"which follows the way of the report in each unit, that the independent checker accepts and that the semantics can go, to a race at the " +
			"reported sites.",
		Symbols:    "⟨c1, τ1⟩, ⟨c2, τ2⟩ reported by flow ⟹ check(witness) and replay(witness)",
		Hypotheses: flowConditions(0),
		Floor:      0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachFlow(c, func(x *flowReport) bool { return visit(flowConfirmed{x}) })
		},
	}
}

// flowConfirmed is an instance of flowWitness.
type flowConfirmed struct{ *flowReport }

// Conclusion is that both accept the witness.
func (x flowConfirmed) Conclusion() error {
	p := x.proof()
	var long reconstruct.TooLongError
	switch {
	case errors.As(p.Err, &long):
		return engine.BoundError{Limit: long.Error()}
	case p.Err != nil:
		return truth.Refused(p)
	}
	if err := truth.Replay(x.in.Core, p.Witness); err != nil {
		return fmt.Errorf("the semantics does not go the way of the witness: %w", err)
	}
	return nil
}

// flowOracle is that the exact search finds what is reported along single ways.
func flowOracle() *engine.Statement {
	return &engine.Statement{
		Name: "flow-oracle", Title: "The exact search finds every report along single ways", Cite: citeFlow + ", against the search of all executions",
		Words: "The search of all executions from all well-behaved states finds a race at the sites of every report of RacerDX+, flow-sensitive, with a " +
			"witness that the checker accepts. What is looked at are the pairs of sites with the same last field of which one is a write, of one " +
			"program C1 || C2 of each fourth case, and of each case of few statements.",
		Symbols: "⟨c1, τ1⟩, ⟨c2, τ2⟩ reported by flow ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
		Hypotheses: []engine.Hypothesis{
			engine.On("reported", "Flow-sensitive RacerDX+ reports the sites.", func(x flowSought) bool { return x.reported }),
		},
		Floor:     0.12,
		Instances: eachFlowSought,
	}
}

// flowSought is an instance of flowOracle.
type flowSought struct {
	sitesOfCase
	reported bool
}

// Conclusion is that the search found the pair of sites.
func (x flowSought) Conclusion() error { return truth.Found(x.c, x.units, x.sites) }

// meetFlow is that ways see what summaries see.
func meetFlow() *engine.Statement {
	return &engine.Statement{
		Name: "meet-flow", Title: "Single ways show what summaries show", Cite: citeFlow + ", from the proof of Theorem 2m",
		Words:   "The sites of every report of RacerDX+ for paths that meet are reported by RacerDX+, flow-sensitive, too.",
		Symbols: "meet ⊆ flow, as pairs of sites",
		Floor:   0.4,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			sets, err := c.SetsIn(abstract.CommonSuffix)
			if err != nil {
				return err
			}
			reports, err := racesOf(sets)
			for _, r := range reports {
				p := truth.ProgramOf(r)
				if !visit(alsoByWays{sitesOfCase{c, p, p.Sites(truth.SiteOf(r.Left), truth.SiteOf(r.Right))}}) {
					break
				}
			}
			return err
		},
	}
}

// alsoByWays is an instance of meetFlow.
type alsoByWays struct{ sitesOfCase }

// Conclusion is that package flow reports the sites.
func (x alsoByWays) Conclusion() error {
	f, err := flowOf(x.c, wholeFlow)
	if err != nil {
		return err
	}
	switch cut := f.cut(x.units); {
	case f.sites(x.units)[x.sites]:
		return nil
	case cut != nil:
		return cut
	default:
		return errors.New("package flow does not report the sites")
	}
}

// sitesOfCase is a pair of sites of a program of a case.
type sitesOfCase struct {
	c     *engine.Case
	units il.Pair
	sites il.Sites
}

// String names the sites.
func (x sitesOfCase) String() string { return notation.Sites(x.c.Core, x.units, x.sites) }
