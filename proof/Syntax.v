(** * Syntax (Figure 4) and syntactic traces

    The language IL of the paper: variables, paths, simple commands, compound statements, programs, and the
    syntactic traces of a statement, that is, the lists of commands that its executions go through.

    Differences from the paper (the numbers are those of docs/theory.md):
    - [pop] is no statement, and [push] is a runtime command beside it (G5).
    - A simple command carries the site where it stands, and so does what a race or a report names (G16, G27).
    - [Seq] composes any two statements; Figure 4 lets only the right one be anything but a sequence.
    - A thread block is treated as a method body: it has formals, and its other variables need assignment (A3). *)
From Coq Require Import List Arith.
Import ListNotations.

(** ** Names *)
Definition field := nat.
Definition site := nat.
Definition method := nat.

(** x ∈ Var: [Arg i] is the formal arg_(i+1), [Local x] is any other variable. *)
Inductive var := Arg (i : nat) | Local (x : nat).
Definition var_eq_dec (x y : var) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** e ∈ Exp: a root and a list of fields. *)
Definition expr := (var * list field)%type.
Definition expr_eq_dec (e e' : expr) : {e = e'} + {e <> e'}.
Proof. decide equality; [apply (list_eq_dec Nat.eq_dec) | apply var_eq_dec]. Defined.

(** π ∈ Path: a root and at least one field.  The last field is kept apart: an access reads or writes it, and
    only walks the fields before it. *)
Record path := Path { proot : var; pinner : list field; plast : field }.
Definition path_expr (pi : path) : expr := (proot pi, pinner pi ++ [plast pi]).
Definition path_base (pi : path) : expr := (proot pi, pinner pi).
(** The number of fields of a path: the *own* fields of an access that is written so. *)
Definition path_len (pi : path) : nat := S (length (pinner pi)).

(** ** Commands *)
(** c ∈ Stmt, but for skip. *)
Inductive simple :=
| Copy (x y : var)            (* x := y *)
| Load (x : var) (pi : path)  (* x := π *)
| Store (pi : path) (x : var) (* π := x *)
| New (x : var)               (* x := new() *)
| Lock
| Unlock.

(** What a step executes: a simple command, or a runtime command. *)
Inductive command := Simple (c : simple) | Push (es : list expr) | Pop.

(** The path that a simple command loads from or stores to, and whether it stores. *)
Definition accessed_path (c : simple) : option path :=
  match c with Load _ pi => Some pi | Store pi _ => Some pi | _ => None end.
Definition writes (c : simple) : bool := match c with Store _ _ => true | _ => false end.

(** ** Compound statements and programs *)
(** C ∈ CStmt. *)
Inductive stmt :=
| Skip
| Do (p : site) (c : simple)
| Seq (C1 C2 : stmt)
| If (C1 C2 : stmt)                                (* if * then C1 else C2 *)
| While (C : stmt)                                 (* while * do C *)
| Call (p : site) (m : method) (es : list expr).   (* m(e1, .., en) *)

(** The two threads, and pairs of what each of them has. *)
Inductive thread := one | two.
Definition other (t : thread) : thread := match t with one => two | two => one end.
Definition both (A : Type) := (A * A)%type.
Definition at_ {A} (b : both A) (t : thread) : A := match t with one => fst b | two => snd b end.
Definition put {A} (b : both A) (t : thread) (a : A) : both A :=
  match t with one => (a, snd b) | two => (fst b, a) end.
Notation "b @ t" := (at_ b t) (at level 20, left associativity).

Lemma at_put_same : forall {A} (b : both A) t a, put b t a @ t = a.
Proof. intros A b [] a; reflexivity. Qed.
Lemma at_put_other : forall {A} (b : both A) t a, put b t a @ other t = b @ other t.
Proof. intros A b [] a; reflexivity. Qed.
Lemma same_or_other : forall t u : thread, u = t \/ u = other t.
Proof. intros [] []; auto. Qed.
Lemma other_other : forall t, other (other t) = t.
Proof. intros []; reflexivity. Qed.

(** p ∈ Program: methods by number, each with the number of its formals and its body; two thread blocks, whose
    formals are arg_1, .., arg_(formals P). *)
Record program := Program { methods : list (nat * stmt); blocks : both stmt; formals : nat }.
(** mbody(m) and #(m). *)
Definition mbody (P : program) (m : method) : stmt := snd (nth m (methods P) (0, Skip)).
Definition arity (P : program) (m : method) : nat := fst (nth m (methods P) (0, Skip)).

(** ** Syntactic traces *)
(** An event is a command at its site; a syntactic trace τ̂ a list of events. *)
Definition event := (site * command)%type.
Definition strace := list event.

(** [trace_of P C t]: t is the syntactic trace of a complete execution of C.  A loop is run any number of times
    (the least fixed point above the traces of what comes before it, G7); skip takes no step (G1). *)
Inductive trace_of (P : program) : stmt -> strace -> Prop :=
| trace_skip : trace_of P Skip []
| trace_do p c : trace_of P (Do p c) [(p, Simple c)]
| trace_seq C1 C2 t1 t2 : trace_of P C1 t1 -> trace_of P C2 t2 -> trace_of P (Seq C1 C2) (t1 ++ t2)
| trace_then C1 C2 t : trace_of P C1 t -> trace_of P (If C1 C2) t
| trace_else C1 C2 t : trace_of P C2 t -> trace_of P (If C1 C2) t
| trace_exit C : trace_of P (While C) []
| trace_loop C t1 t2 : trace_of P C t1 -> trace_of P (While C) t2 -> trace_of P (While C) (t1 ++ t2)
| trace_call p m es t : trace_of P (mbody P m) t -> trace_of P (Call p m es) ((p, Push es) :: t ++ [(p, Pop)]).

(** [comes_before P C t p c]: a trace t leads C to where c stands next, at site p. *)
Definition comes_before (P : program) (C : stmt) (t : strace) (p : site) (c : simple) : Prop :=
  exists u, trace_of P C (t ++ (p, Simple c) :: u).
