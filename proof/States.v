(** * What a thread knows as a finite value (Theorems 2f and 2g, executable)

    The knowledge of Knowledge.v is about functions and predicates.  Here it is a finite value, [kstate], for one name v.q
    of one thread, of which v is a formal: frames and cells are sorted tables, of cells those that differ from the
    beginning.

    Theorem 2g chooses the fields U that the other thread may store into.  Here nothing is chosen before: a [value] is an
    object with the fields that it *relies on*, those of the cells of objects that are not private by which it is known.
    It stands for all U: it is known if none of these fields is in U ([visible]).

    A frame has entries only for variables that may be read before they are assigned; nothing is ever asked of the others.
    That the entries suffice is checked when a variable is read.

    [denotes U st k]: st is the knowledge k, for the choice U.  [exec_denotes], [enter_denotes], [leave_denotes]: commands
    change states as they change knowledge; [plain_denotes]: what loops give up is weaker. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact SpecialState Reports Knowledge
  Theorem2f Tables.

(** ** States *)
(** An object, with the fields that it relies on; or nothing is known. *)
Definition value := option (object * list field).
(** The variables of a frame, and the number of objects that were known when the unit or the method was entered. *)
Definition sframe := (nat * table value)%type.
(** The frames; the cells that have entries; which objects are public, but for z and o; how many objects are known; the
    fields that the thread has stored into outside of its private objects; and its lock level. *)
Record kstate := KState { frames : list sframe; cells : table value; shared : list object; number : nat; gave : list field; depth : nat }.

Definition relying (v : value) (R : list field) : value := match v with Some (w, R') => Some (w, adds R R') | None => None end.
Definition var_key (x : var) : key := match x with Arg i => (0, i) | Local i => (1, i) end.
(** None: nothing is asked of x any more. *)
Definition look (fr : sframe) (x : var) : option value := find_in (snd fr) (var_key x).
Definition holds_now (fr : sframe) (x : var) : value := match look fr x with Some v => v | None => None end.
Definition alive (fr : sframe) (x : var) : bool := match look fr x with Some _ => true | None => false end.
Definition assign (fr : sframe) (x : var) (v : value) : sframe := (fst fr, insert (snd fr) (var_key x) v).
Definition reads (c : simple) : list var :=
  match c with
  | Copy _ y => [y] | Load _ pi => [proot pi] | Store pi x => [proot pi; x] | New _ | Lock | Unlock => []
  end.

Section Name.
Variable width : nat.
Variable q : list field.
(** Mode rely (Theorem 2g), or flow (Theorem 2f). *)
Variable rely : bool.
Notation own_count := (3 + length q).

(** A cell that has no entry is as in the beginning; cells of objects that the thread has made hold them. *)
Definition cell_in (m : table value) (w : object) (f : field) : value :=
  match find_in m (w, f) with
  | Some v => v
  | None => Some (if w <? own_count then first_cells width q w f else w, [])
  end.
Definition cell_of (st : kstate) : object -> field -> value := cell_in (cells st).
Definition hidden (st : kstate) (w : object) : bool := (2 <=? w) && negb (memb w (shared st)).
(** In the beginning the formals hold the object that begins the name, or that to which all else leads. *)
Definition beginning (n formal : nat) : kstate :=
  KState [(own_count, map (fun i => ((0, i), Some (if i =? formal then position q 0 else 2, []))) (seq 0 n))] [] [] own_count [] 0.

(** What a field of a value leads to. *)
Definition follow (st : kstate) (v : value) (f : field) : value :=
  match v with
  | Some (w, R) =>
      match cell_of st w f with
      | Some (w', R') => if hidden st w then Some (w', adds R R') else if rely then Some (w', add f (adds R R')) else None
      | None => None
      end
  | None => None
  end.
Definition walks (st : kstate) (v : value) (fs : list field) : value := fold_left (follow st) fs v.
Definition leads (st : kstate) (fr : sframe) (e : expr) : value := walks st (holds_now fr (fst e)) (snd e).

(** ** Publishing *)
(** All that cells of w hold. *)
Definition held_by (st : kstate) (w : object) : list value :=
  Some (if w <? own_count then 1 else w, []) :: map (cell_of st w) (seq 0 width) ++
  map (fun e => cell_of st w (snd (fst e))) (filter (fun e => fst (fst e) =? w) (cells st)).
Definition targets (st : kstate) (w : object) : list object :=
  flat_map (fun v : value => match v with Some (w', _) => [w'] | None => [] end) (held_by st w).
(** What relies on something is not private.  (That is always so; checking it is enough for what is proved.) *)
Definition sane (st : kstate) (v : value) : bool :=
  match v with Some (w, R) => negb (hidden st w) || match R with [] => true | _ => false end | None => true end.
Fixpoint close (n : nat) (st : kstate) (seen todo : list object) : list object :=
  match n, todo with
  | S n', w :: r =>
      if memb w seen then close n' st seen r
      else close n' st (w :: seen) (if hidden st w then targets st w ++ r else r)
  | _, _ => seen
  end.
Definition is_closed (st : kstate) (l : list object) : bool :=
  forallb (fun w => negb (hidden st w) || forallb (sane st) (held_by st w) && forallb (fun w' => memb w' l) (targets st w)) l.
(** What is public once these objects are, with all that they lead to along private objects.  (It is closed after so
    many rounds; that is checked, too.) *)
Definition expose (st : kstate) (ws : list object) : option (list object) :=
  match filter (hidden st) ws with
  | [] => Some (shared st)
  | ws =>
      let l := close (length ws + number st * (4 + width + length (cells st))) st [] ws in
      if forallb (fun w => memb w l) ws && is_closed st l then Some (adds (filter (fun w => 2 <=? w) l) (shared st)) else None
  end.
Definition publishing (st : kstate) (v : value) : option (list object) :=
  if sane st v then expose st (match v with Some (w, _) => [w] | None => [] end) else None.

(** ** Commands *)
(** A store into an object that is not private changes what is known of this field of all that are not private: nothing
    is known any more if the object is not known; and what is known relies on what the object relies on. *)
Definition disturbed (st : kstate) (f : field) (base : value) (w : object) (m : table value) : table value :=
  if hidden st w then m else
  match base, cell_of st w f with
  | Some (_, R), Some (w', R') => match R with [] => m | _ => insert m (w, f) (Some (w', adds R R')) end
  | _, _ => insert m (w, f) None
  end.
Definition disturb (st : kstate) (f : field) (base : value) : table value :=
  fold_right (disturbed st f base) (cells st) (seq 0 (number st)).
Definition store (st : kstate) (fr : sframe) (pi : path) (x : var) : option kstate :=
  let f := plast pi in
  let v := holds_now fr x in
  let give l := if rely then add f l else l in
  match leads st fr (path_base pi) with
  | Some (w, R) =>
      if hidden st w then
        match R with [] => Some (KState (frames st) (insert (cells st) (w, f) v) (shared st) (number st) (gave st) (depth st)) | _ => None end
      else
        match publishing st v with
        | Some p => Some (KState (frames st)
            (if rely then insert (disturb st f (Some (w, R))) (w, f) (relying v R) else cells st) p (number st) (give (gave st)) (depth st))
        | None => None
        end
  | None =>
      match publishing st v with
      | Some p => Some (KState (frames st) (if rely then disturb st f None else cells st) p (number st) (give (gave st)) (depth st))
      | None => None
      end
  end.
