(** * The state with one object (docs/theory.md, Theorems N, X and 2s)

    In the smallest initial state a single object o is what all its cells and all variables hold.

    - [theorem_x]: if an execution, from any initial state, stores no object that it has made into an initial one, and
      ends in a race, then its accesses race from the state with one object, each thread run alone, one after the other.
    - [theorem2s]: in particular, if each of its stores is into an object that it has made.
    - [theorem_n]: without new(), accesses race if and only if they are of the same field, one of them is a store, both
      can be reached, and one of them at lock level 0.

    The idea of Theorem X: map each initial object to o, and each other one to a place of its own.  As nothing is
    published, a thread never meets what the other one has made ([closed], [knows]).  So what thread t does is done
    again in any heap in which o is there and t's places are free, whatever the other thread does: each variable, and
    each cell of an object that t has made, holds the image of what it held ([mirror], [reflects]), and every cell of o
    holds o.  The racing object is known to both threads, so it is an initial one, and its image is o.

    Of Theorem N: from the state with one object every path leads to o, so both accesses are of a cell of o.  The thread
    whose access is at level 0 runs there first; then nobody holds the lock, and the other one runs to its own.

    Difference from docs/theory.md: variables that are no formals hold o too, where Go has nil.  So Theorem X needs no
    legality; legal code assigns them before it reads them (A3). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Exec Traces WellBehaved Intact SpecialState.

(** ** One after the other *)
(** Thread t runs alone, and when it has released the lock, the other thread does: one context switch. *)
Inductive in_turn (K0 : config) (t : thread) (taus : both strace) : config -> Prop :=
| turns S1 h1 S2 h2 L2 :
    steps (taus @ t) (stacks K0 @ t, cheap K0, levels K0 @ t) (S1, h1, 0) ->
    steps (taus @ other t) (stacks K0 @ other t, h1, levels K0 @ other t) (S2, h2, L2) ->
    in_turn K0 t taus (Config (put (put (stacks K0) t S1) (other t) S2) h2 (put (put (levels K0) t 0) (other t) L2)).

Lemma in_turn_interleaving : forall K0 t taus K, (forall u, levels K0 @ u = 0) -> in_turn K0 t taus K ->
  interleaving K0 taus K.
Proof.
  intros K0 t taus K Z H. inversion H as [S1 h1 S2 h2 L2 R1 R2]; subst.
  destruct (lift _ _ _ R1 K0 t ([], []) K0 (inter_start K0) eq_refl (Z _)) as (K1 & I1 & E1 & Sk & Lv).
  destruct (lift _ _ _ R2 K0 (other t) _ K1 I1) as (K2 & I2 & E2 & Sk2 & Lv2).
  - rewrite Sk, Lv. congruence.
  - rewrite other_other. congruence.
  - rewrite other_other in Sk2, Lv2.
    assert (X1 : stacks K2 @ t = S1) by congruence. assert (X2 : levels K2 @ t = 0) by congruence.
    inversion E2 as [[Y1 Y2 Y3]]. clear - I2 X1 X2 Y1 Y2 Y3.
    destruct K2 as [[A1 A2] h [B1 B2]], K0 as [[C1 C2] h0 [D1 D2]], taus.
    destruct t; simpl in *; subst; exact I2.
Qed.

(** A race with each thread run alone, one of them after the other. *)
Definition races_in_turn (P : program) (K0 : config) (p1 p2 : site) : Prop :=
  exists t t1 c1 t2 c2 K,
    comes_before P (blocks P @ one) t1 p1 c1 /\ comes_before P (blocks P @ two) t2 p2 c2 /\
    in_turn K0 t (t1, t2) K /\ clash K c1 c2.
Lemma in_turn_races : forall P K0 p1 p2, (forall u, levels K0 @ u = 0) -> races_in_turn P K0 p1 p2 ->
  races_from P K0 p1 p2.
Proof.
  intros P K0 p1 p2 Z (t & t1 & c1 & t2 & c2 & K & CB1 & CB2 & IT & CL). exists t1, c1, t2, c2, K.
  eauto using in_turn_interleaving.
Qed.

(** ** The state *)
Definition only : frame := fun _ => Some 0.
Definition one_object : config := Config ([only], [only]) (heap_of 1 (fun _ _ => 0)) (0, 0).
Lemma one_object_stack : forall t, stacks one_object @ t = [only].
Proof. intros []; reflexivity. Qed.
Lemma one_object_level : forall t, levels one_object @ t = 0.
Proof. intros []; reflexivity. Qed.
Theorem one_object_objects : objects (cheap one_object) 1.
Proof. apply heap_of_objects. Qed.
Theorem one_object_initial : forall n, initial n one_object.
Proof.
  intros n. split; [apply heap_of_wf; auto|]. intros t. split; [apply one_object_level|].
  exists only. split; [apply one_object_stack | split].
  - intros x l E. inversion E; subst. discriminate.
  - discriminate.
Qed.
(** The object o: all its cells hold o. *)
Definition has_o (h : heap) : Prop := exists o, h 0 = Some o /\ forall f, o f = 0.
Lemma one_object_has : has_o (cheap one_object).
Proof. exists (fun _ => 0). auto. Qed.

(** ** Executions with a condition on what they store *)
(** [execution fine K0 taus K]: an interleaving in which v is stored into an object l only if (fine l v). *)
Definition stores_fine (fine : loc -> loc -> Prop) (c : command) (S : list frame) (h : heap) : Prop :=
  forall pi x s R l v, c = Simple (Store pi x) -> S = s :: R ->
    value s h (path_base pi) = Some l -> s x = Some v -> fine l v.
Inductive execution (fine : loc -> loc -> Prop) (K0 : config) : both strace -> config -> Prop :=
| execution_start : execution fine K0 ([], []) K0
| execution_step taus K t p c K' :
    execution fine K0 taus K -> thread_step t c K K' -> stores_fine fine c (stacks K @ t) (cheap K) ->
    execution fine K0 (put taus t (taus @ t ++ [(p, c)])) K'.
Lemma execution_interleaving : forall fine K0 taus K, execution fine K0 taus K -> interleaving K0 taus K.
Proof. induction 1; econstructor; eauto. Qed.
Lemma execution_mono : forall (fine fine' : loc -> loc -> Prop) K0, (forall l v, fine l v -> fine' l v) ->
  forall taus K, execution fine K0 taus K -> execution fine' K0 taus K.
Proof.
  intros fine fine' K0 M. induction 1 as [|taus K t p c K' X IH ST F]; econstructor; eauto.
  intros pi x s R l v E1 E2 E3 E4. apply M. eapply F; eauto.
