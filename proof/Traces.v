(** * Syntactic traces: calls are matched, locks are balanced, traces exist

    Facts about the syntactic traces of a statement that need no state: every call is matched by its return; the lock
    level at a point depends on the point only and never falls below the level at which the unit was entered (A2,
    the concrete half of Lemma 5.9); every statement has a trace (A5). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Legal Racerdx Exec.

(** ** Lists *)
Lemma split_app : forall {A} (a b c : list A) x (d : list A), a ++ b = c ++ x :: d ->
  (exists d', a = c ++ x :: d' /\ d = d' ++ b) \/ (exists c', c = a ++ c' /\ b = c' ++ x :: d).
Proof.
  induction a as [|y a IH]; intros b c x d E; simpl in *.
  - right. exists c. auto.
  - destruct c as [|y' c]; simpl in E; inversion E as [[Ey Er]]; subst.
    + left. exists a. auto.
    + destruct (IH _ _ _ _ Er) as [(d' & -> & ->)|(c' & -> & ->)]; [left; exists d'; auto | right; exists c'; auto].
Qed.
Lemma singleton_split : forall {A} (x y : A) a b, [x] = a ++ y :: b -> a = [] /\ y = x /\ b = [].
Proof.
  intros A x y [|z a] b E; inversion E; auto.
  destruct a; discriminate.
Qed.

(** ** Calls are matched *)
Lemma trace_thetas : forall P C t, trace_of P C t -> forall T, thetas_after T t = T.
Proof.
  induction 1; intros T; simpl; auto.
  - rewrite thetas_after_app, IHtrace_of1; auto.
  - rewrite thetas_after_app, IHtrace_of1; auto.
  - rewrite thetas_after_app, IHtrace_of. auto.
Qed.
(** Inside a trace, the substitutions that were there at its begin stay at the bottom. *)
Lemma prefix_thetas : forall P C t, trace_of P C t ->
  forall a ev b, t = a ++ ev :: b -> forall T, thetas_after T a = thetas_after [] a ++ T.
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 H1 IH1 H2 IH2|C1 C2 t H IH|C1 C2 t H IH|C|C t1 t2 H1 IH1 H2 IH2|p m es t H IH];
    intros a ev b E T.
  - destruct a; discriminate.
  - apply singleton_split in E. destruct E as [-> _]. auto.
  - destruct (split_app _ _ _ _ _ E) as [(d & -> & ->)|(c' & -> & ->)]; eauto.
    rewrite !thetas_after_app, !(trace_thetas _ _ _ H1). eauto.
  - eauto.
  - eauto.
  - destruct a; discriminate.
  - destruct (split_app _ _ _ _ _ E) as [(d & -> & ->)|(c' & -> & ->)]; eauto.
    rewrite !thetas_after_app, !(trace_thetas _ _ _ H1). eauto.
  - destruct a as [|ev0 a]; [auto|]. injection E as <- Er. simpl.
    destruct (split_app _ _ _ _ _ Er) as [(d & -> & ->)|(c' & -> & E')].
    + rewrite (IH _ _ _ eq_refl (es :: T)), (IH _ _ _ eq_refl [es]), <- app_assoc. auto.
    + apply singleton_split in E'. destruct E' as [-> _]. rewrite app_nil_r, !(trace_thetas _ _ _ H). auto.
Qed.

(** ** Locks are balanced *)
(** Never below 0, if the level is a before. *)
Fixpoint never_below (a : nat) (t : strace) : Prop :=
  match t with
  | [] => True
  | (_, Simple Unlock) :: r => match a with 0 => False | S a => never_below a r end
  | (_, c) :: r => never_below (level_step c a) r
  end.
Lemma never_below_app : forall t u a, never_below a (t ++ u) <-> never_below a t /\ never_below (level_after a t) u.
Proof.
  induction t as [|[p c] t IH]; intros u a; simpl; [tauto|].
  destruct c as [[]| |]; simpl; auto. destruct a; simpl; [tauto | auto].
Qed.
Lemma never_below_up : forall t a k, never_below a t ->
  never_below (k + a) t /\ level_after (k + a) t = k + level_after a t.
Proof.
  induction t as [|[p c] t IH]; intros a k O; simpl in *; auto.
  destruct c as [[]| |]; simpl in *; auto.
  - replace (S (k + a)) with (k + S a) by lia. auto.
  - destruct a; [tauto|]. rewrite Nat.add_succ_r. simpl. auto.
Qed.

Section Levels.
Variable P : program.
Hypothesis LEVEL : forall m, level (mbody P m) 0 = Some 0.

(** A trace of C changes the level as C does. *)
Lemma trace_level : forall C t, trace_of P C t -> forall a b, level C a = Some b ->
  never_below a t /\ level_after a t = b.
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 H1 IH1 H2 IH2|C1 C2 t H IH|C1 C2 t H IH|C|C t1 t2 H1 IH1 H2 IH2|p m es t H IH];
    intros a b E; simpl in E.
  - inversion E; simpl; auto.
  - destruct c; simpl; inversion E; auto. destruct a; inversion E; auto.
  - destruct (level C1 a) as [x|] eqn:E1; try discriminate.
    destruct (IH1 _ _ E1) as [A1 B1], (IH2 _ _ E) as [A2 B2].
    rewrite level_after_app, never_below_app, B1. auto.
  - destruct (level C1 0) as [[|]|] eqn:E1; try discriminate. destruct (level C2 0) as [[|]|]; inversion E; subst.
    destruct (IH _ _ E1) as [A B]. destruct (never_below_up _ _ b A) as [A' B'].
    rewrite Nat.add_0_r in *. rewrite B', B. auto.
  - destruct (level C1 0) as [[|]|]; try discriminate. destruct (level C2 0) as [[|]|] eqn:E2; inversion E; subst.
    destruct (IH _ _ E2) as [A B]. destruct (never_below_up _ _ b A) as [A' B'].
    rewrite Nat.add_0_r in *. rewrite B', B. auto.
  - destruct (level C 0) as [[|]|]; inversion E; simpl; auto.
  - destruct (level C 0) as [[|]|] eqn:E1; try discriminate. inversion E; subst.
    destruct (IH1 _ _ E1) as [A B]. destruct (IH2 b b) as [A2 B2]; [simpl; rewrite E1; auto|].
    destruct (never_below_up _ _ b A) as [A' B']. rewrite Nat.add_0_r in *.
    rewrite level_after_app, never_below_app, B', B, Nat.add_0_r. auto.
  - inversion E; subst. destruct (IH _ _ (LEVEL m)) as [A B]. destruct (never_below_up _ _ b A) as [A' B'].
    rewrite Nat.add_0_r in *. simpl. rewrite level_after_app, never_below_app, B', B. simpl. auto.
Qed.
(** Inside a trace, levels are those of a trace from the relative level, plus what was there before. *)
Lemma prefix_level : forall C a b x ev y, trace_of P C (x ++ ev :: y) -> level C a = Some b ->
  forall k, level_after (k + a) x = k + level_after a x.
Proof.
  intros C a b x ev y T E k. destruct (trace_level _ _ T _ _ E) as [O _].
  apply never_below_app in O. destruct O as [O _]. apply never_below_up; auto.
Qed.
End Levels.

(** ** Traces exist *)
Section Exist.
Variable P : program.
Hypothesis DOWN : forall m, calls_below m (mbody P m).

Lemma traces_exist_below : forall n C, calls_below n C -> exists t, trace_of P C t.
Proof.
  induction n as [n IHn] using lt_wf_ind. induction C; simpl; intros B.
  - eexists; constructor.
  - eexists; constructor.
  - destruct B as [B1 B2]. destruct (IHC1 B1), (IHC2 B2). eexists; econstructor; eauto.
  - destruct B as [B1 B2]. destruct (IHC1 B1). eexists; econstructor; eauto.
  - eexists; constructor.
  - destruct (IHn m B (mbody P m) (DOWN m)). eexists; econstructor; eauto.
Qed.
Fixpoint calls_bound (C : stmt) : nat :=
  match C with
  | Seq C1 C2 | If C1 C2 => max (calls_bound C1) (calls_bound C2)
  | While C => calls_bound C
  | Call _ m _ => S m
  | _ => 0
  end.
Lemma calls_below_mono : forall C n k, calls_below n C -> n <= k -> calls_below k C.
Proof. induction C; simpl; intros n k B L; intuition eauto. lia. Qed.
Lemma calls_below_bound : forall C, calls_below (calls_bound C) C.
Proof. induction C; simpl; auto; split; eapply calls_below_mono; eauto; lia. Qed.
Theorem traces_exist : forall C, exists t, trace_of P C t.
Proof. intros C. eapply traces_exist_below, calls_below_bound. Qed.
End Exist.
