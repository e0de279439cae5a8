(** * flow and rely as functions: what they return races (Theorems 2f and 2g, executable)

    The knowledge of Knowledge.v is about heaps and frames as functions.  Here it is a finite value, [fstate], for one
    name v.q of one thread, of which v is a formal: objects are numbers, 0 for z, 1 for the sink, 2 for the object to which all else leads, 3+i
    for the i-th object of the name; frames and cells are sorted tables of what differs from the beginning.  A unit is
    executed on sets of such states, in all ways, loops until nothing new comes ([flow]); each time an access comes by z
    that is noted, with the fields that are left and with the fields that the thread has stored into outside of its
    private objects ([finding]).

    - [flow_reports]: the pairs whose rests are equal, by names of at most so many fields (mode flow).  [flow_true]: each
      races.
    - [rely_reports]: the same where each thread relies on the fields that the other one does not store into, for all sets
      of fields of a list (mode rely).  [rely_true]: each races.

    What is proved is that nothing false is reported, whatever the bounds.  That nothing is missed that Go reports is
    compared, not proved: which names are worth following ([names_from]) and the number of rounds ([fuel]) decide that. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact SpecialState Reports Knowledge
  Theorem2f.

(** ** Tables *)
Definition key := (nat * nat)%type.
Definition key_eqb (a b : key) : bool := (fst a =? fst b) && (snd a =? snd b).
Definition key_ltb (a b : key) : bool := (fst a <? fst b) || ((fst a =? fst b) && (snd a <? snd b)).
Definition table := list (key * option nat).
Fixpoint find_in (m : table) (k : key) : option (option nat) :=
  match m with [] => None | (k', v) :: r => if key_eqb k' k then Some v else find_in r k end.
Fixpoint insert (m : table) (k : key) (v : option nat) : table :=
  match m with
  | [] => [(k, v)]
  | (k', v') :: r => if key_eqb k' k then (k, v) :: r else if key_ltb k k' then (k, v) :: m else (k', v') :: insert r k v
  end.
Definition remove (m : table) (k : key) : table := filter (fun e => negb (key_eqb (fst e) k)) m.
Definition same (a b : option nat) : bool :=
  match a, b with Some x, Some y => x =? y | None, None => true | _, _ => false end.
(** What stands for a key, and what is so without an entry: d. *)
Definition get (d : key -> option nat) (m : table) (k : key) : option nat := match find_in m k with Some v => v | None => d k end.
Definition set (d : key -> option nat) (m : table) (k : key) (v : option nat) : table :=
  if same v (d k) then remove m k else insert m k v.

Lemma key_eqb_eq : forall a b, key_eqb a b = true <-> a = b.
Proof.
  intros [a b] [c d]. unfold key_eqb. simpl. rewrite andb_true_iff, !Nat.eqb_eq. split; [intros [-> ->]; auto | intros E; inversion E; auto].
Qed.
Lemma same_eq : forall a b, same a b = true -> a = b.
Proof. intros [a|] [b|]; simpl; try discriminate; auto. rewrite Nat.eqb_eq. congruence. Qed.
Lemma find_insert : forall m k v k', find_in (insert m k v) k' = if key_eqb k k' then Some v else find_in m k'.
Proof.
  induction m as [|[k0 v0] m IH]; intros k v k'; simpl; auto.
  destruct (key_eqb k0 k) eqn:E0.
  - apply key_eqb_eq in E0. subst k0. simpl. destruct (key_eqb k k'); auto.
  - destruct (key_ltb k k0); simpl; [auto|]. rewrite IH. destruct (key_eqb k0 k') eqn:E1, (key_eqb k k') eqn:E2; auto.
    apply key_eqb_eq in E1. apply key_eqb_eq in E2. subst. assert (X : key_eqb k' k' = true) by (apply key_eqb_eq; auto). congruence.
Qed.
Lemma find_remove : forall m k k', find_in (remove m k) k' = if key_eqb k k' then None else find_in m k'.
Proof.
  induction m as [|[k0 v0] m IH]; intros k k'; simpl; [destruct (key_eqb k k'); auto|].
  destruct (key_eqb k0 k) eqn:E0; simpl; rewrite IH.
  - apply key_eqb_eq in E0. subst k0. destruct (key_eqb k k'); auto.
  - destruct (key_eqb k0 k') eqn:E1, (key_eqb k k') eqn:E2; auto. apply key_eqb_eq in E1, E2. subst.
    assert (X : key_eqb k' k' = true) by (apply key_eqb_eq; auto). congruence.
Qed.
Lemma get_set : forall d m k v k', get d (set d m k v) k' = if key_eqb k k' then v else get d m k'.
Proof.
  intros d m k v k'. unfold get, set. destruct (same v (d k)) eqn:S.
  - rewrite find_remove. destruct (key_eqb k k') eqn:E; auto. apply key_eqb_eq in E. apply same_eq in S. congruence.
  - rewrite find_insert. destruct (key_eqb k k'); auto.
Qed.
(** Sorted lists of numbers. *)
Fixpoint add (a : nat) (l : list nat) : list nat :=
  match l with [] => [a] | b :: r => if a =? b then l else if a <? b then a :: l else b :: add a r end.
Lemma in_add : forall a l x, In x (add a l) <-> x = a \/ In x l.
Proof.
  induction l as [|b l IH]; intros x; simpl; [intuition|]. destruct (Nat.eqb_spec a b) as [->|]; simpl; [intuition|].
  destruct (a <? b); simpl; [intuition | rewrite IH; intuition].
Qed.
Definition memb (a : nat) (l : list nat) : bool := existsb (Nat.eqb a) l.
Lemma memb_in : forall a l, memb a l = true <-> In a l.
Proof.
  intros a l. unfold memb. rewrite existsb_exists. split; [intros (x & I & E); apply Nat.eqb_eq in E; congruence|].
  intros I. exists a. split; auto. apply Nat.eqb_refl.
Qed.

(** ** States *)
(** A frame is that of the unit itself, or of a callee. *)
Definition fframe := (bool * table)%type.
Record fstate := FState { fframes : list fframe; fcells : table; published : list nat; gave : list field; depth : nat }.
Definition fstate_eq_dec (a b : fstate) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Section Name.
Variable width : nat.
Variable q : list field.
Variable formal : nat.
(** U: the fields that the other thread may store into; and whether it counts into which this thread stores. *)
Variable U : field -> bool.
Variable counts : bool.

Definition alink (i : nat) : nat := if i <? length q then 3 + i else 0.
Definition cell0 (k : key) : option nat :=
  let (w, f) := k in
  Some (if f <? width then
          if w <? 2 then 1 else if w =? 2 then 2 else
          match nth_error q (w - 3) with Some g => if f =? g then alink (S (w - 3)) else 2 | None => 1 end
        else 1).
Definition frame0 (unit_itself : bool) (k : key) : option nat := if unit_itself && (fst k =? 0) then Some 2 else None.
Definition var_key (x : var) : key := match x with Arg i => (0, i) | Local i => (1, i) end.
Definition fget (fr : fframe) (x : var) : option nat := get (frame0 (fst fr)) (snd fr) (var_key x).
Definition fset (fr : fframe) (x : var) (o : option nat) : fframe := (fst fr, set (frame0 (fst fr)) (snd fr) (var_key x) o).
Definition acell (st : fstate) (w : nat) (f : field) : option nat := get cell0 (fcells st) (w, f).
Definition aprivate (st : fstate) (w : nat) : bool := (2 <=? w) && negb (memb w (published st)).
Definition beginning : fstate := FState [fset (true, []) (Arg formal) (Some (alink 0))] [] [] [] 0.

(** What a path leads to, as far as it is known. *)
Fixpoint awalk (st : fstate) (w : nat) (fs : list field) : option nat :=
  match fs with
  | [] => Some w
  | f :: r => if aprivate st w || negb (U f) then match acell st w f with Some l => awalk st l r | None => None end else None
  end.
Definition aknow (st : fstate) (fr : fframe) (e : expr) : option nat :=
  match fget fr (fst e) with Some w => awalk st w (snd e) | None => None end.

(** What becomes public with v: all that it leads to along private objects. *)
Definition successors (st : fstate) (w : nat) : list nat :=
  1 :: flat_map (fun f => match acell st w f with Some l => [l] | None => [] end) (seq 0 width ++ map (fun e => snd (fst e)) (fcells st)).
Fixpoint close (n : nat) (st : fstate) (seen todo : list nat) : list nat :=
  match n, todo with
  | S n', w :: r =>
      if memb w seen then close n' st seen r
      else close n' st (w :: seen) (if aprivate st w then successors st w ++ r else r)
  | _, _ => seen
  end.
Definition is_closed (st : fstate) (l : list nat) : bool :=
  forallb (fun w => negb (aprivate st w) || forallb (fun w' => memb w' l) (successors st w)) l.
(** (It is closed after so many rounds.  That this is checked is enough for what is proved.) *)
Definition apublish (st : fstate) (v : option nat) : option (list nat) :=
  match v with
  | None => Some (published st)
  | Some w =>
      let l := close ((4 + length q) * (4 + width + length (fcells st))) st [] [w] in
      if memb w l && is_closed st l then Some (fold_right add (published st) (filter (fun w => 2 <=? w) l)) else None
  end.
(** The cells f of objects that are not private are unknown. *)
Definition forget (st : fstate) (f : field) : table :=
  fold_right (fun w c => if aprivate st w then c else set cell0 c (w, f) None) (fcells st) (seq 0 (3 + length q)).

Definition give (f : field) (l : list field) : list field := if counts then add f l else l.
Definition astore (st : fstate) (fr : fframe) (pi : path) (x : var) : option fstate :=
  let f := plast pi in
  let v := fget fr x in
  let b := aknow st fr (path_base pi) in
  match b with
  | Some w =>
      if aprivate st w then Some (FState (fframes st) (set cell0 (fcells st) (w, f) v) (published st) (gave st) (depth st))
      else match apublish st v with
           | Some p => Some (FState (fframes st) (if U f then fcells st else set cell0 (fcells st) (w, f) v) p (give f (gave st)) (depth st))
           | None => None
           end
  | None =>
      match apublish st v with
      | Some p => Some (FState (fframes st) (if U f then fcells st else forget st f) p (give f (gave st)) (depth st))
      | None => None
      end
  end.
Definition aexec (c : simple) (st : fstate) : option fstate :=
  match fframes st with
  | [] => None
  | fr :: R =>
      let learned x o := Some (FState (fset fr x o :: R) (fcells st) (published st) (gave st) (depth st)) in
      match c with
      | Copy x y => learned x (fget fr y)
      | Load x pi => learned x (aknow st fr (path_expr pi))
      | New x => learned x None
      | Store pi x => astore st fr pi x
      | Lock => Some (FState (fframes st) (fcells st) (published st) (gave st) (S (depth st)))
      | Unlock => Some (FState (fframes st) (fcells st) (published st) (gave st) (pred (depth st)))
      end
  end.
Fixpoint formals_table (i : nat) (os : list (option nat)) : table :=
  match os with
  | [] => []
  | Some w :: r => ((0, i), Some w) :: formals_table (S i) r
  | None :: r => formals_table (S i) r
  end.
Definition aenter (es : list expr) (st : fstate) : option fstate :=
  match fframes st with
  | [] => None
  | fr :: R => Some (FState ((false, formals_table 0 (map (aknow st fr) es)) :: fframes st) (fcells st) (published st) (gave st) (depth st))
  end.
Definition aleave (st : fstate) : option fstate :=
  match fframes st with
  | [] => None
  | _ :: R => Some (FState R (fcells st) (published st) (gave st) (depth st))
  end.

(** ** What is found *)
Record finding := Finding { fsite : site; fcmd : simple; flevel : nat; frest : list field; fgave : list field }.
Definition finds (p : site) (c : simple) (st : fstate) : list finding :=
  match accessed_path c, fframes st with
  | Some pi, fr :: _ =>
      flat_map (fun n => match aknow st fr (proot pi, firstn n (pinner pi)) with
                         | Some 0 => [Finding p c (depth st) (skipn n (pinner pi) ++ [plast pi]) (gave st)]
                         | _ => []
                         end) (seq 0 (S (length (pinner pi))))
  | _, _ => []
  end.
Definition finding_eq_dec (a b : finding) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
(** The fields that are walked from an object: by which longer names may find more. *)
Definition heads_of (target : nat) (st : fstate) (e : expr) : list field :=
  match fframes st with
  | fr :: _ => flat_map (fun n => match aknow st fr (fst e, firstn n (snd e)), nth_error (snd e) n with
                                  | Some w, Some f => if w =? target then [f] else []
                                  | _, _ => []
                                  end) (seq 0 (length (snd e)))
  | [] => []
  end.
Definition result := (list fstate * (list finding * list field))%type.
Definition both_of (a b : list finding * list field) : list finding * list field :=
  (nodup finding_eq_dec (fst a ++ fst b), nodup Nat.eq_dec (snd a ++ snd b)).

Variable fuel : nat.
Section Flow.
Variable target : nat.
Variable sm : method -> list fstate -> result.
(** Rounds of a loop from the states that are new. *)
Fixpoint rounds (body : list fstate -> result) (n : nat) (todo seen : list fstate) (got : list finding * list field) : result :=
  match n, todo with
  | S n', _ :: _ =>
      let (o, g) := body todo in
      let new := filter (fun st => if in_dec fstate_eq_dec st seen then false else true) (nodup fstate_eq_dec o) in
      rounds body n' new (seen ++ new) (both_of got g)
  | _, _ => (seen, got)
  end.
Fixpoint flow (C : stmt) (sts : list fstate) : result :=
  match C with
  | Skip => (sts, ([], []))
  | Do p c =>
      (nodup fstate_eq_dec (filter_map (aexec c) sts),
       (nodup finding_eq_dec (flat_map (finds p c) sts),
        match accessed_path c with Some pi => flat_map (fun st => heads_of target st (path_expr pi)) sts | None => [] end))
  | Seq C1 C2 => let (o1, g1) := flow C1 sts in let (o2, g2) := flow C2 o1 in (o2, both_of g1 g2)
  | If C1 C2 => let (o1, g1) := flow C1 sts in let (o2, g2) := flow C2 sts in (nodup fstate_eq_dec (o1 ++ o2), both_of g1 g2)
  | While C => rounds (flow C) fuel sts sts ([], [])
  | Call p m es =>
      let walked := flat_map (fun st => flat_map (heads_of target st) es) sts in
      let (o, g) := sm m (nodup fstate_eq_dec (filter_map (aenter es) sts)) in
      (nodup fstate_eq_dec (filter_map aleave o), both_of ([], walked) g)
  end.
End Flow.
Fixpoint flow_methods (target : nat) (P : program) (n : nat) : method -> list fstate -> result :=
  match n with
  | 0 => fun _ _ => ([], ([], []))
  | S k => let sm := flow_methods target P k in fun m => if m =? k then flow target sm (mbody P k) else sm m
  end.
(** All that a unit finds by the name. *)
Definition flow_unit (target : nat) (P : program) (t : thread) : result :=
  flow target (flow_methods target P (length (methods P))) (blocks P @ t) [beginning].
End Name.

(** ** What a state says of knowledge *)
Section Sound.
Variable width : nat.
Variables q1 q2 : list field.
Variables i1 i2 : nat.
Variable t : thread.
Variable Ub : field -> bool.
Variable counts : bool.
Notation q := (fields_of q1 q2 t).
Notation formal := ((i1, i2) @ t).
Notation cellv := (acell width q).
Notation walkv := (awalk width q Ub).
Notation knowv := (aknow width q Ub).
Notation own := (own q1 q2 t).
Definition relied (f : field) : Prop := Ub f = true.
Definition given (l : list field) (f : field) : Prop := counts = false \/ In f l.

(** The object that a number stands for. *)
Definition conc (w : nat) : loc := if w <? 2 then w else if w =? 2 then elsewhere t else base q1 t + (w - 3).
Definition valid (w : nat) : Prop := w < 3 + length q.
Definition concs (o : option nat) : option loc := option_map conc o.
Record denotes (st : fstate) (k : knowledge) : Prop := Denotes {
  d_frames : Forall2 (fun fr g => forall x, g x = concs (fget fr x)) (fframes st) (eta k);
  d_bound : Forall (fun fr => forall x w, fget fr x = Some w -> valid w) (fframes st);
  d_cells : forall w f, valid w -> kappa k (conc w) f = concs (cellv st w f);
  d_cells_bound : forall w f l, valid w -> cellv st w f = Some l -> valid l;
  d_public : forall w, valid w -> 2 <= w -> (public k (conc w) <-> In w (published st)) }.

Lemma conc_cases : forall w, valid w -> (w < 2 /\ conc w = w) \/ (w = 2 /\ conc w = elsewhere t) \/
  exists i, w = 3 + i /\ i < length q /\ conc w = base q1 t + i.
Proof.
  intros w V. unfold conc, valid in *. destruct (Nat.ltb_spec w 2); [auto|]. destruct (Nat.eqb_spec w 2) as [->|]; [auto|].
  right. right. exists (w - 3). split; [lia|]. split; [lia | auto].
Qed.
Lemma conc_own : forall w, valid w -> 2 <= w -> own (conc w).
Proof.
  intros w V L. apply own_spec. destruct (conc_cases w V) as [[A _]|[[-> ->]|(i & -> & B & ->)]]; [lia | auto|].
  right. exists i. apply side_spec. auto.
Qed.
Lemma own_conc : forall l, own l -> exists w, valid w /\ 2 <= w /\ l = conc w.
Proof.
  intros l O. apply own_spec in O. destruct O as [->|(i & E)].
  - exists 2. unfold valid. split; [lia|]. split; auto.
  - apply side_spec in E. destruct E as [L ->]. exists (3 + i). split; [unfold valid; lia|]. split; [lia|].
    unfold conc. destruct (Nat.ltb_spec (3 + i) 2); [lia|]. destruct (Nat.eqb_spec (3 + i) 2); [lia|]. f_equal. lia.
Qed.
Lemma conc_shared : forall w, w < 2 -> conc w = w.
Proof. intros w L. unfold conc. destruct (Nat.ltb_spec w 2); auto. lia. Qed.
Lemma conc_inj : forall w w', valid w -> valid w' -> conc w = conc w' -> w = w'.
Proof.
  intros w w' V V' E. unfold elsewhere, base in *.
  destruct (conc_cases w V) as [[A X]|[[A X]|(i & A & B & X)]], (conc_cases w' V') as [[A' X']|[[A' X']|(j & A' & B' & X')]];
    rewrite X, X' in E; unfold elsewhere, base in *; destruct t; lia.
Qed.
Lemma conc_not_own : forall w, w < 2 -> ~ own (conc w).
Proof. intros w L O. apply own_not_small in O. rewrite conc_shared in O by auto. lia. Qed.
Lemma private_iff : forall st k w, denotes st k -> valid w -> (private own k (conc w) <-> aprivate st w = true).
Proof.
  intros st k w D V. unfold private, aprivate. rewrite andb_true_iff, Nat.leb_le, negb_true_iff. split.
  - intros [O N]. destruct (Nat.lt_ge_cases w 2) as [L|L]; [destruct (conc_not_own w L O)|]. split; auto.
    destruct (memb w (published st)) eqn:M; auto. apply memb_in in M. exfalso. apply N. apply (d_public _ _ D); auto.
  - intros [L M]. split; [apply conc_own; auto|]. intros X. apply (d_public _ _ D) in X; auto. apply memb_in in X. congruence.
Qed.
Lemma lasting_iff : forall st k w f, denotes st k -> valid w ->
  (lasting own relied k (conc w) f <-> aprivate st w || negb (Ub f) = true).
Proof.
  intros st k w f D V. unfold lasting, relied. rewrite (private_iff st k w D V), orb_true_iff, negb_true_iff, not_true_iff_false. tauto.
Qed.

(** ** Values *)
Lemma awalk_known : forall st k, denotes st k -> forall fs w, valid w ->
  (forall l, walkv st w fs = Some l -> valid l /\ known_walk own relied k (conc w) fs (conc l)) /\
  (forall x, known_walk own relied k (conc w) fs x -> exists l, walkv st w fs = Some l /\ x = conc l).
Proof.
  intros st k D. induction fs as [|f fs IH]; intros w V; simpl.
  - split; [intros l E; injection E as <-; split; auto; constructor|].
    intros x K. inversion K; subst. eauto.
  - destruct (aprivate st w || negb (Ub f)) eqn:LA.
    + assert (LK : lasting own relied k (conc w) f) by (apply (lasting_iff st); auto).
      pose proof (d_cells _ _ D w f V) as CE. destruct (cellv st w f) as [l|] eqn:AC; simpl in CE.
      * pose proof (d_cells_bound _ _ D w f l V AC) as VL. destruct (IH l VL) as [A B]. split.
        -- intros x E. destruct (A x E) as [VX K]. split; auto. econstructor; eauto.
        -- intros x K. inversion K as [|w0 f0 l0 fs0 l' LA' CE' K']; subst. rewrite CE in CE'. injection CE' as <-. auto.
      * split; [discriminate|]. intros x K. inversion K as [|w0 f0 l0 fs0 l' LA' CE' K']; subst. congruence.
    + split; [discriminate|]. intros x K. inversion K as [|w0 f0 l0 fs0 l' LA' CE' K']; subst.
      apply (lasting_iff st) in LA'; auto. congruence.
Qed.
Lemma aknow_known : forall st k fr g, denotes st k -> (forall x, g x = concs (fget fr x)) -> (forall x w, fget fr x = Some w -> valid w) ->
  forall e, known_value own relied k g e (concs (knowv st fr e)) /\ (forall w, knowv st fr e = Some w -> valid w).
Proof.
  intros st k fr g D FG FV [x fs]. unfold aknow, knows; simpl. specialize (FG x). destruct (fget fr x) as [w|] eqn:E.
  - pose proof (FV _ _ E) as V. destruct (awalk_known st k D fs w V) as [A B]. simpl in FG.
    destruct (walkv st w fs) as [l|] eqn:AW; simpl.
    + destruct (A l eq_refl) as [VL K]. split; [exists (conc w); auto | intros w' X; injection X as <-; auto].
    + split; [|discriminate]. intros l (a & Ea & K). simpl in Ea. rewrite FG in Ea. injection Ea as <-. destruct (B _ K) as (l' & X & _). discriminate.
  - simpl. split; [|discriminate]. intros l (a & Ea & _). simpl in *. congruence.
Qed.
Lemma aknow_some : forall st k fr g e w, denotes st k -> (forall x, g x = concs (fget fr x)) -> (forall x w, fget fr x = Some w -> valid w) ->
  knowv st fr e = Some w -> knows own relied k g e (conc w) /\ valid w.
Proof.
  intros st k fr g e w D FG FV E. destruct (aknow_known st k fr g D FG FV e) as [K V]. rewrite E in K. simpl in K. auto.
Qed.
Lemma aknow_none : forall st k fr g e l, denotes st k -> (forall x, g x = concs (fget fr x)) -> (forall x w, fget fr x = Some w -> valid w) ->
  knows own relied k g e l -> exists w, knowv st fr e = Some w /\ l = conc w.
Proof.
  intros st k fr g e l D FG FV K. destruct (aknow_known st k fr g D FG FV e) as [KV V].
  destruct (knowv st fr e) as [w|]; simpl in KV; [|destruct (KV l K)].
  exists w. split; auto. destruct K as (a & Ea & W), KV as (b & Eb & W'). rewrite Ea in Eb. injection Eb as <-.
  revert W'. generalize (conc w). clear -W. induction W as [|w0 f l fs l' LA CE W IH]; intros x W'; inversion W'; subst; auto.
  apply IH. congruence.
Qed.

(** ** Frames and cells that change *)
Lemma fget_fset : forall fr x o y, fget (fset fr x o) y = if var_eq_dec y x then o else fget fr y.
Proof.
  intros fr x o y. unfold fget, fset. simpl. rewrite get_set. destruct (var_eq_dec y x) as [->|N].
  - assert (E : key_eqb (var_key x) (var_key x) = true) by (apply key_eqb_eq; auto). rewrite E. auto.
  - destruct (key_eqb (var_key x) (var_key y)) eqn:E; auto. apply key_eqb_eq in E. exfalso. apply N. destruct x, y; simpl in E; congruence.
Qed.
Lemma learn_fset : forall fr g x o, (forall y, g y = concs (fget fr y)) -> forall y, learn g x (concs o) y = concs (fget (fset fr x o) y).
Proof. intros fr g x o H y. unfold learn. rewrite fget_fset. destruct (var_eq_dec y x); auto. Qed.
Lemma acell_set : forall st w f o w' f' fs p g d,
  cellv (FState fs (set (cell0 width q) (fcells st) (w, f) o) p g d) w' f' =
  if (w' =? w) && (f' =? f) then o else cellv st w' f'.
Proof.
  intros. unfold acell. simpl. rewrite get_set. unfold key_eqb. simpl. rewrite (Nat.eqb_sym w w'), (Nat.eqb_sym f f'). auto.
Qed.
Lemma get_forget : forall st f w' f' l, 
  get (cell0 width q) (fold_right (fun w c => if aprivate st w then c else set (cell0 width q) c (w, f) None) (fcells st) l) (w', f') =
  if memb w' l && (f' =? f) && negb (aprivate st w') then None else cellv st w' f'.
Proof.
  induction l as [|w l IH]; simpl; auto. destruct (aprivate st w) eqn:PW.
  - rewrite IH. destruct (Nat.eqb_spec w' w) as [->|]; auto. rewrite PW, !andb_false_r. auto.
  - rewrite get_set. unfold key_eqb; simpl. rewrite IH, (Nat.eqb_sym w w'), (Nat.eqb_sym f f').
    destruct (Nat.eqb_spec w' w) as [->|]; simpl; auto. rewrite PW. simpl. rewrite andb_true_r.
    destruct (f' =? f); simpl; auto. rewrite andb_false_r. auto.
Qed.
Lemma acell_forget : forall st f w' f' fs p g d, valid w' ->
  cellv (FState fs (forget width q st f) p g d) w' f' = if (f' =? f) && negb (aprivate st w') then None else cellv st w' f'.
Proof.
  intros st f w' f' fs p g d V. change (cellv (FState fs (forget width q st f) p g d) w' f') with (get (cell0 width q) (forget width q st f) (w', f')).
  unfold forget. rewrite get_forget.
  assert (MV : memb w' (seq 0 (3 + length q)) = true) by (apply memb_in, in_seq; unfold valid in V; lia). rewrite MV. auto.
Qed.

(** ** Publishing *)
Lemma successors_all : forall st w f l, cellv st w f = Some l -> In l (successors width q st w).
Proof.
  intros st w f l E. unfold successors.
  destruct (Nat.lt_ge_cases f width) as [L|L].
  { right. apply in_flat_map. exists f. split; [apply in_or_app; left; apply in_seq; lia|]. rewrite E. simpl. auto. }
  destruct (find_in (fcells st) (w, f)) as [v|] eqn:F.
  - right. apply in_flat_map. exists f. split; [|rewrite E; simpl; auto]. apply in_or_app. right.
    clear E. induction (fcells st) as [|[k0 v0] m IH]; simpl in *; [discriminate|].
    destruct (key_eqb k0 (w, f)) eqn:K; [left; apply key_eqb_eq in K; subst; auto | right; auto].
  - left. unfold acell, get in E. rewrite F in E. simpl in E. destruct (Nat.ltb_spec f width); [lia|]. congruence.
Qed.
Lemma successors_only : forall st w l, In l (successors width q st w) -> l = 1 \/ exists f, cellv st w f = Some l.
Proof.
  intros st w l [<-|I]; auto. right. apply in_flat_map in I. destruct I as (f & _ & I). exists f.
  destruct (cellv st w f) as [l'|]; [destruct I as [<-|[]]; auto | destruct I].
Qed.
Section Publish.
Variables (st : fstate) (k : knowledge) (w0 : nat).
Hypothesis D : denotes st k.
Hypothesis V0 : valid w0.
Definition reached_from (w : nat) : Prop := w = 1 \/ valid w /\ reach own k (conc w0) (conc w).
Lemma reached_successor : forall w l, reached_from w -> aprivate st w = true -> In l (successors width q st w) -> reached_from l.
Proof.
  intros w l [->|[V R]] P I; [discriminate|]. destruct (successors_only _ _ _ I) as [->|(f & E)]; [left; auto|].
  right. split; [eapply d_cells_bound; eauto|]. apply reach_step with (conc w) f; auto.
  - apply (private_iff st); auto.
  - rewrite (d_cells _ _ D) by auto. rewrite E. auto.
Qed.
Lemma close_reached : forall n seen todo, (forall w, In w seen -> reached_from w) -> (forall w, In w todo -> reached_from w) ->
  forall w, In w (close width q n st seen todo) -> reached_from w.
Proof.
  induction n as [|n IH]; intros seen todo S T; [auto|]. destruct todo as [|w r]; cbn [close]; [auto|].
  destruct (memb w seen); [apply IH; auto; intros; apply T; right; auto|].
  apply IH.
  - intros x [<-|I]; auto. apply T. left; auto.
  - intros x I. destruct (aprivate st w) eqn:P; [|apply T; right; auto]. apply in_app_or in I. destruct I as [I|I]; [|apply T; right; auto].
    eapply reached_successor; eauto. apply T. left; auto.
Qed.
Lemma closed_reached : forall l, is_closed width q st l = true -> In w0 l ->
  forall x, reach own k (conc w0) x -> exists w, valid w /\ In w l /\ x = conc w.
Proof.
  intros l C I x R. induction R as [|x f y R IH P E]; [exists w0; auto|].
  destruct IH as (w & V & Iw & ->). apply (private_iff st k w D V) in P. rewrite (d_cells _ _ D w f V) in E.
  destruct (cellv st w f) as [l'|] eqn:AC; [|discriminate]. simpl in E. injection E as <-. exists l'.
  split; [eapply d_cells_bound; eauto|]. split; auto. unfold is_closed in C. rewrite forallb_forall in C.
  specialize (C w Iw). rewrite P in C. cbn [negb orb] in C. rewrite forallb_forall in C. apply memb_in. apply C.
  eapply successors_all; eauto.
Qed.
End Publish.
Lemma in_fold_add : forall l m x, In x (fold_right add m l) <-> In x l \/ In x m.
Proof. induction l as [|a l IH]; simpl; intros m x; [tauto|]. rewrite in_add, IH. intuition. Qed.
Lemma apublish_public : forall st k g x v p, denotes st k -> g x = concs v -> (forall w, v = Some w -> valid w) ->
  apublish width q st v = Some p ->
  forall w, valid w -> 2 <= w -> (publish own k g x (conc w) <-> In w p).
Proof.
  intros st k g x v p D G VV E w V L. unfold publish. rewrite (d_public _ _ D w V L), G.
  destruct v as [u|]; cbv beta delta [apublish] iota zeta in E.
  - set (l := close width q _ st [] [u]) in E. destruct (memb u l && is_closed width q st l) eqn:C; [|discriminate].
    assert (EP : p = fold_right add (published st) (filter (fun w => 2 <=? w) l)) by congruence. rewrite EP. clear E EP.
    apply andb_true_iff in C. destruct C as [M C]. apply memb_in in M. pose proof (VV u eq_refl) as VU.
    rewrite in_fold_add, filter_In. cbv beta. rewrite Nat.leb_le. cbn [concs option_map]. split.
    + intros [I|(a & A & R)]; auto. injection A as <-. destruct (closed_reached st k u D VU l C M _ R) as (w' & V' & I & X).
      apply conc_inj in X; auto. subst w'. auto.
    + intros [[I _]|I]; auto. right. exists (conc u). split; auto.
      assert (RF : reached_from k u w).
      { apply (close_reached st k u D _ [] [u]) with (w := w) in I; auto; [intros ? []|].
        intros y [<-|[]]. right. split; auto. constructor. }
      destruct RF as [->|[_ R]]; [lia | auto].
  - injection E as <-. split; auto. intros [I|(a & A & _)]; [auto | discriminate].
Qed.

(** ** One command *)
Lemma give_given : forall f l, given (give counts f l) f.
Proof. intros f l. unfold given, give. destruct counts; [right; apply in_add; auto | auto]. Qed.
Lemma give_keeps : forall f l g, given l g -> given (give counts f l) g.
Proof. intros f l g. unfold given, give. destruct counts; [intros [X|X]; [discriminate | right; apply in_add; auto] | auto]. Qed.

Notation execv := (aexec width q Ub counts).
Lemma store_denotes : forall st k fr g R Q m p0 x pi st', denotes st k -> fframes st = fr :: R -> k = Know (g :: Q) m p0 ->
  (forall y, g y = concs (fget fr y)) -> (forall y w, fget fr y = Some w -> valid w) ->
  astore width q Ub counts st fr pi x = Some st' ->
  exists k', know_step own shared relied (given (gave st')) (Simple (Store pi x)) k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f).
Proof.
  intros st k fr g R Q m p0 x pi st' D EF EK FG FV E. unfold astore in E.
  destruct (knowv st fr (path_base pi)) as [w|] eqn:B.
  - destruct (aknow_some _ _ _ _ _ _ D FG FV B) as [KB VW]. destruct (aprivate st w) eqn:PW.
    + injection E as <-. subst k. eexists. split; [apply know_store_private with (w := conc w); auto; apply (private_iff st); auto|].
      split; [|auto]. pose proof D as [DF DB DC DCB DP]. split; simpl; auto.
      * intros w' f V. unfold kset. rewrite acell_set. destruct (Nat.eqb_spec w' w) as [->|N]; simpl.
        -- rewrite Nat.eqb_refl. simpl. destruct (f =? plast pi); [apply FG | apply DC; auto].
        -- destruct (Nat.eqb_spec (conc w') (conc w)) as [X|]; simpl; [apply conc_inj in X; auto; congruence | apply DC; auto].
      * intros w' f l V. rewrite acell_set. destruct ((w' =? w) && (f =? plast pi)); eauto.
    + destruct (apublish width q st (fget fr x)) as [p|] eqn:AP; [|discriminate]. injection E as <-.
      assert (NP : ~ private own k (conc w)) by (rewrite (private_iff st k w D VW), PW; discriminate).
      destruct (Ub (plast pi)) eqn:UF.
      * subst k. eexists. split; [|split].
        -- apply know_store_elsewhere with (m' := m).
           ++ intros l K. destruct (aknow_none _ _ _ _ _ _ D FG FV K) as (w' & X & ->). rewrite B in X. injection X as <-. auto.
           ++ apply give_given.
           ++ intros l f l' X. split; auto. intros -> N. exfalso. apply N. exact UF.
           ++ auto.
        -- pose proof D as [DF DB DC DCB DP]. split; simpl; auto. eapply apublish_public; eauto.
        -- intros f. apply give_keeps.
      * subst k. eexists. split; [|split].
        -- apply know_store_shared with (w := conc w); auto; [|apply give_given].
           destruct (Nat.lt_ge_cases w 2); [right; unfold shared; rewrite conc_shared; auto | left; apply conc_own; auto].
        -- pose proof D as [DF DB DC DCB DP]. split; simpl; auto.
           ++ intros w' f V. unfold kset. rewrite acell_set. destruct (Nat.eqb_spec w' w) as [->|N]; simpl.
              ** rewrite Nat.eqb_refl. simpl. destruct (f =? plast pi); [apply FG | apply DC; auto].
              ** destruct (Nat.eqb_spec (conc w') (conc w)) as [X|]; simpl; [apply conc_inj in X; auto; congruence | apply DC; auto].
           ++ intros w' f l V. rewrite acell_set. destruct ((w' =? w) && (f =? plast pi)); eauto.
           ++ eapply apublish_public; eauto.
        -- intros f. apply give_keeps.
  - destruct (apublish width q st (fget fr x)) as [p|] eqn:AP; [|discriminate]. injection E as <-. subst k.
    assert (NB : forall w, knows own relied (Know (g :: Q) m p0) g (path_base pi) w -> ~ private own (Know (g :: Q) m p0) w).
    { intros l K. destruct (aknow_none _ _ _ _ _ _ D FG FV K) as (w' & X & _). congruence. }
    destruct (Ub (plast pi)) eqn:UF.
    + eexists. split; [|split].
      * apply know_store_elsewhere with (m' := m); auto; [apply give_given|].
        intros l f l' X. split; auto. intros -> N. exfalso. apply N. exact UF.
      * pose proof D as [DF DB DC DCB DP]. split; simpl; auto. eapply apublish_public; eauto.
      * intros f. apply give_keeps.
    + set (priv := fun l => existsb (fun w => (conc w =? l) && aprivate st w) (seq 0 (3 + length q))).
      assert (PRIV : forall l, priv l = true <-> private own (Know (g :: Q) m p0) l).
      { intros l. unfold priv. rewrite existsb_exists. split.
        - intros (w & I & X). apply in_seq in I. apply andb_true_iff in X. destruct X as [X P]. apply Nat.eqb_eq in X. subst l.
          apply (private_iff st); auto. unfold valid. lia.
        - intros P. pose proof P as [O _]. apply own_conc in O. destruct O as (w & V & _ & ->). exists w.
          split; [apply in_seq; unfold valid in V; lia|]. rewrite Nat.eqb_refl. simpl. apply (private_iff st _ _ D V). auto. }
      eexists. split; [|split].
      * apply know_store_elsewhere with (m' := fun l f => if (f =? plast pi) && negb (priv l) then None else m l f); auto; [apply give_given| |].
        -- intros l f l'. destruct (Nat.eqb_spec f (plast pi)) as [->|]; simpl.
           ++ destruct (priv l) eqn:PL; simpl; [|discriminate]. intros X. split; auto. intros _ _. apply PRIV. auto.
           ++ intros X. split; auto. congruence.
        -- intros l f l' P X. apply PRIV in P. rewrite P, andb_false_r. auto.
      * pose proof D as [DF DB DC DCB DP]. split; cbn [fframes fcells published eta kappa public]; auto.
        -- intros w f V. rewrite acell_forget by auto.
           assert (PW : priv (conc w) = aprivate st w).
           { destruct (aprivate st w) eqn:A; [apply PRIV, (private_iff st _ _ D V); auto|].
             destruct (priv (conc w)) eqn:P; auto. apply PRIV, (private_iff st _ _ D V) in P. congruence. }
           rewrite PW. destruct ((f =? plast pi) && negb (aprivate st w)); auto.
        -- intros w f l V. rewrite acell_forget by auto. destruct ((f =? plast pi) && negb (aprivate st w)); [discriminate | eauto].
        -- eapply apublish_public; eauto.
      * intros f. apply give_keeps.
Qed.
Lemma exec_denotes : forall c st st' k, denotes st k -> execv c st = Some st' ->
  exists k', know_step own shared relied (given (gave st')) (Simple c) k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = level_step (Simple c) (depth st).
Proof.
  intros c st st' [[|g Q] m p0] D E; unfold aexec in E; destruct (fframes st) as [|fr R] eqn:EF; try discriminate;
    pose proof D as [DF DB DC DCB DP]; rewrite EF in DF, DB; inversion DF as [|fr0 g0 R0 Q0 FG FR]; subst; inversion DB as [|fr0 R0 FV FVR]; subst.
  assert (LEARN : forall x o, (forall w, o = Some w -> valid w) ->
    denotes (FState (fset fr x o :: R) (fcells st) (published st) (gave st) (depth st)) (Know (learn g x (concs o) :: Q) m p0)).
  { intros x o VO. split; simpl; auto.
    - constructor; auto. apply learn_fset. auto.
    - constructor; auto. intros y w. rewrite fget_fset. destruct (var_eq_dec y x); eauto. }
  destruct c as [x y|x pi|pi x|x| |].
  - injection E as <-. eexists. split; [apply know_copy|]. split; [|auto]. rewrite FG. apply LEARN. eauto.
  - injection E as <-. eexists. destruct (aknow_known _ _ _ _ D FG FV (path_expr pi)) as [KV VV].
    split; [apply know_load; exact KV|]. split; [|auto]. apply LEARN. auto.
  - assert (ES : depth st' = depth st).
    { unfold astore in E. destruct (knowv st fr (path_base pi)) as [w|]; [destruct (aprivate st w)|];
        try destruct (apublish width q st (fget fr x)); try discriminate; injection E as <-; auto. }
    destruct (store_denotes st _ fr g R Q m p0 x pi st' D EF eq_refl FG FV E) as (k' & A & B & C). exists k'. auto.
  - injection E as <-. eexists. split; [apply know_new|]. split; [|auto]. apply (LEARN x None). discriminate.
  - injection E as <-. eexists. split; [apply know_lock|]. split; [|auto]. split; simpl; auto; rewrite EF; auto.
  - injection E as <-. eexists. split; [apply know_unlock|]. split; [|auto]. split; simpl; auto; rewrite EF; auto.
Qed.
(** The frame of a callee. *)
Lemma formals_table_arg : forall os n j, get (frame0 false) (formals_table n os) (0, j) =
  if j <? n then None else match nth_error os (j - n) with Some o => o | None => None end.
Proof.
  induction os as [|o os IH]; intros n j; simpl.
  - destruct (j <? n); auto. destruct (j - n); auto.
  - assert (NEXT : n <> j -> get (frame0 false) (formals_table (S n) os) (0, j) =
      if j <? n then None else match nth_error (o :: os) (j - n) with Some o => o | None => None end).
    { intros N. rewrite IH. destruct (Nat.ltb_spec j (S n)), (Nat.ltb_spec j n); auto; try lia.
      replace (j - n) with (S (j - S n)) by lia. auto. }
    assert (HERE : n = j -> (if j <? n then None else match nth_error (o :: os) (j - n) with Some o => o | None => None end) = o).
    { intros ->. rewrite Nat.ltb_irrefl, Nat.sub_diag. auto. }
    destruct o as [w|].
    + unfold get in *. cbn [find_in]. unfold key_eqb at 1. cbn [fst snd]. rewrite Nat.eqb_refl. cbn [andb].
      destruct (Nat.eqb_spec n j) as [E|N]; [rewrite HERE; auto | apply NEXT; auto].
    + destruct (Nat.eq_dec n j) as [E|N]; [|apply NEXT; auto]. rewrite HERE, IH by auto.
      destruct (Nat.ltb_spec j (S n)); [auto | lia].
Qed.
Lemma formals_table_local : forall os n j, get (frame0 false) (formals_table n os) (1, j) = None.
Proof. induction os as [|[w|] os IH]; intros n j; simpl; auto. unfold get in *. simpl. apply IH. Qed.
Lemma enter_denotes : forall es st st' k, denotes st k -> aenter width q Ub es st = Some st' ->
  exists k', know_step own shared relied (given (gave st')) (Push es) k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = depth st.
Proof.
  intros es st st' [[|g Q] m p0] D E; unfold aenter in E; destruct (fframes st) as [|fr R] eqn:EF; try discriminate;
    pose proof D as [DF DB DC DCB DP]; rewrite EF in DF, DB; inversion DF as [|fr0 g0 R0 Q0 FG FR]; subst; inversion DB as [|fr0 R0 FV FVR]; subst.
  injection E as <-. eexists. split; [apply know_push with (os := map (fun e => concs (knowv st fr e)) es)|].
  { clear EF. induction es as [|e es IH]; simpl; constructor; auto. apply (aknow_known _ _ _ _ D FG FV). }
  split; [|auto]. split; simpl; auto.
  - constructor; [|constructor; auto]. intros [i|i]; unfold fget; simpl.
    + rewrite formals_table_arg. cbn [Nat.ltb Nat.leb]. rewrite Nat.sub_0_r, !nth_error_map. destruct (nth_error es i); auto.
    + rewrite formals_table_local. auto.
  - constructor; [|constructor; auto]. intros [i|i] w; unfold fget; simpl; [|rewrite formals_table_local; discriminate].
    rewrite formals_table_arg. cbn [Nat.ltb Nat.leb]. rewrite Nat.sub_0_r, nth_error_map. destruct (nth_error es i) as [e|]; [|discriminate].
    apply (aknow_known _ _ _ _ D FG FV e).
Qed.
Lemma leave_denotes : forall st st' k, denotes st k -> aleave st = Some st' ->
  exists k', know_step own shared relied (given (gave st')) Pop k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = depth st.
Proof.
  intros st st' [[|g Q] m p0] D E; unfold aleave in E; destruct (fframes st) as [|fr R] eqn:EF; try discriminate;
    pose proof D as [DF DB DC DCB DP]; rewrite EF in DF, DB; inversion DF as [|fr0 g0 R0 Q0 FG FR]; subst; inversion DB as [|fr0 R0 FV FVR]; subst.
  injection E as <-. eexists. split; [apply know_pop|]. split; [|auto]. split; simpl; auto.
Qed.

(** ** Along traces *)
(** A trace from the beginning leads to a state. *)
Definition arrives (tau : strace) (st : fstate) : Prop := exists k,
  know_steps own shared relied (given (gave st)) tau (apart_knowledge width q1 q2 (Arg i1) (Arg i2) t) k /\ denotes st k /\
  level_after 0 tau = depth st.
Lemma know_step_mono : forall (G G' : field -> Prop) c k k', (forall f, G f -> G' f) ->
  know_step own shared relied G c k k' -> know_step own shared relied G' c k k'.
Proof. intros G G' c k k' H S. destruct S; econstructor; eauto. Qed.
Lemma know_steps_mono : forall (G G' : field -> Prop) tau k k', (forall f, G f -> G' f) ->
  know_steps own shared relied G tau k k' -> know_steps own shared relied G' tau k k'.
Proof. intros G G' tau k k' H S. induction S; econstructor; eauto using know_step_mono. Qed.
Lemma arrives_step : forall p c tau st st',
  (forall k, denotes st k -> exists k', know_step own shared relied (given (gave st')) c k k' /\ denotes st' k' /\
     (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = level_step c (depth st)) ->
  arrives tau st -> arrives (tau ++ [(p, c)]) st'.
Proof.
  intros p c tau st st' H (k & S & D & L). destruct (H k D) as (k' & S' & D' & M & L'). exists k'. split; [|split; auto].
  - econstructor; [|exact S']. eapply know_steps_mono; eauto.
  - rewrite level_after_app, L. simpl. auto.
Qed.
Lemma link_conc : forall i, link q1 q2 t i = conc (alink q i) /\ valid (alink q i).
Proof.
  intros i. unfold link, alink, valid. destruct (Nat.ltb_spec i (length q)) as [L|L]; [|split; [auto | lia]].
  split; [|lia]. unfold conc. destruct (Nat.ltb_spec (3 + i) 2); [lia|]. destruct (Nat.eqb_spec (3 + i) 2); [lia|]. f_equal. lia.
Qed.
Lemma apart_formal : (Arg i1, Arg i2) @ t = Arg formal.
Proof. destruct t; auto. Qed.
Lemma beginning_denotes : denotes (beginning q formal) (apart_knowledge width q1 q2 (Arg i1) (Arg i2) t).
Proof.
  assert (FR : forall x, fget (fset (true, []) (Arg formal) (Some (alink q 0))) x =
            match x with Arg i => Some (if var_eq_dec (Arg formal) (Arg i) then alink q 0 else 2) | Local _ => None end).
  { intros x. rewrite fget_fset. destruct (var_eq_dec x (Arg formal)) as [->|N].
    - destruct (var_eq_dec (Arg formal) (Arg formal)); congruence.
    - destruct x as [i|i]; unfold fget, get, frame0; cbn [fst snd find_in andb Nat.eqb var_key]; auto.
      destruct (var_eq_dec (Arg formal) (Arg i)); congruence. }
  assert (CELL : forall w (f : field), valid w -> cell0 width q (w, f) = Some (match cell0 width q (w, f) with Some l => l | None => 0 end) /\
            apart_cells width q1 q2 (conc w) f = conc (match cell0 width q (w, f) with Some l => l | None => 0 end) /\
            valid (match cell0 width q (w, f) with Some l => l | None => 0 end)).
  { intros w f V. split; [reflexivity|]. unfold apart_cells, cell0. destruct (f <? width); [|split; [reflexivity | unfold valid; lia]].
    destruct (conc_cases w V) as [[L E]|[[-> E]|(i & -> & L & E)]]; rewrite E.
    - assert (SD : side q1 q2 w = None) by (unfold side; destruct (Nat.ltb_spec w 4); [auto | lia]). rewrite SD.
      destruct (Nat.eqb_spec w 2); [lia|]. destruct (Nat.eqb_spec w 3); [lia|]. destruct (Nat.ltb_spec w 2); [|lia].
      split; [reflexivity | unfold valid; lia].
    - assert (SD : side q1 q2 (elsewhere t) = None) by (unfold side; destruct t; auto). rewrite SD.
      cbn [Nat.ltb Nat.leb Nat.eqb]. rewrite E. split; [destruct t; reflexivity | unfold valid; lia].
    - assert (SD : side q1 q2 (base q1 t + i) = Some (t, i)) by (apply side_spec; auto). rewrite SD.
      cbn [Nat.ltb Nat.leb Nat.eqb Nat.add]. replace (S (S (S i)) - 3) with i by lia.
      destruct (nth_error q i) as [g|] eqn:NE; [|apply nth_error_None in NE; lia].
      destruct (f =? g); [apply link_conc|]. split; [reflexivity | unfold valid; lia]. }
  split; cbn [fframes beginning eta apart_knowledge kappa public published].
  - constructor; [|constructor]. intros x. rewrite FR, apart_formal. unfold frame_of. destruct x as [i|i]; auto.
    destruct (var_eq_dec (Arg formal) (Arg i)); [rewrite (proj1 (link_conc 0))|]; reflexivity.
  - constructor; [|constructor]. intros x w. rewrite FR. destruct x as [i|i]; [|discriminate].
    destruct (var_eq_dec (Arg formal) (Arg i)); intros E; injection E as <-; [apply (link_conc 0) | unfold valid; lia].
  - intros w f V. destruct (CELL w f V) as (C1 & C2 & _). match goal with |- context [acell width q ?st w f] => change (acell width q st w f) with (cell0 width q (w, f)) end. rewrite C1, C2.
    assert (O : is_own q1 q2 t (conc w) || (conc w <? 2) = true).
    { destruct (Nat.lt_ge_cases w 2) as [L|L]; apply orb_true_iff; [right; rewrite conc_shared by auto; apply Nat.ltb_lt; auto | left; apply conc_own; auto]. }
    rewrite O. reflexivity.
  - intros w f l V. destruct (CELL w f V) as (C1 & _ & C3). match goal with |- context [acell width q ?st w f] => change (acell width q st w f) with (cell0 width q (w, f)) end. rewrite C1. intros E. injection E as <-. auto.
  - intros w V L. tauto.
Qed.
Lemma beginning_arrives : arrives [] (beginning q formal).
Proof. eexists. split; [constructor|]. split; [apply beginning_denotes | auto]. Qed.
(** What an access finds. *)
Definition comes (tau : strace) (x : finding) : Prop := exists pi r,
  accessed_path (fcmd x) = Some pi /\ frest x = r ++ [plast pi] /\ level_after 0 tau = flevel x /\
  exists k, know_steps own shared relied (given (fgave x)) tau (apart_knowledge width q1 q2 (Arg i1) (Arg i2) t) k /\
    comes_by (fun u => Theorem2f.own q1 q2 u) (fun _ => relied) t k pi 0 r.
Lemma finds_come : forall tau st p c x, arrives tau st -> In x (finds width q Ub p c st) -> fsite x = p /\ fcmd x = c /\ comes tau x.
Proof.
  intros tau st p c x (k & S & D & L) I. unfold finds in I. destruct (accessed_path c) as [pi|] eqn:AP; [|destruct I].
  destruct (fframes st) as [|fr R] eqn:EF; [destruct I|]. apply in_flat_map in I. destruct I as (n & _ & I).
  destruct (knowv st fr (proot pi, firstn n (pinner pi))) as [[|w]|] eqn:K; [|destruct I|destruct I].
  destruct I as [<-|[]]. simpl. split; auto. split; auto. exists pi, (skipn n (pinner pi)). simpl. split; auto. split; auto. split; auto.
  exists k. split; auto. pose proof (d_frames _ _ D) as DF. pose proof (d_bound _ _ D) as DB. rewrite EF in DF, DB.
  inversion DF as [|fr0 g R0 Q FG FR EF0 EG]; subst. inversion DB as [|fr0 R0 FV FVR]; subst.
  exists g, Q, (firstn n (pinner pi)). split; [auto|]. split; [rewrite firstn_skipn; auto|].
  apply (aknow_some st k fr g _ 0); auto.
Qed.

(** ** Statements *)
Variable P : program.
Hypothesis DOWN : forall m, calls_below m (mbody P m).
Variable fuel target : nat.
Notation flowv := (flow width q Ub counts fuel target).

(** What comes out is where a trace leads, and what is found is found on a trace. *)
Definition sound (C : stmt) (sts : list fstate) (r : result) : Prop :=
  (forall st', In st' (fst r) -> exists st u, In st sts /\ trace_of P C u /\ forall tau, arrives tau st -> arrives (tau ++ u) st') /\
  (forall x, In x (fst (snd r)) -> exists st u v, In st sts /\ trace_of P C (u ++ (fsite x, Simple (fcmd x)) :: v) /\
     forall tau, arrives tau st -> comes (tau ++ u) x).
Lemma in_both_of : forall a b x, In x (fst (both_of a b)) -> In x (fst a) \/ In x (fst b).
Proof. intros a b x I. simpl in I. apply nodup_In, in_app_or in I. auto. Qed.
Lemma trace_while_snoc : forall C u, trace_of P (While C) u -> forall u', trace_of P C u' -> trace_of P (While C) (u ++ u').
Proof.
  intros C u T. remember (While C) as W eqn:EW. induction T; inversion EW; subst; intros u' T'.
  - rewrite <- (app_nil_r ([] ++ u')). apply trace_loop; [auto | constructor].
  - rewrite <- app_assoc. apply trace_loop; auto.
Qed.
Lemma rounds_sound : forall C body sts, (forall s, sound C s (body s)) -> forall n todo seen got,
  sound (While C) sts (seen, got) -> incl todo seen -> sound (While C) sts (rounds body n todo seen got).
Proof.
  intros C body sts BODY. induction n as [|n IH]; intros todo seen got S T; [exact S|].
  destruct todo as [|z r]; [exact S|]. cbn [rounds]. destruct (BODY (z :: r)) as [B1 B2].
  destruct (body (z :: r)) as [o g]. cbn [fst snd] in *. destruct S as [S1 S2]. cbn [fst snd] in *.
  apply IH.
  - split; cbn [fst snd].
    + intros st' I. apply in_app_or in I. destruct I as [I|I]; [auto|]. apply filter_In in I. destruct I as [I _].
      apply nodup_In in I. destruct (B1 _ I) as (st1 & u1 & I1 & T1 & A1). destruct (S1 _ (T _ I1)) as (st & u & I0 & T0 & A0).
      exists st, (u ++ u1). split; auto. split; [apply trace_while_snoc; auto|]. intros tau A. rewrite app_assoc. auto.
    + intros x I. apply in_both_of in I. destruct I as [I|I]; [auto|].
      destruct (B2 _ I) as (st1 & u1 & v & I1 & T1 & A1). destruct (S1 _ (T _ I1)) as (st & u & I0 & T0 & A0).
      exists st, (u ++ u1), v. split; auto. split; [rewrite <- app_assoc; apply trace_while_snoc; auto|]. intros tau A. rewrite app_assoc. auto.
  - intros st' I. apply in_or_app. right. exact I.
Qed.
Lemma flow_sound : forall sm, (forall m s, sound (mbody P m) s (sm m s)) -> forall C sts, sound C sts (flowv sm C sts).
Proof.
  intros sm SM. induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros sts.
  - split; simpl; [|intros x []]. intros st I. exists st, []. split; auto. split; [constructor|]. intros tau A. rewrite app_nil_r. auto.
  - split; cbn [flow fst snd].
    + intros st' I. apply nodup_In, in_filter_map in I. destruct I as (st & I & E). exists st, [(p, Simple c)].
      split; auto. split; [constructor|]. intros tau A. eapply arrives_step; eauto. intros k D. eapply exec_denotes; eauto.
    + intros x I. apply nodup_In, in_flat_map in I. destruct I as (st & I & F). exists st, [], [].
      assert (FS : forall tau, arrives tau st -> fsite x = p /\ fcmd x = c /\ comes tau x) by (intros; eapply finds_come; eauto).
      assert (E : fsite x = p /\ fcmd x = c).
      { unfold finds in F. destruct (accessed_path c); [|destruct F]. destruct (fframes st); [destruct F|]. apply in_flat_map in F.
        destruct F as (n & _ & F). destruct (knowv st f (proot p0, firstn n (pinner p0))) as [[|w]|]; [destruct F as [<-|[]]; auto | destruct F | destruct F]. }
      destruct E as [-> ->]. split; auto. split; [constructor|]. intros tau A. rewrite app_nil_r. apply FS; auto.
  - cbn [flow]. destruct (IH1 sts) as [A1 B1]. destruct (flowv sm C1 sts) as [o1 g1]. destruct (IH2 o1) as [A2 B2].
    destruct (flowv sm C2 o1) as [o2 g2]. cbn [fst snd] in *. split; cbn [fst snd].
    + intros st' I. destruct (A2 _ I) as (st1 & u1 & I1 & T1 & R1). destruct (A1 _ I1) as (st & u & I0 & T0 & R0).
      exists st, (u ++ u1). split; auto. split; [constructor; auto|]. intros tau A. rewrite app_assoc. auto.
    + intros x I. apply in_both_of in I. destruct I as [I|I].
      * destruct (B1 _ I) as (st & u & v & I0 & T0 & R0). destruct (traces_exist P DOWN C2) as [w T].
        exists st, u, (v ++ w). split; auto. split; auto. rewrite app_comm_cons, app_assoc. constructor; auto.
      * destruct (B2 _ I) as (st1 & u1 & v & I1 & T1 & R1). destruct (A1 _ I1) as (st & u & I0 & T0 & R0).
        exists st, (u ++ u1), v. split; auto. split; [rewrite <- app_assoc; constructor; auto|]. intros tau A. rewrite app_assoc. auto.
  - cbn [flow]. destruct (IH1 sts) as [A1 B1], (IH2 sts) as [A2 B2]. destruct (flowv sm C1 sts) as [o1 g1], (flowv sm C2 sts) as [o2 g2].
    cbn [fst snd] in *. split; cbn [fst snd].
    + intros st' I. apply nodup_In, in_app_or in I. destruct I as [I|I].
      * destruct (A1 _ I) as (st & u & I0 & T0 & R0). exists st, u. split; auto. split; auto. constructor; auto.
      * destruct (A2 _ I) as (st & u & I0 & T0 & R0). exists st, u. split; auto. split; auto. apply trace_else; auto.
    + intros x I. apply in_both_of in I. destruct I as [I|I].
      * destruct (B1 _ I) as (st & u & v & I0 & T0 & R0). exists st, u, v. split; auto. split; auto. constructor; auto.
      * destruct (B2 _ I) as (st & u & v & I0 & T0 & R0). exists st, u, v. split; auto. split; auto. apply trace_else; auto.
  - cbn [flow]. apply (rounds_sound C); auto; [|apply incl_refl]. split; cbn [fst snd]; [|intros x []].
    intros st I. exists st, []. split; auto. split; [constructor|]. intros tau A. rewrite app_nil_r. auto.
  - cbn [flow]. set (ins := nodup fstate_eq_dec _). destruct (SM m ins) as [A B]. destruct (sm m ins) as [o g]. cbn [fst snd] in *.
    assert (IN : forall st1, In st1 ins -> exists st, In st sts /\ forall tau, arrives tau st -> arrives (tau ++ [(p, Push es)]) st1).
    { intros st1 I. apply nodup_In, in_filter_map in I. destruct I as (st & I & E). exists st. split; auto.
      intros tau AR. eapply arrives_step; eauto. intros k D. eapply enter_denotes; eauto. }
    split; cbn [fst snd].
    + intros st' I. apply nodup_In, in_filter_map in I. destruct I as (st2 & I & E). destruct (A _ I) as (st1 & u & I1 & T1 & R1).
      destruct (IN _ I1) as (st & I0 & R0). exists st, ((p, Push es) :: u ++ [(p, Pop)]). split; auto. split; [constructor; auto|].
      intros tau AR. change ((p, Push es) :: u ++ [(p, Pop)]) with ([(p, Push es)] ++ (u ++ [(p, Pop)])). rewrite !app_assoc.
      eapply arrives_step; [|apply R1, R0; auto]. intros k D. eapply leave_denotes; eauto.
    + intros x I. apply in_both_of in I. destruct I as [[]|I]. destruct (B _ I) as (st1 & u & v & I1 & T1 & R1).
      destruct (IN _ I1) as (st & I0 & R0). exists st, ((p, Push es) :: u), (v ++ [(p, Pop)]). split; auto. split.
      * replace (((p, Push es) :: u) ++ (fsite x, Simple (fcmd x)) :: v ++ [(p, Pop)])
          with ((p, Push es) :: (u ++ (fsite x, Simple (fcmd x)) :: v) ++ [(p, Pop)]) by (simpl; rewrite <- app_assoc; auto).
        constructor; auto.
      * intros tau AR. change ((p, Push es) :: u) with ([(p, Push es)] ++ u). rewrite app_assoc. auto.
Qed.
Lemma methods_sound : forall n m s, sound (mbody P m) s (flow_methods width q Ub counts fuel target P n m s).
Proof.
  induction n as [|n IH]; intros m s; simpl; [split; intros ? []|].
  destruct (Nat.eqb_spec m n) as [->|]; [apply flow_sound; auto | auto].
Qed.
(** What a unit finds, a trace of it comes to. *)
Theorem unit_sound : forall x, In x (fst (snd (flow_unit width q formal Ub counts fuel target P t))) ->
  exists tau, comes_before P (blocks P @ t) tau (fsite x) (fcmd x) /\ comes tau x.
Proof.
  intros x I. destruct (flow_sound _ (methods_sound (length (methods P))) (blocks P @ t) [beginning q formal]) as [_ B].
  destruct (B x I) as (st & u & v & [<-|[]] & T & A). exists u. split; [exists v; auto|]. apply (A []). apply beginning_arrives.
Qed.
End Sound.

(** ** Reports *)
Record named := Named { nformal : nat; nfields : list field; nfind : finding }.
Definition every (_ : field) : bool := true.
Section Reports.
Variable P : program.
(** How many fields there are, how many a name has at most, and the number of rounds of a loop. *)
Variables width limit fuel : nat.

Section Unit.
Variable U : field -> bool.
Variable counts : bool.
Variable t : thread.
Definition by_name (q : list field) (i target : nat) : result := flow_unit width q i U counts fuel target P t.
(** Longer names are those by which the unit walks from the end of the name, while that is an object of its own; the
    last field, which no object has, makes it one. *)
Fixpoint names_from (n i : nat) (q : list field) : list (list field) :=
  q :: match n with
       | 0 => []
       | S n' => flat_map (fun f => names_from n' i (q ++ [f])) (nodup Nat.eq_dec (snd (snd (by_name (q ++ [width]) i (3 + length q)))))
       end.
Definition unit_finds : list named :=
  flat_map (fun i => flat_map (fun q => map (Named i q) (fst (snd (by_name q i 0)))) (names_from limit i [])) (seq 0 (formals P)).
Lemma in_unit_finds : forall x, In x unit_finds -> In (nfind x) (fst (snd (by_name (nfields x) (nformal x) 0))).
Proof.
  intros x I. apply in_flat_map in I. destruct I as (i & _ & I). apply in_flat_map in I. destruct I as (q & _ & I).
  apply in_map_iff in I. destruct I as (y & <- & I). exact I.
Qed.
End Unit.

(** The rests are equal, one writes, and one holds no lock. *)
Definition meets (x y : finding) : bool :=
  (writes (fcmd x) || writes (fcmd y)) && fields_eqb (frest x) (frest y) && ((flevel x =? 0) || (flevel y =? 0)).
Definition sites (xy : named * named) : site * site := (fsite (nfind (fst xy)), fsite (nfind (snd xy))).
Definition flow_reports : list (site * site) :=
  map sites (filter (fun xy => meets (nfind (fst xy)) (nfind (snd xy))) (list_prod (unit_finds every false one) (unit_finds every false two))).
(** Both rely on what the other one has not stored into. *)
Definition within (l U : list field) : bool := forallb (fun f => memb f U) l.
Definition rely_pairs (z : (list field * list named) * (list field * list named)) : list (named * named) :=
  let '((U1, l1), (U2, l2)) := z in
  filter (fun xy => meets (nfind (fst xy)) (nfind (snd xy)) && within (fgave (nfind (snd xy))) U1 && within (fgave (nfind (fst xy))) U2)
         (list_prod l1 l2).
Definition relying (Us : list (list field)) (t : thread) : list (list field * list named) :=
  map (fun U => (U, unit_finds (fun f => memb f U) true t)) Us.
Definition rely_reports (Us : list (list field)) : list (site * site) :=
  map sites (flat_map rely_pairs (list_prod (relying Us one) (relying Us two))).

(** ** No false positive *)
Hypothesis LEGAL : legalb P = true.
Lemma pair_true : forall U1 U2 counts x y, In x (unit_finds U1 counts one) -> In y (unit_finds U2 counts two) ->
  meets (nfind x) (nfind y) = true ->
  (forall f, given counts (fgave (nfind y)) f -> U1 f = true) -> (forall f, given counts (fgave (nfind x)) f -> U2 f = true) ->
  races P (fsite (nfind x)) (fsite (nfind y)).
Proof.
  intros U1 U2 counts [i1 q1 x] [i2 q2 y] I1 I2 M R1 R2. apply in_unit_finds in I1. apply in_unit_finds in I2. cbn [nformal nfields nfind] in *.
  apply legalb_iff in LEGAL. pose proof (legal_calls P LEGAL) as DOWN.
  destruct (unit_sound width q1 q2 i1 i2 one U1 counts P DOWN fuel 0 x I1) as (t1 & CB1 & pi1 & r1 & P1 & F1 & L1 & k1 & S1 & B1).
  destruct (unit_sound width q1 q2 i1 i2 two U2 counts P DOWN fuel 0 y I2) as (t2 & CB2 & pi2 & r2 & P2 & F2 & L2 & k2 & S2 & B2).
  unfold meets in M. rewrite !andb_true_iff, fields_eqb_eq, (orb_true_iff (_ =? 0)), !Nat.eqb_eq in M. destruct M as [[W E] LV].
  rewrite F1, F2 in E. apply app_inj_tail in E. destruct E as [-> E].
  exists (threads_apart width q1 q2 (Arg i1) (Arg i2)). split; [apply threads_apart_initial|].
  apply (theorem2g width q1 q2 (Arg i1) (Arg i2) (fun t => relied match t with one => U1 | two => U2 end)
          (fun t => given counts (fgave match t with one => x | two => y end))) with (r := r2) (f := plast pi1) (t1 := t1) (t2 := t2)
    (c1 := fcmd x) (c2 := fcmd y); auto.
  - intros [] f G; [apply R1 | apply R2]; auto.
  - exists pi1, k1. auto.
  - exists pi2, k2. auto.
  - rewrite L1, L2. auto.
Qed.
Theorem flow_true : forall p1 p2, In (p1, p2) flow_reports -> races P p1 p2.
Proof.
  intros p1 p2 I. apply in_map_iff in I. destruct I as ([x y] & E & I). apply filter_In in I. destruct I as [I M].
  apply in_prod_iff in I. destruct I as [I1 I2]. unfold sites in E. simpl in *. injection E as <- <-.
  eapply pair_true; eauto.
Qed.
Theorem rely_true : forall Us p1 p2, In (p1, p2) (rely_reports Us) -> races P p1 p2.
Proof.
  intros Us p1 p2 I. apply in_map_iff in I. destruct I as ([x y] & E & I). unfold sites in E. simpl in E. injection E as <- <-.
  apply in_flat_map in I. destruct I as ([[U1 l1] [U2 l2]] & I & J). apply in_prod_iff in I. destruct I as [I1 I2].
  apply in_map_iff in I1. destruct I1 as (u1 & E1 & _). injection E1 as -> <-.
  apply in_map_iff in I2. destruct I2 as (u2 & E2 & _). injection E2 as -> <-.
  unfold rely_pairs in J. apply filter_In in J. destruct J as [J M]. apply in_prod_iff in J. destruct J as [J1 J2].
  simpl in M. rewrite !andb_true_iff in M. destruct M as [[M G1] G2].
  unfold within in *. rewrite forallb_forall in G1, G2.
  eapply pair_true; eauto; intros f [X|X]; try discriminate; auto.
Qed.
End Reports.
