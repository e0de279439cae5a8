(** * What a thread knows along one trace: the general form of Theorems 2f and 2g

    A thread follows one trace of its unit and keeps in mind which objects its variables and certain cells hold.  Objects
    that it knows are numbers to it: [z], where the threads meet, is 0, and each object that it makes is the next number.
    Which locations these are depends on the execution; [place] says it.  A thread knows the cells of objects that are
    *private* to it, for as long as these are; and, of objects that the other thread may come by too (the meeting object,
    objects that were published), the cells of fields that the other thread does not store into.  U are the fields that
    the thread expects the other one to store into, and G the fields that it stores into itself, but for stores into its
    private objects: what one does not do, the other may rely on.

    [knowledge_holds]: what the two threads know along their two traces is true in every interleaving.
    [knowledge_race]: if both come by z to an access with the same fields from there, they race.  A thread comes by z if
    its path leads to an object to which known cells lead from z: to z itself, or to what is found by walking.

    U = G = all fields is Theorem 2f; nothing is then known of objects that are not private (Theorem2f.v).
    Nothing of this is in the paper.  Docs: docs/theory.md. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact.

(** An object as one thread knows it. *)
Definition object := nat.
Definition z : object := 0.
(** What is known of the variables of a frame; None where nothing is known. *)
Definition kframe := var -> option object.
(** η: what is known of the variables of each frame; κ: of cells; which objects are public; how many there are. *)
Record knowledge := Know { eta : list kframe; kappa : object -> field -> option object; public : object -> Prop; made : nat }.

Lemma Forall2_impl : forall {A B} (R R' : A -> B -> Prop), (forall a b, R a b -> R' a b) ->
  forall l m, Forall2 R l m -> Forall2 R' l m.
Proof. induction 2; constructor; auto. Qed.

Section OneThread.
Variables U G : field -> Prop.   (* what the other thread may store into; what this one may *)

Definition private (k : knowledge) (u : object) : Prop := u < made k /\ ~ public k u.
(** The cell (u, f) is known, if κ says what it holds. *)
Definition lasting (k : knowledge) (u : object) (f : field) : Prop := u < made k /\ (~ public k u \/ ~ U f).

(** The known object at the end of a walk. *)
Inductive known_walk (k : knowledge) : object -> list field -> object -> Prop :=
| known_here w : known_walk k w [] w
| known_step w f v fs v' :
    lasting k w f -> kappa k w f = Some v -> known_walk k v fs v' -> known_walk k w (f :: fs) v'.
Definition knows (k : knowledge) (g : kframe) (e : expr) (w : object) : Prop :=
  exists a, g (fst e) = Some a /\ known_walk k a (snd e) w.
(** o is what is known of e: an object, or nothing. *)
Definition known_value (k : knowledge) (g : kframe) (e : expr) (o : option object) : Prop :=
  match o with Some w => knows k g e w | None => forall w, ~ knows k g e w end.
(** What is reached from u along known cells of private objects. *)
Inductive reach (k : knowledge) (u : object) : object -> Prop :=
| reach_refl : reach k u u
| reach_step w f v : reach k u w -> private k w -> kappa k w f = Some v -> reach k u v.
(** A private object that is stored elsewhere becomes public, with all that it reaches. *)
Definition publish (k : knowledge) (g : kframe) (x : var) : object -> Prop :=
  fun w => public k w \/ exists u, g x = Some u /\ reach k u w.

Definition learn (g : kframe) (x : var) (o : option object) : kframe := fun y => if var_eq_dec y x then o else g y.
Definition kset (m : object -> field -> option object) (w : object) (f : field) (o : option object) :=
  fun w' f' => if (w' =? w) && (f' =? f) then o else m w' f'.
Definition known_callee (os : list (option object)) : kframe :=
  fun x => match x with Arg i => match nth_error os i with Some o => o | None => None end | Local _ => None end.
(** κ with a new object, whose cells all hold it. *)
Definition knew (m : object -> field -> option object) (n : object) :=
  fun w f => if w =? n then Some n else m w f.

(** ** How knowledge changes *)
Inductive know_step : command -> knowledge -> knowledge -> Prop :=
| know_copy x y g Q m p n :
    know_step (Simple (Copy x y)) (Know (g :: Q) m p n) (Know (learn g x (g y) :: Q) m p n)
| know_load x pi g Q m p n o : known_value (Know (g :: Q) m p n) g (path_expr pi) o ->
    know_step (Simple (Load x pi)) (Know (g :: Q) m p n) (Know (learn g x o :: Q) m p n)
| know_new x g Q m p n :
    know_step (Simple (New x)) (Know (g :: Q) m p n) (Know (learn g x None :: Q) m p n)
| know_new_own x g Q m p n :
    know_step (Simple (New x)) (Know (g :: Q) m p n)
      (Know (learn g x (Some n) :: Q) (knew m n) (fun w => p w /\ w <> n) (S n))
| know_store_private pi x g Q m p n w :
    knows (Know (g :: Q) m p n) g (path_base pi) w -> private (Know (g :: Q) m p n) w ->
    know_step (Simple (Store pi x)) (Know (g :: Q) m p n) (Know (g :: Q) (kset m w (plast pi) (g x)) p n)
| know_store_shared pi x g Q m p n w :
    knows (Know (g :: Q) m p n) g (path_base pi) w -> ~ private (Know (g :: Q) m p n) w -> G (plast pi) ->
    know_step (Simple (Store pi x)) (Know (g :: Q) m p n)
      (Know (g :: Q) (kset m w (plast pi) (g x)) (publish (Know (g :: Q) m p n) g x) n)
| know_store_elsewhere pi x g Q m p n m' :
    (forall w, knows (Know (g :: Q) m p n) g (path_base pi) w -> ~ private (Know (g :: Q) m p n) w) -> G (plast pi) ->
    (forall w f v, m' w f = Some v ->
       m w f = Some v /\ (f = plast pi -> ~ U f -> private (Know (g :: Q) m p n) w)) ->
    (forall w f v, private (Know (g :: Q) m p n) w -> m w f = Some v -> m' w f = Some v) ->
    know_step (Simple (Store pi x)) (Know (g :: Q) m p n)
      (Know (g :: Q) m' (publish (Know (g :: Q) m p n) g x) n)
| know_lock g Q m p n : know_step (Simple Lock) (Know (g :: Q) m p n) (Know (g :: Q) m p n)
| know_unlock g Q m p n : know_step (Simple Unlock) (Know (g :: Q) m p n) (Know (g :: Q) m p n)
| know_push es g Q m p n os : Forall2 (known_value (Know (g :: Q) m p n) g) es os ->
    know_step (Push es) (Know (g :: Q) m p n) (Know (known_callee os :: g :: Q) m p n)
| know_pop g Q m p n : know_step Pop (Know (g :: Q) m p n) (Know Q m p n).

(** Knowledge may be given up, but that of private objects: these may be called public, with all that they lead to. *)
Record weaker (k k' : knowledge) : Prop := Weaker {
  weak_made : made k' = made k;
  weak_public : forall u, public k u -> public k' u;
  weak_frames : Forall2 (fun g g' : kframe => forall x, g' x = g x \/ g' x = None /\ forall w, g x = Some w -> ~ private k' w)
                  (eta k) (eta k');
  weak_cells : forall w f v, lasting k' w f -> kappa k' w f = Some v -> kappa k w f = Some v;
  weak_keeps : forall w f v, private k w -> kappa k w f = Some v -> private k' v -> private k' w /\ kappa k' w f = Some v }.

(** Along a trace; between its commands knowledge may be given up. *)
Inductive know_steps : strace -> knowledge -> knowledge -> Prop :=
| know_nil k : know_steps [] k k
| know_snoc t p c k k' k'' : know_steps t k k' -> know_step c k' k'' -> know_steps (t ++ [(p, c)]) k k''
| know_less t k k' k'' : know_steps t k k' -> weaker k' k'' -> know_steps t k k''.

Inductive weakens (k : knowledge) : knowledge -> Prop :=
| weakens_not : weakens k k
| weakens_more k' k'' : weakens k k' -> weaker k' k'' -> weakens k k''.
Lemma know_snoc_inv : forall t p c k k'', know_steps (t ++ [(p, c)]) k k'' ->
  exists k' k1, know_steps t k k' /\ know_step c k' k1 /\ weakens k1 k''.
Proof.
  intros t p c k k'' H. remember (t ++ [(p, c)]) as u eqn:EU. induction H as [k|t' p' c' k k' k'' S IH ST|t' k k' k'' S IH W].
  - destruct t; discriminate.
  - apply app_inj_tail in EU. destruct EU as [-> E]. inversion E; subst. exists k', k''. split; auto. split; auto. constructor.
  - destruct (IH EU) as (a & b & A & B & C). exists a, b. split; auto. split; auto. econstructor; eauto.
Qed.
Lemma know_nil_inv : forall k k', know_steps [] k k' -> weakens k k'.
Proof.
  intros k k' H. remember [] as u eqn:EU. induction H as [k|t' p' c' k k' k'' S IH ST|t' k k' k'' S IH W].
  - constructor.
  - destruct t'; discriminate.
  - econstructor; eauto.
Qed.

(** ** When knowledge is true *)
Section True.
Variable place : object -> loc.
(** Of a frame of this thread: what is known is so, and variables that hold private objects are known. *)
Definition frame_known (k : knowledge) (s : frame) (g : kframe) : Prop :=
  (forall x w, g x = Some w -> w < made k /\ s x = Some (place w)) /\
  (forall x u, private k u -> s x = Some (place u) -> g x = Some u).
(** Of a frame of the other thread: it holds no private object. *)
Definition frame_blind (k : knowledge) (s : frame) : Prop := forall x u, private k u -> s x <> Some (place u).
(** Of the heap: known cells hold what is known; only known cells of private objects hold private objects. *)
Definition heap_known (k : knowledge) (h : heap) : Prop :=
  (forall w f v, lasting k w f -> kappa k w f = Some v -> v < made k /\ exists o, h (place w) = Some o /\ o f = place v) /\
  (forall u l o f, private k u -> h l = Some o -> o f = place u -> exists w, private k w /\ place w = l /\ kappa k w f = Some u).
Record true_knowledge (k : knowledge) (S So : list frame) (h : heap) : Prop := True_knowledge {
  true_frames : Forall2 (frame_known k) S (eta k);
  true_blind : Forall (frame_blind k) So;
  true_heap : heap_known k h;
  true_objects : forall w, w < made k -> h (place w) <> None;
  true_places : forall v w, v < made k -> w < made k -> place v = place w -> v = w }.

Lemma known_walk_true : forall k h w fs v, heap_known k h -> w < made k -> known_walk k w fs v ->
  v < made k /\ walk h (place w) fs = Some (place v).
Proof.
  intros k h w fs v [C _] L V. induction V as [|w f v fs v' P E V IH]; simpl; auto.
  destruct (C _ _ _ P E) as (B & o & -> & ->). auto.
Qed.
Lemma known_walk_last : forall k w fs v f v', known_walk k w fs v -> lasting k v f -> kappa k v f = Some v' ->
  known_walk k w (fs ++ [f]) v'.
Proof. induction 1; intros; simpl; econstructor; eauto. constructor. Qed.
Lemma knows_true : forall k h s g e w, heap_known k h -> frame_known k s g -> knows k g e w ->
  w < made k /\ value s h e = Some (place w).
Proof.
  intros k h s g e w H [V _] (a & E & K). destruct (V _ _ E) as [A B]. unfold value. rewrite B. eapply known_walk_true; eauto.
Qed.
Lemma knows_place : forall k h s g e w l, heap_known k h -> frame_known k s g -> knows k g e w -> value s h e = Some l ->
  w < made k /\ l = place w.
Proof. intros k h s g e w l H F K E. destruct (knows_true k h s g e w H F K) as [A B]. split; auto. congruence. Qed.
(** The way to a private object is known. *)
Lemma private_known : forall k h s g y fs u, heap_known k h -> frame_known k s g ->
  value s h (y, fs) = Some (place u) -> private k u -> knows k g (y, fs) u.
Proof.
  intros k h s g y fs. induction fs as [|f fs IH] using rev_ind; intros u H F E P.
  - unfold value in E; simpl in E. destruct (s y) as [l|] eqn:Ey; inversion E; subst.
    exists u. split; [apply F; auto | constructor].
  - apply value_last in E. destruct E as (l & o & E & Ho & Ef). pose proof H as [_ Q].
    destruct (Q _ _ _ _ P Ho Ef) as (w & Pw & <- & Kw). destruct (IH w H F E Pw) as (a & Ga & V).
    exists a. split; auto. simpl in *. eapply known_walk_last; eauto. destruct Pw. split; auto.
Qed.
(** The other thread does not come to a private object. *)
Lemma private_unreached : forall k h s y fs u, heap_known k h -> frame_blind k s ->
  value s h (y, fs) = Some (place u) -> ~ private k u.
Proof.
  intros k h s y fs. induction fs as [|f fs IH] using rev_ind; intros u H F E P.
  - unfold value in E; simpl in E. destruct (s y) as [l|] eqn:Ey; inversion E; subst. eapply F; eauto.
  - apply value_last in E. destruct E as (l & o & E & Ho & Ef). pose proof H as [_ Q].
    destruct (Q _ _ _ _ P Ho Ef) as (w & Pw & <- & _). apply (IH w); auto.
Qed.

Lemma frame_known_bind : forall k s g x l o, frame_known k s g ->
  (forall v, o = Some v -> v < made k /\ place v = l) -> (forall u, private k u -> place u = l -> o = Some u) ->
  frame_known k (bind s x l) (learn g x o).
Proof.
  intros k s g x l o [V P] A B. split; intros y u; unfold bind, learn; destruct (var_eq_dec y x); eauto.
  - intros E. destruct (A _ E) as [X <-]. auto.
  - intros Q E. injection E as ->. auto.
Qed.
Lemma frame_blind_bind : forall k s x l, frame_blind k s -> (forall u, private k u -> place u <> l) -> frame_blind k (bind s x l).
Proof. intros k s x l F N y u P. unfold bind. destruct (var_eq_dec y x); eauto. intros E. injection E as ->. eapply N; eauto. Qed.
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
  (forall v w, v < made k -> w < made k -> place v = place w -> v = w) ->
  values s h es = Some vs -> Forall2 (known_value k g) es os -> frame_known k (callee vs) (known_callee os).
Proof.
  intros k h s g es os vs H F INJ EV FO. split; intros [i|i] u; simpl; try discriminate.
  - destruct (nth_error os i) as [[v|]|] eqn:Eo; intros E; inversion E; subst.
    destruct (known_values _ _ _ _ FO i) as [_ N]. destruct (N _ Eo) as (e & Ee & K).
    destruct (values_nth _ _ _ _ EV i) as [X _]. destruct (X _ Ee) as (l' & E1 & E2).
    simpl in K. destruct (knows_place k h s g e u l' H F K E1) as [L ->]. auto.
  - intros Pl E. destruct (values_nth _ _ _ _ EV i) as [_ X]. destruct (X _ E) as ([y fs] & E1 & E2).
    destruct (known_values _ _ _ _ FO i) as [N _]. destruct (N _ E1) as (o & -> & K).
    pose proof (private_known _ _ _ _ _ _ _ H F E2 Pl) as W.
    destruct o as [v|]; simpl in K; [|exfalso; eapply K; eauto]. destruct (knows_place _ _ _ _ _ _ _ H F K E2) as [L E'].
    f_equal. symmetry. apply INJ; auto. apply Pl.
Qed.

(** ** Publishing *)
Section Publish.
Variables (g : kframe) (Q : list kframe) (m m' : object -> field -> option object) (p : object -> Prop) (n : nat) (x : var).
Notation k := (Know (g :: Q) m p n).
Notation k' := (Know (g :: Q) m' (publish k g x) n).
Lemma publish_private : forall u, private k' u -> private k u.
Proof. intros u [A B]. split; auto. intros C. apply B. left. auto. Qed.
Lemma publish_lasting : forall u f, lasting k' u f -> lasting k u f.
Proof. intros u f [A [P|N]]; split; auto. left. intros X. apply P. left. auto. Qed.
Lemma publish_frame : forall s g0, frame_known k s g0 -> frame_known k' s g0.
Proof. intros s g0 [A B]. split; auto. intros y u Pu. apply B. apply publish_private; auto. Qed.
Lemma publish_blind : forall s, frame_blind k s -> frame_blind k' s.
Proof. intros s N y u Pu. apply N. apply publish_private; auto. Qed.
(** What is stored is not private any more. *)
Lemma publish_value : forall u, private k' u -> g x = Some u -> False.
Proof. intros u [_ NP] E. apply NP. right. exists u. split; auto. constructor. Qed.
(** Old cells that hold what is still private are still known. *)
Lemma publish_cells : forall h, heap_known k h ->
  (forall w f u, private k w -> m w f = Some u -> m' w f = Some u) ->
  forall u, private k' u -> forall l o f, h l = Some o -> o f = place u -> exists w, private k' w /\ place w = l /\ m' w f = Some u.
Proof.
  intros h [_ C] KM u Pu l o f E1 E2. destruct (C u l o f (publish_private _ Pu) E1 E2) as (w & [A B] & PL & KK).
  exists w. split; [|split; auto; apply KM; auto; split; auto]. split; auto. intros [X|(a & Ga & R)]; [auto|].
  destruct Pu as [_ NP]. apply NP. right. exists a. split; auto. eapply reach_step; eauto. split; auto.
Qed.
End Publish.

(** ** Giving up *)
Lemma weaker_private : forall k k' u, weaker k k' -> private k' u -> private k u.
Proof. intros k k' u W [A B]. split; [rewrite <- (weak_made _ _ W); auto | intros C; apply B; apply (weak_public _ _ W); auto]. Qed.
Lemma weaker_true : forall k k' S So h, weaker k k' -> true_knowledge k S So h -> true_knowledge k' S So h.
Proof.
  intros k k' S So h W [F O [C Q] DM INJ]. pose proof W as [WM WP WF WC WK]. split.
  - revert S F. induction WF as [|g g' R R' GG _ IH]; intros S F.
    + inversion F; subst. constructor.
    + inversion F as [|s g0 S0 R0 FF FR]; subst. constructor; auto. destruct FF as [V P]. split.
      * intros x w E. rewrite WM. apply V. destruct (GG x) as [X|[X _]]; congruence.
      * intros x u Pu E. pose proof (P x u (weaker_private _ _ _ W Pu) E) as K. destruct (GG x) as [X|[X N]]; [congruence|].
        exfalso. apply (N u); auto.
  - eapply Forall_impl; [|exact O]. intros s N x u Pu. apply N. eapply weaker_private; eauto.
  - split.
    + intros w f v L E. rewrite WM. apply C; auto. destruct L as [A B]. rewrite WM in A. split; auto.
      destruct B as [B|B]; auto.
    + intros u l o f Pu E1 E2. destruct (Q u l o f (weaker_private _ _ _ W Pu) E1 E2) as (w & Pw & PL & K).
      destruct (WK w f u Pw K Pu) as [A B]. eauto.
  - rewrite WM. auto.
  - rewrite WM. auto.
Qed.
End True.
Lemma weakens_true : forall place k k' S So h, weakens k k' -> true_knowledge place k S So h -> true_knowledge place k' S So h.
Proof. intros place k k' S So h W. induction W; auto. intros T. eapply weaker_true; eauto. Qed.
Lemma weakens_made : forall k k', weakens k k' -> made k' = made k.
Proof. intros k k' W. induction W as [|k' k'' W IH X]; auto. rewrite (weak_made _ _ X). auto. Qed.
Lemma weakens_private : forall k k' u, weakens k k' -> private k' u -> private k u.
Proof. intros k k' u W. induction W as [|k' k'' W IH X]; auto. intros P. apply IH. eapply weaker_private; eauto. Qed.

(** ** The thread itself executes a command *)
(** New objects are where nothing was, and what was not private does not become it. *)
Definition extends (h : heap) (k : knowledge) (place : object -> loc) (k' : knowledge) (place' : object -> loc) : Prop :=
  made k <= made k' /\ (forall w, w < made k -> place' w = place w) /\
  (forall w, made k <= w -> w < made k' -> h (place' w) = None) /\ (forall u, u < made k -> private k' u -> private k u).
Lemma extends_same : forall h k place k', made k' = made k -> (forall u, private k' u -> private k u) -> extends h k place k' place.
Proof. intros h k place k' E P. unfold extends. rewrite E. split; [lia|]. split; [auto|]. split; [intros; lia | auto]. Qed.

(** A new object that the thread keeps in mind.  [PR]: what is private is the new object, or was private.  [NOBODY], [FAR]:
    no variable held the new location, no known object was there, and no cell led to it, as heap and frames are
    well-behaved; so only the object itself holds it. *)
Lemma own_new : forall x s R h l g Q m p n So place, wf_heap h -> Forall (wf_frame h) (s :: R) -> Forall (wf_frame h) So ->
  h l = None -> true_knowledge place (Know (g :: Q) m p n) (s :: R) So h ->
  let k' := Know (learn g x (Some n) :: Q) (knew m n) (fun w => p w /\ w <> n) (S n) in
  let place' := fun w => if w =? n then l else place w in
  true_knowledge place' k' (bind s x l :: R) So (hnew h l) /\ extends h (Know (g :: Q) m p n) place k' place'.
Proof.
  intros x s R h l g Q m p n So place WH WS WSo FR [F O [C D] DM INJ] k' place'.
  assert (OLD : forall w, w < n -> place' w = place w) by (intros w L; unfold place'; destruct (Nat.eqb_spec w n); [lia | auto]).
  assert (NEW : place' n = l) by (unfold place'; rewrite Nat.eqb_refl; auto).
  assert (FAR : forall w, w < n -> place w <> l) by (intros w L E; apply (DM w L); rewrite E; auto).
  assert (PR : forall u, private k' u -> u = n \/ u < n /\ private (Know (g :: Q) m p n) u).
  { intros u [A B]. simpl in A, B. destruct (Nat.eq_dec u n); auto. right. split; [lia|]. split; simpl; [lia|]. intros X. apply B. auto. }
  assert (NOBODY : forall s0 y, wf_frame h s0 -> s0 y <> Some l) by (intros s0 y W E; apply (W y l E); auto).
  assert (KEEP : forall s0 g0, wf_frame h s0 -> frame_known place (Know (g :: Q) m p n) s0 g0 -> frame_known place' k' s0 g0).
  { intros s0 g0 W [V P]. split.
    - intros y w E. destruct (V y w E) as [A B]. simpl in A. rewrite OLD by auto. split; simpl; auto.
    - intros y u Pu E. destruct (PR u Pu) as [->|[L Pk]]; [rewrite NEW in E; destruct (NOBODY s0 y W E)|].
      rewrite OLD in E by auto. auto. }
  simpl in F. inversion F as [|s0 g0 R0 Q0 FF FQ]; subst s0 g0 R0 Q0. inversion WS as [|s0 R0 W1 WR]; subst s0 R0.
  split; [split|].
  - simpl. constructor.
    + apply frame_known_bind; [apply KEEP; auto| |].
      * intros v E. injection E as <-. rewrite NEW. simpl. auto.
      * intros u Pu E. destruct (PR u Pu) as [->|[L _]]; auto. rewrite OLD in E by auto. destruct (FAR u L E).
    + clear -FQ WR KEEP. induction FQ as [|s0 g0 R Q0 A B IH]; constructor; inversion WR; subst; auto.
  - rewrite Forall_forall in *. intros s0 I y u Pu E.
    destruct (PR u Pu) as [->|[L Pk]]; [rewrite NEW in E; apply (NOBODY s0 y); auto|]. rewrite OLD in E by auto. apply (O s0 I y u); auto.
  - split.
    + intros w f v [L B] E. simpl in L, B, E. unfold knew in E. unfold hnew. destruct (Nat.eqb_spec w n) as [->|N].
      * injection E as <-. rewrite NEW, Nat.eqb_refl. split; simpl; auto. exists (fun _ => l). auto.
      * assert (LW : w < n) by lia. destruct (C w f v) as (LV & o & Ho & Ef); auto.
        { split; simpl; auto. destruct B as [B|B]; auto. }
        simpl in LV. split; [simpl; auto|]. rewrite !OLD by auto. destruct (Nat.eqb_spec (place w) l) as [E1|]; [destruct (FAR w LW E1)|]. eauto.
    + intros u l0 o f Pu E Ef. unfold hnew in E. destruct (Nat.eqb_spec l0 l) as [->|N].
      * injection E as <-. exists n. split; [split; simpl; auto; intros [_ X]; auto|]. split; auto.
        unfold k', knew; simpl. rewrite Nat.eqb_refl. destruct (PR u Pu) as [->|[L _]]; auto. rewrite OLD in Ef by auto. destruct (FAR u L); auto.
      * destruct (PR u Pu) as [->|[L Pk]].
        -- rewrite NEW in Ef. destruct WH as [_ WH]. exfalso. apply (WH l0 o f E). rewrite Ef. auto.
        -- rewrite OLD in Ef by auto. destruct (D u l0 o f Pk E Ef) as (w & Pw & PL & K). pose proof Pw as [LW NW]. simpl in LW, NW. exists w.
           split; [split; simpl; [lia | intros [X _]; auto]|]. rewrite OLD by auto. split; auto. unfold k', knew; simpl.
           destruct (Nat.eqb_spec w n); [lia | auto].
  - intros w L. simpl in L. destruct (Nat.eq_dec w n) as [->|N].
    + rewrite NEW. unfold hnew. rewrite Nat.eqb_refl. discriminate.
    + rewrite OLD by lia. apply hnew_grows. apply DM. simpl. lia.
  - intros v w L1 L2 E. simpl in L1, L2. destruct (Nat.eq_dec v n) as [->|N1], (Nat.eq_dec w n) as [->|N2]; auto.
    + rewrite NEW, OLD in E by lia. exfalso. apply (FAR w); [lia | auto].
    + rewrite NEW, OLD in E by lia. exfalso. apply (FAR v); [lia | auto].
    + rewrite !OLD in E by lia. apply INJ; simpl; auto; lia.
  - split; [simpl; auto|]. split; [intros w L; apply OLD; auto|]. split.
    + intros w A B. simpl in A, B. replace w with n by lia. rewrite NEW. auto.
    + intros u L Pu. destruct (PR u Pu) as [->|[_ X]]; auto. simpl in L. lia.
Qed.

Lemma own_step : forall c S h L S' h' L' k k' So place, step c (S, h, L) (S', h', L') -> know_step c k k' ->
  wf_heap h -> Forall (wf_frame h) S -> Forall (wf_frame h) So ->
  true_knowledge place k S So h -> exists place', true_knowledge place' k' S' So h' /\ extends h k place k' place'.
Proof.
  intros c S h L S' h' L' k k' So place ST KS WH WS WSo T. pose proof T as [F O H DM INJ]. pose proof H as [C Q0].
  destruct KS as [x y g R m p n|x pi g R m p n o KV|x g R m p n|x g R m p n|pi x g R m p n w KB PW|pi x g R m p n w KB NP GF
                 |pi x g R m p n m' NP GF SUB KEEP|g R m p n|g R m p n|es g R m p n os KV|g R m p n];
    simpl in F; inversion F as [|s g0 S0 R0 FF FR]; subst; clear F; pose proof FF as [V P].
  - (* x := y *)
    exists place. split; [|apply extends_same; auto]. inversion ST; subst. split; auto. constructor; auto. apply frame_known_bind; auto.
    + intros v E. destruct (V _ _ E). split; auto. congruence.
    + intros u Pu E. apply P; auto. congruence.
  - (* x := π *)
    exists place. split; [|apply extends_same; auto]. inversion ST as [|x0 pi0 s0 R0 h0 L0 l EV| | | | | |]; subst. split; auto.
    constructor; auto. apply frame_known_bind; auto.
    + intros v ->. simpl in KV. destruct (knows_place _ _ _ _ _ _ _ _ H FF KV EV). auto.
    + intros u Pu <-. pose proof (private_known _ _ _ _ _ _ _ _ H FF EV Pu) as W. destruct o as [v|]; simpl in KV.
      * destruct (knows_place _ _ _ _ _ _ _ _ H FF KV EV) as [A B]. f_equal. symmetry. apply INJ; auto. apply Pu.
      * exfalso. eapply KV; eauto.
  - (* x := new(), of which nothing is known *)
    exists place. split; [|apply extends_same; auto]. inversion ST as [| | |x0 s0 R0 h0 L0 l EF| | | |]; subst. split.
    + constructor; auto. apply frame_known_bind; auto; [discriminate|]. intros u [A _] E. exfalso. apply (DM u A). congruence.
    + auto.
    + split; unfold hnew.
      * intros w f v Lw E. destruct (C _ _ _ Lw E) as (A & o & Ho & B). split; auto. exists o. split; auto.
        destruct (Nat.eqb_spec (place w) l) as [E1|]; auto. congruence.
      * intros u l0 o f Pu E Ef. destruct (Nat.eqb_spec l0 l) as [->|]; eauto.
        injection E as <-. exfalso. destruct Pu as [A _]. apply (DM u A). congruence.
    + intros w A. apply hnew_grows. auto.
    + auto.
  - (* x := new(), which is kept in mind *)
    inversion ST as [| | |x0 s0 R0 h0 L0 l EF| | | |]; subst. eexists. eapply own_new; eauto.
  - (* a store into a private object *)
    exists place. split; [|apply extends_same; auto]. inversion ST as [| |pi0 x0 s0 R0 h0 L0 l o v EV EO EX| | | | |]; subst.
    destruct (knows_place _ _ _ _ _ _ _ _ H FF KB EV) as [LW ->]. split; auto.
    + constructor; auto.
    + split; unfold hset, kset; simpl.
      * intros u f a Lu. destruct (Nat.eqb_spec u w) as [->|NE]; simpl.
        -- destruct (Nat.eqb_spec f (plast pi)) as [->|NF].
           ++ intros E. destruct (V _ _ E) as [A B]. split; auto. rewrite Nat.eqb_refl, EO. eexists. split; eauto. simpl.
              rewrite Nat.eqb_refl. congruence.
           ++ intros E. destruct (C _ _ _ Lu E) as (A & o' & Ho & Ef). split; auto. rewrite Nat.eqb_refl, Ho. eexists. split; eauto. simpl.
              destruct (Nat.eqb_spec f (plast pi)); congruence.
        -- intros E. destruct (C _ _ _ Lu E) as (A & o' & Ho & Ef). split; auto.
           destruct (Nat.eqb_spec (place u) (place w)) as [E1|]; eauto. exfalso. apply NE. apply INJ; auto. apply Lu.
      * intros u l0 o0 f Pu E Ef. destruct (Nat.eqb_spec l0 (place w)) as [->|NE].
        -- rewrite EO in E. injection E as <-. destruct (Nat.eqb_spec f (plast pi)) as [->|NF].
           ++ exists w. rewrite !Nat.eqb_refl. simpl. split; [exact PW|]. split; auto. apply P; auto. congruence.
           ++ destruct (Q0 u _ _ f Pu EO Ef) as (w' & Pw & PL & K). assert (w' = w) by (apply INJ; auto; apply Pw). subst w'.
              exists w. split; [exact Pw|]. split; auto. rewrite Nat.eqb_refl. simpl. simpl in K. destruct (Nat.eqb_spec f (plast pi)); congruence.
        -- destruct (Q0 u _ _ f Pu E Ef) as (w' & Pw & PL & K). exists w'. split; [exact Pw|]. split; auto.
           destruct (Nat.eqb_spec w' w) as [->|]; simpl; [congruence | exact K].
    + intros u A. apply hset_grows. auto.
  - (* a store into an object that is known and not private *)
    exists place. split; [|apply extends_same; auto; intros u; apply publish_private].
    inversion ST as [| |pi0 x0 s0 R0 h0 L0 l o v EV EO EX| | | | |]; subst.
    destruct (knows_place _ _ _ _ _ _ _ _ H FF KB EV) as [LW ->].
    assert (KP : forall a f u, private (Know (g :: R) m p n) a -> m a f = Some u -> kset m w (plast pi) (g x) a f = Some u).
    { intros a f u Pa E. unfold kset. destruct (Nat.eqb_spec a w) as [->|]; simpl; auto. contradiction. }
    split; auto.
    + constructor; [apply publish_frame; auto|]. eapply Forall2_impl; [|exact FR]. intros; apply publish_frame; auto.
    + eapply Forall_impl; [|exact O]. intros; apply publish_blind; auto.
    + split.
      * intros u f a Lu. unfold kset, hset; simpl. destruct (Nat.eqb_spec u w) as [->|NE]; simpl.
        -- rewrite Nat.eqb_refl. destruct (Nat.eqb_spec f (plast pi)) as [->|NF]; simpl.
           ++ intros E. destruct (V _ _ E) as [A B]. split; auto. rewrite EO. eexists; split; eauto. simpl. rewrite Nat.eqb_refl. congruence.
           ++ intros E. destruct (C w f a (publish_lasting _ _ _ _ _ _ _ _ _ Lu) E) as (A & o' & Ho & Ef).
              split; auto. rewrite Ho. eexists; split; eauto. simpl. destruct (Nat.eqb_spec f (plast pi)); congruence.
        -- intros E. destruct (C u f a (publish_lasting _ _ _ _ _ _ _ _ _ Lu) E) as (A & o' & Ho & Ef). split; auto.
           destruct (Nat.eqb_spec (place u) (place w)) as [E1|]; eauto. exfalso. apply NE. apply INJ; auto. apply Lu.
      * intros u l0 o0 f Pu E Ef. unfold hset in E. destruct (Nat.eqb_spec l0 (place w)) as [->|]; [|eapply publish_cells; eauto].
        rewrite EO in E. injection E as <-. cbv beta in Ef.
        destruct (Nat.eqb_spec f (plast pi)) as [->|]; [|eapply publish_cells; eauto].
        exfalso. subst v. eapply publish_value; eauto. apply P; auto. eapply publish_private; eauto.
    + intros u A. apply hset_grows. auto.
  - (* a store into an object that is not known *)
    exists place. split; [|apply extends_same; auto; intros u; apply publish_private].
    inversion ST as [| |pi0 x0 s0 R0 h0 L0 l o v EV EO EX| | | | |]; subst.
    assert (NPl : forall u, private (Know (g :: R) m p n) u -> place u <> l).
    { intros u Pu <-. apply (NP u); auto. eapply private_known; eauto. }
    split; auto.
    + constructor; [apply publish_frame; auto|]. eapply Forall2_impl; [|exact FR]. intros; apply publish_frame; auto.
    + eapply Forall_impl; [|exact O]. intros; apply publish_blind; auto.
    + split.
      * intros u f a Lu E. simpl in E. destruct (SUB _ _ _ E) as [Em Ep].
        apply publish_lasting in Lu. destruct (C u f a Lu Em) as (A & o' & Ho & Ef). split; auto.
        unfold hset. destruct (Nat.eqb_spec (place u) l) as [E1|]; eauto.
        rewrite <- E1, Ho. eexists; split; eauto. simpl. destruct (Nat.eqb_spec f (plast pi)) as [->|]; auto.
        exfalso. destruct Lu as [LU [PU|PU]]; [apply (NPl u); auto; split; auto | apply (NPl u); auto].
      * intros u l0 o0 f Pu E Ef. unfold hset in E. destruct (Nat.eqb_spec l0 l) as [->|]; [|eapply publish_cells; eauto].
        rewrite EO in E. injection E as <-. cbv beta in Ef.
        destruct (Nat.eqb_spec f (plast pi)) as [->|]; [|eapply publish_cells; eauto].
        exfalso. subst v. eapply publish_value; eauto. apply P; auto. eapply publish_private; eauto.
    + intros u A. apply hset_grows. auto.
  - (* lock() *)
    exists place. split; [|apply extends_same; auto]. inversion ST; subst. split; auto. constructor; auto.
  - (* unlock() *)
    exists place. split; [|apply extends_same; auto]. inversion ST; subst. split; auto. constructor; auto.
  - (* a push *)
    exists place. split; [|apply extends_same; auto]. inversion ST as [| | | | | |es0 s0 R0 h0 L0 vs EV|]; subst. split; auto.
    constructor; [|constructor; auto]. exact (frame_known_push place (Know (g :: R) m p n) _ s g es os vs H FF INJ EV KV).
  - (* a pop *)
    exists place. split; [|apply extends_same; auto]. inversion ST; subst. split; auto.
Qed.

(** What the thread guarantees: it stores into private objects, or into fields of G. *)
Lemma guarantees : forall pi x s R h L y k k' So l place,
  step (Simple (Store pi x)) (s :: R, h, L) y -> know_step (Simple (Store pi x)) k k' ->
  true_knowledge place k (s :: R) So h -> value s h (path_base pi) = Some l ->
  (exists w, private k w /\ place w = l) \/ G (plast pi).
Proof.
  intros pi x s R h L y k k' So l place ST KS [F O H DM INJ] E. inversion KS; subst; auto. left.
  simpl in F; inversion F; subst.
  match goal with X : knows _ _ _ ?w |- _ => exists w; split; auto; eapply knows_place in X; eauto; destruct X; auto end.
Qed.

(** ** The other thread executes a command *)
(** It stores into fields of U, or into objects that this thread does not know. *)
(** A step of the other thread.  What is private to this thread, it does not hold and does not come by; so it can neither store
    into it nor store it anywhere. *)
Lemma other_step : forall c So h L So' h' L' k S place, step c (So, h, L) (So', h', L') -> wf_heap h -> true_knowledge place k S So h ->
  (forall pi x s R l, c = Simple (Store pi x) -> So = s :: R -> value s h (path_base pi) = Some l ->
     U (plast pi) \/ forall w, w < made k -> place w <> l) ->
  true_knowledge place k S So' h'.
Proof.
  intros c So h L So' h' L' k S place ST WH [F O H DM INJ] RELY. pose proof H as [C Q].
  assert (DP : forall u l, private k u -> h l = None -> place u <> l) by (intros u l [A _] E X; apply (DM u A); congruence).
  inversion ST as [x y s R h0 L0 l EY|x pi s R h0 L0 l EV|pi x s R h0 L0 l o w EV EO EX|x s R h0 L0 l EF
                  |s R h0 L0|s R h0 L0|es s R h0 L0 vs EV|s s1 R h0 L0]; subst; clear ST;
    inversion O as [|s0 R0 N NR]; subst; clear O.
  - (* x := y *)
    split; auto. constructor; auto. apply frame_blind_bind; auto. intros u Pu <-. eapply N; eauto.
  - (* x := π *)
    split; auto. constructor; auto. apply frame_blind_bind; auto. intros u Pu <-. eapply private_unreached; eauto.
  - (* a store: RELY says that what this thread knows of the cell, if anything, is not lasting *)
    split; auto.
    + split; unfold hset.
      * intros u f a Lu E. destruct (C u f a Lu E) as (A & o' & Ho & Ef). split; auto.
        destruct (Nat.eqb_spec (place u) l) as [E1|]; eauto. rewrite <- E1, Ho. eexists; split; eauto. simpl.
        destruct (Nat.eqb_spec f (plast pi)) as [->|]; auto. exfalso. destruct Lu as [LU [NP|NU]].
        -- apply (private_unreached place k h s (proot pi) (pinner pi) u); auto; [rewrite E1; auto | split; auto].
        -- destruct (RELY pi x s R l eq_refl eq_refl EV) as [X|X]; [auto | apply (X u); auto].
      * intros u l0 o0 f Pu E Ef. destruct (Nat.eqb_spec l0 l) as [->|]; eauto. rewrite EO in E. injection E as <-.
        cbv beta in Ef. destruct (Nat.eqb_spec f (plast pi)); eauto. subst. exfalso. eapply N; eauto.
    + intros u A. apply hset_grows. auto.
  - (* x := new() *)
    split; auto.
    + constructor; auto. apply frame_blind_bind; auto. 
    + split; unfold hnew.
      * intros w f v Lw E. destruct (C _ _ _ Lw E) as (A & o & Ho & B). split; auto. exists o. split; auto.
        destruct (Nat.eqb_spec (place w) l) as [E1|]; auto. congruence.
      * intros u l0 o f Pu E Ef. destruct (Nat.eqb_spec l0 l) as [->|]; eauto.
        injection E as <-. exfalso. eapply (DP u); eauto.
    + intros u A. apply hnew_grows. auto.
  - (* lock() *)
    split; auto.
  - (* unlock() *)
    split; auto.
  - (* a push *)
    split; auto. constructor; [|constructor; auto].
    intros [i|i] u Pu E; simpl in E; [|discriminate]. destruct (values_nth _ _ _ _ EV i) as [_ X].
    destruct (X _ E) as ([y fs] & _ & E2). eapply private_unreached; eauto.
  - (* a pop *)
    split; auto.
Qed.
End OneThread.

(** ** Two threads *)
Section TwoThreads.
Variables U G : thread -> field -> Prop.
(** Each relies on what the other guarantees. *)
Hypothesis RELY : forall t f, G (other t) f -> U t f.

(** Both threads' knowledge is true in K.  What is private to one is not known to the other; and z is where they meet. *)
Definition all_true (meet : loc) (ks : thread -> knowledge) (K : config) : Prop := exists places : thread -> object -> loc,
  (forall t, true_knowledge (U t) (places t) (ks t) (stacks K @ t) (stacks K @ other t) (cheap K)) /\
  (forall t u w, private (ks t) u -> w < made (ks (other t)) -> places (other t) w <> places t u) /\
  (forall t, z < made (ks t) /\ places t z = meet).
Definition mixed (t : thread) (a b : knowledge) (u : thread) : knowledge :=
  match t, u with one, one | two, two => a | _, _ => b end.

Theorem knowledge_holds : forall n K0 meet, initial n K0 -> forall taus K, interleaving K0 taus K -> forall ks ks',
  all_true meet ks K0 -> (forall t, know_steps (U t) (G t) (taus @ t) (ks t) (ks' t)) -> all_true meet ks' K.
Proof.
  intros n K0 meet INI taus K I. induction I as [|taus K t p c K' I IH ST]; intros ks ks' A S.
  - destruct A as (places & A & X & M). exists places.
    assert (W : forall t, weakens (U t) (ks t) (ks' t)) by (intros t; specialize (S t); destruct t; simpl in S; apply know_nil_inv in S; auto).
    split; [|split].
    + intros t. eapply weakens_true; eauto.
    + intros t u w Pu L. rewrite (weakens_made _ _ _ (W (other t))) in L. apply X; auto. eapply weakens_private; eauto.
    + intros t. rewrite (weakens_made _ _ _ (W t)). auto.
  - pose proof (S t) as St. rewrite at_put_same in St. apply know_snoc_inv in St. destruct St as (k & k1 & St & KS & WK).
    set (mid := mixed t k (ks' (other t))).
    assert (Mt : mid t = k) by (unfold mid; destruct t; auto).
    assert (Mo : mid (other t) = ks' (other t)) by (unfold mid; destruct t; auto).
    clearbody mid. assert (MID : all_true meet mid K).
    { apply (IH ks); auto. intros u. specialize (S u). destruct (same_or_other t u) as [->| ->]; [rewrite Mt; auto|].
      rewrite Mo. rewrite at_put_other in S. auto. }
    destruct MID as (places & T & X & M). destruct (initial_well_behaved _ _ _ _ INI I) as (WH & WF & _).
    inversion ST as [S1 h L ST1 OK EK]. subst K'.
    pose proof (T t) as Tt. pose proof (T (other t)) as To. rewrite Mt in Tt. rewrite Mo, other_other in To.
    destruct (own_step (U t) (G t) _ _ _ _ _ _ _ _ _ _ _ ST1 KS WH (WF t) (WF (other t)) Tt) as (place' & T' & EX).
    destruct EX as (E1 & E2 & E3 & E4). pose proof (weakens_made _ _ _ WK) as MK.
    exists (fun u => match t, u with one, one | two, two => place' | _, _ => places u end).
    assert (Pt : (fun u => match t, u with one, one | two, two => place' | _, _ => places u end) t = place') by (destruct t; auto).
    assert (Po : (fun u => match t, u with one, one | two, two => place' | _, _ => places u end) (other t) = places (other t)) by (destruct t; auto).
    cbv beta in Pt, Po.
    assert (TO : true_knowledge (U (other t)) (places (other t)) (ks' (other t)) (stacks K @ other t) S1 h).
    { eapply other_step; eauto. intros pi x s R l -> ES EV. rewrite ES in ST1, Tt.
      destruct (guarantees (U t) (G t) _ _ _ _ _ _ _ _ _ _ _ _ ST1 KS Tt EV) as [(w & Pw & <-)|D].
      - right. intros w' L'. apply (X t); [rewrite Mt; auto | rewrite Mo; auto].
      - left. apply RELY. rewrite other_other. auto. }
    split; [|split].
    + intros u. cbn [stacks cheap]. destruct (same_or_other t u) as [->| ->].
      * rewrite Pt, at_put_same, at_put_other. eapply weakens_true; eauto.
      * rewrite Po, other_other, at_put_other, at_put_same. auto.
    + intros u v w Pv Lw. destruct (same_or_other t u) as [->| ->].
      * rewrite Pt, Po. apply (weakens_private _ _ _ _ WK) in Pv. pose proof Pv as [LV _]. destruct (Nat.lt_ge_cases v (made k)) as [L1|L1].
        -- rewrite E2 by auto. apply X; [rewrite Mt; auto | rewrite Mo; auto].
        -- intros E. apply (true_objects _ _ _ _ _ _ To w); auto. rewrite E. apply E3; auto.
      * rewrite other_other in *. rewrite Pt, Po. rewrite MK in Lw. destruct (Nat.lt_ge_cases w (made k)) as [L1|L1].
        -- rewrite E2 by auto. specialize (X (other t) v w). rewrite other_other, Mo, Mt in X. auto.
        -- intros E. destruct Pv as [LV _]. apply (true_objects _ _ _ _ _ _ To v); auto. rewrite <- E. apply E3; auto.
    + intros u. destruct (same_or_other t u) as [->| ->].
      * rewrite Pt. destruct (M t) as [A1 A2]. rewrite Mt in A1. split; [lia|]. rewrite E2; auto.
      * rewrite Po. destruct (M (other t)) as [A1 A2]. rewrite Mo in A1. auto.
Qed.

(** [comes_by t k pi r]: thread t knows an object w to which its path pi leads when the fields b are left, and to which
    known cells lead from z by c; and r is c, b. *)
Definition comes_by (t : thread) (k : knowledge) (pi : path) (r : list field) : Prop :=
  exists g Q a b c w, eta k = g :: Q /\ pinner pi = a ++ b /\ r = c ++ b /\
    knows (U t) k g (proot pi, a) w /\ known_walk (U t) k z c w.
Lemma comes_to : forall t k place s S So h pi r, true_knowledge (U t) place k (s :: S) So h -> z < made k ->
  comes_by t k pi r -> value s h (path_base pi) = walk h (place z) r.
Proof.
  intros t k place s S So h pi r [F _ H _ _] LZ (g & Q & a & b & c & w & E & Ep & -> & Kn & Kw). rewrite E in F. inversion F; subst.
  pose proof (knows_true _ _ _ _ _ _ _ _ H ltac:(eassumption) Kn) as [_ V].
  pose proof (known_walk_true _ _ _ _ _ _ _ H LZ Kw) as [_ W].
  unfold value, path_base in *. simpl in *. rewrite Ep, walk_app, W.
  destruct (s (proot pi)); [|discriminate]. rewrite walk_app, V. auto.
Qed.

(** The addresses agree in every interleaving that brings both threads before the accesses. *)
Theorem knowledge_every : forall n K0 meet ks r t1 t2 c1 c2 pi1 pi2 k1 k2 K,
  initial n K0 -> all_true meet ks K0 ->
  accessed_path c1 = Some pi1 -> accessed_path c2 = Some pi2 -> plast pi1 = plast pi2 ->
  know_steps (U one) (G one) t1 (ks one) k1 -> know_steps (U two) (G two) t2 (ks two) k2 ->
  comes_by one k1 pi1 r -> comes_by two k2 pi2 r -> interleaving K0 (t1, t2) K ->
  next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.
Proof.
  intros n K0 meet ks r t1 t2 c1 c2 pi1 pi2 k1 k2 K INI A P1 P2 EL S1 S2 B1 B2 I.
  destruct (initial_well_behaved _ _ _ _ INI I) as (W & _ & _).
  set (ks' := fun t => match t with one => k1 | two => k2 end).
  assert (V : all_true meet ks' K) by (eapply knowledge_holds; eauto; intros []; auto).
  destruct V as (places & V & _ & M).
  assert (NZ : cheap K meet <> None).
  { destruct (M one) as [L <-]. apply (true_objects _ _ _ _ _ _ (V one)). auto. }
  destruct (walk_defined _ W r meet NZ) as (l & El & Nl).
  assert (AT : forall t c pi, accessed_path c = Some pi -> comes_by t (ks' t) pi r -> next_address K t c = Some (l, plast pi)).
  { intros t c pi EP CB. specialize (V t). destruct (M t) as [LZ EZ]. pose proof CB as (g & Q & a & b & c' & w & E & _).
    destruct (stacks K @ t) as [|s R] eqn:ES; [destruct V as [F]; rewrite E in F; inversion F|].
    unfold next_address, address. rewrite ES, EP, (comes_to _ _ _ _ _ _ _ _ _ V LZ CB), EZ, El.
    destruct (cheap K l); congruence. }
  rewrite (AT one c1 pi1), (AT two c2 pi2), EL by auto. split; [auto | discriminate].
Qed.
Theorem knowledge_race : forall P K0 meet ks r p1 p2 t1 t2 c1 c2 pi1 pi2 k1 k2, legal P ->
  initial (formals P) K0 -> all_true meet ks K0 ->
  comes_before P (blocks P @ one) t1 p1 c1 -> comes_before P (blocks P @ two) t2 p2 c2 ->
  accessed_path c1 = Some pi1 -> accessed_path c2 = Some pi2 -> plast pi1 = plast pi2 ->
  know_steps (U one) (G one) t1 (ks one) k1 -> know_steps (U two) (G two) t2 (ks two) k2 ->
  comes_by one k1 pi1 r -> comes_by two k2 pi2 r ->
  (writes c1 || writes c2) = true -> level_after 0 t1 = 0 \/ level_after 0 t2 = 0 ->
  races_from P K0 p1 p2.
Proof.
  intros P K0 meet ks r p1 p2 t1 t2 c1 c2 pi1 pi2 k1 k2 LEGAL INI A CB1 CB2 P1 P2 EL S1 S2 B1 B2 WR LK.
  pose proof CB1 as (u1 & T1). pose proof CB2 as (u2 & T2).
  destruct (bring P LEGAL _ _ _ _ _ _ _ INI T1 T2 LK) as (K & I).
  exists t1, c1, t2, c2, K. split; [auto | split; [auto | split; [auto | split; [auto|]]]].
  eapply knowledge_every; eauto.
Qed.
End TwoThreads.
