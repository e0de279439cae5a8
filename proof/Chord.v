(** * Chord misses no race (PLDI 2006; docs/theory.md)

    The staged analysis of Naik, Aiken and Whaley on IL: a solution of the inclusion constraints ([closed]) says which
    abstract objects a variable of a unit may hold in a context, and a cell of an abstract object.  An abstract object is
    the environment, which stands for all objects of the initial heap, or the site of an allocation and the context in
    which it is executed.  The context of a call is chosen by the abstract object of its first argument, in any way
    ([select]): by the last k sites of it (k-object-sensitive), or always the same (no contexts).
    [chord_complete]: each race (Definition 3.6) is in the last stage, for every solution; so it is in each earlier one:
    the fields are equal and one access is a store (original), both sites are in code that the threads reach
    (reachable), the bases may be one object (aliasing), which the environment leads to (escaping), and one of the
    accesses is made without the lock on some way there (unlocked).

    The invariant for escaping objects: let E be the closure of the environment under cells, and own(t) what thread t has
    allocated. (a) A variable of thread t holds an object of E or of own(t); (b) a cell of an object of E holds one of E;
    (c) a cell of an object of own(t) holds one of E or of own(t).

    Difference from the tool: any closed solution will do, not only the least one. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact.

(** A unit of code: a method, or a thread block. *)
Inductive code := Body (m : method) | Block (t : thread).
Definition stmt_of (P : program) (u : code) : stmt := match u with Body m => mbody P m | Block t => blocks P @ t end.
(** Contexts. *)
Notation context := (list site) (only parsing).
(** Abstract objects: the environment (all initial objects), or an allocation site in a context. *)
Inductive aobj := Env | Site (p : site) (k : context).

Section Chord.
Variable P : program.
(** The context in which a method is called on an object. *)
Variable select : method -> aobj -> context.
(** A solution: what a variable of a unit may hold in a context, and what a cell of an object may. *)
Variable may_hold : code -> context -> var -> aobj -> Prop.
Variable may_cell : aobj -> field -> aobj -> Prop.

(** What an expression of a unit may lead to. *)
Inductive may_walk : aobj -> list field -> aobj -> Prop :=
| may_here o : may_walk o [] o
| may_next o f o' fs o'' : may_cell o f o' -> may_walk o' fs o'' -> may_walk o (f :: fs) o''.
Definition may_value (u : code) (k : context) (e : expr) (o : aobj) : Prop := exists a, may_hold u k (fst e) a /\ may_walk a (snd e) o.

(** The constraint of a simple command at site p of u. *)
Definition simple_closed (u : code) (k : context) (p : site) (c : simple) : Prop :=
  match c with
  | Copy x y => forall o, may_hold u k y o -> may_hold u k x o
  | Load x pi => forall o, may_value u k (path_expr pi) o -> may_hold u k x o
  | Store pi x => forall b o, may_value u k (path_base pi) b -> may_hold u k x o -> may_cell b (plast pi) o
  | New x => may_hold u k x (Site p k) /\ forall f, may_cell (Site p k) f (Site p k)
  | _ => True
  end.
(** What a call may be made on: its first argument, or the environment where it has none. *)
Definition receiver (u : code) (k : context) (es : list expr) (o : aobj) : Prop :=
  match es with [] => o = Env | e :: _ => may_value u k e o end.
(** D is a part of C. *)
Fixpoint occurs (D C : stmt) : Prop :=
  C = D \/ match C with Seq C1 C2 | If C1 C2 => occurs D C1 \/ occurs D C2 | While C => occurs D C | _ => False end.
(** What thread t reaches: code in contexts. *)
Inductive reached (t : thread) : code * context -> Prop :=
| reached_block : reached t (Block t, [])
| reached_call u k p m es o : reached t (u, k) -> occurs (Call p m es) (stmt_of P u) -> receiver u k es o ->
    reached t (Body m, select m o).
(** Actuals flow to formals, in the context of each receiver; of the first argument only the receiver does. *)
Definition call_closed (u : code) (k : context) (m : method) (es : list expr) : Prop :=
  forall o0 i e o, receiver u k es o0 -> nth_error es i = Some e -> may_value u k e o -> (i = 0 -> o = o0) ->
    may_hold (Body m) (select m o0) (Arg i) o.
(** The constraints of a statement of u, in all contexts in which a thread reaches u. *)
Fixpoint stmt_closed (u : code) (C : stmt) : Prop :=
  match C with
  | Skip => True
  | Do p c => forall k t, reached t (u, k) -> simple_closed u k p c
  | Seq C1 C2 | If C1 C2 => stmt_closed u C1 /\ stmt_closed u C2
  | While C => stmt_closed u C
  | Call _ m es => forall k t, reached t (u, k) -> call_closed u k m es
  end.
(** All constraints: all code, and the harness: each variable of a thread block holds the environment, all whose cells
    do. *)
Definition closed : Prop :=
  (forall u, stmt_closed u (stmt_of P u)) /\
  (forall t x, may_hold (Block t) [] x Env) /\ (forall f, may_cell Env f Env).
Hypothesis CLOSED : closed.

(** ** Units along a trace *)
(** Where each frame's code is: the innermost first. *)
Inductive units_step : list code -> event -> list code -> Prop :=
| unit_simple u us p c : (forall k t, reached t (u, k) -> simple_closed u k p c) -> occurs (Do p c) (stmt_of P u) -> units_step (u :: us) (p, Simple c) (u :: us)
| unit_push u us p m es : (forall k t, reached t (u, k) -> call_closed u k m es) -> occurs (Call p m es) (stmt_of P u) -> units_step (u :: us) (p, Push es) (Body m :: u :: us)
| unit_pop u u' us p : units_step (u :: u' :: us) (p, Pop) (u' :: us).
Inductive units_run : list code -> strace -> list code -> Prop :=
| units_nil us : units_run us [] us
| units_cons us ev us' t us'' : units_step us ev us' -> units_run us' t us'' -> units_run us (ev :: t) us''.
Lemma units_app : forall a us us' b us'', units_run us a us' -> units_run us' b us'' -> units_run us (a ++ b) us''.
Proof. induction 1; simpl; auto. intros. econstructor; eauto. Qed.
Lemma units_split : forall a us b us'', units_run us (a ++ b) us'' -> exists us', units_run us a us' /\ units_run us' b us''.
Proof.
  induction a as [|ev a IH]; simpl; intros us b us'' H.
  - exists us. split; [constructor | auto].
  - inversion H as [|us0 ev0 us1 t us2 ST R]; subst. destruct (IH _ _ _ R) as (us' & A & B).
    exists us'. split; auto. econstructor; eauto.
Qed.
Lemma trace_units : forall C t, trace_of P C t -> forall u us, stmt_closed u C ->
  (forall D, occurs D C -> occurs D (stmt_of P u)) -> units_run (u :: us) t (u :: us).
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 H1 IH1 H2 IH2|C1 C2 t H IH|C1 C2 t H IH|C|C t1 t2 H1 IH1 H2 IH2|p m es t H IH];
    simpl; intros u us SC OC.
  - constructor.
  - econstructor; [constructor; auto | constructor].
  - destruct SC. eapply units_app; [apply IH1 | apply IH2]; auto.
  - destruct SC. auto.
  - destruct SC. auto.
  - constructor.
  - eapply units_app; [apply IH1 | apply IH2]; auto.
  - econstructor; [constructor; eauto|]. eapply units_app; [apply IH; auto; apply CLOSED|].
    econstructor; [constructor | constructor].
Qed.

(** ** The invariant *)
(** E: what the environment leads to. *)
Inductive escaping : aobj -> Prop :=
| esc_env : escaping Env
| esc_cell o f o' : escaping o -> may_cell o f o' -> escaping o'.

(** [mine t l]: thread t has allocated l. ab: what l is abstracted to. *)
Definition frame_may (ab : loc -> aobj) (mine : loc -> Prop) (u : code * context) (s : frame) : Prop :=
  forall x l, s x = Some l -> may_hold (fst u) (snd u) x (ab l) /\ (escaping (ab l) \/ mine l).
Definition heap_may (ab : loc -> aobj) (mine : thread -> loc -> Prop) (h : heap) : Prop :=
  forall l o f, h l = Some o ->
    may_cell (ab l) f (ab (o f)) /\ (forall t, mine t l -> escaping (ab (o f)) \/ mine t (o f)).
Definition chord_inv (ab : loc -> aobj) (mine : thread -> loc -> Prop) (us : both (list (code * context))) (K : config) : Prop :=
  heap_may ab mine (cheap K) /\
  (forall t, Forall2 (frame_may ab (mine t)) (us @ t) (stacks K @ t)) /\
  (forall t l, mine t l -> mine (other t) l -> False) /\
  (forall t l, mine t l -> cheap K l <> None) /\
  (forall t, Forall (wf_frame (cheap K)) (stacks K @ t)) /\ wf_heap (cheap K) /\ (forall t, Forall (reached t) (us @ t)).

Lemma walk_may : forall ab mine h, heap_may ab mine h -> forall fs l l', walk h l fs = Some l' -> may_walk (ab l) fs (ab l').
Proof.
  intros ab mine h H. induction fs as [|f fs IH]; simpl; intros l l' E.
  - inversion E. constructor.
  - destruct (h l) as [o|] eqn:El; [|discriminate]. econstructor; [apply (H l o f El) | eauto].
Qed.
Lemma walk_reach : forall ab mine h t, heap_may ab mine h -> forall fs l l', walk h l fs = Some l' ->
  escaping (ab l) \/ mine t l -> escaping (ab l') \/ mine t l'.
Proof.
  intros ab mine h t H. induction fs as [|f fs IH]; simpl; intros l l' E R.
  - inversion E. subst. auto.
  - destruct (h l) as [o|] eqn:El; [|discriminate]. destruct (H l o f El) as [MC MO]. apply (IH _ _ E).
    destruct R as [R|R]; [left; eapply esc_cell; eauto | auto].
Qed.
(** What an expression leads to is what it may lead to; and it is in E or the thread's own. *)
Lemma value_may : forall ab mine h t u s e l, heap_may ab mine h -> frame_may ab (mine t) u s -> value s h e = Some l ->
  may_value (fst u) (snd u) e (ab l) /\ (escaping (ab l) \/ mine t l).
Proof.
  intros ab mine h t u s [x fs] l H F E. unfold value in E. simpl in E. destruct (s x) as [a|] eqn:Ex; [|discriminate].
  destruct (F _ _ Ex) as [MH R]. split.
  - exists (ab a). split; auto. eapply walk_may; eauto.
  - eapply walk_reach; eauto.
Qed.
Lemma frame_may_bind : forall ab mine u s x l, frame_may ab mine u s ->
  may_hold (fst u) (snd u) x (ab l) -> escaping (ab l) \/ mine l -> frame_may ab mine u (bind s x l).
Proof. intros ab mine u s x l F A B y l' E. unfold bind in E. destruct (var_eq_dec y x) as [->|]; eauto. inversion E; subst. auto. Qed.

(** One step of thread t. *)
Lemma chord_step : forall ab mine us K t p c K' us', chord_inv ab mine us K -> thread_step t c K K' ->
  units_step (map fst (us @ t)) (p, c) us' ->
  exists ab' mine' us2, map fst us2 = us' /\ chord_inv ab' mine' (put us t us2) K'.
Proof.
  intros ab mine us K t p c K' us' (HM & FM & AP & EX & WF & WH & RE) ST US.
  inversion ST as [S h L X OK]; subst.
  destruct (step_well_behaved _ _ _ _ _ _ _ X WH (WF t)) as (WH' & WF' & GR).
  assert (WFA : forall u, Forall (wf_frame h) (put (stacks K) t S @ u)).
  { intros u. destruct (same_or_other t u) as [->| ->]; [rewrite at_put_same; auto|].
    rewrite at_put_other. eapply wf_frames_grow; eauto. }
  assert (REA : forall us2, Forall (reached t) us2 -> forall w, Forall (reached w) (put us t us2 @ w)).
  { intros us2 F w. destruct (same_or_other t w) as [->| ->]; [rewrite at_put_same | rewrite at_put_other]; auto. }
  assert (KEEP : forall us2, map fst us2 = us' -> Forall (reached t) us2 -> Forall2 (frame_may ab (mine t)) us2 S -> heap_may ab mine h ->
            exists ab' mine' us2, map fst us2 = us' /\
              chord_inv ab' mine' (put us t us2) (Config (put (stacks K) t S) h (put (levels K) t L))).
  { intros us2 EM R2 F' H'. exists ab, mine, us2. split; [auto|].
    split; [exact H' | split; [|split; [exact AP | split; [|split; [exact WFA | split; [exact WH' | auto]]]]]].
    - intros w. cbn [stacks]. destruct (same_or_other t w) as [->| ->].
      + rewrite !at_put_same. auto.
      + rewrite !at_put_other. auto.
    - intros w l M. apply GR. eauto. }
  pose proof (FM t) as Ft. pose proof (RE t) as Rt.
  inversion X as [x y s R h0 L0 l EY|x pi s R h0 L0 l EV|pi x s R h0 L0 l o v EV EO EX0|x s R h0 L0 l EF
                  |s R h0 L0|s R h0 L0|es s R h0 L0 vs EV|s s1 R h0 L0]; subst;
    match goal with H : _ = stacks K @ t |- _ => rewrite <- H in Ft end;
    inversion Ft as [|[u0 k0] s0 ur Rr F0 FR EU]; subst;
    match goal with H : _ = us @ t |- _ => rewrite <- H in US, Rt end; simpl in US;
    inversion Rt as [|uk0 ur0 R0 RR]; subst.
  - (* x := y *)
    inversion US as [u us0 p0 c0 SC OC| |]; subst. apply (KEEP ((u0, k0) :: ur)); auto. constructor; auto.
    destruct (F0 _ _ EY). apply frame_may_bind; auto. apply (SC k0 t R0). auto.
  - (* x := π *)
    inversion US as [u us0 p0 c0 SC OC| |]; subst. apply (KEEP ((u0, k0) :: ur)); auto. constructor; auto.
    destruct (value_may _ _ _ t _ _ _ _ HM F0 EV). apply frame_may_bind; auto. apply (SC k0 t R0). auto.
  - (* π := x *)
    inversion US as [u us0 p0 c0 SC OC| |]; subst. apply (KEEP ((u0, k0) :: ur)); auto.
    destruct (value_may _ _ _ t _ _ _ _ HM F0 EV) as [MB RB]. destruct (F0 _ _ EX0) as [MX RX].
    assert (MC : may_cell (ab l) (plast pi) (ab v)) by (apply (SC k0 t R0); auto).
    intros l' o' f E. unfold hset in E. destruct (Nat.eqb_spec l' l) as [->|]; [|apply HM; auto].
    rewrite EO in E. inversion E; subst o'. destruct (Nat.eqb_spec f (plast pi)) as [->|]; [|apply HM; auto].
    split; auto. intros w M. destruct (same_or_other t w) as [->| ->]; auto.
    left. destruct RB as [RB|RB]; [eapply esc_cell; eauto | destruct (AP t l RB M)].
  - (* x := new() *)
    inversion US as [u us0 p0 c0 SC OC| |]; subst. destruct (SC k0 t R0) as [SN SF].
    set (ab' := fun l' => if l' =? l then Site p k0 else ab l').
    set (mine' := fun w l' => if l' =? l then w = t else mine w l').
    assert (OLD : forall l', cheap K l' <> None -> ab' l' = ab l' /\ (forall w, mine' w l' <-> mine w l')).
    { intros l' N. unfold ab', mine'. destruct (Nat.eqb_spec l' l) as [->|]; [congruence | tauto]. }
    assert (FOLD : forall w u s', wf_frame (cheap K) s' -> frame_may ab (mine w) u s' -> frame_may ab' (mine' w) u s').
    { intros w u s' W F z l' E. destruct (OLD l') as [-> M]; [eapply W; eauto|]. rewrite M. auto. }
    assert (ALL : forall w U Q, Forall (wf_frame (cheap K)) Q -> Forall2 (frame_may ab (mine w)) U Q ->
              Forall2 (frame_may ab' (mine' w)) U Q).
    { intros w U Q W F. induction F as [|u s' U' Q' A B IH]; constructor; inversion W; subst; auto. }
    exists ab', mine', ((u0, k0) :: ur). split; [reflexivity|].
    split; [|split; [|split; [|split; [|split; [exact WFA | split; [exact WH' | auto]]]]]].
    + intros l' o f E. cbn [cheap] in E. unfold hnew in E. destruct (Nat.eqb_spec l' l) as [->|N].
      * injection E as <-. unfold ab', mine'. rewrite Nat.eqb_refl. split; auto.
      * destruct (OLD l') as [-> M]; [congruence|]. destruct (OLD (o f)) as [-> M']; [destruct WH as [_ CL]; eapply CL; eauto|].
        destruct (HM l' o f E) as [A B]. split; auto. intros w. rewrite M, M'. auto.
    + intros w. cbn [stacks]. destruct (same_or_other t w) as [->| ->].
      * rewrite !at_put_same. pose proof (WF t) as Wt.
        match goal with H : _ = stacks K @ t |- _ => rewrite <- H in Wt end. inversion Wt; subst.
        constructor; [|apply ALL; auto]. apply frame_may_bind; [apply FOLD; auto | |].
        -- unfold ab'. rewrite Nat.eqb_refl. auto.
        -- right. unfold mine'. rewrite Nat.eqb_refl. auto.
      * rewrite !at_put_other. apply ALL; auto.
    + intros w l' A B. unfold mine' in A, B. destruct (l' =? l); [|exact (AP w l' A B)]. subst w. destruct t; discriminate.
    + intros w l' M. unfold mine' in M. simpl. unfold hnew. destruct (Nat.eqb_spec l' l); [discriminate | eauto].
  - inversion US as [u us0 p0 c0 SC OC| |]; subst. apply (KEEP ((u0, k0) :: ur)); auto.
  - inversion US as [u us0 p0 c0 SC OC| |]; subst. apply (KEEP ((u0, k0) :: ur)); auto.
  - (* push: the context is that of the receiver *)
    inversion US as [|u us0 p0 m es0 CC OC|]; subst.
    assert (RC : exists o0, receiver u0 k0 es o0 /\ forall l, nth_error vs 0 = Some l -> ab l = o0).
    { destruct es as [|e es].
      - exists Env. split; [reflexivity|]. simpl in EV. injection EV as <-. discriminate.
      - destruct (values_nth _ _ _ _ EV 0) as [N _]. destruct (N e eq_refl) as (l & El & Nl).
        destruct (value_may _ _ _ t _ _ _ _ HM F0 El) as [MV _]. exists (ab l). split; [exact MV|]. intros l' E. congruence. }
    destruct RC as (o0 & RC & FIRST).
    apply (KEEP ((Body m, select m o0) :: (u0, k0) :: ur)); auto.
    + constructor; auto. eapply reached_call; eauto.
    + constructor; [|constructor; auto].
      intros [i|i] l E; simpl in E; [|discriminate]. destruct (values_nth _ _ _ _ EV i) as [_ N].
      destruct (N _ E) as (e & Ne & Ee). destruct (value_may _ _ _ t _ _ _ _ HM F0 Ee) as [MV ES]. split; [|auto].
      apply (CC k0 t R0 o0 i e (ab l) RC Ne MV). intros ->. auto.
  - (* pop *)
    inversion US as [| |u u' us0 p0]; subst. apply (KEEP ur); auto.
Qed.

Theorem chord_holds : forall n K0 taus K, initial n K0 -> interleaving K0 taus K -> forall us,
  (forall t, units_run [Block t] (taus @ t) (us @ t)) ->
  exists ab mine us2, (forall t, map fst (us2 @ t) = us @ t) /\ chord_inv ab mine us2 K.
Proof.
  intros n K0 taus K INI I. induction I as [|taus K t p c K' I IH ST]; intros us UR.
  - exists (fun _ => Env), (fun _ _ => False), ([(Block one, [])], [(Block two, [])]).
    assert (EU : forall t, us @ t = [Block t]) by (intros t; specialize (UR t); destruct t; simpl in UR; inversion UR; auto).
    split; [intros t; rewrite EU; destruct t; reflexivity|]. destruct INI as [W INI]. destruct CLOSED as (_ & HE & CE).
    split; [|split; [|split; [|split; [|split; [|split; [exact W|]]]]]]; try tauto.
    + intros l o f _. split; [apply CE | tauto].
    + intros t. destruct (INI t) as (_ & s & -> & Wf & _).
      assert (([(Block one, [])], [(Block two, [])]) @ t = [(Block t, @nil site)]) as -> by (destruct t; reflexivity).
      constructor; [|constructor]. intros x l E. split; [apply HE | left; constructor].
    + intros t. destruct (INI t) as (_ & s & -> & Wf & _). auto.
    + intros t. destruct t; constructor; constructor.
  - pose proof (UR t) as Ut. rewrite at_put_same in Ut. apply units_split in Ut. destruct Ut as (u1 & U1 & U2).
    inversion U2 as [|a ev b t' d US U3]; subst. inversion U3; subst.
    destruct (IH (put us t u1)) as (ab & mine & us2 & EM & INV).
    { intros w. destruct (same_or_other t w) as [->| ->].
      - rewrite at_put_same. auto.
      - rewrite at_put_other. specialize (UR (other t)). rewrite at_put_other in UR. auto. }
    destruct (chord_step ab mine us2 K t p c K' (us @ t)) as (ab' & mine' & us3 & EM' & INV'); auto.
    { rewrite EM, at_put_same. auto. }
    exists ab', mine', (put us2 t us3). split; [|auto]. intros w. destruct (same_or_other t w) as [->| ->].
    + rewrite at_put_same. auto.
    + rewrite at_put_other, EM, at_put_other. auto.
Qed.

(** ** Completeness *)
(** The last stage, unlocked pairs: what is said of two sites that may race. *)
Definition unlocked_pair (p1 p2 : site) : Prop :=
  exists c1 c2 u1 k1 u2 k2 pi1 pi2 o,
    (* original: one field, a store *)
    accessed_path c1 = Some pi1 /\ accessed_path c2 = Some pi2 /\ plast pi1 = plast pi2 /\
    (writes c1 || writes c2) = true /\
    (* reachable *)
    reached one (u1, k1) /\ reached two (u2, k2) /\ occurs (Do p1 c1) (stmt_of P u1) /\ occurs (Do p2 c2) (stmt_of P u2) /\
    (* aliasing *)
    may_value u1 k1 (path_base pi1) o /\ may_value u2 k2 (path_base pi2) o /\
    (* escaping *)
    escaping o /\
    (* unlocked: not both always under the lock *)
    ((exists t, comes_before P (blocks P @ one) t p1 c1 /\ level_after 0 t = 0) \/
     (exists t, comes_before P (blocks P @ two) t p2 c2 /\ level_after 0 t = 0)).

Lemma units_before : forall t tau p c, comes_before P (blocks P @ t) tau p c -> exists u us,
  units_run [Block t] tau (u :: us) /\ occurs (Do p c) (stmt_of P u).
Proof.
  intros t tau p c (b & T). assert (R : units_run [Block t] (tau ++ (p, Simple c) :: b) [Block t]).
  { eapply trace_units; eauto. destruct CLOSED as (SC & _). apply (SC (Block t)). }
  apply units_split in R. destruct R as (us & R1 & R2). inversion R2 as [|us0 ev us' tl us'' ST R3]; subst.
  inversion ST as [u us0 p0 c0 SC OC| |]; subst. exists u, us0. auto.
Qed.
Lemma next_address_value : forall K t c l fl, next_address K t c = Some (l, fl) -> exists s R pi,
  stacks K @ t = s :: R /\ accessed_path c = Some pi /\ value s (cheap K) (path_base pi) = Some l /\ plast pi = fl.
Proof.
  intros K t c l fl E. unfold next_address in E. destruct (stacks K @ t) as [|s R]; [discriminate|].
  destruct (accessed_path c) as [pi|]; [|discriminate]. unfold address in E.
  destruct (value s (cheap K) (path_base pi)) as [l'|] eqn:EV; [|discriminate].
  destruct (cheap K l'); inversion E; subst. exists s, R, pi. auto.
Qed.

Theorem chord_complete : forall p1 p2, races P p1 p2 -> unlocked_pair p1 p2.
Proof.
  intros p1 p2 (K0 & INI & t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & WR & EQ & NN).
  destruct (units_before one t1 p1 c1 CB1) as (u1 & us1 & R1 & OC1).
  destruct (units_before two t2 p2 c2 CB2) as (u2 & us2 & R2 & OC2).
  destruct (chord_holds _ _ _ _ INI I (u1 :: us1, u2 :: us2)) as (ab & mine & us & EM & HM & FM & AP & _ & _ & _ & RE).
  { intros []; auto. }
  destruct (next_address K one c1) as [[l fl]|] eqn:A1; [|congruence]. symmetry in EQ.
  destruct (next_address_value _ _ _ _ _ A1) as (s1 & Q1 & pi1 & S1 & P1 & V1 & L1).
  destruct (next_address_value _ _ _ _ _ EQ) as (s2 & Q2 & pi2 & S2 & P2 & V2 & L2).
  pose proof (FM one) as F1. pose proof (FM two) as F2. rewrite S1 in F1. rewrite S2 in F2.
  pose proof (EM one) as M1. pose proof (EM two) as M2. pose proof (RE one) as RE1. pose proof (RE two) as RE2. simpl in M1, M2, RE1, RE2, F1, F2.
  inversion F1 as [|[v1 k1] ? ? ? G1 _ N1]; subst. inversion F2 as [|[v2 k2] ? ? ? G2 _ N2]; subst.
  rewrite <- N1 in M1, RE1. rewrite <- N2 in M2, RE2. simpl in M1, M2. injection M1 as -> _. injection M2 as -> _.
  inversion RE1; subst. inversion RE2; subst.
  destruct (value_may _ _ _ one _ _ _ _ HM G1 V1) as [MV1 E1]. destruct (value_may _ _ _ two _ _ _ _ HM G2 V2) as [MV2 E2].
  exists c1, c2, u1, k1, u2, k2, pi1, pi2, (ab l).
  split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|].
  split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. split.
  - destruct E1 as [E1|E1]; auto. destruct E2 as [E2|E2]; auto. exfalso. apply (AP one l); auto.
  - assert (Z : forall t, levels K0 @ t = 0) by (intros t; apply INI).
    pose proof (interleaving_level _ _ _ I Z one) as X1. pose proof (interleaving_level _ _ _ I Z two) as X2.
    simpl in X1, X2. destruct (one_lock _ _ _ _ INI I one) as [LV|LV]; simpl in LV; [left; exists t1 | right; exists t2];
      split; auto; congruence.
Qed.
End Chord.
