(** * Whether a program races is undecidable (Definition 3.6; docs/theory.md)

    A reduction from Post's correspondence problem, without calls and without locks, with loops in one thread only.  The
    program of an instance guesses a word and lays it out as a list of objects, one field for each letter; then two
    variables walk the list, one along the upper and one along the lower words of tiles that are guessed.  A letter that
    does not fit leads to a sink.  The object of the other thread is stored behind the first variable and loaded from
    behind the second; so the program races if and only if both have come to one object of the list, which is when the
    two words are the same.

    [races_iff_solvable]: the program races at the two sites if and only if the instance has a solution.
    [undecidable]: if races were decidable, so would be Post's correspondence problem, which is known not to be; that is
    not proved here.
    Instances with a solution and without: examples/theory/pcp-yes.il and pcp-no.il. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact SpecialState.

(** ** Post's correspondence problem *)
Definition word := list bool.
Definition tile := (word * word)%type.
(** At least one tile. *)
Definition instance := (tile * list tile)%type.
Definition tiles (I : instance) : list tile := fst I :: snd I.
Definition upper (ts : list tile) : word := concat (map fst ts).
Definition lower (ts : list tile) : word := concat (map snd ts).
Definition solvable (I : instance) : Prop :=
  exists ts, ts <> [] /\ incl ts (tiles I) /\ upper ts = lower ts.

(** ** The program of an instance *)
Notation arg1 := (Arg 0).
Notation t_ := (Local 0).
Notation root_ := (Local 1).
Notation s_ := (Local 2).
Notation cur_ := (Local 3).
Notation n_ := (Local 4).
Notation x_ := (Local 5).
Notation y_ := (Local 6).
Notation z_ := (Local 7).
Definition f_ : field := 0.
Definition p_ : field := 3.
Definition letter (c : bool) : field := if c then 1 else 2.
Notation "r '-.' f" := (Path r [] f) (at level 10).

Definition events (cs : list simple) : strace := map (fun c => (0, Simple c)) cs.
Fixpoint line (cs : list simple) : stmt := match cs with [] => Skip | c :: r => Seq (Do 0 c) (line r) end.
Definition start_cmds : list simple := [Copy t_ arg1; New root_; New s_; Copy cur_ root_].
Definition letter_cmds (c : bool) : list simple :=
  [New n_; Store (cur_-.(letter c)) n_; Store (cur_-.(letter (negb c))) s_; Copy cur_ n_].
Definition close_cmds : list simple :=
  [Store (cur_-.(letter true)) s_; Store (cur_-.(letter false)) s_; Copy x_ root_; Copy y_ root_].
Definition walk_cmds (v : var) (u : word) : list simple := map (fun c => Load v (v-.(letter c))) u.
Definition tile_cmds (t : tile) : list simple := walk_cmds x_ (fst t) ++ walk_cmds y_ (snd t).
Definition end_cmds : list simple := [Store (x_-.p_) t_; Store (s_-.p_) s_; Load z_ (y_-.p_)].

Fixpoint choice (t : tile) (r : list tile) : stmt :=
  match r with [] => line (tile_cmds t) | t' :: r' => If (line (tile_cmds t)) (choice t' r') end.
Definition reader (I : instance) : stmt :=
  Seq (line start_cmds)
  (Seq (While (If (line (letter_cmds true)) (line (letter_cmds false))))
  (Seq (line close_cmds)
  (Seq (Seq (choice (fst I) (snd I)) (While (choice (fst I) (snd I))))
  (Seq (line end_cmds) (Do 1 (Store (z_-.f_) z_)))))).
Definition program_of (I : instance) : program := Program [] (reader I, Do 2 (Load (Local 0) (arg1-.f_))) 1.

(** Its traces, but for the last command. *)
Definition trace_before (w : word) (ts : list tile) : strace :=
  events start_cmds ++ concat (map (fun c => events (letter_cmds c)) w) ++ events close_cmds ++
  concat (map (fun t => events (tile_cmds t)) ts) ++ events end_cmds.

(** *** Traces *)
Section Traces.
Variable P : program.
Lemma seq_inv : forall C1 C2 t, trace_of P (Seq C1 C2) t ->
  exists t1 t2, t = t1 ++ t2 /\ trace_of P C1 t1 /\ trace_of P C2 t2.
Proof. intros C1 C2 t T. inversion T; subst. eauto. Qed.
Lemma do_inv : forall p c t, trace_of P (Do p c) t -> t = [(p, Simple c)].
Proof. intros p c t T. inversion T; auto. Qed.
Lemma line_trace : forall cs t, trace_of P (line cs) t <-> t = events cs.
Proof.
  induction cs as [|c cs IH]; simpl; intros t; split.
  - intros T. inversion T. auto.
  - intros ->. constructor.
  - intros T. inversion T as [| |C1 C2 t1 t2 T1 T2| | | | |]; subst. inversion T1; subst. apply IH in T2. subst. auto.
  - intros ->. apply (trace_seq P (Do 0 c) (line cs) [(0, Simple c)]); [constructor | apply IH; auto].
Qed.
Lemma while_trace : forall C t, trace_of P (While C) t <-> exists ts, t = concat ts /\ Forall (trace_of P C) ts.
Proof.
  intros C t. split.
  - intros T. remember (While C) as W eqn:E. induction T; inversion E; subst.
    + exists []. auto.
    + destruct (IHT2 eq_refl) as (ts & -> & F). exists (t1 :: ts). auto.
  - intros (ts & -> & F). induction F as [|t ts T F IH]; simpl; [constructor | constructor; auto].
Qed.
Lemma choice_trace : forall r t tau, trace_of P (choice t r) tau <-> exists t', In t' (t :: r) /\ tau = events (tile_cmds t').
Proof.
  induction r as [|t' r IH]; intros t tau; simpl choice.
  - rewrite line_trace. split; [intros ->; exists t; simpl; auto | intros (u & [->|[]] & ->); auto].
  - split.
    + intros T. inversion T as [| | |C1 C2 t0 T1|C1 C2 t0 T1| | |]; subst.
      * apply line_trace in T1. exists t. simpl. auto.
      * apply IH in T1. destruct T1 as (u & I & ->). exists u. simpl in *. auto.
    + intros (u & [->|I] & ->); [apply trace_then; apply line_trace; auto | apply trace_else; apply IH; eauto].
Qed.
Lemma choices : forall I ts0, Forall (trace_of P (choice (fst I) (snd I))) ts0 ->
  exists ts, incl ts (tiles I) /\ ts0 = map (fun t => events (tile_cmds t)) ts.
Proof.
  intros I. induction 1 as [|tau ts0 T F (ts & A & ->)].
  - exists []. split; auto. intros t [].
  - apply choice_trace in T. destruct T as (t & It & ->). exists (t :: ts). split; auto.
    intros t' [<-|H]; auto.
Qed.
End Traces.

Lemma reader_trace : forall I t, trace_of (program_of I) (reader I) t ->
  exists w ts, ts <> [] /\ incl ts (tiles I) /\ t = trace_before w ts ++ [(1, Simple (Store (z_-.f_) z_))].
Proof.
  intros I t T. unfold reader in T.
  apply seq_inv in T. destruct T as (t1 & r1 & -> & T1 & T). apply line_trace in T1. subst t1.
  apply seq_inv in T. destruct T as (t1 & r2 & -> & T1 & T). apply while_trace in T1. destruct T1 as (ws & -> & W).
  apply seq_inv in T. destruct T as (t1 & r3 & -> & T1 & T). apply line_trace in T1. subst t1.
  apply seq_inv in T. destruct T as (t1 & r4 & -> & T1 & T).
  apply seq_inv in T1. destruct T1 as (t2 & t3 & -> & T2 & T3). apply while_trace in T3. destruct T3 as (vs & -> & V).
  apply seq_inv in T. destruct T as (t1 & r5 & -> & T1 & T). apply line_trace in T1. subst t1.
  assert (r5 = [(1, Simple (Store (z_-.f_) z_))]) as -> by (inversion T; auto).
  destruct (choices (program_of I) I (t2 :: vs)) as (ts & IN & E); [constructor; auto|].
  assert (LW : exists w, ws = map (fun c => events (letter_cmds c)) w).
  { clear - W. induction W as [|tau ws T F (w & ->)]; [exists []; auto|].
    assert (X : trace_of (program_of I) (line (letter_cmds true)) tau \/ trace_of (program_of I) (line (letter_cmds false)) tau)
      by (inversion T; auto).
    destruct X as [X|X]; apply line_trace in X; subst.
    - exists (true :: w). auto.
    - exists (false :: w). auto. }
  destruct LW as (w & ->). exists w, ts. destruct ts as [|t ts]; [discriminate|].
  split; [discriminate | split; [auto|]]. simpl in E. injection E as -> ->.
  unfold trace_before. simpl. repeat rewrite <- app_assoc. simpl. repeat rewrite <- app_assoc. reflexivity.
Qed.
Lemma trace_reader : forall I w ts, ts <> [] -> incl ts (tiles I) ->
  trace_of (program_of I) (reader I) (trace_before w ts ++ [(1, Simple (Store (z_-.f_) z_))]).
Proof.
  intros I w ts NE IN. destruct ts as [|t ts]; [congruence|].
  unfold trace_before, reader. repeat rewrite <- app_assoc.
  constructor; [apply line_trace; auto|]. constructor.
  { apply while_trace. exists (map (fun c => events (letter_cmds c)) w). split; auto. apply Forall_forall.
    intros tau H. apply in_map_iff in H. destruct H as (c & <- & _).
    destruct c; [apply trace_then | apply trace_else]; apply line_trace; auto. }
  constructor; [apply line_trace; auto|]. constructor.
  { simpl. constructor.
    - apply choice_trace. exists t. split; auto. apply IN. left; auto.
    - apply while_trace. exists (map (fun t => events (tile_cmds t)) ts). split; auto. apply Forall_forall.
      intros tau H. apply in_map_iff in H. destruct H as (t' & <- & H).
      apply choice_trace. exists t'. split; auto. apply IN. right; auto. }
  constructor; [apply line_trace; auto | constructor].
Qed.

(** Only the last command is at site 1. *)
Lemma events_site : forall cs, Forall (fun ev : event => fst ev = 0) (events cs).
Proof. intros cs. apply Forall_forall. intros ev H. apply in_map_iff in H. destruct H as (c & <- & _). auto. Qed.
Lemma concat_site : forall {A} (g : A -> list simple) l, Forall (fun ev : event => fst ev = 0) (concat (map (fun a => events (g a)) l)).
Proof. induction l; simpl; auto. apply Forall_app. split; auto using events_site. Qed.
Lemma before_site : forall w ts, Forall (fun ev : event => fst ev = 0) (trace_before w ts).
Proof. intros. unfold trace_before. repeat (apply Forall_app; split); auto using events_site, concat_site. Qed.
Lemma before_store : forall I t c, comes_before (program_of I) (reader I) t 1 c ->
  exists w ts, ts <> [] /\ incl ts (tiles I) /\ t = trace_before w ts /\ c = Store (z_-.f_) z_.
Proof.
  intros I t c (u & T). apply reader_trace in T. destruct T as (w & ts & NE & IN & E).
  exists w, ts. split; auto. split; auto. symmetry in E.
  destruct (split_app _ _ _ _ _ E) as [(d & X & _)|(d & -> & X)].
  - exfalso. pose proof (before_site w ts) as F. rewrite X in F. apply Forall_app in F. destruct F as [_ F].
    inversion F. discriminate.
  - apply singleton_split in X. destruct X as (-> & X & _). rewrite app_nil_r. split; auto. inversion X. auto.
Qed.

(** ** What the program does *)
(** Inversion of steps, for one frame. *)
Lemma run_copy : forall x y t s h L z, steps ((0, Simple (Copy x y)) :: t) ([s], h, L) z ->
  exists l, s y = Some l /\ steps t ([bind s x l], h, L) z.
Proof. intros x y t s h L z H. inversion H as [|? ? ? ? ? ? X Y]; subst. inversion X; subst. eauto. Qed.
Lemma run_load : forall x pi t s h L z, steps ((0, Simple (Load x pi)) :: t) ([s], h, L) z ->
  exists l, value s h (path_expr pi) = Some l /\ steps t ([bind s x l], h, L) z.
Proof. intros x pi t s h L z H. inversion H as [|? ? ? ? ? ? X Y]; subst. inversion X; subst. eauto. Qed.
Lemma run_store : forall x f y t s h L z, steps ((0, Simple (Store (x-.f) y)) :: t) ([s], h, L) z ->
  exists l o v, s x = Some l /\ h l = Some o /\ s y = Some v /\ steps t ([s], hset h l f v, L) z.
Proof.
  intros x f y t s h L z H. inversion H as [|? ? ? ? ? ? X Y]; subst.
  inversion X as [| |? ? ? ? ? ? l o v EV EO EX| | | | |]; subst. unfold value in EV. simpl in EV.
  destruct (s x) as [l'|]; inversion EV; subst. exists l, o, v. auto.
Qed.
Lemma run_new : forall x t s h L z, steps ((0, Simple (New x)) :: t) ([s], h, L) z ->
  exists l, h l = None /\ steps t ([bind s x l], hnew h l, L) z.
Proof. intros x t s h L z H. inversion H as [|? ? ? ? ? ? X Y]; subst. inversion X; subst. eauto. Qed.

Section Run.
(** The initial heap, and the object of the thread. *)
Variable h0 : heap.
Variable a : loc.
Hypothesis OLD : h0 a <> None.

(** The list that is built: node 0, .., node k spell w; s is the sink. *)
Section List_.
Variables (node : nat -> loc) (sk : loc) (w : word).
Notation k := (length w).
(** The object that a letter leads to from node i. *)
Definition next (i : nat) (c : bool) : loc :=
  match nth_error w i with Some c' => if eqb c c' then node (S i) else sk | None => sk end.
Definition distinct : Prop :=
  (forall i j, i <= k -> j <= k -> node i = node j -> i = j) /\ (forall i, i <= k -> node i <> sk) /\
  (forall i, i <= k -> h0 (node i) = None) /\ h0 sk = None.
Definition sink (h : heap) : Prop := exists o, h sk = Some o /\ forall f, o f = sk.
(** Building. *)
Definition building (s : frame) (h : heap) : Prop :=
  s t_ = Some a /\ s root_ = Some (node 0) /\ s s_ = Some sk /\ s cur_ = Some (node k) /\
  distinct /\ sink h /\
  (forall i, i < k -> exists o, h (node i) = Some o /\ (forall c, o (letter c) = next i c) /\ o p_ = node i) /\
  (exists o, h (node k) = Some o /\ forall f, o f = node k) /\
  (forall l, h0 l <> None -> h l <> None).
(** Built, and walked: where a word leads to. *)
Definition pos (u : word) : loc := if list_eq_dec bool_dec (firstn (length u) w) u then node (length u) else sk.
Definition built (s : frame) (h : heap) : Prop :=
  s t_ = Some a /\ s s_ = Some sk /\ distinct /\ sink h /\
  (forall i, i <= k -> exists o, h (node i) = Some o /\ (forall c, o (letter c) = next i c) /\ o p_ = node i).

Lemma pos_cases : forall u, (firstn (length u) w = u /\ length u <= k /\ pos u = node (length u)) \/ pos u = sk.
Proof.
  intros u. unfold pos. destruct (list_eq_dec bool_dec (firstn (length u) w) u) as [E|]; auto. left.
  split; auto. split; auto. apply (f_equal (@length bool)) in E. rewrite firstn_length in E. lia.
Qed.
(** One more letter. *)
Lemma pos_next : forall s h u c, built s h -> exists o, h (pos u) = Some o /\ o (letter c) = pos (u ++ [c]).
Proof.
  intros s h u c (_ & _ & _ & (ok & Hk & Ek) & N).
  assert (SK : pos u = sk -> firstn (length u) w <> u -> pos (u ++ [c]) = sk).
  { intros _ NE. unfold pos. destruct (list_eq_dec bool_dec (firstn (length (u ++ [c])) w) (u ++ [c])) as [E|]; auto.
    exfalso. apply NE. apply (f_equal (firstn (length u))) in E. rewrite firstn_firstn, app_length in E.
    rewrite Nat.min_l in E by lia. rewrite E, firstn_app, Nat.sub_diag, firstn_all. simpl. apply app_nil_r. }
  unfold pos at 1. destruct (list_eq_dec bool_dec (firstn (length u) w) u) as [E|NE].
  - assert (L : length u <= k) by (apply (f_equal (@length bool)) in E; rewrite firstn_length in E; lia).
    destruct (N _ L) as (o & Ho & Eo & _). exists o. split; auto. rewrite Eo. unfold next, pos.
    rewrite app_length. simpl. rewrite Nat.add_1_r.
    destruct (nth_error w (length u)) as [c'|] eqn:NW.
    + rewrite (firstn_S_nth _ _ _ NW), E. destruct (list_eq_dec bool_dec (u ++ [c']) (u ++ [c])) as [E'|NE'].
      * apply app_inj_tail in E'. destruct E' as [_ ->]. rewrite eqb_reflx. auto.
      * destruct (eqb c c') eqn:EB; auto. apply eqb_prop in EB. congruence.
    + apply nth_error_None in NW. destruct (list_eq_dec bool_dec (firstn (S (length u)) w) (u ++ [c])) as [E'|]; auto.
      apply (f_equal (@length bool)) in E'. rewrite firstn_length, app_length in E'. cbn [length] in E'. lia.
  - exists ok. split; auto. rewrite Ek. symmetry. apply SK; auto. unfold pos.
    destruct (list_eq_dec bool_dec (firstn (length u) w) u); congruence.
Qed.
Lemma walk_run : forall v, v = x_ \/ v = y_ -> forall u u0 t s h L z, built s h -> s v = Some (pos u0) ->
  steps (events (walk_cmds v u) ++ t) ([s], h, L) z ->
  exists s', steps t ([s'], h, L) z /\ built s' h /\ s' v = Some (pos (u0 ++ u)) /\ forall r, r <> v -> s' r = s r.
Proof.
  intros v V. induction u as [|c u IH]; intros u0 t s h L z B E ST.
  - exists s. rewrite app_nil_r. auto.
  - simpl in ST. apply run_load in ST. destruct ST as (l & EL & ST).
    destruct (pos_next s h u0 c B) as (o & Ho & Eo).
    unfold value in EL. simpl in EL. rewrite E, Ho, Eo in EL. inversion EL; subst l.
    assert (KEEP : forall r, r <> v -> bind s v (pos (u0 ++ [c])) r = s r).
    { intros r N. unfold bind. destruct (var_eq_dec r v); congruence. }
    assert (HERE : bind s v (pos (u0 ++ [c])) v = Some (pos (u0 ++ [c]))).
    { unfold bind. destruct (var_eq_dec v v); congruence. }
    destruct (IH (u0 ++ [c]) t (bind s v (pos (u0 ++ [c]))) h L z) as (s' & ST' & B' & E' & K'); auto.
    + destruct B as (B1 & B2 & B3). split; [rewrite KEEP; auto; destruct V; subst; discriminate|].
      split; [rewrite KEEP; auto; destruct V; subst; discriminate | auto].
    + exists s'. split; auto. split; auto. rewrite <- app_assoc in E'. split; auto.
      intros r N. rewrite K'; auto.
Qed.
Lemma tiles_run : forall ts u0 v0 t s h L z, built s h -> s x_ = Some (pos u0) -> s y_ = Some (pos v0) ->
  steps (concat (map (fun t => events (tile_cmds t)) ts) ++ t) ([s], h, L) z ->
  exists s', steps t ([s'], h, L) z /\ built s' h /\ s' x_ = Some (pos (u0 ++ upper ts)) /\ s' y_ = Some (pos (v0 ++ lower ts)).
Proof.
  induction ts as [|[u v] ts IH]; intros u0 v0 t s h L z B X Y ST.
  - exists s. unfold upper, lower. simpl. rewrite !app_nil_r. auto.
  - unfold upper, lower in *. simpl in *. unfold tile_cmds, events in ST. simpl in ST. rewrite map_app, <- !app_assoc in ST.
    apply (walk_run x_) with (u0 := u0) in ST; auto. destruct ST as (s1 & ST & B1 & X1 & K1).
    apply (walk_run y_) with (u0 := v0) in ST; auto; [|rewrite K1; [auto | discriminate]].
    destruct ST as (s2 & ST & B2 & Y2 & K2).
    destruct (IH (u0 ++ u) (v0 ++ v) t s2 h L z) as (s' & ST' & B' & X' & Y'); auto.
    + rewrite K2; [auto | discriminate].
    + exists s'. rewrite !app_assoc. auto.
Qed.
(** The end: z holds the thread's object, or a new one; the former just if both words lead to one place on the list. *)
Lemma end_run : forall u v t s h L z, built s h -> s x_ = Some (pos u) -> s y_ = Some (pos v) ->
  steps (events end_cmds ++ t) ([s], h, L) z ->
  exists s' h' l, steps t ([s'], h', L) z /\ s' z_ = Some l /\
    (h0 l = None \/ (l = a /\ u = v)) /\ (u = v -> w = u -> l = a).
Proof.
  intros u v t s h L z (T & SV & (DI & DS & DN & DK) & (ok & Hk & Ek) & N) X Y ST. simpl in ST.
  apply run_store in ST. destruct ST as (l1 & o1 & v1 & E1 & O1 & V1 & ST). rewrite X in E1. rewrite T in V1.
  inversion E1; subst l1. inversion V1; subst v1. clear E1 V1.
  apply run_store in ST. destruct ST as (l2 & o2 & v2 & E2 & O2 & V2 & ST). rewrite SV in E2, V2.
  inversion E2; subst l2. inversion V2; subst v2. clear E2 V2.
  apply run_load in ST. destruct ST as (l & EL & ST). exists (bind s z_ l). eexists. exists l. split; [exact ST|].
  split; [unfold bind; destruct (var_eq_dec z_ z_); congruence|].
  unfold value in EL. simpl in EL. rewrite Y in EL.
  assert (AS : a <> sk) by congruence.
  unfold hset in EL. destruct (pos_cases v) as [(EV & LV & PV)|PV]; rewrite PV in EL.
  - rewrite (proj2 (Nat.eqb_neq _ _) (DS _ LV)) in EL.
    destruct (N _ LV) as (o & Ho & _ & Ep). 
    destruct (Nat.eqb_spec (node (length v)) (pos u)) as [EP|NP].
    + rewrite O1 in EL. simpl in EL. inversion EL; subst l.
      destruct (pos_cases u) as [(EU & LU & PU)|PU]; [|exfalso; apply (DS _ LV); congruence].
      rewrite PU in EP. apply DI in EP; auto. split; auto. right. split; auto. rewrite <- EU, <- EV. congruence.
    + rewrite Ho, Ep in EL. inversion EL; subst l. split; [left; auto|]. intros <- WU. exfalso. apply NP. symmetry.
      rewrite <- WU. unfold pos. rewrite firstn_all. destruct (list_eq_dec bool_dec w w); congruence.
  - rewrite Nat.eqb_refl in EL. unfold hset in O2. rewrite O2 in EL. simpl in EL. inversion EL; subst l.
    split; [left; auto|]. intros <- WU. exfalso. apply (DS _ (le_n (length w))).
    rewrite <- WU in PV. unfold pos in PV. rewrite firstn_all in PV. destruct (list_eq_dec bool_dec w w); congruence.
Qed.
End List_.

(** Building the list. *)
Lemma start_run : forall t s L z, s arg1 = Some a -> steps (events start_cmds ++ t) ([s], h0, L) z ->
  exists node sk s' h', steps t ([s'], h', L) z /\ building node sk [] s' h'.
Proof.
  intros t s L z E ST. simpl in ST.
  apply run_copy in ST. destruct ST as (l & El & ST). rewrite E in El. inversion El; subst l. clear El.
  apply run_new in ST. destruct ST as (n & Nn & ST). apply run_new in ST. destruct ST as (sk & Ns & ST).
  apply run_copy in ST. destruct ST as (l & El & ST).
  assert (NS : n <> sk) by (intros ->; unfold hnew in Ns; rewrite Nat.eqb_refl in Ns; discriminate).
  assert (Fs : h0 sk = None) by (unfold hnew in Ns; destruct (Nat.eqb_spec sk n); [congruence | auto]).
  unfold bind in El. simpl in El. inversion El; subst l. clear El.
  eexists (fun _ => n), sk, _, _. split; [exact ST|].
  unfold building, distinct, sink. simpl length. repeat split; auto.
  - intros i j Hi Hj _. lia.
  - exists (fun _ => sk). split; auto. unfold hnew. rewrite Nat.eqb_refl. auto.
  - intros i Hi. lia.
  - exists (fun _ => n). split; auto. unfold hnew. destruct (Nat.eqb_spec n sk); [congruence|]. rewrite Nat.eqb_refl. auto.
  - intros l Hl. apply hnew_grows. apply hnew_grows. auto.
Qed.
Lemma letter_not_p : forall c, (p_ =? letter c) = false.
Proof. intros []; reflexivity. Qed.
Lemma letter_eqb : forall c d, (letter c =? letter d) = eqb c d.
Proof. intros [] []; reflexivity. Qed.
(** One more letter: the program makes an object l, stores it behind the end of the list by the letter, stores the sink by
    the other letter, and goes on from l.  Only two cells of the old end, and l, are not as they were ([OTHER], [LAST],
    [NEW]); so the list is still a list, now with w ++ [c] on it. *)
Lemma letter_run : forall node sk w c t s h L z, building node sk w s h ->
  steps (events (letter_cmds c) ++ t) ([s], h, L) z ->
  exists node' s' h', steps t ([s'], h', L) z /\ building node' sk (w ++ [c]) s' h'.
Proof.
  intros node sk w c t s h L z (BT & BR & BS & BC & (DI & DS & DN & DK) & (ok & Hk & Ek) & CE & (ol & Hl & El) & GR) ST.
  simpl in ST. apply run_new in ST. destruct ST as (l & Nl & ST).
  apply run_store in ST. destruct ST as (l1 & o1 & v1 & E1 & O1 & V1 & ST).
  apply run_store in ST. destruct ST as (l2 & o2 & v2 & E2 & O2 & V2 & ST).
  apply run_copy in ST. destruct ST as (l3 & E3 & ST).
  unfold bind in E1, V1, E2, V2, E3. simpl in E1, V1, E2, V2, E3. rewrite BC in E1, E2. rewrite BS in V2.
  inversion E1; subst l1. inversion V1; subst v1. inversion E2; subst l2. inversion V2; subst v2.
  inversion E3; subst l3. clear E1 V1 E2 V2 E3.
  assert (EXN : forall i, i <= length w -> h (node i) <> None).
  { intros i Li. destruct (Nat.eq_dec i (length w)) as [->|NE]; [congruence|].
    destruct (CE i) as (o & Ho & _); [lia | congruence]. }
  assert (NL : forall i, i <= length w -> node i <> l) by (intros i Li E; apply (EXN i Li); congruence).
  assert (SL : sk <> l) by congruence.
  assert (FL : h0 l = None) by (destruct (h0 l) eqn:F; auto; exfalso; apply (GR l); congruence).
  set (k := length w) in *.
  set (node' := fun i => if i =? S k then l else node i).
  assert (N1 : forall i, i <= k -> node' i = node i).
  { intros i Li. unfold node'. destruct (Nat.eqb_spec i (S k)); auto. lia. }
  assert (N2 : node' (S k) = l) by (unfold node'; rewrite Nat.eqb_refl; auto).
  assert (LEN : length (w ++ [c]) = S k) by (rewrite app_length; simpl; unfold k; lia).
  set (h3 := hset (hset (hnew h l) (node k) (letter c) l) (node k) (letter (negb c)) sk) in *.
  assert (OTHER : forall l', l' <> node k -> l' <> l -> h3 l' = h l').
  { intros l' A B. unfold h3, hset, hnew. rewrite (proj2 (Nat.eqb_neq l' (node k)) A), (proj2 (Nat.eqb_neq l' l) B). auto. }
  assert (LAST : exists o, h3 (node k) = Some o /\ (forall d, o (letter d) = if eqb d c then l else sk) /\ o p_ = node k).
  { unfold h3, hset, hnew. rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq _ _) (NL k (le_n _))), Hl.
    eexists. split; [reflexivity | split].
    - intros d. rewrite !letter_eqb. destruct c, d; reflexivity.
    - rewrite !letter_not_p. auto. }
  assert (NEW : h3 l = Some (fun _ => l)).
  { unfold h3, hset, hnew. assert (X : l =? node k = false) by (apply Nat.eqb_neq; intros X; apply (NL k (le_n _)); auto).
    rewrite X, Nat.eqb_refl. auto. }
  exists node'. eexists. exists h3. split; [exact ST|].
  unfold building, distinct, sink. rewrite LEN, N1, N2 by lia.
  split; [exact BT|]. split; [exact BR|]. split; [exact BS|]. split; [reflexivity|]. split; [split; [|split; [|split]]|].
  - intros i j Li Lj E. destruct (Nat.eq_dec i (S k)) as [->|Ni], (Nat.eq_dec j (S k)) as [->|Nj]; auto.
    + rewrite N2, N1 in E by lia. exfalso. apply (NL j); [lia | auto].
    + rewrite N2, N1 in E by lia. exfalso. apply (NL i); [lia | auto].
    + rewrite !N1 in E by lia. apply DI; auto; lia.
  - intros i Li. destruct (Nat.eq_dec i (S k)) as [->|Ni]; [rewrite N2; auto | rewrite N1 by lia; apply DS; lia].
  - intros i Li. destruct (Nat.eq_dec i (S k)) as [->|Ni]; [rewrite N2; auto | rewrite N1 by lia; apply DN; lia].
  - auto.
  - split; [|split; [|split]].
    + exists ok. split; auto. rewrite OTHER; auto. intros E. apply (DS k (le_n _)). auto.
    + intros i Li. destruct (Nat.eq_dec i k) as [->|Ni].
      * destruct LAST as (o & Ho & EL & EP). exists o. rewrite N1 by lia. split; auto. split; auto.
        intros d. rewrite EL. unfold next. unfold k at 1. rewrite nth_error_app2, Nat.sub_diag by auto. simpl. rewrite N2. auto.
      * destruct (CE i) as (o & Ho & EL & EP); [lia|]. exists o. rewrite N1 by lia. split; [|split; auto].
        -- rewrite OTHER; auto; [|apply NL; lia]. intros E. apply Ni. apply DI; auto; lia.
        -- intros d. rewrite EL. unfold next. rewrite nth_error_app1 by (unfold k in *; lia).
           destruct (nth_error w i); auto. rewrite (N1 (S i)) by lia. auto.
    + exists (fun _ => l). auto.
    + intros l' O. unfold h3. apply hset_grows. apply hset_grows. apply hnew_grows. auto.
Qed.
Lemma letters_run : forall u node sk w t s h L z, building node sk w s h ->
  steps (concat (map (fun c => events (letter_cmds c)) u) ++ t) ([s], h, L) z ->
  exists node' s' h', steps t ([s'], h', L) z /\ building node' sk (w ++ u) s' h'.
Proof.
  induction u as [|c u IH]; intros node sk w t s h L z B ST.
  - exists node, s, h. rewrite app_nil_r. auto.
  - cbn [map concat] in ST. rewrite <- app_assoc in ST. eapply letter_run in ST; eauto.
    destruct ST as (node1 & s1 & h1 & ST & B1). eapply IH in ST; eauto.
    destruct ST as (node2 & s2 & h2 & ST & B2). exists node2, s2, h2. rewrite <- app_assoc in B2. auto.
Qed.
Lemma close_run : forall node sk w t s h L z, building node sk w s h -> steps (events close_cmds ++ t) ([s], h, L) z ->
  exists s' h', steps t ([s'], h', L) z /\ built node sk w s' h' /\
    s' x_ = Some (pos node sk w []) /\ s' y_ = Some (pos node sk w []).
Proof.
  intros node sk w t s h L z (BT & BR & BS & BC & (DI & DS & DN & DK) & (ok & Hk & Ek) & CE & (ol & Hl & El) & GR) ST.
  simpl in ST. apply run_store in ST. destruct ST as (l1 & o1 & v1 & E1 & O1 & V1 & ST).
  apply run_store in ST. destruct ST as (l2 & o2 & v2 & E2 & O2 & V2 & ST).
  apply run_copy in ST. destruct ST as (l3 & E3 & ST). apply run_copy in ST. destruct ST as (l4 & E4 & ST).
  unfold bind in E4. simpl in E4. rewrite BC in E1, E2. rewrite BS in V1, V2. rewrite BR in E3, E4.
  inversion E1; subst l1. inversion V1; subst v1. inversion E2; subst l2. inversion V2; subst v2.
  inversion E3; subst l3. inversion E4; subst l4. clear E1 V1 E2 V2 E3 E4.
  set (h3 := hset (hset h (node (length w)) 1 sk) (node (length w)) 2 sk) in *.
  assert (OTHER : forall l', l' <> node (length w) -> h3 l' = h l').
  { intros l' A. unfold h3, hset. rewrite (proj2 (Nat.eqb_neq l' _) A). auto. }
  assert (P0 : pos node sk w [] = node 0) by reflexivity.
  eexists. exists h3. split; [exact ST|]. rewrite P0. split; [|split; reflexivity].
  unfold built, distinct, sink. split; [exact BT|]. split; [exact BS|]. split; [auto|]. split.
  - exists ok. split; auto. rewrite OTHER; auto. intros E. apply (DS _ (le_n _)). auto.
  - intros i Li. destruct (Nat.eq_dec i (length w)) as [->|Ni].
    + unfold h3, hset. rewrite Nat.eqb_refl, Hl. eexists. split; [reflexivity | split].
      * intros d. unfold next. rewrite (proj2 (nth_error_None w (length w)) (le_n _)). destruct d; reflexivity.
      * simpl. apply El.
    + destruct (CE i) as (o & Ho & EL & EP); [lia|]. exists o. split; [|split; auto].
      rewrite OTHER; auto.
Qed.

(** The whole. *)
Lemma reader_run : forall w ts s L z, s arg1 = Some a -> steps (trace_before w ts) ([s], h0, L) z ->
  exists s' h' l, z = ([s'], h', L) /\ s' z_ = Some l /\
    (h0 l = None \/ (l = a /\ upper ts = lower ts)) /\ (upper ts = lower ts -> w = upper ts -> l = a).
Proof.
  intros w ts s L z E ST. unfold trace_before in ST.
  apply start_run in ST; auto. destruct ST as (node0 & sk & s0 & h1 & ST & B0).
  eapply letters_run in ST; eauto. destruct ST as (node & s1 & h2 & ST & B1). simpl app in B1.
  eapply close_run in ST; eauto. destruct ST as (s2 & h3 & ST & B2 & X2 & Y2).
  eapply tiles_run in ST; eauto. destruct ST as (s3 & ST & B3 & X3 & Y3). simpl app in X3, Y3.
  rewrite <- (app_nil_r (events end_cmds)) in ST. eapply end_run in ST; eauto.
  destruct ST as (s' & h' & l & ST & Z & R). inversion ST; subst. eauto 10.
Qed.
End Run.

(** ** Legality *)
Fixpoint lock_free (C : stmt) : Prop :=
  match C with
  | Do _ Lock | Do _ Unlock => False
  | Seq C1 C2 | If C1 C2 => lock_free C1 /\ lock_free C2
  | While C => lock_free C
  | _ => True
  end.
Lemma lock_free_level : forall C a, lock_free C -> level C a = Some a.
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; simpl; intros a H; auto.
  - destruct c; tauto.
  - destruct H. rewrite IH1, IH2; auto.
  - destruct H. rewrite IH1, IH2; auto.
  - rewrite IH; auto.
Qed.
Lemma line_lock_free : forall cs, (forall c, In c cs -> lock_free (Do 0 c)) -> lock_free (line cs).
Proof. induction cs as [|c cs IH]; intros H; [exact I|]. split; [apply (H c); left; auto | apply IH; intros d D; apply H; right; auto]. Qed.
Lemma tile_lock_free : forall t, lock_free (line (tile_cmds t)).
Proof.
  intros t. apply line_lock_free. intros c H. unfold tile_cmds, walk_cmds in H. apply in_app_or in H.
  destruct H as [H|H]; apply in_map_iff in H; destruct H as (d & <- & _); exact I.
Qed.
Lemma choice_lock_free : forall r t, lock_free (choice t r).
Proof. induction r as [|t' r IH]; simpl; intros t; [apply tile_lock_free | split; auto using tile_lock_free]. Qed.
Lemma reader_lock_free : forall I, lock_free (reader I).
Proof. intros I. simpl. repeat split; auto using choice_lock_free. Qed.

Section Assigned.
Variable P : program.
Lemma line_app_assigned : forall cs cs' X, assigned P (line (cs ++ cs')) X =
  match assigned P (line cs) X with Some Y => assigned P (line cs') Y | None => None end.
Proof.
  induction cs as [|c cs IH]; simpl line; intros cs' X; [auto|].
  cbn [assigned]. change (match c with Copy x y => _ | _ => _ end) with (assigned P (Do 0 c) X).
  destruct (assigned P (Do 0 c) X); auto.
Qed.
Lemma walk_assigned : forall v u X, mem v X = true -> exists Y, assigned P (line (walk_cmds v u)) X = Some Y /\ incl X Y.
Proof.
  intros v. induction u as [|c u IH]; intros X M; simpl.
  - exists X. split; auto. apply incl_refl.
  - rewrite M. destruct (IH (v :: X)) as (Y & E & IN); [apply mem_cons; auto|].
    exists Y. split; auto. intros w H. apply IN. right. auto.
Qed.
Lemma mem_incl : forall X Y v, incl X Y -> mem v X = true -> mem v Y = true.
Proof. intros X Y v IN M. apply mem_in. apply IN. apply mem_in. auto. Qed.
Lemma tile_assigned : forall t X, mem x_ X = true -> mem y_ X = true ->
  exists Y, assigned P (line (tile_cmds t)) X = Some Y /\ incl X Y.
Proof.
  intros t X MX MY. unfold tile_cmds. rewrite line_app_assigned.
  destruct (walk_assigned x_ (fst t) X MX) as (Y & -> & I1).
  destruct (walk_assigned y_ (snd t) Y (mem_incl _ _ _ I1 MY)) as (Z & -> & I2).
  exists Z. split; auto. eapply incl_tran; eauto.
Qed.
Lemma choice_assigned : forall r t X, mem x_ X = true -> mem y_ X = true ->
  exists Y, assigned P (choice t r) X = Some Y /\ incl X Y.
Proof.
  induction r as [|t' r IH]; intros t X MX MY; [apply tile_assigned; auto|].
  simpl choice. cbn [assigned]. destruct (tile_assigned t X MX MY) as (Y1 & -> & I1). destruct (IH t' X MX MY) as (Y2 & -> & I2).
  eexists. split; [reflexivity|]. intros v H. apply filter_In. split; auto. apply mem_in. auto.
Qed.
End Assigned.
Theorem program_legal : forall I, legal (program_of I).
Proof.
  intros I. split.
  - intros m. unfold mbody, arity. simpl. destruct m; simpl; repeat split; auto; discriminate.
  - intros []; split.
    + apply lock_free_level. apply reader_lock_free.
    + unfold reader, program_of. cbn [formals blocks at_ fst]. unfold formal_vars. cbn [seq map].
      set (Q := Program [] (reader I, Do 2 (Load (Local 0) (arg1-.f_))) 1).
      change (assigned Q (reader I) [Arg 0] <> None). unfold reader. cbn [assigned].
      set (X1 := [cur_; s_; root_; t_; Arg 0]).
      replace (assigned Q (line start_cmds) [Arg 0]) with (Some X1) by reflexivity.
      replace (assigned Q (line (letter_cmds true)) X1) with (Some (cur_ :: n_ :: X1)) by reflexivity.
      replace (assigned Q (line (letter_cmds false)) X1) with (Some (cur_ :: n_ :: X1)) by reflexivity.
      replace (assigned Q (line close_cmds) X1) with (Some (y_ :: x_ :: X1)) by reflexivity.
      destruct (choice_assigned Q (snd I) (fst I) (y_ :: x_ :: X1) eq_refl eq_refl) as (Y & -> & IN).
      destruct (choice_assigned Q (snd I) (fst I) Y) as (Z & -> & _);
        [apply (mem_incl _ _ _ IN); reflexivity | apply (mem_incl _ _ _ IN); reflexivity|].
      assert (M : forall v, In v (y_ :: x_ :: X1) -> mem v Y = true).
      { intros v H. apply mem_in. auto. }
      unfold end_cmds. cbn [line assigned proot].
      rewrite (M x_), (M t_) by (simpl; auto 10). cbn [andb line assigned proot].
      rewrite (M s_) by (simpl; auto 10). cbn [andb line assigned proot].
      rewrite (M y_) by (simpl; auto 10). cbn [andb line assigned proot].
      assert (MZ : mem z_ (z_ :: Y) = true) by (apply mem_cons; auto). rewrite MZ. discriminate.
    + reflexivity.
    + cbv. discriminate.
Qed.

(** ** The reduction *)
(** If the other thread does nothing, an interleaving is an execution. *)
Lemma one_alone : forall K0 taus K, interleaving K0 taus K -> snd taus = [] ->
  steps (fst taus) (stacks K0 @ one, cheap K0, levels K0 @ one) (stacks K @ one, cheap K, levels K @ one) /\
  stacks K @ two = stacks K0 @ two.
Proof.
  induction 1 as [|taus K t p c K' I IH ST]; intros E.
  - split; auto. constructor.
  - destruct t; simpl in E; [|destruct (snd taus); discriminate]. destruct (IH E) as [R S2].
    inversion ST as [S h L X OK]; subst. simpl. split; [|auto].
    eapply steps_app; eauto. econstructor; [exact X | constructor].
Qed.

(** A race has thread 1 before its store, so it has guessed a word and tiles whose lower words are that word; if the upper
    words were another one, what it stores into would be an object that it has made, which thread 2 cannot know
    ([reader_run]).  And tiles that solve the problem, guessed, bring thread 1 there. *)
Theorem races_iff_solvable : forall I, races (program_of I) 1 2 <-> solvable I.
Proof.
  intros I. split.
  - (* a race gives a solution *)
    intros (K0 & INI & t1 & c1 & t2 & c2 & K & CB1 & CB2 & IN & WR & EQ & NN).
    apply before_store in CB1. destruct CB1 as (w & ts & NE & INC & -> & ->).
    assert (t2 = [] /\ c2 = Load (Local 0) (arg1-.f_)) as [-> ->].
    { destruct CB2 as (u & T). cbn [blocks program_of at_ snd] in T. apply do_inv in T. symmetry in T.
      rename T into E. apply singleton_split in E. destruct E as (-> & E & _). inversion E. auto. }
    exists ts. split; auto. split; auto.
    destruct (one_alone _ _ _ IN eq_refl) as [R S2]. simpl fst in R.
    destruct INI as [WH INI]. destruct (INI one) as (L1 & s1 & E1 & W1 & F1). destruct (INI two) as (L2 & s2 & E2 & W2 & F2).
    rewrite E1, L1 in R. destruct (s1 arg1) as [a|] eqn:A1; [|exfalso; apply (F1 0); auto].
    assert (OLD : cheap K0 a <> None) by (eapply W1; eauto).
    destruct (reader_run (cheap K0) a OLD w ts s1 0 _ A1 R) as (s' & h' & l & EZ & Z & [FR|[_ SO]] & _); auto. exfalso.
    assert (ES : stacks K @ one = [s']) by congruence. assert (EH : cheap K = h') by congruence. clear EZ. rewrite E2 in S2.
    unfold next_address in EQ, NN. rewrite ES in EQ, NN. rewrite S2 in EQ. simpl in EQ, NN. unfold address, value in EQ, NN. simpl in EQ, NN.
    rewrite Z in EQ, NN. destruct (cheap K l) as [o|]; [|congruence].
    destruct (s2 arg1) as [a2|] eqn:A2; [|discriminate]. destruct (cheap K a2); [|discriminate].
    inversion EQ; subst a2. apply (W2 _ _ A2). auto.
  - (* a solution gives a race *)
    intros (ts & NE & INC & SO). set (w := upper ts).
    set (K0 := start_of 1 (fun _ _ => 0) (fun _ => arg1) (fun _ => 0) (fun _ => 0)).
    assert (INI : initial 1 K0) by (apply start_of_initial; intros; lia).
    pose proof (trace_reader I w ts NE INC) as T1.
    assert (T2 : trace_of (program_of I) (blocks (program_of I) @ two) ([] ++ (2, Simple (Load (Local 0) (arg1-.f_))) :: [])) by constructor.
    destruct (bring (program_of I) (program_legal I) K0 (trace_before w ts) _ [] [] _ [] INI T1 T2) as (K & IN); [right; auto|].
    destruct (one_alone _ _ _ IN eq_refl) as [R S2]. simpl fst in R.
    assert (OLD : cheap K0 0 <> None) by discriminate.
    destruct (reader_run (cheap K0) 0 OLD w ts _ 0 _ (eq_refl : frame_of arg1 0 0 arg1 = Some 0) R) as (s' & h' & l & EZ & Z & _ & SAME).
    rewrite SAME in Z by auto. assert (ES : stacks K @ one = [s']) by congruence. assert (EH : cheap K = h') by congruence. clear EZ.
    destruct (initial_well_behaved _ _ _ _ INI IN) as (_ & _ & GR). pose proof (GR 0 OLD) as NZ.
    exists K0. split; [exact INI|].
    exists (trace_before w ts), (Store (z_-.f_) z_), [], (Load (Local 0) (arg1-.f_)), K.
    split; [exists []; exact T1|]. split; [exists []; exact T2|]. split; [exact IN|]. split; [auto|].
    unfold next_address. rewrite ES, S2. simpl. unfold address, value. simpl. rewrite Z.
    destruct (cheap K 0); [split; [auto | discriminate] | congruence].
Qed.

(** If races were decidable, so would be Post's correspondence problem. *)
Theorem undecidable :
  (forall P, legal P -> forall p1 p2, {races P p1 p2} + {~ races P p1 p2}) ->
  forall I, {solvable I} + {~ solvable I}.
Proof.
  intros D I. destruct (D (program_of I) (program_legal I) 1 2) as [R|N].
  - left. apply races_iff_solvable. auto.
  - right. intros S. apply N. apply races_iff_solvable. auto.
Qed.

(** The two examples of the project. *)
Definition pcp_yes : instance := (([true], [true; false]), [([false], [])]).
Definition pcp_no : instance := (([true], [true; false]), [([false], [true])]).
Example pcp_yes_races : races (program_of pcp_yes) 1 2.
Proof.
  apply races_iff_solvable. exists [([true], [true; false]); ([false], [])].
  split; [discriminate | split; [intros t H; exact H | reflexivity]].
Qed.
Example pcp_no_races_not : ~ races (program_of pcp_no) 1 2.
Proof.
  rewrite races_iff_solvable. intros (ts & NE & INC & SO).
  (* the lower word is as long as the upper one only if the first tile, (a, ab), is not used *)
  assert (LEN : forall ts, incl ts (tiles pcp_no) ->
            length (upper ts) <= length (lower ts) /\
            (length (upper ts) = length (lower ts) -> forall t, In t ts -> t = ([false], [true]))).
  { clear. induction ts as [|t ts IH]; intros INC.
    - split; auto. intros _ t [].
    - destruct IH as [L E]; [intros u H; apply INC; right; auto|].
      unfold upper, lower in *. simpl. rewrite !app_length.
      assert (It : In t (tiles pcp_no)) by (apply INC; left; auto).
      destruct It as [<-|[<-|[]]]; simpl; split; try lia; intros EQ u [<-|H]; auto; try lia; apply E; auto; lia. }
  destruct (LEN ts INC) as [_ E]. destruct ts as [|t ts]; [congruence|].
  assert (t = ([false], [true])) as -> by (apply E; [rewrite SO; auto | left; auto]). discriminate.
Qed.
