(** * Two threads (Figure 6) and races (Definition 3.6)

    Configurations of two threads, their steps, interleavings of two syntactic traces, and what a race is.

    Differences from the paper:
    - An interleaving starts in a well-behaved configuration with one frame a thread and no lock held (G14).
    - The addresses are compared in the configuration in which both accesses are next, and must be defined
      (G12, G15); that configuration may be the initial one (G13).
    - A race names the two sites (G16). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics.

(** ** Configurations and steps *)
(** ⟨(S1, S2), h, (L1, L2)⟩. *)
Record config := Config { stacks : both (list frame); cheap : heap; levels : both nat }.

(** Thread t executes c: the command is not stuck, and if the other thread holds the lock, then c neither needs it
    nor takes it (L_j = 0 or L_i = L_i' = 0). *)
Inductive thread_step (t : thread) (c : command) (K : config) : config -> Prop :=
| thread_steps S h L :
    step c (stacks K @ t, cheap K, levels K @ t) (S, h, L) ->
    levels K @ other t = 0 \/ (levels K @ t = 0 /\ L = 0) ->
    thread_step t c K (Config (put (stacks K) t S) h (put (levels K) t L)).

(** [interleaving K0 (t1, t2) K]: K is reached from K0 by an interleaving of t1 and t2 (Definition 3.5).  All
    shorter interleavings are interleavings of prefixes. *)
Inductive interleaving (K0 : config) : both strace -> config -> Prop :=
| inter_start : interleaving K0 ([], []) K0
| inter_step taus K t p c K' :
    interleaving K0 taus K -> thread_step t c K K' ->
    interleaving K0 (put taus t (taus @ t ++ [(p, c)])) K'.

(** [any_order K0 (t1, t2) K]: the same with locks that hinder nobody.  What holds after these holds after the
    interleavings of any locks: of the one lock here, and of several in Locks.v.  Levels are left open. *)
Inductive any_order (K0 : config) : both strace -> config -> Prop :=
| any_start : any_order K0 ([], []) K0
| any_step taus K t p c S h L L' Ls :
    any_order K0 taus K -> step c (stacks K @ t, cheap K, L) (S, h, L') ->
    any_order K0 (put taus t (taus @ t ++ [(p, c)])) (Config (put (stacks K) t S) h Ls).
Lemma interleaving_any_order : forall K0 taus K, interleaving K0 taus K -> any_order K0 taus K.
Proof.
  induction 1 as [|taus K t p c K' I IH ST]; [constructor|]. inversion ST as [S h L X OK]; subst. eapply any_step; eauto.
Qed.

(** ** Races *)
(** The address that thread t is about to access by c. *)
Definition next_address (K : config) (t : thread) (c : simple) : option addr :=
  match stacks K @ t, accessed_path c with s :: _, Some pi => address s (cheap K) pi | _, _ => None end.

(** Two accesses to one address, one of them a store. *)
Definition clash (K : config) (c1 c2 : simple) : Prop :=
  (writes c1 || writes c2) = true /\
  next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.

(** A race at the sites p1 and p2 that begins in K0: an interleaving brings both threads before their accesses. *)
Definition races_from (P : program) (K0 : config) (p1 p2 : site) : Prop :=
  exists t1 c1 t2 c2 K,
    comes_before P (blocks P @ one) t1 p1 c1 /\ comes_before P (blocks P @ two) t2 p2 c2 /\
    interleaving K0 (t1, t2) K /\ clash K c1 c2.

(** Initial configurations: one frame a thread, in which the formals hold objects, and level 0. *)
Definition initial (n : nat) (K : config) : Prop :=
  wf_heap (cheap K) /\
  forall t, levels K @ t = 0 /\ exists s, stacks K @ t = [s] /\ wf_frame (cheap K) s /\ formals_hold n s.

(** Definition 3.6. *)
Definition races (P : program) (p1 p2 : site) : Prop :=
  exists K0, initial (formals P) K0 /\ races_from P K0 p1 p2.

(** At most one thread holds the lock. *)
Theorem one_lock : forall n K0 taus K, initial n K0 -> interleaving K0 taus K ->
  forall t, levels K @ t = 0 \/ levels K @ other t = 0.
Proof.
  intros n K0 taus K [_ INI] I. induction I as [|taus K t p c K' I IH ST].
  - intros t. left. apply INI.
  - inversion ST as [S h L _ OK]; subst; simpl. intros u.
    destruct (same_or_other t u) as [->| ->].
    + rewrite at_put_same, at_put_other. tauto.
    + rewrite other_other, at_put_same, at_put_other. tauto.
Qed.
