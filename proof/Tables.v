(** * Tables and sets as sorted lists

    What the analyses of Flow.v compute with.  Only that nothing is made up is proved, not that nothing is lost: an
    element of a union is one of one of the sets, whatever the order [cmp] is.  That is all that the soundness of an
    analysis needs, and the tests compare the rest. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.

(** ** Tables *)
Definition key := (nat * nat)%type.
Definition key_eqb (a b : key) : bool := (fst a =? fst b) && (snd a =? snd b).
Definition key_ltb (a b : key) : bool := (fst a <? fst b) || ((fst a =? fst b) && (snd a <? snd b)).
Lemma key_eqb_eq : forall a b, key_eqb a b = true <-> a = b.
Proof.
  intros [a b] [c d]. unfold key_eqb. simpl. rewrite andb_true_iff, !Nat.eqb_eq. split; [intros [-> ->]; auto | intros E; inversion E; auto].
Qed.
Lemma key_eqb_refl : forall k, key_eqb k k = true.
Proof. intros k. apply key_eqb_eq. auto. Qed.

Section Tables.
Context {V : Type}.
Definition table := list (key * V).
Fixpoint find_in (m : table) (k : key) : option V :=
  match m with [] => None | (k', v) :: r => if key_eqb k' k then Some v else find_in r k end.
Fixpoint insert (m : table) (k : key) (v : V) : table :=
  match m with
  | [] => [(k, v)]
  | (k', v') :: r => if key_eqb k' k then (k, v) :: r else if key_ltb k k' then (k, v) :: m else (k', v') :: insert r k v
  end.
(** The entries of some keys. *)
Definition only (keep : key -> bool) (m : table) : table := filter (fun e => keep (fst e)) m.

Lemma find_insert : forall m k v k', find_in (insert m k v) k' = if key_eqb k k' then Some v else find_in m k'.
Proof.
  induction m as [|[k0 v0] m IH]; intros k v k'; simpl; auto.
  destruct (key_eqb k0 k) eqn:E0.
  - apply key_eqb_eq in E0. subst k0. simpl. destruct (key_eqb k k'); auto.
  - destruct (key_ltb k k0); simpl; [auto|]. rewrite IH. destruct (key_eqb k0 k') eqn:E1, (key_eqb k k') eqn:E2; auto.
    apply key_eqb_eq in E1. apply key_eqb_eq in E2. subst. rewrite key_eqb_refl in E0. discriminate.
Qed.
Lemma find_only : forall keep m k, find_in (only keep m) k = if keep k then find_in m k else None.
Proof.
  intros keep. induction m as [|[k0 v0] m IH]; intros k; simpl; [destruct (keep k); auto|].
  destruct (keep k0) eqn:K0; simpl; rewrite IH; destruct (key_eqb k0 k) eqn:E; auto; apply key_eqb_eq in E; subst k0.
  - rewrite K0. auto.
  - rewrite K0. auto.
Qed.
Lemma find_member : forall m k v, find_in m k = Some v -> In (k, v) m.
Proof.
  induction m as [|[k0 v0] m IH]; simpl; intros k v E; [discriminate|].
  destruct (key_eqb k0 k) eqn:K; [apply key_eqb_eq in K; left; congruence | right; auto].
Qed.
End Tables.
Arguments table : clear implicits.

(** ** Sets of numbers *)
Fixpoint add (a : nat) (l : list nat) : list nat :=
  match l with [] => [a] | b :: r => if a =? b then l else if a <? b then a :: l else b :: add a r end.
Lemma in_add : forall a l x, In x (add a l) <-> x = a \/ In x l.
Proof.
  induction l as [|b l IH]; intros x; simpl; [intuition|]. destruct (Nat.eqb_spec a b) as [->|]; simpl; [intuition|].
  destruct (a <? b); simpl; [intuition | rewrite IH; intuition].
Qed.
Definition adds (l m : list nat) : list nat := fold_right add m l.
Lemma in_adds : forall l m x, In x (adds l m) <-> In x l \/ In x m.
Proof. induction l as [|a l IH]; simpl; intros m x; [tauto|]. rewrite in_add, IH. intuition. Qed.
Definition memb (a : nat) (l : list nat) : bool := existsb (Nat.eqb a) l.
Lemma memb_in : forall a l, memb a l = true <-> In a l.
Proof.
  intros a l. unfold memb. rewrite existsb_exists. split; [intros (x & I & E); apply Nat.eqb_eq in E; congruence|].
  intros I. exists a. split; auto. apply Nat.eqb_refl.
Qed.
Lemma memb_add : forall a b l, memb a (add b l) = (a =? b) || memb a l.
Proof.
  intros a b l. apply eq_true_iff_eq. rewrite orb_true_iff, !memb_in, in_add, Nat.eqb_eq. tauto.
Qed.
(** Does one of them have a property? *)
Lemma existsb_adds : forall p l m, existsb p (adds l m) = existsb p l || existsb p m.
Proof.
  intros p l m. apply eq_true_iff_eq. rewrite orb_true_iff, !existsb_exists. setoid_rewrite in_adds. firstorder.
Qed.
Lemma existsb_add : forall p a l, existsb p (add a l) = p a || existsb p l.
Proof.
  intros p a l. apply eq_true_iff_eq. rewrite orb_true_iff, !existsb_exists. setoid_rewrite in_add. split.
  - intros (x & [->|I] & P); eauto.
  - intros [P|(x & I & P)]; eauto.
Qed.

(** ** Sets of anything, in an order *)
Section Sets.
Context {A : Type}.
Variable cmp : A -> A -> comparison.
Fixpoint union (a : list A) : list A -> list A :=
  fix with_ (b : list A) : list A :=
    match a, b with
    | [], _ => b
    | _, [] => a
    | x :: a', y :: b' => match cmp x y with Eq => x :: union a' b' | Lt => x :: union a' b | Gt => y :: with_ b' end
    end.
Fixpoint minus (a : list A) : list A -> list A :=
  fix from (b : list A) : list A :=
    match a, b with
    | [], _ => []
    | _, [] => a
    | x :: a', y :: b' => match cmp x y with Eq => minus a' b' | Lt => x :: minus a' b | Gt => from b' end
    end.
(** Sorting by merging: a stack of sets, each twice as large as the one above it. *)
Fixpoint push_set (l : list A) (stack : list (option (list A))) : list (option (list A)) :=
  match stack with
  | [] => [Some l]
  | None :: r => Some l :: r
  | Some l' :: r => None :: push_set (union l' l) r
  end.
Fixpoint all_of (stack : list (option (list A))) : list A :=
  match stack with [] => [] | None :: r => all_of r | Some l :: r => union l (all_of r) end.
Definition sorted (l : list A) : list A := all_of (fold_left (fun stack x => push_set [x] stack) l []).

Lemma in_union : forall a b x, In x (union a b) -> In x a \/ In x b.
Proof.
  induction a as [|x a IHa]; [destruct b; simpl; auto|]. induction b as [|y b IHb]; [simpl; auto|]. intros w.
  change (union (x :: a) (y :: b)) with
    (match cmp x y with Eq => x :: union a b | Lt => x :: union a (y :: b) | Gt => y :: union (x :: a) b end).
  destruct (cmp x y); intros [->|I]; simpl; auto.
  - destruct (IHa _ _ I); auto.
  - destruct (IHa _ _ I); simpl in *; auto.
  - destruct (IHb _ I) as [J|J]; simpl in *; auto.
Qed.
Lemma in_minus : forall a b x, In x (minus a b) -> In x a.
Proof.
  induction a as [|x a IHa]; [destruct b; simpl; auto|]. induction b as [|y b IHb]; [simpl; auto|]. intros w.
  change (minus (x :: a) (y :: b)) with
    (match cmp x y with Eq => minus a b | Lt => x :: minus a (y :: b) | Gt => minus (x :: a) b end).
  destruct (cmp x y).
  - intros I. right. eauto.
  - intros [->|I]; [left; auto | right; eauto].
  - apply IHb.
Qed.
Definition in_stack (x : A) (stack : list (option (list A))) : Prop := exists l, In (Some l) stack /\ In x l.
Lemma in_push_set : forall stack l x, in_stack x (push_set l stack) -> In x l \/ in_stack x stack.
Proof.
  induction stack as [|[l'|] r IH]; simpl; intros l x (m & I & J).
  - destruct I as [I|[]]. injection I as <-. auto.
  - destruct I as [I|I]; [discriminate|]. destruct (IH (union l' l) x (ex_intro _ m (conj I J))) as [K|(m' & I' & J')].
    + apply in_union in K. destruct K as [K|K]; auto. right. exists l'. simpl. auto.
    + right. exists m'. simpl. auto.
  - destruct I as [I|I]; [injection I as <-; auto|]. right. exists m. simpl. auto.
Qed.
Lemma in_all_of : forall stack x, In x (all_of stack) -> in_stack x stack.
Proof.
  induction stack as [|[l|] r IH]; simpl; intros x I; [destruct I| |].
  - apply in_union in I. destruct I as [I|I]; [exists l; simpl; auto|]. destruct (IH x I) as (m & J & K). exists m. simpl. auto.
  - destruct (IH x I) as (m & J & K). exists m. simpl. auto.
Qed.
Lemma in_sorted : forall l x, In x (sorted l) -> In x l.
Proof.
  intros l x I. apply in_all_of in I. assert (G : forall l stack, in_stack x (fold_left (fun stack x => push_set [x] stack) l stack) ->
    In x l \/ in_stack x stack).
  { clear. induction l as [|y l IH]; simpl; intros stack I; auto. destruct (IH _ I) as [J|J]; auto.
    apply in_push_set in J. destruct J as [[->|[]]|J]; auto. }
  destruct (G l [] I) as [J|(m & [] & _)]. auto.
Qed.
End Sets.

(** Orders. *)
Notation "c 'then_by' d" := (match c with Eq => d | Lt => Lt | Gt => Gt end) (at level 60, right associativity).
Fixpoint cmp_list {A} (cmp : A -> A -> comparison) (a b : list A) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | x :: a', y :: b' => cmp x y then_by cmp_list cmp a' b'
  end.
Definition cmp_key (a b : key) : comparison := Nat.compare (fst a) (fst b) then_by Nat.compare (snd a) (snd b).
