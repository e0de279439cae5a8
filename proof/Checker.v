(** * A checker of witnesses, proved sound

    A witness of a race is an initial state, a schedule with the choices that each thread takes, and the two sites; it is
    what package witness/check of the project replays, for witnesses in full form.  [check] replays one by Figures 5
    and 6 and compares the two addresses; [check_sound]: if it says yes, then the program races at the two sites
    (Definition 3.6).  [check] computes and can be extracted (Extract.v).

    A thread's rest of code is a list of statements and returns.  A move takes a choice, or executes the next command.
    Differences from the format of the tool: objects and fields are numbers, an allocation takes the next free number,
    and a choice is a move of its own.  There are no compressed witnesses. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved SpecialState.

(** ** Witnesses *)
Inductive move := Choose (b : bool) | Go.
Record witness := Witness {
  count : nat;                          (* the objects 0, .., count - 1 *)
  init_cells : list (loc * field * loc); (* cells that do not hold object 0 *)
  init_formals : both (list loc);       (* what the formals of each thread hold *)
  moves : list (thread * move);
  sites : site * site }.

(** ** The rest of a thread's code *)
Inductive item := Rest (C : stmt) | Return (p : site).
(** C before k, without sequences and skips at the head. *)
Fixpoint unfold_stmt (C : stmt) (k : list item) : list item :=
  match C with Skip => k | Seq C1 C2 => unfold_stmt C1 (unfold_stmt C2 k) | _ => Rest C :: k end.

Section Machine.
Variable P : program.
(** A move: the event that it executes, if any, and the new rest. *)
Definition advance (m : move) (k : list item) : option (strace * list item) :=
  match m, k with
  | Choose b, Rest (If C1 C2) :: r => Some ([], unfold_stmt (if b then C1 else C2) r)
  | Choose true, Rest (While C) :: r => Some ([], unfold_stmt C (Rest (While C) :: r))
  | Choose false, Rest (While C) :: r => Some ([], r)
  | Go, Rest (Do p c) :: r => Some ([(p, Simple c)], r)
  | Go, Rest (Call p m es) :: r => Some ([(p, Push es)], unfold_stmt (mbody P m) (Return p :: r))
  | Go, Return p :: r => Some ([(p, Pop)], r)
  | _, _ => None
  end.

(** The syntactic traces of a rest. *)
Inductive rest_trace : list item -> strace -> Prop :=
| rest_nil : rest_trace [] []
| rest_stmt C k t1 t2 : trace_of P C t1 -> rest_trace k t2 -> rest_trace (Rest C :: k) (t1 ++ t2)
| rest_return p k t : rest_trace k t -> rest_trace (Return p :: k) ((p, Pop) :: t).

Lemma unfold_trace : forall C k t, rest_trace (unfold_stmt C k) t ->
  exists t1 t2, t = t1 ++ t2 /\ trace_of P C t1 /\ rest_trace k t2.
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 _ C2 _|C _|p m es]; simpl; intros k t R;
    try (inversion R; subst; eauto; fail).
  - exists [], t. repeat split; auto. constructor.
  - apply IH1 in R. destruct R as (t1 & t' & -> & T1 & R). apply IH2 in R. destruct R as (t2 & t3 & -> & T2 & R).
    exists (t1 ++ t2), t3. rewrite app_assoc. repeat split; auto. constructor; auto.
Qed.
Lemma advance_trace : forall m k ev k' t, advance m k = Some (ev, k') -> rest_trace k' t -> rest_trace k (ev ++ t).
Proof.
  intros m k ev k' t E R. destruct m as [[|]|]; destruct k as [|[[|p c|C1 C2|C1 C2|C|p n es]|p] r]; simpl in E;
    try discriminate.
  - injection E as <- <-. apply unfold_trace in R. destruct R as (t1 & t2 & -> & T & R).
    apply (rest_stmt (If C1 C2) r t1 t2); auto. apply trace_then; auto.
  - injection E as <- <-. apply unfold_trace in R. destruct R as (t1 & t2 & -> & T & R).
    inversion R as [|C' k t3 t4 T3 R4|]; subst. simpl. rewrite app_assoc. apply (rest_stmt (While C) r (t1 ++ t3) t4); auto. apply trace_loop; auto.
  - injection E as <- <-. apply unfold_trace in R. destruct R as (t1 & t2 & -> & T & R).
    apply (rest_stmt (If C1 C2) r t1 t2); auto. apply trace_else; auto.
  - injection E as <- <-. apply (rest_stmt (While C) r [] t); auto. constructor.
  - injection E as <- <-. apply (rest_stmt (Do p c) r [(p, Simple c)] t); auto. constructor.
  - injection E as <- <-. apply unfold_trace in R. destruct R as (t1 & t2 & -> & T & R).
    inversion R as [| |p' k t3 R3]; subst.
    assert (G : rest_trace (Rest (Call p n es) :: r) (((p, Push es) :: t1 ++ [(p, Pop)]) ++ t3)).
    { apply rest_stmt; auto. constructor; auto. }
    simpl in G. rewrite <- app_assoc in G. exact G.
  - injection E as <- <-. constructor. auto.
Qed.
Lemma rest_exists : (forall m, calls_below m (mbody P m)) -> forall k, exists t, rest_trace k t.
Proof.
  intros DOWN. induction k as [|[C|p] k (t & R)].
  - exists []. constructor.
  - destruct (traces_exist P DOWN C) as [t1 T]. exists (t1 ++ t). constructor; auto.
  - exists ((p, Pop) :: t). constructor; auto.
Qed.

(** ** Execution *)
(** One command of one thread; [fresh] is the next free object. *)
Definition exec_command (c : command) (fs : list frame) (h : heap) (L fresh : nat) : option (list frame * heap * nat * nat) :=
  match fs with
  | [] => None
  | s :: R =>
    match c with
    | Simple (Copy x y) => match s y with Some l => Some (bind s x l :: R, h, L, fresh) | None => None end
    | Simple (Load x pi) =>
        match value s h (path_expr pi) with Some l => Some (bind s x l :: R, h, L, fresh) | None => None end
    | Simple (Store pi x) =>
        match value s h (path_base pi), s x with
        | Some l, Some v => match h l with Some _ => Some (s :: R, hset h l (plast pi) v, L, fresh) | None => None end
        | _, _ => None
        end
    | Simple (New x) =>
        match h fresh with None => Some (bind s x fresh :: R, hnew h fresh, L, S fresh) | Some _ => None end
    | Simple Lock => Some (fs, h, S L, fresh)
    | Simple Unlock => match L with 0 => None | S L' => Some (fs, h, L', fresh) end
    | Push es => match values s h es with Some vs => Some (callee vs :: fs, h, L, fresh) | None => None end
    | Pop => match R with [] => None | _ => Some (R, h, L, fresh) end
    end
  end.
Lemma exec_command_step : forall c S h L fre S' h' L' fre',
  exec_command c S h L fre = Some (S', h', L', fre') -> step c (S, h, L) (S', h', L').
Proof.
  intros c [|s R] h L fre S' h' L' fre' E; simpl in E; [discriminate|].
  destruct c as [[x y|x pi|pi x|x| |]|es|].
  - destruct (s y) eqn:Ey; [|discriminate]. injection E as <- <- <- <-. constructor; auto.
  - destruct (value s h (path_expr pi)) eqn:Ev; [|discriminate]. injection E as <- <- <- <-. constructor; auto.
  - destruct (value s h (path_base pi)) as [l|] eqn:Ev; [|discriminate]. destruct (s x) eqn:Ex; [|discriminate].
    destruct (h l) eqn:Eh; [|discriminate]. injection E as <- <- <- <-. econstructor; eauto.
  - destruct (h fre) eqn:Eh; [discriminate|]. injection E as <- <- <- <-. constructor; auto.
  - injection E as <- <- <- <-. constructor.
  - destruct L; [discriminate|]. injection E as <- <- <- <-. constructor.
  - destruct (values s h es) eqn:Ev; [|discriminate]. injection E as <- <- <- <-. constructor; auto.
  - destruct R; [discriminate|]. injection E as <- <- <- <-. constructor.
Qed.

(** ** Replay *)
Record machine := Machine { rests : both (list item); conf : config; free : nat }.
Definition run_move (M : machine) (tm : thread * move) : option machine :=
  let '(t, m) := tm in
  match advance m (rests M @ t) with
  | None => None
  | Some ([], k) => Some (Machine (put (rests M) t k) (conf M) (free M))
  | Some ((_, c) :: _, k) =>
      match exec_command c (stacks (conf M) @ t) (cheap (conf M)) (levels (conf M) @ t) (free M) with
      | Some (fr, h, L, n) =>
          if (levels (conf M) @ other t =? 0) || ((levels (conf M) @ t =? 0) && (L =? 0))
          then Some (Machine (put (rests M) t k) (Config (put (stacks (conf M)) t fr) h (put (levels (conf M)) t L)) n)
          else None
      | None => None
      end
  end.
Fixpoint run_moves (M : machine) (ms : list (thread * move)) : option machine :=
  match ms with
  | [] => Some M
  | m :: r => match run_move M m with Some M' => run_moves M' r | None => None end
  end.

(** What has been executed, and what is to come, is a trace of each block. *)
Definition follows_blocks (K0 : config) (M : machine) : Prop :=
  exists taus, interleaving K0 taus (conf M) /\
    forall t u, rest_trace (rests M @ t) u -> trace_of P (blocks P @ t) (taus @ t ++ u).
Lemma run_move_sound : forall K0 M tm M', follows_blocks K0 M -> run_move M tm = Some M' -> follows_blocks K0 M'.
Proof.
  intros K0 M [t m] M' (taus & I & R) E. unfold run_move in E.
  destruct (advance m (rests M @ t)) as [[[|[p c] ev] k]|] eqn:A; [| |discriminate].
  - injection E as <-. exists taus. split; auto. cbn [rests]. intros u w H.
    destruct (same_or_other t u) as [->| ->]; [rewrite at_put_same in H | rewrite at_put_other in H; auto].
    apply R. apply (advance_trace _ _ _ _ w A H).
  - assert (ev = []) as ->.
    { destruct m as [[|]|]; destruct (rests M @ t) as [|[[|q d|C1 C2|C1 C2|C|q n es]|q] r]; simpl in A;
        try discriminate; injection A; auto. }
    destruct (exec_command c (stacks (conf M) @ t) (cheap (conf M)) (levels (conf M) @ t) (free M)) as [[[[fr h] L] n]|] eqn:X;
      [|discriminate].
    destruct (_ || _) eqn:OK; [|discriminate]. injection E as <-.
    exists (put taus t (taus @ t ++ [(p, c)])). split.
    + econstructor; eauto. constructor; [eapply exec_command_step; eauto|].
      rewrite orb_true_iff, andb_true_iff, !Nat.eqb_eq in OK. auto.
    + cbn [rests]. intros u w H. destruct (same_or_other t u) as [->| ->].
      * rewrite at_put_same in H. rewrite at_put_same, <- app_assoc. apply R. apply (advance_trace _ _ _ _ w A H).
      * rewrite at_put_other in H. rewrite at_put_other. auto.
Qed.
Lemma run_moves_sound : forall ms K0 M M', follows_blocks K0 M -> run_moves M ms = Some M' -> follows_blocks K0 M'.
Proof.
  induction ms as [|m ms IH]; simpl; intros K0 M M' F E; [congruence|].
  destruct (run_move M m) as [M1|] eqn:X; [|discriminate]. eapply IH; [|eauto]. eapply run_move_sound; eauto.
Qed.

(** ** The checker *)
Definition cell_of (w : witness) (l : loc) (f : field) : loc :=
  match find (fun c => (fst (fst c) =? l) && (snd (fst c) =? f)) (init_cells w) with Some (_, l') => l' | None => 0 end.
Definition frame_of_formals (vs : list loc) : frame := callee vs.
Definition init_config (w : witness) : config :=
  Config ([callee (fst (init_formals w))], [callee (snd (init_formals w))]) (heap_of (count w) (cell_of w)) (0, 0).
Definition init_ok (w : witness) : bool :=
  (0 <? count w) && forallb (fun c => snd c <? count w) (init_cells w) &&
  forallb (fun l => l <? count w) (fst (init_formals w)) && forallb (fun l => l <? count w) (snd (init_formals w)) &&
  (formals P <=? length (fst (init_formals w))) && (formals P <=? length (snd (init_formals w))).
(** The access that a thread stands before. *)
Definition standing (k : list item) (p : site) : option simple :=
  match k with Rest (Do q c) :: _ => if q =? p then Some c else None | _ => None end.
Definition check (w : witness) : bool :=
  legalb P && init_ok w &&
  match run_moves (Machine (unfold_stmt (blocks P @ one) [], unfold_stmt (blocks P @ two) []) (init_config w) (count w)) (moves w) with
  | None => false
  | Some M =>
      match standing (rests M @ one) (fst (sites w)), standing (rests M @ two) (snd (sites w)) with
      | Some c1, Some c2 =>
          (writes c1 || writes c2) &&
          match next_address (conf M) one c1, next_address (conf M) two c2 with
          | Some (l1, f1), Some (l2, f2) => (l1 =? l2) && (f1 =? f2)
          | _, _ => false
          end
      | _, _ => false
      end
  end.

Lemma init_config_initial : forall w, init_ok w = true -> initial (formals P) (init_config w).
Proof.
  intros w H. unfold init_ok in H. rewrite !andb_true_iff, Nat.ltb_lt, !Nat.leb_le, !forallb_forall in H.
  destruct H as [[[[[N C] F1] F2] L1] L2]. split.
  - apply heap_of_wf. intros l f _. unfold cell_of.
    match goal with |- context [find ?q ?cs] => destruct (find q cs) as [[[a b] l']|] eqn:E end; [|auto].
    apply find_some in E. destruct E as [E _]. apply C in E. simpl in E. apply Nat.ltb_lt. auto.
  - intros t. split; [destruct t; auto|].
    assert (FR : forall vs, (forall l, In l vs -> (l <? count w) = true) -> formals P <= length vs ->
              wf_frame (heap_of (count w) (cell_of w)) (callee vs) /\ formals_hold (formals P) (callee vs)).
    { intros vs V LE. split.
      - intros [i|i] l E; simpl in E; [|discriminate]. apply nth_error_In in E. apply V in E. apply Nat.ltb_lt in E.
        rewrite heap_of_in; [discriminate | auto].
      - intros i Li. apply (proj2 (nth_error_Some vs i)). eapply Nat.lt_le_trans; eauto. }
    destruct t; simpl; eexists; (split; [reflexivity | apply FR; auto]).
Qed.
Lemma standing_before : forall K0 M t taus p c, (forall m, calls_below m (mbody P m)) ->
  interleaving K0 taus (conf M) ->
  (forall t u, rest_trace (rests M @ t) u -> trace_of P (blocks P @ t) (taus @ t ++ u)) ->
  standing (rests M @ t) p = Some c -> comes_before P (blocks P @ t) (taus @ t) p c.
Proof.
  intros K0 M t taus p c DOWN I R E. unfold standing in E.
  destruct (rests M @ t) as [|[[|q d|C1 C2|C1 C2|C|q n es]|q] r] eqn:ER; try discriminate.
  destruct (Nat.eqb_spec q p) as [->|]; [|discriminate]. injection E as ->.
  destruct (rest_exists DOWN r) as [u U]. exists u. apply (R t). rewrite ER.
  apply (rest_stmt (Do p c) r [(p, Simple c)] u); auto. constructor.
Qed.

Theorem check_sound : forall w, check w = true -> races P (fst (sites w)) (snd (sites w)).
Proof.
  intros w H. unfold check in H. rewrite !andb_true_iff in H. destruct H as [[LG IO] H]. apply legalb_iff in LG.
  destruct (run_moves _ (moves w)) as [M|] eqn:RM; [|discriminate].
  assert (F : follows_blocks (init_config w) M).
  { eapply run_moves_sound; [|eauto]. exists ([], []). split; [constructor|].
    intros t u R. assert (X : rest_trace (unfold_stmt (blocks P @ t) []) u) by (destruct t; exact R).
    apply unfold_trace in X. destruct X as (t1 & t2 & -> & T & R2). inversion R2; subst. rewrite app_nil_r.
    destruct t; exact T. }
  destruct F as (taus & I & R).
  destruct (standing (rests M @ one) (fst (sites w))) as [c1|] eqn:S1; [|discriminate].
  destruct (standing (rests M @ two) (snd (sites w))) as [c2|] eqn:S2; [|discriminate].
  rewrite andb_true_iff in H. destruct H as [WR H].
  destruct (next_address (conf M) one c1) as [[l1 f1]|] eqn:A1; [|discriminate].
  destruct (next_address (conf M) two c2) as [[l2 f2]|] eqn:A2; [|discriminate].
  rewrite andb_true_iff, !Nat.eqb_eq in H. destruct H as [-> ->].
  exists (init_config w). split; [apply init_config_initial; auto|].
  exists (fst taus), c1, (snd taus), c2, (conf M). destruct taus as [t1 t2].
  split; [apply (standing_before _ M one (t1, t2) _ _ (legal_calls P LG) I R S1)|].
  split; [apply (standing_before _ M two (t1, t2) _ _ (legal_calls P LG) I R S2)|].
  split; [auto|]. split; [auto|]. rewrite A1, A2. split; [auto | discriminate].
Qed.
End Machine.

(** An example: put(b) { lock(); unlock(); n := new(); b.f := n } twice on one object. *)
Example check_example :
  let put := Seq (Do 0 Lock) (Seq (Do 1 Unlock) (Seq (Do 2 (New (Local 0))) (Do 3 (Store (Path (Arg 0) [] 0) (Local 0))))) in
  let P := Program [(1, put)] (Call 4 0 [(Arg 0, [])], Call 4 0 [(Arg 0, [])]) 1 in
  let before t := [(t, Go); (t, Go); (t, Go); (t, Go)] in
  check P (Witness 1 [] ([0], [0]) (before one ++ before two) (3, 3)) = true /\
  check P (Witness 2 [] ([0], [1]) (before one ++ before two) (3, 3)) = false.
Proof. vm_compute. auto. Qed.
