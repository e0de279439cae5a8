(** * The assumptions A1 to A6

    A1, A4 and A6 are built into the language: one class of full objects, no destruction, non-deterministic
    control.  This file defines the others, and decides them:
    - A2 [level]: locking is balanced in every branch, loop, method and thread block, and never below the level at
      which the block is entered (net and min of docs/theory.md; the net alone is not enough);
    - A3 [assigned]: definite assignment of variables that are no formals;
    - A5 [calls_below]: methods are numbered so that calls go down.

    Difference from the paper: argument normal form (Definition 5.12) is not asked for. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax.

(** A5.  [calls_below n C]: C calls only methods below n. *)
Fixpoint calls_below (n : nat) (C : stmt) : Prop :=
  match C with
  | Seq C1 C2 | If C1 C2 => calls_below n C1 /\ calls_below n C2
  | While C => calls_below n C
  | Call _ m _ => m < n
  | _ => True
  end.

(** A2.  [level C a]: the level, relative to where the unit was entered, behind C if it is a before it. *)
Fixpoint level (C : stmt) (a : nat) : option nat :=
  match C with
  | Do _ Lock => Some (S a)
  | Do _ Unlock => match a with S b => Some b | 0 => None end
  | Seq C1 C2 => match level C1 a with Some b => level C2 b | None => None end
  | If C1 C2 => match level C1 0, level C2 0 with Some 0, Some 0 => Some a | _, _ => None end
  | While C => match level C 0 with Some 0 => Some a | _ => None end
  | _ => Some a
  end.

(** A3.  [assigned P C X]: the variables that hold a value behind C if those of X do before it. *)
Definition mem (x : var) (X : list var) : bool := existsb (fun y => if var_eq_dec x y then true else false) X.
Fixpoint assigned (P : program) (C : stmt) (X : list var) : option (list var) :=
  match C with
  | Skip => Some X
  | Do _ c =>
    match c with
    | Copy x y => if mem y X then Some (x :: X) else None
    | Load x pi => if mem (proot pi) X then Some (x :: X) else None
    | Store pi x => if mem (proot pi) X && mem x X then Some X else None
    | New x => Some (x :: X)
    | _ => Some X
    end
  | Seq C1 C2 => match assigned P C1 X with Some Y => assigned P C2 Y | None => None end
  | If C1 C2 => match assigned P C1 X, assigned P C2 X with
                | Some Y1, Some Y2 => Some (filter (fun x => mem x Y2) Y1)
                | _, _ => None
                end
  | While C => match assigned P C X with Some _ => Some X | None => None end
  | Call _ m es => if forallb (fun e => mem (fst e) X) es && (length es =? arity P m) then Some X else None
  end.

(** A body with n formals. *)
Definition formal_vars (n : nat) : list var := map Arg (seq 0 n).
Definition legal_body (P : program) (n : nat) (C : stmt) : Prop :=
  level C 0 = Some 0 /\ assigned P C (formal_vars n) <> None.
Definition legal (P : program) : Prop :=
  (forall m, calls_below m (mbody P m) /\ legal_body P (arity P m) (mbody P m)) /\
  (forall t, legal_body P (formals P) (blocks P @ t)).

Lemma legal_calls : forall P, legal P -> forall m, calls_below m (mbody P m).
Proof. intros P L m. apply L. Qed.
Lemma legal_level : forall P, legal P -> forall m, level (mbody P m) 0 = Some 0.
Proof. intros P L m. apply L. Qed.
Lemma legal_assigned : forall P, legal P -> forall m, assigned P (mbody P m) (formal_vars (arity P m)) <> None.
Proof. intros P L m. apply L. Qed.
Lemma legal_block : forall P, legal P -> forall t, level (blocks P @ t) 0 = Some 0.
Proof. intros P L t. apply L. Qed.

Lemma mem_in : forall x X, mem x X = true <-> In x X.
Proof.
  intros x X. unfold mem. rewrite existsb_exists. split.
  - intros (y & I & E). destruct (var_eq_dec x y); congruence.
  - intros I. exists x. split; auto. destruct (var_eq_dec x x); congruence.
Qed.
Lemma mem_cons : forall x y X, mem x (y :: X) = true <-> x = y \/ mem x X = true.
Proof. intros. rewrite !mem_in. simpl. intuition. Qed.
Lemma mem_formal_vars : forall n x, mem x (formal_vars n) = true <-> exists i, i < n /\ x = Arg i.
Proof.
  intros n x. rewrite mem_in. unfold formal_vars. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. exists i. split; [lia | auto].
  - intros (i & L & ->). exists i. split; auto. apply in_seq. lia.
Qed.

(** ** Deciding legality *)
Fixpoint calls_belowb (n : nat) (C : stmt) : bool :=
  match C with
  | Seq C1 C2 | If C1 C2 => calls_belowb n C1 && calls_belowb n C2
  | While C => calls_belowb n C
  | Call _ m _ => m <? n
  | _ => true
  end.
Definition legal_bodyb (P : program) (n : nat) (C : stmt) : bool :=
  match level C 0 with Some 0 => true | _ => false end &&
  match assigned P C (formal_vars n) with Some _ => true | None => false end.
Definition legalb (P : program) : bool :=
  forallb (fun m => calls_belowb m (mbody P m) && legal_bodyb P (arity P m) (mbody P m))
          (seq 0 (length (methods P)))
  && legal_bodyb P (formals P) (blocks P @ one) && legal_bodyb P (formals P) (blocks P @ two).

Lemma calls_belowb_iff : forall n C, calls_belowb n C = true <-> calls_below n C.
Proof.
  induction C; simpl; try tauto; try (rewrite andb_true_iff; tauto).
  apply Nat.ltb_lt.
Qed.
Lemma legal_bodyb_iff : forall P n C, legal_bodyb P n C = true <-> legal_body P n C.
Proof.
  intros P n C. unfold legal_bodyb, legal_body. rewrite andb_true_iff.
  destruct (level C 0) as [[|k]|], (assigned P C (formal_vars n)); intuition congruence.
Qed.
Theorem legalb_iff : forall P, legalb P = true <-> legal P.
Proof.
  intros P. unfold legalb, legal. rewrite !andb_true_iff, forallb_forall, !legal_bodyb_iff. split.
  - intros [[M L1] L2]. split.
    + intros m. destruct (le_lt_dec (length (methods P)) m) as [G|G].
      * unfold mbody, arity. rewrite nth_overflow by auto. simpl.
        split; [auto | split; [auto | discriminate]].
      * assert (X : In m (seq 0 (length (methods P)))) by (apply in_seq; lia).
        specialize (M m X). rewrite andb_true_iff, calls_belowb_iff, legal_bodyb_iff in M. auto.
    + intros []; auto.
  - intros [M L]. split; [split; [|apply (L one)] | apply (L two)].
    intros m _. rewrite andb_true_iff, calls_belowb_iff, legal_bodyb_iff. auto.
Qed.
