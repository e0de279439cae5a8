(** * Several locks: which points are reached together, and deadlock (Lemma S and Theorem D)

    The paper's language has one reentrant lock.  Here there are any number of them, with names, static and nested: the
    last lock that was taken is released first.  A command carries its site, so a program with several locks is a program
    of Syntax.v with a function [lock_at] from the sites of lock() and unlock() to the locks that they mean.  With the
    unnamed lock alone this function is constant.

    [Lemma S]: two nested traces have an interleaving that respects the locks just if they end with *compatible*
    histories: no lock is held at the ends of both, and no two uses cross ([schedule_iff] of traces alone; [lemma_S] of the
    executions of legal programs, from every initial configuration).
    [theorem_D]: two threads deadlock at two sites just if both have critical elements there, compatible, each of which
    wants a lock that the other one holds.  No heap and no search is needed, in either direction.

    The proof of Lemma S goes backwards, from the ends of the traces.  The last command of one of them can always be taken
    off: anything but a release can, and a release can unless the other thread holds a lock that was used since all that
    is still held was taken ([last_step]).  If both last commands are such releases, two uses cross. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact SpecialState.

(** ** Lock sets with histories *)
Definition lock := nat.
(** The locks that are held, the last one first, once for each time that they were taken; each with the locks that were
    newly taken since (those that were not held then). *)
Definition history := list (lock * list lock).
Definition locks_of (H : history) : list lock := map fst H.
Definition holds_lock (H : history) (m : lock) : bool := existsb (fun e => fst e =? m) H.
(** H after lock m is taken. *)
Definition take (m : lock) (H : history) : history :=
  (m, []) :: if holds_lock H m then H else map (fun e => (fst e, m :: snd e)) H.

(** No lock is in both. *)
Definition disjoint (H1 H2 : history) : Prop := forall m, holds_lock H1 m = true -> holds_lock H2 m = true -> False.
(** Two uses cross: each side holds a lock that the other one took after a lock that it holds. *)
Definition crossing (H1 H2 : history) : Prop :=
  exists l1 s1 l2 s2, In (l1, s1) H1 /\ In (l2, s2) H2 /\ In l2 s1 /\ In l1 s2.
Definition compatible (H1 H2 : history) : Prop := disjoint H1 H2 /\ ~ crossing H1 H2.

Lemma holds_lock_iff : forall H m, holds_lock H m = true <-> exists s, In (m, s) H.
Proof.
  intros H m. unfold holds_lock. rewrite existsb_exists. split.
  - intros ([l s] & I & E). apply Nat.eqb_eq in E. simpl in E. subst. eauto.
  - intros (s & I). exists (m, s). rewrite Nat.eqb_refl. auto.
Qed.
Lemma compatible_sym : forall H1 H2, compatible H1 H2 -> compatible H2 H1.
Proof.
  intros H1 H2 [D C]. split; [intros m A B; eapply D; eauto|].
  intros (l1 & s1 & l2 & s2 & A). apply C. exists l2, s2, l1, s1. tauto.
Qed.
(** A smaller history can do what a larger one can: it is enough to keep the least ones. *)
Definition within (H H' : history) : Prop := forall l s, In (l, s) H -> exists s', In (l, s') H' /\ incl s s'.
Lemma compatible_within : forall H H' G, within H H' -> compatible H' G -> compatible H G.
Proof.
  intros H H' G W [D C]. split.
  - intros m A B. apply holds_lock_iff in A. destruct A as (s & I). destruct (W _ _ I) as (s' & I' & _).
    apply (D m); auto. apply holds_lock_iff. eauto.
  - intros (l1 & s1 & l2 & s2 & I1 & I2 & A & B). destruct (W _ _ I1) as (s' & I' & INC).
    apply C. exists l1, s', l2, s2. auto.
Qed.
Lemma within_take : forall m H, within H (take m H).
Proof.
  intros m H l s I. unfold take. destruct (holds_lock H m).
  - exists s. simpl. auto using incl_refl.
  - exists (m :: s). split; [right; apply in_map_iff; exists (l, s); auto | apply incl_tl, incl_refl].
Qed.
Lemma within_tail : forall e H, within H (e :: H).
Proof. intros e H l s I. exists s. simpl. auto using incl_refl. Qed.

Definition among (l : lock) (s : list lock) : bool := existsb (Nat.eqb l) s.
Definition crossb (e1 e2 : lock * list lock) : bool := among (fst e2) (snd e1) && among (fst e1) (snd e2).
Lemma among_iff : forall l s, among l s = true <-> In l s.
Proof.
  intros l s. unfold among. rewrite existsb_exists. split.
  - intros (x & I & E). apply Nat.eqb_eq in E. subst. auto.
  - intros I. exists l. rewrite Nat.eqb_refl. auto.
Qed.

Section Named.
Variable lock_at : site -> lock.

(** ** Histories and depths along a trace *)
Definition history_step (H : history) (ev : event) : history :=
  match ev with
  | (p, Simple Lock) => take (lock_at p) H
  | (p, Simple Unlock) => tl H
  | _ => H
  end.
Definition history_from (H : history) (t : strace) : history := fold_left history_step t H.
Notation history_after := (history_from []).
Lemma history_snoc : forall t ev, history_after (t ++ [ev]) = history_step (history_after t) ev.
Proof. intros. unfold history_from. rewrite fold_left_app. auto. Qed.

(** In a history, each lock's set contains those of the locks that were taken later, and these locks themselves unless
    they were held. *)
Inductive grown : history -> Prop :=
| grown_nil : grown []
| grown_cons m s H : grown H -> (forall l1 s1, In (l1, s1) H -> incl s s1) ->
    (holds_lock H m = false -> forall l1 s1, In (l1, s1) H -> In m s1) -> grown ((m, s) :: H).
Lemma holds_map : forall m H x, holds_lock (map (fun e => (fst e, m :: snd e)) H) x = holds_lock H x.
Proof. induction H as [|e H IH]; simpl; intros x; auto. rewrite IH. auto. Qed.
Lemma grown_map : forall m H, grown H -> grown (map (fun e => (fst e, m :: snd e)) H).
Proof.
  induction 1 as [|x s H G IH A B]; simpl; constructor; auto.
  - intros l1 s1 I. apply in_map_iff in I. destruct I as ([l s'] & E & I). inversion E; subst.
    intros y [->|Y]; [left; auto | right; eapply A; eauto].
  - rewrite holds_map. intros N l1 s1 I. apply in_map_iff in I. destruct I as ([l s'] & E & I). inversion E; subst.
    right. eauto.
Qed.
Lemma grown_step : forall H ev, grown H -> grown (history_step H ev).
Proof.
  intros H [p [[]| |]] G; simpl; auto.
  - unfold take. destruct (holds_lock H (lock_at p)) eqn:E; constructor; auto using grown_map.
    + intros l1 s1 _ x [].
    + congruence.
    + intros l1 s1 _ x [].
    + intros _ l1 s1 I. apply in_map_iff in I. destruct I as ([l s'] & E' & I). inversion E'; subst. left; auto.
  - destruct G; simpl; auto. constructor.
Qed.
Lemma grown_after : forall t, grown (history_after t).
Proof.
  induction t as [|ev t IH] using rev_ind; [constructor|]. rewrite history_snoc. apply grown_step. auto.
Qed.

(** ** Schedules: interleavings that respect the locks *)
(** What thread t may do while the other one has history G: take a lock that is not in G, and anything else. *)
Definition may_go (G : history) (ev : event) : Prop :=
  match ev with (p, Simple Lock) => holds_lock G (lock_at p) = false | _ => True end.
Inductive schedule : both strace -> Prop :=
| schedule_start : schedule ([], [])
| schedule_step taus t ev :
    schedule taus -> may_go (history_after (taus @ other t)) ev -> schedule (put taus t (taus @ t ++ [ev])).

(** One step keeps histories compatible. *)
Lemma compatible_step : forall H G ev, compatible H G -> may_go G ev -> compatible (history_step H ev) G.
Proof.
  intros H G [p [[]| |]] C M; simpl in *; auto.
  - destruct C as [D C]. set (m := lock_at p) in *.
    assert (IN : forall l s, In (l, s) (take m H) -> (l = m /\ s = []) \/ exists s', In (l, s') H /\ incl s (m :: s')).
    { intros l s [E|I]; [inversion E; auto|]. right. destruct (holds_lock H m).
      - exists s. auto using incl_tl, incl_refl.
      - apply in_map_iff in I. destruct I as ([l' s'] & E & I). inversion E; subst. exists s'. auto using incl_refl. }
    split.
    + intros x A B. apply holds_lock_iff in A. destruct A as (s & I). destruct (IN _ _ I) as [[-> _]|(s' & I' & _)]; [congruence|].
      apply (D x); auto. apply holds_lock_iff. eauto.
    + intros (l1 & s1 & l2 & s2 & I1 & I2 & A & B). destruct (IN _ _ I1) as [[_ ->]|(s' & I' & INC)]; [destruct A|].
      destruct (INC _ A) as [->|A']; [|apply C; exists l1, s', l2, s2; auto].
      assert (holds_lock G l2 = true) by (apply holds_lock_iff; eauto). congruence.
  - destruct H as [|e H]; simpl; auto. eapply compatible_within; eauto using within_tail.
Qed.

(** [blocked H G]: G holds a lock that was taken since all that H holds. *)
Definition blocked (H G : history) : Prop :=
  exists l, holds_lock G l = true /\ forall l1 s1, In (l1, s1) H -> In l s1.
(** The last command of a trace can be taken off and executed last, unless it is a release after which the other thread
    is in the way. *)
Lemma last_step : forall H G ev, grown H -> compatible (history_step H ev) G ->
  (compatible H G /\ may_go G ev) \/ blocked (history_step H ev) G.
Proof.
  intros H G [p [[]| |]] GR C; simpl in *; auto.
  - left. split; [eapply compatible_within; eauto using within_take|].
    destruct (holds_lock G (lock_at p)) eqn:E; auto. exfalso. destruct C as [D _]. apply (D (lock_at p)); auto.
    simpl. rewrite Nat.eqb_refl. auto.
  - destruct GR as [|m s H GR INC NEW]; simpl in *; auto.
    destruct (holds_lock H m) eqn:HM.
    { (* m is held on *)
      left. split; auto. eapply compatible_within; [|exact C]. apply holds_lock_iff in HM. destruct HM as (s' & I).
      intros l s0 [E|I0]; [|exists s0; auto using incl_refl]. inversion E; subst. exists s'. split; auto. eapply INC; eauto. }
    destruct (holds_lock G m) eqn:GM; [right; exists m; eauto|].
    destruct (existsb (crossb (m, s)) G) eqn:X.
    + right. apply existsb_exists in X. destruct X as ([l2 s2] & I2 & X). unfold crossb in X. simpl in X.
      apply andb_prop in X. destruct X as [A _]. apply among_iff in A. exists l2. split; [apply holds_lock_iff; eauto|].
      intros l1 s1 I1. apply (INC _ _ I1). auto.
    + left. split; auto. destruct C as [D C]. split.
      * intros x A B. simpl in A. apply orb_prop in A. destruct A as [A|A]; [apply Nat.eqb_eq in A; congruence | eapply D; eauto].
      * intros (l1 & s1 & l2 & s2 & [E|I1] & I2 & A & B); [|apply C; exists l1, s1, l2, s2; auto].
        inversion E; subst l1 s1. assert (Y : existsb (crossb (m, s)) G = true); [|congruence].
        apply existsb_exists. exists (l2, s2). split; auto. unfold crossb. simpl. rewrite andb_true_iff, !among_iff. tauto.
Qed.
(** Two threads are not in each other's way. *)
Lemma not_both_blocked : forall H G, compatible H G -> blocked H G -> blocked G H -> False.
Proof.
  intros H G [_ C] (l2 & M2 & A2) (l1 & M1 & A1). apply holds_lock_iff in M1, M2.
  destruct M1 as (s1 & I1), M2 as (s2 & I2). apply C. exists l1, s1, l2, s2. eauto 10.
Qed.

(** Lemma S, of the traces alone. *)
Theorem schedule_iff : forall taus, schedule taus <-> compatible (history_after (taus @ one)) (history_after (taus @ two)).
Proof.
  assert (EITHER : forall taus, (forall t, compatible (history_after (taus @ t)) (history_after (taus @ other t))) <->
                     compatible (history_after (taus @ one)) (history_after (taus @ two))).
  { intros taus. split; intros C; [apply (C one)|]. intros []; auto using compatible_sym. }
  intros taus. rewrite <- EITHER. split.
  - induction 1 as [|taus t ev SC IH M]; intros u.
    + destruct u; split; try discriminate; intros (l1 & s1 & l2 & s2 & [] & _).
    + assert (X : compatible (history_after (put taus t (taus @ t ++ [ev]) @ t)) (history_after (put taus t (taus @ t ++ [ev]) @ other t))).
      { rewrite at_put_same, at_put_other, history_snoc. apply compatible_step; auto. }
      destruct (same_or_other t u) as [->| ->]; auto. rewrite other_other. apply compatible_sym. auto.
  - remember (length (taus @ one) + length (taus @ two)) as n eqn:En. revert taus En.
    induction n as [|n IH]; intros taus En C.
    { destruct taus as [[|] [|]]; simpl in En; try lia. constructor. }
    assert (STEP : forall t a ev, taus @ t = a ++ [ev] -> schedule taus \/ blocked (history_after (taus @ t)) (history_after (taus @ other t))).
    { intros t a ev E. pose proof (C t) as Ct. rewrite E, history_snoc in Ct. rewrite E, history_snoc.
      destruct (last_step _ _ _ (grown_after a) Ct) as [[C' M]|B]; auto. left.
      set (taus' := put taus t a).
      assert (S' : schedule taus').
      { apply IH.
        - pose proof (f_equal (@length event) E) as El. rewrite app_length in El. simpl in El.
          unfold taus'. destruct taus, t; simpl in *; lia.
        - intros u. unfold taus'. destruct (same_or_other t u) as [->| ->].
          + rewrite at_put_same, at_put_other. auto.
          + rewrite other_other, at_put_same, at_put_other. apply compatible_sym. auto. }
      replace taus with (put taus' t (taus' @ t ++ [ev])).
      - apply schedule_step; auto. unfold taus'. rewrite at_put_other. auto.
      - unfold taus'. rewrite at_put_same, <- E. destruct taus, t; auto. }
    assert (LAST : forall t, taus @ t = [] \/ exists a ev, taus @ t = a ++ [ev]).
    { intros t. destruct (taus @ t) as [|x l] using rev_ind; eauto. }
    assert (EMPTY : forall t, taus @ other t = [] -> blocked (history_after (taus @ t)) (history_after (taus @ other t)) -> False).
    { intros t E (l & A & _). rewrite E in A. discriminate. }
    destruct (LAST one) as [E1|(a1 & e1 & E1)], (LAST two) as [E2|(a2 & e2 & E2)].
    + rewrite E1, E2 in En. discriminate.
    + destruct (STEP two _ _ E2); auto. exfalso. eapply (EMPTY two); eauto.
    + destruct (STEP one _ _ E1); auto. exfalso. eapply (EMPTY one); eauto.
    + destruct (STEP one _ _ E1) as [|B1]; auto. destruct (STEP two _ _ E2) as [|B2]; auto.
      exfalso. eapply not_both_blocked; [apply (C one) | exact B1 | exact B2].
Qed.
(** Deciding it. *)
Definition compatibleb (H1 H2 : history) : bool :=
  forallb (fun e => negb (holds_lock H2 (fst e))) H1 && forallb (fun e1 => forallb (fun e2 => negb (crossb e1 e2)) H2) H1.
Theorem compatibleb_iff : forall H1 H2, compatibleb H1 H2 = true <-> compatible H1 H2.
Proof.
  intros H1 H2. unfold compatibleb. rewrite andb_true_iff, !forallb_forall. split.
  - intros [D C]. split.
    + intros m A B. apply holds_lock_iff in A. destruct A as (s & I). specialize (D _ I). simpl in D. rewrite B in D. discriminate.
    + intros (l1 & s1 & l2 & s2 & I1 & I2 & A & B). specialize (C _ I1). rewrite forallb_forall in C. specialize (C _ I2).
      unfold crossb in C. simpl in C. rewrite (proj2 (among_iff _ _) A), (proj2 (among_iff _ _) B) in C. discriminate.
  - intros [D C]. split.
    + intros [l s] I. simpl. apply negb_true_iff. destruct (holds_lock H2 l) eqn:B; auto. exfalso. apply (D l); auto.
      apply holds_lock_iff. eauto.
    + intros [l1 s1] I1. apply forallb_forall. intros [l2 s2] I2. apply negb_true_iff. unfold crossb. simpl.
      destruct (among l2 s1) eqn:A; auto. destruct (among l1 s2) eqn:B; auto. exfalso. apply C.
      apply among_iff in A. apply among_iff in B. exists l1, s1, l2, s2. auto.
Qed.

(** ** Nested locks (A2) *)
(** The locks that are held after a trace, the last one first, if each release is of the lock that was taken last. *)
Definition locks_step (ls : list lock) (ev : event) : option (list lock) :=
  match ev with
  | (p, Simple Lock) => Some (lock_at p :: ls)
  | (p, Simple Unlock) => match ls with m :: r => if m =? lock_at p then Some r else None | [] => None end
  | _ => Some ls
  end.
Fixpoint locks_after (ls : list lock) (t : strace) : option (list lock) :=
  match t with [] => Some ls | ev :: r => match locks_step ls ev with Some ls' => locks_after ls' r | None => None end end.
Definition nested (t : strace) : Prop := locks_after [] t <> None.
(** [nest C ls]: the locks that are held behind C if those of ls are before it, relative to the entry of the unit. *)
Fixpoint nest (C : stmt) (ls : list lock) : option (list lock) :=
  match C with
  | Do p c => locks_step ls (p, Simple c)
  | Seq C1 C2 => match nest C1 ls with Some r => nest C2 r | None => None end
  | If C1 C2 => match nest C1 [], nest C2 [] with Some [], Some [] => Some ls | _, _ => None end
  | While C => match nest C [] with Some [] => Some ls | _ => None end
  | _ => Some ls
  end.
Definition nested_program (P : program) : Prop :=
  (forall m, nest (mbody P m) [] = Some []) /\ (forall t, nest (blocks P @ t) [] = Some []).

(** Deciding it. *)
Definition balanced (C : stmt) : bool := match nest C [] with Some [] => true | _ => false end.
Definition nested_programb (P : program) : bool :=
  forallb (fun m => balanced (mbody P m)) (seq 0 (length (methods P))) && balanced (blocks P @ one) && balanced (blocks P @ two).
Lemma balanced_iff : forall C, balanced C = true <-> nest C [] = Some [].
Proof. intros C. unfold balanced. destruct (nest C []) as [[|]|]; intuition discriminate. Qed.
Theorem nested_programb_iff : forall P, nested_programb P = true <-> nested_program P.
Proof.
  intros P. unfold nested_programb, nested_program. rewrite !andb_true_iff, forallb_forall, !balanced_iff. split.
  - intros [[M B1] B2]. split; [|intros []; auto]. intros m. destruct (le_lt_dec (length (methods P)) m) as [G|G].
    + unfold mbody. rewrite nth_overflow by auto. reflexivity.
    + apply balanced_iff, M, in_seq. lia.
  - intros [M B]. split; [split; [|apply (B one)] | apply (B two)]. intros m _. apply balanced_iff. auto.
Qed.

Lemma locks_after_app : forall t u ls,
  locks_after ls (t ++ u) = match locks_after ls t with Some r => locks_after r u | None => None end.
Proof. induction t as [|ev t IH]; simpl; intros u ls; auto. destruct (locks_step ls ev); auto. Qed.
Lemma nested_prefix : forall t u, nested (t ++ u) -> nested t.
Proof. intros t u N E. apply N. rewrite locks_after_app, E. auto. Qed.
Lemma locks_step_up : forall k ls ev ls', locks_step ls ev = Some ls' -> locks_step (ls ++ k) ev = Some (ls' ++ k).
Proof.
  intros k ls [p [[]| |]] ls' E; simpl in *; try (inversion E; auto; fail).
  destruct ls as [|m ls]; [discriminate|]. simpl. destruct (m =? lock_at p); inversion E; auto.
Qed.
Lemma locks_after_up : forall k t ls ls', locks_after ls t = Some ls' -> locks_after (ls ++ k) t = Some (ls' ++ k).
Proof.
  induction t as [|ev t IH]; simpl; intros ls ls' E; [inversion E; auto|].
  destruct (locks_step ls ev) as [r|] eqn:Es; [|discriminate]. rewrite (locks_step_up _ _ _ _ Es). auto.
Qed.
Lemma balanced_up : forall t ls, locks_after [] t = Some [] -> locks_after ls t = Some ls.
Proof. intros t ls E. apply (locks_after_up ls _ _ _ E). Qed.
(** In a nested trace, histories have the locks that are held. *)
Lemma locks_history_step : forall H ev ls, locks_step (locks_of H) ev = Some ls -> locks_of (history_step H ev) = ls.
Proof.
  intros H [p [[]| |]] ls E; simpl in *; try (inversion E; auto; fail).
  - inversion E. f_equal. destruct (holds_lock H (lock_at p)); auto.
    unfold locks_of. rewrite map_map. auto.
  - destruct H as [|e H]; [discriminate|]. simpl in *. destruct (fst e =? lock_at p); inversion E; auto.
Qed.
Lemma locks_history : forall t H ls, locks_after (locks_of H) t = Some ls -> locks_of (history_from H t) = ls.
Proof.
  induction t as [|ev t IH]; simpl; intros H ls E; [inversion E; auto|].
  destruct (locks_step (locks_of H) ev) as [r|] eqn:Es; [|discriminate]. apply locks_history_step in Es. subst r.
  apply (IH _ _ E).
Qed.

Section Legal.
Variable P : program.
Hypothesis NESTED : nested_program P.
Lemma trace_locks : forall C t, trace_of P C t -> forall ls ls', nest C ls = Some ls' -> locks_after ls t = Some ls'.
Proof.
  destruct NESTED as [NM _].
  induction 1 as [|p c|C1 C2 t1 t2 H1 IH1 H2 IH2|C1 C2 t H IH|C1 C2 t H IH|C|C t1 t2 H1 IH1 H2 IH2|p m es t H IH];
    intros ls ls' E.
  - inversion E; auto.
  - cbn [nest] in E. cbn [locks_after]. rewrite E. auto.
  - simpl in E. destruct (nest C1 ls) as [r|] eqn:E1; [|discriminate]. rewrite locks_after_app, (IH1 _ _ E1). auto.
  - simpl in E. destruct (nest C1 []) as [[|]|] eqn:E1; try discriminate. destruct (nest C2 []) as [[|]|]; inversion E; subst.
    apply balanced_up, (IH _ _ E1).
  - simpl in E. destruct (nest C1 []) as [[|]|]; try discriminate. destruct (nest C2 []) as [[|]|] eqn:E2; inversion E; subst.
    apply balanced_up, (IH _ _ E2).
  - simpl in E. destruct (nest C []) as [[|]|]; inversion E; auto.
  - simpl in E. destruct (nest C []) as [[|]|] eqn:E1; inversion E; subst.
    rewrite locks_after_app, (balanced_up _ ls' (IH1 _ _ E1)). apply IH2. simpl. rewrite E1. auto.
  - inversion E; subst. simpl. rewrite locks_after_app, (balanced_up _ ls' (IH _ _ (NM m))). auto.
Qed.
Lemma comes_nested : forall t tau p c, comes_before P (blocks P @ t) tau p c -> nested (tau ++ [(p, Simple c)]).
Proof.
  intros t tau p c (u & T). apply (nested_prefix _ u). rewrite <- app_assoc.
  intros E. pose proof (eq_trans (eq_sym (trace_locks _ _ T [] [] (proj2 NESTED t))) E). discriminate.
Qed.
End Legal.

(** ** Configurations and steps (Figures 5 and 6 with L a map from locks to depths) *)
Record lconfig := LConfig { lstacks : both (list frame); lheap : heap; depths : both (lock -> nat) }.
Definition with_depth (D : lock -> nat) (m : lock) (n : nat) : lock -> nat := fun l => if l =? m then n else D l.
(** Without depths. *)
Definition plain (K : lconfig) : config := Config (lstacks K) (lheap K) (0, 0).
(** Thread t executes c at site p: the command is not stuck, where its lock has the depth of lock_at p, and no lock that
    the other thread holds is held before or after (for each lock, L_j = 0 or L_i = L_i' = 0). *)
Inductive lock_step (t : thread) (p : site) (c : command) (K : lconfig) : lconfig -> Prop :=
| lock_steps S h n :
    step c (lstacks K @ t, lheap K, (depths K @ t) (lock_at p)) (S, h, n) ->
    (forall m, (depths K @ other t) m = 0 \/
               ((depths K @ t) m = 0 /\ with_depth (depths K @ t) (lock_at p) n m = 0)) ->
    lock_step t p c K (LConfig (put (lstacks K) t S) h (put (depths K) t (with_depth (depths K @ t) (lock_at p) n))).
Inductive lock_interleaving (K0 : lconfig) : both strace -> lconfig -> Prop :=
| linter_start : lock_interleaving K0 ([], []) K0
| linter_step taus K t p c K' :
    lock_interleaving K0 taus K -> lock_step t p c K K' ->
    lock_interleaving K0 (put taus t (taus @ t ++ [(p, c)])) K'.
(** Initial configurations: no lock is held. *)
Definition lock_initial (n : nat) (K : lconfig) : Prop := initial n (plain K) /\ forall t m, (depths K @ t) m = 0.

(** A configuration of one lock's threads as one of several, in which nobody holds any. *)
Definition unlocked (K : config) : lconfig := LConfig (stacks K) (cheap K) ((fun _ => 0), (fun _ => 0)).
Lemma unlocked_initial : forall n K, initial n K -> lock_initial n (unlocked K).
Proof. intros n K [W I]. split; [split; auto|]; intros t; destruct (I t) as [_ X]; destruct t; simpl in *; auto. Qed.

Lemma lock_any_order : forall K0 taus K, lock_interleaving K0 taus K ->
  exists Ks, any_order (plain K0) taus Ks /\ stacks Ks = lstacks K /\ cheap Ks = lheap K.
Proof.
  induction 1 as [|taus K t p c K' I IH ST].
  - eexists. split; [constructor | auto].
  - destruct IH as (Ks & A & ES & EH). inversion ST as [S h n X OK]; subst. rewrite <- ES, <- EH in X.
    eexists. split; [eapply (any_step _ _ _ _ _ _ _ _ _ _ (0, 0)); eauto|]. simpl. rewrite ES. auto.
Qed.

(** Depths are those of the histories. *)
Definition depth (H : history) (m : lock) : nat := count_occ Nat.eq_dec (locks_of H) m.
Lemma depth_holds : forall H m, depth H m = 0 <-> holds_lock H m = false.
Proof.
  intros H m. unfold depth, locks_of, holds_lock. induction H as [|[l s] H IH]; simpl; [tauto|].
  destruct (Nat.eq_dec l m) as [->|N]; [rewrite Nat.eqb_refl; simpl; split; discriminate|].
  rewrite (proj2 (Nat.eqb_neq _ _) N). auto.
Qed.
Lemma depth_pos : forall H m, depth H m > 0 <-> holds_lock H m = true.
Proof.
  intros H m. pose proof (depth_holds H m) as D. destruct (holds_lock H m).
  - split; auto. intros _. destruct (depth H m); [|lia]. destruct D as [D _]. discriminate D. auto.
  - rewrite (proj2 D eq_refl). split; [lia | discriminate].
Qed.
Lemma depth_step : forall H p c D n, (forall m, D m = depth H m) -> locks_step (locks_of H) (p, c) <> None ->
  n = level_step c (D (lock_at p)) ->
  forall m, with_depth D (lock_at p) n m = depth (history_step H (p, c)) m.
Proof.
  intros H p c D n E N -> m. destruct (locks_step (locks_of H) (p, c)) as [ls|] eqn:EL; [|congruence].
  unfold depth. rewrite (locks_history_step _ _ _ EL). unfold with_depth. rewrite !E. unfold depth.
  destruct c as [[]| |]; simpl in EL |- *; try (inversion EL; destruct (Nat.eqb_spec m (lock_at p)); subst; auto; fail).
  - inversion EL; subst. simpl. destruct (Nat.eqb_spec m (lock_at p)) as [->|NE].
    + destruct (Nat.eq_dec (lock_at p) (lock_at p)); congruence.
    + destruct (Nat.eq_dec (lock_at p) m); congruence.
  - destruct (locks_of H) as [|l r]; [discriminate|]. destruct (Nat.eqb_spec l (lock_at p)) as [->|]; inversion EL; subst.
    simpl. destruct (Nat.eqb_spec m (lock_at p)) as [->|NE].
    + destruct (Nat.eq_dec (lock_at p) (lock_at p)); [auto | congruence].
    + destruct (Nat.eq_dec (lock_at p) m); congruence.
Qed.
Lemma step_depth : forall c S h n S' h' n', step c (S, h, n) (S', h', n') -> n' = level_step c n.
Proof. intros c S h n S' h' n' ST. inversion ST; subst; auto. Qed.

Lemma put_app : forall (taus rest : both strace) t ev u, taus @ u ++ put rest t (ev :: rest @ t) @ u = put taus t (taus @ t ++ [ev]) @ u ++ rest @ u.
Proof.
  intros taus rest t ev u. destruct (same_or_other t u) as [->| ->].
  - rewrite !at_put_same, <- app_assoc. auto.
  - rewrite !at_put_other. auto.
Qed.
Lemma nested_step : forall t ev, nested (t ++ [ev]) -> nested t /\ locks_step (locks_of (history_after t)) ev <> None.
Proof.
  intros t ev N. split; [eapply nested_prefix; eauto|]. intros E. apply N. rewrite locks_after_app.
  destruct (locks_after [] t) as [ls|] eqn:EL; auto. simpl. rewrite (locks_history t [] ls EL) in E. rewrite E. auto.
Qed.
(** An interleaving respects the locks, and its depths are those of the histories. *)
Theorem interleaving_schedule : forall n K0 taus K, lock_initial n K0 -> lock_interleaving K0 taus K ->
  (forall t, nested (taus @ t)) ->
  schedule taus /\ forall t m, (depths K @ t) m = depth (history_after (taus @ t)) m.
Proof.
  intros n K0 taus K [_ Z] I. induction I as [|taus K t p c K' I IH ST]; intros N.
  - split; [constructor|]. intros [] m; apply Z.
  - pose proof (N t) as Nt. rewrite at_put_same in Nt. apply nested_step in Nt. destruct Nt as [Nt Ns].
    destruct IH as [SC DE].
    { intros u. specialize (N u). destruct (same_or_other t u) as [->| ->]; auto. rewrite at_put_other in N. auto. }
    inversion ST as [S h d X OK]; subst. pose proof (step_depth _ _ _ _ _ _ _ X) as Ed.
    pose proof (depth_step _ p c (depths K @ t) d (DE t) Ns Ed) as DS. split.
    + apply schedule_step; auto. destruct c as [[]| |]; simpl; auto. apply depth_holds. rewrite <- DE.
      destruct (OK (lock_at p)) as [O|[_ O]]; auto. unfold with_depth in O. rewrite Nat.eqb_refl in O. subst d. discriminate.
    + intros u m. cbn [depths]. destruct (same_or_other t u) as [->| ->].
      * rewrite !at_put_same, history_snoc. apply DS.
      * rewrite !at_put_other. apply DE.
Qed.

(** ** Executing a schedule *)
(** What thread t has yet to do can be executed from here: it can be from a stack whose variables hold objects only where
    these do. *)
Definition able (S : list frame) (t : strace) : Prop :=
  exists S0 h0 L0 z, steps t (S0, h0, L0) z /\ Forall2 keeps S0 S.
Lemma keeps_both : forall s s' x l l', keeps s s' -> keeps (bind s x l) (bind s' x l').
Proof. intros s s' x l l' K y N. unfold bind in *. destruct (var_eq_dec y x); [congruence | auto]. Qed.
Lemma values_keep : forall s h s' h' es vs, wf_heap h' -> wf_frame h' s' -> keeps s s' -> values s h es = Some vs ->
  exists vs', values s' h' es = Some vs' /\ length vs' = length vs.
Proof.
  induction es as [|e es IH]; simpl; intros vs W F K E; [inversion E; subst; exists []; auto|].
  destruct (value s h e) as [l|] eqn:El; [|discriminate]. destruct (values s h es) as [ls|]; inversion E; subst.
  destruct (IH _ W F K eq_refl) as (vs' & E' & Len). rewrite E'.
  destruct (value_defined h' s' e W F) as (l' & -> & _).
  - apply K. unfold value in El. destruct (s (fst e)); congruence.
  - eexists. split; eauto. simpl. auto.
Qed.
Lemma value_root : forall s h e l, value s h e = Some l -> s (fst e) <> None.
Proof. intros s h e l E. unfold value in E. destruct (s (fst e)); congruence. Qed.
Lemma able_step : forall p c t S h n, able S ((p, c) :: t) -> wf_heap h -> Forall (wf_frame h) S ->
  (c = Simple Unlock -> n <> 0) ->
  exists S' h', step c (S, h, n) (S', h', level_step c n) /\ able S' t.
Proof.
  intros p c t S h n (S0 & h0 & L0 & z & ST & KS) W F U.
  inversion ST as [|p0 c0 t0 z0 [[S1 h1] L1] z' X SS]; subst.
  assert (AB : forall S', Forall2 keeps S1 S' -> able S' t) by (intros S' K; exists S1, h1, L1, z; auto).
  inversion X as [x y s0 R0 h2 L2 l EY|x pi s0 R0 h2 L2 l EV|pi x s0 R0 h2 L2 l o v EV EO EX|x s0 R0 h2 L2 l EF
                 |s0 R0 h2 L2|s0 R0 h2 L2|es s0 R0 h2 L2 vs EV|s0 s1 R0 h2 L2]; subst;
    inversion KS as [|s0' s R0' R Ks KR]; subst; pose proof (Forall_inv F) as Fs.
  - destruct (s y) as [l'|] eqn:E; [|exfalso; apply (Ks y); congruence].
    eexists _, _. split; [constructor; eauto | apply AB; constructor; auto using keeps_both].
  - destruct (value_defined h s (path_expr pi) W Fs (Ks _ (value_root _ _ _ _ EV))) as (l' & E & _).
    eexists _, _. split; [constructor; eauto | apply AB; constructor; auto using keeps_both].
  - destruct (value_defined h s (path_base pi) W Fs (Ks _ (value_root _ _ _ _ EV))) as (l' & E & NE).
    destruct (h l') as [o'|] eqn:Ho; [|congruence]. destruct (s x) as [v'|] eqn:Ex; [|exfalso; apply (Ks x); congruence].
    eexists _, _. split; [econstructor; eauto | apply AB; constructor; auto].
  - destruct W as [[N B] W']. eexists _, _.
    split; [apply (step_new _ _ _ _ _ N); apply B; auto | apply AB; constructor; auto using keeps_both].
  - eexists _, _. split; [constructor | apply AB; constructor; auto].
  - destruct n as [|n]; [exfalso; apply U; auto|]. eexists _, _. split; [constructor | apply AB; constructor; auto].
  - destruct (values_keep _ _ _ _ _ _ W Fs Ks EV) as (vs' & E & Len).
    eexists _, _. split; [constructor; eauto | apply AB]. constructor; [|constructor; auto].
    intros [i|i] N; simpl in *; auto. apply nth_error_Some. rewrite Len. apply nth_error_Some. auto.
  - inversion KR as [|s1' s2 R1 R2 Ks2 KR2]; subst. eexists _, _. split; [constructor | apply AB; constructor; auto].
Qed.
(** A schedule of traces that can be executed one by one can be executed. *)
Theorem schedule_runs : forall n K0 taus, lock_initial n K0 -> schedule taus -> forall rest,
  (forall t, able (lstacks K0 @ t) (taus @ t ++ rest @ t)) -> (forall t, nested (taus @ t)) ->
  exists K, lock_interleaving K0 taus K /\ forall t, able (lstacks K @ t) (rest @ t).
Proof.
  intros n K0 taus INI SC. pose proof INI as [IN0 Z].
  induction SC as [|taus t [p c] SC IH M]; intros rest A N; [exists K0; split; [constructor | intros []; apply A]|].
  pose proof (N t) as Nt. rewrite at_put_same in Nt. apply nested_step in Nt. destruct Nt as [Nt Ns].
  assert (N' : forall u, nested (taus @ u)).
  { intros u. specialize (N u). destruct (same_or_other t u) as [->| ->]; auto. rewrite at_put_other in N. auto. }
  destruct (IH (put rest t ((p, c) :: rest @ t))) as (K & I & A'); auto.
  { intros u. rewrite put_app. auto. }
  destruct (interleaving_schedule _ _ _ _ INI I N') as [_ DE].
  destruct (lock_any_order _ _ _ I) as (Ks & AO & ES & EH). destruct (initial_any_order _ _ _ _ IN0 AO) as (W & F & _).
  rewrite ES, EH in *. pose proof (A' t) as At. rewrite at_put_same in At.
  destruct (able_step p c (rest @ t) _ (lheap K) ((depths K @ t) (lock_at p)) At W (F t)) as (S & h & ST & AB).
  { intros -> E. rewrite DE in E. unfold depth in E. simpl in Ns. destruct (locks_of _) as [|l r]; [congruence|].
    simpl in E. destruct (Nat.eqb_spec l (lock_at p)) as [->|]; [|congruence].
    destruct (Nat.eq_dec (lock_at p) (lock_at p)); [discriminate | congruence]. }
  set (d := level_step c ((depths K @ t) (lock_at p))) in *.
  pose proof (depth_step _ p c (depths K @ t) d (DE t) Ns eq_refl) as DS.
  assert (NEXT : schedule (put taus t (taus @ t ++ [(p, c)]))) by (apply schedule_step; auto).
  exists (LConfig (put (lstacks K) t S) h (put (depths K) t (with_depth (depths K @ t) (lock_at p) d))). split.
  - apply (linter_step _ _ K); auto. constructor; auto. intros m. rewrite DS, !DE.
    destruct (depth (history_after (taus @ other t)) m) as [|k] eqn:Eo; auto. right.
    assert (HO : holds_lock (history_after (taus @ other t)) m = true) by (apply depth_pos; lia).
    assert (OFF : forall taus', schedule taus' -> taus' @ other t = taus @ other t -> depth (history_after (taus' @ t)) m = 0).
    { intros taus' SC' E. apply depth_holds. destruct (holds_lock (history_after (taus' @ t)) m) eqn:HM; auto. exfalso.
      apply schedule_iff in SC'. rewrite <- E in HO. destruct SC' as [D _]. destruct t; simpl in *; eapply D; eauto. }
    split; [apply OFF; auto|]. rewrite <- history_snoc. specialize (OFF _ NEXT). rewrite at_put_same in OFF.
    apply OFF, at_put_other.
  - intros u. cbn [lstacks]. destruct (same_or_other t u) as [->| ->].
    + rewrite at_put_same. auto.
    + rewrite at_put_other. pose proof (A' (other t)) as Ao. rewrite at_put_other in Ao. auto.
Qed.

(** ** Lemma S *)
Section Programs.
Variable P : program.
Hypothesis LEGAL : legal P.
Hypothesis NESTED : nested_program P.

(** From every initial configuration, two points of a legal program are reached together, by two given traces, just if
    these end with compatible histories. *)
Theorem lemma_S : forall K0 t1 p1 c1 t2 p2 c2, lock_initial (formals P) K0 ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 ->
  (exists K, lock_interleaving K0 (t1, t2) K) <-> compatible (history_after t1) (history_after t2).
Proof.
  intros K0 t1 p1 c1 t2 p2 c2 INI CB1 CB2.
  assert (N : forall t, nested ((t1, t2) @ t)).
  { intros []; simpl; [eapply nested_prefix, (comes_nested P NESTED one); eauto | eapply nested_prefix, (comes_nested P NESTED two); eauto]. }
  rewrite <- (schedule_iff (t1, t2)). split.
  - intros (K & I). apply (interleaving_schedule _ _ _ _ INI I N).
  - intros SC. destruct CB1 as (u1 & T1), CB2 as (u2 & T2). pose proof INI as [[W IN0] _].
    destruct (schedule_runs _ K0 (t1, t2) INI SC ((p1, Simple c1) :: u1, (p2, Simple c2) :: u2)) as (K & I & _); eauto.
    intros t. destruct (IN0 t) as (_ & s & Es & Fs & FH). simpl in Es.
    assert (T : trace_of P (blocks P @ t) ((t1, t2) @ t ++ ((p1, Simple c1) :: u1, (p2, Simple c2) :: u2) @ t)) by (destruct t; auto).
    destruct (traces_run_5_10 P LEGAL t _ [s] (lheap K0) T) as (S' & h' & R).
    { split; auto. exists s. auto. }
    exists [s], (lheap K0), 0, (S', h', 0). split; auto. rewrite Es. constructor; [intros x; auto | constructor].
Qed.

(** ** Theorem D *)
(** A deadlock at the sites p1 and p2 that begins in K0: each thread's next command takes a lock that the other one holds. *)
Definition deadlock_from (K0 : lconfig) (p1 p2 : site) : Prop :=
  exists t1 t2 K, comes_before P (blocks P @ one) t1 p1 Lock /\ comes_before P (blocks P @ two) t2 p2 Lock /\
    lock_interleaving K0 (t1, t2) K /\ (depths K @ two) (lock_at p1) > 0 /\ (depths K @ one) (lock_at p2) > 0.
Definition deadlock (p1 p2 : site) : Prop := exists K0, lock_initial (formals P) K0 /\ deadlock_from K0 p1 p2.
(** A critical element: a command that takes a lock outside the history with which a trace comes there. *)
Definition critical (t : thread) (p : site) (H : history) : Prop :=
  exists tau, comes_before P (blocks P @ t) tau p Lock /\ H = history_after tau /\ holds_lock H (lock_at p) = false.
(** The condition of Theorem D on two critical elements. *)
Definition waits (H1 H2 : history) (l1 l2 : lock) : Prop :=
  holds_lock H2 l1 = true /\ holds_lock H1 l2 = true /\ compatible H1 H2.

(** Whether there is a deadlock depends on no heap: it is the same from every initial configuration. *)
Theorem theorem_D_from : forall K0 p1 p2, lock_initial (formals P) K0 ->
  (deadlock_from K0 p1 p2 <->
   exists H1 H2, critical one p1 H1 /\ critical two p2 H2 /\ waits H1 H2 (lock_at p1) (lock_at p2)).
Proof.
  intros K0 p1 p2 INI. split.
  - intros (t1 & t2 & K & CB1 & CB2 & I & D1 & D2).
    assert (C : compatible (history_after t1) (history_after t2)) by (eapply lemma_S; eauto).
    destruct (interleaving_schedule _ _ _ _ INI I) as [_ DE].
    { intros []; [eapply nested_prefix, (comes_nested P NESTED one); eauto | eapply nested_prefix, (comes_nested P NESTED two); eauto]. }
    rewrite DE in D1, D2. apply depth_pos in D1, D2. simpl in D1, D2. destruct C as [D X].
    exists (history_after t1), (history_after t2). split; [|split; [|split; [auto | split; [auto | split; auto]]]].
    + exists t1. split; auto. split; auto. destruct (holds_lock (history_after t1) (lock_at p1)) eqn:E; auto. exfalso. eauto.
    + exists t2. split; auto. split; auto. destruct (holds_lock (history_after t2) (lock_at p2)) eqn:E; auto. exfalso. eauto.
  - intros (H1 & H2 & (t1 & CB1 & -> & _) & (t2 & CB2 & -> & _) & M1 & M2 & C).
    destruct (proj2 (lemma_S K0 _ _ _ _ _ _ INI CB1 CB2) C) as (K & I).
    destruct (interleaving_schedule _ _ _ _ INI I) as [_ DE].
    { intros []; [eapply nested_prefix, (comes_nested P NESTED one); eauto | eapply nested_prefix, (comes_nested P NESTED two); eauto]. }
    exists t1, t2, K. split; auto. split; auto. split; auto. rewrite !DE, !depth_pos. auto.
Qed.
(** Theorem D. *)
Theorem theorem_D : forall p1 p2, deadlock p1 p2 <->
  exists H1 H2, critical one p1 H1 /\ critical two p2 H2 /\ waits H1 H2 (lock_at p1) (lock_at p2).
Proof.
  intros p1 p2. split.
  - intros (K0 & INI & D). apply (theorem_D_from K0); auto.
  - intros E. pose proof (unlocked_initial _ _ (special_state_initial [] (Arg 0) (Arg 0) (formals P))) as INI.
    eexists. split; [exact INI|]. apply theorem_D_from; auto.
Qed.
End Programs.
End Named.
