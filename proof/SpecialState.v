(** * Special states (the beginning of the proof of Theorem 6.10)

    Two initial configurations in which the invariant of Intact.v holds:
    - [special_state f1..fk v1 v2], of Theorems 1 and 2: objects l_0, .., l_(k-1) and a sink o, k+1 in all.  The cell
      (l_(i-1), f_i) holds l_i, for 0 < i < k; every other cell holds o.  Formal v_t of thread t holds l_0, every other
      formal holds o.
    - [two_backbones q1 q2 v1 v2], of Theorem 2m: the objects of two backbones, z where both end, and a sink o,
      |q1| + |q2| + 2 in all.
    In the paper's words: the path is disconnected and acyclic (Definitions 6.3 and 6.4). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact.

(** A configuration with a heap of n full objects 0, .., n-1 with these cells, one frame a thread, and no lock held. *)
Definition heap_of (n : nat) (cells : loc -> field -> loc) : heap := fun l => if l <? n then Some (cells l) else None.
Lemma heap_of_in : forall n cells l, l < n -> heap_of n cells l = Some (cells l).
Proof. intros. unfold heap_of. destruct (Nat.ltb_spec l n); auto; lia. Qed.
Lemma heap_of_some : forall n cells l o, heap_of n cells l = Some o -> l < n /\ o = cells l.
Proof. intros n cells l o E. unfold heap_of in E. destruct (Nat.ltb_spec l n); inversion E; auto. Qed.
Lemma heap_of_objects : forall n cells, objects (heap_of n cells) n.
Proof.
  intros n cells l. unfold heap_of. destruct (Nat.ltb_spec l n); split; intros; auto; try congruence; lia.
Qed.
Lemma heap_of_wf : forall n cells, (forall l f, l < n -> cells l f < n) -> wf_heap (heap_of n cells).
Proof.
  intros n cells B. split.
  - exists n. intros l L. unfold heap_of. destruct (Nat.ltb_spec l n); auto; lia.
  - intros l o f E. apply heap_of_some in E. destruct E as [L ->]. rewrite heap_of_in; [congruence | auto].
Qed.
(** The frame in which formal x holds a and every other formal holds o. *)
Definition frame_of (x : var) (a o : loc) : frame :=
  fun y => match y with Arg i => Some (if var_eq_dec x (Arg i) then a else o) | Local _ => None end.
Definition start_of (n : nat) (cells : loc -> field -> loc) (v : thread -> var) (a : thread -> loc) (o : thread -> loc)
  : config :=
  Config ([frame_of (v one) (a one) (o one)], [frame_of (v two) (a two) (o two)]) (heap_of n cells) (0, 0).
Lemma start_of_stack : forall n cells v a o t, stacks (start_of n cells v a o) @ t = [frame_of (v t) (a t) (o t)].
Proof. intros n cells v a o []; reflexivity. Qed.
Lemma start_of_initial : forall n cells v a o k, (forall l f, l < n -> cells l f < n) ->
  (forall t, a t < n) -> (forall t, o t < n) -> initial k (start_of n cells v a o).
Proof.
  intros n cells v a o k B A O. split; [apply heap_of_wf; auto|].
  intros t. split; [destruct t; auto|]. rewrite start_of_stack. eexists. split; [reflexivity | split].
  - intros [i|i] l E; simpl in E; [|discriminate]. simpl. rewrite heap_of_in; [congruence|].
    inversion E. destruct (var_eq_dec (v t) (Arg i)); auto.
  - intros i _. simpl. congruence.
Qed.

(** A frame without open calls satisfies (S). *)
Lemma start_frame_inv : forall v q (b : thread -> nat -> loc) held t o,
  (forall u j, j < held u -> o t <> b u j) ->
  (forall u j, j < held u -> b t 0 = b u j -> j = 0 /\ 0 < held t) ->
  frame_inv v q b held t (frame_of (v t) (b t 0) (o t)) [].
Proof.
  intros v q b held t o NO ZERO. split.
  - intros [i|i] u j E J; simpl in E; [|discriminate]. destruct (var_eq_dec (v t) (Arg i)) as [Ev|]; inversion E as [El].
    + destruct (ZERO _ _ J El) as [-> LT]. split; [auto | split; [auto | rewrite Ev; reflexivity]].
    + exfalso. eapply NO; eauto.
  - intros [i|i] j E J; simpl in E; [|discriminate]. injection E as Ev Ef.
    assert (j = 0) as -> by (destruct j, (q t); simpl in *; try lia; discriminate).
    unfold frame_of. destruct (var_eq_dec (v t) (Arg i)); congruence.
Qed.

(** ** One backbone *)
Section One.
Variable fs : list field.
Notation k := (length fs).
Definition chain_cells (l : loc) (f : field) : loc :=
  match nth_error fs l with Some g => if f =? g then S l else k | None => k end.
Definition special_state (v1 v2 : var) : config :=
  start_of (S k) chain_cells (fun t => (v1, v2) @ t) (fun _ => 0) (fun _ => k).

Lemma chain_cells_in : forall l f, l < S k -> chain_cells l f < S k.
Proof.
  intros l f _. unfold chain_cells. destruct (nth_error fs l) as [g|] eqn:N; [|lia].
  apply nth_error_lt in N. destruct (f =? g); lia.
Qed.
Theorem special_state_initial : forall v1 v2 n, initial n (special_state v1 v2).
Proof. intros. apply start_of_initial; intros; try lia. apply chain_cells_in. auto. Qed.
Theorem special_state_objects : forall v1 v2, objects (cheap (special_state v1 v2)) (k + 1).
Proof. intros. rewrite Nat.add_1_r. apply heap_of_objects. Qed.

(** The invariant for the first c fields of the path, where c < k. *)
Section Captured.
Variable c : nat.
Hypothesis C : c < k.
Definition first_fields (t : thread) : list field := firstn c fs.
Definition chain (t : thread) (i : nat) : loc := i.
Lemma first_length : length (firstn c fs) = c.
Proof. rewrite firstn_length. lia. Qed.
Definition chain_held (t : thread) : nat := length (first_fields t).
Lemma chain_held_ok : forall t, length (first_fields t) <= chain_held t <= S (length (first_fields t)).
Proof. intros t. unfold chain_held. lia. Qed.
Lemma chain_agree : forall t u i j, i < chain_held t -> j < chain_held u -> chain t i = chain u j ->
  i = j /\ first_fields t = first_fields u /\ chain_held t = chain_held u /\ forall n, chain t n = chain u n.
Proof. unfold chain, first_fields, chain_held. auto. Qed.
Lemma nth_first : forall i f, nth_error (firstn c fs) i = Some f <-> i < c /\ nth_error fs i = Some f.
Proof.
  intros i f. split.
  - intros N. pose proof (nth_error_lt _ _ _ N) as L. rewrite first_length in L. split; auto.
    rewrite <- (firstn_skipn c fs), nth_error_app1; auto. rewrite first_length; auto.
  - intros [L N]. rewrite <- (firstn_skipn c fs), nth_error_app1 in N; auto. rewrite first_length; auto.
Qed.
Lemma special_heap_inv : heap_inv first_fields chain chain_held (heap_of (S k) chain_cells).
Proof.
  split; [|split]; unfold chain, chain_held, first_fields.
  - intros _ i f N. apply nth_first in N. destruct N as [L N]. rewrite heap_of_in by lia.
    eexists; split; eauto. unfold chain_cells. rewrite N, Nat.eqb_refl. auto.
  - intros l o f u j E Ef L. rewrite first_length in L. apply heap_of_some in E. destruct E as [Ll ->].
    unfold chain_cells in Ef. destruct (nth_error fs l) as [g|] eqn:N; [|lia].
    destruct (Nat.eqb_spec f g) as [->|]; [|lia]. exists l. split; [auto | split; auto]. apply nth_first. split; [lia | auto].
  - intros u j J. rewrite first_length in J. rewrite heap_of_in by lia. congruence.
Qed.
Theorem special_invariant : forall v1 v2,
  invariant (fun t => (v1, v2) @ t) first_fields chain chain_held (special_state v1 v2) ([], []).
Proof.
  intros v1 v2. split; [apply special_heap_inv|]. intros t. unfold special_state. rewrite start_of_stack.
  assert (F : frame_inv (fun t => (v1, v2) @ t) first_fields chain chain_held t (frame_of ((v1, v2) @ t) (chain t 0) k) []).
  { apply (start_frame_inv (fun t => (v1, v2) @ t) first_fields chain chain_held t (fun _ => k));
      unfold chain, chain_held, first_fields; intros u j J; rewrite first_length in *; intros; lia. }
  destruct t; exact F.
Qed.
End Captured.
End One.

(** ** Two backbones *)
Section Two.
Variables q1 q2 : list field.
Definition name (t : thread) : list field := (q1, q2) @ t.
(** z = 0 and o = 1; then the backbones. *)
Definition first_of (t : thread) : loc := match t with one => 2 | two => 2 + length q1 end.
Definition bone (t : thread) (i : nat) : loc := if i <? length (name t) then first_of t + i else 0.
Notation count := (2 + length q1 + length q2).
Definition two_cells (l : loc) (f : field) : loc :=
  if l <? 2 then 1 else
  if l <? 2 + length q1 then
    match nth_error q1 (l - 2) with Some g => if f =? g then bone one (S (l - 2)) else 1 | None => 1 end
  else
    match nth_error q2 (l - 2 - length q1) with Some g => if f =? g then bone two (S (l - 2 - length q1)) else 1 | None => 1 end.
Definition two_backbones (v1 v2 : var) : config :=
  start_of count two_cells (fun t => (v1, v2) @ t) (fun t => bone t 0) (fun _ => 1).

Lemma bone_in : forall t i, i < length (name t) -> bone t i = first_of t + i.
Proof. intros t i L. unfold bone. destruct (Nat.ltb_spec i (length (name t))); lia. Qed.
Lemma bone_end : forall t, bone t (length (name t)) = 0.
Proof. intros t. unfold bone. destruct (Nat.ltb_spec (length (name t)) (length (name t))); lia. Qed.
Lemma bone_cases : forall t i, (i < length (name t) /\ bone t i = first_of t + i) \/ bone t i = 0.
Proof. intros t i. unfold bone. destruct (Nat.ltb_spec i (length (name t))); auto. Qed.
Lemma bone_inj : forall t u i j, i < length (name t) -> j < length (name u) -> bone t i = bone u j -> t = u /\ i = j.
Proof.
  intros t u i j Li Lj E. rewrite !bone_in in E by auto. unfold first_of, name in *.
  destruct t, u; simpl in *; split; auto; lia.
Qed.
Definition bone_held (t : thread) : nat := length (name t).
Lemma bone_held_ok : forall t, length (name t) <= bone_held t <= S (length (name t)).
Proof. intros t. unfold bone_held. lia. Qed.
Lemma bone_agree : forall t u i j, i < bone_held t -> j < bone_held u -> bone t i = bone u j ->
  i = j /\ name t = name u /\ bone_held t = bone_held u /\ forall n, bone t n = bone u n.
Proof. intros t u i j Li Lj E. destruct (bone_inj _ _ _ _ Li Lj E) as [-> ->]. auto. Qed.
Lemma bone_small : forall t i, bone t i < count.
Proof.
  intros t i. destruct (bone_cases t i) as [[L ->]| ->]; [|lia]. unfold first_of, name in *. destruct t; simpl in *; lia.
Qed.
Lemma two_cells_in : forall l f, l < count -> two_cells l f < count.
Proof.
  intros l f _. unfold two_cells. destruct (l <? 2); [lia|]. destruct (l <? 2 + length q1).
  - destruct (nth_error q1 (l - 2)) as [g|]; [|lia]. destruct (f =? g); [apply bone_small | lia].
  - destruct (nth_error q2 (l - 2 - length q1)) as [g|]; [|lia]. destruct (f =? g); [apply bone_small | lia].
Qed.
Theorem two_backbones_initial : forall v1 v2 n, initial n (two_backbones v1 v2).
Proof. intros. apply start_of_initial; intros; [apply two_cells_in; auto | apply bone_small | lia]. Qed.
Theorem two_backbones_objects : forall v1 v2, objects (cheap (two_backbones v1 v2)) (length q1 + length q2 + 2).
Proof. intros. replace (length q1 + length q2 + 2) with count by lia. apply heap_of_objects. Qed.

Lemma two_heap_inv : heap_inv name bone bone_held (heap_of count two_cells).
Proof.
  split; [|split].
  - intros t i f N. pose proof (nth_error_lt _ _ _ N) as L. exists (two_cells (bone t i)).
    split; [apply heap_of_in, bone_small|]. rewrite bone_in by auto. unfold two_cells, first_of, name in *.
    destruct t; simpl at_ in *.
    + destruct (Nat.ltb_spec (2 + i) 2); [lia|]. destruct (Nat.ltb_spec (2 + i) (2 + length q1)); [|lia].
      replace (2 + i - 2) with i by lia. rewrite N, Nat.eqb_refl. auto.
    + destruct (Nat.ltb_spec (2 + length q1 + i) 2); [lia|].
      destruct (Nat.ltb_spec (2 + length q1 + i) (2 + length q1)); [lia|].
      replace (2 + length q1 + i - 2 - length q1) with i by lia. rewrite N, Nat.eqb_refl. auto.
  - intros l o f u j E Ef L. unfold bone_held in L. apply heap_of_some in E. destruct E as [_ ->].
    assert (G : 2 <= bone u j) by (rewrite bone_in by auto; unfold first_of; destruct u; lia).
    unfold two_cells in Ef. destruct (Nat.ltb_spec l 2); [lia|]. destruct (Nat.ltb_spec l (2 + length q1)).
    + destruct (nth_error q1 (l - 2)) as [g|] eqn:N; [|lia]. destruct (Nat.eqb_spec f g) as [->|]; [|lia].
      pose proof (nth_error_lt _ _ _ N).
      destruct (bone_cases one (S (l - 2))) as [[L2 _]|Z]; [|lia].
      destruct (bone_inj _ _ _ _ L2 L Ef) as [<- <-]. exists (l - 2). split; auto. split; [|auto].
      rewrite bone_in by (unfold name; simpl; lia). unfold first_of. lia.
    + destruct (nth_error q2 (l - 2 - length q1)) as [g|] eqn:N; [|lia]. destruct (Nat.eqb_spec f g) as [->|]; [|lia].
      pose proof (nth_error_lt _ _ _ N).
      destruct (bone_cases two (S (l - 2 - length q1))) as [[L2 _]|Z]; [|lia].
      destruct (bone_inj _ _ _ _ L2 L Ef) as [<- <-]. exists (l - 2 - length q1). split; auto. split; [|auto].
      rewrite bone_in by (unfold name; simpl; lia). unfold first_of. lia.
  - intros u j J. rewrite heap_of_in by apply bone_small. congruence.
Qed.
Theorem two_invariant : forall v1 v2, invariant (fun t => (v1, v2) @ t) name bone bone_held (two_backbones v1 v2) ([], []).
Proof.
  intros v1 v2. split; [apply two_heap_inv|]. intros t. unfold two_backbones. rewrite start_of_stack.
  assert (F : frame_inv (fun t => (v1, v2) @ t) name bone bone_held t (frame_of ((v1, v2) @ t) (bone t 0) 1) []).
  { unfold bone_held. apply (start_frame_inv (fun t => (v1, v2) @ t) name bone bone_held t (fun _ => 1)); unfold bone_held.
    - intros u j J. rewrite bone_in by auto. unfold first_of. destruct u; lia.
    - intros u j J E. destruct (bone_cases t 0) as [[L _]|Z].
      + destruct (bone_inj _ _ _ _ L J E) as [_ <-]. auto.
      + rewrite Z, bone_in in E by auto. unfold first_of in E. destruct u; lia. }
  destruct t; exact F.
Qed.
End Two.
