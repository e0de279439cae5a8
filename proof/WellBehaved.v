(** * Well-behaved states stay so, and legal programs are never stuck (Lemmas 5.3 and 5.10, corrected)

    [step_well_behaved] is Lemma 5.3: a step keeps heaps without dangling pointers and frames whose variables hold
    objects or nil.  (As printed, no variable may hold nil, which fails at every push, G10.)
    [traces_run] is Lemma 5.10: a complete syntactic trace of a legal body is executed from every well-behaved state,
    so the set of syntactic traces is the same for all of them.
    [bring] puts two executions together: from every initial configuration, two threads can be brought before two
    accesses if one of them is made without the lock. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Exec Traces.

(** ** Heaps only grow *)
Definition grows (h h' : heap) : Prop := forall l, h l <> None -> h' l <> None.
Lemma grows_refl : forall h, grows h h.
Proof. intros h l; auto. Qed.
Lemma grows_trans : forall a b c, grows a b -> grows b c -> grows a c.
Proof. unfold grows; auto. Qed.
Lemma wf_frame_grows : forall h h' s, grows h h' -> wf_frame h s -> wf_frame h' s.
Proof. intros h h' s M W x l E. apply M. eauto. Qed.
Lemma wf_frames_grow : forall h h' S, grows h h' -> Forall (wf_frame h) S -> Forall (wf_frame h') S.
Proof. intros h h' S M F. eapply Forall_impl; [|exact F]. intros s. apply wf_frame_grows; auto. Qed.

(** ** Walks stay inside the heap *)
Lemma walk_defined : forall h, wf_heap h -> forall fs l, h l <> None ->
  exists l', walk h l fs = Some l' /\ h l' <> None.
Proof.
  intros h [_ W]. induction fs as [|f fs IH]; simpl; intros l N; eauto.
  destruct (h l) as [o|] eqn:E; [|congruence]. apply IH. eapply W; eauto.
Qed.
Lemma value_in_heap : forall h s e l, wf_heap h -> wf_frame h s -> value s h e = Some l -> h l <> None.
Proof.
  intros h s e l W F E. unfold value in E. destruct (s (fst e)) as [a|] eqn:Es; [|discriminate].
  destruct (walk_defined h W (snd e) a (F _ _ Es)) as (x & Ex & Nx). congruence.
Qed.
Lemma value_defined : forall h s e, wf_heap h -> wf_frame h s -> s (fst e) <> None ->
  exists l, value s h e = Some l /\ h l <> None.
Proof.
  intros h s e W F N. unfold value. destruct (s (fst e)) as [l|] eqn:Es; [|congruence].
  apply walk_defined; eauto.
Qed.
Lemma values_nth : forall s h es vs, values s h es = Some vs -> forall i,
  (forall e, nth_error es i = Some e -> exists l, value s h e = Some l /\ nth_error vs i = Some l) /\
  (forall l, nth_error vs i = Some l -> exists e, nth_error es i = Some e /\ value s h e = Some l).
Proof.
  induction es as [|e es IH]; simpl; intros vs E i.
  - inversion E; subst. destruct i; split; intros ? N; simpl in N; discriminate.
  - destruct (value s h e) as [l|] eqn:Ee; [|discriminate]. destruct (values s h es) as [ls|]; [|discriminate].
    inversion E; subst. destruct i as [|i]; simpl.
    + split; intros ? N; inversion N; subst; eauto.
    + apply (IH ls eq_refl i).
Qed.

(** ** Updates *)
Lemma hset_grows : forall h l f v, grows h (hset h l f v).
Proof. intros h l f v x N. unfold hset. destruct (Nat.eqb_spec x l) as [->|]; auto. destruct (h l); congruence. Qed.
Lemma hset_wf : forall h l f v, wf_heap h -> h v <> None -> wf_heap (hset h l f v).
Proof.
  intros h l f v [[N B] W] V. split.
  - exists N. intros x L. unfold hset. destruct (Nat.eqb_spec x l) as [->|]; auto. rewrite B; auto.
  - intros x o g E. apply hset_grows. unfold hset in E. destruct (Nat.eqb_spec x l) as [->|]; eauto.
    destruct (h l) eqn:El; inversion E; subst. destruct (Nat.eqb_spec g f); eauto.
Qed.
Lemma hnew_grows : forall h l, grows h (hnew h l).
Proof. intros h l x N. unfold hnew. destruct (Nat.eqb_spec x l); congruence. Qed.
Lemma hnew_wf : forall h l, wf_heap h -> h l = None -> wf_heap (hnew h l).
Proof.
  intros h l [[N B] W] F. split.
  - exists (max N (S l)). intros x L. unfold hnew. destruct (Nat.eqb_spec x l); [lia|]. apply B. lia.
  - intros x o g E. unfold hnew in E. destruct (Nat.eqb_spec x l) as [->|].
    + inversion E; subst. unfold hnew. rewrite Nat.eqb_refl. congruence.
    + apply hnew_grows. eauto.
Qed.
Lemma bind_wf : forall h s x l, wf_frame h s -> h l <> None -> wf_frame h (bind s x l).
Proof. intros h s x l F N y l' E. unfold bind in E. destruct (var_eq_dec y x); eauto. congruence. Qed.
Lemma callee_wf : forall h s es vs, wf_heap h -> wf_frame h s -> values s h es = Some vs -> wf_frame h (callee vs).
Proof.
  intros h s es vs W F E x l C. destruct x as [i|i]; simpl in C; [|discriminate].
  destruct (values_nth _ _ _ _ E i) as [_ N]. destruct (N _ C) as (e & _ & Ee). eapply value_in_heap; eauto.
Qed.

(** ** Lemma 5.3 *)
Theorem step_well_behaved : forall c S h L S' h' L', step c (S, h, L) (S', h', L') ->
  wf_heap h -> Forall (wf_frame h) S -> wf_heap h' /\ Forall (wf_frame h') S' /\ grows h h'.
Proof.
  intros c S h L S' h' L' ST W F. inversion ST; subst; clear ST; inversion F; subst; auto using grows_refl.
  - split; [|split]; auto using grows_refl. constructor; auto. apply bind_wf; eauto.
  - split; [|split]; auto using grows_refl. constructor; auto. apply bind_wf; auto. eapply value_in_heap; eauto.
  - split; [|split]; auto using hset_grows.
    + apply hset_wf; eauto.
    + eapply wf_frames_grow; [apply hset_grows | eauto].
  - split; [|split]; auto using hnew_grows.
    + apply hnew_wf; auto.
    + constructor; [|eapply wf_frames_grow; [apply hnew_grows | auto]].
      apply bind_wf; [eapply wf_frame_grows; [apply hnew_grows | auto]|].
      unfold hnew. rewrite Nat.eqb_refl. congruence.
  - split; [|split]; auto using grows_refl. constructor; auto. eapply callee_wf; eauto.
Qed.
Theorem well_behaved_5_3 : forall t S h L S' h' L', steps t (S, h, L) (S', h', L') ->
  wf_heap h -> Forall (wf_frame h) S -> wf_heap h' /\ Forall (wf_frame h') S' /\ grows h h'.
