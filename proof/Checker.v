(** * A checker of witnesses, proved sound

    A witness is an initial state, a list of steps with the choices that lead to them, and the two commands that come next:
    the accesses of a race, or the two lock() of a deadlock.  It is what package witness/check of the project replays.
    [check] replays one in full by Figures 5 and 6 with locks that have names (Locks.v).  For a race it compares the two
    addresses with each other and with the cell that the witness names; for a deadlock it looks up who holds the two
    locks.  [check_sound]: if it says yes, then the program races, or deadlocks, at the two sites.  With the unnamed lock
    alone that is Definition 3.6 ([races_one_lock]).  [check] computes and is extracted (Extract.v).  Compressed
    witnesses: Compressed.v.

    A thread's rest of code is a list of statements and returns.  Choices between two commands are silent: a step gives
    them all, or none, and then any way to its command will do.
    Differences from the format of the tool: what is named there is a number here; an allocation takes the next free
    number; a table says which statement stands at the position of a choice.  What the tool refuses as text (a name
    that is none, a position where nothing stands, a seal that does not fit) has no form here. *)
From Coq Require Import List Arith Lia Bool BinNums BinNat.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved SpecialState Locks Theorem1L.

(** ** Witnesses *)
Inductive take := Then | Else | Loop | Exit.
Definition choice := (site * take)%type.
(** What a step does; [RunCall] is a complete call in one step (Compressed.v) that claims its length. *)
Inductive doing := Execute (c : simple) | Enter (es : list expr) | Leave | RunCall (es : list expr) (n : N).
Record wstep := WStep { who : thread; where_ : site; what : doing; by_choices : list choice }.
(** An access that a thread is about to make, or a lock() for which it waits. *)
Record claim := Claim { csite : site; cwrites : bool; cchoices : list choice }.
(** What both threads meet in: a cell, or each other.  A compressed witness may leave the object of the cell open. *)
Inductive ending := Race (object : option loc) (f : field) | Deadlock.
Record witness := Witness {
  compressed : bool;
  count : nat;                           (* the objects 0, .., count - 1 *)
  fields_used : nat;                     (* the fields 0, .., fields_used - 1 *)
  init_cells : list (loc * field * loc); (* each cell once *)
  init_formals : both (list loc);        (* what the formals of each thread hold *)
  branches : list (site * stmt);         (* the if or while at the position of a choice *)
  wsteps : list wstep;
  claims : both claim;
  ends : ending }.

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
Variable lock_at : site -> lock.
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
Definition reached (K0 : lconfig) (rs : both (list item)) (K : lconfig) : Prop :=
  exists taus, lock_interleaving lock_at K0 taus K /\
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
Lemma reached_step : forall K0 rs K t p c k K', reached K0 rs K -> lock_step lock_at t p c K K' ->
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
(** ** Locks that are held *)
Notation times ls m := (count_occ Nat.eq_dec ls m).
(** Thread t holds just the locks ls, each as often as it is listed. *)
Definition holds_just (K : lconfig) (t : thread) (ls : list lock) : Prop := forall m, (depths K @ t) m = times ls m.
(** No lock is in both. *)
Definition apart (ls oth : list lock) : bool :=
  match oth with [] => true | _ => forallb (fun m => negb (among m oth)) ls end.
Lemma apart_iff : forall ls oth, apart ls oth = true <-> forall m, In m ls -> ~ In m oth.
Proof.
  intros ls [|x oth]; [split; auto|]. unfold apart. rewrite forallb_forall. split; intros A m I.
  - specialize (A _ I). rewrite <- among_iff. destruct (among m (x :: oth)); discriminate || auto.
  - apply negb_true_iff. destruct (among m (x :: oth)) eqn:E; auto. apply among_iff in E. exfalso. eapply A; eauto.
Qed.
Lemma apart_count : forall ls oth m, apart ls oth = true -> times oth m = 0 \/ times ls m = 0.
Proof.
  intros ls oth m A. rewrite apart_iff in A. destruct (in_dec Nat.eq_dec m ls) as [I|N].
  - left. apply count_occ_not_In. auto.
  - right. apply count_occ_not_In. auto.
