(** * The repaired RDIT reports nothing for lack of events (Theorem 5 of docs/theory.md)

    RDIT (FSE 2015) watches executions in which some methods are missing.  What it sees are the recorded events, and
    marks where recorded code calls a missing method and where that call ends: a BarrierPair.  The repair orders, beside
    what recorded events order, events of BarrierPairs that may take the lock: with each other, with later recorded
    lock()s, and with earlier recorded unlock()s.  [theorem5]: whatever happens-before of the complete execution orders,
    of recorded events, the repair orders.  So a pair of accesses that it reports is unordered in the complete execution
    too.

    An execution is given by what happens at each place of it: the thread, whether the event is recorded, and whether it
    takes or gives back the one lock.  These are the lock() and unlock() that change whether a thread has the lock.
    That the published algorithm has no such edges between recorded and missing code, and that the repair needs no
    common objects, is in the documentation of dynamic/rdit.  The detector that reports the most is in Maximal.v. *)
From Coq Require Import Arith Lia.
From TP Require Import Syntax.

Section Execution.
(** ** The complete execution *)
Inductive kind := Acquire | Release | Other.
Variable thread_at : nat -> thread.
Variable kind_at : nat -> kind.

(** From an unlock() to the next lock(). *)
Definition lock_edge (r a : nat) : Prop :=
  kind_at r = Release /\ kind_at a = Acquire /\ r < a /\ forall k, r < k < a -> kind_at k <> Acquire.
(** Happens-before. *)
Inductive ordered : nat -> nat -> Prop :=
| ordered_program i j : i < j -> thread_at i = thread_at j -> ordered i j
| ordered_lock r a : lock_edge r a -> ordered r a
| ordered_trans i j k : ordered i j -> ordered j k -> ordered i k.

Lemma ordered_lt : forall i j, ordered i j -> i < j.
Proof. induction 1 as [| r a (_ & _ & L & _)|]; lia. Qed.
(** Between two threads one edge decides. *)
Lemma one_edge : forall i j, ordered i j ->
  thread_at i = thread_at j \/
  exists r a, lock_edge r a /\ thread_at i = thread_at r /\ i <= r /\ thread_at a = thread_at j /\ a <= j.
Proof.
  induction 1 as [i j L E|r a E|i j k H1 IH1 H2 IH2]; auto.
  - destruct (same_or_other (thread_at r) (thread_at a)) as [X|X]; [auto|]. right. exists r, a. auto 6.
  - pose proof (ordered_lt _ _ H1) as L1. pose proof (ordered_lt _ _ H2) as L2.
    destruct IH2 as [E2|(r & a & ED & T2 & LR & TA & LA)].
    + destruct IH1 as [E1|(r & a & ED & T1 & LR & TA & LA)]; [left; congruence|].
      right. exists r, a. split; [auto|]. split; [auto|]. split; [auto|]. split; [congruence | lia].
    + destruct (same_or_other (thread_at r) (thread_at i)) as [X|X].
      * right. exists r, a. split; [auto|]. split; [auto|]. split; [lia | auto].
      * (* r is of the other thread than i: then so is j, and the edge before it counts *)
        destruct IH1 as [E1|(r1 & a1 & ED1 & T1 & LR1 & TA1 & LA1)].
        -- exfalso. rewrite E1, T2 in X. destruct (thread_at r); discriminate.
        -- destruct (same_or_other (thread_at a) (thread_at i)) as [Y|Y].
           ++ left. congruence.
           ++ right. exists r1, a1. split; [auto|]. split; [auto|]. split; [auto|]. split; [|lia].
              destruct (thread_at i), (thread_at r), (thread_at a), (thread_at j), (thread_at k), (thread_at a1); simpl in *; congruence.
Qed.

(** ** What is observed *)
Variable recorded : nat -> Prop.
(** A BarrierPair: its thread, its mark at the begin, and that at the end, if the execution comes there. *)
Record barrier := Barrier { barrier_thread : thread; begins : nat; ends : option nat }.
Variable barriers : barrier -> Prop.
Variable may_lock : barrier -> Prop.
(** The recorded events of a BarrierPair: its marks, and those of code that it calls back. *)
Definition element (p : barrier) (x : nat) : Prop :=
  recorded x /\ thread_at x = barrier_thread p /\ begins p <= x /\ forall e, ends p = Some e -> x <= e.
(** Marks are recorded. *)
Hypothesis MARKS : forall p, barriers p -> recorded (begins p) /\ thread_at (begins p) = barrier_thread p /\
  forall e, ends p = Some e -> recorded e /\ thread_at e = barrier_thread p.
(** What is not recorded and changes the lock happens inside a BarrierPair that may lock. *)
Hypothesis MISSING : forall r, kind_at r <> Other -> ~ recorded r ->
  exists p, barriers p /\ may_lock p /\ barrier_thread p = thread_at r /\ begins p < r /\
            forall e, ends p = Some e -> r < e.
Hypothesis RECORDED : forall x, recorded x \/ ~ recorded x.

(** The repair.  (Any relation with more edges does as well.) *)
Inductive repaired : nat -> nat -> Prop :=
| repaired_program i j : recorded i -> recorded j -> i < j -> thread_at i = thread_at j -> repaired i j
| repaired_lock r a : recorded r -> recorded a -> kind_at r = Release -> kind_at a = Acquire -> r < a ->
    (forall k, r < k < a -> recorded k -> kind_at k <> Acquire) -> repaired r a
