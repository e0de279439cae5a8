(** * Theorems 2f and 2g: one trace for each thread, from the state with two threads apart (docs/theory.md)

    [threads_apart width q1 q2 v1 v2]: z and a sink o, which both threads may come by; for each thread t the objects of a
    backbone that leads from its formal v_t by q_t to z, and an object e_t that every other formal of the thread and
    every other cell of its backbone holds.  |q1| + |q2| + 4 objects.  Field is finite in the paper; here it is 0, ..,
    width-1, any number that covers the program, and cells of the fields beyond lead to o.

    - [theorem2f]: if the traces of both threads come by z to an access, with the same fields from there, they race.
      What a thread knows are its variables and the cells of its private objects.
    - [theorem2g]: the same with rely and guarantee on fields: cells of z, o, published objects stay known, for the fields
      that the other trace stores into only where it knows the object to be private; objects that a thread makes may be
      its own; and z may be come by by walking to what a path leads to ([comes_by]).
    - [theorem2f_every], [theorem2g_every]: in every interleaving.

    Both are [knowledge_race], which holds from any state in which the threads are apart. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact SpecialState Knowledge.

(** Objects as a thread with the name v.q knows them: 0 is z, 1 is o, 2 is the object to which all else leads, 3+i the
    i-th of its backbone.  Where q leads after i fields, and what the cells hold in the beginning. *)
Definition position (q : list field) (i : nat) : object := if i <? length q then 3 + i else z.
Definition first_cells (width : nat) (q : list field) (w : object) (f : field) : object :=
  if f <? width then
    if w <? 2 then 1 else if w =? 2 then 2 else
    match nth_error q (w - 3) with Some g => if f =? g then position q (S (w - 3)) else 2 | None => 1 end
  else 1.

Section Apart.
Variable width : nat.
Variables q1 q2 : list field.
Variables v1 v2 : var.
Definition fields_of (t : thread) : list field := (q1, q2) @ t.
(** Locations: z is 0 and o is 1; then e_1, e_2 and the backbones. *)
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

(** What is a thread's own in the beginning. *)
Definition is_own (t : thread) (l : loc) : bool :=
  (l =? elsewhere t) ||
  match side l with Some (u, _) => match t, u with one, one | two, two => true | _, _ => false end | None => false end.
Definition own (t : thread) (l : loc) : Prop := is_own t l = true.

(** What each thread knows, and where the objects are that it knows. *)
Definition place (t : thread) (w : object) : loc := if w <? 2 then w else if w =? 2 then elsewhere t else base t + (w - 3).
Definition count (t : thread) : nat := 3 + length (fields_of t).
Notation position t := (position (fields_of t)).
Notation known_cells t := (first_cells width (fields_of t)).
Definition apart_knowledge (t : thread) : knowledge :=
  Know [fun x => match x with Arg i => Some (if var_eq_dec ((v1, v2) @ t) x then position t 0 else 2) | Local _ => None end]
       (fun w f => Some (known_cells t w f)) (fun w => w < 2) (count t).

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

(** ** In the beginning both threads' knowledge is true *)
Lemma place_cases : forall t w, w < count t -> (w < 2 /\ place t w = w) \/ (w = 2 /\ place t w = elsewhere t) \/
  exists i, w = 3 + i /\ i < length (fields_of t) /\ place t w = base t + i.
Proof.
  intros t w V. unfold place, count in *. destruct (Nat.ltb_spec w 2); [auto|]. destruct (Nat.eqb_spec w 2) as [->|]; [auto|].
  right. right. exists (w - 3). split; [lia|]. split; [lia | auto].
Qed.
Lemma place_small : forall t w, w < 2 -> place t w = w.
Proof. intros t w L. unfold place. destruct (Nat.ltb_spec w 2); auto. lia. Qed.
Lemma place_own : forall t w, w < count t -> 2 <= w -> own t (place t w).
Proof.
  intros t w V L. apply own_spec. destruct (place_cases t w V) as [[A _]|[[-> ->]|(i & -> & B & ->)]]; [lia | auto|].
  right. exists i. apply side_spec. auto.
Qed.
Lemma own_place : forall t l, own t l -> exists w, w < count t /\ 2 <= w /\ l = place t w.
Proof.
  intros t l O. apply own_spec in O. destruct O as [->|(i & E)].
  - exists 2. unfold count. split; [lia|]. split; auto.
  - apply side_spec in E. destruct E as [L ->]. exists (3 + i). split; [unfold count; lia|]. split; [lia|].
    unfold place. destruct (Nat.ltb_spec (3 + i) 2); [lia|]. destruct (Nat.eqb_spec (3 + i) 2); [lia|]. f_equal. lia.
Qed.
Lemma place_inj : forall t v w, v < count t -> w < count t -> place t v = place t w -> v = w.
Proof.
  intros t v w V W E. destruct (place_cases t v V) as [[A X]|[[A X]|(i & A & B & X)]],
    (place_cases t w W) as [[A' X']|[[A' X']|(j & A' & B' & X')]]; rewrite X, X' in E; unfold elsewhere, base in *; destruct t; lia.
Qed.
Lemma place_total : forall t w, w < count t -> place t w < total.
Proof.
  intros t w V. destruct (Nat.lt_ge_cases w 2) as [L|L].
  - rewrite place_small by auto. unfold total. lia.
  - apply (own_total t). apply place_own; auto.
Qed.
Lemma position_place : forall t i, link t i = place t (position t i) /\ position t i < count t.
Proof.
  intros t i. unfold link, Theorem2f.position, count. destruct (Nat.ltb_spec i (length (fields_of t))) as [L|L]; [|split; [auto | unfold z; lia]].
  split; [|lia]. unfold place. destruct (Nat.ltb_spec (3 + i) 2); [lia|]. destruct (Nat.eqb_spec (3 + i) 2); [lia|]. f_equal. lia.
Qed.
Lemma known_cells_true : forall t w f, w < count t ->
  apart_cells (place t w) f = place t (known_cells t w f) /\ known_cells t w f < count t.
Proof.
  intros t w f V. unfold apart_cells, first_cells. destruct (f <? width); [|split; [reflexivity | unfold count; lia]].
  destruct (place_cases t w V) as [[L E]|[[-> E]|(i & -> & L & E)]]; rewrite E.
  - assert (SD : side w = None) by (unfold side; destruct (Nat.ltb_spec w 4); [auto | lia]). rewrite SD.
    destruct (Nat.eqb_spec w 2); [lia|]. destruct (Nat.eqb_spec w 3); [lia|]. destruct (Nat.ltb_spec w 2); [|lia].
    split; [reflexivity | unfold count; lia].
  - assert (SD : side (elsewhere t) = None) by (unfold side; destruct t; auto). rewrite SD.
    cbn [Nat.ltb Nat.leb Nat.eqb]. rewrite E. split; [destruct t; reflexivity | unfold count; lia].
  - assert (SD : side (base t + i) = Some (t, i)) by (apply side_spec; auto). rewrite SD.
    cbn [Nat.ltb Nat.leb Nat.eqb Nat.add]. replace (S (S (S i)) - 3) with i by lia.
    destruct (nth_error (fields_of t) i) as [g|] eqn:NE; [|apply nth_error_None in NE; lia].
    destruct (f =? g); [apply position_place|]. split; [reflexivity | unfold count; lia].
Qed.
Lemma apart_private : forall t u, private (apart_knowledge t) u -> u < count t /\ 2 <= u.
Proof. intros t u [A B]. simpl in A, B. lia. Qed.
Theorem apart_true : forall U, all_true U 0 apart_knowledge threads_apart.
Proof.
  intros U. exists place. split; [|split].
  - intros t. unfold threads_apart. rewrite !start_of_stack. split.
    + simpl. constructor; [|constructor]. split.
      * intros [i|i] w E; [|discriminate]. injection E as <-. simpl. unfold frame_of.
        destruct (var_eq_dec ((v1, v2) @ t) (Arg i)); [|split; [unfold count; lia | reflexivity]].
        destruct (position_place t 0) as [-> X]. auto.
      * intros [i|i] u P E; simpl in E; [|discriminate]. apply apart_private in P. destruct P as [P _]. f_equal.
        destruct (var_eq_dec ((v1, v2) @ t) (Arg i)); injection E as E.
        -- destruct (position_place t 0) as [X Y]. apply (place_inj t); auto. congruence.
        -- apply (place_inj t); auto. unfold count. lia.
    + constructor; [|constructor]. intros [i|i] u P E; simpl in E; [|discriminate]. apply apart_private in P. destruct P as [P P2].
      pose proof (place_own t u P P2) as O.
      destruct (var_eq_dec ((v1, v2) @ other t) (Arg i)); injection E as E; rewrite <- E in O;
        [apply own_link in O | apply own_elsewhere in O]; destruct t; discriminate.
    + split.
      * intros w f v [L _] E. injection E as <-. simpl in L. destruct (known_cells_true t w f L) as [A B]. split; auto.
        simpl. rewrite heap_of_in by (apply place_total; auto). eauto.
      * intros u l o f P E Ef. apply apart_private in P. destruct P as [P P2]. simpl in E. apply heap_of_some in E. destruct E as [_ ->].
        assert (O : own t l) by (apply (cells_own l f); rewrite Ef; apply place_own; auto).
        destruct (own_place t l O) as (w & A & B & ->). exists w. split; [split; simpl; [auto | lia]|]. split; auto. simpl. f_equal.
        destruct (known_cells_true t w f A) as [C D]. apply (place_inj t); auto. congruence.
    + intros w L. simpl in *. rewrite heap_of_in by (apply place_total; auto). discriminate.
    + intros v w A B. apply place_inj; auto.
  - intros t u w P L E. apply apart_private in P. destruct P as [P P2]. pose proof (place_own t u P P2) as O. simpl in L.
    destruct (Nat.lt_ge_cases w 2) as [W|W].
    + rewrite place_small in E by auto. rewrite <- E in O. apply own_not_small in O. lia.
    + apply (own_apart t (place t u)); auto. rewrite <- E. apply place_own; auto.
  - intros t. split; [unfold z; simpl; unfold count; lia | reflexivity].
Qed.

(** [follows U G t tau c r f]: thread t follows tau, relying on U and guaranteeing G, and comes by z to the access c, with
    r from there, and then f. *)
Definition follows (U G : field -> Prop) (t : thread) (tau : strace) (c : simple) (r : list field) (f : field) : Prop :=
  exists pi k, accessed_path c = Some pi /\ plast pi = f /\
    know_steps U G tau (apart_knowledge t) k /\ comes_by (fun _ => U) t k pi r.

Section Theorem2g.
Variables U G : thread -> field -> Prop.
Hypothesis RELY : forall t f, G (other t) f -> U t f.

Theorem theorem2g_every : forall r f t1 t2 c1 c2 K,
  follows (U one) (G one) one t1 c1 r f -> follows (U two) (G two) two t2 c2 r f ->
  interleaving threads_apart (t1, t2) K ->
  next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.
Proof.
  intros r f t1 t2 c1 c2 K (pi1 & k1 & E1 & L1 & S1 & B1) (pi2 & k2 & E2 & L2 & S2 & B2) I.
  eapply (knowledge_every U G RELY 0 threads_apart 0 apart_knowledge r);
    eauto using threads_apart_initial, apart_true; congruence.
Qed.
Theorem theorem2g : forall P r f p1 p2 t1 t2 c1 c2, legal P ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 ->
  follows (U one) (G one) one t1 c1 r f -> follows (U two) (G two) two t2 c2 r f ->
  (writes c1 || writes c2) = true -> level_after 0 t1 = 0 \/ level_after 0 t2 = 0 ->
  races_from P threads_apart p1 p2.
Proof.
  intros P r f p1 p2 t1 t2 c1 c2 LEGAL CB1 CB2 (pi1 & k1 & E1 & L1 & S1 & B1) (pi2 & k2 & E2 & L2 & S2 & B2) WR LK.
  eapply (knowledge_race U G RELY P threads_apart 0 apart_knowledge r);
    eauto using threads_apart_initial, apart_true; congruence.
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
Lemma store_2f : forall pi x g Q m p n,
  (forall w, knows any (Know (g :: Q) m p n) g (path_base pi) w -> ~ private (Know (g :: Q) m p n) w) ->
  know_step any any (Simple (Store pi x)) (Know (g :: Q) m p n) (Know (g :: Q) m (publish (Know (g :: Q) m p n) g x) n).
Proof.
  intros pi x g Q m p n N. apply know_store_elsewhere; auto; [exact I|].
  intros w f v E. split; auto. intros _ NU. exfalso. apply NU. exact I.
Qed.
End Apart.
