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
	flow.ClauseCells:     "Preservation, (C): the cell holds what was stored last.",
	flow.ClausePublic:    "Preservation, (P): a store through a later load goes unseen.",
	flow.ClauseCopies:    "Preservation, (P): a store through the copy goes unseen.",
	flow.ClauseLoads:     "Preservation, (P): a store through the variable goes unseen.",
	flow.ClauseArguments: "Preservation, (P): a store of the callee goes unseen.",
	flow.ClauseFresh:     "Preservation, (V): the variable holds the new object.",
	flow.ClauseSameRest:  "At the accesses: from z on the two threads walk different fields.",
	flow.ClauseOneWrites: "Definition 3.6: one of the two accesses must write.",
	flow.ClauseLock:      "Realisability: both threads hold the lock at their accesses.",
	flow.ClauseRely:      "Preservation, (C): the other thread stores into the cell.",
	flow.ClauseForget:    "Preservation, (C): the store may be into a known cell.",
	flow.ClauseBase:      "Preservation, (C): the store is into another cell.",
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
		included := func(x aboutFlow) bool { return x.reported().form.without != c.Clause }
		text := strings.ToUpper(c.Text[:1]) + c.Text[1:] + "."
		h := engine.On(c.Name, text, included).Of(c.Name).Because(flowSteps[c.Clause])
		if whole.rely {
			h = h.Shown(relyShown[c.Clause])
		}
		all = append(all, h)
	}
	return all
}

// formsWords ends the statements whose hypotheses are the clauses of an analysis.
const formsWords = "The analysis is checked without each of its clauses too; where it then " +
	"has no accepted witness, the exact search decides."

// flowWords has the parts in which the texts of the two modes of package flow differ.
type flowWords struct {
	cite      string
	kind      string // what follows "RacerDX+, " in the name of the analysis
	subject   string // the subject of the hypothesis that a pair is reported
	guarantee string // the symbols of the premise about the other thread
	// The titles of the statements about interleavings, witnesses and the exact search.
	interleaving, witness, oracle string
}

// mode returns the mode of a form, given its theorem as the statement race.
func (f flowForm) mode(race engine.Statement, w flowWords) precise {
	race.Cite, race.Hypotheses = w.cite, flowConditions(f, 0)
	return precise{
		race: race,
		interleaving: engine.Statement{
			Name: f.name + "-interleaving", Title: w.interleaving, Cite: w.cite,
			Words: "From the state with two threads apart, every interleaving of the two paths " +
				"of a report leads both threads to their accesses, at the lock levels of the " +
				"report and to the same cell. If one field remains, it is a cell of the meeting " +
				"object. Neither access need be a write.",
			Symbols: "τi of Ci comes by vi.qi to the access of πi with the rest r ≠ ε, " +
				w.guarantee + "K reached by an interleaving of τ1 and τ2 from the state with two " +
				"threads apart ⟹ ⌊π1⌋ = ⌊π2⌋ in K, and |r| = 1 ⟹ ⌊π1⌋ = (z, r)",
			Hypotheses: flowConditions(f, flow.ClauseOneWrites|flow.ClauseLock),
		},
		witness: engine.Statement{
			Name: f.name + "-witness", Title: w.witness, Cite: "proof of " + w.cite,
			Words: witnessWords("RacerDX+, "+w.kind,
				"the state with two threads apart, along the paths of the report,"),
			Symbols: "⟨c1, τ1⟩, ⟨c2, τ2⟩ reported by " + f.name +
				" ⟹ check(witness) and replay(witness)",
			Hypotheses: flowConditions(f, 0),
		},
		oracle: engine.Statement{
			Name: f.name + "-oracle", Title: w.oracle,
			Cite:    w.cite + ", against the search of all executions",
			Words:   oracleWords("RacerDX+, " + w.kind),
			Symbols: "⟨c1, τ1⟩, ⟨c2, τ2⟩ reported by " + f.name + " ⟹ (c1, c2) ∈ races(C1 ∥ C2)",
			Hypotheses: []engine.Hypothesis{
				engine.On("reported", w.subject+" reports the sites.",
					func(x flowSought) bool { return x.reported }),
			},
		},
		instances: f,
	}
}

func alongTraces() precise {
	return wholeFlow.mode(engine.Statement{
		Name: "theorem2f", Title: "True positives along single paths",
		Words: "Suppose some path through each unit reaches an access whose path, by all that " +
			"the thread knows, leads through the meeting object, with the same remaining fields " +
			"in both threads. Let one of the accesses be a write, and one hold no lock (or, " +
			"if locks have names, let their histories be compatible). Then the program races at " +
			"these sites from some well-behaved state. " +
			formsWords,
		Symbols: "τi of Ci comes by vi.qi to the access ci with the rest r ≠ ε, one ci a " +
			"store, L1 = 0 ∨ L2 = 0 " + racesThere,
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
		Words: "Suppose some path through each unit reaches an access of the object to which the " +
			"same fields lead from the meeting object, by all that the thread knows. " +
			"Here it relies on the other thread to store into certain fields of its own objects " +
			"only, as the other thread does before its access. Let one of the accesses be a " +
			"write, and one hold no lock (or, if locks have names, let their histories be " +
			"compatible). Then the program races at these sites from some well-behaved state. " +
			formsWords,
		Symbols: "τi of Ci comes by vi.qi to the access ci with the rest r ≠ ε, knowing cells of " +
			"no field in Ui, G1 ⊆ U2, G2 ⊆ U1, one ci a store, L1 = 0 ∨ L2 = 0 " + racesThere,
	}, flowWords{
		cite: citeRely, kind: "rely and guarantee", subject: "RacerDX+, rely and guarantee,",
		guarantee:    "G1 ⊆ U2, G2 ⊆ U1, ",
		interleaving: "Relying on each other they meet, and race",
		witness:      "Every report by rely and guarantee has a witness",
		oracle:       "The exact search finds every report by rely and guarantee",
	})
}
