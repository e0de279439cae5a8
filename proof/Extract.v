(** * Extraction to OCaml: legality, summaries, reports and the checkers of witnesses *)
From TP Require Import Syntax Legal Racerdx Reports Flow RacerD Checker Fast Compressed.
From Coq Require Import BinNums BinNat.
Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.
Extraction "theory.ml" legalb unit_summary racerdx_reports plus_reports meet_reports flow_reports rely_reports racerd_reports check_fast check_compressed N.add N.mul.
