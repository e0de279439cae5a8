(** * The main theorems, and what they assume: nothing *)
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces Completeness WellBehaved Intact
  SpecialState Preservation Theorem1 Reports
  Counterexamples Knowledge Theorem2f Threads Chord RacerD Undecidable Checker.

Print Assumptions semantics_by_traces.
Print Assumptions one_lock.
Print Assumptions legalb_iff.
Print Assumptions summary_eq.
Print Assumptions additive_5_5.
Print Assumptions access_existence_5_6.
Print Assumptions simple_complete_5_7.
Print Assumptions simple_complete_5_8.
Print Assumptions balanced_5_9.
Print Assumptions statement_complete_5_14.
Print Assumptions completeness_5_15.
Print Assumptions touched_in_W.
Print Assumptions assigned_in_Wr.
Print Assumptions access_on_trace.
Print Assumptions well_behaved_5_3.
Print Assumptions same_traces_5_10.
Print Assumptions bring.
Print Assumptions intact_every.
Print Assumptions intact_race.
Print Assumptions special_state_objects.
Print Assumptions two_backbones_objects.
Print Assumptions theorem1.
Print Assumptions theorem1_every.
Print Assumptions theorem1_last_fields.
Print Assumptions theorem2.
Print Assumptions theorem2_every.
Print Assumptions theorem2m.
Print Assumptions theorem2m_every.
Print Assumptions theorem_6_10.
Print Assumptions preserved_6_8.
Print Assumptions addresses_6_9.
Print Assumptions racerdx_true.
Print Assumptions meet_true.
Print Assumptions plus_true.
Print Assumptions racerdx_in_nowb.
Print Assumptions locked_no_race.
Print Assumptions literal_6_10_order.
Print Assumptions literal_6_10_cap.
Print Assumptions knowledge_holds.
Print Assumptions knowledge_every.
Print Assumptions knowledge_race.
Print Assumptions threads_apart_objects.
Print Assumptions theorem2f.
Print Assumptions theorem2f_every.
Print Assumptions theorem2g.
Print Assumptions theorem2g_every.
Print Assumptions races_among.
Print Assumptions chord_complete.
Print Assumptions theorem3.
Print Assumptions races_iff_solvable.
Print Assumptions undecidable.
Print Assumptions check_sound.
