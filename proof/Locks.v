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
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved.

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

(** Deciding it. *)
Definition among (l : lock) (s : list lock) : bool := existsb (Nat.eqb l) s.
Definition crossb (e1 e2 : lock * list lock) : bool := among (fst e2) (snd e1) && among (fst e1) (snd e2).
Definition compatibleb (H1 H2 : history) : bool :=
  forallb (fun e => negb (holds_lock H2 (fst e))) H1 && forallb (fun e1 => forallb (fun e2 => negb (crossb e1 e2)) H2) H1.
Lemma among_iff : forall l s, among l s = true <-> In l s.
Proof.
  intros l s. unfold among. rewrite existsb_exists. split.
  - intros (x & I & E). apply Nat.eqb_eq in E. subst. auto.
  - intros I. exists l. rewrite Nat.eqb_refl. auto.
Qed.
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
        apply existsb_exists. exists (l2, s2). split; auto. unfold crossb. simpl.
        rewrite (proj2 (among_iff _ _) A), (proj2 (among_iff _ _) B). auto.
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
End Named.