Qed.
Lemma among_count : forall ls m, among m ls = true -> times ls m > 0.
Proof. intros ls m A. apply count_occ_In, among_iff. auto. Qed.

(** What a command does to the depth of its lock, and of other locks. *)
Lemma locks_step_count : forall p c ls ls', locks_step lock_at ls (p, c) = Some ls' ->
  match c with
  | Simple Lock => times ls' (lock_at p) = S (times ls (lock_at p))
  | Simple Unlock => times ls (lock_at p) = S (times ls' (lock_at p))
  | _ => times ls' (lock_at p) = times ls (lock_at p)
  end /\ forall m, m <> lock_at p -> times ls' m = times ls m.
Proof.
  intros p c ls ls' E. destruct c as [[]| |]; simpl in E; try (injection E as <-; auto).
  - split; [apply count_occ_cons_eq; auto | intros m N; apply count_occ_cons_neq; auto].
  - destruct ls as [|l r]; [discriminate|]. destruct (Nat.eqb_spec l (lock_at p)) as [->|]; [|discriminate].
    injection E as <-. split; [apply count_occ_cons_eq; auto | intros m N; symmetry; apply count_occ_cons_neq; auto].
Qed.
(** A step of a thread that holds the locks ls, beside one that holds the locks oth. *)
Lemma held_step : forall t p c K S h ls ls' oth, holds_just K t ls -> holds_just K (other t) oth ->
  locks_step lock_at ls (p, c) = Some ls' -> apart ls oth = true -> apart ls' oth = true ->
  step c (lstacks K @ t, lheap K, times ls (lock_at p)) (S, h, times ls' (lock_at p)) ->
  exists D, lock_step lock_at t p c K (LConfig (put (lstacks K) t S) h (put (depths K) t D)) /\
    forall m, D m = times ls' m.
Proof.
  intros t p c K S h ls ls' oth H O E A A' ST.
  assert (D : forall m, with_depth (depths K @ t) (lock_at p) (times ls' (lock_at p)) m = times ls' m).
  { intros m. unfold with_depth. destruct (Nat.eqb_spec m (lock_at p)) as [->|N]; auto.
    rewrite H. symmetry. apply (locks_step_count _ _ _ _ E). auto. }
  eexists. split; [|exact D]. constructor; [rewrite H; exact ST|]. intros m. rewrite D, H, O.
  destruct (apart_count _ _ m A); auto. destruct (apart_count _ _ m A'); auto.
Qed.

(** ** What a witness shows *)
Definition shows (w : witness) : Prop :=
  match ends w with
  | Race _ _ => lock_races lock_at P (csite (fst (claims w))) (csite (snd (claims w)))
  | Deadlock => deadlock lock_at P (csite (fst (claims w))) (csite (snd (claims w)))
  end.
(** Both threads stand where the witness says.  Then two accesses are of one cell, which [meet] decides, and one of them
    stores; and two lock() take what the other thread holds. *)
Definition ends_well (w : witness) (rs : both (list item)) (hs : both (list lock)) (meet : simple -> simple -> bool) : bool :=
  match standing (branches w) (rs @ one) (fst (claims w)), standing (branches w) (rs @ two) (snd (claims w)) with
  | Some c1, Some c2 =>
      match ends w with
      | Race _ _ => (writes c1 || writes c2) && meet c1 c2
      | Deadlock =>
          match c1, c2 with
          | Lock, Lock => among (lock_at (csite (fst (claims w)))) (hs @ two) && among (lock_at (csite (snd (claims w)))) (hs @ one)
          | _, _ => false
          end
      end
  | _, _ => false
  end.
Lemma ends_well_shows : forall w K0 rs hs K meet, legal P -> lock_initial (formals P) K0 -> reached K0 rs K ->
  (forall t, holds_just K t (hs @ t)) ->
  (forall c1 c2, meet c1 c2 = true ->
    next_address (plain K) one c1 = next_address (plain K) two c2 /\ next_address (plain K) one c1 <> None) ->
  ends_well w rs hs meet = true -> shows w.
Proof.
  intros w K0 rs hs K meet LG INI (taus & I & R) HO ME E. unfold ends_well in E. unfold shows.
  destruct (standing (branches w) (rs @ one) (fst (claims w))) as [c1|] eqn:S1; [|discriminate].
  destruct (standing (branches w) (rs @ two) (snd (claims w))) as [c2|] eqn:S2; [|discriminate].
  pose proof (legal_calls P LG) as DOWN. destruct taus as [t1 t2].
  pose proof (standing_before _ rs (t1, t2) one _ _ DOWN R S1) as B1.
  pose proof (standing_before _ rs (t1, t2) two _ _ DOWN R S2) as B2.
  destruct (ends w).
  - apply andb_true_iff in E. destruct E as [WR E]. exists K0. split; auto. exists t1, c1, t2, c2, K.
    split; auto. split; auto. split; auto. split; auto.
  - destruct c1; try discriminate. destruct c2; try discriminate. apply andb_true_iff in E. destruct E as [E1 E2].
    exists K0. split; auto. exists t1, t2, K. split; auto. split; auto. split; auto.
    rewrite (HO one), (HO two). auto using among_count.
Qed.

(** ** Execution *)
(** One command of one thread, but for its lock; [fresh] is the next free object. *)
Definition exec_command (c : command) (fs : list frame) (h : heap) (fresh : nat) : option (list frame * heap * nat) :=
  match fs with
  | [] => None
  | s :: R =>
    match c with
    | Simple (Copy x y) => match s y with Some l => Some (bind s x l :: R, h, fresh) | None => None end
    | Simple (Load x pi) =>
        match value s h (path_expr pi) with Some l => Some (bind s x l :: R, h, fresh) | None => None end
    | Simple (Store pi x) =>
        match value s h (path_base pi), s x with
        | Some l, Some v => match h l with Some _ => Some (s :: R, hset h l (plast pi) v, fresh) | None => None end
        | _, _ => None
        end
    | Simple (New x) =>
        match h fresh with None => Some (bind s x fresh :: R, hnew h fresh, S fresh) | Some _ => None end
    | Simple Lock | Simple Unlock => Some (fs, h, fresh)
    | Push es => match values s h es with Some vs => Some (callee vs :: fs, h, fresh) | None => None end
    | Pop => match R with [] => None | _ => Some (R, h, fresh) end
    end
  end.
Lemma exec_command_step : forall p c S h fre S' h' fre' ls ls',
  exec_command c S h fre = Some (S', h', fre') -> locks_step lock_at ls (p, c) = Some ls' ->
  step c (S, h, times ls (lock_at p)) (S', h', times ls' (lock_at p)).
Proof.
  intros p c [|s R] h fre S' h' fre' ls ls' E EL; simpl in E; [discriminate|].
  apply locks_step_count in EL. destruct EL as [EL _].
  destruct c as [[x y|x pi|pi x|x| |]|es|]; rewrite EL.
  - destruct (s y) eqn:Ey; [|discriminate]. injection E as <- <- <-. constructor; auto.
  - destruct (value s h (path_expr pi)) eqn:Ev; [|discriminate]. injection E as <- <- <-. constructor; auto.
  - destruct (value s h (path_base pi)) as [l|] eqn:Ev; [|discriminate]. destruct (s x) eqn:Ex; [|discriminate].
    destruct (h l) eqn:Eh; [|discriminate]. injection E as <- <- <-. econstructor; eauto.
  - destruct (h fre) eqn:Eh; [discriminate|]. injection E as <- <- <-. constructor; auto.
  - injection E as <- <- <-. constructor.
  - injection E as <- <- <-. constructor.
  - destruct (values s h es) eqn:Ev; [|discriminate]. injection E as <- <- <-. constructor; auto.
  - destruct R; [discriminate|]. injection E as <- <- <-. constructor.
Qed.

(** ** Replay *)
Record machine := Machine {
  rests : both (list item); mstacks : both (list frame); mheap : heap; mholds : both (list lock); free : nat }.
Definition run_step (labels : list (site * stmt)) (M : machine) (s : wstep) : option machine :=
  let t := who s in
  match come_to labels (where_ s) (by_choices s) (rests M @ t) with
  | None => None
  | Some k =>
    match next_event k with
    | None => None
    | Some ((p, c), k') =>
        if (p =? where_ s) && says (what s) c then
          match exec_command c (mstacks M @ t) (mheap M) (free M), locks_step lock_at (mholds M @ t) (p, c) with
          | Some (fr, h, n), Some ls =>
              if apart (mholds M @ t) (mholds M @ other t) && apart ls (mholds M @ other t)
              then Some (Machine (put (rests M) t k') (put (mstacks M) t fr) h (put (mholds M) t ls) n)
              else None
          | _, _ => None
          end
        else None
    end
  end.
Fixpoint run_steps (labels : list (site * stmt)) (M : machine) (ss : list wstep) : option machine :=
  match ss with
  | [] => Some M
  | s :: r => match run_step labels M s with Some M' => run_steps labels M' r | None => None end
  end.
(** The configuration of a machine is reached. *)
Definition at_machine (K0 : lconfig) (M : machine) : Prop :=
  exists K, reached K0 (rests M) K /\ lstacks K = mstacks M /\ lheap K = mheap M /\ forall t, holds_just K t (mholds M @ t).
Lemma put_put : forall {A} (b : both A) t x y, put (put b t x) t y = put b t y.
Proof. intros A b [] x y; reflexivity. Qed.
Lemma run_step_sound : forall labels K0 M s M', at_machine K0 M -> run_step labels M s = Some M' -> at_machine K0 M'.
Proof.
  intros labels K0 M s M' (K & RE & ES & EH & HO) E. unfold run_step in E.
  destruct (come_to labels (where_ s) (by_choices s) (rests M @ who s)) as [k|] eqn:CT; [|discriminate].
  destruct (next_event k) as [[[p c] k']|] eqn:NE; [|discriminate].
  destruct ((p =? where_ s) && says (what s) c); [|discriminate].
  destruct (exec_command c (mstacks M @ who s) (mheap M) (free M)) as [[[fr h] n]|] eqn:X; [|discriminate].
  destruct (locks_step lock_at (mholds M @ who s) (p, c)) as [ls|] eqn:EL; [|discriminate].
  destruct (apart (mholds M @ who s) _ && _) eqn:AP; [|discriminate]. apply andb_true_iff in AP. destruct AP as [A A'].
  injection E as <-.
  destruct (held_step (who s) p c K fr h _ _ _ (HO (who s)) (HO (other (who s))) EL A A') as (D & ST & ED).
  { rewrite ES, EH. eapply exec_command_step; eauto. }
  eexists. split; [|split; [|split]].
  - simpl. rewrite <- (put_put (rests M) (who s) k k'). eapply reached_step; [|exact ST|].
    + eapply reached_leads; [eauto | eapply come_to_leads; eauto].
    + intros u R. rewrite at_put_same. eapply next_event_trace; eauto.
  - simpl. rewrite ES. auto.
  - auto.
  - intros u m. simpl. destruct (same_or_other (who s) u) as [->| ->].
    + rewrite !at_put_same. auto.
    + rewrite !at_put_other. apply HO.
Qed.
Lemma run_steps_sound : forall labels ss K0 M M', at_machine K0 M -> run_steps labels M ss = Some M' -> at_machine K0 M'.
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
Definition init_machine (w : witness) : machine :=
  let K := init_config w 0 in Machine start_rests (stacks K) (cheap K) ([], []) (count w).
(** Two accesses are of the cell that the witness names. *)
Definition of_cell (w : witness) (a1 a2 : option addr) : bool :=
  match a1, a2, ends w with
  | Some (l1, f1), Some (l2, f2), Race (Some l) f => (l1 =? l2) && (f1 =? f2) && (l1 =? l) && (f1 =? f)
  | _, _, _ => false
  end.
Lemma of_cell_same : forall w a1 a2, of_cell w a1 a2 = true -> a1 = a2 /\ a1 <> None.
Proof.
  intros w [[l1 f1]|] [[l2 f2]|] E; try discriminate. simpl in E. destruct (ends w) as [[l|] f|]; try discriminate.
  rewrite !andb_true_iff, !Nat.eqb_eq in E. destruct E as [[[-> ->] _] _]. split; [auto | discriminate].
Qed.
Definition check (w : witness) : bool :=
  legalb P && init_ok w 0 && negb (compressed w) &&
  match run_steps (branches w) (init_machine w) (wsteps w) with
  | None => false
  | Some M =>
      let K := Config (mstacks M) (mheap M) (0, 0) in
      ends_well w (rests M) (mholds M) (fun c1 c2 => of_cell w (next_address K one c1) (next_address K two c2))
  end.

Theorem check_sound : forall w, check w = true -> shows w.
Proof.
  intros w H. unfold check in H. rewrite !andb_true_iff in H. destruct H as [[[LG IO] _] H]. apply legalb_iff in LG.
  destruct (run_steps (branches w) _ (wsteps w)) as [M|] eqn:RM; [|discriminate].
  assert (AT : at_machine (unlocked (init_config w 0)) (init_machine w)).
  { eexists. split; [apply reached_start|]. split; [auto|]. split; [auto|]. intros [] m; reflexivity. }
  destruct (run_steps_sound _ _ _ _ _ AT RM) as (K & RE & ES & EH & HO).
  eapply ends_well_shows; eauto using unlocked_initial, init_config_initial.
  intros c1 c2 E. apply of_cell_same in E. unfold plain. rewrite ES, EH. exact E.
Qed.
End Machine.

(** With the unnamed lock alone a race is one of Definition 3.6. *)
Theorem races_one_lock : forall P p1 p2, lock_races unnamed P p1 p2 -> races P p1 p2.
Proof.
  intros P p1 p2 (K0 & [INI Z] & t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & CL). exists (plain K0). split; [exact INI|].
  exists t1, c1, t2, c2. eexists. split; auto. split; auto. split; [exact (one_lock_interleaving K0 _ K Z I) | exact CL].
Qed.

(** An example: put(b) { lock(); unlock(); n := new(); b.f := n } twice on one object, and on two. *)
Example check_example :
  let store := Store (Path (Arg 0) [] 0) (Local 0) in
  let put := Seq (Do 0 Lock) (Seq (Do 1 Unlock) (Seq (Do 2 (New (Local 0))) (Do 3 store))) in
  let P := Program [(1, put)] (Call 4 0 [(Arg 0, [])], Call 4 0 [(Arg 0, [])]) 1 in
  let before t := [WStep t 4 (Enter [(Arg 0, [])]) []; WStep t 0 (Execute Lock) []; WStep t 1 (Execute Unlock) [];
                   WStep t 2 (Execute (New (Local 0))) []] in
  let w n cells b := Witness false n 1 cells ([0], [b]) [] (before one ++ before two)
                             (Claim 3 true [], Claim 3 true []) (Race (Some 0) 0) in
  check unnamed P (w 1 [(0, 0, 0)] 0) = true /\ check unnamed P (w 2 [(0, 0, 0); (1, 0, 1)] 1) = false.
Proof. vm_compute. auto. Qed.
(** Two threads that take a lock each, and then wait for that of the other one: a deadlock just if the locks differ. *)
Example check_deadlock_example :
  let twice p := Seq (Do p Lock) (Seq (Do (S p) Lock) (Seq (Do (2 + p) Unlock) (Do (3 + p) Unlock))) in
  let P := Program [] (twice 0, twice 4) 0 in
  let w a b := Witness false 1 0 [] ([], []) [] [WStep one 0 (Execute Lock) []; WStep two 4 (Execute Lock) []]
                       (Claim a false [], Claim b false []) Deadlock in
  let lock_at p := match p with 0 | 3 | 5 | 6 => 0 | _ => 1 end in
  check lock_at P (w 1 5) = true /\ check lock_at P (w 2 5) = false /\ check unnamed P (w 1 5) = false.
Proof. vm_compute. auto. Qed.