Qed.
(** No object that has been made since K0 is stored into an object of K0. *)
Definition unpublished (K0 : config) : both strace -> config -> Prop :=
  execution (fun l v => cheap K0 l <> None -> cheap K0 v <> None) K0.
(** Each store is into an object that has been made since K0. *)
Definition own_stores (K0 : config) : both strace -> config -> Prop :=
  execution (fun l _ => cheap K0 l = None) K0.

(** ** What a thread knows, and its image *)
Section Images.
Variable K0 : config.

(** The place of an object that thread t has made; and what stands for an object. *)
Definition place (t : thread) (l : loc) : loc := S (l + l + match t with one => 0 | two => 1 end).
Definition image (t : thread) (l : loc) : loc := match cheap K0 l with Some _ => 0 | None => place t l end.
Lemma place_inj : forall t l l', place t l = place t l' -> l = l'.
Proof. intros t l l' E. unfold place in E. destruct t; lia. Qed.
Lemma place_apart : forall t l l', place (other t) l <> place t l'.
Proof. intros t l l'. unfold place. destruct t; simpl; lia. Qed.
Lemma image_old : forall t l, cheap K0 l <> None -> image t l = 0.
Proof. intros t l N. unfold image. destruct (cheap K0 l); congruence. Qed.
Lemma image_new : forall t l, cheap K0 l = None -> image t l = place t l.
Proof. intros t l E. unfold image. rewrite E. auto. Qed.

(** Which thread has made an object, and what a thread may know. *)
Definition owner := loc -> option thread.
Definition known (own : owner) (t : thread) (l : loc) : Prop := cheap K0 l <> None \/ own l = Some t.
Definition closed (own : owner) (h : heap) : Prop :=
  (forall t l, known own t l -> h l <> None) /\
  (forall t l, own l = Some t -> cheap K0 l = None) /\
  (forall t l o f, known own t l -> h l = Some o -> known own t (o f)).
Definition knows (own : owner) (t : thread) (S : list frame) : Prop :=
  forall s x l, In s S -> s x = Some l -> known own t l.
