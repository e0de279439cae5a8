(** * Theorems 2f and 2g: one trace for each thread, from the state with two threads apart (docs/plus.md)

    [threads_apart width q1 q2 v1 v2]: z and a sink o, which both threads may come by; for each thread t the objects of a
    backbone that leads from its formal v_t by q_t to z, and an object e_t that every other formal of the thread and
    every other cell of its backbone holds.  |q1| + |q2| + 4 objects.  Field is finite in the paper; here it is 0, ..,
    width-1, any number that covers the program, and cells of the fields beyond lead to o.

    - [theorem2f]: if the traces of both threads come by z to an access, with the same fields from there, they race.
      What a thread knows are its variables and the cells of its private objects.
    - [theorem2g]: the same with rely and guarantee on fields: cells of z, o and published own objects stay known, for
      the fields that the other trace stores into only where it knows the object to be its own.
    - [theorem2f_every], [theorem2g_every]: in every interleaving.

    Both are [knowledge_race], which holds from any state in which the threads are apart. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact SpecialState Knowledge.

Section Apart.
Variable width : nat.
Variables q1 q2 : list field.
Variables v1 v2 : var.
Definition fields_of (t : thread) : list field := (q1, q2) @ t.
(** z = 0 and o = 1; then e_1, e_2 and the backbones. *)
Definition elsewhere (t : thread) : loc := match t with one => 2 | two => 3 end.
Definition base (t : thread) : loc := match t with one => 4 | two => 4 + length q1 end.
Definition link (t : thread) (i : nat) : loc := if i <? length (fields_of t) then base t + i else 0.
Definition total : nat := 4 + length q1 + length q2.
(** Whose backbone an object is in, and where. *)
Definition side (l : loc) : option (thread * nat) :=
  if l <? 4 then None else if l <? 4 + length q1 then Some (one, l - 4) else
  if l <? total then Some (two, l - 4 - length q1) else None.
Definition apart_cells (l : loc) (f : field) : loc :=
  if f <? width then
    match side l with
    | Some (t, i) => match nth_error (fields_of t) i with
                     | Some g => if f =? g then link t (S i) else elsewhere t
                     | None => elsewhere t
                     end
    | None => if l =? 2 then 2 else if l =? 3 then 3 else 1
    end
  else 1.
Definition threads_apart : config :=
  start_of total apart_cells (fun t => (v1, v2) @ t) (fun t => link t 0) elsewhere.

(** What is private to each thread in the beginning, and what both know. *)
Definition is_own (t : thread) (l : loc) : bool :=
  (l =? elsewhere t) ||
  match side l with Some (u, _) => match t, u with one, one | two, two => true | _, _ => false end | None => false end.
Definition own (t : thread) (l : loc) : Prop := is_own t l = true.
Definition shared (l : loc) : Prop := l < 2.
Definition apart_knowledge (t : thread) : knowledge :=
  Know [frame_of ((v1, v2) @ t) (link t 0) (elsewhere t)]
       (fun l f => if is_own t l || (l <? 2) then Some (apart_cells l f) else None) (fun _ => False).

Lemma side_spec : forall l t i, side l = Some (t, i) <-> i < length (fields_of t) /\ l = base t + i.
Proof.
  intros l t i. unfold side, fields_of, base, total. destruct (Nat.ltb_spec l 4).
  { split; [discriminate|]. destruct t; simpl; lia. }
  destruct (Nat.ltb_spec l (4 + length q1)).
  { split; [intros E; inversion E; subst; simpl; lia|]. intros [A B]. destruct t; simpl in *; [f_equal; f_equal; lia | lia]. }
  destruct (Nat.ltb_spec l (4 + length q1 + length q2)).
  { split; [intros E; inversion E; subst; simpl; lia|]. intros [A B]. destruct t; simpl in *; [lia | f_equal; f_equal; lia]. }
  split; [discriminate|]. destruct t; simpl; lia.
Qed.
Lemma own_spec : forall t l, own t l <-> l = elsewhere t \/ exists i, side l = Some (t, i).
Proof.
  intros t l. unfold own, is_own. rewrite orb_true_iff, Nat.eqb_eq.
  destruct (side l) as [[u i]|]; split; intros [H|H]; auto.
  - right. exists i. destruct t, u; auto; discriminate.
  - right. destruct H as (j & E). inversion E; subst. destruct t; auto.
  - discriminate.
  - destruct H as (j & E). discriminate.
Qed.
Lemma link_cases : forall t i, (i < length (fields_of t) /\ link t i = base t + i) \/ link t i = 0.
Proof. intros t i. unfold link. destruct (Nat.ltb_spec i (length (fields_of t))); auto. Qed.
Lemma own_link : forall t u i, own t (link u i) -> t = u.
Proof.
  intros t u i O. apply own_spec in O. destruct O as [E|(j & E)].
  - destruct (link_cases u i) as [[L H]|H]; rewrite H in E; unfold elsewhere, base in E; destruct t, u; lia || auto.
  - apply side_spec in E. destruct E as [L E]. destruct (link_cases u i) as [[L' H]|H]; rewrite H in E;
      unfold base, fields_of in *; destruct t, u; simpl in *; auto; lia.
Qed.
Lemma own_elsewhere : forall t u, own t (elsewhere u) -> t = u.
Proof.
  intros t u O. apply own_spec in O. destruct O as [E|(j & E)].
  - destruct t, u; auto; discriminate.
  - apply side_spec in E. unfold elsewhere, base in E. destruct t, u; auto; lia.
Qed.
Lemma own_not_small : forall t l, own t l -> 2 <= l.
Proof.
  intros t l O. apply own_spec in O. destruct O as [->|(i & E)]; [destruct t; simpl; lia|].
  apply side_spec in E. unfold base in E. destruct t; lia.
Qed.
Lemma own_apart : forall t l, own t l -> own (other t) l -> False.
Proof.
  intros t l A B. apply own_spec in A. destruct A as [->|(i & E)].
  - apply own_elsewhere in B. destruct t; discriminate.
  - apply own_spec in B. destruct B as [->|(j & E')].
    + apply side_spec in E. unfold base, elsewhere in E. destruct t; simpl in E; lia.
    + rewrite E in E'. destruct t; inversion E'.
Qed.
Lemma own_not_shared : forall t l, own t l -> shared l -> False.
Proof. intros t l O S. apply own_not_small in O. unfold shared in S. lia. Qed.
Lemma cells_own : forall l f t, own t (apart_cells l f) -> own t l.
Proof.
  intros l f t O. unfold apart_cells in O. destruct (f <? width); [|apply own_not_small in O; lia]. destruct (side l) as [[u i]|] eqn:E.
  - apply own_spec. right. destruct (nth_error (fields_of u) i) as [g|];
      [destruct (f =? g); [apply own_link in O | apply own_elsewhere in O] | apply own_elsewhere in O]; subst; eauto.
  - destruct (Nat.eqb_spec l 2) as [->|]; auto. destruct (Nat.eqb_spec l 3) as [->|]; auto.
    apply own_not_small in O. lia.
Qed.
Lemma link_total : forall t i, link t i < total.
Proof.
  intros t i. destruct (link_cases t i) as [[L ->]| ->]; unfold total, base, fields_of in *; destruct t; simpl in *; lia.
Qed.
Lemma elsewhere_total : forall t, elsewhere t < total.
Proof. intros []; unfold total; simpl; lia. Qed.
Lemma cells_total : forall l f, apart_cells l f < total.
Proof.
  intros l f. unfold apart_cells. destruct (f <? width); [|unfold total; lia]. destruct (side l) as [[u i]|].
  - destruct (nth_error (fields_of u) i) as [g|]; [|apply elsewhere_total].
    destruct (f =? g); [apply link_total | apply elsewhere_total].
  - destruct (l =? 2); [unfold total; lia|]. destruct (l =? 3); unfold total; lia.
Qed.
Lemma own_total : forall t l, own t l -> l < total.
Proof.
  intros t l O. apply own_spec in O. destruct O as [->|(i & E)]; [apply elsewhere_total|].
  apply side_spec in E. unfold total, base, fields_of in *. destruct t; simpl in *; lia.
Qed.

Theorem threads_apart_initial : forall n, initial n threads_apart.
Proof.
  intros n. apply start_of_initial; auto using link_total, elsewhere_total, cells_total.
Qed.
Theorem threads_apart_objects : objects (cheap threads_apart) (length q1 + length q2 + 4).
Proof. replace (length q1 + length q2 + 4) with total by (unfold total; lia). apply heap_of_objects. Qed.
Lemma z_exists : cheap threads_apart 0 <> None.
Proof. simpl. rewrite heap_of_in; [congruence | unfold total; lia]. Qed.

(** In the beginning both threads' knowledge is true. *)
Theorem apart_true : forall U, all_true own shared U apart_knowledge threads_apart.
Proof.
  intros U t. unfold threads_apart. rewrite !start_of_stack. split; [|split; [|split; [|split]]].
  - simpl. constructor; [|constructor]. split; auto.
  - constructor; [|constructor]. intros [i|i] u [O _] E; simpl in E; [|discriminate].
    destruct (var_eq_dec ((v1, v2) @ other t) (Arg i)); inversion E; subst u;
      [apply own_link in O | apply own_elsewhere in O]; destruct t; discriminate.
  - split.
    + intros u f l _ E. simpl in E. destruct (is_own t u || (u <? 2)) eqn:D; [|discriminate]. inversion E.
      simpl. rewrite heap_of_in; [eauto|]. apply orb_true_iff in D. destruct D as [D|D].
      * apply (own_total t); auto.
      * apply Nat.ltb_lt in D. unfold total. lia.
    + intros u l o f [O _] E Ef. simpl in E. apply heap_of_some in E. destruct E as [_ ->]. subst u.
      apply cells_own in O. split; [split; simpl; auto|]. simpl. unfold own in O. rewrite O. auto.
  - intros u H. simpl. rewrite heap_of_in; [congruence|]. destruct H as [H|H].
    + apply (own_total t); auto.
    + unfold shared in H. unfold total. lia.
  - intros u f l E _. simpl in E. destruct (is_own t u || (u <? 2)) eqn:D; [|discriminate].
    apply orb_true_iff in D. destruct D as [D|D]; [left; auto | right; apply Nat.ltb_lt; auto].
Qed.

(** [follows U G t tau c r]: thread t follows tau, relying on U and guaranteeing G, and comes by z to the access c, with r
    from there. *)
Definition follows (U G : field -> Prop) (t : thread) (tau : strace) (c : simple) (r : list field) (f : field) : Prop :=
  exists pi k, accessed_path c = Some pi /\ plast pi = f /\
    know_steps (own t) shared U G tau (apart_knowledge t) k /\ comes_by own (fun _ => U) t k pi 0 r.

Section Theorem2g.
Variables U G : thread -> field -> Prop.
Hypothesis RELY : forall t f, G (other t) f -> U t f.

Theorem theorem2g_every : forall r f t1 t2 c1 c2 K,
  follows (U one) (G one) one t1 c1 r f -> follows (U two) (G two) two t2 c2 r f ->
  interleaving threads_apart (t1, t2) K ->
  next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.
Proof.
  intros r f t1 t2 c1 c2 K (pi1 & k1 & E1 & L1 & S1 & B1) (pi2 & k2 & E2 & L2 & S2 & B2) I.
  eapply (knowledge_every own shared U G own_apart own_not_shared RELY 0 threads_apart apart_knowledge 0 r);
    eauto using threads_apart_initial, z_exists, apart_true; try congruence.
Qed.
Theorem theorem2g : forall P r f p1 p2 t1 t2 c1 c2, legal P ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 ->
  follows (U one) (G one) one t1 c1 r f -> follows (U two) (G two) two t2 c2 r f ->
  (writes c1 || writes c2) = true -> level_after 0 t1 = 0 \/ level_after 0 t2 = 0 ->
  races_from P threads_apart p1 p2.
Proof.
  intros P r f p1 p2 t1 t2 c1 c2 LEGAL CB1 CB2 (pi1 & k1 & E1 & L1 & S1 & B1) (pi2 & k2 & E2 & L2 & S2 & B2) WR LK.
  eapply (knowledge_race own shared U G own_apart own_not_shared RELY P threads_apart apart_knowledge 0 r);
    eauto using threads_apart_initial, z_exists, apart_true; try congruence.
Qed.
End Theorem2g.

(** ** Theorem 2f: nothing is relied on, and nothing guaranteed *)
Definition any (_ : field) : Prop := True.
Theorem theorem2f_every : forall r f t1 t2 c1 c2 K,
  follows any any one t1 c1 r f -> follows any any two t2 c2 r f -> interleaving threads_apart (t1, t2) K ->
  next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.
Proof. apply (theorem2g_every (fun _ => any) (fun _ => any)). auto. Qed.
Theorem theorem2f : forall P r f p1 p2 t1 t2 c1 c2, legal P ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 ->
  follows any any one t1 c1 r f -> follows any any two t2 c2 r f ->
  (writes c1 || writes c2) = true -> level_after 0 t1 = 0 \/ level_after 0 t2 = 0 ->
  races_from P threads_apart p1 p2.
Proof. apply (theorem2g (fun _ => any) (fun _ => any)). auto. Qed.

(** The store rule of Theorem 2f: a store whose base is not known to be private publishes what is stored, and changes
    nothing else of what is known. *)
Lemma store_2f : forall t pi x g Q m p,
  (forall w, knows (own t) any (Know (g :: Q) m p) g (path_base pi) w -> ~ private (own t) (Know (g :: Q) m p) w) ->
  know_step (own t) shared any any (Simple (Store pi x)) (Know (g :: Q) m p)
    (Know (g :: Q) m (publish (own t) (Know (g :: Q) m p) g x)).
Proof.
  intros t pi x g Q m p N. apply know_store_elsewhere; auto; [exact I|].
  intros l f l' E. split; auto. intros _ NU. exfalso. apply NU. exact I.
Qed.
End Apart.
