(** * Extraction to OCaml: legality, summaries, reports and the checker *)
From TP Require Import Syntax Legal Racerdx Reports RacerD Checker.
Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.
Extraction "theory.ml" legalb unit_summary racerdx_reports plus_reports meet_reports racerd_unit check.