Proof.
  induction t as [|[p c] t IH]; intros S h L S' h' L' SS W F.
  - inversion SS; subst. auto using grows_refl.
  - inversion SS as [|p0 c0 t0 z0 [[S1 h1] L1] z1 ST SR]; subst.
    destruct (step_well_behaved _ _ _ _ _ _ _ ST W F) as (A & B & M).
    destruct (IH _ _ _ _ _ _ SR A B) as (A' & B' & M'). eauto using grows_trans.
Qed.
Theorem any_order_well_behaved : forall K0 taus K, any_order K0 taus K ->
  wf_heap (cheap K0) -> (forall t, Forall (wf_frame (cheap K0)) (stacks K0 @ t)) ->
  wf_heap (cheap K) /\ (forall t, Forall (wf_frame (cheap K)) (stacks K @ t)) /\ grows (cheap K0) (cheap K).
Proof.
  induction 1 as [|taus K t p c S h L L' Ls I IH X]; intros W F; auto using grows_refl.
  destruct (IH W F) as (W' & F' & M). simpl.
  destruct (step_well_behaved _ _ _ _ _ _ _ X W' (F' t)) as (A & B & N).
  split; [auto | split; [|eapply grows_trans; eauto]].
  intros u. destruct (same_or_other t u) as [->| ->].
  - rewrite at_put_same. auto.
  - rewrite at_put_other. eapply wf_frames_grow; eauto.
Qed.

(** The levels of an execution are those of its syntactic trace. *)
Lemma steps_level : forall t z z', steps t z z' -> snd z' = level_after (snd z) t.
Proof.
  induction 1 as [|p c t z z' z'' ST SS IH]; simpl; auto. rewrite IH. f_equal. inversion ST; subst; simpl; auto.
Qed.

(** Levels in an interleaving are those of the traces. *)
Lemma interleaving_level : forall K0 taus K, interleaving K0 taus K -> (forall t, levels K0 @ t = 0) ->
  forall t, levels K @ t = level_after 0 (taus @ t).
Proof.
  induction 1 as [|taus K t p c K' I IH ST]; intros Z u.
  - rewrite Z. destruct u; auto.
  - inversion ST as [S h L X OK]; subst. cbn [levels]. destruct (same_or_other t u) as [->| ->].
    + rewrite !at_put_same, level_after_app, <- IH by auto.
      assert (SS : steps [(p, c)] (stacks K @ t, cheap K, levels K @ t) (S, h, L)) by (econstructor; [eauto | constructor]).
      apply steps_level in SS. auto.
    + rewrite !at_put_other. auto.
Qed.

(** ** Lemma 5.10 *)
(** The variables of X hold objects. *)
Definition holds (X : list var) (s : frame) : Prop := forall x, mem x X = true -> s x <> None.
Lemma holds_formals : forall n s, formals_hold n s <-> holds (formal_vars n) s.
Proof.
  intros n s. split.
  - intros F x M. apply mem_formal_vars in M. destruct M as (i & L & ->). auto.
  - intros H i L. apply H. apply mem_formal_vars. eauto.
Qed.
Lemma holds_bind : forall X s x l, holds X s -> holds (x :: X) (bind s x l).
Proof.
  intros X s x l H y M. apply mem_cons in M. unfold bind. destruct (var_eq_dec y x); [congruence|].
  destruct M; [contradiction | auto].
Qed.
(** What holds an object does so later. *)
Definition keeps (s s' : frame) : Prop := forall x, s x <> None -> s' x <> None.
Lemma keeps_bind : forall s x l, keeps s (bind s x l).
Proof. intros s x l y N. unfold bind. destruct (var_eq_dec y x); congruence. Qed.
Lemma values_defined : forall h s X es, wf_heap h -> wf_frame h s -> holds X s ->
  forallb (fun e => mem (fst e) X) es = true -> exists vs, values s h es = Some vs /\ length vs = length es.
Proof.
  induction es as [|e es IH]; simpl; intros W F D E; eauto.
  apply andb_prop in E. destruct E as [E1 E2]. destruct (value_defined h s e W F (D _ E1)) as (l & -> & _).
  destruct (IH W F D E2) as (vs & -> & L). eexists; split; eauto. simpl; auto.
Qed.

Section Run.
Variable P : program.
Hypothesis LEGAL : legal P.

(** Simple commands are not stuck. *)
Lemma simple_runs : forall p c X Y a b k s R h,
  assigned P (Do p c) X = Some Y -> level (Do p c) a = Some b -> holds X s ->
  wf_heap h -> Forall (wf_frame h) (s :: R) ->
  exists s' h', step (Simple c) (s :: R, h, k + a) (s' :: R, h', k + b) /\ holds Y s' /\ keeps s s'.
Proof.
  intros p c X Y a b k s R h EA EL D W F. pose proof (Forall_inv F) as Fs. simpl in EA, EL.
  assert (REFL : keeps s s) by (intros x; auto).
  destruct c as [x y|x pi|pi x|x| |].
  - destruct (mem y X) eqn:My; inversion EA; inversion EL; subst.
    destruct (s y) as [l|] eqn:Ey; [|exfalso; apply (D y); auto].
    exists (bind s x l), h. split; [constructor; auto | split; [apply holds_bind | apply keeps_bind]; auto].
  - destruct (mem (proot pi) X) eqn:My; inversion EA; inversion EL; subst.
    destruct (value_defined h s (path_expr pi) W Fs (D _ My)) as (l & El & _).
    exists (bind s x l), h. split; [constructor; auto | split; [apply holds_bind | apply keeps_bind]; auto].
  - destruct (mem (proot pi) X) eqn:My; [|discriminate]. destruct (mem x X) eqn:Mx; inversion EA; inversion EL; subst.
    destruct (value_defined h s (path_base pi) W Fs (D _ My)) as (l & El & Nl).
    destruct (h l) as [o|] eqn:Ho; [|congruence].
    destruct (s x) as [v|] eqn:Ex; [|exfalso; apply (D x); auto].
    exists s, (hset h l (plast pi) v). split; [econstructor; eauto | auto].
  - inversion EA; inversion EL; subst. destruct W as [[N B] W'].
    exists (bind s x N), (hnew h N).
    split; [constructor; apply B; auto | split; [apply holds_bind | apply keeps_bind]; auto].
  - inversion EA; inversion EL; subst. rewrite Nat.add_succ_r. exists s, h. split; [constructor | auto].
  - destruct a; inversion EA; inversion EL; subst. rewrite Nat.add_succ_r. exists s, h. split; [constructor | auto].
Qed.

(** A complete trace of C runs from every well-behaved state in which the variables of X hold objects.  The level is
    a relative to where the unit was entered, and k + a in all. *)
Lemma runs : forall C t, trace_of P C t -> forall X Y a b k s R h,
  assigned P C X = Some Y -> level C a = Some b -> holds X s -> wf_heap h -> Forall (wf_frame h) (s :: R) ->
  exists s' h', steps t (s :: R, h, k + a) (s' :: R, h', k + b) /\ holds Y s' /\ keeps s s'.
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 H1 IH1 H2 IH2|C1 C2 t H IH|C1 C2 t H IH|C|C t1 t2 H1 IH1 H2 IH2|p m es t H IH];
    intros X Y a b k s R h EA EL D W F.
  - (* skip *)
    inversion EA; inversion EL; subst. exists s, h. split; [constructor | split; auto]. intros x; auto.
  - (* a simple command *)
    destruct (simple_runs p c X Y a b k s R h EA EL D W F) as (s' & h' & ST & D').
    exists s', h'. split; auto. econstructor; eauto. constructor.
  - (* C1; C2 *)
    simpl in EA, EL. destruct (assigned P C1 X) as [Z|] eqn:A1; [|discriminate].
    destruct (level C1 a) as [c|] eqn:L1; [|discriminate].
    destruct (IH1 _ _ _ _ k _ _ _ A1 L1 D W F) as (s1 & h1 & S1 & D1 & M1).
    destruct (well_behaved_5_3 _ _ _ _ _ _ _ S1 W F) as (W1 & F1 & _).
    destruct (IH2 _ _ _ _ k _ _ _ EA EL D1 W1 F1) as (s2 & h2 & S2 & D2 & M2).
    exists s2, h2. split; [eapply steps_app; eauto | split; [auto|]]. intros x N. auto.
  - (* if: the first branch *)
    simpl in EA, EL. destruct (assigned P C1 X) as [Y1|] eqn:A1; [|discriminate].
    destruct (assigned P C2 X) as [Y2|] eqn:A2; inversion EA; subst.
    destruct (level C1 0) as [[|]|] eqn:L1; try discriminate. destruct (level C2 0) as [[|]|]; inversion EL; subst.
    destruct (IH _ _ _ _ (k + b) _ _ _ A1 L1 D W F) as (s1 & h1 & S1 & D1 & M1). rewrite Nat.add_0_r in S1.
    exists s1, h1. split; [auto | split; auto].
    intros x M. apply D1. rewrite mem_in in *. apply filter_In in M. tauto.
  - (* if: the second branch *)
    simpl in EA, EL. destruct (assigned P C1 X) as [Y1|] eqn:A1; [|discriminate].
    destruct (assigned P C2 X) as [Y2|] eqn:A2; inversion EA; subst.
    destruct (level C1 0) as [[|]|]; try discriminate. destruct (level C2 0) as [[|]|] eqn:L2; inversion EL; subst.
    destruct (IH _ _ _ _ (k + b) _ _ _ A2 L2 D W F) as (s1 & h1 & S1 & D1 & M1). rewrite Nat.add_0_r in S1.
    exists s1, h1. split; [auto | split; auto].
    intros x M. apply D1. rewrite mem_in in M. apply filter_In in M. tauto.
  - (* a loop that is left *)
    simpl in EA, EL. destruct (assigned P C X); inversion EA; subst.
    destruct (level C 0) as [[|]|]; inversion EL; subst.
    exists s, h. split; [constructor | split; auto]. intros x; auto.
  - (* a loop that goes round *)
    simpl in EA, EL. destruct (assigned P C X) as [Z|] eqn:A1; inversion EA; subst.
    destruct (level C 0) as [[|]|] eqn:L1; inversion EL; subst.
    destruct (IH1 _ _ _ _ (k + b) _ _ _ A1 L1 D W F) as (s1 & h1 & S1 & _ & M1). rewrite Nat.add_0_r in S1.
    destruct (well_behaved_5_3 _ _ _ _ _ _ _ S1 W F) as (W1 & F1 & _).
    destruct (IH2 Y Y b b k s1 R h1) as (s2 & h2 & S2 & D2 & M2); auto.
    + simpl. rewrite A1. auto.
    + simpl. rewrite L1. auto.
    + intros x M. apply M1. auto.
    + exists s2, h2. split; [eapply steps_app; eauto | split; auto]. intros x N. auto.
  - (* a call: the body runs in a frame of its own *)
    simpl in EA, EL. destruct (forallb (fun e => mem (fst e) X) es) eqn:FB; [|discriminate].
    destruct (Nat.eqb_spec (length es) (arity P m)) as [Le|]; inversion EA; inversion EL; subst.
    destruct (values_defined h s Y es W (Forall_inv F) D FB) as (vs & Ev & Lv).
    destruct (assigned P (mbody P m) (formal_vars (arity P m))) as [Z|] eqn:AZ;
      [|exfalso; eapply legal_assigned; eauto].
    destruct (IH _ _ 0 0 (k + b) (callee vs) (s :: R) h AZ (legal_level P LEGAL m)) as (s1 & h1 & S1 & _ & _); auto.
    + apply holds_formals. intros i I. simpl. apply nth_error_Some. rewrite (eq_trans Lv Le). auto.
    + constructor; auto. eapply callee_wf; eauto. apply (Forall_inv F).
    + rewrite Nat.add_0_r in S1. exists s, h1. split; [|split; [auto | intros x; auto]].
      econstructor; [constructor; eauto|]. eapply steps_app; eauto. econstructor; [constructor | constructor].
Qed.

(** A complete trace of a thread block runs from every initial configuration's state. *)
Definition well_behaved (n : nat) (S : list frame) (h : heap) : Prop :=
  wf_heap h /\ exists s, S = [s] /\ wf_frame h s /\ formals_hold n s.
Theorem traces_run_5_10 : forall t tau S h, trace_of P (blocks P @ t) tau -> well_behaved (formals P) S h ->
  exists S' h', steps tau (S, h, 0) (S', h', 0).
Proof.
  intros t tau S h T (W & s & -> & Fs & FH). destruct LEGAL as [_ LB]. destruct (LB t) as [LV AS].
  destruct (assigned P (blocks P @ t) (formal_vars (formals P))) as [Y|] eqn:A; [|congruence].
  assert (F : Forall (wf_frame h) [s]) by auto.
  apply holds_formals in FH.
  destruct (runs _ _ T _ _ 0 0 0 s [] h A LV FH W F) as (s' & h' & R & _). eauto.
Qed.
(** Lemma 5.10: the syntactic traces that are executed are the same from all of these states, and there is one. *)
Theorem same_traces_5_10 : forall t S1 h1 S2 h2,
  well_behaved (formals P) S1 h1 -> well_behaved (formals P) S2 h2 ->
  (forall tau, (exists z, trace_of P (blocks P @ t) tau /\ steps tau (S1, h1, 0) z) <->
               (exists z, trace_of P (blocks P @ t) tau /\ steps tau (S2, h2, 0) z)) /\
  (exists tau z, trace_of P (blocks P @ t) tau /\ steps tau (S1, h1, 0) z).
Proof.
  intros t S1 h1 S2 h2 W1 W2. split.
  - intros tau. split; intros (z & T & _);
      [destruct (traces_run_5_10 _ _ _ _ T W2) as (S' & h' & R) | destruct (traces_run_5_10 _ _ _ _ T W1) as (S' & h' & R)];
      eauto.
  - destruct (traces_exist P (legal_calls P LEGAL) (blocks P @ t)) as [tau T].
    destruct (traces_run_5_10 _ _ _ _ T W1) as (S' & h' & R). eauto.
Qed.
End Run.

(** ** Interleavings that bring both threads before their accesses *)
(** While the other thread holds no lock, an execution of one thread is part of an interleaving. *)
Lemma lift : forall tau z z', steps tau z z' -> forall K0 t taus K, interleaving K0 taus K ->
  z = (stacks K @ t, cheap K, levels K @ t) -> levels K @ other t = 0 ->
  exists K', interleaving K0 (put taus t (taus @ t ++ tau)) K' /\
    z' = (stacks K' @ t, cheap K', levels K' @ t) /\
    stacks K' @ other t = stacks K @ other t /\ levels K' @ other t = levels K @ other t.
Proof.
  induction 1 as [z|p c tau z [[S h] L] z'' ST SS IH]; intros K0 t taus K I -> Z.
  - exists K. rewrite app_nil_r. split; auto. destruct taus, t; auto.
  - set (K1 := Config (put (stacks K) t S) h (put (levels K) t L)).
    assert (I1 : interleaving K0 (put taus t (taus @ t ++ [(p, c)])) K1).
    { econstructor; eauto. constructor; auto. }
    destruct (IH K0 t _ K1 I1) as (K' & I' & E & S2 & L2).
    + unfold K1. simpl. rewrite !at_put_same. auto.
    + unfold K1. simpl. rewrite at_put_other. auto.
    + exists K'. unfold K1 in S2, L2. cbn [stacks levels] in S2, L2. rewrite at_put_other in S2. rewrite at_put_other in L2.
      split; [|auto]. rewrite at_put_same, <- app_assoc in I'. simpl in I'. destruct t, taus; exact I'.
Qed.

(** The end of the first of two parts of a schedule: thread t stops before an access at level 0, then the other. *)
Lemma bring_first : forall P, legal P -> forall t K0 a1 e1 b1 a2 e2 b2, initial (formals P) K0 ->
  trace_of P (blocks P @ t) (a1 ++ e1 :: b1) -> trace_of P (blocks P @ other t) (a2 ++ e2 :: b2) ->
  level_after 0 a1 = 0 ->
  exists K, interleaving K0 (put (put ([], []) t a1) (other t) a2) K.
Proof.
  intros P LEGAL t K0 a1 e1 b1 a2 e2 b2 [W INI] T1 T2 Z.
  destruct (INI t) as (Z1 & s1 & Sk1 & Wf1 & Fh1). destruct (INI (other t)) as (Z2 & s2 & Sk2 & Wf2 & Fh2).
  destruct (traces_run_5_10 P LEGAL t _ (stacks K0 @ t) (cheap K0) T1) as (S' & h' & R); [split; eauto|].
  apply steps_split in R. destruct R as ([[S1 h1] L1] & R1 & _).
  destruct (lift _ _ _ R1 K0 t ([], []) K0 (inter_start K0)) as (K1 & I1 & E1 & Sk & Lv); [rewrite Z1; auto | auto |].
  assert (WB : wf_heap (cheap K1) /\ (forall u, Forall (wf_frame (cheap K1)) (stacks K1 @ u)) /\ grows (cheap K0) (cheap K1)).
  { apply (any_order_well_behaved _ _ _ (interleaving_any_order _ _ _ I1)); auto. intros u. destruct (INI u) as (_ & s & -> & X & _). auto. }
  destruct WB as (W1 & F1 & G1).
  destruct (traces_run_5_10 P LEGAL (other t) _ (stacks K1 @ other t) (cheap K1) T2) as (S'' & h'' & R'').
  { split; auto. exists s2. rewrite Sk. split; auto. split; auto. eapply wf_frame_grows; eauto. }
  apply steps_split in R''. destruct R'' as (z2 & R2 & _).
  destruct (lift _ _ _ R2 K0 (other t) _ K1 I1) as (K2 & I2 & _).
  - rewrite Lv, Z2. auto.
  - rewrite other_other. pose proof (steps_level _ _ _ R1) as SL. rewrite E1 in SL. simpl in SL. congruence.
  - exists K2. destruct t; exact I2.
Qed.
(** From every initial configuration, an interleaving brings both threads before their accesses, if one of these is
    made without the lock. *)
Theorem bring : forall P, legal P -> forall K0 a1 e1 b1 a2 e2 b2, initial (formals P) K0 ->
  trace_of P (blocks P @ one) (a1 ++ e1 :: b1) -> trace_of P (blocks P @ two) (a2 ++ e2 :: b2) ->
  level_after 0 a1 = 0 \/ level_after 0 a2 = 0 ->
  exists K, interleaving K0 (a1, a2) K.
Proof.
  intros P LEGAL K0 a1 e1 b1 a2 e2 b2 INI T1 T2 [Z|Z].
  - apply (bring_first P LEGAL one _ _ _ _ _ _ _ INI T1 T2 Z).
  - apply (bring_first P LEGAL two _ _ _ _ _ _ _ INI T2 T1 Z).
Qed.
Theorem initial_any_order : forall n K0 taus K, initial n K0 -> any_order K0 taus K ->
  wf_heap (cheap K) /\ (forall t, Forall (wf_frame (cheap K)) (stacks K @ t)) /\ grows (cheap K0) (cheap K).
Proof.
  intros n K0 taus K [W INI] I. eapply any_order_well_behaved; eauto.
  intros t. destruct (INI t) as (_ & s & -> & X & _). auto.
Qed.
Theorem initial_well_behaved : forall n K0 taus K, initial n K0 -> interleaving K0 taus K ->
  wf_heap (cheap K) /\ (forall t, Forall (wf_frame (cheap K)) (stacks K @ t)) /\ grows (cheap K0) (cheap K).
Proof. eauto using initial_any_order, interleaving_any_order. Qed.
