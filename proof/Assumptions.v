(** * The main theorems, and what they assume: nothing *)
From TP Require Import Syntax Semantics Interleaving Legal.

Print Assumptions semantics_by_traces.
Print Assumptions one_lock.
Print Assumptions legalb_iff.
