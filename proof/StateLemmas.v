(** * Lemmas of Sections 5 and 6 in terms of executions and states

    The lemmas of WellBehaved.v and Completeness.v are about syntactic traces and thread blocks.  Here they are for every
    statement, from every well-behaved state, and for the traces of Definition 3.3 ([exec_of]):
    - [exec_well_formed]: such a trace is well-formed (Definition 5.1, with the lock level);
    - [assigned_5_3]: its states are well-behaved, and what A3 says to be assigned holds an object (Lemma 5.3);
    - [traces_5_10]: the syntactic traces that are executed from a state are those of the statement (Lemma 5.10);
    - [completeness_5_15_states]: ⟦C⟧♯ ⊥ is the abstraction of what is executed from the state (Theorem 5.15).
    Of Definition 6.5: what is preserved has the same address ([preserved_address]); preservation is symmetric and
    transitive ([preserved_sym], [preserved_trans]), but not reflexive ([preserved_not_refl]). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Legal Racerdx Exec Traces Completeness WellBehaved Intact Preservation.

(** ** Section 5 *)
(** Definition 5.1: each state is reached from the one before it by the command beside it. *)
Fixpoint well_formed (z : state) (tau : list (event * state)) : Prop :=
  match tau with [] => True | ((_, c), z') :: r => step c z z' /\ well_formed z' r end.
Fixpoint last_state (z : state) (tau : list (event * state)) : state :=
  match tau with [] => z | (_, z') :: r => last_state z' r end.
Lemma last_state_app : forall a b z, last_state z (a ++ b) = last_state (last_state z a) b.
Proof. induction a as [|[ev z'] a IH]; simpl; auto. Qed.
Lemma well_formed_app : forall a b z, well_formed z (a ++ b) <-> well_formed z a /\ well_formed (last_state z a) b.
Proof. induction a as [|[[p c] z'] a IH]; intros b z; simpl; [tauto|]. rewrite IH. tauto. Qed.
Theorem exec_well_formed : forall P C z tau z', exec_of P C z tau z' -> well_formed z tau /\ z' = last_state z tau.
Proof.
  induction 1 as [z|p c z z' ST|C1 C2 z t1 z1 t2 z2 _ [A1 B1] _ [A2 B2]|C1 C2 z t z' _ IH|C1 C2 z t z' _ IH|C z
                 |C z t1 z1 t2 z2 _ [A1 B1] _ [A2 B2]|p m es z z1 t z2 z3 ST _ [A B] SP]; auto.
  - simpl. auto.
  - simpl. auto.
  - rewrite well_formed_app, last_state_app, <- B1. auto.
  - simpl. auto.
  - rewrite well_formed_app, last_state_app, <- B1. auto.
  - simpl. rewrite well_formed_app, last_state_app, <- B. simpl. auto.
Qed.

(** The frames of callers stay. *)
Lemma stack_kept : forall P C t, trace_of P C t -> forall z z', steps t z z' -> forall s R h L, z = (s :: R, h, L) ->
  exists s' h' L', z' = (s' :: R, h', L').
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 _ IH1 _ IH2|C1 C2 t _ IH|C1 C2 t _ IH|C|C t1 t2 _ IH1 _ IH2|p m es t _ IH];
    intros z z' SS s R h L ->; eauto.
  - inversion SS; subst. eauto.
  - inversion SS as [|p0 c0 t0 z0 z1 z2 ST SR]; subst. inversion SR; subst. inversion ST; subst; eauto.
  - apply steps_split in SS. destruct SS as (z1 & A & B). destruct (IH1 _ _ A _ _ _ _ eq_refl) as (s1 & h1 & L1 & ->). eauto.
  - inversion SS; subst. eauto.
  - apply steps_split in SS. destruct SS as (z1 & A & B). destruct (IH1 _ _ A _ _ _ _ eq_refl) as (s1 & h1 & L1 & ->). eauto.
  - inversion SS as [|p0 c0 t0 z0 z1 z2 ST SR]; subst. apply steps_split in SR. destruct SR as (z3 & A & B).
    inversion ST; subst. destruct (IH _ _ A _ _ _ _ eq_refl) as (s1 & h1 & L1 & ->).
    inversion B as [|p4 c4 t4 z4 z5 z6 ST4 SR4]; subst. inversion SR4; subst. inversion ST4; subst. eauto.
Qed.
(** Lemma 5.3, corrected: well-behaved states, in which the variables of A3 hold objects. *)
Theorem assigned_5_3 : forall P C z tau z', exec_of P C z tau z' -> forall X Y s R h L,
  z = (s :: R, h, L) -> assigned P C X = Some Y -> holds X s -> wf_heap h -> Forall (wf_frame h) (s :: R) ->
  exists s' h' L', z' = (s' :: R, h', L') /\ holds Y s' /\ keeps s s' /\ wf_heap h' /\ Forall (wf_frame h') (s' :: R).
Proof.
  assert (REFL : forall s, keeps s s) by (intros s v; auto).
  assert (TRANS : forall a b c, keeps a b -> keeps b c -> keeps a c) by (intros a b c A B v; auto).
  induction 1 as [z|p c z z' ST|C1 C2 z t1 z1 t2 z2 _ IH1 _ IH2|C1 C2 z t z' _ IH|C1 C2 z t z' _ IH|C z
                 |C z t1 z1 t2 z2 _ IH1 _ IH2|p m es z z1 t z2 z3 ST EX IH SP]; intros X Y s R h L -> EA D W F; simpl in EA.
  - inversion EA; subst. exists s, h, L. auto.
  - destruct z' as [[S' h'] L']. destruct (step_well_behaved _ _ _ _ _ _ _ ST W F) as (W' & F' & _).
    inversion ST; subst; simpl in EA;
      repeat match type of EA with (if ?b then _ else _) = _ => destruct b eqn:?; [|discriminate] end; inversion EA; subst;
      eexists _, _, _; (split; [reflexivity|]); (split; [auto using holds_bind|]); (split; [auto using keeps_bind|]); auto.
  - destruct (assigned P C1 X) as [Z|] eqn:A1; [|discriminate].
    destruct (IH1 _ _ _ _ _ _ eq_refl A1 D W F) as (s1 & h1 & L1 & -> & D1 & M1 & W1 & F1).
    destruct (IH2 _ _ _ _ _ _ eq_refl EA D1 W1 F1) as (s2 & h2 & L2 & -> & D2 & M2 & W2 & F2).
    exists s2, h2, L2. eauto 8.
  - destruct (assigned P C1 X) as [Y1|] eqn:A1; [|discriminate]. destruct (assigned P C2 X) as [Y2|]; inversion EA; subst.
    destruct (IH _ _ _ _ _ _ eq_refl A1 D W F) as (s1 & h1 & L1 & -> & D1 & M1 & W1 & F1). exists s1, h1, L1.
    split; auto. split; auto. intros v M. apply D1. rewrite mem_in in *. apply filter_In in M. tauto.
  - destruct (assigned P C1 X) as [Y1|]; [|discriminate]. destruct (assigned P C2 X) as [Y2|] eqn:A2; inversion EA; subst.
    destruct (IH _ _ _ _ _ _ eq_refl A2 D W F) as (s1 & h1 & L1 & -> & D1 & M1 & W1 & F1). exists s1, h1, L1.
    split; auto. split; auto. intros v M. apply D1. rewrite mem_in in M. apply filter_In in M. tauto.
  - destruct (assigned P C X); inversion EA; subst. exists s, h, L. auto.
  - destruct (assigned P C X) as [Z|] eqn:A1; inversion EA; subst.
    destruct (IH1 _ _ _ _ _ _ eq_refl A1 D W F) as (s1 & h1 & L1 & -> & _ & M1 & W1 & F1).
    assert (D1 : holds Y s1) by (intros v M; apply M1; auto).
    destruct (IH2 Y Y s1 R h1 L1 eq_refl) as (s2 & h2 & L2 & -> & D2 & M2 & W2 & F2); auto.
    { simpl. rewrite A1. reflexivity. }
    exists s2, h2, L2. eauto 8.
  - destruct (_ && _); inversion EA; subst. clear IH.
    apply exec_is_trace in EX. destruct EX as [T SS].
    inversion ST as [| | | | | |es0 s0 R0 h0 L0 vs EV|]; subst.
    destruct z2 as [[S2 h2] L2].
    assert (F1 : Forall (wf_frame h) (callee vs :: s :: R)).
    { constructor; auto. eapply callee_wf; eauto. apply (Forall_inv F). }
    destruct (well_behaved_5_3 _ _ _ _ _ _ _ SS W F1) as (W2 & F2 & _).
    assert (TAIL : exists c, S2 = c :: s :: R).
    { pose proof (stack_kept _ _ _ T _ _ SS (callee vs) (s :: R) h L eq_refl) as (c & h9 & L9 & E). inversion E; subst. eauto. }
    destruct TAIL as [c ->]. inversion SP; subst. exists s, h2, L2. inversion F2; subst. auto 8.
Qed.

(** Lemma 5.10, corrected: from every well-behaved state, all traces of a statement and only these are executed. *)
Theorem traces_5_10 : forall P, legal P -> forall C X Y a b k s R h,
  assigned P C X = Some Y -> level C a = Some b -> holds X s -> wf_heap h -> Forall (wf_frame h) (s :: R) ->
  forall t, (exists tau z', exec_of P C (s :: R, h, k + a) tau z' /\ map fst tau = t) <-> trace_of P C t.
Proof.
  intros P LEGAL C X Y a b k s R h EA EL D W F t. split.
  - intros (tau & z' & E & <-). apply exec_is_trace in E. tauto.
  - intros T. destruct (runs P LEGAL C t T X Y a b k s R h EA EL D W F) as (s' & h' & SS & _).
    destruct (trace_is_exec P C t T _ _ SS) as (tau & E & M). eauto.
Qed.
(** Theorem 5.15, corrected: ⟦C⟧♯ ⊥ = α(⟦C⟧(S, h, 0)). *)
Theorem completeness_5_15_states : forall wb P, legal P -> forall C Y s R h X,
  assigned P C X = Some Y -> level C 0 = Some 0 -> holds X s -> wf_heap h -> Forall (wf_frame h) (s :: R) ->
  collects wb (fun t => exists tau z', exec_of P C (s :: R, h, 0) tau z' /\ map fst tau = t) 0 (analyse wb P C bottom).
Proof.
  intros wb P LEGAL C Y s R h X EA EL D W F.
  pose proof (traces_5_10 P LEGAL C X Y 0 0 0 s R h EA EL D W F) as SAME. simpl in SAME.
  destruct (completeness_5_15 wb P (legal_level P LEGAL) (legal_calls P LEGAL) C EL) as (A & B & E).
  split; [auto | split].
  - intros i. rewrite B. unfold alpha. split; intros (t & T & H); exists t; split; auto; apply SAME; auto.
  - intros t T. apply E, SAME. auto.
Qed.

(** ** Section 6 *)
(** The prefixes of a path that is preserved lead to the same objects. *)
Lemma preserved_value : forall s h s' h' x fs, preserved s h s' h' x fs -> forall i l, i < length fs ->
  value s h (x, firstn i fs) = Some l -> value s' h' (x, firstn i fs) = Some l.
Proof.
  intros s h s' h' x fs ((D & A & _ & _) & ROOT & _ & CELLS). induction i as [|i IH]; intros l I V.
  - unfold value in *. simpl in *. rewrite <- ROOT. exact V.
  - destruct (nth_error fs i) as [f|] eqn:N; [|apply nth_error_None in N; lia].
    assert (E : firstn (S i) fs = firstn i fs ++ [f]).
    { clear - N. revert fs N. induction i as [|i IH]; intros [|g fs] N; simpl in *; try discriminate.
      - inversion N. reflexivity.
      - rewrite (IH fs N). reflexivity. }
    assert (SPLIT : forall s h, value s h (x, firstn (S i) fs) =
              match value s h (x, firstn i fs) with Some l0 => walk h l0 [f] | None => None end).
    { intros s0 h0. rewrite E. unfold value. simpl. destruct (s0 x) as [l0|]; auto. apply walk_app. }
    rewrite SPLIT in V |- *. destruct (value s h (x, firstn i fs)) as [l0|] eqn:V0; [|discriminate].
    rewrite (IH l0) by (auto; lia).
    assert (FP : in_footprint s h x fs (l0, f)) by (exists i, l0, f; auto).
    assert (NA : ~ address_of s h x fs (l0, f)).
    { intros (gs & g & l1 & Efs & V1 & _ & Ea). inversion Ea; subst l1 g.
      assert (Lg : length fs = S (length gs)) by (rewrite Efs, app_length; simpl; lia).
      assert (Vg : value s h (x, firstn (length gs) fs) = Some l0).
      { rewrite Efs, firstn_app, Nat.sub_diag, firstn_all. simpl. rewrite app_nil_r. exact V1. }
      destruct (length gs) as [|n] eqn:Ln; [lia|].
      exact (A n i l0 ltac:(lia) ltac:(lia) Vg V0). }
    destruct (CELLS _ _ FP NA) as (o & o' & H1 & H2 & H3). simpl in V |- *. rewrite H1 in V. rewrite H2, <- H3. exact V.
Qed.
(** After Definition 6.5: what is preserved has the same address. *)
Theorem preserved_address : forall s h s' h' x fs, preserved s h s' h' x fs ->
  forall a, address_of s h x fs a <-> address_of s' h' x fs a.
Proof.
  assert (ONE : forall s h s' h' x fs, preserved s h s' h' x fs -> forall a, address_of s h x fs a -> address_of s' h' x fs a).
  { intros s h s' h' x fs PR a (gs & f & l & E & V & N & ->). pose proof PR as ((_ & _ & (D & _) & _) & _).
    destruct D as (a' & gs' & f' & l' & E' & V' & N' & _). rewrite E in E'. apply app_inj_tail in E'. destruct E' as [<- <-].
    exists gs, f, l. split; auto.
    assert (G : firstn (length gs) fs = gs) by (rewrite E, firstn_app, Nat.sub_diag, firstn_all; simpl; apply app_nil_r).
    pose proof (preserved_value _ _ _ _ _ _ PR (length gs) l) as X. rewrite G in X.
    assert (L : length gs < length fs) by (rewrite E, app_length; simpl; lia). specialize (X L V).
    split; auto. split; auto. congruence. }
  assert (UNIQUE : forall s h x fs a b, address_of s h x fs a -> address_of s h x fs b -> a = b).
  { intros s h x fs a b (gs & f & l & E & V & _ & ->) (gs' & f' & l' & E' & V' & _ & ->). rewrite E in E'.
    apply app_inj_tail in E'. destruct E' as [<- <-]. congruence. }
  intros s h s' h' x fs PR a. split; [eapply ONE; eauto|]. intros AD. pose proof PR as (((( a0 & A0) & _) & _) & _).
  rewrite (UNIQUE _ _ _ _ _ _ AD (ONE _ _ _ _ _ _ PR a0 A0)). exact A0.
Qed.
(** Preservation is a partial equivalence. *)
Theorem preserved_sym : forall s h s' h' x fs, preserved s h s' h' x fs -> preserved s' h' s h x fs.
Proof.
  intros s h s' h' x fs PR. pose proof (preserved_address _ _ _ _ _ _ PR) as AD.
  destruct PR as ((D & A & D' & A') & ROOT & FP & CELLS). split; [auto|]. split; [auto|]. split; [intros a; symmetry; apply FP|].
  intros l f I N. destruct (CELLS l f) as (o & o' & H1 & H2 & H3); [apply FP; auto | rewrite AD; auto|].
  exists o', o. auto.
Qed.
Theorem preserved_trans : forall s h s' h' s'' h'' x fs,
  preserved s h s' h' x fs -> preserved s' h' s'' h'' x fs -> preserved s h s'' h'' x fs.
Proof.
  intros s h s' h' s'' h'' x fs PR PR'. pose proof (preserved_address _ _ _ _ _ _ PR) as AD.
  destruct PR as ((D & A & _ & _) & ROOT & FP & CELLS), PR' as ((_ & _ & D' & A') & ROOT' & FP' & CELLS').
  split; [auto|]. split; [congruence|]. split; [intros a; rewrite FP; apply FP'|].
  intros l f I N. destruct (CELLS l f I N) as (o & o' & H1 & H2 & H3).
  destruct (CELLS' l f) as (o1 & o'' & H4 & H5 & H6); [apply FP; auto | rewrite <- AD; auto|].
  exists o, o''. rewrite H4 in H2. inversion H2; subst. split; auto. split; auto. congruence.
Qed.
(** It is not reflexive: of a path that leads round in a circle. *)
Theorem preserved_not_refl : exists s h x fs, wf_heap h /\ (exists a, address_of s h x fs a) /\ ~ preserved s h s h x fs.
Proof.
  exists (fun _ => Some 0), (fun l => if l =? 0 then Some (fun _ => 0) else None), (Arg 0), [0]. split; [split|split].
  - exists 1. intros l L. destruct (Nat.eqb_spec l 0); auto; lia.
  - intros l o f E. destruct (l =? 0); inversion E; subst. discriminate.
  - exists (0, 0), [], 0, 0. split; auto. split; [reflexivity|]. split; [discriminate | auto].
  - intros ((_ & A & _) & _). apply (A 0 0 0); simpl; auto.
Qed.