| repaired_from p x a : barriers p -> may_lock p -> element p x -> recorded a -> kind_at a = Acquire -> x < a -> repaired x a
| repaired_to r q y : recorded r -> kind_at r = Release -> barriers q -> may_lock q -> element q y -> r < y -> repaired r y
| repaired_both p q x y : barriers p -> may_lock p -> barriers q -> may_lock q -> element p x -> element q y -> x < y ->
    repaired x y
| repaired_trans i j k : repaired i j -> repaired j k -> repaired i k.

(** From i to an event of p that comes before r, which p holds. *)
Lemma into : forall p i r, barriers p -> barrier_thread p = thread_at r -> begins p < r ->
  (forall e, ends p = Some e -> r < e) -> recorded i -> thread_at i = thread_at r -> i < r ->
  exists x, element p x /\ x < r /\ (i = x \/ repaired i x).
Proof.
  intros p i r B T BG EN RI TI LI. destruct (MARKS p B) as (RB & TB & _). destruct (le_lt_dec (begins p) i) as [L|L].
  - exists i. split; [|auto]. split; [auto|]. split; [congruence|]. split; [auto|]. intros e E. apply EN in E. lia.
  - exists (begins p). split; [|split; [auto|]].
    + split; [auto|]. split; [auto|]. split; [lia|]. intros e E. apply EN in E. lia.
    + right. apply repaired_program; auto. congruence.
Qed.
(** From an event of q that comes behind a, which q holds, to j. *)
Lemma out_of : forall q j a, barriers q -> barrier_thread q = thread_at a -> begins q < a ->
  (forall e, ends q = Some e -> a < e) -> recorded j -> thread_at j = thread_at a -> a < j ->
  exists y, element q y /\ a < y /\ (y = j \/ repaired y j).
Proof.
  intros q j a B T BG EN RJ TJ LJ. destruct (MARKS q B) as (_ & _ & ME).
  assert (IN : (forall e, ends q = Some e -> j <= e) -> element q j).
  { intros H. split; [auto|]. split; [congruence|]. split; [lia | auto]. }
  destruct (ends q) as [e|] eqn:E.
  - destruct (ME e eq_refl) as [RE TE]. specialize (EN e eq_refl). destruct (le_lt_dec j e) as [L|L].
    + exists j. split; [|auto]. apply IN. intros e' E'. injection E' as <-. auto.
    + exists e. split; [|split; [auto|]].
      * split; [auto|]. split; [auto|]. split; [lia|]. intros e' E'. rewrite E in E'. injection E' as <-. auto.
      * right. apply repaired_program; auto. congruence.
  - exists j. split; [|auto]. apply IN. discriminate.
Qed.
Lemma then_repaired : forall i x y j, (i = x \/ repaired i x) -> repaired x y -> (y = j \/ repaired y j) -> repaired i j.
Proof. intros i x y j [<-|A] B [<-|C]; eauto using repaired_trans. Qed.

(** Theorem 5. *)
Theorem theorem5 : forall i j, ordered i j -> recorded i -> recorded j -> repaired i j.
Proof.
  intros i j H RI RJ. pose proof (ordered_lt _ _ H) as LT.
  destruct (one_edge i j H) as [E|(r & a & (KR & KA & LRA & NEXT) & TI & LI & TA & LA)]; [apply repaired_program; auto|].
  assert (LEFT : recorded r /\ (i = r \/ repaired i r) \/
                 exists p x, barriers p /\ may_lock p /\ element p x /\ x < r /\ (i = x \/ repaired i x)).
  { destruct (RECORDED r) as [RR|NR].
    - left. split; auto. destruct (Nat.eq_dec i r); auto. right. apply repaired_program; auto. lia.
    - right. destruct (MISSING r) as (p & B & ML & BT & BG & EN); [congruence | auto|].
      assert (N : i <> r) by congruence. destruct (into p i r B BT BG EN RI TI ltac:(lia)) as (x & X). exists p, x. tauto. }
  assert (RIGHT : recorded a /\ (a = j \/ repaired a j) \/
                  exists q y, barriers q /\ may_lock q /\ element q y /\ a < y /\ (y = j \/ repaired y j)).
  { destruct (RECORDED a) as [RA|NA].
    - left. split; auto. destruct (Nat.eq_dec a j); auto. right. apply repaired_program; auto. lia.
    - right. destruct (MISSING a) as (q & B & ML & BT & BG & EN); [congruence | auto|].
      assert (N : a <> j) by congruence.
      destruct (out_of q j a B BT BG EN RJ (eq_sym TA) ltac:(lia)) as (y & Y). exists q, y. tauto. }
  destruct LEFT as [[RR PI]|(p & x & BP & MP & EP & LX & PI)], RIGHT as [[RA PJ]|(q & y & BQ & MQ & EQ & LY & PJ)].
  - apply (then_repaired i r a j PI); auto. apply repaired_lock; auto.
  - apply (then_repaired i r y j PI); auto. apply (repaired_to r q y); auto. lia.
  - apply (then_repaired i x a j PI); auto. apply (repaired_from p x a); auto. lia.
  - apply (then_repaired i x y j PI); auto. apply (repaired_both p q x y); auto. lia.
Qed.
(** So a pair that the repair leaves unordered is unordered. *)
Corollary theorem5_reports : forall i j, recorded i -> recorded j -> ~ repaired i j -> ~ ordered i j.
Proof. intros i j RI RJ N H. apply N. apply theorem5; auto. Qed.
End Execution.
