(** * What the tool reports: racerdx, nowb, plus and meet as functions; every pair they return races

    The modes of [wobbly check] as functions from programs to pairs of accesses, and a theorem for each: of a legal
    program, every pair that is returned is a race (Definition 3.6) at its two sites.  These functions can be
    extracted to OCaml (Extract.v). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces Completeness WellBehaved Intact SpecialState
  Theorem1.

(** ** Decision procedures *)
Definition fields_eqb (a b : list field) : bool := if list_eq_dec Nat.eq_dec a b then true else false.
Definition expr_eqb (e e' : expr) : bool := if expr_eq_dec e e' then true else false.
Definition proper_prefixb (e e' : expr) : bool := expr_prefix e e' && (length (snd e) <? length (snd e')).
Lemma fields_eqb_eq : forall a b, fields_eqb a b = true <-> a = b.
Proof. intros a b. unfold fields_eqb. destruct (list_eq_dec Nat.eq_dec a b); split; congruence. Qed.
Lemma is_prefix_iff : forall a b, is_prefix a b = true <-> exists c, b = a ++ c.
Proof.
  induction a as [|x a IH]; intros b; simpl.
  - split; eauto.
  - destruct b as [|y b]; simpl; [split; [discriminate | intros [c E]; discriminate]|].
    rewrite andb_true_iff, IH, Nat.eqb_eq. split.
    + intros [-> [c ->]]. eauto.
    + intros [c E]. inversion E; subst. eauto.
Qed.
Lemma proper_prefixb_iff : forall e e', proper_prefixb e e' = true <-> proper_prefix e e'.
Proof.
  intros [v fs] [w gs]. unfold proper_prefixb, expr_prefix, proper_prefix. simpl.
  rewrite andb_true_iff, Nat.ltb_lt. destruct (var_eq_dec v w) as [->|N].
  - rewrite is_prefix_iff. split.
    + intros [[c ->] L]. split; auto. destruct c as [|g c]; [rewrite app_nil_r in L; lia | eauto].
    + intros [_ (g & c & ->)]. split; eauto. rewrite app_length. simpl. lia.
  - split; [intros [E _]; discriminate | tauto].
Qed.
Definition stableb (d : dom) (e : expr) : bool := negb (existsb (fun e' => proper_prefixb e' e) (dW d)).
Definition intactb (d : dom) (e : expr) : bool := negb (existsb (expr_eqb e) (dWr d)) && stableb d e.
Definition conflictb (x1 x2 : access) : bool :=
  (writes (acmd x1) || writes (acmd x2)) && ((alevel x1 =? 0) || (alevel x2 =? 0)).
Lemma conflictb_iff : forall x1 x2, conflictb x1 x2 = true <-> conflict x1 x2.
Proof. intros. unfold conflictb, conflict. rewrite andb_true_iff, (orb_true_iff (_ =? _)), !Nat.eqb_eq. tauto. Qed.

Section Reports.
Variable wb : bool.
Variable P : program.
(** The summary of a thread block. *)
Definition unit_summary (t : thread) : dom := analyse wb P (blocks P @ t) bottom.
Definition pairs : list (access * access) := list_prod (dA (unit_summary one)) (dA (unit_summary two)).

Lemma stableb_iff : forall t e, stableb (unit_summary t) e = true <-> stable wb P (blocks P @ t) e.
Proof.
  intros t e. unfold stableb, stable. rewrite negb_true_iff. fold (unit_summary t). split.
  - intros H e' PP I. assert (X : existsb (fun e' => proper_prefixb e' e) (dW (unit_summary t)) = true).
    { apply existsb_exists. exists e'. split; auto. apply proper_prefixb_iff. auto. } congruence.
  - intros H. destruct (existsb _ _) eqn:X; auto. apply existsb_exists in X. destruct X as (e' & I & PP).
    apply proper_prefixb_iff in PP. exfalso. eapply H; eauto.
Qed.
Lemma intactb_iff : forall t e, intactb (unit_summary t) e = true <-> intact_name wb P (blocks P @ t) e.
Proof.
  intros t e. unfold intactb, intact_name. rewrite andb_true_iff, stableb_iff, negb_true_iff. fold (unit_summary t).
  assert (X : existsb (expr_eqb e) (dWr (unit_summary t)) = true <-> In e (dWr (unit_summary t))).
  { rewrite existsb_exists. split.
    - intros (e' & I & E). unfold expr_eqb in E. destruct (expr_eq_dec e e'); congruence.
    - intros I. exists e. split; auto. unfold expr_eqb. destruct (expr_eq_dec e e); congruence. }
  destruct (existsb (expr_eqb e) (dWr (unit_summary t))); intuition congruence.
Qed.

(** ** racerdx (wb = true) and nowb (wb = false) *)
(** The same fields, stable on both sides. *)
Definition racerdx_pair (d1 d2 : dom) (x1 x2 : access) : bool :=
  conflictb x1 x2 && fields_eqb (snd (apath x1)) (snd (apath x2)) && stableb d1 (apath x1) && stableb d2 (apath x2).
(** The pairs that satisfy a condition on the two summaries, which are computed once. *)
Definition report (pair : dom -> dom -> access -> access -> bool) : list (access * access) :=
  let d1 := unit_summary one in let d2 := unit_summary two in
  filter (fun xy => pair d1 d2 (fst xy) (snd xy)) (list_prod (dA d1) (dA d2)).
Lemma in_report : forall pair x1 x2, In (x1, x2) (report pair) <->
  In (x1, x2) pairs /\ pair (unit_summary one) (unit_summary two) x1 x2 = true.
Proof. intros. apply filter_In. Qed.
Definition racerdx_reports : list (access * access) := report racerdx_pair.

(** ** plus and meet *)
(** A path, cut before its last k+1 fields. *)
Definition cut (k : nat) (fs : list field) : list field * list field := (firstn (length fs - S k) fs, skipn (length fs - S k) fs).
(** A common rest of k+1 own fields, with an intact name before it, on both sides. *)
Definition common_rest (d1 d2 : dom) (x1 x2 : access) (k : nat) : bool :=
  let '(q1, r1) := cut k (snd (apath x1)) in
  let '(q2, r2) := cut k (snd (apath x2)) in
  (k <? length (snd (apath x1))) && (k <? length (snd (apath x2))) &&
  fields_eqb r1 r2 && (k <? own_fields x1) && (k <? own_fields x2) &&
  intactb d1 (fst (apath x1), q1) && intactb d2 (fst (apath x2), q2).
Definition meet_pair (d1 d2 : dom) (x1 x2 : access) : bool :=
  conflictb x1 x2 && existsb (common_rest d1 d2 x1 x2) (seq 0 (min (own_fields x1) (own_fields x2))).
Definition meet_reports : list (access * access) := report meet_pair.
(** plus: the same fields, and all own fields of the shorter side. *)
Definition plus_pair (d1 d2 : dom) (x1 x2 : access) : bool :=
  conflictb x1 x2 && fields_eqb (snd (apath x1)) (snd (apath x2)) &&
  common_rest d1 d2 x1 x2 (pred (min (own_fields x1) (own_fields x2))).
Definition plus_reports : list (access * access) := report plus_pair.

(** ** No false positive *)
Hypothesis LEGAL : legalb P = true.

Lemma in_pairs : forall x1 x2, In (x1, x2) pairs <-> In x1 (dA (unit_summary one)) /\ In x2 (dA (unit_summary two)).
Proof. intros. apply in_prod_iff. Qed.

Theorem racerdx_true : forall x1 x2, In (x1, x2) racerdx_reports -> races P (asite x1) (asite x2).
Proof.
  intros x1 x2 I. apply in_report in I. destruct I as [I H]. apply in_pairs in I. destruct I as [I1 I2].
  unfold racerdx_pair in H. rewrite !andb_true_iff, conflictb_iff, fields_eqb_eq, !stableb_iff in H.
  destruct H as [[[CF E] S1] S2]. destruct (apath x1) as [v1 fs1] eqn:E1, (apath x2) as [v2 fs2] eqn:E2.
  simpl in E. subst fs2. exists (special_state fs1 v1 v2). split; [apply special_state_initial|].
  apply legalb_iff in LEGAL. eapply theorem1; eauto.
Qed.
Lemma cut_last : forall k (fs : list field), k < length fs -> exists r f, snd (cut k fs) = r ++ [f] /\ length r = k.
Proof.
  intros k fs H. simpl. destruct (exists_last (l := skipn (length fs - S k) fs)) as (r & f & E).
  - intros E. apply (f_equal (@length field)) in E. rewrite skipn_length in E. simpl in E. lia.
  - exists r, f. split; auto. apply (f_equal (@length field)) in E. rewrite skipn_length, app_length in E. simpl in E. lia.
Qed.
Lemma common_rest_true : forall x1 x2 k, In (x1, x2) pairs -> conflict x1 x2 -> common_rest (unit_summary one) (unit_summary two) x1 x2 k = true ->
  races P (asite x1) (asite x2).
Proof.
  intros x1 x2 k I CF H. apply in_pairs in I. destruct I as [I1 I2].
  unfold common_rest in H. destruct (cut k (snd (apath x1))) as [q1 r1] eqn:C1, (cut k (snd (apath x2))) as [q2 r2] eqn:C2.
  rewrite !andb_true_iff, !Nat.ltb_lt, fields_eqb_eq, !intactb_iff in H.
  destruct H as [[[[[[L1 L2] ER] O1] O2] N1] N2]. subst r2.
  destruct (cut_last k _ L1) as (r & f & Er & Lr). rewrite C1 in Er. simpl in Er. subst r1.
  assert (P1 : apath x1 = (fst (apath x1), q1 ++ r ++ [f])).
  { unfold cut in C1. injection C1 as <- <-. rewrite firstn_skipn. destruct (apath x1); auto. }
  assert (P2 : apath x2 = (fst (apath x2), q2 ++ r ++ [f])).
  { unfold cut in C2. injection C2 as <- <-. rewrite firstn_skipn. destruct (apath x2); auto. }
  exists (two_backbones q1 q2 (fst (apath x1)) (fst (apath x2))). split; [apply two_backbones_initial|].
  apply legalb_iff in LEGAL. eapply (theorem2m wb P LEGAL) with (r := r) (f := f); eauto; lia.
Qed.
Theorem meet_true : forall x1 x2, In (x1, x2) meet_reports -> races P (asite x1) (asite x2).
Proof.
  intros x1 x2 I. apply in_report in I. destruct I as [I H]. unfold meet_pair in H.
  rewrite andb_true_iff, conflictb_iff, existsb_exists in H. destruct H as [CF (k & _ & H)].
  eapply common_rest_true; eauto.
Qed.
Theorem plus_true : forall x1 x2, In (x1, x2) plus_reports -> races P (asite x1) (asite x2).
Proof.
  intros x1 x2 I. apply in_report in I. destruct I as [I H]. unfold plus_pair in H.
  rewrite !andb_true_iff, conflictb_iff in H. destruct H as [[CF _] H]. eapply common_rest_true; eauto.
Qed.
End Reports.

(** ** racerdx ⊆ nowb *)
(** Without WB, W is smaller, and A and Wr are the same; so nowb reports what racerdx does. *)
Lemma wb_elements : forall P, legal P -> forall t i, has (unit_summary false P t) i -> has (unit_summary true P t) i.
Proof.
  intros P L t i H. unfold unit_summary in *.
  apply (analysis_by_events false P (legal_level P L) (legal_calls P L) _ 0 0 0 bottom (legal_block P L t) eq_refl) in H.
  apply (analysis_by_events true P (legal_level P L) (legal_calls P L) _ 0 0 0 bottom (legal_block P L t) eq_refl).
  destruct H as [H|(a & ev & b & T & CO)]; auto. right. exists a, ev, b. split; auto.
  unfold contributes in *. destruct ev as [p [c|es|]]; destruct i; simpl in *; auto. destruct CO.
Qed.
Lemma wb_accesses : forall P, legal P -> forall t x, In x (dA (unit_summary true P t)) -> In x (dA (unit_summary false P t)).
Proof.
  intros P L t x H. unfold unit_summary in *.
  apply (analysis_by_events true P (legal_level P L) (legal_calls P L) _ 0 0 0 bottom (legal_block P L t) eq_refl (Accessed x)) in H.
  apply (analysis_by_events false P (legal_level P L) (legal_calls P L) _ 0 0 0 bottom (legal_block P L t) eq_refl (Accessed x)).
  destruct H as [H|(a & ev & b & T & CO)]; auto. right. exists a, ev, b. split; auto.
  unfold contributes in *. destruct ev as [p [c|es|]]; simpl in *; auto.
Qed.
Theorem racerdx_in_nowb : forall P, legal P -> forall x1 x2,
  In (x1, x2) (racerdx_reports true P) -> In (x1, x2) (racerdx_reports false P).
Proof.
  intros P L x1 x2 I. unfold racerdx_reports in *. apply in_report in I. destruct I as [I H]. apply in_report.
  simpl in *. unfold pairs in *. rewrite in_prod_iff in *. destruct I as [I1 I2].
  split; [split; apply wb_accesses; auto|].
  unfold racerdx_pair in *. rewrite !andb_true_iff, !stableb_iff in *. destruct H as [[[A B] S1] S2].
  split; [split; [auto|]|]; intros e PP IN; [apply (S1 e PP) | apply (S2 e PP)].
  - apply (wb_elements P L one (Touched e)). auto.
  - apply (wb_elements P L two (Touched e)). auto.
Qed.

(** ** nowb ⊆ plus ⊆ meet *)
Theorem nowb_in_plus : forall P, legal P -> forall x1 x2,
  In (x1, x2) (racerdx_reports false P) -> In (x1, x2) (plus_reports false P).
Proof.
  intros P L x1 x2 I. apply in_report in I. destruct I as [I H]. apply in_report. split; auto. simpl in *.
  apply in_pairs in I. destruct I as [I1 I2].
  unfold racerdx_pair in H. rewrite !andb_true_iff, !stableb_iff in H. destruct H as [[[CF EF] S1] S2].
  unfold plus_pair. rewrite CF, EF. simpl. apply fields_eqb_eq in EF.
  destruct (own_fields_bounds false P L one x1 I1) as [A1 B1]. destruct (own_fields_bounds false P L two x2 I2) as [A2 B2].
  unfold common_rest, cut. set (k := pred (min (own_fields x1) (own_fields x2))). rewrite <- EF in *.
  assert (IN : forall t x, snd (apath x) = snd (apath x1) -> stable false P (blocks P @ t) (apath x) ->
            intactb (unit_summary false P t) (fst (apath x), firstn (length (snd (apath x1)) - S k) (snd (apath x1))) = true).
  { intros t x E ST. apply intactb_iff. apply stable_prefix_intact; [unfold k; lia|].
    rewrite <- E, <- surjective_pairing. auto. }
  rewrite (IN one x1), (IN two x2) by auto. rewrite (proj2 (fields_eqb_eq _ _) eq_refl).
  repeat (rewrite (proj2 (Nat.ltb_lt _ _)) by (unfold k; lia)). reflexivity.
Qed.
Theorem plus_in_meet : forall wb P, legal P -> forall x1 x2,
  In (x1, x2) (plus_reports wb P) -> In (x1, x2) (meet_reports wb P).
Proof.
  intros wb P L x1 x2 I. apply in_report in I. destruct I as [I H]. apply in_report. split; auto. simpl in *.
  apply in_pairs in I. destruct I as [I1 I2].
  destruct (own_fields_bounds wb P L one x1 I1) as [A1 _]. destruct (own_fields_bounds wb P L two x2 I2) as [A2 _].
  unfold plus_pair in H. rewrite !andb_true_iff in H. destruct H as [[CF _] H].
  unfold meet_pair. rewrite CF. simpl. apply existsb_exists. eexists. split; [|exact H]. apply in_seq. lia.
Qed.
