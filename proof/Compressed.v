(** * Compressed witnesses: a checker of these, proved sound

    A trace can be exponentially longer than its program.  A compressed witness folds complete calls to one step each,
    and is checked on a quotient of the heap: some objects are told apart, all others are one value.  Some cells of the
    former are *guarded*: they keep what they held at first.  Some objects are *alone*: no cell holds them but guarded
    ones.  A step that could end this is refused, so the heap of the quotient never changes, and a call whose method
    and values were checked once need not be checked again.
    [check_compressed_sound]: if [check_compressed] says yes, then the program races at the two sites; in particular,
    the calls that are folded can be executed, whichever length they have.

    It has no counterpart in the paper; docs/paper.md describes it.  What is guarded is found as package witness/check
    does it; the proof does not ask how. *)
From Coq Require Import List Arith Lia Bool BinNums BinNat.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved SpecialState Checker.

(** ** The quotient *)
(** A guarded cell: an object, its field, and what the cell holds.  At most one cell of an object is guarded. *)
Record quotient := Quotient { guards : list (loc * (field * loc)); alones : list loc; told : list loc }.
(** Values: an object that is told apart, or none of those that are alone. *)
Notation qval := (option loc) (only parsing).
(** Variables without a value hold nil. *)
Definition qframe := var -> option qval.

Section Quotient.
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
(** A simple command, from lock level L. *)
Definition qsimple (c : simple) (s : qframe) (L : nat) : option (qframe * nat) :=
  match c with
  | Copy x y => match s y with Some v => Some (qbind s x v, L) | None => None end
  | Load x pi => match qvalue s (path_expr pi) with Some v => Some (qbind s x v, L) | None => None end
  | Store pi x =>
      match qvalue s (path_base pi), s x with
      | Some b, Some v => if qstores b (plast pi) v then Some (s, L) else None
      | _, _ => None
      end
  | New x => Some (qbind s x None, L)
  | Lock => Some (s, S L)
  | Unlock => match L with 0 => None | S L' => Some (s, L') end
  end.
