package positives

import (
	"strings"

	"wobbly/abstract/flow"
	"wobbly/theorem/engine"
)

const (
	citeFlow = "Theorem 2f (docs/theory.md)"
	citeRely = "Theorem 2g (docs/theory.md)"
)

// flowSteps maps each clause of package flow to the step of the proof that fails without it.
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
	flow.ClauseRely:      "Preservation, (C): the other thread stores into the cell, which does not hold any more what it is said to hold.",
	flow.ClauseForget:    "Preservation, (C): the cell that is stored into may be any of the field, and one of them is said to hold what it held.",
	flow.ClauseBase:      "Preservation, (C): where the other thread has led the base elsewhere, another cell of the field has been stored into.",
}

// relyShown has programs for clauses of Theorem 2g that random programs hardly ever need: the steps
// of one thread must precede those of the other, which only the lock can ensure, and a store
// through an unknown object takes a loop.
var relyShown = map[flow.Clause]string{
	flow.ClausePublic: `{
  arg1.f.g := arg1;
  synchronized {}
  arg1.f.g := arg1;
} || {
  synchronized {
    arg1.g.f := new();
    y := arg1.g;
  }
}`,
	flow.ClauseForget: `{
  arg1.f := arg1;
  while * {
    x := arg1.f;
    arg1.g := arg1;
    x.g := new();
    arg1.g.h := arg1;
  }
} || {
  y := arg1.h;
}`,
	flow.ClauseBase: `{
  synchronized {
    arg1.g := arg1;
    x := arg1.f;
    x.g := new();
    arg1.g.h := arg1;
  }
} || {
  arg1.f := arg1;
  synchronized {}
  y := arg1.h;
}`,
}

// flowConditions returns the hypotheses that a report's form includes each clause not in except.
func flowConditions(whole flowForm, except flow.Clause) []engine.Hypothesis {
	var all []engine.Hypothesis
	for _, c := range whole.clauses() {
		if c.Clause&except != 0 {
			continue
		}
		kept := func(x aboutFlow) bool { return x.reported().form.without != c.Clause }
		text := strings.ToUpper(c.Text[:1]) + c.Text[1:] + "."
		h := engine.On(c.Name, text, kept).Of(c.Name).Because(flowSteps[c.Clause])
		if whole.rely {
			h = h.Shown(relyShown[c.Clause])
		}
		all = append(all, h)
	}
	return all
}

type flowWords struct {
	cite      string
	kind      string // the analysis is "RacerDX+, " and the kind
	subject   string // of the hypothesis that a pair is reported
	guarantee string // the symbols of the premise about the other thread
	// The titles of the statements about interleavings, witnesses and the exact search.
	interleaving, witness, oracle string
}

