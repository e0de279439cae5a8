(** * What a thread knows along one trace: the general form of Theorems 2f and 2g

    A thread follows one trace of its unit and keeps in mind which objects its variables and certain cells hold.  It
    knows the cells of objects that are *private* to it, for as long as these are; and, of objects that both threads
    know (the meeting object, the sink, own objects that were published), the cells of fields that the other thread
    does not store into.  U are the fields that a thread relies on the other to leave unstored outside of U, and G the
    fields that it stores into itself, but for stores into its private objects: what one guarantees, the other may rely
    on.

    [knowledge_holds]: what the two threads know along their two traces is true in every interleaving.
    [knowledge_race]: if both come by one object z and walk the same fields from there, they race.

    U = G = all fields is Theorem 2f; nothing is then known of objects that are not private (Theorem2f.v).
    Nothing of this is in the paper.  Docs: docs/plus.md. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact.

(** η: what is known of the variables of each frame; κ: of cells; and which own objects are public. *)
Record knowledge := Know { eta : list frame; kappa : loc -> field -> option loc; public : loc -> Prop }.

Lemma Forall2_impl : forall {A B} (R R' : A -> B -> Prop), (forall a b, R a b -> R' a b) ->
  forall l m, Forall2 R l m -> Forall2 R' l m.
Proof. induction 2; constructor; auto. Qed.

Section OneThread.
Variable own : loc -> Prop.      (* private to this thread in the beginning *)
Variable shared : loc -> Prop.   (* known to both threads *)
Variables U G : field -> Prop.   (* what the other thread may store into; what this one may *)

Definition private (k : knowledge) (u : loc) : Prop := own u /\ ~ public k u.
(** The cell (u, f) is known, if κ says what it holds. *)
Definition lasting (k : knowledge) (u : loc) (f : field) : Prop := private k u \/ ~ U f.

(** The known object at the end of a walk. *)
Inductive known_walk (k : knowledge) : loc -> list field -> loc -> Prop :=
| known_here l : known_walk k l [] l
| known_step w f l fs l' :
    lasting k w f -> kappa k w f = Some l -> known_walk k l fs l' -> known_walk k w (f :: fs) l'.
Definition knows (k : knowledge) (g : frame) (e : expr) (l : loc) : Prop :=
  exists a, g (fst e) = Some a /\ known_walk k a (snd e) l.
(** o is what is known of e: an object, or nothing. *)
Definition known_value (k : knowledge) (g : frame) (e : expr) (o : option loc) : Prop :=
  match o with Some l => knows k g e l | None => forall l, ~ knows k g e l end.
(** What is reached from u along known cells of private objects. *)
Inductive reach (k : knowledge) (u : loc) : loc -> Prop :=
| reach_refl : reach k u u
| reach_step w f l : reach k u w -> private k w -> kappa k w f = Some l -> reach k u l.
(** A private object that is stored elsewhere becomes public, with all that it reaches. *)
Definition publish (k : knowledge) (g : frame) (x : var) : loc -> Prop :=
  fun l => public k l \/ exists u, g x = Some u /\ reach k u l.

Definition learn (g : frame) (x : var) (o : option loc) : frame := fun y => if var_eq_dec y x then o else g y.
Definition kset (m : loc -> field -> option loc) (w : loc) (f : field) (o : option loc) :=
  fun w' f' => if (w' =? w) && (f' =? f) then o else m w' f'.
Definition known_callee (os : list (option loc)) : frame :=
  fun x => match x with Arg i => match nth_error os i with Some o => o | None => None end | Local _ => None end.

(** ** How knowledge changes *)
Inductive know_step : command -> knowledge -> knowledge -> Prop :=
| know_copy x y g Q m p :
    know_step (Simple (Copy x y)) (Know (g :: Q) m p) (Know (learn g x (g y) :: Q) m p)
| know_load x pi g Q m p o : known_value (Know (g :: Q) m p) g (path_expr pi) o ->
    know_step (Simple (Load x pi)) (Know (g :: Q) m p) (Know (learn g x o :: Q) m p)
| know_new x g Q m p :
    know_step (Simple (New x)) (Know (g :: Q) m p) (Know (learn g x None :: Q) m p)
| know_store_private pi x g Q m p w :
    knows (Know (g :: Q) m p) g (path_base pi) w -> private (Know (g :: Q) m p) w ->
    know_step (Simple (Store pi x)) (Know (g :: Q) m p) (Know (g :: Q) (kset m w (plast pi) (g x)) p)
| know_store_shared pi x g Q m p w :
    knows (Know (g :: Q) m p) g (path_base pi) w -> ~ private (Know (g :: Q) m p) w -> own w \/ shared w ->
    G (plast pi) ->
    know_step (Simple (Store pi x)) (Know (g :: Q) m p)
      (Know (g :: Q) (kset m w (plast pi) (g x)) (publish (Know (g :: Q) m p) g x))
| know_store_elsewhere pi x g Q m p m' :
    (forall w, knows (Know (g :: Q) m p) g (path_base pi) w -> ~ private (Know (g :: Q) m p) w) -> G (plast pi) ->
    (forall l f l', m' l f = Some l' ->
       m l f = Some l' /\ (f = plast pi -> ~ U f -> private (Know (g :: Q) m p) l)) ->
    (forall l f l', private (Know (g :: Q) m p) l -> m l f = Some l' -> m' l f = Some l') ->
    know_step (Simple (Store pi x)) (Know (g :: Q) m p)
      (Know (g :: Q) m' (publish (Know (g :: Q) m p) g x))
| know_lock g Q m p : know_step (Simple Lock) (Know (g :: Q) m p) (Know (g :: Q) m p)
| know_unlock g Q m p : know_step (Simple Unlock) (Know (g :: Q) m p) (Know (g :: Q) m p)
| know_push es g Q m p os : Forall2 (known_value (Know (g :: Q) m p) g) es os ->
    know_step (Push es) (Know (g :: Q) m p) (Know (known_callee os :: g :: Q) m p)
| know_pop g Q m p : know_step Pop (Know (g :: Q) m p) (Know Q m p).
Inductive know_steps : strace -> knowledge -> knowledge -> Prop :=
| know_nil k : know_steps [] k k
| know_snoc t p c k k' k'' : know_steps t k k' -> know_step c k' k'' -> know_steps (t ++ [(p, c)]) k k''.

Lemma know_snoc_inv : forall t p c k k'', know_steps (t ++ [(p, c)]) k k'' ->
  exists k', know_steps t k k' /\ know_step c k' k''.
Proof.
  intros t p c k k'' H. inversion H as [k0 E|t' p' c' k0 k' k0' S ST E]; subst.
  - destruct t; discriminate.
  - apply app_inj_tail in E. destruct E as [-> E]. inversion E; subst. eauto.
Qed.
Lemma know_nil_inv : forall k k', know_steps [] k k' -> k' = k.
Proof. intros k k' H. inversion H as [|t p c k0 k1 k2 S ST E]; auto. destruct t; discriminate. Qed.

(** ** When knowledge is true *)
(** Of a frame of this thread: what is known is so, and variables that hold private objects are known. *)
Definition frame_known (k : knowledge) (s g : frame) : Prop :=
  (forall x l, g x = Some l -> s x = Some l) /\ (forall x u, private k u -> s x = Some u -> g x = Some u).
(** Of a frame of the other thread: it holds no private object. *)
Definition frame_blind (k : knowledge) (s : frame) : Prop := forall x u, private k u -> s x <> Some u.
(** Of the heap: known cells hold what is known; only known cells of private objects hold private objects. *)
Definition heap_known (k : knowledge) (h : heap) : Prop :=
  (forall u f l, lasting k u f -> kappa k u f = Some l -> exists o, h u = Some o /\ o f = l) /\
  (forall u l o f, private k u -> h l = Some o -> o f = u -> private k l /\ kappa k l f = Some u).
Definition true_knowledge (k : knowledge) (S So : list frame) (h : heap) : Prop :=
  Forall2 (frame_known k) S (eta k) /\ Forall (frame_blind k) So /\ heap_known k h /\
  (forall u, own u \/ shared u -> h u <> None) /\
  (forall u f l, kappa k u f = Some l -> ~ U f -> own u \/ shared u).

Lemma known_walk_true : forall k h a fs l, heap_known k h -> known_walk k a fs l -> walk h a fs = Some l.
Proof.
  intros k h a fs l [C _] V. induction V as [|w f l fs l' P E V IH]; simpl; auto.
  destruct (C _ _ _ P E) as (o & -> & ->). auto.
Qed.
Lemma known_walk_last : forall k a fs w f l, known_walk k a fs w -> lasting k w f -> kappa k w f = Some l ->
  known_walk k a (fs ++ [f]) l.
Proof. induction 1; intros; simpl; econstructor; eauto. constructor. Qed.
Lemma knows_true : forall k h s g e l, heap_known k h -> frame_known k s g -> knows k g e l -> value s h e = Some l.
Proof. intros k h s g e l H [V _] (a & E & K). unfold value. rewrite (V _ _ E). eapply known_walk_true; eauto. Qed.
(** The way to a private object is known. *)
Lemma private_known : forall k h s g y fs u, heap_known k h -> frame_known k s g ->
  value s h (y, fs) = Some u -> private k u -> knows k g (y, fs) u.
Proof.
  intros k h s g y fs. induction fs as [|f fs IH] using rev_ind; intros u H F E P.
  - unfold value in E; simpl in E. destruct (s y) as [l|] eqn:Ey; inversion E; subst.
    exists u. split; [apply F; auto | constructor].
  - apply value_last in E. destruct E as (w & o & E & Ho & Ef). pose proof H as [_ Q].
    destruct (Q _ _ _ _ P Ho Ef) as [Pw Kw]. destruct (IH w H F E Pw) as (a & Ga & V).
    exists a. split; auto. simpl in *. eapply known_walk_last; eauto. left. auto.
Qed.
(** The other thread does not come to a private object. *)
Lemma private_unreached : forall k h s y fs u, heap_known k h -> frame_blind k s ->
  value s h (y, fs) = Some u -> ~ private k u.
Proof.
  intros k h s y fs. induction fs as [|f fs IH] using rev_ind; intros u H F E P.
  - unfold value in E; simpl in E. destruct (s y) as [l|] eqn:Ey; inversion E; subst. eapply F; eauto.
  - apply value_last in E. destruct E as (w & o & E & Ho & Ef). pose proof H as [_ Q].
    destruct (Q _ _ _ _ P Ho Ef) as [Pw _]. apply (IH w); auto.
Qed.

Lemma frame_known_bind : forall k s g x l o, frame_known k s g ->
  (forall v, o = Some v -> v = l) -> (private k l -> o = Some l) -> frame_known k (bind s x l) (learn g x o).
Proof.
  intros k s g x l o [V P] A B. split; intros y u; unfold bind, learn; destruct (var_eq_dec y x); eauto.
  - intros E. rewrite (A _ E). auto.
  - intros Q E. inversion E; subst. auto.
Qed.
Lemma frame_blind_bind : forall k s x l, frame_blind k s -> ~ private k l -> frame_blind k (bind s x l).
Proof. intros k s x l F N y u P. unfold bind. destruct (var_eq_dec y x); eauto. congruence. Qed.
Lemma known_values : forall k g es os, Forall2 (known_value k g) es os -> forall i,
  (forall e, nth_error es i = Some e -> exists o, nth_error os i = Some o /\ known_value k g e o) /\
  (forall o, nth_error os i = Some o -> exists e, nth_error es i = Some e /\ known_value k g e o).
Proof.
  induction 1 as [|e o es os V F IH]; intros i.
  - destruct i; split; intros ? E; simpl in E; discriminate.
  - destruct i as [|i]; simpl; [|apply IH]. split; intros ? E; inversion E; subst; eauto.
Qed.
(** The frame of a callee is known as far as the actuals are. *)
Lemma frame_known_push : forall k h s g es os vs, heap_known k h -> frame_known k s g ->
  values s h es = Some vs -> Forall2 (known_value k g) es os -> frame_known k (callee vs) (known_callee os).
Proof.
  intros k h s g es os vs H F EV FO. split; intros [i|i] l; simpl; try discriminate.
  - destruct (nth_error os i) as [[v|]|] eqn:Eo; intros E; inversion E; subst.
    destruct (known_values _ _ _ _ FO i) as [_ N]. destruct (N _ Eo) as (e & Ee & K).
    destruct (values_nth _ _ _ _ EV i) as [X _]. destruct (X _ Ee) as (l' & E1 & E2).
    simpl in K. eapply knows_true in K; eauto. congruence.
  - intros Pl E. destruct (values_nth _ _ _ _ EV i) as [_ X]. destruct (X _ E) as ([y fs] & E1 & E2).
    destruct (known_values _ _ _ _ FO i) as [N _]. destruct (N _ E1) as (o & -> & K).
    pose proof (private_known _ _ _ _ _ _ _ H F E2 Pl) as W.
    destruct o as [v|]; simpl in K; [|exfalso; eapply K; eauto]. eapply knows_true in K; eauto. congruence.
Qed.

(** ** Publishing *)
Section Publish.
Variables (g : frame) (Q : list frame) (m m' : loc -> field -> option loc) (p : loc -> Prop) (x : var).
Notation k := (Know (g :: Q) m p).
Notation k' := (Know (g :: Q) m' (publish k g x)).
Lemma publish_private : forall u, private k' u -> private k u.
Proof. intros u [A B]. split; auto. intros C. apply B. left. auto. Qed.
Lemma publish_lasting : forall u f, lasting k' u f -> lasting k u f.
Proof. intros u f [P|N]; [left; apply publish_private; auto | right; auto]. Qed.
Lemma publish_frame : forall s g0, frame_known k s g0 -> frame_known k' s g0.
Proof. intros s g0 [A B]. split; auto. intros y u Pu. apply B. apply publish_private; auto. Qed.
Lemma publish_blind : forall s, frame_blind k s -> frame_blind k' s.
Proof. intros s N y u Pu. apply N. apply publish_private; auto. Qed.
(** What is stored is not private any more. *)
Lemma publish_value : forall u, private k' u -> g x = Some u -> False.
Proof. intros u [_ NP] E. apply NP. right. exists u. split; auto. constructor. Qed.
(** Old cells that hold what is still private are still known. *)
Lemma publish_cells : forall h, heap_known k h ->
  (forall l f u, private k l -> m l f = Some u -> m' l f = Some u) ->
  forall u, private k' u -> forall l o f, h l = Some o -> o f = u -> private k' l /\ m' l f = Some u.
Proof.
  intros h [_ C] KM u Pu l o f E1 E2. destruct (C u l o f (publish_private _ Pu) E1 E2) as [[A B] KK].
  split; [|apply KM; auto; split; auto]. split; auto. intros [X|(a & Ga & R)]; [auto|].
  destruct Pu as [_ NP]. apply NP. right. exists a. split; auto. eapply reach_step; eauto. split; auto.
Qed.
End Publish.

(** ** The thread itself executes a command *)
Lemma own_step : forall c S h L S' h' L' k k' So, step c (S, h, L) (S', h', L') -> know_step c k k' ->
  true_knowledge k S So h -> true_knowledge k' S' So h'.
Proof.
  intros c S h L S' h' L' k k' So ST KS (F & O & H & DM & DK). pose proof H as [C Q].
  assert (DP : forall u, private k u -> h u <> None) by (intros u [A _]; auto).
  destruct KS as [x y g R m p|x pi g R m p o KV|x g R m p|pi x g R m p w KB PW|pi x g R m p w KB NP OS GF
                 |pi x g R m p m' NP GF SUB KEEP|g R m p|g R m p|es g R m p os KV|g R m p];
    simpl in F; inversion F as [|s g0 S0 R0 FF FR]; subst; clear F; pose proof FF as [V P].
  - inversion ST; subst. split; [|split]; auto. constructor; auto. apply frame_known_bind; auto.
    intros v E. apply V in E. congruence.
  - inversion ST as [|x0 pi0 s0 R0 h0 L0 l EV| | | | | |]; subst. split; [|split]; auto. constructor; auto.
    apply frame_known_bind; auto.
    + intros v ->. simpl in KV. eapply knows_true in KV; eauto. congruence.
    + intros Pl. eapply private_known in EV as W; eauto. destruct o as [v|]; simpl in KV.
      * eapply knows_true in KV; eauto. congruence.
      * exfalso. eapply KV; eauto.
  - inversion ST as [| | |x0 s0 R0 h0 L0 l EF| | | |]; subst. split; [|split; [|split; [|split]]]; auto.
    + constructor; auto. apply frame_known_bind; auto; [congruence|]. intros Pl. exfalso. eapply DP; eauto.
    + split; unfold hnew.
      * intros u f l0 Pu E. destruct (Nat.eqb_spec u l) as [->|]; eauto.
        destruct (C _ _ _ Pu E) as (o & Ho & _). congruence.
      * intros u l0 o f Pu E Ef. destruct (Nat.eqb_spec l0 l) as [->|]; eauto.
        inversion E; subst. exfalso. eapply DP; eauto.
    + intros u Pu. apply hnew_grows. auto.
  - (* a store into a private object *)
    inversion ST as [| |pi0 x0 s0 R0 h0 L0 l o v EV EO EX| | | | |]; subst.
    assert (w = l) by (eapply knows_true in KB; eauto; congruence). subst w.
    split; [|split; [|split; [|split]]]; auto.
    + constructor; auto.
    + split; unfold hset, kset; simpl.
      * intros u f l0 Pu. destruct (Nat.eqb_spec u l) as [->|]; simpl; [|eauto].
        destruct (Nat.eqb_spec f (plast pi)) as [->|].
        -- intros E. rewrite EO. eexists; split; eauto. simpl. rewrite Nat.eqb_refl. apply V in E. congruence.
        -- intros E. destruct (C _ _ _ Pu E) as (o' & Ho & Ef). rewrite Ho. eexists; split; eauto. simpl.
           destruct (Nat.eqb_spec f (plast pi)); congruence.
      * intros u l0 o0 f Pu E Ef. destruct (Nat.eqb_spec l0 l) as [->|]; simpl; [|eauto].
        rewrite EO in E. inversion E; subst o0. destruct (Nat.eqb_spec f (plast pi)) as [->|]; [|eauto].
        subst. split; auto.
    + intros u Pu. apply hset_grows. apply DM. auto.
    + intros u f l0. unfold kset; simpl. destruct ((u =? l) && (f =? plast pi)) eqn:E; [|eauto].
      intros _ _. apply andb_prop in E. destruct E as [E _]. apply Nat.eqb_eq in E. subst u. left. apply PW.
  - (* a store into an object that is known and not private *)
    inversion ST as [| |pi0 x0 s0 R0 h0 L0 l o v EV EO EX| | | | |]; subst.
    assert (w = l) by (eapply knows_true in KB; eauto; congruence). subst w.
    assert (KP : forall a f u, private (Know (g :: R) m p) a -> m a f = Some u -> kset m l (plast pi) (g x) a f = Some u).
    { intros a f u Pa E. unfold kset. destruct (Nat.eqb_spec a l) as [->|]; simpl; auto. contradiction. }
    split; [|split; [|split; [|split]]].
    + constructor; [apply publish_frame; auto|]. eapply Forall2_impl; [|exact FR]. intros; apply publish_frame; auto.
    + eapply Forall_impl; [|exact O]. intros; apply publish_blind; auto.
    + split.
      * intros u f l0 Pu. unfold kset, hset; simpl. destruct (Nat.eqb_spec u l) as [->|]; simpl.
        -- destruct (Nat.eqb_spec f (plast pi)) as [->|]; simpl.
           ++ intros E. rewrite EO. eexists; split; eauto. simpl. rewrite Nat.eqb_refl. apply V in E. congruence.
           ++ intros E. destruct (C l f l0 (publish_lasting _ _ _ _ _ _ _ _ Pu) E) as (o' & Ho & Ef).
              rewrite Ho. eexists; split; eauto. simpl. destruct (Nat.eqb_spec f (plast pi)); congruence.
        -- intros E. apply (C u f l0); auto. eapply publish_lasting; eauto.
      * intros u l0 o0 f Pu E Ef. unfold hset in E. destruct (Nat.eqb_spec l0 l) as [->|]; [|eapply publish_cells; eauto].
        rewrite EO in E. inversion E; subst o0. cbv beta in Ef.
        destruct (Nat.eqb_spec f (plast pi)) as [->|]; [|eapply publish_cells; eauto].
        exfalso. subst v. eapply publish_value; eauto. apply P; auto. eapply publish_private; eauto.
    + intros u Pu. apply hset_grows. apply DM. auto.
    + intros u f l0. unfold kset; simpl. destruct ((u =? l) && (f =? plast pi)) eqn:E; [|eauto].
      intros _ _. apply andb_prop in E. destruct E as [E _]. apply Nat.eqb_eq in E. subst u. auto.
  - (* a store into an object that is not known *)
    inversion ST as [| |pi0 x0 s0 R0 h0 L0 l o v EV EO EX| | | | |]; subst.
    assert (NPl : ~ private (Know (g :: R) m p) l).
    { intros Pl. eapply NP; [|eauto]. eapply private_known; eauto. }
    split; [|split; [|split; [|split]]].
    + constructor; [apply publish_frame; auto|]. eapply Forall2_impl; [|exact FR]. intros; apply publish_frame; auto.
    + eapply Forall_impl; [|exact O]. intros; apply publish_blind; auto.
    + split.
      * intros u f l0 Pu E. simpl in E. destruct (SUB _ _ _ E) as [Em Ep].
        apply publish_lasting in Pu. destruct (C u f l0 Pu Em) as (o' & Ho & Ef).
        unfold hset. destruct (Nat.eqb_spec u l) as [->|]; eauto.
        rewrite Ho. eexists; split; eauto. simpl. destruct (Nat.eqb_spec f (plast pi)) as [->|]; auto.
        exfalso. apply NPl. destruct Pu as [Pu|Pu]; auto.
      * intros u l0 o0 f Pu E Ef. unfold hset in E. destruct (Nat.eqb_spec l0 l) as [->|]; [|eapply publish_cells; eauto].
        rewrite EO in E. inversion E; subst o0. cbv beta in Ef.
        destruct (Nat.eqb_spec f (plast pi)) as [->|]; [|eapply publish_cells; eauto].
        exfalso. subst v. eapply publish_value; eauto. apply P; auto. eapply publish_private; eauto.
    + intros u Pu. apply hset_grows. apply DM. auto.
    + intros u f l0 E NU. simpl in E. apply SUB in E. destruct E. eapply DK; eauto.
  - inversion ST; subst. split; [constructor; auto | auto].
  - inversion ST; subst. split; [constructor; auto | auto].
  - inversion ST as [| | | | | |es0 s0 R0 h0 L0 vs EV|]; subst. split; [|split]; auto.
    constructor; [|constructor; auto]. exact (frame_known_push (Know (g :: R) m p) _ s g es os vs H FF EV KV).
  - inversion ST; subst. split; [auto | auto].
Qed.

(** What the thread guarantees: it stores into private objects, or into fields of G. *)
Lemma guarantees : forall pi x s R h L z k k' So l,
  step (Simple (Store pi x)) (s :: R, h, L) z -> know_step (Simple (Store pi x)) k k' ->
  true_knowledge k (s :: R) So h -> value s h (path_base pi) = Some l -> own l \/ G (plast pi).
Proof.
  intros pi x s R h L z k k' So l ST KS (F & O & H & DM & DK) E. inversion KS; subst; auto. left.
  simpl in F; inversion F; subst.
  match goal with X : knows _ _ _ _ |- _ => eapply knows_true in X; eauto; rewrite E in X; inversion X; subst end.
  match goal with X : private _ _ |- _ => apply X end.
Qed.

(** ** The other thread executes a command *)
(** It stores into fields of U, or into objects that this thread does not know. *)
Lemma other_step : forall c So h L So' h' L' k S, step c (So, h, L) (So', h', L') -> true_knowledge k S So h ->
  (forall pi x s R l, c = Simple (Store pi x) -> So = s :: R -> value s h (path_base pi) = Some l ->
     U (plast pi) \/ ~ (own l \/ shared l)) ->
  true_knowledge k S So' h'.
Proof.
  intros c So h L So' h' L' k S ST (F & O & H & DM & DK) RELY. pose proof H as [C Q].
  assert (DP : forall u, private k u -> h u <> None) by (intros u [A _]; auto).
  inversion ST as [x y s R h0 L0 l EY|x pi s R h0 L0 l EV|pi x s R h0 L0 l o w EV EO EX|x s R h0 L0 l EF
                  |s R h0 L0|s R h0 L0|es s R h0 L0 vs EV|s s1 R h0 L0]; subst; clear ST;
    inversion O as [|s0 R0 N NR]; subst; clear O.
  - split; [|split]; auto. constructor; auto. apply frame_blind_bind; auto. intros Pl. eapply N; eauto.
  - split; [|split]; auto. constructor; auto. apply frame_blind_bind; auto. eapply private_unreached; eauto.
  - split; [|split; [|split; [|split]]]; auto.
    + split; unfold hset.
      * intros u f l0 Pu E. destruct (Nat.eqb_spec u l) as [->|]; eauto.
        assert (NP : ~ private k l) by (eapply private_unreached; eauto). destruct Pu as [Pu|Pu]; [contradiction|].
        destruct (C l f l0 (or_intror Pu) E) as (o' & Ho & Ef). rewrite Ho. eexists; split; eauto. simpl.
        destruct (Nat.eqb_spec f (plast pi)) as [->|]; auto. exfalso.
        destruct (RELY pi x s R l eq_refl eq_refl EV) as [X|X]; [auto|]. apply X. eapply DK; eauto.
      * intros u l0 o0 f Pu E Ef. destruct (Nat.eqb_spec l0 l) as [->|]; eauto. rewrite EO in E. inversion E; subst o0.
        cbv beta in Ef. destruct (Nat.eqb_spec f (plast pi)); eauto. subst. exfalso. eapply N; eauto.
    + intros u Pu. apply hset_grows. auto.
  - split; [|split; [|split]]; auto.
    + constructor; auto. apply frame_blind_bind; auto. intros Pl. eapply DP; eauto.
    + split; unfold hnew.
      * intros u f l0 Pu E. destruct (Nat.eqb_spec u l) as [->|]; eauto.
        destruct (C _ _ _ Pu E) as (o & Ho & _). congruence.
      * intros u l0 o f Pu E Ef. destruct (Nat.eqb_spec l0 l) as [->|]; eauto.
        inversion E; subst. exfalso. eapply DP; eauto.
    + split; auto. intros u Pu. apply hnew_grows. auto.
  - split; [|split]; auto.
  - split; [|split]; auto.
  - split; [|split]; auto. constructor; [|constructor; auto].
    intros [i|i] u Pu E; simpl in E; [|discriminate]. destruct (values_nth _ _ _ _ EV i) as [_ X].
    destruct (X _ E) as ([y fs] & _ & E2). eapply private_unreached; eauto.
  - split; [|split]; auto.
Qed.
End OneThread.

(** ** Two threads *)
Section TwoThreads.
Variable own : thread -> loc -> Prop.
Variable shared : loc -> Prop.
Variables U G : thread -> field -> Prop.
Hypothesis APART : forall t l, own t l -> own (other t) l -> False.
Hypothesis NOT_SHARED : forall t l, own t l -> shared l -> False.
(** Each relies on what the other guarantees. *)
Hypothesis RELY : forall t f, G (other t) f -> U t f.

(** Both threads' knowledge is true in K. *)
Definition all_true (ks : thread -> knowledge) (K : config) : Prop :=
  forall t, true_knowledge (own t) shared (U t) (ks t) (stacks K @ t) (stacks K @ other t) (cheap K).

Theorem knowledge_holds : forall K0 taus K, interleaving K0 taus K -> forall ks ks',
  all_true ks K0 -> (forall t, know_steps (own t) shared (U t) (G t) (taus @ t) (ks t) (ks' t)) -> all_true ks' K.
Proof.
  induction 1 as [|taus K t p c K' I IH ST]; intros ks ks' A S.
  - intros t. specialize (S t). destruct t; simpl in S; apply know_nil_inv in S; rewrite S; apply (A _).
  - pose proof (S t) as St. rewrite at_put_same in St. apply know_snoc_inv in St. destruct St as (k & St & KS).
    set (mid := fun u => match t, u with one, one | two, two => k | _, _ => ks' u end).
    assert (MID : all_true mid K).
    { apply (IH ks); auto. intros u. specialize (S u). unfold mid.
      destruct t, u; auto; simpl in *; auto. }
    inversion ST as [S1 h L X OK]; subst.
    assert (Mt : mid t = k) by (unfold mid; destruct t; auto).
    assert (Mo : mid (other t) = ks' (other t)) by (unfold mid; destruct t; auto).
    pose proof (MID t) as Kt. pose proof (MID (other t)) as Ko. rewrite Mt in Kt. rewrite Mo, other_other in Ko.
    intros u. cbn [stacks cheap]. destruct (same_or_other t u) as [->| ->].
    + rewrite at_put_same, at_put_other. eapply own_step; eauto.
    + rewrite other_other, at_put_other, at_put_same. eapply other_step; eauto.
      intros pi x s R l -> ES EV. rewrite ES in X, Kt.
      destruct (guarantees _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ X KS Kt EV) as [D|D].
      * right. intros [D2|D2]; eauto.
      * left. apply RELY. rewrite other_other. auto.
Qed.

(** [comes_by t k pi z r]: thread t knows that its path pi leads to z, and from there by r to the accessed object. *)
Definition comes_by (t : thread) (k : knowledge) (pi : path) (z : loc) (r : list field) : Prop :=
  exists g Q a, eta k = g :: Q /\ pinner pi = a ++ r /\ knows (own t) (U t) k g (proot pi, a) z.
Lemma comes_to : forall t k s S So h pi z r, true_knowledge (own t) shared (U t) k (s :: S) So h ->
  comes_by t k pi z r -> value s h (path_base pi) = walk h z r.
Proof.
  intros t k s S So h pi z r (F & _ & H & _) (g & Q & a & E & Er & Kn). rewrite E in F. inversion F; subst.
  eapply knows_true in Kn; eauto. unfold value, path_base in *. simpl in *. rewrite Er.
  destruct (s (proot pi)); [|discriminate]. rewrite walk_app, Kn. auto.
Qed.

(** The addresses agree in every interleaving that brings both threads before the accesses. *)
Theorem knowledge_every : forall n K0 ks z r t1 t2 c1 c2 pi1 pi2 k1 k2 K,
  initial n K0 -> cheap K0 z <> None -> all_true ks K0 ->
  accessed_path c1 = Some pi1 -> accessed_path c2 = Some pi2 -> plast pi1 = plast pi2 ->
  know_steps (own one) shared (U one) (G one) t1 (ks one) k1 ->
  know_steps (own two) shared (U two) (G two) t2 (ks two) k2 ->
  comes_by one k1 pi1 z r -> comes_by two k2 pi2 z r -> interleaving K0 (t1, t2) K ->
  next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.
Proof.
  intros n K0 ks z r t1 t2 c1 c2 pi1 pi2 k1 k2 K INI NZ A P1 P2 EL S1 S2 B1 B2 I.
  destruct (initial_well_behaved _ _ _ _ INI I) as (W & _ & GR).
  destruct (walk_defined _ W r z (GR _ NZ)) as (l & El & Nl).
  assert (V : all_true (fun t => match t with one => k1 | two => k2 end) K).
  { eapply knowledge_holds; eauto. intros []; auto. }
  assert (AT : forall t c pi, accessed_path c = Some pi ->
            comes_by t (match t with one => k1 | two => k2 end) pi z r -> next_address K t c = Some (l, plast pi)).
  { intros t c pi EP CB. specialize (V t). cbv beta in V. pose proof CB as (g & Q & a & E & _).
    destruct (stacks K @ t) as [|s R] eqn:ES; [destruct V as (F & _); rewrite E in F; inversion F|].
    unfold next_address, address. rewrite ES, EP, (comes_to _ _ _ _ _ _ _ _ _ V CB), El.
    destruct (cheap K l); congruence. }
  rewrite (AT one c1 pi1), (AT two c2 pi2), EL by auto. split; [auto | discriminate].
Qed.
Theorem knowledge_race : forall P K0 ks z r p1 p2 t1 t2 c1 c2 pi1 pi2 k1 k2, legal P ->
  initial (formals P) K0 -> cheap K0 z <> None -> all_true ks K0 ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 ->
  accessed_path c1 = Some pi1 -> accessed_path c2 = Some pi2 -> plast pi1 = plast pi2 ->
  know_steps (own one) shared (U one) (G one) t1 (ks one) k1 ->
  know_steps (own two) shared (U two) (G two) t2 (ks two) k2 ->
  comes_by one k1 pi1 z r -> comes_by two k2 pi2 z r ->
  (writes c1 || writes c2) = true -> level_after 0 t1 = 0 \/ level_after 0 t2 = 0 ->
  races_from P K0 p1 p2.
Proof.
  intros P K0 ks z r p1 p2 t1 t2 c1 c2 pi1 pi2 k1 k2 LEGAL INI NZ A CB1 CB2 P1 P2 EL S1 S2 B1 B2 WR LK.
  pose proof CB1 as (u1 & T1). pose proof CB2 as (u2 & T2).
  destruct (bring P LEGAL _ _ _ _ _ _ _ INI T1 T2 LK) as (K & I).
  exists t1, c1, t2, c2, K. split; [auto | split; [auto | split; [auto | split; [auto|]]]].
  eapply knowledge_every; eauto.
Qed.
End TwoThreads.
