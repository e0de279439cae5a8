(** * Concrete states and steps of one thread (Section 3.2, Figure 5)

    Stacks, heaps, the value of an expression (Definition 3.1), one step of one command (the upper half of
    Figure 5), and the traces of compound statements (the lower half, Definition 3.3).  [semantics_by_traces] says
    that the lower half adds nothing: an execution of C is a syntactic trace of C whose commands are executed one
    after the other.  All later proofs use that form.

    Differences from the paper:
    - Objects are full: an object has a cell for each field (G8).  So a heap maps locations to objects.
    - The lock level is not capped; [unlock] at level 0 is stuck (G3).
    - A fresh location is any one without object; nil is not a location (G9).
    - Arguments are evaluated in the heap in which the call is reached (G4).
    - Copying or storing a variable that holds nil is stuck.  Definite assignment (A3) excludes both. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax.

(** ** States *)
(** ℓ ∈ Loc. *)
Definition loc := nat.
(** s ∈ Stack, one frame: [None] is nil. *)
Definition frame := var -> option loc.
(** h ∈ Heap, and an address of it. *)
Definition heap := loc -> option (field -> loc).
Definition addr := (loc * field)%type.

(** s[x ↦ ℓ]. *)
Definition bind (s : frame) (x : var) (l : loc) : frame := fun y => if var_eq_dec y x then Some l else s y.
(** h[(ℓ, f) ↦ v]. *)
Definition hset (h : heap) (l : loc) (f : field) (v : loc) : heap :=
  fun l' => if l' =? l then match h l with Some o => Some (fun g => if g =? f then v else o g) | None => None end
            else h l'.
(** h with a new object at ℓ, all of whose cells hold ℓ. *)
Definition hnew (h : heap) (l : loc) : heap := fun l' => if l' =? l then Some (fun _ => l) else h l'.

(** ** Values (Definition 3.1) *)
(** The object at the end of a walk along fields. *)
Fixpoint walk (h : heap) (l : loc) (fs : list field) : option loc :=
  match fs with
  | [] => Some l
  | f :: r => match h l with Some o => walk h (o f) r | None => None end
  end.
(** ⟦e⟧ in s, h. *)
Definition value (s : frame) (h : heap) (e : expr) : option loc :=
  match s (fst e) with Some l => walk h l (snd e) | None => None end.
Fixpoint values (s : frame) (h : heap) (es : list expr) : option (list loc) :=
  match es with
  | [] => Some []
  | e :: r => match value s h e, values s h r with Some l, Some ls => Some (l :: ls) | _, _ => None end
  end.
(** ⌊π⌋ in s, h: the address that an access to π reads or writes. *)
Definition address (s : frame) (h : heap) (pi : path) : option addr :=
  match value s h (path_base pi) with
  | Some l => match h l with Some _ => Some (l, plast pi) | None => None end
  | None => None
  end.
(** ŝ: the frame of a callee. *)
Definition callee (vs : list loc) : frame := fun x => match x with Arg i => nth_error vs i | Local _ => None end.

(** ** Steps (Figure 5, simple commands and runtime commands) *)
(** ⟨S, h, L⟩. *)
Definition state := (list frame * heap * nat)%type.
Inductive step : command -> state -> state -> Prop :=
| step_copy x y s R h L l :
    s y = Some l -> step (Simple (Copy x y)) (s :: R, h, L) (bind s x l :: R, h, L)
| step_load x pi s R h L l :
    value s h (path_expr pi) = Some l -> step (Simple (Load x pi)) (s :: R, h, L) (bind s x l :: R, h, L)
| step_store pi x s R h L l o v :
    value s h (path_base pi) = Some l -> h l = Some o -> s x = Some v ->
    step (Simple (Store pi x)) (s :: R, h, L) (s :: R, hset h l (plast pi) v, L)
| step_new x s R h L l :
    h l = None -> step (Simple (New x)) (s :: R, h, L) (bind s x l :: R, hnew h l, L)
| step_lock s R h L : step (Simple Lock) (s :: R, h, L) (s :: R, h, S L)
| step_unlock s R h L : step (Simple Unlock) (s :: R, h, S L) (s :: R, h, L)
| step_push es s R h L vs :
    values s h es = Some vs -> step (Push es) (s :: R, h, L) (callee vs :: s :: R, h, L)
| step_pop s s' R h L : step Pop (s :: s' :: R, h, L) (s' :: R, h, L).

(** The commands of a syntactic trace, one after the other. *)
Inductive steps : strace -> state -> state -> Prop :=
| steps_nil z : steps [] z z
| steps_cons p c t z z' z'' : step c z z' -> steps t z' z'' -> steps ((p, c) :: t) z z''.

Lemma steps_app : forall t u z z' z'', steps t z z' -> steps u z' z'' -> steps (t ++ u) z z''.
Proof. induction 1; simpl; auto. intros. econstructor; eauto. Qed.
Lemma steps_split : forall t u z z'', steps (t ++ u) z z'' -> exists z', steps t z z' /\ steps u z' z''.
Proof.
  induction t as [|[p c] t IH]; simpl; intros u z z'' H.
  - exists z. split; [constructor | auto].
  - inversion H as [|p0 c0 t0 z0 z' z0' ST SS]; subst.
    destruct (IH _ _ _ SS) as (y & A & B). exists y. split; auto. econstructor; eauto.
Qed.

(** ** Traces of compound statements (Figure 5, lower half; Definition 3.3) *)
(** [exec_of P C z τ z']: τ ∈ ⟦C⟧z, and z' is the state after it, that is last(τ), or z where τ is empty (G2).
    An element of τ is a command with the state after it (G11). *)
Inductive exec_of (P : program) : stmt -> state -> list (event * state) -> state -> Prop :=
| exec_skip z : exec_of P Skip z [] z
| exec_do p c z z' : step (Simple c) z z' -> exec_of P (Do p c) z [((p, Simple c), z')] z'
| exec_seq C1 C2 z t1 z1 t2 z2 :
    exec_of P C1 z t1 z1 -> exec_of P C2 z1 t2 z2 -> exec_of P (Seq C1 C2) z (t1 ++ t2) z2
| exec_then C1 C2 z t z' : exec_of P C1 z t z' -> exec_of P (If C1 C2) z t z'
| exec_else C1 C2 z t z' : exec_of P C2 z t z' -> exec_of P (If C1 C2) z t z'
| exec_exit C z : exec_of P (While C) z [] z
| exec_loop C z t1 z1 t2 z2 :
    exec_of P C z t1 z1 -> exec_of P (While C) z1 t2 z2 -> exec_of P (While C) z (t1 ++ t2) z2
| exec_call p m es z z1 t z2 z3 :
    step (Push es) z z1 -> exec_of P (mbody P m) z1 t z2 -> step Pop z2 z3 ->
    exec_of P (Call p m es) z (((p, Push es), z1) :: t ++ [((p, Pop), z3)]) z3.

Lemma exec_is_trace : forall P C z tau z', exec_of P C z tau z' ->
  trace_of P C (map fst tau) /\ steps (map fst tau) z z'.
Proof.
  induction 1; simpl; repeat rewrite map_app; simpl; intuition;
    try (econstructor; eauto; fail); try (eapply steps_app; eauto; fail).
  - repeat (econstructor; eauto).
  - econstructor; eauto. eapply steps_app; eauto. repeat (econstructor; eauto).
Qed.
Lemma trace_is_exec : forall P C t, trace_of P C t -> forall z z', steps t z z' ->
  exists tau, exec_of P C z tau z' /\ map fst tau = t.
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 _ IH1 _ IH2|C1 C2 t _ IH|C1 C2 t _ IH|C|C t1 t2 _ IH1 _ IH2|p m es t _ IH];
    intros z z' H.
  - inversion H; subst. exists []. split; [constructor | auto].
  - inversion H as [|p0 c0 t0 z0 y z0' ST SS]; subst. inversion SS; subst.
    eexists. split; [constructor; eauto | auto].
  - apply steps_split in H. destruct H as (y & A & B).
    destruct (IH1 _ _ A) as (u1 & X1 & <-), (IH2 _ _ B) as (u2 & X2 & <-).
    exists (u1 ++ u2). rewrite map_app. split; [econstructor; eauto | auto].
  - destruct (IH _ _ H) as (u & X & E). exists u. split; [constructor; auto | auto].
  - destruct (IH _ _ H) as (u & X & E). exists u. split; [apply exec_else; auto | auto].
  - inversion H; subst. exists []. split; [constructor | auto].
  - apply steps_split in H. destruct H as (y & A & B).
    destruct (IH1 _ _ A) as (u1 & X1 & <-), (IH2 _ _ B) as (u2 & X2 & <-).
    exists (u1 ++ u2). rewrite map_app. split; [econstructor; eauto | auto].
  - inversion H as [|p0 c0 t0 z0 y z0' ST SS]; subst.
    apply steps_split in SS. destruct SS as (x & A & B).
    inversion B as [|p1 c1 t1 z1 w z1' ST' SS']; subst. inversion SS'; subst.
    destruct (IH _ _ A) as (u & X & <-). eexists. split; [econstructor; eauto|].
    simpl. rewrite map_app. auto.
Qed.
(** Definition 3.3 by syntactic traces. *)
Theorem semantics_by_traces : forall P C z t z',
  (exists tau, exec_of P C z tau z' /\ map fst tau = t) <-> (trace_of P C t /\ steps t z z').
Proof.
  intros P C z t z'. split.
  - intros (tau & X & <-). apply exec_is_trace. auto.
  - intros [T S]. apply trace_is_exec; auto.
Qed.

(** ** Well-behaved states (Definition 5.2, corrected, G10) *)
(** Finitely many objects, and every cell holds an object. *)
Definition wf_heap (h : heap) : Prop :=
  (exists N, forall l, N <= l -> h l = None) /\ (forall l o f, h l = Some o -> h (o f) <> None).
(** A variable that does not hold nil holds an object. *)
Definition wf_frame (h : heap) (s : frame) : Prop := forall x l, s x = Some l -> h l <> None.
(** The first n formals do not hold nil. *)
Definition formals_hold (n : nat) (s : frame) : Prop := forall i, i < n -> s (Arg i) <> None.
(** [objects h n]: the heap has just the objects 0, .., n-1. *)
Definition objects (h : heap) (n : nat) : Prop := forall l, h l <> None <-> l < n.