Definition qexec (c : command) (S : list qframe) (L : nat) : option (list qframe * nat) :=
  match c, S with
  | Simple c, s :: R => match qsimple c s L with Some (s', L') => Some (s' :: R, L') | None => None end
  | Push es, s :: _ => match qvalues s es with Some vs => Some (qcallee vs :: S, L) | None => None end
  | Pop, _ :: s :: R => Some (s :: R, L)
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
Lemma qsimple_step : forall c h s q L q' L', heap_fits h -> frame_fits h s q -> qsimple c q L = Some (q', L') ->
  forall R k, exists s' h', step (Simple c) (s :: R, h, k + L) (s' :: R, h', k + L') /\
    frame_fits h' s' q' /\ heap_fits h' /\ grows h h'.
Proof.
  intros c h s q L q' L' HF F E R k. destruct c as [x y|x pi|pi x|x| |]; simpl in E.
  - destruct (q y) as [v|] eqn:Eq; [|discriminate]. injection E as <- <-. destruct (F _ _ Eq) as (l & Es & N & M).
    eexists _, h. split; [constructor; eauto|]. auto using frame_fits_bind, grows_refl.
  - destruct (qvalue q (path_expr pi)) as [v|] eqn:Eq; [|discriminate]. injection E as <- <-.
    destruct (qvalue_fits _ _ _ _ _ HF F Eq) as (l & Es & N & M).
    eexists _, h. split; [constructor; eauto|]. auto using frame_fits_bind, grows_refl.
  - destruct (qvalue q (path_base pi)) as [b|] eqn:Eb; [|discriminate]. destruct (q x) as [v|] eqn:Ex; [|discriminate].
    destruct (qstores b (plast pi) v) eqn:QS; [|discriminate]. injection E as <- <-.
    destruct (qvalue_fits _ _ _ _ _ HF F Eb) as (l & El & Nl & Ml). destruct (F _ _ Ex) as (y & Ey & Ny & My).
    destruct (h l) as [o|] eqn:Eo; [|congruence]. exists s, (hset h l (plast pi) y).
    split; [econstructor; eauto|].
    split; [eapply frame_fits_grows; [apply hset_grows | auto]|].
    split; [eapply store_fits; eauto | apply hset_grows].
  - injection E as <- <-. pose proof HF as ([[N B] _] & _). assert (FR : h N = None) by auto.
    destruct (new_fits h N HF FR) as [HN NA]. exists (bind s x N), (hnew h N).
    split; [constructor; auto|]. split; [|split; [auto | apply hnew_grows]].
    apply frame_fits_bind; [eapply frame_fits_grows; [apply hnew_grows | auto] | | auto].
    unfold hnew. rewrite Nat.eqb_refl. discriminate.
  - injection E as <- <-. exists s, h. rewrite Nat.add_succ_r. split; [constructor | auto using grows_refl].
  - destruct L as [|L]; [discriminate|]. injection E as <- <-. exists s, h. rewrite Nat.add_succ_r.
    split; [constructor | auto using grows_refl].
Qed.
Lemma qexec_step : forall c h S Sq L Sq' L', heap_fits h -> Forall2 (frame_fits h) S Sq -> qexec c Sq L = Some (Sq', L') ->
  exists S' h', step c (S, h, L) (S', h', L') /\ Forall2 (frame_fits h') S' Sq' /\ heap_fits h' /\ grows h h'.
Proof.
  intros c h S Sq L Sq' L' HF F E. destruct c as [c|es|]; simpl in E.
  - destruct F as [|s q S Sq F1 F]; [discriminate|]. destruct (qsimple c q L) as [[q' L1]|] eqn:X; [|discriminate].
    injection E as <- <-. destruct (qsimple_step _ _ _ _ _ _ _ HF F1 X S 0) as (s' & h' & ST & F' & HF' & G).
    exists (s' :: S), h'. split; [exact ST|]. split; [constructor; eauto using frames_fit_grow | auto].
  - destruct F as [|s q S Sq F1 F]; [discriminate|]. destruct (qvalues q es) as [vs|] eqn:X; [|discriminate].
    injection E as <- <-. destruct (qvalues_fit _ _ _ _ _ HF F1 X) as (ls & Els & FF).
    exists (callee ls :: s :: S), h. split; [constructor; auto|]. split; [constructor; auto | auto using grows_refl].
  - destruct F as [|s q S Sq F1 F]; [discriminate|]. destruct F as [|s' q' S Sq F2 F]; [discriminate|].
    injection E as <- <-. exists (s' :: S), h. split; [constructor|]. split; [constructor; auto | auto using grows_refl].
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
(** The calls that were found good: without a lock() if the first is set. *)
Notation table := (list (bool * method * list (option loc))) (only parsing).
Definition entry_eq_dec (a b : bool * method * list (option loc)) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Fixpoint run_list (free : bool) (call : method -> list qval -> table -> option table)
                  (l : list stmt) (s : qframe) (a : nat) (tab : table) : option table :=
  match l with
  | [] => if a =? 0 then Some tab else None
  | Do p c :: r =>
      if free && (match c with Lock => true | _ => false end) then None
      else match qsimple c s a with Some (s', a') => run_list free call r s' a' tab | None => None end
  | Call p m es :: r =>
      match qvalues s es with
      | Some vs => match call m vs tab with Some tab' => run_list free call r s a tab' | None => None end
      | None => None
      end
  | _ => None
  end.
Fixpoint run_method (free : bool) (n : nat) (m : method) (vs : list qval) (tab : table) : option table :=
  match n with
  | 0 => None
  | S n =>
      if existsb (fun e => if entry_eq_dec e (free, m, vs) then true else false) tab then Some tab
      else match run_list free (run_method free n) (shortest (mbody P m)) (qcallee vs) 0 tab with
           | Some tab' => Some ((free, m, vs) :: tab')
           | None => None
           end
  end.

(** Steps of one thread in a configuration of two. *)
Inductive thread_steps (t : thread) : strace -> config -> config -> Prop :=
| tsteps_nil K : thread_steps t [] K K
| tsteps_cons p c u K K' K'' : thread_step t c K K' -> thread_steps t u K' K'' -> thread_steps t ((p, c) :: u) K K''.
Lemma thread_steps_app : forall t u v K K' K'', thread_steps t u K K' -> thread_steps t v K' K'' ->
  thread_steps t (u ++ v) K K''.
Proof. induction 1; simpl; auto. intros. econstructor; eauto. Qed.
Lemma interleaving_thread_steps : forall K0 t u K K', thread_steps t u K K' ->
  forall taus, interleaving K0 taus K -> interleaving K0 (put taus t (taus @ t ++ u)) K'.
Proof.
  induction 1 as [K|p c u K K' K'' ST SS IH]; intros taus I.
  - rewrite app_nil_r. destruct taus, t; exact I.
  - replace (put taus t (taus @ t ++ (p, c) :: u))
      with (put (put taus t (taus @ t ++ [(p, c)])) t (put taus t (taus @ t ++ [(p, c)]) @ t ++ u)).
    + apply IH. econstructor; eauto.
    + rewrite put_put, at_put_same, <- app_assoc. auto.
Qed.

(** Where thread t has frames s :: S at level L, and the other has not moved. *)
Definition stays (K : config) (t : thread) (s : frame) (S : list frame) (L : nat) (K' : config) : Prop :=
  stacks K' @ t = s :: S /\ levels K' @ t = L /\ stacks K' @ other t = stacks K @ other t /\
  levels K' @ other t = levels K @ other t /\ heap_fits (cheap K') /\ grows (cheap K) (cheap K').
Lemma stays_trans : forall K t s S L K' s' S' L' K'', stays K t s S L K' -> stays K' t s' S' L' K'' ->
  stays K t s' S' L' K''.
Proof.
  intros K t s S L K' s' S' L' K'' (_ & _ & A & B & _ & G) (C & D & E & F & H & I).
  unfold stays. repeat split; try tauto; try congruence; try apply H. eauto using grows_trans.
Qed.
(** Levels at which t may go, at any time or while it does not take the lock. *)
Definition allowed (free : bool) (K : config) (t : thread) (k : nat) : Prop :=
  levels K @ other t = 0 \/ (free = true /\ k = 0).
(** A call that can be executed completely wherever the quotient fits. *)
Definition good (e : bool * method * list (option loc)) : Prop :=
  exists u, trace_of P (mbody P (snd (fst e))) u /\
    forall K t s S k, stacks K @ t = s :: S -> levels K @ t = k -> heap_fits (cheap K) ->
      frame_fits (cheap K) s (qcallee (snd e)) -> allowed (fst (fst e)) K t k ->
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

Lemma stays_step : forall K t c s S h L, step c (stacks K @ t, cheap K, levels K @ t) (s :: S, h, L) ->
  heap_fits h -> grows (cheap K) h -> levels K @ other t = 0 \/ (levels K @ t = 0 /\ L = 0) ->
  exists K', thread_step t c K K' /\ stays K t s S L K' /\ cheap K' = h.
Proof.
  intros K t c s S h L ST HF G OK. eexists. split; [constructor; eauto|]. unfold stays. simpl.
  rewrite !at_put_same, !at_put_other. auto 8.
Qed.
(** What a block does in the quotient, some trace of it does in the heap.  By induction on the statements: a simple command
    is one step ([qsimple_step]); a call is a push, the trace that the table promises for the method at these values, and
    a pop.  At each step the lock lets the thread go on, since a free run takes no lock. *)
Lemma run_list_good : forall free call,
  (forall m vs tab tab', Forall good tab -> call m vs tab = Some tab' -> Forall good tab' /\ good (free, m, vs)) ->
  forall l q a tab tab', Forall good tab -> run_list free call l q a tab = Some tab' -> (free = true -> a = 0) ->
  Forall good tab' /\ exists u, list_trace l u /\
    forall K t s S k, stacks K @ t = s :: S -> levels K @ t = k + a -> heap_fits (cheap K) ->
      frame_fits (cheap K) s q -> allowed free K t k ->
      exists K' s', thread_steps t u K K' /\ stays K t s' S k K'.
Proof.
  intros free call CALL. induction l as [|C l IH]; intros q a tab tab' TG E FA; simpl in E.
  - (* no statement is left *)
    destruct (Nat.eqb_spec a 0) as [->|]; [|discriminate]. injection E as <-. split; auto. exists []. split; [constructor|].
    intros K t s S k ES EL HF F AL. exists K, s. split; [constructor|]. unfold stays. rewrite Nat.add_0_r in EL. auto 8 using grows_refl.
  - destruct C as [|p c|C1 C2|C1 C2|C1|p m es]; try discriminate.
    + destruct (free && _) eqn:FL; [discriminate|]. destruct (qsimple c q a) as [[q' a']|] eqn:X; [|discriminate].
      assert (FA' : free = true -> a' = 0).
      { intros ->. rewrite (FA eq_refl) in X. simpl in FL. destruct c as [x y|x pi|pi x|x| |]; simpl in X, FL; try discriminate;
          repeat (destruct (qvalue _ _); try discriminate); repeat (destruct (q _); try discriminate);
          try (destruct (qstores _ _ _); try discriminate); injection X; auto. }
      destruct (IH _ _ _ _ TG E FA') as (TG' & u & LT & RUN). split; auto. exists ((p, Simple c) :: u).
      split; [apply (list_cons (Do p c) l [(p, Simple c)] u); auto; constructor|].
      intros K t s S k ES EL HF F AL. destruct (qsimple_step _ _ _ _ _ _ _ HF F X S k) as (s' & h' & ST & F' & HF' & G).
      rewrite <- ES, <- EL in ST. destruct (stays_step K t _ _ _ _ _ ST HF' G) as (K1 & TS & (A1 & A2 & A3 & A4 & A5 & A6) & EH).
      { destruct AL as [AL|[-> ->]]; auto. right. rewrite EL, FA, FA' by auto. auto. }
      destruct (RUN K1 t s' S k A1 A2 A5) as (K2 & s2 & T2 & ST2); [rewrite EH; auto | |].
      { destruct AL as [AL|AL]; [left; congruence | right; auto]. }
      exists K2, s2. split; [econstructor; eauto|]. eapply stays_trans; [|eauto]. unfold stays; eauto 8.
    + destruct (qvalues q es) as [vs|] eqn:X; [|discriminate]. destruct (call m vs tab) as [tab1|] eqn:EC; [|discriminate].
      destruct (CALL _ _ _ _ TG EC) as [TG1 (v & TV & RV)]. destruct (IH _ _ _ _ TG1 E FA) as (TG' & u & LT & RUN).
      split; auto. exists (((p, Push es) :: v ++ [(p, Pop)]) ++ u). split; [constructor; auto; constructor; auto|].
      intros K t s S k ES EL HF F AL. destruct (qvalues_fit _ _ _ _ _ HF F X) as (ls & Els & FF).
      assert (ST : step (Push es) (stacks K @ t, cheap K, levels K @ t) (callee ls :: s :: S, cheap K, k + a))
        by (rewrite ES, EL; constructor; auto).
      assert (Z : levels K @ other t = 0 \/ (levels K @ t = 0 /\ k + a = 0)).
      { destruct AL as [AL|[-> ->]]; auto. right. rewrite EL, FA by auto. auto. }
      destruct (stays_step K t _ _ _ _ _ ST HF (grows_refl _) Z) as (K1 & T1 & S1 & EH1).
      pose proof S1 as (A1 & A2 & A3 & A4 & A5 & A6).
      destruct (RV K1 t (callee ls) (s :: S) (k + a) A1 A2 A5) as (K2 & s2 & T2 & S2).
      { simpl. rewrite EH1. auto. }
      { simpl. destruct AL as [AL|[-> ->]]; [left; congruence|]. right. rewrite FA by auto. auto. }
      pose proof S2 as (B1 & B2 & B3 & B4 & B5 & B6).
      assert (ST3 : step Pop (stacks K2 @ t, cheap K2, levels K2 @ t) (s :: S, cheap K2, k + a))
        by (rewrite B1, B2; constructor).
      destruct (stays_step K2 t _ _ _ _ _ ST3 B5 (grows_refl _)) as (K3 & T3 & S3 & EH3).
      { rewrite B4, A4, B2, <- EL. destruct Z as [Z|[Z1 Z2]]; [auto | right; split; congruence]. }
      pose proof S3 as (C1 & C2 & C3 & C4 & C5 & C6).
      destruct (RUN K3 t s S k C1 C2 C5) as (K4 & s4 & T4 & S4).
      { eapply frame_fits_grows; [|eauto]. eauto using grows_trans. }
      { destruct AL as [AL|AL]; [left; congruence | right; auto]. }
      exists K4, s4. split.
      * simpl. econstructor; eauto. rewrite <- app_assoc. eapply thread_steps_app; eauto. econstructor; eauto.
      * eauto using stays_trans.
Qed.
Lemma run_method_good : forall free n m vs tab tab', Forall good tab -> run_method free n m vs tab = Some tab' ->
  Forall good tab' /\ good (free, m, vs).
Proof.
  intros free. induction n as [|n IH]; simpl; intros m vs tab tab' TG E; [discriminate|].
  destruct (existsb _ tab) eqn:X.
  - injection E as <-. split; auto. apply existsb_exists in X. destruct X as (e & I & D).
    destruct (entry_eq_dec e (free, m, vs)) as [->|]; [|discriminate]. rewrite Forall_forall in TG. auto.
  - destruct (run_list free (run_method free n) (shortest (mbody P m)) (qcallee vs) 0 tab) as [tab1|] eqn:R; [|discriminate].
    injection E as <-. destruct (run_list_good free _ IH _ _ _ _ _ TG R (fun _ => eq_refl)) as (TG1 & u & LT & RUN).
    assert (GD : good (free, m, vs)).
    { exists u. split; [apply shortest_trace; auto|]. intros K t s S k ES EL. simpl. apply RUN; auto. rewrite Nat.add_0_r. auto. }
    split; auto.
Qed.

(** ** Replay on the quotient *)
Record qmachine := QMachine {
  qrests : both (list item); qstacks : both (list qframe); qlevels : both nat;
  seen : list (bool * method * list (option loc)) }.
Definition qmay_go (M : qmachine) (t : thread) (L : nat) : bool :=
  (qlevels M @ other t =? 0) || ((qlevels M @ t =? 0) && (L =? 0)).
Definition qrun (M : qmachine) (t : thread) (p : site) (es : list expr) (n : N) (k : list item) : option qmachine :=
  match k, qstacks M @ t with
  | Rest (Call q m es') :: r, s :: _ =>
      if (q =? p) && (exprs_eqb es [] || exprs_eqb es es') && N.eqb n (lens m) && qmay_go M t 0 then
        match qvalues s es' with
        | Some vs =>
            match run_method (negb (qlevels M @ other t =? 0)) (S m) m vs (seen M) with
            | Some tab => Some (QMachine (put (qrests M) t r) (qstacks M) (qlevels M) tab)
            | None => None
            end
        | None => None
        end
      else None
  | _, _ => None
  end.
Definition qstep (labels : list (site * stmt)) (M : qmachine) (s : wstep) : option qmachine :=
  let t := who s in
  match come_to labels (where_ s) (by_choices s) (qrests M @ t) with
  | None => None
  | Some k =>
    match what s with
    | RunCall es n => qrun M t (where_ s) es n k
    | _ =>
      match next_event P k with
      | None => None
      | Some ((p, c), k') =>
          if (p =? where_ s) && says (what s) c then
            match qexec c (qstacks M @ t) (qlevels M @ t) with
            | Some (fr, L) =>
                if qmay_go M t L
                then Some (QMachine (put (qrests M) t k') (put (qstacks M) t fr) (put (qlevels M) t L) (seen M))
                else None
            | None => None
            end
          else None
      end
    end
  end.
Fixpoint qsteps (labels : list (site * stmt)) (M : qmachine) (ss : list wstep) : option qmachine :=
  match ss with
  | [] => Some M
  | s :: r => match qstep labels M s with Some M' => qsteps labels M' r | None => None end
  end.

(** A configuration that is reached, and that the quotient fits. *)
Definition fits (K0 : config) (M : qmachine) (K : config) : Prop :=
  reached P K0 (qrests M) K /\ heap_fits (cheap K) /\ Forall good (seen M) /\
  forall t, Forall2 (frame_fits (cheap K)) (stacks K @ t) (qstacks M @ t) /\ levels K @ t = qlevels M @ t.
(** A step of the witness is taken by a configuration that the quotient fits.  A command, a push or a pop is executed by
    [qexec_step].  A run, a call that is folded, is a push, what [run_method_good] finds for the body in some trace of it,
    and a pop; other steps of the thread stay where they were, and the other thread's frames fit all along, since objects
    only become more. *)
Lemma qstep_fits : forall labels K0 M K s M', fits K0 M K -> qstep labels M s = Some M' -> exists K', fits K0 M' K'.
Proof.
  intros labels K0 M K s M' (RE & HF & TG & FS) E. unfold qstep in E. set (t := who s) in *.
  destruct (come_to labels (where_ s) (by_choices s) (qrests M @ t)) as [k|] eqn:CT; [|discriminate].
  apply (come_to_leads P) in CT. pose proof (reached_leads _ _ _ _ _ _ RE CT) as RE1.
  destruct (FS t) as [FT LT]. destruct (FS (other t)) as [FO LO].
  assert (SIMPLE : forall d, match next_event P k with
      | None => None
      | Some ((p, c), k') =>
          if (p =? where_ s) && says d c then
            match qexec c (qstacks M @ t) (qlevels M @ t) with
            | Some (fr, L) =>
                if qmay_go M t L
                then Some (QMachine (put (qrests M) t k') (put (qstacks M) t fr) (put (qlevels M) t L) (seen M))
                else None
            | None => None
            end
          else None
      end = Some M' -> exists K', fits K0 M' K').
  { intros d X. destruct (next_event P k) as [[[p c] k']|] eqn:NE; [|discriminate].
    destruct ((p =? where_ s) && says d c); [|discriminate].
    destruct (qexec c (qstacks M @ t) (qlevels M @ t)) as [[fr L]|] eqn:QE; [|discriminate].
    destruct (qmay_go M t L) eqn:OK; [|discriminate]. injection X as <-.
    destruct (qexec_step _ _ _ _ _ _ _ HF FT QE) as (S' & h' & ST & F' & HF' & G).
    exists (Config (put (stacks K) t S') h' (put (levels K) t L)). split; [|split; [auto | split; [auto|]]].
    - simpl. rewrite <- (put_put (qrests M) t k k'). eapply reached_step; eauto.
      + constructor; [rewrite LT; exact ST|]. unfold qmay_go in OK. rewrite orb_true_iff, andb_true_iff, !Nat.eqb_eq in OK.
        rewrite LO, LT. auto.
      + intros u R. rewrite at_put_same. eapply next_event_trace; eauto.
    - simpl. intros u. destruct (same_or_other t u) as [->| ->].
      + rewrite !at_put_same. auto.
      + rewrite !at_put_other. split; [eapply frames_fit_grow; eauto | auto]. }
  destruct (what s) as [c|es| |es n]; try (eapply SIMPLE; exact E).
  unfold qrun in E. destruct k as [|[[|q d|C1 C2|C1 C2|C|q m es']|q] r]; try discriminate.
  destruct (qstacks M @ t) as [|q0 Sq] eqn:EQ; [discriminate|].
  destruct ((q =? where_ s) && _ && _ && _) eqn:OK; [|discriminate]. rewrite !andb_true_iff in OK. destruct OK as [_ OK].
  destruct (qvalues q0 es') as [vs|] eqn:QV; [|discriminate].
  destruct (run_method _ (S m) m vs (seen M)) as [tab|] eqn:RM; [|discriminate]. injection E as <-.
  destruct (run_method_good _ _ _ _ _ _ TG RM) as [TG' (v & TV & RV)]. simpl in TV, RV.
  inversion FT as [|s0 q0' S0 Sq' F0 FR]; subst. symmetry in H.
  destruct (qvalues_fit _ _ _ _ _ HF F0 QV) as (ls & Els & FF).
  assert (Z : levels K @ other t = 0 \/ (levels K @ t = 0 /\ levels K @ t = 0)).
  { unfold qmay_go in OK. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq in OK. rewrite LO, LT. intuition. }
  assert (ST : step (Push es') (stacks K @ t, cheap K, levels K @ t) (callee ls :: s0 :: S0, cheap K, levels K @ t))
    by (rewrite H; constructor; auto).
  destruct (stays_step K t _ _ _ _ _ ST HF (grows_refl _) Z) as (K1 & T1 & S1 & EH1).
  pose proof S1 as (A1 & A2 & A3 & A4 & A5 & A6).
  destruct (RV K1 t (callee ls) (s0 :: S0) _ A1 A2 A5) as (K2 & s2 & T2 & S2).
  { rewrite EH1. auto. }
  { unfold allowed. rewrite A4, LO. destruct (qlevels M @ other t) as [|j] eqn:EO; [auto|]. right. split; auto.
    destruct Z as [Z|[Z _]]; [congruence | auto]. }
  pose proof S2 as (B1 & B2 & B3 & B4 & B5 & B6).
  assert (ST3 : step Pop (stacks K2 @ t, cheap K2, levels K2 @ t) (s0 :: S0, cheap K2, levels K @ t))
    by (rewrite B1, B2; constructor).
  destruct (stays_step K2 t _ _ _ _ _ ST3 B5 (grows_refl _)) as (K3 & T3 & S3 & EH3).
  { rewrite B4, A4, B2. auto. }
  pose proof S3 as (C1 & C2 & C3 & C4 & C5 & C6).
  assert (GR : grows (cheap K) (cheap K3)) by eauto using grows_trans.
  exists K3. split; [|split; [auto | split; [auto|]]].
  - simpl. destruct RE1 as (taus & I & R). exists (put taus t (taus @ t ++ (q, Push es') :: v ++ [(q, Pop)])). split.
    + apply interleaving_thread_steps with (K := K); auto. econstructor; eauto. eapply thread_steps_app; eauto.
      econstructor; eauto. constructor.
    + intros u w X. destruct (same_or_other t u) as [->| ->].
      * rewrite at_put_same in X. rewrite at_put_same, <- app_assoc. apply R. rewrite at_put_same.
        apply (rest_stmt P (Call q m es') r ((q, Push es') :: v ++ [(q, Pop)]) w); auto. constructor; auto.
      * rewrite at_put_other in X. rewrite at_put_other. apply R. rewrite at_put_other. auto.
  - simpl. intros u. destruct (same_or_other t u) as [->| ->].
    + rewrite C1, C2, EQ. split; [|congruence]. constructor; eauto using frame_fits_grows, frames_fit_grow.
    + rewrite C3, B3, A3, C4, B4, A4. split; [eapply frames_fit_grow; eauto | congruence].
Qed.
Lemma qsteps_fit : forall labels ss K0 M K M', fits K0 M K -> qsteps labels M ss = Some M' -> exists K', fits K0 M' K'.
Proof.
  induction ss as [|s ss IH]; simpl; intros K0 M K M' F E; [injection E as <-; eauto|].
  destruct (qstep labels M s) as [M1|] eqn:X; [|discriminate]. destruct (qstep_fits _ _ _ _ _ _ F X) as [K1 F1]. eauto.
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
Lemma next_way_address : forall K t Sq c l fs f, heap_fits (cheap K) -> Forall2 (frame_fits (cheap K)) (stacks K @ t) Sq ->
  next_way Sq c = Some (l, fs, f) ->
  exists x, walk (cheap K) l fs = Some x /\ next_address K t c = Some (x, f).
Proof.
  intros K t Sq c l fs f HF F E. unfold next_way in E. unfold next_address.
  destruct F as [|s q S Sq' F1 F]; [discriminate|].
  destruct (accessed_path c) as [pi|]; [|discriminate]. destruct (q (proot pi)) as [v|] eqn:Eq; [|discriminate].
  destruct (way v (pinner pi)) as [[b gs]|] eqn:EW; [|discriminate]. injection E as <- <- <-.
  destruct (F1 _ _ Eq) as (a & Ea & Na & Ma). destruct (way_walk _ _ _ _ _ _ HF Ma Na EW) as [WW NB].
  destruct HF as [W HF]. destruct (walk_defined _ W (pinner pi) a Na) as (x & Ex & Nx).
  exists x. split; [congruence|]. unfold address, value. simpl. rewrite Ea, Ex.
  destruct (cheap K x); congruence.
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
  if forallb (fun l => length (links l) <=? 1) others && (S (length order) =? count w) then Some order else None.
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
        match fst (cell w) with
        | Some _ => Some (o, Quotient gs order order)
        | None =>
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
  match a, b with
  | Some (l1, fs1, f1), Some (l2, fs2, f2) =>
      (l1 =? l2) && (if list_eq_dec Nat.eq_dec fs1 fs2 then true else false) && (f1 =? f2) && (f1 =? snd (cell w)) &&
      match fst (cell w) with Some l => (l1 =? l) && (length fs1 =? 0) | None => true end
  | _, _ => false
  end.
Definition check_compressed (P : program) (w : witness) : bool :=
  legalb P && compressed w &&
  match quotient_of w (min (own_of P (fst (claims w))) (own_of P (snd (claims w)))) with
  | None => false
  | Some (d, Q) =>
      init_ok P w d && quotient_ok w d Q &&
      match qsteps Q P (lengths P (length (methods P))) (branches w)
              (QMachine (start_rests P) (qstart Q (fst (init_formals w)), qstart Q (snd (init_formals w))) (0, 0) []) (wsteps w) with
      | None => false
      | Some M =>
          match standing (branches w) (qrests M @ one) (fst (claims w)), standing (branches w) (qrests M @ two) (snd (claims w)) with
          | Some c1, Some c2 =>
              (writes c1 || writes c2) && same_way w (next_way Q (qstacks M @ one) c1) (next_way Q (qstacks M @ two) c2)
          | _, _ => false
          end
      end
  end.

Theorem check_compressed_sound : forall P w, check_compressed P w = true ->
  races P (csite (fst (claims w))) (csite (snd (claims w))).
Proof.
  intros P w H. unfold check_compressed in H. rewrite !andb_true_iff in H. destruct H as [[LG _] H]. apply legalb_iff in LG.
  destruct (quotient_of w _) as [[d Q]|]; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [[IO QO] H].
  destruct (qsteps Q P _ (branches w) _ (wsteps w)) as [M|] eqn:RM; [|discriminate].
  pose proof (quotient_guards w d Q QO) as GA. destruct (quotient_fits w P d Q IO QO) as [HF FF].
  match type of RM with qsteps _ _ _ _ ?M0 _ = _ => assert (F0 : fits Q P (init_config w d) M0 (init_config w d)) end.
  { split; [apply reached_start|]. split; [exact HF|]. split; [constructor|]. intros t. split; [|destruct t; auto].
    specialize (FF t). destruct t; exact FF. }
  destruct (qsteps_fit Q GA P _ _ _ _ _ _ _ F0 RM) as (K & RE & HK & _ & FK).
  destruct (standing (branches w) (qrests M @ one) (fst (claims w))) as [c1|] eqn:S1; [|discriminate].
  destruct (standing (branches w) (qrests M @ two) (snd (claims w))) as [c2|] eqn:S2; [|discriminate].
  rewrite andb_true_iff in H. destruct H as [WR H]. unfold same_way in H.
  destruct (next_way Q (qstacks M @ one) c1) as [[[l1 fs1] f1]|] eqn:W1; [|discriminate].
  destruct (next_way Q (qstacks M @ two) c2) as [[[l2 fs2] f2]|] eqn:W2; [|discriminate].
  rewrite !andb_true_iff, !Nat.eqb_eq in H. destruct H as [[[[-> FS] ->] _] _].
  destruct (list_eq_dec Nat.eq_dec fs1 fs2) as [->|]; [|discriminate].
  destruct (next_way_address Q GA K one _ _ _ _ _ HK (proj1 (FK one)) W1) as (x1 & E1 & A1).
  destruct (next_way_address Q GA K two _ _ _ _ _ HK (proj1 (FK two)) W2) as (x2 & E2 & A2).
  eapply reached_race; eauto using legal_calls, init_config_initial.
  split; [auto|]. rewrite A1, A2. split; [congruence | discriminate].
Qed.
