(** * The analysis (Section 4, Figure 7)

    The abstract domain (Definition 4.2), the join (Definition 4.3), and ⟦C⟧♯ as a function that computes; summaries
    of methods, which exist because calls go down; stability (Definition 4.1, Section 6) and the pairs that RacerDX
    reports (the premises of Theorem 6.10).

    Differences from the paper:
    - Sequences are applied in program order (G18); substituted summaries are filtered to formals (G19); levels have
      no cap (G20); an access carries its site (G27).
    - Beside W there is Wr, the part of W that is assigned to (docs/theory.md); Figure 7 does not use it.
    - [wb] says whether the actuals that begin other actuals are added to W (Figure 7) or not (mode [nowb]).
    - The lock condition is L1 = 0 or L2 = 0, which the printed L1 + L2 <= 1 implies.

    Sets are lists; only membership matters. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Legal.

(** ** Substitution (the footnote of Figure 7) *)
(** f on those elements of a list where it is defined. *)
Fixpoint filter_map {A B} (f : A -> option B) (l : list A) : list B :=
  match l with [] => [] | a :: r => match f a with Some b => b :: filter_map f r | None => filter_map f r end end.
Lemma in_filter_map : forall {A B} (f : A -> option B) l b,
  In b (filter_map f l) <-> exists a, In a l /\ f a = Some b.
Proof.
  induction l as [|a l IH]; simpl; intros b; [firstorder|].
  destruct (f a) eqn:E; simpl; rewrite IH; split.
  - intros [->|(x & I & F)]; eauto.
  - intros (x & [->|I] & F); [left; congruence | right; eauto].
  - intros (x & I & F); eauto.
  - intros (x & [->|I] & F); [congruence | eauto].
Qed.

(** θ: the actuals of a call.  θ̄: those of the calls that are open, the innermost first. *)
Notation theta := (list expr) (only parsing).
Notation thetas := (list (list expr)) (only parsing).
(** e^θ̄: e in terms of the unit.  It is undefined if a root on the way is no formal of its frame. *)
Fixpoint subst (T : thetas) (e : expr) : option expr :=
  match fst e with
  | Local _ => None
  | Arg i => match T with
             | [] => Some e
             | th :: R => match nth_error th i with
                          | Some a => subst R (fst a, snd a ++ snd e)
                          | None => None
                          end
             end
  end.
(** fml: the filter to formals. *)
Definition fml : expr -> option expr := subst [].

(** ** The domain (Definition 4.2) *)
(** ⟨c, L⟩ ∈ A: site, command, path in terms of the unit, and lock level. *)
Record access := Access { asite : site; acmd : simple; apath : expr; alevel : nat }.
(** D = ⟨W, L, A⟩, and Wr ⊆ W. *)
Record dom := Dom { dW : list expr; dWr : list expr; dL : nat; dA : list access }.
Definition bottom : dom := Dom [] [] 0 [].
Definition access_eq_dec (a b : access) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
(** The union of two sets; what is in both is listed once, so that n conditions in a row do not make lists of length 2^n. *)
Definition union {A} (dec : forall a b : A, {a = b} + {a <> b}) (l1 l2 : list A) : list A :=
  l1 ++ filter (fun a => if in_dec dec a l1 then false else true) l2.
Lemma in_union : forall {A} dec (l1 l2 : list A) a, In a (union dec l1 l2) <-> In a l1 \/ In a l2.
Proof.
  intros A dec l1 l2 a. unfold union. rewrite in_app_iff, filter_In. destruct (in_dec dec a l1); intuition discriminate.
Qed.
(** Definition 4.3. *)
Definition join (d1 d2 : dom) : dom :=
  Dom (union expr_eq_dec (dW d1) (dW d2)) (union expr_eq_dec (dWr d1) (dWr d2)) (max (dL d1) (dL d2))
      (union access_eq_dec (dA d1) (dA d2)).

(** ** Prefixes (Definition 6.1) *)
Fixpoint is_prefix (a b : list field) : bool :=
  match a, b with [], _ => true | x :: a, y :: b => (x =? y) && is_prefix a b | _, [] => false end.
(** e ⪯ e'. *)
Definition expr_prefix (e e' : expr) : bool :=
  if var_eq_dec (fst e) (fst e') then is_prefix (snd e) (snd e') else false.
(** e ≺ e'. *)
Definition proper_prefix (e e' : expr) : Prop := fst e = fst e' /\ exists g gs, snd e' = snd e ++ g :: gs.

(** ** Figure 7 *)
(** wobbly: what a command touches. *)
Definition touches (c : simple) : list expr :=
  match c with
  | Copy x y => [(x, []); (y, [])]
  | Load x pi | Store pi x => [(x, []); path_expr pi]
  | New x => [(x, [])]
  | _ => []
  end.
(** The part of it that is assigned to. *)
Definition assigns (c : simple) : list expr :=
  match c with
  | Copy x _ | Load x _ | New x => [(x, [])]
  | Store pi _ => [path_expr pi]
  | _ => []
  end.
(** locking. *)
Definition locking (c : simple) (L : nat) : nat := match c with Lock => S L | Unlock => pred L | _ => L end.
(** accs, for a path in terms of the unit. *)
Definition accesses (T : thetas) (p : site) (c : simple) (L : nat) : list access :=
  match accessed_path c with
  | Some pi => match subst T (path_expr pi) with Some e => [Access p c e L] | None => [] end
  | None => []
  end.

Fixpoint remove_at {A} (i : nat) (l : list A) : list A :=
  match l, i with [], _ => [] | _ :: r, 0 => r | a :: r, S i => a :: remove_at i r end.
(** {e_i | ∃ j ≠ i. e_i ⪯ e_j}. *)
Definition prefix_arguments (es : list expr) : list expr :=
  filter_map (fun i => match nth_error es i with
                       | Some e => if existsb (expr_prefix e) (remove_at i es) then Some e else None
                       | None => None
                       end) (seq 0 (length es)).

(** An element of a summary's A, seen by a caller that passes es at level L. *)
Definition in_caller (es : theta) (L : nat) (x : access) : option access :=
  match subst [es] (apath x) with
  | Some e => Some (Access (asite x) (acmd x) e (L + alevel x))
  | None => None
  end.

(** ⟦C⟧♯ D, given the summaries of methods. *)
Fixpoint transfer (wb : bool) (sm : method -> dom) (C : stmt) (d : dom) : dom :=
  match C with
  | Skip => d
  | Do p c =>
      Dom (filter_map fml (touches c) ++ dW d) (filter_map fml (assigns c) ++ dWr d)
          (locking c (dL d)) (accesses [] p c (dL d) ++ dA d)
  | Seq C1 C2 => transfer wb sm C2 (transfer wb sm C1 d)
  | If C1 C2 => join (transfer wb sm C1 d) (transfer wb sm C2 d)
  | While C => join d (transfer wb sm C d)
  | Call _ m es =>
      Dom ((if wb then filter_map fml (prefix_arguments es) else [])
             ++ filter_map (subst [es]) (dW (sm m)) ++ dW d)
          (filter_map (subst [es]) (dWr (sm m)) ++ dWr d)
          (dL d + dL (sm m))
          (filter_map (in_caller es (dL d)) (dA (sm m)) ++ dA d)
  end.

(** ** Summaries *)
(** The summaries of the methods below n: ⟨W', L', A'⟩ = ⟦mbody(m)⟧♯ ⟨∅, 0, ∅⟩. *)
Fixpoint summaries (wb : bool) (P : program) (n : nat) : method -> dom :=
  match n with
  | 0 => fun _ => bottom
  | S k => let sm := summaries wb P k in
           let d := transfer wb sm (mbody P k) bottom in fun m => if m =? k then d else sm m
  end.
Definition summary (wb : bool) (P : program) (m : method) : dom := summaries wb P (S m) m.
(** ⟦C⟧♯ D. *)
Definition analyse (wb : bool) (P : program) (C : stmt) (d : dom) : dom := transfer wb (summary wb P) C d.

Lemma transfer_ext : forall wb C sm sm' n, calls_below n C -> (forall m, m < n -> sm m = sm' m) ->
  forall d, transfer wb sm C d = transfer wb sm' C d.
Proof.
  induction C; simpl; intros sm sm' n B E d; auto.
  - destruct B. rewrite (IHC1 sm sm' n), (IHC2 sm sm' n); auto.
  - destruct B. rewrite (IHC1 sm sm' n), (IHC2 sm sm' n); auto.
  - rewrite (IHC sm sm' n); auto.
  - rewrite E; auto.
Qed.
Lemma summaries_stable : forall wb P n m, m < n -> summaries wb P n m = summary wb P m.
Proof.
  induction n as [|n IH]; intros m L; [lia|]. simpl. destruct (Nat.eqb_spec m n) as [->|].
  - unfold summary. simpl. rewrite Nat.eqb_refl. auto.
  - apply IH. lia.
Qed.
(** Summaries are what Figure 7 says they are. *)
Theorem summary_eq : forall wb P, (forall m, calls_below m (mbody P m)) ->
  forall m, summary wb P m = analyse wb P (mbody P m) bottom.
Proof.
  intros wb P DOWN m. unfold summary at 1. simpl. rewrite Nat.eqb_refl.
  unfold analyse. eapply transfer_ext; [apply DOWN|]. apply summaries_stable.
Qed.

(** ** Elements of an abstract state *)
(** Anything that can be an element of W, Wr or A. *)
Inductive element := Touched (e : expr) | Assigned (e : expr) | Accessed (x : access).
Definition has (d : dom) (i : element) : Prop :=
  match i with Touched e => In e (dW d) | Assigned e => In e (dWr d) | Accessed x => In x (dA d) end.

Lemma has_bottom : forall i, ~ has bottom i.
Proof. intros [e|e|x]; simpl; auto. Qed.
Lemma has_join : forall d1 d2 i, has (join d1 d2) i <-> has d1 i \/ has d2 i.
Proof. intros d1 d2 [e|e|x]; simpl; apply in_union. Qed.

(** ** Stability and reports *)
(** π is stable in C: no proper prefix of it is in W. *)
Definition stable (wb : bool) (P : program) (C : stmt) (e : expr) : Prop :=
  forall e', proper_prefix e' e -> ~ In e' (dW (analyse wb P C bottom)).
(** One of two accesses writes, and one of them is made without the lock. *)
Definition conflict (x1 x2 : access) : Prop :=
  (writes (acmd x1) || writes (acmd x2)) = true /\ (alevel x1 = 0 \/ alevel x2 = 0).

(** What is assigned to is touched. *)
Lemma assigns_touches : forall c e, In e (assigns c) -> In e (touches c).
Proof. intros [] e; simpl; tauto. Qed.
Lemma transfer_assigned : forall wb sm, (forall m e, In e (dWr (sm m)) -> In e (dW (sm m))) ->
  forall C d, (forall e, In e (dWr d) -> In e (dW d)) ->
  forall e, In e (dWr (transfer wb sm C d)) -> In e (dW (transfer wb sm C d)).
Proof.
  intros wb sm H. induction C; simpl; intros d Hd e I; auto.
  - apply in_app_or in I. apply in_or_app. destruct I as [I|I]; auto. left.
    apply in_filter_map in I. destruct I as (a & I & E). apply in_filter_map. eauto using assigns_touches.
  - apply in_union in I. apply in_union. destruct I as [I|I]; [left|right]; eauto.
  - apply in_union in I. apply in_union. destruct I as [I|I]; [left|right]; eauto.
  - apply in_app_or in I. apply in_or_app. right. apply in_or_app. destruct I as [I|I]; auto. left.
    apply in_filter_map in I. destruct I as (a & I & E). apply in_filter_map. eauto.
Qed.
Lemma summary_assigned : forall wb P n m e, In e (dWr (summaries wb P n m)) -> In e (dW (summaries wb P n m)).
Proof.
  induction n as [|n IH]; simpl; intros m e; auto.
  destruct (m =? n); auto. apply transfer_assigned; auto.
Qed.
Lemma analyse_assigned : forall wb P C e,
  In e (dWr (analyse wb P C bottom)) -> In e (dW (analyse wb P C bottom)).
Proof.
  intros wb P C. apply transfer_assigned; auto. intros m e. apply summary_assigned.
Qed.
