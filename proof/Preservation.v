(** * Stable paths are preserved (Section 6: Definitions 6.2 to 6.5, Lemmas 6.6 to 6.9, corrected)

    One thread, executing one trace: if nothing in the trace's W is a proper prefix of a path that is disconnected and
    acyclic, then the path is preserved, and what it addresses is what the access at the end addresses.  All four lemmas
    are the invariant of Intact.v, for one thread whose own path is the name.

    Differences from the paper:
    - The root of the path is a formal: W has only those (6.6 is false for a local; Counterexamples.v).
    - One proof for traces with and without calls (6.6, 6.7, 6.8); neither the frame property nor WB is used.
    - "From s, h to s, h'" in 6.8 is from s, h to s', h': the trace may assign variables.
    - The state need not be well-behaved. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Legal Racerdx Exec Traces WellBehaved Intact.

(** ** Definitions *)
(** Definition 6.2: the addresses of the footprint of x.f1..fk, dom(h↓π). *)
Definition in_footprint (s : frame) (h : heap) (x : var) (fs : list field) (a : addr) : Prop :=
  exists i l f, nth_error fs i = Some f /\ value s h (x, firstn i fs) = Some l /\ a = (l, f).
(** locn of it. *)
Definition in_backbone (s : frame) (h : heap) (x : var) (fs : list field) (l : loc) : Prop :=
  exists f, in_footprint s h x fs (l, f).
(** ⌊x.f1..fk⌋. *)
Definition address_of (s : frame) (h : heap) (x : var) (fs : list field) (a : addr) : Prop :=
  exists gs f l, fs = gs ++ [f] /\ value s h (x, gs) = Some l /\ h l <> None /\ a = (l, f).
(** Definition 6.3. *)
Definition disconnected (s : frame) (h : heap) (x : var) (fs : list field) : Prop :=
  (exists a, address_of s h x fs a) /\
  (forall y l, y <> x -> s y = Some l -> ~ in_backbone s h x fs l) /\
  (forall l o f, h l = Some o -> in_backbone s h x fs (o f) -> in_footprint s h x fs (l, f)).
(** Definition 6.4. *)
Definition acyclic (s : frame) (h : heap) (x : var) (fs : list field) : Prop :=
  forall i j l, j <= i -> i < length fs ->
  value s h (x, firstn (S i) fs) = Some l -> value s h (x, firstn j fs) = Some l -> False.
(** Definition 6.5. *)
Definition preserved (s : frame) (h : heap) (s' : frame) (h' : heap) (x : var) (fs : list field) : Prop :=
  (disconnected s h x fs /\ acyclic s h x fs /\ disconnected s' h' x fs /\ acyclic s' h' x fs) /\
  s x = s' x /\
  (forall a, in_footprint s h x fs a <-> in_footprint s' h' x fs a) /\
  (forall l f, in_footprint s h x fs (l, f) -> ~ address_of s h x fs (l, f) ->
     exists o o', h l = Some o /\ h' l = Some o' /\ o f = o' f).

Section OnePath.
Variable x : nat.              (* the root is the formal Arg x *)
Variable gs : list field.      (* the path is x.gs.g *)
Variable g : field.
Notation fs := (gs ++ [g]).
Notation k := (S (length gs)).
Notation root := (Arg x).

Lemma fs_length : length fs = k.
Proof. rewrite app_length. simpl. lia. Qed.
Lemma firstn_fs : forall i, i <= length gs -> firstn i fs = firstn i gs.
Proof. intros i L. rewrite firstn_app. replace (i - length gs) with 0 by lia. simpl. apply app_nil_r. Qed.
Lemma nth_fs : forall i f, i < length gs -> nth_error fs i = Some f -> nth_error gs i = Some f.
Proof. intros i f L N. rewrite nth_error_app1 in N; auto. Qed.

(** The one name, for both threads of Intact.v. *)
Section Start.
Variables (s : frame) (h : heap).
Definition bone (i : nat) : loc := match value s h (root, firstn i fs) with Some l => l | None => 0 end.
Notation heap_ok := (heap_inv (fun _ => gs) (fun _ => bone) (fun _ => k)).
Notation frame_ok := (frame_inv (fun _ => root) (fun _ => gs) (fun _ => bone) (fun _ => k) one).
Hypothesis D : disconnected s h root fs.
Hypothesis A : acyclic s h root fs.