(** [making]: a new object is an object of the thread's own; otherwise nothing is known of it. *)
Definition execute (making : bool) (c : simple) (st : kstate) : option kstate :=
  match frames st with
  | [] => None
  | fr :: Q =>
      if forallb (alive fr) (reads c) then
        let learned x v := Some (KState (assign fr x v :: Q) (cells st) (shared st) (number st) (gave st) (depth st)) in
        match c with
        | Copy x y => learned x (holds_now fr y)
        | Load x pi => learned x (leads st fr (path_expr pi))
        | New x =>
            if making then
              let n := number st in
              Some (KState (assign fr x (Some (n, [])) :: Q) (only (fun k => negb (fst k =? n)) (cells st))
                      (filter (fun w => negb (w =? n)) (shared st)) (S n) (gave st) (depth st))
            else learned x None
        | Store pi x => store st fr pi x
        | Lock => Some (KState (frames st) (cells st) (shared st) (number st) (gave st) (S (depth st)))
        | Unlock => Some (KState (frames st) (cells st) (shared st) (number st) (gave st) (pred (depth st)))
        end
      else None
  end.
Fixpoint formals_of (i : nat) (vs : list value) : table value :=
  match vs with [] => [] | v :: r => ((0, i), v) :: formals_of (S i) r end.
(** A frame may forget variables: those that are not read any more. *)
Definition keeping (keep : key -> bool) (fr : sframe) : sframe := (fst fr, only keep (snd fr)).
Definition enter (keep : key -> bool) (es : list expr) (st : kstate) : option kstate :=
  match frames st with
  | [] => None
  | fr :: Q =>
      if forallb (fun e => alive fr (fst e)) es then
        Some (KState ((number st, formals_of 0 (map (leads st fr) es)) :: keeping keep fr :: Q)
                (cells st) (shared st) (number st) (gave st) (depth st))
      else None
  end.
Definition leave (st : kstate) : option kstate :=
  match frames st with
  | [] => None
  | _ :: Q => Some (KState Q (cells st) (shared st) (number st) (gave st) (depth st))
  end.
Definition prune (keep : key -> bool) (st : kstate) : kstate :=
  match frames st with
  | [] => st
  | fr :: Q => KState (keeping keep fr :: Q) (cells st) (shared st) (number st) (gave st) (depth st)
  end.
(** What is left where a loop goes round again: objects made since the method was entered are given to the other
    thread, and nothing is known of objects that are not private. *)
Definition forgotten (base : nat) (v : value) : value :=
  match v with
  | Some (w, R) => if base <=? w then None else match R with [] => v | _ => None end
  | None => None
  end.
Definition forget_row (w : object) (m : table value) : table value := fold_right (fun f m => insert m (w, f) None) m (seq 0 width).
Definition forget (st : kstate) (m : table value) : table value :=
  fold_right (fun w m => if hidden st w then m else forget_row w m) m (seq 0 (number st)).
Definition plain (st : kstate) : option kstate :=
  match frames st with
  | [] => None
  | fr :: Q =>
      let base := fst fr in
      if forallb (fun e : key * value => sane st (snd e)) (snd fr) then
        match expose st (seq base (number st - base)) with
        | Some p =>
            let st' := KState ((base, map (fun e : key * value => (fst e, forgotten base (snd e))) (snd fr)) :: Q)
                              (cells st) p (number st) (gave st) (depth st) in
            Some (KState (frames st') (forget st' (only (fun k => hidden st' (fst k) || (width <=? snd k)) (cells st)))
                         p (number st) (gave st) (depth st))
        | None => None
        end
      else None
  end.
End Name.

(** ** What a state says of knowledge *)
Section Sound.
Variable width : nat.
Variables q1 q2 : list field.
Variables i1 i2 : nat.
Variable t : thread.
Variable rely : bool.
Variable Ub : field -> bool.
Notation q := (fields_of q1 q2 t).
Notation formal := ((i1, i2) @ t).
Notation cellv := (cell_of width q).
Notation leadsv := (leads width q rely).
Definition relied (f : field) : Prop := Ub f = true.
Definition given (l : list field) (f : field) : Prop := rely = false \/ In f l.
(** Mode flow relies on nothing. *)
Hypothesis FLOW : rely = false -> forall f, Ub f = true.

(** The object that is known, for this choice of U. *)
Definition visible (v : value) : option object := match v with Some (w, R) => if existsb Ub R then None else Some w | None => None end.
Definition below (n : nat) (v : value) : Prop := forall w R, v = Some (w, R) -> w < n.
Record denotes (st : kstate) (k : knowledge) : Prop := Denotes {
  d_frames : Forall2 (fun fr g => forall x v, look fr x = Some v -> g x = visible v) (frames st) (eta k);
  d_bound : Forall (fun fr => forall x v, look fr x = Some v -> below (made k) v) (frames st);
  d_cells : forall w f, lasting relied k w f -> kappa k w f = visible (cellv st w f);
  d_cells_bound : forall w f, w < made k -> below (made k) (cellv st w f);
  d_public : forall w, w < made k -> (public k w <-> w < 2 \/ In w (shared st));
  d_made : made k = number st /\ 3 + length q <= made k }.

Lemma relied_adds : forall R R' : list field, existsb Ub (adds R R') = existsb Ub R || existsb Ub R'.
Proof. exact (existsb_adds Ub). Qed.
Lemma relied_add : forall f (R : list field), existsb Ub (add f R) = Ub f || existsb Ub R.
Proof. exact (existsb_add Ub). Qed.
Lemma visible_relying : forall v R, visible (relying v R) = if existsb Ub R then None else visible v.
Proof. intros [[w R']|] R; simpl; [rewrite relied_adds|]; destruct (existsb Ub R); reflexivity. Qed.
Lemma below_relying : forall n v R, below n v -> below n (relying v R).
Proof. intros n [[w R']|] R B w0 R0 E; simpl in E; [injection E as <- _; eauto | discriminate]. Qed.
Lemma hidden_iff : forall st k w, denotes st k -> w < made k -> (private k w <-> hidden st w = true).
Proof.
  intros st k w D V. unfold private, hidden. rewrite (d_public _ _ D w V), andb_true_iff, Nat.leb_le, negb_true_iff, <- not_true_iff_false, memb_in.
  split; [intros [_ N] | intros [L N]; split; auto; intros [X|X]; auto; lia]. split; [|tauto].
  destruct (Nat.lt_ge_cases w 2); [exfalso; auto | auto].
Qed.
Lemma private_lasting : forall k w f, private k w -> lasting relied k w f.
Proof. intros k w f [A B]. split; auto. Qed.
Lemma lasting_private : forall k w f, lasting relied k w f -> Ub f = true -> private k w.
Proof. intros k w f [A [B|B]] E; [split; auto | destruct B; exact E]. Qed.

(** ** Values *)
Lemma follow_bound : forall st k v f, denotes st k -> below (made k) v -> below (made k) (follow width q rely st v f).
Proof.
  intros st k [[w R]|] f D B w0 R0 E; simpl in E; [|discriminate]. pose proof (d_cells_bound _ _ D w f (B w R eq_refl)) as X.
  destruct (cellv st w f) as [[w' R']|] eqn:C; [|discriminate]. specialize (X w' R' eq_refl).
  destruct (hidden st w); [|destruct rely]; try discriminate; injection E as <- _; auto.
Qed.
Lemma follow_known : forall st k v f, denotes st k -> below (made k) v -> forall l,
  visible (follow width q rely st v f) = Some l <->
  exists w, visible v = Some w /\ lasting relied k w f /\ kappa k w f = Some l.
Proof.
  intros st k [[w R]|] f D B l; simpl; [|split; [discriminate | intros (w & X & _); discriminate]].
  pose proof (B w R eq_refl) as L. pose proof (hidden_iff st k w D L) as PI. pose proof (d_cells _ _ D w f) as DC.
  assert (NL : hidden st w = false -> rely = false -> ~ lasting relied k w f).
  { intros H N LA. apply (lasting_private k w f) in LA; [|auto]. apply PI in LA. congruence. }
  assert (PU : hidden st w = false -> lasting relied k w f <-> Ub f = false).
  { intros H. split.
    - intros LA. destruct (Ub f) eqn:E; auto. apply (lasting_private k w f) in LA; auto. apply PI in LA. congruence.
    - intros E. split; auto. right. unfold relied. congruence. }
  destruct (cellv st w f) as [[w' R']|] eqn:C.
  - destruct (hidden st w) eqn:H.
    + assert (LA : lasting relied k w f) by (apply private_lasting, PI; auto). specialize (DC LA). simpl in DC. simpl. rewrite relied_adds.
      destruct (existsb Ub R); simpl; [split; [discriminate | intros (x & X & _); discriminate]|]. rewrite <- DC. split; [eauto|].
      intros (x & X & _ & K). injection X as <-. auto.
    + destruct rely eqn:RL; simpl.
      * rewrite relied_add, relied_adds. destruct (Ub f) eqn:UF; simpl.
        -- split; [discriminate|]. intros (x & X & LA & K). destruct (existsb Ub R); [discriminate|]. injection X as <-. apply PU in LA; auto. congruence.
        -- assert (LA : lasting relied k w f) by (apply PU; auto). specialize (DC LA). simpl in DC.
           destruct (existsb Ub R); simpl; [split; [discriminate | intros (x & X & _); discriminate]|]. rewrite <- DC. split; [eauto|].
           intros (x & X & _ & K). injection X as <-. auto.
      * split; [discriminate|]. intros (x & X & LA & K). destruct (existsb Ub R); [discriminate|]. injection X as <-. destruct (NL eq_refl eq_refl LA).
  - simpl. split; [discriminate|]. intros (x & X & LA & K). destruct (existsb Ub R); [discriminate|]. injection X as <-.
    specialize (DC LA). simpl in DC. congruence.
Qed.
Lemma walks_bound : forall st k fs v, denotes st k -> below (made k) v -> below (made k) (walks width q rely st v fs).
Proof. induction fs as [|f fs IH]; intros v D B; simpl; auto. apply IH; auto. apply follow_bound; auto. Qed.
Lemma walks_known : forall st k fs v, denotes st k -> below (made k) v -> forall l,
  visible (walks width q rely st v fs) = Some l <-> exists w, visible v = Some w /\ known_walk relied k w fs l.
Proof.
  induction fs as [|f fs IH]; intros v D B l; simpl.
  - split; [intros E; exists l; split; auto; constructor | intros (w & E & K); inversion K; subst; auto].
  - unfold walks in IH. rewrite (IH (follow width q rely st v f) D (follow_bound st k v f D B) l). split.
    + intros (w & E & K). apply (follow_known st k v f D B) in E. destruct E as (w0 & E & LA & KE). exists w0. split; auto. econstructor; eauto.
    + intros (w & E & K). inversion K as [|w0 f0 v0 fs0 l0 LA KE K']; subst. exists v0. split; auto. apply (follow_known st k v f D B). eauto.
Qed.
(** A frame of the state, and what is known of it. *)
Definition framed (k : knowledge) (fr : sframe) (g : kframe) : Prop :=
  (forall x v, look fr x = Some v -> g x = visible v) /\ (forall x v, look fr x = Some v -> below (made k) v).
Lemma holds_now_framed : forall k fr g x, framed k fr g -> alive fr x = true -> g x = visible (holds_now fr x) /\ below (made k) (holds_now fr x).
Proof.
  intros k fr g x [A B] L. unfold alive, holds_now in *. destruct (look fr x) as [v|] eqn:E; [|discriminate]. split; eauto.
Qed.
Lemma holds_now_bound : forall k fr g x, framed k fr g -> below (made k) (holds_now fr x).
Proof. intros k fr g x [A B]. unfold holds_now. destruct (look fr x) as [v|] eqn:E; [eauto | intros w R X; discriminate]. Qed.
Lemma leads_bound : forall st k fr g e, denotes st k -> framed k fr g -> below (made k) (leadsv st fr e).
Proof. intros st k fr g e D F. apply walks_bound; auto. eapply holds_now_bound; eauto. Qed.
Lemma leads_iff : forall st k fr g e, denotes st k -> framed k fr g -> alive fr (fst e) = true -> forall w,
  visible (leadsv st fr e) = Some w <-> knows relied k g e w.
Proof.
  intros st k fr g e D F A w. unfold leads. destruct (holds_now_framed k fr g (fst e) F A) as [E B].
  rewrite (walks_known st k (snd e) _ D B w). unfold knows. rewrite E. tauto.
Qed.
Lemma leads_known : forall st k fr g e, denotes st k -> framed k fr g -> alive fr (fst e) = true ->
  known_value relied k g e (visible (leadsv st fr e)).
Proof.
  intros st k fr g e D F A. pose proof (leads_iff st k fr g e D F A) as I. destruct (visible (leadsv st fr e)) as [w|]; simpl.
  - apply I. auto.
  - intros w K. apply I in K. discriminate.
Qed.
(** What is known although it may not be read any more. *)
Lemma leads_some : forall st k fr g e w, denotes st k -> framed k fr g -> visible (leadsv st fr e) = Some w -> knows relied k g e w.
Proof.
  intros st k fr g e w D F E. destruct (alive fr (fst e)) eqn:A; [apply (leads_iff st k fr g e D F A); auto|].
  unfold leads in E. assert (N : holds_now fr (fst e) = None) by (unfold alive, holds_now in *; destruct (look fr (fst e)); [discriminate | auto]).
  rewrite N in E. clear -E. induction (snd e) as [|f fs IH]; simpl in E; [discriminate | auto].
Qed.
Lemma look_assign : forall fr x v y, look (assign fr x v) y = if var_eq_dec y x then Some v else look fr y.
Proof.
  intros fr x v y. unfold look, assign. simpl. rewrite find_insert. destruct (var_eq_dec y x) as [->|N].
  - rewrite key_eqb_refl. auto.
  - destruct (key_eqb (var_key x) (var_key y)) eqn:E; auto. apply key_eqb_eq in E. exfalso. apply N. destruct x, y; simpl in E; congruence.
Qed.
Lemma look_keeping : forall keep fr x v, look (keeping keep fr) x = Some v -> look fr x = Some v.
Proof. intros keep fr x v E. unfold look, keeping in *. simpl in E. rewrite find_only in E. destruct (keep (var_key x)); congruence. Qed.

(** ** Publishing *)
Lemma held_all : forall st w f, In (cellv st w f) (held_by width q st w).
Proof.
  intros st w f. unfold held_by. destruct (Nat.lt_ge_cases f width) as [L|L].
  { right. apply in_or_app. left. apply in_map_iff. exists f. split; auto. apply in_seq. lia. }
  unfold cell_of, cell_in. destruct (find_in (cells st) (w, f)) as [v|] eqn:F.
  - right. apply in_or_app. right. apply in_map_iff. exists ((w, f), v). split; [unfold cell_of, cell_in; simpl; rewrite F; auto|].
    apply filter_In. split; [apply find_member; auto | simpl; apply Nat.eqb_refl].
  - left. destruct (w <? 3 + length q); auto. unfold first_cells. destruct (Nat.ltb_spec f width); [lia | auto].
Qed.
Lemma targets_all : forall st w f v R, cellv st w f = Some (v, R) -> In v (targets width q st w).
Proof. intros st w f v R E. unfold targets. apply in_flat_map. exists (cellv st w f). split; [apply held_all | rewrite E; left; auto]. Qed.
Lemma held_only : forall st w v, In v (held_by width q st w) ->
  v = Some (if w <? 3 + length q then 1 else w, []) \/ exists f, v = cellv st w f.
Proof.
  intros st w v [<-|I]; auto. right. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as (f & <- & _); eauto.
Qed.
Lemma sane_visible : forall st k w R, denotes st k -> w < made k -> sane st (Some (w, R)) = true ->
  private k w -> visible (Some (w, R)) = Some w.
Proof.
  intros st k w R D L S P. apply (hidden_iff st k w D L) in P. simpl in S. rewrite P in S. destruct R; [auto | discriminate].
Qed.
Section Expose.
Variables (st : kstate) (k : knowledge) (from : object -> Prop).
Hypothesis D : denotes st k.
Hypothesis SMALL : forall w, from w -> w < made k.
(** What is exposed is public, or reached from what is given away. *)
Definition given_away (w : object) : Prop := w < made k /\ (~ private k w \/ exists u, from u /\ reach k u w).
Lemma target_given_away : forall w w', given_away w -> hidden st w = true -> forallb (sane st) (held_by width q st w) = true ->
  In w' (targets width q st w) -> given_away w'.
Proof.
  intros w w' [L G] H S I. pose proof (hidden_iff st k w D L) as PI. destruct G as [G|(u & Fu & R)]; [exfalso; apply G, PI; auto|].
  unfold targets in I. apply in_flat_map in I. destruct I as (v & I & J). pose proof (d_made _ _ D) as [_ DM].
  rewrite forallb_forall in S. specialize (S v I). destruct v as [[w0 R0]|]; [destruct J as [<-|[]] | destruct J].
  destruct (held_only _ _ _ I) as [E|(f & E)].
  - injection E as -> _. match goal with |- given_away (if ?b then _ else _) => destruct b end.
    + split; [lia|]. left. intros P. apply (hidden_iff st k 1 D) in P; [discriminate | lia].
    + split; auto. right. eauto.
  - assert (L0 : w0 < made k) by (apply (d_cells_bound _ _ D w f L w0 R0); auto). split; auto.
    destruct (hidden st w0) eqn:H0; [|left; intros P; apply (hidden_iff st k w0 D L0) in P; congruence].
    right. exists u. split; auto. apply reach_step with w f; auto; [apply PI; auto|].
    rewrite (d_cells _ _ D) by (apply private_lasting, PI; auto). rewrite <- E. apply (sane_visible st k); auto. apply (hidden_iff st k w0 D L0); auto.
Qed.
Lemma closed_given_away : forall l, is_closed width q st l = true -> forall u, In u l -> u < made k ->
  forall w, reach k u w -> In w l /\ w < made k.
Proof.
  intros l C u Iu Lu w R. induction R as [|w f v R IH P E]; auto. destruct IH as [I L].
  pose proof (proj1 (hidden_iff st k w D L) P) as H. rewrite (d_cells _ _ D) in E by (apply private_lasting; auto).
  unfold is_closed in C. rewrite forallb_forall in C. specialize (C w I). rewrite H in C. cbn [negb orb] in C.
  apply andb_true_iff in C. destruct C as [_ C]. rewrite forallb_forall in C.
  destruct (cellv st w f) as [[w0 R0]|] eqn:CE; [|discriminate]. simpl in E. destruct (existsb Ub R0); [discriminate|]. injection E as ->.
  split; [apply memb_in, C; eapply targets_all; eauto | apply (d_cells_bound _ _ D w f L v R0); auto].
Qed.
Lemma close_grows : forall n seen todo w, In w seen -> In w (close width q n st seen todo).
Proof.
  induction n as [|n IH]; intros seen todo w I; [auto|]. destruct todo as [|v r]; cbn [close]; [auto|].
  destruct (memb v seen); apply IH; simpl; auto.
Qed.
Lemma close_given_away : forall n seen todo l, l = close width q n st seen todo ->
  (forall w, In w l -> hidden st w = true -> forallb (sane st) (held_by width q st w) = true) ->
  (forall w, In w seen -> given_away w) -> (forall w, In w todo -> given_away w) -> forall w, In w l -> given_away w.
Proof.
  induction n as [|n IH]; intros seen todo l E SA S T w I; [subst l; auto|]. destruct todo as [|v r]; cbn [close] in E; [subst l; auto|].
  destruct (memb v seen); [eapply IH; eauto; intros; apply T; right; auto|].
  assert (SV : In v l) by (subst l; apply close_grows; left; auto).
  apply (IH _ _ _ E SA); auto.
  - intros x [<-|J]; auto. apply T. left; auto.
  - intros x J. destruct (hidden st v) eqn:H; [|apply T; right; auto]. apply in_app_or in J. destruct J as [J|J]; [|apply T; right; auto].
    eapply target_given_away; eauto. apply T. left; auto.
Qed.
Lemma expose_public : forall ws p, (forall w, In w ws <-> from w) -> expose width q st ws = Some p ->
  forall w, w < made k -> (public k w \/ (exists u, from u /\ reach k u w) <-> w < 2 \/ In w p).
Proof.
  intros ws p WS E w L. rewrite (d_public _ _ D w L).
  assert (FAR : forall u x, from u -> reach k u x -> hidden st u = false -> x = u).
  { intros u x Fu R H. induction R as [|v f x R IH P KE]; auto. subst v. apply (hidden_iff st k u D (SMALL u Fu)) in P. congruence. }
  assert (OPEN : forall x, x < made k -> hidden st x = false -> x < 2 \/ In x (shared st)).
  { intros x Lx H. destruct (Nat.lt_ge_cases x 2); auto. right. unfold hidden in H. apply memb_in.
    destruct (Nat.leb_spec 2 x); [|lia]. destruct (memb x (shared st)); auto. }
  unfold expose in E. destruct (filter (hidden st) ws) as [|w0 r] eqn:FE.
  - injection E as <-. split; auto. intros [X|(u & Fu & R)]; auto.
    assert (H : hidden st u = false).
    { destruct (hidden st u) eqn:H; auto. exfalso. assert (X : In u (filter (hidden st) ws)) by (apply filter_In; split; auto; apply WS; auto).
      rewrite FE in X. destruct X. }
    rewrite (FAR u w Fu R H). apply OPEN; auto.
  - rewrite <- FE in *. clear w0 r FE. set (ws' := filter (hidden st) ws) in *. set (l := close _ _ _ _ _ _) in E.
    destruct (forallb (fun w => memb w l) ws' && is_closed width q st l) eqn:C; [|discriminate].
    assert (EP : p = adds (filter (fun w => 2 <=? w) l) (shared st)) by congruence. clear E. subst p.
    apply andb_true_iff in C. destruct C as [M C]. rewrite forallb_forall in M.
    assert (SA : forall w, In w l -> hidden st w = true -> forallb (sane st) (held_by width q st w) = true).
    { intros x Ix H. unfold is_closed in C. rewrite forallb_forall in C. specialize (C x Ix). rewrite H in C. cbn [negb orb] in C.
      apply andb_true_iff in C. apply C. }
    assert (GA : forall x, In x l -> given_away x).
    { apply (close_given_away _ [] ws' l eq_refl SA); [intros ? []|]. intros x Ix. apply filter_In in Ix. destruct Ix as [Ix _]. apply WS in Ix.
      split; auto. right. exists x. split; auto. constructor. }
    rewrite in_adds, filter_In, Nat.leb_le. split.
    + intros [[X|X]|(u & Fu & R)]; auto. destruct (hidden st u) eqn:H; [|rewrite (FAR u w Fu R H); destruct (OPEN u (SMALL u Fu) H); auto].
      destruct (Nat.lt_ge_cases w 2); auto. right. left. split; auto.
      assert (IU : In u l) by (apply memb_in, M, filter_In; split; auto; apply WS; auto).
      apply (closed_given_away l C u IU (SMALL u Fu) w R).
    + intros [X|[[I _]|I]]; auto. destruct (GA w I) as [_ [NP|X]]; [|right; auto]. left.
      apply OPEN; auto. destruct (hidden st w) eqn:H; auto. exfalso. apply NP, (hidden_iff st k w D L); auto.
Qed.
End Expose.
Lemma publishing_public : forall st k g fr x p, denotes st k -> framed k fr g -> alive fr x = true -> eta k <> [] ->
  publishing width q st (holds_now fr x) = Some p ->
  forall w, w < made k -> (publish k g x w <-> w < 2 \/ In w p).
Proof.
  intros st k g fr x p D F A _ E w L. destruct (holds_now_framed k fr g x F A) as [G B]. unfold publish. rewrite G.
  unfold publishing in E. destruct (sane st (holds_now fr x)) eqn:S; [|discriminate].
  destruct (holds_now fr x) as [[u R]|] eqn:H; cbn [visible].
  - pose proof (B u R eq_refl) as LU.
    rewrite <- (expose_public st k (fun v => v = u) D ltac:(intros v ->; auto) [u] p ltac:(intros v; simpl; intuition) E w L).
    destruct (existsb Ub R) eqn:RU.
    + split; [intros [X|(v & X & _)]; [auto | discriminate]|]. intros [X|(v & -> & X)]; auto. left.
      assert (HU : hidden st u = false).
      { destruct (hidden st u) eqn:HU; auto. simpl in S. rewrite HU in S. destruct R; discriminate. }
      assert (NP : ~ private k u) by (intros P; apply (hidden_iff st k u D LU) in P; congruence).
      assert (w = u) by (induction X as [|v f x' R' IH P KE]; auto; assert (LV : v < made k) by apply P; rewrite (IH LV) in P; contradiction).
      subst w. apply (d_public _ _ D u L). destruct (Nat.lt_ge_cases u 2); auto. right. unfold hidden in HU.
      apply memb_in. destruct (Nat.leb_spec 2 u); [|lia]. destruct (memb u (shared st)); auto.
    + split; intros [X|(v & E1 & X)]; auto; right; [injection E1 as <-; eauto | subst v; eauto].
  - rewrite <- (expose_public st k (fun _ => False) D ltac:(intros v []) [] p ltac:(intros v; simpl; intuition) E w L).
    split; intros [X|(v & E1 & X)]; auto; [discriminate | destruct E1].
Qed.

(** ** One command *)
Lemma given_more : forall f l g, given l g -> given (if rely then add f l else l) g.
Proof. intros f l g. unfold given. destruct rely; [intros [X|X]; [discriminate | right; apply in_add; auto] | auto]. Qed.
Lemma given_field : forall f l, given (if rely then add f l else l) f.
Proof. intros f l. unfold given. destruct rely; [right; apply in_add; auto | auto]. Qed.
Lemma cell_insert : forall m w f v w' f', cell_in width q (insert m (w, f) v) w' f' = if (w' =? w) && (f' =? f) then v else cell_in width q m w' f'.
Proof.
  intros m w f v w' f'. unfold cell_in. rewrite find_insert. unfold key_eqb; simpl. rewrite (Nat.eqb_sym w w'), (Nat.eqb_sym f f').
  destruct ((w' =? w) && (f' =? f)); auto.
Qed.
(** Cells after a store into an object that is not private. *)
Lemma find_disturb : forall st f base w g, w < number st ->
  visible (cell_in width q (disturb width q st f base) w g) =
  if (g =? f) && negb (hidden st w) then match visible base with Some _ => visible (cellv st w g) | None => None end else visible (cellv st w g).
Proof.
  intros st f base w g L. unfold disturb.
  set (stepf := disturbed width q st f base).
  assert (G : forall l, visible (cell_in width q (fold_right stepf (cells st) l) w g) =
     if memb w l && (g =? f) && negb (hidden st w) then match visible base with Some _ => visible (cellv st w g) | None => None end
     else visible (cellv st w g)).
  { induction l as [|w0 l IH]; [reflexivity|]. cbn [fold_right memb existsb]. unfold stepf at 1, disturbed at 1.
    destruct (Nat.eqb_spec w w0) as [<-|N]; cbn [orb andb].
    - destruct (hidden st w) eqn:H; [rewrite IH, !andb_false_r; auto|]. cbn [negb]. rewrite andb_true_r.
      destruct base as [[b R]|]; [destruct (cellv st w f) as [[w' R']|] eqn:C|].
      + destruct R as [|r R].
        * rewrite IH. cbn [visible existsb]. destruct (memb w l), (g =? f); reflexivity.
        * rewrite cell_insert, Nat.eqb_refl. cbn [andb]. destruct (Nat.eqb_spec g f) as [->|NG].
          -- rewrite C. cbn [visible]. rewrite relied_adds. destruct (existsb Ub (r :: R)); auto.
          -- rewrite IH. cbn [andb]. rewrite andb_false_r. auto.
      + rewrite cell_insert, Nat.eqb_refl. cbn [andb].
        destruct (Nat.eqb_spec g f) as [->|NG]; [rewrite C; simpl; destruct (existsb Ub R); auto|]. rewrite IH, andb_false_r. auto.
      + rewrite cell_insert, Nat.eqb_refl. cbn [andb].
        destruct (Nat.eqb_spec g f) as [->|NG]; [auto|]. rewrite IH, andb_false_r. auto.
    - assert (OTHER : forall v, cell_in width q (insert (fold_right stepf (cells st) l) (w0, f) v) w g = cell_in width q (fold_right stepf (cells st) l) w g).
      { intros v. rewrite cell_insert. destruct (Nat.eqb_spec w w0); [congruence | auto]. }
      destruct (hidden st w0); [exact IH|]. destruct base as [[b R]|]; [destruct (cellv st w0 f) as [[w' R']|]; [destruct R|]|]; rewrite ?OTHER; exact IH. }
  rewrite G. assert (M : memb w (seq 0 (number st)) = true) by (apply memb_in, in_seq; lia). rewrite M. auto.
Qed.
Lemma disturb_bound : forall st k f base, denotes st k -> forall w g, w < made k -> below (made k) (cell_in width q (disturb width q st f base) w g).
Proof.
  intros st k f base D w g L. unfold disturb. induction (seq 0 (number st)) as [|w0 l IH]; cbn [fold_right].
  - apply (d_cells_bound _ _ D); auto.
  - unfold disturbed at 1. destruct (hidden st w0); [exact IH|].
    assert (INS : forall v, below (made k) v -> below (made k) (cell_in width q (insert (fold_right (disturbed width q st f base) (cells st) l) (w0, f) v) w g)).
    { intros v B. rewrite cell_insert. destruct ((w =? w0) && (g =? f)); auto. }
    assert (NONE : below (made k) None) by (intros a R E; discriminate).
    destruct base as [[b R]|]; auto. destruct (cellv st w0 f) as [[w' R']|] eqn:C; auto. destruct R as [|r R]; [exact IH|].
    destruct (Nat.eqb_spec w w0) as [->|N].
    + apply INS. intros a R0 E. injection E as <- _. apply (d_cells_bound _ _ D w0 f L w' R'); auto.
    + rewrite cell_insert. destruct (Nat.eqb_spec w w0); [congruence | exact IH].
Qed.
Section Store.
Variables (st : kstate) (fr : sframe) (g : kframe) (Q : list kframe) (m : object -> field -> option object) (p0 : object -> Prop) (n : nat).
Variables (x : var) (pi : path).
Notation k := (Know (g :: Q) m p0 n).
Hypothesis D : denotes st k.
Hypothesis F : framed k fr g.
Hypothesis A : alive fr x = true.
Hypothesis AL : alive fr (proot pi) = true.
Notation gave' := (if rely then add (plast pi) (gave st) else gave st).
(** Nothing is known of the object. *)
Lemma store_elsewhere : forall p cs, publishing width q st (holds_now fr x) = Some p -> visible (leadsv st fr (path_base pi)) = None ->
  (forall w f, w < n -> hidden st w = true \/ f <> plast pi -> visible (cell_in width q cs w f) = visible (cellv st w f)) ->
  (rely = true -> forall w, w < n -> hidden st w = false -> visible (cell_in width q cs w (plast pi)) = None) ->
  (forall w f, w < n -> below n (cell_in width q cs w f)) ->
  exists k', know_step relied (given gave') (Simple (Store pi x)) k k' /\ denotes (KState (frames st) cs p (number st) gave' (depth st)) k'.
Proof.
  intros p cs PUB V C1 C2 C3. pose proof D as [DF DB DC DCB DP [DM DM3]]. simpl in DM, DM3.
  set (m' := fun w f => if (f =? plast pi) && negb (hidden st w && (w <? n)) then None else m w f).
  exists (Know (g :: Q) m' (publish k g x) n). split.
  - apply know_store_elsewhere with (m' := m'); [| apply given_field | |].
    + intros w K. apply (leads_iff st k fr g (path_base pi) D F AL) in K. congruence.
    + intros w f v E. unfold m' in E. destruct (Nat.eqb_spec f (plast pi)) as [->|NF]; simpl in E; [|split; auto; congruence].
      destruct (hidden st w) eqn:H; simpl in E; [|discriminate]. destruct (Nat.ltb_spec w n) as [L|L]; simpl in E; [|discriminate].
      split; auto. intros _ NU. apply (hidden_iff st k w D L); auto.
    + intros w f v P E. unfold m'. apply (hidden_iff st k w D) in P as H; [|apply P]. rewrite H.
      destruct (Nat.ltb_spec w n) as [L|L]; [|destruct P; simpl in *; lia]. rewrite andb_false_r. auto.
  - split; simpl; auto.
    + intros w f L. apply publish_lasting in L. assert (LW : w < n) by apply L. unfold m'.
      destruct (Nat.ltb_spec w n) as [_|LX]; [|lia]. rewrite andb_true_r. change (cellv (KState (frames st) cs p (number st) gave' (depth st)) w f) with (cell_in width q cs w f).
      destruct (Nat.eqb_spec f (plast pi)) as [->|NF]; simpl.
      * destruct (hidden st w) eqn:H; simpl; [rewrite (C1 w (plast pi)) by auto; apply DC; auto|].
        destruct rely eqn:RL; [symmetry; auto|]. exfalso. apply lasting_private in L; [|auto].
        apply (hidden_iff st k w D LW) in L. congruence.
      * rewrite (C1 w f) by auto. apply DC; auto.
    + intros w L. apply (publishing_public st k g fr x p D F A); auto. discriminate.
Qed.
Lemma store_denotes : forall st', store width q rely st fr pi x = Some st' ->
  exists k', know_step relied (given (gave st')) (Simple (Store pi x)) k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = depth st.
Proof.
  intros st' E. pose proof D as [DF DB DC DCB DP [DM DM3]]. simpl in DM, DM3. unfold store in E.
  destruct (holds_now_framed k fr g x F A) as [GX BX]. simpl in BX.
  assert (BASE : below n (leadsv st fr (path_base pi))) by (apply (leads_bound st k fr g _ D F)).
  destruct (leadsv st fr (path_base pi)) as [[w R]|] eqn:B.
  - pose proof (BASE w R eq_refl) as LW. destruct (hidden st w) eqn:H.
    + (* a private object *)
      destruct R; [|discriminate]. injection E as <-.
      assert (K : knows relied k g (path_base pi) w) by (apply (leads_iff st k fr g (path_base pi) D F AL); rewrite B; auto).
      eexists. split; [apply know_store_private with (w := w); auto; apply (hidden_iff st k w D LW); auto|]. split; [|auto]. split; simpl; auto.
      * intros w' f L. unfold kset. unfold cell_of at 1. simpl. rewrite cell_insert. destruct ((w' =? w) && (f =? plast pi)); [auto|]. apply DC. exact L.
      * intros w' f L. unfold cell_of at 1. simpl. rewrite cell_insert. destruct ((w' =? w) && (f =? plast pi)); auto. apply DCB; auto.
    + destruct (publishing width q st (holds_now fr x)) as [p|] eqn:PUB; [|discriminate]. injection E as <-.
      assert (NP : ~ private k w) by (rewrite (hidden_iff st k w D LW), H; discriminate).
      assert (AFTER : forall f, given (gave st) f -> given gave' f) by (intros f; apply given_more).
      cbn [gave depth]. destruct (existsb Ub R) eqn:UR.
      * (* that is known only for other choices of U *)
        destruct (store_elsewhere p (if rely then insert (disturb width q st (plast pi) (Some (w, R))) (w, plast pi) (relying (holds_now fr x) R) else cells st) PUB)
          as (k' & S1 & S2).
        -- rewrite B. simpl. rewrite UR. auto.
        -- intros w' f L HF. destruct rely; [|reflexivity]. rewrite cell_insert. destruct (Nat.eqb_spec w' w) as [->|N], (Nat.eqb_spec f (plast pi)) as [->|NF]; cbn [andb].
           ++ destruct HF as [X|X]; congruence.
           ++ rewrite find_disturb by lia. destruct (Nat.eqb_spec f (plast pi)); [congruence | auto].
           ++ rewrite find_disturb by lia. destruct HF as [X|X]; [rewrite X, andb_false_r; auto | congruence].
           ++ rewrite find_disturb by lia. destruct (Nat.eqb_spec f (plast pi)); [congruence | auto].
        -- intros RL w' L HW. rewrite RL, cell_insert, Nat.eqb_refl. destruct (Nat.eqb_spec w' w) as [->|N]; cbn [andb].
           ++ rewrite visible_relying, UR. auto.
           ++ rewrite find_disturb by lia. rewrite Nat.eqb_refl, HW. simpl. rewrite UR. auto.
        -- intros w' f L. destruct rely; [|apply DCB; auto]. rewrite cell_insert. destruct ((w' =? w) && (f =? plast pi)).
           ++ apply below_relying; auto.
           ++ apply (disturb_bound st k); auto.
        -- exists k'. auto.
      * (* a known object that is not private *)
        assert (K : knows relied k g (path_base pi) w) by (apply (leads_iff st k fr g (path_base pi) D F AL); rewrite B; simpl; rewrite UR; auto).
        eexists. split; [apply know_store_shared with (w := w); auto; apply given_field|]. split; [|auto]. split; simpl; auto.
        -- intros w' f L. apply publish_lasting in L. assert (LW' : w' < n) by apply L. unfold kset, cell_of at 1. simpl. destruct rely eqn:RL.
           ++ rewrite cell_insert. destruct (Nat.eqb_spec w' w) as [->|N], (Nat.eqb_spec f (plast pi)) as [->|NF]; cbn [andb].
              ** rewrite visible_relying, UR. auto.
              ** rewrite find_disturb by lia. destruct (Nat.eqb_spec f (plast pi)); [congruence | apply DC; auto].
              ** rewrite find_disturb by lia. simpl. rewrite UR. destruct ((plast pi =? plast pi) && negb (hidden st w')); apply DC; auto.
              ** rewrite find_disturb by lia. destruct (Nat.eqb_spec f (plast pi)); [congruence | apply DC; auto].
           ++ destruct (Nat.eqb_spec w' w) as [->|N]; cbn [andb]; [|apply DC; auto].
              exfalso. apply NP. apply (lasting_private _ _ f); auto.
        -- intros w' f L. unfold cell_of. simpl. destruct rely; [|apply DCB; auto]. rewrite cell_insert. destruct ((w' =? w) && (f =? plast pi)).
           ++ apply below_relying; auto.
           ++ apply (disturb_bound st k); auto.
        -- intros w' L. apply (publishing_public st k g fr x p D F A); auto. discriminate.
  - destruct (publishing width q st (holds_now fr x)) as [p|] eqn:PUB; [|discriminate]. injection E as <-. cbn [gave depth].
    assert (AFTER : forall f, given (gave st) f -> given gave' f) by (intros f; apply given_more).
    destruct (store_elsewhere p (if rely then disturb width q st (plast pi) None else cells st) PUB) as (k' & S1 & S2).
    + rewrite B. auto.
    + intros w' f L HF. destruct rely; [|reflexivity]. rewrite find_disturb by lia.
      destruct HF as [X|X]; [rewrite X, andb_false_r; auto | destruct (Nat.eqb_spec f (plast pi)); [congruence | auto]].
    + intros RL w' L HW. rewrite RL, find_disturb by lia. rewrite Nat.eqb_refl, HW. auto.
    + intros w' f L. destruct rely; [|apply DCB; auto]. apply (disturb_bound st k); auto.
    + exists k'. auto.
Qed.
End Store.
Lemma framed_top : forall st fr Q g Q' m p n, denotes st (Know (g :: Q') m p n) -> frames st = fr :: Q -> framed (Know (g :: Q') m p n) fr g.
Proof.
  intros st fr Q g Q' m p n D E. pose proof (d_frames _ _ D) as DF. pose proof (d_bound _ _ D) as DB. rewrite E in DF, DB.
  inversion DF; subst. inversion DB; subst. split; auto.
Qed.
Lemma exec_denotes : forall making c st st' k, denotes st k -> execute width q rely making c st = Some st' ->
  exists k', know_step relied (given (gave st')) (Simple c) k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = level_step (Simple c) (depth st).
Proof.
  intros making c st st' [[|g Q] m p0 n] D E; unfold execute in E; destruct (frames st) as [|fr R] eqn:EF; try discriminate;
    pose proof D as [DF DB DC DCB DP [DM DM3]]; rewrite EF in DF, DB; inversion DF as [|fr0 g0 R0 Q0 FG FR]; subst;
    inversion DB as [|fr0 R0 FV FVR]; subst.
  pose proof (framed_top _ _ _ _ _ _ _ _ D EF) as F. destruct (forallb (alive fr) (reads c)) eqn:AL; [|discriminate].
  rewrite forallb_forall in AL.
  assert (LEARN : forall x v, below n v ->
    denotes (KState (assign fr x v :: R) (cells st) (shared st) (number st) (gave st) (depth st)) (Know (learn g x (visible v) :: Q) m p0 n)).
  { intros x v B. split; simpl; auto.
    - constructor; auto. intros y u. rewrite look_assign. unfold learn. destruct (var_eq_dec y x); [intros X; injection X as <-; auto | auto].
    - constructor; auto. intros y u. rewrite look_assign. destruct (var_eq_dec y x); [intros X; injection X as <-; auto | eauto]. }
  destruct c as [x y|x pi|pi x|x| |].
  - (* x := y *)
    injection E as <-. destruct (holds_now_framed _ _ _ y F (AL y (or_introl eq_refl))) as [GY BY].
    eexists. split; [apply know_copy|]. split; [|auto]. rewrite GY. apply LEARN. auto.
  - (* x := π *)
    injection E as <-. eexists. split; [apply know_load; apply (leads_known st _ fr g (path_expr pi) D F); apply AL; left; auto|].
    split; [|auto]. apply LEARN. apply (leads_bound st _ fr g _ D F).
  - (* a store *)
    assert (A1 : alive fr x = true) by (apply AL; simpl; auto). assert (A2 : alive fr (proot pi) = true) by (apply AL; simpl; auto).
    destruct (store_denotes st fr g Q m p0 n x pi D F A1 A2 st' E) as (k' & S1 & S2 & S3 & S4). exists k'. auto.
  - (* x := new() *)
    simpl in DM, DM3. destruct making.
    + injection E as <-. rewrite <- DM. eexists. split; [apply know_new_own|]. split; [|auto].
      assert (NB : forall v, below n v -> below (S n) v) by (intros v B w R0 E; specialize (B w R0 E); lia).
      split; simpl; auto.
      * constructor; auto. intros y u. rewrite look_assign. unfold learn. destruct (var_eq_dec y x); [intros X; injection X as <-; auto | auto].
      * constructor.
        -- intros y u. rewrite look_assign. destruct (var_eq_dec y x); [intros X; injection X as <-; intros w R0 X; injection X as <- _; simpl; lia|].
           intros X. apply NB. eapply FV. eauto.
        -- eapply Forall_impl; [|exact FVR]. simpl. intros fr1 X y u Y. apply NB. eauto.
      * intros w f [L B]. simpl in L, B. unfold knew, cell_of, cell_in. simpl. rewrite find_only. cbn [fst]. destruct (Nat.eqb_spec w n) as [->|N]; cbn [negb].
        -- match goal with |- context [n <? ?b] => destruct (Nat.ltb_spec n b); [lia | auto] end.
        -- apply DC. split; simpl; [lia|]. destruct B as [B|B]; auto.
      * intros w f L. unfold cell_of, cell_in. simpl. rewrite find_only. cbn [fst]. destruct (Nat.eqb_spec w n) as [->|N]; cbn [negb].
        -- match goal with |- context [n <? ?b] => destruct (Nat.ltb_spec n b); [lia|] end. intros a R0 X. injection X as <- _. auto.
        -- apply NB. apply DCB. simpl. lia.
      * intros w L. rewrite filter_In, negb_true_iff, Nat.eqb_neq. destruct (Nat.eq_dec w n) as [->|N]; [lia|].
        specialize (DP w). simpl in DP. rewrite DP by lia. intuition.
    + injection E as <-. eexists. split; [apply know_new|]. split; [|auto]. apply (LEARN x None). intros w R0 X. discriminate.
  - (* lock() *)
    injection E as <-. eexists. split; [apply know_lock|]. split; [|auto]. split; simpl; auto; rewrite EF; auto.
  - (* unlock() *)
    injection E as <-. eexists. split; [apply know_unlock|]. split; [|auto]. split; simpl; auto; rewrite EF; auto.
Qed.
(** The frame of a callee. *)
Lemma find_formals : forall vs n j, find_in (formals_of n vs) (0, j) = if j <? n then None else nth_error vs (j - n).
Proof.
  induction vs as [|v vs IH]; intros n j; simpl.
  - destruct (j <? n); auto. destruct (j - n); auto.
  - unfold key_eqb; cbn [fst snd]. cbn [Nat.eqb andb]. destruct (Nat.eqb_spec n j) as [->|N].
    + rewrite Nat.ltb_irrefl, Nat.sub_diag. auto.
    + rewrite IH. destruct (Nat.ltb_spec j (S n)), (Nat.ltb_spec j n); auto; try lia. replace (j - n) with (S (j - S n)) by lia. auto.
Qed.
Lemma find_formals_local : forall vs n j, find_in (formals_of n vs) (1, j) = None.
Proof. induction vs as [|v vs IH]; intros n j; simpl; auto. Qed.
Lemma enter_denotes : forall keep es st st' k, denotes st k -> enter width q rely keep es st = Some st' ->
  exists k', know_step relied (given (gave st')) (Push es) k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = depth st.
Proof.
  intros keep es st st' [[|g Q] m p0 n] D E; unfold enter in E; destruct (frames st) as [|fr R] eqn:EF; try discriminate;
    pose proof D as [DF DB DC DCB DP DM]; rewrite EF in DF, DB; inversion DF as [|fr0 g0 R0 Q0 FG FR]; subst;
    inversion DB as [|fr0 R0 FV FVR]; subst.
  pose proof (framed_top _ _ _ _ _ _ _ _ D EF) as F. destruct (forallb (fun e => alive fr (fst e)) es) eqn:AL; [|discriminate].
  injection E as <-. rewrite forallb_forall in AL.
  eexists. split; [apply know_push with (os := map (fun e => visible (leadsv st fr e)) es)|].
  { clear EF. induction es as [|e es IH]; simpl; constructor; [|apply IH; intros; apply AL; right; auto].
    apply (leads_known st _ fr g e D F). apply AL. left. auto. }
  split; [|auto]. split; simpl; auto.
  - constructor; [|constructor; auto; intros x v X; apply look_keeping in X; auto]. intros [i|i] v; unfold look; simpl.
    + rewrite find_formals. cbn [Nat.ltb Nat.leb]. rewrite Nat.sub_0_r, !nth_error_map. destruct (nth_error es i); simpl; congruence.
    + rewrite find_formals_local. discriminate.
  - constructor; [|constructor; auto; intros x v X; apply look_keeping in X; eauto]. intros [i|i] v; unfold look; simpl; [|rewrite find_formals_local; discriminate].
    rewrite find_formals. cbn [Nat.ltb Nat.leb]. rewrite Nat.sub_0_r, nth_error_map. destruct (nth_error es i) as [e|]; simpl; [|discriminate].
    intros X. injection X as <-. apply (leads_bound st _ fr g e D F).
Qed.
Lemma leave_denotes : forall st st' k, denotes st k -> leave st = Some st' ->
  exists k', know_step relied (given (gave st')) Pop k k' /\ denotes st' k' /\
    (forall f, given (gave st) f -> given (gave st') f) /\ depth st' = depth st.
Proof.
  intros st st' [[|g Q] m p0 n] D E; unfold leave in E; destruct (frames st) as [|fr R] eqn:EF; try discriminate;
    pose proof D as [DF DB DC DCB DP DM]; rewrite EF in DF, DB; inversion DF as [|fr0 g0 R0 Q0 FG FR]; subst;
    inversion DB as [|fr0 R0 FV FVR]; subst.
  injection E as <-. eexists. split; [apply know_pop|]. split; [|auto]. split; simpl; auto.
Qed.
Lemma prune_denotes : forall keep st k, denotes st k -> denotes (prune keep st) k.
Proof.
  intros keep st k D. unfold prune. destruct (frames st) as [|fr R] eqn:EF; auto. destruct D as [DF DB DC DCB DP DM].
  rewrite EF in DF, DB. inversion DF as [|fr0 g R0 Q FG FR E1 E2]; subst. inversion DB as [|fr0 R0 FV FVR]; subst. split; simpl; auto.
  - rewrite <- E2. constructor; auto. intros x v X. apply look_keeping in X. auto.
  - constructor; auto. intros x v X. apply look_keeping in X. eauto.
Qed.

(** ** What loops give up *)
Lemma cell_forget_row : forall m w0 w f, cell_in width q (forget_row width w0 m) w f = if (w =? w0) && (f <? width) then None else cell_in width q m w f.
Proof.
  intros m w0 w f. unfold forget_row.
  assert (G : forall fs, cell_in width q (fold_right (fun f m => insert m (w0, f) None) m fs) w f = if (w =? w0) && memb f fs then None else cell_in width q m w f).
  { induction fs as [|f0 fs IH]; cbn [fold_right memb existsb]; [rewrite andb_false_r; auto|]. rewrite cell_insert, IH. unfold memb.
    destruct (w =? w0), (f =? f0); auto. }
  rewrite G. replace (memb f (seq 0 width)) with (f <? width); auto. apply eq_true_iff_eq. rewrite memb_in, in_seq, Nat.ltb_lt. lia.
Qed.
Lemma cell_forget : forall st m w f, w < number st ->
  cell_in width q (forget width st m) w f = if negb (hidden st w) && (f <? width) then None else cell_in width q m w f.
Proof.
  intros st m w f L. unfold forget.
  assert (G : forall l, cell_in width q (fold_right (fun w m => if hidden st w then m else forget_row width w m) m l) w f =
            if memb w l && negb (hidden st w) && (f <? width) then None else cell_in width q m w f).
  { induction l as [|w0 l IH]; [auto|]. cbn [fold_right memb existsb]. destruct (hidden st w0) eqn:H.
    - rewrite IH. unfold memb. destruct (Nat.eqb_spec w w0) as [->|]; auto. rewrite H, !andb_false_r. auto.
    - rewrite cell_forget_row, IH. unfold memb. destruct (Nat.eqb_spec w w0) as [->|]; cbn [orb andb]; auto. rewrite H. cbn [negb andb].
      destruct (f <? width); auto. rewrite !andb_false_r. auto. }
  rewrite G. replace (memb w (seq 0 (number st))) with true; auto. symmetry. apply memb_in, in_seq. lia.
Qed.
Lemma find_map : forall {V W} (h : V -> W) (m : table V) k, find_in (map (fun e => (fst e, h (snd e))) m) k = option_map h (find_in m k).
Proof. induction m as [|[k0 v] m IH]; simpl; intros k; auto. destruct (key_eqb k0 k); auto. Qed.
(** What a loop gives up is weaker knowledge.  Known is, afterwards: of variables, what was known without relying on
    anything, but of objects that are public now ([g']); of cells, those of objects that are still private, and those of
    fields from width on ([k']).  [HID], [PUB'], [LESS]: which objects are private then.  [WK]: that is weaker; in
    particular what is still private is held by nothing that was given away, since that would have exposed it. *)
Lemma plain_denotes : forall st st' k, denotes st k -> plain width q st = Some st' ->
  exists k', weaker relied k k' /\ denotes st' k' /\ gave st' = gave st /\ depth st' = depth st.
Proof.
  intros st st' [[|g Q] m p0 n] D E; unfold plain in E; destruct (frames st) as [|[base vars] R] eqn:EF; try discriminate;
    pose proof D as [DF DB DC DCB DP [DM DM3]]; rewrite EF in DF, DB; inversion DF as [|fr0 g0 R0 Q0 FG FR]; subst;
    inversion DB as [|fr0 R0 FV FVR]; subst. cbn [fst snd] in E. simpl in DM, DM3.
  destruct (forallb (fun e : key * value => sane st (snd e)) vars) eqn:SA; [|discriminate]. rewrite forallb_forall in SA.
  destruct (expose width q st (seq base (number st - base))) as [p|] eqn:EX; [|discriminate]. injection E as <-.
  set (k := Know (g :: Q) m p0 n) in *.
  pose proof (expose_public st k (fun u => base <= u < n) D (fun w X => proj2 X) (seq base (number st - base)) p
    ltac:(intros w; rewrite in_seq; lia) EX) as PUB. simpl in PUB.
  set (st1 := KState ((base, map (fun e : key * value => (fst e, forgotten base (snd e))) vars) :: R) (cells st) p (number st) (gave st) (depth st)).
  set (g' := fun x => match look (base, vars) x with Some v => visible (forgotten base v) | None => g x end).
  set (k' := Know (g' :: Q) (fun w f => if hidden st1 w || (width <=? f) then m w f else None) (fun w => (w < 2 \/ In w p) \/ n <= w /\ p0 w) n).
  assert (HID : forall w, w < n -> (private k' w <-> hidden st1 w = true)).
  { intros w L. unfold private, hidden, k', st1. cbn [made public shared]. rewrite andb_true_iff, Nat.leb_le, negb_true_iff, <- not_true_iff_false, memb_in.
    split; [intros [_ X] | intros [X Y]; split; auto; intros [[Z|Z]|Z]; auto; lia]. split; [|tauto].
    destruct (Nat.lt_ge_cases w 2); [exfalso; auto | auto]. }
  assert (PUB' : forall w, w < n -> (public k' w <-> w < 2 \/ In w p)) by (intros w L; simpl; intuition lia).
  assert (LESS : forall w, private k' w -> private k w).
  { intros w [L X]. split; auto. intros Y. apply X. apply PUB'; auto. apply PUB; auto. }
  assert (WK : weaker relied k k').
  { split; simpl; auto.
    - intros w P. destruct (Nat.lt_ge_cases w n) as [L|L]; [left; apply PUB; auto | auto].
    - constructor.
      + intros x. unfold g'. destruct (look (base, vars) x) as [v|] eqn:LK; auto. rewrite (FG x v LK).
        destruct v as [[w R0]|]; simpl; auto. pose proof (FV x _ LK w R0 eq_refl) as LW. simpl in LW.
        destruct (Nat.leb_spec base w) as [LB|LB].
        * right. split; auto. intros w' X [_ N]. destruct (existsb Ub R0); [discriminate|]. injection X as <-. apply N. apply PUB'; auto. apply PUB; auto.
          right. exists w. split; auto. constructor.
        * destruct R0 as [|r R0]; [auto|]. right. split; auto. intros w' X PW. destruct (existsb Ub (r :: R0)); [discriminate|]. injection X as <-.
          apply LESS in PW. apply (hidden_iff st k w D LW) in PW. unfold look in LK. apply find_member in LK. apply SA in LK. simpl in LK.
          rewrite PW in LK. discriminate.
      + clear. induction Q; constructor; auto.
    - intros w f v L. destruct (hidden st1 w || (width <=? f)); [auto | discriminate].
    - intros w f v PW KE PV. assert (PW' : private k' w).
      { split; [apply PW|]. intros X. apply PUB' in X; [|apply PW]. apply PUB in X; [|apply PW]. destruct X as [X|(u & Fu & RE)]; [apply PW; auto|].
        destruct PV as [LV NV]. apply NV. apply PUB'; auto. apply PUB; auto. right. exists u. split; auto. eapply reach_step; eauto. }
      split; auto. apply HID in PW' as H; [|apply PW]. rewrite H. auto. }
  exists k'. split; [exact WK|]. split; [|auto]. split; simpl; auto.
  - constructor; auto. intros x v X. unfold g', look in *. cbn [snd] in X. rewrite find_map in X. cbn [snd].
    destruct (find_in vars (var_key x)) as [v0|]; simpl in X; [injection X as <-; auto | discriminate].
  - constructor; auto. intros x v X. unfold look in X. cbn [snd] in X. rewrite find_map in X.
    destruct (find_in vars (var_key x)) as [v0|] eqn:LK; simpl in X; [injection X as <- | discriminate].
    intros w R0 E. pose proof (FV x v0 LK) as B. destruct v0 as [[w0 R1]|]; simpl in E; [|discriminate].
    destruct (base <=? w0); [discriminate|]. destruct R1; [|discriminate]. eauto.
  - intros w f L. assert (LW : w < n) by apply L. unfold cell_of. simpl. rewrite cell_forget by (simpl; lia).
    assert (LK : lasting relied k w f).
    { destruct L as [_ B]. split; auto. destruct B as [B|B]; auto. left. intros X. apply B. apply PUB'; auto. apply PUB; auto. }
    destruct (hidden st1 w) eqn:H; simpl.
    + unfold cell_in. rewrite find_only. cbn [fst snd]. rewrite H. apply DC. auto.
    + destruct (Nat.leb_spec width f) as [LF|LF], (Nat.ltb_spec f width); try lia; auto.
      unfold cell_in. rewrite find_only. cbn [fst snd]. rewrite H. destruct (Nat.leb_spec width f); [|lia]. apply DC. auto.
  - intros w f L. unfold cell_of. simpl. rewrite cell_forget by (simpl; lia). destruct (negb (hidden st1 w) && (f <? width)) eqn:C.
    + intros a R0 E. discriminate.
    + unfold cell_in. rewrite find_only. cbn [fst snd]. apply andb_false_iff in C.
      assert (X : hidden st1 w || (width <=? f) = true).
      { apply orb_true_iff. destruct C as [C|C]; [left; apply negb_false_iff; auto | right; apply Nat.leb_le; apply Nat.ltb_ge in C; auto]. }
      rewrite X. apply DCB; auto.
Qed.
End Sound.
