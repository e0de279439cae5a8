(** * Executing a syntactic trace abstractly (Figure 8, Definition 5.4)

    [exec] folds a syntactic trace to an abstract state and a stack of substitutions; [alpha] is the abstraction of
    a set of traces.  [exec_has] says what exec computes: an element is there just if some event of the trace
    contributes it, under the substitutions and at the lock level that the event is reached with.

    Differences from the paper:
    - exec of the empty trace returns the substitutions it was given (G28); an access is recorded at the level that
      is reached (G29).
    - alpha of a set is given by its elements, and by its level where the set has one: traces that start at level 0
      (G31) and end at different levels have no common level (Lemmas 5.8, 5.11, 5.14). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Legal Racerdx.

(** ** Substitutions along a trace *)
Definition theta_step (T : thetas) (c : command) : thetas :=
  match c with Push es => es :: T | Pop => tl T | Simple _ => T end.
(** θ̄ after a trace. *)
Fixpoint thetas_after (T : thetas) (t : strace) : thetas :=
  match t with [] => T | (_, c) :: r => thetas_after (theta_step T c) r end.

Lemma thetas_after_app : forall t u T, thetas_after T (t ++ u) = thetas_after (thetas_after T t) u.
Proof. induction t as [|[p c] t]; simpl; auto. Qed.

(** e^(θ̄ ++ θ̄') = (e^θ̄)^θ̄'. *)
Lemma subst_app : forall A B e, subst (A ++ B) e = match subst A e with Some e' => subst B e' | None => None end.
Proof.
  induction A as [|th A IH]; intros B [[i|i] fs]; simpl; auto.
  - destruct B; auto.
  - destruct (nth_error th i) as [[y ys]|]; auto.
Qed.
(** (e.g)^θ̄ = e^θ̄.g. *)
Lemma subst_extend : forall T x fs v gs, subst T (x, fs) = Some (v, gs) ->
  forall hs, subst T (x, fs ++ hs) = Some (v, gs ++ hs).
Proof.
  induction T as [|th T IH]; intros [i|i] fs v gs E hs; simpl in *; try discriminate.
  - inversion E; subst; auto.
  - destruct (nth_error th i) as [[y ys]|]; try discriminate. simpl in *. rewrite app_assoc. apply IH; auto.
Qed.
Lemma subst_root : forall T x fs e, subst T (x, fs) = Some e ->
  exists v gs, subst T (x, []) = Some (v, gs) /\ e = (v, gs ++ fs).
Proof.
  induction T as [|th T IH]; intros [i|i] fs e E; simpl in *; try discriminate.
  - inversion E; subst. exists (Arg i), []. auto.
  - destruct (nth_error th i) as [[y ys]|]; try discriminate. simpl in *.
    destruct (IH _ _ _ E) as (v & gs & E1 & ->). rewrite app_nil_r. exists v, (gs ++ ys). split.
    + apply (subst_extend _ _ _ _ _ E1 ys).
    + rewrite app_assoc; auto.
Qed.

(** ** Lock levels along a trace *)
Definition level_step (c : command) (L : nat) : nat := match c with Simple c => locking c L | _ => L end.
(** The level after a trace. *)
Fixpoint level_after (L : nat) (t : strace) : nat :=
  match t with [] => L | (_, c) :: r => level_after (level_step c L) r end.
Lemma level_after_app : forall t u L, level_after L (t ++ u) = level_after (level_after L t) u.
Proof. induction t as [|[p c] t]; simpl; auto. Qed.

(** ** Figure 8 *)
(** One command: the clauses of Figure 8, each with what it adds. *)
Definition exec_event (wb : bool) (ev : event) (dT : dom * thetas) : dom * thetas :=
  let '(d, T) := dT in
  match snd ev with
  | Simple c =>
      (Dom (filter_map (subst T) (touches c) ++ dW d) (filter_map (subst T) (assigns c) ++ dWr d)
           (locking c (dL d)) (accesses T (fst ev) c (dL d) ++ dA d), T)
  | Push es =>
      (Dom ((if wb then filter_map (subst T) (prefix_arguments es) else []) ++ dW d) (dWr d) (dL d) (dA d), es :: T)
  | Pop => (d, tl T)
  end.
Definition exec (wb : bool) (t : strace) (dT : dom * thetas) : dom * thetas :=
  fold_left (fun dT ev => exec_event wb ev dT) t dT.

(** Figure 8 as it is written: the last command comes last. *)
Lemma exec_nil : forall wb dT, exec wb [] dT = dT.
Proof. reflexivity. Qed.
Lemma exec_snoc : forall wb t ev dT, exec wb (t ++ [ev]) dT = exec_event wb ev (exec wb t dT).
Proof. intros. unfold exec. rewrite fold_left_app. reflexivity. Qed.
Lemma exec_app : forall wb t u dT, exec wb (t ++ u) dT = exec wb u (exec wb t dT).
Proof. intros. unfold exec. apply fold_left_app. Qed.

(** exec keeps the stack of substitutions and the level. *)
Lemma exec_thetas : forall wb t d T, snd (exec wb t (d, T)) = thetas_after T t.
Proof.
  induction t as [|[p c] t IH]; intros d T; [auto|]. simpl.
  destruct c; simpl; apply IH.
Qed.
Lemma exec_level : forall wb t d T, dL (fst (exec wb t (d, T))) = level_after (dL d) t.
Proof.
  induction t as [|[p c] t IH]; intros d T; [auto|]. simpl.
  destruct c; simpl; rewrite IH; auto.
Qed.

(** What an event contributes that is reached with θ̄ at level L. *)
Definition contributes (wb : bool) (T : thetas) (L : nat) (ev : event) (i : element) : Prop :=
  has (fst (exec_event wb ev (Dom [] [] L [], T))) i.

Lemma exec_event_has : forall wb ev d T i,
  has (fst (exec_event wb ev (d, T))) i <-> has d i \/ contributes wb T (dL d) ev i.
Proof.
  intros wb [p c] d T i. unfold contributes. destruct c, i; simpl; rewrite ?app_nil_r, ?in_app_iff; tauto.
Qed.
Theorem exec_has : forall wb t d T i,
  has (fst (exec wb t (d, T))) i <->
  has d i \/ exists a ev b, t = a ++ ev :: b /\ contributes wb (thetas_after T a) (level_after (dL d) a) ev i.
Proof.
  intros wb t d T i. induction t as [|ev t IH] using rev_ind.
  - simpl. split; auto. intros [H|(a & ev & b & E & _)]; auto. destruct a; discriminate.
  - rewrite exec_snoc. pose proof (exec_thetas wb t d T) as ET. pose proof (exec_level wb t d T) as EL.
    destruct (exec wb t (d, T)) as [d' T']. simpl in ET, EL, IH. rewrite exec_event_has, IH, EL, ET. split.
    + intros [[H|(a & ev' & b & -> & H)]|H]; auto; right.
      * exists a, ev', (b ++ [ev]). rewrite <- app_assoc. auto.
      * exists t, ev, []. auto.
    + intros [H|(a & ev' & b & Et & H)]; auto.
      destruct b as [|x b] using rev_ind.
      * apply app_inj_tail in Et. destruct Et as [-> ->]. auto.
      * clear IHb. left. right. rewrite app_comm_cons, app_assoc in Et. apply app_inj_tail in Et.
        destruct Et as [-> _]. eauto.
Qed.

(** ** The abstraction of a set of traces (Definition 5.4) *)
(** Traces are abstracted from level 0 and without open calls. *)
Definition abstract (wb : bool) (t : strace) : dom := fst (exec wb t (bottom, [])).
(** i is an element of α(T), for a set T of traces. *)
Definition alpha (wb : bool) (T : strace -> Prop) (i : element) : Prop := exists t, T t /\ has (abstract wb t) i.

(** Lemma 5.5: α is additive, for any family of sets. *)
Theorem additive_5_5 : forall wb (I : Type) (T : I -> strace -> Prop) i,
  alpha wb (fun t => exists j, T j t) i <-> exists j, alpha wb (T j) i.
Proof.
  intros. unfold alpha. split.
  - intros (t & (j & H) & E). eauto.
  - intros (j & t & H & E). eauto.
Qed.

(** Lemma 5.6, corrected: an access of α(T) is made by an event of a trace of T; it is the command's own path under
    the substitutions that are open there, at the level that is reached there.  (The prefix a is the shortest of
    those after which exec records the access for this event.) *)
Theorem access_existence_5_6 : forall wb (T : strace -> Prop) x, alpha wb T (Accessed x) ->
  exists t a b pi, T t /\ t = a ++ (asite x, Simple (acmd x)) :: b /\ accessed_path (acmd x) = Some pi /\
    subst (thetas_after [] a) (path_expr pi) = Some (apath x) /\ alevel x = level_after 0 a.
Proof.
  intros wb T x (t & H & E). unfold abstract in E. apply exec_has in E.
  destruct E as [E|(a & [p c] & b & -> & E)]; [destruct E|].
  unfold contributes in E. destruct c as [c|es|]; simpl in E; try tauto.
  rewrite app_nil_r in E. unfold accesses in E.
  destruct (accessed_path c) as [pi|] eqn:EP; [|destruct E].
  destruct (subst (thetas_after [] a) (path_expr pi)) as [e|] eqn:ES; [|destruct E].
  destruct E as [<-|[]]. exists (a ++ (p, Simple c) :: b), a, b, pi. auto.
Qed.