// mode returns the mode of a form, given its theorem.
func (f flowForm) mode(race engine.Statement, w flowWords) precise {
	race.Cite, race.Hypotheses = w.cite, flowConditions(f, 0)
	return precise{
		race: race,
		interleaving: engine.Statement{
			Name: f.name + "-interleaving", Title: w.interleaving, Cite: w.cite,
			Words: "From the state with two threads apart, every interleaving of the two paths of a report leads both threads to their accesses, at " +
				"the lock levels of the report, and both address the same cell: if one field remains, a cell of the object where they meet. It does " +
				"not matter whether one of them writes.",
			Symbols: "τi of Ci comes by vi.qi to the access of πi with the rest r ≠ ε, " +
				w.guarantee + "K reached by an interleaving of τ1 and τ2 from the state with two " +
				"threads apart ⟹ ⌊π1⌋ = ⌊π2⌋ in K, and |r| = 1 ⟹ ⌊π1⌋ = (z, r)",
			Hypotheses: flowConditions(f, flow.ClauseOneWrites|flow.ClauseLock),
		},
		witness: engine.Statement{
			Name: f.name + "-witness", Title: w.witness, Cite: "proof of " + w.cite,
			Words: "For every report of RacerDX+, " + w.kind +
				", the construction of the proof gives an execution from the state with two threads apart, " +
				"which follows the path of the report in each unit, which the independent checker accepts and the semantics can execute, to a race at the " +
				"reported sites.",
			Symbols: "⟨c1, τ1⟩, ⟨c2, τ2⟩ reported by " + f.name +
				" ⟹ check(witness) and replay(witness)",
			Hypotheses: flowConditions(f, 0),
		},
		oracle: engine.Statement{
			Name: f.name + "-oracle", Title: w.oracle,
			Cite: w.cite + ", against the search of all executions",
			Words: "The search of all executions from all well-behaved states finds a race at the sites of every report of RacerDX+, " + w.kind + ", with a " +
				"witness that the checker accepts. It checks the pairs of sites with the same last field, at least one of them a write, of one " +
				"program C1 || C2 of each fourth case, and of each case of few statements.",
			Symbols: "⟨c1, τ1⟩, ⟨c2, τ2⟩ reported by " + f.name + " ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
			Hypotheses: []engine.Hypothesis{
				engine.On("reported", w.subject+" reports the sites.",
					func(x flowSought) bool { return x.reported }),
			},
		},
		claims: f.claims, meetings: f.eachMeeting, searched: f.eachSought,
	}
}

func alongTraces() precise {
	return wholeFlow.mode(engine.Statement{
		Name: "theorem2f", Title: "True positives along single paths",
		Words: "Suppose some path through each unit reaches an access whose path, by all that the thread knows, leads through the object where the " +
			"threads meet, with the same remaining fields; one of the accesses is a write; and one holds no lock (if locks have names: their histories are compatible). Then the program races at the sites of these " +
			"accesses from some well-behaved state. The forms of the analysis are itself and the analysis without one of its clauses; for the latter the witness is tried, and, " +
			"if it is refused, the exact search.",
		Symbols: "τi of Ci comes by vi.qi to the access ci with the rest r ≠ ε, one ci a store, L1 = 0 ∨ L2 = 0 " +
			"⟹ ∃ζ, τ∥ ∈ [[C1 ∥ C2]] ζ that races with c1 and c2 next",
	}, flowWords{
		cite: citeFlow, kind: "flow-sensitive", subject: "Flow-sensitive RacerDX+",
		interleaving: "Along their paths they meet, and race",
		witness:      "Every report along single paths has a witness",
		oracle:       "The exact search finds every report along single paths",
	})
}

func relying() precise {
	return wholeRely.mode(engine.Statement{
		Name: "theorem2g", Title: "True positives by rely and guarantee",
		Words: "Suppose some path through each unit reaches an access of the object to which the same fields lead from where the threads meet, by all that the thread knows " +
			"if it relies on the other one to store into certain fields only in its own objects; the other one does so before its access; one " +
			"of the accesses is a write; and one holds no lock (if locks have names: their histories are compatible). Then the program races at the sites of these accesses from some well-behaved state. The forms of " +
			"the analysis are itself and the analysis without one of its clauses; for the latter the witness is tried, and, if it is refused, the exact search.",
		Symbols: "τi of Ci comes by vi.qi to the access ci with the rest r ≠ ε, knowing cells of no field in Ui, G1 ⊆ U2, G2 ⊆ U1, one ci a store, L1 = 0 ∨ L2 = 0 " +
			"⟹ ∃ζ, τ∥ ∈ [[C1 ∥ C2]] ζ that races with c1 and c2 next",
	}, flowWords{
		cite: citeRely, kind: "rely and guarantee", subject: "RacerDX+, rely and guarantee,",
		guarantee:    "G1 ⊆ U2, G2 ⊆ U1, ",
		interleaving: "Relying on each other they meet, and race",
		witness:      "Every report by rely and guarantee has a witness",
		oracle:       "The exact search finds every report by rely and guarantee",
	})
}
