(** * The most that can be reported where methods are missing (rdit-max of docs/theory.md)

    The RDIT paper (FSE 2015, Section 3) says of its algorithm that it reports a maximal set of true races.  On IL that
    is true of another detector, rdit-max.  Who does not see the missing methods cannot tell the *completions* of a trace
    apart: the executions that make the same trace of recorded events and marks, and in which missing code takes the
    lock only in BarrierPairs that may.  [max_order] is what rdit-max orders of a trace.

    - [max_completions]: no completion orders more.  [max_built]: one completion orders all of it.  So [max_exact]:
      rdit-max orders two elements of a trace just if some completion does.
    - [max_no_false]: what it reports is unordered in the execution that was watched.
    - [max_most]: a detector without false reports reports nothing that rdit-max does not.
    - [max_more]: it reports a pair that the repair of Rdit.v orders.

    An execution is a list of events of two threads with one re-entrant lock, each recorded or not.  Of missing code it
    is assumed what A2 gives: it gives back only what missing code has taken.  In the completion that is built, missing
    code does nothing but lock(); unlock(), side by side, so a stricter condition on bodies admits it too.  That loops in
    the bodies of missing methods make it an execution of a program is in the documentation of dynamic/rdit, where
    Trace.Complete builds it, and tested. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Rdit.

(** ** Executions and traces *)
(** What an event does.  The marks are events too: recorded code calls a missing method, which may lock or not, and gets
    back from it; missing code calls recorded code, and gets back from it. *)
Inductive action := Takes | Gives | Begins (may : bool) | Ends | CallsBack | CalledBack | Nothing.
Definition happening := (thread * action)%type.
Definition trace := list happening.
(** Each event with whether it is recorded. *)
Definition execution := list (bool * happening).
Definition all (x : execution) : trace := map snd x.
Definition observed (x : execution) : trace := map snd (filter fst x).

Definition thread_eqb (t u : thread) : bool := match t, u with one, one | two, two => true | _, _ => false end.
Lemma thread_eqb_eq : forall t u, thread_eqb t u = true <-> t = u.
Proof. intros [] []; split; simpl; congruence. Qed.
Lemma thread_eqb_refl : forall t, thread_eqb t t = true.
Proof. intros []; auto. Qed.

(** The lock level of a thread after some events. *)
Definition level_step (t : thread) (n : nat) (e : happening) : nat :=
  if thread_eqb (fst e) t then match snd e with Takes => S n | Gives => pred n | _ => n end else n.
Definition held_by (l : trace) (t : thread) : nat := fold_left (level_step t) l 0.
(** The calls in progress of a thread: a BarrierPair, with whether it may lock, or a callback. *)
Definition within_step (t : thread) (w : list (option bool)) (e : happening) : list (option bool) :=
  if thread_eqb (fst e) t
  then match snd e with Begins m => Some m :: w | CallsBack => None :: w | Ends | CalledBack => tl w | _ => w end
  else w.
Definition within (l : trace) (t : thread) : list (option bool) := fold_left (within_step t) l [].
(** The thread is in missing code of a BarrierPair that may lock. *)
Definition gap (l : trace) (t : thread) : bool := match within l t with Some true :: _ => true | _ => false end.

(** Figure 6, and A2 for recorded and for missing code: e may come after x. *)
Definition allowed (x : execution) (e : bool * happening) : Prop :=
  let '(r, (t, a)) := e in
  match a with
  | Takes => held_by (all x) (other t) = 0 /\ (r = false -> gap (observed x) t = true)
  | Gives => if r then 0 < held_by (observed x) t
             else held_by (observed x) t < held_by (all x) t /\ gap (observed x) t = true
  | Nothing => True
  | _ => r = true
  end.
Inductive admitted : execution -> Prop :=
| admitted_nil : admitted []
| admitted_snoc x e : admitted x -> allowed x e -> admitted (x ++ [e]).
(** x is a completion of the trace T. *)
Definition completion (T : trace) (x : execution) : Prop := admitted x /\ observed x = T.

Lemma all_snoc : forall x e, all (x ++ [e]) = all x ++ [snd e].
Proof. intros. unfold all. rewrite map_app. auto. Qed.
Lemma observed_app : forall x y, observed (x ++ y) = observed x ++ observed y.
Proof. intros. unfold observed. rewrite filter_app, map_app. auto. Qed.
Lemma observed_snoc : forall x e, observed (x ++ [e]) = observed x ++ (if fst e then [snd e] else []).
Proof. intros x [[] e]; rewrite observed_app; auto. Qed.
Lemma held_snoc : forall l e t, held_by (l ++ [e]) t = level_step t (held_by l t) e.
Proof. intros. unfold held_by. rewrite fold_left_app. auto. Qed.

(** Who has the lock by what is recorded, has it. *)
Lemma recorded_held : forall x, admitted x -> forall t, held_by (observed x) t <= held_by (all x) t.
Proof.
  induction 1 as [|x [r [u a]] A IH AL]; intros t; [unfold held_by; simpl; lia|].
  rewrite observed_snoc, all_snoc, held_snoc. specialize (IH t).
  destruct r; simpl.
  - rewrite held_snoc. unfold level_step; simpl. destruct (thread_eqb u t); [|auto]. destruct a; auto; lia.
  - rewrite app_nil_r. unfold level_step; simpl. destruct (thread_eqb u t) eqn:E; [|auto]. apply thread_eqb_eq in E. subst u.
    destruct a; auto; simpl in AL; lia.
Qed.
(** One of them does not have it. *)
Lemma lock_of_one : forall x, admitted x -> forall t, held_by (all x) t = 0 \/ held_by (all x) (other t) = 0.
Proof.
  induction 1 as [|x [r [u a]] A IH AL]; intros t; [left; reflexivity|].
  rewrite all_snoc, !held_snoc. unfold level_step; simpl. specialize (IH t).
  destruct a; try (destruct (thread_eqb u t), (thread_eqb u (other t)); exact IH).
  - simpl in AL. destruct AL as [AL _]. destruct (thread_eqb u t) eqn:E.
    + right. destruct u, t; simpl in *; auto; discriminate.
    + left. destruct u, t; simpl in *; auto; discriminate.
  - destruct (thread_eqb u t), (thread_eqb u (other t)); destruct IH as [-> | ->]; auto.
Qed.

(** ** Happens-before of an execution (Rdit.v), by places in the list *)
Definition thread_in (x : execution) (p : nat) : thread := match nth_error x p with Some (_, (t, _)) => t | None => one end.
Definition before (x : execution) (p : nat) : trace := all (firstn p x).
(** An event that changes whether its thread has the lock. *)
Definition kind_in (x : execution) (p : nat) : kind :=
  match nth_error x p with
  | Some (_, (t, Takes)) => if held_by (before x p) t =? 0 then Acquire else Other
  | Some (_, (t, Gives)) => if held_by (before x p) t =? 1 then Release else Other
  | _ => Other
  end.
Definition hb (x : execution) : nat -> nat -> Prop := ordered (thread_in x) (kind_in x).
(** The place p of x is the element number i of the trace. *)
Definition element_at (x : execution) (p i : nat) : Prop :=
  (exists e, nth_error x p = Some (true, e)) /\ i = length (observed (firstn p x)).

Lemma firstn_snoc : forall {A} (x : list A) p e, nth_error x p = Some e -> firstn (S p) x = firstn p x ++ [e].
Proof. induction x as [|a x IH]; intros [|p] e E; simpl in *; try discriminate; [congruence|]. f_equal. auto. Qed.
Lemma admitted_at : forall x, admitted x -> forall p e, nth_error x p = Some e -> admitted (firstn p x) /\ allowed (firstn p x) e.
Proof.
  induction 1 as [|x e A IH AL]; intros p e' E; [destruct p; discriminate|].
  destruct (Nat.lt_ge_cases p (length x)) as [L|L].
  - rewrite nth_error_app1 in E by auto. rewrite firstn_app. replace (p - length x) with 0 by lia. simpl.
    rewrite app_nil_r. auto.
  - rewrite nth_error_app2 in E by auto. destruct (p - length x) as [|d] eqn:D; [|destruct d; discriminate].
    injection E as <-. replace p with (length x) by lia. rewrite firstn_app, firstn_all, Nat.sub_diag. simpl. rewrite app_nil_r. auto.
Qed.
Lemma rank_snoc : forall x p e, nth_error x p = Some e ->
  observed (firstn (S p) x) = observed (firstn p x) ++ (if fst e then [snd e] else []).
Proof. intros x p [[] e] E; rewrite (firstn_snoc _ _ _ E), observed_app; auto. Qed.
Lemma rank_mono : forall x p q, p <= q -> length (observed (firstn p x)) <= length (observed (firstn q x)).
Proof.
  intros x p q L. rewrite <- (firstn_skipn p (firstn q x)), firstn_firstn, observed_app, app_length.
  replace (Init.Nat.min p q) with p by lia. lia.
Qed.
Lemma observed_prefix : forall x p, firstn (length (observed (firstn p x))) (observed x) = observed (firstn p x).
Proof.
  intros x p. replace (observed x) with (observed (firstn p x) ++ observed (skipn p x)) by (rewrite <- observed_app, firstn_skipn; auto).
  rewrite firstn_app, firstn_all, Nat.sub_diag. apply app_nil_r.
Qed.
Lemma element_of : forall x p i e, element_at x p i -> nth_error x p = Some e -> nth_error (observed x) i = Some (snd e).
Proof.
  intros x p i e [[e' E'] ->] E. rewrite E in E'. injection E' as ->.
  replace (observed x) with (observed (firstn (S p) x) ++ observed (skipn (S p) x)) by (rewrite <- observed_app, firstn_skipn; auto).
  rewrite (rank_snoc _ _ _ E), <- app_assoc, nth_error_app2, Nat.sub_diag by auto. auto.
Qed.

(** ** rdit-max *)
(** Moment k of a trace is before its element number k.  A thread may synchronize there, if it is in missing code that may
    lock, and nobody has the lock by what is recorded. *)
Definition free_at (T : trace) (k : nat) : Prop := forall t, held_by (firstn k T) t = 0.
Definition may_sync (T : trace) (k : nat) (t : thread) : Prop := gap (firstn k T) t = true /\ free_at T k.
(** The thread gives back the lock then or as the element before, and takes it then or as the element behind. *)
Definition may_give (T : trace) (k : nat) (t : thread) : Prop :=
  may_sync T k t \/ exists k', k = S k' /\ nth_error T k' = Some (t, Gives) /\ held_by (firstn k T) t = 0.
Definition may_take (T : trace) (k : nat) (t : thread) : Prop :=
  may_sync T k t \/ nth_error T k = Some (t, Takes) /\ held_by (firstn k T) t = 0.
(** What it orders: program order, and what such synchronization orders. *)
Inductive max_order (T : trace) (i j : nat) : Prop :=
| max_program t a b : i < j -> nth_error T i = Some (t, a) -> nth_error T j = Some (t, b) -> max_order T i j
| max_lock t a b k m : nth_error T i = Some (t, a) -> nth_error T j = Some (other t, b) ->
    i < k -> k <= m -> m <= j -> may_give T k t -> may_take T m (other t) -> max_order T i j.

(** ** No completion orders more *)
Lemma kind_release : forall x r, kind_in x r = Release ->
  exists b t, nth_error x r = Some (b, (t, Gives)) /\ held_by (before x r) t = 1.
Proof.
  intros x r. unfold kind_in. destruct (nth_error x r) as [[b [t a]]|]; [|discriminate].
  destruct a; try discriminate; destruct (Nat.eqb_spec (held_by (before x r) t) 1); try discriminate; eauto;
    destruct (held_by (before x r) t =? 0); discriminate.
Qed.
Lemma kind_acquire : forall x r, kind_in x r = Acquire ->
  exists b t, nth_error x r = Some (b, (t, Takes)) /\ held_by (before x r) t = 0.
Proof.
  intros x r. unfold kind_in. destruct (nth_error x r) as [[b [t a]]|]; [|discriminate].
  destruct a; try discriminate; destruct (Nat.eqb_spec (held_by (before x r) t) 0); try discriminate; eauto;
    destruct (held_by (before x r) t =? 1); discriminate.
Qed.
(** Nobody has the lock, so nobody has it by what is recorded. *)
Lemma free_recorded : forall x p t, admitted (firstn p x) -> held_by (before x p) t = 0 -> held_by (before x p) (other t) = 0 ->
  free_at (observed x) (length (observed (firstn p x))).
Proof.
  intros x p t A H1 H2 u. rewrite observed_prefix. pose proof (recorded_held _ A u) as L. unfold before in *.
  destruct (same_or_other t u) as [->| ->]; lia.
Qed.
Lemma release_gives : forall x r, admitted x -> kind_in x r = Release ->
  may_give (observed x) (length (observed (firstn (S r) x))) (thread_in x r).
Proof.
  intros x r A K. destruct (kind_release _ _ K) as (b & t & E & H). unfold thread_in. rewrite E.
  destruct (admitted_at _ A _ _ E) as [AR AL].
  assert (AS : admitted (firstn (S r) x)) by (rewrite (firstn_snoc _ _ _ E); constructor; auto).
  assert (Z : held_by (before x (S r)) t = 0).
  { unfold before in *. rewrite (firstn_snoc _ _ _ E), all_snoc, held_snoc. unfold level_step. simpl. rewrite thread_eqb_refl, H. auto. }
  assert (O : held_by (before x (S r)) (other t) = 0).
  { unfold before in *. rewrite (firstn_snoc _ _ _ E), all_snoc, held_snoc. unfold level_step. simpl.
    replace (thread_eqb t (other t)) with false by (destruct t; auto).
    destruct (lock_of_one _ AR t) as [X|X]; [congruence | auto]. }
  pose proof (free_recorded x (S r) t AS Z O) as F.
  destruct b.
  - right. exists (length (observed (firstn r x))). split; [|split].
    + rewrite (rank_snoc _ _ _ E), app_length. simpl. lia.
    + apply (element_of x r _ (true, (t, Gives))); auto. split; eauto.
    + apply F.
  - left. split; [|exact F]. rewrite observed_prefix, (rank_snoc _ _ _ E), app_nil_r. simpl in AL. tauto.
Qed.
Lemma acquire_takes : forall x a, admitted x -> kind_in x a = Acquire ->
  may_take (observed x) (length (observed (firstn a x))) (thread_in x a).
Proof.
  intros x a A K. destruct (kind_acquire _ _ K) as (b & t & E & H). unfold thread_in. rewrite E.
  destruct (admitted_at _ A _ _ E) as [AR AL]. simpl in AL. destruct AL as [O G].
  pose proof (free_recorded x a t AR H O) as F. destruct b.
  - right. split; [|apply F]. apply (element_of x a _ (true, (t, Takes))); auto. split; eauto.
  - left. split; [|exact F]. rewrite observed_prefix. auto.
Qed.

Theorem max_completions : forall x p q i j, admitted x -> element_at x p i -> element_at x q j -> hb x p q ->
  max_order (observed x) i j.
Proof.
  intros x p q i j A EP EQ H. pose proof (ordered_lt _ _ _ _ H) as LT.
  destruct EP as [[[tp ap] Ep] Ei] eqn:DP. destruct EQ as [[[tq aq] Eq] Ej] eqn:DQ. clear DP DQ.
  assert (NI : nth_error (observed x) i = Some (tp, ap)) by (apply (element_of x p i (true, (tp, ap))); [split; eauto | auto]).
  assert (NJ : nth_error (observed x) j = Some (tq, aq)) by (apply (element_of x q j (true, (tq, aq))); [split; eauto | auto]).
  pose proof (rank_snoc _ _ _ Ep) as RP. cbn [fst snd] in RP.
  assert (UP : length (observed (firstn (S p) x)) = S i) by (rewrite RP, app_length, Ei; simpl; lia).
  assert (TP : thread_in x p = tp) by (unfold thread_in; rewrite Ep; auto).
  assert (TQ : thread_in x q = tq) by (unfold thread_in; rewrite Eq; auto).
  assert (IJ : i < j). { pose proof (rank_mono x (S p) q LT). lia. }
  destruct (one_edge _ _ _ _ H) as [E|(r & a & (KR & KA & LRA & _) & TR & LR & TA & LA)].
  { apply (max_program _ _ _ tp ap aq); auto. congruence. }
  destruct (same_or_other tp tq) as [->| ->]; [apply (max_program _ _ _ tp ap aq); auto|].
  apply (max_lock _ _ _ tp ap aq (length (observed (firstn (S r) x))) (length (observed (firstn a x)))); auto.
  - pose proof (rank_mono x (S p) (S r) ltac:(lia)). lia.
  - apply rank_mono. lia.
  - rewrite Ej. apply rank_mono. auto.
  - rewrite <- TP, TR. apply release_gives; auto.
  - rewrite <- TQ, <- TA. apply acquire_takes; auto.
Qed.

(** ** An execution in which releases come before later acquisitions *)
Lemma kind_dec : forall k k' : kind, {k = k'} + {k <> k'}.
Proof. decide equality. Qed.
Lemma next_acquire : forall x r a, kind_in x a = Acquire -> r < a ->
  exists a1, r < a1 <= a /\ kind_in x a1 = Acquire /\ forall k, r < k < a1 -> kind_in x k <> Acquire.
Proof.
  intros x r a. induction a as [a IH] using lt_wf_ind. intros K L.
  assert (D : forall n, (exists k, r < k < r + n /\ k < a /\ kind_in x k = Acquire) \/
                        (forall k, r < k < r + n -> k < a -> kind_in x k <> Acquire)).
  { induction n as [|n [(k & B)|N]]; [right; intros; lia | left; exists k; intuition lia|].
    destruct (Nat.lt_ge_cases r (r + n)) as [Lr|]; [|right; intros; lia].
    destruct (Nat.lt_ge_cases (r + n) a) as [La|]; [|right; intros k B1 B2; apply N; lia].
    destruct (kind_dec (kind_in x (r + n)) Acquire) as [E|E]; [left; exists (r + n); split; [lia | auto]|].
    right. intros k B1 B2. destruct (Nat.eq_dec k (r + n)) as [->|]; auto. apply N; lia. }
  destruct (D (a - r)) as [(k & B1 & B2 & B3)|N].
  - destruct (IH k B2 B3 ltac:(lia)) as (a1 & X1 & X2 & X3). exists a1. split; [lia | auto].
  - exists a. split; [lia|]. split; auto. intros k B. apply N; lia.
Qed.
Lemma before_snoc : forall x p e, nth_error x p = Some e -> before x (S p) = before x p ++ [snd e].
Proof. intros. unfold before. erewrite firstn_snoc by eauto. apply all_snoc. Qed.
(** A thread that has the lock, and has it not later, has released it. *)
Lemma released_between : forall x t s e, s <= e -> e <= length x -> 0 < held_by (before x s) t -> held_by (before x e) t = 0 ->
  exists r, s <= r < e /\ kind_in x r = Release /\ thread_in x r = t.
Proof.
  intros x t s e L. induction L as [|e L IH]; intros LE HS HE; [lia|].
  destruct (Nat.eq_dec (held_by (before x e) t) 0) as [Z|N].
  - destruct (IH ltac:(lia) HS Z) as (r & B & K). exists r. split; [lia | auto].
  - destruct (nth_error x e) as [[b [u a]]|] eqn:E; [|apply nth_error_None in E; lia].
    rewrite (before_snoc _ _ _ E), held_snoc in HE. unfold level_step in HE. simpl in HE.
    destruct (thread_eqb u t) eqn:T; [|lia]. apply thread_eqb_eq in T. subst u. destruct a; try lia.
    exists e. split; [lia|]. unfold kind_in, thread_in. rewrite E.
    replace (held_by (before x e) t) with 1 by lia. auto.
Qed.
Lemma release_acquire : forall x, admitted x -> forall n r a, a - r <= n -> kind_in x r = Release -> kind_in x a = Acquire -> r < a ->
  hb x r a.
Proof.
  intros x A. induction n as [|n IH]; intros r a N KR KA L; [lia|].
  destruct (next_acquire x r a KA L) as (a1 & [L1 L2] & K1 & NO).
  assert (R1 : hb x r a1) by (apply ordered_lock; repeat split; auto).
  destruct (Nat.eq_dec a1 a) as [->|NE]; auto.
  destruct (kind_acquire _ _ K1) as (b1 & t & E1 & H1). destruct (kind_acquire _ _ KA) as (b & u & E & H).
  destruct (admitted_at _ A _ _ E) as [_ AL]. simpl in AL. destruct AL as [O _].
  destruct (released_between x t (S a1) a) as (r1 & B & KR1 & T1); [lia | | | |].
  - apply Nat.lt_le_incl, nth_error_Some. congruence.
  - rewrite (before_snoc _ _ _ E1), held_snoc. unfold level_step. simpl. rewrite thread_eqb_refl. lia.
  - unfold before in *. destruct (same_or_other u t) as [->| ->]; auto.
  - apply ordered_trans with a1; auto. apply ordered_trans with r1.
    + apply ordered_program; [lia|]. rewrite T1. unfold thread_in. rewrite E1. auto.
    + apply (IH r1 a); auto; lia.
Qed.

(** ** One completion orders all of it *)
Definition may_syncb (T : trace) (k : nat) (t : thread) : bool :=
  gap (firstn k T) t && (held_by (firstn k T) one =? 0) && (held_by (firstn k T) two =? 0).
Lemma may_syncb_iff : forall T k t, may_syncb T k t = true <-> may_sync T k t.
Proof.
  intros T k t. unfold may_syncb, may_sync, free_at. rewrite !andb_true_iff, !Nat.eqb_eq. split.
  - intros [[G A] B]. split; auto. intros []; auto.
  - intros [G F]. auto.
Qed.
(** lock(); unlock() in missing code. *)
Definition round (t : thread) : execution := [(false, (t, Takes)); (false, (t, Gives))].
Definition sync (T : trace) (k : nat) (t : thread) : execution := if may_syncb T k t then round t else [].
Definition syncs (T : trace) (k : nat) : execution := sync T k one ++ sync T k two ++ sync T k one.
(** The first k elements, with what is done at the moments up to k. *)
Fixpoint built_to (T : trace) (k : nat) : execution :=
  match k with
  | 0 => syncs T 0
  | S k' => built_to T k' ++ match nth_error T k' with Some e => [(true, e)] | None => [] end ++ syncs T k
  end.
Definition built (T : trace) : execution := built_to T (length T).

(** What is recorded obeys the lock by itself. *)
Definition obeys (T : trace) : Prop := forall k t a, nth_error T k = Some (t, a) ->
  (a = Takes -> held_by (firstn k T) (other t) = 0) /\ (a = Gives -> 0 < held_by (firstn k T) t).
Lemma completion_obeys : forall x, admitted x -> obeys (observed x).
Proof.
  induction 1 as [|x [r [u b]] A IH AL]; intros k t a E; [destruct k; discriminate|].
  rewrite observed_snoc in *. destruct r; cbn [fst snd] in *; [|rewrite app_nil_r in *; eauto].
  destruct (Nat.lt_ge_cases k (length (observed x))) as [L|L].
  - rewrite nth_error_app1 in E by auto. rewrite firstn_app. replace (k - length (observed x)) with 0 by lia.
    rewrite app_nil_r. eauto.
  - rewrite nth_error_app2 in E by auto. destruct (k - length (observed x)) as [|d] eqn:D; [|destruct d; discriminate].
    injection E as -> ->. replace k with (length (observed x)) by lia. rewrite firstn_app, firstn_all, Nat.sub_diag, app_nil_r.
    simpl in AL. split; intros ->.
    + destruct AL as [AL _]. pose proof (recorded_held _ A (other t)). lia.
    + auto.
Qed.

(** The execution so far is one of the first k elements, with the levels that are recorded. *)
Definition stands_at (T : trace) (k : nat) (z : execution) : Prop :=
  admitted z /\ observed z = firstn k T /\ forall t, held_by (all z) t = held_by (firstn k T) t.
Lemma sync_stands : forall T k z t, stands_at T k z -> stands_at T k (z ++ sync T k t).
Proof.
  intros T k z t (A & O & H). unfold sync. destruct (may_syncb T k t) eqn:M; [|rewrite app_nil_r; repeat split; auto].
  apply may_syncb_iff in M. destruct M as [G F].
  assert (A1 : admitted (z ++ [(false, (t, Takes))])).
  { constructor; auto. simpl. split; [rewrite H; apply F|]. rewrite O. auto. }
  assert (O1 : observed (z ++ [(false, (t, Takes))]) = firstn k T) by (rewrite observed_app; cbn; rewrite app_nil_r; auto).
  unfold round. change [(false, (t, Takes)); (false, (t, Gives))] with ([(false, (t, Takes))] ++ [(false, (t, Gives))]).
  rewrite app_assoc. split; [|split].
  - constructor; auto. unfold allowed. rewrite all_snoc, held_snoc. pose proof (F t) as Ft. rewrite <- O1 in Ft, G.
    match goal with |- ?a < _ /\ _ => replace a with 0 by (symmetry; exact Ft) end.
    split; [unfold level_step; simpl; rewrite thread_eqb_refl; lia | exact G].
  - rewrite observed_snoc. cbn [fst]. rewrite app_nil_r. exact O1.
  - intros u. rewrite !all_snoc, !held_snoc, H, F. unfold level_step. simpl. destruct (thread_eqb t u); auto.
Qed.
Lemma syncs_stand : forall T k z, stands_at T k z -> stands_at T k (z ++ syncs T k).
Proof. intros. unfold syncs. rewrite !app_assoc. repeat apply sync_stands. auto. Qed.
Lemma element_stands : forall T k z e, obeys T -> nth_error T k = Some e -> stands_at T k z -> stands_at T (S k) (z ++ [(true, e)]).
Proof.
  intros T k z [t a] OB E (A & O & H). pose proof (firstn_snoc _ _ _ E) as FS. split; [|split].
  - constructor; auto. destruct (OB _ _ _ E) as [OT OG]. simpl. destruct a; auto.
    + split; [rewrite H; auto | discriminate].
    + rewrite O. auto.
  - rewrite observed_app, O, FS. auto.
  - intros u. rewrite all_snoc, FS, !held_snoc, H. auto.
Qed.
Lemma built_stands : forall T, obeys T -> forall k, k <= length T -> stands_at T k (built_to T k).
Proof.
  intros T OB. induction k as [|k IH]; intros L; cbn [built_to].
  - apply (syncs_stand T 0 []). repeat split; auto. constructor.
  - destruct (nth_error T k) as [e|] eqn:E; [|apply nth_error_None in E; lia].
    rewrite app_assoc. apply syncs_stand. apply element_stands; auto. apply IH. lia.
Qed.

(** Where the element number k is. *)
Definition place (T : trace) (k : nat) : nat := length (built_to T k).
Lemma built_more : forall T k n, k <= n -> exists z, built_to T n = built_to T k ++ z.
Proof.
  intros T k n L. induction L as [|n L (z & IH)]; [exists []; rewrite app_nil_r; auto|].
  cbn [built_to]. rewrite IH, <- app_assoc. eauto.
Qed.
Lemma built_split : forall T k e, nth_error T k = Some e -> exists z, built T = built_to T k ++ (true, e) :: syncs T (S k) ++ z.
Proof.
  intros T k e E. assert (L : S k <= length T) by (apply nth_error_Some; congruence).
  destruct (built_more T _ _ L) as (z & H). exists z. unfold built. rewrite H. cbn [built_to]. rewrite E, <- !app_assoc. auto.
Qed.
Lemma firstn_exact : forall {A} (a b : list A), firstn (length a) (a ++ b) = a.
Proof. intros. rewrite firstn_app, firstn_all, Nat.sub_diag. apply app_nil_r. Qed.
Lemma nth_exact : forall {A} (a b : list A) e, nth_error (a ++ e :: b) (length a) = Some e.
Proof. intros. rewrite nth_error_app2, Nat.sub_diag by auto. auto. Qed.
Lemma place_element : forall T k, obeys T -> k < length T -> element_at (built T) (place T k) k.
Proof.
  intros T k OB L. destruct (nth_error T k) as [e|] eqn:E; [|apply nth_error_None in E; lia].
  destruct (built_split _ _ _ E) as (z & H). unfold place. split.
  - exists e. rewrite H. apply nth_exact.
  - rewrite H, firstn_exact. destruct (built_stands T OB k) as (_ & -> & _); [lia|]. rewrite firstn_length. lia.
Qed.
Lemma element_unique : forall x p q i, element_at x p i -> element_at x q i -> p = q.
Proof.
  intros x p q i [[e E] Ei] [[e' E'] Ei'].
  pose proof (rank_snoc _ _ _ E) as R. pose proof (rank_snoc _ _ _ E') as R'. cbn [fst snd] in *.
  apply (f_equal (@length _)) in R. apply (f_equal (@length _)) in R'. rewrite app_length in R, R'. cbn [length] in R, R'.
  destruct (Nat.lt_trichotomy p q) as [L|[L|L]]; auto; exfalso;
    [pose proof (rank_mono x (S p) q L) | pose proof (rank_mono x (S q) p L)]; lia.
Qed.
Lemma place_thread : forall T k t a, nth_error T k = Some (t, a) -> thread_in (built T) (place T k) = t.
Proof. intros T k t a E. destruct (built_split _ _ _ E) as (z & H). unfold thread_in, place. rewrite H, nth_exact. auto. Qed.
Lemma place_lt : forall T i k, obeys T -> i < k -> i < length T -> place T i < place T k.
Proof.
  intros T i k OB L LT. destruct (built_more T (S i) k L) as (z & H). unfold place. rewrite H. cbn [built_to].
  destruct (nth_error T i) as [e|] eqn:E; [|apply nth_error_None in E; lia]. rewrite !app_length. simpl. lia.
Qed.
(** An event of an execution that changes who has the lock. *)
Lemma takes_at : forall y a b t z, y = a ++ (b, (t, Takes)) :: z -> held_by (all a) t = 0 ->
  kind_in y (length a) = Acquire /\ thread_in y (length a) = t.
Proof. intros y a b t z -> H. unfold kind_in, thread_in, before. rewrite nth_exact, firstn_exact, H. auto. Qed.
Lemma gives_at : forall y a b t z, y = a ++ (b, (t, Gives)) :: z -> held_by (all a) t = 1 ->
  kind_in y (length a) = Release /\ thread_in y (length a) = t.
Proof. intros y a b t z -> H. unfold kind_in, thread_in, before. rewrite nth_exact, firstn_exact, H. auto. Qed.
(** A round of a thread, when nobody has the lock, takes it and gives it back. *)
Lemma round_at : forall y a t z, y = a ++ round t ++ z -> (forall u, held_by (all a) u = 0) ->
  (kind_in y (length a) = Acquire /\ thread_in y (length a) = t) /\
  (kind_in y (S (length a)) = Release /\ thread_in y (S (length a)) = t) /\
  (forall u, held_by (all (a ++ round t)) u = 0).
Proof.
  intros y a t z E H. split; [|split].
  - eapply takes_at; [exact E | apply H].
  - replace (S (length a)) with (length (a ++ [(false, (t, Takes))])) by (rewrite app_length; simpl; lia).
    apply (gives_at y (a ++ [(false, (t, Takes))]) false t z).
    + rewrite E, <- app_assoc. auto.
    + rewrite all_snoc, held_snoc, H. unfold level_step. simpl. rewrite thread_eqb_refl. auto.
  - intros u. unfold round. change [(false, (t, Takes)); (false, (t, Gives))] with ([(false, (t, Takes))] ++ [(false, (t, Gives))]).
    rewrite app_assoc, !all_snoc, !held_snoc, H. unfold level_step. simpl. destruct (thread_eqb t u); auto.
Qed.

Section Built.
Variable T : trace.
Hypothesis OB : obeys T.
Notation y := (built T).
(** What comes before the rounds of moment k. *)
Definition start (k : nat) : execution :=
  match k with 0 => [] | S k' => built_to T k' ++ match nth_error T k' with Some e => [(true, e)] | None => [] end end.
Lemma start_built : forall k, built_to T k = start k ++ syncs T k.
Proof. intros []; simpl; auto. rewrite app_assoc. auto. Qed.
Lemma start_after : forall i k, i < k -> k <= length T -> place T i < length (start k).
Proof.
  intros i [|k] L LT; [lia|]. unfold start. destruct (nth_error T k) as [e|] eqn:E; [|apply nth_error_None in E; lia].
  rewrite app_length. simpl. destruct (Nat.eq_dec i k) as [->|N]; [unfold place; lia|].
  pose proof (place_lt T i k OB). unfold place in *. lia.
Qed.
Lemma start_free : forall k, k <= length T -> free_at T k -> forall t, held_by (all (start k)) t = 0.
Proof.
  intros [|k] L F t; [reflexivity|]. unfold start. destruct (nth_error T k) as [e|] eqn:E; [|apply nth_error_None in E; lia].
  destruct (element_stands T k (built_to T k) e OB E) as (_ & _ & H); [apply built_stands; auto; lia|]. rewrite H. apply F.
Qed.
Lemma start_split : forall k, k <= length T -> exists z, y = start k ++ syncs T k ++ z.
Proof. intros k L. destruct (built_more T k _ L) as (z & H). exists z. unfold built. rewrite H, start_built, app_assoc. auto. Qed.

(** At a moment at which a thread may synchronize, it takes the lock and gives it back; where both may, also after the
    other one has. *)
Lemma syncs_at : forall k t, k <= length T -> may_sync T k t -> exists a r,
  (kind_in y a = Acquire /\ thread_in y a = t) /\ (kind_in y r = Release /\ thread_in y r = t) /\
  length (start k) <= a < r /\ r < place T k /\
  (may_sync T k (other t) -> exists a', kind_in y a' = Acquire /\ thread_in y a' = other t /\ r < a' < place T k).
Proof.
  intros k t L M. pose proof M as [_ F]. destruct (start_split k L) as (z & E). pose proof (start_free k L F) as H0.
  assert (PL : place T k = length (start k) + length (syncs T k)) by (unfold place; rewrite start_built, app_length; auto).
  unfold syncs, sync in *. destruct (may_syncb T k one) eqn:M1; destruct (may_syncb T k two) eqn:M2.
  - rewrite <- !app_assoc in E.
    destruct (round_at _ _ _ _ E H0) as (A1 & R1 & H1). rewrite app_assoc in E.
    destruct (round_at _ _ _ _ E H1) as (A2 & R2 & H2). rewrite app_assoc in E.
    destruct (round_at _ _ _ _ E H2) as (A3 & R3 & _). clear E. rewrite !app_length in *. simpl in *.
    destruct t.
    + do 2 eexists. split; [exact A1|]. split; [exact R1|]. split; [lia|]. split; [lia|]. intros _.
      eexists. destruct A2 as [A2 A2']. split; [exact A2|]. split; [exact A2'|]. lia.
    + do 2 eexists. split; [exact A2|]. split; [exact R2|]. split; [lia|]. split; [lia|]. intros _.
      eexists. destruct A3 as [A3 A3']. split; [exact A3|]. split; [exact A3'|]. lia.
  - assert (t = one) as -> by (destruct t; auto; apply may_syncb_iff in M; congruence).
    rewrite <- !app_assoc in E. destruct (round_at _ _ _ _ E H0) as (A1 & R1 & _). clear E. rewrite !app_length in *. simpl in *.
    do 2 eexists. split; [exact A1|]. split; [exact R1|]. split; [lia|]. split; [lia|]. intros M'. apply may_syncb_iff in M'. congruence.
  - assert (t = two) as -> by (destruct t; auto; apply may_syncb_iff in M; congruence).
    cbn [app] in E. rewrite <- !app_assoc in E. destruct (round_at _ _ _ _ E H0) as (A1 & R1 & _). clear E. rewrite !app_length in *. simpl in *.
    do 2 eexists. split; [exact A1|]. split; [exact R1|]. split; [lia|]. split; [lia|]. intros M'. apply may_syncb_iff in M'. congruence.
  - apply may_syncb_iff in M. destruct t; congruence.
Qed.
Lemma gives_recorded : forall k t, nth_error T k = Some (t, Gives) -> held_by (firstn (S k) T) t = 0 ->
  kind_in y (place T k) = Release.
Proof.
  intros k t E H. destruct (built_split _ _ _ E) as (z & S). unfold place. eapply gives_at; [exact S|].
  destruct (built_stands T OB k) as (_ & _ & ->); [apply Nat.lt_le_incl, nth_error_Some; congruence|].
  destruct (OB _ _ _ E) as [_ G]. specialize (G eq_refl). rewrite (firstn_snoc _ _ _ E), held_snoc in H.
  unfold level_step in H. simpl in H. rewrite thread_eqb_refl in H. lia.
Qed.
Lemma takes_recorded : forall k t, nth_error T k = Some (t, Takes) -> held_by (firstn k T) t = 0 ->
  kind_in y (place T k) = Acquire.
Proof.
  intros k t E H. destruct (built_split _ _ _ E) as (z & S). unfold place. eapply takes_at; [exact S|].
  destruct (built_stands T OB k) as (_ & _ & ->); [apply Nat.lt_le_incl, nth_error_Some; congruence | auto].
Qed.
Lemma give_take : forall t k m, k <= m -> m < length T -> may_give T k t -> may_take T m (other t) -> exists r a,
  (kind_in y r = Release /\ thread_in y r = t) /\ (kind_in y a = Acquire /\ thread_in y a = other t) /\ r < a /\
  (forall i, i < k -> place T i <= r) /\ a <= place T m.
Proof.
  intros t k m KM ML G K.
  assert (RIGHT : exists a, (kind_in y a = Acquire /\ thread_in y a = other t) /\ (forall i, i < m -> place T i < a) /\
            (a = place T m \/ may_sync T m (other t) /\ a < place T m)).
  { destruct K as [S|[E H]].
    - destruct (syncs_at m (other t) ltac:(lia) S) as (a & r & A & _ & AR & R & _). exists a. split; auto. split.
      + intros i Li. pose proof (start_after i m Li). lia.
      + right. split; [auto | lia].
    - exists (place T m). split; [split; [eapply takes_recorded; eauto | eapply place_thread; eauto]|]. split; auto.
      intros i Li. apply place_lt; auto. lia. }
  destruct RIGHT as (a & A & BA & CA). destruct G as [S|(k' & -> & E & H)].
  - destruct (syncs_at k t ltac:(lia) S) as (a0 & r & _ & R & AR & Lr & BOTH).
    assert (PI : forall i, i < k -> place T i <= r) by (intros i Li; pose proof (start_after i k Li); lia).
    destruct (Nat.eq_dec k m) as [<-|N].
    + destruct CA as [->|[S' La]]; [exists r, (place T k); auto 6|].
      destruct (BOTH S') as (a' & A1 & A2 & A3). exists r, a'. intuition lia.
    + exists r, a. specialize (BA k ltac:(lia)). repeat (split; [tauto || lia|]). destruct CA as [->|[_ X]]; lia.
  - exists (place T k'), a. split; [split; [eapply gives_recorded; eauto | eapply place_thread; eauto]|]. split; auto.
    split; [apply BA; lia|]. split; [|destruct CA as [->|[_ X]]; lia].
    intros i Li. destruct (Nat.eq_dec i k') as [->|]; [lia|]. apply Nat.lt_le_incl, place_lt; auto; lia.
Qed.
End Built.

Theorem max_built : forall T, (exists x, completion T x) ->
  completion T (built T) /\ forall i j, max_order T i j -> exists p q, element_at (built T) p i /\ element_at (built T) q j /\ hb (built T) p q.
Proof.
  intros T (x & A & E). pose proof (completion_obeys x A) as OB. rewrite E in OB.
  destruct (built_stands T OB (length T)) as (AB & O & _); auto. rewrite firstn_all in O.
  split; [split; auto|]. intros i j M. exists (place T i), (place T j).
  assert (IN : forall k e, nth_error T k = Some e -> k < length T) by (intros k e X; apply nth_error_Some; congruence).
  destruct M as [t a b L Ei Ej|t a b k m Ei Ej Lk Lkm Lm G K]; (split; [apply place_element; eauto|]; split; [apply place_element; eauto|]).
  - apply ordered_program; [apply place_lt; eauto|]. erewrite !place_thread by eauto. auto.
  - destruct (give_take T OB t k m Lkm) as (r & q & [R1 R2] & [A1 A2] & RA & PI & PM); auto; [specialize (IN _ _ Ej); lia|].
    assert (H1 : hb (built T) r q) by (eapply release_acquire; eauto).
    assert (H2 : hb (built T) r (place T j)).
    { assert (Q : q <= place T j).
      { destruct (Nat.eq_dec m j) as [->|]; auto. pose proof (place_lt T m j OB). specialize (IN _ _ Ej). lia. }
      destruct (Nat.eq_dec q (place T j)) as [->|]; auto. apply ordered_trans with q; auto.
      apply ordered_program; [lia|]. erewrite place_thread by eauto. auto. }
    specialize (PI i Lk). destruct (Nat.eq_dec (place T i) r) as [->|]; auto. apply ordered_trans with r; auto.
    apply ordered_program; [lia|]. erewrite place_thread by eauto. auto.
Qed.

(** ** So rdit-max orders what some completion orders *)
Theorem max_exact : forall T, (exists x, completion T x) -> forall i j,
  max_order T i j <-> exists x p q, completion T x /\ element_at x p i /\ element_at x q j /\ hb x p q.
Proof.
  intros T C i j. split.
  - intros M. destruct (max_built T C) as [B H]. destruct (H _ _ M) as (p & q & X). exists (built T), p, q. tauto.
  - intros (x & p & q & (A & <-) & P & Q & H). eapply max_completions; eauto.
Qed.
(** Two elements that are unordered by a relation. *)
Definition unordered (R : nat -> nat -> Prop) (i j : nat) : Prop := ~ R i j /\ ~ R j i.
(** Reports of rdit-max are not false. *)
Corollary max_no_false : forall x p q i j, admitted x -> element_at x p i -> element_at x q j ->
  unordered (max_order (observed x)) i j -> unordered (hb x) p q.
Proof. intros x p q i j A P Q [N1 N2]. split; intros H; [apply N1 | apply N2]; eapply max_completions; eauto. Qed.
(** A detector reads a trace and reports pairs of its elements; without false reports, if what it reports is unordered in
    each execution that makes the trace. *)
Definition no_false_reports (D : trace -> nat -> nat -> Prop) : Prop :=
  forall x p q i j, admitted x -> element_at x p i -> element_at x q j -> D (observed x) i j -> unordered (hb x) p q.
Theorem max_most : forall D, no_false_reports D -> forall x i j, admitted x ->
  D (observed x) i j -> unordered (max_order (observed x)) i j.
Proof.
  intros D N x i j A R. destruct (max_built (observed x)) as [[AB OB] H]; [exists x; split; auto|].
  split; intros M; destruct (H _ _ M) as (p & q & P & Q & HB); rewrite <- OB in R.
  - apply (N _ p q i j) in R; auto. destruct R as [X _]. auto.
  - apply (N _ q p i j) in R; auto. destruct R as [_ X]. auto.
Qed.

(** ** It reports more than the repair *)
(** m, which may lock, calls a recorded method back, and that one stores; the other thread locks before m ends.  The
    repair orders the store with that lock(), since both are of a BarrierPair or behind it; no completion does: between the
    two, missing code does not come to execute. *)
Example max_more :
  let T := [(one, Begins true); (one, CallsBack); (one, Nothing); (two, Takes); (two, Nothing)] in
  (exists x, completion T x) /\ unordered (max_order T) 2 4 /\
  forall (may_lock : barrier -> Prop) thread_at kind_at, (forall i, i < 5 -> thread_at i = match nth_error T i with Some (t, _) => t | None => one end) ->
    kind_at 3 = Acquire -> may_lock (Barrier one 0 None) ->
    repaired thread_at kind_at (fun i => i < 5) (fun p => p = Barrier one 0 None) may_lock 2 4.
Proof.
  intros T. split; [|split].
  - exists (map (pair true) T). split; [|reflexivity].
    assert (S : forall a e, admitted a -> allowed a e -> admitted (a ++ [e])) by (intros; constructor; auto).
    unfold T. simpl.
    apply (S [(true, (one, Begins true)); (true, (one, CallsBack)); (true, (one, Nothing)); (true, (two, Takes))]); [|exact I].
    apply (S [(true, (one, Begins true)); (true, (one, CallsBack)); (true, (one, Nothing))]); [|split; [reflexivity | discriminate]].
    apply (S [(true, (one, Begins true)); (true, (one, CallsBack))]); [|exact I].
    apply (S [(true, (one, Begins true))]); [|reflexivity].
    apply (S []); [constructor | reflexivity].
  - assert (G : forall k, 2 < k -> ~ may_give T k one).
    { intros k L [[X _]|(k' & -> & X & _)].
      - destruct k as [|[|[|[|[|[|k]]]]]]; try lia; vm_compute in X; discriminate.
      - destruct k' as [|[|[|[|[|k']]]]]; simpl in X; try discriminate. destruct k'; discriminate. }
    split; intros [t a b L E1 E2|t a b k m E1 E2 L1 L2 L3 X Y]; simpl in *; try (injection E1 as <- <-); try (injection E2 as <- <-); try discriminate; try lia.
    apply (G k L1 X).
  - intros ml ta ka TA KA ML.
    apply repaired_trans with 3.
    + apply (repaired_from _ _ _ _ _ (Barrier one 0 None)); auto; try lia.
      split; [lia|]. split; [rewrite TA by lia; reflexivity|]. split; [simpl; lia | discriminate].
    + apply repaired_program; try lia. rewrite !TA by lia. reflexivity.
Qed.
