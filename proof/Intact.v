(** * The general lemma: one intact trace for each thread

    Theorems 1, 2 and 2m have one proof, which is here. Each thread t has a *name* v_t.q_t, a root and fields, and the
    heap has a *backbone* for it: objects b_t(0), b_t(1), .. of which each leads to the next by the next field of q_t,
    and the last of which is the object z, the same for both threads.  A trace of thread t is *intact* if nothing it
    touches is a proper prefix of v_t.q_t, and nothing it assigns to is v_t.q_t.  Then in every interleaving of two
    intact traces the backbones stay where they are, and nobody else ever holds one of their objects; so both threads
    come to z by their names, and what they walk from there they walk in one heap.

    [intact_race] is the lemma.  It speaks of one trace for each thread, not of summaries, and of any initial
    configuration in which the invariant holds.

    In the paper: Lemmas 6.6 to 6.9, which are about one thread (corrected in Preservation.v), and the end of the proof
    of Theorem 6.10.  No frame property, no acyclicity and no disconnectedness is needed: the invariant (H), (S) says
    which cells and which variables hold objects of a backbone.  Nor is WB: (S) speaks of substituted expressions,
    so two formals may be aliases.

    The backbones may be one (Theorems 1 and 2), or have nothing but z in common (Theorem 2m): [B_agree]. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved.

(** ** Lists *)
Lemma firstn_S_nth : forall {A} (q : list A) i f, nth_error q i = Some f -> firstn (S i) q = firstn i q ++ [f].
Proof.
  induction q as [|a q IH]; intros [|i] f E; simpl in *; try discriminate.
  - inversion E; auto.
  - rewrite <- (IH _ _ E). auto.
Qed.
Lemma skipn_nth : forall {A} (q : list A) i f, nth_error q i = Some f -> skipn i q = f :: skipn (S i) q.
Proof.
  induction q as [|a q IH]; intros [|i] f E; simpl in *; try discriminate.
  - inversion E; auto.
  - apply IH. auto.
Qed.
Lemma nth_error_lt : forall {A} (q : list A) i f, nth_error q i = Some f -> i < length q.
Proof. intros. apply nth_error_Some. congruence. Qed.
Lemma nth_error_ex : forall {A} (q : list A) i, i < length q -> exists f, nth_error q i = Some f.
Proof. intros A q i H. apply nth_error_Some in H. destruct (nth_error q i); eauto. congruence. Qed.
Lemma app_eq_length : forall {A} (a b c d : list A), a ++ b = c ++ d -> length a = length c -> a = c /\ b = d.
Proof.
  induction a as [|x a IH]; intros b [|y c] d E L; simpl in *; try discriminate; auto.
  inversion E as [[Ex Er]]; subst. destruct (IH _ _ _ Er); [lia|]. subst; auto.
Qed.
(** A word that ends a longer one. *)
Lemma app_suffix : forall {A} (a b c d : list A), a ++ b = c ++ d -> length b <= length d ->
  exists e, a = c ++ e /\ d = e ++ b.
Proof.
  intros A a b c d E L. exists (skipn (length c) a).
  assert (Lc : length c <= length a) by (apply (f_equal (@length A)) in E; rewrite !app_length in E; lia).
  assert (Ea : a = firstn (length c) a ++ skipn (length c) a) by (symmetry; apply firstn_skipn).
  rewrite Ea in E. rewrite <- app_assoc in E. apply app_eq_length in E.
  - destruct E as [E1 E2]. split; [|auto]. rewrite <- E1 at 1. auto.
  - rewrite firstn_length. lia.
Qed.
(** A prefix of a list, split in two. *)
Lemma firstn_split : forall {A} (a b q : list A) j, a ++ b = firstn j q -> j <= length q ->
  exists i, i + length b = j /\ a = firstn i q /\ b = firstn (length b) (skipn i q).
Proof.
  intros A a b q j E L. exists (length a).
  assert (Lj : length a + length b = j) by (apply (f_equal (@length A)) in E; rewrite app_length, firstn_length in E; lia).
  assert (E2 : q = a ++ b ++ skipn j q) by (rewrite app_assoc, E; symmetry; apply firstn_skipn).
  split; [auto | split].
  - rewrite E2, firstn_app, Nat.sub_diag, firstn_all. simpl. rewrite app_nil_r. auto.
  - rewrite E2 at 1. rewrite skipn_app, skipn_all, Nat.sub_diag. simpl.
    rewrite firstn_app, Nat.sub_diag, firstn_all. simpl. rewrite app_nil_r. auto.
Qed.
Lemma walk_app : forall h fs gs l,
  walk h l (fs ++ gs) = match walk h l fs with Some l' => walk h l' gs | None => None end.
Proof. induction fs as [|f fs IH]; simpl; intros; auto. destruct (h l); auto. Qed.
Lemma walk_last : forall h fs f l l', walk h l (fs ++ [f]) = Some l' ->
  exists m o, walk h l fs = Some m /\ h m = Some o /\ o f = l'.
Proof.
  intros h fs f l l' E. rewrite walk_app in E. destruct (walk h l fs) as [m|]; [|discriminate].
  simpl in E. destruct (h m) as [o|] eqn:Ho; [|discriminate]. inversion E. eauto.
Qed.
Lemma value_last : forall s h y fs f l, value s h (y, fs ++ [f]) = Some l ->
  exists m o, value s h (y, fs) = Some m /\ h m = Some o /\ o f = l.
Proof.
  intros s h y fs f l E. unfold value in *. simpl in *. destruct (s y); [|discriminate]. apply walk_last; auto.
Qed.

Section Backbones.
(** v_t.q_t, and the backbones. *)
Variable v : thread -> var.
Variable q : thread -> list field.
Variable b : thread -> nat -> loc.
Variable z : loc.
Notation len t := (length (q t)).
Hypothesis B_end : forall t, b t (len t) = z.
(** How many objects of a backbone nobody else may hold: all but z, or z too. *)
Variable held : thread -> nat.
Hypothesis HELD : forall t, len t <= held t <= S (len t).
(** Two backbones that have such an object in common are one. *)
Hypothesis B_agree : forall t u i j, i < held t -> j < held u -> b t i = b u j ->
  i = j /\ q t = q u /\ held t = held u /\ forall k, b t k = b u k.

(** ** The invariant *)
(** (H) Cell q_t(i) of b_t(i) holds b_t(i+1); no other cell holds an object that is held.  These objects exist. *)
Definition heap_inv (h : heap) : Prop :=
  (forall t i f, nth_error (q t) i = Some f -> exists o, h (b t i) = Some o /\ o f = b t (S i)) /\
  (forall l o f u j, h l = Some o -> o f = b u j -> j < held u ->
     exists i, j = S i /\ l = b u i /\ nth_error (q u) i = Some f) /\
  (forall u j, j < held u -> h (b u j) <> None).
(** (S) A frame of thread t, entered with θ̄: a variable that holds an object that is held, holds one of
    its own backbone, and stands for the prefix of v_t.q_t that leads there; a formal that stands for a prefix of v_t.q_t holds the
    object to which that leads. *)
Definition frame_inv (t : thread) (s : frame) (T : thetas) : Prop :=
  (forall x u j, s x = Some (b u j) -> j < held u ->
     j < held t /\ b t j = b u j /\ subst T (x, []) = Some (v t, firstn j (q t))) /\
  (forall x j, subst T (x, []) = Some (v t, firstn j (q t)) -> j <= len t -> s x = Some (b t j)).
Fixpoint stack_inv (t : thread) (S : list frame) (T : thetas) : Prop :=
  match S, T with
  | [s], [] => frame_inv t s []
  | s :: S', _ :: T' => frame_inv t s T /\ stack_inv t S' T'
  | _, _ => False
  end.
Definition invariant (K : config) (taus : both strace) : Prop :=
  heap_inv (cheap K) /\ forall t, stack_inv t (stacks K @ t) (thetas_after [] (taus @ t)).

Lemma stack_inv_top : forall t s S T, stack_inv t (s :: S) T -> frame_inv t s T.
Proof. intros t s [|s' S] [|th T] H; simpl in *; tauto. Qed.
Lemma stack_inv_bind : forall t s s' S T, stack_inv t (s :: S) T -> frame_inv t s' T -> stack_inv t (s' :: S) T.
Proof. intros t s s' [|s2 S] [|th T] H H'; simpl in *; tauto. Qed.
Lemma stack_inv_nonempty : forall t S T, stack_inv t S T -> exists s R, S = s :: R.
Proof. intros t [|s R] [|th T] H; simpl in H; try tauto; eauto. Qed.

(** (K) What leads to an object of a backbone is, for thread t, the prefix of its own name that leads there. *)
Lemma walking : forall t s T h, heap_inv h -> frame_inv t s T ->
  forall fs y u j, value s h (y, fs) = Some (b u j) -> j < held u ->
  j < held t /\ b t j = b u j /\ subst T (y, fs) = Some (v t, firstn j (q t)).
Proof.
  intros t s T h (_ & H2 & _) [S1 _] fs. induction fs as [|f fs IH] using rev_ind; intros y u j E J.
  - unfold value in E; simpl in E. destruct (s y) eqn:Ey; [|discriminate]. inversion E; subst. eauto.
  - apply value_last in E. destruct E as (l & o & E & Ho & Ef).
    destruct (H2 _ _ _ _ _ Ho Ef J) as (i & -> & -> & Nf).
    assert (I : i < held u) by lia.
    destruct (IH y u i E I) as (It & Eb & Es). destruct (B_agree _ _ _ _ It I Eb) as (_ & Eq & Eh & Ek).
    rewrite Eq, Eh in *. split; [auto | split; [auto|]]. rewrite (firstn_S_nth _ _ _ Nf). apply subst_extend; auto.
Qed.
(** From b_t(i), the fields of q_t lead along the backbone. *)
Lemma walk_backbone : forall h t, heap_inv h -> forall n i, i + n <= len t ->
  walk h (b t i) (firstn n (skipn i (q t))) = Some (b t (i + n)).
Proof.
  intros h t (H1 & _). induction n as [|n IH]; intros i L.
  - simpl. rewrite Nat.add_0_r. auto.
  - destruct (nth_error_ex (q t) i) as [f Nf]; [lia|]. rewrite (skipn_nth _ _ _ Nf). simpl.
    destruct (H1 _ _ _ Nf) as (o & -> & ->). rewrite IH by lia. f_equal. f_equal. lia.
Qed.
(** An expression that stands for a prefix of v_t.q_t leads to its object. *)
Lemma value_backbone : forall h t s T y fs j, heap_inv h -> frame_inv t s T ->
  subst T (y, fs) = Some (v t, firstn j (q t)) -> j <= len t -> value s h (y, fs) = Some (b t j).
Proof.
  intros h t s T y fs j HI [_ S2] E J. destruct (subst_root _ _ _ _ E) as (w & gs & Er & Eq). inversion Eq; subst w.
  destruct (firstn_split gs fs (q t) j) as (k & Lk & -> & Efs); auto.
  unfold value. simpl. rewrite (S2 y k) by (auto; lia). rewrite Efs, walk_backbone by (auto; lia).
  f_equal. f_equal. lia.
Qed.

(** ** Intact traces *)
(** What thread t may do in a frame with θ̄. *)
Definition leaves_alone (t : thread) (T : thetas) (c : command) : Prop :=
  match c with
  | Simple c =>
      (forall e j, In e (touches c) -> j < held t -> subst T e <> Some (v t, firstn j (q t))) /\
      (forall e, In e (assigns c) -> subst T e <> Some (v t, q t))
  | _ => True
  end.
Definition intact (t : thread) (tau : strace) : Prop :=
  forall a p c u, tau = a ++ (p, c) :: u -> leaves_alone t (thetas_after [] a) c.
Lemma intact_prefix : forall t a u, intact t (a ++ u) -> intact t a.
Proof. intros t a u I x p c y ->. eapply I. rewrite <- app_assoc. reflexivity. Qed.

Lemma not_assigned : forall t T c e j, leaves_alone t T (Simple c) -> In e (assigns c) -> j <= len t ->
  subst T e <> Some (v t, firstn j (q t)).
Proof.
  intros t T c e j [O1 O2] I J E. destruct (Nat.eq_dec j (len t)) as [->|N].
  - rewrite firstn_all in E. eapply O2; eauto.
  - eapply O1; eauto using assigns_touches. pose proof (HELD t). lia.
Qed.

(** ** Preservation, command by command *)
(** x is assigned to, and the value is no object of a backbone. *)
Lemma frame_inv_bind : forall t s T x l, frame_inv t s T ->
  (forall j, j <= len t -> subst T (x, []) <> Some (v t, firstn j (q t))) ->
  (forall u j, j < held u -> l <> b u j) -> frame_inv t (bind s x l) T.
Proof.
  intros t s T x l [S1 S2] A B. split.
  - intros y u j E J. unfold bind in E. destruct (var_eq_dec y x) as [->|]; eauto.
    exfalso. inversion E. eapply B; eauto.
  - intros y j E J. unfold bind. destruct (var_eq_dec y x) as [->|]; eauto. exfalso. eapply A; eauto.
Qed.
(** A store to another cell, of a value that is no object of a backbone. *)
Lemma heap_inv_set : forall h l f w, heap_inv h -> h l <> None ->
  (forall u j, j < held u -> w <> b u j) ->
  (forall u i, nth_error (q u) i = Some f -> l <> b u i) -> heap_inv (hset h l f w).
Proof.
  intros h l f w (H1 & H2 & H3) N V C. split; [|split].
  - intros u i g Ng. destruct (H1 _ _ _ Ng) as (o & Ho & Eo). unfold hset.
    destruct (Nat.eqb_spec (b u i) l) as [El|]; eauto. rewrite El in Ho. rewrite Ho.
    eexists; split; [reflexivity|]. cbv beta. destruct (Nat.eqb_spec g f) as [->|]; auto.
    exfalso. apply (C u i Ng). auto.
  - intros l' o' g u j Ho Eo J. unfold hset in Ho. destruct (Nat.eqb_spec l' l) as [->|]; eauto.
    destruct (h l) as [o|] eqn:Hl; [|congruence]. inversion Ho; subst o'.
    destruct (Nat.eqb_spec g f) as [->|]; eauto. exfalso. eapply V; eauto.
  - intros u j J. apply hset_grows. auto.
Qed.
Lemma heap_inv_new : forall h l, heap_inv h -> h l = None -> heap_inv (hnew h l).
Proof.
  intros h l (H1 & H2 & H3) F. split; [|split].
  - intros u i f Nf. destruct (H1 _ _ _ Nf) as (o & Ho & Ef). unfold hnew.
    destruct (Nat.eqb_spec (b u i) l) as [El|]; eauto. congruence.
  - intros l' o f u j Ho Ef J. unfold hnew in Ho. destruct (Nat.eqb_spec l' l) as [->|]; eauto.
    inversion Ho; subst o. subst l. exfalso. eapply H3; eauto.
  - intros u j J. apply hnew_grows. auto.
Qed.
(** The frame of a callee. *)
Lemma frame_inv_push : forall t s T h es vs, heap_inv h -> frame_inv t s T -> values s h es = Some vs ->
  frame_inv t (callee vs) (es :: T).
Proof.
  intros t s T h es vs HI SF EV. split.
  - intros [i|i] u j E J; simpl in E; [|discriminate].
    destruct (values_nth _ _ _ _ EV i) as [_ N]. destruct (N _ E) as ([y fs] & Ne & Ev).
    simpl. rewrite Ne. simpl. rewrite app_nil_r. eapply walking; eauto.
  - intros [i|i] j E J; simpl in E; [|discriminate]. simpl.
    destruct (nth_error es i) as [[y fs]|] eqn:Ne; [|discriminate]. simpl in E. rewrite app_nil_r in E.
    destruct (values_nth _ _ _ _ EV i) as [N _]. destruct (N _ Ne) as (l & Ev & ->).
    rewrite (value_backbone _ _ _ _ _ _ _ HI SF E J) in Ev. auto.
Qed.

(** One command of thread t. *)
Theorem preservation : forall t c S h L S' h' L' T, step c (S, h, L) (S', h', L') ->
  leaves_alone t T c -> heap_inv h -> stack_inv t S T -> heap_inv h' /\ stack_inv t S' (theta_step T c).
Proof.
  intros t c S h L S' h' L' T ST OK HI SI.
  inversion ST as [x y s R h0 L0 l EY|x pi s R h0 L0 l EV|pi x s R h0 L0 l o w EV EO EX|x s R h0 L0 l EF
                  |s R h0 L0|s R h0 L0|es s R h0 L0 vs EV|s s1 R h0 L0]; subst; simpl theta_step;
    pose proof (stack_inv_top _ _ _ _ SI) as SF.
  - (* x := y *)
    split; auto. eapply stack_inv_bind; eauto. apply frame_inv_bind; auto.
    + intros j J. eapply not_assigned; eauto. simpl; auto.
    + intros u j J ->. destruct OK as [O _]. destruct SF as [S1 _]. destruct (S1 _ _ _ EY J) as (Jt & _ & E).
      eapply (O (y, [])); eauto. simpl; auto.
  - (* x := π *)
    split; auto. eapply stack_inv_bind; eauto. apply frame_inv_bind; auto.
    + intros j J. eapply not_assigned; eauto. simpl; auto.
    + intros u j J ->. destruct OK as [O _]. destruct (walking _ _ _ _ HI SF _ _ _ _ EV J) as (Jt & _ & E).
      eapply (O (path_expr pi)); eauto. simpl; auto.
  - (* π := x *)
    split; auto. apply heap_inv_set; auto; [congruence| |].
    + intros u j J ->. destruct OK as [O _]. destruct SF as [S1 _]. destruct (S1 _ _ _ EX J) as (Jt & _ & E).
      eapply (O (x, [])); eauto. simpl; auto.
    + intros u i Nf ->. assert (I : i < held u) by (apply nth_error_lt in Nf; pose proof (HELD u); lia).
      destruct (walking _ _ _ _ HI SF _ _ _ _ EV I) as (It & Eb & E). destruct (B_agree _ _ _ _ It I Eb) as (_ & Eq & _).
      rewrite <- Eq in Nf. pose proof (nth_error_lt _ _ _ Nf). apply (not_assigned t T _ (path_expr pi) (Datatypes.S i) OK); [simpl; auto | auto |].
      unfold path_expr. rewrite (firstn_S_nth _ _ _ Nf). apply subst_extend; auto.
  - (* x := new() *)
    split; [apply heap_inv_new; auto|]. eapply stack_inv_bind; eauto. apply frame_inv_bind; auto.
    + intros j J. eapply not_assigned; eauto. simpl; auto.
    + intros u j J ->. destruct HI as (_ & _ & H3). eapply H3; eauto.
  - auto.
  - auto.
  - (* push *)
    split; auto. split; auto. eapply frame_inv_push; eauto.
  - (* pop *)
    split; auto. destruct T as [|th T]; simpl in SI; tauto.
Qed.

(** In every interleaving of intact traces, whatever the locks. *)
Theorem invariant_holds : forall K0 taus K, any_order K0 taus K -> invariant K0 ([], []) ->
  (forall t, intact t (taus @ t)) -> invariant K taus.
Proof.
  intros K0 taus K I I0. induction I as [|taus K t p c S h L L' Ls I IH X]; intros N; auto.
  destruct IH as [A B].
  { intros u. specialize (N u). destruct (same_or_other t u) as [->| ->].
    - rewrite at_put_same in N. eapply intact_prefix; eauto.
    - rewrite at_put_other in N. auto. }
  destruct (preservation t c _ _ _ _ _ _ (thetas_after [] (taus @ t)) X) as [A' B']; auto.
  { specialize (N t). rewrite at_put_same in N. eapply N. reflexivity. }
  split; [exact A'|]. intros u. cbn [stacks]. destruct (same_or_other t u) as [->| ->].
  - rewrite !at_put_same, thetas_after_app. exact B'.
  - rewrite !at_put_other. apply B.
Qed.

(** ** At the accesses *)
(** The own path of an access stands for v_t.q_t.r.f, and r.f is a part of its own fields: calls have captured no
    field of r.  Then the access reads or writes field f of where r leads from z. *)
Lemma at_access : forall t s T h pi r f, heap_inv h -> frame_inv t s T ->
  subst T (path_expr pi) = Some (v t, q t ++ r ++ [f]) -> length r < path_len pi ->
  value s h (path_base pi) = walk h z r /\ plast pi = f.
Proof.
  intros t s T h pi r f HI SF E L. unfold path_expr in E.
  destruct (subst_root _ _ _ _ E) as (w & gs & Er & Eq). inversion Eq as [[Ew Eg]]; subst w. clear Eq.
  rewrite !app_assoc in Eg. apply app_inj_tail in Eg. destruct Eg as [Eg <-]. split; [|auto].
  unfold path_len in L. destruct (app_suffix _ _ _ _ Eg) as (a & E1 & E2); [lia|].
  assert (EA : subst T (proot pi, a) = Some (v t, firstn (len t) (q t))).
  { rewrite firstn_all, E1. apply (subst_extend _ _ _ _ _ Er a). }
  pose proof (value_backbone _ _ _ _ _ _ _ HI SF EA (le_n _)) as EV. rewrite B_end in EV.
  unfold value, path_base in *. simpl in *. rewrite E2. destruct (s (proot pi)) as [l|]; [|discriminate].
  rewrite walk_app, EV. auto.
Qed.

(** [stands t tau p c r f]: an intact trace brings thread t before an access whose path is v_t.q_t.r.f. *)
Definition stands (P : program) (t : thread) (tau : strace) (p : site) (c : simple) (r : list field) (f : field) : Prop :=
  comes_before P (blocks P @ t) tau p c /\ intact t tau /\
  exists pi, accessed_path c = Some pi /\
    subst (thetas_after [] tau) (path_expr pi) = Some (v t, q t ++ r ++ [f]) /\ length r < path_len pi.

(** In every interleaving that brings both threads there, whatever the locks, both access field f of where r leads
    from z. *)
Theorem intact_any_order : forall P n K0 t1 t2 p1 p2 c1 c2 r f K,
  initial n K0 -> cheap K0 z <> None -> invariant K0 ([], []) ->
  stands P one t1 p1 c1 r f -> stands P two t2 p2 c2 r f -> any_order K0 (t1, t2) K ->
  exists l, walk (cheap K) z r = Some l /\
            next_address K one c1 = Some (l, f) /\ next_address K two c2 = Some (l, f).
Proof.
  intros P n K0 t1 t2 p1 p2 c1 c2 r f K INI NZ I0 (CB1 & N1 & pi1 & P1 & E1 & L1) (CB2 & N2 & pi2 & P2 & E2 & L2) I.
  destruct (initial_any_order _ _ _ _ INI I) as (W & _ & G).
  destruct (invariant_holds _ _ _ I I0) as [HI SI]; [intros []; auto|].
  destruct (walk_defined _ W r z (G _ NZ)) as (l & El & Nl). exists l. split; auto.
  assert (AT : forall t c pi, accessed_path c = Some pi ->
            subst (thetas_after [] ((t1, t2) @ t)) (path_expr pi) = Some (v t, q t ++ r ++ [f]) ->
            length r < path_len pi -> next_address K t c = Some (l, f)).
  { intros t c pi EP ES EL. unfold next_address, address. rewrite EP. pose proof (SI t) as St.
    destruct (stack_inv_nonempty _ _ _ St) as (s & R & EQ). rewrite EQ in *. apply stack_inv_top in St.
    destruct (at_access _ _ _ _ _ _ _ HI St ES EL) as [-> ->]. rewrite El.
    destruct (cheap K l); congruence. }
  split; [apply (AT one c1 pi1) | apply (AT two c2 pi2)]; auto.
Qed.
Theorem intact_every : forall P n K0 t1 t2 p1 p2 c1 c2 r f K,
  initial n K0 -> cheap K0 z <> None -> invariant K0 ([], []) ->
  stands P one t1 p1 c1 r f -> stands P two t2 p2 c2 r f -> interleaving K0 (t1, t2) K ->
  exists l, walk (cheap K) z r = Some l /\
            next_address K one c1 = Some (l, f) /\ next_address K two c2 = Some (l, f).
Proof. eauto using intact_any_order, interleaving_any_order. Qed.

(** The general lemma. *)
Theorem intact_race : forall P K0 t1 t2 p1 p2 c1 c2 r f, legal P ->
  initial (formals P) K0 -> cheap K0 z <> None -> invariant K0 ([], []) ->
  stands P one t1 p1 c1 r f -> stands P two t2 p2 c2 r f ->
  (writes c1 || writes c2) = true -> level_after 0 t1 = 0 \/ level_after 0 t2 = 0 ->
  races_from P K0 p1 p2.
Proof.
  intros P K0 t1 t2 p1 p2 c1 c2 r f LEGAL INI NZ I0 ST1 ST2 WR LK.
  pose proof ST1 as ((u1 & T1) & _). pose proof ST2 as ((u2 & T2) & _).
  destruct (bring P LEGAL _ _ _ _ _ _ _ INI T1 T2 LK) as (K & I).
  destruct (intact_every _ _ _ _ _ _ _ _ _ _ _ _ INI NZ I0 ST1 ST2 I) as (l & _ & A1 & A2).
  exists t1, c1, t2, c2, K. split; [exists u1; auto|]. split; [exists u2; auto|]. split; [auto|].
  split; [auto|]. rewrite A1, A2. split; [auto | discriminate].
Qed.
End Backbones.
