(** * Where the printed text fails: a checked counterexample for each literal reading

    Each [Example] is closed; most are proved by computation.  The names follow the lemma of the paper; the numbers
    with G are those of docs/theory.md. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces Completeness WellBehaved Theorem1 Reports.

(** ** Small programs *)
Notation f := 0 (only parsing).
Notation g := 1 (only parsing).
Notation arg1 := (Arg 0).
Notation arg2 := (Arg 1).
Notation x := (Local 0).
Notation y := (Local 1).
Notation "r '-.' h" := (Path r [] h) (at level 10).
Fixpoint block_of (cs : list stmt) : stmt := match cs with [] => Skip | [C] => C | C :: r => Seq C (block_of r) end.
Definition program_of (ms : list (nat * stmt)) (C : stmt) (n : nat) : program := Program ms (C, C) n.
Definition nothing : program := program_of [] Skip 0.

(** ** Section 5 *)
(** Lemma 5.3 (G10): "every variable holds a location" fails at every push. *)
Example literal_5_3 : exists S h S' h' c,
  wf_heap h /\ Forall (fun s : frame => forall v, exists l, s v = Some l /\ h l <> None) S /\
  step c (S, h, 0) (S', h', 0) /\ exists s v, In s S' /\ s v = None.
Proof.
  set (h := fun l : loc => if l =? 0 then Some (fun _ : field => 0) else None).
  set (s := fun _ : var => Some 0).
  exists [s], h, [callee []; s], h, (Push []). split; [split|split; [|split]].
  - exists 1. intros l L. unfold h. destruct (Nat.eqb_spec l 0); auto; lia.
  - intros l o k E. unfold h in *. destruct (l =? 0); inversion E; subst. discriminate.
  - constructor; auto. intros v. exists 0. split; [reflexivity | discriminate].
  - constructor. reflexivity.
  - exists (callee []), x. split; [left; auto | reflexivity].
Qed.

(** Lemma 5.7: if a call is open, ⟦c⟧♯ filters to the formals of the caller, and exec to those of the callee. *)
Example literal_5_7 : let t := [(0, Push [])] in let c := Load x (arg1-.f) in
  dA (analyse false nothing (Do 1 c) (abstract false t)) <> dA (abstract false (t ++ [(1, Simple c)])).
Proof. vm_compute. discriminate. Qed.

(** Lemmas 5.8, 5.11, 5.14: with traces that end at different levels, α takes the greater. *)
Definition alpha_of (T : list strace) : dom := fold_right join bottom (map (abstract false) T).
Example literal_5_8 :
  let T := [[(0, Simple Lock); (1, Simple Unlock)]; [(0, Simple Lock)]] in let c := Store (arg1-.f) x in
  ~ incl (dA (alpha_of (map (fun t => t ++ [(2, Simple c)]) T))) (dA (analyse false nothing (Do 2 c) (alpha_of T))).
Proof.
  intros T c H. specialize (H (Access 2 c (arg1, [f]) 0)). vm_compute in H.
  destruct H as [H|[]]; [left; reflexivity | discriminate].
Qed.

(** The same with a call for C, of which u is the only trace (Lemma 5.14; 5.11 without calls is as 5.8). *)
Example literal_5_14 : let c := Store (arg1-.f) arg1 in let P := program_of [(1, Do 2 c)] Skip 1 in
  let C := Call 3 0 [(arg1, [])] in let u := [(3, Push [(arg1, [])]); (2, Simple c); (3, Pop)] in
  let T := [[(0, Simple Lock); (1, Simple Unlock)]; [(0, Simple Lock)]] in
  trace_of P C u /\ ~ incl (dA (alpha_of (map (fun t => t ++ u) T))) (dA (analyse false P C (alpha_of T))).
Proof.
  intros c P C u T. split.
  - apply (trace_call P 3 0 [(arg1, [])] [(2, Simple c)]). apply trace_do.
  - intros H. specialize (H (Access 2 c (arg1, [f]) 0)). vm_compute in H.
    destruct H as [H|[]]; [left; reflexivity | discriminate].
Qed.

(** Lemma 5.9 (G20): with a cap L̂, balanced code at the cap loses a level. *)
Definition capped (cap : nat) (c : command) (L : nat) : nat :=
  match c with Simple Lock => min (S L) cap | Simple Unlock => pred L | _ => L end.
Definition capped_after (cap L : nat) (t : strace) : nat := fold_left (fun L ev => capped cap (snd ev) L) t L.
Example literal_5_9 : forall cap, 0 < cap -> capped_after cap cap [(0, Simple Lock); (1, Simple Unlock)] <> cap.
Proof. intros cap L. change (pred (min (S cap) cap) <> cap). rewrite Nat.min_r; lia. Qed.

(** Lemma 5.9 holds with a cap that no level on the way exceeds. *)
Theorem balanced_5_9_cap : forall P C t L cap, (forall m, level (mbody P m) 0 = Some 0) ->
  trace_of P C t -> level C 0 = Some 0 -> (forall a b, t = a ++ b -> level_after L a <= cap) ->
  capped_after cap L t = L.
Proof.
  intros P C t L cap LV T E B.
  assert (X : forall t L, (forall a b, t = a ++ b -> level_after L a <= cap) -> capped_after cap L t = level_after L t).
  { clear. induction t as [|[p c] t IH]; intros L B; [reflexivity|].
    change (capped_after cap (capped cap c L) t = level_after (level_step c L) t).
    assert (Y : capped cap c L = level_step c L).
    { specialize (B [(p, c)] t eq_refl). destruct c as [[]| |]; try reflexivity. exact (Nat.min_l (S L) cap B). }
    rewrite Y. apply IH. intros a b ->. apply (B ((p, c) :: a) b eq_refl). }
  rewrite (X t L B). clear X. destruct (trace_level P LV C t T 0 0 E) as [NB LA]. destruct (never_below_up t 0 L NB) as [_ UP].
  rewrite Nat.add_0_r in UP. rewrite UP, LA. lia.
Qed.

(** Lemma 5.10 with partial objects (G8): heaps as in the paper, from addresses to locations, all of whose values
    have some cell.  A load of x.g has a trace from one and none from the other. *)
Definition partial_heap := addr -> option loc.
Definition no_dangling (h : partial_heap) : Prop := forall a l, h a = Some l -> exists k, h (l, k) <> None.
Example literal_5_10_partial : exists h1 h2 : partial_heap, no_dangling h1 /\ no_dangling h2 /\
  (exists k, h1 (0, k) <> None) /\ (exists k, h2 (0, k) <> None) /\ h1 (0, g) <> None /\ h2 (0, g) = None.
Proof.
  exists (fun _ => Some 0), (fun a => if snd a =? f then Some 0 else None).
  split; [|split; [|split; [|split; [|split]]]]; try (exists f); try discriminate; try reflexivity;
    intros a l _; exists f; discriminate.
Qed.

(** Lemma 5.10 without A3: an unassigned local decides what is executed. *)
Example literal_5_10 : let P := program_of [] (Do 0 (Copy x y)) 0 in
  exists h s1 s2, wf_heap h /\ wf_frame h s1 /\ wf_frame h s2 /\
  (exists t z, trace_of P (blocks P @ one) t /\ steps t ([s1], h, 0) z) /\
  ~ (exists t z, trace_of P (blocks P @ one) t /\ steps t ([s2], h, 0) z).
Proof.
  intros P. set (h := fun l : loc => if l =? 0 then Some (fun _ : field => 0) else None).
  exists h, (fun _ => Some 0), (fun _ => None). repeat split.
  - exists 1. intros l L. unfold h. destruct (Nat.eqb_spec l 0); auto; lia.
  - intros l o k E. unfold h in *. destruct (l =? 0); inversion E; subst. discriminate.
  - intros v l E. inversion E; subst. discriminate.
  - intros v l E. discriminate.
  - exists [(0, Simple (Copy x y))]. eexists. split; [constructor|]. econstructor; [|constructor]. constructor. reflexivity.
  - intros (t & z & T & SS). inversion T; subst. inversion SS as [|p c t z0 z1 z2 ST _]; subst.
    inversion ST as [v w s R h0 L l E| | | | | | |]; subst. discriminate.
Qed.
(** Lemma 5.10 (G3): if lock() is capped in Figure 5, balanced code gets stuck: the second unlock is at level 0. *)
Example literal_5_10_cap : let t := [(0, Simple Lock); (1, Simple Lock); (2, Simple Unlock)] in
  never_below 0 (t ++ [(3, Simple Unlock)]) /\ capped_after 1 0 t = 0.
Proof. vm_compute. auto. Qed.

(** Lemma 5.13: substituting the actuals into the body is not applying the summary.
    (a) A bare formal becomes a path, and so a copy becomes an access: m(1){y := arg1}, called m(arg1.f). *)
Example literal_5_13_bare : let P := program_of [(1, Do 0 (Copy y arg1))] Skip 1 in
  dA (analyse true P (Call 1 0 [(arg1, [f])]) bottom) = [] /\
  dA (analyse true P (Do 0 (Load y (arg1-.f))) bottom) <> [].
Proof. vm_compute. split; [reflexivity | discriminate]. Qed.
(** (b) WB in two directions (Section 5) is not that of Figure 7 (G26). *)
Definition prefix_arguments_both (es : list expr) : list expr :=
  filter_map (fun i => match nth_error es i with
                       | Some e => if existsb (fun e' => expr_prefix e e' || expr_prefix e' e) (remove_at i es)
                                   then Some e else None
                       | None => None
                       end) (seq 0 (length es)).
Example literal_5_13_WB : let es := [(arg1, []); (arg1, [f])] in prefix_arguments_both es <> prefix_arguments es.
Proof. vm_compute. discriminate. Qed.
(** (c) Nested calls: m1(2){m0(arg1.f, arg2.f)}, called m1(arg1.g, arg1.g).  After substitution the two actuals of the
    inner call are equal and in W, before it they are not. *)
Example literal_5_13_nested : let P := program_of [(2, Skip); (2, Call 0 0 [(arg1, [f]); (arg2, [f])])] Skip 1 in
  In (arg1, [g; f]) (dW (analyse true P (Call 1 0 [(arg1, [g; f]); (arg1, [g; f])]) bottom)) /\
  ~ In (arg1, [g; f]) (dW (analyse true P (Call 1 1 [(arg1, [g]); (arg1, [g])]) bottom)).
Proof. vm_compute. split; [tauto|]. intros [H|[H|[]]]; discriminate. Qed.

(** Theorem 5.15 with the printed order of ⟦C; c⟧♯ (G18), which applies c first. *)
Fixpoint printed_order (C : stmt) : stmt :=
  match C with
  | Seq C1 C2 => Seq (printed_order C2) (printed_order C1)
  | If C1 C2 => If (printed_order C1) (printed_order C2)
  | While C => While (printed_order C)
  | _ => C
  end.
Definition locked_put : stmt := block_of [Do 0 Lock; Do 1 (New y); Do 2 (Store (arg1-.f) y); Do 3 Unlock].
Example literal_5_15_order : let P := program_of [] locked_put 1 in
  map alevel (dA (analyse true P (printed_order locked_put) bottom)) = [0] /\
  map alevel (dA (analyse true P locked_put bottom)) = [1].
Proof. vm_compute. auto. Qed.
(** Theorem 5.15 with Figure 8's access at the level before the trace (G29), 0 in α. *)
Example literal_5_15_level : map alevel (dA (abstract true [(0, Simple Lock); (1, Simple (Store (arg1-.f) x))])) <> [0].
Proof. vm_compute. discriminate. Qed.
(** Theorem 5.15 without the filter after substitution (G19): m(1){y := new(); arg1.f := y}, called with a local, keeps
    an access that exec drops. *)
Definition put_method : nat * stmt := (1, block_of [Do 0 (New y); Do 1 (Store (arg1-.f) y)]).
Definition subst_unfiltered (es : theta) (e : expr) : option expr :=
  match fst e with Arg i => match nth_error es i with Some a => Some (fst a, snd a ++ snd e) | None => None end | Local _ => None end.
Example literal_5_15_filter : let P := program_of [put_method] Skip 1 in
  dA (analyse true P (Call 2 0 [(x, [])]) bottom) = [] /\
  filter_map (subst_unfiltered [(x, [])]) (map apath (dA (summary true P 0))) = [(x, [f])].
Proof. vm_compute. auto. Qed.

(** ** Section 6 *)
(** Lemma 6.6: if the root is a local, W (which is filtered to formals) does not say that it is assigned. *)
Example literal_6_6 : exists s h s' h' t, steps t ([s], h, 0) ([s'], h', 0) /\ dW (abstract true t) = [] /\
  s x <> s' x.
Proof.
  set (h := fun l : loc => if l =? 0 then Some (fun _ : field => 0) else None).
  exists (fun _ => Some 0), h, (bind (fun _ => Some 0) x 1), (hnew h 1), [(0, Simple (New x))]. split; [|split].
  - econstructor; [|constructor]. constructor. reflexivity.
  - reflexivity.
  - vm_compute. discriminate.
Qed.

(** ** Theorem 6.10 *)
(** Accesses that both hold the lock do not race. *)
Theorem locked_no_race : forall P p1 p2,
  (forall t c, comes_before P (blocks P @ one) t p1 c -> 0 < level_after 0 t) ->
  (forall t c, comes_before P (blocks P @ two) t p2 c -> 0 < level_after 0 t) -> ~ races P p1 p2.
Proof.
  intros P p1 p2 L1 L2 (K0 & INI & t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & _).
  apply L1 in CB1. apply L2 in CB2. assert (Z : forall t, levels K0 @ t = 0) by (intros t; apply INI).
  pose proof (interleaving_level _ _ _ I Z one) as A. pose proof (interleaving_level _ _ _ I Z two) as B.
  simpl in A, B. destruct (one_lock _ _ _ _ INI I one) as [H|H]; simpl in H; lia.
Qed.

(** The traces of straight-line code. *)
Lemma trace_seq_inv : forall P p c C t, trace_of P (Seq (Do p c) C) t -> exists u, t = (p, Simple c) :: u /\ trace_of P C u.
Proof. intros P p c C t T. inversion T as [| |C1 C2 t1 t2 T1 T2| | | | |]; subst. inversion T1; subst. simpl. eauto. Qed.
Lemma trace_do_inv : forall P p c t, trace_of P (Do p c) t -> t = [(p, Simple c)].
Proof. intros P p c t T. inversion T; auto. Qed.
Ltac unroll T :=
  repeat (apply trace_seq_inv in T; let u := fresh "u" in destruct T as (u & -> & T)); apply trace_do_inv in T; subst.

(** Where the store of a straight-line block stands. *)
Ltac straight :=
  let t := fresh "t" in let c := fresh "c" in let u := fresh "u" in let T := fresh "T" in let E := fresh "E" in
  intros t c (u & T); remember (t ++ _) as tau eqn:E in T; unfold block_of in T; simpl in T; unroll T;
  repeat (destruct t as [|[? ?] t]; simpl in E; inversion E; subst; simpl; try lia; try (destruct t; discriminate)).

(** With the printed order (G18), the store under the lock is recorded at level 0, stable, and would be reported; but
    it does not race with itself. *)
Example literal_6_10_order : let P := program_of [] locked_put 1 in
  (exists a, In a (dA (analyse true P (printed_order locked_put) bottom)) /\ alevel a = 0 /\ asite a = 2 /\
             forall e, proper_prefix e (apath a) -> ~ In e (dW (analyse true P (printed_order locked_put) bottom))) /\
  legal P /\ ~ races P 2 2.
Proof.
  intros P. split; [|split].
  - exists (Access 2 (Store (arg1-.f) y) (arg1, [f]) 0). split; [vm_compute; auto|]. split; [reflexivity|]. split; [reflexivity|].
    intros e [_ (k & gs & E)] I. vm_compute in I. destruct I as [<-|[]]. discriminate.
  - apply legalb_iff. reflexivity.
  - apply locked_no_race; straight.
Qed.
(** With a cap L̂ = 1 (G20), the same for  lock; lock; unlock; y := new(); arg1.f := y; unlock. *)
Definition twice_locked : stmt :=
  block_of [Do 0 Lock; Do 1 Lock; Do 2 Unlock; Do 3 (New y); Do 4 (Store (arg1-.f) y); Do 5 Unlock].
Example literal_6_10_cap : let P := program_of [] twice_locked 1 in
  capped_after 1 0 [(0, Simple Lock); (1, Simple Lock); (2, Simple Unlock); (3, Simple (New y))] = 0 /\
  legal P /\ ~ races P 4 4.
Proof.
  intros P. split; [reflexivity | split].
  - apply legalb_iff. reflexivity.
  - apply locked_no_race; straight.
Qed.
(** If the racing trace must not be empty (G13), a race between the two first commands is none: arg1.f := arg2 twice
    races, and only by the empty trace. *)
Example literal_3_6_nonempty : let P := program_of [] (Do 0 (Store (arg1-.f) arg2)) 2 in
  races P 0 0 /\
  forall t c, comes_before P (blocks P @ one) t 0 c \/ comes_before P (blocks P @ two) t 0 c -> t = [].
Proof.
  intros P. split.
  - assert (L : legalb P = true) by reflexivity.
    apply (racerdx_true true P L (Access 0 (Store (arg1-.f) arg2) (arg1, [f]) 0) (Access 0 (Store (arg1-.f) arg2) (arg1, [f]) 0)).
    vm_compute. auto.
  - intros t c [(u & T)|(u & T)]; apply trace_do_inv in T; destruct t as [|e [|e' t]]; auto; discriminate.
Qed.

(** Definition 3.6 with addresses one step too early (G12): in the state before the step by which the second thread
    comes to its access.  y := new(); n(); arg1.f := y twice, with a method n that does nothing, races, but read so it
    does not: before the return from n the top frame is n's, and arg1 has no value there. *)
Definition races_stale (P : program) (p1 p2 : site) : Prop :=
  exists K0 t1 c1 t2 c2 taus K u p c K', initial (formals P) K0 /\
    comes_before P (blocks P @ one) t1 p1 c1 /\ comes_before P (blocks P @ two) t2 p2 c2 /\
    interleaving K0 taus K /\ thread_step u c K K' /\ put taus u (taus @ u ++ [(p, c)]) = (t1, t2) /\ clash K c1 c2.
Definition returning : stmt := Seq (Do 0 (New y)) (Seq (Call 1 0 []) (Do 2 (Store (arg1-.f) y))).
Lemma top_pushed : forall K0 taus K, interleaving K0 taus K -> forall u t p, taus @ u = t ++ [(p, Push [])] ->
  exists S, stacks K @ u = callee [] :: S.
Proof.
  induction 1 as [|taus K t0 p0 c K' I IH ST]; intros u t p E.
  - destruct u, t; discriminate.
  - inversion ST as [S h L X OK]; subst. simpl. destruct (same_or_other t0 u) as [->| ->].
    + rewrite at_put_same in E. rewrite at_put_same. apply app_inj_tail in E. destruct E as [_ E]. injection E as _ ->.
      inversion X as [| | | | | |es s R h0 L0 vs V|]; subst. injection V as <-. eauto.
    + rewrite at_put_other in E. rewrite at_put_other. eauto.
Qed.
Example literal_3_6_stale : let P := program_of [(0, Skip)] returning 1 in races P 2 2 /\ ~ races_stale P 2 2.
Proof.
  intros P. split.
  - assert (L : legalb P = true) by reflexivity.
    apply (racerdx_true true P L (Access 2 (Store (arg1-.f) y) (arg1, [f]) 0) (Access 2 (Store (arg1-.f) y) (arg1, [f]) 0)).
    vm_compute. auto.
  - assert (SHAPE : forall C t c, C = returning -> comes_before P C t 2 c ->
      t = [(0, Simple (New y)); (1, Push []); (1, Pop)] /\ c = Store (arg1-.f) y).
    { intros C t c -> (v & T). unfold returning in T. apply trace_seq_inv in T. destruct T as (w & E & T).
      inversion T as [| |C1 C2 w1 w2 T1 T2| | | | |]; subst. inversion T1 as [| | | | | | |q m es w3 T3]; subst.
      inversion T3; subst. apply trace_do_inv in T2. subst. simpl in E.
      destruct t as [|e1 [|e2 [|e3 [|e4 t]]]]; simpl in E; inversion E; auto.
      destruct t; discriminate. }
    intros (K0 & t1 & c1 & t2 & c2 & taus & K & u & p & c & K' & _ & CB1 & CB2 & I & _ & E & (_ & EQ & NN)).
    apply (SHAPE _ _ _ eq_refl) in CB1. apply (SHAPE _ _ _ eq_refl) in CB2. destruct CB1 as [-> ->], CB2 as [-> ->].
    assert (TOP : exists S, stacks K @ u = callee [] :: S).
    { apply (f_equal (fun b => b @ u)) in E. rewrite at_put_same in E.
      assert (X : taus @ u = [(0, Simple (New y))] ++ [(1, Push [])]).
      { assert (E' : taus @ u ++ [(p, c)] = ([(0, Simple (New y))] ++ [(1, Push [])]) ++ [(1, Pop)]) by (destruct u; exact E).
        apply app_inj_tail in E'. apply E'. }
      eapply top_pushed; eauto. }
    destruct TOP as [S TOP]. assert (NONE : next_address K u (Store (arg1-.f) y) = None).
    { unfold next_address. rewrite TOP. reflexivity. }
    destruct u; [congruence | rewrite EQ in NN; congruence].
Qed.
