(** * A checker of witnesses, proved sound

    A witness of a race is an initial state, a list of steps with the choices that lead to them, and the two accesses; it
    is what package witness/check of the project replays.  [check] replays one in full by Figures 5 and 6 and compares
    the two addresses with each other and with the cell that it names; [check_sound]: if it says yes, then the program
    races at the two sites (Definition 3.6).  [check] computes and is extracted (Extract.v).  Compressed witnesses:
    Compressed.v.

    A thread's rest of code is a list of statements and returns.  Choices between two commands are silent: a step gives
    them all, or none, and then any way to its command will do.
    Differences from the format of the tool: what is named there is a number here; an allocation takes the next free
    number; a table says which statement stands at the position of a choice.  What the tool refuses as text (a name
    that is none, a position where nothing stands, a seal that does not fit) has no form here. *)
From Coq Require Import List Arith Lia Bool BinNums BinNat.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved SpecialState.

(** ** Witnesses *)
Inductive take := Then | Else | Loop | Exit.
Definition choice := (site * take)%type.
(** What a step does; [RunCall] is a complete call in one step (Compressed.v) that claims its length. *)
Inductive doing := Execute (c : simple) | Enter (es : list expr) | Leave | RunCall (es : list expr) (n : N).
Record wstep := WStep { who : thread; where_ : site; what : doing; by_choices : list choice }.
(** An access that a thread is about to make. *)
Record claim := Claim { csite : site; cwrites : bool; cchoices : list choice }.
Record witness := Witness {
  compressed : bool;
  count : nat;                           (* the objects 0, .., count - 1 *)
  fields_used : nat;                     (* the fields 0, .., fields_used - 1 *)
  init_cells : list (loc * field * loc); (* each cell once *)
  init_formals : both (list loc);        (* what the formals of each thread hold *)
  branches : list (site * stmt);         (* the if or while at the position of a choice *)
  wsteps : list wstep;
  claims : both claim;
  cell : option loc * field }.           (* no object: a compressed witness leaves it open *)

Definition command_eq_dec (c d : simple) : {c = d} + {c <> d}.
Proof. repeat decide equality. Defined.
Definition stmt_eq_dec (C D : stmt) : {C = D} + {C <> D}.
Proof. repeat decide equality. Defined.
Definition exprs_eqb (a b : list expr) : bool := if list_eq_dec expr_eq_dec a b then true else false.

