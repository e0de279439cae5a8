(** * Certificates of absence (package witness/absence)

    A certificate says why the accesses at two sites never race. Its checker walks through both thread blocks once, with
    sets of names in the place of objects, and believes no more of the certificate than what it has verified:
    - [Initial] is any object of the initial state;
    - [Private s] is an object that the thread has made at the new() at s, reachable only from its own variables and from
      private objects;
    - [Public t s] is one that thread t has made at s and published.

    Publishing renames all private objects of the sites that are concerned. What a thread knows of cells that both can
    reach is what it has stored there itself, and what it relies on the other thread to store there at most.

    This file has the names, the states of the walk, its transfer function ([transfer], [enter], [leave]), and the
    invariant that relates a state of the walk to the frames and the heap of a thread ([top_ok], [susp_ok],
    [shared_ok]), which each step of either thread preserves. [Certificate.v] has the checker. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving WellBehaved.

(** ** Names, sets and cells *)
Inductive name := Initial | Private (s : site) | Public (t : thread) (s : site).
Definition thread_eqb (t u : thread) : bool := match t, u with one, one | two, two => true | _, _ => false end.
Definition name_eqb (a b : name) : bool :=
  match a, b with
  | Initial, Initial => true
  | Private s, Private s' => s =? s'
  | Public t s, Public t' s' => thread_eqb t t' && (s =? s')
  | _, _ => false
  end.
Lemma name_eqb_eq : forall a b, name_eqb a b = true <-> a = b.
Proof.
  intros [|s|[] s] [|s'|[] s']; simpl; try rewrite Nat.eqb_eq; split; intros E; try congruence; discriminate.
Qed.
Definition is_private (n : name) : bool := match n with Private _ => true | _ => false end.

Definition set := list name.
Definition has (n : name) (v : set) : bool := existsb (name_eqb n) v.
Lemma has_in : forall n v, has n v = true <-> In n v.
Proof.
  intros n v. unfold has. rewrite existsb_exists. split.
  - intros (m & I & E). apply name_eqb_eq in E. subst. auto.
  - intros I. exists n. split; auto. apply name_eqb_eq. auto.
Qed.
Definition within (v w : set) : bool := forallb (fun n => has n w) v.
Lemma within_incl : forall v w, within v w = true <-> incl v w.
Proof.
  intros v w. unfold within. rewrite forallb_forall. split; intros H n I; specialize (H n I); apply has_in; auto.
Qed.
Definition minus (v w : set) : set := filter (fun n => negb (has n w)) v.
Lemma in_minus : forall n v w, In n (minus v w) <-> In n v /\ ~ In n w.
Proof.
  intros n v w. unfold minus. rewrite filter_In, negb_true_iff, <- not_true_iff_false, has_in. tauto.
Qed.
Definition union (v w : set) : set := v ++ minus w v.
Lemma in_union : forall n v w, In n (union v w) <-> In n v \/ In n w.
Proof.
  intros n v w. unfold union. rewrite in_app_iff, in_minus.
  destruct (has n v) eqn:E; [apply has_in in E; tauto|].
  assert (~ In n v) by (rewrite <- has_in; congruence). tauto.
Qed.
Definition shared_part (v : set) : set := filter (fun n => negb (is_private n)) v.
Lemma in_shared_part : forall n v, In n (shared_part v) <-> In n v /\ is_private n = false.
Proof. intros n v. unfold shared_part. rewrite filter_In, negb_true_iff. tauto. Qed.

Definition key := (name * field)%type.
Definition key_eqb (a b : key) : bool := name_eqb (fst a) (fst b) && (snd a =? snd b).
Lemma key_eqb_eq : forall a b, key_eqb a b = true <-> a = b.
Proof.
  intros [n f] [m g]. unfold key_eqb. simpl. rewrite andb_true_iff, name_eqb_eq, Nat.eqb_eq.
  split; [intros [-> ->]; auto | intros E; inversion E; auto].
