(** * The checker of witnesses in full, fast

    [check] of Checker.v computes on frames and heaps as functions, to be read beside the definitions; each step adds a
    layer to them, so a witness takes time quadratic in its length.  [check_fast] does the same on balanced trees, of
    what has changed since the beginning: a step takes time logarithmic in the length.  [check_fast_eq]: both say the
    same of every witness.  So [check_fast_sound].  Nothing of this is in the paper. *)
From Coq Require Import List Arith Lia Bool FMapAVL FMapFacts OrderedTypeEx.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal SpecialState Reports Locks Checker.
Module NatMap := FMapAVL.Make Nat_as_OT.
Module NatMapFacts := FMapFacts.WFacts_fun Nat_as_OT NatMap.

(** ** Frames and heaps *)
(** A frame: what it began with, and the variables that were assigned since. *)
Record quick_frame := QuickFrame { began : frame; assigned_to : NatMap.t loc }.
Definition var_number (x : var) : nat := match x with Arg i => 2 * i | Local i => S (2 * i) end.
Definition look (s : quick_frame) (x : var) : option loc :=
  match NatMap.find (var_number x) (assigned_to s) with Some l => Some l | None => began s x end.
Definition quick_bind (s : quick_frame) (x : var) (l : loc) : quick_frame :=
  QuickFrame (began s) (NatMap.add (var_number x) l (assigned_to s)).
(** An object: what its cells held in the beginning, and those that were stored into since.  A heap: the initial one, and
    the objects that were made or stored into since. *)
Record quick_object := QuickObject { held_first : field -> loc; stored : NatMap.t loc }.
Definition cell_in (o : quick_object) (f : field) : loc :=
  match NatMap.find f (stored o) with Some l => l | None => held_first o f end.
Record quick_heap := QuickHeap { initial_heap : heap; changed : NatMap.t quick_object }.
Definition object_in (h : quick_heap) (l : loc) : option quick_object :=
  match NatMap.find l (changed h) with
  | Some o => Some o
  | None => match initial_heap h l with Some o => Some (QuickObject o (NatMap.empty loc)) | None => None end
  end.
Definition quick_set (h : quick_heap) (l : loc) (f : field) (v : loc) : quick_heap :=
  match object_in h l with
  | Some o => QuickHeap (initial_heap h) (NatMap.add l (QuickObject (held_first o) (NatMap.add f v (stored o))) (changed h))
  | None => h
  end.
Definition quick_new (h : quick_heap) (l : loc) : quick_heap :=
  QuickHeap (initial_heap h) (NatMap.add l (QuickObject (fun _ => l) (NatMap.empty loc)) (changed h)).
Fixpoint quick_walk (h : quick_heap) (l : loc) (fs : list field) : option loc :=
  match fs with
  | [] => Some l
  | f :: r => match object_in h l with Some o => quick_walk h (cell_in o f) r | None => None end
  end.
Definition quick_value (s : quick_frame) (h : quick_heap) (e : expr) : option loc :=
  match look s (fst e) with Some l => quick_walk h l (snd e) | None => None end.
Fixpoint quick_values (s : quick_frame) (h : quick_heap) (es : list expr) : option (list loc) :=
  match es with
  | [] => Some []
  | e :: r => match quick_value s h e, quick_values s h r with Some l, Some ls => Some (l :: ls) | _, _ => None end
  end.