(** ** The rest of a thread's code *)
Inductive item := Rest (C : stmt) | Return (p : site).
(** C before k, without sequences and skips at the head. *)
Fixpoint unfold_stmt (C : stmt) (k : list item) : list item :=
  match C with Skip => k | Seq C1 C2 => unfold_stmt C1 (unfold_stmt C2 k) | _ => Rest C :: k end.

(** A choice, taken at the head of a rest. *)
Definition choose (labels : list (site * stmt)) (ch : choice) (k : list item) : option (list item) :=
  match k with
  | Rest C :: r =>
      match find (fun l => fst l =? fst ch) labels with
      | Some (_, D) =>
          if stmt_eq_dec C D then
            match C, snd ch with
            | If C1 _, Then => Some (unfold_stmt C1 r)
            | If _ C2, Else => Some (unfold_stmt C2 r)
            | While C1, Loop => Some (unfold_stmt C1 (Rest C :: r))
            | While _, Exit => Some r
            | _, _ => None
            end
          else None
      | None => None
      end
  | _ => None
  end.
Fixpoint choose_all (labels : list (site * stmt)) (chs : list choice) (k : list item) : option (list item) :=
  match chs with
  | [] => Some k
  | ch :: r => match choose labels ch k with Some k' => choose_all labels r k' | None => None end
  end.

(** A way to the command at p that resolves choices silently: the rest that begins there.  [passes]: a statement that
    can be executed without a command. *)
Fixpoint passes (C : stmt) : bool :=
  match C with
  | Skip | While _ => true
  | Do _ _ | Call _ _ _ => false
  | Seq C1 C2 => passes C1 && passes C2
  | If C1 C2 => passes C1 || passes C2
  end.
Fixpoint seek (p : site) (C : stmt) (k : list item) : option (list item) :=
  match C with
  | Skip => None
  | Do q _ | Call q _ _ => if q =? p then Some (Rest C :: k) else None
  | Seq C1 C2 =>
      match seek p C1 (unfold_stmt C2 k) with
      | Some r => Some r
      | None => if passes C1 then seek p C2 k else None
      end
  | If C1 C2 => match seek p C1 k with Some r => Some r | None => seek p C2 k end
  | While C1 => seek p C1 (Rest C :: k)
  end.
Fixpoint seek_rest (p : site) (k : list item) : option (list item) :=
  match k with
  | [] => None
  | Rest C :: r => match seek p C r with Some k' => Some k' | None => if passes C then seek_rest p r else None end
  | Return q :: _ => if q =? p then Some k else None
  end.
(** Where a thread comes to p, by the choices that are given or by any. *)
Definition come_to (labels : list (site * stmt)) (p : site) (chs : list choice) (k : list item) : option (list item) :=
  match chs with [] => seek_rest p k | _ => choose_all labels chs k end.

Section Machine.
Variable P : program.
(** The event at the head of a rest, and what is left behind it. *)
Definition next_event (k : list item) : option (event * list item) :=
  match k with
  | Rest (Do p c) :: r => Some ((p, Simple c), r)
  | Rest (Call p m es) :: r => Some ((p, Push es), unfold_stmt (mbody P m) (Return p :: r))
  | Return p :: r => Some ((p, Pop), r)
  | _ => None
  end.
(** Does a step say this command? *)
Definition says (d : doing) (c : command) : bool :=
  match d, c with
  | Execute c, Simple c' => if command_eq_dec c c' then true else false
  | Enter es, Push es' => exprs_eqb es es'
  | Leave, Pop => true
  | _, _ => false
  end.

(** The syntactic traces of a rest. *)
Inductive rest_trace : list item -> strace -> Prop :=
| rest_nil : rest_trace [] []
| rest_stmt C k t1 t2 : trace_of P C t1 -> rest_trace k t2 -> rest_trace (Rest C :: k) (t1 ++ t2)
| rest_return p k t : rest_trace k t -> rest_trace (Return p :: k) ((p, Pop) :: t).
(** From k the thread may come silently to k'. *)
Definition leads (k k' : list item) : Prop := forall t, rest_trace k' t -> rest_trace k t.

Lemma unfold_trace : forall C k t, rest_trace (unfold_stmt C k) t -> rest_trace (Rest C :: k) t.
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 _ C2 _|C _|p m es]; simpl; intros k t R; auto.
  - apply (rest_stmt Skip k [] t); auto. constructor.
  - apply IH1 in R. inversion R as [|C k' t1 t' T1 R'|]; subst. apply IH2 in R'. inversion R' as [|C k' t2 t3 T2 R3|]; subst.
    rewrite app_assoc. constructor; auto. constructor; auto.
Qed.
Lemma choose_leads : forall labels ch k k', choose labels ch k = Some k' -> leads k k'.
Proof.
  intros labels ch [|[C|p] r] k' E t R; simpl in E; try discriminate.
  destruct (find (fun l => fst l =? fst ch) labels) as [[q D]|]; [|discriminate]. destruct (stmt_eq_dec C D) as [_|]; [|discriminate].
  destruct C as [|p c|C1 C2|C1 C2|C1|p m es]; destruct (snd ch); try discriminate; injection E as <-;
    try (apply unfold_trace in R; inversion R as [|C' k' t1 t2 T R'|]; subst).
  - constructor; auto. apply trace_then. auto.
  - constructor; auto. apply trace_else. auto.
  - inversion R' as [|C' k' t3 t4 T' R2|]; subst. rewrite app_assoc. constructor; auto. constructor; auto.
  - apply (rest_stmt (While C1) r [] t); auto. constructor.
Qed.
Lemma choose_all_leads : forall labels chs k k', choose_all labels chs k = Some k' -> leads k k'.
Proof.
  induction chs as [|ch chs IH]; simpl; intros k k' E t R; [congruence|].
  destruct (choose labels ch k) as [k1|] eqn:X; [|discriminate].
  eapply choose_leads; [eauto|]. eapply IH; eauto.
Qed.
Lemma passes_trace : forall C, passes C = true -> trace_of P C [].
Proof.
  induction C; simpl; intros E; try discriminate.
  - constructor.
  - apply andb_true_iff in E. destruct E. apply (trace_seq P C1 C2 [] []); auto.
  - apply orb_true_iff in E. destruct E; [apply trace_then | apply trace_else]; auto.
  - constructor.
Qed.
Lemma seek_leads : forall p C k k', seek p C k = Some k' -> leads (Rest C :: k) k'.
Proof.
  induction C as [|q c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C1 IH1|q m es]; simpl; intros k k' E t R; try discriminate.
  - destruct (q =? p); [|discriminate]. injection E as <-. auto.
  - destruct (seek p C1 (unfold_stmt C2 k)) as [k1|] eqn:S1.
    + injection E as <-. apply (IH1 _ _ S1) in R. inversion R as [|C k1' t1 t2 T R'|]; subst.
      apply unfold_trace in R'. inversion R' as [|C k1' t3 t4 T' R2|]; subst. rewrite app_assoc. constructor; auto.
      constructor; auto.
    + destruct (passes C1) eqn:PA; [|discriminate]. apply (IH2 _ _ E) in R. inversion R as [|C k1 t1 t2 T R'|]; subst.
      constructor; auto. apply (trace_seq P C1 C2 [] t1); auto. apply passes_trace. auto.
  - destruct (seek p C1 k) as [k1|] eqn:S1.
    + injection E as <-. apply (IH1 _ _ S1) in R. inversion R; subst. constructor; auto. apply trace_then. auto.
    + apply (IH2 _ _ E) in R. inversion R; subst. constructor; auto. apply trace_else. auto.
  - apply (IH1 _ _ E) in R. inversion R as [|C k1 t1 t2 T R'|]; subst. inversion R' as [|C k1 t3 t4 T' R2|]; subst.
    rewrite app_assoc. constructor; auto. constructor; auto.
  - destruct (q =? p); [|discriminate]. injection E as <-. auto.
Qed.
Lemma seek_rest_leads : forall p k k', seek_rest p k = Some k' -> leads k k'.
Proof.
  induction k as [|[C|q] k IH]; simpl; intros k' E t R; try discriminate.
  - destruct (seek p C k) as [k1|] eqn:S1.
    + injection E as <-. eapply seek_leads; eauto.
    + destruct (passes C) eqn:PA; [|discriminate]. apply (rest_stmt C k [] t); [apply passes_trace; auto|].
      eapply IH; eauto.
  - destruct (q =? p); [|discriminate]. injection E as <-. auto.
Qed.
Lemma come_to_leads : forall labels p chs k k', come_to labels p chs k = Some k' -> leads k k'.
Proof. intros labels p [|ch chs] k k' E; [eapply seek_rest_leads | eapply choose_all_leads]; eauto. Qed.
Lemma next_event_trace : forall k ev k', next_event k = Some (ev, k') ->
  forall t, rest_trace k' t -> rest_trace k (ev :: t).
Proof.
  intros [|[[|p c|C1 C2|C1 C2|C|p m es]|p] r] ev k' E t R; try discriminate; injection E as <- <-.
  - apply (rest_stmt (Do p c) r [(p, Simple c)] t); auto. constructor.
  - apply unfold_trace in R. inversion R as [|C k1 t1 t2 T R'|]; subst. inversion R' as [| |q k1 t3 R3]; subst.
    assert (G : rest_trace (Rest (Call p m es) :: r) (((p, Push es) :: t1 ++ [(p, Pop)]) ++ t3)).
    { apply rest_stmt; auto. constructor; auto. }
    simpl in G. rewrite <- app_assoc in G. exact G.
  - constructor. auto.
Qed.
Lemma rest_exists : (forall m, calls_below m (mbody P m)) -> forall k, exists t, rest_trace k t.
Proof.
  intros DOWN. induction k as [|[C|p] k (t & R)].
  - exists []. constructor.
  - destruct (traces_exist P DOWN C) as [t1 T]. exists (t1 ++ t). constructor; auto.
  - exists ((p, Pop) :: t). constructor; auto.
Qed.

(** ** Reached configurations *)
(** K is reached from K0, and what is left are these rests. *)
Definition reached (K0 : config) (rs : both (list item)) (K : config) : Prop :=
  exists taus, interleaving K0 taus K /\
    forall t u, rest_trace (rs @ t) u -> trace_of P (blocks P @ t) (taus @ t ++ u).
Definition start_rests : both (list item) := (unfold_stmt (blocks P @ one) [], unfold_stmt (blocks P @ two) []).
Lemma reached_start : forall K0, reached K0 start_rests K0.
Proof.
  intros K0. exists ([], []). split; [constructor|]. intros t u R.
  assert (X : rest_trace (Rest (blocks P @ t) :: []) u) by (apply unfold_trace; destruct t; exact R).
  inversion X as [|C k t1 t2 T R2|]; subst. inversion R2; subst. rewrite app_nil_r. destruct t; exact T.
Qed.
Lemma reached_leads : forall K0 rs K t k, reached K0 rs K -> leads (rs @ t) k -> reached K0 (put rs t k) K.
Proof.
  intros K0 rs K t k (taus & I & R) LE. exists taus. split; auto. intros u w H.
  destruct (same_or_other t u) as [->| ->]; [rewrite at_put_same in H; auto | rewrite at_put_other in H; auto].
Qed.
Lemma reached_step : forall K0 rs K t p c k K', reached K0 rs K -> thread_step t c K K' ->
  (forall u, rest_trace k u -> rest_trace (rs @ t) ((p, c) :: u)) -> reached K0 (put rs t k) K'.
Proof.
  intros K0 rs K t p c k K' (taus & I & R) ST NE. exists (put taus t (taus @ t ++ [(p, c)])). split.
  - econstructor; eauto.
  - intros u w H. destruct (same_or_other t u) as [->| ->].
    + rewrite at_put_same in H. rewrite at_put_same, <- app_assoc. apply R. apply NE. auto.
    + rewrite at_put_other in H. rewrite at_put_other. auto.
Qed.
(** The access of a claim, and where its thread has come to. *)
Definition standing (labels : list (site * stmt)) (k : list item) (cl : claim) : option simple :=
  match come_to labels (csite cl) (cchoices cl) k with
  | Some (Rest (Do q c) :: _) => if (q =? csite cl) && eqb (writes c) (cwrites cl) then Some c else None
  | _ => None
  end.
Lemma standing_before : forall labels rs taus t cl c, (forall m, calls_below m (mbody P m)) ->
  (forall t u, rest_trace (rs @ t) u -> trace_of P (blocks P @ t) (taus @ t ++ u)) ->
  standing labels (rs @ t) cl = Some c -> comes_before P (blocks P @ t) (taus @ t) (csite cl) c.
Proof.
  intros labels rs taus t cl c DOWN R E. unfold standing in E.
  destruct (come_to labels (csite cl) (cchoices cl) (rs @ t)) as [[|[[|q d|C1 C2|C1 C2|C|q n es]|q] r]|] eqn:ER; try discriminate.
  destruct (Nat.eqb_spec q (csite cl)) as [->|]; [|discriminate]. simpl in E. destruct (eqb _ _); [|discriminate].
  injection E as ->. destruct (rest_exists DOWN r) as [u U]. exists u. apply R.
  apply (come_to_leads _ _ _ _ _ ER). apply (rest_stmt (Do (csite cl) c) r [(csite cl, Simple c)] u); auto. constructor.
Qed.
Lemma reached_race : forall labels K0 rs K cl1 cl2 c1 c2, (forall m, calls_below m (mbody P m)) ->
  initial (formals P) K0 -> reached K0 rs K ->
  standing labels (rs @ one) cl1 = Some c1 -> standing labels (rs @ two) cl2 = Some c2 -> clash K c1 c2 ->
  races P (csite cl1) (csite cl2).
Proof.
  intros labels K0 rs K cl1 cl2 c1 c2 DOWN INI (taus & I & R) S1 S2 CL.
  exists K0. split; auto. exists (fst taus), c1, (snd taus), c2, K. destruct taus as [t1 t2].
  split; [apply (standing_before labels rs (t1, t2) one cl1 c1 DOWN R S1)|].
  split; [apply (standing_before labels rs (t1, t2) two cl2 c2 DOWN R S2)|]. auto.
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
Definition may_go (K : config) (t : thread) (L : nat) : bool :=
  (levels K @ other t =? 0) || ((levels K @ t =? 0) && (L =? 0)).
Definition run_step (labels : list (site * stmt)) (M : machine) (s : wstep) : option machine :=
  let t := who s in
  match come_to labels (where_ s) (by_choices s) (rests M @ t) with
  | None => None
  | Some k =>
    match next_event k with
    | None => None
    | Some ((p, c), k') =>
        if (p =? where_ s) && says (what s) c then
          match exec_command c (stacks (conf M) @ t) (cheap (conf M)) (levels (conf M) @ t) (free M) with
          | Some (fr, h, L, n) =>
              if may_go (conf M) t L
              then Some (Machine (put (rests M) t k') (Config (put (stacks (conf M)) t fr) h (put (levels (conf M)) t L)) n)
              else None
          | None => None
          end
        else None
    end
  end.
Fixpoint run_steps (labels : list (site * stmt)) (M : machine) (ss : list wstep) : option machine :=
  match ss with
  | [] => Some M
  | s :: r => match run_step labels M s with Some M' => run_steps labels M' r | None => None end
  end.
Lemma put_put : forall {A} (b : both A) t x y, put (put b t x) t y = put b t y.
Proof. intros A b [] x y; reflexivity. Qed.
Lemma run_step_sound : forall labels K0 M s M', reached K0 (rests M) (conf M) -> run_step labels M s = Some M' ->
  reached K0 (rests M') (conf M').
Proof.
  intros labels K0 M s M' RE E. unfold run_step in E.
  destruct (come_to labels (where_ s) (by_choices s) (rests M @ who s)) as [k|] eqn:CT; [|discriminate].
  destruct (next_event k) as [[[p c] k']|] eqn:NE; [|discriminate].
  destruct ((p =? where_ s) && says (what s) c); [|discriminate].
  destruct (exec_command c (stacks (conf M) @ who s) (cheap (conf M)) (levels (conf M) @ who s) (free M)) as [[[[fr h] L] n]|] eqn:X;
    [|discriminate].
  destruct (may_go (conf M) (who s) L) eqn:OK; [|discriminate]. injection E as <-. simpl.
  rewrite <- (put_put (rests M) (who s) k k'). eapply reached_step.
  - eapply reached_leads; [eauto | eapply come_to_leads; eauto].
  - constructor; [eapply exec_command_step; eauto|].
    unfold may_go in OK. rewrite orb_true_iff, andb_true_iff, !Nat.eqb_eq in OK. auto.
  - intros u R. rewrite at_put_same. eapply next_event_trace; eauto.
Qed.
Lemma run_steps_sound : forall labels ss K0 M M', reached K0 (rests M) (conf M) -> run_steps labels M ss = Some M' ->
  reached K0 (rests M') (conf M').
Proof.
  induction ss as [|s ss IH]; simpl; intros K0 M M' F E; [congruence|].
  destruct (run_step labels M s) as [M1|] eqn:X; [|discriminate]. eapply IH; [|eauto]. eapply run_step_sound; eauto.
Qed.

(** ** The initial state *)
(** Cells that are not given (fields that the program does not have) hold d. *)
Definition cell_of (w : witness) (d l : loc) (f : field) : loc :=
  match find (fun c => (fst (fst c) =? l) && (snd (fst c) =? f)) (init_cells w) with Some (_, l') => l' | None => d end.
Definition init_config (w : witness) (d : loc) : config :=
  Config ([callee (fst (init_formals w))], [callee (snd (init_formals w))]) (heap_of (count w) (cell_of w d)) (0, 0).
Definition given_once (w : witness) : bool :=
  (length (init_cells w) =? count w * fields_used w) &&
  forallb (fun l => forallb (fun f => existsb (fun c => (fst (fst c) =? l) && (snd (fst c) =? f)) (init_cells w))
                            (seq 0 (fields_used w))) (seq 0 (count w)).
Definition init_ok (w : witness) (d : loc) : bool :=
  (d <? count w) && given_once w && forallb (fun c => snd c <? count w) (init_cells w) &&
  forallb (fun l => l <? count w) (fst (init_formals w)) && forallb (fun l => l <? count w) (snd (init_formals w)) &&
  (formals P <=? length (fst (init_formals w))) && (formals P <=? length (snd (init_formals w))).
Lemma init_config_initial : forall w d, init_ok w d = true -> initial (formals P) (init_config w d).
Proof.
  intros w d H. unfold init_ok in H. rewrite !andb_true_iff, Nat.ltb_lt, !Nat.leb_le, !forallb_forall in H.
  destruct H as [[[[[[D _] C] F1] F2] L1] L2]. split.
  - apply heap_of_wf. intros l f _. unfold cell_of.
    match goal with |- context [find ?q ?cs] => destruct (find q cs) as [[[a b] l']|] eqn:E end; [|auto].
    apply find_some in E. destruct E as [E _]. apply C in E. simpl in E. apply Nat.ltb_lt. auto.
  - intros t. split; [destruct t; auto|].
    assert (FR : forall vs, (forall l, In l vs -> (l <? count w) = true) -> formals P <= length vs ->
              wf_frame (heap_of (count w) (cell_of w d)) (callee vs) /\ formals_hold (formals P) (callee vs)).
    { intros vs V LE. split.
      - intros [i|i] l E; simpl in E; [|discriminate]. apply nth_error_In in E. apply V in E. apply Nat.ltb_lt in E.
        rewrite heap_of_in; [discriminate | auto].
      - intros i Li. apply (proj2 (nth_error_Some vs i)). eapply Nat.lt_le_trans; eauto. }
    destruct t; simpl; eexists; (split; [reflexivity | apply FR; auto]).
Qed.

(** ** The checker *)
Definition check (w : witness) : bool :=
  legalb P && init_ok w 0 && negb (compressed w) &&
  match run_steps (branches w) (Machine start_rests (init_config w 0) (count w)) (wsteps w) with
  | None => false
  | Some M =>
      match standing (branches w) (rests M @ one) (fst (claims w)), standing (branches w) (rests M @ two) (snd (claims w)) with
      | Some c1, Some c2 =>
          (writes c1 || writes c2) &&
          match next_address (conf M) one c1, next_address (conf M) two c2, fst (cell w) with
          | Some (l1, f1), Some (l2, f2), Some l =>
              (l1 =? l2) && (f1 =? f2) && (l1 =? l) && (f1 =? snd (cell w))
          | _, _, _ => false
          end
      | _, _ => false
      end
  end.

Theorem check_sound : forall w, check w = true -> races P (csite (fst (claims w))) (csite (snd (claims w))).
Proof.
  intros w H. unfold check in H. rewrite !andb_true_iff in H. destruct H as [[[LG IO] _] H]. apply legalb_iff in LG.
  destruct (run_steps (branches w) _ (wsteps w)) as [M|] eqn:RM; [|discriminate].
  assert (F : reached (init_config w 0) (rests M) (conf M)).
  { eapply run_steps_sound; [|eauto]. apply reached_start. }
  destruct (standing (branches w) (rests M @ one) (fst (claims w))) as [c1|] eqn:S1; [|discriminate].
  destruct (standing (branches w) (rests M @ two) (snd (claims w))) as [c2|] eqn:S2; [|discriminate].
  rewrite andb_true_iff in H. destruct H as [WR H].
  destruct (next_address (conf M) one c1) as [[l1 f1]|] eqn:A1; [|discriminate].
  destruct (next_address (conf M) two c2) as [[l2 f2]|] eqn:A2; [|discriminate].
  destruct (fst (cell w)) as [l|]; [|discriminate].
  rewrite !andb_true_iff, !Nat.eqb_eq in H. destruct H as [[[-> ->] _] _].
  eapply reached_race; eauto using legal_calls, init_config_initial.
  split; [auto|]. rewrite A1, A2. split; [auto | discriminate].
Qed.
End Machine.

(** An example: put(b) { lock(); unlock(); n := new(); b.f := n } twice on one object, and on two. *)
Example check_example :
  let store := Store (Path (Arg 0) [] 0) (Local 0) in
  let put := Seq (Do 0 Lock) (Seq (Do 1 Unlock) (Seq (Do 2 (New (Local 0))) (Do 3 store))) in
  let P := Program [(1, put)] (Call 4 0 [(Arg 0, [])], Call 4 0 [(Arg 0, [])]) 1 in
  let before t := [WStep t 4 (Enter [(Arg 0, [])]) []; WStep t 0 (Execute Lock) []; WStep t 1 (Execute Unlock) [];
                   WStep t 2 (Execute (New (Local 0))) []] in
  let w n cells b := Witness false n 1 cells ([0], [b]) [] (before one ++ before two)
                             (Claim 3 true [], Claim 3 true []) (Some 0, 0) in
  check P (w 1 [(0, 0, 0)] 0) = true /\ check P (w 2 [(0, 0, 0); (1, 0, 1)] 1) = false.
Proof. vm_compute. auto. Qed.