Definition extends (own own' : owner) : Prop := forall l t, own l = Some t -> own' l = Some t.

Lemma extends_refl : forall own, extends own own.
Proof. intros own l t; auto. Qed.
Lemma known_extends : forall own own' t l, extends own own' -> known own t l -> known own' t l.
Proof. intros own own' t l E [N|N]; [left | right]; auto. Qed.
Lemma knows_extends : forall own own' t S, extends own own' -> knows own t S -> knows own' t S.
Proof. intros own own' t S E N s x l I L. eapply known_extends; eauto. Qed.
(** What both threads know is an initial object. *)
Lemma known_both : forall own t l, known own t l -> known own (other t) l -> cheap K0 l <> None.
Proof. intros own t l [A|A] [B|B]; auto. rewrite A in B. destruct t; discriminate. Qed.

(** The image of what thread t knows of h; and of its frames. *)
Definition mirror (own : owner) (t : thread) (h H : heap) : Prop :=
  has_o H /\
  (forall l o, own l = Some t -> h l = Some o ->
    exists o', H (image t l) = Some o' /\ forall f, o' f = image t (o f)) /\
  (forall l, h l = None -> H (place t l) = None).
Definition reflect (t : thread) (s s' : frame) : Prop := forall x l, s x = Some l -> s' x = Some (image t l).
Definition reflects (t : thread) : list frame -> list frame -> Prop := Forall2 (reflect t).

Lemma mirror_object : forall own t h H l o, closed own h -> mirror own t h H -> known own t l -> h l = Some o ->
  exists o', H (image t l) = Some o' /\ forall f, o' f = image t (o f).
Proof.
  intros own t h H l o (_ & _ & C) ((o' & E & Z) & M & _) [N|N] Eo; [|eauto].
  rewrite image_old by auto. exists o'. split; auto. intros f. rewrite Z, image_old; auto.
  apply (known_both own t); eapply C; eauto; left; auto.
Qed.
Lemma mirror_walk : forall own t h H, closed own h -> mirror own t h H -> forall fs l l', known own t l ->
  walk h l fs = Some l' -> known own t l' /\ walk H (image t l) fs = Some (image t l').
Proof.
  intros own t h H C M. induction fs as [|f fs IH]; simpl; intros l l' N E.
  - inversion E; subst. auto.
  - destruct (h l) as [o|] eqn:Eo; [|discriminate].
    destruct (mirror_object _ _ _ _ _ _ C M N Eo) as (o' & -> & ->). apply IH; auto.
    destruct C as (_ & _ & C). eapply C; eauto.
Qed.
Lemma known_value : forall own t h s e l, closed own h -> (forall x l, s x = Some l -> known own t l) ->
  value s h e = Some l -> known own t l.
Proof.
  intros own t h s [x fs] l (_ & _ & C) N E. unfold value in E. simpl in E.
  destruct (s x) as [a|] eqn:Ea; [|discriminate].
  apply N in Ea. clear N. revert a Ea E. induction fs as [|f fs IH]; simpl; intros a Ea E; [congruence|].
  destruct (h a) as [o|] eqn:Eh; [|discriminate]. apply (IH (o f)); auto. eapply C; eauto.
Qed.
Lemma mirror_value : forall own t h H s s' e l, closed own h -> mirror own t h H ->
  (forall x l, s x = Some l -> known own t l) -> reflect t s s' -> value s h e = Some l ->
  known own t l /\ value s' H e = Some (image t l).
Proof.
  intros own t h H s s' e l C M N R E. unfold value in *. destruct (s (fst e)) as [a|] eqn:Ea; [|discriminate].
  rewrite (R _ _ Ea). eapply mirror_walk; eauto.
Qed.
Lemma mirror_values : forall own t h H s s', closed own h -> mirror own t h H ->
  (forall x l, s x = Some l -> known own t l) -> reflect t s s' ->
  forall es vs, values s h es = Some vs -> values s' H es = Some (map (image t) vs).
Proof.
  intros own t h H s s' C M N R. induction es as [|e es IH]; simpl; intros vs E.
  - inversion E; subst. auto.
  - destruct (value s h e) as [l|] eqn:El; [|discriminate]. destruct (values s h es) as [ls|]; inversion E; subst.
    destruct (mirror_value _ _ _ _ _ _ _ _ C M N R El) as [_ ->]. rewrite (IH _ eq_refl). auto.
Qed.
Lemma reflect_bind : forall t s s' x l, reflect t s s' -> reflect t (bind s x l) (bind s' x (image t l)).
Proof. intros t s s' x l R y a E. unfold bind in *. destruct (var_eq_dec y x); auto. congruence. Qed.
Lemma reflect_callee : forall t vs, reflect t (callee vs) (callee (map (image t) vs)).
Proof.
  intros t vs [i|i] l E; simpl in *; [|discriminate]. rewrite nth_error_map, E. auto.
Qed.
Lemma knows_bind : forall own t s R x l, knows own t (s :: R) -> known own t l -> knows own t (bind s x l :: R).
Proof.
  intros own t s R x l N L s' y a [<-|I] E; [|eapply N; [right|]; eauto].
  unfold bind in E. destruct (var_eq_dec y x); [congruence | eapply N; [left|]; eauto].
Qed.

(** ** One step of a thread, and its image *)
(** Thread t makes a step in h; its image makes the same step in H, and the image of the other thread stays. *)
Section Step.
Variable own : owner.
Variable t : thread.
Variable h : heap.
Hypothesis CLOSED : closed own h.

(** v is stored into l. *)
Section Stored.
Variables l v : loc.
Variable f : field.
Hypothesis KL : known own t l.
Hypothesis KV : known own t v.
Hypothesis FINE : cheap K0 l <> None -> cheap K0 v <> None.
Lemma set_closed : closed own (hset h l f v).
Proof.
  destruct CLOSED as (A & B & C). split; [|split]; auto.
  - intros u x N. apply hset_grows. eauto.
  - intros u x o g N E. unfold hset in E. destruct (Nat.eqb_spec x l) as [->|]; eauto.
    destruct (h l) as [o0|] eqn:E0; inversion E; subst. cbv beta. destruct (g =? f); [|eauto].
    destruct (same_or_other t u) as [->| ->]; auto. left. apply FINE. apply (known_both own t); auto.
Qed.
Lemma set_none : forall x, hset h l f v x = None -> h x = None.
Proof. intros x E. destruct (h x) eqn:Ex; auto. exfalso. apply (hset_grows h l f v x); congruence. Qed.
Lemma set_mirror : forall H, mirror own t h H ->
  mirror own t (hset h l f v) (hset H (image t l) f (image t v)).
Proof.
  intros H M. pose proof M as ((o & E0 & Z) & M2 & M3). pose proof CLOSED as (A & B & C). split; [|split].
  - unfold has_o, hset. destruct (Nat.eqb_spec 0 (image t l)) as [E|N]; [|eauto].
    rewrite <- E, E0. eexists. split; [reflexivity|]. intros g. cbv beta. destruct (g =? f); auto.
    apply image_old, FINE. unfold image in E. destruct (cheap K0 l); [congruence | discriminate].
  - intros x o1 Ox E. unfold hset in E |- *. destruct (Nat.eqb_spec x l) as [->|N].
    + rewrite Nat.eqb_refl. destruct (h l) as [o2|] eqn:El; inversion E; subst.
      destruct (M2 _ _ Ox El) as (o' & -> & Eq). eexists. split; [reflexivity|].
      intros g. cbv beta. destruct (g =? f); auto.
    + destruct (Nat.eqb_spec (image t x) (image t l)) as [Ei|_]; [|eauto].
      exfalso. rewrite (image_new t x) in Ei by eauto. unfold image in Ei. destruct (cheap K0 l); [discriminate|].
      apply place_inj in Ei. auto.
  - intros x E. apply set_none in E. unfold hset. destruct (Nat.eqb_spec (place t x) (image t l)) as [Ei|_]; auto.
    exfalso. unfold image in Ei. destruct (cheap K0 l); [discriminate|]. apply place_inj in Ei. subst x.
    apply (A _ _ KL). auto.
Qed.
Lemma set_other : forall H, mirror own (other t) h H -> mirror own (other t) (hset h l f v) H.
Proof.
  intros H (M1 & M2 & M3). split; [auto | split].
  - intros x o Ox E. unfold hset in E. destruct (Nat.eqb_spec x l) as [->|]; eauto.
    exfalso. apply (known_both own t l KL); [right; auto|]. destruct CLOSED as (_ & B & _). eauto.
  - intros x E. apply M3, set_none. auto.
Qed.
Lemma set_place : forall H x, hset H (image t l) f (image t v) (place (other t) x) = H (place (other t) x).
Proof.
  intros H x. unfold hset. destruct (Nat.eqb_spec (place (other t) x) (image t l)) as [E|]; auto.
  exfalso. unfold image in E. destruct (cheap K0 l); [discriminate | eapply place_apart; eauto].
Qed.
End Stored.

(** An object is made at l. *)
Section Made.
Variable l : loc.
Hypothesis FREE : h l = None.
Definition owned : owner := fun x => if x =? l then Some t else own x.
Lemma made_unknown : forall u, ~ known own u l.
Proof. intros u N. destruct CLOSED as (A & _). eapply A; eauto. Qed.
Lemma made_new : cheap K0 l = None.
Proof. destruct (cheap K0 l) eqn:E; auto. exfalso. apply (made_unknown t). left. congruence. Qed.
Lemma made_extends : extends own owned.
Proof.
  intros x u E. unfold owned. destruct (Nat.eqb_spec x l) as [Ex|]; auto.
  exfalso. apply (made_unknown u). right. rewrite <- Ex. auto.
Qed.
Lemma made_known : forall u x, x <> l -> known owned u x -> known own u x.
Proof. intros u x N [O|O]; [left; auto|]. unfold owned in O. apply Nat.eqb_neq in N. rewrite N in O. right. auto. Qed.
Lemma made_closed : closed owned (hnew h l).
Proof.
  pose proof CLOSED as (A & B & C). split; [|split].
  - intros u x N. unfold hnew. destruct (Nat.eqb_spec x l) as [Ex|Nx]; [discriminate|].
    apply (A u), made_known; auto.
  - intros u x E. unfold owned in E. destruct (Nat.eqb_spec x l) as [Ex|Nx]; [rewrite Ex; apply made_new | eauto].
  - intros u x o f N E. unfold hnew in E. destruct (Nat.eqb_spec x l) as [Ex|Nx].
    + inversion E; subst o. rewrite Ex in N. exact N.
    + eapply known_extends; [apply made_extends|]. apply (C u x); auto. apply made_known; auto.
Qed.
Lemma made_none : forall x, hnew h l x = None -> x <> l /\ h x = None.
Proof. intros x E. unfold hnew in E. destruct (Nat.eqb_spec x l); [discriminate | auto]. Qed.
Lemma made_mirror : forall H, mirror own t h H -> mirror owned t (hnew h l) (hnew H (place t l)).
Proof.
  intros H ((o & E0 & Z) & M2 & M3). pose proof CLOSED as (A & B & C). split; [|split].
  - exists o. auto.
  - intros x o1 Ox E. unfold owned in Ox. unfold hnew in *. destruct (Nat.eqb_spec x l) as [Ex|N].
    + inversion E; subst o1. rewrite Ex, (image_new t l made_new), Nat.eqb_refl. eexists. split; [reflexivity | auto].
    + destruct (Nat.eqb_spec (image t x) (place t l)) as [Ei|_]; [|eauto].
      exfalso. rewrite (image_new t x) in Ei by eauto. apply place_inj in Ei. auto.
  - intros x E. apply made_none in E. destruct E as [Nx E]. unfold hnew.
    destruct (Nat.eqb_spec (place t x) (place t l)) as [Ei|_]; auto. apply place_inj in Ei. contradiction.
Qed.
Lemma made_other : forall H, mirror own (other t) h H -> mirror owned (other t) (hnew h l) H.
Proof.
  intros H (M1 & M2 & M3). split; [auto | split].
  - intros x o Ox E. unfold owned in Ox. unfold hnew in E. destruct (Nat.eqb_spec x l) as [Ex|Nx]; eauto.
    destruct t; discriminate.
  - intros x E. apply made_none in E. apply M3. tauto.
Qed.
Lemma made_place : forall H x, hnew H (place t l) (place (other t) x) = H (place (other t) x).
Proof.
  intros H x. unfold hnew. destruct (Nat.eqb_spec (place (other t) x) (place t l)) as [E|]; auto.
  exfalso. eapply place_apart; eauto.
Qed.
End Made.

Lemma step_image : forall c S L S1 h1 L1, knows own t S -> step c (S, h, L) (S1, h1, L1) ->
  stores_fine (fun l v => cheap K0 l <> None -> cheap K0 v <> None) c S h ->
  exists own1, extends own own1 /\ closed own1 h1 /\ knows own1 t S1 /\
    (forall H S', mirror own t h H -> reflects t S S' -> exists S1' H1, step c (S', H, L) (S1', H1, L1) /\
      mirror own1 t h1 H1 /\ reflects t S1 S1' /\ forall l, H1 (place (other t) l) = H (place (other t) l)) /\
    (forall H, mirror own (other t) h H -> mirror own1 (other t) h1 H).
Proof.
  intros c S L S1 h1 L1 N ST F.
  assert (TOP : forall s R, S = s :: R -> forall x l, s x = Some l -> known own t l).
  { intros s R -> x l E. eapply N; [left|]; eauto. }
  inversion ST as [x y s R h0 L0 l EY|x pi s R h0 L0 l EV|pi x s R h0 L0 l o v EV EO EX|x s R h0 L0 l EF
                  |s R h0 L0|s R h0 L0|es s R h0 L0 vs EV|s s1 R h0 L0]; subst;
    pose proof (TOP _ _ eq_refl) as Ns.
  - exists own. split; [apply extends_refl|]. split; [auto|]. split; [eapply knows_bind; eauto|]. split; auto.
    intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst.
    eexists _, H. split; [constructor; apply Rs; eauto | split; [auto | split; auto]].
    constructor; auto. apply reflect_bind; auto.
  - assert (V : known own t l) by (eapply known_value; eauto).
    exists own. split; [apply extends_refl|]. split; [auto|]. split; [eapply knows_bind; eauto|]. split; auto.
    intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst.
    destruct (mirror_value _ _ _ _ _ _ _ _ CLOSED M Ns Rs EV) as [_ EV'].
    eexists _, H. split; [constructor; exact EV' | split; [auto | split; auto]].
    constructor; auto. apply reflect_bind; auto.
  - assert (V : known own t l) by (eapply known_value; eauto). pose proof (Ns _ _ EX) as KV.
    pose proof (F _ _ _ _ _ _ eq_refl eq_refl EV EX) as FI.
    exists own. split; [apply extends_refl|]. split; [apply set_closed; auto|]. split; [auto|].
    split; [|intros; apply set_other; auto].
    intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst.
    destruct (mirror_value _ _ _ _ _ _ _ _ CLOSED M Ns Rs EV) as [_ EV'].
    destruct (mirror_object _ _ _ _ _ _ CLOSED M V EO) as (o' & EO' & _).
    eexists _, _. split; [econstructor; eauto | split; [apply set_mirror; auto | split; auto]].
    intros y. apply set_place; auto.
  - exists (owned l). split; [apply made_extends; auto|]. split; [apply made_closed; auto|].
    split; [apply knows_bind; [eapply knows_extends; [apply made_extends|]; auto|]|].
    { right. unfold owned. rewrite Nat.eqb_refl. auto. }
    split; [|intros; apply made_other; auto].
    intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst.
    eexists _, _. split; [apply step_new with (l := place t l); apply M; auto|].
    split; [apply made_mirror; auto | split].
    + constructor; auto. rewrite <- (image_new t l (made_new l EF)). apply reflect_bind; auto.
    + intros y. apply made_place.
  - exists own. split; [apply extends_refl|]. split; [auto|]. split; [auto|]. split; auto.
    intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst. eexists _, H. split; [constructor | auto].
  - exists own. split; [apply extends_refl|]. split; [auto|]. split; [auto|]. split; auto.
    intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst. eexists _, H. split; [constructor | auto].
  - exists own. split; [apply extends_refl|]. split; [auto|]. split; [|split; auto].
    + intros s' y l [<-|I] E; [|eapply N; eauto].
      destruct y as [i|i]; simpl in E; [|discriminate]. destruct (values_nth _ _ _ _ EV i) as [_ NV].
      destruct (NV _ E) as (e & _ & Ee). eapply known_value; eauto.
    + intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst.
      pose proof (mirror_values _ _ _ _ _ _ CLOSED M Ns Rs _ _ EV) as EV'.
      eexists _, H. split; [constructor; exact EV' | split; [auto | split; auto]].
      constructor; [apply reflect_callee | auto].
  - exists own. split; [apply extends_refl|]. split; [auto|]. split; [intros s' y l I; apply N; right; auto|].
    split; auto.
    intros H S' M RF. inversion RF as [|s0 s' R0 R' Rs RR]; subst. inversion RR; subst.
    eexists _, H. split; [constructor | auto].
Qed.
End Step.

(** ** Each thread by itself *)
(** A heap in which thread t can run by itself. *)
Definition ready (t : thread) (H : heap) : Prop := has_o H /\ forall l, H (place t l) = None.

Theorem alone : forall n, initial n K0 -> forall taus K, unpublished K0 taus K ->
  exists own, closed own (cheap K) /\ (forall t, knows own t (stacks K @ t)) /\
    forall t H0, ready t H0 -> exists S H, steps (taus @ t) ([only], H0, 0) (S, H, levels K @ t) /\
      mirror own t (cheap K) H /\ reflects t (stacks K @ t) S /\
      forall l, H (place (other t) l) = H0 (place (other t) l).
Proof.
  intros n [[_ W] INI] taus K X. induction X as [|taus K t p c K' X IH ST F].
  - exists (fun _ => None).
    assert (OLD : forall t l, known (fun _ => None) t l <-> cheap K0 l <> None).
    { intros t l. unfold known. split; [intros [N|N]; [auto | discriminate] | auto]. }
    split; [split; [|split]|split].
    + intros t l. apply OLD.
    + discriminate.
    + intros t l o f N E. apply OLD. eauto.
    + intros t s x l I E. apply OLD. destruct (INI t) as (_ & s0 & Es & Wf & _). rewrite Es in I.
      destruct I as [<-|[]]. eauto.
    + intros t H0 [O FR]. destruct (INI t) as (Z & s0 & Es & Wf & _). rewrite Es, Z.
      exists [only], H0. split; [destruct t; constructor|]. split; [|split; [|auto]].
      * split; [auto | split; [discriminate | auto]].
      * constructor; [|constructor]. intros x l E. rewrite image_old; [reflexivity | eauto].
  - destruct IH as (own & C & N & RUN). inversion ST as [S1 h1 L1 ST1 OK]; subst.
    destruct (step_image own t (cheap K) C _ _ _ _ _ _ (N t) ST1 F) as (own1 & EX & C1 & N1 & ME & OTHER).
    exists own1. split; [exact C1|]. cbn [stacks cheap levels]. split.
    + intros u. destruct (same_or_other t u) as [->| ->]; [rewrite at_put_same; auto|].
      rewrite at_put_other. eapply knows_extends; eauto.
    + intros u H0 R. destruct (RUN u H0 R) as (S & H & SS & M & RF & PL).
      destruct (same_or_other t u) as [->| ->].
      * rewrite !at_put_same. destruct (ME _ _ M RF) as (S' & H' & ST' & M' & RF' & PL').
        exists S', H'. split; [eapply steps_app; [eauto | econstructor; [eauto | constructor]]|].
        split; [auto | split; [auto|]]. intros l. rewrite PL'. auto.
      * rewrite !at_put_other. exists S, H. auto.
Qed.
End Images.

(** ** Theorem X *)
Lemma address_value : forall s h pi l f, address s h pi = Some (l, f) ->
  value s h (path_base pi) = Some l /\ plast pi = f.
Proof.
  intros s h pi l f E. unfold address in E. destruct (value s h (path_base pi)) as [a|]; [|discriminate].
  destruct (h a); inversion E; subst. auto.
Qed.
Lemma next_address_value : forall K t c l f, next_address K t c = Some (l, f) -> exists s R pi,
  stacks K @ t = s :: R /\ accessed_path c = Some pi /\ value s (cheap K) (path_base pi) = Some l /\ plast pi = f.
Proof.
  intros K t c l f E. unfold next_address in E. destruct (stacks K @ t) as [|s R]; [discriminate|].
  destruct (accessed_path c) as [pi|]; [|discriminate]. apply address_value in E. destruct E. eauto 10.
Qed.
(** A heap with the same objects in t's places is a mirror too. *)
Lemma mirror_same : forall K0 own t h H H', closed K0 own h -> mirror K0 own t h H -> has_o H' ->
  (forall l, H' (place t l) = H (place t l)) -> mirror K0 own t h H'.
Proof.
  intros K0 own t h H H' (_ & B & _) (_ & M2 & M3) O PL. split; [auto | split].
  - intros l o Ol E. destruct (M2 _ _ Ol E) as (o' & E' & Eq). exists o'. split; auto.
    rewrite image_new in * by eauto. rewrite PL. auto.
  - intros l E. rewrite PL. auto.
Qed.

Theorem theorem_x : forall P K0 t1 t2 p1 p2 c1 c2 K, initial (formals P) K0 -> unpublished K0 (t1, t2) K ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 -> clash K c1 c2 ->
  races_in_turn P one_object p1 p2.
Proof.
  intros P K0 t1 t2 p1 p2 c1 c2 K INI X CB1 CB2 (WR & EQ & NN).
  destruct (alone K0 _ INI _ _ X) as (own & C & N & RUN).
  assert (exists t, levels K @ t = 0) as (t & Z).
  { destruct (one_lock _ _ _ _ INI (execution_interleaving _ _ _ _ X) one); eauto. }
  destruct (RUN t (cheap one_object)) as (S1 & H1 & R1 & M1 & F1 & P1).
  { split; [apply one_object_has | auto]. }
  destruct (RUN (other t) H1) as (S2 & H2 & R2 & M2 & F2 & P2).
  { split; [apply M1|]. intros l. rewrite P1. reflexivity. }
  rewrite other_other in P2.
  assert (M1' : mirror K0 own t (cheap K) H2) by (eapply mirror_same; eauto; apply M2).
  set (K2 := Config (put (put (stacks one_object) t S1) (other t) S2) H2
    (put (put (levels one_object) t 0) (other t) (levels K @ other t))).
  assert (AT : forall u c l f, next_address K u c = Some (l, f) -> known K0 own u l /\
    next_address K2 u c = (if H2 (image K0 u l) then Some (image K0 u l, f) else None)).
  { intros u c l f E. apply next_address_value in E. destruct E as (s & R & pi & Es & Ep & Ev & <-).
    assert (MU : mirror K0 own u (cheap K) H2 /\ reflects K0 u (stacks K @ u) (stacks K2 @ u)).
    { destruct (same_or_other t u) as [Eu|Eu]; rewrite Eu.
      - split; auto. replace (stacks K2 @ t) with S1; auto. destruct t; reflexivity.
      - split; auto. replace (stacks K2 @ other t) with S2; auto. destruct t; reflexivity. }
    destruct MU as [MU RU]. rewrite Es in RU. destruct (stacks K2 @ u) as [|s' R'] eqn:E2; [inversion RU|].
    assert (Rs : reflect K0 u s s') by (inversion RU; auto).
    assert (Ns : forall x a, s x = Some a -> known K0 own u a).
    { intros x a. apply (N u). rewrite Es. left. auto. }
    destruct (mirror_value K0 own u _ _ _ _ _ _ C MU Ns Rs Ev) as [Kl Ev']. split; auto.
    unfold next_address. rewrite E2, Ep. unfold address. change (cheap K2) with H2. rewrite Ev'.
    destruct (H2 (image K0 u l)); auto. }
  destruct (next_address K one c1) as [[l f]|] eqn:E1; [|congruence]. symmetry in EQ.
  destruct (AT _ _ _ _ E1) as [K1l A1]. destruct (AT _ _ _ _ EQ) as [K2l A2].
  pose proof (known_both K0 own one l K1l K2l) as OLD. rewrite image_old in A1, A2 by auto.
  destruct M2 as ((o & Eo & _) & _). rewrite Eo in A1, A2.
  exists t, t1, c1, t2, c2, K2. split; [auto | split; [auto | split]].
  - rewrite Z in R1. apply (turns one_object t (t1, t2) S1 H1); rewrite one_object_stack, one_object_level; auto.
  - split; [auto|]. rewrite A1, A2. split; [auto | discriminate].
Qed.
Corollary theorem2s : forall P K0 t1 t2 p1 p2 c1 c2 K, initial (formals P) K0 -> own_stores K0 (t1, t2) K ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 -> clash K c1 c2 ->
  races_in_turn P one_object p1 p2.
Proof.
  intros P K0 t1 t2 p1 p2 c1 c2 K INI X. apply (theorem_x P K0); auto.
  eapply execution_mono; [|exact X]. intros l v E N. contradiction.
Qed.
(** A race from the state with one object is a race (Definition 3.6). *)
Theorem one_object_races : forall P p1 p2, races_in_turn P one_object p1 p2 -> races P p1 p2.
Proof.
  intros P p1 p2 R. exists one_object. split; [apply one_object_initial|].
  apply in_turn_races; auto. apply one_object_level.
Qed.

(** ** Theorem N *)
(** Units without new(), by their traces, and by their text. *)
Definition new_free (P : program) (C : stmt) : Prop :=
  forall t, trace_of P C t -> forall p x, ~ In (p, Simple (New x)) t.
Fixpoint no_new (C : stmt) : Prop :=
  match C with
  | Do _ (New _) => False
  | Seq C1 C2 | If C1 C2 => no_new C1 /\ no_new C2
  | While C => no_new C
  | _ => True
  end.
Lemma no_new_free : forall P C, (forall m, no_new (mbody P m)) -> no_new C -> new_free P C.
Proof.
  intros P C M N t T p x. revert N. induction T; simpl; intros N I; try tauto.
  - destruct I as [I|[]]. inversion I; subst. auto.
  - apply in_app_or in I. tauto.
  - apply in_app_or in I. tauto.
  - destruct I as [I|I]; [discriminate|]. apply in_app_or in I. destruct I as [I|[I|[]]]; [|discriminate].
    eapply IHT; eauto.
Qed.

(** Whatever a variable or a cell of o holds, it is o. *)
Definition all_o (S : list frame) : Prop := forall s x l, In s S -> s x = Some l -> l = 0.
Lemma walk_o : forall h, has_o h -> forall fs, walk h 0 fs = Some 0.
Proof. intros h (o & E & Z). induction fs as [|f fs IH]; simpl; auto. rewrite E, Z. auto. Qed.
Lemma value_o : forall h s e l, has_o h -> (forall x l, s x = Some l -> l = 0) -> value s h e = Some l -> l = 0.
Proof.
  intros h s e l O A E. unfold value in E. destruct (s (fst e)) as [a|] eqn:Ea; [|discriminate].
  rewrite (A _ _ Ea), walk_o in E; auto. congruence.
Qed.
Lemma all_o_bind : forall s R x, all_o (s :: R) -> all_o (bind s x 0 :: R).
Proof.
  intros s R x A s' y l [<-|I] E; [|eapply A; [right|]; eauto].
  unfold bind in E. destruct (var_eq_dec y x); [congruence | eapply A; [left|]; eauto].
Qed.
Lemma step_o : forall c S h L S' h' L', step c (S, h, L) (S', h', L') -> (forall x, c <> Simple (New x)) ->
  has_o h -> all_o S -> has_o h' /\ all_o S'.
Proof.
  intros c S h L S' h' L' ST N O A.
  inversion ST as [x y s R h0 L0 l EY|x pi s R h0 L0 l EV|pi x s R h0 L0 l o v EV EO EX|x s R h0 L0 l EF
                  |s R h0 L0|s R h0 L0|es s R h0 L0 vs EV|s s1 R h0 L0]; subst; auto;
    assert (As : forall w a, s w = Some a -> a = 0) by (intros w a; apply A; left; auto).
  - rewrite (As _ _ EY). split; auto using all_o_bind.
  - rewrite (value_o _ _ _ _ O As EV). split; auto using all_o_bind.
  - rewrite (value_o _ _ _ _ O As EV), (As _ _ EX). split; auto. destruct O as (o0 & E0 & Z).
    unfold has_o, hset. simpl. rewrite E0. eexists. split; [reflexivity|].
    intros f. cbv beta. destruct (f =? plast pi); auto.
  - exfalso. apply (N x). auto.
  - split; auto. intros s' y l [<-|I] E; [|eapply A; eauto].
    destruct y as [i|i]; simpl in E; [|discriminate]. destruct (values_nth _ _ _ _ EV i) as [_ NV].
    destruct (NV _ E) as (e & _ & Ee). eapply value_o; eauto.
  - split; auto. intros s' y l I. apply A. right. auto.
Qed.
Lemma steps_o : forall t S h L S' h' L', steps t (S, h, L) (S', h', L') -> (forall p x, ~ In (p, Simple (New x)) t) ->
  has_o h -> all_o S -> has_o h' /\ all_o S'.
Proof.
  induction t as [|[p c] t IH]; intros S h L S' h' L' SS N O A.
  - inversion SS; subst. auto.
  - inversion SS as [|p0 c0 t0 z0 [[S1 h1] L1] z1 ST SR]; subst.
    destruct (step_o _ _ _ _ _ _ _ ST) as [O1 A1]; auto.
    + intros x ->. apply (N p x). left. auto.
    + eapply IH; eauto. intros q x I. apply (N q x). right. auto.
Qed.
(** An access that can be made in one heap with o is one of o in another. *)
Lemma access_o : forall c pi s R h L z h', step (Simple c) (s :: R, h, L) z -> accessed_path c = Some pi ->
  all_o (s :: R) -> has_o h' -> address s h' pi = Some (0, plast pi).
Proof.
  intros c pi s R h L z h' ST EP A O.
  assert (N : s (proot pi) <> None).
  { intros E. destruct c; inversion EP; subst; inversion ST; subst;
      match goal with V : value _ _ _ = Some _ |- _ =>
        unfold value in V; simpl in V; rewrite E in V; discriminate end. }
  unfold address, value. simpl. destruct (s (proot pi)) as [l|] eqn:E; [|congruence].
  assert (l = 0) as -> by (eapply A; [left|]; eauto). rewrite walk_o by auto. destruct O as (o & -> & _). auto.
Qed.

(** Accesses of one field, one of them a store, that can be reached, and one of them without the lock. *)
Definition candidates (P : program) (p1 p2 : site) : Prop :=
  exists t1 c1 pi1 t2 c2 pi2,
    comes_before P (blocks P @ one) t1 p1 c1 /\ comes_before P (blocks P @ two) t2 p2 c2 /\
    accessed_path c1 = Some pi1 /\ accessed_path c2 = Some pi2 /\ plast pi1 = plast pi2 /\
    (writes c1 || writes c2) = true /\ (level_after 0 t1 = 0 \/ level_after 0 t2 = 0).

(** Every race is between such accesses, with new() or without. *)
Lemma races_candidates : forall P p1 p2, races P p1 p2 -> candidates P p1 p2.
Proof.
  intros P p1 p2 (K0 & INI & t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & WR & EQ & NN).
  destruct (next_address K one c1) as [[l f]|] eqn:E1; [|congruence]. symmetry in EQ.
  apply next_address_value in E1. apply next_address_value in EQ.
  destruct E1 as (_ & _ & pi1 & _ & P1 & _ & F1), EQ as (_ & _ & pi2 & _ & P2 & _ & F2).
  exists t1, c1, pi1, t2, c2, pi2. do 4 (split; [auto|]). split; [congruence|]. split; auto.
  assert (Z : forall t, levels K0 @ t = 0) by (intros t; apply INI).
  pose proof (interleaving_level _ _ _ I Z one) as L1. pose proof (interleaving_level _ _ _ I Z two) as L2.
  simpl in L1, L2. rewrite <- L1, <- L2. apply (one_lock _ _ _ _ INI I one).
Qed.

(** A thread comes to its access, at o, in a heap where o is. *)
Lemma reach_o : forall P, legal P -> forall t, new_free P (blocks P @ t) -> forall tau p c pi h,
  comes_before P (blocks P @ t) tau p c -> accessed_path c = Some pi -> wf_heap h -> has_o h ->
  exists s R h' L, steps tau ([only], h, 0) (s :: R, h', L) /\ L = level_after 0 tau /\ wf_heap h' /\ has_o h' /\
    forall h'', has_o h'' -> address s h'' pi = Some (0, plast pi).
Proof.
  intros P LEGAL t NF tau p c pi h (u & T) EP W O.
  assert (WF : wf_frame h only).
  { intros x l E. inversion E; subst. destruct O as (o & -> & _). discriminate. }
  destruct (traces_run_5_10 P LEGAL t _ [only] h T) as (S' & h1 & RUN).
  { split; auto. exists only. split; [auto | split; [auto|]]. discriminate. }
  apply steps_split in RUN. destruct RUN as ([[S h'] L] & R1 & R2).
  inversion R2 as [|p0 c0 t0 z0 z1 z2 ST SR]; subst.
  assert (exists s R, S = s :: R) as (s & R & ->) by (inversion ST; eauto).
  destruct (steps_o _ _ _ _ _ _ _ R1) as [O' A']; auto.
  { intros q x I. apply (NF _ T q x). apply in_or_app. auto. }
  { intros s0 x l [<-|[]] E. inversion E. auto. }
  exists s, R, h', L. split; [auto|]. split; [apply (steps_level _ _ _ R1)|]. split; [|split; auto].
  - eapply (well_behaved_5_3 _ _ _ _ _ _ _ R1); auto.
  - intros h'' O''. eapply access_o; eauto.
Qed.

Theorem theorem_n_one_object : forall P, legal P -> (forall t, new_free P (blocks P @ t)) -> forall p1 p2,
  candidates P p1 p2 -> races_in_turn P one_object p1 p2.
Proof.
  intros P LEGAL NF p1 p2 (t1 & c1 & pi1 & t2 & c2 & pi2 & CB1 & CB2 & P1 & P2 & EF & WR & LK).
  assert (exists t, level_after 0 ((t1, t2) @ t) = 0) as (t & Z).
  { destruct LK; [exists one | exists two]; auto. }
  assert (REACH : forall u h, wf_heap h -> has_o h -> exists s R h' L,
    steps ((t1, t2) @ u) ([only], h, 0) (s :: R, h', L) /\ L = level_after 0 ((t1, t2) @ u) /\ wf_heap h' /\ has_o h' /\
    forall h'', has_o h'' -> address s h'' ((pi1, pi2) @ u) = Some (0, plast pi1)).
  { intros u h W O. destruct u; simpl.
    - eapply (reach_o P LEGAL one); eauto.
    - rewrite EF. eapply (reach_o P LEGAL two); eauto. }
  destruct (REACH t (cheap one_object)) as (s1 & R1 & h1 & L1 & S1 & E1 & W1 & O1 & A1).
  { apply (one_object_initial 0). } { apply one_object_has. }
  destruct (REACH (other t) h1 W1 O1) as (s2 & R2 & h2 & L2 & S2 & E2 & W2 & O2 & A2).
  rewrite Z in E1. subst L1.
  set (K := Config (put (put (stacks one_object) t (s1 :: R1)) (other t) (s2 :: R2)) h2
    (put (put (levels one_object) t 0) (other t) L2)).
  assert (AD : next_address K one c1 = Some (0, plast pi1) /\ next_address K two c2 = Some (0, plast pi1)).
  { specialize (A1 h2 O2). specialize (A2 h2 O2). unfold K, next_address. cbn [stacks cheap].
    destruct t; simpl in *; rewrite P1, P2; auto. }
  destruct AD as [AD1 AD2].
  exists t, t1, c1, t2, c2, K. split; [auto | split; [auto | split]].
  - apply (turns one_object t (t1, t2) (s1 :: R1) h1); rewrite one_object_stack, one_object_level; auto.
  - split; [auto|]. rewrite AD1, AD2. split; [auto | discriminate].
Qed.
Theorem theorem_n : forall P, legal P -> (forall t, new_free P (blocks P @ t)) -> forall p1 p2,
  races P p1 p2 <-> candidates P p1 p2.
Proof.
  intros P LEGAL NF p1 p2. split; [apply races_candidates|].
  intros C. apply one_object_races, theorem_n_one_object; auto.
Qed.
