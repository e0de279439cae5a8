package proof

// A claim is the evidence for a statement, with the lemmas by name.
type claim struct {
	of     string   // the name of the statement
	known  string   // see Evidence.Known
	lemmas []string // by name
	note   string   // see Evidence.Note
}

// Notes of several claims.
const (
	witnessTested = "That each report races is proved in Coq; that Go's witness shows it is tested."
	searchTested  = "That each report races is proved in Coq; that Go's search finds it is tested."
	flowTested    = "The theorem is proved in Coq; abstract/flow and its witnesses are tested."

	oneObjectTested = "Proved for locals that hold the object too, because legal code assigns " +
		"them before it reads them. That the analysis reports the sites is tested."
)

// claims has one claim for each statement of package theorem. It is a list, which the linker lays
// out. A map would need code of the same length to build it.
var claims = []claim{
	{"5.3", proved, []string{"step_well_behaved", "well_behaved_5_3", "assigned_5_3"},
		"The literal reading fails: literal_5_3 in proof/Counterexamples.v."},
	{"5.9", proved, []string{"balanced_5_9", "balanced_5_9_cap"},
		"With a cap it holds if no level exceeds the cap; the literal reading fails: literal_5_9 " +
			"in proof/Counterexamples.v."},
	{"5.10", proved, []string{"traces_run_5_10", "same_traces_5_10", "traces_5_10"},
		"Literal readings fail: literal_5_10, literal_5_10_cap, literal_5_10_partial in " +
			"proof/Counterexamples.v."},
	{"5.5", proved, []string{"additive_5_5"}, ""},
	{"galois", tested, []string{"additive_5_5"},
		"Lemma 5.5, from which it follows on sets that have a join, is proved in Coq."},
	{"5.6", proved, []string{"access_existence_5_6"}, ""},
	{"5.7", proved, []string{"simple_complete_5_7"},
		"The literal reading fails: literal_5_7 in proof/Counterexamples.v."},
	{"5.8", proved, []string{"simple_complete_5_8"},
		"The literal reading fails: literal_5_8 in proof/Counterexamples.v."},
	{"5.11", proved, []string{"statement_complete_5_14"},
		"As a case of Lemma 5.14. The literal reading for a simple command fails: literal_5_8 in " +
			"proof/Counterexamples.v."},
	{"5.13", proved, []string{"call_as_body_5_13"},
		"Literal readings fail: literal_5_13_bare, literal_5_13_WB in proof/Counterexamples.v. " +
			"The other proofs relate calls to their callers event by event: " +
			"contributes_in_callee, has_call in proof/Completeness.v."},
	{"5.13-nested", tested, nil,
		"That it fails without the condition is literal_5_13_nested in proof/Counterexamples.v."},
	{"5.14", proved, []string{"statement_complete_5_14"},
		"The literal reading fails: literal_5_14 in proof/Counterexamples.v."},
	{"5.15", proved, []string{"completeness_5_15", "completeness_5_15_states"},
		"Literal readings fail: literal_5_15_order, literal_5_15_level, literal_5_15_filter in " +
			"proof/Counterexamples.v."},

	{"6.6", proved, []string{"preserved_6_6"},
		"The literal reading fails: literal_6_6 in proof/Counterexamples.v."},
	{"6.7", proved, []string{"preserved_6_7"}, ""},
	{"6.8", proved, []string{"preserved_6_8"}, ""},
	{"6.9", proved, []string{"addresses_6_9"}, ""},
	{"6.10", proved, []string{"theorem_6_10"},
		"Literal readings fail: literal_6_10_order, literal_6_10_cap, literal_3_6_nonempty, " +
			"literal_3_6_stale in proof/Counterexamples.v."},

	{"theorem1", proved, []string{"theorem1"}, ""},
	{"lemmaS", proved, []string{"schedule_iff", "lemma_S"}, ""},
	{"theorem1L", proved, []string{"theorem1L"}, ""},
	{"theoremD", proved, []string{"theorem_D", "deadlocks_exact"}, ""},
	{"every-interleaving", proved, []string{"theorem1_every"}, ""},
	{"theorem2", proved, []string{"theorem2"}, ""},
	{"plus-interleaving", proved, []string{"theorem2_every"}, ""},
	{"plus-witness", tested, []string{"plus_true"}, witnessTested},
	{"plus-oracle", tested, []string{"plus_true"}, searchTested},
	{"theorem2m", proved, []string{"theorem2m"}, ""},
	{"meet-interleaving", proved, []string{"theorem2m_every"}, ""},
	{"meet-witness", tested, []string{"meet_true"}, witnessTested},
	{"meet-oracle", tested, []string{"meet_true"}, searchTested},
	{"modes", proved, []string{"racerdx_in_nowb", "nowb_in_plus", "plus_in_meet"},
		"From racerdx to meet; of flow see meet-flow."},
	{"theorem2f", proved, []string{"theorem2f", "flow_true"},
		"flow_true is about the reports as a function, whose extraction is compared " +
			"with abstract/flow."},
	{"flow-interleaving", proved, []string{"theorem2f_every"}, ""},
	{"flow-witness", tested, []string{"theorem2f"}, flowTested},
	{"flow-oracle", tested, []string{"theorem2f"},
		"The theorem is proved in Coq; that Go's search finds each report is tested."},
	{"theorem2g", proved, []string{"theorem2g", "rely_true"},
		"rely_true is about the reports as a function, whose extraction is compared with " +
			"abstract/flow. It knows nothing of objects made in loops."},
	{"rely-interleaving", proved, []string{"theorem2g_every"}, ""},
	{"rely-witness", tested, []string{"theorem2g"}, flowTested},
	{"rely-oracle", tested, []string{"theorem2g"},
		"The theorem is proved in Coq; that Go's search finds each report is tested."},
	{"flow-rely", onPaper, nil, "docs/theory.md has the argument."},
	{"meet-flow", onPaper, nil, "docs/theory.md has the argument."},
	{"theorem2k", onPaper, nil, "docs/theory.md, part (a)."},
	{"bounded-complete", onPaper, nil, "docs/theory.md, part (b)."},
	{"bounded-more", onPaper, nil, "docs/theory.md, from part (b)."},
	{"bounded-own-stores", onPaper, nil,
		"docs/theory.md, Theorem 2s. From the state with one object it is theorem2s in " +
			"proof/OneObject.v."},
	{"theorem-n", proved, []string{"theorem_n", "theorem_n_one_object"}, oneObjectTested},
	{"theorem-x", proved, []string{"theorem_x", "one_object_races"}, oneObjectTested},
	{"one-object", onPaper, nil,
		"docs/theory.md, the state with one object: each thread runs alone."},
	{"bounded-new-free", onPaper, nil,
		"docs/theory.md, from part (b): the state with one object is one of Definition 11."},
	{"without-aliases", onPaper, nil,
		"docs/theory.md, after Theorem 2m: two backbones, new objects for all other cells."},

	{"witness", tested, []string{"racerdx_true"}, witnessTested},
	{"oracle", tested, []string{"racerdx_true"}, searchTested},
	{"compressed", proved, []string{"check_compressed_sound"},
		"About the extracted checker, which --verified uses. Go's own is compared with it; " +
			"the documentation of witness/check has its argument."},
	{"damaged", tested, []string{"check_sound"},
		"Tested too: the extracted checker judges damaged witnesses as Go's does."},
	{"absent", proved, []string{"certificate_sound"},
		"About the extracted checker, which replay --verified uses. Go's own is compared with it."},
	{"affine", proved, []string{"affine"}, ""},
	{"one-iteration", proved, []string{"one_iteration"}, ""},
	{"lattice", tested, []string{"has_join"},
		"In Coq sets are lists, of which the join is the union."},
	{"monotone", proved, []string{"monotone"}, ""},
	{"inline", tested, nil, ""},
	{"shared", tested, nil,
		"The reports of the sets are also those of the extracted analyses: tested too."},
	{"text", tested, nil, ""},

	{"theorem3", proved, []string{"theorem3"},
		"About RacerD as a function, whose extraction is compared with abstract/racerd."},
	{"theorem4", proved, []string{"chord_complete"},
		"For contexts selected by the object of the first argument in any way, and any solution " +
			"of the constraints; that Go solves these is tested."},
	{"plus-chord", proved, []string{"plus_true", "chord_complete"}, "From both together."},
	{"unordered", onPaper, nil, "The documentation of semantics/explore/unordered."},
	{"hb", tested, nil, ""},
	{"theorem5", proved, []string{"theorem5"},
		"About any relation with these edges; that the variant in Go has them is tested."},
	{"theorem5-max", proved, []string{"max_exact", "max_no_false", "max_most"},
		"About executions as sequences of events with one lock. That bodies of missing methods " +
			"can give the completion is tested."},
	{"racemob-run", onPaper, nil, "The documentation of dynamic/racemob."},
	{"racemob", onPaper, nil, "The documentation of dynamic/racemob."},
	{"racemob-coenabled", onPaper, nil, "The documentation of dynamic/racemob."},
	{"predict", onPaper, nil, "The documentation of dynamic/predict."},
	{"predict-m2", onPaper, nil,
		"The documentation of dynamic/predict; m2.go has why the linearization is correct."},
}
