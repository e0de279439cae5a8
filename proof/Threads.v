(** * Any number of threads

    Figure 6 and Definition 3.6 for any number of threads (the paper has two, A2), and that a race of two of them alone is
    a race of all: the others need not move, and hold no lock.  So every theorem about two threads is one about any two
    of n: [races_among]. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal.

(** Threads are numbers; what each has is a function of them. *)
Definition at_thread {A} (b : nat -> A) (t : nat) (a : A) : nat -> A := fun u => if u =? t then a else b u.
Record many := Many { mstacks : nat -> list frame; mheap : heap; mlevels : nat -> nat }.

(** Figure 6: no other thread holds the lock, or the command neither needs it nor takes it. *)
Inductive many_step (t : nat) (c : command) (K : many) : many -> Prop :=
| many_steps S h L :
    step c (mstacks K t, mheap K, mlevels K t) (S, h, L) ->
    (forall u, u <> t -> mlevels K u = 0) \/ (mlevels K t = 0 /\ L = 0) ->
    many_step t c K (Many (at_thread (mstacks K) t S) h (at_thread (mlevels K) t L)).
Inductive many_interleaving (K0 : many) : (nat -> strace) -> many -> Prop :=
| many_start taus : (forall t, taus t = []) -> many_interleaving K0 taus K0
| many_next taus K t p c K' taus' :
    many_interleaving K0 taus K -> many_step t c K K' ->
    (forall u, taus' u = at_thread taus t (taus t ++ [(p, c)]) u) -> many_interleaving K0 taus' K'.

Definition many_address (K : many) (t : nat) (c : simple) : option addr :=
  match mstacks K t, accessed_path c with s :: _, Some pi => address s (mheap K) pi | _, _ => None end.

Section Many.
(** The methods of P, and the block of each thread, each with (formals P) formals. *)
Variable P : program.
Variable block : nat -> stmt.
Definition many_initial (K : many) : Prop :=
  wf_heap (mheap K) /\
  forall t, mlevels K t = 0 /\ exists s, mstacks K t = [s] /\ wf_frame (mheap K) s /\ formals_hold (formals P) s.
(** Definition 3.6, for the threads i and j. *)
Definition many_races (i j : nat) (p1 p2 : site) : Prop :=
  exists K0 taus K c1 c2, many_initial K0 /\ many_interleaving K0 taus K /\
    comes_before P (block i) (taus i) p1 c1 /\ comes_before P (block j) (taus j) p2 c2 /\
    (writes c1 || writes c2) = true /\
    many_address K i c1 = many_address K j c2 /\ many_address K i c1 <> None.

(** Threads i and j are the two threads of P. *)
Variables i j : nat.
Hypothesis DIFFERENT : i <> j.
Hypothesis BLOCKS : blocks P = (block i, block j).
Definition number (t : thread) : nat := match t with one => i | two => j end.

(** A configuration of two threads among others that do nothing. *)
Definition among (K : config) (Km : many) : Prop :=
  mheap Km = cheap K /\
  (forall t, mstacks Km (number t) = stacks K @ t /\ mlevels Km (number t) = levels K @ t) /\
  (forall u, u <> i -> u <> j -> mlevels Km u = 0).

Lemma number_other : forall t, number (other t) <> number t.
Proof. intros []; simpl; auto. Qed.
Lemma step_among : forall t c K K' Km, among K Km -> thread_step t c K K' ->
  exists Km', many_step (number t) c Km Km' /\ among K' Km' .
Proof.
  intros t c K K' Km (EH & ES & EO) ST. inversion ST as [S h L X OK]; subst.
  destruct (ES t) as [S1 L1]. destruct (ES (other t)) as [S2 L2].
  exists (Many (at_thread (mstacks Km) (number t) S) h (at_thread (mlevels Km) (number t) L)). split.
  - constructor; [rewrite S1, L1, EH; auto|]. rewrite L1. destruct OK as [OK|OK]; auto. left. intros u N.
    destruct (Nat.eq_dec u (number (other t))) as [->|N']; [congruence|].
    apply EO; intros ->; destruct t; simpl in *; auto.
  - split; [auto | split].
    + intros u. cbn [mstacks mlevels stacks levels]. unfold at_thread. destruct (same_or_other t u) as [->| ->].
      * rewrite Nat.eqb_refl, !at_put_same. auto.
      * rewrite (proj2 (Nat.eqb_neq _ _) (number_other t)), !at_put_other. auto.
    + intros u N1 N2. cbn [mlevels]. unfold at_thread. destruct (Nat.eqb_spec u (number t)) as [->|]; auto.
      destruct t; simpl in *; congruence.
Qed.
Lemma interleaving_among : forall K0 taus K Km0, interleaving K0 taus K -> among K0 Km0 ->
  exists mtaus Km, many_interleaving Km0 mtaus Km /\ among K Km /\ forall t, mtaus (number t) = taus @ t.
Proof.
  intros K0 taus K Km0 I A0. induction I as [|taus K t p c K' I IH ST].
  - exists (fun _ => []), Km0. split; [constructor; auto|]. split; auto. intros []; auto.
  - destruct IH as (mtaus & Km & MI & A & ET). destruct (step_among t c K K' Km A ST) as (Km' & MS & A').
    exists (at_thread mtaus (number t) (mtaus (number t) ++ [(p, c)])), Km'. split; [|split; auto].
    + econstructor; eauto.
    + intros u. unfold at_thread. destruct (same_or_other t u) as [->| ->].
      * rewrite Nat.eqb_refl, at_put_same, ET. auto.
      * rewrite (proj2 (Nat.eqb_neq _ _) (number_other t)), at_put_other. auto.
Qed.
(** What races alone races among others. *)
Theorem races_among : forall p1 p2, races P p1 p2 -> many_races i j p1 p2.
Proof.
  intros p1 p2 (K0 & [W INI] & t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & WR & EQ & NN).
  set (Km0 := Many (fun u => if u =? j then stacks K0 @ two else stacks K0 @ one) (cheap K0) (fun _ => 0)).
  assert (J : i =? j = false) by (apply Nat.eqb_neq; auto).
  assert (A0 : among K0 Km0).
  { split; [auto | split; [|auto]]. intros t. destruct (INI t) as [Z _].
    destruct t; simpl; [rewrite J | rewrite Nat.eqb_refl]; auto. }
  destruct (interleaving_among _ _ _ _ I A0) as (mtaus & Km & MI & (EH & ES & _) & ET).
  exists Km0, mtaus, Km, c1, c2. rewrite BLOCKS in CB1, CB2.
  pose proof (ET one) as ET1. pose proof (ET two) as ET2. simpl in ET1, ET2. rewrite ET1, ET2.
  assert (AD : forall t c, many_address Km (number t) c = next_address K t c).
  { intros t c. unfold many_address, next_address. destruct (ES t) as [-> _]. rewrite EH. auto. }
  pose proof (AD one c1) as AD1. pose proof (AD two c2) as AD2. simpl in AD1, AD2. rewrite AD1, AD2.
  split; [split; auto | auto 10]. intros u. split; auto. simpl. destruct (u =? j).
  - destruct (INI two) as (_ & s & Es & R). exists s. auto.
  - destruct (INI one) as (_ & s & Es & R). exists s. auto.
Qed.
End Many.