Qed.
(** What cells hold: a cell holds what all entries for it say together. *)
Definition cells := list (key * set).
Fixpoint cell (m : cells) (k : key) : set :=
  match m with [] => [] | (k', v) :: r => if key_eqb k' k then union v (cell r k) else cell r k end.
Lemma in_cell : forall n m k, In n (cell m k) <-> exists v, In (k, v) m /\ In n v.
Proof.
  intros n m k. induction m as [|[k' v] r IH]; simpl.
  - split; [tauto | intros (v & [] & _)].
  - destruct (key_eqb k' k) eqn:E.
    + apply key_eqb_eq in E. subst. rewrite in_union, IH. split.
      * intros [I|(w & I & J)]; eauto.
      * intros (w & [X|I] & J); [inversion X; subst; auto | eauto].
    + rewrite IH. split; intros (w & I & J); eauto.
      destruct I as [X|I]; eauto. inversion X; subst.
      assert (key_eqb k k = true) by (apply key_eqb_eq; auto). congruence.
Qed.
Definition add (k : key) (v : set) (m : cells) : cells := if within v (cell m k) then m else (k, v) :: m.
Lemma in_add : forall n k v m k', In n (cell (add k v m) k') <-> (k = k' /\ In n v) \/ In n (cell m k').
Proof.
  intros n k v m k'. unfold add. destruct (within v (cell m k)) eqn:W.
  - apply within_incl in W. split; auto. intros [[<- I]|I]; auto.
  - simpl. destruct (key_eqb k k') eqn:E.
    + apply key_eqb_eq in E. rewrite in_union. tauto.
    + split; auto. intros [[-> _]|I]; auto.
      assert (key_eqb k' k' = true) by (apply key_eqb_eq; auto). congruence.
Qed.
Definition add_all (ns : set) (f : field) (v : set) (m : cells) : cells :=
  fold_right (fun n => add (n, f) v) m ns.
Lemma in_add_all : forall n ns f v m k,
  In n (cell (add_all ns f v m) k) <-> (In (fst k) ns /\ snd k = f /\ In n v) \/ In n (cell m k).
Proof.
  intros n ns f v m [a g]. simpl. induction ns as [|b ns IH]; simpl; [tauto|].
  rewrite in_add, IH. split.
  - intros [[E I]|H]; [inversion E; subst; auto | tauto].
  - intros [([->|I] & -> & J)|H]; auto 6.
Qed.
Definition drop (k : key) (m : cells) : cells := filter (fun e => negb (key_eqb (fst e) k)) m.
Lemma in_drop : forall n k m k', k <> k' -> In n (cell m k') -> In n (cell (drop k m) k').
Proof.
  intros n k m k' N I. apply in_cell in I. destruct I as (v & I & J). apply in_cell. exists v. split; auto.
  unfold drop. apply filter_In. split; auto. simpl. apply negb_true_iff, not_true_iff_false.
  intros E. apply key_eqb_eq in E. congruence.
Qed.
Lemma drop_in : forall n k m k', In n (cell (drop k m) k') -> In n (cell m k').
Proof.
  intros n k m k' I. apply in_cell in I. destruct I as (v & I & J). apply in_cell. exists v. split; auto.
  unfold drop in I. apply filter_In in I. tauto.
Qed.
Definition cells_join (m m' : cells) : cells :=
  m ++ filter (fun e => negb (within (snd e) (cell m (fst e)))) m'.
Lemma cell_app : forall n m m' k, In n (cell (m ++ m') k) <-> In n (cell m k) \/ In n (cell m' k).
Proof.
  intros n m m' k. rewrite !in_cell. split.
  - intros (v & I & J). apply in_app_iff in I. destruct I; eauto.
  - intros [(v & I & J)|(v & I & J)]; exists v; rewrite in_app_iff; auto.
Qed.
Lemma in_cells_join : forall n m m' k, In n (cell (cells_join m m') k) <-> In n (cell m k) \/ In n (cell m' k).
Proof.
  intros n m m' k. unfold cells_join. rewrite cell_app. split; intros [I|I]; auto.
  - right. apply in_cell in I. destruct I as (v & I & J). apply filter_In in I. apply in_cell. exists v. tauto.
  - apply in_cell in I. destruct I as (v & I & J).
    destruct (within v (cell m k)) eqn:W.
    + apply within_incl in W. auto.
    + right. apply in_cell. exists v. split; auto. apply filter_In. simpl. rewrite W. auto.
Qed.
Definition cells_within (m m' : cells) : bool := forallb (fun e => within (snd e) (cell m' (fst e))) m.
Lemma cells_within_incl : forall m m', cells_within m m' = true -> forall k, incl (cell m k) (cell m' k).
Proof.
  intros m m' H k n I. apply in_cell in I. destruct I as (v & I & J).
  unfold cells_within in H. rewrite forallb_forall in H. specialize (H _ I). simpl in H. apply within_incl in H. auto.
Qed.

(** ** States of the walk *)
(** A variable that is missing may hold anything, and is not read. [asingle] and [aseveral] name private objects of
    which there is at most one, and of which there may be more; [apub] those that were published since the method was
    entered. The lock level is [alev] above that at entry, which is not 0 if [aheld]. *)
Record astate := AState {
  avars : list (var * set); acells : cells; asingle : set; aseveral : set; apub : set; aheld : bool; alev : nat }.
Fixpoint lookup {A} (m : list (var * A)) (x : var) : option A :=
  match m with [] => None | (y, v) :: r => if var_eq_dec y x then Some v else lookup r x end.
Definition locked (s : astate) : bool := aheld s || (0 <? alev s).

Section Walk.
(** The fields of the program; the thread; what the other thread may store into cells that are not private. *)
Variable F : list field.
Variable t : thread.
Variable R : cells.
Definition known_field (f : field) : bool := existsb (Nat.eqb f) F.
Lemma known_field_in : forall f, known_field f = true <-> In f F.
Proof.
  intros f. unfold known_field. rewrite existsb_exists. split.
  - intros (g & I & E). apply Nat.eqb_eq in E. subst. auto.
  - intros I. exists f. split; auto. apply Nat.eqb_refl.
Qed.

(** What a field of an object may hold, and what an expression may lead to. *)
Definition load1 (s : astate) (f : field) (n : name) : set :=
  union (cell (acells s) (n, f))
    (match n with Private _ => [] | Initial => union [Initial] (cell R (n, f)) | _ => cell R (n, f) end).
Definition load (s : astate) (v : set) (f : field) : set := fold_right (fun n => union (load1 s f n)) [] v.
Lemma in_load : forall n s v f, In n (load s v f) <-> exists m, In m v /\ In n (load1 s f m).
Proof.
  intros n s v f. induction v as [|a v IH]; simpl; [firstorder|].
  rewrite in_union, IH. split.
  - intros [I|(m & I & J)]; eauto.
  - intros (m & [->|I] & J); eauto.
Qed.
Fixpoint eval_from (s : astate) (v : set) (fs : list field) : option set :=
  match fs with [] => Some v | f :: r => if known_field f then eval_from s (load s v f) r else None end.
Definition eval (s : astate) (e : expr) : option set :=
  match lookup (avars s) (fst e) with Some v => eval_from s v (snd e) | None => None end.
Fixpoint evals (s : astate) (es : list expr) : option (list set) :=
  match es with
  | [] => Some []
  | e :: r => match eval s e, evals s r with Some v, Some vs => Some (v :: vs) | _, _ => None end
  end.

(** *** Publication *)
Definition public_name (ps : set) (n : name) : name :=
  match n with Private s => if has n ps then Public t s else n | _ => n end.
Definition all_public (v : set) : set := map (fun n => match n with Private s => Public t s | _ => n end) v.
Definition publish_entry (ps : set) (e : key * set) : key * set :=
  ((public_name ps (fst (fst e)), snd (fst e)), map (public_name ps) (snd e)).
(** The private names that cells of some private objects hold. *)
Definition privates (v : set) : set := filter is_private v.
Lemma in_privates : forall n v, In n (privates v) <-> In n v /\ is_private n = true.
Proof. intros. unfold privates. rewrite filter_In. tauto. Qed.
Definition next (m : cells) (ps : set) : set :=
  fold_right (fun e => if has (fst (fst e)) ps then union (privates (snd e)) else fun w => w) [] m.
Lemma in_next : forall n m ps, In n (next m ps) <->
  exists o f v, In ((o, f), v) m /\ In o ps /\ In n v /\ is_private n = true.
Proof.
  intros n m ps. induction m as [|[[o f] v] m IH]; simpl.
  - split; [tauto | intros (o & f & v & [] & _)].
  - destruct (has o ps) eqn:E.
    + apply has_in in E. rewrite in_union, in_privates, IH. split.
      * intros [[I J]|(o' & f' & v' & I & X)]; eauto 10.
      * intros (o' & f' & v' & [X|I] & Y); [inversion X; subst; tauto | eauto 10].
    + rewrite IH. split; intros (o' & f' & v' & I & X); [eauto 10|].
      destruct I as [Y|I]; [|eauto 10]. inversion Y; subst. destruct X as [X _]. apply has_in in X. congruence.
Qed.
Fixpoint closure (n : nat) (m : cells) (ps : set) : set :=
  match n with
  | 0 => ps
  | S n => let more := next m ps in if within more ps then ps else closure n m (union ps more)
  end.
Definition publish (s : astate) (v : set) : option astate :=
  let ps := closure (S (length (acells s))) (acells s) (privates v) in
  if within (privates v) ps && within (next (acells s) ps) ps && forallb is_private ps then
    Some (AState (map (fun e => (fst e, map (public_name ps) (snd e))) (avars s)) (map (publish_entry ps) (acells s))
                 (minus (asingle s) ps) (minus (aseveral s) ps) (union ps (apub s)) (aheld s) (alev s))
  else None.

(** *** Commands, calls and returns *)
Definition assign (s : astate) (x : var) (v : set) : astate :=
  AState ((x, v) :: avars s) (acells s) (asingle s) (aseveral s) (apub s) (aheld s) (alev s).
Definition with_cells (s : astate) (m : cells) : astate :=
  AState (avars s) m (asingle s) (aseveral s) (apub s) (aheld s) (alev s).
Definition with_level (s : astate) (a : nat) : astate :=
  AState (avars s) (acells s) (asingle s) (aseveral s) (apub s) (aheld s) a.
Definition create (s : astate) (p : site) (x : var) : astate :=
  let n := Private p in
  AState ((x, [n]) :: avars s) (fold_right (fun f => add (n, f) [n]) (acells s) F)
         (if has n (asingle s) then minus (asingle s) [n] else if has n (aseveral s) then asingle s else n :: asingle s)
         (if has n (asingle s) then n :: aseveral s else aseveral s)
         (apub s) (aheld s) (alev s).
(** The only object that a set stands for, if there is one. *)
Definition only_one (s : astate) (own : set) : option name :=
  match own with
  | n :: r => if forallb (name_eqb n) r && has n (asingle s) && negb (has n (aseveral s)) then Some n else None
  | [] => None
  end.
Definition store (s : astate) (base : set) (f : field) (v : set) : option astate :=
  let own := privates base in
  match shared_part base with
  | [] =>
    match only_one s own with
    | Some n => Some (with_cells s (add (n, f) v (drop (n, f) (acells s))))
    | None => Some (with_cells s (add_all own f v (acells s)))
    end
  | shared => publish (with_cells s (add_all shared f (all_public v) (add_all own f v (acells s)))) v
  end.
Definition transfer (p : site) (c : simple) (s : astate) : option astate :=
  match c with
  | Copy x y => match lookup (avars s) y with Some v => Some (assign s x v) | None => None end
  | Load x pi => match eval s (path_expr pi) with Some v => Some (assign s x v) | None => None end
  | Store pi x =>
    if known_field (plast pi) then
      match eval s (path_base pi), lookup (avars s) x with
      | Some base, Some v => store s base (plast pi) v
      | _, _ => None
      end
    else None
  | New x => Some (create s p x)
  | Lock => Some (with_level s (S (alev s)))
  | Unlock => match alev s with S a => Some (with_level s a) | 0 => None end
  end.
Fixpoint arguments (i : nat) (vs : list set) : list (var * set) :=
  match vs with [] => [] | v :: r => (Arg i, v) :: arguments (S i) r end.
Definition enter (es : list expr) (s : astate) : option astate :=
  match evals s es with
  | Some vs => Some (AState (arguments 0 vs) (acells s) (asingle s) (aseveral s) [] (locked s) 0)
  | None => None
  end.
(** After a call a variable may hold what has been published in between. *)
Definition leave (s last : astate) : astate :=
  AState (map (fun e => (fst e, union (snd e) (all_public (filter (fun n => has n (apub last)) (snd e))))) (avars s))
         (acells last) (asingle last) (aseveral last) (union (apub last) (apub s)) (aheld s) (alev s).
End Walk.

(** ** What covers what *)
Definition covered (s s' : astate) : Prop :=
  (forall x v', lookup (avars s') x = Some v' -> exists v, lookup (avars s) x = Some v /\ incl v v') /\
  (forall k, incl (cell (acells s) k) (cell (acells s') k)) /\
  incl (asingle s) (asingle s' ++ aseveral s') /\ incl (aseveral s) (aseveral s') /\ incl (apub s) (apub s') /\
  aheld s = aheld s' /\ alev s = alev s'.
Definition coveredb (s s' : astate) : bool :=
  forallb (fun e => match lookup (avars s) (fst e), lookup (avars s') (fst e) with
                    | Some v, Some v' => within v v' | _, _ => false end) (avars s') &&
  cells_within (acells s) (acells s') && within (asingle s) (asingle s' ++ aseveral s') &&
  within (aseveral s) (aseveral s') && within (apub s) (apub s') &&
  Bool.eqb (aheld s) (aheld s') && (alev s =? alev s').
Lemma lookup_in : forall {A} (m : list (var * A)) x v, lookup m x = Some v -> In (x, v) m.
Proof.
  induction m as [|[y w] m IH]; simpl; intros x v E; [discriminate|].
  destruct (var_eq_dec y x); [inversion E; subst; auto | right; auto].
Qed.
Lemma coveredb_covered : forall s s', coveredb s s' = true -> covered s s'.
Proof.
  intros s s' H. unfold coveredb in H. repeat rewrite andb_true_iff in H.
  destruct H as [[[[[[A B] C] D] E] G] I]. repeat split.
  - intros x v' L. rewrite forallb_forall in A. specialize (A _ (lookup_in _ _ _ L)). simpl in A. rewrite L in A.
    destruct (lookup (avars s) x) as [v|]; [|discriminate]. exists v. split; auto. apply within_incl; auto.
  - apply cells_within_incl; auto.
  - apply within_incl; auto.
  - apply within_incl; auto.
  - apply within_incl; auto.
  - apply eqb_prop; auto.
  - apply Nat.eqb_eq; auto.
Qed.
Lemma covered_refl : forall s, covered s s.
Proof.
  intros s. repeat split; auto using incl_refl.
  - intros x v L. exists v. split; auto. apply incl_refl.
  - apply incl_appl, incl_refl.
Qed.
Lemma covered_trans : forall a b c, covered a b -> covered b c -> covered a c.
Proof.
  intros a b c (A1 & A2 & A3 & A4 & A5 & A6 & A7) (B1 & B2 & B3 & B4 & B5 & B6 & B7). repeat split; try congruence.
  - intros x v L. destruct (B1 _ _ L) as (w & L' & I). destruct (A1 _ _ L') as (u & L'' & J).
    exists u. split; auto. eapply incl_tran; eauto.
  - intros k. eapply incl_tran; eauto.
  - intros n I. apply A3, in_app_iff in I. destruct I as [I|I]; [auto|]. apply in_app_iff. right. auto.
  - eapply incl_tran; eauto.
  - eapply incl_tran; eauto.
Qed.
(** Cells of objects that are not private. *)
Definition grown (m m' : cells) : Prop :=
  forall k n, is_private (fst k) = false -> is_private n = false -> In n (cell m k) -> In n (cell m' k).
Lemma grown_refl : forall m, grown m m.
Proof. intros m k n. auto. Qed.
Lemma grown_trans : forall a b c, grown a b -> grown b c -> grown a c.
Proof. intros a b c A B k n P Q I. auto. Qed.

(** ** Objects and their names *)
Inductive tag := Old | Own (t : thread) (s : site) | Shown (t : thread) (s : site).
Definition nm (a : tag) : name := match a with Old => Initial | Own _ s => Private s | Shown t s => Public t s end.
Definition sees (t : thread) (a : tag) : Prop := match a with Own u _ => u = t | _ => True end.
Definition shared (a : tag) : Prop := match a with Own _ _ => False | _ => True end.
Definition tags := loc -> tag.
Lemma shared_sees : forall t a, shared a -> sees t a.
Proof. intros t []; simpl; tauto. Qed.
Lemma shared_nm : forall a, shared a <-> is_private (nm a) = false.
Proof. intros []; simpl; split; intros; try discriminate; auto; tauto. Qed.
Lemma sees_private : forall t a u, sees t a -> nm a = Private u -> a = Own t u.
Proof. intros t [|v s|v s] u S E; simpl in *; try discriminate. inversion E; subst. auto. Qed.
Lemma nm_inj : forall t a b, sees t a -> sees t b -> nm a = nm b -> a = b.
Proof. intros t [|u s|u s] [|v r|v r] A B E; simpl in *; try discriminate; inversion E; subst; auto. Qed.

(** ** The invariant of a thread *)
Section Invariant.
Variable F : list field.
Variable t : thread.
Definition var_ok (g : tags) (s : astate) (r : frame) : Prop :=
  forall x v l, lookup (avars s) x = Some v -> r x = Some l -> sees t (g l) /\ In (nm (g l)) v.
Definition cells_ok (g : tags) (h : heap) (s : astate) : Prop :=
  forall l u o f, g l = Own t u -> h l = Some o -> In f F ->
    sees t (g (o f)) /\ In (nm (g (o f))) (cell (acells s) (Private u, f)).
Definition count_ok (g : tags) (s : astate) : Prop :=
  (forall l u, g l = Own t u -> In (Private u) (asingle s ++ aseveral s)) /\
  (forall l l' u, g l = Own t u -> g l' = Own t u -> l = l' \/ In (Private u) (aseveral s)).
(** Frames of callers, while private objects of the names ps are published. *)
Fixpoint susp_ok (g : tags) (ps : set) (Ss : list astate) (rs : list frame) : Prop :=
  match Ss, rs with
  | [], [] => True
  | s :: Ss, r :: rs =>
    (forall x v l, lookup (avars s) x = Some v -> r x = Some l -> sees t (g l) /\
      (In (nm (g l)) v \/ exists u, g l = Shown t u /\ In (Private u) v /\ In (Private u) ps)) /\
    susp_ok g (ps ++ apub s) Ss rs
  | _, _ => False
  end.
Fixpoint level_ok (Ss : list astate) (L : nat) : Prop :=
  match Ss with
  | [] => True
  | s :: Ss => exists b, L = alev s + b /\ (aheld s = true -> 0 < b) /\ level_ok Ss b
  end.
(** Cells of objects that are not private, given what this thread has stored, m, and the other one, m'. *)
Definition shared_ok (g : tags) (h : heap) (m m' : cells) : Prop :=
  forall l o f, shared (g l) -> h l = Some o -> In f F -> shared (g (o f)) /\
    ((g l = Old /\ g (o f) = Old) \/ In (nm (g (o f))) (cell m (nm (g l), f)) \/ In (nm (g (o f))) (cell m' (nm (g l), f))).
Definition fresh_ok (g : tags) (h : heap) : Prop := forall l, h l = None -> g l = Old.

Record view (g : tags) (h : heap) (s : astate) (Ss : list astate) (r : frame) (rs : list frame) (m' : cells) : Prop := {
  v_vars : var_ok g s r; v_cells : cells_ok g h s; v_count : count_ok g s;
  v_susp : susp_ok g (apub s) Ss rs; v_shared : shared_ok g h (acells s) m'; v_fresh : fresh_ok g h }.

Lemma susp_more : forall g Ss rs ps ps', incl ps ps' -> susp_ok g ps Ss rs -> susp_ok g ps' Ss rs.
Proof.
  intros g. induction Ss as [|s Ss IH]; intros [|r rs] ps ps' I H; simpl in *; auto.
  destruct H as [H1 H2]. split.
  - intros x v l L E. destruct (H1 _ _ _ L E) as [S [X|(u & X & Y & Z)]]; split; eauto 6.
  - eapply IH; [|eauto]. apply incl_app; [apply incl_appl; auto | apply incl_appr, incl_refl].
Qed.
Lemma view_covered : forall g h s s' Ss r rs m', covered s s' -> view g h s Ss r rs m' -> view g h s' Ss r rs m'.
Proof.
  intros g h s s' Ss r rs m' (A & B & C & D & E & _) [V1 V2 [V3 V3'] V4 V5 V6]. constructor; auto.
  - intros x v' l L X. destruct (A _ _ L) as (v & L' & I). destruct (V1 _ _ _ L' X). auto.
  - intros l u o f X Y Z. destruct (V2 _ _ _ _ X Y Z). split; auto. apply B; auto.
  - split.
    + intros l u X. apply V3, in_app_iff in X. destruct X as [X|X]; auto. apply in_app_iff. auto.
    + intros l l' u X Y. destruct (V3' _ _ _ X Y); auto.
  - eapply susp_more; eauto.
  - intros l o f X Y Z. destruct (V5 _ _ _ X Y Z) as [S [T|[T|T]]]; split; auto. right. left. apply B; auto.
Qed.

(** *** Expressions *)
Section Reads.
Variable R : cells.
Variables (g : tags) (h : heap) (s : astate) (Ss : list astate) (r : frame) (rs : list frame) (m' : cells).
Hypothesis V : view g h s Ss r rs m'.
Hypothesis REL : grown m' R.
Lemma load_ok : forall v f l o, In f F -> sees t (g l) -> In (nm (g l)) v -> h l = Some o ->
  sees t (g (o f)) /\ In (nm (g (o f))) (load R s v f).
Proof.
  intros v f l o IF SE I E. destruct V as [_ V2 _ _ V5 _].
  destruct (g l) as [|u p|u p] eqn:G; simpl in SE.
  - destruct (V5 l o f) as [S D]; auto; [rewrite G; simpl; auto|]. split; [apply shared_sees; auto|].
    apply in_load. exists Initial. split; auto. unfold load1. rewrite !in_union. rewrite G in D.
    destruct D as [[_ D]|[D|D]]; [rewrite D; simpl; auto | auto | right; right].
    apply REL; auto. apply shared_nm; auto.
  - subst u. destruct (V2 _ _ _ f G E IF) as [S D]. split; auto. apply in_load. exists (Private p). split; auto.
    unfold load1. rewrite in_union. auto.
  - destruct (V5 l o f) as [S D]; auto; [rewrite G; simpl; auto|]. split; [apply shared_sees; auto|].
    apply in_load. exists (Public u p). split; auto. unfold load1. rewrite in_union. rewrite G in D.
    destruct D as [[D _]|[D|D]]; [discriminate | auto | right]. apply REL; auto. apply shared_nm; auto.
Qed.
Lemma eval_from_ok : forall fs v w l l', eval_from F R s v fs = Some w -> sees t (g l) -> In (nm (g l)) v ->
  Semantics.walk h l fs = Some l' -> sees t (g l') /\ In (nm (g l')) w.
Proof.
  induction fs as [|f fs IH]; simpl; intros v w l l' E SE I W.
  - inversion E; inversion W; subst. auto.
  - destruct (known_field F f) eqn:K; [|discriminate]. apply known_field_in in K.
    destruct (h l) as [o|] eqn:O; [|discriminate].
    destruct (load_ok v f l o K SE I O) as [S1 I1]. eapply IH; eauto.
Qed.
Lemma eval_ok : forall e w l, eval F R s e = Some w -> value r h e = Some l -> sees t (g l) /\ In (nm (g l)) w.
Proof.
  intros [x fs] w l E W. unfold eval in E. unfold value in W. simpl in *.
  destruct (lookup (avars s) x) as [v|] eqn:L; [|discriminate]. destruct (r x) as [a|] eqn:A; [|discriminate].
  destruct V as [V1 _ _ _ _ _]. destruct (V1 _ _ _ L A). eapply eval_from_ok; eauto.
Qed.
Lemma evals_ok : forall es ws ls, evals F R s es = Some ws -> values r h es = Some ls ->
  Forall2 (fun w l => sees t (g l) /\ In (nm (g l)) w) ws ls.
Proof.
  induction es as [|e es IH]; simpl; intros ws ls E W.
  - inversion E; inversion W; subst. constructor.
  - destruct (eval F R s e) as [w|] eqn:Ee; [|discriminate]. destruct (evals F R s es) as [ws0|]; inversion E; subst.
    destruct (value r h e) as [l|] eqn:Ve; [|discriminate]. destruct (values r h es) as [ls0|]; inversion W; subst.
    constructor; auto. eapply eval_ok; eauto.
Qed.
End Reads.


(** *** What the other thread does not notice *)
Definition unnoticed (g : tags) (h : heap) (g' : tags) (h' : heap) : Prop :=
  (forall l, h l <> None -> sees (other t) (g l) -> g' l = g l) /\
  (forall l u, g' l = Own (other t) u -> g l = Own (other t) u) /\
  (forall l u, h l <> None -> g l = Own (other t) u -> h' l = h l) /\ grows h h'.
End Invariant.

Lemma unnoticed_refl : forall t g h, unnoticed t g h g h.
Proof. intros t g h. split; [|split; [|split]]; auto. apply grows_refl. Qed.
Lemma unnoticed_trans : forall t g h g1 h1 g2 h2, unnoticed t g h g1 h1 -> unnoticed t g1 h1 g2 h2 ->
  unnoticed t g h g2 h2.
Proof.
  intros t g h g1 h1 g2 h2 (A1 & A2 & A3 & A4) (B1 & B2 & B3 & B4). split; [|split; [|split]].
  - intros l N S. rewrite B1, A1; auto. rewrite A1; auto.
  - auto.
  - intros l u N O. rewrite (B3 l u), (A3 l u); auto. rewrite A1; auto. rewrite O. reflexivity.
  - eapply grows_trans; eauto.
Qed.

Section Other.
Variable F : list field.
Variable t : thread.
Variables (g : tags) (h : heap) (g' : tags) (h' : heap).
Hypothesis UN : unnoticed t g h g' h'.
Hypothesis FR : fresh_ok g h.
Hypothesis WF : wf_heap h.
Lemma other_var : forall s r, wf_frame h r -> var_ok (other t) g s r -> var_ok (other t) g' s r.
Proof.
  intros s r W V x v l L E. destruct UN as (U & _). destruct (V _ _ _ L E) as [S I].
  rewrite U; auto. eapply W; eauto.
Qed.
Lemma other_cells : forall s, cells_ok F (other t) g h s -> cells_ok F (other t) g' h' s.
Proof.
  intros s C l u o f G E I. destruct UN as (U1 & U2 & U3 & _). apply U2 in G.
  assert (N : h l <> None) by (intros X; rewrite (FR l X) in G; discriminate).
  rewrite (U3 _ _ N G) in E. destruct (C _ _ _ _ G E I) as [S J]. rewrite U1; auto.
  destruct WF as [_ W]. eapply W; eauto.
Qed.
Lemma other_count : forall s, count_ok (other t) g s -> count_ok (other t) g' s.
Proof. intros s [A B]. destruct UN as (_ & U & _). split; eauto. Qed.
Lemma other_susp : forall Ss rs ps, Forall (wf_frame h) rs -> susp_ok (other t) g ps Ss rs -> susp_ok (other t) g' ps Ss rs.
Proof.
  destruct UN as (U & _). induction Ss as [|s Ss IH]; intros [|r rs] ps W H; simpl in *; auto.
  inversion W as [|? ? W1 W2]; subst. destruct H as [H1 H2]. split; [|apply IH; auto].
  intros x v l L E. destruct (H1 _ _ _ L E) as [S D]. rewrite U; eauto.
Qed.
End Other.

(** ** The steps of a thread *)
Section Steps.
Variable F : list field.
Variable t : thread.
Variables (g : tags) (h : heap) (s : astate) (Ss : list astate) (r : frame) (rs : list frame) (m' : cells).
Hypothesis V : view F t g h s Ss r rs m'.

Lemma assign_view : forall x v l, sees t (g l) -> In (nm (g l)) v -> view F t g h (assign s x v) Ss (bind r x l) rs m'.
Proof.
  intros x v l S I. destruct V as [V1 V2 V3 V4 V5 V6]. constructor; auto.
  intros y w a L E. simpl in L. unfold bind in E.
  destruct (var_eq_dec x y) as [->|N].
  - inversion L; subst. destruct (var_eq_dec y y); [|congruence]. inversion E; subst. auto.
  - destruct (var_eq_dec y x); [congruence|]. eauto.
Qed.
Lemma level_view : forall a, view F t g h (with_level s a) Ss r rs m'.
Proof. intros a. destruct V as [V1 V2 V3 V4 V5 V6]. constructor; auto. Qed.

(** A store into an object of its own. *)
Lemma own_store : forall l o u v f m, g l = Own t u -> h l = Some o -> sees t (g v) ->
  In (nm (g v)) (cell m (Private u, f)) ->
  (forall k n, In n (cell (acells s) k) -> In n (cell m k) \/ (k = (Private u, f) /\ forall l', g l' = Own t u -> l' = l)) ->
  view F t g (hset h l f v) (with_cells s m) Ss r rs m' /\ unnoticed t g h g (hset h l f v).
Proof.
  intros l o u v f m G E S I M. destruct V as [V1 V2 V3 V4 V5 V6]. split.
  - constructor; auto.
    + intros l2 u2 o2 f2 G2 E2 I2. unfold hset in E2. simpl. destruct (Nat.eqb_spec l2 l) as [->|N].
      * rewrite E in E2. inversion E2; subst o2. cbv beta. rewrite G in G2. inversion G2; subst u2.
        destruct (Nat.eqb_spec f2 f) as [->|N]; auto.
        destruct (V2 _ _ _ _ G E I2) as [A B]. split; auto. destruct (M _ _ B) as [C|[C _]]; auto. congruence.
      * destruct (V2 _ _ _ _ G2 E2 I2) as [A B]. split; auto. destruct (M _ _ B) as [C|[C D]]; auto.
        inversion C; subst. elim N. auto.
    + intros l2 o2 f2 G2 E2 I2. unfold hset in E2. simpl. destruct (Nat.eqb_spec l2 l) as [->|N].
      * rewrite G in G2. simpl in G2. tauto.
      * destruct (V5 _ _ _ G2 E2 I2) as [A [B|[B|B]]]; split; auto. destruct (M _ _ B) as [C|[C _]]; auto.
        inversion C as [[X Y]]. apply shared_nm in G2. rewrite X in G2. discriminate.
    + intros a Ea. unfold hset in Ea. destruct (Nat.eqb_spec a l) as [Q|N]; auto. rewrite E in Ea. discriminate.
  - split; [|split; [|split]]; auto using hset_grows.
    intros l2 u2 _ G2. unfold hset. destruct (Nat.eqb_spec l2 l) as [->|N]; auto.
    rewrite G in G2. inversion G2. destruct t; discriminate.
Qed.
(** A store of an object that both can reach into another. *)
Lemma shared_store : forall l o v f, shared (g l) -> h l = Some o -> shared (g v) ->
  In (nm (g v)) (cell (acells s) (nm (g l), f)) ->
  view F t g (hset h l f v) s Ss r rs m' /\ unnoticed t g h g (hset h l f v).
Proof.
  intros l o v f G E S I. destruct V as [V1 V2 V3 V4 V5 V6]. split.
  - constructor; auto.
    + intros l2 u2 o2 f2 G2 E2 I2. unfold hset in E2. destruct (Nat.eqb_spec l2 l) as [->|N]; eauto.
      rewrite G2 in G. simpl in G. tauto.
    + intros l2 o2 f2 G2 E2 I2. unfold hset in E2. destruct (Nat.eqb_spec l2 l) as [->|N]; eauto.
      rewrite E in E2. inversion E2; subst o2. cbv beta. destruct (Nat.eqb_spec f2 f) as [->|N]; auto.
    + intros a Ea. unfold hset in Ea. destruct (Nat.eqb_spec a l) as [Q|N]; auto. rewrite E in Ea. discriminate.
  - split; [|split; [|split]]; auto using hset_grows.
    intros l2 u2 _ G2. unfold hset. destruct (Nat.eqb_spec l2 l) as [->|N]; auto. rewrite G2 in G. simpl in G. tauto.
Qed.

(** Publication: all private objects of some sites at once. *)
Section Publish.
Variable ps : set.
Hypothesis PRIV : forall n, In n ps -> is_private n = true.
Hypothesis CLOSED : incl (next (acells s) ps) ps.
Definition republish : tags :=
  fun l => match g l with Own u p => if thread_eqb u t && has (Private p) ps then Shown t p else g l | _ => g l end.
Definition republished : astate :=
  AState (map (fun e => (fst e, map (public_name t ps) (snd e))) (avars s)) (map (publish_entry t ps) (acells s))
         (minus (asingle s) ps) (minus (aseveral s) ps) (union ps (apub s)) (aheld s) (alev s).
Lemma thread_eqb_eq : forall a b, thread_eqb a b = true <-> a = b.
Proof. intros [] []; simpl; split; intros; congruence. Qed.
Lemma republish_shared : forall l, shared (g l) -> republish l = g l.
Proof. intros l S. unfold republish. destruct (g l); simpl in S; tauto. Qed.
Lemma republish_own : forall l p, g l = Own t p ->
  (In (Private p) ps /\ republish l = Shown t p) \/ (~ In (Private p) ps /\ republish l = Own t p).
Proof.
  intros l p G. unfold republish. rewrite G. assert (E : thread_eqb t t = true) by (apply thread_eqb_eq; auto).
  rewrite E. simpl. destruct (has (Private p) ps) eqn:H.
  - apply has_in in H. auto.
  - right. split; auto. rewrite <- has_in. congruence.
Qed.
Lemma republish_sees : forall l, sees t (g l) -> sees t (republish l) /\ nm (republish l) = public_name t ps (nm (g l)).
Proof.
  intros l S. destruct (g l) as [|u p|u p] eqn:G.
  - rewrite republish_shared by (rewrite G; simpl; auto). rewrite G. simpl. auto.
  - simpl in S. subst u. simpl. destruct (has (Private p) ps) eqn:H; destruct (republish_own _ _ G) as [[I ->]|[I ->]];
      simpl; auto; [apply has_in in H; tauto | apply has_in in I; congruence].
  - rewrite republish_shared by (rewrite G; simpl; auto). rewrite G. simpl. auto.
Qed.
Lemma republish_back : forall l u p, republish l = Own u p -> g l = Own u p /\ (u = t -> ~ In (Private p) ps).
Proof.
  intros l u p E. unfold republish in E. destruct (g l) as [|v q|v q] eqn:G; try discriminate.
  destruct (thread_eqb v t && has (Private q) ps) eqn:H; [discriminate|]. inversion E; subst. split; auto.
  intros -> I. apply has_in in I. rewrite I in H. rewrite andb_true_r in H.
  assert (thread_eqb t t = true) by (apply thread_eqb_eq; auto). congruence.
Qed.
Lemma lookup_map : forall (phi : set -> set) m x, lookup (map (fun e => (fst e, phi (snd e))) m) x = option_map phi (lookup m x).
Proof. intros phi m x. induction m as [|[y w] m IH]; simpl; auto. destruct (var_eq_dec y x); auto. Qed.
Lemma cell_publish : forall m n k f, In n (cell m (k, f)) ->
  In (public_name t ps n) (cell (map (publish_entry t ps) m) (public_name t ps k, f)).
Proof.
  intros m n k f I. apply in_cell in I. destruct I as (v & I & J). apply in_cell.
  exists (map (public_name t ps) v). split; [|apply in_map; auto].
  change (In (publish_entry t ps ((k, f), v)) (map (publish_entry t ps) m)). apply in_map. auto.
Qed.
Lemma publish_grown : grown (acells s) (acells republished).
Proof.
  intros [k f] n A B I. simpl in A. apply cell_publish in I.
  destruct k, n; simpl in *; try discriminate; auto.
Qed.
Lemma publish_view : view F t republish h republished Ss r rs m' /\ unnoticed t g h republish h.
Proof.
  destruct V as [V1 V2 [V3 V3'] V4 V5 V6]. split.
  - constructor.
    + intros x w l L E. simpl in L. rewrite lookup_map in L. destruct (lookup (avars s) x) as [v|] eqn:Lx; inversion L; subst.
      destruct (V1 _ _ _ Lx E) as [S I]. destruct (republish_sees l S) as [S' ->]. split; auto. apply in_map. auto.
    + intros l u o f G E I. apply republish_back in G. destruct G as [G N]. specialize (N eq_refl).
      destruct (V2 _ _ _ _ G E I) as [S J]. destruct (republish_sees _ S) as [S' ->]. split; auto.
      apply cell_publish in J. simpl. assert (X : public_name t ps (Private u) = Private u).
      { simpl. destruct (has (Private u) ps) eqn:H; auto. apply has_in in H. tauto. }
      rewrite X in J. auto.
    + split.
      * intros l u G. apply republish_back in G. destruct G as [G N]. specialize (N eq_refl). simpl.
        specialize (V3 _ _ G). apply in_app_iff in V3. apply in_app_iff. rewrite !in_minus. tauto.
      * intros l l' u G G'. apply republish_back in G. apply republish_back in G'. destruct G as [G N]. destruct G' as [G' _].
        specialize (N eq_refl). simpl. rewrite in_minus. destruct (V3' _ _ _ G G'); auto.
    + simpl.
      assert (X : forall Ss rs qs, incl ps qs -> susp_ok t g qs Ss rs -> susp_ok t republish qs Ss rs).
      { intros Ss2. induction Ss2 as [|s0 Ss2 IH]; intros [|r0 rs2] qs I H; simpl in *; auto.
        destruct H as [H1 H2]. split; [|apply IH; auto; apply incl_appl; auto].
        intros x v l L E. destruct (H1 _ _ _ L E) as [S D]. destruct (republish_sees l S) as [S' N']. split; auto.
        destruct D as [D|(u & D1 & D2 & D3)].
        - destruct (g l) as [|u p|u p] eqn:G.
          + rewrite N'. simpl. left. auto.
          + simpl in S. subst u. destruct (republish_own _ _ G) as [[J ->]|[J ->]]; simpl in *; [|auto].
            right. exists p. auto.
          + rewrite N'. left. auto.
        - right. exists u. rewrite republish_shared; [auto | rewrite D1; simpl; auto]. }
      apply X; [intros n I; apply in_union; auto|]. eapply susp_more; [|eauto]. intros n I. apply in_union. auto.
    + intros l o f G E I.
      destruct (g l) as [|u p|u p] eqn:Gl.
      * assert (Gs : shared (g l)) by (rewrite Gl; simpl; auto). destruct (V5 _ _ _ Gs E I) as [S D].
        rewrite (republish_shared _ Gs), (republish_shared _ S). split; auto. rewrite Gl in *.
        destruct D as [D|[D|D]]; auto. right. left. apply publish_grown; auto. apply shared_nm; auto.
      * assert (u = t).
        { unfold republish in G. rewrite Gl in G. destruct (thread_eqb u t && has (Private p) ps) eqn:H; [|simpl in G; tauto].
          apply andb_prop in H. apply thread_eqb_eq. tauto. }
        subst u. destruct (republish_own _ _ Gl) as [[Ip Rl]|[Ip Rl]]; [|rewrite Rl in G; simpl in G; tauto].
        destruct (V2 _ _ _ _ Gl E I) as [S J]. destruct (republish_sees _ S) as [S' N'].
        assert (Sh : shared (republish (o f))).
        { destruct (g (o f)) as [|u q|u q] eqn:Gc.
          - rewrite republish_shared; rewrite Gc; simpl; auto.
          - simpl in S. subst u. destruct (republish_own _ _ Gc) as [[_ ->]|[X _]]; [simpl; auto|].
            elim X. apply CLOSED. apply in_cell in J. destruct J as (v & J1 & J2). apply in_next.
            exists (Private p), f, v. auto.
          - rewrite republish_shared; rewrite Gc; simpl; auto. }
        split; auto. right. left. rewrite N', Rl. apply cell_publish in J. simpl in J |- *.
        apply has_in in Ip. rewrite Ip in J. auto.
      * assert (Gs : shared (g l)) by (rewrite Gl; simpl; auto). destruct (V5 _ _ _ Gs E I) as [S D].
        rewrite (republish_shared _ Gs), (republish_shared _ S). split; auto. rewrite Gl in *.
        destruct D as [D|[D|D]]; auto. right. left. apply publish_grown; auto. apply shared_nm; auto.
    + intros l E. unfold republish. rewrite (V6 _ E). auto.
  - split; [|split; [|split]]; auto using grows_refl.
    + intros l _ S. unfold republish. destruct (g l) as [|u p|u p]; auto. simpl in S. subst u.
      destruct t; simpl; auto.
    + intros l u G. apply republish_back in G. tauto.
Qed.
End Publish.

(** A new object. *)
Section Create.
Variables (p : site) (x : var) (l : loc).
Hypothesis FREE : h l = None.
Hypothesis WH : wf_heap h.
Hypothesis WR : Forall (wf_frame h) (r :: rs).
Definition created : tags := fun a => if a =? l then Own t p else g a.
Lemma created_old : forall a, h a <> None -> created a = g a.
Proof. intros a N. unfold created. destruct (Nat.eqb_spec a l) as [->|]; congruence. Qed.
Lemma create_cells : forall n k fs m, In n (cell (fold_right (fun f => add (Private p, f) [Private p]) m fs) k) <->
  (n = Private p /\ fst k = Private p /\ In (snd k) fs) \/ In n (cell m k).
Proof.
  intros n [a f] fs m. induction fs as [|f0 fs IH]; simpl; [tauto|]. rewrite in_add, IH. simpl. split.
  - intros [[E [I|[]]]|H]; [inversion E; subst; auto 6 | tauto].
  - intros [(-> & -> & [->|I])|H]; auto 6.
Qed.
Lemma created_susp : forall Ss2 rs2 qs, Forall (wf_frame h) rs2 -> susp_ok t g qs Ss2 rs2 -> susp_ok t created qs Ss2 rs2.
Proof.
  induction Ss2 as [|s0 Ss2 IH]; intros [|r0 rs2] qs W H; simpl in *; auto.
  inversion W as [|? ? X1 X2]; subst. destruct H as [H1 H2]. split; [|apply IH; auto].
  intros y v a L E. rewrite created_old by (eapply X1; eauto). eauto.
Qed.
Lemma create_view : view F t created (hnew h l) (create F s p x) Ss (bind r x l) rs m' /\
  unnoticed t g h created (hnew h l).
Proof.
  destruct V as [V1 V2 [V3 V3'] V4 V5 V6]. destruct WH as [_ WH2]. inversion WR as [|r1 rs1 W1 W2]; subst.
  assert (NEW : created l = Own t p) by (unfold created; rewrite Nat.eqb_refl; auto).
  assert (OLD : forall a, a <> l -> created a = g a).
  { intros a N. unfold created. destruct (Nat.eqb_spec a l); congruence. }
  split.
  - constructor.
    + intros y w a L E. simpl in L. unfold bind in E. destruct (var_eq_dec x y) as [->|N].
      * inversion L; subst. destruct (var_eq_dec y y); [|congruence]. inversion E; subst. rewrite NEW. simpl. auto.
      * destruct (var_eq_dec y x); [congruence|]. rewrite created_old; [eauto|]. eapply W1; eauto.
    + intros a u o f G E I. simpl. unfold hnew in E. destruct (Nat.eqb_spec a l) as [->|N].
      * inversion E; subst o. rewrite NEW in G |- *. inversion G; subst u. simpl. split; auto.
        apply create_cells. left. auto.
      * rewrite OLD in G by auto. destruct (V2 _ _ _ _ G E I) as [S J]. rewrite created_old by (eapply WH2; eauto).
        split; auto. apply create_cells. auto.
    + assert (X : forall n, In n (asingle s ++ aseveral s) \/ n = Private p ->
                  In n (asingle (create F s p x) ++ aseveral (create F s p x))).
      { intros n H. unfold create. cbn [asingle aseveral].
        destruct (has (Private p) (asingle s)) eqn:Hs; [|destruct (has (Private p) (aseveral s)) eqn:Hv]; simpl;
          repeat (rewrite in_app_iff || rewrite in_minus || simpl || rewrite in_app_iff in H); simpl.
        - destruct (name_eqb (Private p) n) eqn:E; [apply name_eqb_eq in E; auto|].
          assert (Private p <> n) by (intros Y; apply name_eqb_eq in Y; congruence).
          destruct H as [[H|H]|H]; auto. left. split; auto. intros [Y|[]]; auto.
        - apply has_in in Hv. destruct H as [H|H]; [tauto | subst; auto].
        - destruct H as [[H|H]|H]; auto. }
      split.
      * intros a u G. apply X. unfold created in G. destruct (Nat.eqb_spec a l); [inversion G; auto | left; eauto].
      * assert (SEV : forall n, In n (aseveral s) -> In n (aseveral (create F s p x))).
        { intros n I. unfold create. cbn [aseveral]. destruct (has _ _); simpl; auto. }
        assert (TWICE : forall a, a <> l -> g a = Own t p -> In (Private p) (aseveral (create F s p x))).
        { intros a N G. specialize (V3 _ _ G). apply in_app_iff in V3. destruct V3 as [I|I]; auto.
          unfold create. cbn [aseveral]. apply has_in in I. rewrite I. simpl. auto. }
        intros a b u G G'. unfold created in G, G'.
        destruct (Nat.eqb_spec a l) as [Ea|Na], (Nat.eqb_spec b l) as [Eb|Nb].
        -- left. congruence.
        -- inversion G; subst u. right. eauto.
        -- inversion G'; subst u. right. eauto.
        -- destruct (V3' _ _ _ G G'); auto.
    + apply created_susp; auto.
    + intros a o f G E I. unfold hnew in E. destruct (Nat.eqb_spec a l) as [Ea|N].
      * rewrite Ea, NEW in G. simpl in G. tauto.
      * rewrite (OLD a N) in G |- *. destruct (V5 _ _ _ G E I) as [S D]. rewrite created_old by (eapply WH2; eauto).
        split; auto. destruct D as [D|[D|D]]; auto. right. left. apply create_cells. auto.
    + intros a E. unfold hnew in E. destruct (Nat.eqb_spec a l); [discriminate|]. rewrite OLD; auto.
  - split; [|split; [|split]].
    + intros a N _. apply created_old. auto.
    + intros a u G. unfold created in G. destruct (Nat.eqb_spec a l); auto. inversion G. destruct t; discriminate.
    + intros a u N _. unfold hnew. destruct (Nat.eqb_spec a l) as [->|]; [congruence | auto].
    + apply hnew_grows.
Qed.
End Create.

(** Calls and returns. *)
Lemma lookup_arguments : forall ws k y w, lookup (arguments k ws) y = Some w ->
  exists j, y = Arg (k + j) /\ nth_error ws j = Some w.
Proof.
  induction ws as [|w0 ws IH]; intros k y w L; cbn [lookup arguments] in L; [discriminate|].
  destruct (var_eq_dec (Arg k) y) as [<-|N].
  - inversion L; subst. exists 0. rewrite Nat.add_0_r. split; reflexivity.
  - destruct (IH _ _ _ L) as (j & -> & E). exists (S j). rewrite Nat.add_succ_r. auto.
Qed.
Lemma enter_view : forall R es s1 ls, grown m' R -> enter F R es s = Some s1 -> values r h es = Some ls ->
  view F t g h s1 (s :: Ss) (callee ls) (r :: rs) m'.
Proof.
  intros R es s1 ls REL E W. unfold enter in E. destruct (evals F R s es) as [ws|] eqn:Ev; inversion E; subst.
  pose proof (evals_ok F t R g h s Ss r rs m' V REL es ws ls Ev W) as A.
  destruct V as [V1 V2 V3 V4 V5 V6]. constructor; auto.
  - intros y w l L X. simpl in L. apply lookup_arguments in L. destruct L as (j & -> & N). simpl in X.
    clear - A N X. revert j N X. induction A as [|w0 l0 ws ls0 B A IH]; intros [|j] N X; simpl in *; try discriminate.
    + inversion N; inversion X; subst. auto.
    + eauto.
  - simpl. split; auto. intros y v l L X. destruct (V1 _ _ _ L X). auto.
Qed.
End Steps.
Lemma leave_view : forall F t g h s0 Ss s1 r0 rs r1 m', view F t g h s1 (s0 :: Ss) r1 (r0 :: rs) m' ->
  view F t g h (leave t s0 s1) Ss r0 rs m'.
Proof.
  intros F t g h s0 Ss s1 r0 rs r1 m' [V1 V2 V3 V4 V5 V6]. simpl in V4. destruct V4 as [V4 V4']. constructor; auto.
  - intros x w l L E. simpl in L.
    rewrite (lookup_map (fun v => union v (all_public t (filter (fun n => has n (apub s1)) v)))) in L.
    destruct (lookup (avars s0) x) as [v|] eqn:Lx; inversion L; subst. destruct (V4 _ _ _ Lx E) as [S D]. split; auto.
    apply in_union. destruct D as [D|(u & D1 & D2 & D3)]; auto. right. rewrite D1. simpl.
    unfold all_public. apply in_map_iff. exists (Private u). split; auto. apply filter_In. split; auto. apply has_in. auto.
  - simpl. eapply susp_more; [|eauto]. intros n I. apply in_union. apply in_app_iff in I. auto.
Qed.

(** *** Simple commands *)
Section Transfer.
Variable F : list field.
Variable t : thread.
Variable R : cells.

Lemma publish_ok : forall g h s s' v Ss r rs m', publish t s v = Some s' -> view F t g h s Ss r rs m' ->
  exists g', view F t g' h s' Ss r rs m' /\ unnoticed t g h g' h /\ grown (acells s) (acells s') /\
    (forall l, shared (g l) -> g' l = g l) /\
    (forall l, sees t (g l) -> In (nm (g l)) v -> shared (g' l) /\ In (nm (g' l)) (all_public t v)) /\
    (forall x, lookup (avars s') x = None <-> lookup (avars s) x = None) /\
    aheld s' = aheld s /\ alev s' = alev s.
Proof.
  intros g h s s' v Ss r rs m' E V. unfold publish in E.
  set (ps := closure _ _ _) in E. destruct (within (privates v) ps) eqn:W; [|discriminate].
  destruct (within (next (acells s) ps) ps) eqn:C; [|discriminate].
  destruct (forallb is_private ps) eqn:Q; inversion E; subst. clear E.
  apply within_incl in W. apply within_incl in C.
  exists (republish t g ps). destruct (publish_view F t g h s Ss r rs m' V ps C) as [A B].
  split; [exact A|]. split; [exact B|]. split; [apply (publish_grown t s ps)|].
  split; [intros l; apply republish_shared|]. split; [|split; [|auto]].
  - intros l S I. destruct (republish_sees t g ps l S) as [S' N].
    assert (Sh : shared (republish t g ps l)).
    { destruct (g l) as [|u p|u p] eqn:G.
      - rewrite republish_shared; rewrite G; simpl; auto.
      - simpl in S. subst u. destruct (republish_own t g ps _ _ G) as [[_ ->]|[X _]]; [simpl; auto|].
        elim X. apply W, in_privates. auto.
      - rewrite republish_shared; rewrite G; simpl; auto. }
    split; auto. unfold all_public. apply in_map_iff. exists (nm (g l)). split; auto. rewrite N.
    apply shared_nm in Sh. rewrite N in Sh. destruct (nm (g l)) as [|q|w q]; simpl in *; auto.
    destruct (has (Private q) ps); [auto | discriminate].
  - intros x. simpl. rewrite (lookup_map (map (public_name t ps))). destruct (lookup (avars s) x); simpl; split; congruence.
Qed.

Lemma store_ok : forall g h s s' B f v l o a Ss r rs m', store t s B f v = Some s' -> view F t g h s Ss r rs m' ->
  In f F -> sees t (g l) -> In (nm (g l)) B -> h l = Some o -> sees t (g a) -> In (nm (g a)) v ->
  exists g', view F t g' (hset h l f a) s' Ss r rs m' /\ unnoticed t g h g' (hset h l f a) /\
    grown (acells s) (acells s') /\ aheld s' = aheld s /\ alev s' = alev s.
Proof.
  intros g h s s' B f v l o a Ss r rs m' E V IF SL IL O SA IA. unfold store in E.
  destruct (shared_part B) as [|n0 sh] eqn:Sh.
  - (* no object that is shared *)
    assert (P : is_private (nm (g l)) = true).
    { destruct (is_private (nm (g l))) eqn:X; auto. assert (Y : In (nm (g l)) (shared_part B)) by (apply in_shared_part; auto).
      rewrite Sh in Y. destruct Y. }
    destruct (nm (g l)) as [|u|w u] eqn:N; try discriminate. pose proof (sees_private _ _ _ SL N) as G.
    assert (Iu : In (Private u) (privates B)) by (apply in_privates; auto).
    destruct (only_one s (privates B)) as [n|] eqn:OO; inversion E; subst; clear E.
    + unfold only_one in OO. destruct (privates B) as [|b Br]; [discriminate|].
      destruct (forallb (name_eqb b) Br && has b (asingle s) && negb (has b (aseveral s))) eqn:X; inversion OO; subst.
      rewrite !andb_true_iff, forallb_forall in X. destruct X as [[X1 X2] X3].
      assert (n = Private u) by (destruct Iu as [I|I]; auto; apply X1 in I; apply name_eqb_eq in I; auto). subst n.
      apply negb_true_iff in X3. destruct (own_store F t g h s Ss r rs m' V l o u a f
        (add (Private u, f) v (drop (Private u, f) (acells s))) G O SA) as [V' U'].
      * apply in_add. auto.
      * intros k n I. destruct (key_eqb (Private u, f) k) eqn:K.
        -- apply key_eqb_eq in K. right. split; auto. intros l' G'. destruct V as [_ _ [_ V3] _ _ _].
           destruct (V3 _ _ _ G' G) as [Y|Y]; auto. apply has_in in Y. congruence.
        -- left. apply in_add. right. apply in_drop; auto. intros Y. apply key_eqb_eq in Y. congruence.
      * exists g. split; [exact V' | split; [exact U' | split; [|auto]]].
        intros k n A1 A2 I. simpl. apply in_add. right. apply in_drop; auto. intros <-. discriminate.
    + destruct (own_store F t g h s Ss r rs m' V l o u a f (add_all (privates B) f v (acells s)) G O SA) as [V' U'].
      * apply in_add_all. auto.
      * intros k n I. left. apply in_add_all. auto.
      * exists g. split; [exact V' | split; [exact U' | split; [|auto]]].
        intros k n A1 A2 I. simpl. apply in_add_all. auto.
  - (* an object that is shared, or perhaps one of its own *)
    rewrite <- Sh in E. set (m2 := add_all (shared_part B) f (all_public t v) (add_all (privates B) f v (acells s))) in E.
    assert (GR : forall k n, In n (cell (acells s) k) -> In n (cell m2 k)).
    { intros k n I. unfold m2. rewrite !in_add_all. auto. }
    assert (CV : covered s (with_cells s m2)).
    { destruct (covered_refl s) as (A & _ & C & D). split; [exact A|]. split; [intros k n; apply GR | split; [exact C | exact D]]. }
    destruct (g l) as [|u p|u p] eqn:G.
    2: { simpl in SL. subst u.
      assert (Ip : In (Private p) (privates B)) by (apply in_privates; auto).
      destruct (own_store F t g h s Ss r rs m' V l o p a f m2 G O SA) as [V' U'].
      - unfold m2. rewrite !in_add_all. auto.
      - intros k n I. auto.
      - destruct (publish_ok _ _ _ _ _ _ _ _ _ E V') as (g' & V'' & U'' & Gr & _ & _ & _ & H1 & H2).
        exists g'. split; [exact V''|]. split; [eapply unnoticed_trans; eauto|]. split; [|auto].
        eapply grown_trans; [|exact Gr]. intros k n _ _ I. simpl. auto. }
    all: pose proof (view_covered _ _ _ _ _ _ _ _ _ _ CV V) as V1;
      destruct (publish_ok _ _ _ _ _ _ _ _ _ E V1) as (g' & V' & U' & Gr & Sm & Pu & _ & H1 & H2);
      destruct (Pu _ SA IA) as [Sa Ia];
      assert (Gl : g' l = g l) by (apply Sm; rewrite G; simpl; auto);
      destruct (shared_store F t g' h s' Ss r rs m' V' l o a f) as [V'' U''];
      [ rewrite Gl, G; simpl; auto
      | exact O
      | exact Sa
      | apply Gr; [rewrite Gl, G; auto | apply shared_nm; auto | simpl; unfold m2; rewrite in_add_all; left; simpl;
        split; [rewrite Gl, G; apply in_shared_part; auto | auto]]
      | exists g'; split; [exact V''|]; split; [eapply unnoticed_trans; eauto|]; split; [|auto];
        eapply grown_trans; [|exact Gr]; intros k n _ _ I; simpl; auto ].
Qed.

Theorem transfer_ok : forall p c g h s s' Ss r rs m' L z, transfer F t R p c s = Some s' ->
  view F t g h s Ss r rs m' -> grown m' R -> wf_heap h -> Forall (wf_frame h) (r :: rs) -> level_ok (s :: Ss) L ->
  step (Simple c) (r :: rs, h, L) z ->
  exists g' h' r' L', z = (r' :: rs, h', L') /\ view F t g' h' s' Ss r' rs m' /\ unnoticed t g h g' h' /\
    level_ok (s' :: Ss) L' /\ grown (acells s) (acells s').
Proof.
  intros p c g h s s' Ss r rs m' L z E V REL WH WR LV ST.
  assert (KEEP : forall s1, aheld s1 = aheld s -> alev s1 = alev s -> level_ok (s1 :: Ss) L).
  { intros s1 A B. destruct LV as (b & H1 & H2 & H3). exists b. rewrite A, B. auto. }
  inversion ST as [x y s0 R0 h0 L0 l EY|x pi s0 R0 h0 L0 l EV|pi x s0 R0 h0 L0 l o v EV EO EX|x s0 R0 h0 L0 l EF
                  |s0 R0 h0 L0|s0 R0 h0 L0| |]; subst; simpl in E.
  - destruct (lookup (avars s) y) as [v|] eqn:Ly; inversion E; subst. destruct (v_vars _ _ _ _ _ _ _ _ _ V _ _ _ Ly EY).
    exists g, h, (bind r x l), L. split; auto. split; [apply assign_view; auto|].
    split; [apply unnoticed_refl | split; [apply KEEP; auto | apply grown_refl]].
  - destruct (eval F R s (path_expr pi)) as [v|] eqn:Ev; inversion E; subst.
    destruct (eval_ok F t R g h s Ss r rs m' V REL _ _ _ Ev EV).
    exists g, h, (bind r x l), L. split; auto. split; [apply assign_view; auto|].
    split; [apply unnoticed_refl | split; [apply KEEP; auto | apply grown_refl]].
  - destruct (known_field F (plast pi)) eqn:K; [|discriminate]. apply known_field_in in K.
    destruct (eval F R s (path_base pi)) as [B|] eqn:Ev; [|discriminate].
    destruct (lookup (avars s) x) as [w|] eqn:Lx; [|discriminate].
    destruct (eval_ok F t R g h s Ss r rs m' V REL _ _ _ Ev EV) as [SL IL].
    destruct (v_vars _ _ _ _ _ _ _ _ _ V _ _ _ Lx EX) as [SA IA].
    destruct (store_ok _ _ _ _ _ _ _ _ _ _ _ _ _ _ E V K SL IL EO SA IA) as (g' & V' & U & Gr & H1 & H2).
    exists g', (hset h l (plast pi) v), r, L. split; auto 6.
  - inversion E; subst. destruct (create_view F t g h s Ss r rs m' V p x l EF WH WR) as [V' U].
    exists (created t g p l), (hnew h l), (bind r x l), L. split; auto. split; [exact V'|]. split; [exact U|].
    split; [apply KEEP; auto|]. intros k n _ _ I. simpl. apply create_cells. auto.
  - inversion E; subst. exists g, h, r, (S L). split; auto. split; [apply level_view; auto|].
    split; [apply unnoticed_refl | split; [|apply grown_refl]].
    destruct LV as (b & -> & H2 & H3). exists b. simpl. auto.
  - destruct (alev s) as [|a] eqn:La; inversion E; subst. exists g, h, r, L0. split; auto. split; [apply level_view; auto|].
    split; [apply unnoticed_refl | split; [|apply grown_refl]].
    destruct LV as (b & H1 & H2 & H3). exists b. simpl. rewrite La in H1. simpl in H1. inversion H1. auto.
Qed.
End Transfer.
