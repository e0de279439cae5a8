(** * The True Positives Theorem (Theorem 6.10, corrected) and Theorems 2 and 2m

    What the summaries of Figure 7 must say so that a pair of accesses is a race:
    - [theorem1]: the paths have the same fields and are stable;
    - [theorem2]: the paths have the same fields, and the prefix that calls have captured is intact (docs/theory.md);
    - [theorem2m]: the paths have a common rest that no call has captured a field of, and what comes before it is intact;
    - [theorem1_last_fields]: only the last fields of two stable paths are equal.
    Each theorem says from which state the race begins, and of how many objects; [.._every] says that the addresses
    agree in every interleaving from there that brings both threads before the accesses, under calls that make the
    two paths.  [theorem_6_10] is the theorem in the paper's words, [true_positives] its short form.

    Differences from the paper: legality is asked for (G33); argument normal form and WB are not; L1 = 0 or L2 = 0 in
    the place of L1 + L2 <= 1; the race is at the reported sites (G16). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces Completeness WellBehaved Intact SpecialState.

(** The own fields of an access, s = |π| - c. *)
Definition own_fields (x : access) : nat :=
  match accessed_path (acmd x) with Some pi => path_len pi | None => 0 end.

(** v.q is intact in a unit: it is not in Wr, and no proper prefix of it is in W. *)
Definition intact_name (wb : bool) (P : program) (C : stmt) (e : expr) : Prop :=
  ~ In e (dWr (analyse wb P C bottom)) /\ stable wb P C e.

(** A stable path's prefix, its last field left out, is intact. *)
Lemma stable_intact : forall wb P C v q f, stable wb P C (v, q ++ [f]) -> intact_name wb P C (v, q).
Proof.
  intros wb P C v q f S. split.
  - intros I. apply (S (v, q)); [split; simpl; eauto | apply analyse_assigned; auto].
  - intros e [P1 (g & gs & P2)]. apply S. split; auto. simpl in *. exists g, (gs ++ [f]). rewrite P2, <- app_assoc. auto.
Qed.
(** A stable path's proper prefixes are intact. *)
Lemma stable_prefix_intact : forall wb P C v fs c, c < length fs -> stable wb P C (v, fs) -> intact_name wb P C (v, firstn c fs).
Proof.
  intros wb P C v fs c L ST.
  assert (PP : proper_prefix (v, firstn c fs) (v, fs)).
  { split; auto. simpl. destruct (nth_error_ex fs c L) as [g Ng]. exists g, (skipn (S c) fs).
    rewrite <- (skipn_nth _ _ _ Ng). symmetry. apply firstn_skipn. }
  split.
  - intros I. apply (ST _ PP). apply analyse_assigned; auto.
  - intros e [P1 (g & gs & P2)]. apply ST. split; auto. destruct PP as [_ (g' & gs' & E)]. simpl in *.
    exists g, (gs ++ g' :: gs'). rewrite E, P2, <- app_assoc. auto.
Qed.

Section Theorems.
Variable wb : bool.
Variable P : program.
Hypothesis LEGAL : legal P.
Notation "'⟦' t '⟧♯'" := (analyse wb P (blocks P @ t) bottom).

(** By (T), traces of a unit in which v.q is intact are intact. *)
Lemma intact_traces : forall v q t tau p c, intact_name wb P (blocks P @ t) (v t, q t) ->
  comes_before P (blocks P @ t) tau p c -> intact v q (fun t => length (q t)) t tau.
Proof.
  intros v q t tau p c [N1 N2] (u & T) a p' c' u' ->. rewrite <- app_assoc in T. simpl in T.
  destruct c' as [c'|es|]; simpl; auto. split.
  - intros e j I J E. apply (N2 (v t, firstn j (q t))).
    + split; auto. simpl. destruct (nth_error_ex (q t) j J) as [g Ng]. exists g, (skipn (S j) (q t)).
      rewrite <- (skipn_nth _ _ _ Ng). symmetry. apply firstn_skipn.
    + eapply (touched_in_W wb P (legal_level P LEGAL) (legal_calls P LEGAL)); eauto. apply legal_block; auto.
  - intros e I E. apply N1.
    eapply (assigned_in_Wr wb P (legal_level P LEGAL) (legal_calls P LEGAL)); eauto. apply legal_block; auto.
Qed.

(** ** Theorem 2m *)
Section Meet.
Variables v1 v2 : var.
Variables q1 q2 r : list field.
Variable f : field.
Hypothesis INTACT1 : intact_name wb P (blocks P @ one) (v1, q1).
Hypothesis INTACT2 : intact_name wb P (blocks P @ two) (v2, q2).

(** An access of thread t before which a trace stands, with the path v.q.r.f. *)
Definition makes (t : thread) (tau : strace) (p : site) (c : simple) (v : var) (q : list field) : Prop :=
  comes_before P (blocks P @ t) tau p c /\
  exists pi, accessed_path c = Some pi /\
    subst (thetas_after [] tau) (path_expr pi) = Some (v, q ++ r ++ [f]) /\ length r < path_len pi.

Lemma makes_stands : forall v q t tau p c, intact_name wb P (blocks P @ t) (v t, q t) ->
  makes t tau p c (v t) (q t) -> stands v q (fun t => length (q t)) P t tau p c r f.
Proof. intros v q t tau p c N (CB & M). split; auto. split; auto. eapply intact_traces; eauto. Qed.

Theorem theorem2m_every : forall t1 t2 p1 p2 c1 c2 K,
  makes one t1 p1 c1 v1 q1 -> makes two t2 p2 c2 v2 q2 ->
  interleaving (two_backbones q1 q2 v1 v2) (t1, t2) K ->
  exists l, walk (cheap K) 0 r = Some l /\
            next_address K one c1 = Some (l, f) /\ next_address K two c2 = Some (l, f).
Proof.
  intros t1 t2 p1 p2 c1 c2 K M1 M2 I.
  eapply (intact_every (fun t => (v1, v2) @ t) (name q1 q2) (bone q1 q2) 0 (bone_end q1 q2) (bone_held q1 q2) (bone_held_ok q1 q2) (bone_agree q1 q2) P 0);
    eauto using two_backbones_initial, two_invariant.
  - simpl. rewrite heap_of_in; [congruence | lia].
  - eapply makes_stands; eauto.
  - eapply makes_stands; eauto.
Qed.
End Meet.

(** By (A), an access of a summary is made by a trace. *)
Lemma access_made : forall t x v q r f, In x (dA ⟦t⟧♯) -> apath x = (v, q ++ r ++ [f]) -> length r < own_fields x ->
  exists tau, makes r f t tau (asite x) (acmd x) v q /\ level_after 0 tau = alevel x.
Proof.
  intros t x v q r f I E L.
  destruct (access_on_trace wb P (legal_level P LEGAL) (legal_calls P LEGAL) _ (legal_block P LEGAL t) _ I)
    as (tau & pi & CB & EP & ES & EL).
  exists tau. split; auto. split; auto. exists pi. unfold own_fields in L. rewrite EP in L. rewrite E in ES. auto.
Qed.

Theorem theorem2m : forall x1 x2 v1 v2 q1 q2 r f,
  In x1 (dA ⟦one⟧♯) -> In x2 (dA ⟦two⟧♯) ->
  apath x1 = (v1, q1 ++ r ++ [f]) -> apath x2 = (v2, q2 ++ r ++ [f]) ->
  length r < own_fields x1 -> length r < own_fields x2 ->
  intact_name wb P (blocks P @ one) (v1, q1) -> intact_name wb P (blocks P @ two) (v2, q2) ->
  conflict x1 x2 ->
  races_from P (two_backbones q1 q2 v1 v2) (asite x1) (asite x2).
Proof.
  intros x1 x2 v1 v2 q1 q2 r f I1 I2 E1 E2 O1 O2 N1 N2 [WR LK].
  destruct (access_made one _ _ _ _ _ I1 E1 O1) as (t1 & M1 & L1).
  destruct (access_made two _ _ _ _ _ I2 E2 O2) as (t2 & M2 & L2). rewrite <- L1, <- L2 in LK.
  eapply (intact_race (fun t => (v1, v2) @ t) (name q1 q2) (bone q1 q2) 0 (bone_end q1 q2) (bone_held q1 q2) (bone_held_ok q1 q2) (bone_agree q1 q2));
    eauto using two_backbones_initial, two_invariant.
  - simpl. rewrite heap_of_in; [congruence | lia].
  - eapply makes_stands; eauto.
  - eapply makes_stands; eauto.
Qed.

(** ** Theorem 2 *)
(** f1..fk, cut behind c fields: what is walked from there, and the last field. *)
Lemma cut_path : forall c (fs : list field), c < length fs -> exists r f,
  fs = firstn c fs ++ r ++ [f] /\ length r = length fs - S c.
Proof.
  intros c fs L. destruct (exists_last (l := skipn c fs)) as (r & f & E).
  - intros E. apply (f_equal (@length field)) in E. rewrite skipn_length in E. simpl in E. lia.
  - exists r, f. rewrite <- E. split; [symmetry; apply firstn_skipn|].
    apply (f_equal (@length field)) in E. rewrite skipn_length, app_length in E. simpl in E. lia.
Qed.

Section Same.
Variable fs : list field.
Variables v1 v2 : var.
Variable c : nat.
Hypothesis C : c < length fs.
Hypothesis INTACT1 : intact_name wb P (blocks P @ one) (v1, firstn c fs).
Hypothesis INTACT2 : intact_name wb P (blocks P @ two) (v2, firstn c fs).
Notation q := (first_fields fs c).

Lemma chain_end : forall t, chain t (length (q t)) = c.
Proof. intros t. apply first_length. auto. Qed.
Lemma c_exists : cheap (special_state fs v1 v2) c <> None.
Proof. simpl. rewrite heap_of_in; [congruence | lia]. Qed.

Theorem theorem2_every : forall r f t1 t2 p1 p2 c1 c2 K,
  makes r f one t1 p1 c1 v1 (firstn c fs) -> makes r f two t2 p2 c2 v2 (firstn c fs) ->
  interleaving (special_state fs v1 v2) (t1, t2) K ->
  exists l, walk (cheap K) c r = Some l /\
            next_address K one c1 = Some (l, f) /\ next_address K two c2 = Some (l, f).
Proof.
  intros r f t1 t2 p1 p2 c1 c2 K M1 M2 I.
  eapply (intact_every (fun t => (v1, v2) @ t) q chain c chain_end (chain_held fs c) (chain_held_ok fs c C) (chain_agree fs c) P 0);
    eauto using special_state_initial, special_invariant, c_exists.
  - apply (makes_stands r f (fun t => (v1, v2) @ t) q one t1 p1); [exact INTACT1 | exact M1].
  - apply (makes_stands r f (fun t => (v1, v2) @ t) q two t2 p2); [exact INTACT2 | exact M2].
Qed.
End Same.

Theorem theorem2 : forall x1 x2 v1 v2 fs c,
  In x1 (dA ⟦one⟧♯) -> In x2 (dA ⟦two⟧♯) -> apath x1 = (v1, fs) -> apath x2 = (v2, fs) ->
  c < length fs -> length fs - own_fields x1 <= c -> length fs - own_fields x2 <= c ->
  intact_name wb P (blocks P @ one) (v1, firstn c fs) -> intact_name wb P (blocks P @ two) (v2, firstn c fs) ->
  conflict x1 x2 ->
  races_from P (special_state fs v1 v2) (asite x1) (asite x2).
Proof.
  intros x1 x2 v1 v2 fs c I1 I2 E1 E2 C O1 O2 N1 N2 [WR LK].
  destruct (cut_path c fs C) as (r & f & EF & LR). rewrite EF in E1, E2.
  assert (B1 : length r < own_fields x1) by lia. assert (B2 : length r < own_fields x2) by lia.
  destruct (access_made one _ _ _ _ _ I1 E1 B1) as (t1 & M1 & L1).
  destruct (access_made two _ _ _ _ _ I2 E2 B2) as (t2 & M2 & L2). rewrite <- L1, <- L2 in LK.
  eapply (intact_race (fun t => (v1, v2) @ t) (first_fields fs c) chain c (chain_end fs c C) (chain_held fs c) (chain_held_ok fs c C) (chain_agree fs c));
    eauto using special_state_initial, special_invariant, c_exists.
  - apply (makes_stands r f (fun t => (v1, v2) @ t) (first_fields fs c) one t1); [exact N1 | exact M1].
  - apply (makes_stands r f (fun t => (v1, v2) @ t) (first_fields fs c) two t2); [exact N2 | exact M2].
Qed.

(** ** Theorem 1 *)
(** An access has own fields, and not more than its path. *)
Lemma own_fields_bounds : forall t x, In x (dA ⟦t⟧♯) -> 0 < own_fields x /\ own_fields x <= length (snd (apath x)).
Proof.
  intros t x I.
  destruct (access_on_trace wb P (legal_level P LEGAL) (legal_calls P LEGAL) _ (legal_block P LEGAL t) _ I)
    as (tau & pi & CB & EP & ES & EL).
  unfold own_fields. rewrite EP. split; [unfold path_len; lia|].
  destruct (subst_root _ _ _ _ ES) as (v & gs & _ & ->). simpl. unfold path_len. rewrite !app_length. simpl. lia.
Qed.

Theorem theorem1 : forall x1 x2 v1 v2 fs,
  In x1 (dA ⟦one⟧♯) -> In x2 (dA ⟦two⟧♯) -> apath x1 = (v1, fs) -> apath x2 = (v2, fs) ->
  stable wb P (blocks P @ one) (v1, fs) -> stable wb P (blocks P @ two) (v2, fs) ->
  conflict x1 x2 ->
  races_from P (special_state fs v1 v2) (asite x1) (asite x2).
Proof.
  intros x1 x2 v1 v2 fs I1 I2 E1 E2 S1 S2 CF.
  destruct (own_fields_bounds _ _ I1) as [A1 B1]. destruct (own_fields_bounds _ _ I2) as [A2 B2].
  rewrite E1 in B1. rewrite E2 in B2. simpl in B1, B2.
  apply (theorem2 x1 x2 v1 v2 fs (length fs - 1)); auto; try lia; apply stable_prefix_intact; auto; lia.
Qed.

(** The state has k+1 objects, and in every interleaving both threads access (l_(k-1), f_k). *)
Theorem theorem1_every : forall v1 v2 fs f t1 t2 p1 p2 c1 c2 K,
  stable wb P (blocks P @ one) (v1, fs ++ [f]) -> stable wb P (blocks P @ two) (v2, fs ++ [f]) ->
  makes [] f one t1 p1 c1 v1 fs -> makes [] f two t2 p2 c2 v2 fs ->
  interleaving (special_state (fs ++ [f]) v1 v2) (t1, t2) K ->
  next_address K one c1 = Some (length fs, f) /\ next_address K two c2 = Some (length fs, f).
Proof.
  intros v1 v2 fs f t1 t2 p1 p2 c1 c2 K S1 S2 M1 M2 I.
  assert (Ef : firstn (length fs) (fs ++ [f]) = fs) by (rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r; auto).
  destruct (theorem2_every (fs ++ [f]) v1 v2 (length fs)) with (r := @nil field) (f := f) (t1 := t1) (t2 := t2)
    (p1 := p1) (p2 := p2) (c1 := c1) (c2 := c2) (K := K) as (l & El & A1 & A2); auto;
    try (rewrite Ef; auto; eapply stable_intact; eauto).
  - rewrite app_length. simpl. lia.
  - simpl in El. inversion El; subst. auto.
Qed.

(** Only the last fields of stable paths need be the same. *)
Theorem theorem1_last_fields : forall x1 x2 v1 v2 q1 q2 f,
  In x1 (dA ⟦one⟧♯) -> In x2 (dA ⟦two⟧♯) -> apath x1 = (v1, q1 ++ [f]) -> apath x2 = (v2, q2 ++ [f]) ->
  stable wb P (blocks P @ one) (apath x1) -> stable wb P (blocks P @ two) (apath x2) ->
  conflict x1 x2 ->
  races_from P (two_backbones q1 q2 v1 v2) (asite x1) (asite x2).
Proof.
  intros x1 x2 v1 v2 q1 q2 f I1 I2 E1 E2 S1 S2 CF. rewrite E1 in S1. rewrite E2 in S2.
  eapply theorem2m with (r := []) (f := f); eauto using stable_intact.
  - apply (own_fields_bounds _ _ I1).
  - apply (own_fields_bounds _ _ I2).
Qed.
End Theorems.

(** ** Theorem 6.10 in the paper's words *)
(** π1 = v1.f̄ and π2 = v2.f̄ are the paths of two recorded accesses, no e_i ∈ W_i is a proper prefix of π_i, one of
    the commands is a store, and L1 + L2 <= 1.  Then a well-behaved state (with no lock held) exists, and a concurrent
    trace from it that races. *)
Theorem theorem_6_10 : forall P, legal P -> forall x1 x2 v1 v2 fs,
  In x1 (dA (analyse true P (blocks P @ one) bottom)) -> In x2 (dA (analyse true P (blocks P @ two) bottom)) ->
  apath x1 = (v1, fs) -> apath x2 = (v2, fs) ->
  (forall e, In e (dW (analyse true P (blocks P @ one) bottom)) -> ~ proper_prefix e (v1, fs)) ->
  (forall e, In e (dW (analyse true P (blocks P @ two) bottom)) -> ~ proper_prefix e (v2, fs)) ->
  (writes (acmd x1) || writes (acmd x2)) = true ->
  alevel x1 + alevel x2 <= 1 ->
  races P (asite x1) (asite x2).
Proof.
  intros P LEGAL x1 x2 v1 v2 fs I1 I2 E1 E2 S1 S2 WR LK.
  exists (special_state fs v1 v2). split; [apply special_state_initial|].
  apply (theorem1 true P LEGAL x1 x2 v1 v2 fs); auto.
  - intros e PP I. eapply S1; eauto.
  - intros e PP I. eapply S2; eauto.
  - split; auto. lia.
Qed.
