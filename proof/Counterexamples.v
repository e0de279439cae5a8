(** * Where the printed text fails: a checked counterexample for each literal reading

    Each [Example] is closed.  Where the printed statement has its own step, analysis or exec, these are defined here
    ([printed_...], [capped_...]) and the example is the negation of the statement.  The others show by computation where
    the two sides of the statement differ.  The names follow the lemma of the paper; the numbers with G are those of
    docs/theory.md. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces Completeness Laws WellBehaved Theorem1 Reports.

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
(** Figure 7 with the cap. *)
Definition capped_locking (cap : nat) (c : simple) (L : nat) : nat := capped cap (Simple c) L.
Fixpoint capped_transfer (cap : nat) (sm : method -> dom) (C : stmt) (d : dom) : dom :=
  match C with
  | Skip => d
  | Do p c =>
      Dom (filter_map fml (touches c) ++ dW d) (filter_map fml (assigns c) ++ dWr d)
          (capped_locking cap c (dL d)) (accesses [] p c (dL d) ++ dA d)
  | Seq C1 C2 => capped_transfer cap sm C2 (capped_transfer cap sm C1 d)
  | If C1 C2 => join (capped_transfer cap sm C1 d) (capped_transfer cap sm C2 d)
  | While C => join d (capped_transfer cap sm C d)
  | Call _ m es =>
      Dom (filter_map fml (prefix_arguments es) ++ filter_map (subst [es]) (dW (sm m)) ++ dW d)
          (filter_map (subst [es]) (dWr (sm m)) ++ dWr d)
          (min (dL d + dL (sm m)) cap)
          (map (fun a => Access (asite a) (acmd a) (apath a) (min (alevel a) cap))
               (filter_map (in_caller es (dL d)) (dA (sm m))) ++ dA d)
  end.
Fixpoint capped_summaries (cap : nat) (P : program) (n : nat) : method -> dom :=
  match n with
  | 0 => fun _ => bottom
  | S k => let sm := capped_summaries cap P k in
           let d := capped_transfer cap sm (mbody P k) bottom in fun m => if m =? k then d else sm m
  end.
Definition capped_analyse (cap : nat) (P : program) (C : stmt) (d : dom) : dom :=
  capped_transfer cap (capped_summaries cap P (length (methods P))) C d.
Definition printed_5_9 (cap : nat) : Prop := forall P C d, legal P -> level C 0 = Some 0 -> dL d <= cap ->
  dL (capped_analyse cap P C d) = dL d.
Example literal_5_9 : forall cap, 0 < cap -> ~ printed_5_9 cap.
Proof.
  intros cap L H. assert (LG : legal nothing) by (apply legalb_iff; reflexivity).
  specialize (H nothing (Seq (Do 0 Lock) (Do 1 Unlock)) (Dom [] [] cap []) LG eq_refl (le_n cap)).
  change (pred (min (S cap) cap) = cap) in H. rewrite Nat.min_r in H; lia.
Qed.

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
Fixpoint partial_walk (h : partial_heap) (l : loc) (fs : list field) : option loc :=
  match fs with [] => Some l | k :: r => match h (l, k) with Some l' => partial_walk h l' r | None => None end end.
Definition partial_value (s : frame) (h : partial_heap) (e : expr) : option loc :=
  match s (fst e) with Some l => partial_walk h l (snd e) | None => None end.
Inductive partial_step : simple -> frame * partial_heap -> frame * partial_heap -> Prop :=
| partial_copy v w s h l : s w = Some l -> partial_step (Copy v w) (s, h) (bind s v l, h)
| partial_load v pi s h l : partial_value s h (path_expr pi) = Some l -> partial_step (Load v pi) (s, h) (bind s v l, h)
| partial_store pi v s h l a : partial_value s h (path_base pi) = Some l -> h (l, plast pi) <> None -> s v = Some a ->
    partial_step (Store pi v) (s, h) (s, fun b => if (fst b =? l) && (snd b =? plast pi) then Some a else h b)
| partial_new v s h l : (forall k, h (l, k) = None) ->
    partial_step (New v) (s, h) (bind s v l, fun b => if fst b =? l then Some l else h b)
| partial_lock z : partial_step Lock z z
| partial_unlock z : partial_step Unlock z z.
(** Every variable holds an object. *)
Definition partial_ok (s : frame) (h : partial_heap) : Prop :=
  no_dangling h /\ forall v, exists l, s v = Some l /\ exists k, h (l, k) <> None.
(** The lemma, for one command. *)
Definition printed_5_10_partial : Prop := forall c s1 h1 s2 h2, partial_ok s1 h1 -> partial_ok s2 h2 ->
  (exists z, partial_step c (s1, h1) z) -> exists z, partial_step c (s2, h2) z.
Example literal_5_10_partial : ~ printed_5_10_partial.
Proof.
  intros H. destruct (H (Load x (arg1-.g)) (fun _ => Some 0) (fun _ => Some 0)
    (fun _ => Some 0) (fun a => if snd a =? f then Some 0 else None)) as (z & ST).
  - split; [intros a l _; exists f; discriminate|]. intros v. exists 0. split; auto. exists f. discriminate.
  - split; [intros a l _; exists f; discriminate|]. intros v. exists 0. split; auto. exists f. discriminate.
  - eexists. eapply partial_load. reflexivity.
  - inversion ST as [|v pi s h l E| | | |]; subst. discriminate.
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
(** Lemma 5.10 (G3): if lock() is capped in Figure 5, balanced code gets stuck ([literal_5_10_cap] below): the second
    unlock is at level 0. *)
Inductive capped_step (cap : nat) : command -> state -> state -> Prop :=
| capped_lock S h L : capped_step cap (Simple Lock) (S, h, L) (S, h, capped cap (Simple Lock) L)
| capped_same c z z' : c <> Simple Lock -> step c z z' -> capped_step cap c z z'.
Inductive capped_steps (cap : nat) : strace -> state -> state -> Prop :=
| capped_nil z : capped_steps cap [] z z
| capped_cons p c t z z' z'' : capped_step cap c z z' -> capped_steps cap t z' z'' -> capped_steps cap ((p, c) :: t) z z''.
(** The lemma, for thread blocks, given what it is to execute a trace. *)
Definition printed_5_10 (executes : strace -> state -> state -> Prop) : Prop :=
  forall P, legal P -> forall t S1 h1 S2 h2, well_behaved (formals P) S1 h1 -> well_behaved (formals P) S2 h2 ->
  (forall tau, (exists z, trace_of P (blocks P @ t) tau /\ executes tau (S1, h1, 0) z) <->
               (exists z, trace_of P (blocks P @ t) tau /\ executes tau (S2, h2, 0) z)) /\
  (exists tau z, trace_of P (blocks P @ t) tau /\ executes tau (S1, h1, 0) z).
Example corrected_5_10 : printed_5_10 steps.
Proof. intros P L t S1 h1 S2 h2 W1 W2. apply same_traces_5_10; auto. Qed.
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
Definition printed_5_13_WB : Prop := forall P, legal P -> forall rename m es, strong (mbody P m) ->
  forall e, In e (dW (analyse true P (Call 0 m es) bottom)) <->
    In e (dW (analyse true P (stmt_subst es rename (mbody P m)) bottom)) \/ In e (filter_map fml (prefix_arguments_both es)).
Example literal_5_13_WB : ~ printed_5_13_WB.
Proof.
  intros H. set (P := program_of [(2, Skip)] Skip 1). assert (L : legal P) by (apply legalb_iff; reflexivity).
  destruct (H P L (fun n => n) 0 [(arg1, []); (arg1, [f])] I (arg1, [f])) as [_ B].
  destruct B as [B|[]]; [right; vm_compute; auto | discriminate B].
Qed.
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
Fixpoint printed_accesses (T : list (list expr)) (t : strace) : list access :=
  match t with
  | [] => []
  | (p, Simple c) :: r => accesses T p c 0 ++ printed_accesses T r
  | (_, c) :: r => printed_accesses (theta_step T c) r
  end.
Definition printed_5_15 : Prop := forall P C, legal P -> level C 0 = Some 0 ->
  forall a, In a (dA (analyse true P C bottom)) <-> exists t, trace_of P C t /\ In a (printed_accesses [] t).
Lemma printed_level : forall t T a, In a (printed_accesses T t) -> alevel a = 0.
Proof.
  induction t as [|[p [c|es|]] t IH]; simpl; intros T a I; [destruct I| |eauto|eauto].
  apply in_app_iff in I. destruct I as [I|I]; [|eauto]. unfold accesses in I.
  destruct (accessed_path c) as [pi|]; [|destruct I]. destruct (subst T (path_expr pi)); [|destruct I].
  destruct I as [<-|[]]. reflexivity.
Qed.
Example literal_5_15_level : ~ printed_5_15.
Proof.
  intros H. set (P := program_of [] locked_put 1). assert (L : legal P) by (apply legalb_iff; reflexivity).
  destruct (H P locked_put L eq_refl (Access 2 (Store (arg1-.f) y) (arg1, [f]) 1)) as [B _].
  destruct B as (t & _ & I); [vm_compute; auto|]. apply printed_level in I. discriminate.
Qed.
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

(** With lock() capped at 1,  lock; lock; unlock; unlock  has no execution (Lemma 5.10, G3). *)
Example literal_5_10_cap : ~ printed_5_10 (capped_steps 1).
Proof.
  intros H. set (P := program_of [] (block_of [Do 0 Lock; Do 1 Lock; Do 2 Unlock; Do 3 Unlock]) 0).
  assert (L : legal P) by (apply legalb_iff; reflexivity).
  assert (W : well_behaved 0 [fun _ => None] (fun _ => None)).
  { split; [split; [exists 0; auto | discriminate]|]. exists (fun _ => None). split; auto. split; [discriminate|].
    intros i I. lia. }
  destruct (H P L one _ _ _ _ W W) as [_ (tau & z & T & R)]. unfold P, block_of in T. simpl in T. unroll T.
  repeat match goal with
  | R : capped_steps _ (_ :: _) _ _ |- _ => inversion R; clear R; subst
  | R : capped_step _ (Simple Lock) _ _ |- _ => inversion R; clear R; subst; [|congruence]
  | R : capped_step _ (Simple Unlock) _ _ |- _ => inversion R; clear R; subst
  | R : step (Simple Unlock) _ _ |- _ => inversion R; clear R; subst
  end.
Qed.

(** Where the store of a straight-line block stands. *)
Ltac straight :=
  let t := fresh "t" in let c := fresh "c" in let u := fresh "u" in let T := fresh "T" in let E := fresh "E" in
  intros t c (u & T); remember (t ++ _) as tau eqn:E in T; unfold block_of in T; simpl in T; unroll T;
  repeat (destruct t as [|[? ?] t]; simpl in E; inversion E; subst; simpl; try lia; try (destruct t; discriminate)).

(** The theorem, given the analysis. *)
Definition printed_6_10 (analysis : program -> stmt -> dom) : Prop := forall P, legal P -> forall x1 x2 v1 v2 fs,
  In x1 (dA (analysis P (blocks P @ one))) -> In x2 (dA (analysis P (blocks P @ two))) ->
  apath x1 = (v1, fs) -> apath x2 = (v2, fs) ->
  (forall e, In e (dW (analysis P (blocks P @ one))) -> ~ proper_prefix e (v1, fs)) ->
  (forall e, In e (dW (analysis P (blocks P @ two))) -> ~ proper_prefix e (v2, fs)) ->
  (writes (acmd x1) || writes (acmd x2)) = true -> alevel x1 + alevel x2 <= 1 -> races P (asite x1) (asite x2).
Example corrected_6_10 : printed_6_10 (fun P C => analyse true P C bottom).
Proof. exact theorem_6_10. Qed.
(** With the printed order (G18), the store under the lock is recorded at level 0, stable, and reported; but it does not
    race with itself. *)
Example literal_6_10_order : ~ printed_6_10 (fun P C => analyse true P (printed_order C) bottom).
Proof.
  intros H. set (P := program_of [] locked_put 1). assert (L : legal P) by (apply legalb_iff; reflexivity).
  set (a := Access 2 (Store (arg1-.f) y) (arg1, [f]) 0).
  assert (W : forall e, In e (dW (analyse true P (printed_order locked_put) bottom)) -> ~ proper_prefix e (arg1, [f])).
  { intros e I [_ (k & gs & E)]. vm_compute in I. destruct I as [<-|[]]. discriminate. }
  assert (R : races P 2 2).
  { apply (H P L a a arg1 arg1 [f]); try reflexivity; try exact W; try (vm_compute; auto; fail). }
  revert R. apply locked_no_race; straight.
Qed.
(** With a cap L̂ = 1 (G20), the same for  lock; lock; unlock; y := new(); arg1.f := y; unlock. *)
Definition twice_locked : stmt :=
  block_of [Do 0 Lock; Do 1 Lock; Do 2 Unlock; Do 3 (New y); Do 4 (Store (arg1-.f) y); Do 5 Unlock].
Example literal_6_10_cap : ~ printed_6_10 (fun P C => capped_analyse 1 P C bottom).
Proof.
  intros H. set (P := program_of [] twice_locked 1). assert (L : legal P) by (apply legalb_iff; reflexivity).
  set (a := Access 4 (Store (arg1-.f) y) (arg1, [f]) 0).
  assert (W : forall e, In e (dW (capped_analyse 1 P twice_locked bottom)) -> ~ proper_prefix e (arg1, [f])).
  { intros e I [_ (k & gs & E)]. vm_compute in I. destruct I as [<-|[]]. discriminate. }
  assert (R : races P 4 4).
  { apply (H P L a a arg1 arg1 [f]); try reflexivity; try exact W; try (vm_compute; auto; fail). }
  revert R. apply locked_no_race; straight.
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

(** ** What does not race (Definition 3.6) *)
Lemma only_command : forall P p c t q c', comes_before P (Do p c) t q c' -> t = [] /\ c' = c.
Proof.
  intros P p c t q c' (u & T). apply trace_do_inv in T. symmetry in T. apply singleton_split in T.
  destruct T as (-> & E & _). inversion E. auto.
Qed.
(** Two reads. *)
Example two_reads : let P := program_of [] (Do 0 (Load x (arg1-.f))) 1 in ~ races P 0 0.
Proof.
  intros P (K0 & _ & t1 & c1 & t2 & c2 & K & CB1 & CB2 & _ & W & _).
  apply only_command in CB1. apply only_command in CB2. destruct CB1 as [_ ->], CB2 as [_ ->]. discriminate.
Qed.
(** Different cells. *)
Example different_cells : let P := Program [] (Do 0 (Store (arg1-.f) arg1), Do 1 (Store (arg1-.g) arg1)) 1 in ~ races P 0 1.
Proof.
  intros P (K0 & _ & t1 & c1 & t2 & c2 & K & CB1 & CB2 & _ & _ & E & N).
  apply only_command in CB1. apply only_command in CB2. destruct CB1 as [_ ->], CB2 as [_ ->].
  unfold next_address, address in *. simpl in *.
  destruct (fst (stacks K)) as [|s1 R1]; [congruence|]. destruct (snd (stacks K)) as [|s2 R2]; [congruence|].
  destruct (value s1 (cheap K) _) as [l1|]; [|congruence]. destruct (cheap K l1); [|congruence].
  destruct (value s2 (cheap K) _) as [l2|]; [|congruence]. destruct (cheap K l2); [|congruence].
  inversion E.
Qed.
(** Both under the lock. *)
Example both_locked : let P := program_of [] locked_put 1 in ~ races P 2 2.
Proof. intros P. apply locked_no_race; straight. Qed.
(** Two addresses that are both undefined: x is nil in the callee. *)
Example undefined_addresses : let P := program_of [(0, Do 0 (Store (x-.f) x))] (Call 1 0 []) 0 in ~ races P 0 0.
Proof.
  intros P (K0 & _ & t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & _ & _ & N).
  assert (SHAPE : forall t c, comes_before P (Call 1 0 []) t 0 c -> t = [] ++ [(1, Push [])] /\ c = Store (x-.f) x).
  { intros t c (u & T). inversion T as [| | | | | | |q m es w T1]; subst. apply trace_do_inv in T1. subst.
    match goal with E : _ :: _ = _ |- _ => destruct t as [|e1 [|e2 [|e3 t]]]; simpl in E; inversion E; subst; auto end.
    destruct t; discriminate. }
  apply SHAPE in CB1. destruct CB1 as [-> ->]. apply N. unfold next_address.
  destruct (top_pushed _ _ _ I one [] 1 eq_refl) as [S ->]. reflexivity.
Qed.
