(** * Certificates of absence (package witness/absence)

    A certificate says why the accesses at two sites never race. Its checker walks through both thread blocks once, with
    sets of names in the place of objects, and believes no more of the certificate than what it has verified:
    - [Initial] is any object of the initial state;
    - [Private s] is an object that the thread has made at the new() at s, reachable only from its own variables and from
      private objects;
    - [Public t s] is one that thread t has made at s and published.

    Publishing renames all private objects of the sites that are concerned. What a thread knows of cells that both can
    reach is what it has stored there itself, and what it relies on the other thread to store there at most.

    In addition it knows facts: paths that lead to some objects only, as after a store. A fact is true of a heap if no
    object on the path is private, the other thread writes none of its cells but perhaps the last, and what it may
    write there is among what the fact says ([leads]). So the other thread cannot make a fact false
    ([facts_stepped]), and this one only by a store into a cell on the path ([after_ok]). A caller keeps the facts
    whose paths its callee has not changed, and learns those that the callee knows of its arguments ([leave_view]):
    for this the invariant remembers the heap of each call ([past]).

    This file has the names, the states of the walk, its transfer function ([transfer], [enter], [leave]), and the
    invariant that relates a state of the walk to the frames and the heap of a thread ([view]), which each step of
    either thread preserves. [Certificate.v] has the checker. *)
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
(** A fact is what a path leads to. *)
Definition facts := list (expr * set).
Fixpoint fact (k : facts) (e : expr) : option set :=
  match k with [] => None | (e', v) :: r => if expr_eq_dec e' e then Some v else fact r e end.
Lemma fact_in : forall k e v, fact k e = Some v -> In (e, v) k.
Proof.
  induction k as [|[e' w] k IH]; simpl; intros e v E; [discriminate|].
  destruct (expr_eq_dec e' e) as [->|N]; [inversion E; subst; auto | right; auto].
Qed.
Definition meet (v w : set) : set := filter (fun n => has n w) v.
Lemma in_meet : forall n v w, In n (meet v w) <-> In n v /\ In n w.
Proof. intros n v w. unfold meet. rewrite filter_In, has_in. tauto. Qed.
(** A fact takes the place of one that was there. *)
Definition put_fact (e : expr) (v : set) (k : facts) : facts :=
  (e, v) :: filter (fun d => if expr_eq_dec (fst d) e then false else true) k.
Lemma in_put_fact : forall d e v k, In d (put_fact e v k) -> d = (e, v) \/ In d k.
Proof. intros d e v k [I|I]; [auto|]. apply filter_In in I. tauto. Qed.
(** What is left of a list of fields behind some others. *)
Fixpoint behind (p q : list field) : option (list field) :=
  match p, q with
  | [], _ => Some q
  | f :: p', g :: q' => if f =? g then behind p' q' else None
  | _, [] => None
  end.
Lemma behind_app : forall p q r, behind p q = Some r -> q = p ++ r.
Proof.
  induction p as [|f p IH]; intros [|g q] r E; simpl in *; try discriminate; try (inversion E; auto; fail).
  destruct (Nat.eqb_spec f g) as [->|]; [|discriminate]. f_equal. auto.
Qed.
(** The facts of paths that are longer than e, with x in its place. *)
Definition beyond (k : facts) (e : expr) (x : var) : facts :=
  flat_map (fun d => if var_eq_dec (fst (fst d)) (fst e) then
    match behind (snd e) (snd (fst d)) with Some (f :: r) => [((x, f :: r), snd d)] | _ => [] end else []) k.
Lemma in_beyond : forall e' v k e x, In (e', v) (beyond k e x) ->
  exists r, e' = (x, r) /\ In ((fst e, snd e ++ r), v) k.
Proof.
  intros e' v k e x I. unfold beyond in I. apply in_flat_map in I. destruct I as ([[y fs] w] & I & J). simpl in J.
  destruct (var_eq_dec y (fst e)) as [->|N]; [|destruct J].
  destruct (behind (snd e) fs) as [[|f r]|] eqn:B; try contradiction. destruct J as [J|[]]. inversion J; subst.
  exists (f :: r). split; auto. apply behind_app in B. subst. auto.
Qed.
Definition without (x : var) (k : facts) : facts :=
  filter (fun d => if var_eq_dec (fst (fst d)) x then false else true) k.
Lemma in_without : forall e v x k, In (e, v) (without x k) -> In (e, v) k /\ fst e <> x.
Proof.
  intros e v x k I. unfold without in I. apply filter_In in I. destruct I as [I J]. simpl in J.
  destruct (var_eq_dec (fst e) x); [discriminate | auto].
Qed.

(** A variable that is missing may hold anything, and is not read. [asingle] and [aseveral] name private objects of
    which there is at most one, and of which there may be more; [apub] those that were published since the method was
    entered. The lock level is [alev] above that at entry, which is not 0 if [aheld]. In addition: facts; what the
    first [aformals] parameters held when the method was entered, of those that may have been assigned since, and
    facts of that; what was stored since then into cells that are not private; and, of a caller, the arguments. *)
Record more := More {
  afacts : facts; evars : list (var * set); efacts : facts; astored : cells; aformals : nat; aargs : list expr }.
Record astate := AState {
  avars : list (var * set); acells : cells; asingle : set; aseveral : set; apub : set; aheld : bool; alev : nat;
  amore : more }.
Fixpoint lookup {A} (m : list (var * A)) (x : var) : option A :=
  match m with [] => None | (y, v) :: r => if var_eq_dec y x then Some v else lookup r x end.
Definition locked (s : astate) : bool := aheld s || (0 <? alev s).
Definition sfacts (s : astate) : facts := afacts (amore s).
Definition with_more (s : astate) (m : more) : astate :=
  AState (avars s) (acells s) (asingle s) (aseveral s) (apub s) (aheld s) (alev s) m.
Definition with_facts (m : more) (k : facts) : more := More k (evars m) (efacts m) (astored m) (aformals m) (aargs m).

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

(** What a field of an object may hold, and what a path may lead to: [trail] has the objects on the way too. *)
Definition load1 (m : cells) (f : field) (n : name) : set :=
  union (cell m (n, f))
    (match n with Private _ => [] | Initial => union [Initial] (cell R (n, f)) | _ => cell R (n, f) end).
Definition load (m : cells) (v : set) (f : field) : set := fold_right (fun n => union (load1 m f n)) [] v.
Lemma in_load : forall n m v f, In n (load m v f) <-> exists a, In a v /\ In n (load1 m f a).
Proof.
  intros n m v f. induction v as [|a v IH]; simpl; [firstorder|].
  rewrite in_union, IH. split.
  - intros [I|(b & I & J)]; eauto.
  - intros (b & [->|I] & J); eauto.
Qed.
Definition narrowed (k : facts) (e : expr) (v : set) : set := match fact k e with Some w => meet v w | None => v end.
Fixpoint trail (m : cells) (k : facts) (x : var) (pre : list field) (v : set) (fs : list field) : option (list set) :=
  match fs with
  | [] => Some [v]
  | f :: r =>
    if known_field f then
      match trail m k x (pre ++ [f]) (narrowed k (x, pre ++ [f]) (load m v f)) r with
      | Some ws => Some (v :: ws) | None => None
      end
    else None
  end.
Definition trail_of (vs : list (var * set)) (m : cells) (k : facts) (e : expr) : option (list set) :=
  match lookup vs (fst e) with Some v => trail m k (fst e) [] v (snd e) | None => None end.
Definition strail (s : astate) (e : expr) : option (list set) := trail_of (avars s) (acells s) (sfacts s) e.
Definition eval (s : astate) (e : expr) : option set := option_map (fun ws => last ws []) (strail s e).
Fixpoint evals (s : astate) (es : list expr) : option (list set) :=
  match es with
  | [] => Some []
  | e :: r => match eval s e, evals s r with Some v, Some vs => Some (v :: vs) | _, _ => None end
  end.

(** *** Facts and stores *)
Definition is_nil {A} (l : list A) : bool := match l with [] => true | _ => false end.
(** Neither the other thread nor the stores m write a cell of these objects, none of which is private. *)
Definition quiet (m : cells) (w : set) (f : field) : bool :=
  negb (is_nil w) && forallb (fun n => negb (is_private n) && is_nil (cell R (n, f)) && is_nil (cell m (n, f))) w.
Fixpoint settled (m : cells) (fs : list field) (ws : list set) : bool :=
  match fs, ws with
  | [], _ => true
  | f :: r, w :: ws' => quiet m w f && settled m r ws'
  | _, [] => false
  end.
(** That path, all cells of which but the last are settled, after stores m: a last cell may hold these too. *)
Fixpoint after (m : cells) (fs : list field) (ws : list set) (v : set) : option set :=
  match fs, ws with
  | [f], w :: _ => Some (fold_right (fun n => union (cell m (n, f))) v w)
  | f :: r, w :: ws' => if forallb (fun n => is_nil (cell m (n, f))) w then after m r ws' v else None
  | _, _ => None
  end.
(** A fact for a path that leads to v: no object on it is private, and the other thread writes the last cell only. *)
Definition fact_of (fs : list field) (ws : list set) (v : set) : option set :=
  let w := last (removelast ws) [] in
  if settled [] (removelast fs) ws && negb (is_nil w) && forallb (fun n => negb (is_private n)) w then after R fs ws v
  else None.
Definition forget (vs : list (var * set)) (m d : cells) (k : facts) : facts :=
  flat_map (fun e => match trail_of vs m k (fst e) with
    | Some ws => match after d (snd (fst e)) ws (snd e) with Some v => [(fst e, v)] | None => [] end
    | None => []
    end) k.
(** The facts of a caller after a call that has stored d. *)
Definition survive (vs : list (var * set)) (m d : cells) (k : facts) : facts :=
  flat_map (fun e => match trail_of vs m k (fst e) with
    | Some ws =>
      if settled d (removelast (snd (fst e))) ws then
        match after d (snd (fst e)) ws (snd e) with Some v => [(fst e, v)] | None => [] end
      else []
    | None => []
    end) k.
(** Where a path with objects ws leads after a store of v into f of objects b, if that has hit the path. *)
Fixpoint rerouted (m : cells) (b : set) (f : field) (v from : set) (fs : list field) (ws : list set) : set :=
  match fs, ws with
  | g :: r, w :: ws' =>
    let u := load m from g in
    rerouted m b f v (if (g =? f) && negb (is_nil (meet w b)) then union u v else u) r ws'
  | _, _ => from
  end.

(** *** What a method was entered with *)
Definition rooted (x : var) (k : facts) : facts :=
  filter (fun d => if var_eq_dec (fst (fst d)) x then true else false) k.
Definition keep (s : astate) (x : var) : astate :=
  match x, lookup (evars (amore s)) x, lookup (avars s) x with
  | Arg i, None, Some v =>
    if i <? aformals (amore s) then
      let m := amore s in
      with_more s (More (afacts m) ((x, v) :: evars m) (rooted x (afacts m) ++ efacts m)
                        (astored m) (aformals m) (aargs m))
    else s
  | _, _, _ => s
  end.
Definition assignable (s : astate) (x : var) : bool :=
  match x, lookup (evars (amore s)) x with Arg i, None => aformals (amore s) <=? i | _, _ => true end.
(** The values at entry and the facts of s' that hold in s. *)
Definition extend_facts (vs : list (var * set)) (m : cells) (k0 k : facts) : facts :=
  fold_right (fun d k1 => match fact k1 (fst d) with
    | Some _ => k1
    | None =>
      match trail_of vs m k1 (fst d) with
      | Some ws => match fact_of (snd (fst d)) ws (last ws []) with Some v => (fst d, v) :: k1 | None => k1 end
      | None => k1
      end
    end) k0 k.
Definition keep_all (s s' : astate) : astate := fold_right (fun d s1 => keep s1 (fst d)) s (evars (amore s')).
Definition extend (s s' : astate) : astate :=
  let s1 := keep_all s s' in
  let m := amore s1 in
  with_more s1 (More (extend_facts (avars s1) (acells s1) (afacts m) (afacts (amore s')))
                     (evars m) (extend_facts (evars m) (acells s1) (efacts m) (efacts (amore s')))
                     (astored m) (aformals m) (aargs m)).

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
Definition published (ps : set) (cs : cells) (m : more) : more :=
  More (afacts m) (map (fun e => (fst e, map (public_name ps) (snd e))) (evars m)) (efacts m)
       (cells_join (astored m) (map (publish_entry ps) (filter (fun e => has (fst (fst e)) ps) cs)))
       (aformals m) (aargs m).
Definition publish (s : astate) (v : set) : option astate :=
  let ps := closure (S (length (acells s))) (acells s) (privates v) in
  if within (privates v) ps && within (next (acells s) ps) ps && forallb is_private ps then
    Some (AState (map (fun e => (fst e, map (public_name ps) (snd e))) (avars s)) (map (publish_entry ps) (acells s))
                 (minus (asingle s) ps) (minus (aseveral s) ps) (union ps (apub s)) (aheld s) (alev s)
                 (published ps (acells s) (amore s)))
  else None.

(** *** Commands, calls and returns *)
Definition assign (s : astate) (x : var) (v : set) (k : facts) : option astate :=
  let s1 := keep s x in
  if assignable s1 x then
    Some (AState ((x, v) :: avars s1) (acells s1) (asingle s1) (aseveral s1) (apub s1) (aheld s1) (alev s1)
                 (with_facts (amore s1) (k ++ without x (sfacts s1))))
  else None.
Definition with_cells (s : astate) (m : cells) : astate :=
  AState (avars s) m (asingle s) (aseveral s) (apub s) (aheld s) (alev s) (amore s).
Definition with_level (s : astate) (a : nat) : astate :=
  AState (avars s) (acells s) (asingle s) (aseveral s) (apub s) (aheld s) a (amore s).
Definition create (s : astate) (p : site) : astate :=
  let n := Private p in
  AState (avars s) (fold_right (fun f => add (n, f) [n]) (acells s) F)
         (if has n (asingle s) then minus (asingle s) [n] else if has n (aseveral s) then asingle s else n :: asingle s)
         (if has n (asingle s) then n :: aseveral s else aseveral s)
         (apub s) (aheld s) (alev s) (amore s).
(** The only object that a set stands for, if there is one. *)
Definition only_one (s : astate) (own : set) : option name :=
  match own with
  | n :: r => if forallb (name_eqb n) r && has n (asingle s) && negb (has n (aseveral s)) then Some n else None
  | [] => None
  end.
(** The facts after a store of v into f of objects that are not private, ns; and the store itself. *)
Definition put_shared (s : astate) (ns : set) (f : field) (v : set) : astate :=
  let d := add_all ns f v [] in
  let m := amore s in
  AState (avars s) (add_all ns f v (acells s)) (asingle s) (aseveral s) (apub s) (aheld s) (alev s)
         (More (forget (avars s) (acells s) d (afacts m)) (evars m) (forget (evars m) (acells s) d (efacts m))
               (add_all ns f v (astored m)) (aformals m) (aargs m)).
(** What is known of the path of a store of v, before which its objects were ws. *)
Definition learn (s : astate) (pi : path) (v : set) (ws : list set) : astate :=
  match strail s (path_expr pi) with
  | Some us =>
    let w := load (acells s) (rerouted (acells s) (last ws []) (plast pi) v [] (pinner pi) ws) (plast pi) in
    match fact_of (snd (path_expr pi)) us (union v w) with
    | Some w => with_more s (with_facts (amore s) (put_fact (path_expr pi) w (sfacts s)))
    | None => s
    end
  | None => s
  end.
Definition store (s : astate) (pi : path) (ws : list set) (v : set) : option astate :=
  let base := last ws [] in
  let f := plast pi in
  let own := privates base in
  match shared_part base with
  | [] =>
    match only_one s own with
    | Some n => Some (with_cells s (add (n, f) v (drop (n, f) (acells s))))
    | None => Some (with_cells s (add_all own f v (acells s)))
    end
  | shared =>
    match publish (put_shared (with_cells s (add_all own f v (acells s))) shared f (all_public v)) v with
    | Some s' => Some (learn s' pi (all_public v) ws)
    | None => None
    end
  end.
Definition transfer (p : site) (c : simple) (s : astate) : option astate :=
  match c with
  | Copy x y =>
    match lookup (avars s) y with
    | Some v => if var_eq_dec x y then Some s else assign s x v (beyond (sfacts s) (y, []) x)
    | None => None
    end
  | Load x pi =>
    match eval s (path_expr pi) with Some v => assign s x v (beyond (sfacts s) (path_expr pi) x) | None => None end
  | Store pi x =>
    if known_field (plast pi) then
      match strail s (path_base pi), lookup (avars s) x with
      | Some ws, Some v => store s pi ws v
      | _, _ => None
      end
    else None
  | New x => assign (create s p) x [Private p] []
  | Lock => Some (with_level s (S (alev s)))
  | Unlock => match alev s with S a => Some (with_level s a) | 0 => None end
  end.
Fixpoint arguments (i : nat) (vs : list set) : list (var * set) :=
  match vs with [] => [] | v :: r => (Arg i, v) :: arguments (S i) r end.
Fixpoint argument_facts (k : facts) (i : nat) (es : list expr) : facts :=
  match es with [] => [] | e :: r => beyond k e (Arg i) ++ argument_facts k (S i) r end.
Definition enter (es : list expr) (s : astate) : option astate :=
  match evals s es with
  | Some vs => Some (AState (arguments 0 vs) (acells s) (asingle s) (aseveral s) [] (locked s) 0
                            (More (argument_facts (sfacts s) 0 es) [] [] [] (length es) []))
  | None => None
  end.
Definition suspend (es : list expr) (s : astate) : astate :=
  let m := amore s in with_more s (More (afacts m) (evars m) (efacts m) (astored m) (aformals m) es).
(** After a call a variable may hold what has been published in between. *)
Definition perhaps_public (ps : set) (m : list (var * set)) : list (var * set) :=
  map (fun e => (fst e, union (snd e) (all_public (filter (fun n => has n ps) (snd e))))) m.
(** The facts of a callee in the words of its caller s, after stores d. *)
Definition import (s : astate) (d : cells) (n : nat) (vs : list (var * set)) (k : facts) (k0 : facts) : facts :=
  fold_right (fun e k1 => match fst (fst e), lookup vs (fst (fst e)) with
    | Arg i, None =>
      match nth_error (aargs (amore s)) i with
      | Some a =>
        match strail s a with
        | Some ws =>
          if (i <? n) && negb (is_nil (snd (fst e))) && settled d (snd a) ws then
            let b := (fst a, snd a ++ snd (fst e)) in
            put_fact b (match fact k1 b with Some v => meet (snd e) v | None => snd e end) k1
          else k1
        | None => k1
        end
      | None => k1
      end
    | _, _ => k1
    end) k0 k.
Definition leave (s s' : astate) : astate :=
  let m := amore s in
  let m' := amore s' in
  let d := astored m' in
  let k := survive (avars s) (acells s) d (afacts m) in
  AState (perhaps_public (apub s') (avars s))
         (acells s') (asingle s') (aseveral s') (union (apub s') (apub s)) (aheld s) (alev s)
         (More (import s d (aformals m') [] (efacts m') (import s d (aformals m') (evars m') (afacts m') k))
               (perhaps_public (apub s') (evars m)) (survive (evars m) (acells s) d (efacts m))
               (cells_join (astored m') (astored m)) (aformals m) []).
End Walk.

(** ** What covers what *)
Definition covers (vs vs' : list (var * set)) : Prop :=
  forall x v', lookup vs' x = Some v' -> exists v, lookup vs x = Some v /\ incl v v'.
Definition covers_facts (k k' : facts) : Prop :=
  forall e v', In (e, v') k' -> exists v, In (e, v) k /\ incl v v'.
Definition covered_more (m m' : more) : Prop :=
  covers_facts (afacts m) (afacts m') /\ covers (evars m) (evars m') /\
  (forall x, lookup (evars m') x = None -> lookup (evars m) x = None) /\
  covers_facts (efacts m) (efacts m') /\ (forall k, incl (cell (astored m) k) (cell (astored m') k)) /\
  aformals m = aformals m'.
Definition covered (s s' : astate) : Prop :=
  covers (avars s) (avars s') /\
  (forall k, incl (cell (acells s) k) (cell (acells s') k)) /\
  incl (asingle s) (asingle s' ++ aseveral s') /\ incl (aseveral s) (aseveral s') /\ incl (apub s) (apub s') /\
  aheld s = aheld s' /\ alev s = alev s' /\ covered_more (amore s) (amore s').
Definition coversb (vs vs' : list (var * set)) : bool :=
  forallb (fun e => match lookup vs (fst e), lookup vs' (fst e) with
                    | Some v, Some v' => within v v' | _, _ => false end) vs'.
Definition covers_factsb (k k' : facts) : bool :=
  forallb (fun e => match fact k (fst e) with Some v => within v (snd e) | None => false end) k'.
Definition covered_moreb (m m' : more) : bool :=
  covers_factsb (afacts m) (afacts m') && coversb (evars m) (evars m') &&
  forallb (fun e => match lookup (evars m') (fst e) with Some _ => true | None => false end) (evars m) &&
  covers_factsb (efacts m) (efacts m') && cells_within (astored m) (astored m') && (aformals m =? aformals m').
Definition coveredb (s s' : astate) : bool :=
  coversb (avars s) (avars s') &&
  cells_within (acells s) (acells s') && within (asingle s) (asingle s' ++ aseveral s') &&
  within (aseveral s) (aseveral s') && within (apub s) (apub s') &&
  Bool.eqb (aheld s) (aheld s') && (alev s =? alev s') && covered_moreb (amore s) (amore s').
Lemma lookup_in : forall {A} (m : list (var * A)) x v, lookup m x = Some v -> In (x, v) m.
Proof.
  induction m as [|[y w] m IH]; simpl; intros x v E; [discriminate|].
  destruct (var_eq_dec y x); [inversion E; subst; auto | right; auto].
Qed.
Lemma coversb_covers : forall vs vs', coversb vs vs' = true -> covers vs vs'.
Proof.
  intros vs vs' A x v' L. unfold coversb in A. rewrite forallb_forall in A. specialize (A _ (lookup_in _ _ _ L)).
  simpl in A. rewrite L in A. destruct (lookup vs x) as [v|]; [|discriminate]. exists v. split; auto.
  apply within_incl; auto.
Qed.
Lemma covers_factsb_covers : forall k k', covers_factsb k k' = true -> covers_facts k k'.
Proof.
  intros k k' A e v' I. unfold covers_factsb in A. rewrite forallb_forall in A. specialize (A _ I). simpl in A.
  destruct (fact k e) as [v|] eqn:E; [|discriminate]. exists v. split; [apply fact_in; auto | apply within_incl; auto].
Qed.
Lemma covered_moreb_covered : forall m m', covered_moreb m m' = true -> covered_more m m'.
Proof.
  intros m m' H. unfold covered_moreb in H. repeat rewrite andb_true_iff in H.
  destruct H as [[[[[K1 K2] K3] K4] K5] K6].
  split; [apply covers_factsb_covers; auto|]. split; [apply coversb_covers; auto|].
  split; [|split; [apply covers_factsb_covers; auto | split; [apply cells_within_incl; auto | apply Nat.eqb_eq; auto]]].
  intros x L. destruct (lookup (evars m) x) as [v|] eqn:Lx; auto. rewrite forallb_forall in K3.
  specialize (K3 _ (lookup_in _ _ _ Lx)). simpl in K3. rewrite L in K3. discriminate.
Qed.
Lemma coveredb_covered : forall s s', coveredb s s' = true -> covered s s'.
Proof.
  intros s s' H. unfold coveredb in H. repeat rewrite andb_true_iff in H.
  destruct H as [[[[[[[A B] C] D] E] G] I] K].
  split; [apply coversb_covers; auto|]. split; [apply cells_within_incl; auto|]. split; [apply within_incl; auto|].
  split; [apply within_incl; auto|]. split; [apply within_incl; auto|]. split; [apply eqb_prop; auto|].
  split; [apply Nat.eqb_eq; auto|]. apply covered_moreb_covered. auto.
Qed.
Lemma covers_refl : forall vs, covers vs vs.
Proof. intros vs x v L. exists v. split; auto. apply incl_refl. Qed.
Lemma covers_facts_refl : forall k, covers_facts k k.
Proof. intros k e v L. exists v. split; auto. apply incl_refl. Qed.
Lemma covers_trans : forall a b c, covers a b -> covers b c -> covers a c.
Proof.
  intros a b c A B x v L. destruct (B _ _ L) as (w & L' & I). destruct (A _ _ L') as (u & L'' & J).
  exists u. split; auto. eapply incl_tran; eauto.
Qed.
Lemma covers_facts_trans : forall a b c, covers_facts a b -> covers_facts b c -> covers_facts a c.
Proof.
  intros a b c A B x v L. destruct (B _ _ L) as (w & L' & I). destruct (A _ _ L') as (u & L'' & J).
  exists u. split; auto. eapply incl_tran; eauto.
Qed.
Lemma covered_more_refl : forall m, covered_more m m.
Proof.
  intros m. split; [apply covers_facts_refl|]. split; [apply covers_refl|]. split; auto.
  split; [apply covers_facts_refl|]. split; auto. intros k. apply incl_refl.
Qed.
Lemma covered_refl : forall s, covered s s.
Proof.
  intros s. split; [apply covers_refl|]. split; [intros k; apply incl_refl|]. split; [apply incl_appl, incl_refl|].
  split; [apply incl_refl|]. split; [apply incl_refl|]. split; auto. split; auto. apply covered_more_refl.
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
(** From (g, h) to (g', h') no object that both can reach becomes another's, and its cells change to what is in d. *)
Section Stepped.
Variable F : list field.
Definition stepped (g : tags) (h : heap) (g' : tags) (h' : heap) (d : cells) : Prop :=
  grows h h' /\ (forall l, shared (g l) -> h l <> None -> g' l = g l) /\
  forall l o, shared (g l) -> h l = Some o -> exists o', h' l = Some o' /\ forall f, In f F -> shared (g (o f)) ->
    o' f = o f \/ (shared (g' (o' f)) /\ In (nm (g' (o' f))) (cell d (nm (g l), f))).
End Stepped.

Section Invariant.
Variable F : list field.
Variable t : thread.
(** What the other thread stores. *)
Variable R : cells.
Definition var_ok (g : tags) (vs : list (var * set)) (r : frame) : Prop :=
  forall x v l, lookup vs x = Some v -> r x = Some l -> sees t (g l) /\ In (nm (g l)) v.
Definition cells_ok (g : tags) (h : heap) (m : cells) : Prop :=
  forall l u o f, g l = Own t u -> h l = Some o -> In f F ->
    sees t (g (o f)) /\ In (nm (g (o f))) (cell m (Private u, f)).
Definition count_ok (g : tags) (s : astate) : Prop :=
  (forall l u, g l = Own t u -> In (Private u) (asingle s ++ aseveral s)) /\
  (forall l l' u, g l = Own t u -> g l' = Own t u -> l = l' \/ In (Private u) (aseveral s)).
(** Cells of objects that are not private, given what this thread has stored, m, and the other one, m'. *)
Definition shared_ok (g : tags) (h : heap) (m m' : cells) : Prop :=
  forall l o f, shared (g l) -> h l = Some o -> In f F -> shared (g (o f)) /\
    ((g l = Old /\ g (o f) = Old) \/ In (nm (g (o f))) (cell m (nm (g l), f)) \/ In (nm (g (o f))) (cell m' (nm (g l), f))).
Definition fresh_ok (g : tags) (h : heap) : Prop := forall l, h l = None -> g l = Old.

(** Facts. The fields fs lead from l to an object of S, whatever the other thread does. *)
Fixpoint leads (g : tags) (h : heap) (l : loc) (fs : list field) (S : set) : Prop :=
  match fs with
  | [] => True
  | f :: r => shared (g l) /\ In f F /\ exists o, h l = Some o /\ shared (g (o f)) /\
    match r with
    | [] => In (nm (g (o f))) S /\ incl (shared_part (cell R (nm (g l), f))) S
    | _ => cell R (nm (g l), f) = [] /\ leads g h (o f) r S
    end
  end.
Definition facts_ok (g : tags) (h : heap) (k : facts) (r : frame) : Prop :=
  forall e v l, In (e, v) k -> r (fst e) = Some l -> leads g h l (snd e) v.
(** All that the walk knows of paths. *)
Record reads (g : tags) (h : heap) (vs : list (var * set)) (m : cells) (k : facts) (r : frame) : Prop := {
  r_vars : var_ok g vs r; r_cells : cells_ok g h m; r_shared : shared_ok g h m R; r_facts : facts_ok g h k r }.

(** The values at entry: those of the parameters, unless one is kept. *)
Definition entry_ok (m : more) (r r0 : frame) : Prop :=
  forall i, i < aformals m -> lookup (evars m) (Arg i) = None -> r (Arg i) = r0 (Arg i).
(** What was true when a caller was left. *)
Definition past (g : tags) (h : heap) (s : astate) (r r0 : frame) (called : frame) : Prop :=
  wf_heap h /\ wf_frame h r0 /\ entry_ok (amore s) r r0 /\
  reads g h (avars s) (acells s) (sfacts s) r /\ reads g h (evars (amore s)) (acells s) (efacts (amore s)) r0 /\
  exists ls, values r h (aargs (amore s)) = Some ls /\ called = callee ls.
Definition perhaps (g : tags) (ps : set) (vs : list (var * set)) (r : frame) : Prop :=
  forall x v l, lookup vs x = Some v -> r x = Some l -> sees t (g l) /\
      (In (nm (g l)) v \/ exists u, g l = Shown t u /\ In (Private u) v /\ In (Private u) ps).
(** Frames of callers, while private objects of the names ps are published, and d is stored. *)
Fixpoint susp_ok (g : tags) (h : heap) (ps : set) (d : cells) (called : frame)
    (Ss : list astate) (rs : list frame) : Prop :=
  match Ss, rs with
  | [], [] => True
  | s :: Ss, r :: rs => exists g0 h0 r0, past g0 h0 s r r0 called /\ stepped F g0 h0 g h (d ++ R) /\
    perhaps g ps (avars s) r /\ perhaps g ps (evars (amore s)) r0 /\
    susp_ok g h (ps ++ apub s) (d ++ astored (amore s)) r0 Ss rs
  | _, _ => False
  end.
Fixpoint level_ok (Ss : list astate) (L : nat) : Prop :=
  match Ss with
  | [] => True
  | s :: Ss => exists b, L = alev s + b /\ (aheld s = true -> 0 < b) /\ level_ok Ss b
  end.

Record view (g : tags) (h : heap) (s : astate) (Ss : list astate) (r r0 : frame) (rs : list frame)
    (m' : cells) : Prop := {
  v_vars : var_ok g (avars s) r; v_cells : cells_ok g h (acells s); v_count : count_ok g s;
  v_susp : susp_ok g h (apub s) (astored (amore s)) r0 Ss rs; v_shared : shared_ok g h (acells s) m';
  v_fresh : fresh_ok g h;
  v_facts : facts_ok g h (sfacts s) r; v_evars : var_ok g (evars (amore s)) r0;
  v_efacts : facts_ok g h (efacts (amore s)) r0; v_entry : entry_ok (amore s) r r0; v_wf0 : wf_frame h r0 }.

(** *** Steps and facts *)
Lemma stepped_more : forall g h g' h' d d', grown d d' -> stepped F g h g' h' d -> stepped F g h g' h' d'.
Proof.
  intros g h g' h' d d' G (A & B & C). split; auto. split; auto. intros l o S E. destruct (C _ _ S E) as (o' & E' & X).
  exists o'. split; auto. intros f I Sf. destruct (X f I Sf) as [Y|[Y Z]]; auto. right. split; auto. apply G; auto.
  - apply shared_nm. auto.
  - apply shared_nm. auto.
Qed.
Lemma stepped_refl : forall g h d, stepped F g h g h d.
Proof. intros g h d. split; [apply grows_refl|]. split; auto. intros l o S E. exists o. auto. Qed.
Lemma stepped_trans : forall g h g1 h1 g2 h2 d, wf_heap h -> wf_heap h1 ->
  stepped F g h g1 h1 d -> stepped F g1 h1 g2 h2 d -> stepped F g h g2 h2 d.
Proof.
  intros g h g1 h1 g2 h2 d W W1 (A1 & A2 & A3) (B1 & B2 & B3). split; [eapply grows_trans; eauto|]. split.
  - intros l S N. rewrite B2, A2; auto. rewrite A2; auto.
  - intros l o S E. destruct (A3 _ _ S E) as (o1 & E1 & X). assert (S1 : shared (g1 l)) by (rewrite A2; congruence).
    destruct (B3 _ _ S1 E1) as (o2 & E2 & Y). exists o2. split; auto. intros f I Sf.
    assert (N : h (o f) <> None) by (destruct W as [_ W]; eauto).
    assert (N1 : h1 (o1 f) <> None) by (destruct W1 as [_ W1]; eauto).
    assert (Sf1 : shared (g1 (o1 f))).
    { destruct (X f I Sf) as [Z|[Z _]]; auto. rewrite Z, A2; auto. }
    rewrite <- (A2 l) by congruence. destruct (Y f I Sf1) as [Z|[Z Z']]; [|right; auto].
    rewrite Z. destruct (X f I Sf) as [U|[U U']]; auto. right. rewrite B2, (A2 l); auto; congruence.
Qed.
Lemma leads_incl : forall g h fs l v v', incl v v' -> leads g h l fs v -> leads g h l fs v'.
Proof.
  intros g h. induction fs as [|f fs IH]; simpl; intros l v v' I H; auto.
  destruct H as (S & IF & o & E & S' & H). split; auto. split; auto. exists o. split; auto. split; auto.
  destruct fs; [destruct H; split; auto; eapply incl_tran; eauto | destruct H; eauto].
Qed.
Lemma leads_meet : forall g h fs l v v', leads g h l fs v -> leads g h l fs v' -> leads g h l fs (meet v v').
Proof.
  intros g h. induction fs as [|f fs IH]; simpl; intros l v v' H H'; auto.
  destruct H as (S & IF & o & E & S' & H). destruct H' as (_ & _ & o' & E' & _ & H'). rewrite E in E'.
  inversion E'; subst o'.
  split; auto. split; auto. exists o. split; auto. split; auto.
  destruct fs; destruct H as [H1 H2], H' as [H1' H2']; split; auto.
  - apply in_meet. auto.
  - intros n I. apply in_meet. auto.
Qed.
Lemma leads_value : forall g h fs l v l', fs <> [] -> leads g h l fs v -> Semantics.walk h l fs = Some l' ->
  In (nm (g l')) v.
Proof.
  intros g h. induction fs as [|f fs IH]; simpl; intros l v l' N H W; [congruence|].
  destruct H as (S & IF & o & E & S' & H). rewrite E in W. destruct fs as [|f' fs].
  - simpl in W. inversion W; subst. tauto.
  - eapply IH; [discriminate | destruct H; eauto | exact W].
Qed.
Lemma leads_walk : forall g h fs l v, leads g h l fs v -> exists l', Semantics.walk h l fs = Some l'.
Proof.
  intros g h. induction fs as [|f fs IH]; simpl; intros l v H; eauto.
  destruct H as (S & IF & o & E & S' & H). rewrite E. destruct fs as [|f' fs]; [simpl; eauto|]. destruct H; eauto.
Qed.
Lemma walk_app : forall h fs gs l,
  Semantics.walk h l (fs ++ gs) = match Semantics.walk h l fs with Some l' => Semantics.walk h l' gs | None => None end.
Proof. induction fs as [|f fs IH]; simpl; intros gs l; auto. destruct (h l); auto. Qed.
Lemma leads_behind : forall g h p fs l v l', fs <> [] -> leads g h l (p ++ fs) v -> Semantics.walk h l p = Some l' ->
  leads g h l' fs v.
Proof.
  intros g h. induction p as [|f p IH]; intros fs l v l' N H W; cbn [app] in H.
  - simpl in W. inversion W; subst. auto.
  - simpl in W. cbn [leads] in H. destruct H as (S & IF & o & E & S' & H). rewrite E in W.
    destruct (p ++ fs) as [|f' q] eqn:Q.
    + apply app_eq_nil in Q. destruct Q. congruence.
    + rewrite <- Q in H. destruct H as [_ H]. eauto.
Qed.
Lemma facts_beyond : forall g h k r e x r' l, facts_ok g h k r -> value r h e = Some l -> r' x = Some l ->
  facts_ok g h (beyond k e x) r'.
Proof.
  intros g h k r e x r' l K V X e' v l' I E. apply in_beyond in I. destruct I as (fs & -> & I). simpl in E |- *.
  rewrite X in E. inversion E; subst l'. unfold value in V. destruct (r (fst e)) as [a|] eqn:Ra; [|discriminate].
  destruct fs as [|f fs]; [simpl; auto|]. eapply leads_behind; [discriminate | | exact V]. apply (K _ _ a I). auto.
Qed.
Lemma facts_app : forall g h k k' r, facts_ok g h k r -> facts_ok g h k' r -> facts_ok g h (k ++ k') r.
Proof. intros g h k k' r A B e v l I. apply in_app_iff in I. destruct I; eauto. Qed.
(** The objects on a path, and the sets that have their names. *)
Fixpoint passes (g : tags) (h : heap) (l : loc) (fs : list field) (ws : list set) {struct ws} : Prop :=
  match ws with
  | [] => False
  | w :: r => sees t (g l) /\ In (nm (g l)) w /\
    match fs with [] => r = [] | f :: fs => In f F /\ exists o, h l = Some o /\ passes g h (o f) fs r end
  end.
Lemma passes_end : forall g h fs l ws l', passes g h l fs ws -> Semantics.walk h l fs = Some l' ->
  sees t (g l') /\ In (nm (g l')) (last ws []).
Proof.
  intros g h. induction fs as [|f fs IH]; intros l [|w ws] l' H W; simpl in H; try tauto.
  - destruct H as (A & B & ->). simpl in W. inversion W; subst. auto.
  - destruct H as (A & B & _ & o & E & H). simpl in W. rewrite E in W. destruct ws as [|w' ws]; [simpl in H; tauto|].
    change (last (w :: w' :: ws) []) with (last (w' :: ws) []). eauto.
Qed.

(** A fact after stores: of this thread, d, and of the other one. *)
Lemma in_fold_cells : forall n (m : cells) f w v, In n (fold_right (fun a => union (cell m (a, f))) v w) <->
  In n v \/ exists a, In a w /\ In n (cell m (a, f)).
Proof.
  intros n m f w v. induction w as [|a w IH]; simpl.
  - split; auto. intros [I|(a & [] & _)]; auto.
  - rewrite in_union, IH. split.
    + intros [I|[I|(b & I & J)]]; eauto.
    + intros [I|(b & [->|I] & J)]; eauto.
Qed.
Lemma is_nil_eq : forall A (l : list A), is_nil l = true -> l = [].
Proof. intros A [|]; [auto | discriminate]. Qed.
Lemma after_ok : forall g h g' h' d, wf_heap h -> stepped F g h g' h' (d ++ R) -> forall fs l ws v v',
  leads g h l fs v -> passes g h l fs ws -> after d fs ws v = Some v' -> leads g' h' l fs v'.
Proof.
  intros g h g' h' d W (_ & T & C). induction fs as [|f fs IH]; intros l ws v v' L P A; [simpl; auto|].
  cbn [leads] in L. destruct L as (S & IF & o & E & S' & L). destruct ws as [|w ws]; [simpl in P; tauto|].
  cbn [passes] in P. destruct P as (P1 & P2 & _ & o1 & E1 & P). rewrite E in E1. inversion E1; subst o1.
  assert (N : h l <> None) by congruence. assert (Nf : h (o f) <> None) by (destruct W as [_ W]; eauto).
  destruct (C _ _ S E) as (o' & E' & X). destruct (X f IF S') as [Y|[Y Z]].
  - cbn [leads]. rewrite (T l) by auto. split; auto. split; auto. exists o'. rewrite Y. split; auto.
    rewrite (T (o f)) by auto. split; auto. destruct fs as [|f' fs].
    + cbn [after] in A. inversion A; subst. destruct L as [L1 L2]. split; [apply in_fold_cells; auto|].
      intros n I. apply in_fold_cells. auto.
    + destruct L as [L1 L2]. split; auto. change (after d (f :: f' :: fs) (w :: ws) v) with
        (if forallb (fun n => is_nil (cell d (n, f))) w then after d (f' :: fs) ws v else None) in A.
      destruct (forallb _ w); [|discriminate]. eapply IH; eauto.
  - rewrite cell_app in Z. cbn [leads]. rewrite (T l) by auto. split; auto. split; auto. exists o'. split; auto.
    split; auto.
    destruct fs as [|f' fs].
    + cbn [after] in A. inversion A; subst. destruct L as [L1 L2]. split.
      * apply in_fold_cells. destruct Z as [Z|Z]; [eauto|]. left. apply L2, in_shared_part. split; auto.
        apply shared_nm. auto.
      * intros n I. apply in_fold_cells. auto.
    + destruct L as [L1 L2]. exfalso. change (after d (f :: f' :: fs) (w :: ws) v) with
        (if forallb (fun n => is_nil (cell d (n, f))) w then after d (f' :: fs) ws v else None) in A.
      destruct (forallb _ w) eqn:Q; [|discriminate]. rewrite forallb_forall in Q. specialize (Q _ P2).
      apply is_nil_eq in Q.
      rewrite Q, L1 in Z. destruct Z as [[]|[]].
Qed.
Lemma leads_stepped : forall g h g' h' fs l v, wf_heap h -> stepped F g h g' h' R -> leads g h l fs v ->
  leads g' h' l fs v.
Proof.
  intros g h g' h' fs l v W (_ & T & C). revert l. induction fs as [|f fs IH]; intros l L; [simpl; auto|].
  cbn [leads] in L. destruct L as (S & IF & o & E & S' & L).
  assert (N : h l <> None) by congruence. assert (Nf : h (o f) <> None) by (destruct W as [_ W]; eauto).
  destruct (C _ _ S E) as (o' & E' & X). cbn [leads]. rewrite (T l) by auto. split; auto. split; auto. exists o'.
  split; auto.
  destruct (X f IF S') as [Y|[Y Z]].
  - rewrite Y, (T (o f)) by auto. split; auto. destruct fs; [auto|]. destruct L. auto.
  - split; auto. destruct fs.
    + destruct L as [L1 L2]. split; auto. apply L2, in_shared_part. split; auto. apply shared_nm. auto.
    + destruct L as [L1 L2]. rewrite L1 in Z. destruct Z.
Qed.
Lemma facts_stepped : forall g h g' h' k r, wf_heap h -> stepped F g h g' h' R -> facts_ok g h k r ->
  facts_ok g' h' k r.
Proof. intros g h g' h' k r W S K e v l I E. eapply leads_stepped; eauto. Qed.
Lemma quiet_in : forall d w f n, quiet R d w f = true -> In n w ->
  is_private n = false /\ cell R (n, f) = [] /\ cell d (n, f) = [].
Proof.
  intros d w f n Q I. unfold quiet in Q. apply andb_prop in Q. destruct Q as [_ Q]. rewrite forallb_forall in Q.
  specialize (Q _ I). rewrite !andb_true_iff, negb_true_iff in Q. destruct Q as [[A B] C]. apply is_nil_eq in B.
  apply is_nil_eq in C. auto.
Qed.
(** A path that is settled, and what a fact says of its end. *)
Lemma settled_ok : forall g h g' h' d m, wf_heap h -> stepped F g h g' h' (d ++ R) -> shared_ok g h m R ->
  forall gs l ws l' fs v, passes g h l gs ws -> settled R d gs ws = true -> Semantics.walk h l gs = Some l' ->
  fs <> [] -> leads g' h' l' fs v -> leads g' h' l (gs ++ fs) v.
Proof.
  intros g h g' h' d m W (_ & T & C) SH. induction gs as [|f gs IH]; intros l ws l' fs v P Q Wk N L.
  - simpl in Wk. inversion Wk; subst. auto.
  - destruct ws as [|w ws]; [simpl in P; tauto|]. cbn [passes] in P. destruct P as (P1 & P2 & IF & o & E & P).
    cbn [settled] in Q. apply andb_prop in Q. destruct Q as [Q Q']. destruct (quiet_in _ _ _ _ Q P2) as (A1 & A2 & A3).
    apply shared_nm in A1. simpl in Wk. rewrite E in Wk. pose proof (IH _ _ _ _ _ P Q' Wk N L) as IHl. clear IH.
    destruct (SH _ _ _ A1 E IF) as [Sf _]. destruct (C _ _ A1 E) as (o' & E' & X).
    destruct (X f IF Sf) as [Y|[_ Z]]; [|rewrite cell_app, A2, A3 in Z; destruct Z as [[]|[]]].
    assert (Nf : h (o f) <> None) by (destruct W as [_ W]; eauto).
    cbn [app leads]. rewrite (T l) by congruence. split; auto. split; auto.
    exists o'. split; auto. rewrite Y, (T (o f)) by auto. split; auto. destruct (gs ++ fs) eqn:G; [|auto].
    apply app_eq_nil in G. destruct G. congruence.
Qed.
(** A new fact. *)
Lemma after_new : forall g h m, wf_heap h -> shared_ok g h m R -> forall fs l ws v v' l', fs <> [] ->
  passes g h l fs ws -> settled R [] (removelast fs) ws = true ->
  (forall n, In n (last (removelast ws) []) -> is_private n = false) ->
  Semantics.walk h l fs = Some l' -> In (nm (g l')) v -> after R fs ws v = Some v' -> leads g h l fs v'.
Proof.
  intros g h m W SH. induction fs as [|f fs IH]; intros l ws v v' l' N P Q SW Wk I A; [congruence|].
  destruct ws as [|w ws]; [simpl in P; tauto|]. cbn [passes] in P. destruct P as (P1 & P2 & IF & o & E & P).
  simpl in Wk. rewrite E in Wk. destruct fs as [|f' fs].
  - simpl in Wk. inversion Wk; subst. cbn [after] in A. inversion A; subst.
    destruct ws as [|w' ws]; [simpl in P; tauto|].
    cbn [passes] in P. destruct P as (_ & _ & ->). simpl in SW. specialize (SW _ P2). apply shared_nm in SW.
    destruct (SH _ _ _ SW E IF) as [Sf _]. cbn [leads]. split; auto. split; auto. exists o. split; auto. split; auto.
    split; [apply in_fold_cells; auto|]. intros n J. apply in_shared_part in J. apply in_fold_cells. right.
    exists (nm (g l)). tauto.
  - change (removelast (f :: f' :: fs)) with (f :: removelast (f' :: fs)) in Q. cbn [settled] in Q.
    apply andb_prop in Q.
    destruct Q as [Q Q']. destruct (quiet_in _ _ _ _ Q P2) as (A1 & A2 & _). apply shared_nm in A1.
    destruct (SH _ _ _ A1 E IF) as [Sf _].
    change (after R (f :: f' :: fs) (w :: ws) v) with
        (if forallb (fun n => is_nil (cell R (n, f))) w then after R (f' :: fs) ws v else None) in A.
    destruct (forallb _ w); [|discriminate].
    change (shared (g l) /\ In f F /\ exists o, h l = Some o /\ shared (g (o f)) /\
      (cell R (nm (g l), f) = [] /\ leads g h (o f) (f' :: fs) v')).
    split; auto. split; auto. exists o. split; auto. split; auto. split; auto. eapply IH; eauto; [discriminate|].
    destruct ws as [|w' ws]; [simpl in P; tauto|].
    destruct ws as [|w'' ws]; [simpl in P; destruct P as (_ & _ & _ & o' & _ & P); destruct P|].
    exact SW.
Qed.
Lemma fact_of_ok : forall g h m, wf_heap h -> shared_ok g h m R -> forall fs l ws v v' l', fs <> [] ->
  passes g h l fs ws -> Semantics.walk h l fs = Some l' -> In (nm (g l')) v -> fact_of R fs ws v = Some v' ->
  leads g h l fs v'.
Proof.
  intros g h m W SH fs l ws v v' l' N P Wk I A. unfold fact_of in A.
  destruct (settled R [] (removelast fs) ws) eqn:Q1; [|discriminate].
  destruct (negb (is_nil (last (removelast ws) []))) eqn:Q2; [|discriminate].
  destruct (forallb (fun n => negb (is_private n)) (last (removelast ws) [])) eqn:Q3; [|discriminate]. simpl in A.
  eapply after_new; eauto. intros n J. rewrite forallb_forall in Q3. specialize (Q3 _ J). apply negb_true_iff in Q3.
  auto.
Qed.

(** *** Paths *)
Section Reads.
Variables (g : tags) (h : heap) (vs : list (var * set)) (m : cells) (k : facts) (r : frame).
Hypothesis V : reads g h vs m k r.
Lemma load_ok : forall v f l o, In f F -> sees t (g l) -> In (nm (g l)) v -> h l = Some o ->
  sees t (g (o f)) /\ In (nm (g (o f))) (load R m v f).
Proof.
  intros v f l o IF SE I E. destruct V as [_ V2 V5 _].
  destruct (g l) as [|u p|u p] eqn:G; simpl in SE.
  - destruct (V5 l o f) as [S D]; auto; [rewrite G; simpl; auto|]. split; [apply shared_sees; auto|].
    apply in_load. exists Initial. split; auto. unfold load1. rewrite !in_union. rewrite G in D.
    destruct D as [[_ D]|[D|D]]; [rewrite D; simpl; auto | auto | auto].
  - subst u. destruct (V2 _ _ _ f G E IF) as [S D]. split; auto. apply in_load. exists (Private p). split; auto.
    unfold load1. rewrite in_union. auto.
  - destruct (V5 l o f) as [S D]; auto; [rewrite G; simpl; auto|]. split; [apply shared_sees; auto|].
    apply in_load. exists (Public u p). split; auto. unfold load1. rewrite in_union. rewrite G in D.
    destruct D as [[D _]|[D|D]]; [discriminate | auto | auto].
Qed.
Lemma trail_ok : forall x fs pre v ws l0 l l', trail F R m k x pre v fs = Some ws -> r x = Some l0 ->
  Semantics.walk h l0 pre = Some l -> sees t (g l) -> In (nm (g l)) v -> Semantics.walk h l fs = Some l' ->
  passes g h l fs ws.
Proof.
  intros x. induction fs as [|f fs IH]; intros pre v ws l0 l l' E R0 Wp SE I W; simpl in E.
  - inversion E; subst. simpl. auto.
  - destruct (known_field F f) eqn:K; [|discriminate]. apply known_field_in in K.
    destruct (trail F R m k x (pre ++ [f]) _ fs) as [us|] eqn:T; inversion E; subst. simpl in W.
    destruct (h l) as [o|] eqn:O; [|discriminate]. destruct (load_ok v f l o K SE I O) as [S1 I1].
    cbn [passes]. split; auto. split; auto. split; auto. exists o. split; auto.
    assert (Wq : Semantics.walk h l0 (pre ++ [f]) = Some (o f)) by (rewrite walk_app, Wp; simpl; rewrite O; auto).
    eapply IH; eauto. unfold narrowed. destruct (fact k (x, pre ++ [f])) as [w|] eqn:Fk; auto.
    apply in_meet. split; auto. apply fact_in in Fk. pose proof (r_facts _ _ _ _ _ _ V _ _ l0 Fk R0) as Lk. simpl in Lk.
    eapply leads_value; [|exact Lk | exact Wq]. intros X. apply app_eq_nil in X. destruct X. discriminate.
Qed.
Lemma trail_of_ok : forall e ws l0 l, trail_of F R vs m k e = Some ws -> r (fst e) = Some l0 ->
  Semantics.walk h l0 (snd e) = Some l -> passes g h l0 (snd e) ws.
Proof.
  intros [x fs] ws l0 l E R0 W. unfold trail_of in E. simpl in *. destruct (lookup vs x) as [v|] eqn:L; [|discriminate].
  destruct (r_vars _ _ _ _ _ _ V _ _ _ L R0). eapply trail_ok; eauto.
Qed.
Lemma eval_path_ok : forall e ws l, trail_of F R vs m k e = Some ws -> value r h e = Some l ->
  sees t (g l) /\ In (nm (g l)) (last ws []).
Proof.
  intros e ws l E W. unfold value in W. destruct (r (fst e)) as [a|] eqn:A; [|discriminate].
  eapply passes_end; eauto. eapply trail_of_ok; eauto.
Qed.
End Reads.
Lemma extend_facts_ok : forall g h vs m k r, reads g h vs m k r -> wf_heap h -> wf_frame h r ->
  forall k', facts_ok g h (extend_facts F R vs m k k') r.
Proof.
  intros g h vs m k r [V1 V2 V3 V4] WH WR. induction k' as [|[e v] k' IH]; simpl; auto.
  destruct (fact (extend_facts F R vs m k k') e); auto.
  destruct (trail_of F R vs m (extend_facts F R vs m k k') e) as [ws|] eqn:T; auto.
  destruct (fact_of R (snd e) ws (last ws [])) as [w|] eqn:N; auto.
  intros e' v' l [E|I] X; [|eapply IH; eauto]. inversion E; subst e' v'.
  destruct (walk_defined h WH (snd e) l (WR _ _ X)) as (l' & W & _).
  destruct (snd e) as [|f fs] eqn:Se; [simpl; auto|]. rewrite <- Se in *.
  assert (V : reads g h vs m (extend_facts F R vs m k k') r) by (constructor; auto).
  pose proof (trail_of_ok _ _ _ _ _ _ V _ _ _ _ T X W) as P.
  eapply fact_of_ok; eauto; [congruence|]. eapply passes_end; eauto.
Qed.
(** Stores of this thread, and facts. *)
Lemma after_facts : forall g h vs m k r g' h' d, reads g h vs m k r -> wf_heap h -> stepped F g h g' h' (d ++ R) ->
  forall e v l ws v', In (e, v) k -> r (fst e) = Some l -> trail_of F R vs m k e = Some ws ->
  after d (snd e) ws v = Some v' -> leads g' h' l (snd e) v'.
Proof.
  intros g h vs m k r g' h' d V WH S e v l ws v' I X T A. pose proof (r_facts _ _ _ _ _ _ V _ _ _ I X) as L.
  destruct (leads_walk _ _ _ _ _ L) as (l' & W). eapply after_ok; eauto. eapply trail_of_ok; eauto.
Qed.
Lemma forget_ok : forall g h vs m k r g' h' d, reads g h vs m k r -> wf_heap h -> stepped F g h g' h' (d ++ R) ->
  facts_ok g' h' (forget F R vs m d k) r.
Proof.
  intros g h vs m k r g' h' d V WH S e v l I X. unfold forget in I. apply in_flat_map in I.
  destruct I as ([e0 v0] & I & J). simpl in J. destruct (trail_of F R vs m k e0) as [ws|] eqn:T; [|destruct J].
  destruct (after d (snd e0) ws v0) as [w|] eqn:A; [|destruct J]. destruct J as [J|[]]. inversion J; subst.
  eapply after_facts; eauto.
Qed.
Lemma survive_ok : forall g h vs m k r g' h' d, reads g h vs m k r -> wf_heap h -> stepped F g h g' h' (d ++ R) ->
  facts_ok g' h' (survive F R vs m d k) r.
Proof.
  intros g h vs m k r g' h' d V WH S e v l I X. unfold survive in I. apply in_flat_map in I.
  destruct I as ([e0 v0] & I & J). simpl in J. destruct (trail_of F R vs m k e0) as [ws|] eqn:T; [|destruct J].
  destruct (settled R d (removelast (snd e0)) ws); [|destruct J].
  destruct (after d (snd e0) ws v0) as [w|] eqn:A; [|destruct J]. destruct J as [J|[]]. inversion J; subst.
  eapply after_facts; eauto.
Qed.

(** *** What is covered, and what is added *)
Section View.
Variables (g : tags) (h : heap) (s : astate) (Ss : list astate) (r r0 : frame) (rs : list frame) (m' : cells).
Hypothesis V : view g h s Ss r r0 rs m'.
Hypothesis REL : grown m' R.
Lemma shared_reads : shared_ok g h (acells s) R.
Proof.
  intros l o f A B C. destruct (v_shared _ _ _ _ _ _ _ _ V _ _ _ A B C) as [S D]. split; auto.
  destruct D as [D|[D|D]]; auto. right. right. apply REL; auto; apply shared_nm; auto.
Qed.
Lemma view_reads : reads g h (avars s) (acells s) (sfacts s) r.
Proof. destruct V. constructor; auto. apply shared_reads. Qed.
Lemma view_reads0 : reads g h (evars (amore s)) (acells s) (efacts (amore s)) r0.
Proof. destruct V. constructor; auto. apply shared_reads. Qed.
Lemma eval_ok : forall e w l, eval F R s e = Some w -> value r h e = Some l -> sees t (g l) /\ In (nm (g l)) w.
Proof.
  intros e w l E W. unfold eval in E. destruct (strail F R s e) as [ws|] eqn:T; inversion E; subst.
  eapply eval_path_ok; eauto. apply view_reads.
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
Lemma keep_view : forall x, view g h (keep s x) Ss r r0 rs m'.
Proof.
  intros x. unfold keep. destruct x as [i|i]; auto. destruct (lookup (evars (amore s)) (Arg i)) eqn:Le; auto.
  destruct (lookup (avars s) (Arg i)) as [v|] eqn:Lv; auto.
  destruct (Nat.ltb_spec i (aformals (amore s))) as [L|]; auto.
  destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. unfold with_more. constructor; auto; cbn [amore evars efacts].
  - intros x w l Lx E. cbn [lookup] in Lx. destruct (var_eq_dec (Arg i) x) as [<-|N]; [|exact (V8 _ _ _ Lx E)].
    inversion Lx; subst. rewrite <- (V10 i L Le) in E. exact (V1 _ _ _ Lv E).
  - intros e v0 l I E. apply in_app_iff in I. destruct I as [I|I]; [|exact (V9 _ _ _ I E)]. apply filter_In in I.
    destruct I as [I J].
    cbn [fst] in J. destruct (var_eq_dec (fst e) (Arg i)) as [Q|]; [|discriminate]. rewrite Q, <- (V10 i L Le) in E.
    apply (V7 _ _ _ I). rewrite Q. auto.
  - intros j Lj Lx. cbn [lookup evars] in Lx. destruct (var_eq_dec (Arg i) (Arg j)) as [Q|N]; [discriminate|]. auto.
Qed.
End View.
Lemma keep_same : forall s x, avars (keep s x) = avars s /\ acells (keep s x) = acells s /\ aheld (keep s x) = aheld s /\
  alev (keep s x) = alev s /\ astored (amore (keep s x)) = astored (amore s) /\ sfacts (keep s x) = sfacts s /\
  asingle (keep s x) = asingle s /\ aseveral (keep s x) = aseveral s /\ apub (keep s x) = apub s.
Proof.
  intros s x. unfold keep. destruct x; auto 10. destruct (lookup (evars (amore s)) (Arg i)); auto 10.
  destruct (lookup (avars s) (Arg i)); auto 10. destruct (_ <? _); auto 10.
Qed.
Lemma keep_all_view : forall g h s Ss r r0 rs m' s', view g h s Ss r r0 rs m' -> view g h (keep_all s s') Ss r r0 rs m'.
Proof.
  intros g h s Ss r r0 rs m' s' V. unfold keep_all. induction (evars (amore s')) as [|d e IH]; simpl; auto.
  apply keep_view. auto.
Qed.
Lemma keep_all_same : forall s s', acells (keep_all s s') = acells s /\ aheld (keep_all s s') = aheld s /\
  alev (keep_all s s') = alev s.
Proof.
  intros s s'. unfold keep_all. induction (evars (amore s')) as [|d e IH]; simpl; auto.
  destruct (keep_same (fold_right (fun d s1 => keep s1 (fst d)) s e) (fst d)) as (_ & A & B & C & _).
  rewrite A, B, C. auto.
Qed.
Lemma extend_view : forall g h s Ss r r0 rs m' s', view g h s Ss r r0 rs m' -> grown m' R -> wf_heap h ->
  wf_frame h r ->
  view g h (extend F R s s') Ss r r0 rs m'.
Proof.
  intros g h s Ss r r0 rs m' s' V REL WH WR. unfold extend. pose proof (keep_all_view _ _ _ _ _ _ _ _ s' V) as V'.
  pose proof (view_reads _ _ _ _ _ _ _ _ V' REL) as R1. pose proof (view_reads0 _ _ _ _ _ _ _ _ V' REL) as R2.
  destruct V' as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. unfold with_more. constructor; auto; cbn [amore evars efacts].
  - unfold sfacts at 1. cbn [amore afacts]. apply extend_facts_ok; auto.
  - apply extend_facts_ok; auto.
Qed.
Lemma susp_more : forall g h Ss rs ps ps' d d' c, incl ps ps' -> (forall k, incl (cell d k) (cell d' k)) ->
  susp_ok g h ps d c Ss rs -> susp_ok g h ps' d' c Ss rs.
Proof.
  intros g h. induction Ss as [|s Ss IH]; intros [|r rs] ps ps' d d' c I J H; simpl in *; auto.
  destruct H as (g0 & h0 & r0 & H1 & H2 & H3 & H4 & H5). exists g0, h0, r0. split; auto. split; [|split; [|split]].
  - eapply stepped_more; [|eauto]. intros k n _ _ X. apply cell_app. apply cell_app in X. destruct X as [X|X]; auto.
    left. apply J. auto.
  - intros x v l L E. destruct (H3 _ _ _ L E) as [S [X|(u & X & Y & Z)]]; split; eauto 6.
  - intros x v l L E. destruct (H4 _ _ _ L E) as [S [X|(u & X & Y & Z)]]; split; eauto 6.
  - eapply IH; [| |eauto].
    + apply incl_app; [apply incl_appl; auto | apply incl_appr, incl_refl].
    + intros k n X. apply cell_app. apply cell_app in X. destruct X as [X|X]; auto. left. apply J. auto.
Qed.
Lemma covers_var : forall g vs vs' r, covers vs vs' -> var_ok g vs r -> var_ok g vs' r.
Proof. intros g vs vs' r C V x v' l L E. destruct (C _ _ L) as (v & L' & I). destruct (V _ _ _ L' E). auto. Qed.
Lemma covers_facts_ok : forall g h k k' r, covers_facts k k' -> facts_ok g h k r -> facts_ok g h k' r.
Proof. intros g h k k' r C V e v' l I E. destruct (C _ _ I) as (v & I' & J). eapply leads_incl; eauto. Qed.
Lemma view_covered : forall g h s s' Ss r r0 rs m', covered s s' -> view g h s Ss r r0 rs m' ->
  view g h s' Ss r r0 rs m'.
Proof.
  intros g h s s' Ss r r0 rs m' (A & B & C & D & E & _ & _ & M1 & M2 & M3 & M4 & M5 & M6)
    [V1 V2 [V3 V3'] V4 V5 V6 V7 V8 V9 V10 V11]. constructor; auto.
  - eapply covers_var; eauto.
  - intros l u o f X Y Z. destruct (V2 _ _ _ _ X Y Z). split; auto. apply B; auto.
  - split.
    + intros l u X. apply V3, in_app_iff in X. destruct X as [X|X]; auto. apply in_app_iff. auto.
    + intros l l' u X Y. destruct (V3' _ _ _ X Y); auto.
  - eapply susp_more; eauto.
  - intros l o f X Y Z. destruct (V5 _ _ _ X Y Z) as [S [T|[T|T]]]; split; auto. right. left. apply B; auto.
  - eapply covers_facts_ok; eauto.
  - eapply covers_var; eauto.
  - eapply covers_facts_ok; eauto.
  - intros i L N. apply V10; [congruence | auto].
Qed.
(** *** What the other thread does not notice *)
Definition unnoticed (g : tags) (h : heap) (g' : tags) (h' : heap) : Prop :=
  (forall l, h l <> None -> sees (other t) (g l) -> g' l = g l) /\
  (forall l u, g' l = Own (other t) u -> g l = Own (other t) u) /\
  (forall l u, h l <> None -> g l = Own (other t) u -> h' l = h l) /\ grows h h'.

(** Callers, at a step of either thread. *)
Lemma perhaps_same : forall g h g' ps vs r, (forall l, h l <> None -> sees t (g l) -> g' l = g l) -> wf_frame h r ->
  perhaps g ps vs r -> perhaps g' ps vs r.
Proof.
  intros g h g' ps vs r U W H x v l L E. destruct (H _ _ _ L E) as [S D]. rewrite U; auto. eapply W; eauto.
Qed.
Lemma susp_step : forall base g h g' h', wf_heap h ->
  (forall qs vs r, incl base qs -> wf_frame h r -> perhaps g qs vs r -> perhaps g' qs vs r) ->
  forall Ss rs qs d d' c, incl base qs -> (forall k, incl (cell d k) (cell d' k)) -> stepped F g h g' h' (d' ++ R) ->
  Forall (wf_frame h) rs -> susp_ok g h qs d c Ss rs -> susp_ok g' h' qs d' c Ss rs.
Proof.
  intros base g h g' h' WH HP. induction Ss as [|s Ss IH]; intros [|r rs] qs d d' c I J ST W H; simpl in *; auto.
  destruct H as (g0 & h0 & r0 & H1 & H2 & H3 & H4 & H5). inversion W as [|? ? W1 W2]; subst. exists g0, h0, r0.
  split; auto. destruct H1 as (P1 & P2 & _). split; [|split; [|split]].
  - eapply stepped_trans; [exact P1 | exact WH | | exact ST]. eapply stepped_more; [|exact H2].
    intros k n _ _ X. apply cell_app. apply cell_app in X. destruct X as [X|X]; auto. left. apply J. auto.
  - apply HP; auto.
  - apply HP; auto. eapply wf_frame_grows; [|exact P2]. apply H2.
  - eapply IH; [| | |auto|exact H5].
    + apply incl_appl. auto.
    + intros k n X. apply cell_app. apply cell_app in X. destruct X as [X|X]; auto. left. apply J. auto.
    + eapply stepped_more; [|exact ST]. intros k n _ _ X. rewrite !cell_app in *. tauto.
Qed.
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
Lemma other_var : forall vs r, wf_frame h r -> var_ok (other t) g vs r -> var_ok (other t) g' vs r.
Proof.
  intros vs r W V x v l L E. destruct UN as (U & _). destruct (V _ _ _ L E) as [S I].
  rewrite U; auto. eapply W; eauto.
Qed.
Lemma other_cells : forall m, cells_ok F (other t) g h m -> cells_ok F (other t) g' h' m.
Proof.
  intros m C l u o f G E I. destruct UN as (U1 & U2 & U3 & _). apply U2 in G.
  assert (N : h l <> None) by (intros X; rewrite (FR l X) in G; discriminate).
  rewrite (U3 _ _ N G) in E. destruct (C _ _ _ _ G E I) as [S J]. rewrite U1; auto.
  destruct WF as [_ W]. eapply W; eauto.
Qed.
Lemma other_count : forall s, count_ok (other t) g s -> count_ok (other t) g' s.
Proof. intros s [A B]. destruct UN as (_ & U & _). split; eauto. Qed.
Lemma other_view : forall R s Ss r r0 rs m m', view F (other t) R g h s Ss r r0 rs m -> Forall (wf_frame h) (r :: rs) ->
  stepped F g h g' h' R -> shared_ok F g' h' (acells s) m' -> fresh_ok g' h' ->
  view F (other t) R g' h' s Ss r r0 rs m'.
Proof.
  intros R s Ss r r0 rs m m' [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11] WR ST SH FR'. inversion WR as [|? ? W1 W2]; subst.
  constructor; auto.
  - apply other_var; auto.
  - apply other_cells; auto.
  - apply other_count; auto.
  - eapply (susp_step F (other t) R [] g h g' h' WF); [| | | |exact W2|exact V4].
    + intros qs vs r1 _ Wr. apply (perhaps_same (other t) g h); auto. apply UN.
    + intros n [].
    + intros k. apply incl_refl.
    + eapply stepped_more; [|exact ST]. intros k n _ _ X. apply cell_app. auto.
  - eapply facts_stepped; eauto.
  - apply other_var; auto.
  - eapply facts_stepped; eauto.
  - eapply wf_frame_grows; [|exact V11]. apply UN.
Qed.
End Other.

(** ** The steps of a thread *)
Section Steps.
Variable F : list field.
Variable t : thread.
Variable R : cells.
Variables (g : tags) (h : heap) (s : astate) (Ss : list astate) (r r0 : frame) (rs : list frame) (m' : cells).
Hypothesis V : view F t R g h s Ss r r0 rs m'.
Hypothesis WH : wf_heap h.
Hypothesis WR : Forall (wf_frame h) (r :: rs).
Notation same g' := (forall l, h l <> None -> sees t (g l) -> g' l = g l).

Lemma assign_view : forall x v l k s', sees t (g l) -> In (nm (g l)) v -> facts_ok F R g h k (bind r x l) ->
  assign s x v k = Some s' -> view F t R g h s' Ss (bind r x l) r0 rs m'.
Proof.
  intros x v l k s' S I K A. unfold assign in A. destruct (assignable (keep s x) x) eqn:AS; inversion A; subst. clear A.
  pose proof (keep_view F t R g h s Ss r r0 rs m' V x) as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. constructor; auto.
  - intros y w a L E. simpl in L. unfold bind in E.
    destruct (var_eq_dec x y) as [->|N].
    + inversion L; subst. destruct (var_eq_dec y y); [|congruence]. inversion E; subst. auto.
    + destruct (var_eq_dec y x); [congruence|]. exact (V1 _ _ _ L E).
  - intros e w a J E. cbn [sfacts amore with_facts afacts] in J. unfold sfacts in J. cbn [amore with_facts afacts] in J.
    apply in_app_iff in J. destruct J as [J|J]; [eauto|].
    apply in_without in J. destruct J as [J N]. unfold bind in E. destruct (var_eq_dec (fst e) x); [congruence|].
    exact (V7 _ _ _ J E).
  - intros i L N. cbn [amore with_facts aformals evars] in *. unfold bind.
    destruct (var_eq_dec (Arg i) x) as [E|E]; [|auto].
    exfalso. subst x. unfold assignable in AS. rewrite N in AS. apply Nat.leb_le in AS. lia.
Qed.
Lemma level_view : forall a, view F t R g h (with_level s a) Ss r r0 rs m'.
Proof. intros a. destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. constructor; auto. Qed.

(** A store into an object of its own. *)
Lemma own_store : forall l o u v f m, g l = Own t u -> h l = Some o -> sees t (g v) ->
  In (nm (g v)) (cell m (Private u, f)) ->
  (forall k n, In n (cell (acells s) k) -> In n (cell m k) \/ (k = (Private u, f) /\ forall l', g l' = Own t u -> l' = l)) ->
  view F t R g (hset h l f v) (with_cells s m) Ss r r0 rs m' /\ unnoticed t g h g (hset h l f v) /\
  stepped F g h g (hset h l f v) [].
Proof.
  intros l o u v f m G E S I M. destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11].
  assert (ST : stepped F g h g (hset h l f v) []).
  { split; [apply hset_grows|]. split; auto. intros l2 o2 S2 E2. exists o2. split; auto. unfold hset.
    destruct (Nat.eqb_spec l2 l) as [->|N]; auto. rewrite G in S2. simpl in S2. tauto. }
  split; [|split; [|exact ST]].
  - constructor; auto.
    + intros l2 u2 o2 f2 G2 E2 I2. unfold hset in E2. simpl. destruct (Nat.eqb_spec l2 l) as [->|N].
      * rewrite E in E2. inversion E2; subst o2. cbv beta. rewrite G in G2. inversion G2; subst u2.
        destruct (Nat.eqb_spec f2 f) as [->|N]; auto.
        destruct (V2 _ _ _ _ G E I2) as [A B]. split; auto. destruct (M _ _ B) as [C|[C _]]; auto. congruence.
      * destruct (V2 _ _ _ _ G2 E2 I2) as [A B]. split; auto. destruct (M _ _ B) as [C|[C D]]; auto.
        inversion C; subst. elim N. auto.
    + inversion WR as [|? ? W1 W2]; subst. simpl. eapply (susp_step F t R []); [exact WH | | | | | exact W2 | exact V4].
      * intros qs vs r1 _ Wr. auto.
      * intros n [].
      * intros k. apply incl_refl.
      * eapply stepped_more; [|exact ST]. intros k n _ _ [].
    + intros l2 o2 f2 G2 E2 I2. unfold hset in E2. simpl. destruct (Nat.eqb_spec l2 l) as [->|N].
      * rewrite G in G2. simpl in G2. tauto.
      * destruct (V5 _ _ _ G2 E2 I2) as [A [B|[B|B]]]; split; auto. destruct (M _ _ B) as [C|[C _]]; auto.
        inversion C as [[X Y]]. apply shared_nm in G2. rewrite X in G2. discriminate.
    + intros a Ea. unfold hset in Ea. destruct (Nat.eqb_spec a l) as [Q|N]; auto. rewrite E in Ea. discriminate.
    + eapply facts_stepped; [exact WH | | exact V7]. eapply stepped_more; [|exact ST]. intros k n _ _ [].
    + eapply facts_stepped; [exact WH | | exact V9]. eapply stepped_more; [|exact ST]. intros k n _ _ [].
    + eapply wf_frame_grows; [apply hset_grows | auto].
  - split; [|split; [|split]]; auto using hset_grows.
    intros l2 u2 _ G2. unfold hset. destruct (Nat.eqb_spec l2 l) as [->|N]; auto.
    rewrite G in G2. inversion G2. destruct t; discriminate.
Qed.
(** A store of an object that both can reach into another, whose facts are about the heap after it. *)
Lemma shared_store : forall l o v f, shared (g l) -> h l = Some o -> shared (g v) ->
  In (nm (g v)) (cell (acells s) (nm (g l), f)) -> In (nm (g v)) (cell (astored (amore s)) (nm (g l), f)) ->
  facts_ok F R g (hset h l f v) (sfacts s) r -> facts_ok F R g (hset h l f v) (efacts (amore s)) r0 ->
  view F t R g (hset h l f v) s Ss r r0 rs m' /\ unnoticed t g h g (hset h l f v).
Proof.
  intros l o v f G E S I I2' K1 K2. destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. split.
  - constructor; auto.
    + intros l2 u2 o2 f2 G2 E2 I2. unfold hset in E2. destruct (Nat.eqb_spec l2 l) as [->|N]; eauto.
      rewrite G2 in G. simpl in G. tauto.
    + inversion WR as [|? ? W1 W2]; subst. eapply (susp_step F t R []); [exact WH | | | | | exact W2 | exact V4].
      * intros qs vs r1 _ Wr. auto.
      * intros n [].
      * intros k. apply incl_refl.
      * split; [apply hset_grows|]. split; auto. intros l2 o2 S2 E2. unfold hset.
        destruct (Nat.eqb_spec l2 l) as [->|N]; [|eauto].
        rewrite E. rewrite E in E2. inversion E2; subst o2. eexists. split; [reflexivity|]. intros f2 IF Sf.
        cbv beta. destruct (Nat.eqb_spec f2 f) as [->|N]; auto. right. split; auto. apply cell_app. auto.
    + intros l2 o2 f2 G2 E2 I2. unfold hset in E2. destruct (Nat.eqb_spec l2 l) as [->|N]; eauto.
      rewrite E in E2. inversion E2; subst o2. cbv beta. destruct (Nat.eqb_spec f2 f) as [->|N]; auto.
    + intros a Ea. unfold hset in Ea. destruct (Nat.eqb_spec a l) as [Q|N]; auto. rewrite E in Ea. discriminate.
    + eapply wf_frame_grows; [apply hset_grows | auto].
  - split; [|split; [|split]]; auto using hset_grows.
    intros l2 u2 _ G2. unfold hset. destruct (Nat.eqb_spec l2 l) as [->|N]; auto. rewrite G2 in G. simpl in G. tauto.
Qed.
Lemma store_stepped : forall l o v f d, shared (g l) -> h l = Some o -> shared (g v) ->
  In (nm (g v)) (cell d (nm (g l), f)) -> stepped F g h g (hset h l f v) d.
Proof.
  intros l o v f d G E S I. split; [apply hset_grows|]. split; auto. intros l2 o2 S2 E2. unfold hset.
  destruct (Nat.eqb_spec l2 l) as [->|N]; [|eauto].
  rewrite E. rewrite E in E2. inversion E2; subst o2. eexists. split; [reflexivity|]. intros f2 IF Sf.
  cbv beta. destruct (Nat.eqb_spec f2 f) as [->|N]; auto.
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
         (minus (asingle s) ps) (minus (aseveral s) ps) (union ps (apub s)) (aheld s) (alev s)
         (published t ps (acells s) (amore s)).
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
Lemma republish_stepped : stepped F g h republish h [].
Proof.
  split; [apply grows_refl|]. split; [intros l S _; apply republish_shared; auto|]. intros l o S E. exists o. auto.
Qed.
Lemma republish_var : forall vs r1, var_ok t g vs r1 ->
  var_ok t republish (map (fun e => (fst e, map (public_name t ps) (snd e))) vs) r1.
Proof.
  intros vs r1 V1 x w l L E. rewrite (lookup_map (map (public_name t ps))) in L.
  destruct (lookup vs x) as [v|] eqn:Lx; inversion L; subst.
  destruct (V1 _ _ _ Lx E) as [S I]. destruct (republish_sees l S) as [S' ->]. split; auto. apply in_map. auto.
Qed.
Lemma publish_view : view F t R republish h republished Ss r r0 rs m' /\ unnoticed t g h republish h.
Proof.
  destruct V as [V1 V2 [V3 V3'] V4 V5 V6 V7 V8 V9 V10 V11]. inversion WR as [|? ? W1 W2]; subst. split.
  - constructor.
    + apply republish_var. auto.
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
    + simpl. eapply (susp_step F t R ps g h); [exact WH | | | | | exact W2 | eapply susp_more; [ | | exact V4]].
      * intros qs vs r1 I Wr H x v l L E. destruct (H _ _ _ L E) as [S D]. destruct (republish_sees l S) as [S' N'].
        split; auto.
        destruct D as [D|(u & D1 & D2 & D3)].
        -- destruct (g l) as [|u p|u p] eqn:G.
           ++ rewrite N'. simpl. left. auto.
           ++ simpl in S. subst u. destruct (republish_own _ _ G) as [[J ->]|[J ->]]; simpl in *; [|auto].
              right. exists p. auto.
           ++ rewrite N'. left. auto.
        -- right. exists u. rewrite republish_shared; [auto | rewrite D1; simpl; auto].
      * intros n I. apply in_union. auto.
      * intros k n I. apply in_cells_join. left. exact I.
      * eapply stepped_more; [|exact republish_stepped]. intros k n _ _ [].
      * intros n I. apply in_union. auto.
      * intros k n I. exact I.
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
    + eapply facts_stepped; [exact WH | | exact V7]. eapply stepped_more; [|exact republish_stepped]. intros k n _ _ [].
    + apply republish_var. auto.
    + eapply facts_stepped; [exact WH | | exact V9]. eapply stepped_more; [|exact republish_stepped]. intros k n _ _ [].
    + intros i L N. simpl in *. apply V10; auto. rewrite (lookup_map (map (public_name t ps))) in N.
      destruct (lookup (evars (amore s)) (Arg i)); [discriminate | auto].
    + auto.
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
Lemma created_stepped : stepped F g h created (hnew h l) [].
Proof.
  split; [apply hnew_grows|]. split; [intros a _ N; apply created_old; auto|]. intros a o S E. exists o. split; auto.
  unfold hnew. destruct (Nat.eqb_spec a l) as [->|]; [congruence | auto].
Qed.
Lemma create_view : view F t R created (hnew h l) (create F s p) Ss r r0 rs m' /\
  unnoticed t g h created (hnew h l).
Proof.
  destruct V as [V1 V2 [V3 V3'] V4 V5 V6 V7 V8 V9 V10 V11]. pose proof WH as [_ WH2].
  inversion WR as [|r1 rs1 W1 W2]; subst.
  assert (NEW : created l = Own t p) by (unfold created; rewrite Nat.eqb_refl; auto).
  assert (OLD : forall a, a <> l -> created a = g a).
  { intros a N. unfold created. destruct (Nat.eqb_spec a l); congruence. }
  split.
  - constructor.
    + intros y w a L E. rewrite created_old; [exact (V1 _ _ _ L E)|]. eapply W1; eauto.
    + intros a u o f G E I. simpl. unfold hnew in E. destruct (Nat.eqb_spec a l) as [->|N].
      * inversion E; subst o. rewrite NEW in G |- *. inversion G; subst u. simpl. split; auto.
        apply create_cells. left. auto.
      * rewrite OLD in G by auto. destruct (V2 _ _ _ _ G E I) as [S J]. rewrite created_old by (eapply WH2; eauto).
        split; auto. apply create_cells. auto.
    + assert (X : forall n, In n (asingle s ++ aseveral s) \/ n = Private p ->
                  In n (asingle (create F s p) ++ aseveral (create F s p))).
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
      * assert (SEV : forall n, In n (aseveral s) -> In n (aseveral (create F s p))).
        { intros n I. unfold create. cbn [aseveral]. destruct (has _ _); simpl; auto. }
        assert (TWICE : forall a, a <> l -> g a = Own t p -> In (Private p) (aseveral (create F s p))).
        { intros a N G. specialize (V3 _ _ G). apply in_app_iff in V3. destruct V3 as [I|I]; auto.
          unfold create. cbn [aseveral]. apply has_in in I. rewrite I. simpl. auto. }
        intros a b u G G'. unfold created in G, G'.
        destruct (Nat.eqb_spec a l) as [Ea|Na], (Nat.eqb_spec b l) as [Eb|Nb].
        -- left. congruence.
        -- inversion G; subst u. right. eauto.
        -- inversion G'; subst u. right. eauto.
        -- destruct (V3' _ _ _ G G'); auto.
    + simpl. eapply (susp_step F t R [] g h); [exact WH | | | | | exact W2 | exact V4].
      * intros qs vs r1 _ Wr. apply (perhaps_same t g h); auto. intros a N _. apply created_old. auto.
      * intros n [].
      * intros k. apply incl_refl.
      * eapply stepped_more; [|exact created_stepped]. intros k n _ _ [].
    + intros a o f G E I. unfold hnew in E. destruct (Nat.eqb_spec a l) as [Ea|N].
      * rewrite Ea, NEW in G. simpl in G. tauto.
      * rewrite (OLD a N) in G |- *. destruct (V5 _ _ _ G E I) as [S D]. rewrite created_old by (eapply WH2; eauto).
        split; auto. destruct D as [D|[D|D]]; auto. right. left. apply create_cells. auto.
    + intros a E. unfold hnew in E. destruct (Nat.eqb_spec a l); [discriminate|]. rewrite OLD; auto.
    + eapply facts_stepped; [exact WH | | exact V7]. eapply stepped_more; [|exact created_stepped]. intros k n _ _ [].
    + intros y w a L E. rewrite created_old; [exact (V8 _ _ _ L E)|]. eapply V11; eauto.
    + eapply facts_stepped; [exact WH | | exact V9]. eapply stepped_more; [|exact created_stepped]. intros k n _ _ [].
    + exact V10.
    + eapply wf_frame_grows; [apply hnew_grows | auto].
  - split; [|split; [|split]].
    + intros a N _. apply created_old. auto.
    + intros a u G. unfold created in G. destruct (Nat.eqb_spec a l); auto. inversion G. destruct t; discriminate.
    + intros a u N _. unfold hnew. destruct (Nat.eqb_spec a l) as [->|]; [congruence | auto].
    + apply hnew_grows.
Qed.
End Create.
End Steps.

(** *** Calls and returns *)
Lemma lookup_arguments : forall ws k y w, lookup (arguments k ws) y = Some w ->
  exists j, y = Arg (k + j) /\ nth_error ws j = Some w.
Proof.
  induction ws as [|w0 ws IH]; intros k y w L; cbn [lookup arguments] in L; [discriminate|].
  destruct (var_eq_dec (Arg k) y) as [<-|N].
  - inversion L; subst. exists 0. rewrite Nat.add_0_r. split; reflexivity.
  - destruct (IH _ _ _ L) as (j & -> & E). exists (S j). rewrite Nat.add_succ_r. auto.
Qed.
Section Calls.
Variable F : list field.
Variable t : thread.
Variable R : cells.
Lemma argument_facts_ok : forall g h k r ls, facts_ok F R g h k r -> forall es i ls1, values r h es = Some ls1 ->
  (forall j, nth_error ls (i + j) = nth_error ls1 j) -> facts_ok F R g h (argument_facts k i es) (callee ls).
Proof.
  intros g h k r ls K. induction es as [|e es IH]; intros i ls1 W N; simpl in *.
  - intros e v l [].
  - destruct (value r h e) as [l|] eqn:Ve; [|discriminate].
    destruct (values r h es) as [ls0|] eqn:Vs; inversion W; subst.
    apply facts_app.
    + eapply facts_beyond; eauto. simpl. rewrite <- (Nat.add_0_r i), N. reflexivity.
    + eapply IH; eauto. intros j. specialize (N (S j)). simpl in N. rewrite <- N. f_equal. lia.
Qed.
Lemma enter_view : forall g h s Ss r r0 rs m' es s1 ls, view F t R g h s Ss r r0 rs m' -> wf_heap h ->
  Forall (wf_frame h) (r :: rs) -> grown m' R -> enter F R es s = Some s1 -> values r h es = Some ls ->
  view F t R g h s1 (suspend es s :: Ss) (callee ls) (callee ls) (r :: rs) m'.
Proof.
  intros g h s Ss r r0 rs m' es s1 ls V WH WR REL E W. unfold enter in E.
  destruct (evals F R s es) as [ws|] eqn:Ev; inversion E; subst.
  pose proof (evals_ok F t R g h s Ss r r0 rs m' V REL es ws ls Ev W) as A.
  pose proof (view_reads F t R g h s Ss r r0 rs m' V REL) as R1.
  pose proof (view_reads0 F t R g h s Ss r r0 rs m' V REL) as R2.
  destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. inversion WR as [|? ? W1 W2]; subst. constructor; auto.
  - intros y w l L X. cbn [avars] in L. apply lookup_arguments in L. destruct L as (j & -> & N). simpl in X.
    clear - A N X. revert j N X. induction A as [|w0 l0 ws ls0 B A IH]; intros [|j] N X; simpl in *; try discriminate.
    + inversion N; inversion X; subst. auto.
    + eauto.
  - cbn [susp_ok apub amore astored]. exists g, h, r0. split; [|split; [|split; [|split]]].
    + split; [exact WH|]. split; [exact V11|]. split; [exact V10|]. split; [exact R1|]. split; [exact R2|].
      exists ls. auto.
    + apply stepped_refl.
    + intros x v l L X. destruct (V1 _ _ _ L X). auto.
    + intros x v l L X. destruct (V8 _ _ _ L X). auto.
    + exact V4.
  - unfold sfacts. cbn [amore afacts]. eapply argument_facts_ok; eauto.
  - intros y w l L. discriminate.
  - intros e v l [].
  - intros i _ _. reflexivity.
  - eapply callee_wf; eauto.
Qed.
Lemma perhaps_var : forall g ps vs r, perhaps t g ps vs r -> var_ok t g (perhaps_public t ps vs) r.
Proof.
  intros g ps vs r H x w l L E. unfold perhaps_public in L.
  rewrite (lookup_map (fun v => union v (all_public t (filter (fun n => has n ps) v)))) in L.
  destruct (lookup vs x) as [v|] eqn:Lx; inversion L; subst. destruct (H _ _ _ Lx E) as [S D]. split; auto.
  apply in_union. destruct D as [D|(u & D1 & D2 & D3)]; auto. right. rewrite D1. simpl.
  unfold all_public. apply in_map_iff. exists (Private u). split; auto. apply filter_In. split; auto. apply has_in.
  auto.
Qed.
Lemma import_ok : forall g0 h0 g h s d n vs r ls k k0, wf_heap h0 ->
  reads F t R g0 h0 (avars s) (acells s) (sfacts s) r -> stepped F g0 h0 g h (d ++ R) ->
  values r h0 (aargs (amore s)) = Some ls ->
  (forall i fs v l, In ((Arg i, fs), v) k -> i < n -> lookup vs (Arg i) = None -> nth_error ls i = Some l ->
  leads F R g h l fs v) ->
  facts_ok F R g h k0 r -> facts_ok F R g h (import F R s d n vs k k0) r.
Proof.
  intros g0 h0 g h s d n vs r ls k k0 W0 V ST VL.
  induction k as [|[[x fs] v] k IH]; intros H K0; cbn [import fold_right]; auto.
  assert (IHk : facts_ok F R g h (import F R s d n vs k k0) r).
  { apply IH; auto. intros i fs' v' l' I. apply H. right. auto. }
  change (fold_right _ k0 k) with (import F R s d n vs k k0). cbn [fst snd]. destruct x as [i|]; [|auto].
  destruct (lookup vs (Arg i)) eqn:Lx; [auto|].
  destruct (nth_error (aargs (amore s)) i) as [a|] eqn:Na; [|auto].
  destruct (strail F R s a) as [ws|] eqn:T; [|auto].
  destruct (Nat.ltb_spec i n) as [Li|]; [|auto]. destruct fs as [|f fs]; [auto|]. cbn [is_nil negb andb].
  destruct (settled R d (snd a) ws) eqn:Q; [|auto].
  destruct (values_nth _ _ _ _ VL i) as [X _]. destruct (X _ Na) as (l & Vl & Nl).
  intros e w b I E. apply in_put_fact in I. destruct I as [I|I]; [|exact (IHk _ _ _ I E)]. inversion I; subst e w.
  cbn [fst snd] in *.
  unfold value in Vl. rewrite E in Vl.
  assert (LE : leads F R g h b (snd a ++ f :: fs) v).
  { eapply (settled_ok F t R g0 h0 g h d);
      [exact W0 | exact ST | exact (r_shared _ _ _ _ _ _ _ _ _ V) | | exact Q | exact Vl | discriminate |].
    - eapply trail_of_ok; eauto.
    - eapply H; eauto. left. auto. }
  destruct (fact _ (fst a, snd a ++ f :: fs)) as [w|] eqn:Fk; [|auto]. apply leads_meet; auto.
  apply fact_in in Fk. exact (IHk _ _ _ Fk E).
Qed.
Lemma leave_view : forall g h s0 Ss s1 r0 rs r1 r2 m', view F t R g h s1 (s0 :: Ss) r1 r2 (r0 :: rs) m' ->
  exists r3, view F t R g h (leave F t R s0 s1) Ss r0 r3 rs m'.
Proof.
  intros g h s0 Ss s1 r0 rs r1 r2 m' [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. cbn [susp_ok] in V4.
  destruct V4 as (g0 & h0 & r3 & (P1 & P2 & P3 & P4 & P5 & ls & P6 & P7) & ST & H1 & H2 & H3). exists r3.
  constructor; auto.
  - apply perhaps_var. auto.
  - cbn [leave apub amore astored]. eapply susp_more; [| |exact H3].
    + intros n I. apply in_union. apply in_app_iff in I. auto.
    + intros k n I. apply in_cells_join. apply cell_app in I. auto.
  - unfold sfacts. cbn [leave amore afacts].
    eapply import_ok; [exact P1 | exact P4 | exact ST | exact P6 | |].
    + intros i fs v l I _ _ N. apply (V9 _ _ l I). rewrite P7. exact N.
    + eapply import_ok; [exact P1 | exact P4 | exact ST | exact P6 | |].
      * intros i fs v l I L N X. apply (V7 _ _ l I). cbn [fst]. rewrite V10 by auto. rewrite P7. exact X.
      * eapply survive_ok; eauto.
  - apply perhaps_var. auto.
  - cbn [leave amore efacts]. eapply survive_ok; eauto.
  - intros i L N. apply P3; auto. cbn [leave amore evars] in N. unfold perhaps_public in N.
    rewrite (lookup_map (fun v => union v (all_public t (filter (fun n => has n (apub s1)) v)))) in N.
    destruct (lookup (evars (amore s0)) (Arg i)); [discriminate | auto].
  - eapply wf_frame_grows; [|exact P2]. apply ST.
Qed.
End Calls.

(** *** Simple commands *)
Section Transfer.
Variable F : list field.
Variable t : thread.
Variable R : cells.

Lemma publish_ok : forall g h s s' v Ss r r0 rs m', publish t s v = Some s' -> view F t R g h s Ss r r0 rs m' ->
  wf_heap h -> Forall (wf_frame h) (r :: rs) ->
  exists g', view F t R g' h s' Ss r r0 rs m' /\ unnoticed t g h g' h /\ grown (acells s) (acells s') /\
    stepped F g h g' h [] /\ (forall l, shared (g l) -> g' l = g l) /\
    (forall l, sees t (g l) -> In (nm (g l)) v -> shared (g' l) /\ In (nm (g' l)) (all_public t v)) /\
    sfacts s' = sfacts s /\ efacts (amore s') = efacts (amore s) /\
    (forall k, incl (cell (astored (amore s)) k) (cell (astored (amore s')) k)) /\
    aheld s' = aheld s /\ alev s' = alev s.
Proof.
  intros g h s s' v Ss r r0 rs m' E V WH WR. unfold publish in E.
  set (ps := closure _ _ _) in E. destruct (within (privates v) ps) eqn:W; [|discriminate].
  destruct (within (next (acells s) ps) ps) eqn:C; [|discriminate].
  destruct (forallb is_private ps) eqn:Q; inversion E; subst. clear E.
  apply within_incl in W. apply within_incl in C.
  exists (republish t g ps). destruct (publish_view F t R g h s Ss r r0 rs m' V WH WR ps C) as [A B].
  split; [exact A|]. split; [exact B|]. split; [apply (publish_grown t s ps)|].
  split; [apply republish_stepped|].
  split; [intros l; apply republish_shared|]. split; [|split; [reflexivity | split; [reflexivity | split; [|auto]]]].
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
  - intros k n I. simpl. apply in_cells_join. auto.
Qed.

(** What is learned of the path of a store. *)
Section Learn.
Variables (g : tags) (h : heap) (g' : tags) (s : astate) (Ss : list astate) (r r0 : frame) (rs : list frame) (m' : cells).
Variables (pi : path) (l a : loc) (o : field -> loc) (ws : list set) (v : set).
Notation h' := (hset h l (plast pi) a).
Hypothesis V : view F t R g' h' s Ss r r0 rs m'.
Hypothesis REL : grown m' R.
Hypothesis WH : wf_heap h'.
Hypothesis WR : wf_frame h' r.
Hypothesis O : h l = Some o.
Hypothesis IN : sees t (g' a) /\ In (nm (g' a)) v.
Lemma rerouted_ok : forall fs us c c' e from, passes F t g h c fs us -> last us [] = last ws [] ->
  In (nm (g l)) (last ws []) -> Semantics.walk h c fs = Some l -> Semantics.walk h' c' fs = Some e ->
  c' = c \/ (sees t (g' c') /\ In (nm (g' c')) from) ->
  e = l \/ (sees t (g' e) /\ In (nm (g' e)) (rerouted R (acells s) (last ws []) (plast pi) v from fs us)).
Proof.
  pose proof (view_reads F t R g' h' s Ss r r0 rs m' V REL) as RD.
  induction fs as [|f fs IH]; intros us c c' e from P LA IL W W' D.
  - simpl in W, W'. inversion W; inversion W'; subst. destruct D as [D|D]; [auto|]. destruct us; auto.
  - destruct us as [|w us]; [simpl in P; tauto|]. cbn [passes] in P. destruct P as (P1 & P2 & IF & oc & Ec & P).
    simpl in W. rewrite Ec in W. cbn [Semantics.walk] in W'. destruct (h' c') as [o'|] eqn:E'; [|discriminate].
    assert (LA' : last us [] = last ws []) by (destruct us; [simpl in P; tauto | exact LA]).
    cbn [rerouted]. eapply IH; [exact P | exact LA' | exact IL | exact W | exact W' |].
    destruct D as [->|[D1 D2]].
    + unfold hset in E'. destruct (Nat.eqb_spec c l) as [->|N].
      * rewrite Ec in E'. inversion E'; subst o'. cbv beta. destruct (Nat.eqb_spec f (plast pi)) as [->|N]; [|auto].
        right. split; [apply IN|]. destruct (is_nil (meet w (last ws []))) eqn:M.
        -- apply is_nil_eq in M. assert (X : In (nm (g l)) (meet w (last ws []))) by (apply in_meet; auto).
           rewrite M in X. destruct X.
        -- cbn [negb andb]. apply in_union. right. apply IN.
      * rewrite Ec in E'. inversion E'; subst. auto.
    + right. destruct (load_ok F t R g' h' _ _ _ _ RD _ _ _ _ IF D1 D2 E') as [L1 L2]. split; auto.
      destruct (_ && _); [apply in_union|]; auto.
Qed.
Lemma learn_view : In (plast pi) F ->
  (forall l0, r (proot pi) = Some l0 -> passes F t g h l0 (pinner pi) ws /\ Semantics.walk h l0 (pinner pi) = Some l) ->
  view F t R g' h' (learn F R s pi v ws) Ss r r0 rs m'.
Proof.
  intros IF H. unfold learn. destruct (strail F R s (path_expr pi)) as [us|] eqn:T; auto.
  set (q := rerouted R (acells s) (last ws []) (plast pi) v [] (pinner pi) ws).
  destruct (fact_of R (snd (path_expr pi)) us (union v (load R (acells s) q (plast pi)))) as [w|] eqn:N; auto.
  pose proof (view_reads F t R g' h' s Ss r r0 rs m' V REL) as RD.
  assert (K : facts_ok F R g' h' (put_fact (path_expr pi) w (sfacts s)) r).
  { intros e x l0 I E. apply in_put_fact in I. destruct I as [I|I]; [|exact (r_facts _ _ _ _ _ _ _ _ _ RD _ _ _ I E)].
    inversion I; subst e x. cbn [path_expr fst snd] in *. destruct (H _ E) as [P W].
    destruct (walk_defined _ WH (pinner pi ++ [plast pi]) l0 (WR _ _ E)) as (e & We & _).
    pose proof (trail_of_ok _ _ _ _ _ _ _ _ _ RD _ _ _ _ T E We) as PA.
    eapply (fact_of_ok F t R g' h' (acells s) WH (r_shared _ _ _ _ _ _ _ _ _ RD)); [|exact PA|exact We| |exact N].
    - intros X. apply app_eq_nil in X. destruct X. discriminate.
    - rewrite walk_app in We. destruct (Semantics.walk h' l0 (pinner pi)) as [e1|] eqn:W1; [|discriminate]. simpl in We.
      apply in_union. destruct (rerouted_ok _ _ _ _ _ [] P eq_refl (proj2 (passes_end _ _ _ _ _ _ _ _ P W)) W W1 (or_introl eq_refl)) as [->|[D1 D2]].
      + left. unfold hset in We. rewrite Nat.eqb_refl, O in We. inversion We; subst. rewrite Nat.eqb_refl. apply IN.
      + right. destruct (h' e1) as [o1|] eqn:E1; [|discriminate]. inversion We; subst.
        apply (load_ok F t R g' h' _ _ _ _ RD _ _ _ _ IF D1 D2 E1). }
  destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. constructor; auto.
Qed.
End Learn.

Lemma learn_same : forall s pi v ws, acells (learn F R s pi v ws) = acells s /\ aheld (learn F R s pi v ws) = aheld s /\
  alev (learn F R s pi v ws) = alev s.
Proof. intros s pi v ws. unfold learn. destruct (strail _ _ _ _); auto. destruct (fact_of _ _ _ _); auto. Qed.
Lemma put_shared_view : forall g h s Ss r r0 rs m' ns f v, view F t R g h s Ss r r0 rs m' -> grown m' R -> wf_heap h ->
  view F t R g h (put_shared F R s ns f v) Ss r r0 rs m'.
Proof.
  intros g h s Ss r r0 rs m' ns f v V REL WH. pose proof (view_reads F t R g h s Ss r r0 rs m' V REL) as R1.
  pose proof (view_reads0 F t R g h s Ss r r0 rs m' V REL) as R2.
  destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. unfold put_shared.
  constructor; auto; cbn [acells amore astored apub evars].
  - intros l u o f2 G E I. destruct (V2 _ _ _ _ G E I) as [A B]. split; auto. apply in_add_all. auto.
  - eapply susp_more; [apply incl_refl | | exact V4]. intros k n I. apply in_add_all. auto.
  - intros l o f2 G E I. destruct (V5 _ _ _ G E I) as [A [B|[B|B]]]; split; auto. right. left. apply in_add_all. auto.
  - unfold sfacts. cbn [amore afacts]. eapply forget_ok; eauto. apply stepped_refl.
  - cbn [efacts]. eapply forget_ok; eauto. apply stepped_refl.
Qed.
Lemma store_ok : forall g h s s' pi ws v l o a Ss r r0 rs m', store F t R s pi ws v = Some s' ->
  view F t R g h s Ss r r0 rs m' -> grown m' R -> wf_heap h -> Forall (wf_frame h) (r :: rs) ->
  In (plast pi) F -> strail F R s (path_base pi) = Some ws -> value r h (path_base pi) = Some l -> h l = Some o ->
  sees t (g a) -> In (nm (g a)) v -> h a <> None ->
  exists g', view F t R g' (hset h l (plast pi) a) s' Ss r r0 rs m' /\ unnoticed t g h g' (hset h l (plast pi) a) /\
    stepped F g h g' (hset h l (plast pi) a) (acells s') /\ aheld s' = aheld s /\ alev s' = alev s.
Proof.
  intros g h s s' pi ws v l o a Ss r r0 rs m' E V REL WH WR IF TR VL O SA IA HA. unfold store in E.
  pose proof (view_reads F t R g h s Ss r r0 rs m' V REL) as R1.
  destruct (eval_path_ok F t R _ _ _ _ _ _ R1 _ _ _ TR VL) as [SL IL].
  set (B := last ws []) in *. set (f := plast pi) in *.
  assert (ANY : forall d, stepped F g h g (hset h l f a) [] -> stepped F g h g (hset h l f a) d).
  { intros d. apply stepped_more. intros k n _ _ []. }
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
      apply negb_true_iff in X3. destruct (own_store F t R g h s Ss r r0 rs m' V WH WR l o u a f
        (add (Private u, f) v (drop (Private u, f) (acells s))) G O SA) as (V' & U' & S').
      * apply in_add. auto.
      * intros k n I. destruct (key_eqb (Private u, f) k) eqn:K.
        -- apply key_eqb_eq in K. right. split; auto. intros l' G'. destruct V as [_ _ [_ V3] _ _ _ _ _ _ _ _].
           destruct (V3 _ _ _ G' G) as [Y|Y]; auto. apply has_in in Y. congruence.
        -- left. apply in_add. right. apply in_drop; auto. intros Y. apply key_eqb_eq in Y. congruence.
      * exists g. split; [exact V' | split; [exact U' | split; [apply ANY; exact S' | auto]]].
    + destruct (own_store F t R g h s Ss r r0 rs m' V WH WR l o u a f (add_all (privates B) f v (acells s)) G O SA) as (V' & U' & S').
      * apply in_add_all. auto.
      * intros k n I. left. apply in_add_all. auto.
      * exists g. split; [exact V' | split; [exact U' | split; [apply ANY; exact S' | auto]]].
  - (* an object that is shared, or perhaps one of its own *)
    rewrite <- Sh in E. set (s1 := with_cells s (add_all (privates B) f v (acells s))) in E.
    set (s2 := put_shared F R s1 (shared_part B) f (all_public t v)) in E.
    destruct (publish t s2 v) as [s3|] eqn:PB; inversion E; subst s'. clear E.
    assert (V1 : view F t R g h s1 Ss r r0 rs m').
    { eapply view_covered; [|exact V]. destruct (covered_refl s) as (A & _ & C). split; [exact A|]. split; [|exact C].
      intros k n I. simpl. apply in_add_all. auto. }
    assert (V2 : view F t R g h s2 Ss r r0 rs m') by (apply put_shared_view; auto).
    assert (WH' : wf_heap (hset h l f a)) by (apply hset_wf; auto).
    assert (WR' : Forall (wf_frame (hset h l f a)) (r :: rs)) by (eapply wf_frames_grow; [apply hset_grows | exact WR]).
    assert (PASS : forall l0, r (proot pi) = Some l0 -> passes F t g h l0 (pinner pi) ws /\ Semantics.walk h l0 (pinner pi) = Some l).
    { intros l0 E. unfold value, path_base in VL. simpl in VL. rewrite E in VL. split; auto.
      eapply (trail_of_ok F t R g h _ _ _ _ R1 (path_base pi)); eauto. }
    destruct (learn_same s3 pi (all_public t v) ws) as (C1 & C2 & C3).
    assert (FIN : forall g', view F t R g' (hset h l f a) s3 Ss r r0 rs m' -> unnoticed t g h g' (hset h l f a) ->
      stepped F g h g' (hset h l f a) (acells s3) -> sees t (g' a) /\ In (nm (g' a)) (all_public t v) ->
      aheld s3 = aheld s /\ alev s3 = alev s ->
      exists g', view F t R g' (hset h l f a) (learn F R s3 pi (all_public t v) ws) Ss r r0 rs m' /\
        unnoticed t g h g' (hset h l f a) /\ stepped F g h g' (hset h l f a) (acells (learn F R s3 pi (all_public t v) ws)) /\
        aheld (learn F R s3 pi (all_public t v) ws) = aheld s /\ alev (learn F R s3 pi (all_public t v) ws) = alev s).
    { intros g' A1 A2 A3 A4 [A5 A6]. exists g'. rewrite C1, C2, C3. split; [|auto].
      inversion WR'; subst. eapply learn_view; eauto. }
    destruct (g l) as [|u p|u p] eqn:G.
    2: { simpl in SL. subst u.
      assert (Ip : In (Private p) (privates B)) by (apply in_privates; auto).
      destruct (own_store F t R g h s2 Ss r r0 rs m' V2 WH WR l o p a f (acells s2) G O SA) as (V' & U' & S').
      - unfold s2. cbn [put_shared acells]. unfold s1. cbn [with_cells acells]. rewrite !in_add_all. auto.
      - intros k n I. auto.
      - destruct (publish_ok g (hset h l f a) (with_cells s2 (acells s2)) s3 v Ss r r0 rs m') as (g' & V'' & U'' & Gr & St & _ & Pu & _ & _ & _ & H1 & H2); auto.
        destruct (Pu _ SA IA) as [Sa Ia]. apply (FIN g'); auto.
        + eapply unnoticed_trans; eauto.
        + eapply stepped_trans; [exact WH | exact WH' | apply ANY; exact S' | ]. eapply stepped_more; [|exact St].
          intros k n _ _ [].
        + split; auto. apply shared_sees. auto. }
    all: destruct (publish_ok g h s2 s3 v Ss r r0 rs m' PB V2 WH WR) as (g' & V' & U' & Gr & St & Sm & Pu & K1 & K2 & K3 & H1 & H2);
      destruct (Pu _ SA IA) as [Sa Ia];
      assert (Gl : g' l = g l) by (apply Sm; rewrite G; simpl; auto);
      assert (Shl : shared (g' l)) by (rewrite Gl, G; simpl; auto);
      assert (Il : In (nm (g' l)) (shared_part B)) by (rewrite Gl, G; apply in_shared_part; auto);
      assert (D : stepped F g h g' (hset h l f a) (add_all (shared_part B) f (all_public t v) []));
      [ eapply stepped_trans; [exact WH | exact WH | eapply stepped_more; [|exact St]; intros k n _ _ [] |];
        eapply store_stepped; eauto; apply in_add_all; auto | ].
    all: pose proof (view_reads F t R g h s1 Ss r r0 rs m' V1 REL) as RD1;
      pose proof (view_reads0 F t R g h s1 Ss r r0 rs m' V1 REL) as RD2;
      assert (DR : stepped F g h g' (hset h l f a) (add_all (shared_part B) f (all_public t v) [] ++ R))
        by (eapply stepped_more; [|exact D]; intros k n _ _ X; apply cell_app; auto);
      assert (IC : In (nm (g' a)) (cell (acells s3) (nm (g' l), f)))
        by (apply Gr; [apply shared_nm; auto | apply shared_nm; auto | unfold s2; cbn [put_shared acells]; apply in_add_all; auto]);
      destruct (shared_store F t R g' h s3 Ss r r0 rs m' V' WH WR l o a f Shl O Sa IC) as [V'' U''];
      [ apply K3; unfold s2; cbn [put_shared amore astored]; apply in_add_all; auto
      | rewrite K1; unfold s2, sfacts; cbn [put_shared amore afacts];
          exact (forget_ok F t R _ _ _ _ _ _ _ _ _ RD1 WH DR)
      | rewrite K2; unfold s2; cbn [put_shared amore efacts]; exact (forget_ok F t R _ _ _ _ _ _ _ _ _ RD2 WH DR)
      | ].
    all: apply (FIN g'); auto;
      [ eapply unnoticed_trans; eauto
      | eapply stepped_more; [|exact D]; intros k n A1 A2 X; apply Gr; auto; unfold s2; cbn [put_shared acells];
        apply in_add_all; apply in_add_all in X; destruct X as [X|X]; [left; exact X | destruct X]
      | split; auto; apply shared_sees; auto ].
Qed.

Lemma assign_same : forall s x v k s', assign s x v k = Some s' ->
  acells s' = acells s /\ aheld s' = aheld s /\ alev s' = alev s.
Proof.
  intros s x v k s' E. unfold assign in E. destruct (assignable _ _); inversion E; subst. cbn [acells aheld alev].
  destruct (keep_same s x) as (_ & A & B & C & _). rewrite A, B, C. auto.
Qed.
Lemma bind_here : forall r x l, bind r x l x = Some l.
Proof. intros r x l. unfold bind. destruct (var_eq_dec x x); congruence. Qed.
Theorem transfer_ok : forall p c g h s s' Ss r r0 rs m' L z, transfer F t R p c s = Some s' ->
  view F t R g h s Ss r r0 rs m' -> grown m' R -> wf_heap h -> Forall (wf_frame h) (r :: rs) -> level_ok (s :: Ss) L ->
  step (Simple c) (r :: rs, h, L) z ->
  exists g' h' r' L', z = (r' :: rs, h', L') /\ view F t R g' h' s' Ss r' r0 rs m' /\ unnoticed t g h g' h' /\
    level_ok (s' :: Ss) L' /\ stepped F g h g' h' (acells s').
Proof.
  intros p c g h s s' Ss r r0 rs m' L z E V REL WH WR LV ST.
  assert (KEEP : forall s1, aheld s1 = aheld s -> alev s1 = alev s -> level_ok (s1 :: Ss) L).
  { intros s1 A B. destruct LV as (b & H1 & H2 & H3). exists b. rewrite A, B. auto. }
  inversion ST as [x y s0 R0 h0 L0 l EY|x pi s0 R0 h0 L0 l EV|pi x s0 R0 h0 L0 l o v EV EO EX|x s0 R0 h0 L0 l EF
                  |s0 R0 h0 L0|s0 R0 h0 L0| |]; subst; simpl in E.
  - destruct (lookup (avars s) y) as [v|] eqn:Ly; [|discriminate].
    destruct (v_vars _ _ _ _ _ _ _ _ _ _ _ V _ _ _ Ly EY) as [S I].
    exists g, h, (bind r x l), L. split; auto. destruct (var_eq_dec x y) as [->|N].
    + inversion E; subst. split; [|split; [apply unnoticed_refl | split; [apply KEEP; auto | apply stepped_refl]]].
      assert (Q : forall z, bind r y l z = r z) by (intros z; unfold bind; destruct (var_eq_dec z y); congruence).
      destruct V as [V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11]. constructor; auto.
      * intros x w b Lx X. rewrite Q in X. exact (V1 _ _ _ Lx X).
      * intros e w b Ie X. rewrite Q in X. exact (V7 _ _ _ Ie X).
      * intros i Li Ni. rewrite Q. auto.
    + destruct (assign_same _ _ _ _ _ E) as (C1 & C2 & C3).
      split; [|split; [apply unnoticed_refl | split; [apply KEEP; auto | apply stepped_refl]]].
      eapply assign_view; [exact V | exact S | exact I | | exact E].
      eapply facts_beyond; [exact (v_facts _ _ _ _ _ _ _ _ _ _ _ V) | | apply bind_here]. unfold value. simpl.
      rewrite EY. auto.
  - destruct (eval F R s (path_expr pi)) as [v|] eqn:Ev; [|discriminate].
    destruct (eval_ok F t R g h s Ss r r0 rs m' V REL _ _ _ Ev EV) as [S I].
    exists g, h, (bind r x l), L. split; auto. destruct (assign_same _ _ _ _ _ E) as (C1 & C2 & C3).
    split; [|split; [apply unnoticed_refl | split; [apply KEEP; auto | apply stepped_refl]]].
    eapply assign_view; [exact V | exact S | exact I | | exact E].
    eapply facts_beyond; [exact (v_facts _ _ _ _ _ _ _ _ _ _ _ V) | exact EV | apply bind_here].
  - destruct (known_field F (plast pi)) eqn:K; [|discriminate]. apply known_field_in in K.
    destruct (strail F R s (path_base pi)) as [ws|] eqn:Ev; [|discriminate].
    destruct (lookup (avars s) x) as [w|] eqn:Lx; [|discriminate].
    destruct (v_vars _ _ _ _ _ _ _ _ _ _ _ V _ _ _ Lx EX) as [SA IA].
    assert (NA : h v <> None) by (inversion WR as [|? ? W1 W2]; subst; eapply W1; eauto).
    destruct (store_ok _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E V REL WH WR K Ev EV EO SA IA NA) as (g' & V' & U & Gr & H1 & H2).
    exists g', (hset h l (plast pi) v), r, L. split; auto 6.
  - destruct (create_view F t R g h s Ss r r0 rs m' V WH WR p l EF) as [V' U].
    exists (created t g p l), (hnew h l), (bind r x l), L. split; auto.
    destruct (assign_same _ _ _ _ _ E) as (C1 & C2 & C3).
    split; [|split; [exact U | split; [apply KEEP; auto |]]].
    + eapply assign_view; [exact V' | | | | exact E].
      * unfold created. rewrite Nat.eqb_refl. simpl. auto.
      * unfold created. rewrite Nat.eqb_refl. simpl. auto.
      * intros e v b [].
    + eapply stepped_more; [|apply created_stepped; auto]. intros k n _ _ [].
  - inversion E; subst. exists g, h, r, (S L). split; auto. split; [apply level_view; auto|].
    split; [apply unnoticed_refl | split; [|apply stepped_refl]].
    destruct LV as (b & -> & H2 & H3). exists b. simpl. auto.
  - destruct (alev s) as [|a] eqn:La; inversion E; subst. exists g, h, r, L0. split; auto. split; [apply level_view; auto|].
    split; [apply unnoticed_refl | split; [|apply stepped_refl]].
    destruct LV as (b & H1 & H2 & H3). exists b. simpl. rewrite La in H1. simpl in H1. inversion H1. auto.
Qed.
End Transfer.
