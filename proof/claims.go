package proof

// A claim is the evidence for a statement, with the lemmas by name.
type claim struct {
	known  Known
	lemmas []string
	note   string
}

// claims has one for each statement of package theorem.
var claims = map[string]claim{
	"5.3":         {Proved, []string{"step_well_behaved", "well_behaved_5_3"}, "The literal reading fails: literal_5_3 in proof/Counterexamples.v."},
	"5.9":         {Proved, []string{"balanced_5_9", "balanced_5_9_cap"}, "With a cap it holds where no level on the way exceeds the cap; the literal reading fails: literal_5_9 in proof/Counterexamples.v."},
	"5.10":        {Proved, []string{"traces_run_5_10", "same_traces_5_10"}, "Literal readings fail: literal_5_10, literal_5_10_cap, literal_5_10_partial in proof/Counterexamples.v."},
	"5.5":         {Proved, []string{"additive_5_5"}, ""},
	"galois":      {Tested, []string{"additive_5_5"}, "Lemma 5.5, from which it follows on sets that have a join, is proved in Coq."},
	"5.6":         {Proved, []string{"access_existence_5_6"}, ""},
	"5.7":         {Proved, []string{"simple_complete_5_7"}, "The literal reading fails: literal_5_7 in proof/Counterexamples.v."},
	"5.8":         {Proved, []string{"simple_complete_5_8"}, "The literal reading fails: literal_5_8 in proof/Counterexamples.v."},
	"5.11":        {Proved, []string{"statement_complete_5_14"}, "As a case of Lemma 5.14."},
	"5.13":        {Proved, []string{"call_as_body_5_13"}, "Literal readings fail: literal_5_13_bare, literal_5_13_WB in proof/Counterexamples.v. The other proofs use that calls are related to their callers event by event: contributes_in_callee, has_call in proof/Completeness.v."},
	"5.13-nested": {Tested, nil, "That it fails without the condition is literal_5_13_nested in proof/Counterexamples.v."},
	"5.14":        {Proved, []string{"statement_complete_5_14"}, ""},
	"5.15":        {Proved, []string{"completeness_5_15"}, "Literal readings fail: literal_5_15_order, literal_5_15_level, literal_5_15_filter in proof/Counterexamples.v."},

	"6.6":  {Proved, []string{"preserved_6_6"}, "The literal reading fails: literal_6_6 in proof/Counterexamples.v."},
	"6.7":  {Proved, []string{"preserved_6_7"}, ""},
	"6.8":  {Proved, []string{"preserved_6_8"}, ""},
	"6.9":  {Proved, []string{"addresses_6_9"}, ""},
	"6.10": {Proved, []string{"theorem_6_10"}, "Literal readings fail: literal_6_10_order, literal_6_10_cap, literal_3_6_nonempty, literal_3_6_stale in proof/Counterexamples.v."},

	"theorem1":           {Proved, []string{"theorem1"}, ""},
	"every-interleaving": {Proved, []string{"theorem1_every"}, ""},
	"theorem2":           {Proved, []string{"theorem2"}, ""},
	"plus-interleaving":  {Proved, []string{"theorem2_every"}, ""},
	"plus-witness":       {Tested, []string{"plus_true"}, "That each report races is proved in Coq; that the witness which Go builds shows it is tested."},
	"plus-oracle":        {Tested, []string{"plus_true"}, "That each report races is proved in Coq; that Go's search finds it is tested."},
	"theorem2m":          {Proved, []string{"theorem2m"}, ""},
	"meet-interleaving":  {Proved, []string{"theorem2m_every"}, ""},
	"meet-witness":       {Tested, []string{"meet_true"}, "That each report races is proved in Coq; that the witness which Go builds shows it is tested."},
	"meet-oracle":        {Tested, []string{"meet_true"}, "That each report races is proved in Coq; that Go's search finds it is tested."},
	"modes":              {Proved, []string{"racerdx_in_nowb", "nowb_in_plus", "plus_in_meet"}, "From racerdx to meet; of flow see meet-flow."},
	"theorem2f":          {Proved, []string{"theorem2f"}, ""},
	"flow-interleaving":  {Proved, []string{"theorem2f_every"}, ""},
	"flow-witness":       {Tested, []string{"theorem2f"}, "The theorem is proved in Coq; that package abstract/flow follows traces as it says, and that the witness shows it, is tested."},
	"flow-oracle":        {Tested, []string{"theorem2f"}, "The theorem is proved in Coq; that Go's search finds each report is tested."},
	"meet-flow":          {OnPaper, nil, "docs/plus.md has the argument."},

	"witness":       {Tested, []string{"racerdx_true"}, "That each report races is proved in Coq; that the witness which Go builds shows it is tested."},
	"oracle":        {Tested, []string{"racerdx_true"}, "That each report races is proved in Coq; that Go's search finds it is tested."},
	"compressed":    {Proved, []string{"check_compressed_sound"}, "Of the extracted checker, which --verified asks. Go's own is held against it by tests; its argument is in the documentation of witness/check."},
	"damaged":       {Tested, []string{"check_sound"}, "The extracted checker, which is proved sound, judges damaged witnesses as Go's does: tested too."},
	"affine":        {Proved, []string{"affine"}, ""},
	"one-iteration": {Proved, []string{"one_iteration"}, ""},
	"lattice":       {Tested, []string{"has_join"}, "In Coq sets are lists, of which the join is the union."},
	"monotone":      {Proved, []string{"monotone"}, ""},
	"inline":        {Tested, nil, ""},
	"shared":        {Tested, nil, "The reports of the sets are also those of the extracted analyses: tested too."},
	"text":          {Tested, nil, ""},

	"theorem3":          {Proved, []string{"theorem3"}, ""},
	"theorem4":          {Proved, []string{"chord_complete"}, "Without contexts; with contexts it is proved on paper only."},
	"plus-chord":        {Proved, []string{"plus_true", "chord_complete"}, "From both together; without contexts."},
	"unordered":         {OnPaper, nil, "The documentation of semantics/explore/unordered."},
	"hb":                {Tested, nil, ""},
	"theorem5":          {OnPaper, nil, "The documentation of dynamic/rdit."},
	"theorem5-max":      {OnPaper, nil, "The documentation of dynamic/rdit."},
	"racemob-run":       {OnPaper, nil, "The documentation of dynamic/racemob."},
	"racemob":           {OnPaper, nil, "The documentation of dynamic/racemob."},
	"racemob-coenabled": {OnPaper, nil, "The documentation of dynamic/racemob."},
}
