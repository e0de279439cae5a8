(** * Compressed witnesses: a checker of these, proved sound

    A trace can be exponentially longer than its program.  A compressed witness folds complete calls to one step each,
    and is checked on a quotient of the heap: some objects are told apart, all others are one value.  Some cells of the
    former are *guarded*: they keep what they held at first.  Some objects are *alone*: no cell holds them but guarded
    ones.  A step that could end this is refused, so the heap of the quotient never changes, and what a call asks of its
    arguments is found once for each method, formal and object ([run_passes_good]), in polynomial time (docs/theory.md).
    [check_compressed_sound]: if [check_compressed] says yes, then the program races, or deadlocks, at the two sites; in
    particular, the calls that are folded can be executed, whichever length they have.

    It has no counterpart in the paper; docs/theory.md describes it.  What is guarded is found as package witness/check
    does it; the proof does not ask how. *)
From Coq Require Import List Arith Lia Bool BinNums BinNat.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved SpecialState Locks Checker.

(** ** The quotient *)
(** A guarded cell: an object, its field, and what the cell holds.  At most one cell of an object is guarded. *)
Record quotient := Quotient { guards : list (loc * (field * loc)); alones : list loc; told : list loc }.
(** Values: an object that is told apart, or none of those that are alone. *)
Notation qval := (option loc) (only parsing).
(** Variables without a value hold nil. *)
Definition qframe := var -> option qval.

Section Quotient.
Variable lock_at : site -> lock.
Variable Q : quotient.
Definition guard (l : loc) : option (field * loc) :=
  match find (fun c => fst c =? l) (guards Q) with Some (_, c) => Some c | None => None end.
Definition alone (l : loc) : bool := existsb (Nat.eqb l) (alones Q).
Definition guarded (l : loc) (f : field) : bool := match guard l with Some (g, _) => g =? f | None => false end.

Definition qload (v : qval) (f : field) : qval :=
  match v with
  | Some l => match guard l with Some (g, l') => if g =? f then Some l' else None | None => None end
  | None => None
  end.
Definition qvalue (s : qframe) (e : expr) : option qval :=
  match s (fst e) with Some v => Some (fold_left qload (snd e) v) | None => None end.
Fixpoint qvalues (s : qframe) (es : list expr) : option (list qval) :=
  match es with
  | [] => Some []
  | e :: r => match qvalue s e, qvalues s r with Some v, Some vs => Some (v :: vs) | _, _ => None end
  end.
Definition qcallee (vs : list qval) : qframe := fun x => match x with Arg i => nth_error vs i | Local _ => None end.
Definition qbind (s : qframe) (x : var) (v : qval) : qframe := fun y => if var_eq_dec y x then Some v else s y.
(** May v be stored in field f of the object b? *)
Definition qstores (b : qval) (f : field) (v : qval) : bool :=
  match b with
  | Some l =>
      match guard l with
      | Some (g, l') =>
          if g =? f then match v with Some x => x =? l' | None => false end
          else match v with Some x => negb (alone x) | None => true end
      | None => match v with Some x => negb (alone x) | None => true end
      end
  | None => match v with Some x => negb (alone x) | None => true end
  end.
(** A simple command, and any command, but for its lock. *)
Definition qsimple (c : simple) (s : qframe) : option qframe :=
  match c with
  | Copy x y => match s y with Some v => Some (qbind s x v) | None => None end
  | Load x pi => match qvalue s (path_expr pi) with Some v => Some (qbind s x v) | None => None end
  | Store pi x =>
      match qvalue s (path_base pi), s x with
      | Some b, Some v => if qstores b (plast pi) v then Some s else None
      | _, _ => None
      end
  | New x => Some (qbind s x None)
  | Lock | Unlock => Some s
  end.
Definition qexec (c : command) (S : list qframe) : option (list qframe) :=
  match c, S with
  | Simple c, s :: R => match qsimple c s with Some s' => Some (s' :: R) | None => None end
  | Push es, s :: _ => match qvalues s es with Some vs => Some (qcallee vs :: S) | None => None end
  | Pop, _ :: s :: R => Some (s :: R)
  | _, _ => None
  end.

(** ** What the quotient says of a heap *)
Definition matches (v : qval) (l : loc) : Prop := match v with Some b => l = b | None => alone l = false end.
Definition heap_fits (h : heap) : Prop :=
  wf_heap h /\ (forall l, alone l = true -> h l <> None) /\
  (forall l f l', guard l = Some (f, l') -> exists o, h l = Some o /\ o f = l') /\
  (forall l o f, h l = Some o -> guarded l f = false -> alone (o f) = false).
Definition frame_fits (h : heap) (s : frame) (q : qframe) : Prop :=
  forall x v, q x = Some v -> exists l, s x = Some l /\ h l <> None /\ matches v l.

(** Objects with guarded cells are alone. *)
Hypothesis GUARDS : forall l f l', guard l = Some (f, l') -> alone l = true.