(** What they stand for. *)
Definition same_frame (s : quick_frame) (s' : frame) : Prop := forall x, look s x = s' x.
Definition same_object (o : option quick_object) (o' : option (field -> loc)) : Prop :=
  match o, o' with Some o, Some o' => forall f, cell_in o f = o' f | None, None => True | _, _ => False end.
Definition same_heap (h : quick_heap) (h' : heap) : Prop := forall l, same_object (object_in h l) (h' l).

Lemma var_number_inj : forall x y, var_number x = var_number y -> x = y.
Proof. intros [i|i] [j|j]; simpl; intros E; f_equal; lia. Qed.
Lemma same_bind : forall s s' x l, same_frame s s' -> same_frame (quick_bind s x l) (bind s' x l).
Proof.
  intros s s' x l H y. unfold look, quick_bind, bind. simpl. rewrite NatMapFacts.add_o. specialize (H y). unfold look in H.
  destruct (var_eq_dec y x) as [->|N]; destruct (Nat_as_OT.eq_dec (var_number x) (var_number _)) as [E|E]; auto; [congruence|].
  apply var_number_inj in E. congruence.
Qed.
Lemma same_callee : forall vs, same_frame (QuickFrame (callee vs) (NatMap.empty loc)) (callee vs).
Proof. intros vs x. reflexivity. Qed.
Lemma same_set : forall h h' l f v, same_heap h h' -> h' l <> None -> same_heap (quick_set h l f v) (hset h' l f v).
Proof.
  intros h h' l f v H NZ l0. pose proof (H l) as Hl. pose proof (H l0) as H0. unfold quick_set, hset.
  destruct (object_in h l) as [o|] eqn:O; destruct (h' l) as [o'|] eqn:O'; simpl in Hl; try contradiction; try congruence.
  unfold object_in at 1. simpl. rewrite NatMapFacts.add_o.
  destruct (Nat_as_OT.eq_dec l l0) as [<-|N].
  - rewrite Nat.eqb_refl. simpl. intros g. unfold cell_in in *. simpl. rewrite NatMapFacts.add_o. specialize (Hl g).
    destruct (Nat_as_OT.eq_dec f g) as [<-|NF]; [rewrite Nat.eqb_refl; auto|].
    destruct (Nat.eqb_spec g f); [congruence | auto].
  - destruct (Nat.eqb_spec l0 l); [congruence | exact H0].
Qed.
Lemma same_new : forall h h' l, same_heap h h' -> same_heap (quick_new h l) (hnew h' l).
Proof.
  intros h h' l H l0. unfold quick_new, hnew, object_in. simpl. rewrite NatMapFacts.add_o.
  destruct (Nat_as_OT.eq_dec l l0) as [<-|N].
  - rewrite Nat.eqb_refl. intros g. reflexivity.
  - destruct (Nat.eqb_spec l0 l); [congruence | apply H].
Qed.
Lemma same_walk : forall h h', same_heap h h' -> forall fs l, quick_walk h l fs = walk h' l fs.
Proof.
  intros h h' H. induction fs as [|f fs IH]; simpl; intros l; auto. specialize (H l).
  destruct (object_in h l), (h' l); simpl in H; try contradiction; auto. rewrite H. auto.
Qed.
Lemma same_value : forall s s' h h' e, same_frame s s' -> same_heap h h' -> quick_value s h e = value s' h' e.
Proof. intros s s' h h' [x fs] HS HH. unfold quick_value, value. simpl. rewrite HS. destruct (s' x); auto. apply same_walk. auto. Qed.
Lemma same_values : forall s s' h h' es, same_frame s s' -> same_heap h h' -> quick_values s h es = values s' h' es.
Proof. induction es as [|e es IH]; simpl; intros HS HH; auto. rewrite (same_value s s' h h') by auto. rewrite IH by auto. auto. Qed.

(** ** Execution *)
Definition quick_command (c : command) (fs : list quick_frame) (h : quick_heap) (fresh : nat)
  : option (list quick_frame * quick_heap * nat) :=
  match fs with
  | [] => None
  | s :: R =>
    match c with
    | Simple (Copy x y) => match look s y with Some l => Some (quick_bind s x l :: R, h, fresh) | None => None end
    | Simple (Load x pi) =>
        match quick_value s h (path_expr pi) with Some l => Some (quick_bind s x l :: R, h, fresh) | None => None end
    | Simple (Store pi x) =>
        match quick_value s h (path_base pi), look s x with
        | Some l, Some v => match object_in h l with Some _ => Some (s :: R, quick_set h l (plast pi) v, fresh) | None => None end
        | _, _ => None
        end
    | Simple (New x) =>
        match object_in h fresh with None => Some (quick_bind s x fresh :: R, quick_new h fresh, S fresh) | Some _ => None end
    | Simple Lock | Simple Unlock => Some (fs, h, fresh)
    | Push es => match quick_values s h es with Some vs => Some (QuickFrame (callee vs) (NatMap.empty loc) :: fs, h, fresh) | None => None end
    | Pop => match R with [] => None | _ => Some (R, h, fresh) end
    end
  end.
Definition same_state (a : list quick_frame * quick_heap * nat) (b : list frame * heap * nat) : Prop :=
  let '(fs, h, n) := a in let '(fs', h', n') := b in Forall2 same_frame fs fs' /\ same_heap h h' /\ n = n'.
Definition both_or_none {A B} (R : A -> B -> Prop) (a : option A) (b : option B) : Prop :=
  match a, b with Some a, Some b => R a b | None, None => True | _, _ => False end.
Lemma quick_command_same : forall c fs fs' h h' n, Forall2 same_frame fs fs' -> same_heap h h' ->
  both_or_none same_state (quick_command c fs h n) (exec_command c fs' h' n).
Proof.
  intros c fs fs' h h' n F H. destruct F as [|s s' R R' HS HR]; simpl; auto.
  assert (B : forall x l, Forall2 same_frame (quick_bind s x l :: R) (bind s' x l :: R')) by (intros; constructor; auto using same_bind).
  destruct c as [[x y|x pi|pi x|x| |]|es|].
  - rewrite HS. destruct (s' y); simpl; auto.
  - rewrite (same_value s s' h h') by auto. destruct (value s' h' (path_expr pi)); simpl; auto.
  - rewrite (same_value s s' h h') by auto. destruct (value s' h' (path_base pi)) as [l|]; simpl; auto. rewrite HS.
    destruct (s' x) as [v|]; simpl; auto. pose proof (H l) as Hl. destruct (object_in h l), (h' l) eqn:O; simpl in *; try contradiction; auto.
    split; [constructor; auto|]. split; auto. apply same_set; auto. congruence.
  - pose proof (H n) as Hn. destruct (object_in h n), (h' n); simpl in *; try contradiction; auto.
    split; auto. split; auto. apply same_new. auto.
  - simpl. auto.
  - simpl. auto.
  - rewrite (same_values s s' h h') by auto. destruct (values s' h' es); simpl; auto. split; auto. constructor; auto. apply same_callee.
  - destruct HR; simpl; auto.
Qed.

Section Machine.
Variable lock_at : site -> lock.
Variable P : program.
Record quick_machine := QuickMachine {
  quick_rests : both (list item); quick_stacks : both (list quick_frame); quick_heap_of : quick_heap;
  quick_holds : both (list lock); quick_free : nat }.
Definition quick_step (labels : list (site * stmt)) (M : quick_machine) (s : wstep) : option quick_machine :=
  let t := who s in
  match come_to labels (where_ s) (by_choices s) (quick_rests M @ t) with
  | None => None
  | Some k =>
    match next_event P k with
    | None => None
    | Some ((p, c), k') =>
        if (p =? where_ s) && says (what s) c then
          match quick_command c (quick_stacks M @ t) (quick_heap_of M) (quick_free M), locks_step lock_at (quick_holds M @ t) (p, c) with
          | Some (fr, h, n), Some ls =>
              if apart (quick_holds M @ t) (quick_holds M @ other t) && apart ls (quick_holds M @ other t)
              then Some (QuickMachine (put (quick_rests M) t k') (put (quick_stacks M) t fr) h (put (quick_holds M) t ls) n)
              else None
          | _, _ => None
          end
        else None
    end
  end.
Fixpoint quick_steps (labels : list (site * stmt)) (M : quick_machine) (ss : list wstep) : option quick_machine :=
  match ss with
  | [] => Some M
  | s :: r => match quick_step labels M s with Some M' => quick_steps labels M' r | None => None end
  end.
Definition same_machine (M : quick_machine) (M' : machine) : Prop :=
  quick_rests M = rests M' /\ (forall t, Forall2 same_frame (quick_stacks M @ t) (mstacks M' @ t)) /\
  same_heap (quick_heap_of M) (mheap M') /\ quick_holds M = mholds M' /\ quick_free M = free M'.
Lemma quick_step_same : forall labels M M' s, same_machine M M' ->
  both_or_none same_machine (quick_step labels M s) (run_step lock_at P labels M' s).
Proof.
  intros labels M M' s (R & F & H & L & N). unfold quick_step, run_step. rewrite R.
  destruct (come_to labels (where_ s) (by_choices s) (rests M' @ who s)) as [k|]; cbn [both_or_none]; auto.
  destruct (next_event P k) as [[[p c] k']|]; cbn [both_or_none]; auto.
  destruct ((p =? where_ s) && says (what s) c); cbn [both_or_none]; auto.
  rewrite L, N. pose proof (quick_command_same c _ _ _ _ (free M') (F (who s)) H) as C.
  destruct (quick_command c _ _ _) as [[[fr h] n]|], (exec_command c _ _ _) as [[[fr' h'] n']|];
    simpl in C; try contradiction; cbn [both_or_none]; auto. destruct C as (CF & CH & <-).
  destruct (locks_step lock_at (mholds M' @ who s) (p, c)) as [ls|]; cbn [both_or_none]; auto.
  destruct (apart _ _ && apart _ _); cbn [both_or_none]; auto.
  split; [reflexivity|]. split; [|auto].
  intros u. cbn [quick_stacks mstacks]. destruct (same_or_other (who s) u) as [->| ->]; [rewrite !at_put_same; auto | rewrite !at_put_other; auto].
Qed.
Lemma quick_steps_same : forall labels ss M M', same_machine M M' ->
  both_or_none same_machine (quick_steps labels M ss) (run_steps lock_at P labels M' ss).
Proof.
  induction ss as [|s ss IH]; simpl; intros M M' H; auto. pose proof (quick_step_same labels M M' s H) as S.
  destruct (quick_step labels M s), (run_step lock_at P labels M' s); simpl in *; try contradiction; auto.
Qed.
Definition quick_address (M : quick_machine) (t : thread) (c : simple) : option addr :=
  match quick_stacks M @ t, accessed_path c with
  | s :: _, Some pi => match quick_value s (quick_heap_of M) (path_base pi) with
                       | Some l => match object_in (quick_heap_of M) l with Some _ => Some (l, plast pi) | None => None end
                       | None => None
                       end
  | _, _ => None
  end.
Lemma quick_address_same : forall M M' t c, same_machine M M' -> quick_address M t c = next_address (Config (mstacks M') (mheap M') (0, 0)) t c.
Proof.
  intros M M' t c (_ & F & H & _). unfold quick_address, next_address, address. simpl. specialize (F t). destruct F as [|s s' R R' HS HR]; auto.
  destruct (accessed_path c) as [pi|]; auto. rewrite (same_value s s' _ (mheap M')) by auto.
  destruct (value s' (mheap M') (path_base pi)) as [l|]; auto. specialize (H l).
  destruct (object_in (quick_heap_of M) l), (mheap M' l); simpl in H; try contradiction; auto.
Qed.

(** The initial state: the cells that are given, in a tree. *)
Definition quick_begin (w : witness) : quick_machine :=
  let K := init_config w 0 in
  QuickMachine (start_rests P)
    ([QuickFrame (callee (fst (init_formals w))) (NatMap.empty loc)], [QuickFrame (callee (snd (init_formals w))) (NatMap.empty loc)])
    (QuickHeap (cheap K) (NatMap.empty quick_object)) ([], []) (count w).
Lemma quick_begin_same : forall w, same_machine (quick_begin w) (init_machine P w).
Proof.
  intros w. split; [auto|]. split; [|split; [|auto]].
  - intros []; simpl; constructor; auto using same_callee.
  - intros l. simpl. unfold object_in. simpl. destruct (heap_of _ _ l); simpl; auto.
Qed.

(** ** The checker *)
Definition check_fast (w : witness) : bool :=
  legalb P && init_ok P w 0 && negb (compressed w) &&
  match quick_steps (branches w) (quick_begin w) (wsteps w) with
  | None => false
  | Some M =>
      ends_well lock_at w (quick_rests M) (quick_holds M)
        (fun c1 c2 => of_cell w (quick_address M one c1) (quick_address M two c2))
  end.
Theorem check_fast_eq : forall w, check_fast w = check lock_at P w.
Proof.
  intros w. unfold check_fast, check. f_equal. pose proof (quick_steps_same (branches w) (wsteps w) _ _ (quick_begin_same w)) as S.
  destruct (quick_steps _ _ _) as [M|], (run_steps _ _ _ _ _) as [M'|]; simpl in S; try contradiction; auto.
  pose proof S as (R & _ & _ & L & _). rewrite R, L. unfold ends_well.
  destruct (standing (branches w) (rests M' @ one) (fst (claims w))) as [c1|]; auto.
  destruct (standing (branches w) (rests M' @ two) (snd (claims w))) as [c2|]; auto. rewrite !(quick_address_same M M') by auto. auto.
Qed.
Corollary check_fast_sound : forall w, check_fast w = true -> shows lock_at P w.
Proof. intros w. rewrite check_fast_eq. apply check_sound. Qed.
End Machine.