Lemma bone_value : forall i, i < k -> value s h (root, firstn i fs) = Some (bone i).
Proof.
  destruct D as [(a & gs' & f & l & E & V & _) _]. apply app_inj_tail in E. destruct E as [<- <-].
  intros i I. unfold bone. destruct (value s h (root, firstn i fs)) as [l'|] eqn:E; auto. exfalso.
  rewrite firstn_fs in E by lia. rewrite <- (firstn_skipn i gs) in V. unfold value in *. simpl in *.
  destruct (s root) as [l0|]; [|discriminate]. rewrite walk_app, E in V. discriminate.
Qed.
Lemma bone_footprint : forall l f, in_footprint s h root fs (l, f) <-> exists i, i < k /\ nth_error fs i = Some f /\ l = bone i.
Proof.
  intros l f. split.
  - intros (i & l' & f' & N & V & E). inversion E; subst l' f'. exists i.
    pose proof (nth_error_lt _ _ _ N) as L. rewrite fs_length in L. rewrite bone_value in V by auto. inversion V. auto.
  - intros (i & L & N & ->). exists i, (bone i), f. split; auto. split; auto. apply bone_value. auto.
Qed.
Lemma bone_in : forall i, i < k -> in_backbone s h root fs (bone i).
Proof.
  intros i L. destruct (nth_error_ex fs i) as [f N]; [rewrite fs_length; auto|].
  exists f. apply bone_footprint. eauto.
Qed.
Lemma bone_distinct : forall i j, i < k -> j < k -> bone i = bone j -> i = j.
Proof.
  assert (LT : forall i j, i < j -> j < k -> bone i = bone j -> False).
  { intros i j L1 L2 E. destruct j as [|j]; [lia|]. apply (A j i (bone i)); [lia | rewrite fs_length; lia | |].
    - rewrite E. apply bone_value. auto.
    - apply bone_value. lia. }
  intros i j L1 L2 E. destruct (lt_eq_lt_dec i j) as [[L|L]|L]; auto; exfalso; eauto.
Qed.

Lemma start_heap : heap_ok h.
Proof.
  pose proof D as ((a & gs' & f0 & l0 & E0 & V0 & N0 & _) & _ & D2).
  apply app_inj_tail in E0. destruct E0 as [<- <-].
  assert (NEXT : forall i f, i < length gs -> nth_error fs i = Some f ->
            exists o, h (bone i) = Some o /\ o f = bone (S i)).
  { intros i f L N. assert (V : value s h (root, firstn (S i) fs) = Some (bone (S i))) by (apply bone_value; lia).
    rewrite (firstn_S_nth _ _ _ N) in V. apply value_last in V. destruct V as (m & o & V & Ho & Eo).
    rewrite bone_value in V by lia. inversion V; subst m. eauto. }
  split; [|split].
  - intros _ i f N. apply NEXT; [eapply nth_error_lt; eauto|]. rewrite nth_error_app1; auto. eapply nth_error_lt; eauto.
  - intros l o f _ j Ho Eo J. assert (F : in_footprint s h root fs (l, f)) by (apply D2 with o; auto; rewrite Eo; apply bone_in; auto).
    apply bone_footprint in F. destruct F as (i & L & N & ->).
    assert (V : value s h (root, firstn (S i) fs) = Some (bone j)).
    { rewrite (firstn_S_nth _ _ _ N). pose proof (bone_value i L) as V. unfold value in *. simpl in *.
      destruct (s root); [|discriminate]. rewrite walk_app, V. simpl. rewrite Ho. congruence. }
    destruct (le_lt_dec j i) as [LE|LT].
    + exfalso. apply (A i j (bone j)); auto; [rewrite fs_length; auto|]. apply bone_value. auto.
    + rewrite bone_value in V by lia. inversion V as [E]. apply bone_distinct in E; [|lia | auto]. subst j.
      exists i. split; auto. split; auto. apply nth_fs; auto. lia.
  - intros _ j J. destruct (Nat.eq_dec j (length gs)) as [->|NE].
    + unfold bone. rewrite firstn_fs, firstn_all, V0 by auto. auto.
    + destruct (nth_error_ex fs j) as [f N]; [rewrite fs_length; auto|].
      destruct (NEXT j f) as (o & Ho & _); [lia | auto|]. congruence.
Qed.
Lemma start_frame : frame_ok s [].
Proof.
  destruct D as (_ & D1 & _). split.
  - intros y _ j E J. destruct (var_eq_dec y root) as [->|NE].
    + assert (j = 0) as ->.
      { apply bone_distinct; auto; try lia. unfold bone at 2. simpl. unfold value. simpl. rewrite E. auto. }
      simpl. auto.
    + exfalso. eapply D1; eauto. apply bone_in. auto.
  - intros [i|i] j E J; simpl in E; [|discriminate]. injection E as Ei Ej.
    assert (j = 0) as -> by (destruct j, gs; simpl in *; try lia; discriminate). subst i.
    assert (V : value s h (root, firstn 0 fs) = Some (bone 0)) by (apply bone_value; lia).
    unfold value in V. simpl in V. destruct (s root); auto.
Qed.

(** What W must not have, so that a trace is intact. *)
Lemma stable_trace_intact : forall wb tau,
  (forall e, In e (dW (abstract wb tau)) -> ~ proper_prefix e (root, fs)) ->
  intact (fun _ => root) (fun _ => gs) (fun _ => k) one tau.
Proof.
  intros wb tau ST a p c u ->. destruct c as [c|es|]; simpl; auto.
  assert (T : forall e j, In e (touches c) -> j < k -> subst (thetas_after [] a) e <> Some (root, firstn j gs)).
  { intros e j I J E. apply (ST (root, firstn j gs)).
    - unfold abstract. apply (exec_has wb (a ++ (p, Simple c) :: u) bottom [] (Touched (root, firstn j gs))). right.
      exists a, (p, Simple c), u. split; auto. unfold contributes. simpl. rewrite app_nil_r.
      apply in_filter_map. eauto.
    - split; auto. simpl. destruct (nth_error_ex fs j) as [f N]; [rewrite fs_length; auto|].
      exists f, (skipn (S j) fs). rewrite <- (firstn_skipn j fs) at 1. rewrite (skipn_nth _ _ _ N), firstn_fs by lia. auto. }
  split; auto. intros e I E. rewrite <- (firstn_all gs) in E. apply (T e (length gs)) in E; auto using assigns_touches.
Qed.

(** The invariant holds along the trace. *)
Lemma one_thread : forall tau S h0 L S' h' L' T, steps tau (S, h0, L) (S', h', L') ->
  (forall a p c u, tau = a ++ (p, c) :: u ->
     leaves_alone (fun _ => root) (fun _ => gs) (fun _ => k) one (thetas_after T a) c) ->
  heap_ok h0 -> stack_inv (fun _ => root) (fun _ => gs) (fun _ => bone) (fun _ => k) one S T ->
  heap_ok h' /\ stack_inv (fun _ => root) (fun _ => gs) (fun _ => bone) (fun _ => k) one S' (thetas_after T tau).
Proof.
  assert (HELD : forall t : thread, length gs <= k <= S (length gs)) by (intros; lia).
  assert (AGREE : forall (t u : thread) i j, i < k -> j < k -> bone i = bone j ->
            i = j /\ gs = gs /\ k = k /\ forall n, bone n = bone n).
  { intros t u i j L1 L2 E. split; auto. apply bone_distinct; auto. }
  induction tau as [|[p c] tau IH]; intros S0 h0 L S' h' L' T ST N HI SI.
  - inversion ST; subst. auto.
  - inversion ST as [|p0 c0 t0 z0 [[S1 h1] L1] z1 X Y]; subst.
    destruct (preservation (fun _ => root) (fun _ => gs) (fun _ => bone) (fun _ => k) HELD AGREE
                one c _ _ _ _ _ _ T X) as [HI1 SI1]; auto.
    { apply (N [] p c tau). auto. }
    simpl. eapply IH; eauto. intros a p' c' u ->. apply (N ((p, c) :: a) p' c' u). auto.
Qed.

(** From the invariant, back to Definition 6.5. *)
Section End_.
Variables (s' : frame) (h' : heap).
Hypothesis HI : heap_ok h'.
Hypothesis FI : frame_ok s' [].

Lemma end_value : forall i, i < k -> value s' h' (root, firstn i fs) = Some (bone i).
Proof.
  intros i L. rewrite firstn_fs by lia.
  apply (value_backbone (fun _ => root) (fun _ => gs) (fun _ => bone) (fun _ => k)) with (t := one) (T := []);
    auto; lia.
Qed.
Lemma end_footprint : forall l f, in_footprint s' h' root fs (l, f) <-> exists i, i < k /\ nth_error fs i = Some f /\ l = bone i.
Proof.
  intros l f. split.
  - intros (i & l' & f' & N & V & E). inversion E; subst l' f'. exists i.
    pose proof (nth_error_lt _ _ _ N) as L. rewrite fs_length in L. rewrite end_value in V by auto. inversion V. auto.
  - intros (i & L & N & ->). exists i, (bone i), f. split; auto. split; auto. apply end_value. auto.
Qed.
Theorem end_preserved : preserved s h s' h' root fs.
Proof.
  pose proof start_heap as (G1 & _ & _). pose proof HI as (H1 & H2 & H3). pose proof FI as [S1 S2].
  unfold preserved. split; [split; [exact D | split; [exact A | split]] | split; [|split]].
  - split; [|split].
    + exists (bone (length gs), g), gs, g, (bone (length gs)). split; auto. split; [|split; [apply (H3 one); auto | auto]].
      rewrite <- (firstn_all gs) at 1. rewrite <- firstn_fs by auto. apply end_value. auto.
    + intros y l NE E (f & F). apply end_footprint in F. destruct F as (i & L & N & ->).
      destruct (S1 _ one _ E L) as (_ & _ & ES). destruct y as [y|y]; simpl in ES; [|discriminate].
      inversion ES; subst. apply NE. auto.
    + intros l o f Ho (f' & F). apply end_footprint in F. destruct F as (j & L & N & Eo).
      destruct (H2 _ _ _ one _ Ho Eo L) as (i & -> & -> & Nf). apply end_footprint.
      exists i. split; [lia | split; auto]. rewrite nth_error_app1; auto. lia.
  - intros i j l LE L E1 E2. rewrite fs_length in L. rewrite end_value in E2 by lia. inversion E2; subst l.
    destruct (nth_error_ex fs i) as [f N]; [rewrite fs_length; auto|]. rewrite (firstn_S_nth _ _ _ N) in E1.
    apply value_last in E1. destruct E1 as (m & o & V & Ho & Eo). rewrite end_value in V by auto. inversion V; subst m.
    destruct (H2 _ _ _ one _ Ho Eo) as (i' & -> & EB & _); [lia|]. apply bone_distinct in EB; lia.
  - assert (V : value s h (root, firstn 0 fs) = Some (bone 0)) by (apply bone_value; lia).
    assert (V' : value s' h' (root, firstn 0 fs) = Some (bone 0)) by (apply end_value; lia).
    unfold value in V, V'. simpl in V, V'. destruct (s root), (s' root); congruence.
  - intros [l f]. rewrite bone_footprint, end_footprint. tauto.
  - intros l f F NA. apply bone_footprint in F. destruct F as (i & L & N & ->).
    destruct (Nat.eq_dec i (length gs)) as [->|NE].
    + exfalso. apply NA. rewrite nth_error_app2, Nat.sub_diag in N by auto. inversion N; subst f.
      exists gs, g, (bone (length gs)). split; auto. split; [|split; auto].
      * rewrite <- (firstn_all gs) at 1. rewrite <- firstn_fs by auto. apply bone_value. auto.
      * destruct start_heap as (_ & _ & G3). apply (G3 one). auto.
    + apply nth_fs in N; [|lia]. destruct (G1 one _ _ N) as (o & Ho & Eo). destruct (H1 one _ _ N) as (o' & Ho' & Eo').
      exists o, o'. split; auto. split; auto. congruence.
Qed.
End End_.
End Start.

(** ** Lemma 6.8 (and with it 6.6 and 6.7) *)
Theorem preserved_6_8 : forall wb tau s h L s' h' L',
  steps tau ([s], h, L) ([s'], h', L') -> disconnected s h root fs -> acyclic s h root fs ->
  (forall e, In e (dW (abstract wb tau)) -> ~ proper_prefix e (root, fs)) ->
  preserved s h s' h' root fs.
Proof.
  intros wb tau s h L s' h' L' ST D A W.
  destruct (one_thread s h D A tau [s] h L [s'] h' L' [] ST) as [HI SI].
  - apply stable_trace_intact with wb. auto.
  - apply start_heap; auto.
  - simpl. apply start_frame; auto.
  - apply end_preserved; auto. destruct (thetas_after [] tau); simpl in SI; tauto.
Qed.
(** Lemma 6.6: without calls, on any frame. *)
Corollary preserved_6_6 : forall wb tau s h L s' h' L',
  (forall p c, In (p, c) tau -> exists c', c = Simple c') ->
  steps tau ([s], h, L) ([s'], h', L') -> disconnected s h root fs -> acyclic s h root fs ->
  (forall e, In e (dW (abstract wb tau)) -> ~ proper_prefix e (root, fs)) ->
  preserved s h s' h' root fs.
Proof. intros wb tau s h L s' h' L' _. apply preserved_6_8. Qed.
(** Lemma 6.7: a call (whose body may call). *)
Corollary preserved_6_7 : forall wb P p m es tau s h L s' h' L',
  trace_of P (Call p m es) tau -> steps tau ([s], h, L) ([s'], h', L') ->
  disconnected s h root fs -> acyclic s h root fs ->
  (forall e, In e (dW (abstract wb tau)) -> ~ proper_prefix e (root, fs)) ->
  preserved s h s' h' root fs.
Proof. intros wb P p m es tau s h L s' h' L' _. apply preserved_6_8. Qed.

(** ** Lemma 6.9 *)
(** A trace ends before an access whose own path stands for x.f1..fk; then it addresses what x.f1..fk did. *)
Theorem addresses_6_9 : forall wb tau s h L s' R h' L' pi,
  steps tau ([s], h, L) (s' :: R, h', L') -> disconnected s h root fs -> acyclic s h root fs ->
  (forall e, In e (dW (abstract wb tau)) -> ~ proper_prefix e (root, fs)) ->
  subst (thetas_after [] tau) (path_expr pi) = Some (root, fs) ->
  exists a, address_of s h root fs a /\ address s' h' pi = Some a.
Proof.
  intros wb tau s h L s' R h' L' pi ST D A W ES.
  destruct (one_thread s h D A tau [s] h L (s' :: R) h' L' [] ST) as [HI SI].
  - apply stable_trace_intact with wb. auto.
  - apply start_heap; auto.
  - simpl. apply start_frame; auto.
  - apply stack_inv_top in SI.
    destruct (at_access (fun _ => root) (fun _ => gs) (fun _ => bone s h) (bone s h (length gs)) (fun _ => eq_refl)
                (fun _ => k) one s' _ h' pi [] g HI SI ES) as [EV EL]; [unfold path_len; simpl; lia|].
    exists (bone s h (length gs), g). split.
    + exists gs, g, (bone s h (length gs)). split; auto. split; [|split; auto].
      * rewrite <- (firstn_all gs) at 1. rewrite <- firstn_fs by auto. apply bone_value; auto.
      * destruct (start_heap s h D A) as (_ & _ & G3). apply (G3 one). auto.
    + unfold address. rewrite EV, EL. simpl. destruct HI as (_ & _ & H3). pose proof (H3 one (length gs) (le_n _)).
      destruct (h' (bone s h (length gs))); [reflexivity | contradiction].
Qed.
End OnePath.