Lemma frame_fits_grows : forall h h' s q, grows h h' -> frame_fits h s q -> frame_fits h' s q.
Proof. intros h h' s q G F x v E. destruct (F x v E) as (l & A & B & C). eauto. Qed.
Lemma frames_fit_grow : forall h h' S Sq, grows h h' -> Forall2 (frame_fits h) S Sq -> Forall2 (frame_fits h') S Sq.
Proof. induction 2; constructor; eauto using frame_fits_grows. Qed.
Lemma frame_fits_bind : forall h s q x l v, frame_fits h s q -> h l <> None -> matches v l ->
  frame_fits h (bind s x l) (qbind q x v).
Proof.
  intros h s q x l v F N M y w E. unfold bind, qbind in *. destruct (var_eq_dec y x); [|eauto].
  injection E as <-. eauto.
Qed.
Lemma qload_fits : forall h l o v f, heap_fits h -> h l = Some o -> matches v l -> matches (qload v f) (o f).
Proof.
  intros h l o v f (_ & _ & G & A) E M. destruct v as [b|]; simpl in M.
  - subst b. simpl. destruct (guard l) as [[g l']|] eqn:Eg.
    + destruct (Nat.eqb_spec g f) as [->|N].
      * destruct (G _ _ _ Eg) as (o' & E' & <-). simpl. congruence.
      * simpl. apply (A _ _ _ E). unfold guarded. rewrite Eg. apply Nat.eqb_neq. auto.
    + simpl. apply (A _ _ _ E). unfold guarded. rewrite Eg. auto.
  - simpl. apply (A _ _ _ E). unfold guarded. destruct (guard l) as [[g l']|] eqn:Eg; auto.
    apply GUARDS in Eg. congruence.
Qed.
Lemma walk_fits : forall h fs l v, heap_fits h -> h l <> None -> matches v l ->
  exists l', walk h l fs = Some l' /\ h l' <> None /\ matches (fold_left qload fs v) l'.
Proof.
  intros h. induction fs as [|f fs IH]; simpl; intros l v HF N M; [eauto|].
  destruct (h l) as [o|] eqn:E; [|congruence]. pose proof HF as ([_ W] & _).
  apply IH; [auto | eapply W; eauto | eapply qload_fits; eauto].
Qed.
Lemma qvalue_fits : forall h s q e v, heap_fits h -> frame_fits h s q -> qvalue q e = Some v ->
  exists l, value s h e = Some l /\ h l <> None /\ matches v l.
Proof.
  intros h s q e v HF F E. unfold qvalue in E. destruct (q (fst e)) as [w|] eqn:Eq; [|discriminate].
  injection E as <-. destruct (F _ _ Eq) as (l & Es & N & M). unfold value. rewrite Es. apply walk_fits; auto.
Qed.
Lemma qvalues_fit : forall h s q es vs, heap_fits h -> frame_fits h s q -> qvalues q es = Some vs ->
  exists ls, values s h es = Some ls /\ frame_fits h (callee ls) (qcallee vs).
Proof.
  intros h s q. induction es as [|e es IH]; simpl; intros vs HF F E.
  - injection E as <-. exists []. split; auto. intros [i|i] v X; simpl in X; [destruct i|]; discriminate.
  - destruct (qvalue q e) as [v|] eqn:Ev; [|discriminate]. destruct (qvalues q es) as [ws|]; [|discriminate].
    injection E as <-. destruct (qvalue_fits _ _ _ _ _ HF F Ev) as (l & El & N & M).
    destruct (IH ws HF F eq_refl) as (ls & Els & FF). exists (l :: ls). rewrite El, Els. split; auto.
    intros [[|i]|i] w X; simpl in X.
    + injection X as <-. exists l. auto.
    + apply (FF (Arg i) w X).
    + discriminate.
Qed.
Lemma store_fits : forall h b o f x v w, heap_fits h -> h b = Some o -> h x <> None -> matches v b -> matches w x ->
  qstores v f w = true -> heap_fits (hset h b f x).
Proof.
  intros h b o f x v w (W & AL & G & A) Eb Nx Mv Mw QS. split; [apply hset_wf; auto|].
  split; [intros l X; apply hset_grows; auto|].
  assert (CASE : (guard b = Some (f, x)) \/ (guarded b f = false /\ alone x = false)).
  { assert (NA : match w with Some y => negb (alone y) | None => true end = true -> alone x = false).
    { destruct w as [y|]; simpl in Mw; [subst y; apply negb_true_iff | auto]. }
    destruct v as [l|]; simpl in Mv, QS.
    - subst l. unfold guarded. destruct (guard b) as [[g l']|] eqn:Eg; [|auto].
      destruct (Nat.eqb_spec g f) as [->|]; [|auto].
      destruct w as [y|]; [|discriminate]. simpl in Mw. apply Nat.eqb_eq in QS. subst. auto.
    - right. split; auto. unfold guarded. destruct (guard b) as [[g l']|] eqn:Eg; auto.
      apply GUARDS in Eg. congruence. }
  split.
  - intros l g l' Eg. unfold hset. destruct (Nat.eqb_spec l b) as [->|]; [|eauto].
    destruct (G _ _ _ Eg) as (o' & Eo & <-). rewrite Eo. eexists. split; [reflexivity|]. simpl.
    destruct (Nat.eqb_spec g f) as [->|]; auto. destruct CASE as [C|[C _]].
    + congruence.
    + unfold guarded in C. rewrite Eg, Nat.eqb_refl in C. discriminate.
  - intros l o' g E NG. unfold hset in E. destruct (Nat.eqb_spec l b) as [->|]; [|eauto].
    rewrite Eb in E. injection E as <-. destruct (Nat.eqb_spec g f) as [->|]; [|eauto].
    destruct CASE as [C|[_ C]]; auto. unfold guarded in NG. rewrite C, Nat.eqb_refl in NG. discriminate.
Qed.
Lemma new_fits : forall h l, heap_fits h -> h l = None -> heap_fits (hnew h l) /\ alone l = false.
Proof.
  intros h l (W & AL & G & A) E.
  assert (NA : alone l = false) by (destruct (alone l) eqn:X; auto; apply AL in X; congruence).
  split; [|auto]. split; [apply hnew_wf; auto|]. split; [intros x X; apply hnew_grows; auto|]. split.
  - intros x f y Eg. unfold hnew. destruct (Nat.eqb_spec x l) as [->|]; [|eauto]. apply GUARDS in Eg. congruence.
  - intros x o f Ex NG. unfold hnew in Ex. destruct (Nat.eqb_spec x l) as [->|]; [|eauto]. injection Ex as <-. auto.
Qed.
(** An accepted command can be executed, and the quotient says the same afterwards. *)
Notation times ls m := (count_occ Nat.eq_dec ls m).
Lemma qsimple_step : forall c h s q q', heap_fits h -> frame_fits h s q -> qsimple c q = Some q' ->
  forall R p ls ls', locks_step lock_at ls (p, Simple c) = Some ls' ->
  exists s' h', step (Simple c) (s :: R, h, times ls (lock_at p)) (s' :: R, h', times ls' (lock_at p)) /\
    frame_fits h' s' q' /\ heap_fits h' /\ grows h h'.
Proof.
  intros c h s q q' HF F E R p ls ls' EL. destruct (locks_step_count lock_at _ _ _ _ EL) as [LV _].
  destruct c as [x y|x pi|pi x|x| |]; rewrite LV; simpl in E.
  - destruct (q y) as [v|] eqn:Eq; [|discriminate]. injection E as <-. destruct (F _ _ Eq) as (l & Es & N & M).
    eexists _, h. split; [constructor; eauto|]. auto using frame_fits_bind, grows_refl.
  - destruct (qvalue q (path_expr pi)) as [v|] eqn:Eq; [|discriminate]. injection E as <-.
    destruct (qvalue_fits _ _ _ _ _ HF F Eq) as (l & Es & N & M).
    eexists _, h. split; [constructor; eauto|]. auto using frame_fits_bind, grows_refl.
  - destruct (qvalue q (path_base pi)) as [b|] eqn:Eb; [|discriminate]. destruct (q x) as [v|] eqn:Ex; [|discriminate].
    destruct (qstores b (plast pi) v) eqn:QS; [|discriminate]. injection E as <-.
    destruct (qvalue_fits _ _ _ _ _ HF F Eb) as (l & El & Nl & Ml). destruct (F _ _ Ex) as (y & Ey & Ny & My).
    destruct (h l) as [o|] eqn:Eo; [|congruence]. exists s, (hset h l (plast pi) y).
    split; [econstructor; eauto|].
    split; [eapply frame_fits_grows; [apply hset_grows | auto]|].
    split; [eapply store_fits; eauto | apply hset_grows].
  - injection E as <-. pose proof HF as ([[N B] _] & _). assert (FR : h N = None) by auto.
    destruct (new_fits h N HF FR) as [HN NA]. exists (bind s x N), (hnew h N).
    split; [constructor; auto|]. split; [|split; [auto | apply hnew_grows]].
    apply frame_fits_bind; [eapply frame_fits_grows; [apply hnew_grows | auto] | | auto].
    unfold hnew. rewrite Nat.eqb_refl. discriminate.
  - injection E as <-. exists s, h. split; [constructor | auto using grows_refl].
  - injection E as <-. exists s, h. split; [constructor | auto using grows_refl].
Qed.
Lemma qexec_step : forall c h S Sq Sq', heap_fits h -> Forall2 (frame_fits h) S Sq -> qexec c Sq = Some Sq' ->
  forall p ls ls', locks_step lock_at ls (p, c) = Some ls' ->
  exists S' h', step c (S, h, times ls (lock_at p)) (S', h', times ls' (lock_at p)) /\
    Forall2 (frame_fits h') S' Sq' /\ heap_fits h' /\ grows h h'.
Proof.
  intros c h S Sq Sq' HF F E p ls ls' EL. destruct c as [c|es|]; simpl in E.
  - destruct F as [|s q S Sq F1 F]; [discriminate|]. destruct (qsimple c q) as [q'|] eqn:X; [|discriminate].
    injection E as <-. destruct (qsimple_step _ _ _ _ _ HF F1 X S _ _ _ EL) as (s' & h' & ST & F' & HF' & G).
    exists (s' :: S), h'. split; [exact ST|]. split; [constructor; eauto using frames_fit_grow | auto].
  - injection EL as <-. destruct F as [|s q S Sq F1 F]; [discriminate|]. destruct (qvalues q es) as [vs|] eqn:X; [|discriminate].
    injection E as <-. destruct (qvalues_fit _ _ _ _ _ HF F1 X) as (vl & Els & FF).
    exists (callee vl :: s :: S), h. split; [constructor; auto|]. split; [constructor; auto | auto using grows_refl].
  - injection EL as <-. destruct F as [|s q S Sq F1 F]; [discriminate|]. destruct F as [|s' q' S Sq F2 F]; [discriminate|].
    injection E as <-. exists (s' :: S), h. split; [constructor|]. split; [constructor; auto | auto using grows_refl].
Qed.

(** ** Complete calls *)
Section Runs.
Variable P : program.
Variable lens : method -> N.
(** The number of commands of the shortest execution, and its commands and calls: loops are passed, and of an if the
    shorter branch is taken. *)
Fixpoint cost (C : stmt) : N :=
  match C with
  | Skip | While _ => 0%N
  | Do _ _ => 1%N
  | Seq C1 C2 => N.add (cost C1) (cost C2)
  | If C1 C2 => N.min (cost C1) (cost C2)
  | Call _ m _ => lens m
  end.
Fixpoint shortest (C : stmt) : list stmt :=
  match C with
  | Skip | While _ => []
  | Do _ _ | Call _ _ _ => [C]
  | Seq C1 C2 => shortest C1 ++ shortest C2
  | If C1 C2 => if N.ltb (cost C2) (cost C1) then shortest C2 else shortest C1
  end.
(** *** What a run asks of its formals
    The shortest execution has no branches, and the heap of the quotient never changes.  So each value in it comes from
    one formal by some loads, or is none that is told apart; which one does not depend on the values.  Only stores are
    refused: [b.f := x] goes through if and only if x is what b.f keeps, if that is guarded, and b.f is a guarded cell
    that keeps x, if x is alone.  Whether the former asks for something is decided by b, and hence by one formal, and
    whether the latter does by x.  So what a run asks of its formals is found from one formal and its value at a time: for
    each of these, one list of values for each other formal.  Of such entries there are polynomially many, where there
    are exponentially many lists of arguments. *)
(** Where a value comes from: it is none that is told apart, or what formal i leads to along fields. *)
Inductive source := Elsewhere | From (i : nat) (fs : list field).
Notation sources := (var -> option source) (only parsing).
Definition source_of (s : sources) (e : expr) : option source :=
  match s (fst e) with
  | Some (From i fs) => Some (From i (fs ++ snd e))
  | x => x
  end.
Fixpoint sources_of (s : sources) (es : list expr) : option (list source) :=
  match es with
  | [] => Some []
  | e :: r => match source_of s e, sources_of s r with Some x, Some xs => Some (x :: xs) | _, _ => None end
  end.
Definition source_bind (s : sources) (x : var) (v : source) : sources := fun y => if var_eq_dec y x then Some v else s y.
Definition source_callee (n : nat) : sources :=
  fun x => match x with Arg i => if i <? n then Some (From i []) else None | Local _ => None end.
(** What can be refused: a store into field f of b, and a call, for the values of the formals; and the taking of a lock. *)
Inductive effect := Stores (b : source) (f : field) (x : source) | Calls (m : method) (xs : list source) | Takes (l : lock).
Definition simple_effects (p : site) (c : simple) (s : sources) : option (sources * list effect) :=
  match c with
  | Copy x y => match s y with Some v => Some (source_bind s x v, []) | None => None end
  | Load x pi => match source_of s (path_expr pi) with Some v => Some (source_bind s x v, []) | None => None end
  | Store pi x =>
      match source_of s (path_base pi), s x with
      | Some b, Some v => Some (s, [Stores b (plast pi) v])
      | _, _ => None
      end
  | New x => Some (source_bind s x Elsewhere, [])
  | Lock => Some (s, [Takes (lock_at p)])
  | Unlock => Some (s, [])
  end.
(** The effects of statements, from where the locks ls are held that were not at the entry. *)
Fixpoint effects (l : list stmt) (s : sources) (ls : list lock) : option (list effect) :=
  match l with
  | [] => match ls with [] => Some [] | _ => None end
  | Do p c :: r =>
      match simple_effects p c s, locks_step lock_at ls (p, Simple c) with
      | Some (s', es), Some ls' => match effects r s' ls' with Some es' => Some (es ++ es') | None => None end
      | _, _ => None
      end
  | Call p m es :: r =>
      match sources_of s es, effects r s ls with
      | Some xs, Some es' => Some (Calls m xs :: es')
      | _, _ => None
      end
  | _ => None
  end.

(** What is asked: that formal i holds one of the objects R. *)
Notation demands := (list (nat * list loc)) (only parsing).
Definition among (R : list loc) (v : qval) : bool := match v with Some l => existsb (Nat.eqb l) R | None => false end.
Fixpoint demand (i : nat) (R : list loc) (ds : demands) : demands :=
  match ds with
  | [] => [(i, R)]
  | (j, T) :: r => if j =? i then (j, filter (fun l => among R (Some l)) T) :: r else (j, T) :: demand i R r
  end.
(** Ask a value to be one of R. *)
Definition ask (x : source) (R : list loc) (ds : demands) : option demands :=
  match x with
  | Elsewhere => None
  | From i fs => Some (demand i (filter (fun l => among R (fold_left qload fs (Some l))) (told Q)) ds)
  end.
(** Ask the arguments xs of a call to be what is asked of the formals. *)
Fixpoint ask_all (xs : list source) (asked ds : demands) : option demands :=
  match asked with
  | [] => Some ds
  | (j, R) :: r =>
      match nth_error xs j with
      | Some x => match ask x R ds with Some ds' => ask_all xs r ds' | None => None end
      | None => None
      end
  end.
Definition keeps (l : loc) (f : field) : option loc :=
  match guard l with Some (g, l') => if g =? f then Some l' else None | None => None end.
Definition holders (l : loc) (f : field) : list loc :=
  filter (fun b => match keeps b f with Some l' => l' =? l | None => false end) (told Q).
(** The object that x is if it comes from formal i, which holds v. *)
Definition led (i : nat) (v : loc) (x : source) : option loc :=
  match x with From j fs => if j =? i then fold_left qload fs (Some v) else None | Elsewhere => None end.

Section Entries.
(** What the methods that are called ask if their formal i holds l. *)
Variable entry : method -> nat -> loc -> option demands.
Fixpoint ask_args (i : nat) (v : loc) (m : method) (all xs : list source) (n : nat) (ds : demands) : option demands :=
  match xs with
  | [] => Some ds
  | x :: r =>
      match led i v x with
      | None => ask_args i v m all r (S n) ds
      | Some l =>
          match entry m n l with
          | None => None
          | Some asked => match ask_all all asked ds with Some ds' => ask_args i v m all r (S n) ds' | None => None end
          end
      end
  end.
Definition ask_effect (i : nat) (v : loc) (e : effect) (ds : demands) : option demands :=
  match e with
  | Stores b f x =>
      match (match led i v b with
             | Some l => match keeps l f with Some l' => ask x [l'] ds | None => Some ds end
             | None => Some ds
             end) with
      | None => None
      | Some ds' =>
          match led i v x with
          | Some l => if alone l then ask b (holders l f) ds' else Some ds'
          | None => Some ds'
          end
      end
  | Calls m xs => ask_args i v m xs xs 0 ds
  | Takes _ => Some ds
  end.
Fixpoint ask_effects (i : nat) (v : loc) (es : list effect) (ds : demands) : option demands :=
  match es with
  | [] => Some ds
  | e :: r => match ask_effect i v e ds with Some ds' => ask_effects i v r ds' | None => None end
  end.
Definition satisfied (vs : list qval) (ds : demands) : bool :=
  forallb (fun d => match nth_error vs (fst d) with Some v => among (snd d) v | None => false end) ds.
(** Each formal from number i on asks for nothing that the others do not hold. *)
Fixpoint passes (m : method) (vs rest : list qval) (i : nat) : bool :=
  match rest with
  | [] => true
  | None :: r => passes m vs r (S i)
  | Some l :: r =>
      match entry m i l with Some ds => satisfied vs ds | None => false end && passes m vs r (S i)
  end.
End Entries.

(** What is known of a method: the locks that it takes, how many formals it has, and what it asks for each of them and each
    object that is told apart. *)
Record known := Known { takes : list lock; formals_of : nat; asks : list (list (loc * option (list (nat * list loc)))) }.
Notation table := (list (method * option known)) (only parsing).
Fixpoint lookup (tab : table) (m : method) : option known :=
  match tab with [] => None | (k, x) :: r => if k =? m then x else lookup r m end.
Definition entry_in (tab : table) (m : method) (i : nat) (l : loc) : option (list (nat * list loc)) :=
  match lookup tab m with
  | None => None
  | Some x =>
      match nth_error (asks x) i with
      | None => None
      | Some row => match find (fun p => fst p =? l) row with Some (_, ds) => ds | None => None end
      end
  end.
Definition body_effects (m : method) : option (list effect) :=
  effects (shortest (mbody P m)) (source_callee (arity P m)) [].
Definition taken (tab : table) (e : effect) : list lock :=
  match e with
  | Takes l => [l]
  | Calls k _ => match lookup tab k with Some x => takes x | None => [] end
  | Stores _ _ _ => []
  end.
Definition known_below (tab : table) (m : method) : option known :=
  match body_effects m with
  | None => None
  | Some es =>
      if forallb (fun e => match e with
                           | Calls k xs => match lookup tab k with Some x => formals_of x =? length xs | None => false end
                           | _ => true
                           end) es
      then Some (Known (nodup Nat.eq_dec (flat_map (taken tab) es)) (arity P m)
             (map (fun i => map (fun l => (l, ask_effects (entry_in tab) i l es [])) (told Q)) (seq 0 (arity P m))))
      else None
  end.
(** The methods below n, each of which calls only those below itself. *)
Fixpoint tabulate (n : nat) : table :=
  match n with
  | 0 => []
  | S k => let below := tabulate k in (k, known_below below k) :: below
  end.
(** Can a call of m with these values be executed completely while the other thread holds the locks oth? *)
Definition run_passes (tab : table) (oth : list lock) (m : method) (vs : list qval) : bool :=
  match lookup tab m with
  | None => false
  | Some x => apart (takes x) oth && (formals_of x =? length vs) && passes (entry_in tab) m vs vs 0
  end.

(** Steps of one thread in a configuration of two. *)
Inductive thread_steps (t : thread) : strace -> lconfig -> lconfig -> Prop :=
| tsteps_nil K : thread_steps t [] K K
| tsteps_cons p c u K K' K'' : lock_step lock_at t p c K K' -> thread_steps t u K' K'' -> thread_steps t ((p, c) :: u) K K''.
Lemma thread_steps_app : forall t u v K K' K'', thread_steps t u K K' -> thread_steps t v K' K'' ->
  thread_steps t (u ++ v) K K''.
Proof. induction 1; simpl; auto. intros. econstructor; eauto. Qed.
Lemma interleaving_thread_steps : forall K0 t u K K', thread_steps t u K K' ->
  forall taus, lock_interleaving lock_at K0 taus K -> lock_interleaving lock_at K0 (put taus t (taus @ t ++ u)) K'.
Proof.
  induction 1 as [K|p c u K K' K'' ST SS IH]; intros taus I.
  - rewrite app_nil_r. destruct taus, t; exact I.
  - replace (put taus t (taus @ t ++ (p, c) :: u))
      with (put (put taus t (taus @ t ++ [(p, c)])) t (put taus t (taus @ t ++ [(p, c)]) @ t ++ u)).
    + apply IH. econstructor; eauto.
    + rewrite put_put, at_put_same, <- app_assoc. auto.
Qed.

(** Where thread t has frames s :: S and holds ls, and the other has not moved. *)
Definition stays (K : lconfig) (t : thread) (s : frame) (S : list frame) (ls : list lock) (K' : lconfig) : Prop :=
  lstacks K' @ t = s :: S /\ holds_just K' t ls /\ lstacks K' @ other t = lstacks K @ other t /\
  depths K' @ other t = depths K @ other t /\ heap_fits (lheap K') /\ grows (lheap K) (lheap K').
Lemma stays_trans : forall K t s S L K' s' S' L' K'', stays K t s S L K' -> stays K' t s' S' L' K'' ->
  stays K t s' S' L' K''.
Proof.
  intros K t s S L K' s' S' L' K'' (_ & _ & A & B & _ & G) (C & D & E & F & H & I).
  split; [auto|]. split; [auto|]. split; [congruence|]. split; [congruence|]. split; [auto|]. eauto using grows_trans.
Qed.
(** The other thread holds what it held. *)
Lemma stays_holds : forall K t s S ls K' oth, stays K t s S ls K' -> holds_just K (other t) oth -> holds_just K' (other t) oth.
Proof. intros K t s S ls K' oth (_ & _ & _ & D & _) H m. rewrite D. auto. Qed.
(** A call that can be executed completely wherever the quotient fits and the other thread holds just these locks. *)
Definition good (e : list lock * method * list (option loc)) : Prop :=
  exists u, trace_of P (mbody P (snd (fst e))) u /\
    forall K t s S k, lstacks K @ t = s :: S -> holds_just K t k -> holds_just K (other t) (fst (fst e)) ->
      apart k (fst (fst e)) = true -> heap_fits (lheap K) -> frame_fits (lheap K) s (qcallee (snd e)) ->
      exists K' s', thread_steps t u K K' /\ stays K t s' S k K'.

Inductive list_trace : list stmt -> strace -> Prop :=
| list_nil : list_trace [] []
| list_cons C l u v : trace_of P C u -> list_trace l v -> list_trace (C :: l) (u ++ v).
Lemma list_trace_app : forall l l' u, list_trace (l ++ l') u ->
  exists v w, u = v ++ w /\ list_trace l v /\ list_trace l' w.
Proof.
  induction l as [|C l IH]; simpl; intros l' u H.
  - exists [], u. repeat split; auto. constructor.
  - inversion H as [|C' k v w T R]; subst. apply IH in R. destruct R as (x & y & -> & A & B).
    exists (v ++ x), y. rewrite app_assoc. repeat split; auto. constructor; auto.
Qed.
Lemma shortest_trace : forall C u, list_trace (shortest C) u -> trace_of P C u.
Proof.
  assert (ONE : forall C u, list_trace [C] u -> trace_of P C u).
  { intros C u H. inversion H as [|D l v w T R]; subst. inversion R; subst. rewrite app_nil_r. auto. }
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C1 IH1|p m es]; simpl; intros u H; auto.
  - inversion H; subst. constructor.
  - apply list_trace_app in H. destruct H as (v & w & -> & A & B). constructor; auto.
  - destruct (N.ltb _ _); [apply trace_else | apply trace_then]; auto.
  - inversion H; subst. constructor.
Qed.

Lemma stays_step : forall K t p c s S h ls ls' oth, holds_just K t ls -> holds_just K (other t) oth ->
  locks_step lock_at ls (p, c) = Some ls' -> apart ls oth = true -> apart ls' oth = true ->
  step c (lstacks K @ t, lheap K, times ls (lock_at p)) (s :: S, h, times ls' (lock_at p)) ->
  heap_fits h -> grows (lheap K) h ->
  exists K', lock_step lock_at t p c K K' /\ stays K t s S ls' K' /\ lheap K' = h.
Proof.
  intros K t p c s S h ls ls' oth H O E A A' ST HF G. destruct (held_step lock_at _ _ _ _ _ _ _ _ _ H O E A A' ST) as (D & LS & ED).
  eexists. split; [exact LS|]. split; [|auto]. unfold stays, holds_just. simpl. rewrite !at_put_same, !at_put_other. auto 8.
Qed.
(** *** What a run asks for is enough *)
(** What a source stands for, given what the formals hold. *)
Definition sem (vs : list qval) (x : source) : option qval :=
  match x with
  | Elsewhere => Some None
  | From i fs => match nth_error vs i with Some v => Some (fold_left qload fs v) | None => None end
  end.
Fixpoint sems (vs : list qval) (xs : list source) : option (list qval) :=
  match xs with
  | [] => Some []
  | x :: r => match sem vs x, sems vs r with Some w, Some ws => Some (w :: ws) | _, _ => None end
  end.
Lemma nowhere : forall fs, fold_left qload fs None = None.
Proof. induction fs; simpl; auto. Qed.
Lemma sems_length : forall vs xs ws, sems vs xs = Some ws -> length ws = length xs.
Proof.
  induction xs as [|x xs IH]; simpl; intros ws E; [injection E as <-; auto|].
  destruct (sem vs x); [|discriminate]. destruct (sems vs xs) as [r|]; [|discriminate]. injection E as <-. simpl. auto.
Qed.
Lemma sems_nth : forall vs xs ws n x, sems vs xs = Some ws -> nth_error xs n = Some x -> nth_error ws n = sem vs x.
Proof.
  induction xs as [|y xs IH]; simpl; intros ws n x E N; [destruct n; discriminate|].
  destruct (sem vs y) as [w|] eqn:Y; [|discriminate]. destruct (sems vs xs) as [r|]; [|discriminate].
  injection E as <-. destruct n; simpl in *; [injection N as <-; auto | eauto].
Qed.
Lemma sems_nth_value : forall vs xs ws n w, sems vs xs = Some ws -> nth_error ws n = Some w ->
  exists x, nth_error xs n = Some x /\ sem vs x = Some w.
Proof.
  intros vs xs ws n w E N. destruct (nth_error xs n) as [x|] eqn:X.
  - exists x. split; auto. rewrite <- (sems_nth _ _ _ _ _ E X). auto.
  - apply nth_error_None in X. rewrite <- (sems_length _ _ _ E) in X. apply nth_error_None in X. congruence.
Qed.
(** Sources that say what the variables of a frame hold. *)
Definition agrees (vs : list qval) (s : sources) (q : qframe) : Prop :=
  forall x y, s x = Some y -> exists v, sem vs y = Some v /\ q x = Some v.
Lemma source_of_agrees : forall vs s q e y, agrees vs s q -> source_of s e = Some y ->
  exists v, sem vs y = Some v /\ qvalue q e = Some v.
Proof.
  intros vs s q e y A E. unfold source_of in E. unfold qvalue. destruct (s (fst e)) as [x|] eqn:X; [|discriminate].
  destruct (A _ _ X) as (v & SV & QV). rewrite QV. destruct x as [|i fs]; injection E as <-; simpl in SV |- *.
  - injection SV as <-. exists None. rewrite nowhere. auto.
  - destruct (nth_error vs i) as [w|]; [|discriminate]. injection SV as <-. rewrite fold_left_app. eauto.
Qed.
Lemma sources_of_agrees : forall vs s q es xs, agrees vs s q -> sources_of s es = Some xs ->
  exists ws, sems vs xs = Some ws /\ qvalues q es = Some ws.
Proof.
  induction es as [|e es IH]; simpl; intros xs A E; [injection E as <-; simpl; eauto|].
  destruct (source_of s e) as [x|] eqn:X; [|discriminate]. destruct (sources_of s es) as [r|] eqn:R; [|discriminate].
  injection E as <-. destruct (source_of_agrees _ _ _ _ _ A X) as (w & SW & QW). destruct (IH _ A eq_refl) as (ws & SS & QS).
  exists (w :: ws). simpl. rewrite SW, SS, QW, QS. auto.
Qed.
Lemma agrees_bind : forall vs s q x y v, agrees vs s q -> sem vs y = Some v -> agrees vs (source_bind s x y) (qbind q x v).
Proof.
  intros vs s q x y v A E z w H. unfold source_bind, qbind in *. destruct (var_eq_dec z x); [|eauto].
  injection H as <-. eauto.
Qed.
Lemma agrees_callee : forall vs, agrees vs (source_callee (length vs)) (qcallee vs).
Proof.
  intros vs [i|i] y E; simpl in E; [|discriminate]. destruct (Nat.ltb_spec i (length vs)); [|discriminate].
  injection E as <-. simpl. destruct (nth_error vs i) as [v|] eqn:N; [eauto|]. apply nth_error_None in N. lia.
Qed.
(** Nothing in a run is refused for these values while the other thread holds the locks oth. *)
Definition fine (oth : list lock) (vs : list qval) (e : effect) : Prop :=
  match e with
  | Stores b f x => forall v w, sem vs b = Some v -> sem vs x = Some w -> qstores v f w = true
  | Calls m xs => forall ws, sems vs xs = Some ws -> good (oth, m, ws)
  | Takes l => ~ In l oth
  end.
Lemma simple_effects_step : forall oth vs p c s q s' es, simple_effects p c s = Some (s', es) ->
  agrees vs s q -> Forall (fine oth vs) es -> exists q', qsimple c q = Some q' /\ agrees vs s' q'.
Proof.
  intros oth vs p c s q s' es E A F. destruct c as [x y|x pi|pi x|x| |]; simpl in E |- *.
  - destruct (s y) as [v|] eqn:Y; [|discriminate]. injection E as <- <-. destruct (A _ _ Y) as (w & SW & ->).
    eauto using agrees_bind.
  - destruct (source_of s (path_expr pi)) as [v|] eqn:X; [|discriminate]. injection E as <- <-.
    destruct (source_of_agrees _ _ _ _ _ A X) as (w & SW & ->). eauto using agrees_bind.
  - destruct (source_of s (path_base pi)) as [b|] eqn:B; [|discriminate]. destruct (s x) as [v|] eqn:X; [|discriminate].
    injection E as <- <-. destruct (source_of_agrees _ _ _ _ _ A B) as (w & SW & ->). destruct (A _ _ X) as (u & SU & ->).
    inversion F; subst. simpl in *. rewrite (H1 _ _ SW SU). eauto.
  - injection E as <- <-. eexists. split; eauto. apply agrees_bind; auto.
  - injection E as <- <-. eauto.
  - injection E as <- <-. eauto.
Qed.
Lemma simple_effects_apart : forall oth vs p c s s' es ls ls', simple_effects p c s = Some (s', es) -> Forall (fine oth vs) es ->
  locks_step lock_at ls (p, Simple c) = Some ls' -> apart ls oth = true -> apart ls' oth = true.
Proof.
  intros oth vs p c s s' es ls ls' E F EL. rewrite !apart_iff. intros A m I.
  destruct c; simpl in E, EL; try (injection EL as <-; auto; fail).
  - injection E as <- <-. injection EL as <-. inversion F; subst. destruct I as [<-|I]; auto.
  - destruct ls as [|l r]; [discriminate|]. destruct (l =? lock_at p); [|discriminate]. injection EL as <-. apply A. right. auto.
Qed.
Lemma apart_app : forall a k oth, apart a oth = true -> apart k oth = true -> apart (a ++ k) oth = true.
Proof. intros a k oth. rewrite !apart_iff. intros A B m I. apply in_app_or in I. destruct I; auto. Qed.
(** A call of which a complete trace v is good: push, v, pop. *)
Lemma call_stays : forall p xs ws oth v q K t s S ls, lstacks K @ t = s :: S -> holds_just K t ls -> holds_just K (other t) oth ->
  apart ls oth = true -> heap_fits (lheap K) -> frame_fits (lheap K) s q -> qvalues q xs = Some ws ->
  (forall K t s S k, lstacks K @ t = s :: S -> holds_just K t k -> holds_just K (other t) oth ->
     apart k oth = true -> heap_fits (lheap K) -> frame_fits (lheap K) s (qcallee ws) ->
     exists K' s', thread_steps t v K K' /\ stays K t s' S k K') ->
  exists K', thread_steps t ((p, Push xs) :: v ++ [(p, Pop)]) K K' /\ stays K t s S ls K'.
Proof.
  intros p xs ws oth v q K t s S ls ES EL EO AL HF F QS RV. destruct (qvalues_fit _ _ _ _ _ HF F QS) as (vl & Els & FF).
  destruct (stays_step K t p (Push xs) (callee vl) (s :: S) (lheap K) _ _ _ EL EO eq_refl AL AL) as (K1 & T1 & S1 & EH1);
    [rewrite ES; constructor; auto | auto | apply grows_refl|].
  pose proof S1 as (A1 & A2 & A3 & A4 & A5 & A6).
  destruct (RV K1 t (callee vl) (s :: S) ls A1 A2 (stays_holds _ _ _ _ _ _ _ S1 EO) AL A5) as (K2 & s2 & T2 & S2); [rewrite EH1; auto|].
  pose proof S2 as (B1 & B2 & B3 & B4 & B5 & B6). pose proof (stays_trans _ _ _ _ _ _ _ _ _ _ S1 S2) as S12.
  destruct (stays_step K2 t p Pop s S (lheap K2) _ _ _ B2 (stays_holds _ _ _ _ _ _ _ S12 EO) eq_refl AL AL) as (K3 & T3 & S3 & EH3);
    [rewrite B1; constructor | auto | apply grows_refl|].
  exists K3. split; [|eauto using stays_trans]. econstructor; eauto. eapply thread_steps_app; eauto. econstructor; eauto. constructor.
Qed.
(** What a block does in the quotient, some trace of it does in the heap.  By induction on the statements: a simple command
    is one step ([qsimple_step]); a call is a push, the trace that there is for the method at these values, and
    a pop.  At each step the locks let the thread go on, since the run takes none that the other thread holds. *)
Lemma effects_good : forall oth vs l s q a es, effects l s a = Some es -> agrees vs s q ->
  Forall (fine oth vs) es -> apart a oth = true ->
  exists u, list_trace l u /\
    forall K t s0 S k, lstacks K @ t = s0 :: S -> holds_just K t (a ++ k) -> holds_just K (other t) oth ->
      apart k oth = true -> heap_fits (lheap K) -> frame_fits (lheap K) s0 q ->
      exists K' s', thread_steps t u K K' /\ stays K t s' S k K'.
Proof.
  intros oth vs. induction l as [|C l IH]; intros sy q a es E AG FI FA; cbn [effects] in E.
  - (* no statement is left *)
    destruct a; [|discriminate]. exists []. split; [constructor|].
    intros K t s S k ES EL EO AL HF F. exists K, s. split; [constructor|]. unfold stays. auto 8 using grows_refl.
  - destruct C as [|p c|C1 C2|C1 C2|C1|p m xs]; try discriminate.
    + destruct (simple_effects p c sy) as [[sy' es1]|] eqn:X; [|discriminate].
      destruct (locks_step lock_at a (p, Simple c)) as [a'|] eqn:LS; [|discriminate].
      destruct (effects l sy' a') as [es2|] eqn:Y; [|discriminate]. injection E as <-.
      apply Forall_app in FI. destruct FI as [FI1 FI2].
      destruct (simple_effects_step _ _ _ _ _ _ _ _ X AG FI1) as (q' & QS & AG').
      pose proof (simple_effects_apart _ _ _ _ _ _ _ _ _ X FI1 LS FA) as FA'.
      destruct (IH _ _ _ _ Y AG' FI2 FA') as (u & LT & RUN). exists ((p, Simple c) :: u).
      split; [apply (list_cons (Do p c) l [(p, Simple c)] u); auto; constructor|].
      intros K t s S k ES EL EO AL HF F. pose proof (locks_step_up lock_at k _ _ _ LS) as LS'.
      destruct (qsimple_step _ _ _ _ _ HF F QS S _ _ _ LS') as (s' & h' & ST & F' & HF' & G). rewrite <- ES in ST.
      destruct (stays_step K t _ _ _ _ _ _ _ _ EL EO LS' (apart_app _ _ _ FA AL) (apart_app _ _ _ FA' AL) ST HF' G) as (K1 & TS & S1 & EH).
      pose proof S1 as (A1 & A2 & A3 & A4 & A5 & A6).
      destruct (RUN K1 t s' S k A1 A2 (stays_holds _ _ _ _ _ _ _ S1 EO) AL A5) as (K2 & s2 & T2 & ST2); [rewrite EH; auto|].
      exists K2, s2. split; [econstructor; eauto | eapply stays_trans; eauto].
    + destruct (sources_of sy xs) as [ys|] eqn:X; [|discriminate]. destruct (effects l sy a) as [es2|] eqn:Y; [|discriminate].
      injection E as <-. inversion FI as [|e r FI1 FI2]; subst.
      destruct (sources_of_agrees _ _ _ _ _ AG X) as (ws & SS & QS). destruct (FI1 _ SS) as (v & TV & RV).
      destruct (IH _ _ _ _ Y AG FI2 FA) as (u & LT & RUN).
      exists (((p, Push xs) :: v ++ [(p, Pop)]) ++ u). split; [constructor; auto; constructor; auto|].
      intros K t s S k ES EL EO AL HF F. pose proof (apart_app _ _ _ FA AL) as AP.
      destruct (call_stays p xs ws oth v q K t s S (a ++ k) ES EL EO AP HF F QS RV) as (K3 & T3 & S3).
      pose proof S3 as (C1 & C2 & C3 & C4 & C5 & C6).
      destruct (RUN K3 t s S k C1 C2 (stays_holds _ _ _ _ _ _ _ S3 EO) AL C5) as (K4 & s4 & T4 & S4); [eapply frame_fits_grows; eauto|].
      exists K4, s4. split; [eapply thread_steps_app; eauto | eauto using stays_trans].
Qed.

(** Of what is asked for. *)
Lemma among_filter : forall g T v, among (filter g T) v = true -> exists l, v = Some l /\ In l T /\ g l = true.
Proof.
  intros g T [l|] H; [|discriminate]. apply existsb_exists in H. destruct H as (x & I & E). apply Nat.eqb_eq in E. subst x.
  apply filter_In in I. exists l. tauto.
Qed.
Lemma demand_satisfied : forall vs i R ds, satisfied vs (demand i R ds) = true ->
  satisfied vs ds = true /\ exists v, nth_error vs i = Some v /\ among R v = true.
Proof.
  unfold satisfied. induction ds as [|[j T] r IH]; simpl; intros H.
  - rewrite andb_true_r in H. split; auto. destruct (nth_error vs i) as [v|]; [eauto | discriminate].
  - destruct (Nat.eqb_spec j i) as [->|]; simpl in H; apply andb_true_iff in H; destruct H as [H1 H2].
    + destruct (nth_error vs i) as [v|]; [|discriminate]. apply among_filter in H1. destruct H1 as (l & -> & I & A).
      rewrite H2, andb_true_r. split; [|eauto]. apply existsb_exists. exists l. split; auto. apply Nat.eqb_refl.
    + destruct (IH H2) as [A B]. rewrite H1, A. auto.
Qed.
Lemma ask_satisfied : forall vs x R ds ds', ask x R ds = Some ds' -> satisfied vs ds' = true ->
  satisfied vs ds = true /\ exists v, sem vs x = Some v /\ among R v = true.
Proof.
  intros vs [|i fs] R ds ds' E H; simpl in E; [discriminate|]. injection E as <-. apply demand_satisfied in H.
  destruct H as (A & v & N & B). split; auto. apply among_filter in B. destruct B as (l & -> & _ & B).
  simpl. rewrite N. eauto.
Qed.
Lemma ask_all_satisfied : forall vs xs asked ds ds', ask_all xs asked ds = Some ds' -> satisfied vs ds' = true ->
  satisfied vs ds = true /\ forall ws, sems vs xs = Some ws -> satisfied ws asked = true.
Proof.
  induction asked as [|[j R] r IH]; simpl; intros ds ds' E H; [injection E as <-; auto|].
  destruct (nth_error xs j) as [x|] eqn:N; [|discriminate]. destruct (ask x R ds) as [ds1|] eqn:A; [|discriminate].
  destruct (IH _ _ E H) as [H1 W]. destruct (ask_satisfied _ _ _ _ _ A H1) as (H0 & v & SV & AM). split; auto.
  intros ws SS. rewrite (W _ SS), andb_true_r, (sems_nth _ _ _ _ _ SS N), SV. auto.
Qed.
(** A value that is told apart comes from a formal that holds one. *)
Lemma led_from : forall vs x l, sem vs x = Some (Some l) -> exists i v, nth_error vs i = Some (Some v) /\ led i v x = Some l.
Proof.
  intros vs [|i fs] l E; simpl in E; [discriminate|]. destruct (nth_error vs i) as [[v|]|] eqn:N; [| |discriminate].
  - injection E as E. exists i, v. simpl. rewrite Nat.eqb_refl. auto.
  - rewrite nowhere in E. discriminate.
Qed.

Section Met.
Variable entry : method -> nat -> loc -> option (list (nat * list loc)).
(** What formal i asks of the others for an effect, if it holds v. *)
Definition met (vs : list qval) (i : nat) (v : loc) (e : effect) : Prop :=
  match e with
  | Stores b f x =>
      (forall l l', led i v b = Some l -> keeps l f = Some l' -> sem vs x = Some (Some l')) /\
      (forall l, led i v x = Some l -> alone l = true -> exists c, sem vs b = Some (Some c) /\ keeps c f = Some l)
  | Calls m xs =>
      forall ws, sems vs xs = Some ws -> forall n x l, nth_error xs n = Some x -> led i v x = Some l ->
      exists ds, entry m n l = Some ds /\ satisfied ws ds = true
  | Takes _ => True
  end.
Lemma ask_args_met : forall vs i v m all xs n ds ds', ask_args entry i v m all xs n ds = Some ds' -> satisfied vs ds' = true ->
  satisfied vs ds = true /\
  forall ws, sems vs all = Some ws -> forall k x l, nth_error xs k = Some x -> led i v x = Some l ->
  exists asked, entry m (n + k) l = Some asked /\ satisfied ws asked = true.
Proof.
  induction xs as [|y xs IH]; simpl; intros n ds ds' E H.
  - injection E as <-. split; auto. intros ws _ [|k] x l X; discriminate.
  - destruct (led i v y) as [l0|] eqn:L.
    + destruct (entry m n l0) as [asked|] eqn:EN; [|discriminate]. destruct (ask_all all asked ds) as [ds1|] eqn:AA; [|discriminate].
      destruct (IH _ _ _ E H) as [H1 W]. destruct (ask_all_satisfied _ _ _ _ _ AA H1) as [H0 Z]. split; auto.
      intros ws SS [|k] x l X LX; simpl in X.
      * injection X as <-. rewrite L in LX. injection LX as <-. rewrite Nat.add_0_r. eauto.
      * rewrite Nat.add_succ_r. eapply W; eauto.
    + destruct (IH _ _ _ E H) as [H1 W]. split; auto. intros ws SS [|k] x l X LX; simpl in X.
      * injection X as <-. congruence.
      * rewrite Nat.add_succ_r. eapply W; eauto.
Qed.
Lemma ask_effect_met : forall vs i v e ds ds', ask_effect entry i v e ds = Some ds' -> satisfied vs ds' = true ->
  satisfied vs ds = true /\ met vs i v e.
Proof.
  intros vs i v [b f x|m xs|l] ds ds' E H; simpl in E.
  - destruct (match led i v b with Some l => match keeps l f with Some l' => ask x [l'] ds | None => Some ds end | None => Some ds end)
      as [ds1|] eqn:A; [|discriminate].
    assert (H1 : satisfied vs ds1 = true /\
      forall l, led i v x = Some l -> alone l = true -> exists c, sem vs b = Some (Some c) /\ keeps c f = Some l).
    { destruct (led i v x) as [l|] eqn:L; [|injection E as <-; split; [auto | discriminate]].
      destruct (alone l) eqn:AL; [|injection E as <-; split; auto; intros l0 EQ; injection EQ as <-; congruence].
      destruct (ask_satisfied _ _ _ _ _ E H) as (B & w & SW & AM). split; auto. intros l0 EQ _. injection EQ as <-.
      apply among_filter in AM. destruct AM as (c & -> & _ & KE). exists c. split; auto.
      destruct (keeps c f) as [l'|]; [|discriminate]. apply Nat.eqb_eq in KE. congruence. }
    destruct H1 as [H1 X2].
    assert (H0 : satisfied vs ds = true /\ forall l l', led i v b = Some l -> keeps l f = Some l' -> sem vs x = Some (Some l')).
    { destruct (led i v b) as [l|] eqn:L; [|injection A as <-; split; [auto | discriminate]].
      destruct (keeps l f) as [l'|] eqn:KE; [|injection A as <-; split; auto; intros ? ? EQ; injection EQ as <-; congruence].
      destruct (ask_satisfied _ _ _ _ _ A H1) as (B & w & SW & AM). split; auto. intros l0 l1 EQ KQ. injection EQ as <-.
      assert (l1 = l') by congruence. subst l1. destruct w as [w|]; [|discriminate]. simpl in AM. rewrite orb_false_r in AM.
      apply Nat.eqb_eq in AM. subst. auto. }
    destruct H0 as [H0 X1]. split; [auto | split; auto].
  - destruct (ask_args_met _ _ _ _ _ _ _ _ _ E H) as [B W]. auto.
  - injection E as <-. simpl. auto.
Qed.
Lemma ask_effects_met : forall vs i v es ds ds', ask_effects entry i v es ds = Some ds' -> satisfied vs ds' = true ->
  satisfied vs ds = true /\ Forall (met vs i v) es.
Proof.
  induction es as [|e es IH]; simpl; intros ds ds' E H; [injection E as <-; auto|].
  destruct (ask_effect entry i v e ds) as [ds1|] eqn:A; [|discriminate]. destruct (IH _ _ E H) as [H1 F].
  destruct (ask_effect_met _ _ _ _ _ _ A H1) as [H0 M]. auto.
Qed.
Lemma met_stores : forall oth vs b f x, (forall i v, nth_error vs i = Some (Some v) -> met vs i v (Stores b f x)) ->
  fine oth vs (Stores b f x).
Proof.
  intros oth vs b f x M v w SB SX.
  assert (ONE : forall l l', v = Some l -> keeps l f = Some l' -> w = Some l').
  { intros l l' -> KE. destruct (led_from _ _ _ SB) as (i & a & N & L). destruct (M _ _ N) as [M1 _].
    specialize (M1 _ _ L KE). congruence. }
  assert (TWO : forall l, w = Some l -> alone l = true -> exists c, v = Some c /\ keeps c f = Some l).
  { intros l -> AL. destruct (led_from _ _ _ SX) as (i & a & N & L). destruct (M _ _ N) as [_ M2].
    destruct (M2 _ L AL) as (c & SC & KE). exists c. split; [congruence | auto]. }
  assert (FREE : (forall l, v = Some l -> keeps l f = None) -> match w with Some l => negb (alone l) | None => true end = true).
  { intros NK. destruct w as [l|]; auto. destruct (alone l) eqn:AL; auto. destruct (TWO _ eq_refl AL) as (c & -> & KE).
    rewrite (NK _ eq_refl) in KE. discriminate. }
  unfold qstores. destruct v as [l|]; [|apply FREE; discriminate]. unfold keeps in *.
  destruct (guard l) as [[g l']|] eqn:G.
  - destruct (g =? f) eqn:GF.
    + rewrite (ONE l l'); auto; [apply Nat.eqb_refl|]. rewrite G, GF. auto.
    + apply FREE. intros l0 EQ. injection EQ as <-. rewrite G, GF. auto.
  - apply FREE. intros l0 EQ. injection EQ as <-. rewrite G. auto.
Qed.
Lemma passes_entry : forall m vs rest i, passes entry m vs rest i = true <->
  forall k l, nth_error rest k = Some (Some l) -> exists ds, entry m (i + k) l = Some ds /\ satisfied vs ds = true.
Proof.
  induction rest as [|[a|] rest IH]; simpl; intros i.
  - split; auto. intros _ [|k] l X; discriminate.
  - rewrite andb_true_iff, IH. split.
    + intros [E W] [|k] l X; simpl in X.
      * injection X as <-. rewrite Nat.add_0_r. destruct (entry m i a) as [ds|]; [eauto | discriminate].
      * rewrite Nat.add_succ_r. apply W. auto.
    + intros W. split.
      * destruct (W 0 a eq_refl) as (ds & E & S). rewrite Nat.add_0_r in E. rewrite E. auto.
      * intros k l X. specialize (W (S k) l X). rewrite Nat.add_succ_r in W. auto.
  - rewrite IH. split.
    + intros W [|k] l X; simpl in X; [discriminate|]. rewrite Nat.add_succ_r. apply W. auto.
    + intros W k l X. specialize (W (S k) l X). rewrite Nat.add_succ_r in W. auto.
Qed.
End Met.

Lemma lookup_tabulate : forall n m x, lookup (tabulate n) m = Some x -> m < n /\ known_below (tabulate m) m = Some x.
Proof.
  induction n as [|n IH]; simpl; intros m x E; [discriminate|].
  destruct (Nat.eqb_spec n m) as [<-|]; [auto|]. destruct (IH _ _ E). split; auto.
Qed.
Lemma nth_error_seq : forall n s i k, nth_error (seq s n) i = Some k -> k = s + i /\ i < n.
Proof.
  induction n as [|n IH]; simpl; intros s [|i] k E; try discriminate.
  - injection E as <-. lia.
  - apply IH in E. lia.
Qed.
(** A call that passes can be executed completely.  By induction on the number of the method, which is above those that it calls. *)
Theorem run_passes_good : forall m n oth vs, run_passes (tabulate n) oth m vs = true -> good (oth, m, vs).
Proof.
  induction m as [m IH] using lt_wf_ind. intros n oth vs H. unfold run_passes in H.
  destruct (lookup (tabulate n) m) as [x|] eqn:LO; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [[UL AR] PA].
  apply Nat.eqb_eq in AR. pose proof (proj1 (passes_entry _ _ _ _ _) PA) as EN. clear PA. rewrite apart_iff in UL.
  destruct (lookup_tabulate _ _ _ LO) as [_ KB]. unfold known_below in KB.
  destruct (body_effects m) as [es|] eqn:BE; [|discriminate].
  destruct (forallb _ es) eqn:CA in KB; [|discriminate]. injection KB as KB. rewrite forallb_forall in CA.
  assert (EF : effects (shortest (mbody P m)) (source_callee (length vs)) [] = Some es).
  { subst x. simpl in AR. rewrite <- AR. exact BE. }
  assert (TK : forall e l, In e es -> In l (taken (tabulate m) e) -> ~ In l oth).
  { intros e l I J. apply UL. subst x. simpl. apply nodup_In, in_flat_map. eauto. }
  assert (MET : forall i v, nth_error vs i = Some (Some v) -> Forall (met (entry_in (tabulate m)) vs i v) es).
  { intros i v N. destruct (EN _ _ N) as (ds & E & ST). simpl in E. unfold entry_in in E. rewrite LO in E. subst x. simpl in E.
    rewrite nth_error_map in E. destruct (nth_error (seq 0 (arity P m)) i) as [j|] eqn:SE; [|discriminate].
    apply nth_error_seq in SE. destruct SE as [-> _]. simpl in E.
    destruct (find _ _) as [[l ds']|] eqn:FI in E; [|discriminate]. subst ds'. apply find_some in FI. destruct FI as [I EQ].
    apply Nat.eqb_eq in EQ. simpl in EQ. subst l. apply in_map_iff in I. destruct I as (l & PE & _). injection PE as -> PE.
    apply (ask_effects_met _ _ _ _ _ _ _ PE ST). }
  assert (FI : Forall (fine oth vs) es).
  { apply Forall_forall. intros e I.
    assert (ME : forall i v, nth_error vs i = Some (Some v) -> met (entry_in (tabulate m)) vs i v e).
    { intros i v N. specialize (MET _ _ N). rewrite Forall_forall in MET. auto. }
    destruct e as [b f y|k xs|l]; [eapply met_stores; eauto | | apply (TK _ l I); left; auto].
    intros ws SS. specialize (CA _ I). simpl in CA. destruct (lookup (tabulate m) k) as [y|] eqn:LK; [|discriminate].
    destruct (lookup_tabulate _ _ _ LK) as [LT _]. apply (IH k LT m). unfold run_passes. rewrite LK, (sems_length _ _ _ SS), CA.
    rewrite andb_true_r. apply andb_true_iff. split.
    - apply apart_iff. intros l J. apply (TK _ l I). simpl. rewrite LK. auto.
    - apply passes_entry. intros i l N. destruct (sems_nth_value _ _ _ _ _ SS N) as (z & XN & SZ).
      destruct (led_from _ _ _ SZ) as (j & v & VN & LE). apply (ME _ _ VN ws SS i z l XN LE). }
  destruct (effects_good oth _ _ _ _ _ _ EF (agrees_callee vs) FI) as (u & LT & RUN); [destruct oth; auto|].
  exists u. split; [apply shortest_trace; auto|]. intros K t s S k. apply RUN.
Qed.

(** ** Replay on the quotient *)
Record qmachine := QMachine {
  qrests : both (list item); qstacks : both (list qframe); qholds : both (list lock) }.
Definition qrun (tab : table) (M : qmachine) (t : thread) (p : site) (es : list expr) (n : N) (k : list item) : option qmachine :=
  match k, qstacks M @ t with
  | Rest (Call q m es') :: r, s :: _ =>
      if (q =? p) && (exprs_eqb es [] || exprs_eqb es es') && N.eqb n (lens m) && apart (qholds M @ t) (qholds M @ other t) then
        match qvalues s es' with
        | Some vs =>
            if run_passes tab (qholds M @ other t) m vs
            then Some (QMachine (put (qrests M) t r) (qstacks M) (qholds M))
            else None
        | None => None
        end
      else None
  | _, _ => None
  end.
Definition qstep (tab : table) (labels : list (site * stmt)) (M : qmachine) (s : wstep) : option qmachine :=
  let t := who s in
  match come_to labels (where_ s) (by_choices s) (qrests M @ t) with
  | None => None
  | Some k =>
    match what s with
    | RunCall es n => qrun tab M t (where_ s) es n k
    | _ =>
      match next_event P k with
      | None => None
      | Some ((p, c), k') =>
          if (p =? where_ s) && says (what s) c then
            match qexec c (qstacks M @ t), locks_step lock_at (qholds M @ t) (p, c) with
            | Some fr, Some ls =>
                if apart (qholds M @ t) (qholds M @ other t) && apart ls (qholds M @ other t)
                then Some (QMachine (put (qrests M) t k') (put (qstacks M) t fr) (put (qholds M) t ls))
                else None
            | _, _ => None
            end
          else None
      end
    end
  end.
Fixpoint qsteps (tab : table) (labels : list (site * stmt)) (M : qmachine) (ss : list wstep) : option qmachine :=
  match ss with
  | [] => Some M
  | s :: r => match qstep tab labels M s with Some M' => qsteps tab labels M' r | None => None end
  end.

(** A configuration that is reached, and that the quotient fits. *)
Definition fits (K0 : lconfig) (M : qmachine) (K : lconfig) : Prop :=
  reached lock_at P K0 (qrests M) K /\ heap_fits (lheap K) /\
  forall t, Forall2 (frame_fits (lheap K)) (lstacks K @ t) (qstacks M @ t) /\ holds_just K t (qholds M @ t).
(** A step of the witness is taken by a configuration that the quotient fits.  A command, a push or a pop is executed by
    [qexec_step].  A run, a call that is folded, is a push, what [run_passes_good] finds for the body in some trace of it,
    and a pop; other steps of the thread stay where they were, and the other thread's frames fit all along, since objects
    only become more. *)
Lemma qstep_fits : forall n labels K0 M K s M', fits K0 M K -> qstep (tabulate n) labels M s = Some M' ->
  exists K', fits K0 M' K'.
Proof.
  intros n0 labels K0 M K s M' (RE & HF & FS) E. unfold qstep in E. set (t := who s) in *.
  destruct (come_to labels (where_ s) (by_choices s) (qrests M @ t)) as [k|] eqn:CT; [|discriminate].
  apply (come_to_leads P) in CT. pose proof (reached_leads _ _ _ _ _ _ _ RE CT) as RE1.
  destruct (FS t) as [FT LT]. destruct (FS (other t)) as [FO LO].
  assert (SIMPLE : forall d, match next_event P k with
      | None => None
      | Some ((p, c), k') =>
          if (p =? where_ s) && says d c then
            match qexec c (qstacks M @ t), locks_step lock_at (qholds M @ t) (p, c) with
            | Some fr, Some ls =>
                if apart (qholds M @ t) (qholds M @ other t) && apart ls (qholds M @ other t)
                then Some (QMachine (put (qrests M) t k') (put (qstacks M) t fr) (put (qholds M) t ls))
                else None
            | _, _ => None
            end
          else None
      end = Some M' -> exists K', fits K0 M' K').
  { intros d X. destruct (next_event P k) as [[[p c] k']|] eqn:NE; [|discriminate].
    destruct ((p =? where_ s) && says d c); [|discriminate].
    destruct (qexec c (qstacks M @ t)) as [fr|] eqn:QE; [|discriminate].
    destruct (locks_step lock_at (qholds M @ t) (p, c)) as [ls|] eqn:EL; [|discriminate].
    destruct (apart _ _ && _) eqn:AP; [|discriminate]. apply andb_true_iff in AP. destruct AP as [A A']. injection X as <-.
    destruct (qexec_step _ _ _ _ _ HF FT QE _ _ _ EL) as (S' & h' & ST & F' & HF' & G).
    destruct (held_step lock_at t p c K S' h' _ _ _ LT LO EL A A' ST) as (D & LS & ED).
    exists (LConfig (put (lstacks K) t S') h' (put (depths K) t D)). split; [|split; [auto|]].
    - simpl. rewrite <- (put_put (qrests M) t k k'). eapply reached_step; [exact RE1 | exact LS|].
      intros u R. rewrite at_put_same. eapply next_event_trace; eauto.
    - intros u. unfold holds_just. simpl. destruct (same_or_other t u) as [->| ->].
      + rewrite !at_put_same. auto.
      + rewrite !at_put_other. split; [eapply frames_fit_grow; eauto | auto]. }
  destruct (what s) as [c|es| |es n]; try (eapply SIMPLE; exact E).
  unfold qrun in E. destruct k as [|[[|q d|C1 C2|C1 C2|C|q m es']|q] r]; try discriminate.
  destruct (qstacks M @ t) as [|q0 Sq] eqn:EQ; [discriminate|].
  destruct ((q =? where_ s) && _ && _ && _) eqn:OK; [|discriminate]. rewrite !andb_true_iff in OK. destruct OK as [_ OK].
  destruct (qvalues q0 es') as [vs|] eqn:QV; [|discriminate].
  destruct (run_passes _ _ m vs) eqn:RM; [|discriminate]. injection E as <-.
  destruct (run_passes_good _ _ _ _ RM) as (v & TV & RV). simpl in TV, RV.
  inversion FT as [|s0 q0' S0 Sq' F0 FR]; subst. symmetry in H.
  destruct (call_stays q es' vs _ v q0 K t s0 S0 _ H LT LO OK HF F0 QV RV) as (K3 & T3 & S3).
  pose proof S3 as (C1 & C2 & C3 & C4 & C5 & C6).
  exists K3. split; [|split; [auto|]].
  - simpl. destruct RE1 as (taus & I & R). exists (put taus t (taus @ t ++ (q, Push es') :: v ++ [(q, Pop)])). split.
    + apply interleaving_thread_steps with (K := K); auto.
    + intros u w X. destruct (same_or_other t u) as [->| ->].
      * rewrite at_put_same in X. rewrite at_put_same, <- app_assoc. apply R. rewrite at_put_same.
        apply (rest_stmt P (Call q m es') r ((q, Push es') :: v ++ [(q, Pop)]) w); auto. constructor; auto.
      * rewrite at_put_other in X. rewrite at_put_other. apply R. rewrite at_put_other. auto.
  - simpl. intros u. destruct (same_or_other t u) as [->| ->].
    + rewrite C1, EQ. split; [|auto]. constructor; eauto using frame_fits_grows, frames_fit_grow.
    + rewrite C3. split; [eapply frames_fit_grow; eauto | eapply stays_holds; eauto].
Qed.
Lemma qsteps_fit : forall n labels ss K0 M K M', fits K0 M K -> qsteps (tabulate n) labels M ss = Some M' ->
  exists K', fits K0 M' K'.
Proof.
  intros n labels. induction ss as [|s ss IH]; simpl; intros K0 M K M' F E; [injection E as <-; eauto|].
  destruct (qstep (tabulate n) labels M s) as [M1|] eqn:X; [|discriminate]. destruct (qstep_fits _ _ _ _ _ _ _ F X) as [K1 F1]. eauto.
Qed.
End Runs.

(** ** The race *)
(** A path is followed to the last object that is told apart: this object, and the fields that are left before the
    last. *)
Fixpoint way (v : qval) (fs : list field) : option (loc * list field) :=
  match v with
  | None => None
  | Some l =>
      match fs with
      | [] => Some (l, [])
      | f :: r => match qload v f with Some _ => way (qload v f) r | None => Some (l, fs) end
      end
  end.
Definition next_way (S : list qframe) (c : simple) : option (loc * list field * field) :=
  match S, accessed_path c with
  | s :: _, Some pi =>
      match s (proot pi) with
      | Some v => match way v (pinner pi) with Some (l, fs) => Some (l, fs, plast pi) | None => None end
      | None => None
      end
  | _, _ => None
  end.
Lemma way_walk : forall h fs v l b gs, heap_fits h -> matches v l -> h l <> None -> way v fs = Some (b, gs) ->
  walk h l fs = walk h b gs /\ h b <> None.
Proof.
  intros h. induction fs as [|f fs IH]; intros v l b gs HF M N E; destruct v as [x|]; simpl in E; try discriminate.
  - injection E as <- <-. simpl in M. subst. auto.
  - destruct (h l) as [o|] eqn:El; [|congruence].
    assert (ML : matches (qload (Some x) f) (o f)) by (eapply qload_fits; eauto).
    simpl in ML. destruct (match guard x with Some (g, l') => if g =? f then Some l' else None | None => None end) as [y|] eqn:Q1.
    + simpl. rewrite El. eapply IH; eauto. destruct HF as [[_ W] _]. eauto.
    + injection E as <- <-. simpl in M. subst. split; auto. congruence.
Qed.
Lemma next_way_address : forall K t Sq c l fs f, heap_fits (lheap K) -> Forall2 (frame_fits (lheap K)) (lstacks K @ t) Sq ->
  next_way Sq c = Some (l, fs, f) ->
  exists x, walk (lheap K) l fs = Some x /\ next_address (plain K) t c = Some (x, f).
Proof.
  intros K t Sq c l fs f HF F E. unfold next_way in E. unfold next_address. simpl.
  destruct F as [|s q S Sq' F1 F]; [discriminate|].
  destruct (accessed_path c) as [pi|]; [|discriminate]. destruct (q (proot pi)) as [v|] eqn:Eq; [|discriminate].
  destruct (way v (pinner pi)) as [[b gs]|] eqn:EW; [|discriminate]. injection E as <- <- <-.
  destruct (F1 _ _ Eq) as (a & Ea & Na & Ma). destruct (way_walk _ _ _ _ _ _ HF Ma Na EW) as [WW NB].
  destruct HF as [W HF]. destruct (walk_defined _ W (pinner pi) a Na) as (x & Ex & Nx).
  exists x. split; [congruence|]. unfold address, value. simpl. rewrite Ea, Ex.
  destruct (lheap K x); congruence.
Qed.
End Quotient.

(** ** Special states *)
Section Initial.
Variable w : witness.
(** The objects all of whose cells hold the object itself. *)
Definition sinks : list loc :=
  filter (fun o => forallb (fun c => negb (fst (fst c) =? o) || (snd c =? o)) (init_cells w)) (seq 0 (count w)).
Section Sink.
Variable o : loc.
Definition others : list loc := filter (fun l => negb (l =? o)) (seq 0 (count w)).
(** The cells of l that do not hold the sink. *)
Definition links (l : loc) : list (field * loc) :=
  map (fun c => (snd (fst c), snd c)) (filter (fun c => (fst (fst c) =? l) && negb (snd c =? o)) (init_cells w)).
Definition all_links : list (loc * (field * loc)) := flat_map (fun l => map (pair l) (links l)) others.
Definition held (l : loc) : nat := length (filter (fun c => snd (snd c) =? l) all_links).
(** From l along the links, before [stop]. *)
Fixpoint chain (n : nat) (stop l : loc) : list loc :=
  match n with
  | 0 => []
  | S n => if l =? stop then [] else l :: match links l with (_, l') :: _ => chain n stop l' | [] => [] end
  end.
(** All objects but the sink, along one backbone, or along two that end in one object. *)
Definition backbones : option (list loc) :=
  let heads := filter (fun l => held l =? 0) others in
  let meets := filter (fun l => 1 <? held l) others in
  let order :=
    match heads, meets with
    | [h], [] => chain (count w) o h
    | [h1; h2], [z] =>
        if (held z =? 2) && (length (links z) =? 0)
        then chain (count w) z h1 ++ chain (count w) z h2 ++ [z] else []
    | _, _ => []
    end in
  if forallb (fun l => length (links l) <=? 1) others && (S (length order) =? count w) && (0 <? length order)
  then Some order else None.
Definition links_along (order : list loc) : list (loc * (field * loc)) :=
  flat_map (fun l => map (pair l) (links l)) order.
End Sink.

Fixpoint index_of (l : loc) (ls : list loc) : nat :=
  match ls with [] => 0 | x :: r => if x =? l then 0 else match index_of l r with 0 => if existsb (Nat.eqb l) r then 1 else 0 | S i => S (S i) end end.
(** If the witness names the cell, all of the backbones is guarded.  If not: all of two backbones, whose last object
    need not be alone; of one, what calls may have evaluated before accesses with [own] own fields, and no less than
    leads to what a formal holds. *)
Definition quotient_of (own : nat) : option (loc * quotient) :=
  match sinks with
  | [o] =>
    match backbones o with
    | None => None
    | Some order =>
        let gs := links_along o order in
        let last := last order 0 in
        match ends w with
        | Race (Some _) _ | Deadlock => Some (o, Quotient gs order order)
        | Race None _ =>
            if length (filter (fun g => snd (snd g) =? last) gs) =? 2
            then Some (o, Quotient gs (removelast order) order)
            else
              let c := fold_left (fun c l => max c (index_of l order)) (fst (init_formals w) ++ snd (init_formals w))
                                 (length order - own) in
              Some (o, Quotient (firstn c gs) (firstn c order) (firstn (S c) order))
        end
    end
  | _ => None
  end.

(** What the proof asks of a quotient: it fits the initial heap. *)
Definition quotient_ok (d : loc) (Q : quotient) : bool :=
  forallb (fun g => alone Q (fst g) && (cell_of w d (fst g) (fst (snd g)) =? snd (snd g))) (guards Q) &&
  forallb (fun l => l <? count w) (alones Q) &&
  forallb (fun c => guarded Q (fst (fst c)) (snd (fst c)) || negb (alone Q (snd c))) (init_cells w) &&
  negb (alone Q d).
Definition qval_of (Q : quotient) (l : loc) : qval :=
  if alone Q l || existsb (Nat.eqb l) (told Q) then Some l else None.
Definition qstart (Q : quotient) (vs : list loc) : list qframe := [qcallee (map (qval_of Q) vs)].

Lemma quotient_guards : forall d Q, quotient_ok d Q = true -> forall l f l', guard Q l = Some (f, l') -> alone Q l = true.
Proof.
  intros d Q H l f l' E. unfold quotient_ok in H. rewrite !andb_true_iff, !forallb_forall in H. destruct H as [[[G _] _] _].
  unfold guard in E. destruct (find (fun c => fst c =? l) (guards Q)) as [[x c]|] eqn:F; [|discriminate].
  injection E as ->. apply find_some in F. destruct F as [I X]. apply Nat.eqb_eq in X. simpl in X. subst.
  apply G in I. apply andb_true_iff in I. apply I.
Qed.
Lemma quotient_fits : forall P d Q, init_ok P w d = true -> quotient_ok d Q = true ->
  heap_fits Q (heap_of (count w) (cell_of w d)) /\
  forall t, Forall2 (frame_fits Q (heap_of (count w) (cell_of w d))) (stacks (init_config w d) @ t)
                    (qstart Q (init_formals w @ t)).
Proof.
  intros P d Q IO H. pose proof (init_config_initial P w d IO) as [W FR]. simpl in W.
  unfold quotient_ok in H. rewrite !andb_true_iff, !forallb_forall in H. destruct H as [[[G AL] C] D].
  apply negb_true_iff in D.
  assert (LT : forall l, alone Q l = true -> l < count w).
  { intros l A. apply existsb_exists in A. destruct A as (x & I & E). apply Nat.eqb_eq in E. subst.
    apply AL in I. apply Nat.ltb_lt in I. auto. }
  split; [split; [auto | split; [|split]]|].
  - intros l A. rewrite heap_of_in; [discriminate | auto].
  - intros l f l' E. unfold guard in E. destruct (find (fun c => fst c =? l) (guards Q)) as [[x c]|] eqn:F; [|discriminate].
    injection E as ->. apply find_some in F. destruct F as [I X]. apply Nat.eqb_eq in X. simpl in X. subst.
    apply G in I. simpl in I. rewrite andb_true_iff, Nat.eqb_eq in I. destruct I as [A E].
    exists (cell_of w d l). split; auto. apply heap_of_in. auto.
  - intros l o f E NG. apply heap_of_some in E. destruct E as [_ ->]. unfold cell_of.
    match goal with |- context [find ?q ?cs] => destruct (find q cs) as [[[a b] l']|] eqn:F end; [|auto].
    apply find_some in F. destruct F as [I X]. simpl in X. rewrite andb_true_iff, !Nat.eqb_eq in X. destruct X as [-> ->].
    apply C in I. simpl in I. rewrite NG in I. apply negb_true_iff. auto.
  - assert (ONE : forall vs, (forall l, In l vs -> l < count w) ->
      Forall2 (frame_fits Q (heap_of (count w) (cell_of w d))) [callee vs] (qstart Q vs)).
    { intros vs V. constructor; [|constructor]. intros [i|i] v E; simpl in E; [|discriminate].
      rewrite nth_error_map in E. change (option_map (qval_of Q) (nth_error vs i) = Some v) in E. destruct (nth_error vs i) as [l|] eqn:N; simpl in E; [|discriminate]. inversion E; subst v; clear E.
      exists l. split; [auto|]. apply nth_error_In in N. apply V in N. rewrite heap_of_in by auto.
      split; [discriminate|]. unfold qval_of. destruct (alone Q l) eqn:A; simpl; auto.
      destruct (existsb _ _); simpl; auto. }
    unfold init_ok in IO. rewrite !andb_true_iff, !forallb_forall in IO. destruct IO as [[[[_ F1] F2] _] _].
    intros []; apply ONE; intros l I; apply Nat.ltb_lt; auto.
Qed.
End Initial.

(** ** The checker *)
(** The number of commands of the shortest complete call of each method below n. *)
Fixpoint lengths (P : program) (n : nat) : method -> N :=
  match n with
  | 0 => fun _ => 0%N
  | S k => let below := lengths P k in
           let c := N.add 2 (cost below (mbody P k)) in fun m => if m =? k then c else below m
  end.
(** The own fields of a claimed access. *)
Fixpoint commands_of (C : stmt) : list (site * simple) :=
  match C with
  | Do p c => [(p, c)]
  | Seq C1 C2 | If C1 C2 => commands_of C1 ++ commands_of C2
  | While C => commands_of C
  | _ => []
  end.
Definition own_of (P : program) (cl : claim) : nat :=
  let all := flat_map (fun b => commands_of (snd b)) (methods P) ++ commands_of (fst (blocks P)) ++ commands_of (snd (blocks P)) in
  match find (fun c => (fst c =? csite cl) && eqb (writes (snd c)) (cwrites cl) &&
                       match accessed_path (snd c) with Some _ => true | None => false end) all with
  | Some (_, c) => match accessed_path c with Some pi => path_len pi | None => 1 end
  | None => 1
  end.
Definition same_way (w : witness) (a b : option (loc * list field * field)) : bool :=
  match a, b, ends w with
  | Some (l1, fs1, f1), Some (l2, fs2, f2), Race o f =>
      (l1 =? l2) && (if list_eq_dec Nat.eq_dec fs1 fs2 then true else false) && (f1 =? f2) && (f1 =? f) &&
      match o with Some l => (l1 =? l) && (length fs1 =? 0) | None => true end
  | _, _, _ => false
  end.
Definition is_run (s : wstep) : bool := match what s with RunCall _ _ => true | _ => false end.
Definition check_compressed (lock_at : site -> lock) (P : program) (w : witness) : bool :=
  legalb P && compressed w &&
  match quotient_of w (min (own_of P (fst (claims w))) (own_of P (snd (claims w)))) with
  | None => false
  | Some (d, Q) =>
      init_ok P w d && quotient_ok w d Q &&
      let lens := lengths P (length (methods P)) in
      let tab := tabulate lock_at Q P lens (if existsb is_run (wsteps w) then length (methods P) else 0) in
      match qsteps lock_at Q P lens tab (branches w)
              (QMachine (start_rests P) (qstart Q (fst (init_formals w)), qstart Q (snd (init_formals w))) ([], [])) (wsteps w) with
      | None => false
      | Some M =>
          ends_well lock_at w (qrests M) (qholds M)
            (fun c1 c2 => same_way w (next_way Q (qstacks M @ one) c1) (next_way Q (qstacks M @ two) c2))
      end
  end.

Theorem check_compressed_sound : forall lock_at P w, check_compressed lock_at P w = true -> shows lock_at P w.
Proof.
  intros lock_at P w H. unfold check_compressed in H. rewrite !andb_true_iff in H. destruct H as [[LG _] H]. apply legalb_iff in LG.
  destruct (quotient_of w _) as [[d Q]|]; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [[IO QO] H].
  cbv zeta in H. destruct (qsteps lock_at Q P _ _ (branches w) _ (wsteps w)) as [M|] eqn:RM; [|discriminate].
  pose proof (quotient_guards w d Q QO) as GA. destruct (quotient_fits w P d Q IO QO) as [HF FF].
  match type of RM with qsteps _ _ _ _ _ _ ?M0 _ = _ => assert (F0 : fits lock_at Q P (unlocked (init_config w d)) M0 (unlocked (init_config w d))) end.
  { split; [apply reached_start|]. split; [exact HF|]. intros t. split; [|destruct t; intros m; reflexivity].
    specialize (FF t). destruct t; exact FF. }
  destruct (qsteps_fit lock_at Q GA P _ _ _ _ _ _ _ _ F0 RM) as (K & RE & HK & FK).
  apply (ends_well_shows lock_at P w (unlocked (init_config w d)) _ _ K _ LG) in H; auto.
  - apply unlocked_initial, init_config_initial. auto.
  - intros t. apply FK.
  - intros c1 c2 E. unfold same_way in E.
    destruct (next_way Q (qstacks M @ one) c1) as [[[l1 fs1] f1]|] eqn:W1; [|discriminate].
    destruct (next_way Q (qstacks M @ two) c2) as [[[l2 fs2] f2]|] eqn:W2; [|discriminate].
    destruct (ends w) as [o f|]; [|discriminate]. rewrite !andb_true_iff, !Nat.eqb_eq in E. destruct E as [[[[-> FS] ->] _] _].
    destruct (list_eq_dec Nat.eq_dec fs1 fs2) as [->|]; [|discriminate].
    destruct (next_way_address Q GA K one _ _ _ _ _ HK (proj1 (FK one)) W1) as (x1 & E1 & A1).
    destruct (next_way_address Q GA K two _ _ _ _ _ HK (proj1 (FK two)) W2) as (x2 & E2 & A2).
    rewrite A1, A2. split; [congruence | discriminate].
Qed.
