(** * Extraction to OCaml: legality, summaries, reports, deadlocks and the checkers of witnesses and certificates *)
From TP Require Import Syntax Legal Racerdx Reports Flow RacerD Checker Fast Compressed
  Absence Certificate Locks LockSets.
From Coq Require Import BinNums BinNat.
Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.
(* Numbers are compared as machine integers; with ExtrOcamlNatInt alone the comparisons would be for any type. *)
Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Constant Nat.compare => "fun (a : int) b -> if a = b then Eq else if a < b then Lt else Gt".
Extraction "theory.ml" legalb unit_summary racerdx_reports plus_reports meet_reports flow_reports rely_reports racerd_reports check_fast check_compressed certified nested_programb locked_reports locked_plus_reports locked_meet_reports accesses_of deadlocks N.add N.mul.
